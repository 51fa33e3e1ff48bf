//! Finding by a few typed letters: which of many entries they mean, the best first.
//!
//! Each word of a search must be found in an entry's label or in its other words; the letters of a word need not stand
//! together, but the closer they stand, and the more of them begin a word, the better. Latin letters are alike in both
//! cases, and any character counts: `右逆` finds 右逆映射.

/// How many characters of a search count.
pub const SEARCH_LIMIT: usize = 64;

/// How many characters of a label, and of each other text, count.
pub const LABEL_LIMIT: usize = 200;

/// What can be found.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// What it is called on the screen.
    pub label: &'a str,
    /// What else it answers to: its name in the other language, what it does.
    pub words: &'a [&'a str],
    /// How recently it was chosen: 1 for the last time, 2 for the time before, …; `None` where it was not.
    pub recent: Option<usize>,
}

/// An entry that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its place among the entries.
    pub place: usize,
    /// Which characters of its label were typed, counted from 0, in order.
    pub letters: Vec<usize>,
}

/// The entries that a search means, the best first; what is equally good is in the order of the entries, after what was
/// chosen recently. An empty search finds all of them.
///
/// The work is bounded by the number of entries, [`SEARCH_LIMIT`] and [`LABEL_LIMIT`].
pub fn find(search: &str, entries: &[Entry<'_>]) -> Vec<Found> {
    let search = folded(search, SEARCH_LIMIT);
    let words = search.split(|letter| letter.is_whitespace()).filter(|word| !word.is_empty()).collect::<Vec<_>>();
    let mut found = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        if let Some((score, letters)) = score(&words, entry) {
            let recent = entry.recent.unwrap_or(usize::MAX);
            found.push((std::cmp::Reverse(score), recent, Found { place, letters }));
        }
    }
    found.sort_by_key(|found| (found.0, found.1, found.2.place));
    found.into_iter().map(|(_, _, found)| found).collect()
}

/// How much a match in other words than the label is worth, of what it would be worth there.
const ELSEWHERE: i32 = 4;

fn score(words: &[&[char]], entry: &Entry<'_>) -> Option<(i32, Vec<usize>)> {
    let label = folded(entry.label, LABEL_LIMIT);
    let mut letters = Vec::new();
    let mut total = 0;
    let mut others = None::<Vec<Vec<char>>>;
    for word in words {
        if let Some((score, places)) = word_in(word, &label) {
            // A short label that is all but typed is meant more than a long one.
            total += 2 * score - (label.len() / 8) as i32;
            letters.extend(places);
            continue;
        }
        // Here the letters have to stand together: a sentence has any four letters somewhere.
        let others = others.get_or_insert_with(|| entry.words.iter().map(|words| folded(words, LABEL_LIMIT)).collect());
        total += others.iter().filter_map(|other| together(word, other)).max()? / ELSEWHERE;
    }
    letters.sort_unstable();
    letters.dedup();
    Some((total, letters))
}

/// The characters as they are compared.
fn folded(text: &str, most: usize) -> Vec<char> {
    text.chars().take(most).map(|letter| letter.to_lowercase().next().unwrap_or(letter)).collect()
}

/// What a typed letter is worth; one that follows the letter typed before it; one that begins a word; and the whole label.
/// A letter that follows others at a distance costs.
const LETTER: i32 = 4;
const FOLLOWS: i32 = 8;
const APART: i32 = 8;
const BEGINS: i32 = 10;
const WHOLE: i32 = 20;

fn begins(text: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    before.is_none_or(|before| !before.is_alphanumeric())
}

/// The best way to read the letters of a word in a text, in order, and what it is worth.
///
/// Reads the text once for each letter: `best[i]` is the best reading whose last letter is at `i`.
fn word_in(word: &[char], text: &[char]) -> Option<(i32, Vec<usize>)> {
    let mut rows = Vec::<Vec<Option<(i32, usize)>>>::new();
    for (number, letter) in word.iter().enumerate() {
        let mut row = vec![None; text.len()];
        // The best reading of the letters before that ends anywhere before here.
        let mut best = None::<(i32, usize)>;
        for (at, (found, cell)) in text.iter().zip(&mut row).enumerate() {
            let before = at.checked_sub(1).and_then(|before| Some((rows.last()?.get(before)?.as_ref()?.0, before)));
            if let Some(before) = before.filter(|before| best.is_none_or(|best| before.0 >= best.0)) {
                best = Some(before);
            }
            if found != letter {
                continue;
            }
            let own = LETTER + if begins(text, at) { BEGINS } else { 0 };
            *cell = if number == 0 {
                Some((own + if at == 0 { BEGINS } else { 0 }, at))
            } else {
                let near = before.map(|(score, from)| (score + own + FOLLOWS, from));
                let far = best.map(|(score, from)| (score + own - APART, from));
                near.max(far)
            };
        }
        rows.push(row);
    }
    let last = rows.last()?;
    let ends = last.iter().enumerate().filter_map(|(at, cell)| Some((cell.as_ref()?.0, at)));
    let (score, mut at) = ends.reduce(|best, end| if end.0 > best.0 { end } else { best })?;
    let mut places = vec![at];
    for row in rows.iter().skip(1).rev() {
        at = row.get(at)?.as_ref()?.1;
        places.push(at);
    }
    places.reverse();
    // Letters strewn over a label are no word of it: most of them have to follow another or begin something.
    let is_strewn = word.len() > 2 && score < 8 * word.len() as i32;
    let whole = if word.len() == text.len() { WHOLE } else { 0 };
    (!is_strewn).then_some((score + whole, places))
}

/// What it is worth that the letters of a word stand together in a text.
fn together(word: &[char], text: &[char]) -> Option<i32> {
    let places = text.windows(word.len().max(1)).enumerate().filter(|(_, window)| *window == word);
    let worth =
        places.map(|(at, _)| word.len() as i32 * (LETTER + FOLLOWS) + if begins(text, at) { BEGINS } else { 0 });
    worth.max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LABELS: [&str; 13] = [
        "compact_col_major",
        "complement",
        "composition",
        "zipped_divide",
        "zipped_product",
        "logical_divide",
        "right_inverse",
        "Undo",
        "Grid",
        "Worked example",
        "导出全部文档",
        "Dark theme",
        "The same modes as a matrix",
    ];

    fn names(search: &str) -> Vec<&'static str> {
        let entries = LABELS.map(|label| Entry { label, words: &[], recent: None });
        find(search, &entries).into_iter().map(|found| LABELS[found.place]).collect()
    }

    #[test]
    fn a_few_letters_find_what_is_meant_first() {
        let cases = [
            ("comp", "complement"),
            ("compo", "composition"),
            ("zd", "zipped_divide"),
            ("zip prod", "zipped_product"),
            ("prod zip", "zipped_product"),
            ("divide", "zipped_divide"),
            ("INV", "right_inverse"),
            ("we", "Worked example"),
            ("wex", "Worked example"),
            ("undo", "Undo"),
            ("grid", "Grid"),
            ("文档", "导出全部文档"),
            ("导文", "导出全部文档"),
            ("theme", "Dark theme"),
        ];
        for (search, expected) in cases {
            assert_eq!(names(search).first(), Some(&expected), "{search}: {:?}", names(search));
        }
        for nothing in ["xyzzy", "divide theme", "odnu"] {
            assert_eq!(names(nothing), [""; 0], "{nothing}");
        }
        assert_eq!(names("  ").len(), LABELS.len());
    }

    #[test]
    fn the_other_language_finds_it_too_but_later() {
        let entries = [
            Entry {
                label: "nullspace",
                words: &["零空间", "coordinates that a static stride maps to an undo"],
                recent: None,
            },
            Entry { label: "Undo", words: &["撤销"], recent: None },
        ];
        let places = |search: &str| find(search, &entries).into_iter().map(|found| found.place).collect::<Vec<_>>();
        assert_eq!(places("undo"), [1, 0]);
        assert_eq!(places("零空"), [0]);
        assert_eq!(places("撤销"), [1]);
        assert_eq!(places("null stride"), [0]);
        assert_eq!(places("null std"), [0; 0]);
    }

    #[test]
    fn what_was_chosen_recently_comes_first_among_equals() {
        let recent = |label, recent| Entry { label, words: &[], recent };
        let entries = [recent("a", None), recent("b", Some(2)), recent("c", Some(1)), recent("d", None)];
        let places = |search: &str| find(search, &entries).into_iter().map(|found| found.place).collect::<Vec<_>>();
        assert_eq!(places(""), [2, 1, 0, 3]);
        assert_eq!(places("a"), [0]);
    }

    #[test]
    fn the_letters_that_were_typed_are_marked() {
        let letters = |search: &str, label: &str| {
            find(search, &[Entry { label, words: &[], recent: None }])
                .into_iter()
                .flat_map(|found| found.letters)
                .collect::<Vec<_>>()
        };
        assert_eq!(letters("zd", "zipped_divide"), [0, 7]);
        assert_eq!(letters("inv", "right_inverse"), [6, 7, 8]);
        assert_eq!(letters("导文", "导出全部文档"), [0, 4]);
    }

    proptest! {
        #[test]
        fn letters_are_in_order_and_inside(search in ".{0,80}", labels in prop::collection::vec(".{0,240}", 0..6)) {
            let entries = labels.iter().map(|label| Entry { label, words: &[], recent: None }).collect::<Vec<_>>();
            for found in find(&search, &entries) {
                let count = labels[found.place].chars().count();
                prop_assert!(found.letters.is_sorted_by(|one, other| one < other));
                prop_assert!(found.letters.iter().all(|letter| *letter < count.min(LABEL_LIMIT)));
            }
        }
    }
}
