//! Tables for spreadsheets: comma-separated values with a header line.

use super::{Cells, require_rank};
use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::table::{FlatLayout, NaturalCoordinates};

/// The most rows of [`csv_table`], and cells of [`csv_grid`].
pub const CSV_CELL_LIMIT: u64 = 1 << 20;

/// Number of rows that are computed at a time.
const SLICE: usize = 1024;

/// One line for each 1-D coordinate: the coordinate, the natural coordinate in quotes, the index.
///
/// Example: `(2,2):(2,1)` gives `coordinate,natural,index`, `0,"(0,0)",0`, `1,"(1,0)",2` and so on, of any rank.
/// Errors: [`Error::TooLarge`] above [`CSV_CELL_LIMIT`] coordinates, and those of [`FlatLayout::any`].
pub fn csv_table(layout: &AnyLayout) -> Result<String> {
    let mut text = String::from("coordinate,natural,index\n");
    for_each_row(layout, &mut |coordinate, natural, index| {
        text.push_str(&format!("{coordinate},\"{natural}\",{index}\n"));
    })?;
    Ok(text)
}

/// Tells the coordinate, the natural coordinate and the index of each row of a layout's table, slice by slice.
///
/// Errors: [`Error::TooLarge`] above [`CSV_CELL_LIMIT`] coordinates, and those of [`FlatLayout::any`].
pub(super) fn for_each_row(layout: &AnyLayout, row: &mut dyn FnMut(u64, &str, i64)) -> Result<()> {
    let flat = FlatLayout::any(layout)?;
    let size = flat.size();
    if size > CSV_CELL_LIMIT {
        return Err(Error::TooLarge { what: "rows", count: size.to_string(), limit: CSV_CELL_LIMIT });
    }
    let mut natural = NaturalCoordinates::new(layout.shape());
    let mut place = String::new();
    let mut indices = [0; SLICE];
    let mut start = 0;
    while start < size {
        let length = usize::try_from(size - start).unwrap_or(SLICE).min(SLICE);
        let indices = indices.get_mut(..length).unwrap_or_default();
        flat.fill(start, indices)?;
        for (coordinate, index) in (start..).zip(indices.iter()) {
            place.clear();
            natural.write(&mut place);
            row(coordinate, &place, *index);
            natural.advance();
        }
        start += length as u64;
    }
    Ok(())
}

/// The table as rows and columns, with the 1-D coordinates of the columns on top and those of the rows on the left.
///
/// Errors: [`Error::NeedsRank`] for a rank above 2, [`Error::TooLarge`] above [`CSV_CELL_LIMIT`] cells, and those of
/// [`FlatLayout::any`].
pub fn csv_grid(layout: &AnyLayout) -> Result<String> {
    require_rank(layout.innermost(), "1 or 2", |rank| rank <= 2)?;
    let cells = Cells::of_any(layout, &[], CSV_CELL_LIMIT)?;
    let mut text = String::new();
    for column in 0..cells.columns {
        text.push_str(&format!(",{column}"));
    }
    text.push('\n');
    for (row, indices) in cells.rows().enumerate() {
        text.push_str(&row.to_string());
        for index in indices {
            text.push_str(&format!(",{index}"));
        }
        text.push('\n');
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::layout;
    use super::*;
    use crate::Swizzle;
    use crate::swizzle::Offset;

    fn any(text: &str) -> AnyLayout {
        layout(text).into()
    }

    #[test]
    fn tables() {
        assert_eq!(
            csv_table(&any("(2,(_1,2)):(2,(0,-1))")).as_deref(),
            Ok(
                "coordinate,natural,index\n0,\"(0,(0,0))\",0\n1,\"(1,(0,0))\",2\n2,\"(0,(0,1))\",-1\n3,\"(1,(0,1))\",1\n"
            )
        );
        assert_eq!(
            csv_table(&any("3:5")).as_deref(),
            Ok("coordinate,natural,index\n0,\"0\",0\n1,\"1\",5\n2,\"2\",10\n")
        );
        assert_eq!(csv_grid(&any("(2,3):(3,1)")).as_deref(), Ok(",0,1,2\n0,0,1,2\n1,3,4,5\n"));
        assert_eq!(csv_grid(&any("(2):(7)")).as_deref(), Ok(",0\n0,0\n1,7\n"));
        assert!(matches!(csv_grid(&any("(2,2,2):(1,2,4)")), Err(Error::NeedsRank { found: 3, .. })));
        assert!(matches!(csv_table(&any("2000000:1")), Err(Error::TooLarge { what: "rows", .. })));
        assert_eq!(csv_table(&any("5000:1")).map(|text| text.lines().count()), Ok(5001));
    }
    #[test]
    fn a_swizzle_is_in_the_table() {
        let swizzle = Swizzle::new(1, 0, 1).expect("a swizzle");
        let swizzled = AnyLayout::composed(swizzle, Offset::ZERO, any("(2,2):(1,2)"));
        assert_eq!(csv_grid(&swizzled).as_deref(), Ok(",0,1\n0,0,3\n1,1,2\n"));
        assert!(csv_table(&swizzled).is_ok_and(|text| text.ends_with("2,\"(0,1)\",3\n3,\"(1,1)\",2\n")));
    }
}
