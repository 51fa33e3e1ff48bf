//! Lines of CuTe's own notation below a program: what a reader writes there, or has written, to look further into it. They
//! see every name of the program, that of a function's inside too: the last one of each.

use super::builder::Builder;
use super::document::Language;
use crate::notebook::syntax::{Expression, ExpressionKind, Statement};
use crate::operations::{find, parse};

/// Number of lines that are looked at, and maximum length of each.
const LINE_LIMIT: usize = 256;
const LENGTH_LIMIT: usize = 1 << 12;

/// Where the lines of notation at the end of a text begin; its end where there are none.
pub(super) fn begin(text: &str, language: Language) -> usize {
    let mut begin = text.len();
    let mut at = text.len();
    for line in text.split_inclusive('\n').rev().take(LINE_LIMIT) {
        at -= line.len();
        match line.trim() {
            "" => {}
            _ if is_notation(line.trim_end(), language) => begin = at,
            _ => break,
        }
    }
    begin
}

/// Reports whether a line is one that only a notebook has.
fn is_notation(line: &str, language: Language) -> bool {
    let is_other = line
        .starts_with(|first: char| first.is_whitespace() || matches!(first, '/' | '#' | '}' | ')' | '@'))
        || line.ends_with([';', '{', '}', ',', '\\', ':'])
        // What stands behind a statement of C++ is a comment.
        || (language == Language::Cpp && line.split("//").next().unwrap_or_default().trim_end().ends_with([';', '{', '}']));
    if is_other || line.len() > LENGTH_LIMIT {
        return false;
    }
    let found = parse(line);
    let [Statement { name, expression, is_broken: false, .. }] = found.statements.as_slice() else { return false };
    if !found.diagnostics.is_empty() {
        return false;
    }
    let has_layout = has_layout(expression);
    match language {
        // `x[1, 2:4]` is a slice.
        Language::Python => {
            let mut inside = line.split('[').skip(1).map(|rest| rest.split(']').next().unwrap_or_default());
            has_layout && !inside.any(|inside| inside.contains(':'))
        }
        // A statement of C++ ends in a semicolon.
        Language::Cpp => {
            let is_call = |call: &str| find(call).is_some();
            has_layout
                || name.is_some()
                || matches!(&expression.kind, ExpressionKind::Call(call) if is_call(&call.name))
        }
    }
}

/// Reports whether a layout is written out in an expression, or layouts are composed by a sign.
fn has_layout(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Layout(..) | ExpressionKind::Compose(_) => true,
        ExpressionKind::Tuple(items) | ExpressionKind::Tiler(items) => items.iter().any(has_layout),
        ExpressionKind::Named(_, _, value) | ExpressionKind::Unary(_, value) => has_layout(value),
        ExpressionKind::Binary(_, left, right) => has_layout(left) || has_layout(right),
        ExpressionKind::Apply(callee, items) => has_layout(callee) || items.iter().any(has_layout),
        ExpressionKind::Call(call) => call
            .arguments
            .iter()
            .chain(&call.template)
            .chain(call.named.iter().map(|(.., value)| value))
            .any(has_layout),
        _ => false,
    }
}

/// Adds the lines from a place on to a program.
pub(super) fn read(builder: &mut Builder, text: &str, from: usize) {
    let Some(tail) = text.get(from..).filter(|tail| !tail.is_empty()) else { return };
    // Blanks before them give every part its place.
    let found = parse(&format!("{}{tail}", " ".repeat(from)));
    builder.below(found.statements);
}
