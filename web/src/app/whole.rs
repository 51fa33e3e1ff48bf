//! Code that loads after the first picture: by itself what keeps documents, and with the first wish for more the
//! algebra and what says sentences. Then the page is whole.

use crate::signals::Effect;
use colex::look;
use colex::notebook::algebra::{Algebra, Atoms};
use colex::operations::{ALGEBRA, ATOMS, CATALOGUE, install, install_atoms};
use colex::paste::{PROGRAMS, Programs, install_programs};
use colex::words;
use colex_document::history::History;
use colex_document::link;
use leptos::prelude::*;
use wasm_split_helpers::wasm_split;

use crate::browser;
use crate::loader::{Missing, arrived};
use crate::panels::why::remedies;
use crate::session::{Derived, Draft, Keeping, Parts, Sentences, Session, Story, beyond};

#[wasm_split(panes, fallible)]
fn load_keeping() -> Result<Keeping, Missing> {
    Ok(Keeping {
        derive: Derived::of,
        link: link::encode,
        history: History::stored,
        store: Draft::store,
        refuse: Draft::refuse_long,
        let_go: |view, layout| look::let_go(view, layout, &CATALOGUE),
    })
}

#[wasm_split(story, fallible)]
fn load_sentences() -> Result<Sentences, Missing> {
    Ok(Sentences {
        diagnostic: words::diagnostic,
        remedies,
        error: words::error,
        unreadable: words::unreadable,
        beyond: beyond::excess,
        unknown: words::program_reason,
        tell: Story::of,
    })
}

/// Loads the algebra, with which its operations compute.
#[wasm_split(algebra, fallible)]
fn load_algebra() -> Result<&'static Algebra, Missing> {
    Ok(&ALGEBRA)
}

/// Loads the atoms, with which the operations on atoms compute.
#[wasm_split(atoms, fallible)]
fn load_atoms() -> Result<&'static Atoms, Missing> {
    Ok(&ATOMS)
}

/// Loads the reader of programs.
#[wasm_split(programs, fallible)]
fn load_programs() -> Result<&'static Programs, Missing> {
    Ok(&PROGRAMS)
}

/// Does something the first time that it is wanted.
fn once(is_wanted: Memo<bool>, act: impl Fn() + 'static) {
    let is_done = StoredValue::new(false);
    Effect::new(move |_| {
        if is_wanted.get() && !is_done.get_value() {
            is_done.set_value(true);
            act();
        }
    });
}

/// Brings what the page is made of besides what draws its first picture, and tells the frame while all is there that is
/// wanted.
pub fn bring(session: Session) {
    let Parts { draft, screen, arrivals, .. } = *session;
    // Derived values belong to the page.
    let Some(owner) = Owner::current() else { return };
    let coming = RwSignal::new(1);
    let begin = move || coming.update(|coming| *coming += 1);
    // The views that came with it are drawn before anybody is told.
    let end = move || async move {
        browser::breathe().await;
        coming.update(|coming| *coming -= 1);
    };
    let keeper = owner.clone();
    browser::spawn(async move {
        let keeping = arrived(load_keeping).await;
        session.storage.keeping.set(Some(keeping));
        screen.derived.set(Some(keeper.with(|| (keeping.derive)(session))));
        draft.save_packed();
        end().await;
    });
    Effect::new(move |_| {
        if arrivals.more.get() == 0 && draft.has_more() {
            arrivals.want_more();
        }
    });
    Effect::new(move |_| {
        if arrivals.more.get() == 0 {
            return;
        }
        begin();
        let owner = owner.clone();
        browser::spawn(async move {
            // Values wait for the algebra alone.
            install(arrived(load_algebra).await);
            arrivals.has_algebra.set(true);
            draft.evaluate_afresh();
            let sentences = arrived(load_sentences).await;
            arrivals.sentences.set(Some(sentences));
            screen.story.set(Some(owner.with(|| (sentences.tell)(session))));
            end().await;
        });
    });
    // A text that the algebra does not know may be an atom.
    let is_atom = Memo::new(move |_| {
        draft.evaluation.track();
        arrivals.has_algebra.get() && draft.waits_for_algebra()
    });
    once(is_atom, move || {
        begin();
        browser::spawn(async move {
            install_atoms(arrived(load_atoms).await);
            draft.evaluate_afresh();
            end().await;
        });
    });
    // A text that a notebook refuses may be a program, and of one that says what it is read as that can be changed.
    let is_refused = Memo::new(move |_| {
        let is_wrong = draft.evaluation.with(|found| !found.0.diagnostics().is_empty());
        arrivals.has_algebra.get() && (draft.says_reading() || is_wrong && !draft.waits_for_algebra())
    });
    once(is_refused, move || {
        begin();
        browser::spawn(async move {
            install_programs(arrived(load_programs).await);
            arrivals.has_programs.set(true);
            draft.evaluate_anew();
            draft.look_at_new_program();
            end().await;
        });
    });
    Effect::new(move |_| browser::set_root_attribute("data-ready", (coming.get() == 0).then_some("")));
}
