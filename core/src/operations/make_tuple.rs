//! Tuples, which C++ calls by what they are for.

use crate::notebook::functions::Holds;
use crate::operations::prelude::*;

pub(super) const MAKE_SHAPE: Row = Row {
    name: called::MAKE_SHAPE,
    aliases: &[
        called::MAKE_STRIDE,
        called::MAKE_COORD,
        called::MAKE_TUPLE,
        called::MAKE_TILE,
        called::MAKE_STEP,
        "make_int_tuple",
    ],
    parameters: &["mode"],
    arity: 0..=MANY,
    holds: Holds::Modes,
    apply: Some(Apply::Untraced(make_tuple)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help { line: ["A tuple", "构造元组"], example: "make_shape(2,make_shape(2,4))" }),
    laws: Some(Laws::None("a tuple is what is written")),
    picture: Some(Picture::None("a tuple is what is written")),
    ..USUAL
};

pub(super) const SHAPE_TYPE: Row = Row {
    name: called::SHAPE_TYPE,
    aliases: &[called::STRIDE_TYPE, called::COORD_TYPE, called::STEP_TYPE, "Tile", "IntTuple"],
    parameters: &["mode"],
    arity: 0..=MANY,
    template: Template::Values,
    holds: Holds::Modes,
    apply: Some(Apply::Untraced(make_tuple)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a tuple is what is written")),
    help: Some(Help {
        line: ["A tuple by its types", "以类型写出的元组"], example: "Shape<_2,Shape<_2,_4>>{}"
    }),
    laws: Some(Laws::None("a tuple is what is written")),
    picture: Some(Picture::None("a tuple is what is written")),
    ..USUAL
};

fn make_tuple(arguments: &Arguments) -> Answer {
    let values = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    let modes = values.iter().enumerate().map(|(position, value)| {
        value.clone().into_mode().map_err(|_| Problem::Kind { position, expected: ValueKind::IntTuple })
    });
    let tuple = Nested::Tuple(modes.collect::<Result<_, _>>()?);
    Ok(Value::Tuple(tuple.check_limits()?))
}
