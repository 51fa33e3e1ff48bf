//! Result of a student's work on a sheet, as a word that survives a chat: small letters, digits and a few marks.
//!
//! ```text
//! colex1+0k3df+416461+cosize-of-layout.2.1r,index-of-number.1.3r.divide-first+3w5e11
//! ```
//!
//! The sheet's mark, the name as hexadecimal UTF-8, and for each exercise its generator, its level, how often it was tried
//! and what came of it (`r` right, `s` shown, `n` neither), with the misconceptions behind wrong answers. What stands last
//! is a check against typing errors; it proves nothing.

use std::fmt;

use super::{hash, spelled, tidy};
use crate::learn::exercise::LEVELS;
use crate::learn::generators;
use crate::learn::misconception::{self, Misconception};

use super::sheet::{ITEMS_LIMIT, Sheet};

/// Beginning of every result.
pub const BEGIN: &str = "colex1+";
/// Maximum number of bytes of a result.
pub const RESULT_LIMIT: usize = 4000;
/// Maximum number of tries that count for an exercise.
pub const TRIES_LIMIT: u8 = 99;
/// Number of misconceptions that are told of an exercise.
pub const BECAUSE_LIMIT: usize = 4;

/// Outcome of an exercise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
    /// Nothing yet, or nothing right.
    #[default]
    Open,
    /// A right answer that was not shown.
    Right,
    /// The answer was shown, or asked of the page.
    Shown,
}

/// Student's work on one exercise.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attempt {
    /// Number of times that something was answered.
    pub tries: u8,
    /// Outcome of the exercise.
    pub outcome: Outcome,
    /// The misconceptions behind wrong answers, in the order in which they came, each once.
    pub because: Vec<&'static Misconception>,
}

impl Attempt {
    /// Reports whether the first answer was right.
    pub fn is_first_right(&self) -> bool {
        self.outcome == Outcome::Right && self.tries == 1
    }

    /// Notes an answer. What was shown before is not right any more.
    pub fn answered(&mut self, is_right: bool, because: &[&'static Misconception]) {
        if self.outcome != Outcome::Open {
            return;
        }
        self.tries = (self.tries + 1).min(TRIES_LIMIT);
        if is_right {
            self.outcome = Outcome::Right;
        }
        for one in because {
            if !self.because.contains(one) && self.because.len() < BECAUSE_LIMIT {
                self.because.push(one);
            }
        }
    }

    /// Notes that the answer was shown.
    pub fn shown(&mut self) {
        if self.outcome == Outcome::Open {
            self.outcome = Outcome::Shown;
        }
    }
}

/// Student's work on a sheet.
///
/// Law: `StudentResult::read(&result.to_string()) = Ok(result)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudentResult {
    /// The mark of the sheet.
    pub sheet: String,
    /// The name, as it was given.
    pub name: String,
    /// Each exercise by its generator and level, with what was done of it.
    pub entries: Vec<(String, u8, Attempt)>,
}

/// Why a result is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// Something is missing, or too much.
    Cut,
    /// A letter is another.
    Mistyped,
    /// It speaks of exercises or mistakes that this page does not know.
    Unknown,
}

impl StudentResult {
    /// Of a sheet nothing is done yet.
    pub fn new(sheet: &Sheet, name: &str) -> StudentResult {
        let entries = sheet.items.iter().map(|(name, level)| (name.clone(), *level, Attempt::default())).collect();
        StudentResult { sheet: sheet.mark(), name: tidy(name), entries }
    }

    /// Returns what was done of an exercise, counted from 0.
    pub fn attempt(&self, at: usize) -> Option<&Attempt> {
        self.entries.get(at).map(|(_, _, attempt)| attempt)
    }

    /// The same to be changed.
    pub fn attempt_mut(&mut self, at: usize) -> Option<&mut Attempt> {
        self.entries.get_mut(at).map(|(_, _, attempt)| attempt)
    }

    /// Reads a result.
    ///
    /// # Errors
    /// [`Damage`] says why it is none.
    ///
    /// ```
    /// use colex::learn::class::{result::StudentResult, sheet::Sheet};
    ///
    /// let sheet = Sheet::read("index-of-coordinate.2,coordinate-of-number.1;41;p;Week 3").ok_or("a sheet")?;
    /// let mut result = StudentResult::new(&sheet, "Ada Lovelace");
    /// result.entries[0].2.answered(true, &[]);
    /// assert_eq!(StudentResult::read(&result.to_string()), Ok(result));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn read(word: &str) -> Result<StudentResult, Damage> {
        let body = word.strip_prefix(BEGIN).filter(|_| word.len() <= RESULT_LIMIT).ok_or(Damage::Cut)?;
        let (body, check) = body.rsplit_once('+').ok_or(Damage::Cut)?;
        let [sheet, name, entries] = *body.split('+').collect::<Vec<_>>() else { return Err(Damage::Cut) };
        if check != check_of(body) {
            return Err(if check.len() == CHECK_DIGITS { Damage::Mistyped } else { Damage::Cut });
        }
        let name = text_of(name).ok_or(Damage::Mistyped)?;
        if tidy(&name) != name || name.is_empty() || sheet.len() != 5 {
            return Err(Damage::Mistyped);
        }
        let entries = entries.split(',').map(entry).collect::<Option<Vec<_>>>().ok_or(Damage::Unknown)?;
        if entries.len() > ITEMS_LIMIT {
            return Err(Damage::Unknown);
        }
        Ok(StudentResult { sheet: sheet.to_owned(), name, entries })
    }
}

/// Length of the check.
const CHECK_DIGITS: usize = 6;

fn check_of(body: &str) -> String {
    spelled(hash(body), CHECK_DIGITS)
}

fn text_of(hexadecimal: &str) -> Option<String> {
    let pairs = hexadecimal.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
    String::from_utf8(bytes.collect::<Option<Vec<_>>>()?).ok()
}

fn entry(text: &str) -> Option<(String, u8, Attempt)> {
    let mut parts = text.split('.');
    let name = generators::find(parts.next()?)?.name.to_owned();
    let level = parts.next()?.parse().ok().filter(|level| LEVELS.contains(level))?;
    let done = parts.next()?;
    let (tries, outcome) = done.split_at_checked(done.len().checked_sub(1)?)?;
    let outcome = match outcome {
        "r" => Outcome::Right,
        "s" => Outcome::Shown,
        "n" => Outcome::Open,
        _ => return None,
    };
    let tries = tries.parse().ok().filter(|tries| *tries <= TRIES_LIMIT)?;
    if outcome == Outcome::Right && tries == 0 {
        return None;
    }
    let because = parts.map(|id| misconception::ALL.iter().find(|one| one.id == id).copied());
    let because = because.collect::<Option<Vec<_>>>().filter(|because| because.len() <= BECAUSE_LIMIT)?;
    // Each is told once.
    if because.iter().enumerate().any(|(place, one)| because.iter().take(place).any(|other| other == one)) {
        return None;
    }
    Some((name, level, Attempt { tries, outcome, because }))
}

impl fmt::Display for StudentResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
        let entries = self.entries.iter().map(|(name, level, attempt)| {
            let outcome = match attempt.outcome {
                Outcome::Right => 'r',
                Outcome::Shown => 's',
                Outcome::Open => 'n',
            };
            let because = attempt.because.iter().map(|one| format!(".{}", one.id)).collect::<String>();
            format!("{name}.{level}.{}{outcome}{because}", attempt.tries)
        });
        let body = format!("{}+{name}+{}", self.sheet, entries.collect::<Vec<_>>().join(","));
        write!(f, "{BEGIN}{body}+{}", check_of(&body))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::misconception::{DIVIDES_FIRST, ROW_MAJOR};

    fn result() -> StudentResult {
        let sheet = Sheet::read("index-of-coordinate.2,coordinate-of-number.1,bank-conflict.3;41;p").expect("a sheet");
        let mut result = StudentResult::new(&sheet, "  王芳 Ada ");
        let first = result.attempt_mut(0).expect("an attempt");
        first.answered(false, &[DIVIDES_FIRST, ROW_MAJOR]);
        first.answered(false, &[ROW_MAJOR]);
        first.answered(true, &[]);
        first.shown();
        let second = result.attempt_mut(1).expect("an attempt");
        second.shown();
        second.answered(true, &[]);
        result
    }

    #[test]
    fn results_are_read_as_they_are_written() {
        let result = result();
        let first = result.attempt(0).expect("an attempt");
        assert_eq!((first.tries, first.outcome, first.because.len()), (3, Outcome::Right, 2));
        assert!(!first.is_first_right());
        assert_eq!(result.attempt(1).map(|attempt| (attempt.tries, attempt.outcome)), Some((0, Outcome::Shown)));
        let word = result.to_string();
        assert_eq!(StudentResult::read(&word), Ok(result));
        assert!(word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+.,-".contains(&byte)));
    }

    #[test]
    fn what_is_damaged_is_seen() {
        let word = result().to_string();
        for place in BEGIN.len()..word.len() {
            let mut other = word.clone().into_bytes();
            if let Some(byte) = other.get_mut(place) {
                *byte = if *byte == b'1' { b'2' } else { b'1' };
            }
            let other = String::from_utf8(other).expect("letters");
            assert!(StudentResult::read(&other).is_err(), "{other}");
        }
        for end in 0..word.len() {
            assert!(StudentResult::read(word.get(..end).unwrap_or_default()).is_err());
        }
        assert_eq!(StudentResult::read(&format!("{BEGIN}{}", "a".repeat(RESULT_LIMIT))), Err(Damage::Cut));
    }
}
