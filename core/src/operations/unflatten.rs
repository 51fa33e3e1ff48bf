//! The leaves in the parentheses of a profile.

use super::alike::reshape;
use crate::operations::prelude::*;

pub(super) const UNFLATTEN: Row = Row {
    name: "unflatten",
    parameters: &["tuple or layout", "profile"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| {
        let profile = a.tree(1)?;
        reshape(a, |v| Ok(v.unflatten(&profile)?), |t| Ok(t.unflatten(&profile)?))
    })),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["The leaves in the parentheses of a profile", "按给定括号结构重新嵌套"],
        example: "unflatten((3,2,3),(1,(1,1)))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: laws::Room::same_function })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| room.reshape(), told_as: &["unflatten"] })),
    ..USUAL
};
