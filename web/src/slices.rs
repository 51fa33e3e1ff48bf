//! Long work between frames: how long a slice of it may take, one slice, and what waits until a person pauses.

use std::cell::Cell;
use std::rc::Rc;

use crate::signals::RwSignal;
use leptos::prelude::*;

use crate::browser::{self, Timer};

/// The longest a slice of work may keep the page from painting, in milliseconds.
pub const SLICE: f64 = 6.0;
/// The longest slice before the next frame, which others want to see too.
pub const FIRST_SLICE: f64 = 1.0;

/// Takes steps until one is the last, for which it answers `true`, or until so many milliseconds are over. A step is
/// short: the clock is read after each.
pub fn slice(longest: f64, mut is_last: impl FnMut() -> bool) -> bool {
    let begin = browser::now();
    loop {
        if is_last() {
            return true;
        }
        if browser::now() - begin > longest {
            return false;
        }
    }
}

/// The next slice of some work, which another may take the place of. It is dropped with what made it.
#[derive(Clone, Copy)]
pub struct Turn(StoredValue<Option<Timer>>);

impl Turn {
    /// None yet.
    pub fn new() -> Self {
        let turn = Turn(StoredValue::new(None));
        on_cleanup(move || turn.stop());
        turn
    }

    /// Cancels what was to come.
    pub fn stop(self) {
        if let Some(Some(timer)) = self.0.try_get_value() {
            timer.cancel();
        }
    }

    /// Runs something after so many milliseconds, in place of what was to come.
    pub fn after(self, milliseconds: i32, run: impl FnOnce() + 'static) {
        self.stop();
        self.0.set_value(Some(browser::after(milliseconds, run)));
    }
}

/// Draws before the next paint, and again whenever something that the drawing read changes, once a frame however often
/// it does; never after the view is gone.
///
/// Law: a picture follows all that it shows, for there is no list of what it follows beside it.
pub fn drawn(draw: impl Fn() + 'static) {
    let turn = RwSignal::new(());
    let is_due = Rc::new(Cell::new(false));
    let waits = Rc::new(Cell::new(false));
    Effect::new(move |_| {
        // It is due in a frame, and what is read meanwhile is followed till the next one.
        turn.track();
        if is_due.replace(false) {
            return draw();
        }
        if waits.replace(true) {
            return;
        }
        let (is_due, waits) = (Rc::clone(&is_due), Rc::clone(&waits));
        browser::before_paint(move || {
            waits.set(false);
            is_due.set(true);
            // The view may be gone by now: views are built anew where they are moved.
            turn.try_set(());
        });
    });
}

/// How long nothing changes before what is dear to compute follows, in milliseconds.
const PAUSE: i32 = 60;

/// What a value is once it has rested: views that are dear to compute follow a key after its frame, and not every key of
/// a word. At first it is what it is.
pub fn rested<T: Clone + PartialEq + Send + Sync + 'static>(value: impl Fn() -> T + 'static) -> RwSignal<T> {
    let rested = RwSignal::new(untrack(&value));
    let turn = Turn::new();
    Effect::new(move |_| {
        let now = value();
        if rested.try_with_untracked(|old| *old != now).unwrap_or_default() {
            turn.after(PAUSE, move || {
                rested.try_set(now);
            });
        } else {
            turn.stop();
        }
    });
    rested
}
