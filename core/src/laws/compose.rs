//! The laws of compositions: `R(c) = A(B(c))`, whatever B is.

use super::check::Plan;
use super::map::{Directions, Domain, Map, component, leaf_paths};
use super::operands::{
    Reader, any, domain, injective, leaf_readers, number, numbers, span, tiler_of, tilers, together,
};
use super::statement::Room;
use super::{LawKind, Reason};
use crate::algebra::{Tiler, TilerLeaf};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::int_tuple::product;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::notebook::Value;

impl Room {
    pub(super) fn composition(&mut self, values: &[Value], result: &Value) -> Option<()> {
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
    pub(super) fn compose(
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
    pub(super) fn read(&mut self, kind: LawKind, a: &AnyLayout, tiles: Vec<Reader>, rests: Vec<Reader>, r: &AnyLayout) {
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
                StrideLeaf::Int(int) => StrideLeaf::Basis(ScaledBasis { scale: *int, path: vec![to] }),
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
