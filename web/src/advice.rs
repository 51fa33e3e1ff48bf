//! What would work instead: statements that are refused, or whose answer is CuTe's and not the mathematical one, each
//! with the nearest operands that are right. Worked out while nobody types.

use crate::signals::{Memo, RwSignal};
use colex::doctor::{Consultation, consult};
use colex::notebook::diagnostic::Remark;
use colex::notebook::{Diagnostic, DiagnosticKind};
use colex::words;
use colex::work::{Budget, Progress, Work};
use leptos::prelude::*;

use crate::editor::place;
use crate::session::Session;
use crate::slices::{SLICE, Turn, slice};

/// How long nothing has to change before the notebook is examined, in milliseconds.
const PAUSE: i32 = 350;
/// The units of work between two looks at the clock.
const UNITS: u64 = 1024;
/// How many statements are examined, and how much is listed.
const STATEMENT_LIMIT: usize = 200;
const LISTED: usize = 8;

/// What is found at a statement.
type Finding = (usize, Diagnostic);

/// The statements that are still to be examined, the first last, and the examination of that one once it has begun.
type Queue = StoredValue<(Vec<usize>, Option<Consultation>)>;

/// What would work instead, below the notebook.
#[component]
pub fn Advice(session: Session) -> impl IntoView {
    let found = RwSignal::new(Vec::<Finding>::new());
    let queue: Queue = StoredValue::new((Vec::new(), None));
    let turn = Turn::new();
    Effect::new(move |_| {
        turn.stop();
        let evaluation = session.evaluation.get().0;
        if found.with_untracked(|found| !found.is_empty()) {
            found.set(Vec::new());
        }
        let begin = move || {
            let count = evaluation.statements().len().min(STATEMENT_LIMIT);
            if queue.try_set_value(((0..count).rev().collect(), None)).is_none() {
                go_on(session, queue, turn, found);
            }
        };
        turn.after(PAUSE, begin);
    });
    let wrong = Memo::new(move |_| {
        let is_wrong = |(_, finding): &&Finding| matches!(finding.kind, DiagnosticKind::Wrong(..));
        found.with(|found| found.iter().filter(is_wrong).map(|(statement, _)| *statement).collect::<Vec<_>>())
    });
    Effect::new(move |_| session.wrong.set(wrong.get()));
    let item = move |(_, finding): Finding| {
        let tongue = session.tongue.get();
        let repairs = finding.repairs.iter().map(|repair| {
            let label = session.spell(&words::repair(repair, tongue));
            let repair = repair.clone();
            view! { <button class="small mono" on:click=move |_| session.apply(&repair)>{label}</button> }
        });
        // What is refused has its sentence above.
        let is_wrong = says(&finding);
        let (line, _) = session.text.with_untracked(|text| place(text, finding.span.start));
        let sentence = if is_wrong {
            session.spell(&words::diagnostic(&finding, tongue))
        } else {
            tongue.pick("These come nearest".to_string(), "最接近的改法".to_string())
        };
        view! {
            <li>
                <p><span class="quiet">{tongue.pick(format!("Line {line}: "), format!("第 {line} 行："))}</span>{sentence}</p>
                <div class="row">{repairs.collect_view()}</div>
            </li>
        }
    };
    let items = move || {
        let found = found.get();
        let worth = |(_, finding): &Finding| says(finding) || !finding.repairs.is_empty();
        found.into_iter().filter(worth).take(LISTED).map(item).collect_view()
    };
    let is_empty = move || found.with(Vec::is_empty);
    view! {
        <section class="advice" hidden=is_empty aria-label=session.text("What would work", "可行的改法")>
            <div class="pane-head"><h2>{session.text("What would work", "可行的改法")}</h2></div>
            <ul role="status" aria-live="polite">{items}</ul>
        </section>
    }
}

/// Whether a finding says something by itself, and not only what would work instead.
fn says(finding: &Diagnostic) -> bool {
    matches!(finding.kind, DiagnosticKind::Wrong(..) | DiagnosticKind::Remark(_))
}

/// Examines for one slice, and goes on after the next frame.
fn go_on(session: Session, queue: Queue, turn: Turn, found: RwSignal<Vec<Finding>>) {
    let evaluation = session.evaluation.get_untracked().0;
    let mut findings = Vec::new();
    // The page may have lost this panel in the meantime.
    let Some(done) = queue.try_update_value(|(statements, examination)| {
        slice(SLICE, || {
            let Some(statement) = statements.last().copied() else { return true };
            if examination.is_none() {
                *examination = consult(&evaluation, statement);
                let notes = evaluation.outcomes().nth(statement).map(|outcome| outcome.notes.clone());
                let said = |note: &Diagnostic| matches!(note.kind, DiagnosticKind::Remark(Remark::Python(_)));
                let notes = notes.into_iter().flatten().filter(said);
                findings.extend(notes.map(|note| (statement, note)));
            }
            let end = match examination {
                None => Some(None),
                Some(begun) => match begun.resume(&mut Budget::new(UNITS)) {
                    Progress::Done(finding) => Some(finding),
                    Progress::More { .. } => None,
                },
            };
            if let Some(finding) = end {
                findings.extend(finding.map(|finding| (statement, finding)));
                *examination = None;
                statements.pop();
            }
            statements.is_empty()
        })
    }) else {
        return;
    };
    if !findings.is_empty() {
        found.update(|found| found.extend(findings));
    }
    if !done {
        turn.after(0, move || go_on(session, queue, turn, found));
    }
}
