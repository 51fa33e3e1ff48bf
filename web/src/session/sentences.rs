//! What the session asks of what comes later: sentences about mistakes, links that are packed, documents that are saved.

use colex::notebook::{Diagnostic, Evaluation, Repair};
use colex::words::Tongue;
use colex::{AnyLayout, Error};
use colex_document::history::History;
use colex_document::link::LinkError;
use colex_document::shelf::Tab;
use colex_document::{Document, View};

use super::{Derived, Excess, Session};

/// What says in sentences what is wrong, and packs links: nothing is wrong yet when the page begins, and nothing long.
#[derive(Clone, Copy)]
pub struct Sentences {
    /// The sentence of a diagnostic.
    pub diagnostic: fn(&Diagnostic, Tongue) -> String,
    /// The label of a repair.
    pub repair: fn(&Repair, Tongue) -> String,
    /// The sentence of an error of the algebra.
    pub error: fn(&Error, Tongue) -> String,
    /// What follows from the session.
    pub derive: fn(Session) -> Derived,
    /// What of a statement's layout lies beyond its operands.
    pub beyond: fn(&Evaluation, usize) -> Option<Excess>,
    /// The link to a document.
    pub link: fn(&Document) -> Result<String, LinkError>,
    /// The steps back and forth as they are kept.
    pub history: fn(&History) -> String,
    /// Saves a document where other pages save it too, and where there may be no room.
    pub store: fn(Session, Tab),
    /// Says that the open document is too long to be saved.
    pub refuse: fn(Session),
    /// Lets go of what is asked that a layout does not have.
    pub let_go: fn(&mut View, &AnyLayout),
}
