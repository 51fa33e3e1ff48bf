//! The sum of products of corresponding leaves.

use super::alike::int;
use crate::int_tuple;
use crate::operations::prelude::*;

pub(super) const INNER_PRODUCT: Row = Row {
    name: "inner_product",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| int(int_tuple::inner_product(&a.ints(0)?, &a.ints(1)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("its numbers are none of its operands'")),
    help: Some(Help {
        line: ["The sum of products of corresponding leaves", "对应叶子乘积之和"],
        example: "inner_product((1,(1,2)),(3,(12,1)))",
    }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    ..USUAL
};
