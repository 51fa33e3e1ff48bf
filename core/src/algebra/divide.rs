//! The divides: the same elements, cut into tiles.

use super::{Tiler, TilerLeaf, enter, leading_modes, leave};
use crate::error::Result;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::steps::{Listener, Silence, Step};

impl Layout {
    /// `composition(A, (T, complement(T, shape(coalesce(A)))))`: mode 0 is the tile, mode 1 runs over the tiles.
    ///
    /// A tuple of tilers cuts mode by mode; further modes stay. Sizes round up. Law, where `T` divides: the same
    /// multiset of indices as `A`.
    pub fn logical_divide(&self, tiler: &Tiler) -> Result<Layout> {
        self.logical_divide_told(tiler, &mut Silence)
    }

    /// [`Layout::logical_divide`], telling its steps.
    pub fn logical_divide_told(&self, tiler: &Tiler, listener: &mut dyn Listener) -> Result<Layout> {
        match tiler {
            Nested::Leaf(TilerLeaf::All) => Ok(self.clone()),
            Nested::Leaf(TilerLeaf::Layout(tiler)) => self.divide(tiler, listener),
            Nested::Leaf(TilerLeaf::Extent(extent)) => {
                self.divide(&Layout::compact(Nested::Leaf(*extent), Major::Left)?, listener)
            }
            Nested::Tuple(tilers) => {
                let mut modes = leading_modes(self, tilers.len())?;
                for (mode, tiler) in modes.iter_mut().zip(tilers) {
                    *mode = mode.logical_divide_told(tiler, listener)?;
                }
                for rest in tilers.len()..self.rank() {
                    modes.push(self.at(&[rest])?);
                }
                Layout::concatenate(&modes)
            }
        }
    }

    /// [`Layout::logical_divide`] by a layout.
    pub fn logical_divide_layout(&self, tiler: &Layout) -> Result<Layout> {
        self.divide(tiler, &mut Silence)
    }

    fn divide(&self, tiler: &Layout, listener: &mut dyn Listener) -> Result<Layout> {
        enter(listener, "logical_divide", &[self, tiler]);
        listener.tell(|| Step::Define { definition: "composition(A, (T, complement(T, shape(coalesce(A)))))" });
        let target = self.coalesce()?;
        let rest = tiler.complement_told(Some(target.shape()), listener)?;
        let result = self.composition_told(&Layout::concatenate(&[tiler.clone(), rest])?, listener)?;
        Ok(leave(listener, "logical_divide", result, Vec::new))
    }

    /// The tiles of all modes in mode 0, the rest in mode 1: `((TileM,TileN),(RestM,RestN))`.
    pub fn zipped_divide(&self, tiler: &Tiler) -> Result<Layout> {
        self.zipped_divide_told(tiler, &mut Silence)
    }

    /// [`Layout::zipped_divide`], telling its steps.
    pub fn zipped_divide_told(&self, tiler: &Tiler, listener: &mut dyn Listener) -> Result<Layout> {
        enter(listener, "zipped_divide", &[self, tiler]);
        listener.tell(|| Step::Define { definition: "tile_unzip(logical_divide(A, T), T)" });
        let result = self.logical_divide_told(tiler, listener)?.tile_unzip(tiler)?;
        Ok(leave(listener, "zipped_divide", result, Vec::new))
    }

    /// [`Layout::zipped_divide`] with the modes of the rest moved up: `((TileM,TileN),RestM,RestN)`.
    pub fn tiled_divide(&self, tiler: &Tiler) -> Result<Layout> {
        self.tiled_divide_told(tiler, &mut Silence)
    }

    /// [`Layout::tiled_divide`], telling its steps.
    pub fn tiled_divide_told(&self, tiler: &Tiler, listener: &mut dyn Listener) -> Result<Layout> {
        enter(listener, "tiled_divide", &[self, tiler]);
        listener.tell(|| Step::Define { definition: "zipped_divide(A, T)(_, (_,…))" });
        let result = self.zipped_divide_told(tiler, listener)?.spread(false)?;
        Ok(leave(listener, "tiled_divide", result, Vec::new))
    }

    /// [`Layout::zipped_divide`] with all modes moved up: `(TileM,TileN,RestM,RestN)`.
    pub fn flat_divide(&self, tiler: &Tiler) -> Result<Layout> {
        self.flat_divide_told(tiler, &mut Silence)
    }

    /// [`Layout::flat_divide`], telling its steps.
    pub fn flat_divide_told(&self, tiler: &Tiler, listener: &mut dyn Listener) -> Result<Layout> {
        enter(listener, "flat_divide", &[self, tiler]);
        listener.tell(|| Step::Define { definition: "zipped_divide(A, T)((_,…), (_,…))" });
        let result = self.zipped_divide_told(tiler, listener)?.spread(true)?;
        Ok(leave(listener, "flat_divide", result, Vec::new))
    }
}
