//! The layout that has the table, or why there is none, found in slices while the table changes.

use crate::signals::{Effect, Memo, RwSignal};
use colex::from_table::{Answer, Refutation, TableSearch};
use colex::words;
use colex::work::Progress;
use leptos::prelude::*;

use super::drawing::Drawing;
use crate::browser::Pursuit;
use crate::languages::say;
use crate::session::{Parts, Session};

/// The units of work between two looks at the clock.
const UNITS: u64 = 1 << 14;

/// State of what is known of the table.
#[derive(Clone, PartialEq)]
enum State {
    /// Swizzles are tried: so many of so many.
    Searching(u64, Option<u64>),
    /// So.
    Found(Answer),
}

/// Shows what was found, and what can be done with it.
pub(super) fn answer(session: Session, drawing: Drawing) -> AnyView {
    let Parts { draft, tastes, .. } = *session;
    let state = RwSignal::new(State::Searching(0, None));
    let pursuit = Pursuit::new(UNITS);
    Effect::new(move |_| {
        let Some(sheet) = drawing.sheet() else { return pursuit.stop() };
        pursuit.begin(TableSearch::new(&sheet), move |search, progress| {
            state.set(match progress {
                Progress::Done(answer) => State::Found(answer),
                Progress::More { done, total } => State::Searching(done, total),
            });
            Some(search)
        });
    });
    Effect::new(move |_| {
        let found = state.with(|state| match state {
            State::Found(Answer::None { refutation, .. }) => Some(refutation.clone()),
            _ => None,
        });
        // While a search goes on, the mark of the search before stays.
        let is_found = state.with(|state| matches!(state, State::Found(_)));
        if is_found && drawing.refutation.with_untracked(|old| *old != found) {
            drawing.refutation.set(found);
        }
    });
    let layout = Memo::new(move |_| {
        state.with(|state| match state {
            State::Found(Answer::Layout { layout, .. } | Answer::Swizzled { layout, .. }) => Some(layout.to_string()),
            _ => None,
        })
    });
    let sentence = move || {
        let tongue = tastes.tongue.get();
        state.with(|state| match state {
            State::Found(answer) => words::table_answer(answer, tongue),
            State::Searching(tried, Some(total)) => say!(
                tongue,
                en("No layout alone has the table; trying swizzles: {tried} of {total}"),
                zh("没有单独的布局具有此表；正在尝试 swizzle：{total} 个中的 {tried} 个")
            ),
            State::Searching(..) => tongue.pick("Searching…", "正在查找……").to_string(),
        })
    };
    let refutation = Memo::new(move |_| {
        state.with(|state| match state {
            State::Found(Answer::Swizzled { refutation, .. } | Answer::None { refutation, .. }) => {
                Some(refutation.clone())
            }
            _ => None,
        })
    });
    let because =
        move || refutation.with(|found| found.as_ref().map(|found| words::refutation(found, tastes.tongue.get())));
    // A number is only wrong where no swizzle explains it.
    let repair = move || {
        let Refutation { cell: (row, column), expected, .. } = drawing.refutation.get()?;
        let label = move || {
            say!(
                tastes.tongue.get(),
                en("Put {expected} into row {row}, column {column}"),
                zh("在第 {row} 行第 {column} 列填入 {expected}")
            )
        };
        Some(view! { <button on:click=move |_| drawing.correct(row, column, expected)>{label}</button> })
    };
    let add = move |_| {
        let Some(printed) = layout.get_untracked() else { return };
        let name = draft.evaluation.with_untracked(|evaluation| evaluation.0.free_name("L"));
        draft.append(&format!("{name} = {}", colex::notebook::value::without_underscores(&printed)));
    };
    let is_found = move || layout.with(Option::is_some);
    view! {
        <div class="sketch-answer" role="status">
            <Show when=is_found>
                <p class="mono sketch-layout">{move || layout.get().map(|layout| tastes.spell(&layout))}</p>
            </Show>
            <p class:small=is_found>{sentence}</p>
            <p class="quiet small">{because}</p>
        </div>
        <div class="row">
            <Show when=is_found>
                <button class="primary" on:click=add>{tastes.text("Add to the notebook", "加入笔记本")}</button>
            </Show>
            {repair}
        </div>
    }
    .into_any()
}
