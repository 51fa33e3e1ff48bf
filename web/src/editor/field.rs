//! The field of the notebook: its places as bytes of the text, and its caret when the page writes into it.

use crate::signals::RwSignal;
use colex::notebook::Span;
use leptos::html::{Pre, Textarea};
use leptos::prelude::*;

use crate::browser;
use crate::session::Session;

/// How a piece of the text is marked: brackets that belong together.
pub const MATCH: &str = "match";
/// How a piece of the text is marked: the same mode in the other half of its layout.
pub const PARTNER: &str = "partner";

/// What is marked in a text.
#[derive(Clone, PartialEq, Default)]
pub struct Marks {
    /// The places, and how each is marked.
    pub places: Vec<(Span, &'static str)>,
    /// Where the caret stood.
    pub caret: usize,
    /// How long the text was.
    pub length: usize,
}

impl Marks {
    /// The places in a text that may have grown at the caret since: they are found anew only after a frame.
    pub fn in_text(&self, length: usize) -> Vec<(Span, &'static str)> {
        let moved = |byte: usize| if byte < self.caret { byte } else { (byte + length).saturating_sub(self.length) };
        let place = |(span, mark): &(Span, &'static str)| {
            (Span { start: moved(span.start), end: moved(span.end.saturating_sub(1)) + 1 }, *mark)
        };
        self.places.iter().map(place).collect()
    }
}

/// The field. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
pub struct Field {
    /// The field itself.
    pub node: NodeRef<Textarea>,
    /// The text in colours.
    pub colours: NodeRef<Pre>,
    /// What is marked in the text.
    pub marks: RwSignal<Marks>,
    /// Whether something is said of the place of the caret.
    pub says: RwSignal<bool>,
    /// How many columns of text fit into the field.
    pub columns: RwSignal<usize>,
    /// How many rows those lines take that are broken into several.
    pub wraps: RwSignal<Vec<(String, usize)>>,
    /// Where the caret goes when the page next writes into the field; else behind what changed.
    pub next_caret: StoredValue<Option<usize>>,
    /// Whether an input method is composing: what stands in the field then is not yet what will.
    pub composing: RwSignal<bool>,
}

impl Field {
    /// A field that is not there yet.
    pub fn new() -> Self {
        Field {
            node: NodeRef::new(),
            colours: NodeRef::new(),
            marks: RwSignal::new(Marks::default()),
            says: RwSignal::new(false),
            columns: RwSignal::new(0),
            wraps: RwSignal::new(Vec::new()),
            next_caret: StoredValue::new(None),
            composing: RwSignal::new(false),
        }
    }

    /// Keeps the field at the text of the document. What a person typed stands there already; what the page writes has
    /// the caret behind it.
    pub fn follow(self, session: Session) {
        Effect::new(move |_| {
            let Some(element) = self.node.get() else { return };
            session.text.with(|text| {
                let shown = element.value();
                let next_caret = self.next_caret.get_value();
                self.next_caret.set_value(None);
                if shown == *text {
                    return;
                }
                element.set_value(text);
                if browser::has_focus(&element) {
                    let caret = utf16_at(text, next_caret.unwrap_or_else(|| end_of_change(&shown, text)));
                    let _ = element.set_selection_range(caret, caret);
                }
            });
        });
    }

    /// The byte of the text before which the caret stands.
    pub fn caret(self, text: &str) -> Option<usize> {
        let (start, _) = browser::selection(&self.node.get_untracked()?);
        Some(byte_at(text, start as usize))
    }

    /// Takes what was typed into the document.
    pub fn typed(self, session: Session) {
        let Some(element) = self.node.get_untracked() else { return };
        let typed = element.value();
        let caret = self.caret(&typed).unwrap_or_default();
        session.type_text(typed, caret, self.composing.get_untracked());
    }

    /// Selects a range of the text, as if the person had.
    pub fn select(self, session: Session, span: Span) {
        let Some(element) = self.node.get_untracked() else { return };
        let select = |text: &String| (utf16_at(text, span.start), utf16_at(text, span.end));
        let (start, end) = session.text.with_untracked(select);
        let _ = element.focus();
        let _ = element.set_selection_range(start, end);
    }
}

/// Where the part of a text ends that is not as it was.
fn end_of_change(before: &str, after: &str) -> usize {
    let same = |pair: &(char, char)| pair.0 == pair.1;
    let begin = before.chars().zip(after.chars()).take_while(same).map(|(letter, _)| letter.len_utf8()).sum::<usize>();
    let (rest_before, rest) = (before.get(begin..).unwrap_or_default(), after.get(begin..).unwrap_or_default());
    let tail = rest_before.chars().rev().zip(rest.chars().rev()).take_while(same);
    after.len() - tail.map(|(letter, _)| letter.len_utf8()).sum::<usize>()
}

/// The byte at which a UTF-16 offset of the browser lies.
pub fn byte_at(text: &str, utf16: usize) -> usize {
    let mut units = 0;
    for (byte, character) in text.char_indices() {
        if units >= utf16 {
            return byte;
        }
        units += character.len_utf16();
    }
    text.len()
}

/// The UTF-16 offset of a byte.
pub fn utf16_at(text: &str, byte: usize) -> u32 {
    let before = text.get(..byte).unwrap_or(text);
    before.encode_utf16().count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_units_of_the_browser_are_each_others_inverse() {
        assert_eq!(byte_at("甲😀x", 3), 7);
        assert_eq!(utf16_at("甲😀x", 7), 3);
    }

    #[test]
    fn marks_move_with_what_is_typed_before_them() {
        let span = |start, end| Span { start, end };
        let marks = Marks { places: vec![(span(1, 2), MATCH), (span(5, 6), MATCH)], caret: 4, length: 9 };
        let places = |length| marks.in_text(length).into_iter().map(|(span, _)| span).collect::<Vec<_>>();
        assert_eq!(places(9), [span(1, 2), span(5, 6)]);
        assert_eq!(places(11), [span(1, 2), span(7, 8)]);
        assert_eq!(places(8), [span(1, 2), span(4, 5)]);
        assert_eq!(places(0), [span(1, 2), span(0, 1)]);
    }

    #[test]
    fn the_caret_goes_behind_what_changed() {
        let cases = [
            ("(3,12)", "(3,13)", "(3,13", ")"),
            ("(9)", "(10)", "(10", ")"),
            ("(100)", "(99)", "(99", ")"),
            ("(11)", "(1)", "(1", ")"),
            ("com(A)", "composition(A)", "composition", "(A)"),
            ("aa", "aaa", "aaa", ""),
            ("甲x", "乙x", "乙", "x"),
            ("same", "same", "same", ""),
            ("all", "", "", ""),
        ];
        for (before, after, head, tail) in cases {
            let end = end_of_change(before, after);
            assert_eq!((&after[..end], &after[end..]), (head, tail), "{before} to {after}");
        }
    }
}
