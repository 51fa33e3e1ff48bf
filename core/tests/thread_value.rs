//! Thread-value maps: against what CuTe drew, small tables, and the laws over random layouts.

use std::collections::BTreeSet;

use colex::draw::threads::{print_latex_copy, print_latex_map, print_latex_mma};
use colex::evaluate;
use colex::notebook::{Settings, Value};
use colex::thread_value::access::{Access, Data, Instruction, WARP};
use colex::thread_value::{PAIR_LIMIT, Pair, ThreadValue, Tile};
use colex::{AnyLayout, Error, Int, Nested};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::random::layout;

fn value(text: &str) -> Value {
    evaluate(text, Settings::default()).value(0).unwrap_or_else(|| panic!("{text} has a value")).clone()
}

fn any(text: &str) -> AnyLayout {
    value(text).as_any_layout().unwrap_or_else(|| panic!("{text} is a layout"))
}

fn tile(text: &str) -> Tile {
    Tile::new(&value(text).as_ints().expect("a shape")).expect("a tile")
}

fn map(layout: &str, of: &str) -> ThreadValue {
    ThreadValue::new(&any(layout), tile(of)).unwrap_or_else(|error| panic!("{layout}: {error:?}"))
}

fn pair(thread: u64, value: u64) -> Pair {
    Pair { thread, value }
}

fn golden() -> impl Iterator<Item = Json> {
    include_str!("golden/ops.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON"))
}

#[test]
fn what_make_layout_tv_answers_covers_its_tile_once() {
    let mut compared = 0;
    for case in golden().filter(|case| case["op"] == "make_layout_tv") {
        let text = |of: &Json| of.as_str().expect("a text").to_string();
        let (threads, values) = (text(&case["args"][0]), text(&case["args"][1]));
        let of_answer = map(&text(&case["out"]["layout_tv"]), &text(&case["out"]["tiler"]));
        let plain = |text: &str| any(text).plain().expect("plain").clone();
        let of_layouts = ThreadValue::of_layouts(&plain(&threads), &plain(&values)).expect("a map");
        let owners = of_layouts.owners().expect("small");
        assert!(owners.coverage().is_bijection(), "{threads} {values}: {:?}", owners.coverage());
        assert_eq!(owners, of_answer.owners().expect("small"), "{threads} {values}");
        assert_eq!(of_layouts.tile(), of_answer.tile());
        compared += 1;
    }
    assert!(compared >= 16, "{compared}");
}

#[test]
fn latex_is_what_cute_prints() {
    let mut compared = 0;
    for case in golden() {
        let operation = case["op"].as_str().unwrap_or_default();
        if !matches!(operation, "print_latex_mma" | "print_latex_copy") {
            continue;
        }
        let expected = case["out"].as_str().expect("LaTeX");
        let named = expected.lines().filter_map(|line| line.strip_prefix("% ")?.split_once(": ")).map(|(_, name)| name);
        let maps = named.map(|name| {
            let layout = name.rsplit(" o ").next().expect("a layout");
            // A map to a single element says nothing of the modes of its tile.
            let layout = any(layout);
            let map = ThreadValue::over_its_image(&layout).expect("a map");
            (name, if map.tile().size() == 1 { ThreadValue::new(&layout, tile("(1,1)")).expect("a map") } else { map })
        });
        let maps = maps.collect::<Vec<_>>();
        let named = maps.iter().map(|(name, map)| (*name, map)).collect::<Vec<_>>();
        let drawn = match named.as_slice() {
            [c, a, b] => print_latex_mma(*c, *a, *b),
            [source, destination] => print_latex_copy(*source, *destination),
            _ => panic!("{expected}"),
        };
        assert_eq!(drawn.as_deref(), Ok(expected), "{}", case["args"]);
        compared += 1;
    }
    assert_eq!(compared, 12);
    let one = map("(2,2):(1,2)", "(2,2)");
    let drawn = print_latex_map(("(2,2):(1,2)", &one)).expect("small");
    assert!(drawn.starts_with("% Layout TV: (2,2):(1,2)\n") && drawn.contains("(1,1) {\\shortstack{T1 \\\\ V1}}"));
    let huge = map("(1000000,2):(1,1)", "(8,8)");
    assert!(matches!(print_latex_map(("", &huge)), Err(Error::TooLarge { what: "pairs", .. })));
}

#[test]
fn cells_and_pairs() {
    // The C of SM80_16x8x8: quads of threads along a row, two values next to each other, two more eight rows down.
    let c = map("((4,8),(2,2)):((32,1),(16,8))", "(16,8)");
    assert_eq!((c.threads(), c.values()), (32, 4));
    let cells = c.cells_of_thread(1, 8).map(|(_, cell)| cell).collect::<Vec<_>>();
    assert_eq!(cells, [Some(32), Some(48), Some(40), Some(56)]);
    let owners = c.owners().expect("small");
    assert!(owners.coverage().is_bijection());
    assert_eq!(owners.of(48), [pair(1, 1)]);
    assert_eq!(owners.of(128), []);
    assert_eq!(c.cell(pair(32, 0)), None);
    assert_eq!(c.cell(pair(0, 4)), None);
    assert_eq!(c.pair(33), Some(pair(1, 1)));
    assert_eq!(c.pair(128), None);
    // The same with coordinates.
    let coordinates = ThreadValue::over_its_image(&any("((4,8),(2,2)):((2@1,1@0),(1@1,8@0))")).expect("a map");
    assert_eq!(coordinates.tile(), c.tile());
    assert_eq!(coordinates.owners(), c.owners());
}

#[test]
fn what_is_no_bijection_says_where() {
    let coverage = |layout: &str, of: &str| map(layout, of).owners().expect("small").coverage().clone();
    let twice = coverage("(4,2):(1,2)", "(6)");
    assert_eq!((twice.shared, twice.first_shared), (2, Some((2, [pair(0, 1), pair(2, 0)]))));
    let gaps = coverage("(4,2):(1,8)", "(4,4)");
    assert_eq!((gaps.unheld, gaps.first_unheld, gaps.outside), (8, Some(4), 0));
    let outside = coverage("(4,2):(1,4)", "(6)");
    assert_eq!((outside.outside, outside.first_outside), (2, Some(pair(2, 1))));
    assert!(!outside.is_bijection());
    // A row that is too long lies outside; it does not go on in the next column.
    let rows = map("(4,2):(1@0,1@1)", "(3,2)");
    assert_eq!(rows.cell(pair(3, 0)), None);
    assert_eq!(rows.owners().expect("small").coverage().outside, 2);
    // Four threads hold the same cell where the stride of the thread is 0.
    let broadcast = map("(4,2):(0,1)", "(2)").owners().expect("small");
    assert_eq!(broadcast.of(1), [pair(0, 1), pair(1, 1), pair(2, 1), pair(3, 1)]);
    assert_eq!(coverage("(2,2):(-1,4)", "(8)").first_outside, Some(pair(1, 0)));
}

#[test]
fn a_tile_is_suggested() {
    for (layout, suggested) in [
        ("((4,8),(2,2)):((32,1),(16,8))", "(16,8)"),
        ("((4,8),2):((16,1),8)", "(8,8)"),
        ("(8,8):(8,1)", "(8,8)"),
        ("(32,4):(1,32)", "(32,4)"),
        ("(3,5):(5,1)", "(5,3)"),
        ("(1,7):(1,1)", "(7)"),
        ("((4,8),(2,2)):((2@1,1@0),(1@1,8@0))", "(16,8)"),
    ] {
        let map = ThreadValue::over_its_image(&any(layout)).expect("a map");
        assert_eq!(map.tile().to_string(), suggested, "{layout}");
    }
    assert_eq!(tile("(2,3,4)").digits(23), Some(vec![1, 2, 3]));
    assert_eq!(tile("(2,3,4)").digits(24), None);
    let three = tile("(2,3,4)");
    assert_eq!((three.rows(), three.columns()), (2, 12));
}

fn access(layout: &str, of: &str, data: &str, bits: u64, value: u64, width: u64) -> Access {
    let map = map(layout, of);
    let data = match data {
        "" => Data::compact(map.tile(), bits).expect("fits"),
        data => Data::new(&any(data), map.tile(), bits).expect("fits"),
    };
    map.access(&data, Instruction { value, width, first: 0, threads: WARP }).expect("an access")
}

#[test]
fn addresses_of_a_warp() {
    // (threads, values, data, bits, width) -> (indices, sectors, lines, contiguous)
    for (layout, of, data, bits, width, expected) in [
        // Each thread the next float: one line.
        ("(32,4):(1,32)", "(128)", "", 32, 1, (32, 4, 1, true)),
        // Each thread four in a row, one at a time: as many lines as it gets.
        ("(32,4):(4,1)", "(128)", "", 32, 1, (32, 16, 4, false)),
        // The same as one vector.
        ("(32,4):(4,1)", "(128)", "", 32, 4, (128, 16, 4, true)),
        // Halves of a row-major matrix, one to a row of 64.
        ("(32,2):(1,32)", "(32,2)", "(32,64):(64,1)", 16, 1, (32, 32, 32, false)),
        // All threads the same.
        ("(32,4):(0,1)", "(4)", "", 32, 1, (1, 1, 1, true)),
        // Four bits each.
        ("(32,4):(1,32)", "(128)", "", 4, 1, (32, 1, 1, true)),
        // An element of 512 bits lies in two sectors.
        ("(32,1):(1,0)", "(32)", "", 512, 1, (32, 64, 16, true)),
        // Swizzled: the same lines.
        ("(32,4):(1,32)", "(128)", "Sw<2,0,3> o _0 o (128):(1)", 32, 1, (32, 4, 1, true)),
    ] {
        let access = access(layout, of, data, bits, 0, width);
        let found = (access.indices, access.sectors, access.lines, access.is_contiguous());
        assert_eq!(found, expected, "{layout} {data} {bits} {width}");
    }
    let corner = Data::new(&any("(32,64):(64,1)"), &tile("(4,8)"), 16).expect("fits");
    assert_eq!((corner.bounds(), corner.index(31), corner.index(32)), ((0, 199), Some(199), None));
    // The last warp may have fewer threads, and a vector may reach beyond the values.
    let few = access("(6,2):(1,6)", "(12)", "", 32, 1, 4);
    assert_eq!((few.threads, few.indices, few.bounds(), few.span()), (6, 6, Some((6, 11)), 6));
    let none = access("(6,2):(1,6)", "(12)", "", 32, 2, 1);
    assert_eq!((none.indices, none.bounds(), none.is_contiguous()), (0, None, false));
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |layout: &str, of: &str| ThreadValue::new(&any(layout), tile(of)).map(|_| ()).expect_err("refused");
    assert!(matches!(refused("8:1", "(8)"), Error::NeedsRank { found: 1, .. }));
    assert!(matches!(refused("(2,2,2):(1,2,4)", "(8)"), Error::NeedsRank { found: 3, .. }));
    assert!(matches!(refused("(2,2):(1,1@0)", "(8)"), Error::MixedIndices { .. }));
    assert!(matches!(refused("(2,2):(1@0@1,1@0)", "(8,2)"), Error::MixedIndices { .. }));
    let huge = map("(1000000,1000000):(1,1000000)", "(1000000,1000000)");
    assert!(matches!(huge.owners(), Err(Error::TooLarge { what: "pairs", limit: PAIR_LIMIT, .. })));
    assert_eq!(huge.cell(pair(999_999, 999_999)), Some(999_999_999_999));
    assert_eq!(huge.cells_of_thread(3, 2).count(), 2);
    let wide = map("(2,2):(1,2)", "(1000000)");
    assert!(matches!(wide.owners(), Err(Error::TooLarge { what: "cells", .. })));
    let data = Data::compact(huge.tile(), 32).expect("fits");
    let all = Instruction { value: 0, width: u64::MAX, first: 0, threads: u64::MAX };
    assert!(matches!(huge.access(&data, all), Err(Error::TooLarge { what: "elements", .. })));
    // No values: no thread is asked.
    let endless = map("(1000000000000000000,1):(1,0)", "(1000000000000000000)");
    for (value, width) in [(0, 0), (5, 1), (u64::MAX, u64::MAX)] {
        let nothing = Instruction { value, width, first: 1, threads: u64::MAX };
        let access = endless.access(&data, nothing).expect("nothing to touch");
        assert_eq!((access.touches.len(), access.outside, access.indices), (0, 0, 0));
    }
    assert!(Data::new(&any("(4,4):(1,4)"), &tile("(8,2)"), 32).is_ok());
    assert!(matches!(Data::new(&any("(4,4):(1,4)"), &tile("(8,8)"), 32), Err(Error::TooLarge { .. })));
    assert!(matches!(Data::new(&any("(4,4):(1,4)"), &tile("(4,4)"), 0), Err(Error::NotPositive { .. })));
}

#[test]
fn modes_that_no_pair_tells_apart_cost_nothing() {
    // 4096 modes, two of which have more than one coordinate.
    let far = map("(512,512):(1@4095,1@0)", "(512)");
    assert_eq!((far.cell(pair(0, 5)), far.cell(pair(1, 5))), (Some(5), None));
    let ones = vec!["1"; 4094].join(",");
    let all = map("(512,512):(1@4095,1@0)", &format!("(512,{ones},512)"));
    let owners = all.owners().expect("small");
    assert!(owners.coverage().is_bijection(), "{:?}", owners.coverage());
    for pair in [pair(0, 0), pair(511, 0), pair(3, 511)] {
        assert_eq!(all.cell(pair), Some(pair.value + 512 * pair.thread));
        assert_eq!(owners.cell(pair), all.cell(pair));
    }
    // Of a mode of extent 1 the stride says nothing.
    let strides = (0..4094).map(|mode| format!("1@{mode}")).collect::<Vec<_>>().join(",");
    let many = map(&format!("(8,({ones})):(1@0,({strides}))"), "(8)");
    assert!(many.owners().expect("small").coverage().is_bijection());
}

proptest! {
    #[test]
    fn owners_are_the_inverse_of_cells(threads in layout(), values in layout(), more in 0_u64..4) {
        let together = colex::Layout::concatenate(&[threads, values]).expect("small");
        prop_assume!(together.size().expect("small").value() <= 20_000);
        let any = AnyLayout::from(together.clone());
        let suggested = ThreadValue::over_its_image(&any);
        let suggested = suggested.expect("a map");
        let size = suggested.tile().size() + more;
        let shape = Nested::Leaf(Int::dynamic(size as i64));
        for map in [suggested, ThreadValue::new(&any, Tile::new(&shape).expect("a tile")).expect("a map")] {
            let owners = map.owners().expect("small");
            let coverage = owners.coverage();
            let mut held = 0;
            for linear in 0..map.threads() * map.values() {
                let own = map.pair(linear).expect("inside");
                prop_assert_eq!(map.linear(own), Some(linear));
                let place = colex::Nested::Leaf(colex::coordinate::Slot::Int(Int::dynamic(linear as i64)));
                let index = match any.index(&place) {
                    Ok(Nested::Leaf(index)) => index.value(),
                    other => panic!("{other:?}"),
                };
                let expected = u64::try_from(index).ok().filter(|cell| *cell < map.tile().size());
                prop_assert_eq!(map.cell(own), expected);
                prop_assert_eq!(owners.cell(own), expected);
                held += u64::from(expected.is_some());
                if let Some(cell) = expected {
                    prop_assert!(owners.of(cell).binary_search(&own).is_ok());
                }
            }
            prop_assert_eq!(coverage.outside, map.threads() * map.values() - held);
            let counts = (0..map.tile().size()).map(|cell| owners.of(cell).len()).collect::<Vec<_>>();
            prop_assert_eq!(counts.iter().sum::<usize>() as u64, held);
            prop_assert_eq!(counts.iter().filter(|count| **count == 0).count() as u64, coverage.unheld);
            prop_assert_eq!(counts.iter().filter(|count| **count > 1).count() as u64, coverage.shared);
            let first = counts.iter().position(|count| *count == 0);
            prop_assert_eq!(first.map(|cell| cell as u64), coverage.first_unheld);
        }
    }

    #[test]
    fn sectors_and_lines_are_those_of_every_bit(
        threads in layout(), values in layout(), bits in prop_oneof![Just(4_u64), Just(6), Just(16), Just(32), Just(300)],
        value in 0_u64..4, width in 1_u64..4, first in 0_u64..8,
    ) {
        let together = colex::Layout::concatenate(&[threads, values]).expect("small");
        let map = ThreadValue::over_its_image(&AnyLayout::from(together)).expect("a map");
        let data = Data::compact(map.tile(), bits).expect("fits");
        let access = map.access(&data, Instruction { value, width, first, threads: WARP }).expect("small");
        let bits_touched = access.touches.iter().flat_map(|touch| {
            let begin = touch.index as u64 * bits;
            begin..begin + bits
        });
        let bits_touched = bits_touched.collect::<BTreeSet<_>>();
        let blocks = |of: u64| bits_touched.iter().map(|bit| bit / of).collect::<BTreeSet<_>>().len() as u64;
        prop_assert_eq!(access.sectors, blocks(256));
        prop_assert_eq!(access.lines, blocks(1024));
        prop_assert_eq!(access.indices, bits_touched.len() as u64 / bits);
        prop_assert!(access.sectors >= access.fewest_sectors(bits));
        for touch in &access.touches {
            prop_assert_eq!(map.cell(touch.pair), Some(touch.cell));
            prop_assert_eq!(data.index(touch.cell), Some(touch.index));
            prop_assert!((first..first + WARP).contains(&touch.pair.thread));
            prop_assert!((value..value + width).contains(&touch.pair.value));
        }
    }
}
