//! Errors of the algebra as sentences.

use super::Tongue;
use crate::error::Error;

/// The sentence of an error.
pub fn error(error: &Error, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    match error {
        Error::Overflow { expression } if english => format!("{expression} does not fit in 64 bits"),
        Error::Overflow { expression } => format!("{expression} 超出 64 位整数范围"),
        Error::DivisionByZero { expression } if english => format!("Division by zero: {expression}"),
        Error::DivisionByZero { expression } => format!("除以零：{expression}"),
        Error::NotCongruent { shape, stride, path } => {
            let place = place(path, tongue);
            if english {
                format!("Shape {shape} and stride {stride} do not have the same parentheses{place}")
            } else {
                format!("形状 {shape} 与步长 {stride} 的括号结构不同{place}")
            }
        }
        Error::RankMismatch { left, right, path } => {
            let place = place(path, tongue);
            if english {
                format!("{left} and {right} do not have the same number of modes{place}")
            } else {
                format!("{left} 与 {right} 的模式个数不同{place}")
            }
        }
        Error::TupleForInteger { tuple, integer } if english => {
            format!("{tuple} is a tuple, but {integer} is a single integer")
        }
        Error::TupleForInteger { tuple, integer } => format!("{tuple} 是元组，而 {integer} 是单个整数"),
        Error::NoSuchMode { mode, rank } if english => match rank {
            1 => format!("There is no mode {mode}: the rank is 1"),
            _ => format!("There is no mode {mode}: the rank is {rank}, so modes are 0 to {}", rank.saturating_sub(1)),
        },
        Error::NoSuchMode { mode, rank } => format!("没有第 {mode} 个模式：rank 为 {rank}"),
        Error::EmptyRange { begin, end } if english => {
            format!("The range from mode {begin} to mode {end} is empty, and a layout needs at least one mode")
        }
        Error::EmptyRange { begin, end } => format!("从模式 {begin} 到 {end} 的范围为空，布局至少要有一个模式"),
        Error::NotDivisible { dividend, divisor } if english => {
            format!("Neither of the static integers {dividend} and {divisor} divides the other")
        }
        Error::NotDivisible { dividend, divisor } => format!("静态整数 {dividend} 与 {divisor} 互不整除"),
        Error::NeedsRank { expected, found } if english => {
            format!("This needs rank {expected}, but the rank is {found}")
        }
        Error::NeedsRank { expected, found } => format!("这里要求 rank 为 {expected}，实际为 {found}"),
        Error::TooLarge { what, count, limit } if english => {
            format!("{count} {what} are too many: the limit is {limit}")
        }
        Error::TooLarge { what, count, limit } => format!("{}太多：{count}，上限为 {limit}", counted(what)),
        Error::TooDeep { limit } if english => format!("Parentheses nest deeper than {limit}"),
        Error::TooDeep { limit } => format!("括号嵌套超过 {limit} 层"),
        Error::MixedIndices { left, right } if english => {
            format!("{left} and {right} do not add up: one is an integer, the other a coordinate")
        }
        Error::MixedIndices { left, right } => format!("{left} 与 {right} 不能相加：一个是整数，一个是坐标"),
        Error::Empty => tongue.pick("There is no mode here", "这里没有任何模式").to_string(),
        Error::NoElements { shape } if english => format!("The shape {shape} has no elements"),
        Error::NoElements { shape } => format!("形状 {shape} 没有元素"),
    }
}

fn counted(what: &str) -> &str {
    match what {
        "modes" => "模式",
        "cells" => "单元格",
        "elements" => "元素",
        other => other,
    }
}

/// Where in a tuple, as CuTe's `get<I...>` spells it.
fn place(path: &[usize], tongue: Tongue) -> String {
    if path.is_empty() {
        return String::new();
    }
    let modes = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    match tongue {
        Tongue::English => format!(", first at get<{modes}>"),
        Tongue::Chinese => format!("，首先在 get<{modes}> 处"),
    }
}
