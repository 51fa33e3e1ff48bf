//! Composed layouts: a swizzle after an offset after a layout, `Sw<3,0,3> o _0 o (_8,_8):(_8,_1)`.

use std::fmt;

use crate::algebra::{Tiler, TilerLeaf};
use crate::coordinate::{Coordinate, Slot, crd2idx_with_trace, idx2crd};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::{Index, Layout, Shape};
use crate::nested::Nested;
use crate::slice::pick;
use crate::steps::{Record, Step, Trace};
use crate::swizzle::{MixedBits, Offset, Swizzle};

/// A swizzle after an offset after a layout.
///
/// Law: `R(c) = swizzle(offset + inner(c))`; where a layout stands outermost, `R(c) = outer(offset + inner(c))`.
///
/// ```
/// use colex::AnyLayout;
///
/// let r: AnyLayout = "Sw<2,0,2> o _5 o (_4,_4):(_4,_1)".parse()?;
/// for i in 0..16 {
///     let i = i.to_string().parse()?;
///     let inner = r.innermost().index(&i)?.leaves()[0].value();
///     assert_eq!(r.index(&i)?, r.swizzle().apply_value(5 + inner).into());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ComposedLayout {
    swizzle: Swizzle,
    offset: Offset,
    inner: Box<AnyLayout>,
    /// A layout in the place of the swizzle, which is the identity then.
    outer: Option<Box<Layout>>,
}

/// A layout, plain or composed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AnyLayout {
    /// Shape and stride.
    Plain(Layout),
    /// A swizzle after a layout.
    Composed(ComposedLayout),
}

impl From<Layout> for AnyLayout {
    fn from(layout: Layout) -> Self {
        AnyLayout::Plain(layout)
    }
}

impl ComposedLayout {
    /// A composed layout, even where its swizzle changes nothing.
    pub fn new(swizzle: Swizzle, offset: Offset, inner: AnyLayout) -> Self {
        ComposedLayout { swizzle, offset, inner: Box::new(inner), outer: None }
    }

    /// A layout that takes what an inner one answers for its 1-D coordinate. Only pictures know it: what is computed with is
    /// an [`AffineLayout`](crate::algebra::affine::AffineLayout).
    pub(crate) fn through(outer: Layout, offset: Int, inner: Layout) -> Self {
        let (swizzle, offset) = (Swizzle::IDENTITY, Offset::Int(offset));
        ComposedLayout { outer: Some(Box::new(outer)), ..ComposedLayout::new(swizzle, offset, inner.into()) }
    }

    /// The layout in the place of the swizzle.
    pub fn outer(&self) -> Option<&Layout> {
        self.outer.as_deref()
    }

    /// The swizzle.
    pub fn swizzle(&self) -> Swizzle {
        self.swizzle
    }

    /// Returns what is added before the swizzle.
    pub fn offset(&self) -> Offset {
        self.offset
    }

    /// Returns the layout that comes first.
    pub fn inner(&self) -> &AnyLayout {
        &self.inner
    }

    fn rewrapped(&self, inner: AnyLayout) -> AnyLayout {
        match &self.outer {
            Some(_) => AnyLayout::Composed(ComposedLayout { inner: Box::new(inner), ..self.clone() }),
            None => AnyLayout::composed(self.swizzle, self.offset, inner),
        }
    }

    /// A layout by the swizzle as it is printed: of addresses, where the offset is a pointer.
    pub(crate) fn of_printed(printed: Swizzle, offset: Offset, inner: AnyLayout) -> Result<Self> {
        let swizzle = match offset {
            Offset::Flag(bits) => printed.recast(8, i64::from(bits))?,
            _ => printed,
        };
        Ok(ComposedLayout::new(swizzle, offset, inner))
    }

    /// The swizzle as it is printed: of addresses, where the offset is a pointer.
    pub(crate) fn printed_swizzle(&self) -> Swizzle {
        match self.offset {
            Offset::Flag(bits) => self.swizzle.recast(i64::from(bits), 8).unwrap_or(self.swizzle),
            _ => self.swizzle,
        }
    }

    /// The modes under `_` and an offset. Where no bit that stays is combined with another, the swizzle decays into
    /// strides.
    fn slice_and_offset(&self, coordinate: &Coordinate) -> Result<(AnyLayout, Int)> {
        let AnyLayout::Plain(layout) = self.inner() else {
            return Err(Error::TwiceComposed { layout: self.to_string() });
        };
        if self.outer.is_some() {
            let (inner, passed) = layout.slice_and_offset(coordinate)?;
            let offset = Offset::Int(self.offset.int().plus(int_of(passed)?)?);
            let sliced = ComposedLayout { offset, inner: Box::new(inner.into()), ..self.clone() };
            return Ok((AnyLayout::Composed(sliced), Int::ZERO));
        }
        // A pointer that is not set is 0, and bytes are counted: the swizzle applies to indices as it is printed.
        if let Offset::Flag(_) = self.offset {
            let (inner, passed) = layout.slice_and_offset(coordinate)?;
            let passed = int_of(passed)?;
            let sliced = match passed.is_constant(0) {
                true => self.rewrapped(inner.into()),
                false => AnyLayout::composed(self.printed_swizzle(), Offset::Int(passed), inner.into()),
            };
            return Ok((sliced, Int::ZERO));
        }
        if coordinate.leaves().into_iter().all(|slot| *slot == Slot::All) {
            return Ok((self.rewrapped(layout.slice(coordinate)?.into()), Int::ZERO));
        }
        let swizzle = self.swizzle;
        let sliced = layout.slice(coordinate)?;
        let diced = layout.dice(coordinate)?;
        let place = pick(coordinate, coordinate, false)?.ints();
        let diced_swizzled = projection(swizzle, true)?.composition(&diced)?;
        let diced_others = projection(swizzle, false)?.composition(&diced)?;
        let offset = self.offset.xor(mixed_bits(&diced_swizzled, &place)?);
        let passed = int_of(diced_others.index(&Coordinate::from(&place))?)?;
        let active = projection(swizzle, true)?.composition(&sliced)?;
        let end = Nested::Leaf(Slot::Int(active.size()?.minus(Int::ONE)?));
        let active = int_of(active.index(&end)?)?;
        let collides = active.bit_and(Int::constant(!swizzle.apply_value(active.value())));
        if collides.is_static() && collides.value() != 0 {
            return Ok((AnyLayout::composed(swizzle, offset, sliced.into()), passed));
        }
        let strides = decayed(swizzle, offset)?;
        Ok((strides.composition(&sliced)?.into(), offset.swizzled(swizzle).int().plus(passed)?))
    }
}

/// The layout that keeps only the bits that a swizzle combines, or only the others.
fn projection(swizzle: Swizzle, combined: bool) -> Result<Layout> {
    let (bits, base, far) = (swizzle.bits(), swizzle.base(), swizzle.shift().unsigned_abs());
    let power = |exponent: u32| Int::constant(1_i64 << exponent);
    let extents = [power(base), power(bits), power(far - bits), power(bits), Int::ONE];
    let mut modes = Vec::with_capacity(extents.len());
    let mut stride = Int::ONE;
    for (index, extent) in extents.into_iter().enumerate() {
        let is_combined = index == 1 || index == 3;
        let is_last = index + 1 == extents.len();
        // CuTe takes the strides of the compact layout, where a mode of extent 1 has stride 0.
        let own = if extent.is_constant(1) && !is_last { Int::ZERO } else { stride };
        let kept = if is_last { !combined } else { is_combined == combined };
        modes.push((extent, if kept { own } else { Int::ZERO }));
        stride = stride.times(extent)?;
    }
    flat(&modes)
}

/// The swizzle as strides, at an offset whose bits are known to stay clear of it.
fn decayed(swizzle: Swizzle, offset: Offset) -> Result<Layout> {
    let (bits, base, far) = (swizzle.bits(), swizzle.base(), swizzle.shift().unsigned_abs());
    let power = |exponent: u32| Int::constant(1_i64 << exponent);
    let lowest = |mask: i64| mask & mask.wrapping_neg();
    let (zzz, yyy) = (lowest(swizzle.zzz()), lowest(swizzle.yyy()));
    let strides = |of_changed: bool, modes: &mut Vec<(Int, Int)>| {
        for bit in 0..bits {
            let partner = if of_changed { yyy } else { zzz };
            let is_clear = offset.masked(partner << bit).int();
            let (clear, set) = if of_changed { (zzz, -zzz) } else { (yyy + zzz, yyy - zzz) };
            let stride = if is_clear.value() == 0 { clear << bit } else { set << bit };
            let stride = if is_clear.is_static() { Int::constant(stride) } else { Int::dynamic(stride) };
            modes.push((Int::constant(2), stride));
        }
    };
    let mut modes = vec![(power(base), Int::ONE)];
    strides(zzz < yyy, &mut modes);
    modes.push((power(far - bits), power(base + bits)));
    strides(zzz > yyy, &mut modes);
    modes.push((Int::ONE, power(base + bits + far)));
    flat(&modes)
}

fn flat(modes: &[(Int, Int)]) -> Result<Layout> {
    let shape = Nested::Tuple(modes.iter().map(|(extent, _)| Nested::Leaf(*extent)).collect());
    let stride = Nested::Tuple(modes.iter().map(|(_, stride)| Nested::Leaf(*stride)).collect());
    Layout::with_ints(shape, &stride)
}

fn int_of(index: Index) -> Result<Int> {
    match index {
        Nested::Leaf(int) => Ok(int),
        Nested::Tuple(_) => Err(Error::MixedIndices { left: Int::ZERO.to_string(), right: index.to_string() }),
    }
}

/// The index of a coordinate with what is known of each of its bits: CuTe's `to_mixed_bits`.
fn mixed_bits(layout: &Layout, coordinate: &IntTuple) -> Result<Offset> {
    let natural = idx2crd(&Coordinate::from(coordinate), layout.shape())?;
    let stride = layout
        .int_stride()
        .ok_or_else(|| Error::MixedIndices { left: Int::ZERO.to_string(), right: layout.stride().to_string() })?;
    let leaves = layout.shape().leaves().into_iter().zip(stride.leaves()).zip(natural.leaves());
    let mut bits = None;
    for ((extent, stride), digit) in leaves {
        let reach = extent.times(*stride)?;
        if !reach.is_static() || !(reach.value() == 0 || reach.value().count_ones() == 1) {
            return Err(Error::NotPowerOfTwo { what: "extent times stride", found: reach.value() });
        }
        let flags = extent.minus(Int::ONE)?.times(*stride)?;
        let own = MixedBits::make(0, digit.times(*stride)?, flags.value());
        bits = Some(bits.map_or(own, |bits: Offset| bits.xor(own)));
    }
    bits.ok_or(Error::Empty)
}

impl AnyLayout {
    /// A swizzle after an offset after a layout; the identity without an offset adds nothing.
    pub fn composed(swizzle: Swizzle, offset: Offset, inner: AnyLayout) -> AnyLayout {
        match inner {
            AnyLayout::Plain(layout) if swizzle.is_identity() && offset == Offset::ZERO => AnyLayout::Plain(layout),
            inner => AnyLayout::Composed(ComposedLayout::new(swizzle, offset, inner)),
        }
    }

    /// The swizzle that comes last; the identity of a plain layout.
    pub fn swizzle(&self) -> Swizzle {
        match self {
            AnyLayout::Plain(_) => Swizzle::IDENTITY,
            AnyLayout::Composed(composed) => composed.swizzle,
        }
    }

    /// The layout that coordinates enter first.
    pub fn innermost(&self) -> &Layout {
        match self {
            AnyLayout::Plain(layout) => layout,
            AnyLayout::Composed(composed) => composed.inner().innermost(),
        }
    }

    /// The layout, where nothing comes after it.
    pub fn plain(&self) -> Option<&Layout> {
        match self {
            AnyLayout::Plain(layout) => Some(layout),
            AnyLayout::Composed(_) => None,
        }
    }

    /// The extents.
    pub fn shape(&self) -> &Shape {
        self.innermost().shape()
    }

    /// The number of modes.
    pub fn rank(&self) -> usize {
        self.innermost().rank()
    }

    /// The size of the domain.
    pub fn size(&self) -> Result<Int> {
        self.innermost().size()
    }

    /// The layout of the mode at the end of a path: the swizzles after that mode of the innermost layout.
    pub fn at(&self, path: &[usize]) -> Result<AnyLayout> {
        self.map(&mut |layout| layout.at(path))
    }

    /// The same swizzles after another innermost layout.
    ///
    /// ```
    /// use colex::AnyLayout;
    ///
    /// let r: AnyLayout = "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)".parse()?;
    /// let flat = r.map(&mut |inner| inner.coalesce())?;
    /// assert_eq!(flat.swizzle(), r.swizzle());
    /// assert_eq!(flat.innermost(), &r.innermost().coalesce()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map(&self, change: &mut dyn FnMut(&Layout) -> Result<Layout>) -> Result<AnyLayout> {
        match self {
            AnyLayout::Plain(layout) => change(layout).map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => Ok(composed.rewrapped(composed.inner().map(change)?)),
        }
    }

    /// The layout of where elements lie: CuTe's `as_position_independent_swizzle_layout`. Law: it has the indices of the
    /// layout.
    pub fn position_independent(&self) -> AnyLayout {
        match self {
            AnyLayout::Composed(composed) if matches!(composed.offset, Offset::Flag(_)) => {
                AnyLayout::composed(composed.swizzle, Offset::ZERO, composed.inner().clone())
            }
            layout => layout.clone(),
        }
    }

    /// The layout as CuTe applies it to a coordinate: under a pointer that is not set the swizzle of bytes is applied to the
    /// index of the element, which is not where the element lies.
    ///
    /// ```
    /// use colex::swizzle::Offset;
    /// use colex::{AnyLayout, Layout, Swizzle, composed::ComposedLayout};
    ///
    /// let inner: Layout = "(_8,_16):(_16,_1)".parse()?;
    /// let a = AnyLayout::Composed(ComposedLayout::new(Swizzle::new(1, 3, 3)?, Offset::Flag(16), inner.into()));
    /// assert_eq!(a.to_string(), "Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1)");
    /// let place = "(4,0)".parse()?;
    /// assert_eq!([a.index(&place)?, a.as_applied().index(&place)?], [72.into(), 64.into()]);
    /// assert_eq!(a.position_independent().index(&place)?, 72.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_applied(&self) -> AnyLayout {
        match self {
            AnyLayout::Composed(composed) if matches!(composed.offset, Offset::Flag(_)) => {
                AnyLayout::composed(composed.printed_swizzle(), Offset::ZERO, composed.inner().clone())
            }
            layout => layout.clone(),
        }
    }

    /// The index of a coordinate: where the element lies.
    pub fn index(&self, coordinate: &Coordinate) -> Result<Index> {
        self.index_with_trace(coordinate, &mut Trace::silent())
    }

    /// [`AnyLayout::index`], telling what swizzles do.
    pub fn index_with_trace(&self, coordinate: &Coordinate, trace: &mut Trace<'_>) -> Result<Index> {
        match self {
            AnyLayout::Plain(layout) if trace.listens() => {
                let mut record = Record::default();
                let index = crd2idx_with_trace(coordinate, layout.shape(), layout.stride(), &mut record)?;
                record.coordinate_steps.into_iter().for_each(|step| trace.hear(Step::Coordinate(step)));
                Ok(index)
            }
            AnyLayout::Plain(layout) => layout.index(coordinate),
            AnyLayout::Composed(composed) => {
                let before = int_of(composed.inner().index_with_trace(coordinate, trace)?)?;
                let offset = composed.offset.int().plus(before)?;
                if let Some(outer) = composed.outer() {
                    return outer.index(&Nested::Leaf(Slot::Int(offset)));
                }
                Ok(Nested::Leaf(composed.swizzle.apply_with_trace(offset, trace)))
            }
        }
    }

    /// The same swizzle with the index of a coordinate added before it; `None` of a layout without one.
    pub(crate) fn offset_by(&self, coordinate: &Coordinate) -> Result<Option<AnyLayout>> {
        let AnyLayout::Composed(composed) = self else { return Ok(None) };
        let offset = composed.offset.int().plus(int_of(composed.inner().index(coordinate)?)?)?;
        let moved = ComposedLayout { offset: Offset::Int(offset), ..composed.clone() };
        Ok(Some(AnyLayout::Composed(moved)))
    }

    /// The modes under `_`, and the offset of the others.
    ///
    /// ```
    /// use colex::{AnyLayout, basis::add};
    ///
    /// let r: AnyLayout = "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)".parse()?;
    /// let (slice, offset) = r.slice_and_offset(&"(3,_)".parse()?)?;
    /// for d in 0..4 {
    ///     let index = r.index(&format!("(3,{d})").parse()?)?;
    ///     assert_eq!(index, add(&offset, &slice.index(&d.to_string().parse()?)?)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice_and_offset(&self, coordinate: &Coordinate) -> Result<(AnyLayout, Index)> {
        match self {
            AnyLayout::Plain(layout) => {
                let (rest, offset) = layout.slice_and_offset(coordinate)?;
                Ok((rest.into(), offset))
            }
            AnyLayout::Composed(composed) => {
                let (rest, offset) = composed.slice_and_offset(coordinate)?;
                Ok((rest, Nested::Leaf(offset)))
            }
        }
    }

    /// `composition(self, right)`.
    ///
    /// ```
    /// use colex::{AnyLayout, coordinate::Coordinate, steps::Trace};
    ///
    /// let (a, b): (AnyLayout, AnyLayout) = ("Sw<2,0,2> o _0 o (_4,_4):(_4,_1)".parse()?, "(_2,_4):(_8,_1)".parse()?);
    /// let r = a.composition(&b, &mut Trace::silent())?;
    /// assert_eq!(r.to_string(), "Sw<2,0,2> o _0 o (_2,_4):(_2,_4)");
    /// for i in 0..8 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(r.index(&i)?, a.index(&Coordinate::from(&b.index(&i)?))?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn composition(&self, right: &AnyLayout, trace: &mut Trace<'_>) -> Result<AnyLayout> {
        match (self, right) {
            (AnyLayout::Plain(left), AnyLayout::Plain(right)) => {
                left.composition_with_trace(right, trace).map(AnyLayout::Plain)
            }
            (AnyLayout::Composed(left), right) => Ok(left.rewrapped(left.inner().composition(right, trace)?)),
            (AnyLayout::Plain(left), AnyLayout::Composed(right)) => {
                if right.offset != Offset::ZERO {
                    return Err(Error::NeedsNoOffset { layout: right.to_string() });
                }
                before_swizzle(left, right.swizzle)?.composition(right.inner(), trace)
            }
        }
    }

    /// The layout of what `left` maps back: CuTe's `right_inverse`.
    ///
    /// ```
    /// use colex::{AnyLayout, coordinate::Coordinate, steps::Trace};
    ///
    /// let a: AnyLayout = "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)".parse()?;
    /// let inverse = a.right_inverse(&mut Trace::silent())?;
    /// for k in 0..16 {
    ///     let place = Coordinate::from(&inverse.index(&k.to_string().parse()?)?);
    ///     assert_eq!(a.index(&place)?, k.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn right_inverse(&self, trace: &mut Trace<'_>) -> Result<AnyLayout> {
        self.inverse(&mut |layout| layout.right_inverse_with_trace(trace))
    }

    /// The layout that maps back: CuTe's `left_inverse`.
    ///
    /// ```
    /// use colex::{AnyLayout, coordinate::Coordinate, steps::Trace};
    ///
    /// let a: AnyLayout = "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)".parse()?;
    /// let inverse = a.left_inverse(&mut Trace::silent())?;
    /// for i in 0..16 {
    ///     let index = Coordinate::from(&a.index(&i.to_string().parse()?)?);
    ///     assert_eq!(inverse.index(&index)?, i.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_inverse(&self, trace: &mut Trace<'_>) -> Result<AnyLayout> {
        self.inverse(&mut |layout| layout.left_inverse_with_trace(trace))
    }

    fn inverse(&self, invert: &mut dyn FnMut(&Layout) -> Result<Layout>) -> Result<AnyLayout> {
        match self {
            AnyLayout::Plain(layout) => invert(layout).map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => {
                if composed.offset != Offset::ZERO {
                    return Err(Error::NeedsNoOffset { layout: composed.to_string() });
                }
                let AnyLayout::Plain(inner) = composed.inner() else {
                    return Err(Error::TwiceComposed { layout: composed.to_string() });
                };
                before_swizzle(&invert(inner)?, composed.swizzle)
            }
        }
    }

    /// Elements `factor` times as large.
    pub fn upcast(&self, factor: i64, trace: &mut Trace<'_>) -> Result<AnyLayout> {
        match self {
            AnyLayout::Plain(layout) => layout.upcast_with_trace(factor, trace).map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => {
                if composed.outer.is_some() {
                    return Err(Error::TwiceComposed { layout: composed.to_string() });
                }
                let (swizzle, offset) = (composed.swizzle.upcast(factor)?, composed.offset.upcast(factor)?);
                let inner = composed.inner().upcast(factor, trace)?;
                Ok(AnyLayout::Composed(ComposedLayout::new(swizzle, offset, inner)))
            }
        }
    }

    /// Elements that `factor` of make one of these.
    pub fn downcast(&self, factor: i64, trace: &mut Trace<'_>) -> Result<AnyLayout> {
        match self {
            AnyLayout::Plain(layout) => layout.downcast_with_trace(factor, trace).map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => {
                if composed.outer.is_some() {
                    return Err(Error::TwiceComposed { layout: composed.to_string() });
                }
                let (swizzle, offset) = (composed.swizzle.downcast(factor)?, composed.offset.downcast(factor)?);
                let inner = composed.inner().downcast(factor, trace)?;
                Ok(AnyLayout::Composed(ComposedLayout::new(swizzle, offset, inner)))
            }
        }
    }

    /// Elements of `old` bits seen as elements of `new` bits.
    pub fn recast(&self, old: i64, new: i64, trace: &mut Trace<'_>) -> Result<AnyLayout> {
        let (up, down) = crate::algebra::recast::ratio(old, new)?;
        let raised = if up == 1 { self.clone() } else { self.upcast(up, trace)? };
        if down == 1 { Ok(raised) } else { raised.downcast(down, trace) }
    }

    /// Returns the number of elements that are contiguous in both at once.
    pub fn max_common_vector(&self, other: &AnyLayout) -> Result<Int> {
        let vector = self.innermost().max_common_vector(other.innermost())?;
        let (own, others) = (self.outermost(), other.outermost());
        if own == others {
            return Ok(vector);
        }
        Ok([own, others].into_iter().flatten().fold(vector, |vector, swizzle| vector.min(swizzle.max_alignment())))
    }

    /// The largest layout that is the identity after both.
    pub fn max_common_layout(&self, other: &AnyLayout) -> Result<Layout> {
        let common = self.innermost().max_common_layout(other.innermost())?;
        let base = match (self.outermost(), other.outermost()) {
            (None, None) => return Ok(common),
            (Some(swizzle), None) | (None, Some(swizzle)) => swizzle.max_alignment(),
            (Some(_), Some(_)) => return Err(Error::TwiceComposed { layout: other.to_string() }),
        };
        if base.value() < common.size()?.value() {
            return common.composition_by(&Tiler::Leaf(TilerLeaf::Extent(base)));
        }
        Ok(common)
    }

    /// Returns the number of elements that every run that begins at a multiple of it has, as far as static numbers
    /// show.
    pub fn max_alignment(&self) -> Result<Int> {
        match self {
            AnyLayout::Plain(layout) => layout.max_alignment(),
            AnyLayout::Composed(composed) => {
                let inner = composed.printed_swizzle().max_alignment().gcd(composed.inner().max_alignment()?)?;
                Ok(inner.gcd(composed.offset.max_alignment())?)
            }
        }
    }

    fn outermost(&self) -> Option<Swizzle> {
        match self {
            AnyLayout::Plain(_) => None,
            AnyLayout::Composed(composed) => Some(composed.printed_swizzle()),
        }
    }
}

/// A layout after a swizzle as a swizzle after that layout: the masks go through the layout.
///
/// ```
/// use colex::{Layout, Swizzle, composed::before_swizzle};
///
/// let (left, swizzle): (Layout, Swizzle) = ("(_4,_4):(_4,_1)".parse()?, "Sw<2,0,2>".parse()?);
/// let r = before_swizzle(&left, swizzle)?;
/// assert_eq!(r.to_string(), "Sw<2,0,-2> o _0 o (_4,_4):(_4,_1)");
/// for i in 0..16 {
///     let swizzled = swizzle.apply_value(i).to_string().parse()?;
///     assert_eq!(r.index(&i.to_string().parse()?)?, left.index(&swizzled)?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn before_swizzle(left: &Layout, swizzle: Swizzle) -> Result<AnyLayout> {
    let through = |mask: i64| -> Result<i64> {
        let moved = int_of(left.index(&Nested::Leaf(Slot::Int(Int::constant(mask))))?)?;
        if !moved.is_static() {
            return Err(Error::NeedsStatic { operation: "composition", integer: moved });
        }
        Ok(moved.value())
    };
    let moved = Swizzle::from_masks(through(swizzle.yyy())?, through(swizzle.zzz())?)?;
    Ok(AnyLayout::composed(moved, Offset::ZERO, left.clone().into()))
}

impl fmt::Display for ComposedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.outer {
            Some(outer) => write!(f, "{outer} o {} o {}", self.offset, self.inner),
            None => write!(f, "{} o {} o {}", self.printed_swizzle(), self.offset, self.inner),
        }
    }
}

impl fmt::Display for AnyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyLayout::Plain(layout) => layout.fmt(f),
            AnyLayout::Composed(composed) => composed.fmt(f),
        }
    }
}
