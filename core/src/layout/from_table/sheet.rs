//! The table as it is filled in: cells may still be empty.

use crate::composed::AnyLayout;
use crate::draw::Cells;
use crate::error::{Error, Result};

/// The most cells of a table.
pub const CELL_LIMIT: usize = 4096;

/// Numbers of a table lie within this of zero: 2^40.
pub const VALUE_LIMIT: i64 = 1 << 40;

/// Why a change of a table is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetError {
    /// There would be more cells than [`CELL_LIMIT`].
    TooManyCells {
        /// The rows there would be.
        rows: usize,
        /// The columns there would be.
        columns: usize,
    },
    /// A number lies further from zero than [`VALUE_LIMIT`].
    TooLarge {
        /// The number.
        value: i64,
    },
    /// A table has at least one row and one column.
    NoCells,
}

/// A table of at least one row and one column, some of whose cells may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Sheet {
    rows: usize,
    columns: usize,
    /// Row by row.
    cells: Vec<Option<i64>>,
}

impl Sheet {
    /// A table of empty cells.
    pub fn empty(rows: usize, columns: usize) -> std::result::Result<Self, SheetError> {
        if rows == 0 || columns == 0 {
            return Err(SheetError::NoCells);
        }
        match rows.checked_mul(columns) {
            Some(count) if count <= CELL_LIMIT => Ok(Sheet { rows, columns, cells: vec![None; count] }),
            _ => Err(SheetError::TooManyCells { rows, columns }),
        }
    }

    /// A table of these rows; what a shorter row lacks is empty.
    pub fn of_rows(rows: &[Vec<Option<i64>>]) -> std::result::Result<Self, SheetError> {
        let columns = rows.iter().map(Vec::len).max().unwrap_or_default();
        let mut sheet = Sheet::empty(rows.len(), columns)?;
        sheet.paste(0, 0, rows)?;
        Ok(sheet)
    }

    /// The table of a layout: mode 0 × mode 1, `slice` fixing the modes beyond.
    ///
    /// Errors: those of [`Cells::of_any`] with [`CELL_LIMIT`], and [`Error::TooLarge`] for an index beyond
    /// [`VALUE_LIMIT`].
    pub fn of_layout(layout: &AnyLayout, slice: &[u64]) -> Result<Self> {
        let cells = Cells::of_any(layout, slice, CELL_LIMIT as u64)?;
        if cells.rows == 0 || cells.columns == 0 {
            return Err(Error::NoElements { shape: layout.shape().to_string() });
        }
        if let Some(value) = cells.indices.iter().find(|value| value.unsigned_abs() > VALUE_LIMIT.unsigned_abs()) {
            return Err(Error::TooLarge { what: "elements", count: value.to_string(), limit: VALUE_LIMIT as u64 });
        }
        let filled = cells.indices.into_iter().map(Some).collect();
        Ok(Sheet { rows: cells.rows, columns: cells.columns, cells: filled })
    }

    /// The number of rows, at least 1.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns, at least 1.
    pub fn columns(&self) -> usize {
        self.columns
    }

    fn place(&self, row: usize, column: usize) -> Option<usize> {
        (row < self.rows && column < self.columns).then(|| row * self.columns + column)
    }

    /// The number in a cell; `None` where it is empty, or outside.
    pub fn cell(&self, row: usize, column: usize) -> Option<i64> {
        self.cells.get(self.place(row, column)?).copied().flatten()
    }

    /// Counts the empty cells.
    pub fn missing(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// The first empty cell in the order of 1-D coordinates.
    pub fn first_missing(&self) -> Option<(usize, usize)> {
        let places = (0..self.columns).flat_map(|column| (0..self.rows).map(move |row| (row, column)));
        places.into_iter().find(|(row, column)| self.cell(*row, *column).is_none())
    }

    /// All numbers in the order of 1-D coordinates, if no cell is empty.
    pub fn numbers(&self) -> Option<Vec<i64>> {
        let places = (0..self.columns).flat_map(|column| (0..self.rows).map(move |row| (row, column)));
        places.map(|(row, column)| self.cell(row, column)).collect()
    }

    /// Returns the number of characters of the longest number; 0 without numbers.
    pub fn widest(&self) -> usize {
        self.cells.iter().flatten().map(|value| value.to_string().len()).max().unwrap_or_default()
    }

    /// Fills or empties a cell; outside of the table nothing happens.
    pub fn set(&mut self, row: usize, column: usize, value: Option<i64>) -> std::result::Result<(), SheetError> {
        if let Some(value) = value.filter(|value| value.unsigned_abs() > VALUE_LIMIT.unsigned_abs()) {
            return Err(SheetError::TooLarge { value });
        }
        if let Some(cell) = self.place(row, column).and_then(|place| self.cells.get_mut(place)) {
            *cell = value;
        }
        Ok(())
    }

    /// The number that painting goes on with from a cell: the one that stands there, or else one more than the largest.
    pub fn next_number(&self, row: usize, column: usize) -> i64 {
        let largest = self.cells.iter().flatten().max();
        self.cell(row, column).unwrap_or_else(|| largest.map_or(0, |largest| largest.saturating_add(1)))
    }

    /// The same numbers in another number of rows and columns: what is beyond them goes, what is new is empty.
    ///
    /// ```
    /// use colex::from_table::Sheet;
    ///
    /// let sheet = Sheet::of_layout(&"(2,3):(3,1)".parse()?, &[])?;
    /// let larger = sheet.resized(3, 4).map_err(|_| "12 cells are not too many")?;
    /// assert_eq!((larger.cell(1, 2), larger.cell(2, 3), larger.missing()), (Some(5), None, 6));
    /// assert_eq!(larger.resized(2, 3), Ok(sheet));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resized(&self, rows: usize, columns: usize) -> std::result::Result<Self, SheetError> {
        let mut sheet = Sheet::empty(rows, columns)?;
        for row in 0..rows.min(self.rows) {
            for column in 0..columns.min(self.columns) {
                sheet.set(row, column, self.cell(row, column))?;
            }
        }
        Ok(sheet)
    }

    /// Writes a block of cells from a cell on, and grows as far as it needs. Nothing changes where it is refused.
    pub fn paste(
        &mut self,
        row: usize,
        column: usize,
        block: &[Vec<Option<i64>>],
    ) -> std::result::Result<(), SheetError> {
        let width = block.iter().map(Vec::len).max().unwrap_or_default();
        let rows = self.rows.max(row.saturating_add(block.len()));
        let columns = self.columns.max(column.saturating_add(width));
        let mut sheet = self.resized(rows, columns)?;
        for (row, line) in (row..).zip(block) {
            for (column, value) in (column..).zip(line) {
                sheet.set(row, column, *value)?;
            }
        }
        *self = sheet;
        Ok(())
    }

    /// The table as comma-separated values, which [`super::read_sheet`] reads back.
    pub fn to_csv(&self) -> String {
        let mut text = String::new();
        for row in 0..self.rows {
            let cells = (0..self.columns).map(|column| self.cell(row, column));
            let cells = cells.map(|cell| cell.map_or_else(String::new, |value| value.to_string()));
            text.push_str(&cells.collect::<Vec<_>>().join(","));
            text.push('\n');
        }
        text
    }
}
