//! Conditions that must hold of a notebook for a task to be done: expressions of the notebook itself, beside a few
//! words.
//!
//! ```text
//! size(A) == 24                 an expression that is true
//! A ~ (4,8):(8,1)               the same function: as many coordinates, and the same index at each
//! refused composition(A, B)     an operation that the algebra refuses
//! injective A                   no two coordinates have one index
//! point == 7                    what is chosen: `point` (1-D), `coordinate` (natural), `index`, `thread`, `value`
//! ```

use crate::evaluate;
use crate::look::{self, View};
use crate::notebook::{Evaluation, Settings, Value};
use crate::operations::CATALOGUE;
use crate::{AnyLayout, Nested};

/// Of how many coordinates functions are compared.
pub const COMPARED_LIMIT: i64 = 1 << 14;

/// State of the page: a notebook and what is looked at in it, with a name for an answer where there is one.
#[derive(Debug, Clone, Default)]
pub struct Situation {
    /// The notebook, with what is to be known beside it.
    text: String,
}

impl Situation {
    /// A notebook, and what is looked at in it: of a chosen point `point`, `coordinate` and `index` are known.
    pub fn of(text: &str, view: &View) -> Situation {
        let mut situation = Situation { text: text.to_owned() };
        let evaluation = situation.evaluation("");
        let point = look::look(&evaluation, view).and_then(|look| {
            let typed = view.point.as_deref()?;
            look.read_point(typed, &CATALOGUE).ok().filter(|point| point.inside)
        });
        if let Some(point) = point {
            situation.know("point", &point.linear.to_string());
            situation.know("coordinate", &point.natural.to_string());
            situation.know("index", &point.index.to_string());
        } else if let Some(index) = view.index {
            situation.know("index", &index.to_string());
        }
        for (name, number) in [("thread", view.thread), ("value", view.value)] {
            if let Some(number) = number {
                situation.know(name, &number.to_string());
            }
        }
        situation
    }

    /// A notebook alone.
    pub fn of_text(text: &str) -> Situation {
        Situation { text: text.to_owned() }
    }

    /// Lets conditions know something by a name.
    pub fn know(&mut self, name: &str, expression: &str) {
        self.text.push('\n');
        self.text.push_str(name);
        self.text.push_str(" = ");
        self.text.push_str(&expression.replace(['\n', '\r'], " "));
    }

    fn evaluation(&self, more: &str) -> Evaluation {
        let text = if more.is_empty() { self.text.clone() } else { format!("{}\n{more}", self.text) };
        evaluate(&text, Settings { compile_time: true, ..Settings::default() })
    }

    /// The value of an expression; `None` where it has none.
    pub fn value(&self, expression: &str) -> Option<Value> {
        let evaluation = self.evaluation(&one_line(expression)?);
        let last = last_with(&evaluation, self.text.len())?;
        evaluation.value(last).cloned()
    }

    /// The layout that an expression is; `None` where it is none.
    pub fn layout(&self, expression: &str) -> Option<AnyLayout> {
        self.value(expression)?.as_any_layout()
    }

    /// Reports whether a condition holds; `None` where it means nothing here: a name is missing, or it is no truth.
    pub fn holds(&self, condition: &str) -> Option<bool> {
        if let Some((left, right)) = condition.split_once(" ~ ") {
            return same_function(&self.layout(left)?, &self.layout(right)?);
        }
        match condition.trim().split_once(' ') {
            Some(("refused", expression)) => self.refuses(expression),
            Some(("injective", expression)) => injective(&self.layout(expression)?),
            _ => match self.value(condition)? {
                Value::Truth(truth) => Some(truth.value),
                _ => None,
            },
        }
    }

    /// Reports whether the algebra refuses an expression; `None` where it is not understood for another reason.
    fn refuses(&self, expression: &str) -> Option<bool> {
        use crate::notebook::DiagnosticKind;
        let evaluation = self.evaluation(&one_line(expression)?);
        let last = last_with(&evaluation, self.text.len())?;
        let outcome = evaluation.outcomes().nth(last)?;
        if outcome.value.is_some() {
            return Some(false);
        }
        let is_refused = outcome.diagnostics.iter().any(|found| matches!(found.kind, DiagnosticKind::Algebra(_)));
        is_refused.then_some(true)
    }
}

/// An expression as it stands in one line; nothing is not one.
fn one_line(expression: &str) -> Option<String> {
    let line = expression.trim().replace(['\n', '\r'], " ");
    (!line.is_empty()).then_some(line)
}

/// The last statement, where it begins behind a place: what stands before it has not swallowed it.
fn last_with(evaluation: &Evaluation, behind: usize) -> Option<usize> {
    let last = evaluation.statements().len().checked_sub(1)?;
    (evaluation.statements().get(last)?.span.start >= behind).then_some(last)
}

/// The size of a layout, where it is small enough to be gone through.
fn small_size(layout: &AnyLayout) -> Option<i64> {
    layout.size().ok().map(|size| size.value()).filter(|size| *size <= COMPARED_LIMIT)
}

/// Reports whether two layouts are the same function: as many coordinates, and the same index at each. `None` where
/// they are too large to be compared.
pub fn same_function(left: &AnyLayout, right: &AnyLayout) -> Option<bool> {
    let (size, other) = (small_size(left)?, small_size(right)?);
    Some(size == other && first_difference(left, right).is_none())
}

/// The first 1-D coordinate at which two layouts have different indices, with both.
pub fn first_difference(left: &AnyLayout, right: &AnyLayout) -> Option<(i64, String, String)> {
    let size = small_size(left)?.min(small_size(right)?);
    let index = |layout: &AnyLayout, linear: i64| {
        layout.index(&Nested::Leaf(crate::coordinate::Slot::Int(crate::Int::dynamic(linear)))).ok()
    };
    (0..size).find_map(|linear| {
        let (left, right) = (index(left, linear)?, index(right, linear)?);
        let printed = [&left, &right].map(|index| crate::notebook::value::without_underscores(&index.to_string()));
        let [left, right] = printed;
        (left != right).then_some((linear, left, right))
    })
}

/// Reports whether no two coordinates have one index.
fn injective(layout: &AnyLayout) -> Option<bool> {
    let size = small_size(layout)?;
    let mut seen = std::collections::HashSet::new();
    for linear in 0..size {
        let index = layout.index(&Nested::Leaf(crate::coordinate::Slot::Int(crate::Int::dynamic(linear)))).ok()?;
        if !seen.insert(index.to_string()) {
            return Some(false);
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_expressions_and_a_few_words() {
        let text = "A = (4,2):(1,8)\nB = (2,2,2):(1,2,8)";
        let view = View { point: Some("(1,1)".into()), ..View::default() };
        let situation = Situation::of(text, &view);
        let cases = [
            ("size(A) == 8", Some(true)),
            ("cosize(A) == 8", Some(false)),
            ("A ~ B", Some(true)),
            ("A ~ 8:1", Some(false)),
            ("A ~ 9:1", Some(false)),
            ("A == B", Some(false)),
            ("injective A", Some(true)),
            ("injective (2,2):(1,1)", Some(false)),
            ("refused composition((4,2):(1,8), 3:3)", Some(true)),
            ("refused composition(8:1, 2:2)", Some(false)),
            ("refused what(A)", None),
            ("point == 5", Some(true)),
            ("coordinate == (1,1)", Some(true)),
            ("index == 9", Some(true)),
            ("thread == 0", None),
            ("size(A)", None),
            ("", None),
        ];
        for (condition, expected) in cases {
            assert_eq!(situation.holds(condition), expected, "{condition}");
        }
        // A bracket that is open takes what follows it, so nothing holds.
        assert_eq!(Situation::of_text("A = (4,2):(1,").holds("1 == 1"), None);
        // Nothing that is huge is gone through.
        assert_eq!(Situation::of_text("A = 1000000:1").holds("injective A"), None);
    }
}
