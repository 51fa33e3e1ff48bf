//! Integers by their types.

use crate::notebook::construct::as_integer;
use crate::notebook::functions::Holds;
use crate::operations::prelude::*;

pub(super) const STATIC_INT: Row = Row {
    name: called::STATIC_INT,
    aliases: &[called::WIDE_INT],
    arity: 0..=0,
    template: Template::Values,
    holds: Holds::Number,
    apply: Some(Apply::Untraced(constant_int)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("it has no modes")),
    help: Some(Help { line: ["A static integer", "静态整数"], example: "Int<8>{}" }),
    laws: Some(Laws::None("a value is what is written")),
    picture: Some(Picture::None("a value is what is written")),
    ..USUAL
};

pub(super) const INT: Row = Row {
    name: called::INT,
    aliases: &["int32_t", "int64_t", "uint16_t", "uint32_t", "size_t", "unsigned", "Int32", "Int64"],
    parameters: &["number"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(dynamic_int)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("it has no modes")),
    help: Some(Help { line: ["A dynamic integer", "动态整数"], example: "int{2}" }),
    laws: Some(Laws::None("a value is what is written")),
    picture: Some(Picture::None("a value is what is written")),
    ..USUAL
};

fn constant_int(arguments: &Arguments) -> Answer {
    match arguments.template.as_slice() {
        [value] => Ok(Value::int(value.as_int().ok_or(Problem::Template)?.to_static())),
        _ => Err(Problem::Template),
    }
}

fn dynamic_int(arguments: &Arguments) -> Answer {
    let value = arguments.value(0)?;
    as_integer(value).ok_or(Problem::Kind { position: 0, expected: ValueKind::Integer })
}
