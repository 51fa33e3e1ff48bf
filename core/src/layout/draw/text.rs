//! The table as text, to the letter of CuTe's `print_layout`.

use super::{Cells, require_rank};
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::table::{FlatLayout, NaturalCoordinates};
use crate::tensor::Tensor;

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

/// [`print_layout`] of any layout; the cells are as wide as the *inner* layout's cosize has digits, as in CuTe.
pub fn print_any_layout(layout: &AnyLayout) -> Result<String> {
    let inner = layout.innermost();
    require_rank(inner, "2", |rank| rank == 2)?;
    let cells = Cells::of_any(layout, &[], TEXT_CELL_LIMIT)?;
    Ok(print_cells(&layout.to_string(), inner.cosize()?.value(), &cells))
}

/// The data of a tensor of rank 1 to 4 in rows and columns: CuTe's `print_tensor`. Rank 1 is a column; modes beyond the
/// second are slices, one under the other with a rule between them.
///
/// Errors: [`Error::NeedsRank`], [`Error::NoData`] of memory, [`Error::NoElements`] where there is none, and
/// [`Error::TooLarge`] above [`TEXT_CELL_LIMIT`] elements.
pub fn print_tensor(tensor: &Tensor) -> Result<String> {
    let inner = tensor.layout.innermost();
    require_rank(inner, "1 to 4", |rank| (1..=4).contains(&rank))?;
    let mut extents = [1_i64; 4];
    let mut count = 1_u64;
    for (extent, mode) in extents.iter_mut().zip(inner.shape().modes()) {
        *extent = crate::int_tuple::product(mode)?.value();
        if *extent < 1 {
            return Err(Error::NoElements { shape: inner.shape().to_string() });
        }
        count = count.saturating_mul(extent.unsigned_abs());
    }
    if count > TEXT_CELL_LIMIT {
        return Err(Error::TooLarge { what: "elements", count: count.to_string(), limit: TEXT_CELL_LIMIT });
    }
    let [rows, columns, slices, blocks] = extents;
    let mut text = format!("{tensor}:\n");
    for outer in 0..slices * blocks {
        if outer > 0 {
            let rule = if outer % slices == 0 { "=" } else { "-" };
            text.push_str(&rule.repeat(5 * columns as usize));
            text.push('\n');
        }
        for row in 0..rows {
            for column in 0..columns {
                let place = [row, column, outer % slices, outer / slices];
                text.push_str(&element(tensor, place.get(..inner.rank()).unwrap_or_default())?);
            }
            text.push('\n');
        }
    }
    Ok(text)
}

fn element(tensor: &Tensor, place: &[i64]) -> Result<String> {
    let slot = |digit: &i64| Nested::Leaf(Slot::Int(Int::dynamic(*digit)));
    let place: Coordinate = match place {
        [only] => slot(only),
        digits => Nested::Tuple(digits.iter().map(slot).collect()),
    };
    match tensor.at(&place)?.element() {
        Some(Nested::Leaf(int)) => Ok(format!("{:>5}", int.value())),
        Some(coordinate) => Ok(format!("  {}", coordinate.map(&mut |int| int.value()))),
        None => Err(Error::NoData),
    }
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

/// The most numbers in all lines of [`print_table`]: a coordinate has as many as the layout has leaves.
pub const TABLE_LIMIT: u64 = 1 << 23;

/// The layout, and a line for each 1-D coordinate: the coordinate, the natural coordinate, the index.
///
/// Example: of `(2,2):(2,1)` the second line is `0  (0,0)  0`. Errors: [`Error::TooLarge`] above [`TEXT_CELL_LIMIT`]
/// coordinates or [`TABLE_LIMIT`] numbers, [`Error::NoElements`] where there is none, and those of [`AnyLayout::index`].
pub fn print_table(layout: &AnyLayout) -> Result<String> {
    let shape = layout.shape();
    let size = crate::int_tuple::product(shape)?.value();
    let has_room = shape.leaves().into_iter().all(|extent| extent.value() > 0);
    let Some(size) = u64::try_from(size).ok().filter(|_| has_room) else {
        return Err(Error::NoElements { shape: shape.to_string() });
    };
    if size > TEXT_CELL_LIMIT {
        return Err(Error::TooLarge { what: "elements", count: size.to_string(), limit: TEXT_CELL_LIMIT });
    }
    let numbers = size.saturating_mul(1 + shape.leaf_count() as u64);
    if numbers > TABLE_LIMIT {
        return Err(Error::TooLarge { what: "elements", count: numbers.to_string(), limit: TABLE_LIMIT });
    }
    let mut natural = NaturalCoordinates::new(shape);
    let mut lines = Vec::with_capacity(size as usize);
    for coordinate in 0..size {
        let mut place = String::new();
        natural.write(&mut place);
        natural.advance();
        let index = layout.index(&Nested::Leaf(Slot::Int(Int::dynamic(coordinate as i64))))?;
        lines.push((place, index.map(&mut |int| int.value()).to_string()));
    }
    let widest = |width: fn(&(String, String)) -> usize| lines.iter().map(width).max().unwrap_or_default();
    let digits = (size - 1).to_string().len();
    let (middle, last) = (widest(|(place, _)| place.len()), widest(|(_, index)| index.len()));
    let mut text = format!("{layout}\n");
    for (coordinate, (place, index)) in lines.into_iter().enumerate() {
        text.push_str(&format!("{coordinate:>digits$}  {place:<middle$}  {index:>last$}\n"));
    }
    Ok(text)
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

#[cfg(test)]
mod tests {
    use super::super::tests::layout;
    use super::*;

    #[test]
    fn the_table_has_a_line_for_each_coordinate() {
        let table = |text: &str| print_table(&layout(text).into());
        assert_eq!(
            table("(2,(_1,2)):(20,(0,-1))").as_deref(),
            Ok("(2,(_1,2)):(20,(0,-1))\n0  (0,(0,0))   0\n1  (1,(0,0))  20\n2  (0,(0,1))  -1\n3  (1,(0,1))  19\n")
        );
        let identity = Layout::identity(layout("(2,2):(0,0)").shape().clone());
        assert_eq!(
            print_table(&identity.into()).as_deref(),
            Ok("(2,2):(_1@0,_1@1)\n0  (0,0)  (0,0)\n1  (1,0)  (1,0)\n2  (0,1)  (0,1)\n3  (1,1)  (1,1)\n")
        );
        assert!(matches!(table("(4,0):(1,1)"), Err(Error::NoElements { .. })));
        assert!(matches!(table("(-2,-2):(1,1)"), Err(Error::NoElements { .. })));
        assert!(matches!(table("1000000:1"), Err(Error::TooLarge { .. })));
    }
}
