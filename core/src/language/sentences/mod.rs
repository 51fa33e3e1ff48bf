//! The sentences of what knows no notebook, in English and Chinese: errors, steps, atoms, costs, tables of indices. The kinds
//! know the numbers, this room the words; those of what stands above are in `words`.

mod atoms;
mod cost;
mod error;
mod finder;
mod from_table;
mod names;
mod step;
mod tensor_map;

pub use atoms::{atom_reason, parting, told_of_atom, unfit};
pub use cost::{access_facts, bank, global_cost, percent, phase, quotient, ranks, sector, shared_cost, widest};
pub use error::error;
pub use finder::{checked, copy_answer, finder_problem, memory_use, padding, swizzle_answer, swizzle_why};
pub use from_table::{read_error, refutation, sheet_error, table_answer};
pub use names::problem as name_problem;
pub use step::{bits, step};
pub use tensor_map::{counted_modes, map_box, map_rest, map_summary};

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
