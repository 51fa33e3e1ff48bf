//! Meanings of the letters of the laws in a notebook: the names that it has itself.

use super::Promise;
use crate::notebook::token::is_name;
use crate::notebook::{Evaluation, Performed};
use crate::verdict::Letters;

/// Meaning of a letter in the laws of one operation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Letter {
    letter: &'static str,
    /// Which argument it is; `None` of what the laws work out.
    position: Option<usize>,
    /// Word for it where it has no name, in English and Chinese.
    pub(crate) word: [&'static str; 2],
}

impl Letter {
    /// The letter of an argument.
    pub(crate) const fn operand(letter: &'static str, position: usize, word: [&'static str; 2]) -> Letter {
        Letter { letter, position: Some(position), word }
    }

    /// The letter of what is no argument.
    pub(crate) const fn derived(letter: &'static str, word: [&'static str; 2]) -> Letter {
        Letter { letter, position: None, word }
    }
}

/// Number of names that are kept: of more, words for what has no name may be such a name.
const NAMES_LIMIT: usize = 256;

/// The letters of the operation that a statement performs, of which this is what it promises.
pub(crate) fn letters(
    evaluation: &Evaluation,
    statement: usize,
    performed: &Performed,
    promise: Option<&Promise>,
) -> Letters {
    let operation = performed.function.name;
    let text = evaluation.text();
    let of_operand = LETTERS.iter().filter_map(|letter| {
        let place = performed.places.get(position(promise, letter)?)?;
        let written = place.of(text).trim();
        is_name(written).then(|| (*letter, written.to_string()))
    });
    let found = evaluation.statements().get(statement).and_then(|found| found.name.as_ref());
    let is_whole = evaluation.performed(statement, None).is_some_and(|whole| whole.span == performed.span);
    let of_result = found.filter(|_| is_whole).map(|(name, _)| ("R", name.clone()));
    let names = of_operand.chain(of_result).collect();
    let all = evaluation.statements().iter().filter_map(|statement| statement.name.as_ref());
    let taken = all.map(|(name, _)| name.clone()).take(NAMES_LIMIT).collect();
    Letters { operation, names, taken }
}

/// The letters that stand for operands.
const LETTERS: [&str; 8] = ["A", "B", "C", "T", "V", "M", "S", "k"];

/// Which argument of an operation a letter stands for; where it does not say, A is its first and B its second.
fn position(promise: Option<&Promise>, letter: &str) -> Option<usize> {
    match (said(promise, letter), letter) {
        (Some(said), _) => said.position,
        (None, "A") => Some(0),
        (None, "B") => Some(1),
        (None, _) => None,
    }
}

/// Finds what an operation says of a letter.
pub(crate) fn said(promise: Option<&Promise>, letter: &str) -> Option<&'static Letter> {
    promise?.letters.iter().find(|said| said.letter == letter)
}
