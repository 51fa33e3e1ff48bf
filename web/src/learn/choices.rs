//! Choices of which one is right: a wrong one says why, and the others stay.

use colex::learn::random::Random;
use leptos::prelude::*;

use super::field::verdict;
use crate::panels::course::with_code;
use crate::session::Tastes;
use crate::signals::RwSignal;

/// A choice: what it says, whether it is the right one, and what is said once it was chosen.
#[derive(Clone, PartialEq)]
pub(super) struct Choice {
    /// Text of the choice, in both languages.
    pub(super) text: [String; 2],
    /// True if it is right.
    pub(super) is_right: bool,
    /// Answer that is said of it.
    pub(super) said: [String; 2],
}

/// Puts choices into an order of their own, which is the same each time.
pub(super) fn in_order<T>(mut choices: Vec<T>, name: &str, number: u64) -> Vec<T> {
    Random::new(name, 0, number).shuffle(&mut choices);
    choices
}

/// The choices as buttons. `chosen` is told of each that is pressed.
pub(super) fn choices(
    tastes: Tastes,
    choices: Vec<Choice>,
    is_code: bool,
    chosen: impl Fn(usize, bool) + Copy + Send + Sync + 'static,
) -> AnyView {
    let pressed = RwSignal::new(Vec::<usize>::new());
    let all = StoredValue::new(choices.clone());
    let is_found = move || {
        pressed
            .with(|pressed| all.with_value(|all| pressed.iter().any(|at| all.get(*at).is_some_and(|it| it.is_right))))
    };
    let one = |(place, choice): (usize, Choice)| {
        let right = choice.is_right;
        let was_pressed = move || pressed.with(|pressed| pressed.contains(&place));
        let press = move |_| {
            if !was_pressed() && !is_found() {
                pressed.update(|pressed| pressed.push(place));
                chosen(place, right);
            }
        };
        let text = move || {
            let [english, chinese] = &choice.text;
            let text = tastes.tongue.get().pick(english, chinese);
            if is_code { view! { <code>{text.clone()}</code> }.into_any() } else { with_code(text) }
        };
        view! {
            <li><button class="choice" class:right=move || was_pressed() && right class:wrong=move || was_pressed() && !right
                aria-pressed=move || was_pressed().to_string() on:click=press>
                <span aria-hidden="true" class="mark">{move || match (was_pressed(), right) { (true, true) => "✓", (true, false) => "✗", _ => "○" }}</span>
                <span>{text}</span>
            </button></li>
        }
    };
    let said = move || {
        let last = pressed.with(|pressed| pressed.last().copied())?;
        let choice = all.with_value(|all| all.get(last).cloned())?;
        let [english, chinese] = &choice.said;
        Some((choice.is_right, with_code(tastes.tongue.get().pick(english, chinese))))
    };
    view! {
        <ul class="choices">{choices.into_iter().enumerate().map(one).collect_view()}</ul>
        {verdict(said)}
    }
    .into_any()
}
