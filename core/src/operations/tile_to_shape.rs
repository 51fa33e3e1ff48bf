//! A block repeated until it has a shape.

use super::alike::changed;
use super::called;
use crate::algebra::product::Order;
use crate::int_tuple::ceil_div;
use crate::int_tuple::{product, product_each};
use crate::laws::operands::{any, number, numbers, shape_of};
use crate::make::Major;
use crate::operations::prelude::*;
use crate::scene::Kind;
use crate::scene::draft::Draft;
use crate::scene::operation::{Room, leaves, pictured, ranked};

pub(super) const TILE_TO_SHAPE: Row = Row {
    name: "tile_to_shape",
    parameters: &["block", "shape", "order"],
    arity: 2..=3,
    apply: Some(Apply::Untraced(tile_to_shape)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("it does not tell from where its leaves came")),
    remarks: &[Remarked::TilerOfOne],
    help: Some(Help {
        line: ["A block repeated until it has a shape", "重复一个块直到得到给定形状"],
        example: "tile_to_shape((_4,_2):(_2,_1),(_8,_8))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[
            Letter::operand("A", 0, ["block", "块"]),
            Letter::operand("B", 1, ["copies", "副本"]),
            Letter::operand("S", 1, ["shape", "形状"]),
        ],
        state: promised,
    })),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[called::LOGICAL_PRODUCT] })),
    advice: Advice::RoundedTarget,
    ..USUAL
};

fn tile_to_shape(arguments: &Arguments) -> Answer {
    let target = arguments.shape(1)?;
    let order = match arguments.values.get(2) {
        None => Order::Major(Major::Left),
        Some(Value::Major(major)) => Order::Major(*major),
        Some(_) => Order::Ranks(arguments.ints(2)?),
    };
    changed(arguments, &mut |layout| layout.tile_to_shape(&target, &order))
}

/// States that the block is repeated until it has the shape.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let [block, target, ..] = performed.arguments.values.as_slice() else { return None };
    let (a, target, r) = (any(block)?.innermost().clone(), shape_of(target)?, any(result)?.innermost().clone());
    room.operand("A", &a);
    room.operand("S", &target);
    let rank = target.rank();
    let a = a.append_to(rank, &Layout::trivial()).ok()?;
    let sizes = [number(&product(&target).ok()?), number(&r.size().ok()?)];
    let compatible = crate::int_tuple::product_each(&target).ok()?;
    let same = crate::compatible::compatible(&compatible, &Nested::Tuple(r.shape().modes().to_vec())).ok()?.value;
    room.law(LawKind::SameSize, numbers(("size(S)", sizes[0]), ("size(R)", sizes[1]), same), Vec::new());
    let places = |inner: usize| (0..rank).map(|mode| (vec![mode], vec![mode, inner])).collect::<Vec<_>>();
    let copies = places(1).iter().map(|(_, place)| r.at(place)).collect::<Result<Vec<_>, _>>().ok()?;
    // Which copy it is: its 1-D coordinate.
    let shape = Nested::Tuple(copies.iter().map(|mode| mode.shape().clone()).collect());
    let copies = Layout::compact(shape, Major::Left).ok()?;
    room.copies(&a, &copies, &r, &places(0), &places(1), false)
}

/// Draws the block, and what it is repeated to.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let a = &pictured(room.values().first()?)?;
    let target = room.values().get(1)?;
    let target = target.as_any_layout().map(|layout| layout.shape().clone()).or_else(|| target.as_ints())?;
    let block = a.innermost().append_to(target.rank(), &Layout::trivial()).ok()?;
    let block = product_each(block.shape()).ok()?;
    let copies = ceil_div(&product_each(&target).ok()?, &block).ok()?;
    let copies = Layout::compact(copies, Major::Left).ok()?;
    let mut draft = Draft::default();
    let [block, copies] = ranked(&mut draft, a.innermost(), &copies)?;
    draft.whole(Role::Operand, a, room.text(0), &leaves(&block))?;
    let all = leaves(&copies);
    let tree = Nested::Tuple(vec![block, copies]).zip().ok()?;
    draft.whole(Role::Result, &room.result, room.whole, &leaves(&tree))?;
    let colours = draft.by_digits(all, Meaning::Copy)?;
    Some(draft.done(Kind::Product, colours))
}
