//! What several views read and none of them writes: it follows from the session, once what works it out has come.

use crate::signals::{Memo, RwSignal};
use colex::look::threads::is_made;
use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use super::derivation::Stepping;
use super::examined::{self, Finding};
use super::picture::Picture;
use super::working::Working;
use super::{Colouring, Session, colours};

/// What follows from the session besides what the first picture shows.
#[derive(Clone, Copy)]
pub struct Derived {
    /// The operation of the selected statement.
    pub picture: Picture,
    /// What the grid is coloured by instead of the index.
    pub(super) colouring: Memo<Option<Colouring>>,
    /// The steps of the selected statement.
    pub stepping: Stepping,
    /// The chosen point worked out.
    pub working: Working,
    /// What would work instead.
    pub findings: RwSignal<Vec<Finding>>,
    /// Whether the selected statement is a map of threads and values, wherever that came from.
    pub(super) is_map: Memo<bool>,
    /// The statements whose answer is CuTe's and not the mathematical one.
    wrong: Memo<Vec<usize>>,
}

impl Derived {
    /// What follows from a session.
    pub fn of(session: Session) -> Derived {
        let picture = Picture::of(session);
        let (explained, by_options) = (picture.colouring(session), colours::by_options(session));
        let findings = examined::findings(session);
        Derived {
            picture,
            // A view explains something with the colours, whatever was chosen.
            colouring: Memo::new(move |_| explained.get().or_else(|| by_options.get())),
            stepping: Stepping::of(session),
            working: Working::of(session),
            findings,
            is_map: Memo::new(move |_| {
                let chosen = session.chosen_statement.get();
                chosen.is_some_and(|chosen| session.evaluation.with(|found| is_made(&found.0, chosen)))
            }),
            wrong: examined::wrong(findings),
        }
    }
}

/// A view of what is derived, as soon as that is there.
pub fn derived(session: Session, build: fn(Session, Derived) -> AnyView) -> AnyView {
    (move || session.derived.get().map(|derived| build(session, derived))).into_any()
}

impl Session {
    /// Whether a view stands unfolded on the page.
    pub(super) fn shows(self, view: ViewId) -> bool {
        self.arrangement.with(|arrangement| arrangement.place(view).is_some() && !arrangement.is_folded(view))
    }

    /// Whether a statement's answer is CuTe's and not the mathematical one, as far as that is known.
    pub fn is_wrong(self, statement: usize) -> bool {
        self.derived.get().is_some_and(|derived| derived.wrong.with(|wrong| wrong.contains(&statement)))
    }
}
