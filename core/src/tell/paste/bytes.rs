//! Number of bytes that an object takes: the members of its class one after the other, each where its alignment lets
//! it.

use super::CALL_DEPTH_LIMIT;
use super::call::{document, inner, type_frame};
use super::document::Field;
use super::user::User;
use crate::notebook::evaluate::{Evaluated, Scope};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::value::Value;
use crate::tensor::{Engine, Tensor, TypedPointer};

/// Number of bytes that an object takes, and of how many its address is a multiple.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bytes {
    pub(super) count: i64,
    pub(super) align: i64,
}

const POINTER: Bytes = Bytes { count: 8, align: 8 };

/// The alignment that the storage of a tensor has where nothing else is said.
const STORAGE_ALIGN: i64 = 16;

/// The bytes of an object of a type; `None` of a type that is not known.
pub(super) fn of_type(scope: &Scope<'_>, of: &Expression) -> Evaluated<Option<Bytes>> {
    if let ExpressionKind::Code(code) = &of.kind {
        match &**code {
            Code::Pointer(_) => return Ok(Some(POINTER)),
            Code::Invoke(call) => {
                if let Some(found) = named(scope, call)? {
                    return Ok(Some(found));
                }
            }
            _ => {}
        }
    }
    let Ok(value) = scope.value(of) else { return Ok(None) };
    match (&value, User::of(&value)) {
        (Value::Tensor(tensor), _) if is_owner(of) => Ok(of_tensor(tensor)),
        (Value::Element(element), _) => Ok(Some(of_elements(element.bits, 1))),
        (_, Some(User::Object(number, _, template, _))) => of_class(scope, *number, template, of.span),
        _ => Ok(None),
    }
}

/// Reports whether an expression makes a tensor that has its elements itself.
fn is_owner(of: &Expression) -> bool {
    match &of.kind {
        ExpressionKind::Code(code) => matches!(&**code, Code::Invoke(call) if call.name == "make_tensor_like"),
        _ => false,
    }
}

/// A tensor that has its elements itself, and whose layout is known to the compiler.
fn of_tensor(tensor: &Tensor) -> Option<Bytes> {
    let Engine::Typed(TypedPointer { bits, .. }) = tensor.engine else { return None };
    let cosize = tensor.layout.innermost().cosize().ok().filter(|cosize| cosize.is_static())?;
    let align = STORAGE_ALIGN;
    Some(Bytes { count: up(of_elements(bits, cosize.value()).count, align), align })
}

/// So many elements without gaps.
fn of_elements(bits: u32, count: i64) -> Bytes {
    let element = i64::from(bits.div_ceil(8).max(1));
    let align =
        if bits.is_multiple_of(8) && element <= STORAGE_ALIGN && element.count_ones() == 1 { element } else { 1 };
    Bytes { count: i64::from(bits).saturating_mul(count).saturating_add(7).div_euclid(8).max(1), align }
}

/// The bytes of what CuTe and CUTLASS have for storage and barriers.
fn named(scope: &Scope<'_>, call: &Call) -> Evaluated<Option<Bytes>> {
    let number = |place: usize| -> Evaluated<Option<i64>> {
        match call.template.get(place) {
            Some(item) => Ok(scope.value(item)?.as_int().map(crate::int::Int::value)),
            None => Ok(None),
        }
    };
    let is_storage = matches!(
        call.name.as_str(),
        "ArrayEngine" | "array_aligned" | "AlignedArray" | "array" | "Array" | "array_subbyte"
    );
    if !is_storage {
        let is_barrier = matches!(call.name.as_str(), "ClusterTransactionBarrier" | "ClusterBarrier");
        return Ok(is_barrier.then_some(POINTER));
    }
    let (Some(element), Some(count)) = (call.template.first(), number(1)?.filter(|count| *count > 0)) else {
        return Ok(None);
    };
    let Value::Element(element) = scope.value(element)? else { return Ok(None) };
    if element.bits < 8 && element.bits.count_ones() != 1 {
        return Ok(None);
    }
    let plain = of_elements(element.bits, count);
    let align = match call.name.as_str() {
        "ArrayEngine" if element.bits >= 8 => STORAGE_ALIGN,
        "array_aligned" => number(2)?.unwrap_or(STORAGE_ALIGN),
        "AlignedArray" => number(2)?.unwrap_or(plain.count),
        _ => plain.align,
    };
    Ok(Some(Bytes { count: up(plain.count, align), align }))
}

/// The next multiple.
fn up(count: i64, align: i64) -> i64 {
    let align = align.max(1);
    count.saturating_add(align - 1).div_euclid(align).saturating_mul(align)
}

fn of_class(scope: &Scope<'_>, number: usize, template: &[Value], span: Span) -> Evaluated<Option<Bytes>> {
    let Some((document, found)) = document(scope).and_then(|document| Some((document, document.types.get(number)?)))
    else {
        return Ok(None);
    };
    if scope.depth >= CALL_DEPTH_LIMIT {
        return Ok(None);
    }
    // A class within a class knows the template arguments of that one.
    let mut frame = scope.frame.cloned().unwrap_or_default();
    type_frame(scope, &User::object(number, "", template.to_vec()), None, &mut frame, span)?;
    let mut whole = Bytes { count: 0, align: 1 };
    for base in &found.bases {
        let within = inner(scope, document, found.range.end.saturating_sub(1), &frame);
        let bytes = of_base(&within, base);
        scope.pay_for(&within);
        let Some(bytes) = bytes? else { return Ok(None) };
        whole = Bytes { count: whole.count.saturating_add(bytes.count), align: whole.align.max(bytes.align) };
    }
    for field in &found.fields {
        let within = inner(scope, document, field.statement, &frame);
        let bytes = of_field(&within, field);
        scope.pay_for(&within);
        let Some(bytes) = bytes? else { return Ok(None) };
        whole.align = whole.align.max(bytes.align);
        whole.count = match found.is_union {
            true => whole.count.max(bytes.count),
            false => up(whole.count, bytes.align).saturating_add(bytes.count),
        };
    }
    Ok(Some(Bytes { count: up(whole.count.max(1), whole.align), align: whole.align }))
}

/// Returns what a class that another one is derived from adds to it: nothing but its alignment where it is empty.
fn of_base(scope: &Scope<'_>, base: &Expression) -> Evaluated<Option<Bytes>> {
    if let ExpressionKind::Code(code) = &base.kind
        && let Code::Invoke(call) = &**code
        && call.name == "aligned_struct"
        && let Some(align) = call.template.first()
    {
        let align = scope.value(align)?.as_int().map(crate::int::Int::value);
        return Ok(align.map(|align| Bytes { count: 0, align: align.max(1) }));
    }
    let is_empty = |value: &Value| match (User::of(value), document(scope)) {
        (Some(User::Object(number, ..)), Some(document)) => {
            document.types.get(*number).is_some_and(|found| found.fields.is_empty() && found.bases.is_empty())
        }
        _ => false,
    };
    match scope.value(base) {
        Ok(value) if is_empty(&value) => Ok(Some(Bytes { count: 0, align: 1 })),
        _ => of_type(scope, base),
    }
}

fn of_field(scope: &Scope<'_>, field: &Field) -> Evaluated<Option<Bytes>> {
    let Some(of) = &field.of else { return Ok(None) };
    let Some(Bytes { mut count, mut align }) = of_type(scope, of)? else { return Ok(None) };
    for many in &field.counts {
        let Some(many) = scope.value(many)?.as_int().filter(|many| many.value() >= 0) else { return Ok(None) };
        count = count.saturating_mul(many.value());
    }
    for said in &field.aligns {
        let Some(said) = scope.value(said)?.as_int() else { return Ok(None) };
        align = align.max(said.value());
    }
    Ok(Some(Bytes { count, align }))
}
