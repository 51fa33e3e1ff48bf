//! Products of a wave of an AMD GPU: `v_mfma_…` of CDNA 1 to 3, `v_wmma_…` of RDNA 3 and 4.
//!
//! Of the first, instructions that multiply one pair of matrices; those that multiply several pairs at once have no one
//! `(M,N,K)`. The second are called alike in RDNA 3 (`gfx11`) and 4 (`gfx12`) and lie differently, so that the name says
//! for which.

use super::super::Place;
use super::super::element::{ElementType, of_code};
use super::Rule;
use super::grammar::{Field, Listed, Parameters, Slot};
use super::reason::{Dimension, Extents, Reason};
use super::sketch::{Counts, Factor, Mode, Part, Sketch, modes};

/// A word of AMD's for a type, and the type.
fn element(word: &str) -> Option<ElementType> {
    of_code(match word.trim_start_matches('_') {
        "f64" => "F64",
        "f32" => "F32",
        "xf32" => "TF32",
        "f16" => "F16",
        "bf16" => "BF16",
        "i32" => "S32",
        "i8" | "iu8" => "S8",
        "iu4" => "S4",
        "fp8" => "E4M3",
        "bf8" => "E5M2",
        _ => return None,
    })
}

/// The type of a field, as its word says.
fn element_of(given: &Parameters, field: Field) -> Option<ElementType> {
    element(given.word(field)?)
}

/// Refuses a word that is none of these.
fn among(given: &Parameters, field: Field, legal: &[&'static str]) -> Result<(), Reason> {
    match given.word(field) {
        Some(found) if !legal.contains(&found) => {
            let element = element_of(given, Field::Family).map(|element| element.code);
            Err(Reason::Ending { found, legal: legal.to_vec(), element })
        }
        _ => Ok(()),
    }
}

/// Lists what follows the name of a factor of 8 bits: the type of the other factor.
fn seconds(word: &str) -> &'static [&'static str] {
    if matches!(word, "fp8" | "bf8") { &["_fp8", "_bf8"] } else { &[""] }
}

/// Returns the number of neighbours along K that a lane of CDNA has. Names of CDNA 3 have a `_` before the type.
fn neighbours(given: &Parameters, word: &str) -> i64 {
    let is_third = given.is(Field::Location, "_");
    match word {
        "f32" | "f64" => 1,
        "xf32" => 2,
        "bf16" if !is_third && !given.is(Field::Sparse, "_1k") => 2,
        "f16" | "bf16" => 4,
        "i8" if !is_third => 4,
        _ => 8,
    }
}

/// The types that a result has whose factors have this one.
fn sums(word: &str) -> &'static [&'static str] {
    match word {
        "f64" => &["f64"],
        "i8" => &["i32"],
        _ => &["f32"],
    }
}

/// `v_mfma_D_MxNxK_A`: 64 lanes; a lane has neighbours along K of a row of A, and of a column of B.
pub(super) static MATRIX: Rule = Rule {
    source: "AMD Instinct MI300 Instruction Set Architecture, Matrix Arithmetic Instructions: Dense Matrix Layouts; AMD \
             Matrix Instruction Calculator",
    slots: &[
        Slot::Text("v_mfma_"),
        Slot::Word(Field::Kind, &["f32", "f64", "i32"]),
        Slot::Text("_"),
        Slot::Number(Field::M, Listed::These(&[32, 16])),
        Slot::Text("x"),
        Slot::Number(Field::N, Listed::These(&[32, 16])),
        Slot::Text("x"),
        Slot::Number(Field::K, Listed::These(&[2, 4, 8, 16, 32])),
        Slot::Word(Field::Group, &["", "_2b", "_4b", "_16b"]),
        Slot::Word(Field::Location, &["_", ""]),
        Slot::Word(Field::Family, &["f16", "bf16", "f32", "f64", "xf32", "i8", "fp8", "bf8"]),
        Slot::Word(Field::Suffix, &["", "_fp8", "_bf8"]),
        Slot::Word(Field::Sparse, &["", "_1k"]),
    ],
    arguments: &[],
    check: |given| {
        if let Some(word) = given.word(Field::Group).filter(|word| !word.is_empty()) {
            let count = word.trim_matches(['_', 'b']).parse().unwrap_or_default();
            return Err(Reason::Blocks { count });
        }
        let word = given.word(Field::Family);
        let code = word.and_then(element).map(|element| element.code);
        let rows: &[i64] = if word == Some("f64") { &[16] } else { &[16, 32] };
        let m = given.number(Field::M);
        Extents::of(rows).check(Dimension::M, m, code)?;
        Extents::of(&m.map_or(rows.to_vec(), |m| vec![m])).check(Dimension::N, given.number(Field::N), code)?;
        let Some(word) = word else { return Ok(()) };
        if matches!(word, "fp8" | "bf8" | "xf32") {
            among(given, Field::Location, &["_"])?;
        }
        among(given, Field::Kind, sums(word))?;
        among(given, Field::Suffix, seconds(word))?;
        let has_longer = word == "bf16" && given.is(Field::Location, "");
        among(given, Field::Sparse, if has_longer { &["", "_1k"] } else { &[""] })?;
        if has_longer && given.word(Field::Sparse).is_none() {
            return Ok(());
        }
        let depth = m.filter(|m| *m > 0).map_or(Vec::new(), |m| vec![neighbours(given, word) * 64 / m]);
        let k = given.number(Field::K).filter(|_| !depth.is_empty());
        Extents::of(&depth).check(Dimension::K, k, code)
    },
    sketch: |given| {
        let (m, k) = (given.number(Field::M)?, given.number(Field::K)?);
        let word = given.word(Field::Family)?;
        let (a, c) = (element(word)?, element_of(given, Field::Kind)?);
        let b = given.word(Field::Suffix).and_then(element).unwrap_or(a);
        let (own, groups) = (neighbours(given, word), 64 / m.max(1));
        let factor = |element| Factor {
            part: Part::new(
                modes([(m, 1, Counts::Threads), (groups, own * m, Counts::Threads)]),
                modes([(own, m, Counts::Elements)]),
            ),
            element,
            place: Place::Registers,
        };
        // Rows are dealt out by four, of doubles one by one.
        let four = if c.bits == 64 { 1 } else { 4 };
        let result = Part::new(
            modes([(m, m, Counts::Threads), (groups, four, Counts::Threads)]),
            modes([(four, 1, Counts::Values), (m / (four * groups), four * groups, Counts::Values)]),
        );
        let result = Factor { part: result, element: c, place: Place::Registers };
        let threads = modes([(64, 1, Counts::Threads)]);
        Some(Sketch::Product { shape: [m, m, k], threads, operands: [factor(a), factor(b), result] })
    },
};

/// Types of the factors of RDNA.
const OF_RDNA: &[&str] = &["f16", "bf16", "iu8", "iu4", "fp8", "bf8"];

/// `gfx11::v_wmma_D_16x16xK_A`, `gfx12::…`: 32 lanes. In RDNA 3 both halves of the wave hold the same rows of A and columns
/// of B, whole; in RDNA 4 they take turns along K, 64 bits at a time. C is dealt out row by row in RDNA 3, by eight in 4.
pub(super) static WAVE: Rule = Rule {
    source: "AMD RDNA3 and RDNA4 Instruction Set Architecture, Wave Matrix Multiply Accumulate; AMD Matrix Instruction \
             Calculator",
    slots: &[
        Slot::Word(Field::Group, &["gfx11::", "gfx12::"]),
        Slot::Text("v_wmma_"),
        Slot::Word(Field::Kind, &["f32", "i32", "f16", "bf16"]),
        Slot::Text("_16x16x"),
        Slot::Number(Field::K, Listed::These(&[16, 32])),
        Slot::Text("_"),
        Slot::Word(Field::Family, OF_RDNA),
        Slot::Word(Field::Suffix, &["", "_fp8", "_bf8"]),
    ],
    arguments: &[],
    check: |given| {
        let is_third = given.is(Field::Group, "gfx11::");
        let Some(word) = given.word(Field::Family) else {
            return Extents::of(&[16, 32]).check(Dimension::K, given.number(Field::K), None);
        };
        if is_third {
            among(given, Field::Family, &["f16", "bf16", "iu8", "iu4"])?;
        }
        let legal: &[&'static str] = match word {
            "iu8" | "iu4" => &["i32"],
            "f16" => &["f32", "f16"],
            "bf16" => &["f32", "bf16"],
            _ => &["f32"],
        };
        among(given, Field::Kind, legal)?;
        among(given, Field::Suffix, seconds(word))?;
        let depth: &[i64] = if word == "iu4" && !is_third { &[16, 32] } else { &[16] };
        let code = element(word).map(|element| element.code);
        Extents::of(depth).check(Dimension::K, given.number(Field::K), code)?;
        match element_of(given, Field::Kind) {
            Some(sum) if is_third && sum.bits == 16 => Err(Reason::Half { element: sum.code }),
            _ => Ok(()),
        }
    },
    sketch: |given| {
        let is_third = given.is(Field::Group, "gfx11::");
        let k = given.number(Field::K)?;
        let a = element_of(given, Field::Family)?;
        let b = given.word(Field::Suffix).and_then(element).unwrap_or(a);
        let factor = |element: ElementType| {
            let run = (64 / i64::from(element.bits.max(1))).min(k / 2);
            let part = if is_third {
                let twice = Mode { extent: 2, stride: 0, counts: Counts::Copies };
                Part::new(
                    vec![Mode { extent: 16, stride: 1, counts: Counts::Threads }, twice],
                    modes([(k, 16, Counts::Elements)]),
                )
            } else {
                Part::new(
                    modes([(16, 1, Counts::Threads), (2, 16 * run, Counts::Threads)]),
                    modes([(run, 16, Counts::Elements), (k / (2 * run), 32 * run, Counts::Values)]),
                )
            };
            Factor { part, element, place: Place::Registers }
        };
        let [half, row] = if is_third { [1, 2] } else { [8, 1] };
        let part = Part::new(
            modes([(16, 16, Counts::Threads), (2, half, Counts::Threads)]),
            modes([(8, row, Counts::Values)]),
        );
        let result = Factor { part, element: element_of(given, Field::Kind)?, place: Place::Registers };
        let threads = modes([(32, 1, Counts::Threads)]);
        Some(Sketch::Product { shape: [16, 16, k], threads, operands: [factor(a), factor(b), result] })
    },
};
