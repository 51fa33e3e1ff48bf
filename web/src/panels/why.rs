//! The way from what is on the page to the card of a lesson that explains it.

use colex::learn::place::Place;
use colex::learn::why;
use colex::notebook::Diagnostic;
use colex::words;
use colex_document::{Document, View};
use leptos::prelude::*;

use crate::browser;
use crate::session::Session;

/// Goes to the card that explains something. Which one that is, is known once the lessons are there.
pub fn ask_why(session: Session, name: &str) {
    open(session, &Place::Why(name.to_owned()));
}

/// Goes to the first card of a lesson.
pub fn open_lesson(session: Session, name: &str) {
    open(session, &Place::Card(name.to_owned(), 1));
}

fn open(session: Session, place: &Place) {
    let document = Document::of_text("");
    session.visit(Document { view: View { learn: Some(place.to_string()), ..View::default() }, ..document });
}

/// The mark behind what a card explains. `what` is what a screen reader says it is about.
pub fn why(session: Session, name: String, what: impl Fn() -> String + Send + Sync + 'static) -> AnyView {
    let label = move || format!("{} {}", session.tongue.get().pick("Why?", "为什么？"), what());
    view! {
        <button class="plain small why" aria-label=label title=session.text("Why? The card that explains it", "为什么？看讲解它的卡片")
            on:click=move |_| ask_why(session, &name)>"?"</button>
    }
    .into_any()
}

/// What there is to do about a mistake: its repairs, one click each, and the card that explains it.
pub fn remedies(session: Session, diagnostic: &Diagnostic) -> AnyView {
    let repairs = diagnostic.repairs.iter().map(|repair| {
        let label = words::repair(repair, session.tongue.get());
        let repair = repair.clone();
        let apply = move |_| {
            session.apply(&repair);
            browser::focus("notebook");
        };
        view! { <button class="small" on:click=apply>{label}</button> }
    });
    // In a lesson the mistake is the task, and another card would take it away.
    let is_free = session.view.with_untracked(|view| view.learn.is_none());
    let explained = why::diagnostic(&diagnostic.kind).filter(|_| is_free).map(|name| {
        view! { <button class="plain small word" on:click=move |_| ask_why(session, name)>{session.text("Why?", "为什么？")}</button> }
    });
    view! { {repairs.collect_view()} {explained} }.into_any()
}
