//! From the text to its values, in slices, and to the layout on the screen.

use std::sync::Arc;

use colex::look;
use colex::notebook::algebra::calls;
use colex::notebook::value::Value;
use colex::notebook::{DiagnosticKind, Evaluation, Settings};
use colex::work::{Budget, Progress, Work};
use colex_document::{Document, View};
use leptos::prelude::*;

use super::choosing::waits;
use super::{Draft, Shared, Shown, Source, Stands};
use crate::browser::{SLICE, slice};

/// The most of a statement's first line that is told, in characters.
const SOURCE_LIMIT: usize = 200;

impl Draft {
    /// Evaluates the text of a document, as far as one slice reaches before the next frame.
    pub(super) fn evaluate(self, document: &Document) {
        self.evaluating.stop();
        let settings = Settings { compile_time: document.options.compile_time, major: document.options.major };
        let earlier = self.evaluation.get_untracked().0;
        let started = Evaluation::start(Arc::clone(&document.text), settings, Some(&earlier));
        self.go_on(started, false);
    }

    /// Reports whether a statement has no value yet, or no names of modes, because the algebra has not arrived.
    pub fn waits_for_algebra(self) -> bool {
        self.evaluation.with_untracked(|evaluation| {
            // Of what rests on assumed inputs it is a note.
            let found = evaluation.0.diagnostics().into_iter().chain(evaluation.0.notes());
            let is_waiting = found.into_iter().any(|found| matches!(found.kind, DiagnosticKind::Loading));
            is_waiting || evaluation.0.awaits_names()
        })
    }

    /// Reports whether the notebook has more than layouts that are written out and their coordinates: operations,
    /// values that no grid shows, mistakes.
    pub fn has_more(self) -> bool {
        self.evaluation.with(|found| {
            let evaluation = &found.0;
            let is_plain = |statement: usize| match evaluation.value(statement) {
                None | Some(Value::Layout(_)) => true,
                Some(_) => look::asked_point(evaluation, statement).is_some(),
            };
            !evaluation.diagnostics().is_empty() || calls() > 0 || !(0..evaluation.statements().len()).all(is_plain)
        })
    }

    /// Evaluates everything once more, where something waits for the algebra.
    pub fn evaluate_afresh(self) {
        if self.waits_for_algebra() {
            self.evaluate_anew();
        }
    }

    /// Evaluates everything once more.
    pub fn evaluate_anew(self) {
        self.evaluation.set(Shared(Arc::new(Evaluation::default())));
        self.evaluate(&untrack(move || self.document()));
    }

    /// Evaluates for one slice, and goes on after the next frame if that was not enough. New text cancels it. While a long
    /// text is being read nothing is there to see, which is told once.
    fn go_on(self, mut evaluation: Evaluation, is_told: bool) {
        let done = slice(SLICE, || matches!(evaluation.resume(&mut Budget::new(16)), Progress::Done(())));
        let is_reading = evaluation.is_reading();
        let seen = if done || is_reading && is_told { None } else { Some(evaluation.so_far()) };
        if done {
            self.evaluation.set(Shared(Arc::new(evaluation)));
            return self.call_after_text();
        }
        self.evaluating.after(0, move || self.go_on(evaluation, is_reading));
        if let Some(seen) = seen {
            self.evaluation.set(Shared(Arc::new(seen)));
        }
    }
}

/// Returns the picture to show, which follows from the text and from what is looked at. Only while one types, or while
/// the text is read or code is on its way, what was shown before stays where nothing better is known, so that nothing
/// leaps.
pub(super) fn show(
    evaluation: &Evaluation,
    view: &View,
    is_typing: bool,
    old: Option<Shown>,
    document: u32,
) -> Option<Shown> {
    let found = look::seen(evaluation, view);
    let is_good = found.as_ref().is_some_and(|seen| !seen.instead);
    let is_loading = || view.statement.is_some_and(|statement| waits(evaluation, statement));
    if let Some(old) = old.filter(|_| !is_good && (is_typing || evaluation.is_reading() || is_loading())) {
        return Some(grown_old(old, evaluation));
    }
    found.map(|seen| {
        let source = source_of(evaluation, seen.look.statement);
        let stands = if seen.instead { Stands::Instead } else { Stands::Now };
        Shown { look: seen.look, source, stands, document }
    })
}

/// Returns what was shown, of a text that is another by now. A name that it no longer gives is nobody's.
fn grown_old(mut shown: Shown, evaluation: &Evaluation) -> Shown {
    let names = evaluation.statements().iter().filter_map(|statement| statement.name.as_ref());
    let is_there = |wanted: &String| names.into_iter().any(|(name, _)| name == wanted);
    shown.look.name = shown.look.name.filter(is_there);
    shown.stands = Stands::Before;
    shown
}

/// A statement as it is written, as much of it as is told.
fn source_of(evaluation: &Evaluation, statement: usize) -> Source {
    let Some(span) = evaluation.statements().get(statement).map(|statement| statement.span) else {
        return Source { line: 1, text: String::new() };
    };
    let line = evaluation.text().get(..span.start).unwrap_or_default().matches('\n').count() + 1;
    let text = span.of(evaluation.text()).lines().next().unwrap_or_default().chars().take(SOURCE_LIMIT).collect();
    Source { line, text }
}
