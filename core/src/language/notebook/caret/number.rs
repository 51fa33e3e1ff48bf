//! The number at a caret, and what it becomes when it is turned up or down.

use super::super::functions::{Catalogue, Holds, Template};
use super::super::syntax::Span;
use super::super::token::{TokenKind, tokens};
use super::{Caret, Listing, Part};
use crate::nested::LEAF_LIMIT;

/// An integer as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// Where it stands, with its sign and its underscore.
    pub span: Span,
    /// The number.
    pub value: i64,
    /// The least that may stand there.
    pub least: i64,
    /// The most that may stand there.
    pub most: i64,
    is_static: bool,
    is_hexadecimal: bool,
    /// The letters behind the digits, which C++ reads as a type.
    suffix: String,
}

/// Way to turn a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// By so much.
    By(i64),
    /// To twice as much; from 0 to 1.
    Double,
    /// To half as much, towards zero.
    Halve,
}

impl Number {
    /// The number after a turn, within its bounds.
    pub fn turned(&self, turn: Turn) -> i64 {
        let value = match turn {
            Turn::By(by) => self.value.saturating_add(by),
            Turn::Double if self.value == 0 => 1,
            Turn::Double => self.value.saturating_mul(2),
            Turn::Halve => self.value / 2,
        };
        value.max(self.least).min(self.most)
    }

    /// A value as it would be written in its place: with the underscore, the base and the type of what stands there.
    pub fn written(&self, value: i64) -> String {
        let digits = if self.is_hexadecimal {
            format!("{}0x{:x}", if value < 0 { "-" } else { "" }, value.unsigned_abs())
        } else {
            value.to_string()
        };
        format!("{}{digits}{}", if self.is_static { "_" } else { "" }, self.suffix)
    }
}

/// The most numbers of a value that are looked for in a text.
const NUMBERS: usize = 24;

/// The integers of a part of a text, in their order: [`NUMBERS`] at most.
fn numbers(text: &str, within: Span, catalogue: &'static Catalogue) -> Vec<Number> {
    let part = within.of(text);
    let ends = tokens(part).into_iter().filter(|token| matches!(token.kind, TokenKind::Int { .. }));
    let all = ends.take(NUMBERS).filter_map(|token| Caret::new(part, token.span.end, catalogue).number());
    let moved = |span: Span| Span { start: span.start + within.start, end: span.end + within.start };
    all.map(|number| Number { span: moved(number.span), ..number }).collect()
}

/// Where the numbers of a printed value stand in it, each with the number of the text that it is: those that an expression
/// writes are the first that are printed, one after the other. Nothing where it writes others.
///
/// ```
/// use colex::notebook::{caret::written, syntax::Span};
/// use colex::operations::CATALOGUE;
///
/// let text = "make_layout(make_shape(4, 8))";
/// let found = written(text, Span { start: 0, end: text.len() }, "(4,8):(1,4)", &CATALOGUE);
/// let values = found.iter().map(|(_, number)| number.value);
/// assert_eq!(values.collect::<Vec<_>>(), [4, 8]);
/// ```
pub fn written(text: &str, expression: Span, printed: &str, catalogue: &'static Catalogue) -> Vec<(Span, Number)> {
    let own = numbers(text, expression, catalogue);
    let shown = numbers(printed, Span { start: 0, end: printed.len() }, catalogue);
    let is_same = own.len() <= shown.len() && own.iter().zip(&shown).all(|(own, shown)| own.value == shown.value);
    if is_same { shown.into_iter().map(|shown| shown.span).zip(own).collect() } else { Vec::new() }
}

impl Caret<'_> {
    /// The integer that the caret touches. An extent is at least 1, a position of a mode not negative.
    pub fn number(&self) -> Option<Number> {
        let is_here = |&index: &usize| {
            let span = self.span(index);
            span.start <= self.at && self.at <= span.end && matches!(self.kind(index), Some(TokenKind::Int { .. }))
        };
        let touched = (0..self.tokens.len()).find(is_here).or_else(|| {
            // Before the sign.
            let sign = self.tokens.iter().position(|token| token.span.start == self.at)?;
            (self.is_sign(sign) && matches!(self.kind(sign + 1), Some(TokenKind::Int { .. }))).then_some(sign + 1)
        })?;
        let Some(TokenKind::Int { value: Some(value), is_static }) = self.kind(touched) else { return None };
        let sign = touched.checked_sub(1).filter(|&sign| !is_static && self.is_sign(sign));
        let span = sign.map_or(self.span(touched), |sign| self.span(sign).to(self.span(touched)));
        let word = self.word(touched);
        let is_hexadecimal = word.starts_with("0x") || word.starts_with("0X");
        let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
        let suffix = if is_hexadecimal { "" } else { word.get(digits.len()..).unwrap_or_default() };
        let (least, most) = self.bounds(touched);
        let value = if sign.is_some() { -value } else { value };
        let (least, most) = (least.min(value), most.max(value));
        Some(Number { span, value, least, most, is_static, is_hexadecimal, suffix: suffix.to_string() })
    }

    /// Reports whether a token is the sign of what follows and no subtraction.
    pub(super) fn is_sign(&self, index: usize) -> bool {
        let is_value = index.checked_sub(1).is_some_and(|before| self.ends_value(before));
        self.mark(index) == Some('-') && !is_value
    }

    fn bounds(&self, number: usize) -> (i64, i64) {
        let any = (-i64::MAX, i64::MAX);
        if number.checked_sub(1).is_some_and(|before| self.mark(before) == Some('@')) {
            return (0, LEAF_LIMIT as i64 - 1);
        }
        if let Some(open) = self.parent(number)
            && let Listing::Template(name) = self.listing(open)
            && let Some(function) = self.function(name)
        {
            let place = self.place_in(open, number);
            match function.holds {
                Holds::Bits if place < 2 => return (0, 63),
                Holds::Bits => return (-63, 63),
                _ if function.template == Template::Modes => return (-1, LEAF_LIMIT as i64 - 1),
                _ => {}
            }
        }
        match self.mode().map(|mode| mode.part) {
            Some(Part::Shape) => (1, i64::MAX),
            _ => any,
        }
    }
}
