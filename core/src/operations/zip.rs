//! The first two levels of parentheses exchanged.

use super::alike::{layout, reshape};
use crate::operations::prelude::*;

pub(super) const ZIP: Row = Row {
    name: "zip",
    parameters: &["tuple or layout"],
    arity: 1..=MANY,
    apply: Some(Apply::Untraced(zip)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["The first two levels of parentheses exchanged", "交换最外两层括号"],
        example: "zip(((2,3),(4,5)))",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Beside("modes come from several operands, or change their places")),
    ..USUAL
};

fn zip(arguments: &Arguments) -> Answer {
    if arguments.values.len() == 1 {
        return reshape(arguments, |value| Ok(value.zip()?), |tree| Ok(tree.zip()?));
    }
    match arguments.value(0)? {
        Value::Layout(_) => {
            let layouts = (0..arguments.values.len()).map(|position| arguments.layout(position).cloned());
            layout(Layout::concatenate(&layouts.collect::<Result<Vec<_>, _>>()?)?.zip())
        }
        _ => {
            let trees = (0..arguments.values.len()).map(|position| arguments.tree(position));
            Ok(Value::Tuple(Nested::Tuple(trees.collect::<Result<_, _>>()?).zip()?))
        }
    }
}
