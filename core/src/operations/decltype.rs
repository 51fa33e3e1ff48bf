//! The type of a value, which makes that value.

use crate::operations::prelude::*;

pub(super) const DECLTYPE: Row = Row {
    name: "decltype",
    parameters: &["value"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| Ok(a.value(0)?.clone()))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("it answers its argument")),
    help: Some(Help {
        line: ["The type of a value, which makes that value", "值的类型，可由它得到同样的值"],
        example: "decltype((_2,_4):(_1,_2)){}",
    }),
    laws: Some(Laws::None("it answers its argument")),
    picture: Some(Picture::Beside("it answers its argument")),
    ..USUAL
};
