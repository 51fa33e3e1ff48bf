//! Copies by TMA: how much of a tile of shared memory one instruction fills, and by which coordinates of the tensor.
//!
//! The definitions are those of CUTLASS (`cute/atom/copy_traits_sm90_tma.hpp`), written as the algebra has them: shared
//! memory is read in order, each element is followed to the modes of the tensor that it comes from, and as many of these
//! as lie one step apart are what one instruction moves.

use super::CopyOperation;
use super::tensor_map::{MapMode, TensorMap, merged, share_out};
use super::tiled_copy::{CopyAtom, TiledCopy};
use super::tiled_mma::{Matrix, TiledMma};
use super::tma::{Unfit, span_of_tile};
use crate::algebra::product::Order;
use crate::algebra::{Mode, Tiler, TilerLeaf, modes_of};
use crate::basis::{ScaledBasis, Stride, StrideLeaf};
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::product_each;
use crate::layout::{Layout, Shape};
use crate::make::Major;
use crate::nested::Nested;
use crate::tensor::{Engine, Tensor};

/// The instructions, as C++ calls them.
pub const INSTRUCTIONS: [&str; 6] = [
    "SM90_TMA_LOAD",
    "SM90_TMA_LOAD_MULTICAST",
    "SM90_TMA_STORE",
    "SM90_TMA_REDUCE_ADD",
    "SM100_TMA_2SM_LOAD",
    "SM100_TMA_2SM_LOAD_MULTICAST",
];

/// Number of modes that an instruction counts by.
const MODES_MOST: usize = 5;
/// The largest extent of a box.
const EXTENT_MOST: i64 = 256;
/// Number of bits that strides are multiples of.
const GRANULE: i64 = 128;

/// A copy, or why there is none.
type Made<T> = std::result::Result<T, NoCopy>;

/// Why there is no such copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoCopy {
    /// The algebra has no answer.
    Algebra(Error),
    /// No box moves the tile.
    Unfit(Unfit),
}

impl From<Error> for NoCopy {
    fn from(error: Error) -> Self {
        NoCopy::Algebra(error)
    }
}

impl From<Unfit> for NoCopy {
    fn from(unfit: Unfit) -> Self {
        NoCopy::Unfit(unfit)
    }
}

/// Parts that a copy by TMA is made of.
#[derive(Debug, Clone, Copy)]
pub struct Moved<'a> {
    /// The instruction, one of [`INSTRUCTIONS`].
    pub instruction: &'static str,
    /// The layout of the tensor in global memory.
    pub tensor: &'a Layout,
    /// Number of bits of an element.
    pub bits: u32,
    /// Number of bits that are counted as one: those of an element, if nothing else is said.
    pub unit: u32,
    /// The tile of shared memory.
    pub shared: &'a AnyLayout,
    /// From an element of the tile to the modes of the tensor.
    pub values: &'a Layout,
    /// Number of CTAs of a cluster that share it.
    pub ctas: i64,
}

/// The layout of shared memory without its swizzle: CuTe's `get_nonswizzle_portion`.
fn without_swizzle(layout: &AnyLayout) -> &Layout {
    layout.innermost()
}

/// A layout as the only mode of another.
fn alone(layout: Layout) -> Result<Layout> {
    Layout::concatenate(&[layout])
}

fn constant(count: i64) -> Nested<Int> {
    Nested::Leaf(Int::constant(count))
}

/// A flattened layout whose modes are joined where one follows the other and both fit into a box: CuTe's `coalesce_256`.
fn joined_within_a_box(layout: &Layout) -> Result<Layout> {
    let mut joined: Vec<(Int, StrideLeaf)> = Vec::new();
    for mode in modes_of(layout, 0) {
        let (extent, stride) = (mode.extent, mode.stride);
        if extent.is_constant(1) {
            continue;
        }
        if let Some((before, apart)) = joined.last_mut()
            && let (StrideLeaf::Int(apart), StrideLeaf::Int(next)) = (apart, &stride)
            && [*before, *apart, extent, *next].iter().all(|int| int.is_static())
            && before.value().checked_mul(apart.value()) == Some(next.value())
            && before.value().checked_mul(extent.value()).is_some_and(|both| both <= EXTENT_MOST)
        {
            *before = before.times(extent)?;
            continue;
        }
        joined.push((extent, stride));
    }
    if joined.is_empty() {
        return Ok(Layout::trivial());
    }
    let (shape, stride): (Vec<_>, Vec<_>) =
        joined.into_iter().map(|(extent, stride)| (Nested::Leaf(extent), Nested::Leaf(stride))).unzip();
    match (shape.as_slice(), stride.as_slice()) {
        ([shape], [stride]) => Layout::new(shape.clone(), stride.clone()),
        _ => Layout::new(Nested::Tuple(shape), Nested::Tuple(stride)),
    }
}

/// The modes of a basis stride; an integer is of the whole.
fn path_of(stride: &StrideLeaf) -> Vec<usize> {
    match stride {
        StrideLeaf::Basis(basis) => basis.path.clone(),
        StrideLeaf::Int(_) => Vec::new(),
    }
}

/// The type of so many bits in C++.
pub(crate) fn unsigned(bits: u32) -> &'static str {
    match bits {
        0..=4 => "uint4_t",
        5..=8 => "uint8_t",
        9..=16 => "uint16_t",
        17..=32 => "uint32_t",
        33..=64 => "uint64_t",
        _ => "uint128_t",
    }
}

/// Modes that an instruction counts by, and what they are in the tensor.
struct Counted {
    /// For each of its modes, the modes of the tensor.
    modes: Vec<Vec<Vec<usize>>>,
    /// Number of units of each that one instruction moves; of those that it does not name, one.
    extents: Vec<i64>,
    /// Number of units that one instruction moves.
    size: i64,
    /// From the elements of shared memory in order to the modes of the tensor.
    order: Layout,
}

/// The modes of the tensor in the order in which shared memory runs through them: CuTe's `construct_tma_gbasis`.
fn counted(moved: &Moved<'_>, tensor: &Layout) -> Made<Counted> {
    let shared = without_swizzle(moved.shared);
    let [found, wanted] = [shared.size()?.value(), moved.values.size()?.value()];
    if found != wanted {
        return Err(Error::AtomDoesNotFit { what: "elements of a tile", found, wanted }.into());
    }
    let order = moved.values.composition(&shared.right_inverse()?)?.coalesce()?;
    let runs = modes_of(&order, 0);
    if runs.first().is_some_and(|mode| !mode.extent.is_static() || !mode.stride.scale().is_static()) {
        return Err(Unfit::Dynamic { found: moved.shared.to_string() }.into());
    }
    let runs = runs.into_iter().take_while(|mode| mode.stride.scale().is_constant(1)).collect::<Vec<_>>();
    if runs.is_empty() {
        return Err(Unfit::Turned { mode: 0 }.into());
    }
    let along = crate::algebra::layout_of(&runs)?;
    let steps = moved.tensor.composition(&along)?.recast(i64::from(moved.bits), i64::from(moved.unit))?;
    let boxed = joined_within_a_box(&steps)?;
    let named = Layout::identity(moved.tensor.shape().clone()).composition(&along)?;
    let named = Layout::new(steps.shape().clone(), named.stride().clone())?;
    let shape = match boxed.shape() {
        extent @ Nested::Leaf(_) => Nested::Tuple(vec![extent.clone()]),
        shape @ Nested::Tuple(_) => shape.clone(),
    };
    let boxed = named.composition(&Layout::compact(shape, Major::Left)?)?;
    // Joined modes are one mode of the instruction, of several modes of the tensor.
    let named = (0..boxed.rank()).map(|place| boxed.at(&[place])).collect::<Result<Vec<_>>>()?;
    let paths = |mode: &Layout| modes_of(mode, 0).iter().map(|mode| path_of(&mode.stride)).collect::<Vec<_>>();
    let mut modes = named.iter().map(paths).collect::<Vec<_>>();
    for (path, mode) in ways(tensor) {
        if !is_left_out(&mode) && !modes.iter().flatten().any(|other| *other == path) {
            modes.push(vec![path]);
        }
    }
    let rest = modes.split_off(modes.len().min(MODES_MOST - 1));
    if !rest.is_empty() {
        modes.push(rest.concat());
    }
    let sizes = named.iter().map(|mode| Ok(mode.size()?.value())).collect::<Result<Vec<_>>>()?;
    for (place, size) in sizes.iter().take(MODES_MOST - 1).enumerate() {
        if *size > EXTENT_MOST {
            return Err(Unfit::Extent { mode: place, found: *size }.into());
        }
    }
    let extents = (0..modes.len()).map(|place| match place + 1 < MODES_MOST {
        true => sizes.get(place).copied().unwrap_or(1),
        false => sizes.iter().skip(place).fold(1_i64, |size, extent| size.saturating_mul(*extent)),
    });
    Ok(Counted { extents: extents.collect(), modes, size: boxed.size()?.value(), order })
}

/// The leaves of a tensor's layout with the modes that lead to each.
fn ways(tensor: &Layout) -> Vec<(Vec<usize>, Mode)> {
    let basis = Layout::identity(tensor.shape().clone());
    modes_of(&basis, 0).iter().map(|own| path_of(&own.stride)).zip(modes_of(tensor, 0)).collect()
}

/// Returns true if no instruction has to know a mode: there is one element along it.
fn is_left_out(mode: &Mode) -> bool {
    mode.extent.is_constant(1) || mode.stride.int().is_some_and(|stride| stride.is_constant(0))
}

/// The extent and the step of modes that are counted together, in units.
fn counted_as_one(tensor: &Layout, modes: &[Vec<usize>]) -> Result<(i64, i64)> {
    let each = modes.iter().map(|path| {
        let mode = tensor.at(path)?;
        let step = mode.stride().leaves().first().map_or(0, |stride| stride.scale().value().saturating_abs());
        Ok((mode.size()?.value(), step))
    });
    Ok(merged(&each.collect::<Result<Vec<_>>>()?))
}

/// A mode of the instruction as a stride.
fn unit_of(place: usize, scale: Int) -> StrideLeaf {
    StrideLeaf::Basis(ScaledBasis { scale, path: vec![place] })
}

impl CopyAtom {
    /// The copy of as much of a tile as one instruction moves: CuTe's `make_tma_atom`, and what is inside `make_tma_copy`.
    ///
    /// Errors: [`Error::AtomDoesNotFit`] where tile and shared memory have other sizes, those of the algebra, and
    /// [`Unfit`] where neighbours in shared memory are none in the tensor, or strides are no multiples of 16 bytes.
    pub fn by_tma(moved: &Moved<'_>) -> Made<Self> {
        let (bits, unit) = (i64::from(moved.bits), i64::from(moved.unit));
        let tensor = moved.tensor.recast(bits, unit)?;
        let counted = counted(moved, &tensor)?;
        let whole = counted.modes.iter().map(|modes| counted_as_one(&tensor, modes)).collect::<Result<Vec<_>>>()?;
        let steps = whole.iter().map(|(_, step)| *step).collect::<Vec<_>>();
        let first = |place: usize| counted.modes.get(place).and_then(|modes| modes.first()?.first()).copied();
        for (place, (extent, step)) in whole.iter().enumerate() {
            let mode = first(place).unwrap_or_default();
            if place == 0 && *step != 1 {
                return Err(Unfit::Turned { mode }.into());
            }
            // Along one element nobody steps.
            if place > 0 && *extent != 1 && step.saturating_mul(unit) % GRANULE != 0 {
                return Err(Unfit::Stride { mode, bits: step.saturating_mul(unit) }.into());
            }
        }
        let coordinates = coordinates(&tensor, moved.tensor, &counted, &steps, [bits, unit])?;
        let threads = if moved.instruction.starts_with("SM100") { 2 } else { 1 };
        let bits = counted.size.saturating_mul(unit);
        let stride = if threads == 1 { 0 } else { bits };
        let strides = Nested::Tuple(vec![constant(stride), constant(1)]);
        let layout = Layout::with_ints(Nested::Tuple(vec![constant(threads), constant(bits)]), &strides)?;
        let operation = CopyOperation {
            name: moved.instruction.to_string(),
            threads: Layout::compact(constant(threads), Major::Left)?,
            source: layout.clone(),
            destination: layout.clone(),
            reference: layout,
        };
        let atom = CopyAtom::new(operation, unsigned(moved.bits), moved.bits)?;
        let modes = counted.modes.into_iter().zip(whole).zip(counted.extents).map(|((of, (extent, step)), boxed)| {
            MapMode { of, extent, step: step.saturating_mul(unit), boxed, share: boxed }
        });
        let mut modes = modes.collect::<Vec<_>>();
        share_out(&mut modes, moved.ctas);
        let (elements, order) = ((moved.tensor.clone(), moved.bits), counted.order);
        let span = span_of_tile(moved.shared, i64::from(moved.bits));
        let instruction = moved.instruction;
        let map =
            TensorMap { instruction, coordinates, modes, unit: moved.unit, span, ctas: moved.ctas, elements, order };
        Ok(CopyAtom { map: Some(Box::new(map)), ..atom })
    }

    /// The coordinates by which it counts a tensor of a shape: CuTe's `get_tma_tensor`. `None` of a copy by other means.
    ///
    /// Errors: [`Error::NotCongruent`].
    pub fn tma_tensor(&self, shape: &Shape) -> Result<Option<Tensor>> {
        let Some(map) = &self.map else { return Ok(None) };
        let layout = Layout::new(shape.clone(), map.coordinates.clone())?;
        let begin = layout.coshape()?.map(&mut |_| Int::ZERO);
        Ok(Some(Tensor { engine: Engine::Coordinates(begin), layout: layout.into() }))
    }

    /// Returns what each of some tensors gives to one instruction, `((TMA,TMA_Iter),…)`: CuTe's `tma_partition`. The
    /// last is of shared memory, and says in which order; `place` is the number of a CTA among those that `ctas` shares
    /// the tile with.
    ///
    /// Errors: those of the algebra.
    pub fn tma_partition(&self, place: &Coordinate, ctas: &Layout, tensors: &[&Tensor]) -> Result<Vec<Tensor>> {
        Instruction::of(self)?.partition(place, ctas, tensors)
    }
}

/// An instruction of which counts how many elements it moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction(Int);

impl Instruction {
    /// The instruction of a copy.
    ///
    /// Errors: those of [`Layout::at`].
    pub fn of(atom: &CopyAtom) -> Result<Self> {
        Ok(Instruction(atom.source.at(&[1])?.size()?))
    }

    /// An instruction of which nothing else is known: it moves what lies one step apart in shared memory and in the
    /// coordinates of the other tensor, as the largest box does; of a tensor that has no coordinates, a row of its rows.
    ///
    /// Errors: those of the composition.
    pub fn between(shared: &Tensor, other: &Tensor) -> Result<Self> {
        let inverse = without_swizzle(&shared.layout.at(&[0])?).right_inverse()?;
        let order = other.layout.at(&[0])?.innermost().composition(&inverse)?.coalesce()?;
        let runs = modes_of(&order, 0);
        let is_unit = |mode: &Mode| matches!(mode.stride, StrideLeaf::Basis(_)) && mode.stride.scale().is_constant(1);
        let most = if runs.first().is_some_and(is_unit) { MODES_MOST } else { 2 };
        let runs = runs.iter().take(most).take_while(|run| most == 2 || is_unit(run));
        let mut count = 1_i64;
        for run in runs {
            count = count.saturating_mul(run.extent.value().clamp(1, EXTENT_MOST));
            if run.extent.value() > EXTENT_MOST {
                break;
            }
        }
        Ok(Instruction(Int::constant(count)))
    }

    /// Returns what each of some tensors gives to it: [`CopyAtom::tma_partition`].
    ///
    /// Errors: those of the algebra.
    pub fn partition(self, place: &Coordinate, ctas: &Layout, tensors: &[&Tensor]) -> Result<Vec<Tensor>> {
        let count = self.0;
        let shared = tensors.last().ok_or(Error::Empty)?;
        let tile = shared.layout.at(&[0])?;
        let (inner, size) = (without_swizzle(&tile).right_inverse()?, tile.size()?);
        let whole = alone(inner)?.tile_to_shape(&Nested::Leaf(size), &Order::Major(Major::Left))?;
        let parts = whole.logical_divide(&Nested::Leaf(TilerLeaf::Extent(count)))?;
        let Nested::Leaf(number) = ctas.index(place)? else { return Err(Error::Empty) };
        let share = count.over(ctas.cosize()?)?;
        let offset = number.times(share)?;
        let moved = |tensor: &&Tensor| {
            let rank = tensor.layout.rank();
            let [found, wanted] = [tensor.layout.at(&[0])?.size()?.value(), size.value()];
            if found != wanted {
                return Err(Error::AtomDoesNotFit { what: "elements of a tile", found, wanted });
            }
            let all = Nested::Leaf(TilerLeaf::All);
            let tiler = Nested::Tuple(vec![Tiler::from(&parts)]).append_to(rank, &all)?;
            let profile = Nested::Tuple(vec![Nested::Tuple(vec![constant(1), constant(1)])]);
            let tensor = tensor.with(&mut |layout| layout.composition_by(&tiler)?.coalesce_by(&profile))?;
            let begin = vec![Nested::Leaf(offset), Nested::Leaf(Int::ZERO)];
            let begin = Nested::Tuple(vec![Nested::Tuple(begin)]).append_to(rank, &Nested::Leaf(Int::ZERO))?;
            tensor.domain_offset(&Coordinate::from(&begin))
        };
        tensors.iter().map(moved).collect()
    }
}

/// The coordinates by which an instruction counts a tensor of a shape of which nothing else is known: as if its elements lay
/// together along the second mode, as those of an operand of a GEMM along K.
///
/// Errors: those of [`Layout::new`].
pub fn coordinates_along_k(shape: &Shape) -> Result<Tensor> {
    let count = |mode: usize| shape.mode(mode).map_or(0, |mode| mode.leaves().len());
    let (first, second) = (count(0), if shape.rank() > 1 { count(1) } else { 0 });
    let mut place = 0..;
    let stride = shape.map(&mut |_| {
        let place = place.next().unwrap_or_default();
        let turned = match place {
            place if place < first => place + second,
            place if place < first + second => place - first,
            place => place,
        };
        unit_of(turned, Int::ONE)
    });
    let layout = Layout::new(shape.clone(), stride)?;
    let begin = layout.coshape()?.map(&mut |_| Int::ZERO);
    Ok(Tensor { engine: Engine::Coordinates(begin), layout: layout.into() })
}

/// By which coordinates of the instruction each mode of the tensor is counted.
fn coordinates(
    tensor: &Layout,
    elements: &Layout,
    counted: &Counted,
    steps: &[i64],
    [bits, unit]: [i64; 2],
) -> Result<Stride> {
    let modes = ways(tensor).into_iter().map(|(path, mode)| {
        let place = counted.modes.iter().position(|modes| modes.contains(&path)).filter(|_| !is_left_out(&mode));
        Ok(match place {
            None => StrideLeaf::Int(Int::ZERO),
            Some(0) => {
                let stride = elements.at(&path)?.stride().leaves().first().map_or(Int::ONE, |stride| stride.scale());
                unit_of(0, Int::ratio(bits, unit)?.times(stride)?)
            }
            Some(place) if counted.modes.get(place).is_some_and(|modes| modes.len() == 1) => unit_of(place, Int::ONE),
            Some(place) => {
                let step = steps.get(place).copied().unwrap_or_default().saturating_mul(unit) / 8;
                let bits = mode.stride.scale().value().saturating_mul(unit);
                let scale = (bits / step.max(16)).saturating_add(7) / 8;
                unit_of(place, Int::dynamic(scale))
            }
        })
    });
    let mut modes = modes.collect::<Result<Vec<_>>>()?.into_iter();
    Ok(tensor.shape().map(&mut |_| modes.next().unwrap_or(StrideLeaf::Int(Int::ZERO))))
}

impl TiledCopy {
    /// The copy of a tile by TMA, shared by the CTAs that `ctas` numbers: CuTe's `make_tma_copy`.
    ///
    /// Errors: those of [`CopyAtom::by_tma`].
    pub fn by_tma(moved: &Moved<'_>, ctas: &Layout) -> Made<Self> {
        let atom = CopyAtom::by_tma(moved)?;
        let count = atom.reference.at(&[1])?.size()?;
        let inverse = without_swizzle(moved.shared).right_inverse()?;
        let one = inverse.composition(&Layout::compact(Nested::Leaf(count), Major::Left)?)?;
        let size = Nested::Leaf(moved.values.size()?);
        let values = alone(one)?.tile_to_shape(&size, &Order::Major(Major::Left))?;
        let among = ctas.cosize()?;
        let share = count.over(among).map_err(Error::from)?;
        let share = Layout::with_ints(Nested::Leaf(among), &Nested::Leaf(share))?;
        let threads = inverse.composition(&share.composition(ctas)?)?;
        let tiler = product_each(moved.values.shape())?.map(&mut |extent| TilerLeaf::Extent(*extent));
        Ok(TiledCopy::new(atom, Layout::concatenate(&[threads, values])?, tiler)?)
    }
}

/// From the elements of a tile to the modes of a tensor: the identity of its shape, cut by a tiler.
///
/// Errors: those of the composition.
pub fn values_of(tensor: &Layout, tiler: &Tiler) -> Result<Layout> {
    Layout::identity(tensor.shape().clone()).composition_by(tiler)
}

/// The same as the values of a CTA of a tiled MMA: `(MMA,MMA_M,MMA_K,…)`.
///
/// Errors: those of the composition and of [`TiledMma::thrfrg`].
pub fn values_of_mma(tensor: &Layout, tiler: &Tiler, mma: &TiledMma, matrix: Matrix) -> Result<Layout> {
    let tile = values_of(tensor, tiler)?;
    let rest = crate::algebra::tile::all_of(tile.rank());
    let cut = mma.thrfrg(matrix, &tile)?.at(&[1])?;
    cut.slice(&Nested::Tuple(vec![Nested::Leaf(Slot::All), rest]))
}

/// Which CTA of a tiled MMA is which among those that share a tile of a matrix: those along the mode that it lacks.
///
/// Errors: those of the algebra.
pub fn ctas_of_mma(mma: &TiledMma, matrix: Matrix, is_multicast: bool) -> Result<Layout> {
    let shape = mma.threads.shape().clone();
    let shared = match matrix {
        Matrix::A => 2,
        Matrix::B => 1,
        Matrix::C => usize::MAX,
    };
    let current = (0..shape.rank()).map(|mode| match is_multicast && mode == shared {
        true => constant(1),
        false => constant(0),
    });
    let stride = crate::make::compact_each(&shape, &Nested::Tuple(current.collect()), Major::Left)?;
    Layout::with_ints(shape, &stride)?.coalesce()
}
