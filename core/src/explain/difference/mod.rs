//! Two values side by side: whether they are the same, and where they first differ.

mod choose;

pub use crate::comparison::*;
pub use choose::{choices, comparable, is_compared, other_for};

use crate::composed::AnyLayout;
use crate::nested::Nested;
use crate::notebook::Value;
use crate::notebook::value::{Item, ValueKind};

/// Two values of a notebook as they are compared.
#[derive(Debug, Clone, PartialEq)]
pub enum Compared {
    /// Two layouts, compared as functions by [`Comparison`].
    Layouts(Box<[AnyLayout; 2]>),
    /// Anything else, compared as it stands.
    Values(ValueDifference),
}

/// Relation of two values that are not both layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueDifference {
    /// They are the same to the letter.
    Equal,
    /// The same numbers, of which this one is static in one and dynamic in the other.
    Staticness {
        /// The first such leaf: the modes from the outside in.
        path: Vec<usize>,
        /// That leaf of both, printed.
        leaves: [String; 2],
    },
    /// The same parentheses with another leaf.
    Leaf {
        /// The first such leaf: the modes from the outside in.
        path: Vec<usize>,
        /// That leaf of both, printed.
        leaves: [String; 2],
    },
    /// Other parentheses.
    Parentheses {
        /// Where they first part: the modes from the outside in.
        path: Vec<usize>,
        /// Text that stands there in both, printed.
        parts: [String; 2],
    },
    /// Values of different kinds.
    Kinds([ValueKind; 2]),
    /// Values of one kind without leaves, such as two swizzles, that print differently.
    Printed([String; 2]),
}

/// Two values as they are compared; a tensor as the layout that it has.
///
/// Example: `(4,(2,3))` and `(4,(2,5))` differ first at the path `1,1`.
pub fn pair(left: &Value, right: &Value) -> Compared {
    if let (Some(left), Some(right)) = (left.as_any_layout(), right.as_any_layout()) {
        return Compared::Layouts(Box::new([left, right]));
    }
    Compared::Values(match (left, right) {
        (Value::Tuple(left), Value::Tuple(right)) => tuples(left, right),
        _ if left == right => ValueDifference::Equal,
        _ if left.kind() != right.kind() => ValueDifference::Kinds([left.kind(), right.kind()]),
        _ => ValueDifference::Printed([left.to_string(), right.to_string()]),
    })
}

fn tuples(left: &Nested<Item>, right: &Nested<Item>) -> ValueDifference {
    if left == right {
        return ValueDifference::Equal;
    }
    if let Some(path) = left.first_difference(right) {
        let part = |tuple: &Nested<Item>| tuple.at(&path).map(|part| Value::Tuple(part.clone()).to_string());
        let parts = [part(left), part(right)].map(Result::unwrap_or_default);
        return ValueDifference::Parentheses { path, parts };
    }
    let (leaves, others) = (left.leaves(), right.leaves());
    let differs = |same: fn(&Item, &Item) -> bool| {
        let mut paths = paths(left).into_iter().zip(leaves.iter().zip(&others));
        let (path, (leaf, other)) = paths.find(|(_, (leaf, other))| !same(leaf, other))?;
        Some((path, [leaf.to_string(), other.to_string()]))
    };
    match (differs(same_number), differs(|leaf, other| leaf == other)) {
        (Some((path, leaves)), _) => ValueDifference::Leaf { path, leaves },
        (None, Some((path, leaves))) => ValueDifference::Staticness { path, leaves },
        (None, None) => ValueDifference::Equal,
    }
}

fn same_number(left: &Item, right: &Item) -> bool {
    match (left, right) {
        (Item::Int(left), Item::Int(right)) => left.value() == right.value(),
        _ => left == right,
    }
}

/// The path of every leaf, from left to right.
fn paths<T>(tree: &Nested<T>) -> Vec<Vec<usize>> {
    fn below<T>(tree: &Nested<T>, path: &mut Vec<usize>, paths: &mut Vec<Vec<usize>>) {
        match tree {
            Nested::Leaf(_) => paths.push(path.clone()),
            Nested::Tuple(modes) => {
                for (index, mode) in modes.iter().enumerate() {
                    path.push(index);
                    below(mode, path, paths);
                    path.pop();
                }
            }
        }
    }
    let mut found = Vec::new();
    below(tree, &mut Vec::new(), &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::notebook::Settings;

    fn check(left: &str, right: &str) -> Compared {
        let evaluation = evaluate(&format!("{left}\n{right}"), Settings::default());
        let value = |statement| evaluation.value(statement).expect("a value").clone();
        pair(&value(0), &value(1))
    }

    #[test]
    fn values() {
        let texts = |texts: [&str; 2]| texts.map(str::to_owned);
        let cases = [
            ("4", "4", ValueDifference::Equal),
            ("(4,(2,3))", "(4,(2,3))", ValueDifference::Equal),
            ("4", "5", ValueDifference::Leaf { path: vec![], leaves: texts(["4", "5"]) }),
            ("(4,(2,3))", "(4,(2,5))", ValueDifference::Leaf { path: vec![1, 1], leaves: texts(["3", "5"]) }),
            ("(_4,2)", "(4,2)", ValueDifference::Staticness { path: vec![0], leaves: texts(["_4", "4"]) }),
            ("(_4,2)", "(4,3)", ValueDifference::Leaf { path: vec![1], leaves: texts(["2", "3"]) }),
            ("(4,(2,3))", "(4,6)", ValueDifference::Parentheses { path: vec![1], parts: texts(["(2,3)", "6"]) }),
            ("(4,2)", "(4,2,1)", ValueDifference::Parentheses { path: vec![], parts: texts(["(4,2)", "(4,2,1)"]) }),
            ("(4,2)", "(4,2):(1,4)", ValueDifference::Kinds([ValueKind::IntTuple, ValueKind::Layout])),
            ("Swizzle<2,0,3>", "Swizzle<2,0,2>", ValueDifference::Printed(texts(["Sw<2,0,3>", "Sw<2,0,2>"]))),
        ];
        for (left, right, expected) in cases {
            assert_eq!(check(left, right), Compared::Values(expected), "{left} and {right}");
        }
        assert!(matches!(check("(4,2):(1,4)", "8:1"), Compared::Layouts(_)));
    }
}
