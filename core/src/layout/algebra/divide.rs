//! The divides: the same elements, cut into tiles.

use super::{Tiler, TilerLeaf, Traced, by_mode, enter};
use crate::error::Result;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::steps::{Origin, Step, Trace};

impl Layout {
    /// `composition(A, (T, complement(T, shape(coalesce(A)))))`: mode 0 is the tile, mode 1 runs over the tiles.
    ///
    /// A tuple of tilers cuts mode by mode; further modes stay. Sizes round up. Law, where `T` divides: the same
    /// multiset of indices as `A`.
    ///
    /// ```
    /// use colex::{Layout, Tiler};
    ///
    /// let a: Layout = "(_4,_2,_3):(_2,_1,_8)".parse()?;
    /// let tiler: Tiler = "_4:_2".parse()?;
    /// assert_eq!(a.logical_divide(&tiler)?.to_string(), "((_2,_2),(_2,_3)):((_4,_1),(_2,_8))");
    /// let indices = |layout: &Layout| {
    ///     let table = colex::table::FlatLayout::new(layout)?;
    ///     let mut indices = (0..24).map(|i| table.index(i)).collect::<colex::Result<Vec<_>>>()?;
    ///     indices.sort();
    ///     Ok::<_, colex::Error>(indices)
    /// };
    /// assert_eq!(indices(&a.logical_divide(&tiler)?)?, indices(&a)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn logical_divide(&self, tiler: &Tiler) -> Result<Layout> {
        self.logical_divide_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::logical_divide`], telling its steps.
    pub fn logical_divide_with_trace(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
        Ok(self.divided(tiler, (0, 0), trace)?.layout)
    }

    /// Cut by a tiler. Leaves of this layout and of the tiler are numbered from `first`.
    fn divided(&self, tiler: &Tiler, first: (usize, usize), trace: &mut Trace<'_>) -> Result<Traced> {
        match tiler {
            Nested::Leaf(TilerLeaf::All) => Ok(Traced::whole(self, first.0, trace.listens())),
            Nested::Leaf(TilerLeaf::Layout(tiler)) => self.divide(tiler, first, trace),
            Nested::Leaf(TilerLeaf::Extent(extent)) => {
                self.divide(&Layout::compact(Nested::Leaf(*extent), Major::Left)?, first, trace)
            }
            Nested::Tuple(tilers) => {
                by_mode(self, tilers, first, &mut |mode, tiler, first| mode.divided(tiler, first, trace))
            }
        }
    }

    /// [`Layout::logical_divide`] by a layout.
    ///
    /// ```
    /// use colex::{Layout, Tiler};
    ///
    /// let (a, tile): (Layout, Layout) = ("_24:_3".parse()?, "_4:_2".parse()?);
    /// let divided = a.logical_divide_layout(&tile)?;
    /// assert_eq!(divided.to_string(), "(_4,(_2,_3)):(_6,(_3,_24))");
    /// assert_eq!(divided.at(&[0])?, a.composition(&tile)?);
    /// assert_eq!(divided, a.logical_divide(&Tiler::from(&tile))?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn logical_divide_layout(&self, tiler: &Layout) -> Result<Layout> {
        Ok(self.divide(tiler, (0, 0), &mut Trace::silent())?.layout)
    }

    fn divide(&self, tiler: &Layout, first: (usize, usize), trace: &mut Trace<'_>) -> Result<Traced> {
        enter(trace, "logical_divide", &[self, tiler]);
        trace.tell(|| Step::Define { definition: "composition(A, (T, complement(T, shape(coalesce(A)))))" });
        // A tiler of coordinates cuts modes, which stay what they are.
        let cuts_modes = tiler.stride().leaves().into_iter().any(|stride| stride.int().is_none());
        let target = if cuts_modes { self.clone() } else { self.coalesce()? };
        let rest = tiler.complement_with_trace(Some(target.shape()), trace)?;
        let cut = self.composition_traced(&Layout::concatenate(&[tiler.clone(), rest])?, trace)?;
        // Modes that come from the complement belong to no leaf of the tiler.
        let leaves = tiler.shape().leaf_count();
        let cut = cut.placed(|origin| Origin {
            left: origin.left.map(|(from, to)| (from + first.0, to + first.0)),
            right: origin.right.filter(|leaf| *leaf < leaves).map(|leaf| leaf + first.1),
        });
        Ok(cut.left("logical_divide", trace))
    }

    /// The tiles of all modes in mode 0, the rest in mode 1: `((TileM,TileN),(RestM,RestN))`.
    ///
    /// ```
    /// use colex::{Layout, Tiler};
    ///
    /// let a: Layout = "(_8,_8):(_1,_8)".parse()?;
    /// let tiler: Tiler = "(_4,_2)".parse()?;
    /// assert_eq!(a.zipped_divide(&tiler)?.to_string(), "((_4,_2),(_2,_4)):((_1,_8),(_4,_16))");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn zipped_divide(&self, tiler: &Tiler) -> Result<Layout> {
        self.zipped_divide_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::zipped_divide`], telling its steps.
    pub fn zipped_divide_with_trace(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
        Ok(self.zipped(tiler, trace)?.layout)
    }

    fn zipped(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Traced> {
        enter(trace, "zipped_divide", &[self, tiler]);
        trace.tell(|| Step::Define { definition: "tile_unzip(logical_divide(A, T), T)" });
        Ok(self.divided(tiler, (0, 0), trace)?.tile_unzip(tiler)?.left("zipped_divide", trace))
    }

    /// [`Layout::zipped_divide`] with the modes of the rest moved up: `((TileM,TileN),RestM,RestN)`.
    ///
    /// ```
    /// use colex::{Layout, Tiler};
    ///
    /// let a: Layout = "(_8,_8):(_1,_8)".parse()?;
    /// let tiler: Tiler = "(_4,_2)".parse()?;
    /// assert_eq!(a.tiled_divide(&tiler)?.to_string(), "((_4,_2),_2,_4):((_1,_8),_4,_16)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tiled_divide(&self, tiler: &Tiler) -> Result<Layout> {
        self.tiled_divide_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::tiled_divide`], telling its steps.
    pub fn tiled_divide_with_trace(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "tiled_divide", &[self, tiler]);
        trace.tell(|| Step::Define { definition: "zipped_divide(A, T)(_, (_,…))" });
        Ok(self.zipped(tiler, trace)?.spread(false)?.left("tiled_divide", trace).layout)
    }

    /// [`Layout::zipped_divide`] with all modes moved up: `(TileM,TileN,RestM,RestN)`.
    ///
    /// ```
    /// use colex::{Layout, Tiler};
    ///
    /// let a: Layout = "(_8,_8):(_1,_8)".parse()?;
    /// let tiler: Tiler = "(_4,_2)".parse()?;
    /// assert_eq!(a.flat_divide(&tiler)?.to_string(), "(_4,_2,_2,_4):(_1,_8,_4,_16)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flat_divide(&self, tiler: &Tiler) -> Result<Layout> {
        self.flat_divide_with_trace(tiler, &mut Trace::silent())
    }

    /// [`Layout::flat_divide`], telling its steps.
    pub fn flat_divide_with_trace(&self, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "flat_divide", &[self, tiler]);
        trace.tell(|| Step::Define { definition: "zipped_divide(A, T)((_,…), (_,…))" });
        Ok(self.zipped(tiler, trace)?.spread(true)?.left("flat_divide", trace).layout)
    }
}
