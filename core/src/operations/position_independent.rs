//! Where the elements of a layout of shared memory lie.

use crate::operations::prelude::*;

pub(super) const POSITION_INDEPENDENT: Row = Row {
    name: "as_position_independent_swizzle_layout",
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(position_independent)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("layouts of shared memory that stand alone have no names")),
    help: Some(Help {
        line: [
            "A layout of shared memory with a swizzle that counts elements, and no bytes",
            "共享内存的布局，其 swizzle 按元素而不按字节计",
        ],
        example: "as_position_independent_swizzle_layout(Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1))",
    }),
    laws: Some(Laws::None("elements lie where they did")),
    picture: Some(Picture::None("it is drawn as its operand is")),
    ..USUAL
};

fn position_independent(arguments: &Arguments) -> Answer {
    Ok(arguments.any(0)?.position_independent().into())
}
