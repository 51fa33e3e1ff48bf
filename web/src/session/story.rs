//! Story of operations, once somebody wants more than layouts that are written out: the picture, the steps, and what
//! would work instead.

use crate::signals::{Memo, RwSignal};
use colex::look;
use colex::notebook::algebra::calls;
use colex::notebook::value::Value;
use leptos::prelude::*;

use super::acts::Acts;
use super::derivation::Stepping;
use super::examined::{self, Finding};
use super::picture::Picture;
use super::{Colouring, Session};

/// Story to tell of the session's operations.
#[derive(Clone, Copy)]
pub struct Story {
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
    wrong: Memo<Vec<usize>>,
}

impl Story {
    /// Tells the story of a session.
    pub fn of(session: Session) -> Story {
        let picture = Picture::of(session);
        let findings = examined::findings(session);
        Story {
            picture,
            colouring: picture.colouring(session),
            slots: picture.of_slots(session),
            stepping: Stepping::of(session),
            acts: Acts::of(session, picture),
            findings,
            wrong: examined::wrong(findings),
        }
    }
}

/// A view of the story, as soon as that is there.
pub fn told(session: Session, build: fn(Session, Story) -> AnyView) -> AnyView {
    (move || session.story.get().map(|story| build(session, story))).into_any()
}

impl Session {
    /// More is wanted than what the page begins with: the algebra, and what tells of it.
    pub fn want_more(self) {
        if self.more.get_untracked() == 0 {
            self.more.set(1);
        }
    }

    /// Reports whether the notebook has more than layouts that are written out and their coordinates: operations,
    /// values that no grid shows, mistakes.
    pub fn has_more(self) -> bool {
        self.evaluation.with(|found| {
            let evaluation = &found.0;
            let is_plain = |statement: usize| match evaluation.value(statement) {
                None | Some(Value::Layout(_)) => true,
                Some(_) => look::asked_point(evaluation, statement).is_some(),
            };
            !evaluation.diagnostics().is_empty() || calls() > 0 || !(0..evaluation.statements().len()).all(is_plain)
        })
    }

    /// Reports whether a statement's answer is CuTe's and not the mathematical one, as far as that is known.
    pub fn is_wrong(self, statement: usize) -> bool {
        self.story.get().is_some_and(|story| story.wrong.with(|wrong| wrong.contains(&statement)))
    }
}
