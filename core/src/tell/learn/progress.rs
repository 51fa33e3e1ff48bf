//! Reader's progress in the course, as a short text that a browser keeps.

use std::collections::BTreeMap;
use std::fmt;

use super::lesson::Lesson;
use super::place::is_name;

/// Number of lessons that are remembered.
pub const LESSONS_LIMIT: usize = 200;

/// Which cards of which lessons were done, and which of the exercises at their ends.
///
/// Law: `Progress::read(&progress.to_string()) = progress`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress {
    /// Of each lesson a bit for each card and, behind them, for each exercise.
    done: BTreeMap<String, u32>,
}

impl Progress {
    /// Reads what was kept; what is not understood is left out.
    ///
    /// ```
    /// use colex::learn::progress::Progress;
    ///
    /// let mut progress = Progress::default();
    /// assert!(progress.did("cosize", 3) && !progress.did("cosize", 3));
    /// assert_eq!(Progress::read(&progress.to_string()), progress);
    /// ```
    pub fn read(text: &str) -> Progress {
        let mut done = BTreeMap::new();
        for (name, bits) in text.split(';').filter_map(|entry| entry.split_once('=')) {
            if let (true, Ok(bits @ 1..)) = (is_name(name), bits.parse::<u32>())
                && (done.len() < LESSONS_LIMIT || done.contains_key(name))
            {
                *done.entry(name.to_owned()).or_insert(0) |= bits;
            }
        }
        Progress { done }
    }

    /// That a card was done, counted from 1; the exercises of a lesson count on from its cards. Answers whether that is new.
    pub fn did(&mut self, lesson: &str, number: usize) -> bool {
        let bit = u32::try_from(number.saturating_sub(1)).ok().and_then(|place| 1_u32.checked_shl(place)).unwrap_or(0);
        let done = self.done.entry(lesson.to_owned()).or_insert(0);
        let is_new = *done & bit != bit;
        *done |= bit;
        is_new
    }

    /// Reports whether a card was done.
    pub fn has_done(&self, lesson: &str, number: usize) -> bool {
        let bit = u32::try_from(number.saturating_sub(1)).ok().and_then(|place| 1_u32.checked_shl(place)).unwrap_or(0);
        self.done.get(lesson).is_some_and(|done| bit != 0 && done & bit == bit)
    }

    /// Returns how many of a lesson's cards and exercises were done, and of how many.
    pub fn of(&self, lesson: &Lesson) -> (usize, usize) {
        let count = lesson.cards.len() + lesson.practice.len();
        let done = (1..=count).filter(|number| self.has_done(&lesson.name, *number)).count();
        (done, count)
    }

    /// Joins what was done here and there.
    pub fn with(mut self, other: &Progress) -> Progress {
        for (name, bits) in &other.done {
            *self.done.entry(name.clone()).or_insert(0) |= bits;
        }
        self
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, bits)) in self.done.iter().enumerate() {
            let between = if place > 0 { ";" } else { "" };
            write!(f, "{between}{name}={bits}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_is_read_as_it_was_kept() {
        let mut progress = Progress::default();
        assert!(progress.did("cosize", 1) && progress.did("cosize", 3) && !progress.did("cosize", 3));
        assert!(progress.did("left-right", 32));
        assert_eq!(Progress::read(&progress.to_string()), progress);
        assert!(progress.has_done("cosize", 3) && !progress.has_done("cosize", 2) && !progress.has_done("table", 1));
        assert!(!progress.has_done("cosize", 40) && !progress.has_done("cosize", 33));
        let damaged = Progress::read("cosize=5;;x;=3;A=1;table=-1;table=0;left-right=zz;cosize=2");
        assert_eq!(damaged.to_string(), "cosize=7");
        assert_eq!(damaged.with(&progress).to_string(), "cosize=7;left-right=2147483648");
    }
}
