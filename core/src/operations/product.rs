//! A block repeated: the four products are one, but for where blocks and copies stand.

use super::alike::{BY_TILER, by_tiler};
use crate::algebra::tile::unzip;
use crate::laws::operands::{any, tiler_of, tilers};
use crate::laws::tiles::{Form, regrouped, tile_of};
use crate::operations::prelude::*;
use crate::scene::draft::{Draft, layout_of_leaf, tiler_layout};
use crate::scene::operation::{Room, leaves, pictured};
use crate::scene::standing::Stand;
use crate::scene::{Kind, Part, Standing};

const PAIRED: Standing = Standing::Paired { is_within_first: true };

pub(super) const LOGICAL_PRODUCT: Row = Row {
    name: "logical_product",
    apply: Some(Apply::Traced(|a, l| by_tiler(a, l, Layout::logical_product_with_trace))),
    names: Some(Travel::Traced(Tracing::LogicalProduct)),
    help: Some(Help {
        line: ["Repeated: (block, copies)", "重复：（块，副本）"],
        example: "logical_product((_2,_2):(_4,_1),_6:_1)",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["block", "块"]), Letter::operand("B", 1, ["copies", "副本"])],
        state: |room, performed, result| promised(room, performed, result, Form::Logical),
    })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| repeated(room, PAIRED), told_as: &["logical_product"] })),
    alternatives: Alternatives::Of(Family::Product, "logical"),
    ..BY_TILER
};

pub(super) const ZIPPED_PRODUCT: Row = Row {
    name: "zipped_product",
    apply: Some(Apply::Traced(|a, l| by_tiler(a, l, Layout::zipped_product_with_trace))),
    names: Some(Travel::Traced(Tracing::Plain)),
    help: Some(Help {
        line: ["Repeated: ((blocks), (copies))", "重复：（（各块），（各副本））"],
        example: "zipped_product((_2,_5):(_5,_1),(_3,_4))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["block", "块"]), Letter::operand("B", 1, ["copies", "副本"])],
        state: |room, performed, result| promised(room, performed, result, Form::Zipped),
    })),
    picture: Some(Picture::Drawn(Drawing {
        draw: |room| repeated(room, Standing::Zipped),
        told_as: &["logical_product"],
    })),
    alternatives: Alternatives::Of(Family::Product, "zipped"),
    ..BY_TILER
};

pub(super) const TILED_PRODUCT: Row = Row {
    name: "tiled_product",
    apply: Some(Apply::Traced(|a, l| by_tiler(a, l, Layout::tiled_product_with_trace))),
    names: Some(Travel::Traced(Tracing::Plain)),
    help: Some(Help {
        line: ["Repeated: ((blocks), copies, copies, …)", "重复：（（各块），副本，副本，…）"],
        example: "tiled_product((_2,_5):(_5,_1),(_3,_4))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["block", "块"]), Letter::operand("B", 1, ["copies", "副本"])],
        state: |room, performed, result| promised(room, performed, result, Form::Spread),
    })),
    picture: Some(Picture::Drawn(Drawing {
        draw: |room| repeated(room, Standing::Tiled),
        told_as: &["logical_product"],
    })),
    alternatives: Alternatives::Of(Family::Product, "tiled"),
    ..BY_TILER
};

pub(super) const FLAT_PRODUCT: Row = Row {
    name: "flat_product",
    apply: Some(Apply::Traced(|a, l| by_tiler(a, l, Layout::flat_product_with_trace))),
    names: Some(Travel::Traced(Tracing::Plain)),
    help: Some(Help {
        line: ["Repeated: (block, block, …, copies, copies, …)", "重复：（块，块，…，副本，副本，…）"],
        example: "flat_product((_2,_5):(_5,_1),(_3,_4))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["block", "块"]), Letter::operand("B", 1, ["copies", "副本"])],
        state: |room, performed, result| promised(room, performed, result, Form::Spread),
    })),
    picture: Some(Picture::Drawn(Drawing {
        draw: |room| repeated(room, Standing::Flat),
        told_as: &["logical_product"],
    })),
    alternatives: Alternatives::Of(Family::Product, "flat"),
    ..BY_TILER
};

/// States where the block and its copies lie.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value, form: Form) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let (a, r) = (any(values.first()?)?.innermost().clone(), any(result)?.innermost().clone());
    let tiler = tiler_of(values)?;
    room.operand("A", &a);
    room.operand("B", &tiler);
    let r = regrouped(&a, &tiler, &r, form, Layout::zipped_product)?;
    for (path, leaf) in tilers(&tiler) {
        let Some(b) = tile_of(&leaf) else { continue };
        let place = |half: usize| form.place(&path, half);
        room.mode.clone_from(&path);
        let whole = |half: usize| vec![(Vec::new(), place(half))];
        room.copies(&a.at(&path).ok()?, &b, &r, &whole(0), &whole(1), true);
    }
    room.mode.clear();
    Some(())
}

/// Draws the block, and what it is repeated over.
fn repeated(room: &Room<'_>, standing: Standing) -> Option<Scene> {
    let a = &pictured(room.values().first()?)?;
    fn below(
        draft: &mut Draft,
        a: &Layout,
        tiler: &Tiler,
        block: &mut Vec<usize>,
        copies: &mut Vec<usize>,
    ) -> Option<Nested<usize>> {
        if let Nested::Tuple(tilers) = tiler {
            let mut modes = Vec::with_capacity(a.rank());
            for index in 0..a.rank().max(tilers.len()) {
                let mode = a.at(&[index]).ok()?;
                modes.push(match tilers.get(index) {
                    Some(tiler) => below(draft, &mode, tiler, block, copies)?,
                    None => own(draft, &mode, block),
                });
            }
            return Some(Nested::Tuple(modes));
        }
        let whole = own(draft, a, block);
        let Some(b) = layout_of_leaf(tiler) else { return Some(whole) };
        let digits = draft.digits(b.shape());
        let of_leaf = leaves(&digits);
        copies.extend(of_leaf.iter().copied());
        let size = a.size().ok()?.value();
        draft.parts.push(Part { leaves: of_leaf.clone(), rest: of_leaf, path: Vec::new(), weight: 1, size });
        Some(Nested::Tuple(vec![whole, digits]))
    }
    fn own(draft: &mut Draft, a: &Layout, block: &mut Vec<usize>) -> Nested<usize> {
        let digits = draft.digits(a.shape());
        block.extend(leaves(&digits));
        digits
    }
    let tiler = room.tiler()?;
    let (mut draft, mut block, mut copies) = (Draft::default(), Vec::new(), Vec::new());
    let tree = below(&mut draft, a.innermost(), &tiler, &mut block, &mut copies)?;
    let (order, rank) = if standing != PAIRED {
        let (blocks, rests) = unzip(&tree, &tiler).ok()?;
        ([leaves(&blocks), leaves(&rests)].concat(), blocks.rank())
    } else {
        (leaves(&tree), 1)
    };
    draft.stand = Some(Stand::by(standing, &tiler, rank));
    draft.whole(Role::Operand, a, room.text(0), &block)?;
    if let Some(layout) = tiler_layout(&tiler, None) {
        draft.whole(Role::Copies, &layout.into(), room.texts_from(1).as_deref(), &copies);
    }
    draft.whole(Role::Result, &room.result, room.whole, &order)?;
    let colours = draft.by_digits(copies, Meaning::Copy)?;
    Some(draft.done(Kind::Product, colours))
}
