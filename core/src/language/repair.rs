//! Strides for a shape whose own strides do not fit it.

use crate::error::Result;
use crate::int::Int;
use crate::int_tuple::{IntTuple, product};
use crate::layout::{Layout, Shape};
use crate::make::{Major, compact_col_major};
use crate::nested::Nested;

/// Way to make strides fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrideRepairKind {
    /// All anew, from the left: `LayoutLeft`.
    LayoutLeft,
    /// All anew, from the right: `LayoutRight`.
    LayoutRight,
    /// Those that are there stay with their modes; the others are filled in.
    KeepAndFill,
}

/// One way to make strides fit, and what comes out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrideRepair {
    /// The way.
    pub kind: StrideRepairKind,
    /// The layout that it gives; its shape is the shape that was asked about.
    pub layout: Layout,
}

/// The layouts that `shape:stride` could have meant, where the two do not have the same parentheses.
///
/// Keep-and-fill goes mode by mode. A stride that stands where the shape has a tuple goes on inside it from the left,
/// `((2,3),4):(1,6) -> ((2,3),4):((1,2),6)`; of a tuple that stands where the shape has an integer the first stride
/// stays; a mode without a stride gets one behind everything that the given strides reach,
/// `(4,2,3):(3,1) -> (4,2,3):(3,1,12)`. Strides too many are dropped.
///
/// Empty where shape and stride are congruent. Keep-and-fill comes first, unless one of the others gives the same; what
/// overflows is left out.
pub fn stride_repairs(shape: &IntTuple, stride: &IntTuple) -> Vec<StrideRepair> {
    if shape.is_congruent_to(stride) {
        return Vec::new();
    }
    let left = Layout::compact(shape.clone(), Major::Left);
    let right = Layout::compact(shape.clone(), Major::Right).ok().filter(|right| left.as_ref() != Ok(right));
    let kept = keep_and_fill(shape, stride).ok();
    let kept = kept.filter(|kept| left.as_ref() != Ok(kept) && right.as_ref() != Some(kept));
    let candidates = [
        (StrideRepairKind::KeepAndFill, kept),
        (StrideRepairKind::LayoutLeft, left.ok()),
        (StrideRepairKind::LayoutRight, right),
    ];
    let found = candidates.into_iter().filter_map(|(kind, layout)| Some(StrideRepair { kind, layout: layout? }));
    found.filter(|repair| repair.layout.cosize().is_ok()).collect()
}

fn keep_and_fill(shape: &Shape, stride: &IntTuple) -> Result<Layout> {
    shape.clone().check_limits()?;
    let kept = keep(shape, Some(stride))?;
    let mut next = Int::ONE;
    reached(shape, &kept, &mut next)?;
    Layout::with_ints(shape.clone(), &fill(shape, &kept, &mut next)?)
}

/// The strides that stay, in the parentheses of the shape.
fn keep(shape: &Shape, stride: Option<&IntTuple>) -> Result<Nested<Option<Int>>> {
    Ok(match (shape, stride) {
        (Nested::Leaf(_), stride) => Nested::Leaf(stride.and_then(|stride| stride.leaves().first().copied().copied())),
        (Nested::Tuple(_), Some(Nested::Leaf(stride))) => {
            compact_col_major(shape, *stride)?.map(&mut |stride| Some(*stride))
        }
        (Nested::Tuple(shapes), stride) => {
            let strides = stride.map(Nested::modes).unwrap_or_default();
            let modes = shapes.iter().enumerate().map(|(index, shape)| keep(shape, strides.get(index)));
            Nested::Tuple(modes.collect::<Result<_>>()?)
        }
    })
}

/// The largest extent times stride of those that stay.
fn reached(shape: &Shape, kept: &Nested<Option<Int>>, largest: &mut Int) -> Result<()> {
    for (extent, stride) in shape.leaves().into_iter().zip(kept.leaves()) {
        if let Some(stride) = stride {
            let reach = extent.times(stride.abs()?)?;
            if reach.value() > largest.value() {
                *largest = reach;
            }
        }
    }
    Ok(())
}

/// Those that stay, and running products from `next` for the others.
fn fill(shape: &Shape, kept: &Nested<Option<Int>>, next: &mut Int) -> Result<IntTuple> {
    match (shape, kept) {
        (Nested::Tuple(shapes), Nested::Tuple(kept)) => {
            let modes = shapes.iter().zip(kept).map(|(shape, kept)| fill(shape, kept, next));
            modes.collect::<Result<_>>().map(Nested::Tuple)
        }
        (_, Nested::Leaf(Some(stride))) => Ok(Nested::Leaf(*stride)),
        _ => {
            let stride = compact_col_major(shape, *next)?;
            *next = next.times(product(shape)?)?;
            Ok(stride)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(value: i64) -> IntTuple {
        Nested::Leaf(Int::constant(value))
    }

    fn tuple(modes: &[IntTuple]) -> IntTuple {
        Nested::Tuple(modes.to_vec())
    }

    fn check(shape: IntTuple, stride: IntTuple, expected: &[(StrideRepairKind, &str)]) {
        let found = stride_repairs(&shape, &stride);
        let found = found.iter().map(|repair| (repair.kind, repair.layout.to_string().replace('_', "")));
        let expected = expected.iter().map(|(kind, layout)| (*kind, (*layout).to_owned()));
        assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{shape}:{stride}");
    }

    #[test]
    fn strides_that_fit_are_left_alone() {
        check(tuple(&[leaf(4), leaf(2)]), tuple(&[leaf(2), leaf(1)]), &[]);
        check(leaf(4), leaf(1), &[]);
    }

    #[test]
    fn strides_that_do_not_fit_have_three_repairs() {
        use StrideRepairKind::{KeepAndFill, LayoutLeft, LayoutRight};
        let inner = tuple(&[leaf(2), leaf(3)]);
        check(
            tuple(&[inner.clone(), leaf(4)]),
            tuple(&[leaf(1), leaf(12)]),
            &[
                (KeepAndFill, "((2,3),4):((1,2),12)"),
                (LayoutLeft, "((2,3),4):((1,2),6)"),
                (LayoutRight, "((2,3),4):((12,4),1)"),
            ],
        );
        check(
            tuple(&[leaf(4), leaf(2), leaf(3)]),
            tuple(&[leaf(3), leaf(1)]),
            &[(KeepAndFill, "(4,2,3):(3,1,12)"), (LayoutLeft, "(4,2,3):(1,4,8)"), (LayoutRight, "(4,2,3):(6,3,1)")],
        );
        check(
            tuple(&[leaf(3), inner]),
            tuple(&[leaf(3), tuple(&[leaf(12)])]),
            &[
                (KeepAndFill, "(3,(2,3)):(3,(12,24))"),
                (LayoutLeft, "(3,(2,3)):(1,(3,6))"),
                (LayoutRight, "(3,(2,3)):(6,(3,1))"),
            ],
        );
        check(
            tuple(&[leaf(4), leaf(2)]),
            tuple(&[tuple(&[leaf(2), leaf(7)]), leaf(1), leaf(9)]),
            &[(LayoutLeft, "(4,2):(1,4)"), (LayoutRight, "(4,2):(2,1)")],
        );
        check(leaf(4), tuple(&[]), &[(LayoutLeft, "4:1")]);
        check(
            tuple(&[leaf(4), leaf(2)]),
            tuple(&[leaf(-1)]),
            &[(KeepAndFill, "(4,2):(-1,4)"), (LayoutLeft, "(4,2):(1,4)"), (LayoutRight, "(4,2):(2,1)")],
        );
    }

    #[test]
    fn what_would_overflow_is_left_out() {
        let huge = tuple(&[leaf(i64::MAX), leaf(i64::MAX)]);
        assert!(stride_repairs(&huge, &leaf(1)).is_empty());
        assert!(stride_repairs(&tuple(&[leaf(2), leaf(2)]), &tuple(&[leaf(i64::MIN)])).len() == 2);
    }
}
