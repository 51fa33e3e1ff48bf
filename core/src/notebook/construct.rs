//! The part of the table of functions that makes what layouts are joined with: basis strides, swizzles, composed layouts,
//! iterators, tensors, and the spellings of integers and truth values that only C++ or only Python has.

use super::algebra::{Operation, later, numbers, offset_of};
use super::functions::{Answer, Arguments, Function, Help, MANY, Problem, Template};
use super::value::{Item, Value, ValueKind};
use crate::basis::ScaledBasis;
use crate::composed::ComposedLayout;
use crate::error::{Error, Result as AlgebraResult};
use crate::int::{Int, Truth};
use crate::layout::Layout;
use crate::nested::{DEPTH_LIMIT, LEAF_LIMIT, Nested};
use crate::swizzle::{MixedBits, Offset, Swizzle};
use crate::tensor::{Engine, Tensor};

/// Names that mean something without a definition: `ptr` is memory that lies somewhere, and CuTe prints `ArithTuple_0`
/// where an iterator over coordinates is at an integer.
pub(super) fn predefined(name: &str) -> Option<Value> {
    match name {
        "Underscore" => return Some(Value::Tuple(Nested::Leaf(Item::All))),
        "ptr" => return Some(Value::Engine(Engine::Pointer(Int::dynamic(0)))),
        _ => {}
    }
    let begin = name.strip_prefix("ArithTuple")?;
    let int = match begin.strip_prefix('_') {
        Some(digits) => Int::constant(digits.parse().ok()?),
        None => Int::dynamic(begin.parse().ok()?),
    };
    Some(Value::Engine(Engine::Coordinates(Nested::Leaf(int))))
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
        ("+", Value::Engine(engine), by) => Some(engine.advance(&by.as_ints()?).map(Value::Engine)),
        _ => None,
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

/// `make_tensor(iterator, layout)`, `make_tensor(iterator, shape, stride)`. Python writes an iterator over coordinates
/// as the coordinate that it is at.
fn make_tensor(arguments: &Arguments) -> Answer {
    let engine = match arguments.value(0)? {
        Value::Engine(engine) => engine.clone(),
        other => {
            let begin = other.as_ints().ok_or(Problem::Kind { position: 0, expected: ValueKind::Engine })?;
            Engine::Coordinates(begin)
        }
    };
    let layout = match (arguments.values.get(2), arguments.value(1)?) {
        (None, _) => arguments.any(1)?,
        (Some(Value::Major(major)), _) => Layout::compact(arguments.shape(1)?, *major)?.into(),
        (Some(stride), _) => {
            let stride = stride.as_stride().ok_or(Problem::Kind { position: 2, expected: ValueKind::IntTuple })?;
            Layout::new(arguments.shape(1)?, stride)?.into()
        }
    };
    Ok(Value::Tensor(Tensor { engine, layout }))
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

fn pointer(arguments: &Arguments) -> Answer {
    match arguments.values.first() {
        Some(Value::Engine(_)) => Ok(arguments.value(0)?.clone()),
        _ => Ok(Value::Engine(Engine::Pointer(begin(arguments, 0)?))),
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

    function!(Silent, "make_tensor", ["iterator", "layout", "stride"], 2..=3, None, "A layout with data", "带数据的布局", "make_tensor(counting_iterator(0),(4,2):(2,1))", make_tensor),
    function!(Silent, "make_counting_tensor", ["layout"], 1..=1, None, "A layout whose data are its indices", "数据即索引的张量", "make_counting_tensor((4,2):(2,1))", |a| Ok(Value::Tensor(Tensor { engine: Engine::Counting(Int::dynamic(0)), layout: a.any(0)? }))),
    function!(Silent, "make_identity_tensor", ["shape"], 1..=1, None, "The coordinates of a shape as a tensor", "以坐标为元素的张量", "make_identity_tensor((4,8))", |a| Ok(Value::Tensor(Tensor::identity(a.shape(0)?)?))),
    function!(Silent, "counting_iterator" | "counting_iter", ["begin"], 0..=1, None, "The numbers from one on", "从某数开始的自然数", "counting_iterator(0)", counting),
    function!(Silent, "random_iter", ["seed", "offset"], 1..=2, None, "Pseudo-random bytes by a seed", "由种子生成的伪随机字节", "random_iter(7)", random),
    function!(Silent, "ptr" | "make_gmem_ptr" | "make_smem_ptr" | "make_rmem_ptr", ["offset"], 0..=1, Values, "Memory whose contents nobody knows", "内容未知的内存", "ptr + 32", pointer),
    function!(Silent, "ArithTuple" | "make_arithmetic_tuple", ["mode"], 0..=MANY, None, "Coordinates, from one on", "从某坐标开始", "ArithTuple(0,0)", coordinates),
    function!(Silent, "make_inttuple_iter", ["coord"], 1..=MANY, None, "Coordinates, from one on", "从某坐标开始", "make_inttuple_iter(make_coord(0,0))", coordinate_iterator),

    function!(Silent, "true" | "True" | "true_type", [], 0..=0, None, "Holds", "真", "true", |_| truth(true)),
    function!(Silent, "false" | "False" | "false_type", [], 0..=0, None, "Does not hold", "假", "!false", |_| truth(false)),
    function!(Silent, "bool" | "Boolean", ["condition"], 1..=1, None, "A truth value known at run time", "运行期才知道的真值", "bool{true}", dynamic_truth),
}
