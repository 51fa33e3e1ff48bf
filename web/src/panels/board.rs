//! The geometry of pictures of cells: which are in view, and whether they can be read.

use std::ops::Range;

/// The number nearest to `value` between two bounds. Unlike `f64::clamp` it has no panic that prints numbers, which would
/// be a large piece of the page.
pub fn within(value: f64, least: f64, most: f64) -> f64 {
    value.max(least).min(most)
}

/// Least width and height of a picture in legible cells, if its own cells are too small to be read.
const THICK: f64 = 4.0;

/// Reports whether a picture of so many rows and columns is a thread at this side of a cell: its cells cannot be read,
/// and it is too thin for a pattern to be seen. What is legible is the side at which they could be.
pub fn is_thin(rows: f64, columns: f64, cell: f64, legible: f64) -> bool {
    cell < legible && cell * rows.min(columns) < THICK * legible
}

/// The rows or columns to draw along one side: all of a window, or every n-th where a cell is smaller than a pixel.
pub fn visible(origin: f64, cell: f64, length: f64, count: u64) -> (Vec<u64>, Range<u64>, u64) {
    let first = origin.max(0.0).floor() as u64;
    let last = (origin + length / cell).ceil().max(0.0).min(count as f64) as u64;
    let step = if cell >= 1.0 { 1 } else { (1.0 / cell).ceil() as u64 };
    let first = (first / step * step).min(count.saturating_sub(1));
    let last = last.clamp(first + 1, count.max(first + 1));
    let shown = (first..last).step_by(usize::try_from(step).unwrap_or(usize::MAX)).take(4096).collect();
    (shown, first..last, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_of_a_huge_layout_is_small() {
        let (shown, window, step) = visible(999_999_990.0, 20.0, 400.0, 1_000_000_000);
        assert_eq!((shown.len(), window, step), (10, 999_999_990..1_000_000_000, 1));
        let (shown, _, step) = visible(0.0, 1e-7, 400.0, 1_000_000_000);
        assert!(shown.len() <= 401 && step == 10_000_000);
    }
}
