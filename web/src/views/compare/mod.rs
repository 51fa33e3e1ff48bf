//! Two values side by side: whether they are the same, where they first differ, and a table of the differences.

mod decide;
mod table;

use std::sync::Arc;

use crate::signals::{Effect, Memo};
use colex::difference::{
    Compared, DifferenceGrid, Direction, Found, choices as comparable_with, comparable, is_compared, other_for, pair,
    slice_of,
};
use colex::look::asked_point;
use colex::notebook::{Evaluation, Value};
use colex::words;
use leptos::prelude::*;

use self::decide::{Decided, Seeking, decide};
use self::table::{differences, show_chosen};
use crate::languages::say;
use crate::loader::part;
use crate::session::{Draft, Parts, Screen, Session, Shared, Tastes};

/// Number of characters of a value that stand in a list to choose from.
const WIDEST: usize = 32;

/// The two statements that are compared, in the order of their places.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Chosen {
    this: Option<usize>,
    other: Option<usize>,
}

/// A statement to choose from.
#[derive(Clone, PartialEq)]
struct Choice {
    statement: usize,
    words: String,
}

part! {
    /// Two values side by side.
    pub PART: tools = |session, _| view! { <Compare session/> }.into_any()
}

/// The comparison of two statements.
#[component]
fn Compare(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, focus, .. } = *session;
    let pinned = Memo::new(move |_| draft.view.with(|view| view.other));
    let chosen = Memo::new(move |_| {
        let selected = screen.chosen_statement.get();
        let looked_at = screen.look.with(|look| look.as_ref().map(|look| look.statement));
        draft.evaluation.with(|evaluation| {
            // A line such as `A(16)` or `size(A)` asks something of `A`, and `A` is what is on the screen.
            let worth = |statement: &usize| evaluation.0.value(*statement).is_none_or(is_compared);
            let is_asked = selected.is_some_and(|selected| asked_point(&evaluation.0, selected).is_some());
            let this = selected.filter(|_| !is_asked).filter(worth).or(looked_at).filter(worth);
            let suits = |other: &usize| {
                let values = this.and_then(|this| Some((evaluation.0.value(this)?, evaluation.0.value(*other)?)));
                values.is_none_or(|(this, other)| comparable(this, other))
            };
            let other = pinned.get().filter(suits).or_else(|| other_for(&evaluation.0, this?));
            Chosen { this, other }
        })
    });
    let names = Memo::new(move |_| {
        let Chosen { this, other } = chosen.get();
        let tongue = tastes.tongue.get();
        let defaults = [tongue.pick("This", "当前布局"), tongue.pick("Other", "另一布局")];
        let [name, others] = draft.evaluation.with(|evaluation| [this, other].map(|at| name_of(&evaluation.0, at?)));
        match (name, others) {
            (Some(name), Some(other)) if name != other => [name, other],
            (Some(name), None) => [name, defaults[1].to_string()],
            (None, Some(other)) => [defaults[0].to_string(), other],
            _ => defaults.map(str::to_string),
        }
    });
    let compared = Memo::new(move |_| {
        let Chosen { this, other } = chosen.get();
        draft.evaluation.with(|evaluation| Some(pair(evaluation.0.value(this?)?, evaluation.0.value(other?)?)))
    });
    let decided = decide(compared);
    let slice = Memo::new(move |_| {
        let explicit = draft.view.with(|view| view.slice.clone());
        let linear = focus.marked.get().and_then(|linear| u64::try_from(linear).ok());
        compared.with(|compared| match (compared, linear) {
            (Some(Compared::Layouts(layouts)), Some(linear)) if explicit.is_empty() => {
                slice_of(&layouts[0], linear).unwrap_or_default()
            }
            _ => explicit,
        })
    });
    let grid = Memo::new(move |_| {
        let slice = slice.get();
        compared.with(|compared| match compared {
            Some(Compared::Layouts(layouts)) => {
                Some(DifferenceGrid::new(&layouts[0], &layouts[1], &slice).map(|grid| Shared(Arc::new(grid))))
            }
            _ => None,
        })
    });
    let sentences = move || {
        let tongue = tastes.tongue.get();
        let names = names.get();
        let names = [names[0].as_str(), names[1].as_str()];
        let said = match (compared.get(), decided.get()) {
            (None, _) => vec![nothing(draft, tastes, chosen.get())],
            (Some(Compared::Values(found)), _) => vec![words::value_difference(&found, names, tongue)],
            (_, Decided::Refused(error)) => vec![words::error(&error, tongue)],
            (_, Decided::Deciding) => vec![tastes.say("Comparing…", "正在比较……").to_string()],
            (_, Decided::Is(found)) => words::layout_difference(&found, names, tongue),
        };
        said.into_iter().map(|sentence| tastes.spell(&sentence)).collect::<Vec<_>>()
    };
    let sign = move || match (compared.get(), decided.get()) {
        (Some(Compared::Values(found)), _) => table::sign_of_values(&found),
        (Some(_), Decided::Is(found)) => table::sign_of(&found),
        _ => "",
    };
    let is_layouts = Memo::new(move |_| compared.with(|compared| matches!(compared, Some(Compared::Layouts(_)))));
    let differs = move || decided.with(Decided::differs);
    let seeking = Seeking::new();
    Effect::new(move |_| {
        compared.track();
        seeking.forget();
    });
    let seek = Callback::new(move |direction: Direction| {
        let from = focus.chosen.get_untracked().and_then(|linear| u64::try_from(linear).ok());
        seeking.start(
            compared,
            from,
            direction,
            Callback::new(move |at| {
                go_to(draft, screen, at);
                show_chosen(focus);
            }),
        );
    });
    let sought = move || match seeking.found() {
        Some(Found { at: None, complete: true, .. }) => {
            tastes.say("No further difference in this direction", "这个方向上没有其他不同处").to_string()
        }
        Some(Found { at: None, looked, .. }) => say!(
            tastes.tongue.get(),
            en("No difference within {looked} coordinates in this direction"),
            zh("这个方向上 {looked} 个坐标之内没有不同处")
        ),
        _ => String::new(),
    };
    let pin = move |_| {
        let other = if pinned.get_untracked().is_some() { None } else { chosen.get_untracked().other };
        draft.look_at(|view| view.other = other);
    };
    let swap = move |_| {
        let Chosen { this: Some(this), other: Some(other) } = chosen.get_untracked() else { return };
        draft.choose_statement(other);
        draft.look_at(|view| view.other = Some(this));
    };
    let choose_this = move |statement: usize| draft.choose_statement(statement);
    let choose_other = move |statement: usize| draft.look_at(|view| view.other = Some(statement));
    let has_both = move || chosen.with(|chosen| chosen.this.is_some() && chosen.other.is_some());
    view! {
        <section class="compare" class:stale=move || screen.stale.get() aria-label=tastes.text("Compare", "比较")>
            <div class="pane-head">
                <h2>{tastes.text("Compare", "比较")}</h2>
                <div class="row">
                    <button class="plain" disabled=move || !has_both() on:click=swap>{tastes.text("Swap", "交换")}</button>
                    <button class="plain" aria-pressed=move || pinned.get().is_some().to_string() disabled=move || !has_both()
                        on:click=pin title=tastes.text("The other value stays when another statement is selected", "选择别的语句时，另一布局保持不变")>
                        {tastes.text("Pin", "固定")}
                    </button>
                </div>
            </div>
            <div class="compare-sides">
                {select(draft, tastes, "compare-this", tastes.text("This", "当前布局"), Signal::derive(move || chosen.get().this), Signal::derive(|| None), Callback::new(choose_this))}
                {select(draft, tastes, "compare-other", tastes.text("Other", "另一布局"), Signal::derive(move || chosen.get().other), Signal::derive(move || chosen.get().this), Callback::new(choose_other))}
            </div>
            <div class="compare-said" role="status">
                {move || sentences().into_iter().enumerate().map(|(place, sentence)| said(place, sign(), sentence)).collect::<Vec<_>>()}
            </div>
            <Show when=move || is_layouts.get()>
                <div class="row">
                    <button class="plain" disabled=move || !differs() on:click=move |_| seek.run(Direction::Previous)>
                        <span aria-hidden="true">"◀ "</span>{tastes.text("Previous difference", "上一处不同")}
                    </button>
                    <button class="plain" disabled=move || !differs() on:click=move |_| seek.run(Direction::Next)>
                        {tastes.text("Next difference", "下一处不同")}<span aria-hidden="true">" ▶"</span>
                    </button>
                    <span class="quiet small" role="status">{sought}</span>
                </div>
                {move || match grid.get() {
                    Some(Ok(grid)) => Some(differences(session, grid, names, slice, seek)),
                    _ => None,
                }}
            </Show>
        </section>
    }
}

/// One sentence; the first bears the verdict's sign.
fn said(place: usize, sign: &'static str, sentence: String) -> AnyView {
    if place > 0 {
        return view! { <p class="small">{sentence}</p> }.into_any();
    }
    view! { <p class="compare-verdict"><span class="compare-sign" aria-hidden="true">{sign}</span> {sentence}</p> }
        .into_any()
}

/// Chooses a coordinate everywhere. It leaves a slice that does not have it.
fn go_to(draft: Draft, screen: Screen, coordinate: u64) {
    let Ok(linear) = i64::try_from(coordinate) else { return };
    draft.choose_linear(linear);
    let slice = screen.layout.with_untracked(|layout| slice_of(layout.as_ref()?, coordinate).ok());
    draft.look_at(|view| {
        if !view.slice.is_empty() && slice.as_ref() != Some(&view.slice) {
            view.slice.clear();
        }
    });
}

/// Why nothing is compared.
fn nothing(draft: Draft, tastes: Tastes, chosen: Chosen) -> String {
    let has_value = |at: Option<usize>| draft.evaluation.with(|found| at.is_some_and(|at| found.0.value(at).is_some()));
    match (has_value(chosen.this), chosen.other) {
        (false, _) => tastes.say("The selected statement has no value", "所选语句没有值"),
        (true, None) => tastes.say(
            "There is no other statement to compare with yet: write a second one into the notebook",
            "还没有可以比较的语句：在笔记本中再写一条",
        ),
        (true, Some(_)) => tastes.say("The other statement has no value", "另一语句没有值"),
    }
    .to_string()
}

/// The name that a statement gives its value.
fn name_of(evaluation: &Evaluation, statement: usize) -> Option<String> {
    let name = evaluation.statements().get(statement)?.name.as_ref();
    name.map(|(name, _)| name.clone())
}

/// The statements that can be compared: with that of a statement, or with anything.
fn choices(draft: Draft, tastes: Tastes, beside: Option<usize>) -> Vec<Choice> {
    let choices = draft.evaluation.with(|evaluation| {
        let values = comparable_with(&evaluation.0, beside).into_iter().filter_map(|statement| {
            let value = evaluation.0.value(statement)?;
            Some((statement, name_of(&evaluation.0, statement), printed(value)))
        });
        values.collect::<Vec<_>>()
    });
    let words = |(statement, name, printed): (usize, Option<String>, String)| {
        let printed = tastes.spell(&printed);
        let words = name.map_or_else(|| printed.clone(), |name| format!("{name} = {printed}"));
        Choice { statement, words }
    };
    choices.into_iter().map(words).collect()
}

/// A value as it stands in a list, or its beginning.
fn printed(value: &Value) -> String {
    let printed = value.to_string();
    let line = printed.lines().next().unwrap_or_default();
    if line.chars().count() <= WIDEST && line.len() == printed.len() {
        return printed;
    }
    line.chars().take(WIDEST).chain(['…']).collect()
}

/// A list of the statements to choose from.
fn select(
    draft: Draft,
    tastes: Tastes,
    id: &'static str,
    label: Signal<&'static str>,
    chosen: Signal<Option<usize>>,
    beside: Signal<Option<usize>>,
    choose: Callback<usize>,
) -> AnyView {
    let listed = Memo::new(move |_| choices(draft, tastes, beside.get()));
    let options = move || {
        let chosen = chosen.get();
        let none = view! { <option value="" prop:selected=chosen.is_none() disabled hidden>"–"</option> }.into_any();
        let each = listed.get().into_iter().map(|choice| {
            let value = choice.statement.to_string();
            view! { <option value=value prop:selected=chosen == Some(choice.statement)>{choice.words}</option> }
                .into_any()
        });
        std::iter::once(none).chain(each).collect::<Vec<_>>()
    };
    let on_change = move |event| {
        if let Ok(statement) = event_target_value(&event).parse() {
            choose.run(statement);
        }
    };
    view! {
        <label for=id class="quiet small">{label}</label>
        <select id=id class="mono small" on:change=on_change>{options}</select>
    }
    .into_any()
}
