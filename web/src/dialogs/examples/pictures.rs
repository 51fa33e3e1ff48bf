//! The small pictures of the examples, which are made a few at a time while the dialog is there already.

use colex::draw::thumbnail::Thumbnail;
use leptos::prelude::*;

use crate::browser::{Timeout, slice};
use crate::panels::examples::EXAMPLES;
use crate::panels::small_picture::{drawn, squares};
use crate::session::Session;
use crate::signals::{Memo, RwSignal};

/// The longest that making some keeps the page, in milliseconds; then whoever types comes first.
const LONGEST: f64 = 4.0;
/// The pause between, in milliseconds.
const PAUSE: i32 = 16;

/// The pictures that are made so far, in the order of the examples.
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

    /// Makes those that are still missing, each once.
    pub fn go_on(self) {
        self.next.after(PAUSE, move || {
            let all = slice(LONGEST, || {
                let place = self.made.with_value(Vec::len);
                if let Some(example) = EXAMPLES.get(place) {
                    self.made.update_value(|made| made.push(squares(&example.sample)));
                }
                place + 1 >= EXAMPLES.len()
            });
            self.count.set(self.made.with_value(Vec::len));
            if !all {
                self.go_on();
            }
        });
    }

    /// The picture of an example, as soon as it is there.
    pub fn of(self, session: Session, place: usize) -> AnyView {
        let is_made = Memo::new(move |_| self.count.get() > place);
        (move || {
            let squares =
                is_made.get().then(|| self.made.with_value(|made| made.get(place).cloned())).flatten().flatten();
            squares.map(|squares| drawn(session, squares))
        })
        .into_any()
    }
}
