//! Expressions as documents about CuTe write them, each with what CuTe prints: `reference/expressions.txt`.

use colex::evaluate;
use colex::notebook::Settings;
use colex::words::{self, Tongue};

/// Statements that do not yet give what they should; each has to fail, so that none stays here for longer than it is true.
const PENDING: &[&str] = &[];

/// A line of the table: a statement, and what it is worth where that is asked.
struct Line {
    number: usize,
    statement: String,
    expected: Option<String>,
}

/// The blocks of the table, with whether plain numbers are compile-time in them.
fn blocks(table: &str) -> Vec<(bool, Vec<Line>)> {
    let mut blocks = Vec::new();
    let (mut compile_time, mut lines) = (false, Vec::new());
    for (index, text) in table.lines().chain([""]).enumerate() {
        let is_comment = text.starts_with('#') && !text.starts_with("#include");
        if text.is_empty() && !lines.is_empty() {
            blocks.push((std::mem::take(&mut compile_time), std::mem::take(&mut lines)));
        } else if text == "[compile-time]" {
            compile_time = true;
        } else if !text.is_empty() && !is_comment {
            let (statement, expected) = match text.split_once(" => ") {
                Some((statement, expected)) => (statement, Some(expected.replace("\\n", "\n"))),
                None => (text, None),
            };
            lines.push(Line { number: index + 1, statement: statement.to_string(), expected });
        }
    }
    blocks
}

/// Lists what is wrong with each line of a block.
fn failures(compile_time: bool, lines: &[Line]) -> Vec<(String, String)> {
    let text = lines.iter().map(|line| format!("{}\n", line.statement)).collect::<String>();
    let evaluation = evaluate(&text, Settings { compile_time, ..Settings::default() });
    let mut failures = Vec::new();
    let mut start = 0;
    for line in lines {
        let end = start + line.statement.len();
        let here = |position: usize| (start..=end).contains(&position);
        let wrong = evaluation.diagnostics().into_iter().find(|found| here(found.span.start));
        let statement = evaluation.statements().iter().rposition(|found| here(found.span.start));
        let value = statement.and_then(|index| evaluation.value(index)).map(ToString::to_string);
        let reason = match (wrong, &line.expected) {
            (Some(found), _) => Some(words::diagnostic(found, Tongue::English)),
            (None, Some(expected)) if value.as_ref() != Some(expected) => {
                Some(format!("{:?} instead of {expected:?}", value.unwrap_or_default()))
            }
            _ => None,
        };
        if let Some(reason) = reason {
            failures.push((line.statement.clone(), format!("line {}: {}: {reason}", line.number, line.statement)));
        }
        start = end + 1;
    }
    failures
}

#[test]
fn every_expression_of_the_documents_gives_what_cute_prints() {
    let blocks = blocks(include_str!("reference/expressions.txt"));
    assert!(blocks.iter().map(|(_, lines)| lines.len()).sum::<usize>() > 200);
    let failures = blocks.iter().flat_map(|(compile_time, lines)| failures(*compile_time, lines)).collect::<Vec<_>>();
    let (pending, wrong) =
        failures.into_iter().partition::<Vec<_>, _>(|(statement, _)| PENDING.contains(&statement.as_str()));
    let wrong = wrong.into_iter().map(|(_, sentence)| sentence).collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for statement in PENDING {
        assert!(pending.iter().any(|(failed, _)| failed == statement), "{statement} holds: take it off the list");
    }
}
