//! Names of everything that can be asked "why?" of: every error of the algebra, everything that can be wrong with a
//! text, every view and every concept has a name here, by which the card that explains it says so
//! (`explains: error StrideDivisibility`).

use crate::Error;
use crate::notebook::DiagnosticKind;
use crate::notebook::refused::Subject;

/// A name for each variant; the compiler sees that none is missing.
macro_rules! names {
    ($(#[$sentence:meta])* $function:ident $all:ident $kind:ident: $($variant:ident),* $(,)?) => {
        $(#[$sentence])*
        pub fn $function(of: &$kind) -> &'static str {
            match of {
                $($kind::$variant { .. } => concat!("error ", stringify!($variant)),)*
            }
        }

        /// All of these names.
        pub const $all: &[&str] = &[$(concat!("error ", stringify!($variant))),*];
    };
}

names! {
    /// The name of an error of the algebra.
    error ERRORS Error:
    Overflow, DivisionByZero, NotCongruent, RankMismatch, TupleForInteger, NoSuchMode, EmptyRange, NotDivisible, NeedsRank,
    TooLarge, TooDeep, MixedIndices, Empty, StrideDivisibility, ShapeDivisibility, DynamicStrides, NotInjective,
    InverseDivisibility, TilerTooLong, NotSplit, BlockDoesNotDivide, NeedsStatic, NoAdjacentElements, NotPositive,
    NotPowerOfTwo, InvalidSwizzle, NoSwizzle, NeedsNoOffset, TwiceComposed, NoData, NoStrides, NoElements,
    AtomDoesNotFit, OutsideData, SizesDiffer, NoCommonDomain, SeveralDirections, NoRefinement, NoTile,
    AnswersCoordinates,
}

/// The name of what is wrong with a text; `None` while nothing is known of it yet.
pub fn diagnostic(of: &DiagnosticKind) -> Option<&'static str> {
    use DiagnosticKind as Kind;
    Some(match of {
        Kind::Algebra(reason) => error(reason),
        Kind::Loading => return None,
        Kind::StrayCharacter(_)
        | Kind::BrokenNumber(_)
        | Kind::NumberTooLarge(_)
        | Kind::Unclosed(_)
        | Kind::Unopened(_)
        | Kind::Unexpected { .. }
        | Kind::BareTuple
        | Kind::TooDeep(_)
        | Kind::TextTooLong(_)
        | Kind::StatementTooLong(_)
        | Kind::TooManyStatements(_)
        | Kind::Nothing => NOTATION,
        Kind::ControlFlow(_)
        | Kind::UnknownName { .. }
        | Kind::OwnDefinition(_)
        | Kind::UnknownFunction(_)
        | Kind::BrokenName(_)
        | Kind::Unknown(..)
        | Kind::Undefined { .. } => NAMES,
        Kind::UnknownAtom(refused) => match refused.subject() {
            Subject::Name => NAMES,
            Subject::Canonical => CANONICAL,
            Subject::Tma => TMA,
            Subject::Linear => LINEAR,
        },
        Kind::Arity { .. }
        | Kind::UnknownArgument { .. }
        | Kind::Kind { .. }
        | Kind::Operand { .. }
        | Kind::NotCallable(_)
        | Kind::TemplateArgument(_)
        | Kind::NoTemplate(_) => ARGUMENTS,
        Kind::ModeName { .. } => MODE_NAMES,
        Kind::MajorCall { .. } => MAJOR,
        Kind::AssertionFailed => ASSERTION,
        Kind::Remark(_) => REMARK,
        Kind::Wrong(..) => WRONG,
    })
}

/// Notation of a layout.
const NOTATION: &str = "error notation";
/// Meaning of a name.
const NAMES: &str = "error names";
/// Requirement on the layout of shared memory that an instruction reads by a descriptor.
const CANONICAL: &str = "error canonical";
/// Requirement on a tile that TMA moves.
const TMA: &str = "error tma";
/// Linearity over bits.
const LINEAR: &str = "error linear";
/// Arguments that a function takes.
const ARGUMENTS: &str = "error arguments";
/// Names of modes.
const MODE_NAMES: &str = "error mode-names";
/// `LayoutLeft` and `LayoutRight`.
const MAJOR: &str = "error major";
/// Claim of a `static_assert`.
const ASSERTION: &str = "error assertion";
/// Facts to be known of static numbers.
const REMARK: &str = "error remark";
/// An answer that is not the mathematical one.
const WRONG: &str = "error wrong";

/// The names of what is wrong with a text besides [`ERRORS`].
pub const TEXTS: &[&str] =
    &[NOTATION, NAMES, CANONICAL, TMA, LINEAR, ARGUMENTS, MODE_NAMES, MAJOR, ASSERTION, REMARK, WRONG];
