//! Some modes, in the order given.

use super::alike::reshape;
use crate::operations::prelude::*;
use crate::scene::operation::Room;

pub(super) const SELECT: Row = Row {
    name: "select",
    parameters: &["tuple or layout"],
    arity: 1..=1,
    template: Template::Modes,
    apply: Some(Apply::Untraced(select)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["Some modes, in the order given", "按给定次序选取若干 mode"],
        example: "select<1,0>((2,3,5))",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    ..USUAL
};

/// Some modes; of a layout with a swizzle CuTe answers each by itself.
fn select(arguments: &Arguments) -> Answer {
    let modes = arguments.modes()?;
    // A tuple has no room for a layout after a layout.
    if let Value::Made(_) = arguments.value(0)? {
        return Err(Problem::Kind { position: 0, expected: ValueKind::Layout });
    }
    let Value::Composed(layout) = arguments.value(0)? else {
        return reshape(arguments, |layout| Ok(layout.select(&modes)?), |tuple| Ok(tuple.select(&modes)?));
    };
    let layout = AnyLayout::Composed(layout.clone());
    let selected = modes.iter().map(|mode| {
        Value::from(layout.at(&[*mode])?)
            .into_mode()
            .map_err(|_| Problem::Kind { position: 0, expected: ValueKind::Layout })
    });
    Ok(Value::Tuple(Nested::Tuple(selected.collect::<Result<_, Problem>>()?).check_limits()?))
}

/// Draws the modes that are chosen, the others at 0.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    room.modes(room.numbers()?.into_iter().map(|mode| vec![mode]).collect())
}
