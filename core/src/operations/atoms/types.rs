//! The types of atoms, written out as C++ has them.

use super::{ALIKE, copy_atom, mma_atom, operation};
use crate::algebra::TilerLeaf;
use crate::atom::tiled_copy::{CopyAtom, TiledCopy};
use crate::atom::tiled_mma::TiledMma;
use crate::notebook::construct::element;
use crate::notebook::made::AtomValue;
use crate::operations::prelude::*;

pub(in crate::operations) const MMA_ATOM: Row = Row {
    name: called::MMA_ATOM,
    parameters: &["instruction"],
    arity: 0..=1,
    apply: Some(Apply::Untraced(atom_of_mma)),
    help: Some(Help {
        line: [
            "An MMA atom: which thread holds which element of A, B and C",
            "MMA atom：哪个线程持有 A、B、C 的哪个元素",
        ],
        example: "MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}",
    }),
    aliases: &["MMA_Traits"],
    template: Template::Values,
    ..ALIKE
};

pub(in crate::operations) const COPY_ATOM: Row = Row {
    name: called::COPY_ATOM,
    parameters: &["instruction", "element"],
    arity: 0..=2,
    apply: Some(Apply::Untraced(atom_of_copy)),
    help: Some(Help {
        line: ["A copy atom: an instruction, and the type of what it moves", "拷贝 atom：一条指令，以及所搬元素的类型"],
        example: "Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}",
    }),
    aliases: &["Copy_Traits"],
    template: Template::Values,
    ..ALIKE
};

pub(in crate::operations) const TILED_MMA: Row = Row {
    name: "TiledMMA",
    parameters: &["atom", "layout", "permutation"],
    arity: 0..=3,
    apply: Some(Apply::Untraced(tiled_mma)),
    help: Some(Help {
        line: ["MMA atoms over threads and values, as a type", "按线程和值铺开的 MMA atom（类型写法）"],
        example: "TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>, Layout<Shape<_2,_2,_1>>, Tile<_32,_32,_16>>{}",
    }),
    template: Template::Values,
    ..ALIKE
};

pub(in crate::operations) const TILED_COPY: Row = Row {
    name: "TiledCopy",
    parameters: &["atom", "layout", "tiler"],
    arity: 0..=3,
    apply: Some(Apply::Untraced(tiled_copy)),
    help: Some(Help {
        line: ["Copy atoms over threads and values of a tile, as a type", "按线程和值铺开的拷贝 atom（类型写法）"],
        example: "TiledCopy<Copy_Atom<UniversalCopy<uint32_t>, half_t>, Layout<Shape<_32,_2>,Stride<_2,_1>>, Shape<_8,_8>>{}",
    }),
    template: Template::Values,
    ..ALIKE
};

pub(in crate::operations) const UINT_BIT: Row = Row {
    name: "uint_bit_t",
    parameters: &["bits"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| unsigned(a, 1))),
    help: Some(Help {
        line: ["The unsigned integer of so many bits, as a type", "这么多位的无符号整数类型"],
        example: "uint_bit_t<128>{}",
    }),
    ..ALIKE
};

pub(in crate::operations) const UINT_BYTE: Row = Row {
    name: "uint_byte_t",
    parameters: &["bytes"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| unsigned(a, 8))),
    help: Some(Help {
        line: ["The unsigned integer of so many bytes, as a type", "这么多字节的无符号整数类型"],
        example: "uint_byte_t<16>{}",
    }),
    ..ALIKE
};

pub(in crate::operations) const SIZEOF: Row = Row {
    name: "sizeof",
    parameters: &["type"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| Ok(Value::int(Int::constant(i64::from(bits_of(a.value(0)?, 0)?.div_ceil(8))))))),
    help: Some(Help {
        line: ["How many bytes an element of a type has", "一个类型的元素有多少字节"],
        example: "sizeof(half_t)",
    }),
    ..ALIKE
};

pub(in crate::operations) const SIZEOF_BITS: Row = Row {
    name: "sizeof_bits_v",
    aliases: &["sizeof_bits"],
    parameters: &["type"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| Ok(Value::int(Int::dynamic(i64::from(bits_of(given(a).value(0)?, 0)?)))))),
    help: Some(Help {
        line: ["How many bits an element of a type has", "一个类型的元素有多少位"],
        example: "sizeof_bits_v<half_t>",
    }),
    ..ALIKE
};

/// Returns the number of bits of an element of a type.
fn bits_of(value: &Value, position: usize) -> Result<u32, Problem> {
    match value {
        Value::Element(element) => Ok(element.bits),
        _ => Err(Problem::Kind { position, expected: ValueKind::Element }),
    }
}

/// The unsigned integer of so many bits or bytes.
fn unsigned(arguments: &Arguments, unit: i64) -> Answer {
    let count = given(arguments).int(0)?.value().saturating_mul(unit);
    element(&format!("uint{count}_t")).map(Value::Element).ok_or(Problem::Template)
}

/// Returns the arguments in angles, or in parentheses where nothing stands in angles.
fn given(arguments: &Arguments) -> Arguments {
    let values = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    Arguments { template: Vec::new(), values: values.clone() }
}

fn atom_of_mma(arguments: &Arguments) -> Answer {
    Ok(AtomValue::Mma(mma_atom(&given(arguments), 0)?.clone()).into())
}

fn atom_of_copy(arguments: &Arguments) -> Answer {
    let arguments = given(arguments);
    let first = arguments.value(0)?;
    let Some(element) = arguments.values.get(1) else {
        return Ok(AtomValue::Operation(operation(first, 0)?.clone()).into());
    };
    let Value::Element(element) = element else { return Err(Problem::Template) };
    Ok(AtomValue::Copy(CopyAtom::new(operation(first, 0)?.clone(), element.name, element.bits)?).into())
}

fn tiled_mma(arguments: &Arguments) -> Answer {
    let arguments = given(arguments);
    let atom = mma_atom(&arguments, 0)?.clone();
    let layout = if arguments.values.len() > 1 { arguments.plain(1)? } else { Layout::trivial() };
    let permutation = if arguments.values.len() > 2 { arguments.tiler(2)? } else { Nested::Leaf(TilerLeaf::All) };
    Ok(AtomValue::TiledMma(TiledMma::new(atom, &layout, &permutation)?).into())
}

fn tiled_copy(arguments: &Arguments) -> Answer {
    let arguments = given(arguments);
    let copy = TiledCopy::new(copy_atom(&arguments, 0)?, arguments.plain(1)?, arguments.tiler(2)?)?;
    Ok(AtomValue::TiledCopy(copy).into())
}
