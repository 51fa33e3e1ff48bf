//! Products of a warp: `mma.m8n8kK` and `mma.m16n8kK` from SM75 to SM120, quad by quad.

use super::super::Place;
use super::super::element::{ElementKind, ElementType, of_code};
use super::Rule;
use super::grammar::{Argument, Codes, Field, Listed, Parameters, Slot, Taken, needed};
use super::reason::{Dimension, Extents, Reason};
use super::simple::{adds_up, one_of};
use super::sketch::{Factor, Part, Quirk, Sketch, warp};

const FACTORS: Codes = &["F16", "BF16", "TF32", "F64", "C64", "S8", "U8", "S4", "U4", "U1", "E4M3", "E5M2"];
const SUMS: Codes = &["F16", "F32", "F64", "C64", "GC64", "S32"];

/// Returns the number of registers of 32 bits (or elements, of wider ones) that a lane has along a row of A, where a
/// generation has the instruction at all. The quad's 4 lanes times these times the elements of a register are K.
fn registers_along_k(generation: i64, a: ElementType, rows: i64) -> &'static [i64] {
    match (generation, a.code, rows) {
        (75, "F16", 16) | (75, "S8", 8) => &[1],
        (80, "S8" | "U8" | "S4" | "U4" | "U1" | "F64" | "C64", 8) => &[1],
        (80, "F16" | "BF16" | "TF32" | "S8" | "U8" | "S4" | "U4" | "U1", 16) => &[1, 2],
        (89, "E4M3" | "E5M2", 16) => &[2],
        (90, "F64" | "C64", 16) => &[1, 2, 4],
        _ => &[],
    }
}

/// Lists what may stand behind the types: integers may saturate, bits are met by AND or by XOR.
fn endings(generation: i64, a: ElementType) -> &'static [&'static str] {
    match (a.kind, a.bits) {
        (ElementKind::Integer, 1) => &["_XORPOPC", "_ANDPOPC"],
        (ElementKind::Integer, _) if generation >= 80 => &["", "_SATURATE"],
        _ => &[""],
    }
}

/// `SMxx_MxNxK_DABC_TN`: types by their codes.
pub(super) static DENSE: Rule = Rule {
    source: "PTX ISA, Warp-level Matrix Instructions: mma.sync, Matrix Fragments for mma.m8n8k4 to mma.m16n8k256",
    slots: &[
        Slot::Text("SM"),
        Slot::Number(Field::Generation, Listed::These(&[75, 80, 89, 90])),
        Slot::Text("_"),
        Slot::Number(Field::M, Listed::These(&[16, 8])),
        Slot::Text("x"),
        Slot::Number(Field::N, Listed::These(&[8])),
        Slot::Text("x"),
        Slot::Number(Field::K, Listed::These(&[4, 8, 16, 32, 64, 128, 256])),
        Slot::Text("_"),
        Slot::Codes(&[(Field::D, SUMS), (Field::A, FACTORS), (Field::B, FACTORS), (Field::C, SUMS)]),
        Slot::Text("_TN"),
        Slot::Word(Field::Suffix, &["", "_SATURATE", "_XORPOPC", "_ANDPOPC"]),
    ],
    arguments: &[],
    check: |given| {
        Extents::of(&[75, 80, 89, 90]).check(Dimension::Generation, given.number(Field::Generation), None)?;
        Extents::of(&[8]).check(Dimension::N, given.number(Field::N), None)?;
        let (Some(generation), Some(a)) = (given.number(Field::Generation), given.element(Field::A)) else {
            return Ok(());
        };
        let along = |rows: i64| registers_along_k(generation, a, rows);
        let rows = [8, 16].into_iter().filter(|&rows| !along(rows).is_empty()).collect::<Vec<_>>();
        if rows.is_empty() {
            return Err(Reason::Generation { generation, element: a.code });
        }
        let m = given.number(Field::M);
        Extents::of(&rows).check(Dimension::M, m, Some(a.code))?;
        let legal = along(m.unwrap_or_default()).iter().map(|registers| 4 * a.in_a_register() * registers);
        Extents::of(&legal.collect::<Vec<_>>()).check(Dimension::K, given.number(Field::K), Some(a.code))?;
        factors(given)?;
        if let Some(d) = given.element(Field::D) {
            let is_legal = |code: &&str| *code != "GC64" || generation == 80;
            adds_up(a, d, &a.accumulators().iter().copied().filter(is_legal).collect::<Vec<_>>())?;
            given.element(Field::C).map_or(Ok(()), |c| adds_up(a, c, &[d.code]))?;
        }
        // CuTe has no unsigned integers before SM80.
        if generation == 75 && a.kind == ElementKind::Integer {
            given.element(Field::B).map_or(Ok(()), |b| one_of(b, &[a.code]))?;
        }
        match given.word(Field::Suffix) {
            Some(found) if !endings(generation, a).contains(&found) => {
                Err(Reason::Ending { found, legal: endings(generation, a).to_vec(), element: Some(a.code) })
            }
            _ => Ok(()),
        }
    },
    sketch: |given| {
        let [m, n, k] = extents(given)?;
        let (a, b, c) = (given.element(Field::A)?, given.element(Field::B)?, given.element(Field::C)?);
        let along_k = |rows: i64, element: ElementType| {
            let elements = element.in_a_register();
            let part = Part::of_quads(1, rows, elements, k / (4 * elements));
            Factor { part: quirked(part, element), element, place: Place::Registers }
        };
        let operands = [along_k(m, a), along_k(n, b), sums(m, c)];
        Some(Sketch::Product { shape: [m, n, k], threads: warp(), operands })
    },
};

/// Marks how CuTe prints the values of integers of a few bits. Those of 4 bits, where they are one mode, are a tuple of
/// one; those of 1 bit, where A's are two modes, have strides in a pair of parentheses more than extents.
fn quirked(part: Part, element: ElementType) -> Part {
    let quirk = match (element.kind, element.bits, part.values.as_slice()) {
        (ElementKind::Integer, 4, [_]) => Quirk::TupleOfOne,
        (ElementKind::Integer, 1, [_, below]) if below.stride == 8 => Quirk::ExtraParentheses,
        _ => Quirk::None,
    };
    Part { quirk, ..part }
}

/// `(M,N,K)` of a name that has all three.
pub(super) fn extents(given: &Parameters) -> Option<[i64; 3]> {
    Some([given.number(Field::M)?, given.number(Field::N)?, given.number(Field::K)?])
}

/// Refuses factors that do not go together.
pub(super) fn factors(given: &Parameters) -> Result<(), Reason> {
    match (given.element(Field::A), given.element(Field::B)) {
        (Some(a), Some(b)) if !a.goes_with(&b) => Err(Reason::Factors { a: a.code, b: b.code }),
        _ => Ok(()),
    }
}

/// C: each lane has 2 neighbouring columns of a row, and again 8 rows below.
fn sums(rows: i64, element: ElementType) -> Factor {
    Factor { part: Part::of_quads(1, rows, 2, 1), element, place: Place::Registers }
}

const NARROW: Codes = &["E4M3", "E5M2", "E3M2", "E2M3", "E2M1"];

/// Reads a name of SM120: whether blocks are scaled, how many elements of A one in memory stands for, and the width
/// that each has in a register. Bytes hold narrower elements, too; where blocks are scaled, a K that is twice as long
/// has 4 bits an element, and then pairs of A are left out.
fn of_sm120(given: &Parameters) -> Option<(bool, u32, i64)> {
    let (family, k) = (given.word(Field::Family)?, given.number(Field::K)?);
    let is_scaled = family.contains("BLOCKSCALED");
    let is_sparse = family.contains("SPARSE");
    let of_bytes = if is_sparse { 64 } else { 32 };
    let bits = if is_scaled && k == 2 * of_bytes { 4 } else { 8 };
    let sparsity = if !is_sparse {
        1
    } else if bits == 4 {
        4
    } else {
        2
    };
    Some((is_scaled, sparsity, bits))
}

fn only_scaled(given: &Parameters) -> Taken {
    match of_sm120(given) {
        Some((true, ..)) => Taken::Needed,
        _ => Taken::Absent,
    }
}

/// `SM120_…_TN<A,B,C>`: narrow types as template arguments, with scale factors for blocks of them, and sparse.
pub(super) static BY_TYPES: Rule = Rule {
    source: "PTX ISA, Warp-level Matrix Instructions: mma.sync and mma.sp.sync with .kind::f8f6f4, .kind::mxf8f6f4, \
             .kind::mxf4nvf4",
    slots: &[
        Slot::Text("SM120"),
        Slot::Word(
            Field::Family,
            &["_", "::BLOCKSCALED::SM120_", "::SPARSE::SM120_SPARSE_", "::BLOCKSCALED::SPARSE::SM120_SPARSE_"],
        ),
        Slot::Text("16x8x"),
        Slot::Number(Field::K, Listed::These(&[32, 64, 128])),
        Slot::Text("_TN"),
        Slot::Word(Field::Suffix, &["", "_VS"]),
    ],
    arguments: &[
        needed(Slot::Type(Field::A, NARROW)),
        needed(Slot::Type(Field::B, NARROW)),
        needed(Slot::Type(Field::C, &["F32", "F16"])),
        Argument { slot: Slot::Type(Field::Scale, &["UE8M0", "UE4M3"]), taken: only_scaled },
        Argument { slot: Slot::Number(Field::Vector, Listed::These(&[16, 32, 64])), taken: only_scaled },
    ],
    check: |given| {
        let Some(family) = given.word(Field::Family) else { return Ok(()) };
        let of_bytes = if family.contains("SPARSE") { 64 } else { 32 };
        let is_scaled = family.contains("BLOCKSCALED");
        let legal = if is_scaled { vec![of_bytes, 2 * of_bytes] } else { vec![of_bytes] };
        Extents::of(&legal).check(Dimension::K, given.number(Field::K), None)?;
        let ending = if is_scaled { "_VS" } else { "" };
        if let Some(found) = given.word(Field::Suffix).filter(|found| *found != ending) {
            return Err(Reason::Ending { found, legal: vec![ending], element: None });
        }
        let Some((_, _, bits)) = of_sm120(given) else { return Ok(()) };
        let narrow: Codes = if bits == 4 { &["E2M1"] } else { NARROW };
        for factor in [Field::A, Field::B].map(|field| given.element(field)).into_iter().flatten() {
            one_of(factor, narrow)?;
        }
        if let (Some(a), Some(c)) = (given.element(Field::A), given.element(Field::C)) {
            adds_up(a, c, if is_scaled { &["F32"] } else { a.accumulators() })?;
        }
        let unit = of_bytes / 2;
        scales(given, if bits == 4 { unit } else { 2 * unit }, 2 * unit)
    },
    sketch: |given| {
        let (k, (_, sparsity, bits)) = (given.number(Field::K)?, of_sm120(given)?);
        let elements = 32 / bits.max(1);
        // The rest of a sparse A fills the registers as if it were dense.
        let kept = elements * if sparsity == 1 { 1 } else { 2 };
        // The instruction takes bytes whatever is in them, but of a sparse A it says what.
        let container = of_code(if bits == 4 { "U4" } else { "U8" })?;
        let a = match sparsity {
            1 => container,
            2 => given.element(Field::A)?.sparse(2),
            _ => of_code("U8")?.sparse(sparsity),
        };
        let along_k = |rows: i64, elements: i64, element: ElementType| {
            let part = Part::of_quads(1, rows, elements, k / (4 * elements));
            Factor { part, element, place: Place::Registers }
        };
        let operands = [along_k(16, kept, a), along_k(8, elements, container), sums(16, given.element(Field::C)?)];
        Some(Sketch::Product { shape: [16, 8, k], threads: warp(), operands })
    },
};

/// Scale factors: of 8 bits of exponent for blocks of either length, of E4M3 for the shorter blocks.
pub(super) fn scales(given: &Parameters, short: i64, long: i64) -> Result<(), Reason> {
    if let Some(scale) = given.element(Field::Scale) {
        one_of(scale, if short == long { &["UE8M0"] } else { &["UE8M0", "UE4M3"] })?;
    }
    let of_bits = given.element(Field::Scale).map(|scale| scale.code);
    let legal = if of_bits == Some("UE4M3") { vec![short] } else { vec![short, long] };
    Extents::of(&legal).check(Dimension::Vector, given.number(Field::Vector), of_bits)
}
