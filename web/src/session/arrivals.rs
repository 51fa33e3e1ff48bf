//! Code that arrives after the first picture: the algebra, and what says in sentences what is wrong.

use colex::look::Unreadable;

use super::{Draft, Lasting, Sentences, Tastes, lasting};
use crate::signals::RwSignal;

/// Code that arrives later, as far as it is there.
pub type Arrivals = Lasting<Handles>;

/// Handles of what has arrived.
pub struct Handles {
    /// Above 0 from when on more is wanted than what the page begins with.
    pub more: RwSignal<u32>,
    /// True if the algebra has arrived.
    pub has_algebra: RwSignal<bool>,
    /// True if what reads programs is there.
    pub has_programs: RwSignal<bool>,
    /// Code that says in sentences what is wrong, once it has arrived.
    pub sentences: RwSignal<Option<Sentences>>,
}

impl Arrivals {
    /// Nothing has arrived yet.
    pub(super) fn new() -> Arrivals {
        lasting(Handles {
            more: RwSignal::new(0),
            has_algebra: RwSignal::new(false),
            has_programs: RwSignal::new(false),
            sentences: RwSignal::new(None),
        })
    }

    /// More is wanted than what the page begins with: the algebra, and what tells of it.
    pub fn want_more(self) {
        if self.more.get_untracked() == 0 {
            self.more.set(1);
        }
    }

    /// Reports whether a text that is refused may yet be a program, because what reads programs has not arrived: nobody
    /// is told of mistakes that are none.
    pub fn may_be_program(self, draft: Draft) -> bool {
        let looks_so = |text: &str| {
            let words = ["def ", "import ", "class ", "cute.", "ptr["];
            text.contains(['{', '}', ';', '@']) || words.iter().any(|word| text.contains(word))
        };
        !self.has_programs.get() && self.has_algebra.get() && draft.text.with(|text| looks_so(text))
    }

    /// The sentence of an error of the algebra; empty until what says it has arrived.
    pub fn error_sentence(self, tastes: Tastes, error: &colex::Error) -> String {
        self.want_more();
        let sentence = self.sentences.get().map(|sentences| (sentences.error)(error, tastes.tongue.get()));
        tastes.spell(&sentence.unwrap_or_default())
    }

    /// The sentence of a coordinate that cannot be used; empty until what says it has arrived.
    pub fn unreadable_sentence(self, tastes: Tastes, reason: &Unreadable) -> String {
        self.want_more();
        let sentence = self.sentences.get().map(|sentences| (sentences.unreadable)(reason, tastes.tongue.get()));
        tastes.spell(&sentence.unwrap_or_default())
    }
}
