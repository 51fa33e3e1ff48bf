//! A layout after an offset after a layout, `A o k o B`.

use std::fmt;

use crate::basis::StrideLeaf;
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::{Index, Layout};
use crate::nested::Nested;

/// The function `c -> A(k + B(c))`, which no single layout is where `k` is not 0: CuTe's composed layout with a layout for
/// its outer map.
///
/// Law: `L(c) = A(k + B(c))`.
///
/// Source: CUTLASS, `cute/layout_composed.hpp`; "CuTe Layout Representation and Algebra", arXiv 2603.02298.
///
/// ```
/// use colex::algebra::affine::AffineLayout;
/// use colex::{Int, Layout};
///
/// let (a, b): (Layout, Layout) = ("(_4,_5):(_1,_4)".parse()?, "(_2,_3):(_1,_2)".parse()?);
/// let affine = AffineLayout::new(a, Int::constant(2), b)?;
/// assert_eq!(affine.to_string(), "(_4,_5):(_1,_4) o _2 o (_2,_3):(_1,_2)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AffineLayout {
    outer: Layout,
    offset: Int,
    inner: Layout,
}

impl AffineLayout {
    /// `A o k o B`.
    ///
    /// Errors: [`Error::MixedIndices`] where B answers coordinates, to which no number can be added.
    pub fn new(outer: Layout, offset: Int, inner: Layout) -> Result<AffineLayout> {
        if let Some(stride) = inner.stride().leaves().into_iter().find(|stride| matches!(stride, StrideLeaf::Basis(_)))
        {
            return Err(Error::MixedIndices { left: offset.to_string(), right: stride.to_string() });
        }
        Ok(AffineLayout { outer, offset, inner })
    }

    /// A.
    pub fn outer(&self) -> &Layout {
        &self.outer
    }

    /// k.
    pub fn offset(&self) -> Int {
        self.offset
    }

    /// B, which has the shape of the whole.
    pub fn inner(&self) -> &Layout {
        &self.inner
    }

    /// What a coordinate answers, in any form that the shape accepts.
    pub fn index(&self, coordinate: &Coordinate) -> Result<Index> {
        let offset = self.offset.plus(number(&self.inner.index(coordinate)?)?)?;
        self.outer.index(&Nested::Leaf(Slot::Int(offset)))
    }

    /// The modes under `_`; where the others lead is part of the offset.
    pub fn slice(&self, coordinate: &Coordinate) -> Result<AffineLayout> {
        let (inner, offset) = self.inner.slice_and_offset(coordinate)?;
        AffineLayout::new(self.outer.clone(), self.offset.plus(number(&offset)?)?, inner)
    }

    /// A layout read through this one: `A o k o (B o C)`.
    pub fn composition(&self, right: &Layout) -> Result<AffineLayout> {
        AffineLayout::new(self.outer.clone(), self.offset, self.inner.composition(right)?)
    }
}

fn number(index: &Index) -> Result<Int> {
    match index {
        Nested::Leaf(number) => Ok(*number),
        several => Err(Error::MixedIndices { left: "0".to_owned(), right: several.to_string() }),
    }
}

impl fmt::Display for AffineLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o {} o {}", self.outer, self.offset, self.inner)
    }
}
