//! Requests of the session to what comes later: sentences about mistakes, links that are packed, documents that are
//! saved.

use colex::look::Unreadable;
use colex::notebook::{Diagnostic, Evaluation, Reason};
use colex::words::Tongue;
use colex::{AnyLayout, Error};
use colex_document::history::History;
use colex_document::link::LinkError;
use colex_document::shelf::Tab;
use colex_document::{Document, View};
use leptos::prelude::AnyView;

use super::{Derived, Draft, Excess, Session, Story};

/// Functions that the whole page has and its first picture has not: what follows from the session, and what keeps
/// documents, none of which is long yet when the page begins.
#[derive(Clone, Copy)]
pub struct Keeping {
    /// Derivation of the values that follow from the session.
    pub derive: fn(Session) -> Derived,
    /// The link to a document.
    pub link: fn(&Document) -> Result<String, LinkError>,
    /// The steps back and forth as they are kept.
    pub history: fn(&History) -> String,
    /// Saves a document where other pages save it too, and where there may be no room.
    pub store: fn(Draft, Tab),
    /// Says that the open document is too long to be saved.
    pub refuse: fn(Draft),
    /// Lets go of what is asked that a layout does not have.
    pub let_go: fn(&mut View, &AnyLayout),
}

/// Functions that say in sentences what is wrong and tell how a value came about.
#[derive(Clone, Copy)]
pub struct Sentences {
    /// The sentence of a diagnostic.
    pub diagnostic: fn(&Diagnostic, Tongue) -> String,
    /// Remedies for a diagnostic: its repairs, and the card that explains it.
    pub remedies: fn(Session, &Diagnostic) -> AnyView,
    /// The sentence of an error of the algebra.
    pub error: fn(&Error, Tongue) -> String,
    /// The sentence of a coordinate that cannot be used.
    pub unreadable: fn(&Unreadable, Tongue) -> String,
    /// Part of a statement's layout that lies beyond its operands.
    pub beyond: fn(&Evaluation, usize) -> Option<Excess>,
    /// Why a statement of a program has no value, and of which name.
    pub unknown: fn(Reason, Option<&str>, Tongue) -> String,
    /// Story of the session's operations.
    pub tell: fn(Session) -> Story,
}
