//! One layout that takes the same as a tiler of several.

use super::alike::{layout, tiler_from};
use super::row::{Origin, Row, USUAL};
use crate::algebra::sum::tiler_to_layout;
use crate::doctor::Advice;
use crate::laws::Laws;
use crate::notebook::algebra::Apply;
use crate::notebook::evaluate::{Compared, Travel};
use crate::notebook::functions::{Help, MANY};
use crate::scene::Picture;

pub(super) const TILER_TO_LAYOUT: Row = Row {
    name: "tiler_to_layout",
    origin: Origin::Other("of the paper on the algebra and of PyCuTe"),
    parameters: &["tiler"],
    arity: 1..=MANY,
    apply: Some(Apply::Silent(|a| layout(tiler_to_layout(&tiler_from(a, 0)?)))),
    compared: Some(Compared::Always),
    names: Some(Travel::None("the modes of a tiler have no names")),
    help: Some(Help {
        line: ["One layout that takes the same as a tiler", "与 tiler 取法相同的单个布局"],
        example: "tiler_to_layout(<_4:_2,_5:_3>)",
    }),
    laws: Some(Laws::None("what it promises is of what is composed with it")),
    picture: Some(Picture::None("its operand is no layout")),
    advice: Advice::None("any tiler has one"),
    ..USUAL
};
