//! Layouts of which a stride is a coordinate with several numbers in it, `(4,3):(2@0,(4,1))`: what the sum of two layouts
//! that answer coordinates may be.

use std::fmt;

use super::sum::{direction, greatest_common_domain};
use crate::basis::add;
use crate::coordinate::{Coordinate, idx2crd};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::{IntTuple, product};
use crate::layout::{Index, Layout, Shape};
use crate::nested::Nested;

/// A shape, and for each of its leaves what one step along it adds.
///
/// Law: `layout(c)` is the sum of each natural coordinate times its stride.
///
/// Source: "CuTe Layout Representation and Algebra", arXiv 2603.02298: strides of any module over the integers.
///
/// ```
/// use colex::{Layout, algebra::wide::WideLayout};
///
/// let a: Layout = "(4,(2,3)):(2@0,(1@1,4@0))".parse()?;
/// let wide = WideLayout::from(&a);
/// for i in 0..24 {
///     let i = i.to_string().parse()?;
///     assert_eq!(wide.index(&i)?.to_string(), a.index(&i)?.to_string());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct WideLayout {
    shape: Shape,
    strides: Vec<IntTuple>,
}

/// A coordinate so many times.
fn times(stride: &IntTuple, count: Int) -> Result<IntTuple> {
    stride.try_map(&mut |number| Ok(number.times(count)?))
}

impl From<&Layout> for WideLayout {
    fn from(layout: &Layout) -> Self {
        let strides = layout.stride().leaves().into_iter().map(|stride| stride.along(stride.scale()));
        WideLayout { shape: layout.shape().clone(), strides: strides.collect() }
    }
}

impl WideLayout {
    /// The extents.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns what one step along each leaf adds.
    pub fn strides(&self) -> &[IntTuple] {
        &self.strides
    }

    /// Returns the index of a coordinate, in any form that the shape accepts.
    ///
    /// ```
    /// use colex::Layout;
    /// use colex::algebra::wide::WideLayout;
    ///
    /// let [a, b]: [Layout; 2] = ["(_4,_3):(_2@0,_4@0)".parse()?, "(_4,_3):(_0,_1@1)".parse()?];
    /// let sum = WideLayout::from(&a).layout_add(&WideLayout::from(&b))?;
    /// assert_eq!(sum.to_string(), "(_4,_3):(_2@0,(_4,_1))");
    /// assert_eq!(sum.index(&"(3,2)".parse()?)?.to_string(), "(14,2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn index(&self, coordinate: &Coordinate) -> Result<Index> {
        let natural = idx2crd(coordinate, &self.shape)?;
        let mut steps = natural.leaves().into_iter().zip(&self.strides);
        steps.try_fold(Nested::Leaf(Int::ZERO), |sum, (digit, stride)| add(&sum, &times(stride, *digit)?))
    }

    /// The same as a plain layout, where each stride lies along one direction.
    ///
    /// ```
    /// use colex::{Layout, algebra::wide::WideLayout};
    ///
    /// let a: Layout = "(_4,_3):(_2@0,_1@1)".parse()?;
    /// assert_eq!(WideLayout::from(&a).plain(), Some(a));
    /// # Ok::<(), colex::ParseError>(())
    /// ```
    pub fn plain(&self) -> Option<Layout> {
        let mut strides = self.strides.iter().map(direction).collect::<Option<Vec<_>>>()?.into_iter();
        Layout::new(self.shape.clone(), self.shape.map(&mut |_| strides.next().unwrap_or(Int::ZERO.into()))).ok()
    }

    fn is_static(&self) -> bool {
        let strides = self.strides.iter().flat_map(Nested::leaves);
        self.shape.leaves().into_iter().chain(strides).all(|int| int.is_static())
    }

    /// A layout of modes without parentheses; a single one stands alone. Its numbers are all static or all dynamic.
    fn of_modes(modes: Vec<(Int, IntTuple)>, is_static: bool) -> WideLayout {
        let int = |int: Int| if is_static { int.to_static() } else { Int::dynamic(int.value()) };
        let mut extents = Vec::new();
        let mut strides = Vec::new();
        for (extent, stride) in modes {
            extents.push(Nested::Leaf(int(extent)));
            strides.push(stride.map(&mut |number| int(*number)));
        }
        let shape = match extents.as_slice() {
            [only] => only.clone(),
            _ => Nested::Tuple(extents),
        };
        WideLayout { shape, strides }
    }

    /// As few modes as possible.
    ///
    /// Law: `coalesce(A)(i) = A(i)` for all `i < size(A)`.
    ///
    /// ```
    /// use colex::{Layout, algebra::wide::WideLayout};
    ///
    /// let a = WideLayout::from(&"(_4,_2,_3):(_1@0,_4@0,_1@1)".parse::<Layout>()?);
    /// let merged = a.coalesce()?;
    /// assert_eq!(merged.to_string(), "(_8,_3):(_1@0,_1@1)");
    /// for i in 0..24 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(merged.index(&i)?, a.index(&i)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coalesce(&self) -> Result<WideLayout> {
        let mut modes: Vec<(Int, IntTuple)> = Vec::new();
        let all = self.shape.leaves().into_iter().zip(&self.strides).filter(|(extent, _)| extent.value() != 1);
        for (extent, stride) in all {
            if let Some((before, first)) = modes.last_mut()
                && same(&times(first, *before)?, stride)
            {
                *before = before.times(*extent)?;
                continue;
            }
            modes.push((*extent, stride.clone()));
        }
        if modes.is_empty() {
            modes.push((Int::ONE, Nested::Leaf(Int::ZERO)));
        }
        Ok(WideLayout::of_modes(modes, self.is_static()))
    }

    /// The layout that answers at each 1-D coordinate the sum of what two layouts of the same size answer.
    ///
    /// Law: `R(i) = A(i) + B(i)` for all `i < size(A)`; commutative.
    ///
    /// Errors: [`Error::SizesDiffer`], [`Error::NoCommonDomain`], and [`Error::MixedIndices`] where a number and a
    /// coordinate would have to be added.
    ///
    /// ```
    /// use colex::{Layout, algebra::wide::WideLayout, basis::add};
    ///
    /// let [a, b]: [Layout; 2] = ["(_4,_3):(_2@0,_4@0)".parse()?, "(_4,_3):(_1@0,_1@1)".parse()?];
    /// let (a, b) = (WideLayout::from(&a), WideLayout::from(&b));
    /// let sum = a.layout_add(&b)?;
    /// assert_eq!(sum, b.layout_add(&a)?);
    /// for i in 0..12 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(sum.index(&i)?, add(&a.index(&i)?, &b.index(&i)?)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layout_add(&self, other: &WideLayout) -> Result<WideLayout> {
        let [size, other_size] = [product(&self.shape)?.value(), product(&other.shape)?.value()];
        if size != other_size {
            let shapes = [self.shape.to_string(), other.shape.to_string()];
            return Err(Error::SizesDiffer { shapes, sizes: [size, other_size] });
        }
        let (a, b) = (self.coalesce()?, other.coalesce()?);
        let common = greatest_common_domain(&a.shape, &b.shape)?;
        if common.size()?.value() != size {
            let shapes = [a.shape.to_string(), b.shape.to_string()];
            return Err(Error::NoCommonDomain { shapes, common: common.to_string(), size });
        }
        let places = common.shape().leaves().into_iter().zip(common.stride().leaves());
        let modes = places.map(|(extent, place)| {
            let place = Coordinate::from(&Nested::Leaf(place.scale().to_static()));
            let [left, right] = [a.index(&place)?, b.index(&place)?];
            Ok((*extent, add(&left, &right)?))
        });
        let modes = modes.collect::<Result<Vec<_>>>()?;
        WideLayout::of_modes(modes, self.is_static() && other.is_static()).coalesce()
    }
}

/// Returns true if two coordinates are the same, where what is missing is 0.
fn same(left: &IntTuple, right: &IntTuple) -> bool {
    let zero = Nested::Leaf(Int::ZERO);
    match (left, right) {
        (Nested::Leaf(left), Nested::Leaf(right)) => left.value() == right.value(),
        (Nested::Leaf(_), Nested::Tuple(modes)) | (Nested::Tuple(modes), Nested::Leaf(_)) => {
            let leaf = if left.is_leaf() { left } else { right };
            same(leaf, &zero) && modes.iter().all(|mode| same(mode, &zero))
        }
        (Nested::Tuple(left), Nested::Tuple(right)) => (0..left.len().max(right.len()))
            .all(|mode| same(left.get(mode).unwrap_or(&zero), right.get(mode).unwrap_or(&zero))),
    }
}

impl fmt::Display for WideLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut strides = self.strides.iter().map(|stride| match direction(stride) {
            Some(direction) => direction.to_string(),
            None => stride.to_string(),
        });
        let strides = self.shape.map(&mut |_| strides.next().unwrap_or_default());
        write!(f, "{}:{strides}", self.shape)
    }
}
