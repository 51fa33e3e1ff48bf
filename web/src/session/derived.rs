//! Values that several views read and none of them writes: they follow from the session, once what works them out has
//! come.

use crate::signals::Memo;
use colex::operations::is_made;
use leptos::prelude::*;

use super::working::Working;
use super::{Colouring, Lasting, Parts, Session, colours, lasting};

/// Values that follow from the session besides what the first picture shows.
pub type Derived = Lasting<Handles>;

/// Handles of what is derived.
pub struct Handles {
    /// Colouring of the grid instead of the index where the options say so.
    pub(super) colouring: Memo<Option<Colouring>>,
    /// The chosen point worked out.
    pub working: Working,
    /// True if the selected statement is a map of threads and values, wherever that came from.
    pub(super) is_map: Memo<bool>,
}

impl Derived {
    /// Derives the values that follow from a session.
    pub fn of(session: Session) -> Derived {
        let Parts { draft, screen, focus, .. } = *session;
        lasting(Handles {
            colouring: colours::by_options(draft, screen),
            working: Working::of(draft, screen, focus),
            is_map: Memo::new(move |_| {
                let chosen = screen.chosen_statement.get();
                chosen.is_some_and(|chosen| draft.evaluation.with(|found| is_made(&found.0, chosen)))
            }),
        })
    }
}

/// A view of what is derived, as soon as that is there.
pub fn derived(session: Session, build: fn(Session, Derived) -> AnyView) -> AnyView {
    (move || session.screen.derived.get().map(|derived| build(session, derived))).into_any()
}
