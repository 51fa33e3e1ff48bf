//! Questions that were asked of one layout and are nothing of the next: they are let go of.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::signals::{Effect, Memo};
use colex::AnyLayout;
use colex::look;
use colex::notebook::Evaluation;
use colex::scene::Kind;
use colex_document::View;
use leptos::prelude::*;

use super::choosing::{asked_of, waits};
use super::{Draft, Screen, Stands};

/// Part of a view that is asked of a layout, and which layout.
#[derive(Clone, PartialEq)]
pub(super) struct Asking {
    asked: View,
    layout: AnyLayout,
    written: u64,
    /// Kind of operation that it came about by, if by any; `None` where that is not known yet.
    kind: Option<Option<Kind>>,
}

/// Hashes the writing of a layout: the text, how it is read, and the statement. Where that is the same, another layout
/// is one that was drawn before all that reads the text had arrived, and nobody came to it.
fn written(evaluation: &Evaluation, statement: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (evaluation.text(), evaluation.settings(), statement).hash(&mut hasher);
    hasher.finish()
}

/// Returns the part of a view that is asked of a layout, and nothing else.
fn asked(view: &View) -> View {
    View {
        point: view.point.clone(),
        index: view.index,
        coordinates: view.coordinates.clone(),
        act: view.act,
        derivation: view.derivation,
        ..View::default()
    }
}

impl Draft {
    /// Looks at the question of a line that waited for the algebra once it is known, unless something was chosen
    /// meanwhile.
    pub(super) fn ask_later(self, screen: Screen) {
        Effect::new(move |_| {
            let Some((statement, point)) = self
                .evaluation
                .with(|found| self.will_ask.get_value().filter(|(statement, _)| !waits(&found.0, *statement)))
            else {
                return;
            };
            self.will_ask.set_value(None);
            let is_here = untrack(|| screen.chosen_statement.get() == Some(statement));
            let is_left = self.view.with_untracked(|view| view.point == point);
            let asked = self.evaluation.with_untracked(|found| asked_of(&found.0, statement));
            if asked.is_some() && is_here && is_left {
                self.look_at(|view| (view.point, view.step) = (asked, None));
            }
        });
    }

    /// Keeps what is asked of the layout on the screen, also where that has no such thing, and tells it. Once the text,
    /// or a choice, has come to another layout, what that one does not have is let go of without a word.
    ///
    /// A document that arrives asks of its own layout, whatever was on the screen before.
    pub(super) fn let_go(self, screen: Screen) {
        let wanted = Memo::new(move |_| self.view.with(asked));
        Effect::new(move |_| {
            let is_whole = self.evaluation.with(|found| found.0.outcomes().len() == found.0.statements().len());
            let wanted = wanted.get();
            let shown = screen.shown.with(|shown| {
                let shown = shown.as_ref().filter(|shown| shown.stands == Stands::Now)?;
                Some((shown.look.drawn(), shown.look.statement))
            });
            // While the text is broken, or not read to its end, nothing is known of the layout that it will have.
            let Some((layout, statement)) = shown.filter(|_| is_whole && !self.waits_for_algebra()) else { return };
            let written = self.evaluation.with(|found| written(&found.0, statement));
            let kind = screen.story.get().map(|story| story.picture.scene.with(|scene| Some(scene.as_ref()?.0.kind)));
            let before = self.asking.get_value();
            let mut kept = wanted.clone();
            let before = before.filter(|before| before.written != written && before.asked == wanted);
            // The second act of a divide is nothing of a product.
            if before.as_ref().is_some_and(|before| before.kind.is_some() && kind.is_some() && before.kind != kind) {
                (kept.act, kept.derivation) = (None, None);
            }
            if before.is_some_and(|before| before.layout != layout) {
                // It arrives a moment after the first picture, and then looks at what was asked till then.
                let Some(keeping) = self.storage.keeping.get() else { return };
                (keeping.let_go)(&mut kept, &layout);
                // Questions of the selected statement stand in the text.
                let asked = untrack(|| {
                    self.evaluation.with(|found| look::asked_point(&found.0, screen.chosen_statement.get()?))
                });
                if asked.is_some() && asked == wanted.point {
                    kept.point = wanted.point.clone();
                }
            }
            self.asking.set_value(Some(Asking { asked: kept.clone(), layout, written, kind }));
            if kept != wanted {
                self.look_at(|view| {
                    if view.point != kept.point {
                        view.step = None;
                    }
                    (view.point, view.index, view.coordinates) = (kept.point, kept.index, kept.coordinates);
                    (view.act, view.derivation) = (kept.act, kept.derivation);
                });
            }
        });
    }
}
