//! Tokens to a syntax tree. Parsing never fails: a statement that is not understood carries a diagnostic, and the next
//! line starts afresh.

use super::diagnostic::{Diagnostic, DiagnosticKind, Expected, RepairKind};
use super::functions;
use super::syntax::{Call, Expression, ExpressionKind, Notebook, Span, Spelling, Statement};
use super::token::{Token, TokenKind, tokens};
use super::{STATEMENT_LIMIT, TEXT_LIMIT};
use crate::nested::DEPTH_LIMIT;

/// The statements of a text, and what could not be understood.
pub fn parse(text: &str) -> Notebook {
    let mut end = text.len().min(TEXT_LIMIT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let read = text.get(..end).unwrap_or_default();
    let mut found = tokens(read);
    found.retain(|token| token.kind != TokenKind::Comment);
    let mut parser = Parser {
        text: read,
        tokens: &found,
        at: 0,
        depth: 0,
        in_angles: false,
        notebook: Notebook::default(),
        broken: false,
    };
    parser.statements();
    let mut notebook = parser.notebook;
    if end < text.len() {
        let span = Span { start: end, end: text.len() };
        notebook.diagnostics.push(Diagnostic::new(DiagnosticKind::TextTooLong(TEXT_LIMIT), span));
    }
    notebook
}

struct Parser<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    /// Inside `<…>` and no other bracket: `>>` closes two lists there.
    in_angles: bool,
    notebook: Notebook,
    broken: bool,
}

/// Operators between values, loosest first; each row binds equally. `:` stands between the second and third row.
const COMPARISONS: [&[&str]; 3] = [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"]];
const ARITHMETIC: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

/// Words before the name of a C++ declaration.
const DECLARATION_WORDS: [&str; 5] = ["const", "constexpr", "static", "using", "typename"];

/// Arguments by name that may begin a line inside parentheses.
const KEYWORDS: [&str; 4] = ["stride", "order", "shape", "mode"];

impl<'a> Parser<'a> {
    fn statements(&mut self) {
        loop {
            while self.is_newline() || self.is_mark(';') {
                self.at += 1;
            }
            let Some(first) = self.peek() else { return };
            if self.notebook.statements.len() >= STATEMENT_LIMIT {
                let span = Span { start: first.span.start, end: self.text.len() };
                self.complain(DiagnosticKind::TooManyStatements(STATEMENT_LIMIT), span);
                return;
            }
            if !self.skip_using() {
                self.statement(first);
            }
        }
    }

    /// `using namespace cute;` says nothing here.
    fn skip_using(&mut self) -> bool {
        let word = |at: usize| self.tokens.get(at).map_or("", |token| token.span.of(self.text));
        let is_using = word(self.at) == "using" && word(self.at + 1) == "namespace";
        if is_using {
            self.skip_statement();
        }
        is_using
    }

    fn statement(&mut self, first: Token) {
        self.broken = false;
        self.depth = 0;
        self.in_angles = false;
        let begin = self.at;
        let name = self.defined_name();
        let expression = self.top_level();
        if !self.broken && !self.at_end_of_statement() {
            self.unexpected_end();
        }
        if self.broken {
            self.skip_statement();
        }
        let end = self.previous_span().end.max(first.span.start);
        let span = Span { start: first.span.start, end };
        let spelling = self.spelling(begin);
        self.notebook.statements.push(Statement { span, name, expression, spelling, is_broken: self.broken });
    }

    /// What follows a complete expression but does not belong there.
    fn unexpected_end(&mut self) {
        let Some(token) = self.peek() else { return };
        if let TokenKind::Mark(close @ (')' | ']' | '}')) = token.kind {
            self.broken = true;
            let diagnostic = Diagnostic::new(DiagnosticKind::Unopened(close), token.span);
            self.notebook.diagnostics.push(diagnostic.with_repair(RepairKind::Remove, token.span, ""));
        } else {
            self.unexpected(Expected::End);
        }
    }

    /// `name =` and `Layout name =`, taken off the front.
    fn defined_name(&mut self) -> Option<(String, Span)> {
        let mut ahead = self.at;
        let mut last = None;
        loop {
            let token = self.tokens.get(ahead)?;
            match token.kind {
                TokenKind::Name => last = Some(token.span),
                TokenKind::Mark('&') if last.is_some() => {}
                TokenKind::Mark('=') => break,
                _ => return None,
            }
            ahead += 1;
            if ahead > self.at + 8 {
                return None;
            }
        }
        let is_comparison = self.adjacent_mark(ahead, '=');
        let span = last.filter(|_| !is_comparison)?;
        self.at = ahead + 1;
        self.skip_newlines();
        Some((span.of(self.text).to_string(), span))
    }

    /// An expression; a list of numbers without parentheses is understood and gets a repair.
    fn top_level(&mut self) -> Expression {
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

    fn expression(&mut self) -> Expression {
        self.plain_integer().unwrap_or_else(|| self.binary(0, &COMPARISONS, true))
    }

    /// An item of a tuple, tiler or template list: no comparison, since `>` may close the list.
    fn item(&mut self) -> Expression {
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

    /// Items between brackets, with Python's `name=value` apart; the current token opens the list.
    #[allow(clippy::type_complexity, reason = "the three parts of one list, used at once by the callers")]
    fn arguments(&mut self, open: char, close: char) -> (Vec<Expression>, Vec<(String, Span, Expression)>, Span) {
        let opening = self.peek().map_or_else(Span::default, |token| token.span);
        let (mut items, mut named) = (Vec::new(), Vec::new());
        if !self.descend(opening) {
            return (items, named, opening);
        }
        let in_angles = std::mem::replace(&mut self.in_angles, false);
        self.at += 1;
        loop {
            let resume = self.at;
            self.skip_newlines();
            if self.is_mark(close) {
                self.at += 1;
                break;
            }
            if self.peek().is_none() || self.is_mark(';') || (self.at > resume && self.begins_statement()) {
                self.at = resume;
                self.unclosed(open, close, opening);
                break;
            }
            let keyword = self.keyword();
            let value = if open == '(' && keyword.is_none() { self.expression() } else { self.item() };
            match keyword {
                Some((name, span)) => named.push((name, span, value)),
                None => items.push(value),
            }
            if self.broken {
                break;
            }
            let resume = self.at;
            self.skip_newlines();
            if self.is_mark(',') {
                self.at += 1;
            } else if !self.is_mark(close) {
                let lines_passed = self.at > resume;
                if lines_passed || self.peek().is_none() || self.is_mark(';') {
                    self.at = resume;
                    self.unclosed(open, close, opening);
                } else {
                    self.unexpected(Expected::CommaOrClose(close));
                }
                break;
            }
        }
        self.in_angles = in_angles;
        self.depth -= 1;
        (items, named, self.previous_span())
    }

    fn angle_list(&mut self) -> (Vec<Expression>, Span) {
        let opening = self.peek().map_or_else(Span::default, |token| token.span);
        let mut items = Vec::new();
        if !self.descend(opening) {
            return (items, opening);
        }
        let in_angles = std::mem::replace(&mut self.in_angles, true);
        self.at += 1;
        loop {
            self.skip_newlines();
            if self.is_mark('>') {
                self.at += 1;
                break;
            }
            if self.peek().is_none() {
                self.unclosed('<', '>', opening);
                break;
            }
            items.push(self.item());
            if self.broken {
                break;
            }
            self.skip_newlines();
            if self.is_mark(',') {
                self.at += 1;
            } else if !self.is_mark('>') {
                self.unexpected(Expected::CommaOrClose('>'));
                break;
            }
        }
        self.in_angles = in_angles;
        self.depth -= 1;
        (items, self.previous_span())
    }

    fn keyword(&mut self) -> Option<(String, Span)> {
        let token = self.peek().filter(|token| token.kind == TokenKind::Name)?;
        let is_keyword = self.adjacent_kind(self.at + 1, '=') && !self.adjacent_mark(self.at + 1, '=');
        if !is_keyword {
            return None;
        }
        self.at += 2;
        Some((token.span.of(self.text).to_string(), token.span))
    }

    /// Whether the line that begins here is a new statement rather than more of an open list.
    fn begins_statement(&self) -> bool {
        let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Name) else { return false };
        let word = token.span.of(self.text);
        let second = self.tokens.get(self.at + 1).map(|token| token.kind);
        match second {
            Some(TokenKind::Mark('=')) => !self.adjacent_mark(self.at + 1, '=') && !KEYWORDS.contains(&word),
            Some(TokenKind::Name) => true,
            _ => DECLARATION_WORDS.contains(&word),
        }
    }

    fn unclosed(&mut self, open: char, close: char, opening: Span) {
        self.broken = true;
        let end = self.previous_span().after();
        let mut diagnostic = Diagnostic::new(DiagnosticKind::Unclosed(open), opening);
        diagnostic.related.push(end);
        let already =
            self.notebook.diagnostics.last().is_some_and(|last| {
                matches!(last.kind, DiagnosticKind::Unclosed(_)) && last.related.first() == Some(&end)
            });
        if !already {
            let missing = close.to_string().repeat(if close == ')' { self.depth.max(1) } else { 1 });
            self.notebook.diagnostics.push(diagnostic.with_repair(RepairKind::Insert, end, missing));
        }
    }

    fn unexpected(&mut self, expected: Expected) {
        let (found, span) = match self.peek() {
            Some(token) if token.kind != TokenKind::Newline => (shorten(token.span.of(self.text)), token.span),
            _ => (String::new(), self.previous_span().after()),
        };
        if let Some(Token { kind: TokenKind::BrokenNumber, span }) = self.peek() {
            return self.complain(DiagnosticKind::BrokenNumber(found), span);
        }
        if let Some(Token { kind: TokenKind::Stray, span }) = self.peek() {
            let stray = span.of(self.text).chars().next().unwrap_or_default();
            self.broken = true;
            let diagnostic = Diagnostic::new(DiagnosticKind::StrayCharacter(stray), span);
            self.notebook.diagnostics.push(diagnostic.with_repair(RepairKind::Remove, span, ""));
            return;
        }
        self.complain(DiagnosticKind::Unexpected { found, expected }, span);
    }

    fn complain(&mut self, kind: DiagnosticKind, span: Span) {
        self.broken = true;
        self.notebook.diagnostics.push(Diagnostic::new(kind, span));
    }

    fn descend(&mut self, span: Span) -> bool {
        if self.depth >= DEPTH_LIMIT {
            self.complain(DiagnosticKind::TooDeep(DEPTH_LIMIT), span);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Whether a chain of operators or calls may go on: each link nests the tree by one.
    fn chain(&mut self, links: usize) -> bool {
        if links > DEPTH_LIMIT {
            let span = self.peek().map_or_else(|| self.previous_span(), |token| token.span);
            self.complain(DiagnosticKind::TooDeep(DEPTH_LIMIT), span);
        }
        links <= DEPTH_LIMIT
    }

    fn missing(&self) -> Expression {
        Expression { kind: ExpressionKind::Missing, span: self.previous_span().after() }
    }

    /// To the end of a statement that is not understood: the end of its line, or of the bracket it is in where lines
    /// go on inside it.
    fn skip_statement(&mut self) {
        while let Some(token) = self.peek() {
            if matches!(token.kind, TokenKind::Newline | TokenKind::Mark(';')) {
                return;
            }
            self.at += 1;
        }
    }

    fn spelling(&self, begin: usize) -> Spelling {
        let used = self.tokens.get(begin..self.at).unwrap_or_default();
        let word = |index: usize| used.get(index).map_or("", |token| token.span.of(self.text));
        let mut spelling = Spelling::Plain;
        for (index, token) in used.iter().enumerate() {
            match token.kind {
                TokenKind::Int { is_static: true, .. } => return Spelling::Cpp,
                TokenKind::Name => {
                    let (name, next) = (word(index), word(index + 1));
                    if name == "cute" && next == "." {
                        return Spelling::Python;
                    }
                    if index > 1 && next == "=" && matches!(word(index - 1), "," | "(") && KEYWORDS.contains(&name) {
                        return Spelling::Python;
                    }
                    let is_template = next == "<" && functions::takes_template(name);
                    if is_template || name.starts_with("make_") || (next == "{" && word(index + 2) == "}") {
                        spelling = Spelling::Cpp;
                    }
                }
                _ => {}
            }
        }
        spelling
    }

    fn skip_braces(&mut self) {
        if self.is_mark('{') && self.adjacent_kind(self.at + 1, '}') {
            self.at += 2;
        }
    }

    fn skip_newlines(&mut self) {
        while self.is_newline() {
            self.at += 1;
        }
    }

    fn at_end_of_statement(&self) -> bool {
        self.peek().is_none() || self.is_newline() || self.is_mark(';')
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn is_newline(&self) -> bool {
        self.peek().is_some_and(|token| token.kind == TokenKind::Newline)
    }

    fn is_mark(&self, mark: char) -> bool {
        self.adjacent_kind(self.at, mark)
    }

    fn adjacent_kind(&self, at: usize, mark: char) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Mark(mark))
    }

    /// Whether `mark` follows token `at` without a gap.
    fn adjacent_mark(&self, at: usize, mark: char) -> bool {
        match (self.tokens.get(at), self.tokens.get(at + 1)) {
            (Some(first), Some(second)) => second.kind == TokenKind::Mark(mark) && first.span.end == second.span.start,
            _ => false,
        }
    }

    /// Whether this operator stands here, and no longer one that begins with it.
    fn is_operator(&self, operator: &str) -> bool {
        let mut at = self.at;
        for (index, mark) in operator.chars().enumerate() {
            let follows = index == 0 || self.adjacent_mark(at - 1, mark);
            if !follows || !self.adjacent_kind(at, mark) {
                return false;
            }
            at += 1;
        }
        match operator {
            ">>" => !self.in_angles,
            "<" => !self.adjacent_mark(at - 1, '=') && !self.adjacent_mark(at - 1, '<'),
            ">" => !self.adjacent_mark(at - 1, '=') && !self.adjacent_mark(at - 1, '>'),
            "!" => !self.adjacent_mark(at - 1, '='),
            "&" => !self.adjacent_mark(at - 1, '&'),
            "|" => !self.adjacent_mark(at - 1, '|'),
            _ => true,
        }
    }

    fn previous_span(&self) -> Span {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or_else(Span::default, |token| token.span)
    }
}

/// At most this many characters of the text stand in a sentence.
const QUOTE_LIMIT: usize = 32;

pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(QUOTE_LIMIT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_string(),
    }
}
