//! Right answers: what the notebook says of an expression over what is given.

use crate::coordinate::Slot;
use crate::learn::condition::Situation;
use crate::notebook::value::without_underscores;
use crate::{Int, Nested};

/// The value of an expression, as it is printed without underscores.
pub(super) fn printed(given: &str, expression: &str) -> Option<String> {
    Some(without_underscores(&Situation::of_text(given).value(expression)?.to_string()))
}

/// The number that an expression is; of a tensor's element the place in its memory.
pub(super) fn number(given: &str, expression: &str) -> Option<i64> {
    let printed = printed(given, expression)?;
    printed.trim_start_matches("ptr(").trim_end_matches(')').parse().ok()
}

/// The indices of a layout at all of its 1-D coordinates.
pub(super) fn indices(given: &str, layout: &str) -> Option<Vec<i64>> {
    let layout = Situation::of_text(given).layout(layout)?;
    let index = |linear| {
        let index = layout.index(&Nested::Leaf(Slot::Int(Int::dynamic(linear)))).ok()?;
        without_underscores(&index.to_string()).parse().ok()
    };
    (0..layout.size().ok()?.value()).map(index).collect()
}

/// Numbers as a sentence lists them.
pub(super) fn listed(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}
