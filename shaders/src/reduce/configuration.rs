//! Configuration of a sum, and whether it has a kernel.

use colex::after::After;
use colex::{AnyLayout, Int};

use crate::index::Bounds;
use crate::kernel::{Refusal, mismatched};
use crate::make::{fixed, strided};
use crate::program::Element;
use crate::writer::check_threads;

/// Largest number of partial sums: one row of workgroups.
pub const PARTIALS_LIMIT: u32 = crate::kernel::WORKGROUPS_PER_DIMENSION;

/// Largest number of values that a thread reads at a time, all of them named in the text.
pub const VALUES_LIMIT: u32 = 32;

/// Largest number of sums that a thread has of its own.
pub const SUMS: u32 = 4;

/// Number of partial sums that a thread of the second pass reads at a time.
pub const SECOND_VALUES: u32 = 16;

/// Configuration of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// `coordinate -> index` of what is read; a coordinate counts as often as there is one, also with stride 0.
    pub source: AnyLayout,
    /// [`Element::F32`] or [`Element::F16`]; summed in f32.
    pub element: Element,
    /// Threads of a workgroup: a power of two.
    pub threads: u32,
    /// Number of values that a thread reads at a time: numbers, or four at once where that can be.
    pub values: u32,
    /// Number of times that it does so.
    pub trips: u32,
}

impl Configuration {
    /// The fastest one known for numbers side by side.
    pub fn for_size(elements: u32) -> Configuration {
        Configuration::for_layout(strided(&[(elements, 1)]))
    }

    /// The fastest one known for a layout.
    pub fn for_layout(source: AnyLayout) -> Configuration {
        let (threads, values) = (256, 8);
        let mut all = Configuration { source, element: Element::F32, threads, values, trips: 1 };
        let places = Bounds::of(&all.source).map(|bounds| places(&all.source, bounds)).unwrap_or(1);
        // Several thousand workgroups fill any GPU several times over, and the second pass is short.
        let chunk = threads * values;
        let trips = (places / (8192 * chunk)).next_power_of_two().clamp(1, 16);
        all.trips = trips.max(places.div_ceil(PARTIALS_LIMIT * chunk));
        all
    }
}

/// Returns true if a layout reaches every number from 0 on once, so that they can be read in the order they lie in.
///
/// Plain layouts do where their right inverse has their size; a swizzle keeps that where it moves bits within a power of
/// two that divides the size.
fn is_compact(layout: &AnyLayout) -> bool {
    let Ok(size) = layout.size().map(Int::value) else { return false };
    let inverse =
        fixed(layout.innermost()).and_then(|layout| layout.right_inverse()).and_then(|inverse| inverse.size());
    inverse.is_ok_and(|inverse| inverse.value() == size)
        && After::of(layout).parts().iter().all(|(offset, swizzle)| {
            let bits = i64::BITS - (swizzle.yyy() | swizzle.zzz()).leading_zeros();
            *offset == 0 && 1_i64.checked_shl(bits).is_some_and(|block| size % block == 0)
        })
}

/// Returns the number of numbers, or fours of numbers, that are read.
fn places(layout: &AnyLayout, bounds: Bounds) -> u32 {
    if is_compact(layout) { bounds.elements.div_ceil(4) } else { bounds.elements }
}

/// A configuration, checked.
pub(super) struct Checked {
    pub(super) bounds: Bounds,
    pub(super) is_wide: bool,
    /// Number of places that are read.
    pub(super) places: u32,
    /// Places of a workgroup.
    pub(super) chunk: u32,
    /// Workgroups, and with that partial sums.
    pub(super) groups: u32,
    /// The partial sums with the zeros behind them, so that every thread of the second pass reads equally many.
    pub(super) padded: u32,
}

impl Checked {
    pub(super) fn of(configuration: &Configuration) -> Result<Checked, Refusal> {
        let Configuration { source, element, threads, values, trips } = configuration;
        if !matches!(element, Element::F32 | Element::F16) {
            return Err(mismatched("the numbers are f32 or f16", "数字类型须为 f32 或 f16"));
        }
        check_threads(*threads)?;
        if !threads.is_power_of_two() {
            return Err(mismatched(
                format!("the tree needs a power of two of threads, and there are {threads}"),
                format!("归约树需要 2 的幂个线程，而这里有 {threads} 个"),
            ));
        }
        if !(1..=VALUES_LIMIT).contains(values) || *trips == 0 {
            return Err(mismatched(
                format!("a thread reads 1 to {VALUES_LIMIT} values at a time, once or more often"),
                format!("每个线程每次读 1 到 {VALUES_LIMIT} 个值，至少一次"),
            ));
        }
        let bounds = Bounds::of(source)?;
        let is_wide = is_compact(source);
        let places = places(source, bounds);
        let chunk = u64::from(*threads) * u64::from(*values) * u64::from(*trips);
        let chunk = u32::try_from(chunk).ok().filter(|chunk| *chunk <= crate::index::SIZE_LIMIT);
        let chunk = chunk.ok_or_else(|| {
            mismatched(
                format!("{trips} trips of {values} values are more than a sum has"),
                format!("{trips} 轮、每轮 {values} 个值，超过求和的总数"),
            )
        })?;
        let groups = places.div_ceil(chunk);
        if groups > PARTIALS_LIMIT {
            return Err(Refusal::TooManyWorkgroups { workgroups: groups, limit: PARTIALS_LIMIT });
        }
        let padded = groups.next_multiple_of(threads * SECOND_VALUES);
        Ok(Checked { bounds, is_wide, places, chunk, groups, padded })
    }
}

/// The levels of the tree: how many threads are left after each, and how many sums each of them adds up.
pub(super) fn levels(threads: u32) -> Vec<(u32, u32)> {
    let mut levels = Vec::new();
    let mut left = threads;
    while left > 1 {
        let ways = if left.is_multiple_of(4) { 4 } else { 2 };
        left /= ways;
        levels.push((left, ways));
    }
    levels
}
