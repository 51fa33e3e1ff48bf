//! Parts that the laws take from operands, and conditions that they ask of them.

use super::Premise;
use super::check::Plan;
use super::map::{Domain, Map, leaf_paths};
use crate::algebra::{Tiler, TilerLeaf};
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::{Layout, Shape};
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::Value;
use crate::notebook::value::Item;
use crate::swizzle::Swizzle;

/// A leaf of what is composed from the right: its extent, its index in A, the mode of A, the mode of the result.
pub(crate) struct Reader {
    pub(crate) extent: i64,
    pub(crate) index: Layout,
    pub(crate) of: Vec<usize>,
    pub(crate) place: Vec<usize>,
}

pub(crate) fn item_layout(item: &Item) -> Option<AnyLayout> {
    match item {
        Item::Layout(layout) => Some(AnyLayout::Plain((**layout).clone())),
        Item::Composed(layout) => Some(AnyLayout::Composed((**layout).clone())),
        Item::Tensor(tensor) => Some(tensor.layout.clone()),
        _ => None,
    }
}

pub(crate) fn number(int: &Int) -> i64 {
    int.value()
}

pub(crate) fn numbers(left: (&'static str, i64), right: (&'static str, i64), holds: bool) -> Plan {
    Plan::Numbers { left, right, holds }
}

/// A layout, plain or with a swizzle; a bare shape stands for its column-major layout.
pub(crate) fn any(value: &Value) -> Option<AnyLayout> {
    let shape = || Layout::compact(value.as_ints()?, Major::Left).ok().map(AnyLayout::Plain);
    value.as_any_layout().or_else(shape)
}

pub(crate) fn plain(value: &Value) -> Option<Layout> {
    any(value)?.plain().cloned()
}

pub(crate) fn shape_of(value: &Value) -> Option<IntTuple> {
    value.as_any_layout().map(|layout| layout.shape().clone()).or_else(|| value.as_ints())
}

pub(crate) fn has_basis(layout: &AnyLayout) -> bool {
    layout.innermost().stride().leaves().iter().any(|leaf| leaf.int().is_none() && leaf.scale().value() != 0)
}

pub(crate) fn domain(shape: &Shape) -> Option<Domain> {
    Domain::new(shape.map(&mut |extent| extent.value()))
}

/// So many numbers show everything that a swizzle does.
pub(crate) fn span(swizzle: Swizzle) -> i64 {
    1 << (swizzle.bits() + swizzle.base() + swizzle.shift().unsigned_abs()).min(40)
}

pub(crate) fn injective(letter: &'static str, layout: &AnyLayout) -> Option<(Premise, Plan)> {
    let domain = domain(layout.shape())?;
    let plan = Plan::Apart { domain, map: (letter, Map::of(layout)), owner: None, end: None };
    Some((Premise::Injective(letter), plan))
}

pub(crate) fn onto(letter: &'static str, layout: &AnyLayout, end: i64) -> Option<Plan> {
    let domain = domain(layout.shape())?;
    Some(Plan::Apart { domain, map: (letter, Map::of(layout)), owner: None, end: Some(end) })
}

/// No stride is negative.
pub(crate) fn not_negative(letter: &'static str, layout: &AnyLayout) -> (Premise, Plan) {
    let holds = layout.innermost().stride().leaves().iter().all(|leaf| leaf.scale().value() >= 0);
    (Premise::NotNegative(letter), numbers(("", 0), ("", 0), holds))
}

pub(crate) fn static_numbers(layout: &AnyLayout) -> (Premise, Plan) {
    let layout = layout.innermost();
    let strides = layout.stride().leaves().into_iter().all(|leaf| leaf.scale().is_static());
    let holds = strides && layout.shape().leaves().into_iter().all(|extent| extent.is_static());
    (Premise::StaticNumbers, numbers(("", 0), ("", 0), holds))
}

/// Checks that each stride is a multiple of what the smaller ones reach, and finds what all of them reach.
pub(crate) fn reached(layout: &Layout) -> Option<(Plan, Int)> {
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
pub(crate) fn by_stride(layout: &Layout) -> Option<Vec<(Int, Int)>> {
    let strides = layout.int_stride()?;
    let pairs = layout.shape().leaves().into_iter().copied().zip(strides.leaves().into_iter().copied());
    let mut modes = pairs.filter(|(_, stride)| stride.value() != 0).collect::<Vec<_>>();
    modes.sort_by_key(|(_, stride)| stride.value());
    Some(modes)
}

/// The strides differ, and each is at least what the smaller ones reach.
pub(crate) fn apart(letter: &'static str, layout: &AnyLayout) -> Option<(Premise, Plan)> {
    let modes = by_stride(layout.innermost())?;
    let mut pairs = modes.iter().zip(modes.iter().skip(1));
    let holds = pairs.all(|((extent, smaller), (_, stride))| {
        smaller.value() < stride.value() && smaller.times(*extent).is_ok_and(|reach| reach.value() <= stride.value())
    });
    Some((Premise::Apart(letter), numbers(("", 0), ("", 0), holds)))
}

/// Extents as one mode: a single one by itself.
pub(crate) fn together(extents: &[i64]) -> Nested<i64> {
    match extents {
        [only] => Nested::Leaf(*only),
        _ => Nested::Tuple(extents.iter().map(|extent| Nested::Leaf(*extent)).collect()),
    }
}

/// The arguments behind the first as a tiler.
pub(crate) fn tiler_of(values: &[Value]) -> Option<Tiler> {
    match values.get(1..)? {
        [only] => only.as_tiler(),
        several => Some(Nested::Tuple(several.iter().map(Value::as_tiler).collect::<Option<_>>()?)),
    }
}

/// The leaves of a tiler with their paths.
pub(crate) fn tilers(tiler: &Tiler) -> Vec<(Vec<usize>, TilerLeaf)> {
    let leaves = tiler.leaves().into_iter().cloned();
    leaf_paths(tiler).into_iter().zip(leaves).collect()
}

/// The leaves of a layout that stand below a place of the result.
pub(crate) fn leaf_readers(layout: &Layout, of: &[usize], place: &[usize], readers: &mut Vec<Reader>) -> Option<()> {
    for path in leaf_paths(layout.shape()) {
        let index = layout.at(&path).ok()?;
        let extent = number(&index.size().ok()?);
        readers.push(Reader { extent, index, of: of.to_vec(), place: [place, &path].concat() });
    }
    Some(())
}
