//! The sentences of errors, diagnostics, laws and steps, in English and Chinese. The kinds know the numbers, this room
//! the words.

mod diagnostic;
mod emit;
mod error;
mod kind;
mod laws;
mod lens;
mod report;
mod step;

pub use diagnostic::{diagnostic, repair};
pub use emit::unspelled;
pub use error::error;
pub use kind::value_kind;
pub use laws::{counter_example, law, premise, reason, verdict};
pub use lens::{condition, staticness, when};
pub use report::{more_reports, report};
pub use step::step;

/// A language of the page and the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Tongue {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Tongue {
    /// The text of this language.
    pub fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Tongue::English => english,
            Tongue::Chinese => chinese,
        }
    }
}
