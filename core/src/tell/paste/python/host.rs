//! Tensors of the host, as PyTorch and NumPy make them: their shapes and strides, and the tensors that the DSL makes of
//! them.
//!
//! The rules are those of the DSL's documentation (Integration with Frameworks): `from_dlpack` keeps the layout, all of it
//! static; `mark_layout_dynamic` keeps the leading stride alone; a tensor that is given to a function as it is becomes
//! dynamic in the same way.

use std::cmp::Ordering;

use super::content;
use super::expression::{Given, invoke, ordered};
use super::reader::name_of;
use super::runtime::{is_none, items, number, tuple, type_of};
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::{LEAF_LIMIT, Nested};
use crate::notebook::construct;
use crate::notebook::syntax::{Code, Expression, ExpressionKind, Span};
use crate::notebook::value::{Element, Item, Value};
use crate::paste::user::User;
use crate::tensor::{Engine, Space, Tensor, TypedPointer};

/// In front of the name of a function that makes a tensor of the host.
pub(super) const MADE: &str = "py host ";
/// The type of a parameter that a tensor of the host is given to: a function of what is given.
pub(super) const PARAMETER: &str = "py Tensor";

/// The call that makes numbers those of a running program.
pub(in crate::paste) const NUMBERS: &str = "py numbers";

/// The number of the class of tensors of the host, and of the type that they become, which no program defines.
const TENSOR: usize = usize::MAX - 1;
const BECOMES: usize = usize::MAX - 2;

/// The module that makes tensors of the host which a name means.
pub(super) fn module(name: &str) -> Option<&'static str> {
    Some(match name {
        "np" | "numpy" => "numpy",
        "torch" => "torch",
        "cutlass_torch" => "cutlass_torch",
        _ => return None,
    })
}

/// The module whose path has these words: `cutlass.torch`.
pub(super) fn module_at<'a>(path: impl Iterator<Item = &'a &'a str>) -> Option<&'static str> {
    let words = path.copied().filter(|word| !word.is_empty()).collect::<Vec<_>>();
    match words.as_slice() {
        ["cutlass", "torch"] => module("cutlass_torch"),
        ["torch", "nn", "functional"] => module("torch"),
        [only] => module(only),
        _ => None,
    }
}

/// Reports whether a function makes a tensor of the host.
pub(super) fn makes(name: &str) -> bool {
    parameters(name).is_some()
}

/// Reports whether a method fills a tensor of the host with numbers.
pub(super) fn is_filled(method: &str) -> bool {
    matches!(method, "random_" | "uniform_" | "normal_" | "zero_" | "fill_" | "copy_" | "clamp_" | "mul_" | "add_")
}

/// The type of elements that PyTorch and NumPy call so.
pub(super) fn element(name: &str) -> Option<&'static str> {
    Some(match name {
        "float16" | "half" => "half_t",
        "bfloat16" => "bfloat16_t",
        "float32" | "float" => "float",
        "float64" | "double" => "double",
        "int8" => "int8_t",
        "uint8" => "uint8_t",
        "int16" | "short" => "int16_t",
        "int32" | "int" => "int32_t",
        "int64" | "long" => "int64_t",
        "uint16" => "uint16_t",
        "uint32" => "uint32_t",
        "uint64" => "uint64_t",
        "float8_e4m3fn" => "float_e4m3_t",
        "float8_e5m2" => "float_e5m2_t",
        _ => return None,
    })
}

/// The parameters of a function that makes a tensor, its type and its device aside. What takes any number of extents has
/// none.
fn parameters(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "empty" | "zeros" | "ones" | "rand" | "randn" => &[],
        "full" => &["size|shape", "fill_value"],
        "randint" => &["low", "high", "size"],
        "uniform" | "normal" => &["low|loc|mean", "high|scale|std", "size"],
        "arange" => &["start", "end|stop", "step"],
        "tensor" | "array" | "as_tensor" | "asarray" | "from_numpy" => &["data"],
        "empty_like" | "zeros_like" | "ones_like" | "rand_like" | "randn_like" | "full_like" => &["input|data_ref"],
        "empty_strided" => &["size", "stride"],
        "eye" => &["n", "m"],
        "abs" | "exp" | "neg" | "log" | "sqrt" | "rsqrt" | "relu" | "sigmoid" | "tanh" | "softplus" | "silu"
        | "gelu" | "sin" | "cos" | "sign" | "square" => &["input"],
        "max" | "min" => &["input"],
        "permute" => &["input", "dims"],
        "transpose" => &["input", "dim0", "dim1"],
        "matrix" => &["l", "mode0", "mode1", "is_mode0_major", "cutlass_dtype"],
        "create_and_permute_torch_tensor" => &["shape", "dtype", "permute_order"],
        "cute_tensor_like" => &["data_ref", "cutlass_dtype", "is_dynamic_layout", "assumed_align"],
        "convert_cute_tensor" => &["f32_torch_tensor", "cute_tensor"],
        "dtype" => &["ty"],
        _ => return None,
    })
}

/// `torch.empty(4, 8, dtype=torch.float16)` as a call that `made` answers; `None` of what makes no tensor.
pub(super) fn call(module: &str, name: &str, mut given: Given, span: Span) -> Option<Expression> {
    let parameters = parameters(name)?;
    let nothing = || Expression { kind: ExpressionKind::Underscore, span };
    let mut take = |names: &[&str]| {
        let at = given.named.iter().position(|(name, ..)| names.contains(&name.as_str()))?;
        Some(given.named.remove(at).2)
    };
    let dtype = if parameters.iter().any(|own| own.ends_with("dtype")) { None } else { take(&["dtype"]) };
    // Where it lies is known where it is written.
    let device = take(&["device"]).map(|device| match device.kind {
        ExpressionKind::Text(_) => device,
        _ => Expression { kind: ExpressionKind::Text("cuda".to_string()), span },
    });
    let size = if parameters.is_empty() { take(&["size", "shape"]) } else { None };
    if parameters.is_empty() {
        given.named.clear();
    }
    let mut rest = ordered(given, parameters, span);
    // The content of a tensor says nothing of its layout.
    let mut is_real = matches!(
        name,
        "empty" | "zeros" | "ones" | "rand" | "randn" | "full" | "eye" | "empty_strided" | "uniform" | "normal"
    );
    match name {
        "full" => rest.truncate(1),
        "uniform" | "normal" => rest = rest.split_off(rest.len().saturating_sub(1)),
        "tensor" | "array" | "as_tensor" | "asarray" => rest.iter_mut().for_each(|data| is_real |= emptied(data)),
        _ => {}
    }
    let usual = match (is_real, module == "numpy") {
        (true, true) => "double",
        (true, false) => "float",
        (false, _) => "int64_t",
    };
    let is_of_another = parameters.iter().any(|own| own.starts_with("input") || own.ends_with("data_ref"));
    let usual = || if is_of_another { nothing() } else { name_of(usual, span) };
    let mut arguments = vec![dtype.unwrap_or_else(usual), device.unwrap_or_else(nothing)];
    arguments.extend(size);
    arguments.extend(rest);
    Some(invoke(&format!("{MADE}{name}"), arguments, span))
}

/// Puts a number in the place of each number with a point; whether there was one.
fn emptied(data: &mut Expression) -> bool {
    match &mut data.kind {
        ExpressionKind::Tuple(items) => items.iter_mut().map(emptied).filter(|is_real| *is_real).count() > 0,
        ExpressionKind::Code(code) if matches!(**code, Code::Foreign) => {
            data.kind = ExpressionKind::Int { value: 0, is_static: true };
            true
        }
        _ => false,
    }
}

/// The tensor that such a call makes; `None` where that is not known.
pub(super) fn made(name: &str, values: &[Value]) -> Option<Value> {
    let each = match name {
        "zeros" | "zeros_like" => Some(Int::ZERO),
        "ones" | "ones_like" => Some(Int::ONE),
        "max" | "min" => return content::kept(values.get(2)?, name, None),
        _ => None,
    };
    laid(name, values).map(|made| content::filled(made, each))
}

/// The same without what stands in it.
fn laid(name: &str, values: &[Value]) -> Option<Value> {
    let [dtype, device, given @ ..] = values else { return None };
    if let ("dtype", [of]) = (name, given) {
        return Some(of.clone());
    }
    let space = match device {
        Value::Text(device) if device.starts_with("cuda") => Space::Global,
        _ => Space::Any,
    };
    let own = || type_of(Some(dtype));
    let whole = |shape: Vec<Int>, element: Element| compact(shape).map(|layout| of_host(space, element, layout));
    let like = |tensor: &Tensor| {
        let element =
            if is_none(dtype) { type_of(Some(&Value::Tensor(tensor.clone())))? } else { type_of(Some(dtype))? };
        let Engine::Typed(before) = tensor.engine else { return None };
        let space = if is_none(device) { before.space } else { space };
        Some((space, element))
    };
    match (name, given) {
        ("empty" | "zeros" | "ones" | "rand" | "randn", _) => whole(extents(given)?, own()?),
        ("full", [size, ..]) => whole(extents(std::slice::from_ref(size))?, own()?),
        ("randint" | "uniform" | "normal", [.., size]) => whole(extents(std::slice::from_ref(size))?, own()?),
        ("arange", [begin, rest @ ..]) => {
            let (begin, end) = match rest.first().filter(|end| !is_none(end)) {
                Some(end) => (begin.as_int()?, end.as_int()?),
                None => (Int::ZERO, begin.as_int()?),
            };
            let step = rest.get(1).and_then(Value::as_int).unwrap_or(Int::ONE);
            whole(vec![end.minus(begin).ok()?.ceil_div(step).ok()?], own()?)
        }
        ("eye", [rows, rest @ ..]) => {
            let columns = rest.first().and_then(Value::as_int).or_else(|| rows.as_int())?;
            whole(vec![rows.as_int()?, columns], own()?)
        }
        ("empty_strided", [size, stride]) => {
            let strides = extents(std::slice::from_ref(stride))?;
            strided(extents(std::slice::from_ref(size))?, strides)
                .map(|layout| of_host(space, own()?, layout).into())?
        }
        ("tensor" | "array" | "as_tensor" | "asarray" | "from_numpy", [data]) => match tensor_of(data) {
            // The tensor itself, as `torch.from_numpy(x)` is.
            Some(tensor) => Some(again(tensor, tensor.layout.plain()?.clone())),
            None => whole(listed(data)?, own()?),
        },
        ("empty_like" | "zeros_like" | "ones_like" | "rand_like" | "randn_like" | "full_like", [of, ..]) => {
            let tensor = tensor_of(of)?;
            let (space, element) = like(tensor)?;
            Some(of_host(space, element, in_same_order(tensor.layout.plain()?)?))
        }
        ("permute", [of, dims]) => method(tensor_of(of)?, "permute", std::slice::from_ref(dims)),
        ("transpose", [of, dims @ ..]) => method(tensor_of(of)?, "transpose", dims),
        ("matrix", [l, rows, columns, is_first, dtype]) => {
            let [l, rows, columns] = [l.as_int()?, rows.as_int()?, columns.as_int()?];
            let element = in_bytes(type_of(Some(dtype))?);
            let (shape, order) = match crate::paste::settle::truth(Some(is_first))? {
                true => (vec![l, columns, rows], [2, 1, 0]),
                false => (vec![l, rows, columns], [1, 2, 0]),
            };
            Some(of_host(space, element, reordered(&compact(shape)?, &order)?))
        }
        ("create_and_permute_torch_tensor", [shape, dtype, order @ ..]) => {
            let layout = compact(extents(std::slice::from_ref(shape))?)?;
            let tensor = of_host(space, type_of(Some(dtype))?, layout);
            match order.first().filter(|order| !is_none(order)) {
                Some(order) => method(tensor_of(&tensor)?, "permute", std::slice::from_ref(order)),
                None => Some(tensor),
            }
        }
        ("cute_tensor_like", [of, dtype, is_dynamic, ..]) => {
            let tensor = tensor_of(of)?;
            let (element, layout) = (type_of(Some(dtype))?, in_same_order(tensor.layout.plain()?)?);
            let here = of_host(Space::Global, in_bytes(element), layout.clone());
            let made = from_dlpack(&Tensor { engine: pointer(Space::Global, element), layout: layout.into() })?;
            let made = match crate::paste::settle::truth(Some(is_dynamic))? {
                true => dynamic(&made, None)?,
                false => made,
            };
            tuple(vec![Value::Tensor(made), here])
        }
        ("convert_cute_tensor", [_, tensor, ..]) => Some(tensor.clone()),
        (name, [of]) => method(tensor_of(of)?, name, &[]),
        _ => None,
    }
}

/// The tensor of the host that a value is.
pub(in crate::paste) fn tensor_of(value: &Value) -> Option<&Tensor> {
    match User::of(value)? {
        User::Object(TENSOR, _, held, _) => match held.first() {
            Some(Value::Tensor(tensor)) => Some(tensor),
            _ => None,
        },
        _ => None,
    }
}

/// Reports whether a type is that of a parameter which a tensor of the host becomes.
pub(in crate::paste) fn is_parameter(value: &Value) -> bool {
    matches!(User::of(value), Some(User::Object(BECOMES, ..)))
}

/// That type.
pub(super) fn parameter() -> Value {
    User::object(BECOMES, "cute.Tensor", Vec::new()).into()
}

/// Returns what a function that is compiled on its own is given: numbers become those of a running program, any other value
/// stays.
///
/// NVIDIA CUTLASS documentation, JIT Function Argument Generation: arguments are dynamic where they are not annotated
/// as `Constexpr`.
pub(in crate::paste) fn at_runtime(value: Value) -> Value {
    fn of(item: &Nested<Item>) -> Nested<Item> {
        match item {
            Nested::Leaf(Item::Int(int)) => Nested::Leaf(Item::Int(Int::dynamic(int.value()))),
            Nested::Leaf(_) => item.clone(),
            Nested::Tuple(items) => Nested::Tuple(items.iter().map(of).collect()),
        }
    }
    match value {
        Value::Tuple(items) => Value::Tuple(of(&items)),
        Value::Made(_) => {
            let all = items(&value).and_then(|all| tuple(all.into_iter().map(at_runtime).collect()));
            all.unwrap_or(value)
        }
        value => value,
    }
}

/// Returns what a parameter is that is given a value: a tensor of the host becomes one of the DSL, any other value
/// stays.
pub(in crate::paste) fn passed(value: Value) -> Option<Value> {
    match tensor_of(&value) {
        Some(tensor) => dynamic(&from_dlpack(tensor)?, None).map(Value::Tensor),
        None => Some(value),
    }
}

/// The tensor that an operator makes of each element of two tensors, or of one and a number: their shapes are those of the
/// larger one, as PyTorch's broadcasting says.
pub(super) fn combined(operator: &str, left: &Value, right: &Value) -> Option<Value> {
    let is_comparison = matches!(operator, "==" | "!=" | "<" | ">" | "<=" | ">=");
    if !is_comparison && !matches!(operator, "+" | "-" | "*" | "/" | "//" | "%" | "&" | "|" | "^" | "<<" | ">>") {
        return None;
    }
    let made = |tensor: &Tensor, layout: Layout, element: Element| {
        let Engine::Typed(before) = tensor.engine else { return None };
        let element = if is_comparison { construct::element("bool")? } else { element };
        Some(content::filled(of_host(before.space, element, layout), content::combined(operator, left, right)))
    };
    let element = |tensor: &Tensor| type_of(Some(&Value::Tensor(tensor.clone())));
    match (tensor_of(left), tensor_of(right)) {
        (Some(tensor), None) | (None, Some(tensor)) => {
            let other = if tensor_of(left).is_some() { right } else { left };
            other.as_int()?;
            made(tensor, in_same_order(tensor.layout.plain()?)?, element(tensor)?)
        }
        (Some(one), Some(other)) => {
            // Numbers with a point stand above integers, and wide ones above narrow ones.
            let rank_of = |of: Element| (!construct::is_integral(of), of.bits);
            let of = [element(one)?, element(other)?].into_iter().max_by_key(|of| rank_of(*of))?;
            made(one, broadcast(one.layout.plain()?, other.layout.plain()?)?, of)
        }
        (None, None) => None,
    }
}

/// The layout of what is made of each element of two tensors, each repeated where it has one element and the other several:
/// compact, its modes in the order of the strides of the first, where these say nothing in that of the other, else as they
/// stand.
fn broadcast(one: &Layout, other: &Layout) -> Option<Layout> {
    let [one, other] = [one, other].map(|of| Some((shape_of(of)?, strides_of(of)?)));
    let operands = [one?, other?];
    let rank = operands.iter().map(|(shape, _)| shape.len()).max()?;
    let place = |shape: &[Int], at: usize| (at + shape.len()).checked_sub(rank);
    let extent_of = |shape: &[Int], at: usize| place(shape, at).and_then(|at| shape.get(at)).copied();
    let shape = (0..rank).map(|at| {
        let all = operands.iter().filter_map(|(shape, _)| extent_of(shape, at));
        let mut large = all.filter(|extent| extent.value() != 1);
        let first = large.next();
        large.all(|extent| Some(extent.value()) == first.map(Int::value)).then(|| first.unwrap_or(Int::ONE))
    });
    let shape = shape.collect::<Option<Vec<_>>>()?;
    let extent = |at: usize| shape.get(at).map_or(1, |extent| extent.value());
    // 0 of what is repeated.
    let stride = |operand: &(Vec<Int>, Vec<Int>), at: usize| {
        let is_repeated = extent_of(&operand.0, at).is_none_or(|own| own.value() == 1) && extent(at) != 1;
        let own = place(&operand.0, at).and_then(|at| operand.1.get(at)).filter(|_| !is_repeated);
        own.map_or(0, |stride| stride.value())
    };
    let order_of = |inner: usize, outer: usize| {
        for operand in &operands {
            match (stride(operand, inner), stride(operand, outer)) {
                (0, _) | (_, 0) => {}
                (one, other) if one == other && extent(inner) <= extent(outer) => {}
                (one, other) if one == other => return Ordering::Greater,
                (one, other) => return one.cmp(&other),
            }
        }
        Ordering::Equal
    };
    // From the mode that lies closest on.
    let mut order = (0..rank).rev().collect::<Vec<_>>();
    for last in 1..rank {
        let mut at = last;
        for before in (0..last).rev() {
            match order_of(*order.get(before)?, *order.get(at)?) {
                Ordering::Greater => {
                    order.swap(before, at);
                    at = before;
                }
                Ordering::Less => break,
                Ordering::Equal => {}
            }
        }
    }
    let mut strides = vec![Int::ONE; rank];
    let mut step = Int::ONE;
    for at in order {
        *strides.get_mut(at)? = step;
        step = step.times(*shape.get(at)?).ok()?;
    }
    strided(shape, strides)
}

/// A member of a tensor of the host.
pub(in crate::paste) fn member(tensor: &Tensor, name: &str) -> Option<Value> {
    let layout = tensor.layout.plain()?;
    match name {
        "shape" => numbers(shape_of(layout)?),
        "strides" => {
            let bytes = Int::constant(i64::from(type_of(Some(&Value::Tensor(tensor.clone())))?.bits / 8));
            numbers(strides_of(layout)?.into_iter().map(|stride| stride.times(bytes).ok()).collect::<Option<_>>()?)
        }
        "dtype" => crate::paste::code::element_of(&Value::Tensor(tensor.clone())),
        "ndim" => Some(number(layout.rank() as i64)),
        "T" => method(tensor, "t", &[]),
        "mT" => method(tensor, "transpose", &[number(-2), number(-1)]),
        "data" | "real" => Some(again(tensor, layout.clone())),
        _ => None,
    }
}

/// Returns what a method of a tensor of the host answers, or of one of the DSL what marks it; `None` of what is not
/// known.
pub(in crate::paste) fn method(tensor: &Tensor, name: &str, given: &[Value]) -> Option<Value> {
    let layout = tensor.layout.plain()?;
    let rank = layout.rank();
    let element = type_of(Some(&Value::Tensor(tensor.clone())))?;
    let place = |value: &Value| place_in(rank, value.as_int()?.value());
    match (name, given) {
        ("permute" | "transpose", [dims]) => {
            let order = items(dims)?.iter().map(place).collect::<Option<Vec<_>>>()?;
            reordered(layout, &order).map(|layout| again(tensor, layout))
        }
        ("transpose" | "swapaxes" | "swapdims", [a, b]) => {
            let mut order = (0..rank).collect::<Vec<_>>();
            order.swap(place(a)?, place(b)?);
            reordered(layout, &order).map(|layout| again(tensor, layout))
        }
        ("t" | "transpose", []) => {
            let order = (0..rank).rev().collect::<Vec<_>>();
            reordered(layout, &order).map(|layout| again(tensor, layout))
        }
        ("permute" | "transpose", dims) => method(tensor, "permute", &[tuple(dims.to_vec())?]),
        ("contiguous", _) => Some(again(tensor, compact(shape_of(layout)?)?)),
        ("detach" | "requires_grad_" | "numpy", _) => Some(again(tensor, layout.clone())),
        (name, _) if is_filled(name) => Some(again(tensor, layout.clone())),
        // Computed or moved tensors lie close, in the same order.
        (
            "clone" | "abs" | "exp" | "neg" | "log" | "sqrt" | "rsqrt" | "relu" | "sigmoid" | "tanh" | "softplus"
            | "silu" | "gelu" | "sin" | "cos" | "sign" | "round" | "floor" | "ceil" | "square" | "clamp" | "clip",
            _,
        ) => Some(again(tensor, in_same_order(layout)?)),
        ("cuda", _) => Some(of_host(Space::Global, element, in_same_order(layout)?)),
        ("cpu", _) => Some(of_host(Space::Any, element, in_same_order(layout)?)),
        ("to" | "type" | "astype", [first, ..]) => {
            let Engine::Typed(before) = tensor.engine else { return None };
            let device = given.iter().find_map(|value| match value {
                Value::Text(device) => Some(if device.starts_with("cuda") { Space::Global } else { Space::Any }),
                _ => None,
            });
            let element = given.iter().find_map(|value| type_of(Some(value))).unwrap_or(element);
            let is_known = device.is_some() || type_of(Some(first)).is_some();
            is_known.then(|| Some(of_host(device.unwrap_or(before.space), element, in_same_order(layout)?)))?
        }
        ("half" | "bfloat16", []) => with_type(tensor, if name == "half" { "half_t" } else { "bfloat16_t" }),
        ("float" | "int", []) => with_type(tensor, if name == "float" { "float" } else { "int32_t" }),
        ("double" | "long", []) => with_type(tensor, if name == "double" { "double" } else { "int64_t" }),
        ("view" | "reshape", given) => {
            let wanted = extents(given)?;
            let whole = layout.size().ok()?;
            let known = wanted.iter().filter(|extent| extent.value() != -1);
            let known = known.copied().try_fold(Int::ONE, Int::times).ok()?;
            let left = if known.value() == 0 { Int::ZERO } else { whole.over(known).ok()? };
            let wanted =
                wanted.into_iter().map(|extent| if extent.value() == -1 { left } else { extent }).collect::<Vec<_>>();
            let fits = wanted.iter().copied().try_fold(Int::ONE, Int::times).ok()?.value() == whole.value();
            // Only what lies in order is surely looked at in another shape.
            let is_whole = strides_of(layout)? == strides_of(&compact(shape_of(layout)?)?)?;
            (fits && is_whole).then(|| compact(wanted).map(|layout| again(tensor, layout)))?
        }
        ("flatten", []) => method(tensor, "reshape", &[number(-1)]),
        ("unsqueeze", [at]) => {
            let at = place_in(rank + 1, at.as_int()?.value())?;
            let (mut shape, mut strides) = (shape_of(layout)?, strides_of(layout)?);
            let stride = match (shape.get(at), strides.get(at)) {
                (Some(extent), Some(stride)) => extent.times(*stride).ok()?,
                _ => Int::ONE,
            };
            shape.insert(at, Int::ONE);
            strides.insert(at, stride);
            strided(shape, strides).map(|layout| again(tensor, layout))
        }
        ("squeeze", given) => {
            let only = given.first().map(place);
            let (shape, strides) = (shape_of(layout)?, strides_of(layout)?);
            let kept = shape.into_iter().zip(strides).enumerate();
            let kept = kept.filter(|(at, (extent, _))| {
                extent.value() != 1 || only.is_some_and(|only| only.is_some_and(|only| only != *at))
            });
            let (shape, strides) = kept.map(|(_, mode)| mode).unzip();
            strided(shape, strides).map(|layout| again(tensor, layout))
        }
        ("expand", given) => {
            let wanted = extents(given)?;
            let (shape, strides) = (shape_of(layout)?, strides_of(layout)?);
            let new = wanted.len().checked_sub(rank)?;
            let modes = wanted.into_iter().enumerate().map(|(at, wanted)| match at.checked_sub(new) {
                None => Some((wanted, Int::ZERO)),
                Some(own) => match (*shape.get(own)?, *strides.get(own)?) {
                    (extent, stride) if wanted.value() == -1 || wanted.value() == extent.value() => {
                        Some((extent, stride))
                    }
                    (extent, _) if extent.value() == 1 => Some((wanted, Int::ZERO)),
                    _ => None,
                },
            });
            let (shape, strides) = modes.collect::<Option<Vec<_>>>()?.into_iter().unzip();
            strided(shape, strides).map(|layout| again(tensor, layout))
        }
        ("size", []) => numbers(shape_of(layout)?),
        ("size", [at]) => shape_of(layout)?.get(place(at)?).copied().map(Value::int),
        ("stride", []) => numbers(strides_of(layout)?),
        ("stride", [at]) => strides_of(layout)?.get(place(at)?).copied().map(Value::int),
        ("numel" | "nelement", []) => layout.size().ok().map(Value::int),
        ("dim" | "ndimension", []) => Some(number(rank as i64)),
        ("element_size", []) => Some(number(i64::from(element.bits / 8))),
        ("data_ptr", []) => Some(Value::Engine(tensor.engine.clone())),
        ("dim_order", []) => tuple(order_of(layout)?.into_iter().map(|at| number(at as i64)).collect()),
        _ => None,
    }
}

/// Part that an index takes of a mode.
pub(super) enum Place {
    /// One element: the mode is gone.
    One(i64),
    /// The elements from one to another, by steps.
    Some {
        /// The first.
        begin: Option<i64>,
        /// The one behind the last.
        end: Option<i64>,
        /// From each to the next.
        step: i64,
    },
}

/// `x[0, 1:, ::2]` of a tensor of the host.
pub(super) fn indexed(tensor: &Tensor, places: &[Place]) -> Option<Value> {
    let layout = tensor.layout.plain()?;
    let mut modes = shape_of(layout)?.into_iter().zip(strides_of(layout)?);
    let (mut shape, mut strides, mut offset) = (Vec::new(), Vec::new(), Int::ZERO);
    for place in places {
        let (extent, stride) = modes.next()?;
        let count = extent.value().max(0);
        let from_end = |at: i64| if at < 0 { at.saturating_add(count) } else { at };
        let first = match *place {
            Place::One(at) => Some(from_end(at)).filter(|at| (0..count).contains(at))?,
            Place::Some { begin, end, step } => {
                let [begin, end] = [begin.unwrap_or(0), end.unwrap_or(count)].map(|at| from_end(at).clamp(0, count));
                let taken = (end - begin).max(0).checked_add(step.checked_sub(1)?)?.checked_div(step)?;
                if step < 1 {
                    return None;
                }
                shape.push(if taken == count { extent } else { Int::constant(taken) });
                strides.push(stride.times(Int::constant(step)).ok()?);
                begin
            }
        };
        offset = offset.plus(stride.times(Int::constant(first)).ok()?).ok()?;
    }
    let (rest, apart): (Vec<_>, Vec<_>) = modes.unzip();
    shape.extend(rest);
    strides.extend(apart);
    let engine = tensor.engine.advance(&Nested::Leaf(offset)).ok()?;
    let tensor = Tensor { engine, layout: strided(shape, strides)?.into() };
    Some(User::object(TENSOR, "Tensor", vec![Value::Tensor(tensor)]).into())
}

/// Returns what marks a tensor of the DSL as one whose layout the program does not know when it is compiled; `None` of
/// any other method.
pub(in crate::paste) fn marked(tensor: &Tensor, name: &str, given: &[Value]) -> Option<Value> {
    let argument = |at: usize| given.get(at).filter(|value| !is_none(value));
    let rank = tensor.layout.rank();
    match name {
        "mark_layout_dynamic" => {
            let leading = argument(0).map(|leading| place_in(rank, leading.as_int()?.value()));
            match leading {
                Some(leading) => dynamic(tensor, Some(leading?)),
                None => dynamic(tensor, None),
            }
        }
        "mark_compact_shape_dynamic" => {
            let mode = place_in(rank, argument(0)?.as_int()?.value())?;
            let order = match argument(1) {
                Some(order) => items(order)?.iter().map(|at| place_in(rank, at.as_int()?.value())).collect(),
                None => order_of(tensor.layout.plain()?),
            };
            compact_dynamic(tensor, mode, &order?)
        }
        _ => None,
    }
    .map(Value::Tensor)
}

/// The parameters of such a method.
pub(super) fn marking(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "mark_layout_dynamic" => Some(&["leading_dim"]),
        "mark_compact_shape_dynamic" => Some(&["mode", "stride_order", "divisibility"]),
        _ => None,
    }
}

/// A tensor of the DSL over one of the host, all of whose layout is static. A mode of one element has the stride 1.
pub(super) fn from_dlpack(tensor: &Tensor) -> Option<Tensor> {
    let layout = tensor.layout.plain()?;
    let (shape, strides) = (shape_of(layout)?, strides_of(layout)?);
    let strides = shape.iter().zip(strides).map(|(extent, stride)| if extent.value() == 1 { Int::ONE } else { stride });
    let constant = |int: &Int| Int::constant(int.value());
    let strides = strides.map(|stride| constant(&stride)).collect();
    Some(Tensor {
        engine: tensor.engine.clone(),
        layout: strided(shape.iter().map(constant).collect(), strides)?.into(),
    })
}

/// Reports whether a type is one of those of 8 bits with a point that tensors of the host do not hand over.
pub(super) fn is_fp8(element: Element) -> bool {
    ["float_e4m3_t", "float_e5m2_t", "float_e4m3b11fnuz_t"].contains(&element.name)
}

/// A tensor of the DSL over the bytes of one of the host, which hold elements of a type; `leading` marks its layout as dynamic.
pub(super) fn of_storage(tensor: &Tensor, element: Element, leading: Option<&Value>) -> Option<Tensor> {
    let made = from_dlpack(tensor)?;
    let Engine::Typed(before) = made.engine else { return None };
    let is_other = is_fp8(element) || element.name == "tfloat32_t";
    let engine = if is_other { pointer(before.space, element) } else { made.engine };
    let made = Tensor { engine, ..made };
    match leading {
        Some(leading) => dynamic(&made, Some(place_in(made.layout.rank(), leading.as_int()?.value())?)),
        None => Some(made),
    }
}

/// A tensor with every extent and stride dynamic but the leading stride and those of 0.
fn dynamic(tensor: &Tensor, leading: Option<usize>) -> Option<Tensor> {
    let layout = tensor.layout.plain()?;
    let (shape, strides) = (shape_of(layout)?, strides_of(layout)?);
    let leading = match leading {
        Some(leading) if strides.get(leading)?.value() != 1 => return None,
        Some(leading) => Some(leading),
        None => {
            let mut all = (0..shape.len()).filter(|at| strides.get(*at).is_some_and(|stride| stride.value() == 1));
            let long = all.clone().filter(|at| shape.get(*at).is_some_and(|extent| extent.value() > 1));
            let (count, long) = (all.clone().count(), long.collect::<Vec<_>>());
            match (count, long.as_slice()) {
                (0, _) => None,
                (1, _) => all.next(),
                (_, [only]) => Some(*only),
                _ => return None,
            }
        }
    };
    let strides = strides.into_iter().enumerate().map(|(at, stride)| match stride.value() {
        0 => Int::ZERO,
        1 if leading == Some(at) => Int::ONE,
        stride => Int::dynamic(stride),
    });
    let strides = strides.collect();
    let shape = shape.into_iter().map(|extent| Int::dynamic(extent.value())).collect();
    Some(Tensor { engine: tensor.engine.clone(), layout: strided(shape, strides)?.into() })
}

/// A compact tensor with one extent dynamic, and the strides that follow from it. `order` names the outermost mode first.
fn compact_dynamic(tensor: &Tensor, mode: usize, order: &[usize]) -> Option<Tensor> {
    let mut shape = shape_of(tensor.layout.plain()?)?;
    let extent = shape.get_mut(mode)?;
    *extent = Int::dynamic(extent.value());
    let mut strides = vec![Int::ZERO; shape.len()];
    let mut step = Int::ONE;
    for at in order.iter().rev() {
        let extent = *shape.get(*at)?;
        if !extent.is_constant(1) {
            *strides.get_mut(*at)? = step;
            step = step.times(extent).ok()?;
        }
    }
    (order.len() == shape.len())
        .then(|| Some(Tensor { engine: tensor.engine.clone(), layout: strided(shape, strides)?.into() }))?
}

/// The modes from the one with the longest stride to that with the shortest; `None` where two strides are 1.
fn order_of(layout: &Layout) -> Option<Vec<usize>> {
    let strides = strides_of(layout)?;
    let mut order = (0..strides.len()).collect::<Vec<_>>();
    order.sort_by_key(|at| std::cmp::Reverse(strides.get(*at).map_or(0, |stride| stride.value())));
    (strides.iter().filter(|stride| stride.value() == 1).count() < 2).then_some(order)
}

/// The compact layout with its modes in the order of another, which stays as it is where it is compact; `None` where some of
/// its elements are the same one.
fn in_same_order(layout: &Layout) -> Option<Layout> {
    let (shape, strides) = (shape_of(layout)?, strides_of(layout)?);
    let mut modes = shape.iter().zip(&strides).filter(|(extent, _)| extent.value() != 1).collect::<Vec<_>>();
    modes.sort_by_key(|(_, stride)| stride.value());
    let step = modes.into_iter().try_fold(1, |step: i64, (extent, stride)| {
        (stride.value() == step).then(|| step.checked_mul(extent.value()))?
    });
    if step.is_some() {
        return Some(layout.clone());
    }
    if strides.iter().any(|stride| stride.value() == 0) {
        return None;
    }
    let mut order = (0..shape.len()).rev().collect::<Vec<_>>();
    order.sort_by_key(|at| strides.get(*at).map_or(0, |stride| stride.value()));
    let mut compact = strides;
    let mut step = Int::ONE;
    for at in order {
        *compact.get_mut(at)? = step;
        step = step.times(*shape.get(at)?).ok()?;
    }
    strided(shape, compact)
}

/// A layout with its modes in an order, in which each has to be named once.
fn reordered(layout: &Layout, order: &[usize]) -> Option<Layout> {
    let (shape, strides) = (shape_of(layout)?, strides_of(layout)?);
    let mut named = order.to_vec();
    named.sort_unstable();
    if !named.into_iter().eq(0..shape.len()) {
        return None;
    }
    let modes = order.iter().map(|at| Some((*shape.get(*at)?, *strides.get(*at)?)));
    let (shape, strides) = modes.collect::<Option<Vec<_>>>()?.into_iter().unzip();
    strided(shape, strides)
}

fn place_in(rank: usize, at: i64) -> Option<usize> {
    let at = if at < 0 { at.checked_add(i64::try_from(rank).ok()?)? } else { at };
    usize::try_from(at).ok().filter(|at| *at < rank)
}

/// Extents that are given one by one or as a tuple.
fn extents(given: &[Value]) -> Option<Vec<Int>> {
    let all = match given {
        [one] => items(one).unwrap_or_else(|| vec![one.clone()]),
        all => all.to_vec(),
    };
    (all.len() <= LEAF_LIMIT).then(|| all.iter().map(Value::as_int).collect::<Option<Vec<_>>>())?
}

/// The extents of numbers in lists.
fn listed(data: &Value) -> Option<Vec<Int>> {
    let mut shape = Vec::new();
    let mut of = data.clone();
    while let Some(all) = items(&of) {
        shape.push(Int::constant(i64::try_from(all.len()).ok()?));
        of = all.into_iter().next()?;
    }
    (!shape.is_empty()).then_some(shape)
}

fn numbers(all: Vec<Int>) -> Option<Value> {
    Some(Value::Tuple(Nested::Tuple(all.into_iter().map(|int| Nested::Leaf(Item::Int(int))).collect())))
}

fn strided(shape: Vec<Int>, strides: Vec<Int>) -> Option<Layout> {
    let tree = |all: Vec<Int>| Nested::Tuple(all.into_iter().map(Nested::Leaf).collect());
    Layout::with_ints(tree(shape), &tree(strides)).ok()
}

/// The layout of a tensor that is made: the last mode goes fastest.
fn compact(shape: Vec<Int>) -> Option<Layout> {
    let mut strides = vec![Int::ONE; shape.len()];
    let mut step = Int::ONE;
    for (stride, extent) in strides.iter_mut().zip(&shape).rev() {
        *stride = step;
        step = step.times(*extent).ok()?;
    }
    strided(shape, strides)
}

fn shape_of(layout: &Layout) -> Option<Vec<Int>> {
    layout
        .shape()
        .modes()
        .iter()
        .map(|mode| if let Nested::Leaf(extent) = mode { Some(*extent) } else { None })
        .collect()
}

fn strides_of(layout: &Layout) -> Option<Vec<Int>> {
    layout.stride().leaves().into_iter().map(|stride| stride.int()).collect()
}

/// A type that the host can hold: whole bytes.
fn in_bytes(element: Element) -> Element {
    if element.bits < 8 { construct::element("int8_t").unwrap_or(element) } else { element }
}

fn pointer(space: Space, element: Element) -> Engine {
    Engine::Typed(TypedPointer { space, ..element.into() })
}

fn of_host(space: Space, element: Element, layout: Layout) -> Value {
    let tensor = Tensor { engine: pointer(space, element), layout: AnyLayout::Plain(layout) };
    User::object(TENSOR, "Tensor", vec![Value::Tensor(tensor)]).into()
}

/// The same data with another layout.
fn again(tensor: &Tensor, layout: Layout) -> Value {
    let tensor = Tensor { engine: tensor.engine.clone(), layout: layout.into() };
    User::object(TENSOR, "Tensor", vec![Value::Tensor(tensor)]).into()
}

fn with_type(tensor: &Tensor, name: &str) -> Option<Value> {
    let Engine::Typed(before) = tensor.engine else { return None };
    Some(of_host(before.space, construct::element(name)?, in_same_order(tensor.layout.plain()?)?))
}
