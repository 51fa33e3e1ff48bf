//! Tokens to a syntax tree: the name that a statement defines, as the notebook, C++ and Python write it.

use super::super::syntax::{Declared, Expression, ExpressionKind, Span};
use super::super::token::{Token, TokenKind};
use super::{DECLARATION_WORDS, Definition, LOOK_AHEAD, Parser};
use crate::called;

impl Parser<'_> {
    /// The name that the statement defines, taken off the front.
    pub(super) fn definition(&mut self) -> Definition {
        let begin = self.at;
        let name = self.defined_name();
        let declared = name.as_ref().and_then(|(_, span)| self.declared(begin, span.start));
        Definition { name, declared, value: self.at, expression: None }
    }

    /// `name =`, `Layout name =`, `name: type =`, and the `name :` in front of a printed layout, taken off the front.
    fn defined_name(&mut self) -> Option<(String, Span)> {
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

    /// Reports whether the colon at `colon` follows a name that is being defined: by a printed layout, which has a
    /// colon of its own, or by Python with a type.
    fn is_annotation(&self, colon: usize) -> bool {
        // Documents write `Shape : (4,2)` over `Stride: (1,4)`.
        let is_written = matches!(
            self.tokens.get(colon + 1).map(|token| token.kind),
            Some(TokenKind::Mark('(') | TokenKind::Int { .. })
        );
        if is_written
            && colon
                .checked_sub(1)
                .is_some_and(|name| [called::SHAPE_TYPE, called::STRIDE_TYPE].contains(&self.word(name)))
        {
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

    /// Reports whether a type and `=` follow, as in `a: cute.Layout = …`.
    fn is_annotated(&self, colon: usize) -> bool {
        let rest = self.tokens.get(colon + 1..).unwrap_or_default();
        let is_type = |token: &&Token| matches!(token.kind, TokenKind::Name | TokenKind::Mark('.'));
        let length = rest.iter().take(LOOK_AHEAD).take_while(is_type).count();
        length > 0 && self.adjacent_kind(colon + 1 + length, '=')
    }

    /// Returns what a type makes of the values assigned to it: the type stands from the token `begin` on, up to `end`
    /// in the text.
    fn declared(&self, begin: usize, end: usize) -> Option<Declared> {
        let tokens = self.tokens.get(begin..)?.iter().take(LOOK_AHEAD).take_while(|token| token.span.end <= end);
        let mut words = Vec::new();
        let mut pointers = 0;
        for token in tokens {
            match token.kind {
                TokenKind::Name => words.push(token.span.of(self.text)),
                TokenKind::Mark('*') => pointers += 1,
                TokenKind::Mark('&' | ':') => {}
                _ => return None,
            }
        }
        if words.first().is_some_and(|word| matches!(*word, "using" | "typedef")) {
            return None;
        }
        words.retain(|word| {
            !DECLARATION_WORDS.contains(word) && !matches!(*word, "std" | "cute" | "cutlass" | "volatile")
        });
        match (words.as_slice(), pointers) {
            (["bool"], 0) => Some(Declared::Truth),
            ([_, ..], 0) if words.iter().all(|word| is_integral(word)) => Some(Declared::Int),
            ([.., element], 1) => Some(Declared::Pointer(element_name(&words, element).to_string())),
            _ => None,
        }
    }

    /// `int name{4};`, `int name(4);`: a type of C++, a name, and its value in brackets.
    pub(super) fn constructed(&mut self) -> Option<Definition> {
        let mut ahead = self.at;
        let mut last = None;
        let mut has_template = false;
        loop {
            let token = self.tokens.get(ahead).filter(|_| ahead < self.at + LOOK_AHEAD)?;
            match token.kind {
                TokenKind::Name if token.span.of(self.text) != "o" => last = Some((ahead, token.span)),
                TokenKind::Mark('&' | '*') if last.is_some() => {}
                TokenKind::Mark(':') if self.adjacent_mark(ahead, ':') => ahead += 1,
                TokenKind::Mark('<') if last.is_some() => {
                    ahead = self.template_end(ahead)?;
                    has_template = true;
                }
                TokenKind::Mark('{' | '(') => break,
                _ => return None,
            }
            ahead += 1;
        }
        let (name, span) = last?;
        let declared = self.declared(self.at, span.start);
        let is_declaration = name > self.at && name + 1 == ahead && !self.adjacent_mark(name - 1, ':');
        if !is_declaration || (declared.is_none() && !has_template && self.word(name - 1) != "auto") {
            return None;
        }
        let (open, close) = if self.adjacent_kind(ahead, '{') { ('{', '}') } else { ('(', ')') };
        if self.adjacent_kind(ahead + 1, close) && !matches!(declared, Some(Declared::Int | Declared::Pointer(_))) {
            return None;
        }
        self.is_cpp = true;
        self.at = ahead;
        let (mut values, _) = self.coordinate(open, close);
        let words = span.of(self.text).to_string();
        let whole = span.to(self.previous_span());
        let expression = match (values.len(), &declared) {
            (1, _) => values.pop(),
            // `int name{};`
            (0, Some(Declared::Int | Declared::Pointer(_))) => {
                Some(Expression { kind: ExpressionKind::Int { value: 0, is_static: false }, span: whole })
            }
            _ => None,
        };
        let expression = expression.unwrap_or(Expression { kind: ExpressionKind::Missing, span: whole });
        Some(Definition { name: Some((words, span)), declared, value: ahead, expression: Some(expression) })
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

/// Reports whether a word belongs to the name of an integral type.
pub(super) fn is_integral(word: &str) -> bool {
    let sized = word.strip_prefix('u').unwrap_or(word);
    let sized = sized.strip_prefix("int").and_then(|rest| rest.strip_suffix("_t"));
    matches!(
        word,
        "int" | "unsigned" | "signed" | "long" | "short" | "char" | "size_t" | "ssize_t" | "ptrdiff_t" | "uint"
    ) || sized.is_some_and(|bits| matches!(bits, "8" | "16" | "32" | "64" | "ptr"))
}

/// Returns the name in one word of the elements of a type that is written in several.
pub(super) fn element_name<'a>(words: &[&'a str], last: &'a str) -> &'a str {
    let is_unsigned = words.contains(&"unsigned");
    match (last, is_unsigned) {
        ("char", true) => "uint8_t",
        ("short", true) => "uint16_t",
        ("int" | "unsigned", true) => "uint32_t",
        ("long", true) => "uint64_t",
        ("int", false) if words.contains(&"short") => "int16_t",
        ("int", false) if words.contains(&"long") => "int64_t",
        _ => last,
    }
}
