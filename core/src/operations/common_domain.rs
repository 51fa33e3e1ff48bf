//! Common parts of two shapes: the steps on which they agree, the coarsest shape that refines both, and the finest that
//! both refine.

use super::alike::{ints, layout};
use crate::algebra::sum::greatest_common_domain;
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::compatible::{common_coarsening, common_refinement};
use crate::int_tuple::product;
use crate::laws::map::{Directions, Map};
use crate::laws::operands::{any, domain, number, numbers, shape_of};
use crate::operations::prelude::*;

/// The letters of two shapes.
const LETTERS: &[Letter] = &[Letter::operand("A", 0, ["first", "前者"]), Letter::operand("B", 1, ["second", "后者"])];

/// Facets that they share.
const OF_SHAPES: Row = Row {
    origin: Origin::Other("shapes as a lattice, of the paper on the algebra"),
    parameters: &["a", "b"],
    arity: 2..=2,
    compared: Some(Compared::Always),
    names: Some(Travel::None("a mode of it comes from modes of both")),
    picture: Some(Picture::None("a shape is no layout")),
    ..USUAL
};

pub(super) const GREATEST_COMMON_DOMAIN: Row = Row {
    name: "greatest_common_domain",
    apply: Some(Apply::Untraced(|a| layout(greatest_common_domain(&a.shape(0)?, &a.shape(1)?)))),
    help: Some(Help {
        line: ["The steps of the coordinate that are even in both shapes", "在两个形状中步调都均匀的坐标"],
        example: "greatest_common_domain((_5,_3,_4),(_10,_6))",
    }),
    laws: Some(Laws::Promised(Promise { letters: LETTERS, state: of_domain })),
    picture: Some(Picture::Beside("it is a part of neither shape")),
    ..OF_SHAPES
};

pub(super) const COMMON_REFINEMENT: Row = Row {
    name: "common_refinement",
    apply: Some(Apply::Untraced(|a| ints(common_refinement(&a.shape(0)?, &a.shape(1)?)))),
    help: Some(Help {
        line: ["The coarsest shape that refines both: their join", "同时细化两者的最粗形状（并）"],
        example: "common_refinement((4,(3,5)),((2,2),15))",
    }),
    laws: Some(Laws::Promised(Promise { letters: LETTERS, state: of_refinement })),
    ..OF_SHAPES
};

pub(super) const COMMON_COARSENING: Row = Row {
    name: "common_coarsening",
    apply: Some(Apply::Untraced(|a| ints(common_coarsening(&a.shape(0)?, &a.shape(1)?)))),
    help: Some(Help {
        line: ["The finest shape that both refine: their meet", "两者都细化的最细形状（交）"],
        example: "common_coarsening((4,(3,5)),((2,2),15))",
    }),
    laws: Some(Laws::Promised(Promise { letters: LETTERS, state: of_coarsening })),
    ..OF_SHAPES
};

fn operands(room: &mut laws::Room, performed: &Performed) -> Option<[IntTuple; 2]> {
    let values = performed.arguments.values.as_slice();
    let shapes = [shape_of(values.first()?)?, shape_of(values.get(1)?)?];
    for (letter, shape) in ["A", "B"].into_iter().zip(&shapes) {
        room.operand(letter, shape);
    }
    Some(shapes)
}

/// States that R is ordered, divides both, and steps evenly through the coordinates of both.
fn of_domain(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let shapes = operands(room, performed)?;
    let r = any(result)?;
    let map = ("R", Map::of(&r));
    room.law(
        LawKind::Ordered,
        Plan::Ordered { domain: domain(&Nested::Leaf(product(r.shape()).ok()?))?, map },
        Vec::new(),
    );
    let size = number(&r.size().ok()?);
    for (kind, name, shape) in
        [(LawKind::DividesFirst, "size(A)", &shapes[0]), (LawKind::DividesSecond, "size(B)", &shapes[1])]
    {
        let whole = number(&product(shape).ok()?);
        room.law(kind, numbers(("size(R)", size), (name, whole), whole % size.max(1) == 0), Vec::new());
    }
    steps_evenly(room, LawKind::EvenFirst, &shapes[0], &r);
    steps_evenly(room, LawKind::EvenSecond, &shapes[1], &r);
    Some(())
}

/// States that the coordinates of R in a shape are as many times a step as those of R say.
fn steps_evenly(room: &mut laws::Room, kind: LawKind, shape: &IntTuple, r: &AnyLayout) -> Option<()> {
    let coordinates = AnyLayout::Plain(Layout::identity(shape.clone()));
    let mut directions = Directions::new();
    let natural = Map::along(&coordinates, &mut directions, &[(0, Vec::new())]);
    let (mut steps, mut index) = (Map::default(), Vec::new());
    let strides = r.innermost().int_stride()?;
    let of_steps = strides.leaves().into_iter().map(|step| {
        natural.index(&[step.value()], &mut index)?;
        Some(index.clone())
    });
    let of_steps = of_steps.collect::<Option<Vec<_>>>()?;
    for (place, direction) in directions.clone().iter().enumerate() {
        let mut own = of_steps.iter().filter_map(|step| step.get(place));
        let stride = r.shape().map(&mut |_| {
            let scale = Int::dynamic(own.next().copied().unwrap_or_default());
            StrideLeaf::Basis(ScaledBasis { scale, path: direction.clone() })
        });
        steps.add(0, &Layout::new(r.shape().clone(), stride).ok()?, &mut directions);
    }
    let left = vec![(called::IDX2CRD, natural), ("R", Map::of(r))];
    let right = vec![("steps", steps)];
    room.law(kind, Plan::Same { domain: domain(r.shape())?, left, right, bounds: None }, Vec::new());
    Some(())
}

/// States that a shape accepts all coordinates of another.
fn accepts(room: &mut laws::Room, kind: LawKind, coarse: &IntTuple, fine: &IntTuple) -> Option<()> {
    let domain = domain(&Nested::Leaf(product(coarse).ok()?))?;
    room.law(kind, Plan::Accepts { domain, of: [coarse.clone(), fine.clone()] }, Vec::new());
    Some(())
}

/// States that all coordinates of A and of B are coordinates of R.
fn of_refinement(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let [a, b] = operands(room, performed)?;
    let r = result.as_ints()?;
    accepts(room, LawKind::RefinesFirst, &a, &r)?;
    accepts(room, LawKind::RefinesSecond, &b, &r)
}

/// States that all coordinates of R are coordinates of A and of B.
fn of_coarsening(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let [a, b] = operands(room, performed)?;
    let r = result.as_ints()?;
    accepts(room, LawKind::CoarsensFirst, &r, &a)?;
    accepts(room, LawKind::CoarsensSecond, &r, &b)
}
