//! Strides from shapes: column-major, row-major, and by an order of the modes.

use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::{IntTuple, Shape, product_like};
use crate::nested::Nested;

/// From which side strides are generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Major {
    /// CuTe's `LayoutLeft`: the leftmost leaf has stride 1 (generalised column-major).
    #[default]
    Left,
    /// CuTe's `LayoutRight`: the rightmost leaf has stride 1 (generalised row-major).
    Right,
}

/// Strides as running products from left to right, starting with `current`; a static extent of 1 gets stride `_0`.
///
/// ```
/// use colex::{Int, make::compact_col_major};
///
/// assert_eq!(compact_col_major(&"(_3,(_1,_4))".parse()?, Int::constant(2))?.to_string(), "(_2,(_0,_6))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compact_col_major(shape: &Shape, current: Int) -> Result<IntTuple> {
    compact(shape, current, Major::Left)
}

/// Strides as running products from right to left, starting with `current`; a static extent of 1 gets stride `_0`.
///
/// ```
/// use colex::{Int, make::compact_row_major};
///
/// assert_eq!(compact_row_major(&"(_3,(_1,_4))".parse()?, Int::constant(2))?.to_string(), "(_8,(_0,_2))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compact_row_major(shape: &Shape, current: Int) -> Result<IntTuple> {
    compact(shape, current, Major::Right)
}

/// Strides as running products from either side, starting with `current`.
pub fn compact(shape: &Shape, current: Int, major: Major) -> Result<IntTuple> {
    let mut current = current;
    compact_from(shape, &mut current, major)
}

/// Strides of each mode with a start of its own where `current` is a tuple.
pub fn compact_each(shape: &Shape, current: &IntTuple, major: Major) -> Result<IntTuple> {
    match (shape, current) {
        (_, Nested::Leaf(current)) => compact(shape, *current, major),
        (Nested::Tuple(modes), Nested::Tuple(starts)) if modes.len() == starts.len() => {
            let pairs = modes.iter().zip(starts);
            pairs.map(|(mode, start)| compact_each(mode, start, major)).collect::<Result<_>>().map(Nested::Tuple)
        }
        _ => Err(Error::RankMismatch { left: shape.to_string(), right: current.to_string(), path: Vec::new() }),
    }
}

fn compact_from(shape: &Shape, current: &mut Int, major: Major) -> Result<IntTuple> {
    match shape {
        Nested::Leaf(extent) if extent.is_constant(1) => Ok(Nested::Leaf(Int::ZERO)),
        Nested::Leaf(extent) => {
            let stride = *current;
            *current = stride.times(*extent)?;
            Ok(Nested::Leaf(stride))
        }
        Nested::Tuple(modes) => {
            let mut strides = Vec::with_capacity(modes.len());
            match major {
                Major::Left => modes.iter().try_for_each(|mode| {
                    strides.push(compact_from(mode, current, major)?);
                    Ok::<(), Error>(())
                })?,
                Major::Right => {
                    modes.iter().rev().try_for_each(|mode| {
                        strides.push(compact_from(mode, current, major)?);
                        Ok::<(), Error>(())
                    })?;
                    strides.reverse();
                }
            }
            Ok(Nested::Tuple(strides))
        }
    }
}

/// Strides by order: a mode starts at the product of all extents whose order is smaller. Dynamic orders count as
/// larger than every static one, from left to right; equal orders give overlapping strides.
///
/// ```
/// use colex::make::{compact_col_major, compact_order};
///
/// let shape = "(_2,_3,_4)".parse()?;
/// assert_eq!(compact_order(&shape, &"(_2,_0,_1)".parse()?)?.to_string(), "(_12,_1,_3)");
/// assert_eq!(compact_order(&shape, &"(_0,_1,_2)".parse()?)?, compact_col_major(&shape, colex::Int::ONE)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compact_order(shape: &Shape, order: &IntTuple) -> Result<IntTuple> {
    let extents = product_like(shape, order)?;
    let extents = extents.leaves().into_iter().copied().collect::<Vec<_>>();
    let orders = order.leaves();
    let largest = orders.iter().filter(|order| order.is_static()).map(|order| order.value()).fold(0, i64::max);
    let ranks = orders
        .iter()
        .enumerate()
        .map(|(index, order)| if order.is_static() { order.value() } else { largest.saturating_add(1 + index as i64) })
        .collect::<Vec<_>>();
    let mut next = 0;
    place(shape, order, &extents, &ranks, &mut next)
}

fn place(shape: &Shape, order: &IntTuple, extents: &[Int], ranks: &[i64], next: &mut usize) -> Result<IntTuple> {
    match order {
        Nested::Tuple(orders) => {
            let Nested::Tuple(shapes) = shape else {
                return Err(Error::TupleForInteger { tuple: order.to_string(), integer: shape.to_string() });
            };
            let pairs = shapes.iter().zip(orders);
            pairs
                .map(|(shape, order)| place(shape, order, extents, ranks, next))
                .collect::<Result<_>>()
                .map(Nested::Tuple)
        }
        Nested::Leaf(_) => {
            let rank = ranks.get(*next).copied().unwrap_or_default();
            *next += 1;
            let before = extents.iter().zip(ranks).filter(|(_, other)| **other < rank);
            compact_col_major(shape, before.map(|(extent, _)| *extent).try_fold(Int::ONE, Int::times)?)
        }
    }
}
