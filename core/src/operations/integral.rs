//! Spelling of a number: which kind of integer it is.

use super::alike::truth;
use crate::int::Truth;
use crate::notebook::construct;
use crate::operations::prelude::*;

pub(super) const IS_INTEGRAL: Row = Row {
    name: "is_integral",
    parameters: &["value"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| {
        let of = a.value(0)?;
        let is_type = matches!(of, Value::Element(element) if construct::is_integral(*element));
        truth(Truth::constant(is_type || of.as_int().is_some()))
    })),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["Whether it is an integer, static or dynamic", "是否为整数（静态或动态）"],
        example: "is_integral(_8)",
    }),
    laws: Some(Laws::None("it asks how a number is spelled")),
    picture: Some(Picture::None("a truth is no layout")),
    ..USUAL
};

pub(super) const IS_STD_INTEGRAL: Row = Row {
    name: "is_std_integral",
    parameters: &["value"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| truth(Truth::constant(a.value(0)?.as_int().is_some_and(|int| !int.is_static()))))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["Whether it is a dynamic integer", "是否为动态整数"],
        example: "is_std_integral(int{8})",
    }),
    laws: Some(Laws::None("it asks how a number is spelled")),
    picture: Some(Picture::None("a truth is no layout")),
    ..USUAL
};

pub(super) const IS_CONSTANT: Row = Row {
    name: "is_constant",
    parameters: &["value"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(constant_holds)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["Whether it is the static integer N", "是否为静态整数 N"],
        example: "is_constant<8>(_8)",
    }),
    laws: Some(Laws::None("it asks how a number is spelled")),
    picture: Some(Picture::None("a truth is no layout")),
    ..USUAL
};

/// `is_constant<8>(x)`, and `is_constant<8,Int<8>>{}` with a type in place of the value.
fn constant_holds(arguments: &Arguments) -> Answer {
    let (wanted, value) = match arguments.template.as_slice() {
        [wanted, value] => (wanted, value),
        [wanted] => (wanted, arguments.value(0)?),
        _ => return Err(Problem::Template),
    };
    let wanted = wanted.as_int().ok_or(Problem::Template)?.value();
    truth(Truth::constant(value.as_int().is_some_and(|int| int.is_static() && int.value() == wanted)))
}
