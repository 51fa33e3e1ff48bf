//! Description of a tensor for a copy by TMA: the modes that it counts by, the box that one instruction moves, and
//! where the boxes of a tile begin.
//!
//! CUDA Driver API, `cuTensorMapEncodeTiled`: extents, strides in bytes, box, swizzle. A mode that counts several modes of
//! the tensor has the greatest step that divides theirs, as CUTLASS fills it (`cute/atom/copy_traits_sm90_tma.hpp`).

use super::shared::Span;
use crate::basis::{Stride, StrideLeaf};
use crate::coordinate::Slot;
use crate::error::Result;
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;

/// The most boxes of a tile that are told apart.
pub const BOX_LIMIT: i64 = 1024;

/// Description of a tensor for a copy by TMA.
#[derive(Debug, Clone, PartialEq)]
pub struct TensorMap {
    /// The instruction, as C++ calls it.
    pub instruction: &'static str,
    /// By which of its modes each mode of the tensor is counted.
    pub coordinates: Stride,
    /// Its modes, that of neighbours first.
    pub modes: Vec<MapMode>,
    /// The bits of what is counted as one.
    pub unit: u32,
    /// Reach of the swizzle of shared memory; `None` where it is none that TMA has.
    pub span: Option<Span>,
    /// Number of CTAs that share what one box holds, each moving its part to all of them.
    pub ctas: i64,
    /// The shape of the tensor in elements and their bits, for [`TensorMap::start`].
    pub(super) elements: (Layout, u32),
    /// From the elements of the tile in shared memory, in order, to the coordinates of the tensor.
    pub(super) order: Layout,
}

/// A mode of a tensor map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapMode {
    /// The modes of the tensor that it counts, as paths.
    pub of: Vec<Vec<usize>>,
    /// Number of units that the tensor has along it.
    pub extent: i64,
    /// Distance of one step of it in the tensor, in bits.
    pub step: i64,
    /// Number of units of it that the box has.
    pub boxed: i64,
    /// Number of these that one CTA moves where several share the box.
    pub share: i64,
}

impl TensorMap {
    /// Returns the number of units that one box holds.
    pub fn box_size(&self) -> i64 {
        self.modes.iter().fold(1, |size, mode| size.saturating_mul(mode.boxed))
    }

    /// Returns the number of bytes that one box holds.
    pub fn box_bytes(&self) -> i64 {
        self.box_size().saturating_mul(i64::from(self.unit)) / 8
    }

    /// Returns the number of boxes that make the tile.
    pub fn boxes(&self) -> Result<i64> {
        let all = self.order.size()?.value().saturating_mul(i64::from(self.elements.1));
        Ok(all / self.box_size().saturating_mul(i64::from(self.unit)).max(1))
    }

    /// Where a box of the tile begins: what the instruction is given as its coordinates, for the tile at the origin.
    ///
    /// Law: box `b` begins where shared memory has its element `b * box_size`.
    pub fn start(&self, number: i64) -> Result<Vec<i64>> {
        let (tensor, bits) = &self.elements;
        let element = number.saturating_mul(self.box_size()).saturating_mul(i64::from(self.unit)) / i64::from(*bits);
        let coordinate = self.order.index(&Nested::Leaf(Slot::Int(Int::dynamic(element))))?;
        let mut start = vec![0_i64; self.modes.len()];
        let paths = Layout::identity(tensor.shape().clone());
        for (path, counted) in paths.stride().leaves().into_iter().zip(self.coordinates.leaves()) {
            let (StrideLeaf::Basis(path), StrideLeaf::Basis(counted)) = (path, counted) else { continue };
            // A coordinate has no modes behind the last that is not zero.
            let along =
                coordinate.at(&path.path).map_or(0, |along| along.leaves().first().map_or(0, |leaf| leaf.value()));
            if let Some(start) = counted.path.first().and_then(|place| start.get_mut(*place)) {
                *start = start.saturating_add(along.saturating_mul(counted.scale.value()));
            }
        }
        Ok(start)
    }
}

/// The share of a box that one of `ctas` CTAs moves, mode by mode from the last: CUTLASS's truncation for multicast.
pub(super) fn share_out(modes: &mut [MapMode], ctas: i64) {
    let mut left = ctas.max(1);
    for mode in modes.iter_mut().rev() {
        let boxed = mode.boxed.max(1);
        mode.share = (boxed + left - 1) / left;
        left = (left + boxed - 1) / boxed;
    }
}

/// The extent and the step of a mode that counts several modes of a tensor, `(extent, step)` each.
pub(super) fn merged(modes: &[(i64, i64)]) -> (i64, i64) {
    let mut whole: Option<(i64, i64)> = None;
    for (extent, step) in modes {
        whole = Some(match whole {
            None => (*extent, *step),
            Some((before, old)) => {
                let both = divisor(old, *step);
                let steps = |count: i64, step: i64| (count - 1).saturating_mul(step.checked_div(both).unwrap_or(0));
                (steps(before, old).saturating_add(steps(*extent, *step)).saturating_add(1), both)
            }
        });
    }
    whole.unwrap_or((1, 0))
}

/// The greatest number that divides both.
pub(super) fn divisor(left: i64, right: i64) -> i64 {
    let (mut left, mut right) = (left.saturating_abs(), right.saturating_abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}
