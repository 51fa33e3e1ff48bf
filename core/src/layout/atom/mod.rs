//! Atoms: one instruction of a GPU seen as layouts, which thread holds which element as its which value.
//!
//! An atom is found by its name. Names come out of a few rules with parameters (`family`), not out of a list:
//! the rule reads the name, says the layouts that follow from its parameters, and prints the name again.

pub mod asked;
pub mod board;
pub mod element;
pub mod family;
pub mod print;
pub mod shared;
pub mod tensor_map;
pub mod tiled_copy;
pub mod tiled_mma;
pub mod tma;
pub mod tma_copy;

use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use element::ElementType;

/// One instruction.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "one at a time is found, and goes at once into a value")]
pub enum Atom {
    /// `D = A * B + C`.
    Mma(MmaAtom),
    /// A copy.
    Copy(CopyOperation),
}

impl Atom {
    /// Its name as C++ spells it, without the namespace `cute`.
    pub fn name(&self) -> &str {
        match self {
            Atom::Mma(atom) => &atom.name,
            Atom::Copy(operation) => &operation.name,
        }
    }
}

/// Where an operand of an instruction lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In registers of the threads.
    Registers,
    /// In shared memory: a descriptor says where.
    Shared,
    /// In tensor memory.
    Tensor,
}

/// One operand of a matrix multiply-accumulate.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// `(thread, value)` to the 1-D coordinate of the operand's tile: of A in `(M,K)`, of B in `(N,K)`, of C in `(M,N)`.
    pub layout: Layout,
    /// Text that CuTe prints for the layout where it does so otherwise: a pair of parentheses too many in a stride.
    pub printed: Option<String>,
    /// The type of its elements.
    pub element: ElementType,
    /// Where it lies.
    pub place: Place,
}

/// A matrix multiply-accumulate: CuTe's `MMA_Traits`.
#[derive(Debug, Clone, PartialEq)]
pub struct MmaAtom {
    /// Its name as C++ spells it, without the namespace `cute`.
    pub name: String,
    /// `(M,N,K)`.
    pub shape: IntTuple,
    /// Which threads of a group take part, in order: CuTe's `ThrID`.
    pub threads: Layout,
    /// The left factor.
    pub a: Operand,
    /// The right factor.
    pub b: Operand,
    /// The summand, and where the result goes.
    pub c: Operand,
    /// The type of the result's elements.
    pub d: ElementType,
}

/// A copy of one instruction: CuTe's `Copy_Traits`. Layouts are of `(thread, bit)`.
#[derive(Debug, Clone, PartialEq)]
pub struct CopyOperation {
    /// Its name as C++ spells it, without the namespace `cute`.
    pub name: String,
    /// Which threads of a group take part, in order.
    pub threads: Layout,
    /// Which bits of the source a thread names.
    pub source: Layout,
    /// Which bits of the destination it gets.
    pub destination: Layout,
    /// The one of both by which threads and values are counted.
    pub reference: Layout,
}
