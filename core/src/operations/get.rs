//! The mode at the end of a path, of a layout or of any tuple.

use super::alike::reshape;
use crate::operations::prelude::*;
use crate::scene::operation::Room;

pub(super) const GET: Row = Row {
    name: called::GET,
    parameters: &["tuple or layout"],
    arity: 1..=1,
    template: Template::Modes,
    apply: Some(Apply::Untraced(at_modes)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["The mode at the end of a path", "沿路径取出一个 mode"],
        example: "get<1,0>((3,(2,3)):(3,(12,1)))",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    map: Maps::AsFirst,
    ..USUAL
};

pub(super) const LAYOUT: Row = Row {
    name: "layout",
    parameters: &["layout"],
    arity: 1..=1,
    template: Template::Modes,
    apply: Some(Apply::Untraced(layout_at)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["The sublayout at the end of a path", "沿路径取出子布局"],
        example: "layout<1>((3,(2,3)):(3,(12,1)))",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    map: Maps::AsFirst,
    ..USUAL
};

/// The mode that template arguments point at; without any the whole.
fn at_modes(arguments: &Arguments) -> Answer {
    let path = arguments.modes()?;
    reshape(arguments, |value| Ok(value.at(&path)?), |tree| Ok(tree.at(&path)?.clone()))
}

/// The same of a layout; of a tensor its layout alone.
fn layout_at(arguments: &Arguments) -> Answer {
    match arguments.value(0)? {
        Value::Tensor(tensor) => Ok(tensor.layout.at(&arguments.modes()?)?.into()),
        _ => at_modes(arguments),
    }
}

/// Draws the modes at the end of a path, the others at 0.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    room.modes(vec![room.numbers()?])
}
