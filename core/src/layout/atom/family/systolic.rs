//! Products of a subgroup of an Intel GPU: DPAS, a systolic array eight deep.

use super::super::Place;
use super::Rule;
use super::grammar::{Codes, Field, Listed, Slot};
use super::reason::{Dimension, Extents, Reason};
use super::simple::adds_up;
use super::sketch::{Counts, Factor, Mode, Part, Sketch, modes};
use super::warp::{extents, factors};

const FACTORS: Codes = &["BF16", "F16", "S8", "U8", "TF32"];
const SUMS: Codes = &["F32", "BF16", "F16", "S32"];

/// `XE_Mx16xK_DABC_TT`: 16 lanes; K is 256 bits of a row. A lane of B and C has a column; of A it has 16 bits of each row,
/// and where elements have 32, of every second one.
pub(super) static SYSTOLIC: Rule = Rule {
    source: "OpenCL Extension Specification, cl_intel_subgroup_matrix_multiply_accumulate, and its tf32 relative; SYCL*TLA, \
             XE_Mx16xK atoms",
    slots: &[
        Slot::Text("XE_"),
        Slot::Number(Field::M, Listed::These(&[8, 4, 2, 1])),
        Slot::Text("x"),
        Slot::Number(Field::N, Listed::These(&[16])),
        Slot::Text("x"),
        Slot::Number(Field::K, Listed::These(&[8, 16, 32])),
        Slot::Text("_"),
        Slot::Codes(&[(Field::D, SUMS), (Field::A, FACTORS), (Field::B, FACTORS), (Field::C, SUMS)]),
        Slot::Text("_TT"),
    ],
    arguments: &[],
    check: |given| {
        Extents::of(&[1, 2, 4, 8]).check(Dimension::M, given.number(Field::M), None)?;
        Extents::of(&[16]).check(Dimension::N, given.number(Field::N), None)?;
        let Some(a) = given.element(Field::A) else { return Ok(()) };
        if !FACTORS.contains(&a.code) {
            return Err(Reason::Type { found: a.code, legal: FACTORS.to_vec() });
        }
        let depth = i64::from(256 / a.bits.max(1));
        Extents::of(&[depth]).check(Dimension::K, given.number(Field::K), Some(a.code))?;
        factors(given)?;
        let legal: &[&'static str] = match a.code {
            "S8" | "U8" => &["S32"],
            "BF16" => &["F32", "BF16"],
            "F16" => &["F32", "F16"],
            _ => &["F32"],
        };
        for sum in [Field::D, Field::C].into_iter().filter_map(|field| given.element(field)) {
            adds_up(a, sum, legal)?;
        }
        Ok(())
    },
    sketch: |given| {
        let [m, n, k] = extents(given)?;
        let (a, b, c) = (given.element(Field::A)?, given.element(Field::B)?, given.element(Field::C)?);
        let factor = |part, element| Factor { part, element, place: Place::Registers };
        let left = match i64::from(16 / a.bits.max(1)) {
            // The lanes that K leaves over take the next row; of one row there is none.
            0 => {
                let below = Mode { extent: 2, stride: if m == 1 { 0 } else { 1 }, counts: Counts::Threads };
                let along = Mode { extent: 8, stride: m, counts: Counts::Threads };
                Part::new(vec![along, below], modes([(m / 2, 2, Counts::Rows)]))
            }
            pair => Part::new(
                modes([(16, pair * m, Counts::Threads)]),
                modes([(pair, m, Counts::Elements), (m, 1, Counts::Rows)]),
            ),
        };
        let column = |rows: i64, along: i64, between: i64, counts| {
            Part::new(modes([(16, along, Counts::Threads)]), modes([(rows, between, counts)]))
        };
        let operands =
            [factor(left, a), factor(column(k, 1, n, Counts::Elements), b), factor(column(m, m, 1, Counts::Rows), c)];
        let threads = modes([(16, 1, Counts::Threads)]);
        Some(Sketch::Product { shape: [m, n, k], threads, operands })
    },
};
