//! A layout after an offset after a layout, `A o k o B`.

use std::fmt;

use crate::basis::StrideLeaf;
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::{Index, Layout};
use crate::nested::Nested;

/// The most coordinates over which a layout that is the same function is looked for.
const CELL_LIMIT: i64 = 1 << 16;

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

    /// Returns the index of a coordinate, in any form that the shape accepts.
    ///
    /// ```
    /// use colex::{Int, Layout, algebra::affine::AffineLayout, basis::add, coordinate::Coordinate};
    ///
    /// let (a, b): (Layout, Layout) = ("(4,5):(10,1)".parse()?, "(2,3):(1,4)".parse()?);
    /// let affine = AffineLayout::new(a.clone(), Int::dynamic(3), b.clone())?;
    /// for c in 0..6 {
    ///     let c = c.to_string().parse()?;
    ///     let place = add(&3.into(), &b.index(&c)?)?;
    ///     assert_eq!(affine.index(&c)?, a.index(&Coordinate::from(&place))?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn index(&self, coordinate: &Coordinate) -> Result<Index> {
        let offset = self.offset.plus(number(&self.inner.index(coordinate)?)?)?;
        self.outer.index(&Nested::Leaf(Slot::Int(offset)))
    }

    /// The same function as a number and a layout, `L(c) = k + S(c)`, where there is one of this shape; `None` beyond
    /// 65,536 coordinates, where that is not looked for.
    ///
    /// ```
    /// use colex::{Int, algebra::affine::AffineLayout, basis::add};
    ///
    /// let affine = AffineLayout::new("(4,5):(10,1)".parse()?, Int::dynamic(3), "(2,3):(1,4)".parse()?)?;
    /// let (k, s) = affine.as_layout().ok_or("there is one")?;
    /// assert_eq!((k.to_string().as_str(), s.to_string().as_str()), ("30", "(2,3):(-29,1)"));
    /// for c in 0..6 {
    ///     let c = c.to_string().parse()?;
    ///     assert_eq!(affine.index(&c)?, add(&k.into(), &s.index(&c)?)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_layout(&self) -> Option<(Int, Layout)> {
        let shape = self.inner.shape();
        let count = shape.leaves().into_iter().try_fold(1_i64, |all, extent| all.checked_mul(extent.value()))?;
        let at = |place: i64| {
            let index = self.index(&Nested::Leaf(Slot::Int(Int::dynamic(place)))).ok()?;
            number(&index).ok().map(Int::value)
        };
        if !(1..=CELL_LIMIT).contains(&count) {
            return None;
        }
        let first = at(0)?;
        let mut before = 1_i64;
        let stride = shape.map(&mut |extent| {
            let own = if extent.value() > 1 { at(before).map(|next| next - first) } else { Some(0) };
            before = before.saturating_mul(extent.value());
            own.map(Int::dynamic)
        });
        let stride = stride.try_map(&mut |stride| stride.ok_or(Error::Empty)).ok()?;
        let layout = Layout::with_ints(shape.clone(), &stride).ok()?;
        let is_same = (0..count).all(|place| {
            let found = layout.index(&Nested::Leaf(Slot::Int(Int::dynamic(place))));
            found.ok().and_then(|found| number(&found).ok()).map(|found| found.value() + first) == at(place)
        });
        is_same.then_some((Int::dynamic(first), layout))
    }

    /// The modes under `_`; where the others lead is part of the offset.
    ///
    /// ```
    /// use colex::{Int, algebra::affine::AffineLayout};
    ///
    /// let affine = AffineLayout::new("(4,5):(10,1)".parse()?, Int::dynamic(3), "(2,3):(1,4)".parse()?)?;
    /// let column = affine.slice(&"(_,2)".parse()?)?;
    /// assert_eq!(column.to_string(), "(4,5):(10,1) o 11 o (2):(1)");
    /// for row in 0..2 {
    ///     let place = format!("({row},2)").parse()?;
    ///     assert_eq!(column.index(&row.to_string().parse()?)?, affine.index(&place)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice(&self, coordinate: &Coordinate) -> Result<AffineLayout> {
        let (inner, offset) = self.inner.slice_and_offset(coordinate)?;
        AffineLayout::new(self.outer.clone(), self.offset.plus(number(&offset)?)?, inner)
    }

    /// The same after another inner layout.
    ///
    /// ```
    /// use colex::{Int, algebra::affine::AffineLayout};
    ///
    /// let affine = AffineLayout::new("(4,5):(10,1)".parse()?, Int::dynamic(3), "(2,3):(1,4)".parse()?)?;
    /// let flat = affine.map(&mut |inner| inner.select(&[1, 0]))?;
    /// assert_eq!((flat.outer(), flat.offset()), (affine.outer(), affine.offset()));
    /// assert_eq!(flat.index(&"(2,1)".parse()?)?, affine.index(&"(1,2)".parse()?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map(&self, change: &mut dyn FnMut(&Layout) -> Result<Layout>) -> Result<AffineLayout> {
        AffineLayout::new(self.outer.clone(), self.offset, change(&self.inner)?)
    }

    /// A layout read through this one: `A o k o (B o C)`.
    ///
    /// ```
    /// use colex::{Int, Layout, algebra::affine::AffineLayout, coordinate::Coordinate};
    ///
    /// let affine = AffineLayout::new("(4,5):(10,1)".parse()?, Int::dynamic(3), "(2,3):(1,4)".parse()?)?;
    /// let c: Layout = "(3,2):(2,1)".parse()?;
    /// let read = affine.composition(&c)?;
    /// for i in 0..6 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(read.index(&i)?, affine.index(&Coordinate::from(&c.index(&i)?))?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_no_carry_is_in_the_way_it_is_a_number_and_a_layout() {
        let of = |outer: &str, offset: i64, inner: &str| {
            let (outer, inner) = (outer.parse().expect("a layout"), inner.parse().expect("a layout"));
            let affine = AffineLayout::new(outer, Int::dynamic(offset), inner).expect("numbers");
            affine.as_layout().map(|(first, layout)| format!("{first} + {layout}"))
        };
        assert_eq!(of("(4,5):(1,4)", 2, "(2,3):(1,2)").as_deref(), Some("2 + (2,3):(1,2)"));
        assert_eq!(of("(4,5):(10,1)", 4, "(2,3):(1,4)").as_deref(), Some("1 + (2,3):(10,1)"));
        // From 3 to 4 a column ends.
        assert_eq!(of("(4,5):(10,1)", 3, "(2,3):(1,4)").as_deref(), Some("30 + (2,3):(-29,1)"));
        assert_eq!(of("(4,5):(10,1)", 2, "4:1"), None);
        assert_eq!(of("8:1", 0, "(512,512):(1,1)"), None);
    }
}
