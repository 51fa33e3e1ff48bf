//! The product of each mode.

use super::alike::ints;
use crate::int_tuple;
use crate::operations::prelude::*;

pub(super) const PRODUCT_EACH: Row = Row {
    name: "product_each",
    parameters: &["tuple"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| ints(int_tuple::product_each(&a.shape(0)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Each),
    help: Some(Help {
        line: ["The product of each mode", "每个 mode 的乘积"], example: "product_each((4,(3,2)))"
    }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    ..USUAL
};
