//! A copy atom repeated over threads and values: CuTe's `TiledCopy`, the slice of one of its threads, and what that thread
//! reads and writes.
//!
//! The definitions are those of CUTLASS (`cute/atom/copy_atom.hpp`), written as the algebra has them. A tiled copy is
//! counted by the atom's reference layout; the atom's source and destination are that composed with what leads from the
//! one to the other.

use super::CopyOperation;
use super::tensor_map::TensorMap;
use super::tiled_mma::{Matrix, TiledMma};
use crate::algebra::{Tiler, TilerLeaf, brief};
use crate::coordinate::Slot;
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::{IntTuple, product_each};
use crate::layout::{Layout, Shape};
use crate::make::Major;
use crate::nested::Nested;
use crate::steps::Trace;
use crate::tensor::Tensor;

/// One of the two ends of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// Where it reads.
    Source,
    /// Where it writes.
    Destination,
}

impl End {
    /// Both.
    pub const ALL: [End; 2] = [End::Source, End::Destination];

    /// `S` or `D`.
    pub fn letter(self) -> char {
        match self {
            End::Source => 'S',
            End::Destination => 'D',
        }
    }
}

/// A copy of one instruction that moves elements of one size: CuTe's `Copy_Atom`. Layouts are of `(thread, value)`.
#[derive(Debug, Clone, PartialEq)]
pub struct CopyAtom {
    /// The instruction.
    pub operation: CopyOperation,
    /// Number of bits of an element.
    pub bits: u32,
    /// Name of its type in C++.
    pub element: &'static str,
    /// Which elements of the source a thread names.
    pub source: Layout,
    /// Which elements of the destination it gets.
    pub destination: Layout,
    /// The one of both by which threads and values are counted.
    pub reference: Layout,
    /// Of a copy by TMA, what it is told of its tensor.
    pub map: Option<Box<TensorMap>>,
}

impl CopyAtom {
    /// The copy of elements of so many bits.
    ///
    /// Errors: those of the recast, and [`Error::AtomDoesNotFit`] where an element is not a whole part of what a thread
    /// moves.
    pub fn new(operation: CopyOperation, element: &'static str, bits: u32) -> Result<Self> {
        let threads = operation.threads.size()?;
        let recast = |layout: &Layout| {
            let layout = layout.recast(1, i64::from(bits))?;
            let found = layout.at(&[0])?.size()?;
            if found.value() == threads.value() {
                return Ok(layout);
            }
            let (found, wanted) = (found.value(), threads.value());
            Err(Error::AtomDoesNotFit { what: "threads of an atom", found, wanted })
        };
        let source = recast(&operation.source)?;
        let destination = recast(&operation.destination)?;
        let reference = recast(&operation.reference)?;
        Ok(CopyAtom { operation, bits, element, source, destination, reference, map: None })
    }

    /// The copy of elements whose type is not said: of the first width that the instruction moves whole, halves first.
    ///
    /// Errors: those of [`CopyAtom::new`] for halves, where no width fits.
    pub fn untyped(operation: &CopyOperation) -> Result<Self> {
        const TYPES: [(&str, u32); 5] =
            [("uint16_t", 16), ("uint32_t", 32), ("uint8_t", 8), ("uint64_t", 64), ("uint128_t", 128)];
        let of = |(name, bits): (&'static str, u32)| CopyAtom::new(operation.clone(), name, bits);
        let first = of(TYPES[0]);
        if first.is_ok() {
            return first;
        }
        TYPES.into_iter().skip(1).map(of).find(Result::is_ok).unwrap_or(first)
    }

    /// One of its ends.
    pub fn end(&self, end: End) -> &Layout {
        match end {
            End::Source => &self.source,
            End::Destination => &self.destination,
        }
    }

    /// Returns the number of its threads, and of values of each of them, by the reference.
    fn counts(&self) -> Result<[Int; 2]> {
        Ok([self.reference.at(&[0])?.size()?, self.reference.at(&[1])?.size()?])
    }

    /// From the reference to one of its ends.
    fn to(&self, end: End) -> Result<Layout> {
        self.reference.right_inverse()?.composition(self.end(end))
    }
}

/// An atom repeated over threads and values of a tile.
#[derive(Debug, Clone, PartialEq)]
pub struct TiledCopy {
    /// The atom.
    pub atom: CopyAtom,
    /// `(thread, value)` to the 1-D coordinate of the tile: CuTe's `TiledLayout_TV`.
    pub thread_values: Layout,
    /// Tiler that a tensor is cut by: CuTe's `Tiler_MN`.
    pub tiler: Tiler,
}

/// The layout of one extent.
fn whole(extent: Int) -> Result<Layout> {
    Layout::compact(Nested::Leaf(extent), Major::Left)
}

/// `(1,(1,1))`: what makes of threads and values one mode each, and of the values two.
fn parts() -> IntTuple {
    let one = || Nested::Leaf(Int::ONE);
    Nested::Tuple(vec![one(), Nested::Tuple(vec![one(), one()])])
}

/// The shape that a tiler cuts.
fn shape_of(tiler: &Tiler) -> Result<Shape> {
    match tiler {
        Nested::Leaf(TilerLeaf::Extent(extent)) => Ok(Nested::Leaf(*extent)),
        Nested::Leaf(TilerLeaf::Layout(layout)) => Ok(layout.shape().clone()),
        Nested::Leaf(TilerLeaf::All) => Err(Error::Empty),
        Nested::Tuple(modes) => Ok(Nested::Tuple(modes.iter().map(shape_of).collect::<Result<_>>()?)),
    }
}

/// Extents as a tiler.
fn tiler_of(shape: &Shape) -> Tiler {
    shape.map(&mut |extent| TilerLeaf::Extent(*extent))
}

/// The tiler of a tuple of layouts.
fn tiler_of_layouts(layouts: &[Layout]) -> Tiler {
    Nested::Tuple(layouts.iter().map(Tiler::from).collect())
}

impl TiledCopy {
    /// `TiledCopy<atom, layout, tiler>`.
    ///
    /// Errors: [`Error::AtomDoesNotFit`] where the atom's threads or values do not divide the layout's.
    pub fn new(atom: CopyAtom, thread_values: Layout, tiler: Tiler) -> Result<Self> {
        let names = ["threads", "values"];
        for (mode, (count, what)) in atom.counts()?.into_iter().zip(names).enumerate() {
            let found = thread_values.at(&[mode])?.size()?.value();
            if count.value() == 0 || found % count.value() != 0 {
                return Err(Error::AtomDoesNotFit { what, found, wanted: count.value() });
            }
        }
        Ok(TiledCopy { atom, thread_values, tiler })
    }

    /// `make_tiled_copy(atom, threads, values)`: both layouts lead from the tile to numbers.
    pub fn of_layouts(atom: CopyAtom, threads: &Layout, values: &Layout) -> Result<Self> {
        let (tiler, layout) = threads.make_layout_tv(values)?;
        Self::new(atom, layout, tiler_of(&tiler))
    }

    /// `make_tiled_copy_A` and its like: as a tiled MMA has one of its matrices.
    pub fn of_mma(atom: CopyAtom, mma: &TiledMma, matrix: Matrix) -> Result<Self> {
        let [row, column] = matrix.modes();
        let tile = Nested::Tuple(vec![
            Nested::Leaf(TilerLeaf::Extent(mma.tile_size(row)?)),
            Nested::Leaf(TilerLeaf::Extent(mma.tile_size(column)?)),
        ]);
        Self::new(atom, mma.thread_values(matrix)?, tile)
    }

    /// `make_tiled_copy_S` and `make_tiled_copy_D`: as another copy has one of its ends.
    pub fn of_copy(atom: CopyAtom, copy: &TiledCopy, end: End) -> Result<Self> {
        Self::new(atom, copy.layout(end)?, copy.tiler.clone())
    }

    /// `make_tiled_copy_C_atom`: the smallest piece of C that an atom's values fill.
    pub fn of_mma_atom(atom: CopyAtom, mma: &TiledMma) -> Result<Self> {
        let layout = mma.thread_values(Matrix::C)?;
        let values = atom.source.at(&[1])?.size()?;
        let own = layout.at(&[1])?.size()?;
        if values.value() > own.value() {
            return Err(Error::AtomDoesNotFit { what: "values", found: own.value(), wanted: values.value() });
        }
        let first = Nested::Tuple(vec![Nested::Leaf(layout.at(&[0])?.size()?), Nested::Leaf(values)]);
        let layout = layout.composition(&Layout::compact(first, Major::Left)?)?;
        let tile = mma.tile(Matrix::C)?.shape().clone();
        Self::of_data(atom, &layout, &tile, &tile)
    }

    /// `make_cotiled_copy`: threads and values by where they lie in the memory of `data`.
    pub fn cotiled(atom: CopyAtom, threads: &Layout, data: &Layout) -> Result<Self> {
        let inverse = Layout::concatenate(&[data.left_inverse()?, Layout::trivial()])?;
        let layout = inverse.composition(threads)?;
        let values = layout.at(&[1])?;
        let back = Layout::concatenate(&[data.clone(), Layout::trivial()])?.composition(&values)?.coalesce()?;
        if back != threads.at(&[1])?.coalesce()? {
            return Err(Error::OutsideData { values: threads.at(&[1])?.to_string(), data: data.to_string() });
        }
        let shape = product_each(data.shape())?;
        Self::of_data(atom, &layout, &shape, &shape)
    }

    /// A copy of the smallest tile in which all places of `layout` lie, mode by mode of `shape`.
    fn of_data(atom: CopyAtom, layout: &Layout, shape: &Shape, modes: &Shape) -> Result<Self> {
        let mut tiles = Vec::with_capacity(modes.rank());
        for mode in 0..modes.rank() {
            let strides = (0..modes.rank()).map(|other| Nested::Leaf(if other == mode { Int::ONE } else { Int::ZERO }));
            let one = Layout::with_ints(shape.clone(), &Nested::Tuple(strides.collect()))?;
            tiles.push(one.composition(layout)?.filter()?);
        }
        let tiler = tiler_of_layouts(&tiles);
        let to_data = Layout::compact(shape.clone(), Major::Left)?.composition_by(&tiler)?;
        let layout = to_data.left_inverse()?.composition(layout)?;
        Self::new(atom, layout, tiler)
    }

    /// Returns the number of threads that work together.
    pub fn size(&self) -> Result<Int> {
        self.thread_values.at(&[0])?.size()
    }

    /// The shape of the tile.
    pub fn tile(&self) -> Result<Shape> {
        shape_of(&self.tiler)
    }

    /// A tensor that is cut into tiles, by threads and values of one end: CuTe's `tile2thrfrg`.
    fn by_threads(&self, tiles: &Layout, end: End, trace: &mut Trace<'_>) -> Result<Layout> {
        let [threads, values] = self.atom.counts()?;
        let atom = Nested::Tuple(
            vec![TilerLeaf::Extent(threads), TilerLeaf::Extent(values)].into_iter().map(Nested::Leaf).collect(),
        );
        let atoms = self.thread_values.zipped_divide(&atom)?;
        let all = || Nested::Leaf(TilerLeaf::All);
        let target = atoms.composition_by(&Nested::Tuple(vec![Tiler::from(&self.atom.to(end)?), all()]))?;
        let places = target.zip()?.coalesce_by(&parts())?;
        let places = Nested::Tuple(vec![Tiler::from(&places), all()]);
        let named = brief::composition(tiles, &places, trace)?;
        let any = || Nested::Leaf(Slot::All);
        named.slice(&Nested::Tuple(vec![Nested::Tuple(vec![any(), any()]), any()]))
    }

    /// A tensor as `(Thr,(Frg,…),(RestM,RestN,…))`: CuTe's `tidfrg_S` and `tidfrg_D`.
    ///
    /// Errors: [`Error::TilerTooLong`] where the tensor has fewer modes than the tile.
    pub fn tidfrg(&self, end: End, layout: &Layout) -> Result<Layout> {
        self.tidfrg_with_trace(end, layout, &mut Trace::silent())
    }

    /// [`TiledCopy::tidfrg`], telling what each cut makes of it.
    pub fn tidfrg_with_trace(&self, end: End, layout: &Layout, trace: &mut Trace<'_>) -> Result<Layout> {
        if layout.rank() < self.tiler.rank() {
            return Err(Error::TilerTooLong { tiler: self.tiler.rank(), rank: layout.rank() });
        }
        let tiles = brief::zipped_divide(layout, &self.tiler, trace)?;
        self.by_threads(&tiles, end, trace)
    }

    /// `(thread, value)` to the 1-D coordinate of the tile, of one end: CuTe's `get_layoutS_TV` and `get_layoutD_TV`.
    pub fn layout(&self, end: End) -> Result<Layout> {
        let tile = Nested::Tuple(vec![self.tile()?, Nested::Leaf(Int::ONE)]);
        let all = || Nested::Leaf(Slot::All);
        let whole = self.by_threads(&Layout::compact(tile, Major::Left)?, end, &mut Trace::silent())?;
        whole.slice(&Nested::Tuple(vec![all(), all(), Nested::Leaf(Slot::Int(Int::ZERO))]))
    }

    /// Returns what one thread has as values of another partition, by the values of this copy: CuTe's `retile`.
    pub fn retile(&self, layout: &Layout) -> Result<Layout> {
        let rank = layout.rank();
        let values = layout.at(&[0])?.size()?;
        let threads = self.size()?;
        let shape = self.tile()?;
        let per = threads.times(values)?;
        let inverse = self.thread_values.right_inverse()?.with_shape(&shape)?;
        let fragments = inverse.upcast(per.value())?;
        let [_, count] = self.atom.counts()?;
        let of_values = whole(values)?.logical_product(&Tiler::from(&fragments.right_inverse()?))?;
        let of_values = of_values.zipped_divide(&Tiler::from(&whole(count)?))?;
        let tiler = product_each(fragments.shape())?;
        let tiler = match tiler {
            Nested::Leaf(_) => Nested::Tuple(vec![Nested::Leaf(values), tiler]),
            Nested::Tuple(_) => tiler.prepend(Nested::Leaf(values)),
        };
        let cut = layout.zipped_divide(&tiler_of(&tiler))?;
        let all = || Nested::Leaf(TilerLeaf::All);
        let named = cut.composition_by(&Nested::Tuple(vec![Tiler::from(&of_values), all()]))?;
        let rest = Nested::Leaf(Slot::Int(Int::ZERO));
        let rest = Nested::Tuple(vec![rest]).append_to(rank, &Nested::Leaf(Slot::All))?;
        named.slice(&Nested::Tuple(vec![Nested::Leaf(Slot::All), rest]))
    }

    /// The part of one thread: CuTe's `get_slice`.
    pub fn slice(&self, thread: Int) -> CopySlice {
        CopySlice { copy: self.clone(), thread }
    }
}

/// One thread of a [`TiledCopy`]: CuTe's `ThrCopy`.
#[derive(Debug, Clone, PartialEq)]
pub struct CopySlice {
    /// Whose thread it is.
    pub copy: TiledCopy,
    /// Its number.
    pub thread: Int,
}

impl CopySlice {
    /// Returns what the thread reads or writes of a tensor: CuTe's `partition_S` and `partition_D`.
    pub fn partition(&self, end: End, tensor: &Tensor) -> Result<Tensor> {
        self.partition_with_trace(end, tensor, &mut Trace::silent())
    }

    /// [`CopySlice::partition`], telling how the tensor is cut, and which part of it the thread has.
    pub fn partition_with_trace(&self, end: End, tensor: &Tensor, trace: &mut Trace<'_>) -> Result<Tensor> {
        let rank = tensor.layout.rank();
        let cut = tensor.with(&mut |layout| self.copy.tidfrg_with_trace(end, layout, trace))?;
        let all = Nested::Leaf(Slot::All);
        let thread = Nested::Leaf(Slot::Int(self.thread));
        let part = Nested::Tuple(vec![thread, all, crate::algebra::tile::all_of(rank)]);
        brief::slice(&cut, &part, trace, || cut.slice(&part))
    }

    /// Returns what the thread has as values of another partition, by the values of this copy: CuTe's `retile_S` and
    /// `retile_D`.
    pub fn retile(&self, tensor: &Tensor) -> Result<Tensor> {
        tensor.with(&mut |layout| self.copy.retile(layout))
    }
}
