//! The leaves without inner parentheses.

use super::alike::reshape;
use crate::operations::prelude::*;

pub(super) const FLATTEN: Row = Row {
    name: "flatten",
    parameters: &["tuple or layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| reshape(a, |v| Ok(v.flatten()), |t| Ok(t.flatten())))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["The leaves without inner parentheses", "去掉内层括号"],
        example: "flatten((3,(2,3)):(3,(12,1)))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: laws::Room::same_function })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| room.reshape(), told_as: &["flatten"] })),
    ..USUAL
};
