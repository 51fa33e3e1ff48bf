//! Text to values, as `Display` prints them: `FromStr` of layouts, tuples, coordinates, tilers and swizzles.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::algebra::Tiler;
use crate::composed::AnyLayout;
use crate::coordinate::Coordinate;
use crate::evaluate;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::notebook::diagnostic::{Diagnostic, DiagnosticKind, Expected};
use crate::notebook::value::{Value, ValueKind};
use crate::notebook::{Settings, Span};
use crate::operations;
use crate::swizzle::Swizzle;
use crate::words::{self, Tongue};

/// Why a text is not what it was read as: a sentence, and the place that it is about.
///
/// ```
/// let error = "(4,8):(1,4,2)".parse::<colex::Layout>().unwrap_err();
/// assert_eq!(error.to_string(), "Shape (4,8) and stride (1,4,2) do not have the same parentheses");
/// assert_eq!(error.place(), 6..13);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    sentence: String,
    place: Range<usize>,
}

impl ParseError {
    /// Returns the bytes of the text that the sentence is about.
    pub fn place(&self) -> Range<usize> {
        self.place.clone()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl std::error::Error for ParseError {}

impl From<&Diagnostic> for ParseError {
    fn from(diagnostic: &Diagnostic) -> Self {
        let Span { start, end } = diagnostic.span;
        ParseError { sentence: words::diagnostic(diagnostic, Tongue::English), place: start..end }
    }
}

fn refused(kind: DiagnosticKind, span: Span) -> ParseError {
    ParseError::from(&Diagnostic::new(kind, span))
}

/// The value of a text of one statement, and what `wanted` makes of it. A plain number is dynamic.
fn read<T>(text: &str, expected: ValueKind, wanted: impl Fn(&Value) -> Option<T>) -> Result<T, ParseError> {
    // In a page it arrives later; whoever parses by this way has it.
    operations::install(&operations::ALGEBRA);
    let evaluation = evaluate(text, Settings::default());
    if let Some(wrong) = evaluation.diagnostics().first() {
        return Err(ParseError::from(*wrong));
    }
    let unexpected = |expected: Expected, found: &str| DiagnosticKind::Unexpected { found: found.into(), expected };
    let end = Span { start: text.len(), end: text.len() };
    match evaluation.statements() {
        [] => Err(refused(DiagnosticKind::Nothing, end)),
        [_, more, ..] => Err(refused(unexpected(Expected::End, "another statement"), more.span)),
        [only] => {
            if let Some((_, place)) = &only.name {
                return Err(refused(unexpected(Expected::Value, "a name that is defined"), *place));
            }
            let value = evaluation.value(0).ok_or_else(|| refused(DiagnosticKind::Nothing, only.span))?;
            let wrong = || refused(DiagnosticKind::Kind { expected, found: value.kind() }, only.span);
            wanted(value).ok_or_else(wrong)
        }
    }
}

/// Reads what `Display` prints, and every other way to write a layout that the notebook understands: C++, Python.
///
/// ```
/// use colex::Layout;
///
/// let printed: Layout = "(_4,_8):(_1,_4)".parse()?;
/// assert_eq!(printed.to_string(), "(_4,_8):(_1,_4)");
/// assert_eq!("make_layout(make_shape(Int<4>{}, Int<8>{}))".parse(), Ok(printed));
///
/// let error = "(4,8)".parse::<Layout>().unwrap_err();
/// assert_eq!(error.to_string(), "This is an integer or a tuple of integers, but a layout is needed");
/// # Ok::<(), colex::ParseError>(())
/// ```
impl FromStr for Layout {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text, ValueKind::Layout, |value| value.as_layout().cloned())
    }
}

/// Reads a layout with a swizzle or without, as `Sw<3,0,3> o _0 o (_8,_8):(_8,_1)`. One that changes nothing is left
/// out, as CuTe leaves it out.
impl FromStr for AnyLayout {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text, ValueKind::Layout, |value| match value {
            Value::Layout(_) | Value::Composed(_) => value.as_any_layout(),
            _ => None,
        })
    }
}

/// Reads a shape, a stride of integers or any other tuple of them: `(4,(_2,2))`.
impl FromStr for IntTuple {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text, ValueKind::IntTuple, Value::as_ints)
    }
}

/// Reads a coordinate, in which `_` keeps a mode: `(1,(_,2))`.
impl FromStr for Coordinate {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text, ValueKind::Coordinate, Value::as_coordinate)
    }
}

/// Reads what a divide cuts by: a layout, an integer, or a tuple of such, as `(4:1,_,8)`. Parentheses around one layout only
/// group; a tuple of one layout ends with a comma.
impl FromStr for Tiler {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text, ValueKind::Tiler, Value::as_tiler)
    }
}

/// Reads a swizzle as CuTe prints it or C++ writes it: `Sw<3,0,3>`, `Swizzle<3,0,3>{}`.
impl FromStr for Swizzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(text, ValueKind::Swizzle, |value| match value {
            Value::Swizzle(swizzle) => Some(*swizzle),
            _ => None,
        })
    }
}
