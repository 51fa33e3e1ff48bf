//! A block repeated mode by mode: blocks whole, or interleaved.

use super::alike::changed;
use super::called;
use crate::laws::operands::plain;
use crate::operations::prelude::*;
use crate::scene::draft::Draft;
use crate::scene::operation::{Room, leaves, pictured, ranked};
use crate::scene::standing::Stand;
use crate::scene::{Kind, Part};

pub(super) const BLOCKED_PRODUCT: Row = Row {
    name: "blocked_product",
    parameters: &["block", "tiler"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, l| by_layout(a, l, Layout::blocked_product_with_trace))),
    compared: Some(Compared::Always),
    names: Some(Travel::Traced(Tracing::Plain)),
    remarks: &[Remarked::TilerOfOne],
    help: Some(Help {
        line: ["Repeated mode by mode, blocks whole", "逐 mode 重复，块保持完整"],
        example: "blocked_product((_2,_5):(_5,_1),(_3,_4):(_1,_3))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["block", "块"]), Letter::operand("B", 1, ["copies", "副本"])],
        state: |room, performed, result| promised(room, performed, result, [0, 1]),
    })),
    picture: Some(Picture::Drawn(Drawing {
        draw: |room| mode_by_mode(room, true),
        told_as: &[called::LOGICAL_PRODUCT],
    })),
    alternatives: Alternatives::Of(Family::Product, "blocked"),
    ..USUAL
};

pub(super) const RAKED_PRODUCT: Row = Row {
    name: "raked_product",
    parameters: &["block", "tiler"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, l| by_layout(a, l, Layout::raked_product_with_trace))),
    compared: Some(Compared::Always),
    names: Some(Travel::Traced(Tracing::Plain)),
    remarks: &[Remarked::TilerOfOne, Remarked::Raked],
    help: Some(Help {
        line: ["Repeated mode by mode, blocks interleaved", "逐 mode 重复，块交错排列"],
        example: "raked_product((_2,_5):(_5,_1),(_3,_4):(_1,_3))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["block", "块"]), Letter::operand("B", 1, ["copies", "副本"])],
        state: |room, performed, result| promised(room, performed, result, [1, 0]),
    })),
    picture: Some(Picture::Drawn(Drawing {
        draw: |room| mode_by_mode(room, false),
        told_as: &[called::LOGICAL_PRODUCT],
    })),
    alternatives: Alternatives::Of(Family::Product, "raked"),
    ..USUAL
};

fn by_layout(
    arguments: &Arguments,
    trace: &mut Trace<'_>,
    operation: fn(&Layout, &Layout, &mut Trace<'_>) -> crate::error::Result<Layout>,
) -> Answer {
    let right = arguments.plain(1)?;
    changed(arguments, &mut |layout| operation(layout, &right, trace))
}

/// States where the block and its copies lie, which of the two stands first in each mode.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value, [block, copies]: [usize; 2]) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let (a, b, r) = (plain(values.first()?)?, plain(values.get(1)?)?, plain(result)?);
    room.operand("A", &a);
    room.operand("B", &b);
    let rank = a.rank().max(b.rank());
    let at = |mode: usize, inner: usize| vec![mode, inner];
    let pad = |layout: &Layout| layout.append_to(rank, &Layout::trivial()).ok();
    // Of two integers, or an integer and a tuple of one, the whole is the mode.
    let is_whole = rank == 1 && (a.shape().is_leaf() || b.shape().is_leaf());
    let places = |inner: usize| match is_whole {
        true => vec![(Vec::new(), at(0, inner))],
        false => (0..rank).map(|mode| (vec![mode], at(mode, inner))).collect::<Vec<_>>(),
    };
    room.copies(&pad(&a)?, &pad(&b)?, &r, &places(block), &places(copies), true);
    Some(())
}

/// Draws block and copies mode by mode, which of them stands first within each.
fn mode_by_mode(room: &Room<'_>, is_block_first: bool) -> Option<Scene> {
    let a = &pictured(room.values().first()?)?;
    let copies = pictured(room.values().get(1)?)?;
    let b = copies.plain()?;
    let mut draft = Draft::default();
    draft.stand = Some(Stand::paired(is_block_first, a.rank().max(b.rank())));
    let [block, copies] = ranked(&mut draft, a.innermost(), b)?;
    draft.whole(Role::Operand, a, room.text(0), &leaves(&block))?;
    draft.whole(Role::Copies, &b.clone().into(), room.text(1), &leaves(&copies));
    let all = leaves(&copies);
    draft.parts.push(Part { leaves: all.clone(), rest: all.clone(), path: Vec::new(), weight: 1, size: 1 });
    let pair = if is_block_first { vec![block, copies] } else { vec![copies, block] };
    let tree = Nested::Tuple(pair).zip().ok()?;
    draft.whole(Role::Result, &room.result, room.whole, &leaves(&tree))?;
    let colours = draft.by_digits(all, Meaning::Copy)?;
    Some(draft.done(Kind::Product, colours))
}
