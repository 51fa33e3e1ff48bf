//! Decides in slices how two layouts relate, and looks for the next coordinate at which they differ.

use crate::signals::{Memo, RwSignal};
use colex::Error;
use colex::difference::{Compared, Comparison, Direction, Found, LayoutDifference, Sameness, Seek};
use colex::work::{Budget, Progress, Work};
use leptos::prelude::*;

use crate::slices::{FIRST_SLICE, SLICE, Turn, slice};

/// The units of work between two looks at the clock.
const UNITS: u64 = 1 << 14;

/// How two layouts relate, as far as it is known.
#[derive(Clone, PartialEq)]
pub(super) enum Decided {
    /// Not yet, or not two layouts.
    Deciding,
    /// They cannot be compared.
    Refused(Error),
    /// So.
    Is(Box<LayoutDifference>),
}

impl Decided {
    /// Whether a coordinate is known at which they differ.
    pub(super) fn differs(&self) -> bool {
        matches!(self, Decided::Is(found) if found.sameness == Sameness::Differ)
    }
}

/// How the compared layouts relate.
pub(super) fn decide(compared: Memo<Option<Compared>>) -> RwSignal<Decided> {
    let decided = RwSignal::new(Decided::Deciding);
    let work = StoredValue::new(None::<Comparison>);
    let turn = Turn::new();
    Effect::new(move |_| {
        turn.stop();
        let made = compared.with(|compared| match compared {
            Some(Compared::Layouts(layouts)) => Some(Comparison::new(&layouts[0], &layouts[1])),
            _ => None,
        });
        match made {
            Some(Ok(comparison)) => {
                work.set_value(Some(comparison));
                go_on(work, turn, decided, FIRST_SLICE);
            }
            Some(Err(error)) => decided.set(Decided::Refused(error)),
            None => decided.set(Decided::Deciding),
        }
    });
    decided
}

fn go_on(work: StoredValue<Option<Comparison>>, turn: Turn, decided: RwSignal<Decided>, longest: f64) {
    let mut found = None;
    let _ = work.try_update_value(|work| {
        let Some(work) = work else { return };
        let done = slice(longest, || matches!(work.resume(&mut Budget::new(UNITS)), Progress::Done(_)));
        let so_far = work.so_far();
        found = Some((done, so_far));
    });
    let Some((done, so_far)) = found else { return };
    // Where they first differ is said at once; how often is counted on.
    if done || so_far.sameness == Sameness::Differ {
        decided.try_set(Decided::Is(Box::new(so_far)));
    } else {
        decided.try_set(Decided::Deciding);
    }
    if !done {
        turn.after(0, move || go_on(work, turn, decided, SLICE));
    }
}

/// The search for the next coordinate at which two layouts differ.
#[derive(Clone, Copy)]
pub(super) struct Seeking {
    work: StoredValue<Option<Seek>>,
    turn: Turn,
    found: RwSignal<Option<Found>>,
}

impl Seeking {
    pub(super) fn new() -> Self {
        Seeking { work: StoredValue::new(None), turn: Turn::new(), found: RwSignal::new(None) }
    }

    /// What the last search found.
    pub(super) fn found(self) -> Option<Found> {
        self.found.get()
    }

    /// Drops the search and what it found.
    pub(super) fn forget(self) {
        self.turn.stop();
        if self.found.with_untracked(Option::is_some) {
            self.found.set(None);
        }
    }

    /// Looks from a coordinate on, and goes where it leads.
    pub(super) fn start(
        self,
        compared: Memo<Option<Compared>>,
        from: Option<u64>,
        direction: Direction,
        go: Callback<u64>,
    ) {
        self.forget();
        let made = compared.with_untracked(|compared| match compared {
            Some(Compared::Layouts(layouts)) => Seek::new(&layouts[0], &layouts[1], from, direction).ok(),
            _ => None,
        });
        self.work.set_value(made);
        self.go_on(go, FIRST_SLICE);
    }

    fn go_on(self, go: Callback<u64>, longest: f64) {
        let mut found = None;
        let alive = self.work.try_update_value(|work| {
            let Some(work) = work else { return true };
            slice(longest, || match work.resume(&mut Budget::new(UNITS)) {
                Progress::Done(done) => {
                    found = Some(done);
                    true
                }
                Progress::More { .. } => false,
            })
        });
        match (alive, found) {
            (_, Some(done)) => {
                self.found.set(Some(done));
                if let Some(at) = done.at {
                    go.run(at);
                }
            }
            (Some(false), None) => self.turn.after(0, move || self.go_on(go, SLICE)),
            _ => {}
        }
    }
}
