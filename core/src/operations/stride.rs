//! The stride of a layout or of one of its modes.

use crate::notebook::value::Item;
use crate::operations::prelude::*;

pub(super) const STRIDE: Row = Row {
    name: "stride",
    parameters: &["layout"],
    arity: 1..=1,
    template: Template::Modes,
    subject: Subject::Holder,
    apply: Some(Apply::Untraced(|a| match a.xor(0)? {
        Some(layout) => Ok(Value::Tuple(layout.stride().at(&a.modes()?)?.map(&mut |stride| Item::Xor(*stride)))),
        None => Ok(Value::stride(a.plain(0)?.stride().at(&a.modes()?)?)),
    })),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a stride names no mode")),
    help: Some(Help {
        line: ["The stride of a layout or of one of its modes", "布局或其某个 mode 的步长"],
        example: "stride<1>((3,(2,3)):(3,(12,1)))",
    }),
    laws: Some(Laws::None("a part of the layout that is there already")),
    picture: Some(Picture::None("a tuple of strides is no layout")),
    ..USUAL
};
