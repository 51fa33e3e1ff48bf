//! Decides in slices how two layouts relate, and looks for the next coordinate at which they differ.

use crate::signals::{Effect, Memo, RwSignal};
use colex::Error;
use colex::difference::{Compared, Comparison, Direction, Found, LayoutDifference, Sameness, Seek};
use colex::work::Progress;
use leptos::prelude::*;

use crate::browser::Pursuit;

/// The units of work between two looks at the clock.
const UNITS: u64 = 1 << 14;

/// Relation of two layouts, as far as it is known.
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
    /// Reports whether a coordinate is known at which they differ.
    pub(super) fn differs(&self) -> bool {
        matches!(self, Decided::Is(found) if found.sameness == Sameness::Differ)
    }
}

/// Decides how the compared layouts relate.
pub(super) fn decide(compared: Memo<Option<Compared>>) -> RwSignal<Decided> {
    let decided = RwSignal::new(Decided::Deciding);
    let pursuit = Pursuit::new(UNITS);
    Effect::new(move |_| {
        let made = compared.with(|compared| match compared {
            Some(Compared::Layouts(layouts)) => Some(Comparison::new(&layouts[0], &layouts[1])),
            _ => None,
        });
        match made {
            Some(Ok(comparison)) => pursuit.begin(comparison, move |work, progress| {
                let so_far = work.so_far();
                // Where they first differ is said at once; how often is counted on.
                let is_known = matches!(progress, Progress::Done(_)) || so_far.sameness == Sameness::Differ;
                decided.set(if is_known { Decided::Is(Box::new(so_far)) } else { Decided::Deciding });
                Some(work)
            }),
            Some(Err(error)) => {
                pursuit.stop();
                decided.set(Decided::Refused(error));
            }
            None => {
                pursuit.stop();
                decided.set(Decided::Deciding);
            }
        }
    });
    decided
}

/// The search for the next coordinate at which two layouts differ.
#[derive(Clone, Copy)]
pub(super) struct Seeking {
    pursuit: Pursuit<Seek>,
    found: RwSignal<Option<Found>>,
}

impl Seeking {
    pub(super) fn new() -> Self {
        Seeking { pursuit: Pursuit::new(UNITS), found: RwSignal::new(None) }
    }

    /// Returns the result of the last search.
    pub(super) fn found(self) -> Option<Found> {
        self.found.get()
    }

    /// Drops the search and what it found.
    pub(super) fn forget(self) {
        self.pursuit.stop();
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
        let Some(seek) = made else { return };
        self.pursuit.begin(seek, move |work, progress| {
            let Progress::Done(done) = progress else { return Some(work) };
            self.found.set(Some(done));
            if let Some(at) = done.at {
                go.run(at);
            }
            None
        });
    }
}
