//! The field of the notebook: its places as bytes of the text, and its caret when the page writes into it.

use crate::signals::{Effect, RwSignal};
use colex::notebook::Span;
use leptos::html::{Pre, Textarea};
use leptos::prelude::*;

use super::window::{Window, fit_together, fits};
use crate::browser;
use crate::session::{Draft, Screen, Session};

/// Mark of a piece of the text: brackets that belong together.
pub const MATCH: &str = "match";
/// Mark of a piece of the text: the same mode in the other half of its layout.
pub const PARTNER: &str = "partner";

/// Mark of a piece of the text: a mode that is pointed at elsewhere.
pub const POINTED: &str = "pointed";

/// Places that are marked in a text.
#[derive(Clone, PartialEq, Default)]
pub struct Marks {
    /// The places, and how each is marked.
    pub places: Vec<(Span, &'static str)>,
    /// Where the caret stood.
    pub caret: usize,
    /// Length of the text then.
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

/// Where the window on a long text goes when the text has become another, and the byte before which the caret stands then;
/// given what stands in the field, and where the caret was told to go.
pub type Move = fn(Session, Field, text: &str, shown: &str, caret: Option<usize>) -> (Window, usize);

/// The field. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
pub struct Field {
    /// The field itself.
    pub node: NodeRef<Textarea>,
    /// The text in colours.
    pub colours: NodeRef<Pre>,
    /// The part of the text that stands in it.
    pub window: RwSignal<Window>,
    /// The text that the window was made for, where that does not fit.
    pub before: StoredValue<String>,
    /// Function that moves the window on a long text, once it has arrived.
    pub moves: StoredValue<Option<Move>>,
    /// Marked places of the text.
    pub marks: RwSignal<Marks>,
    /// True if something is said of the place of the caret.
    pub says: RwSignal<bool>,
    /// Number of columns of text that fit into the field.
    pub columns: RwSignal<usize>,
    /// Where the caret goes when the page next writes into the field; else behind what changed.
    pub next_caret: StoredValue<Option<usize>>,
    /// True if what is typed next takes the place of all of the text, not only of the part that stands in the field.
    pub takes_all: StoredValue<bool>,
    /// True if an input method is composing: what stands in the field then is not yet what will.
    pub composing: RwSignal<bool>,
}

impl Field {
    /// A field that is not there yet.
    pub fn new() -> Self {
        Field {
            node: NodeRef::new(),
            colours: NodeRef::new(),
            window: RwSignal::new(Window::default()),
            before: StoredValue::new(String::new()),
            moves: StoredValue::new(None),
            marks: RwSignal::new(Marks::default()),
            says: RwSignal::new(false),
            columns: RwSignal::new(0),
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
            session.draft.text.with(|text| {
                let shown = element.value();
                let caret = self.next_caret.get_value();
                self.next_caret.set_value(None);
                let is_written_here = caret.is_some();
                let is_short = fits(text) && self.before.with_value(String::is_empty);
                let window = self.window.get_untracked();
                let (window, caret) = match self.moves.get_value().filter(|_| !is_short) {
                    Some(moves) => moves(session, self, text, &shown, caret),
                    None => {
                        let is_typed = !is_short && !shown.is_empty() && window.of(text) == shown;
                        let window = if is_typed { window } else { Window::around(text, caret.unwrap_or_default()) };
                        (window, caret.unwrap_or_else(|| window.span().start + change(&shown, window.of(text)).end))
                    }
                };
                self.see(window);
                let part = window.of(text);
                if shown == part {
                    return;
                }
                // A person who has selected all is about to write over it, whatever another page made of it meanwhile.
                let (all, selected) = (element.text_length(), browser::selection(&element));
                let has_all = !is_written_here && all > 0 && selected == (0, all);
                element.set_value(part);
                if browser::has_focus(&element) {
                    let caret = self.unit(text, caret);
                    let from = if has_all { 0 } else { caret };
                    let _ = element.set_selection_range(from, if has_all { element.text_length() } else { caret });
                }
            });
        });
    }

    /// Another part of the text stands in the field now.
    pub fn see(self, window: Window) {
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

    /// The statement at the caret becomes the one that is looked at.
    pub fn look_there(self, draft: Draft) {
        if let Some(caret) = draft.text.with_untracked(|text| self.caret(text)) {
            draft.follow_caret(caret, None);
        }
    }

    /// Takes what was typed into the document.
    pub fn typed(self, draft: Draft, screen: Screen) {
        let Some(element) = self.node.get_untracked() else { return };
        let (start, _) = browser::selection(&element);
        let typed = element.value();
        let caret = byte_at(&typed, start as usize);
        self.write(draft, screen, typed, caret);
    }

    /// Takes what is about to be inserted, if the field could not hold it: the document takes it, and the field a part,
    /// before a browser lays it out, which takes minutes for a million lines. Answers whether it was so.
    pub fn insert(self, draft: Draft, screen: Screen, inserted: &str) -> bool {
        let Some(element) = self.node.get_untracked().filter(|_| !inserted.is_empty()) else { return false };
        let held = if self.takes_all.get_value() { String::new() } else { element.value() };
        if fit_together(&held, inserted) {
            return false;
        }
        let (start, end) = browser::selection(&element);
        let (start, end) = (byte_at(&held, start as usize), byte_at(&held, end as usize));
        let (before, behind) = (held.get(..start).unwrap_or_default(), held.get(end..).unwrap_or_default());
        let inserted = inserted.replace("\r\n", "\n").replace('\r', "\n");
        self.write(draft, screen, [before, &inserted, behind].concat(), start + inserted.len());
        true
    }

    /// The part of the document that stands in the field becomes another, with the caret before a byte of it.
    pub fn write(self, draft: Draft, screen: Screen, part: String, caret: usize) {
        let takes_all = self.takes_all.get_value();
        self.takes_all.set_value(false);
        let (text, now) = draft.text.with_untracked(|text| {
            let window = if takes_all { Window::whole(text) } else { self.window.get_untracked() };
            window.written(text, part)
        });
        let caret = now.span().start + caret;
        self.see(now);
        if !fits(&text) {
            self.before.set_value(text.clone());
            self.next_caret.set_value(Some(caret));
        }
        draft.type_text(text, caret, self.composing.get_untracked(), screen.shown);
    }
}

/// Returns the part of a text that is not as it was: in the text as it is now.
pub fn change(before: &str, after: &str) -> Span {
    let same = |pair: &(u8, u8)| pair.0 == pair.1;
    let mut start = before.bytes().zip(after.bytes()).take_while(same).count();
    while !after.is_char_boundary(start) {
        start -= 1;
    }
    let rest = |text: &str| text.len() - start;
    let most = rest(before).min(rest(after));
    let mut end = after.len() - before.bytes().rev().zip(after.bytes().rev()).take(most).take_while(same).count();
    while !after.is_char_boundary(end) {
        end += 1;
    }
    Span { start, end }
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
            let end = change(before, after).end;
            assert_eq!((&after[..end], &after[end..]), (head, tail), "{before} to {after}");
        }
    }
}
