//! The registers of one thread of a tiled MMA.

use super::{ALIKE, mma_slice, tiled_mma};
use crate::atom::Place;
use crate::atom::element::ElementType;
use crate::atom::tiled_mma::Matrix;
use crate::error::Result;
use crate::int_tuple::product;
use crate::make::Major;
use crate::notebook::made::{AtomValue, atom_value};
use crate::operations::alike::{ints, tensor_at};
use crate::operations::prelude::*;
use crate::tensor::{Engine, Space, TypedPointer};

pub(in crate::operations) const PARTITION_FRAGMENT_A: Row = Row {
    name: "partition_fragment_A",
    parameters: &["mma", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| partition_fragment(a, Matrix::A))),
    help: Some(Help {
        line: ["Registers for what a thread of a tiled MMA gets of A", "线程为它分到的 A 准备的寄存器"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(0).partition_fragment_A(make_counting_tensor((64,32)))",
    }),
    ..ALIKE
};

pub(in crate::operations) const PARTITION_FRAGMENT_B: Row = Row {
    name: "partition_fragment_B",
    parameters: &["mma", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| partition_fragment(a, Matrix::B))),
    help: Some(Help {
        line: ["Registers for what a thread of a tiled MMA gets of B", "线程为它分到的 B 准备的寄存器"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(0).partition_fragment_B(make_counting_tensor((64,32)))",
    }),
    ..ALIKE
};

pub(in crate::operations) const PARTITION_FRAGMENT_C: Row = Row {
    name: "partition_fragment_C",
    parameters: &["mma", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| partition_fragment(a, Matrix::C))),
    help: Some(Help {
        line: ["Registers for what a thread of a tiled MMA gets of C", "线程为它分到的 C 准备的寄存器"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(0).partition_fragment_C(make_counting_tensor((64,64)))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_FRAGMENT_A: Row = Row {
    name: "make_fragment_A",
    parameters: &["mma", "partition"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| make_fragment(a, Matrix::A))),
    help: Some(Help {
        line: ["Registers like a partition of A", "与 A 的一个 partition 同形的寄存器"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).make_fragment_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(0).partition_A(make_counting_tensor((64,32))))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_FRAGMENT_B: Row = Row {
    name: "make_fragment_B",
    parameters: &["mma", "partition"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| make_fragment(a, Matrix::B))),
    help: Some(Help {
        line: ["Registers like a partition of B", "与 B 的一个 partition 同形的寄存器"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).make_fragment_B(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(0).partition_B(make_counting_tensor((64,32))))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_FRAGMENT_C: Row = Row {
    name: "make_fragment_C",
    parameters: &["mma", "partition"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| make_fragment(a, Matrix::C))),
    help: Some(Help {
        line: ["Registers like a partition of C", "与 C 的一个 partition 同形的寄存器"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).make_fragment_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}).get_slice(0).partition_C(make_counting_tensor((64,64))))",
    }),
    ..ALIKE
};

pub(in crate::operations) const PARTITION_SHAPE_A: Row = Row {
    name: "partition_shape_A",
    parameters: &["mma", "shape"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| ints(tiled_mma(a, 0)?.partition_shape(Matrix::A, &a.shape(1)?)))),
    help: Some(Help {
        line: ["The shape of what a thread of a tiled MMA gets of A", "线程从 A 分到的部分的形状"],
        example: "partition_shape_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}), (64,32))",
    }),
    ..ALIKE
};

pub(in crate::operations) const PARTITION_SHAPE_B: Row = Row {
    name: "partition_shape_B",
    parameters: &["mma", "shape"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| ints(tiled_mma(a, 0)?.partition_shape(Matrix::B, &a.shape(1)?)))),
    help: Some(Help {
        line: ["The shape of what a thread of a tiled MMA gets of B", "线程从 B 分到的部分的形状"],
        example: "partition_shape_B(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}), (64,32))",
    }),
    ..ALIKE
};

pub(in crate::operations) const PARTITION_SHAPE_C: Row = Row {
    name: "partition_shape_C",
    parameters: &["mma", "shape"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| ints(tiled_mma(a, 0)?.partition_shape(Matrix::C, &a.shape(1)?)))),
    help: Some(Help {
        line: ["The shape of what a thread of a tiled MMA gets of C", "线程从 C 分到的部分的形状"],
        example: "partition_shape_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{}), (64,64))",
    }),
    ..ALIKE
};

/// Registers for elements of a matrix: of C of a shape alone, of A and B like the partition, which may stay where it is.
fn fragment(arguments: &Arguments, matrix: Matrix, part: &Tensor) -> Answer {
    let mma = tiled_mma(arguments, 0)?;
    let operand = mma.atom.operand(matrix);
    if part.layout.rank() < 3 {
        return Err(Error::NeedsRank { expected: "at least 3", found: part.layout.rank() }.into());
    }
    let [found, wanted] = [part.layout.at(&[0])?.size()?.value(), operand.layout.at(&[1])?.size()?.value()];
    if found != wanted {
        return Err(Error::AtomDoesNotFit { what: "values", found, wanted }.into());
    }
    // Operands that the instruction reads from shared memory are no registers: CuTe makes a view of the tensor by
    // descriptors.
    if operand.place == Place::Shared
        && let Engine::Typed(pointer) = &part.engine
        && pointer.space == Space::Shared
    {
        return descriptors(part, &mma.atom.name, operand.element.bits);
    }
    if operand.place == Place::Shared {
        return Ok(Value::Tensor(part.clone()));
    }
    if operand.place == Place::Tensor {
        return tensor_memory(part.layout.shape(), &operand.element, &mma.atom.name, matrix);
    }
    let layout = match matrix {
        Matrix::C => Layout::compact(part.layout.shape().clone(), Major::Left)?,
        Matrix::A | Matrix::B => part.layout.innermost().make_fragment_like()?,
    };
    let engine = Engine::Typed(elements(&operand.element));
    Ok(Value::Tensor(Tensor { engine, layout: layout.into() }))
}

/// A pointer to registers that hold elements of an atom.
fn elements(element: &ElementType) -> TypedPointer {
    TypedPointer { type_name: Some(element.cpp), ..TypedPointer::raw(element.bits) }
}

/// A tensor of shared memory as descriptors of 128 bits: what one instruction reads is one of them.
fn descriptors(part: &Tensor, name: &str, bits: u32) -> Answer {
    let layout = part.layout.innermost().upcast(i64::from(128 / bits.max(1)).max(1))?;
    let modes = (1..layout.rank()).map(|mode| layout.at(&[mode])).collect::<Result<Vec<_>>>()?;
    let layout = Layout::concatenate(&std::iter::once(Layout::trivial()).chain(modes).collect::<Vec<_>>())?;
    let space = if name.starts_with("SM90") { Space::WarpgroupDescriptor } else { Space::TensorDescriptor };
    let engine = Engine::Typed(TypedPointer { space, ..TypedPointer::raw(128) });
    Ok(Value::Tensor(Tensor { engine, layout: layout.into() }))
}

/// Tensor memory for tiles of a tiled MMA, lane by lane and column by column: CuTe's `tmem_frg`.
///
/// Source: CUTLASS, `cute/atom/mma_traits_sm100_frag.hpp`.
fn tensor_memory(shape: &IntTuple, element: &ElementType, name: &str, matrix: Matrix) -> Answer {
    let extent = |mode: usize| Ok::<_, Error>(product(shape.at(&[0, mode])?)?.value());
    let (rows, columns) = (extent(0)?, extent(1)?);
    let (is_pair, is_of_both) = (name.contains("_2x1SM"), name.contains("_TS"));
    let bits_of_one = i64::from(element.bits.max(1));
    // Sums are kept in words of 32 bits; factors are packed.
    let stored = if matrix == Matrix::C { 32 } else { bits_of_one };
    let constant = |number: i64| Nested::Leaf(Int::constant(number));
    let pair = |left, right| Nested::Tuple(vec![left, right]);
    let place = |shape: IntTuple, stride: IntTuple| Layout::with_ints(shape, &stride);
    let tile = match (is_pair, rows) {
        (false, 64) => place(
            pair(pair(constant(16), constant(4)), constant(columns)),
            pair(pair(constant(1), constant(32)), constant(LANES)),
        ),
        // Each CTA has a copy of what both read.
        (true, 64) if matrix == Matrix::A => {
            place(pair(constant(LANES), constant(columns)), pair(constant(1), constant(LANES)))
        }
        (true, 32 | 64) => place(
            pair(constant(rows), pair(constant(columns * rows / LANES), constant(LANES / rows))),
            pair(constant(1), pair(constant(LANES), constant(rows))),
        ),
        (_, LANES) => place(pair(constant(LANES), constant(columns)), pair(constant(1), constant(LANES))),
        _ => return Err(Error::AtomDoesNotFit { what: "elements of M", found: rows, wanted: LANES }.into()),
    }?;
    let rest = shape.take(1, shape.rank())?;
    // Without lanes in between, the next tile of half height begins behind the lanes that this one leaves out.
    let first = if !is_pair && rows == 64 && is_of_both { 2 } else { 1 };
    let stride = crate::make::compact_col_major(&rest, Int::constant(first))?;
    let rest = Layout::with_ints(rest, &stride)?;
    let lane = (1 << 16) * (32 / bits_of_one).max(1);
    let memory = place(pair(constant(LANES), constant(1 << 14)), pair(constant(lane), constant(stored / bits_of_one)))?;
    let layout = memory.composition(&tile.tiled_product(&Tiler::from(&rest))?)?;
    let engine = Engine::Typed(TypedPointer { space: Space::Tensor, ..elements(element) });
    Ok(Value::Tensor(Tensor { engine, layout: layout.into() }))
}

/// The lanes of tensor memory.
const LANES: i64 = 128;

fn make_fragment(arguments: &Arguments, matrix: Matrix) -> Answer {
    fragment(arguments, matrix, &tensor_at(arguments, 1)?)
}

/// Of one thread from a tensor; of the whole from a shape.
fn partition_fragment(arguments: &Arguments, matrix: Matrix) -> Answer {
    if matches!(arguments.values.first().and_then(atom_value), Some(AtomValue::TiledMma(_))) {
        let mma = tiled_mma(arguments, 0)?;
        let shape = mma.partition_shape(matrix, &arguments.shape(1)?)?;
        let engine = Engine::Typed(elements(&mma.atom.operand(matrix).element));
        return Ok(Value::Tensor(Tensor { engine, layout: Layout::compact(shape, Major::Left)?.into() }));
    }
    fragment(arguments, matrix, &mma_slice(arguments, 0)?.partition(matrix, &tensor_at(arguments, 1)?)?)
}
