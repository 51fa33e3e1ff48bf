//! Which part of the grid is in view.

use crate::board::within;
use crate::browser::{self, HtmlCanvasElement};

/// The largest cell, in CSS pixels.
pub(super) const CELL_MOST: f64 = 58.0;
/// A layout whose cells would be smaller than this when all are shown opens on a window instead, in CSS pixels.
const CELL_OPEN: f64 = 0.6;
/// The cells of that window, in CSS pixels.
const CELL_WINDOW: f64 = 28.0;
/// The room that the names of rows and columns are expected to take, in CSS pixels.
pub(super) const MARGIN: f64 = 64.0;

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

/// All of the layout if its cells are then large enough to be seen, else a window at a legible size.
pub(super) fn fitted(canvas: &HtmlCanvasElement, rows: u64, columns: u64, big: bool) -> View {
    let width = f64::from(canvas.client_width()) - MARGIN;
    let height = most_height(big);
    // In a class room a tenth of the screen, however many pixels that has.
    let most = if big { (CELL_MOST * 1.5).max(browser::viewport_height() * 0.1) } else { CELL_MOST };
    let fit = (width / columns as f64).min(height / rows as f64).min(most);
    // A long vector keeps legible cells; it is panned.
    let cell = if rows == 1 {
        within(width / columns as f64, CELL_WINDOW, most)
    } else if fit < CELL_OPEN {
        CELL_WINDOW
    } else {
        fit
    };
    let height = canvas_height(rows, cell, big);
    browser::set_height(canvas, height);
    View { cell, row: 0.0, column: 0.0, height }
}

/// The most room for the rows, in CSS pixels.
fn most_height(big: bool) -> f64 {
    (browser::viewport_height() * if big { 0.62 } else { 0.5 }).max(160.0) - 44.0
}

/// The height of the canvas that shows these rows, or as many of them as there is room for.
pub(super) fn canvas_height(rows: u64, cell: f64, big: bool) -> f64 {
    (rows as f64 * cell).min(most_height(big)) + HEAD
}
