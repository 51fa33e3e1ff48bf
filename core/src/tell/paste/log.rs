//! The front end of logs: what programs print of CuTe, and what compilers say of it; other lines are stepped over.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{Builder, Input, InputKind, Language, RoleKind};
use crate::notebook::functions::is_constant;
use crate::notebook::syntax::{Call, Expression, ExpressionKind, Span, Spelling, Statement};
use crate::notebook::token::{Token, TokenKind, tokens};
use crate::notebook::written::Reason;
use crate::operations::{find, parse};
use crate::printed::{self, Found};

/// Reads a log: a statement for each value, with the numbers that were not printed as inputs.
pub(super) fn read(text: &str) -> Builder {
    let mut builder = Builder::new(Language::Cpp, Spelling::Plain);
    builder.is_of_output();
    let found = printed::read(text);
    // C++ marks what is known when it compiles: without a mark a number is not.
    let is_marked =
        |value: &Found| value.text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(is_static);
    let spelling = if found.iter().any(is_marked) { Spelling::Cpp } else { Spelling::Plain };
    let mut values = found.iter().peekable();
    let mut names = HashSet::<String>::new();
    let (mut start, mut behind) = (0, 0);
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let mut has_value = false;
        while let Some(value) = values.next_if(|value| value.span.start <= end) {
            add(&mut builder, value, spelling);
            names.extend(value.name.clone());
            (has_value, behind) = (true, value.span.end);
        }
        let is_quoted = lines.peek().is_some_and(|next| printed::is_mark(next));
        if !has_value
            && start >= behind
            && !line.trim().is_empty()
            && (is_quoted || !add_notation(&mut builder, line, start, &mut names))
        {
            builder.leave_out(Span { start, end }, Reason::Words);
        }
        start += line.len();
    }
    values.for_each(|value| add(&mut builder, value, spelling));
    builder
}

/// Reports whether a word is a number that is known when C++ compiles: `_8`.
fn is_static(word: &str) -> bool {
    let digits = word.strip_prefix('_').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Adds a line of a document that is one of a notebook and has nothing but known names: `R = A o B` below what A and B
/// are.
fn add_notation(builder: &mut Builder, line: &str, start: usize, names: &mut HashSet<String>) -> bool {
    // What stands behind a prompt.
    let line = &*match line.strip_prefix(">>> ").or_else(|| line.strip_prefix("... ")) {
        Some(typed) => Cow::Owned(format!("    {typed}")),
        None => Cow::Borrowed(line),
    };
    let found = parse(line);
    let [Statement { name, is_broken: false, expression, .. }] = found.statements.as_slice() else { return false };
    if name.is_none() && !matches!(expression.kind, ExpressionKind::Call(_)) {
        return false;
    }
    // What stands before the sign is what it defines.
    let tokens = tokens(line);
    let from = tokens.iter().position(|token| token.kind == TokenKind::Mark('=')).unwrap_or(0);
    let is_known = |(at, token): (usize, &Token)| {
        let text = token.span.of(line);
        let is_called = tokens.get(at + 1).is_some_and(|next| matches!(next.kind, TokenKind::Mark('(' | '<' | '{')));
        let next = tokens.get(at + 1).map(|next| next.kind);
        let is_module = matches!(text, "cute" | "cutlass") && next == Some(TokenKind::Mark('.'));
        token.kind != TokenKind::Name
            || is_module
            || next == Some(TokenKind::Mark('='))
            || text == "o"
            || names.contains(text)
            || is_constant(text)
            || (is_called && find(text).is_some())
    };
    if !found.diagnostics.is_empty() || !tokens.iter().enumerate().skip(from).all(is_known) {
        return false;
    }
    let span = Span { start, end: start + line.trim_end().len() };
    let Some(statement) = found.statements.into_iter().next() else { return false };
    names.extend(statement.name.as_ref().map(|(name, _)| name.clone()));
    let (groups, is_cpp) = (statement.groups || statement.spelling == Spelling::Plain, statement.is_cpp);
    add_statement(builder, statement, span, (groups, is_cpp), |at| Span {
        start: start + at.start,
        end: start + at.end,
    });
    true
}

fn add(builder: &mut Builder, found: &Found, spelling: Spelling) {
    let span = Span { start: found.span.start, end: found.span.end };
    for unknown in &found.unknowns {
        let default = unknown.sensible.to_string();
        // Only places begin with 0: that of a thread.
        let kind = if unknown.sensible == 0 { InputKind::Index } else { InputKind::Size };
        builder.ask(Input { name: unknown.name.clone(), statement: 0, kind, is_static: false, default, span }, span);
    }
    let Some(statement) = parse(&found.text).statements.into_iter().next().filter(|statement| !statement.is_broken)
    else {
        return builder.leave_out(span, Reason::NotRead);
    };
    // Printed parentheses make tuples, whatever is in them.
    let name = found.name.clone().map(|name| (name, span));
    let spelling = if statement.spelling == Spelling::Plain { spelling } else { statement.spelling };
    add_statement(builder, Statement { name, spelling, ..statement }, span, (false, false), |_| span);
}

fn add_statement(
    builder: &mut Builder,
    statement: Statement,
    span: Span,
    reads: (bool, bool),
    to: impl Fn(Span) -> Span,
) {
    let Statement { mut expression, name, spelling, declared, .. } = statement;
    place(&mut expression, &to);
    let index = builder.push(span, name.map(|(name, at)| (name, to(at))), expression, RoleKind::Value, false);
    if let Some(added) = builder.statement(index) {
        ((added.groups, added.is_cpp), added.spelling, added.declared) = (reads, spelling, declared);
    }
}

/// Gives an expression that was read elsewhere its place in the text.
fn place(expression: &mut Expression, to: &impl Fn(Span) -> Span) {
    expression.span = to(expression.span);
    match &mut expression.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::Tiler(items) | ExpressionKind::Compose(items) => {
            items.iter_mut().for_each(|item| place(item, to));
        }
        ExpressionKind::Named(_, at, value) => {
            *at = to(*at);
            place(value, to);
        }
        ExpressionKind::Layout(left, right) | ExpressionKind::Binary(_, left, right) => {
            place(left, to);
            place(right, to);
        }
        ExpressionKind::Unary(_, value) => place(value, to),
        ExpressionKind::Apply(callee, items) => {
            place(callee, to);
            items.iter_mut().for_each(|item| place(item, to));
        }
        ExpressionKind::Call(call) => {
            let Call { name_span, template, template_span, arguments, named, .. } = &mut **call;
            (*name_span, *template_span) = (to(*name_span), to(*template_span));
            template.iter_mut().chain(arguments).for_each(|item| place(item, to));
            for (_, at, value) in named {
                *at = to(*at);
                place(value, to);
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
