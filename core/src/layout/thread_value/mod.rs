//! Thread-value maps: which element of a tile a thread holds as its which value, and who holds an element.
//!
//! CuTe writes such a map as a layout of rank 2, `(thread, value) -> 1-D coordinate of the tile`; so does
//! `make_layout_tv`. With basis strides, as `print_latex` prints the layouts of an atom, it answers the coordinate
//! itself: `((4,8),(2,2)):((2@1,1@0),(1@1,8@0))`.

pub mod access;
mod alone;
mod owners;
mod tile;

pub use alone::Alone;
pub use owners::{Coverage, Owners, PAIR_LIMIT};
pub use tile::Tile;

use crate::basis::StrideLeaf;
use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::Layout;
use crate::table::FlatLayout;

/// A thread and one of its values.
///
/// Pairs are ordered as `print_latex` draws them: all values of thread 0, then those of thread 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The thread.
    pub thread: u64,
    /// The number of the value among those of the thread.
    pub value: u64,
}

/// Which element of a tile each thread holds as its which value.
///
/// Law: `cell({t, v}) = layout(t, v)` wherever that is an element of the tile. Example: thread 1 of
/// `((4,8),(2,2)):((32,1),(16,8))` over a tile of 16 × 8 holds the cells 32, 48, 40 and 56.
///
/// ```
/// use colex::thread_value::{Pair, ThreadValue, Tile};
///
/// let layout = "((4,8),(2,2)):((32,1),(16,8))".parse()?;
/// let map = ThreadValue::new(&layout, Tile::new(&"(16,8)".parse()?)?)?;
/// assert_eq!(map.cell(Pair { thread: 1, value: 2 }), Some(40));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ThreadValue {
    /// For each mode of the tile that the layout tells apart, which is where strides are not 0: its coordinate, its extent, and what it counts in the 1-D
    /// coordinate of the tile. Of a layout with integer strides there is one, the 1-D coordinate itself.
    axes: Vec<Axis>,
    threads: u64,
    values: u64,
    tile: Tile,
}

#[derive(Debug, Clone)]
struct Axis {
    coordinate: FlatLayout,
    extent: u64,
    weight: u64,
}

impl ThreadValue {
    /// The map of a layout `(thread, value) -> tile`.
    ///
    /// Errors: [`Error::NeedsRank`] unless the layout has two modes, [`Error::NoElements`] where one of them is empty,
    /// [`Error::MixedIndices`] where only some strides are basis strides or one leads into a mode of a mode, and those
    /// of [`FlatLayout::any`].
    pub fn new(layout: &AnyLayout, tile: Tile) -> Result<Self> {
        if layout.rank() != 2 || layout.shape().is_leaf() {
            return Err(Error::NeedsRank { expected: "2", found: layout.rank() });
        }
        let size = |mode: usize| -> Result<u64> {
            let size = layout.at(&[mode])?.size()?.value();
            u64::try_from(size).ok().filter(|size| *size > 0).ok_or_else(|| no_elements(layout))
        };
        let (threads, values) = (size(0)?, size(1)?);
        let axes = match layout.plain().filter(|layout| has_basis(layout)) {
            Some(layout) => axes(layout, &tile)?,
            None => vec![Axis { coordinate: FlatLayout::any(layout)?, extent: tile.size(), weight: 1 }],
        };
        Ok(ThreadValue { axes, threads, values, tile })
    }

    /// The map of a layout alone: over the coordinates that it answers, or over a tile that its strides suggest.
    ///
    /// Law: no pair is outside such a tile, unless it has a negative coordinate. Errors: those of [`ThreadValue::new`].
    ///
    /// ```
    /// use colex::thread_value::ThreadValue;
    ///
    /// let map = ThreadValue::over_its_image(&"((4,8),(2,2)):((32,1),(16,8))".parse()?)?;
    /// assert_eq!(map.tile().to_string(), "(16,8)");
    /// assert_eq!(map.owners()?.coverage().outside, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn over_its_image(layout: &AnyLayout) -> Result<Self> {
        let tile = match layout.plain().filter(|layout| has_basis(layout)) {
            Some(layout) => Tile::new(&layout.coshape()?)?,
            None => tile::suggested(layout, FlatLayout::any(layout)?.greatest())?,
        };
        ThreadValue::new(layout, tile)
    }

    /// The map of `make_layout_tv(threads, values)`: the values of a thread lie together, as `raked_product` has them.
    ///
    /// Errors: those of [`Layout::make_layout_tv`] and [`ThreadValue::new`].
    ///
    /// ```
    /// use colex::thread_value::ThreadValue;
    ///
    /// let map = ThreadValue::of_layouts(&"(_4,_8):(_8,_1)".parse()?, &"(_2,_1):(_1,_2)".parse()?)?;
    /// assert_eq!((map.threads(), map.values(), map.tile().to_string().as_str()), (32, 2, "(8,8)"));
    /// assert!(map.owners()?.coverage().is_bijection());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_layouts(threads: &Layout, values: &Layout) -> Result<Self> {
        let (tile, layout) = threads.make_layout_tv(values)?;
        ThreadValue::new(&layout.into(), Tile::new(&tile)?)
    }

    /// The number of threads.
    pub fn threads(&self) -> u64 {
        self.threads
    }

    /// The number of values of each thread.
    pub fn values(&self) -> u64 {
        self.values
    }

    /// The tile whose elements are held.
    pub fn tile(&self) -> &Tile {
        &self.tile
    }

    /// The 1-D coordinate of a pair in the layout `(thread, value)`.
    pub fn linear(&self, pair: Pair) -> Option<u64> {
        let inside = pair.thread < self.threads && pair.value < self.values;
        pair.value.checked_mul(self.threads)?.checked_add(pair.thread).filter(|_| inside)
    }

    /// The pair of a 1-D coordinate of the layout `(thread, value)`. Law: `linear(pair(i)) = i`.
    ///
    /// ```
    /// use colex::thread_value::ThreadValue;
    ///
    /// let map = ThreadValue::over_its_image(&"((4,8),(2,2)):((32,1),(16,8))".parse()?)?;
    /// for i in 0..128 {
    ///     assert_eq!(map.pair(i).and_then(|pair| map.linear(pair)), Some(i));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pair(&self, linear: u64) -> Option<Pair> {
        let pair = Pair { thread: linear.checked_rem(self.threads)?, value: linear.checked_div(self.threads)? };
        (pair.value < self.values).then_some(pair)
    }

    /// The element that a thread holds as one of its values, as a 1-D coordinate of the tile; `None` where there is no
    /// such pair, or where it lies outside the tile.
    pub fn cell(&self, pair: Pair) -> Option<u64> {
        let linear = self.linear(pair)?;
        self.axes.iter().try_fold(0_u64, |cell, axis| {
            let digit = u64::try_from(axis.coordinate.index(linear).ok()?).ok().filter(|digit| *digit < axis.extent)?;
            cell.checked_add(digit.checked_mul(axis.weight)?)
        })
    }

    /// All elements of one thread in the order of its values, the first `limit` of them.
    pub fn cells_of_thread(&self, thread: u64, limit: u64) -> impl Iterator<Item = (Pair, Option<u64>)> + '_ {
        let values = if thread < self.threads { self.values.min(limit) } else { 0 };
        (0..values).map(move |value| {
            let pair = Pair { thread, value };
            (pair, self.cell(pair))
        })
    }
}

fn no_elements(layout: &AnyLayout) -> Error {
    Error::NoElements { shape: layout.shape().to_string() }
}

fn has_basis(layout: &Layout) -> bool {
    layout.stride().leaves().into_iter().any(|leaf| matches!(leaf, StrideLeaf::Basis(_)))
}

/// The coordinate in each mode of the tile as a layout of its own. A mode in which all pairs have coordinate 0 tells none
/// apart and has none, so that there are at most as many as extents above 1 have room in a size.
fn axes(layout: &Layout, tile: &Tile) -> Result<Vec<Axis>> {
    let refused = |stride: &StrideLeaf| Error::MixedIndices { left: tile.to_string(), right: stride.to_string() };
    let mut modes = tile.extents().len();
    for leaf in layout.stride().leaves() {
        match leaf {
            StrideLeaf::Int(int) if int.value() == 0 => {}
            StrideLeaf::Basis(basis) if basis.path.len() == 1 => {
                modes = modes.max(basis.path.first().map_or(0, |mode| mode + 1));
            }
            _ => return Err(refused(leaf)),
        }
    }
    if modes > crate::nested::LEAF_LIMIT {
        let limit = crate::nested::LEAF_LIMIT as u64;
        return Err(Error::TooLarge { what: "modes", count: modes.to_string(), limit });
    }
    let mut is_told_apart = vec![false; modes];
    for (extent, stride) in layout.shape().leaves().into_iter().zip(layout.stride().leaves()) {
        if let StrideLeaf::Basis(basis) = stride
            && extent.value() > 1
            && basis.scale.value() != 0
            && let Some(is_told_apart) = basis.path.first().and_then(|mode| is_told_apart.get_mut(*mode))
        {
            *is_told_apart = true;
        }
    }
    let mut weight = 1_u64;
    let mut axes = Vec::new();
    for (mode, is_told_apart) in is_told_apart.into_iter().enumerate() {
        // A mode that the tile does not have has one coordinate.
        let extent = tile.extents().get(mode).copied().unwrap_or(1);
        let own = weight;
        weight = weight.saturating_mul(extent);
        if !is_told_apart {
            continue;
        }
        let of_mode = |leaf: &StrideLeaf| match leaf {
            StrideLeaf::Basis(basis) if basis.path.first() == Some(&mode) => basis.scale,
            _ => Int::ZERO,
        };
        let strides = layout.stride().map(&mut |leaf| of_mode(leaf));
        let coordinate = FlatLayout::new(&Layout::with_ints(layout.shape().clone(), &strides)?)?;
        axes.push(Axis { coordinate, extent, weight: own });
    }
    Ok(axes)
}
