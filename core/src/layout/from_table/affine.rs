//! The layout with the fewest modes that has a table, exactly.
//!
//! The cells are read in the order of their 1-D coordinates, and at each the layout so far says what must stand there.
//! The rows' modes are found in the first column, the columns' modes in the first row of each column.
//!
//! Along a mode of size `n`, say `p` coordinates are settled: their modes are known, and what follows must repeat them,
//! `f(i) = f(i mod p) + f(i - i mod p) - f(0)`. The stride of the next mode is `f(p) - f(0)`, and its extent the first `q`
//! with `f(p * q)` not a further step of that stride, or what is left, `n / p`. That is forced: merged as far as they go,
//! the modes of any layout with this table have that extent, since within a mode the steps are equal and a mode that
//! continued the one before would be part of it. So every layout with the table merges to the one that is found, and
//! merging adds no mode: it has the fewest. And as long as no cell disagrees, the layout so far with its last mode drawn
//! out to the end has all cells that were read, so the first cell that disagrees is the first that proves that there is
//! none.

use super::sheet::Sheet;
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;

/// A layout with the table but for what stands in its first cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factored {
    /// Number in the first cell, which is added to every index.
    pub offset: i64,
    /// The modes of the rows: extent and stride.
    pub rows: Vec<(i64, i64)>,
    /// The modes of the columns.
    pub columns: Vec<(i64, i64)>,
}

impl Factored {
    /// The number of modes with more than one coordinate.
    pub fn modes(&self) -> usize {
        self.rows.len() + self.columns.len()
    }

    /// The layout `(row mode, column mode)`; of a single column of rank 1. Its numbers are static.
    ///
    /// Law: `layout(r,c) + offset` is what stands in the cell `(r,c)`.
    ///
    /// ```
    /// use colex::from_table::{Sheet, layout_of_table};
    ///
    /// let sheet = Sheet::of_layout(&"(4,6):(6,1)".parse()?, &[])?;
    /// let found = layout_of_table(&sheet).map_err(|_| "a layout has it")?;
    /// assert_eq!(found.layout().to_string(), "(_4,_6):(_6,_1)");
    /// for (row, column) in (0..4).flat_map(|row| (0..6).map(move |column| (row, column))) {
    ///     let index = found.layout().index(&format!("({row},{column})").parse()?)?;
    ///     assert_eq!(Some(index.leaves()[0].value() + found.offset), sheet.cell(row, column));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layout(&self) -> Layout {
        let along = |modes: &[(i64, i64)], pick: fn(&(i64, i64)) -> i64| match modes {
            [only] => Nested::Leaf(Int::constant(pick(only))),
            modes => Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(Int::constant(pick(mode)))).collect()),
        };
        // One coordinate needs a mode, too.
        let or_one = |modes: &[(i64, i64)]| if modes.is_empty() { vec![(1, 0)] } else { modes.to_vec() };
        let (rows, columns) = (or_one(&self.rows), or_one(&self.columns));
        let whole = |pick: fn(&(i64, i64)) -> i64| {
            let row_mode = along(&rows, pick);
            match (self.columns.is_empty(), rows.len()) {
                (true, 1) => row_mode,
                // In parentheses of its own it stays one mode.
                (true, _) => Nested::Tuple(vec![row_mode]),
                (false, _) => Nested::Tuple(vec![row_mode, along(&columns, pick)]),
            }
        };
        let stride = whole(|mode| mode.1).map(&mut |stride| (*stride).into());
        Layout::of_parts(whole(|mode| mode.0), stride)
    }
}

/// Why no layout has a table: the first cell, in the order of 1-D coordinates, after which none can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refutation {
    /// Its row and column.
    pub cell: (usize, usize),
    /// Number that stands there.
    pub found: i64,
    /// Number that would have to stand there.
    pub expected: i64,
    /// The cells that say so.
    pub because: Vec<(usize, usize)>,
    /// Way in which they say so.
    pub why: Why,
}

/// Way in which other cells say what must stand in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Every column repeats the steps of the first: `f(r,c) = f(r,0) + f(0,c) - f(0,0)`.
    Separable,
    /// After so many coordinates along the rows or columns their steps repeat.
    Repeats {
        /// `true` if along the columns.
        along_columns: bool,
        /// After how many coordinates.
        period: usize,
    },
    /// The steps are equal up to here; a mode that ended here would have an extent that does not divide what is left.
    Divides {
        /// `true` if along the columns.
        along_columns: bool,
        /// Distance between the equal steps.
        period: usize,
        /// The extent that the mode would have.
        extent: usize,
        /// Number that it would have to divide.
        of: usize,
    },
}

/// Cells that settle the modes of a row or a column, in their order.
#[derive(Debug, Clone)]
struct Axis {
    size: usize,
    /// The modes that are settled, then the one that is still open.
    modes: Vec<(i64, i64)>,
    /// The coordinates of the modes that are settled.
    settled: usize,
    /// Numbers that were read, less what stands at 0.
    read: Vec<i64>,
}

/// Why the next number does not fit: what would, the coordinates that say so, how.
struct Misfit {
    expected: i64,
    because: Vec<usize>,
    why: fn(bool, usize, usize, usize) -> Why,
    period: usize,
    extent: usize,
    of: usize,
}

impl Axis {
    fn new(size: usize) -> Self {
        Axis { size, modes: Vec::new(), settled: 1, read: vec![0] }
    }

    fn at(&self, coordinate: usize) -> i64 {
        self.read.get(coordinate).copied().unwrap_or_default()
    }

    /// Reads the number of the next coordinate.
    fn next(&mut self, number: i64) -> Result<(), Misfit> {
        let at = self.read.len();
        let (low, settled) = (at % self.settled, self.settled);
        if low != 0 {
            let expected = self.at(low).saturating_add(self.at(at - low));
            if number != expected {
                let why = |along_columns, period, _, _| Why::Repeats { along_columns, period };
                return Err(Misfit {
                    expected,
                    because: vec![0, low, at - low],
                    why,
                    period: settled,
                    extent: 0,
                    of: 0,
                });
            }
        } else {
            let (extent, of) = (at / settled, self.size / settled);
            let step = self.at(settled);
            let expected = step.saturating_mul(extent as i64);
            if extent == 1 {
                self.modes.push((of as i64, number));
            } else if number != expected {
                if !of.is_multiple_of(extent) {
                    let why = |along_columns, period, extent, of| Why::Divides { along_columns, period, extent, of };
                    return Err(Misfit { expected, because: vec![0, settled], why, period: settled, extent, of });
                }
                if let Some(open) = self.modes.last_mut() {
                    open.0 = extent as i64;
                }
                self.settled = at;
                self.modes.push(((self.size / at) as i64, number));
            }
        }
        self.read.push(number);
        Ok(())
    }
}

/// The layout with the fewest modes that has a table, or the first cell that proves that there is none. An empty cell
/// counts as 0.
///
/// Example: the rows `0 2`, `1 3` are `(2,2):(1,2)`; with 4 in the last cell there is none, since it must be 3.
pub fn layout_of_table(sheet: &Sheet) -> Result<Factored, Refutation> {
    let numbers = sheet.numbers().unwrap_or_else(|| vec![0; sheet.rows() * sheet.columns()]);
    factor(sheet.rows(), sheet.columns(), &numbers, &mut |number| number)
}

/// [`layout_of_table`] of numbers in the order of their 1-D coordinates, each changed by `undo` first.
pub(super) fn factor(
    rows: usize,
    columns: usize,
    numbers: &[i64],
    undo: &mut dyn FnMut(i64) -> i64,
) -> Result<Factored, Refutation> {
    let mut numbers = numbers.iter().map(|number| undo(*number));
    let mut row_axis = Axis::new(rows);
    let mut column_axis = Axis::new(columns);
    let mut offset = 0;
    for column in 0..columns {
        for row in 0..rows {
            let Some(found) = numbers.next() else { break };
            if (row, column) == (0, 0) {
                offset = found;
                continue;
            }
            let number = found.saturating_sub(offset);
            let refuted = |along_columns: bool, misfit: Misfit| {
                let Misfit { expected, because, why, period, extent, of } = misfit;
                let cell_at = |at| if along_columns { (0, at) } else { (at, 0) };
                Refutation {
                    cell: (row, column),
                    found,
                    expected: expected.saturating_add(offset),
                    because: because.into_iter().map(cell_at).collect(),
                    why: why(along_columns, period, extent, of),
                }
            };
            if column == 0 {
                row_axis.next(number).map_err(|misfit| refuted(false, misfit))?;
            } else if row == 0 {
                column_axis.next(number).map_err(|misfit| refuted(true, misfit))?;
            } else {
                let expected = row_axis.at(row).saturating_add(column_axis.at(column));
                if number != expected {
                    return Err(Refutation {
                        cell: (row, column),
                        found,
                        expected: expected.saturating_add(offset),
                        because: vec![(0, 0), (row, 0), (0, column)],
                        why: Why::Separable,
                    });
                }
            }
        }
    }
    Ok(Factored { offset, rows: row_axis.modes, columns: column_axis.modes })
}
