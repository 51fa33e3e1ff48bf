//! The course beside the live page: a card or an exercise stands in a rail, and the page is its picture. What the reader
//! edits is the page's own notebook.

mod card;
mod choices;
mod drill;
mod field;
mod rail;
mod sheet;

use crate::loader::part;

part! {
    /// The rail with the card or the exercise that the document belongs to.
    pub RAIL: learn = rail::rail
}
