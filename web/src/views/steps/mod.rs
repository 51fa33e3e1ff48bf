//! The steps of the selected statement: how its value came about, forward and back.

use std::sync::Arc;

use crate::signals::Memo;
use colex::notebook::Evaluation;
use colex::operations::{Origin, origins};
use colex_document::arrangement::Arrangement;
use leptos::html::Li;
use leptos::prelude::*;

use crate::languages::say;
use crate::loader::part;
use crate::panels::measured::kept_in_view;
use crate::session::derivation::{Row, Stepping};
use crate::session::{Draft, Parts, Screen, Session, Shared, Tastes, told};

part! {
    /// Derivation of a value.
    pub PART: story = |session, _| {
        told(session, |session, story| view! { <Steps session stepping=story.stepping/> }.into_any())
    }
}

/// The steps of the selected statement's operation. A call on a coordinate alone is what the worked example shows.
#[component]
fn Steps(session: Session, stepping: Stepping) -> impl IntoView {
    let Parts { tastes, screen, .. } = *session;
    let Stepping { derivation, count, current, waits, .. } = stepping;
    let (look, go) = (move |row| stepping.look(row), move |by| stepping.go(by));
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
    let place = move || stepping.place();
    // Hidden rows are not there at all: a screen reader and a search of the page find what is merely not drawn.
    let rows = move || derivation.get().filter(|_| !waits.get()).map(|found| found.rows).unwrap_or_default();
    let more = move || {
        let more = derivation.with(|found| found.as_ref().map_or(0, |found| found.more));
        (more > 0)
            .then(|| say!(tastes.tongue.get(), en("{more} more steps are not listed"), zh("另有 {more} 步未列出")))
    };
    // Where the operation has the room of two columns its bar turns the steps, and they stand here when they are asked for.
    let is_aside = Memo::new(move |_| session.desk.arrangement.with(Arrangement::is_joined));
    let is_closed = Memo::new(move |_| is_aside.get() && current.get().is_none());
    let turns = move || {
        match is_aside.get() {
        true => how(session.draft, tastes, screen, stepping),
        false => view! {
            <span class="quiet small" role="status" aria-live="polite">{place}</span>
            <div class="row">
                {stepping.turns()}
                <button class="plain" aria-pressed=move || current.get().is_none().to_string() on:click=move |_| look(None)>
                    {tastes.text("All", "全部")}
                </button>
            </div>
        }
        .into_any(),
    }
    };
    view! {
        <Show when=move || { count.get() > 0 }>
            <section class="derivation" class:hides=move || session.focus.hidden.get() class:stale=move || screen.stale.get()
                aria-label=tastes.text("Steps", "步骤")>
                <div class="pane-head">
                    <h2>{tastes.text("Steps", "步骤")}</h2>
                    {turns}
                </div>
                <Show when=move || { waits.get() && !is_closed.get() }>
                    <p class="quiet">{tastes.text(
                        "The steps are hidden until you have predicted; ▶ shows them one by one",
                        "完成预测之前，步骤保持隐藏；按 ▶ 可逐步显示",
                    )}</p>
                </Show>
                <div class="scroll" hidden=move || { waits.get() || is_closed.get() } tabindex="0" role="group" on:keydown=keys
                    aria-label=tastes.text("Steps, by arrow keys", "步骤，可用方向键")>
                    <ol class="steps" class:stepping=move || current.get().is_some()>{move || rows().into_iter().map(|row| row_view(session, row, current)).collect_view()}</ol>
                    {move || more().map(|sentence| view! { <p class="quiet small">{sentence}</p> })}
                </div>
            </section>
        </Show>
    }
}

/// Unfolds the steps at the first of them, and folds them again.
fn how(draft: Draft, tastes: Tastes, screen: Screen, stepping: Stepping) -> AnyView {
    let is_open = move || stepping.current.get().is_some();
    let name = move || {
        let (tongue, count) = (tastes.tongue.get(), stepping.count.get());
        // CuTe does not compute what it has not.
        let [whose, own] = if is_ours(draft, screen) {
            ["it is computed", "如何计算"]
        } else {
            ["CuTe computes it", "CuTe 如何计算"]
        };
        if count == 1 {
            return tongue.pick(format!("How {whose} (1 step)"), format!("{own}（1 步）"));
        }
        say!(tongue, en("How {whose} ({count} steps)"), zh("{own}（共 {count} 步）"))
    };
    view! {
        <button class="plain steps-how" aria-expanded=move || is_open().to_string()
            on:click=move |_| stepping.look((!untrack(is_open)).then_some(0))>{name}</button>
    }
    .into_any()
}

fn row_view(session: Session, row: Row, current: Memo<Option<usize>>) -> AnyView {
    let element = NodeRef::<Li>::new();
    let number = match &row {
        Row::Step { number, .. } | Row::Operation { number, .. } => *number,
    };
    let is_current = move || current.get() == Some(number);
    let last = row.last();
    let is_past = move || current.get().is_some_and(|at| at > last);
    let is_later = move || current.get().is_some_and(|at| at < number);
    kept_in_view(element, is_current, move || session.tastes.big.get_untracked());
    match row {
        Row::Step { sentence, .. } => view! {
            <li node_ref=element class:current=is_current class:past=is_past class:later=is_later aria-current=move || is_current().then_some("step")>{sentence}</li>
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
                <li node_ref=element class="operation" class:current=is_current class:past=is_past class:later=is_later
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

/// Reports whether the operation of the chosen statement is none of CuTe's.
fn is_ours(draft: Draft, screen: Screen) -> bool {
    let Some(statement) = screen.chosen_statement.get() else { return false };
    let name = draft
        .evaluation
        .with(|evaluation: &Shared<Evaluation>| Some(evaluation.0.performed(statement, None)?.function.name));
    name.is_some_and(|name| origins().any(|(function, origin)| function.name == name && origin != Origin::Cute))
}
