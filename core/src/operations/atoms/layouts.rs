//! The layouts of a tiled MMA and of a tiled copy.

use super::promised::{LETTERS, covered, owned};
use super::{ALIKE, tiled_copy, tiled_mma};
use crate::atom::tiled_copy::End;
use crate::atom::tiled_mma::Matrix;
use crate::layout::Shape;
use crate::operations::alike::layout;
use crate::operations::prelude::*;

/// The tile of a matrix.
fn of_mma(arguments: &Arguments, matrix: Matrix) -> Option<Shape> {
    Some(tiled_mma(arguments, 0).ok()?.tile(matrix).ok()?.shape().clone())
}

/// The tile that is copied.
fn of_copy(arguments: &Arguments) -> Option<Shape> {
    tiled_copy(arguments, 0).ok()?.tile().ok()
}

pub(in crate::operations) const GET_LAYOUT_A_TV: Row = Row {
    name: "get_layoutA_TV",
    aliases: &["tv_layout_A_tiled"],
    parameters: &["mma"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| layout(tiled_mma(a, 0)?.thread_values(Matrix::A)))),
    help: Some(Help {
        line: ["Which thread holds which element of A", "哪个线程持有 A 的哪个元素"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_layoutA_TV()",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: LETTERS,
        state: |room, performed, result| owned(room, performed, result, Matrix::A),
    })),
    map: Maps::In(|a| of_mma(a, Matrix::A)),
    ..ALIKE
};

pub(in crate::operations) const GET_LAYOUT_B_TV: Row = Row {
    name: "get_layoutB_TV",
    aliases: &["tv_layout_B_tiled"],
    parameters: &["mma"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| layout(tiled_mma(a, 0)?.thread_values(Matrix::B)))),
    help: Some(Help {
        line: ["Which thread holds which element of B", "哪个线程持有 B 的哪个元素"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_layoutB_TV()",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: LETTERS,
        state: |room, performed, result| owned(room, performed, result, Matrix::B),
    })),
    map: Maps::In(|a| of_mma(a, Matrix::B)),
    ..ALIKE
};

pub(in crate::operations) const GET_LAYOUT_C_TV: Row = Row {
    name: "get_layoutC_TV",
    aliases: &["tv_layout_C_tiled"],
    parameters: &["mma"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| layout(tiled_mma(a, 0)?.thread_values(Matrix::C)))),
    help: Some(Help {
        line: ["Which thread holds which element of C", "哪个线程持有 C 的哪个元素"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_layoutC_TV()",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: LETTERS,
        state: |room, performed, result| owned(room, performed, result, Matrix::C),
    })),
    map: Maps::In(|a| of_mma(a, Matrix::C)),
    ..ALIKE
};

pub(in crate::operations) const GET_LAYOUT_S_TV: Row = Row {
    name: "get_layoutS_TV",
    aliases: &["layout_src_tv_tiled"],
    parameters: &["copy"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| layout(tiled_copy(a, 0)?.layout(End::Source)))),
    help: Some(Help {
        line: ["Which thread reads which element of the tile", "哪个线程读取 tile 的哪个元素"],
        example: "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}).get_layoutS_TV()",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: LETTERS,
        state: |room, performed, result| covered(room, performed, result, End::Source),
    })),
    map: Maps::In(of_copy),
    ..ALIKE
};

pub(in crate::operations) const GET_LAYOUT_D_TV: Row = Row {
    name: "get_layoutD_TV",
    aliases: &["layout_dst_tv_tiled"],
    parameters: &["copy"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| layout(tiled_copy(a, 0)?.layout(End::Destination)))),
    help: Some(Help {
        line: ["Which thread writes which element of the tile", "哪个线程写入 tile 的哪个元素"],
        example: "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}).get_layoutD_TV()",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: LETTERS,
        state: |room, performed, result| covered(room, performed, result, End::Destination),
    })),
    map: Maps::In(of_copy),
    ..ALIKE
};

pub(in crate::operations) const GET_THR_LAYOUT_VMNK: Row = Row {
    name: "get_thr_layout_vmnk",
    aliases: &["thr_layout_vmnk"],
    parameters: &["mma"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| layout(Ok(tiled_mma(a, 0)?.threads.clone())))),
    help: Some(Help {
        line: ["Threads within the atom, and atoms along M, N and K", "atom 内的线程，以及 M、N、K 方向上的 atom"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_thr_layout_vmnk()",
    }),
    ..ALIKE
};
