//! CUTLASS's choice of an instruction and of a layout of shared memory for a tile: `GMMA::ss_op_selector`,
//! `ss_smem_selector`.
//!
//! NVIDIA CUTLASS: include/cute/arch/mma_sm90.hpp, and sm90_common.inl and sm100_common.inl of the collective builders.

use crate::nested::Nested;
use crate::notebook::evaluate::Scope;
use crate::notebook::evaluation::Settings;
use crate::notebook::syntax::{Call, Expression};
use crate::notebook::value::{Element, Item, Value};

/// Extents in N of the instructions, the largest first, as far as CuTe offers them without being asked for more.
const EXTENTS: [i64; 8] = [256, 192, 128, 96, 64, 32, 16, 8];

/// The mode of a factor that lies together: what is written, or what that is worth.
fn major(scope: &Scope<'_>, of: Option<&Expression>) -> Option<&'static str> {
    let Some(of) = of else { return Some("K") };
    let word = |text: &str| match text.rsplit(':').next().unwrap_or(text).trim() {
        "K" => Some("K"),
        "MN" => Some("MN"),
        _ => None,
    };
    word(of.span.of(scope.evaluation().text())).or_else(|| word(&scope.value(of).ok()?.to_string()))
}

/// The word for a type of elements in the names of instructions.
fn word(element: Element) -> Option<&'static str> {
    Some(match element.name {
        "half_t" => "F16",
        "bfloat16_t" => "BF16",
        "float" => "F32",
        "tfloat32_t" => "TF32",
        "float_e4m3_t" => "E4M3",
        "float_e5m2_t" => "E5M2",
        "int8_t" => "S8",
        "uint8_t" => "U8",
        "int" | "int32_t" => "S32",
        _ => return None,
    })
}

fn made(text: &str) -> Option<Value> {
    crate::evaluate(text, Settings::default()).value(0).cloned()
}

/// The first extent of a mode, in whatever parentheses.
fn first(of: &Nested<Item>) -> Option<i64> {
    match of {
        Nested::Leaf(Item::Int(int)) => Some(int.value()),
        Nested::Leaf(_) => None,
        Nested::Tuple(modes) => first(modes.first()?),
    }
}

/// The number of elements of a mode.
fn size(of: &Nested<Item>) -> Option<i64> {
    match of {
        Nested::Leaf(Item::Int(int)) => Some(int.value()),
        Nested::Leaf(_) => None,
        Nested::Tuple(modes) => modes.iter().try_fold(1_i64, |all, mode| all.checked_mul(size(mode)?)),
    }
}

/// The instruction of Hopper for factors, sums and a tile, with A in shared memory (`SS`) or in registers (`RS`).
pub(super) fn operation(scope: &Scope<'_>, call: &Call, source: &str) -> Option<Value> {
    let [a, b, c, tile, majors @ ..] = call.template.as_slice() else { return None };
    let element = |of: &Expression| match scope.value(of).ok()? {
        Value::Element(element) => Some(element),
        _ => None,
    };
    let (a, b, c) = (element(a)?, element(b)?, element(c)?);
    let Value::Tuple(Nested::Tuple(tile)) = scope.value(tile).ok()? else { return None };
    let [m, n, _] = tile.as_slice() else { return None };
    let (m, n) = (size(m)?, size(n)?);
    let extent = EXTENTS.into_iter().find(|extent| m > 0 && m % 64 == 0 && n > 0 && n % extent == 0)?;
    let depth = 256_u32.checked_div(a.bits)?;
    let types = format!("{}{}{}", word(c)?, word(a)?, word(b)?);
    // Only factors of 16 bits may lie either way.
    let suffix = match a.bits {
        16 => format!("<GMMA::Major::{},GMMA::Major::{}>", major(scope, majors.first())?, major(scope, majors.get(1))?),
        _ => "_TN".to_string(),
    };
    made(&format!("SM90_64x{extent}x{depth}_{types}_{source}{suffix}{{}}"))
}

/// The layout of shared memory with the widest swizzle that a tile of a factor allows.
pub(super) fn shared(scope: &Scope<'_>, call: &Call, family: &str) -> Option<Value> {
    let [of, element, outer, depth] = call.template.as_slice() else { return None };
    let major = major(scope, Some(of))?;
    let Value::Element(element) = scope.value(element).ok()? else { return None };
    let extents = |of: &Expression| match scope.value(of).ok()? {
        Value::Tuple(modes) => Some(modes),
        _ => None,
    };
    if family == "UMMA" && major == "MN" && element.bits == 32 {
        return made(&format!("UMMA::Layout_MN_SW128_32B_Atom<{}>{{}}", element.name));
    }
    let along = if major == "K" { extents(depth)? } else { extents(outer)? };
    let (leading, all) = (first(&along)?, size(&along)?);
    let swizzles = [("SW128", 1024), ("SW64", 512), ("SW32", 256), ("INTER", 128)];
    let (swizzle, _) = swizzles.into_iter().find(|(swizzle, bits)| {
        let width = i64::from(*bits / element.bits.max(1)).max(1);
        // Without a swizzle all of the mode counts, in whatever parentheses it stands.
        let extent = if *swizzle == "INTER" && family == "GMMA" && major == "MN" { all } else { leading };
        extent > 0 && extent % width == 0
    })?;
    made(&format!("{family}::Layout_{major}_{swizzle}_Atom<{}>{{}}", element.name))
}
