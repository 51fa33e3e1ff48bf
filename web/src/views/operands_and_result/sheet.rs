//! A panel as rows and columns of cells: which cell is where, and which are in view. It draws nothing.

use crate::panels::board::is_thin;

/// The largest side of a cell, of panels beside each other and below each other, in CSS pixels.
const CELL_MOST: f64 = 56.0;
const CELL_BELOW: f64 = 34.0;
/// Cells become no smaller than this for what stands aside to stand beside the panels, in CSS pixels.
const CELL_GOOD: f64 = 32.0;
/// Cells become no smaller than this for the panels to stand in one row, in CSS pixels.
const CELL_BESIDE: f64 = 19.0;
/// The largest side of a cell of what only says how the others were made, in CSS pixels.
const CELL_ASIDE: f64 = 28.0;
/// The least width of a panel, and the room between two, in CSS pixels.
const PANEL_LEAST: f64 = 84.0;
/// The room of one that stands aside: what is written below it wraps there.
const ASIDE_LEAST: f64 = 116.0;
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
/// Indices are written in cells of at least this side, while no more cells than these are in view.
const LABEL_CELL: f64 = 12.0;
const LABELS_MOST: i64 = 1200;
/// The most room for the rows of a picture in which no index can be read: the inset stands below it, in CSS pixels.
const HEIGHT_OVERVIEW: f64 = 380.0;
/// Of tiles as boxes: the most of them, and the sides between which they are, in CSS pixels.
const BOXES_MOST: i64 = 1 << 12;
const BOX_LEAST: f64 = 6.0;
const BOX_READ: f64 = 20.0;
const BOX_MOST: f64 = 96.0;
/// A cell of an inset, in CSS pixels, and the most rows and columns of it.
const INSET_CELL: (f64, f64) = (36.0, 24.0);
const INSET_MOST: (i64, i64) = (8, 16);

/// Largest size of cells and length of lines, so that panels stand side by side if they can.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    most: f64,
    line: i64,
    /// The most room for the rows, in CSS pixels.
    height: f64,
    /// True if all cells are in view with it.
    holds: bool,
}

/// Height that panels may have, in CSS pixels.
#[derive(Debug, Clone, Copy)]
pub enum Height {
    /// No higher.
    Most(f64),
    /// No higher where cells are larger than [`CELL_GOOD`].
    Wanted(f64),
}

/// Panels by how many cells they have, and how many rows where they have more than one mode.
type Sizes<'a> = &'a [(i64, Option<i64>)];

impl Fit {
    /// Of panels, and of those that stand aside: cells as large as they can be where the panels stand beside each other,
    /// best with those aside, and else below each other, alike in all of them.
    pub fn of((panels, aside): (Sizes<'_>, Sizes<'_>), width: f64, scale: f64, height: Height) -> Fit {
        // Where all has to be in view, cells become smaller before they are seen in part.
        let is_held = matches!(height, Height::Most(_));
        let (wanted, height, least) = match height {
            Height::Most(height) => (height, height, CELL_BESIDE / scale),
            Height::Wanted(wanted) => (wanted * scale, HEIGHT_MOST * scale, CELL_BESIDE),
        };
        let own = |fit: &Fit, (size, rows): &(i64, Option<i64>)| {
            let columns = rows.map_or((*size).min(fit.line), |rows| size / rows.max(1));
            let rows = rows.unwrap_or(size / fit.line.max(1) + 1);
            ((columns as f64 * fit.most + 2.0).max(PANEL_LEAST * scale), rows as f64 * fit.most)
        };
        let is_low = |fit: &Fit, height: f64| panels.iter().all(|panel| own(fit, panel).1 <= height);
        let beside = |fit: &Fit, aside: Sizes<'_>| {
            let wide = panels.iter().map(|panel| own(fit, panel).0).sum::<f64>();
            let wide =
                wide + aside.iter().map(|panel| own(&fit.aside(scale), panel).0.max(ASIDE_LEAST * scale)).sum::<f64>();
            wide + GAP * scale * (panels.len() + aside.len()).saturating_sub(1) as f64 <= width
        };
        let below = |fit: &Fit| panels.iter().all(|panel| own(fit, panel).0 <= width);
        let sides = |least: f64, most: f64| {
            let sides = (least.ceil() as i64..=most as i64).rev();
            sides.flat_map(move |side| LINES.map(|line| Fit { most: side as f64 * scale, line, height, holds: true }))
        };
        // A panel that does not fit has its own size; the others do not tower above it.
        let most = if is_held { CELL_ASIDE } else { CELL_ASIDE * scale };
        let whole = Fit { most, line: LINES.into_iter().max().unwrap_or(1), height, holds: false };
        let good = |aside: Sizes<'_>| {
            let large = sides(CELL_GOOD, CELL_MOST).find(|fit| beside(fit, aside) && is_low(fit, wanted));
            large.or_else(|| sides(CELL_GOOD, CELL_GOOD).find(|fit| beside(fit, aside) && is_low(fit, height)))
        };
        let small = |aside: Sizes<'_>| sides(least, CELL_GOOD).find(|fit| beside(fit, aside) && is_low(fit, height));
        // Where all has to be in view, what stands aside too.
        let held = || if is_held { small(aside) } else { None };
        let found = good(aside).or_else(held).or_else(|| good(&[]));
        let found = found.or_else(|| small(&[]));
        let found = found.or_else(|| sides(CELL_WINDOW, CELL_BELOW).find(|fit| below(fit) && is_low(fit, height)));
        found.unwrap_or(whole)
    }

    /// Returns the height of a picture in which no index can be read.
    pub fn overview(&self, scale: f64) -> f64 {
        self.height.min(HEIGHT_OVERVIEW * scale)
    }

    /// Reports whether more is seen than with another fit: all cells, larger ones, or more rows.
    pub fn is_better(&self, other: &Fit) -> bool {
        (self.holds, self.most, self.height) > (other.holds, other.most, other.height)
    }

    /// The same for a panel that stands aside.
    pub fn aside(self, scale: f64) -> Fit {
        Fit { most: self.most.min(CELL_ASIDE * scale), ..self }
    }
}

/// The cells in view. A panel of one mode is written in lines as long as the room allows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sheet {
    /// The width of a cell in CSS pixels.
    pub cell: f64,
    /// Its height.
    pub high: f64,
    /// Number of cells that the panel has.
    pub size: i64,
    /// All rows and columns.
    pub rows: i64,
    pub columns: i64,
    /// True if cells run along the rows.
    is_line: bool,
    /// Number of rows and columns that one square stands for; 1 where each cell has its own.
    pub step: (i64, i64),
    /// The first row and column in view.
    pub first: (i64, i64),
    /// Number of rows and columns in view, in squares.
    pub held: (i64, i64),
    /// True if what stands for several cells is a tile.
    pub is_boxes: bool,
    /// Where boxes that would stand in one row fold into columns: how many there are.
    folded: Option<i64>,
    /// Width that a cell must have for its index to be read.
    label: f64,
}

impl Sheet {
    /// Places `size` cells in a room, which is a width and how wide a cell must be for its index to be read: in columns of `rows` cells each, or in lines where there is one mode. Where they do
    /// not fit, those around a cell are in view.
    pub fn place(size: i64, rows: Option<i64>, room: (f64, f64), scale: f64, fit: Fit, around: i64) -> Sheet {
        let within = |height: f64| Sheet::placed(size, rows, room, scale, (fit, height), around);
        let sheet = within(fit.height);
        if sheet.has_labels() || sheet.in_view() < sheet.size { sheet } else { within(fit.overview(scale)) }
    }

    fn placed(
        size: i64,
        rows: Option<i64>,
        (width, label): (f64, f64),
        scale: f64,
        (fit, height): (Fit, f64),
        around: i64,
    ) -> Sheet {
        let most = fit.most;
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
            let held = (rows, columns);
            let (step, first) = ((1, 1), (0, 0));
            return Sheet {
                cell,
                high: cell,
                size,
                rows,
                columns,
                is_line,
                step,
                first,
                held,
                is_boxes: false,
                folded: None,
                label,
            };
        }
        let (cell, high) = inset_cell(scale, label);
        let (rows, columns) = shape(cell);
        let held = (room(height.min(HEIGHT_WINDOW * scale), high).min(rows), room(width, cell).min(columns));
        let (step, first) = ((1, 1), (0, 0));
        let sheet =
            Sheet { cell, high, size, rows, columns, is_line, step, first, held, is_boxes: false, folded: None, label };
        let (row, column) = sheet.of(around.clamp(0, size - 1));
        let from = |at: i64, held: i64, all: i64| (at - held / 2).min(all - held).max(0);
        Sheet { first: (from(row, held.0, rows), from(column, held.1, columns)), ..sheet }
    }

    /// All of what has too many cells, as squares that stand for several; `None` of what is too thin for that.
    pub fn of_squares(size: i64, rows: i64, (width, height, label): (f64, f64, f64), scale: f64) -> Option<Sheet> {
        let (rows, columns) = (rows.max(1), size / rows.max(1));
        let squares = |extent: i64, step: i64| extent / step + i64::from(extent % step > 0);
        let step = |extent: i64| (0..62).map(|power| 1 << power).find(|step| squares(extent, *step) <= SQUARES_MOST);
        let step = (step(rows)?, step(columns)?);
        let held = (squares(rows, step.0), squares(columns, step.1));
        let cell = (width / held.1.max(1) as f64).min(height / held.0.max(1) as f64).floor();
        let cell = cell.min(CELL_WINDOW * scale);
        let is_seen = cell >= SQUARE_LEAST && !is_thin(held.0 as f64, held.1 as f64, cell, CELL_WINDOW);
        (is_seen && columns > 0).then_some(Sheet {
            cell,
            high: cell,
            size,
            rows,
            columns,
            is_line: false,
            step,
            first: (0, 0),
            held,
            is_boxes: false,
            folded: None,
            label,
        })
    }

    /// All of a panel as its tiles of so many rows and columns, one box each, in their proportion as far as their numbers
    /// can be read; `None` of one tile, or of too many. What would be one row of boxes that cannot be read folds: as many
    /// below each other as `fold` says, as they stand in what was cut.
    pub fn of_boxes(
        size: i64,
        rows: i64,
        step: (i64, i64),
        fold: Option<i64>,
        (width, height, label): (f64, f64, f64),
        scale: f64,
    ) -> Option<Sheet> {
        let (rows, columns) = (rows.max(1), size / rows.max(1));
        let count = |extent: i64, step: i64| extent / step.max(1) + i64::from(extent % step.max(1) > 0);
        let boxes = (count(rows, step.0), count(columns, step.1));
        let all = boxes.0.checked_mul(boxes.1).filter(|all| (2..=BOXES_MOST).contains(all))?;
        let sides = |held: (i64, i64), (down, across): (f64, f64)| {
            let room = (height / held.0 as f64, width / held.1 as f64);
            let pixel = (room.0 / down).min(room.1 / across);
            let side =
                |part: f64, room: f64| (part * pixel).max(BOX_READ * scale).min(BOX_MOST * scale).min(room).floor();
            (side(down, room.0), side(across, room.1))
        };
        let mut held = boxes;
        let (mut high, mut cell) = sides(held, (step.0 as f64, step.1 as f64));
        let mut folded = None;
        if boxes.0 == 1 && cell < BOX_READ * scale {
            let square = (1..).find(|side| side * side >= all).unwrap_or(1);
            let below = fold.unwrap_or(square).clamp(1, all);
            held = (below, count(all, below));
            (high, cell) = sides(held, (1.0, 1.0));
            folded = Some(all);
        }
        let is_seen = high.min(cell) >= BOX_LEAST;
        let (is_line, first, is_boxes) = (false, (0, 0), true);
        is_seen.then_some(Sheet {
            cell,
            high,
            size,
            rows,
            columns,
            is_line,
            step,
            first,
            held,
            is_boxes,
            folded,
            label,
        })
    }

    /// The box, by its row and column in the panel, that stands at a row and a column of the picture.
    fn unfolded(&self, row: i64, column: i64) -> Option<(i64, i64)> {
        let Some(all) = self.folded else { return Some((row, column)) };
        let number = column.checked_mul(self.held.0)?.checked_add(row)?;
        ((0..self.held.0).contains(&row) && (0..all).contains(&number)).then_some((0, number))
    }

    /// Where a box of a row and a column of the panel stands in the picture.
    fn placed_at(&self, (row, column): (i64, i64)) -> (i64, i64) {
        if self.folded.is_some() { (column % self.held.0, column / self.held.0) } else { (row, column) }
    }

    /// The cells around one, as many as can be read, of a panel of which this shows all: those of a tile of so many rows and
    /// columns alone, page by page from its first on. `None` where the indices can be read already, or lines are shown.
    pub fn inset(&self, tile: Option<(i64, i64)>, width: f64, scale: f64, around: i64) -> Option<Sheet> {
        let is_whole = self.has_squares() || self.is_boxes || self.in_view() >= self.size;
        if self.is_line || self.has_labels() || !is_whole {
            return None;
        }
        let (high, wide) = tile.unwrap_or((self.rows, self.columns));
        let (cell, low) = inset_cell(scale, self.label);
        let most = ((width / cell).floor() as i64).clamp(1, INSET_MOST.1);
        let page = |at: i64, all: i64, tile: i64, most: i64| {
            let begin = at / tile * tile;
            let held = most.min(tile).min(all);
            // The last page is as full as the others.
            let first = ((at - begin) / held * held).min((tile - held).min(all - begin - held)).max(0);
            (begin + first, held.min(all - begin - first))
        };
        let (row, column) = self.of(around.clamp(0, self.size - 1));
        let (row, rows) = page(row, self.rows, high.max(1), INSET_MOST.0);
        let (column, columns) = page(column, self.columns, wide.max(1), most);
        let (first, held) = ((row, column), (rows, columns));
        Some(Sheet { cell, high: low, step: (1, 1), first, held, is_boxes: false, folded: None, ..*self })
    }

    /// Reports whether the indices are written into the cells.
    pub fn has_labels(&self) -> bool {
        self.step == (1, 1) && self.cell >= LABEL_CELL.max(self.label) && self.in_view() <= LABELS_MOST
    }

    /// Reports whether squares stand for several cells, wherever their tiles begin.
    pub fn has_squares(&self) -> bool {
        self.step != (1, 1) && !self.is_boxes
    }

    /// Of a box at a row and a column, how many of its rows and columns lie inside the panel.
    pub fn inside(&self, row: i64, column: i64) -> (f64, f64) {
        let Some((row, column)) = self.unfolded(row, column) else { return (0.0, 0.0) };
        let part = |at: i64, step: i64, all: i64| ((all - at * step) as f64 / step as f64).min(1.0);
        (part(row, self.step.0, self.rows), part(column, self.step.1, self.columns))
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
            .map(|(at, other)| self.unfolded(at, other).and_then(|(at, other)| self.coordinate(row(at), column(other))))
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
    pub fn coordinate(&self, row: i64, column: i64) -> Option<i64> {
        let inside = (0..self.rows).contains(&row) && (0..self.columns).contains(&column);
        let (line, length, place) = if self.is_line { (row, self.columns, column) } else { (column, self.rows, row) };
        let coordinate = line.checked_mul(length)?.checked_add(place)?;
        (inside && coordinate < self.size).then_some(coordinate)
    }

    /// The coordinates in view row by row, of squares the first, and nothing where the last line ends.
    pub fn cells(&self) -> Vec<Option<i64>> {
        self.in_squares(|at, _, _| at)
    }

    /// Where in its box a cell lies.
    pub fn within_box(&self, coordinate: i64) -> (i64, i64) {
        let (row, column) = self.of(coordinate);
        (row % self.step.0, column % self.step.1)
    }

    /// The cell at this place of each box in view, row by row; `None` where it lies outside the panel.
    pub fn cells_aside(&self, aside: (i64, i64)) -> Vec<Option<i64>> {
        let (rows, columns) = (self.first.0..self.first.0 + self.held.0, self.first.1..self.first.1 + self.held.1);
        rows.flat_map(|row| columns.clone().map(move |column| (row, column)))
            .map(|(row, column)| {
                let (row, column) = self.unfolded(row, column)?;
                self.coordinate(row * self.step.0 + aside.0, column * self.step.1 + aside.1)
            })
            .collect()
    }

    /// Returns the number of cells or squares in view.
    pub fn in_view(&self) -> i64 {
        (self.held.0 * self.held.1).min(self.size)
    }

    /// The upper left corner of a cell that is in view.
    pub fn corner(&self, coordinate: i64) -> Option<(f64, f64)> {
        let (row, column) = self.of(coordinate);
        let (row, column) = self.placed_at((row / self.step.0, column / self.step.1));
        let (row, column) = (row - self.first.0, column - self.first.1);
        let inside = (0..self.size).contains(&coordinate)
            && (0..self.held.0).contains(&row)
            && (0..self.held.1).contains(&column);
        inside.then_some((column as f64 * self.cell, row as f64 * self.high))
    }

    /// The cell at a point, of a square its first.
    ///
    /// Law: `at(corner(c)) = c`, where each cell has its own place.
    pub fn at(&self, x: f64, y: f64) -> Option<i64> {
        let (row, column) = ((y / self.high).floor(), (x / self.cell).floor());
        if row < 0.0 || column < 0.0 || row >= self.held.0 as f64 || column >= self.held.1 as f64 {
            return None;
        }
        let (row, column) = self.unfolded(self.first.0 + row as i64, self.first.1 + column as i64)?;
        self.coordinate(row.saturating_mul(self.step.0), column.saturating_mul(self.step.1))
    }

    /// The cell so many rows and columns, or squares, further; itself at the edge.
    pub fn beside(&self, coordinate: i64, down: i64, right: i64) -> i64 {
        let (row, column) = self.of(coordinate);
        if self.folded.is_some() {
            let (line, place) = self.placed_at((0, column / self.step.1));
            let to = self.unfolded(line + down, place + right).map(|(_, to)| to * self.step.1);
            return to.and_then(|to| self.coordinate(row, to)).unwrap_or(coordinate);
        }
        let (down, right) = (down * self.step.0, right * self.step.1);
        self.coordinate(row.saturating_add(down), column.saturating_add(right)).unwrap_or(coordinate)
    }

    /// The width and the height in CSS pixels, with room for the marks at the edge.
    pub fn measures(&self) -> (f64, f64) {
        (self.held.1 as f64 * self.cell + 2.0, self.held.0 as f64 * self.high + 2.0)
    }
}

/// The sides of a cell of which few are shown, wide enough for its index.
fn inset_cell(scale: f64, label: f64) -> (f64, f64) {
    ((INSET_CELL.0 * scale).max(label).ceil(), (INSET_CELL.1 * scale).floor())
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

    /// A height that bounds nothing but the least of what is high.
    const FREE: Height = Height::Wanted(HEIGHT_MOST);

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
                    let sheet = Sheet::place(
                        size,
                        rows,
                        (width, 20.0),
                        1.0,
                        Fit::of((&[(size, rows)], &[]), width, 1.0, FREE),
                        around,
                    );
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
            let sheet = Sheet::of_squares(size, rows, (560.0, 380.0, 20.0), 1.0).expect("a picture");
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
        assert_eq!(Sheet::of_squares(1 << 40, 1, (560.0, 380.0, 20.0), 1.0), None);
        assert_eq!(Sheet::of_squares(0, 4, (560.0, 380.0, 20.0), 1.0), None);
    }

    #[test]
    fn boxes_and_the_cells_of_one() {
        for (size, rows, step) in [
            (128 * 64, 128, (32, 8)),
            (512 * 256, 512, (128, 128)),
            (100 * 60, 100, (16, 8)),
            (1 << 50, 1 << 25, (1 << 20, 1 << 21)),
            (1024 * 8, 1024, (1024, 1)),
        ] {
            let sheet = Sheet::of_boxes(size, rows, step, None, (470.0, 380.0, 20.0), 1.0).expect("boxes");
            let (wide, high) = sheet.measures();
            assert!(wide <= 472.0 && high <= HEIGHT_OVERVIEW + 2.0, "{sheet:?}");
            for cell in [0, size / 2, size / 3, size - 1] {
                let (x, y) = sheet.corner(cell).expect("in view");
                let first = sheet.at(x + 1.0, y + 1.0).expect("a box");
                let ((row, column), own) = (sheet.of(first), sheet.of(cell));
                assert_eq!((row, column), (own.0 / step.0 * step.0, own.1 / step.1 * step.1), "{sheet:?}");
                // The cell is in the inset, and nothing there lies in another tile.
                let inset = sheet.inset(Some(step), 470.0, 1.0, cell).expect("an inset");
                assert!(inset.corner(cell).is_some() && inset.measures().0 <= 472.0, "{inset:?}");
                for other in inset.cells().into_iter().flatten() {
                    let (at, aside) = inset.of(other);
                    assert_eq!((at / step.0, aside / step.1), (own.0 / step.0, own.1 / step.1), "{inset:?}");
                }
            }
        }
        // One tile, and too many.
        assert_eq!(Sheet::of_boxes(64, 8, (8, 8), None, (470.0, 380.0, 20.0), 1.0), None);
        assert_eq!(Sheet::of_boxes(1 << 40, 1 << 20, (8, 8), None, (470.0, 380.0, 20.0), 1.0), None);
        // A sheet that can be read needs no inset.
        let fit = Fit::of((&[(64, Some(8))], &[]), 470.0, 1.0, FREE);
        assert_eq!(Sheet::place(64, Some(8), (470.0, 20.0), 1.0, fit, 0).inset(None, 470.0, 1.0, 0), None);
        let whole = Sheet::place(128 * 128, Some(128), (470.0, 20.0), 1.0, fit, 0);
        assert_eq!(
            whole.inset(None, 470.0, 1.0, 127).map(|inset| (inset.first, inset.held)),
            Some(((120, 0), (8, 13)))
        );
    }

    #[test]
    fn boxes_in_one_row_fold_as_the_tiles_stand() {
        // 64x64 tiles of 1024x1024, one column each.
        let sheet = Sheet::of_boxes(1 << 20, 4096, (4096, 1), Some(16), (470.0, 380.0, 20.0), 1.0).expect("boxes");
        assert_eq!((sheet.held, sheet.cells().len()), ((16, 16), 256));
        for tile in [0, 1, 15, 16, 37, 255] {
            let (x, y) = sheet.corner(tile * 4096 + 70).expect("in view");
            assert_eq!((x / sheet.cell, y / sheet.high), ((tile / 16) as f64, (tile % 16) as f64));
            assert_eq!(sheet.at(x + 1.0, y + 1.0), Some(tile * 4096));
        }
        let at = |tile: i64| tile * 4096 + 70;
        assert_eq!(
            [(1, 0), (0, 1), (-1, 0)].map(|(down, right)| sheet.beside(at(0), down, right)),
            [at(1), at(16), at(0)]
        );
        assert_eq!(sheet.beside(at(15), 1, 0), at(15));
        assert!(sheet.inset(Some((4096, 1)), 470.0, 1.0, at(37)).is_some_and(|inset| inset.corner(at(37)).is_some()));
        // The last column may not be full.
        let sheet = Sheet::of_boxes(64 * 90, 64, (64, 1), None, (470.0, 380.0, 20.0), 1.0).expect("boxes");
        assert_eq!((sheet.held, sheet.cells().iter().flatten().count()), ((10, 9), 90));
        let sheet = Sheet::of_boxes(64 * 91, 64, (64, 1), None, (470.0, 380.0, 20.0), 1.0).expect("boxes");
        assert_eq!(
            (sheet.held, sheet.cells().iter().flatten().count(), sheet.inside(1, 9)),
            ((10, 10), 91, (0.0, 0.0))
        );
    }

    #[test]
    fn panels_stand_side_by_side_if_they_can() {
        let fit = |panels: &[(i64, Option<i64>)], width| Fit::of((panels, &[]), width, 1.0, FREE).most;
        let divide = [(64, Some(8)), (64, Some(8))];
        assert_eq!([800.0, 500.0, 300.0].map(|width| fit(&divide, width)), [48.0, 29.0, 34.0]);
        // 24x12 in tiles of 8x4, in the middle column of a laptop: every index can be read.
        let tall = [(288, Some(24)), (288, Some(32))];
        assert_eq!([512.0, 455.0].map(|width| fit(&tall, width)), [22.0, 20.0]);
        // A result as wide as the room stands below what it is made of.
        assert_eq!(fit(&[(10, Some(2)), (12, Some(3)), (120, Some(6))], 512.0), 25.0);
        // A panel that stands aside makes cells smaller, as long as these are large; so does a low window.
        let (divide, tiler) = ([(80, Some(10)), (96, Some(8))], [(8, Some(4))]);
        let low = |panels, height| Fit::of((panels, &tiler), 920.0, 1.0, Height::Wanted(height)).most;
        assert_eq!([1000.0, 360.0, 200.0].map(|height| low(&divide, height)), [37.0, 36.0, 32.0]);
        assert_eq!(Fit::of((&divide, &tiler), 920.0, 1.0, Height::Most(200.0)).most, 20.0);
        assert_eq!(low(&tall, 360.0), 22.0);
    }

    #[test]
    fn one_mode_is_written_in_lines() {
        let fit = Fit::of((&[(24, None)], &[]), 300.0, 1.0, FREE);
        let sheet = Sheet::place(24, None, (300.0, 20.0), 1.0, fit, 0);
        assert_eq!((sheet.rows, sheet.columns, sheet.beside(3, 1, 0), sheet.beside(23, 0, 1)), (3, 8, 11, 23));
        let sheet = Sheet::place(16, Some(4), (300.0, 20.0), 1.0, fit, 0);
        assert_eq!((sheet.beside(3, 0, 1), sheet.beside(3, 1, 0), sheet.cells().get(1)), (7, 3, Some(&Some(4))));
    }
}
