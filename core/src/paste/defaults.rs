//! What an input is worth where nobody says: 0 for an index, a round power of two for a size.

use super::document::{Input, InputKind};
use crate::int::Int;
use crate::notebook::construct;
use crate::notebook::evaluation::{Settings, evaluate};
use crate::notebook::value::Value;

/// A pointer whose address nobody asks for.
pub(super) const POINTER: &str = "gmem_ptr[16b](…)";

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
