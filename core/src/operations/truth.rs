//! Truth values.

use crate::int::Truth;
use crate::operations::prelude::*;

pub(super) const TRUE: Row = Row {
    name: called::TRUE,
    aliases: &[called::TRUTHS[2], "true_type"],
    arity: 0..=0,
    apply: Some(Apply::Untraced(|_| truth(true))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("it has no modes")),
    help: Some(Help { line: ["Holds", "真"], example: "true" }),
    laws: Some(Laws::None("a value is what is written")),
    picture: Some(Picture::None("a value is what is written")),
    ..USUAL
};

pub(super) const FALSE: Row = Row {
    name: called::FALSE,
    aliases: &[called::TRUTHS[3], "false_type"],
    arity: 0..=0,
    apply: Some(Apply::Untraced(|_| truth(false))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("it has no modes")),
    help: Some(Help { line: ["Does not hold", "假"], example: "!false" }),
    laws: Some(Laws::None("a value is what is written")),
    picture: Some(Picture::None("a value is what is written")),
    ..USUAL
};

pub(super) const BOOL: Row = Row {
    name: called::BOOL,
    aliases: &["Boolean"],
    parameters: &["condition"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(dynamic_truth)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("it has no modes")),
    help: Some(Help {
        line: ["A truth value known at run time", "运行期才知道的真值"], example: "bool{true}"
    }),
    laws: Some(Laws::None("a value is what is written")),
    picture: Some(Picture::None("a value is what is written")),
    ..USUAL
};

fn dynamic_truth(arguments: &Arguments) -> Answer {
    match arguments.value(0)? {
        Value::Truth(truth) => Ok(Value::Truth(Truth { is_static: false, ..*truth })),
        _ => Ok(Value::Truth(Truth { value: arguments.int(0)?.value() != 0, is_static: false })),
    }
}

fn truth(value: bool) -> Answer {
    Ok(Value::Truth(Truth::constant(value)))
}
