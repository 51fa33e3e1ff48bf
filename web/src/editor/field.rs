//! The field of the notebook: its places as bytes of the text, and its caret when the page writes into it.

use colex::notebook::Span;
use leptos::html::{Pre, Textarea};
use leptos::prelude::*;

use super::window::{Window, fits};
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
    /// The part of the text that stands in it.
    pub window: RwSignal<Window>,
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
    /// Whether what is typed next takes the place of all of the text, not only of the part that stands in the field.
    takes_all: StoredValue<bool>,
    /// Whether an input method is composing: what stands in the field then is not yet what will.
    pub composing: RwSignal<bool>,
}

impl Field {
    /// A field that is not there yet.
    pub fn new() -> Self {
        Field {
            node: NodeRef::new(),
            colours: NodeRef::new(),
            window: RwSignal::new(Window::default()),
            marks: RwSignal::new(Marks::default()),
            says: RwSignal::new(false),
            columns: RwSignal::new(0),
            wraps: RwSignal::new(Vec::new()),
            next_caret: StoredValue::new(None),
            takes_all: StoredValue::new(false),
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
                let window = self.window.get_untracked();
                // What is being composed is left where it is.
                let stays = self.composing.get_untracked() || window.is_right(text);
                if stays && window.of(text) == shown {
                    return;
                }
                let window = match next_caret {
                    Some(caret) => Window::around(text, caret),
                    None => Window::from(text, window.span().start),
                };
                self.see(window);
                let part = window.of(text);
                if shown == part {
                    return;
                }
                element.set_value(part);
                if browser::has_focus(&element) {
                    let change = || window.span().start + end_of_change(&shown, part);
                    let caret = self.unit(text, next_caret.unwrap_or_else(change));
                    let _ = element.set_selection_range(caret, caret);
                }
            });
        });
    }

    fn see(self, window: Window) {
        if self.window.get_untracked() != window {
            self.window.set(window);
        }
    }

    /// The byte of the text at which a UTF-16 unit of the field lies.
    pub fn byte(self, text: &str, unit: u32) -> usize {
        let window = self.window.get_untracked();
        window.span().start + byte_at(window.of(text), unit as usize)
    }

    /// The UTF-16 unit of the field at which a byte of the text lies; of one outside of it the nearest.
    pub fn unit(self, text: &str, byte: usize) -> u32 {
        let window = self.window.get_untracked();
        utf16_at(window.of(text), byte.saturating_sub(window.span().start))
    }

    /// The byte of the text before which the caret stands.
    pub fn caret(self, text: &str) -> Option<usize> {
        let (start, _) = browser::selection(&self.node.get_untracked()?);
        Some(self.byte(text, start))
    }

    /// Takes what was typed into the document.
    pub fn typed(self, session: Session) {
        let Some(element) = self.node.get_untracked() else { return };
        let (start, _) = browser::selection(&element);
        let typed = element.value();
        let caret = byte_at(&typed, start as usize);
        self.write(session, typed, caret);
    }

    /// Whether the field holds a part of a longer text and all of that part is selected: that means all of the text.
    pub fn is_all_selected(self, session: Session) -> bool {
        let is_part = session.text.with_untracked(|text| !self.window.get_untracked().is_whole(text));
        let element = self.node.get_untracked().filter(|_| is_part);
        element.is_some_and(|element| {
            element.text_length() > 0 && browser::selection(&element) == (0, element.text_length())
        })
    }

    /// An input of this kind is about to happen. What is dragged or cut is what the browser took along, no more.
    pub fn expect(self, session: Session, kind: &str) {
        let replaces = matches!(kind, "insertText" | "insertFromPaste" | "insertLineBreak" | "insertCompositionText")
            || kind.starts_with("delete") && !kind.starts_with("deleteBy");
        self.takes_all.set_value(replaces && self.is_all_selected(session));
    }

    /// Takes away all of the text.
    pub fn clear(self, session: Session) {
        self.takes_all.set_value(true);
        self.write(session, String::new(), 0);
    }

    /// What is about to be inserted, if that is more than the field can hold: the document takes it, and the field a part.
    /// Answers whether it was so.
    pub fn insert(self, session: Session, inserted: &str) -> bool {
        let Some(element) = self.node.get_untracked().filter(|_| !fits(inserted)) else { return false };
        let (start, end) = browser::selection(&element);
        let held = element.value();
        let (start, end) = (byte_at(&held, start as usize), byte_at(&held, end as usize));
        let (before, behind) = (held.get(..start).unwrap_or_default(), held.get(end..).unwrap_or_default());
        let inserted = inserted.replace("\r\n", "\n").replace('\r', "\n");
        self.write(session, [before, &inserted, behind].concat(), start + inserted.len());
        true
    }

    /// The part of the document that stands in the field becomes another, with the caret before a byte of it.
    fn write(self, session: Session, part: String, caret: usize) {
        let takes_all = self.takes_all.get_value();
        self.takes_all.set_value(false);
        let (text, now) = session.text.with_untracked(|text| {
            let window = if takes_all { Window::whole(text) } else { self.window.get_untracked() };
            window.written(text, part)
        });
        let caret = now.span().start + caret;
        let is_held = now.is_right(&text);
        self.see(now);
        self.next_caret.set_value((!is_held).then_some(caret));
        session.type_text(text, caret, self.composing.get_untracked());
    }

    /// Selects a range of the text, as if the person had.
    pub fn select(self, session: Session, span: Span) {
        let Some(element) = self.node.get_untracked() else { return };
        let (start, end) = session.text.with_untracked(|text| {
            let shown = self.window.get_untracked().span();
            if span.start < shown.start || span.end > shown.end {
                self.show(text, Window::around(text, span.start));
            }
            (self.unit(text, span.start), self.unit(text, span.end))
        });
        let _ = element.focus();
        let _ = element.set_selection_range(start, end);
    }

    /// Shows another part of the text.
    pub fn show(self, text: &str, window: Window) {
        let Some(element) = self.node.get_untracked() else { return };
        self.see(window);
        element.set_value(window.of(text));
        let _ = element.set_selection_range(0, 0);
        element.set_scroll_top(0);
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
