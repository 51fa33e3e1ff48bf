//! A layout whose data are its indices.

use crate::operations::prelude::*;
use crate::tensor::Engine;

pub(super) const MAKE_COUNTING_TENSOR: Row = Row {
    name: "make_counting_tensor",
    origin: Origin::Other("of earlier versions; the recorded one has counting iterators alone"),
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| {
        Ok(Value::Tensor(Tensor { engine: Engine::Counting(Int::dynamic(0)), layout: a.any(0)? }))
    })),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Keeps(0)),
    help: Some(Help {
        line: ["A layout whose data are its indices", "数据即索引的张量"],
        example: "make_counting_tensor((4,2):(2,1))",
    }),
    laws: Some(Laws::None("a tensor has the laws of its layout")),
    picture: Some(Picture::Beside("it is put together as written")),
    ..USUAL
};
