//! From one document to another: opening, beginning, closing, renaming and ordering those on the shelf.

use colex_document::history::History;
use colex_document::shelf::Tab;
use colex_document::{Document, Language, Options, Theme};
use leptos::prelude::*;

use super::saving::{is_understood, origin_of_kept, read, stored_history, title_of};
use super::{Draft, Notice, Origin};
use crate::browser;

impl Draft {
    /// Opens a document of the shelf.
    pub fn open_document(self, id: &str) {
        let storage = self.storage;
        if storage.shelf.with_untracked(|shelf| shelf.open() == id || shelf.get(id).is_none()) {
            return;
        }
        if storage.shelf.with_untracked(|shelf| shelf.get(id).is_some_and(|tab| tab.kept && !is_understood(&tab.link)))
        {
            return storage.notices.notify(Notice::Unreadable(1));
        }
        if !self.leave() {
            return;
        }
        storage.shelf.update(|shelf| shelf.choose(id));
        self.show_open();
    }

    /// Opens another document as a visit, with an entry in the browser's history. Where there is a document that is not
    /// saved it takes its place.
    pub fn visit(self, document: Document) {
        let kept = self.options.get_untracked();
        let document =
            Document { options: Options { embed: false, ..keep_tastes(document.options, &kept) }, ..document };
        if let Some(link) = untrack(|| self.fragment_of(&document)) {
            self.save_pending();
            self.storage.write_address(&link, true);
        }
        self.visit_here(document);
    }

    /// Shows another document where this one is, without an entry in the browser's history.
    pub fn show_instead(self, document: Document) {
        let kept = self.options.get_untracked();
        let options = Options { embed: kept.embed, ..keep_tastes(document.options, &kept) };
        self.visit_here(Document { options, ..document });
    }

    /// The same for what the address holds already.
    pub(super) fn visit_here(self, document: Document) {
        let storage = self.storage;
        let unkept = storage.shelf.with_untracked(|shelf| {
            let mut unkept = shelf.tabs().iter().filter(|tab| !tab.kept);
            unkept.next().map(|tab| tab.id.clone())
        });
        let is_here = unkept.as_deref().is_some_and(|id| storage.shelf.with_untracked(|shelf| shelf.open() == id));
        if is_here {
            // One goes back from an example to the one before it.
            self.history.update_value(|history| history.push(document.clone()));
        } else {
            if !self.leave() {
                return;
            }
            let tab = Tab { id: browser::unlike_any_other(), ..Tab::default() };
            storage.shelf.update(|shelf| {
                let id = unkept.unwrap_or_else(|| {
                    let id = tab.id.clone();
                    shelf.push(tab);
                    id
                });
                shelf.choose(&id);
            });
            self.history.set_value(History::new(document.clone()));
        }
        self.origin.set(Origin::Visit);
        self.put_titled(document);
    }

    /// Begins a document with nothing in it.
    pub fn begin_document(self) {
        self.begin(Document::of_text(""), "");
        browser::focus("notebook");
    }

    /// Begins a document like the one that is open.
    pub fn duplicate(self) {
        let storage = self.storage;
        let document = untrack(move || self.document());
        let name = storage.label();
        let name = storage.shelf.with_untracked(|shelf| shelf.free_name(&name));
        self.begin(document, &name);
        self.adopt();
    }

    fn begin(self, document: Document, name: &str) {
        let storage = self.storage;
        if !storage.shelf.with_untracked(|shelf| shelf.has_room(1)) {
            return storage.notices.notify(Notice::Full);
        }
        if !self.leave() {
            return;
        }
        let kept = self.options.get_untracked();
        let document = document.own();
        let document = Document { options: keep_tastes(document.options, &kept), ..document };
        let tab = Tab { id: browser::unlike_any_other(), name: name.to_string(), ..Tab::default() };
        storage.shelf.update(|shelf| {
            let id = tab.id.clone();
            shelf.push(tab);
            shelf.choose(&id);
        });
        self.origin.set(Origin::Visit);
        self.history.set_value(History::new(document.clone()));
        self.put_titled(document);
    }

    /// From now on the open document is the person's own.
    pub fn adopt(self) {
        self.own_now();
        self.save_now();
    }

    /// Gives a document a name, which is also to keep it; an empty one lets it be called by its title.
    pub fn rename(self, id: &str, name: &str) {
        let storage = self.storage;
        storage.shelf.update(|shelf| {
            shelf.rename(id, name);
            if let Some(tab) = shelf.get_mut(id) {
                tab.kept = tab.kept || !name.trim().is_empty();
            }
        });
        if storage.shelf.with_untracked(|shelf| shelf.present().is_some_and(|tab| tab.id == id && tab.kept)) {
            self.adopt();
        } else {
            self.store_tab(id);
        }
    }

    /// Moves a document by so many places.
    pub fn shift_document(self, id: &str, by: isize) {
        let mut moved = Vec::new();
        self.storage.shelf.update(|shelf| moved = shelf.shift(id, by));
        moved.iter().for_each(|id| self.store_tab(id));
    }

    /// Takes a document off the shelf, and says how it comes back.
    pub fn close_document(self, id: &str) {
        let storage = self.storage;
        let is_open = storage.shelf.with_untracked(|shelf| shelf.open() == id);
        if is_open {
            self.leave();
        }
        // The document that comes back is the stored one, which another page may have written.
        self.catch_up_with(id);
        let history = stored_history(id);
        let mut was_kept = false;
        storage.shelf.update(|shelf| {
            if let Some(tab) = shelf.get_mut(id) {
                was_kept = tab.kept;
                if !history.is_empty() {
                    tab.history = history;
                }
            }
            shelf.take_off(id);
        });
        if is_open && storage.is_long.get_value() {
            storage.no_longer_long();
        }
        storage.unstore(id);
        storage.no_longer_unkept(id);
        if storage.shelf.with_untracked(|shelf| shelf.present().is_none()) {
            self.begin(Document::of_text(""), "");
        } else if is_open {
            self.show_open();
        }
        if was_kept {
            storage.notices.notify(Notice::Closed);
        }
    }

    /// Puts the document that was closed last back, and opens it.
    pub fn reopen(self) {
        let storage = self.storage;
        storage.notices.withdraw(|notice| *notice == Notice::Closed);
        let mut back = None;
        let mut is_here = false;
        if !self.leave() {
            return;
        }
        storage.shelf.update(|shelf| {
            is_here = shelf.closed().last().is_some_and(|tab| shelf.get(&tab.id).is_some());
            back = shelf.put_back();
        });
        let Some(id) = back else {
            if storage.shelf.with_untracked(|shelf| !shelf.closed().is_empty()) {
                storage.notices.notify(Notice::Full);
            }
            return;
        };
        if !is_here {
            self.store_tab(&id);
            let history = storage.shelf.with_untracked(|shelf| shelf.get(&id).map(|tab| tab.history.clone()));
            storage.store_history(&id, &history.unwrap_or_default());
        }
        storage.shelf.update(|shelf| shelf.choose(&id));
        self.show_open();
    }

    /// Takes in documents of a file, each under a name that no other has; answers how many there was room for.
    pub fn take_in(self, documents: Vec<colex_document::file::Filed>) -> usize {
        let storage = self.storage;
        let mut taken = 0;
        let mut first = None;
        for filed in documents {
            let id = browser::unlike_any_other();
            let mut has_room = true;
            storage.shelf.update(|shelf| {
                has_room = shelf.has_room(1);
                if has_room {
                    let name = if filed.name.is_empty() { String::new() } else { shelf.free_name(&filed.name) };
                    let (document, _) = read(&filed.link);
                    let (title, link, history) = (title_of(&document), filed.link, filed.history.clone());
                    shelf.push(Tab { id: id.clone(), name, title, link, history, kept: true, ..Tab::default() });
                }
            });
            if !has_room {
                break;
            }
            self.store_tab(&id);
            storage.store_history(&id, &filed.history);
            first = first.or(Some(id));
            taken += 1;
        }
        if let Some(first) = first {
            self.open_document(&first);
        }
        taken
    }

    /// Before another document comes to the screen: what is on it is saved. What is too long for that stays there.
    fn leave(self) -> bool {
        let storage = self.storage;
        self.save_pending();
        self.stash_history();
        let is_long = storage.is_long.get_value();
        if is_long {
            storage.notices.notify(Notice::TooLong);
        }
        !is_long
    }

    /// Brings the shelf's open document to the screen.
    fn show_open(self) {
        let storage = self.storage;
        let Some(tab) = storage.shelf.with_untracked(|shelf| shelf.present().cloned()) else { return };
        if tab.kept && !is_understood(&tab.link) {
            storage.notices.notify(Notice::Unreadable(1));
            return self.begin(Document::of_text(""), "");
        }
        let (document, damage) = read(&tab.link);
        self.origin.set(if tab.kept { origin_of_kept(damage.as_ref()) } else { Origin::Visit });
        if let Some(damage) = damage {
            storage.notices.notify(damage);
        }
        let kept = self.options.get_untracked();
        let document = document.own();
        let document = Document { options: own_tastes(document.options, &kept), ..document };
        let history = storage.history_of(&tab);
        self.history.set_value(History::restored(&history, document.clone()));
        self.put_titled(document);
        storage.remember_open();
    }

    /// Shows a document that is not the one before, and lets its tab follow at once.
    fn put_titled(self, document: Document) {
        self.number.update_value(|number| *number += 1);
        self.last_stroke.set_value(None);
        self.complaining.set(true);
        let link = untrack(|| self.fragment_of(&document));
        self.put(document);
        self.history_changed.set_value(false);
        if let Some(link) = &link {
            self.storage.write_address(link, false);
        }
        self.note(link);
    }
}

/// The options of another document with this person's language, theme and type size where it leaves them open.
fn keep_tastes(theirs: Options, own: &Options) -> Options {
    Options {
        language: if theirs.language == Language::Auto { own.language } else { theirs.language },
        theme: if theirs.theme == Theme::Auto { own.theme } else { theirs.theme },
        big: own.big,
        present: own.present,
        underscores: theirs.underscores || own.underscores,
        ..theirs
    }
}

/// The options of another document of this person: language, theme and size belong to the person, not to the document.
fn own_tastes(saved: Options, now: &Options) -> Options {
    Options { language: now.language, theme: now.theme, big: now.big, present: now.present, ..saved }
}
