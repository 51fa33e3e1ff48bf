//! The command line for programs: the values of inputs, and an array of what became of each statement.

use colex::notebook::{Diagnostic, Evaluation, Given, State};
use colex::paste::{self, Status};
use colex::words::{self, Tongue};

use super::{Lines, Options, Output, Stop};

/// `M=512,threadIdx.x=37`: commas in brackets belong to a value.
pub(super) fn inputs(list: &str) -> Option<Given> {
    let mut given = Given::new();
    let (mut depth, mut start) = (0_usize, 0);
    let mut parts = Vec::new();
    for (at, letter) in list.char_indices() {
        match letter {
            '(' | '<' | '{' | '[' => depth += 1,
            ')' | '>' | '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(list.get(start..at)?);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list.get(start..)?);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=')?;
        given.insert(name.trim().to_string(), value.trim().to_string());
    }
    Some(given)
}

/// Reports whether JSON is an array: of a file or of a program, but not of single statements, whose values are a line
/// each.
pub(super) fn is_array(options: &Options, evaluation: &Evaluation) -> bool {
    options.json && (paste::of(evaluation).is_some() || options.inputs.is_some() || options.file.is_some())
}

/// Reports whether a statement is shown: in a program only what is about layouts, and inputs where anything is.
pub(super) fn is_shown(evaluation: &Evaluation, index: usize, has_inputs: bool) -> bool {
    match paste::of(evaluation) {
        Some(document) => match paste::status(document, evaluation, index) {
            Some((Status::Input, _)) => has_inputs,
            Some((Status::Value, _)) => true,
            _ => false,
        },
        None => true,
    }
}

/// `[{"line":4,"name":"A","value":"(4,8):(1,4)","status":"value"}, …]`, in the order of the text. What
/// has no value says `why`.
pub(super) fn array(evaluation: &Evaluation, tongue: Tongue, out: &mut Output) -> Result<(), Stop> {
    let mut lines = Lines { text: evaluation.text(), at: 0, line: 1 };
    out.line("[")?;
    let all = statuses(evaluation);
    let found = evaluation.diagnostics();
    for (place, line) in all.iter().enumerate() {
        let number = lines.number(line.span.start);
        let value = line.statement.filter(|_| matches!(line.status, Status::Value | Status::Input));
        let value = value.and_then(|index| evaluation.value(index)).map(ToString::to_string);
        let name = line.statement.and_then(|index| evaluation.statements().get(index));
        let name = name.and_then(|statement| statement.name.as_ref()).map(|(name, _)| name.as_str());
        let comma = if place + 1 < all.len() { "," } else { "" };
        out.line(&format!(
            "{{\"line\":{number},\"name\":{},\"value\":{},\"status\":\"{}\"{}}}{comma}",
            quoted(name),
            quoted(value.as_deref()),
            line.status.name(),
            why(evaluation, &found, line, tongue)
        ))?;
    }
    out.line("]")
}

/// Why a statement has no value, as one more field.
fn why(evaluation: &Evaluation, found: &[&Diagnostic], line: &paste::Line, tongue: Tongue) -> String {
    let outcome = line.statement.and_then(|index| evaluation.outcome(index));
    let wrong = outcome.and_then(|outcome| outcome.diagnostics.first().or_else(|| outcome.notes.first()));
    let why = match (line.reason, wrong) {
        (Some(reason), _) => {
            let of = outcome.and_then(|outcome| match &outcome.state {
                State::Unknown(_, of) => of.as_deref(),
                _ => None,
            });
            words::program_reason(reason, of, tongue)
        }
        (None, Some(wrong)) if line.status == Status::Mistake => words::diagnostic(wrong, tongue),
        // How it is written is wrong.
        (None, None) if line.status == Status::Mistake => {
            let first = found.partition_point(|diagnostic| diagnostic.span.start < line.span.start);
            match found.get(first).filter(|diagnostic| diagnostic.span.start <= line.span.end) {
                Some(wrong) => words::diagnostic(wrong, tongue),
                None => return String::new(),
            }
        }
        _ => return String::new(),
    };
    format!(",\"why\":{}", colex::emit::quoted(&why))
}

/// Returns the status of each statement, of a notebook too.
fn statuses(evaluation: &Evaluation) -> Vec<paste::Line> {
    if paste::of(evaluation).is_some() {
        return paste::lines(evaluation);
    }
    let statements = evaluation.statements().iter().enumerate();
    let line = |(index, statement): (usize, &colex::notebook::Statement)| {
        let status = if evaluation.value(index).is_some() { Status::Value } else { Status::Mistake };
        paste::Line { span: statement.span, statement: Some(index), status, reason: None }
    };
    statements.map(line).collect()
}

/// A text of JSON, or `null`.
fn quoted(text: Option<&str>) -> String {
    text.map_or_else(|| "null".to_string(), colex::emit::quoted)
}
