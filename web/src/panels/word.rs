//! A word on the page that opens the card which explains it.

use leptos::prelude::*;

use crate::panels::known_words::open_card;
use crate::session::{Asked, Tastes};

/// A word as a button. The page does not move: the card is a dialog.
pub fn word(
    tastes: Tastes,
    asked: Asked,
    concept: &'static str,
    text: impl Fn() -> String + Send + Sync + 'static,
) -> AnyView {
    view! {
        <button class="plain word" aria-haspopup="dialog" title=tastes.text("What is this?", "这是什么？")
            on:click=move |_| open_card(asked, concept)>{text}</button>
    }
    .into_any()
}
