//! Products of a warpgroup: `wgmma` of 64 by N, B and perhaps A from shared memory.

use super::super::Place;
use super::super::element::{ElementKind, ElementType};
use super::Rule;
use super::grammar::{Argument, Codes, Field, Listed, Parameters, Slot, Taken, defaulted};
use super::reason::{Dimension, Extents, Reason};
use super::simple::adds_up;
use super::sketch::{Counts, Factor, Mode, Part, Sketch, modes};
use super::warp::{extents, factors};

const FACTORS: Codes = &["F16", "BF16", "TF32", "S8", "U8", "E4M3", "E5M2"];

/// Returns the number of elements of A that one in memory stands for, as the name says.
fn sparsity(given: &Parameters) -> Option<u32> {
    given.word(Field::Family).map(|family| if family.contains("SPARSE") { 2 } else { 1 })
}

/// The N that there are: steps of 8; of integers 8, 24 and steps of 16.
fn columns(a: Option<ElementType>) -> Extents {
    match a {
        Some(a) if a.kind == ElementKind::Integer => Extents::stepped(&[8, 24], 16, 16),
        _ => Extents::stepped(&[], 8, 8),
    }
}

/// The majors are arguments where they may differ: of elements of 16 bits.
fn of_16_bits(given: &Parameters) -> Taken {
    match given.element(Field::A) {
        Some(a) if a.bits == 16 => Taken::Offered,
        // It is read, so that the law can say why it is wrong.
        _ => Taken::Defaulted,
    }
}

const MAJORS: &[&str] = &["GMMA::Major::K", "GMMA::Major::MN"];
const SIGNS: &[&str] = &["GMMA::ScaleIn::One", "GMMA::ScaleIn::Neg"];

/// `SM90_64xNxK_DAB_SS`, `…_RS`, and their sparse relatives.
pub(super) static PRODUCT: Rule = Rule {
    source: "PTX ISA, Asynchronous Warpgroup Level Matrix Instructions: Register Fragments and Shared Memory Matrix \
             Layouts of wgmma.mma_async",
    slots: &[
        Slot::Text("SM90"),
        Slot::Word(Field::Family, &["_", "::GMMA::SPARSE::GMMA_"]),
        Slot::Number(Field::M, Listed::These(&[64])),
        Slot::Text("x"),
        Slot::Number(Field::N, Listed::Multiples(8, 256)),
        Slot::Text("x"),
        Slot::Number(Field::K, Listed::These(&[8, 16, 32, 64])),
        Slot::Text("_"),
        Slot::Codes(&[(Field::D, &["F16", "F32", "S32"]), (Field::A, FACTORS), (Field::B, FACTORS)]),
        Slot::Text("_"),
        Slot::Word(Field::Location, &["SS", "RS"]),
        Slot::Word(Field::Suffix, &["", "_TN"]),
        Slot::Word(Field::Saturation, &["", "_SATURATE"]),
    ],
    arguments: &[
        Argument { slot: Slot::Word(Field::MajorA, MAJORS), taken: of_16_bits },
        Argument { slot: Slot::Word(Field::MajorB, MAJORS), taken: of_16_bits },
        defaulted(Slot::Word(Field::SignA, SIGNS)),
        defaulted(Slot::Word(Field::SignB, SIGNS)),
        defaulted(Slot::Word(Field::Sparse, &["GMMA::SparseSel::Zero", "GMMA::SparseSel::One"])),
    ],
    check: |given| {
        let a = given.element(Field::A);
        let code = a.map(|a| a.code);
        Extents::of(&[64]).check(Dimension::M, given.number(Field::M), None)?;
        columns(a).check(Dimension::N, given.number(Field::N), code)?;
        let Some(a) = a else { return Ok(()) };
        // One instruction takes 256 bits of each row of A, and twice as many columns if half of them are left out.
        if let Some(sparsity) = sparsity(given) {
            let depth = i64::from(256 * sparsity / a.bits.max(1));
            Extents::of(&[depth]).check(Dimension::K, given.number(Field::K), code)?;
        }
        factors(given)?;
        given.element(Field::D).map_or(Ok(()), |d| adds_up(a, d, a.accumulators()))?;
        endings(given, a)?;
        majors(given, a)
    },
    sketch: |given| {
        let [m, n, k] = extents(given)?;
        let (a, b, d) = (given.element(Field::A)?, given.element(Field::B)?, given.element(Field::D)?);
        let sparsity = sparsity(given)?;
        let shared =
            |rows: i64, element| Factor { part: Part::of_everyone(128, rows, k), element, place: Place::Shared };
        let a = a.sparse(sparsity);
        let elements = a.in_a_register() * i64::from(sparsity);
        let left = match given.word(Field::Location)? {
            "RS" => {
                let part = Part::of_quads(4, m, elements, k / (4 * elements));
                Factor { part, element: a, place: Place::Registers }
            }
            _ => shared(m, a),
        };
        let sums = Factor { part: sums(m, n), element: d, place: Place::Registers };
        let threads = modes([(128, 1, Counts::Threads)]);
        Some(Sketch::Product { shape: [m, n, k], threads, operands: [left, shared(n, b), sums] })
    },
};

/// C: as in a product of one warp, and again for every 8 columns; these CuTe prints even where there are no more than 8.
fn sums(m: i64, n: i64) -> Part {
    let mut part = Part::of_quads(4, m, 2, 1);
    part.values.push(Mode { extent: n / 8, stride: 8 * m, counts: Counts::Beyond });
    part
}

/// Checks the endings: elements of 16 bits may lie either way, everything else lies along K, and its name says so;
/// integers may saturate.
fn endings(given: &Parameters, a: ElementType) -> Result<(), Reason> {
    let majors = if a.bits == 16 { "" } else { "_TN" };
    let saturated: &[&str] = if a.kind == ElementKind::Integer { &["", "_SATURATE"] } else { &[""] };
    for (found, legal) in [(Field::Suffix, [majors].as_slice()), (Field::Saturation, saturated)] {
        if let Some(found) = given.word(found).filter(|found| !legal.contains(found)) {
            return Err(Reason::Ending { found, legal: legal.to_vec(), element: Some(a.code) });
        }
    }
    Ok(())
}

fn majors(given: &Parameters, a: ElementType) -> Result<(), Reason> {
    let along_mn = |field| given.word(field).is_some_and(|major| major.ends_with("MN"));
    let has_majors = given.word(Field::MajorA).or(given.word(Field::MajorB)).is_some();
    if a.bits != 16 && has_majors {
        return Err(Reason::Major { element: a.code, by_place: false });
    }
    match along_mn(Field::MajorA) && given.is(Field::Location, "RS") {
        true => Err(Reason::Major { element: a.code, by_place: true }),
        false => Ok(()),
    }
}
