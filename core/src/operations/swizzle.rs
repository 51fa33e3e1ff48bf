//! Bits moved onto others by xor.

use super::alike::numbers_of;
use crate::laws::map::{Domain, Map};
use crate::laws::operands::span;
use crate::notebook::functions::Holds;
use crate::operations::prelude::*;
use crate::swizzle::Swizzle;

pub(super) const SWIZZLE: Row = Row {
    name: "Swizzle",
    aliases: &[called::PRINTED_SWIZZLE],
    parameters: &["B", "M", "S"],
    arity: 0..=3,
    template: Template::Values,
    holds: Holds::Bits,
    python: &[Pythonic { written: "make_swizzle", name: "Swizzle", change: Change::Nothing }],
    apply: Some(Apply::Untraced(swizzle)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a swizzle has no modes")),
    help: Some(Help {
        line: ["B bits from M+S up moved onto those from M up by xor", "把 M+S 起的 B 位异或到 M 起的 B 位上"],
        example: "Swizzle<3,0,3>{}",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::None("a swizzle alone has no cells")),
    ..USUAL
};

pub(super) const MAKE_SWIZZLE: Row = Row {
    name: "make_swizzle",
    parameters: &["B", "M", "S"],
    arity: 0..=3,
    template: Template::Values,
    holds: Holds::Bits,
    apply: Some(Apply::Untraced(make_swizzle)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a swizzle has no modes")),
    help: Some(Help {
        line: ["The swizzle of two masks, or of B, M and S", "由两个掩码或 B、M、S 得到的 swizzle"],
        example: "make_swizzle<56,7>()",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::None("a swizzle alone has no cells")),
    ..USUAL
};

fn swizzle(arguments: &Arguments) -> Answer {
    let values = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    let number = |value: &Value| value.as_int().map(Int::value).ok_or(Problem::Template);
    let swizzle = match values.as_slice() {
        [bits, base] => Swizzle::new(number(bits)?, number(base)?, number(bits)?)?,
        [bits, base, shift] => Swizzle::new(number(bits)?, number(base)?, number(shift)?)?,
        _ => return Err(Problem::Template),
    };
    // `Sw<3,0,3>(11)`: a swizzle with its argument behind it is applied.
    match arguments.values.as_slice() {
        [_] if !arguments.template.is_empty() => Ok(Value::int(swizzle.apply(arguments.int(0)?))),
        _ => Ok(Value::Swizzle(swizzle)),
    }
}

/// C++ has `make_swizzle<Y,Z>()` of two masks, Python `make_swizzle(B, M, S)`.
fn make_swizzle(arguments: &Arguments) -> Answer {
    if arguments.values.len() == 3 {
        return swizzle(arguments);
    }
    let [yyy, zzz] = numbers_of(arguments, 0)?;
    Ok(Value::Swizzle(Swizzle::from_masks(yyy, zzz)?))
}

/// States that a swizzle undoes itself.
fn promised(room: &mut laws::Room, _: &Performed, result: &Value) -> Option<()> {
    let Value::Swizzle(swizzle) = result else { return None };
    let domain = Domain::new(Nested::Leaf(span(*swizzle)))?;
    let left = vec![("R", Map::swizzle(*swizzle)), ("R", Map::swizzle(*swizzle))];
    room.law(LawKind::Involution, Plan::Same { domain, left, right: Vec::new(), bounds: None }, Vec::new());
    Some(())
}
