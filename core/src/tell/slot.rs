//! Facts about one slot of the index space.

use std::collections::HashMap;

use super::tally::Tally;
use crate::composed::AnyLayout;
use crate::preimage::PreimageSearch;
use crate::table::FlatLayout;
use crate::work::{Budget, Work};

/// The most units for the coordinates of a slot.
const SEARCH: u64 = 4096;

/// Of larger layouts slots are not told what they hold.
const HELD_LIMIT: u64 = 1 << 14;

/// Returns what the first coordinate that reaches each index is of; `None` of a layout of more than 2^14 coordinates.
pub fn held<T>(flat: &FlatLayout, class: impl Fn(i64) -> Option<T>) -> Option<HashMap<i64, T>> {
    let size = Some(flat.size()).filter(|size| *size <= HELD_LIMIT)?;
    let place = |linear: u64| Some((flat.index(linear).ok()?, class(linear.try_into().ok()?)?));
    Some((0..size).rev().filter_map(place).collect())
}

/// Facts known of one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Nothing.
    Unknown,
    /// Nothing reaches it.
    Gap,
    /// So many coordinates reach it, or so many at least.
    Reached(u64),
    /// Reached from beyond the layout that this one was made from, and from nowhere else.
    Beyond,
}

impl Slot {
    /// Returns what the counts say of an index, once they are complete.
    pub fn counted(tally: &Tally, index: i64) -> Slot {
        match tally.count(index) {
            None | Some(0) if tally.is_beyond(index) => Slot::Beyond,
            None | Some(0) => Slot::Gap,
            Some(count) => Slot::Reached(count.into()),
        }
    }

    /// Returns what a short search finds, of a layout that is too large to be counted.
    pub fn searched(layout: &AnyLayout, index: i64) -> Slot {
        let Ok(mut search) = PreimageSearch::any(layout, index, 0) else { return Slot::Unknown };
        search.resume(&mut Budget::new(SEARCH));
        let found = search.so_far();
        match (found.complete, found.count) {
            (true, 0) => Slot::Gap,
            (true, count) => Slot::Reached(count),
            // More than once is certain before the search is complete.
            (false, count) if count > 1 => Slot::Reached(count),
            (false, _) => Slot::Unknown,
        }
    }
}
