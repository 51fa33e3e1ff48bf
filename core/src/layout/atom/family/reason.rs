//! Why a name is no atom: kinds with their numbers.

/// Meaning of a number of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// The rows of A and C.
    M,
    /// The columns of C.
    N,
    /// The extent that is added up over.
    K,
    /// The number of elements that share a scale factor.
    Vector,
    /// The number of matrices, registers or repetitions.
    Count,
    /// The number of bits.
    Bits,
    /// The number of lanes of tensor memory.
    Rows,
    /// The lane that a shuffle exchanges with.
    Lane,
    /// The generation of GPUs, as in `SM80`.
    Generation,
}

/// The extents that there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extents {
    /// These.
    pub few: Vec<i64>,
    /// And the multiples of a step, from the first number to the second: `(step, from, to)`.
    pub multiples: Option<(i64, i64, i64)>,
}

impl Extents {
    /// These alone.
    pub fn of(few: &[i64]) -> Self {
        Extents { few: few.to_vec(), multiples: None }
    }

    /// These, and the multiples of a step from `from` to 256.
    pub(super) fn stepped(few: &[i64], step: i64, from: i64) -> Self {
        Extents { few: few.to_vec(), multiples: Some((step, from, 256)) }
    }

    /// Returns true if an extent is among them.
    pub fn has(&self, extent: i64) -> bool {
        let is_multiple =
            |(step, from, to): (i64, i64, i64)| (from..=to).contains(&extent) && extent % step.max(1) == 0;
        self.few.contains(&extent) || self.multiples.is_some_and(is_multiple)
    }

    /// Refuses a number that is none of them; one that is not given yet may still be.
    pub(super) fn check(
        self,
        dimension: Dimension,
        found: Option<i64>,
        element: Option<&'static str>,
    ) -> Result<(), Reason> {
        match found {
            Some(found) if !self.has(found) => Err(Reason::Extent { dimension, found, legal: self, element }),
            _ => Ok(()),
        }
    }
}

/// Why a name is no atom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// It is longer than any name.
    TooLong {
        /// Number of its bytes.
        bytes: usize,
    },
    /// Its brackets do not close.
    Brackets,
    /// No atom's name begins like it.
    Unread {
        /// Number of its bytes that some atom's name begins with.
        read: usize,
    },
    /// A number is none of those that there are.
    Extent {
        /// Of what.
        dimension: Dimension,
        /// The number.
        found: i64,
        /// Extents that it might be.
        legal: Extents,
        /// The type that says so, if it does.
        element: Option<&'static str>,
    },
    /// A generation of GPUs has no instruction for a type.
    Generation {
        /// As in `SM80`.
        generation: i64,
        /// The type of A.
        element: &'static str,
    },
    /// Two factors do not go together.
    Factors {
        /// The type of A.
        a: &'static str,
        /// The type of B.
        b: &'static str,
    },
    /// Products of A are not added up in this type.
    Accumulator {
        /// The type of A.
        a: &'static str,
        /// That of the result.
        found: &'static str,
        /// Types that it might be.
        legal: Vec<&'static str>,
    },
    /// A type is none of those that there are.
    Type {
        /// The type.
        found: &'static str,
        /// Types that it might be.
        legal: Vec<&'static str>,
    },
    /// An ending of a name, or the lack of one.
    Ending {
        /// The ending, or nothing.
        found: &'static str,
        /// Endings that it might be; an empty one is none.
        legal: Vec<&'static str>,
        /// The type that says so, if it does.
        element: Option<&'static str>,
    },
    /// An operand cannot be MN-major.
    Major {
        /// Its type.
        element: &'static str,
        /// `true` if that is since it does not come from shared memory; else its type is why.
        by_place: bool,
    },
    /// The instruction multiplies so many pairs of matrices at once, which no one `(M,N,K)` says.
    Blocks {
        /// Number of them.
        count: i64,
    },
    /// A result of 16 bits has a register of its own, and a modifier of the instruction says which half of it.
    Half {
        /// The type of the result.
        element: &'static str,
    },
    /// Which thread holds which element of such a matrix is not published.
    Opaque {
        /// Owner of such matrices.
        whose: &'static str,
    },
    /// A template argument is none, or is missing.
    Argument {
        /// Which, from 1 on.
        position: usize,
        /// Text that stands there.
        found: Option<String>,
    },
}
