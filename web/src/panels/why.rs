//! The way from what is on the page to the card of a lesson that explains it.

use colex::learn::place::Place;
use colex::learn::why;
use colex::notebook::{Diagnostic, Evaluation};
use colex::words;
use colex_document::arrangement::ViewId;
use colex_document::{Document, View};
use leptos::prelude::*;

use crate::browser;
use crate::panels::known_words::open_card;
use crate::session::{Draft, Parts, Screen, Session, Shared};

/// Goes to the card that explains something. Which one that is, is known once the lessons are there.
pub fn ask_why(draft: Draft, name: &str) {
    open(draft, &Place::Why(name.to_owned()));
}

/// Goes to the first card of a lesson.
pub fn open_lesson(draft: Draft, name: &str) {
    open(draft, &Place::Card(name.to_owned(), 1));
}

fn open(draft: Draft, place: &Place) {
    let document = Document::of_text("");
    draft.visit(Document { view: View { learn: Some(place.to_string()), ..View::default() }, ..document });
}

/// The mark behind the heading of a view: it opens the card of what is seen there, and where there is none the lesson.
pub fn why(session: Session, view: ViewId) -> AnyView {
    let Parts { draft, tastes, screen, asked, .. } = *session;
    let title = tastes.heading(view);
    let label = move || format!("{} {}", tastes.tongue.get().pick("Why?", "为什么？"), title.get());
    let explain = move |_| match untrack(|| card_of(draft, screen, view)) {
        Some(card) => open_card(asked, card),
        None => ask_why(draft, &format!("view {}", view.word())),
    };
    // The page stays, and the card lies over it.
    let opens = move || card_of(draft, screen, view).map(|_| "dialog");
    view! {
        <button class="plain small why" aria-haspopup=opens aria-label=label title=tastes.text("Why? The card that explains it", "为什么？看讲解它的卡片")
            on:click=explain>"?"</button>
    }
    .into_any()
}

/// The card of what a view shows: the page of the operation that it tells of, or a concept.
fn card_of(draft: Draft, screen: Screen, view: ViewId) -> Option<&'static str> {
    Some(match view {
        ViewId::Operation | ViewId::Steps | ViewId::Laws => {
            let statement = screen.chosen_statement.get()?;
            let name = |evaluation: &Shared<Evaluation>| Some(evaluation.0.performed(statement, None)?.function.name);
            return draft.evaluation.with(name);
        }
        ViewId::Grid => "concept layout",
        ViewId::Facts => "concept size",
        ViewId::Modes => "concept mode",
        ViewId::Memory => "concept cosize",
        ViewId::Coordinates => "concept coordinate",
        ViewId::Worked => "concept idx2crd",
        ViewId::WayBack => "concept preimage",
        ViewId::Atom => "concept mma",
        ViewId::Threads => "concept tv layout",
        ViewId::Cost => "concept bank conflict",
        ViewId::Finder => "concept choose swizzle",
        ViewId::Compare => "concept equal",
        ViewId::Lens => "concept static",
        _ => return None,
    })
}

/// Lists the remedies for a mistake: its repairs, one click each, and the card that explains it.
pub fn remedies(session: Session, diagnostic: &Diagnostic) -> AnyView {
    let Parts { draft, tastes, asked, .. } = *session;
    let repairs = diagnostic.repairs.iter().map(|repair| {
        let label = words::repair(repair, tastes.tongue.get());
        let repair = repair.clone();
        let apply = move |_| {
            draft.apply(&repair);
            browser::focus("notebook");
        };
        view! { <button class="small" on:click=apply>{label}</button> }
    });
    // In a lesson the mistake is the task, and another card would take it away.
    let is_free = draft.view.with_untracked(|view| view.learn.is_none());
    let explained = why::diagnostic(&diagnostic.kind).filter(|_| is_free).map(|name| {
        let card = match name {
            "error StrideDivisibility" | "error ShapeDivisibility" => Some("concept divisibility"),
            "error NoCommonDomain" | "error SizesDiffer" | "error SeveralDirections" => Some("concept sum"),
            "error NoRefinement" => Some("concept compatible"),
            _ => None,
        };
        let explain = move |_| match card {
            Some(card) => open_card(asked, card),
            None => ask_why(draft, name),
        };
        view! { <button class="plain small word" aria-haspopup=card.map(|_| "dialog") on:click=explain>{tastes.text("Why?", "为什么？")}</button> }
    });
    view! { {repairs.collect_view()} {explained} }.into_any()
}
