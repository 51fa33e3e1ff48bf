//! An MMA atom repeated over threads and values: CuTe's `TiledMMA`, the slice of one of its threads, and what that thread
//! gets of a tensor.
//!
//! The definitions are those of CUTLASS (`cute/atom/mma_atom.hpp`), written as the algebra has them: an operand is cut by
//! the permutation, then by the atom, the atom's elements are named by the thread-value layout of the atom, and what is
//! left is cut among the threads that the atoms are laid out over.

use super::{MmaAtom, Operand};
use crate::algebra::{Tiler, TilerLeaf, brief};
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::{IntTuple, product};
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::steps::Trace;
use crate::tensor::Tensor;

/// One of the three matrices of `D = A * B + C`; the result lies as C does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Matrix {
    /// The left factor, `(M,K)`.
    A,
    /// The right factor, `(N,K)`.
    B,
    /// The summand, and the result, `(M,N)`.
    C,
}

impl Matrix {
    /// All of them.
    pub const ALL: [Matrix; 3] = [Matrix::A, Matrix::B, Matrix::C];

    /// Which modes of `(M,N,K)` it has.
    pub fn modes(self) -> [usize; 2] {
        match self {
            Matrix::A => [0, 2],
            Matrix::B => [1, 2],
            Matrix::C => [0, 1],
        }
    }

    /// `A`, `B` or `C`.
    pub fn letter(self) -> char {
        match self {
            Matrix::A => 'A',
            Matrix::B => 'B',
            Matrix::C => 'C',
        }
    }
}

impl MmaAtom {
    /// One of its operands.
    pub fn operand(&self, matrix: Matrix) -> &Operand {
        match matrix {
            Matrix::A => &self.a,
            Matrix::B => &self.b,
            Matrix::C => &self.c,
        }
    }
}

/// An atom repeated over threads, and over values by a permutation of each of M, N and K.
#[derive(Debug, Clone, PartialEq)]
pub struct TiledMma {
    /// The atom.
    pub atom: MmaAtom,
    /// Atoms along M, N and K, as a layout to their numbers: CuTe's `AtomLayoutMNK`.
    pub atoms: Layout,
    /// Threads within the atom, and atoms along M, N and K: CuTe's `ThrLayoutVMNK`.
    pub threads: Layout,
    /// Permutation of each of M, N and K: an extent, a layout, or `_` where the atoms say it: CuTe's `PermutationMNK`.
    pub permutation: [Tiler; 3],
}

impl TiledMma {
    /// `make_tiled_mma(atom, layout, permutation)`; missing modes are one atom, and no permutation.
    ///
    /// Errors: those of the products and of more than three modes.
    pub fn new(atom: MmaAtom, atoms: &Layout, permutation: &Tiler) -> Result<Self> {
        let atoms =
            if atoms.shape().is_leaf() { Layout::concatenate(std::slice::from_ref(atoms))? } else { atoms.clone() };
        if atoms.rank() > 3 {
            return Err(Error::NeedsRank { expected: "3", found: atoms.rank() });
        }
        let atoms = atoms.append_to(3, &Layout::trivial())?;
        let mut modes = match permutation {
            Nested::Tuple(modes) => modes.clone(),
            Nested::Leaf(_) => vec![permutation.clone()],
        };
        if modes.len() > 3 {
            return Err(Error::TilerTooLong { tiler: modes.len(), rank: 3 });
        }
        modes.resize(3, Nested::Leaf(TilerLeaf::All));
        let permutation = <[Tiler; 3]>::try_from(modes).map_err(|_| Error::Empty)?;
        let threads = atom.threads.tiled_product(&Tiler::from(&atoms))?;
        Ok(TiledMma { atom, atoms, threads, permutation })
    }

    /// Returns the number of threads that work together.
    pub fn size(&self) -> Result<Int> {
        self.threads.size()
    }

    /// Returns the tiler that cuts one of M, N and K first: the permutation, or as many elements as the atoms have.
    pub fn permutation_of(&self, mode: usize) -> Result<Tiler> {
        let given =
            self.permutation.get(mode).ok_or(Error::NoSuchMode { within: Vec::new(), mode: mode as i64, rank: 3 })?;
        if !matches!(given, Nested::Leaf(TilerLeaf::All)) {
            return Ok(given.clone());
        }
        let atoms = product(self.threads.shape().mode(mode + 1)?)?;
        let extent = product(self.atom.shape.mode(mode)?)?.times(atoms)?;
        Ok(Nested::Leaf(TilerLeaf::Extent(extent)))
    }

    /// Returns the number of elements of one of M, N and K that it works on at a time.
    pub fn tile_size(&self, mode: usize) -> Result<Int> {
        fn size(tiler: &Tiler) -> Result<Int> {
            match tiler {
                Nested::Leaf(TilerLeaf::Extent(extent)) => Ok(*extent),
                Nested::Leaf(TilerLeaf::All) => Ok(Int::ONE),
                Nested::Leaf(TilerLeaf::Layout(layout)) => layout.size(),
                Nested::Tuple(modes) => modes.iter().try_fold(Int::ONE, |all, mode| Ok(all.times(size(mode)?)?)),
            }
        }
        size(&self.permutation_of(mode)?)
    }

    /// `(M,N,K)` of what it works on at a time.
    pub fn tile_shape(&self) -> Result<Shape> {
        let sizes = (0..3).map(|mode| Ok(Nested::Leaf(self.tile_size(mode)?)));
        Ok(Nested::Tuple(sizes.collect::<Result<_>>()?))
    }

    /// The tile of one of its matrices, column-major.
    pub fn tile(&self, matrix: Matrix) -> Result<Layout> {
        let [row, column] = matrix.modes();
        let shape = Nested::Tuple(vec![Nested::Leaf(self.tile_size(row)?), Nested::Leaf(self.tile_size(column)?)]);
        Layout::compact(shape, crate::make::Major::Left)
    }

    /// A matrix as `((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY,…)))`: CuTe's `thrfrg_A`, `thrfrg_B`, `thrfrg_C`.
    ///
    /// Errors: [`Error::NeedsRank`] below two modes, and those of the divides and the composition.
    pub fn thrfrg(&self, matrix: Matrix, layout: &Layout) -> Result<Layout> {
        self.thrfrg_with_trace(matrix, layout, &mut Trace::silent())
    }

    /// [`TiledMma::thrfrg`], telling what each cut makes of it.
    pub fn thrfrg_with_trace(&self, matrix: Matrix, layout: &Layout, trace: &mut Trace<'_>) -> Result<Layout> {
        if layout.rank() < 2 {
            return Err(Error::NeedsRank { expected: "at least 2", found: layout.rank() });
        }
        self.cut_by_threads(matrix, layout, trace).map_err(|reason| self.undivided(matrix).unwrap_or(reason))
    }

    /// Where an extent of the permutation is no multiple of what the atoms have: what was refused is better said so.
    fn undivided(&self, matrix: Matrix) -> Option<Error> {
        matrix.modes().into_iter().find_map(|mode| {
            let Nested::Leaf(TilerLeaf::Extent(extent)) = self.permutation.get(mode)? else { return None };
            let atoms = product(self.threads.shape().mode(mode + 1).ok()?).ok()?;
            let wanted = product(self.atom.shape.mode(mode).ok()?).ok()?.times(atoms).ok()?.value();
            let what = *["elements of M", "elements of N", "elements of K"].get(mode)?;
            let found = extent.value();
            let is_whole = found > 0 && found.checked_rem(wanted) == Some(0);
            (!is_whole).then_some(Error::AtomDoesNotFit { what, found, wanted })
        })
    }

    fn cut_by_threads(&self, matrix: Matrix, layout: &Layout, trace: &mut Trace<'_>) -> Result<Layout> {
        let [row, column] = matrix.modes();
        let whole = |extent: Int| Layout::compact(Nested::Leaf(extent), crate::make::Major::Left);
        let pair = |left: Tiler, right: Tiler| Nested::Tuple(vec![left, right]);
        let all = || Nested::Leaf(TilerLeaf::All);
        let permuted = pair(self.permutation_of(row)?, self.permutation_of(column)?);
        let cut = brief::logical_divide(layout, &permuted, trace)?;
        let atom = |mode: usize| Ok::<_, Error>(Tiler::from(&whole(product(self.atom.shape.mode(mode)?)?)?));
        let atom = pair(atom(row)?, atom(column)?);
        let atoms = brief::zipped_divide(&cut, &atom, trace)?;
        let values = pair(Tiler::from(&self.atom.operand(matrix).layout), all());
        let named = brief::composition(&atoms, &values, trace)?;
        let threads =
            |mode: usize| Ok::<_, Error>(Tiler::from(&whole(product(self.threads.shape().mode(mode + 1)?)?)?));
        let threads = pair(all(), pair(threads(row)?, threads(column)?));
        brief::zipped_divide(&named, &threads, trace)
    }

    /// From the number of a thread to its place in [`TiledMma::threads`], as a layout.
    fn places_of_threads(&self) -> Result<Layout> {
        let whole = Layout::concatenate(&[self.threads.clone(), self.threads.complement()?])?;
        let count = Nested::Tuple(vec![Nested::Leaf(self.threads.size()?), Nested::Leaf(Int::ONE)]);
        let ones = Nested::Tuple(vec![Nested::Leaf(Int::ONE), Nested::Leaf(Int::ZERO)]);
        Layout::with_ints(count, &ones)?.composition(&whole.right_inverse()?)
    }

    /// `(thread, value)` to the 1-D coordinate of a matrix's tile: CuTe's `get_layoutA_TV` and its like.
    pub fn thread_values(&self, matrix: Matrix) -> Result<Layout> {
        let all = || Nested::Leaf(TilerLeaf::All);
        let pair = |left: Tiler, right: Tiler| Nested::Tuple(vec![left, right]);
        let mut layout = self.thrfrg(matrix, &self.tile(matrix)?)?;
        if matrix != Matrix::C {
            // A is the same for all atoms along N, and B for all along M.
            let extents = [self.threads.shape().mode(1)?.clone(), self.threads.shape().mode(2)?.clone()];
            let extents =
                extents.iter().map(|extent| Ok(Nested::Leaf(product(extent)?))).collect::<Result<Vec<_>>>()?;
            let counted = if matrix == Matrix::A { [Int::ONE, Int::ZERO] } else { [Int::ZERO, Int::ONE] };
            let counted = Nested::Tuple(counted.iter().map(|stride| Nested::Leaf(*stride)).collect());
            let both = Layout::with_ints(Nested::Tuple(extents), &counted)?;
            layout = layout.composition_by(&pair(pair(all(), pair(Tiler::from(&both), all())), all()))?;
        }
        layout.composition_by(&pair(Tiler::from(&self.places_of_threads()?), all()))
    }

    /// The part of one thread: CuTe's `get_slice`.
    pub fn slice(&self, thread: Int) -> Result<MmaSlice> {
        Ok(MmaSlice { place: self.threads.get_flat_coord(thread)?, thread, mma: self.clone() })
    }

    /// The shape of what one thread gets of a matrix: CuTe's `partition_shape_A` and its like.
    pub fn partition_shape(&self, matrix: Matrix, shape: &Shape) -> Result<Shape> {
        let whole = Layout::compact(shape.clone(), crate::make::Major::Left)?;
        let cut = self.thrfrg(matrix, &whole)?;
        let modes = cut.shape().mode(1)?.mode(1)?.rank();
        let place = Nested::Tuple(vec![Nested::Leaf(Slot::Int(Int::ZERO)), values_of(modes)]);
        Ok(cut.slice(&place)?.shape().clone())
    }
}

/// The values of a thread and every repetition, as a coordinate.
fn values_of(repetitions: usize) -> Coordinate {
    Nested::Tuple(vec![Nested::Leaf(Slot::All), crate::algebra::tile::all_of(repetitions)])
}

/// One thread of a [`TiledMma`]: CuTe's `ThrMMA`.
#[derive(Debug, Clone, PartialEq)]
pub struct MmaSlice {
    /// Whose thread it is.
    pub mma: TiledMma,
    /// Its number.
    pub thread: Int,
    /// Its place within the atom and along M, N and K.
    pub place: IntTuple,
}

impl MmaSlice {
    /// Returns what the thread gets of a matrix: CuTe's `partition_A` and its like.
    pub fn partition(&self, matrix: Matrix, tensor: &Tensor) -> Result<Tensor> {
        self.partition_with_trace(matrix, tensor, &mut Trace::silent())
    }

    /// [`MmaSlice::partition`], telling how the tensor is cut, and which part of it the thread has.
    pub fn partition_with_trace(&self, matrix: Matrix, tensor: &Tensor, trace: &mut Trace<'_>) -> Result<Tensor> {
        let cut = tensor.with(&mut |layout| self.mma.thrfrg_with_trace(matrix, layout, trace))?;
        let modes = cut.layout.shape().mode(1)?.mode(1)?.rank();
        let [row, column] = matrix.modes();
        let at = |mode: usize| Ok::<_, Error>(Coordinate::from(self.place.mode(mode)?));
        let thread = Nested::Tuple(vec![at(0)?, Nested::Tuple(vec![at(row + 1)?, at(column + 1)?])]);
        let part = Nested::Tuple(vec![thread, values_of(modes)]);
        brief::slice(&cut, &part, trace, || cut.slice(&part))
    }
}
