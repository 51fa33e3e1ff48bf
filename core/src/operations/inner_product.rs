//! The sum of products of corresponding leaves.

use super::alike::int;
use super::row::{BLANK, Row};
use crate::doctor::Advice;
use crate::int_tuple;
use crate::laws::Laws;
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::notebook::algebra::Apply;
use crate::notebook::brothers::Brothers;
use crate::notebook::evaluate::{Compared, Travel};
use crate::notebook::functions::{Help, Holds, Subject};
use crate::scene::Picture;

pub(super) const INNER_PRODUCT: Row = Row {
    name: "inner_product",
    parameters: &["a", "b"],
    arity: 2..=2,
    holds: Some(Holds::Arguments),
    subject: Some(Subject::Operands),
    python: Some(&[]),
    apply: Some(Apply::Silent(|a| int(int_tuple::inner_product(&a.ints(0)?, &a.ints(1)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("its numbers are none of its operands'")),
    remarks: Some(&[]),
    help: Some(Help {
        line: ["The sum of products of corresponding leaves", "对应叶子乘积之和"],
        example: "inner_product((1,(1,2)),(3,(12,1)))",
    }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::Operands),
    map: Some(Maps::Never),
    brothers: Some(Brothers::Alone),
    ..BLANK
};
