//! Choosing: which statement and which point of its layout are looked at.

use std::ops::Range;

use colex::look;
use colex::notebook::{DiagnosticKind, Evaluation};
use colex::operations::CATALOGUE;
use colex::paste;
use colex_document::View;
use colex_document::history::History;
use leptos::prelude::*;

use super::Draft;

impl Draft {
    /// Changes what is looked at, which is part of the link but no step of the history.
    pub fn look_at(self, change: impl FnOnce(&mut View)) {
        self.change(|document| change(&mut document.view), History::look);
    }

    /// Chooses a point as typed.
    pub fn choose_point(self, typed: String) {
        self.look_at(|view| {
            view.point = Some(typed);
            view.index = None;
            view.step = None;
        });
    }

    /// Chooses a point by its 1-D coordinate.
    pub fn choose_linear(self, linear: i64) {
        self.choose_point(linear.to_string());
    }

    /// The statement at the caret becomes the one that is looked at, if there is something to see in it.
    pub fn follow_caret(self, caret: usize, shown_name: Option<String>) {
        let evaluation = self.evaluation.get_untracked().0;
        let statements = evaluation.statements();
        let at_caret =
            // Of a program what asks for an input, or stands there twice, is no statement to look at.
            statements.iter().enumerate().position(|(index, statement)| {
                (statement.span.start..=statement.span.end).contains(&caret) && evaluation.is_listed(index)
            });
        let named = shown_name.and_then(|name| {
            statements.iter().position(|other| other.name.as_ref().is_some_and(|(defined, _)| *defined == name))
        });
        let is_worth = |at: &usize| is_worth_looking(&evaluation, *at);
        // Elsewhere what is looked at stays by its name; else it is the nearest above the caret, or below.
        let above = statements.iter().filter(|statement| statement.span.start <= caret).count();
        let nearest = || (0..above).rev().chain(above..statements.len()).find(is_worth);
        let is_looked_at = |at: &usize| self.view.with_untracked(|view| view.statement == Some(*at));
        if let Some(statement) = at_caret.filter(is_worth).or(named).or(at_caret.filter(is_looked_at)).or_else(nearest)
        {
            self.choose_statement(statement);
        }
    }

    /// Looks at the first layout of a program, unless it has a name that is looked at; `false` of any other notebook.
    pub(super) fn look_at_program(self, name: Option<&str>) -> bool {
        let evaluation = self.evaluation.get_untracked().0;
        let is_named = |name: &str| {
            evaluation.statements().iter().any(|found| found.name.as_ref().is_some_and(|(own, _)| own == name))
        };
        if paste::of(&evaluation).is_none() || name.is_some_and(is_named) {
            return false;
        }
        self.look_at(|view| {
            (view.statement, view.point, view.step) = (None, None, None);
            leave(view);
        });
        true
    }

    /// Looks at the first layout of a program that was put there before what reads it had arrived.
    pub fn look_at_new_program(self) {
        if self.is_put() {
            self.look_at_program(None);
        }
    }

    /// Looks at the next statement behind one that has something to see, or the one before it; answers whether there is
    /// one.
    pub fn go_to_statement(self, at: usize, forward: bool) -> bool {
        let evaluation = self.evaluation.get_untracked().0;
        let count = evaluation.statements().len();
        let is_worth = |statement: &usize| is_worth_looking(&evaluation, *statement);
        let mut others = others(at, count, forward);
        let found = if forward { others.find(is_worth) } else { others.rev().find(is_worth) };
        if let Some(found) = found {
            self.choose_statement(found);
        }
        found.is_some()
    }

    /// Looks at a statement; of a call such as `A(16)` also at its point.
    pub fn choose_statement(self, statement: usize) {
        let evaluation = self.evaluation.get_untracked().0;
        let asked = asked_of(&evaluation, statement);
        let same = self.view.with_untracked(|view| view.statement == Some(statement));
        if same && asked.is_none() {
            return;
        }
        // Its question is not known yet, and will be what is looked at, unless somebody chooses something.
        let point = self.view.with_untracked(|view| view.point.clone());
        self.will_ask.set_value((!same && waits(&evaluation, statement)).then_some((statement, point)));
        self.look_at(|view| {
            view.statement = Some(statement);
            if asked.is_some() {
                view.point = asked;
                view.step = None;
            }
            if !same {
                leave(view);
            }
        });
    }
}

/// Forgets what was looked at within a statement.
fn leave(view: &mut View) {
    view.slice.clear();
    view.mode.clear();
    view.coordinates = None;
    (view.derivation, view.act) = (None, None);
}

/// Reports whether there is something to see of a statement.
fn is_worth_looking(evaluation: &Evaluation, statement: usize) -> bool {
    let view = View { statement: Some(statement), ..View::default() };
    let look = look::look(evaluation, &view);
    // A statement that waits for the algebra will be.
    evaluation.is_listed(statement)
        && (evaluation.value(statement).is_some()
            || waits(evaluation, statement)
            || look.is_some_and(|look| look.statement == statement))
}

/// The point that a statement asks for. A slice such as `A(_,0)` asks for none, and neither does what fits no shape: the
/// chosen one stays.
pub(super) fn asked_of(evaluation: &Evaluation, statement: usize) -> Option<String> {
    let is_point = |typed: &String| {
        let view = View { statement: Some(statement), ..View::default() };
        let look = look::look(evaluation, &view);
        look.is_some_and(|look| look::read_point(&look.layout, typed, &CATALOGUE).is_ok())
    };
    look::asked_point(evaluation, statement).filter(is_point)
}

/// The statements behind one, or before it, of as many as there are.
fn others(at: usize, count: usize, forward: bool) -> Range<usize> {
    if forward { at.saturating_add(1)..count } else { 0..at.min(count) }
}

/// Reports whether a statement has no value for as long as the algebra is on its way.
pub(super) fn waits(evaluation: &Evaluation, statement: usize) -> bool {
    let outcome = evaluation.outcome(statement);
    outcome.is_some_and(|found| found.diagnostics.iter().any(|wrong| wrong.kind == DiagnosticKind::Loading))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_statements_are_those_that_there_are() {
        let cases = [
            ((1, 3, true), 2..3),
            ((1, 3, false), 0..1),
            ((2, 3, true), 3..3),
            // A place that a link names need not be there.
            ((u32::MAX as usize, 3, false), 0..3),
            ((0, 0, false), 0..0),
        ];
        for ((at, count, forward), expected) in cases {
            let found = others(at, count, forward);
            assert!(found.len() <= count, "{at} of {count}");
            assert_eq!(found, expected, "{at} of {count}");
        }
        assert!(others(usize::MAX, 3, true).is_empty());
    }
}
