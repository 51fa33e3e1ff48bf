//! A tensor cut among all threads at once.

use super::{SHARED_OUT, tiled_copy, tiled_mma};
use crate::atom::tiled_copy::End;
use crate::atom::tiled_mma::Matrix;
use crate::operations::alike::changed_at;
use crate::operations::prelude::*;

pub(in crate::operations) const THRFRG_A: Row = Row {
    name: "thrfrg_A",
    parameters: &["mma", "layout"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_mma(a, Matrix::A, trace))),
    help: Some(Help {
        line: [
            "A by threads and values: ((ThrV,(Thr,Thr)),(FrgV,(Rest,Rest)))",
            "把 A 按线程和值切开：((ThrV,(Thr,Thr)),(FrgV,(Rest,Rest)))",
        ],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).thrfrg_A((64,32))",
    }),
    ..SHARED_OUT
};

pub(in crate::operations) const THRFRG_B: Row = Row {
    name: "thrfrg_B",
    parameters: &["mma", "layout"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_mma(a, Matrix::B, trace))),
    help: Some(Help {
        line: [
            "B by threads and values: ((ThrV,(Thr,Thr)),(FrgV,(Rest,Rest)))",
            "把 B 按线程和值切开：((ThrV,(Thr,Thr)),(FrgV,(Rest,Rest)))",
        ],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).thrfrg_B((64,32))",
    }),
    ..SHARED_OUT
};

pub(in crate::operations) const THRFRG_C: Row = Row {
    name: "thrfrg_C",
    parameters: &["mma", "layout"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_mma(a, Matrix::C, trace))),
    help: Some(Help {
        line: [
            "C by threads and values: ((ThrV,(Thr,Thr)),(FrgV,(Rest,Rest)))",
            "把 C 按线程和值切开：((ThrV,(Thr,Thr)),(FrgV,(Rest,Rest)))",
        ],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).thrfrg_C((64,64))",
    }),
    ..SHARED_OUT
};

pub(in crate::operations) const TIDFRG_S: Row = Row {
    name: "tidfrg_S",
    parameters: &["copy", "layout"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_copy(a, End::Source, trace))),
    help: Some(Help {
        line: [
            "The source of a copy by threads and values: (Thr,(Frg,Rest),(Rest,Rest))",
            "把拷贝的源按线程和值切开：(Thr,(Frg,Rest),(Rest,Rest))",
        ],
        example: "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}).tidfrg_S((64,128))",
    }),
    ..SHARED_OUT
};

pub(in crate::operations) const TIDFRG_D: Row = Row {
    name: "tidfrg_D",
    parameters: &["copy", "layout"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, trace| by_copy(a, End::Destination, trace))),
    help: Some(Help {
        line: [
            "The destination of a copy by threads and values: (Thr,(Frg,Rest),(Rest,Rest))",
            "把拷贝的目标按线程和值切开：(Thr,(Frg,Rest),(Rest,Rest))",
        ],
        example: "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_16,_8>,Stride<_8,_1>>{}, Layout<Shape<_1,_8>>{}).tidfrg_D((64,128))",
    }),
    ..SHARED_OUT
};

fn by_mma(arguments: &Arguments, matrix: Matrix, trace: &mut Trace<'_>) -> Answer {
    let mma = tiled_mma(arguments, 0)?;
    changed_at(arguments, 1, &mut |layout| mma.thrfrg_with_trace(matrix, layout, trace))
}

fn by_copy(arguments: &Arguments, end: End, trace: &mut Trace<'_>) -> Answer {
    let copy = tiled_copy(arguments, 0)?;
    changed_at(arguments, 1, &mut |layout| copy.tidfrg_with_trace(end, layout, trace))
}
