//! Basis strides such as `1@0`, and the coordinates that layouts with such strides answer.

use std::fmt;

use crate::error::{Error, Result};
use crate::int::Int;
use crate::nested::Nested;

/// A multiple of a unit vector: `_1@0` is the unit vector of mode 0, `_3@1@0` three times that of mode 1 inside mode 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ScaledBasis {
    /// The factor.
    pub scale: Int,
    /// The modes from the outside in. CuTe prints them the other way round, the outermost last.
    pub path: Vec<usize>,
}

impl fmt::Display for ScaledBasis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.scale)?;
        self.path.iter().rev().try_for_each(|mode| write!(f, "@{mode}"))
    }
}

/// One stride: an integer, or a multiple of a unit vector.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum StrideLeaf {
    /// An ordinary stride.
    Int(Int),
    /// A stride that answers coordinates.
    Basis(ScaledBasis),
}

impl StrideLeaf {
    /// The integer, if it is one.
    pub fn int(&self) -> Option<Int> {
        match self {
            StrideLeaf::Int(int) => Some(*int),
            StrideLeaf::Basis(_) => None,
        }
    }

    /// The integer, or the factor of the unit vector.
    pub fn scale(&self) -> Int {
        match self {
            StrideLeaf::Int(int) => *int,
            StrideLeaf::Basis(basis) => basis.scale,
        }
    }

    /// The same direction with another factor.
    pub fn with_scale(&self, scale: Int) -> StrideLeaf {
        match self {
            StrideLeaf::Int(_) => StrideLeaf::Int(scale),
            StrideLeaf::Basis(basis) => StrideLeaf::Basis(ScaledBasis { scale, path: basis.path.clone() }),
        }
    }

    /// This stride taken `coordinate` times.
    pub fn times(&self, coordinate: Int) -> Result<Nested<Int>> {
        let product = coordinate.times(self.scale())?;
        Ok(match self {
            StrideLeaf::Int(_) => Nested::Leaf(product),
            StrideLeaf::Basis(basis) => basis.path.iter().rev().fold(Nested::Leaf(product), |inner, &mode| {
                let mut modes = vec![Nested::Leaf(Int::ZERO); mode];
                modes.push(inner);
                Nested::Tuple(modes)
            }),
        })
    }
}

impl From<Int> for StrideLeaf {
    fn from(int: Int) -> Self {
        StrideLeaf::Int(int)
    }
}

impl fmt::Display for StrideLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StrideLeaf::Int(int) => int.fmt(f),
            StrideLeaf::Basis(basis) => basis.fmt(f),
        }
    }
}

/// The strides of a shape of unit vectors: `(4,(2,8)) -> (_1@0,(_1@0@1,_1@1@1))`, and `_1` for a single integer.
pub fn basis_like(shape: &Nested<Int>) -> Nested<StrideLeaf> {
    fn below(shape: &Nested<Int>, path: &mut Vec<usize>) -> Nested<StrideLeaf> {
        match shape {
            Nested::Leaf(_) if path.is_empty() => Nested::Leaf(StrideLeaf::Int(Int::ONE)),
            Nested::Leaf(_) => Nested::Leaf(StrideLeaf::Basis(ScaledBasis { scale: Int::ONE, path: path.clone() })),
            Nested::Tuple(modes) => Nested::Tuple(
                modes
                    .iter()
                    .enumerate()
                    .map(|(index, mode)| {
                        path.push(index);
                        let strides = below(mode, path);
                        path.pop();
                        strides
                    })
                    .collect(),
            ),
        }
    }
    below(shape, &mut Vec::new())
}

/// The sum of two results: integers add, coordinates add mode by mode with the shorter padded by `_0`, and a static
/// zero adds to anything.
pub fn add(left: &Nested<Int>, right: &Nested<Int>) -> Result<Nested<Int>> {
    match (left, right) {
        (Nested::Leaf(left), Nested::Leaf(right)) => Ok(Nested::Leaf(left.plus(*right)?)),
        (Nested::Leaf(zero), other) | (other, Nested::Leaf(zero)) if zero.is_constant(0) => Ok(other.clone()),
        (Nested::Tuple(left), Nested::Tuple(right)) => {
            let zero = Nested::Leaf(Int::ZERO);
            let pick = |modes: &[Nested<Int>], index: usize| modes.get(index).cloned().unwrap_or_else(|| zero.clone());
            let rank = left.len().max(right.len());
            (0..rank)
                .map(|index| add(&pick(left, index), &pick(right, index)))
                .collect::<Result<_>>()
                .map(Nested::Tuple)
        }
        _ => Err(Error::MixedIndices { left: left.to_string(), right: right.to_string() }),
    }
}
