//! The layout: a shape and a stride, a function from coordinates to indices.

use std::fmt;

pub use crate::basis::Stride;
use crate::basis::{StrideLeaf, add, basis_like};
use crate::coordinate::{self, Coordinate, Slot, crd2crd, crd2idx, idx2crd_stride};
use crate::error::{Error, Result};
use crate::int::Int;
pub use crate::int_tuple::{Index, Shape};
use crate::int_tuple::{IntTuple, product};
use crate::make::{Major, compact, compact_order};
use crate::nested::Nested;

/// `Shape:Stride`. Both have the same parentheses (they are *congruent*).
///
/// Law: `layout(c)` is the inner product of the natural coordinate equivalent to `c` with the stride.
///
/// ```
/// use colex::{IntTuple, Layout, coordinate::idx2crd, int_tuple::inner_product};
///
/// let (shape, stride): (IntTuple, IntTuple) = ("(3,(2,3))".parse()?, "(3,(12,1))".parse()?);
/// let a = Layout::with_ints(shape, &stride)?;
/// for i in 0..18 {
///     let i = i.to_string().parse()?;
///     assert_eq!(a.index(&i)?, inner_product(&idx2crd(&i, a.shape())?, &stride)?.into());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Layout {
    shape: Shape,
    stride: Stride,
}

impl Layout {
    /// A layout of a shape and a congruent stride.
    pub fn new(shape: Shape, stride: Stride) -> Result<Self> {
        if let Some(path) = shape.first_difference(&stride) {
            return Err(Error::NotCongruent { shape: shape.to_string(), stride: stride.to_string(), path });
        }
        Ok(Layout { shape: shape.check_limits()?, stride })
    }

    /// A layout of parts that are congruent and within the limits by construction.
    pub(crate) fn of_parts(shape: Shape, stride: Stride) -> Self {
        Layout { shape, stride }
    }

    /// A layout of a shape and integer strides.
    pub fn with_ints(shape: Shape, stride: &IntTuple) -> Result<Self> {
        Layout::new(shape, stride.map(&mut |int| StrideLeaf::Int(*int)))
    }

    /// The layout that answers its own natural coordinate: CuTe's `make_identity_layout`.
    ///
    /// ```
    /// use colex::{Layout, coordinate::idx2crd};
    ///
    /// let identity = Layout::identity("(4,(2,3))".parse()?);
    /// assert_eq!(identity.to_string(), "(4,(2,3)):(_1@0,(_1@0@1,_1@1@1))");
    /// for i in 1..24 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(identity.index(&i)?, idx2crd(&i, identity.shape())?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn identity(shape: Shape) -> Self {
        let stride = basis_like(&shape);
        Layout { shape, stride }
    }

    /// Several layouts side by side, each one mode of the result: `make_layout(a, b)`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let modes: [Layout; 2] = ["_4:_1".parse()?, "(_2,_2):(_4,_16)".parse()?];
    /// let both = Layout::concatenate(&modes)?;
    /// assert_eq!(both.to_string(), "(_4,(_2,_2)):(_1,(_4,_16))");
    /// assert_eq!([both.at(&[0])?, both.at(&[1])?], modes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn concatenate(layouts: &[Layout]) -> Result<Self> {
        if layouts.is_empty() {
            return Err(Error::Empty);
        }
        let shape = Nested::Tuple(layouts.iter().map(|layout| layout.shape.clone()).collect());
        let stride = Nested::Tuple(layouts.iter().map(|layout| layout.stride.clone()).collect());
        Layout::new(shape, stride)
    }

    /// The extents.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The strides.
    pub fn stride(&self) -> &Stride {
        &self.stride
    }

    /// The strides as integers, unless one of them is a basis stride.
    pub fn int_stride(&self) -> Option<IntTuple> {
        let mut ints = true;
        let stride = self.stride.map(&mut |leaf| {
            ints &= leaf.int().is_some();
            leaf.scale()
        });
        ints.then_some(stride)
    }

    /// The number of modes.
    pub fn rank(&self) -> usize {
        self.shape.rank()
    }

    /// The depth of the parentheses.
    pub fn depth(&self) -> usize {
        self.shape.depth()
    }

    /// The size of the domain: the product of the extents.
    pub fn size(&self) -> Result<Int> {
        product(&self.shape)
    }

    /// One more than the index of the last coordinate, with the absolute values of the strides: `4:-2 -> 7`.
    ///
    /// Law: while no stride is negative and no extent zero, `cosize(A) = A(size(A) - 1) + 1`.
    ///
    /// ```
    /// use colex::{Layout, table::FlatLayout};
    ///
    /// let a: Layout = "(3,(2,3)):(3,(12,1))".parse()?;
    /// let last = a.size()?.value() - 1;
    /// assert_eq!(a.cosize()?.value(), FlatLayout::new(&a)?.index(last as u64)? + 1);
    /// assert_eq!("4:-2".parse::<Layout>()?.cosize()?.to_string(), "7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cosize(&self) -> Result<Int> {
        product(&self.coshape()?)
    }

    /// The codomain as a shape: an integer, or a tuple where the strides are basis strides.
    pub fn coshape(&self) -> Result<IntTuple> {
        let stride = self.stride.try_map(&mut |leaf| Ok(leaf.with_scale(leaf.scale().abs()?)))?;
        let last = self.shape.try_map(&mut |extent| Ok(Slot::Int(extent.minus(Int::ONE)?)))?;
        let corner = coordinate::crd2idx(&last, &self.shape, &stride)?;
        add(&corner, &corner.map(&mut |_| Int::ONE))
    }

    /// The layout of the mode at the end of a path: CuTe's `layout<I0,I1,...>`, also spelt `get`.
    pub fn at(&self, path: &[usize]) -> Result<Layout> {
        Ok(Layout { shape: self.shape.at(path)?.clone(), stride: self.stride.at(path)?.clone() })
    }

    /// Refuses what answers coordinates, for an operation that goes by the size of strides.
    pub(crate) fn refuse_coordinates(&self, operation: &'static str) -> Result<()> {
        match self.stride.leaves().into_iter().all(|stride| stride.int().is_some() || stride.scale().value() == 0) {
            true => Ok(()),
            false => Err(Error::AnswersCoordinates { operation, layout: self.to_string() }),
        }
    }

    /// The same change made to shape and stride.
    pub(crate) fn both(
        &self,
        shape: impl FnOnce(&Shape) -> Result<Shape>,
        stride: impl FnOnce(&Stride) -> Result<Stride>,
    ) -> Result<Layout> {
        Layout::new(shape(&self.shape)?, stride(&self.stride)?)
    }

    /// The modes without their inner parentheses. Law: `flatten(A)(i) = A(i)`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(3,(2,3)):(3,(12,1))".parse()?;
    /// let flat = a.flatten();
    /// assert_eq!(flat.to_string(), "(3,2,3):(3,12,1)");
    /// for i in 0..18 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(flat.index(&i)?, a.index(&i)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flatten(&self) -> Layout {
        Layout { shape: self.shape.flatten(), stride: self.stride.flatten() }
    }

    /// The modes in the parentheses of `profile`. Law: `flatten(unflatten(A, profile)) = A` where `A` is flat.
    ///
    /// ```
    /// use colex::{IntTuple, Layout};
    ///
    /// let a: Layout = "(3,2,3):(3,12,1)".parse()?;
    /// let nested = a.unflatten(&"(0,(0,0))".parse::<IntTuple>()?)?;
    /// assert_eq!(nested.to_string(), "(3,(2,3)):(3,(12,1))");
    /// assert_eq!(nested.flatten(), a);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unflatten<U>(&self, profile: &Nested<U>) -> Result<Layout> {
        self.both(|shape| shape.unflatten(profile), |stride| stride.unflatten(profile))
    }

    /// Some modes, in the order given.
    pub fn select(&self, indices: &[usize]) -> Result<Layout> {
        self.both(|shape| shape.select(indices), |stride| stride.select(indices))
    }

    /// The modes from `begin` up to but not including `end`; an empty range is refused.
    pub fn take(&self, begin: usize, end: usize) -> Result<Layout> {
        if begin >= end {
            return Err(Error::EmptyRange { begin: begin as i64, end: end as i64 });
        }
        self.both(|shape| shape.take(begin, end), |stride| stride.take(begin, end))
    }

    /// The modes from `begin` up to but not including `end` in one pair of parentheses. Law: `group<B,E>(A)(i) = A(i)`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(3,2,3):(3,12,1)".parse()?;
    /// let grouped = a.group(1, 3)?;
    /// assert_eq!(grouped.to_string(), "(3,(2,3)):(3,(12,1))");
    /// for i in 0..18 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(grouped.index(&i)?, a.index(&i)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn group(&self, begin: usize, end: usize) -> Result<Layout> {
        self.both(|shape| shape.group(begin, end), |stride| stride.group(begin, end))
    }

    /// One more mode at the end.
    pub fn append(&self, mode: &Layout) -> Result<Layout> {
        self.both(|shape| Ok(shape.append(mode.shape.clone())), |stride| Ok(stride.append(mode.stride.clone())))
    }

    /// One more mode at the front.
    pub fn prepend(&self, mode: &Layout) -> Result<Layout> {
        self.both(|shape| Ok(shape.prepend(mode.shape.clone())), |stride| Ok(stride.prepend(mode.stride.clone())))
    }

    /// Padded at the end with `mode` up to `rank` modes.
    pub fn append_to(&self, rank: usize, mode: &Layout) -> Result<Layout> {
        self.both(|shape| shape.append_to(rank, &mode.shape), |stride| stride.append_to(rank, &mode.stride))
    }

    /// Padded at the front with `mode` up to `rank` modes.
    pub fn prepend_to(&self, rank: usize, mode: &Layout) -> Result<Layout> {
        self.both(|shape| shape.prepend_to(rank, &mode.shape), |stride| stride.prepend_to(rank, &mode.stride))
    }

    /// One mode replaced.
    pub fn replace(&self, index: usize, mode: &Layout) -> Result<Layout> {
        self.both(|shape| shape.replace(index, mode.shape.clone()), |stride| stride.replace(index, mode.stride.clone()))
    }

    /// The first two levels of parentheses exchanged.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "((_2,_3),(_5,_7)):((_1,_2),(_6,_30))".parse()?;
    /// assert_eq!(a.zip()?.to_string(), "((_2,_5),(_3,_7)):((_1,_6),(_2,_30))");
    /// assert_eq!(a.zip()?.zip()?, a);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn zip(&self) -> Result<Layout> {
        self.both(Nested::zip, Nested::zip)
    }

    /// `_1:_0`, the mode that changes nothing.
    pub fn trivial() -> Layout {
        Layout { shape: Nested::Leaf(Int::ONE), stride: Nested::Leaf(StrideLeaf::Int(Int::ZERO)) }
    }
}

impl Layout {
    /// A shape with generated strides: `make_layout(shape, LayoutLeft{})`, `make_layout(shape, LayoutRight{})`.
    ///
    /// ```
    /// use colex::{Layout, make::Major};
    ///
    /// let left = Layout::compact("(_3,(_2,_4))".parse()?, Major::Left)?;
    /// let right = Layout::compact("(_3,(_2,_4))".parse()?, Major::Right)?;
    /// assert_eq!([left.to_string(), right.to_string()], ["(_3,(_2,_4)):(_1,(_3,_6))", "(_3,(_2,_4)):(_8,(_4,_1))"]);
    /// for i in 0..24 {
    ///     assert_eq!(left.index(&i.to_string().parse()?)?, i.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compact(shape: Shape, major: Major) -> Result<Layout> {
        let stride = compact(&shape, Int::ONE, major)?;
        Layout::with_ints(shape, &stride)
    }

    /// A shape with strides in the given order of modes: CuTe's `make_ordered_layout`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let ordered = Layout::ordered("(_2,_3,_4)".parse()?, &"(_3,_1,_2)".parse()?)?;
    /// assert_eq!(ordered.to_string(), "(_2,_3,_4):(_12,_1,_3)");
    /// assert_eq!(ordered.cosize()?, ordered.size()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ordered(shape: Shape, order: &IntTuple) -> Result<Layout> {
        let stride = compact_order(&shape, order)?;
        Layout::with_ints(shape, &stride)
    }

    /// A compact layout of the same shape whose modes are ordered like the static strides of this one: CuTe's
    /// `make_layout_like`. Strides that are a static 0 stay so.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_4,_8,_2):(_16,_2,_0)".parse()?;
    /// let like = a.make_layout_like()?;
    /// assert_eq!(like.to_string(), "(_4,_8,_2):(_8,_1,_0)");
    /// assert_eq!(like.shape(), a.shape());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_layout_like(&self) -> Result<Layout> {
        let order = self.stride().map(&mut |leaf| leaf.scale());
        let strides = self.stride().leaves();
        let has_zero = strides.iter().any(|leaf| leaf.int().is_some_and(|int| int.is_constant(0)));
        if !has_zero {
            return Layout::ordered(self.shape().clone(), &order);
        }
        let mut strides = strides.into_iter();
        let without_zeros = self.shape().map(&mut |extent| match strides.next() {
            Some(StrideLeaf::Int(int)) if int.is_constant(0) => Int::ONE,
            _ => *extent,
        });
        Layout::with_ints(self.shape().clone(), &compact_order(&without_zeros, &order)?)
    }
}

impl Layout {
    /// The index of a coordinate in any form that the shape accepts: `layout(coordinate)`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(3,(2,3)):(3,(12,1))".parse()?;
    /// assert_eq!(a.index(&"(1,(1,2))".parse()?)?.to_string(), "17");
    /// assert_eq!(a.index(&"16".parse()?)?.to_string(), "17");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn index(&self, coordinate: &Coordinate) -> Result<Index> {
        crd2idx(coordinate, self.shape(), self.stride())
    }

    /// CuTe's answer to "which coordinate has this index". Right on compact layouts; elsewhere it may be wrong.
    ///
    /// Law: `L(get_hier_coord(L, k)) = k` where `L` is compact.
    ///
    /// ```
    /// use colex::{Int, Layout, coordinate::Coordinate};
    ///
    /// let a: Layout = "(4,(2,3)):(6,(1,2))".parse()?;
    /// assert_eq!(a.get_hier_coord(Int::dynamic(17))?.to_string(), "(2,(1,2))");
    /// for k in 0..24 {
    ///     let coordinate = a.get_hier_coord(Int::dynamic(k))?;
    ///     assert_eq!(a.index(&Coordinate::from(&coordinate))?, k.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_hier_coord(&self, index: Int) -> Result<IntTuple> {
        idx2crd_stride(&Nested::Leaf(index), self.shape(), &self.require_ints()?)
    }

    /// [`Layout::get_hier_coord`] with one number per mode; of a rank-1 layout a plain integer.
    ///
    /// ```
    /// use colex::{Int, Layout, coordinate::Coordinate};
    ///
    /// let a: Layout = "(4,(2,3)):(6,(1,2))".parse()?;
    /// assert_eq!(a.get_flat_coord(Int::dynamic(17))?.to_string(), "(2,5)");
    /// for k in 0..24 {
    ///     let coordinate = a.get_flat_coord(Int::dynamic(k))?;
    ///     assert_eq!(a.index(&Coordinate::from(&coordinate))?, k.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_flat_coord(&self, index: Int) -> Result<IntTuple> {
        let coordinate = Coordinate::from(&self.get_hier_coord(index)?);
        let ones = match self.rank() {
            1 => Nested::Leaf(Int::ONE),
            rank => Nested::Tuple(vec![Nested::Leaf(Int::ONE); rank]),
        };
        crd2crd(&coordinate, self.shape(), &ones)
    }

    /// [`Layout::get_hier_coord`] as a 1-D coordinate.
    ///
    /// ```
    /// use colex::{Int, Layout, coordinate::Coordinate};
    ///
    /// let a: Layout = "(4,(2,3)):(6,(1,2))".parse()?;
    /// assert_eq!(a.get_1d_coord(Int::dynamic(17))?.to_string(), "22");
    /// for k in 0..24 {
    ///     let coordinate = a.get_1d_coord(Int::dynamic(k))?;
    ///     assert_eq!(a.index(&Coordinate::from(&coordinate))?, k.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn get_1d_coord(&self, index: Int) -> Result<IntTuple> {
        let coordinate = Coordinate::from(&self.get_hier_coord(index)?);
        crd2crd(&coordinate, self.shape(), &Nested::Leaf(Int::ONE))
    }

    fn require_ints(&self) -> Result<IntTuple> {
        self.int_stride().ok_or_else(|| {
            let basis = self.stride().leaves().into_iter().find(|leaf| matches!(leaf, StrideLeaf::Basis(_)));
            Error::MixedIndices { left: "1".into(), right: basis.map(ToString::to_string).unwrap_or_default() }
        })
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}
