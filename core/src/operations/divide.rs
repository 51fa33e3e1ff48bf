//! A layout cut by a tiler: the four divides are one, but for where tiles and rests stand.

use super::alike::{BY_TILER, by_tiler};
use crate::algebra::TilerLeaf;
use crate::algebra::tile::unzip;
use crate::int_tuple::product;
use crate::laws::Premise;
use crate::laws::operands::{Reader, any, injective, leaf_readers, number, numbers, reached, tiler_of, tilers};
use crate::laws::tiles::{Form, regrouped, tile_of};
use crate::make::Major;
use crate::operations::prelude::*;
use crate::scene::draft::{Cut, Cutting, Draft, tiler_layout};
use crate::scene::operation::{Room, leaves, pictured};
use crate::scene::standing::Stand;
use crate::scene::{Kind, Standing};

const PAIRED: Standing = Standing::Paired { is_within_first: true };

pub(super) const LOGICAL_DIVIDE: Row = Row {
    name: "logical_divide",
    apply: Some(Apply::Traced(|a, l| by_tiler(a, l, Layout::logical_divide_with_trace))),
    names: Some(Travel::Traced(Tracing::LogicalDivide)),
    help: Some(Help {
        line: ["Cut into (tile, rest), mode by mode for a tuple", "切成（tile，余），元组则逐 mode"],
        example: "logical_divide((_4,_2,_3):(_2,_1,_8),_4:_2)",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("T", 1, ["tiler", "tiler"])],
        state: |room, performed, result| promised(room, performed, result, Form::Logical),
    })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| cut(room, PAIRED), told_as: &["logical_divide"] })),
    alternatives: Alternatives::Of(Family::Divide, "logical"),
    remarks: &[],
    ..BY_TILER
};

pub(super) const ZIPPED_DIVIDE: Row = Row {
    name: called::ZIPPED_DIVIDE,
    apply: Some(Apply::Traced(|a, l| by_tiler(a, l, Layout::zipped_divide_with_trace))),
    names: Some(Travel::Traced(Tracing::Divide)),
    help: Some(Help {
        line: ["Cut into ((tiles), (rests))", "切成（（各 tile），（各余））"],
        example: "zipped_divide((_8,_8):(_1,_8),(_4,_2))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("T", 1, ["tiler", "tiler"])],
        state: |room, performed, result| promised(room, performed, result, Form::Zipped),
    })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| cut(room, Standing::Zipped), told_as: &["logical_divide"] })),
    alternatives: Alternatives::Of(Family::Divide, "zipped"),
    remarks: &[],
    ..BY_TILER
};

pub(super) const TILED_DIVIDE: Row = Row {
    name: "tiled_divide",
    aliases: &["tile"],
    apply: Some(Apply::Traced(|a, l| by_tiler(a, l, Layout::tiled_divide_with_trace))),
    names: Some(Travel::Traced(Tracing::Divide)),
    help: Some(Help {
        line: ["Cut into ((tiles), rest, rest, …)", "切成（（各 tile），余，余，…）"],
        example: "tiled_divide((_8,_8):(_1,_8),(_4,_2))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("T", 1, ["tiler", "tiler"])],
        state: |room, performed, result| promised(room, performed, result, Form::Spread),
    })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| cut(room, Standing::Tiled), told_as: &["logical_divide"] })),
    alternatives: Alternatives::Of(Family::Divide, "tiled"),
    remarks: &[Remarked::TilerOfVector],
    ..BY_TILER
};

pub(super) const FLAT_DIVIDE: Row = Row {
    name: "flat_divide",
    apply: Some(Apply::Traced(|a, l| by_tiler(a, l, Layout::flat_divide_with_trace))),
    names: Some(Travel::Traced(Tracing::Divide)),
    help: Some(Help {
        line: ["Cut into (tile, tile, …, rest, rest, …)", "切成（tile，tile，…，余，余，…）"],
        example: "flat_divide((_8,_8):(_1,_8),(_4,_2))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("T", 1, ["tiler", "tiler"])],
        state: |room, performed, result| promised(room, performed, result, Form::Spread),
    })),
    picture: Some(Picture::Drawn(Drawing { draw: |room| cut(room, Standing::Flat), told_as: &["logical_divide"] })),
    alternatives: Alternatives::Of(Family::Divide, "flat"),
    ..BY_TILER
};

/// States where the tiles lie.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value, form: Form) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let (a, r) = (any(values.first()?)?, any(result)?);
    let tiler = tiler_of(values)?;
    room.operand("A", &a);
    room.operand("T", &tiler);
    let mut premises = Vec::new();
    // Mode by mode: what one loses another may gain by rounding up.
    let whole = (product(r.shape()).ok()?, product(a.shape()).ok()?);
    let (cut, size) = uneven(a.innermost(), &tiler).unwrap_or(whole);
    let sizes = numbers(("size(R)", number(&cut)), ("size(A)", number(&size)), cut.value() == size.value());
    premises.push((Premise::Divides, sizes));
    for (_, leaf) in tilers(&tiler) {
        if let TilerLeaf::Layout(layout) = leaf {
            // Else what repeats the tile leaves some of A out, though it has as many elements.
            let reach = reached(&layout).map(|(plan, _)| (Premise::Reach("T"), plan));
            premises.extend(injective("T", &AnyLayout::Plain(layout)));
            premises.extend(reach);
        }
    }
    room.images(LawKind::SameIndices, &r, &a, true);
    let inner = regrouped(a.innermost(), &tiler, r.innermost(), form, Layout::zipped_divide)?;
    let inner = r.map(&mut |_| Ok(inner.clone())).ok()?;
    let (mut tile, mut whole, mut rests) = (Vec::new(), Vec::new(), Vec::new());
    for (path, leaf) in tilers(&tiler) {
        let mode = a.innermost().at(&path).ok()?;
        let Some(layout) = tile_of(&leaf) else {
            // `_` keeps the mode; it is one more thing to read.
            if form != Form::Logical {
                room.laws.iter_mut().for_each(|law| law.premises.clone_from(&premises));
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
        leaf_readers(&layout, &path, &form.place(&path, 0), &mut tile)?;
        leaf_readers(&layout, &path, &form.place(&path, 0), &mut whole)?;
        leaf_readers(&rest, &path, &form.place(&path, 1), &mut rests)?;
    }
    room.read(LawKind::Tile, &a, tile, Vec::new(), &inner);
    room.read(LawKind::Divide, &a, whole, rests, &inner);
    room.laws.iter_mut().for_each(|law| law.premises.clone_from(&premises));
    Some(())
}

/// The sizes of the first mode that a tiler does not cut into as many elements as there are: after and before.
fn uneven(layout: &Layout, tiler: &Tiler) -> Option<(Int, Int)> {
    if let Nested::Tuple(tilers) = tiler {
        let modes = tilers.iter().enumerate();
        return modes.filter_map(|(mode, tiler)| uneven(&layout.at(&[mode]).ok()?, tiler)).next();
    }
    let (cut, size) = (layout.logical_divide(tiler).ok()?.size().ok()?, layout.size().ok()?);
    (cut.value() != size.value()).then_some((cut, size))
}

/// Draws A cut into tiles.
fn cut(room: &Room<'_>, standing: Standing) -> Option<Scene> {
    let a = &pictured(room.values().first()?)?;
    let tiler = room.tiler()?;
    let (mut draft, mut cut) = (Draft::default(), Cut::new());
    let tree = cut.by(&mut draft, a.innermost(), &tiler, Cutting::Divide)?;
    let (mut tile, mut rest) = (std::mem::take(&mut cut.tile), std::mem::take(&mut cut.rest));
    let (tree, rank) = if standing != PAIRED {
        let (tiles, rests) = unzip(&tree, &tiler).ok()?;
        (tile, rest) = (leaves(&tiles), leaves(&rests));
        let rank = tiles.rank();
        (Nested::Tuple(vec![tiles, rests]), rank)
    } else {
        (tree, 1)
    };
    draft.stand = Some(Stand::by(standing, &tiler, rank));
    draft.panel(Role::Operand, a.clone(), room.text(0), cut.reading())?;
    if let Some(layout) = tiler_layout(&tiler, Some(a.innermost())) {
        // Under `_` a mode may be cut where it has parentheses; then the tiler as a layout has other cells.
        draft.whole(Role::Tiler, &layout.into(), room.texts_from(1).as_deref(), &tile);
    }
    draft.whole(Role::Result, &room.result, room.whole, &leaves(&tree))?;
    let colours = draft.by_digits(rest, Meaning::Tile)?;
    Some(draft.done(Kind::Divide, colours))
}
