//! Swizzles, paddings and copies that are found: each counted anew, by other code than found it.

use colex::finder::{Checked, MemoryTile, Problem, Use, copies, search};
use colex::thread_value::{ThreadValue, Tile};
use colex::words::{self, Tongue};
use colex::{AnyLayout, Layout};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn tile(layout: &str, bits: u64) -> MemoryTile {
    MemoryTile::new(&layout.parse::<AnyLayout>().expect(layout), bits).expect("a tile")
}

fn swizzle(layout: &str, bits: u64, uses: &[Use]) -> Vec<String> {
    let found = search(&tile(layout, bits), uses).expect("an answer").found;
    found.into_iter().map(|found| found.swizzle.to_string()).collect()
}

fn own(layout: &str, bits: u64, access: Use) -> Checked {
    search(&tile(layout, bits), &[access]).expect("an answer").own
}

/// Turns of the worst phase, by the definition: for each bank the words of 4 bytes that threads want of it.
fn turns(index: impl Fn(&str) -> i64, phases: &[Vec<String>], bits: i64, elements: i64) -> usize {
    let worst = phases.iter().map(|phase| {
        let mut banks = BTreeMap::<i64, BTreeSet<i64>>::new();
        for coordinate in phase {
            let begin = index(coordinate) * bits;
            for word in begin / 32..=(begin + elements * bits - 1) / 32 {
                banks.entry(word % 32).or_default().insert(word);
            }
        }
        banks.values().map(BTreeSet::len).max().unwrap_or(0)
    });
    worst.max().unwrap_or(0)
}

fn index_of(layout: &AnyLayout, coordinate: &str) -> i64 {
    let coordinate = coordinate.parse().expect("a coordinate");
    layout.index(&coordinate).expect("an index").to_string().trim_start_matches('_').parse().expect("a number")
}

#[test]
fn the_swizzles_of_cutlass_are_found_for_ldmatrix() {
    // sgemm_sm80 keeps halves in rows of 64 with Swizzle<3,3,3>; rows of 32 need two bits, of 16 one.
    assert_eq!(swizzle("(8,64):(64,1)", 16, &[Use::Matrices, Use::Vectors])[0], "Sw<3,3,3>");
    assert_eq!(swizzle("(8,32):(32,1)", 16, &[Use::Matrices, Use::Vectors])[0], "Sw<2,3,3>");
    assert_eq!(swizzle("(8,16):(16,1)", 16, &[Use::Matrices, Use::Vectors])[0], "Sw<1,3,3>");
    assert_eq!(swizzle("(128,64):(64,1)", 16, &[Use::Matrices])[0], "Sw<3,3,3>");
    // Column-major, as an operand that is MN-major.
    assert_eq!(swizzle("(64,8):(1,64)", 16, &[Use::Matrices])[0], "Sw<3,3,3>");
    assert_eq!(swizzle("(8,128):(128,1)", 8, &[Use::Matrices])[0], "Sw<3,4,3>");
}

#[test]
fn two_bits_are_right_for_rows_of_32_halves_and_wrong_for_rows_of_64() {
    assert_eq!(own("Sw<2,3,3> o _0 o (8,32):(32,1)", 16, Use::Matrices), Checked::Free { phases: 4 });
    assert_eq!(
        own("Sw<2,3,3> o _0 o (8,64):(64,1)", 16, Use::Matrices),
        Checked::Conflicts { worst: 2, conflicting: 8, phases: 8 }
    );
    assert_eq!(own("Sw<3,3,3> o _0 o (8,64):(64,1)", 16, Use::Matrices), Checked::Free { phases: 8 });
    assert_eq!(own("(8,64):(64,1)", 16, Use::Matrices), Checked::Conflicts { worst: 8, conflicting: 8, phases: 8 });
    // Below 16 bytes a swizzle tears them.
    assert!(matches!(own("Sw<3,2,3> o _0 o (8,64):(64,1)", 16, Use::Matrices), Checked::Torn { elements: 8, .. }));
}

#[test]
fn single_elements_are_found_too() {
    // The transpose of 32 by 32 floats.
    let tile = tile("(32,32):(32,1)", 32);
    let answer = search(&tile, &[Use::Down, Use::Along]).expect("an answer");
    assert_eq!(answer.plain, Checked::Conflicts { worst: 32, conflicting: 32, phases: 64 });
    assert_eq!(answer.found[0].swizzle.to_string(), "Sw<5,0,5>");
    let padding = answer.padding.expect("a padding");
    assert_eq!((padding.elements, padding.wasted), (1, 124));
    assert_eq!(padding.layout.to_string(), "(_32,_32):(_33,_1)");
    // sgemm_1 reads floats along columns of 128: nothing is needed.
    assert!(search(&self::tile("(128,8):(1,128)", 32), &[Use::Down]).expect("an answer").plain.is_free());
}

#[test]
fn the_reads_of_a_copy_of_the_notebook_are_counted() {
    // ldmatrix x4 by a map: thread t gives the address of row t % 8 of matrix t / 8.
    let map = "((8,4),8):((1,64),8)".parse::<Layout>().expect("a layout");
    let extents = "(8,32)".parse().expect("a shape");
    let map = ThreadValue::new(&map.into(), Tile::new(&extents).expect("a tile")).expect("a map");
    let access = Use::Map { map, elements: 8 };
    assert_eq!(own("(8,32):(32,1)", 16, access.clone()), Checked::Conflicts { worst: 4, conflicting: 4, phases: 4 });
    assert_eq!(own("Sw<2,3,3> o _0 o (8,32):(32,1)", 16, access), Checked::Free { phases: 4 });
}

#[test]
fn copies_are_coalesced() {
    let found = copies(&tile("(128,64):(64,1)", 16), &[128, 256]).expect("copies");
    assert_eq!(
        found[0].cpp(),
        "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{})"
    );
    assert_eq!((found[0].sectors, found[0].fewest), (16, 16));
    let columns = copies(&tile("(128,8):(1,128)", 32), &[256]).expect("copies");
    assert_eq!(
        columns[0].cpp(),
        "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_32,_8>,Stride<_1,_32>>{}, Layout<Shape<_4,_1>>{})"
    );
    assert_eq!(copies(&tile("(8,8):(2,16)", 16), &[32]), Err(Problem::NotContiguous));
}

#[test]
fn what_is_no_tile_gets_a_sentence() {
    for (layout, bits) in
        [("8:1", 16), ("(8,8,8):(1,8,64)", 16), ("(8,8):(1,8)", 3), ("(1024,1024):(1,1024)", 16), ("(8,8):(-1,8)", 16)]
    {
        let problem = MemoryTile::new(&layout.parse().expect(layout), bits).expect_err(layout);
        assert!(!words::finder_problem(&problem, Tongue::Chinese).is_empty());
    }
    assert_eq!(
        search(&tile("(4,64):(64,1)", 16), &[Use::Matrices]).err(),
        Some(Problem::Extent { mode: 0, found: 4, multiple: 8 })
    );
}

proptest! {
    #[test]
    fn what_is_found_is_free(rows in 3_u32..7, columns in 3_u32..8, is_columns in any::<bool>(), bits in 3_u32..6) {
        let (rows, columns, bits) = (1_i64 << rows, 1_i64 << columns, 1_i64 << bits);
        let strides = if is_columns { format!("1,{rows}") } else { format!("{columns},1") };
        let text = format!("({rows},{columns}):({strides})");
        let memory = tile(&text, bits as u64);
        let Ok(answer) = search(&memory, &[Use::Matrices]) else { return Ok(()) };
        let elements = 128 / bits;
        let (along, across) = if is_columns { (rows, columns) } else { (columns, rows) };
        let phases = (0..across / 8).flat_map(|block| (0..along / elements).map(move |begin| (block, begin)));
        let phases = phases.map(|(block, begin)| {
            let at = |line: i64| match is_columns {
                true => format!("({},{line})", begin * elements),
                false => format!("({line},{})", begin * elements),
            };
            (block * 8..block * 8 + 8).map(at).collect::<Vec<_>>()
        });
        let phases = phases.collect::<Vec<_>>();
        let plain = text.parse::<AnyLayout>().expect("a layout");
        let count = |layout: &AnyLayout| turns(|at| index_of(layout, at), &phases, bits, elements);
        prop_assert_eq!(answer.plain.is_free(), count(&plain) <= 1);
        for found in &answer.found {
            let swizzled = format!("{} o _0 o {text}", found.swizzle).parse::<AnyLayout>().expect("a layout");
            prop_assert_eq!(count(&swizzled), 1, "{} of {}", found.swizzle, text);
        }
        if let Some(padding) = &answer.padding {
            prop_assert_eq!(count(&padding.layout.clone().into()), 1, "{}", padding.layout);
        }
        prop_assert!(answer.plain.is_free() || !answer.found.is_empty() || answer.padding.is_some(), "{}", text);
    }

    #[test]
    fn any_layout_is_answered_or_refused(shape in (0_i64..40, 0_i64..40), strides in (-3_i64..70, -3_i64..70), bits in 0_u64..200) {
        let layout = format!("({},{}):({},{})", shape.0, shape.1, strides.0, strides.1);
        let Ok(layout) = layout.parse::<AnyLayout>() else { return Ok(()) };
        let Ok(memory) = MemoryTile::new(&layout, bits) else { return Ok(()) };
        for access in [Use::Matrices, Use::Vectors, Use::Down, Use::Along] {
            let _ = search(&memory, &[access]);
        }
        let _ = copies(&memory, &[0, 1, 7, 32, 1 << 40]);
    }
}
