//! The laws of compositions: `R(c) = A(B(c))`, whatever B is.

use super::check::Plan;
use super::map::{Directions, Domain, Map, component, leaf_paths};
use super::operands::{Reader, apart, domain, numbers, together};
use super::statement::Room;
use super::{LawKind, Premise, Reason};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;

impl Room {
    /// `R(c) = A(B(c))`, where the leaves of B stand at `places` in the result.
    pub(crate) fn compose(
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
        let divisible = divisible(a.innermost(), &[(b.innermost().clone(), Vec::new())]);
        self.law(kind, plan, [Some(divisible), apart("B", b)].into_iter().flatten().collect());
        Some(())
    }

    /// `R(c) = A(B(c))`, where each leaf of B reads one mode of A.
    pub(crate) fn read(&mut self, kind: LawKind, a: &AnyLayout, tiles: Vec<Reader>, rests: Vec<Reader>, r: &AnyLayout) {
        let (letter, own) = match kind {
            LawKind::Tile => ("T", "R(·,0)"),
            LawKind::Divide => ("(T+T*)", "R"),
            _ => ("B", "R"),
        };
        let [tile, rest] =
            [&tiles, &rests].map(|part| together(&part.iter().map(|reader| reader.extent).collect::<Vec<_>>()));
        let extents = if rests.is_empty() { tile } else { Nested::Tuple(vec![tile, rest]) };
        let readers = tiles.into_iter().chain(rests).collect::<Vec<_>>();
        let read = readers.iter().map(|reader| (reader.index.clone(), reader.of.clone()));
        let premise = divisible(a.innermost(), &read.collect::<Vec<_>>());
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
        self.law(kind, plan, vec![premise]);
    }
}

/// Checks that strides and extents divide the extents of A that they meet, or are multiples of them; each layout reads
/// the mode of A at a path. What steps beyond an extent is named before what only does so together with others.
fn divisible(a: &Layout, read: &[(Layout, Vec<usize>)]) -> (Premise, Plan) {
    let find = |alone: bool| {
        read.iter().find_map(|(layout, path)| {
            let leaves = layout.shape().leaves().into_iter().zip(layout.stride().leaves());
            let mut leaves = leaves.map(|(extent, stride)| (extent.value(), stride.clone()));
            leaves.find_map(|(extent, stride)| {
                let own = match &stride {
                    StrideLeaf::Basis(basis) => [path.as_slice(), &basis.path].concat(),
                    StrideLeaf::Int(_) => path.clone(),
                };
                indivisible(&a.at(&own).ok()?, (extent, stride.scale().value()), alone)
            })
        })
    };
    let found = find(true).or_else(|| find(false));
    let holds = numbers(("", 0), ("", 0), true);
    (Premise::Divisible, found.map_or(holds, |(left, right)| numbers(left, right, false)))
}

/// Finds two numbers that meet and do not divide, of an extent with a stride and the extents of a layout.
#[allow(clippy::type_complexity, reason = "two numbers with their names")]
fn indivisible(a: &Layout, mode: (i64, i64), alone: bool) -> Option<((&'static str, i64), (&'static str, i64))> {
    let (mut count, mut stride) = mode;
    let coalesced = a.coalesce().ok()?;
    let extents = coalesced.shape().leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
    let (_, bounded) = extents.split_last()?;
    for extent in bounded {
        let is_inside = (count - 1).checked_mul(stride)? < *extent;
        if stride < 1 || count < 2 || *extent < 1 || (alone && is_inside) {
            return None;
        }
        if stride % extent == 0 {
            stride /= extent;
            continue;
        }
        if extent % stride != 0 {
            return Some((("stride of B", stride), ("extent of A", *extent)));
        }
        let taken = extent / stride;
        if count.max(taken) % count.min(taken) != 0 {
            return Some((("extent of B", count), ("what is taken of A", taken)));
        }
        (count, stride) = (count / taken, 1);
    }
    None
}
