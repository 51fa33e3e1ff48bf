//! upcast and downcast: the same memory in larger or smaller elements.

use super::{enter, leave, modes_of, origins_of};
use crate::basis::StrideLeaf;
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::steps::{Pair, Step, Trace};

impl Layout {
    /// `factor` elements become one: CuTe's `upcast<N>`. A *dynamic* stride is divided and its extent stays.
    ///
    /// Errors: [`Error::NotDivisible`] where a static stride and the factor do not divide each other.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_8,_4):(_1,_8)".parse()?;
    /// assert_eq!(a.upcast(4)?.to_string(), "(_2,_4):(_1,_2)");
    /// for i in 0..8 {
    ///     let wide = a.upcast(4)?.index(&i.to_string().parse()?)?;
    ///     let narrow = a.index(&(4 * i).to_string().parse()?)?;
    ///     assert_eq!(4 * wide.leaves()[0].value(), narrow.leaves()[0].value());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn upcast(&self, factor: i64) -> Result<Layout> {
        self.upcast_with_trace(factor, &mut Trace::silent())
    }

    /// [`Layout::upcast`], telling its steps.
    pub fn upcast_with_trace(&self, factor: i64, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "upcast", &[self, &factor]);
        let factor = positive(factor)?;
        self.refuse_coordinates("upcast")?;
        let result = self.recast_leaves(factor, true, trace, &mut |extent, stride| {
            let scale = stride.scale();
            if stride.int().is_some_and(|int| int.is_constant(0)) {
                return Ok((extent, scale));
            }
            if !scale.is_static() {
                return Ok((extent, scale.over(factor)?));
            }
            let length = scale.abs()?;
            let divides =
                scale.value() != 0 && (scale.modulo(factor)?.value() == 0 || factor.modulo(length)?.value() == 0);
            if !divides {
                return Err(Error::NotDivisible { dividend: scale.to_string(), divisor: factor.to_string() });
            }
            let merged = extent.ceil_div(factor.ceil_div(length)?)?;
            Ok((merged, length.ceil_div(factor)?.times(scale.signum())?))
        })?;
        Ok(leave(trace, "upcast", result, || origins_of(&modes_of(self, 0))))
    }

    /// One element becomes `factor`: CuTe's `downcast<N>`. Errors: [`Error::NoAdjacentElements`] without a static
    /// stride 1.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_8,_4):(_1,_8)".parse()?;
    /// assert_eq!(a.downcast(4)?.to_string(), "(_32,_4):(_1,_32)");
    /// assert_eq!(a.downcast(4)?.upcast(4)?, a);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn downcast(&self, factor: i64) -> Result<Layout> {
        self.downcast_with_trace(factor, &mut Trace::silent())
    }

    /// [`Layout::downcast`], telling its steps.
    pub fn downcast_with_trace(&self, factor: i64, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "downcast", &[self, &factor]);
        let factor = positive(factor)?;
        let is_one = |stride: &&StrideLeaf| stride.int().is_some_and(|int| int.is_constant(1));
        if !self.stride().leaves().iter().any(is_one) {
            return Err(Error::NoAdjacentElements { stride: self.stride().to_string() });
        }
        let result = self.recast_leaves(factor, false, trace, &mut |extent, stride| {
            let adjacent = stride.int().is_some_and(|int| int.is_constant(1) || int.is_constant(-1));
            let scale = stride.scale();
            if adjacent { Ok((extent.times(factor)?, scale)) } else { Ok((extent, scale.times(factor)?)) }
        })?;
        Ok(leave(trace, "downcast", result, || origins_of(&modes_of(self, 0))))
    }

    /// Elements of `old` bits seen as elements of `new` bits: CuTe's `recast_layout<Old, New>`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_8,_4):(_1,_8)".parse()?;
    /// assert_eq!(a.recast(16, 32)?.to_string(), "(_4,_4):(_1,_4)");
    /// assert_eq!(a.recast(16, 32)?, a.upcast(2)?);
    /// assert_eq!(a.recast(16, 32)?.recast(32, 16)?, a);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn recast(&self, old: i64, new: i64) -> Result<Layout> {
        self.recast_with_trace(old, new, &mut Trace::silent())
    }

    /// [`Layout::recast`], telling its steps.
    pub fn recast_with_trace(&self, old: i64, new: i64, trace: &mut Trace<'_>) -> Result<Layout> {
        let (up, down) = ratio(old, new)?;
        match (up, down) {
            (1, 1) => Ok(self.clone()),
            (1, down) => self.downcast_with_trace(down, trace),
            (up, 1) => self.upcast_with_trace(up, trace),
            (up, down) => self.upcast_with_trace(up, trace)?.downcast_with_trace(down, trace),
        }
    }

    fn recast_leaves(&self, factor: Int, up: bool, trace: &mut Trace<'_>, change: &mut Change<'_>) -> Result<Layout> {
        let (mut extents, mut strides) = (Vec::new(), Vec::new());
        for (leaf, mode) in modes_of(self, 0).into_iter().enumerate() {
            let (extent, scale) = change(mode.extent, &mode.stride)?;
            let stride = mode.stride.with_scale(scale);
            trace.tell(|| Step::Recast {
                leaf,
                before: mode.pair(),
                after: Pair { extent, stride: stride.clone() },
                factor: factor.value(),
                up,
            });
            extents.push(Nested::Leaf(extent));
            strides.push(Nested::Leaf(stride));
        }
        let profile = self.shape();
        Layout::new(Nested::Tuple(extents).unflatten(profile)?, Nested::Tuple(strides).unflatten(profile)?)
    }
}

/// Extent and stride of a leaf to the new extent and the new factor of its stride.
type Change<'a> = dyn FnMut(Int, &StrideLeaf) -> Result<(Int, Int)> + 'a;

fn positive(factor: i64) -> Result<Int> {
    if factor < 1 {
        return Err(Error::NotPositive { what: "factor", found: factor });
    }
    Ok(Int::constant(factor))
}

/// `new / old` as a fraction in lowest terms.
pub(crate) fn ratio(old: i64, new: i64) -> Result<(i64, i64)> {
    for bits in [old, new] {
        if bits < 1 {
            return Err(Error::NotPositive { what: "bits", found: bits });
        }
    }
    let divisor = crate::int::greatest_common_divisor(old.unsigned_abs(), new.unsigned_abs()).max(1) as i64;
    Ok((new / divisor, old / divisor))
}
