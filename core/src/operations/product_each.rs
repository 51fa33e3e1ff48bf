//! The product of each mode.

use super::alike::ints;
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

pub(super) const PRODUCT_EACH: Row = Row {
    name: "product_each",
    parameters: &["tuple"],
    arity: 1..=1,
    holds: Some(Holds::Arguments),
    subject: Some(Subject::Operands),
    python: Some(&[]),
    apply: Some(Apply::Silent(|a| ints(int_tuple::product_each(&a.shape(0)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Each),
    remarks: Some(&[]),
    help: Some(Help {
        line: ["The product of each mode", "每个 mode 的乘积"], example: "product_each((4,(3,2)))"
    }),
    laws: Some(Laws::None("arithmetic of integer tuples")),
    picture: Some(Picture::None("a tuple is no layout")),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::Operands),
    map: Some(Maps::Never),
    brothers: Some(Brothers::Alone),
    ..BLANK
};
