//! As few modes as possible, the same function.

use super::alike::{changed, profile};
use super::row::{BLANK, Row};
use crate::algebra::coalesce::coalesce_shape;
use crate::doctor::Advice;
use crate::laws::{self, Laws, Promise};
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::notebook::algebra::Apply;
use crate::notebook::brothers::{Brothers, Family};
use crate::notebook::evaluate::{Compared, Telling, Travel};
use crate::notebook::functions::{Answer, Arguments, Help, Holds, Subject};
use crate::notebook::value::Value;
use crate::scene::operation::{Room, pictured};
use crate::scene::part::merged;
use crate::scene::{Drawing, Picture, Scene};
use crate::steps::Teller;

pub(super) const COALESCE: Row = Row {
    name: "coalesce",
    parameters: &["layout", "profile"],
    arity: 1..=2,
    holds: Some(Holds::Arguments),
    subject: Some(Subject::Operands),
    python: Some(&[]),
    apply: Some(Apply::Told(coalesce)),
    compared: Some(Compared::Always),
    names: Some(Travel::By(|arguments| match arguments.values.len() {
        1 => Travel::Told(Telling::Plain),
        _ => Travel::None("by a profile it does not tell from where its leaves came"),
    })),
    remarks: Some(&[]),
    help: Some(Help {
        line: ["As few modes as possible, the same function", "合并 mode，函数不变"],
        example: "coalesce((_2,(_1,_6)):(_1,(_6,_2)))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: laws::Room::same_function })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &["coalesce"] })),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::Operands),
    map: Some(Maps::AsFirst),
    brothers: Some(Brothers::Of(Family::Simpler, "coalesce")),
    ..BLANK
};

fn coalesce(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let profile = profile(arguments)?;
    if profile.is_none()
        && let Some(shape) = arguments.value(0)?.as_ints()
    {
        return Ok(Value::ints(&coalesce_shape(&shape)?));
    }
    changed(arguments, &mut |layout| match &profile {
        Some(profile) => layout.coalesce_by(profile),
        None => layout.coalesce_told(listener),
    })
}

/// Draws the same coordinates, and which modes merged.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let mut scene = room.reshape()?;
    if room.values().len() == 1 {
        let a = pictured(room.values().first()?)?;
        scene.merged = merged(&mut |listener| a.innermost().coalesce_told(listener));
    }
    Some(scene)
}
