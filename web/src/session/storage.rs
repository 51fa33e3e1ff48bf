//! Storage of the documents: the shelf, which of them are not kept, and what the address says.

use colex_document::shelf::{Shelf, Tab};
use leptos::prelude::*;

use super::saving::{HISTORY_KEY, OPEN_KEY, TAB_KEY, key, stored_history};
use super::{Keeping, Lasting, Notices, lasting};
use crate::browser::{self, Timeout};
use crate::signals::RwSignal;

/// The documents, and where they are kept.
pub type Storage = Lasting<Handles>;

/// Handles of the documents.
pub struct Handles {
    /// The documents that are kept, and which of them this is.
    pub shelf: RwSignal<Shelf>,
    /// Those of them, by their identity, for which the browser had no room.
    pub unkept: RwSignal<Vec<String>>,
    /// Code that keeps documents, once it has arrived.
    pub keeping: RwSignal<Option<Keeping>>,
    pub(super) notices: Notices,
    pub(super) is_unpacked: StoredValue<bool>,
    /// True if the open document is too long to be saved.
    pub(super) is_long: StoredValue<bool>,
    /// The wait before it is saved, and when it began.
    pub(super) timer: Timeout,
    /// The wait before its steps are saved.
    pub(super) steps_timer: Timeout,
    pub(super) waits_since: StoredValue<Option<f64>>,
    pub(super) saved_at: StoredValue<f64>,
    pub(super) written: StoredValue<String>,
    /// Previous address.
    pub(super) older: StoredValue<String>,
}

impl Storage {
    /// Storage of the documents of a shelf, of which the address has one.
    pub(super) fn new(shelf: Shelf, written: String, notices: Notices) -> Storage {
        lasting(Handles {
            shelf: RwSignal::new(shelf),
            unkept: RwSignal::new(Vec::new()),
            keeping: RwSignal::new(None),
            notices,
            is_unpacked: StoredValue::new(false),
            is_long: StoredValue::new(false),
            timer: Timeout::new(),
            steps_timer: Timeout::new(),
            waits_since: StoredValue::new(None),
            saved_at: StoredValue::new(f64::NEG_INFINITY),
            older: StoredValue::new(written.clone()),
            written: StoredValue::new(written),
        })
    }

    /// Returns the label of the open document's tab.
    pub fn label(self) -> String {
        self.shelf.with_untracked(|shelf| {
            let labels = shelf.labels();
            labels.into_iter().find(|(id, _)| id == shelf.open()).map(|(_, label)| label).unwrap_or_default()
        })
    }

    /// Writes what is saved of a document; answers whether it could be.
    pub(super) fn write_tab(self, id: &str, stored: String) -> bool {
        let written = browser::store(&key(TAB_KEY, id), &stored);
        if written {
            self.shelf.update(|shelf| {
                if let Some(tab) = shelf.get_mut(id) {
                    tab.saved = stored;
                }
            });
        }
        written
    }

    /// The steps of a document, as far as they were stored.
    pub fn history_of(self, tab: &Tab) -> String {
        // Stored steps may be another page's, and later.
        let stored = stored_history(&tab.id);
        if stored.is_empty() { tab.history.clone() } else { stored }
    }

    /// Saves the steps of a document; where there is no room for them they are lost, and nothing else is.
    pub(super) fn store_history(self, id: &str, stored: &str) {
        if stored.is_empty() || !browser::store(&key(HISTORY_KEY, id), stored) {
            browser::forget(&key(HISTORY_KEY, id));
        }
    }

    /// Removes what is saved of a document.
    pub(super) fn unstore(self, id: &str) {
        browser::forget(&key(TAB_KEY, id));
        browser::forget(&key(HISTORY_KEY, id));
    }

    /// The next visit begins with the document that is open.
    pub(super) fn remember_open(self) {
        if let Some(tab) = self.shelf.with_untracked(|shelf| shelf.present().filter(|tab| tab.kept).cloned()) {
            browser::store(OPEN_KEY, &tab.id);
        }
    }

    /// Puts a link into the address, with an entry in the browser's history or without.
    pub(super) fn write_address(self, link: &str, new_entry: bool) {
        let open = self.shelf.with_untracked(|shelf| shelf.open().to_string());
        if self.written.with_value(|written| written == link) && browser::entry_owner().as_ref() == Some(&open) {
            return;
        }
        self.older.set_value(self.written.get_value());
        self.written.set_value(link.to_string());
        // Rather no link than an old one: browsers bound how long an address is, and how often it changes.
        if !browser::set_fragment(link, &open, new_entry) {
            browser::set_fragment("", &open, false);
        }
    }
}
