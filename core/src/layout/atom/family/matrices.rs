//! Copies of small matrices between shared memory and the registers of a warp, and between its registers.

use super::Rule;
use super::grammar::{Codes, Field, Listed, Parameters, Slot};
use super::reason::{Dimension, Extents, Reason};
use super::sketch::{Counts, Part, Side, Sketch, modes, warp};

/// A row of a matrix of 8 by 8 elements of 16 bits.
const ROW: i64 = 128;
/// Such a matrix.
const MATRIX: i64 = 8 * ROW;

/// Shared memory: lane by lane the addresses of the rows of `matrices` matrices, 8 for each; other lanes are not asked.
fn addressed(matrices: i64) -> Part {
    let asked = 8 * matrices;
    Part::new(
        modes([(asked, ROW, Counts::Addresses), (32 / asked.max(1), 0, Counts::Unasked)]),
        modes([(ROW, 1, Counts::Bits)]),
    )
}

/// Registers: each lane has 32 bits of every matrix, 4 lanes a row.
fn plain(matrices: i64) -> Part {
    let values = modes([(32, 1, Counts::Bits), (matrices, MATRIX, Counts::Matrices)]);
    Part::new(modes([(32, 32, Counts::Threads)]), values)
}

/// A load reads memory and a store writes it; both count by the registers.
fn between(is_load: bool, memory: Part, registers: Part) -> Sketch {
    match is_load {
        true => Sketch::Copy { threads: warp(), source: memory, destination: registers, reference: Side::Destination },
        false => Sketch::Copy { threads: warp(), source: registers, destination: memory, reference: Side::Source },
    }
}

fn is_load(given: &Parameters) -> Option<bool> {
    Some(given.word(Field::Kind)?.contains("LD"))
}

/// Loads are of one generation, stores of another.
fn generations(given: &Parameters, of_load: &'static str, of_store: &'static str) -> Result<(), Reason> {
    let (Some(found), Some(is_load)) = (given.word(Field::Family), is_load(given)) else { return Ok(()) };
    let legal = if is_load { of_load } else { of_store };
    match found == legal {
        true => Ok(()),
        false => Err(Reason::Ending { found, legal: vec![legal], element: None }),
    }
}

fn counts(given: &Parameters, legal: &[i64]) -> Result<(), Reason> {
    Extents::of(legal).check(Dimension::Count, given.number(Field::Count), None)
}

const WAYS: Codes = &["_LDSM", "_STSM"];
const GENERATIONS: Codes = &["SM75", "SM90"];

/// `SM75_U32xN_LDSM_N`, `SM90_U32xN_STSM_N`: N matrices as they lie.
pub(super) static PLAIN: Rule = Rule {
    source: "PTX ISA, Warp-level Matrix Instructions: ldmatrix, stmatrix",
    slots: &[
        Slot::Word(Field::Family, GENERATIONS),
        Slot::Text("_U32x"),
        Slot::Number(Field::Count, Listed::These(&[1, 2, 4])),
        Slot::Word(Field::Kind, WAYS),
        Slot::Text("_N"),
    ],
    arguments: &[],
    check: |given| {
        generations(given, "SM75", "SM90")?;
        counts(given, &[1, 2, 4])
    },
    sketch: |given| {
        let matrices = given.number(Field::Count)?;
        Some(between(is_load(given)?, addressed(matrices), plain(matrices)))
    },
};

/// `SM100_SU4_DU8x16_xN_LDSM_N`: elements of 4 or 6 bits that become bytes on the way.
pub(super) static UNPACKED: Rule = Rule {
    source: "PTX ISA, Warp-level Matrix Instructions: ldmatrix with .dst_fmt.src_fmt",
    slots: &[
        Slot::Text("SM100_SU"),
        Slot::Number(Field::Bits, Listed::These(&[4, 6])),
        Slot::Text("_DU8x16_x"),
        Slot::Number(Field::Count, Listed::These(&[1, 2, 4])),
        Slot::Text("_LDSM_N"),
    ],
    arguments: &[],
    check: |given| {
        Extents::of(&[4, 6]).check(Dimension::Bits, given.number(Field::Bits), None)?;
        counts(given, &[1, 2, 4])
    },
    sketch: |given| {
        let matrices = given.number(Field::Count)?;
        Some(between(true, addressed(matrices), plain(matrices)))
    },
};

/// `SM75_U16xN_LDSM_T`, `SM90_U16xN_STSM_T`: each matrix transposed, so that a lane has two elements of a column.
pub(super) static TRANSPOSED: Rule = Rule {
    source: "PTX ISA, Warp-level Matrix Instructions: ldmatrix.trans, stmatrix.trans",
    slots: &[
        Slot::Word(Field::Family, GENERATIONS),
        Slot::Text("_U16x"),
        Slot::Number(Field::Count, Listed::These(&[2, 4, 8])),
        Slot::Word(Field::Kind, WAYS),
        Slot::Text("_T"),
    ],
    arguments: &[],
    check: |given| {
        generations(given, "SM75", "SM90")?;
        counts(given, &[2, 4, 8])
    },
    sketch: |given| {
        let matrices = given.number(Field::Count)? / 2;
        let registers = Part::new(
            modes([(4, 2 * ROW, Counts::Threads), (8, 16, Counts::Threads)]),
            modes([(16, 1, Counts::Bits), (2, ROW, Counts::Values), (matrices, MATRIX, Counts::Matrices)]),
        );
        Some(between(is_load(given)?, addressed(matrices), registers))
    },
};

/// `SM100_U8xN_LDSM_T`, `SM100_U8xN_STSM_T`: bytes transposed. A load's matrices have 16 rows, two of 8 in turn.
pub(super) static TRANSPOSED_BYTES: Rule = Rule {
    source: "PTX ISA, Warp-level Matrix Instructions: ldmatrix.m16n16.trans.b8, stmatrix.m16n8.trans.b8",
    slots: &[
        Slot::Text("SM100_U8x"),
        Slot::Number(Field::Count, Listed::These(&[4, 8, 16])),
        Slot::Word(Field::Kind, WAYS),
        Slot::Text("_T"),
    ],
    arguments: &[],
    check: |given| counts(given, if is_load(given) == Some(true) { &[8, 16] } else { &[4, 8, 16] }),
    sketch: |given| {
        let (matrices, is_load) = (given.number(Field::Count)? / 4, is_load(given)?);
        let registers = Part::new(
            modes([(4, 2 * ROW, Counts::Threads), (8, 8, Counts::Threads)]),
            modes([
                (8, 1, Counts::Bits),
                (2, ROW, Counts::Values),
                (2, ROW / 2, Counts::Values),
                (matrices, MATRIX, Counts::Matrices),
            ]),
        );
        // Two matrices of 8 rows are one of 16: even rows of the first, then of the second.
        let pairs = matrices / 2;
        let mut in_pairs = modes([
            (2, ROW, Counts::Addresses),
            (2, MATRIX, Counts::Addresses),
            (4, 2 * ROW, Counts::Addresses),
            (pairs, 2 * MATRIX, Counts::Addresses),
        ]);
        in_pairs.extend(modes([(2 / pairs.max(1), 0, Counts::Unasked)]));
        let memory = match is_load {
            true => Part::new(in_pairs, modes([(ROW, 1, Counts::Bits)])),
            false => addressed(matrices),
        };
        Some(between(is_load, memory, registers))
    },
};

fn within_registers(source: Part, destination: Part) -> Sketch {
    Sketch::Copy { threads: warp(), source, destination, reference: Side::Source }
}

/// `SM75_U32x1_MOVM_T`: a matrix in registers, transposed; CuTe counts its bits as they lie.
pub(super) static MOVED: Rule = Rule {
    source: "PTX ISA, Warp-level Matrix Instructions: movmatrix",
    slots: &[Slot::Text("SM75_U32x"), Slot::Number(Field::Count, Listed::These(&[1])), Slot::Text("_MOVM_T")],
    arguments: &[],
    check: |given| counts(given, &[1]),
    sketch: |given| {
        let matrices = given.number(Field::Count)?;
        Some(within_registers(plain(matrices), plain(matrices)))
    },
};

/// `SM50_Shuffle_U32_2x2Trans_XORd`: lanes d apart exchange a register, as if their two by two were transposed.
pub(super) static SHUFFLED: Rule = Rule {
    source: "PTX ISA, Data Movement and Conversion Instructions: shfl.sync.bfly",
    slots: &[Slot::Text("SM50_Shuffle_U32_2x2Trans_XOR"), Slot::Number(Field::Count, Listed::These(&[1, 4]))],
    arguments: &[],
    check: |given| Extents::of(&[1, 4]).check(Dimension::Lane, given.number(Field::Count), None),
    sketch: |given| {
        let apart = given.number(Field::Count)?;
        let source = Part::new(modes([(32, 64, Counts::Threads)]), modes([(64, 1, Counts::Bits)]));
        let exchanged = modes([
            (apart, 64, Counts::Threads),
            (2, 32, Counts::Threads),
            (16 / apart.max(1), 128 * apart, Counts::Threads),
        ]);
        let registers = modes([(32, 1, Counts::Bits), (2, 64 * apart, Counts::Values)]);
        Some(within_registers(source, Part::new(exchanged, registers)))
    },
};
