//! Atoms and what is made of them as CuTe prints them: `print` and `print_latex`, to the letter.

use std::collections::BTreeSet;
use std::fmt;

use super::tiled_copy::{CopyAtom, CopySlice, End, TiledCopy};
use super::tiled_mma::{Matrix, MmaSlice, TiledMma};
use super::{CopyOperation, MmaAtom};
use crate::coordinate::Slot;
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::{product, product_each};
use crate::layout::{Layout, Shape};
use crate::make::Major;
use crate::nested::Nested;
use crate::table::FlatLayout;

/// The most cells that a picture in LaTeX has, all matrices together.
pub const LATEX_LIMIT: u64 = 1 << 16;

/// `MMA_Atom` and its layouts.
pub fn mma_atom(atom: &MmaAtom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "MMA_Atom")?;
    writeln!(f, "  ThrID:      {}", atom.threads)?;
    writeln!(f, "  Shape_MNK:  {}", atom.shape)?;
    for matrix in Matrix::ALL {
        let operand = atom.operand(matrix);
        write!(f, "  Layout{}_TV: ", matrix.letter())?;
        match &operand.printed {
            Some(printed) => writeln!(f, "{printed}")?,
            None => writeln!(f, "{}", operand.layout)?,
        }
    }
    Ok(())
}

/// `TiledMMA`, and its atom.
pub fn tiled_mma(mma: &TiledMma, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [m, n, k] = &mma.permutation;
    writeln!(f, "TiledMMA")?;
    writeln!(f, "  ThrLayoutVMNK:  {}", mma.threads)?;
    writeln!(f, "  PermutationMNK: ({m},{n},{k})")?;
    mma_atom(&mma.atom, f)
}

/// `ThrMMA`, and whose thread it is.
pub fn mma_slice(slice: &MmaSlice, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "ThrMMA")?;
    writeln!(f, "  Thr VMNK: {}", slice.place)?;
    tiled_mma(&slice.mma, f)
}

/// An instruction that copies, for which CuTe prints nothing: its layouts in bits, in the manner of `Copy_Atom`.
pub fn operation(operation: &CopyOperation, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "{}", operation.name)?;
    writeln!(f, "  ThrID:        {}", operation.threads)?;
    writeln!(f, "  BitLayoutSrc: {}", operation.source)?;
    writeln!(f, "  BitLayoutDst: {}", operation.destination)?;
    writeln!(f, "  BitLayoutRef: {}", operation.reference)
}

/// `Copy_Atom` and its layouts.
pub fn copy_atom(atom: &CopyAtom, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "Copy_Atom")?;
    writeln!(f, "  ThrID:        {}", atom.operation.threads)?;
    writeln!(f, "  ValLayoutSrc: {}", atom.source)?;
    writeln!(f, "  ValLayoutDst: {}", atom.destination)?;
    writeln!(f, "  ValLayoutRef: {}", atom.reference)?;
    writeln!(f, "  ValueType:    {}b", atom.bits)
}

/// `TiledCopy`, and its atom.
pub fn tiled_copy(copy: &TiledCopy, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "TiledCopy")?;
    writeln!(f, "  Tiler_MN:       {}", copy.tiler)?;
    writeln!(f, "  TiledLayout_TV: {}", copy.thread_values)?;
    copy_atom(&copy.atom, f)
}

/// `ThrCopy`, and whose thread it is.
pub fn copy_slice(slice: &CopySlice, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "ThrCopy")?;
    writeln!(f, "  ThrIdx: {}", slice.thread)?;
    tiled_copy(&slice.copy, f)
}

/// Fills by the number of the thread modulo 8.
const FILLS: [&str; 8] = [
    "{rgb,255:red,175;green,175;blue,255}",
    "{rgb,255:red,175;green,255;blue,175}",
    "{rgb,255:red,255;green,255;blue,175}",
    "{rgb,255:red,255;green,175;blue,175}",
    "{rgb,255:red,210;green,210;blue,255}",
    "{rgb,255:red,210;green,255;blue,210}",
    "{rgb,255:red,255;green,255;blue,210}",
    "{rgb,255:red,255;green,210;blue,210}",
];

/// Threads and values to coordinates of a tile, as CuTe prints a tensor of them.
struct Placed {
    printed: String,
    threads: u64,
    values: u64,
    rows: u64,
    columns: u64,
    /// The 1-D coordinate of the tile, thread by thread, of each its values.
    places: Vec<u64>,
}

/// A layout of threads and values over a tile of two modes.
fn placed(layout: &Layout, tile: &Shape) -> Result<Placed> {
    let coordinates = Layout::identity(tile.clone());
    let tensor = coordinates.composition(layout)?;
    // CuTe prints a tensor over coordinates: from where it counts, and its strides as multiples of unit vectors.
    let zero = Nested::<Int>::Tuple(tile.modes().iter().map(|_| Nested::Leaf(Int::ZERO)).collect());
    placed_at(format!("ArithTuple{zero} o {tensor}"), layout, tile)
}

/// The same with what is printed of it.
fn placed_at(printed: String, layout: &Layout, tile: &Shape) -> Result<Placed> {
    let count = |int: Int| u64::try_from(int.value()).map_err(|_| Error::NoElements { shape: tile.to_string() });
    let [rows, columns] = [count(product(tile.mode(0)?)?)?, count(product(tile.mode(1)?)?)?];
    let [threads, values] = [count(layout.at(&[0])?.size()?)?, count(layout.at(&[1])?.size()?)?];
    let cells = threads.saturating_mul(values);
    if cells > LATEX_LIMIT || rows.saturating_mul(columns) > LATEX_LIMIT {
        return Err(Error::TooLarge { what: "cells", count: cells.to_string(), limit: LATEX_LIMIT });
    }
    let mut table = vec![0; usize::try_from(cells).unwrap_or(0)];
    // Values run first in a layout of values and threads.
    let turned = layout.select(&[1, 0])?;
    FlatLayout::new(&turned)?.fill(0, &mut table)?;
    let places = table.into_iter().map(|place| u64::try_from(place).unwrap_or(u64::MAX)).collect();
    Ok(Placed { printed, threads, values, rows, columns, places })
}

/// The head of a document, behind the lines that say what it shows.
const HEAD: &str = "\\documentclass[convert]{standalone}\n\\usepackage{tikz}\n\n\\begin{document}\n\
    \\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},every node/.style={minimum size=1cm, outer sep=0pt}]\n\n";

/// The end of a document.
const TAIL: &str = "\\end{tikzpicture}\n\\end{document}\n";

impl Placed {
    /// A cell for each element below `end`, by the first thread that holds it. `at` says where a row and a column are drawn.
    fn cells(&self, text: &mut String, end: u64, at: impl Fn(u64, u64) -> (i128, i128)) {
        let mut filled = BTreeSet::new();
        let pairs = (0..self.threads).flat_map(|thread| (0..self.values).map(move |value| (thread, value)));
        for ((thread, value), place) in pairs.zip(&self.places) {
            if *place >= end || !filled.insert(*place) {
                continue;
            }
            let (down, right) = at(place % self.rows.max(1), place / self.rows.max(1));
            let fill = FILLS.get(usize::try_from(thread % 8).unwrap_or(0)).copied().unwrap_or_default();
            text.push_str(&format!(
                "\\node[fill={fill}] at ({down},{right}) {{\\shortstack{{T{thread} \\\\ V{value}}}}};\n"
            ));
        }
    }
}

/// Returns the number of elements of the tile.
fn own(placed: &Placed) -> u64 {
    placed.rows.saturating_mul(placed.columns)
}

fn grid(text: &mut String, from: (i128, i128), to: (i128, i128)) {
    text.push_str(&format!(
        "\\draw[color=black,thick,shift={{(-0.5,-0.5)}}] ({},{}) grid ({},{});\n\n",
        from.0, from.1, to.0, to.1
    ));
}

fn label(text: &mut String, at: (i128, i128), number: u64) {
    text.push_str(&format!("\\node at ({},{}) {{\\Large{{\\texttt{{{number}}}}}}};\n", at.0, at.1));
}

/// The three matrices of a tiled MMA, A left of C, B above it: CuTe's `print_latex`.
///
/// Errors: [`Error::TooLarge`] above [`LATEX_LIMIT`] cells, and those of the algebra.
pub fn latex_mma(mma: &TiledMma) -> Result<String> {
    let of = |matrix: Matrix| placed(&mma.thread_values(matrix)?, mma.tile(matrix)?.shape());
    let (c, a, b) = (of(Matrix::C)?, of(Matrix::A)?, of(Matrix::B)?);
    let (m, n, k) = (i128::from(c.rows), i128::from(c.columns), i128::from(a.columns));
    let mut text = format!("% LayoutC: {}\n% LayoutA: {}\n% LayoutB: {}\n{HEAD}", c.printed, a.printed, b.printed);
    let before = |place: u64| i128::from(place) - k - 1;
    // CuTe marks what it has drawn in a tensor of (M,N,K), and so draws what lies beside C, too.
    c.cells(&mut text, own(&c).saturating_mul(a.columns), |row, column| (i128::from(row), i128::from(column)));
    grid(&mut text, (0, 0), (m, n));
    a.cells(&mut text, own(&a), |row, column| (i128::from(row), before(column)));
    grid(&mut text, (0, -k - 1), (m, -1));
    (0..c.rows).for_each(|row| label(&mut text, (i128::from(row), -k - 2), row));
    (0..a.columns).for_each(|column| label(&mut text, (-1, before(column)), column));
    b.cells(&mut text, own(&b), |row, column| (before(column), i128::from(row)));
    grid(&mut text, (-k - 1, 0), (-1, n));
    (0..c.columns).for_each(|row| label(&mut text, (-k - 2, i128::from(row)), row));
    (0..a.columns).for_each(|column| label(&mut text, (before(column), -1), column));
    text.push_str(TAIL);
    Ok(text)
}

/// Source and destination of a tiled copy beside each other: CuTe's `print_latex`.
///
/// Errors: [`Error::TooLarge`] above [`LATEX_LIMIT`] cells, [`Error::NeedsRank`] of tiles that have not two modes, and those
/// of the algebra.
pub fn latex_copy(copy: &TiledCopy) -> Result<String> {
    let one = || Nested::Leaf(Int::ONE);
    let ones = Layout::compact(Nested::Tuple(vec![one(), one()]), Major::Left)?;
    // As large as what the tiler cuts: of layouts more than they have elements, where they leave gaps.
    let tile = product_each(ones.logical_divide(&copy.tiler)?.shape())?;
    if tile.rank() != 2 {
        return Err(Error::NeedsRank { expected: "2", found: tile.rank() });
    }
    let (coordinates, numbers) = (Layout::identity(tile.clone()), Layout::compact(tile.clone(), Major::Left)?);
    let of = |end: End| {
        let all = || Nested::Leaf(Slot::All);
        let first = Nested::Tuple(vec![all(), all(), Nested::Leaf(Slot::Int(Int::ZERO))]);
        let part = |whole: &Layout| copy.tidfrg(end, whole)?.slice(&first);
        placed_at(format!("ArithTuple(_0,_0) o {}", part(&coordinates)?), &part(&numbers)?, &tile)
    };
    let (source, destination) = (of(End::Source)?, of(End::Destination)?);
    let (m, n) = (i128::from(source.rows), i128::from(source.columns));
    let mut text = format!("% Layout S TV: {}\n% Layout D TV: {}\n{HEAD}", source.printed, destination.printed);
    source.cells(&mut text, own(&source), |row, column| (i128::from(row), i128::from(column)));
    grid(&mut text, (0, 0), (m, n));
    (0..source.rows).for_each(|row| label(&mut text, (i128::from(row), -1), row));
    (0..source.columns).for_each(|column| label(&mut text, (-1, i128::from(column)), column));
    destination.cells(&mut text, own(&destination), |row, column| (i128::from(row), i128::from(column) + n + 3));
    grid(&mut text, (0, n + 3), (m, 2 * n + 3));
    (0..source.rows).for_each(|row| label(&mut text, (i128::from(row), 2 * n + 3), row));
    (0..source.columns).for_each(|column| label(&mut text, (-1, i128::from(column) + n + 3), column));
    text.push_str(TAIL);
    Ok(text)
}
