//! The sentences of errors, diagnostics, laws, steps and pictures, in English and Chinese. The kinds know the numbers, this room
//! the words.

mod answer;
mod cost;
mod diagnostic;
mod difference;
mod emit;
mod error;
mod from_table;
mod kind;
mod laws;
mod lens;
mod names;
mod report;
mod scene;
mod step;
mod swizzled;

pub use answer::{answer, exchanged, reason as answer_reason};
pub use cost::{access_facts, bank, global_cost, percent, phase, quotient, ranks, sector, shared_cost, widest};
pub use diagnostic::{diagnostic, repair};
pub use difference::{layout_difference, value_difference};
pub use emit::unspelled;
pub use error::error;
pub use from_table::{read_error, refutation, sheet_error, table_answer};
pub use kind::value_kind;
pub use laws::{called as letter, concept, counter_example, equation, in_names, law, premise, reason, verdict};
pub use lens::{condition, staticness, when};
pub use names::problem as name_problem;
pub use report::{more_reports, report};
pub use scene::{called, class, class_again, classless, colours, merged, role, way};
pub use step::{bits, step};
pub use swizzled::{mapped, sentence as swizzle_sentence};

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
