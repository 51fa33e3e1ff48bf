//! Modes in one pair of parentheses.

use super::alike::reshape;
use crate::operations::prelude::*;

pub(super) const GROUP: Row = Row {
    name: "group",
    aliases: &["group_modes"],
    parameters: &["tuple or layout"],
    arity: 1..=1,
    template: Template::Modes,
    python: &[Pythonic { written: "group_modes", name: "group_modes", change: Change::ModesLast { most: usize::MAX } }],
    apply: Some(Apply::Untraced(|a| {
        let (begin, end) = a.two_modes(a.shape(0).map_or(0, |s| s.rank()))?;
        reshape(a, |v| Ok(v.group(begin, end)?), |t| Ok(t.group(begin, end)?))
    })),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["The modes from B up to E in one pair of parentheses", "把第 B 到 E-1 个 mode 括成一组"],
        example: "group<0,2>((2,3,5,7))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: laws::Room::same_function })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| room.reshape(), told_as: &["group"] })),
    ..USUAL
};
