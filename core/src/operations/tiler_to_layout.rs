//! One layout that takes the same as a tiler of several.

use super::alike::{layout, tiler_from};
use super::row::{BLANK, Origin, Row};
use crate::algebra::sum::tiler_to_layout;
use crate::doctor::Advice;
use crate::laws::Laws;
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::notebook::algebra::Apply;
use crate::notebook::brothers::Brothers;
use crate::notebook::evaluate::{Compared, Travel};
use crate::notebook::functions::{Help, Holds, MANY, Subject};
use crate::scene::Picture;

pub(super) const TILER_TO_LAYOUT: Row = Row {
    name: "tiler_to_layout",
    origin: Origin::Other("of the paper on the algebra and of PyCuTe"),
    parameters: &["tiler"],
    arity: 1..=MANY,
    holds: Some(Holds::Arguments),
    subject: Some(Subject::Operands),
    python: Some(&[]),
    apply: Some(Apply::Silent(|a| layout(tiler_to_layout(&tiler_from(a, 0)?)))),
    compared: Some(Compared::Always),
    names: Some(Travel::None("the modes of a tiler have no names")),
    remarks: Some(&[]),
    help: Some(Help {
        line: ["One layout that takes the same as a tiler", "与 tiler 取法相同的单个布局"],
        example: "tiler_to_layout(<_4:_2,_5:_3>)",
    }),
    laws: Some(Laws::None("what it promises is of what is composed with it")),
    picture: Some(Picture::None("its operand is no layout")),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::None("any tiler has one")),
    map: Some(Maps::Never),
    brothers: Some(Brothers::Alone),
    ..BLANK
};
