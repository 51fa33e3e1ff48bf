//! Extents of static stride 0 become 1.

use super::alike::{changed, profile};
use crate::operations::prelude::*;
use crate::scene::Kind;
use crate::scene::draft::Draft;
use crate::scene::operation::{Room, leaves, pictured};

pub(super) const FILTER_ZEROS: Row = Row {
    name: "filter_zeros",
    parameters: &["layout", "profile"],
    arity: 1..=2,
    apply: Some(Apply::Untraced(filter_zeros)),
    compared: Some(Compared::Always),
    names: Some(Travel::Keeps(0)),
    help: Some(Help {
        line: ["Extents of static stride 0 become _1", "静态步长为 0 的长度变为 _1"],
        example: "filter_zeros((_4,_2):(_0,_1))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Drawn(Drawing { draw: of_kept, told_as: &["filter_zeros"] })),
    alternatives: Alternatives::Of(Family::Simpler, "filter_zeros"),
    ..USUAL
};

fn filter_zeros(arguments: &Arguments) -> Answer {
    let profile = profile(arguments)?;
    changed(arguments, &mut |layout| match &profile {
        Some(profile) => layout.filter_zeros_by(profile),
        None => layout.filter_zeros(),
    })
}

/// States that the same indices are reached; under a profile of its own an extent may be anything.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    if performed.arguments.values.len() == 1 { room.same_image(performed, result) } else { None }
}

/// Draws the same coordinates with modes of stride 0 left out.
pub(super) fn of_kept(room: &Room<'_>) -> Option<Scene> {
    let [only] = room.values() else { return None };
    let a = &pictured(only)?;
    let kept = a.innermost().filter_zeros().ok()?;
    let mut draft = Draft::default();
    let digits = leaves(&draft.digits(a.shape()));
    draft.whole(Role::Operand, a, room.text(0), &digits)?;
    let pairs = digits.iter().zip(kept.shape().leaves());
    let of_result = pairs.filter(|(digit, extent)| draft.extent(**digit) == extent.value());
    let of_result = of_result.map(|(digit, _)| *digit).collect::<Vec<_>>();
    draft.whole(Role::Result, &room.result, room.whole, &of_result)?;
    Some(draft.done(Kind::Reshape, Draft::by_index()))
}
