//! Steps that an operation of the algebra tells while it works.

use crate::basis::StrideLeaf;
use crate::int::Int;
use crate::layout::Layout;
pub use crate::trail::{CoordinateStep, Listener, Record, Silence};

/// Of more modes than these a step does not keep the whole layout.
pub const AFTER_LIMIT: usize = 64;

/// So many steps are kept; further ones are not told, and the last one says so.
pub const STEP_LIMIT: usize = 4096;

/// So many leaves of layouts, or as much text, may all steps have together: layouts of thousands of modes fill much with
/// few steps.
pub const TOLD_LIMIT: usize = 1 << 16;

/// Where an operation of the algebra tells its steps: a list, or nobody. Operations run once, so that one type for both
/// keeps their code once; to nobody it costs a comparison.
#[derive(Debug, Default)]
pub struct Trace<'a> {
    steps: Option<&'a mut Vec<Step>>,
    /// Number of leaves that have been told.
    told: usize,
}

impl<'a> Trace<'a> {
    /// Tells nobody.
    pub const fn silent() -> Self {
        Trace { steps: None, told: 0 }
    }

    /// Tells a list. Where that becomes too long, its last step is [`Step::Stop`].
    pub const fn to(steps: &'a mut Vec<Step>) -> Self {
        Trace { steps: Some(steps), told: 0 }
    }

    /// Returns true if anybody listens.
    #[inline]
    pub const fn listens(&self) -> bool {
        self.steps.is_some()
    }

    /// Tells a step, which is only made when somebody listens.
    #[inline]
    pub fn tell(&mut self, make: impl FnOnce() -> Step) {
        if let Some(steps) = &mut self.steps
            && self.told <= TOLD_LIMIT
        {
            let step = make();
            self.told = self.told.saturating_add(step.leaves());
            let is_last = steps.len() + 1 >= STEP_LIMIT || self.told > TOLD_LIMIT;
            if is_last {
                self.told = usize::MAX;
            }
            steps.push(if is_last { Step::Stop } else { step });
        }
    }

    /// Tells a step that has been made.
    pub fn hear(&mut self, step: Step) {
        self.tell(|| step);
    }
}

/// A shape and a stride of one leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The extent.
    pub extent: Int,
    /// The stride.
    pub stride: StrideLeaf,
}

/// From which leaves of the operands a leaf of a result came. Leaves count from the left, 0 first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Origin {
    /// The first and the last leaf of the left operand.
    pub left: Option<(usize, usize)>,
    /// The leaf of the right operand.
    pub right: Option<usize>,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.left, self.right) {
            (Some((first, last)), Some(right)) => write!(f, "left {first} to {last}, right {right}"),
            (Some((first, last)), None) => write!(f, "left {first} to {last}"),
            (None, Some(right)) => write!(f, "right {right}"),
            (None, None) => f.write_str("neither"),
        }
    }
}

/// One step of an operation of the algebra: which rule, on which modes, with which numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// An operation begins; what is told until its [`Step::Leave`] belongs to it.
    Enter {
        /// CuTe's name.
        operation: &'static str,
        /// The operands, printed.
        operands: Vec<String>,
    },
    /// A derived operation is what these others make of it, as in `composition(A, (T, complement(T, shape(A))))`.
    Define {
        /// The definition with the operands' names.
        definition: &'static str,
    },
    /// A step of a coordinate map.
    Coordinate(CoordinateStep),
    /// A whole of coordinate steps is complete.
    Result {
        /// CuTe's name.
        operation: &'static str,
        /// The result, printed.
        result: String,
    },
    /// An operation is complete.
    Leave {
        /// CuTe's name.
        operation: &'static str,
        /// Its result.
        result: Layout,
        /// Where each leaf of the result came from.
        origins: Vec<Origin>,
    },
    /// coalesce looks at a leaf, from the right.
    Coalesce {
        /// The leaf of the flattened layout.
        leaf: usize,
        /// Its extent and stride.
        pair: Pair,
        /// The front of what has been built, before this step.
        front: Pair,
        /// Rule that applies.
        rule: CoalesceRule,
        /// The layout built so far, after this step; not of more than [`AFTER_LIMIT`] modes.
        after: Option<Layout>,
    },
    /// filter replaces the extent of a leaf whose stride is a static zero by `_1`.
    DropZeroStride {
        /// The leaf.
        leaf: usize,
        /// Its extent before.
        extent: Int,
    },
    /// composition takes one leaf `extent:stride` of the right operand; what follows is its walk over the left one.
    ComposeLeaf {
        /// The leaf of the right operand.
        leaf: usize,
        /// Its extent and stride.
        pair: Pair,
        /// The left operand as it is walked: flattened, and coalesced without losing what lies outside its domain.
        left: Layout,
    },
    /// The right leaf's stride is a static zero: every coordinate gives 0, and the leaf stays as it is.
    ComposeZero {
        /// The leaf as it stays.
        pair: Pair,
    },
    /// The left operand is one mode: its stride is multiplied.
    ComposeSingle {
        /// The left operand's only mode.
        left: Pair,
        /// The leaf of the right operand.
        right: (Int, Int),
        /// The result.
        result: Pair,
    },
    /// A mode of the left operand takes its part of the right leaf.
    ComposeMode {
        /// The mode of the coalesced left operand.
        mode: usize,
        /// Its extent and stride.
        left: Pair,
        /// Rest of the right leaf: so many elements, so far apart.
        rest: (Int, Int),
        /// Number of elements of this mode that are in reach: `ceil_div(extent, |stride left|)`.
        reach: Int,
        /// The stride that is left for the next mode: `ceil_div(|stride left|, extent)`.
        next_stride: Int,
        /// Part that was taken, unless it is nothing.
        taken: Option<Pair>,
    },
    /// The last mode of the left operand takes what is left, however much.
    ComposeLast {
        /// The mode's extent and stride.
        left: Pair,
        /// Rest of the right leaf.
        rest: (Int, Int),
        /// Part that was taken, unless one element was left.
        taken: Option<Pair>,
    },
    /// complement takes the mode with the smallest stride of those left and fills the gap before it.
    ComplementGap {
        /// The mode of the filtered layout.
        mode: usize,
        /// Its extent and stride.
        pair: Pair,
        /// Where the gap begins: the reach of the modes before.
        begin: Int,
        /// Number of copies that fill the gap: `stride / begin`.
        gap: Int,
        /// The reach with this mode: `stride * extent`.
        end: Int,
    },
    /// complement covers the rest up to the cotarget.
    ComplementRest {
        /// The cotarget, printed.
        cotarget: String,
        /// The reach of the layout.
        end: Int,
        /// Number of copies that are needed: `ceil_div(cotarget, end)`, printed.
        extent: String,
    },
    /// complement of a layout whose filtered stride is a static zero: the cotarget itself.
    ComplementAll {
        /// The cotarget, printed.
        cotarget: String,
    },
    /// right_inverse looks for the next stride, from the smallest up.
    InverseTake {
        /// The mode of the coalesced layout.
        mode: usize,
        /// Its extent and stride.
        pair: Pair,
        /// The stride that would continue without a gap.
        expected: Int,
        /// The stride of the mode in the domain, which becomes a stride of the inverse; `None` where the mode is
        /// skipped.
        taken: Option<Int>,
    },
    /// left_inverse fills up to the next stride.
    InverseFill {
        /// The mode of the coalesced layout.
        mode: usize,
        /// Its extent and stride.
        pair: Pair,
        /// The product of the extents so far.
        before: Int,
        /// `stride / before`: the extent that leads up to this stride.
        extent: Int,
        /// The stride of the mode in the domain.
        domain: Int,
    },
    /// layout_add adds what both layouts answer at the first coordinate of a mode of their common domain.
    AddMode {
        /// The coordinate.
        place: Int,
        /// Number of steps of it that are even in both.
        extent: Int,
        /// The index of the first layout there, printed.
        left: String,
        /// The index of the second layout there, printed.
        right: String,
        /// Their sum, printed.
        sum: String,
    },
    /// upcast, downcast: one leaf counted in other units.
    Recast {
        /// The leaf.
        leaf: usize,
        /// Its extent and stride before.
        before: Pair,
        /// Its extent and stride after.
        after: Pair,
        /// Number of old elements that make a new one, or the other way round.
        factor: i64,
        /// `true` if elements become larger.
        up: bool,
    },
    /// congruent, compatible and their weak forms compare two modes.
    Compare {
        /// The mode of the first tuple, printed.
        left: String,
        /// The mode of the second tuple, printed.
        right: String,
        /// Where: the modes from the outside in.
        path: Vec<usize>,
        /// Finding at that place.
        reason: Comparison,
    },
    /// A swizzle moves bits: `result = offset ^ ((offset & Y) shifted onto Z)`.
    Swizzle {
        /// Number that goes in.
        offset: i64,
        /// The mask of the bits that are read.
        yyy: i64,
        /// The mask of the bits that are changed.
        zzz: i64,
        /// Distance that the bits move to the right; to the left where negative.
        shift: i64,
        /// Number that comes out.
        result: i64,
    },
    /// Here the telling stops, and not the operation: there are too many steps, or they say too much.
    Stop,
}

impl Step {
    /// Counts the leaves that it holds; a text has one for every 8 bytes.
    fn leaves(&self) -> usize {
        match self {
            Step::Enter { operands, .. } => operands.iter().map(String::len).sum::<usize>() / 8,
            Step::Result { result, .. } => result.len() / 8,
            Step::Leave { result, .. } | Step::ComposeLeaf { left: result, .. } => result.shape().leaf_count(),
            Step::Coalesce { after: Some(after), .. } => after.shape().leaf_count(),
            Step::Compare { left, right, .. } => (left.len() + right.len()) / 8,
            _ => 0,
        }
    }
}

/// Finding of congruent, compatible and their weak forms at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// Two integers: the same parentheses.
    SameParentheses,
    /// The parentheses part.
    OtherParentheses,
    /// An integer faces a tuple where that is allowed.
    Coarser,
    /// An integer is the size of its mode.
    SameSize,
    /// An integer is not the size of its mode.
    OtherSize,
    /// An integer divides the size of its mode.
    Divides,
    /// An integer does not divide the size of its mode.
    DoesNotDivide,
    /// Tuples of different rank.
    OtherRank,
    /// A tuple faces an integer.
    TupleForInteger,
}

impl Comparison {
    /// Returns true if it lets the whole hold.
    pub fn holds(self) -> bool {
        matches!(self, Self::SameParentheses | Self::Coarser | Self::SameSize | Self::Divides)
    }
}

/// Rule by which coalesce treats a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoalesceRule {
    /// The extent is a static 1: skipped.
    Skip,
    /// The front's extent is a static 1: replaced.
    Replace,
    /// `extent * stride` is statically the front's stride: one mode.
    Merge,
    /// `extent * stride` is another number than the front's stride.
    Apart,
    /// It would fit, but a number is dynamic, and C++ decides when it compiles.
    Dynamic,
}
