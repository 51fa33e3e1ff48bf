//! The Python DSL's spelling of calls that C++ writes in another way, as the calls of C++.

use super::super::syntax::{Call, Expression, ExpressionKind};

/// A call written `cute.name(…)`.
pub(super) fn pythonic(mut call: Call) -> ExpressionKind {
    let renamed = match call.name.as_str() {
        "slice_" => "slice",
        "is_congruent" => "congruent",
        "is_weakly_congruent" => "weakly_congruent",
        "make_swizzle" => "Swizzle",
        "append_ones" => "append",
        "prepend_ones" => "prepend",
        "increment_coord" => "increment",
        name => name,
    }
    .to_string();
    let written = std::mem::replace(&mut call.name, renamed);
    for (name, _, _) in &mut call.named {
        match name.as_str() {
            "target_profile" if call.name == "product_like" => *name = "guide".to_string(),
            "target_profile" => *name = "profile".to_string(),
            "trg_shape" => *name = "shape".to_string(),
            "up_to_rank" => *name = "mode".to_string(),
            _ => {}
        }
    }
    let count = call.arguments.len();
    match (written.as_str(), count) {
        // The layout comes first here.
        ("slice_" | "dice", 2) => call.arguments.swap(0, 1),
        ("append_ones" | "prepend_ones", 2) | ("group_modes", 2..) => call.template = call.arguments.split_off(1),
        // New bits, old bits, layout.
        ("recast_layout", 3) => {
            call.template = call.arguments.drain(..2).rev().collect();
        }
        ("E", 1) => {
            if let Some(modes) = call.arguments.first().and_then(path) {
                return ExpressionKind::Basis { value: 1, is_static: true, modes };
            }
        }
        _ => {}
    }
    ExpressionKind::Call(Box::new(call))
}

/// `0` or `[0, 1]` as the modes of a basis stride, outermost last.
fn path(modes: &Expression) -> Option<Vec<usize>> {
    let mode = |expression: &Expression| match expression.kind {
        ExpressionKind::Int { value, .. } => usize::try_from(value).ok().filter(|mode| *mode < 256),
        _ => None,
    };
    match &modes.kind {
        ExpressionKind::Tuple(items) => items.iter().rev().map(mode).collect(),
        _ => Some(vec![mode(modes)?]),
    }
}
