//! Which laws the operation of a statement has.

use super::check::{Named, Plan};
use super::map::{Directions, Domain, Map, leaf_paths};
use super::operands::{
    any, apart, domain, has_basis, injective, item_layout, not_negative, number, numbers, onto, plain, reached,
    shape_of, span, static_numbers,
};
use super::{Contract, Law, LawKind, Letters, Premise, Reason};
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, Slot};
use crate::int::Int;
use crate::int_tuple::product;
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::notebook::{Evaluation, Performed, Value};

/// What the operation of a statement promises; `None` where the statement performs none, or has no value.
pub fn contract(evaluation: &Evaluation, statement: usize) -> Option<Contract> {
    let performed = evaluation.performed(statement, None)?;
    let result = performed.answer().ok()?;
    let letters = Letters::of(evaluation, statement, &performed);
    Some(Contract { letters, ..contract_of(&performed, &result) })
}

/// What an operation promises of its result.
pub fn contract_of(performed: &Performed, result: &Value) -> Contract {
    let operation = performed.function.name;
    let values = performed.arguments.values.as_slice();
    let mut room = Room { operands: Vec::new(), laws: Vec::new(), mode: Vec::new() };
    // Operands of a kind that no law is about leave what was found so far.
    let _ = room.fill(operation, performed, values, result);
    let Room { mut operands, laws, .. } = room;
    operands.push(("R", result.to_string()));
    Contract { operation, operands, letters: Letters { operation, ..Letters::default() }, laws }
}

/// What has been found of an operation.
pub(super) struct Room {
    operands: Vec<(&'static str, String)>,
    pub(super) laws: Vec<Law>,
    /// The mode of the tiler that laws are about now.
    pub(super) mode: Vec<usize>,
}

impl Room {
    pub(super) fn law(&mut self, kind: LawKind, plan: Plan, premises: Vec<(Premise, Plan)>) {
        self.laws.push(Law { kind, mode: self.mode.clone(), plan, premises });
    }

    pub(super) fn operand(&mut self, letter: &'static str, value: &dyn std::fmt::Display) {
        self.operands.push((letter, value.to_string()));
    }

    pub(super) fn fill(
        &mut self,
        operation: &str,
        performed: &Performed,
        values: &[Value],
        result: &Value,
    ) -> Option<()> {
        let first = values.first();
        match operation {
            "coalesce" | "flatten" | "group" | "with_shape" | "unflatten" => {
                let (a, r) = (any(first?)?, any(result)?);
                self.operand("A", &a);
                let bounds = (operation == "with_shape").then(|| Some(vec![number(&a.innermost().size().ok()?)]));
                let right = match bounds {
                    // B is the identity; it is there to say where A ends.
                    Some(_) => vec![("A", Map::of(&a)), ("B", Map::identity())],
                    None => vec![("A", Map::of(&a))],
                };
                let bounds = bounds.flatten();
                let domain = domain(r.shape())?;
                let (left, is_reshape) = (vec![("R", Map::of(&r))], bounds.is_some());
                self.law(LawKind::SameFunction, Plan::Same { domain, left, right, bounds }, Vec::new());
                if !is_reshape {
                    self.sizes(&a, &r);
                }
            }
            "filter" | "filter_zeros" if operation == "filter" || values.len() == 1 => {
                let (a, r) = (any(first?)?, any(result)?);
                self.operand("A", &a);
                self.images(LawKind::SameImage, &r, &a, false);
                self.cosizes(&a, &r);
            }
            "composition" => self.composition(values, result)?,
            "complement" => self.complement(values, result)?,
            "right_inverse" => {
                let (a, r) = (any(first?)?, any(result)?);
                self.operand("A", &a);
                self.chain(LawKind::RightInverse, r.shape(), vec![("A", &a), ("R", &r)], false, Vec::new());
            }
            "left_inverse" => {
                let (a, r) = (any(first?)?, any(result)?);
                self.operand("A", &a);
                let mut both = vec![not_negative("A", &a)];
                both.extend(apart("A", &a));
                let exact = injective("A", &a).into_iter().chain(both.iter().cloned()).collect();
                let filtered = a.innermost().filter().map(AnyLayout::Plain).ok()?;
                both.insert(0, injective("filter(A)", &filtered)?);
                self.chain(LawKind::LeftInverse, a.shape(), vec![("A", &a), ("R", &r), ("A", &a)], true, both);
                self.chain(LawKind::LeftInverseExact, a.shape(), vec![("R", &r), ("A", &a)], false, exact);
            }
            "nullspace" => {
                let (a, r) = (any(first?)?, any(result)?);
                self.operand("A", &a);
                let left = vec![("A", Map::of(&a)), ("R", Map::of(&r))];
                let right = vec![("", Map::constant(0))];
                let plan = Plan::Same { domain: domain(r.shape())?, left, right, bounds: None };
                self.law(LawKind::Kernel, plan, Vec::new());
            }
            "max_common_layout" => {
                let (a, b, r) = (any(first?)?, any(values.get(1)?)?, any(result)?);
                self.operand("A", &a);
                self.operand("B", &b);
                self.chain(LawKind::CommonFirst, r.shape(), vec![("A", &a), ("R", &r)], false, Vec::new());
                self.chain(LawKind::CommonSecond, r.shape(), vec![("B", &b), ("R", &r)], false, Vec::new());
            }
            "max_common_vector" => {
                let (a, b, count) = (any(first?)?, any(values.get(1)?)?, result.as_int()?);
                let common = AnyLayout::Plain(a.max_common_layout(&b).ok()?);
                self.operand("A", &a);
                self.operand("B", &b);
                self.operand("C", &common);
                let shape = Nested::Leaf(count);
                self.chain(LawKind::VectorFirst, &shape, vec![("A", &a), ("C", &common)], false, Vec::new());
                self.chain(LawKind::VectorSecond, &shape, vec![("B", &b), ("C", &common)], false, Vec::new());
            }
            "max_alignment" => {
                let (a, length) = (any(first?)?, result.as_int()?.value());
                self.operand("A", &a);
                let plan = Plan::Runs { domain: domain(a.shape())?, map: ("A", Map::of(&a)), length: length.max(1) };
                self.law(LawKind::Aligned, plan, vec![static_numbers(&a)]);
            }
            "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
                self.divide(operation, values, result)?;
            }
            "logical_product" | "zipped_product" | "tiled_product" | "flat_product" => {
                self.product(operation, values, result)?;
            }
            "blocked_product" | "raked_product" => {
                let (a, b, r) = (plain(first?)?, plain(values.get(1)?)?, plain(result)?);
                self.operand("A", &a);
                self.operand("B", &b);
                let rank = a.rank().max(b.rank());
                let at = |mode: usize, inner: usize| vec![mode, inner];
                let (block, copies) = if operation == "blocked_product" { (0, 1) } else { (1, 0) };
                let pad = |layout: &Layout| layout.append_to(rank, &Layout::trivial()).ok();
                // Of two integers, or an integer and a tuple of one, the whole is the mode.
                let is_whole = rank == 1 && (a.shape().is_leaf() || b.shape().is_leaf());
                let places = |inner: usize| match is_whole {
                    true => vec![(Vec::new(), at(0, inner))],
                    false => (0..rank).map(|mode| (vec![mode], at(mode, inner))).collect::<Vec<_>>(),
                };
                self.copies(&pad(&a)?, &pad(&b)?, &r, &places(block), &places(copies), true);
            }
            "tile_to_shape" => self.tile_to_shape(first?, values.get(1)?, result)?,
            "make_layout" | "make_layout_like" | "make_ordered_layout" | "make_fragment_like" => {
                self.compact(operation, values, result)?;
            }
            "make_layout_tv" => self.thread_values(values, result)?,
            "upcast" | "downcast" | "recast_layout" => self.recast(operation, performed, result)?,
            "idx2crd" | "crd2idx" if values.len() == 2 => {
                let shape = shape_of(values.get(1)?)?;
                self.operand("S", &shape);
                let plan = Plan::RoundTrip { domain: domain(&Nested::Leaf(product(&shape).ok()?))?, shape };
                self.law(LawKind::RoundTrip, plan, Vec::new());
            }
            "idx2crd" => {
                let stride = values.get(2)?.as_ints()?;
                let shape = shape_of(values.get(1)?)?;
                let stride = match (&stride, shape.is_leaf()) {
                    (Nested::Leaf(start), false) => crate::make::compact_col_major(&shape, *start).ok()?,
                    _ => stride,
                };
                self.found(&Layout::with_ints(shape, &stride).ok()?, first?, result)?;
            }
            "get_hier_coord" | "get_flat_coord" | "get_1d_coord" => {
                self.found(&plain(first?)?, values.get(1)?, result)?;
            }
            "compatible" => {
                let (a, b) = (shape_of(first?)?, shape_of(values.get(1)?)?);
                self.operand("A", &a);
                self.operand("B", &b);
                if matches!(result, Value::Truth(truth) if truth.value) {
                    let sizes = [number(&product(&a).ok()?), number(&product(&b).ok()?)];
                    let plan = numbers(("size(A)", sizes[0]), ("size(B)", sizes[1]), sizes[0] == sizes[1]);
                    self.law(LawKind::SameTotal, plan, Vec::new());
                    let plan = Plan::Accepts { domain: domain(&Nested::Leaf(product(&a).ok()?))?, of: [a, b] };
                    self.law(LawKind::Accepts, plan, Vec::new());
                }
            }
            "congruent" => {
                let (a, b) = (shape_of(first?)?, shape_of(values.get(1)?)?);
                self.operand("A", &a);
                self.operand("B", &b);
                let Value::Truth(truth) = result else { return None };
                let back = b.is_congruent_to(&a);
                let plan = numbers(("congruent(B,A)", back.into()), ("R", truth.value.into()), back == truth.value);
                self.law(LawKind::Symmetric, plan, Vec::new());
            }
            "Swizzle" | "make_swizzle" => {
                let Value::Swizzle(swizzle) = result else { return None };
                let domain = Domain::new(Nested::Leaf(span(*swizzle)))?;
                let left = vec![("R", Map::swizzle(*swizzle)), ("R", Map::swizzle(*swizzle))];
                self.law(LawKind::Involution, Plan::Same { domain, left, right: Vec::new(), bounds: None }, Vec::new());
            }
            "slice" | "slice_and_offset" => self.slice(first?, values.get(1)?, result)?,
            _ => {}
        }
        Some(())
    }

    /// The last function of the chain applied first; both sides are chains of layouts, the right one is the tail of the
    /// left where `tail`, and else the coordinate itself.
    pub(super) fn chain(
        &mut self,
        kind: LawKind,
        shape: &Shape,
        layouts: Vec<(&'static str, &AnyLayout)>,
        tail: bool,
        premises: Vec<(Premise, Plan)>,
    ) {
        let named = |(name, layout): &(&'static str, &AnyLayout)| (*name, Map::of(layout));
        let right = if tail { layouts.last().map(named).into_iter().collect() } else { Vec::new() };
        let coordinates = layouts.iter().any(|(_, layout)| has_basis(layout));
        let plan = match domain(shape) {
            _ if coordinates => Plan::Refused(Reason::Coordinates),
            None => Plan::Refused(Reason::Overflow),
            Some(domain) => Plan::Same { domain, left: layouts.iter().map(named).collect(), right, bounds: None },
        };
        self.law(kind, plan, premises);
    }

    pub(super) fn sizes(&mut self, a: &AnyLayout, r: &AnyLayout) {
        if let (Ok(a), Ok(r)) = (product(a.shape()), product(r.shape())) {
            let (left, right) = (("size(R)", number(&r)), ("size(A)", number(&a)));
            self.law(LawKind::SameSize, numbers(left, right, left.1 == right.1), Vec::new());
        }
        self.cosizes(a, r);
    }

    pub(super) fn cosizes(&mut self, a: &AnyLayout, r: &AnyLayout) {
        if let (Ok(a), Ok(r)) = (a.innermost().cosize(), r.innermost().cosize()) {
            let (left, right) = (("cosize(R)", number(&r)), ("cosize(A)", number(&a)));
            self.law(LawKind::SameCosize, numbers(left, right, left.1 == right.1), Vec::new());
        }
    }

    pub(super) fn images(&mut self, kind: LawKind, r: &AnyLayout, a: &AnyLayout, often: bool) {
        let plan = match (domain(r.shape()), domain(a.shape())) {
            (Some(first), Some(second)) => {
                let of = [(first, ("R", Map::of(r))), (second, ("A", Map::of(a)))];
                Plan::Images { of, up: 1, down: 1, often }
            }
            _ => Plan::Refused(Reason::Overflow),
        };
        self.law(kind, plan, Vec::new());
    }

    pub(super) fn complement(&mut self, values: &[Value], result: &Value) -> Option<()> {
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
        self.operand("A", &a);
        self.operand("M", &target);
        let premises = || -> Vec<(Premise, Plan)> {
            let layout = AnyLayout::Plain(filtered.clone());
            let negative = not_negative("A", &layout);
            let mut premises = vec![(Premise::Reach, reach.clone()), (Premise::Target, fits.clone()), negative];
            premises.extend(injective("filter(A)", &layout));
            premises
        };
        let plan = match (domain(a.shape()), domain(r.shape())) {
            (Some(own), Some(rest)) => {
                Plan::Avoid { of: [(own, ("A", Map::plain(&a))), (rest, ("R", Map::plain(&r)))] }
            }
            _ => Plan::Refused(Reason::Overflow),
        };
        self.law(LawKind::Disjoint, plan, premises());
        let domain = domain(&Nested::Leaf(r.size().ok()?))?;
        self.law(LawKind::Ordered, Plan::Ordered { domain, map: ("R", Map::plain(&r)) }, premises());
        let (size, target) = (number(&r.size().ok()?.times(filtered.size().ok()?).ok()?), target.value());
        let plan = numbers(("size(R)·size(filter(A))", size), ("size(M)", target), size >= target);
        self.law(LawKind::Covers, plan, premises());
        let end = end.value().max(1);
        let bound = target.checked_add(end - 1)? / end * end;
        let found = number(&r.cosize().ok()?);
        let plan = numbers(("cosize(R)", found), ("round_up(size(M), reach(A))", bound), found <= bound.max(1));
        self.law(LawKind::Bounded, plan, premises());
        Some(())
    }

    pub(super) fn compact(&mut self, operation: &str, values: &[Value], result: &Value) -> Option<()> {
        let r = plain(result)?;
        let is_generated = match values {
            [Value::Layout(_)] => operation != "make_layout",
            [_] | [_, Value::Major(_)] => true,
            [..] => operation == "make_ordered_layout",
        };
        let has_zero = r.stride().leaves().into_iter().zip(r.shape().leaves());
        let has_zero = has_zero.into_iter().any(|(stride, extent)| stride.scale().value() == 0 && extent.value() != 1);
        if !is_generated || has_basis(&AnyLayout::Plain(r.clone())) {
            return None;
        }
        let mut premises = Vec::new();
        if operation == "make_ordered_layout" {
            let order = values.get(1)?.as_ints()?;
            let mut orders = order.leaves().into_iter().filter(|order| order.is_static()).collect::<Vec<_>>();
            let count = orders.len();
            orders.sort_unstable_by_key(|order| order.value());
            orders.dedup();
            premises.push((Premise::Orders, numbers(("", 0), ("", 0), count == orders.len())));
        } else if has_zero {
            // Zero strides are kept.
            premises.push((Premise::Injective("A"), numbers(("", 0), ("", 0), false)));
        }
        let plan = onto("R", &AnyLayout::Plain(r.clone()), r.size().ok()?.value())?;
        self.law(LawKind::Compact, plan, premises);
        Some(())
    }

    pub(super) fn thread_values(&mut self, values: &[Value], result: &Value) -> Option<()> {
        let (threads, values) = (plain(values.first()?)?, plain(values.get(1)?)?);
        let Value::Tuple(Nested::Tuple(parts)) = result else { return None };
        let Nested::Leaf(crate::notebook::value::Item::Layout(r)) = parts.get(1)? else { return None };
        self.operand("T", &threads);
        self.operand("V", &values);
        let tile = threads.raked_product(&values).ok()?;
        let size = tile.size().ok()?.value();
        let any = |layout: &Layout| AnyLayout::Plain(layout.clone());
        let premises = || -> Vec<(Premise, Plan)> {
            injective("T", &any(&threads)).into_iter().chain(injective("V", &any(&values))).collect()
        };
        let left = vec![("raked_product(T,V)", Map::plain(&tile)), ("R", Map::plain(r))];
        let plan = Plan::Same { domain: domain(r.shape())?, left, right: Vec::new(), bounds: None };
        self.law(LawKind::ThreadValue, plan, premises());
        self.law(LawKind::Compact, onto("R", &any(r), size)?, premises());
        Some(())
    }

    pub(super) fn recast(&mut self, operation: &str, performed: &Performed, result: &Value) -> Option<()> {
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
        let (up, down) = match (operation, numbers.as_slice()) {
            ("upcast", [factor]) => (*factor, 1),
            ("downcast", [factor]) => (1, *factor),
            (_, [old, new]) => crate::algebra::recast::ratio(*old, *new).ok()?,
            _ => return None,
        };
        let (a, r) = (any(values.first()?)?, any(result)?);
        self.operand("A", &a);
        self.operand("m", &up);
        self.operand("n", &down);
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
        self.law(LawKind::Recast, plan, premises);
        Some(())
    }

    /// The coordinate of an index.
    pub(super) fn found(&mut self, layout: &Layout, index: &Value, result: &Value) -> Option<()> {
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

    pub(super) fn slice(&mut self, place: &Value, layout: &Value, result: &Value) -> Option<()> {
        let coordinate = place.as_coordinate()?;
        let a = any(layout)?;
        let (r, offset) = match result {
            Value::Tuple(Nested::Tuple(parts)) => match parts.as_slice() {
                [Nested::Leaf(layout), Nested::Leaf(crate::notebook::value::Item::Int(offset))] => {
                    (item_layout(layout)?, offset.value())
                }
                _ => return None,
            },
            _ if a.plain().is_some() => {
                let Nested::Leaf(offset) = a.index(&coordinate).ok()? else { return None };
                (any(result)?, offset.value())
            }
            _ => return None,
        };
        self.operand("A", &a);
        self.operand("c", &coordinate);
        let kept =
            leaf_paths(&coordinate).into_iter().filter(|path| coordinate.at(path) == Ok(&Nested::Leaf(Slot::All)));
        let kept = kept.collect::<Vec<_>>();
        let modes = kept.iter().map(|path| a.shape().at(path)).collect::<Result<Vec<_>, _>>().ok()?;
        let extents = modes.into_iter().map(product).collect::<Result<Vec<_>, _>>().ok()?;
        let domain = Domain::new(Nested::Tuple(extents.iter().map(|extent| Nested::Leaf(extent.value())).collect()))?;
        let read = kept.into_iter().enumerate().map(|(index, path)| (index + 1, path)).collect::<Vec<_>>();
        let Nested::Leaf(base) = a.innermost().index(&coordinate).ok()? else { return None };
        let whole = Map::along(&a, &mut Directions::new(), &read).plus(base.value());
        let plan = Plan::Same {
            domain,
            left: vec![("+", Map::identity().plus(offset)), ("R", Map::of(&r))],
            right: vec![("A", whole)],
            bounds: None,
        };
        self.law(LawKind::Slice, plan, vec![static_numbers(&a), not_negative("A", &a)]);
        Some(())
    }
}
