//! Findings: what would work instead of what is refused, or of what is CuTe's answer and not the mathematical one,
//! found while nobody types, and while the notebook is seen.

use std::sync::Arc;

use crate::signals::{Effect, Memo, RwSignal};
use colex::doctor::Consultation;
use colex::notebook::diagnostic::Remark;
use colex::notebook::{Diagnostic, DiagnosticKind, Evaluation};
use colex::operations::consult;
use colex::work::{Budget, Progress, Work};
use colex_document::arrangement::ViewId;

use super::{Desk, Draft};
use crate::browser::Pursuit;

/// Time during which nothing has to change before the notebook is examined, in milliseconds.
const PAUSE: i32 = 350;
/// The units of work between two looks at the clock.
const UNITS: u64 = 1024;
/// Number of statements that are examined.
const STATEMENT_LIMIT: usize = 200;

/// Diagnostic that is found at a statement.
pub type Finding = (usize, Diagnostic);

/// The statements that are still to be examined, the first last, the examination of that one once it has begun, and what
/// nobody has heard of yet.
struct Examination {
    evaluation: Arc<Evaluation>,
    statements: Vec<usize>,
    begun: Option<Consultation>,
    findings: Vec<Finding>,
}

impl Work for Examination {
    type Output = ();

    fn resume(&mut self, budget: &mut Budget) -> Progress<()> {
        let Some(statement) = self.statements.last().copied() else { return Progress::Done(()) };
        if self.begun.is_none() {
            self.begun = consult(&self.evaluation, statement);
            let notes = self.evaluation.outcomes().nth(statement).map(|outcome| outcome.notes.clone());
            let said = |note: &Diagnostic| {
                matches!(
                    note.kind,
                    DiagnosticKind::Remark(Remark::Python(_) | Remark::OverF2(_) | Remark::Comma { .. })
                )
            };
            self.findings.extend(notes.into_iter().flatten().filter(said).map(|note| (statement, note)));
        }
        let end = match &mut self.begun {
            None => Some(None),
            Some(begun) => match begun.resume(budget) {
                Progress::Done(finding) => Some(finding),
                Progress::More { .. } => None,
            },
        };
        if let Some(finding) = end {
            self.findings.extend(finding.map(|finding| (statement, finding)));
            self.begun = None;
            self.statements.pop();
        }
        match self.statements.len() as u64 {
            0 => Progress::Done(()),
            left => Progress::More { done: 0, total: Some(left) },
        }
    }
}

/// Examines the notebook after each pause; answers what is found as it grows.
pub(super) fn findings(draft: Draft, desk: Desk) -> RwSignal<Vec<Finding>> {
    let found = RwSignal::new(Vec::<Finding>::new());
    let pursuit = Pursuit::new(UNITS);
    let is_seen = Memo::new(move |_| desk.shows(ViewId::Notebook));
    Effect::new(move |_| {
        let evaluation = draft.evaluation.get().0;
        if found.with_untracked(|found| !found.is_empty()) {
            found.set(Vec::new());
        }
        if !is_seen.get() {
            return pursuit.stop();
        }
        let begin = move || {
            let count = evaluation.statements().len().min(STATEMENT_LIMIT);
            Examination { evaluation, statements: (0..count).rev().collect(), begun: None, findings: Vec::new() }
        };
        pursuit.begin_after(PAUSE, begin, move |mut work, _| {
            if !work.findings.is_empty() {
                found.update(|found| found.append(&mut work.findings));
            }
            Some(work)
        });
    });
    found
}

/// The statements whose answer is CuTe's and not the mathematical one.
pub(super) fn wrong(findings: RwSignal<Vec<Finding>>) -> Memo<Vec<usize>> {
    let is_wrong = |(_, finding): &&Finding| matches!(finding.kind, DiagnosticKind::Wrong(..));
    Memo::new(move |_| {
        findings.with(|found| found.iter().filter(is_wrong).map(|(statement, _)| *statement).collect::<Vec<_>>())
    })
}
