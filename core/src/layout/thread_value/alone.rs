//! Part of a thread-value map that is looked at alone.

use super::Pair;

/// One thread, or the values of one instruction, or both; the default is all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Alone {
    /// The thread.
    pub thread: Option<u64>,
    /// The values, from and up to but not including.
    pub values: Option<(u64, u64)>,
}

impl Alone {
    /// Returns true if anything is looked at alone.
    pub fn is_any(&self) -> bool {
        self.thread.is_some() || self.values.is_some()
    }

    fn has_thread(&self, pair: &Pair) -> bool {
        self.thread.is_none_or(|thread| pair.thread == thread)
    }

    fn has_value(&self, pair: &Pair) -> bool {
        self.values.is_none_or(|(first, end)| (first..end).contains(&pair.value))
    }

    /// Returns true if a pair is what is looked at.
    pub fn holds(&self, pair: &Pair) -> bool {
        self.has_thread(pair) && self.has_value(pair)
    }

    /// The pair that is meant among those of an element: the one that is looked at, or the first.
    pub fn meant(&self, pairs: &[Pair]) -> Option<Pair> {
        let both = pairs.iter().find(|pair| self.holds(pair));
        both.or_else(|| pairs.iter().find(|pair| self.has_thread(pair))).or(pairs.first()).copied()
    }
}
