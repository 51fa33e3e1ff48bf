//! Tuples, which C++ calls by what they are for.

use super::row::{BLANK, Row};
use crate::doctor::Advice;
use crate::laws::Laws;
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::nested::Nested;
use crate::notebook::algebra::Apply;
use crate::notebook::brothers::Brothers;
use crate::notebook::evaluate::{Compared, Travel};
use crate::notebook::functions::{Answer, Arguments, Help, Holds, MANY, Problem, Subject, Template};
use crate::notebook::value::{Value, ValueKind};
use crate::scene::Picture;

pub(super) const MAKE_SHAPE: Row = Row {
    name: "make_shape",
    aliases: &["make_stride", "make_coord", "make_tuple", "make_tile", "make_step", "make_int_tuple"],
    parameters: &["mode"],
    arity: 0..=MANY,
    holds: Some(Holds::Modes),
    subject: Some(Subject::Operands),
    python: Some(&[]),
    apply: Some(Apply::Silent(make_tuple)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    remarks: Some(&[]),
    help: Some(Help { line: ["A tuple", "构造元组"], example: "make_shape(2,make_shape(2,4))" }),
    laws: Some(Laws::None("a tuple is what is written")),
    picture: Some(Picture::None("a tuple is what is written")),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::Operands),
    map: Some(Maps::Never),
    brothers: Some(Brothers::Alone),
    ..BLANK
};

pub(super) const SHAPE_TYPE: Row = Row {
    name: "Shape",
    aliases: &["Stride", "Coord", "Step", "Tile", "IntTuple"],
    parameters: &["mode"],
    arity: 0..=MANY,
    template: Template::Values,
    holds: Some(Holds::Modes),
    subject: Some(Subject::Operands),
    python: Some(&[]),
    apply: Some(Apply::Silent(make_tuple)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a tuple is what is written")),
    remarks: Some(&[]),
    help: Some(Help {
        line: ["A tuple by its types", "以类型写出的元组"], example: "Shape<_2,Shape<_2,_4>>{}"
    }),
    laws: Some(Laws::None("a tuple is what is written")),
    picture: Some(Picture::None("a tuple is what is written")),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::Operands),
    map: Some(Maps::Never),
    brothers: Some(Brothers::Alone),
    ..BLANK
};

/// What C++ calls a tuple that is a coordinate or a stride: no shape that can be drawn.
pub(crate) const NO_SHAPES: [&str; 6] = [COORDINATE, "Coord", STRIDE, "Stride", STEPS[0], STEPS[1]];

/// What C++ calls a tuple of which modes a projection keeps: there CuTe calls the underscore `X`.
pub(crate) const STEPS: [&str; 2] = ["make_step", "Step"];

/// What C++ calls a tuple that is a coordinate.
pub(crate) const COORDINATE: &str = "make_coord";

/// What C++ calls a tuple of strides.
pub(crate) const STRIDE: &str = "make_stride";

/// What C++ calls a tuple of layouts that cut.
pub(crate) const TILE: &str = "make_tile";

/// What C++ calls any tuple.
pub(crate) const TUPLE: &str = "make_tuple";

/// The type of a tuple of strides.
pub(crate) const STRIDE_TYPE: &str = "Stride";

fn make_tuple(arguments: &Arguments) -> Answer {
    let values = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    let modes = values.iter().enumerate().map(|(position, value)| {
        value.clone().into_mode().map_err(|_| Problem::Kind { position, expected: ValueKind::IntTuple })
    });
    let tuple = Nested::Tuple(modes.collect::<Result<_, _>>()?);
    Ok(Value::Tuple(tuple.check_limits()?))
}
