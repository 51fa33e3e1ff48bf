//! Owners of the elements of an instruction's operands, asked both ways.

use colex::atom::asked::{Asked, Group, What};
use colex::atom::board::{Board, Panel};
use colex::atom::tiled_copy::CopyAtom;
use colex::atom::{Atom, Place, family};
use colex::evaluate;
use colex::notebook::made::AtomValue;
use colex::notebook::{Settings, Value};
use colex::thread_value::Pair;
use colex::words::{self, Tongue};
use proptest::prelude::*;

const MMA: &str = "SM80_16x8x16_F32F16F16F32_TN";

fn board(name: &str) -> Board {
    match family::find(name, &[]).expect("an atom") {
        Atom::Mma(atom) => Board::of_atom(&atom),
        Atom::Copy(operation) => CopyAtom::untyped(&operation).and_then(|atom| Board::of_copy_atom(&atom)),
    }
    .expect("a board")
}

/// The board of what the last line of a notebook makes.
fn made(text: &str) -> Board {
    let evaluation = evaluate(text, Settings::default());
    let last = evaluation.statements().len() - 1;
    let Some(Value::Made(made)) = evaluation.value(last) else { panic!("{:?}", evaluation.diagnostics()) };
    match made.as_kind::<AtomValue>() {
        Some(AtomValue::TiledMma(mma)) => Board::of_product(mma),
        Some(AtomValue::TiledCopy(copy)) => Board::of_copy(copy),
        other => panic!("{other:?}"),
    }
    .expect("a board")
}

fn answer(board: &Board, question: &str) -> String {
    let asked = Asked::read(question, board).expect(question);
    words::board_answer(board, &asked, Tongue::English).join("\n")
}

fn holders(panel: &Panel, coordinate: &[u64]) -> Vec<(u64, u64)> {
    let cell = panel.cell_of(coordinate).expect("an element");
    panel.holders(cell).iter().map(|pair| (pair.thread, pair.value)).collect()
}

#[test]
fn an_element_of_c_has_the_owner_that_ptx_says() {
    // PTX ISA, accumulators of mma.m16n8k16: row = groupID for c0, c1 and groupID + 8 for c2, c3; column =
    // threadID_in_group * 2 + (i & 1).
    let board = board(MMA);
    let panel = board.panel('C').expect("C");
    for row in 0..16 {
        for column in 0..8 {
            let thread = row % 8 * 4 + column / 2;
            let value = row / 8 * 2 + column % 2;
            assert_eq!(holders(panel, &[row, column]), [(thread, value)]);
        }
    }
    assert_eq!(answer(&board, "C(9,5)"), "C(9,5): thread 6 holds it as its value 3, in register 3.");
    assert_eq!(answer(&board, "c( 9 , 5 )"), answer(&board, "C(9,5)"));
    assert_eq!(answer(&board, "who holds C(9,5)?"), answer(&board, "C(9,5)"));
    for question in ["T17 A", "what does thread 17 hold of A?", "thread 17 of A"] {
        assert_eq!(answer(&board, question), answer(&board, "A T17"), "{question}");
    }
}

#[test]
fn what_a_thread_holds_of_a_is_what_ptx_says() {
    // A of mma.m16n8k16: row = groupID for a0, a1, a4, a5, else + 8; column = threadID_in_group * 2 + (i & 1), and + 8
    // from a4 on; two halves in a register.
    let board = board(MMA);
    let panel = board.panel('A').expect("A");
    for thread in 0..32 {
        for value in 0..8 {
            let row = thread / 4 + if value / 2 % 2 == 1 { 8 } else { 0 };
            let column = thread % 4 * 2 + value % 2 + if value >= 4 { 8 } else { 0 };
            let cell = panel.held(Pair { thread, value }).expect("an element");
            assert_eq!(panel.coordinate(cell), [row, column]);
            let register = panel.register(value).expect("a register");
            assert_eq!((register.first, register.low, register.high), (value / 2, value % 2 * 16, value % 2 * 16 + 15));
        }
    }
    let said = answer(&board, "A T17");
    for place in ["V0 (4,2)", "V1 (4,3)", "V2 (12,2)", "V7 (12,11)"] {
        assert!(said.contains(place), "{said}");
    }
}

#[test]
fn b_is_asked_by_its_own_coordinate() {
    // B of mma.m16n8k16: (n,k) with k = threadID_in_group * 2 + (i & 1), and + 8 from b2 on; n = groupID.
    let board = board(MMA);
    let panel = board.panel('B').expect("B");
    for (n, k) in (0..8).flat_map(|n| (0..16).map(move |k| (n, k))) {
        assert_eq!(holders(panel, &[n, k]), [(n * 4 + k % 8 / 2, k % 2 + k / 8 * 2)]);
    }
}

#[test]
fn a_tiled_product_says_who_reads_an_element_again() {
    let board = made("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})");
    assert_eq!(board.threads, 128);
    let a = board.panel('A').expect("A");
    let threads = holders(a, &[3, 5]).into_iter().map(|(thread, _)| thread).collect::<Vec<_>>();
    assert_eq!(threads, [14, 78]);
    // Each element of C has one owner.
    let c = board.panel('C').expect("C");
    assert!((0..c.size()).all(|cell| c.holders(cell).len() == 1));
    assert!(answer(&board, "C(20,17)").contains("of warp"));
    // The elements of a warp are not one piece: its atoms stand 16 columns apart.
    let warp = answer(&board, "warp 1");
    assert!(warp.contains("B: warp 1: 256 elements, n from 0 to 7 and from 16 to 23, k from 0 to 15."), "{warp}");
    assert!(warp.contains("C: warp 1: 256 elements, m from 16 to 31, n from 0 to 7 and from 16 to 23."), "{warp}");
}

#[test]
fn a_tiled_product_is_told_warp_by_warp() {
    let text = |permutation: &str| {
        let atom = "SM80_16x8x16_F32F16F16F32_TN{}";
        format!("make_tiled_mma({atom}, Layout<Shape<_2,_2>>{{}}, Tile<_32,{permutation},_16>{{}})")
    };
    assert_eq!(
        words::warps_of(&made(&text("_32")), Tongue::English),
        [
            "A by warps: warps 0 and 2: m from 0 to 15, k from 0 to 15; warps 1 and 3: m from 16 to 31, k from 0 to 15.",
            "B by warps: warps 0 and 1: n from 0 to 7 and from 16 to 23, k from 0 to 15; warps 2 and 3: n from 8 to 15 and from \
         24 to 31, k from 0 to 15.",
            "C by warps: warp 0: m from 0 to 15, n from 0 to 7 and from 16 to 23; warp 1: m from 16 to 31, n from 0 to 7 and from \
         16 to 23; warp 2: m from 0 to 15, n from 8 to 15 and from 24 to 31; warp 3: m from 16 to 31, n from 8 to 15 and \
         from 24 to 31.",
        ]
    );
    let permuted = |permutation: &str| {
        let evaluation = evaluate(&text(permutation), Settings::default());
        let Some(Value::Made(made)) = evaluation.value(0) else { panic!("nothing made") };
        match made.as_kind() {
            Some(AtomValue::TiledMma(mma)) => words::permuted(mma, Tongue::English),
            _ => panic!("no tiled MMA"),
        }
    };
    assert!(permuted("_32").is_empty());
    assert_eq!(
        permuted("Layout<Shape<_8,_2,_2>,Stride<_1,_16,_8>>"),
        [
            "N is permuted by (_8,_2,_2):(_1,_16,_8): the atoms see its elements in the order 0 1 2 3 4 5 6 7 16 17 18 19 20 21 \
         22 23 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31. Warp 0 has n from 0 to 15; without it, from 0 to 7 and from 16 to 23. Thread 0 has n from 0 to 1 and from 8 \
         to 9; without it, from 0 to 1 and from 16 to 17."
        ]
    );
}

#[test]
fn ldmatrix_gives_each_lane_a_part_of_each_row() {
    // PTX ISA, ldmatrix: thread T of the warp receives of each matrix the elements 2 * (T % 4) and the next of row T / 4.
    let board = board("SM75_U32x4_LDSM_N");
    let panel = board.panel('D').expect("D");
    for thread in 0..32 {
        for value in 0..8 {
            let cell = panel.held(Pair { thread, value }).expect("an element");
            let place = panel.coordinate(cell);
            assert_eq!(place, [thread / 4 + value / 2 * 8, thread % 4 * 2 + value % 2], "T{thread} V{value}");
        }
    }
}

#[test]
fn what_no_lane_holds_is_said_to_be_so() {
    let shared = board("SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>");
    assert!(answer(&shared, "A(1,1)").contains("shared memory"));
    assert!(answer(&shared, "C(1,1)").contains("holds it"));
}

#[test]
fn all_atoms_have_boards_whose_pairs_and_elements_agree() {
    let names = family::all_names().step_by(37).take(120);
    for name in names {
        let Ok(atom) = family::find(&name, &[]) else { panic!("{name}") };
        let found = match &atom {
            Atom::Mma(atom) => Board::of_atom(atom),
            Atom::Copy(operation) => CopyAtom::untyped(operation).and_then(|atom| Board::of_copy_atom(&atom)),
        };
        let board = found.unwrap_or_else(|error| panic!("{name}: {error:?}"));
        for panel in board.panels.iter().filter(|panel| panel.refusal().is_none()) {
            for cell in (0..panel.size()).step_by(7).take(64) {
                assert_eq!(panel.cell_of(&panel.coordinate(cell)), Some(cell), "{name}");
                for pair in panel.holders(cell) {
                    assert_eq!(panel.held(*pair), Some(cell), "{name} {}", panel.letter);
                }
            }
            if panel.letter == 'C' && panel.place == Place::Registers {
                assert!(
                    (0..panel.size()).all(|cell| panel.holders(cell).len() == 1),
                    "{name}: an element with two owners"
                );
            }
        }
    }
}

fn asked() -> impl Strategy<Value = Asked> {
    let element = (prop::sample::select(vec!['A', 'B', 'C']), 0_u64..8, 0_u64..8)
        .prop_map(|(letter, row, column)| Asked { panel: Some(letter), what: What::Element(vec![row, column]) });
    let group =
        prop_oneof![(0_u64..32).prop_map(Group::Thread), (0_u64..8).prop_map(Group::Quad), Just(Group::Warp(0)),];
    let letter = prop::option::of(prop::sample::select(vec!['A', 'B', 'C']));
    let held = (letter, prop::option::of(group), prop::option::of(0_u64..4), prop::option::of(0_u64..2))
        .prop_filter("nothing", |(_, group, value, register)| group.is_some() || value.is_some() || register.is_some())
        .prop_map(|(panel, threads, value, register)| Asked { panel, what: What::Held { threads, value, register } });
    prop_oneof![element, held]
}

proptest! {
    #[test]
    fn a_question_is_read_as_it_is_written(asked in asked()) {
        let board = board(MMA);
        prop_assert_eq!(Asked::read(&asked.to_string(), &board), Ok(asked));
    }

    #[test]
    fn any_text_is_answered_or_refused_at_a_place(text in "\\PC{0,160}") {
        let board = board(MMA);
        match Asked::read(&text, &board) {
            Ok(asked) => prop_assert!(!words::board_answer(&board, &asked, Tongue::Chinese).is_empty()),
            Err(problem) => prop_assert!(problem.at <= text.len() && !words::not_asked(&problem, Tongue::English).is_empty()),
        }
    }
}
