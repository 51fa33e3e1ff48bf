//! Work that grows with a domain: done in slices, under a budget, with progress, and cancelled by dropping it.
//!
//! Long work is a *value that is resumed*, not a thread. The page calls [`Work::resume`] with a small [`Budget`], draws a
//! frame, and calls again; the command line and the tests call [`finish`]. This was chosen over a Worker because the
//! page then needs no second copy of the WebAssembly module, no messages and no serialised layouts; a result can be
//! shown while it grows; and the same code runs natively. Cancelling is dropping the value: there is nothing to signal
//! and nothing to wait for.
//!
//! A budget counts *units of work*, never time: this crate reads no clock. What one unit is stands in the documentation
//! of each work, and is about as much as a table look-up or a division (some ten nanoseconds). The caller measures how
//! many units it gets through in a slice (at most 6 milliseconds on the page) and sets the next budget by that.

use crate::error::{Error, Result};

/// Units of work that may still be done.
///
/// Law: over a work's whole life the units spent do not depend on how they were cut into budgets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    left: u64,
}

impl Budget {
    /// A budget of so many units.
    pub const fn new(units: u64) -> Self {
        Budget { left: units }
    }

    /// The units not yet spent.
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Spends one unit, or answers `false` where none is left.
    pub const fn spend(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }

    /// Spends up to `wanted` units and answers how many it spent.
    pub fn spend_up_to(&mut self, wanted: u64) -> u64 {
        let spent = wanted.min(self.left);
        self.left -= spent;
        spent
    }
}

/// Outcome of a slice of work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress<T> {
    /// The work is complete.
    Done(T),
    /// The budget is spent, and there is more to do.
    More {
        /// Amount that is done, in the work's own measure.
        done: u64,
        /// Amount that there is to do in the same measure, where that is known.
        total: Option<u64>,
    },
}

/// Work that can be done in slices. Dropping it cancels it.
pub trait Work {
    /// Output of the work.
    type Output;

    /// Works until it is complete or the budget is spent.
    ///
    /// Law: with enough calls every budget above zero leads to the same output. A call after [`Progress::Done`] answers
    /// the output again.
    ///
    /// ```
    /// use colex::preimage::PreimageSearch;
    /// use colex::work::{Budget, Progress, Work};
    ///
    /// let mut search = PreimageSearch::new(&"(4,(2,8)):(0,(1,2))".parse()?, 7, 8)?;
    /// let at_once = search.clone().resume(&mut Budget::new(1000));
    /// while search.resume(&mut Budget::new(1)) != at_once {}
    /// assert_eq!(search.resume(&mut Budget::new(0)), at_once);
    /// assert!(matches!(at_once, Progress::Done(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn resume(&mut self, budget: &mut Budget) -> Progress<Self::Output>;
}

/// Works to the end, at most `limit` units: for tests and the command line, which have nothing else to do.
///
/// Errors: [`Error::TooLarge`] where the limit does not suffice.
///
/// ```
/// use colex::preimage::PreimageSearch;
/// use colex::work::{Budget, Work, finish};
///
/// let search = PreimageSearch::new(&"(4,(2,8)):(0,(1,2))".parse()?, 7, 8)?;
/// let mut slices = search.clone();
/// while !slices.so_far().complete {
///     slices.resume(&mut Budget::new(1));
/// }
/// assert_eq!(finish(search, 1000)?, slices.so_far());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn finish<W: Work>(mut work: W, limit: u64) -> Result<W::Output> {
    match work.resume(&mut Budget::new(limit)) {
        Progress::Done(output) => Ok(output),
        Progress::More { .. } => {
            Err(Error::TooLarge { what: "units of work", count: format!("more than {limit}"), limit })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts to a number, one unit each.
    struct Count {
        now: u64,
        end: u64,
    }

    impl Work for Count {
        type Output = u64;

        fn resume(&mut self, budget: &mut Budget) -> Progress<u64> {
            self.now += budget.spend_up_to(self.end - self.now);
            if self.now == self.end {
                return Progress::Done(self.now);
            }
            Progress::More { done: self.now, total: Some(self.end) }
        }
    }

    #[test]
    fn slices_and_the_whole_come_to_the_same() {
        assert_eq!(finish(Count { now: 0, end: 10 }, 10), Ok(10));
        assert!(matches!(finish(Count { now: 0, end: 10 }, 9), Err(Error::TooLarge { limit: 9, .. })));
        let mut count = Count { now: 0, end: 10 };
        assert_eq!(count.resume(&mut Budget::new(4)), Progress::More { done: 4, total: Some(10) });
        assert_eq!(count.resume(&mut Budget::new(0)), Progress::More { done: 4, total: Some(10) });
        let mut budget = Budget::new(7);
        assert_eq!(count.resume(&mut budget), Progress::Done(10));
        assert_eq!(budget.left(), 1);
        assert!(budget.spend() && !budget.spend());
    }
}
