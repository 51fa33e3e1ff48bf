//! Products of one CTA or two: `tcgen05.mma`, whose sums lie in tensor memory.

use super::super::Place;
use super::super::element::ElementType;
use super::Rule;
use super::grammar::{Argument, Codes, Field, Listed, Parameters, Slot, Taken, defaulted, needed};
use super::reason::{Dimension, Extents, Reason};
use super::simple::{adds_up, one_of};
use super::sketch::{Counts, Factor, Part, Sketch, modes};
use super::warp::scales;

const FACTORS: Codes = &["F16", "BF16", "TF32", "S8", "U8", "E4M3", "E5M2", "E3M2", "E2M3", "E2M1"];
const MAJORS: &[&str] = &["UMMA::Major::K", "UMMA::Major::MN"];
const SIGNS: &[&str] = &["UMMA::ScaleIn::One", "UMMA::ScaleIn::Neg"];

/// Parts of the name of an instruction of tensor memory.
pub(crate) struct TensorMemory<'a> {
    /// The word for its types: `F16BF16`.
    pub(crate) kind: &'a str,
    /// The types of A, B and C in C++.
    pub(crate) types: [&'a str; 3],
    /// Number of rows and columns of its sums.
    pub(crate) extents: [i64; 2],
    /// `true` if two CTAs compute it.
    pub(crate) is_pair: bool,
    /// `true` if A lies in tensor memory, too.
    pub(crate) is_of_tensor_memory: bool,
    /// `true` if M lies together in A, and if N does in B.
    pub(crate) are_mn_major: [bool; 2],
    /// Where blocks of elements have scale factors: their type, and of 4-bit elements how many share one.
    pub(crate) scales: Option<(&'a str, Option<i64>)>,
}

/// Ending of the kinds that take three parts of a row for two.
const ULTRA: &str = "ULTRA";

/// The name of an instruction of tensor memory in C++.
pub(crate) fn of_tensor_memory(field: &TensorMemory<'_>) -> String {
    let TensorMemory { kind, types: [a, b, c], extents: [m, n], is_pair, is_of_tensor_memory, are_mn_major, scales } =
        field;
    let (pair, from) = (if *is_pair { "_2x1SM" } else { "" }, if *is_of_tensor_memory { "TS" } else { "SS" });
    let [of_a, of_b] = are_mn_major.map(|is_mn| if is_mn { "UMMA::Major::MN" } else { "UMMA::Major::K" });
    let (family, suffix) = if kind.ends_with(ULTRA) { ("SM103::SM103_", "_VS") } else { ("SM100_MMA_", "") };
    let (scale, vector) = match scales {
        Some((element, vector)) => (format!(",{element}"), vector.map(|count| format!(",{count}")).unwrap_or_default()),
        None => Default::default(),
    };
    format!("{family}{kind}{pair}_{from}{suffix}<{a},{b},{c}{scale},{m},{n}{vector},{of_a},{of_b}>")
}

/// Meaning of the word for the types.
struct Kind {
    /// The types of A and B.
    factors: Codes,
    /// Number of bits of an element in shared memory.
    bits: i64,
    /// Number of bits of a row that one instruction takes of what is not left out.
    depth: i64,
    /// `true` if blocks of elements have scale factors.
    is_scaled: bool,
}

fn kind(given: &Parameters) -> Option<Kind> {
    let narrow: Codes = &["E4M3", "E5M2", "E3M2", "E2M3", "E2M1"];
    let (factors, bits, depth): (Codes, i64, i64) = match given.word(Field::Kind)? {
        "F16BF16" => (&["F16", "BF16"], 16, 256),
        "TF32" => (&["TF32"], 32, 256),
        "S8" => (&["S8", "U8"], 8, 256),
        "F8F6F4" | "MXF8F6F4" => (narrow, 8, 256),
        "MXF4_ULTRA" => (&["E2M1"], 4, 384),
        _ => (&["E2M1"], 4, 256),
    };
    Some(Kind { factors, bits, depth, is_scaled: given.word(Field::Kind)?.starts_with("MX") })
}

fn is_sparse(given: &Parameters) -> bool {
    given.is(Field::Suffix, "_SPARSE")
}

/// Returns the number of CTAs that work together.
fn ctas(given: &Parameters) -> Option<i64> {
    given.word(Field::Group).map(|group| if group.is_empty() { 1 } else { 2 })
}

/// Which words go together: A comes from tensor memory, sums are scaled, or A is sparse, but not everything at once.
fn words(given: &Parameters) -> Result<(), Reason> {
    let (Some(family), Some(kind)) = (given.word(Field::Family), given.word(Field::Kind)) else { return Ok(()) };
    let is_ultra = kind.ends_with(ULTRA);
    if family.starts_with("SM103") != is_ultra {
        return Err(Reason::Ending { found: kind, legal: Vec::new(), element: None });
    }
    let legal: &[&'static str] = if kind.starts_with("MX") { &["_SS"] } else { &["_SS", "_TS"] };
    let Some(place) = given.word(Field::Location) else { return Ok(()) };
    if !legal.contains(&place) {
        return Err(Reason::Ending { found: place, legal: legal.to_vec(), element: None });
    }
    let legal: &[&'static str] = match (kind, place) {
        _ if is_ultra => &["_VS"],
        ("MXF4", _) => &[""],
        ("MXF4NVF4", _) => &["_SPARSE"],
        ("F16BF16", "_SS") => &["", "_SCALED", "_SPARSE"],
        ("F16BF16" | "TF32", "_TS") => &["", "_SCALED"],
        (_, "_SS") => &["", "_SPARSE"],
        _ => &[""],
    };
    match given.word(Field::Suffix) {
        Some(found) if !legal.contains(&found) => Err(Reason::Ending { found, legal: legal.to_vec(), element: None }),
        _ => Ok(()),
    }
}

/// The M of one CTA and of two; where blocks are scaled the larger ones alone.
fn rows(given: &Parameters, ctas: i64) -> Vec<i64> {
    match given.word(Field::Kind) {
        Some("MXF8F6F4") => vec![128 * ctas],
        Some(kind) if kind.starts_with("MX") && ctas == 1 => vec![128],
        _ => vec![64 * ctas, 128 * ctas],
    }
}

/// The N that there are. Steps are 8, and twice as long for two CTAs; twice as long again for integers, for A from tensor
/// memory and narrow sparse A (unless 64 rows are all), and for narrow elements whose B lies along N.
fn columns(given: &Parameters, ctas: i64) -> Extents {
    let kind = given.word(Field::Kind).unwrap_or_default();
    let is_integer = kind == "S8";
    let is_narrow = kind == "F8F6F4";
    let is_wide = given.is(Field::Location, "_TS") || is_narrow && is_sparse(given);
    let is_long = is_integer
        || is_wide && given.number(Field::M) != Some(64)
        || is_narrow && given.word(Field::MajorB).is_some_and(|major| major.ends_with("MN"))
        || kind == "MXF4_ULTRA" && ctas == 1;
    let step = 8 * ctas * if is_long { 2 } else { 1 };
    Extents::stepped(if is_integer && ctas == 1 { &[8] } else { &[] }, step, step)
}

fn check(given: &Parameters) -> Result<(), Reason> {
    words(given)?;
    let (Some(kind), Some(ctas)) = (kind(given), ctas(given)) else { return Ok(()) };
    for factor in [Field::A, Field::B].map(|field| given.element(field)).into_iter().flatten() {
        one_of(factor, kind.factors)?;
    }
    if let (Some(a), Some(b), Some(c)) = (given.element(Field::A), given.element(Field::B), given.element(Field::C)) {
        // Both factors have a say: BF16 is added up in F32 alone.
        let legal = a.accumulators().iter().copied().filter(|code| b.accumulators().contains(code));
        let legal = legal.filter(|code| !kind.is_scaled || *code == "F32").collect::<Vec<_>>();
        adds_up(a, c, &legal)?;
    }
    let code = given.element(Field::A).map(|a| a.code);
    Extents::of(&rows(given, ctas)).check(Dimension::M, given.number(Field::M), code)?;
    columns(given, ctas).check(Dimension::N, given.number(Field::N), code)?;
    Extents { few: Vec::new(), multiples: Some((1, 0, 15)) }.check(
        Dimension::Count,
        given.number(Field::Count),
        code,
    )?;
    if kind.is_scaled {
        // A sparse A has twice as many elements where a dense one has a block.
        let unit = if is_sparse(given) { 32 } else { 16 };
        scales(given, if kind.bits == 4 { unit } else { 2 * unit }, 2 * unit)?;
    }
    for (field, element) in [(Field::MajorA, Field::A), (Field::MajorB, Field::B)] {
        let is_along_mn = given.word(field).is_some_and(|major| major.ends_with("MN"));
        let by_place = field == Field::MajorA && given.is(Field::Location, "_TS");
        if let Some(element) = given.element(element).filter(|_| is_along_mn && (by_place || kind.bits == 4)) {
            return Err(Reason::Major { element: element.code, by_place });
        }
    }
    Ok(())
}

const fn only(slot: Slot, taken: fn(&Parameters) -> Taken) -> Argument {
    Argument { slot, taken }
}

fn where_that(is_taken: bool) -> Taken {
    if is_taken { Taken::Needed } else { Taken::Absent }
}

/// `SM100_MMA_…<A,B,C,M,N,majors>`.
pub(super) static PRODUCT: Rule = Rule {
    source: "PTX ISA, TensorCore 5th Generation Family Instructions: tcgen05.mma, Matrix shape, Data types, Instruction \
             descriptor",
    slots: &[
        Slot::Word(Field::Family, &["SM100_MMA_", "SM103::SM103_"]),
        Slot::Word(Field::Kind, &["F16BF16", "TF32", "S8", "F8F6F4", "MXF8F6F4", "MXF4", "MXF4NVF4", "MXF4_ULTRA"]),
        Slot::Word(Field::Group, &["", "_2x1SM"]),
        Slot::Word(Field::Location, &["_SS", "_TS"]),
        Slot::Word(Field::Suffix, &["", "_SPARSE", "_SCALED", "_VS"]),
    ],
    arguments: &[
        needed(Slot::Type(Field::A, FACTORS)),
        needed(Slot::Type(Field::B, FACTORS)),
        needed(Slot::Type(Field::C, &["F32", "F16", "S32"])),
        only(Slot::Type(Field::Scale, &["UE8M0", "UE4M3"]), |given| {
            where_that(kind(given).is_some_and(|kind| kind.is_scaled))
        }),
        needed(Slot::Number(Field::M, Listed::These(&[64, 128, 256]))),
        needed(Slot::Number(Field::N, Listed::Multiples(8, 256))),
        only(Slot::Number(Field::Vector, Listed::These(&[16, 32, 64])), |given| {
            where_that(kind(given).is_some_and(|kind| kind.is_scaled && kind.bits == 4))
        }),
        needed(Slot::Word(Field::MajorA, MAJORS)),
        needed(Slot::Word(Field::MajorB, MAJORS)),
        only(Slot::Number(Field::Count, Listed::These(&[1])), |given| where_that(given.is(Field::Suffix, "_SCALED"))),
        defaulted(Slot::Word(Field::SignA, SIGNS)),
        defaulted(Slot::Word(Field::SignB, SIGNS)),
        defaulted(Slot::Word(Field::Saturation, &["UMMA::Saturate::False", "UMMA::Saturate::True"])),
    ],
    check,
    sketch: |given| {
        let (kind, ctas) = (kind(given)?, ctas(given)?);
        let (m, n) = (given.number(Field::M)?, given.number(Field::N)?);
        let (a, b, c) = (given.element(Field::A)?, given.element(Field::B)?, given.element(Field::C)?);
        // Half of a sparse A is left out; of 4 bits always both of a pair, so that a byte stands for four elements.
        let a: ElementType = match (is_sparse(given), kind.bits) {
            (false, _) => a,
            (true, 4) => super::super::element::of_code("U8")?.sparse(4),
            (true, _) => a.sparse(2),
        };
        let k = kind.depth / kind.bits * if is_sparse(given) { 2 } else { 1 };
        let own = |rows: i64, columns: i64, element, place| Factor {
            part: Part::of_ctas(ctas, rows, columns),
            element,
            place,
        };
        let place = if given.is(Field::Location, "_TS") { Place::Tensor } else { Place::Shared };
        let operands = [own(m, k, a, place), own(n, k, b, Place::Shared), own(m, n, c, Place::Tensor)];
        Some(Sketch::Product { shape: [m, n, k], threads: modes([(ctas, 1, Counts::Ctas)]), operands })
    },
};
