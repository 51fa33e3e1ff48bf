//! Typing: which strokes of the keys are one step of the history, and when mistakes are spoken of.

use colex::notebook::Span;
use colex_document::history::History;

use super::{Draft, Shown};
use crate::browser;
use crate::signals::Memo;
use leptos::prelude::*;

/// Wait before a sentence about broken text appears, in milliseconds.
const SENTENCE_DELAY: i32 = 450;
/// A pause after which what is typed is a new step of the history, in milliseconds.
const PAUSE: f64 = 800.0;

/// Effect of a stroke on the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Did {
    /// Wrote before the caret.
    Write,
    /// Took away before the caret or behind it.
    Erase,
    /// Anything else: pasted, replaced what was selected.
    Other,
}

/// A stroke of a key, and where it left the caret.
#[derive(Clone, Copy)]
pub(super) struct Stroke {
    at: f64,
    caret: usize,
    did: Did,
    /// True if it ended a word, so that the next letter begins another.
    ends_word: bool,
    is_composing: bool,
}

impl Stroke {
    /// The stroke that made one text of another.
    fn between(before: &str, after: &str, caret: usize, at: f64, is_composing: bool) -> Stroke {
        let written = after.len().checked_sub(before.len()).and_then(|more| after.get(caret.checked_sub(more)?..caret));
        let (did, ends_word) = match written {
            Some(written) if written.chars().take(2).count() == 1 => {
                (Did::Write, written.chars().all(char::is_whitespace))
            }
            None if after.len() < before.len() => (Did::Erase, false),
            _ => (Did::Other, false),
        };
        Stroke { at, caret, did, ends_word, is_composing }
    }

    /// Reports whether this stroke goes on with the step of an earlier one: no pause and no other place lies between,
    /// the same is done, and no new word begins. What an input method composes is one step however long it takes.
    fn goes_on(self, earlier: Stroke, before: &str, after: &str) -> bool {
        if earlier.is_composing {
            return true;
        }
        let grown = after.len() as i64 - before.len() as i64;
        let is_here = match self.did {
            Did::Write => earlier.caret as i64 + grown == self.caret as i64,
            Did::Erase => earlier.caret as i64 + grown == self.caret as i64 || earlier.caret == self.caret,
            Did::Other => false,
        };
        is_here && self.did == earlier.did && self.at - earlier.at < PAUSE && (!earlier.ends_word || self.ends_word)
    }
}

impl Draft {
    /// The text as typed so far, with the byte at which the caret stands, and what is on the screen. `is_composing` says
    /// that an input method will go on with it.
    pub fn type_text(self, text: String, caret: usize, is_composing: bool, shown: Memo<Option<Shown>>) {
        let (goes_on, stroke) = self.text.with_untracked(|before| {
            let stroke = Stroke::between(before, &text, caret, browser::now(), is_composing);
            let earlier = self.last_stroke.get_value();
            (earlier.is_some_and(|earlier| stroke.goes_on(earlier, before, &text)), stroke)
        });
        self.hold_sentences();
        let shown = shown.with_untracked(|shown| shown.as_ref().and_then(|shown| shown.look.name.clone()));
        let read = self.view.with_untracked(|view| view.read.iter().map(|at| self.name_of(*at)).collect::<Vec<_>>());
        self.change(|document| document.text = text.into(), if goes_on { History::amend } else { History::push });
        self.last_stroke.set_value(Some(stroke));
        self.follow_read(read, stroke.did == Did::Other);
        // Of a program that was put there as a whole nobody has chosen anything yet.
        let is_at_end = self.text.with_untracked(|text| text.get(caret..).is_some_and(|rest| rest.trim().is_empty()));
        if stroke.did == Did::Other && is_at_end && self.look_at_program(shown.as_deref()) {
            return;
        }
        self.follow_caret(caret, shown);
    }

    /// Reports whether the text was put there as a whole, or a large part of it, and nothing was written since.
    pub(super) fn is_put(self) -> bool {
        self.last_stroke.get_value().is_some_and(|stroke| stroke.did == Did::Other)
    }

    /// Replaces a range of the text as typing would: what is now wrong is said after a pause. `goes_on` makes it part of
    /// the step before.
    pub fn write(self, span: Span, text: &str, goes_on: bool) {
        self.hold_sentences();
        let change = |document: &mut colex_document::Document| document.replace(span, text);
        if goes_on {
            self.go_on_editing(change);
        } else {
            self.edit(change);
        }
    }

    /// The number of a statement and the name that it gives, if it gives one.
    fn name_of(self, statement: usize) -> (usize, Option<String>) {
        let name = self
            .evaluation
            .with_untracked(|evaluation| Some(evaluation.0.statements().get(statement)?.name.as_ref()?.0.clone()));
        (statement, name)
    }

    /// Follows what the reader reads as threads and values: what a name says, wherever its statement stands now;
    /// without a name the statement of that number, unless something else was put there as a whole.
    fn follow_read(self, before: Vec<(usize, Option<String>)>, is_other: bool) {
        if before.is_empty() {
            return;
        }
        let read = self.evaluation.with_untracked(|evaluation| {
            let statements = evaluation.0.statements();
            let place = |(number, name): (usize, Option<String>)| match name {
                Some(name) => statements.iter().position(|one| one.name.as_ref().is_some_and(|(own, _)| *own == name)),
                None => Some(number).filter(|_| !is_other),
            };
            let mut read = before.into_iter().filter_map(place).collect::<Vec<_>>();
            read.sort_unstable();
            read.dedup();
            read
        });
        if self.view.with_untracked(|view| view.read != read) {
            self.look_at(|view| view.read = read);
        }
    }

    /// Says nothing more about mistakes until there is a pause.
    fn hold_sentences(self) {
        self.complaining.renew(false);
        self.complaining_again.after(SENTENCE_DELAY, move || self.complaining.set(true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Types texts one after the other, `|` being the caret, a millisecond apart or as far as said; answers the texts
    /// at which steps end.
    fn steps(texts: &[(f64, &str)]) -> Vec<String> {
        let (mut now, mut last, mut before) = (0.0, None::<Stroke>, String::new());
        let mut steps = Vec::<String>::new();
        for (wait, text) in texts {
            now += wait;
            let caret = text.find('|').expect("a caret");
            let text = text.replacen('|', "", 1);
            let stroke = Stroke::between(&before, &text, caret, now, false);
            if last.is_some_and(|last| stroke.goes_on(last, &before, &text)) {
                steps.pop();
            }
            steps.push(text.clone());
            (last, before) = (Some(stroke), text);
        }
        steps
    }

    #[test]
    fn words_pauses_and_places_divide_steps() {
        let quick = 50.0;
        type Case<'a> = (&'a [(f64, &'a str)], &'a [&'a str]);
        let cases: &[Case] = &[
            (&[(quick, "a|"), (quick, "ab|"), (quick, "abc|")], &["abc"]),
            (&[(quick, "a|"), (900.0, "ab|")], &["a", "ab"]),
            (&[(quick, "a|"), (quick, "a |"), (quick, "a b|")], &["a ", "a b"]),
            (&[(quick, "ab|"), (quick, "a|"), (quick, "|")], &["ab", ""]),
            (&[(quick, "a|"), (quick, "ab|"), (quick, "x|ab")], &["ab", "xab"]),
            (
                &[(quick, "a|"), (quick, "a(4,8):(1,4)|"), (quick, "a(4,8):(1,4)x|")],
                &["a", "a(4,8):(1,4)", "a(4,8):(1,4)x"],
            ),
            (&[(quick, "甲|"), (quick, "甲乙|")], &["甲乙"]),
        ];
        for (texts, expected) in cases {
            assert_eq!(steps(texts), *expected);
        }
    }
}
