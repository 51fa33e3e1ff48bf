//! The layout that answers its own coordinate.

use crate::operations::prelude::*;

pub(super) const MAKE_IDENTITY_LAYOUT: Row = Row {
    name: "make_identity_layout",
    parameters: &["shape"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| Ok(Value::Layout(Layout::identity(a.shape(0)?))))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Keeps(0)),
    help: Some(Help {
        line: ["The layout that answers its own coordinate", "返回自身坐标的布局"],
        example: "make_identity_layout((4,8))",
    }),
    laws: Some(Laws::None("it answers its own coordinate by definition")),
    picture: Some(Picture::Beside("a layout that is made anew shares no cells with what it is made of")),
    ..USUAL
};
