//! The index of a coordinate.

use super::alike::int;
use super::idx2crd::{mapped_coordinate, round_trip};
use crate::coordinate;
use crate::operations::prelude::*;

pub(super) const CRD2IDX: Row = Row {
    name: called::CRD2IDX,
    parameters: &["coord", "shape", "stride"],
    arity: 2..=3,
    subject: Subject::Place,
    apply: Some(Apply::Traced(crd2idx)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a coordinate has no modes")),
    help: Some(Help {
        line: ["The index of a coordinate; without strides its 1-D coordinate", "坐标对应的索引；不给步长时为一维坐标"],
        example: "crd2idx((1,5),(3,(2,3)),(3,(12,1)))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("S", 1, ["shape", "形状"]), Letter::operand("A", 1, ["layout", "布局"])],
        state: promised,
    })),
    picture: Some(Picture::None("a coordinate is chosen in the picture of its shape")),
    advice: Advice::None("a question about one index is right as it is asked"),
    ..USUAL
};

fn crd2idx(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let place = arguments.coordinate(0)?;
    if !matches!(arguments.value(1)?, Value::Tuple(_)) {
        let layout = arguments.any(1)?;
        return Ok(Value::index(&layout.as_applied().index_with_trace(&place, trace)?, layout.innermost().stride()));
    }
    let shape = arguments.ints(1)?;
    if arguments.values.len() == 2 {
        return int(coordinate::crd2idx_shape(&place, &shape));
    }
    let stride = arguments.value(2)?.as_stride().ok_or(Problem::Kind { position: 2, expected: ValueKind::IntTuple })?;
    if let Some(path) = shape.first_difference(&stride) {
        return Err(Error::NotCongruent { shape: shape.to_string(), stride: stride.to_string(), path }.into());
    }
    let index = mapped_coordinate(trace, called::CRD2IDX, &[&place, &shape, &stride], |record| {
        coordinate::crd2idx_with_trace(&place, &shape, &stride, record)
    })?;
    Ok(Value::index(&index, &stride))
}

/// Without strides the way leads back, too.
fn promised(room: &mut laws::Room, performed: &Performed, _: &Value) -> Option<()> {
    if performed.arguments.values.len() == 2 { round_trip(room, performed) } else { None }
}
