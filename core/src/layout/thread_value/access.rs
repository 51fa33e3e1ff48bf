//! Accesses of the threads of a warp in one instruction: each the same value of its own, at an address in memory.

use super::{Pair, ThreadValue, Tile};
use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::table::FlatLayout;

/// The threads of a warp on NVIDIA's GPUs.
pub const WARP: u64 = 32;

/// The bits of a sector: 32 bytes, the least that global memory moves.
pub const SECTOR_BITS: u64 = 256;

/// The bits of a cache line: 128 bytes, four sectors.
pub const LINE_BITS: u64 = 1024;

/// The most elements that one instruction may touch here.
pub const TOUCH_LIMIT: u64 = 4096;

/// The most elements of a tile that are run over for the smallest and the largest index.
pub const BOUNDS_LIMIT: u64 = 1 << 14;

/// Where the elements of a tile lie in memory: a layout of at least the tile, and the bits of an element.
#[derive(Debug, Clone)]
pub struct Data {
    flat: FlatLayout,
    tile: Tile,
    /// The extents of the layout's modes, where it has as many as the tile and the tile is its corner.
    modes: Option<Vec<u64>>,
    bits: u64,
}

impl Data {
    /// The elements of a tile by a layout. With as many modes as the tile it is read by mode, so that the tile is the
    /// corner of it; otherwise by 1-D coordinates, and then it has to have the tile's size.
    ///
    /// Errors: [`Error::TooLarge`] where the tile does not fit, [`Error::NotPositive`] for no bits, and those of
    /// [`FlatLayout::any`].
    pub fn new(layout: &AnyLayout, tile: &Tile, bits: u64) -> Result<Self> {
        if bits == 0 {
            return Err(Error::NotPositive { what: "bits", found: 0 });
        }
        let flat = FlatLayout::any(layout)?;
        let sizes = (0..layout.rank()).map(|mode| u64::try_from(layout.at(&[mode])?.size()?.value()).or(Ok(0)));
        let sizes = sizes.collect::<Result<Vec<_>>>()?;
        let fits = sizes.len() == tile.extents().len()
            && sizes.iter().zip(tile.extents()).all(|(size, extent)| size >= extent);
        if !fits && flat.size() != tile.size() {
            return Err(Error::TooLarge { what: "elements", count: tile.size().to_string(), limit: flat.size() });
        }
        Ok(Data { flat, tile: tile.clone(), modes: fits.then_some(sizes), bits })
    }

    /// The tile itself in memory, one element after the other: index and 1-D coordinate are the same.
    ///
    /// ```
    /// use colex::thread_value::{Tile, access::Data};
    ///
    /// let data = Data::compact(&Tile::new(&"(16,8)".parse()?)?, 16)?;
    /// assert!((0..128).all(|cell| data.index(cell) == Some(cell as i64)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compact(tile: &Tile, bits: u64) -> Result<Self> {
        let size = crate::int::Int::dynamic(i64::try_from(tile.size()).unwrap_or(i64::MAX));
        let stride = crate::Nested::Leaf(crate::int::Int::ONE);
        let line = crate::Layout::with_ints(crate::Nested::Leaf(size), &stride)?;
        Data::new(&line.into(), tile, bits)
    }

    /// The bits of an element.
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// The smallest and the largest index of the tile; above [`BOUNDS_LIMIT`] elements those of the whole layout.
    pub fn bounds(&self) -> (i64, i64) {
        if self.tile.size() > BOUNDS_LIMIT {
            return (self.flat.least(), self.flat.greatest());
        }
        let indices = (0..self.tile.size()).filter_map(|cell| self.index(cell));
        let bounds = indices.fold(None, |bounds: Option<(i64, i64)>, index| {
            let (least, greatest) = bounds.unwrap_or((index, index));
            Some((least.min(index), greatest.max(index)))
        });
        bounds.unwrap_or_default()
    }

    /// The index of an element of the tile; `None` outside.
    pub fn index(&self, cell: u64) -> Option<i64> {
        let linear = match &self.modes {
            None => Some(cell).filter(|cell| *cell < self.tile.size())?,
            Some(modes) => {
                let digits = self.tile.digits(cell)?;
                let pairs = digits.into_iter().zip(modes).rev();
                pairs.fold(0_u64, |linear, (digit, extent)| linear.wrapping_mul(*extent).wrapping_add(digit))
            }
        };
        self.flat.index(linear).ok()
    }
}

/// One instruction: threads `first` to `first + threads - 1` each touch the values `value` to `value + width - 1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// The first value.
    pub value: u64,
    /// Number of values that each thread touches at once: more than one for a vector.
    pub width: u64,
    /// The first thread of the warp.
    pub first: u64,
    /// Number of threads of a warp; [`WARP`].
    pub threads: u64,
}

/// One element that is touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touch {
    /// Its index in memory, in elements.
    pub index: i64,
    /// Pair that touches it.
    pub pair: Pair,
    /// Its 1-D coordinate in the tile.
    pub cell: u64,
}

/// Elements that one instruction of a warp touches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Access {
    /// The elements, sorted by index and then by thread.
    pub touches: Vec<Touch>,
    /// Number of threads that take part.
    pub threads: u64,
    /// Number of pairs that lie outside the tile, so that nothing is touched for them.
    pub outside: u64,
    /// Number of different indices.
    pub indices: u64,
    /// Number of different sectors of 32 bytes, if index 0 begins one.
    pub sectors: u64,
    /// Number of different lines of 128 bytes, if index 0 begins one.
    pub lines: u64,
}

impl Access {
    /// The smallest and the largest index.
    pub fn bounds(&self) -> Option<(i64, i64)> {
        Some((self.touches.first()?.index, self.touches.last()?.index))
    }

    /// From the smallest to the largest index, in elements.
    pub fn span(&self) -> u64 {
        self.bounds().map_or(0, |(least, greatest)| greatest.abs_diff(least).saturating_add(1))
    }

    /// Returns true if the indices follow each other without a gap.
    pub fn is_contiguous(&self) -> bool {
        self.indices > 0 && self.span() == self.indices
    }

    /// The fewest sectors that so many elements of so many bits can lie in.
    pub fn fewest_sectors(&self, bits: u64) -> u64 {
        self.indices.saturating_mul(bits).div_ceil(SECTOR_BITS)
    }
}

impl ThreadValue {
    /// Collects what the threads of one warp touch in one instruction. Threads and values beyond the map take no part.
    ///
    /// Law: `access.touches` are exactly `(data(cell(p)), p)` of the pairs of the instruction that lie in the tile.
    /// Errors: [`Error::TooLarge`] above [`TOUCH_LIMIT`] elements, [`Error::Overflow`] of a bit's address.
    ///
    /// ```
    /// use colex::thread_value::access::{Data, Instruction, WARP};
    /// use colex::thread_value::{Pair, ThreadValue};
    ///
    /// let map = ThreadValue::over_its_image(&"((4,8),(2,2)):((32,1),(16,8))".parse()?)?;
    /// let data = Data::new(&"(16,8):(8,1)".parse()?, map.tile(), 16)?;
    /// let access = map.access(&data, Instruction { value: 1, width: 1, first: 0, threads: WARP })?;
    /// for touch in &access.touches {
    ///     assert_eq!(map.cell(touch.pair).and_then(|cell| data.index(cell)), Some(touch.index));
    /// }
    /// assert!((0..32).all(|thread| access.touches.iter().any(|touch| touch.pair == Pair { thread, value: 1 })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn access(&self, data: &Data, instruction: Instruction) -> Result<Access> {
        let Instruction { value, width, first, threads } = instruction;
        let last_thread = first.saturating_add(threads).min(self.threads);
        let last_value = value.saturating_add(width).min(self.values);
        let threads = last_thread.saturating_sub(first);
        let count = threads.saturating_mul(last_value.saturating_sub(value));
        if count > TOUCH_LIMIT {
            return Err(Error::TooLarge { what: "elements", count: count.to_string(), limit: TOUCH_LIMIT });
        }
        let mut access = Access { threads, ..Access::default() };
        // Without values a warp of any number of threads is below the limit.
        if count == 0 {
            return Ok(access);
        }
        for thread in first..last_thread {
            for value in value..last_value {
                let pair = Pair { thread, value };
                let touched = self.cell(pair).and_then(|cell| Some(Touch { index: data.index(cell)?, pair, cell }));
                match touched {
                    Some(touch) => access.touches.push(touch),
                    None => access.outside += 1,
                }
            }
        }
        access.touches.sort_by_key(|touch| (touch.index, touch.pair));
        let (mut last_index, mut last_sector, mut last_line) = (None, None, None);
        for touch in &access.touches {
            if last_index == Some(touch.index) {
                continue;
            }
            last_index = Some(touch.index);
            access.indices += 1;
            let begin = i128::from(touch.index) * i128::from(data.bits);
            let end = begin + i128::from(data.bits) - 1;
            access.sectors += fresh(&mut last_sector, begin, end, SECTOR_BITS);
            access.lines += fresh(&mut last_line, begin, end, LINE_BITS);
        }
        Ok(access)
    }
}

/// Counts the blocks of some bits that the bits from `begin` to `end` begin and that no earlier bits have touched;
/// earlier bits do not lie behind.
fn fresh(last: &mut Option<i128>, begin: i128, end: i128, bits: u64) -> u64 {
    let block = |bit: i128| bit.div_euclid(i128::from(bits));
    let from = last.map_or(block(begin), |last| block(begin).max(last + 1));
    let to = block(end);
    *last = Some(last.map_or(to, |last| last.max(to)));
    u64::try_from(to - from + 1).unwrap_or(0)
}
