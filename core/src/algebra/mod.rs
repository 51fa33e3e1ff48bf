//! The algebra of layouts: one operation a room.
//!
//! Every operation is a method of [`Layout`], agrees with CuTe's C++ in every number and its staticness, and has a
//! sibling `…_told` that tells its steps to a listener while it computes; both are one code path.

use crate::basis::StrideLeaf;
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::steps::{Listener, Origin, Pair, Step};

pub mod coalesce;
pub mod common;
pub mod complement;
pub mod composition;
pub mod divide;
pub mod inverse;
pub mod product;
pub mod recast;
pub mod tile;

pub use tile::{Tiler, TilerLeaf};

/// One mode of a flattened layout, with the leaves of the operand that it came from.
#[derive(Debug, Clone)]
pub(crate) struct Mode {
    pub(crate) extent: Int,
    pub(crate) stride: StrideLeaf,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl Mode {
    pub(crate) fn pair(&self) -> Pair {
        Pair { extent: self.extent, stride: self.stride.clone() }
    }

    /// A stride of another length in the same direction.
    pub(crate) fn scaled(&self, factor: Int) -> Result<StrideLeaf> {
        Ok(self.stride.with_scale(factor.times(self.stride.scale())?))
    }
}

/// The leaves of a layout, numbered from `first`.
pub(crate) fn modes_of(layout: &Layout, first: usize) -> Vec<Mode> {
    let mut modes = Vec::with_capacity(layout.shape().leaf_count());
    collect(layout.shape(), layout.stride(), first, &mut modes);
    modes
}

fn collect(shape: &Nested<Int>, stride: &Nested<StrideLeaf>, first: usize, modes: &mut Vec<Mode>) {
    match (shape, stride) {
        (Nested::Leaf(extent), Nested::Leaf(stride)) => {
            let leaf = first + modes.len();
            modes.push(Mode { extent: *extent, stride: stride.clone(), first: leaf, last: leaf });
        }
        _ => {
            for (shape, stride) in shape.modes().iter().zip(stride.modes()) {
                collect(shape, stride, first, modes);
            }
        }
    }
}

/// A flat layout of modes; one mode is an integer, none is `_1:_0`.
pub(crate) fn layout_of(modes: &[Mode]) -> Result<Layout> {
    match modes {
        [] => Ok(Layout::trivial()),
        [mode] => Layout::new(Nested::Leaf(mode.extent), Nested::Leaf(mode.stride.clone())),
        _ => Layout::new(
            Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(mode.extent)).collect()),
            Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(mode.stride.clone())).collect()),
        ),
    }
}

/// A mode of an integer extent and an integer stride, from nowhere in particular.
pub(crate) fn plain_mode(extent: Int, stride: Int) -> Mode {
    Mode { extent, stride: StrideLeaf::Int(stride), first: 0, last: 0 }
}

pub(crate) fn origins_of(modes: &[Mode]) -> Vec<Origin> {
    modes.iter().map(|mode| Origin { left: Some((mode.first, mode.last)), right: None }).collect()
}

/// Tells that an operation begins.
pub(crate) fn enter(listener: &mut dyn Listener, operation: &'static str, operands: &[&dyn std::fmt::Display]) {
    listener.tell(|| Step::Enter { operation, operands: operands.iter().map(ToString::to_string).collect() });
}

/// Tells that an operation is complete, and passes its result on.
pub(crate) fn leave(
    listener: &mut dyn Listener,
    operation: &'static str,
    result: Layout,
    origins: impl FnOnce() -> Vec<Origin>,
) -> Layout {
    listener.tell(|| Step::Leave { operation, result: result.clone(), origins: origins() });
    result
}

/// The modes of a layout one by one, as many as there are in `count`; a layout that is a single integer has itself.
pub(crate) fn leading_modes(layout: &Layout, count: usize) -> Result<Vec<Layout>> {
    if count > layout.rank() {
        return Err(Error::TilerTooLong { tiler: count, rank: layout.rank() });
    }
    (0..count).map(|mode| layout.at(&[mode])).collect()
}
