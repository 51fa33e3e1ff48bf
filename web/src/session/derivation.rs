//! The steps of the selected statement's value as sentences, and which of them is looked at: that is part of the link, and
//! colours the grid and the operands. Whoever shows the steps turns them in the same way.

use colex::laws::Letters;
use colex::operations;
use colex::steps::Step;
use colex::words;
use leptos::prelude::*;

use super::{Draft, Parts, Screen, Session, Tastes};
use crate::languages::say;
use crate::signals::Memo;

/// The most steps that are listed.
const STEP_LIMIT: usize = 400;

/// A step, or an operation with what belongs to it. Rows are numbered from the top.
#[derive(Clone, PartialEq)]
pub enum Row {
    /// A step.
    Step {
        /// Its number.
        number: usize,
        /// Sentence of the step.
        sentence: String,
    },
    /// An operation.
    Operation {
        /// Its number.
        number: usize,
        /// The call.
        title: String,
        /// Result of the operation.
        result: String,
        /// Rows that belong to it.
        rows: Vec<Row>,
    },
}

/// The derivation of a statement in one language.
#[derive(Clone, PartialEq, Default)]
pub struct Derivation {
    /// From the top.
    pub rows: Vec<Row>,
    /// Number of steps that are listed.
    pub count: usize,
    /// Number of steps beyond those that are listed.
    pub more: usize,
}

/// The steps, and which of them is looked at.
#[derive(Clone, Copy)]
pub struct Stepping {
    draft: Draft,
    tastes: Tastes,
    /// The steps; `None` where there is no operation. A call on a coordinate alone is what the worked example shows.
    pub derivation: Memo<Option<Derivation>>,
    /// Number of steps that are listed.
    pub count: Memo<usize>,
    /// Which one is looked at; `None` is all of them.
    pub current: Memo<Option<usize>>,
    /// True if all of them are hidden from whoever predicts.
    pub waits: Memo<bool>,
}

impl Stepping {
    /// The steps of the selected statement.
    pub(super) fn of(session: Session) -> Stepping {
        let Parts { draft, tastes, screen, focus, .. } = *session;
        let derivation = Memo::new(move |_| {
            let steps = screen.steps.get();
            let is_worked = steps.iter().all(|step| matches!(step, Step::Coordinate(_)));
            (!is_worked).then(|| derived(draft, tastes, screen, &steps))
        });
        let asked = Memo::new(move |_| draft.view.with(|view| view.derivation));
        let count = Memo::new(move |_| derivation.with(|found| found.as_ref().map_or(0, |found| found.count)));
        let current = Memo::new(move |_| {
            let last = count.get().checked_sub(1)?;
            Some(usize::try_from(asked.get()?).unwrap_or(last).min(last))
        });
        // Whoever predicts takes the steps one by one. All of them come back once the rest is worked out.
        let waits = Memo::new(move |_| {
            let is_open = focus.hides_index.get() || focus.point.with(Option::is_none);
            focus.hidden.get() && current.get().is_none() && is_open
        });
        Stepping { draft, tastes, derivation, count, current, waits }
    }

    /// Looks at a step, or at all of them.
    pub fn look(self, row: Option<usize>) {
        self.draft.look_at(|view| {
            (view.derivation, view.act) = (row.and_then(|row| u32::try_from(row).ok()), None);
        });
    }

    /// Goes so many steps on or back: before the first all of them are looked at.
    pub fn go(self, by: isize) {
        let last = self.count.get_untracked().saturating_sub(1);
        self.look(match (self.current.get_untracked(), by) {
            (None, 1..) if by == 1 => Some(0),
            (None, 1..) => Some(last),
            (None, _) => None,
            (Some(0), ..=-1) => None,
            (Some(at), _) => Some(at.saturating_add_signed(by).min(last)),
        });
    }

    /// Where in the steps one is.
    pub fn place(self) -> String {
        if self.waits.get() {
            return self.tastes.say("hidden", "已隐藏").to_string();
        }
        let all = self.count.get();
        let tongue = self.tastes.tongue.get();
        match self.current.get() {
            Some(at) => {
                let at = at + 1;
                say!(tongue, en("Step {at} of {all}"), zh("第 {at} 步，共 {all} 步"))
            }
            None if all == 1 => tongue.pick("1 step", "1 步").to_string(),
            None => say!(tongue, en("All {all} steps"), zh("全部 {all} 步")),
        }
    }

    /// Returns the sentence of the step that is looked at.
    pub fn sentence(self) -> Option<String> {
        let current = self.current.get()?;
        self.derivation.with(|found| found.as_ref()?.sentence(current).map(str::to_string))
    }

    /// The buttons to the step before and behind.
    pub fn turns(self) -> AnyView {
        let tastes = self.tastes;
        let is_last = move || self.current.get().is_some_and(|at| at + 1 >= self.count.get());
        view! {
            <button data-turn="back" disabled=move || self.current.get().is_none() on:click=move |_| self.go(-1)
                aria-label=tastes.text("Previous step", "上一步")>"◀"</button>
            <button data-turn="next" disabled=is_last on:click=move |_| self.go(1)
                aria-label=tastes.text("Next step", "下一步")>"▶"</button>
        }
        .into_any()
    }
}

impl Derivation {
    /// Returns the sentence of the step of a number; of an operation the call.
    pub fn sentence(&self, number: usize) -> Option<&str> {
        self.rows.iter().find_map(|row| row.sentence(number))
    }
}

fn derived(draft: Draft, tastes: Tastes, screen: Screen, steps: &[Step]) -> Derivation {
    let tongue = tastes.tongue.get();
    let letters = screen.chosen_statement.get().and_then(|statement| {
        draft.evaluation.with(|evaluation| {
            let performed = evaluation.0.performed(statement, None)?;
            Some(operations::letters(&evaluation.0, statement, &performed))
        })
    });
    let mut operations: Vec<&'static str> = Vec::new();
    let more = steps.len().saturating_sub(STEP_LIMIT);
    let mut found = Derivation { more, ..Derivation::default() };
    let mut open: Vec<(usize, String, Vec<Row>)> = Vec::new();
    let mut rows = Vec::new();
    for step in steps.iter().take(STEP_LIMIT) {
        let sentence = words::step(step, tongue);
        // The definition of the operation itself is of the notebook's operands; one inside it has operands of its own.
        let sentence = match (step, operations.last()) {
            (Step::Define { .. }, Some(operation)) => {
                let own = letters.as_ref().filter(|own| operations.len() == 1 && own.operation == *operation);
                let inner = Letters { operation, ..Letters::default() };
                words::in_names(&sentence, own.unwrap_or(&inner), tongue)
            }
            _ => sentence,
        };
        match step {
            Step::Enter { operation, .. } => operations.push(*operation),
            Step::Leave { .. } | Step::Result { .. } => drop(operations.pop()),
            _ => {}
        }
        let sentence = tastes.spell(&sentence);
        match step {
            Step::Enter { .. } => {
                open.push((found.count, sentence, std::mem::take(&mut rows)));
                found.count += 1;
            }
            Step::Leave { .. } | Step::Result { .. } if !open.is_empty() => {
                close(&mut open, &mut rows, sentence);
            }
            _ => {
                rows.push(Row::Step { number: found.count, sentence });
                found.count += 1;
            }
        }
    }
    // An operation refused on its way has no result.
    while !open.is_empty() {
        close(&mut open, &mut rows, String::new());
    }
    found.rows = rows;
    found
}

fn close(open: &mut Vec<(usize, String, Vec<Row>)>, rows: &mut Vec<Row>, result: String) {
    if let Some((number, title, before)) = open.pop() {
        let inner = std::mem::replace(rows, before);
        rows.push(Row::Operation { number, title, result, rows: inner });
    }
}

impl Row {
    /// The number of its last row.
    pub fn last(&self) -> usize {
        match self {
            Row::Step { number, .. } => *number,
            Row::Operation { number, rows, .. } => rows.last().map_or(*number, Row::last),
        }
    }

    /// Returns the sentence of the row of a number: the step, or what begins.
    fn sentence(&self, wanted: usize) -> Option<&str> {
        match self {
            Row::Step { number, sentence } => (*number == wanted).then_some(sentence),
            Row::Operation { number, title, .. } if *number == wanted => Some(title),
            Row::Operation { rows, .. } => rows.iter().find_map(|row| row.sentence(wanted)),
        }
    }

    /// Reports whether the step of that number is in it.
    pub fn holds(&self, wanted: usize) -> bool {
        match self {
            Row::Step { number, .. } => *number == wanted,
            Row::Operation { number, rows, .. } => *number == wanted || rows.iter().any(|row| row.holds(wanted)),
        }
    }
}
