//! Vectors of values that one thread holds: the Python DSL's `TensorSSA`, which `tensor.load()` answers.
//!
//! Nobody knows the values; the shape and the type of the elements are those of the program. Indices of the layout are
//! places in the vector: CuTe's order, the first mode the fastest.
//!
//! Source: NVIDIA CUTLASS documentation, CuTe DSL, `cutlass.cute.TensorSSA`.

use super::construct::{self, NumberKind};
use super::value::{Element, Value};
use crate::coordinate::Coordinate;
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::tensor::{Engine, Space, Tensor, TypedPointer};

/// A vector and the type of its elements.
#[derive(Clone, Copy)]
struct Vector<'a> {
    shape: &'a IntTuple,
    element: Element,
}

/// The vector of a shape, which has to be known to the compiler.
pub(crate) fn of(shape: &IntTuple, element: Element) -> Option<Value> {
    let is_static = shape.leaves().into_iter().all(|extent| extent.is_static());
    let layout = Layout::compact(shape.clone(), Major::Left).ok().filter(|_| is_static)?;
    let engine = Engine::Typed(TypedPointer { space: Space::Vector, ..element.into() });
    Some(Value::Tensor(Tensor { engine, layout: layout.into() }))
}

/// Reports whether a value is such a vector.
pub(crate) fn is_vector(value: &Value) -> bool {
    matches!(value, Value::Tensor(Tensor { engine: Engine::Typed(pointer), .. }) if pointer.space == Space::Vector)
}

fn vector(value: &Value) -> Option<Vector<'_>> {
    let Value::Tensor(Tensor { engine: Engine::Typed(pointer), layout }) = value else { return None };
    let element = pointer.type_name.and_then(construct::element)?;
    (pointer.space == Space::Vector).then_some(Vector { shape: layout.shape(), element })
}

/// The same shape with elements of another type.
pub(crate) fn converted(value: &Value, to: Element) -> Option<Value> {
    of(vector(value)?.shape, to)
}

/// The modes of a vector that a coordinate leaves, `_`; `None` where it is one element.
pub(crate) fn sliced(value: &Value, coordinate: &Coordinate) -> Option<Value> {
    let Vector { shape, element } = vector(value)?;
    let rest = Layout::compact(shape.clone(), Major::Left).ok()?.slice(coordinate).ok()?;
    let is_one = matches!(rest.shape(), Nested::Tuple(modes) if modes.is_empty());
    if is_one { None } else { of(rest.shape(), element) }
}

/// The vector in another shape of as many elements.
pub(crate) fn reshaped(value: &Value, shape: &IntTuple) -> Option<Value> {
    let Vector { shape: before, element } = vector(value)?;
    let count = |shape: &IntTuple| crate::int_tuple::product(shape).ok().map(Int::value);
    (count(before)? == count(shape)?).then(|| of(shape, element))?
}

/// The vector in a shape that it is repeated to where it has one element.
pub(crate) fn broadcast_to(value: &Value, shape: &IntTuple) -> Option<Value> {
    let Vector { shape: before, element } = vector(value)?;
    (broadcast(before, shape)? == *shape).then(|| of(shape, element))?
}

/// Returns what an operator answers of which at least one side is a vector; a side that is not known is `None`.
///
/// Elements of a type that has fewer bits become those of the other one, integers floating-point numbers; a comparison
/// answers truth values.
pub(crate) fn combined(operator: &str, left: Option<&Value>, right: Option<&Value>) -> Option<Value> {
    let (a, b) = (left.and_then(vector), right.and_then(vector));
    let one = a.or(b)?;
    let shape = match (a, b) {
        (Some(a), Some(b)) => broadcast(a.shape, b.shape)?,
        _ => one.shape.clone(),
    };
    let type_of = |side: Option<&Value>, found: Option<Vector<'_>>| match found {
        Some(found) => Some(found.element),
        // A number of the program, or what is not known: of as many bits at most, else it would have been converted.
        None => side.map_or(Some(one.element).filter(|own| construct::is_float(*own) && own.bits >= 32), |side| {
            side.as_int().and_then(|_| construct::element_of(NumberKind::Integer))
        }),
    };
    let element = construct::promoted(type_of(left, a)?, type_of(right, b)?)?;
    match operator {
        "<" | ">" | "<=" | ">=" | "==" | "!=" => of(&shape, construct::element_of(NumberKind::Truth)?),
        // Quotients are floating-point numbers.
        "/" if !construct::is_float(element) => of(&shape, construct::element_of(NumberKind::Real)?),
        _ => of(&shape, element),
    }
}

/// The elements of the second or the third, by the truth values of the first; a side that is not known is a number.
pub(crate) fn chosen(condition: &Value, yes: Option<&Value>, no: Option<&Value>) -> Option<Value> {
    let all = [Some(condition), yes, no].into_iter().flatten().filter_map(vector);
    let shape = all.map(|found| found.shape.clone()).reduce(|a, b| broadcast(&a, &b).unwrap_or(a))?;
    let element = yes.and_then(vector).or_else(|| no.and_then(vector))?.element;
    of(&shape, element)
}

/// The shape of two that fit: an extent of 1 becomes that of the other.
fn broadcast(a: &IntTuple, b: &IntTuple) -> Option<IntTuple> {
    let one = || Nested::Leaf(Int::ONE);
    Some(match (a, b) {
        (Nested::Leaf(a), Nested::Leaf(b)) if b.value() == 1 || a.value() == b.value() => Nested::Leaf(*a),
        (Nested::Leaf(a), Nested::Leaf(b)) => Nested::Leaf(Some(*b).filter(|_| a.value() == 1)?),
        (Nested::Tuple(a), Nested::Tuple(b)) => {
            let rank = a.len().max(b.len());
            let mode = |modes: &[IntTuple], place: usize| modes.get(place).cloned().unwrap_or_else(one);
            let modes = (0..rank).map(|place| broadcast(&mode(a, place), &mode(b, place)));
            Nested::Tuple(modes.collect::<Option<_>>()?)
        }
        // An extent of 1 fits any mode.
        (tuple @ Nested::Tuple(_), Nested::Leaf(one)) | (Nested::Leaf(one), tuple @ Nested::Tuple(_)) => {
            Some(tuple.clone()).filter(|_| one.value() == 1)?
        }
    })
}
