//! The document: the notebook text, what of it is looked at, and the options. Everything else on a screen is derived.
//!
//! Plain data with its history, its links and the edits of a layout's tree; it knows no page and no browser.

use std::sync::Arc;

pub mod arrangement;
pub mod edit;
pub mod embed;
mod escape;
pub mod file;
pub mod find;
pub mod history;
pub mod link;
mod pack;
pub mod run;
pub mod shelf;
pub mod visit;
pub mod words;

pub use colex::look::{ASKED_LIMIT, Form, Held, HeldColour, Label, MemorySpace, View};
use colex::make::Major;
use colex::notebook::syntax::Span;

use self::arrangement::Arrangement;

/// Largest number of bytes of UTF-8 of a notebook text.
pub const TEXT_LIMIT: usize = 1 << 20;

/// The notebook text of the first screen.
pub const FIRST_TEXT: &str = "A = (3,(2,3)):(3,(12,1))\nA(16)";

/// The coordinate that is chosen on the first screen.
pub const FIRST_POINT: &str = "16";

/// Everything that a link carries: a text, a way of looking at it, and options.
///
/// Example: `Document::default()` is the first screen, which teaches before it is touched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The notebook, at most [`TEXT_LIMIT`] bytes where it is to become a link.
    pub text: Arc<str>,
    /// View of the document: what is looked at.
    pub view: View,
    /// Options by which it is read and shown.
    pub options: Options,
}

impl Default for Document {
    fn default() -> Self {
        let view = View { point: Some(FIRST_POINT.to_owned()), ..View::default() };
        Document { text: FIRST_TEXT.into(), view, options: Options::default() }
    }
}

impl Document {
    /// A text with nothing chosen and the default options.
    pub fn of_text(text: impl Into<Arc<str>>) -> Self {
        Document { text: text.into(), view: View::default(), options: Options::default() }
    }

    /// The document as a person's own: not inside another page and not presented. Those two belong to the address that
    /// was opened; what is kept would come back without a notebook.
    pub fn own(mut self) -> Self {
        self.options.embed = false;
        self.options.present = false;
        self
    }

    /// The document with lines that end as those of a field of a page do, whatever ended them in a link that was made
    /// elsewhere: a place in the field is a place in the text.
    pub fn in_lines(mut self) -> Self {
        if self.text.contains('\r') {
            self.text = self.text.replace("\r\n", "\n").replace('\r', "\n").into();
        }
        self
    }

    /// Writes `text` where `span` is, unless that is no part of the text: then nothing changes.
    pub fn replace(&mut self, span: Span, text: &str) {
        if let (Some(before), Some(_), Some(behind)) =
            (self.text.get(..span.start), self.text.get(span.start..span.end), self.text.get(span.end..))
        {
            self.text = [before, text, behind].concat().into();
        }
    }

    /// Writes statements at the end of the text, each in a line of its own.
    pub fn append<'a>(&mut self, statements: impl IntoIterator<Item = &'a str>) {
        let mut text = self.text.to_string();
        for statement in statements {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(statement);
        }
        self.text = text.into();
    }

    /// About how many bytes of memory it takes, which is what [`history::History`] counts.
    pub fn bytes(&self) -> usize {
        let asked = [&self.view.point, &self.view.coordinates, &self.view.asked, &self.view.run];
        let asked = asked.into_iter().flatten().map(String::len).sum::<usize>();
        let numbers = (self.view.mode.len() + self.view.slice.len() + self.view.read.len()) * size_of::<u64>();
        size_of::<Document>() + self.text.len() + asked + numbers
    }
}

/// Options by which the text is read and shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// True if plain numbers are compile-time integers; the default.
    pub compile_time: bool,
    /// True if compile-time integers are shown with their underscore, `_4`; not the default.
    pub underscores: bool,
    /// From which side strides are generated for a bare shape; the left by default, as in CuTe.
    pub major: Major,
    /// The language of the words on the screen.
    pub language: Language,
    /// Dark on light or light on dark.
    pub theme: Theme,
    /// True if type is big enough for a class room.
    pub big: bool,
    /// True if it stands inside another page, with nothing around the views.
    pub embed: bool,
    /// Meaning of the colours of the grid.
    pub colour: Colour,
    /// Content of the cells of a thread-value map.
    pub label: Label,
    /// Further content of a thread-value map.
    pub held: Held,
    /// True if the page is shown to a class: as large as the screen, step by step.
    pub present: bool,
    /// Arrangement of the views on the screen; `None` is as the page has them.
    pub arrangement: Option<Arrangement>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            compile_time: true,
            underscores: false,
            major: Major::Left,
            language: Language::Auto,
            theme: Theme::Auto,
            big: false,
            embed: false,
            colour: Colour::Index,
            label: Label::Both,
            held: Held::default(),
            present: false,
            arrangement: None,
        }
    }
}

/// The language of the words on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// Language that the reader's browser asks for.
    #[default]
    Auto,
    /// English.
    English,
    /// Chinese.
    Chinese,
}

/// The theme of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Theme that the reader's system asks for.
    #[default]
    Auto,
    /// Light ink on dark ground.
    Dark,
    /// Dark ink on light ground.
    Light,
}

/// Meaning of the colours of the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colour {
    /// The index modulo 8, as CuTe's `print_latex` has it.
    #[default]
    Index,
    /// The coordinate in the mode pointed at.
    Mode,
    /// The tile.
    Tile,
    /// The thread.
    Thread,
    /// The shared-memory bank.
    Bank,
    /// No colours.
    None,
}
