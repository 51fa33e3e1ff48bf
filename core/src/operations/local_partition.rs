//! The part of one thread in every tile of a tensor.

use super::alike::{telling, tensor};
use super::called;
use super::outer_partition::place_in_tiles;
use crate::algebra::TilerLeaf;
use crate::coordinate::Coordinate;
use crate::int_tuple::product_each;
use crate::notebook::evaluate::Partition;
use crate::operations::prelude::*;
use crate::scene::operation::{Room, pictured};
use crate::scene::part::partition;
use crate::tensor::place_of_thread;

pub(super) const LOCAL_PARTITION: Row = Row {
    name: "local_partition",
    parameters: &["tensor", "threads", "index", "proj"],
    arity: 3..=4,
    apply: Some(Apply::Traced(local_partition)),
    compared: Some(Compared::Always),
    names: Some(Travel::Partition(Partition::Thread)),
    help: Some(Help {
        line: ["The part of one thread in every tile", "一个线程在每个 tile 中的部分"],
        example: "local_partition(make_counting_tensor((8,8):(1,8)),(2,2),3)",
    }),
    laws: Some(Laws::None("zipped_divide and slice promise what it is made of")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    advice: Advice::Projection,
    ..USUAL
};

fn local_partition(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let (tensor, threads, index) = (tensor(arguments)?, arguments.plain(1)?, arguments.int(2)?);
    let part = |threads: &Layout, trace: &mut Trace<'_>| {
        let definition = "outer_partition(tensor, shape(threads), get_flat_coord(threads, index))";
        let operands: [&dyn std::fmt::Display; 3] = [&tensor, threads, &index];
        telling(trace, called::LOCAL_PARTITION, &operands, definition, |trace| {
            let (tiler, place) = place_of_thread(threads, index)?;
            place_in_tiles(&tensor, &tiler, &place, trace)
        })
    };
    if arguments.values.len() == 3 {
        return Ok(Value::Tensor(part(&threads, trace)?));
    }
    let step = arguments.coordinate(3)?;
    let definition = "local_partition(tensor, dice(proj, threads), index)";
    let operands: [&dyn std::fmt::Display; 4] = [&tensor, &threads, &index, &step];
    let part =
        telling(trace, called::LOCAL_PARTITION, &operands, definition, |trace| part(&threads.dice(&step)?, trace))?;
    Ok(Value::Tensor(part))
}

/// Draws the place of the thread in every tile.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    let values = room.values();
    let threads = pictured(values.get(1)?)?.plain()?.clone();
    let step = room.projection()?;
    let threads = step.as_ref().map_or(Ok(threads.clone()), |step| threads.dice(step)).ok()?;
    let tiler = product_each(threads.shape()).ok()?.map(&mut |extent| TilerLeaf::Extent(*extent));
    let place = Coordinate::from(&threads.get_flat_coord(values.get(2)?.as_int()?).ok()?);
    partition(room, (tiler, place), false)
}
