//! A mode replaced.

use super::alike::reshape;
use crate::operations::prelude::*;

pub(super) const REPLACE: Row = Row {
    name: "replace",
    parameters: &["tuple or layout", "mode"],
    arity: 2..=2,
    template: Template::Modes,
    apply: Some(Apply::Untraced(replace)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["Mode N replaced", "替换第 N 个 mode"], example: "replace<1>((3,4):(1,3),(2,2):(3,6))"
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Beside("modes come from several operands, or change their places")),
    ..USUAL
};

fn replace(arguments: &Arguments) -> Answer {
    let mode = arguments.one_mode()?;
    reshape(
        arguments,
        |value| Ok(value.replace(mode, arguments.layout(1)?)?),
        |tree| Ok(tree.replace(mode, arguments.tree(1)?)?),
    )
}
