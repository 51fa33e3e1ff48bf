//! The tiles of every mode together, and what is left of every mode: what makes a zipped divide of a logical one.

use super::alike::{changed, tiler_from};
use crate::algebra::tile::unzip;
use crate::operations::prelude::*;
use crate::scene::Kind;
use crate::scene::draft::Draft;
use crate::scene::operation::{Room, leaves, pictured};

pub(super) const TILE_UNZIP: Row = Row {
    name: "tile_unzip",
    parameters: &["layout", "tiler"],
    arity: 2..=MANY,
    apply: Some(Apply::Untraced(tile_unzip)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Moves(0)),
    remarks: &[Remarked::TilerOfOne],
    help: Some(Help {
        line: [
            "((tile,rest),(tile,rest)) as ((tiles),(rests))",
            "把（（tile，余），（tile，余））变成（（各 tile），（各余））",
        ],
        example: "tile_unzip(((_4,_2),(_2,_4)):((_1,_4),(_8,_16)),(_4,_2))",
    }),
    laws: Some(Laws::None("modes are moved about, none is changed")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    ..USUAL
};

fn tile_unzip(arguments: &Arguments) -> Answer {
    let tiler = tiler_from(arguments, 1)?;
    changed(arguments, &mut |layout| {
        let (tiles, rests) = unzip(layout.shape(), &tiler)?;
        let (along, across) = unzip(layout.stride(), &tiler)?;
        crate::Layout::new(Nested::Tuple(vec![tiles, rests]), Nested::Tuple(vec![along, across]))
    })
}

/// Draws the same cells in other modes, each in the colour of its tile.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let a = pictured(room.values().first()?)?;
    let mut draft = Draft::default();
    let digits = draft.digits(a.shape());
    let (tiles, rests) = unzip(&digits, &room.tiler()?).ok()?;
    draft.whole(Role::Operand, &a, room.text(0), &leaves(&digits))?;
    draft.whole(Role::Result, &room.result, room.whole, &[leaves(&tiles), leaves(&rests)].concat())?;
    let colours = draft.by_digits(leaves(&rests), Meaning::Tile)?;
    Some(draft.done(Kind::Divide, colours))
}
