//! Part of a tensor that one thread gets.

use super::{ALIKE, SHARED_OUT, copy_slice, mma_slice};
use crate::atom::tiled_copy::End;
use crate::atom::tiled_mma::Matrix;
use crate::operations::alike::{telling, tensor_at};
use crate::operations::called;
use crate::operations::prelude::*;

pub(in crate::operations) const PARTITION_A: Row = Row {
    name: "partition_A",
    parameters: &["thread", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_mma(a, Matrix::A, trace))),
    help: Some(Help {
        line: ["What a thread of a tiled MMA gets of A", "TiledMMA 的一个线程从 A 分到的部分"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(17).partition_A(make_counting_tensor((64,32)))",
    }),
    ..SHARED_OUT
};

pub(in crate::operations) const PARTITION_B: Row = Row {
    name: "partition_B",
    parameters: &["thread", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_mma(a, Matrix::B, trace))),
    help: Some(Help {
        line: ["What a thread of a tiled MMA gets of B", "TiledMMA 的一个线程从 B 分到的部分"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(17).partition_B(make_counting_tensor((64,32)))",
    }),
    ..SHARED_OUT
};

pub(in crate::operations) const PARTITION_C: Row = Row {
    name: "partition_C",
    parameters: &["thread", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_mma(a, Matrix::C, trace))),
    help: Some(Help {
        line: ["What a thread of a tiled MMA gets of C", "TiledMMA 的一个线程从 C 分到的部分"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(17).partition_C(make_counting_tensor((64,64)))",
    }),
    ..SHARED_OUT
};

pub(in crate::operations) const PARTITION_S: Row = Row {
    name: "partition_S",
    parameters: &["thread", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_copy(a, End::Source, trace))),
    help: Some(Help {
        line: ["What a thread of a tiled copy reads", "TiledCopy 的一个线程所读取的部分"],
        example: "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}).get_slice(3).partition_S(make_counting_tensor((64,128)))",
    }),
    ..SHARED_OUT
};

pub(in crate::operations) const PARTITION_D: Row = Row {
    name: "partition_D",
    parameters: &["thread", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_copy(a, End::Destination, trace))),
    help: Some(Help {
        line: ["What a thread of a tiled copy writes", "TiledCopy 的一个线程所写入的部分"],
        example: "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}).get_slice(3).partition_D(make_counting_tensor((64,128)))",
    }),
    ..SHARED_OUT
};

pub(in crate::operations) const RETILE_S: Row = Row {
    name: "retile_S",
    parameters: &["thread", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| Ok(Value::Tensor(copy_slice(a, 0)?.retile(&tensor_at(a, 1)?)?)))),
    help: Some(Help {
        line: ["The registers of a thread as the copy reads them", "把一个线程的寄存器按拷贝读取的方式重排"],
        example: "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})).get_slice(3).retile_S(make_counting_tensor(((2,2,2),2,2)))",
    }),
    ..ALIKE
};

pub(in crate::operations) const RETILE_D: Row = Row {
    name: "retile_D",
    parameters: &["thread", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| Ok(Value::Tensor(copy_slice(a, 0)?.retile(&tensor_at(a, 1)?)?)))),
    help: Some(Help {
        line: ["The registers of a thread as the copy writes them", "把一个线程的寄存器按拷贝写入的方式重排"],
        example: "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})).get_slice(3).retile_D(make_counting_tensor(((2,2,2),2,2)))",
    }),
    ..ALIKE
};

fn by_mma(arguments: &Arguments, matrix: Matrix, trace: &mut Trace<'_>) -> Answer {
    let (slice, tensor) = (mma_slice(arguments, 0)?, tensor_at(arguments, 1)?);
    let (operation, definition) = match matrix {
        Matrix::A => (called::PARTITION_A, "thrfrg_A(tensor)((thr_v, (thr_m, thr_k)), (_, (_, _)))"),
        Matrix::B => (called::PARTITION_B, "thrfrg_B(tensor)((thr_v, (thr_n, thr_k)), (_, (_, _)))"),
        Matrix::C => (called::PARTITION_C, "thrfrg_C(tensor)((thr_v, (thr_m, thr_n)), (_, (_, _)))"),
    };
    let told = telling(trace, operation, &[&tensor], definition, |l| slice.partition_with_trace(matrix, &tensor, l));
    Ok(Value::Tensor(told?))
}

fn by_copy(arguments: &Arguments, end: End, trace: &mut Trace<'_>) -> Answer {
    let (slice, tensor) = (copy_slice(arguments, 0)?, tensor_at(arguments, 1)?);
    let (operation, definition) = match end {
        End::Source => (called::PARTITION_S, "tidfrg_S(tensor)(thr, _, (_, _))"),
        End::Destination => (called::PARTITION_D, "tidfrg_D(tensor)(thr, _, (_, _))"),
    };
    let told = telling(trace, operation, &[&tensor], definition, |l| slice.partition_with_trace(end, &tensor, l));
    Ok(Value::Tensor(told?))
}
