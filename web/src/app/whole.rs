//! What loads by itself after the first picture: the algebra, and what says sentences. Then the page is whole.

use colex::look;
use colex::notebook::algebra::{ALGEBRA, Algebra, install};
use colex::words;
use colex_document::history::History;
use colex_document::link;
use leptos::prelude::Owner;
use wasm_split_helpers::wasm_split;

use crate::browser;
use crate::loader::{Missing, arrived};
use crate::session::{Derived, Sentences, Session, beyond};

#[wasm_split(panes, fallible)]
fn load_sentences() -> Result<Sentences, Missing> {
    Ok(Sentences {
        diagnostic: words::diagnostic,
        repair: words::repair,
        error: words::error,
        derive: Derived::of,
        beyond: beyond::excess,
        link: link::encode,
        history: History::stored,
        store: Session::store,
        refuse: Session::refuse_long,
        let_go: look::let_go,
    })
}

/// What the operations of the algebra compute with. The values of the notebook come with it.
#[wasm_split(algebra, fallible)]
fn load_algebra() -> Result<&'static Algebra, Missing> {
    Ok(&ALGEBRA)
}

/// Tells the frame that the page is whole: what loads by itself is there.
pub fn tell_ready(session: Session) {
    // What is derived belongs to the page.
    let owner = Owner::current();
    browser::spawn(async move {
        // Both are on their way by now, for the views have asked for them too: values wait for the smaller one alone.
        install(arrived(load_algebra).await);
        session.evaluate_afresh();
        let sentences = arrived(load_sentences).await;
        session.sentences.set(Some(sentences));
        session.derived.set(owner.map(|owner| owner.with(|| (sentences.derive)(session))));
        session.save_packed();
        browser::breathe().await;
        browser::set_root_attribute("data-ready", Some(""));
    });
}
