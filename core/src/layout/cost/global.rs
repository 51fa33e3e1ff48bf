//! Global memory: how many sectors and lines a request moves, and how much of them it uses.
//!
//! Global memory is moved in sectors of 32 bytes, four of which are a line of 128; what a warp touches of one sector in
//! one request is moved once. (CUDA C++ Programming Guide, "Global Memory".) Index 0 is taken to begin a line.

use super::group::{Accesses, Request};
use super::machine::{Machine, Vector};

/// A sector that a request touches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sector {
    /// Its number from address 0 on.
    pub number: i128,
    /// The line that it is part of.
    pub line: i128,
    /// Number of its bytes that are touched.
    pub bytes: u64,
    /// The threads that touch it, counted from the warp's first, in ascending order.
    pub threads: Vec<u64>,
}

/// The sectors of a request in ascending order.
///
/// Law: each touched byte lies in exactly one of them.
///
/// ```
/// use colex::cost::{Group, Machine, Vector, sectors};
///
/// let (layout, machine) = ("(32,1):(2,1)".parse()?, Machine::default());
/// let vector = Vector::new(4, 1, &machine)?;
/// let found = sectors(&Group::of_layout(&layout)?.request(0, 0, vector, &machine), vector, &machine);
/// assert_eq!(found.len(), 8);
/// assert_eq!(found.iter().map(|sector| sector.bytes).sum::<u64>(), 32 * 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sectors(request: &Request, vector: Vector, machine: &Machine) -> Vec<Sector> {
    let machine = machine.sound();
    let (sector_bytes, line_bytes) = (i128::from(machine.sector_bytes), i128::from(machine.line_bytes));
    let mut spans = (0_u64..)
        .zip(&request.indices)
        .filter_map(|(thread, index)| {
            let (begin, end) = vector.span((*index)?);
            Some((begin, end, thread))
        })
        .collect::<Vec<_>>();
    spans.sort_unstable();
    let mut found: Vec<Sector> = Vec::new();
    // The first byte that no earlier span has touched.
    let mut fresh = i128::MIN;
    for (begin, end, thread) in spans {
        for number in begin.div_euclid(sector_bytes)..=(end - 1).div_euclid(sector_bytes) {
            let (first, last) = (number * sector_bytes, (number + 1) * sector_bytes);
            let bytes = u64::try_from(end.min(last) - begin.max(first).max(fresh)).unwrap_or(0);
            match found.iter_mut().rev().find(|sector| sector.number == number) {
                Some(sector) => {
                    sector.bytes += bytes;
                    sector.threads.push(thread);
                }
                None => {
                    let line = first.div_euclid(line_bytes);
                    found.push(Sector { number, line, bytes, threads: vec![thread] });
                }
            }
        }
        fresh = fresh.max(end);
    }
    for sector in &mut found {
        sector.threads.sort_unstable();
    }
    found
}

/// Traffic of global memory for some requests.
///
/// Law: `bytes_used <= bytes_moved = sectors * sector_bytes`, and `fewest_sectors <= sectors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GlobalCost {
    /// Number of requests that at least one thread takes part in.
    pub requests: u64,
    /// Number of sectors that they move, each counted once a request.
    pub sectors: u64,
    /// Number of lines that these are part of, each counted once a request.
    pub lines: u64,
    /// Number of different bytes that each request touches, added up.
    pub bytes_used: u64,
    /// Number of bytes of the sectors.
    pub bytes_moved: u64,
    /// Number of sectors that the touched bytes of each request would fill, added up.
    pub fewest_sectors: u64,
    /// The most sectors of one request.
    pub worst: u64,
    /// Where that is first so: warp and instruction.
    pub worst_at: Option<(u64, u64)>,
}

impl GlobalCost {
    /// One request more.
    pub fn add(&mut self, request: &Request, vector: Vector, machine: &Machine) {
        let sound = machine.sound();
        let found = sectors(request, vector, machine);
        if found.is_empty() {
            return;
        }
        let (count, bytes) = (found.len() as u64, found.iter().map(|sector| sector.bytes).sum::<u64>());
        self.requests += 1;
        self.sectors += count;
        self.lines += found.chunk_by(|one, next| one.line == next.line).count() as u64;
        self.bytes_used += bytes;
        self.bytes_moved += count * sound.sector_bytes;
        self.fewest_sectors += bytes.div_ceil(sound.sector_bytes);
        if count > self.worst {
            self.worst = count;
            self.worst_at = Some((request.warp, request.instruction));
        }
    }

    /// Another cost so many times more. What is beyond 64 bits stays at their end.
    ///
    /// Law: that of adding its requests as often, one by one.
    ///
    /// ```
    /// use colex::cost::{Group, Machine, Vector, global};
    ///
    /// let (layout, machine) = ("(32,1):(2,1)".parse()?, Machine::default());
    /// let vector = Vector::new(4, 1, &machine)?;
    /// let once = global(&Group::of_layout(&layout)?.accesses(vector, &machine)?, &machine);
    /// let mut cost = once;
    /// cost.add_times(&once, 999);
    /// assert_eq!((cost.requests, cost.sectors, cost.worst), (1000, 8000, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_times(&mut self, other: &GlobalCost, times: u64) {
        if times == 0 {
            return;
        }
        let more = |own: u64, other: u64| own.saturating_add(other.saturating_mul(times));
        *self = GlobalCost {
            requests: more(self.requests, other.requests),
            sectors: more(self.sectors, other.sectors),
            lines: more(self.lines, other.lines),
            bytes_used: more(self.bytes_used, other.bytes_used),
            bytes_moved: more(self.bytes_moved, other.bytes_moved),
            fewest_sectors: more(self.fewest_sectors, other.fewest_sectors),
            worst: self.worst.max(other.worst),
            worst_at: if other.worst > self.worst { other.worst_at } else { self.worst_at },
        };
    }

    /// The bytes used of those moved, from 0 to 1: 1 is perfectly coalesced, and also what it is without accesses.
    pub fn efficiency(&self) -> f64 {
        if self.bytes_moved == 0 { 1.0 } else { self.bytes_used as f64 / self.bytes_moved as f64 }
    }

    /// The sectors of a request on average.
    pub fn sectors_per_request(&self) -> f64 {
        if self.requests == 0 { 0.0 } else { self.sectors as f64 / self.requests as f64 }
    }

    /// The lines of a request on average.
    pub fn lines_per_request(&self) -> f64 {
        if self.requests == 0 { 0.0 } else { self.lines as f64 / self.requests as f64 }
    }
}

/// Returns the traffic of global memory for all requests of a group.
///
/// Example: 32 threads that copy f32 one after the other use all of 4 sectors; every second one, half of 8.
///
/// ```
/// use colex::cost::{Group, Machine, Vector, global};
///
/// let machine = Machine::default();
/// let vector = Vector::new(4, 1, &machine)?;
/// for (layout, sectors, used) in [("(32,1):(1,0)", 4, 1.0), ("(32,1):(2,0)", 8, 0.5)] {
///     let cost = global(&Group::of_layout(&layout.parse()?)?.accesses(vector, &machine)?, &machine);
///     assert_eq!((cost.sectors, cost.efficiency()), (sectors, used));
///     assert!(cost.bytes_used <= cost.bytes_moved && cost.fewest_sectors <= cost.sectors);
///     assert_eq!(cost.bytes_moved, cost.sectors * machine.sector_bytes);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn global(accesses: &Accesses, machine: &Machine) -> GlobalCost {
    let mut cost = GlobalCost::default();
    for request in accesses.requests() {
        cost.add(request, accesses.vector(), machine);
    }
    cost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_times_is_one_by_one() {
        let machine = Machine::default();
        let vector = Vector::new(4, 1, &machine).expect("a vector");
        let request = |warp: u64, stride: i64| Request {
            warp,
            instruction: 7,
            indices: (0..32).map(|thread| (thread % 5 != 1).then_some(3 + thread * stride)).collect(),
        };
        let of = |requests: &[Request]| {
            let mut cost = GlobalCost::default();
            requests.iter().for_each(|request| cost.add(request, vector, &machine));
            cost
        };
        let (one, other) = (of(&[request(0, 1)]), of(&[request(1, 9)]));
        let mut counted = one;
        counted.add_times(&other, 3);
        counted.add_times(&one, 2);
        counted.add_times(&of(&[request(2, 40)]), 0);
        let each = [0, 1, 1, 1, 0, 0].map(|warp| request(warp, if warp == 0 { 1 } else { 9 }));
        assert_eq!(counted, of(&each));
        assert_eq!(counted.worst_at, Some((1, 7)));
        counted.add_times(&one, u64::MAX);
        assert_eq!(counted.sectors, u64::MAX);
    }
}
