//! Each integer times the size of its mode.

use super::alike::ints;
use crate::int_tuple;
use crate::operations::prelude::*;

pub(super) const ELEM_SCALE: Row = Row {
    name: "elem_scale",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| ints(int_tuple::elem_scale(&a.ints(0)?, &a.shape(1)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("its numbers are none of its operands'")),
    help: Some(Help {
        line: ["Each integer of a times the size of its mode of b", "a 的每个整数乘以 b 对应 mode 的大小"],
        example: "elem_scale((2,3),(4,(2,2)))",
    }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    ..USUAL
};
