//! The number of modes.

use super::alike::shape_at;
use crate::look::answer;
use crate::look::answer::{Question, Reason};
use crate::operations::prelude::*;

pub(super) const RANK: Row = Row {
    name: "rank",
    parameters: &["tuple or layout"],
    arity: 1..=1,
    template: Template::Modes,
    apply: Some(Apply::Untraced(|a| Ok(Value::int(Int::constant(shape_at(a)?.rank() as i64))))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help { line: ["The number of modes", "mode 的个数"], example: "rank((3,(2,3)))" }),
    laws: Some(Laws::None("a number, which its reasons explain")),
    picture: Some(Picture::None("a number is no layout")),
    reasons: Reasons::By(explained),
    ..USUAL
};

/// Says why the number is what it is.
fn explained(room: &mut answer::Room<'_>, question: &Question<'_>) -> Option<()> {
    let shape = question.tuple(0)?;
    let modes = shape.at(&question.path()).ok()?.modes().iter().map(ToString::to_string).collect();
    room.reasons.push(Reason::Modes(modes));
    Some(())
}
