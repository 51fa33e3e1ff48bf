//! The layout of what another leaves out.

use super::alike::{innermost, profile};
use crate::after::After;
use crate::int_tuple::product;
use crate::laws::map::Map;
use crate::laws::operands::{any, domain, injective, not_negative, number, numbers, plain, reached, shape_of};
use crate::laws::{Premise, Reason};
use crate::make::Major;
use crate::operations::prelude::*;
use crate::scene::Kind;
use crate::scene::draft::Draft;
use crate::scene::operation::{Room, leaves, pictured};
use crate::scene::space::{Component, Reading, Term};

pub(super) const COMPLEMENT: Row = Row {
    name: "complement",
    parameters: &["layout", "cotarget"],
    arity: 1..=2,
    apply: Some(Apply::Traced(complement)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("its modes are those that the layout has not")),
    help: Some(Help {
        line: ["The layout of what another leaves out, up to a cotarget", "补：填满 cotarget 中布局未覆盖的部分"],
        example: "complement(_4:_2,_24)",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("M", 1, ["cotarget", "cotarget"])],
        state: promised,
    })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &["complement"] })),
    ..USUAL
};

fn complement(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let cotarget = profile(arguments)?;
    Ok(Value::Layout(innermost(arguments, 0)?.complement_with_trace(cotarget.as_ref(), trace)?))
}

/// States that A and its complement share no index, and together fill the cotarget.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let a = any(values.first()?)?.innermost().clone();
    let r = plain(result)?;
    let filtered = a.filter().ok()?;
    let cosize = filtered.cosize().ok()?;
    let cotarget = match values.get(1) {
        Some(target) => shape_of(target)?,
        None => Nested::Leaf(cosize),
    };
    let target = product(&cotarget).ok()?;
    let (reach, end) = reached(&filtered)?;
    let fits = crate::int_tuple::evenly_divides(&cotarget, end).is_ok_and(|fits| fits.value);
    let fits = numbers(("reach(A)", end.value()), ("size(M)", target.value()), fits || cotarget.is_leaf());
    room.operand("A", &a);
    room.operand("M", &target);
    let premises = || -> Vec<(Premise, Plan)> {
        let layout = AnyLayout::Plain(filtered.clone());
        let negative = not_negative("A", &layout);
        let mut premises = vec![(Premise::Reach("A"), reach.clone()), (Premise::Target, fits.clone()), negative];
        premises.extend(injective("filter(A)", &layout));
        premises
    };
    let plan = match (domain(a.shape()), domain(r.shape())) {
        (Some(own), Some(rest)) => Plan::Avoid { of: [(own, ("A", Map::plain(&a))), (rest, ("R", Map::plain(&r)))] },
        _ => Plan::Refused(Reason::Overflow),
    };
    room.law(LawKind::Disjoint, plan, premises());
    let domain = domain(&Nested::Leaf(r.size().ok()?))?;
    room.law(LawKind::Ordered, Plan::Ordered { domain, map: ("R", Map::plain(&r)) }, premises());
    let (size, target) = (number(&r.size().ok()?.times(filtered.size().ok()?).ok()?), target.value());
    let plan = numbers(("size(R)·size(filter(A))", size), ("size(M)", target), size >= target);
    room.law(LawKind::Covers, plan, premises());
    let end = end.value().max(1);
    let bound = target.checked_add(end - 1)? / end * end;
    let found = number(&r.cosize().ok()?);
    let plan = numbers(("cosize(R)", found), ("round_up(size(M), reach(A))", bound), found <= bound.max(1));
    room.law(LawKind::Bounded, plan, premises());
    Some(())
}

/// Draws the slots that A and its copies fill.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let a = &pictured(room.values().first()?)?;
    let (own, rest) = (a.innermost(), room.result.plain()?);
    let mut draft = Draft::default();
    let block = leaves(&draft.digits(own.shape()));
    let copies = leaves(&draft.digits(rest.shape()));
    draft.whole(Role::Operand, &own.clone().into(), room.text(0), &block)?;
    draft.whole(Role::Result, &room.result, room.whole, &copies)?;
    // Each slot is an index of A plus one of its complement.
    let mut terms = Vec::new();
    let mut reach = 0_i64;
    for (layout, digits) in [(own, &block), (rest, &copies)] {
        for (digit, stride) in digits.iter().zip(layout.int_stride()?.leaves()) {
            let extent = draft.extent(*digit);
            reach = reach.checked_add(stride.value().max(0).checked_mul(extent - 1)?)?;
            terms.push(Term { digit: *digit, extent, component: 0, stride: stride.value() });
        }
    }
    let target = match room.values().get(1) {
        Some(Value::Layout(layout)) => product(layout.shape()).ok()?.value(),
        Some(value) => product(&value.as_ints()?).ok()?.value(),
        None => own.filter().ok()?.cosize().ok()?.value(),
    };
    let size = target.max(reach.checked_add(1)?);
    let slots = Layout::compact(Nested::Leaf(Int::constant(size)), Major::Left).ok()?;
    let reading = Reading::new(terms, vec![Component { base: 0, size, weight: 1 }], After::default());
    draft.panel(Role::Space, slots.into(), None, reading)?;
    let colours = draft.by_digits(copies, Meaning::Filler)?;
    Some(draft.done(Kind::Complement, colours))
}
