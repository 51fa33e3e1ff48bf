//! Storage of documents where other pages store too, and where there may be no room. It comes after the first picture.
//!
//! The text that a page last read or wrote of a document is [`Tab::saved`]. Where something else is stored another page
//! wrote it, and three texts decide: what was there before, theirs and ours. Whoever changed nothing takes over; where
//! both did, ours stands and theirs is the step before it.

use std::sync::Arc;

use colex_document::history::History;
use colex_document::shelf::Tab;
use colex_document::{Document, link};
use leptos::prelude::*;

use super::saving::{HISTORY_KEY, STEPS_DELAY, TAB_KEY, key, read};
use super::{Draft, Notice, Origin, Storage};
use crate::browser;

/// Delay after there was no room before it is tried once more, in milliseconds.
const AGAIN: i32 = 5_000;
/// The most names in the sentence about what is not saved.
const NAMED: usize = 5;

impl Draft {
    /// Follows what other pages save, and what they saved while this one did not listen: before it was whole, or while it
    /// was put away.
    pub fn hear_other_pages(self) {
        browser::on_storage(move |key, before, stored| match key.strip_prefix(HISTORY_KEY) {
            Some(id) => self.follow_steps(id, &before.unwrap_or_default(), &stored.unwrap_or_default()),
            None => self.follow_storage(&key, stored),
        });
        browser::on_window("pageshow", move |_: browser::Event| self.catch_up());
        browser::on_window("visibilitychange", move |_: browser::Event| {
            if !browser::is_hidden() {
                self.catch_up();
            }
        });
        self.catch_up();
    }

    fn catch_up(self) {
        for key in browser::stored_keys(TAB_KEY) {
            self.catch_up_with(key.strip_prefix(TAB_KEY).unwrap_or_default());
        }
    }

    /// Takes in what is stored of a document, where that is not what this page knows.
    pub(super) fn catch_up_with(self, id: &str) {
        let Some(stored) = browser::stored(&key(TAB_KEY, id)) else { return };
        let is_known = self.storage.shelf.with_untracked(|shelf| shelf.get(id).is_some_and(|tab| tab.saved == stored));
        if let Some(theirs) = Tab::read(id, &stored).filter(|_| !is_known) {
            self.meet(theirs);
        }
    }

    /// Another page of this origin saved a document, or took one off.
    fn follow_storage(self, key: &str, told: Option<String>) {
        let storage = self.storage;
        let Some(id) = key.strip_prefix(TAB_KEY) else { return };
        let stored = browser::stored(key);
        let Some(told) = told else {
            if stored.is_none() {
                storage.shelf.update(|shelf| shelf.forget(id));
            }
            return;
        };
        // A text that is not understood is another version's, and left alone.
        let Some(theirs) = Tab::read(id, &told) else { return };
        if stored.as_ref() == Some(&told) {
            self.meet(theirs);
        } else if storage
            .shelf
            .with_untracked(|shelf| shelf.get(id).is_some_and(|tab| stored.as_ref() == Some(&tab.saved)))
        {
            // This page wrote over it and had not seen it.
            self.keep_theirs(&theirs);
        }
        // Anything else was written later, and is told of later.
    }

    /// Another page saved the steps of a document. A page that is left saves them at the last moment, and this one may have
    /// read those of before: as long as it made none of its own it has what was saved.
    fn follow_steps(self, id: &str, before: &str, told: &str) {
        let is_open = self.storage.shelf.with_untracked(|shelf| shelf.open() == id);
        let is_own =
            || self.history.with_value(|history| history.stored() == before || history.stored_unpacked() == before);
        if !is_open || told.is_empty() || self.history_changed.get_value() || !is_own() {
            return;
        }
        self.history.set_value(History::restored(told, untrack(move || self.document())));
        self.note_history();
        self.history_changed.set_value(false);
    }

    /// Another page's version of a document, which is what is stored now, comes together with this page's.
    fn meet(self, theirs: Tab) {
        let storage = self.storage;
        let ours = storage.shelf.with_untracked(|shelf| shelf.get(&theirs.id).cloned());
        let Some(ours) = ours else {
            storage.shelf.update(|shelf| shelf.take_in(theirs));
            return;
        };
        let base = Tab::read(&ours.id, &ours.saved).unwrap_or_default();
        let text = |link: &str| read(link).0.text;
        let is_open = storage.shelf.with_untracked(|shelf| shelf.open() == ours.id);
        let our_text = if is_open { self.text.get_untracked() } else { text(&ours.link) };
        let their_text = text(&theirs.link);
        let was_changed = || our_text != if base.link == theirs.link { their_text.clone() } else { text(&base.link) };
        let (mut link, mut title) = (theirs.link.clone(), theirs.title.clone());
        if our_text == their_text {
            (link, title) = (ours.link, ours.title);
        } else if was_changed() {
            self.keep_theirs(&theirs);
            (link, title) = (ours.link, ours.title);
        } else if is_open {
            self.origin.set(Origin::Work);
            self.take_over(their_text);
        }
        let name = if ours.name == base.name { theirs.name.clone() } else { ours.name };
        let order = if ours.order == base.order { theirs.order } else { ours.order };
        storage.shelf.update(|shelf| shelf.take_in(Tab { name, order, link, title, ..theirs }));
    }

    /// The text as another page has it now; what it replaces is one step back. It is not saved again, which would undo what
    /// that page saves meanwhile.
    fn take_over(self, text: Arc<str>) {
        let storage = self.storage;
        let before = self.text.get_untracked();
        let document = Document { text, ..untrack(move || self.document()) };
        self.history.update_value(|history| history.push(document.clone()));
        // Text typed next is no part of what they typed.
        self.last_stroke.set_value(None);
        self.complaining.set(true);
        self.evaluate(&document);
        self.tell(&document);
        self.note_history();
        // Whoever changed the text stores the steps, which have ours: stored here they would write over what that page can
        // do again.
        self.history_changed.set_value(false);
        if let Some(link) = untrack(|| self.fragment_of(&document)) {
            storage.write_address(&link, false);
        }
        // The text that stood here when they began is what one would want back.
        let is_told = |notices: &Vec<Notice>| notices.iter().any(|notice| matches!(notice, Notice::Replaced(_)));
        if !storage.notices.all.with_untracked(is_told) {
            storage.notices.notify(Notice::Replaced(before));
        }
    }

    /// Writes the text again that another page wrote over, as a step of its own.
    pub fn take_back(self, text: Arc<str>) {
        self.storage.notices.withdraw(|notice| matches!(notice, Notice::Replaced(_)));
        self.edit(|document| document.text = text);
    }

    /// Ours stands, and theirs is the step before it.
    fn keep_theirs(self, theirs: &Tab) {
        let storage = self.storage;
        let text = read(&theirs.link).0.text;
        if storage.shelf.with_untracked(|shelf| shelf.open() == theirs.id) {
            let document = Document { text, ..untrack(move || self.document()) };
            self.history.update_value(|history| history.slip_in(document));
            self.note_history();
            // This page may have saved its steps already, and no other has all of them.
            storage.steps_timer.after(STEPS_DELAY, move || self.stash_history());
            return;
        }
        let Some(ours) = storage.shelf.with_untracked(|shelf| shelf.get(&theirs.id).cloned()) else { return };
        let mut history = History::restored(&storage.history_of(&ours), read(&ours.link).0);
        history.slip_in(Document { text, ..history.present().clone() });
        let stored = history.stored();
        storage.store_history(&ours.id, &stored);
        storage.shelf.update(|shelf| {
            if let Some(tab) = shelf.get_mut(&ours.id) {
                tab.history = stored;
            }
        });
    }

    /// Stores a document as it stands on the shelf, together with what another page made of it meanwhile.
    pub fn store(self, tab: Tab) {
        let storage = self.storage;
        let mut id = tab.id;
        let there = browser::stored(&key(TAB_KEY, &id));
        if let Some(there) = there.as_ref().filter(|there| **there != tab.saved) {
            match Tab::read(&id, there) {
                Some(theirs) => self.meet(theirs),
                // Another version of this page wrote it, or a hand: it is not ours to write over.
                None => {
                    let fresh = browser::unlike_any_other();
                    storage.shelf.update(|shelf| shelf.reidentify(&id, &fresh));
                    // Its steps are stored under the old name, if at all.
                    self.note_history();
                    id = fresh;
                }
            }
        }
        let Some(stored) = storage.shelf.with_untracked(|shelf| shelf.get(&id).map(Tab::stored)) else { return };
        if let Some(there) = there.as_ref().filter(|there| **there != stored)
            && !storage.keep_in_part(&id, there)
        {
            return self.say_unkept(&id);
        }
        if storage.is_long.get_value() && storage.shelf.with_untracked(|shelf| shelf.open() == id) {
            storage.no_longer_long();
        }
        if there.as_ref() == Some(&stored) || storage.write_tab(&id, stored.clone()) || storage.make_room(&id, &stored)
        {
            storage.no_longer_unkept(&id);
        } else {
            self.say_unkept(&id);
        }
    }

    /// A document for which there is no room: it is told once, and tried again.
    fn say_unkept(self, id: &str) {
        let storage = self.storage;
        // The address is newer than what is saved: a page that opens it again goes by what it says.
        let is_open = storage.shelf.with_untracked(|shelf| shelf.open() == id);
        storage.written.with_value(|written| is_open && browser::set_fragment(written, "", false));
        let was_empty = storage.unkept.with_untracked(Vec::is_empty);
        if storage.unkept.with_untracked(|unkept| unkept.iter().all(|other| other != id)) {
            storage.unkept.update(|unkept| unkept.push(id.to_string()));
        }
        if was_empty {
            storage.notices.notify(Notice::NotKept);
            browser::ask_before_leaving(true);
            browser::after(AGAIN, move || self.try_again());
        }
    }

    fn try_again(self) {
        let storage = self.storage;
        for id in storage.unkept.get_untracked() {
            if storage.shelf.with_untracked(|shelf| shelf.get(&id).is_none()) {
                storage.no_longer_unkept(&id);
            }
            self.store_tab(&id);
        }
        if !storage.unkept.with_untracked(Vec::is_empty) {
            browser::after(AGAIN, move || self.try_again());
        }
    }

    /// The open document is too long for a link, and not saved as it is now.
    pub fn refuse_long(self) {
        let storage = self.storage;
        let is_embedded = self.options.with_untracked(|options| options.embed);
        if self.origin.get_untracked() == Origin::Work && !is_embedded && !storage.is_long.get_value() {
            storage.is_long.set_value(true);
            storage.notices.notify(Notice::TooLong);
            browser::ask_before_leaving(true);
        }
    }
}

impl Storage {
    /// Keeps under another name, as it is, what is stored and could be read in part, before it is written over; answers
    /// whether there is nothing of the kind, or room for it.
    fn keep_in_part(self, id: &str, there: &str) -> bool {
        let is_in_part = |tab: &Tab| link::decode(&tab.link).is_err_and(|error| error.salvaged().is_some());
        let Some(found) = Tab::read(id, there).filter(is_in_part) else { return true };
        let called = if found.name.is_empty() { &found.title } else { &found.name };
        let (name, order) = self.shelf.with_untracked(|shelf| {
            let last = shelf.tabs().iter().map(|tab| tab.order).max().unwrap_or_default();
            (shelf.free_name(called), last.saturating_add(1))
        });
        let copy = Tab { id: browser::unlike_any_other(), name, order, ..found };
        let copy = Tab { saved: copy.stored(), ..copy };
        let is_kept = browser::store(&key(TAB_KEY, &copy.id), &copy.saved);
        if is_kept {
            self.shelf.update(|shelf| shelf.take_in(copy));
        }
        is_kept
    }

    /// Gives up steps back and forth for a document, those of others first; where that does not help, none.
    fn make_room(self, id: &str, stored: &str) -> bool {
        let own = key(HISTORY_KEY, id);
        let mut histories = browser::stored_keys(HISTORY_KEY);
        histories.sort_by_key(|history| *history == own);
        let mut given_up = Vec::new();
        for history in histories {
            let Some(steps) = browser::stored(&history) else { continue };
            // Where not even what is there can be written again nothing is taken at all.
            if !browser::store(&history, &steps) {
                break;
            }
            browser::forget(&history);
            given_up.push((history, steps));
            if self.write_tab(id, stored.to_string()) {
                self.notices.notify(Notice::Done(
                    "There was no room left: steps back and forth of other documents were given up",
                    "空间已满：已舍弃其他文档的撤销与重做步骤",
                ));
                return true;
            }
        }
        for (history, steps) in given_up {
            browser::store(&history, &steps);
        }
        false
    }

    /// A document is saved, or gone.
    pub(super) fn no_longer_unkept(self, id: &str) {
        if self.unkept.with_untracked(|unkept| unkept.iter().all(|other| other != id)) {
            return;
        }
        self.unkept.update(|unkept| unkept.retain(|other| other != id));
        self.all_is_well();
    }

    /// The document on the screen is short enough to be saved, or gone.
    pub(super) fn no_longer_long(self) {
        self.is_long.set_value(false);
        self.all_is_well();
    }

    /// Nothing is said any longer of what is not saved, where everything is.
    fn all_is_well(self) {
        if self.unkept.with_untracked(Vec::is_empty) && !self.is_long.get_value() {
            browser::ask_before_leaving(false);
            self.notices.withdraw(|notice| matches!(notice, Notice::NotKept | Notice::TooLong));
        }
    }

    /// Returns the names of the documents for which there is no room.
    pub fn unkept_names(self) -> String {
        let unkept = self.unkept.get();
        let labels = self.shelf.with(|shelf| shelf.labels());
        let names = labels.into_iter().filter(|(id, _)| unkept.contains(id)).map(|(_, label)| label);
        let names = names.filter(|name| !name.is_empty()).collect::<Vec<_>>();
        let more = if names.len() > NAMED { ", …" } else { "" };
        names.into_iter().take(NAMED).collect::<Vec<_>>().join(", ") + more
    }
}
