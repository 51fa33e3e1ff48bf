//! Functions of CUTLASS and of the machine that are a few calls of CuTe's own, or nothing but one of their arguments.

use super::expression::{expression_of, int};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};

/// Threads of a warp.
const WARP: i64 = 32;

/// Returns what a call is in CuTe's own words, if it is one of these.
pub(super) fn in_words_of_cute(call: &Call, span: Span) -> Option<Expression> {
    let make = |name: &str, template: Vec<Expression>, arguments: Vec<Expression>, is_member: bool| {
        let (name, name_span, template_span) = (name.to_string(), call.name_span, call.name_span.after());
        Call { name, name_span, template, template_span, arguments, is_member, named: Vec::new() }
    };
    let function = |name: &str, template: Vec<Expression>, arguments: Vec<Expression>| Expression {
        kind: ExpressionKind::Call(Box::new(make(name, template, arguments, false))),
        span,
    };
    let method = |name: &str, arguments: Vec<Expression>| {
        expression_of(Code::Invoke(make(name, Vec::new(), arguments, true)), span)
    };
    match (call.name.as_str(), call.arguments.as_slice()) {
        // All lanes of a warp have what its first has of `threadIdx.x / 128`.
        ("__shfl_sync", [_, value, lane, ..]) if is_number(lane, 0) => match &value.kind {
            ExpressionKind::Binary("/", _, by) if is_of_warps(by) => Some(value.clone()),
            _ => None,
        },
        // One of two values, whose types may differ.
        ("conditional_return", [yes, no]) => {
            let [condition] = call.template.as_slice() else { return None };
            Some(expression_of(Code::Conditional(condition.clone(), yes.clone(), no.clone()), span))
        }
        ("conditional_return", [condition, yes, no]) => {
            Some(expression_of(Code::Conditional(condition.clone(), yes.clone(), no.clone()), span))
        }
        // FlashAttention, utils.h: the fragment of one factor or of the other.
        ("mma_partition_fragment_AB", [mma, tensor]) => {
            let [is_first] = call.template.as_slice() else { return None };
            let [first, second] = ["partition_fragment_A", "partition_fragment_B"]
                .map(|part| method(part, vec![mma.clone(), tensor.clone()]));
            Some(expression_of(Code::Conditional(is_first.clone(), first, second), span))
        }
        // `decltype(x)::value`, which is what it is worth.
        ("CUTE_STATIC_V", [of]) => Some(of.clone()),
        // Of a plain pointer it makes a plain pointer.
        ("make_rmem_ptr", [pointer]) => match call.template.as_slice() {
            [] => Some(pointer.clone()),
            [element] => {
                let of = expression_of(Code::Pointer(element.clone()), span);
                Some(expression_of(Code::Typed(of, pointer.clone()), span))
            }
            _ => None,
        },
        // As CuTe had it up to version 3.4: the order of its own strides.
        ("make_ordered_layout", [layout]) => {
            let [shape, order] = ["shape", "stride"].map(|part| function(part, Vec::new(), vec![layout.clone()]));
            Some(function("make_ordered_layout", Vec::new(), vec![shape, order]))
        }
        ("make_coord_tensor", [layout]) => {
            let shape = function("coshape", Vec::new(), vec![layout.clone()]);
            let zeros = expression_of(
                Code::Invoke(make("repeat_like", Vec::new(), vec![shape, int(0, true, span)], false)),
                span,
            );
            let begin = function("make_inttuple_iter", Vec::new(), vec![zeros]);
            Some(function("make_tensor", Vec::new(), vec![begin, layout.clone()]))
        }
        // CUTLASS, epilogue/fusion/sm90_visitor_tma_warpspecialized.hpp.
        ("sm90_partition_for_epilogue", [tile, epilogue_tile, copy, thread]) => {
            let [is_source] = call.template.as_slice() else { return None };
            let word = match &is_source.kind {
                ExpressionKind::Name(word) => word,
                ExpressionKind::Call(constant) => &constant.name,
                _ => return None,
            };
            let part = match word.as_str() {
                "true" => "partition_S",
                "false" => "partition_D",
                _ => return None,
            };
            let tiles = function("flat_divide", Vec::new(), vec![tile.clone(), epilogue_tile.clone()]);
            let slice = method("get_slice", vec![copy.clone(), thread.clone()]);
            Some(method(part, vec![slice, tiles]))
        }
        ("sm90_partition_for_epilogue", [tensor, shape, coordinate, epilogue_tile, copy, thread]) => {
            let modes = |all: &[i64]| all.iter().map(|mode| int(*mode, false, span)).collect::<Vec<_>>();
            let shape = function("take", modes(&[0, 2]), vec![shape.clone()]);
            let coordinate = function("select", modes(&[0, 1, 3]), vec![coordinate.clone()]);
            let tile = function("local_tile", Vec::new(), vec![tensor.clone(), shape, coordinate]);
            let arguments = vec![tile, epilogue_tile.clone(), copy.clone(), thread.clone()];
            in_words_of_cute(&make(&call.name, call.template.clone(), arguments, false), span)
        }
        _ => None,
    }
}

fn is_number(of: &Expression, number: i64) -> bool {
    matches!(of.kind, ExpressionKind::Int { value, .. } if value == number)
}

/// Reports whether a number is one of threads of whole warps, by its value or its name.
fn is_of_warps(of: &Expression) -> bool {
    match &of.kind {
        ExpressionKind::Int { value, .. } => *value > 0 && value % WARP == 0,
        ExpressionKind::Name(name) => name.to_ascii_lowercase().contains("warp"),
        ExpressionKind::Code(code) => match &**code {
            Code::Member(_, member) => member.to_ascii_lowercase().contains("warp"),
            _ => false,
        },
        _ => false,
    }
}
