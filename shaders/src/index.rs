//! The index that a layout has for coordinates that are expressions.
//!
//! ```
//! use colex::{AnyLayout, Int, Layout, Nested};
//! use colex_shaders::expression::{Expressions, Range};
//! use colex_shaders::index::{Bounds, index};
//!
//! let pair = |a, b| Nested::Tuple(vec![Nested::Leaf(Int::constant(a)), Nested::Leaf(Int::constant(b))]);
//! let rows = AnyLayout::from(Layout::with_ints(pair(4, 8), &pair(8, 1)).unwrap());
//! let mut all = Expressions::new();
//! let m = all.variable("m", Range::up_to(3));
//! let n = all.variable("n", Range::up_to(7));
//! let at = index(&mut all, &rows, &[m, n]).unwrap();
//! assert_eq!(all.wgsl(at), "m * 8u + n");
//! assert_eq!(Bounds::of(&rows).unwrap(), Bounds { elements: 32, cosize: 32 });
//! ```

use std::num::NonZeroU32;

use colex::after::After;
use colex::{AnyLayout, IntTuple, Nested, Swizzle};

use crate::expression::{Expression, Expressions};
use crate::kernel::{Leaf, Refusal, check_up_to};

/// Largest number of coordinates of a layout of a kernel: 2^30.
pub const SIZE_LIMIT: u32 = 1 << 30;

/// Size of a layout, and the buffer that it needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// `size(layout)`.
    pub elements: u32,
    /// One more than the largest index; of a swizzled layout that is too large to run over, a bound.
    pub cosize: u64,
}

impl Bounds {
    /// The bounds of a layout, or why no buffer can be indexed by it: basis strides, no elements, negative indices, or
    /// indices beyond u32.
    pub fn of(layout: &AnyLayout) -> Result<Bounds, Refusal> {
        let checked = check_up_to(layout.innermost(), SIZE_LIMIT)?;
        let (smallest, largest) =
            After::of(layout).bounds(checked.smallest, checked.largest).map_err(Refusal::Algebra)?;
        if smallest < 0 {
            return Err(Refusal::NegativeIndex { smallest });
        }
        if largest > i64::from(u32::MAX) {
            return Err(Refusal::IndexTooWide { smallest: smallest.into(), largest: largest.into() });
        }
        Ok(Bounds { elements: checked.elements, cosize: largest.unsigned_abs() + 1 })
    }
}

/// The index of a layout for one coordinate per mode, or for one coordinate of the whole layout.
///
/// Law: for every coordinate in the domain its value is `layout(coordinates...)`. Beyond the domain it is what the
/// arithmetic gives, as in CuTe: whoever asks there keeps the answer from being used.
pub fn index(all: &mut Expressions, layout: &AnyLayout, coordinates: &[Expression]) -> Result<Expression, Refusal> {
    Bounds::of(layout)?;
    let inner = layout.innermost();
    let leaves = check_up_to(inner, SIZE_LIMIT)?.leaves;
    let mut digits = Vec::with_capacity(leaves.len());
    match (coordinates, inner.shape()) {
        ([whole], shape) => split(all, *whole, shape, &mut digits),
        (each, Nested::Tuple(modes)) if each.len() == modes.len() => {
            each.iter().zip(modes).for_each(|(coordinate, mode)| split(all, *coordinate, mode, &mut digits));
        }
        (each, _) => {
            let (layout, rank, needed) = (layout.to_string(), inner.rank(), each.len());
            return Err(Refusal::WrongRank { layout, rank, needed });
        }
    }
    let modes = leaves.iter().zip(digits).collect::<Vec<_>>();
    let mut index = sum(all, &modes);
    let after = After::of(layout);
    for (offset, swizzle) in after.parts() {
        // Modulo 2^32: no index on the way is below zero or beyond u32.
        let offset = all.constant(*offset as u32);
        index = all.add(index, offset);
        index = swizzled(all, swizzle, index)?;
    }
    match after.outer() {
        Some(outer) => self::index(all, &outer.clone().into(), &[index]),
        None => Ok(index),
    }
}

/// The bits of an index after a swizzle: those at `yyy`, shifted, on those at `zzz` by exclusive or.
fn swizzled(all: &mut Expressions, swizzle: &Swizzle, index: Expression) -> Result<Expression, Refusal> {
    if swizzle.is_identity() {
        return Ok(index);
    }
    let wide = || Refusal::SwizzleTooWide { swizzle: swizzle.to_string() };
    let (yyy, zzz) =
        (u32::try_from(swizzle.yyy()).map_err(|_| wide())?, u32::try_from(swizzle.zzz()).map_err(|_| wide())?);
    let power = |bits: u32| 1_u32.checked_shl(bits).and_then(NonZeroU32::new).ok_or_else(wide);
    let from = power(yyy.trailing_zeros())?;
    let many = power(yyy.count_ones())?;
    let to = power(zzz.trailing_zeros())?;
    let bits = all.divide(index, from);
    let bits = all.remainder(bits, many);
    let to = all.constant(to.get());
    let bits = all.multiply(bits, to);
    Ok(all.exclusive(index, bits))
}

/// The coordinates of the leaves from left to right. The last mode of a tuple takes what is left, without remainder.
pub(crate) fn split(
    all: &mut Expressions,
    coordinate: Expression,
    shape: &IntTuple,
    coordinates: &mut Vec<Expression>,
) {
    let Nested::Tuple(modes) = shape else {
        coordinates.push(coordinate);
        return;
    };
    let mut rest = coordinate;
    for (index, mode) in modes.iter().enumerate() {
        if index + 1 == modes.len() {
            split(all, rest, mode, coordinates);
        } else {
            let size = size(mode);
            let digit = all.remainder(rest, size);
            rest = all.divide(rest, size);
            split(all, digit, mode, coordinates);
        }
    }
}

/// The size of a mode of a layout that is checked: extents from one, and their product fits.
fn size(mode: &IntTuple) -> NonZeroU32 {
    mode.leaves().into_iter().fold(NonZeroU32::MIN, |size, extent| {
        let extent = u32::try_from(extent.value()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN);
        size.saturating_mul(extent)
    })
}

/// Coordinate times stride, added up: first what is added, then what is subtracted.
pub(crate) fn sum(all: &mut Expressions, modes: &[(&Leaf, Expression)]) -> Expression {
    let mut index = all.constant(0);
    for (leaf, coordinate) in modes.iter().filter(|(leaf, _)| leaf.stride > 0) {
        let part = times(all, *coordinate, leaf.stride);
        index = all.add(index, part);
    }
    for (leaf, coordinate) in modes.iter().filter(|(leaf, _)| leaf.stride < 0) {
        let part = times(all, *coordinate, leaf.stride);
        index = all.subtract(index, part);
    }
    index
}

/// A coordinate times the absolute value of a stride. Where the extent is above one the stride fits in 32 bits, because
/// the index does; where it is one, the coordinate is 0 and the stride does not matter.
fn times(all: &mut Expressions, coordinate: Expression, stride: i64) -> Expression {
    let factor = u32::try_from(stride.unsigned_abs()).unwrap_or(0);
    let factor = all.constant(factor);
    all.multiply(coordinate, factor)
}
