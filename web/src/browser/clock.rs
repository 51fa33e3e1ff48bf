//! Time: how long a stretch of work may take, one stretch of it, and what waits.

use leptos::prelude::*;

use super::{Timer, after, now};

/// The longest a slice of work may keep the page from painting, in milliseconds.
pub const SLICE: f64 = 6.0;
/// The longest slice before the next frame, which others want to see too.
pub const FIRST_SLICE: f64 = 1.0;

/// Takes steps until one is the last, for which it answers `true`, or until so many milliseconds are over. A step is
/// short: the clock is read after each.
pub fn slice(longest: f64, mut is_last: impl FnMut() -> bool) -> bool {
    let begin = now();
    loop {
        if is_last() {
            return true;
        }
        if now() - begin > longest {
            return false;
        }
    }
}

/// Action that comes after a while, unless something else takes its place. It is dropped with what made it.
#[derive(Clone, Copy)]
pub struct Timeout(StoredValue<Option<Timer>>);

impl Timeout {
    /// Nothing is to come yet.
    pub fn new() -> Self {
        let timeout = Timeout(StoredValue::new(None));
        on_cleanup(move || timeout.stop());
        timeout
    }

    /// Cancels what was to come.
    pub fn stop(self) {
        let _ = self.0.try_update_value(|timer| {
            if let Some(timer) = timer.take() {
                timer.cancel();
            }
        });
    }

    /// Runs something after so many milliseconds, in place of what was to come.
    pub fn after(self, milliseconds: i32, run: impl FnOnce() + 'static) {
        self.stop();
        self.0.set_value(Some(after(milliseconds, run)));
    }
}
