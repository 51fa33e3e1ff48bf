//! The same memory in larger or smaller elements.

use super::alike::{numbers_of, rewrapped};
use super::called;
use crate::after::After;
use crate::basis::StrideLeaf;
use crate::int_tuple::product;
use crate::laws::Reason;
use crate::laws::check::Named;
use crate::laws::map::{Directions, Domain, Map};
use crate::laws::operands::{any, apart, domain, injective, not_negative, number, static_numbers};
use crate::operations::prelude::*;
use crate::scene::Kind;
use crate::scene::draft::{Draft, size_of};
use crate::scene::operation::{Room, pictured};
use crate::scene::space::{Component, Reading, Term};
use crate::swizzle::Swizzle;

pub(super) const UPCAST: Row = Row {
    name: "upcast",
    parameters: &["layout"],
    arity: 1..=2,
    template: Template::Values,
    apply: Some(Apply::Traced(upcast)),
    compared: Some(Compared::Always),
    names: Some(Travel::Keeps(0)),
    remarks: &[Remarked::LostStrides],
    help: Some(Help {
        line: ["N elements become one", "N 个元素合为一个"], example: "upcast<4>((_8,_4):(_1,_8))"
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &["upcast"] })),
    alternatives: Alternatives::Of(Family::Recast, "up"),
    ..USUAL
};

pub(super) const DOWNCAST: Row = Row {
    name: "downcast",
    parameters: &["layout"],
    arity: 1..=2,
    template: Template::Values,
    apply: Some(Apply::Traced(downcast)),
    compared: Some(Compared::Always),
    names: Some(Travel::Keeps(0)),
    help: Some(Help {
        line: ["One element becomes N", "一个元素拆成 N 个"], example: "downcast<4>((_8,_4):(_1,_8))"
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &["downcast"] })),
    alternatives: Alternatives::Of(Family::Recast, "down"),
    ..USUAL
};

pub(super) const RECAST_LAYOUT: Row = Row {
    name: "recast_layout",
    parameters: &["layout"],
    arity: 1..=3,
    template: Template::Values,
    python: &[Pythonic { written: "recast_layout", name: "recast_layout", change: Change::BitsFirst }],
    apply: Some(Apply::Traced(recast)),
    compared: Some(Compared::Always),
    names: Some(Travel::Keeps(0)),
    remarks: &[Remarked::LostStrides],
    help: Some(Help {
        line: ["Elements of so many bits seen as others", "换一种位宽看同样的内存"],
        example: "recast_layout<16,32>((_8,_4):(_1,_8))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &["upcast", "downcast"] })),
    ..USUAL
};

/// The same memory in other elements: of a swizzle, or of a layout whatever stands around it.
fn cast(
    arguments: &Arguments,
    swizzle: &dyn Fn(Swizzle) -> crate::error::Result<Swizzle>,
    layout: &mut dyn FnMut(&AnyLayout) -> crate::error::Result<AnyLayout>,
) -> Answer {
    match arguments.value(0)? {
        Value::Swizzle(value) => Ok(Value::Swizzle(swizzle(*value)?)),
        _ => Ok(rewrapped(arguments, layout(&arguments.any(0)?)?)),
    }
}

fn upcast(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let [factor] = numbers_of(arguments, 1)?;
    cast(arguments, &|swizzle| swizzle.upcast(factor), &mut |layout| layout.upcast(factor, trace))
}

fn downcast(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let [factor] = numbers_of(arguments, 1)?;
    cast(arguments, &|swizzle| swizzle.downcast(factor), &mut |layout| layout.downcast(factor, trace))
}

fn recast(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let [old, new] = numbers_of(arguments, 1)?;
    cast(arguments, &|swizzle| swizzle.recast(old, new), &mut |layout| layout.recast(old, new, trace))
}

/// States that the same memory is reached, in other elements.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = &performed.arguments.values;
    let numbers = if performed.arguments.template.is_empty() {
        values.get(1..)?.iter()
    } else {
        performed.arguments.template.iter()
    };
    let bits = |value: &Value| match value {
        Value::Element(element) => Some(i64::from(element.bits)),
        value => value.as_int().map(Int::value),
    };
    let numbers = numbers.map(bits).collect::<Option<Vec<_>>>()?;
    let (up, down) = match (numbers.as_slice(), performed.function.name == called::UPCAST) {
        ([factor], true) => (*factor, 1),
        ([factor], false) => (1, *factor),
        ([old, new], _) => crate::algebra::recast::ratio(*old, *new).ok()?,
        _ => return None,
    };
    let (a, r) = (any(values.first()?)?, any(result)?);
    room.operand("A", &a);
    room.operand("m", &up);
    room.operand("n", &down);
    let mut premises = vec![static_numbers(&a), not_negative("A", &a)];
    premises.extend(injective("A", &a));
    premises.extend(apart("A", &a));
    let mut digits = vec![Nested::Leaf(number(&product(a.shape()).ok()?))];
    if down > 1 {
        digits.push(Nested::Leaf(down));
    }
    let mut modes = Map::along(&a, &mut Directions::new(), &[(1, Vec::new())]);
    modes = modes.plus(0);
    let plan = match (domain(r.shape()), Domain::new(Nested::Tuple(digits))) {
        (Some(first), Some(second)) => {
            let of: [(Domain, Named); 2] = [(first, ("R", Map::of(&r))), (second, ("A", modes))];
            Plan::Images { of, up, down, often: false }
        }
        _ => Plan::Refused(Reason::Overflow),
    };
    room.law(LawKind::Recast, plan, premises);
    Some(())
}

/// Draws which elements become one, or which one becomes several.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let a = &pictured(room.values().first()?)?;
    let (own, found) = (a.shape().leaves(), room.result.shape().leaves());
    if own.len() != found.len() {
        return None;
    }
    let mut draft = Draft::default();
    // Digits of the larger elements, and of the smaller ones within a larger one.
    let (mut small, mut large) = (Vec::new(), Vec::new());
    let is_up = size_of(&room.result)? <= size_of(a)?;
    let strides = a.innermost().stride().leaves().into_iter().map(StrideLeaf::scale);
    let factor = factor(room)?;
    // Dynamic strides are divided and extents stay: then cells of the result share elements.
    let is_static = a.innermost().stride().leaves().into_iter().all(|stride| stride.scale().is_static());
    if is_up && !is_static {
        return None;
    }
    for ((own, found), stride) in own.into_iter().zip(found).zip(strides) {
        let (fine, coarse) = if is_up { (own.value(), found.value()) } else { (found.value(), own.value()) };
        let within = match is_up {
            _ if fine == coarse => 1,
            true => factor.checked_div(stride.value().checked_abs()?)?.max(1),
            false => factor,
        };
        if fine > coarse.checked_mul(within)? {
            return None;
        }
        let (inner, outer) = (draft.digit(within), draft.digit(coarse));
        small.push((inner, outer, within, fine));
        large.push(outer);
    }
    let (mut terms, mut components, mut weight) = (Vec::new(), Vec::new(), 1_i64);
    for (component, (inner, outer, within, fine)) in small.into_iter().enumerate() {
        terms.push(Term { digit: inner, extent: within, component, stride: 1 });
        terms.push(Term { digit: outer, extent: draft.extent(outer), component, stride: within });
        components.push(Component { base: 0, size: fine, weight });
        weight = weight.checked_mul(fine)?;
    }
    let reading = Reading::new(terms, components, After::default());
    if is_up {
        draft.panel(Role::Operand, a.clone(), room.text(0), reading)?;
        draft.whole(Role::Result, &room.result, room.whole, &large)?;
    } else {
        draft.whole(Role::Operand, a, room.text(0), &large)?;
        draft.panel(Role::Result, room.result.clone(), room.whole, reading)?;
    }
    let colours = draft.by_digits(large, Meaning::Element)?;
    Some(draft.done(Kind::Recast, colours))
}

/// Returns the number of the smaller elements that make a larger one; `None` where both sizes change.
fn factor(room: &Room<'_>) -> Option<i64> {
    let arguments = &room.performed.arguments;
    let given = if arguments.template.is_empty() { arguments.values.get(1..)? } else { &arguments.template };
    let numbers = given.iter().map(|value| value.as_int().map(Int::value)).collect::<Option<Vec<_>>>()?;
    match numbers.as_slice() {
        [factor] => Some(*factor),
        [old, new] => match crate::algebra::recast::ratio(*old, *new).ok()? {
            (1, factor) | (factor, 1) => Some(factor),
            _ => None,
        },
        _ => None,
    }
}
