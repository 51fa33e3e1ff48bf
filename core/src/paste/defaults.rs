//! What an input is worth where nobody says: 0 for an index, a round power of two for a size.

use super::document::{Input, InputKind};
use crate::int::Int;
use crate::notebook::construct;
use crate::notebook::evaluation::{Settings, evaluate};
use crate::notebook::value::Value;

/// A pointer whose address nobody asks for.
pub(super) const POINTER: &str = "gmem_ptr[16b](…)";

/// A tiled MMA and a tiled copy of which nothing is known but what they are.
pub(super) const TILED_MMA: &str =
    "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2,_1>>{}, Tile<_32,_32,_16>{})";
pub(super) const TILED_COPY: &str = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{})";

/// How long a value of an input may be written.
const INPUT_LENGTH: usize = 1 << 12;

/// The value that is typed for an input; `None` where it is none.
pub(super) fn typed(input: &Input, text: &str) -> Option<Value> {
    let text = text.trim();
    if text.is_empty() || text.len() > INPUT_LENGTH {
        return None;
    }
    if let Ok(number) = text.parse::<i64>() {
        return Some(Value::int(Int::dynamic(number)));
    }
    let bare = text.rsplit([':', '.']).next().unwrap_or(text);
    if let (InputKind::Element, Some(element)) = (input.kind, construct::element(bare)) {
        return Some(Value::Element(element));
    }
    if let Some(word) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        return Some(Value::Text(word.to_string()));
    }
    // A word of an enumeration that Python alone has.
    if let Some(word) = text.strip_prefix("LayoutEnum.")
        && word.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_')
    {
        return Some(Value::Text(text.to_string()));
    }
    let evaluation = evaluate(text, Settings::default());
    evaluation.outcomes().rev().find_map(|outcome| outcome.value.clone())
}

/// Whether a name is one of where something is, rather than of how many there are.
fn is_index(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let ends = ["idx", "index", "coord", "_id", "tid", "bid", "lane", "rank", "offset", "phase", "stage", "iter"];
    let begins = ["threadidx", "blockidx", "tid", "bid", "warp_id", "lane_id"];
    let words =
        ["i", "j", "l", "ii", "jj", "b", "thr", "thread", "block", "thread_id", "pipe", "v", "t", "x", "y", "z"];
    ends.iter().any(|end| lower.ends_with(end))
        || begins.iter().any(|begin| lower.starts_with(begin))
        || words.contains(&lower.as_str())
        || ["_rank_in_", "_id_in_", "_idx_"].iter().any(|inner| lower.contains(inner))
}

/// What a name of C++ is that nothing defines, where the tutorials call a tuple, a layout or an atom so.
pub(super) fn of_object(name: &str) -> Option<&'static str> {
    Some(match name {
        "shape_MNK" | "problem_shape" | "prob_shape" => "(512,512,512)",
        "cta_tiler" | "mma_tiler" | "tile_shape" => "(_128,_128,_64)",
        "dA" | "dB" | "dC" | "dD" => "(512,_1)",
        "tA" | "tB" | "tC" => "(_32,_8):(_1,_32)",
        "mma" | "tiled_mma" => TILED_MMA,
        "copyA" | "copyB" | "copy_a" | "copy_b" | "tiled_copy" => TILED_COPY,
        _ => return None,
    })
}

/// The kind of an integer by its name, and what it is where nobody says.
pub(super) fn of_integer(name: &str) -> (InputKind, &'static str) {
    if is_index(name) {
        return (InputKind::Index, "0");
    }
    let lower = name.to_ascii_lowercase();
    let default = match lower.as_str() {
        "griddim.x" | "griddim.y" | "griddim.z" | "blockdim.y" | "blockdim.z" => "1",
        "blockdim.x" => "128",
        "argc" => "1",
        "m" | "n" | "k" | "gemm_m" | "gemm_n" | "gemm_k" => "512",
        _ if lower.starts_with("ld") => "512",
        _ if lower.contains("vec_size") => "32",
        _ if lower.contains("smem_capacity") => "232448",
        _ if lower.contains("stage") || lower.contains("pipe") => "4",
        _ if lower.contains("cluster") => "1",
        _ if lower.contains("warp") => "4",
        _ if lower.contains("thread") || lower.contains("thr") => "128",
        _ if lower.contains("batch") || lower == "l" => "1",
        _ if lower.ends_with('k') || lower.ends_with("dim") => "64",
        _ => "128",
    };
    (InputKind::Size, default)
}

/// The kind of a template parameter that is a type, by its name, and what it is where nobody says.
pub(super) fn of_type(name: &str) -> (InputKind, &'static str) {
    let lower = name.to_ascii_lowercase();
    let is_other = ["layout", "shape", "stride", "tiler", "copy", "mma", "atom", "tensor", "coord", "swizzle", "tile"];
    if is_other.iter().any(|word| lower.contains(word)) {
        return (InputKind::Value, "");
    }
    let is_element = name.len() <= 2
        || ["type", "element", "alpha", "beta", "accum"].iter().any(|word| lower.contains(word))
        || lower.starts_with("elem");
    if !is_element {
        return (InputKind::Value, "");
    }
    let is_wide =
        matches!(name, "TC" | "TD" | "TI") || ["acc", "c", "d", "alpha", "beta"].iter().any(|end| lower.ends_with(end));
    (InputKind::Element, if is_wide { "float" } else { "half_t" })
}
