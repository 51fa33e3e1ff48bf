//! The panels of operations that have A's cells in other modes or a part of them: reshapes, modes, slices, recasts.

use super::draft::{Cut, Cutting, Draft, size_of};
use super::operation::{Room, any, leaves, weight_at};
use super::space::{Component, Reading, Term};
use super::{Kind, Meaning, Role, Scene};
use crate::after::After;
use crate::algebra::tile::unzip;
use crate::algebra::{Tiler, TilerLeaf};
use crate::basis::StrideLeaf;
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, Slot, idx2crd};
use crate::error::Error;
use crate::int::Int;
use crate::int_tuple::{product, product_each};
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::slice::pick;
use crate::steps::{Step, Teller};
use crate::tensor::padded;

impl Room<'_> {
    /// The same 1-D coordinates.
    pub(super) fn reshape(&self, a: &AnyLayout) -> Option<Scene> {
        let mut draft = Draft::default();
        let (own, size) = (size_of(a)?, size_of(&self.result)?);
        let all = draft.digit(size);
        let term = Term { digit: all, extent: size, component: 0, stride: 1 };
        let reading = Reading::new(vec![term], vec![Component { base: 0, size: own, weight: 1 }], After::default());
        draft.panel(Role::Operand, a.clone(), self.text(0), reading)?;
        draft.whole(Role::Result, &self.result, self.whole, &[all])?;
        if self.performed.function.name == "coalesce" && self.values().len() == 1 {
            draft.merged = merged(&mut |listener| a.innermost().coalesce_told(listener));
        }
        Some(draft.done(Kind::Reshape, Draft::by_index()))
    }

    /// The same with modes of stride 0 left out.
    pub(super) fn filter(&self, a: &AnyLayout) -> Option<Scene> {
        let kept = match (self.performed.function.name, self.values()) {
            (_, [_]) => a.innermost().filter_zeros().ok()?,
            _ => return None,
        };
        let mut draft = Draft::default();
        let digits = leaves(&draft.digits(a.shape()));
        draft.whole(Role::Operand, a, self.text(0), &digits)?;
        let pairs = digits.iter().zip(kept.shape().leaves());
        let of_result = pairs.filter(|(digit, extent)| draft.extent(**digit) == extent.value());
        let of_result = of_result.map(|(digit, _)| *digit).collect::<Vec<_>>();
        draft.whole(Role::Result, &self.result, self.whole, &of_result)?;
        if self.performed.function.name == "filter" {
            draft.merged = merged(&mut |listener| a.innermost().filter_told(listener));
        }
        Some(draft.done(Kind::Reshape, Draft::by_index()))
    }

    /// Some modes, the others at 0.
    pub(super) fn modes(&self, a: &AnyLayout) -> Option<Scene> {
        let numbers = self.performed.arguments.template.iter().map(|value| value.as_int().map(Int::value));
        let numbers = numbers.collect::<Option<Vec<_>>>()?;
        let paths = match (self.performed.function.name, numbers.as_slice()) {
            ("select", chosen) => chosen.iter().map(|mode| vec![*mode]).collect::<Vec<_>>(),
            ("take", [begin, end]) => {
                let end = if *end == -1 { a.rank() as i64 } else { *end };
                (*begin..end).map(|mode| vec![mode]).collect()
            }
            ("get" | "layout", path) => vec![path.to_vec()],
            _ => return None,
        };
        let mut draft = Draft::default();
        let (mut terms, mut all) = (Vec::new(), Vec::new());
        for path in paths {
            let path = path.into_iter().map(|mode| usize::try_from(mode).ok()).collect::<Option<Vec<_>>>()?;
            let weight = weight_at(a.shape(), &path)?;
            kept(&mut draft, a.shape().at(&path).ok()?, weight, &mut terms, &mut all)?;
        }
        self.part(draft, a, self.text(0), (0, terms, all))
    }

    pub(super) fn slice(&self, a: &AnyLayout, place: &Coordinate) -> Option<Scene> {
        fn walk(
            draft: &mut Draft,
            place: &Coordinate,
            shape: &Shape,
            weight: i64,
            found: &mut (i64, Vec<Term>, Vec<usize>),
        ) -> Option<()> {
            match place {
                Nested::Leaf(Slot::All) => kept(draft, shape, weight, &mut found.1, &mut found.2),
                Nested::Leaf(Slot::Int(digit)) => {
                    found.0 = found.0.checked_add(digit.value().checked_mul(weight)?)?;
                    Some(())
                }
                Nested::Tuple(places) => {
                    let mut weight = weight;
                    for (place, mode) in places.iter().zip(shape.modes()) {
                        walk(draft, place, mode, weight, found)?;
                        weight = weight.checked_mul(product(mode).ok()?.value())?;
                    }
                    Some(())
                }
            }
        }
        let mut draft = Draft::default();
        let mut found = (0, Vec::new(), Vec::new());
        walk(&mut draft, place, a.shape(), 1, &mut found)?;
        self.part(draft, a, self.text(1), found)
    }

    /// A tile of A, or one place of every tile: the tiler cuts, and a coordinate chooses.
    pub(super) fn partition(&self, a: &AnyLayout) -> Option<Scene> {
        let values = self.values();
        let step = match values.get(3) {
            Some(step) => Some(step.as_coordinate()?),
            None => None,
        };
        let (tiler, place): (Tiler, Coordinate) = match self.performed.function.name {
            "local_partition" => {
                let threads = any(values.get(1)?)?.plain()?.clone();
                let threads = step.as_ref().map_or(Ok(threads.clone()), |step| threads.dice(step)).ok()?;
                let tiler = product_each(threads.shape()).ok()?.map(&mut |extent| TilerLeaf::Extent(*extent));
                (tiler, Coordinate::from(&threads.get_flat_coord(values.get(2)?.as_int()?).ok()?))
            }
            _ => {
                let (tiler, place) = (values.get(1)?.as_tiler()?, values.get(2)?.as_coordinate()?);
                match &step {
                    Some(step) => (pick(step, &tiler, false).ok()?, pick(step, &place, false).ok()?),
                    None => (tiler, place),
                }
            }
        };
        let (mut draft, mut cut) = (Draft::default(), Cut::new());
        let tree = cut.by(&mut draft, a.innermost(), &tiler, Cutting::Divide)?;
        let (tiles, rests) = unzip(&tree, &tiler).ok()?;
        let is_tile = self.performed.function.name == "local_tile";
        let chosen = if is_tile { &rests } else { &tiles };
        let mut fixed = Vec::new();
        let kept = chosen_digits(&draft, &padded(&place, chosen.rank()).ok()?, chosen, &mut fixed)?;
        let order = if is_tile { [leaves(&tiles), kept].concat() } else { [kept, leaves(&rests)].concat() };
        draft.panel(Role::Operand, a.clone(), self.text(0), cut.at(&fixed)?)?;
        draft.whole(Role::Result, &self.result, self.whole, &order)?;
        let colours = draft.by_digits(order, Meaning::Coordinate)?;
        Some(draft.done(Kind::Part, colours))
    }

    fn part(
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

    pub(super) fn recast(&self, a: &AnyLayout) -> Option<Scene> {
        let (own, found) = (a.shape().leaves(), self.result.shape().leaves());
        if own.len() != found.len() {
            return None;
        }
        let mut draft = Draft::default();
        // Digits of the larger elements, and of the smaller ones within a larger one.
        let (mut small, mut large) = (Vec::new(), Vec::new());
        let is_up = size_of(&self.result)? <= size_of(a)?;
        let strides = a.innermost().stride().leaves().into_iter().map(StrideLeaf::scale);
        let factor = self.factor()?;
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
            draft.panel(Role::Operand, a.clone(), self.text(0), reading)?;
            draft.whole(Role::Result, &self.result, self.whole, &large)?;
        } else {
            draft.whole(Role::Operand, a, self.text(0), &large)?;
            draft.panel(Role::Result, self.result.clone(), self.whole, reading)?;
        }
        let colours = draft.by_digits(large, Meaning::Element)?;
        Some(draft.done(Kind::Recast, colours))
    }

    /// How many of the smaller elements make a larger one; `None` where both sizes change.
    fn factor(&self) -> Option<i64> {
        let arguments = &self.performed.arguments;
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
fn merged(told: &mut dyn FnMut(&mut Teller<'_>) -> Result<Layout, Error>) -> Vec<(usize, usize)> {
    let mut steps = Vec::new();
    let _ = told(&mut Teller::to(&mut steps));
    match steps.last() {
        Some(Step::Leave { origins, .. }) => origins.iter().filter_map(|origin| origin.left).collect(),
        _ => Vec::new(),
    }
}

/// The digits of leaves that stay, at their places in the 1-D coordinate.
fn kept(draft: &mut Draft, shape: &Shape, weight: i64, terms: &mut Vec<Term>, all: &mut Vec<usize>) -> Option<()> {
    let mut stride = weight;
    for extent in shape.leaves() {
        let (digit, extent) = (draft.digit(extent.value()), extent.value());
        terms.push(Term { digit, extent, component: 0, stride });
        all.push(digit);
        stride = stride.checked_mul(extent)?;
    }
    Some(())
}
