//! For what numbers a formula holds, in words.

use super::Tongue;
use crate::formula::{Condition, Formula};

/// For which numbers: `for any M, N a multiple of 8`.
pub fn formula_conditions(formula: &Formula, tongue: Tongue) -> String {
    let all = formula.conditions.iter().map(|condition| one(condition, tongue)).collect::<Vec<_>>();
    match tongue {
        Tongue::English => format!("for {}", all.join(", ")),
        Tongue::Chinese => format!("适用于{}", all.join("、")),
    }
}

/// Tells how far that is known.
pub fn formula_checked(formula: &Formula, tongue: Tongue) -> String {
    let checked = formula.checked;
    tongue.pick(
        format!("found by evaluating, and checked with {checked} other choices of numbers"),
        format!("由求值得出，并用另外 {checked} 组数验证"),
    )
}

fn one(condition: &Condition, tongue: Tongue) -> String {
    match condition {
        Condition::Any(name) => tongue.pick(format!("any {name}"), format!("任意 {name}")),
        Condition::Multiple(name, of) => {
            tongue.pick(format!("{name} a multiple of {of}"), format!("{of} 的倍数 {name}"))
        }
        Condition::Above(name, bound) => format!("{name} > {bound}"),
        Condition::Differ(left, right) => format!("{left} ≠ {right}"),
    }
}
