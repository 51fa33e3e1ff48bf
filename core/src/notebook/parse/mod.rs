//! Tokens to a syntax tree: the statements. Parsing never fails: a statement that is not understood carries a
//! diagnostic, and the next line starts afresh.

mod expression;
mod list;

use super::diagnostic::{Diagnostic, DiagnosticKind, Expected, RepairKind};
use super::functions;
use super::syntax::{Notebook, Span, Spelling, Statement};
use super::token::{Token, TokenKind, tokens};
use super::{STATEMENT_LIMIT, TEXT_LIMIT};

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
