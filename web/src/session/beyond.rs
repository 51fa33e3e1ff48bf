//! Excess of a layout: what lies beyond the layout that it was made from.

use std::sync::Arc;

use colex::notebook::Evaluation;
use colex::operations::beyond;

use super::{Excess, Shared};

/// Returns the excess of a statement's layout beyond its operands.
pub fn excess(evaluation: &Evaluation, statement: usize) -> Option<Excess> {
    let found = beyond(evaluation, statement)?;
    let (operand, shape) = found.operand().map(|(written, shape)| (written.to_string(), shape))?;
    let (count, size) = (found.count(), found.size());
    Some(Excess { is: Shared(Arc::new(move |linear| found.holds(linear))), operand, shape, count, size })
}
