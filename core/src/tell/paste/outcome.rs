//! Outcome of a program, statement by statement and counted.

use super::document::{Document, RoleKind};
use super::python::runtime::is_none;
use crate::notebook::evaluation::Evaluation;
use crate::notebook::syntax::Span;
use crate::notebook::written::{Reason, State};
use crate::paste::Language;

/// Outcome of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It has a value.
    Value,
    /// It is an input, and this is its value.
    Input,
    /// It has a value that nobody knows here.
    Unknown,
    /// It is about something else than layouts.
    LeftOut,
    /// It has a mistake.
    Mistake,
}

impl Status {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Status::Value => "value",
            Status::Input => "input",
            Status::Unknown => "unknown",
            Status::LeftOut => "left out",
            Status::Mistake => "mistake",
        }
    }
}

/// A statement, or what was stepped over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Where it stands.
    pub span: Span,
    /// The statement; `None` of what was stepped over when the text was read.
    pub statement: Option<usize>,
    /// Outcome of the line.
    pub status: Status,
    /// Why it has no value, where it has none and no mistake.
    pub reason: Option<Reason>,
}

/// Number of statements about layouts, and number of others that were left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Statements with a value, or with a mistake about layouts.
    pub about: usize,
    /// Statements whose value is not known.
    pub unknown: usize,
    /// Statements left out.
    pub left_out: usize,
    /// Statements with a mistake.
    pub mistakes: usize,
}

/// Returns what became of everything in a program, in the order of the text; empty of a notebook.
pub fn lines(evaluation: &Evaluation) -> Vec<Line> {
    let Some(document) = super::of(evaluation) else { return Vec::new() };
    let mut lines = Vec::with_capacity(document.roles.len() + document.left_out.len());
    for (index, statement) in evaluation.statements().iter().enumerate() {
        if let Some((status, reason)) = status(document, evaluation, index) {
            lines.push(Line { span: statement.span, statement: Some(index), status, reason });
        }
    }
    let left_out = document.left_out.iter();
    lines.extend(left_out.map(|left| Line {
        span: left.span,
        statement: None,
        status: Status::LeftOut,
        reason: Some(left.reason),
    }));
    lines.sort_by_key(|line| (line.span.start, line.span.end));
    lines
}

/// Returns what became of a statement; `None` of one that the text says twice or does not say.
pub fn status(document: &Document, evaluation: &Evaluation, index: usize) -> Option<(Status, Option<Reason>)> {
    let role = document.roles.get(index)?;
    let outcome = evaluation.outcome(index)?;
    // A Python lambda's answer is part of a statement.
    let is_part = role.kind == RoleKind::Return && role.site == Some(index);
    let is_silent = is_part || matches!(role.kind, RoleKind::Hidden | RoleKind::Join { .. });
    if is_silent || document.unlisted.contains(&index) {
        return None;
    }
    if !outcome.diagnostics.is_empty() {
        return Some((Status::Mistake, None));
    }
    // A lambda's content is known when it is called.
    if role.is_lambda && outcome.value.is_none() && outcome.diagnostics.is_empty() {
        return None;
    }
    let is_user = outcome.value.as_ref().is_some_and(|value| super::user::User::of(value).is_some());
    Some(match (&outcome.state, role.kind) {
        (State::LeftOut(reason), _) => (Status::LeftOut, Some(*reason)),
        (
            State::Unknown(..),
            RoleKind::Unknown(reason @ (Reason::Declaration | Reason::NotRead | Reason::OtherValue)),
        ) => (Status::LeftOut, Some(reason)),
        (State::Unknown(..), RoleKind::Unknown(Reason::Unclosed)) => (Status::Unknown, Some(Reason::Unclosed)),
        (State::Unknown(..), RoleKind::Unknown(_)) => return None,
        // Values asked for stand among the inputs.
        (State::Unknown(..), RoleKind::Input(_)) => return None,
        // The condition of a loop or branch may be about anything.
        (State::Unknown(..), RoleKind::Condition(_)) => (Status::LeftOut, Some(Reason::OtherValue)),
        // A parameter: what it is given is said where that stands.
        (State::Unknown(..), _) if role.site.is_some() => return None,
        (State::Unknown(reason, _), _) => (Status::Unknown, Some(*reason)),
        (State::Evaluated, RoleKind::Input(_)) => (Status::Input, None),
        (State::Evaluated, _) if is_user => (Status::LeftOut, Some(Reason::Declaration)),
        // Python's `None` is no value, though it stands for the whole of a mode.
        (State::Evaluated, _)
            if document.language == Language::Python && outcome.value.as_ref().is_some_and(is_none) =>
        {
            (Status::LeftOut, Some(Reason::OtherValue))
        }
        (State::Evaluated, _) if outcome.value.is_some() => (Status::Value, None),
        (State::Evaluated, _) => (Status::LeftOut, Some(Reason::NotRead)),
    })
}

/// Reports whether anything in a program could depend on its inputs: something in it is about layouts.
pub fn has_inputs(evaluation: &Evaluation) -> bool {
    let is_about = |line: &Line| !matches!(line.status, Status::Input | Status::LeftOut);
    lines(evaluation).iter().any(is_about)
}

/// Counts how much of a program is about layouts.
pub fn counts(evaluation: &Evaluation) -> Counts {
    let mut counts = Counts::default();
    for line in lines(evaluation) {
        match line.status {
            Status::Value | Status::Mistake => counts.about += 1,
            Status::Unknown => counts.unknown += 1,
            Status::LeftOut => counts.left_out += 1,
            Status::Input => {}
        }
        counts.mistakes += usize::from(line.status == Status::Mistake);
    }
    counts
}
