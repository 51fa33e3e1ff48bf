//! The same elements under another shape.

use super::alike::changed;
use crate::laws::map::Map;
use crate::laws::operands::{any, domain, number};
use crate::operations::prelude::*;

pub(super) const WITH_SHAPE: Row = Row {
    name: "with_shape",
    parameters: &["layout", "shape"],
    arity: 2..=MANY,
    apply: Some(Apply::Untraced(with_shape)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("a shape of its own has names of its own")),
    help: Some(Help {
        line: ["The same elements under another shape", "换一个形状看同样的元素"],
        example: "with_shape(_64:_2,(_8,(_2,_4)))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| room.reshape(), told_as: &["with_shape"] })),
    map: Maps::OfInverse,
    ..USUAL
};

fn with_shape(arguments: &Arguments) -> Answer {
    let shape = match arguments.values.len() {
        2 => arguments.shape(1)?,
        count => {
            let shapes = (1..count).map(|position| arguments.shape(position));
            Nested::Tuple(shapes.collect::<Result<_, _>>()?)
        }
    };
    changed(arguments, &mut |layout| layout.with_shape(&shape))
}

/// States that the function is the same, up to where A ends.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let (a, r) = (any(performed.arguments.values.first()?)?, any(result)?);
    room.operand("A", &a);
    let bounds = Some(vec![number(&a.innermost().size().ok()?)]);
    // B is the identity; it is there to say where A ends.
    let right = vec![("A", Map::of(&a)), ("B", Map::identity())];
    let (domain, left) = (domain(r.shape())?, vec![("R", Map::of(&r))]);
    room.law(LawKind::SameFunction, Plan::Same { domain, left, right, bounds }, Vec::new());
    Some(())
}
