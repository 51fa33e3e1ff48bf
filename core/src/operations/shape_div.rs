//! A shape divided from left to right.

use super::alike::ints;
use crate::int_tuple;
use crate::operations::prelude::*;

pub(super) const SHAPE_DIV: Row = Row {
    name: "shape_div",
    parameters: &["shape", "divisor"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| ints(int_tuple::shape_div(&a.shape(0)?, &a.shape(1)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("its numbers are none of its operands'")),
    help: Some(Help {
        line: ["A shape divided from left to right", "从左到右用除数去除一个形状"],
        example: "shape_div((4,6),8)",
    }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    ..USUAL
};
