//! The laws of the types, over random layouts: nested, static and dynamic, with ones, zeros and negative strides.

use colex::compatible::{compatible, congruent};
use colex::coordinate::{Coordinate, Slot, crd2crd, crd2idx, crd2idx_shape, idx2crd};
use colex::int_tuple::{equal, product};
use colex::preimage::{KEEP_LIMIT, PreimageSearch};
use colex::swizzle::Offset;
use colex::table::{FlatLayout, Grid};
use colex::work::finish;
use colex::{AnyLayout, Int, IntTuple, Layout, Nested, Swizzle};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::random::{compact, layout, shape, size};

fn linear(value: i64, known: bool) -> Coordinate {
    Nested::Leaf(Slot::Int(if known { Int::constant(value) } else { Int::dynamic(value) }))
}

/// The number that a layout with integer strides answers.
fn at(layout: &Layout, coordinate: &Coordinate) -> i64 {
    match layout.index(coordinate) {
        Ok(Nested::Leaf(index)) => index.value(),
        other => panic!("{layout} at {coordinate}: {other:?}"),
    }
}

/// A swizzle that moves some bits up or down, with what is added before it.
fn swizzle() -> impl Strategy<Value = (Swizzle, Int)> {
    let parts = (0_i64..4, 0_i64..5, 0_i64..3, any::<bool>(), -40_i64..80);
    parts.prop_map(|(bits, base, more, up, offset)| {
        let far = bits + more;
        (Swizzle::new(bits, base, if up { -far } else { far }).expect("a swizzle"), Int::dynamic(offset))
    })
}

fn numbers(tuple: &IntTuple) -> Nested<i64> {
    tuple.map(&mut |int| int.value())
}

/// A shape that `fine` is compatible with or not far from it: some inner tuples replaced by their size, and now and then
/// a number changed.
fn coarsen(fine: &IntTuple, choices: &mut impl Iterator<Item = u8>) -> IntTuple {
    let choice = choices.next().unwrap_or(1);
    match fine {
        Nested::Leaf(int) if choice == 0 => Nested::Leaf(Int::constant(int.value() + 1)),
        Nested::Leaf(_) if choice == 1 => Nested::Tuple(vec![fine.clone()]),
        Nested::Tuple(_) if choice.is_multiple_of(3) => Nested::Leaf(product(fine).expect("small")),
        Nested::Leaf(_) => fine.clone(),
        Nested::Tuple(modes) => Nested::Tuple(modes.iter().map(|mode| coarsen(mode, choices)).collect()),
    }
}

fn holds(a: &IntTuple, b: &IntTuple) -> bool {
    compatible(a, b).expect("no overflow").value
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn crd2idx_undoes_idx2crd(shape in shape(), known: bool, outside in 0_i64..1000) {
        // Outside the shape too: the last mode takes what is left.
        for i in (0..size(&shape)).chain([size(&shape) + outside]) {
            let natural = idx2crd(&linear(i, known), &shape).unwrap();
            prop_assert!(natural.is_congruent_to(&shape));
            prop_assert_eq!(crd2idx_shape(&Coordinate::from(&natural), &shape).unwrap().value(), i);
            let strides = colex::make::compact_col_major(&shape, Int::dynamic(1)).unwrap();
            let index = crd2idx(&Coordinate::from(&natural), &shape, &strides.map(&mut |int| (*int).into())).unwrap();
            // A static 1 has stride 0 and cannot carry what lies outside the shape.
            if i < size(&shape) {
                prop_assert_eq!(numbers(&index), Nested::Leaf(i));
            }
        }
    }

    #[test]
    fn natural_coordinates_stay_within_the_shape(shape in shape(), known: bool) {
        for i in 0..size(&shape) {
            let natural = idx2crd(&linear(i, known), &shape).unwrap();
            let within = natural.leaves().into_iter().zip(shape.leaves());
            prop_assert!(within.into_iter().all(|(digit, extent)| (0..extent.value()).contains(&digit.value())));
        }
    }

    #[test]
    fn a_compact_layout_finds_its_coordinates(layout in compact()) {
        let size = size(layout.shape());
        for index in 0..size {
            let natural = layout.get_hier_coord(Int::dynamic(index)).unwrap();
            prop_assert_eq!(at(&layout, &Coordinate::from(&natural)), index);
            for coordinate in [layout.get_flat_coord(Int::dynamic(index)), layout.get_1d_coord(Int::dynamic(index))] {
                let coordinate = coordinate.unwrap();
                // The flat coordinate of a layout of rank 1 is a number even where its shape is a tuple.
                prop_assert_eq!(at(&layout, &Coordinate::from(&coordinate)), index);
            }
        }
        prop_assert_eq!(layout.cosize().unwrap().value(), size);
    }

    #[test]
    fn equivalent_coordinates_have_one_index(layout in layout(), known: bool) {
        let shape = layout.shape();
        let by_mode = match shape {
            Nested::Leaf(_) => shape.clone(),
            Nested::Tuple(modes) => {
                Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(product(mode).unwrap())).collect())
            }
        };
        for i in 0..size(shape) {
            let one = linear(i, known);
            let natural = Coordinate::from(&idx2crd(&one, shape).unwrap());
            let flat = Coordinate::from(&crd2crd(&natural, shape, &by_mode).unwrap());
            let back = Coordinate::from(&crd2crd(&flat, &by_mode, shape).unwrap());
            prop_assert_eq!(numbers(&back.ints()), numbers(&natural.ints()));
            let index = at(&layout, &one);
            prop_assert_eq!(at(&layout, &natural), index);
            prop_assert_eq!(at(&layout, &flat), index);
        }
    }

    #[test]
    fn a_table_is_the_layout(layout in layout(), outside in 0_i64..1000) {
        let flat = FlatLayout::new(&layout).unwrap();
        let size = size(layout.shape());
        prop_assert_eq!(flat.size(), size as u64);
        let mut table = vec![0; size as usize];
        flat.fill(0, &mut table).unwrap();
        for (i, index) in table.iter().enumerate() {
            prop_assert_eq!(*index, at(&layout, &linear(i as i64, false)));
        }
        let beyond = size + outside;
        prop_assert_eq!(flat.index(beyond as u64).unwrap(), at(&layout, &linear(beyond, false)));
        prop_assert_eq!(table.iter().min().copied(), Some(flat.least()));
        prop_assert_eq!(table.iter().max().copied(), Some(flat.greatest()));
        if flat.strides().all(|stride| stride >= 0) {
            prop_assert_eq!(layout.cosize().unwrap().value(), flat.greatest() + 1);
        }
    }

    #[test]
    fn a_window_is_the_layout(layout in layout(), cut: [Index; 4], beyond: Index) {
        let rank = layout.rank();
        let slice = (2..rank).map(|mode| beyond.index(size(layout.shape().mode(mode).unwrap()) as usize) as u64);
        let slice = slice.collect::<Vec<_>>();
        let grid = Grid::new(&layout, &slice).unwrap();
        let range = |from: &Index, length: &Index, size: u64| {
            let start = from.index(size as usize) as u64;
            start..start + length.index((size - start) as usize + 1) as u64
        };
        let rows = range(&cut[0], &cut[1], grid.rows());
        let columns = range(&cut[2], &cut[3], grid.columns());
        let mut out = vec![0; ((rows.end - rows.start) * (columns.end - columns.start)) as usize];
        grid.fill_window(rows.clone(), columns.clone(), &mut out).unwrap();
        let mut out = out.into_iter();
        for row in rows {
            for column in columns.clone() {
                let coordinate = match rank {
                    1 if layout.shape().is_leaf() => linear(row as i64, false),
                    1 => Nested::Tuple(vec![linear(row as i64, false)]),
                    _ => Nested::Tuple(
                        [row, column].iter().chain(&slice).map(|digit| linear(*digit as i64, false)).collect(),
                    ),
                };
                let index = at(&layout, &coordinate);
                prop_assert_eq!(out.next(), Some(index));
                prop_assert_eq!(grid.index(row, column).unwrap(), index);
            }
        }
    }

    #[test]
    fn a_swizzle_comes_after_table_window_and_way_back(
        inner in layout(), swizzles in prop::collection::vec(swizzle(), 1..3), asked: Index,
    ) {
        let swizzled = swizzles.into_iter().fold(AnyLayout::Plain(inner.clone()), |inner, (swizzle, offset)| {
            AnyLayout::composed(swizzle, Offset::Int(offset), inner)
        });
        let flat = FlatLayout::any(&swizzled).unwrap();
        let size = size(inner.shape());
        let (mut table, mut narrow) = (vec![0; size as usize], vec![0; size as usize]);
        flat.fill(0, &mut table).unwrap();
        flat.fill_i32(0, &mut narrow).unwrap();
        for (i, (index, narrow)) in table.iter().zip(narrow).enumerate() {
            let answer = swizzled.index(&linear(i as i64, false)).unwrap();
            prop_assert_eq!(numbers(&answer), Nested::Leaf(*index));
            prop_assert_eq!(flat.after().apply(at(&inner, &linear(i as i64, false))), Ok(*index));
            prop_assert_eq!((flat.index(i as u64), i64::from(narrow)), (Ok(*index), *index));
        }
        prop_assert_eq!(table.iter().min().copied(), Some(flat.least()));
        prop_assert_eq!(table.iter().max().copied(), Some(flat.greatest()));
        prop_assert!(flat.is_exact());

        let slice = (2..inner.rank()).map(|_| 0).collect::<Vec<_>>();
        let grid = Grid::any(&swizzled, &slice).unwrap();
        let mut window = vec![0; (grid.rows() * grid.columns()) as usize];
        grid.fill_window(0..grid.rows(), 0..grid.columns(), &mut window).unwrap();
        for (cell, index) in window.iter().enumerate() {
            let (row, column) = (cell as u64 / grid.columns(), cell as u64 % grid.columns());
            prop_assert_eq!(*index, table[(column * grid.rows() + row) as usize]);
            prop_assert_eq!(grid.index(row, column), Ok(*index));
        }

        let index = table[asked.index(table.len())];
        for index in [index, index + 1] {
            let found = finish(PreimageSearch::any(&swizzled, index, KEEP_LIMIT).unwrap(), 1 << 20).unwrap();
            let found = found.coordinates.iter().map(|reached| reached.linear as usize).collect::<Vec<_>>();
            let expected = (0..table.len()).filter(|i| table[*i] == index).collect::<Vec<_>>();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn parentheses_do_not_change_the_function(layout in layout(), ends: [Index; 2]) {
        let (a, b) = (ends[0].index(layout.rank() + 1), ends[1].index(layout.rank() + 1));
        let flat = layout.flatten();
        let grouped = if layout.shape().is_leaf() { layout.clone() } else { layout.group(a.min(b), a.max(b)).unwrap() };
        let again = if layout.shape().is_leaf() { flat.clone() } else { flat.unflatten(layout.shape()).unwrap() };
        prop_assert_eq!(&again, &layout);
        // A group of no modes is an empty tuple, which has no coordinate to give a digit to.
        for i in 0..size(layout.shape()) {
            let index = at(&layout, &linear(i, false));
            prop_assert_eq!(at(&flat, &linear(i, false)), index);
            if a != b {
                prop_assert_eq!(at(&grouped, &linear(i, false)), index);
            }
        }
    }

    #[test]
    fn a_slice_and_its_offset_are_the_layout(layout in layout(), keep: u64, place: Index) {
        // A natural coordinate in which some digits are replaced by underscores.
        let i = place.index(size(layout.shape()) as usize) as i64;
        let natural = idx2crd(&linear(i, false), layout.shape()).unwrap();
        let mut leaf = 0;
        let mut kept = Vec::new();
        let sliced = natural.map(&mut |digit| {
            let all = keep >> (leaf % 64) & 1 == 1;
            leaf += 1;
            if all {
                kept.push(Nested::Leaf(Slot::Int(*digit)));
            }
            if all { Slot::All } else { Slot::Int(*digit) }
        });
        let (rest, offset) = layout.slice_and_offset(&sliced).unwrap();
        let Nested::Leaf(offset) = offset else { panic!("an integer") };
        let inner = if layout.shape().is_leaf() && !kept.is_empty() {
            at(&rest, &kept[0])
        } else if kept.is_empty() {
            0
        } else {
            at(&rest.flatten(), &Nested::Tuple(kept))
        };
        prop_assert_eq!(offset.value() + inner, at(&layout, &linear(i, false)));
        // The dice keeps what the slice drops.
        let dropped = layout.dice(&sliced).unwrap();
        prop_assert_eq!(rest.size().unwrap().value() * dropped.size().unwrap().value(), size(layout.shape()));
    }

    #[test]
    fn compatible_is_a_partial_order(
        fine in shape(),
        choices in prop::collection::vec(0_u8..8, 40),
        more in prop::collection::vec(0_u8..8, 40),
        other in shape(),
    ) {
        let middle = coarsen(&fine, &mut choices.into_iter());
        let coarse = coarsen(&middle, &mut more.into_iter());
        let shapes = [fine, middle, coarse, other];
        for a in &shapes {
            prop_assert!(holds(a, a), "{} is not compatible with itself", a);
            for b in &shapes {
                if holds(a, b) {
                    prop_assert_eq!(size(a), size(b), "{} and {}", a, b);
                    // Every coordinate of the one is a coordinate of the other.
                    for i in 0..size(a) {
                        let coordinate = Coordinate::from(&idx2crd(&linear(i, false), a).unwrap());
                        prop_assert!(idx2crd(&coordinate, b).is_ok(), "{} in {}", coordinate, b);
                    }
                }
                if holds(a, b) && holds(b, a) {
                    prop_assert!(equal(a, b).value, "{} and {}", a, b);
                }
                for c in &shapes {
                    prop_assert!(!(holds(a, b) && holds(b, c)) || holds(a, c), "{}, {}, {}", a, b, c);
                }
            }
        }
        prop_assert!(holds(&Nested::Leaf(product(&shapes[0]).unwrap()), &shapes[0]));
    }

    #[test]
    fn congruent_is_an_equivalence(a in shape(), b in shape(), known: bool) {
        let same = a.map(&mut |int| Int::constant(int.value() + i64::from(known)));
        prop_assert!(congruent(&a, &a).value && congruent(&a, &same).value && congruent(&same, &a).value);
        prop_assert_eq!(congruent(&a, &b).value, congruent(&b, &a).value);
        prop_assert_eq!(congruent(&a, &b).value, congruent(&same, &b).value);
    }
}
