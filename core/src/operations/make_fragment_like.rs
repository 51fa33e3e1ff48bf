//! A compact layout for registers, ordered alike.

use crate::notebook::construct::{owned, owned_like};
use crate::operations::prelude::*;

pub(super) const MAKE_FRAGMENT_LIKE: Row = Row {
    name: "make_fragment_like",
    aliases: &["make_fragment_layout"],
    parameters: &["layout"],
    arity: 1..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(fragment)),
    compared: Some(Compared::Always),
    names: Some(Travel::Keeps(0)),
    help: Some(Help {
        line: ["A compact layout for registers, ordered alike", "次序相同的紧凑寄存器布局"],
        example: "make_fragment_like((_2,_4,_3):(_1,_6,_2))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Beside("registers lie elsewhere than what they are like")),
    ..USUAL
};

/// Of a tensor a tensor of registers, of a layout the layout that one would have.
fn fragment(arguments: &Arguments) -> Answer {
    let layout = arguments.any(0)?.innermost().make_fragment_like()?;
    let engine = match (arguments.template.first(), arguments.value(0)?) {
        (Some(element), _) => owned(element)?,
        (None, Value::Tensor(tensor)) => owned_like(&tensor.engine),
        (None, _) => return Ok(Value::Layout(layout)),
    };
    Ok(Value::Tensor(Tensor { engine, layout: layout.into() }))
}

/// States that strides that are generated reach each index once.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    if performed.arguments.values.len() == 1 { room.compact(result) } else { None }
}
