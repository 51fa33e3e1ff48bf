//! The front end of logs: what programs print of CuTe, and what compilers say of it; other lines are stepped over.

use super::{Builder, Input, InputKind, Language, RoleKind};
use crate::notebook::Notebook;
use crate::notebook::syntax::{Call, Expression, ExpressionKind, Span, Spelling};
use crate::notebook::written::Reason;
use crate::operations::parse;
use crate::printed::{self, Found};

/// The notebook of a log: a statement for each value, with the numbers that were not printed as inputs.
pub(super) fn read(text: &str) -> Notebook {
    let mut builder = Builder::new(Language::Cpp, Spelling::Plain);
    let found = printed::read(text);
    let mut values = found.iter().peekable();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let mut has_value = false;
        while let Some(value) = values.next_if(|value| value.span.start <= end) {
            add(&mut builder, value);
            has_value = true;
        }
        if !has_value && !line.trim().is_empty() {
            builder.leave_out(Span { start, end }, Reason::System);
        }
        start += line.len();
    }
    values.for_each(|value| add(&mut builder, value));
    builder.finish()
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
    let mut expression = statement.expression;
    place(&mut expression, span);
    let name = found.name.clone().map(|name| (name, span));
    let index = builder.push(span, name, expression, RoleKind::Value, false);
    if let Some(added) = builder.statement(index) {
        // Printed parentheses make tuples, whatever is in them.
        added.groups = false;
        added.spelling = statement.spelling;
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
