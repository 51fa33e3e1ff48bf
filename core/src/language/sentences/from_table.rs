//! Tables and the layouts that have them, as sentences.

use super::Tongue;
use crate::from_table::{
    Answer, BITS_LIMIT, CELL_LIMIT, ReadError, ReadErrorKind, Refutation, SheetError, VALUE_LIMIT, Why,
};

/// Says what a search for the layout of a table came to, as a sentence; the layout itself stands beside it.
pub fn table_answer(answer: &Answer, tongue: Tongue) -> String {
    match answer {
        Answer::Incomplete { missing: 1, first: (row, column) } => tongue.pick(
            format!("One cell is empty: row {row}, column {column}"),
            format!("还有一个单元格为空：第 {row} 行第 {column} 列"),
        ),
        Answer::Incomplete { missing, first: (row, column) } => tongue.pick(
            format!("{missing} cells are empty, the first in row {row}, column {column}"),
            format!("还有 {missing} 个单元格为空，首个在第 {row} 行第 {column} 列"),
        ),
        Answer::Layout { modes, offset: 0, .. } => {
            let modes = count_of_modes(*modes, tongue);
            tongue.pick(format!("This layout has the table, with the fewest modes: {modes}"), format!("具有此表且 mode 最少的布局：{modes}"))
        }
        Answer::Layout { modes, offset, .. } => {
            let modes = count_of_modes(*modes, tongue);
            tongue.pick(
                format!("This layout has the table, with the fewest modes: {modes}. The first cell is {offset}, which is an offset after the strides"),
                format!("具有此表且 mode 最少的布局：{modes}。首个单元格为 {offset}，即步长之后的偏移量"),
            )
        }
        Answer::Swizzled { modes, tried, .. } => {
            let modes = count_of_modes(*modes, tongue);
            tongue.pick(
                format!("No layout alone has the table, but this one under a swizzle has, the simplest of {tried} swizzles tried: {modes}"),
                format!("没有单独的布局具有此表，但加上 swizzle 后有；在试过的 {tried} 个 swizzle 中最简单的：{modes}"),
            )
        }
        Answer::None { tried, bits, .. } => tongue.pick(
            format!("No layout has the table, alone or under any of {tried} swizzles: those of at most {BITS_LIMIT} bits within the lowest {bits} bits of the index"),
            format!("没有布局具有此表，单独或加上 {tried} 个 swizzle 中的任何一个都不行：即索引最低 {bits} 位之内、至多移动 {BITS_LIMIT} 位者"),
        ),
    }
}

fn count_of_modes(modes: usize, tongue: Tongue) -> String {
    match modes {
        0 => tongue.pick("one coordinate".into(), "仅一个坐标".into()),
        1 => tongue.pick("1 mode".into(), "1 个 mode".into()),
        _ => tongue.pick(format!("{modes} modes"), format!("{modes} 个 mode")),
    }
}

/// Why no layout alone has a table: the first cell that proves it, as a sentence.
pub fn refutation(refutation: &Refutation, tongue: Tongue) -> String {
    let Refutation { cell: (row, column), found, expected, because, why } = refutation;
    let cells = because.iter().map(|(row, column)| format!("({row},{column})")).collect::<Vec<_>>().join(", ");
    let reason = match *why {
        Why::Separable => tongue.pick(
            format!("every column repeats the steps of the first, so the cells {cells} make it {expected}"),
            format!("每一列都重复第一列的步长，由单元格 {cells} 可知此处应为 {expected}"),
        ),
        Why::Repeats { along_columns, period } => {
            let lines = lines(along_columns, period, tongue);
            tongue.pick(
                format!("the steps repeat after {lines}, so the cells {cells} make it {expected}"),
                format!("每{lines}步长重复一次，由单元格 {cells} 可知此处应为 {expected}"),
            )
        }
        Why::Divides { along_columns, period, extent, of } => {
            let (run, whole) =
                (lines(along_columns, extent * period, tongue), lines(along_columns, of * period, tongue));
            tongue.pick(
                format!("the equal steps would have to go on to {expected}, since a mode that ends after {run} does not divide the {whole}"),
                format!("相等的步长须继续到 {expected}，因为在{run}之后结束的 mode 不能整除共{whole}"),
            )
        }
    };
    tongue.pick(
        format!("Row {row}, column {column} is {found}, but {reason}"),
        format!("第 {row} 行第 {column} 列为 {found}，但{reason}"),
    )
}

fn lines(along_columns: bool, count: usize, tongue: Tongue) -> String {
    let (english, chinese) = match (along_columns, count) {
        (true, 1) => ("column", "列"),
        (true, _) => ("columns", "列"),
        (false, 1) => ("row", "行"),
        (false, _) => ("rows", "行"),
    };
    tongue.pick(format!("{count} {english}"), format!(" {count} {chinese}"))
}

/// Why a text is not a table, as a sentence.
pub fn read_error(error: &ReadError, tongue: Tongue) -> String {
    let ReadError { line, field, kind } = error;
    match kind {
        ReadErrorKind::Empty => tongue.pick("There is no number in it".into(), "其中没有任何数".into()),
        ReadErrorKind::NotAnInteger { found } => tongue.pick(
            format!("Line {line}, field {field}: “{found}” is not an integer"),
            format!("第 {line} 行第 {field} 个：“{found}”不是整数"),
        ),
        ReadErrorKind::Sheet(refused) => {
            let refused = sheet_error(*refused, tongue);
            tongue
                .pick(format!("Line {line}, field {field}: {refused}"), format!("第 {line} 行第 {field} 个：{refused}"))
        }
    }
}

/// Why a change of a table is refused, as a sentence.
pub fn sheet_error(error: SheetError, tongue: Tongue) -> String {
    match error {
        SheetError::TooManyCells { rows, columns } => tongue.pick(
            format!("{rows} rows and {columns} columns are too many cells: the limit is {CELL_LIMIT}"),
            format!("{rows} 行 {columns} 列的单元格太多：上限为 {CELL_LIMIT} 个"),
        ),
        SheetError::TooLarge { value } => tongue.pick(
            format!("{value} is too far from 0: the limit is {VALUE_LIMIT}"),
            format!("{value} 离 0 太远：上限为 {VALUE_LIMIT}"),
        ),
        SheetError::NoCells => tongue.pick("A table needs a row and a column".into(), "表至少要有一行一列".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::from_table::{Sheet, TableSearch, layout_of_table, read_sheet};
    use crate::work::finish;

    #[test]
    fn refutations() {
        let cases = [
            (
                "0 2\n1 4",
                "Row 1, column 1 is 4, but every column repeats the steps of the first, so the cells (0,0), (1,0), (0,1) make it 3",
            ),
            (
                "0\n1\n3",
                "Row 2, column 0 is 3, but the equal steps would have to go on to 2, since a mode that ends after 2 rows does not divide the 3 rows",
            ),
            (
                "0 1 5 7",
                "Row 0, column 3 is 7, but the steps repeat after 2 columns, so the cells (0,0), (0,1), (0,2) make it 6",
            ),
        ];
        for (text, sentence) in cases {
            let sheet = read_sheet(text).expect(text);
            let Err(found) = layout_of_table(&sheet) else { panic!("{text}") };
            assert_eq!(refutation(&found, Tongue::English), sentence);
            assert!(refutation(&found, Tongue::Chinese).contains(&found.expected.to_string()));
        }
    }

    #[test]
    fn answers() {
        let said = |sheet: &Sheet| {
            let answer = finish(TableSearch::new(sheet), 1 << 24).expect("bounded");
            assert!(!table_answer(&answer, Tongue::Chinese).is_empty());
            table_answer(&answer, Tongue::English)
        };
        let cases = [
            ("0 1\n2 3", "This layout has the table, with the fewest modes: 2 modes"),
            (
                "5 6\n7 8",
                "This layout has the table, with the fewest modes: 2 modes. The first cell is 5, which is an offset after the strides",
            ),
            ("0 ,\n2 3", "One cell is empty: row 0, column 1"),
            (
                "0 1 1",
                "No layout has the table, alone or under any of 14 swizzles: those of at most 6 bits within the lowest 4 bits of the index",
            ),
            (
                "0 1 1 2 3 5 8 13",
                "No layout has the table, alone or under any of 68 swizzles: those of at most 6 bits within the lowest 7 bits of the index",
            ),
        ];
        for (text, sentence) in cases {
            assert_eq!(said(&read_sheet(text).expect(text)), sentence, "{text}");
        }
    }

    #[test]
    fn texts_that_are_no_table() {
        let cases = [
            ("", "There is no number in it"),
            ("0,1\n2,x", "Line 2, field 2: “x” is not an integer"),
            ("9999999999999", "Line 1, field 1: 9999999999999 is too far from 0: the limit is 1099511627776"),
        ];
        for (text, sentence) in cases {
            let Err(error) = read_sheet(text) else { panic!("{text}") };
            assert_eq!(read_error(&error, Tongue::English), sentence);
            assert!(!read_error(&error, Tongue::Chinese).is_empty());
        }
    }
}
