//! Part that two layouts have in common, part that one maps to zero, and width to which its elements are aligned.

use super::{layout_of, modes_of, plain_mode};
use crate::basis::StrideLeaf;
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::product;
use crate::layout::{Layout, Shape};
use crate::make::compact_col_major;
use crate::nested::Nested;

impl Layout {
    /// The layout of the coordinates that a *static* stride 0 maps to 0: CuTe's `nullspace`.
    ///
    /// Law: `A(nullspace(A)(i)) = 0`.
    ///
    /// ```
    /// use colex::{Layout, table::FlatLayout};
    ///
    /// let a: Layout = "(_4,_3,_2):(_0,_1,_0)".parse()?;
    /// let nullspace = a.nullspace()?;
    /// assert_eq!(nullspace.to_string(), "(_4,_2):(_1,_12)");
    /// let (a, nullspace) = (FlatLayout::new(&a)?, FlatLayout::new(&nullspace)?);
    /// for i in 0..8 {
    ///     assert_eq!(a.index(nullspace.index(i)? as u64)?, 0);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nullspace(&self) -> Result<Layout> {
        let domain = compact_col_major(&self.shape().flatten_to_tuple(), Int::ONE)?;
        let modes = modes_of(self, 0).into_iter().zip(domain.leaves());
        let zeros = modes.filter(|(mode, _)| mode.stride.int().is_some_and(|stride| stride.is_constant(0)));
        layout_of(&zeros.map(|(mode, domain)| plain_mode(mode.extent, *domain)).collect::<Vec<_>>())
    }

    /// The largest layout `R` with `A(R(i)) = i` and `B(R(i)) = i` that static numbers show: CuTe's
    /// `max_common_layout`.
    ///
    /// ```
    /// use colex::{Layout, table::FlatLayout};
    ///
    /// let (a, b): (Layout, Layout) = ("(_8,_4):(_4,_1)".parse()?, "(_4,_2,_4):(_4,_64,_1)".parse()?);
    /// let common = a.max_common_layout(&b)?;
    /// assert_eq!(common.to_string(), "(_4,_4):(_8,_1)");
    /// let (a, b, common) = (FlatLayout::new(&a)?, FlatLayout::new(&b)?, FlatLayout::new(&common)?);
    /// for i in 0..16 {
    ///     let place = common.index(i)? as u64;
    ///     assert_eq!((a.index(place)?, b.index(place)?), (i as i64, i as i64));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_common_layout(&self, other: &Layout) -> Result<Layout> {
        let inverse = other.right_inverse()?;
        match self.contiguous(&inverse)? {
            Some(front) => inverse.composition(&front),
            None => Ok(Layout::trivial()),
        }
    }

    /// Counts the elements that are contiguous in both layouts at once, as far as static numbers show: CuTe's
    /// `max_common_vector`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let (a, b): (Layout, Layout) = ("(_8,_4):(_1,_8)".parse()?, "(_4,_2,_4):(_1,_64,_4)".parse()?);
    /// assert_eq!(a.max_common_vector(&b)?.to_string(), "_4");
    /// assert_eq!(a.max_common_vector(&b)?, a.max_common_layout(&b)?.size()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_common_vector(&self, other: &Layout) -> Result<Int> {
        let front = self.contiguous(&other.right_inverse()?)?;
        front.map_or(Ok(Int::ONE), |front| front.size())
    }

    /// The first mode of `coalesce(A o inverse)` where it is static with stride 1.
    fn contiguous(&self, inverse: &Layout) -> Result<Option<Layout>> {
        let front = self.composition(inverse)?.coalesce()?.at(&[0])?;
        let is_identity = front.shape().leaves().iter().all(|extent| extent.is_static())
            && front.stride().leaves().iter().all(|stride| stride.int().is_some_and(|int| int.is_constant(1)));
        Ok(is_identity.then_some(front))
    }

    /// The largest number of elements for which every multiple of it that the layout reaches begins a contiguous run, as
    /// far as static numbers show: CuTe's `max_alignment`.
    ///
    /// ```
    /// use colex::{Layout, table::FlatLayout};
    ///
    /// let a: Layout = "(_4,_6):(_1,_12)".parse()?;
    /// assert_eq!(a.max_alignment()?.to_string(), "_4");
    /// let a = FlatLayout::new(&a)?;
    /// let indices = (0..24).map(|i| a.index(i)).collect::<Result<Vec<_>, _>>()?;
    /// let mut multiples = indices.iter().filter(|index| *index % 4 == 0);
    /// assert!(multiples.all(|k| (0..4).all(|step| indices.contains(&(k + step)))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn max_alignment(&self) -> Result<Int> {
        let modes = modes_of(&self.coalesce()?, 0).into_iter().map(|mode| {
            let extent = if mode.extent.is_static() { mode.extent } else { Int::ONE };
            let stride = mode.stride.int().filter(|stride| stride.is_static()).unwrap_or(Int::ZERO);
            plain_mode(extent, stride)
        });
        let filtered = layout_of(&modes.collect::<Vec<_>>())?;
        let permuted = filtered.logical_divide_layout(&filtered.right_inverse()?)?;
        let size = product(permuted.shape().mode(0)?)?;
        Ok(permuted
            .stride()
            .mode(1)?
            .leaves()
            .into_iter()
            .try_fold(size, |divisor, stride| divisor.gcd(stride.scale()))?)
    }
}

/// `count` elements spread over the modes of a shape, as many of each as divide both: CuTe's `domain_distribute`.
///
/// Law: ordered and injective. What it takes of a mode divides that; modes that continue each other are one in the result.
///
/// ```
/// use colex::algebra::common::domain_distribute;
/// use colex::{Int, Layout};
///
/// let layout = domain_distribute(&"(_6,_8)".parse()?, Int::constant(12))?;
/// assert_eq!(layout.to_string(), "_12:_1");
/// let layout = domain_distribute(&"(_6,_8)".parse()?, Int::constant(8))?;
/// assert_eq!(layout.to_string(), "(_2,_4):(_1,_6)");
/// assert_eq!(layout.left_inverse()?.composition(&layout)?.coalesce()?, "_8:_1".parse::<Layout>()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn domain_distribute(shape: &Shape, count: Int) -> Result<Layout> {
    let flat = shape.flatten_to_tuple();
    let leaves = flat.leaves();
    if let Some(dynamic) = leaves.iter().copied().chain([&count]).find(|int| !int.is_static()) {
        return Err(Error::NeedsStatic { operation: "domain_distribute", integer: *dynamic });
    }
    let strides = compact_col_major(&flat, Int::ONE)?;
    let mut rest = count;
    let mut modes = Vec::with_capacity(leaves.len());
    for (extent, stride) in leaves.into_iter().zip(strides.leaves()) {
        let part = extent.gcd(rest)?;
        rest = rest.over(part)?;
        modes.push(super::Mode { stride: StrideLeaf::Int(*stride), ..plain_mode(part, Int::ZERO) });
    }
    if modes.is_empty() {
        return Err(Error::Empty);
    }
    let flat = Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(mode.extent)).collect());
    let stride = Nested::Tuple(modes.into_iter().map(|mode| Nested::Leaf(mode.stride)).collect());
    Layout::new(flat, stride)?.coalesce()
}
