//! Which statement a statement is compared with while nobody chose one.

use crate::notebook::{Evaluation, Value};

/// The nearest statement before it, or else after it, that can be compared with it: a layout with a layout, any other
/// value with any other value.
pub fn other_for(evaluation: &Evaluation, statement: usize) -> Option<usize> {
    let is_layout = |value: &Value| value.as_any_layout().is_some();
    let wanted = evaluation.value(statement).map(is_layout)?;
    let suits = |other: &usize| evaluation.value(*other).map(is_layout) == Some(wanted);
    let before = (0..statement).rev().find(suits);
    before.or_else(|| (statement.saturating_add(1)..evaluation.outcomes().len()).find(suits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notebook::{Settings, evaluate};

    #[test]
    fn the_nearest_of_its_kind() {
        let evaluation = evaluate("A = (4,2):(1,4)\nA(3)\nB = 8:1\nunknown\nsize(B)\nC = 8:2", Settings::default());
        let found = (0..6).map(|statement| other_for(&evaluation, statement)).collect::<Vec<_>>();
        assert_eq!(found, [Some(2), Some(4), Some(0), None, Some(1), Some(2)]);
        assert_eq!(other_for(&evaluate("A = 4:1\nA(3)", Settings::default()), 0), None);
    }
}
