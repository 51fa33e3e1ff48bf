//! Lists in brackets, what is said of a text that is not understood, and where reading goes on after it.

use std::collections::HashMap;

use super::super::diagnostic::{Diagnostic, DiagnosticKind, Expected, Repair, RepairKind, shorten};
use super::super::syntax::{Expression, ExpressionKind, Span};
use super::super::token::{Token, TokenKind};
use super::{DECLARATION_WORDS, KEYWORDS, LOOK_AHEAD, Parser};
use crate::names::{NameProblem, check_name};
use crate::nested::DEPTH_LIMIT;

/// An item of a list, with the name in front of it and where that stands.
type Item = (Option<(String, Span)>, Expression);

impl Parser<'_> {
    /// Arguments between brackets, with Python's `name=value` apart; the current token opens the list.
    #[allow(clippy::type_complexity, reason = "the three parts of one list, used at once by the callers")]
    pub(super) fn arguments(
        &mut self,
        open: char,
        close: char,
    ) -> (Vec<Expression>, Vec<(String, Span, Expression)>, Span) {
        let (list, end) = self.list(open, close);
        let (mut items, mut named) = (Vec::new(), Vec::new());
        for (name, value) in list {
            match name {
                Some((name, span)) => named.push((name, span, value)),
                None => items.push(value),
            }
        }
        (items, named, end)
    }

    /// The modes of a tuple, some with their names; the current token opens it.
    pub(super) fn modes(&mut self, open: char, close: char) -> (Vec<Expression>, Span) {
        let (list, end) = self.list(open, close);
        let mut modes = Vec::with_capacity(list.len());
        let mut taken = HashMap::new();
        for (name, value) in list {
            self.mode(name, value, &mut modes, &mut taken);
        }
        (modes, end)
    }

    /// Adds a mode to those before it; `taken` has the names of these and which modes they are.
    fn mode(
        &mut self,
        name: Option<(String, Span)>,
        value: Expression,
        modes: &mut Vec<Expression>,
        taken: &mut HashMap<String, usize>,
    ) {
        let Some((name, place)) = name else { return modes.push(value) };
        if !self.broken {
            self.check_mode_name(&name, place, modes, taken);
            taken.insert(name.clone(), modes.len());
        }
        self.names_modes = true;
        let span = place.to(value.span);
        modes.push(Expression { kind: ExpressionKind::Named(name, place, Box::new(value)), span });
    }

    /// A coordinate behind a value; there modes have no names.
    pub(super) fn coordinate(&mut self, open: char, close: char) -> (Vec<Expression>, Span) {
        let (items, named, end) = self.arguments(open, close);
        if let Some((name, place, _)) = named.first().filter(|_| !self.broken) {
            self.complain(DiagnosticKind::ModeName { name: shorten(name), problem: NameProblem::NotHere }, *place);
        }
        (items, end)
    }

    /// Complains of a name that cannot be one, or that a mode before it has.
    fn check_mode_name(&mut self, name: &str, place: Span, before: &[Expression], taken: &HashMap<String, usize>) {
        let taken = |name: &str| match &before.get(*taken.get(name)?)?.kind {
            ExpressionKind::Named(_, place, _) => Some(*place),
            _ => None,
        };
        let (problem, first) = match (check_name(name), taken(name)) {
            (Err(problem), _) => (problem, None),
            (Ok(()), Some(first)) => (NameProblem::Taken, Some(first)),
            (Ok(()), None) => return,
        };
        self.broken = true;
        let mut diagnostic = Diagnostic::new(DiagnosticKind::ModeName { name: shorten(name), problem }, place);
        if let Some(first) = first {
            diagnostic.related.push(first);
            let free = (2..).map(|number| format!("{name}{number}")).find(|free| taken(free).is_none());
            if let Some(free) = free.filter(|free| check_name(free).is_ok()) {
                diagnostic = diagnostic.with_repair(RepairKind::Replace, place, free);
            }
        }
        self.notebook.diagnostics.push(diagnostic);
    }

    fn list(&mut self, open: char, close: char) -> (Vec<Item>, Span) {
        let opening = self.peek().map_or_else(Span::default, |token| token.span);
        let mut items: Vec<Item> = Vec::new();
        if !self.descend(opening) {
            return (items, opening);
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
            // Behind a named mode and its comma the next line begins with a name too.
            let goes_on = items.last().is_some_and(|(name, _)| name.is_some());
            let begins_statement = self.at > resume && !goes_on && self.begins_statement();
            if self.peek().is_none() || self.is_mark(';') || begins_statement {
                if self.semicolon_divides(close) {
                    break;
                }
                self.at = resume;
                self.unclosed(open, close, opening);
                break;
            }
            let keyword = self.keyword();
            let value = if open == '(' && keyword.is_none() { self.expression() } else { self.item() };
            items.push((keyword, value));
            if self.broken {
                break;
            }
            let resume = self.at;
            self.skip_newlines();
            if self.is_mark(',') {
                self.at += 1;
            } else if !self.is_mark(close) {
                let lines_passed = self.at > resume;
                if self.semicolon_divides(close) {
                    break;
                }
                if lines_passed || self.peek().is_none() || self.is_mark(';') {
                    self.at = resume;
                    self.unclosed(open, close, opening);
                } else {
                    self.unexpected(Expected::CommaOrClose(close));
                    self.offer_commas();
                }
                break;
            }
        }
        self.in_angles = in_angles;
        self.depth -= 1;
        (items, self.previous_span())
    }

    /// Complains of a semicolon that stands where a comma has to, and passes it; one that ends an open list does not: in
    /// `(4;8)` the list closes in the same line.
    fn semicolon_divides(&mut self, close: char) -> bool {
        let Some(semicolon) = self.peek().filter(|token| token.kind == TokenKind::Mark(';')) else { return false };
        let behind = self.tokens.get(self.at + 1..).unwrap_or_default().iter().take(LOOK_AHEAD);
        let mut depth = 0_usize;
        let mut closes = false;
        for token in behind {
            match token.kind {
                TokenKind::Newline => break,
                TokenKind::Mark('(' | '[') => depth += 1,
                TokenKind::Mark(mark @ (')' | ']')) => match depth.checked_sub(1) {
                    Some(less) => depth = less,
                    None => {
                        closes = mark == close;
                        break;
                    }
                },
                _ => {}
            }
        }
        if closes {
            self.unexpected(Expected::CommaOrClose(close));
            if let Some(found) = self.notebook.diagnostics.last_mut() {
                let text = ",".to_string();
                found.repairs.push(Repair { kind: RepairKind::Replace, span: semicolon.span, text });
            }
            self.at += 1;
        }
        closes
    }

    /// Where numbers stand side by side, divided by a blank, offers the statement with commas between them.
    fn offer_commas(&mut self) {
        let line = self.tokens.get(self.value..).unwrap_or_default().iter();
        let is_end = |token: &&Token| !matches!(token.kind, TokenKind::Newline | TokenKind::Mark(';'));
        let line = line.take(LOOK_AHEAD).take_while(is_end).collect::<Vec<_>>();
        let (Some(first), Some(last)) = (line.first(), line.last()) else { return };
        let mut mended = String::new();
        let (mut depth, mut offered) = (0_usize, false);
        let mut before: Option<&Token> = None;
        for token in line.iter().copied() {
            if let Some(before) = before {
                let ends = matches!(before.kind, TokenKind::Int { .. } | TokenKind::Underscore | TokenKind::Mark(')'));
                let begins = matches!(token.kind, TokenKind::Int { .. } | TokenKind::Underscore | TokenKind::Mark('('));
                let gap = Span { start: before.span.end, end: token.span.start };
                let is_missing = depth > 0 && ends && begins && gap.start < gap.end;
                mended.push_str(if is_missing { "," } else { gap.of(self.text) });
                offered |= is_missing;
            }
            match token.kind {
                TokenKind::Mark('(' | '[') => depth += 1,
                TokenKind::Mark(')' | ']') => depth = depth.saturating_sub(1),
                _ => {}
            }
            mended.push_str(token.span.of(self.text));
            before = Some(token);
        }
        let span = first.span.to(last.span);
        if let Some(found) = self.notebook.diagnostics.last_mut().filter(|_| offered) {
            found.repairs.push(Repair { kind: RepairKind::Replace, span, text: mended });
        }
    }

    /// Template arguments, or the modes of a tiler, which may have names.
    pub(super) fn angle_list(&mut self, is_tiler: bool) -> (Vec<Expression>, Span) {
        let opening = self.peek().map_or_else(Span::default, |token| token.span);
        let (mut items, mut taken) = (Vec::new(), HashMap::new());
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
            let name = if is_tiler { self.keyword() } else { None };
            let value = self.item();
            self.mode(name, value, &mut items, &mut taken);
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

    /// Reports whether the line that begins here is a new statement rather than more of an open list.
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

    pub(super) fn unexpected(&mut self, expected: Expected) {
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

    pub(super) fn complain(&mut self, kind: DiagnosticKind, span: Span) {
        self.broken = true;
        self.notebook.diagnostics.push(Diagnostic::new(kind, span));
    }

    pub(super) fn descend(&mut self, span: Span) -> bool {
        if self.depth >= DEPTH_LIMIT {
            self.complain(DiagnosticKind::TooDeep(DEPTH_LIMIT), span);
            return false;
        }
        self.depth += 1;
        true
    }

    /// Reports whether a chain of operators or calls may go on: each link nests the tree by one.
    pub(super) fn chain(&mut self, links: usize) -> bool {
        if links > DEPTH_LIMIT {
            let span = self.peek().map_or_else(|| self.previous_span(), |token| token.span);
            self.complain(DiagnosticKind::TooDeep(DEPTH_LIMIT), span);
        }
        links <= DEPTH_LIMIT
    }

    pub(super) fn missing(&self) -> Expression {
        Expression { kind: ExpressionKind::Missing, span: self.previous_span().after() }
    }

    /// To the end of a statement that is not understood: the end of its line, or of the bracket it is in where lines
    /// go on inside it.
    pub(super) fn skip_statement(&mut self) {
        while let Some(token) = self.peek() {
            if matches!(token.kind, TokenKind::Newline | TokenKind::Mark(';')) {
                return;
            }
            self.at += 1;
        }
    }
}
