//! Long work between frames: how long a slice of it may take, and one slice.

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
        self.0.set_value(Some(browser::after(milliseconds, run)));
    }
}
