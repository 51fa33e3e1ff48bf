//! The table of one layout with what another has at the same 1-D coordinates.

use super::sides::{Sides, same_index};
use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::int_tuple::product_each;

/// A cell of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The 1-D coordinate.
    pub coordinate: u64,
    /// The index in the first layout, printed.
    pub left: String,
    /// The index in the second, printed; none beyond its size.
    pub right: Option<String>,
    /// `true` if both are the same.
    pub agrees: bool,
}

/// Mode 0 × mode 1 of the first layout, with a fixed coordinate in every mode beyond.
///
/// Law: the cell `(r, c)` has the 1-D coordinate that the first layout's shape gives `(r, c, slice...)`, and both indices
/// are those at that coordinate.
#[derive(Debug, Clone)]
pub struct DifferenceGrid {
    sides: Sides,
    rows: u64,
    columns: u64,
    /// The 1-D coordinate of the first cell.
    origin: u64,
}

impl DifferenceGrid {
    /// Compiles the view; `slice` holds one 1-D coordinate for each mode from mode 2 on, of which those that are missing
    /// are 0.
    ///
    /// Errors: [`Error::TooLarge`] where one of them lies outside its mode, and those of [`super::Comparison::new`].
    pub fn new(left: &AnyLayout, right: &AnyLayout, slice: &[u64]) -> Result<Self> {
        let sides = Sides::new(left, right)?;
        let mut extents = extents_of(left)?.into_iter();
        // Without modes there is one coordinate.
        let (rows, columns) = (extents.next().unwrap_or(1), extents.next().unwrap_or(1));
        let overflow = || Error::Overflow { expression: format!("{rows} * {columns}") };
        let mut stride = rows.checked_mul(columns).ok_or_else(overflow)?;
        let mut origin = 0_u64;
        for (extent, digit) in extents.zip(slice.iter().copied().chain(std::iter::repeat(0))) {
            if digit >= extent && extent > 0 {
                return Err(Error::TooLarge { what: "coordinates", count: digit.to_string(), limit: extent });
            }
            origin = origin.saturating_add(digit.saturating_mul(stride));
            stride = stride.saturating_mul(extent);
        }
        Ok(DifferenceGrid { sides, rows, columns, origin })
    }

    /// The number of rows: the size of mode 0 of the first layout.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The number of columns: the size of its mode 1.
    pub fn columns(&self) -> u64 {
        self.columns
    }

    /// The 1-D coordinate of a cell.
    pub fn coordinate(&self, row: u64, column: u64) -> u64 {
        self.origin.saturating_add(row).saturating_add(column.saturating_mul(self.rows))
    }

    /// The row and the column of a 1-D coordinate, if this slice has it.
    pub fn place(&self, coordinate: u64) -> Option<(u64, u64)> {
        let inside = coordinate.checked_sub(self.origin)?;
        let (row, column) = (inside.checked_rem(self.rows)?, inside.checked_div(self.rows)?);
        (column < self.columns).then_some((row, column))
    }

    /// A cell. Errors: [`Error::TooLarge`] outside the table.
    pub fn cell(&self, row: u64, column: u64) -> Result<Cell> {
        for (place, extent) in [(row, self.rows), (column, self.columns)] {
            if place >= extent {
                return Err(Error::TooLarge { what: "cells", count: place.to_string(), limit: extent });
            }
        }
        let coordinate = self.coordinate(row, column);
        let [_, others] = self.sides.sizes();
        let left = self.sides.index(0, coordinate)?;
        let right = if coordinate < others { Some(self.sides.index(1, coordinate)?) } else { None };
        let agrees = right.as_ref().is_some_and(|right| same_index(&left, right));
        Ok(Cell { coordinate, left: left.to_string(), right: right.map(|right| right.to_string()), agrees })
    }
}

/// The size of every mode.
fn extents_of(layout: &AnyLayout) -> Result<Vec<u64>> {
    Ok(product_each(layout.shape())?.leaves().into_iter().map(|extent| extent.value().unsigned_abs()).collect())
}

/// The coordinates of a 1-D coordinate in the modes from mode 2 on: the slice in which [`DifferenceGrid`] shows it.
pub fn slice_of(layout: &AnyLayout, coordinate: u64) -> Result<Vec<u64>> {
    let mut rest = coordinate;
    let digits = extents_of(layout)?.into_iter().map(|extent| {
        let digit = rest.checked_rem(extent).unwrap_or_default();
        rest = rest.checked_div(extent).unwrap_or_default();
        digit
    });
    Ok(digits.skip(2).collect())
}
