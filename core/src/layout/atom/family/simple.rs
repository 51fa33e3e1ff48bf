//! Instructions of one thread or of eight: fused multiply-adds, dot products, quad pairs, and copies of a word.

use super::super::Place;
use super::super::element::{ElementType, of_code};
use super::Rule;
use super::grammar::{Argument, Codes, Field, Listed, Parameters, Slot, Taken, defaulted, needed};
use super::reason::{Dimension, Extents, Reason};
use super::sketch::{Counts, Factor, Part, Side, Sketch, modes};

/// Types that the C++ of one thread adds and multiplies.
const SCALARS: Codes =
    &["F16", "BF16", "TF32", "F32", "F64", "C32", "C64", "S8", "U8", "S16", "U16", "S32", "U32", "S64", "U64"];

/// Types that are copied, a word at a time.
const WORDS: Codes =
    &["U8", "U16", "U32", "U64", "U128", "S8", "S16", "S32", "S64", "F16", "BF16", "F32", "F64", "C64"];

fn registers(part: Part, element: ElementType) -> Factor {
    Factor { part, element, place: Place::Registers }
}

/// A product of one thread: each operand is all of its tile.
fn of_one_thread(shape: [i64; 3], [a, b, c]: [ElementType; 3]) -> Sketch {
    let [m, n, k] = shape;
    let tile =
        |rows: i64, columns: i64, element| registers(Part::of_one_thread(rows * columns, Counts::Values), element);
    Sketch::Product { shape, threads: Vec::new(), operands: [tile(m, k, a), tile(n, k, b), tile(m, n, c)] }
}

/// `UniversalFMA<D,A,B,C>`: one product of any types that C++ multiplies, by default all like D.
pub(super) static FUSED: Rule = Rule {
    source: "CUTLASS, cute/arch/mma.hpp",
    slots: &[Slot::Text("Universal"), Slot::Text("FMA")],
    arguments: &[
        needed(Slot::Type(Field::D, SCALARS)),
        defaulted(Slot::Type(Field::A, SCALARS)),
        defaulted(Slot::Type(Field::B, SCALARS)),
        defaulted(Slot::Type(Field::C, SCALARS)),
    ],
    check: |_| Ok(()),
    sketch: |given| {
        let d = given.element(Field::D)?;
        let a = given.element(Field::A).unwrap_or(d);
        let b = given.element(Field::B).unwrap_or(a);
        Some(of_one_thread([1, 1, 1], [a, b, given.element(Field::C).unwrap_or(d)]))
    },
};

/// `SM61_DPkA`: a dot product of k integers that fill a register.
pub(super) static DOT: Rule = Rule {
    source: "PTX ISA, Integer Arithmetic Instructions: dp4a, dp2a",
    slots: &[Slot::Text("SM61_DP"), Slot::Number(Field::K, Listed::These(&[4, 2])), Slot::Text("A")],
    arguments: &[],
    check: |given| Extents::of(&[4, 2]).check(Dimension::K, given.number(Field::K), None),
    sketch: |given| {
        let k = given.number(Field::K)?;
        let factor = of_code(&format!("S{}", 32 / k.max(1)))?;
        Some(of_one_thread([1, 1, k], [factor, factor, of_code("S32")?]))
    },
};

/// `SM100_MxNx1_…`: two products at once, along M or along N.
pub(super) static PAIRED: Rule = Rule {
    source: "PTX ISA, Floating Point Instructions: fma.f32x2",
    slots: &[
        Slot::Text("SM100_"),
        Slot::Number(Field::M, Listed::These(&[2, 1])),
        Slot::Text("x"),
        Slot::Number(Field::N, Listed::These(&[2, 1])),
        Slot::Text("x1_"),
        Slot::Codes(&[(Field::D, &["F32"]), (Field::A, &["F32"]), (Field::B, &["F32"]), (Field::C, &["F32"])]),
    ],
    arguments: &[],
    check: |given| {
        let other = given.number(Field::M).map_or(vec![1, 2], |m| vec![if m == 2 { 1 } else { 2 }]);
        Extents::of(&[1, 2]).check(Dimension::M, given.number(Field::M), None)?;
        Extents::of(&other).check(Dimension::N, given.number(Field::N), None)?;
        let types = [Field::D, Field::A, Field::B, Field::C].map(|field| given.element(field));
        types.into_iter().flatten().try_for_each(|found| one_of(found, &["F32"]))
    },
    sketch: |given| {
        let element = of_code("F32")?;
        Some(of_one_thread([given.number(Field::M)?, given.number(Field::N)?, 1], [element; 3]))
    },
};

/// Refuses a type that is none of those of these codes.
pub(super) fn one_of(found: ElementType, legal: &[&'static str]) -> Result<(), Reason> {
    match legal.contains(&found.code) {
        true => Ok(()),
        false => Err(Reason::Type { found: found.code, legal: legal.to_vec() }),
    }
}

/// Refuses a type of the result that the products of A are not added up in.
pub(super) fn adds_up(a: ElementType, found: ElementType, legal: &[&'static str]) -> Result<(), Reason> {
    match legal.contains(&found.code) {
        true => Ok(()),
        false => Err(Reason::Accumulator { a: a.code, found: found.code, legal: legal.to_vec() }),
    }
}

/// `SM70_8x8x4_…`: two quads, 16 lanes apart, multiply 8 by 8 by 4. A factor that lies along K gives each thread a row; one
/// that lies along M or N gives each lane of a quad a column, four rows of it to the first quad and four to the second.
pub(super) static QUAD_PAIR: Rule = Rule {
    source: "PTX ISA, Matrix Fragments for mma.m8n8k4 with .f16 floating point type",
    slots: &[
        Slot::Text("SM70_8x8x4_"),
        Slot::Codes(&[
            (Field::D, &["F16", "F32"]),
            (Field::A, &["F16"]),
            (Field::B, &["F16"]),
            (Field::C, &["F16", "F32"]),
        ]),
        Slot::Text("_"),
        Slot::Word(Field::MajorA, &["T", "N"]),
        Slot::Word(Field::MajorB, &["T", "N"]),
    ],
    arguments: &[],
    check: |given| {
        for factor in [Field::A, Field::B].map(|field| given.element(field)).into_iter().flatten() {
            one_of(factor, &["F16"])?;
        }
        let (Some(a), Some(d)) = (given.element(Field::A), given.element(Field::D)) else { return Ok(()) };
        adds_up(a, d, a.accumulators())?;
        given.element(Field::C).map_or(Ok(()), |c| adds_up(a, c, &[d.code]))
    },
    sketch: |given| {
        let (a, b, c) = (given.element(Field::A)?, given.element(Field::B)?, given.element(Field::C)?);
        let whole_rows = || Part::new(modes([(8, 1, Counts::Threads)]), modes([(4, 8, Counts::Values)]));
        let halves_of_columns =
            || Part::new(modes([(4, 8, Counts::Threads), (2, 4, Counts::Threads)]), modes([(4, 1, Counts::Values)]));
        let factor = |is_along_k: bool| if is_along_k { whole_rows() } else { halves_of_columns() };
        let sums = match c.bits {
            16 => Part::new(modes([(8, 1, Counts::Threads)]), modes([(8, 8, Counts::Values)])),
            // Of 32 bits each: rows and columns are dealt out in turn, bit by bit.
            _ => Part::new(
                modes([(2, 1, Counts::Threads), (2, 16, Counts::Threads), (2, 4, Counts::Threads)]),
                modes([(2, 8, Counts::Values), (2, 2, Counts::Values), (2, 32, Counts::Values)]),
            ),
        };
        let (along_a, along_b) = (factor(given.is(Field::MajorA, "T")), factor(given.is(Field::MajorB, "N")));
        let operands = [registers(along_a, a), registers(along_b, b), registers(sums, c)];
        let threads = modes([(4, 1, Counts::Threads), (2, 16, Counts::Threads)]);
        Some(Sketch::Product { shape: [8, 8, 4], threads, operands })
    },
};

/// A copy of so many bits by one thread; of none, where the atom leaves that open.
fn of_bits(bits: i64) -> Sketch {
    let side = Part::of_one_thread(bits, Counts::Bits);
    Sketch::Copy { threads: Vec::new(), source: side.clone(), destination: side, reference: Side::Source }
}

/// Both types of a copy have the same width, one that there is.
fn widths(given: &Parameters, legal: &[i64]) -> Result<(), Reason> {
    let Some(source) = given.element(Field::A) else { return Ok(()) };
    let bits = i64::from(source.bits);
    Extents::of(legal).check(Dimension::Bits, Some(bits), Some(source.code))?;
    let other = given.element(Field::B);
    Extents::of(&[bits]).check(Dimension::Bits, other.map(|other| i64::from(other.bits)), other.map(|other| other.code))
}

/// The types of a copy: that of the destination is the source's, if nothing is said.
const OF_TYPES: &[Argument] = &[needed(Slot::Type(Field::A, WORDS)), defaulted(Slot::Type(Field::B, WORDS))];

fn of_type(given: &Parameters) -> Option<Sketch> {
    Some(of_bits(i64::from(given.element(Field::A)?.bits)))
}

/// `UniversalCopy<T>`: a word as C++ assigns it.
pub(super) static COPY: Rule = Rule {
    source: "CUTLASS, cute/arch/copy.hpp",
    slots: &[Slot::Text("Universal"), Slot::Text("Copy")],
    arguments: OF_TYPES,
    check: |given| widths(given, &[8, 16, 32, 64, 128, 192]),
    sketch: of_type,
};

/// `SM80_CP_ASYNC_…<T>`: 4, 8 or 16 bytes from global to shared memory; past the first cache 16 alone.
pub(super) static ASYNCHRONOUS: Rule = Rule {
    source: "PTX ISA, Data Movement and Conversion Instructions: cp.async",
    slots: &[
        Slot::Text("SM80_CP_ASYNC_CACHE"),
        Slot::Word(Field::Location, &["ALWAYS", "GLOBAL"]),
        Slot::Word(Field::Suffix, &["", "_ZFILL"]),
    ],
    arguments: OF_TYPES,
    check: |given| widths(given, if given.is(Field::Location, "GLOBAL") { &[128] } else { &[32, 64, 128] }),
    sketch: of_type,
};

/// `…CopyWithAssumedAlignment<bits>` and its two short names: the layouts decide how wide the words are.
pub(super) static VECTORIZED: Rule = Rule {
    source: "CUTLASS, cute/arch/copy.hpp",
    slots: &[
        Slot::Word(Field::Family, &["AutoVectorizing", "Default"]),
        Slot::Text("Copy"),
        Slot::Word(Field::Suffix, &["", "WithAssumedAlignment"]),
    ],
    arguments: &[Argument {
        slot: Slot::Number(Field::Bits, Listed::These(&[8, 16, 32, 64, 128])),
        taken: |given| if given.is(Field::Suffix, "") { Taken::Absent } else { Taken::Needed },
    }],
    check: |given| {
        Extents::of(&[8, 16, 32, 64, 128]).check(Dimension::Bits, given.number(Field::Bits), None)?;
        match given.word(Field::Suffix) {
            Some(found) if !found.is_empty() && given.is(Field::Family, "Default") => {
                Err(Reason::Ending { found, legal: vec![""], element: None })
            }
            _ => Ok(()),
        }
    },
    sketch: |_| Some(of_bits(1)),
};

/// `SM100_LOAD_256bit_…`, `SM100_STORE_256bit_…`: one thread's 32 bytes past the first cache.
pub(super) static WIDE: Rule = Rule {
    source: "PTX ISA, Data Movement and Conversion Instructions: ld, st with .L1::no_allocate and .v8.b32",
    slots: &[
        Slot::Text("SM100_"),
        Slot::Word(Field::Location, &["LOAD", "STORE"]),
        Slot::Text("_"),
        Slot::Number(Field::Bits, Listed::These(&[256])),
        Slot::Text("bit_CACHE_NOALLOCATION"),
    ],
    arguments: &[],
    check: |given| Extents::of(&[256]).check(Dimension::Bits, given.number(Field::Bits), None),
    sketch: |given| Some(of_bits(given.number(Field::Bits)?)),
};
