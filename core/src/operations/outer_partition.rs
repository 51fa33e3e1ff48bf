//! The same place in every tile of a tensor.

use super::alike::{telling, tensor};
use super::called;
use crate::coordinate::Coordinate;
use crate::notebook::evaluate::Partition;
use crate::operations::prelude::*;
use crate::scene::operation::Room;
use crate::scene::part::{partition, projected};

pub(super) const OUTER_PARTITION: Row = Row {
    name: "outer_partition",
    parameters: &["tensor", "tiler", "coord"],
    arity: 3..=3,
    apply: Some(Apply::Traced(outer_partition)),
    compared: Some(Compared::Always),
    names: Some(Travel::Partition(Partition::Place)),
    help: Some(Help {
        line: ["The same place in every tile", "每个 tile 中的同一位置"],
        example: "outer_partition(make_counting_tensor((8,8):(1,8)),(4,4),(1,0))",
    }),
    laws: Some(Laws::None("zipped_divide and slice promise what it is made of")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    alternatives: Alternatives::Of(Family::Partition, "outer"),
    ..USUAL
};

fn outer_partition(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    Ok(Value::Tensor(place_in_tiles(&tensor(arguments)?, &arguments.tiler(1)?, &arguments.coordinate(2)?, trace)?))
}

/// The same place in every tile of a tensor, telling how.
pub(super) fn place_in_tiles(
    tensor: &Tensor,
    tiler: &Tiler,
    place: &Coordinate,
    trace: &mut Trace<'_>,
) -> crate::error::Result<Tensor> {
    let definition = "zipped_divide(tensor, tiler)(coord, (_,…))";
    telling(trace, called::OUTER_PARTITION, &[tensor, tiler, place], definition, |trace| {
        tensor.outer_partition_with_trace(tiler, place, trace)
    })
}

/// Draws the place in every tile.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    partition(room, projected(room)?, false)
}
