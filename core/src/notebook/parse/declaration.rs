//! Tokens to a syntax tree: the name that a statement defines, as the notebook, C++ and Python write it.

use super::super::syntax::{Expression, Span};
use super::super::token::{Token, TokenKind};
use super::{DECLARATION_WORDS, LOOK_AHEAD, Parser};

impl Parser<'_> {
    /// `name =`, `Layout name =`, `name: type =`, and the `name :` in front of a printed layout, taken off the front.
    pub(super) fn defined_name(&mut self) -> Option<(String, Span)> {
        let mut ahead = self.at;
        let mut last = None;
        let mut words = 0;
        loop {
            let token = self.tokens.get(ahead).filter(|_| ahead < self.at + LOOK_AHEAD)?;
            match token.kind {
                TokenKind::Name => {
                    last = Some(ahead);
                    words += 1;
                }
                TokenKind::Mark('&' | '*') if words > 0 => {}
                TokenKind::Mark('<') if words > 0 => ahead = self.template_end(ahead)?,
                TokenKind::Mark(':') if self.adjacent_mark(ahead, ':') => ahead += 1,
                TokenKind::Mark(':') if words == 1 && self.is_annotation(ahead) => break,
                TokenKind::Mark('=') if !self.adjacent_mark(ahead, '=') => break,
                _ => return None,
            }
            ahead += 1;
        }
        let span = self.tokens.get(last?)?.span;
        self.is_cpp |= words > 1;
        if self.adjacent_kind(ahead, ':') && self.is_annotated(ahead) {
            while !self.adjacent_kind(ahead, '=') {
                ahead += 1;
            }
        }
        self.at = ahead + 1;
        self.skip_newlines();
        Some((span.of(self.text).to_string(), span))
    }

    /// Whether the colon at `colon` follows a name that is being defined: by a printed layout, which has a colon of its
    /// own, or by Python with a type.
    fn is_annotation(&self, colon: usize) -> bool {
        // Documents write `Shape : (4,2)` over `Stride: (1,4)`.
        let is_written = matches!(
            self.tokens.get(colon + 1).map(|token| token.kind),
            Some(TokenKind::Mark('(') | TokenKind::Int { .. })
        );
        if is_written && colon.checked_sub(1).is_some_and(|name| matches!(self.word(name), "Shape" | "Stride")) {
            return true;
        }
        let mut depth = 0_usize;
        for at in colon + 1..colon + LOOK_AHEAD {
            match self.tokens.get(at).map(|token| token.kind) {
                Some(TokenKind::Mark('(' | '[')) => depth += 1,
                Some(TokenKind::Mark(')' | ']')) => depth = depth.saturating_sub(1),
                Some(TokenKind::Mark(':')) if depth == 0 => return true,
                None | Some(TokenKind::Newline | TokenKind::Mark(';')) => break,
                _ => {}
            }
        }
        self.is_annotated(colon)
    }

    /// Whether a type and `=` follow, as in `a: cute.Layout = …`.
    fn is_annotated(&self, colon: usize) -> bool {
        let rest = self.tokens.get(colon + 1..).unwrap_or_default();
        let is_type = |token: &&Token| matches!(token.kind, TokenKind::Name | TokenKind::Mark('.'));
        let length = rest.iter().take(LOOK_AHEAD).take_while(is_type).count();
        length > 0 && self.adjacent_kind(colon + 1 + length, '=')
    }

    /// `Layout<Shape<_4>> name;`: a type that makes a value, and the name that gets it.
    pub(super) fn default_constructed(&mut self) -> Option<((String, Span), Expression)> {
        let mut begin = self.at;
        while DECLARATION_WORDS.contains(&self.word(begin)) {
            begin += 1;
        }
        let mut ahead = begin;
        while self.word(ahead) == "cute" && self.adjacent_mark(ahead, ':') {
            ahead += 3;
        }
        let is_name = |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Name);
        if !is_name(ahead) {
            return None;
        }
        ahead += 1;
        let is_template = self.adjacent_kind(ahead, '<');
        if is_template {
            ahead = self.template_end(ahead)? + 1;
        }
        let name = ahead;
        if !is_name(name) || self.word(name) == "o" {
            return None;
        }
        let braces = usize::from(self.adjacent_kind(name + 1, '{') && self.adjacent_kind(name + 2, '}')) * 2;
        let is_end = match self.tokens.get(name + 1 + braces).map(|token| token.kind) {
            None | Some(TokenKind::Newline) => is_template || braces > 0,
            Some(TokenKind::Mark(';')) => true,
            _ => false,
        };
        if !is_end {
            return None;
        }
        self.is_cpp = true;
        self.at = begin;
        let expression = self.expression();
        let span = self.tokens.get(name)?.span;
        if !self.broken {
            self.at = name + 1 + braces;
        }
        Some(((span.of(self.text).to_string(), span), expression))
    }
}
