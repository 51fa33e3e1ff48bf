//! The layout R with R(A(i)) = i.

use crate::laws::operands::{any, apart, injective, not_negative};
use crate::make::Major;
use crate::operations::prelude::*;
use crate::scene::Kind;
use crate::scene::draft::Draft;
use crate::scene::operation::{Room, leaves, pictured};
use crate::scene::through::through;

pub(super) const LEFT_INVERSE: Row = Row {
    name: "left_inverse",
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Traced(inverse)),
    compared: Some(Compared::Always),
    names: Some(Travel::Traced(Tracing::Inverse)),
    help: Some(Help {
        line: ["The layout R with R(A(i)) = i", "左逆：满足 R(A(i)) = i 的布局"],
        example: "left_inverse((_4,_8):(_8,_1))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &["left_inverse"] })),
    map: Maps::Inverse,
    alternatives: Alternatives::Of(Family::Inverse, "left"),
    ..USUAL
};

fn inverse(a: &Arguments, trace: &mut Trace<'_>) -> Answer {
    if let Some(inverse) = a.xor(0)?.map(|layout| layout.left_inverse()).transpose()?.flatten() {
        return Ok(Value::Xor(inverse));
    }
    Ok(a.any(0)?.left_inverse(trace)?.into())
}

/// States that R(A(i)) = i, and what of it holds where A is not injective.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let (a, r) = (any(performed.arguments.values.first()?)?, any(result)?);
    room.operand("A", performed.arguments.values.first()?);
    let mut both = vec![not_negative("A", &a)];
    both.extend(apart("A", &a));
    let exact = injective("A", &a).into_iter().chain(both.iter().cloned()).collect();
    let filtered = a.innermost().filter().map(AnyLayout::Plain).ok()?;
    both.insert(0, injective("filter(A)", &filtered)?);
    room.chain(LawKind::LeftInverse, a.shape(), vec![("A", &a), ("R", &r), ("A", &a)], true, both);
    room.chain(LawKind::LeftInverseExact, a.shape(), vec![("R", &r), ("A", &a)], false, exact);
    Some(())
}

/// Draws the indices of A as the coordinates of R.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let a = &pictured(room.values().first()?)?;
    let mut draft = Draft::default();
    let all = leaves(&draft.digits(a.shape()));
    let flat = Layout::compact(Nested::Leaf(room.result.size().ok()?), Major::Left).ok()?;
    let reading = through(&draft, &flat, a, &all)?;
    draft.whole(Role::Operand, a, room.text(0), &all)?;
    draft.panel(Role::Result, room.result.clone(), room.whole, reading)?;
    let colours = draft.by_digits(all, Meaning::Coordinate)?;
    draft.leads = [Role::Operand, Role::Result, Role::Operand];
    Some(draft.done(Kind::Inverse, colours))
}
