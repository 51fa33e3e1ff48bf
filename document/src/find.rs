//! Finding by a few typed words: which of many entries they mean, the best first.
//!
//! Each word of a search is looked for in an entry's label, in the other names that it answers to, and in what is told of
//! it. The same word in another form counts (`tiles`, `broadcasting`, `4x2` for 8x2), the first letters of the words of a
//! label do (`zd` for zipped_divide), and characters of any script: `右逆` finds 右逆映射. Where nothing has all the words,
//! what is nearest is found and said to be no more than that.

mod near;
mod text;

use near::edits_between;
use text::{Place, Text, Word, abbreviated, place, words_of};

/// Number of characters of a search that count.
pub const SEARCH_LIMIT: usize = 64;

/// Number of characters of a label, and of each other name, that count.
pub const LABEL_LIMIT: usize = 200;

/// Number of characters that count of what is told of an entry.
pub const TOLD_LIMIT: usize = 2000;

/// With fewer entries than this, what is a letter away is found too.
const FEW: usize = 3;

/// The most entries that are only near.
const NEAR_LIMIT: usize = 8;

/// Entry that can be found.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// Name on the screen.
    pub label: &'a str,
    /// Other names: that in the other language, what people call it elsewhere.
    pub also: Vec<&'a str>,
    /// Text told of it: sentences, a notebook.
    pub told: Vec<&'a str>,
    /// Rank by last choice: 1 for the last time, 2 for the time before, …; `None` where it was not chosen.
    pub recent: Option<usize>,
}

/// An entry that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its place among the entries.
    pub place: usize,
    /// Which characters of its label were typed, counted from 0, in order.
    pub letters: Vec<usize>,
    /// True if it has not all that was typed, and is only near.
    pub is_near: bool,
}

/// Entries made ready for many searches.
#[derive(Default, Debug)]
pub struct Index(Vec<Ready>);

#[derive(Debug)]
struct Ready {
    label: Text,
    letters: Vec<char>,
    also: Vec<Text>,
    told: String,
    recent: usize,
}

/// A word found in an entry: what that is worth, and which letters of the label it is.
type Hit = (i32, Vec<usize>);

/// Worth of a word in a label, in another name, and in what is told. A name that is all that was typed is meant more
/// than one that has it among others; a sentence has many words.
const LABEL: [(Place, i32); 4] = [(Place::Whole, 100), (Place::Word, 80), (Place::Start, 70), (Place::Inside, 40)];
const ALSO: [(Place, i32); 4] = [(Place::Whole, 92), (Place::Word, 60), (Place::Start, 50), (Place::Inside, 22)];
const TOLD: [(Place, i32); 4] = [(Place::Whole, 20), (Place::Word, 20), (Place::Start, 16), (Place::Inside, 6)];
/// Where it begins a label.
const FIRST: i32 = 6;
const ABBREVIATION: i32 = 36;
/// Additional worth of the whole search, as a label, as another name, as the beginning of one, and within one.
const ALL_LABEL: i32 = 120;
const ALL_ALSO: i32 = 110;
const ALL_BEGINS: i32 = 40;
const ALL_WITHIN: i32 = 20;
/// A run of characters that no space divides is read as words of at most so many.
const LONGEST_TOGETHER: usize = 12;
/// Worth of the same with other numbers, as a label and as another name.
const ALIKE_LABEL: i32 = 44;
const ALIKE_ALSO: i32 = 40;
/// Worth of a word with a mistake, and what each mistake takes from it.
const MISTAKEN: i32 = 60;
const MISTAKE: i32 = 10;

impl Index {
    /// Makes entries ready.
    pub fn new<'a>(entries: impl Iterator<Item = Entry<'a>>) -> Index {
        let ready = entries.map(|entry| {
            let label = Text::new(entry.label, LABEL_LIMIT);
            let told = entry.told.iter().map(|told| text::folded(told, TOLD_LIMIT)).collect::<Vec<_>>();
            Ready {
                letters: label.folded.chars().collect(),
                label,
                also: entry.also.iter().map(|also| Text::new(also, LABEL_LIMIT)).collect(),
                told: told.join("\n"),
                recent: entry.recent.unwrap_or(usize::MAX),
            }
        });
        Index(ready.collect())
    }

    /// The entries that a search means, the best first; what is equally good is in the order of the entries, after what
    /// was chosen recently. An empty search finds all of them. What is only near stands behind all the others.
    ///
    /// The work is bounded by the number of entries and the limits.
    pub fn find(&self, search: &str) -> Vec<Found> {
        let (words, squeezed) = words_of(search, SEARCH_LIMIT);
        let mut found = self.ranked(&squeezed, |entry| {
            let hits = words.iter().map(|word| entry.has(word)).collect::<Vec<_>>();
            sum(&words, hits)
        });
        if found.len() < FEW {
            let near = self.ranked(&squeezed, |entry| {
                let hit = |word: &Word| entry.has(word).or_else(|| entry.nearly_has(word));
                sum(&words, words.iter().map(hit).collect())
            });
            more(&mut found, near);
        }
        if found.is_empty() {
            let partly = self.partly(&words);
            more(&mut found, partly);
        }
        found
    }

    fn ranked(&self, squeezed: &str, hit: impl Fn(&Ready) -> Option<Hit>) -> Vec<Found> {
        let found = self.0.iter().enumerate().filter_map(|(place, entry)| {
            let (worth, letters) = hit(entry)?;
            let worth = worth + entry.is_all(squeezed);
            Some((std::cmp::Reverse(worth), entry.recent, Found { place, letters, is_near: false }))
        });
        sorted(found.collect())
    }

    /// Finds entries that have some of the words. A word that few entries have says more than one that many have.
    fn partly(&self, words: &[Word]) -> Vec<Found> {
        let hits = words.iter().map(|word| {
            let hits =
                self.0.iter().map(|entry| entry.has(word).or_else(|| entry.nearly_has(word))).collect::<Vec<_>>();
            let count = hits.iter().flatten().count();
            let rarity =
                if word.may_lack { 0 } else { 1 + (self.0.len() / (count + 1)).checked_ilog2().unwrap_or(0) as i32 };
            (hits, rarity)
        });
        let hits = hits.collect::<Vec<_>>();
        let found = self.0.iter().enumerate().filter_map(|(place, entry)| {
            let own = hits.iter().filter_map(|(hits, rarity)| Some((hits.get(place)?.as_ref()?, rarity)));
            let own = own.collect::<Vec<_>>();
            let worth = own.iter().map(|((worth, _), rarity)| worth * **rarity).sum::<i32>();
            let is_named = own.iter().any(|((worth, _), rarity)| **rarity > 0 && *worth >= ABBREVIATION);
            let letters = joined(own.iter().map(|((_, letters), _)| letters));
            is_named.then_some((std::cmp::Reverse(worth), entry.recent, Found { place, letters, is_near: true }))
        });
        sorted(found.collect())
    }
}

fn sorted(mut found: Vec<(std::cmp::Reverse<i32>, usize, Found)>) -> Vec<Found> {
    found.sort_by_key(|found| (found.0, found.1, found.2.place));
    found.into_iter().map(|(_, _, found)| found).collect()
}

/// Adds what is near behind what was found.
fn more(found: &mut Vec<Found>, near: Vec<Found>) {
    let is_new = |near: &Found| found.iter().all(|found| found.place != near.place);
    let near = near.into_iter().filter(is_new).take(NEAR_LIMIT).map(|near| Found { is_near: true, ..near });
    let near = near.collect::<Vec<_>>();
    found.extend(near);
}

fn joined<'a>(letters: impl Iterator<Item = &'a Vec<usize>>) -> Vec<usize> {
    let mut letters = letters.flatten().copied().collect::<Vec<_>>();
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// Adds up the worth of all words, unless one is missing that may not.
fn sum(words: &[Word], hits: Vec<Option<Hit>>) -> Option<Hit> {
    let is_missing = words.iter().zip(&hits).any(|(word, hit)| hit.is_none() && !word.may_lack);
    let letters = joined(hits.iter().flatten().map(|(_, letters)| letters));
    let worth = words.iter().zip(&hits).map(|(word, hit)| {
        let worth = hit.as_ref().map_or(0, |(worth, _)| *worth);
        if word.may_lack { worth / 4 } else { worth }
    });
    (!is_missing).then(|| (worth.sum(), letters))
}

fn worth(of: [(Place, i32); 4], place: Place) -> i32 {
    of.into_iter().find(|(other, _)| *other == place).map_or(0, |(_, worth)| worth)
}

impl Ready {
    /// Returns the worth of the whole search being a name of it.
    fn is_all(&self, squeezed: &str) -> i32 {
        if squeezed.is_empty() {
            return 0;
        }
        let of = |text: &Text, whole: i32| match text.squeezed.find(squeezed) {
            Some(0) if text.squeezed.len() == squeezed.len() => whole,
            Some(0) => ALL_BEGINS,
            // Within a word it may stand by chance.
            Some(_) if squeezed.chars().count() > 3 => ALL_WITHIN,
            _ => 0,
        };
        let also = self.also.iter().map(|also| of(also, ALL_ALSO)).max().unwrap_or(0);
        of(&self.label, ALL_LABEL).max(also)
    }

    /// Returns what its length takes from it: a shorter label is meant more than a long one.
    fn long(&self) -> i32 {
        self.letters.len().min(80) as i32 / 8
    }

    /// A word in any of its forms.
    fn has(&self, word: &Word) -> Option<Hit> {
        let forms = word.forms.iter().filter_map(|(form, less)| {
            let (worth, letters) = self.has_form(form, *less > 0)?;
            Some((worth - less, letters))
        });
        let best = forms.reduce(|best, hit| if hit.0 > best.0 { hit } else { best });
        best.or_else(|| word.alike.as_ref().and_then(|form| self.has_alike(form))).or_else(|| self.has_parts(word))
    }

    fn has_form(&self, form: &str, must_begin: bool) -> Option<Hit> {
        let may = |place: Place| !must_begin || place != Place::Inside;
        let count = form.chars().count();
        let long = self.long();
        let in_label = place(form, &self.label.folded).filter(|(place, _)| may(*place)).map(|(place, at)| {
            let at = self.label.folded.get(..at).map_or(0, |before| before.chars().count());
            let first = if at == 0 { FIRST } else { 0 };
            (worth(LABEL, place) + first - long, (at..at + count).collect())
        });
        let squeezed = |text: &Text| (count > 3 && text.squeezed.starts_with(form)).then_some(Place::Start);
        let in_also = self.also.iter().filter_map(|also| {
            let place = place(form, &also.folded).map(|(place, _)| place).filter(|place| may(*place));
            let words = also.folded.split_whitespace().count() as i32;
            Some(worth(ALSO, place.or_else(|| squeezed(also))?) - words.min(6))
        });
        let in_also = in_also.max().map(|worth| (worth, Vec::new()));
        let best = in_label.into_iter().chain(in_also).reduce(|best, hit| if hit.0 > best.0 { hit } else { best });
        let abbreviation = || {
            let letters = if must_begin { None } else { abbreviated(form, &self.letters) };
            letters.map(|letters| (ABBREVIATION - long, letters))
        };
        let squeezed = || squeezed(&self.label).map(|place| (worth(LABEL, place) - long, Vec::new()));
        let in_told = || {
            let (place, _) = place(form, &self.told).filter(|(place, _)| may(*place))?;
            (count > 2 || !form.is_ascii() || place == Place::Word).then(|| (worth(TOLD, place), Vec::new()))
        };
        best.or_else(squeezed).or_else(abbreviation).or_else(in_told)
    }

    /// The same with other numbers.
    fn has_alike(&self, form: &str) -> Option<Hit> {
        let is_alike = |text: &Text| text.alike.contains(form);
        let hit = |worth| Some((worth, Vec::new()));
        if is_alike(&self.label) {
            return hit(ALIKE_LABEL);
        }
        if self.also.iter().any(is_alike) {
            return hit(ALIKE_ALSO);
        }
        None
    }

    /// All parts of a word: of `logical-divide`, or of a run of characters that no space divides.
    fn has_parts(&self, word: &Word) -> Option<Hit> {
        if !word.parts.is_empty() {
            let hits = word.parts.iter().map(|part| self.has_form(part, false)).collect::<Option<Vec<_>>>()?;
            return Some((hits.iter().map(|hit| hit.0).min()?, joined(hits.iter().map(|hit| &hit.1))));
        }
        let letters = word.scriptless()?;
        let mut hits = Vec::new();
        let mut at = 0;
        while at < letters.len() {
            let longest = (at + 2..=letters.len().min(at + LONGEST_TOGETHER)).rev().find_map(|end| {
                let part = letters.get(at..end)?.iter().collect::<String>();
                Some((end, self.has_form(&part, false)?))
            });
            let (end, hit) = longest?;
            hits.push(hit);
            at = end;
        }
        Some((hits.iter().map(|hit| hit.0).min()?, joined(hits.iter().map(|hit| &hit.1))))
    }

    /// A word with a mistake in it, or the longest part of it.
    fn nearly_has(&self, word: &Word) -> Option<Hit> {
        let names = std::iter::once(&self.label).chain(&self.also).zip(0..);
        let nearly = names.filter_map(|(text, number)| {
            // A longer name is less alike.
            let less = if number == 0 { self.letters.len().min(80) as i32 / 3 } else { MISTAKE / 2 };
            Some(MISTAKEN - less - MISTAKE * edits_between(word, text)? as i32)
        });
        let nearly = nearly.max().map(|worth| (worth, Vec::new()));
        nearly.or_else(|| {
            let letters = word.scriptless()?;
            let least = letters.len().div_ceil(2).clamp(2, LONGEST_TOGETHER);
            let runs = (least..letters.len().min(LONGEST_TOGETHER + 1)).rev().flat_map(|count| letters.windows(count));
            let names = |run: &[char]| {
                self.has_form(&run.iter().collect::<String>(), false).filter(|hit| hit.0 > worth(TOLD, Place::Whole))
            };
            runs.filter_map(names).next()
        })
    }
}

#[cfg(test)]
mod tests;
