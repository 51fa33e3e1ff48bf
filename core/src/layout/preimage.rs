//! From an index back to every coordinate that reaches it, solved from the strides instead of scanning the domain.
//!
//! The question is which digits `0 <= c_j < s_j` give `sum c_j * d_j = k`. Modes are taken from the largest |stride| to
//! the smallest. At each one an interval bounds the digit, because what remains must be reachable by the modes that
//! follow; and a congruence picks within the interval, because what remains must be a multiple of the greatest common
//! divisor of the strides that follow. Stride 0 leaves its digit free; a negative stride counts from the other end.
//! Where two modes are left every digit that passes both tests has exactly one partner, so whole progressions are
//! counted at once.
//!
//! Parts after the strides are undone first: a swizzle undoes itself.

use crate::after::After;
use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::int::{Int, greatest_common_divisor};
use crate::int_tuple::IntTuple;
use crate::layout::{Layout, Shape};
use crate::table::FlatLayout;
use crate::work::{Budget, Progress, Work};

/// The most coordinates that one search keeps, whatever is asked for.
pub const KEEP_LIMIT: usize = 4096;

/// A coordinate that reaches the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// The 1-D coordinate.
    pub linear: u64,
    /// The natural coordinate, in dynamic integers.
    pub natural: IntTuple,
}

/// Findings of a search, complete or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preimage {
    /// The first coordinates that the search met, sorted by their 1-D coordinate.
    pub coordinates: Vec<Reached>,
    /// Number of coordinates that were found, kept or not: the exact number where the search is complete.
    pub count: u64,
    /// `true` if every digit was searched.
    pub complete: bool,
    /// The units of work spent.
    pub spent: u64,
    /// Number of digits of the mode with the largest stride that are done.
    pub searched: u64,
    /// Number of digits of that mode that there are to search.
    pub to_search: u64,
}

/// The search for the coordinates of one index. One unit of its budget is one digit tried in one mode.
///
/// Law: complete, `coordinates` are exactly the coordinates `c` of the domain with `A(c) = k`, as long as no more than
/// `keep` exist. Example: `(3,(2,3)):(3,(12,1))` reaches 17 at `(1,(1,2))` alone.
///
/// ```
/// use colex::preimage::PreimageSearch;
/// use colex::work::{Budget, Work};
///
/// let mut search = PreimageSearch::new(&"(3,(2,3)):(3,(12,1))".parse()?, 17, 8)?;
/// search.resume(&mut Budget::new(1000));
/// let found = search.so_far();
/// assert_eq!((found.complete, found.count), (true, 1));
/// assert_eq!(found.coordinates[0].natural.to_string(), "(1,(1,2))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PreimageSearch {
    shape: Shape,
    /// Extents of the leaves, in their order.
    extents: Vec<u64>,
    /// The modes that decide, from the largest stride to the smallest.
    steps: Vec<Step>,
    /// The leaves of stride 0 with an extent above 1.
    free: Vec<usize>,
    /// The product of the free extents.
    free_count: u64,
    /// The digits chosen so far, one for each leaf.
    digits: Vec<u64>,
    frames: Vec<Frame>,
    /// Amount that negative strides add to an index.
    mirrored: i128,
    /// The indices that are still to be searched for, the next one last.
    targets: Vec<i64>,
    keep: usize,
    kept: Vec<Vec<u64>>,
    count: u64,
    spent: u64,
    to_search: u64,
}

/// One mode that decides, with what is known of the modes after it.
#[derive(Debug, Clone)]
struct Step {
    leaf: usize,
    extent: i128,
    /// The absolute value of the stride.
    stride: i128,
    /// Counted from the other end, because the stride is negative.
    mirrored: bool,
    /// The largest sum that the later modes reach.
    reach: i128,
    /// The greatest common divisor of the stride and all later strides.
    divisor: i128,
    /// Digits that pass are this far apart.
    every: i128,
    /// The inverse of `stride / divisor` modulo `every`.
    inverse: i128,
}

/// The digits of one step that are still to try.
#[derive(Debug, Clone)]
struct Frame {
    /// Number that this step and the later ones have to sum up to.
    rest: i128,
    next: i128,
    left: u64,
}

impl PreimageSearch {
    /// Prepares the search for the coordinates of `index`, of which up to `keep` (at most [`KEEP_LIMIT`]) are kept.
    ///
    /// Errors: those of [`FlatLayout::new`].
    pub fn new(layout: &Layout, index: i64, keep: usize) -> Result<Self> {
        PreimageSearch::with(layout, Some(index), keep)
    }

    /// [`PreimageSearch::new`] of any layout.
    pub fn any(layout: &AnyLayout, index: i64, keep: usize) -> Result<Self> {
        let after = After::of(layout);
        let flat = FlatLayout::new(layout.innermost())?;
        let mut targets = match after.outer() {
            Some(_) => after.undo_between(index, flat.least(), flat.greatest()),
            None => after.undo(index).into_iter().collect(),
        };
        targets.reverse();
        let first = targets.pop();
        let mut search = PreimageSearch::with(layout.innermost(), first, keep)?;
        search.targets = targets;
        Ok(search)
    }

    /// Without an index nothing reaches it.
    fn with(layout: &Layout, index: Option<i64>, keep: usize) -> Result<Self> {
        let flat = FlatLayout::new(layout)?;
        let is_empty = flat.size() == 0 || index.is_none();
        let index = index.unwrap_or_default();
        let extents = flat.extents().collect::<Vec<_>>();
        let mut target = i128::from(index);
        let mut free = Vec::new();
        let mut free_count = 1_u64;
        let mut steps = Vec::new();
        for (leaf, (extent, stride)) in flat.extents().zip(flat.strides()).enumerate() {
            // An empty domain has no answers, and nothing bounds its other extents.
            if extent < 2 || is_empty {
                continue;
            }
            if stride == 0 {
                free.push(leaf);
                let overflow = || Error::Overflow { expression: format!("{free_count} * {extent}") };
                free_count = free_count.checked_mul(extent).ok_or_else(overflow)?;
                continue;
            }
            let (extent, stride) = (i128::from(extent), i128::from(stride));
            let mirrored = stride < 0;
            if mirrored {
                target -= (extent - 1) * stride;
            }
            let stride = stride.abs();
            steps.push(Step { leaf, extent, stride, mirrored, reach: 0, divisor: stride, every: 1, inverse: 0 });
        }
        steps.sort_by_key(|step| std::cmp::Reverse(step.stride));
        let (mut reach, mut divisor) = (0, 0);
        for step in steps.iter_mut().rev() {
            step.reach = reach;
            step.divisor = gcd(step.stride, divisor);
            // Without later modes the interval alone decides.
            if divisor != 0 {
                step.every = divisor / step.divisor;
                step.inverse = inverse(step.stride / step.divisor, step.every);
            }
            reach += (step.extent - 1) * step.stride;
            divisor = step.divisor;
        }

        let mut search = PreimageSearch {
            shape: layout.shape().clone(),
            digits: vec![0; extents.len()],
            extents,
            steps,
            free,
            free_count,
            frames: Vec::new(),
            mirrored: target - i128::from(index),
            targets: Vec::new(),
            keep: keep.min(KEEP_LIMIT),
            kept: Vec::new(),
            count: 0,
            spent: 0,
            to_search: 0,
        };
        if !is_empty {
            search.begin(index);
        }
        Ok(search)
    }

    /// Searches for one index.
    fn begin(&mut self, index: i64) {
        let target = i128::from(index) + self.mirrored;
        match self.steps.first() {
            Some(first) => {
                let frame = first.frame(target);
                self.to_search = self.to_search.saturating_add(frame.left);
                self.frames.push(frame);
            }
            None if target == 0 => self.found(1),
            None => {}
        }
    }

    /// Returns what has been found so far. A copy of the kept coordinates: meant for once a slice, not for every digit.
    pub fn so_far(&self) -> Preimage {
        let mut coordinates = self.kept.iter().map(|digits| self.reached(digits)).collect::<Vec<_>>();
        coordinates.sort_by_key(|reached| reached.linear);
        Preimage {
            coordinates,
            count: self.count,
            complete: self.frames.is_empty() && self.targets.is_empty(),
            spent: self.spent,
            searched: self.searched(),
            to_search: self.to_search,
        }
    }

    fn searched(&self) -> u64 {
        // The digit that deeper frames are searching is not done.
        let unfinished = u64::from(self.frames.len() > 1);
        let left = self.frames.first().map_or(0, |frame| frame.left);
        self.to_search.saturating_sub(left).saturating_sub(unfinished)
    }

    fn reached(&self, digits: &[u64]) -> Reached {
        let mut linear = 0_u64;
        let mut stride = 1_u64;
        for (digit, extent) in digits.iter().zip(&self.extents) {
            linear = linear.wrapping_add(digit.wrapping_mul(stride));
            stride = stride.wrapping_mul(*extent);
        }
        let mut digits = digits.iter();
        let natural = self.shape.map(&mut |_| Int::dynamic(digits.next().copied().unwrap_or_default() as i64));
        Reached { linear, natural }
    }

    /// Counts solutions, each with all values of the free modes, and keeps the one that stands in `digits`.
    fn found(&mut self, solutions: u64) {
        // No more solutions than coordinates, whose number fits.
        self.count = self.count.saturating_add(solutions.saturating_mul(self.free_count));
        self.keep_present();
    }

    fn keep_present(&mut self) {
        loop {
            if self.kept.len() >= self.keep {
                break;
            }
            self.kept.push(self.digits.clone());
            let mut carried = true;
            for &leaf in &self.free {
                let Some(digit) = self.digits.get_mut(leaf) else { continue };
                *digit += 1;
                if self.extents.get(leaf).is_some_and(|extent| *digit < *extent) {
                    carried = false;
                    break;
                }
                *digit = 0;
            }
            if carried {
                return;
            }
        }
        for &leaf in &self.free {
            if let Some(digit) = self.digits.get_mut(leaf) {
                *digit = 0;
            }
        }
    }

    fn set(&mut self, level: usize, digit: i128) -> Option<()> {
        let step = self.steps.get(level)?;
        let digit = if step.mirrored { step.extent - 1 - digit } else { digit };
        *self.digits.get_mut(step.leaf)? = digit as u64;
        Some(())
    }

    /// Tries one digit, or a whole progression where at most two modes are left. `None` when all is searched.
    fn advance(&mut self) -> Option<()> {
        let level = self.frames.len().checked_sub(1)?;
        let step = self.steps.get(level)?;
        let frame = self.frames.last_mut()?;
        if frame.left == 0 {
            self.frames.pop();
            return Some(());
        }
        if level + 2 >= self.steps.len() {
            let Frame { rest, mut next, left } = self.frames.pop()?;
            let (stride, every) = (step.stride, step.every);
            let last = self.steps.get(level + 1).map(|last| last.stride);
            self.count = self.count.saturating_add(left.saturating_mul(self.free_count));
            for _ in 0..left {
                if self.kept.len() >= self.keep {
                    break;
                }
                self.set(level, next)?;
                if let Some(last) = last {
                    self.set(level + 1, (rest - next * stride).checked_div(last)?)?;
                }
                self.keep_present();
                next += every;
            }
            return Some(());
        }
        let digit = frame.next;
        frame.next += step.every;
        frame.left -= 1;
        let rest = frame.rest - digit * step.stride;
        self.set(level, digit)?;
        let deeper = self.steps.get(level + 1)?.frame(rest);
        self.frames.push(deeper);
        Some(())
    }
}

impl Work for PreimageSearch {
    type Output = Preimage;

    /// Searches on. Keeping a coordinate costs nothing of the budget; at most [`KEEP_LIMIT`] are kept in all.
    fn resume(&mut self, budget: &mut Budget) -> Progress<Preimage> {
        loop {
            if self.frames.is_empty() && self.targets.is_empty() {
                break;
            }
            if !budget.spend() {
                return Progress::More { done: self.searched(), total: Some(self.to_search) };
            }
            self.spent = self.spent.saturating_add(1);
            if self.frames.is_empty()
                && let Some(next) = self.targets.pop()
            {
                self.digits.fill(0);
                self.begin(next);
            } else if self.advance().is_none() {
                self.frames.clear();
            }
        }
        Progress::Done(self.so_far())
    }
}

impl Step {
    /// The digits that may stand at this step where it and the later ones have to sum up to `rest`.
    fn frame(&self, rest: i128) -> Frame {
        let none = Frame { rest, next: 0, left: 0 };
        if rest < 0 || rest % self.divisor != 0 {
            return none;
        }
        // 0 <= rest - digit * stride <= reach
        let low = (rest - self.reach).max(0);
        let low = (low + self.stride - 1) / self.stride;
        let high = (rest / self.stride).min(self.extent - 1);
        // digit * stride = rest modulo the divisor of the later strides
        let residue = (rest / self.divisor % self.every) * self.inverse % self.every;
        let next = low + (residue - low).rem_euclid(self.every);
        if next > high {
            return none;
        }
        let left = (high - next) / self.every + 1;
        Frame { rest, next, left: u64::try_from(left).unwrap_or(u64::MAX) }
    }
}

/// The greatest common divisor of numbers that are not negative and fit in 64 bits.
fn gcd(a: i128, b: i128) -> i128 {
    i128::from(greatest_common_divisor(a as u64, b as u64))
}

/// The inverse of `number` modulo `modulus`, which have no common divisor; 0 modulo 1.
fn inverse(number: i128, modulus: i128) -> i128 {
    let (mut old, mut now) = (number % modulus, modulus);
    let (mut old_factor, mut factor) = (1_i128, 0_i128);
    while now != 0 {
        let quotient = old / now;
        (old, now) = (now, old - quotient * now);
        (old_factor, factor) = (factor, old_factor - quotient * factor);
    }
    old_factor.rem_euclid(modulus)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::coordinate::idx2crd;
    use crate::nested::Nested;
    use crate::work::finish;

    const LIMIT: u64 = 1 << 20;

    fn leaf(value: i64) -> IntTuple {
        Nested::Leaf(Int::dynamic(value))
    }

    fn flat(modes: &[(i64, i64)]) -> Layout {
        let shape = Nested::Tuple(modes.iter().map(|mode| leaf(mode.0)).collect());
        Layout::with_ints(shape, &Nested::Tuple(modes.iter().map(|mode| leaf(mode.1)).collect())).unwrap()
    }

    fn search(layout: &Layout, index: i64, keep: usize) -> Preimage {
        finish(PreimageSearch::new(layout, index, keep).unwrap(), LIMIT).unwrap()
    }

    #[test]
    fn the_first_layout_that_everybody_sees() {
        let shape = Nested::Tuple(vec![leaf(3), Nested::Tuple(vec![leaf(2), leaf(3)])]);
        let stride = Nested::Tuple(vec![leaf(3), Nested::Tuple(vec![leaf(12), leaf(1)])]);
        let found = search(&Layout::with_ints(shape, &stride).unwrap(), 17, 10);
        assert_eq!(
            found.coordinates.iter().map(|reached| reached.natural.to_string()).collect::<Vec<_>>(),
            ["(1,(1,2))"]
        );
        assert_eq!((found.count, found.complete, found.coordinates[0].linear), (1, true, 16));
    }

    #[test]
    fn cases() {
        /// Modes, an index, how many coordinates reach it.
        type Case<'a> = (&'a [(i64, i64)], i64, u64);
        let cases: &[Case<'_>] = &[
            (&[], 0, 1),
            (&[], 1, 0),
            (&[(4, 1)], 3, 1),
            (&[(4, 1)], 4, 0),
            (&[(4, 1)], -1, 0),
            (&[(4, 0)], 0, 4),
            (&[(4, 0)], 1, 0),
            (&[(0, 1)], 0, 0),
            (&[(0, 0), (4, 1)], 0, 0),
            (&[(0, 1), (i64::MAX, i64::MIN), (i64::MAX, i64::MIN), (i64::MAX, i64::MIN), (i64::MAX, 0)], 5, 0),
            (&[(1, 7), (4, -2)], -6, 1),
            (&[(4, 6), (5, 10)], 5, 0),
            (&[(1_000_000_000, 1), (1_000_000_000, 1)], 999_999_999, 1_000_000_000),
            (&[(1_000_000, 0), (1_000_000, 3), (1_000_000, -3)], 0, 1_000_000_000_000),
            (&[(1 << 31, 1 << 31), (1 << 31, 1)], (1 << 62) - 1, 1),
            (&[(2, i64::MIN)], i64::MIN, 1),
            (&[(2, i64::MAX), (2, -i64::MAX)], 0, 2),
        ];
        for (modes, index, count) in cases {
            let found = search(&flat(modes), *index, 3);
            assert_eq!((found.count, found.complete), (*count, true), "{modes:?} at {index}");
            assert_eq!(found.coordinates.len() as u64, (*count).min(3), "{modes:?} at {index}");
        }
    }

    #[test]
    fn a_hard_search_says_how_far_it_came() {
        // Forty strides that are all different: the many ways to a sum in the middle.
        let modes = (0..40).map(|mode| (2, 1_000 + mode * mode)).collect::<Vec<_>>();
        let mut work = PreimageSearch::new(&flat(&modes), 30_000, 5).unwrap();
        let mut budget = Budget::new(10_000);
        let Progress::More { total, .. } = work.resume(&mut budget) else { panic!("too easy") };
        let found = work.so_far();
        assert_eq!((budget.left(), found.spent, found.complete, total), (0, 10_000, false, Some(2)));
        assert!(found.searched < found.to_search);
    }

    #[test]
    fn the_digits_of_a_compact_layout_are_found_at_once() {
        let modes = (0..60).map(|mode| (2, 1 << mode)).collect::<Vec<_>>();
        let mut work = PreimageSearch::new(&flat(&modes), 123_456_789_123_456_789, 5).unwrap();
        let mut budget = Budget::new(200);
        let Progress::Done(found) = work.resume(&mut budget) else { panic!("not at once") };
        assert_eq!((found.count, found.coordinates[0].linear), (1, 123_456_789_123_456_789));
    }

    /// Returns true if two tuples hold the same numbers, static or not.
    fn same_numbers(left: &IntTuple, right: &IntTuple) -> bool {
        left.map(&mut |int| int.value()) == right.map(&mut |int| int.value())
    }

    /// A small layout with nesting, ones, zeros, repeated and negative strides.
    fn small() -> impl Strategy<Value = Layout> {
        let stride = prop_oneof![Just(0), -7_i64..8, Just(12), Just(-12), Just(30)];
        let mode = (1_i64..5, stride).prop_map(|(extent, stride)| flat(&[(extent, stride)]).at(&[0]).unwrap());
        let tree = mode.prop_recursive(3, 6, 3, |inner| {
            prop::collection::vec(inner, 1..4).prop_map(|modes| Layout::concatenate(&modes).unwrap())
        });
        tree.prop_filter("small", |layout| layout.size().is_ok_and(|size| size.value() <= 4096))
    }

    proptest! {
        #[test]
        fn finds_what_a_scan_finds(layout in small(), index in -60_i64..120, slice in 1_u64..20) {
            let table = FlatLayout::new(&layout).unwrap();
            let expected =
                (0..table.size()).filter(|&linear| table.index(linear) == Ok(index)).collect::<Vec<_>>();
            let found = search(&layout, index, KEEP_LIMIT);
            prop_assert!(found.complete);
            prop_assert_eq!(found.count, expected.len() as u64);
            let linear = found.coordinates.iter().map(|reached| reached.linear).collect::<Vec<_>>();
            prop_assert_eq!(&linear, &expected);
            for reached in &found.coordinates {
                let natural = idx2crd(&Nested::Leaf(Int::dynamic(reached.linear as i64).into()), layout.shape());
                prop_assert!(same_numbers(&natural.unwrap(), &reached.natural));
            }
            // In slices the same comes out, with the same work.
            let mut sliced = PreimageSearch::new(&layout, index, KEEP_LIMIT).unwrap();
            let mut before = 0;
            let output = loop {
                match sliced.resume(&mut Budget::new(slice)) {
                    Progress::Done(output) => break output,
                    Progress::More { done, total } => {
                        prop_assert!(before <= done && total.is_some_and(|total| done <= total));
                        before = done;
                    }
                }
            };
            prop_assert_eq!(&output, &found);
            // Keeping fewer changes nothing but the list.
            let few = search(&layout, index, 2);
            prop_assert_eq!((few.count, few.spent), (found.count, found.spent));
            prop_assert_eq!(few.coordinates.len() as u64, found.count.min(2));
            prop_assert!(few.coordinates.iter().all(|reached| expected.contains(&reached.linear)));
        }
    }
}
