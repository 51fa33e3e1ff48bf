//! Copies between tensor memory and registers or shared memory.

use super::Rule;
use super::grammar::{Field, Listed, Parameters, Slot};
use super::reason::{Dimension, Extents, Reason};
use super::sketch::{Counts, Part, Side, Sketch, modes, warp};
use crate::error::Result as Algebra;
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;

/// The lanes and bits of a row that one instruction moves at once.
fn shape(given: &Parameters) -> Option<(i64, i64)> {
    Some((given.number(Field::Rows)?, given.number(Field::Bits)?))
}

/// The registers of a warp: row by row of tensor memory, bits side by side.
fn registers(lanes: i64, bits: i64, repetitions: i64) -> Part {
    let row = bits * repetitions;
    let repeated = (repetitions, bits, Counts::Repetitions);
    match (lanes, bits) {
        // A lane has its row.
        (32, _) => Part::new(modes([(32, row, Counts::Datapaths)]), modes([(row, 1, Counts::Bits)])),
        // 16 rows of two halves, each with a lane of its own.
        (_, 32) => {
            let threads = modes([(16, 2 * row, Counts::Datapaths), (2, row, Counts::Threads)]);
            Part::new(threads, modes([(row, 1, Counts::Bits)]))
        }
        // Two lanes a row, neighbours in the other bit: rows 8 apart, then 32 bits apart, then row by row.
        (_, 64) => Part::new(
            modes([(2, 8 * row, Counts::Threads), (2, 32, Counts::Threads), (8, row, Counts::Datapaths)]),
            modes([(32, 1, Counts::Bits), repeated]),
        ),
        // Four lanes a row, as in C of a product of a warp; the second register has the row 8 below.
        _ => Part::new(
            modes([(4, bits / 4, Counts::Lanes), (8, row, Counts::Datapaths)]),
            modes([(bits / 4, 1, Counts::Bits), (2, 8 * row, Counts::Below), repeated]),
        ),
    }
}

/// Returns the bits that one instruction moves in all: each lane of tensor memory has its rows, of 16 with 32 bits
/// there are two.
fn all_bits(lanes: i64, bits: i64, repetitions: i64) -> i64 {
    lanes * bits * repetitions * if (lanes, bits) == (16, 32) { 2 } else { 1 }
}

/// A warp's 32 lanes have at most 128 registers each.
const BITS_MOST: i64 = 32 * 128 * 32;

/// The numbers by which the instruction may be repeated: powers of two, as far as there are registers.
fn repetitions(lanes: i64, bits: i64) -> Vec<i64> {
    (0..8).map(|power| 1 << power).filter(|&count| all_bits(lanes, bits, count) <= BITS_MOST).collect()
}

fn check(given: &Parameters) -> Result<(), Reason> {
    let (lanes, bits) = (given.number(Field::Rows), given.number(Field::Bits));
    Extents::of(&[16, 32]).check(Dimension::Rows, lanes, None)?;
    let legal: &[i64] = if lanes == Some(32) { &[32] } else { &[256, 128, 64, 32] };
    Extents::of(legal).check(Dimension::Bits, bits, None)?;
    match shape(given) {
        Some((lanes, bits)) => {
            Extents::of(&repetitions(lanes, bits)).check(Dimension::Count, given.number(Field::Count), None)
        }
        None => Ok(()),
    }
}

fn sketch(given: &Parameters) -> Option<Sketch> {
    let ((lanes, bits), count) = (shape(given)?, given.number(Field::Count)?);
    let memory =
        Part::new(modes([(32, 0, Counts::Everyone)]), modes([(all_bits(lanes, bits, count), 1, Counts::Bits)]));
    let registers = registers(lanes, bits, count);
    Some(match given.is(Field::Kind, "STORE_") {
        true => Sketch::Copy { threads: warp(), source: registers, destination: memory, reference: Side::Destination },
        false => Sketch::Copy { threads: warp(), source: memory, destination: registers, reference: Side::Source },
    })
}

/// Where the bits that one instruction moves lie in tensor memory, and where those of three more warps: as elements of so
/// many bits. `None` of an instruction that moves nothing between tensor memory and registers.
///
/// Source: CUTLASS, `cute/atom/copy_traits_sm100.hpp`, `make_tmem_copy`.
pub(crate) fn of_tensor_memory_copy(name: &str, bits: u32) -> Algebra<Option<Layout>> {
    let is_here = |rule: &&'static Rule| std::ptr::eq(*rule, &MOVED) || std::ptr::eq(*rule, &REDUCED);
    let Some((rule, given)) = super::read(name, &[]).ok().filter(|(rule, _)| is_here(rule)) else { return Ok(None) };
    let Some(((lanes, row), count)) = shape(&given).zip(given.number(Field::Count)) else { return Ok(None) };
    let constant = |number: i64| Nested::Leaf(Int::constant(number));
    let pair = |left, right| Nested::Tuple(vec![left, right]);
    let columns = all_bits(lanes, row, count) / lanes;
    // Halves of 16 bits lie in words of 32 each.
    let is_packed = std::ptr::eq(rule, &MOVED) && given.is(Field::Suffix, "_16b");
    let (shape, stride) = match is_packed {
        true => (pair(constant(16), constant(columns / 16)), pair(constant(1), constant(32))),
        false => (constant(columns), constant(1)),
    };
    let values = Layout::with_ints(pair(shape, constant(lanes)), &pair(stride, constant(LANE)))?;
    let values = values.upcast(i64::from(bits))?.coalesce()?;
    let lane = LANE / i64::from(bits.max(1));
    let warps = Layout::with_ints(pair(constant(32), constant(4)), &pair(constant(0), constant(32 * lane)))?;
    Layout::concatenate(&[warps, values]).map(Some)
}

/// Where the bits that one instruction writes lie in tensor memory, as elements of so many bits, the same for each of its
/// CTAs. `None` of an instruction that moves nothing from shared to tensor memory.
///
/// Source: CUTLASS, `cute/atom/copy_traits_sm100.hpp`, `make_utccp_copy`.
pub(crate) fn of_shared_memory_copy(name: &str, bits: u32) -> Algebra<Option<Layout>> {
    let is_here = |rule: &&'static Rule| std::ptr::eq(*rule, &COPIED);
    let Some((_, given)) = super::read(name, &[]).ok().filter(|(rule, _)| is_here(rule)) else { return Ok(None) };
    let Some(((lanes, row), copies)) = shape(&given).zip(copies(&given)) else { return Ok(None) };
    let values = match (copies, given.is(Field::Suffix, "lw0123")) {
        // Four lanes are written where 128 are.
        (1, _) => vec![(ROWS, LANE), (row, 1)],
        (_, false) => vec![(lanes, LANE), (row, 1), (copies, lanes * LANE)],
        // Groups of lanes 0 and 1 hold the same, and those of 2 and 3.
        (_, true) => vec![(lanes / 2, LANE), (row, 1), (2, lanes * LANE), (copies, lanes / 2 * LANE)],
    };
    let leaf = |number: i64| Nested::Leaf(Int::constant(number));
    let (shape, stride) = values.into_iter().map(|(extent, stride)| (leaf(extent), leaf(stride))).unzip();
    let ctas = if given.is(Field::Group, "_2cta") { 2 } else { 1 };
    let ctas = Layout::with_ints(leaf(ctas), &leaf(0))?;
    let values =
        Layout::with_ints(Nested::Tuple(shape), &Nested::Tuple(stride))?.upcast(i64::from(bits))?.coalesce()?;
    Layout::concatenate(&[ctas, values]).map(Some)
}

/// From a lane of tensor memory to the next, in bits.
const LANE: i64 = 1 << 21;

/// `SM100_TMEM_LOAD_…`, `SM100_TMEM_STORE_…`: lanes, bits, repetitions; `_16b` packs or unpacks pairs of 16 bits.
pub(super) static MOVED: Rule = Rule {
    source: "PTX ISA, TensorCore 5th Generation Family Instructions: tcgen05.ld, tcgen05.st, Data Movement Shape",
    slots: &[
        Slot::Text("SM100_TMEM_"),
        Slot::Word(Field::Kind, &["LOAD_", "STORE_"]),
        Slot::Number(Field::Rows, Listed::These(&[16, 32])),
        Slot::Text("dp"),
        Slot::Number(Field::Bits, Listed::These(&[256, 128, 64, 32])),
        Slot::Text("b"),
        Slot::Number(Field::Count, Listed::These(&[1, 2, 4, 8, 16, 32, 64, 128])),
        Slot::Text("x"),
        Slot::Word(Field::Suffix, &["", "_16b"]),
    ],
    arguments: &[],
    check,
    sketch,
};

/// `SM100_TMEM_LOAD_STAT_32dp32bNx`: a load that finds the least or the greatest on its way; CuTe has two.
pub(super) static REDUCED: Rule = Rule {
    source: "PTX ISA, TensorCore 5th Generation Family Instructions: tcgen05.ld.red",
    slots: &[
        Slot::Text("SM100_TMEM_LOAD_STAT_"),
        Slot::Number(Field::Rows, Listed::These(&[32])),
        Slot::Text("dp"),
        Slot::Number(Field::Bits, Listed::These(&[32])),
        Slot::Text("b"),
        Slot::Number(Field::Count, Listed::These(&[32, 128])),
        Slot::Text("x"),
    ],
    arguments: &[],
    check: |given| {
        Extents::of(&[32]).check(Dimension::Rows, given.number(Field::Rows), None)?;
        Extents::of(&[32, 128]).check(Dimension::Count, given.number(Field::Count), None)?;
        check(given)
    },
    sketch,
};

/// Returns the number of times that the source is written, and of parts that each copy is cut into.
fn copies(given: &Parameters) -> Option<i64> {
    Some(match given.word(Field::Family)? {
        "4x" => 4,
        "2x" => 2,
        _ => 1,
    })
}

/// `SM100_UTCCP_…`: shared memory to tensor memory, lanes by bits, written once or to several groups of lanes.
pub(super) static COPIED: Rule = Rule {
    source: "PTX ISA, TensorCore 5th Generation Family Instructions: tcgen05.cp, .shape and .multicast",
    slots: &[
        Slot::Text("SM100_UTCCP_"),
        Slot::Word(Field::Family, &["", "4x", "2x"]),
        Slot::Number(Field::Rows, Listed::These(&[128, 4, 32, 64])),
        Slot::Text("dp"),
        Slot::Number(Field::Bits, Listed::These(&[256, 128])),
        Slot::Text("bit"),
        // Which of the four groups of 32 lanes are written together.
        Slot::Word(Field::Suffix, &["", "lw0213", "lw0123"]),
        Slot::Word(Field::Group, &["_1cta", "_2cta"]),
    ],
    arguments: &[],
    check: |given| {
        let Some(family) = given.word(Field::Family) else { return Ok(()) };
        let lanes: &[i64] = match family {
            "4x" => &[32],
            "2x" => &[64],
            _ => &[128, 4],
        };
        Extents::of(lanes).check(Dimension::Rows, given.number(Field::Rows), None)?;
        let bits: &[i64] = match (family, given.number(Field::Rows)) {
            ("", Some(4)) => &[256],
            ("", _) => &[256, 128],
            _ => &[128],
        };
        Extents::of(bits).check(Dimension::Bits, given.number(Field::Bits), None)?;
        let endings: &[&'static str] = if family == "2x" { &["lw0213", "lw0123"] } else { &[""] };
        match given.word(Field::Suffix) {
            Some(found) if !endings.contains(&found) => {
                Err(Reason::Ending { found, legal: endings.to_vec(), element: None })
            }
            _ => Ok(()),
        }
    },
    sketch: |given| {
        let ((lanes, bits), copies) = (shape(given)?, copies(given)?);
        let ctas = if given.is(Field::Group, "_2cta") { 2 } else { 1 };
        // CTAs differ in their own memory, not in where it lies.
        let part = |values| Part::new(modes([(ctas, 0, Counts::Ctas)]), values);
        let together = if given.is(Field::Suffix, "lw0123") { lanes / 2 } else { lanes };
        let (source, destination, reference) = match (copies, lanes) {
            // Four lanes lie in four groups of 32.
            (1, 4) => {
                let spread = part(modes([(lanes, 32, Counts::Datapaths), (bits, ROWS, Counts::Bits)]));
                (spread.clone(), spread, Side::Source)
            }
            (1, _) => {
                let all = part(modes([(lanes * bits, 1, Counts::Bits)]));
                (all.clone(), all, Side::Source)
            }
            _ => {
                let source = part(modes([
                    (together, 1, Counts::Datapaths),
                    (bits, together, Counts::Bits),
                    (lanes / together.max(1), together * bits, Counts::Datapaths),
                    (copies, 0, Counts::Copies),
                ]));
                (source, part(modes([(lanes * bits * copies, 1, Counts::Bits)])), Side::Destination)
            }
        };
        let threads = modes([(ctas, 1, Counts::Ctas)]);
        Some(Sketch::Copy { threads, source, destination, reference })
    },
};

/// The lanes of tensor memory.
const ROWS: i64 = 128;
