//! Operations that take the same operands: what a row says of which they are.

/// Entry of a row on its alternatives.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Alternatives {
    /// No other operation makes of the same operands what might be meant instead.
    Alone,
    /// One of a family, and the word by which it differs from the others.
    Of(Family, &'static str),
}

/// Operations that take the same operands and make nearly the same of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// A layout cut by a tiler.
    Divide,
    /// A block repeated over a layout.
    Product,
    /// Which side undoes which.
    Inverse,
    /// Fewer modes, or fewer coordinates.
    Simpler,
    /// Larger or smaller elements.
    Recast,
    /// A tile, or one place of every tile.
    Partition,
}
