//! Memory of a kind.

use super::iterator::begin;
use crate::notebook::construct::as_pointer;
use crate::notebook::value::Element;
use crate::operations::prelude::*;
use crate::tensor::{Engine, Space, TypedPointer};

pub(super) const PTR: Row = Row {
    name: called::PTR,
    parameters: &["offset"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| pointer(a, Space::Any))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help { line: ["Memory whose contents nobody knows", "内容未知的内存"], example: "ptr + 32" }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

pub(super) const GMEM_PTR: Row = Row {
    name: called::GMEM_PTR,
    aliases: &["make_gmem_ptr"],
    parameters: &["pointer"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| pointer(a, Space::Global))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help { line: ["Global memory", "全局内存"], example: "make_gmem_ptr<float>(nullptr)" }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

pub(super) const SMEM_PTR: Row = Row {
    name: called::SMEM_PTR,
    aliases: &["make_smem_ptr"],
    parameters: &["pointer"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| pointer(a, Space::Shared))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help { line: ["Shared memory", "共享内存"], example: "make_smem_ptr<half_t>(nullptr)" }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

pub(super) const RMEM_PTR: Row = Row {
    name: called::RMEM_PTR,
    aliases: &["make_rmem_ptr"],
    origin: Origin::Other("of a raw pointer CuTe makes a raw pointer, and prints that"),
    parameters: &["pointer"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| pointer(a, Space::Register))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help {
        line: ["The registers of a thread", "线程的寄存器"], example: "make_rmem_ptr<float>(nullptr)"
    }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

pub(super) const TMEM_PTR: Row = Row {
    name: called::TMEM_PTR,
    aliases: &["make_tmem_ptr"],
    parameters: &["pointer"],
    arity: 0..=1,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| pointer(a, Space::Tensor))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help {
        line: [
            "Tensor memory, of which a row lies 65536 words behind the one before",
            "Tensor Memory：行与行相距 65536 个字",
        ],
        example: "make_tmem_ptr<float>(nullptr)",
    }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

pub(super) const MAKE_SWIZZLE_PTR: Row = Row {
    name: called::MAKE_SWIZZLE_PTR,
    parameters: &["pointer", "swizzle"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(swizzle_pointer)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help {
        line: ["A pointer whose addresses are swizzled", "地址经过 swizzle 的指针"],
        example: "make_swizzle_ptr(static_cast<half_t*>(nullptr),Swizzle<3,4,3>{})",
    }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

pub(super) const SMEM_PTR_FLAG_BITS: Row = Row {
    name: called::SMEM_PTR_FLAG,
    parameters: &[],
    arity: 0..=0,
    template: Template::Values,
    apply: Some(Apply::Untraced(unset_pointer)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("an iterator has no modes")),
    help: Some(Help {
        line: ["Shared memory whose address nobody has said yet", "地址尚未给出的共享内存"],
        example: "smem_ptr_flag_bits<16>{}",
    }),
    laws: Some(Laws::None("an iterator is what is written")),
    picture: Some(Picture::None("an iterator has no cells")),
    ..USUAL
};

fn unset_pointer(arguments: &Arguments) -> Answer {
    let [bits] = arguments.template.as_slice() else { return Err(Problem::Template) };
    let bits = bits.as_int().and_then(|bits| u32::try_from(bits.value()).ok()).filter(|bits| bits.is_power_of_two());
    Ok(Value::Engine(Engine::Typed(TypedPointer::unset(bits.ok_or(Problem::Template)?))))
}

/// Memory of a kind, typed where the type is said or the pointer has one.
fn pointer(arguments: &Arguments, space: Space) -> Answer {
    let given = match arguments.values.first() {
        Some(Value::Engine(engine)) => Value::Engine(engine.clone()),
        _ => Value::Engine(Engine::Pointer(begin(arguments, 0)?)),
    };
    let typed = match arguments.template.first() {
        Some(Value::Element(element)) => as_pointer(&given, *element).ok_or(Problem::Template)?,
        // `ptr[32b](…)`, as CuTe prints it.
        Some(bits) => {
            let bits = bits.as_int().and_then(|bits| u32::try_from(bits.value()).ok()).filter(|bits| *bits <= 1 << 16);
            as_pointer(&given, Element { name: "", bits: bits.ok_or(Problem::Template)? }).ok_or(Problem::Template)?
        }
        None => given,
    };
    Ok(match typed {
        Value::Engine(Engine::Typed(pointer)) if space != Space::Any => {
            Value::Engine(Engine::Typed(TypedPointer { space, ..pointer }))
        }
        other => other,
    })
}

/// A pointer whose addresses are swizzled before they are used.
fn swizzle_pointer(arguments: &Arguments) -> Answer {
    let (Value::Engine(engine), Value::Swizzle(swizzle)) = (arguments.value(0)?, arguments.value(1)?) else {
        return Err(Problem::Kind { position: 0, expected: ValueKind::Engine });
    };
    match engine {
        // CuTe has no pointer of a swizzle that changes nothing.
        engine if swizzle.is_identity() => Ok(Value::Engine(engine.clone())),
        Engine::Typed(pointer) => {
            Ok(Value::Engine(Engine::Typed(TypedPointer { swizzle: Some(*swizzle), ..*pointer })))
        }
        _ => Err(Problem::Kind { position: 0, expected: ValueKind::Engine }),
    }
}
