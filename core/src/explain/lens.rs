//! Which integers of a value are static, and which conditions C++ therefore checks, and when.
//!
//! The conditions come from the steps that the operations told, with the numbers that met there: CuTe writes most of
//! them as `static_assert` behind `if constexpr (is_static…)`, so that a dynamic number makes the check vanish.

use crate::int::Int;
use crate::notebook::Value;
use crate::steps::Step;

/// The integers of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Staticness {
    /// Number of them that C++ knows when it compiles.
    pub statics: usize,
    /// Number of them that it knows when the program runs.
    pub dynamics: usize,
}

/// When a condition is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// By a `static_assert`: a violation does not compile.
    CompileTime,
    /// When the program runs: a violation traps.
    RunTime,
    /// Not at all: a violation gives a wrong answer without complaint.
    Never,
}

/// Condition that is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// composition: the extent divides the stride that is left, or the stride is smaller.
    StrideDivisibility,
    /// composition: what is taken of a mode divides what is left.
    ShapeDivisibility,
    /// composition: the stride that is left is not 0, by which it divides.
    NotZero,
    /// composition: the last mode of the left operand has no bound.
    WithinDomain,
    /// complement: a stride is at least what the smaller ones reach.
    NotOverlapping,
    /// left_inverse: a stride is a multiple of the extents before it.
    StrideMultiple,
    /// upcast: one of stride and factor divides the other.
    FactorDivides,
    /// coalesce: two modes continue each other.
    Contiguous,
}

/// A condition at its numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The condition.
    pub condition: Condition,
    /// When.
    pub when: When,
    /// The two numbers that it compares.
    pub numbers: (Int, Int),
    /// `true` if the numbers satisfy it.
    pub holds: bool,
}

/// Counts the integers of a value that are static.
pub fn staticness(value: &Value) -> Staticness {
    let mut found = Staticness::default();
    let mut count = |int: Int| if int.is_static() { found.statics += 1 } else { found.dynamics += 1 };
    value.numbers(&mut count);
    found
}

/// The conditions that the steps of an operation met.
pub fn checks(steps: &[Step]) -> Vec<Check> {
    let mut found = Vec::new();
    for step in steps {
        match step {
            Step::ComposeMode { left, rest: (count, stride), reach, taken, .. } => {
                let (extent, length) = (left.extent, stride.value());
                let divides = extent.value() != 0 && length % extent.value() == 0;
                found.push(check(Condition::StrideDivisibility, *stride, extent, divides || length < extent.value()));
                if !stride.is_static() {
                    let (condition, when) = (Condition::NotZero, When::RunTime);
                    found.push(Check { condition, when, numbers: (*stride, Int::ZERO), holds: length != 0 });
                }
                if let Some(part) = taken {
                    let holds = part.extent.value() != 0 && count.value() % part.extent.value() == 0;
                    found.push(check(Condition::ShapeDivisibility, *count, (*reach).min(*count), holds));
                }
            }
            Step::ComposeLast { left, rest, taken: Some(_) } => found.push(within(*rest, left.extent)),
            Step::ComposeSingle { left, right, .. } => found.push(within(*right, left.extent)),
            Step::ComplementGap { pair, begin, gap, .. } => {
                let stride = pair.stride.scale();
                found.push(check(Condition::NotOverlapping, stride, *begin, gap.value() != 0));
            }
            Step::InverseFill { pair, before, .. } => {
                let stride = pair.stride.scale();
                let holds = before.value() != 0 && stride.value() % before.value() == 0;
                found.push(check(Condition::StrideMultiple, stride, *before, holds));
            }
            Step::Recast { before, factor, up: true, .. } => {
                let (stride, factor) = (before.stride.scale(), Int::constant(*factor));
                let (length, by) = (stride.value(), factor.value());
                let holds = length == 0 || by == 0 || length % by == 0 || by % length == 0;
                found.push(check(Condition::FactorDivides, stride, factor, holds));
            }
            Step::Coalesce { pair, front, rule: crate::steps::CoalesceRule::Dynamic, .. } => {
                let (condition, when) = (Condition::Contiguous, When::Never);
                found.push(Check {
                    condition,
                    when,
                    numbers: (pair.stride.scale(), front.stride.scale()),
                    holds: true,
                });
            }
            _ => {}
        }
    }
    found
}

/// So many elements so far apart lie within an extent, which nothing checks.
fn within((count, stride): (Int, Int), extent: Int) -> Check {
    let end = count.value().saturating_sub(1).saturating_mul(stride.value());
    let holds = end >= 0 && end < extent.value();
    Check { condition: Condition::WithinDomain, when: When::Never, numbers: (count, extent), holds }
}

fn check(condition: Condition, left: Int, right: Int, holds: bool) -> Check {
    let when = if left.is_static() && right.is_static() { When::CompileTime } else { When::Never };
    Check { condition, when, numbers: (left, right), holds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::notebook::Settings;

    fn of(text: &str) -> Vec<(Condition, When, bool)> {
        let evaluation = evaluate(text, Settings::default());
        checks(&evaluation.steps(0)).into_iter().map(|check| (check.condition, check.when, check.holds)).collect()
    }

    #[test]
    fn a_dynamic_number_makes_checks_vanish() {
        use Condition::{NotZero, ShapeDivisibility, StrideDivisibility, WithinDomain};
        let fixed = of("composition((_4,_3):(_1,_5), _4:_2)");
        assert_eq!(fixed.first(), Some(&(StrideDivisibility, When::CompileTime, true)));
        assert_eq!(fixed.get(1), Some(&(ShapeDivisibility, When::CompileTime, true)));
        assert_eq!(
            of("composition((4,3):(1,5), 6:3)"),
            [
                (StrideDivisibility, When::Never, true),
                (NotZero, When::RunTime, true),
                (ShapeDivisibility, When::Never, true),
                (WithinDomain, When::Never, true),
            ]
        );
        assert_eq!(of("composition(_8:_2, _2:_100)"), [(WithinDomain, When::Never, false)]);
        assert_eq!(of("composition(_8:_2, _2:_4)"), [(WithinDomain, When::Never, true)]);
    }

    #[test]
    fn integers_are_counted_by_what_cxx_knows() {
        let evaluation = evaluate("(_4,(2,_3)):(_1,(4,8))", Settings::default());
        let value = evaluation.value(0).expect("a value");
        assert_eq!(staticness(value), Staticness { statics: 3, dynamics: 3 });
    }
}
