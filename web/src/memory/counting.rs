//! The counts of the slots: all of a small layout, those in view of a large one.

use crate::signals::{Memo, RwSignal};
use colex::preimage::PreimageSearch;
use colex::table::FlatLayout;
use colex::work::{Budget, Progress, Work};
use colex::{AnyLayout, Error};
use leptos::prelude::*;

use super::strip::Strip;
use super::tally::{Beyond, Facts, Tally};
use crate::session::Shared;
use crate::slices::{FIRST_SLICE, SLICE, Turn, slice};

/// The units of work between two looks at the clock.
const UNITS: u64 = 1 << 15;
/// The most units for the coordinates of a slot in view.
const SEARCH_SEEN: u64 = 4096;

/// What is known of one slot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Unknown,
    Gap,
    Reached(u64),
    /// Reached from beyond the layout that this one was made from, and from nowhere else.
    Beyond,
}

/// The slots in view of a layout that is too large to be counted, as far as they are searched.
#[derive(Clone, PartialEq)]
struct Seen {
    first: i64,
    slots: Vec<Slot>,
}

/// The index space of the layout on the screen.
#[derive(Clone, PartialEq)]
pub(super) struct Space {
    pub(super) layout: AnyLayout,
    pub(super) flat: Shared<FlatLayout>,
    /// Which coordinates lie beyond the layout that it was made from.
    pub(super) beyond: Option<Beyond>,
}

/// The counts of the slots, made in slices as soon as a layout or a window is there.
#[derive(Clone, Copy)]
pub(super) struct Counting {
    tally: RwSignal<Option<Shared<Tally>>>,
    /// What the counts come to, once they are complete.
    pub(super) facts: RwSignal<Option<Facts>>,
    seen: RwSignal<Option<Seen>>,
    /// Whether the layout is small enough to be counted.
    pub(super) counted: RwSignal<bool>,
    turn: Turn,
}

impl Counting {
    pub(super) fn new(space: Memo<Option<Result<Space, Error>>>, strip: Memo<Option<Strip>>) -> Counting {
        let counting = Counting {
            tally: RwSignal::new(None),
            facts: RwSignal::new(None),
            seen: RwSignal::new(None),
            counted: RwSignal::new(false),
            turn: Turn::new(),
        };
        Effect::new(move |_| {
            counting.turn.stop();
            counting.tally.set(None);
            counting.facts.set(None);
            counting.seen.set(None);
            let Some(Ok(space)) = space.get() else { return };
            let tally = Tally::start((*space.flat.0).clone(), space.beyond.clone());
            counting.counted.set(tally.is_some());
            if let Some(tally) = tally {
                counting.count(tally, FIRST_SLICE);
            }
        });
        // Only the window in view of a layout that is too large.
        Effect::new(move |_| {
            let (Some(Ok(space)), Some(strip)) = (space.get(), strip.get()) else { return };
            if counting.counted.get() || space.flat.0.size() == 0 {
                return;
            }
            counting.turn.stop();
            let slots = vec![Slot::Unknown; strip.count as usize];
            counting.search(space.layout, Seen { first: strip.first, slots }, 0);
        });
        counting
    }

    fn count(self, mut tally: Tally, longest: f64) {
        let mut counted = None;
        slice(longest, || {
            if let Progress::Done(facts) = tally.resume(&mut Budget::new(UNITS)) {
                counted = Some(facts);
            }
            counted.is_some()
        });
        if counted.is_none() {
            return self.turn.after(0, move || self.count(tally, SLICE));
        }
        self.facts.set(counted);
        self.tally.set(Some(Shared(tally.into())));
    }

    fn search(self, layout: AnyLayout, mut seen: Seen, mut next: usize) {
        let done = slice(SLICE, || {
            let index = seen.first.saturating_add(next as i64);
            if let Some(slot) = seen.slots.get_mut(next) {
                *slot = searched(&layout, index);
            }
            next += 1;
            next >= seen.slots.len()
        });
        self.seen.set(Some(seen.clone()));
        if !done {
            self.turn.after(0, move || self.search(layout, seen, next));
        }
    }

    pub(super) fn slot(self, index: i64) -> Slot {
        let counted =
            self.tally.with(|tally| tally.as_ref().map(|tally| (tally.0.count(index), tally.0.is_beyond(index))));
        if let Some((counted, is_beyond)) = counted {
            return match counted {
                None | Some(0) if is_beyond => Slot::Beyond,
                None | Some(0) => Slot::Gap,
                Some(count) => Slot::Reached(count.into()),
            };
        }
        self.seen
            .with(|seen| {
                let seen = seen.as_ref()?;
                let place = usize::try_from(i128::from(index) - i128::from(seen.first)).ok()?;
                seen.slots.get(place).copied()
            })
            .unwrap_or(Slot::Unknown)
    }
}

fn searched(layout: &AnyLayout, index: i64) -> Slot {
    let Ok(mut search) = PreimageSearch::any(layout, index, 0) else { return Slot::Unknown };
    search.resume(&mut Budget::new(SEARCH_SEEN));
    let found = search.so_far();
    match (found.complete, found.count) {
        (true, 0) => Slot::Gap,
        (true, count) => Slot::Reached(count),
        // More than once is certain before the search is complete.
        (false, count) if count > 1 => Slot::Reached(count),
        (false, _) => Slot::Unknown,
    }
}
