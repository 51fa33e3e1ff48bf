//! One tile of a tensor.

use super::alike::tensor;
use super::row::{BLANK, Row};
use crate::doctor::Advice;
use crate::laws::Laws;
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::notebook::algebra::Apply;
use crate::notebook::brothers::{Brothers, Family};
use crate::notebook::evaluate::{Compared, Partition, Remarked, Travel};
use crate::notebook::functions::{Answer, Arguments, Help, Holds, Subject};
use crate::notebook::value::Value;
use crate::scene::operation::Room;
use crate::scene::part::{partition, projected};
use crate::scene::{Drawing, Picture, Scene};

pub(super) const LOCAL_TILE: Row = Row {
    name: "local_tile",
    aliases: &["inner_partition"],
    parameters: &["tensor", "tiler", "coord", "proj"],
    arity: 3..=4,
    holds: Some(Holds::Arguments),
    subject: Some(Subject::Operands),
    python: Some(&[]),
    apply: Some(Apply::Silent(local_tile)),
    compared: Some(Compared::Always),
    names: Some(Travel::Partition(Partition::Tile)),
    remarks: Some(&[Remarked::TilerOfOne]),
    help: Some(Help {
        line: ["One tile of a tensor", "张量的一个 tile"],
        example: "local_tile(make_counting_tensor((8,8):(1,8)),(4,4),(1,0))",
    }),
    laws: Some(Laws::None("zipped_divide and slice promise what it is made of")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::Projection),
    map: Some(Maps::Never),
    brothers: Some(Brothers::Of(Family::Partition, "inner")),
    ..BLANK
};

fn local_tile(arguments: &Arguments) -> Answer {
    let (tensor, tiler, place) = (tensor(arguments)?, arguments.tiler(1)?, arguments.coordinate(2)?);
    let tile = match arguments.values.len() {
        3 => tensor.local_tile(&tiler, &place)?,
        _ => tensor.local_tile_by(&tiler, &place, &arguments.coordinate(3)?)?,
    };
    Ok(Value::Tensor(tile))
}

/// Draws the tile in the tensor.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    partition(room, projected(room)?, true)
}
