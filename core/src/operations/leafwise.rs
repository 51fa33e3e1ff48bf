//! Arithmetic of leaves: each by itself, or all of them together.

use super::alike::{int, ints};
use crate::int::ArithmeticError;
use crate::operations::prelude::*;

pub(super) const ABS: Row = Row {
    name: "abs",
    parameters: &["integer"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| each_leaf(a, Int::abs))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help { line: ["The absolute value of each leaf", "每个叶子的绝对值"], example: "abs(-3)" }),
    laws: Some(Laws::None("arithmetic of integers")),
    picture: Some(Picture::None("a number is no layout")),
    ..USUAL
};

pub(super) const SIGNUM: Row = Row {
    name: "signum",
    parameters: &["integer"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| each_leaf(a, |int| Ok(int.signum())))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help {
        line: ["The sign of each leaf: -1, 0 or 1", "每个叶子的符号：-1、0 或 1"],
        example: "signum(-3)",
    }),
    laws: Some(Laws::None("arithmetic of integers")),
    picture: Some(Picture::None("a number is no layout")),
    ..USUAL
};

pub(super) const MIN: Row = Row {
    name: "min",
    parameters: &["a", "b"],
    arity: 1..=MANY,
    apply: Some(Apply::Untraced(|a| fold(a, |x, y| Ok(x.min(y))))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help { line: ["The smallest leaf", "最小的叶子"], example: "min(3,5)" }),
    laws: Some(Laws::None("arithmetic of integers")),
    picture: Some(Picture::None("a number is no layout")),
    ..USUAL
};

pub(super) const MAX: Row = Row {
    name: "max",
    parameters: &["a", "b"],
    arity: 1..=MANY,
    apply: Some(Apply::Untraced(|a| fold(a, |x, y| Ok(x.max(y))))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help { line: ["The largest leaf", "最大的叶子"], example: "max(3,5)" }),
    laws: Some(Laws::None("arithmetic of integers")),
    picture: Some(Picture::None("a number is no layout")),
    ..USUAL
};

pub(super) const GCD: Row = Row {
    name: "gcd",
    parameters: &["a", "b"],
    arity: 1..=MANY,
    apply: Some(Apply::Untraced(|a| fold(a, Int::gcd))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help { line: ["The greatest common divisor", "最大公约数"], example: "gcd(12,18)" }),
    laws: Some(Laws::None("arithmetic of integers")),
    picture: Some(Picture::None("a number is no layout")),
    ..USUAL
};

pub(super) const SUM: Row = Row {
    name: "sum",
    parameters: &["tuple"],
    arity: 1..=MANY,
    apply: Some(Apply::Untraced(|a| fold(a, Int::plus))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help { line: ["The sum of all leaves", "所有叶子之和"], example: "sum((1,(2,3)))" }),
    laws: Some(Laws::None("arithmetic of integers")),
    picture: Some(Picture::None("a number is no layout")),
    ..USUAL
};

fn each_leaf(arguments: &Arguments, change: impl Fn(Int) -> Result<Int, ArithmeticError>) -> Answer {
    ints(arguments.ints(0)?.try_map(&mut |int| Ok(change(*int)?)))
}

fn fold(arguments: &Arguments, combine: impl Fn(Int, Int) -> Result<Int, ArithmeticError>) -> Answer {
    let mut leaves = Vec::new();
    for position in 0..arguments.values.len() {
        leaves.extend(arguments.ints(position)?.leaves().into_iter().copied());
    }
    let mut leaves = leaves.into_iter();
    let first = leaves.next().ok_or(Error::Empty)?;
    int(leaves.try_fold(first, combine).map_err(Error::from))
}
