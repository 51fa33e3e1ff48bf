//! The next multiple.

use super::alike::ints;
use crate::int_tuple;
use crate::operations::prelude::*;

pub(super) const ROUND_UP: Row = Row {
    name: "round_up",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| ints(int_tuple::round_up(&a.shape(0)?, &a.ints(1)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("its numbers are none of its operands'")),
    help: Some(Help { line: ["The next multiple of b", "向上取到 b 的倍数"], example: "round_up(10,4)" }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    ..USUAL
};
