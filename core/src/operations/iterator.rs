//! Where data begin that are numbers, or coordinates.

use crate::operations::prelude::*;
use crate::tensor::Engine;

pub(super) const COUNTING_ITERATOR: Row = Row {
    name: "counting_iterator",
    aliases: &["counting_iter"],
    parameters: &["begin"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(counting)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help {
        line: ["The numbers from one on", "从某数开始的自然数"], example: "counting_iterator(0)"
    }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

pub(super) const RANDOM_ITER: Row = Row {
    name: "random_iter",
    origin: Origin::Other("data to look at, where a tensor has none"),
    parameters: &["seed", "offset"],
    arity: 1..=2,
    apply: Some(Apply::Untraced(random)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help {
        line: ["Pseudo-random bytes by a seed", "由种子生成的伪随机字节"], example: "random_iter(7)"
    }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

pub(super) const ARITH_TUPLE: Row = Row {
    name: called::ARITH_TUPLE,
    aliases: &["make_arithmetic_tuple"],
    origin: Origin::Other("how the iterator that make_inttuple_iter makes is printed"),
    parameters: &["mode"],
    arity: 0..=MANY,
    apply: Some(Apply::Untraced(coordinates)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help { line: ["Coordinates, from one on", "从某坐标开始"], example: "ArithTuple(0,0)" }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

pub(super) const MAKE_INTTUPLE_ITER: Row = Row {
    name: "make_inttuple_iter",
    parameters: &["coord"],
    arity: 1..=MANY,
    apply: Some(Apply::Untraced(coordinate_iterator)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help {
        line: ["Coordinates, from one on", "从某坐标开始"],
        example: "make_inttuple_iter(make_coord(0,0))",
    }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

/// Where an iterator begins: never known at compile time, as in C++.
pub(super) fn begin(arguments: &Arguments, position: usize) -> Result<Int, Problem> {
    match arguments.values.len() > position {
        true => Ok(Int::dynamic(arguments.int(position)?.value())),
        false => Ok(Int::dynamic(0)),
    }
}

fn counting(arguments: &Arguments) -> Answer {
    Ok(Value::Engine(Engine::Counting(begin(arguments, 0)?)))
}

fn random(arguments: &Arguments) -> Answer {
    Ok(Value::Engine(Engine::Random { seed: begin(arguments, 0)?, offset: begin(arguments, 1)? }))
}

/// `ArithTuple(0,0)`, as CuTe prints it.
fn coordinates(arguments: &Arguments) -> Answer {
    let modes = (0..arguments.values.len()).map(|position| arguments.ints(position));
    Ok(Value::Engine(Engine::Coordinates(Nested::Tuple(modes.collect::<Result<_, _>>()?))))
}

/// `make_inttuple_iter(make_coord(0,0))`.
fn coordinate_iterator(arguments: &Arguments) -> Answer {
    match arguments.values.len() {
        1 => Ok(Value::Engine(Engine::Coordinates(arguments.ints(0)?))),
        _ => coordinates(arguments),
    }
}
