//! Search for what fits a tile in memory: swizzles and paddings by which the banks of shared memory serve it without
//! conflicts, and copies whose accesses to global memory are coalesced.
//!
//! Source of the banks and of the phases: CUDA C++ Programming Guide, "Shared Memory"; of the rows of a matrix: PTX ISA,
//! `ldmatrix`. Every answer is counted on all accesses of the tile.

mod copies;
mod swizzles;

pub use copies::{FoundCopy, copies};
pub use swizzles::{Answer, Checked, FoundSwizzle, Padding, search, served};

use crate::atom::tiled_copy::{End, TiledCopy};
use crate::composed::AnyLayout;
use crate::error::Result;
use crate::layout::Layout;
use crate::swizzle::Swizzle;
use crate::table::FlatLayout;
use crate::thread_value::access::WARP;
use crate::thread_value::{Pair, ThreadValue, Tile};

/// The most elements of a tile: more than any shared memory holds.
pub const ELEMENTS_MOST: u64 = 1 << 16;

/// The bits that all banks serve at once: 32 words of 4 bytes.
const PHASE_BITS: u64 = 1024;

/// The bits of the widest access of a thread.
const VECTOR_BITS: u64 = 128;

/// The rows of a matrix that `ldmatrix` reads together, each of 16 bytes.
const MATRIX_ROWS: u64 = 8;

/// Way in which the elements of a tile are accessed.
#[derive(Debug, Clone)]
pub enum Use {
    /// `ldmatrix` and `stmatrix`: eight rows of 16 bytes are one phase.
    Matrices,
    /// Vectors along the contiguous mode, as a coalesced copy reads and writes them.
    Vectors,
    /// A warp goes down the first mode, an element each.
    Down,
    /// A warp goes along the second mode, an element each.
    Along,
    /// The threads and values of a map over the tile, some values at a time.
    Map {
        /// Map of the threads and values.
        map: ThreadValue,
        /// Number of values that a thread accesses at once.
        elements: u64,
    },
}

/// Why there is nothing to find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// A tile has two modes.
    Rank(usize),
    /// It has too many elements.
    TooLarge {
        /// Number of elements.
        elements: u64,
    },
    /// No mode is contiguous.
    NotContiguous,
    /// The extent of a mode is not a multiple.
    Extent {
        /// Which mode.
        mode: usize,
        /// Its extent.
        found: u64,
        /// Of what it is to be a multiple.
        multiple: u64,
    },
    /// An element of so many bits fills no vector.
    Bits(u64),
    /// The map has another tile.
    OtherTile,
    /// The layout has no plain index.
    Unplain,
}

/// A tile in memory: a layout of two modes, and the bits of an element.
#[derive(Debug, Clone)]
pub struct MemoryTile {
    extents: [u64; 2],
    /// Indices before the swizzle.
    plain: FlatLayout,
    inner: Layout,
    /// The swizzle that it has, and the offset before it.
    swizzled: Option<(Swizzle, i64)>,
    bits: u64,
}

/// The vectors that are accessed together: of each its first element, as a 1-D coordinate of the tile.
pub(crate) struct Phases {
    /// Number of elements of a vector, and the mode in which they follow each other.
    pub(crate) elements: u64,
    pub(crate) mode: usize,
    pub(crate) phases: Vec<Vec<u64>>,
    /// Of a map, the elements of each vector, where they are not along a mode.
    pub(crate) vectors: Option<Vec<Vec<u64>>>,
}

impl MemoryTile {
    /// The tile of a layout whose elements have so many bits.
    ///
    /// Errors: [`Problem`] unless it has two modes, at most [`ELEMENTS_MOST`] elements and at most one swizzle.
    pub fn new(layout: &AnyLayout, bits: u64) -> std::result::Result<MemoryTile, Problem> {
        if layout.rank() != 2 || layout.shape().is_leaf() {
            return Err(Problem::Rank(layout.rank()));
        }
        if bits == 0 || !bits.is_power_of_two() || bits > VECTOR_BITS {
            return Err(Problem::Bits(bits));
        }
        let tile = Tile::new(layout.shape()).map_err(|_| Problem::Unplain)?;
        let &[rows, columns] = tile.extents() else { return Err(Problem::Rank(tile.extents().len())) };
        if tile.size() > ELEMENTS_MOST {
            return Err(Problem::TooLarge { elements: tile.size() });
        }
        let (inner, swizzled) = match layout {
            AnyLayout::Plain(layout) => (layout.clone(), None),
            AnyLayout::Composed(composed) => {
                let inner = composed.inner().plain().cloned().ok_or(Problem::Unplain)?;
                (inner, Some((composed.swizzle(), composed.offset().int().value())))
            }
        };
        let plain = FlatLayout::any(&AnyLayout::Plain(inner.clone())).map_err(|_| Problem::Unplain)?;
        let is_small = plain.least() >= 0 && plain.greatest() < 1 << 40;
        if !is_small {
            return Err(Problem::Unplain);
        }
        Ok(MemoryTile { extents: [rows, columns], plain, inner, swizzled, bits })
    }

    /// The extents of its modes.
    pub fn extents(&self) -> [u64; 2] {
        self.extents
    }

    /// The bits of an element.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// The layout without its swizzle.
    pub fn plain(&self) -> &Layout {
        &self.inner
    }

    /// The swizzle that it has.
    pub fn swizzle(&self) -> Option<Swizzle> {
        self.swizzled.map(|(swizzle, _)| swizzle)
    }

    /// The mode whose neighbours are neighbours in memory.
    pub fn contiguous(&self) -> Option<usize> {
        let step = |cell: u64| self.plain.index(cell).ok().zip(self.plain.index(0).ok()).map(|(one, zero)| one - zero);
        let [rows, columns] = self.extents;
        if columns > 1 && step(rows) == Some(1) {
            return Some(1);
        }
        (rows > 1 && step(1) == Some(1)).then_some(0)
    }

    fn cell(&self, coordinate: [u64; 2]) -> u64 {
        let [row, column] = coordinate;
        row + column * self.extents[0]
    }

    /// Collects what an access touches together.
    ///
    /// Errors: [`Problem`] where the tile is not made of such accesses.
    pub(crate) fn phases(&self, access: &Use) -> std::result::Result<Phases, Problem> {
        let [rows, columns] = self.extents;
        let at =
            |mode: usize, along: u64, across: u64| self.cell(if mode == 0 { [along, across] } else { [across, along] });
        match access {
            Use::Matrices => {
                let mode = self.contiguous().ok_or(Problem::NotContiguous)?;
                let (along, across) = if mode == 0 { (rows, columns) } else { (columns, rows) };
                let elements = VECTOR_BITS / self.bits;
                let multiple = |mode: usize, found: u64, multiple: u64| {
                    if found.is_multiple_of(multiple) { Ok(()) } else { Err(Problem::Extent { mode, found, multiple }) }
                };
                multiple(mode, along, elements)?;
                multiple(1 - mode, across, MATRIX_ROWS)?;
                let blocks =
                    (0..across / MATRIX_ROWS).flat_map(|block| (0..along / elements).map(move |at| (block, at)));
                let phases = blocks.map(|(block, begin)| {
                    let rows = block * MATRIX_ROWS..(block + 1) * MATRIX_ROWS;
                    rows.map(|row| at(mode, begin * elements, row)).collect()
                });
                Ok(Phases { elements, mode, phases: phases.collect(), vectors: None })
            }
            Use::Vectors => {
                let mode = self.contiguous().ok_or(Problem::NotContiguous)?;
                let (along, across) = if mode == 0 { (rows, columns) } else { (columns, rows) };
                let widest = VECTOR_BITS / self.bits;
                let elements = widest.min(1 << along.trailing_zeros());
                let all = (0..across).flat_map(|row| (0..along / elements).map(move |begin| (row, begin * elements)));
                let all = all.map(|(row, begin)| at(mode, begin, row)).collect::<Vec<_>>();
                Ok(Phases { elements, mode, phases: self.chunks(&all, elements), vectors: None })
            }
            Use::Down => {
                let all = (0..rows * columns).collect::<Vec<_>>();
                Ok(Phases { elements: 1, mode: 0, phases: self.chunks(&all, 1), vectors: None })
            }
            Use::Along => {
                let all = (0..rows).flat_map(|row| (0..columns).map(move |column| row + column * rows));
                Ok(Phases { elements: 1, mode: 1, phases: self.chunks(&all.collect::<Vec<_>>(), 1), vectors: None })
            }
            Use::Map { map, elements } => self.mapped(map, (*elements).max(1)),
        }
    }

    /// As many vectors at a time as the banks serve together, and no more than a warp has threads.
    fn chunks(&self, all: &[u64], elements: u64) -> Vec<Vec<u64>> {
        let size = (PHASE_BITS / (elements * self.bits).max(1)).clamp(1, WARP);
        all.chunks(usize::try_from(size).unwrap_or(1)).map(<[u64]>::to_vec).collect()
    }

    fn mapped(&self, map: &ThreadValue, elements: u64) -> std::result::Result<Phases, Problem> {
        if map.tile().extents() != self.extents {
            return Err(Problem::OtherTile);
        }
        let count = map.threads().saturating_mul(map.values());
        if count > ELEMENTS_MOST * 4 {
            return Err(Problem::TooLarge { elements: count });
        }
        if elements.saturating_mul(self.bits) > VECTOR_BITS || !map.values().is_multiple_of(elements) {
            return Err(Problem::Extent { mode: 1, found: map.values(), multiple: elements });
        }
        let (mut phases, mut vectors) = (Vec::new(), Vec::new());
        let size = usize::try_from((PHASE_BITS / (elements * self.bits)).clamp(1, WARP)).unwrap_or(1);
        for first in (0..map.threads()).step_by(WARP as usize) {
            for value in (0..map.values()).step_by(usize::try_from(elements).unwrap_or(1)) {
                let threads = (first..(first + WARP).min(map.threads())).collect::<Vec<_>>();
                for threads in threads.chunks(size) {
                    let cells = |thread: &u64| {
                        let of = |value: u64| map.cell(Pair { thread: *thread, value });
                        (value..value + elements).map(of).collect::<Option<Vec<_>>>()
                    };
                    let touched = threads.iter().filter_map(cells).collect::<Vec<_>>();
                    phases.push(touched.iter().filter_map(|cells| cells.first().copied()).collect());
                    vectors.extend(touched);
                }
            }
        }
        Ok(Phases { elements, mode: 0, phases, vectors: Some(vectors) })
    }
}

/// A swizzle, which exists: its numbers are small.
fn swizzle(bits: u32, base: u32, shift: i32) -> Option<Swizzle> {
    Swizzle::new(i64::from(bits), i64::from(base), i64::from(shift)).ok()
}

/// A layout of two plain modes by its extents and strides.
fn layout(extents: [u64; 2], strides: [u64; 2]) -> Result<Layout> {
    use crate::int::Int;
    use crate::nested::Nested;
    let leaf = |number: u64| Nested::Leaf(Int::constant(i64::try_from(number).unwrap_or(i64::MAX)));
    Layout::with_ints(Nested::Tuple(extents.map(leaf).to_vec()), &Nested::Tuple(strides.map(leaf).to_vec()))
}

impl Use {
    /// Lists how a tiled copy accesses a tile in shared memory: as its source, its destination, or either, with the
    /// letter of that end. The end by which threads are counted is in registers, where the ends differ.
    ///
    /// Errors: those of [`TiledCopy::layout`] and [`ThreadValue::new`].
    pub fn of_copy(copy: &TiledCopy) -> Result<Vec<(End, Use)>> {
        let is_register = |end: End| *copy.atom.end(end) == copy.atom.reference;
        let differ = copy.atom.end(End::Source) != copy.atom.end(End::Destination);
        let ends = match differ {
            false => vec![End::Source],
            true => End::ALL.into_iter().filter(|end| !is_register(*end)).collect(),
        };
        let uses = ends.into_iter().map(|end| {
            let elements = u64::try_from(copy.atom.end(end).at(&[1])?.size()?.value()).unwrap_or(1);
            let map = ThreadValue::new(&copy.layout(end)?.into(), Tile::new(&copy.tile()?)?)?;
            Ok((end, Use::Map { map, elements }))
        });
        uses.collect()
    }
}
