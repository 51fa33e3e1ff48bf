//! A field for an answer, with what is said of it.

use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent};
use crate::session::Tastes;
use crate::signals::RwSignal;

/// The id of the field.
pub(super) const FIELD: &str = "learn-answer";

/// A field and the button that checks it. What is typed goes to `check` with Enter or the button.
pub(super) fn field(
    tastes: Tastes,
    hint: Signal<&'static str>,
    open: Signal<bool>,
    typed: RwSignal<String>,
    check: impl Fn(String) + Copy + Send + Sync + 'static,
) -> AnyView {
    let enter = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !browser::is_composing(&event) {
            event.prevent_default();
            check(event_target_value(&event));
        }
    };
    view! {
        <div class="row rail-field">
            <label for=FIELD>{tastes.text("Answer", "答案")}</label>
            <input type="text" id=FIELD class="mono" autocomplete="off" autocapitalize="off" spellcheck="false"
                placeholder=hint prop:value=move || typed.get() disabled=move || !open.get()
                aria-describedby="learn-verdict"
                on:input=move |event| typed.set(event_target_value(&event)) on:keydown=enter/>
            <button class="primary" disabled=move || !open.get() on:click=move |_| check(typed.get_untracked())>
                {tastes.text("Check", "检查")}
            </button>
        </div>
    }
    .into_any()
}

/// Shows what is said of the last answer, which a screen reader reads out.
pub(super) fn verdict(said: impl Fn() -> Option<(bool, AnyView)> + Send + Sync + 'static) -> AnyView {
    view! {
        <div class="rail-verdict" id="learn-verdict" role="status">
            {move || said().map(|(right, said)| view! { <p class:right=right class:wrong=!right>{if right { "✓ " } else { "✗ " }}{said}</p> })}
        </div>
    }
    .into_any()
}
