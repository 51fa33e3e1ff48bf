//! Atoms as the types of a compiler's IR describe them, as C++ names them.
//!
//! NVIDIA CUTLASS: the dialect `cute_nvgpu` of the CuTe DSL; `cute/arch` for the names. ROCm FlyDSL: its copies.

use super::value::{element_bits, pieces};

/// The atom that a type describes: `cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32)>`.
pub(super) fn atom(kind: &str, inner: &str) -> Option<String> {
    match instruction(kind, inner)? {
        Instruction::Mma(name) => Some(format!("MMA_Atom<{name}>{{}}")),
        Instruction::Copy(copy) => Some(copy),
    }
}

/// The same as what a tiled MMA or a tiled copy is made of.
pub(super) fn operand(of: &str) -> Option<String> {
    let (kind, inner) = of.trim().strip_suffix('>')?.split_once('<')?;
    match instruction(kind.rsplit_once('!').map_or(kind, |(_, kind)| kind), inner)? {
        Instruction::Mma(name) => Some(format!("{name}{{}}")),
        Instruction::Copy(copy) => Some(copy),
    }
}

enum Instruction {
    /// Its name.
    Mma(String),
    /// The atom.
    Copy(String),
}

fn instruction(kind: &str, inner: &str) -> Option<Instruction> {
    let kind = kind.trim_start_matches("cute_nvgpu.").trim_start_matches("cute.").trim_start_matches("fly.");
    let all = pieces(inner);
    let first = all.first().copied()?;
    let copy = |operation: &str, element: &str| {
        Some(Instruction::Copy(format!("Copy_Atom<{operation}, {}>{{}}", element_of(element)?)))
    };
    let bits = || {
        let said = all.iter().find_map(|piece| piece.strip_suffix(" b")?.trim().parse::<i64>().ok());
        said.or_else(|| element_bits(first))
    };
    let (is_transposed, matrices) = (all.contains(&"t"), || field(&all, "num_matrices")?.parse::<i64>().ok());
    match kind {
        "sm80.mma" => {
            let elements = field(&all, "elem_type")?.trim_matches(['(', ')', ' ']);
            let [a, b, c] = elements.split(',').map(str::trim).collect::<Vec<_>>()[..] else { return None };
            let [a, b, c] = [letters(a)?, letters(b)?, letters(c)?];
            Some(Instruction::Mma(format!("SM80_{first}_{c}{a}{b}{c}_TN")))
        }
        "atom.universal_fma" => {
            let element = all.last()?.rsplit("->").next()?.trim();
            Some(Instruction::Mma(format!("UniversalFMA<{}>", element_of(element)?)))
        }
        "atom.universal_copy" => copy(&format!("UniversalCopy<uint{}_t>", bits()?), first),
        "atom.simt_async_copy" => {
            let cache = if field(&all, "cache") == Some("global") { "GLOBAL" } else { "ALWAYS" };
            copy(&format!("SM80_CP_ASYNC_CACHE{cache}<uint{}_t>", bits()?), first)
        }
        "atom.ldsm" | "atom.stsm" => {
            let element = field(&all, "val_type").unwrap_or(first);
            let (name, end) = if kind == "atom.ldsm" { ("SM75", "LDSM") } else { ("SM90", "STSM") };
            let count = matrices()?;
            match is_transposed {
                true => copy(&format!("{name}_U16x{}_{end}_T", count.checked_mul(2)?), element),
                false => copy(&format!("{name}_U32x{count}_{end}_N"), element),
            }
        }
        // `!fly.copy_atom<!fly.universal_copy<64>, 16>`
        "copy_atom" => {
            let [operation, bits] = all.as_slice() else { return None };
            let (name, moved) = operation.strip_suffix('>')?.split_once('<')?;
            let moved = moved.parse::<i64>().ok().filter(|_| name.ends_with("_copy"))?;
            Some(Instruction::Copy(format!("Copy_Atom<UniversalCopy<uint{moved}_t>, uint{bits}_t>{{}}")))
        }
        _ => None,
    }
}

/// What stands behind a name: `num_matrices = 4`.
pub(super) fn field<'a>(pieces: &[&'a str], name: &str) -> Option<&'a str> {
    pieces.iter().find_map(|piece| Some(piece.strip_prefix(name)?.trim_start().strip_prefix('=')?.trim()))
}

/// The letters of a type of elements in the name of an instruction.
fn letters(element: &str) -> Option<&'static str> {
    Some(match element {
        "f16" => "F16",
        "bf16" => "BF16",
        "f32" => "F32",
        "tf32" => "TF32",
        "f64" => "F64",
        "si8" | "i8" => "S8",
        "ui8" => "U8",
        "i32" | "si32" => "S32",
        _ => return None,
    })
}

/// The type of elements in C++; of one of which only the size counts here an integer.
fn element_of(element: &str) -> Option<String> {
    Some(match element {
        "f16" => "half_t".to_string(),
        "bf16" => "bfloat16_t".to_string(),
        "f32" => "float".to_string(),
        "f64" => "double".to_string(),
        "tf32" => "tfloat32_t".to_string(),
        element => format!("uint{}_t", element_bits(element)?),
    })
}
