//! The table as a TikZ picture, to the letter of CuTe's `print_latex`.

use super::{Cells, require_rank};
use crate::composed::AnyLayout;
use crate::error::Result;
use crate::layout::Layout;

/// The most cells that [`print_latex`] prints.
pub const LATEX_CELL_LIMIT: u64 = 1 << 16;

/// Fills by index modulo 8.
const FILLS: [&str; 8] =
    ["black!00", "black!40", "black!20", "black!60", "black!10", "black!50", "black!30", "black!70"];

/// A complete LaTeX document with the table of a layout of rank 1 or 2: CuTe's `print_latex`. Rank 1 is one column,
/// and the first line shows it padded with `_1:_0`.
///
/// Errors: [`crate::Error::NeedsRank`] for another rank, [`crate::Error::TooLarge`] above [`LATEX_CELL_LIMIT`] cells,
/// and those of [`crate::table::FlatLayout::new`].
pub fn print_latex(layout: &Layout) -> Result<String> {
    require_rank(layout, "1 or 2", |rank| rank <= 2)?;
    let padded = layout.append_to(2, &Layout::trivial())?;
    let cells = Cells::of(&padded, &[], LATEX_CELL_LIMIT)?;
    Ok(latex_cells(&padded.to_string(), &cells))
}

/// [`print_latex`] of any layout.
pub fn print_any_latex(layout: &AnyLayout) -> Result<String> {
    require_rank(layout.innermost(), "1 or 2", |rank| rank <= 2)?;
    let padded = layout.map(&mut |layout| layout.append_to(2, &Layout::trivial()))?;
    let cells = Cells::of_any(&padded, &[], LATEX_CELL_LIMIT)?;
    Ok(latex_cells(&padded.to_string(), &cells))
}

/// A complete LaTeX document with a table of any indices; `name` goes into its first line.
pub fn latex_cells(name: &str, cells: &Cells) -> String {
    let mut text = format!(
        "% Layout: {name}\n\
         \\documentclass[convert]{{standalone}}\n\
         \\usepackage{{tikz}}\n\n\
         \\begin{{document}}\n\
         \\begin{{tikzpicture}}[x={{(0cm,-1cm)}},y={{(1cm,0cm)}},every node/.style={{minimum size=1cm, outer sep=0pt}}]\n\n"
    );
    for (row, indices) in cells.rows().enumerate() {
        for (column, index) in indices.iter().enumerate() {
            let fill = FILLS.get(index.rem_euclid(8) as usize).copied().unwrap_or_default();
            text.push_str(&format!("\\node[fill={fill}] at ({row},{column}) {{{index}}};\n"));
        }
    }
    let (rows, columns) = (cells.rows, cells.columns);
    text.push_str(&format!("\\draw[color=black,thick,shift={{(-0.5,-0.5)}}] (0,0) grid ({rows},{columns});\n\n"));
    for row in 0..rows {
        text.push_str(&format!("\\node at ({row},-1) {{\\Large{{\\texttt{{{row}}}}}}};\n"));
    }
    for column in 0..columns {
        text.push_str(&format!("\\node at (-1,{column}) {{\\Large{{\\texttt{{{column}}}}}}};\n"));
    }
    text.push_str("\\end{tikzpicture}\n\\end{document}\n");
    text
}
