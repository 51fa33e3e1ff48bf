//! The natural coordinate of a 1-D coordinate.

use super::alike::ints;
use crate::coordinate;
use crate::int_tuple::product;
use crate::laws::operands::{domain, shape_of};
use crate::look::answer::{self, Question, Reason};
use crate::make;
use crate::operations::prelude::*;
use crate::steps::{Record, Step};

pub(super) const IDX2CRD: Row = Row {
    name: called::IDX2CRD,
    parameters: &["idx", "shape", "stride"],
    arity: 2..=3,
    subject: Subject::Found,
    apply: Some(Apply::Traced(idx2crd)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a coordinate has no modes")),
    help: Some(Help {
        line: ["The natural coordinate of a 1-D coordinate", "一维坐标对应的自然坐标"],
        example: "idx2crd(16,(3,(2,3)))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[
            Letter::operand("S", 1, ["shape", "形状"]),
            Letter::operand("A", 1, ["layout", "布局"]),
            Letter::operand("k", 0, ["index", "索引"]),
        ],
        state: promised,
    })),
    picture: Some(Picture::None("a coordinate is chosen in the picture of its shape")),
    reasons: Reasons::By(divided),
    advice: Advice::None("a question about one index is right as it is asked"),
    ..USUAL
};

/// With strides each mode divides the index by its own.
fn divided(room: &mut answer::Room<'_>, question: &Question<'_>) -> Option<()> {
    fn below([shape, stride, digits]: [&IntTuple; 3], index: i64, path: &mut Vec<usize>, found: &mut Vec<Reason>) {
        match (shape, stride, digits) {
            (Nested::Leaf(extent), Nested::Leaf(stride), Nested::Leaf(digit)) => {
                let [extent, stride, digit] = [extent, stride, digit].map(|int| int.value());
                found.push(Reason::Digit { path: path.clone(), index, stride, extent, digit });
            }
            (Nested::Tuple(shapes), Nested::Tuple(strides), Nested::Tuple(digits)) => {
                for (mode, ((shape, stride), digit)) in shapes.iter().zip(strides).zip(digits).enumerate() {
                    path.push(mode);
                    below([shape, stride, digit], index, path, found);
                    path.pop();
                }
            }
            _ => {}
        }
    }
    let index = question.tuple(0)?;
    let (Some(strides), Nested::Leaf(index)) = (question.values().get(2).and_then(Value::as_ints), index) else {
        room.operands(question);
        return Some(());
    };
    let answered = question.answer().and_then(Value::as_ints)?;
    below([&question.tuple(1)?, &strides, &answered], index.value(), &mut Vec::new(), &mut room.reasons);
    Some(())
}

fn idx2crd(arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
    let shape = arguments.shape(1)?;
    if arguments.values.len() == 3 {
        return ints(coordinate::idx2crd_stride(&arguments.ints(0)?, &shape, &arguments.ints(2)?));
    }
    let place = arguments.coordinate(0)?;
    let told = |record: &mut Record| coordinate::idx2crd_with_trace(&place, &shape, record);
    Ok(Value::ints(&mapped_coordinate(trace, called::IDX2CRD, &[&place, &shape], told)?))
}

/// Returns the answer of a coordinate map, telling its steps to the trace of the algebra.
pub(super) fn mapped_coordinate(
    trace: &mut Trace<'_>,
    operation: &'static str,
    operands: &[&dyn std::fmt::Display],
    map: impl FnOnce(&mut Record) -> crate::error::Result<IntTuple>,
) -> Result<IntTuple, Problem> {
    let mut record = Record::default();
    trace.tell(|| Step::Enter { operation, operands: operands.iter().map(ToString::to_string).collect() });
    let result = map(&mut record)?;
    for step in record.coordinate_steps {
        trace.tell(|| Step::Coordinate(step));
    }
    trace.tell(|| Step::Result { operation, result: result.to_string() });
    Ok(result)
}

/// States what the coordinate leads back to.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    if values.len() == 2 {
        return round_trip(room, performed);
    }
    let stride = values.get(2)?.as_ints()?;
    let shape = shape_of(values.get(1)?)?;
    let stride = match (&stride, shape.is_leaf()) {
        (Nested::Leaf(start), false) => make::compact_col_major(&shape, *start).ok()?,
        _ => stride,
    };
    room.found(&Layout::with_ints(shape, &stride).ok()?, values.first()?, result)
}

/// States that the way to the natural coordinate and back ends where it began.
pub(super) fn round_trip(room: &mut laws::Room, performed: &Performed) -> Option<()> {
    let shape = shape_of(performed.arguments.values.get(1)?)?;
    room.operand("S", &shape);
    let plan = Plan::RoundTrip { domain: domain(&Nested::Leaf(product(&shape).ok()?))?, shape };
    room.law(LawKind::RoundTrip, plan, Vec::new());
    Some(())
}
