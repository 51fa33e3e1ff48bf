//! Plan of a measurement, and what comes out of it.

/// The fewest samples that say anything.
pub const LEAST_SAMPLES: u32 = 3;

/// Largest number of runs of a program in a sample.
pub const RUNS_LIMIT: u32 = 1 << 14;

/// Number of times that samples are thrown away because a page was hidden, before all is called off.
pub const AGAIN_LIMIT: u32 = 100;

/// Amount of measuring, in seconds of work of the GPU.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Number of samples that are taken of each program. Fewer are taken where they would last longer than `most_s`,
    /// never fewer than [`LEAST_SAMPLES`].
    pub samples: u32,
    /// Shortest time that the first program runs before anything is sampled: an idle GPU runs at a fraction of its
    /// clock, and some step it up every fifth of a second only. Nothing on a software adapter, and at most half of
    /// `most_s`.
    pub wake_s: f64,
    /// Time that each program runs before the first sample.
    pub warm_up_s: f64,
    /// Shortest time of a sample: the program runs several times in it.
    pub pass_s: f64,
    /// Longest time of one submission: a browser resets a GPU that does not answer.
    pub submit_s: f64,
    /// Longest time that each program may run in all. What would last longer is refused
    /// ([`Fault::TooLong`](crate::device::Fault::TooLong)).
    pub most_s: f64,
    /// True if the clock on the wall is used even where the device has timestamps.
    pub on_the_wall: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { samples: 9, wake_s: 0.5, warm_up_s: 0.1, pass_s: 0.02, submit_s: 0.25, most_s: 2.0, on_the_wall: false }
    }
}

/// Method by which time was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By timestamps that the GPU writes before and after a pass.
    Timestamps {
        /// True if the browser rounds them, as to 65,536 ns or 100 µs. The passes are then longer, so that it does not
        /// matter; [`Timing::rounding`] says how little.
        is_quantised: bool,
    },
    /// By a clock from the submission of `N` and of `2 N` runs to their end; the time of a run is the slope.
    WallClock,
}

/// Time that one run of a program takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Timing {
    /// Seconds of one run, a number for each sample, in the order in which they were taken.
    pub seconds: Vec<f64>,
    /// Number of runs of the program in a sample.
    pub runs_per_sample: u32,
    /// Method by which time was told.
    pub method: Method,
    /// The step to which timestamps are rounded, as a part of a sample: 0 where they are not.
    pub rounding: f64,
}

/// Progress of a measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// The program that ran last, by its place in the list.
    pub program: usize,
    /// Stage for which it ran.
    pub stage: Stage,
    /// Which part of everything is done, from 0 to 1: never falling, and rough.
    pub done: f32,
}

/// Purpose for which a program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// To wake the GPU, and to find out how often it runs in a sample.
    WarmUp,
    /// To be measured.
    Sample {
        /// Which sample it was, from 1.
        number: u32,
        /// Number of samples that there will be.
        of: u32,
    },
}

/// Answer of the caller to progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    On,
    /// Go on, but what was measured last does not count and is taken again: the page was hidden.
    Again,
    /// Stop: the answer is [`Fault::Cancelled`](crate::device::Fault::Cancelled).
    Stop,
}

impl Timing {
    /// The middle of the samples.
    pub fn median(&self) -> f64 {
        self.quartiles()[1]
    }

    /// The shortest sample.
    pub fn least(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// A quarter, half and three quarters of the samples are at most as long as these.
    pub fn quartiles(&self) -> [f64; 3] {
        quartiles(&self.seconds)
    }

    /// The interquartile range over the median: how much the samples differ.
    pub fn spread(&self) -> f64 {
        let [low, middle, high] = self.quartiles();
        (high - low) / middle
    }
}

/// The quartiles of numbers, interpolated between neighbours (R's type 7); all NaN of none.
pub fn quartiles(numbers: &[f64]) -> [f64; 3] {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    [0.25, 0.5, 0.75].map(|part| {
        let place = part * sorted.len().saturating_sub(1) as f64;
        let (low, high) = (place.floor(), place.ceil());
        match (sorted.get(low as usize), sorted.get(high as usize)) {
            (Some(a), Some(b)) => a + (b - a) * (place - low),
            _ => f64::NAN,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_samples() {
        let table: [(&[f64], [f64; 3]); 5] = [
            (&[3.0], [3.0; 3]),
            (&[2.0, 1.0], [1.25, 1.5, 1.75]),
            (&[5.0, 1.0, 4.0, 2.0, 3.0], [2.0, 3.0, 4.0]),
            (&[1.0, 2.0, 3.0, 4.0], [1.75, 2.5, 3.25]),
            (&[9.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0]),
        ];
        for (numbers, expected) in table {
            assert_eq!(quartiles(numbers), expected, "{numbers:?}");
        }
        assert!(quartiles(&[]).iter().all(|number| number.is_nan()));
    }

    #[test]
    fn what_samples_say() {
        let seconds = vec![4.0, 1.0, 3.0, 2.0, 5.0];
        let timing = Timing { seconds, runs_per_sample: 1, method: Method::WallClock, rounding: 0.0 };
        assert_eq!((timing.median(), timing.least(), timing.quartiles()), (3.0, 1.0, [2.0, 3.0, 4.0]));
        assert_eq!(timing.spread(), 2.0 / 3.0);
    }
}
