//! Tokens to a syntax tree: expressions, from the loosest operator to a single number.

use super::super::diagnostic::{Diagnostic, DiagnosticKind, Expected, RepairKind, shorten};
use super::super::syntax::{Call, Expression, ExpressionKind, Span};
use super::super::token::{Token, TokenKind};
use super::Parser;
use crate::called;
use crate::names::NameProblem;

/// Operators between values, loosest first; each row binds equally. `:` stands between the second and third row.
const COMPARISONS: [&[&str]; 3] = [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"]];
const ARITHMETIC: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "//", "/", "%"]];

impl<'a> Parser<'a> {
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
        self.plain_integer().unwrap_or_else(|| self.composition())
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

    /// Reports whether an operator may stand here, by its first character.
    fn may_be_operator(&self) -> bool {
        matches!(
            self.peek().map(|token| token.kind),
            Some(TokenKind::Mark('|' | '&' | '=' | '!' | '<' | '>' | '+' | '-' | '*' | '/' | '%' | '^'))
        )
    }

    fn binary(&mut self, row: usize, rows: &[&[&'static str]], is_comparison: bool) -> Expression {
        let Some(operators) = rows.get(row) else {
            return if is_comparison { self.composition() } else { self.unary() };
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

    /// `A o B`, as CuTe prints it, and `A ∘ B`.
    fn composition(&mut self) -> Expression {
        let first = self.layout();
        if !self.is_composition() {
            return first;
        }
        let mut parts = vec![first];
        while !self.broken && self.is_composition() && self.chain(parts.len()) {
            self.at += 1;
            self.skip_newlines();
            parts.push(self.layout());
        }
        let span = parts.first().map_or_else(Span::default, |part| part.span).to(self.previous_span());
        Expression { kind: ExpressionKind::Compose(parts), span }
    }

    fn is_composition(&self) -> bool {
        self.is_mark('∘') || self.word(self.at) == "o"
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
        self.refuse_names(&stride);
        // In `(4,8):(1,4)(2,3)` the coordinate belongs to the layout, not to its strides.
        let (stride, coordinate) = match stride.kind {
            ExpressionKind::Apply(tuple, coordinate) => (*tuple, Some(coordinate)),
            _ if !self.broken && self.is_mark('(') && self.is_adjacent() => {
                let (coordinate, _) = self.coordinate('(', ')');
                (stride, Some(coordinate))
            }
            _ => (stride, None),
        };
        let whole = shape.span.to(self.previous_span());
        let span = shape.span.to(stride.span);
        let is_literal = matches!(shape.kind, ExpressionKind::Int { .. } | ExpressionKind::Tuple(_));
        if coordinate.is_none() && !is_literal && !self.broken && self.is_mark(':') && !self.adjacent_mark(self.at, ':')
        {
            return self.claim(shape, stride);
        }
        let layout = Expression { kind: ExpressionKind::Layout(Box::new(shape), Box::new(stride)), span };
        match coordinate {
            Some(coordinate) => Expression { kind: ExpressionKind::Apply(Box::new(layout), coordinate), span: whole },
            None => layout,
        }
    }

    /// Names stand in the shape, not in the stride as well.
    fn refuse_names(&mut self, stride: &Expression) {
        let (ExpressionKind::Tuple(modes), false) = (&stride.kind, self.broken) else { return };
        for mode in modes {
            let ExpressionKind::Named(name, place, value) = &mode.kind else {
                self.refuse_names(mode);
                continue;
            };
            let kind = DiagnosticKind::ModeName { name: shorten(name), problem: NameProblem::NotHere };
            let superfluous = Span { start: place.start, end: value.span.start };
            self.broken = true;
            let diagnostic = Diagnostic::new(kind, *place).with_repair(RepairKind::Remove, superfluous, "");
            self.notebook.diagnostics.push(diagnostic);
            return;
        }
    }

    /// `coalesce(A): _12:_1` says what a value is, which has to be true; the second colon is the current token.
    fn claim(&mut self, value: Expression, shape: Expression) -> Expression {
        self.at += 1;
        let stride = self.binary(0, &ARITHMETIC, false);
        let (start, place) = (value.span, shape.span.to(stride.span));
        let span = start.to(place);
        let layout = Expression { kind: ExpressionKind::Layout(Box::new(shape), Box::new(stride)), span: place };
        let kind = ExpressionKind::Binary("==", Box::new(value), Box::new(layout));
        let call = Call {
            name: called::STATIC_ASSERT.to_string(),
            name_span: start,
            template: Vec::new(),
            template_span: start.after(),
            arguments: vec![Expression { kind, span }],
            is_member: false,
            named: Vec::new(),
        };
        Expression { kind: ExpressionKind::Call(Box::new(call)), span }
    }

    fn unary(&mut self) -> Expression {
        for operator in ["-", "!", "+"] {
            let Some(token) = self.peek().filter(|_| self.may_be_operator()) else { break };
            if !self.is_operator(operator) {
                continue;
            }
            if let Some(least) = self.least_integer() {
                return least;
            }
            if !self.descend(token.span) {
                return self.missing();
            }
            self.at += 1;
            let operand = self.unary();
            self.depth -= 1;
            let span = token.span.to(operand.span);
            return match (operator, operand.kind) {
                ("-", ExpressionKind::Int { value: i64::MIN, .. } | ExpressionKind::Basis { value: i64::MIN, .. }) => {
                    self.complain(DiagnosticKind::NumberTooLarge(shorten(span.of(self.text))), span);
                    self.missing()
                }
                ("-", ExpressionKind::Int { value, is_static }) => {
                    Expression { kind: ExpressionKind::Int { value: -value, is_static }, span }
                }
                ("-", ExpressionKind::Basis { value, per, is_static, modes }) => {
                    Expression { kind: ExpressionKind::Basis { value: -value, per, is_static, modes }, span }
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

    /// `-9223372036854775808`, whose digits alone do not fit in 64 bits.
    fn least_integer(&mut self) -> Option<Expression> {
        let (sign, digits) = (self.peek()?, self.tokens.get(self.at + 1)?);
        let is_least = sign.kind == TokenKind::Mark('-') && digits.span.of(self.text) == "9223372036854775808";
        if !is_least {
            return None;
        }
        self.at += 2;
        let span = sign.span.to(digits.span);
        Some(if self.is_mark('@') {
            self.basis((i64::MIN, 1), false, span)
        } else {
            Expression { kind: ExpressionKind::Int { value: i64::MIN, is_static: false }, span }
        })
    }

    pub(super) fn postfix(&mut self) -> Expression {
        let mut value = self.primary();
        let mut links = 0;
        while !self.broken {
            links += 1;
            if !self.chain(links) {
                break;
            }
            if self.is_mark('(') && self.takes_coordinate(&value) {
                let (arguments, close) = self.coordinate('(', ')');
                let span = value.span.to(close);
                value = Expression { kind: ExpressionKind::Apply(Box::new(value), arguments), span };
            } else if self.is_mark('[') && self.is_adjacent() && self.takes_coordinate(&value) {
                let (items, close) = self.coordinate('[', ']');
                value = indexed(value, items, close);
            } else if self.is_mark('.') {
                value = self.member(value);
            } else if self.is_mark('{') && matches!(value.kind, ExpressionKind::Call(_)) {
                // `decltype(a){}` is what `a` is.
                let before = self.at;
                self.skip_braces();
                if self.at == before {
                    break;
                }
            } else {
                break;
            }
        }
        value
    }

    /// Reports whether a parenthesis behind a value holds a coordinate; behind written numbers only without a gap.
    fn takes_coordinate(&self, value: &Expression) -> bool {
        match &value.kind {
            ExpressionKind::Name(_) | ExpressionKind::Apply(..) | ExpressionKind::Call(_) => true,
            ExpressionKind::Tuple(items) => items.len() == 1 || self.is_adjacent(),
            _ => false,
        }
    }

    /// Reports whether this token follows the one before it without a gap.
    pub(super) fn is_adjacent(&self) -> bool {
        self.peek().is_some_and(|token| token.span.start == self.previous_span().end)
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
            template_span: token.span.after(),
            arguments: vec![receiver],
            is_member: true,
            named: Vec::new(),
        };
        let mut span = call.arguments.first().map_or(token.span, |first| first.span).to(token.span);
        if self.opens_template(&call.name) {
            self.takes_modes = true;
            let (template, close) = self.angle_list(false);
            call.template = template;
            call.template_span = token.span.after().to(close);
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
}

/// Python's brackets: `shape[0]` is a mode, `a[None, 3]` a slice.
fn indexed(value: Expression, items: Vec<Expression>, close: Span) -> Expression {
    let span = value.span.to(close);
    let is_mode = match items.as_slice() {
        [only] => !matches!(only.kind, ExpressionKind::Tuple(_) | ExpressionKind::Underscore),
        _ => false,
    };
    let kind = if is_mode {
        ExpressionKind::Call(Box::new(Call {
            name: called::GET.to_string(),
            name_span: close,
            template: items,
            template_span: close,
            arguments: vec![value],
            is_member: true,
            named: Vec::new(),
        }))
    } else {
        ExpressionKind::Apply(Box::new(value), items)
    };
    Expression { kind, span }
}
