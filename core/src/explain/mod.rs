//! What explains a layout to a reader, step by step and with its own numbers: the facts with where they come from, a
//! coordinate worked out, an index taken back, the slots of memory counted. Whoever shows it computes nothing.

pub mod facts;
pub mod insight;
pub mod order;
pub mod slot;
pub mod tally;
pub mod way_back;

pub use crate::worked_example;
