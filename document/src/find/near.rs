//! Distance of a typed word from the words of a text.

use super::text::{Text, Word};

/// The longest word that is compared letter by letter.
const LONGEST: usize = 24;

/// Returns the number of mistakes that a word of so many letters may have.
fn allowed(letters: usize) -> usize {
    match letters {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    }
}

/// The fewest mistakes between a word and one of a text, or the beginning of one while it is still being typed; `None`
/// where there are too many, or more than the first letter is wrong at the beginning.
pub(super) fn edits_between(word: &Word, text: &Text) -> Option<usize> {
    let typed = word.typed().chars().collect::<Vec<_>>();
    let most = allowed(typed.len());
    if most == 0 || word.may_lack || typed.len() > LONGEST || !typed.iter().all(|letter| letter.is_alphanumeric()) {
        return None;
    }
    let words = text.folded.split(|letter: char| !letter.is_alphanumeric());
    let words = words.chain([text.squeezed.as_str()]).filter(|word| word.is_ascii() && word.len() > 2);
    let edits = words.filter_map(|other| {
        let other = other.chars().take(LONGEST).collect::<Vec<_>>();
        let begins_alike =
            typed.first() == other.first() || typed.first() == other.get(1) || typed.get(1) == other.first();
        (begins_alike && other.len() + most >= typed.len()).then(|| edits(&typed, &other))
    });
    edits.min().filter(|edits| *edits <= most)
}

/// Returns the number of letters to put in, leave out, change or swap with the next, to make one word the other or the
/// beginning of it; for an end that is not there yet there is one mistake.
///
/// Damerau's distance with swaps of neighbours: `row[j]` is that of the letters so far and the first `j`.
fn edits(typed: &[char], other: &[char]) -> usize {
    let mut two_before = Vec::<usize>::new();
    let mut before = (0..=other.len()).collect::<Vec<_>>();
    let mut last = None;
    for (i, letter) in typed.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, found) in other.iter().enumerate() {
            let at = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
            let change = at(&before, j) + usize::from(letter != found);
            let mut least = change.min(at(&before, j + 1) + 1).min(at(&row, j) + 1);
            let is_swapped = i > 0 && j > 0 && last == Some(found) && other.get(j - 1) == Some(letter);
            if is_swapped {
                least = least.min(at(&two_before, j - 1) + 1);
            }
            row.push(least);
        }
        two_before = std::mem::replace(&mut before, row);
        last = Some(letter);
    }
    let whole = before.last().copied().unwrap_or(usize::MAX);
    // While it is being typed only the beginning of a longer word is there.
    let beginning = if typed.len() > 4 { before.iter().copied().min().unwrap_or(whole) + 1 } else { whole };
    whole.min(beginning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_counted() {
        let cases = [
            ("brodcast", "broadcast", 1),
            ("composiiton", "composition", 1),
            ("swizle", "swizzle", 1),
            ("logcal", "logical", 1),
            ("undo", "undo", 0),
            ("odnu", "undo", 3),
            ("complemnt", "complement", 1),
            ("compoi", "composition", 2),
        ];
        for (one, other, expected) in cases {
            let letters = |word: &str| word.chars().collect::<Vec<_>>();
            assert_eq!(edits(&letters(one), &letters(other)), expected, "{one} {other}");
        }
    }
}
