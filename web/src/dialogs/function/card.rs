//! The card of a concept: what it is, what to notice, and a notebook to try it with.

use colex::notebook::functions::Function;
use colex::notebook::token::{TokenKind, tokens};
use colex::operations::{explained, find};
use leptos::prelude::*;

use crate::browser;
use crate::panels::frame::show;
use crate::panels::known_words::{Known, number_of};
use crate::panels::small_picture::{drawn, squares};
use crate::panels::why::ask_why;
use crate::session::{Arrivals, Parts, Session, Tastes, ask};

/// The button that tries it.
pub const TRY_ID: &str = "card-try";

/// Explains a concept, with a picture of it, and what to notice.
pub fn lines(tastes: Tastes, arrivals: Arrivals, known: &'static Known) -> AnyView {
    let [what, what_in_chinese] = known.what;
    let [notice, notice_in_chinese] = known.notice;
    let picture = move || squares(arrivals, &known.sample).map(|squares| drawn(tastes, &squares));
    view! {
        <div class="card">
            {picture}
            <div>
                <p>{tastes.text(what, what_in_chinese)}</p>
                <p>{tastes.text(notice, notice_in_chinese)}</p>
            </div>
        </div>
    }
    .into_any()
}

/// The card, three lines: what it is with a picture of it, what to notice, and what to try.
pub fn card(session: Session, known: &'static Known) -> AnyView {
    let Parts { draft, tastes, desk, arrivals, asked, .. } = *session;
    let attempt = move |_| {
        for open in ["reference", "help"] {
            browser::close_dialog(open);
        }
        draft.visit(known.sample.document(number_of(known)));
        browser::focus("notebook");
        if let Some(view) = known.sample.seen_in {
            show(draft, desk, view);
        }
    };
    let learn = move |_| {
        for open in ["reference", "help"] {
            browser::close_dialog(open);
        }
        ask_why(draft, known.key);
    };
    let pages = functions_in(&known.sample.text).into_iter().map(|function| {
        let open = move |_| {
            asked.function.set(Some(function.name));
            ask(asked.reference);
        };
        view! { <button class="plain mono" on:click=open>{function.name}</button> }
    });
    view! {
        {lines(tastes, arrivals, known)}
        <pre class="mono card-text">{known.sample.text.clone()}</pre>
        <p class="row">
            <button id=TRY_ID on:click=attempt>{tastes.text("Try it", "试一试")}</button>
            {pages.collect_view()}
            <button class="plain word" on:click=learn>{tastes.text("Learn it in a lesson", "在课程中学习")}</button>
        </p>
    }
    .into_any()
}

/// The functions that a notebook calls, each once.
fn functions_in(text: &str) -> Vec<&'static Function> {
    let mut found = Vec::<&'static Function>::new();
    for token in tokens(text).into_iter().filter(|token| token.kind == TokenKind::Name) {
        let Some(function) = find(token.span.of(text)) else { continue };
        let is_explained = explained().any(|(other, _)| other.name == function.name);
        if is_explained && found.iter().all(|other| other.name != function.name) {
            found.push(function);
        }
    }
    found
}
