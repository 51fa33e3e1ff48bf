//! The sentences of diagnostics, laws, answers and pictures, in English and Chinese, and those of layouts (`sentences`). The
//! kinds know the numbers, this room the words.

mod act;
mod answer;
mod board;
mod diagnostic;
mod difference;
mod emit;
mod formula;
mod insight;
mod kind;
mod laws;
mod lens;
mod paste;
mod report;
mod scene;
mod swizzled;
mod unreadable;

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

pub use crate::sentences::*;
pub use act::{act, brackets};
pub use answer::{answer, exchanged, reason as answer_reason};
pub use board::{
    board_answer, board_element, board_legend, board_summary, not_asked, permuted, repeated_values, shared_operands,
    warps_of,
};
pub use diagnostic::{diagnostic, repair};
pub use difference::{layout_difference, value_difference};
pub use emit::unspelled;
pub use formula::{formula_checked, formula_conditions};
pub use insight::insight;
pub use kind::value_kind;
pub use laws::{called as letter, concept, counter_example, equation, in_names, law, premise, reason, verdict};
pub use lens::{condition, staticness, when};
pub use paste::{
    counts as program_counts, input_kind as program_input_kind, line as program_line, reason as program_reason,
};
pub use report::{more_reports, report};
pub use scene::{called, class, class_again, classless, colours, merged, role, way};
pub use swizzled::{mapped, sentence as swizzle_sentence};
pub use unreadable::{modes_in_words, no_set, unreadable};
