//! The same place in every tile of a tensor.

use super::alike::tensor;
use super::row::{BLANK, Row};
use crate::doctor::Advice;
use crate::laws::Laws;
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::notebook::algebra::Apply;
use crate::notebook::brothers::{Brothers, Family};
use crate::notebook::evaluate::{Compared, Partition, Travel};
use crate::notebook::functions::{Answer, Arguments, Help, Holds, Subject};
use crate::notebook::value::Value;
use crate::scene::operation::Room;
use crate::scene::part::{partition, projected};
use crate::scene::{Drawing, Picture, Scene};

pub(super) const OUTER_PARTITION: Row = Row {
    name: "outer_partition",
    parameters: &["tensor", "tiler", "coord"],
    arity: 3..=3,
    holds: Some(Holds::Arguments),
    subject: Some(Subject::Operands),
    python: Some(&[]),
    apply: Some(Apply::Silent(outer_partition)),
    compared: Some(Compared::Always),
    names: Some(Travel::Partition(Partition::Place)),
    remarks: Some(&[]),
    help: Some(Help {
        line: ["The same place in every tile", "每个 tile 中的同一位置"],
        example: "outer_partition(make_counting_tensor((8,8):(1,8)),(4,4),(1,0))",
    }),
    laws: Some(Laws::None("zipped_divide and slice promise what it is made of")),
    picture: Some(Picture::Drawn(Drawing { draw: drawn, told_as: &[] })),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::Operands),
    map: Some(Maps::Never),
    brothers: Some(Brothers::Of(Family::Partition, "outer")),
    ..BLANK
};

fn outer_partition(arguments: &Arguments) -> Answer {
    Ok(Value::Tensor(tensor(arguments)?.outer_partition(&arguments.tiler(1)?, &arguments.coordinate(2)?)?))
}

/// Draws the place in every tile.
fn drawn(room: &Room<'_>) -> Option<Scene> {
    partition(room, projected(room)?, false)
}
