//! A layout from shape and stride, or from layouts side by side.

use super::alike::layout;
use super::make_tuple::{converted, of_type};
use crate::make::Major;
use crate::notebook::functions::Holds;
use crate::operations::prelude::*;

pub(super) const MAKE_LAYOUT: Row = Row {
    name: called::MAKE_LAYOUT,
    parameters: &["shape", "stride"],
    arity: 1..=MANY,
    holds: Holds::Halves,
    apply: Some(Apply::Untraced(make_layout)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::By(|arguments| {
        let of_layouts = arguments.values.iter().all(|value| matches!(value, Value::Layout(_)));
        if of_layouts { Travel::Moves(0) } else { Travel::Keeps(0) }
    })),
    help: Some(Help {
        line: [
            "A layout from shape and stride, or from layouts side by side",
            "由形状与步长构造布局，或把若干布局并列",
        ],
        example: "make_layout((2,4),LayoutRight)",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Beside("a layout that is made anew shares no cells with what it is made of")),
    ..USUAL
};

pub(super) const LAYOUT_TYPE: Row = Row {
    name: "Layout",
    parameters: &["shape", "stride"],
    arity: 0..=MANY,
    template: Template::Values,
    holds: Holds::Halves,
    apply: Some(Apply::Untraced(layout_type)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a type has numbers and no names")),
    help: Some(Help {
        line: ["A layout by its types", "以类型写出的布局"],
        example: "Layout<Shape<_2,_4>,Stride<_4,_1>>{}",
    }),
    laws: Some(Laws::None("a layout is what is written")),
    picture: Some(Picture::Beside("a layout that is made anew shares no cells with what it is made of")),
    ..USUAL
};

fn make_layout(arguments: &Arguments) -> Answer {
    if arguments.values.iter().all(|value| matches!(value, Value::Layout(_))) && !arguments.values.is_empty() {
        let layouts = arguments.values.iter().filter_map(Value::as_layout).cloned().collect::<Vec<_>>();
        return layout(Layout::concatenate(&layouts));
    }
    layout_of(arguments, &arguments.values)
}

fn layout_type(arguments: &Arguments) -> Answer {
    if arguments.template.is_empty() {
        return make_layout(arguments);
    }
    let types = arguments.template.iter().cloned().map(of_type).collect::<Vec<_>>();
    let of = layout_of(arguments, &types)?;
    let (Value::Layout(layout), [_, ..]) = (&of, arguments.values.as_slice()) else { return Ok(of) };
    // `Layout<Shape<int,_4>,Stride<_4,_1>>{make_shape(8,_4{})}`: what the types leave open is given.
    let given = |position: usize, of: Value| match arguments.values.get(position) {
        Some(value) => {
            let wrong = Problem::Kind { position, expected: ValueKind::IntTuple };
            let mode = |value: Value| value.into_mode().map_err(|_| wrong.clone());
            Ok::<_, Problem>(Value::Tuple(converted(&mode(of)?, &mode(value.clone())?)?))
        }
        None => Ok(of),
    };
    if arguments.values.len() > 2 {
        return Err(Problem::Arity);
    }
    let shape = given(0, Value::ints(layout.shape()))?;
    let stride = given(1, Value::stride(layout.stride()))?;
    layout_of(arguments, &[shape, stride])
}

/// A layout from a shape, or a shape with a stride or `LayoutLeft` / `LayoutRight`.
fn layout_of(arguments: &Arguments, values: &[Value]) -> Answer {
    let shape = values.first().ok_or(Problem::Arity)?;
    let shape = shape.as_ints().ok_or(Problem::Kind { position: 0, expected: ValueKind::IntTuple })?;
    match values.get(1) {
        None => layout(Layout::compact(shape, Major::Left)),
        Some(Value::Major(major)) => layout(Layout::compact(shape, *major)),
        Some(stride) if values.len() == 2 => {
            let stride = stride.as_stride().ok_or(Problem::Kind { position: 1, expected: ValueKind::IntTuple })?;
            layout(Layout::new(shape, stride))
        }
        Some(_) => {
            Err(Problem::Kind { position: arguments.values.len().saturating_sub(1), expected: ValueKind::Layout })
        }
    }
}

/// States that strides that are generated reach each index once.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let is_generated = match performed.arguments.values.as_slice() {
        [Value::Layout(_)] => false,
        [_] | [_, Value::Major(_)] => true,
        _ => false,
    };
    if is_generated { room.compact(result) } else { None }
}
