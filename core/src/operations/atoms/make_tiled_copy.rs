//! Copy atoms over threads and values of a tile, however these are given.

use super::{ALIKE, copy_atom, tiled_copy, tiled_mma};
use crate::atom::tiled_copy::{End, TiledCopy};
use crate::atom::tiled_mma::Matrix;
use crate::error::Result;
use crate::notebook::made::AtomValue;
use crate::operations::prelude::*;

pub(in crate::operations) const MAKE_TILED_COPY: Row = Row {
    name: called::MAKE_TILED_COPY,
    aliases: &["make_tiled_copy_tv"],
    parameters: &["atom", "thr_layout", "val_layout"],
    arity: 1..=3,
    apply: Some(Apply::Untraced(|a| {
        let atom = copy_atom(a, 0)?;
        // Python's function of this name takes the thread-value layout and the tiler.
        if matches!(a.values.get(2), Some(Value::Tuple(_))) {
            return made(TiledCopy::new(atom, a.plain(1)?, a.tiler(2)?));
        }
        let layout =
            |position: usize| if a.values.len() > position { a.plain(position) } else { Ok(Layout::trivial()) };
        made(TiledCopy::of_layouts(atom, &layout(1)?, &layout(2)?))
    })),
    help: Some(Help {
        line: [
            "A copy atom over a tile: threads and values by layouts from the tile to numbers",
            "在一个 tile 上铺开拷贝 atom：线程布局和值布局都从 tile 映到编号",
        ],
        example: "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{})",
    }),
    advice: Advice::Operands,
    ..ALIKE
};

pub(in crate::operations) const MAKE_TILED_COPY_A: Row = Row {
    name: "make_tiled_copy_A",
    parameters: &["atom", "mma"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| made(TiledCopy::of_mma(copy_atom(a, 0)?, tiled_mma(a, 1)?, Matrix::A)))),
    help: Some(Help {
        line: ["A copy whose threads hold what they hold as A of a tiled MMA", "按 TiledMMA 的 A 的线程与值来搬的拷贝"],
        example: "make_tiled_copy_A(Copy_Atom<SM75_U32x2_LDSM_N, half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TILED_COPY_B: Row = Row {
    name: "make_tiled_copy_B",
    parameters: &["atom", "mma"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| made(TiledCopy::of_mma(copy_atom(a, 0)?, tiled_mma(a, 1)?, Matrix::B)))),
    help: Some(Help {
        line: ["A copy whose threads hold what they hold as B of a tiled MMA", "按 TiledMMA 的 B 的线程与值来搬的拷贝"],
        example: "make_tiled_copy_B(Copy_Atom<SM75_U32x2_LDSM_N, half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TILED_COPY_C: Row = Row {
    name: "make_tiled_copy_C",
    parameters: &["atom", "mma"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| made(TiledCopy::of_mma(copy_atom(a, 0)?, tiled_mma(a, 1)?, Matrix::C)))),
    help: Some(Help {
        line: ["A copy whose threads hold what they hold as C of a tiled MMA", "按 TiledMMA 的 C 的线程与值来搬的拷贝"],
        example: "make_tiled_copy_C(Copy_Atom<SM75_U32x2_LDSM_N, half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TILED_COPY_C_ATOM: Row = Row {
    name: "make_tiled_copy_C_atom",
    parameters: &["atom", "mma"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| made(TiledCopy::of_mma_atom(copy_atom(a, 0)?, tiled_mma(a, 1)?)))),
    help: Some(Help {
        line: ["The smallest copy that writes C of a tiled MMA", "写出 TiledMMA 的 C 的最小拷贝"],
        example: "make_tiled_copy_C_atom(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TILED_COPY_S: Row = Row {
    name: "make_tiled_copy_S",
    parameters: &["atom", "copy"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| made(TiledCopy::of_copy(copy_atom(a, 0)?, tiled_copy(a, 1)?, End::Source)))),
    help: Some(Help {
        line: ["A copy whose threads have what another copy has at its source", "线程与值取自另一个拷贝的源"],
        example: "make_tiled_copy_S(Copy_Atom<UniversalCopy<uint16_t>, half_t>{}, make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TILED_COPY_D: Row = Row {
    name: "make_tiled_copy_D",
    parameters: &["atom", "copy"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| made(TiledCopy::of_copy(copy_atom(a, 0)?, tiled_copy(a, 1)?, End::Destination)))),
    help: Some(Help {
        line: ["A copy whose threads have what another copy has at its destination", "线程与值取自另一个拷贝的目标"],
        example: "make_tiled_copy_D(Copy_Atom<UniversalCopy<uint16_t>, half_t>{}, make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_COTILED_COPY: Row = Row {
    name: "make_cotiled_copy",
    parameters: &["atom", "threads and values", "data"],
    arity: 3..=3,
    apply: Some(Apply::Untraced(|a| made(TiledCopy::cotiled(copy_atom(a, 0)?, &a.plain(1)?, &a.plain(2)?)))),
    help: Some(Help {
        line: ["A copy by where threads and values lie in memory", "按线程和值在内存中的位置构造拷贝"],
        example: "make_cotiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_32,_4>,Stride<_4,_1>>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{})",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TILED_COPY_IMPL: Row = Row {
    name: called::MAKE_TILED_COPY_IMPL,
    parameters: &["atom", "threads and values", "tiler"],
    arity: 3..=3,
    apply: Some(Apply::Untraced(|a| made(TiledCopy::new(copy_atom(a, 0)?, a.plain(1)?, a.tiler(2)?)))),
    help: Some(Help {
        line: ["A copy by its thread-value layout and its tiler", "由线程-值布局和 tiler 直接构造拷贝"],
        example: "make_tiled_copy_impl(Copy_Atom<UniversalCopy<uint32_t>, half_t>{}, Layout<Shape<_32,_2>,Stride<_2,_1>>{}, make_shape(_8{},_8{}))",
    }),
    ..ALIKE
};

fn made(copy: impl Into<Result<TiledCopy>>) -> Answer {
    Ok(AtomValue::TiledCopy(copy.into().map_err(Problem::from)?).into())
}
