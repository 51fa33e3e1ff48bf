//! Which of several functions a call means, and what its arguments tell of template parameters: `f(Int<N>)`,
//! `f(Layout<S, D> const&)`.

use crate::int::Int;
use crate::nested::Nested;
use crate::notebook::construct;
use crate::notebook::syntax::{Code, ExpressionKind};
use crate::notebook::value::Value;
use crate::paste::document::{Document, Function, Parameter};
use crate::paste::user::User;
use crate::tensor::Engine;

/// The value that an argument tells of a template parameter: the argument, and the place in its type.
pub(in crate::paste) const TOLD: &str = "& told";

/// Kind of argument that a parameter takes, as its type says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Takes {
    /// Any that has a value.
    #[default]
    Any,
    /// An integer of a running program, and whether it is an `int`.
    Integer(bool),
    /// A pointer.
    Pointer,
    /// A floating-point number.
    Real,
    /// A truth value.
    Truth,
    /// An integer that the compiler knows: `Int<N>`.
    Static,
    /// `Layout<S, D>`.
    Layout,
    /// `ComposedLayout<A, O, B>`.
    Composed,
    /// `Tensor<E, L>`.
    Tensor,
    /// `Swizzle<B, M, S>`.
    Swizzle,
    /// `tuple<A, B>`, `Shape<A, B>`.
    Tuple,
    /// An object of a class of the text.
    Object(String),
}

impl Takes {
    /// The kind of a type by its name, and whether template arguments follow it.
    pub(super) fn of(word: &str, has_template: bool, is_own: bool) -> Takes {
        match (word, has_template) {
            ("bool", false) | ("bool_constant", true) => Takes::Truth,
            ("float" | "double" | "half_t" | "bfloat16_t" | "half" | "__half", false) => Takes::Real,
            (word, false) if super::expression::is_integral(word) => Takes::Integer(matches!(word, "int" | "int32_t")),
            ("Int" | "C" | "constant" | "integral_constant", true) => Takes::Static,
            ("Layout", true) => Takes::Layout,
            ("ComposedLayout", true) => Takes::Composed,
            ("Tensor", true) => Takes::Tensor,
            ("Swizzle", true) => Takes::Swizzle,
            ("tuple" | "Shape" | "Stride" | "Coord" | "Tile", true) => Takes::Tuple,
            (word, _) if is_own => Takes::Object(word.to_string()),
            _ => Takes::Any,
        }
    }

    /// Returns how well an argument fits, the better the more; `None` of one that the parameter does not take.
    fn fit(&self, document: &Document, value: Option<&Value>) -> Option<i32> {
        let Some(value) = value else { return Some(0) };
        let is_truth = matches!(value, Value::Truth(_));
        match self {
            Takes::Any => Some(1),
            Takes::Integer(is_int) => match value.as_int() {
                Some(int) => Some(if int.is_static() { 2 } else { 4 } + i32::from(*is_int)),
                None => is_truth.then_some(2),
            },
            Takes::Pointer => matches!(value, Value::Engine(_)).then_some(3),
            Takes::Real => (value.as_int().is_some() || is_truth).then_some(1),
            Takes::Truth => (value.as_int().is_some() || is_truth).then_some(if is_truth { 6 } else { 1 }),
            Takes::Static => value.as_int().filter(|int| int.is_static()).map(|_| 3),
            Takes::Layout => matches!(value, Value::Layout(_)).then_some(3),
            Takes::Composed => matches!(value, Value::Composed(_)).then_some(3),
            Takes::Tensor => matches!(value, Value::Tensor(_)).then_some(3),
            Takes::Swizzle => matches!(value, Value::Swizzle(_)).then_some(3),
            Takes::Tuple => matches!(value, Value::Tuple(Nested::Tuple(_))).then_some(3),
            Takes::Object(class) => match User::of(value) {
                Some(User::Object(number, ..)) => derived(document, *number, class),
                _ => Some(0),
            },
        }
    }
}

/// Returns how well an object of a class fits a parameter of another: the nearer that is derived from, the better.
fn derived(document: &Document, number: usize, class: &str) -> Option<i32> {
    let mut at = number;
    for fit in (1..=3).rev() {
        let found = document.types.get(at)?;
        if found.name == class {
            return Some(fit);
        }
        let base = found.bases.first()?;
        let name = match &base.kind {
            ExpressionKind::Name(name) => name,
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) => &call.name,
                _ => return None,
            },
            _ => return None,
        };
        at = document.type_named(name)?;
    }
    None
}

/// Returns how well arguments fit a function; `None` where one of them is none that it takes.
pub(in crate::paste) fn fit(document: &Document, function: &Function, arguments: &[Option<Value>]) -> Option<i32> {
    let pairs = function.parameters.iter().zip(arguments);
    let fits = pairs.map(|(parameter, value)| match element_pointed_at(parameter).zip(value.as_ref()) {
        // A pointer to a type of its own takes no other.
        Some((own, Value::Engine(Engine::Typed(pointer)))) => match pointer.type_name {
            Some(name) => (construct::element(name) == construct::element(own)).then_some(4),
            None => Some(3),
        },
        _ => parameter.takes.fit(document, value.as_ref()),
    });
    fits.sum()
}

/// The type of elements that a parameter is declared to point at, where that is none of a template.
pub(super) fn element_pointed_at(parameter: &Parameter) -> Option<&str> {
    let ExpressionKind::Code(code) = &parameter.declared.as_ref()?.kind else { return None };
    let Code::Pointer(element) = &**code else { return None };
    let ExpressionKind::Name(name) = &element.kind else { return None };
    construct::element(name).map(|_| name.as_str())
}

/// Reports whether two functions differ by what they take where nobody knows what is given.
pub(in crate::paste) fn is_open(a: &Function, b: &Function, arguments: &[Option<Value>]) -> bool {
    let pairs = a.parameters.iter().zip(&b.parameters).zip(arguments);
    let takes = |parameter: &Parameter| parameter.takes.clone();
    pairs.into_iter().any(|((a, b), value)| value.is_none() && takes(a) != takes(b))
}

/// The place of the number of elements in the type of an array.
pub(super) const EXTENT: usize = 1 << 30;

/// What the type of an argument has at a place.
pub(in crate::paste) fn told(value: &Value, place: usize) -> Option<Value> {
    let number = |number: i64| Value::int(Int::dynamic(number));
    match (value, place) {
        (Value::Tuple(Nested::Tuple(modes)), EXTENT) => Some(number(modes.len() as i64)),
        (Value::Layout(layout), 0) => Some(Value::ints(layout.shape())),
        (Value::Layout(layout), 1) => Some(Value::stride(layout.stride())),
        (Value::Tensor(tensor), 0) => Some(Value::Engine(tensor.engine.clone())),
        (Value::Tensor(tensor), 1) => Some(tensor.layout.clone().into()),
        (Value::Composed(composed), 0) => Some(Value::Swizzle(composed.swizzle())),
        (Value::Composed(composed), 2) => Some(composed.inner().clone().into()),
        (Value::Swizzle(swizzle), 0) => Some(number(i64::from(swizzle.bits()))),
        (Value::Swizzle(swizzle), 1) => Some(number(i64::from(swizzle.base()))),
        (Value::Swizzle(swizzle), 2) => Some(number(i64::from(swizzle.shift()))),
        (Value::Tuple(Nested::Tuple(modes)), place) => modes.get(place).cloned().map(Value::of_mode),
        (Value::Made(_), place) => match User::of(value)? {
            User::Object(_, _, template, _) => template.get(place).cloned(),
            _ => None,
        },
        (Value::Truth(truth), 0) => Some(Value::Truth(*truth)),
        (value, 0) => value.as_int().filter(|int| int.is_static()).and_then(|_| construct::as_integer(value)),
        _ => None,
    }
}

/// What the type of an argument has from a place on, as a pack.
pub(in crate::paste) fn all_told(value: &Value, place: usize) -> Value {
    let all = (place..place + TOLD_LIMIT).map_while(|place| told(value, place));
    User::Left(all.map(Some).collect(), None).into()
}

/// Number of arguments of a type that a pack is told.
const TOLD_LIMIT: usize = 256;
