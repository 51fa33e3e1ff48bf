//! Tags that say from where strides are generated.

use crate::make::Major;
use crate::notebook::functions::Holds;
use crate::operations::prelude::*;

pub(super) const LAYOUT_LEFT: Row = Row {
    name: called::LAYOUT_LEFT,
    aliases: &[called::MAJORS[2]],
    arity: 0..=0,
    holds: Holds::Nothing,
    apply: Some(Apply::Untraced(|_| Ok(Value::Major(Major::Left)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a tag has no modes")),
    help: Some(Help {
        line: ["Strides from the left (column-major)", "从左生成步长（列主序）"],
        example: "make_layout((2,4),LayoutLeft)",
    }),
    laws: Some(Laws::None("a tag says how others generate strides")),
    picture: Some(Picture::None("a tag is no layout")),
    ..USUAL
};

pub(super) const LAYOUT_RIGHT: Row = Row {
    name: called::LAYOUT_RIGHT,
    aliases: &[called::MAJORS[3]],
    arity: 0..=0,
    holds: Holds::Nothing,
    apply: Some(Apply::Untraced(|_| Ok(Value::Major(Major::Right)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a tag has no modes")),
    help: Some(Help {
        line: ["Strides from the right (row-major)", "从右生成步长（行主序）"],
        example: "make_layout((2,4),LayoutRight)",
    }),
    laws: Some(Laws::None("a tag says how others generate strides")),
    picture: Some(Picture::None("a tag is no layout")),
    ..USUAL
};
