//! Which part of the grid is in view.

use colex::look::board::Board;

use crate::browser::{self, HtmlCanvasElement};
use crate::panels::board::{is_thin, within};

/// The largest cell, in CSS pixels: a small layout fills its column.
pub(super) const CELL_MOST: f64 = 120.0;
/// A layout whose cells would be smaller than this when all are shown opens on a window instead, in CSS pixels.
const CELL_OPEN: f64 = 0.6;
/// The cells of that window, in CSS pixels.
const CELL_WINDOW: f64 = 28.0;
/// Cells at least this large can be read, in CSS pixels.
const CELL_READ: f64 = 16.0;
/// The least room beside the rows, in CSS pixels.
const MARGIN: f64 = 64.0;
/// The width of a letter of the largest names, and the room around a row's number and its name, in CSS pixels.
const LETTER: f64 = 9.0;
const AROUND: f64 = 14.0;

/// The room above the first row and below the last, in CSS pixels.
pub(super) const HEAD: f64 = 46.0;

/// Which part is in view.
#[derive(Clone, Copy, PartialEq, Default)]
pub(super) struct View {
    /// The side of a cell in CSS pixels; 0 until it is fitted.
    pub(super) cell: f64,
    /// The first row and column in view, in cells.
    pub(super) row: f64,
    pub(super) column: f64,
    /// The height of the canvas in CSS pixels.
    pub(super) height: f64,
}

/// The room that the numbers and the names of the rows take, going by those of the last row.
pub(super) fn margin(board: &Board) -> f64 {
    let last = board.rows.saturating_sub(1);
    let text = |letters: usize| letters as f64 * LETTER + AROUND;
    let name = board.row_name(last).map_or(0.0, |name| text(name.chars().count()));
    (text(last.to_string().len()) + name).max(MARGIN)
}

/// All of the layout if its cells are then large enough to be seen or the `whole` is wanted, else a window at a legible
/// size.
pub(super) fn fitted(canvas: &HtmlCanvasElement, rows: u64, columns: u64, margin: f64, big: bool, whole: bool) -> View {
    let width = (f64::from(canvas.client_width()) - margin).max(MARGIN);
    let height = most_height(big);
    // On a large screen a tenth of its height, however many pixels that has.
    let most = CELL_MOST.max(browser::viewport_height() * 0.1);
    let (across, down) = (columns as f64, rows as f64);
    let cell =
        if whole { (width / across).min(height / down).min(most) } else { fitting(down, across, width, height, most) };
    let height = canvas_height(rows, cell, big);
    browser::set_height(canvas, Some(height));
    View { cell, row: 0.0, column: 0.0, height }
}

/// The cell at which all rows and columns fit into the room; where none of it could be made out then, a legible one.
fn fitting(rows: f64, columns: f64, width: f64, height: f64, most: f64) -> f64 {
    let fit = (width / columns).min(height / rows).min(most);
    // A long vector keeps legible cells; it is panned.
    if rows == 1.0 {
        within(width / columns, CELL_WINDOW, most)
    } else if fit < CELL_OPEN || is_thin(rows, columns, fit, CELL_READ) {
        CELL_WINDOW
    } else {
        fit
    }
}

/// The most room for the rows, in CSS pixels.
fn most_height(big: bool) -> f64 {
    (browser::viewport_height() * if big { 0.62 } else { 0.58 }).max(160.0) - 44.0
}

/// The height of the canvas that shows these rows, or as many of them as there is room for.
pub(super) fn canvas_height(rows: u64, cell: f64, big: bool) -> f64 {
    (rows as f64 * cell).min(most_height(big)) + HEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_is_shown_where_it_can_be_made_out() {
        let cases = [
            // Rows, columns, width, height, and the cell.
            (3.0, 6.0, 900.0, 400.0, CELL_MOST),
            (8.0, 16.0, 400.0, 400.0, 25.0),
            (128.0, 128.0, 400.0, 400.0, 3.125),
            (128.0, 64.0, 400.0, 400.0, 3.125),
            // Thin ones keep cells that can be read, and are panned.
            (128.0, 4.0, 400.0, 400.0, CELL_WINDOW),
            (4.0, 128.0, 400.0, 400.0, CELL_WINDOW),
            (128.0, 1.0, 400.0, 400.0, CELL_WINDOW),
            (1.0, 128.0, 400.0, 400.0, CELL_WINDOW),
            (2.0, 16.0, 200.0, 400.0, CELL_WINDOW),
            (2.0, 12.0, 200.0, 400.0, 200.0 / 12.0),
            (1e6, 1e6, 400.0, 400.0, CELL_WINDOW),
        ];
        for (rows, columns, width, height, cell) in cases {
            assert_eq!(fitting(rows, columns, width, height, CELL_MOST), cell, "{rows} × {columns}");
        }
        // Whatever it is: all of it is in view, or its cells can be read.
        for rows in 1..300 {
            for columns in 1..300 {
                let (rows, columns) = (f64::from(rows), f64::from(columns));
                let cell = fitting(rows, columns, 300.0, 400.0, CELL_MOST);
                let is_whole = cell * rows < 400.01 && cell * columns < 300.01;
                let is_seen = cell * rows.min(columns) >= 4.0 * CELL_READ;
                assert!(cell >= CELL_READ || (is_whole && is_seen), "{rows} × {columns}");
            }
        }
    }
}
