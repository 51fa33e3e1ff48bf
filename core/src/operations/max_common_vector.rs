//! Number of elements that are contiguous in both at once.

use crate::laws::operands::any;
use crate::operations::prelude::*;

pub(super) const MAX_COMMON_VECTOR: Row = Row {
    name: "max_common_vector",
    parameters: &["A", "B"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| Ok(Value::int(a.any(0)?.max_common_vector(&a.any(1)?)?)))),
    compared: Some(Compared::Always),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help {
        line: ["How many elements are contiguous in both at once", "两个布局中同时连续的元素个数"],
        example: "max_common_vector((_4,_8):(_1,_4),(_4,_8):(_1,_8))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[
            Letter::operand("A", 0, ["first", "前者"]),
            Letter::operand("B", 1, ["second", "后者"]),
            Letter::derived("C", ["common", "公共布局"]),
        ],
        state: promised,
    })),
    picture: Some(Picture::None("a number is no layout")),
    ..USUAL
};

/// States that so many elements follow each other in both.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let (a, b, count) = (any(values.first()?)?, any(values.get(1)?)?, result.as_int()?);
    let common = AnyLayout::Plain(a.max_common_layout(&b).ok()?);
    room.operand("A", &a);
    room.operand("B", &b);
    room.operand("C", &common);
    let shape = Nested::Leaf(count);
    room.chain(LawKind::VectorFirst, &shape, vec![("A", &a), ("C", &common)], false, Vec::new());
    room.chain(LawKind::VectorSecond, &shape, vec![("B", &b), ("C", &common)], false, Vec::new());
    Some(())
}
