//! Amount that a tiled MMA or a tiled copy works on at a time.

use super::{ALIKE, tiled_copy, tiled_mma};
use crate::int_tuple::product;
use crate::layout::Shape;
use crate::notebook::made::{AtomValue, atom_value, tiler_value};
use crate::operations::alike::{int, ints};
use crate::operations::prelude::*;

pub(in crate::operations) const TILE_SIZE: Row = Row {
    name: "tile_size",
    parameters: &["tiled"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(tile_size)),
    help: Some(Help {
        line: ["How many elements of a mode it works on at a time", "一次处理某个 mode 的多少元素"],
        example: "tile_size<0>(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}))",
    }),
    template: Template::Modes,
    ..ALIKE
};

pub(in crate::operations) const TILE_SIZE_MNK: Row = Row {
    name: "tile_size_mnk",
    parameters: &["mma"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| int(tiled_mma(a, 0)?.tile_size(a.one_mode()?)))),
    help: Some(Help {
        line: ["How many elements of M, N or K it works on at a time", "一次处理 M、N 或 K 的多少元素"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).tile_size_mnk<1>()",
    }),
    template: Template::Modes,
    ..ALIKE
};

pub(in crate::operations) const PERMUTATION_MNK: Row = Row {
    name: "permutation_mnk",
    parameters: &["mma"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| Ok(tiler_value(&tiled_mma(a, 0)?.permutation_of(a.one_mode()?)?)))),
    help: Some(Help {
        line: ["What M, N or K is cut by before the atoms are", "在切成 atom 之前，M、N 或 K 按什么切分"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).permutation_mnk<1>()",
    }),
    template: Template::Modes,
    ..ALIKE
};

pub(in crate::operations) const TILE_SHAPE: Row = Row {
    name: "tile_shape",
    parameters: &["mma"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| ints(tiled_mma(a, 0)?.tile_shape()))),
    help: Some(Help {
        line: ["(M,N,K) of what it works on at a time", "一次处理的 (M,N,K)"],
        example: "tile_shape(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const THR_SIZE: Row = Row {
    name: "thr_size",
    parameters: &["mma"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| int(product(&tiled_mma(a, 0)?.threads.shape().at(&a.modes()?)?.clone())))),
    help: Some(Help {
        line: ["How many threads work together", "一起工作的线程数"],
        example: "thr_size(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}))",
    }),
    template: Template::Modes,
    ..ALIKE
};

fn tile_size(arguments: &Arguments) -> Answer {
    let path = arguments.modes()?;
    let shape: Shape = match arguments.value(0)? {
        value if matches!(atom_value(value), Some(AtomValue::TiledMma(_) | AtomValue::MmaSlice(_))) => {
            tiled_mma(arguments, 0)?.tile_shape()?
        }
        value if matches!(atom_value(value), Some(AtomValue::TiledCopy(_) | AtomValue::CopySlice(_))) => {
            tiled_copy(arguments, 0)?.tile()?
        }
        _ => return Err(Problem::Kind { position: 0, expected: ValueKind::Tiled }),
    };
    let shape: Result<&Nested<_>, Error> = shape.at(&path);
    int(product(shape?))
}
