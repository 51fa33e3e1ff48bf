//! Steps that a coordinate map tells while it works. The map has one code path; a listener hears it, or [`Silence`]
//! does, which compiles to nothing.

use crate::basis::StrideLeaf;
use crate::int::Int;

/// Hears the steps of a coordinate map. These maps run inside loops, so the listener is a parameter of their type.
pub trait Listener {
    /// One step of a coordinate map. The step is only made when somebody listens.
    fn coordinate_step(&mut self, make: impl FnOnce() -> CoordinateStep);
}

/// Nobody listens.
#[derive(Debug, Clone, Copy)]
pub struct Silence;

impl Listener for Silence {
    fn coordinate_step(&mut self, _: impl FnOnce() -> CoordinateStep) {}
}

/// Keeps every step of a coordinate map.
#[derive(Debug, Clone, Default)]
pub struct Record {
    /// The steps in the order in which they were told.
    pub coordinate_steps: Vec<CoordinateStep>,
}

impl Listener for Record {
    fn coordinate_step(&mut self, make: impl FnOnce() -> CoordinateStep) {
        self.coordinate_steps.push(make());
    }
}

/// One step on the way from a coordinate to its natural coordinate or its index.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoordinateStep {
    /// A mode takes its part of a 1-D coordinate: `dividend = quotient * extent + digit`.
    Divide {
        /// The mode, from the outside in.
        path: Vec<usize>,
        /// Number that was to be split.
        dividend: Int,
        /// The size of the mode.
        extent: Int,
        /// The remainder, which is the coordinate within the mode.
        digit: Int,
        /// The quotient, which goes to the modes further right.
        quotient: Int,
    },
    /// The last mode of a tuple takes what is left, without a remainder.
    Rest {
        /// The mode, from the outside in.
        path: Vec<usize>,
        /// Number that was left.
        digit: Int,
    },
    /// A natural coordinate times its stride.
    Product {
        /// The mode, from the outside in.
        path: Vec<usize>,
        /// The coordinate within the mode.
        coordinate: Int,
        /// The stride of the mode.
        stride: StrideLeaf,
        /// Their product, in the direction of the stride: one summand of the index.
        product: Int,
    },
}

/// Where in a tuple the work is, kept on the stack so that a silent run pays nothing for it.
pub(crate) struct Trail<'a> {
    outer: Option<&'a Trail<'a>>,
    mode: usize,
}

impl<'a> Trail<'a> {
    pub(crate) fn root() -> Self {
        Trail { outer: None, mode: 0 }
    }

    pub(crate) fn then(&'a self, mode: usize) -> Self {
        Trail { outer: Some(self), mode }
    }

    pub(crate) fn path(&self) -> Vec<usize> {
        let Some(outer) = self.outer else { return Vec::new() };
        let mut path = outer.path();
        path.push(self.mode);
        path
    }
}
