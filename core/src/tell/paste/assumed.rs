//! Values that a program itself states for its inputs: the first line `// inputs: M = 512; threadIdx.x = 37`, so that
//! whoever has the text has the values too.

use std::collections::BTreeMap;

use super::document::Language;
use crate::notebook::syntax::Span;
use crate::notebook::written::Given;

/// Beginning of the line, behind the mark of a comment.
const WORD: &str = "inputs:";

/// Words before the language in which a text says it is written; no name of an input has a gap.
const READ_AS: &str = "read as";

/// Language or notation that a text may say it is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// A program of a language.
    Program(Language),
    /// A notebook, in CuTe's own notation.
    Notebook,
}

impl Reading {
    /// Each of them.
    pub const ALL: [Reading; 3] =
        [Reading::Program(Language::Cpp), Reading::Program(Language::Python), Reading::Notebook];

    /// The word for it in the first line of a text.
    pub fn word(self) -> &'static str {
        match self {
            Reading::Program(Language::Cpp) => "C++",
            Reading::Program(Language::Python) => "Python",
            Reading::Notebook => "notation",
        }
    }
}

/// Maximum length of the line, in bytes.
const LINE_LIMIT: usize = 1 << 14;

/// The mark of a comment.
fn mark(language: Language) -> &'static str {
    match language {
        Language::Cpp => "//",
        Language::Python => "#",
    }
}

/// Where the line stands, with its end, and what stands in it behind the word.
fn line(text: &str) -> Option<(Span, &str)> {
    let first = text.split_inclusive('\n').next()?;
    let behind = ["//", "#"].iter().find_map(|mark| first.strip_prefix(mark))?;
    let said = behind.trim_start().strip_prefix(WORD)?;
    (first.len() <= LINE_LIMIT).then_some((Span { start: 0, end: first.len() }, said.trim()))
}

fn entries(said: &str) -> Given {
    let entry = |entry: &str| {
        let (name, value) = entry.split_once('=')?;
        let (name, value) = (name.trim(), value.trim());
        (!name.is_empty() && !value.is_empty()).then(|| (name.to_string(), value.to_string()))
    };
    said.split(';').filter_map(entry).collect()
}

/// Returns what a text says of the inputs of its program.
///
/// Law: after [`giving`] it has the value that was given.
///
/// ```
/// use colex::paste::{Language, assumed, giving};
///
/// let mut text = "// inputs: M = 512\nauto A = make_layout(M);\n".to_owned();
/// let (span, line) = giving(&text, Language::Cpp, "N", Some("37"));
/// text.replace_range(span.start..span.end, &line);
/// assert_eq!(assumed(&text).get("N").map(String::as_str), Some("37"));
/// assert_eq!(assumed(&text).get("M").map(String::as_str), Some("512"));
/// ```
pub fn assumed(text: &str) -> Given {
    line(text).map_or_else(BTreeMap::new, |(_, said)| entries(said))
}

/// Returns what a text says that it is to be read as; `None` where that is to be found out.
pub fn reading(text: &str) -> Option<Reading> {
    let said = line(text)?.1.contains(READ_AS).then(|| assumed(text).remove(READ_AS))??;
    Reading::ALL.into_iter().find(|reading| reading.word() == said)
}

/// The edit by which a text says what it is to be read as.
///
/// Law: after it [`reading`] answers that.
///
/// ```
/// use colex::paste::{Reading, read_as, reading};
///
/// let mut text = "make_layout(make_shape(4, 8))\n".to_owned();
/// let (span, line) = read_as(&text, Some(Reading::Notebook));
/// text.replace_range(span.start..span.end, &line);
/// assert_eq!(reading(&text), Some(Reading::Notebook));
/// ```
pub fn read_as(text: &str, reading: Option<Reading>) -> (Span, String) {
    let language = match reading {
        Some(Reading::Program(language)) => language,
        Some(Reading::Notebook) => Language::Cpp,
        // The mark that the line has; of a new one nothing is said.
        None if text.starts_with('#') => Language::Python,
        None => Language::Cpp,
    };
    giving(text, language, READ_AS, reading.map(Reading::word))
}

/// The edit by which a text says what an input is worth: what is replaced, and by what. Without a value the text says
/// nothing of it. A value ends before a `;` or the end of its line: neither can be part of one.
pub fn giving(text: &str, language: Language, name: &str, value: Option<&str>) -> (Span, String) {
    let (span, mut all) = match line(text) {
        Some((span, said)) => (span, entries(said)),
        None => (Span { start: 0, end: 0 }, Given::new()),
    };
    let value = value.and_then(|value| value.split([';', '\n', '\r']).next()).map(str::trim);
    match value.filter(|value| !value.is_empty()) {
        Some(value) => all.insert(name.to_string(), value.to_string()),
        None => all.remove(name),
    };
    if all.is_empty() {
        return (span, String::new());
    }
    let said = all.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join("; ");
    (span, format!("{} {WORD} {said}\n", mark(language)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_is_said_by_the_text() {
        let text = "auto t = threadIdx.x + M;\n";
        let give = |text: &str, name: &str, value: Option<&str>| {
            let (span, new) = giving(text, Language::Cpp, name, value);
            format!("{}{new}{}", &text[..span.start], &text[span.end..])
        };
        let one = give(text, "threadIdx.x", Some("37"));
        assert_eq!(one, format!("// inputs: threadIdx.x = 37\n{text}"));
        let two = give(&one, "M", Some(" 64 ; x = 1"));
        assert_eq!(two, format!("// inputs: M = 64; threadIdx.x = 37\n{text}"));
        assert_eq!(assumed(&two).get("M").map(String::as_str), Some("64"));
        assert_eq!(give(&give(&two, "M", None), "threadIdx.x", Some("")), text);
        let python = giving("m = M\n", Language::Python, "M", Some("8")).1;
        assert_eq!(python, "# inputs: M = 8\n");
        assert_eq!(assumed(&python).len(), 1);
    }

    #[test]
    fn a_text_says_what_it_is_read_as() {
        let text = "// inputs: M = 8\nx = (2, M)\n";
        for wanted in Reading::ALL.into_iter().map(Some).chain([None]) {
            let (span, new) = read_as(text, wanted);
            let changed = format!("{}{new}{}", &text[..span.start], &text[span.end..]);
            assert_eq!(reading(&changed), wanted, "{changed}");
            assert_eq!(assumed(&changed).get("M").map(String::as_str), Some("8"), "{changed}");
            let (span, new) = read_as(&changed, None);
            let back = format!("{}{new}{}", &changed[..span.start], &changed[span.end..]);
            assert_eq!(reading(&back), None, "{back}");
        }
        assert_eq!(reading("// inputs: read as = COBOL\n"), None);
        assert_eq!(reading("// read as = Python\n"), None);
    }

    #[test]
    fn other_comments_say_nothing() {
        for text in
            ["// M = 512", "//inputs", "inputs: M = 1", "// inputs: M", "// inputs: = 3; ;", "x\n// inputs: M = 1"]
        {
            assert!(assumed(text).is_empty(), "{text}");
        }
    }
}
