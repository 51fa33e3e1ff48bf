//! Repairs of a stride whose parentheses do not fit its shape.

use crate::error::Result;
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::RepairKind;

/// The layouts that a shape with a misfitting stride may have meant: strides generated from the left, from the right,
/// or the given ones kept in order and the missing ones filled in behind the largest index reached.
pub fn stride_repairs(shape: &IntTuple, stride: &IntTuple) -> Vec<(RepairKind, Layout)> {
    let candidates = [
        (RepairKind::LayoutLeft, Layout::compact(shape.clone(), Major::Left)),
        (RepairKind::LayoutRight, Layout::compact(shape.clone(), Major::Right)),
        (RepairKind::KeepAndFill, keep_and_fill(shape, stride)),
    ];
    candidates.into_iter().filter_map(|(kind, layout)| Some((kind, layout.ok()?))).collect()
}

/// The given strides for the leaves in order; each further leaf starts after everything that is reached so far.
fn keep_and_fill(shape: &IntTuple, stride: &IntTuple) -> Result<Layout> {
    let extents = shape.leaves();
    let given = stride.leaves();
    let mut reached = Int::ONE;
    for (extent, stride) in extents.iter().zip(&given) {
        reached = reached.plus(extent.minus(Int::ONE)?.times(stride.abs()?)?)?;
    }
    let mut strides = Vec::with_capacity(extents.len());
    for (index, extent) in extents.iter().enumerate() {
        match given.get(index) {
            Some(stride) => strides.push(Nested::Leaf(**stride)),
            None => {
                strides.push(Nested::Leaf(reached));
                reached = reached.times(**extent)?;
            }
        }
    }
    let strides = Nested::Tuple(strides).unflatten(shape)?;
    Layout::with_ints(shape.clone(), &strides)
}
