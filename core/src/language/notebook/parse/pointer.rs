//! Tokens to a syntax tree: pointers, as C++ casts them and as CuTe prints them.

use super::super::diagnostic::Expected;
use super::super::syntax::{Call, Expression, ExpressionKind, Span};
use super::super::token::TokenKind;
use super::declaration::{element_name, is_integral};
use super::{LOOK_AHEAD, Parser};
use crate::called;

/// A type that something is cast to.
struct Cast {
    /// The words of the type, as one name.
    name: String,
    /// Where they stand.
    span: Span,
    is_pointer: bool,
    /// The token behind the type.
    end: usize,
}

impl Parser<'_> {
    /// The type that stands from a token on.
    fn type_at(&self, begin: usize) -> Option<Cast> {
        let mut words = Vec::new();
        let mut stars = 0;
        let mut at = begin;
        while at < begin + LOOK_AHEAD {
            match self.tokens.get(at)?.kind {
                TokenKind::Name if stars == 0 || self.word(at) == "const" => words.push(self.word(at)),
                TokenKind::Mark(':') if self.adjacent_mark(at, ':') => at += 1,
                TokenKind::Mark('*') => stars += 1,
                _ => break,
            }
            at += 1;
        }
        words.retain(|word| !matches!(*word, "const" | "std" | "cute" | "cutlass"));
        let name = element_name(&words, words.last()?).to_string();
        let span = self.tokens.get(begin)?.span.to(self.tokens.get(at.checked_sub(1)?)?.span);
        (stars < 2).then_some(Cast { name, span, is_pointer: stars == 1, end: at })
    }

    /// `(float*)p`; the current token opens the parenthesis.
    pub(super) fn pointer_cast(&mut self) -> Option<Expression> {
        let cast = self.type_at(self.at + 1).filter(|cast| cast.is_pointer && self.adjacent_kind(cast.end, ')'))?;
        let open = self.peek()?.span;
        self.is_cpp = true;
        self.at = cast.end + 1;
        if !self.descend(open) {
            return Some(self.missing());
        }
        let value = self.postfix();
        self.depth -= 1;
        let span = open.to(value.span);
        Some(pointer(called::PTR, cast.span, vec![type_name(&cast)], vec![value], span))
    }

    /// `static_cast<float*>(p)`, behind its name.
    pub(super) fn named_cast(&mut self, name: &str, start: Span) -> Option<Expression> {
        if !matches!(name, "static_cast" | "reinterpret_cast" | "const_cast") || !self.is_mark('<') {
            return None;
        }
        let cast = self.type_at(self.at + 1).filter(|cast| self.adjacent_kind(cast.end, '>'))?;
        let is_int = !cast.is_pointer && is_integral(&cast.name);
        if !self.adjacent_kind(cast.end + 1, '(') || !(cast.is_pointer || is_int || cast.name == called::BOOL) {
            return None;
        }
        self.is_cpp = true;
        self.at = cast.end + 1;
        let (values, _, close) = self.arguments('(', ')');
        let span = start.to(close);
        let (function, template) = match (cast.is_pointer, is_int) {
            (true, _) => (called::PTR, vec![type_name(&cast)]),
            (false, true) => (called::INT, Vec::new()),
            (false, false) => (called::BOOL, Vec::new()),
        };
        Some(pointer(function, cast.span, template, values, span))
    }

    /// Reports whether `ptr[32b]` stands here, whose name has been read: what CuTe prints of a pointer.
    pub(super) fn is_printed_pointer(&self) -> bool {
        let bits = self.word(self.at + 1).strip_suffix('b').is_some_and(|bits| bits.parse::<u16>().is_ok());
        self.is_mark('[') && bits && self.adjacent_kind(self.at + 2, ']') && self.adjacent_kind(self.at + 3, '(')
    }

    /// `ptr[32b](…)` behind its name, or `ptr[32b](…+8)`, which begins 8 elements further on.
    pub(super) fn printed_pointer(&mut self, name: &str, start: Span) -> Expression {
        let bits = self.word(self.at + 1).trim_end_matches('b').parse().unwrap_or_default();
        let place = self.tokens.get(self.at + 1).map_or(start, |token| token.span);
        let template = vec![Expression { kind: ExpressionKind::Int { value: bits, is_static: true }, span: place }];
        self.at += 4;
        let is_unset = self.word(self.at) == "unset" && name == called::SMEM_PTR;
        let name = match name {
            _ if is_unset => called::SMEM_PTR_FLAG,
            // Of elements of less than a byte.
            "subptr" => called::PTR,
            "gmem_subptr" => called::GMEM_PTR,
            "smem_subptr" => called::SMEM_PTR,
            "rmem_subptr" => called::RMEM_PTR,
            name => name,
        };
        if matches!(self.word(self.at), "…" | "unset") {
            self.at += 1;
        }
        // An address is one of the machine that printed it.
        let is_address = self.tokens.get(self.at).is_some_and(|token| token.span.of(self.text).starts_with("0x"));
        self.at += usize::from(is_address);
        let mut values = Vec::new();
        if !self.is_mark(')') {
            values.push(self.expression());
        }
        if !self.broken && !self.is_mark(')') {
            self.unexpected(Expected::CommaOrClose(')'));
        }
        self.at += usize::from(!self.broken);
        let span = start.to(self.previous_span());
        pointer(name, start, template, values, span)
    }

    /// `Sw<3,3,3>_ptr[16b](…)` behind the swizzle.
    pub(super) fn swizzled_pointer(&mut self, swizzle: Call, name: &str, start: Span) -> Expression {
        self.at += 1;
        let inner = self.printed_pointer(called::PTR, start);
        let span = inner.span;
        let swizzle = Expression {
            kind: ExpressionKind::Call(Box::new(Call { name: called::PRINTED_SWIZZLE.to_string(), ..swizzle })),
            span,
        };
        let swizzled = pointer(called::MAKE_SWIZZLE_PTR, start, Vec::new(), vec![inner, swizzle], span);
        match name {
            "gmem_Sw" => pointer(called::GMEM_PTR, start, Vec::new(), vec![swizzled], span),
            "smem_Sw" => pointer(called::SMEM_PTR, start, Vec::new(), vec![swizzled], span),
            _ => swizzled,
        }
    }
}

fn type_name(cast: &Cast) -> Expression {
    Expression { kind: ExpressionKind::Name(cast.name.clone()), span: cast.span }
}

fn pointer(name: &str, place: Span, template: Vec<Expression>, arguments: Vec<Expression>, span: Span) -> Expression {
    let call = Call {
        name: name.to_string(),
        name_span: place,
        template_span: place.after(),
        template,
        arguments,
        is_member: false,
        named: Vec::new(),
    };
    Expression { kind: ExpressionKind::Call(Box::new(call)), span }
}
