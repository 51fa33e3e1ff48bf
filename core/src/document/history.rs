//! Undo and redo: the documents that were, bounded in number and in bytes.

use std::collections::VecDeque;

use super::Document;

/// How many steps back are kept.
pub const HISTORY_STEPS: usize = 500;

/// How many bytes the kept documents may take, by [`Document::bytes`]; the present one does not count.
pub const HISTORY_BYTES: usize = 32 << 20;

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

    /// What is looked at changes, which is no step: `undo` and `redo` go where they went before.
    pub fn look(&mut self, document: Document) {
        self.present = document;
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

    /// Whether there is a step back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is an undone step.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Document {
        Document::of_text(text)
    }

    fn undone(history: &mut History) -> Option<String> {
        history.undo().map(|document| document.text.clone())
    }

    fn redone(history: &mut History) -> Option<String> {
        history.redo().map(|document| document.text.clone())
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
        assert_eq!(history.present().text, "b");
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
}
