//! The counts of the slots: all of a small layout, those in view of a large one.

use crate::signals::{Effect, Memo, RwSignal};
use colex::figure::strip::Strip;
use colex::slot::Slot;
use colex::table::FlatLayout;
use colex::tally::{Facts, Tally};
use colex::work::{Budget, Progress, Work};
use colex::{AnyLayout, Error};

use crate::browser::Pursuit;
use crate::session::Shared;

/// The units of work between two looks at the clock.
const UNITS: u64 = 1 << 15;

/// The slots in view of a layout that is too large to be counted, as far as they are searched.
#[derive(Clone, PartialEq)]
struct Seen {
    first: i64,
    slots: Vec<Slot>,
}

/// The search of the slots in view, one unit each.
struct Window {
    layout: AnyLayout,
    seen: Seen,
    next: usize,
}

impl Work for Window {
    type Output = ();

    fn resume(&mut self, budget: &mut Budget) -> Progress<()> {
        while self.next < self.seen.slots.len() {
            if !budget.spend() {
                return Progress::More { done: self.next as u64, total: Some(self.seen.slots.len() as u64) };
            }
            let index = self.seen.first.saturating_add(self.next as i64);
            if let Some(slot) = self.seen.slots.get_mut(self.next) {
                *slot = Slot::searched(&self.layout, index);
            }
            self.next += 1;
        }
        Progress::Done(())
    }
}

/// The index space of the layout on the screen.
#[derive(Clone, PartialEq)]
pub(super) struct Space {
    pub(super) layout: AnyLayout,
    pub(super) flat: Shared<FlatLayout>,
    /// Which coordinates lie beyond the layout that it was made from.
    pub(super) beyond: Option<Shared<dyn Fn(i64) -> bool + Send + Sync>>,
}

/// The counts of the slots, made in slices as soon as a layout or a window is there.
#[derive(Clone, Copy)]
pub(super) struct Counting {
    tally: RwSignal<Option<Shared<Tally>>>,
    /// Result of the counts, once they are complete.
    pub(super) facts: RwSignal<Option<Facts>>,
    seen: RwSignal<Option<Seen>>,
    /// True if the layout is small enough to be counted.
    pub(super) counted: RwSignal<bool>,
    tallying: Pursuit<Tally>,
    searching: Pursuit<Window>,
}

impl Counting {
    pub(super) fn new(space: Memo<Option<Result<Space, Error>>>, strip: Memo<Option<Strip>>) -> Counting {
        let counting = Counting {
            tally: RwSignal::new(None),
            facts: RwSignal::new(None),
            seen: RwSignal::new(None),
            counted: RwSignal::new(false),
            tallying: Pursuit::new(UNITS),
            // A slot is searched between two looks at the clock.
            searching: Pursuit::new(1),
        };
        Effect::new(move |_| {
            counting.tallying.stop();
            counting.searching.stop();
            counting.tally.set(None);
            counting.facts.set(None);
            counting.seen.set(None);
            let Some(Ok(space)) = space.get() else { return };
            let tally = Tally::start((*space.flat.0).clone(), space.beyond.clone().map(|beyond| beyond.0));
            counting.counted.set(tally.is_some());
            if let Some(tally) = tally {
                counting.tallying.begin(tally, move |tally, progress| match progress {
                    Progress::Done(facts) => {
                        counting.facts.set(Some(facts));
                        counting.tally.set(Some(Shared(tally.into())));
                        None
                    }
                    Progress::More { .. } => Some(tally),
                });
            }
        });
        // Only the window in view of a layout that is too large.
        Effect::new(move |_| {
            let (Some(Ok(space)), Some(strip)) = (space.get(), strip.get()) else { return };
            if counting.counted.get() || space.flat.0.size() == 0 {
                return;
            }
            let slots = vec![Slot::Unknown; strip.count as usize];
            let window = Window { layout: space.layout, seen: Seen { first: strip.first, slots }, next: 0 };
            counting.searching.begin(window, move |window, _| {
                counting.seen.set(Some(window.seen.clone()));
                Some(window)
            });
        });
        counting
    }

    pub(super) fn slot(self, index: i64) -> Slot {
        let counted = self.tally.with(|tally| tally.as_ref().map(|tally| Slot::counted(&tally.0, index)));
        if let Some(counted) = counted {
            return counted;
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
