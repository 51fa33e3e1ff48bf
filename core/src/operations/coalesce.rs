//! As few modes as possible, the same function.

use super::alike::{changed, profile};
use crate::algebra::coalesce::coalesce_shape;
use crate::coordinate::Coordinate;
use crate::laws::map::Map;
use crate::laws::operands::{any, domain};
use crate::operations::prelude::*;
use crate::scene::operation::{Room, pictured};
use crate::scene::part::merged;

pub(super) const COALESCE: Row = Row {
    name: "coalesce",
    parameters: &["layout", "profile"],
    arity: 1..=2,
    apply: Some(Apply::Traced(coalesce)),
    compared: Some(Compared::Always),
    names: Some(Travel::By(|arguments| match arguments.values.len() {
        1 => Travel::Traced(Tracing::Plain),
        _ => Travel::None("by a profile it does not tell from where its leaves came"),
    })),
    help: Some(Help {
        line: ["As few modes as possible, the same function", "合并 mode，函数不变"],
        example: "coalesce((_2,(_1,_6)):(_1,(_6,_2)))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: laws::Room::same_function })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &["coalesce"] })),
    map: Maps::AsFirst,
    alternatives: Alternatives::Of(Family::Simpler, "coalesce"),
    ..USUAL
};

pub(super) const COALESCE_Z: Row = Row {
    origin: Origin::Other("of the paper on the algebra, which counts beyond the size"),
    name: "coalesce_z",
    apply: Some(Apply::Untraced(|a| {
        // A mode under `_` stays as it is.
        let profile = match a.values.get(1).and_then(Value::as_coordinate) {
            Some(profile) => Some(profile),
            None => profile(a)?.as_ref().map(Coordinate::from),
        };
        changed(a, &mut |layout| match &profile {
            Some(profile) => layout.coalesce_z_by(profile),
            None => layout.coalesce_z(),
        })
    })),
    names: Some(Travel::None("where a mode came from is not told")),
    help: Some(Help {
        line: ["coalesce that is the same function beyond the size, too", "在定义域之外也保持函数不变的 coalesce"],
        example: "coalesce_z((_2,_1,_6,_1):(_1,_7,_8,_0))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: beyond })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| room.reshape(), told_as: &[] })),
    alternatives: Alternatives::Alone,
    ..COALESCE
};

/// States that the function stays the same, also as far again as it is large.
fn beyond(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    room.same_function(performed, result)?;
    let (a, r) = (any(performed.arguments.values.first()?)?, any(result)?);
    let far = a.size().ok()?.times(Int::constant(2)).ok()?;
    let (left, right) = (vec![("R", Map::of(&r))], vec![("A", Map::of(&a))]);
    let plan = Plan::Same { domain: domain(&Nested::Leaf(far))?, left, right, bounds: None };
    room.law(LawKind::SameBeyond, plan, Vec::new());
    Some(())
}

fn coalesce(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let profile = profile(arguments)?;
    if profile.is_none()
        && let Some(shape) = arguments.value(0)?.as_ints()
    {
        return Ok(Value::ints(&coalesce_shape(&shape)?));
    }
    if profile.is_none()
        && let Some(layout) = arguments.xor(0)?
    {
        return Ok(Value::Xor(layout.coalesce()?));
    }
    changed(arguments, &mut |layout| match &profile {
        Some(profile) => layout.coalesce_by(profile),
        None => layout.coalesce_with_trace(trace),
    })
}

/// Draws the same coordinates, and which modes merged.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let mut scene = room.reshape()?;
    if room.values().len() == 1 {
        let a = pictured(room.values().first()?)?;
        scene.merged = merged(&mut |trace| a.innermost().coalesce_with_trace(trace));
    }
    Some(scene)
}
