//! Tilers: what a divide cuts by and a product repeats over.

use std::fmt;

use super::Traced;
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::{Int, Truth};
use crate::int_tuple::{IntTuple, all, product};
use crate::layout::Layout;
use crate::nested::Nested;
use crate::slice::pick;

/// A leaf of a tiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TilerLeaf {
    /// `N`, which means `N:1`.
    Extent(Int),
    /// `_`: the mode stays.
    All,
    /// A layout.
    Layout(Layout),
}

/// Tiler that modes are cut by or repeated over: a layout, an integer, or a tuple of such, mode by mode.
pub type Tiler = Nested<TilerLeaf>;

impl fmt::Display for TilerLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TilerLeaf::Extent(extent) => extent.fmt(f),
            TilerLeaf::All => f.write_str("_"),
            TilerLeaf::Layout(layout) => layout.fmt(f),
        }
    }
}

impl From<&Layout> for Tiler {
    fn from(layout: &Layout) -> Self {
        Nested::Leaf(TilerLeaf::Layout(layout.clone()))
    }
}

/// `((A,a),(B,b),c)` as `((A,B),(a,b,c))`, along the tuples of a tiler: CuTe's `zip2_by`.
pub(crate) fn unzip<T: Clone>(tree: &Nested<T>, tiler: &Tiler) -> Result<(Nested<T>, Nested<T>)>
where
    Nested<T>: fmt::Display,
{
    match (tree, tiler) {
        (Nested::Tuple(modes), Nested::Leaf(_)) => match modes.as_slice() {
            [tile, rest] => Ok((tile.clone(), rest.clone())),
            _ => Err(Error::NotSplit { mode: tree.to_string(), rank: tree.rank() }),
        },
        (Nested::Tuple(modes), Nested::Tuple(tilers)) if tilers.len() <= modes.len() => {
            let (mut tiles, mut rests) = (Vec::with_capacity(tilers.len()), Vec::with_capacity(modes.len()));
            for (mode, tiler) in modes.iter().zip(tilers) {
                let (tile, rest) = unzip(mode, tiler)?;
                tiles.push(tile);
                rests.push(rest);
            }
            rests.extend(modes.iter().skip(tilers.len()).cloned());
            Ok((Nested::Tuple(tiles), Nested::Tuple(rests)))
        }
        (Nested::Tuple(modes), Nested::Tuple(tilers)) => {
            Err(Error::TilerTooLong { tiler: tilers.len(), rank: modes.len() })
        }
        (Nested::Leaf(_), _) => Err(Error::NotSplit { mode: tree.to_string(), rank: 0 }),
    }
}

impl Traced {
    /// The tiles of every mode in mode 0, what is left in mode 1: CuTe's `tile_unzip`.
    pub(crate) fn tile_unzip(self, tiler: &Tiler) -> Result<Traced> {
        fn zipped<T: Clone>(tree: &Nested<T>, tiler: &Tiler) -> Result<Nested<T>>
        where
            Nested<T>: fmt::Display,
        {
            let (tile, rest) = unzip(tree, tiler)?;
            Ok(Nested::Tuple(vec![tile, rest]))
        }
        self.with(
            |layout| layout.both(|shape| zipped(shape, tiler), |stride| zipped(stride, tiler)),
            |origins| zipped(origins, tiler),
        )
    }

    /// The modes of mode 1, and of mode 0 where `both`, moved up one level.
    pub(crate) fn spread(self, both: bool) -> Result<Traced> {
        let shape = self.layout.shape();
        let first = if both { all_of(shape.mode(0)?.rank()) } else { Nested::Leaf(Slot::All) };
        let place = Nested::Tuple(vec![first, all_of(shape.mode(1)?.rank())]);
        self.with(|layout| layout.slice(&place), |origins| pick(&place, origins, true))
    }
}

/// Reports whether every mode of `tiler` divides the corresponding mode of `shape`: the tiles that cover it hold no
/// element more. A single integer is a shape of one mode.
///
/// ```
/// use colex::{Tiler, algebra::tile::evenly_divides};
///
/// let shape = "(_8,_6)".parse()?;
/// let [even, uneven]: [Tiler; 2] = ["(_4,_3)".parse()?, "(_4,_4)".parse()?];
/// assert!(evenly_divides(&shape, &even)?.value && !evenly_divides(&shape, &uneven)?.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evenly_divides(shape: &IntTuple, tiler: &Tiler) -> Result<Truth> {
    match tiler {
        Nested::Leaf(TilerLeaf::Extent(extent)) => crate::int_tuple::evenly_divides(shape, *extent),
        Nested::Leaf(TilerLeaf::Layout(tiler)) => {
            let rest = tiler.complement_up_to(shape)?;
            Ok(product(shape)?.compare(tiler.size()?.times(rest.size()?)?, i64::eq))
        }
        Nested::Leaf(TilerLeaf::All) => Err(Error::NotSplit { mode: shape.to_string(), rank: shape.rank() }),
        Nested::Tuple(tilers) if tilers.len() > shape.rank() => Ok(Truth::constant(false)),
        Nested::Tuple(tilers) => all(shape.modes().iter().zip(tilers).map(|(mode, tiler)| evenly_divides(mode, tiler))),
    }
}

/// `rank` underscores: CuTe's `repeat<rank>(_)`, which of one is `_` itself.
pub(crate) fn all_of(rank: usize) -> Coordinate {
    match rank {
        1 => Nested::Leaf(Slot::All),
        _ => Nested::Tuple(vec![Nested::Leaf(Slot::All); rank]),
    }
}
