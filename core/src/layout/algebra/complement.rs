//! complement: the layout of what another leaves out.

use super::axes::{along, by_direction};
use super::coalesce::{coalesce_shape, coalesced};
use super::{Mode, enter, layout_of, leave, plain_mode};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::{IntTuple, ceil_div};
use crate::layout::{Layout, Shape};
use crate::make::{Major, compact_col_major};
use crate::nested::Nested;
use crate::steps::{Origin, Step, Trace};

impl Layout {
    /// The layout of the offsets at which copies of this one fill a space as large as its own cosize.
    ///
    /// Law, where each stride is a multiple of what the modes with smaller strides reach: `complement(A, M)` is disjoint
    /// from `A` but for 0, ordered, and `size(complement(A, M)) * size(A) >= M`. Elsewhere gaps are rounded down:
    /// `complement((_4,_2):(_1,_6))` is `_1:_0`. Errors: [`Error::DynamicStrides`], [`Error::NotInjective`].
    ///
    /// ```
    /// use colex::{Layout, table::FlatLayout};
    ///
    /// let a: Layout = "(_2,_4):(_1,_6)".parse()?;
    /// let rest = a.complement()?;
    /// assert_eq!(rest.to_string(), "_3:_2");
    /// assert!(a.size()?.value() * rest.size()?.value() >= a.cosize()?.value());
    /// let whole = FlatLayout::new(&Layout::concatenate(&[a, rest])?)?;
    /// let mut indices = (0..24).map(|i| whole.index(i)).collect::<Result<Vec<_>, _>>()?;
    /// indices.sort();
    /// assert!(indices.into_iter().eq(0..24));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn complement(&self) -> Result<Layout> {
        self.complement_with_trace(None, &mut Trace::silent())
    }

    /// The same up to a cotarget, a shape: a tuple keeps what is static in it.
    ///
    /// ```
    /// use colex::{Int, Layout};
    ///
    /// let a: Layout = "_4:_2".parse()?;
    /// assert_eq!(a.complement_up_to(&Int::constant(24).into())?.to_string(), "(_2,_3):(_1,_8)");
    /// let whole = Layout::concatenate(&[a.clone(), a.complement_up_to(&Int::constant(24).into())?])?;
    /// assert_eq!((whole.size()?, whole.cosize()?), (Int::constant(24), Int::constant(24)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn complement_up_to(&self, cotarget: &Shape) -> Result<Layout> {
        self.complement_with_trace(Some(cotarget), &mut Trace::silent())
    }

    /// The complement, telling its steps.
    ///
    /// Of a layout that answers coordinates it is taken along each direction, as in the paper: a tuple as cotarget has a
    /// mode for each, an integer is how far the last one goes. CuTe's C++ does not compile that.
    pub fn complement_with_trace(&self, cotarget: Option<&Shape>, trace: &mut Trace<'_>) -> Result<Layout> {
        if let Some(directions) = by_direction(self)? {
            match cotarget {
                Some(cotarget) => enter(trace, "complement", &[self, cotarget]),
                None => enter(trace, "complement", &[self]),
            }
            let result = along_each(&directions, cotarget, &mut Vec::new(), trace)?;
            return Ok(finish(trace, result));
        }
        match cotarget {
            Some(cotarget) => {
                enter(trace, "complement", &[self, cotarget]);
                let filtered = self.filter_with_trace(trace)?;
                complement_of(&filtered, self, cotarget, trace)
            }
            None => {
                enter(trace, "complement", &[self]);
                let filtered = self.filter_with_trace(trace)?;
                let cosize = filtered.cosize()?;
                complement_of(&filtered, self, &Nested::Leaf(cosize), trace)
            }
        }
    }
}

/// The complements along each direction; a cotarget has modes behind those that the layout moves along.
fn along_each(
    directions: &Nested<Layout>,
    cotarget: Option<&Shape>,
    path: &mut Vec<usize>,
    trace: &mut Trace<'_>,
) -> Result<Layout> {
    let modes = match directions {
        Nested::Leaf(layout) => return Ok(along(&layout.complement_with_trace(cotarget, trace)?, path)),
        Nested::Tuple(modes) => modes,
    };
    let nothing = Nested::Leaf(Layout::trivial());
    let rank = match cotarget {
        Some(Nested::Tuple(cotargets)) if cotargets.len() < modes.len() => {
            return Err(Error::NoSuchMode { within: Vec::new(), mode: modes.len() as i64 - 1, rank: cotargets.len() });
        }
        Some(Nested::Tuple(cotargets)) => cotargets.len(),
        _ => modes.len(),
    };
    let mut parts = Vec::with_capacity(rank);
    for mode in 0..rank {
        let own = match cotarget {
            Some(Nested::Tuple(cotargets)) => cotargets.get(mode),
            whole => whole.filter(|_| mode + 1 == rank),
        };
        path.push(mode);
        parts.push(along_each(modes.get(mode).unwrap_or(&nothing), own, path, trace)?);
        path.pop();
    }
    Layout::concatenate(&parts)
}

/// The complement of a layout that has been filtered.
fn complement_of(filtered: &Layout, of: &Layout, cotarget: &IntTuple, trace: &mut Trace<'_>) -> Result<Layout> {
    let mut modes = super::modes_of(filtered, 0).into_iter().enumerate().collect::<Vec<_>>();
    if let [(_, only)] = modes.as_slice()
        && only.stride.int().is_some_and(|stride| stride.is_constant(0))
    {
        trace.tell(|| Step::ComplementAll { cotarget: cotarget.to_string() });
        let result = Layout::compact(coalesce_shape(cotarget)?, Major::Left)?;
        return Ok(finish(trace, result));
    }
    let mut strides = Vec::with_capacity(modes.len());
    for (index, mode) in &modes {
        let stride = mode
            .stride
            .int()
            .ok_or_else(|| Error::MixedIndices { left: mode.stride.to_string(), right: cotarget.to_string() })?;
        strides.push((*index, stride));
    }
    if modes.len() > 1
        && let Some((index, stride)) = strides.iter().find(|(_, stride)| !stride.is_static())
    {
        return Err(Error::DynamicStrides {
            operation: "complement",
            layout: of.to_string(),
            mode: *index,
            stride: *stride,
        });
    }
    modes.sort_by_key(|(_, mode)| mode.stride.scale().value());
    let listens = trace.listens();
    let mut begin = Int::ONE;
    let mut filled: Vec<Mode> = Vec::with_capacity(modes.len() + 1);
    for (index, mode) in &modes {
        let stride = mode.stride.scale();
        let gap = stride.over(begin)?;
        if gap.is_constant(0) {
            return Err(Error::NotInjective { layout: of.to_string(), mode: *index, stride, reach: begin });
        }
        let end = stride.times(mode.extent)?;
        if listens {
            trace.hear(Step::ComplementGap { mode: *index, pair: mode.pair(), begin, gap, end });
        }
        filled.push(plain_mode(gap, begin));
        begin = end;
    }
    let rest = coalesce_shape(&ceil_div(cotarget, &Nested::Leaf(begin))?)?;
    trace.tell(|| Step::ComplementRest { cotarget: cotarget.to_string(), end: begin, extent: rest.to_string() });
    let strides = compact_col_major(&rest, begin)?;
    for (extent, stride) in rest.leaves().into_iter().zip(strides.leaves()) {
        filled.push(plain_mode(*extent, *stride));
    }
    let result = layout_of(&coalesced(&layout_of(&filled)?, trace)?)?;
    Ok(finish(trace, result))
}

fn finish(trace: &mut Trace<'_>, result: Layout) -> Layout {
    let leaves = result.shape().leaf_count();
    leave(trace, "complement", result, || vec![Origin::default(); leaves])
}
