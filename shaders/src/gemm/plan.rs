//! Which scheme a product gets, from the whole of it: M, N, K, how many there are, and how many processors they are for.
//!
//! Nothing is searched for. A few kinds of tiles are known with what they take on one GPU; each is thought through with K
//! whole and cut into parts, and the one that should be over first is taken. Numbers decide, and the same everywhere: the
//! page and the benchmark choose alike.

use super::scheme::{Lanes, Order, Scheme};
use super::split::Parts;
use super::thin::steps_at_once;
use crate::machine::Machine;

/// Manner in which an operand is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reads {
    /// True if four numbers are read at a time.
    pub is_by_fours: bool,
    /// True if neighbours lie along K.
    pub is_along_k: bool,
}

/// Properties of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Product {
    /// (M,N,K).
    pub size: [u32; 3],
    /// Number of products, one beside the other.
    pub batches: u32,
    /// Manner in which A and B are read.
    pub reads: [Reads; 2],
}

impl Product {
    /// A product of matrices that lie row by row, as PyTorch has them.
    pub fn row_major([m, n, k]: [u32; 3]) -> Product {
        let reads =
            [(k, true), (n, false)].map(|(line, is_along_k)| Reads { is_by_fours: line.is_multiple_of(4), is_along_k });
        Product { size: [m, n, k], batches: 1, reads }
    }
}

/// Largest number of bytes of partial sums.
const PARTIALS: u64 = 64 << 20;

/// The K for which the times of the kinds are told.
const K: f64 = 2048.0;

/// Microseconds until the first tile has arrived and the last has left.
const BEGIN: f64 = 2.1;

/// Microseconds of one more pass.
const PASS: f64 = 3.1;

/// Bytes in a microsecond, from memory.
const BYTES: f64 = 4.0e6;

/// From how many bytes on operands do not stay in the cache from one run to the next.
const CACHED: f64 = 40.0e6;

/// Share of the time by which both operands along K make it longer, where lines are short.
const TURNED: f64 = 0.05;

/// The length of lines of which that share is twice as large.
const LONG: f64 = 6800.0;

/// By how many times it grows at most.
const MOST: f64 = 7.0;

/// Factor by which a cut has to be better than none.
const GAIN: f64 = 0.97;

/// Largest number of rounds of workgroups that K is cut for: beyond a few nothing is left to even out.
const ROUNDS: u64 = 4;

/// Tiles of which a part has at least so many.
const LEAST: u32 = 4;

/// Up to how many lines beyond the last whole tile may have a pass of their own.
pub const EDGE: u32 = 4;

/// Microseconds until it has begun and ended.
const EDGES: f64 = 3.0;

/// Microseconds in which a workgroup of that pass reads what its threads read at once, from the cache and from memory.
const EDGE_TURN: [f64; 2] = [0.8, 1.4];

/// Numbers of columns of B, of which none lie together, that a processor meets with those of A in a microsecond.
const ACROSS: f64 = 1.5e3;

/// Up to how many rows or columns no tiles are worth it.
const FEW: u32 = 4;

/// A kind of tiles.
struct Kind {
    scheme: Scheme,
    /// Factor of time for each operand along K that is read one by one.
    across: f64,
    /// Factor of time for each operand along M or N that is read one by one.
    singly: f64,
    /// Factor of time where A lies along M.
    along_m: f64,
    /// Factor by which it is taken to last longer than told, where that is less certain.
    slower: f64,
    /// Permissions for K: to be whole, and to be cut.
    may: [bool; 2],
    /// Microseconds that 1, 2, … workgroups on each processor take for K = 2048, side by side as far as they fit.
    times: &'static [f64],
}

const fn kind(
    tile: [u32; 3],
    values: [u32; 2],
    (together, order): (u32, Order),
    across: f64,
    times: &'static [f64],
) -> Kind {
    let base = Scheme::DOUBLE_BUFFERED;
    let scheme = Scheme { tile, values, together, order, raster: 8, lanes: Lanes::Blocks, ..base };
    Kind { scheme, across, singly: 1.03, along_m: 1.0, slower: 1.0, may: [true; 2], times }
}

/// The largest tiles: two workgroups of them fit a processor only where a compiler needs no more than 128 registers, as
/// Chromium's does with whole K and vectors.
const LARGEST: Kind = Kind {
    singly: 1.13,
    along_m: 1.05,
    slower: 1.02,
    may: [true, false],
    ..kind([128, 128, 8], [8, 8], (4, Order::Rows), 1.4, &[199.5, 343.8])
};

/// Tiles of 64 by 128: four written out together are the faster for a long K, two for a part of it.
const MIDDLE: [Kind; 2] = [
    Kind { may: [true, false], ..kind([64, 128, 8], [8, 8], (4, Order::Columns), 1.05, &[166.7, 188.4, 273.3, 365.4]) },
    Kind {
        may: [false, true],
        slower: 0.95,
        ..kind([64, 128, 8], [8, 8], (2, Order::Columns), 1.05, &[117.6, 188.9, 265.1, 363.8])
    },
];

/// Measured on an NVIDIA H200 in Chromium, where every tile is whole; on another GPU it is their ratios that count. By
/// columns the compiler needs the fewest registers: with 64 by 64 by 16 in pairs one workgroup less fits.
const KINDS: [Kind; 9] = {
    let [whole, cut] = MIDDLE;
    [
        LARGEST,
        whole,
        cut,
        Kind { slower: 1.02, ..kind([128, 64, 8], [8, 8], (2, Order::Columns), 1.06, &[123.0, 195.0, 269.8, 358.2]) },
        kind([64, 64, 16], [8, 4], (2, Order::Columns), 1.05, &[64.6, 104.7, 152.5]),
        kind([64, 64, 8], [8, 8], (4, Order::Rows), 1.1, &[180.0, 181.5, 185.8, 192.7, 283.4, 291.1]),
        Kind { slower: 1.04, ..kind([32, 64, 16], [8, 4], (2, Order::Columns), 1.25, &[63.7, 65.7, 101.6, 108.1]) },
        Kind { slower: 1.06, ..kind([64, 32, 16], [8, 4], (2, Order::Columns), 1.3, &[63.7, 67.0, 102.4, 110.5]) },
        kind([32, 32, 16], [4, 4], (2, Order::Columns), 1.15, &[37.6, 40.3, 62.3, 67.0, 90.4, 97.8, 133.9, 134.4]),
    ]
};

/// The scheme for so many products (M,N,K) on a machine.
///
/// Laws: it has a kernel that runs at the limits of every WebGPU device; its partial sums fit a buffer of the machine.
pub fn choose(product: &Product, machine: Machine) -> Scheme {
    ranked(product, machine).first().map_or(KINDS[0].scheme, |(scheme, _)| *scheme)
}

/// The best scheme of each kind with about how many microseconds it takes, the best of all first.
pub fn ranked(product: &Product, machine: Machine) -> Vec<(Scheme, f64)> {
    let mut all = KINDS.iter().map(|kind| of_kind(kind, product, machine)).collect::<Vec<_>>();
    // Of two alike the one that stands first.
    all.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    all
}

/// The best scheme of a kind, with about how many microseconds it takes.
fn of_kind(kind: &Kind, product: &Product, machine: Machine) -> (Scheme, f64) {
    let plain = as_it_is(kind, product, machine);
    let packed = [false, true].into_iter().filter_map(|is_turned| {
        let (packed, us) = packed(product, is_turned, machine)?;
        let (scheme, product_us) = as_it_is(kind, &packed, machine);
        Some((Scheme { is_packed: true, is_turned, ..scheme }, (product_us + us) / GAIN))
    });
    // Of two alike the one that does less.
    packed.fold(plain, |best, other| if other.1 < best.1 { other } else { best })
}

/// The product of operands that are written once more before, where some have to be, and about how many microseconds that
/// takes.
fn packed(product: &Product, is_turned: bool, machine: Machine) -> Option<(Product, f64)> {
    let Product { size: [m, n, k], batches, reads: [a, b] } = *product;
    if batches > 1 || (is_turned && !b.is_along_k) {
        return None;
    }
    let along_k = [a.is_along_k, b.is_along_k && !is_turned];
    // Lines that end within four steps get more, and then the other operand has to have as many.
    let has_more = (0..2).any(|place| along_k[place]) && !k.is_multiple_of(4);
    let is_packed = [!a.is_by_fours || has_more, !b.is_by_fours || has_more || is_turned];
    let bytes = [m, n].map(|lines| 4 * u64::from(lines.next_multiple_of(16)) * u64::from(k.next_multiple_of(16)));
    let all = (0..2).filter(|place| is_packed[*place]);
    if all.clone().next().is_none() || all.clone().any(|place| bytes[place] > machine.buffer_bytes) {
        return None;
    }
    let us = PASS + all.map(|place| 2.0 * bytes[place] as f64 / BYTES).sum::<f64>();
    let reads = [0, 1].map(|place| Reads { is_by_fours: true, is_along_k: along_k[place] });
    Some((Product { reads, ..*product }, us))
}

/// The same of operands as they are.
fn as_it_is(kind: &Kind, product: &Product, machine: Machine) -> (Scheme, f64) {
    let Product { size, batches, reads } = *product;
    let across = reads.iter().filter(|reads| !reads.is_by_fours && reads.is_along_k).count();
    let singly = reads.iter().filter(|reads| !reads.is_by_fours && !reads.is_along_k).count();
    // Where both lie along K, all that is copied is turned on its way: what is read one by one is then little worse. Of
    // long lines each is somewhere else in memory.
    let turned = if reads.iter().all(|reads| reads.is_along_k) { 1.0 - 0.5 * across as f64 } else { 0.0 };
    let turned = TURNED * turned * (1.0 + (f64::from(size[2]) / LONG).min(MOST));
    let slower = kind.slower
        * (1.0 + (kind.across - 1.0) * across as f64 + turned)
        * (1.0 + (kind.singly - 1.0) * singly as f64)
        * if reads[0].is_along_k { 1.0 } else { kind.along_m };
    let mut best = (kind.scheme, f64::INFINITY);
    for edge in [0, EDGE] {
        let [rows, columns] = [0, 1].map(|mode| Scheme { edge, ..kind.scheme }.edge_of(size[mode], mode));
        if edge > 0 && rows + columns == 0 {
            continue;
        }
        let inner = [size[0] - rows, size[1] - columns, size[2]];
        let parts = splits(kind, inner, batches, machine).into_iter().filter(|parts| kind.may[usize::from(*parts > 1)]);
        for split in parts {
            let beside = if rows + columns > 0 { edges(product, [rows, columns], split > 1, machine) } else { 0.0 };
            let us = estimate(kind, inner, batches, split, machine, slower) + beside;
            let us = us / if split > 1 { GAIN } else { 1.0 };
            if us < best.1 {
                best = (Scheme { split, edge, ..kind.scheme }, us);
            }
        }
    }
    best
}

/// About how many microseconds the lines beyond the last whole tiles take.
fn edges(product: &Product, [rows, columns]: [u32; 2], is_cut: bool, machine: Machine) -> f64 {
    let Product { size: [m, n, k], batches, reads: [a, b] } = *product;
    // They are among the workgroups of the pass that adds up parts, or a pass of their own.
    let beside = if is_cut { 0.0 } else { PASS + EDGES };
    let [m, n, k, l, rows, columns] = [m, n, k, batches, rows, columns].map(f64::from);
    let reads = (if rows > 0.0 { n } else { 0.0 } + if columns > 0.0 { m } else { 0.0 }) * k * l;
    let adds = (rows * n + columns * m) * k * l;
    // K is not cut there: a workgroup reads its lines from end to end.
    let is_cached = (m + n) * k * l * 4.0 <= CACHED;
    let turn = EDGE_TURN[usize::from(!is_cached)];
    let [of_a, of_b] = [(columns, a, m), (rows, b, n)].map(|(lines, reads, extent)| match lines > 0.0 {
        true => k / f64::from(steps_at_once(extent as u32, reads.is_by_fours, reads.is_along_k)) * turn,
        false => 0.0,
    });
    // A processor makes some 50 multiply-adds of these in a nanosecond, and waits for the first. Where neighbours along K
    // of A each want a line of B, that is what they wait for.
    let is_across = a.is_along_k && !b.is_along_k;
    let across = if is_across { columns * m * k * l / ACROSS } else { 0.0 };
    let adds = (adds / 5e4 + across) / f64::from(machine.processors.max(1));
    beside + (reads * 4.0 / BYTES).max(adds).max(of_a).max(of_b)
}

/// Into how many parts K is cut where no tiles are worth it, because the smaller of M and N is not worth a tile.
pub fn thin(product: &Product, machine: Machine) -> Option<u32> {
    let Product { size: [m, n, k], batches, reads: [a, b], .. } = *product;
    let (lines, few) = (m.max(n), m.min(n));
    let (long, thin) = if m >= n { (a, b) } else { (b, a) };
    // Many lines that do not lie along K beside one that does are read number by number.
    let most = if long.is_along_k && !thin.is_along_k { FEW / 2 } else { FEW };
    if few > most {
        return None;
    }
    // Many workgroups for each processor, whatever the layouts are; one has up to 32 lines.
    let wanted = u64::from(machine.processors) * 16;
    let groups = (u64::from(lines) * u64::from(batches)).div_ceil(32);
    let most = (PARTIALS / (4 * u64::from(lines) * u64::from(few) * u64::from(batches)).max(1)).min(u64::from(k / 512));
    Some(u32::try_from((wanted / groups.max(1)).min(most).max(1)).unwrap_or(1))
}

/// Into how many parts K may be cut: those that fill the processors evenly.
fn splits(kind: &Kind, [m, n, k]: [u32; 3], batches: u32, machine: Machine) -> Vec<u32> {
    let [tile_m, tile_n, tile_k] = kind.scheme.tile;
    let units = u64::from(m.div_ceil(tile_m)) * u64::from(n.div_ceil(tile_n)) * u64::from(batches);
    let elements = u64::from(m) * u64::from(n) * u64::from(batches);
    let most = PARTIALS.min(machine.buffer_bytes) / (4 * elements).max(1);
    let most = most.min(u64::from(k.div_ceil(tile_k) / LEAST)).min(1024);
    let slots = u64::from(machine.processors) * kind.times.len() as u64;
    let rounds =
        (1..=ROUNDS * kind.times.len() as u64).map(|round| u64::from(machine.processors) * round / units.max(1));
    let mut all = vec![1];
    for parts in rounds.filter(|parts| *parts <= most && *parts * units <= ROUNDS * slots) {
        let parts = u32::try_from(parts).unwrap_or(1);
        if parts > 1 && !all.contains(&parts) {
            all.push(parts);
        }
    }
    all
}

/// About how many microseconds it takes.
fn estimate(kind: &Kind, [m, n, k]: [u32; 3], batches: u32, split: u32, machine: Machine, slower: f64) -> f64 {
    let [tile_m, tile_n, tile_k] = kind.scheme.tile;
    let parts = Parts::of(k.div_ceil(tile_k), split, kind.scheme.stages, kind.scheme.together);
    let tiles = u64::from(m.div_ceil(tile_m)) * u64::from(n.div_ceil(tile_n)) * u64::from(batches);
    let units = tiles * u64::from(parts.count);
    let processors = u64::from(machine.processors.max(1));
    let slots = processors * kind.times.len() as u64;
    let (full, rest) = (units / slots, units % slots);
    let whole = kind.times.last().copied().unwrap_or(0.0);
    let each = rest.div_ceil(processors);
    let last = match usize::try_from(each).ok().and_then(|each| each.checked_sub(1)) {
        None => 0.0,
        Some(each) => kind.times.get(each).copied().unwrap_or(whole),
    };
    // Workgroups left after full rounds go to whoever is done first, not evenly; after many rounds that is forgotten.
    let last = if full == 0 || rest == 0 {
        last
    } else {
        let even = whole * rest as f64 / slots as f64;
        last + (even - last) * (full as f64 / 8.0).min(1.0)
    };
    // The first part may have fewer tiles than the others.
    let mean = f64::from(parts.count * parts.per - parts.fewer) / f64::from(parts.count);
    let [mean, length] = [mean, f64::from(parts.per)].map(|tiles| tiles * f64::from(tile_k) / K);
    let rounds = full as f64 + if rest > 0 { 1.0 } else { 0.0 };
    let products = (full as f64 * whole * mean + last * length) * slower + BEGIN * rounds.min(3.0);

    let [m, n, k, l] = [m, n, k, batches].map(f64::from);
    let bytes = (m * k + n * k + m * n) * 4.0 * l;
    let memory = bytes / BYTES;
    // Waits for memory are shorter the more workgroups are there to wait.
    let resident = if full > 0 { kind.times.len() as f64 } else { each as f64 };
    let waits = if bytes > CACHED { 0.25 * memory * (3.0 / resident.max(1.0)).min(3.0) } else { 0.0 };
    let products = (products + waits).max(memory);
    if parts.count == 1 {
        return products;
    }
    let partials = f64::from(parts.count) * m * n * l * 4.0;
    products + PASS + partials / BYTES
}
