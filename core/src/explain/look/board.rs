//! The grid as cells: which is where, what stands in it, what its row and column are called. It draws nothing.

use super::{Form, Look};
use crate::composed::AnyLayout;
use crate::coordinate::{self, Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::table::Grid;

/// Contents of the cells.
enum Cells {
    /// Indices, which are sums of a part of the row and a part of the column.
    Indices(Box<Grid>),
    /// Coordinates, of a layout with basis strides: each is computed by itself.
    Coordinates,
}

/// A layout laid out as rows and columns.
pub struct Board {
    cells: Cells,
    layout: AnyLayout,
    /// The coordinate from which a tensor of coordinates counts.
    begin: Option<IntTuple>,
    is_vector: bool,
    slice: Vec<u64>,
    slice_sizes: Vec<u64>,
    /// The number of rows.
    pub rows: u64,
    /// The number of columns.
    pub columns: u64,
    row_shape: Shape,
    column_shape: Shape,
    /// Names of the row mode, the column mode and those beyond.
    axes: Vec<Option<String>>,
}

impl Board {
    /// The board of a layout, seen through a set of coordinates. `slice` fixes the modes beyond the second.
    ///
    /// A layout of rank 1, or one whose coordinates are single numbers, is a vector: one row.
    pub fn new(look: &Look, set: Option<&Shape>, slice: &[u64]) -> Result<Board> {
        let drawn = look.drawn();
        let shape = drawn.shape();
        let as_line = set.is_some_and(Nested::is_leaf) && !shape.is_leaf();
        let line = |layout: &Layout| Layout::concatenate(std::slice::from_ref(layout));
        let layout = if as_line { drawn.map(&mut |layout| line(layout))? } else { drawn.clone() };
        let size = |mode: usize| -> Result<u64> {
            if mode >= layout.rank() {
                return Ok(1);
            }
            let size = layout.innermost().at(&[mode])?.size()?.value();
            u64::try_from(size).map_err(|_| Error::NoElements { shape: layout.shape().to_string() })
        };
        let is_vector = layout.rank() == 1;
        let slice_sizes = (2..layout.rank()).map(size).collect::<Result<Vec<_>>>()?;
        let mut slice = slice.to_vec();
        slice.resize(slice_sizes.len(), 0);
        for (digit, size) in slice.iter_mut().zip(&slice_sizes) {
            *digit = (*digit).min(size.saturating_sub(1));
        }
        let cells = match Grid::any(&layout, &slice) {
            Ok(grid) => Cells::Indices(Box::new(grid)),
            Err(Error::MixedIndices { .. }) => Cells::Coordinates,
            Err(error) => return Err(error),
        };
        let mode_shape = |mode: usize| -> Shape {
            let chosen = set.filter(|set| !set.is_leaf()).unwrap_or(layout.shape());
            chosen.mode(mode).cloned().unwrap_or(Nested::Leaf(Int::ONE))
        };
        let line = if as_line { Nested::Leaf(Int::ONE) } else { mode_shape(0) };
        let (row_shape, column_shape) =
            if is_vector { (Nested::Leaf(Int::ONE), line) } else { (mode_shape(0), mode_shape(1)) };
        let (rows, columns) = if is_vector { (1, size(0)?) } else { (size(0)?, size(1)?) };
        if rows == 0 || columns == 0 {
            return Err(Error::NoElements { shape: shape.to_string() });
        }
        let called = |mode: usize| {
            let path = [mode];
            look.names.as_ref()?.label(path.get(usize::from(shape.is_leaf())..).unwrap_or_default())
        };
        let axes = match (is_vector, as_line) {
            (true, true) => Vec::new(),
            (true, false) => vec![None, called(0)],
            _ => (0..layout.rank()).map(called).collect(),
        };
        let begin = look.begin().cloned();
        Ok(Board { cells, layout, begin, is_vector, slice, slice_sizes, rows, columns, row_shape, column_shape, axes })
    }

    /// The sizes of the modes beyond the second.
    pub fn slice_sizes(&self) -> &[u64] {
        &self.slice_sizes
    }

    /// The coordinates in the modes beyond the second.
    pub fn slice(&self) -> &[u64] {
        &self.slice
    }

    /// The 1-D coordinate of a cell.
    pub fn linear(&self, row: u64, column: u64) -> i64 {
        if self.is_vector {
            return column as i64;
        }
        let beyond = self.slice.iter().zip(&self.slice_sizes).rev();
        let beyond = beyond.fold(0_u64, |rest, (digit, size)| rest.wrapping_mul(*size).wrapping_add(*digit));
        beyond.wrapping_mul(self.columns).wrapping_add(column).wrapping_mul(self.rows).wrapping_add(row) as i64
    }

    /// The cell of a 1-D coordinate; `None` outside the layout or in another slice.
    pub fn cell(&self, linear: i64) -> Option<(u64, u64)> {
        let linear = u64::try_from(linear).ok()?;
        if self.is_vector {
            return (linear < self.columns).then_some((0, linear));
        }
        let (row, rest) = (linear % self.rows, linear / self.rows);
        let (column, beyond) = (rest % self.columns, rest / self.columns);
        (self.digits(beyond)? == self.slice).then_some((row, column))
    }

    /// The slice in which a 1-D coordinate lies.
    pub fn slice_of(&self, linear: i64) -> Option<Vec<u64>> {
        let linear = u64::try_from(linear).ok()?;
        self.digits(linear / self.rows / self.columns)
    }

    fn digits(&self, mut rest: u64) -> Option<Vec<u64>> {
        let digits = self.slice_sizes.iter().map(|size| {
            let digit = rest % (*size).max(1);
            rest /= (*size).max(1);
            digit
        });
        let digits = digits.collect();
        (rest == 0).then_some(digits)
    }

    /// The parts of the index that belong to some rows and columns; their sums are the indices before
    /// [`Board::after`].
    pub fn parts(&self, rows: &[u64], columns: &[u64]) -> Option<(Vec<i64>, Vec<i64>)> {
        let Cells::Indices(grid) = &self.cells else { return None };
        let at = |row: u64, column: u64| {
            let (row, column) = if self.is_vector { (column, row) } else { (row, column) };
            grid.inner_index(row, column).unwrap_or_default()
        };
        let corner = at(0, 0);
        let row_parts = rows.iter().map(|&row| at(row, 0)).collect();
        let column_parts = columns.iter().map(|&column| at(0, column).wrapping_sub(corner)).collect();
        Some((row_parts, column_parts))
    }

    /// The index that a sum of parts becomes: what a swizzle makes of it.
    pub fn after(&self, sum: i64) -> i64 {
        match &self.cells {
            Cells::Indices(grid) => grid.after().apply(sum).unwrap_or_default(),
            Cells::Coordinates => sum,
        }
    }

    /// Returns the text in a cell.
    pub fn label(&self, row: u64, column: u64) -> String {
        match &self.cells {
            Cells::Indices(grid) => {
                let (row, column) = if self.is_vector { (column, row) } else { (row, column) };
                grid.index(row, column).map_or_else(|_| "·".to_string(), |index| index.to_string())
            }
            Cells::Coordinates => {
                let place: Coordinate = Nested::Leaf(Slot::Int(Int::dynamic(self.linear(row, column))));
                let index = self.layout.index(&place).and_then(|index| match &self.begin {
                    Some(begin) => crate::basis::add(begin, &index),
                    None => Ok(index),
                });
                let index = index.map(|index| index.map(&mut |int| int.value()).to_string());
                index.unwrap_or_else(|_| "·".to_string())
            }
        }
    }

    /// The coordinate of a row in its mode, where the mode has parentheses: `(1,0)`.
    pub fn row_name(&self, row: u64) -> Option<String> {
        name(&self.row_shape, row)
    }

    /// The coordinate of a column in its mode, where the mode has parentheses.
    pub fn column_name(&self, column: u64) -> Option<String> {
        name(&self.column_shape, column)
    }

    /// Returns the label beside a row where coordinates have a form. Law: of the linear one the numbers of row and
    /// column add up to the 1-D coordinate of their cell.
    pub fn row_label(&self, row: u64, form: Form) -> String {
        match form {
            Form::Linear => self.linear(row, 0).to_string(),
            Form::Ranked => row.to_string(),
            Form::Natural => self.row_name(row).unwrap_or_else(|| row.to_string()),
        }
    }

    /// Returns the label above a column where coordinates have a form.
    pub fn column_label(&self, column: u64, form: Form) -> String {
        match form {
            Form::Linear if self.is_vector => column.to_string(),
            Form::Linear => format!("+{}", self.linear(0, column).wrapping_sub(self.linear(0, 0))),
            Form::Ranked => column.to_string(),
            Form::Natural => self.column_name(column).unwrap_or_else(|| column.to_string()),
        }
    }

    /// Returns the name of a mode along an axis: 0 runs down, 1 across, the others are sliced.
    pub fn axis(&self, axis: usize) -> Option<&str> {
        self.axes.get(axis)?.as_deref()
    }

    /// After how many rows a mode inside the row mode begins anew, innermost first: of `(2,(3,4))` 2 and 6.
    pub fn row_rules(&self) -> Vec<u64> {
        rules(&self.row_shape)
    }

    /// After how many columns a mode inside the column mode begins anew.
    pub fn column_rules(&self) -> Vec<u64> {
        rules(&self.column_shape)
    }

    /// Returns true if the layout is drawn as a single row.
    pub fn is_vector(&self) -> bool {
        self.is_vector
    }
}

fn name(shape: &Shape, coordinate: u64) -> Option<String> {
    if shape.is_leaf() {
        return None;
    }
    let place: Coordinate = Nested::Leaf(Slot::Int(Int::dynamic(coordinate as i64)));
    let natural = coordinate::idx2crd(&place, shape).ok()?;
    Some(natural.map(&mut |int| int.value()).to_string())
}

fn rules(shape: &Shape) -> Vec<u64> {
    let extents = shape.leaves();
    let inner = extents.len().saturating_sub(1);
    let mut running = 1_u64;
    let periods = extents.into_iter().take(inner).map(|extent| {
        running = running.saturating_mul(u64::try_from(extent.value()).unwrap_or(1).max(1));
        running
    });
    let mut periods = periods.filter(|period| *period > 1).collect::<Vec<_>>();
    periods.dedup();
    periods
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::look;
    use crate::notebook::Settings;

    fn board(text: &str, slice: &[u64]) -> Board {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        let look = look::look(&evaluation, &look::View::default()).expect("a layout");
        Board::new(&look, None, slice).expect("a board")
    }

    #[test]
    fn cells_and_coordinates_are_each_others_inverse() {
        for (text, slice) in [("(3,(2,3)):(3,(12,1))", &[][..]), ("(2,3,4):(12,4,1)", &[2]), ("((4,2)):((2,1))", &[])] {
            let board = board(text, slice);
            for row in 0..board.rows {
                for column in 0..board.columns {
                    assert_eq!(board.cell(board.linear(row, column)), Some((row, column)), "{text}");
                    let part = |label: String| label.parse::<i64>().expect("a number");
                    let sum = part(board.row_label(row, Form::Linear)) + part(board.column_label(column, Form::Linear));
                    assert_eq!(sum, board.linear(row, column), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_tutorial_matrix_is_right() {
        let board = board("((2,2),2):((4,1),2)", &[]);
        let rows = (0..4).map(|row| format!("{} {}", board.label(row, 0), board.label(row, 1))).collect::<Vec<_>>();
        assert_eq!(rows, ["0 2", "4 6", "1 3", "5 7"]);
        assert_eq!(board.row_rules(), [2]);
        assert_eq!(board.row_name(2).as_deref(), Some("(0,1)"));
    }

    #[test]
    fn axes_are_called_as_their_modes() {
        for (text, axes) in [
            ("(M=3,K=(a=2,3)):(3,(12,1))", ["M", "K", ""]),
            ("((M=3,K=2)):((3,1))", ["", "(M,K)", ""]),
            ("(2,3,L=4):(12,4,1)", ["", "", "L"]),
            ("(2,3):(3,1)", ["", "", ""]),
        ] {
            let board = board(text, &[]);
            assert_eq!([0, 1, 2].map(|axis| board.axis(axis).unwrap_or_default()), axes, "{text}");
        }
    }

    #[test]
    fn a_swizzle_is_seen_in_labels_and_colours() {
        let board = board("Sw<1,0,1> o _0 o (2,4):(4,1)", &[]);
        let (rows, columns) = board.parts(&[0, 1], &[0, 1, 2, 3]).expect("indices");
        let coloured = rows.iter().flat_map(|row| {
            columns.iter().map({
                let board = &board;
                move |column| board.after(row + column)
            })
        });
        assert_eq!(coloured.collect::<Vec<_>>(), [0, 1, 3, 2, 4, 5, 7, 6]);
        assert_eq!((board.label(0, 2), board.label(1, 3)), ("3".to_string(), "6".to_string()));
    }

    #[test]
    fn a_cell_of_a_huge_layout_is_found() {
        let board = board("(1000000000,1000000000):(1,1000000000)", &[]);
        assert_eq!(board.label(999_999_999, 999_999_999), "999999999999999999");
    }
}
