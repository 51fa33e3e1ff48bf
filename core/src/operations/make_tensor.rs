//! A layout with data.

use crate::notebook::construct::owned;
use crate::operations::prelude::*;
use crate::swizzle::Offset;
use crate::tensor::{Engine, TypedPointer};

pub(super) const MAKE_TENSOR: Row = Row {
    name: "make_tensor",
    parameters: &["iterator", "layout", "stride"],
    arity: 1..=3,
    template: Template::Values,
    apply: Some(Apply::Untraced(make_tensor)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Keeps(1)),
    help: Some(Help {
        line: ["A layout with data", "带数据的布局"],
        example: "make_tensor(counting_iterator(0),(4,2):(2,1))",
    }),
    laws: Some(Laws::None("a tensor has the laws of its layout")),
    picture: Some(Picture::Beside("it is put together as written")),
    ..USUAL
};

/// The pointer of a tensor in the place of one that is not set yet: its addresses are swizzled then.
fn pointed(engine: Engine, layout: AnyLayout) -> (Engine, AnyLayout) {
    match (&engine, &layout) {
        (Engine::Typed(pointer), AnyLayout::Composed(composed)) if matches!(composed.offset(), Offset::Flag(_)) => {
            let swizzle = composed.printed_swizzle();
            let swizzle = (!swizzle.is_identity()).then_some(swizzle);
            (Engine::Typed(TypedPointer { swizzle, is_around: true, ..*pointer }), composed.inner().clone())
        }
        _ => (engine, layout),
    }
}

/// `make_tensor(iterator, layout)`, `make_tensor(iterator, shape, stride)`, and `make_tensor<float>(layout)`, which owns its
/// elements. Python writes an iterator over coordinates as the coordinate that it is at.
fn make_tensor(arguments: &Arguments) -> Answer {
    let owns = arguments.template.first().map(owned).transpose()?;
    let first = usize::from(owns.is_none());
    let engine = match (owns, arguments.value(0)?) {
        (Some(engine), _) => engine,
        (None, Value::Engine(engine)) => engine.clone(),
        (None, other) => {
            let begin = other.as_ints().ok_or(Problem::Kind { position: 0, expected: ValueKind::Engine })?;
            Engine::Coordinates(begin)
        }
    };
    let layout = match (arguments.values.get(first + 1), arguments.value(first)?) {
        (None, _) => arguments.any(first)?,
        (Some(Value::Major(major)), _) => Layout::compact(arguments.shape(first)?, *major)?.into(),
        (Some(stride), _) => {
            let position = first + 1;
            let stride = stride.as_stride().ok_or(Problem::Kind { position, expected: ValueKind::IntTuple })?;
            Layout::new(arguments.shape(first)?, stride)?.into()
        }
    };
    let (engine, layout) = pointed(engine, layout);
    Ok(Value::Tensor(Tensor { engine, layout }))
}
