//! One more mode, at the end or at the front.

use super::alike::layout;
use crate::notebook::value::Item;
use crate::operations::prelude::*;

pub(super) const APPEND: Row = Row {
    name: "append",
    parameters: &["tuple or layout", "mode"],
    arity: 1..=2,
    template: Template::Modes,
    python: &[Pythonic { written: "append_ones", name: "append", change: Change::ModesLast { most: 2 } }],
    apply: Some(Apply::Untraced(|a| pad(a, false))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["One more mode at the end; append<N> pads up to N modes", "在末尾添加 mode；append<N> 补足到 N 个"],
        example: "append(3:1,4:3)",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Beside("modes come from several operands, or change their places")),
    ..USUAL
};

pub(super) const PREPEND: Row = Row {
    name: "prepend",
    parameters: &["tuple or layout", "mode"],
    arity: 1..=2,
    template: Template::Modes,
    python: &[Pythonic { written: "prepend_ones", name: "prepend", change: Change::ModesLast { most: 2 } }],
    apply: Some(Apply::Untraced(|a| pad(a, true))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    help: Some(Help {
        line: ["One more mode at the front; prepend<N> pads up to N modes", "在开头添加 mode；prepend<N> 补足到 N 个"],
        example: "prepend(3:1,4:3)",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Beside("modes come from several operands, or change their places")),
    ..USUAL
};

fn pad(arguments: &Arguments, front: bool) -> Answer {
    let rank = if arguments.template.is_empty() { None } else { Some(arguments.one_mode()?) };
    let default_mode = Nested::Leaf(Item::Int(Int::ONE));
    match (arguments.value(0)?, rank) {
        (Value::Layout(value), None) => {
            let mode = arguments.layout(1)?;
            layout(if front { value.prepend(mode) } else { value.append(mode) })
        }
        (Value::Layout(value), Some(rank)) => {
            let trivial = Layout::trivial();
            let mode = if arguments.values.len() > 1 { arguments.layout(1)? } else { &trivial };
            layout(if front { value.prepend_to(rank, mode) } else { value.append_to(rank, mode) })
        }
        // The swizzle stays before all modes.
        (Value::Composed(_), _) if arguments.values.len() < 2 || arguments.layout(1).is_ok() => {
            let trivial = Layout::trivial();
            let mode = if arguments.values.len() > 1 { arguments.layout(1)? } else { &trivial };
            let padded = arguments.any(0)?.map(&mut |value| match (rank, front) {
                (None, true) => value.prepend(mode),
                (None, false) => value.append(mode),
                (Some(rank), true) => value.prepend_to(rank, mode),
                (Some(rank), false) => value.append_to(rank, mode),
            });
            Ok(padded?.into())
        }
        (_, None) => {
            let (tree, mode) = (arguments.tree(0)?, arguments.tree(1)?);
            Ok(Value::Tuple(if front { tree.prepend(mode) } else { tree.append(mode) }))
        }
        (_, Some(rank)) => {
            let mode = if arguments.values.len() > 1 { arguments.tree(1)? } else { default_mode };
            let tree = arguments.tree(0)?;
            Ok(Value::Tuple(if front { tree.prepend_to(rank, &mode) } else { tree.append_to(rank, &mode) }?))
        }
    }
}
