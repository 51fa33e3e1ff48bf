//! Long work between frames, whatever it is: one slice after the other, each as long as the page may be kept from painting.

use colex::work::{Budget, Progress, Work};
use leptos::prelude::*;

use super::{FIRST_SLICE, SLICE, Timeout, slice};

/// Work that a view pursues. What it begins next takes its place, and with the view it is dropped.
pub struct Pursuit<W: 'static> {
    work: StoredValue<Option<W>>,
    timeout: Timeout,
    /// The units of work between two looks at the clock.
    units: u64,
}

impl<W> Clone for Pursuit<W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W> Copy for Pursuit<W> {}

impl<W: Work + Send + Sync + 'static> Pursuit<W> {
    /// Nothing is pursued yet; later there are so many units of work between two looks at the clock.
    pub fn new(units: u64) -> Self {
        Pursuit { work: StoredValue::new(None), timeout: Timeout::new(), units }
    }

    /// Drops what is pursued.
    pub fn stop(self) {
        self.timeout.stop();
        let _ = self.work.try_update_value(|work| *work = None);
    }

    /// Begins some work at once. `tell` hears after each slice how far it is, and the output last; it gives the work back
    /// to have it go on, or to have it kept.
    pub fn begin(self, work: W, tell: impl Fn(W, Progress<W::Output>) -> Option<W> + Clone + 'static) {
        self.timeout.stop();
        if self.work.try_set_value(Some(work)).is_none() {
            self.go_on(FIRST_SLICE, tell);
        }
    }

    /// Begins work after so many milliseconds in which nothing else is begun.
    pub fn begin_after(
        self,
        milliseconds: i32,
        work: impl FnOnce() -> W + 'static,
        tell: impl Fn(W, Progress<W::Output>) -> Option<W> + Clone + 'static,
    ) {
        self.stop();
        self.timeout.after(milliseconds, move || self.begin(work(), tell));
    }

    /// Takes work that was kept.
    pub fn take(self) -> Option<W> {
        self.timeout.stop();
        self.work.try_update_value(Option::take).flatten()
    }

    fn go_on(self, longest: f64, tell: impl Fn(W, Progress<W::Output>) -> Option<W> + Clone + 'static) {
        // The view that pursued it may be gone by now, or want something else.
        let Some(mut work) = self.work.try_update_value(Option::take).flatten() else { return };
        let mut reached = None;
        slice(longest, || {
            let progress = work.resume(&mut Budget::new(self.units));
            let is_done = matches!(progress, Progress::Done(_));
            reached = Some(progress);
            is_done
        });
        let Some(progress) = reached else { return };
        let is_done = matches!(progress, Progress::Done(_));
        let Some(work) = tell(work, progress) else { return };
        // While it was told, something else may have been begun.
        let is_free = self.work.try_update_value(|kept| {
            let is_free = kept.is_none();
            if is_free {
                *kept = Some(work);
            }
            is_free
        });
        if is_free == Some(true) && !is_done {
            self.timeout.after(0, move || self.go_on(SLICE, tell));
        }
    }
}
