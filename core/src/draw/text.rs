//! The table as text, to the letter of CuTe's `print_layout`.

use super::{Cells, require_rank};
use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::table::FlatLayout;

/// The most cells that [`print_layout`] prints.
pub const TEXT_CELL_LIMIT: u64 = 1 << 18;

/// The table of a layout of rank 2: CuTe's `print_layout`, with the line break at its end.
///
/// As in CuTe the cells are as wide as the *cosize* has digits, which is not always the widest index: negative indices
/// overflow their cells. Errors: [`crate::Error::NeedsRank`] for another rank, [`crate::Error::TooLarge`] above
/// [`TEXT_CELL_LIMIT`] cells, and those of [`crate::table::FlatLayout::new`].
pub fn print_layout(layout: &Layout) -> Result<String> {
    require_rank(layout, "2", |rank| rank == 2)?;
    let cells = Cells::of(layout, &[], TEXT_CELL_LIMIT)?;
    Ok(print_cells(&layout.to_string(), layout.cosize()?.value(), &cells))
}

/// The indices as rows and columns, three places and two spaces each: `print2D` of CuTe's tutorial.
///
/// Errors: as [`print_layout`].
pub fn print_2d(layout: &Layout) -> Result<String> {
    require_rank(layout, "2", |rank| rank == 2)?;
    let cells = Cells::of(layout, &[], TEXT_CELL_LIMIT)?;
    let row = |indices: &[i64]| indices.iter().map(|index| format!("{index:>3}  ")).collect::<String>() + "\n";
    Ok(cells.rows().map(row).collect())
}

/// The indices of all 1-D coordinates in a line: `print1D` of CuTe's tutorial.
///
/// Errors: [`crate::Error::TooLarge`] above [`TEXT_CELL_LIMIT`] elements, and those of [`FlatLayout::new`].
pub fn print_1d(layout: &Layout) -> Result<String> {
    let flat = FlatLayout::new(layout)?;
    let size = flat.size();
    if size > TEXT_CELL_LIMIT {
        return Err(Error::TooLarge { what: "elements", count: size.to_string(), limit: TEXT_CELL_LIMIT });
    }
    let mut indices = vec![0; size as usize];
    flat.fill(0, &mut indices)?;
    Ok(indices.iter().map(|index| format!("{index:>3}  ")).collect())
}

/// The table of any indices under a first line, with cells as wide as `cosize` has digits.
pub fn print_cells(first_line: &str, cosize: i64, cells: &Cells) -> String {
    let width = if cosize < 0 { 1 } else { cosize.to_string().len() };
    let rule = format!("    {}+\n", format!("+{}", "-".repeat(width + 2)).repeat(cells.columns));
    let mut text = format!("{first_line}\n    ");
    for column in 0..cells.columns {
        text.push_str(&format!("  {column:>width$} "));
    }
    text.push('\n');
    for (row, indices) in cells.rows().enumerate() {
        text.push_str(&rule);
        text.push_str(&format!("{row:>2}  "));
        for index in indices {
            text.push_str(&format!("| {index:>width$} "));
        }
        text.push_str("|\n");
    }
    text.push_str(&rule);
    text
}
