//! The tile that threads share: its extents, and a guess at them where a layout alone is given.

use std::fmt;

use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::int_tuple::{IntTuple, product_each};

/// The extents of a tile, one for each mode. A 1-D coordinate runs through the first mode first.
///
/// Law: the digits of `c`, each times the extents before it, add up to `c`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    extents: Vec<u64>,
    size: u64,
}

impl Tile {
    /// The tile of a shape; what is nested counts as one mode: `((2,8),8)` is 16 × 8.
    ///
    /// Errors: [`Error::NoElements`] for an extent below 1, [`Error::Overflow`] where the size does not fit in 64 bits.
    pub fn new(shape: &IntTuple) -> Result<Self> {
        let each = product_each(shape)?;
        let none = || Error::NoElements { shape: shape.to_string() };
        let extents = each.leaves().into_iter().map(|extent| u64::try_from(extent.value()).ok().filter(|it| *it > 0));
        Tile::of_extents(extents.collect::<Option<Vec<_>>>().ok_or_else(none)?)
    }

    fn of_extents(extents: Vec<u64>) -> Result<Self> {
        let size = extents.iter().try_fold(1_u64, |size, extent| size.checked_mul(*extent));
        // As an index it has to fit in 63 bits.
        let size = size.filter(|size| i64::try_from(*size).is_ok());
        let printed = || extents.iter().map(u64::to_string).collect::<Vec<_>>().join(" * ");
        let size = size.ok_or_else(|| Error::Overflow { expression: printed() })?;
        Ok(Tile { extents, size })
    }

    /// The extents.
    pub fn extents(&self) -> &[u64] {
        &self.extents
    }

    /// The number of elements.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The rows of its picture: the extent of the first mode; of a tile with one mode 1.
    pub fn rows(&self) -> u64 {
        if self.extents.len() < 2 { 1 } else { self.extents.first().copied().unwrap_or(1) }
    }

    /// The columns of its picture: all other modes one after the other; of a tile with one mode that mode.
    pub fn columns(&self) -> u64 {
        self.size.checked_div(self.rows()).unwrap_or(0)
    }

    /// The coordinate in each mode of a 1-D coordinate; `None` outside the tile.
    ///
    /// ```
    /// use colex::thread_value::Tile;
    ///
    /// let tile = Tile::new(&"(16,(2,4))".parse()?)?;
    /// assert_eq!(tile.digits(40), Some(vec![8, 2]));
    /// for cell in 0..128 {
    ///     assert_eq!(tile.digits(cell).map(|digits| digits[0] + 16 * digits[1]), Some(cell));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn digits(&self, cell: u64) -> Option<Vec<u64>> {
        let mut rest = cell;
        let digits = self.extents.iter().map(|extent| {
            let digit = rest.checked_rem(*extent)?;
            rest = rest.checked_div(*extent)?;
            Some(digit)
        });
        digits.collect::<Option<_>>().filter(|_| cell < self.size)
    }
}

/// As CuTe writes a tile: `(16,8)`.
impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extents = self.extents.iter().map(u64::to_string).collect::<Vec<_>>();
        write!(f, "({})", extents.join(","))
    }
}

/// A tile of two modes for the elements 0 to `greatest`: a column ends where a stride of the layout, or what a mode of it
/// reaches, divides them, as near to a square as that allows, and rather high than wide. Where none does, one mode.
///
/// Law: its size is `greatest + 1`. Example: `((4,8),(2,2)):((32,1),(16,8))` suggests 16 × 8.
pub(super) fn suggested(layout: &AnyLayout, greatest: i64) -> Result<Tile> {
    let size = u64::try_from(greatest).ok().and_then(|greatest| greatest.checked_add(1)).unwrap_or(1);
    let inner = layout.innermost();
    let modes = inner.shape().leaves().into_iter().zip(inner.stride().leaves());
    let ends = modes.flat_map(|(extent, stride)| {
        let stride = stride.scale().value();
        [Some(stride), stride.checked_mul(extent.value())]
    });
    let ends = ends.flatten().filter_map(|end| u64::try_from(end).ok());
    let ends = ends.filter(|rows| *rows > 1 && *rows < size && size.is_multiple_of(*rows));
    let rows = ends.min_by_key(|rows| {
        let columns = size / rows;
        // Distance from a square, then the lower ones last.
        let longer = (*rows).max(columns);
        (longer, u64::MAX - rows)
    });
    Tile::of_extents(rows.map_or_else(|| vec![size], |rows| vec![rows, size / rows]))
}
