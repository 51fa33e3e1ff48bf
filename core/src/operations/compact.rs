//! Strides that are generated: by running products, or by an order.

use super::alike::ints;
use crate::make;
use crate::make::Major;
use crate::operations::prelude::*;

pub(super) const COMPACT_COL_MAJOR: Row = Row {
    name: "compact_col_major",
    parameters: &["shape", "current"],
    arity: 1..=2,
    subject: Subject::Strides,
    apply: Some(Apply::Untraced(|a| compact_with(a, Major::Left))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a stride names no mode")),
    help: Some(Help {
        line: ["Strides as running products from the left", "从左到右累乘得到的步长"],
        example: "compact_col_major((2,(3,4)))",
    }),
    laws: Some(Laws::None("make_layout promises it of the layout with these strides")),
    picture: Some(Picture::None("a tuple of strides is no layout")),
    ..USUAL
};

pub(super) const COMPACT_ROW_MAJOR: Row = Row {
    name: "compact_row_major",
    parameters: &["shape", "current"],
    arity: 1..=2,
    subject: Subject::Strides,
    apply: Some(Apply::Untraced(|a| compact_with(a, Major::Right))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a stride names no mode")),
    help: Some(Help {
        line: ["Strides as running products from the right", "从右到左累乘得到的步长"],
        example: "compact_row_major((2,(3,4)))",
    }),
    laws: Some(Laws::None("make_layout promises it of the layout with these strides")),
    picture: Some(Picture::None("a tuple of strides is no layout")),
    ..USUAL
};

pub(super) const COMPACT_ORDER: Row = Row {
    name: "compact_order",
    parameters: &["shape", "order"],
    arity: 2..=2,
    subject: Subject::Strides,
    apply: Some(Apply::Untraced(|a| ints(make::compact_order(&a.shape(0)?, &a.ints(1)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a stride names no mode")),
    help: Some(Help {
        line: ["Strides by an order of the modes", "按 mode 次序生成的步长"],
        example: "compact_order((2,3,4),(1,2,0))",
    }),
    laws: Some(Laws::None("make_layout promises it of the layout with these strides")),
    picture: Some(Picture::None("a tuple of strides is no layout")),
    ..USUAL
};

fn compact_with(arguments: &Arguments, major: Major) -> Answer {
    let current = if arguments.values.len() > 1 { arguments.ints(1)? } else { Nested::Leaf(Int::ONE) };
    ints(make::compact_each(&arguments.shape(0)?, &current, major))
}
