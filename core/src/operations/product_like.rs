//! Products in the parentheses of a guide.

use super::alike::ints;
use crate::int_tuple;
use crate::operations::prelude::*;

pub(super) const PRODUCT_LIKE: Row = Row {
    name: called::PRODUCT_LIKE,
    parameters: &["tuple", "guide"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| ints(int_tuple::product_like(&a.shape(0)?, &a.shape(1)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("its numbers are none of its operands'")),
    help: Some(Help {
        line: ["Products in the parentheses of a guide", "按给定括号结构求乘积"],
        example: "product_like((4,(3,2)),(1,1))",
    }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    ..USUAL
};
