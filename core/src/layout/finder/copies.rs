//! Copies from and to global memory.

use super::{MemoryTile, Problem, VECTOR_BITS, layout};
use crate::layout::Layout;
use crate::thread_value::access::WARP;

/// The bits of a sector: the least that global memory moves.
const SECTOR_BITS: u64 = 256;

/// A tiled copy whose accesses are vectors, and coalesced as far as the tile allows.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundCopy {
    /// Number of threads.
    pub count: u64,
    /// The threads over the tile.
    pub threads: Layout,
    /// Values that each of them moves at once.
    pub values: Layout,
    /// The elements of a vector.
    pub elements: u64,
    /// The bits of an element.
    pub bits: u64,
    /// Number of sectors of 32 bytes that the first warp touches in one instruction.
    pub sectors: u64,
    /// Smallest number that they could be.
    pub fewest: u64,
}

impl FoundCopy {
    /// The type of elements of so many bits that it is written with.
    pub fn element(&self) -> &'static str {
        match self.bits {
            4 => "uint4_t",
            8 => "uint8_t",
            16 => "half_t",
            32 => "float",
            64 => "double",
            _ => "uint128_t",
        }
    }

    /// The copy as C++ writes it.
    pub fn cpp(&self) -> String {
        let bits = self.elements * self.bits;
        let inside = |printed: String| printed.trim_matches(['(', ')']).to_string();
        let (shape, stride) = (inside(self.threads.shape().to_string()), inside(self.threads.stride().to_string()));
        let values = inside(self.values.shape().to_string());
        format!(
            "make_tiled_copy(Copy_Atom<UniversalCopy<uint{bits}_t>, {}>{{}}, Layout<Shape<{shape}>,Stride<{stride}>>{{}}, Layout<Shape<{values}>>{{}})",
            self.element()
        )
    }
}

/// For each number of threads the copy of the tile with the widest vectors whose warps touch the fewest sectors.
///
/// Law: every element is moved by one thread; a vector is contiguous and aligned. Errors: [`Problem::NotContiguous`].
///
/// ```
/// use colex::finder::{MemoryTile, copies};
/// use colex::thread_value::ThreadValue;
///
/// let tile = MemoryTile::new(&"(64,32):(32,1)".parse()?, 16).map_err(|_| "a tile")?;
/// let found = copies(&tile, &[128]).map_err(|_| "its rows are contiguous")?;
/// assert_eq!((found[0].elements, found[0].sectors, found[0].fewest), (8, 16, 16));
/// let map = ThreadValue::of_layouts(&found[0].threads, &found[0].values)?;
/// assert!(map.owners()?.coverage().is_bijection());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn copies(tile: &MemoryTile, counts: &[u64]) -> Result<Vec<FoundCopy>, Problem> {
    let mode = tile.contiguous().ok_or(Problem::NotContiguous)?;
    let [rows, columns] = tile.extents;
    let (along, across) = if mode == 0 { (rows, columns) } else { (columns, rows) };
    Ok(counts.iter().filter_map(|count| copy(tile, mode, (along, across), *count)).collect())
}

fn copy(tile: &MemoryTile, mode: usize, (along, across): (u64, u64), count: u64) -> Option<FoundCopy> {
    let widest = VECTOR_BITS / tile.bits;
    let mut elements = widest.min(1 << along.trailing_zeros());
    let cell = |at: u64, line: u64| if mode == 0 { at + line * along } else { line + at * across };
    let index = |at: u64, line: u64| tile.plain.index(cell(at, line)).ok().map(|index| index.cast_unsigned());
    while elements * tile.bits >= 8 {
        let is_whole = |line: u64| {
            (0..along).step_by(usize::try_from(elements).unwrap_or(1)).all(|at| {
                let begin = index(at, line);
                let follows = |step: u64| index(at + step, line) == begin.map(|begin| begin + step);
                begin.is_some_and(|begin| begin.is_multiple_of(elements)) && (1..elements).all(follows)
            })
        };
        if (0..across).all(is_whole) {
            break;
        }
        elements /= 2;
    }
    if elements == 0 || elements * tile.bits < 8 {
        return None;
    }
    // As many threads side by side as the row has vectors, or a part of them.
    let found = (1..=count.min(along / elements)).filter(|side| {
        count.is_multiple_of(*side)
            && along.is_multiple_of(side * elements)
            && count.checked_div(*side).is_some_and(|lines| lines > 0 && across.is_multiple_of(lines))
    });
    let found = found.filter_map(|side| {
        let lines = count / side;
        let touched = (0..count.min(WARP)).map(|thread| index(thread % side * elements, thread / side));
        let mut sectors = touched.collect::<Option<Vec<_>>>()?;
        sectors.iter_mut().for_each(|index| *index = *index * tile.bits / SECTOR_BITS);
        sectors.sort_unstable();
        sectors.dedup();
        let fewest = (count.min(WARP) * elements * tile.bits).div_ceil(SECTOR_BITS);
        let (threads, values) = if mode == 0 {
            (layout([side, lines], [1, side]), layout([elements, 1], [1, elements]))
        } else {
            (layout([lines, side], [side, 1]), layout([1, elements], [elements, 1]))
        };
        Some(FoundCopy {
            count,
            threads: threads.ok()?,
            values: values.ok()?,
            elements,
            bits: tile.bits,
            sectors: sectors.len() as u64,
            fewest,
        })
    });
    found.reduce(|best, next| if next.sectors <= best.sectors { next } else { best })
}
