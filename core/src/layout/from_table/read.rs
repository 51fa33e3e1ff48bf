//! A table from text: comma-separated values, cells of a spreadsheet, or a table as CuTe prints it.

use super::sheet::{CELL_LIMIT, Sheet, SheetError, VALUE_LIMIT};

/// Number of characters of a field that are quoted.
const QUOTED: usize = 24;

/// Why a text is not a table, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The field in that line, counted from 1.
    pub field: usize,
    /// Mistake that is there.
    pub kind: ReadErrorKind,
}

/// Mistake in a text that should be a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// There is no number at all.
    Empty,
    /// The field is not an integer.
    NotAnInteger {
        /// The field, or its beginning.
        found: String,
    },
    /// The table is refused.
    Sheet(SheetError),
}

/// Reads a table: a line for each row, its numbers separated by commas, semicolons, tabs or spaces. Empty lines are left
/// out, an empty field is an empty cell, and a shorter line leaves the end of its row empty.
///
/// Also read are what [`crate::draw::csv::csv_grid`] writes, whose first line and first column are coordinates and whose
/// first field is empty, and what CuTe's `print_layout` prints, of which only what stands between bars counts.
///
/// Law: `read_sheet(sheet.to_csv()) = sheet` where no cell is empty, and also where some are but three tables: one without
/// any number, which is refused; one whose first row is an empty cell and then 0, 1, 2, …, which is taken for a header; a
/// single column, since an empty cell makes an empty line of it, which is left out.
///
/// ```
/// use colex::from_table::read_sheet;
///
/// let sheet = read_sheet("0 4 8\n1 5 9")?;
/// assert_eq!(sheet.to_csv(), "0,4,8\n1,5,9\n");
/// assert_eq!(read_sheet(&sheet.to_csv())?, sheet);
/// # Ok::<(), colex::from_table::ReadError>(())
/// ```
pub fn read_sheet(text: &str) -> Result<Sheet, ReadError> {
    let has_bars = text.contains('|');
    let mut rows: Vec<Vec<Option<i64>>> = Vec::new();
    let mut labelled = false;
    let mut count = 0_usize;
    for (line, source) in (1..).zip(text.lines()) {
        // A tab at an end separates an empty cell from the next.
        let source = source.trim_matches(|c: char| c == '\u{feff}' || (c.is_whitespace() && c != '\t'));
        if source.is_empty() || (has_bars && !source.contains('|')) {
            continue;
        }
        let fields = fields_of(source, has_bars);
        // A header of coordinates begins with nothing, since the rows' own coordinates stand below.
        if rows.is_empty() && !labelled && !has_bars && fields.len() > 1 && fields.first() == Some(&"") {
            labelled = true;
            if fields.iter().skip(1).enumerate().all(|(at, field)| field.parse() == Ok(at)) {
                continue;
            }
            labelled = false;
        }
        let skipped = usize::from(labelled);
        let mut row = Vec::with_capacity(fields.len());
        for (field, found) in (skipped + 1..).zip(fields.into_iter().skip(skipped)) {
            let error = |kind| ReadError { line, field, kind };
            row.push(number(found).map_err(error)?);
            count += 1;
            if count > CELL_LIMIT {
                let kind = SheetError::TooManyCells { rows: rows.len() + 1, columns: row.len() };
                return Err(error(ReadErrorKind::Sheet(kind)));
            }
        }
        rows.push(row);
    }
    if rows.iter().flatten().flatten().next().is_none() {
        return Err(ReadError { line: 1, field: 1, kind: ReadErrorKind::Empty });
    }
    // A single long row beside many short ones makes a table of far more cells than there are fields.
    Sheet::of_rows(&rows).map_err(|error| ReadError { line: 1, field: 1, kind: ReadErrorKind::Sheet(error) })
}

fn fields_of(line: &str, has_bars: bool) -> Vec<&str> {
    if has_bars {
        // The row's own coordinate stands before the first bar.
        let mut fields = line.split('|').skip(1).map(str::trim).collect::<Vec<_>>();
        if fields.last() == Some(&"") {
            fields.pop();
        }
        return fields;
    }
    for separator in ['\t', ';', ','] {
        if line.contains(separator) {
            let mut fields = line.split(separator).map(str::trim).collect::<Vec<_>>();
            // `1, 2, 3,` ends with a separator and not with an empty cell.
            if fields.len() > 2 && fields.last() == Some(&"") && separator == ',' && line.contains(", ") {
                fields.pop();
            }
            return fields;
        }
    }
    line.split_whitespace().collect()
}

fn number(field: &str) -> Result<Option<i64>, ReadErrorKind> {
    let bare = field.trim_matches('"').trim();
    if bare.is_empty() {
        return Ok(None);
    }
    let bare = bare.strip_prefix('_').unwrap_or(bare);
    let not_an_integer = || ReadErrorKind::NotAnInteger { found: field.chars().take(QUOTED).collect() };
    let value = bare.parse::<i64>().map_err(|_| not_an_integer())?;
    if value.unsigned_abs() > VALUE_LIMIT.unsigned_abs() {
        return Err(ReadErrorKind::Sheet(SheetError::TooLarge { value }));
    }
    Ok(Some(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts() {
        let cases = [
            ("0,1,2\n3,4,5\n", "0,1,2\n3,4,5\n"),
            ("0 1  2\r\n3 4 5", "0,1,2\n3,4,5\n"),
            ("0\t1\n\n3\t-4\n", "0,1\n3,-4\n"),
            ("0;1\n3;4", "0,1\n3,4\n"),
            ("0, 1, 2,\n3, 4, 5,", "0,1,2\n3,4,5\n"),
            ("\"0\",\"1\"", "0,1\n"),
            ("7", "7\n"),
            ("0,,2", "0,,2\n"),
            ("0,1,2\n3", "0,1,2\n3,,\n"),
            (",0,1,2\n0,0,1,2\n1,3,4,5\n", "0,1,2\n3,4,5\n"),
            (",5,1\n0,0,1", ",5,1\n0,0,1\n"),
            ("(2,2):(2,1)\n     0  1\n  +--+--+\n0 | 0| 1|\n  +--+--+\n1 | 2| 3|\n  +--+--+\n", "0,1\n2,3\n"),
            ("\u{feff}1,2", "1,2\n"),
            // Lines of what only Unicode calls a space are empty, below a header as well.
            (",0,1\n\u{3000}\n0,5,6", "5,6\n"),
            (",0,1\n\u{a0}\n\u{b}\n0,5,6\n", "5,6\n"),
            ("1\u{3000}2\n\u{2003}3 4\u{a0}", "1,2\n3,4\n"),
            ("\t1\n2\t", ",1\n2,\n"),
            // Below a header a row may have its own coordinate only.
            (",0,1\n0\n1,5,6\n", ",\n5,6\n"),
            // Tables that are not read back as they were: a row that looks like a header, an empty cell that is a line.
            (",0,1\n3,4,5\n", "4,5\n"),
            ("1\n\n3\n", "1\n3\n"),
        ];
        for (text, expected) in cases {
            assert_eq!(read_sheet(text).map(|sheet| sheet.to_csv()).as_deref(), Ok(expected), "{text:?}");
        }
    }

    #[test]
    fn refusals() {
        let not = |found: &str| ReadErrorKind::NotAnInteger { found: found.into() };
        let many = "0,".repeat(CELL_LIMIT + 10);
        let wide = format!("{}\n{}", "1,".repeat(100), "1\n".repeat(100));
        let cases = [
            ("", 1, 1, ReadErrorKind::Empty),
            (" \n,,\n", 1, 1, ReadErrorKind::Empty),
            (",0,1\n\u{3000}\n", 1, 1, ReadErrorKind::Empty),
            (",0,1\n\u{a0}\n\u{b}", 1, 1, ReadErrorKind::Empty),
            ("0,1\n2,x", 2, 2, not("x")),
            ("1.5", 1, 1, not("1.5")),
            ("0,1\n\n2,99999999999999999999", 3, 2, not("99999999999999999999")),
            ("9999999999999", 1, 1, ReadErrorKind::Sheet(SheetError::TooLarge { value: 9_999_999_999_999 })),
            (
                many.as_str(),
                1,
                CELL_LIMIT + 1,
                ReadErrorKind::Sheet(SheetError::TooManyCells { rows: 1, columns: CELL_LIMIT + 1 }),
            ),
            (wide.as_str(), 1, 1, ReadErrorKind::Sheet(SheetError::TooManyCells { rows: 101, columns: 101 })),
        ];
        for (text, line, field, kind) in cases {
            let shown = text.chars().take(40).collect::<String>();
            assert_eq!(read_sheet(text), Err(ReadError { line, field, kind }), "{shown}");
        }
    }
}
