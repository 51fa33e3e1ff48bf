//! The sentences of errors, diagnostics, laws, steps and pictures, in English and Chinese. The kinds know the numbers, this room
//! the words.

mod act;
mod answer;
mod atoms;
mod board;
mod cost;
mod diagnostic;
mod difference;
mod emit;
mod error;
mod finder;
mod from_table;
mod insight;
mod kind;
mod laws;
mod lens;
mod names;
mod paste;
mod report;
mod scene;
mod step;
mod swizzled;
mod tensor_map;

/// A sentence without the blanks between Chinese words, which stand around names that are put into it.
fn without_stray_blanks(sentence: String) -> String {
    let is_chinese = |letter: Option<char>| letter.is_some_and(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter));
    let mut left = String::with_capacity(sentence.len());
    let mut letters = sentence.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_stray = letter == ' ' && is_chinese(left.chars().next_back()) && is_chinese(letters.peek().copied());
        if !is_stray {
            left.push(letter);
        }
    }
    left
}

pub use act::{act, brackets};
pub use answer::{answer, exchanged, reason as answer_reason};
pub use atoms::{atom_reason, parting, told_of_atom, unfit};
pub use board::{
    board_answer, board_element, board_legend, board_summary, not_asked, permuted, repeated_values, shared_operands,
    warps_of,
};
pub use cost::{access_facts, bank, global_cost, percent, phase, quotient, ranks, sector, shared_cost, widest};
pub use diagnostic::{diagnostic, repair};
pub use difference::{layout_difference, value_difference};
pub use emit::unspelled;
pub use error::error;
pub use finder::{checked, copy_answer, finder_problem, memory_use, padding, swizzle_answer, swizzle_why};
pub use from_table::{read_error, refutation, sheet_error, table_answer};
pub use insight::insight;
pub use kind::value_kind;
pub use laws::{called as letter, concept, counter_example, equation, in_names, law, premise, reason, verdict};
pub use lens::{condition, staticness, when};
pub use names::problem as name_problem;
pub use paste::{
    counts as program_counts, input_kind as program_input_kind, line as program_line, reason as program_reason,
};
pub use report::{more_reports, report};
pub use scene::{called, class, class_again, classless, colours, merged, role, way};
pub use step::{bits, step};
pub use swizzled::{mapped, sentence as swizzle_sentence};
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
