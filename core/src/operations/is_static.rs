//! Test of whether every integer is known at compile time.

use super::alike::truth;
use crate::basis::StrideLeaf;
use crate::int::Truth;
use crate::look::answer;
use crate::look::answer::{Question, Reason};
use crate::notebook::value::Item;
use crate::operations::prelude::*;
use crate::swizzle::Offset;

pub(super) const IS_STATIC: Row = Row {
    name: "is_static",
    parameters: &["value"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| truth(Truth::constant(is_static(a.value(0)?))))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["Whether every integer is known at compile time", "是否每个整数都在编译期已知"],
        example: "is_static((_4,_8))",
    }),
    laws: Some(Laws::None("it asks how a number is spelled")),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(explained),
    ..USUAL
};

/// Reports whether nothing of a value is known only at run time.
fn is_static(value: &Value) -> bool {
    match value {
        Value::Tuple(tuple) => tuple.leaves().into_iter().all(|item| match item {
            Item::Int(int) => int.is_static(),
            Item::Basis(basis) => basis.scale.is_static(),
            Item::Layout(layout) => is_static_layout(&AnyLayout::Plain((**layout).clone())),
            Item::Composed(layout) => is_static_layout(&AnyLayout::Composed((**layout).clone())),
            Item::Tensor(tensor) => is_static_layout(&tensor.layout),
            Item::All | Item::Xor(_) => true,
        }),
        _ => value.as_any_layout().is_none_or(|layout| is_static_layout(&layout)),
    }
}

fn is_static_layout(layout: &AnyLayout) -> bool {
    match layout {
        AnyLayout::Plain(layout) => {
            let strides = layout.stride().map(&mut StrideLeaf::scale);
            [layout.shape(), &strides].iter().all(|tuple| tuple.leaves().into_iter().all(|int| int.is_static()))
        }
        AnyLayout::Composed(layout) => {
            let is_static = match layout.offset() {
                Offset::Int(int) => int.is_static(),
                Offset::Mixed(_) => false,
                Offset::Flag(_) => true,
            };
            is_static && is_static_layout(layout.inner())
        }
    }
}

/// Names the first number that is left to run time.
fn explained(room: &mut answer::Room<'_>, question: &Question<'_>) -> Option<()> {
    let value = question.values().first()?;
    let mut look = |tuple: &IntTuple, is_stride: bool| {
        let mut paths = Vec::new();
        leaf_paths(tuple, &mut Vec::new(), &mut paths);
        let found = paths.into_iter().find(|(_, int)| !int.is_static());
        if let Some((path, int)) = found {
            room.reasons.push(Reason::Dynamic { path, number: int.value(), is_stride });
        }
    };
    match (value.as_any_layout(), value.as_ints()) {
        (Some(layout), _) => {
            look(layout.shape(), false);
            look(&layout.innermost().stride().map(&mut |stride| stride.scale()), true);
        }
        (None, Some(tuple)) => look(&tuple, false),
        _ => return Some(()),
    }
    if room.reasons.is_empty() {
        room.reasons.push(Reason::AllStatic);
    }
    Some(())
}

fn leaf_paths(tuple: &IntTuple, path: &mut Vec<usize>, found: &mut Vec<(Vec<usize>, Int)>) {
    match tuple {
        Nested::Leaf(int) => found.push((path.clone(), *int)),
        Nested::Tuple(modes) => {
            for (mode, inner) in modes.iter().enumerate() {
                path.push(mode);
                leaf_paths(inner, path, found);
                path.pop();
            }
        }
    }
}
