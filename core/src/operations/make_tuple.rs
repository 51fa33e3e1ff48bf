//! Tuples, which C++ calls by what they are for.

use crate::notebook::construct;
use crate::notebook::functions::Holds;
use crate::notebook::value::Item;
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
    let given = |values: &[Value]| -> Result<Vec<Nested<Item>>, Problem> {
        let mode = |(position, value): (usize, &Value)| {
            value.clone().into_mode().map_err(|_| Problem::Kind { position, expected: ValueKind::IntTuple })
        };
        values.iter().enumerate().map(mode).collect()
    };
    if arguments.template.is_empty() {
        return Ok(Value::Tuple(Nested::Tuple(given(&arguments.values)?).check_limits()?));
    }
    let types = arguments.template.iter().cloned().map(|value| of_type(value).into_mode());
    let types = types.collect::<Result<Vec<_>, _>>().map_err(|_| Problem::Template)?;
    let types = Nested::Tuple(types).check_limits()?;
    let tuple = match (given(&arguments.values)?.as_slice(), types.rank()) {
        ([], _) => types,
        // A tuple is copied from one.
        ([only @ Nested::Tuple(_)], _) if types.rank() == only.rank() => converted(&types, only)?,
        (values, rank) if values.len() == rank => converted(&types, &Nested::Tuple(values.to_vec()))?,
        _ => return Err(Problem::Arity),
    };
    Ok(Value::Tuple(tuple))
}

/// What a type of elements stands for among the types of a tuple: an integer that is known when the program runs.
pub(super) fn of_type(value: Value) -> Value {
    match value {
        Value::Element(element) if construct::is_integral(element) => Value::int(Int::dynamic(0)),
        value => value,
    }
}

/// What a type of tuples makes of values: its static integers stay, and the others are what is given.
pub(super) fn converted(of: &Nested<Item>, value: &Nested<Item>) -> Result<Nested<Item>, Problem> {
    Ok(match (of, value) {
        (Nested::Leaf(Item::Int(int)), _) if int.is_static() => of.clone(),
        (Nested::Leaf(Item::Int(_)), Nested::Leaf(Item::Int(int))) => {
            Nested::Leaf(Item::Int(Int::dynamic(int.value())))
        }
        (Nested::Tuple(types), Nested::Tuple(values)) if types.len() == values.len() => Nested::Tuple(
            types.iter().zip(values).map(|(of, value)| converted(of, value)).collect::<Result<Vec<_>, _>>()?,
        ),
        (Nested::Leaf(_), Nested::Leaf(_)) => value.clone(),
        _ => return Err(Problem::Arity),
    })
}
