//! A table so small that nothing can be read in it: its cells as squares in the colours of their indices.

use std::fmt::Write;

use super::palette::{COLOURS, Palette, Theme};
use crate::composed::AnyLayout;
use crate::table::Grid;

/// The most rows and columns that it shows; of a larger table it shows the first.
pub const THUMBNAIL_CELLS: u64 = 24;

/// The squares of a table, in units of one square.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Thumbnail {
    /// The number of columns that are shown.
    pub columns: u64,
    /// The number of rows that are shown.
    pub rows: u64,
    /// For each place in the palette the outlines of its squares, as the `d` of an SVG path; empty where it has none.
    pub paths: [String; COLOURS],
}

impl Thumbnail {
    /// It as an SVG picture, in the colours of the grid.
    pub fn svg(&self, theme: Theme) -> String {
        let palette = Palette::of(theme);
        let Thumbnail { columns, rows, paths } = self;
        let mut svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-.1 -.1 {columns}.2 {rows}.2' stroke='{}' stroke-width='.06'>",
            palette.rule
        );
        for (fill, path) in palette.fills.iter().zip(paths).filter(|(_, path)| !path.is_empty()) {
            svg.push_str(&format!("<path fill='{fill}' d='{path}'/>"));
        }
        svg.push_str("</svg>");
        svg
    }
}

/// The first cells of a layout's table, coloured by the index modulo 8; of rank 1 one row. `None` where it has no table of
/// numbers.
pub fn thumbnail(layout: &AnyLayout) -> Option<Thumbnail> {
    let beyond = vec![0; layout.rank().saturating_sub(2)];
    let grid = Grid::any(layout, &beyond).ok()?;
    let (rows, columns) = (grid.rows().min(THUMBNAIL_CELLS), grid.columns().min(THUMBNAIL_CELLS));
    let mut indices = vec![0; usize::try_from(rows * columns).ok()?];
    grid.fill_window(0..rows, 0..columns, &mut indices).ok()?;
    let is_row = columns == 1;
    let mut paths = <[String; COLOURS]>::default();
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    for ((row, column), index) in places.zip(indices) {
        let (x, y) = if is_row { (row, column) } else { (column, row) };
        let colour = usize::try_from(index.rem_euclid(COLOURS as i64)).ok()?;
        write!(paths.get_mut(colour)?, "M{x} {y}h1v1h-1z").ok()?;
    }
    let (rows, columns) = if is_row { (columns, rows) } else { (rows, columns) };
    Some(Thumbnail { columns, rows, paths })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::tests::layout;

    #[test]
    fn squares_stand_where_the_indices_do() {
        let small = thumbnail(&layout("(2,2):(2,1)").into()).expect("a picture");
        assert_eq!((small.columns, small.rows), (2, 2));
        assert_eq!(small.paths[0], "M0 0h1v1h-1z");
        assert_eq!(small.paths[1], "M1 0h1v1h-1z");
        assert_eq!(small.paths[2], "M0 1h1v1h-1z");
        let drawn = small.svg(Theme::Light);
        assert!(drawn.starts_with("<svg xmlns=") && drawn.matches("<path").count() == 4, "{drawn}");
        let vector = thumbnail(&layout("3:1").into()).expect("a picture");
        assert_eq!((vector.columns, vector.rows, vector.paths[2].as_str()), (3, 1, "M2 0h1v1h-1z"));
        let huge = thumbnail(&layout("(1000000,1000000):(1,1000000)").into()).expect("a picture");
        assert_eq!((huge.columns, huge.rows), (THUMBNAIL_CELLS, THUMBNAIL_CELLS));
        let squares = huge.paths.iter().map(|path| path.matches('M').count()).sum::<usize>();
        assert_eq!(squares, 24 * 24);
        assert_eq!(thumbnail(&layout("(0,4):(1,1)").into()).map(|none| none.columns), Some(4));
    }
}
