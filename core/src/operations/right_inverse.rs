//! The layout R with A(R(i)) = i.

use crate::laws::operands::any;
use crate::make::Major;
use crate::operations::prelude::*;
use crate::scene::Kind;
use crate::scene::draft::Draft;
use crate::scene::operation::{Room, leaves, pictured};
use crate::scene::through::through;

pub(super) const RIGHT_INVERSE: Row = Row {
    name: "right_inverse",
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Traced(inverse)),
    compared: Some(Compared::Always),
    names: Some(Travel::Traced(Tracing::Inverse)),
    help: Some(Help {
        line: ["The layout R with A(R(i)) = i", "右逆：满足 A(R(i)) = i 的布局"],
        example: "right_inverse((_4,_8):(_8,_1))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &["right_inverse"] })),
    map: Maps::Inverse,
    alternatives: Alternatives::Of(Family::Inverse, "right"),
    ..USUAL
};

fn inverse(a: &Arguments, trace: &mut Trace<'_>) -> Answer {
    match a.xor(0)? {
        Some(layout) => {
            let inverse = layout.right_inverse()?;
            Ok(if inverse.size()? == 1 { Value::Layout(Layout::trivial()) } else { Value::Xor(inverse) })
        }
        None => Ok(a.any(0)?.right_inverse(trace)?.into()),
    }
}

/// States that A(R(i)) = i.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let (a, r) = (any(performed.arguments.values.first()?)?, any(result)?);
    room.operand("A", performed.arguments.values.first()?);
    room.chain(LawKind::RightInverse, r.shape(), vec![("A", &a), ("R", &r)], false, Vec::new());
    Some(())
}

/// Draws the coordinates of R as the indices of A.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let a = &pictured(room.values().first()?)?;
    let mut draft = Draft::default();
    let all = leaves(&draft.digits(room.result.shape()));
    let flat = Layout::compact(Nested::Leaf(a.size().ok()?), Major::Left).ok()?;
    let reading = through(&draft, &flat, &room.result, &all)?;
    draft.panel(Role::Operand, a.clone(), room.text(0), reading)?;
    draft.whole(Role::Result, &room.result, room.whole, &all)?;
    let colours = draft.by_digits(all, Meaning::Coordinate)?;
    draft.leads = [Role::Result, Role::Operand, Role::Result];
    Some(draft.done(Kind::Inverse, colours))
}
