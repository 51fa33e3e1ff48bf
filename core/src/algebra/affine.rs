//! A layout after an offset after a layout, `A o k o B`.

use std::fmt;

use crate::after::OUTER_LIMIT;
use crate::basis::StrideLeaf;
use crate::composed::ComposedLayout;
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::{Index, Layout};
use crate::nested::Nested;
use crate::table::FlatLayout;

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

    /// What a coordinate answers, in any form that the shape accepts.
    pub fn index(&self, coordinate: &Coordinate) -> Result<Index> {
        let offset = self.offset.plus(number(&self.inner.index(coordinate)?)?)?;
        self.outer.index(&Nested::Leaf(Slot::Int(offset)))
    }

    /// The same function as a number and a layout, `L(c) = k + S(c)`, where there is one of this shape; `None` beyond
    /// 65,536 coordinates, where that is not looked for.
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

    /// The same as pictures know it; `None` where it answers coordinates, or sums that are below 0 or too many to run over.
    pub(crate) fn as_composed(&self) -> Option<ComposedLayout> {
        let flat = FlatLayout::new(&self.inner).ok()?;
        let offset = self.offset.value();
        let (least, greatest) = (flat.least().checked_add(offset)?, flat.greatest().checked_add(offset)?);
        let is_number = self.outer.int_stride().is_some() && self.outer.size().ok()?.value() > 0;
        let is_drawn = is_number && least >= 0 && greatest <= OUTER_LIMIT && flat.size() > 0;
        is_drawn.then(|| ComposedLayout::through(self.outer.clone(), self.offset, self.inner.clone()))
    }

    /// The modes under `_`; where the others lead is part of the offset.
    pub fn slice(&self, coordinate: &Coordinate) -> Result<AffineLayout> {
        let (inner, offset) = self.inner.slice_and_offset(coordinate)?;
        AffineLayout::new(self.outer.clone(), self.offset.plus(number(&offset)?)?, inner)
    }

    /// The same after another inner layout.
    pub fn map(&self, change: &mut dyn FnMut(&Layout) -> Result<Layout>) -> Result<AffineLayout> {
        AffineLayout::new(self.outer.clone(), self.offset, change(&self.inner)?)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composed::AnyLayout;
    use crate::preimage::PreimageSearch;
    use crate::work::{Budget, Progress, Work};
    use crate::worked_example::Chain;
    use proptest::prelude::*;

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

    /// Extents with strides, from the innermost mode.
    fn layout(modes: &[(i64, i64)]) -> Layout {
        let ints = |each: fn(&(i64, i64)) -> i64| {
            Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(Int::dynamic(each(mode)))).collect())
        };
        Layout::with_ints(ints(|(extent, _)| *extent), &ints(|(_, stride)| *stride)).expect("a layout")
    }

    proptest! {
        /// What pictures, lines, kernels and ways back are made of is the function.
        #[test]
        fn pictures_know_the_same_function(
            outer in prop::collection::vec((1_i64..6, -9_i64..20), 1..4),
            offset in 0_i64..9,
            inner in prop::collection::vec((1_i64..5, 0_i64..7), 1..4),
            wanted in 0_i64..40,
        ) {
            let affine = AffineLayout::new(layout(&outer), Int::dynamic(offset), layout(&inner)).unwrap();
            let drawn = AnyLayout::Composed(affine.as_composed().expect("small numbers"));
            prop_assert_eq!(drawn.to_string(), affine.to_string());
            let flat = FlatLayout::any(&drawn).unwrap();
            let mut indices = vec![0; flat.size() as usize];
            flat.fill(0, &mut indices).unwrap();
            let mut reached = Vec::new();
            for (place, index) in indices.iter().enumerate() {
                let place = place as i64;
                let coordinate = Nested::Leaf(Slot::Int(Int::dynamic(place)));
                prop_assert_eq!(affine.index(&coordinate).unwrap(), Nested::Leaf(Int::dynamic(*index)));
                prop_assert_eq!(drawn.index(&coordinate).unwrap(), Nested::Leaf(Int::dynamic(*index)));
                prop_assert!((flat.least()..=flat.greatest()).contains(index));
                let chain = Chain::of(&drawn, &coordinate).unwrap();
                prop_assert_eq!(chain.index, index.to_string());
                if *index == wanted {
                    reached.push(place as u64);
                }
            }
            let mut search = PreimageSearch::any(&drawn, wanted, 4096).unwrap();
            while matches!(search.resume(&mut Budget::new(3)), Progress::More { .. }) {}
            let found = search.so_far();
            let linear = found.coordinates.iter().map(|reached| reached.linear).collect::<Vec<_>>();
            prop_assert_eq!((linear, found.count), (reached.clone(), reached.len() as u64));
        }
    }
}
