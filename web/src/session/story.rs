//! Story of operations, once somebody wants more than layouts that are written out: the picture, the steps, and what
//! would work instead.

use crate::signals::{Memo, RwSignal};
use leptos::prelude::*;

use super::acts::Acts;
use super::derivation::Stepping;
use super::examined::{self, Finding};
use super::picture::Picture;
use super::{Colouring, Lasting, Parts, Session, lasting};

/// Story to tell of the session's operations.
pub type Story = Lasting<Handles>;

/// Handles of the story.
pub struct Handles {
    /// The operation of the selected statement.
    pub picture: Picture,
    /// Colouring of the grid while a view explains it.
    pub(super) colouring: Memo<Option<Colouring>>,
    /// Colouring of the cells of the result in the picture, while that is on the screen.
    pub(super) slots: Memo<Option<Colouring>>,
    /// The steps of the selected statement.
    pub stepping: Stepping,
    /// Summary of the steps, in a few acts.
    pub acts: Acts,
    /// Findings about what would work instead.
    pub findings: RwSignal<Vec<Finding>>,
    /// The statements whose answer is CuTe's and not the mathematical one.
    pub(super) wrong: Memo<Vec<usize>>,
}

impl Story {
    /// Tells the story of a session.
    pub fn of(session: Session) -> Story {
        let Parts { draft, tastes, screen, desk, .. } = *session;
        let picture = Picture::of(draft, screen);
        let findings = examined::findings(draft, desk);
        lasting(Handles {
            picture,
            colouring: picture.colouring(draft, desk),
            slots: picture.of_slots(desk),
            stepping: Stepping::of(session),
            acts: Acts::of(draft, tastes, picture),
            findings,
            wrong: examined::wrong(findings),
        })
    }
}

/// A view of the story, as soon as that is there.
pub fn told(session: Session, build: fn(Session, Story) -> AnyView) -> AnyView {
    (move || session.screen.story.get().map(|story| build(session, story))).into_any()
}
