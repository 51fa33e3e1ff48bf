//! The panels of operations that read A through another layout: compositions, complements, inverses.

use super::draft::{Cut, Cutting, Draft, size_of, tiler_layout};
use super::operation::{Room, any, leaves, weight_at};
use super::space::{Component, Reading, Term};
use super::{Kind, Meaning, Part, Role, Scene};
use crate::after::After;
use crate::basis::StrideLeaf;
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::int_tuple::product;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::Value;
use crate::swizzle::{Offset, Swizzle};

impl Room<'_> {
    pub(super) fn composition(&self) -> Option<Scene> {
        match self.values() {
            [Value::Swizzle(_), .., last] => {
                let mut draft = Draft::default();
                let inner = any(last)?;
                let all = draft.digit(size_of(&inner)?);
                draft.whole(Role::Operand, &inner, self.text(self.texts.len().checked_sub(1)?), &[all])?;
                draft.whole(Role::Result, &self.result, self.whole, &[all])?;
                Some(draft.done(Kind::Swizzle, Draft::by_index()))
            }
            [left, Value::Swizzle(swizzle)] => self.after_swizzle(&any(left)?, *swizzle),
            [left, right @ (Value::Layout(_) | Value::Composed(_))] => self.composed(&any(left)?, &any(right)?),
            [left, ..] => {
                let (a, tiler) = (any(left)?, self.tiler()?);
                let (mut draft, mut cut) = (Draft::default(), Cut::new());
                let tree = cut.by(&mut draft, a.innermost(), &tiler, Cutting::Compose)?;
                let all = leaves(&tree);
                if let Some(layout) = tiler_layout(&tiler, Some(a.innermost())) {
                    draft.whole(Role::First, &layout.into(), self.texts_from(1).as_deref(), &all);
                }
                draft.panel(Role::Operand, a, self.text(0), cut.reading())?;
                draft.whole(Role::Result, &self.result, self.whole, &all)?;
                let colours = draft.by_digits(all, Meaning::Coordinate)?;
                Some(draft.done(Kind::Composition, colours))
            }
            [] => None,
        }
    }

    /// `A o B` with layouts: B's index is A's coordinate.
    fn composed(&self, a: &AnyLayout, b: &AnyLayout) -> Option<Scene> {
        let mut draft = Draft::default();
        let tree = draft.digits(b.shape());
        let all = leaves(&tree);
        let reading = through(&draft, a.innermost(), b, &all)?;
        draft.whole(Role::First, b, self.text(1), &all)?;
        draft.panel(Role::Operand, a.clone(), self.text(0), reading)?;
        draft.whole(Role::Result, &self.result, self.whole, &all)?;
        draft.parts.push(Part { leaves: all.clone(), rest: Vec::new(), weight: 1, size: size_of(a)? });
        let colours = draft.by_digits(all, Meaning::Coordinate)?;
        Some(draft.done(Kind::Composition, colours))
    }

    /// `A o Sw`: the coordinates of A are swizzled.
    fn after_swizzle(&self, a: &AnyLayout, swizzle: Swizzle) -> Option<Scene> {
        let mut draft = Draft::default();
        let size = size_of(a)?;
        let all = draft.digit(size);
        let after = After::of(&AnyLayout::composed(swizzle, Offset::ZERO, a.innermost().clone().into()));
        let term = Term { digit: all, extent: size, component: 0, stride: 1 };
        let reading = Reading::new(vec![term], vec![Component { base: 0, size, weight: 1 }], after);
        draft.panel(Role::Operand, a.clone(), self.text(0), reading)?;
        draft.whole(Role::Result, &self.result, self.whole, &[all])?;
        let colours = draft.by_digits(vec![all], Meaning::Coordinate)?;
        Some(draft.done(Kind::Composition, colours))
    }

    pub(super) fn complement(&self, a: &AnyLayout) -> Option<Scene> {
        let (own, rest) = (a.innermost(), self.result.plain()?);
        let mut draft = Draft::default();
        let block = leaves(&draft.digits(own.shape()));
        let copies = leaves(&draft.digits(rest.shape()));
        draft.whole(Role::Operand, &own.clone().into(), self.text(0), &block)?;
        draft.whole(Role::Result, &self.result, self.whole, &copies)?;
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
        let target = match self.values().get(1) {
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

    /// The coordinates of R are the indices of A.
    pub(super) fn right_inverse(&self, a: &AnyLayout) -> Option<Scene> {
        let mut draft = Draft::default();
        let all = leaves(&draft.digits(self.result.shape()));
        let flat = Layout::compact(Nested::Leaf(a.size().ok()?), Major::Left).ok()?;
        let reading = through(&draft, &flat, &self.result, &all)?;
        draft.panel(Role::Operand, a.clone(), self.text(0), reading)?;
        draft.whole(Role::Result, &self.result, self.whole, &all)?;
        let colours = draft.by_digits(all, Meaning::Coordinate)?;
        Some(draft.done(Kind::Inverse, colours))
    }

    /// The indices of A are coordinates of R.
    pub(super) fn left_inverse(&self, a: &AnyLayout) -> Option<Scene> {
        let mut draft = Draft::default();
        let all = leaves(&draft.digits(a.shape()));
        let flat = Layout::compact(Nested::Leaf(self.result.size().ok()?), Major::Left).ok()?;
        let reading = through(&draft, &flat, a, &all)?;
        draft.whole(Role::Operand, a, self.text(0), &all)?;
        draft.panel(Role::Result, self.result.clone(), self.whole, reading)?;
        let colours = draft.by_digits(all, Meaning::Coordinate)?;
        Some(draft.done(Kind::Inverse, colours))
    }
}

/// The coordinates of A as another layout's indices, one digit a leaf of that layout.
fn through(draft: &Draft, a: &Layout, by: &AnyLayout, digits: &[usize]) -> Option<Reading> {
    let mut paths: Vec<Vec<usize>> = Vec::new();
    let mut terms = Vec::new();
    for (digit, stride) in digits.iter().zip(by.innermost().stride().leaves()) {
        let path = match stride {
            StrideLeaf::Int(_) => Vec::new(),
            // Of thousands of such modes each would be looked for among all others.
            StrideLeaf::Basis(_) if draft.extent(*digit) == 1 => continue,
            StrideLeaf::Basis(basis) => basis.path.clone(),
        };
        let component = paths.iter().position(|known| *known == path).unwrap_or_else(|| {
            paths.push(path);
            paths.len() - 1
        });
        terms.push(Term { digit: *digit, extent: draft.extent(*digit), component, stride: stride.scale().value() });
    }
    // A mode and one inside it would be one coordinate.
    let overlap = |a: &[usize], b: &[usize]| a != b && (a.starts_with(b) || b.starts_with(a));
    if paths.iter().any(|one| paths.iter().any(|other| overlap(one, other))) {
        return None;
    }
    let components = paths.iter().map(|path| {
        let size = a.at(path).ok()?.size().ok()?.value();
        Some(Component { base: 0, size, weight: weight_at(a.shape(), path)? })
    });
    let components = components.collect::<Option<Vec<_>>>()?;
    Some(Reading::new(terms, components, After::of(by)))
}
