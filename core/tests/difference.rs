//! Comparing layouts against looking at every coordinate.

use colex::compatible::compatible;
use colex::coordinate::Slot;
use colex::difference::{
    Comparison, DifferenceGrid, Direction, Found, LOOK_LIMIT, LayoutDifference, Sameness, Seek, SharedCoordinates,
    shared_shape, slice_of,
};
use colex::evaluate;
use colex::look::coordinate_sets;
use colex::notebook::Settings;
use colex::swizzle::Offset;
use colex::work::{Budget, Progress, Work, finish};
use colex::{AnyLayout, Int, IntTuple, Layout, Nested, Swizzle};
use proptest::prelude::*;

use crate::random;
use crate::random::{layout, shape};

const UNITS: u64 = 1 << 24;

fn any(text: &str) -> AnyLayout {
    let evaluation = evaluate(text, Settings::default());
    evaluation.value(0).and_then(|value| value.as_any_layout()).unwrap_or_else(|| panic!("{text}"))
}

fn compare(left: &AnyLayout, right: &AnyLayout) -> LayoutDifference {
    finish(Comparison::new(left, right).expect("comparable"), UNITS).expect("bounded")
}

/// Checks that layouts behind one that joins indices are compared index by index.
#[test]
fn what_comes_last_may_join_what_strides_keep_apart() {
    let drawn = |text: &str| evaluate(text, Settings::default()).value(0).and_then(|value| value.drawn()).expect(text);
    for (outer, left, right) in [("(4):(0)", "(4):(1)", "(4):(2)"), ("(2,8):(0,1)", "8:1", "(2,4):(1,2)")] {
        let [left, right] = [left, right].map(|inner| drawn(&format!("make_composed_layout({outer}, 0, {inner})")));
        let found = compare(&left, &right);
        assert_eq!((found.sameness, found.first), (Sameness::Function, None), "{left} and {right}");
    }
}

/// The number at a 1-D coordinate.
fn at(layout: &AnyLayout, coordinate: u64) -> i64 {
    match layout.index(&Nested::Leaf(Slot::Int(Int::dynamic(coordinate as i64)))) {
        Ok(Nested::Leaf(index)) => index.value(),
        other => panic!("{layout} at {coordinate}: {other:?}"),
    }
}

fn differing(left: &AnyLayout, right: &AnyLayout) -> Vec<u64> {
    let size = |layout: &AnyLayout| layout.size().expect("small").value() as u64;
    (0..size(left).min(size(right))).filter(|c| at(left, *c) != at(right, *c)).collect()
}

/// Layouts, how much they are the same, the first coordinate at which they differ, at how many they differ.
type Case<'a> = (&'a str, &'a str, Sameness, Option<u64>, u64);

#[test]
fn cases() {
    let cases: &[Case<'_>] = &[
        ("(4,2):(1,4)", "(4,2):(1,4)", Sameness::Letter, None, 0),
        ("(4,2):(1,4)", "(_4,2):(_1,4)", Sameness::Numbers, None, 0),
        ("Sw<1,0,2> o 0 o (4,2):(1,4)", "Sw<1,0,2> o _0 o (_4,2):(_1,4)", Sameness::Numbers, None, 0),
        ("(4,2):(1,4)", "8:1", Sameness::Function, None, 0),
        ("(4,(2,1)):(1,(4,7))", "((2,2),2):((1,2),4)", Sameness::Function, None, 0),
        ("(4,2):(2,1)", "(4,2):(1,4)", Sameness::Differ, Some(1), 6),
        ("(4,2):(1,4)", "(4,2):(1,5)", Sameness::Differ, Some(4), 4),
        ("8:1", "(4,2):(1,5)", Sameness::Differ, Some(4), 4),
        ("(4,4):(1,4)", "8:1", Sameness::Function, None, 0),
        ("(4,4):(1,5)", "4:1", Sameness::Function, None, 0),
        ("(4,4):(1,5)", "5:1", Sameness::Differ, Some(4), 1),
        ("(4,0):(1,5)", "5:2", Sameness::Function, None, 0),
        ("Sw<1,0,2> o 0 o (4,2):(1,4)", "(4,2):(1,4)", Sameness::Differ, Some(4), 4),
        ("Sw<1,0,2> o 0 o (4,2):(1,4)", "Sw<1,0,2> o 0 o 8:1", Sameness::Function, None, 0),
        ("Sw<1,0,3> o 0 o (4,2):(1,4)", "8:1", Sameness::Function, None, 0),
        ("make_identity_layout((3,4))", "make_identity_layout((3,4))", Sameness::Letter, None, 0),
        ("(3,4):(1@0,1@1)", "(3,2):(1@0,1@1)", Sameness::Function, None, 0),
        ("(3,4):(1@0,1@1)", "(3,4):(1@1,1@0)", Sameness::Differ, Some(1), 9),
        ("(3,4):(1@0,1@1)", "12:1", Sameness::Differ, Some(1), 11),
    ];
    for &(left, right, sameness, first, count) in cases {
        let (left, right) = (any(left), any(right));
        for (left, right) in [(&left, &right), (&right, &left)] {
            let found = compare(left, right);
            assert_eq!(found.sameness, sameness, "{left} and {right}");
            assert_eq!(found.first.as_ref().map(|place| place.coordinate), first, "{left} and {right}");
            assert_eq!((found.count.differing, found.count.looked), (count, found.common), "{left} and {right}");
        }
    }
}

#[test]
fn huge_layouts_are_decided_without_looking() {
    let side = "1000000000";
    let row = any(&format!("({side},{side}):({side},1)"));
    let column = any(&format!("({side},{side}):(1,{side})"));
    let same = compare(&column, &any("1000000000000000000:1"));
    assert_eq!((same.sameness, same.count.differing), (Sameness::Function, 0));
    let other = compare(&row, &column);
    // A square matrix and its transpose agree on the diagonal.
    assert_eq!(other.first.as_ref().map(|place| place.coordinate), Some(1));
    assert_eq!(other.count.differing, 1_000_000_000_000_000_000 - 1_000_000_000);
    assert_eq!(other.count.looked, other.common);

    // A swizzle above the bits that are reached changes nothing, but that takes looking, and there is too much.
    let huge = any("Sw<1,0,50> o 0 o 1000000000000:1");
    let found = compare(&huge, &any("1000000000000:1"));
    assert_eq!((found.sameness, found.count.looked), (Sameness::Unknown, LOOK_LIMIT));
    let mut seek = Seek::new(&huge, &any("1000000000000:1"), None, Direction::Next).expect("comparable");
    let Progress::Done(found) = seek.resume(&mut Budget::new(UNITS)) else { panic!("bounded") };
    assert_eq!(found, Found { at: None, looked: LOOK_LIMIT, complete: false });
}

#[test]
fn a_grid_shows_both() {
    let grid = DifferenceGrid::new(&any("(2,3):(3,1)"), &any("5:1"), &[]).expect("a grid");
    let shown = |row, column| grid.cell(row, column).map(|cell| (cell.coordinate, cell.left, cell.right, cell.agrees));
    let cell = |coordinate, left: &str, right: &str, agrees| Ok((coordinate, left.into(), Some(right.into()), agrees));
    assert_eq!((grid.rows(), grid.columns()), (2, 3));
    assert_eq!(shown(0, 0), cell(0, "0", "0", true));
    assert_eq!(shown(1, 0), cell(1, "3", "1", false));
    assert_eq!(shown(0, 2), cell(4, "2", "4", false));
    assert_eq!(shown(1, 2), Ok((5, "5".into(), None, false)));
    assert!(grid.cell(2, 0).is_err() && grid.cell(0, 3).is_err());
    assert_eq!((grid.place(5), grid.place(6)), (Some((1, 2)), None));

    let cube = DifferenceGrid::new(&any("(2,2,3):(1,2,4)"), &any("12:1"), &[2]).expect("a grid");
    assert_eq!(cube.cell(1, 1).map(|cell| (cell.coordinate, cell.agrees)), Ok((11, true)));
    assert_eq!((cube.place(11), cube.place(7)), (Some((1, 1)), None));
    assert!(DifferenceGrid::new(&any("(2,2,3):(1,2,4)"), &any("12:1"), &[3]).is_err());
    assert_eq!(slice_of(&any("(2,2,3):(1,2,4)"), 11), Ok(vec![2]));
    assert_eq!(slice_of(&any("12:1"), 11), Ok(vec![]));
}

/// A layout like another: the same, coalesced, or with one stride changed.
fn near(layout: &Layout, change: u8, place: usize) -> Layout {
    match change {
        0 => layout.clone(),
        1 => layout.flatten(),
        2 => layout.coalesce().expect("not empty"),
        _ => {
            let strides = layout.int_stride().expect("integers");
            let place = place % strides.leaf_count();
            let mut leaf = 0;
            let changed = strides.map(&mut |stride| {
                leaf += 1;
                if leaf == place + 1 { Int::dynamic(stride.value() + 1) } else { *stride }
            });
            Layout::with_ints(layout.shape().clone(), &changed).expect("congruent")
        }
    }
}

fn swizzled(layout: Layout, swizzle: Option<(i64, i64, i64)>) -> AnyLayout {
    match swizzle {
        None => layout.into(),
        Some((bits, base, more)) => {
            let swizzle = Swizzle::new(bits, base, bits + more).expect("a swizzle");
            AnyLayout::composed(swizzle, Offset::ZERO, layout.into())
        }
    }
}

proptest! {
    #[test]
    fn a_comparison_is_looking_everywhere(
        a in layout(), b in layout(), change in 0_u8..5, place: usize,
        swizzles in prop::collection::vec(prop::option::of((0_i64..3, 0_i64..3, 0_i64..2)), 2), budget in 1_u64..200,
    ) {
        let right = if change == 4 { b } else { near(&a, change, place) };
        let (left, right) = (swizzled(a, swizzles[0]), swizzled(right, swizzles[1]));
        let differing = differing(&left, &right);
        let mut comparison = Comparison::new(&left, &right).unwrap();
        let found = loop {
            if let Progress::Done(found) = comparison.resume(&mut Budget::new(budget)) {
                break found;
            }
        };
        prop_assert_eq!(&found, &compare(&left, &right));
        prop_assert_eq!(found.first.as_ref().map(|place| place.coordinate), differing.first().copied());
        prop_assert_eq!(found.count.differing, differing.len() as u64);
        prop_assert_eq!(found.count.looked, found.common);
        prop_assert_eq!(found.sameness == Sameness::Differ, !differing.is_empty());
        if let Some(place) = &found.first {
            prop_assert!(place.index[0] != place.index[1]);
        }

        // Onwards and back through all differences.
        let step = |from, direction| {
            finish(Seek::new(&left, &right, from, direction).unwrap(), UNITS).unwrap()
        };
        let mut seen = Vec::new();
        while let Some(at) = step(seen.last().copied(), Direction::Next).at {
            seen.push(at);
        }
        prop_assert_eq!(&seen, &differing);
        prop_assert_eq!(step(None, Direction::Previous).at, differing.last().copied());
        for pair in differing.windows(2) {
            prop_assert_eq!(step(Some(pair[1]), Direction::Previous).at, Some(pair[0]));
        }

        let grid = DifferenceGrid::new(&left, &right, &[]).unwrap();
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                let cell = grid.cell(row, column).unwrap();
                prop_assert_eq!(grid.place(cell.coordinate), Some((row, column)));
                prop_assert_eq!(cell.right.is_some() && !cell.agrees, differing.contains(&cell.coordinate));
            }
        }
    }

    #[test]
    fn the_shared_shape_is_the_finest(a in shape(), b in shape()) {
        let accepts = |coarse: &IntTuple, fine: &IntTuple| compatible(coarse, fine).unwrap().value;
        for (a, b) in [(&a, &b), (&a, &a)] {
            match shared_shape(a, b).unwrap() {
                None => prop_assert!(random::size(a) != random::size(b)),
                Some(shared) => {
                    prop_assert!(accepts(&shared, a) && accepts(&shared, b));
                    for set in coordinate_sets(a) {
                        prop_assert!(!accepts(&set, a) || !accepts(&set, b) || accepts(&set, &shared));
                    }
                }
            }
        }
    }
}

#[test]
fn coordinates_in_common() {
    let check = |left, right| compare(&any(left), &any(right)).coordinates;
    assert_eq!(check("(4,2):(1,4)", "(4,2):(2,1)"), SharedCoordinates::All);
    assert_eq!(check("8:1", "(4,2):(2,1)"), SharedCoordinates::First);
    assert_eq!(check("(4,(2,2)):(1,(4,8))", "(4,4):(2,1)"), SharedCoordinates::Second);
    assert_eq!(check("(4,2):(1,4)", "(2,4):(2,1)"), SharedCoordinates::Linear);
    assert_eq!(check("(4,2):(1,4)", "(2,2):(2,1)"), SharedCoordinates::Sizes);
    let SharedCoordinates::Shape(shape) = check("(4,(2,2)):(1,(4,8))", "((2,2),4):((1,2),4)") else { panic!() };
    assert_eq!(shape.to_string(), "(4,4)");
}
