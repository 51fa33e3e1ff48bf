//! Problems of a text: a kind, a place, related places, and repairs that one click applies.

use super::refused::Refused;
use super::syntax::Span;
use super::value::ValueKind;
use super::written::Reason;
use crate::error::Error;
use crate::names::NameProblem;
use crate::repair::StrideRepairKind;
use crate::swizzle::Swizzle;
use crate::verdict::{LawKind, Letters, Verdict};

/// Something wrong with the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// Problem in the text.
    pub kind: DiagnosticKind,
    /// Where.
    pub span: Span,
    /// Other places that have to do with it.
    pub related: Vec<Span>,
    /// Edits that would mend it.
    pub repairs: Vec<Repair>,
}

impl Diagnostic {
    /// A diagnostic without related places and repairs.
    pub fn new(kind: DiagnosticKind, span: Span) -> Self {
        Diagnostic { kind, span, related: Vec::new(), repairs: Vec::new() }
    }

    /// The same with one more repair.
    pub fn with_repair(mut self, kind: RepairKind, span: Span, text: impl Into<String>) -> Self {
        self.repairs.push(Repair { kind, span, text: text.into() });
        self
    }
}

/// An edit: the text of `span` replaced by `text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// Effect of the repair.
    pub kind: RepairKind,
    /// Text that it replaces.
    pub span: Span,
    /// With what.
    pub text: String,
}

/// Effect of a repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepairKind {
    /// Adds something that is missing.
    Insert,
    /// Takes something away.
    Remove,
    /// Puts something else in its place.
    Replace,
    /// Puts the same in its place, with numbers that are known when C++ compiles: where it stands they may look alike.
    Static,
    /// Makes the strides fit the shape.
    Strides(StrideRepairKind),
}

/// Problem that a diagnostic reports.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// A character that the language does not use.
    StrayCharacter(char),
    /// Digits that run into letters, as in `4abc`.
    BrokenNumber(String),
    /// An integer beyond 64 bits.
    NumberTooLarge(String),
    /// A bracket that is never closed.
    Unclosed(char),
    /// A closing bracket without its opening one.
    Unopened(char),
    /// Something else should stand here: what was found, what would fit.
    Unexpected {
        /// Text that stands here; empty at the end of the statement.
        found: String,
        /// Syntax that would fit.
        expected: Expected,
    },
    /// Numbers with commas between them but without parentheses, as in `2,4:1,2`.
    BareTuple,
    /// Parentheses nested too deep.
    TooDeep(usize),
    /// Text beyond the limit is not read.
    TextTooLong(usize),
    /// A statement of more tokens than the limit is not read.
    StatementTooLong(usize),
    /// Statements beyond the limit are not evaluated.
    TooManyStatements(usize),
    /// A function, loop or condition of C++ or Python.
    ControlFlow(String),
    /// A name that no statement above defines.
    UnknownName {
        /// The name.
        name: String,
        /// `true` if a later statement defines it.
        defined_later: bool,
    },
    /// A name that its own definition uses, and that nothing above defines.
    OwnDefinition(String),
    /// A function that does not exist.
    UnknownFunction(String),
    /// A name that begins like an atom's and is none.
    UnknownAtom(Refused),
    /// The code of the algebra is still on its way; the statement is evaluated again when it has arrived.
    Loading,
    /// A name whose own statement is broken.
    BrokenName(String),
    /// A wrong number of arguments.
    Arity {
        /// The function.
        function: String,
        /// The numbers of arguments that it takes, printed.
        expected: String,
        /// Number of arguments given.
        found: usize,
    },
    /// An argument by name that the function does not have.
    UnknownArgument {
        /// The function.
        function: String,
        /// The argument's name.
        name: String,
    },
    /// A value of another kind is needed.
    Kind {
        /// Kind that would fit.
        expected: ValueKind,
        /// Kind that was given.
        found: ValueKind,
    },
    /// An operator between integers stands beside something else.
    Operand {
        /// The operator.
        operator: String,
        /// Kind of the value beside it.
        found: ValueKind,
    },
    /// A value that cannot be called with a coordinate.
    NotCallable(ValueKind),
    /// The arguments in angles do not fit the function.
    TemplateArgument(String),
    /// Arguments in angles of a function that has none.
    NoTemplate(String),
    /// Nothing stands where a value should.
    Nothing,
    /// A word in front of a mode that cannot be its name.
    ModeName {
        /// The word.
        name: String,
        /// Why not.
        problem: NameProblem,
    },
    /// The algebra has no answer.
    Algebra(Error),
    /// In a program: why nobody knows the value, and of which name.
    Unknown(Reason, Option<String>),
    /// A `static_assert` does not hold.
    AssertionFailed,
    /// A name that is called with numbers and that nothing defines yet, and the line that would.
    Undefined {
        /// The name.
        name: String,
        /// A line that defines it.
        line: String,
    },
    /// `LayoutLeft` or `LayoutRight` called like a function, and what says it.
    MajorCall {
        /// The name.
        name: String,
        /// Text to write.
        instead: String,
    },
    /// The statement has a value, and a person should know something about it.
    Remark(Remark),
    /// CuTe accepts this, and its answer is not the mathematical one: the law that fails, where, and what its letters
    /// stand for.
    Wrong(LawKind, Box<Verdict>, Box<Letters>),
}

/// Fact that a person should know about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// CuTe has made 0 of a stride that it does not know when it compiles: the stride.
    StrideLost(i64),
    /// A value that has to be known when the program is compiled is known when it runs.
    NotConstant,
    /// Strides over F2 combine without carry; the same function is a layout of integers, after a swizzle where one says it.
    OverF2(Option<Swizzle>),
    /// The comma operator of C++ answers what stands last.
    Comma {
        /// True if it looks like a coordinate rather than a shape.
        is_coordinate: bool,
    },
    /// The Python DSL prints something else than C++.
    Python(PythonDiffers),
}

/// Where the Python DSL prints something else than C++.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PythonDiffers {
    /// A tiler of one element.
    TilerOfOne,
    /// Raked products.
    RakedProduct,
    /// A swizzle that changes nothing.
    SwizzleOfNoBits,
}

/// Syntax that would fit in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A number, tuple, layout or call.
    Value,
    /// The end of the statement.
    End,
    /// A comma or the closing bracket.
    CommaOrClose(char),
    /// A stride after the colon.
    Stride,
    /// A mode after `@`.
    Mode,
    /// The name of a member after a dot.
    Member,
    /// This character.
    Mark(char),
}

/// At most this many characters of the text stand in a sentence.
const QUOTE_LIMIT: usize = 32;

/// The beginning of a text, short enough for a sentence.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(QUOTE_LIMIT) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_string(),
    }
}
