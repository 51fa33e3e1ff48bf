//! Tokens to a syntax tree: expressions, from the loosest operator to a single number.

use super::super::diagnostic::{Diagnostic, DiagnosticKind, Expected, RepairKind, shorten};
use super::super::functions;
use super::super::syntax::{Call, Expression, ExpressionKind, Span};
use super::super::token::{Token, TokenKind};
use super::Parser;
use crate::nested::DEPTH_LIMIT;

/// Operators between values, loosest first; each row binds equally. `:` stands between the second and third row.
const COMPARISONS: [&[&str]; 3] = [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"]];
const ARITHMETIC: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl Parser<'_> {
    /// An expression; a list of numbers without parentheses is understood and gets a repair.
    pub(super) fn top_level(&mut self) -> Expression {
        let begin = self.at;
        let first = self.expression();
        if self.broken || !self.is_mark(',') {
            return first;
        }
        let (shape, stride) = match first.kind {
            ExpressionKind::Layout(shape, stride) => (vec![*shape], Some(vec![*stride])),
            _ => (vec![first], None),
        };
        let (mut shape, mut stride) = (shape, stride);
        while self.is_mark(',') && !self.broken {
            self.at += 1;
            let next = self.expression();
            match (next.kind, &mut stride) {
                (ExpressionKind::Layout(last, first), None) => {
                    shape.push(*last);
                    stride = Some(vec![*first]);
                }
                (kind, None) => shape.push(Expression { kind, span: next.span }),
                (kind, Some(stride)) => stride.push(Expression { kind, span: next.span }),
            }
        }
        let start = self.tokens.get(begin).map_or(0, |token| token.span.start);
        let span = Span { start, end: self.previous_span().end };
        let tuple = |items: &[Expression]| {
            let texts = items.iter().map(|item| item.span.of(self.text)).collect::<Vec<_>>();
            format!("({})", texts.join(","))
        };
        let mended = match &stride {
            Some(stride) => format!("{}:{}", tuple(&shape), tuple(stride)),
            None => tuple(&shape),
        };
        if !self.broken {
            let diagnostic = Diagnostic::new(DiagnosticKind::BareTuple, span);
            self.notebook.diagnostics.push(diagnostic.with_repair(RepairKind::Replace, span, mended));
        }
        self.broken = true;
        Expression { kind: ExpressionKind::Missing, span }
    }

    pub(super) fn expression(&mut self) -> Expression {
        self.plain_integer().unwrap_or_else(|| self.binary(0, &COMPARISONS, true))
    }

    /// An item of a tuple, tiler or template list: no comparison, since `>` may close the list.
    pub(super) fn item(&mut self) -> Expression {
        self.plain_integer().unwrap_or_else(|| self.layout())
    }

    /// An integer with a comma or a closing parenthesis behind it: most of what stands in a tuple, taken without the
    /// way down through every operator.
    fn plain_integer(&mut self) -> Option<Expression> {
        let Token { kind: TokenKind::Int { value: Some(value), is_static }, span } = self.peek()? else { return None };
        let next = self.tokens.get(self.at + 1)?;
        if !matches!(next.kind, TokenKind::Mark(',' | ')')) {
            return None;
        }
        self.at += 1;
        Some(Expression { kind: ExpressionKind::Int { value, is_static }, span })
    }

    /// Whether an operator may stand here, by its first character.
    fn may_be_operator(&self) -> bool {
        matches!(
            self.peek().map(|token| token.kind),
            Some(TokenKind::Mark('|' | '&' | '=' | '!' | '<' | '>' | '+' | '-' | '*' | '/' | '%' | '^'))
        )
    }

    fn binary(&mut self, row: usize, rows: &[&[&'static str]], is_comparison: bool) -> Expression {
        let Some(operators) = rows.get(row) else {
            return if is_comparison { self.layout() } else { self.unary() };
        };
        let mut left = self.binary(row + 1, rows, is_comparison);
        let mut links = 0;
        while self.may_be_operator()
            && let Some(operator) = operators.iter().find(|operator| self.is_operator(operator))
        {
            links += 1;
            if self.broken || !self.chain(links) {
                break;
            }
            self.at += operator.len();
            self.skip_newlines();
            let right = self.binary(row + 1, rows, is_comparison);
            let span = left.span.to(right.span);
            left = Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), span };
        }
        left
    }

    /// `shape:stride`, or what stands before the colon.
    fn layout(&mut self) -> Expression {
        let shape = self.binary(0, &ARITHMETIC, false);
        if self.broken || !self.is_mark(':') || self.adjacent_mark(self.at, ':') {
            return shape;
        }
        self.at += 1;
        if self.at_end_of_statement() {
            self.unexpected(Expected::Stride);
            return shape;
        }
        let stride = self.binary(0, &ARITHMETIC, false);
        let span = shape.span.to(stride.span);
        Expression { kind: ExpressionKind::Layout(Box::new(shape), Box::new(stride)), span }
    }

    fn unary(&mut self) -> Expression {
        for operator in ["-", "!", "+"] {
            let Some(token) = self.peek().filter(|_| self.may_be_operator()) else { break };
            if !self.is_operator(operator) {
                continue;
            }
            if !self.descend(token.span) {
                return self.missing();
            }
            self.at += 1;
            let operand = self.unary();
            self.depth -= 1;
            let span = token.span.to(operand.span);
            return match (operator, operand.kind) {
                ("-", ExpressionKind::Int { value, is_static }) => {
                    let Some(value) = value.checked_neg() else {
                        self.complain(DiagnosticKind::NumberTooLarge(shorten(span.of(self.text))), span);
                        return self.missing();
                    };
                    Expression { kind: ExpressionKind::Int { value, is_static }, span }
                }
                ("+", kind) => Expression { kind, span },
                (_, kind) => {
                    let operand = Box::new(Expression { kind, span: operand.span });
                    Expression { kind: ExpressionKind::Unary(operator, operand), span }
                }
            };
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Expression {
        let mut value = self.primary();
        let mut links = 0;
        while !self.broken {
            links += 1;
            if !self.chain(links) {
                break;
            }
            if self.is_mark('(')
                && matches!(
                    value.kind,
                    ExpressionKind::Name(_)
                        | ExpressionKind::Apply(..)
                        | ExpressionKind::Layout(..)
                        | ExpressionKind::Call(_)
                        | ExpressionKind::Tuple(_)
                )
            {
                // `(4,8):(1,4)` followed by a parenthesis on the same line is a call too; a bare tuple is not.
                if matches!(value.kind, ExpressionKind::Tuple(ref items) if items.len() != 1) {
                    break;
                }
                let (arguments, _, close) = self.arguments('(', ')');
                let span = value.span.to(close);
                value = Expression { kind: ExpressionKind::Apply(Box::new(value), arguments), span };
            } else if self.is_mark('.') {
                value = self.member(value);
            } else {
                break;
            }
        }
        value
    }

    fn member(&mut self, receiver: Expression) -> Expression {
        self.at += 1;
        let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Name) else {
            self.unexpected(Expected::Member);
            return receiver;
        };
        self.at += 1;
        let name = token.span.of(self.text).to_string();
        let mut call = Call {
            name,
            name_span: token.span,
            template: Vec::new(),
            arguments: vec![receiver],
            is_member: true,
            named: Vec::new(),
        };
        let mut span = call.arguments.first().map_or(token.span, |first| first.span).to(token.span);
        if self.is_mark('<') && functions::takes_template(&call.name) {
            let (template, close) = self.angle_list();
            call.template = template;
            span = span.to(close);
        }
        if self.is_mark('(') && !self.broken {
            let (arguments, named, close) = self.arguments('(', ')');
            call.arguments.extend(arguments);
            call.named = named;
            span = span.to(close);
        }
        Expression { kind: ExpressionKind::Call(Box::new(call)), span }
    }

    fn primary(&mut self) -> Expression {
        let Some(token) = self.peek() else {
            self.unexpected(Expected::Value);
            return self.missing();
        };
        let span = token.span;
        match token.kind {
            TokenKind::Int { value: Some(value), is_static } => {
                self.at += 1;
                self.skip_braces();
                if self.is_mark('@') {
                    return self.basis(value, is_static, span);
                }
                Expression { kind: ExpressionKind::Int { value, is_static }, span }
            }
            TokenKind::Int { value: None, .. } => {
                self.complain(DiagnosticKind::NumberTooLarge(shorten(span.of(self.text))), span);
                self.missing()
            }
            TokenKind::BrokenNumber => {
                self.complain(DiagnosticKind::BrokenNumber(shorten(span.of(self.text))), span);
                self.missing()
            }
            TokenKind::Underscore => {
                self.at += 1;
                Expression { kind: ExpressionKind::Underscore, span }
            }
            TokenKind::Text => {
                self.at += 1;
                let text = span.of(self.text).trim_matches('"').to_string();
                Expression { kind: ExpressionKind::Text(text), span }
            }
            TokenKind::Name => self.name(),
            TokenKind::Mark('(') => {
                let (items, _, close) = self.arguments('(', ')');
                Expression { kind: ExpressionKind::Tuple(items), span: span.to(close) }
            }
            TokenKind::Mark('[') => {
                let (items, _, close) = self.arguments('[', ']');
                Expression { kind: ExpressionKind::Tuple(items), span: span.to(close) }
            }
            TokenKind::Mark('<') => {
                let (items, close) = self.angle_list();
                Expression { kind: ExpressionKind::Tiler(items), span: span.to(close) }
            }
            TokenKind::Stray => {
                let stray = span.of(self.text).chars().next().unwrap_or_default();
                self.broken = true;
                let diagnostic = Diagnostic::new(DiagnosticKind::StrayCharacter(stray), span);
                self.notebook.diagnostics.push(diagnostic.with_repair(RepairKind::Remove, span, ""));
                self.missing()
            }
            _ => {
                if let TokenKind::Mark(close @ (')' | ']' | '}')) = token.kind
                    && self.depth == 0
                {
                    self.broken = true;
                    let diagnostic = Diagnostic::new(DiagnosticKind::Unopened(close), span);
                    self.notebook.diagnostics.push(diagnostic.with_repair(RepairKind::Remove, span, ""));
                } else {
                    self.unexpected(Expected::Value);
                }
                self.missing()
            }
        }
    }

    /// A name: a variable, or the beginning of a call.
    fn name(&mut self) -> Expression {
        let Some(token) = self.peek() else { return self.missing() };
        let mut span = token.span;
        let mut name = span.of(self.text);
        self.at += 1;
        // `cute::size` and `cute.size` are `size`.
        while name == "cute" && (self.is_operator("::") || self.is_mark('.')) {
            self.at += if self.is_mark('.') { 1 } else { 2 };
            let Some(next) = self.peek().filter(|next| next.kind == TokenKind::Name) else {
                self.unexpected(Expected::Member);
                return self.missing();
            };
            name = next.span.of(self.text);
            span = next.span;
            self.at += 1;
        }
        let mut call = Call {
            name: name.to_string(),
            name_span: span,
            template: Vec::new(),
            arguments: Vec::new(),
            is_member: false,
            named: Vec::new(),
        };
        let is_function = functions::find(name).is_some();
        let mut whole = token.span.to(span);
        let mut is_call = false;
        if self.is_mark('<') && functions::takes_template(name) {
            let (template, close) = self.angle_list();
            call.template = template;
            whole = whole.to(close);
            is_call = true;
        }
        if self.is_mark('{') && !self.broken {
            let (arguments, _, close) = self.arguments('{', '}');
            call.arguments.extend(arguments);
            whole = whole.to(close);
            is_call = true;
        }
        if self.is_mark('(') && !self.broken && (is_function || is_call) {
            let (arguments, named, close) = self.arguments('(', ')');
            call.arguments.extend(arguments);
            call.named = named;
            whole = whole.to(close);
            is_call = true;
        }
        if is_call || functions::is_constant(name) {
            return Expression { kind: ExpressionKind::Call(Box::new(call)), span: whole };
        }
        Expression { kind: ExpressionKind::Name(name.to_string()), span: whole }
    }

    fn basis(&mut self, value: i64, is_static: bool, span: Span) -> Expression {
        let mut modes = Vec::new();
        let mut whole = span;
        while self.is_mark('@') && modes.len() <= DEPTH_LIMIT {
            self.at += 1;
            match self.peek() {
                Some(Token { kind: TokenKind::Int { value: Some(mode @ 0..=255), .. }, span }) => {
                    modes.push(mode as usize);
                    whole = whole.to(span);
                    self.at += 1;
                }
                _ => {
                    self.unexpected(Expected::Mode);
                    break;
                }
            }
        }
        Expression { kind: ExpressionKind::Basis { value, is_static, modes }, span: whole }
    }
}
