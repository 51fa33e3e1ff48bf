//! The part of the table of functions that makes what layouts are joined with: basis strides, swizzles, composed layouts,
//! iterators, tensors, and the spellings of integers and truth values that only C++ or only Python has.

use super::algebra::{Operation, later, numbers, offset_of};
use super::functions::{Answer, Arguments, Function, Help, MANY, Problem, Template};
use super::value::{Element, Item, Value, ValueKind};
use crate::basis::{ScaledBasis, StrideLeaf, add};
use crate::composed::ComposedLayout;
use crate::error::{Error, Result as AlgebraResult};
use crate::int::{Int, Truth};
use crate::layout::Layout;
use crate::nested::{DEPTH_LIMIT, LEAF_LIMIT, Nested};
use crate::swizzle::{MixedBits, Offset, Swizzle};
use crate::tensor::{Engine, Space, Tensor, TypedPointer};

/// Types of elements: their names in C++ and in Python, and how many bits an element has.
#[rustfmt::skip]
const ELEMENTS: &[(&str, &str, u32)] = &[
    ("float", "Float32", 32), ("double", "Float64", 64), ("half_t", "Float16", 16), ("bfloat16_t", "BFloat16", 16),
    ("tfloat32_t", "TFloat32", 32), ("float_e4m3_t", "Float8E4M3FN", 8), ("float_e5m2_t", "Float8E5M2", 8),
    ("float_ue8m0_t", "Float8E8M0FNU", 8), ("float_ue4m3_t", "", 8), ("float_e2m1_t", "Float4E2M1FN", 4),
    ("float_e2m3_t", "Float6E2M3FN", 6), ("float_e3m2_t", "Float6E3M2FN", 6),
    ("int8_t", "Int8", 8), ("int16_t", "Int16", 16), ("int32_t", "Int32", 32), ("int64_t", "Int64", 64),
    ("uint8_t", "Uint8", 8), ("uint16_t", "Uint16", 16), ("uint32_t", "Uint32", 32), ("uint64_t", "Uint64", 64),
    ("uint128_t", "Uint128", 128), ("int4_t", "Int4", 4), ("uint4_t", "", 4), ("int6_t", "", 6), ("uint6_t", "", 6),
    ("int2_t", "", 2), ("uint2_t", "", 2), ("uint1_t", "", 1), ("int4b_t", "", 4), ("uint4b_t", "", 4), ("int6b_t", "", 6),
    ("uint6b_t", "", 6), ("int2b_t", "", 2), ("uint2b_t", "", 2), ("uint1b_t", "", 1), ("bin1_t", "", 1),
    ("char", "", 8), ("short", "", 16), ("int", "", 32), ("unsigned", "", 32), ("long", "", 64), ("size_t", "", 64),
    ("half", "", 16), ("__half", "", 16), ("__nv_bfloat16", "", 16), ("bool", "Boolean", 1),
];

/// The type of elements of that name.
fn element(name: &str) -> Option<Element> {
    let found = ELEMENTS.iter().find(|(cpp, python, _)| *cpp == name || (!python.is_empty() && *python == name));
    found.map(|(name, _, bits)| Element { name, bits: *bits })
}

/// What a type of elements is called in Python.
pub(crate) fn in_python(element: &Element) -> Option<&'static str> {
    let (_, python, _) = ELEMENTS.iter().find(|(cpp, ..)| *cpp == element.name)?;
    (!python.is_empty()).then_some(python)
}

/// Names that mean something without a definition: `ptr` is memory that lies somewhere, CuTe prints `ArithTuple_0` where an
/// iterator over coordinates is at an integer, and a type of elements stands for itself.
pub(super) fn predefined(name: &str) -> Option<Value> {
    match name {
        "Underscore" => return Some(Value::Tuple(Nested::Leaf(Item::All))),
        "ptr" => return Some(Value::Engine(Engine::Pointer(Int::dynamic(0)))),
        "nullptr" | "NULL" => return Some(Value::int(Int::dynamic(0))),
        _ => {}
    }
    if let Some(element) = element(name) {
        return Some(Value::Element(element));
    }
    let begin = name.strip_prefix("ArithTuple")?;
    let int = match begin.strip_prefix('_') {
        Some(digits) => Int::constant(digits.parse().ok()?),
        None => Int::dynamic(begin.parse().ok()?),
    };
    Some(Value::Engine(Engine::Coordinates(Nested::Leaf(int))))
}

/// What `int` makes of a value: it is known at run time.
pub(super) fn as_integer(value: &Value) -> Option<Value> {
    let number = match value {
        Value::Truth(truth) => i64::from(truth.value),
        Value::Mixed(bits) => bits.value(),
        _ => value.as_int()?.value(),
    };
    Some(Value::int(Int::dynamic(number)))
}

/// What `bool` makes of a value.
pub(super) fn as_truth(value: &Value) -> Option<Value> {
    let holds = match value {
        Value::Truth(truth) => truth.value,
        _ => value.as_int()?.value() != 0,
    };
    Some(Value::Truth(Truth { value: holds, is_static: false }))
}

/// What `T*` makes of a value: an address that nobody knows, or the same memory in other elements.
pub(super) fn as_pointer(value: &Value, element: Element) -> Option<Value> {
    let bits = i64::from(element.bits.max(1));
    let pointer = match value {
        Value::Engine(Engine::Typed(pointer)) => {
            let begin = pointer.begin.value().checked_mul(i64::from(pointer.bits))? / bits;
            TypedPointer { bits: element.bits, begin: Int::dynamic(begin), ..*pointer }
        }
        Value::Engine(Engine::Pointer(begin)) => TypedPointer { begin: *begin, ..TypedPointer::raw(element.bits) },
        _ => {
            value.as_int()?;
            TypedPointer::raw(element.bits)
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
            Some(scaled(basis, basis.scale.times(factor.as_int()?)))
        }
        ("*", factor, Value::Tuple(Nested::Leaf(Item::Basis(basis)))) => {
            Some(scaled(basis, factor.as_int()?.times(basis.scale)))
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

/// The modes of a basis stride, one by one or as Python's list.
fn path(values: &[Value]) -> Result<Vec<usize>, Problem> {
    let mut modes = Vec::new();
    for value in values {
        let numbers = value.as_ints().ok_or(Problem::Template)?;
        for number in numbers.leaves() {
            let mode = usize::try_from(number.value()).ok().filter(|mode| *mode < LEAF_LIMIT);
            modes.push(mode.ok_or(Problem::Template)?);
        }
    }
    if modes.len() > DEPTH_LIMIT {
        return Err(Error::TooDeep { limit: DEPTH_LIMIT }.into());
    }
    Ok(modes)
}

/// Along no mode it is the integer itself: CuTe's `E<>` is `_1`.
fn basis_of(scale: Int, path: Vec<usize>) -> Value {
    match path.is_empty() {
        true => Value::int(scale),
        false => Value::Tuple(Nested::Leaf(Item::Basis(ScaledBasis { scale, path }))),
    }
}

fn unit_basis(arguments: &Arguments) -> Answer {
    let modes = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    Ok(basis_of(Int::ONE, path(modes)?))
}

fn scaled_basis(arguments: &Arguments) -> Answer {
    let values = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    let (scale, modes) = values.split_first().ok_or(Problem::Arity)?;
    Ok(basis_of(scale.as_int().ok_or(Problem::Template)?, path(modes)?))
}

fn swizzle(arguments: &Arguments) -> Answer {
    let values = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    let number = |value: &Value| value.as_int().map(Int::value).ok_or(Problem::Template);
    let swizzle = match values.as_slice() {
        [bits, base] => Swizzle::new(number(bits)?, number(base)?, number(bits)?)?,
        [bits, base, shift] => Swizzle::new(number(bits)?, number(base)?, number(shift)?)?,
        _ => return Err(Problem::Template),
    };
    // `Sw<3,0,3>(11)`: a swizzle with its argument behind it is applied.
    match arguments.values.as_slice() {
        [_] if !arguments.template.is_empty() => Ok(Value::int(swizzle.apply(arguments.int(0)?))),
        _ => Ok(Value::Swizzle(swizzle)),
    }
}

/// C++ has `make_swizzle<Y,Z>()` of two masks, Python `make_swizzle(B, M, S)`.
fn make_swizzle(arguments: &Arguments) -> Answer {
    if arguments.values.len() == 3 {
        return swizzle(arguments);
    }
    let [yyy, zzz] = numbers(arguments, 0)?;
    Ok(Value::Swizzle(Swizzle::from_masks(yyy, zzz)?))
}

/// Unlike `composition` it keeps a swizzle that changes nothing.
fn make_composed_layout(arguments: &Arguments) -> Answer {
    let Value::Swizzle(swizzle) = arguments.value(0)? else {
        return Err(Problem::Kind { position: 0, expected: ValueKind::Swizzle });
    };
    let offset = offset_of(arguments.value(1)?).ok_or(Problem::Kind { position: 1, expected: ValueKind::Integer })?;
    Ok(Value::Composed(ComposedLayout::new(*swizzle, offset, arguments.any(2)?)))
}

fn make_mixed_bits(arguments: &Arguments) -> Answer {
    let [fixed, dynamic, flags] = [arguments.int(0)?, arguments.int(1)?, arguments.int(2)?];
    Ok(match MixedBits::make(fixed.value(), dynamic, flags.value()) {
        Offset::Mixed(mixed) => Value::Mixed(mixed),
        Offset::Int(int) => Value::int(int),
    })
}

/// `make_tensor(iterator, layout)`, `make_tensor(iterator, shape, stride)`, and `make_tensor<float>(layout)`, which owns its
/// elements. Python writes an iterator over coordinates as the coordinate that it is at.
fn make_tensor(arguments: &Arguments) -> Answer {
    let owns = arguments.template.first().map(owned).transpose()?;
    let first = usize::from(owns.is_none());
    let engine = match (owns, arguments.value(0)?) {
        (Some(engine), _) => engine,
        (None, Value::Engine(engine)) => engine.clone(),
        (None, other) => {
            let begin = other.as_ints().ok_or(Problem::Kind { position: 0, expected: ValueKind::Engine })?;
            Engine::Coordinates(begin)
        }
    };
    let layout = match (arguments.values.get(first + 1), arguments.value(first)?) {
        (None, _) => arguments.any(first)?,
        (Some(Value::Major(major)), _) => Layout::compact(arguments.shape(first)?, *major)?.into(),
        (Some(stride), _) => {
            let position = first + 1;
            let stride = stride.as_stride().ok_or(Problem::Kind { position, expected: ValueKind::IntTuple })?;
            Layout::new(arguments.shape(first)?, stride)?.into()
        }
    };
    Ok(Value::Tensor(Tensor { engine, layout }))
}

/// Memory of one's own for elements of a type.
pub(super) fn owned(element: &Value) -> Result<Engine, Problem> {
    match element {
        Value::Element(element) => Ok(Engine::Typed(TypedPointer::raw(element.bits))),
        _ => Err(Problem::Template),
    }
}

/// Memory of one's own for elements like those of a tensor.
pub(super) fn owned_like(engine: &Engine) -> Engine {
    match engine {
        Engine::Typed(pointer) => Engine::Typed(TypedPointer::raw(pointer.bits)),
        // Its numbers are of the type int.
        Engine::Counting(_) => Engine::Typed(TypedPointer::raw(32)),
        Engine::Random { .. } => Engine::Typed(TypedPointer::raw(8)),
        Engine::Pointer(_) | Engine::Coordinates(_) => Engine::Pointer(Int::dynamic(0)),
    }
}

/// Where an iterator begins: never known at compile time, as in C++.
fn begin(arguments: &Arguments, position: usize) -> Result<Int, Problem> {
    match arguments.values.len() > position {
        true => Ok(Int::dynamic(arguments.int(position)?.value())),
        false => Ok(Int::dynamic(0)),
    }
}

fn counting(arguments: &Arguments) -> Answer {
    Ok(Value::Engine(Engine::Counting(begin(arguments, 0)?)))
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

fn random(arguments: &Arguments) -> Answer {
    Ok(Value::Engine(Engine::Random { seed: begin(arguments, 0)?, offset: begin(arguments, 1)? }))
}

/// `ArithTuple(0,0)`, as CuTe prints it.
fn coordinates(arguments: &Arguments) -> Answer {
    let modes = (0..arguments.values.len()).map(|position| arguments.ints(position));
    Ok(Value::Engine(Engine::Coordinates(Nested::Tuple(modes.collect::<Result<_, _>>()?))))
}

/// `make_inttuple_iter(make_coord(0,0))`.
fn coordinate_iterator(arguments: &Arguments) -> Answer {
    match arguments.values.len() {
        1 => Ok(Value::Engine(Engine::Coordinates(arguments.ints(0)?))),
        _ => coordinates(arguments),
    }
}

fn dynamic_truth(arguments: &Arguments) -> Answer {
    match arguments.value(0)? {
        Value::Truth(truth) => Ok(Value::Truth(Truth { is_static: false, ..*truth })),
        _ => Ok(Value::Truth(Truth { value: arguments.int(0)?.value() != 0, is_static: false })),
    }
}

fn truth(value: bool) -> Answer {
    Ok(Value::Truth(Truth::constant(value)))
}

#[rustfmt::skip]
later! {
    function!(Silent, "E", ["mode"], 0..=MANY, Values, "A unit stride along a mode", "沿某个模式的单位步长", "E<0>{}", unit_basis),
    function!(Silent, "ScaledBasis", ["scale", "mode"], 1..=2, Values, "A multiple of a unit stride along a mode", "沿某个模式的单位步长的倍数", "ScaledBasis<_3,1>{}", scaled_basis),

    function!(Silent, "Swizzle" | "Sw", ["B", "M", "S"], 0..=3, Values, "B bits from M+S up moved onto those from M up by xor", "把 M+S 起的 B 位异或到 M 起的 B 位上", "Swizzle<3,0,3>{}", swizzle),
    function!(Silent, "make_swizzle", ["B", "M", "S"], 0..=3, Values, "The swizzle of two masks, or of B, M and S", "由两个掩码或 B、M、S 得到的 swizzle", "make_swizzle<56,7>()", make_swizzle),
    function!(Silent, "make_composed_layout", ["inner", "offset", "outer"], 3..=3, None, "A swizzle after an offset after a layout", "先布局，再加偏移，再 swizzle", "make_composed_layout(Swizzle<3,0,3>{},Int<0>{},Layout<Shape<_8,_8>>{})", make_composed_layout),
    function!(Silent, "make_mixed_bits", ["static", "dynamic", "flags"], 3..=3, None, "An integer of static bits and of dynamic bits within flags", "由静态位与掩码内的动态位组成的整数", "make_mixed_bits(Int<1>{},8,Int<12>{})", make_mixed_bits),

    function!(Silent, "make_tensor", ["iterator", "layout", "stride"], 1..=3, Values, "A layout with data", "带数据的布局", "make_tensor(counting_iterator(0),(4,2):(2,1))", make_tensor),
    function!(Silent, "make_counting_tensor", ["layout"], 1..=1, None, "A layout whose data are its indices", "数据即索引的张量", "make_counting_tensor((4,2):(2,1))", |a| Ok(Value::Tensor(Tensor { engine: Engine::Counting(Int::dynamic(0)), layout: a.any(0)? }))),
    function!(Silent, "make_identity_tensor", ["shape"], 1..=1, None, "The coordinates of a shape as a tensor", "以坐标为元素的张量", "make_identity_tensor((4,8))", |a| Ok(Value::Tensor(Tensor::identity(a.shape(0)?)?))),
    function!(Silent, "counting_iterator" | "counting_iter", ["begin"], 0..=1, Values, "The numbers from one on", "从某数开始的自然数", "counting_iterator(0)", counting),
    function!(Silent, "random_iter", ["seed", "offset"], 1..=2, None, "Pseudo-random bytes by a seed", "由种子生成的伪随机字节", "random_iter(7)", random),
    function!(Silent, "ptr" | "make_rmem_ptr", ["offset"], 0..=1, Values, "Memory whose contents nobody knows", "内容未知的内存", "ptr + 32", |a| pointer(a, Space::Any)),
    function!(Silent, "gmem_ptr" | "make_gmem_ptr", ["pointer"], 0..=1, Values, "Global memory", "全局内存", "make_gmem_ptr<float>(nullptr)", |a| pointer(a, Space::Global)),
    function!(Silent, "smem_ptr" | "make_smem_ptr", ["pointer"], 0..=1, Values, "Shared memory", "共享内存", "make_smem_ptr<half_t>(nullptr)", |a| pointer(a, Space::Shared)),
    function!(Silent, "make_swizzle_ptr", ["pointer", "swizzle"], 2..=2, None, "A pointer whose addresses are swizzled", "地址经过 swizzle 的指针", "make_swizzle_ptr(static_cast<half_t*>(nullptr),Swizzle<3,4,3>{})", swizzle_pointer),
    function!(Silent, "ArithTuple" | "make_arithmetic_tuple", ["mode"], 0..=MANY, None, "Coordinates, from one on", "从某坐标开始", "ArithTuple(0,0)", coordinates),
    function!(Silent, "make_inttuple_iter", ["coord"], 1..=MANY, None, "Coordinates, from one on", "从某坐标开始", "make_inttuple_iter(make_coord(0,0))", coordinate_iterator),

    function!(Silent, "true" | "True" | "true_type", [], 0..=0, None, "Holds", "真", "true", |_| truth(true)),
    function!(Silent, "false" | "False" | "false_type", [], 0..=0, None, "Does not hold", "假", "!false", |_| truth(false)),
    function!(Silent, "bool" | "Boolean", ["condition"], 1..=1, None, "A truth value known at run time", "运行期才知道的真值", "bool{true}", dynamic_truth),
}
