//! Which laws the operation of a statement has.

use super::check::{Named, Plan};
use super::map::{Directions, Domain, Map, component, leaf_paths};
use super::{Contract, Law, LawKind, Premise, Reason};
use crate::algebra::{Tiler, TilerLeaf};
use crate::basis::StrideLeaf;
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, Slot};
use crate::int::Int;
use crate::int_tuple::{IntTuple, product};
use crate::layout::{Layout, Shape};
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::{Evaluation, Performed, Value};
use crate::swizzle::Swizzle;

/// What the operation of a statement promises; `None` where the statement performs none, or has no value.
pub fn contract(evaluation: &Evaluation, statement: usize) -> Option<Contract> {
    let performed = evaluation.performed(statement, None)?;
    let result = performed.answer().ok()?;
    Some(contract_of(&performed, &result))
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
    Contract { operation, operands, laws }
}

struct Room {
    operands: Vec<(&'static str, String)>,
    laws: Vec<Law>,
    /// The mode of the tiler that laws are about now.
    mode: Vec<usize>,
}

/// A leaf of what is composed from the right: its extent, its index in A, the mode of A, the mode of the result.
struct Reader {
    extent: i64,
    index: Layout,
    of: Vec<usize>,
    place: Vec<usize>,
}

impl Room {
    fn law(&mut self, kind: LawKind, plan: Plan, premises: Vec<(Premise, Plan)>) {
        self.laws.push(Law { kind, mode: self.mode.clone(), plan, premises });
    }

    fn operand(&mut self, letter: &'static str, value: &dyn std::fmt::Display) {
        self.operands.push((letter, value.to_string()));
    }

    fn fill(&mut self, operation: &str, performed: &Performed, values: &[Value], result: &Value) -> Option<()> {
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
    fn chain(
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

    fn sizes(&mut self, a: &AnyLayout, r: &AnyLayout) {
        if let (Ok(a), Ok(r)) = (product(a.shape()), product(r.shape())) {
            let (left, right) = (("size(R)", number(&r)), ("size(A)", number(&a)));
            self.law(LawKind::SameSize, numbers(left, right, left.1 == right.1), Vec::new());
        }
        self.cosizes(a, r);
    }

    fn cosizes(&mut self, a: &AnyLayout, r: &AnyLayout) {
        if let (Ok(a), Ok(r)) = (a.innermost().cosize(), r.innermost().cosize()) {
            let (left, right) = (("cosize(R)", number(&r)), ("cosize(A)", number(&a)));
            self.law(LawKind::SameCosize, numbers(left, right, left.1 == right.1), Vec::new());
        }
    }

    fn images(&mut self, kind: LawKind, r: &AnyLayout, a: &AnyLayout, often: bool) {
        let plan = match (domain(r.shape()), domain(a.shape())) {
            (Some(first), Some(second)) => {
                let of = [(first, ("R", Map::of(r))), (second, ("A", Map::of(a)))];
                Plan::Images { of, up: 1, down: 1, often }
            }
            _ => Plan::Refused(Reason::Overflow),
        };
        self.law(kind, plan, Vec::new());
    }

    fn composition(&mut self, values: &[Value], result: &Value) -> Option<()> {
        match values {
            [Value::Swizzle(a), Value::Swizzle(b)] => {
                let Value::Swizzle(r) = result else { return None };
                self.operand("A", a);
                self.operand("B", b);
                let domain = Domain::new(Nested::Leaf(span(*a).max(span(*b))))?;
                let right = vec![("A", Map::swizzle(*a)), ("B", Map::swizzle(*b))];
                let plan = Plan::Same { domain, left: vec![("R", Map::swizzle(*r))], right, bounds: None };
                self.law(LawKind::Composition, plan, Vec::new());
            }
            [left, Value::Swizzle(swizzle)] => {
                let (a, r) = (any(left)?, any(result)?);
                self.operand("A", &a);
                self.operand("B", swizzle);
                let right = vec![("A", Map::of(&a)), ("B", Map::swizzle(*swizzle))];
                let bounds = Some(vec![number(&product(a.shape()).ok()?)]);
                let plan = Plan::Same { domain: domain(a.shape())?, left: vec![("R", Map::of(&r))], right, bounds };
                self.law(LawKind::Composition, plan, Vec::new());
            }
            [Value::Swizzle(_), ..] => {
                let (a, r) = (any(values.last()?)?, any(result)?);
                self.operand("A", &a);
                let plan = injective("R", &r)?.1;
                self.law(LawKind::Injective, plan, injective("A", &a).into_iter().collect());
            }
            [left, right @ (Value::Layout(_) | Value::Composed(_))] => {
                let (a, b, r) = (any(left)?, any(right)?, any(result)?);
                self.operand("A", &a);
                self.operand("B", &b);
                let modes = leaf_paths(b.shape());
                self.compose(LawKind::Composition, &a, &b, &r, &modes)?;
                let same = crate::compatible::compatible(b.shape(), r.shape()).ok()?.value;
                let sizes = [number(&product(b.shape()).ok()?), number(&product(r.shape()).ok()?)];
                let plan = numbers(("size(B)", sizes[0]), ("size(R)", sizes[1]), same);
                self.law(LawKind::Compatible, plan, Vec::new());
            }
            [left, ..] => {
                let (a, r) = (any(left)?, any(result)?);
                let tiler = tiler_of(values)?;
                self.operand("A", &a);
                self.operand("B", &tiler);
                let readers = readers(a.innermost(), &tiler)?;
                self.read(LawKind::Composition, &a, readers, Vec::new(), &r);
            }
            [] => return None,
        }
        Some(())
    }

    /// `R(c) = A(B(c))`, where the leaves of B stand at `places` in the result.
    fn compose(
        &mut self,
        kind: LawKind,
        a: &AnyLayout,
        b: &AnyLayout,
        r: &AnyLayout,
        places: &[Vec<usize>],
    ) -> Option<()> {
        let Some(domain) = domain(b.shape()) else {
            self.law(kind, Plan::Refused(Reason::Overflow), Vec::new());
            return Some(());
        };
        let leaves = leaf_paths(b.shape()).into_iter().enumerate().map(|(index, path)| (index + 1, path));
        let mut middle = Directions::new();
        let inner = Map::along(b, &mut middle, &leaves.collect::<Vec<_>>());
        let outer_modes = if middle.is_empty() { vec![Vec::new()] } else { middle };
        let mut ends = Directions::new();
        let outer = Map::along(a, &mut ends, &outer_modes.iter().cloned().enumerate().collect::<Vec<_>>());
        let bounds = outer_modes.iter().map(|mode| a.innermost().at(mode)?.size().map(Int::value));
        let bounds = bounds.collect::<Result<Vec<_>, _>>().ok();
        let read = places.iter().cloned().enumerate().map(|(index, path)| (index + 1, path)).collect::<Vec<_>>();
        let result = Map::along(r, &mut ends, &read);
        let plan = Plan::Same { domain, left: vec![("R", result)], right: vec![("A", outer), ("B", inner)], bounds };
        self.law(kind, plan, Vec::new());
        Some(())
    }

    /// `R(c) = A(B(c))`, where each leaf of B reads one mode of A.
    fn read(&mut self, kind: LawKind, a: &AnyLayout, tiles: Vec<Reader>, rests: Vec<Reader>, r: &AnyLayout) {
        let (letter, own) = match kind {
            LawKind::Tile => ("T", "R(·,0)"),
            LawKind::Divide => ("(T+T*)", "R"),
            _ => ("B", "R"),
        };
        let [tile, rest] =
            [&tiles, &rests].map(|part| together(&part.iter().map(|reader| reader.extent).collect::<Vec<_>>()));
        let extents = if rests.is_empty() { tile } else { Nested::Tuple(vec![tile, rest]) };
        let readers = tiles.into_iter().chain(rests).collect::<Vec<_>>();
        let mut middle = Directions::new();
        let mut inner = Map::default();
        for (index, reader) in readers.iter().enumerate() {
            let to = component(&mut middle, &reader.of);
            let along = |leaf: &StrideLeaf| match leaf {
                StrideLeaf::Int(int) => StrideLeaf::Basis(crate::basis::ScaledBasis { scale: *int, path: vec![to] }),
                basis @ StrideLeaf::Basis(_) => basis.clone(),
            };
            let stride = reader.index.stride().map(&mut |leaf| along(leaf));
            let mut targets = (0..middle.len()).map(|mode| vec![mode]).collect();
            if let Ok(layout) = Layout::new(reader.index.shape().clone(), stride) {
                inner.add(index + 1, &layout, &mut targets);
            }
        }
        let mut ends = Directions::new();
        let outer = Map::along(a, &mut ends, &middle.iter().cloned().enumerate().collect::<Vec<_>>());
        let bounds = middle.iter().map(|mode| a.innermost().at(mode)?.size().map(Int::value));
        let bounds = bounds.collect::<Result<Vec<_>, _>>().ok();
        let places = readers.iter().enumerate().map(|(index, reader)| (index + 1, reader.place.clone()));
        let result = Map::along(r, &mut ends, &places.collect::<Vec<_>>());
        let plan = match Domain::new(extents) {
            None => Plan::Refused(Reason::Overflow),
            Some(domain) => {
                Plan::Same { domain, left: vec![(own, result)], right: vec![("A", outer), (letter, inner)], bounds }
            }
        };
        self.law(kind, plan, Vec::new());
    }

    fn complement(&mut self, values: &[Value], result: &Value) -> Option<()> {
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
        let fits = crate::int_tuple::evenly_divides(&cotarget, &Nested::Leaf(end)).is_ok_and(|fits| fits.value);
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

    fn divide(&mut self, operation: &str, values: &[Value], result: &Value) -> Option<()> {
        let (a, r) = (any(values.first()?)?, any(result)?);
        let tiler = tiler_of(values)?;
        self.operand("A", &a);
        self.operand("T", &tiler);
        let mut premises = Vec::new();
        let (size, cut) = (product(a.shape()).ok()?, product(r.shape()).ok()?);
        let sizes = numbers(("size(R)", number(&cut)), ("size(A)", number(&size)), cut.value() == size.value());
        premises.push((Premise::Divides, sizes));
        for (_, leaf) in tilers(&tiler) {
            if let TilerLeaf::Layout(layout) = leaf {
                premises.extend(injective("T", &AnyLayout::Plain(layout)));
            }
        }
        self.images(LawKind::SameIndices, &r, &a, true);
        let inner = regrouped(a.innermost(), &tiler, r.innermost(), operation, Layout::zipped_divide)?;
        let inner = r.map(&mut |_| Ok(inner.clone())).ok()?;
        let places = |path: &[usize], half: usize| match operation {
            "logical_divide" => [path, &[half]].concat(),
            _ => [&[half], path].concat(),
        };
        let (mut tile, mut whole, mut rests) = (Vec::new(), Vec::new(), Vec::new());
        for (path, leaf) in tilers(&tiler) {
            let mode = a.innermost().at(&path).ok()?;
            let Some(layout) = tile_of(&leaf) else {
                // `_` keeps the mode; it is one more thing to read.
                if operation != "logical_divide" {
                    self.laws.iter_mut().for_each(|law| law.premises.clone_from(&premises));
                    return Some(());
                }
                let index = Layout::compact(Nested::Leaf(mode.size().ok()?), Major::Left).ok()?;
                for readers in [&mut tile, &mut whole] {
                    let (extent, of, place) = (number(&mode.size().ok()?), path.clone(), path.clone());
                    readers.push(Reader { extent, index: index.clone(), of, place });
                }
                continue;
            };
            let rest = layout.complement_up_to(mode.coalesce().ok()?.shape()).ok()?;
            leaf_readers(&layout, &path, &places(&path, 0), &mut tile)?;
            leaf_readers(&layout, &path, &places(&path, 0), &mut whole)?;
            leaf_readers(&rest, &path, &places(&path, 1), &mut rests)?;
        }
        self.read(LawKind::Tile, &a, tile, Vec::new(), &inner);
        self.read(LawKind::Divide, &a, whole, rests, &inner);
        self.laws.iter_mut().for_each(|law| law.premises.clone_from(&premises));
        Some(())
    }

    fn product(&mut self, operation: &str, values: &[Value], result: &Value) -> Option<()> {
        let (a, r) = (any(values.first()?)?.innermost().clone(), any(result)?.innermost().clone());
        let tiler = tiler_of(values)?;
        self.operand("A", &a);
        self.operand("B", &tiler);
        let r = regrouped(&a, &tiler, &r, operation, Layout::zipped_product)?;
        for (path, leaf) in tilers(&tiler) {
            let Some(b) = tile_of(&leaf) else { continue };
            let place = |half: usize| match operation {
                "logical_product" => [path.as_slice(), &[half]].concat(),
                _ => [&[half], path.as_slice()].concat(),
            };
            self.mode.clone_from(&path);
            let whole = |half: usize| vec![(Vec::new(), place(half))];
            self.copies(&a.at(&path).ok()?, &b, &r, &whole(0), &whole(1), true);
        }
        self.mode.clear();
        Some(())
    }

    /// The block and its copies: parts of A and of B, and where each stands in the result.
    fn copies(
        &mut self,
        a: &Layout,
        b: &Layout,
        r: &Layout,
        block: &[(Vec<usize>, Vec<usize>)],
        copies: &[(Vec<usize>, Vec<usize>)],
        placed: bool,
    ) -> Option<()> {
        // One digit for each part of the block.
        let mut ends = Directions::new();
        let (mut shape, mut own, mut found) = (Vec::new(), Map::default(), Map::default());
        for (index, (part, place)) in block.iter().enumerate() {
            let mode = a.at(part).ok()?;
            shape.push(number(&mode.size().ok()?));
            own.add(index + 1, &mode, &mut ends);
            found.add(index + 1, &r.at(place).ok()?, &mut ends);
        }
        let blocks = shape.len();
        let domain = Domain::new(together(&shape))?;
        let plan = Plan::Same { domain, left: vec![("R(·,0)", found.clone())], right: vec![("A", own)], bounds: None };
        self.law(LawKind::Block, plan, Vec::new());

        let target = a.size().ok()?.times(b.cosize().ok()?).ok()?;
        let negative = not_negative("A", &AnyLayout::Plain(a.clone()));
        let injective = injective("filter(A)", &AnyLayout::Plain(a.filter().ok()?));
        let premises = std::iter::once(negative).chain(injective).collect::<Vec<_>>();
        let mut places = Vec::new();
        for (part, place) in copies {
            let below = leaf_paths(b.at(part).ok()?.shape()).into_iter();
            places.extend(below.map(|path| [place.as_slice(), &path].concat()));
        }
        if let (true, Ok(rest)) = (placed, a.complement_up_to(&Nested::Leaf(target))) {
            let plain = |layout: &Layout| AnyLayout::Plain(layout.clone());
            self.compose(LawKind::Copies, &plain(&rest), &plain(b), &plain(r), &places)?;
        }
        let (mut owner, mut over) = (Map::default(), Vec::new());
        for (index, (part, place)) in leaf_paths(b.shape()).into_iter().zip(&places).enumerate() {
            let leaf = b.at(&part).ok()?;
            over.push(number(&leaf.size().ok()?));
            owner.add(blocks + index + 1, &leaf, &mut ends);
            found.add(blocks + index + 1, &r.at(place).ok()?, &mut ends);
        }
        let domain = Domain::new(Nested::Tuple(vec![together(&shape), together(&over)]))?;
        let plan = Plan::Apart { domain, map: ("R", found), owner: Some(owner), end: None };
        self.law(LawKind::CopiesApart, plan, premises);
        Some(())
    }

    fn tile_to_shape(&mut self, block: &Value, target: &Value, result: &Value) -> Option<()> {
        let (a, target, r) = (any(block)?.innermost().clone(), shape_of(target)?, any(result)?.innermost().clone());
        self.operand("A", &a);
        self.operand("S", &target);
        let rank = target.rank();
        let a = a.append_to(rank, &Layout::trivial()).ok()?;
        let sizes = [number(&product(&target).ok()?), number(&r.size().ok()?)];
        let compatible = crate::int_tuple::product_each(&target).ok()?;
        let same = crate::compatible::compatible(&compatible, &Nested::Tuple(r.shape().modes().to_vec())).ok()?.value;
        self.law(LawKind::SameSize, numbers(("size(S)", sizes[0]), ("size(R)", sizes[1]), same), Vec::new());
        let places = |inner: usize| (0..rank).map(|mode| (vec![mode], vec![mode, inner])).collect::<Vec<_>>();
        let copies = places(1).iter().map(|(_, place)| r.at(place)).collect::<Result<Vec<_>, _>>().ok()?;
        // Which copy it is: its 1-D coordinate.
        let shape = Nested::Tuple(copies.iter().map(|mode| mode.shape().clone()).collect());
        let copies = Layout::compact(shape, Major::Left).ok()?;
        self.copies(&a, &copies, &r, &places(0), &places(1), false)
    }

    fn compact(&mut self, operation: &str, values: &[Value], result: &Value) -> Option<()> {
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

    fn thread_values(&mut self, values: &[Value], result: &Value) -> Option<()> {
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

    fn recast(&mut self, operation: &str, performed: &Performed, result: &Value) -> Option<()> {
        let values = &performed.arguments.values;
        let numbers = if performed.arguments.template.is_empty() {
            values.get(1..)?.iter()
        } else {
            performed.arguments.template.iter()
        };
        let numbers = numbers.map(|value| value.as_int().map(Int::value)).collect::<Option<Vec<_>>>()?;
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
    fn found(&mut self, layout: &Layout, index: &Value, result: &Value) -> Option<()> {
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

    fn slice(&mut self, place: &Value, layout: &Value, result: &Value) -> Option<()> {
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

fn item_layout(item: &crate::notebook::value::Item) -> Option<AnyLayout> {
    match item {
        crate::notebook::value::Item::Layout(layout) => Some(AnyLayout::Plain((**layout).clone())),
        crate::notebook::value::Item::Composed(layout) => Some(AnyLayout::Composed((**layout).clone())),
        _ => None,
    }
}

fn number(int: &Int) -> i64 {
    int.value()
}

fn numbers(left: (&'static str, i64), right: (&'static str, i64), holds: bool) -> Plan {
    Plan::Numbers { left, right, holds }
}

/// A layout, plain or with a swizzle; a bare shape stands for its column-major layout.
fn any(value: &Value) -> Option<AnyLayout> {
    let shape = || Layout::compact(value.as_ints()?, Major::Left).ok().map(AnyLayout::Plain);
    value.as_any_layout().or_else(shape)
}

fn plain(value: &Value) -> Option<Layout> {
    any(value)?.plain().cloned()
}

fn shape_of(value: &Value) -> Option<IntTuple> {
    value.as_any_layout().map(|layout| layout.shape().clone()).or_else(|| value.as_ints())
}

fn has_basis(layout: &AnyLayout) -> bool {
    layout.innermost().stride().leaves().iter().any(|leaf| leaf.int().is_none() && leaf.scale().value() != 0)
}

fn domain(shape: &Shape) -> Option<Domain> {
    Domain::new(shape.map(&mut |extent| extent.value()))
}

/// So many numbers show everything that a swizzle does.
fn span(swizzle: Swizzle) -> i64 {
    1 << (swizzle.bits() + swizzle.base() + swizzle.shift().unsigned_abs()).min(40)
}

fn injective(letter: &'static str, layout: &AnyLayout) -> Option<(Premise, Plan)> {
    let domain = domain(layout.shape())?;
    let plan = Plan::Apart { domain, map: (letter, Map::of(layout)), owner: None, end: None };
    Some((Premise::Injective(letter), plan))
}

fn onto(letter: &'static str, layout: &AnyLayout, end: i64) -> Option<Plan> {
    let domain = domain(layout.shape())?;
    Some(Plan::Apart { domain, map: (letter, Map::of(layout)), owner: None, end: Some(end) })
}

/// No stride is negative.
fn not_negative(letter: &'static str, layout: &AnyLayout) -> (Premise, Plan) {
    let holds = layout.innermost().stride().leaves().iter().all(|leaf| leaf.scale().value() >= 0);
    (Premise::NotNegative(letter), numbers(("", 0), ("", 0), holds))
}

fn static_numbers(layout: &AnyLayout) -> (Premise, Plan) {
    let layout = layout.innermost();
    let strides = layout.stride().leaves().into_iter().all(|leaf| leaf.scale().is_static());
    let holds = strides && layout.shape().leaves().into_iter().all(|extent| extent.is_static());
    (Premise::StaticNumbers, numbers(("", 0), ("", 0), holds))
}

/// Whether each stride is a multiple of what the smaller ones reach, and what all of them reach.
fn reached(layout: &Layout) -> Option<(Plan, Int)> {
    let mut reach = Int::ONE;
    let mut plan = numbers(("", 0), ("", 0), true);
    for (extent, stride) in by_stride(layout)? {
        if stride.value() % reach.value().max(1) != 0 && matches!(plan, Plan::Numbers { holds: true, .. }) {
            plan = numbers(("stride", stride.value()), ("reach", reach.value()), false);
        }
        reach = if stride.value() == 0 { reach } else { stride.times(extent).ok()? };
    }
    Some((plan, reach))
}

/// The modes with strides other than zero, the smallest first.
fn by_stride(layout: &Layout) -> Option<Vec<(Int, Int)>> {
    let strides = layout.int_stride()?;
    let pairs = layout.shape().leaves().into_iter().copied().zip(strides.leaves().into_iter().copied());
    let mut modes = pairs.filter(|(_, stride)| stride.value() != 0).collect::<Vec<_>>();
    modes.sort_by_key(|(_, stride)| stride.value());
    Some(modes)
}

/// The strides differ, and each is at least what the smaller ones reach.
fn apart(letter: &'static str, layout: &AnyLayout) -> Option<(Premise, Plan)> {
    let modes = by_stride(layout.innermost())?;
    let mut pairs = modes.iter().zip(modes.iter().skip(1));
    let holds = pairs.all(|((extent, smaller), (_, stride))| {
        smaller.value() < stride.value() && smaller.times(*extent).is_ok_and(|reach| reach.value() <= stride.value())
    });
    Some((Premise::Apart(letter), numbers(("", 0), ("", 0), holds)))
}

/// Extents as one mode: a single one by itself.
fn together(extents: &[i64]) -> Nested<i64> {
    match extents {
        [only] => Nested::Leaf(*only),
        _ => Nested::Tuple(extents.iter().map(|extent| Nested::Leaf(*extent)).collect()),
    }
}

/// The arguments behind the first as a tiler.
fn tiler_of(values: &[Value]) -> Option<Tiler> {
    match values.get(1..)? {
        [only] => only.as_tiler(),
        several => Some(Nested::Tuple(several.iter().map(Value::as_tiler).collect::<Option<_>>()?)),
    }
}

/// The leaves of a tiler with their paths.
fn tilers(tiler: &Tiler) -> Vec<(Vec<usize>, TilerLeaf)> {
    let leaves = tiler.leaves().into_iter().cloned();
    leaf_paths(tiler).into_iter().zip(leaves).collect()
}

fn tile_of(leaf: &TilerLeaf) -> Option<Layout> {
    match leaf {
        TilerLeaf::All => None,
        TilerLeaf::Layout(layout) => Some(layout.clone()),
        TilerLeaf::Extent(extent) => Layout::compact(Nested::Leaf(*extent), Major::Left).ok(),
    }
}

/// The leaves of a layout that stand below a place of the result.
fn leaf_readers(layout: &Layout, of: &[usize], place: &[usize], readers: &mut Vec<Reader>) -> Option<()> {
    for path in leaf_paths(layout.shape()) {
        let index = layout.at(&path).ok()?;
        let extent = number(&index.size().ok()?);
        readers.push(Reader { extent, index, of: of.to_vec(), place: [place, &path].concat() });
    }
    Some(())
}

/// What a composition by a tiler reads.
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

/// The leaves of the result in the parentheses of the zipped form, which the tiled and flat ones spread.
fn regrouped(
    a: &Layout,
    tiler: &Tiler,
    r: &Layout,
    operation: &str,
    zipped: fn(&Layout, &Tiler) -> crate::error::Result<Layout>,
) -> Option<Layout> {
    if !operation.starts_with("tiled") && !operation.starts_with("flat") {
        return Some(r.clone());
    }
    r.flatten().unflatten(zipped(a, tiler).ok()?.shape()).ok()
}
