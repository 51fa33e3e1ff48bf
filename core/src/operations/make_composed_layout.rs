//! A swizzle, or a layout, after an offset after a layout.

use super::composition::{offset_of, swizzled};
use crate::algebra::affine::AffineLayout;
use crate::composed::ComposedLayout;
use crate::notebook::value::MadeValue;
use crate::operations::prelude::*;

pub(super) const MAKE_COMPOSED_LAYOUT: Row = Row {
    name: called::MAKE_COMPOSED_LAYOUT,
    parameters: &["inner", "offset", "outer"],
    arity: 3..=3,
    apply: Some(Apply::Untraced(make_composed_layout)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Keeps(2)),
    help: Some(Help {
        line: ["A swizzle or a layout after an offset after a layout", "先布局，再加偏移，再 swizzle 或布局"],
        example: "make_composed_layout(Swizzle<3,0,3>{},Int<0>{},Layout<Shape<_8,_8>>{})",
    }),
    laws: Some(Laws::None("it is put together as written")),
    picture: Some(Picture::Drawn(Drawing { draw: swizzled, told_as: &[] })),
    ..USUAL
};

/// Unlike `composition` it keeps a swizzle that changes nothing.
fn make_composed_layout(arguments: &Arguments) -> Answer {
    let swizzle = match arguments.value(0)? {
        Value::Swizzle(swizzle) => swizzle,
        Value::Layout(outer) => {
            let affine = AffineLayout::new(outer.clone(), arguments.int(1)?, arguments.plain(2)?)?;
            return Ok(Value::Made(MadeValue::new(affine)));
        }
        _ => return Err(Problem::Kind { position: 0, expected: ValueKind::Swizzle }),
    };
    let offset = offset_of(arguments.value(1)?).ok_or(Problem::Kind { position: 1, expected: ValueKind::Integer })?;
    Ok(Value::Composed(ComposedLayout::of_printed(*swizzle, offset, arguments.any(2)?)?))
}
