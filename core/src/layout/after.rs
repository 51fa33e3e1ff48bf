//! Parts that come after the strides of a composed layout: offsets that are added and swizzles, in the order in which
//! an index meets them, and it may be a layout that takes the sum for its 1-D coordinate.

use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::swizzle::{Offset, Swizzle};

/// Over how many sums an outer layout is run.
pub(crate) const OUTER_LIMIT: i64 = 1 << 16;

/// Parts that come after the strides; nothing of a plain layout.
///
/// Law: `After::of(R).apply(innermost(R)(c)) = R(c)`.
///
/// ```
/// use colex::{AnyLayout, after::After};
///
/// let r: AnyLayout = "Sw<2,0,2> o _5 o (_4,_4):(_4,_1)".parse()?;
/// let after = After::of(&r);
/// for i in 0..16 {
///     let i = i.to_string().parse()?;
///     let inner = r.innermost().index(&i)?.leaves()[0].value();
///     assert_eq!(r.index(&i)?.leaves()[0].value(), after.apply(inner)?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct After {
    parts: Vec<(i64, Swizzle)>,
    outer: Option<Outer>,
}

/// A layout of numbers that comes last.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Outer {
    layout: Layout,
    /// Extents and strides of its leaves.
    modes: Vec<(i64, i64)>,
}

impl Outer {
    fn new(layout: &Layout) -> Self {
        let extents = layout.shape().leaves().into_iter().map(|extent| extent.value());
        let strides = layout.stride().leaves().into_iter().map(|stride| stride.scale().value());
        Outer { layout: layout.clone(), modes: extents.zip(strides).collect() }
    }

    /// The index of a 1-D coordinate; the last mode takes what is left.
    fn at(&self, coordinate: i64) -> i64 {
        let (mut rest, mut index) = (coordinate, 0_i64);
        for (place, (extent, stride)) in self.modes.iter().enumerate() {
            let is_last = place + 1 == self.modes.len();
            let digit = if is_last { rest } else { rest.checked_rem(*extent).unwrap_or(0) };
            rest = rest.checked_div(*extent).unwrap_or(0);
            index = index.wrapping_add(digit.wrapping_mul(*stride));
        }
        index
    }
}

impl After {
    /// Collects what comes after the strides of a layout. An identity that adds nothing is left out.
    pub fn of(layout: &AnyLayout) -> Self {
        let mut parts = Vec::new();
        let last = match layout {
            AnyLayout::Composed(composed) => composed.outer().map(Outer::new),
            AnyLayout::Plain(_) => None,
        };
        let mut outer = layout;
        while let AnyLayout::Composed(composed) = outer {
            if !composed.swizzle().is_identity() || composed.offset() != Offset::ZERO {
                parts.push((composed.offset().int().value(), composed.swizzle()));
            }
            outer = composed.inner();
        }
        parts.reverse();
        After { parts, outer: last }
    }

    /// One swizzle.
    pub(crate) fn swizzle(swizzle: Swizzle) -> Self {
        After { parts: vec![(0, swizzle)], outer: None }
    }

    /// Returns true if different sums have different indices: swizzles and offsets keep them apart, a layout that comes
    /// last need not.
    pub fn keeps_apart(&self) -> bool {
        self.outer.is_none()
    }

    /// Returns true if nothing comes after.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.outer.is_none()
    }

    /// The layout that comes last.
    pub fn outer(&self) -> Option<&Layout> {
        self.outer.as_ref().map(|outer| &outer.layout)
    }

    /// Each offset with the swizzle that follows it, the first applied first.
    pub fn parts(&self) -> &[(i64, Swizzle)] {
        &self.parts
    }

    /// Applies it to an index. Errors: [`Error::Overflow`].
    pub fn apply(&self, index: i64) -> Result<i64> {
        let index = self.parts.iter().try_fold(index, |index, (offset, swizzle)| -> Result<i64> {
            let overflow = || Error::Overflow { expression: format!("{offset} + {index}") };
            Ok(swizzle.apply_value(index.checked_add(*offset).ok_or_else(overflow)?))
        })?;
        Ok(self.outer.as_ref().map_or(index, |outer| outer.at(index)))
    }

    /// [`After::apply`] where no sum overflows: of the indices between bounds that [`After::bounds`] accepts.
    pub(crate) fn of_index(&self, index: i64) -> i64 {
        let add = |index: i64, (offset, swizzle): &(i64, Swizzle)| swizzle.apply_value(index.wrapping_add(*offset));
        let index = self.parts.iter().fold(index, add);
        self.outer.as_ref().map_or(index, |outer| outer.at(index))
    }

    /// The only index of which it makes `index`, if there is one in 64 bits: a swizzle undoes itself. Of an outer layout,
    /// which may answer an index more than once, `None`.
    ///
    /// Law: `undo(apply(i)) = i`.
    ///
    /// ```
    /// use colex::{AnyLayout, after::After};
    ///
    /// let after = After::of(&"Sw<2,0,2> o _5 o (_4,_4):(_4,_1)".parse::<AnyLayout>()?);
    /// assert_eq!((after.apply(7)?, after.undo(15)), (15, Some(7)));
    /// for i in -16..64 {
    ///     assert_eq!(after.undo(after.apply(i)?), Some(i));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&self, index: i64) -> Option<i64> {
        if self.outer.is_some() {
            return None;
        }
        let mut parts = self.parts.iter().rev();
        parts.try_fold(index, |index, (offset, swizzle)| swizzle.apply_value(index).checked_sub(*offset))
    }

    /// All indices from `least` to `greatest` of which it makes `index`.
    ///
    /// Law: those `i` with `apply(i) = index`; of more than 65,536 that an outer layout would have to try, none.
    ///
    /// ```
    /// use colex::{AnyLayout, after::After};
    ///
    /// let after = After::of(&"Sw<2,0,2> o _5 o (_4,_4):(_4,_1)".parse::<AnyLayout>()?);
    /// for index in 0..32 {
    ///     let found = after.undo_between(index, 0, 15);
    ///     assert!((0..16).all(|i| found.contains(&i) == (after.apply(i) == Ok(index))));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo_between(&self, index: i64, least: i64, greatest: i64) -> Vec<i64> {
        if self.outer.is_none() {
            return self.undo(index).filter(|before| (least..=greatest).contains(before)).into_iter().collect();
        }
        if greatest.saturating_sub(least) > OUTER_LIMIT {
            return Vec::new();
        }
        (least..=greatest).filter(|before| self.apply(*before) == Ok(index)).collect()
    }

    /// Bounds of what it makes of the indices from `least` to `greatest`, by [`Swizzle::bounds`].
    ///
    /// Errors: [`Error::Overflow`].
    ///
    /// ```
    /// use colex::{AnyLayout, after::After};
    ///
    /// let after = After::of(&"Sw<2,0,2> o _5 o (_4,_4):(_4,_1)".parse::<AnyLayout>()?);
    /// let (least, greatest) = after.bounds(0, 15)?;
    /// for i in 0..16 {
    ///     assert!((least..=greatest).contains(&after.apply(i)?));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bounds(&self, least: i64, greatest: i64) -> Result<(i64, i64)> {
        let (mut least, mut greatest) = (least, greatest);
        for (offset, swizzle) in &self.parts {
            let sum = |index: i64| {
                index.checked_add(*offset).ok_or_else(|| Error::Overflow { expression: format!("{offset} + {index}") })
            };
            (least, greatest) = swizzle.bounds(sum(least)?, sum(greatest)?);
        }
        let Some(outer) = &self.outer else { return Ok((least, greatest)) };
        let end = greatest.min(least.saturating_add(OUTER_LIMIT));
        let all = (least..=end).map(|index| outer.at(index));
        let bounds = |(low, high): (i64, i64), index: i64| (low.min(index), high.max(index));
        Ok(all.fold((outer.at(least), outer.at(least)), bounds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composed::ComposedLayout;
    use crate::int::Int;
    use crate::layout::Layout;
    use crate::nested::Nested;
    use proptest::prelude::*;

    /// `Sw<..> o offset o` for each part, the last part outermost, after the layout `1:1`.
    fn composed(parts: &[(Swizzle, i64)]) -> AnyLayout {
        let one = Nested::Leaf(Int::ONE);
        let inner = Layout::with_ints(one.clone(), &one).expect("a layout");
        parts.iter().fold(inner.into(), |inner, (swizzle, offset)| {
            AnyLayout::Composed(ComposedLayout::new(*swizzle, Offset::Int(Int::dynamic(*offset)), inner))
        })
    }

    fn swizzle() -> impl Strategy<Value = Swizzle> {
        (0_i64..4, 0_i64..5, 0_i64..3, any::<bool>()).prop_map(|(bits, base, more, up)| {
            let far = bits + more;
            Swizzle::new(bits, base, if up { -far } else { far }).expect("a swizzle")
        })
    }

    #[test]
    fn what_changes_nothing_is_left_out() {
        let swizzle = Swizzle::new(3, 0, 3).expect("a swizzle");
        let identity = Swizzle::new(0, 4, 3).expect("a swizzle");
        assert!(After::of(&Layout::trivial().into()).is_empty());
        assert!(After::of(&AnyLayout::composed(identity, Offset::ZERO, composed(&[]))).is_empty());
        let after = After::of(&composed(&[(identity, 7), (swizzle, 1)]));
        assert_eq!(after.parts(), [(7, identity), (1, swizzle)]);
        assert_eq!((after.apply(1), after.undo(8)), (Ok(8), Some(1)));
        assert!(matches!(after.apply(i64::MAX), Err(Error::Overflow { .. })));
        assert!(after.bounds(0, i64::MAX - 7).is_err());
        assert_eq!(after.undo(i64::MIN), None);
    }

    #[test]
    fn the_highest_swizzle_keeps_its_bounds_in_64_bits() {
        let highest = Swizzle::new(31, 0, -31).expect("a swizzle");
        let after = After::of(&composed(&[(highest, 0)]));
        assert_eq!(after.bounds(i64::MIN, -1), Ok((i64::MIN, -1)));
        assert_eq!(after.bounds(0, i64::MAX), Ok((0, i64::MAX)));
    }

    proptest! {
        #[test]
        fn undone_it_is_the_index_again(
            parts in prop::collection::vec((swizzle(), -50_i64..200), 0..4),
            least in -300_i64..300,
            length in 0_i64..100,
        ) {
            let layout = composed(&parts);
            let after = After::of(&layout);
            let (low, high) = after.bounds(least, least + length).unwrap();
            for index in least..=least + length {
                let made = after.apply(index).unwrap();
                // Its only mode takes a coordinate as it is, however large.
                let answer = layout.index(&Nested::Leaf(Int::dynamic(index).into())).unwrap();
                prop_assert_eq!(answer, Nested::Leaf(Int::dynamic(made)));
                prop_assert_eq!(after.of_index(index), made);
                prop_assert_eq!(after.undo(made), Some(index));
                prop_assert!((low..=high).contains(&made));
            }
        }
    }
}
