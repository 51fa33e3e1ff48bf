//! Shared memory: in how many turns its banks serve a request.
//!
//! Successive words of 4 bytes lie in successive banks of 32; a bank serves one word at a time. Threads that touch the
//! same word are served together, whichever of its bytes they want; different words of one bank take turns. (CUDA C++
//! Programming Guide, "Shared Memory".) As all banks together serve 128 bytes, vectors of 8 and 16 bytes are served in
//! phases of a half and a quarter of a warp, which do not disturb each other.

use super::group::{Accesses, Request};
use super::machine::{Machine, Vector};

/// One phase of a request: threads that are served together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// The first of its threads, counted from the warp's first.
    pub first: u64,
    /// Number of threads.
    pub threads: u64,
    /// Number of them that take part.
    pub active: u64,
    /// For each bank how many different words of it are wanted.
    pub words: Vec<u64>,
}

impl Phase {
    /// The degree of the conflict: the most different words of one bank, which is how many turns the phase takes. 1 is
    /// without conflict, 0 where no thread takes part.
    pub fn degree(&self) -> u64 {
        self.words.iter().copied().max().unwrap_or(0)
    }

    /// The banks that serve more than one word, in ascending order.
    pub fn conflicting(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().filter(|(_, words)| **words > 1).map(|(bank, _)| bank)
    }
}

/// The words that the vector of an index touches.
fn words(index: i64, vector: Vector, machine: &Machine) -> std::ops::RangeInclusive<i128> {
    let (begin, end) = vector.span(index);
    let bytes = i128::from(machine.bank_bytes);
    begin.div_euclid(bytes)..=(end - 1).div_euclid(bytes)
}

/// The phases of a request, each with the words that it wants of every bank.
///
/// Law: a phase takes `degree()` turns; without conflicts it is 1.
///
/// ```
/// use colex::cost::{Group, Machine, Vector, phases};
///
/// let (layout, machine) = ("(32,4):(32,1)".parse()?, Machine::default());
/// let vector = Vector::new(4, 4, &machine)?;
/// let phases = phases(&Group::of_layout(&layout)?.request(0, 0, vector, &machine), vector, &machine);
/// assert_eq!(phases.len(), 4);
/// assert!(phases.iter().all(|phase| phase.degree() == 8 && phase.conflicting().count() == 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn phases(request: &Request, vector: Vector, machine: &Machine) -> Vec<Phase> {
    let machine = machine.sound();
    let size = machine.phase_threads(vector);
    let banks = usize::try_from(machine.banks).unwrap_or(1);
    let chunks = request.indices.chunks(usize::try_from(size).unwrap_or(1).max(1));
    let phase = |(number, indices): (u64, &[Option<i64>])| {
        let mut wanted = indices.iter().flatten().flat_map(|index| words(*index, vector, &machine)).collect::<Vec<_>>();
        wanted.sort_unstable();
        wanted.dedup();
        let mut counts = vec![0; banks];
        for word in wanted {
            let bank = usize::try_from(word.rem_euclid(i128::from(machine.banks))).unwrap_or(0);
            if let Some(count) = counts.get_mut(bank) {
                *count += 1;
            }
        }
        let active = indices.iter().flatten().count() as u64;
        Phase { first: number * size, threads: indices.len() as u64, active, words: counts }
    };
    (0..).zip(chunks).map(phase).collect()
}

/// The words that the vector of an index touches, each with its bank.
fn banks_of(index: i64, vector: Vector, machine: &Machine) -> Vec<(u64, i128)> {
    let machine = machine.sound();
    let bank = |word: i128| u64::try_from(word.rem_euclid(i128::from(machine.banks))).unwrap_or(0);
    words(index, vector, &machine).map(|word| (bank(word), word)).collect()
}

impl Request {
    /// The banks that a thread touches, counted from the warp's first, in the order of its words.
    pub fn banks_of(&self, thread: u64, vector: Vector, machine: &Machine) -> Vec<u64> {
        let index = usize::try_from(thread).ok().and_then(|thread| self.indices.get(thread).copied()).flatten();
        index
            .map(|index| banks_of(index, vector, machine))
            .unwrap_or_default()
            .into_iter()
            .map(|(bank, _)| bank)
            .collect()
    }

    /// Returns the words that the threads of this request want of a bank: each word once, with the threads that want
    /// it, counted from the warp's first. Only those from `first` on, `threads` of them.
    pub fn words_of(&self, bank: u64, phase: &Phase, vector: Vector, machine: &Machine) -> Vec<(i128, Vec<u64>)> {
        let mut found: Vec<(i128, Vec<u64>)> = Vec::new();
        for (thread, index) in (0_u64..).zip(&self.indices) {
            let inside = thread >= phase.first && thread < phase.first.saturating_add(phase.threads);
            let Some(index) = index.filter(|_| inside) else { continue };
            for (_, word) in banks_of(index, vector, machine).into_iter().filter(|(own, _)| *own == bank) {
                match found.iter_mut().find(|(known, _)| *known == word) {
                    Some((_, threads)) => threads.push(thread),
                    None => found.push((word, vec![thread])),
                }
            }
        }
        found.sort_by_key(|(word, _)| *word);
        found
    }
}

/// Cost of shared memory for some requests.
///
/// Law: `phases <= turns <= worst * phases`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SharedCost {
    /// Number of requests that at least one thread takes part in.
    pub requests: u64,
    /// Number of phases that at least one thread takes part in; each takes one turn if there is no conflict.
    pub phases: u64,
    /// Number of turns that they take.
    pub turns: u64,
    /// The most turns of one phase: the degree of the worst conflict.
    pub worst: u64,
    /// Where that is first so: warp and instruction.
    pub worst_at: Option<(u64, u64)>,
    /// Number of phases that have a conflict.
    pub conflicting: u64,
}

impl SharedCost {
    /// One request more.
    pub fn add(&mut self, request: &Request, vector: Vector, machine: &Machine) {
        let degrees = phases(request, vector, machine).into_iter().map(|phase| phase.degree()).filter(|it| *it > 0);
        let mut is_active = false;
        for degree in degrees {
            is_active = true;
            self.phases += 1;
            self.turns += degree;
            self.conflicting += u64::from(degree > 1);
            if degree > self.worst {
                self.worst = degree;
                self.worst_at = Some((request.warp, request.instruction));
            }
        }
        self.requests += u64::from(is_active);
    }

    /// Another cost so many times more. What is beyond 64 bits stays at their end.
    ///
    /// Law: that of adding its requests as often, one by one.
    pub fn add_times(&mut self, other: &SharedCost, times: u64) {
        if times == 0 {
            return;
        }
        let more = |own: u64, other: u64| own.saturating_add(other.saturating_mul(times));
        *self = SharedCost {
            requests: more(self.requests, other.requests),
            phases: more(self.phases, other.phases),
            turns: more(self.turns, other.turns),
            worst: self.worst.max(other.worst),
            worst_at: if other.worst > self.worst { other.worst_at } else { self.worst_at },
            conflicting: more(self.conflicting, other.conflicting),
        };
    }

    /// The turns of a phase on average: 1 without conflicts, 0 without accesses.
    pub fn average(&self) -> f64 {
        if self.phases == 0 { 0.0 } else { self.turns as f64 / self.phases as f64 }
    }
}

/// Returns the cost of shared memory for all requests of a group.
///
/// Example: a column of `(32,32):(32,1)` read by 32 threads as f32 has `worst = 32`, of `(32,32):(33,1)` it has 1.
///
/// ```
/// use colex::cost::{Group, Machine, Vector, shared};
///
/// let machine = Machine::default();
/// let vector = Vector::new(4, 1, &machine)?;
/// for (layout, worst) in [("(32,32):(32,1)", 32), ("(32,32):(33,1)", 1)] {
///     let cost = shared(&Group::of_layout(&layout.parse()?)?.accesses(vector, &machine)?, &machine);
///     assert_eq!(cost.worst, worst);
///     assert!(cost.phases <= cost.turns && cost.turns <= cost.worst * cost.phases);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shared(accesses: &Accesses, machine: &Machine) -> SharedCost {
    let mut cost = SharedCost::default();
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
            let mut cost = SharedCost::default();
            requests.iter().for_each(|request| cost.add(request, vector, &machine));
            cost
        };
        let (one, other) = (of(&[request(0, 1)]), of(&[request(1, 8)]));
        let mut counted = one;
        counted.add_times(&other, 3);
        counted.add_times(&one, 2);
        counted.add_times(&of(&[request(2, 32)]), 0);
        let each = [0, 1, 1, 1, 0, 0].map(|warp| request(warp, if warp == 0 { 1 } else { 8 }));
        assert_eq!(counted, of(&each));
        assert_eq!((counted.worst, counted.worst_at), (7, Some((1, 7))));
    }
}
