//! Elements spread over the modes of a shape.

use crate::algebra::common::domain_distribute;
use crate::operations::prelude::*;

pub(super) const DOMAIN_DISTRIBUTE: Row = Row {
    name: "domain_distribute",
    parameters: &["shape", "count"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(distribute)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("where a mode came from is not told")),
    help: Some(Help {
        line: ["So many elements spread over the modes of a shape", "把若干元素分配到形状的各 mode 上"],
        example: "domain_distribute((_15,_14),_6)",
    }),
    laws: Some(Laws::None("a choice among layouts of a size, which others are as right")),
    picture: Some(Picture::Beside("a layout that is made anew shares no cells with what it is made of")),
    ..USUAL
};

fn distribute(arguments: &Arguments) -> Answer {
    Ok(Value::Layout(domain_distribute(&arguments.shape(0)?, arguments.int(1)?)?))
}
