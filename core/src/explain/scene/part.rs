//! The panels of operations that have A's cells in other modes or a part of them: reshapes, modes, slices, recasts.

use super::draft::{Cut, Cutting, Draft, size_of};
use super::operation::{Room, leaves, pictured, weight_at};
use super::space::{Component, Reading, Term};
use super::tiles::Tiling;
use super::{Kind, Meaning, Role, Scene};
use crate::after::After;
use crate::algebra::Tiler;
use crate::algebra::tile::unzip;
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, Slot, idx2crd};
use crate::error::Error;
use crate::int::Int;
use crate::layout::{Layout, Shape};
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::Value;
use crate::slice::pick;
use crate::steps::{Step, Trace};
use crate::tensor::{Engine, Tensor, padded};

impl Room<'_> {
    /// The same 1-D coordinates.
    pub(crate) fn reshape(&self) -> Option<Scene> {
        let a = &pictured(self.values().first()?)?;
        let mut draft = Draft::default();
        let (own, size) = (size_of(a)?, size_of(&self.result)?);
        let all = draft.digit(size);
        let term = Term { digit: all, extent: size, component: 0, stride: 1 };
        let reading = Reading::new(vec![term], vec![Component { base: 0, size: own, weight: 1 }], After::default());
        draft.panel(Role::Operand, a.clone(), self.text(0), reading)?;
        draft.whole(Role::Result, &self.result, self.whole, &[all])?;
        Some(draft.done(Kind::Reshape, Draft::by_index()))
    }

    /// The numbers in angles.
    pub(crate) fn numbers(&self) -> Option<Vec<i64>> {
        self.performed.arguments.template.iter().map(|value| value.as_int().map(Int::value)).collect()
    }

    /// Modes at the ends of paths, the others at 0.
    pub(crate) fn modes(&self, paths: Vec<Vec<i64>>) -> Option<Scene> {
        let a = &pictured(self.values().first()?)?;
        let mut draft = Draft::default();
        let (mut terms, mut all) = (Vec::new(), Vec::new());
        for path in paths {
            let path = path.into_iter().map(|mode| usize::try_from(mode).ok()).collect::<Option<Vec<_>>>()?;
            let weight = weight_at(a.shape(), &path)?;
            kept(&mut draft, a.shape().at(&path).ok()?, weight, &mut terms, &mut all)?;
        }
        self.part(draft, a, self.text(0), (0, terms, all))
    }

    /// The coordinate by which modes of a tiler are left out, where there is one.
    pub(crate) fn projection(&self) -> Option<Option<Coordinate>> {
        self.values().get(3).map_or(Some(None), |step| step.as_coordinate().map(Some))
    }

    /// A part of A: what is added to its coordinate, and which digits stay.
    pub(crate) fn part(
        &self,
        mut draft: Draft,
        a: &AnyLayout,
        written: Option<&str>,
        (base, terms, all): (i64, Vec<Term>, Vec<usize>),
    ) -> Option<Scene> {
        let component = Component { base, size: size_of(a)?, weight: 1 };
        draft.panel(Role::Operand, a.clone(), written, Reading::new(terms, vec![component], After::default()))?;
        draft.whole(Role::Result, &self.result, self.whole, &all)?;
        let colours = draft.by_digits(all, Meaning::Coordinate)?;
        Some(draft.done(Kind::Part, colours))
    }
}

/// Draws a tile of A, or one place of every tile: the tiler cuts, and a coordinate chooses.
pub(crate) fn partition(room: &Room<'_>, (tiler, place): (Tiler, Coordinate), is_tile: bool) -> Option<Scene> {
    let a = &pictured(room.values().first()?)?;
    let (mut draft, mut cut) = (Draft::default(), Cut::new());
    let tree = cut.by(&mut draft, a.innermost(), &tiler, Cutting::Divide)?;
    let (tiles, rests) = unzip(&tree, &tiler).ok()?;
    let chosen = if is_tile { &rests } else { &tiles };
    let mut fixed = Vec::new();
    let kept = chosen_digits(&draft, &padded(&place, chosen.rank()).ok()?, chosen, &mut fixed)?;
    let order = if is_tile { [leaves(&tiles), kept].concat() } else { [kept, leaves(&rests)].concat() };
    draft.tiling = Some(Tiling { reading: cut.clone().reading(), rest: leaves(&rests) });
    draft.panel(Role::Operand, a.clone(), room.text(0), cut.at(&fixed)?)?;
    draft.whole(Role::Result, &room.result, room.whole, &order)?;
    let colours = draft.by_digits(order, Meaning::Coordinate)?;
    Some(draft.done(Kind::Part, colours))
}

/// Draws what an operation takes of a tensor by its coordinates alone: asked of a tensor that counts its elements, it says
/// which of them they are. `None` where it answers another shape, or none.
pub(crate) fn counted(room: &Room<'_>, position: usize) -> Option<Scene> {
    let a = &pictured(room.values().get(position)?)?;
    let counting = Layout::compact(a.shape().clone(), Major::Left).ok()?;
    let tensor = Tensor { engine: Engine::Counting(Int::ZERO), layout: counting.into() };
    let mut values = room.values().to_vec();
    *values.get_mut(position)? = Value::Tensor(tensor);
    let Value::Tensor(Tensor { engine: Engine::Counting(begin), layout }) = room.performed.with(values).ok()? else {
        return None;
    };
    let layout = layout.plain().filter(|layout| layout.shape() == room.result.shape())?;
    let (mut draft, mut terms, mut all) = (Draft::default(), Vec::new(), Vec::new());
    for (extent, stride) in layout.shape().leaves().into_iter().zip(layout.int_stride()?.leaves()) {
        let (digit, extent) = (draft.digit(extent.value()), extent.value());
        terms.push(Term { digit, extent, component: 0, stride: stride.value() });
        all.push(digit);
    }
    room.part(draft, a, room.text(position), (begin.value(), terms, all))
}

/// A tiler and the coordinate that chooses, without the modes that a projection leaves out.
pub(crate) fn projected(room: &Room<'_>) -> Option<(Tiler, Coordinate)> {
    let values = room.values();
    let step = room.projection()?;
    let (tiler, place) = (values.get(1)?.as_tiler()?, values.get(2)?.as_coordinate()?);
    match &step {
        Some(step) => Some((pick(step, &tiler, false).ok()?, pick(step, &place, false).ok()?)),
        None => Some((tiler, place)),
    }
}

/// The digits under `_`, in their order; those that numbers fix are noted.
fn chosen_digits(
    draft: &Draft,
    place: &Coordinate,
    digits: &Nested<usize>,
    fixed: &mut Vec<(usize, i64)>,
) -> Option<Vec<usize>> {
    match (place, digits) {
        (Nested::Leaf(Slot::All), _) => Some(leaves(digits)),
        (Nested::Leaf(Slot::Int(_)), _) => {
            let shape = digits.map(&mut |digit| Int::dynamic(draft.extent(*digit)));
            let natural = idx2crd(place, &shape).ok()?;
            let numbers = natural.leaves().into_iter().map(|int| int.value());
            fixed.extend(leaves(digits).into_iter().zip(numbers));
            Some(Vec::new())
        }
        (Nested::Tuple(places), Nested::Tuple(modes)) if places.len() == modes.len() => {
            let each = places.iter().zip(modes).map(|(place, mode)| chosen_digits(draft, place, mode, fixed));
            Some(each.collect::<Option<Vec<_>>>()?.concat())
        }
        _ => None,
    }
}

/// The first and the last leaf of A that each leaf of the result came from.
pub(crate) fn merged(told: &mut dyn FnMut(&mut Trace<'_>) -> Result<Layout, Error>) -> Vec<(usize, usize)> {
    let mut steps = Vec::new();
    let _ = told(&mut Trace::to(&mut steps));
    match steps.last() {
        Some(Step::Leave { origins, .. }) => origins.iter().filter_map(|origin| origin.left).collect(),
        _ => Vec::new(),
    }
}

/// The digits of leaves that stay, at their places in the 1-D coordinate.
pub(crate) fn kept(
    draft: &mut Draft,
    shape: &Shape,
    weight: i64,
    terms: &mut Vec<Term>,
    all: &mut Vec<usize>,
) -> Option<()> {
    let mut stride = weight;
    for extent in shape.leaves() {
        let (digit, extent) = (draft.digit(extent.value()), extent.value());
        terms.push(Term { digit, extent, component: 0, stride });
        all.push(digit);
        stride = stride.checked_mul(extent)?;
    }
    Some(())
}
