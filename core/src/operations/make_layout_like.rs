//! A compact layout ordered like static strides.

use super::alike::layout;
use crate::operations::called;
use crate::operations::prelude::*;

pub(super) const MAKE_LAYOUT_LIKE: Row = Row {
    name: "make_layout_like",
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| {
        let own = a.layout(0)?;
        own.refuse_coordinates(called::MAKE_LAYOUT_LIKE)?;
        layout(own.make_layout_like())
    })),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Keeps(0)),
    help: Some(Help {
        line: ["A compact layout ordered like the static strides", "按静态步长次序生成的紧凑布局"],
        example: "make_layout_like((4,8):(16,2))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Beside("a layout that is made anew shares no cells with what it is made of")),
    ..USUAL
};

/// States that strides that are generated reach each index once.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    if performed.arguments.values.len() == 1 { room.compact(result) } else { None }
}
