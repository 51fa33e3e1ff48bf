//! The sum on the CPU, in the kernel's own order and without rounding: its value, and whether the kernel rounds.

use colex::table::FlatLayout;
use colex::work::{Budget, Progress, Work};

use super::configuration::{Checked, Configuration, SECOND_VALUES, SUMS, levels};
use crate::kernel::Refusal;
use crate::program::{Expectation, seed};
use crate::random;

/// The inputs are multiples of one over this.
const UNITS: f64 = 512.0;

/// Up to here in units every sum is an f32.
const EXACT: f64 = (1 << 24) as f64;

/// Multiple of the error bound of this order that a result may be off: a search compares other orders with it, too.
const ORDERS: f64 = 4.0;

/// Number of indices that are computed at a time.
const BLOCK: usize = 1024;

/// The sum of a configuration, one workgroup after the other. One unit of its budget is one number.
#[derive(Debug, Clone)]
pub struct Summing {
    configuration: Configuration,
    is_wide: bool,
    elements: u64,
    chunk: u64,
    groups: u64,
    flat: FlatLayout,
    partials: Vec<Sum>,
    largest: f64,
}

/// A sum in units, and how far the kernel's may be from it.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    units: i64,
    error: f64,
}

impl Sum {
    /// Two sums added up as the kernel does. Whatever it rounds stays a multiple of the unit, so nothing is rounded
    /// below [`EXACT`]; above, it is half of the last place.
    fn plus(self, other: Sum) -> Sum {
        let units = self.units + other.units;
        let error = self.error + other.error;
        Sum { units, error: error + half_place(units.unsigned_abs() as f64 + error) }
    }
}

/// Half of the last place of an f32 of so many units; nothing where it has no place below the unit.
fn half_place(units: f64) -> f64 {
    if units <= EXACT { 0.0 } else { units.log2().floor().exp2() / EXACT }
}

impl Summing {
    /// The sum that [`super::generate`] makes a kernel for.
    ///
    /// Errors: those of [`super::generate`].
    pub fn new(configuration: &Configuration) -> Result<Summing, Refusal> {
        let checked = Checked::of(configuration)?;
        let flat = FlatLayout::any(&configuration.source).map_err(Refusal::Algebra)?;
        let lanes = if checked.is_wide { 4 } else { 1 };
        Ok(Summing {
            configuration: configuration.clone(),
            is_wide: checked.is_wide,
            elements: checked.bounds.elements.into(),
            chunk: u64::from(checked.chunk) * lanes,
            groups: checked.groups.into(),
            flat,
            partials: Vec::new(),
            largest: 0.0,
        })
    }

    /// The next workgroup's partial sum, and how many numbers it has.
    fn group(&mut self) -> u64 {
        let threads = self.configuration.threads as usize;
        let start = self.partials.len() as u64 * self.chunk;
        let end = self.elements.min(start.saturating_add(self.chunk));
        let mut sums = vec![0_i64; threads];
        if self.is_wide {
            // Four numbers side by side for each thread in turn.
            let mut at = start;
            while at < end {
                for sum in &mut sums {
                    for number in at..end.min(at + 4) {
                        *sum += units(number as u32);
                    }
                    at += 4;
                }
            }
        } else {
            let mut indices = vec![0_i64; threads.min(BLOCK)];
            let mut at = start;
            let mut own = 0;
            while at < end {
                let count = usize::try_from(end - at).unwrap_or(BLOCK).min(indices.len());
                let indices = indices.get_mut(..count).unwrap_or_default();
                if self.flat.fill(at, indices).is_err() {
                    break;
                }
                // A power of two of threads: a block ends where the threads do, or before.
                let from = sums.get_mut(own..).unwrap_or_default();
                for (sum, index) in from.iter_mut().zip(indices.iter()) {
                    *sum += units(*index as u32);
                }
                at += count as u64;
                own = (own + count) % threads;
            }
        }
        // A thread's own sums are sums of some of its numbers, each at most UNITS.
        let own = (self.chunk / threads as u64) as f64;
        let error = own * half_place(own * UNITS);
        let partial = self.tree(sums.into_iter().map(|units| Sum { units, error }).collect());
        self.partials.push(partial);
        end.saturating_sub(start)
    }

    /// The tree over the sums of the threads.
    fn tree(&mut self, mut sums: Vec<Sum>) -> Sum {
        for (left, ways) in levels(self.configuration.threads) {
            let left = left as usize;
            for way in 1..ways as usize {
                let (own, others) = sums.split_at_mut(left);
                let others = others.get((way - 1) * left..).unwrap_or_default();
                own.iter_mut().zip(others).for_each(|(own, other)| *own = own.plus(*other));
                self.largest = own.iter().fold(self.largest, |most, sum| most.max(sum.units.unsigned_abs() as f64));
            }
            sums.truncate(left);
        }
        sums.first().copied().unwrap_or_default()
    }

    /// The second pass, and what it comes to.
    fn total(&mut self) -> Expectation {
        let threads = self.configuration.threads as usize;
        let mut own = vec![[Sum::default(); SUMS as usize]; threads];
        for (round, row) in self.partials.chunks(threads).enumerate() {
            for (sums, partial) in own.iter_mut().zip(row) {
                let value = round % SECOND_VALUES as usize;
                if let Some(sum) = sums.get_mut(value % SUMS as usize) {
                    *sum = sum.plus(*partial);
                }
            }
        }
        let sums = own.into_iter().map(|own| own.into_iter().fold(Sum::default(), Sum::plus)).collect();
        let Sum { units, error } = self.tree(sums);
        // Another order may round where this one only comes near it.
        let error = if error == 0.0 && self.largest > EXACT / 2.0 { 1.0 } else { error };
        Expectation { value: units as f64 / UNITS, tolerance: ORDERS * error / UNITS }
    }
}

/// An input, which is a multiple of one over [`UNITS`], as a whole number.
fn units(index: u32) -> i64 {
    (random::value(seed(0), index) * UNITS as f32) as i64
}

impl Work for Summing {
    type Output = Expectation;

    fn resume(&mut self, budget: &mut Budget) -> Progress<Expectation> {
        while (self.partials.len() as u64) < self.groups {
            if budget.left() == 0 {
                let done = (self.partials.len() as u64).saturating_mul(self.chunk);
                return Progress::More { done, total: Some(self.elements) };
            }
            let numbers = self.group();
            budget.spend_up_to(numbers.max(1));
        }
        Progress::Done(self.total())
    }
}
