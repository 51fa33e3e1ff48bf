//! The widest vector that every thread may access at once: its values lie one after the other, and begin where the
//! address is a multiple of the vector's bytes.

use super::machine::Machine;
use crate::thread_value::Pair;

/// Why a vector of twice as many elements is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle {
    /// It is as wide as the machine's widest access.
    Machine,
    /// The number of values is no multiple of it.
    Values {
        /// Number of values of a thread.
        values: u64,
    },
    /// A value does not follow the one before it.
    Gap {
        /// The value.
        pair: Pair,
        /// The index of the one before.
        before: i64,
        /// Its own index.
        index: i64,
    },
    /// The first value of a vector begins at an index that is no multiple of the vector's elements.
    Alignment {
        /// The value.
        pair: Pair,
        /// Its index.
        index: i64,
        /// The elements of the vector.
        elements: u64,
    },
    /// One value is accessed, and the one beside it is not.
    Outside {
        /// The second of them.
        pair: Pair,
    },
}

/// The widest legal vector, and why there is none twice as wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Widest {
    /// Number of elements: a power of two.
    pub elements: u64,
    /// Obstacle to twice as many.
    pub obstacle: Obstacle,
}

/// The search for it: it is told the values of each thread, thread by thread, in their order.
///
/// Law: what was legal so far stays legal for every divisor, so that one look at each value is enough.
#[derive(Debug, Clone)]
pub(super) struct Search {
    found: Widest,
    before: Option<i64>,
}

impl Search {
    pub(super) fn new(values: u64, element_bytes: u64, machine: &Machine) -> Search {
        let fits = machine.sound().vector_bytes.checked_div(element_bytes).unwrap_or(1).max(1);
        // The largest power of two that fits in an access, and the largest that divides the number of values.
        let (fits, divides) = (1 << fits.ilog2(), 1 << values.max(1).trailing_zeros().min(62));
        let obstacle = if fits <= divides { Obstacle::Machine } else { Obstacle::Values { values } };
        Search { found: Widest { elements: divides.min(fits), obstacle }, before: None }
    }

    /// The next value.
    pub(super) fn see(&mut self, pair: Pair, index: Option<i64>) {
        while let Some(obstacle) = self.refuses(pair, index) {
            self.found = Widest { elements: self.found.elements / 2, obstacle };
        }
        self.before = index;
    }

    fn refuses(&self, pair: Pair, index: Option<i64>) -> Option<Obstacle> {
        let elements = self.found.elements;
        if elements < 2 {
            return None;
        }
        if pair.value.is_multiple_of(elements) {
            let index = index?;
            let is_aligned = i128::from(index).rem_euclid(i128::from(elements)) == 0;
            return (!is_aligned).then_some(Obstacle::Alignment { pair, index, elements });
        }
        match (self.before, index) {
            (None, None) => None,
            (Some(before), Some(index)) if before.checked_add(1) == Some(index) => None,
            (Some(before), Some(index)) => Some(Obstacle::Gap { pair, before, index }),
            _ => Some(Obstacle::Outside { pair }),
        }
    }

    pub(super) fn found(&self) -> Widest {
        self.found
    }
}
