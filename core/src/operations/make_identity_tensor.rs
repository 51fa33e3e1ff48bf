//! The coordinates of a shape as a tensor.

use crate::operations::prelude::*;

pub(super) const MAKE_IDENTITY_TENSOR: Row = Row {
    name: "make_identity_tensor",
    parameters: &["shape"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| Ok(Value::Tensor(Tensor::identity(a.shape(0)?)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Keeps(0)),
    help: Some(Help {
        line: ["The coordinates of a shape as a tensor", "以坐标为元素的张量"],
        example: "make_identity_tensor((4,8))",
    }),
    laws: Some(Laws::None("a tensor has the laws of its layout")),
    picture: Some(Picture::Beside("it is put together as written")),
    ..USUAL
};
