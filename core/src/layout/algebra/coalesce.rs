//! coalesce and filter: the same function with fewer modes.

use super::{Mode, enter, layout_of, leading_modes, leave, modes_of, origins_of};
use crate::basis::StrideLeaf;
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::steps::{AFTER_LIMIT, CoalesceRule, Step, Trace};

/// Merges leaves from the right: a leaf of static extent 1 goes, and a leaf joins the one behind it where
/// `extent * stride` is *statically* that one's stride and that one's extent is static.
fn merge(modes: Vec<Mode>, trace: &mut Trace<'_>) -> Result<Vec<Mode>> {
    // The front of what is built is at the end of `built`.
    let mut built: Vec<Mode> = Vec::with_capacity(modes.len());
    let listens = trace.listens();
    for (leaf, mode) in modes.into_iter().enumerate().rev() {
        let Some(front) = built.last_mut() else {
            built.push(mode);
            continue;
        };
        let rule = rule_of(&mode, front)?;
        let told = listens.then(|| (mode.pair(), front.pair()));
        match rule {
            CoalesceRule::Skip => {}
            CoalesceRule::Replace => *front = mode,
            CoalesceRule::Merge => {
                front.extent = mode.extent.times(front.extent)?;
                front.stride = mode.stride;
                front.first = mode.first;
            }
            CoalesceRule::Apart | CoalesceRule::Dynamic => built.push(mode),
        }
        if let Some((pair, front)) = told {
            let so_far = || layout_of(&built.iter().rev().cloned().collect::<Vec<_>>());
            let after = if built.len() <= AFTER_LIMIT { Some(so_far()?) } else { None };
            trace.hear(Step::Coalesce { leaf, pair, front, rule, after });
        }
    }
    built.reverse();
    Ok(built)
}

fn rule_of(mode: &Mode, front: &Mode) -> Result<CoalesceRule> {
    if mode.extent.is_constant(1) {
        return Ok(CoalesceRule::Skip);
    }
    if front.extent.is_constant(1) {
        return Ok(CoalesceRule::Replace);
    }
    let reached = mode.scaled(mode.extent)?;
    if !same(&reached, &front.stride) {
        return Ok(CoalesceRule::Apart);
    }
    let is_static = front.extent.is_static() && reached.scale().is_static() && front.stride.scale().is_static();
    Ok(if is_static { CoalesceRule::Merge } else { CoalesceRule::Dynamic })
}

/// The same number in the same direction, static or not.
fn same(left: &StrideLeaf, right: &StrideLeaf) -> bool {
    match (left, right) {
        (StrideLeaf::Int(left), StrideLeaf::Int(right)) => left.value() == right.value(),
        (StrideLeaf::Basis(left), StrideLeaf::Basis(right)) => {
            left.scale.value() == right.scale.value() && left.path == right.path
        }
        _ => false,
    }
}

/// One mode of static extent 1 is `_1:_0`.
fn settle(mut modes: Vec<Mode>) -> Vec<Mode> {
    if let [only] = modes.as_mut_slice()
        && only.extent.is_constant(1)
    {
        only.stride = StrideLeaf::Int(Int::ZERO);
    }
    modes
}

/// The modes of a layout, coalesced.
pub(crate) fn coalesced(layout: &Layout, trace: &mut Trace<'_>) -> Result<Vec<Mode>> {
    let modes = modes_of(layout, 0);
    if modes.is_empty() {
        return Err(Error::Empty);
    }
    merged(modes, trace)
}

/// Leaves merged; what is left of none but extent 1 is `_1:_0`.
pub(crate) fn merged(modes: Vec<Mode>, trace: &mut Trace<'_>) -> Result<Vec<Mode>> {
    merge(modes, trace).map(settle)
}

/// The modes of a layout, coalesced so that it stays the same function even outside its domain: a last mode of static
/// extent 1 continues with its stride. Leaves are numbered from `first`.
pub(crate) fn coalesced_beyond(layout: &Layout, first: usize) -> Result<Vec<Mode>> {
    let mut modes = modes_of(layout, first);
    let last = modes.last_mut().ok_or(Error::Empty)?;
    if last.extent.is_constant(1) {
        last.extent = Int::constant(2);
    }
    merge(modes, &mut Trace::silent())
}

impl Layout {
    /// As few modes as possible: CuTe's `coalesce`. Dynamic modes practically never merge.
    ///
    /// Law: `coalesce(A)(i) = A(i)` for all `i < size(A)`; size and cosize are kept.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_2,(_1,_6)):(_1,(_6,_2))".parse()?;
    /// assert_eq!(a.coalesce()?.to_string(), "_12:_1");
    /// for i in 0..12 {
    ///     assert_eq!(a.coalesce()?.index(&i.to_string().parse()?)?, a.index(&i.to_string().parse()?)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coalesce(&self) -> Result<Layout> {
        self.coalesce_with_trace(&mut Trace::silent())
    }

    /// [`Layout::coalesce`], telling its steps.
    pub fn coalesce_with_trace(&self, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "coalesce", &[self]);
        let modes = coalesced(self, trace)?;
        Ok(leave(trace, "coalesce", layout_of(&modes)?, || origins_of(&modes)))
    }

    /// [`Layout::coalesce`] mode by mode: where `profile` is a tuple it goes into the modes, the others are kept.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "((_2,_4),(_3,_2)):((_1,_2),(_8,_24))".parse()?;
    /// assert_eq!(a.coalesce()?.to_string(), "_48:_1");
    /// assert_eq!(a.coalesce_by(&"(_1,_1)".parse()?)?.to_string(), "(_8,_6):(_1,_8)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coalesce_by(&self, profile: &IntTuple) -> Result<Layout> {
        self.by_profile(&profile.into(), &|mode| mode.coalesce())
    }

    /// Leaves whose stride is a static 0 get extent `_1`: CuTe's `filter_zeros`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_4,_8,_2):(_1,_0,_4)".parse()?;
    /// assert_eq!(a.filter_zeros()?.to_string(), "(_4,_1,_2):(_1,_0,_4)");
    /// assert_eq!(a.filter_zeros()?.cosize()?, a.cosize()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filter_zeros(&self) -> Result<Layout> {
        self.filter_zeros_with_trace(&mut Trace::silent())
    }

    fn filter_zeros_with_trace(&self, trace: &mut Trace<'_>) -> Result<Layout> {
        let mut strides = self.stride().leaves().into_iter();
        let mut leaf = 0;
        let listens = trace.listens();
        let shape = self.shape().map(&mut |extent| {
            let is_zero = strides.next().and_then(StrideLeaf::int).is_some_and(|stride| stride.is_constant(0));
            if listens && is_zero && !extent.is_constant(1) {
                trace.tell(|| Step::DropZeroStride { leaf, extent: *extent });
            }
            leaf += 1;
            if is_zero { Int::ONE } else { *extent }
        });
        Layout::new(shape, self.stride().clone())
    }

    /// Leaves whose place in `profile` is a static 0 get extent `_1`.
    pub fn filter_zeros_by(&self, profile: &IntTuple) -> Result<Layout> {
        Layout::new(zeroed(profile, self.shape())?, self.stride().clone())
    }

    /// Without modes that change nothing: `coalesce(filter_zeros(A))`. Only *static* zeros and ones go.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_4,_8,_2):(_1,_0,_4)".parse()?;
    /// assert_eq!(a.filter()?.to_string(), "_8:_1");
    /// assert_eq!(a.filter()?, a.filter_zeros()?.coalesce()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filter(&self) -> Result<Layout> {
        self.filter_with_trace(&mut Trace::silent())
    }

    /// [`Layout::filter`], telling its steps.
    pub fn filter_with_trace(&self, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "filter", &[self]);
        let modes = coalesced(&self.filter_zeros_with_trace(trace)?, trace)?;
        Ok(leave(trace, "filter", layout_of(&modes)?, || origins_of(&modes)))
    }

    /// [`Layout::filter`] mode by mode.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "((_4,_8),(_2,_3)):((_1,_0),(_4,_8))".parse()?;
    /// assert_eq!(a.filter_by(&"(_1,_1)".parse()?)?.to_string(), "(_4,_6):(_1,_4)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filter_by(&self, profile: &IntTuple) -> Result<Layout> {
        self.by_profile(&profile.into(), &|mode| mode.filter())
    }

    /// A change made to each mode that `profile` has, by itself; further modes are kept, and those under `_`.
    pub(crate) fn by_profile(
        &self,
        profile: &Coordinate,
        change: &dyn Fn(&Layout) -> Result<Layout>,
    ) -> Result<Layout> {
        let profiles = match profile {
            Nested::Leaf(Slot::All) => return Ok(self.clone()),
            Nested::Leaf(_) => return change(self),
            Nested::Tuple(profiles) => profiles,
        };
        let mut modes = leading_modes(self, profiles.len())?;
        for (mode, profile) in modes.iter_mut().zip(profiles) {
            *mode = mode.by_profile(profile, change)?;
        }
        for rest in profiles.len()..self.rank() {
            modes.push(self.at(&[rest])?);
        }
        Layout::concatenate(&modes)
    }
}

fn zeroed(profile: &IntTuple, shape: &Shape) -> Result<Shape> {
    match (profile, shape) {
        (Nested::Leaf(zero), _) if zero.is_constant(0) => Ok(shape.map(&mut |_| Int::ONE)),
        (Nested::Leaf(_), _) => Ok(shape.clone()),
        (Nested::Tuple(profiles), Nested::Tuple(modes)) if profiles.len() == modes.len() => {
            let mut zeroes = Vec::with_capacity(modes.len());
            for (profile, mode) in profiles.iter().zip(modes) {
                zeroes.push(zeroed(profile, mode)?);
            }
            Ok(Nested::Tuple(zeroes))
        }
        _ => Err(Error::RankMismatch { left: profile.to_string(), right: shape.to_string(), path: Vec::new() }),
    }
}

/// Neighbours that are both static or both dynamic multiplied: CuTe's `coalesce` of a shape.
///
/// Law: the product is kept.
///
/// ```
/// use colex::{algebra::coalesce::coalesce_shape, int_tuple::product};
///
/// let shape = "(_2,(_4,3),(5,_7))".parse()?;
/// assert_eq!(coalesce_shape(&shape)?.to_string(), "(_8,15,_7)");
/// assert_eq!(product(&coalesce_shape(&shape)?)?, product(&shape)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn coalesce_shape(shape: &Shape) -> Result<Shape> {
    let mut built: Vec<Int> = Vec::new();
    for extent in shape.leaves() {
        match built.last_mut() {
            Some(last) if last.is_static() == extent.is_static() => *last = last.times(*extent)?,
            _ => built.push(*extent),
        }
    }
    match built.as_slice() {
        [only] => Ok(Nested::Leaf(*only)),
        _ => Ok(Nested::Tuple(built.into_iter().map(Nested::Leaf).collect())),
    }
}
