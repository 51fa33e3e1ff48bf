//! Values that can be compared with each other, and the statement that a statement is compared with while nobody chose
//! one.

use crate::notebook::{Evaluation, Value};

/// Returns true if two values are compared: layouts with layouts, tuples with tuples, any other with one of its kind. A
/// truth or a number by itself says its difference from another already, and a text is for reading.
pub fn comparable(left: &Value, right: &Value) -> bool {
    match (left.as_any_layout(), right.as_any_layout()) {
        (Some(_), Some(_)) => true,
        (None, None) => is_compared(left) && is_compared(right) && left.kind() == right.kind(),
        _ => false,
    }
}

/// Returns true if a value is compared with anything.
pub fn is_compared(value: &Value) -> bool {
    let is_single = matches!(value, Value::Truth(_) | Value::Mixed(_) | Value::Text(_)) || value.as_int().is_some();
    !is_single
}

/// The statements that can stand beside a value: those of which each is comparable with it. Without one, those that are
/// compared with anything.
pub fn choices(evaluation: &Evaluation, beside: Option<usize>) -> Vec<usize> {
    let beside = beside.and_then(|beside| evaluation.value(beside));
    let fits = |statement: &usize| {
        evaluation.value(*statement).is_some_and(|value| match beside {
            Some(beside) => comparable(beside, value),
            None => is_compared(value),
        })
    };
    (0..evaluation.outcomes().len()).filter(fits).collect()
}

/// The nearest statement before it, or else after it, that can be compared with it.
pub fn other_for(evaluation: &Evaluation, statement: usize) -> Option<usize> {
    let own = evaluation.value(statement)?;
    let suits = |other: &usize| evaluation.value(*other).is_some_and(|other| comparable(own, other));
    let before = (0..statement).rev().find(suits);
    before.or_else(|| (statement.saturating_add(1)..evaluation.outcomes().len()).find(suits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::notebook::Settings;

    #[test]
    fn the_nearest_of_its_kind() {
        let evaluation = evaluate("A = (4,2):(1,4)\nA(3)\nB = 8:1\nunknown\nsize(B)\nC = 8:2", Settings::default());
        let found = (0..6).map(|statement| other_for(&evaluation, statement)).collect::<Vec<_>>();
        assert_eq!(found, [Some(2), None, Some(0), None, None, Some(2)]);
        assert_eq!(other_for(&evaluate("A = 4:1\nA(3)", Settings::default()), 0), None);
    }

    #[test]
    fn only_what_can_be_compared_is_offered() {
        let text =
            "A = (4,2):(1,4)\ntrue\n17\nS = (4,2)\nB = 8:1\nfalse\nn = size(A)\nC = (2,4)\nSw<1,0,1>\nprint_layout(A)";
        let evaluation = evaluate(text, Settings::default());
        assert_eq!(choices(&evaluation, None), [0, 3, 4, 7, 8]);
        assert_eq!(choices(&evaluation, Some(0)), [0, 4]);
        assert_eq!(choices(&evaluation, Some(3)), [3, 7]);
        assert_eq!(choices(&evaluation, Some(8)), [8]);
        assert!(choices(&evaluation, Some(1)).is_empty());
    }
}
