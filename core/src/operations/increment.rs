//! The next coordinate.

use super::alike::ints;
use crate::int_tuple;
use crate::operations::prelude::*;

pub(super) const INCREMENT: Row = Row {
    name: "increment",
    origin: Origin::Other("CuTe's changes its argument and answers nothing"),
    parameters: &["coord", "shape"],
    arity: 2..=2,
    subject: Subject::AnswerInLast,
    python: &[Pythonic { written: "increment_coord", name: "increment", change: Change::Nothing }],
    apply: Some(Apply::Untraced(|a| ints(int_tuple::increment(&a.ints(0)?, &a.shape(1)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("its numbers are none of its operands'")),
    help: Some(Help {
        line: ["The next coordinate, the first mode fastest", "下一个坐标，第一个 mode 最快"],
        example: "increment((2,0),(3,6))",
    }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    ..USUAL
};
