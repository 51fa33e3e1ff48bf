//! The largest layout that is the identity after both.

use crate::laws::operands::any;
use crate::operations::prelude::*;

pub(super) const MAX_COMMON_LAYOUT: Row = Row {
    name: "max_common_layout",
    parameters: &["A", "B"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| Ok(Value::Layout(a.any(0)?.max_common_layout(&a.any(1)?)?)))),
    compared: Some(Compared::Always),
    names: Some(Travel::None("where a mode came from is not told")),
    help: Some(Help {
        line: ["The largest layout that is the identity after both", "经过两个布局后都是恒等的最大布局"],
        example: "max_common_layout((_4,_8):(_1,_4),(_4,_8):(_1,_4))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["first", "前者"]), Letter::operand("B", 1, ["second", "后者"])],
        state: promised,
    })),
    picture: Some(Picture::Beside("it is a part of neither operand")),
    ..USUAL
};

/// States that R is the identity after both.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let (a, b, r) = (any(values.first()?)?, any(values.get(1)?)?, any(result)?);
    room.operand("A", &a);
    room.operand("B", &b);
    room.chain(LawKind::CommonFirst, r.shape(), vec![("A", &a), ("R", &r)], false, Vec::new());
    room.chain(LawKind::CommonSecond, r.shape(), vec![("B", &b), ("R", &r)], false, Vec::new());
    Some(())
}
