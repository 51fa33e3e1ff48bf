//! Whose work the document is, and where it is kept: the address, the browser's storage, and the way between them.

use colex::document::{Document, Language, Options, Theme, link};
use leptos::prelude::*;

use super::{Notice, Origin, Session};
use crate::browser;

/// How long the page waits before it writes the address and saves, in milliseconds. Safari refuses more than 100
/// address changes in 30 seconds.
const SAVE_DELAY: i32 = 500;
/// Where the person's own work is kept in the browser.
const WORK_KEY: &str = "colex.work";

/// What the page begins with.
pub(super) struct Beginning {
    /// The document.
    pub(super) document: Document,
    /// Where it came from.
    pub(super) origin: Origin,
    /// What there is to say about the link.
    pub(super) notice: Option<Notice>,
    /// Whether there is saved work.
    pub(super) has_work: bool,
    /// What the address holds.
    pub(super) written: String,
}

impl Beginning {
    /// From the address, else from saved work, else the first document.
    pub(super) fn find() -> Beginning {
        let written = browser::fragment().trim_start_matches('#').to_string();
        let saved = browser::stored(WORK_KEY);
        let has_work = saved.is_some();
        let own = saved.as_deref().and_then(|saved| link::decode(saved).ok());
        let begin =
            |document, origin, notice| Beginning { document, origin, notice, has_work, written: written.clone() };
        if written.is_empty() {
            return match own {
                Some(own) => begin(own, Origin::Work, None),
                None => begin(Document::default(), Origin::First, None),
            };
        }
        let is_own = saved.is_some_and(|saved| saved == written);
        match link::decode(&written) {
            Ok(document) => begin(document, if is_own { Origin::Work } else { Origin::Visit }, None),
            Err(error) => {
                begin(error.salvaged().cloned().unwrap_or_default(), Origin::Visit, Some(Notice::Link(error)))
            }
        }
    }
}

impl Session {
    /// Keeps the document and the address together as long as the page lives.
    pub(super) fn keep(self) {
        browser::on_window("hashchange", move |_: browser::Event| self.follow_address());
        browser::on_window("popstate", move |_: browser::Event| self.follow_address());
        // What was typed last is kept, however soon the page goes.
        browser::on_window("pagehide", move |_: browser::Event| self.save_pending());
        browser::on_window("visibilitychange", move |_: browser::Event| self.save_pending());
    }

    /// What a person changes becomes that person's work where there is none yet. Looking is no change.
    pub(super) fn own(self, before: &Document, after: &Document) {
        let writes = after.text != before.text;
        let becomes = match self.origin.get_untracked() {
            Origin::Work => false,
            Origin::First => writes || after.options != before.options,
            Origin::Visit => writes && !self.has_work.get_untracked(),
        };
        if becomes {
            self.origin.set(Origin::Work);
        }
    }

    /// Opens another document as a visit, with an entry in the browser's history.
    pub fn visit(self, document: Document) {
        self.save_pending();
        self.origin.set(Origin::Visit);
        let kept = self.options.get_untracked();
        let document =
            Document { options: Options { embed: false, ..keep_tastes(document.options, &kept) }, ..document };
        if let Ok(fragment) = link::encode(&document) {
            let fragment = fragment.trim_start_matches('#').to_string();
            browser::set_fragment(&fragment, true);
            self.written.set_value(fragment);
        }
        self.history.update_value(|history| history.push(document.clone()));
        self.put(document);
    }

    /// Goes back to the saved work.
    pub fn return_to_work(self) {
        let Some(work) = browser::stored(WORK_KEY).and_then(|saved| link::decode(&saved).ok()) else { return };
        self.origin.set(Origin::Work);
        self.history.update_value(|history| history.push(work.clone()));
        self.put(work);
    }

    /// From now on the document on the screen is the person's own work.
    pub fn adopt(self) {
        self.origin.set(Origin::Work);
        self.save_now();
    }

    fn follow_address(self) {
        let fragment = browser::fragment();
        let fragment = fragment.trim_start_matches('#');
        if fragment.is_empty() || self.written.with_value(|written| written == fragment) {
            return;
        }
        self.save_pending();
        self.written.set_value(fragment.to_string());
        match link::decode(fragment) {
            Ok(document) => {
                let work = browser::stored(WORK_KEY);
                let is_own = work.is_some_and(|work| work == fragment);
                self.origin.set(if is_own { Origin::Work } else { Origin::Visit });
                self.history.update_value(|history| history.push(document.clone()));
                self.put(document);
            }
            Err(error) => self.notice.set(Some(Notice::Link(error))),
        }
    }

    pub(super) fn save_later(self) {
        if let Some(timer) = self.save_timer.get_value() {
            timer.cancel();
        }
        self.save_timer.set_value(Some(browser::after(SAVE_DELAY, move || self.save_now())));
    }

    /// Saves what was changed since it was last saved. What was only looked at is nobody's work yet.
    fn save_pending(self) {
        if self.save_timer.get_value().is_some() {
            self.save_now();
        }
    }

    fn save_now(self) {
        if let Some(timer) = self.save_timer.get_value() {
            timer.cancel();
            self.save_timer.set_value(None);
        }
        let document = untrack(move || self.document());
        let Ok(fragment) = link::encode(&document) else { return };
        let fragment = fragment.trim_start_matches('#').to_string();
        if self.written.with_value(|written| *written != fragment) {
            browser::set_fragment(&fragment, false);
            self.written.set_value(fragment.clone());
        }
        // What is shown inside another page is nobody's work, and would come back without a notebook.
        if self.origin.get_untracked() == Origin::Work && !document.options.embed {
            self.has_work.set(browser::store(WORK_KEY, &fragment));
        }
    }

    /// The link to the document as it is now.
    pub fn address(self) -> Option<String> {
        let fragment = link::encode(&self.document()).ok()?;
        Some(format!("{}#{}", browser::base_address(), fragment.trim_start_matches('#')))
    }
}

/// The options of another document with this person's language, theme and type size where it leaves them open.
fn keep_tastes(theirs: Options, own: &Options) -> Options {
    Options {
        language: if theirs.language == Language::Auto { own.language } else { theirs.language },
        theme: if theirs.theme == Theme::Auto { own.theme } else { theirs.theme },
        big: own.big,
        underscores: theirs.underscores || own.underscores,
        ..theirs
    }
}
