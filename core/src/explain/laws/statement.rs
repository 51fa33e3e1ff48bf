//! Which laws the operation of a statement has.

use super::check::Plan;
use super::map::{Directions, Map, leaf_paths};
use super::operands::{any, domain, has_basis, number, numbers, onto, plain};
use super::{Contract, Law, LawKind, Letters, Premise, Promise, Reason};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::called;
use crate::composed::AnyLayout;
use crate::coordinate::Coordinate;
use crate::int::Int;
use crate::int_tuple::product;
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::notebook::{Performed, Value};

/// States an operation's promises about its result.
pub(crate) fn contract(performed: &Performed, result: &Value, promise: Option<&Promise>) -> Contract {
    let operation = performed.function.name;
    let mut room = Room { operands: Vec::new(), laws: Vec::new(), mode: Vec::new() };
    // Operands of a kind that no law is about leave what was found so far.
    let _ = promise.and_then(|promise| (promise.state)(&mut room, performed, result));
    let Room { mut operands, laws, .. } = room;
    operands.push(("R", result.to_string()));
    Contract { operation, operands, letters: Letters { operation, ..Letters::default() }, laws }
}

/// Findings about an operation.
pub(crate) struct Room {
    operands: Vec<(&'static str, String)>,
    pub(crate) laws: Vec<Law>,
    /// The mode of the tiler that laws are about now.
    pub(crate) mode: Vec<usize>,
}

impl Room {
    pub(crate) fn law(&mut self, kind: LawKind, plan: Plan, premises: Vec<(Premise, Plan)>) {
        self.laws.push(Law { kind, mode: self.mode.clone(), plan, premises });
    }

    pub(crate) fn operand(&mut self, letter: &'static str, value: &dyn std::fmt::Display) {
        self.operands.push((letter, value.to_string()));
    }

    /// The result is the same function of the 1-D coordinate.
    pub(crate) fn same_function(&mut self, performed: &Performed, result: &Value) -> Option<()> {
        let (a, r) = (any(performed.arguments.values.first()?)?, any(result)?);
        self.operand("A", &a);
        let (left, right) = (vec![("R", Map::of(&r))], vec![("A", Map::of(&a))]);
        let plan = Plan::Same { domain: domain(r.shape())?, left, right, bounds: None };
        self.law(LawKind::SameFunction, plan, Vec::new());
        self.sizes(&a, &r);
        Some(())
    }

    /// The result reaches the same indices.
    pub(crate) fn same_image(&mut self, performed: &Performed, result: &Value) -> Option<()> {
        let (a, r) = (any(performed.arguments.values.first()?)?, any(result)?);
        self.operand("A", &a);
        self.images(LawKind::SameImage, &r, &a, false);
        self.cosizes(&a, &r);
        Some(())
    }

    /// Strides that are generated reach each index once.
    pub(crate) fn compact(&mut self, result: &Value) -> Option<()> {
        self.compact_where(result, |r| {
            let mut modes = r.stride().leaves().into_iter().zip(r.shape().leaves());
            let has_zero = modes.any(|(stride, extent)| stride.scale().value() == 0 && extent.value() != 1);
            // Zero strides are kept.
            let kept = has_zero.then(|| (Premise::Injective("A"), numbers(("", 0), ("", 0), false)));
            Some(kept.into_iter().collect())
        })
    }

    /// The same, where something is asked of what they are generated from.
    pub(crate) fn compact_where(
        &mut self,
        result: &Value,
        premises: impl FnOnce(&Layout) -> Option<Vec<(Premise, Plan)>>,
    ) -> Option<()> {
        let r = plain(result)?;
        if has_basis(&AnyLayout::Plain(r.clone())) {
            return None;
        }
        let premises = premises(&r)?;
        let plan = onto("R", &AnyLayout::Plain(r.clone()), r.size().ok()?.value())?;
        self.law(LawKind::Compact, plan, premises);
        Some(())
    }

    /// The last function of the chain applied first; both sides are chains of layouts, the right one is the tail of the
    /// left where `tail`, and else the coordinate itself. What follows a layout that answers coordinates takes them.
    pub(crate) fn chain(
        &mut self,
        kind: LawKind,
        shape: &Shape,
        layouts: Vec<(&'static str, &AnyLayout)>,
        tail: bool,
        premises: Vec<(Premise, Plan)>,
    ) {
        let whole = vec![Vec::new()];
        let mut answers = whole.clone();
        let mut left = Vec::with_capacity(layouts.len());
        for (name, layout) in layouts.iter().rev() {
            let modes = answers.iter().cloned().enumerate().collect::<Vec<_>>();
            let mut directions = Directions::new();
            left.insert(0, (*name, Map::along(layout, &mut directions, &modes)));
            answers = if directions.is_empty() { whole.clone() } else { directions };
        }
        let right = match layouts.last() {
            Some((name, layout)) if tail => vec![(*name, Map::of(layout))],
            _ if answers != whole => vec![(called::IDX2CRD, natural(shape, &answers))],
            _ => Vec::new(),
        };
        let plan = match domain(shape) {
            None => Plan::Refused(Reason::Overflow),
            Some(domain) => Plan::Same { domain, left, right, bounds: None },
        };
        self.law(kind, plan, premises);
    }

    pub(crate) fn sizes(&mut self, a: &AnyLayout, r: &AnyLayout) {
        self.sizes_alone(a.shape(), r.shape());
        self.cosizes(a, r);
    }

    /// The result has as many coordinates.
    pub(crate) fn sizes_alone(&mut self, a: &Shape, r: &Shape) {
        if let (Ok(a), Ok(r)) = (product(a), product(r)) {
            let (left, right) = (("size(R)", number(&r)), ("size(A)", number(&a)));
            self.law(LawKind::SameSize, numbers(left, right, left.1 == right.1), Vec::new());
        }
    }

    pub(crate) fn cosizes(&mut self, a: &AnyLayout, r: &AnyLayout) {
        if let (Ok(a), Ok(r)) = (a.innermost().cosize(), r.innermost().cosize()) {
            let (left, right) = (("cosize(R)", number(&r)), ("cosize(A)", number(&a)));
            self.law(LawKind::SameCosize, numbers(left, right, left.1 == right.1), Vec::new());
        }
    }

    pub(crate) fn images(&mut self, kind: LawKind, r: &AnyLayout, a: &AnyLayout, often: bool) {
        let plan = match (domain(r.shape()), domain(a.shape())) {
            (Some(first), Some(second)) => {
                let of = [(first, ("R", Map::of(r))), (second, ("A", Map::of(a)))];
                Plan::Images { of, up: 1, down: 1, often }
            }
            _ => Plan::Refused(Reason::Overflow),
        };
        self.law(kind, plan, Vec::new());
    }

    /// The coordinate of an index.
    pub(crate) fn found(&mut self, layout: &Layout, index: &Value, result: &Value) -> Option<()> {
        let index = index.as_int()?;
        let place = result.as_ints()?;
        self.operand("A", layout);
        self.operand("k", &index);
        let Ok(Nested::Leaf(back)) = layout.index(&Coordinate::from(&place)) else { return None };
        let plan = numbers(("A(R)", back.value()), ("k", index.value()), back.value() == index.value());
        let size = layout.size().ok()?.value();
        let in_range = (0..size).contains(&index.value());
        let any = AnyLayout::Plain(layout.clone());
        let mut premises = vec![(Premise::InRange, numbers(("k", index.value()), ("size(A)", size), in_range))];
        premises.extend(onto("A", &any, size).map(|plan| (Premise::Compact("A"), plan)));
        self.law(LawKind::Found, plan, premises);
        Some(())
    }
}

/// The coordinate of a 1-D coordinate in a shape, along directions that are modes of it.
fn natural(shape: &Shape, directions: &Directions) -> Map {
    let mut before = vec![1_i64; directions.len()];
    let mut paths = leaf_paths(shape).into_iter();
    let stride = shape.map(&mut |extent| {
        let path = paths.next().unwrap_or_default();
        let found = directions.iter().position(|direction| path.starts_with(direction));
        let place = found.and_then(|found| Some((before.get_mut(found)?, directions.get(found)?)));
        let Some((step, direction)) = place else { return StrideLeaf::Int(Int::ZERO) };
        let scale = Int::dynamic(*step);
        *step = step.saturating_mul(extent.value());
        StrideLeaf::Basis(ScaledBasis { scale, path: direction.clone() })
    });
    let layout = AnyLayout::Plain(Layout::of_parts(shape.clone(), stride));
    Map::along(&layout, &mut directions.clone(), &[(0, Vec::new())])
}
