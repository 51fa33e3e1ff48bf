//! Layouts added, and the steps on which two shapes agree.

use super::{enter, layout_of, leave, plain_mode};
use crate::basis::{ScaledBasis, StrideLeaf, add};
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::steps::{Step, Trace};

/// Where one goes through the extents of a shape from the left: how many coordinates lie before, and what is left of the
/// extent that has been reached.
struct Walk {
    leaves: std::vec::IntoIter<i64>,
    before: i64,
    rest: i64,
}

impl Walk {
    fn of(shape: &Shape) -> Result<Walk> {
        let leaves = shape.leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
        match leaves.iter().find(|extent| **extent < 1) {
            Some(found) => Err(Error::NotPositive { what: "extent", found: *found }),
            None => Ok(Walk { leaves: leaves.into_iter(), before: 1, rest: 1 }),
        }
    }

    /// Returns true if there is an extent of more than 1 to go through.
    fn reaches(&mut self) -> bool {
        while self.rest == 1 {
            match self.leaves.next() {
                Some(extent) => self.rest = extent,
                None => return false,
            }
        }
        true
    }

    fn end(&self) -> Result<i64> {
        times(self.before, self.rest)
    }

    /// Leaves what is left of the extent behind.
    fn pass(&mut self, end: i64) {
        (self.before, self.rest) = (end, 1);
    }
}

fn times(left: i64, right: i64) -> Result<i64> {
    Ok(Int::constant(left).times(Int::constant(right))?.value())
}

fn greatest_divisor(mut left: i64, mut right: i64) -> i64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// The steps of the 1-D coordinate that are even in both shapes: each mode of the result goes along one leaf of either
/// shape, so that it may be composed with both. The paper's `greatest_common_domain`.
///
/// Law: symmetric; ordered; its size divides the sizes of both. Units: extents and strides count coordinates.
///
/// Errors: [`Error::NotPositive`], [`Error::Overflow`].
///
/// Source: "CuTe Layout Representation and Algebra", arXiv 2603.02298.
///
/// ```
/// use colex::algebra::sum::greatest_common_domain;
/// use colex::layout::Shape;
///
/// let [a, b]: [Shape; 2] = ["(_5,_3,_4)".parse()?, "(_10,_6)".parse()?];
/// assert_eq!(greatest_common_domain(&a, &b)?.to_string(), "(_5,_2):(_1,_30)");
/// assert_eq!(greatest_common_domain(&a, &b)?, greatest_common_domain(&b, &a)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn greatest_common_domain(a: &Shape, b: &Shape) -> Result<Layout> {
    let is_static = [a, b].iter().all(|shape| shape.leaves().into_iter().all(|extent| extent.is_static()));
    let int = |value: i64| if is_static { Int::constant(value) } else { Int::dynamic(value) };
    let (mut a, mut b) = (Walk::of(a)?, Walk::of(b)?);
    let mut modes = Vec::new();
    while a.reaches() && b.reaches() {
        // The first coordinate at which both leaves may begin, and what either skips on the way.
        let from = times(a.before / greatest_divisor(a.before, b.before), b.before)?;
        let skipped = [from / a.before, from / b.before];
        let is_even = a.rest % skipped[0] == 0 && b.rest % skipped[1] == 0;
        let common = if is_even { greatest_divisor(a.rest / skipped[0], b.rest / skipped[1]) } else { 1 };
        if common > 1 {
            modes.push((int(common), int(from)));
            for (walk, skipped) in [(&mut a, skipped[0]), (&mut b, skipped[1])] {
                walk.rest /= skipped * common;
                walk.before = times(from, common)?;
            }
            continue;
        }
        // The leaf that ends first is done; both are, where neither end is a multiple of the other.
        let ends = [a.end()?, b.end()?];
        let (first, second) = (ends[1] % ends[0] == 0, ends[0] % ends[1] == 0);
        if first || !second {
            a.pass(ends[0]);
        }
        if second || !first {
            b.pass(ends[1]);
        }
    }
    if modes.is_empty() {
        modes.push((Int::ONE, Int::ZERO));
    }
    let extents = modes.iter().map(|(extent, _)| Nested::Leaf(*extent)).collect();
    let strides = modes.iter().map(|(_, stride)| Nested::Leaf(StrideLeaf::Int(*stride))).collect();
    Layout::new(Nested::Tuple(extents), Nested::Tuple(strides))
}

impl Layout {
    /// The layout whose index at each 1-D coordinate is the sum of those of two layouts of the same size, where there is
    /// one: the paper's `layout_add`. Extents need not agree, and numbers are compared by their values, static or not.
    ///
    /// Law: `R(i) = A(i) + B(i)` for all `i < size(A)`; commutative.
    ///
    /// Errors: [`Error::SizesDiffer`], [`Error::NoCommonDomain`], [`Error::SeveralDirections`].
    ///
    /// Source: "CuTe Layout Representation and Algebra", arXiv 2603.02298.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let [a, b]: [Layout; 2] = ["(_4,_3):(_3,_1)".parse()?, "_12:_1".parse()?];
    /// assert_eq!(a.layout_add(&b)?.to_string(), "(_4,_3):(_4,_5)");
    /// for i in 0..12 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(a.layout_add(&b)?.index(&i)?, colex::basis::add(&a.index(&i)?, &b.index(&i)?)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layout_add(&self, other: &Layout) -> Result<Layout> {
        self.layout_add_with_trace(other, &mut Trace::silent())
    }

    /// [`Layout::layout_add`], telling its steps.
    pub fn layout_add_with_trace(&self, other: &Layout, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "layout_add", &[self, other]);
        let [size, other_size] = [self.size()?, other.size()?];
        if size.value() != other_size.value() {
            let sides = [self.shape().to_string(), other.shape().to_string()];
            return Err(Error::SizesDiffer { shapes: sides, sizes: [size.value(), other_size.value()] });
        }
        let is_static = self.is_all_static() && other.is_all_static();
        let (a, b) =
            (self.with_all(true).coalesce_with_trace(trace)?, other.with_all(true).coalesce_with_trace(trace)?);
        let common = greatest_common_domain(a.shape(), b.shape())?;
        if common.size()?.value() != size.value() {
            let common = common.to_string();
            let shapes = [a.shape().to_string(), b.shape().to_string()];
            return Err(Error::NoCommonDomain { shapes, common, size: size.value() });
        }
        let mut strides = Vec::new();
        for (extent, place) in common.shape().leaves().into_iter().zip(common.stride().leaves()) {
            let coordinate: Coordinate = Nested::Leaf(Slot::Int(place.scale()));
            let [left, right] = [a.index(&coordinate)?, b.index(&coordinate)?];
            let sum = add(&left, &right)?;
            let stride = direction(&sum).ok_or_else(|| Error::SeveralDirections { stride: sum.to_string() })?;
            trace.tell(|| Step::AddMode {
                place: place.scale(),
                extent: *extent,
                left: left.to_string(),
                right: right.to_string(),
                sum: sum.to_string(),
            });
            strides.push(Nested::Leaf(stride));
        }
        let sum = Layout::new(common.shape().clone(), Nested::Tuple(strides))?.coalesce_with_trace(trace)?;
        Ok(leave(trace, "layout_add", sum.with_all(is_static), Vec::new))
    }

    pub(crate) fn is_all_static(&self) -> bool {
        self.shape().leaves().into_iter().all(|extent| extent.is_static())
            && self.stride().leaves().into_iter().all(|stride| stride.scale().is_static())
    }

    /// The same numbers, all static or all dynamic.
    pub(crate) fn with_all(&self, is_static: bool) -> Layout {
        let int = |int: Int| if is_static { int.to_static() } else { Int::dynamic(int.value()) };
        let stride = self.stride().map(&mut |leaf| leaf.with_scale(int(leaf.scale())));
        Layout::of_parts(self.shape().map(&mut |extent| int(*extent)), stride)
    }

    /// [`Layout::coalesce`] that is the same function beyond the size, too: a last mode of static extent 1 stays, where it
    /// does not continue the mode before it. The paper's `coalesce_z`.
    ///
    /// Law: `coalesce_z(A)(i) = A(i)` for all `i`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_4,_2,_1):(_1,_4,_100)".parse()?;
    /// let (z, plain) = (a.coalesce_z()?, a.coalesce()?);
    /// assert_eq!((z.to_string().as_str(), plain.to_string().as_str()), ("(_8,_1):(_1,_100)", "_8:_1"));
    /// for i in 0..20 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(z.index(&i)?, a.index(&i)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coalesce_z(&self) -> Result<Layout> {
        let mut modes = super::coalesce::coalesced_beyond(self, 0)?;
        let last = self.shape().leaf_count() - 1;
        let counts_double = self.shape().leaves().last().is_some_and(|extent| extent.is_constant(1));
        if let Some(mode) = modes.last_mut().filter(|mode| counts_double && mode.last == last) {
            mode.extent = mode.extent.over(Int::constant(2))?;
        }
        layout_of(&modes)
    }

    /// [`Layout::coalesce_z`] mode by mode; modes under `_` stay as they are.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "((_4,_1),(_2,_3)):((_1,_9),(_4,_8))".parse()?;
    /// let by = a.coalesce_z_by(&"(_,_1)".parse()?)?;
    /// assert_eq!(by.to_string(), "((_4,_1),_6):((_1,_9),_4)");
    /// assert_eq!(by.at(&[1])?, a.at(&[1])?.coalesce_z()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coalesce_z_by(&self, profile: &Coordinate) -> Result<Layout> {
        self.by_profile(profile, &|mode| mode.coalesce_z())
    }
}

/// A coordinate that lies along one direction, as a stride.
pub(super) fn direction(sum: &Nested<Int>) -> Option<StrideLeaf> {
    fn collect(sum: &Nested<Int>, path: &mut Vec<usize>, found: &mut Vec<ScaledBasis>) {
        match sum {
            Nested::Leaf(scale) if scale.value() == 0 => {}
            Nested::Leaf(scale) => found.push(ScaledBasis { scale: *scale, path: path.clone() }),
            Nested::Tuple(modes) => {
                for (index, mode) in modes.iter().enumerate() {
                    path.push(index);
                    collect(mode, path, found);
                    path.pop();
                }
            }
        }
    }
    let mut found = Vec::new();
    collect(sum, &mut Vec::new(), &mut found);
    match (found.pop(), found.is_empty()) {
        (None, _) => Some(StrideLeaf::Int(Int::ZERO)),
        (Some(basis), true) if basis.path.is_empty() => Some(StrideLeaf::Int(basis.scale)),
        (Some(basis), true) => Some(StrideLeaf::Basis(basis)),
        _ => None,
    }
}

/// One layout that takes the same as a tiler of several: each of its modes along a unit vector of its own. The paper's
/// `tiler_to_layout`.
///
/// Law: `composition(A, tiler_to_layout(T)) = composition(A, T)`, and `logical_divide` by it is `zipped_divide` by `T`.
///
/// Errors: [`Error::NoTile`] of a mode that stays.
///
/// ```
/// use colex::algebra::sum::tiler_to_layout;
/// use colex::{Layout, Tiler};
///
/// let (a, tiler): (Layout, Tiler) = ("(_8,_6):(_6,_1)".parse()?, "(_4:_2,_3:_1)".parse()?);
/// let layout = tiler_to_layout(&tiler)?;
/// assert_eq!(layout.to_string(), "(_4,_3):(_2@0,_1@1)");
/// assert_eq!(a.composition(&layout)?, a.composition_by(&tiler)?);
/// assert_eq!(a.logical_divide(&Tiler::from(&layout))?, a.zipped_divide(&tiler)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tiler_to_layout(tiler: &super::Tiler) -> Result<Layout> {
    fn below(tiler: &super::Tiler, path: &mut Vec<usize>) -> Result<Layout> {
        let along = |stride: &StrideLeaf| match stride {
            stride if path.is_empty() => stride.clone(),
            StrideLeaf::Int(scale) if scale.is_constant(0) => StrideLeaf::Int(*scale),
            StrideLeaf::Int(scale) => StrideLeaf::Basis(ScaledBasis { scale: *scale, path: path.clone() }),
            StrideLeaf::Basis(basis) => {
                StrideLeaf::Basis(ScaledBasis { scale: basis.scale, path: [path.as_slice(), &basis.path].concat() })
            }
        };
        match tiler {
            Nested::Leaf(super::TilerLeaf::Extent(extent)) => {
                let mode = plain_mode(*extent, Int::ONE);
                Ok(Layout::of_parts(Nested::Leaf(mode.extent), Nested::Leaf(along(&mode.stride))))
            }
            Nested::Leaf(super::TilerLeaf::Layout(layout)) => {
                Ok(Layout::of_parts(layout.shape().clone(), layout.stride().map(&mut |stride| along(stride))))
            }
            Nested::Leaf(super::TilerLeaf::All) => Err(Error::NoTile { mode: path.clone() }),
            Nested::Tuple(modes) => {
                let mut layouts = Vec::with_capacity(modes.len());
                for (index, mode) in modes.iter().enumerate() {
                    path.push(index);
                    layouts.push(below(mode, path)?);
                    path.pop();
                }
                Layout::concatenate(&layouts)
            }
        }
    }
    below(tiler, &mut Vec::new())
}
