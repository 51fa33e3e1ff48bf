//! Cost of accesses: cases that every kernel engineer knows, laws over random layouts, and both ways to the numbers.

use colex::cost::{
    Accesses, BitGroup, BitMatrix, Group, Machine, Obstacle, PAIRS_LIMIT, Phase, Request, SharedCost, Survey, Surveyed,
    Vector, global, phases, sectors, shared,
};
use colex::evaluate;
use colex::notebook::Settings;
use colex::swizzle::Offset;
use colex::table::FlatLayout;
use colex::thread_value::access::{Data, Instruction, WARP};
use colex::thread_value::{Pair, ThreadValue, Tile};
use colex::work::{Budget, Progress, Work, finish};
use colex::{AnyLayout, ComposedLayout, Error, Int, Layout, Nested, Swizzle};
use proptest::prelude::*;

use crate::random;

fn layout_of(text: &str) -> AnyLayout {
    let value = evaluate(text, Settings::default()).value(0).unwrap_or_else(|| panic!("{text} has a value")).clone();
    value.as_any_layout().unwrap_or_else(|| panic!("{text} is a layout"))
}

fn group(text: &str) -> Group {
    Group::of_layout(&layout_of(text)).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn survey(group: &Group, element_bytes: u64, elements: Option<u64>) -> Surveyed {
    let survey = Survey::new(group.clone(), element_bytes, elements, &Machine::default()).expect("a survey");
    finish(survey, 1 << 24).expect("small")
}

fn vector(element_bytes: u64, elements: u64) -> Vector {
    Vector::new(element_bytes, elements, &Machine::default()).expect("a vector")
}

#[test]
fn shared_memory_as_it_is_known() {
    // The layout, the bytes of an element, the elements of an access; phases of a request, the worst degree, and the
    // turns of all requests.
    for (layout, element_bytes, elements, in_request, worst, turns) in [
        // A tile of 32 × 32 f32: along a row, along a column, padded, swizzled.
        ("(32,32):(1,32)", 4, 1, 1, 1, 32),
        ("(32,32):(32,1)", 4, 1, 1, 32, 1024),
        ("(32,32):(33,1)", 4, 1, 1, 1, 32),
        ("Sw<5,0,5> o _0 o (32,32):(32,1)", 4, 1, 1, 1, 32),
        // Every second word, every fourth, and a stride that is odd.
        ("(32,1):(2,1)", 4, 1, 1, 2, 2),
        ("(32,1):(4,1)", 4, 1, 1, 4, 4),
        ("(32,1):(5,1)", 4, 1, 1, 1, 1),
        // All read one word, or one of two.
        ("(32,1):(0,1)", 4, 1, 1, 1, 1),
        ("((2,16),1):((1,0),1)", 4, 1, 1, 1, 1),
        // Bytes and halves of one word are served together.
        ("(32,1):(1,1)", 1, 1, 1, 1, 1),
        ("(32,1):(1,1)", 2, 1, 1, 1, 1),
        ("(32,1):(2,1)", 2, 1, 1, 1, 1),
        ("(32,1):(64,1)", 2, 1, 1, 32, 32),
        // Eight and sixteen bytes a thread: two and four phases, without a conflict one turn each.
        ("(32,1):(1,1)", 8, 1, 2, 1, 2),
        ("(32,1):(1,1)", 16, 1, 4, 1, 4),
        ("(32,4):(4,1)", 4, 4, 4, 1, 4),
        ("(32,2):(2,1)", 4, 2, 2, 1, 2),
        // A row of 64 halves in vectors of 8: threads down a column meet in one group of banks, a swizzle parts them.
        ("(32,8):(64,1)", 2, 8, 4, 8, 32),
        ("Sw<3,3,3> o _0 o (32,8):(64,1)", 2, 8, 4, 1, 4),
        // A warp that is not full.
        ("(8,1):(32,1)", 4, 1, 1, 8, 8),
        ("(40,1):(32,1)", 4, 1, 1, 32, 40),
    ] {
        let (machine, vector) = (Machine::default(), vector(element_bytes, elements));
        let group = group(layout);
        let name = format!("{layout} {element_bytes} {elements}");
        assert_eq!(phases(&group.request(0, 0, vector, &machine), vector, &machine).len(), in_request, "{name}");
        let cost = shared(&group.accesses(vector, &machine).expect("small"), &machine);
        assert_eq!((cost.worst, cost.turns), (worst, turns), "{name}");
        assert_eq!(cost.average(), turns as f64 / cost.phases as f64, "{name}");
        let found = survey(&group, element_bytes, Some(elements));
        assert_eq!((found.shared, found.vector), (cost, vector), "{name}");
        assert!(found.is_whole());
    }
}

#[test]
fn which_banks_conflict_and_who_meets_there() {
    let (machine, vector) = (Machine::default(), vector(4, 1));
    let request = group("((4,8),1):((8,1),1)").request(0, 0, vector, &machine);
    let [phase] = phases(&request, vector, &machine).try_into().expect("one phase");
    assert_eq!((phase.degree(), phase.conflicting().count(), phase.active), (1, 0, 32));
    let request = group("((4,8),1):((16,1),1)").request(0, 0, vector, &machine);
    let [phase] = phases(&request, vector, &machine).try_into().expect("one phase");
    assert_eq!(phase.conflicting().collect::<Vec<_>>(), (0..8).chain(16..24).collect::<Vec<_>>());
    assert_eq!(request.words_of(16, &phase, vector, &machine), [(16, vec![1]), (48, vec![3])]);
    assert_eq!(request.words_of(8, &phase, vector, &machine), []);
    // An address below 0 has a bank too.
    let request = Request { warp: 0, instruction: 0, indices: vec![Some(-1), Some(31), None, Some(i64::MIN)] };
    let [phase] = phases(&request, vector, &machine).try_into().expect("one phase");
    assert_eq!((phase.degree(), phase.words[31], phase.words[0], phase.active), (2, 2, 1, 3));
}

#[test]
fn global_memory_as_it_is_known() {
    // The layout, bytes and elements; sectors and lines of the first request, and the efficiency of all in percent.
    for (layout, element_bytes, elements, sectors, lines, percent) in [
        ("(32,1):(1,1)", 4, 1, 4.0, 1.0, 100.0),
        ("(32,1):(2,1)", 4, 1, 8.0, 2.0, 50.0),
        ("(32,1):(32,1)", 4, 1, 32.0, 32.0, 12.5),
        ("(32,1):(0,1)", 4, 1, 1.0, 1.0, 12.5),
        ("(32,4):(4,1)", 4, 4, 16.0, 4.0, 100.0),
        ("(32,4):(4,1)", 4, 1, 16.0, 4.0, 25.0),
        ("(32,1):(1,1)", 1, 1, 1.0, 1.0, 100.0),
        ("(32,1):(1,1)", 16, 1, 16.0, 4.0, 100.0),
        // A column of 8 rows of 4 threads each: whole sectors, a line each.
        ("((4,8),2):((2,64),1)", 4, 2, 8.0, 8.0, 100.0),
        // One element off the line: a sector and a line more.
        ("Sw<0,0,0> o _1 o (32,1):(1,1)", 4, 1, 5.0, 2.0, 80.0),
    ] {
        let machine = Machine::default();
        let vector = vector(element_bytes, elements);
        let group = group(layout);
        let cost = global(&group.accesses(vector, &machine).expect("small"), &machine);
        let found = (cost.sectors_per_request(), cost.lines_per_request(), 100.0 * cost.efficiency());
        assert_eq!(found, (sectors, lines, percent), "{layout} {element_bytes} {elements}");
        assert_eq!(survey(&group, element_bytes, Some(elements)).global, cost, "{layout}");
    }
}

#[test]
fn the_widest_vector_and_what_stands_against_a_wider_one() {
    let pair = |thread, value| Pair { thread, value };
    let alignment = |thread, value, index, elements| Obstacle::Alignment { pair: pair(thread, value), index, elements };
    for (layout, element_bytes, elements, obstacle) in [
        ("(32,4):(4,1)", 4, 4, Obstacle::Machine),
        ("(32,8):(8,1)", 4, 4, Obstacle::Machine),
        ("(32,8):(8,1)", 2, 8, Obstacle::Machine),
        ("(32,16):(16,1)", 1, 16, Obstacle::Machine),
        ("(32,2):(2,1)", 16, 1, Obstacle::Machine),
        ("(32,2):(2,1)", 4, 2, Obstacle::Values { values: 2 }),
        ("(32,6):(6,1)", 4, 2, Obstacle::Values { values: 6 }),
        ("(32,4):(1,32)", 4, 1, Obstacle::Gap { pair: pair(0, 1), before: 0, index: 32 }),
        ("(32,4):(33,1)", 4, 1, alignment(1, 0, 33, 2)),
        ("(32,4):(34,1)", 4, 2, alignment(1, 0, 34, 4)),
        ("(32,(2,2)):(4,(1,32))", 4, 2, Obstacle::Gap { pair: pair(0, 2), before: 1, index: 32 }),
        ("Sw<3,2,3> o _0 o (8,32):(32,1)", 4, 4, Obstacle::Machine),
        ("Sw<3,1,3> o _0 o (8,32):(32,1)", 4, 2, Obstacle::Machine),
    ] {
        let found = survey(&group(layout), element_bytes, None);
        let widest = found.widest;
        // Which value a swizzle moves first is not what is promised.
        if layout.starts_with("Sw<3,1") {
            assert!(widest.elements == elements && widest.obstacle != Obstacle::Machine, "{layout} {widest:?}");
            continue;
        }
        assert_eq!((widest.elements, widest.obstacle), (elements, obstacle), "{layout}");
        assert_eq!(found.vector.elements(), elements, "{layout}");
        // A request that is not legal is not carried out.
        let asked = survey(&group(layout), element_bytes, Some(2 * elements));
        assert_eq!(asked.vector.elements(), elements, "{layout}");
    }
    let half = Group::new(1, 4, |pair| (pair.value < 3).then_some(pair.value as i64));
    let found = survey(&half, 4, None).widest;
    assert_eq!((found.elements, found.obstacle), (1, Obstacle::Outside { pair: pair(0, 3) }));
    assert_eq!(survey(&Group::new(4, 4, |_| None), 4, None).widest.elements, 4);
}

/// Finds a vector as CuTe itself would: what is contiguous in the values and in the vector of so many elements, and the
/// alignment of threads and values together.
fn by_the_algebra(layout: &Layout) -> i64 {
    let (threads, values) = (layout.at(&[0]).expect("threads"), layout.at(&[1]).expect("values"));
    let identity = Layout::compact(values.shape().clone(), colex::make::Major::Left).expect("compact");
    let common = values.max_common_vector(&identity).expect("common").value();
    let both = Layout::concatenate(&[values, threads]).expect("both");
    let alignment = both.max_alignment().expect("alignment").value();
    colex::int::greatest_common_divisor(common.unsigned_abs(), alignment.unsigned_abs()) as i64
}

#[test]
fn the_vector_is_the_one_of_the_algebra() {
    for (layout, elements) in [
        ("(_32,_4):(_4,_1)", 4),
        ("(_32,_16):(_16,_1)", 16),
        ("(_32,_2):(_4,_1)", 2),
        ("(_32,_4):(_1,_32)", 1),
        ("(_32,(_2,_2)):(_4,(_1,_2))", 4),
        ("(_32,_4):(_34,_1)", 2),
        ("(_32,_4):(_33,_1)", 1),
        ("((_4,_8),(_2,_2)):((_32,_2),(_1,_16))", 2),
    ] {
        let made = layout_of(layout);
        assert_eq!(by_the_algebra(made.plain().expect("plain")), elements, "{layout}");
        let found = survey(&group(layout), 1, None).widest.elements;
        assert_eq!(found as i64, elements, "{layout}");
    }
}

#[test]
fn what_is_reached() {
    for (layout, injective, surjective, contiguous, gap) in [
        ("(4,2):(2,1)", true, true, true, None),
        ("(4,2):(4,1)", true, false, false, Some(2)),
        ("(4,2):(1,2)", false, true, true, None),
        ("(4,2):(-2,-1)", true, false, true, None),
        ("(4,32):(32,1)", true, true, true, None),
        ("(1,64):(64,2)", true, false, false, Some(1)),
        ("Sw<0,0,0> o _3 o (4,2):(2,1)", true, false, true, None),
    ] {
        let facts = survey(&group(layout), 4, None).facts.expect("small");
        let found = (facts.is_injective(), facts.is_surjective(), facts.is_contiguous(), facts.gap);
        assert_eq!(found, (injective, surjective, contiguous, gap), "{layout}");
    }
    let twice = survey(&group("(4,2):(1,2)"), 4, None).facts.expect("small");
    assert_eq!((twice.accessed, twice.reached, twice.least, twice.greatest), (8, 6, 0, 5));
    assert_eq!(twice.twice, Some((2, Pair { thread: 0, value: 1 })));
    assert_eq!(survey(&group("(2,1):(1000000000,1)"), 4, None).facts, None);
}

#[test]
fn what_is_too_large_or_no_group_is_refused() {
    let machine = Machine::default();
    assert!(matches!(Group::of_layout(&layout_of("8:1")), Err(Error::NeedsRank { .. })));
    assert!(matches!(
        Accesses::new(vector(4, 1), 1025, 1, &machine, |_, _| None),
        Err(Error::TooLarge { what: "threads", limit: 1024, .. })
    ));
    assert!(matches!(
        group("(32,5000):(1,32)").accesses(vector(4, 1), &machine),
        Err(Error::TooLarge { what: "instructions", limit: 4096, .. })
    ));
    assert!(matches!(Survey::new(group("(2,2):(1,2)"), 3, None, &machine), Err(Error::NotPowerOfTwo { .. })));
    assert!(matches!(Survey::new(group("(2,2):(1,2)"), 32, None, &machine), Err(Error::TooLarge { .. })));
    // Of a huge one whole warps are looked at, and it is said how many.
    let huge = survey(&group("(1000000,64):(64,1)"), 4, None);
    assert_eq!((huge.looked, huge.all), ((PAIRS_LIMIT / 64, 64), (1_000_000, 64)));
    assert_eq!((huge.widest.elements, huge.shared.worst), (4, 8));
    let wide = survey(&group("(2,1000000):(1,2)"), 4, None);
    assert_eq!((wide.looked, wide.is_whole()), ((2, PAIRS_LIMIT / 32), false));
    let empty = survey(&Group::new(0, 4, |_| Some(0)), 4, None);
    assert_eq!((empty.shared, empty.facts), (SharedCost::default(), None));
}

#[test]
fn other_machines_have_other_constants() {
    let machine = Machine { banks: 16, warp: 16, ..Machine::default() };
    let cost = shared(&group("(32,1):(16,1)").accesses(vector(4, 1), &machine).expect("small"), &machine);
    assert_eq!((cost.worst, cost.requests), (16, 2));
    let lines = Machine { sector_bytes: 64, line_bytes: 64, ..Machine::default() };
    let cost = global(&group("(32,1):(1,1)").accesses(vector(4, 1), &lines).expect("small"), &lines);
    assert_eq!((cost.sectors, cost.lines, cost.bytes_moved), (2, 2, 128));
    let none = Machine { warp: 0, banks: 0, bank_bytes: 0, sector_bytes: 0, line_bytes: 0, vector_bytes: 16 };
    let cost = shared(&group("(4,1):(1,1)").accesses(vector(4, 1), &none).expect("small"), &none);
    assert_eq!((cost.worst, cost.requests), (4, 4));
}

/// Layouts of two modes whose extents and strides are powers of two, all bits of the index apart or not, then a swizzle.
fn power_of_two() -> impl Strategy<Value = AnyLayout> {
    let modes = prop::collection::vec((0_u32..4, any::<bool>()), 2..6);
    let swizzle = (0_i64..4, 0_i64..4, 0_i64..3, any::<bool>());
    (modes, any::<u64>(), prop::option::of(swizzle), 0_u32..3).prop_map(|(modes, seed, swizzle, gaps)| {
        // The modes take the bits of the index in some order, with gaps between them.
        let mut order = (0..modes.len()).collect::<Vec<_>>();
        order.sort_by_key(|mode| (seed >> (7 * mode)) & 0x7f);
        let mut strides = vec![0_i64; modes.len()];
        let mut bit = 0;
        for mode in order {
            let is_zero = (seed >> (50 + mode)) & 7 == 0;
            strides[mode] = if is_zero { 0 } else { 1 << bit };
            bit += if is_zero { 0 } else { modes[mode].0 };
            bit += if (seed >> (40 + mode)) & 3 == 0 { gaps } else { 0 };
        }
        let leaf = |number: i64| Nested::Leaf(Int::constant(number));
        let mut parts = [(Vec::new(), Vec::new()), (Vec::new(), Vec::new())];
        for (mode, ((bits, of_threads), stride)) in modes.iter().zip(strides).enumerate() {
            let side = if mode == 0 || (mode > 1 && *of_threads) { 0 } else { 1 };
            parts[side].0.push(leaf(1 << bits));
            parts[side].1.push(leaf(stride));
        }
        let [threads, values] = parts;
        let shape = Nested::Tuple(vec![Nested::Tuple(threads.0), Nested::Tuple(values.0)]);
        let stride = Nested::Tuple(vec![Nested::Tuple(threads.1), Nested::Tuple(values.1)]);
        let layout = Layout::with_ints(shape, &stride).expect("congruent");
        match swizzle {
            None => layout.into(),
            Some((bits, base, more, up)) => {
                let far = bits + more;
                let swizzle = Swizzle::new(bits, base, if up { -far } else { far }).expect("a swizzle");
                AnyLayout::Composed(ComposedLayout::new(swizzle, Offset::ZERO, layout.into()))
            }
        }
    })
}

fn without_place(mut found: Surveyed) -> Surveyed {
    found.shared.worst_at = found.shared.worst_at.map(|_| (0, 0));
    found.global.worst_at = found.global.worst_at.map(|_| (0, 0));
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_matrix_is_the_layout(layout in power_of_two()) {
        let matrix = BitMatrix::of(&layout).expect("no addition carries");
        let flat = FlatLayout::any(&layout).unwrap();
        for coordinate in 0..flat.size() {
            prop_assert_eq!(matrix.at(coordinate), flat.index(coordinate).unwrap(), "{}", layout);
        }
    }

    #[test]
    fn a_matrix_is_only_made_of_what_it_is(layout in random::layout()) {
        if let Some(matrix) = BitMatrix::of(&layout.clone().into()) {
            let flat = FlatLayout::new(&layout).unwrap();
            for coordinate in 0..flat.size() {
                prop_assert_eq!(matrix.at(coordinate), flat.index(coordinate).unwrap(), "{}", layout);
            }
        }
    }

    #[test]
    fn both_ways_agree(layout in power_of_two(), element in 0_u32..5, wanted in prop::option::of(0_u32..4)) {
        let machine = Machine::default();
        let element_bytes = 1_u64 << element;
        let group = Group::of_layout(&layout).unwrap();
        let bits = BitGroup::of(&layout).expect("affine");
        let found = without_place(survey(&group, element_bytes, wanted.map(|wanted| 1 << wanted)));
        prop_assert_eq!(bits.widest(element_bytes, &machine), found.widest.elements, "{}", layout);
        prop_assert_eq!(bits.ranks(found.vector, &machine), found.ranks);
        prop_assert!(found.ranks.is_some_and(|(words, banks)| found.shared.worst == 1 << (words - banks)));
        prop_assert_eq!(bits.shared(found.vector, &machine), Some(found.shared), "{} {:?}", layout, found.vector);
        prop_assert_eq!(bits.global(found.vector, &machine), Some(found.global), "{} {:?}", layout, found.vector);
        let wider = Vector::new(element_bytes, 2 * found.widest.elements, &machine);
        prop_assert!(wider.is_err() || bits.shared(wider.unwrap(), &machine).is_none());
    }

    #[test]
    fn one_matrix_after_another(layout in power_of_two(), seed in any::<u64>()) {
        // A swizzle as a matrix of its own, over as many coordinates as the layout reaches.
        let first = BitMatrix::of(&layout).unwrap();
        let swizzle = Swizzle::new((seed % 3) as i64, (seed / 3 % 3) as i64, 3).unwrap();
        let line: AnyLayout = layout_of("(1048576,1048576):(1,1048576)");
        let line = AnyLayout::Composed(ComposedLayout::new(swizzle, Offset::ZERO, line));
        let second = BitMatrix::of(&line).unwrap();
        let both = first.then(&second).unwrap();
        for coordinate in 0..FlatLayout::any(&layout).unwrap().size() {
            prop_assert_eq!(both.at(coordinate), second.at(first.at(coordinate) as u64));
        }
    }

    #[test]
    fn slices_come_to_the_same(layout in power_of_two(), slices in 1_u64..40) {
        let group = Group::of_layout(&layout).unwrap();
        let whole = survey(&group, 4, None);
        let mut cut = Survey::new(group, 4, None, &Machine::default()).unwrap();
        let mut before = 0;
        let found = loop {
            match cut.resume(&mut Budget::new(slices)) {
                Progress::Done(found) => break found,
                Progress::More { done, total } => {
                    prop_assert!(done >= before && total.is_none_or(|total| done <= total), "{done} of {total:?}");
                    before = done;
                }
            }
        };
        prop_assert_eq!(found, whole);
    }

    #[test]
    fn laws_of_costs(layout in random::layout(), element in 0_u32..5) {
        let machine = Machine::default();
        let Ok(group) = Group::of_layout(&layout.into()) else { return Ok(()) };
        let found = survey(&group, 1 << element, None);
        let (vector, cost) = (found.vector, found.shared);
        if let Some((words, banks)) = found.ranks {
            // Affine over F2: every phase alike.
            prop_assert_eq!((cost.worst, cost.turns), (1 << (words - banks), cost.worst * cost.phases));
        }
        prop_assert!(cost.phases <= cost.turns && cost.turns <= cost.worst * cost.phases);
        let moved = found.global;
        prop_assert_eq!(moved.bytes_moved, 32 * moved.sectors);
        prop_assert!(moved.bytes_used <= moved.bytes_moved && moved.fewest_sectors <= moved.sectors);
        prop_assert!(moved.lines <= moved.sectors && moved.sectors <= 4 * moved.lines);
        for instruction in 0..group.instructions(vector) {
            let request = group.request(0, instruction, vector, &machine);
            for phase in phases(&request, vector, &machine) {
                // Each bank serves the words that somebody wants of it.
                for (bank, words) in (0..).zip(&phase.words) {
                    prop_assert_eq!(request.words_of(bank, &phase, vector, &machine).len() as u64, *words);
                }
                prop_assert!(phase.degree() <= phase.active.max(1) * 4);
                prop_assert_eq!(Phase::degree(&phase) == 0, phase.active == 0);
            }
            let touched = sectors(&request, vector, &machine);
            prop_assert!(touched.windows(2).all(|pair| pair[0].number < pair[1].number));
            prop_assert!(touched.iter().all(|sector| (1..=32).contains(&sector.bytes) && !sector.threads.is_empty()));
        }
        // A vector of all of it is legal: contiguous and aligned.
        for thread in 0..group.threads() {
            for first in (0..group.values()).step_by(vector.elements() as usize) {
                let indices = (first..first + vector.elements()).map(|value| group.index(Pair { thread, value }).unwrap());
                let indices = indices.collect::<Vec<_>>();
                prop_assert_eq!(indices[0].rem_euclid(vector.elements() as i64), 0);
                prop_assert!(indices.windows(2).all(|pair| pair[0] + 1 == pair[1]));
            }
        }
    }

    #[test]
    fn the_strip_of_a_warp_counts_the_same(layout in random::layout()) {
        // One instruction of the thread-value map, by the other room.
        let layout: AnyLayout = layout.into();
        let Ok(map) = ThreadValue::over_its_image(&layout) else { return Ok(()) };
        let data = Data::compact(map.tile(), 32).unwrap();
        let group = Group::of_map(&map, &data);
        let (machine, vector) = (Machine::default(), vector(4, 1));
        for value in 0..map.values().min(4) {
            let access = map.access(&data, Instruction { value, width: 1, first: 0, threads: WARP }).unwrap();
            let request = group.request(0, value, vector, &machine);
            let touched = sectors(&request, vector, &machine);
            prop_assert_eq!(touched.len() as u64, access.sectors);
            prop_assert_eq!(touched.iter().map(|sector| sector.bytes).sum::<u64>(), 4 * access.indices);
        }
    }

    #[test]
    fn the_vector_of_the_algebra_is_legal(layout in random::layout()) {
        // A dynamic thread mode may lie anywhere, which the algebra does not look at.
        let fixed = layout.shape().map(&mut |extent| Int::constant(extent.value()));
        let strides = layout.int_stride().expect("integers").map(&mut |stride| Int::constant(stride.value()));
        let layout = Layout::with_ints(fixed, &strides).unwrap();
        let Ok(group) = Group::of_layout(&layout.clone().into()) else { return Ok(()) };
        if layout.stride().leaves().iter().any(|stride| stride.scale().value() < 0) {
            return Ok(());
        }
        let by_the_algebra = by_the_algebra(&layout) as u64;
        let widest = survey(&group, 1, None).widest.elements;
        // The largest power of two in it that fits in an access; enumeration may know more, never less.
        let legal = (1_u64 << by_the_algebra.max(1).trailing_zeros().min(4)).min(16);
        prop_assert!(widest >= legal.min(1 << group.values().trailing_zeros()), "{} {} {}", layout, widest, legal);
    }
}

#[test]
fn a_tile_costs_what_its_memory_says() {
    // 32 threads read a column of a tile of 32 × 32 each time; the tile lies row after row, padded, or swizzled.
    let map =
        ThreadValue::new(&layout_of("(32,32):(1,32)"), Tile::new(layout_of("(32,32):(1,32)").shape()).expect("a tile"))
            .expect("a map");
    for (memory, worst) in
        [("(32,32):(1,32)", 1), ("(32,32):(32,1)", 32), ("(32,32):(33,1)", 1), ("Sw<5,0,5> o _0 o (32,32):(32,1)", 1)]
    {
        let data = Data::new(&layout_of(memory), map.tile(), 32).expect("memory");
        assert_eq!(survey(&Group::of_map(&map, &data), 4, Some(1)).shared.worst, worst, "{memory}");
    }
}
