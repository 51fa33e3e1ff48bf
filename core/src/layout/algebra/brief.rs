//! Operations that are told with their operands and their results, and nothing of what lies between: what larger
//! operations are made of.

use std::fmt::Display;

use super::{Tiler, enter};
use crate::coordinate::Coordinate;
use crate::error::Result;
use crate::layout::Layout;
use crate::steps::{Step, Trace};

fn told<T: Display>(
    trace: &mut Trace<'_>,
    operation: &'static str,
    operands: [&dyn Display; 2],
    run: impl FnOnce() -> Result<T>,
) -> Result<T> {
    enter(trace, operation, &operands);
    let result = run()?;
    trace.tell(|| Step::Result { operation, result: result.to_string() });
    Ok(result)
}

pub(crate) fn logical_divide(layout: &Layout, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
    told(trace, "logical_divide", [layout, tiler], || layout.logical_divide(tiler))
}

pub(crate) fn zipped_divide(layout: &Layout, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
    told(trace, "zipped_divide", [layout, tiler], || layout.zipped_divide(tiler))
}

pub(crate) fn composition(layout: &Layout, tiler: &Tiler, trace: &mut Trace<'_>) -> Result<Layout> {
    told(trace, "composition", [layout, tiler], || layout.composition_by(tiler))
}

/// A slice of what a coordinate has a part of, such as a tensor.
pub(crate) fn slice<T: Display>(
    whole: &T,
    coordinate: &Coordinate,
    trace: &mut Trace<'_>,
    run: impl FnOnce() -> Result<T>,
) -> Result<T> {
    told(trace, "slice_", [coordinate, whole], run)
}
