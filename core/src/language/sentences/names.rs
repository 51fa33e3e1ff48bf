//! Sentences about names of modes.

use super::Tongue;
use crate::names::{NAME_LIMIT, NameProblem};

/// Why a word cannot name a mode.
pub fn problem(name: &str, problem: NameProblem, tongue: Tongue) -> String {
    match problem {
        NameProblem::TooLong => tongue.pick(
            format!("{name} is longer than the {NAME_LIMIT} characters of a name"),
            format!("{name} 超过名称的 {NAME_LIMIT} 个字符"),
        ),
        NameProblem::NotAWord => tongue.pick(
            format!("{name} cannot name a mode: a letter, then letters, digits and underscores"),
            format!("{name} 不能作为 mode 的名称：应以字母开头，其后为字母、数字和下划线"),
        ),
        NameProblem::Reserved => tongue.pick(
            format!("{name} cannot name a mode: it is the name of an argument"),
            format!("{name} 不能作为 mode 的名称：它是参数的名称"),
        ),
        NameProblem::Taken => tongue.pick(
            format!("Two modes in the same parentheses are called {name}"),
            format!("同一括号内有两个 mode 都叫 {name}"),
        ),
        NameProblem::NotHere => tongue.pick(
            format!("{name} names nothing here: names stand in front of the modes of a shape"),
            format!("{name} 在此不命名任何 mode：名称写在形状的 mode 前"),
        ),
        NameProblem::NoMode => tongue.pick(
            "The whole layout has no name of a mode; its statement names it".to_string(),
            "整个布局没有 mode 名称，它由语句命名".to_string(),
        ),
    }
}
