//! Switches to what may be written for the operation on the same operands: its alternatives, and the ways to write its tiler.
//! What is chosen is written into the notebook.

use colex::alternatives::{Alternative, TilerForm, alternatives, tiler_forms};
use colex::notebook::{Evaluation, Repair};
use leptos::prelude::*;

use crate::languages::say;
use crate::session::{Draft, Screen, Tastes};
use crate::signals::Memo;

/// Choice of what may be written.
#[derive(Clone, PartialEq)]
struct Choice {
    word: String,
    /// Kind that it is called before the word, in both languages.
    kind: Option<(&'static str, &'static str)>,
    title: String,
    is_own: bool,
    edit: Option<Repair>,
}

/// The switches of the operation of the selected statement, and what they change.
pub(super) fn switches(draft: Draft, tastes: Tastes, screen: Screen, told: AnyView) -> AnyView {
    let of = move |read: fn(&Evaluation, usize) -> Vec<Choice>| {
        Memo::new(move |_| {
            let chosen = screen.chosen_statement.get();
            let found = chosen.map(|chosen| draft.evaluation.with(|evaluation| read(&evaluation.0, chosen)));
            found.unwrap_or_default()
        })
    };
    let operations =
        of(|evaluation, statement| alternatives(evaluation, statement).into_iter().map(of_alternative).collect());
    let tilers = of(|evaluation, statement| tiler_forms(evaluation, statement).into_iter().map(of_form).collect());
    view! {
        <div class="row operation-switches">
            {switch(draft, tastes, ("alternative", "Operation", "操作"), operations)}
            {switch(draft, tastes, ("tiler", "Tiler", "tiler"), tilers)}
            {told}
        </div>
    }
    .into_any()
}

fn of_alternative(alternative: Alternative) -> Choice {
    let Alternative { name, word, is_own, edit } = alternative;
    Choice { word: word.to_string(), kind: None, title: name.to_string(), is_own, edit }
}

fn of_form(form: TilerForm) -> Choice {
    let TilerForm { text, is_layout, is_own, edit } = form;
    let kind = if is_layout { ("as a Layout", "按 Layout") } else { ("by mode", "逐 mode") };
    Choice { title: text.clone(), word: text, kind: Some(kind), is_own, edit }
}

/// One switch; nothing where there is nothing to choose. Its choices stay where they are while what they say changes, so
/// that keys keep their place.
fn switch(
    draft: Draft,
    tastes: Tastes,
    (name, english, chinese): (&'static str, &'static str, &'static str),
    all: Memo<Vec<Choice>>,
) -> AnyView {
    let count = Memo::new(move |_| all.with(Vec::len));
    let choices = move || (0..count.get()).map(|place| choice(draft, tastes, name, all, place)).collect::<Vec<_>>();
    view! {
        <Show when=move || { count.get() > 1 }>
            <div class="operation-switch small" role="radiogroup" aria-label=tastes.text(english, chinese)>{choices}</div>
        </Show>
    }
    .into_any()
}

fn choice(draft: Draft, tastes: Tastes, name: &'static str, all: Memo<Vec<Choice>>, place: usize) -> AnyView {
    let own = Memo::new(move |_| all.with(|all| all.get(place).cloned()));
    let is = move |read: fn(&Choice) -> bool| own.with(|own| own.as_ref().is_some_and(read));
    let word = move || own.get().map(|own| own.word);
    let kind = move || {
        let (english, chinese) = own.get()?.kind?;
        Some(view! { <span class="quiet">{tastes.say(english, chinese)}" "</span> })
    };
    let title = move || {
        let own = own.get()?;
        let title = own.title;
        Some(match own.edit.is_none() && !own.is_own {
            true => {
                say!(tastes.tongue.get(), en("{title} does not take these operands"), zh("{title} 不接受这些操作数"))
            }
            false => title,
        })
    };
    let choose = move |_| {
        if let Some(edit) = own.get_untracked().and_then(|own| own.edit) {
            draft.apply(&edit);
        }
    };
    view! {
        <label title=title>
            <input type="radio" class="unseen" name=format!("operation-{name}") on:change=choose
                prop:checked=move || is(|own| own.is_own) prop:disabled=move || is(|own| !own.is_own && own.edit.is_none())/>
            <span>{kind}<span class="mono">{word}</span></span>
        </label>
    }
    .into_any()
}
