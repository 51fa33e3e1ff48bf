//! Which shapes accept each other's coordinates: congruent, compatible and their weak forms.

use crate::error::Result;
use crate::int::{Int, Truth};
use crate::int_tuple::{IntTuple, all, product};
use crate::nested::Nested;

/// The same parentheses. Always known at compile time. Law: an equivalence.
pub fn congruent(a: &IntTuple, b: &IntTuple) -> Truth {
    Truth::constant(a.is_congruent_to(b))
}

/// The parentheses of `a` are those of `b` or coarser: an integer of `a` may face a tuple of `b`. Law: a partial order
/// on profiles.
pub fn weakly_congruent(a: &IntTuple, b: &IntTuple) -> Truth {
    Truth::constant(coarser(a, b))
}

fn coarser(a: &IntTuple, b: &IntTuple) -> bool {
    match (a, b) {
        (Nested::Leaf(_), _) => true,
        (Nested::Tuple(a), Nested::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| coarser(a, b)),
        (Nested::Tuple(_), Nested::Leaf(_)) => false,
    }
}

/// Every coordinate of `a` is a coordinate of `b`, and both have the same size: an integer of `a` equals the size of
/// its mode of `b`. Law: a partial order (reflexive, antisymmetric, transitive).
pub fn compatible(a: &IntTuple, b: &IntTuple) -> Result<Truth> {
    by_mode(a, b, &|extent, mode| Ok(extent.compare(product(mode)?, i64::eq)))
}

/// Every integer of `a` divides the size of its mode of `b`. CuTe had it up to version 3.5.1.
pub fn weakly_compatible(a: &IntTuple, b: &IntTuple) -> Result<Truth> {
    by_mode(a, b, &|extent, mode| Ok(product(mode)?.modulo(extent)?.compare(Int::ZERO, i64::eq)))
}

fn by_mode(a: &IntTuple, b: &IntTuple, holds: &impl Fn(Int, &IntTuple) -> Result<Truth>) -> Result<Truth> {
    match (a, b) {
        (Nested::Leaf(extent), _) => holds(*extent, b),
        (Nested::Tuple(left), Nested::Tuple(right)) if left.len() == right.len() => {
            all(left.iter().zip(right).map(|(a, b)| by_mode(a, b, holds)))
        }
        _ => Ok(Truth::constant(false)),
    }
}
