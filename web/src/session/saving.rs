//! Where documents are kept: the address, the browser's storage, and the way between them and the shelf.
//!
//! Each document is a key of its own, so that two pages that save at once lose neither; there is no list of them that
//! could be overwritten.

use colex::document::history::History;
use colex::document::shelf::{STORED_LIMIT, Shelf, Tab, title};
use colex::document::{Document, link};
use colex::notebook::{Evaluation, Settings};
use leptos::prelude::*;

use super::{Notice, Origin, Session};
use crate::browser;

/// How long the page waits before it writes the address and saves, in milliseconds. Safari refuses more than 100
/// address changes in 30 seconds.
const SAVE_DELAY: i32 = 500;
/// Before the identity of a document: what is saved of it.
const TAB_KEY: &str = "colex.tab.";
/// Before the identity of a document: its steps back and forth.
const HISTORY_KEY: &str = "colex.history.";
/// The identity of the document that was open last.
const OPEN_KEY: &str = "colex.open";
/// Where the one document was kept when there was only one.
const WORK_KEY: &str = "colex.work";
/// The identity which that document has now; every page that finds it gives it the same.
const WORK_ID: &str = "work";

/// What the page begins with.
pub(super) struct Beginning {
    /// The document.
    pub(super) document: Document,
    /// Its steps back and forth.
    pub(super) history: History,
    /// Where it came from.
    pub(super) origin: Origin,
    /// What there is to say about the link.
    pub(super) notice: Option<Notice>,
    /// All documents.
    pub(super) shelf: Shelf,
    /// What the address holds.
    pub(super) written: String,
}

impl Beginning {
    /// From the address, else the document that was open last, else the first document.
    pub(super) fn find() -> Beginning {
        let written = browser::fragment().trim_start_matches('#').to_string();
        let open = browser::stored(OPEN_KEY).unwrap_or_default();
        let (tabs, left_out) = kept_tabs(&open);
        let mut shelf = Shelf::new(tabs, &open);
        shelf.leave_out(left_out);
        let last = shelf.present().or(shelf.tabs().first()).filter(|tab| written.is_empty() || tab.link == written);
        let own = last.or_else(|| shelf.tabs().iter().find(|tab| tab.link == written)).map(|tab| tab.id.clone());
        let mut notice = None;
        let (document, origin) = match &own {
            Some(own) => {
                shelf.choose(own);
                let (document, damage) = read(shelf.present().map_or("", |tab| &tab.link));
                notice = damage;
                // Only an address asks to be shown inside another page or presented.
                (if written.is_empty() { document.own() } else { document }, Origin::Work)
            }
            None if written.is_empty() => (Document::default(), Origin::First),
            None => {
                let (document, damage) = read(&written);
                notice = damage;
                (document, Origin::Visit)
            }
        };
        let history = match &own {
            Some(own) => History::restored(&stored_history(own), document.clone()),
            None => History::new(document.clone()),
        };
        if own.is_none() {
            let tab = Tab { id: browser::unlike_any_other(), link: written.clone(), ..Tab::default() };
            let id = tab.id.clone();
            shelf.push(tab);
            shelf.choose(&id);
        }
        Beginning { document, history, origin, notice, shelf, written }
    }
}

/// What is saved, in no order but the open one first, as far as a shelf takes it up, and how much more there is. A document
/// of the time when there was only one becomes the first.
fn kept_tabs(open: &str) -> (Vec<Tab>, usize) {
    let read = |key: String| Tab::read(key.strip_prefix(TAB_KEY)?, &browser::stored(&key)?);
    let open = key(TAB_KEY, open);
    let mut others = browser::stored_keys(TAB_KEY).into_iter().filter(|key| *key != open);
    let mut tabs = read(open.clone()).into_iter().collect::<Vec<_>>();
    while tabs.len() < STORED_LIMIT {
        let Some(key) = others.next() else { break };
        tabs.extend(read(key));
    }
    let left_out = others.count();
    if let Some(link) = browser::stored(WORK_KEY) {
        if tabs.iter().all(|tab| tab.id != WORK_ID) {
            let title = link::decode(&link).map(|document| title_of(&document)).unwrap_or_default();
            let tab = Tab { id: WORK_ID.to_string(), title, link, kept: true, ..Tab::default() };
            browser::store(&key(TAB_KEY, WORK_ID), &tab.stored());
            tabs.push(tab);
        }
        if browser::stored(&key(TAB_KEY, WORK_ID)).is_some() {
            browser::forget(WORK_KEY);
        }
    }
    (tabs, left_out)
}

/// What a document is called of itself, from its text alone.
pub(super) fn title_of(document: &Document) -> String {
    title(&Evaluation::start(&document.text, Settings::default(), None))
}

/// The document of a link, or what could be read of it and what there is to say.
pub(super) fn read(link: &str) -> (Document, Option<Notice>) {
    match link::decode(link) {
        Ok(document) => (document, None),
        Err(error) => (error.salvaged().cloned().unwrap_or_default(), Some(Notice::Link(error))),
    }
}

fn key(kind: &str, id: &str) -> String {
    format!("{kind}{id}")
}

pub(super) fn stored_history(id: &str) -> String {
    browser::stored(&key(HISTORY_KEY, id)).unwrap_or_default()
}

impl Session {
    /// Keeps the documents, the storage and the address together as long as the page lives.
    pub(super) fn keep(self) {
        browser::on_window("hashchange", move |_: browser::Event| self.follow_address());
        browser::on_window("popstate", move |_: browser::Event| self.follow_address());
        // What was typed last is kept, however soon the page goes.
        browser::on_window("pagehide", move |_: browser::Event| self.save_all());
        browser::on_window("visibilitychange", move |_: browser::Event| self.save_all());
    }

    /// Follows what other pages save, once the strip of documents is there: the page is whole without it.
    pub fn hear_other_pages(self) {
        browser::on_storage(move |key| self.follow_storage(&key));
    }

    /// What a person changes becomes that person's work. Looking is no change.
    pub(super) fn own(self, before: &Document, after: &Document) {
        let writes = after.text != before.text;
        let becomes = match self.origin.get_untracked() {
            Origin::Work => false,
            Origin::First => writes || after.options != before.options,
            Origin::Visit => writes,
        };
        if becomes {
            self.own_now();
        }
    }

    /// From now on the open document is saved.
    pub(super) fn own_now(self) {
        self.origin.set(Origin::Work);
        self.shelf.update(|shelf| {
            let open = shelf.open().to_string();
            if let Some(tab) = shelf.get_mut(&open) {
                tab.kept = true;
            }
        });
    }

    fn follow_address(self) {
        let fragment = browser::fragment();
        let fragment = fragment.trim_start_matches('#');
        if fragment.is_empty() || self.written.with_value(|written| written == fragment) {
            return;
        }
        let own = self.shelf.with_untracked(|shelf| {
            shelf.tabs().iter().find(|tab| tab.kept && tab.link == fragment).map(|tab| tab.id.clone())
        });
        match (own, link::decode(fragment)) {
            (Some(own), _) => self.open_document(&own),
            (None, Ok(document)) => {
                self.written.set_value(fragment.to_string());
                self.visit_here(document);
            }
            (None, Err(error)) => {
                self.written.set_value(fragment.to_string());
                self.notice.set(Some(Notice::Link(error)));
            }
        }
    }

    /// Another page of this origin saved a document, or took one off.
    fn follow_storage(self, key: &str) {
        let Some(id) = key.strip_prefix(TAB_KEY) else { return };
        let saved = browser::stored(key).and_then(|saved| Tab::read(id, &saved));
        let is_open = self.shelf.with_untracked(|shelf| shelf.open() == id);
        // What is being typed here is saved soon, and is then the later of the two.
        if is_open && self.save_timer.get_value().is_some() {
            return;
        }
        match saved {
            Some(tab) => {
                let document = is_open.then(|| link::decode(&tab.link).ok()).flatten();
                self.shelf.update(|shelf| shelf.take_in(tab));
                if let Some(document) = document.filter(|found| self.text.with_untracked(|text| *text != found.text)) {
                    self.origin.set(Origin::Work);
                    self.take_over(document.text);
                }
            }
            None => self.shelf.update(|shelf| shelf.forget(id)),
        }
    }

    /// The text as another page has it now. It is not saved again, which would undo what that page saves meanwhile.
    fn take_over(self, text: String) {
        let document = Document { text, ..untrack(move || self.document()) };
        self.history.update_value(|history| history.push(document.clone()));
        self.complaining.set(true);
        self.evaluate(&document);
        self.tell(&document);
        self.note_history();
        if let Some(link) = untrack(|| self.fragment_of(&document)) {
            self.write_address(&link, false);
        }
    }

    pub(super) fn save_later(self) {
        if let Some(timer) = self.save_timer.get_value() {
            timer.cancel();
        }
        self.save_timer.set_value(Some(browser::after(SAVE_DELAY, move || self.save_now())));
    }

    /// Saves what was changed since it was last saved. What was only looked at is nobody's work yet.
    pub(super) fn save_pending(self) {
        if self.save_timer.get_value().is_some() {
            self.save_now();
        }
    }

    /// The same, and the steps back and forth.
    pub fn save_all(self) {
        self.save_pending();
        self.stash_history();
    }

    pub(super) fn save_now(self) {
        if let Some(timer) = self.save_timer.get_value() {
            timer.cancel();
            self.save_timer.set_value(None);
        }
        let document = untrack(move || self.document());
        let Some(link) = untrack(|| self.fragment_of(&document)) else {
            // What writes links arrives a moment after the first picture.
            if self.sentences.with_untracked(Option::is_none) {
                self.save_later();
            }
            return;
        };
        self.write_address(&link, false);
        // What is shown inside another page is nobody's work, and would come back without a notebook.
        if document.options.embed {
            return;
        }
        self.note(Some(link));
        let open = self.shelf.with_untracked(|shelf| shelf.open().to_string());
        if self.origin.get_untracked() == Origin::Work {
            self.store_tab(&open);
            browser::store(OPEN_KEY, &open);
        }
    }

    /// The shelf's open document is what is on the screen.
    pub(super) fn note(self, link: Option<String>) {
        let title = self.evaluation.with_untracked(|evaluation| title(&evaluation.0));
        self.shelf.update(|shelf| {
            let open = shelf.open().to_string();
            if let Some(tab) = shelf.get_mut(&open) {
                tab.link = link.unwrap_or(std::mem::take(&mut tab.link));
                tab.title = title;
            }
        });
    }

    /// Saves a document as it stands on the shelf. One that came from a link is not.
    pub(super) fn store_tab(self, id: &str) {
        let Some(tab) = self.shelf.with_untracked(|shelf| shelf.get(id).filter(|tab| tab.kept).cloned()) else {
            return;
        };
        let (key, stored) = (key(TAB_KEY, id), tab.stored());
        if browser::stored(&key).as_ref() == Some(&stored) || browser::store(&key, &stored) {
            return;
        }
        // Steps back and forth make room for documents.
        for history in browser::stored_keys(HISTORY_KEY) {
            browser::forget(&history);
        }
        if !browser::store(&key, &stored) && !self.told_unkept.get_value() {
            self.told_unkept.set_value(true);
            self.notice.set(Some(Notice::NotKept));
        }
    }

    /// Puts the steps of the open document where they outlive it.
    pub(super) fn stash_history(self) {
        if !self.history_changed.get_value() {
            return;
        }
        let Some(write) = self.sentences.with_untracked(|sentences| sentences.map(|sentences| sentences.history))
        else {
            return;
        };
        self.history_changed.set_value(false);
        let stored = self.history.with_value(write);
        let open = self.shelf.with_untracked(|shelf| shelf.open().to_string());
        if self.origin.get_untracked() == Origin::Work && !self.options.with_untracked(|options| options.embed) {
            self.store_history(&open, &stored);
        }
        self.shelf.update(|shelf| {
            if let Some(tab) = shelf.get_mut(&open) {
                tab.history = stored;
            }
        });
    }

    /// The steps of a document, as far as they were stored.
    pub fn history_of(self, tab: &Tab) -> String {
        if tab.history.is_empty() { stored_history(&tab.id) } else { tab.history.clone() }
    }

    /// Saves the steps of a document; where there is no room for them they are lost, and nothing else is.
    pub(super) fn store_history(self, id: &str, stored: &str) {
        if stored.is_empty() || !browser::store(&key(HISTORY_KEY, id), stored) {
            browser::forget(&key(HISTORY_KEY, id));
        }
    }

    /// What is saved of a document is saved no longer.
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
        if self.written.with_value(|written| written != link) {
            browser::set_fragment(link, new_entry);
            self.written.set_value(link.to_string());
        }
    }

    /// The fragment of a document, without the `#`; `None` while what writes it has not arrived, and of a document that
    /// is too large.
    pub fn fragment_of(self, document: &Document) -> Option<String> {
        let written = self.sentences.with(|sentences| sentences.map(|sentences| (sentences.link)(document)))?;
        written.ok().map(|fragment| fragment.trim_start_matches('#').to_string())
    }

    /// The link to the document as it is now.
    pub fn address(self) -> Option<String> {
        Some(format!("{}#{}", browser::base_address(), self.fragment_of(&self.document())?))
    }
}
