//! Values besides layouts: types of elements, names that mean something without a definition, the arithmetic of basis
//! strides and iterators, and what a declared type makes of a value.

use super::functions::Problem;
use super::value::{Element, Item, Value};
use crate::basis::{ScaledBasis, StrideLeaf, add};
use crate::called;
use crate::error::{Error, Result as AlgebraResult};
use crate::int::{Int, Truth};
use crate::nested::Nested;
use crate::tensor::{Engine, TypedPointer};

/// Types of elements: their names in C++ and in Python, and how many bits an element has.
#[rustfmt::skip]
const ELEMENTS: &[(&str, &str, u32)] = &[
    ("float", "Float32", 32), ("double", "Float64", 64), ("half_t", "Float16", 16), ("bfloat16_t", "BFloat16", 16),
    ("tfloat32_t", "TFloat32", 32), ("float_e4m3_t", "Float8E4M3FN", 8), ("float_e5m2_t", "Float8E5M2", 8),
    ("float_ue8m0_t", "Float8E8M0FNU", 8), ("float_ue4m3_t", "", 8), ("float_e2m1_t", "Float4E2M1FN", 4),
    ("float_e2m3_t", "Float6E2M3FN", 6), ("float_e3m2_t", "Float6E3M2FN", 6),
    ("int8_t", "Int8", 8), ("int16_t", "Int16", 16), ("int32_t", "Int32", 32), ("int64_t", "Int64", 64),
    ("uint8_t", "Uint8", 8), ("uint16_t", "Uint16", 16), ("uint32_t", "Uint32", 32), ("uint64_t", "Uint64", 64),
    ("uint128_t", "Uint128", 128), ("uint256_t", "", 256), ("int4_t", "Int4", 4), ("uint4_t", "", 4), ("int6_t", "", 6), ("uint6_t", "", 6),
    ("int2_t", "", 2), ("uint2_t", "", 2), ("uint1_t", "", 1), ("int4b_t", "", 4), ("uint4b_t", "", 4), ("int6b_t", "", 6),
    ("uint6b_t", "", 6), ("int2b_t", "", 2), ("uint2b_t", "", 2), ("uint1b_t", "", 1), ("bin1_t", "", 1),
    ("char", "", 8), ("short", "", 16), ("int", "", 32), ("unsigned", "", 32), ("long", "", 64), ("size_t", "", 64),
    ("half", "", 16), ("__half", "", 16), ("__nv_bfloat16", "", 16), ("bool", "Boolean", 1),
    // Vectors and narrow floating point of CUDA's headers.
    ("nv_half", "", 16), ("nv_half2", "", 32),
    ("nv_bfloat16", "", 16), ("half2", "", 32), ("__half2", "", 32), ("nv_bfloat162", "", 32), ("__nv_bfloat162", "", 32),
    ("float2", "", 64), ("float4", "", 128), ("double2", "", 128), ("char2", "", 16), ("char4", "", 32),
    ("uchar2", "", 16), ("uchar4", "", 32), ("short2", "", 32), ("short4", "", 64), ("ushort2", "", 32),
    ("ushort4", "", 64), ("int2", "", 64), ("int4", "", 128), ("uint2", "", 64), ("uint4", "", 128),
    ("longlong2", "", 128), ("ulonglong2", "", 128), ("__nv_fp8_e4m3", "", 8), ("__nv_fp8_e5m2", "", 8),
    ("__nv_fp8_e8m0", "", 8), ("__nv_fp8x2_e4m3", "", 16), ("__nv_fp8x2_e5m2", "", 16), ("__nv_fp8x4_e4m3", "", 32),
    ("__nv_fp8x4_e5m2", "", 32),
];

/// The type of elements of that name.
pub(crate) fn element(name: &str) -> Option<Element> {
    let found = ELEMENTS.iter().find(|(cpp, python, _)| *cpp == name || (!python.is_empty() && *python == name));
    found.map(|(name, _, bits)| Element { name, bits: *bits })
}

/// Returns what an instruction takes a type for: several elements for the word that is as wide.
pub(crate) fn as_word(value: Value) -> Value {
    let word = match value {
        Value::Element(Element { name: Element::ARRAY, bits }) => element(match bits {
            8 => "uint8_t",
            16 => "uint16_t",
            32 => "uint32_t",
            64 => "uint64_t",
            _ => "uint128_t",
        })
        .filter(|word| word.bits == bits),
        _ => None,
    };
    word.map_or(value, Value::Element)
}

/// Kind of a number whose type is not said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberKind {
    /// An integer.
    Integer,
    /// A floating-point number.
    Real,
    /// A truth value.
    Truth,
}

/// The type that the Python DSL gives a number of a kind.
pub(crate) fn element_of(kind: NumberKind) -> Option<Element> {
    element(match kind {
        NumberKind::Integer => "int32_t",
        NumberKind::Real => "float",
        NumberKind::Truth => "bool",
    })
}

/// Reports whether a type of elements is one of floating-point numbers.
pub(crate) fn is_float(element: Element) -> bool {
    element.name.contains("float")
        || matches!(element.name, "double" | "half_t" | "half" | "__half" | "__nv_bfloat16" | "nv_bfloat16")
}

/// The type of the answer of an operator on elements of two types; `None` where the DSL asks for a conversion.
pub(crate) fn promoted(a: Element, b: Element) -> Option<Element> {
    if a == b {
        return Some(a);
    }
    let (wide, narrow) = if a.bits >= b.bits { (a, b) } else { (b, a) };
    match (is_float(a), is_float(b)) {
        (true, true) if a.bits == b.bits => {
            ["double", "float", "half_t"].into_iter().find_map(|name| [a, b].into_iter().find(|of| of.name == name))
        }
        (true, true) => Some(wide).filter(|wide| wide.bits >= 16),
        (false, false) => {
            let is_signed = |element: Element| !element.name.starts_with('u') && element.name != "bool";
            let unsigned = [wide, narrow].into_iter().find(|element| !is_signed(*element));
            // Of as many bits the type without a sign.
            Some(if a.bits == b.bits { unsigned.unwrap_or(wide) } else { wide })
        }
        // An integer becomes a floating-point number of as many bits at least.
        (of_a, _) => {
            let (float, int) = if of_a { (a, b) } else { (b, a) };
            match float.bits.max(int.bits) {
                bits if bits == float.bits => Some(float),
                64 => element("double"),
                32 => element("float"),
                16 => element("half_t"),
                _ => None,
            }
        }
    }
}

/// Returns the name of a type of elements in Python.
pub(crate) fn in_python(element: &Element) -> Option<&'static str> {
    let (_, python, _) = ELEMENTS.iter().find(|(cpp, ..)| *cpp == element.name)?;
    (!python.is_empty()).then_some(python)
}

/// Reports whether a name means something without a definition.
pub(crate) fn is_predefined(name: &str) -> bool {
    predefined(name).is_some()
}

/// Names that mean something without a definition: `ptr` is memory that lies somewhere, CuTe prints `ArithTuple_0` where an
/// iterator over coordinates is at an integer, and a type of elements stands for itself.
pub(super) fn predefined(name: &str) -> Option<Value> {
    match name {
        "Underscore" => return Some(Value::Tuple(Nested::Leaf(Item::All))),
        _ if name == called::PTR => return Some(Value::Engine(Engine::Pointer(Int::dynamic(0)))),
        "smem_ptr_flag" => return Some(Value::Engine(Engine::Typed(TypedPointer::unset(1)))),
        "nullptr" | "NULL" => return Some(Value::int(Int::dynamic(0))),
        _ => {}
    }
    if let Some(element) = element(name) {
        return Some(Value::Element(element));
    }
    // A stride over F2: `F9`.
    if let Some(number) = name.strip_prefix('F').filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit())) {
        return Some(Value::Tuple(Nested::Leaf(Item::Xor(number.parse().ok()?))));
    }
    let begin = name.strip_prefix(called::ARITH_TUPLE)?;
    let int = match begin.strip_prefix('_') {
        Some(digits) => Int::constant(digits.parse().ok()?),
        None => Int::dynamic(begin.parse().ok()?),
    };
    Some(Value::Engine(Engine::Coordinates(Nested::Leaf(int))))
}

/// Reports whether a type of elements is one of integers that C++ computes with.
pub(crate) fn is_integral(element: Element) -> bool {
    matches!(
        element.name,
        "int"
            | "unsigned"
            | "long"
            | "short"
            | "char"
            | "size_t"
            | "int8_t"
            | "int16_t"
            | "int32_t"
            | "int64_t"
            | "uint8_t"
            | "uint16_t"
            | "uint32_t"
            | "uint64_t"
    )
}

/// Converts a value to `int`: it is known at run time.
pub(crate) fn as_integer(value: &Value) -> Option<Value> {
    let number = match value {
        Value::Truth(truth) => i64::from(truth.value),
        Value::Mixed(bits) => bits.value(),
        _ => value.as_int()?.value(),
    };
    Some(Value::int(Int::dynamic(number)))
}

/// Converts a value to `bool`.
pub(crate) fn as_truth(value: &Value) -> Option<Value> {
    let holds = match value {
        Value::Truth(truth) => truth.value,
        _ => value.as_int()?.value() != 0,
    };
    Some(Value::Truth(Truth { value: holds, is_static: false }))
}

/// Converts a value to `T*`: an address that nobody knows, or the same memory in other elements.
pub(crate) fn as_pointer(value: &Value, element: Element) -> Option<Value> {
    let bits = i64::from(element.bits.max(1));
    let pointer = match value {
        Value::Engine(Engine::Typed(pointer)) => {
            let begin = pointer.begin.value().checked_mul(i64::from(pointer.bits))? / bits;
            TypedPointer { begin: Int::dynamic(begin), ..pointer.to(element) }
        }
        Value::Engine(Engine::Pointer(begin)) => TypedPointer { begin: *begin, ..element.into() },
        _ => {
            value.as_int()?;
            element.into()
        }
    };
    Some(Value::Engine(Engine::Typed(pointer)))
}

/// Arithmetic beyond integers: a multiple of a basis stride, an iterator further on. `None` where it is neither.
pub(super) fn arithmetic(operator: &str, left: &Value, right: &Value) -> Option<AlgebraResult<Value>> {
    let scaled = |basis: &ScaledBasis, scale: AlgebraResult<Int>| {
        Ok(Value::Tuple(Nested::Leaf(Item::Basis(ScaledBasis { scale: scale?, path: basis.path.clone() }))))
    };
    match (operator, left, right) {
        ("*", Value::Tuple(Nested::Leaf(Item::Basis(basis))), factor) => {
            Some(scaled(basis, basis.scale.times(factor.as_int()?).map_err(Error::from)))
        }
        ("*", factor, Value::Tuple(Nested::Leaf(Item::Basis(basis)))) => {
            Some(scaled(basis, factor.as_int()?.times(basis.scale).map_err(Error::from)))
        }
        ("+", Value::Tuple(left), Value::Tuple(right)) if has_basis(left) || has_basis(right) => Some(sum(left, right)),
        ("+", Value::Engine(engine), by) => Some(engine.advance(&by.as_ints()?).map(Value::Engine)),
        _ => None,
    }
}

fn has_basis(tuple: &Nested<Item>) -> bool {
    tuple.leaves().into_iter().any(|item| matches!(item, Item::Basis(_)))
}

/// The sum of coordinates of which one at least is a multiple of a unit vector.
fn sum(left: &Nested<Item>, right: &Nested<Item>) -> AlgebraResult<Value> {
    for (zero, other) in [(left, right), (right, left)] {
        if matches!(zero, Nested::Leaf(Item::Int(int)) if int.is_constant(0)) {
            return Ok(Value::Tuple(other.clone()));
        }
    }
    let spread = |tuple: &Nested<Item>| match tuple {
        Nested::Leaf(Item::Basis(basis)) => Some(StrideLeaf::Basis(basis.clone()).along(basis.scale)),
        _ => Value::Tuple(tuple.clone()).as_ints(),
    };
    match (spread(left), spread(right)) {
        (Some(left), Some(right)) => Ok(Value::ints(&add(&left, &right)?)),
        _ => {
            let print = |tuple: &Nested<Item>| Value::Tuple(tuple.clone()).to_string();
            Err(Error::MixedIndices { left: print(left), right: print(right) })
        }
    }
}

/// Memory of one's own for elements of a type.
pub(crate) fn owned(element: &Value) -> Result<Engine, Problem> {
    match element {
        Value::Element(element) => Ok(Engine::Typed((*element).into())),
        _ => Err(Problem::Template),
    }
}

/// Memory of one's own for elements like those of a tensor.
pub(crate) fn owned_like(engine: &Engine) -> Engine {
    match engine {
        Engine::Typed(pointer) => {
            Engine::Typed(TypedPointer { type_name: pointer.type_name, ..TypedPointer::raw(pointer.bits) })
        }
        // Its numbers are of the type int.
        Engine::Counting(_) => Engine::Typed(TypedPointer { type_name: Some("int"), ..TypedPointer::raw(32) }),
        Engine::Random { .. } => Engine::Typed(TypedPointer::raw(8)),
        Engine::Pointer(_) | Engine::Coordinates(_) => Engine::Pointer(Int::dynamic(0)),
    }
}
