//! A panel as rows and columns of cells: which cell is where, and which are in view. It draws nothing.

use crate::panels::board::is_thin;

/// The largest side of a cell, of panels beside each other and below each other, in CSS pixels.
const CELL_MOST: f64 = 44.0;
const CELL_BELOW: f64 = 34.0;
/// Cells become no smaller than this for the panels to stand in one row, in CSS pixels.
const CELL_BESIDE: f64 = 19.0;
/// The largest side of a cell of what only says how the others were made, in CSS pixels.
const CELL_ASIDE: f64 = 28.0;
/// The least width of a panel, and the room between two, in CSS pixels.
const PANEL_LEAST: f64 = 84.0;
const GAP: f64 = 24.0;
/// The longest lines of a panel of one mode, in cells; the shorter where panels would not stand in one row else.
const LINES: [i64; 2] = [16, 8];
/// The smallest side at which all cells are shown, in CSS pixels, and the most of them.
const CELL_LEAST: f64 = 1.0;
const CELLS_MOST: i64 = 1 << 14;
/// The side of the cells where only some are shown, in CSS pixels.
const CELL_WINDOW: f64 = 14.0;
/// A picture of squares has at most so many rows and columns of them, no smaller than this in CSS pixels.
const SQUARES_MOST: i64 = 64;
const SQUARE_LEAST: f64 = 4.0;
/// The most room for the rows, where all are shown and where only some are, in CSS pixels.
const HEIGHT_MOST: f64 = 720.0;
const HEIGHT_WINDOW: f64 = 300.0;

/// How large cells are at most and how long lines, so that panels stand side by side if they can.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    most: f64,
    line: i64,
}

impl Fit {
    /// Of panels with so many cells, and so many rows where they have more than one mode: cells as large as they can be
    /// where the panels stand beside each other, and else below each other, alike in all of them.
    pub fn of(panels: &[(i64, Option<i64>)], width: f64, scale: f64) -> Fit {
        let own = |fit: &Fit, (size, rows): &(i64, Option<i64>)| {
            let columns = rows.map_or((*size).min(fit.line), |rows| size / rows.max(1));
            let rows = rows.unwrap_or(size / fit.line.max(1) + 1);
            ((columns as f64 * fit.most + 2.0).max(PANEL_LEAST * scale), rows as f64 * fit.most)
        };
        let is_low = |fit: &Fit| panels.iter().all(|panel| own(fit, panel).1 <= HEIGHT_MOST * scale);
        let beside = |fit: &Fit| {
            let wide = panels.iter().map(|panel| own(fit, panel).0).sum::<f64>();
            wide + GAP * scale * panels.len().saturating_sub(1) as f64 <= width
        };
        let below = |fit: &Fit| panels.iter().all(|panel| own(fit, panel).0 <= width);
        let sides = |least: f64, most: f64| {
            let sides = (least as i64..=most as i64).rev();
            sides.flat_map(move |side| LINES.map(|line| Fit { most: side as f64 * scale, line }))
        };
        // What does not fit has its own size; the others do not tower above it.
        let whole = Fit { most: CELL_ASIDE * scale, line: LINES.into_iter().max().unwrap_or(1) };
        let found = sides(CELL_BESIDE, CELL_MOST).find(|fit| beside(fit) && is_low(fit));
        let found = found.or_else(|| sides(CELL_WINDOW, CELL_BELOW).find(|fit| below(fit) && is_low(fit)));
        found.unwrap_or(whole)
    }

    /// The same for a panel that stands aside.
    pub fn aside(self, scale: f64) -> Fit {
        Fit { most: self.most.min(CELL_ASIDE * scale), ..self }
    }
}

/// The cells in view. A panel of one mode is written in lines as long as the room allows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sheet {
    /// The side of a cell in CSS pixels.
    pub cell: f64,
    /// How many cells the panel has.
    pub size: i64,
    /// All rows and columns.
    pub rows: i64,
    pub columns: i64,
    /// Whether cells run along the rows.
    is_line: bool,
    /// How many rows and columns one square stands for; 1 where each cell has its own.
    pub step: (i64, i64),
    /// The first row and column in view.
    pub first: (i64, i64),
    /// How many rows and columns are in view, in squares.
    pub held: (i64, i64),
}

impl Sheet {
    /// Places `size` cells in a width: in columns of `rows` cells each, or in lines where there is one mode. Where they do
    /// not fit, those around a cell are in view.
    pub fn place(size: i64, rows: Option<i64>, width: f64, scale: f64, fit: Fit, around: i64) -> Sheet {
        let most = fit.most;
        let height = HEIGHT_MOST * scale;
        let size = size.max(1);
        let room = |length: f64, cell: f64| ((length / cell).floor() as i64).max(1);
        let shape = |cell: f64| match rows {
            Some(rows) => (rows.max(1), size / rows.max(1)),
            None => {
                let per_row = rounded(room(width, cell).min(fit.line)).min(size);
                // Rounded up; the sum with what is missing in the last line may not fit.
                (size / per_row + i64::from(size % per_row > 0), per_row)
            }
        };
        let fits = |cell: f64| {
            let (rows, columns) = shape(cell);
            columns as f64 * cell <= width && rows as f64 * cell <= height
        };
        let mut cell = most;
        while !fits(cell) && cell > CELL_LEAST {
            cell = (cell - if cell > 8.0 { 1.0 } else { 0.25 }).max(CELL_LEAST);
        }
        let is_line = rows.is_none();
        let (all_rows, all_columns) = shape(cell);
        let is_seen = !is_thin(all_rows as f64, all_columns as f64, cell, CELL_WINDOW.min(most));
        if fits(cell) && size <= CELLS_MOST && is_seen {
            let (rows, columns) = (all_rows, all_columns);
            return Sheet { cell, size, rows, columns, is_line, step: (1, 1), first: (0, 0), held: (rows, columns) };
        }
        let cell = CELL_WINDOW * scale;
        let (rows, columns) = shape(cell);
        let held = (room(HEIGHT_WINDOW * scale, cell).min(rows), room(width, cell).min(columns));
        let sheet = Sheet { cell, size, rows, columns, is_line, step: (1, 1), first: (0, 0), held };
        let (row, column) = sheet.of(around.clamp(0, size - 1));
        let from = |at: i64, held: i64, all: i64| (at - held / 2).min(all - held).max(0);
        Sheet { first: (from(row, held.0, rows), from(column, held.1, columns)), ..sheet }
    }

    /// All of what has too many cells, as squares that stand for several; `None` of what is too thin for that.
    pub fn of_squares(size: i64, rows: i64, width: f64, scale: f64) -> Option<Sheet> {
        let (rows, columns) = (rows.max(1), size / rows.max(1));
        let squares = |extent: i64, step: i64| extent / step + i64::from(extent % step > 0);
        let step = |extent: i64| (0..62).map(|power| 1 << power).find(|step| squares(extent, *step) <= SQUARES_MOST);
        let step = (step(rows)?, step(columns)?);
        let held = (squares(rows, step.0), squares(columns, step.1));
        let cell = (width / held.1.max(1) as f64).min(HEIGHT_MOST * scale / held.0.max(1) as f64).floor();
        let cell = cell.min(CELL_WINDOW * scale);
        let is_seen = cell >= SQUARE_LEAST && !is_thin(held.0 as f64, held.1 as f64, cell, CELL_WINDOW);
        (is_seen && columns > 0).then_some(Sheet {
            cell,
            size,
            rows,
            columns,
            is_line: false,
            step,
            first: (0, 0),
            held,
        })
    }

    /// Whether squares stand for several cells.
    pub fn has_squares(&self) -> bool {
        self.step != (1, 1)
    }

    /// The last cell of each square in view, row by row.
    pub fn last_cells(&self) -> Vec<Option<i64>> {
        self.in_squares(|at, step, all| (at + step - 1).min(all - 1))
    }

    fn in_squares(&self, of: impl Fn(i64, i64, i64) -> i64) -> Vec<Option<i64>> {
        let (rows, columns) = (self.first.0..self.first.0 + self.held.0, self.first.1..self.first.1 + self.held.1);
        let row = |row: i64| of(row.saturating_mul(self.step.0), self.step.0, self.rows);
        let column = |column: i64| of(column.saturating_mul(self.step.1), self.step.1, self.columns);
        rows.flat_map(|at| columns.clone().map(move |other| (at, other)))
            .map(|(at, other)| self.coordinate(row(at), column(other)))
            .collect()
    }

    fn of(&self, coordinate: i64) -> (i64, i64) {
        if self.is_line {
            (coordinate / self.columns, coordinate % self.columns)
        } else {
            (coordinate % self.rows, coordinate / self.rows)
        }
    }

    /// The coordinate at a row and a column.
    fn coordinate(&self, row: i64, column: i64) -> Option<i64> {
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        let (line, length, place) = if self.is_line { (row, self.columns, column) } else { (column, self.rows, row) };
        let coordinate = line.checked_mul(length)?.checked_add(place)?;
        (inside && coordinate < self.size).then_some(coordinate)
    }

    /// The coordinates in view row by row, of squares the first, and nothing where the last line ends.
    pub fn cells(&self) -> Vec<Option<i64>> {
        self.in_squares(|at, _, _| at)
    }

    /// How many cells or squares are in view.
    pub fn in_view(&self) -> i64 {
        (self.held.0 * self.held.1).min(self.size)
    }

    /// The upper left corner of a cell that is in view.
    pub fn corner(&self, coordinate: i64) -> Option<(f64, f64)> {
        let (row, column) = self.of(coordinate);
        let (row, column) = (row / self.step.0 - self.first.0, column / self.step.1 - self.first.1);
        let inside = (0..self.size).contains(&coordinate)
            && (0..self.held.0).contains(&row)
            && (0..self.held.1).contains(&column);
        inside.then_some((column as f64 * self.cell, row as f64 * self.cell))
    }

    /// The cell at a point, of a square its first.
    ///
    /// Law: `at(corner(c)) = c`, where each cell has its own place.
    pub fn at(&self, x: f64, y: f64) -> Option<i64> {
        let (row, column) = ((y / self.cell).floor(), (x / self.cell).floor());
        if row < 0.0 || column < 0.0 || row >= self.held.0 as f64 || column >= self.held.1 as f64 {
            return None;
        }
        let (row, column) = (self.first.0 + row as i64, self.first.1 + column as i64);
        self.coordinate(row.saturating_mul(self.step.0), column.saturating_mul(self.step.1))
    }

    /// The cell so many rows and columns, or squares, further; itself at the edge.
    pub fn beside(&self, coordinate: i64, down: i64, right: i64) -> i64 {
        let (row, column) = self.of(coordinate);
        let (down, right) = (down * self.step.0, right * self.step.1);
        self.coordinate(row.saturating_add(down), column.saturating_add(right)).unwrap_or(coordinate)
    }

    /// The width and the height in CSS pixels, with room for the marks at the edge.
    pub fn measures(&self) -> (f64, f64) {
        (self.held.1 as f64 * self.cell + 2.0, self.held.0 as f64 * self.cell + 2.0)
    }
}

/// Lines of a multiple of 8 cells, or of 4, so that equal colours stand in columns.
fn rounded(per_row: i64) -> i64 {
    match per_row {
        16.. => per_row / 8 * 8,
        8.. => 8,
        _ => per_row,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_places_are_each_others_inverse() {
        let cases = [
            (64, Some(8)),
            (5, None),
            (21, None),
            (1_000_000, Some(1000)),
            (1 << 40, None),
            (i64::MAX, None),
            (i64::MAX, Some(1)),
            (i64::MAX, Some(i64::MAX)),
            (7, Some(7)),
            (12, Some(1)),
        ];
        for (size, rows) in cases {
            for width in [60.0, 300.0, 900.0] {
                for around in [0, size / 2, size - 1] {
                    let sheet = Sheet::place(size, rows, width, 1.0, Fit::of(&[(size, rows)], width, 1.0), around);
                    assert!(sheet.in_view() <= 20_000, "{sheet:?}");
                    assert!(sheet.cells().iter().any(Option::is_some), "{sheet:?}");
                    let (wide, high) = sheet.measures();
                    assert!(wide <= width + 2.0 && high <= HEIGHT_MOST + 2.0, "{sheet:?}");
                    let (x, y) = sheet.corner(around).expect("in view");
                    assert_eq!(sheet.at(x + 1.0, y + 1.0), Some(around), "{sheet:?}");
                }
            }
        }
    }

    #[test]
    fn squares_hold_all_cells_once() {
        for (size, rows) in
            [(512 * 256, 512), (1 << 20, 1 << 10), (1 << 50, 1 << 25), (300 * 70, 300), (i64::MAX, 1 << 31)]
        {
            let sheet = Sheet::of_squares(size, rows, 560.0, 1.0).expect("a picture");
            let (wide, high) = sheet.measures();
            assert!(wide <= 562.0 && high <= HEIGHT_MOST + 2.0 && sheet.has_squares(), "{sheet:?}");
            let (firsts, lasts) = (sheet.cells(), sheet.last_cells());
            assert_eq!(firsts.len() as i64, sheet.held.0 * sheet.held.1);
            assert_eq!((firsts.first(), lasts.last()), (Some(&Some(0)), Some(&Some(sheet.rows * sheet.columns - 1))));
            for cell in [0, size / 2, sheet.rows * sheet.columns - 1] {
                let (x, y) = sheet.corner(cell).expect("in view");
                let first = sheet.at(x + 1.0, y + 1.0).expect("a cell");
                let ((row, column), (own_row, own_column)) = (sheet.of(first), sheet.of(cell));
                assert!((0..sheet.step.0).contains(&(own_row - row)), "{sheet:?}");
                assert!((0..sheet.step.1).contains(&(own_column - column)), "{sheet:?}");
            }
            assert_eq!(sheet.beside(0, 1, 0), sheet.step.0);
        }
        assert_eq!(Sheet::of_squares(1 << 40, 1, 560.0, 1.0), None);
        assert_eq!(Sheet::of_squares(0, 4, 560.0, 1.0), None);
    }

    #[test]
    fn panels_stand_side_by_side_if_they_can() {
        let fit = |panels: &[(i64, Option<i64>)], width| Fit::of(panels, width, 1.0).most;
        let divide = [(64, Some(8)), (64, Some(8))];
        assert_eq!([800.0, 500.0, 300.0].map(|width| fit(&divide, width)), [44.0, 29.0, 34.0]);
        // 24x12 in tiles of 8x4, in the middle column of a laptop: every index can be read.
        let tall = [(288, Some(24)), (288, Some(32))];
        assert_eq!([512.0, 455.0].map(|width| fit(&tall, width)), [22.0, 20.0]);
        // A result as wide as the room stands below what it is made of.
        assert_eq!(fit(&[(10, Some(2)), (12, Some(3)), (120, Some(6))], 512.0), 25.0);
    }

    #[test]
    fn one_mode_is_written_in_lines() {
        let fit = Fit::of(&[(24, None)], 300.0, 1.0);
        let sheet = Sheet::place(24, None, 300.0, 1.0, fit, 0);
        assert_eq!((sheet.rows, sheet.columns, sheet.beside(3, 1, 0), sheet.beside(23, 0, 1)), (3, 8, 11, 23));
        let sheet = Sheet::place(16, Some(4), 300.0, 1.0, fit, 0);
        assert_eq!((sheet.beside(3, 0, 1), sheet.beside(3, 1, 0), sheet.cells().get(1)), (7, 3, Some(&Some(4))));
    }
}
