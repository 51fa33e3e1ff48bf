//! The modes that have a number.

use super::slice::sliced;
use crate::operations::prelude::*;

pub(super) const DICE: Row = Row {
    name: "dice",
    parameters: &["coord", "tuple or layout"],
    arity: 2..=2,
    python: &[Pythonic { written: "dice", name: "dice", change: Change::LayoutFirst }],
    apply: Some(Apply::Untraced(|a| sliced(a, false))),
    compared: Some(Compared::Always),
    names: Some(Travel::Moves(1)),
    help: Some(Help {
        line: ["The modes that have a number", "保留给出数字的 mode"],
        example: "dice((_,1),(4,8):(1,4))",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Beside("its modes are those that a slice leaves out")),
    ..USUAL
};
