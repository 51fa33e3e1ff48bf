//! Coordinates: the maps between 1-D, R-D and natural coordinates and indices, as CuTe computes them.

use std::fmt;

use crate::basis::{Stride, add_along};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::{Index, IntTuple, Shape, product, product_like};
use crate::make::compact_col_major;
use crate::nested::{LEAF_LIMIT, Nested};
use crate::trail::{CoordinateStep, Listener, Silence, Trail};

/// One place of a coordinate: a number, or `_`, which keeps the mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Slot {
    /// A number.
    Int(Int),
    /// The underscore: all of this mode. In arithmetic it counts as `_0`, as in CuTe.
    All,
}

impl Slot {
    /// The number that arithmetic uses.
    pub fn int(self) -> Int {
        match self {
            Slot::Int(int) => int,
            Slot::All => Int::ZERO,
        }
    }
}

impl From<Int> for Slot {
    fn from(int: Int) -> Self {
        Slot::Int(int)
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Slot::Int(int) => int.fmt(f),
            Slot::All => f.write_str("_"),
        }
    }
}

/// A coordinate, possibly with `_` in places.
pub type Coordinate = Nested<Slot>;

impl Coordinate {
    /// Returns true if an underscore stands in it.
    pub fn has_underscore(&self) -> bool {
        self.leaves().into_iter().any(|slot| *slot == Slot::All)
    }

    /// The numbers, with `_0` for underscores.
    pub fn ints(&self) -> IntTuple {
        self.map(&mut |slot| slot.int())
    }
}

impl From<&IntTuple> for Coordinate {
    fn from(tuple: &IntTuple) -> Self {
        tuple.map(&mut |int| Slot::Int(*int))
    }
}

/// The index of any coordinate that the shape accepts: the inner product of its natural coordinate with the stride.
///
/// A 1-D coordinate is split by division and remainder from the left; the last mode takes what is left, however large.
/// Law: `crd2idx(c, S, D) = crd2idx(idx2crd(c, S), S, D)`.
///
/// ```
/// use colex::{Layout, coordinate::crd2idx};
///
/// let a: Layout = "(3,(2,3)):(3,(12,1))".parse()?;
/// assert_eq!(crd2idx(&"(1,5)".parse()?, a.shape(), a.stride())?.to_string(), "17");
/// let natural = colex::coordinate::idx2crd(&"(1,5)".parse()?, a.shape())?;
/// assert_eq!(crd2idx(&(&natural).into(), a.shape(), a.stride())?.to_string(), "17");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn crd2idx(coordinate: &Coordinate, shape: &Shape, stride: &Stride) -> Result<Index> {
    crd2idx_with_trace(coordinate, shape, stride, &mut Silence)
}

/// [`crd2idx`], telling its divisions and products to a listener.
pub fn crd2idx_with_trace(
    coordinate: &Coordinate,
    shape: &Shape,
    stride: &Stride,
    listener: &mut impl Listener,
) -> Result<Index> {
    let mut sum = Sum::default();
    add_index(coordinate, shape, stride, &Trail::root(), listener, &mut sum)?;
    Ok(sum.index)
}

/// Contribution of the modes before to an index.
struct Sum {
    index: Index,
    /// Number of further leaves that it may have: basis strides can answer long coordinates.
    room: usize,
}

impl Default for Sum {
    fn default() -> Self {
        Sum { index: Nested::Leaf(Int::ZERO), room: LEAF_LIMIT }
    }
}

fn add_index(
    coordinate: &Coordinate,
    shape: &Shape,
    stride: &Stride,
    trail: &Trail<'_>,
    listener: &mut impl Listener,
    sum: &mut Sum,
) -> Result<()> {
    match (coordinate, shape, stride) {
        (Nested::Leaf(slot), Nested::Leaf(_), Nested::Leaf(leaf)) => {
            let product = slot.int().times(leaf.scale())?;
            listener.coordinate_step(|| CoordinateStep::Product {
                path: trail.path(),
                coordinate: slot.int(),
                stride: leaf.clone(),
                product,
            });
            add_along(&mut sum.index, leaf, product, &mut sum.room)
        }
        (Nested::Tuple(modes), Nested::Tuple(shapes), Nested::Tuple(strides))
            if modes.len() == shapes.len() && shapes.len() == strides.len() =>
        {
            for (index, ((mode, shape), stride)) in modes.iter().zip(shapes).zip(strides).enumerate() {
                add_index(mode, shape, stride, &trail.then(index), listener, sum)?;
            }
            Ok(())
        }
        (Nested::Leaf(slot), Nested::Tuple(shapes), Nested::Tuple(strides)) if shapes.len() == strides.len() => {
            let mut rest = slot.int();
            for (index, (shape, stride)) in shapes.iter().zip(strides).enumerate() {
                let inner = trail.then(index);
                let digit = split(&mut rest, shape, index + 1 == shapes.len(), &inner, listener)?;
                add_index(&Nested::Leaf(Slot::Int(digit)), shape, stride, &inner, listener, sum)?;
            }
            Ok(())
        }
        _ => Err(mismatch(coordinate, shape, trail)),
    }
}

/// Takes the coordinate within `mode` off a 1-D coordinate and leaves the quotient in `rest`.
fn split(rest: &mut Int, mode: &Shape, is_last: bool, trail: &Trail<'_>, listener: &mut impl Listener) -> Result<Int> {
    let before = *rest;
    if is_last || before.is_constant(0) {
        if is_last {
            let digit = before;
            listener.coordinate_step(|| CoordinateStep::Rest { path: trail.path(), digit });
        }
        return Ok(before);
    }
    let extent = product(mode)?;
    let digit = before.modulo(extent)?;
    *rest = before.over(extent)?;
    let quotient = *rest;
    listener.coordinate_step(|| CoordinateStep::Divide {
        path: trail.path(),
        dividend: before,
        extent,
        digit,
        quotient,
    });
    Ok(digit)
}

fn mismatch(coordinate: &Coordinate, shape: &Shape, trail: &Trail<'_>) -> Error {
    if let (Nested::Tuple(_), Nested::Leaf(_)) = (coordinate, shape) {
        return Error::TupleForInteger { tuple: coordinate.to_string(), integer: shape.to_string() };
    }
    Error::RankMismatch { left: coordinate.to_string(), right: shape.to_string(), path: trail.path() }
}

/// The 1-D coordinate of any coordinate that the shape accepts.
///
/// ```
/// use colex::coordinate::{Coordinate, crd2idx_shape, idx2crd};
///
/// let shape = "(3,(2,3))".parse()?;
/// assert_eq!(crd2idx_shape(&"(1,5)".parse()?, &shape)?.to_string(), "16");
/// for i in 0..18 {
///     let natural = idx2crd(&i.to_string().parse()?, &shape)?;
///     assert_eq!(crd2idx_shape(&Coordinate::from(&natural), &shape)?.value(), i);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn crd2idx_shape(coordinate: &Coordinate, shape: &Shape) -> Result<Int> {
    match (coordinate, shape) {
        (Nested::Leaf(slot), _) => Ok(slot.int()),
        (Nested::Tuple(_), Nested::Leaf(_)) => Err(mismatch(coordinate, shape, &Trail::root())),
        (Nested::Tuple(_), Nested::Tuple(_)) => {
            let shapes = product_like(shape, coordinate).map_err(|_| mismatch(coordinate, shape, &Trail::root()))?;
            let digits = coordinate.leaves().into_iter().map(|slot| slot.int()).collect::<Vec<_>>();
            let extents = shapes.leaves().into_iter().copied().collect::<Vec<_>>();
            let mut pairs = digits.into_iter().zip(extents).rev();
            let (last, _) = pairs.next().ok_or(Error::Empty)?;
            Ok(pairs.try_fold(last, |value, (digit, extent)| digit.plus(extent.times(value)?))?)
        }
    }
}

/// The natural coordinate equivalent to any coordinate that the shape accepts. The last mode is *not* reduced, so a
/// coordinate outside the shape stays outside: `idx2crd(20, (3,(2,3))) = (2,(0,3))`.
///
/// Law: `crd2idx(idx2crd(i, S), S) = i`.
///
/// ```
/// use colex::coordinate::idx2crd;
///
/// assert_eq!(idx2crd(&"16".parse()?, &"(3,(2,3))".parse()?)?.to_string(), "(1,(1,2))");
/// for i in 0..20 {
///     let (shape, natural) = ("(3,(2,3))".parse()?, idx2crd(&i.to_string().parse()?, &"(3,(2,3))".parse()?)?);
///     assert_eq!(colex::coordinate::crd2idx_shape(&(&natural).into(), &shape)?.value(), i);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn idx2crd(coordinate: &Coordinate, shape: &Shape) -> Result<IntTuple> {
    idx2crd_with_trace(coordinate, shape, &mut Silence)
}

/// [`idx2crd`], telling its divisions to a listener.
pub fn idx2crd_with_trace(coordinate: &Coordinate, shape: &Shape, listener: &mut impl Listener) -> Result<IntTuple> {
    natural(coordinate, shape, &Trail::root(), listener)
}

fn natural(
    coordinate: &Coordinate,
    shape: &Shape,
    trail: &Trail<'_>,
    listener: &mut impl Listener,
) -> Result<IntTuple> {
    match (coordinate, shape) {
        (Nested::Leaf(slot), Nested::Leaf(_)) => Ok(Nested::Leaf(slot.int())),
        (Nested::Tuple(modes), Nested::Tuple(shapes)) if modes.len() == shapes.len() => modes
            .iter()
            .zip(shapes)
            .enumerate()
            .map(|(index, (mode, shape))| natural(mode, shape, &trail.then(index), listener))
            .collect::<Result<_>>()
            .map(Nested::Tuple),
        (Nested::Leaf(slot), Nested::Tuple(shapes)) => {
            let mut rest = slot.int();
            let mut modes = Vec::with_capacity(shapes.len());
            for (index, shape) in shapes.iter().enumerate() {
                let inner = trail.then(index);
                let digit = split(&mut rest, shape, index + 1 == shapes.len(), &inner, listener)?;
                modes.push(natural(&Nested::Leaf(Slot::Int(digit)), shape, &inner, listener)?);
            }
            Ok(Nested::Tuple(modes))
        }
        _ => Err(mismatch(coordinate, shape, trail)),
    }
}

/// CuTe's three-argument `idx2crd`: `(index / stride) % shape` in every mode, `_0` where the extent is a static 1.
///
/// It finds the coordinate of an *index* in a compact layout. In others the answer may be wrong: use
/// [`crate::preimage`] there.
///
/// ```
/// use colex::coordinate::{Coordinate, idx2crd_stride};
/// use colex::{IntTuple, Layout};
///
/// let (shape, stride): (IntTuple, IntTuple) = ("(4,(2,3))".parse()?, "(6,(1,2))".parse()?);
/// let a = Layout::with_ints(shape.clone(), &stride)?;
/// for k in 0..24 {
///     let coordinate = idx2crd_stride(&k.into(), &shape, &stride)?;
///     assert_eq!(a.index(&Coordinate::from(&coordinate))?, k.into());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn idx2crd_stride(index: &IntTuple, shape: &Shape, stride: &IntTuple) -> Result<IntTuple> {
    match (index, shape, stride) {
        (Nested::Leaf(index), Nested::Leaf(extent), Nested::Leaf(stride)) => {
            if extent.is_constant(1) {
                return Ok(Nested::Leaf(Int::ZERO));
            }
            Ok(Nested::Leaf(index.over(*stride)?.modulo(*extent)?))
        }
        (Nested::Leaf(_), Nested::Tuple(shapes), Nested::Tuple(strides)) if shapes.len() == strides.len() => shapes
            .iter()
            .zip(strides)
            .map(|(shape, stride)| idx2crd_stride(index, shape, stride))
            .collect::<Result<_>>()
            .map(Nested::Tuple),
        (Nested::Leaf(_), Nested::Tuple(_), Nested::Leaf(current)) => {
            idx2crd_stride(index, shape, &compact_col_major(shape, *current)?)
        }
        (Nested::Tuple(indices), Nested::Tuple(shapes), Nested::Tuple(strides))
            if indices.len() == shapes.len() && shapes.len() == strides.len() =>
        {
            let modes = indices.iter().zip(shapes).zip(strides);
            modes
                .map(|((index, shape), stride)| idx2crd_stride(index, shape, stride))
                .collect::<Result<_>>()
                .map(Nested::Tuple)
        }
        _ => Err(mismatch(&Coordinate::from(index), shape, &Trail::root())),
    }
}

/// A coordinate of one shape as the equivalent coordinate of another of the same size.
///
/// ```
/// use colex::coordinate::{Coordinate, crd2crd, crd2idx_shape};
///
/// let (source, destination, coordinate) = ("(4,6)".parse()?, "((2,2),(3,2))".parse()?, "(3,4)".parse()?);
/// let same = crd2crd(&coordinate, &source, &destination)?;
/// assert_eq!(same.to_string(), "((1,1),(1,1))");
/// assert_eq!(crd2idx_shape(&Coordinate::from(&same), &destination)?, crd2idx_shape(&coordinate, &source)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn crd2crd(coordinate: &Coordinate, source: &Shape, destination: &Shape) -> Result<IntTuple> {
    match (coordinate, source, destination) {
        (Nested::Tuple(modes), Nested::Tuple(sources), Nested::Tuple(destinations)) => {
            if modes.len() != sources.len() || sources.len() != destinations.len() {
                return Err(Error::RankMismatch {
                    left: source.to_string(),
                    right: destination.to_string(),
                    path: Vec::new(),
                });
            }
            let modes = modes.iter().zip(sources).zip(destinations);
            modes
                .map(|((mode, source), destination)| crd2crd(mode, source, destination))
                .collect::<Result<_>>()
                .map(Nested::Tuple)
        }
        _ => idx2crd(&Nested::Leaf(crd2idx_shape(coordinate, source)?.into()), destination),
    }
}
