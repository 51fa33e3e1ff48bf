//! Thread-value maps as TikZ pictures, to the letter of CuTe's `print_latex` for atoms and copies.

use super::latex::LATEX_CELL_LIMIT;
use crate::error::{Error, Result};
use crate::thread_value::{Pair, ThreadValue};

/// Fills by thread modulo 8: red, green, blue.
const FILLS: [[u8; 3]; 8] = [
    [175, 175, 255],
    [175, 255, 175],
    [255, 255, 175],
    [255, 175, 175],
    [210, 210, 255],
    [210, 255, 210],
    [255, 255, 210],
    [255, 210, 210],
];

/// A map with its name in the first lines of the document: its layout, printed.
pub type Named<'a> = (&'a str, &'a ThreadValue);

/// Where a map stands in a picture of several.
#[derive(Clone, Copy)]
struct Panel<'a> {
    map: &'a ThreadValue,
    /// Offset that is added to rows and columns.
    corner: (i64, i64),
    /// `true` if rows and columns change places.
    turned: bool,
    /// The column of the numbers of the rows, and the row of the numbers of the columns.
    numbers: Option<(i64, i64)>,
}

/// A complete LaTeX document with one map: the left half of what CuTe's `print_latex` draws for a tiled copy.
///
/// Errors: [`Error::TooLarge`] above [`LATEX_CELL_LIMIT`] cells or pairs.
pub fn print_latex_map(map: Named<'_>) -> Result<String> {
    let panel = Panel { map: map.1, corner: (0, 0), turned: false, numbers: Some((-1, -1)) };
    document(&[("Layout TV", map.0)], &[panel])
}

/// A complete LaTeX document with what threads read and what they write beside each other: CuTe's `print_latex` of a
/// tiled copy. Errors: those of [`print_latex_map`].
pub fn print_latex_copy(source: Named<'_>, destination: Named<'_>) -> Result<String> {
    let (_, columns) = sides(source.1);
    let (_, wide) = sides(destination.1);
    let left = columns + 3;
    let panels = [
        Panel { map: source.1, corner: (0, 0), turned: false, numbers: Some((-1, -1)) },
        Panel { map: destination.1, corner: (0, left), turned: false, numbers: Some((left + wide, -1)) },
    ];
    document(&[("Layout S TV", source.0), ("Layout D TV", destination.0)], &panels)
}

/// A complete LaTeX document with C, A to its left and B above it: CuTe's `print_latex` of an atom. The coordinates of A
/// are (m,k), of B (n,k). Errors: those of [`print_latex_map`].
pub fn print_latex_mma(c: Named<'_>, a: Named<'_>, b: Named<'_>) -> Result<String> {
    let (_, depth) = sides(a.1);
    let out = -(depth + 1);
    let panels = [
        Panel { map: c.1, corner: (0, 0), turned: false, numbers: None },
        Panel { map: a.1, corner: (0, out), turned: false, numbers: Some((out - 1, -1)) },
        Panel { map: b.1, corner: (out, 0), turned: true, numbers: Some((-1, out - 1)) },
    ];
    document(&[("LayoutC", c.0), ("LayoutA", a.0), ("LayoutB", b.0)], &panels)
}

/// Rows and columns of a tile: its first mode, and all others one after the other.
fn sides(map: &ThreadValue) -> (i64, i64) {
    let number = |side: u64| i64::try_from(side).unwrap_or(i64::MAX);
    (number(map.tile().rows()), number(map.tile().columns()))
}

fn document(names: &[(&str, &str)], panels: &[Panel<'_>]) -> Result<String> {
    let mut text = names.iter().map(|(what, name)| format!("% {what}: {name}\n")).collect::<String>();
    text.push_str(
        "\\documentclass[convert]{standalone}\n\
         \\usepackage{tikz}\n\n\
         \\begin{document}\n\
         \\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm, outer sep=0pt}]\n\n",
    );
    for panel in panels {
        draw(*panel, &mut text)?;
    }
    text.push_str("\\end{tikzpicture}\n\\end{document}\n");
    Ok(text)
}

fn draw(panel: Panel<'_>, text: &mut String) -> Result<()> {
    let Panel { map, corner, turned, numbers } = panel;
    let pairs = map.threads().saturating_mul(map.values());
    for (what, count) in [("cells", map.tile().size()), ("pairs", pairs)] {
        if count > LATEX_CELL_LIMIT {
            return Err(Error::TooLarge { what, count: count.to_string(), limit: LATEX_CELL_LIMIT });
        }
    }
    let (rows, columns) = sides(map);
    let place = |row: i64, column: i64| {
        if turned { (corner.0 + column, corner.1 + row) } else { (corner.0 + row, corner.1 + column) }
    };
    let owners = map.owners()?;
    for thread in 0..map.threads() {
        for value in 0..map.values() {
            let pair = Pair { thread, value };
            // Each element is drawn once, for the first that holds it.
            let Some(cell) = owners.cell(pair).filter(|cell| owners.of(*cell).first() == Some(&pair)) else { continue };
            let cell = i64::try_from(cell).unwrap_or(i64::MAX);
            let (row, column) = place(cell % rows.max(1), cell / rows.max(1));
            let [red, green, blue] = FILLS.get((thread % 8) as usize).copied().unwrap_or_default();
            text.push_str(&format!(
                "\\node[fill={{rgb,255:red,{red};green,{green};blue,{blue}}}] at ({row},{column}) \
                 {{\\shortstack{{T{thread} \\\\ V{value}}}}};\n"
            ));
        }
    }
    let (first, last) = (place(0, 0), place(rows, columns));
    text.push_str(&format!(
        "\\draw[color=black,thick,shift={{(-0.5,-0.5)}}] ({},{}) grid ({},{});\n\n",
        first.0, first.1, last.0, last.1
    ));
    let Some((beside, above)) = numbers else { return Ok(()) };
    let mut number = |(row, column): (i64, i64), number: i64| {
        text.push_str(&format!("\\node at ({row},{column}) {{\\Large{{\\texttt{{{number}}}}}}};\n"));
    };
    // Of a picture that is turned the rows are the columns.
    (0..rows).for_each(|row| {
        let (at, along) = place(row, 0);
        number(if turned { (above, along) } else { (at, beside) }, row);
    });
    (0..columns).for_each(|column| {
        let (at, along) = place(0, column);
        number(if turned { (at, beside) } else { (above, along) }, column);
    });
    Ok(())
}
