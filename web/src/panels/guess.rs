//! The field in which the next number of a worked example is predicted.

use colex::words::Tongue;
use colex::worked_example::Line;
use leptos::prelude::*;

use crate::session::Tastes;
use crate::signals::RwSignal;

/// The field, by its id, and what shows the answer instead; `told` hears when the answer is known, and whether it was
/// predicted.
pub fn guess(
    tastes: Tastes,
    line: Line,
    id: &'static str,
    told: impl Fn(bool) + Copy + Send + Sync + 'static,
) -> AnyView {
    // The element may stay for the next question, what was typed does not.
    let typed = RwSignal::new(String::new());
    let wrong = RwSignal::new(None::<String>);
    let name = {
        let question = line.question.clone();
        move || match tastes.tongue.get() {
            Tongue::English => format!("{question} is"),
            Tongue::Chinese => format!("{question} 等于"),
        }
    };
    let line = StoredValue::new(line);
    let check = move |typed: String, is_final: bool| {
        let typed = typed.trim().to_string();
        if line.with_value(|line| line.is_right(&typed)) {
            told(true);
        } else if is_final && !typed.is_empty() {
            wrong.set(Some(typed));
        } else {
            wrong.set(None);
        }
    };
    let verdict = format!("{id}-verdict");
    view! {
        <input type="text" id=id class="mono worked-answer" autocomplete="off" spellcheck="false" aria-label=name
            aria-describedby=verdict.clone() prop:value=move || typed.get()
            on:input=move |event| { typed.set(event_target_value(&event)); wrong.set(None); }
            on:change=move |event| check(event_target_value(&event), true)/>
        <button class="plain small" on:click=move |_| told(false)>{move || tastes.say("Show", "显示")}</button>
        <span id=verdict role="status" class="worked-verdict">
            {move || wrong.get().map(|typed| match tastes.tongue.get() {
                Tongue::English => format!("✗ not {typed}; try again, or show it"),
                Tongue::Chinese => format!("✗ 不是 {typed}；再试一次，或显示答案"),
            })}
        </span>
    }
    .into_any()
}
