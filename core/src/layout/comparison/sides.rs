//! Two layouts over the coordinates that both have, compared a stretch at a time.

use crate::composed::AnyLayout;
use crate::coordinate::Slot;
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::nested::Nested;
use crate::table::{BLOCK, FlatLayout};

/// At most so many coordinates are compared one by one.
pub const LOOK_LIMIT: u64 = 1 << 22;

/// At most so many where the indices are coordinates themselves.
pub const TREE_LOOK_LIMIT: u64 = 1 << 14;

/// Budget cost of a coordinate where the indices are coordinates themselves; of numbers it costs one unit.
pub const TREE_UNITS: u64 = 64;

/// Two layouts and the number of coordinates that both have.
#[derive(Debug, Clone)]
pub(super) struct Sides {
    layouts: [AnyLayout; 2],
    /// Compiled, unless the indices are coordinates.
    flat: Option<Box<[FlatLayout; 2]>>,
    sizes: [u64; 2],
}

impl Sides {
    /// Errors: those of [`FlatLayout::any`] but for basis strides.
    pub(super) fn new(left: &AnyLayout, right: &AnyLayout) -> Result<Self> {
        let compiled = [left, right].map(FlatLayout::any);
        let flat = match compiled {
            [Ok(left), Ok(right)] => Some(Box::new([left, right])),
            [Err(Error::MixedIndices { .. }), _] | [_, Err(Error::MixedIndices { .. })] => None,
            [Err(error), _] | [_, Err(error)] => return Err(error),
        };
        let size = |layout: &AnyLayout| {
            let no_elements = |_| Error::NoElements { shape: layout.shape().to_string() };
            u64::try_from(layout.size()?.value()).map_err(no_elements)
        };
        Ok(Sides { sizes: [size(left)?, size(right)?], layouts: [left.clone(), right.clone()], flat })
    }

    pub(super) fn layouts(&self) -> &[AnyLayout; 2] {
        &self.layouts
    }

    pub(super) fn flat(&self) -> Option<&[FlatLayout; 2]> {
        self.flat.as_deref()
    }

    pub(super) fn sizes(&self) -> [u64; 2] {
        self.sizes
    }

    /// The number of coordinates that both have.
    pub(super) fn common(&self) -> u64 {
        let [left, right] = self.sizes;
        left.min(right)
    }

    /// Returns the number of coordinates that are compared at most.
    pub(super) fn limit(&self) -> u64 {
        if self.flat.is_some() { LOOK_LIMIT } else { TREE_LOOK_LIMIT }
    }

    /// Returns the budget cost of a coordinate.
    pub(super) fn cost(&self) -> u64 {
        if self.flat.is_some() { 1 } else { TREE_UNITS }
    }

    /// The index of a 1-D coordinate on one side, as a number or a tuple of numbers.
    pub(super) fn index(&self, side: usize, coordinate: u64) -> Result<IntTuple> {
        let layout = self.layouts.get(side).ok_or(Error::Empty)?;
        let typed = i64::try_from(coordinate).map_err(|_| Error::Overflow { expression: coordinate.to_string() })?;
        layout.index(&Nested::Leaf(Slot::Int(Int::dynamic(typed))))
    }

    /// Shows every coordinate of a stretch of at most [`BLOCK`] at which the two differ, in their order.
    pub(super) fn differing(&self, start: u64, length: usize, see: &mut dyn FnMut(u64)) -> Result<()> {
        let Some([left, right]) = self.flat.as_deref() else {
            for coordinate in (start..).take(length) {
                if !same_index(&self.index(0, coordinate)?, &self.index(1, coordinate)?) {
                    see(coordinate);
                }
            }
            return Ok(());
        };
        let (mut ours, mut theirs) = ([0; BLOCK], [0; BLOCK]);
        let ours = ours.get_mut(..length).unwrap_or_default();
        let theirs = theirs.get_mut(..length).unwrap_or_default();
        left.fill(start, ours)?;
        right.fill(start, theirs)?;
        let pairs = (start..).zip(ours.iter().zip(theirs.iter()));
        pairs.filter(|(_, (left, right))| left != right).for_each(|(coordinate, _)| see(coordinate));
        Ok(())
    }
}

/// Returns true if two indices are the same; a coordinate may leave zeros out at its end, as `1@0` and `(1,0)` do.
pub(super) fn same_index(left: &IntTuple, right: &IntTuple) -> bool {
    fn normal(index: &IntTuple) -> Nested<i64> {
        let Nested::Tuple(modes) = index else { return index.map(&mut |int| int.value()) };
        let mut modes = modes.iter().map(normal).collect::<Vec<_>>();
        while modes.last() == Some(&Nested::Leaf(0)) {
            modes.pop();
        }
        if modes.is_empty() { Nested::Leaf(0) } else { Nested::Tuple(modes) }
    }
    normal(left) == normal(right)
}
