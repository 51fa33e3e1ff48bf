//! Types of elements, as names of atoms have them.

/// A type of elements of a matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementType {
    /// Code in names of atoms: `F16`, `BF16`, `E4M3`, `S8`.
    pub code: &'static str,
    /// Its name in C++ without a namespace: `half_t`.
    pub cpp: &'static str,
    /// Name that a compiler gives it: `cutlass::half_t`, `signed char`.
    pub compiled: &'static str,
    /// Number of bits of an element.
    pub bits: u32,
    /// Number of elements of the matrix that one of memory stands for, in a sparse operand 2.
    pub sparsity: u32,
    /// Kind of its numbers.
    pub kind: ElementKind,
}

/// Kind of number that an element is: types of one kind and width may meet in one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementKind {
    /// A floating-point number of at least 16 bits: it meets only its own type.
    Float,
    /// A floating-point number of 8, 6 or 4 bits.
    Narrow,
    /// An integer.
    Integer,
    /// A pair of floating-point numbers.
    Complex,
    /// The factor that blocks of narrow elements are scaled by.
    Scale,
}

use ElementKind::{Complex, Float, Integer, Narrow, Scale};

/// A row for each: code, name in C++, what a compiler calls it, bits, kind.
const ELEMENTS: [(&str, &str, &str, u32, ElementKind); 28] = [
    ("F16", "half_t", "cutlass::half_t", 16, Float),
    ("BF16", "bfloat16_t", "cutlass::bfloat16_t", 16, Float),
    ("TF32", "tfloat32_t", "cutlass::tfloat32_t", 32, Float),
    ("F32", "float", "float", 32, Float),
    ("F64", "double", "double", 64, Float),
    ("C32", "complex<float>", "cutlass::complex<float>", 64, Complex),
    ("C64", "complex<double>", "cutlass::complex<double>", 128, Complex),
    // Three doubles, by which Gauss multiplies complex numbers; a type within the instruction's own.
    ("GC64", "GaussComplex", "GaussComplex", 192, Complex),
    ("E5M2", "float_e5m2_t", "cutlass::float_e5m2_t", 8, Narrow),
    ("E4M3", "float_e4m3_t", "cutlass::float_e4m3_t", 8, Narrow),
    ("E3M2", "float_e3m2_t", "cutlass::float_e3m2_t", 6, Narrow),
    ("E2M3", "float_e2m3_t", "cutlass::float_e2m3_t", 6, Narrow),
    ("E2M1", "float_e2m1_t", "cutlass::float_e2m1_t", 4, Narrow),
    ("UE8M0", "float_ue8m0_t", "cutlass::float_ue8m0_t", 8, Scale),
    ("UE4M3", "float_ue4m3_t", "cutlass::float_ue4m3_t", 8, Scale),
    ("S4", "int4_t", "cutlass::integer_subbyte<4, true>", 4, Integer),
    ("S8", "int8_t", "signed char", 8, Integer),
    ("S16", "int16_t", "short", 16, Integer),
    ("S32", "int32_t", "int", 32, Integer),
    ("S64", "int64_t", "long", 64, Integer),
    ("U1", "uint1_t", "cutlass::integer_subbyte<1, false>", 1, Integer),
    ("U2", "uint2_t", "cutlass::integer_subbyte<2, false>", 2, Integer),
    ("U4", "uint4_t", "cutlass::integer_subbyte<4, false>", 4, Integer),
    ("U8", "uint8_t", "unsigned char", 8, Integer),
    ("U16", "uint16_t", "unsigned short", 16, Integer),
    ("U32", "uint32_t", "unsigned int", 32, Integer),
    ("U64", "uint64_t", "unsigned long", 64, Integer),
    ("U128", "uint128_t", "cutlass::uint128_t", 128, Integer),
];

/// All types, each of its own code.
pub fn elements() -> impl Iterator<Item = ElementType> {
    ELEMENTS.iter().map(|&(code, cpp, compiled, bits, kind)| ElementType {
        code,
        cpp,
        compiled,
        bits,
        sparsity: 1,
        kind,
    })
}

/// The type of a code: `F16`.
pub fn of_code(code: &str) -> Option<ElementType> {
    elements().find(|element| element.code == code)
}

/// The type that C++ calls so, with the namespace `cutlass` or without it: `half_t`, `int8_t`, `signed char`.
pub fn of_cpp(name: &str) -> Option<ElementType> {
    let name = name.strip_prefix("cutlass::").unwrap_or(name);
    let without = |compiled: &str| compiled.trim_start_matches("cutlass::").replace(", ", ",");
    // Those below a byte have a `b` more in the namespace `cutlass`.
    let of_cutlass = |element: &ElementType| element.bits < 8 && element.cpp.replace("_t", "b_t") == name;
    elements().find(|element| element.cpp == name || without(element.compiled) == name || of_cutlass(element))
}

impl ElementType {
    /// The type of a sparse operand, of which one element in memory stands for `sparsity` of the matrix.
    pub fn sparse(self, sparsity: u32) -> Self {
        ElementType { sparsity, ..self }
    }

    /// Returns the text that a compiler prints for it as an operand of the instruction `atom`.
    pub fn printed(&self, atom: &str) -> String {
        let one = match self.code {
            "GC64" => format!("cute::{atom}::{}", self.compiled),
            _ => self.compiled.to_string(),
        };
        match self.sparsity {
            1 => one,
            sparsity => format!("cute::sparse_elem<{sparsity}, {one}>"),
        }
    }

    /// Returns true if both may be the factors of one instruction: the same type, or integers or narrow floating-point
    /// numbers of the same width.
    pub fn goes_with(&self, other: &ElementType) -> bool {
        self.code == other.code
            || self.kind == other.kind && self.bits == other.bits && matches!(self.kind, Integer | Narrow)
    }

    /// Returns the types in which products of it are added up: codes, the widest first.
    pub fn accumulators(&self) -> &'static [&'static str] {
        match (self.kind, self.code) {
            (Narrow, _) | (_, "F16") => &["F32", "F16"],
            (Float, "F64") => &["F64"],
            (Float, _) => &["F32"],
            (Complex, _) => &["C64", "GC64"],
            (Integer, _) => &["S32"],
            (Scale, _) => &[],
        }
    }

    /// Returns the number of them that fill 32 bits, and 1 if one does not fit.
    pub fn in_a_register(&self) -> i64 {
        i64::from((32 / self.bits.max(1)).max(1))
    }
}
