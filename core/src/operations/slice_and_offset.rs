//! The modes under `_`, and the index of the others.

use super::slice::promised;
use crate::operations::prelude::*;

pub(super) const SLICE_AND_OFFSET: Row = Row {
    name: "slice_and_offset",
    parameters: &["coord", "layout"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(slice_and_offset)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("a layout and a number are no modes of one value")),
    help: Some(Help {
        line: ["The modes under _, and the index of the others", "保留 _ 所在的 mode，并给出其余 mode 的偏移"],
        example: "slice_and_offset((_,3),(4,8):(1,4))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[Letter::operand("A", 1, ["layout", "布局"])], state: promised })),
    picture: Some(Picture::None("it answers a pair; the slice has the picture")),
    ..USUAL
};

fn slice_and_offset(arguments: &Arguments) -> Answer {
    let layout = arguments.any(1)?;
    let (rest, offset) = layout.slice_and_offset(&arguments.coordinate(0)?)?;
    let mode = |value: Value| value.into_mode().map_err(|_| Problem::Arity);
    let offset = Value::index(&offset, layout.innermost().stride());
    Ok(Value::Tuple(Nested::Tuple(vec![mode(rest.into())?, mode(offset)?])))
}
