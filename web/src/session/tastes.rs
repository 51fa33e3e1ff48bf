//! Tastes of whoever reads: the language, the colours, the size of type, and how numbers are spelled. They follow from the
//! options of the document, and from what the address asks for.

use std::ops::Range;

use colex::words::Tongue;
use colex_document::arrangement::ViewId;
use colex_document::visit::Visit;
use colex_document::{Language, Options, Theme};
use leptos::prelude::*;

use super::{Draft, Lasting, draft, lasting};
use crate::browser;
use crate::signals::{Memo, RwSignal};

/// Function that names a view, in both languages.
pub type Heading = fn(ViewId) -> (&'static str, &'static str);

/// Tastes of whoever reads.
pub type Tastes = Lasting<Handles>;

/// Handles of the tastes.
pub struct Handles {
    /// Options that the address asks for this visit alone.
    pub visit: RwSignal<Visit>,
    /// The language of the page.
    pub tongue: Memo<Tongue>,
    /// True if the page is dark.
    pub dark: Memo<bool>,
    /// True if type is big enough for a class room.
    pub big: Memo<bool>,
    /// True if the text writes static numbers as such.
    pub writes_statics: Memo<bool>,
    options: RwSignal<Options>,
    /// The heading of a view in both languages: the page's table of views, which stands on a floor of its own.
    heading: Heading,
}

impl Tastes {
    /// Tastes that a document and the address have.
    pub(super) fn new(heading: Heading, visit: Visit, draft: Draft) -> Tastes {
        let draft::Handles { text, options, .. } = *draft;
        let visit = RwSignal::new(visit);
        let system_dark = RwSignal::new(browser::media("(prefers-color-scheme: dark)"));
        browser::on_media("(prefers-color-scheme: dark)", move |dark| system_dark.set(dark));
        let chinese = browser::preferred_language().to_ascii_lowercase().starts_with("zh");
        let theme = move || visit.with(|visit| visit.theme).unwrap_or_else(|| options.with(|options| options.theme));
        lasting(Handles {
            visit,
            tongue: Memo::new(move |_| match options.with(|options| options.language) {
                Language::Chinese => Tongue::Chinese,
                Language::Auto if chinese => Tongue::Chinese,
                _ => Tongue::English,
            }),
            dark: Memo::new(move |_| match theme() {
                Theme::Dark => true,
                Theme::Light => false,
                Theme::Auto => system_dark.get(),
            }),
            big: Memo::new(move |_| options.with(|options| options.big || options.present)),
            writes_statics: Memo::new(move |_| text.with(|text| colex::notebook::value::writes_statics(text))),
            options,
            heading,
        })
    }

    /// A text of the page in the current language.
    pub fn say(self, english: &'static str, chinese: &'static str) -> &'static str {
        self.tongue.get().pick(english, chinese)
    }

    /// A text of the page that follows the language. It has one type whatever it says, which keeps the page small:
    /// every closure in a view is code of its own.
    pub fn text(self, english: &'static str, chinese: &'static str) -> Signal<&'static str> {
        let tongue = self.tongue;
        Signal::derive(move || tongue.get().pick(english, chinese))
    }

    /// Returns the name of a document, or what is said of one that has no name and nothing to be called by.
    pub fn or_untitled(self, label: &str) -> String {
        if label.is_empty() { self.say("Untitled", "未命名").to_string() } else { label.to_string() }
    }

    /// The heading of a view.
    pub fn heading(self, view: ViewId) -> Signal<&'static str> {
        let (english, chinese) = (self.heading)(view);
        self.text(english, chinese)
    }

    /// The heading of a view in both languages.
    pub fn headings(self, view: ViewId) -> (&'static str, &'static str) {
        (self.heading)(view)
    }

    /// Dark where it is light, and light where it is dark.
    pub fn next_theme(self, draft: Draft) {
        let dark = self.dark.get_untracked();
        // The theme that the address asked for held until the person chose otherwise.
        self.visit.update(|visit| visit.theme = None);
        draft.edit(|document| document.options.theme = if dark { Theme::Light } else { Theme::Dark });
    }

    /// The other language.
    pub fn next_language(self, draft: Draft) {
        let other = self.tongue.get_untracked().pick(Language::Chinese, Language::English);
        draft.edit(|document| document.options.language = other);
    }

    /// Reports whether underscores are printed: where the person wants them, and where the text writes them.
    pub fn has_underscores(self) -> bool {
        self.options.with(|options| options.underscores) || self.writes_statics.get()
    }

    /// A coordinate, index or layout as the person wants to see it: with or without underscores.
    pub fn spell(self, printed: &str) -> String {
        if self.has_underscores() { printed.to_string() } else { colex::notebook::value::without_underscores(printed) }
    }

    /// The same in parts, and which of them lie in ranges that ascend.
    pub fn spelled_parts(self, printed: &str, lit: &[Range<usize>]) -> Vec<(String, bool)> {
        let mut at = 0;
        let mut parts = Vec::new();
        let end = printed.len()..printed.len();
        for Range { start, end } in lit.iter().chain([&end]) {
            for (range, is_lit) in [(at..*start, false), (*start..*end, true)] {
                let part = printed.get(range).unwrap_or_default();
                if !part.is_empty() {
                    parts.push((self.spell(part), is_lit));
                }
            }
            at = *end;
        }
        parts
    }
}
