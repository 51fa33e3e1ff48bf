//! The state of the page: the document, its evaluation, and what follows from both. Everything else is derived.

pub mod acts;
mod arrivals;
mod asked;
pub mod beyond;
mod choosing;
mod colours;
pub mod derivation;
mod derived;
mod desk;
mod documents;
mod draft;
mod evaluating;
mod examined;
mod focus;
mod letting_go;
mod notices;
mod picture;
mod saving;
mod screen;
mod sentences;
mod sharing;
mod storage;
mod storing;
mod story;
mod tastes;
mod typing;
mod working;

use std::ops::Deref;
use std::sync::Arc;

use colex_document::arrangement::ViewSet;
use colex_document::visit::Visit;

pub use self::arrivals::Arrivals;
pub use self::asked::{Asked, ask};
pub use self::derived::{Derived, derived};
pub use self::desk::{Desk, EMBEDDED};
pub use self::draft::{Draft, Origin};
pub use self::examined::Finding;
pub use self::focus::{Focus, WorkedOut};
pub use self::notices::{Notice, Notices};
pub use self::picture::{Picture, entries};
use self::saving::Beginning;
pub use self::screen::{Colouring, Excess, Screen, Shown, Source, Stands};
pub use self::sentences::{Keeping, Sentences};
pub use self::storage::Storage;
pub use self::story::{Story, told};
pub use self::tastes::{Heading, Tastes};
pub use self::working::{Answer, Telling, Working};
use crate::browser;

/// A value that is equal to itself alone, so that memos compare it at no cost.
pub struct Shared<T: ?Sized>(pub Arc<T>);

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.0), Arc::as_ptr(&other.0))
    }
}

/// What is there as long as the page: a copy is an address, and so is what a closure of the page holds of it.
pub struct Lasting<T: 'static>(&'static T);

impl<T> Clone for Lasting<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Lasting<T> {}

impl<T> Deref for Lasting<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

/// Keeps a value as long as the page is there.
fn lasting<T>(value: T) -> Lasting<T> {
    Lasting(Box::leak(Box::new(value)))
}

/// The state of the page, in the parts that are asked of it. Each is there once, and lasts. A function takes
/// the parts that it needs, and all of them only where it needs most.
pub type Session = Lasting<Parts>;

/// Parts of the state of the page.
pub struct Parts {
    /// The open document.
    pub draft: Draft,
    /// Tastes of whoever reads.
    pub tastes: Tastes,
    /// Content of the screen.
    pub screen: Screen,
    /// The chosen point, and what is pointed at.
    pub focus: Focus,
    /// Arrangement of the views.
    pub desk: Desk,
    /// Code that arrives later, as far as it is there.
    pub arrivals: Arrivals,
    /// The documents, and where they are kept.
    pub storage: Storage,
    /// Notices of the page.
    pub notices: Notices,
    /// Counts of how often each dialog was asked for.
    pub asked: Asked,
}

impl Session {
    /// The session of the page: from the address, else from saved work, else the first document.
    pub fn open(heading: Heading) -> Session {
        let Beginning { mut document, history, origin, notices, shelf, written } = Beginning::find();
        let visit = Visit::read(&browser::query());
        if origin == Origin::Visit {
            visit.begin(&mut document);
        }
        // Views that a narrow window shows at first stay when it becomes wide, and the other way round.
        let is_phone = browser::is_narrow();
        let first_set = visit.set.unwrap_or(if is_phone { ViewSet::Phone } else { ViewSet::Start });
        let arrivals = Arrivals::new();
        let notices = Notices::new(notices);
        let storage = Storage::new(shelf, written, notices);
        let draft = Draft::new(&document, history, origin, storage);
        let tastes = Tastes::new(heading, visit, draft);
        let screen = Screen::new(draft, arrivals);
        let focus = Focus::new(draft, screen);
        let desk = Desk::new(first_set, draft, tastes, screen);
        draft.ask_later(screen);
        draft.let_go(screen);
        draft.evaluate(&document);
        draft.note(None);
        draft.keep();
        lasting(Parts { draft, tastes, screen, focus, desk, arrivals, storage, notices, asked: Asked::new() })
    }
}
