//! Two layouts as functions of the 1-D coordinates that both have.
//!
//! Plain layouts are decided without looking at a single coordinate: merged, they have the same modes exactly where they
//! are the same function, and the first mode that differs says where. So are layouts with the same swizzles and offsets,
//! which map no two indices to one. Others are compared coordinate by coordinate, as far as a bound.

use super::shared::{SharedCoordinates, shared_coordinates};
use super::sides::Sides;
use crate::composed::AnyLayout;
use crate::coordinate::{Slot, idx2crd};
use crate::error::Result;
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::{Index, Layout};
use crate::nested::Nested;
use crate::preimage::PreimageSearch;
use crate::table::{BLOCK, FlatLayout};
use crate::work::{Budget, Progress, Work};

/// The most units spent on counting by solving an equation before counting goes on one by one.
const SOLVE_LIMIT: u64 = 1 << 18;

/// Degree to which two layouts are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sameness {
    /// The same layout to the letter.
    Letter,
    /// The same numbers in the same parentheses; another is static.
    Numbers,
    /// The same index at every 1-D coordinate that both have; of different sizes the larger one goes on.
    Function,
    /// Another index at some coordinate.
    Differ,
    /// The same as far as was looked.
    Unknown,
}

/// At how many coordinates two layouts differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// So many of those looked at.
    pub differing: u64,
    /// Number of coordinates that were looked at, from coordinate 0 on: all that both have where the number is exact.
    pub looked: u64,
}

/// A coordinate at which two layouts differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The 1-D coordinate.
    pub coordinate: u64,
    /// The natural coordinate in each.
    pub natural: [IntTuple; 2],
    /// The index in each.
    pub index: [Index; 2],
}

/// Outcome of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutDifference {
    /// Degree to which they are the same.
    pub sameness: Sameness,
    /// Their sizes.
    pub sizes: [u64; 2],
    /// Number of 1-D coordinates that both have: those that are compared.
    pub common: u64,
    /// The first coordinate at which they differ.
    pub first: Option<Place>,
    /// At how many they differ.
    pub count: Count,
    /// Which coordinates of one are coordinates of the other.
    pub coordinates: SharedCoordinates,
}

/// The comparison of two layouts. One unit of its budget is a coordinate, [`super::TREE_UNITS`] units where the indices
/// are coordinates themselves.
///
/// Law: `first` is the least `c` with `a(c) != b(c)`. Example: `(4,2):(1,4)` and `8:1` are the same function;
/// `(4,2):(2,1)` differs from them first at 1, and agrees at 0 and 7.
#[derive(Debug, Clone)]
pub struct Comparison {
    sides: Sides,
    coordinates: SharedCoordinates,
    same: Option<Sameness>,
    first: Option<u64>,
    /// The agreeing coordinates as those that a layout, the difference, maps to 0.
    solving: Option<(PreimageSearch, u64)>,
    differing: u64,
    looked: u64,
    /// `true` if there is nothing more to count.
    counted: bool,
}

impl Comparison {
    /// Prepares the comparison, and decides it where that needs no look at single coordinates.
    ///
    /// Errors: those of [`FlatLayout::any`], but for basis strides, which are compared as coordinates.
    ///
    /// ```
    /// use colex::{AnyLayout, difference::Comparison, table::FlatLayout, work::finish};
    ///
    /// let (a, b): (AnyLayout, AnyLayout) = ("(4,2):(1,4)".parse()?, "(4,2):(2,1)".parse()?);
    /// let first = finish(Comparison::new(&a, &b)?, 1000)?.first.ok_or("they differ")?.coordinate;
    /// let (a, b) = (FlatLayout::any(&a)?, FlatLayout::any(&b)?);
    /// for c in 0..8 {
    ///     assert_eq!(a.index(c)? != b.index(c)?, ![0, 7].contains(&c));
    /// }
    /// assert_eq!(first, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(left: &AnyLayout, right: &AnyLayout) -> Result<Self> {
        let sides = Sides::new(left, right)?;
        let coordinates = shared_coordinates(left.shape(), right.shape())?;
        let common = sides.common();
        let same = same_writing(left, right);
        let mut found = Comparison {
            sides,
            coordinates,
            same,
            first: None,
            solving: None,
            differing: 0,
            looked: 0,
            counted: same.is_some(),
        };
        if let (None, Some([left, right])) = (same, found.sides.flat()) {
            let (modes, others) = (left.merged(), right.merged());
            let first = first_difference(&modes, &others, common);
            if left.after() == right.after() && left.after().keeps_apart() {
                found.first = first;
                found.counted = first.is_none();
                if first.is_some() && common > found.sides.limit() {
                    let search = |layout| PreimageSearch::new(&layout, 0, 0).ok();
                    found.solving = difference(&modes, &others, common).and_then(search).map(|search| (search, 0));
                }
            }
        }
        if found.counted {
            found.looked = common;
        }
        Ok(found)
    }

    /// Returns what is known so far.
    pub fn so_far(&self) -> LayoutDifference {
        let common = self.sides.common();
        let sameness = match (self.same, self.first) {
            (Some(same), _) => same,
            (None, Some(_)) => Sameness::Differ,
            (None, None) if self.looked == common => Sameness::Function,
            (None, None) => Sameness::Unknown,
        };
        LayoutDifference {
            sameness,
            sizes: self.sides.sizes(),
            common,
            first: self.first.and_then(|coordinate| self.place(coordinate).ok()),
            count: Count { differing: self.differing, looked: self.looked },
            coordinates: self.coordinates.clone(),
        }
    }

    fn place(&self, coordinate: u64) -> Result<Place> {
        let linear = Nested::Leaf(Slot::Int(Int::dynamic(coordinate as i64)));
        let [left, right] = self.sides.layouts();
        Ok(Place {
            coordinate,
            natural: [idx2crd(&linear, left.shape())?, idx2crd(&linear, right.shape())?],
            index: [self.sides.index(0, coordinate)?, self.sides.index(1, coordinate)?],
        })
    }

    /// Returns the number of coordinates that are looked at in all.
    fn end(&self) -> u64 {
        self.sides.common().min(self.sides.limit())
    }

    fn stretch(&mut self, length: usize) {
        let start = self.looked;
        let (mut first, mut differing) = (self.first, self.differing);
        let seen = self.sides.differing(start, length, &mut |coordinate| {
            first.get_or_insert(coordinate);
            differing += 1;
        });
        // An index that does not fit in 64 bits ends the comparison where it stands.
        if seen.is_err() {
            self.counted = true;
            return;
        }
        (self.first, self.differing) = (first, differing);
        self.looked += length as u64;
    }
}

impl Work for Comparison {
    type Output = LayoutDifference;

    fn resume(&mut self, budget: &mut Budget) -> Progress<LayoutDifference> {
        if let Some((search, spent)) = &mut self.solving {
            let before = budget.left();
            let solved = search.resume(budget);
            *spent += before - budget.left();
            match solved {
                Progress::Done(agreeing) => {
                    let common = self.sides.common();
                    (self.differing, self.looked) = (common.saturating_sub(agreeing.count), common);
                    (self.counted, self.solving) = (true, None);
                }
                Progress::More { .. } if *spent >= SOLVE_LIMIT => self.solving = None,
                Progress::More { .. } => return Progress::More { done: 0, total: None },
            }
        }
        let cost = self.sides.cost();
        while !self.counted && self.looked < self.end() {
            let left = self.end() - self.looked;
            let affordable = (budget.left() / cost).min(left).min(BLOCK as u64);
            // A budget below what one coordinate costs pays for one all the same, or nothing would ever be done.
            let length = if affordable == 0 && budget.left() > 0 { 1 } else { affordable };
            if length == 0 {
                return Progress::More { done: self.looked, total: Some(self.end()) };
            }
            budget.spend_up_to(length.saturating_mul(cost));
            self.stretch(length as usize);
        }
        Progress::Done(self.so_far())
    }
}

/// Reports whether both are written alike.
fn same_writing(left: &AnyLayout, right: &AnyLayout) -> Option<Sameness> {
    if left == right {
        return Some(Sameness::Letter);
    }
    let (AnyLayout::Plain(left), AnyLayout::Plain(right)) = (left, right) else {
        let (AnyLayout::Composed(left), AnyLayout::Composed(right)) = (left, right) else { return None };
        let same_outer = match (left.outer(), right.outer()) {
            (None, None) => true,
            (Some(left), Some(right)) => same_writing(&left.clone().into(), &right.clone().into()).is_some(),
            _ => false,
        };
        let same_offset = left.offset().int().value() == right.offset().int().value();
        let same = left.swizzle() == right.swizzle() && same_offset && same_outer;
        return same_writing(left.inner(), right.inner()).filter(|_| same).map(|_| Sameness::Numbers);
    };
    let dynamic = |layout: &Layout| {
        let number = |tuple: &IntTuple| tuple.map(&mut |int| int.value());
        let stride = layout.stride().map(&mut |leaf| leaf.with_scale(Int::dynamic(leaf.scale().value())));
        (number(layout.shape()), stride)
    };
    (dynamic(left) == dynamic(right)).then_some(Sameness::Numbers)
}

/// The first coordinate below `common` at which two merged layouts differ.
///
/// Up to the product `p` of the modes that they share they are the same. At the first modes that differ, `s:d` and `t:e`:
/// with `d != e` they differ at `p`; with `s < t` they differ at `p * s`, where the first takes its next stride, which is
/// not `s * d` since its modes are merged, and the second goes on.
fn first_difference(left: &[(u64, i64)], right: &[(u64, i64)], common: u64) -> Option<u64> {
    let mut before = 1_u64;
    let mut pairs = left.iter().zip(right);
    let first = loop {
        let Some(((extent, stride), (other, others))) = pairs.next() else { break None };
        if stride != others {
            break Some(before);
        }
        // A product below the size of a layout fits.
        before = before.saturating_mul(*extent.min(other));
        if extent != other {
            break Some(before);
        }
    };
    first.filter(|first| *first < common)
}

/// The layout `left(c) - right(c)` over the first `common` coordinates, where both split them alike.
fn difference(left: &[(u64, i64)], right: &[(u64, i64)], common: u64) -> Option<Layout> {
    let bounds = |modes: &[(u64, i64)]| {
        let mut product = 1_u64;
        let bounds = modes.iter().map(|(extent, _)| {
            product = product.saturating_mul(*extent);
            product
        });
        bounds.collect::<Vec<_>>()
    };
    let mut bounds = [vec![1, common], bounds(left), bounds(right)].concat();
    bounds.retain(|bound| *bound <= common);
    bounds.sort_unstable();
    bounds.dedup();
    let mut modes = Vec::new();
    for (bound, next) in bounds.iter().zip(bounds.iter().skip(1)) {
        if !next.is_multiple_of(*bound) {
            return None;
        }
        let stride = stride_at(left, *bound)?.checked_sub(stride_at(right, *bound)?)?;
        modes.push((i64::try_from(next / bound).ok()?, stride));
    }
    let tuple = |pick: fn(&(i64, i64)) -> i64| {
        Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(Int::dynamic(pick(mode)))).collect())
    };
    let layout = Layout::with_ints(tuple(|mode| mode.0), &tuple(|mode| mode.1)).ok()?;
    FlatLayout::new(&layout).ok().map(|_| layout)
}

/// The index of a coordinate that is a multiple of the product of the modes before the one that it lies in.
fn stride_at(modes: &[(u64, i64)], coordinate: u64) -> Option<i64> {
    let mut rest = coordinate;
    let mut index = 0_i64;
    for (extent, stride) in modes {
        let digit = i64::try_from(rest % extent).ok()?;
        index = index.checked_add(digit.checked_mul(*stride)?)?;
        rest /= extent;
    }
    Some(index)
}
