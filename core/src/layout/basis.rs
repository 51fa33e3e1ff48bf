//! Basis strides such as `1@0`, and the coordinates that layouts with such strides answer.

use std::fmt;

use crate::error::{Error, Result};
use crate::int::Int;
use crate::nested::{LEAF_LIMIT, Nested};

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

    /// A number in the direction of this stride: itself, or a coordinate that is `_0` everywhere else.
    ///
    /// ```
    /// use colex::basis::{ScaledBasis, StrideLeaf};
    /// use colex::Int;
    ///
    /// let stride = StrideLeaf::Basis(ScaledBasis { scale: Int::ONE, path: vec![1, 0] });
    /// assert_eq!(stride.along(Int::dynamic(7)).to_string(), "(_0,(7))");
    /// ```
    pub fn along(&self, number: Int) -> Nested<Int> {
        unit(self.path(), number)
    }

    /// The modes of a basis stride; none of an integer.
    fn path(&self) -> &[usize] {
        match self {
            StrideLeaf::Int(_) => &[],
            StrideLeaf::Basis(basis) => &basis.path,
        }
    }
}

fn unit(path: &[usize], number: Int) -> Nested<Int> {
    path.iter().rev().fold(Nested::Leaf(number), |inner, &mode| {
        let mut modes = vec![Nested::Leaf(Int::ZERO); mode];
        modes.push(inner);
        Nested::Tuple(modes)
    })
}

/// Factor that each coordinate is multiplied with.
pub type Stride = Nested<StrideLeaf>;

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
///
/// ```
/// use colex::basis::basis_like;
///
/// assert_eq!(basis_like(&"(4,(2,8))".parse()?).to_string(), "(_1@0,(_1@0@1,_1@1@1))");
/// assert_eq!(basis_like(&"4".parse()?).to_string(), "_1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
///
/// ```
/// use colex::basis::add;
///
/// let (a, b) = ("(1,(2,3))".parse()?, "(10,(20),5)".parse()?);
/// assert_eq!(add(&a, &b)?.to_string(), "(11,(22,3),5)");
/// assert_eq!(add(&a, &b)?, add(&b, &a)?);
/// assert_eq!(add(&a, &"_0".parse()?)?, a);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        _ => Err(mixed(left, right)),
    }
}

/// Adds `number` in the direction of a stride to a sum, as [`add`] adds [`StrideLeaf::along`], in place.
///
/// Errors: those of [`add`], and [`Error::TooLarge`] where the sum would gain more than `room` leaves.
pub(crate) fn add_along(sum: &mut Nested<Int>, stride: &StrideLeaf, number: Int, room: &mut usize) -> Result<()> {
    let mut path = stride.path();
    let mut place = sum;
    while let [mode, rest @ ..] = path {
        if matches!(place, Nested::Leaf(leaf) if leaf.is_constant(0)) {
            *place = Nested::Tuple(Vec::new());
        }
        let Nested::Tuple(modes) = place else { return Err(mixed(place, &unit(path, number))) };
        let missing = (mode + 1).saturating_sub(modes.len());
        *room = room.checked_sub(missing).ok_or_else(|| Error::TooLarge {
            what: "modes",
            count: (LEAF_LIMIT - *room + missing).to_string(),
            limit: LEAF_LIMIT as u64,
        })?;
        modes.resize(modes.len() + missing, Nested::Leaf(Int::ZERO));
        let Some(next) = modes.get_mut(*mode) else { return Err(Error::Empty) };
        (place, path) = (next, rest);
    }
    match place {
        Nested::Leaf(leaf) => *leaf = leaf.plus(number)?,
        Nested::Tuple(_) if number.is_constant(0) => {}
        Nested::Tuple(_) => return Err(mixed(place, &Nested::Leaf(number))),
    }
    Ok(())
}

fn mixed(left: &Nested<Int>, right: &Nested<Int>) -> Error {
    Error::MixedIndices { left: left.to_string(), right: right.to_string() }
}
