//! What stands in a tensor of the host, where each of its elements is the same integer: `torch.ones(4) * n`. Sizes of a problem
//! are read from such tensors, `lengths[0].item()`.
//!
//! Law: what may have been changed in place is not known. A text changes a tensor by its name, `x[0] = 5` and `x.fill_(4)`, and
//! so might a function that does so with what it is given.

use std::collections::HashSet;

use super::host::tensor_of;
use super::lexer::{Kind, Token};
use super::runtime::number;
use crate::int::Int;
use crate::notebook::value::Value;
use crate::paste::user::User;

/// The names of what a text changes in place; `None` where a function may change what it is given.
pub(super) fn changed(text: &str, tokens: &[Token]) -> Option<HashSet<String>> {
    let word =
        |at: usize| tokens.get(at).filter(|token| token.kind == Kind::Name).map_or("", |token| token.span.of(text));
    let mark = |at: usize| match tokens.get(at).map(|token| token.kind) {
        Some(Kind::Mark(mark)) => mark,
        _ => "",
    };
    let (mut changed, mut given) = (HashSet::new(), HashSet::new());
    let (mut is_line, mut is_decorated) = (true, false);
    for (at, token) in tokens.iter().enumerate() {
        if matches!(token.kind, Kind::Newline | Kind::Indent | Kind::Dedent) {
            is_line = true;
            continue;
        }
        if !std::mem::replace(&mut is_line, false) {
            continue;
        }
        if word(at) == "def" {
            // What a kernel is given is no tensor of the host.
            let parameters = (at + 3..closed(tokens, at + 2)).filter(|at| matches!(mark(at - 1), "(" | ","));
            given.extend(parameters.map(word).filter(|name| !is_decorated && !name.is_empty()));
        } else if !word(at).is_empty() {
            let mut behind = at + 1;
            while mark(behind) == "[" {
                behind = closed(tokens, behind);
            }
            let is_item =
                behind > at + 1 && mark(behind).ends_with('=') && !["==", "<=", ">=", "!="].contains(&mark(behind));
            let is_filled = mark(at + 1) == "." && word(at + 2).ends_with('_') && mark(at + 3) == "(";
            if is_item || is_filled {
                changed.insert(word(at));
            }
        }
        is_decorated = mark(at) == "@";
    }
    changed.is_disjoint(&given).then(|| changed.into_iter().map(str::to_string).collect())
}

/// The token behind the bracket that closes the one at a token.
fn closed(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::Mark("(" | "[" | "{") => depth += 1,
            Kind::Mark(")" | "]" | "}") => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Returns what each element of a tensor of the host is.
pub(in crate::paste) fn of(value: &Value) -> Option<Int> {
    tensor_of(value)?;
    match User::of(value)? {
        User::Object(_, _, held, _) => held.get(1)?.as_int(),
        _ => None,
    }
}

/// A tensor of the host of whose elements each is an integer, where that is known.
pub(super) fn filled(value: Value, each: Option<Int>) -> Value {
    match (User::of(&value), each) {
        (Some(User::Object(class, name, held, _)), Some(each)) if tensor_of(&value).is_some() => {
            let held = held.iter().take(1).cloned().chain([Value::int(each)]).collect();
            User::object(*class, name, held).into()
        }
        _ => value,
    }
}

/// What a method of a tensor leaves of it: `value` is the tensor, `answer` what the method makes of its layout.
pub(in crate::paste) fn kept(value: &Value, method: &str, answer: Option<Value>) -> Option<Value> {
    let each = of(value);
    match method {
        "item" | "max" | "min" => each.map(|each| number(each.value())),
        "cuda" | "cpu" | "to" | "clone" | "contiguous" | "detach" | "view" | "reshape" | "permute" | "transpose"
        | "t" | "expand" | "squeeze" | "unsqueeze" | "flatten" | "int" | "long" => {
            answer.map(|answer| filled(answer, each))
        }
        _ => answer,
    }
}

/// What an operator makes of each element of two operands.
pub(super) fn combined(operator: &str, left: &Value, right: &Value) -> Option<Int> {
    let each = |value: &Value| of(value).or_else(|| value.as_int());
    let (left, right) = (each(left)?, each(right)?);
    match operator {
        "+" => left.plus(right),
        "-" => left.minus(right),
        "*" => left.times(right),
        _ => return None,
    }
    .ok()
}
