//! The small pictures of the examples, which are made a few at a time while the dialog is there already.

use colex::draw::thumbnail::Thumbnail;
use leptos::prelude::*;

use crate::browser::{Timeout, slice};
use crate::panels::examples::EXAMPLES;
use crate::panels::small_picture::{drawn, squares};
use crate::session::{Session, Tastes};
use crate::signals::{Memo, RwSignal};

/// The longest that making some keeps the page, in milliseconds; then whoever types comes first.
const LONGEST: f64 = 4.0;
/// The most that are shown at once.
const SOME: usize = 24;
/// The pause between, in milliseconds.
const PAUSE: i32 = 16;

/// The pictures that are made so far, in the order of the examples, and how many of them are shown.
#[derive(Clone, Copy)]
pub struct Pictures {
    made: StoredValue<Vec<Option<Thumbnail>>>,
    count: RwSignal<usize>,
    next: Timeout,
}

impl Pictures {
    /// None yet.
    pub fn new() -> Pictures {
        Pictures { made: StoredValue::new(Vec::new()), count: RwSignal::new(0), next: Timeout::new() }
    }

    /// Shows them a few at a time, and makes those that are missing.
    pub fn begin(self, session: Session) {
        self.count.set(0);
        self.go_on(session);
    }

    fn go_on(self, session: Session) {
        self.next.after(PAUSE, move || {
            if !session.arrivals.has_algebra.get_untracked() {
                return self.go_on(session);
            }
            let (mut count, mut some) = (self.count.get_untracked(), 0);
            slice(LONGEST, || {
                let Some(example) = EXAMPLES.get(count) else { return true };
                if self.made.with_value(Vec::len) <= count {
                    self.made.update_value(|made| made.push(untrack(|| squares(session.arrivals, &example.sample))));
                }
                (count, some) = (count + 1, some + 1);
                some >= SOME
            });
            self.count.set(count);
            if count < EXAMPLES.len() {
                self.go_on(session);
            }
        });
    }

    /// The picture of an example, as soon as it is there.
    pub fn of(self, tastes: Tastes, place: usize) -> AnyView {
        let is_made = Memo::new(move |_| self.count.get() > place);
        (move || {
            let squares =
                is_made.get().then(|| self.made.with_value(|made| made.get(place).cloned())).flatten().flatten();
            squares.map(|squares| drawn(tastes, &squares))
        })
        .into_any()
    }
}
