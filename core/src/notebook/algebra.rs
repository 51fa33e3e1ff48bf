//! The part of the table of functions that is the algebra: layouts from layouts, parts of tensors.

use super::diagnostic::DiagnosticKind;
use super::evaluate::{self, Evaluated, Scope};
use super::functions::{Answer, Arguments, Function, Help, MANY, Problem, Template, ints, layout};
use super::syntax::{Expression, Span};
use super::value::{Value, ValueKind};
use super::{construct, functions};
use crate::algebra::Tiler;
use crate::algebra::coalesce::coalesce_shape;
use crate::algebra::common::domain_distribute;
use crate::algebra::product::Order;
use crate::composed::{AnyLayout, before_swizzle};
use crate::coordinate::{Coordinate, Slot};
use crate::draw::text::print_tensor;
use crate::error::Result as AlgebraResult;
use crate::int::Int;
use crate::int_tuple::{self, IntTuple};
use crate::layout::Layout;
use crate::make::Major;
use crate::names::Names;
use crate::nested::Nested;
use crate::slice::pick;
use crate::steps::Teller;
use crate::swizzle::{Offset, Swizzle};
use crate::tensor::{Engine, Tensor};

/// A change of a layout, or of a composed layout's or tensor's innermost one.
fn changed(arguments: &Arguments, change: &mut dyn FnMut(&Layout) -> AlgebraResult<Layout>) -> Answer {
    let layout = arguments.any(0)?.map(change)?;
    Ok(rewrapped(arguments, layout))
}

/// A layout in place of the first argument's: of a tensor a tensor.
fn rewrapped(arguments: &Arguments, layout: AnyLayout) -> Value {
    match arguments.values.first() {
        Some(Value::Tensor(tensor)) => Value::Tensor(Tensor { engine: tensor.engine.clone(), layout }),
        _ => layout.into(),
    }
}

fn profile(arguments: &Arguments) -> Result<Option<IntTuple>, Problem> {
    if arguments.values.len() > 1 { arguments.shape(1).map(Some) } else { Ok(None) }
}

fn coalesce(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let profile = profile(arguments)?;
    if profile.is_none()
        && let Some(shape) = arguments.value(0)?.as_ints()
    {
        return Ok(Value::ints(&coalesce_shape(&shape)?));
    }
    changed(arguments, &mut |layout| match &profile {
        Some(profile) => layout.coalesce_by(profile),
        None => layout.coalesce_told(listener),
    })
}

fn filter(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let profile = profile(arguments)?;
    changed(arguments, &mut |layout| match &profile {
        Some(profile) => layout.filter_by(profile),
        None => layout.filter_told(listener),
    })
}

fn filter_zeros(arguments: &Arguments) -> Answer {
    let profile = profile(arguments)?;
    changed(arguments, &mut |layout| match &profile {
        Some(profile) => layout.filter_zeros_by(profile),
        None => layout.filter_zeros(),
    })
}

/// Further arguments as a tiler: one as it is, several mode by mode.
fn tiler_from(arguments: &Arguments, first: usize) -> Result<Tiler, Problem> {
    match arguments.values.len().saturating_sub(first) {
        0 => Err(Problem::Arity),
        1 => arguments.tiler(first),
        _ => {
            let tilers = (first..arguments.values.len()).map(|position| arguments.tiler(position));
            Ok(Nested::Tuple(tilers.collect::<Result<_, _>>()?))
        }
    }
}

fn composition(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let is_tiler = arguments.values.len() > 2 && !matches!(arguments.values.first(), Some(Value::Swizzle(_)));
    let composed = if is_tiler { None } else { compose_values(&arguments.values, listener) };
    composed.unwrap_or_else(|| {
        let tiler = tiler_from(arguments, 1)?;
        changed(arguments, &mut |layout| layout.composition_by(&tiler))
    })
}

/// The composition of values from left to right, as `A o B` spells it; `None` where the right ones are a tiler.
fn compose_values(values: &[Value], listener: &mut Teller<'_>) -> Option<Answer> {
    let answer = match values {
        [Value::Engine(engine), layout] => {
            let layout = layout.as_any_layout()?;
            Ok(Value::Tensor(Tensor { engine: engine.clone(), layout }))
        }
        [Value::Swizzle(left), Value::Swizzle(right)] => {
            left.composition(*right).map(Value::Swizzle).map_err(Problem::Algebra)
        }
        [Value::Swizzle(swizzle), offset, rest @ ..] if offset_of(offset).is_some() && !rest.is_empty() => {
            let inner = match rest {
                [only] => Ok(only.clone()),
                several => compose_values(several, listener)?,
            };
            match inner {
                Ok(inner) => Ok(AnyLayout::composed(*swizzle, offset_of(offset)?, inner.as_any_layout()?).into()),
                refused => refused,
            }
        }
        [Value::Swizzle(swizzle), layout] => {
            Ok(AnyLayout::composed(*swizzle, Offset::ZERO, layout.as_any_layout()?).into())
        }
        [left, Value::Swizzle(swizzle)] => match left.as_any_layout()? {
            AnyLayout::Plain(left) => before_swizzle(&left, *swizzle).map(Value::from).map_err(Problem::Algebra),
            AnyLayout::Composed(_) => return None,
        },
        [Value::Tensor(tensor), Value::Layout(right)] => {
            let layout = tensor.layout.composition(&right.clone().into(), listener);
            let tensor = layout.map(|layout| Tensor { engine: tensor.engine.clone(), layout });
            tensor.map(Value::Tensor).map_err(Problem::Algebra)
        }
        [left, right] => {
            let right = match right {
                Value::Layout(_) | Value::Composed(_) => right.as_any_layout()?,
                _ => return None,
            };
            let layout = left.as_any_layout()?.composition(&right, listener);
            layout.map(Value::from).map_err(Problem::Algebra)
        }
        [left, rest @ ..] if rest.len() > 1 => match compose_values(rest, listener)? {
            Ok(right) => return compose_values(&[left.clone(), right], listener),
            refused => refused,
        },
        _ => return None,
    };
    Some(answer)
}

pub(super) fn offset_of(value: &Value) -> Option<Offset> {
    match value {
        Value::Mixed(mixed) => Some(Offset::Mixed(*mixed)),
        value => value.as_int().map(Offset::Int),
    }
}

fn complement(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let cotarget = profile(arguments)?;
    let layout = arguments.any(0)?;
    Ok(Value::Layout(layout.innermost().complement_told(cotarget.as_ref(), listener)?))
}

fn by_tiler(
    arguments: &Arguments,
    listener: &mut Teller<'_>,
    operation: fn(&Layout, &Tiler, &mut Teller<'_>) -> AlgebraResult<Layout>,
) -> Answer {
    let tiler = tiler_from(arguments, 1)?;
    changed(arguments, &mut |layout| operation(layout, &tiler, listener))
}

fn by_layout(
    arguments: &Arguments,
    listener: &mut Teller<'_>,
    operation: fn(&Layout, &Layout, &mut Teller<'_>) -> AlgebraResult<Layout>,
) -> Answer {
    let right = arguments.plain(1)?;
    changed(arguments, &mut |layout| operation(layout, &right, listener))
}

fn tile_to_shape(arguments: &Arguments) -> Answer {
    let target = arguments.shape(1)?;
    let order = match arguments.values.get(2) {
        None => Order::Major(Major::Left),
        Some(Value::Major(major)) => Order::Major(*major),
        Some(_) => Order::Ranks(arguments.ints(2)?),
    };
    changed(arguments, &mut |layout| layout.tile_to_shape(&target, &order))
}

fn with_shape(arguments: &Arguments) -> Answer {
    let shape = match arguments.values.len() {
        2 => arguments.shape(1)?,
        count => {
            let shapes = (1..count).map(|position| arguments.shape(position));
            Nested::Tuple(shapes.collect::<Result<_, _>>()?)
        }
    };
    changed(arguments, &mut |layout| layout.with_shape(&shape))
}

/// Template arguments, or where there are none the arguments after the first, as numbers.
pub(super) fn numbers<const N: usize>(arguments: &Arguments, first: usize) -> Result<[i64; N], Problem> {
    let values = if arguments.template.is_empty() {
        arguments.values.get(first..).unwrap_or_default()
    } else {
        arguments.template.as_slice()
    };
    let mut numbers = [0; N];
    if values.len() != N {
        return Err(Problem::Template);
    }
    for (number, value) in numbers.iter_mut().zip(values) {
        // A type stands for the bits of its elements: `recast_layout<half_t, float>`.
        *number = match value {
            Value::Element(element) => i64::from(element.bits),
            value => value.as_int().ok_or(Problem::Template)?.value(),
        };
    }
    Ok(numbers)
}

/// The same memory in other elements: of a swizzle, or of a layout whatever stands around it.
fn cast(
    arguments: &Arguments,
    swizzle: &dyn Fn(Swizzle) -> AlgebraResult<Swizzle>,
    layout: &mut dyn FnMut(&AnyLayout) -> AlgebraResult<AnyLayout>,
) -> Answer {
    match arguments.value(0)? {
        Value::Swizzle(value) => Ok(Value::Swizzle(swizzle(*value)?)),
        _ => Ok(rewrapped(arguments, layout(&arguments.any(0)?)?)),
    }
}

fn upcast(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let [factor] = numbers(arguments, 1)?;
    cast(arguments, &|swizzle| swizzle.upcast(factor), &mut |layout| layout.upcast(factor, listener))
}

fn downcast(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let [factor] = numbers(arguments, 1)?;
    cast(arguments, &|swizzle| swizzle.downcast(factor), &mut |layout| layout.downcast(factor, listener))
}

fn recast(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let [old, new] = numbers(arguments, 1)?;
    cast(arguments, &|swizzle| swizzle.recast(old, new), &mut |layout| layout.recast(old, new, listener))
}

fn max_alignment(arguments: &Arguments) -> Answer {
    let alignment = match arguments.value(0)? {
        Value::Swizzle(swizzle) => swizzle.max_alignment(),
        _ => arguments.any(0)?.max_alignment()?,
    };
    Ok(Value::int(alignment))
}

fn make_layout_tv(arguments: &Arguments) -> Answer {
    let (tiler, layout) = arguments.plain(0)?.make_layout_tv(&arguments.plain(1)?)?;
    let mode = |value: Value| value.into_mode().map_err(|_| Problem::Arity);
    Ok(Value::Tuple(Nested::Tuple(vec![mode(Value::ints(&tiler))?, mode(Value::Layout(layout))?])))
}

/// A tensor; a layout is one over memory whose contents nobody knows, or over coordinates where its indices are such.
fn tensor(arguments: &Arguments) -> Result<Tensor, Problem> {
    if let Value::Tensor(tensor) = arguments.value(0)? {
        return Ok(tensor.clone());
    }
    let layout = arguments.any(0)?;
    let coshape = layout.plain().filter(|layout| layout.int_stride().is_none()).map(Layout::coshape);
    let engine = match coshape.transpose()? {
        Some(coshape) => Engine::Coordinates(coshape.map(&mut |_| Int::ZERO)),
        None => Engine::Pointer(Int::dynamic(0)),
    };
    Ok(Tensor { engine, layout })
}

fn local_tile(arguments: &Arguments) -> Answer {
    let (tensor, tiler, place) = (tensor(arguments)?, arguments.tiler(1)?, arguments.coordinate(2)?);
    let tile = match arguments.values.len() {
        3 => tensor.local_tile(&tiler, &place)?,
        _ => tensor.local_tile_by(&tiler, &place, &arguments.coordinate(3)?)?,
    };
    Ok(Value::Tensor(tile))
}

fn local_partition(arguments: &Arguments) -> Answer {
    let (tensor, threads, index) = (tensor(arguments)?, arguments.plain(1)?, arguments.int(2)?);
    let part = match arguments.values.len() {
        3 => tensor.local_partition(&threads, index)?,
        _ => tensor.local_partition_by(&threads, index, &arguments.coordinate(3)?)?,
    };
    Ok(Value::Tensor(part))
}

fn outer_partition(arguments: &Arguments) -> Answer {
    Ok(Value::Tensor(tensor(arguments)?.outer_partition(&arguments.tiler(1)?, &arguments.coordinate(2)?)?))
}

fn printed_tensor(arguments: &Arguments) -> Answer {
    Ok(Value::Text(print_tensor(&tensor(arguments)?)?))
}

fn distribute(arguments: &Arguments) -> Answer {
    Ok(Value::Layout(domain_distribute(&arguments.shape(0)?, arguments.int(1)?)?))
}

/// Of a tensor a tensor of registers, of a layout the layout that one would have.
fn fragment(arguments: &Arguments) -> Answer {
    let layout = arguments.any(0)?.innermost().make_fragment_like()?;
    let engine = match (arguments.template.first(), arguments.value(0)?) {
        (Some(element), _) => construct::owned(element)?,
        (None, Value::Tensor(tensor)) => construct::owned_like(&tensor.engine),
        (None, _) => return Ok(Value::Layout(layout)),
    };
    Ok(Value::Tensor(Tensor { engine, layout: layout.into() }))
}

fn sliced(arguments: &Arguments, underscored: bool) -> Answer {
    let place = arguments.coordinate(0)?;
    match arguments.value(1)? {
        Value::Layout(value) => layout(if underscored { value.slice(&place) } else { value.dice(&place) }),
        Value::Composed(_) if underscored => Ok(arguments.any(1)?.slice_and_offset(&place)?.0.into()),
        Value::Tensor(tensor) if underscored => Ok(Value::Tensor(tensor.slice(&place)?)),
        _ => Ok(Value::Tuple(pick(&place, &arguments.tree(1)?, underscored)?)),
    }
}

fn slice_and_offset(arguments: &Arguments) -> Answer {
    let layout = arguments.any(1)?;
    let (rest, offset) = layout.slice_and_offset(&arguments.coordinate(0)?)?;
    let mode = |value: Value| value.into_mode().map_err(|_| Problem::Arity);
    let offset = Value::index(&offset, layout.innermost().stride());
    Ok(Value::Tuple(Nested::Tuple(vec![mode(rest.into())?, mode(offset)?])))
}

/// Of a shape by a layout it is the shape of the rest: `shape(complement(layout, shape))`.
fn ceil_div(arguments: &Arguments) -> Answer {
    let shape = arguments.shape(0)?;
    match arguments.value(1)? {
        Value::Layout(tiler) => Ok(Value::ints(tiler.complement_up_to(&shape)?.shape())),
        _ => ints(int_tuple::ceil_div(&shape, &arguments.ints(1)?)),
    }
}

/// What the operations of the algebra compute with: a page may load it after the rest.
pub struct Algebra {
    operations: [&'static [Operation]; 3],
    compose: fn(&[Value], &mut Teller<'_>) -> Option<Answer>,
    apply: fn(&Value, &Coordinate, &mut Teller<'_>) -> Answer,
    names: fn(&Scope<'_>, &Expression) -> Option<Names>,
    value: fn(&Scope<'_>, &Expression) -> Evaluated<Value>,
    predefined: fn(&Scope<'_>, &str, Span) -> Evaluated<Value>,
}

/// What computes one function.
pub(super) enum Operation {
    Silent(fn(&Arguments) -> Answer),
    Told(fn(&Arguments, &mut Teller<'_>) -> Answer),
}

/// The algebra. On a page only the part that is loaded later may name it.
pub static ALGEBRA: Algebra = Algebra {
    operations: [functions::OPERATIONS, OPERATIONS, construct::OPERATIONS],
    compose: compose_values,
    apply: apply_value,
    names: evaluate::names,
    value: |scope, expression| scope.computed(expression),
    predefined: |scope, name, span| scope.predefined(name, span),
};

#[cfg(not(target_family = "wasm"))]
mod arrival {
    /// Natively the algebra is always there.
    pub(super) fn algebra() -> Option<&'static super::Algebra> {
        Some(&super::ALGEBRA)
    }

    /// Does nothing: natively the algebra is always there.
    pub fn install(_: &'static super::Algebra) {}
}

#[cfg(target_family = "wasm")]
mod arrival {
    use std::sync::OnceLock;

    static ARRIVED: OnceLock<&'static super::Algebra> = OnceLock::new();

    /// The algebra, once it has arrived.
    pub(super) fn algebra() -> Option<&'static super::Algebra> {
        ARRIVED.get().copied()
    }

    /// Takes the algebra in. What was evaluated before without it has to be evaluated again.
    pub fn install(algebra: &'static super::Algebra) {
        let _ = ARRIVED.set(algebra);
    }
}

pub use arrival::install;

/// Whether a function is one of the table below.
pub(super) fn has(function: &Function) -> bool {
    FUNCTIONS.iter().any(|row| std::ptr::eq(row, function))
}

/// The answer of a function.
pub(super) fn call(function: &Function, arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let algebra = arrival::algebra().ok_or(Problem::Loading)?;
    let tables = [functions::FUNCTIONS, FUNCTIONS, construct::FUNCTIONS].into_iter().zip(algebra.operations);
    let mut rows = tables.flat_map(|(rows, operations)| rows.iter().zip(operations));
    match rows.find(|(row, _)| row.name == function.name).map(|(_, operation)| operation) {
        Some(Operation::Silent(apply)) => apply(arguments),
        Some(Operation::Told(apply)) => apply(arguments, listener),
        None => Err(Problem::Arity),
    }
}

/// `A o B o C`; `None` where the values are none that compose.
pub(super) fn compose(values: &[Value], listener: &mut Teller<'_>) -> Option<Answer> {
    match arrival::algebra() {
        Some(algebra) => (algebra.compose)(values, listener),
        None => Some(Err(Problem::Loading)),
    }
}

/// A layout with a swizzle, a tensor or a swizzle applied to a coordinate.
pub(super) fn apply(callee: &Value, place: &Coordinate, listener: &mut Teller<'_>) -> Answer {
    (arrival::algebra().ok_or(Problem::Loading)?.apply)(callee, place, listener)
}

/// What the modes of an expression's value are called; the algebra may not have arrived.
pub(super) fn names(scope: &Scope<'_>, expression: &Expression) -> Result<Option<Names>, Problem> {
    Ok((arrival::algebra().ok_or(Problem::Loading)?.names)(scope, expression))
}

/// The value of a call, a composition or an operator; the algebra may not have arrived.
pub(super) fn value(scope: &Scope<'_>, expression: &Expression) -> Evaluated<Value> {
    let algebra = arrival::algebra().ok_or_else(|| evaluate::problem(DiagnosticKind::Loading, expression.span))?;
    (algebra.value)(scope, expression)
}

/// The value of a name that nothing defines; the algebra may not have arrived.
pub(super) fn predefined(scope: &Scope<'_>, name: &str, span: Span) -> Evaluated<Value> {
    let algebra = arrival::algebra().ok_or_else(|| evaluate::problem(DiagnosticKind::Loading, span))?;
    (algebra.predefined)(scope, name, span)
}

fn apply_value(callee: &Value, place: &Coordinate, listener: &mut Teller<'_>) -> Answer {
    match (callee, place) {
        (Value::Swizzle(swizzle), Nested::Leaf(Slot::Int(offset))) => {
            Ok(Value::int(swizzle.apply_told(*offset, listener)))
        }
        (Value::Tensor(tensor), _) if place.has_underscore() => Ok(Value::Tensor(tensor.slice(place)?)),
        (Value::Tensor(tensor), _) => {
            let element = tensor.at(place)?;
            Ok(element.element().map_or(Value::Engine(element), |element| Value::ints(&element)))
        }
        _ => {
            let wrong = Problem::Kind { position: 0, expected: ValueKind::Layout };
            let layout = callee.as_any_layout().ok_or(wrong)?;
            if place.has_underscore() {
                return Ok(layout.slice_and_offset(place)?.0.into());
            }
            Ok(Value::index(&layout.index_told(place, listener)?, layout.innermost().stride()))
        }
    }
}

/// Rows of the table whose code may arrive later: the rows, what explains each, and what computes each.
macro_rules! later {
    ($(function!($how:ident, $name:literal $(| $alias:literal)*, $parameters:expr, $least:literal ..= $most:expr, $template:ident, $english:literal, $chinese:literal, $example:literal, $apply:expr),)*) => {
        /// The rows of this part of the table.
        pub static FUNCTIONS: &[Function] = &[$(
            Function {
                name: $name,
                aliases: &[$($alias),*],
                parameters: &$parameters,
                least: $least,
                most: $most,
                template: Template::$template,
                tells: later!(@ $how),
            },
        )*];

        pub(super) static HELP: &[Help] = &[$(Help { line: [$english, $chinese], example: $example },)*];

        pub(super) static OPERATIONS: &[Operation] = &[$(Operation::$how($apply),)*];
    };
    (@ Silent) => { false };
    (@ Told) => { true };
}
pub(super) use later;

#[rustfmt::skip]
later! {
    function!(Told, "coalesce", ["layout", "profile"], 1..=2, None, "As few modes as possible, the same function", "合并模式，函数不变", "coalesce((_2,(_1,_6)):(_1,(_6,_2)))", coalesce),
    function!(Told, "filter", ["layout", "profile"], 1..=2, None, "Without modes of static stride 0 or static extent 1", "去掉静态步长为 0 或静态长度为 1 的模式", "filter((_4,_2,_1):(_0,_4,_9))", filter),
    function!(Silent, "filter_zeros", ["layout", "profile"], 1..=2, None, "Extents of static stride 0 become _1", "静态步长为 0 的长度变为 _1", "filter_zeros((_4,_2):(_0,_1))", filter_zeros),
    function!(Silent, "with_shape", ["layout", "shape"], 2..=MANY, None, "The same elements under another shape", "换一个形状看同样的元素", "with_shape(_64:_2,(_8,(_2,_4)))", with_shape),

    function!(Told, "composition" | "compose", ["A", "B"], 2..=MANY, None, "First B, then A; by mode where B is a tiler", "先 B 后 A；B 为 tiler 时逐模式进行", "composition((_6,_2):(_8,_2),(_4,_3):(_3,_1))", composition),
    function!(Told, "complement", ["layout", "cotarget"], 1..=2, None, "The layout of what another leaves out, up to a cotarget", "补：填满 cotarget 中布局未覆盖的部分", "complement(_4:_2,_24)", complement),
    function!(Told, "right_inverse", ["layout"], 1..=1, None, "The layout R with A(R(i)) = i", "右逆：满足 A(R(i)) = i 的布局", "right_inverse((_4,_8):(_8,_1))", |a, l| Ok(a.any(0)?.right_inverse(l)?.into())),
    function!(Told, "left_inverse", ["layout"], 1..=1, None, "The layout R with R(A(i)) = i", "左逆：满足 R(A(i)) = i 的布局", "left_inverse((_4,_8):(_8,_1))", |a, l| Ok(a.any(0)?.left_inverse(l)?.into())),
    function!(Silent, "nullspace", ["layout"], 1..=1, None, "The coordinates that static strides 0 map to 0", "零空间：被静态步长 0 映射到 0 的坐标", "nullspace((_4,_2,_8):(_1,_0,_4))", |a| Ok(Value::Layout(a.plain(0)?.nullspace()?))),
    function!(Silent, "max_common_layout", ["A", "B"], 2..=2, None, "The largest layout that is the identity after both", "经过两个布局后都是恒等的最大布局", "max_common_layout((_4,_8):(_1,_4),(_4,_8):(_1,_4))", |a| Ok(Value::Layout(a.any(0)?.max_common_layout(&a.any(1)?)?))),
    function!(Silent, "max_common_vector", ["A", "B"], 2..=2, None, "How many elements are contiguous in both at once", "两个布局中同时连续的元素个数", "max_common_vector((_4,_8):(_1,_4),(_4,_8):(_1,_8))", |a| Ok(Value::int(a.any(0)?.max_common_vector(&a.any(1)?)?))),
    function!(Silent, "max_alignment", ["layout"], 1..=1, None, "How many elements begin aligned together", "可对齐的最大元素数", "max_alignment((_4,_8):(_1,_4))", max_alignment),
    function!(Silent, "domain_distribute", ["shape", "count"], 2..=2, None, "So many elements spread over the modes of a shape", "把若干元素分配到形状的各模式上", "domain_distribute((_15,_14),_6)", distribute),

    function!(Told, "logical_divide", ["layout", "tiler"], 2..=MANY, None, "Cut into (tile, rest), mode by mode for a tuple", "切成（块，余），元组则逐模式", "logical_divide((_4,_2,_3):(_2,_1,_8),_4:_2)", |a, l| by_tiler(a, l, Layout::logical_divide_told)),
    function!(Told, "zipped_divide", ["layout", "tiler"], 2..=MANY, None, "Cut into ((tiles), (rests))", "切成（（各块），（各余））", "zipped_divide((_8,_8):(_1,_8),(_4,_2))", |a, l| by_tiler(a, l, Layout::zipped_divide_told)),
    function!(Told, "tiled_divide" | "tile", ["layout", "tiler"], 2..=MANY, None, "Cut into ((tiles), rest, rest, …)", "切成（（各块），余，余，…）", "tiled_divide((_8,_8):(_1,_8),(_4,_2))", |a, l| by_tiler(a, l, Layout::tiled_divide_told)),
    function!(Told, "flat_divide", ["layout", "tiler"], 2..=MANY, None, "Cut into (tile, tile, …, rest, rest, …)", "切成（块，块，…，余，余，…）", "flat_divide((_8,_8):(_1,_8),(_4,_2))", |a, l| by_tiler(a, l, Layout::flat_divide_told)),

    function!(Told, "logical_product", ["layout", "tiler"], 2..=MANY, None, "Repeated: (block, copies)", "重复：（块，副本）", "logical_product((_2,_2):(_4,_1),_6:_1)", |a, l| by_tiler(a, l, Layout::logical_product_told)),
    function!(Told, "zipped_product", ["layout", "tiler"], 2..=MANY, None, "Repeated: ((blocks), (copies))", "重复：（（各块），（各副本））", "zipped_product((_2,_5):(_5,_1),(_3,_4))", |a, l| by_tiler(a, l, Layout::zipped_product_told)),
    function!(Told, "tiled_product", ["layout", "tiler"], 2..=MANY, None, "Repeated: ((blocks), copies, copies, …)", "重复：（（各块），副本，副本，…）", "tiled_product((_2,_5):(_5,_1),(_3,_4))", |a, l| by_tiler(a, l, Layout::tiled_product_told)),
    function!(Told, "flat_product", ["layout", "tiler"], 2..=MANY, None, "Repeated: (block, block, …, copies, copies, …)", "重复：（块，块，…，副本，副本，…）", "flat_product((_2,_5):(_5,_1),(_3,_4))", |a, l| by_tiler(a, l, Layout::flat_product_told)),
    function!(Told, "blocked_product", ["block", "tiler"], 2..=2, None, "Repeated mode by mode, blocks whole", "逐模式重复，块保持完整", "blocked_product((_2,_5):(_5,_1),(_3,_4):(_1,_3))", |a, l| by_layout(a, l, Layout::blocked_product_told)),
    function!(Told, "raked_product", ["block", "tiler"], 2..=2, None, "Repeated mode by mode, blocks interleaved", "逐模式重复，块交错排列", "raked_product((_2,_5):(_5,_1),(_3,_4):(_1,_3))", |a, l| by_layout(a, l, Layout::raked_product_told)),
    function!(Silent, "tile_to_shape", ["block", "shape", "order"], 2..=3, None, "A block repeated until it has a shape", "重复一个块直到得到给定形状", "tile_to_shape((_4,_2):(_2,_1),(_8,_8))", tile_to_shape),
    function!(Silent, "make_layout_tv", ["threads", "values"], 2..=2, None, "The tile, and which thread holds which of its elements", "（块大小，线程-值布局）", "make_layout_tv((_4,_8):(_8,_1),(_2,_2):(_1,_2))", make_layout_tv),
    function!(Silent, "make_fragment_like" | "make_fragment_layout", ["layout"], 1..=1, Values, "A compact layout for registers, ordered alike", "次序相同的紧凑寄存器布局", "make_fragment_like((_2,_4,_3):(_1,_6,_2))", fragment),

    function!(Told, "upcast", ["layout"], 1..=2, Values, "N elements become one", "N 个元素合为一个", "upcast<4>((_8,_4):(_1,_8))", upcast),
    function!(Told, "downcast", ["layout"], 1..=2, Values, "One element becomes N", "一个元素拆成 N 个", "downcast<4>((_8,_4):(_1,_8))", downcast),
    function!(Told, "recast_layout", ["layout"], 1..=3, Values, "Elements of so many bits seen as others", "换一种位宽看同样的内存", "recast_layout<16,32>((_8,_4):(_1,_8))", recast),

    function!(Silent, "local_tile" | "inner_partition", ["tensor", "tiler", "coord", "proj"], 3..=4, None, "One tile of a tensor", "张量的一个块", "local_tile(make_counting_tensor((8,8):(1,8)),(4,4),(1,0))", local_tile),
    function!(Silent, "local_partition", ["tensor", "threads", "index", "proj"], 3..=4, None, "The part of one thread in every tile", "一个线程在每块中的部分", "local_partition(make_counting_tensor((8,8):(1,8)),(2,2),3)", local_partition),
    function!(Silent, "outer_partition", ["tensor", "tiler", "coord"], 3..=3, None, "The same place in every tile", "每个块中的同一位置", "outer_partition(make_counting_tensor((8,8):(1,8)),(4,4),(1,0))", outer_partition),
    function!(Silent, "print_tensor", ["tensor"], 1..=1, None, "The data of a tensor as text", "打印张量的数据", "print_tensor(make_counting_tensor((4,2):(2,1)))", printed_tensor),

    function!(Silent, "ceil_div", ["a", "b"], 2..=2, None, "The quotient rounded up", "向上取整的商", "ceil_div(10,4)", ceil_div),
    function!(Silent, "slice", ["coord", "tuple or layout"], 2..=2, None, "The modes under _", "保留 _ 所在的模式", "slice((_,1),(4,8):(1,4))", |a| sliced(a, true)),
    function!(Silent, "dice", ["coord", "tuple or layout"], 2..=2, None, "The modes that have a number", "保留给出数字的模式", "dice((_,1),(4,8):(1,4))", |a| sliced(a, false)),
    function!(Silent, "slice_and_offset", ["coord", "layout"], 2..=2, None, "The modes under _, and the index of the others", "保留 _ 所在的模式，并给出其余模式的偏移", "slice_and_offset((_,3),(4,8):(1,4))", slice_and_offset),
}
