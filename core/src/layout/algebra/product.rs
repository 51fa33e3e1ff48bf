//! The products: a layout repeated over another.

use super::tile::evenly_divides;
use super::{Tiler, TilerLeaf, Traced, by_mode, enter};
use crate::error::{Error, Result};
use crate::int_tuple::{IntTuple, ceil_div, product_each};
use crate::layout::{Layout, Shape};
use crate::make::Major;
use crate::nested::Nested;
use crate::steps::{Origin, Step, Trace};

/// In which order [`Layout::tile_to_shape`] repeats a block over the modes of the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Column-major or row-major.
    Major(Major),
    /// By rank, as `make_ordered_layout` has it.
    Ranks(IntTuple),
}

impl Layout {
    /// `(A, composition(complement(A, size(A)*cosize(B)), B))`: mode 0 is the block, mode 1 runs over its copies.
    ///
    /// Law: each copy is `A` shifted, and the copies are disjoint.
    ///
    /// ```
    /// use colex::{Layout, Tiler};
    ///
    /// let a: Layout = "(_4,_8):(_1,_4)".parse()?;
    /// let tiler: Tiler = "(_3,(_3,_2)):(_3,(_1,_9))".parse()?;
    /// assert_eq!(a.logical_product(&tiler)?.to_string(), "((_4,_8),(_3,(_3,_2))):((_1,_4),(_96,(_32,_288)))");
    /// let copies = a.logical_product(&tiler)?.at(&[1])?;
    /// for (block, copy) in [(5, 7), (31, 17)] {
    ///     let place = format!("({block},{copy})").parse()?;
    ///     let [own, shift] = [a.index(&block.to_string().parse()?)?, copies.index(&copy.to_string().parse()?)?];
    ///     assert_eq!(a.logical_product(&tiler)?.index(&place)?, colex::basis::add(&own, &shift)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn logical_product(&self, tiler: &Tiler) -> Result<Layout> {
        self.logical_product_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::logical_product`], telling its steps.
    pub fn logical_product_with_trace(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
        Ok(self.repeated(tiler, (0, 0), trace)?.layout)
    }

    /// Repeated over a tiler. Leaves of this layout and of the tiler are numbered from `first`.
    fn repeated(&self, tiler: &Tiler, first: (usize, usize), trace: &mut Trace<'_>) -> Result<Traced> {
        match tiler {
            Nested::Leaf(TilerLeaf::All) => Ok(Traced::whole(self, first.0, trace.listens())),
            Nested::Leaf(TilerLeaf::Layout(tiler)) => self.product(tiler, first, trace),
            Nested::Leaf(TilerLeaf::Extent(extent)) => {
                self.product(&Layout::compact(Nested::Leaf(*extent), Major::Left)?, first, trace)
            }
            Nested::Tuple(tilers) => {
                by_mode(self, tilers, first, &mut |mode, tiler, first| mode.repeated(tiler, first, trace))
            }
        }
    }

    fn product(&self, tiler: &Layout, first: (usize, usize), trace: &mut Trace<'_>) -> Result<Traced> {
        enter(trace, "logical_product", &[self, tiler]);
        trace.tell(|| Step::Define { definition: "(A, composition(complement(A, size(A)*cosize(B)), B))" });
        let cotarget = self.size()?.times(tiler.cosize()?)?;
        let rest = self.complement_with_trace(Some(&Nested::Leaf(cotarget)), trace)?;
        // The copies belong to the tiler; what they are made of is the complement.
        let copies = rest.composition_traced(tiler, trace)?;
        let copies = copies.placed(|origin| Origin { left: None, right: origin.right.map(|leaf| leaf + first.1) });
        let block = Traced::whole(self, first.0, trace.listens());
        Ok(Traced::concatenate(vec![block, copies])?.left("logical_product", trace))
    }

    /// The blocks of all modes in mode 0, the copies in mode 1.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_2,_5):(_5,_1)".parse()?;
    /// let zipped = a.zipped_product(&"(_3:_1,_4:_1)".parse()?)?;
    /// assert_eq!(zipped.to_string(), "((_2,_5),(_3,_4)):((_5,_1),(_1,_5))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn zipped_product(&self, tiler: &Tiler) -> Result<Layout> {
        self.zipped_product_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::zipped_product`], telling its steps.
    pub fn zipped_product_with_trace(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
        Ok(self.zipped_copies(tiler, trace)?.layout)
    }

    fn zipped_copies(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Traced> {
        enter(trace, "zipped_product", &[self, tiler]);
        trace.tell(|| Step::Define { definition: "tile_unzip(logical_product(A, B), B)" });
        Ok(self.repeated(tiler, (0, 0), trace)?.tile_unzip(tiler)?.left("zipped_product", trace))
    }

    /// [`Layout::zipped_product`] with the modes of the copies moved up.
    ///
    /// ```
    /// use colex::{Layout, Tiler};
    ///
    /// let (a, b): (Layout, Tiler) = ("(_2,_2):(_4,_1)".parse()?, "(_6,_2):(_2,_1)".parse()?);
    /// assert_eq!(a.zipped_product(&b)?.to_string(), "((_2,_2),(_6,_2)):((_4,_1),(_8,_2))");
    /// assert_eq!(a.tiled_product(&b)?.to_string(), "((_2,_2),_6,_2):((_4,_1),_8,_2)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tiled_product(&self, tiler: &Tiler) -> Result<Layout> {
        self.tiled_product_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::tiled_product`], telling its steps.
    pub fn tiled_product_with_trace(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "tiled_product", &[self, tiler]);
        trace.tell(|| Step::Define { definition: "zipped_product(A, B)(_, (_,…))" });
        Ok(self.zipped_copies(tiler, trace)?.spread(false)?.left("tiled_product", trace).layout)
    }

    /// [`Layout::zipped_product`] with all modes moved up.
    ///
    /// ```
    /// use colex::{Layout, Tiler};
    ///
    /// let (a, b): (Layout, Tiler) = ("(_2,_2):(_4,_1)".parse()?, "(_6,_2):(_2,_1)".parse()?);
    /// assert_eq!(a.flat_product(&b)?.to_string(), "(_2,_2,_6,_2):(_4,_1,_8,_2)");
    /// assert_eq!(a.flat_product(&b)?, a.zipped_product(&b)?.flatten());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flat_product(&self, tiler: &Tiler) -> Result<Layout> {
        self.flat_product_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::flat_product`], telling its steps.
    pub fn flat_product_with_trace(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "flat_product", &[self, tiler]);
        trace.tell(|| Step::Define { definition: "zipped_product(A, B)((_,…), (_,…))" });
        Ok(self.zipped_copies(tiler, trace)?.spread(true)?.left("flat_product", trace).layout)
    }

    /// The block repeated over the tiler mode by mode: mode `i` is `(block_i, copies_i)`, so that blocks stay whole.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_2,_5):(_5,_1)".parse()?;
    /// let b: Layout = "(_3,_4):(_1,_3)".parse()?;
    /// assert_eq!(a.blocked_product(&b)?.to_string(), "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn blocked_product(&self, tiler: &Layout) -> Result<Layout> {
        self.blocked_product_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::blocked_product`], telling its steps.
    pub fn blocked_product_with_trace(&self, tiler: &Layout, trace: &mut Trace<'_>) -> Result<Layout> {
        let definition = "zip(logical_product(A, B)) : ((a0,b0),(a1,b1),…)";
        self.by_rank(tiler, "blocked_product", definition, [0, 1], trace)
    }

    /// The block repeated over the tiler mode by mode: mode `i` is `(copies_i, block_i)`, so that blocks interleave.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_2,_5):(_5,_1)".parse()?;
    /// let b: Layout = "(_3,_4):(_1,_3)".parse()?;
    /// assert_eq!(a.raked_product(&b)?.to_string(), "((_3,_2),(_4,_5)):((_10,_5),(_30,_1))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn raked_product(&self, tiler: &Layout) -> Result<Layout> {
        self.raked_product_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::raked_product`], telling its steps.
    pub fn raked_product_with_trace(&self, tiler: &Layout, trace: &mut Trace<'_>) -> Result<Layout> {
        let definition = "zip(logical_product(A, B)) : ((b0,a0),(b1,a1),…)";
        self.by_rank(tiler, "raked_product", definition, [1, 0], trace)
    }

    fn by_rank(
        &self,
        tiler: &Layout,
        operation: &'static str,
        definition: &'static str,
        order: [usize; 2],
        trace: &mut Trace<'_>,
    ) -> Result<Layout> {
        enter(trace, operation, &[self, tiler]);
        trace.tell(|| Step::Define { definition });
        let rank = self.rank().max(tiler.rank());
        let block = self.append_to(rank, &Layout::trivial())?;
        let product = block.product(&tiler.append_to(rank, &Layout::trivial())?, (0, 0), trace)?;
        let pair = product.with(|layout| layout.select(&order), |origins| origins.select(&order))?;
        Ok(pair.with(Layout::zip, Nested::zip)?.left(operation, trace).layout)
    }

    /// This block repeated until it has a shape: CuTe's `tile_to_shape`.
    ///
    /// Law, where the target is flat and static, of as many modes, and the block divides it: every coordinate of the target
    /// is one of the result, `compatible(target, shape(result))`. Errors: [`Error::BlockDoesNotDivide`].
    ///
    /// ```
    /// use colex::algebra::product::Order;
    /// use colex::{Layout, compatible::compatible, make::Major};
    ///
    /// let (block, target): (Layout, _) = ("(_4,_2):(_2,_1)".parse()?, "(_8,_6)".parse()?);
    /// let tiled = block.tile_to_shape(&target, &Order::Major(Major::Left))?;
    /// assert_eq!(tiled.to_string(), "((_4,_2),(_2,_3)):((_2,_8),(_1,_16))");
    /// assert!(compatible(&target, tiled.shape())?.value);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tile_to_shape(&self, target: &Shape, order: &Order) -> Result<Layout> {
        if self.rank() > target.rank() {
            return Err(Error::TilerTooLong { tiler: self.rank(), rank: target.rank() });
        }
        let block = self.append_to(target.rank(), &Layout::trivial())?;
        let block_shape = product_each(block.shape())?;
        let target_shape = product_each(target)?;
        if target_shape.leaves().iter().all(|extent| extent.is_static()) {
            let divides = evenly_divides(&target_shape, &block_shape.map(&mut |extent| TilerLeaf::Extent(*extent)))?;
            if !(divides.value && divides.is_static) {
                let (block, target) = (block_shape.to_string(), target_shape.to_string());
                return Err(Error::BlockDoesNotDivide { block, target });
            }
        }
        let copies = ceil_div(&target_shape, &block_shape)?;
        let copies = match order {
            Order::Major(major) => Layout::compact(copies, *major)?,
            Order::Ranks(ranks) => Layout::ordered(copies, ranks)?,
        };
        block.blocked_product(&copies)
    }

    /// A compact layout for registers: mode 0 keeps its own order, the others follow by theirs. Zero strides of mode 0
    /// stay zero.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "((_4,_2),_3,_2):((_0,_1),_2,_24)".parse()?;
    /// let fragment = a.make_fragment_like()?;
    /// assert_eq!(fragment.to_string(), "((_4,_2),_3,_2):((_0,_1),_2,_6)");
    /// assert_eq!(fragment.shape(), a.shape());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_fragment_like(&self) -> Result<Layout> {
        let is_static = self.shape().leaves().iter().all(|extent| extent.is_static());
        if self.rank() < 2 || !is_static {
            return Layout::compact(self.shape().clone(), Major::Left);
        }
        self.refuse_coordinates("make_fragment_like")?;
        let first = self.at(&[0])?;
        let strides = crate::make::compact_col_major(first.filter_zeros()?.shape(), crate::int::Int::ONE)?;
        let block = Layout::with_ints(first.shape().clone(), &strides)?;
        let rest = self.take(1, self.rank())?;
        let order = rest.stride().map(&mut |leaf| leaf.scale());
        block.tiled_product(&Tiler::from(&Layout::ordered(rest.shape().clone(), &order)?))
    }

    /// Returns what thread `t` holds as its value `v`, as a 1-D coordinate of the tile: `(tiler, layout_tv)` of CuTe's
    /// `make_layout_tv(thread layout, value layout)`, where this is the layout of the threads.
    ///
    /// ```
    /// use colex::{Layout, coordinate::Coordinate};
    ///
    /// let (threads, values): (Layout, Layout) = ("(_4,_8):(_8,_1)".parse()?, "(_2,_3):(_3,_1)".parse()?);
    /// let (tiler, layout_tv) = threads.make_layout_tv(&values)?;
    /// assert_eq!((tiler.to_string().as_str(), layout_tv.size()?.to_string().as_str()), ("(_8,_24)", "_192"));
    /// let raked = threads.raked_product(&values)?;
    /// for i in 0..192 {
    ///     let cell = layout_tv.index(&i.to_string().parse()?)?;
    ///     assert_eq!(raked.index(&Coordinate::from(&cell))?, i.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_layout_tv(&self, values: &Layout) -> Result<(Shape, Layout)> {
        let tile = self.raked_product(values)?;
        let sizes = Nested::Tuple(vec![Nested::Leaf(self.size()?), Nested::Leaf(values.size()?)]);
        Ok((product_each(tile.shape())?, tile.right_inverse()?.with_shape(&sizes)?))
    }
}
