//! Work that waits for the next frame, or until a person pauses.

use std::cell::Cell;
use std::rc::Rc;

use crate::signals::{Effect, RwSignal};
use leptos::prelude::*;

use crate::browser::{self, Timeout};

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

/// Time without a change before what is dear to compute follows, in milliseconds.
const PAUSE: i32 = 60;

/// Returns a value once it has rested: views that are dear to compute follow a key after its frame, and not every key
/// of a word. At first it is what it is.
pub fn rested<T: Clone + PartialEq + Send + Sync + 'static>(value: impl Fn() -> T + 'static) -> RwSignal<T> {
    let rested = RwSignal::new(untrack(&value));
    let timeout = Timeout::new();
    Effect::new(move |_| {
        let now = value();
        if rested.try_with_untracked(|old| *old != now).unwrap_or_default() {
            timeout.after(PAUSE, move || {
                rested.try_set(now);
            });
        } else {
            timeout.stop();
        }
    });
    rested
}
