//! All of a group at once, in slices: its widest vector, what it costs, and what kind of function it is.

use super::bits::{BitGroup, BitMatrix};
use super::global::GlobalCost;
use super::group::Group;
use super::machine::{Machine, Vector};
use super::shared::SharedCost;
use super::vector::{Search, Widest};
use crate::error::Result;
use crate::thread_value::Pair;
use crate::work::{Budget, Progress, Work};

/// The most pairs of a thread and a value that are looked at: whole warps of all their values as far as that goes.
pub const PAIRS_LIMIT: u64 = 1 << 20;

/// The longest span of indices, from the least to the greatest, over which it is counted which of them are reached.
pub const SPAN_LIMIT: u64 = 1 << 24;

/// Which indices the pairs reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// The least index.
    pub least: i64,
    /// The greatest index.
    pub greatest: i64,
    /// Number of pairs that are accessed.
    pub accessed: u64,
    /// Number of different indices that they reach.
    pub reached: u64,
    /// An index that is reached again, and by whom: the first that was met.
    pub twice: Option<(i64, Pair)>,
    /// The smallest index between the least and the greatest that is not reached.
    pub gap: Option<i64>,
}

impl Facts {
    /// Returns true if no index is reached twice.
    pub fn is_injective(&self) -> bool {
        self.twice.is_none()
    }

    /// Returns true if the indices follow each other without a gap.
    pub fn is_contiguous(&self) -> bool {
        self.gap.is_none()
    }

    /// Returns true if all indices from 0 to the greatest are reached.
    pub fn is_surjective(&self) -> bool {
        self.least == 0 && self.is_contiguous()
    }
}

/// Findings about a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surveyed {
    /// The widest vector that is legal for every thread.
    pub widest: Widest,
    /// The vector that the costs are for: the one that was asked for where it is legal, else the widest.
    pub vector: Vector,
    /// Cost of shared memory for the requests.
    pub shared: SharedCost,
    /// Traffic of global memory for them.
    pub global: GlobalCost,
    /// Which indices are reached; `None` where nothing is accessed, or the span is above [`SPAN_LIMIT`].
    pub facts: Option<Facts>,
    /// Where every pair was looked at and the map is affine over F2: how many bits tell the words of a phase apart, and how
    /// many its banks, as [`BitGroup::ranks`]. Then every phase has the same degree, `2^(words - banks)`.
    pub ranks: Option<(u32, u32)>,
    /// Number of threads and values that were looked at; fewer than there are above [`PAIRS_LIMIT`].
    pub looked: (u64, u64),
    /// Number of threads and values that there are.
    pub all: (u64, u64),
}

impl Surveyed {
    /// Returns true if every pair was looked at.
    pub fn is_whole(&self) -> bool {
        self.looked == self.all
    }
}

#[derive(Debug, Clone)]
enum Stage {
    /// The widest vector, and the bounds of the indices; the next pair.
    Vectors(Pair),
    /// The costs: the next request, the units that it still owes, and which indices are reached.
    Costs {
        warp: u64,
        instruction: u64,
        owed: u64,
    },
    Done,
}

/// The survey of a group. A unit of work is one value looked at; each is looked at twice.
#[derive(Debug, Clone)]
pub struct Survey {
    group: Group,
    machine: Machine,
    element_bytes: u64,
    wanted: Option<u64>,
    search: Search,
    bounds: Option<(i64, i64)>,
    reached: Vec<u64>,
    found: Surveyed,
    accessed: u64,
    distinct: u64,
    twice: Option<(i64, Pair)>,
    /// The only matrix that the map can have, as long as no pair has contradicted it.
    matrix: Option<BitMatrix>,
    stage: Stage,
}

impl Survey {
    /// Of a group with elements of so many bytes. `elements` are those of the vector that is asked for; `None` is the
    /// widest that is legal.
    ///
    /// Errors: those of [`Vector::new`] for a single element.
    pub fn new(group: Group, element_bytes: u64, elements: Option<u64>, machine: &Machine) -> Result<Survey> {
        let machine = machine.sound();
        let vector = Vector::new(element_bytes, 1, &machine)?;
        let all = (group.threads(), group.values());
        // Whole warps, and of those as many values as are allowed; a multiple of every vector.
        let values = all.1.min(PAIRS_LIMIT / machine.warp.max(1));
        let warps = (PAIRS_LIMIT / values.max(1) / machine.warp).max(1);
        let threads = all.0.min(warps.saturating_mul(machine.warp));
        let search = Search::new(all.1, element_bytes, &machine);
        let found = Surveyed {
            widest: search.found(),
            vector,
            shared: SharedCost::default(),
            global: GlobalCost::default(),
            facts: None,
            ranks: None,
            looked: (threads, values),
            all,
        };
        let matrix = probed(&group).filter(|_| found.is_whole());
        Ok(Survey {
            group,
            machine,
            element_bytes,
            wanted: elements,
            search,
            bounds: None,
            reached: Vec::new(),
            found,
            accessed: 0,
            distinct: 0,
            twice: None,
            matrix,
            stage: Stage::Vectors(Pair { thread: 0, value: 0 }),
        })
    }

    fn total(&self) -> u64 {
        let (threads, values) = self.found.looked;
        threads.saturating_mul(values).saturating_mul(2)
    }

    /// Looks at one pair, and answers the next.
    fn see(&mut self, pair: Pair) -> Option<Pair> {
        let index = self.group.index(pair);
        self.search.see(pair, index);
        let linear = pair.value.wrapping_mul(self.found.all.0).wrapping_add(pair.thread);
        if self.matrix.as_ref().is_some_and(|matrix| index != Some(matrix.at(linear))) {
            self.matrix = None;
        }
        if let Some(index) = index {
            let (least, greatest) = self.bounds.unwrap_or((index, index));
            self.bounds = Some((least.min(index), greatest.max(index)));
            self.accessed += 1;
        }
        let (threads, values) = self.found.looked;
        let next = match pair.value + 1 < values {
            true => Pair { value: pair.value + 1, ..pair },
            false => Pair { thread: pair.thread + 1, value: 0 },
        };
        (next.thread < threads).then_some(next)
    }

    /// Fixes the vector, and makes room for what is reached.
    fn begin_costs(&mut self) -> Stage {
        self.found.widest = self.search.found();
        let legal = self.found.widest.elements;
        let wanted = self.wanted.filter(|wanted| wanted.is_power_of_two() && *wanted <= legal).unwrap_or(legal);
        let vector = Vector::new(self.element_bytes, wanted, &self.machine);
        self.found.vector = vector.unwrap_or(self.found.vector);
        let bits = self.matrix.take().and_then(|matrix| BitGroup::new(matrix, self.found.all.0));
        self.found.ranks = bits.and_then(|bits| bits.ranks(self.found.vector, &self.machine));
        if let Some(span) = self.span() {
            self.reached = vec![0; usize::try_from(span.div_ceil(64)).unwrap_or(0)];
        }
        Stage::Costs { warp: 0, instruction: 0, owed: self.price(0) }
    }

    /// Returns the number of indices that lie between the least and the greatest, where they are counted.
    fn span(&self) -> Option<u64> {
        let (least, greatest) = self.bounds?;
        greatest.abs_diff(least).checked_add(1).filter(|span| *span <= SPAN_LIMIT)
    }

    /// The units of a request of a warp.
    fn price(&self, warp: u64) -> u64 {
        let first = warp.saturating_mul(self.machine.warp);
        let threads = self.found.looked.0.saturating_sub(first).min(self.machine.warp);
        threads.saturating_mul(self.found.vector.elements())
    }

    /// Takes one request in, and answers the next.
    fn charge(&mut self, warp: u64, instruction: u64) -> Option<(u64, u64)> {
        let vector = self.found.vector;
        let request = self.group.request(warp, instruction, vector, &self.machine);
        self.found.shared.add(&request, vector, &self.machine);
        self.found.global.add(&request, vector, &self.machine);
        self.mark(warp, instruction);
        let (threads, values) = self.found.looked;
        if (instruction + 1).saturating_mul(vector.elements()) < values {
            return Some((warp, instruction + 1));
        }
        let next = warp + 1;
        (next.saturating_mul(self.machine.warp) < threads).then_some((next, 0))
    }

    /// Marks the indices that a request reaches.
    fn mark(&mut self, warp: u64, instruction: u64) {
        let Some((least, _)) = self.bounds.filter(|_| !self.reached.is_empty()) else { return };
        let first = warp.saturating_mul(self.machine.warp);
        let (threads, values) = self.found.looked;
        let elements = self.found.vector.elements();
        let from = instruction.saturating_mul(elements);
        for thread in first..first.saturating_add(self.machine.warp).min(threads) {
            for value in from..from.saturating_add(elements).min(values) {
                let pair = Pair { thread, value };
                let Some(index) = self.group.index(pair) else { continue };
                let place = index.abs_diff(least);
                let word = usize::try_from(place / 64).ok().and_then(|word| self.reached.get_mut(word));
                let Some(word) = word else { continue };
                let bit = 1_u64 << (place % 64);
                if *word & bit == 0 {
                    self.distinct += 1;
                    *word |= bit;
                } else if self.twice.is_none() {
                    self.twice = Some((index, pair));
                }
            }
        }
    }

    fn conclude(&mut self) {
        let Some((least, greatest)) = self.bounds.filter(|_| !self.reached.is_empty()) else { return };
        let free = self.reached.iter().position(|word| *word != u64::MAX);
        let gap = free.and_then(|at| {
            let bit = self.reached.get(at)?.trailing_ones();
            least.checked_add_unsigned(at as u64 * 64 + u64::from(bit)).filter(|gap| *gap <= greatest)
        });
        self.found.facts =
            Some(Facts { least, greatest, accessed: self.accessed, reached: self.distinct, twice: self.twice, gap });
        self.reached = Vec::new();
    }
}

/// The matrix of a group by its single bits.
fn probed(group: &Group) -> Option<BitMatrix> {
    let (threads, values) = (group.threads(), group.values());
    if !threads.is_power_of_two() || !values.is_power_of_two() {
        return None;
    }
    let bits = threads.trailing_zeros() + values.trailing_zeros();
    BitMatrix::probed(bits, |linear| {
        group.index(Pair { thread: linear.checked_rem(threads)?, value: linear.checked_div(threads)? })
    })
}

impl Work for Survey {
    type Output = Surveyed;

    fn resume(&mut self, budget: &mut Budget) -> Progress<Surveyed> {
        let (threads, values) = self.found.looked;
        if threads == 0 || values == 0 {
            return Progress::Done(self.found);
        }
        loop {
            match self.stage.clone() {
                Stage::Vectors(mut pair) => {
                    while budget.spend() {
                        match self.see(pair) {
                            Some(next) => pair = next,
                            None => {
                                self.stage = self.begin_costs();
                                break;
                            }
                        }
                    }
                    if matches!(self.stage, Stage::Vectors(_)) {
                        self.stage = Stage::Vectors(pair);
                        let done = pair.thread * values + pair.value;
                        return Progress::More { done, total: Some(self.total()) };
                    }
                }
                Stage::Costs { warp, instruction, owed } => {
                    let owed = owed - budget.spend_up_to(owed);
                    if owed > 0 {
                        self.stage = Stage::Costs { warp, instruction, owed };
                        // A price is that of one instruction of the warp.
                        let of_warp = instruction.saturating_mul(self.price(warp));
                        let done = (threads + warp * self.machine.warp).saturating_mul(values) + of_warp;
                        return Progress::More { done, total: Some(self.total()) };
                    }
                    self.stage = match self.charge(warp, instruction) {
                        Some((warp, instruction)) => Stage::Costs { warp, instruction, owed: self.price(warp) },
                        None => {
                            self.conclude();
                            Stage::Done
                        }
                    };
                }
                Stage::Done => return Progress::Done(self.found),
            }
        }
    }
}
