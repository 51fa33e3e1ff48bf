//! The quotient rounded up.

use super::alike::ints;
use crate::int_tuple;
use crate::operations::prelude::*;

pub(super) const CEIL_DIV: Row = Row {
    name: "ceil_div",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(ceil_div)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("its numbers are none of its operands'")),
    help: Some(Help { line: ["The quotient rounded up", "向上取整的商"], example: "ceil_div(10,4)" }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    ..USUAL
};

/// Of a shape by a layout it is the shape of the rest: `shape(complement(layout, shape))`.
fn ceil_div(arguments: &Arguments) -> Answer {
    let shape = arguments.shape(0)?;
    match arguments.value(1)? {
        Value::Layout(tiler) => Ok(Value::ints(tiler.complement_up_to(&shape)?.shape())),
        _ => ints(int_tuple::ceil_div(&shape, &arguments.ints(1)?)),
    }
}
