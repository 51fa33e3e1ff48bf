//! Two layouts of one size added, coordinate by coordinate.

use crate::algebra::wide::WideLayout;
use crate::laws::map::{Directions, Map};
use crate::laws::operands::{domain, plain};
use crate::notebook::value::MadeValue;
use crate::operations::prelude::*;
use crate::scene::Kind;
use crate::scene::draft::{Draft, size_of};
use crate::scene::operation::{Room, pictured};

pub(super) const LAYOUT_ADD: Row = Row {
    name: called::LAYOUT_ADD,
    origin: Origin::Other("of the paper on the algebra; CuTe adds no layouts"),
    parameters: &["A", "B"],
    arity: 2..=2,
    apply: Some(Apply::Traced(added)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("a mode of the sum comes from modes of both")),
    help: Some(Help {
        line: ["Two layouts added, coordinate by coordinate", "两个布局逐坐标相加"],
        example: "layout_add((_4,_3):(_3,_1),_12:_1)",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["first", "前者"]), Letter::operand("B", 1, ["second", "后者"])],
        state: promised,
    })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    ..USUAL
};

fn added(a: &Arguments, trace: &mut Trace<'_>) -> Answer {
    match (a.xor(0)?, a.xor(1)?) {
        (Some(left), Some(right)) => Ok(Value::Xor(left.layout_add(&right)?)),
        _ => match (wide(a, 0), wide(a, 1)) {
            (None, None) => {
                let (left, right) = (a.plain(0)?, a.plain(1)?);
                match left.layout_add_with_trace(&right, trace) {
                    Err(Error::SeveralDirections { .. }) => sum(&WideLayout::from(&left), &WideLayout::from(&right)),
                    answer => Ok(Value::Layout(answer?)),
                }
            }
            (left, right) => {
                let of = |wide: Option<&WideLayout>, position: usize| match wide {
                    Some(wide) => Ok::<_, Problem>(wide.clone()),
                    None => Ok(WideLayout::from(&a.plain(position)?)),
                };
                sum(&of(left, 0)?, &of(right, 1)?)
            }
        },
    }
}

/// An operand of which a stride is a coordinate.
fn wide(arguments: &Arguments, position: usize) -> Option<&WideLayout> {
    match arguments.values.get(position)? {
        Value::Made(made) => made.as_kind(),
        _ => None,
    }
}

fn sum(left: &WideLayout, right: &WideLayout) -> Answer {
    let sum = left.layout_add(right)?;
    Ok(sum.plain().map_or_else(|| Value::Made(MadeValue::new(sum)), Value::Layout))
}

/// States that R(i) = A(i) + B(i).
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    // Over F2 it is no sum of integers.
    if matches!(result, Value::Xor(_)) {
        return None;
    }
    let (a, b, r) = (plain(values.first()?)?, plain(values.get(1)?)?, plain(result)?);
    room.operand("A", &a);
    room.operand("B", &b);
    // Both sides count the same directions.
    let mut directions = Directions::new();
    let (mut left, mut right) = (Map::default(), Map::default());
    right.add(0, &a, &mut directions);
    right.add(0, &b, &mut directions);
    left.add(0, &r, &mut directions);
    let (left, right) = (vec![("R", left)], vec![("(A + B)", right)]);
    room.law(LawKind::Sum, Plan::Same { domain: domain(r.shape())?, left, right, bounds: None }, Vec::new());
    room.sizes_alone(a.shape(), r.shape());
    Some(())
}

/// Draws the same coordinates of both and of their sum.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let mut draft = Draft::default();
    let all = [draft.digit(size_of(&room.result)?)];
    for (position, role) in [Role::Operand, Role::Copies].into_iter().enumerate() {
        draft.whole(role, &pictured(room.values().get(position)?)?, room.text(position), &all)?;
    }
    draft.whole(Role::Result, &room.result, room.whole, &all)?;
    let colours = draft.by_digits(all.to_vec(), Meaning::Coordinate)?;
    Some(draft.done(Kind::Sum, colours))
}
