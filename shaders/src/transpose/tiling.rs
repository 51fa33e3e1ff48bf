//! Free choices of a transpose in blocks, and those from which the fastest is found.

use std::fmt;

use super::configuration::{Configuration, Kind};
use super::walk::Walk;

/// Tile, threads, way and walk of a transpose in blocks.
///
/// It prints as `32x32.64.4x1.band16`, in registers alone as `32x32.64.r8x4.band16`. Law: `Tiling::read(&tiling.to_string()) == Some(tiling)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tiling {
    /// Rows and columns of a tile.
    pub tile: [u32; 2],
    /// Threads of a workgroup.
    pub threads: u32,
    /// Way of the blocks across.
    pub way: Way,
    /// The order of the strips.
    pub walk: Walk,
}

/// Way of the blocks of a transpose across.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Way {
    /// Through workgroup memory, so many rows and columns of tiles one after the other: [`Configuration::strip`].
    Memory([u32; 2]),
    /// In registers alone, with so many threads below each other and side by side: [`Configuration::lanes`].
    Registers([u32; 2]),
}

impl fmt::Display for Tiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tiling { tile: [rows, columns], threads, way, walk } = self;
        let (way, [down, across]) = match way {
            Way::Memory(strip) => ("", strip),
            Way::Registers(lanes) => ("r", lanes),
        };
        write!(f, "{rows}x{columns}.{threads}.{way}{down}x{across}.{walk}")
    }
}

/// Tiles with the threads that share them, those first that are most often the fastest.
const TILES: [([u32; 2], u32); 9] = [
    ([64, 64], 256),
    ([64, 64], 128),
    ([32, 64], 128),
    ([32, 128], 256),
    ([32, 32], 64),
    ([64, 32], 128),
    ([128, 32], 256),
    ([64, 64], 64),
    ([32, 32], 32),
];

const STRIPS: [[u32; 2]; 2] = [[4, 1], [1, 4]];

const LANES: [[u32; 2]; 2] = [[8, 4], [4, 8]];

/// Down the source is along the destination.
const WALKS: [Walk; 4] = [Walk::Down, Walk::Bands(64), Walk::Diagonal, Walk::Across];

impl Tiling {
    /// The tilings among which a search looks: all walks of single tiles, some of strips, some in registers alone.
    pub fn family() -> Vec<Tiling> {
        let tilings = |tiles: usize, walks: usize, way: Way| {
            let tiles = TILES.into_iter().take(tiles);
            tiles.flat_map(move |(tile, threads)| {
                WALKS.into_iter().take(walks).map(move |walk| Tiling { tile, threads, way, walk })
            })
        };
        let mut family = tilings(7, 4, Way::Memory([1, 1])).collect::<Vec<_>>();
        LANES.into_iter().for_each(|lanes| family.extend(tilings(4, 3, Way::Registers(lanes))));
        STRIPS.into_iter().for_each(|strip| family.extend(tilings(3, 2, Way::Memory(strip))));
        family
    }

    /// The tiling that a text names.
    pub fn read(text: &str) -> Option<Tiling> {
        let parts = text.split('.').collect::<Vec<_>>();
        let [tile, threads, way, walk] = parts.as_slice() else { return None };
        let pair = |text: &str| {
            let (first, second) = text.split_once('x')?;
            Some([first.parse().ok()?, second.parse().ok()?])
        };
        let way = match way.strip_prefix('r') {
            Some(lanes) => Way::Registers(pair(lanes)?),
            None => Way::Memory(pair(way)?),
        };
        Some(Tiling { tile: pair(tile)?, threads: threads.parse().ok()?, way, walk: Walk::read(walk)? })
    }
}

impl Configuration {
    /// The same task in blocks and with this tiling, through workgroup memory without conflicts or in registers alone.
    pub fn with(&self, tiling: Tiling) -> Configuration {
        let Tiling { tile, threads, way, walk } = tiling;
        let shared = Configuration::block_swizzle(tile);
        let start = Configuration { tile, threads, walk, shared, strip: [1, 1], ..self.clone() };
        match way {
            Way::Memory(strip) => Configuration { kind: Kind::Blocks, strip, ..start },
            Way::Registers(lanes) => Configuration { kind: Kind::Registers, lanes, ..start },
        }
    }
}
