//! Nesting depth of the parentheses.

use super::alike::shape_at;
use crate::look::answer;
use crate::look::answer::{Question, Reason};
use crate::operations::prelude::*;

pub(super) const DEPTH: Row = Row {
    name: "depth",
    parameters: &["tuple or layout"],
    arity: 1..=1,
    template: Template::Modes,
    apply: Some(Apply::Untraced(|a| Ok(Value::int(Int::constant(shape_at(a)?.depth() as i64))))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help { line: ["How deep the parentheses nest", "括号嵌套的深度"], example: "depth((3,(2,3)))" }),
    laws: Some(Laws::None("a number, which its reasons explain")),
    picture: Some(Picture::None("a number is no layout")),
    reasons: Reasons::By(explained),
    ..USUAL
};

/// Says why the number is what it is.
fn explained(room: &mut answer::Room<'_>, question: &Question<'_>) -> Option<()> {
    let shape = question.tuple(0)?;
    let path = question.path();
    let shape = shape.at(&path).ok()?;
    let mut found = (Vec::new(), 0);
    deepest(shape, &mut Vec::new(), &mut found);
    room.reasons.push(Reason::Deepest { path: found.0, number: found.1 });
    Some(())
}

fn deepest(shape: &IntTuple, path: &mut Vec<usize>, found: &mut (Vec<usize>, i64)) {
    match shape {
        Nested::Leaf(int) if path.len() > found.0.len() || found.0.is_empty() => {
            *found = (path.clone(), int.value());
        }
        Nested::Leaf(_) => {}
        Nested::Tuple(modes) => {
            for (mode, inner) in modes.iter().enumerate() {
                path.push(mode);
                deepest(inner, path, found);
                path.pop();
            }
        }
    }
}
