//! From the text to its values, in slices, and to the layout on the screen.

use std::sync::Arc;

use colex::document::{Document, Options, View, look};
use colex::notebook::{DiagnosticKind, Evaluation, Settings};
use colex::work::{Budget, Progress, Work};
use leptos::prelude::*;

use super::{Session, Shared, Shown};
use crate::browser;
use crate::slices::{SLICE, slice};

impl Session {
    /// Evaluates the text of a document, as far as one slice reaches before the next frame.
    pub(super) fn evaluate(self, document: &Document) {
        if let Some(timer) = self.evaluation_timer.get_value() {
            timer.cancel();
            self.evaluation_timer.set_value(None);
        }
        let settings = Settings { compile_time: document.options.compile_time, major: document.options.major };
        let earlier = self.evaluation.get_untracked().0;
        let started = Evaluation::start(&document.text, settings, Some(&earlier));
        self.go_on(started);
    }

    /// Whether a statement has no value yet, or no names of modes, because the algebra has not arrived.
    pub fn waits_for_algebra(self) -> bool {
        self.evaluation.with_untracked(|evaluation| {
            let is_waiting = evaluation.0.diagnostics().iter().any(|found| found.kind == DiagnosticKind::Loading);
            is_waiting || evaluation.0.awaits_names()
        })
    }

    /// Evaluates everything once more, where something waits for the algebra.
    pub fn evaluate_afresh(self) {
        if self.waits_for_algebra() {
            self.evaluation.set(Shared(Arc::new(Evaluation::default())));
            self.evaluate(&untrack(move || self.document()));
        }
    }

    /// Evaluates for one slice, and goes on after the next frame if that was not enough. New text cancels it.
    fn go_on(self, mut evaluation: Evaluation) {
        let done = slice(SLICE, || matches!(evaluation.resume(&mut Budget::new(16)), Progress::Done(())));
        if !done {
            let rest = evaluation.clone();
            self.evaluation_timer.set_value(Some(browser::after(0, move || self.go_on(rest))));
        }
        self.evaluation.set(Shared(Arc::new(evaluation)));
    }
}

/// What to show: the look of the evaluation, or the last good one while the statement it came from is broken.
pub(super) fn show(evaluation: &Evaluation, view: &View, options: &Options, old: Option<Shown>) -> Option<Shown> {
    let found = look::look(evaluation, view, options);
    let place = view.statement.or(old.as_ref().map(|old| old.look.statement));
    let broken = place.is_some_and(|place| {
        let has_value = evaluation.value(place).is_some();
        !has_value && evaluation.statements().get(place).is_some()
    });
    match (found, old) {
        (Some(look), Some(old)) if broken && Some(look.statement) != place => Some(Shown { stale: true, ..old }),
        (Some(look), _) => Some(Shown { look, stale: false }),
        (None, Some(old)) if broken || !evaluation.diagnostics().is_empty() => Some(Shown { stale: true, ..old }),
        (None, _) => None,
    }
}
