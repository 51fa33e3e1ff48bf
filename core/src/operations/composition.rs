//! First B, then A.

use super::alike::{changed, tiler_from};
use crate::after::After;
use crate::algebra::TilerLeaf;
use crate::algebra::affine::AffineLayout;
use crate::basis::StrideLeaf;
use crate::composed::{ComposedLayout, before_swizzle};
use crate::int_tuple::product;
use crate::laws::map::{Domain, Map, leaf_paths};
use crate::laws::operands::{Reader, any, domain, injective, leaf_readers, number, numbers, span, tiler_of, tilers};
use crate::notebook::value::MadeValue;
use crate::operations::prelude::*;
use crate::scene::bent::bent;
use crate::scene::draft::{Cut, Cutting, Draft, size_of, tiler_layout};
use crate::scene::operation::{Room, leaves, pictured};
use crate::scene::space::{Component, Reading, Term};
use crate::scene::through::through;
use crate::scene::{Kind, Part};
use crate::swizzle::{Offset, Swizzle};
use crate::tensor::{Engine, Space};

pub(super) const COMPOSITION: Row = Row {
    name: called::COMPOSITION,
    aliases: &["compose"],
    parameters: &["A", "B"],
    arity: 2..=MANY,
    apply: Some(Apply::Traced(composition)),
    compared: Some(Compared::Always),
    names: Some(Travel::By(|arguments| match arguments.values.first() {
        // A swizzle or an iterator changes no mode.
        Some(Value::Swizzle(_) | Value::Engine(_)) => Travel::Keeps(arguments.values.len().saturating_sub(1)),
        _ => Travel::Traced(Tracing::Composition),
    })),
    help: Some(Help {
        line: ["First B, then A; by mode where B is a tiler", "先 B 后 A；B 为 tiler 时逐 mode 进行"],
        example: "composition((_6,_2):(_8,_2),(_4,_3):(_3,_1))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[
            Letter::operand("A", 0, ["lhs", "lhs"]),
            Letter::operand("B", 1, ["rhs", "rhs"]),
            Letter::operand("k", 1, ["offset", "偏移"]),
            Letter::operand("C", 2, ["inner", "内层"]),
        ],
        state: promised,
    })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[called::COMPOSITION] })),
    map: Maps::AsLast,
    ..USUAL
};

fn composition(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let is_tiler = match arguments.values.as_slice() {
        [Value::Layout(_), offset, Value::Layout(_)] => offset.as_int().is_none(),
        [Value::Swizzle(_), ..] => false,
        several => several.len() > 2,
    };
    let composed = if is_tiler { None } else { compose_values(&arguments.values, trace) };
    composed.unwrap_or_else(|| {
        let tiler = tiler_from(arguments, 1)?;
        changed(arguments, &mut |layout| layout.composition_by(&tiler))
    })
}

/// The composition of values from left to right, as `A o B` spells it; `None` where the right ones are a tiler.
pub(crate) fn compose_values(values: &[Value], trace: &mut Trace<'_>) -> Option<Answer> {
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
                several => compose_values(several, trace)?,
            };
            match (inner, offset_of(offset)?) {
                (Ok(inner), offset @ Offset::Flag(_)) => {
                    let composed = ComposedLayout::of_printed(*swizzle, offset, inner.as_any_layout()?);
                    composed.map(|composed| AnyLayout::Composed(composed).into()).map_err(Problem::Algebra)
                }
                (Ok(inner), offset) => Ok(AnyLayout::composed(*swizzle, offset, inner.as_any_layout()?).into()),
                (refused, _) => refused,
            }
        }
        [Value::Swizzle(swizzle), layout] => {
            Ok(AnyLayout::composed(*swizzle, Offset::ZERO, layout.as_any_layout()?).into())
        }
        // Between two layouts a number is an offset.
        [Value::Layout(outer), offset, rest @ ..] if !rest.is_empty() && offset.as_int().is_some() => {
            let inner = match rest {
                [only] => Ok(only.clone()),
                several => compose_values(several, trace)?,
            };
            match inner {
                Ok(Value::Layout(inner)) => {
                    let affine = AffineLayout::new(outer.clone(), offset.as_int()?, inner);
                    affine.map(|affine| Value::Made(MadeValue::new(affine))).map_err(Problem::Algebra)
                }
                Ok(_) => return None,
                refused => refused,
            }
        }
        [Value::Made(made), Value::Layout(right)] => {
            let affine = made.as_kind::<AffineLayout>()?.composition(right);
            affine.map(|affine| Value::Made(MadeValue::new(affine))).map_err(Problem::Algebra)
        }
        [left, Value::Swizzle(swizzle)] => match left.as_any_layout()? {
            AnyLayout::Plain(left) => before_swizzle(&left, *swizzle).map(Value::from).map_err(Problem::Algebra),
            AnyLayout::Composed(_) => return None,
        },
        [Value::Tensor(tensor), Value::Layout(right)] => {
            let layout = tensor.layout.composition(&right.clone().into(), trace);
            let tensor = layout.map(|layout| Tensor { engine: tensor.engine.clone(), layout });
            tensor.map(Value::Tensor).map_err(Problem::Algebra)
        }
        [left, right] => {
            let right = match right {
                Value::Layout(_) | Value::Composed(_) => right.as_any_layout()?,
                _ => return None,
            };
            let layout = left.as_any_layout()?.composition(&right, trace);
            layout.map(Value::from).map_err(Problem::Algebra)
        }
        [left, rest @ ..] if rest.len() > 1 => match compose_values(rest, trace)? {
            Ok(right) => return compose_values(&[left.clone(), right], trace),
            refused => refused,
        },
        _ => return None,
    };
    Some(answer)
}

pub(super) fn offset_of(value: &Value) -> Option<Offset> {
    match value {
        Value::Mixed(mixed) => Some(Offset::Mixed(*mixed)),
        // `smem_ptr[16b](unset)`
        Value::Engine(Engine::Typed(pointer)) if pointer.space == Space::Shared && pointer.begin.value() == 0 => {
            Some(Offset::Flag(pointer.bits))
        }
        value => value.as_int().map(Offset::Int),
    }
}

/// States that R(c) = A(B(c)), whatever B is.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    match values {
        [Value::Swizzle(a), Value::Swizzle(b)] => {
            let Value::Swizzle(r) = result else { return None };
            room.operand("A", a);
            room.operand("B", b);
            let domain = Domain::new(Nested::Leaf(span(*a).max(span(*b))))?;
            let right = vec![("A", Map::swizzle(*a)), ("B", Map::swizzle(*b))];
            let plan = Plan::Same { domain, left: vec![("R", Map::swizzle(*r))], right, bounds: None };
            room.law(LawKind::Composition, plan, Vec::new());
        }
        [left, Value::Swizzle(swizzle)] => {
            let (a, r) = (any(left)?, any(result)?);
            room.operand("A", &a);
            room.operand("B", swizzle);
            let right = vec![("A", Map::of(&a)), ("B", Map::swizzle(*swizzle))];
            let bounds = Some(vec![number(&product(a.shape()).ok()?)]);
            let plan = Plan::Same { domain: domain(a.shape())?, left: vec![("R", Map::of(&r))], right, bounds };
            room.law(LawKind::Composition, plan, Vec::new());
        }
        [Value::Swizzle(_), ..] => {
            let (a, r) = (any(values.last()?)?, any(result)?);
            room.operand("A", &a);
            let plan = injective("R", &r)?.1;
            room.law(LawKind::Injective, plan, injective("A", &a).into_iter().collect());
        }
        [Value::Layout(a), offset, Value::Layout(c)] if offset.as_int().is_some() => {
            let (offset, r) = (offset.as_int()?, result.drawn()?);
            room.operand("A", a);
            room.operand("k", &offset);
            room.operand("C", c);
            let left = vec![("R", Map::of(&r))];
            let right = vec![("A", Map::plain(a)), ("(k + C)", Map::plain(c).plus(offset.value()))];
            room.law(LawKind::Offset, Plan::Same { domain: domain(c.shape())?, left, right, bounds: None }, Vec::new());
        }
        [left, right @ (Value::Layout(_) | Value::Composed(_))] => {
            let (a, b, r) = (any(left)?, any(right)?, any(result)?);
            room.operand("A", &a);
            room.operand("B", &b);
            let modes = leaf_paths(b.shape());
            room.compose(LawKind::Composition, &a, &b, &r, &modes)?;
            let same = crate::compatible::compatible(b.shape(), r.shape()).ok()?.value;
            let sizes = [number(&product(b.shape()).ok()?), number(&product(r.shape()).ok()?)];
            let plan = numbers(("size(B)", sizes[0]), ("size(R)", sizes[1]), same);
            room.law(LawKind::Compatible, plan, Vec::new());
        }
        [left, ..] => {
            let (a, r) = (any(left)?, any(result)?);
            let tiler = tiler_of(values)?;
            room.operand("A", &a);
            room.operand("B", &tiler);
            let readers = readers(a.innermost(), &tiler)?;
            room.read(LawKind::Composition, &a, readers, Vec::new(), &r);
        }
        [] => return None,
    }
    Some(())
}

/// Lists what a composition by a tiler reads.
fn readers(a: &Layout, tiler: &Tiler) -> Option<Vec<Reader>> {
    let mut readers = Vec::new();
    for (path, leaf) in tilers(tiler) {
        match leaf {
            TilerLeaf::Layout(layout) => leaf_readers(&layout, &path, &path, &mut readers)?,
            TilerLeaf::All | TilerLeaf::Extent(_) => {
                let extent = match leaf {
                    TilerLeaf::Extent(extent) => extent,
                    _ => a.at(&path).ok()?.size().ok()?,
                };
                let index = Layout::new(Nested::Leaf(extent), Nested::Leaf(StrideLeaf::Int(Int::ONE))).ok()?;
                readers.push(Reader { extent: extent.value(), index, of: path.clone(), place: path });
            }
        }
    }
    Some(readers)
}

/// Draws a layout before and behind a swizzle.
pub(super) fn swizzled(room: &Room<'_>) -> Option<Scene> {
    let [Value::Swizzle(swizzle), .., last] = room.values() else { return None };
    let mut draft = Draft::default();
    let inner = pictured(last)?;
    let all = draft.digit(size_of(&inner)?);
    draft.whole(Role::Operand, &inner, room.text(room.texts.len().checked_sub(1)?), &[all])?;
    draft.whole(Role::Result, &room.result, room.whole, &[all])?;
    Some(draft.done(Kind::Swizzle, Draft::by_bits(*swizzle)))
}

/// Draws A, what is read from it, and how.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    match room.values() {
        [Value::Swizzle(_), ..] => swizzled(room),
        [left, Value::Swizzle(swizzle)] => after_swizzle(room, &pictured(left)?, *swizzle),
        [left @ Value::Layout(_), offset, Value::Layout(inner)] if let Some(offset) = offset.as_int() => {
            let shifted = AnyLayout::composed(Swizzle::IDENTITY, Offset::Int(offset), inner.clone().into());
            let mut scene = composed(room, &pictured(left)?, &shifted)?;
            for panel in scene.panels.iter_mut().filter(|panel| panel.role == Role::First) {
                panel.printed = format!("{offset} o {inner}");
                panel.written = Some(format!("{} o {}", room.text(1)?, room.text(2)?));
            }
            Some(scene)
        }
        [left, right @ (Value::Layout(_) | Value::Composed(_))] => composed(room, &pictured(left)?, &pictured(right)?),
        [left, ..] => {
            let (a, tiler) = (pictured(left)?, room.tiler()?);
            let (mut draft, mut cut) = (Draft::default(), Cut::new());
            let tree = cut.by(&mut draft, a.innermost(), &tiler, Cutting::Compose)?;
            let all = leaves(&tree);
            if let Some(layout) = tiler_layout(&tiler, Some(a.innermost())) {
                draft.whole(Role::First, &layout.into(), room.texts_from(1).as_deref(), &all);
            }
            draft.panel(Role::Operand, a, room.text(0), cut.reading())?;
            draft.whole(Role::Result, &room.result, room.whole, &all)?;
            let colours = draft.by_digits(all, Meaning::Coordinate)?;
            Some(draft.done(Kind::Composition, colours))
        }
        [] => None,
    }
}

/// `A o B` with layouts: B's index is A's coordinate.
fn composed(room: &Room<'_>, a: &AnyLayout, b: &AnyLayout) -> Option<Scene> {
    let mut draft = Draft::default();
    let found = if let AnyLayout::Plain(b) = b { bent(&mut draft, a.innermost(), b) } else { None };
    let is_bent = found.is_some();
    let (all, reading, is_leaf_by_leaf) = match found {
        Some(bent) => {
            let reading = Reading::new(bent.terms, bent.components, After::default());
            (leaves(&bent.digits), reading, bent.is_leaf_by_leaf)
        }
        None => {
            let all = leaves(&draft.digits(b.shape()));
            let reading = through(&draft, a.innermost(), b, &all)?;
            (all, reading, true)
        }
    };
    // Where nothing is checked the result may have fewer cells than B.
    let first = draft.whole(Role::First, b, room.text(1), &all);
    (first.is_some() || is_bent).then_some(())?;
    draft.panel(Role::Operand, a.clone(), room.text(0), reading)?;
    draft.whole(Role::Result, &room.result, room.whole, &all)?;
    if is_leaf_by_leaf {
        draft.parts.push(Part {
            leaves: all.clone(),
            rest: Vec::new(),
            path: Vec::new(),
            weight: 1,
            size: size_of(a)?,
        });
    }
    let colours = draft.by_digits(all, Meaning::Coordinate)?;
    Some(draft.done(Kind::Composition, colours))
}

/// `A o Sw`: the coordinates of A are swizzled.
fn after_swizzle(room: &Room<'_>, a: &AnyLayout, swizzle: Swizzle) -> Option<Scene> {
    let mut draft = Draft::default();
    let size = size_of(a)?;
    let all = draft.digit(size);
    let after = After::of(&AnyLayout::composed(swizzle, Offset::ZERO, a.innermost().clone().into()));
    let term = Term { digit: all, extent: size, component: 0, stride: 1 };
    let reading = Reading::new(vec![term], vec![Component { base: 0, size, weight: 1 }], after);
    draft.panel(Role::Operand, a.clone(), room.text(0), reading)?;
    draft.whole(Role::Result, &room.result, room.whole, &[all])?;
    let colours = draft.by_digits(vec![all], Meaning::Coordinate)?;
    Some(draft.done(Kind::Composition, colours))
}
