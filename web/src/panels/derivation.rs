//! How the value of the selected statement came about: the steps that its operations told, and which of them is looked at.
//! That is part of the link, and colours the grid and the operands.

use crate::signals::Memo;
use colex::laws::Letters;
use colex::steps::Step;
use colex::words;

use crate::languages::say;
use crate::session::Session;

/// The most steps that are listed.
const STEP_LIMIT: usize = 400;

/// A step, or an operation with what belongs to it. Rows are numbered from the top.
#[derive(Clone, PartialEq)]
pub enum Row {
    /// A step.
    Step {
        /// The number of the row.
        number: usize,
        /// What it does.
        sentence: String,
    },
    /// An operation.
    Operation {
        /// The number of the row.
        number: usize,
        /// What begins.
        title: String,
        /// What it came to.
        result: String,
        /// Its own steps.
        rows: Vec<Row>,
    },
}

/// The derivation of a statement in one language.
#[derive(Clone, PartialEq, Default)]
pub struct Derivation {
    /// The outermost rows.
    pub rows: Vec<Row>,
    /// How many rows there are.
    pub count: usize,
    /// How many steps more there are than are listed.
    pub more: usize,
}

/// The derivation, and what of it is looked at. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
pub struct Going {
    /// The derivation; none of a call on a coordinate alone, which is what the worked example shows.
    pub derivation: Memo<Option<Derivation>>,
    /// How many rows there are.
    pub count: Memo<usize>,
    /// Which row is looked at; `None` is all of them.
    pub current: Memo<Option<usize>>,
    /// Whether all of it is hidden from whoever predicts.
    pub waits: Memo<bool>,
}

impl Going {
    /// That of the selected statement.
    pub fn of(session: Session) -> Going {
        let derivation = Memo::new(move |_| {
            let steps = session.steps.get();
            let is_worked = steps.iter().all(|step| matches!(step, Step::Coordinate(_)));
            (!is_worked).then(|| derived(session, &steps))
        });
        let asked = Memo::new(move |_| session.view.with(|view| view.derivation));
        let count = Memo::new(move |_| derivation.with(|found| found.as_ref().map_or(0, |found| found.count)));
        let current = Memo::new(move |_| {
            let last = count.get().checked_sub(1)?;
            Some(usize::try_from(asked.get()?).unwrap_or(last).min(last))
        });
        // Whoever predicts takes the steps one by one. All of them come back once the rest is worked out.
        let waits = Memo::new(move |_| {
            let is_open = session.hides_index.get() || session.point.with(Option::is_none);
            session.hidden.get() && current.get().is_none() && is_open
        });
        Going { derivation, count, current, waits }
    }

    /// Looks at a row, or at all of them.
    pub fn look(self, session: Session, row: Option<usize>) {
        session.look_at(|view| view.derivation = row.and_then(|row| u32::try_from(row).ok()));
    }

    /// Goes so many rows on or back.
    pub fn go(self, session: Session, by: isize) {
        let last = self.count.get_untracked().saturating_sub(1);
        let to = match (self.current.get_untracked(), by) {
            (None, 1..) if by == 1 => Some(0),
            (None, 1..) => Some(last),
            (None, _) => None,
            (Some(0), ..=-1) => None,
            (Some(at), _) => Some(at.saturating_add_signed(by).min(last)),
        };
        self.look(session, to);
    }

    /// Which row it is, of how many.
    pub fn place(self, session: Session) -> String {
        if self.waits.get() {
            return session.say("hidden", "已隐藏").to_string();
        }
        let all = self.count.get();
        match self.current.get() {
            Some(at) => {
                let at = at + 1;
                say!(session.tongue.get(), en("Step {at} of {all}"), zh("第 {at} 步，共 {all} 步"))
            }
            None => say!(session.tongue.get(), en("All {all} steps"), zh("全部 {all} 步")),
        }
    }

    /// What the row says that is looked at.
    pub fn sentence(self) -> Option<String> {
        let current = self.current.get()?;
        self.derivation
            .with(|found| found.as_ref()?.rows.iter().find_map(|row| row.sentence(current)).map(str::to_owned))
    }
}

fn derived(session: Session, steps: &[Step]) -> Derivation {
    let tongue = session.tongue.get();
    let letters = session.chosen_statement.get().and_then(|statement| {
        session.evaluation.with(|evaluation| {
            let performed = evaluation.0.performed(statement, None)?;
            Some(Letters::of(&evaluation.0, statement, &performed))
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
        let sentence = session.spell(&sentence);
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
    // What was refused on its way has no result.
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

    /// What the row of a number says: the step, or what begins.
    pub fn sentence(&self, wanted: usize) -> Option<&str> {
        match self {
            Row::Step { number, sentence } => (*number == wanted).then_some(sentence),
            Row::Operation { number, title, .. } if *number == wanted => Some(title),
            Row::Operation { rows, .. } => rows.iter().find_map(|row| row.sentence(wanted)),
        }
    }

    /// Whether the step of that number is in it.
    pub fn holds(&self, wanted: usize) -> bool {
        match self {
            Row::Step { number, .. } => *number == wanted,
            Row::Operation { number, rows, .. } => *number == wanted || rows.iter().any(|row| row.holds(wanted)),
        }
    }
}
