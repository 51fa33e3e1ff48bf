//! The box that one TMA instruction moves between a tensor in global memory and a tile in shared memory, or why there is none.
//!
//! CUDA Driver API, `cuTensorMapEncodeTiled`: extents of a box of at most 256, an inner one within the span of the swizzle,
//! strides of the tensor in multiples of 16 bytes, at most five modes.

use std::fmt;

use super::shared::{Span, span_of};
use crate::basis::StrideLeaf;
use crate::composed::AnyLayout;
use crate::layout::Layout;

/// The most modes of a tensor.
const MODES_MOST: usize = 5;
/// The largest extent of a box.
const EXTENT_MOST: i64 = 256;
/// Number of bytes that strides and rows are multiples of.
const GRANULE: i64 = 16;

/// Why no box moves a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfit {
    /// Tensor and tile have other than the same one to five modes.
    Modes {
        /// Number of modes of the tensor.
        tensor: usize,
        /// Number of modes of the tile.
        tile: usize,
    },
    /// A mode of the tensor has modes of its own, or more than one number.
    Nested {
        /// It, printed.
        found: String,
    },
    /// No mode of the tensor has stride 1.
    NoNeighbours,
    /// A stride of the tensor is no multiple of 16 bytes.
    Stride {
        /// Of which mode.
        mode: usize,
        /// Number of its bits.
        bits: i64,
    },
    /// The tile of shared memory is known at run time alone, where the instruction is made when compiling.
    Dynamic {
        /// It, printed.
        found: String,
    },
    /// Neighbours in the tensor are none in the tile.
    Turned {
        /// The mode of the tensor whose neighbours they are.
        mode: usize,
    },
    /// A row of the box is no multiple of 16 bytes.
    Row {
        /// Number of its bits.
        bits: i64,
    },
    /// A row of the box is longer than the span of the swizzle.
    Span {
        /// Number of bytes of the row.
        row: i64,
        /// Number of bytes of the span.
        span: i64,
    },
    /// An extent of the box is larger than 256.
    Extent {
        /// Of which mode.
        mode: usize,
        /// The extent.
        found: i64,
    },
    /// The swizzle of the tile is none of those that there are.
    Swizzle {
        /// It, printed.
        found: String,
    },
}

/// Box that one instruction moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TmaBox {
    /// Number of elements of each mode, that of neighbours first.
    pub extents: Vec<i64>,
    /// Number of bits of a step of each mode in the tensor.
    pub strides: Vec<i64>,
    /// Reach of its swizzle.
    pub span: Span,
    /// Number of boxes that make the tile.
    pub times: i64,
}

impl fmt::Display for TmaBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |numbers: &mut dyn Iterator<Item = i64>| numbers.map(|n| n.to_string()).collect::<Vec<_>>().join(",");
        writeln!(f, "TMA box")?;
        writeln!(f, "  Extents: ({})", joined(&mut self.extents.iter().copied()))?;
        writeln!(f, "  Strides: ({}) bits", joined(&mut self.strides.iter().copied()))?;
        writeln!(f, "  Swizzle: {}", self.span.word())?;
        writeln!(f, "  Boxes:   {}", self.times)
    }
}

/// The modes of a layout without gaps between them that could go, each an extent and a stride.
fn leaves(layout: &Layout) -> Option<Vec<(i64, i64)>> {
    let layout = layout.coalesce().ok()?.flatten();
    let shape = layout.shape().leaves();
    let stride = layout.stride().leaves();
    let pairs = shape.into_iter().zip(stride).map(|(extent, stride)| match stride {
        StrideLeaf::Int(stride) => Some((extent.value(), stride.value())),
        StrideLeaf::Basis(_) => None,
    });
    Some(pairs.collect::<Option<Vec<_>>>()?.into_iter().filter(|(extent, _)| *extent != 1).collect())
}

/// Returns the reach of the swizzle of a tile of elements of `bits` bits; `None` where it is none that TMA has.
pub(super) fn span_of_tile(tile: &AnyLayout, bits: i64) -> Option<Span> {
    let AnyLayout::Composed(composed) = tile else { return Some(Span::Inter) };
    let is_first = composed.offset().int().value() == 0;
    let is_alone = matches!(composed.inner(), AnyLayout::Plain(_));
    let of_bytes = composed.swizzle().recast(bits, 8).ok().filter(|_| is_first && is_alone);
    let span = |swizzle| span_of(swizzle, super::shared::Reader::Umma);
    // A stage of a layout of shared memory, `sA(_,_,0)`, has the swizzle of bytes as it is.
    of_bytes.and_then(span).or_else(|| span(composed.swizzle()).filter(|_| is_first && is_alone))
}

/// The box by which a tile of elements of `bits` bits is moved.
pub fn tma_box(tensor: &Layout, tile: &AnyLayout, bits: u32) -> Result<TmaBox, Unfit> {
    let bits = i64::from(bits.max(1));
    let rank = tensor.rank();
    if rank != tile.rank() || !(1..=MODES_MOST).contains(&rank) {
        return Err(Unfit::Modes { tensor: rank, tile: tile.rank() });
    }
    let span = span_of_tile(tile, bits).ok_or_else(|| Unfit::Swizzle { found: tile.to_string() })?;
    let inner = tile.innermost();
    let nested = || Unfit::Nested { found: tensor.to_string() };
    let mut modes = Vec::with_capacity(rank);
    for mode in 0..rank {
        let of_tensor = tensor.at(&[mode]).map_err(|_| nested())?;
        let stride = match (of_tensor.shape().is_leaf(), of_tensor.stride().leaves().as_slice()) {
            (true, [StrideLeaf::Int(stride)]) => stride.value(),
            _ => return Err(nested()),
        };
        let of_tile = inner.at(&[mode]).ok().and_then(|mode| leaves(&mode)).ok_or_else(nested)?;
        modes.push((mode, stride, of_tile));
    }
    modes.sort_by_key(|(_, stride, _)| *stride);
    let is_first = |stride: i64| stride == 1;
    if !modes.first().is_some_and(|(_, stride, _)| is_first(*stride)) {
        return Err(Unfit::NoNeighbours);
    }
    let (mut extents, mut strides, mut times, mut filled) = (Vec::new(), Vec::new(), 1_i64, 1_i64);
    for (position, (mode, stride, of_tile)) in modes.iter().enumerate() {
        let step = stride.saturating_mul(bits);
        if position > 0 && step % (8 * GRANULE) != 0 {
            return Err(Unfit::Stride { mode: *mode, bits: step });
        }
        // Elements right behind what the box has already belong to it; the rest is boxes of their own.
        let own = of_tile.first().filter(|(_, apart)| *apart == filled).map_or(1, |(extent, _)| *extent);
        if position == 0 && own == 1 {
            return Err(Unfit::Turned { mode: *mode });
        }
        if own > EXTENT_MOST {
            return Err(Unfit::Extent { mode: *mode, found: own });
        }
        let rest = of_tile.iter().skip(usize::from(own > 1));
        times = rest.fold(times, |times, (extent, _)| times.saturating_mul(*extent));
        filled = filled.saturating_mul(own);
        if position == 0 {
            let row = own.saturating_mul(bits);
            if row % (8 * GRANULE) != 0 {
                return Err(Unfit::Row { bits: row });
            }
            if span != Span::Inter && row > span.width() * 8 * GRANULE {
                return Err(Unfit::Span { row: row / 8, span: span.width() * GRANULE });
            }
        }
        extents.push(own);
        strides.push(step);
    }
    Ok(TmaBox { extents, strides, span, times })
}
