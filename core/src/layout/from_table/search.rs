//! The simplest layout under a swizzle that has a table, where no layout alone has.
//!
//! A swizzle undoes itself. So a layout under `Swizzle<B,M,S>` has a table exactly where the layout alone has the table of
//! the swizzled numbers, and that is decided exactly for each swizzle. Which swizzles are tried is bounded: those that
//! combine at most [`BITS_LIMIT`] bits, all within the bits that the numbers of the table have and [`BITS_BEYOND`] more,
//! and within [`INDEX_BITS`]. That is a bound and no proof that further ones could not: a swizzle may change bits where no
//! number of the table has any, as `0 5 2` is also `Sw<1,1,-2> o 3:5`, and it may read the higher bits of negative numbers,
//! as `-8 -7 0` is `Sw<2,1,2> o -2 o 3:1`.

use super::affine::{Factored, Refutation, factor};
use super::sheet::Sheet;
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::swizzle::{Offset, Swizzle};
use crate::work::{Budget, Progress, Work};

/// Swizzles of at most so many bits are tried: `Swizzle<B,M,S>` with `B` up to this.
pub const BITS_LIMIT: u32 = 6;

/// Swizzles are tried within at most so many bits of the index.
pub const INDEX_BITS: u32 = 24;

/// Swizzles are tried that reach so many bits above those that the numbers of a table have.
pub const BITS_BEYOND: u32 = 3;

/// Outcome of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Cells are still empty.
    Incomplete {
        /// Number of them.
        missing: usize,
        /// The first of them in the order of 1-D coordinates.
        first: (usize, usize),
    },
    /// A layout alone, with the number in its first cell as offset.
    Layout {
        /// The layout; with an offset under an identity swizzle.
        layout: AnyLayout,
        /// The number of modes with more than one coordinate.
        modes: usize,
        /// Number in the first cell.
        offset: i64,
    },
    /// No layout alone, but one under a swizzle.
    Swizzled {
        /// The simplest such layout: the fewest modes, then no offset, then within the bits that the
        /// numbers have, the fewest bits, the shortest shift.
        layout: AnyLayout,
        /// The number of modes with more than one coordinate.
        modes: usize,
        /// The first cell that proves that no layout alone has the table.
        refutation: Refutation,
        /// Number of swizzles that were tried.
        tried: u64,
    },
    /// No layout, and none under a swizzle that was tried.
    None {
        /// The first cell that proves that no layout alone has the table.
        refutation: Refutation,
        /// Number of swizzles that were tried.
        tried: u64,
        /// Within how many bits.
        bits: u32,
    },
}

/// The search for the simplest layout that has a table. One unit of its budget is one cell looked at under one swizzle;
/// a table is looked at whole or up to the first cell that refutes.
///
/// Law: the layout that it finds has the table. Where a layout alone has it, that with the fewest modes is found.
#[derive(Debug, Clone)]
pub struct TableSearch {
    rows: usize,
    columns: usize,
    /// In the order of 1-D coordinates.
    numbers: Vec<i64>,
    missing: Option<Answer>,
    plain: Option<Result<Factored, Refutation>>,
    /// Swizzles that are still to try, the simplest last.
    swizzles: Vec<Swizzle>,
    bits: u32,
    tried: u64,
    best: Option<(Swizzle, Factored)>,
    /// Units that the last table cost beyond its budget.
    owed: u64,
}

impl TableSearch {
    /// Prepares the search.
    ///
    /// ```
    /// use colex::from_table::{Answer, Sheet, TableSearch};
    /// use colex::work::finish;
    ///
    /// let sheet = Sheet::of_layout(&"Sw<2,0,2> o _0 o (_4,_4):(_4,_1)".parse()?, &[])?;
    /// let Answer::Swizzled { layout, .. } = finish(TableSearch::new(&sheet), 1 << 20)? else { panic!("swizzled") };
    /// assert_eq!(layout.to_string(), "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)");
    /// assert_eq!(Sheet::of_layout(&layout, &[])?, sheet);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(sheet: &Sheet) -> Self {
        let numbers = sheet.numbers();
        let missing = sheet.first_missing().map(|first| Answer::Incomplete { missing: sheet.missing(), first });
        TableSearch {
            rows: sheet.rows(),
            columns: sheet.columns(),
            numbers: numbers.unwrap_or_default(),
            missing,
            plain: None,
            swizzles: Vec::new(),
            bits: 0,
            tried: 0,
            best: None,
            owed: 0,
        }
    }

    /// One table, whole or up to the first cell that refutes.
    fn look(&mut self, swizzle: Option<Swizzle>) -> Result<Factored, Refutation> {
        let mut looked = 0_u64;
        let found = factor(self.rows, self.columns, &self.numbers, &mut |number| {
            looked += 1;
            swizzle.map_or(number, |swizzle| swizzle.apply_value(number))
        });
        self.owed += looked;
        found
    }

    fn begin(&mut self) {
        let plain = self.look(None);
        if plain.is_err() {
            // A negative number has all higher bits: its sign is the lowest of them.
            let used = |number: &i64| 64 - (number ^ (number >> 63)).leading_zeros() + u32::from(*number < 0);
            let used = self.numbers.iter().map(used).max().unwrap_or_default();
            self.bits = used.saturating_add(BITS_BEYOND).min(INDEX_BITS);
            self.swizzles = swizzles_within(self.bits);
            // The order stays among those within and those beyond.
            self.swizzles.sort_by_key(|swizzle| reach(*swizzle) > used);
            self.swizzles.reverse();
        }
        self.plain = Some(plain);
    }

    fn answer(&self, plain: &Result<Factored, Refutation>) -> Answer {
        let tried = self.tried;
        match (plain, &self.best) {
            (Ok(found), _) => {
                let layout = composed(Swizzle::IDENTITY, found);
                Answer::Layout { layout, modes: found.modes(), offset: found.offset }
            }
            (Err(refutation), Some((swizzle, found))) => {
                let (layout, refutation) = (composed(*swizzle, found), refutation.clone());
                Answer::Swizzled { layout, modes: found.modes(), refutation, tried }
            }
            (Err(refutation), None) => Answer::None { refutation: refutation.clone(), tried, bits: self.bits },
        }
    }
}

impl Work for TableSearch {
    type Output = Answer;

    fn resume(&mut self, budget: &mut Budget) -> Progress<Answer> {
        if let Some(missing) = &self.missing {
            return Progress::Done(missing.clone());
        }
        loop {
            self.owed -= budget.spend_up_to(self.owed);
            if self.owed > 0 || (budget.left() == 0 && (self.plain.is_none() || !self.swizzles.is_empty())) {
                let total = self.plain.as_ref().map(|_| self.tried.saturating_add(self.swizzles.len() as u64));
                return Progress::More { done: self.tried, total };
            }
            if self.plain.is_none() {
                self.begin();
                continue;
            }
            let Some(swizzle) = self.swizzles.pop() else { break };
            self.tried += 1;
            let Ok(found) = self.look(Some(swizzle)) else { continue };
            // They come with the simplest first.
            let cost = |found: &Factored| (found.modes(), found.offset != 0);
            if self.best.as_ref().is_none_or(|(_, best)| cost(&found) < cost(best)) {
                self.best = Some((swizzle, found));
            }
        }
        match &self.plain {
            Some(plain) => Progress::Done(self.answer(plain)),
            None => Progress::More { done: 0, total: None },
        }
    }
}

/// A layout under a swizzle, with its offset.
fn composed(swizzle: Swizzle, found: &Factored) -> AnyLayout {
    AnyLayout::composed(swizzle, Offset::Int(Int::constant(found.offset)), found.layout().into())
}

/// Up to which bit a swizzle reads or changes.
fn reach(swizzle: Swizzle) -> u32 {
    swizzle.bits().saturating_add(swizzle.base()).saturating_add(swizzle.shift().unsigned_abs())
}

/// Every swizzle that is tried within so many bits, the fewest bits and the shortest shift first.
fn swizzles_within(bits: u32) -> Vec<Swizzle> {
    let mut swizzles = Vec::new();
    let width = i64::from(bits);
    for count in 1..=i64::from(BITS_LIMIT).min(width / 2) {
        for shift in count..=width - count {
            for base in 0..=width - count - shift {
                swizzles.extend([shift, -shift].into_iter().filter_map(|shift| Swizzle::new(count, base, shift).ok()));
            }
        }
    }
    swizzles
}
