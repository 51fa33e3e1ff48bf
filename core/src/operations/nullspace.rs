//! The coordinates that static strides 0 map to 0.

use crate::laws::map::Map;
use crate::laws::operands::{any, domain};
use crate::operations::prelude::*;

pub(super) const NULLSPACE: Row = Row {
    name: "nullspace",
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| Ok(Value::Layout(a.plain(0)?.nullspace()?)))),
    compared: Some(Compared::Always),
    names: Some(Travel::None("where a mode came from is not told")),
    help: Some(Help {
        line: ["The coordinates that static strides 0 map to 0", "零空间：被静态步长 0 映射到 0 的坐标"],
        example: "nullspace((_4,_2,_8):(_1,_0,_4))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Beside("its coordinates are lists of those of the operand")),
    ..USUAL
};

/// States that A(R(i)) = 0.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let (a, r) = (any(performed.arguments.values.first()?)?, any(result)?);
    room.operand("A", &a);
    let left = vec![("A", Map::of(&a)), ("R", Map::of(&r))];
    let right = vec![("", Map::constant(0))];
    let plan = Plan::Same { domain: domain(r.shape())?, left, right, bounds: None };
    room.law(LawKind::Kernel, plan, Vec::new());
    Some(())
}
