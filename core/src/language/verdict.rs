//! Facts about a law: which one, what it needs, what its letters stand for, and what became of it.

/// The laws. [`LawKind::equation`] states them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the equation says it")]
#[non_exhaustive]
pub enum LawKind {
    SameFunction,
    SameSize,
    SameCosize,
    SameImage,
    Composition,
    Compatible,
    Disjoint,
    Ordered,
    Covers,
    Bounded,
    RightInverse,
    LeftInverse,
    LeftInverseExact,
    SameIndices,
    Tile,
    Divide,
    Block,
    Copies,
    CopiesApart,
    Kernel,
    CommonFirst,
    CommonSecond,
    VectorFirst,
    VectorSecond,
    Aligned,
    Involution,
    Injective,
    Compact,
    RoundTrip,
    Found,
    Accepts,
    SameTotal,
    Symmetric,
    ThreadValue,
    Recast,
    Slice,
    Sum,
    SameBeyond,
    DividesFirst,
    DividesSecond,
    RefinesFirst,
    RefinesSecond,
    CoarsensFirst,
    CoarsensSecond,
    EvenFirst,
    EvenSecond,
    Takes,
    Offset,
}

impl LawKind {
    /// The law as an equation: `A`, `B`, `T` are operands, `R` is the result, `T*` and `A*` are complements. The reach
    /// of a layout is its largest product of a stride and its extent.
    pub const fn equation(self) -> &'static str {
        match self {
            LawKind::SameFunction => "R(i) = A(i)",
            LawKind::SameSize => "size(R) = size(A)",
            LawKind::SameCosize => "cosize(R) = cosize(A)",
            LawKind::SameImage => "{R(i)} = {A(i)}",
            LawKind::Composition => "R(c) = A(B(c))",
            LawKind::Compatible => "compatible(B, R)",
            LawKind::Disjoint => "A(x) ≠ R(y), y > 0",
            LawKind::Ordered => "R(y) < R(y+1)",
            LawKind::Covers => "size(R)·size(filter(A)) ≥ size(M)",
            LawKind::Bounded => "cosize(R) ≤ round_up(size(M), reach(A))",
            LawKind::RightInverse => "A(R(i)) = i",
            LawKind::LeftInverse => "A(R(A(i))) = A(i)",
            LawKind::LeftInverseExact => "R(A(i)) = i",
            LawKind::SameIndices => "#{i: R(i) = k} = #{i: A(i) = k}",
            LawKind::Tile => "R(x,0) = A(T(x))",
            LawKind::Divide => "R(x,y) = A(T(x) + T*(y))",
            LawKind::Block => "R(x,0) = A(x)",
            LawKind::Copies => "R(0,y) = A*(B(y))",
            LawKind::CopiesApart => "R(x,y) ≠ R(x',y'), B(y) ≠ B(y')",
            LawKind::Kernel => "A(R(i)) = 0",
            LawKind::CommonFirst => "A(R(i)) = i",
            LawKind::CommonSecond => "B(R(i)) = i",
            LawKind::VectorFirst => "A(C(i)) = i, i < R",
            LawKind::VectorSecond => "B(C(i)) = i, i < R",
            LawKind::Aligned => "R | A(i) ⇒ A(i) + {0, …, R-1} ⊂ {A(j)}",
            LawKind::Involution => "R(R(i)) = i",
            LawKind::Injective => "R(i) ≠ R(j), i ≠ j",
            LawKind::Compact => "{R(i)} = {0, …, size(R)-1}",
            LawKind::RoundTrip => "crd2idx(idx2crd(i,S),S) = i",
            LawKind::Found => "A(R) = k",
            LawKind::Accepts => "idx2crd(i,A) ∈ B",
            LawKind::SameTotal => "size(A) = size(B)",
            LawKind::Symmetric => "congruent(B,A) = R",
            LawKind::ThreadValue => "raked_product(T,V)(R(t,v)) = t + size(T)·v",
            LawKind::Recast => "{R(i)} = {n·⌊A(j)/m⌋ + k, k < n}",
            LawKind::Sum => "R(i) = A(i) + B(i)",
            LawKind::SameBeyond => "R(i) = A(i), i < 2·size(A)",
            LawKind::DividesFirst => "size(R) | size(A)",
            LawKind::DividesSecond => "size(R) | size(B)",
            LawKind::RefinesFirst => "idx2crd(i,A) ∈ R",
            LawKind::RefinesSecond => "idx2crd(i,B) ∈ R",
            LawKind::CoarsensFirst => "idx2crd(i,R) ∈ A",
            LawKind::CoarsensSecond => "idx2crd(i,R) ∈ B",
            LawKind::EvenFirst => "idx2crd(R(y+z),A) = idx2crd(R(y),A) + idx2crd(R(z),A)",
            LawKind::EvenSecond => "idx2crd(R(y+z),B) = idx2crd(R(y),B) + idx2crd(R(z),B)",
            LawKind::Takes => "R(x) = T(x)",
            LawKind::Offset => "R(c) = A(k + C(c))",
            LawKind::Slice => "R(d) = A(c) - A(c with 0 for _)",
        }
    }
}

/// Condition that has to be true for a law to have to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Premise {
    /// The image of B lies within the domain of A.
    Within,
    /// An operand is injective.
    Injective(&'static str),
    /// No stride of an operand is negative.
    NotNegative(&'static str),
    /// The strides of an operand differ, and each is at least what the smaller ones reach.
    Apart(&'static str),
    /// An operand is compact: it reaches 0 to its size, each once.
    Compact(&'static str),
    /// Strides and extents of B divide the extents of A that they meet, or are multiples of them.
    Divisible,
    /// The tiler divides what it cuts: nothing is rounded up.
    Divides,
    /// Each stride of an operand is a multiple of what the smaller ones reach.
    Reach(&'static str),
    /// The cotarget is an integer, or A's reach divides its modes one after the other.
    Target,
    /// Extents and strides are static.
    StaticNumbers,
    /// The orders differ.
    Orders,
    /// One index is within the domain.
    InRange,
}

/// Why a law has nothing to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// A precondition is violated; the first place where.
    Violated(Premise, Box<CounterExample>),
    /// A precondition is violated, as the operands show.
    Unmet(Premise),
    /// Indices are coordinates, which this law does not compare.
    Coordinates,
    /// An index does not fit in 64 bits.
    Overflow,
}

/// A value that a function takes, with the values on the way: `A(B(c))` and `[3, 5]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// The functions, the last applied first.
    pub functions: Vec<&'static str>,
    /// Their values, the first applied first.
    pub values: Vec<String>,
}

/// Numbers that refute an equation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CounterExample {
    /// Both sides at a coordinate.
    Differ {
        /// The coordinate, printed.
        at: String,
        /// The 1-D coordinate.
        linear: u64,
        /// The left side.
        left: Side,
        /// The right side.
        right: Side,
    },
    /// One index of two coordinates.
    Twice {
        /// The function.
        function: &'static str,
        /// The two coordinates, printed.
        at: [String; 2],
        /// The index.
        index: i64,
    },
    /// One index of two functions.
    Shared {
        /// The functions and their coordinates.
        of: [(&'static str, String); 2],
        /// The index.
        index: i64,
    },
    /// An index that is not larger than the one before.
    Descends {
        /// The function.
        function: &'static str,
        /// The coordinate of the first.
        at: u64,
        /// The two indices.
        indices: [i64; 2],
    },
    /// An index that two functions do not reach equally often.
    Times {
        /// The functions, how often they reach it, and where one of them does.
        of: [(&'static str, u64); 2],
        /// A coordinate of the function that reaches it more often.
        at: String,
        /// The index.
        index: i64,
    },
    /// An index outside the range from 0 to below an end.
    Outside {
        /// The function.
        function: &'static str,
        /// The coordinate, printed.
        at: String,
        /// The index.
        index: i64,
        /// The end of the range.
        end: i64,
    },
    /// Two numbers that are not in the relation.
    Numbers {
        /// The left term.
        left: (&'static str, i64),
        /// The right term.
        right: (&'static str, i64),
    },
    /// An index that is not reached, though a run begins at a coordinate.
    Gap {
        /// The function.
        function: &'static str,
        /// Where the run begins, printed.
        at: String,
        /// The index.
        index: i64,
    },
    /// A coordinate that a shape does not accept.
    Refused {
        /// The coordinate, printed.
        at: String,
    },
}

/// Outcome of a law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Both sides agree everywhere.
    Holds {
        /// At how many places.
        checked: u64,
    },
    /// The law has to hold and does not: the result is not the mathematical one.
    Fails(CounterExample),
    /// The law need not hold.
    DoesNotApply {
        /// Why.
        reason: Reason,
        /// Where it fails: the answer is CuTe's and not the mathematical one.
        example: Option<CounterExample>,
    },
    /// The domain is larger than what is checked; so far the law holds.
    Unfinished {
        /// Number of places checked.
        checked: u64,
        /// Number of places.
        total: u64,
    },
}

impl Verdict {
    /// Where the equation fails, whether it has to hold or not.
    pub fn example(&self) -> Option<&CounterExample> {
        match self {
            Verdict::Fails(example) => Some(example),
            Verdict::DoesNotApply { example, .. } => example.as_ref(),
            Verdict::Holds { .. } | Verdict::Unfinished { .. } => None,
        }
    }
}

/// Meanings of the letters in the laws of one operation.
///
/// A letter by itself would be one more name beside those of the notebook, which may call something else by it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Letters {
    /// CuTe's name of the operation.
    pub operation: &'static str,
    /// The letters of what has a name, with that name.
    pub names: Vec<(&'static str, String)>,
    /// All names of the notebook.
    pub taken: Vec<String>,
}

impl Letters {
    /// The name of what a letter stands for, if it has one.
    pub fn name(&self, letter: &str) -> Option<&str> {
        self.names.iter().find(|(own, _)| *own == letter).map(|(_, name)| name.as_str())
    }
}
