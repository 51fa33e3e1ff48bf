//! The acts of the selected statement's operation as sentences, and which of them is looked at: that is part of the link.

use colex::words;
use leptos::prelude::*;

use super::picture::Picture;
use super::{Draft, Tastes};
use crate::languages::say;
use crate::signals::Memo;

/// An act in words.
#[derive(Clone, PartialEq)]
pub struct Said {
    /// Sentence about its effect.
    pub sentence: String,
    /// The shape that there is then, in parts, and which of them the act made.
    pub shape: Vec<(String, bool)>,
}

/// The acts, and which of them is looked at.
#[derive(Clone, Copy)]
pub struct Acts {
    draft: Draft,
    tastes: Tastes,
    said: Memo<Vec<Said>>,
    /// Which one is looked at; `None` is the whole.
    pub current: Memo<Option<usize>>,
}

impl Acts {
    /// The acts of a picture.
    pub(super) fn of(draft: Draft, tastes: Tastes, picture: Picture) -> Acts {
        let said = Memo::new(move |_| {
            let tongue = tastes.tongue.get();
            let Some(scene) = picture.scene.get() else { return Vec::new() };
            picture.acts.with(|acts| {
                let said = |act: &colex::scene::Act| {
                    let shape = act.shape.as_ref().map(|(shape, lit)| tastes.spelled_parts(shape, lit));
                    let shape = shape.unwrap_or_default();
                    Said { sentence: tastes.spell(&words::act(&scene.0, act, tongue)), shape }
                };
                acts.iter().map(said).collect()
            })
        });
        Acts { draft, tastes, said, current: picture.act }
    }

    /// Returns the number of acts.
    pub fn count(self) -> usize {
        self.said.with(Vec::len)
    }

    /// Reports whether they are what the picture tells: there are some, and nobody looks at a single step.
    pub fn are_told(self) -> bool {
        self.count() > 0 && self.draft.view.with(|view| view.derivation.is_none())
    }

    /// Returns the act that is looked at.
    pub fn said(self) -> Option<Said> {
        let current = self.current.get()?;
        self.said.with(|said| said.get(current).cloned())
    }

    /// Goes one act on or back: before the first the whole is looked at.
    pub fn go(self, is_on: bool) {
        let last = self.said.with_untracked(Vec::len).saturating_sub(1);
        let next = match (self.current.get_untracked(), is_on) {
            (None, true) => Some(0),
            (None | Some(0), false) => None,
            (Some(at), true) => Some((at + 1).min(last)),
            (Some(at), false) => Some(at - 1),
        };
        self.draft.look_at(|view| {
            (view.derivation, view.act) = (None, next.and_then(|act| u32::try_from(act).ok()));
        });
    }

    /// Reports whether there is one further, or one before.
    pub fn can(self, is_on: bool) -> bool {
        match self.current.get() {
            Some(at) => !is_on || at + 1 < self.count(),
            None => is_on,
        }
    }

    /// Where one is.
    pub fn place(self) -> String {
        let (tongue, all) = (self.tastes.tongue.get(), self.count());
        match self.current.get() {
            Some(at) => {
                let at = at + 1;
                say!(tongue, en("Act {at} of {all}"), zh("第 {at} 阶段，共 {all} 个阶段"))
            }
            None => say!(tongue, en("{all} acts"), zh("{all} 个阶段")),
        }
    }

    /// The buttons to the act before and behind.
    pub fn turns(self) -> AnyView {
        let tastes = self.tastes;
        view! {
            <button data-turn="back" disabled=move || !self.can(false) on:click=move |_| self.go(false)
                aria-label=tastes.text("Previous act", "上一阶段")>"◀"</button>
            <button data-turn="next" disabled=move || !self.can(true) on:click=move |_| self.go(true)
                aria-label=tastes.text("Next act", "下一阶段")>"▶"</button>
        }
        .into_any()
    }
}
