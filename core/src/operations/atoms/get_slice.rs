//! One thread of a tiled MMA or of a tiled copy.

use super::ALIKE;
use crate::notebook::made::{AtomValue, wanted};
use crate::operations::prelude::*;

pub(in crate::operations) const GET_SLICE: Row = Row {
    name: called::GET_SLICE,
    parameters: &["tiled", "thread"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(get_slice)),
    help: Some(Help {
        line: ["One thread of a tiled MMA or of a tiled copy", "TiledMMA 或 TiledCopy 的一个线程"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(17)",
    }),
    aliases: &["get_thread_slice"],
    ..ALIKE
};

fn get_slice(arguments: &Arguments) -> Answer {
    let (value, thread) = (arguments.value(0)?, arguments.int(1)?);
    wanted(value, 0, ValueKind::Tiled, |value| match value {
        AtomValue::TiledMma(mma) => Some(mma.slice(thread).map(AtomValue::MmaSlice)),
        AtomValue::TiledCopy(copy) => Some(Ok(AtomValue::CopySlice(copy.slice(thread)))),
        _ => None,
    })?
    .map_err(Problem::from)
    .map(Into::into)
}
