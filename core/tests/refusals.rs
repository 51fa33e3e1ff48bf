//! Refusals of the algebra, and the sentence it gives: the condition, the mode, the numbers.

use std::collections::BTreeSet;

use colex::evaluate;
use colex::notebook::{Diagnostic, DiagnosticKind, Settings};
use colex::words::{Tongue, diagnostic, repair};
use expect_test::expect_file;

/// Texts with a mistake, each with what is said of it: the place, the sentence in English and Chinese, what mends it.
/// Whoever adds a text writes its lines behind `> `; `UPDATE_EXPECT=1` writes the rest, which is read before it is committed.
const MISTAKES: &str = include_str!("mistakes.txt");

/// The texts, in their order.
fn texts() -> Vec<String> {
    let text = |block: &str| block.lines().filter_map(|line| line.strip_prefix("> ")).collect::<Vec<_>>().join("\n");
    MISTAKES.split("\n\n").map(text).filter(|text| !text.is_empty()).collect()
}

/// A line and a column of a text, counted from 1.
fn place(text: &str, at: usize) -> String {
    let before = &text[..at];
    format!(
        "{}:{}",
        before.matches('\n').count() + 1,
        before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1
    )
}

/// A text and what is said of it.
fn said(text: &str) -> String {
    let mut said = text.lines().map(|line| format!("> {line}\n")).collect::<String>();
    for found in evaluate(text, Settings::default()).diagnostics() {
        let (start, end) = (place(text, found.span.start), place(text, found.span.end));
        said += &format!("{start}-{end} {}\n", diagnostic(found, Tongue::English));
        said += &format!("    {}\n", diagnostic(found, Tongue::Chinese));
        for mend in &found.repairs {
            said += &format!("    hint: {} · {}\n", repair(mend, Tongue::English), repair(mend, Tongue::Chinese));
        }
    }
    said
}

#[test]
fn every_mistake_is_said_as_written() {
    let said = texts().iter().map(|text| said(text)).collect::<Vec<_>>();
    expect_file!["mistakes.txt"].assert_eq(&said.join("\n"));
}

#[test]
fn every_mistake_is_said_once_and_in_both_languages() {
    let is_chinese = |sentence: &str| sentence.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for text in texts() {
        let evaluation = evaluate(&text, Settings::default());
        let found = evaluation.diagnostics();
        assert!(found.len() == 1 || text.contains('\n') && !found.is_empty(), "{text}: {found:?}");
        assert!(found.iter().all(|found| is_chinese(&diagnostic(found, Tongue::Chinese))), "{text}");
        assert!(found.iter().all(|found| found.span.end <= text.len()), "{text}");
    }
}

/// Kinds of mistakes that no text here is refused for, each with the reason.
const ELSEWHERE: &[(&str, &str)] = &[
    ("SeveralDirections", "layout_add goes on with strides that are coordinates"),
    ("TextTooLong", "`depth_and_length_are_bounded`"),
    ("StatementTooLong", "`depth_and_length_are_bounded`"),
    ("TooManyStatements", "`depth_and_length_are_bounded`"),
    ("Loading", "on a page whose parts have not arrived"),
    ("Nothing", "of a tree that the parser does not make"),
    ("Unknown", "of a program, which says so of a line"),
    ("Remark", "a note, and no mistake"),
    ("Wrong", "said of a value by who checks its laws"),
    ("Algebra", "it holds an error of the algebra"),
];

/// The variants of an enumeration, read off its source.
pub(crate) fn variants(source: &str, name: &str) -> BTreeSet<String> {
    let (_, rest) = source.split_once(&format!("pub enum {name} {{\n")).expect("the enumeration");
    let lines = rest.lines().take_while(|line| *line != "}").filter_map(|line| line.strip_prefix("    "));
    lines.map(word).filter(|word| word.starts_with(|first: char| first.is_ascii_uppercase())).collect()
}

/// The first word of a text.
pub(crate) fn word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric()).collect()
}

/// Lists what is wrong with the kinds of mistakes: each is found in a text, or excused.
fn missing(kinds: &BTreeSet<String>, found: &BTreeSet<String>) -> Vec<String> {
    let excused = ELSEWHERE.iter().map(|(kind, _)| (*kind).to_string()).collect::<BTreeSet<_>>();
    let unseen = kinds.iter().filter(|kind| !found.contains(*kind) && !excused.contains(*kind));
    let idle = excused.iter().filter(|kind| found.contains(*kind) || !kinds.contains(*kind));
    let unseen = unseen.map(|kind| format!("no text is refused as {kind}"));
    unseen.chain(idle.map(|kind| format!("{kind} needs no excuse"))).collect()
}

#[test]
fn every_kind_of_mistake_is_refused_somewhere() {
    let mut kinds = variants(include_str!("../src/layout/error.rs"), "Error");
    kinds.extend(variants(include_str!("../src/language/notebook/diagnostic.rs"), "DiagnosticKind"));
    let kind_of = |found: &&Diagnostic| match &found.kind {
        DiagnosticKind::Algebra(error) => word(&format!("{error:?}")),
        kind => word(&format!("{kind:?}")),
    };
    let mut found = BTreeSet::new();
    for text in texts() {
        found.extend(evaluate(&text, Settings::default()).diagnostics().iter().map(kind_of));
    }
    let missing = missing(&kinds, &found);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_kind_without_a_text_is_complained_of() {
    let kinds =
        variants("pub enum Error {\n    /// Lost.\n    Lost {\n        by: u8,\n    },\n    Algebra,\n}\n", "Error");
    assert_eq!(kinds, BTreeSet::from(["Lost", "Algebra"].map(str::to_string)));
    assert!(missing(&kinds, &BTreeSet::new()).contains(&"no text is refused as Lost".to_string()));
}
