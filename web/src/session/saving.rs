//! Where documents are kept: the address, the browser's storage, and the way between them and the shelf.
//!
//! Each document is a key of its own, so that two pages that save at once lose neither; there is no list of them that
//! could be overwritten.

use std::sync::Arc;

use colex::notebook::{Evaluation, Settings};
use colex_document::history::History;
use colex_document::shelf::{STORED_LIMIT, Shelf, Tab, title};
use colex_document::{Document, link};
use leptos::prelude::*;

use super::{Draft, Notice, Origin};
use crate::browser;

/// Wait before the page writes the address and saves once more, in milliseconds: what is done after a rest is written
/// at once, what follows soon after it together. Safari refuses more than 100 address changes in 30 seconds.
const SAVE_DELAY: i32 = 500;
/// Wait after the document was saved before its steps are, in milliseconds. A page that goes saves them, too, but too late
/// for one that comes at once in another process, and one that is killed does not.
pub(super) const STEPS_DELAY: i32 = 250;
/// Time before a page goes in which its address may have been written too late for what comes, in milliseconds.
const LEAVING: f64 = 2000.0;
/// Longest time of typing before it is saved without a pause, in milliseconds: so much is lost with a page that is
/// killed. One that is closed saves first.
const LONGEST_WAIT: f64 = 2000.0;
/// The same of a text of more than [`LONG`] bytes, which takes long to pack.
const LONGEST_WAIT_OF_LONG: f64 = 10_000.0;
const LONG: usize = 1 << 15;
/// Before the identity of a document: what is saved of it.
pub(super) const TAB_KEY: &str = "colex.tab.";
/// Before the identity of a document: its steps back and forth.
pub(super) const HISTORY_KEY: &str = "colex.history.";
/// The identity of the document that was open last.
pub(super) const OPEN_KEY: &str = "colex.open";
/// Which document a page was left with whose address was older, that address, and the one that it should have had; in the
/// storage of the browser's tab. What [`browser::entry_owner`] knows of it, WebKit at times forgets.
const LEFT_KEY: &str = "colex.left";
/// Where the one document was kept when there was only one.
const WORK_KEY: &str = "colex.work";
/// The identity which that document has now; every page that finds it gives it the same.
const WORK_ID: &str = "work";

/// State that the page begins with.
pub(super) struct Beginning {
    /// The document.
    pub(super) document: Document,
    /// Its steps back and forth.
    pub(super) history: History,
    /// Where it came from.
    pub(super) origin: Origin,
    /// Notices about what is stored, and about the link.
    pub(super) notices: Vec<Notice>,
    /// All documents.
    pub(super) shelf: Shelf,
    /// Content of the address.
    pub(super) written: String,
}

impl Beginning {
    /// From the address, else the document that was open last, else the first document.
    pub(super) fn find() -> Beginning {
        let mut written = browser::fragment().trim_start_matches('#').to_string();
        let open = browser::stored(OPEN_KEY).unwrap_or_default();
        let (tabs, left_out, mut unreadable) = kept_tabs(&open);
        let mut shelf = Shelf::new(tabs, &open);
        shelf.leave_out(left_out);
        // Content of the address may be older than what is saved: a page that is left writes its address no more.
        let left = browser::kept_for_tab(LEFT_KEY).unwrap_or_default();
        let mut left = left.split('\n').map(str::to_string);
        let (left, address, newer) = (left.next(), left.next(), left.next());
        let is_left = address.is_some_and(|address| address == written);
        let owner = left.filter(|_| is_left).or_else(browser::entry_owner);
        // Nobody's document is not saved: it is what its address should have said, unless the link is opened once more.
        if let Some(newer) = newer.filter(|_| is_left && browser::is_come_back()) {
            browser::set_fragment(&newer, owner.as_deref().unwrap_or_default(), false);
            written = newer;
        }
        let owned = shelf.tabs().iter().find(|tab| owner.as_ref() == Some(&tab.id));
        let last = shelf.present().or(shelf.tabs().first()).filter(|tab| written.is_empty() || tab.link == written);
        let own =
            owned.or(last).or_else(|| shelf.tabs().iter().find(|tab| tab.link == written)).map(|tab| tab.id.clone());
        // A document that is not understood is left alone: shown as something else, it would be saved as that with the
        // next key.
        let understood = |id: &String| shelf.get(id).is_some_and(|tab| is_understood(&tab.link));
        let own = own.filter(|own| {
            let is_understood = understood(own);
            unreadable += usize::from(!is_understood);
            is_understood
        });
        let mut notices = Vec::from_iter((unreadable > 0).then_some(Notice::Unreadable(unreadable)));
        let (document, origin) = match &own {
            Some(own) => {
                shelf.choose(own);
                let (document, damage) = read(shelf.present().map_or("", |tab| &tab.link));
                let origin = origin_of_kept(damage.as_ref());
                notices.extend(damage);
                // Only an address asks to be shown inside another page or presented.
                let is_address = shelf.present().is_some_and(|tab| tab.link == written);
                (if is_address { document } else { document.own() }, origin)
            }
            None if written.is_empty() => (Document::default(), Origin::First),
            None => {
                let (document, damage) = read(&written);
                notices.extend(damage);
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
        if let Some(tab) = shelf.present().filter(|tab| owner.as_ref() == Some(&tab.id) && tab.link != written) {
            browser::set_fragment(&tab.link, &tab.id, false);
            written.clone_from(&tab.link);
        }
        Beginning { document, history, origin, notices, shelf, written }
    }
}

/// Returns the saved documents, in no order but the open one first, as far as a shelf takes them up, how many more
/// there are, and how many of them are not understood. A document of the time when there was only one becomes the
/// first.
fn kept_tabs(open: &str) -> (Vec<Tab>, usize, usize) {
    let mut unreadable = 0;
    let mut read = |key: &str| {
        let stored = browser::stored(key)?;
        let tab = Tab::read(key.strip_prefix(TAB_KEY)?, &stored);
        unreadable += usize::from(tab.is_none());
        tab
    };
    let open = key(TAB_KEY, open);
    let mut others = browser::stored_keys(TAB_KEY).into_iter().filter(|key| *key != open);
    let mut tabs = read(&open).into_iter().collect::<Vec<_>>();
    while tabs.len() < STORED_LIMIT {
        let Some(key) = others.next() else { break };
        tabs.extend(read(&key));
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
    (tabs, left_out, unreadable)
}

/// Returns the title that a document has of itself, from its text alone.
pub(super) fn title_of(document: &Document) -> String {
    title(&Evaluation::start(Arc::clone(&document.text), Settings::default(), None))
}

/// The document of a link, or what could be read of it and what there is to say.
pub(super) fn read(link: &str) -> (Document, Option<Notice>) {
    match link::decode(link) {
        Ok(document) => (document.in_lines(), None),
        Err(error) => (error.salvaged().cloned().unwrap_or_default().in_lines(), Some(Notice::Link(error))),
    }
}

/// Returns the origin of a saved document: one that could be read in part alone is no work before its text is changed,
/// for what is saved of it is more.
pub(super) fn origin_of_kept(damage: Option<&Notice>) -> Origin {
    if damage.is_some() { Origin::Visit } else { Origin::Work }
}

/// Reports whether anything can be read of a link.
pub(super) fn is_understood(link: &str) -> bool {
    link::decode(link).map_or_else(|error| error.salvaged().is_some(), |_| true)
}

/// Reports whether all can be read of what is saved of a document.
fn is_whole(id: &str, stored: &str) -> bool {
    Tab::read(id, stored).is_some_and(|tab| link::decode(&tab.link).is_ok())
}

pub(super) fn key(kind: &str, id: &str) -> String {
    format!("{kind}{id}")
}

pub(super) fn stored_history(id: &str) -> String {
    browser::stored(&key(HISTORY_KEY, id)).unwrap_or_default()
}

impl Draft {
    /// Keeps the documents, the storage and the address together as long as the page lives.
    pub(super) fn keep(self) {
        let storage = self.storage;
        browser::on_window("hashchange", move |_: browser::Event| self.follow_address());
        browser::on_window("popstate", move |_: browser::Event| self.follow_address());
        // Text typed last is kept, however soon the page goes.
        browser::on_window("pagehide", move |_: browser::Event| {
            self.save_all();
            // A page that is on its way may have the address of before.
            if browser::now() - storage.saved_at.get_value() < LEAVING {
                let open = storage.shelf.with_untracked(|shelf| shelf.open().to_string());
                let [older, newer] = [storage.older, storage.written].map(|address| address.get_value());
                browser::keep_for_tab(LEFT_KEY, &format!("{open}\n{older}\n{newer}"));
            }
        });
        browser::on_window("visibilitychange", move |_: browser::Event| self.save_all());
    }

    /// Makes what a person changes that person's work. Looking is no change.
    pub(super) fn own(self, before: &Document, after: &Document) {
        let writes = after.text != before.text;
        let becomes = match self.origin.get_untracked() {
            Origin::Work => false,
            Origin::First => writes || after.options != before.options,
            // A text that is tried in a lesson is nobody's document.
            Origin::Visit => writes && after.view.learn.is_none(),
        };
        if becomes {
            self.own_now();
        }
    }

    /// From now on the open document is saved.
    pub(super) fn own_now(self) {
        self.origin.set(Origin::Work);
        self.storage.shelf.update(|shelf| {
            let open = shelf.open().to_string();
            if let Some(tab) = shelf.get_mut(&open) {
                tab.kept = true;
            }
        });
    }

    fn follow_address(self) {
        let storage = self.storage;
        let fragment = browser::fragment();
        let fragment = fragment.trim_start_matches('#');
        if fragment.is_empty() || storage.written.with_value(|written| written == fragment) {
            return;
        }
        let own = storage.shelf.with_untracked(|shelf| {
            shelf.tabs().iter().find(|tab| tab.kept && tab.link == fragment).map(|tab| tab.id.clone())
        });
        match (own, link::decode(fragment)) {
            (Some(own), _) => self.open_document(&own),
            (None, Ok(document)) => {
                storage.written.set_value(fragment.to_string());
                self.visit_here(document.in_lines());
            }
            (None, Err(error)) => {
                storage.written.set_value(fragment.to_string());
                storage.notices.notify(Notice::Link(error));
            }
        }
    }

    pub(super) fn save_later(self) {
        let storage = self.storage;
        let now = browser::now();
        let is_long = self.text.with_untracked(|text| text.len()) > LONG;
        let since = storage.waits_since.get_value().unwrap_or(now);
        if now - since > if is_long { LONGEST_WAIT_OF_LONG } else { LONGEST_WAIT } {
            return;
        }
        // What follows before it was written, as a caret that moves, does not put that off.
        let rests = since - storage.saved_at.get_value() >= f64::from(SAVE_DELAY);
        storage.waits_since.set_value(Some(since));
        storage.timer.after(if rests && !is_long { 0 } else { SAVE_DELAY }, move || self.save_now());
    }

    /// Saves what was changed since it was last saved. What was only looked at is nobody's work yet.
    pub(super) fn save_pending(self) {
        if self.storage.waits_since.get_value().is_some() {
            self.save_now();
        }
    }

    /// The same, and the steps back and forth.
    pub fn save_all(self) {
        self.save_pending();
        self.stash_history();
    }

    /// Saves once more what was saved before the code that packs was there.
    pub fn save_packed(self) {
        if self.storage.is_unpacked.get_value() {
            self.save_now();
        }
    }

    pub(super) fn save_now(self) {
        let storage = self.storage;
        storage.timer.stop();
        storage.waits_since.set_value(None);
        storage.saved_at.set_value(browser::now());
        let document = untrack(move || self.document());
        let keeping = storage.keeping.get_untracked();
        storage.is_unpacked.set_value(keeping.is_none());
        let Some(link) = untrack(|| self.fragment_of(&document)) else {
            // The code that says so comes with the code that packs, and it is saved once more then.
            if let Some(keeping) = keeping {
                (keeping.refuse)(self);
            }
            return;
        };
        storage.write_address(&link, false);
        // A document shown inside another page is nobody's work, and would come back without a notebook.
        if document.options.embed {
            return;
        }
        self.note(Some(link));
        if self.origin.get_untracked() == Origin::Work {
            self.store_tab(&storage.shelf.with_untracked(|shelf| shelf.open().to_string()));
            storage.remember_open();
            storage.steps_timer.after(STEPS_DELAY, move || self.stash_history());
        }
    }

    /// The shelf's open document is what is on the screen, but for what is saved and only looked at.
    pub(super) fn note(self, link: Option<String>) {
        let title = self.evaluation.with_untracked(|evaluation| title(&evaluation.0));
        let is_work = self.origin.get_untracked() == Origin::Work;
        self.storage.shelf.update(|shelf| {
            let open = shelf.open().to_string();
            if let Some(tab) = shelf.get_mut(&open) {
                if let Some(link) = link.filter(|_| is_work || !tab.kept) {
                    tab.link = link;
                }
                tab.title = title;
            }
        });
    }

    /// The open document is called by what is known of its text now: the program that it is, once what reads programs is
    /// there.
    pub(super) fn call_after_text(self) {
        let title = self.evaluation.with_untracked(|evaluation| title(&evaluation.0));
        if self.storage.shelf.with_untracked(|shelf| shelf.present().is_some_and(|tab| tab.title != title)) {
            self.note(None);
        }
    }

    /// Saves a document as it stands on the shelf. One that came from a link is not.
    pub(super) fn store_tab(self, id: &str) {
        let storage = self.storage;
        let Some(tab) = storage.shelf.with_untracked(|shelf| shelf.get(id).filter(|tab| tab.kept).cloned()) else {
            return;
        };
        match storage.keeping.with_untracked(|keeping| keeping.map(|keeping| keeping.store)) {
            Some(store) => store(self, tab),
            // Code that knows of other pages and of rooms that are full comes a moment after the first picture, and
            // saves then what is not written over by what does not.
            None if browser::stored(&key(TAB_KEY, id))
                .is_none_or(|there| there == tab.saved && is_whole(id, &there)) =>
            {
                storage.write_tab(id, tab.stored());
            }
            None => {}
        }
    }

    /// Puts the steps of the open document where they outlive it.
    pub(super) fn stash_history(self) {
        let storage = self.storage;
        if !self.history_changed.get_value() {
            return;
        }
        let write = storage.keeping.with_untracked(|keeping| keeping.map(|keeping| keeping.history));
        let write = write.unwrap_or(History::stored_unpacked);
        self.history_changed.set_value(false);
        let stored = self.history.with_value(write);
        let open = storage.shelf.with_untracked(|shelf| shelf.open().to_string());
        if self.origin.get_untracked() == Origin::Work && !self.options.with_untracked(|options| options.embed) {
            storage.store_history(&open, &stored);
        }
        storage.shelf.update(|shelf| {
            if let Some(tab) = shelf.get_mut(&open) {
                tab.history = stored;
            }
        });
    }

    /// The fragment of a document, without the `#`, in the readable spelling while what packs has not arrived; `None` of
    /// a document that is too large.
    pub fn fragment_of(self, document: &Document) -> Option<String> {
        let write = self.storage.keeping.with(|keeping| keeping.map(|keeping| keeping.link));
        let written = write.unwrap_or(link::encode_readable)(document);
        written.ok().map(|fragment| fragment.trim_start_matches('#').to_string())
    }

    /// The link to the document as it is now.
    pub fn address(self) -> Option<String> {
        Some(format!("{}#{}", browser::base_address(), self.fragment_of(&self.document())?))
    }
}
