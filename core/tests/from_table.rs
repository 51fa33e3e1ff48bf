//! From a table back to its layout: random layouts, and small tables against every layout that there is.

use std::collections::HashSet;

use colex::draw::Cells;
use colex::draw::csv::csv_grid;
use colex::draw::text::print_layout;
use colex::from_table::{
    Answer, Refutation, Sheet, SheetError, TableSearch, VALUE_LIMIT, Why, layout_of_table, read_sheet,
};
use colex::swizzle::Offset;
use colex::work::{Budget, Progress, Work, finish};
use colex::{AnyLayout, Int, IntTuple, Layout, Nested, Swizzle};
use proptest::prelude::*;

const UNITS: u64 = 1 << 26;

fn search(sheet: &Sheet) -> Answer {
    finish(TableSearch::new(sheet), UNITS).expect("bounded")
}

fn found(answer: &Answer) -> Option<&AnyLayout> {
    match answer {
        Answer::Layout { layout, .. } | Answer::Swizzled { layout, .. } => Some(layout),
        Answer::Incomplete { .. } | Answer::None { .. } => None,
    }
}

fn has_table(layout: &AnyLayout, sheet: &Sheet) -> bool {
    let cells = Cells::of_any(layout, &[], 1 << 14).expect("a table");
    let mut rows = cells.rows().enumerate();
    (cells.rows, cells.columns) == (sheet.rows(), sheet.columns())
        && rows.all(|(row, numbers)| {
            numbers.iter().enumerate().all(|(column, number)| sheet.cell(row, column) == Some(*number))
        })
}

/// Tables as text, and what is found.
#[test]
fn tables() {
    let cases = [
        ("7", "Sw<0,4,3> o _7 o _1:_0"),
        ("0", "_1:_0"),
        ("0\n1\n2", "_3:_1"),
        ("0 1 2", "(_1,_3):(_0,_1)"),
        ("0\n4\n1\n5", "((_2,_2)):((_4,_1))"),
        ("0 1 2\n3 4 5", "(_2,_3):(_3,_1)"),
        ("0 1 4 5\n2 3 6 7", "(_2,(_2,_2)):(_2,(_1,_4))"),
        ("0 0\n0 0", "(_2,_2):(_0,_0)"),
        ("5 7\n6 8", "Sw<0,4,3> o _5 o (_2,_2):(_1,_2)"),
        ("3 2 1 0", "Sw<0,4,3> o _3 o (_1,_4):(_0,_-1)"),
        ("0 12 1 13 2 14\n3 15 4 16 5 17\n6 18 7 19 8 20", "(_3,(_2,_3)):(_3,(_12,_1))"),
        // The smallest swizzle: rows of two, every other row exchanged.
        ("0 1\n3 2\n4 5\n7 6", "Sw<1,0,1> o _0 o (_4,_2):(_2,_1)"),
        ("0 1 2 3\n5 4 7 6", "Sw<1,0,2> o _0 o (_2,_4):(_4,_1)"),
        // A sign is a bit as any other, and so are the bits above it.
        ("0 -1\n1 -2", "Sw<1,0,1> o _0 o (_2,_2):(_1,_-2)"),
        ("-8\n-7\n0", "Sw<2,1,2> o _-2 o _3:_1"),
    ];
    for (text, expected) in cases {
        let sheet = read_sheet(text).expect(text);
        let answer = search(&sheet);
        let layout = found(&answer).map(ToString::to_string);
        assert_eq!(layout.as_deref(), Some(expected), "{text}");
        assert!(has_table(found(&answer).expect("a layout"), &sheet), "{text}");
    }
}

#[test]
fn refutations() {
    let cases = [
        ("0 2\n1 4", (1, 1), 3, vec![(0, 0), (1, 0), (0, 1)], Why::Separable),
        (
            "0\n1\n3",
            (2, 0),
            2,
            vec![(0, 0), (1, 0)],
            Why::Divides { along_columns: false, period: 1, extent: 2, of: 3 },
        ),
        ("0 1 5 7", (0, 3), 6, vec![(0, 0), (0, 1), (0, 2)], Why::Repeats { along_columns: true, period: 2 }),
        (
            "10 11 15 16 21 22",
            (0, 4),
            20,
            vec![(0, 0), (0, 2)],
            Why::Divides { along_columns: true, period: 2, extent: 2, of: 3 },
        ),
        ("0 1 2 9 10 12", (0, 5), 11, vec![(0, 0), (0, 2), (0, 3)], Why::Repeats { along_columns: true, period: 3 }),
    ];
    for (text, cell, expected, because, why) in cases {
        let sheet = read_sheet(text).expect(text);
        let found = sheet.cell(cell.0, cell.1).expect("filled");
        assert_eq!(layout_of_table(&sheet), Err(Refutation { cell, found, expected, because, why }), "{text}");
    }
    let five = read_sheet("0 1 1 2 3 5 8 13").expect("numbers");
    let Answer::None { tried, bits, .. } = search(&five) else { panic!("Fibonacci's numbers have no layout") };
    assert!(tried > 0 && bits == 7);
}

#[test]
fn what_is_missing_is_said() {
    let mut sheet = read_sheet("0,1,2\n3,,5").expect("a table");
    assert_eq!(search(&sheet), Answer::Incomplete { missing: 1, first: (1, 1) });
    sheet.set(1, 1, Some(4)).expect("small");
    assert!(matches!(search(&sheet), Answer::Layout { .. }));
    assert_eq!(sheet.set(0, 0, Some(VALUE_LIMIT + 1)), Err(SheetError::TooLarge { value: VALUE_LIMIT + 1 }));
    assert_eq!(Sheet::empty(65, 64), Err(SheetError::TooManyCells { rows: 65, columns: 64 }));
    assert_eq!(Sheet::empty(0, 64), Err(SheetError::NoCells));
}

#[test]
fn sheets_grow_and_shrink() {
    let mut sheet = Sheet::empty(1, 1).expect("small");
    assert_eq!(sheet.next_number(0, 0), 0);
    sheet.paste(1, 1, &[vec![Some(5)], vec![None, Some(6)]]).expect("small");
    assert_eq!(sheet.to_csv(), ",,\n,5,\n,,6\n");
    assert_eq!((sheet.next_number(1, 1), sheet.next_number(0, 0)), (5, 7));
    let before = sheet.clone();
    assert!(sheet.paste(4095, 1, &[vec![Some(1)]]).is_err());
    assert_eq!(sheet, before);
    assert_eq!(sheet.resized(2, 2).map(|sheet| sheet.to_csv()).as_deref(), Ok(",\n,5\n"));
}

/// Every layout with this table's shape whose strides could give it, by brute force: all ways to split the rows and the
/// columns into extents, all strides up to a bound.
fn brute_force(rows: i64, columns: i64, strides: std::ops::RangeInclusive<i64>) -> HashSet<Vec<i64>> {
    fn splits(size: i64) -> Vec<Vec<i64>> {
        let mut found = vec![vec![size]];
        for first in 2..size {
            if size % first == 0 {
                found.extend(splits(size / first).into_iter().map(|rest| [vec![first], rest].concat()));
            }
        }
        found
    }
    fn axis(size: i64, strides: &std::ops::RangeInclusive<i64>) -> HashSet<Vec<i64>> {
        let mut tables = HashSet::new();
        for split in splits(size) {
            let mut made = vec![vec![0]];
            for extent in split {
                made = made
                    .iter()
                    .flat_map(|table: &Vec<i64>| {
                        strides.clone().map(move |stride| {
                            (0..extent).flat_map(|digit| table.iter().map(move |n| n + digit * stride)).collect()
                        })
                    })
                    .collect();
            }
            tables.extend(made);
        }
        tables
    }
    let across = axis(columns, &strides);
    axis(rows, &strides)
        .iter()
        .flat_map(|down| {
            across.iter().map(move |across| across.iter().flat_map(|c| down.iter().map(move |r| r + c)).collect())
        })
        .collect()
}

/// The numbers in the order of 1-D coordinates as a table.
fn sheet_of(rows: usize, numbers: &[i64]) -> Sheet {
    let columns = numbers.len() / rows;
    let row = |row| (0..columns).map(|column| Some(numbers[row + column * rows])).collect();
    Sheet::of_rows(&(0..rows).map(row).collect::<Vec<_>>()).expect("small")
}

#[test]
fn none_means_none() {
    // All tables of these shapes with numbers from 0 to below a bound; a stride is a difference of two of them.
    for (rows, columns, numbers) in
        [(1, 4, 5), (4, 1, 5), (2, 2, 6), (3, 2, 3), (2, 3, 3), (6, 1, 3), (1, 6, 3), (8, 1, 2)]
    {
        let all = brute_force(rows, columns, 1 - numbers..=numbers - 1);
        let count = (rows * columns) as u32;
        for code in 0..numbers.pow(count) {
            let table = (0..count).map(|cell| code / numbers.pow(cell) % numbers).collect::<Vec<_>>();
            let less = table.iter().map(|number| number - table[0]).collect::<Vec<_>>();
            let sheet = sheet_of(rows as usize, &table);
            match layout_of_table(&sheet) {
                Ok(found) => {
                    let layout = AnyLayout::composed(
                        Swizzle::IDENTITY,
                        Offset::Int(Int::constant(found.offset)),
                        found.layout().into(),
                    );
                    assert!(all.contains(&less) && has_table(&layout, &sheet), "{table:?}: {layout}");
                }
                Err(refutation) => {
                    assert!(!all.contains(&less), "{table:?}");
                    // No layout begins like it up to this cell, and some does up to the one before.
                    let at = refutation.cell.0 + refutation.cell.1 * rows as usize;
                    assert!(!all.iter().any(|other| other[..=at] == less[..=at]), "{table:?} at {at}");
                    assert_ne!(refutation.found, refutation.expected);
                }
            }
        }
    }
}

#[test]
fn the_refuting_cell_is_the_first() {
    // Wider strides than the numbers have, so that every beginning that has a layout has it within the bound.
    let all = brute_force(4, 2, -3..=3);
    for code in 0..3_i64.pow(8) {
        let table = (0..8).map(|cell| code / 3_i64.pow(cell) % 3).collect::<Vec<_>>();
        let less = table.iter().map(|number| number - table[0]).collect::<Vec<_>>();
        let Err(refutation) = layout_of_table(&sheet_of(4, &table)) else { continue };
        let at = refutation.cell.0 + refutation.cell.1 * 4;
        assert!(all.iter().any(|other| other[..at] == less[..at]), "{table:?} at {at}");
    }
}

/// One mode of a table, split into extents with strides.
fn mode() -> impl Strategy<Value = Vec<(i64, i64)>> {
    let stride = prop_oneof![Just(0_i64), Just(1), -9_i64..40, Just(64)];
    prop::collection::vec((1_i64..5, stride), 1..4)
}

fn layout_of(modes: [&[(i64, i64)]; 2]) -> Layout {
    let tuple = |pick: fn(&(i64, i64)) -> i64| {
        let modes =
            modes.map(|mode| Nested::Tuple(mode.iter().map(|one| Nested::Leaf(Int::dynamic(pick(one)))).collect()));
        IntTuple::Tuple(modes.to_vec())
    };
    Layout::with_ints(tuple(|mode| mode.0), &tuple(|mode| mode.1)).expect("congruent")
}

proptest! {
    #[test]
    fn a_layout_is_found_again(rows in mode(), columns in mode(), budget in 1_u64..50) {
        let layout = AnyLayout::from(layout_of([&rows, &columns]));
        let sheet = Sheet::of_layout(&layout, &[]).unwrap();
        let mut search = TableSearch::new(&sheet);
        let answer = loop {
            if let Progress::Done(answer) = search.resume(&mut Budget::new(budget)) {
                break answer;
            }
        };
        let Answer::Layout { layout: found, modes, offset } = answer else { panic!("{answer:?}") };
        prop_assert!(has_table(&found, &sheet));
        prop_assert_eq!(offset, 0);
        prop_assert!(modes <= rows.iter().chain(&columns).filter(|mode| mode.0 > 1).count());
        // The layout found is as simple as it gets: it is found again.
        prop_assert_eq!(search_again(&found), found.to_string());

        // It comes through text, and what CuTe prints of it.
        prop_assert_eq!(read_sheet(&sheet.to_csv()), Ok(sheet.clone()));
        prop_assert_eq!(read_sheet(&csv_grid(&layout).unwrap()), Ok(sheet.clone()));
        prop_assert_eq!(read_sheet(&print_layout(layout.innermost()).unwrap()), Ok(sheet));
    }

    #[test]
    fn a_swizzled_layout_is_found(
        extents in prop::collection::vec(0_u32..4, 2..5), row_first: bool,
        bits in 1_i64..4, base in 0_i64..4, more in 0_i64..3, down: bool,
    ) {
        // A compact layout of powers of two, row- or column-major, under any swizzle.
        let shape = Nested::Tuple(extents.iter().take(2).map(|log| Nested::Leaf(Int::constant(1 << log))).collect());
        let major = if row_first { colex::make::Major::Right } else { colex::make::Major::Left };
        let inner = Layout::compact(shape, major).unwrap();
        let swizzle = Swizzle::new(bits, base, if down { -(bits + more) } else { bits + more }).unwrap();
        let layout = AnyLayout::composed(swizzle, Offset::ZERO, inner.clone().into());
        let sheet = Sheet::of_layout(&layout, &[]).unwrap();
        let answer = search(&sheet);
        let found = found(&answer);
        prop_assert!(found.is_some_and(|found| has_table(found, &sheet)), "{}: {:?}", layout, answer);
        let fewest = inner.shape().leaves().iter().filter(|extent| extent.value() > 1).count();
        if let Answer::Swizzled { modes, .. } = answer {
            prop_assert!(modes <= fewest);
        }
    }

    #[test]
    fn an_offset_is_found(rows in mode(), columns in mode(), offset in -100_i64..100) {
        let layout = AnyLayout::composed(
            Swizzle::IDENTITY, Offset::Int(Int::constant(offset)), layout_of([&rows, &columns]).into(),
        );
        let sheet = Sheet::of_layout(&layout, &[]).unwrap();
        let answer = search(&sheet);
        let Answer::Layout { layout: found, offset: told, .. } = &answer else { panic!("{answer:?}") };
        prop_assert!(has_table(found, &sheet) && *told == offset);
    }

    #[test]
    fn a_table_comes_back_from_its_text(
        columns in 1_usize..4, cells in prop::collection::vec(prop::option::of(0_i64..4), 1..13),
    ) {
        let sheet = Sheet::of_rows(&cells.chunks(columns).map(<[_]>::to_vec).collect::<Vec<_>>()).unwrap();
        let (rows, columns) = (sheet.rows(), sheet.columns());
        let first = (0..columns).map(|column| sheet.cell(0, column));
        let header = std::iter::once(None).chain((0..).map(Some)).take(columns);
        let is_read = sheet.missing() == 0
            || (sheet.missing() < rows * columns && columns > 1 && !first.eq(header));
        prop_assert_eq!(read_sheet(&sheet.to_csv()) == Ok(sheet), is_read);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(,0,1\n)?[-0-9,; \t\n|x\u{b}\u{a0}\u{3000}\u{feff}]{0,60}") {
        if let Ok(sheet) = read_sheet(&text) {
            prop_assert!(sheet.rows() * sheet.columns() <= 4096);
            search(&sheet);
        }
    }
}

fn search_again(layout: &AnyLayout) -> String {
    let sheet = Sheet::of_layout(layout, &[]).expect("small");
    found(&search(&sheet)).map(ToString::to_string).unwrap_or_default()
}
