//! Tokens to a syntax tree: the statements. Parsing never fails: a statement that is not understood carries a
//! diagnostic, and the next line starts afresh.

mod declaration;
mod expression;
mod list;
mod primary;
mod python;

use super::diagnostic::{Diagnostic, DiagnosticKind, Expected, RepairKind, shorten};
use super::syntax::{Expression, ExpressionKind, Notebook, Span, Spelling, Statement};
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
        is_cpp: false,
        names_modes: false,
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
    /// Something in this statement is only C++.
    is_cpp: bool,
    /// A mode has been named in this statement.
    names_modes: bool,
    notebook: Notebook,
    broken: bool,
}

/// Words before the name of a C++ declaration.
pub(super) const DECLARATION_WORDS: [&str; 7] =
    ["const", "constexpr", "static", "using", "typename", "typedef", "auto"];

/// Words that begin what the notebook does not run.
const CONTROL_WORDS: [&str; 12] =
    ["template", "void", "for", "if", "while", "else", "struct", "class", "def", "return", "do", "with"];

/// Arguments by name that may begin a line inside parentheses.
pub(super) const KEYWORDS: [&str; 7] = crate::names::RESERVED;

/// How far one looks ahead for the end of a declared name or of template arguments, in tokens.
const LOOK_AHEAD: usize = 256;

impl<'a> Parser<'a> {
    fn statements(&mut self) {
        loop {
            // `>` and `>>>` stand before what a document shows being typed.
            while self.is_newline() || self.is_mark(';') || self.is_mark('>') {
                self.at += 1;
            }
            let Some(first) = self.peek() else { return };
            if self.notebook.statements.len() >= STATEMENT_LIMIT {
                let span = Span { start: first.span.start, end: self.text.len() };
                self.complain(DiagnosticKind::TooManyStatements(STATEMENT_LIMIT), span);
                return;
            }
            if CONTROL_WORDS.contains(&self.word(self.at)) && !self.adjacent_kind(self.at + 1, '=') {
                self.control_flow(first);
            } else if !self.skip_using() {
                self.statement(first);
            }
        }
    }

    /// `using namespace cute;` and `import cutlass.cute as cute` say nothing here.
    fn skip_using(&mut self) -> bool {
        let is_using = match self.word(self.at) {
            "using" => self.word(self.at + 1) == "namespace",
            "import" | "from" => self.tokens.get(self.at + 1).is_some_and(|next| next.kind == TokenKind::Name),
            _ => false,
        };
        if is_using {
            self.skip_statement();
        }
        is_using
    }

    /// A function, loop or condition of C++ or Python: said once, and skipped with its block.
    fn control_flow(&mut self, first: Token) {
        let word = shorten(first.span.of(self.text));
        self.complain(DiagnosticKind::ControlFlow(word), first.span);
        let mut depth = 0_usize;
        let mut has_block = false;
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Mark('(' | '{') => depth += 1,
                TokenKind::Mark(')' | '}') => depth = depth.saturating_sub(1),
                TokenKind::Mark(';') if depth == 0 => break,
                TokenKind::Newline if depth == 0 && !self.goes_on() => break,
                TokenKind::Newline => {
                    self.skip_newlines();
                    continue;
                }
                _ => {}
            }
            self.at += 1;
            has_block |= token.kind == TokenKind::Mark('}');
            if has_block && depth == 0 {
                break;
            }
        }
        let span = first.span.to(self.previous_span());
        let expression = Expression { kind: ExpressionKind::Missing, span };
        let spelling = Spelling::Cpp;
        let (name, names_modes, is_broken) = (None, false, true);
        self.notebook.statements.push(Statement { span, name, expression, spelling, names_modes, is_broken });
    }

    /// Whether the next line belongs to a block: it opens one, goes on with the head of one, or is indented.
    fn goes_on(&self) -> bool {
        let ahead = self.tokens.get(self.at..).unwrap_or_default();
        let Some(next) = ahead.iter().find(|token| token.kind != TokenKind::Newline) else { return false };
        let line = self.text.get(..next.span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
        next.kind == TokenKind::Mark('{') || !line.is_empty() || CONTROL_WORDS.contains(&next.span.of(self.text))
    }

    fn statement(&mut self, first: Token) {
        self.broken = false;
        self.depth = 0;
        self.in_angles = false;
        self.is_cpp = false;
        self.names_modes = false;
        let begin = self.at;
        let (name, expression) = match self.default_constructed() {
            Some((name, expression)) => (Some(name), expression),
            None => (self.defined_name(), self.top_level()),
        };
        if !self.broken && !self.at_end_of_statement() {
            self.unexpected_end();
        }
        if self.broken {
            self.skip_statement();
        }
        let end = self.previous_span().end.max(first.span.start);
        let span = Span { start: first.span.start, end };
        let spelling = self.spelling(begin);
        let (names_modes, is_broken) = (self.names_modes, self.broken);
        self.notebook.statements.push(Statement { span, name, expression, spelling, names_modes, is_broken });
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

    fn spelling(&self, begin: usize) -> Spelling {
        let used = self.tokens.get(begin..self.at).unwrap_or_default();
        let word = |index: usize| used.get(index).map_or("", |token| token.span.of(self.text));
        let colon = |index: usize| used.get(index).is_some_and(|token| token.kind == TokenKind::Mark(':'));
        let has_colon = (0..used.len()).any(|at| colon(at) && !colon(at + 1) && !at.checked_sub(1).is_some_and(colon));
        let mut spelling = if self.is_cpp { Spelling::Cpp } else { Spelling::Plain };
        for (index, token) in used.iter().enumerate() {
            match token.kind {
                TokenKind::Int { is_static: true, .. } => return Spelling::Cpp,
                TokenKind::Name => {
                    let (name, next) = (word(index), word(index + 1));
                    if matches!(name, "cute" | "cutlass") && next == "." {
                        return Spelling::Python;
                    }
                    if index > 1 && next == "=" && matches!(word(index - 1), "," | "(") && KEYWORDS.contains(&name) {
                        return Spelling::Python;
                    }
                    // `4:1` is no C++: what has it is Colex's own, whatever it calls.
                    if name.starts_with("make_") && !has_colon || (next == "{" && word(index + 2) == "}") {
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

    /// The text of a token.
    fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.span.of(self.text))
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
