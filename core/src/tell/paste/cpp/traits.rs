//! Traits of types and integers that C++ asks for, and small algorithms on tuples, which only programs write.

use super::{algorithms, arithmetic, attention};
use crate::basis::StrideLeaf;
use crate::composed::{AnyLayout, ComposedLayout};
use crate::int::{Int, Truth};
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::construct;
use crate::notebook::evaluate::{Evaluated, Scope};
use crate::notebook::syntax::{Call, Expression, ExpressionKind, Span};
use crate::notebook::value::{Element, Item, Value};
use crate::notebook::written::Reason;
use crate::paste::call::unknown;
use crate::paste::user::User;
use crate::swizzle::{Offset, Swizzle};
use crate::tensor::{Engine, Tensor, TypedPointer};

/// Types that are known here.
pub(super) fn is_known(name: &str) -> bool {
    name.starts_with("Layout_")
        || matches!(
            name,
            "ArrayEngine"
                | "ComposedLayout"
                | "array"
                | "array_aligned"
                | "AlignedArray"
                | "Array"
                | "array_subbyte"
                | "conditional_t"
                | "ss_op_selector"
                | "rs_op_selector"
                | "GMMA::ss_op_selector"
                | "GMMA::rs_op_selector"
                | "ss_smem_selector"
                | "sm100_smem_selector"
                | "conditional"
                | "tuple"
                | "pair"
                | "GemmShape"
                | "MatrixShape"
                | "integral_constant"
                | "device_vector"
                | "vector"
                | "set"
                | "unordered_set"
                | "host_vector"
                | "unique_ptr"
                | "DeviceAllocation"
                | "remove_cvref_t"
                | "remove_const_t"
                | "constant"
                | "Tensor"
                | "TagToStrideA_t"
                | "TagToStrideB_t"
                | "TagToStrideC_t"
        )
}

/// Reports whether a function of this name is one of those whose [`value`] is known here: what it answers needs no asking.
pub(super) fn computes(name: &str) -> bool {
    is_known(name)
        || matches!(
            name,
            "as_const"
                | "block"
                | "block0"
                | "elect_one_sync"
                | "forward"
                | "get_nonswizzle_portion"
                | "get_swizzle_portion"
                | "is_layout"
                | "is_pow2"
                | "is_tensor"
                | "is_tuple"
                | "ispow2"
                | "lcm"
                | "make_basis_like"
                | "make_pair"
                | "make_range"
                | "make_seq"
                | "make_tensor_like"
                | "make_tuple"
                | "move"
                | "raw_pointer_cast"
                | "recast"
                | "sm90_cluster_shape_to_tma_atom"
                | "thread"
                | "thread0"
                | "tile_to_mma_shape"
        )
}

/// The value of a call that only programs write; `None` where it is none.
pub(in crate::paste) fn value(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Option<Value>> {
    let template = |place: usize| call.template.get(place).map(|item| scope.value(item)).transpose();
    let argument = |place: usize| call.arguments.get(place).map(|item| scope.value(item)).transpose();
    // `is_static<T>::value` and `is_static_v<T>` ask the same of a type as `is_static(t)` of a value.
    let first = || match template(0)? {
        Some(value) => Ok(Some(value)),
        None => argument(0),
    };
    let truth = |value: bool| Ok(Some(Value::Truth(Truth { value, is_static: true })));
    let int = |value: i64| Ok(Some(Value::int(Int::constant(value))));
    Ok(match call.name.as_str() {
        "ss_op_selector" | "GMMA::ss_op_selector" => super::selectors::operation(scope, call, "SS"),
        "rs_op_selector" | "GMMA::rs_op_selector" => super::selectors::operation(scope, call, "RS"),
        "ss_smem_selector" => super::selectors::shared(scope, call, "GMMA"),
        "sm100_smem_selector" => super::selectors::shared(scope, call, "UMMA"),
        "conditional_t" | "conditional" => match crate::paste::settle::truth(template(0)?.as_ref()) {
            Some(true) => template(1)?,
            Some(false) => template(2)?,
            None => return unknown(Reason::AfterBranch, None, span),
        },
        "bool_constant" => first()?.as_ref().and_then(construct::as_truth).map(|value| match value {
            Value::Truth(found) => Value::Truth(Truth { is_static: true, ..found }),
            value => value,
        }),
        "conditional_return" => {
            let condition = match template(0)? {
                Some(condition) => Some(condition),
                None => argument(0)?,
            };
            let begin = usize::from(call.template.is_empty());
            match crate::paste::settle::truth(condition.as_ref()) {
                Some(true) => argument(begin)?,
                Some(false) => argument(begin + 1)?,
                None => return unknown(Reason::AfterBranch, None, span),
            }
        }
        "as_arithmetic_tuple" => argument(0)?,
        "make_basis_like" => {
            let shape = argument(0)?.as_ref().and_then(Value::as_ints);
            shape.map(|shape| Value::stride(Layout::identity(shape).stride()))
        }
        "seq" | "index_sequence" | "int_sequence" | "integer_sequence" => {
            // `integer_sequence<int, 1, 2>` says its type first.
            let first = usize::from(call.name == "integer_sequence");
            let numbers = (first..call.template.len()).map(&template).collect::<Evaluated<Vec<_>>>()?;
            let numbers = numbers.into_iter().map(|number| number?.as_int().map(Int::to_static));
            let numbers = numbers.map(|number| Some(Nested::Leaf(Item::Int(number?)))).collect::<Option<Vec<_>>>();
            numbers.map(|numbers| Value::Tuple(Nested::Tuple(numbers)))
        }
        "is_same_v" | "is_same" => match (template(0), template(1)) {
            (Ok(Some(a)), Ok(Some(b))) => return truth(type_of(&a) == type_of(&b)),
            (Err(refused), _) | (_, Err(refused)) => return Err(refused),
            _ => None,
        },
        "remove_cvref_t" | "remove_const_t" | "remove_reference_t" | "decay_t" | "type_identity_t" | "forward"
        | "move" | "declval" | "as_const" | "remove_cv_t" | "remove_pointer_t" | "raw_pointer_cast" => first()?,
        // CUTLASS's: whether a static stride of 1 stands first in a mode.
        "is_major" | "is_mn_major" | "is_k_major" => {
            let (mode, of) = match call.name.as_str() {
                "is_major" => (template(0)?.as_ref().and_then(Value::as_int).map(Int::value), template(1)?),
                name => (Some(i64::from(name == "is_k_major")), template(0)?),
            };
            let mode = mode.and_then(|mode| usize::try_from(mode).ok());
            match (mode, of) {
                (Some(mode), Some(Value::Tuple(stride))) => match stride.mode(mode) {
                    Ok(mode) => {
                        let front = mode.leaves().into_iter().next();
                        return truth(matches!(front, Some(Item::Int(int)) if int.is_constant(1)));
                    }
                    Err(_) => None,
                },
                _ => None,
            }
        }
        // CUTLASS's: floating-point numbers of 8, 6 and 4 bits, which an instruction takes unpacked.
        "is_sm10x_f8f6f4_element" => match first()? {
            Some(Value::Element(element)) => return truth(is_narrow(&element)),
            _ => None,
        },
        "is_sm120_f8f6f4" => match (template(1)?, template(2)?) {
            (Some(Value::Element(a)), Some(Value::Element(b))) => return truth(is_narrow(&a) && is_narrow(&b)),
            _ => None,
        },
        "is_sm10x_runtime_f8f6f4" => match first()? {
            Some(Value::Element(_)) => return truth(false),
            _ => None,
        },
        "is_void_v" | "is_void" => match call.template.first().map(|of| &of.kind) {
            Some(ExpressionKind::Name(name)) if name == "void" => return truth(true),
            _ => match template(0)? {
                Some(_) => return truth(false),
                None => None,
            },
        },
        "array" => return crate::paste::code::array(scope, call, &call.arguments, span).map(Some),
        // As many elements as one access takes are a word.
        "AlignedArray" | "Array" if let Some(word) = word(template(0)?, template(1)?) => Some(word),
        // `std::vector<int>(8, 0)`, `std::vector<int>{1, 2}`
        "vector" if !call.arguments.is_empty() && super::ranges::is_followed_list(call) => {
            return super::ranges::vector(scope, call, span).map(Some);
        }
        "vector" => match template(0)? {
            Some(Value::Element(element)) => Some(Value::Engine(Engine::Typed(element.into()))),
            _ => None,
        },
        "ArrayEngine" | "array_aligned" | "AlignedArray" | "Array" | "array_subbyte" | "ViewEngine"
        | "device_vector" | "host_vector" | "unique_ptr" | "DeviceAllocation" => match template(0)? {
            Some(Value::Element(element)) => Some(Value::Engine(Engine::Typed(element.into()))),
            other => other,
        },
        // Data of an engine that nobody knows lie somewhere.
        "Tensor" if call.template.len() == 2 => {
            let layout = template(1)?.as_ref().and_then(Value::as_any_layout);
            let engine = match template(0) {
                Ok(Some(Value::Element(element))) => Engine::Typed(element.into()),
                Ok(Some(Value::Engine(engine))) => engine,
                _ => Engine::Typed(TypedPointer::raw(UNKNOWN_BITS)),
            };
            layout.map(|layout| Value::Tensor(Tensor { engine, layout }))
        }
        "TagToStrideA_t" | "TagToStrideB_t" | "TagToStrideC_t" => match template(0)? {
            Some(Value::Major(major)) => {
                let is_along_rows = (major == Major::Right) != (call.name == "TagToStrideB_t");
                let (one, any) = (Nested::Leaf(Item::Int(Int::ONE)), Nested::Leaf(Item::Int(Int::dynamic(0))));
                let [first, second] = if is_along_rows { [any.clone(), one] } else { [one, any.clone()] };
                Some(Value::Tuple(Nested::Tuple(vec![first, second, any])))
            }
            other => other,
        },
        "make_cute_packed_stride" => match (argument(0)?, argument(1)?) {
            (Some(Value::Tuple(stride)), Some(Value::Tuple(shape))) => packed_stride(&stride, &shape).map(Value::Tuple),
            _ => None,
        },
        "integral_constant" | "constant" => {
            let last = call.template.len().checked_sub(1);
            let value = last.map(template).transpose()?.flatten();
            match value.as_ref().and_then(Value::as_int) {
                Some(number) => return int(number.value()),
                None => match value {
                    Some(Value::Truth(found)) => return truth(found.value),
                    _ => None,
                },
            }
        }
        // CUTLASS's shapes of tiles: all that they say is static.
        "GemmShape" | "MatrixShape" if call.arguments.is_empty() && !call.template.is_empty() => {
            let numbers = (0..call.template.len()).map(&template).collect::<Evaluated<Vec<_>>>()?;
            let numbers = numbers.into_iter().map(|number| number?.as_int().map(Int::to_static));
            let numbers = numbers.map(|number| Some(Nested::Leaf(Item::Int(number?)))).collect::<Option<Vec<_>>>();
            numbers.map(|numbers| Value::Tuple(Nested::Tuple(numbers)))
        }
        "is_pow2" | "ispow2" => match template(0)?.as_ref().and_then(Value::as_int).map(Int::value) {
            Some(number) => return truth(number > 0 && number & (number - 1) == 0),
            None => None,
        },
        "tuple" | "make_tuple" | "pair" | "make_pair" => {
            let items = if call.arguments.is_empty() { &call.template } else { &call.arguments };
            Some(tuple(scope, items)?)
        }
        // Address alignment of TMA, in bits, but of elements that it unpacks.
        "get_input_alignment_bits" | "get_output_alignment_bits" => match (template(0)?, template(1)) {
            (Some(Value::Element(element)), second)
                if element.bits >= 8 || element.bits == 4 && matches!(second, Ok(None)) =>
            {
                return int(128);
            }
            _ => None,
        },
        "is_integral_v" => given(scope, "is_integral", first()?, span)?,
        "lcm" => match (argument(0)?.as_ref().and_then(Value::as_int), argument(1)?.as_ref().and_then(Value::as_int)) {
            (Some(a), Some(b)) => lcm(a, b).map(Value::int),
            _ => None,
        },
        "index_sequence_for" => {
            let items = (0..call.template.len() as i64).map(|number| Nested::Leaf(Item::Int(Int::constant(number))));
            Some(Value::Tuple(Nested::Tuple(items.collect())))
        }
        "make_int_sequence" | "make_integer_sequence" | "make_seq" | "make_index_sequence" | "make_range" => {
            let last = call.template.len().checked_sub(1).map(template).transpose()?.flatten();
            let first = match call.name.as_str() {
                "make_range" => template(0)?.as_ref().and_then(Value::as_int).map_or(0, Int::value),
                _ => 0,
            };
            match last.as_ref().and_then(Value::as_int).map(Int::value).filter(|last| (0..=256).contains(last)) {
                Some(last) => {
                    let items = (first..last).map(|number| Nested::Leaf(Item::Int(Int::constant(number))));
                    Some(Value::Tuple(Nested::Tuple(items.collect())))
                }
                None => None,
            }
        }
        "make_tensor_like" => {
            let of = argument(0)?;
            let element = template(0)?;
            match of {
                Some(of) => Some(tensor_like(scope, of, element, span)?),
                None => None,
            }
        }
        "get_nonswizzle_portion" => argument(0)?.map(|layout| match layout {
            Value::Composed(composed) => composed.inner().clone().into(),
            layout => layout,
        }),
        "get_swizzle_portion" => argument(0)?.and_then(|layout| match layout {
            Value::Composed(composed) => Some(Value::Swizzle(composed.printed_swizzle())),
            Value::Layout(_) => Swizzle::new(0, 4, 3).ok().map(Value::Swizzle),
            _ => None,
        }),
        "sm90_cluster_shape_to_tma_atom" => match argument(0)?.as_ref().and_then(Value::as_int) {
            Some(ctas) => {
                let name = if ctas.value() == 1 { "SM90_TMA_LOAD" } else { "SM90_TMA_LOAD_MULTICAST" };
                let kind = ExpressionKind::Name(name.to_string());
                Some(scope.value(&Expression { kind, span: call.name_span })?)
            }
            None => None,
        },
        // A shape that is known when the program is compiled is the one that is launched.
        "select_cluster_shape" => argument(0)?.filter(|shape| match shape {
            Value::Tuple(shape) => shape.leaves().iter().all(|leaf| matches!(leaf, Item::Int(int) if int.is_static())),
            _ => false,
        }),
        "tuple_size" => given(scope, "rank", first()?, span)?,
        // A variable template is an `int`, which is no type of its own.
        "tuple_size_v" | "rank_v" => as_int(given(scope, "rank", first()?, span)?),
        "cosize_v" => as_int(given(scope, "cosize", first()?, span)?),
        "size_v" => as_int(given(scope, "size", first()?, span)?),
        "depth_v" => as_int(given(scope, "depth", first()?, span)?),
        "is_static_v" => given(scope, "is_static", first()?, span)?,
        "is_layout" | "is_layout_v" => match first()? {
            Some(value) => return truth(matches!(value, Value::Layout(_))),
            None => None,
        },
        "is_tensor" | "is_tensor_v" => match first()? {
            Some(value) => return truth(matches!(value, Value::Tensor(_))),
            None => None,
        },
        "is_tuple" | "is_tuple_v" => match first()? {
            Some(value) => return truth(matches!(value, Value::Tuple(Nested::Tuple(_)))),
            None => None,
        },
        "tuple_element_t" | "tuple_element" => match (template(0)?, template(1)?) {
            (Some(place), Some(of)) => {
                let place = place.as_int().and_then(|int| usize::try_from(int.value()).ok());
                match (place, of) {
                    (Some(place), Value::Tuple(of)) => of.mode(place).ok().map(|mode| Value::Tuple(mode.clone())),
                    _ => None,
                }
            }
            _ => None,
        },
        "as_position_independent_swizzle_tensor" => match argument(0)? {
            Some(Value::Tensor(tensor)) => Some(position_independent(&tensor)),
            other => other,
        },
        // `tensor<0>(t)` has the mode of `t` alone.
        "tensor" => {
            let path = (0..call.template.len()).map(&template).collect::<Evaluated<Vec<_>>>()?;
            let path =
                path.into_iter().map(|mode| usize::try_from(mode?.as_int()?.value()).ok()).collect::<Option<Vec<_>>>();
            match (path, argument(0)?) {
                (Some(path), Some(Value::Tensor(tensor))) => {
                    let layout = tensor.layout.at(&path).ok();
                    layout.map(|layout| Value::Tensor(Tensor { engine: tensor.engine, layout }))
                }
                _ => None,
            }
        }
        "recast" => match (template(0)?, argument(0)?) {
            (Some(Value::Element(to)), Some(Value::Tensor(tensor))) => Some(recast(scope, &tensor, to, call, span)?),
            _ => None,
        },
        "thread0" | "thread" | "block0" | "block" | "elect_one_sync" => match call.name.as_str() {
            "thread0" | "block0" => Some(is_first(scope, call.name == "thread0")),
            _ => None,
        },
        "tile_to_mma_shape" | "GMMA::tile_to_mma_shape" | "UMMA::tile_to_mma_shape" => {
            let order = argument(2)?;
            match (argument(0)?, argument(1)?) {
                (Some(atom), Some(Value::Tuple(shape))) => Some(tile_to_mma_shape(scope, atom, &shape, order, span)?),
                _ => None,
            }
        }
        "sizeof" | "alignof" => match call.arguments.first() {
            Some(of) => crate::paste::bytes::of_type(scope, of)?.map(|bytes| {
                let is_size = call.name == "sizeof";
                Value::int(Int::dynamic(if is_size { bytes.count } else { bytes.align }))
            }),
            None => None,
        },
        "ComposedLayout" => composed_layout(scope, call, span)?,
        // A function object that is an argument of a template.
        name if algorithms::is_operator(name) && call.template.is_empty() && call.arguments.is_empty() => {
            Some(User::Template(name.to_string()).into())
        }
        // A template that is an argument of another one.
        name if name.contains("::Layout_") && call.template.is_empty() && call.arguments.is_empty() => {
            Some(User::Template(name.to_string()).into())
        }
        name if name.contains("::Layout_") => match template(0)? {
            Some(Value::Element(element)) => shared_atom(scope, name, element.bits, span)?,
            _ => None,
        },
        name if arithmetic::is_known(name) => {
            let values = call.arguments.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>()?;
            arithmetic::value(name, &values)
        }
        _ => match algorithms::value(scope, call, span)? {
            None => attention::value(scope, call, span)?,
            found => found,
        },
    })
}

fn is_narrow(element: &Element) -> bool {
    element.name.starts_with("float_e") && element.bits <= 8
}

/// An array of elements as one word, where one access takes it.
fn word(element: Option<Value>, count: Option<Value>) -> Option<Value> {
    let Some(Value::Element(element)) = element else { return None };
    let bits = element.bits.checked_mul(u32::try_from(count?.as_int()?.value()).ok()?)?;
    (bits.is_power_of_two() && bits <= 256).then_some(Value::Element(Element { name: Element::ARRAY, bits }))
}

/// `ComposedLayout<Swizzle<3,4,3>, smem_ptr_flag_bits<16>, Layout<…>>`: a layout that is swizzled, or one of layouts.
fn composed_layout(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Option<Value>> {
    let [outer, offset, inner] = call.template.as_slice() else { return Ok(None) };
    let parts = vec![scope.value(outer)?, scope.value(offset)?, scope.value(inner)?];
    crate::paste::code::given(scope, "make_composed_layout", &[], parts, span).map(Some)
}

/// `GMMA::Layout_K_SW128_Atom<T>` and the like: how a warpgroup's instructions want a tile in shared memory.
fn shared_atom(scope: &Scope<'_>, name: &str, bits: u32, span: Span) -> Evaluated<Option<Value>> {
    let Some(words) = name.split("::").last().and_then(|name| name.strip_prefix("Layout_")?.strip_suffix("_Atom"))
    else {
        return Ok(None);
    };
    let Some((major, swizzled)) = words.split_once('_') else { return Ok(None) };
    let (swizzle, width) = match swizzled {
        "INTER" => (0, 128),
        "SW32" => (1, 256),
        "SW64" => (2, 512),
        "SW128" => (3, 1024),
        _ => return Ok(None),
    };
    let (long, short, one) = (Int::constant(width), Int::constant(8), Int::ONE);
    let (shape, stride) = match major {
        "MN" => ([long, short], [one, long]),
        "K" => ([short, long], [long, one]),
        _ => return Ok(None),
    };
    let leaves = |pair: [Int; 2]| Nested::Tuple(pair.into_iter().map(Nested::Leaf).collect::<Vec<_>>());
    let layout = Layout::new(leaves(shape), leaves(stride).map(&mut |int| crate::basis::StrideLeaf::Int(*int)));
    let atom = layout.and_then(|layout| {
        // The swizzle of addresses, for bits: three more of them below.
        let swizzle = Swizzle::new(swizzle, 7, 3)?;
        let atom = ComposedLayout::new(swizzle, Offset::Flag(1), AnyLayout::Plain(layout));
        AnyLayout::Composed(atom).upcast(i64::from(bits), &mut crate::steps::Trace::silent())
    });
    match atom {
        Ok(atom) => scope.made(atom.into(), span).map(Some),
        Err(_) => Ok(None),
    }
}

/// An atom of shared memory tiled to the shape of an MMA's operand, `((MMA_M,MMA_K),M,K,…)`.
fn tile_to_mma_shape(
    scope: &Scope<'_>,
    atom: Value,
    shape: &Nested<Item>,
    order: Option<Value>,
    span: Span,
) -> Evaluated<Value> {
    let not_read = || unknown(Reason::NotRead, Some("tile_to_mma_shape"), span);
    let Nested::Tuple(modes) = shape else { return not_read() };
    let (Some(Nested::Tuple(first)), Some(rest)) = (modes.first(), modes.get(3..)) else { return not_read() };
    let pairs = first.iter().zip(modes.iter().skip(1).take(2));
    let mut tiled = pairs.map(|(one, many)| Nested::Tuple(vec![one.clone(), many.clone()])).collect::<Vec<_>>();
    tiled.extend(rest.iter().cloned());
    let mut arguments = vec![atom, Value::Tuple(Nested::Tuple(tiled))];
    arguments.extend(order);
    let tiled = crate::paste::code::given(scope, "tile_to_shape", &[], arguments, span)?;
    let first = Value::Tuple(Nested::Tuple(first.clone()));
    let tiler = crate::paste::code::given(scope, "product_each", &[], vec![first], span)?;
    crate::paste::code::given(scope, "tiled_divide", &[], vec![tiled, tiler], span)
}

/// The type of a value as a text: of what is known at run time only that it is an integer.
fn type_of(value: &Value) -> String {
    if let Value::Element(element) = value {
        return element.name.trim_end_matches("32_t").to_string();
    }
    if let Value::Truth(found) = value {
        return if found.is_static { found.value.to_string() } else { "bool".to_string() };
    }
    let mut text = String::new();
    let (mut in_number, mut before) = (false, ' ');
    for letter in value.to_string().chars() {
        if letter.is_ascii_digit() && (in_number || !(before.is_alphanumeric() || matches!(before, '_' | '@' | '-'))) {
            if !in_number {
                text.push_str("int");
            }
            in_number = true;
        } else {
            in_number = false;
            text.push(letter);
        }
        before = letter;
    }
    text
}

/// The least common multiple; static where both are.
fn lcm(a: Int, b: Int) -> Option<Int> {
    let (mut x, mut y) = (a.value().checked_abs()?, b.value().checked_abs()?);
    // Euclid: at most some ninety rounds.
    while y != 0 {
        (x, y) = (y, x % y);
    }
    let value = (a.value() / x.max(1)).checked_mul(b.value())?.checked_abs()?;
    Some(if a.is_static() && b.is_static() { Int::constant(value) } else { Int::dynamic(value) })
}

/// `make_tensor_like(t)`: elements of one's own in the order of another tensor.
fn tensor_like(scope: &Scope<'_>, of: Value, element: Option<Value>, span: Span) -> Evaluated<Value> {
    let Some(element) = element.or_else(|| crate::paste::code::element_of(&of)) else {
        return unknown(Reason::OtherValue, Some("make_tensor_like"), span);
    };
    let layout = match of {
        Value::Tensor(tensor) => Value::from(AnyLayout::Plain(tensor.layout.innermost().clone())),
        layout => layout,
    };
    let like = crate::paste::code::given(scope, "make_layout_like", &[], vec![layout], span)?;
    crate::paste::code::given(scope, "make_tensor", &[element], vec![like], span)
}

fn tuple(scope: &Scope<'_>, items: &[Expression]) -> Evaluated<Value> {
    let mut modes = Vec::with_capacity(items.len());
    for item in items {
        match scope.value(item)?.into_mode() {
            Ok(mode) => modes.push(mode),
            Err(_) => return unknown(Reason::NotRead, None, item.span),
        }
    }
    Ok(Value::Tuple(Nested::Tuple(modes)))
}

/// A function of the notebook for one value.
fn given(scope: &Scope<'_>, name: &str, value: Option<Value>, span: Span) -> Evaluated<Option<Value>> {
    let Some(value) = value else { return Ok(None) };
    crate::paste::code::given(scope, name, &[], vec![value], span).map(Some)
}

fn as_int(value: Option<Value>) -> Option<Value> {
    value.as_ref().and_then(construct::as_integer)
}

/// A tensor in other elements.
fn recast(scope: &Scope<'_>, tensor: &Tensor, to: Element, call: &Call, span: Span) -> Evaluated<Value> {
    let Engine::Typed(pointer) = &tensor.engine else { return unknown(Reason::OtherValue, Some(&call.name), span) };
    let element = |bits: u32| Value::int(Int::constant(i64::from(bits)));
    let bits = to.bits;
    let layout: Value = tensor.layout.clone().into();
    let recast =
        crate::paste::code::given(scope, "recast_layout", &[element(pointer.bits), element(bits)], vec![layout], span)?;
    let Some(layout) = recast.as_any_layout() else { return unknown(Reason::NotRead, Some(&call.name), span) };
    let moved = if pointer.bits < bits { skipped(&tensor.layout, &layout) } else { 0 };
    let begin = pointer.begin.value().saturating_add(moved).saturating_mul(i64::from(pointer.bits));
    // A pointer that is no multiple of its elements is said as far as it is one.
    let begin = begin.div_euclid(i64::from(bits.max(1)));
    let engine = Engine::Typed(TypedPointer { begin: Int::dynamic(begin), ..pointer.to(to) });
    Ok(Value::Tensor(Tensor { engine, layout }))
}

/// Returns how far, in old elements, a tensor with negative strides begins elsewhere when its elements become wider:
/// the first of the new ones ends where the first of the old ones did. CuTe's `recast` says by how much.
fn skipped(old: &AnyLayout, new: &AnyLayout) -> i64 {
    let (AnyLayout::Plain(old), AnyLayout::Plain(new)) = (old, new) else { return 0 };
    let (before, after, strides) = (old.shape().leaves(), new.shape().leaves(), old.stride().leaves());
    let of = |((before, after), stride): ((&Int, &Int), &StrideLeaf)| match stride {
        StrideLeaf::Int(stride) => before.value().saturating_sub(after.value()).saturating_mul(stride.value()).min(0),
        StrideLeaf::Basis(_) => 0,
    };
    before.into_iter().zip(after).zip(strides).map(of).fold(0, i64::saturating_add)
}

/// A tensor whose layout swizzles in place of its pointer.
fn position_independent(tensor: &Tensor) -> Value {
    let Engine::Typed(pointer) = &tensor.engine else { return Value::Tensor(tensor.clone()) };
    let swizzle = pointer.swizzle.and_then(|swizzle| swizzle.recast(8, i64::from(pointer.bits)).ok());
    let Some(swizzle) = swizzle else { return Value::Tensor(tensor.clone()) };
    let engine = Engine::Typed(TypedPointer { swizzle: None, is_around: false, ..*pointer });
    Value::Tensor(Tensor { engine, layout: AnyLayout::composed(swizzle, Offset::ZERO, tensor.layout.clone()) })
}

/// Reports whether this is the first thread, of the first block.
fn is_first(scope: &Scope<'_>, threads: bool) -> Value {
    let names = ["blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.x", "threadIdx.y", "threadIdx.z"];
    let names = if threads { &names[..] } else { names.get(..3).unwrap_or_default() };
    let is_zero = |name: &&str| {
        let value = scope.find(name).and_then(|index| scope.value_at(index)).and_then(Value::as_int);
        value.is_none_or(|value| value.value() == 0)
    };
    Value::Truth(Truth { value: names.iter().all(is_zero), is_static: false })
}

/// Bits of an element of data of which nothing is known.
const UNKNOWN_BITS: u32 = 16;

/// Strides of a matrix, or of several, whose lines lie one behind the other: `make_cute_packed_stride` of CUTLASS. The mode
/// with the static stride of 1 stays, the other is as long as that one's extent, and matrices follow each other where there
/// is more than one.
fn packed_stride(stride: &Nested<Item>, shape: &Nested<Item>) -> Option<Nested<Item>> {
    let (Nested::Tuple(strides), Nested::Tuple(extents)) = (stride, shape) else { return None };
    let number = |of: &Nested<Item>| match of {
        Nested::Leaf(Item::Int(int)) => Some(*int),
        _ => None,
    };
    let one = strides.iter().take(2).position(|of| number(of).is_some_and(|int| int.is_constant(1)))?;
    let extent = |place: usize| extents.get(place).and_then(number).map(Int::value);
    let (own, other) = (extent(one)?, extent(1 - one)?);
    let mut packed = strides.clone();
    *packed.get_mut(1 - one)? = Nested::Leaf(Item::Int(Int::dynamic(own)));
    if let Some(batch) = packed.get_mut(2)
        && number(batch).is_some_and(|int| !int.is_static())
    {
        let apart = if extent(2)? > 1 { own.checked_mul(other)? } else { 0 };
        *batch = Nested::Leaf(Item::Int(Int::dynamic(apart)));
    }
    (strides.len() <= 3).then_some(Nested::Tuple(packed))
}
