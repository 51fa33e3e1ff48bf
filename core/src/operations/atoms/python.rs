//! Instructions as classes of the Python DSL, `cute.nvgpu`.
//!
//! NVIDIA CUTLASS documentation, CuTe DSL API: `cute.nvgpu`, `cute.nvgpu.warp`, `cute.nvgpu.warpgroup`,
//! `cute.nvgpu.cpasync`. Each class names one of the instructions that C++ has a name for.

use super::{ALIKE, mma_atom, operation};
use crate::atom::Atom;
use crate::atom::element::{self, ElementType};
use crate::atom::family::{self, TensorMemory};
use crate::atom::tiled_copy::CopyAtom;
use crate::notebook::made::{AtomValue, atom_value, refused};
use crate::operations::prelude::*;

/// Row of a name that only Python uses.
const OF_PYTHON: Row =
    Row { origin: Origin::Other("a word of Python for an atom that C++ names by its instruction"), ..ALIKE };

pub(in crate::operations) const MMA_UNIVERSAL: Row = Row {
    name: called::MMA_UNIVERSAL,
    parameters: &["abacc_dtype"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| {
        let element = element_type(a, 0)?;
        instruction(&format!("UniversalFMA<{0},{0},{0},{0}>", element.cpp))
    })),
    help: Some(Help {
        line: ["A multiply-add of one thread, as Python has it", "单线程乘加指令（Python 写法）"],
        example: "cute.nvgpu.MmaUniversalOp(cutlass.Float32)",
    }),
    ..OF_PYTHON
};

pub(in crate::operations) const MMA_HALVES: Row = Row {
    name: called::MMA_HALVES,
    parameters: &["ab_dtype", "acc_dtype", "shape_mnk", "a_src", "a_major_mode", "b_major_mode", "cta_group"],
    arity: 3..=7,
    apply: Some(Apply::Untraced(halves)),
    help: Some(Help {
        line: [
            "A matrix multiply-accumulate of a warp or a warpgroup on halves, as Python has it",
            "warp 或 warpgroup 的半精度矩阵乘加指令（Python 写法）",
        ],
        example: "cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16,8,16))",
    }),
    ..OF_PYTHON
};

pub(in crate::operations) const COPY_UNIVERSAL: Row = Row {
    name: called::COPY_UNIVERSAL,
    parameters: &[],
    arity: 0..=0,
    apply: Some(Apply::Untraced(|_| instruction("AutoVectorizingCopyWithAssumedAlignment<128>"))),
    help: Some(Help {
        line: ["A copy through registers, as Python has it", "经寄存器的拷贝指令（Python 写法）"],
        example: "cute.nvgpu.CopyUniversalOp()",
    }),
    ..OF_PYTHON
};

pub(in crate::operations) const COPY_ASYNC: Row = Row {
    name: called::COPY_ASYNC,
    parameters: &["cache_mode"],
    arity: 0..=1,
    apply: Some(Apply::Untraced(|a| {
        let is_global = a.values.first().is_some_and(|mode| is_tag(mode, "LoadCacheMode.GLOBAL"));
        instruction(&format!("SM80_CP_ASYNC_CACHE{}<uint128_t>", if is_global { "GLOBAL" } else { "ALWAYS" }))
    })),
    help: Some(Help {
        line: [
            "An asynchronous copy from global to shared memory, as Python has it",
            "从全局内存到共享内存的异步拷贝指令（Python 写法）",
        ],
        example: "cute.nvgpu.cpasync.CopyG2SOp()",
    }),
    ..OF_PYTHON
};

pub(in crate::operations) const LOAD_MATRICES: Row = Row {
    name: called::LOAD_MATRICES,
    parameters: &["transpose", "num_matrices"],
    arity: 0..=2,
    apply: Some(Apply::Untraced(|a| matrices(a, "SM75", "LDSM"))),
    help: Some(Help {
        line: [
            "ldmatrix: 1, 2 or 4 matrices of 8 rows of 16 bytes, as Python has it",
            "ldmatrix：1、2 或 4 个 8 行×16 字节的矩阵（Python 写法）",
        ],
        example: "cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4)",
    }),
    ..OF_PYTHON
};

pub(in crate::operations) const STORE_MATRICES: Row = Row {
    name: called::STORE_MATRICES,
    parameters: &["transpose", "num_matrices"],
    arity: 0..=2,
    apply: Some(Apply::Untraced(|a| matrices(a, "SM90", "STSM"))),
    help: Some(Help {
        line: [
            "stmatrix: 1, 2 or 4 matrices of 8 rows of 16 bytes, as Python has it",
            "stmatrix：1、2 或 4 个 8 行×16 字节的矩阵（Python 写法）",
        ],
        example: "cute.nvgpu.warp.StMatrix8x8x16bOp(False, 4)",
    }),
    ..OF_PYTHON
};

pub(in crate::operations) const MAKE_COPY_ATOM: Row = Row {
    name: called::MAKE_COPY_ATOM,
    parameters: &["op", "copy_internal_type", "num_bits_per_copy"],
    arity: 2..=3,
    apply: Some(Apply::Untraced(copy_of)),
    help: Some(Help {
        line: [
            "A copy instruction with the type of what it moves, as Python has it",
            "拷贝指令加上所搬元素的类型（Python 写法）",
        ],
        example: "cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)",
    }),
    ..OF_PYTHON
};

pub(in crate::operations) const MAKE_MMA_ATOM: Row = Row {
    name: called::MAKE_MMA_ATOM,
    parameters: &["op"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| Ok(AtomValue::Mma(mma_atom(a, 0)?.clone()).into()))),
    help: Some(Help {
        line: ["The atom of an MMA instruction, as Python has it", "MMA 指令的 atom（Python 写法）"],
        example: "cute.make_mma_atom(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16,8,16)))",
    }),
    ..OF_PYTHON
};

/// The instruction that C++ calls so.
fn instruction(name: &str) -> Answer {
    match family::find(name, &[]) {
        Ok(Atom::Mma(atom)) => Ok(AtomValue::Mma(atom).into()),
        Ok(Atom::Copy(operation)) => Ok(AtomValue::Operation(operation).into()),
        Err(unknown) => Err(Problem::NoAtom(refused(name, unknown))),
    }
}

/// The type of elements that an argument is.
fn element_type(arguments: &Arguments, position: usize) -> Result<ElementType, Problem> {
    let found = match arguments.value(position)? {
        Value::Element(found) => element::of_cpp(found.name),
        _ => None,
    };
    found.ok_or(Problem::Kind { position, expected: ValueKind::Element })
}

/// Reports whether a value is the word that chooses a variant.
fn is_tag(value: &Value, word: &str) -> bool {
    matches!(atom_value(value), Some(AtomValue::Tag(tag)) if *tag == word)
}

/// A warp's instruction by its shape; with where A comes from, a warpgroup's; with a group of CTAs, one of tensor memory.
fn halves(arguments: &Arguments) -> Answer {
    let (factor, sum) = (element_type(arguments, 0)?.code, element_type(arguments, 1)?.code);
    let shape = arguments.ints(2)?;
    let [m, n, k] = shape.leaves()[..] else {
        return Err(Problem::Kind { position: 2, expected: ValueKind::IntTuple });
    };
    let extents = format!("{m}x{n}x{k}").replace('_', "");
    if arguments.values.len() == 3 {
        return instruction(&format!("SM80_{extents}_{sum}{factor}{factor}{sum}_TN"));
    }
    // Each says itself what it chooses: classes differ in their order.
    let words = arguments.values.iter().skip(3).filter_map(|value| match atom_value(value) {
        Some(AtomValue::Tag(tag)) => Some(*tag),
        _ => None,
    });
    let words = words.collect::<Vec<_>>();
    let has = |word: &str| words.contains(&word);
    let mut majors = words.iter().filter_map(|word| word.strip_prefix("OperandMajorMode.")).map(|major| major == "MN");
    let are_mn_major = [majors.next().unwrap_or(false), majors.next().unwrap_or(false)];
    if has("CtaGroup.ONE") || has("CtaGroup.TWO") {
        let cpp = |position: usize| element_type(arguments, position).map(|element| element.cpp);
        return instruction(&family::of_tensor_memory(&TensorMemory {
            kind: "F16BF16",
            types: [cpp(0)?, cpp(0)?, cpp(1)?],
            extents: [m.value(), n.value()],
            is_pair: has("CtaGroup.TWO"),
            is_of_tensor_memory: has("OperandSource.TMEM"),
            are_mn_major,
            scales: None,
        }));
    }
    let from = if has("OperandSource.RMEM") { "RS" } else { "SS" };
    let [of_a, of_b] = are_mn_major.map(|is_mn| if is_mn { "GMMA::Major::MN" } else { "GMMA::Major::K" });
    instruction(&format!("SM90_{extents}_{sum}{factor}{factor}_{from}<{of_a},{of_b}>"))
}

/// `ldmatrix` or `stmatrix` of some matrices. Transposed, CuTe names it by the halves that a thread gets.
fn matrices(arguments: &Arguments, generation: &str, called: &str) -> Answer {
    let is_transposed = match arguments.values.first() {
        None => false,
        Some(Value::Truth(truth)) => truth.value,
        Some(_) => return Err(Problem::Kind { position: 0, expected: ValueKind::Truth }),
    };
    let count = if arguments.values.len() > 1 { arguments.int(1)?.value() } else { 1 };
    instruction(&match is_transposed {
        false => format!("{generation}_U32x{count}_{called}_N"),
        true => format!("{generation}_U16x{}_{called}_T", count.saturating_mul(2)),
    })
}

/// A copy instruction with the type of what it moves, and how much at a time where the instruction leaves that open.
fn copy_of(arguments: &Arguments) -> Answer {
    let mut moved = operation(arguments.value(0)?, 0)?.clone();
    let Value::Element(element) = arguments.value(1)? else {
        return Err(Problem::Kind { position: 1, expected: ValueKind::Element });
    };
    if arguments.values.len() > 2 {
        let bits = arguments.int(2)?.value();
        let name = match moved.name.split_once('<') {
            Some((open, _)) if open.starts_with("AutoVectorizing") => format!("UniversalCopy<uint{bits}_t>"),
            Some((open, _)) if open.starts_with("SM80_CP_ASYNC") => format!("{open}<uint{bits}_t>"),
            _ => moved.name.clone(),
        };
        moved = match family::find(&name, &[]) {
            Ok(Atom::Copy(operation)) => operation,
            Ok(Atom::Mma(_)) => return Err(Problem::Template),
            Err(unknown) => return Err(Problem::NoAtom(refused(&name, unknown))),
        };
    }
    Ok(AtomValue::Copy(CopyAtom::new(moved, element.name, element.bits)?).into())
}
