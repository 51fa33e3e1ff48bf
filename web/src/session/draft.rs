//! The open document: what is edited and looked at, its values, and the steps back and forth.

use std::sync::Arc;

use colex::notebook::{Evaluation, Repair, Span};
use colex_document::history::History;
use colex_document::{Document, Options, View};
use leptos::prelude::*;

use super::letting_go::Asking;
use super::typing::Stroke;
use super::{Lasting, Shared, Storage, lasting};
use crate::browser::Timeout;
use crate::signals::RwSignal;

/// Where the document came from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The person's own work, which is saved.
    Work,
    /// The first document, which is saved once it is changed.
    First,
    /// A link, an example, or a document with nothing in it: a tab of its own, which is saved once its text is changed or
    /// the person says so. Also what is saved and could be read in part alone, which stays as it is until then.
    Visit,
}

/// The open document. Whoever changes it need not save it: that follows.
pub type Draft = Lasting<Handles>;

/// Handles of the open document.
pub struct Handles {
    /// The text of the document. It and the next two change alone, so that a key touches nothing that only follows the
    /// others: what says a word of the page depends on the options.
    pub text: RwSignal<Arc<str>>,
    /// Part of the document that is looked at.
    pub view: RwSignal<View>,
    /// The options of the document.
    pub options: RwSignal<Options>,
    /// Where the document came from.
    pub origin: RwSignal<Origin>,
    /// The notebook's values.
    pub evaluation: RwSignal<Shared<Evaluation>>,
    /// True if sentences about broken text are shown yet.
    pub complaining: RwSignal<bool>,
    /// Pair: true if there is something to undo, and to redo.
    pub can_undo: RwSignal<(bool, bool)>,
    /// Number of documents that were shown before this one.
    pub(super) number: StoredValue<u32>,
    pub(super) history: StoredValue<History>,
    pub(super) history_changed: StoredValue<bool>,
    pub(super) last_stroke: StoredValue<Option<Stroke>>,
    pub(super) asking: StoredValue<Option<Asking>>,
    /// The statement whose point is looked at once it is known, and the point till then.
    pub(super) will_ask: StoredValue<Option<(usize, Option<String>)>>,
    pub(super) evaluating: Timeout,
    pub(super) complaining_again: Timeout,
    /// Storage that it is kept in.
    pub(super) storage: Storage,
}

impl Draft {
    /// Opens a document, without its values yet.
    pub(super) fn new(document: &Document, history: History, origin: Origin, storage: Storage) -> Draft {
        lasting(Handles {
            text: RwSignal::new(Arc::clone(&document.text)),
            view: RwSignal::new(document.view.clone()),
            options: RwSignal::new(document.options.clone()),
            origin: RwSignal::new(origin),
            evaluation: RwSignal::new(Shared(Arc::new(Evaluation::default()))),
            complaining: RwSignal::new(true),
            can_undo: RwSignal::new((history.can_undo(), history.can_redo())),
            number: StoredValue::new(0),
            history: StoredValue::new(history),
            history_changed: StoredValue::new(false),
            last_stroke: StoredValue::new(None),
            asking: StoredValue::new(None),
            will_ask: StoredValue::new(None),
            evaluating: Timeout::new(),
            complaining_again: Timeout::new(),
            storage,
        })
    }

    /// The document as it is now. What follows it is told of every change.
    pub fn document(self) -> Document {
        Document { text: self.text.get(), view: self.view.get(), options: self.options.get() }
    }

    /// Changes the document as one step that can be undone.
    pub fn edit(self, change: impl FnOnce(&mut Document)) {
        self.last_stroke.set_value(None);
        self.change(change, History::push);
    }

    /// Changes the document as part of the step before: the next number of a drag, the next press of the same key.
    pub fn go_on_editing(self, change: impl FnOnce(&mut Document)) {
        self.change(change, History::amend);
    }

    /// Changes the options as part of looking: it is no step of the history.
    pub fn set_options(self, change: impl FnOnce(&mut Options)) {
        self.change(|document| change(&mut document.options), History::look);
    }

    /// Replaces a range of the text, as repairs and edits of the tree do.
    pub fn replace(self, span: Span, text: &str) {
        self.edit(|document| document.replace(span, text));
        self.complaining.set(true);
    }

    /// Writes a statement at the end of the text, and looks at it.
    pub fn append(self, statement: &str) {
        let number = self.evaluation.get_untracked().0.statements().len();
        self.edit(|document| {
            document.append([statement]);
            let View { point, run, learn, read, .. } = std::mem::take(&mut document.view);
            document.view = View { statement: Some(number), point, run, learn, read, ..View::default() };
        });
        self.complaining.set(true);
    }

    /// Applies a repair.
    pub fn apply(self, repair: &Repair) {
        self.replace(repair.span, &repair.text);
    }

    /// One step back.
    pub fn undo(self) {
        self.travel(|history| history.undo().cloned());
    }

    /// One step forward again.
    pub fn redo(self) {
        self.travel(|history| history.redo().cloned());
    }

    fn travel(self, go: impl FnOnce(&mut History) -> Option<Document>) {
        let mut arrived = None;
        self.history.update_value(|history| arrived = go(history));
        let Some(mut document) = arrived.map(Document::in_lines) else { return };
        // Steps change the document and not where it is shown.
        (document.options.embed, document.options.present) =
            self.options.with_untracked(|options| (options.embed, options.present));
        self.last_stroke.set_value(None);
        self.complaining.set(true);
        self.put(document);
    }

    pub(super) fn put(self, document: Document) {
        self.asking.set_value(None);
        self.tell(&document);
        self.note_history();
        self.evaluate(&document);
        self.save_later();
    }

    /// Tells whatever follows a part of the document that it changed, and nothing else.
    pub(super) fn tell(self, document: &Document) {
        self.options.renew(document.options.clone());
        self.view.renew(document.view.clone());
        self.text.renew(Arc::clone(&document.text));
    }

    /// Reports whether the first line of the text says what its inputs are, or what it is read as: what reads programs offers to
    /// change that.
    pub fn says_reading(self) -> bool {
        self.text.with(|text| text.starts_with("// inputs:") || text.starts_with("# inputs:"))
    }

    pub(super) fn note_history(self) {
        self.history_changed.set_value(true);
        let can_undo = self.history.with_value(|history| (history.can_undo(), history.can_redo()));
        self.can_undo.renew(can_undo);
    }

    pub(super) fn change(self, change: impl FnOnce(&mut Document), note: fn(&mut History, Document)) {
        let before = untrack(move || self.document());
        let mut after = before.clone();
        change(&mut after);
        if after == before {
            return;
        }
        self.own(&before, &after);
        let needs_evaluation = after.text != before.text
            || after.options.compile_time != before.options.compile_time
            || after.options.major != before.options.major;
        self.history.update_value(|history| note(history, after.clone()));
        self.note_history();
        if needs_evaluation {
            // Before the document, so that views never see a new text with old values.
            self.evaluate(&after);
        }
        self.tell(&after);
        self.save_later();
    }
}
