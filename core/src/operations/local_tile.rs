//! One tile of a tensor.

use super::alike::{telling, tensor};
use super::called;
use crate::coordinate::Coordinate;
use crate::notebook::evaluate::Partition;
use crate::operations::prelude::*;
use crate::scene::operation::Room;
use crate::scene::part::{partition, projected};

pub(super) const LOCAL_TILE: Row = Row {
    name: "local_tile",
    aliases: &["inner_partition"],
    parameters: &["tensor", "tiler", "coord", "proj"],
    arity: 3..=4,
    apply: Some(Apply::Traced(local_tile)),
    compared: Some(Compared::Always),
    names: Some(Travel::Partition(Partition::Tile)),
    remarks: &[Remarked::TilerOfOne],
    help: Some(Help {
        line: ["One tile of a tensor", "张量的一个 tile"],
        example: "local_tile(make_counting_tensor((8,8):(1,8)),(4,4),(1,0))",
    }),
    laws: Some(Laws::None("zipped_divide and slice promise what it is made of")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    advice: Advice::Projection,
    alternatives: Alternatives::Of(Family::Partition, "inner"),
    ..USUAL
};

fn local_tile(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let (tensor, tiler, place) = (tensor(arguments)?, arguments.tiler(1)?, arguments.coordinate(2)?);
    let tile = |tiler: &Tiler, place: &Coordinate, trace: &mut Trace<'_>| {
        let definition = "zipped_divide(tensor, tiler)((_,…), coord)";
        let operands: [&dyn std::fmt::Display; 3] = [&tensor, tiler, place];
        telling(trace, called::LOCAL_TILE, &operands, definition, |trace| {
            tensor.local_tile_with_trace(tiler, place, trace)
        })
    };
    if arguments.values.len() == 3 {
        return Ok(Value::Tensor(tile(&tiler, &place, trace)?));
    }
    let step = arguments.coordinate(3)?;
    let definition = "local_tile(tensor, dice(proj, tiler), dice(proj, coord))";
    let operands: [&dyn std::fmt::Display; 4] = [&tensor, &tiler, &place, &step];
    let part = telling(trace, called::LOCAL_TILE, &operands, definition, |trace| {
        let (tiler, place) = crate::tensor::projected(&tiler, &place, &step)?;
        tile(&tiler, &place, trace)
    })?;
    Ok(Value::Tensor(part))
}

/// Draws the tile in the tensor.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    partition(room, projected(room)?, true)
}
