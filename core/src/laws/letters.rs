//! What the letters of the laws stand for in a notebook: the names that it has itself.

use crate::notebook::{Evaluation, Performed};

/// What the letters of the laws of one operation stand for.
///
/// A letter by itself would be one more name beside those of the notebook, which may call something else by it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Letters {
    /// CuTe's name of the operation.
    pub operation: &'static str,
    /// The letters of what has a name, with that name.
    pub names: Vec<(&'static str, String)>,
    /// All names of the notebook.
    pub taken: Vec<String>,
}

/// How many names are kept: of more, words for what has no name may be such a name.
const NAMES_LIMIT: usize = 256;

impl Letters {
    /// The letters of the operation that a statement performs.
    pub fn of(evaluation: &Evaluation, statement: usize, performed: &Performed) -> Letters {
        let operation = performed.function.name;
        let text = evaluation.text();
        let of_operand = LETTERS.iter().filter_map(|letter| {
            let place = performed.places.get(position(operation, letter)?)?;
            let written = place.of(text).trim();
            let is_name = written.chars().all(|c| c.is_alphanumeric() || c == '_')
                && written.starts_with(|first: char| first.is_alphabetic() || first == '_');
            is_name.then(|| (*letter, written.to_string()))
        });
        let found = evaluation.statements().get(statement).and_then(|found| found.name.as_ref());
        let is_whole = evaluation.performed(statement, None).is_some_and(|whole| whole.span == performed.span);
        let of_result = found.filter(|_| is_whole).map(|(name, _)| ("R", name.clone()));
        let names = of_operand.chain(of_result).collect();
        let all = evaluation.statements().iter().filter_map(|statement| statement.name.as_ref());
        let taken = all.map(|(name, _)| name.clone()).take(NAMES_LIMIT).collect();
        Letters { operation, names, taken }
    }

    /// The name of what a letter stands for, if it has one.
    pub fn name(&self, letter: &str) -> Option<&str> {
        self.names.iter().find(|(own, _)| *own == letter).map(|(_, name)| name.as_str())
    }
}

/// The letters that stand for operands.
const LETTERS: [&str; 7] = ["A", "B", "T", "V", "M", "S", "k"];

/// Which argument of an operation a letter stands for.
fn position(operation: &str, letter: &str) -> Option<usize> {
    match (operation, letter) {
        ("slice" | "slice_and_offset", "A") | ("idx2crd" | "crd2idx", "S" | "A") => Some(1),
        ("idx2crd", "k") => Some(0),
        ("make_layout_tv", "T") | (_, "A") => Some(0),
        ("complement", "M") | ("tile_to_shape", "S") | ("make_layout_tv", "V") => Some(1),
        ("get_hier_coord" | "get_flat_coord" | "get_1d_coord", "k") => Some(1),
        (_, "B") => Some(1),
        (divide, "T") if divide.ends_with("_divide") => Some(1),
        _ => None,
    }
}
