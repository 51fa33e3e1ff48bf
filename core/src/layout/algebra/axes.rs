//! Layouts that answer coordinates, one direction after the other: what holds of integers holds along each direction.

use crate::basis::{ScaledBasis, StrideLeaf};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::{LEAF_LIMIT, Nested};

/// A layout of integers for each direction of the answers, in the parentheses of the answers: the same shape, with a stride
/// of 0 where the layout moves along another direction. `None` where answers are integers.
///
/// Errors: [`Error::MixedIndices`] where some strides are integers and others are not.
pub(crate) fn by_direction(layout: &Layout) -> Result<Option<Nested<Layout>>> {
    let strides = layout.stride().leaves();
    let paths = strides.iter().filter_map(|stride| match stride {
        StrideLeaf::Basis(basis) => Some(basis.path.as_slice()),
        StrideLeaf::Int(_) => None,
    });
    let paths = paths.collect::<Vec<_>>();
    let Some(first) = paths.first() else { return Ok(None) };
    let mixed = |left: &StrideLeaf, path: &[usize]| Error::MixedIndices {
        left: left.to_string(),
        right: StrideLeaf::Basis(ScaledBasis { scale: Int::ONE, path: path.to_vec() }).to_string(),
    };
    if let Some(integer) = strides.iter().find(|stride| stride.int().is_some_and(|stride| stride.value() != 0)) {
        return Err(mixed(integer, first));
    }
    below(layout, &paths, &mut Vec::new(), &mut { LEAF_LIMIT }).map(Some)
}

fn below(layout: &Layout, paths: &[&[usize]], prefix: &mut Vec<usize>, room: &mut usize) -> Result<Nested<Layout>> {
    let own = paths.iter().filter(|path| path.starts_with(prefix)).copied().collect::<Vec<_>>();
    if own.is_empty() {
        return Ok(Nested::Leaf(Layout::trivial()));
    }
    if own.iter().any(|path| path.len() == prefix.len()) {
        if let Some(deeper) = own.iter().find(|path| path.len() > prefix.len()) {
            let printed =
                |path: &[usize]| StrideLeaf::Basis(ScaledBasis { scale: Int::ONE, path: path.to_vec() }).to_string();
            return Err(Error::MixedIndices { left: printed(prefix), right: printed(deeper) });
        }
        let stride = layout.stride().map(&mut |stride| match stride {
            StrideLeaf::Basis(basis) if basis.path == *prefix => StrideLeaf::Int(basis.scale),
            _ => StrideLeaf::Int(Int::ZERO),
        });
        return Ok(Nested::Leaf(Layout::of_parts(layout.shape().clone(), stride)));
    }
    let count = own.iter().filter_map(|path| path.get(prefix.len())).max().map_or(0, |mode| mode + 1);
    *room = room.checked_sub(count).ok_or_else(|| Error::TooLarge {
        what: "modes",
        count: count.to_string(),
        limit: LEAF_LIMIT as u64,
    })?;
    let mut modes = Vec::with_capacity(count);
    for mode in 0..count {
        prefix.push(mode);
        modes.push(below(layout, &own, prefix, room)?);
        prefix.pop();
    }
    Ok(Nested::Tuple(modes))
}

/// One layout of those of the directions, each a mode.
pub(crate) fn joined(directions: &Nested<Layout>, change: &mut dyn FnMut(&Layout) -> Result<Layout>) -> Result<Layout> {
    match directions {
        Nested::Leaf(layout) => change(layout),
        Nested::Tuple(modes) => {
            let modes = modes.iter().map(|mode| joined(mode, change)).collect::<Result<Vec<_>>>()?;
            Layout::concatenate(&modes)
        }
    }
}

/// The integers of a layout along a direction.
pub(crate) fn along(layout: &Layout, path: &[usize]) -> Layout {
    let stride = layout.stride().map(&mut |stride| match stride {
        StrideLeaf::Int(scale) if !scale.is_constant(0) => {
            StrideLeaf::Basis(ScaledBasis { scale: *scale, path: path.to_vec() })
        }
        other => other.clone(),
    });
    Layout::of_parts(layout.shape().clone(), stride)
}
