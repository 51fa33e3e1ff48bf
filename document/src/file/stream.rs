//! The file as it streams by: what a file of documents needs is kept, and nothing is made of all the rest.
//!
//! A tree of a file's JSON takes twenty times the memory of its text; hostile files are all brackets and zeros.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::DOCUMENT_LIMIT;

/// Parts of a file that are read.
#[derive(Default)]
pub(super) struct File {
    /// Its version, where that is a number.
    pub(super) version: Option<u64>,
    /// The first [`DOCUMENT_LIMIT`] of its documents and how many more there are, where they are a list.
    pub(super) documents: Option<(Vec<Entry>, usize)>,
    /// Parts of the course that were done, where that is a text.
    pub(super) progress: Option<String>,
    /// Material that is practiced, where that is a text.
    pub(super) practice: Option<String>,
}

/// Parts of a document that are read: the fields that are strings.
#[derive(Default)]
pub(super) struct Entry {
    pub(super) name: Option<String>,
    pub(super) link: Option<String>,
    pub(super) history: Option<String>,
}

/// Reads what is wanted of a text, whatever JSON it is.
pub(super) fn read(text: &str) -> serde_json::Result<File> {
    serde_json::from_str::<Read<File>>(text).map(|read| read.0)
}

/// A part of a file. It takes what it needs of a value and lets all others go by.
trait Part: Default {
    fn number(&mut self, _: u64) {}

    fn text(&mut self, _: &str) {}

    fn list<'de, A: SeqAccess<'de>>(&mut self, mut list: A) -> Result<(), A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    /// Takes the value of a field; `false` lets it go by.
    fn field<'de, A: MapAccess<'de>>(&mut self, _name: &str, _object: &mut A) -> Result<bool, A::Error> {
        Ok(false)
    }
}

impl Part for Option<u64> {
    fn number(&mut self, number: u64) {
        *self = Some(number);
    }
}

impl Part for Option<String> {
    fn text(&mut self, text: &str) {
        *self = Some(text.to_owned());
    }
}

impl Part for Option<(Vec<Entry>, usize)> {
    fn list<'de, A: SeqAccess<'de>>(&mut self, mut list: A) -> Result<(), A::Error> {
        let mut entries = Vec::new();
        while entries.len() < DOCUMENT_LIMIT {
            let Some(Read(entry)) = list.next_element()? else { break };
            entries.push(entry);
        }
        let mut more = 0;
        // A list that has ended is not asked again.
        while entries.len() == DOCUMENT_LIMIT && list.next_element::<IgnoredAny>()?.is_some() {
            more += 1;
        }
        *self = Some((entries, more));
        Ok(())
    }
}

impl Part for Entry {
    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, object: &mut A) -> Result<bool, A::Error> {
        let field = match name {
            "name" => &mut self.name,
            "link" => &mut self.link,
            "history" => &mut self.history,
            _ => return Ok(false),
        };
        *field = object.next_value::<Read<_>>()?.0;
        Ok(true)
    }
}

impl Part for File {
    fn field<'de, A: MapAccess<'de>>(&mut self, name: &str, object: &mut A) -> Result<bool, A::Error> {
        match name {
            "colex" => self.version = object.next_value::<Read<_>>()?.0,
            "documents" => self.documents = object.next_value::<Read<_>>()?.0,
            "progress" => self.progress = object.next_value::<Read<_>>()?.0,
            "practice" => self.practice = object.next_value::<Read<_>>()?.0,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// A part that was read.
struct Read<T>(T);

impl<'de, T: Part> Deserialize<'de> for Read<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader(PhantomData)).map(Read)
    }
}

struct Reader<T>(PhantomData<T>);

impl<T: Part> Reader<T> {
    fn with<E>(take: impl FnOnce(&mut T) -> Result<(), E>) -> Result<T, E> {
        let mut part = T::default();
        take(&mut part)?;
        Ok(part)
    }
}

impl<'de, T: Part> Visitor<'de> for Reader<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        Reader::with(|part: &mut T| {
            part.number(number);
            Ok(())
        })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        Reader::with(|part: &mut T| {
            part.text(text);
            Ok(())
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        Reader::with(|part: &mut T| part.list(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<T, A::Error> {
        Reader::with(|part: &mut T| {
            while let Some(name) = object.next_key::<String>()? {
                if !part.field(&name, &mut object)? {
                    object.next_value::<IgnoredAny>()?;
                }
            }
            Ok(())
        })
    }
}
