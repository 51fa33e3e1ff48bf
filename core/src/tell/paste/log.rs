//! The front end of logs: what programs print of CuTe, and what compilers say of it; other lines are stepped over.

use std::collections::HashSet;

use super::{Builder, Input, InputKind, Language, RoleKind};
use crate::notebook::Notebook;
use crate::notebook::syntax::{Call, Expression, ExpressionKind, Span, Spelling, Statement};
use crate::notebook::token::{Token, TokenKind, tokens};
use crate::notebook::written::Reason;
use crate::operations::{find, parse};
use crate::printed::{self, Found};

/// The notebook of a log: a statement for each value, with the numbers that were not printed as inputs.
pub(super) fn read(text: &str) -> Notebook {
    let mut builder = Builder::new(Language::Cpp, Spelling::Plain);
    let found = printed::read(text);
    let mut values = found.iter().peekable();
    let mut names: HashSet<String> = found.iter().filter_map(|value| value.name.clone()).collect();
    let (mut start, mut behind) = (0, 0);
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let mut has_value = false;
        while let Some(value) = values.next_if(|value| value.span.start <= end) {
            add(&mut builder, value);
            (has_value, behind) = (true, value.span.end);
        }
        if !has_value
            && start >= behind
            && !line.trim().is_empty()
            && !add_notation(&mut builder, line, start, &mut names)
        {
            builder.leave_out(Span { start, end }, Reason::System);
        }
        start += line.len();
    }
    values.for_each(|value| add(&mut builder, value));
    builder.finish()
}

/// Adds a line of a document that is one of a notebook and has nothing but known names: `R = A o B` below what A and B
/// are.
fn add_notation(builder: &mut Builder, line: &str, start: usize, names: &mut HashSet<String>) -> bool {
    let found = parse(line);
    let [Statement { name: Some(_), is_broken: false, .. }] = found.statements.as_slice() else { return false };
    let tokens = tokens(line);
    let is_known = |(at, token): (usize, &Token)| {
        let text = token.span.of(line);
        let is_called = tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::Mark('('));
        token.kind != TokenKind::Name || text == "o" || names.contains(text) || (is_called && find(text).is_some())
    };
    if !found.diagnostics.is_empty() || !tokens.iter().enumerate().skip(1).all(is_known) {
        return false;
    }
    let span = Span { start, end: start + line.trim_end().len() };
    let Some(statement) = found.statements.into_iter().next() else { return false };
    names.extend(statement.name.as_ref().map(|(name, _)| name.clone()));
    add_statement(builder, statement, span, true);
    true
}

fn add(builder: &mut Builder, found: &Found) {
    let span = Span { start: found.span.start, end: found.span.end };
    for unknown in &found.unknowns {
        let default = unknown.sensible.to_string();
        let kind = InputKind::Size;
        builder.ask(Input { name: unknown.name.clone(), statement: 0, kind, is_static: false, default, span }, span);
    }
    let Some(statement) = parse(&found.text).statements.into_iter().next().filter(|statement| !statement.is_broken)
    else {
        return builder.leave_out(span, Reason::NotRead);
    };
    // Printed parentheses make tuples, whatever is in them.
    let name = found.name.clone().map(|name| (name, span));
    add_statement(builder, Statement { name, ..statement }, span, false);
}

fn add_statement(builder: &mut Builder, statement: Statement, span: Span, groups: bool) {
    let Statement { mut expression, name, spelling, .. } = statement;
    place(&mut expression, span);
    let index = builder.push(span, name.map(|(name, _)| (name, span)), expression, RoleKind::Value, false);
    if let Some(added) = builder.statement(index) {
        (added.groups, added.is_cpp, added.spelling) = (groups, false, spelling);
    }
}

/// Gives an expression that was read elsewhere its place in the text.
fn place(expression: &mut Expression, span: Span) {
    expression.span = span;
    match &mut expression.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::Tiler(items) | ExpressionKind::Compose(items) => {
            items.iter_mut().for_each(|item| place(item, span));
        }
        ExpressionKind::Named(_, at, value) => {
            *at = span;
            place(value, span);
        }
        ExpressionKind::Layout(left, right) | ExpressionKind::Binary(_, left, right) => {
            place(left, span);
            place(right, span);
        }
        ExpressionKind::Unary(_, value) => place(value, span),
        ExpressionKind::Apply(callee, items) => {
            place(callee, span);
            items.iter_mut().for_each(|item| place(item, span));
        }
        ExpressionKind::Call(call) => {
            let Call { name_span, template, template_span, arguments, named, .. } = &mut **call;
            (*name_span, *template_span) = (span, span);
            template.iter_mut().chain(arguments).for_each(|item| place(item, span));
            for (_, at, value) in named {
                *at = span;
                place(value, span);
            }
        }
        ExpressionKind::Int { .. }
        | ExpressionKind::Basis { .. }
        | ExpressionKind::Underscore
        | ExpressionKind::Name(_)
        | ExpressionKind::MixedBits { .. }
        | ExpressionKind::Text(_)
        | ExpressionKind::Code(..)
        | ExpressionKind::Missing => {}
    }
}
