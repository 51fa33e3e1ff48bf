//! Drawings of layouts as strings: text and LaTeX to the letter of CuTe, CSV, JSON, SVG, and the palette they share.
//!
//! Everything here refuses more cells than a named constant says, before it starts.

pub mod csv;
pub mod json;
pub mod latex;
pub mod palette;
pub mod svg;
pub mod text;
pub mod threads;
pub mod thumbnail;

use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::table::Grid;

/// The indices of a table, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cells {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// `rows * columns` indices, row by row.
    pub indices: Vec<i64>,
}

impl Cells {
    /// The indices of mode 0 × mode 1; of a layout of rank 1 one column. `slice` fixes the modes beyond.
    ///
    /// Errors: those of [`Grid::new`], and [`Error::TooLarge`] above `limit` cells.
    pub fn of(layout: &Layout, slice: &[u64], limit: u64) -> Result<Self> {
        Cells::of_grid(&Grid::new(layout, slice)?, limit)
    }

    /// [`Cells::of`] of any layout.
    pub fn of_any(layout: &AnyLayout, slice: &[u64], limit: u64) -> Result<Self> {
        Cells::of_grid(&Grid::any(layout, slice)?, limit)
    }

    /// The indices of a grid. Errors: [`Error::TooLarge`] above `limit` cells.
    pub fn of_grid(grid: &Grid, limit: u64) -> Result<Self> {
        let (rows, columns) = (grid.rows(), grid.columns());
        // Rows and columns are refused by themselves too: each has a label, however few the cells.
        let cells = u128::from(rows.max(1)) * u128::from(columns.max(1));
        if cells > u128::from(limit) {
            return Err(Error::TooLarge { what: "cells", count: cells.to_string(), limit });
        }
        let mut indices = vec![0; (rows * columns) as usize];
        grid.fill_window(0..rows, 0..columns, &mut indices)?;
        Ok(Cells { columns: columns as usize, rows: rows as usize, indices })
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl Iterator<Item = &[i64]> {
        (0..self.rows).map(|row| self.indices.get(row * self.columns..(row + 1) * self.columns).unwrap_or_default())
    }
}

/// Refuses a rank that a table does not have.
fn require_rank(layout: &Layout, expected: &'static str, accepts: impl Fn(usize) -> bool) -> Result<()> {
    let found = layout.rank();
    if accepts(found) { Ok(()) } else { Err(Error::NeedsRank { expected, found }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Int, IntTuple, Nested};

    /// The tuple in printed notation at the beginning of `text`, and what follows it.
    fn tuple(text: &str) -> Option<(IntTuple, &str)> {
        if let Some(mut rest) = text.strip_prefix('(') {
            let mut modes = Vec::new();
            while !rest.starts_with(')') {
                let (mode, after) = tuple(rest)?;
                modes.push(mode);
                rest = after.strip_prefix(',').unwrap_or(after);
            }
            return Some((Nested::Tuple(modes), rest.strip_prefix(')')?));
        }
        let digits = text.strip_prefix('_').unwrap_or(text);
        let end = digits.find([',', ')', ':']).unwrap_or(digits.len());
        let value = digits.get(..end)?.parse().ok()?;
        let int = if digits.len() < text.len() { Int::constant(value) } else { Int::dynamic(value) };
        Some((Nested::Leaf(int), digits.get(end..)?))
    }

    /// A layout in printed notation.
    pub(super) fn layout(text: &str) -> Layout {
        let parse = |text| tuple(text).filter(|(_, rest)| rest.is_empty()).map(|(tuple, _)| tuple);
        let (shape, stride) = text.split_once(':').expect("a layout");
        Layout::with_ints(parse(shape).expect("a shape"), &parse(stride).expect("a stride")).expect("a layout")
    }

    #[test]
    fn too_many_cells_are_refused_before_they_are_made() {
        for text in ["(1000000,1000000):(1,1000000)", "(1000000000000,0):(1,1)", "(0,1000000000000):(1,1)"] {
            let huge = layout(text);
            assert!(matches!(Cells::of(&huge, &[], 1 << 20), Err(Error::TooLarge { what: "cells", .. })), "{text}");
            for drawn in [
                text::print_layout(&huge),
                latex::print_latex(&huge),
                csv::csv_grid(&huge.clone().into()),
                svg::grid_svg(&huge, &svg::GridOptions::default()),
            ] {
                assert!(drawn.is_err(), "{text}");
            }
        }
    }

    /// Every line of `operation` that CuTe printed for a plain layout.
    fn golden(operation: &str, drawn: impl Fn(&Layout) -> Result<String>) -> usize {
        let mut compared = 0;
        for line in include_str!("../../../tests/golden/ops.jsonl").lines() {
            if !line.contains(&format!("\"{operation}\"")) || line.contains("Sw<") {
                continue;
            }
            let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
            let argument = case["args"][0].as_str().expect("an argument");
            match case["out"].as_str() {
                Some(expected) => assert_eq!(drawn(&layout(argument)).as_deref(), Ok(expected), "{argument}"),
                None => assert!(drawn(&layout(argument)).is_err(), "{argument}"),
            }
            compared += 1;
        }
        compared
    }

    #[test]
    fn text_is_what_cute_prints() {
        assert_eq!(golden("print_layout", text::print_layout), 34);
    }

    #[test]
    fn latex_is_what_cute_prints() {
        assert_eq!(golden("print_latex", latex::print_latex), 20);
    }
}
