//! The file of all documents: JSON, written and read.
//!
//! ```json
//! { "colex": 1, "documents": [ { "name": "A", "link": "v1;;A+=+4:1;;…", "history": "…" } ] }
//! ```
//!
//! | field | holds |
//! |---|---|
//! | `colex` | [`FILE_VERSION`]; fields may be added without a new version, never changed or removed |
//! | `name` | what the document is called; may be missing |
//! | `link` | the document, as [`link::encode`] spells it |
//! | `progress`, `practice` | beside the documents: what was done of the course, and what is practised, as `colex::learn` spells them; may be missing |
//! | `history` | its steps back and forth, as [`super::history::History::stored`] spells them; may be missing |

mod stream;

use serde_json::json;

use self::stream::{Entry, File};
use super::Document;
use super::link::{self, LinkError};
use super::shelf::{DOCUMENT_LIMIT, line};

/// The version of the file.
pub const FILE_VERSION: u64 = 1;

/// Largest number of bytes of a file; browsers store a third of that for a page.
pub const FILE_LIMIT: usize = 16 << 20;

/// A document in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filed {
    /// Name of the document; empty where it is called by its title.
    pub name: String,
    /// The document as a link, which decodes to what [`Document::own`] leaves as it is.
    pub link: String,
    /// Its history, as it was stored; empty where there is none.
    pub history: String,
}

/// Number of bytes that are kept of what was learned.
pub const LEARNT_LIMIT: usize = 16 << 10;

/// Record of what was learned, which is nobody's document.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Learnt {
    /// Parts of the course that were done.
    pub progress: String,
    /// Material that is practiced.
    pub practice: String,
}

/// Contents of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// The documents that could be read, in their order.
    pub documents: Vec<Filed>,
    /// Those that could not, by their number from 1.
    pub refused: Vec<(usize, Refusal)>,
    /// Number of documents beyond those that are read.
    pub more: usize,
    /// Record of what was learned; empty where the file does not say or says too much.
    pub learnt: Learnt,
}

/// Why a file cannot be read at all.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FileError {
    /// It is no JSON from this place on, line and column counted from 1.
    NotJson {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// It is JSON, but not a file of this page's documents.
    NotOurs,
    /// A file of a version that this page does not know.
    UnknownVersion(u64),
    /// It is larger than the limit.
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
}

/// Why one document of a file is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Refusal {
    /// It has no link.
    NoLink,
    /// Its link does not decode.
    Link(LinkError),
}

/// The file of these documents and of what was learnt. Law: `read(&write(d, l))` has the documents `d`, as far as there are
/// [`DOCUMENT_LIMIT`], and `l`.
pub fn write(documents: &[Filed], learnt: &Learnt) -> String {
    let object = |document: &Filed| {
        let Filed { name, link, history } = document;
        let mut object = json!({ "name": name, "link": link });
        if let (false, Some(fields)) = (history.is_empty(), object.as_object_mut()) {
            fields.insert("history".to_owned(), history.as_str().into());
        }
        object
    };
    let documents = documents.iter().map(object).collect::<Vec<_>>();
    let mut file = json!({ "colex": FILE_VERSION, "documents": documents });
    for (name, text) in [("progress", &learnt.progress), ("practice", &learnt.practice)] {
        if let (false, Some(fields)) = (text.is_empty(), file.as_object_mut()) {
            fields.insert(name.to_owned(), text.as_str().into());
        }
    }
    format!("{file:#}\n")
}

/// Reads the contents of a file. A document that cannot be read does not stop the others.
///
/// Fails where it is no such file at all.
pub fn read(text: &str) -> Result<Contents, FileError> {
    if text.len() > FILE_LIMIT {
        return Err(FileError::TooLarge { limit: FILE_LIMIT });
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let File { version, documents, progress, practice } =
        stream::read(text).map_err(|error| FileError::NotJson { line: error.line(), column: error.column().max(1) })?;
    let version = version.ok_or(FileError::NotOurs)?;
    if version != FILE_VERSION {
        return Err(FileError::UnknownVersion(version));
    }
    let (documents, more) = documents.ok_or(FileError::NotOurs)?;
    let bounded = |text: Option<String>| text.filter(|text| text.len() <= LEARNT_LIMIT).unwrap_or_default();
    let learnt = Learnt { progress: bounded(progress), practice: bounded(practice) };
    let mut contents = Contents { more, learnt, ..Contents::default() };
    for (number, entry) in (1..).zip(documents) {
        match filed(entry) {
            Ok(document) => contents.documents.push(document),
            Err(refusal) => contents.refused.push((number, refusal)),
        }
    }
    Ok(contents)
}

fn filed(entry: Entry) -> Result<Filed, Refusal> {
    let link = entry.link.ok_or(Refusal::NoLink)?;
    // The link that is kept from here on is this page's own spelling.
    let link = link::decode(&link).map(Document::own).and_then(|document| link::encode(&document));
    let name = line(&entry.name.unwrap_or_default());
    Ok(Filed { name, link: link.map_err(Refusal::Link)?, history: entry.history.unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::super::history::History;
    use super::super::{Document, Options};
    use super::*;

    fn filed(name: &str, text: &str, history: &str) -> Filed {
        let link = link::encode(&Document::of_text(text)).unwrap();
        Filed { name: name.into(), link, history: history.into() }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let documents = [filed("A", "A = 4:1", ""), filed("“布局”\\\u{1f600}", "x\n\"y\"", "abc~_"), filed("", "", "")];
        for count in 0..=documents.len() {
            let written = write(&documents[..count], &Learnt::default());
            assert_eq!(read(&written).unwrap().documents, documents[..count]);
            assert_eq!(read(&format!("\u{feff}{written}")).unwrap().documents, documents[..count]);
        }
    }

    #[test]
    fn what_was_learnt_is_read_as_it_was_written_and_bounded() {
        let learnt = Learnt { progress: "cosize=7".into(), practice: "a.1.2.3".into() };
        assert_eq!(read(&write(&[], &learnt)).unwrap().learnt, learnt);
        let huge = Learnt { progress: "x".repeat(LEARNT_LIMIT + 1), practice: String::new() };
        assert_eq!(read(&write(&[], &huge)).unwrap().learnt, Learnt::default());
        let strange = "{\"colex\":1,\"documents\":[],\"progress\":[1],\"practice\":{}}";
        assert_eq!(read(strange).unwrap().learnt, Learnt::default());
    }

    #[test]
    fn what_is_no_file_is_told_apart() {
        let deep = "[".repeat(100_000);
        let cases = [
            ("", FileError::NotJson { line: 1, column: 1 }),
            ("{\n  \"colex\": 1,,\n}", FileError::NotJson { line: 2, column: 14 }),
            (&deep, FileError::NotJson { line: 1, column: 100_000 }),
            ("[]", FileError::NotOurs),
            ("{\"version\": 1}", FileError::NotOurs),
            ("{\"colex\": 1}", FileError::NotOurs),
            ("{\"colex\": 1, \"documents\": 3}", FileError::NotOurs),
            ("{\"colex\": 1.5, \"documents\": []}", FileError::NotOurs),
            ("{\"colex\": 2, \"documents\": []}", FileError::UnknownVersion(2)),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), Err(expected), "{}", text.get(..40).unwrap_or(text));
        }
        assert_eq!(read(&" ".repeat(FILE_LIMIT + 1)), Err(FileError::TooLarge { limit: FILE_LIMIT }));
    }

    #[test]
    fn what_is_taken_in_is_no_frame_and_not_presented() {
        let options = Options { embed: true, present: true, ..Options::default() };
        let hostile = |text: &str| Document { options: options.clone(), ..Document::of_text(text) };
        let mut history = History::new(hostile("A = 1:1"));
        history.push(hostile("A = 2:1"));
        history.push(hostile("A = 3:1"));
        history.undo();
        let one =
            Filed { link: link::encode(&hostile("A = 2:1")).unwrap(), history: history.stored(), ..filed("", "", "") };
        let contents = read(&write(&[one], &Learnt::default())).unwrap();
        let [taken] = contents.documents.as_slice() else { panic!("one document") };
        let document = link::decode(&taken.link).unwrap();
        assert_eq!(document, Document::of_text("A = 2:1"));
        let mut history = History::restored(&taken.history, document);
        assert_eq!(history.undo(), Some(&Document::of_text("A = 1:1")));
        history.redo();
        assert_eq!(history.redo(), Some(&Document::of_text("A = 3:1")));
    }

    #[test]
    fn what_no_document_needs_is_not_kept() {
        // As many values as there are room for, in every place where something else is expected.
        let zeros = format!("[{}0]", "0,".repeat(FILE_LIMIT / 4));
        let (good, link) = (filed("", "A = 4:1", ""), filed("", "A = 4:1", "").link);
        let cases = [
            (zeros.clone(), Err(FileError::NotOurs)),
            (format!("{{\"colex\":{zeros}}}"), Err(FileError::NotOurs)),
            (format!("{{\"colex\":1,\"documents\":{{\"a\":{zeros}}}}}"), Err(FileError::NotOurs)),
            (
                format!(
                    "{{\"documents\":[{{\"link\":\"{link}\",\"name\":{zeros}}}],\"later\":{{\"a\":[]}},\"colex\":1}}"
                ),
                Ok(Contents { documents: vec![good], ..Contents::default() }),
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(read(&text), expected, "{}", text.get(..40).unwrap_or(&text));
        }
        let contents = read(&format!("{{\"colex\":1,\"documents\":{zeros}}}")).unwrap();
        assert_eq!((contents.refused.len(), contents.more), (DOCUMENT_LIMIT, FILE_LIMIT / 4 + 1 - DOCUMENT_LIMIT));
    }

    #[test]
    fn one_broken_document_does_not_stop_the_others() {
        let good = filed("A", "A = 4:1", "");
        let text = format!(
            "{{\"colex\":1,\"later\":true,\"documents\":[{{}},{{\"link\":\"v1;;A+=+4\"}},{{\"link\":\"{}\",\"name\":\"A\\n\"}},7]}}",
            good.link
        );
        let contents = read(&text).unwrap();
        assert_eq!(contents.documents, [good]);
        let refused = contents.refused.iter().map(|(number, _)| *number).collect::<Vec<_>>();
        assert_eq!(refused, [1, 2, 4]);
        assert!(matches!(contents.refused[1].1, Refusal::Link(LinkError::Truncated { .. })));
        let many = vec![filed("", "", ""); DOCUMENT_LIMIT + 3];
        let contents = read(&write(&many, &Learnt::default())).unwrap();
        assert_eq!((contents.documents.len(), contents.more), (DOCUMENT_LIMIT, 3));
    }
}
