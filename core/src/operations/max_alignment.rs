//! Number of elements that begin aligned together.

use crate::laws::map::Map;
use crate::laws::operands::{any, domain, static_numbers};
use crate::operations::prelude::*;

pub(super) const MAX_ALIGNMENT: Row = Row {
    name: "max_alignment",
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(max_alignment)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help {
        line: ["How many elements begin aligned together", "可对齐的最大元素数"],
        example: "max_alignment((_4,_8):(_1,_4))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::None("a number is no layout")),
    ..USUAL
};

fn max_alignment(arguments: &Arguments) -> Answer {
    let alignment = match arguments.value(0)? {
        Value::Swizzle(swizzle) => swizzle.max_alignment(),
        _ => arguments.any(0)?.max_alignment()?,
    };
    Ok(Value::int(alignment))
}

/// States that elements lie in whole runs of that length.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let (a, length) = (any(performed.arguments.values.first()?)?, result.as_int()?.value());
    room.operand("A", &a);
    let plan = Plan::Runs { domain: domain(a.shape())?, map: ("A", Map::of(&a)), length: length.max(1) };
    room.law(LawKind::Aligned, plan, vec![static_numbers(&a)]);
    Some(())
}
