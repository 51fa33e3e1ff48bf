//! A layout after an offset after a layout.

use std::any::Any;
use std::fmt;

use super::{Made, MadeValue, Value, ValueKind};
use crate::after::OUTER_LIMIT;
use crate::algebra::affine::AffineLayout;
use crate::called;
use crate::composed::{AnyLayout, ComposedLayout};
use crate::coordinate::Coordinate;
use crate::emit::{Unspelled, cpp, json, python};
use crate::error::Result;
use crate::int::Int;
use crate::layout::Shape;
use crate::swizzle::{Offset, Swizzle};
use crate::table::FlatLayout;

impl Made for AffineLayout {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Made) -> bool {
        other.as_any().downcast_ref::<AffineLayout>().is_some_and(|other| self == other)
    }

    fn kind(&self) -> ValueKind {
        ValueKind::Composed
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn leaf_count(&self) -> usize {
        2 * (self.outer().shape().leaf_count() + self.inner().shape().leaf_count()) + 1
    }

    fn drawn(&self) -> Option<AnyLayout> {
        let (first, layout) = match pictured(self) {
            Some(composed) => return Some(AnyLayout::Composed(composed)),
            None => self.as_layout()?,
        };
        Some(AnyLayout::composed(Swizzle::IDENTITY, Offset::Int(first), layout.into()))
    }

    fn shape(&self) -> Option<&Shape> {
        Some(self.inner().shape())
    }

    fn apply(&self, place: &Coordinate) -> Option<Result<Value>> {
        Some(match place.has_underscore() {
            true => self.slice(place).map(|part| Value::Made(MadeValue::new(part))),
            false => self.index(place).map(|index| Value::index(&index, self.outer().stride())),
        })
    }

    fn numbers(&self, each: &mut dyn FnMut(Int)) {
        super::numbers_of(self.outer(), each);
        each(self.offset());
        super::numbers_of(self.inner(), each);
    }

    fn cpp(&self) -> std::result::Result<String, Unspelled> {
        let [outer, inner] = [self.outer(), self.inner()].map(cpp::layout);
        Ok(format!("{}({outer}, {}, {inner})", called::COMPOSITION, cpp::int(self.offset())))
    }

    fn python(&self) -> std::result::Result<String, Unspelled> {
        let (outer, inner) = (python::layout(self.outer())?, python::layout(self.inner())?);
        Ok(format!("cute.make_composed_layout({outer}, {}, {inner})", python::int(self.offset())))
    }

    fn json(&self) -> String {
        let (outer, inner) = (json::layout(self.outer()), json::layout(self.inner()));
        let offset = json::int(self.offset());
        format!("\"kind\":\"composed\",\"outer\":{{{outer}}},\"offset\":{offset},\"layout\":{{{inner}}}")
    }
}

/// Returns the layout that pictures know of it; `None` where it answers coordinates, or where its sums are below 0 or
/// too many to run over.
fn pictured(affine: &AffineLayout) -> Option<ComposedLayout> {
    let (flat, offset) = (FlatLayout::new(affine.inner()).ok()?, affine.offset());
    let (least, greatest) = (flat.least().checked_add(offset.value())?, flat.greatest().checked_add(offset.value())?);
    let is_number = affine.outer().int_stride().is_some() && affine.outer().size().ok()?.value() > 0;
    let is_drawn = is_number && least >= 0 && greatest <= OUTER_LIMIT && flat.size() > 0;
    is_drawn.then(|| ComposedLayout::through(affine.outer().clone(), offset, affine.inner().clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinate::Slot;
    use crate::layout::Layout;
    use crate::nested::Nested;
    use crate::preimage::PreimageSearch;
    use crate::work::{Budget, Progress, Work};
    use crate::worked_example::Chain;
    use proptest::prelude::*;

    /// Extents with strides, from the innermost mode.
    fn layout(modes: &[(i64, i64)]) -> Layout {
        let ints = |each: fn(&(i64, i64)) -> i64| {
            Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(Int::dynamic(each(mode)))).collect())
        };
        Layout::with_ints(ints(|(extent, _)| *extent), &ints(|(_, stride)| *stride)).expect("a layout")
    }

    proptest! {
        /// Checks that pictures, lines, kernels and ways back are made of the same function.
        #[test]
        fn pictures_know_the_same_function(
            outer in prop::collection::vec((1_i64..6, -9_i64..20), 1..4),
            offset in 0_i64..9,
            inner in prop::collection::vec((1_i64..5, 0_i64..7), 1..4),
            wanted in 0_i64..40,
        ) {
            let affine = AffineLayout::new(layout(&outer), Int::dynamic(offset), layout(&inner)).unwrap();
            let drawn = AnyLayout::Composed(pictured(&affine).expect("small numbers"));
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
