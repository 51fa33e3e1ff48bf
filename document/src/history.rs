//! Undo and redo: the documents that were, bounded in number and in bytes.

use std::collections::VecDeque;

use super::pack::{Unpacked, pack, unpack};
use super::{Document, link};

/// Number of steps back that are kept.
pub const HISTORY_STEPS: usize = 500;

/// Largest number of bytes of the kept documents, by [`Document::bytes`]; the present one does not count.
pub const HISTORY_BYTES: usize = 32 << 20;

/// Number of steps back and forth that are kept where a history outlives the page.
pub const STORED_STEPS: usize = 100;

/// Largest number of bytes of their links before they are packed; most notebooks pack to a tenth.
pub const STORED_BYTES: usize = 128 << 10;

/// The present document, those before it, and those undone.
///
/// Law: after `push(b)`, `undo` gives what was present before and `redo` gives `b` again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History {
    past: VecDeque<Document>,
    present: Document,
    future: Vec<Document>,
    bytes: usize,
    fresh: bool,
}

impl History {
    /// A history that starts here.
    pub fn new(present: Document) -> Self {
        History { past: VecDeque::new(), present, future: Vec::new(), bytes: 0, fresh: true }
    }

    /// The document on the screen.
    pub fn present(&self) -> &Document {
        &self.present
    }

    /// A new step: `undo` comes back to what is present now. What was undone can no longer be redone. The same
    /// document again is no step.
    pub fn push(&mut self, document: Document) {
        self.fresh = false;
        if document == self.present {
            return;
        }
        self.forget_future();
        let before = std::mem::replace(&mut self.present, document);
        self.bytes += before.bytes();
        self.past.push_back(before);
        self.forget_oldest();
    }

    /// The present step goes on, as with the next letter of a word: `undo` goes to before all of it.
    ///
    /// At the start and after an undo or redo there is no step that could go on, so this is a [`History::push`]: what
    /// one came back to is never written over.
    pub fn amend(&mut self, document: Document) {
        if self.fresh {
            return self.push(document);
        }
        if document != self.present {
            self.forget_future();
            self.present = document;
        }
    }

    /// Changes what is looked at, which is no step: `undo` and `redo` go where they went before.
    pub fn look(&mut self, document: Document) {
        self.present = document;
    }

    /// Makes what another page wrote meanwhile the step before the present document, which stays.
    ///
    /// Law: after `slip_in(d)`, `undo` gives `d`, and `redo` the present document again. What `redo` gave before it still
    /// gives. A document that is there already is no step.
    pub fn slip_in(&mut self, document: Document) {
        if document == self.present || self.past.back() == Some(&document) {
            return;
        }
        self.bytes += document.bytes();
        self.past.push_back(document);
        self.forget_oldest();
    }

    /// One step back; `None` at the start.
    pub fn undo(&mut self) -> Option<&Document> {
        let before = self.past.pop_back()?;
        self.bytes -= before.bytes();
        let after = std::mem::replace(&mut self.present, before);
        self.bytes += after.bytes();
        self.future.push(after);
        self.fresh = true;
        Some(&self.present)
    }

    /// One undone step forward again; `None` when nothing was undone.
    pub fn redo(&mut self) -> Option<&Document> {
        let after = self.future.pop()?;
        self.bytes -= after.bytes();
        let before = std::mem::replace(&mut self.present, after);
        self.bytes += before.bytes();
        self.past.push_back(before);
        self.fresh = true;
        self.forget_oldest();
        Some(&self.present)
    }

    /// Returns true if there is a step back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Returns true if there is an undone step.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// The steps around the present document as a text of letters, digits, `~` and `_`: the nearest ones, as far as
    /// [`STORED_STEPS`] and [`STORED_BYTES`] reach. Empty where there are none.
    ///
    /// Law: within these limits `History::restored(&h.stored(), h.present().clone())` undoes and redoes what `h` does, each
    /// step as [`Document::own`] has it.
    pub fn stored(&self) -> String {
        let lines = self.stored_unpacked();
        if lines.is_empty() { lines } else { pack(&lines) }
    }

    /// The same before it is packed, in lines: it needs more room, and is there where what packs is not yet.
    /// [`History::restored`] reads either.
    pub fn stored_unpacked(&self) -> String {
        let mut left = (STORED_STEPS, STORED_BYTES);
        let past = nearest(self.past.iter().rev(), &mut left);
        let future = nearest(self.future.iter().rev(), &mut left);
        if past.is_empty() && future.is_empty() {
            return String::new();
        }
        let count = past.len().to_string();
        let lines = std::iter::once(count).chain(past).chain(future).collect::<Vec<_>>();
        lines.join("\n")
    }

    /// A history from what [`History::stored`] or [`History::stored_unpacked`] wrote, around a document, each step as
    /// [`Document::own`] has it. What is damaged is left out: a step that was never there is worse than one that is missing.
    pub fn restored(stored: &str, present: Document) -> Self {
        let mut history = History::new(present);
        // Packed text has no new line, and unpacked text has one at least.
        let unpacked = match stored.contains('\n') {
            true if stored.len() <= 2 * STORED_BYTES => Unpacked::Whole(stored.into()),
            true => return history,
            false => unpack(stored, 2 * STORED_BYTES),
        };
        let Unpacked::Whole(bytes) = unpacked else { return history };
        let Ok(text) = String::from_utf8(bytes) else { return history };
        let mut lines = text.lines();
        let Some(count) = lines.next().and_then(|count| count.parse::<usize>().ok()) else { return history };
        // The nearest step comes first, in both directions.
        for (place, line) in lines.take(STORED_STEPS).enumerate() {
            let Ok(step) = link::decode(line).map(Document::own) else { continue };
            history.bytes += step.bytes();
            if place < count {
                history.past.push_front(step);
            } else {
                history.future.insert(0, step);
            }
        }
        history.forget_oldest();
        history
    }

    fn forget_future(&mut self) {
        self.bytes -= self.future.iter().map(Document::bytes).sum::<usize>();
        self.future.clear();
    }

    fn forget_oldest(&mut self) {
        while self.past.len() > HISTORY_STEPS || self.bytes > HISTORY_BYTES {
            let Some(oldest) = self.past.pop_front() else { break };
            self.bytes -= oldest.bytes();
        }
    }
}

/// Links of the nearest documents, until the steps or the bytes run out.
fn nearest<'a>(documents: impl Iterator<Item = &'a Document>, (steps, bytes): &mut (usize, usize)) -> Vec<String> {
    let mut links = Vec::new();
    for document in documents.take(*steps) {
        let Ok(link) = link::encode_readable(document) else { break };
        let Some(rest) = bytes.checked_sub(link.len() + 1) else { break };
        *bytes = rest;
        links.push(link);
    }
    *steps -= links.len();
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Document {
        Document::of_text(text)
    }

    fn undone(history: &mut History) -> Option<String> {
        history.undo().map(|document| document.text.to_string())
    }

    fn redone(history: &mut History) -> Option<String> {
        history.redo().map(|document| document.text.to_string())
    }

    #[test]
    fn a_step_goes_back_and_forth() {
        let mut history = History::new(text("a"));
        assert!(!history.can_undo() && !history.can_redo());
        assert_eq!(undone(&mut history), None);
        history.push(text("b"));
        history.push(text("b"));
        history.push(text("c"));
        assert_eq!(undone(&mut history).as_deref(), Some("b"));
        assert_eq!(undone(&mut history).as_deref(), Some("a"));
        assert_eq!(undone(&mut history), None);
        assert_eq!(redone(&mut history).as_deref(), Some("b"));
        history.push(text("d"));
        assert_eq!(redone(&mut history), None);
        assert_eq!(undone(&mut history).as_deref(), Some("b"));
        assert_eq!(history.present().text.as_ref(), "b");
    }

    #[test]
    fn letters_of_a_word_are_one_step() {
        let mut history = History::new(text(""));
        for word in ["a", "ab", "abc"] {
            history.amend(text(word));
        }
        assert_eq!(undone(&mut history).as_deref(), Some(""));
        assert_eq!(redone(&mut history).as_deref(), Some("abc"));
        history.amend(text("abcd"));
        history.amend(text("abcde"));
        assert_eq!(undone(&mut history).as_deref(), Some("abc"));
        assert_eq!(undone(&mut history).as_deref(), Some(""));
        assert_eq!(undone(&mut history), None);
    }

    #[test]
    fn what_another_page_wrote_is_the_step_before() {
        let mut history = History::new(text("a"));
        history.push(text("ab"));
        history.push(text("abc"));
        history.undo();
        for _ in 0..2 {
            history.slip_in(text("theirs"));
        }
        history.slip_in(text("ab"));
        assert_eq!(history.present().text.as_ref(), "ab");
        assert_eq!(redone(&mut history).as_deref(), Some("abc"));
        assert_eq!(undone(&mut history).as_deref(), Some("ab"));
        assert_eq!(undone(&mut history).as_deref(), Some("theirs"));
        assert_eq!(undone(&mut history).as_deref(), Some("a"));
        assert_eq!(redone(&mut history).as_deref(), Some("theirs"));
        assert_eq!(redone(&mut history).as_deref(), Some("ab"));
        // A word that goes on is typed over nothing of theirs.
        let mut history = History::new(text(""));
        history.amend(text("a"));
        history.slip_in(text("theirs"));
        history.amend(text("ab"));
        assert_eq!(undone(&mut history).as_deref(), Some("theirs"));
        assert_eq!(undone(&mut history).as_deref(), Some(""));
    }

    #[test]
    fn it_is_bounded_by_steps_and_by_bytes_and_counts_right() {
        let mut history = History::new(text("start"));
        for step in 0..HISTORY_STEPS + 10 {
            history.push(text(&step.to_string()));
        }
        assert_eq!(history.past.len(), HISTORY_STEPS);
        let large = "x".repeat(1 << 20);
        for step in 0..100 {
            history.push(text(&format!("{large}{step}")));
            let kept = history.past.iter().chain(&history.future).map(Document::bytes).sum::<usize>();
            assert_eq!(history.bytes, kept);
            assert!(kept <= HISTORY_BYTES);
            if step % 7 == 0 {
                history.undo();
                history.undo();
                history.redo();
            }
        }
        assert!(history.can_undo());
        let mut huge = History::new(text(&"x".repeat(HISTORY_BYTES)));
        huge.push(text("small"));
        assert!(!huge.can_undo());
        assert_eq!(huge.bytes, 0);
    }

    #[test]
    fn a_stored_history_goes_back_and_forth_as_before() {
        let mut history = History::new(text("a"));
        assert_eq!(history.stored(), "");
        for step in ["ab", "abc", "abcd\n(4,2):(2,1)", "", "布局"] {
            history.push(text(step));
        }
        history.undo();
        history.undo();
        let stored = history.stored();
        assert!(stored.bytes().all(|letter| letter.is_ascii_alphanumeric() || b"~_".contains(&letter)), "{stored}");
        for stored in [&stored, &history.stored_unpacked()] {
            assert_eq!(History::restored(stored, history.present().clone()), history);
        }
        let mut again = History::restored(&stored, history.present().clone());
        for _ in 0..3 {
            assert_eq!(undone(&mut again), undone(&mut history));
        }
        for _ in 0..6 {
            assert_eq!(redone(&mut again), redone(&mut history));
        }
    }

    #[test]
    fn what_is_stored_is_bounded_and_what_is_damaged_is_left_out() {
        let mut history = History::new(text("start"));
        for step in 0..STORED_STEPS + 10 {
            history.push(text(&step.to_string()));
        }
        let again = History::restored(&history.stored(), history.present().clone());
        assert_eq!(again.past.len(), STORED_STEPS);
        assert_eq!(again.past.back(), history.past.back());
        let line = "A = (4,2):(2,1)\n".repeat(2000);
        for step in 0..20 {
            history.push(text(&format!("{line}{step}")));
        }
        let stored = history.stored();
        assert!(stored.len() < STORED_BYTES / 8, "{}", stored.len());
        assert!((2..20).contains(&History::restored(&stored, text("")).past.len()));
        let unpacked = "3\nv1;;a;;xyz\nno link";
        for damaged in
            ["", "no", "~~~~", &stored[..stored.len() / 2], &pack("x\ny"), &pack(unpacked), unpacked, "\n", "x\ny"]
        {
            assert_eq!(History::restored(damaged, text("a")), History::new(text("a")));
        }
    }
}
