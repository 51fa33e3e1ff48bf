//! Tokens to a syntax tree: the statements. Parsing never fails: a statement that is not understood carries a
//! diagnostic, and the next line starts afresh.

mod declaration;
mod expression;
mod list;
mod pointer;
mod primary;
mod python;
mod reading;

use super::diagnostic::{Diagnostic, DiagnosticKind, Expected, RepairKind, shorten};
use super::functions::Catalogue;
use super::syntax::{Declared, Expression, ExpressionKind, Notebook, Span, Spelling, Statement};
use super::token::{Token, TokenKind};
use super::{STATEMENT_LIMIT, STATEMENT_TOKEN_LIMIT};
pub(crate) use python::{Change, Pythonic, pythonic as pythonic_call};
pub(super) use reading::Reading;

/// The statements of a text, and what could not be understood.
pub fn parse(text: &str, catalogue: &'static Catalogue) -> Notebook {
    Reading::whole(text, catalogue)
}

struct Parser<'a> {
    catalogue: &'static Catalogue,
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    /// Inside `<…>` and no other bracket: `>>` closes two lists there.
    in_angles: bool,
    /// Something in this statement is only C++.
    is_cpp: bool,
    /// A function in this statement has arguments in angles.
    takes_modes: bool,
    /// The token that the value of this statement begins with.
    value: usize,
    /// A mode has been named in this statement.
    names_modes: bool,
    notebook: Notebook,
    broken: bool,
}

/// Definition by a statement, before its value is read.
struct Definition {
    name: Option<(String, Span)>,
    declared: Option<Declared>,
    /// The token that the value begins with.
    value: usize,
    /// The value, where it has been read already.
    expression: Option<Expression>,
}

/// Words before the name of a C++ declaration.
pub(super) const DECLARATION_WORDS: [&str; 7] =
    ["const", "constexpr", "static", "using", "typename", "typedef", "auto"];

/// Words that begin what the notebook does not run.
const CONTROL_WORDS: [&str; 12] =
    ["template", "void", "for", "if", "while", "else", "struct", "class", "def", "return", "do", "with"];

/// Arguments by name that may begin a line inside parentheses.
pub(super) const KEYWORDS: [&str; 7] = crate::names::RESERVED;

/// Distance of the look ahead for the end of a declared name or of template arguments, in tokens.
const LOOK_AHEAD: usize = 256;

impl<'a> Parser<'a> {
    /// Reads one statement, or skips one that says nothing; answers whether there may be more.
    fn next_statement(&mut self) -> bool {
        // `>` and `>>>` stand before what a document shows being typed.
        while self.is_newline() || self.is_mark(';') || self.is_mark('>') {
            self.at += 1;
        }
        let Some(first) = self.peek() else { return false };
        if self.notebook.statements.len() >= STATEMENT_LIMIT {
            let span = Span { start: first.span.start, end: self.text.len() };
            self.complain(DiagnosticKind::TooManyStatements(STATEMENT_LIMIT), span);
            return false;
        }
        if CONTROL_WORDS.contains(&self.word(self.at)) && !self.adjacent_kind(self.at + 1, '=') {
            self.control_flow(first);
        } else if !self.skip_using() {
            self.statement(first);
        }
        true
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
        self.notebook.statements.push(Statement {
            span,
            name: None,
            expression,
            spelling: Spelling::Cpp,
            declared: None,
            groups: false,
            is_cpp: false,
            names_modes: false,
            is_broken: true,
        });
    }

    /// Reports whether the next line belongs to a block: it opens one, goes on with the head of one, or is indented.
    fn goes_on(&self) -> bool {
        let ahead = self.tokens.get(self.at..).unwrap_or_default();
        let Some(next) = ahead.iter().find(|token| token.kind != TokenKind::Newline) else { return false };
        let line = self.text.get(..next.span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
        next.kind == TokenKind::Mark('{') || !line.is_empty() || CONTROL_WORDS.contains(&next.span.of(self.text))
    }

    fn statement(&mut self, first: Token) {
        self.begin();
        let begin = self.at;
        let (whole, complaints) = (self.tokens, self.notebook.diagnostics.len());
        self.tokens = whole.get(..begin + STATEMENT_TOKEN_LIMIT).unwrap_or(whole);
        let definition = self.constructed().or_else(|| {
            let (name, expression) = self.default_constructed()?;
            Some(Definition { name: Some(name), declared: None, value: self.at, expression: Some(expression) })
        });
        let definition = definition.unwrap_or_else(|| self.definition());
        self.declarator(first.span.start, begin, definition, whole, complaints);
        self.further_declarators();
    }

    /// Forgets the statement before.
    fn begin(&mut self) {
        self.broken = false;
        self.depth = 0;
        self.in_angles = false;
        self.is_cpp = false;
        self.takes_modes = false;
        self.names_modes = false;
    }

    /// The value of a name that is being defined, to the end of its statement. What lies beyond the limit is not seen: then
    /// the statement ends where the tokens do; `whole` are all of them.
    fn declarator(
        &mut self,
        start: usize,
        begin: usize,
        definition: Definition,
        whole: &'a [Token],
        complaints: usize,
    ) {
        let Definition { name, declared, value, expression } = definition;
        self.value = value;
        let mut expression = expression.unwrap_or_else(|| match declared {
            // A comma stands between names there.
            Some(_) => self.expression(),
            None => self.top_level(),
        });
        let goes_on = declared.is_some() && self.is_mark(',');
        if !self.broken && !goes_on && !self.at_end_of_statement() {
            self.unexpected_end();
        }
        let rest = self.tokens.get(self.at..).unwrap_or_default();
        let is_over = self.tokens.len() < whole.len() && rest.iter().all(|token| token.kind == TokenKind::Newline);
        self.tokens = whole;
        if is_over {
            self.notebook.diagnostics.truncate(complaints);
            let first = self.tokens.get(begin).map_or_else(Span::default, |token| token.span);
            self.complain(DiagnosticKind::StatementTooLong(STATEMENT_TOKEN_LIMIT), first);
            expression = self.missing();
        }
        if self.broken {
            self.skip_statement();
        }
        let span = Span { start, end: self.previous_span().end.max(start) };
        let (spelling, groups, is_cpp) = self.spelling(begin, value);
        let (names_modes, is_broken) = (self.names_modes, self.broken);
        let statement =
            Statement { span, name, expression, spelling, declared, groups, is_cpp, names_modes, is_broken };
        self.notebook.statements.push(statement);
    }

    /// `int m = 4, n = 8;`: the names behind the first, of the same type.
    fn further_declarators(&mut self) {
        while !self.broken && self.is_mark(',') && self.notebook.statements.len() < STATEMENT_LIMIT {
            let declared = self.notebook.statements.last().and_then(|before| before.declared.clone());
            let name = self.tokens.get(self.at + 1).copied().filter(|name| name.kind == TokenKind::Name);
            let Some(name) = name.filter(|_| self.adjacent_kind(self.at + 2, '=')) else {
                self.unexpected_end();
                return self.skip_statement();
            };
            let (begin, whole, complaints) = (self.at + 1, self.tokens, self.notebook.diagnostics.len());
            self.tokens = whole.get(..begin + STATEMENT_TOKEN_LIMIT).unwrap_or(whole);
            self.begin();
            self.is_cpp = true;
            self.at += 3;
            self.skip_newlines();
            let words = name.span.of(self.text).to_string();
            let value = self.at;
            let definition = Definition { name: Some((words, name.span)), declared, value, expression: None };
            self.declarator(name.span.start, begin, definition, whole, complaints);
        }
    }

    /// Reports what follows a complete expression but does not belong there.
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

    /// Determines the spelling of the statement from `begin` on, whose value begins at `value`, and whether parentheses
    /// around a single value only group it there, and whether it is written as C++ alone is.
    fn spelling(&self, begin: usize, value: usize) -> (Spelling, bool, bool) {
        let used = self.tokens.get(begin..self.at).unwrap_or_default();
        let word = |index: usize| used.get(index).map_or("", |token| token.span.of(self.text));
        let mark =
            |index: usize, wanted: char| used.get(index).is_some_and(|token| token.kind == TokenKind::Mark(wanted));
        let is_colon =
            |at: usize| mark(at, ':') && !mark(at + 1, ':') && !at.checked_sub(1).is_some_and(|at| mark(at, ':'));
        // `4:1` is no C++: what has it is Colex's own, whatever it calls.
        let has_layout = (value.saturating_sub(begin)..used.len()).any(is_colon);
        let (mut is_cpp, mut is_python, mut has_static) = (self.is_cpp, false, false);
        for (index, token) in used.iter().enumerate() {
            match token.kind {
                TokenKind::Int { is_static: true, .. } => has_static |= !is_python,
                TokenKind::Mark('{') => is_cpp = true,
                TokenKind::Mark(':') => is_cpp |= mark(index + 1, ':'),
                TokenKind::Name => {
                    let (name, next) = (word(index), word(index + 1));
                    is_python |= matches!(name, "cute" | "cutlass" | "nvgpu") && next == ".";
                    let is_argument = index > 1 && next == "=" && matches!(word(index - 1), "," | "(");
                    is_python |= is_argument && KEYWORDS.contains(&name);
                }
                _ => {}
            }
        }
        let makes = || used.iter().any(|token| token.span.of(self.text).starts_with("make_"));
        let spelling = if has_static {
            Spelling::Cpp
        } else if is_python {
            Spelling::Python
        } else if is_cpp || !has_layout && (self.takes_modes || makes()) {
            Spelling::Cpp
        } else {
            Spelling::Plain
        };
        let is_program = is_python || is_cpp || self.is_mark(';');
        // `_4` by itself is no value of C++.
        let is_bare = |index: usize| {
            matches!(used.get(index).map(|token| token.kind), Some(TokenKind::Int { is_static: true, .. }))
                && !mark(index + 1, '{')
        };
        let is_own = has_layout || (0..used.len()).any(is_bare);
        // A statement of C++ declares, or ends with a semicolon.
        let is_declared = used.get(..value.saturating_sub(begin)).is_some_and(|before| before.len() > 2);
        let is_statement = is_declared || self.is_mark(';');
        let is_cpp = is_cpp && is_statement && spelling == Spelling::Cpp && !is_own;
        (spelling, is_program && !has_layout, is_cpp)
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

    /// Reports whether `mark` follows token `at` without a gap.
    fn adjacent_mark(&self, at: usize, mark: char) -> bool {
        match (self.tokens.get(at), self.tokens.get(at + 1)) {
            (Some(first), Some(second)) => second.kind == TokenKind::Mark(mark) && first.span.end == second.span.start,
            _ => false,
        }
    }

    /// Reports whether this operator stands here, and no longer one that begins with it.
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
            "/" => !self.adjacent_mark(at - 1, '/'),
            "&" => !self.adjacent_mark(at - 1, '&'),
            "|" => !self.adjacent_mark(at - 1, '|'),
            _ => true,
        }
    }

    fn previous_span(&self) -> Span {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or_else(Span::default, |token| token.span)
    }
}
