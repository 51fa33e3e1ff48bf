//! What can go wrong in the algebra: a kind with the numbers at hand, never a sentence. `words` turns it into one.

/// Why an operation has no answer. Every public function that can fail returns this.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A result does not fit in 64 bits; `expression` says which, as in `9223372036854775807 + 1`.
    Overflow {
        /// The two numbers and the operator between them.
        expression: String,
    },
    /// A division or remainder by zero.
    DivisionByZero {
        /// The two numbers and the operator between them.
        expression: String,
    },
    /// Shape and stride do not have the same nesting.
    NotCongruent {
        /// The shape, printed.
        shape: String,
        /// The stride, printed.
        stride: String,
        /// Where they first part: the modes from the outside in.
        path: Vec<usize>,
    },
    /// Two tuples that are taken mode by mode differ in rank.
    RankMismatch {
        /// The first tuple, printed.
        left: String,
        /// The second tuple, printed.
        right: String,
        /// Where they part: the modes from the outside in.
        path: Vec<usize>,
    },
    /// A tuple stands where the other side has a single integer.
    TupleForInteger {
        /// The tuple, printed.
        tuple: String,
        /// The integer on the other side, printed.
        integer: String,
    },
    /// A mode is asked for that the tuple does not have.
    NoSuchMode {
        /// The mode asked for.
        mode: i64,
        /// How many there are.
        rank: usize,
    },
    /// A range of modes is empty or reversed.
    EmptyRange {
        /// First mode.
        begin: i64,
        /// One past the last mode.
        end: i64,
    },
    /// Neither static integer divides the other.
    NotDivisible {
        /// The number to divide.
        dividend: String,
        /// The number to divide by.
        divisor: String,
    },
    /// An operation that draws a table needs a layout of this rank.
    NeedsRank {
        /// The rank or ranks it takes.
        expected: &'static str,
        /// The rank it was given.
        found: usize,
    },
    /// Something would grow beyond what this operation is prepared to make.
    TooLarge {
        /// What would be made, as in `cells`.
        what: &'static str,
        /// How many.
        count: String,
        /// How many are allowed.
        limit: u64,
    },
    /// Parentheses are nested deeper than the limit.
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// An integer where only a tuple of basis strides makes sense, or the other way round.
    MixedIndices {
        /// The first summand, printed.
        left: String,
        /// The second summand, printed.
        right: String,
    },
    /// No extents: an operation over modes was given an empty tuple.
    Empty,
    /// A table needs extents of at least one.
    NoElements {
        /// The shape, printed.
        shape: String,
    },
}

/// The result of an operation of the algebra.
pub type Result<T> = std::result::Result<T, Error>;
