//! The shape of a layout or of one of its modes.

use super::alike::shape_at;
use crate::operations::prelude::*;

pub(super) const SHAPE: Row = Row {
    name: called::SHAPE,
    parameters: &["layout"],
    arity: 1..=1,
    template: Template::Modes,
    apply: Some(Apply::Untraced(|a| Ok(Value::ints(&shape_at(a)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["The shape of a layout or of one of its modes", "布局或其某个 mode 的形状"],
        example: "shape<1>((3,(2,3)):(3,(12,1)))",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::None("a shape is no layout")),
    ..USUAL
};
