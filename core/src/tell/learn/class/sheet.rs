//! A sheet: which exercises, from which seed, the same for all or each with numbers of their own.
//!
//! ```text
//! cosize-of-layout.2,index-of-number.1;41;p;Week 3
//! ```
//!
//! The exercises with their levels, a seed, `p` for personal numbers or `s` for the same, and what the sheet is called.

use std::fmt;

use super::{folded, hash, spelled, tidy};
use crate::learn::course::SEEDS;
use crate::learn::exercise::{Exercise, Generator, LEVELS};
use crate::learn::generators;
use crate::learn::place::{Drawn, SHEET_LIMIT};
use crate::learn::random::Random;

/// Maximum number of exercises of a sheet.
pub const ITEMS_LIMIT: usize = 20;

/// A sheet of exercises.
///
/// Law: `Sheet::read(&sheet.to_string()) = Some(sheet)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sheet {
    /// The generators by name, with their levels: 1 to [`ITEMS_LIMIT`] of them.
    pub items: Vec<(String, u8)>,
    /// The seed, below [`SEEDS`].
    pub seed: u64,
    /// True if each student has numbers of their own.
    pub personal: bool,
    /// Title of the sheet; it may be empty.
    pub title: String,
}

impl Sheet {
    /// Reads a sheet's word; `None` of anything else, and of exercises that there are not.
    ///
    /// ```
    /// use colex::learn::class::sheet::Sheet;
    ///
    /// let sheet = Sheet::read("index-of-coordinate.2,coordinate-of-number.1;41;p;Week 3");
    /// assert_eq!(sheet.as_ref().and_then(|sheet| Sheet::read(&sheet.to_string())), sheet);
    /// assert!(sheet.is_some_and(|sheet| sheet.items.len() == 2 && sheet.personal));
    /// ```
    pub fn read(word: &str) -> Option<Sheet> {
        if word.len() > SHEET_LIMIT {
            return None;
        }
        let mut parts = word.splitn(4, ';');
        let items = parts.next()?.split(',').take(ITEMS_LIMIT + 1).map(|item| {
            let (name, level) = item.split_once('.')?;
            let level = level.parse().ok().filter(|level| LEVELS.contains(level))?;
            generators::find(name).map(|generator| (generator.name.to_owned(), level))
        });
        let items = items.collect::<Option<Vec<_>>>().filter(|items| items.len() <= ITEMS_LIMIT)?;
        let seed = parts.next()?.parse().ok().filter(|seed| *seed < SEEDS)?;
        let personal = match parts.next()? {
            "p" => true,
            "s" => false,
            _ => return None,
        };
        Some(Sheet { items, seed, personal, title: tidy(parts.next().unwrap_or_default()) })
    }

    /// Reports whether it fits into a link: some exercises, and not too many.
    ///
    /// Law: the word of such a sheet is no longer than [`SHEET_LIMIT`].
    ///
    /// ```
    /// use colex::learn::class::sheet::{ITEMS_LIMIT, Sheet};
    /// use colex::learn::{class::NAME_LIMIT, generators, place::SHEET_LIMIT};
    ///
    /// let names = generators::ALL.iter().map(|generator| generator.name.to_owned());
    /// let longest = names.max_by_key(String::len).unwrap_or_default();
    /// let items = vec![(longest, 3); ITEMS_LIMIT];
    /// let sheet = Sheet { items, seed: 999_999, personal: true, title: "周".repeat(NAME_LIMIT) };
    /// assert!(sheet.fits() && sheet.to_string().len() <= SHEET_LIMIT);
    /// ```
    pub fn fits(&self) -> bool {
        (1..=ITEMS_LIMIT).contains(&self.items.len())
    }

    /// A short name by which results say whose they are; the title does not change it.
    pub fn mark(&self) -> String {
        let untitled = Sheet { title: String::new(), ..self.clone() };
        spelled(hash(&untitled.to_string()), 5)
    }

    /// Returns what draws an exercise, counted from 0, for a student, whose name is in NFKC; `None` behind the last.
    ///
    /// Law: names that are [`folded`] alike have the same exercises.
    ///
    /// ```
    /// use colex::learn::class::sheet::Sheet;
    ///
    /// let sheet = Sheet::read("index-of-coordinate.2,coordinate-of-number.1;41;p;Week 3").ok_or("a sheet")?;
    /// assert_eq!(sheet.drawn(1, "Ada Lovelace"), sheet.drawn(1, " ada  LOVELACE"));
    /// assert_ne!(sheet.drawn(1, "Ada Lovelace"), sheet.drawn(1, "Emmy Noether"));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn drawn(&self, at: usize, name: &str) -> Option<Drawn> {
        let (generator, level) = self.items.get(at)?;
        let whose = if self.personal { folded(name) } else { String::new() };
        // Each place draws for itself, so that the same kind twice is not the same exercise twice.
        let mut random = Random::new(&whose, 0, self.seed.wrapping_mul(ITEMS_LIMIT as u64 + 1).wrapping_add(at as u64));
        Some(Drawn { name: generator.clone(), level: *level, seed: random.bits() % SEEDS })
    }

    /// An exercise with what draws it.
    pub fn exercise(&self, at: usize, name: &str) -> Option<(&'static Generator, Drawn, Exercise)> {
        let drawn = self.drawn(at, name)?;
        let generator = generators::find(&drawn.name)?;
        let exercise = generator.exercise(drawn.level, drawn.seed)?;
        Some((generator, drawn, exercise))
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, level)) in self.items.iter().enumerate() {
            write!(f, "{}{name}.{level}", if place > 0 { "," } else { "" })?;
        }
        write!(f, ";{};{}", self.seed, if self.personal { "p" } else { "s" })?;
        let title = tidy(&self.title);
        if title.is_empty() { Ok(()) } else { write!(f, ";{title}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: &str = "index-of-coordinate.2,coordinate-of-number.1,index-of-coordinate.2;41;p;Week 3; Tuesday";

    #[test]
    fn sheets_are_read_as_they_are_written() {
        for word in [WORD, "index-of-coordinate.2;0;s", "index-of-coordinate.1;999999;s;第三周"] {
            let sheet = Sheet::read(word).expect("a sheet");
            assert_eq!(sheet.to_string(), word);
            assert!(sheet.fits());
        }
        let many = format!("{};1;s", vec!["index-of-coordinate.1"; 30].join(","));
        for word in [
            "",
            ";1;s",
            "index-of-coordinate.4;1;s",
            "index-of-coordinate.1;1",
            "index-of-coordinate.1;1;x",
            "index-of-coordinate.1;1000000;s",
            "nothing.1;1;s",
            "index-of-coordinate.1;-1;s",
            &many,
        ] {
            assert_eq!(Sheet::read(word), None, "{word}");
        }
    }

    #[test]
    fn the_longest_sheet_fits_into_a_link() {
        let mut names = generators::ALL.iter().map(|generator| generator.name.to_owned()).collect::<Vec<_>>();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let items = names.into_iter().take(ITEMS_LIMIT).map(|name| (name, 3)).collect();
        let sheet = Sheet { items, seed: SEEDS - 1, personal: true, title: "第".repeat(60) };
        assert!(sheet.fits());
        assert_eq!(Sheet::read(&sheet.to_string()), Some(sheet));
    }

    #[test]
    fn a_name_has_its_own_numbers_and_always_the_same() {
        let sheet = Sheet::read(WORD).expect("a sheet");
        let seeds = |sheet: &Sheet, name: &str| {
            (0..3).map(|at| sheet.drawn(at, name).map(|drawn| drawn.seed)).collect::<Vec<_>>()
        };
        assert_eq!(seeds(&sheet, " ADA  Lovelace"), seeds(&sheet, "ada lovelace"));
        assert_ne!(seeds(&sheet, "Ada"), seeds(&sheet, "Eva"));
        let own = seeds(&sheet, "Ada");
        assert_ne!(own.first(), own.last());
        let same = Sheet { personal: false, ..sheet.clone() };
        assert_eq!(seeds(&same, "Ada"), seeds(&same, "Eva"));
        assert_eq!(sheet.drawn(3, "Ada"), None);
        assert!(sheet.exercise(2, "Ada").is_some());
        // Exercises handed out once stay the same.
        assert_eq!(own, [Some(478_521), Some(926_623), Some(672_323)]);
        assert_eq!(sheet.mark(), Sheet { title: "Another".into(), ..sheet.clone() }.mark());
        assert_ne!(sheet.mark(), same.mark());
    }
}
