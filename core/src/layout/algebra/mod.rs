//! The algebra of layouts: one operation a room.
//!
//! Every operation is a method of [`Layout`], agrees with CuTe's C++ in every number and its staticness, and has a
//! sibling `…_with_trace` that tells its steps to a trace while it computes; both are one code path.

use crate::basis::StrideLeaf;
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::{LEAF_LIMIT, Nested};
use crate::steps::{Origin, Pair, Step, Trace};

pub mod affine;
pub(crate) mod axes;
pub(crate) mod brief;
pub mod coalesce;
pub mod common;
pub mod complement;
pub mod composition;
pub mod divide;
pub mod inverse;
pub mod product;
pub mod recast;
pub mod sum;
pub mod tile;
pub mod wide;

pub use tile::{Tiler, TilerLeaf};

/// One mode of a flattened layout, with the leaves of the operand that it came from.
#[derive(Debug, Clone)]
pub(crate) struct Mode {
    pub(crate) extent: Int,
    pub(crate) stride: StrideLeaf,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl Mode {
    pub(crate) fn pair(&self) -> Pair {
        Pair { extent: self.extent, stride: self.stride.clone() }
    }

    /// A stride of another length in the same direction.
    pub(crate) fn scaled(&self, factor: Int) -> Result<StrideLeaf> {
        Ok(self.stride.with_scale(factor.times(self.stride.scale())?))
    }
}

/// The leaves of a layout, numbered from `first`.
pub(crate) fn modes_of(layout: &Layout, first: usize) -> Vec<Mode> {
    let mut modes = Vec::with_capacity(layout.shape().leaf_count());
    collect(layout.shape(), layout.stride(), first, &mut modes);
    modes
}

fn collect(shape: &Nested<Int>, stride: &Nested<StrideLeaf>, first: usize, modes: &mut Vec<Mode>) {
    match (shape, stride) {
        (Nested::Leaf(extent), Nested::Leaf(stride)) => {
            let leaf = first + modes.len();
            modes.push(Mode { extent: *extent, stride: stride.clone(), first: leaf, last: leaf });
        }
        _ => {
            for (shape, stride) in shape.modes().iter().zip(stride.modes()) {
                collect(shape, stride, first, modes);
            }
        }
    }
}

/// A flat layout of modes; one mode is an integer, none is `_1:_0`.
pub(crate) fn layout_of(modes: &[Mode]) -> Result<Layout> {
    match modes {
        [] => Ok(Layout::trivial()),
        [mode] => Ok(Layout::of_parts(Nested::Leaf(mode.extent), Nested::Leaf(mode.stride.clone()))),
        _ if modes.len() > LEAF_LIMIT => {
            Err(Error::TooLarge { what: "modes", count: modes.len().to_string(), limit: LEAF_LIMIT as u64 })
        }
        _ => Ok(Layout::of_parts(
            Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(mode.extent)).collect()),
            Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(mode.stride.clone())).collect()),
        )),
    }
}

/// A mode of an integer extent and an integer stride, from nowhere in particular.
pub(crate) fn plain_mode(extent: Int, stride: Int) -> Mode {
    Mode { extent, stride: StrideLeaf::Int(stride), first: 0, last: 0 }
}

pub(crate) fn origins_of(modes: &[Mode]) -> Vec<Origin> {
    modes.iter().map(|mode| Origin { left: Some((mode.first, mode.last)), right: None }).collect()
}

/// Tells that an operation begins.
pub(crate) fn enter(trace: &mut Trace<'_>, operation: &'static str, operands: &[&dyn std::fmt::Display]) {
    trace.tell(|| Step::Enter { operation, operands: operands.iter().map(ToString::to_string).collect() });
}

/// Tells that an operation is complete, and passes its result on.
pub(crate) fn leave(
    trace: &mut Trace<'_>,
    operation: &'static str,
    result: Layout,
    origins: impl FnOnce() -> Vec<Origin>,
) -> Layout {
    trace.tell(|| Step::Leave { operation, result: result.clone(), origins: origins() });
    result
}

/// A result with the origin of each of its leaves, as long as somebody listens.
pub(crate) struct Traced {
    pub(crate) layout: Layout,
    pub(crate) origins: Option<Nested<Origin>>,
}

impl Traced {
    /// A result whose leaves have these origins, from left to right.
    pub(crate) fn new(layout: Layout, origins: Option<Vec<Origin>>) -> Result<Self> {
        let nested = |origins: Vec<Origin>| {
            let flat = Nested::Tuple(origins.into_iter().map(Nested::Leaf).collect());
            flat.unflatten(layout.shape())
        };
        let origins = origins.map(nested).transpose()?;
        Ok(Traced { layout, origins })
    }

    /// A layout as it is, its leaves numbered from `first`.
    pub(crate) fn whole(layout: &Layout, first: usize, traces: bool) -> Self {
        let mut leaf = first;
        let origins = traces.then(|| {
            layout.shape().map(&mut |_| {
                leaf += 1;
                Origin { left: Some((leaf - 1, leaf - 1)), right: None }
            })
        });
        Traced { layout: layout.clone(), origins }
    }

    /// The same change made to the layout and to the tree of origins.
    pub(crate) fn with(
        self,
        layout: impl FnOnce(&Layout) -> Result<Layout>,
        origins: impl FnOnce(&Nested<Origin>) -> Result<Nested<Origin>>,
    ) -> Result<Self> {
        let origins = self.origins.as_ref().map(origins).transpose()?;
        Ok(Traced { layout: layout(&self.layout)?, origins })
    }

    /// Several results side by side.
    pub(crate) fn concatenate(parts: Vec<Traced>) -> Result<Self> {
        let layouts = parts.iter().map(|part| part.layout.clone()).collect::<Vec<_>>();
        let origins = parts.into_iter().map(|part| part.origins).collect::<Option<Vec<_>>>();
        Ok(Traced { layout: Layout::concatenate(&layouts)?, origins: origins.map(Nested::Tuple) })
    }

    /// Every origin changed.
    pub(crate) fn placed(self, change: impl Fn(Origin) -> Origin) -> Self {
        let origins = self.origins.map(|origins| origins.map(&mut |origin| change(*origin)));
        Traced { layout: self.layout, origins }
    }

    /// Tells that the operation is complete.
    pub(crate) fn left(self, operation: &'static str, trace: &mut Trace<'_>) -> Self {
        trace.tell(|| Step::Leave {
            operation,
            result: self.layout.clone(),
            origins: self
                .origins
                .as_ref()
                .map_or_else(Vec::new, |origins| origins.leaves().into_iter().copied().collect()),
        });
        self
    }
}

/// The modes of a layout one by one, as many as there are in `count`; a layout that is a single integer has itself.
pub(crate) fn leading_modes(layout: &Layout, count: usize) -> Result<Vec<Layout>> {
    if count > layout.rank() {
        return Err(Error::TilerTooLong { tiler: count, rank: layout.rank() });
    }
    (0..count).map(|mode| layout.at(&[mode])).collect()
}

/// Operation on a mode and its tiler, whose leaves are numbered from these two on.
pub(crate) type ByMode<'a> = dyn FnMut(&Layout, &Tiler, (usize, usize)) -> Result<Traced> + 'a;

/// Each mode that a tiler has by itself; further modes stay. Leaves of layout and tiler are numbered from `first`.
pub(crate) fn by_mode(
    layout: &Layout,
    tilers: &[Tiler],
    first: (usize, usize),
    change: &mut ByMode<'_>,
) -> Result<Traced> {
    let (mut of_layout, mut of_tiler) = first;
    let mut parts = Vec::with_capacity(layout.rank());
    let mut traces = true;
    for (mode, tiler) in leading_modes(layout, tilers.len())?.iter().zip(tilers) {
        let part = change(mode, tiler, (of_layout, of_tiler))?;
        of_layout += mode.shape().leaf_count();
        of_tiler += leaves_of(tiler);
        traces &= part.origins.is_some();
        parts.push(part);
    }
    for rest in tilers.len()..layout.rank() {
        let mode = layout.at(&[rest])?;
        let part = Traced::whole(&mode, of_layout, traces);
        of_layout += mode.shape().leaf_count();
        parts.push(part);
    }
    Traced::concatenate(parts)
}

fn leaves_of(tiler: &Tiler) -> usize {
    match tiler {
        Nested::Leaf(TilerLeaf::Layout(layout)) => layout.shape().leaf_count(),
        Nested::Leaf(_) => 1,
        Nested::Tuple(tilers) => tilers.iter().map(leaves_of).sum(),
    }
}
