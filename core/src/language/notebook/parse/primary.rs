//! Tokens to a syntax tree: single values, names, and what belongs to a name.

use super::super::diagnostic::{Diagnostic, DiagnosticKind, Expected, RepairKind, shorten};
use super::super::functions;
use super::super::syntax::{Call, Expression, ExpressionKind, Span};
use super::super::token::{Token, TokenKind};
use super::declaration::element_name;
use super::python::pythonic;
use super::{LOOK_AHEAD, Parser};
use crate::called;
use crate::nested::{DEPTH_LIMIT, LEAF_LIMIT};

/// Modules of the Python DSL below `cute`. Unlike `cute` they may be names of one's own: a class has to follow.
const PYTHON_MODULES: [&str; 5] = ["nvgpu", "warp", "warpgroup", "cpasync", "tcgen05"];

/// Beginnings of enumerations of the Python DSL whose words choose among variants of an instruction.
const PYTHON_ENUMERATIONS: [&str; 3] = ["LoadCache", "Operand", "CtaGroup"];

impl<'a> Parser<'a> {
    pub(super) fn primary(&mut self) -> Expression {
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
                    return self.basis((value, 1), is_static, span);
                }
                if let Some(per) = self.divisor_of_basis() {
                    self.at += 2;
                    return self.basis((value, per), is_static, span);
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
                if let Some(cast) = self.pointer_cast() {
                    return cast;
                }
                let (items, close) = self.modes('(', ')');
                Expression { kind: ExpressionKind::Tuple(items), span: span.to(close) }
            }
            TokenKind::Mark('[') => {
                let (items, close) = self.modes('[', ']');
                Expression { kind: ExpressionKind::Tuple(items), span: span.to(close) }
            }
            TokenKind::Mark('<') => {
                let (items, close) = self.angle_list(true);
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
        let start = self.at;
        self.at += 1;
        let (name, span) = self.qualified(token);
        if name == "None" {
            return Expression { kind: ExpressionKind::Underscore, span };
        }
        if let Some(cast) = self.named_cast(name, token.span) {
            return cast;
        }
        let is_tensor_memory = name == "tmem_";
        if (name.ends_with(called::PTR) || is_tensor_memory) && self.is_printed_pointer() {
            return self.printed_pointer(if is_tensor_memory { called::TMEM_PTR } else { name }, token.span);
        }
        if self.is_mark('|')
            && let Some(fixed) = name.strip_prefix("M_").and_then(|bits| bits.parse::<i64>().ok())
        {
            return self.mixed_bits(fixed, token.span);
        }
        if name == "M_" && self.adjacent_kind(self.at, '-') && self.adjacent_kind(self.at + 2, '|') {
            return match self.signed() {
                Some(fixed) => self.mixed_bits(fixed, token.span),
                None => self.missing(),
            };
        }
        let mut call = Call {
            name: name.to_string(),
            name_span: span,
            template: Vec::new(),
            template_span: span.after(),
            arguments: Vec::new(),
            is_member: false,
            named: Vec::new(),
        };
        let is_function = self.catalogue.find(name).is_some();
        let mut whole = token.span.to(span);
        let (mut is_call, mut is_braced) = (false, false);
        let is_swizzle = name == called::PRINTED_SWIZZLE || matches!(name, "gmem_Sw" | "smem_Sw");
        if self.opens_template(name) || is_swizzle && self.is_mark('<') {
            let (template, close) = self.angle_list(false);
            call.template = template;
            call.template_span = span.after().to(close);
            whole = whole.to(close);
            is_call = true;
            // A type is C++; a function with modes in angles is CuTe's, but may stand beside a written layout.
            self.is_cpp |=
                name != called::PRINTED_SWIZZLE && name.starts_with(|first: char| first.is_ascii_uppercase());
            self.takes_modes |= name != called::PRINTED_SWIZZLE;
            if is_swizzle && matches!(self.word(self.at), "_ptr" | "_subptr") && !self.broken {
                return self.swizzled_pointer(call, name, token.span);
            }
        }
        if self.is_mark('{') && !self.broken {
            let (arguments, _, close) = self.arguments('{', '}');
            call.arguments.extend(arguments);
            whole = whole.to(close);
            is_call |= is_function || !call.arguments.is_empty();
            is_braced = true;
        }
        // A value that is complete takes a coordinate: `Layout<_4>{}(2)`.
        if self.is_mark('(') && !self.broken && !is_braced && (is_function || is_call || span != token.span) {
            let (arguments, named, close) = self.arguments('(', ')');
            call.arguments.extend(arguments);
            call.named = named;
            whole = whole.to(close);
            is_call = true;
        }
        if is_call && self.word(start + 1) == "." {
            return Expression { kind: pythonic(call, self.catalogue), span: whole };
        }
        if is_call || functions::is_constant(name) {
            return Expression { kind: ExpressionKind::Call(Box::new(call)), span: whole };
        }
        Expression { kind: ExpressionKind::Name(name.to_string()), span: whole }
    }

    /// A name with its namespaces: of `cute::size`, `cute.size` and `std::size` only `size`. The first part is read.
    fn qualified(&mut self, first: Token) -> (&'a str, Span) {
        let mut span = first.span;
        // `unsigned char`, where a type stands.
        if matches!(span.of(self.text), "unsigned" | "signed" | "long" | "short") {
            let mut words = vec![span.of(self.text)];
            while matches!(self.word(self.at), "unsigned" | "char" | "short" | "int" | "long") && words.len() < 4 {
                words.push(self.word(self.at));
                span = span.to(self.previous_span());
                self.at += 1;
            }
            let last = words.last().copied().unwrap_or_default();
            return (element_name(&words, last), span.to(self.previous_span()));
        }
        loop {
            let word = span.of(self.text);
            let is_module = PYTHON_MODULES.contains(&word)
                && self.word(self.at + 1).starts_with(|letter: char| letter.is_ascii_uppercase() || word == "nvgpu");
            let is_ours = matches!(word, "cute" | "std" | "cutlass") || self.is_mark('.') && is_module;
            let is_enumeration = PYTHON_ENUMERATIONS.iter().any(|begins| word.starts_with(begins));
            let is_dotted = self.is_mark('.') && (is_ours || is_enumeration);
            let length = if self.is_operator("::") { 2 } else { usize::from(is_dotted) };
            if length == 0 {
                return (span.of(self.text), span);
            }
            let Some(next) = self.tokens.get(self.at + length).filter(|next| next.kind == TokenKind::Name) else {
                self.at += length;
                self.unexpected(Expected::Member);
                return (span.of(self.text), span);
            };
            span = if is_ours { next.span } else { span.to(next.span) };
            self.at += length + 1;
        }
    }

    /// Reports whether template arguments open here. Behind a name that takes none they have to close, too: that is not
    /// a comparison but a mistake.
    pub(super) fn opens_template(&self, name: &str) -> bool {
        if !self.is_mark('<') {
            return false;
        }
        if self.catalogue.takes_template(name) {
            return true;
        }
        let after = self.template_end(self.at).filter(|_| self.is_adjacent()).map(|end| end + 1);
        after.is_some_and(|after| match self.tokens.get(after).map(|token| token.kind) {
            None | Some(TokenKind::Newline | TokenKind::Mark('(' | '{' | ',' | ')' | '>' | ';')) => true,
            _ => self.word(after) == "o",
        })
    }

    /// `M_0|(8&12)=8`; the value after `=` says nothing that the rest does not.
    fn mixed_bits(&mut self, fixed: i64, start: Span) -> Expression {
        let mut numbers = [0, 0, 0];
        for (mark, place) in [('|', None), ('(', Some(0)), ('&', Some(1)), (')', None), ('=', Some(2))] {
            if !self.is_mark(mark) {
                self.unexpected(Expected::Mark(mark));
                return self.missing();
            }
            self.at += 1;
            let Some(number) = place.and_then(|place| numbers.get_mut(place)) else { continue };
            let Some(value) = self.signed() else { return self.missing() };
            *number = value;
        }
        let [dynamic, flags, _] = numbers;
        let kind = ExpressionKind::MixedBits { fixed, dynamic, flags };
        Expression { kind, span: start.to(self.previous_span()) }
    }

    /// An integer with or without its sign, which may be the least there is; without one it is said what is missing.
    fn signed(&mut self) -> Option<i64> {
        let is_negative = self.is_mark('-');
        self.at += usize::from(is_negative);
        let value = match self.peek() {
            Some(Token { kind: TokenKind::Int { value: Some(value), .. }, .. }) => {
                Some(if is_negative { -value } else { value })
            }
            Some(Token { kind: TokenKind::Int { value: None, .. }, span }) if is_negative => {
                format!("-{}", span.of(self.text)).parse().ok()
            }
            _ => None,
        };
        match value {
            Some(_) => self.at += 1,
            None => self.unexpected(Expected::Value),
        }
        value
    }

    /// The 2 of `1/2@0`, at the stroke.
    fn divisor_of_basis(&self) -> Option<i64> {
        let kind = |behind: usize| self.tokens.get(self.at + behind).map(|token| token.kind);
        match (kind(0)?, kind(1)?, kind(2)?) {
            (TokenKind::Mark('/'), TokenKind::Int { value: Some(per), .. }, TokenKind::Mark('@')) => Some(per),
            _ => None,
        }
    }

    pub(super) fn basis(&mut self, (value, per): (i64, i64), is_static: bool, span: Span) -> Expression {
        let mut modes = Vec::new();
        let mut whole = span;
        while self.is_mark('@') && modes.len() < DEPTH_LIMIT {
            self.at += 1;
            match self.peek() {
                Some(Token { kind: TokenKind::Int { value: Some(mode), .. }, span })
                    if (0..LEAF_LIMIT as i64).contains(&mode) =>
                {
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
        Expression { kind: ExpressionKind::Basis { value, per, is_static, modes }, span: whole }
    }

    /// Where the template arguments close that open at `open`; `None` where that is not near, or a comparison is meant.
    pub(super) fn template_end(&self, open: usize) -> Option<usize> {
        let (mut angles, mut round) = (0_usize, 0_usize);
        for at in open..open + LOOK_AHEAD {
            match self.tokens.get(at)?.kind {
                TokenKind::Mark('<') => angles += 1,
                TokenKind::Mark('>') if angles == 1 && round == 0 => return Some(at),
                TokenKind::Mark('>') => angles = angles.checked_sub(1).filter(|left| *left > 0)?,
                TokenKind::Mark('(' | '{') => round += 1,
                TokenKind::Mark(')' | '}') => round = round.checked_sub(1)?,
                TokenKind::Mark('=' | ';' | '&' | '|' | '!') | TokenKind::Stray => return None,
                _ => {}
            }
        }
        None
    }
}
