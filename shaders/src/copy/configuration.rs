//! Configuration of a copy.

use colex::AnyLayout;

use crate::make::{nested, strided};
use crate::program::Element;

/// Largest number of values that one thread may copy, all of them named in the text.
pub const VALUES_LIMIT: u32 = 64;

/// Largest number of modes of a tile.
pub const RANK_LIMIT: usize = 8;

/// Configuration of a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// `coordinate -> index` of what is read.
    pub source: AnyLayout,
    /// `coordinate -> index` of what is written; injective.
    pub destination: AnyLayout,
    /// [`Element::F32`] or [`Element::F16`].
    pub element: Element,
    /// The extents of a tile, one for each mode of source and destination; or one extent, and then 1-D coordinates are
    /// tiled.
    pub tile: Vec<u32>,
    /// `(thread, value) -> 1-D coordinate in the tile`, onto all of it and injective.
    pub thread_values: AnyLayout,
}

impl Configuration {
    /// The fastest one known for numbers side by side: 256 threads, one `vec4` each.
    pub fn for_size(elements: u32) -> Configuration {
        let line = strided(&[(elements, 1)]);
        Configuration::lines(line.clone(), line, 256, 1)
    }

    /// 1-D coordinates, `threads` of them side by side four at a time, `times` over.
    pub fn lines(source: AnyLayout, destination: AnyLayout, threads: u32, times: u32) -> Configuration {
        let round = threads.saturating_mul(4);
        let thread_values = nested(&[&[(threads, 4)], &[(4, 1), (times, round)]]);
        let tile = vec![round.saturating_mul(times)];
        Configuration { source, destination, element: Element::F32, tile, thread_values }
    }
}
