//! Results of a run, and what follows from them: rates, parts of the roof, how much differences say.

use colex_document::run::{Asked, Times};
use colex_shaders::program::Work;
use colex_shaders::rate::Rate;
use colex_shaders::timing::{Method, Timing};
use colex_shaders::verify::Verdict;

/// Returns the highest speed that a kernel of this arithmetic intensity, in operations a byte, reaches under roofs.
pub(super) fn speed_at(roofs: Rate, intensity: f64) -> f64 {
    roofs.flops_per_s.min(roofs.bytes_per_s * intensity)
}

/// The arithmetic intensity at which both roofs meet.
pub(super) fn ridge(roofs: Rate) -> f64 {
    roofs.flops_per_s / roofs.bytes_per_s
}

/// A program that ran, right or wrong.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Measured {
    /// Request that was made.
    pub(super) asked: Asked,
    /// Everything that it was made of, as a text: what is equal is the same program.
    pub(super) key: String,
    /// Verdict on whether it is right.
    pub(super) verdict: Verdict,
    /// True if only some of its numbers were compared.
    pub(super) is_sampled: bool,
    /// Work of a run.
    pub(super) work: Work,
    /// Time of a run, if it is right.
    pub(super) timed: Option<Timed>,
}

/// Time that a program took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Timed {
    /// The times of one run.
    pub(super) times: Times,
    /// Number of samples.
    pub(super) samples: usize,
    /// Number of times that the program ran in each.
    pub(super) runs: u32,
    /// Method by which time was told.
    pub(super) method: Method,
}

impl Timed {
    pub(super) fn of(timing: &Timing) -> Timed {
        let [low, median, high] = timing.quartiles();
        Timed {
            times: Times::of_seconds([median, timing.least(), low, high]),
            samples: timing.seconds.len(),
            runs: timing.runs_per_sample,
            method: timing.method,
        }
    }
}

/// Returns the work in a second that a time amounts to.
pub(super) fn rate(work: Work, times: Times) -> Rate {
    let [median, ..] = times.seconds();
    Rate::of(work, median)
}

/// Operations a byte.
pub(super) fn intensity(work: Work) -> f64 {
    work.flops as f64 / work.bytes.max(1) as f64
}

/// From which part of a roof on it is not by chance that a program does more.
pub(super) const ABOVE: f64 = 1.05;

/// Which part of the roof above it a program reaches.
pub(super) fn part_of_roof(work: Work, times: Times, roofs: Rate) -> f64 {
    rate(work, times).share_of(roofs)
}

/// Reports whether two times differ by more than their samples do among themselves.
pub(super) fn differ(one: Times, other: Times) -> bool {
    let (fast, slow) = if one.median <= other.median { (one, other) } else { (other, one) };
    fast.high < slow.low
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOFS: Rate = Rate { bytes_per_s: 4e12, flops_per_s: 60e12 };

    fn times(microseconds: f64) -> Times {
        Times::of_seconds([1.0, 0.99, 0.995, 1.01].map(|part| part * microseconds * 1e-6))
    }

    #[test]
    fn a_program_is_measured_against_the_roof_above_it() {
        let copy = Work { bytes: 4_000_000, flops: 0, is_integer: false };
        let product = Work { bytes: 3 * 4 * 4096 * 4096, flops: 2 * 4096 * 4096 * 4096, is_integer: false };
        for (work, microseconds, part) in [(copy, 2.0, 0.5), (product, 4000.0, 0.5727)] {
            let found = part_of_roof(work, times(microseconds), ROOFS);
            assert!((found - part).abs() < 1e-3, "{found}");
        }
        assert_eq!(intensity(copy), 0.0);
        assert_eq!(ridge(ROOFS), 15.0);
        assert_eq!(speed_at(ROOFS, 1.0), 4e12);
        assert_eq!(speed_at(ROOFS, 1000.0), 60e12);
    }

    #[test]
    fn times_differ_where_their_quartiles_do_not_meet() {
        assert!(differ(times(10.0), times(11.0)) && differ(times(11.0), times(10.0)));
        assert!(!differ(times(10.0), times(10.1)));
    }
}
