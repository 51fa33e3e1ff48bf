//! Tables of numbers in a log or a document: the layout that has such a table.

use crate::from_table::{Answer, Sheet, TableSearch, read_sheet};
use crate::work::finish;

/// Of how many characters a table is looked at, and how many cells the search for its layout looks at.
const LENGTH_LIMIT: usize = 1 << 14;
const SEARCH_LIMIT: u64 = 1 << 18;

/// Number of cells below which numbers are no table.
const CELLS: usize = 4;

/// Reports whether a line has only numbers, two or more, or the lines around them.
pub(super) fn is_line(line: &str) -> bool {
    let is_frame = |letter: char| matches!(letter, '|' | '+' | '-') || letter.is_whitespace();
    let mut words = line.split(|letter: char| letter.is_whitespace() || letter == '|').filter(|word| !word.is_empty());
    if line.contains("--") && line.chars().all(is_frame) {
        return line.contains('+') || line.contains('|');
    }
    words.clone().nth(1).is_some()
        && words.all(|word| word.strip_prefix('-').unwrap_or(word).chars().all(|letter| letter.is_ascii_digit()))
}

/// The layout that has a table, as CuTe prints it.
pub(super) fn layout(text: &str) -> Option<String> {
    let sheet = read_sheet(text.get(..LENGTH_LIMIT).map_or(Some(text), |_| None)?).ok()?;
    if sheet.missing() > 0 || sheet.rows() * sheet.columns() < CELLS {
        return None;
    }
    // A row alone is what is printed of a mode.
    let sheet = match (sheet.rows(), sheet.numbers()) {
        (1, Some(numbers)) => {
            Sheet::of_rows(&numbers.into_iter().map(|number| vec![Some(number)]).collect::<Vec<_>>()).ok()?
        }
        _ => sheet,
    };
    match finish(TableSearch::new(&sheet), SEARCH_LIMIT).ok()? {
        Answer::Layout { layout, offset: 0, .. } | Answer::Swizzled { layout, .. } => Some(layout.to_string()),
        _ => None,
    }
}
