//! Inverses: from indices back to 1-D coordinates.

use super::axes::{by_direction, joined};
use super::coalesce::{coalesced, merged};
use super::{Mode, enter, layout_of, leave, origins_of};
use crate::basis::StrideLeaf;
use crate::error::{Error, Result};
use crate::int::Int;
use crate::layout::Layout;
use crate::steps::{Origin, Step, Trace};

/// A mode of the coalesced layout with its place and its stride in the domain.
struct Placed {
    index: usize,
    mode: Mode,
    domain: Int,
}

/// The modes of the coalesced layout by ascending stride; `keep` says which of them count.
fn placed(layout: &Layout, trace: &mut Trace<'_>, keep: impl Fn(&StrideLeaf) -> bool) -> Result<Vec<Placed>> {
    let mut domain = Int::ONE;
    let mut placed = Vec::new();
    for (index, mode) in coalesced(layout, trace)?.into_iter().enumerate() {
        let begin = domain;
        domain = mode.extent.times(domain)?;
        if keep(&mode.stride) {
            placed.push(Placed { index, mode, domain: begin });
        }
    }
    exchange_sort(&mut placed);
    Ok(placed)
}

/// Sorts by stride as CuTe does. Where strides are equal the order that its exchanges leave is not that of the modes, and
/// decides what the inverse is.
fn exchange_sort(placed: &mut [Placed]) {
    let stride = |placed: &Placed| placed.mode.stride.scale().value();
    let mut strides = placed.iter().map(stride).collect::<Vec<_>>();
    strides.sort_unstable();
    if strides.windows(2).all(|pair| pair.first() != pair.last()) {
        placed.sort_unstable_by_key(stride);
        return;
    }
    for first in 0..placed.len() {
        let Some((least, rest)) = placed.get_mut(first..).and_then(<[Placed]>::split_first_mut) else { return };
        for other in rest {
            if stride(other) < stride(least) {
                std::mem::swap(other, least);
            }
        }
    }
}

/// Tells an inverse that was made of one for each direction.
fn whole(operation: &'static str, result: Layout, trace: &mut Trace<'_>) -> Layout {
    let leaves = result.shape().leaf_count();
    leave(trace, operation, result, || vec![Origin::default(); leaves])
}

impl Layout {
    /// The layout `R` with `A(R(i)) = i`, as large as it can be made from static strides: CuTe's `right_inverse`.
    ///
    /// Strides that do not continue the inverse without a gap are skipped. Of a layout that answers coordinates there is an
    /// inverse for each direction, as in the paper and in Python; CuTe's C++ answers `_1:_0`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_4,_8):(_8,_1)".parse()?;
    /// let inverse = a.right_inverse()?;
    /// assert_eq!(inverse.to_string(), "(_8,_4):(_4,_1)");
    /// assert_eq!(a.composition(&inverse)?.coalesce()?.to_string(), "_32:_1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn right_inverse(&self) -> Result<Layout> {
        self.right_inverse_with_trace(&mut Trace::silent())
    }

    /// [`Layout::right_inverse`], telling its steps.
    pub fn right_inverse_with_trace(&self, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "right_inverse", &[self]);
        if let Some(directions) = by_direction(self)? {
            // C++ has no such inverse, so that nothing depends on when a number is known.
            let result = joined(&directions, &mut |layout| layout.with_all(true).right_inverse_with_trace(trace))?;
            return Ok(whole("right_inverse", result.with_all(self.is_all_static()), trace));
        }
        let is_static = |stride: &StrideLeaf| stride.int().is_some_and(Int::is_static);
        let mut expected = Int::ONE;
        let listens = trace.listens();
        let mut taken = vec![Mode { first: 0, last: 0, ..super::plain_mode(Int::ONE, Int::ZERO) }];
        for Placed { index, mode, domain } in placed(self, trace, is_static)? {
            let stride = mode.stride.scale();
            let fits = expected.is_constant(stride.value());
            if listens {
                let pair = mode.pair();
                trace.hear(Step::InverseTake { mode: index, pair, expected, taken: fits.then_some(domain) });
            }
            if fits {
                expected = mode.extent.times(stride)?;
                taken.push(Mode { stride: StrideLeaf::Int(domain), ..mode });
            }
        }
        let modes = merged(taken, trace)?;
        Ok(leave(trace, "right_inverse", layout_of(&modes)?, || origins_of(&modes)))
    }

    /// The layout `R` with `R(A(i)) = i`: CuTe's `left_inverse`.
    ///
    /// Law: that, where this layout is injective.
    ///
    /// Errors: [`Error::DynamicStrides`], [`Error::InverseDivisibility`].
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_4,_8):(_16,_2)".parse()?;
    /// let inverse = a.left_inverse()?;
    /// assert_eq!(inverse.composition(&a)?.coalesce()?.to_string(), "_32:_1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_inverse(&self) -> Result<Layout> {
        self.left_inverse_with_trace(&mut Trace::silent())
    }

    /// [`Layout::left_inverse`], telling its steps.
    pub fn left_inverse_with_trace(&self, trace: &mut Trace<'_>) -> Result<Layout> {
        enter(trace, "left_inverse", &[self]);
        if let Some(directions) = by_direction(self)? {
            // C++ has no such inverse, so that nothing depends on when a number is known.
            let result = joined(&directions, &mut |layout| layout.with_all(true).left_inverse_with_trace(trace))?;
            return Ok(whole("left_inverse", result.with_all(self.is_all_static()), trace));
        }
        let modes = placed(self, trace, |_| true)?;
        let dynamic = modes.iter().find(|placed| !placed.mode.stride.int().is_some_and(Int::is_static));
        if let Some(Placed { index, mode, .. }) = dynamic {
            let stride = mode.stride.scale();
            return Err(Error::DynamicStrides {
                operation: "left_inverse",
                layout: self.to_string(),
                mode: *index,
                stride,
            });
        }
        let Some(last) = modes.last().map(|placed| placed.mode.clone()) else { return Err(Error::Empty) };
        let mut filled: Vec<Mode> = Vec::with_capacity(modes.len() + 1);
        let mut before = Int::ONE;
        let mut domain_before = Int::ZERO;
        let mut from = (last.first, last.last);
        for Placed { index, mode, domain } in modes {
            let stride = mode.stride.scale();
            if stride.is_constant(0) {
                continue;
            }
            if stride.modulo(before)?.value() != 0 {
                return Err(Error::InverseDivisibility { layout: self.to_string(), mode: index, stride, before });
            }
            let extent = stride.over(before)?;
            trace.tell(|| Step::InverseFill { mode: index, pair: mode.pair(), before, extent, domain });
            filled.push(Mode { extent, stride: StrideLeaf::Int(domain_before), first: from.0, last: from.1 });
            before = extent.times(before)?;
            domain_before = domain;
            from = (mode.first, mode.last);
        }
        filled.push(Mode { extent: last.extent, stride: StrideLeaf::Int(domain_before), first: from.0, last: from.1 });
        let modes = merged(filled, trace)?;
        Ok(leave(trace, "left_inverse", layout_of(&modes)?, || origins_of(&modes)))
    }
}
