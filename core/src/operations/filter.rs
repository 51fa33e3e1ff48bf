//! Without modes of static stride 0 or static extent 1.

use super::alike::{changed, profile};
use super::filter_zeros::of_kept;
use crate::operations::prelude::*;
use crate::scene::operation::{Room, pictured};
use crate::scene::part::merged;

pub(super) const FILTER: Row = Row {
    name: "filter",
    parameters: &["layout", "profile"],
    arity: 1..=2,
    apply: Some(Apply::Traced(filter)),
    compared: Some(Compared::Always),
    names: Some(Travel::By(|arguments| match arguments.values.len() {
        1 => Travel::Traced(Tracing::Plain),
        _ => Travel::None("by a profile it does not tell from where its leaves came"),
    })),
    help: Some(Help {
        line: ["Without modes of static stride 0 or static extent 1", "去掉静态步长为 0 或静态长度为 1 的 mode"],
        example: "filter((_4,_2,_1):(_0,_4,_9))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: laws::Room::same_image })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &["filter"] })),
    map: Maps::AsFirst,
    alternatives: Alternatives::Of(Family::Simpler, "filter"),
    ..USUAL
};

fn filter(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let profile = profile(arguments)?;
    changed(arguments, &mut |layout| match &profile {
        Some(profile) => layout.filter_by(profile),
        None => layout.filter_with_trace(trace),
    })
}

/// Draws what is kept, and which modes merged.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let mut scene = of_kept(room)?;
    let a = pictured(room.values().first()?)?;
    scene.merged = merged(&mut |trace| a.innermost().filter_with_trace(trace));
    Some(scene)
}
