//! The dialogs of the page, each in a folder with the name of its heading, and the one table of them. A dialog knows no
//! other.

mod documents;
mod examples;
mod export;
mod find_anything;
mod function;
mod help;
mod learn;
mod share;
mod views;

use crate::loader::Load;
use crate::session::Asked;
use crate::signals::RwSignal;

pub use self::documents::EXPORT_ALL;
pub use self::examples::NOTICE;

/// The dialogs, each beside what asks for it.
pub fn all(asked: Asked) -> [(RwSignal<u32>, Load); 9] {
    [
        (asked.learn, learn::PART),
        (asked.examples, examples::PART),
        (asked.palette, find_anything::PART),
        (asked.reference, function::PART),
        (asked.arrange, views::PART),
        (asked.export, export::PART),
        (asked.share, share::PART),
        (asked.help, help::PART),
        (asked.documents, documents::PART),
    ]
}
