//! The codomain as a shape.

use super::alike::{innermost, ints};
use crate::operations::prelude::*;

pub(super) const COSHAPE: Row = Row {
    name: "coshape",
    parameters: &["layout"],
    arity: 1..=1,
    template: Template::Modes,
    apply: Some(Apply::Untraced(|a| ints(innermost(a, 0)?.at(&a.modes()?)?.coshape()))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("its modes are those of the codomain")),
    help: Some(Help {
        line: ["The codomain as a shape", "以形状表示的值域"],
        example: "coshape((3,(2,3)):(3,(12,1)))",
    }),
    laws: Some(Laws::None("it is by definition what the indices of the last coordinate say")),
    picture: Some(Picture::None("a shape is no layout")),
    ..USUAL
};
