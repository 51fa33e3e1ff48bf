//! The modes under `_`.

use super::alike::layout;
use crate::coordinate::{Coordinate, Slot};
use crate::int_tuple::product;
use crate::laws::map::{Directions, Domain, Map, leaf_paths};
use crate::laws::operands::{any, item_layout, not_negative, static_numbers};
use crate::layout::Shape;
use crate::notebook::value::Item;
use crate::operations::prelude::*;
use crate::scene::draft::Draft;
use crate::scene::operation::{Room, pictured};
use crate::scene::part::kept;
use crate::scene::space::Term;
use crate::slice::pick;

pub(super) const SLICE: Row = Row {
    name: called::SLICE,
    parameters: &["coord", "tuple or layout"],
    arity: 2..=2,
    python: &[Pythonic { written: "slice_", name: called::SLICE, change: Change::LayoutFirst }],
    apply: Some(Apply::Untraced(|a| sliced(a, true))),
    compared: Some(Compared::Always),
    names: Some(Travel::Moves(1)),
    help: Some(Help { line: ["The modes under _", "保留 _ 所在的 mode"], example: "slice((_,1),(4,8):(1,4))" }),
    laws: Some(Laws::Promised(Promise { letters: &[Letter::operand("A", 1, ["layout", "布局"])], state: promised })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    ..USUAL
};

pub(super) fn sliced(arguments: &Arguments, underscored: bool) -> Answer {
    let place = arguments.coordinate(0)?;
    match arguments.value(1)? {
        Value::Layout(value) => layout(if underscored { value.slice(&place) } else { value.dice(&place) }),
        Value::Composed(_) if underscored => Ok(arguments.any(1)?.slice_and_offset(&place)?.0.into()),
        Value::Tensor(tensor) if underscored => Ok(Value::Tensor(tensor.slice(&place)?)),
        _ => Ok(Value::Tuple(pick(&place, &arguments.tree(1)?, underscored)?)),
    }
}

/// States that the slice has the indices of the whole, from an offset on.
pub(super) fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let [place, layout, ..] = performed.arguments.values.as_slice() else { return None };
    let coordinate = place.as_coordinate()?;
    let a = any(layout)?;
    // A slice of what counts bytes is a layout of indices, and not of where elements lie.
    if a.as_applied() != a {
        return None;
    }
    let (r, offset) = match result {
        Value::Tuple(Nested::Tuple(parts)) => match parts.as_slice() {
            [Nested::Leaf(layout), Nested::Leaf(Item::Int(offset))] => (item_layout(layout)?, offset.value()),
            _ => return None,
        },
        _ if a.plain().is_some() => {
            let Nested::Leaf(offset) = a.index(&coordinate).ok()? else { return None };
            (any(result)?, offset.value())
        }
        _ => return None,
    };
    room.operand("A", &a);
    room.operand("c", &coordinate);
    let kept = leaf_paths(&coordinate).into_iter().filter(|path| coordinate.at(path) == Ok(&Nested::Leaf(Slot::All)));
    let kept = kept.collect::<Vec<_>>();
    let modes = kept.iter().map(|path| a.shape().at(path)).collect::<Result<Vec<_>, _>>().ok()?;
    let extents = modes.into_iter().map(product).collect::<Result<Vec<_>, _>>().ok()?;
    let domain = Domain::new(Nested::Tuple(extents.iter().map(|extent| Nested::Leaf(extent.value())).collect()))?;
    let read = kept.into_iter().enumerate().map(|(index, path)| (index + 1, path)).collect::<Vec<_>>();
    let Nested::Leaf(base) = a.innermost().index(&coordinate).ok()? else { return None };
    let whole = Map::along(&a, &mut Directions::new(), &read).plus(base.value());
    let plan = Plan::Same {
        domain,
        left: vec![("+", Map::identity().plus(offset)), ("R", Map::of(&r))],
        right: vec![("A", whole)],
        bounds: None,
    };
    room.law(LawKind::Slice, plan, vec![static_numbers(&a), not_negative("A", &a)]);
    Some(())
}

/// Draws the modes under `_`, the others at their numbers.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    fn walk(
        draft: &mut Draft,
        place: &Coordinate,
        shape: &Shape,
        weight: i64,
        found: &mut (i64, Vec<Term>, Vec<usize>),
    ) -> Option<()> {
        match place {
            Nested::Leaf(Slot::All) => kept(draft, shape, weight, &mut found.1, &mut found.2),
            Nested::Leaf(Slot::Int(digit)) => {
                found.0 = found.0.checked_add(digit.value().checked_mul(weight)?)?;
                Some(())
            }
            Nested::Tuple(places) => {
                let mut weight = weight;
                for (place, mode) in places.iter().zip(shape.modes()) {
                    walk(draft, place, mode, weight, found)?;
                    weight = weight.checked_mul(product(mode).ok()?.value())?;
                }
                Some(())
            }
        }
    }
    let (a, place) = (&pictured(room.values().get(1)?)?, &room.values().first()?.as_coordinate()?);
    let mut draft = Draft::default();
    let mut found = (0, Vec::new(), Vec::new());
    walk(&mut draft, place, a.shape(), 1, &mut found)?;
    room.part(draft, a, room.text(1), found)
}
