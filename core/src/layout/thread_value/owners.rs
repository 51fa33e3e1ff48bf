//! Holders of each element of a tile: the way back from an element to threads and values, and whether it is one to one.

use super::{Pair, ThreadValue};
use crate::error::{Error, Result};

/// The most pairs and the most elements of a tile for which [`ThreadValue::owners`] makes a table: a few milliseconds.
pub const PAIR_LIMIT: u64 = 1 << 18;

/// No element: the pair lies outside the tile.
const OUTSIDE: u32 = u32::MAX;

/// Holders of each element of a tile.
///
/// Law: `owners.of(c)` are exactly the pairs with `cell(pair) = c`, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owners {
    threads: u64,
    /// The element of each pair, threads first.
    cells: Vec<u32>,
    /// Where the pairs of each element begin in `pairs`, and where those of the last one end.
    starts: Vec<u32>,
    pairs: Vec<Pair>,
    coverage: Coverage,
}

/// Coverage of the tile: whether every element is held once, and if not where not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Coverage {
    /// Number of elements that more than one pair holds.
    pub shared: u64,
    /// Number of elements that no pair holds.
    pub unheld: u64,
    /// Number of pairs that lie outside the tile.
    pub outside: u64,
    /// The first element that more than one pair holds, with the first two of them.
    pub first_shared: Option<(u64, [Pair; 2])>,
    /// The first element that no pair holds.
    pub first_unheld: Option<u64>,
    /// The first pair outside the tile.
    pub first_outside: Option<Pair>,
}

impl Coverage {
    /// Returns true if every element is held exactly once and every pair holds one.
    pub fn is_bijection(&self) -> bool {
        self.shared == 0 && self.unheld == 0 && self.outside == 0
    }
}

impl ThreadValue {
    /// Finds the holders of each element of the tile.
    ///
    /// Errors: [`Error::TooLarge`] above [`PAIR_LIMIT`] pairs or elements, before anything is computed.
    ///
    /// ```
    /// use colex::thread_value::ThreadValue;
    ///
    /// let map = ThreadValue::over_its_image(&"((4,8),(2,2)):((32,1),(16,8))".parse()?)?;
    /// let owners = map.owners()?;
    /// for pair in (0..128).filter_map(|i| map.pair(i)) {
    ///     let cell = map.cell(pair).ok_or("no pair is outside")?;
    ///     assert_eq!(owners.of(cell), [pair]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn owners(&self) -> Result<Owners> {
        let (threads, size) = (self.threads, self.tile.size());
        let pairs = threads.checked_mul(self.values);
        let too_large = |what: &'static str, count: String| Error::TooLarge { what, count, limit: PAIR_LIMIT };
        let Some(pairs) = pairs.filter(|pairs| *pairs <= PAIR_LIMIT) else {
            return Err(too_large("pairs", format!("{threads} * {}", self.values)));
        };
        if size > PAIR_LIMIT {
            return Err(too_large("cells", size.to_string()));
        }
        let cells = self.cells(pairs as usize)?;
        let mut counts = vec![0_u32; size as usize];
        for cell in &cells {
            if let Some(count) = counts.get_mut(*cell as usize) {
                *count += 1;
            }
        }
        let mut end = 0;
        let mut starts = Vec::with_capacity(counts.len() + 1);
        for count in &counts {
            starts.push(end);
            end += count;
        }
        starts.push(end);
        let mut held = vec![Pair { thread: 0, value: 0 }; end as usize];
        let mut next = starts.clone();
        let mut coverage = Coverage::default();
        for thread in 0..threads {
            for value in 0..self.values {
                let pair = Pair { thread, value };
                let cell = cells.get((value * threads + thread) as usize).copied().unwrap_or(OUTSIDE);
                let Some(place) = next.get_mut(cell as usize).filter(|_| cell != OUTSIDE) else {
                    coverage.outside += 1;
                    coverage.first_outside.get_or_insert(pair);
                    continue;
                };
                if let Some(slot) = held.get_mut(*place as usize) {
                    *slot = pair;
                }
                *place += 1;
            }
        }
        let mut owners = Owners { threads, cells, starts, pairs: held, coverage };
        owners.coverage = owners.covered(&counts);
        Ok(owners)
    }

    /// The element of each pair, threads first.
    fn cells(&self, pairs: usize) -> Result<Vec<u32>> {
        let mut cells = vec![0_u32; pairs];
        let mut digits = vec![0_i64; pairs];
        for axis in &self.axes {
            axis.coordinate.fill(0, &mut digits)?;
            for (cell, digit) in cells.iter_mut().zip(&digits) {
                let digit = u64::try_from(*digit).ok().filter(|digit| *digit < axis.extent);
                let part = digit.map(|digit| digit * axis.weight);
                *cell = match part {
                    Some(part) if *cell != OUTSIDE => *cell + part as u32,
                    _ => OUTSIDE,
                };
            }
        }
        Ok(cells)
    }
}

impl Owners {
    fn covered(&self, counts: &[u32]) -> Coverage {
        let mut coverage = self.coverage.clone();
        for (cell, count) in counts.iter().enumerate() {
            let cell = cell as u64;
            match count {
                0 => {
                    coverage.unheld += 1;
                    coverage.first_unheld.get_or_insert(cell);
                }
                1 => {}
                _ => {
                    coverage.shared += 1;
                    if let (None, [first, second, ..]) = (coverage.first_shared, self.of(cell)) {
                        coverage.first_shared = Some((cell, [*first, *second]));
                    }
                }
            }
        }
        coverage
    }

    /// The pairs that hold an element, none outside the tile.
    pub fn of(&self, cell: u64) -> &[Pair] {
        let at = |cell: u64| usize::try_from(cell).ok().and_then(|cell| self.starts.get(cell)).copied();
        match (at(cell), cell.checked_add(1).and_then(at)) {
            (Some(start), Some(end)) => self.pairs.get(start as usize..end as usize).unwrap_or_default(),
            _ => &[],
        }
    }

    /// The element that a pair holds. Law: `owners.cell(p) = map.cell(p)`.
    ///
    /// ```
    /// use colex::thread_value::{ThreadValue, Tile};
    ///
    /// let map = ThreadValue::new(&"(8,4):(4,2)".parse()?, Tile::new(&"(4,8)".parse()?)?)?;
    /// let owners = map.owners()?;
    /// for pair in (0..32).filter_map(|i| map.pair(i)) {
    ///     assert_eq!(owners.cell(pair), map.cell(pair));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cell(&self, pair: Pair) -> Option<u64> {
        let linear = pair.value.checked_mul(self.threads)?.checked_add(pair.thread)?;
        let cell = self.cells.get(usize::try_from(linear).ok()?).filter(|_| pair.thread < self.threads);
        cell.copied().filter(|cell| *cell != OUTSIDE).map(u64::from)
    }

    /// Reports whether every element is held once.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }
}
