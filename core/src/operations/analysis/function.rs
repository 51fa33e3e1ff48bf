//! Equality of two layouts as functions.

use super::{ALIKE, is_static};
use crate::comparison::{Comparison, Sameness};
use crate::int::Truth;
use crate::operations::alike::truth;
use crate::operations::prelude::*;
use crate::work::{Budget, Progress, Work};

/// Number of coordinates that are looked at where the strides do not tell.
const COORDINATE_LIMIT: u64 = 1 << 18;

pub(in crate::operations) const FUNCTIONALLY_EQUAL: Row = Row {
    name: "functionally_equal",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(functionally_equal)),
    help: Some(Help {
        line: [
            "Both have the same coordinates and the same index at each of them",
            "两个布局坐标个数相同，且每个一维坐标处的索引相同",
        ],
        example: "functionally_equal((4,2):(1,4),8:1)",
    }),
    ..ALIKE
};

fn functionally_equal(arguments: &Arguments) -> Answer {
    let (left, right) = (arguments.function(0)?, arguments.function(1)?);
    let is_static = is_static(&left) && is_static(&right);
    let answer = |value: bool| truth(Truth { value, is_static });
    let mut comparison = Comparison::new(&left, &right)?;
    let early = comparison.so_far();
    if early.sizes.first() != early.sizes.last() || early.first.is_some() {
        return answer(false);
    }
    let mut budget = Budget::new(COORDINATE_LIMIT);
    let found = match comparison.resume(&mut budget) {
        Progress::Done(found) => found,
        Progress::More { .. } => comparison.so_far(),
    };
    match found.sameness {
        Sameness::Letter | Sameness::Numbers | Sameness::Function => answer(true),
        Sameness::Differ => answer(false),
        Sameness::Unknown => {
            let count = found.common.to_string();
            Err(Error::TooLarge { what: "coordinates", count, limit: COORDINATE_LIMIT }.into())
        }
    }
}
