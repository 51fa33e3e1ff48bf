//! The modes from one up to another.

use super::alike::reshape;
use crate::operations::prelude::*;
use crate::scene::operation::{Room, pictured};

pub(super) const TAKE: Row = Row {
    name: "take",
    parameters: &["tuple or layout"],
    arity: 1..=1,
    template: Template::Modes,
    apply: Some(Apply::Untraced(|a| {
        let (begin, end) = a.two_modes(a.shape(0).map_or(0, |s| s.rank()))?;
        reshape(a, |v| Ok(v.take(begin, end)?), |t| Ok(t.take(begin, end)?))
    })),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["The modes from B up to but not including E", "取第 B 到 E-1 个 mode"],
        example: "take<1,3>((2,3,5,7))",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    ..USUAL
};

/// Draws the modes that are taken, the others at 0.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let numbers = room.numbers()?;
    let [begin, end] = numbers.as_slice() else { return None };
    let end = if *end == -1 { pictured(room.values().first()?)?.rank() as i64 } else { *end };
    room.modes((*begin..end).map(|mode| vec![mode]).collect())
}
