//! Errors of the algebra: a kind with the numbers at hand, never a sentence. `words` turns it into one.

use crate::int::{ArithmeticError, Int};

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
        /// The mode that is asked for one of its own, from the outside in; empty of the whole.
        within: Vec<usize>,
        /// The mode asked for.
        mode: i64,
        /// Number of modes.
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
    /// Two shapes that have to have the same size.
    SizesDiffer {
        /// The shapes, printed.
        shapes: [String; 2],
        /// Their sizes.
        sizes: [i64; 2],
    },
    /// layout_add: the steps on which two shapes agree do not reach all coordinates.
    NoCommonDomain {
        /// The shapes of the coalesced layouts, printed.
        shapes: [String; 2],
        /// Their greatest common domain, printed.
        common: String,
        /// The size that it would have to have.
        size: i64,
    },
    /// A stride would lead into several directions at once.
    SeveralDirections {
        /// The stride, printed as a coordinate.
        stride: String,
    },
    /// Neither of two integers is a mode of the other shape: no shape refines both.
    NoRefinement {
        /// The modes that do not go together, printed.
        modes: [String; 2],
        /// Where: the modes from the outside in.
        path: Vec<usize>,
    },
    /// An operation orders or counts by strides, and these answer coordinates.
    AnswersCoordinates {
        /// CuTe's name of the operation.
        operation: &'static str,
        /// The layout, printed.
        layout: String,
    },
    /// A tiler says nothing of a mode.
    NoTile {
        /// Which: the modes from the outside in.
        mode: Vec<usize>,
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
        /// Name of what would be made, as in `cells`.
        what: &'static str,
        /// Number of them.
        count: String,
        /// Number that is allowed.
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
    /// composition: the stride that is left of a leaf `extent:stride` of the right operand and the extent of a mode of the
    /// left one do not divide each other.
    StrideDivisibility {
        /// Extent and stride of the leaf.
        leaf: (Int, Int),
        /// Part of them that is left at this mode.
        rest: (Int, Int),
        /// The mode of the coalesced left operand.
        mode: usize,
        /// Its extent.
        extent: Int,
    },
    /// composition: the elements of a mode of the left operand that are in reach do not divide what is left of a leaf
    /// `extent:stride` of the right one.
    ShapeDivisibility {
        /// Extent and stride of the leaf.
        leaf: (Int, Int),
        /// Part of them that is left at this mode.
        rest: (Int, Int),
        /// The mode of the coalesced left operand.
        mode: usize,
        /// Its extent.
        extent: Int,
        /// Number of its elements that are in reach.
        reach: Int,
    },
    /// An operation needs static strides.
    DynamicStrides {
        /// CuTe's name of the operation.
        operation: &'static str,
        /// The layout, printed.
        layout: String,
        /// The mode of the coalesced layout with a dynamic stride.
        mode: usize,
        /// That stride.
        stride: Int,
    },
    /// complement: a mode begins before the modes with smaller strides end.
    NotInjective {
        /// The layout, printed.
        layout: String,
        /// The mode of the filtered layout.
        mode: usize,
        /// Its stride.
        stride: Int,
        /// Reach of the modes before it.
        reach: Int,
    },
    /// left_inverse: a stride is not a multiple of the extents before it.
    InverseDivisibility {
        /// The layout, printed.
        layout: String,
        /// The mode of the coalesced layout.
        mode: usize,
        /// Its stride.
        stride: Int,
        /// The product of the extents before it.
        before: Int,
    },
    /// A tiler has more modes than what it is applied to.
    TilerTooLong {
        /// The modes of the tiler.
        tiler: usize,
        /// The modes there are.
        rank: usize,
    },
    /// A mode under a tiler's leaf is not a pair of tile and rest.
    NotSplit {
        /// The mode, printed.
        mode: String,
        /// Its modes; 0 of an integer.
        rank: usize,
    },
    /// tile_to_shape: the block does not divide the target.
    BlockDoesNotDivide {
        /// The sizes of the block's modes, printed.
        block: String,
        /// The sizes of the target's modes, printed.
        target: String,
    },
    /// An operation needs a static integer.
    NeedsStatic {
        /// CuTe's name of the operation.
        operation: &'static str,
        /// The dynamic integer.
        integer: Int,
    },
    /// downcast needs a static stride 1.
    NoAdjacentElements {
        /// The stride, printed.
        stride: String,
    },
    /// A number has to be at least 1.
    NotPositive {
        /// Name of the number, as in `factor`.
        what: &'static str,
        /// The number.
        found: i64,
    },
    /// A number has to be a power of two.
    NotPowerOfTwo {
        /// Name of the number, as in `factor`.
        what: &'static str,
        /// The number.
        found: i64,
    },
    /// `Swizzle<B,M,S>` with numbers that make no swizzle.
    InvalidSwizzle {
        /// B.
        bits: i64,
        /// M.
        base: i64,
        /// S.
        shift: i64,
    },
    /// Two masks are not those of a swizzle.
    NoSwizzle {
        /// The bits to read.
        yyy: i64,
        /// The bits to change.
        zzz: i64,
    },
    /// A composed layout with an offset where CuTe asks for none.
    NeedsNoOffset {
        /// The layout, printed.
        layout: String,
    },
    /// A layout with two swizzles where one is the most.
    TwiceComposed {
        /// The layout, printed.
        layout: String,
    },
    /// An atom takes threads or values in groups of so many.
    AtomDoesNotFit {
        /// Name of what it takes, as in `threads`.
        what: &'static str,
        /// Number of them.
        found: i64,
        /// Number that it takes at a time.
        wanted: i64,
    },
    /// make_cotiled_copy: values lie where the data has nothing.
    OutsideData {
        /// Where the values lie, printed.
        values: String,
        /// The layout of the data, printed.
        data: String,
    },
    /// The data of this tensor is not known.
    NoData,
    /// A composed layout has no strides.
    NoStrides {
        /// The layout, printed.
        layout: String,
    },
    /// A table needs extents of at least one.
    NoElements {
        /// The shape, printed.
        shape: String,
    },
}

/// The result of an operation of the algebra.
pub type Result<T> = std::result::Result<T, Error>;

impl From<ArithmeticError> for Error {
    fn from(error: ArithmeticError) -> Self {
        match error {
            ArithmeticError::Overflow { expression } => Error::Overflow { expression },
            ArithmeticError::DivisionByZero { expression } => Error::DivisionByZero { expression },
        }
    }
}
