//! Where in the course a document stands, as a link has it: names and numbers only, never a lesson's text.
//!
//! ```text
//! cosize,3               the third card of a lesson
//! e,cosize,0,41          the first exercise at the end of a lesson, with the seed 41
//! x,index-of-number,2,7  an exercise by its generator, level and seed
//! p,index-of-number,2,7  the same as part of practice without end
//! m,2,41,0               the first exercise of a module's mixed set with the seed 41
//! y,view+memory          the card that explains something, by its name in `why`
//! s,0,WORD               the beginning of a class's sheet; s,1,WORD its first exercise
//! ```

use std::fmt;

/// Maximum number of bytes of a sheet as a word.
pub const SHEET_LIMIT: usize = 800;

/// An exercise by its generator.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Drawn {
    /// The name of the generator.
    pub name: String,
    /// From 1 to 3.
    pub level: u8,
    /// The seed.
    pub seed: u64,
}

/// Where in the course a document stands.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Place {
    /// A card of a lesson, counted from 1.
    Card(String, usize),
    /// An exercise at the end of a lesson: which of them, from 0, and the seed.
    Ending(String, usize, u64),
    /// An exercise by itself.
    Exercise(Drawn),
    /// An exercise of practice without end.
    Practice(Drawn),
    /// An exercise of a module's mixed set: the module from 0, the seed, and which of them, from 0.
    Mixed(usize, u64, usize),
    /// The card that explains something: a view, a concept, an error.
    Why(String),
    /// Of a sheet, by its word: its beginning at 0, then its exercises, and behind the last its end.
    Sheet(usize, String),
}

/// Reports whether a text is the name of a lesson or of a generator, as far as its letters say.
pub(super) fn is_name(text: &str) -> bool {
    let is_of_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !text.is_empty() && text.len() <= 40 && text.bytes().all(is_of_name)
}

impl Place {
    /// Reads what a link has; `None` of anything else. Law: `Place::read(&place.to_string()) = Some(place)`.
    ///
    /// ```
    /// use colex::learn::place::Place;
    ///
    /// for text in ["cosize,3", "e,cosize,0,41", "x,index-of-number,2,7", "m,2,41,0", "y,view-memory", "s,0,WORD"] {
    ///     let place = Place::read(text);
    ///     assert!(place.is_some());
    ///     assert_eq!(place.as_ref().and_then(|place| Place::read(&place.to_string())), place);
    /// }
    /// ```
    pub fn read(text: &str) -> Option<Place> {
        let (kind, rest) = text.split_once(',')?;
        let drawn = |rest: &str| {
            let mut parts = rest.split(',');
            let name = parts.next().filter(|name| is_name(name))?.to_owned();
            let (level, seed) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            parts.next().is_none().then_some(Drawn { name, level, seed })
        };
        match kind {
            "x" => drawn(rest).map(Place::Exercise),
            "p" => drawn(rest).map(Place::Practice),
            "e" => {
                let mut parts = rest.split(',');
                let name = parts.next().filter(|name| is_name(name))?.to_owned();
                let (at, seed) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
                parts.next().is_none().then_some(Place::Ending(name, at, seed))
            }
            "m" => {
                let mut parts = rest.split(',');
                let (module, seed, at) =
                    (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
                parts.next().is_none().then_some(Place::Mixed(module, seed, at))
            }
            "y" => {
                let is_key = |byte: u8| byte.is_ascii_alphanumeric() || b" -_.".contains(&byte);
                (!rest.is_empty() && rest.len() <= 60 && rest.bytes().all(is_key)).then(|| Place::Why(rest.to_owned()))
            }
            "s" => {
                let (at, word) = rest.split_once(',')?;
                let at = at.parse().ok()?;
                (!word.is_empty() && word.len() <= SHEET_LIMIT).then(|| Place::Sheet(at, word.to_owned()))
            }
            name => {
                let number = rest.parse().ok().filter(|number| *number > 0)?;
                is_name(name).then(|| Place::Card(name.to_owned(), number))
            }
        }
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.name, self.level, self.seed)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Card(name, number) => write!(f, "{name},{number}"),
            Place::Ending(name, at, seed) => write!(f, "e,{name},{at},{seed}"),
            Place::Exercise(drawn) => write!(f, "x,{drawn}"),
            Place::Practice(drawn) => write!(f, "p,{drawn}"),
            Place::Mixed(module, seed, at) => write!(f, "m,{module},{seed},{at}"),
            Place::Why(key) => write!(f, "y,{key}"),
            Place::Sheet(at, word) => write!(f, "s,{at},{word}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read_as_they_are_written() {
        for text in [
            "cosize,3",
            "idx2crd,1",
            "e,cosize,2,41",
            "x,index-of-number,2,7",
            "p,a,1,18446744073709551615",
            "m,2,41,0",
            "y,view way-back",
            "s,4,a.2,b.1;7;p",
        ] {
            assert_eq!(Place::read(text).map(|place| place.to_string()).as_deref(), Some(text));
        }
        let none =
            ["", "cosize", "cosize,0", "cosize,-1", "Cosize,1", "x,a,1", "x,a,1,2,3", "x,a,300,1", "m,1,2", "s,1,"];
        for text in none.into_iter().chain(["x,<b>,1,2", ",1", "s,x,y", "a b,1"]) {
            assert_eq!(Place::read(text), None, "{text}");
        }
        assert_eq!(Place::read(&format!("s,0,{}", "a".repeat(SHEET_LIMIT + 1))), None);
    }
}
