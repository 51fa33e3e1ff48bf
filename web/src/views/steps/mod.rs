//! How the value of the selected statement came about: the steps that its operations told, forward and back.
//! The step that is looked at is part of the link, and colours the grid and the operands.

use std::sync::Arc;

use crate::signals::Memo;
use colex::laws::Letters;
use colex::steps::Step;
use colex::words;
use leptos::html::Li;
use leptos::prelude::*;

use crate::languages::say;
use crate::loader::part;
use crate::panels::measured::kept_in_view;
use crate::session::Session;

/// The most steps that are listed.
const STEP_LIMIT: usize = 400;

/// A step, or an operation with what belongs to it. Rows are numbered from the top.
#[derive(Clone, PartialEq)]
enum Row {
    Step { number: usize, sentence: String },
    Operation { number: usize, title: String, result: String, rows: Vec<Row> },
}

/// The derivation of a statement in one language.
#[derive(Clone, PartialEq, Default)]
struct Derivation {
    rows: Vec<Row>,
    count: usize,
    /// How many steps more there are than are listed.
    more: usize,
}

part! {
    /// How a value came about.
    pub PART: panes = |session, _| view! { <Steps session/> }.into_any()
}

/// The steps of the selected statement's operation. A call on a coordinate alone is what the worked example shows.
#[component]
fn Steps(session: Session) -> impl IntoView {
    let derivation = Memo::new(move |_| {
        let steps = session.steps.get();
        let is_worked = steps.iter().all(|step| matches!(step, Step::Coordinate(_)));
        (!is_worked).then(|| derived(session, &steps))
    });
    let asked = Memo::new(move |_| session.view.with(|view| view.derivation));
    let count = Memo::new(move |_| derivation.with(|found| found.as_ref().map_or(0, |found| found.count)));
    // Which row is looked at; `None` is all of them.
    let current = Memo::new(move |_| {
        let last = count.get().checked_sub(1)?;
        Some(usize::try_from(asked.get()?).unwrap_or(last).min(last))
    });
    let look = move |row: Option<usize>| {
        session.look_at(|view| view.derivation = row.and_then(|row| u32::try_from(row).ok()));
    };
    let go = move |by: isize| {
        let last = count.get_untracked().saturating_sub(1);
        look(match (current.get_untracked(), by) {
            (None, 1..) if by == 1 => Some(0),
            (None, 1..) => Some(last),
            (None, _) => None,
            (Some(0), ..=-1) => None,
            (Some(at), _) => Some(at.saturating_add_signed(by).min(last)),
        });
    };
    let keys = move |event: crate::browser::KeyboardEvent| {
        match event.key().as_str() {
            "ArrowDown" | "ArrowRight" | "PageDown" => go(1),
            "ArrowUp" | "ArrowLeft" | "PageUp" => go(-1),
            "Home" => look(Some(0)),
            "End" => go(isize::MAX),
            "Escape" => look(None),
            _ => return,
        }
        event.prevent_default();
    };
    let place = move || {
        let all = count.get();
        match current.get() {
            Some(at) => {
                let at = at + 1;
                say!(session.tongue.get(), en("Step {at} of {all}"), zh("第 {at} 步，共 {all} 步"))
            }
            None => say!(session.tongue.get(), en("All {all} steps"), zh("全部 {all} 步")),
        }
    };
    // Whoever predicts takes the steps one by one. All of them come back once the rest is worked out.
    let waits = Memo::new(move |_| {
        let is_open = session.hides_index.get() || session.point.with(Option::is_none);
        session.hidden.get() && current.get().is_none() && is_open
    });
    let place = move || match waits.get() {
        true => session.say("hidden", "已隐藏").to_string(),
        false => place(),
    };
    // What is hidden is not there at all: a screen reader and a search of the page find what is merely not drawn.
    let rows = move || derivation.get().filter(|_| !waits.get()).map(|found| found.rows).unwrap_or_default();
    let more = move || {
        let more = derivation.with(|found| found.as_ref().map_or(0, |found| found.more));
        (more > 0)
            .then(|| say!(session.tongue.get(), en("{more} more steps are not listed"), zh("另有 {more} 步未列出")))
    };
    view! {
        <Show when=move || { count.get() > 0 }>
            <section class="derivation" class:hides=move || session.hidden.get() class:stale=move || session.stale.get()
                aria-label=session.text("Steps", "步骤")>
                <div class="pane-head">
                    <h2>{session.text("Steps", "步骤")}</h2>
                    <span class="quiet small" role="status" aria-live="polite">{place}</span>
                    <div class="row">
                        <button data-turn="back" disabled=move || current.get().is_none() on:click=move |_| go(-1)
                            aria-label=session.text("Previous step", "上一步")>"◀"</button>
                        <button data-turn="next" disabled=move || current.get().is_some_and(|at| at + 1 >= count.get()) on:click=move |_| go(1)
                            aria-label=session.text("Next step", "下一步")>"▶"</button>
                        <button class="plain" aria-pressed=move || current.get().is_none().to_string() on:click=move |_| look(None)>
                            {session.text("All", "全部")}
                        </button>
                    </div>
                </div>
                <Show when=move || waits.get()>
                    <p class="quiet">{session.text(
                        "The steps are hidden until you have predicted; ▶ shows them one by one",
                        "完成预测之前，步骤保持隐藏；按 ▶ 可逐步显示",
                    )}</p>
                </Show>
                <div class="scroll" hidden=move || waits.get() tabindex="0" role="group" on:keydown=keys
                    aria-label=session.text("Steps, by arrow keys", "步骤，可用方向键")>
                    <ol class="steps" class:stepping=move || current.get().is_some()>{move || rows().into_iter().map(|row| row_view(session, row, current)).collect_view()}</ol>
                    {move || more().map(|sentence| view! { <p class="quiet small">{sentence}</p> })}
                </div>
            </section>
        </Show>
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
    /// Whether the step of that number is in it.
    fn holds(&self, wanted: usize) -> bool {
        match self {
            Row::Step { number, .. } => *number == wanted,
            Row::Operation { number, rows, .. } => *number == wanted || rows.iter().any(|row| row.holds(wanted)),
        }
    }
}

fn row_view(session: Session, row: Row, current: Memo<Option<usize>>) -> AnyView {
    let element = NodeRef::<Li>::new();
    let number = match &row {
        Row::Step { number, .. } | Row::Operation { number, .. } => *number,
    };
    let is_current = move || current.get() == Some(number);
    let is_later = move || current.get().is_some_and(|at| at < number);
    kept_in_view(element, is_current, move || session.big.get_untracked());
    match row {
        Row::Step { sentence, .. } => view! {
            <li node_ref=element class:current=is_current class:later=is_later aria-current=move || is_current().then_some("step")>{sentence}</li>
        }
        .into_any(),
        Row::Operation { title, result, rows, .. } => {
            let outermost = number == 0;
            let inside = Arc::new(rows);
            let within = inside.clone();
            let is_open = Memo::new(move |_| {
                outermost || current.get().is_some_and(|at| within.iter().any(|row| row.holds(at)))
            });
            let rows = move || inside.iter().cloned().map(|row| row_view(session, row, current)).collect_view();
            view! {
                <li node_ref=element class="operation" class:current=is_current class:later=is_later
                    aria-current=move || is_current().then_some("step")>
                    <details open=move || is_open.get()>
                        <summary><code>{title}</code></summary>
                        <ol class="steps">{rows()}</ol>
                    </details>
                    <p class="result">{result}</p>
                </li>
            }
            .into_any()
        }
    }
}
