//! Runs of programs, and the seconds they take.

use futures_channel::oneshot;

use super::plan::{AGAIN_LIMIT, LEAST_SAMPLES, Method, Next, Plan, Progress, RUNS_LIMIT, Stage, Timing, quartiles};
use super::stamps::{Stamps, Work, encoded};
use crate::device::{Fault, Gpu};
use crate::prepared::Prepared;

/// Largest number of passes that warm up: a clock may stand still.
const WARM_UP_LIMIT: u32 = 1000;

/// Shortest time of a pass by the clock on the wall, in seconds: submitting and hearing of the end vary by about a
/// millisecond.
const WALL_PASS_S: f64 = 0.05;

/// From how many seconds on the end of work is noticed late: Firefox looks for it ten times a second.
const SLOW_S: f64 = 0.02;

/// Number of times that this is tried.
const NOTICES: u32 = 3;

/// Steps of rounded timestamps that a pass lasts, where one submission may: the rounding is then at most 0.2 % of it.
const QUANTA: f64 = 500.0;

/// The first part of a run that is measured to predict it: one of so many workgroups.
const FIRST_CUT: u32 = 4096;

/// By what the parts grow.
const CUT_STEP: u32 = 4;

/// Number of times that a part must last too long before a program is refused for it.
const FORECASTS: u32 = 3;

/// Duration of a part from which a run is predicted, in seconds.
const PART_S: f64 = 0.02;

/// Shortest time of a pass that wakes the GPU, in seconds.
const WAKING_PASS_S: f64 = 0.02;

/// Number of times that samples of which many took far longer than the least are thrown away and taken again: the GPU
/// was not awake all along, whatever [`Plan::wake_s`] says.
const AFRESH: u32 = 2;

/// Largest ratio of the third quartile to the least.
const SETTLED: f64 = 1.5;

/// Part of the progress that the warm-up is.
const WARM_UP_PART: f32 = 0.3;

/// Why measuring stopped.
pub(super) enum Stop {
    Fault(Fault),
    /// The device has timestamps, but they stand still.
    NoTimestamps,
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Stop::Fault(fault)
    }
}

/// A program on its way: how often it runs in a sample, and how long it has run so far.
struct Lane {
    runs: u32,
    /// Duration of `runs`.
    pass_s: f64,
    spent_s: f64,
    wanted: u32,
    /// Duration of the pass of each sample; by the clock on the wall that of twice the runs.
    passes_s: Vec<f64>,
    /// By the clock on the wall, how long that of the runs lasted.
    shorter_s: Vec<f64>,
}

impl Lane {
    /// Returns true if the GPU was the same all along, as far as the samples tell.
    fn is_settled(&self) -> bool {
        let seconds = self.seconds();
        let least = seconds.iter().copied().fold(f64::INFINITY, f64::min);
        let [_, _, high] = quartiles(&seconds);
        high <= SETTLED * least
    }

    /// Returns the time that the samples lasted.
    fn sampled_s(&self) -> f64 {
        self.passes_s.iter().chain(&self.shorter_s).sum()
    }

    /// Throws the samples away; that they were taken is not forgotten.
    fn start_afresh(&mut self) {
        self.spent_s += self.sampled_s();
        self.passes_s.clear();
        self.shorter_s.clear();
    }

    /// Seconds of one run in each sample.
    fn seconds(&self) -> Vec<f64> {
        let runs = f64::from(self.runs);
        if self.shorter_s.is_empty() {
            return self.passes_s.iter().map(|pass| pass / runs).collect();
        }
        // The slope against the middle of the shorter ones, of which a single one may have been held up.
        let [_, shorter, _] = quartiles(&self.shorter_s);
        let slope = |twice: f64| if twice > shorter { (twice - shorter) / runs } else { twice / (2.0 * runs) };
        self.passes_s.iter().map(|twice| slope(*twice)).collect()
    }
}

/// Returns true if the samples are to be taken again: some are not settled, it was not done too often, and there is
/// time.
fn is_worth_again(lanes: &[Lane], afresh: u32, most_s: f64) -> bool {
    let may = |lane: &Lane| lane.spent_s + 2.0 * lane.sampled_s() <= most_s;
    afresh < AFRESH && !lanes.iter().all(Lane::is_settled) && lanes.iter().all(may)
}

pub(super) struct Meter<'a, C> {
    gpu: &'a Gpu,
    plan: &'a Plan,
    clock: &'a C,
    stamps: Option<Stamps>,
    /// Shortest time of the runs that are looked for.
    target_s: f64,
    /// True if the end of work is noticed late unless it is asked for.
    is_slow: bool,
    /// Progress that has been told so far, from 0 to 1.
    done: f32,
    again: u32,
}

impl<'a, C: Fn() -> f64> Meter<'a, C> {
    pub(super) async fn new(gpu: &'a Gpu, plan: &'a Plan, clock: &'a C, by_stamps: bool) -> Result<Self, Fault> {
        let stamps = if by_stamps { Some(Stamps::new(gpu).await?) } else { None };
        let mut meter = Meter { gpu, plan, clock, stamps, target_s: plan.pass_s, is_slow: false, done: 0.0, again: 0 };
        let mut notice_s = meter.notice_s().await?;
        if notice_s > SLOW_S {
            meter.is_slow = true;
            notice_s = meter.notice_s().await?;
        }
        if !by_stamps {
            meter.target_s = meter.target_s.max(WALL_PASS_S).max(2.0 * notice_s);
        }
        meter.keep_target_in_bounds();
        Ok(meter)
    }

    /// Returns the least time until the end of nothing is noticed.
    async fn notice_s(&self) -> Result<f64, Fault> {
        let mut least = f64::INFINITY;
        for _ in 0..NOTICES {
            least = least.min(self.on_the_wall(&[]).await?);
        }
        Ok(least)
    }

    /// The pass that is looked for lasts less than twice the target, and by the wall clock a second one twice as long.
    fn keep_target_in_bounds(&mut self) {
        let most = if self.stamps.is_some() { self.plan.submit_s / 2.0 } else { self.plan.submit_s / 4.0 };
        self.target_s = self.target_s.min(most);
    }

    pub(super) async fn time(
        &mut self,
        programs: &[&Prepared],
        tell: &mut impl AsyncFnMut(Progress) -> Next,
    ) -> Result<Vec<Timing>, Stop> {
        let count = programs.len().max(1) as f32;
        let mut lanes = Vec::with_capacity(programs.len());
        for (program, prepared) in programs.iter().enumerate() {
            lanes.push(self.warm_up(program, prepared, tell).await?);
            self.done = WARM_UP_PART * (program + 1) as f32 / count;
        }
        for afresh in 0..=AFRESH {
            self.sample_all(programs, &mut lanes, tell).await?;
            // A processor that plays a GPU is never at rest.
            if self.gpu.adapter().is_software || !is_worth_again(&lanes, afresh, self.plan.most_s) {
                break;
            }
            lanes.iter_mut().for_each(Lane::start_afresh);
        }
        let method = match &self.stamps {
            Some(stamps) => Method::Timestamps { is_quantised: stamps.quantum().is_some() },
            None => Method::WallClock,
        };
        let quantum_s = self.stamps.as_ref().and_then(Stamps::quantum).map_or(0.0, |quantum| quantum as f64 * 1e-9);
        let timing = |lane: Lane| {
            let rounding = if lane.pass_s > 0.0 { quantum_s / lane.pass_s } else { 0.0 };
            Timing { seconds: lane.seconds(), runs_per_sample: lane.runs, method, rounding }
        };
        Ok(lanes.into_iter().map(timing).collect())
    }

    /// The samples of all programs, one of each in turn.
    async fn sample_all(
        &mut self,
        programs: &[&Prepared],
        lanes: &mut [Lane],
        tell: &mut impl AsyncFnMut(Progress) -> Next,
    ) -> Result<(), Fault> {
        let count = programs.len().max(1) as f32;
        let rounds = lanes.iter().map(|lane| lane.wanted).max().unwrap_or(0);
        for round in 0..rounds {
            for (program, (prepared, lane)) in programs.iter().zip(&mut *lanes).enumerate() {
                if round >= lane.wanted {
                    continue;
                }
                loop {
                    let (pass_s, shorter_s) = self.sample(prepared, lane).await?;
                    let part = (round as f32 + (program + 1) as f32 / count) / rounds as f32;
                    self.done = self.done.max(WARM_UP_PART + (1.0 - WARM_UP_PART) * part);
                    let stage = Stage::Sample { number: round + 1, of: lane.wanted };
                    if self.counts(program, stage, tell).await? {
                        lane.passes_s.push(pass_s);
                        lane.shorter_s.extend(shorter_s);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Asks the caller whether what was measured last counts.
    async fn counts(
        &mut self,
        program: usize,
        stage: Stage,
        tell: &mut impl AsyncFnMut(Progress) -> Next,
    ) -> Result<bool, Fault> {
        match tell(Progress { program, stage, done: self.done.min(1.0) }).await {
            Next::On => Ok(true),
            Next::Again if self.again < AGAIN_LIMIT => {
                self.again += 1;
                Ok(false)
            }
            Next::Again | Next::Stop => Err(Fault::Cancelled),
        }
    }

    /// Finds out how often a program runs in a sample, and runs it until the GPU is warm.
    async fn warm_up(
        &mut self,
        program: usize,
        prepared: &Prepared,
        tell: &mut impl AsyncFnMut(Progress) -> Next,
    ) -> Result<Lane, Stop> {
        let mut lane =
            Lane { runs: 1, pass_s: 0.0, spent_s: 0.0, wanted: 0, passes_s: Vec::new(), shorter_s: Vec::new() };
        // The first run pays for what a driver puts off until then, and counts for nothing.
        let mut is_first = true;
        let mut passes = 0;
        let wake_s = if self.gpu.adapter().is_software || program > 0 { 0.0 } else { self.plan.wake_s };
        let wake_s = wake_s.min(self.plan.most_s / 2.0);
        let warm_up_s = self.plan.warm_up_s.max(wake_s);
        loop {
            passes += 1;
            let began = (self.clock)();
            lane.pass_s = self.pass(prepared, lane.runs, lane.pass_s / f64::from(lane.runs)).await?;
            let on_the_wall_s = (self.clock)() - began;
            lane.spent_s += lane.pass_s;
            if lane.spent_s > self.plan.most_s {
                return Err(self.too_long(lane.spent_s).into());
            }
            if !self.counts(program, Stage::WarmUp, tell).await? || is_first {
                is_first = false;
                continue;
            }
            if self.stamps.is_some()
                && lane.pass_s <= 0.0
                && (lane.runs >= RUNS_LIMIT || on_the_wall_s > self.plan.submit_s / 2.0)
            {
                return Err(Stop::NoTimestamps);
            }
            if let Some(quantum) = self.stamps.as_ref().and_then(Stamps::quantum) {
                self.target_s = self.target_s.max(QUANTA * quantum as f64 * 1e-9);
                self.keep_target_in_bounds();
            }
            let most = if self.stamps.is_some() { self.plan.submit_s } else { self.plan.submit_s / 2.0 };
            // A GPU is woken by long passes, whatever is measured after: between short ones it would doze off.
            let target_s = if lane.spent_s < wake_s { self.target_s.max(WAKING_PASS_S) } else { self.target_s };
            if lane.pass_s >= target_s || lane.runs >= RUNS_LIMIT || 2.0 * lane.pass_s > most {
                if lane.spent_s >= warm_up_s || passes >= WARM_UP_LIMIT {
                    break;
                }
            } else {
                lane.runs *= 2;
            }
        }
        // By the wall clock a sample is a pass and another one of twice the runs.
        let sample_s = if self.stamps.is_some() { lane.pass_s } else { 3.0 * lane.pass_s };
        let fitting = ((self.plan.most_s - lane.spent_s) / sample_s.max(1e-9)).floor();
        lane.wanted = self.plan.samples.min(fitting as u32);
        if lane.wanted < LEAST_SAMPLES.min(self.plan.samples) {
            return Err(self.too_long(lane.spent_s + f64::from(LEAST_SAMPLES) * sample_s).into());
        }
        Ok(lane)
    }

    fn too_long(&self, seconds: f64) -> Fault {
        let milliseconds = |seconds: f64| (seconds * 1000.0).ceil() as u64;
        Fault::TooLong { milliseconds: milliseconds(seconds), most: milliseconds(self.plan.most_s) }
    }

    /// Seconds of the pass of a sample, and by the clock on the wall of one of half the runs.
    async fn sample(&mut self, prepared: &Prepared, lane: &Lane) -> Result<(f64, Option<f64>), Fault> {
        let run_s = lane.pass_s / f64::from(lane.runs);
        let pass_s = self.pass(prepared, lane.runs, run_s).await?;
        if self.stamps.is_some() {
            return Ok((pass_s, None));
        }
        Ok((self.pass(prepared, lane.runs.saturating_mul(2), run_s).await?, Some(pass_s)))
    }

    /// Seconds of some runs, of which each is expected to last `run_s`.
    async fn pass(&mut self, prepared: &Prepared, runs: u32, run_s: f64) -> Result<f64, Fault> {
        if let Some(stamps) = &mut self.stamps {
            return stamps.pass(self.gpu, Work::Runs(prepared, runs), self.is_slow).await;
        }
        let at_a_time = (self.plan.submit_s / run_s.max(1e-9)).floor().max(1.0) as u32;
        let mut works = Vec::new();
        let mut left = runs;
        while left > 0 {
            let part = left.min(at_a_time);
            works.push(Work::Runs(prepared, part));
            left -= part;
        }
        self.on_the_wall(&works).await
    }

    /// Seconds from the submission of some work to its end, as the clock on the wall tells them.
    async fn on_the_wall(&self, works: &[Work<'_>]) -> Result<f64, Fault> {
        let (sender, receiver) = oneshot::channel();
        let gpu = self.gpu;
        let mut commands = Vec::with_capacity(works.len());
        for work in works {
            commands.push(gpu.guarded(|| encoded(gpu, *work, None)).await?);
        }
        let began = (self.clock)();
        let submit = || {
            for commands in commands {
                gpu.queue.submit([commands]);
            }
            gpu.queue.on_submitted_work_done(move || {
                // Nobody listens any more where the caller has dropped the future.
                let _ = sender.send(());
            });
        };
        gpu.guarded(submit).await?;
        if self.is_slow {
            gpu.answered_soon(receiver).await?;
        } else {
            gpu.answered(receiver).await?;
        }
        let ended = (self.clock)();
        gpu.lost().map_or(Ok((ended - began).max(0.0)), Err)
    }

    /// About how long one run takes, from parts of it; [`Fault::TooLong`] where that is longer than the plan allows.
    ///
    /// A small part may leave the most of the GPU idle, and then predicts too much: so parts grow until they last
    /// [`PART_S`].
    pub(super) async fn forecast(&mut self, prepared: &Prepared) -> Result<f64, Fault> {
        let mut cut = FIRST_CUT;
        // The first run pays for what a driver puts off until then, and something else may keep the GPU for a moment.
        let mut tries = FORECASTS;
        loop {
            let work = Work::Part(prepared, cut);
            let part_s = match &mut self.stamps {
                Some(stamps) => stamps.pass(self.gpu, work, self.is_slow).await?,
                None => self.on_the_wall(&[work]).await?,
            };
            let part = prepared.part(cut);
            let run_s = part_s / part.max(f64::MIN_POSITIVE);
            let is_told = part >= 1.0 || part_s >= PART_S;
            if is_told && run_s <= self.plan.most_s {
                return Ok(run_s);
            }
            if !is_told {
                cut /= CUT_STEP;
            } else if tries > 1 {
                tries -= 1;
            } else {
                return Err(self.too_long(run_s));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AFRESH, Lane, is_worth_again};

    #[test]
    fn samples_of_a_gpu_that_was_waking_up_are_taken_afresh() {
        let lane = |passes_s: &[f64]| Lane {
            runs: 1,
            pass_s: 0.0,
            spent_s: 1.0,
            wanted: 4,
            passes_s: passes_s.to_vec(),
            shorter_s: Vec::new(),
        };
        let awake = [1.0, 1.01, 1.0, 1.02, 1.1, 1.0];
        // One that was held up is no waking up.
        let held_up = [1.0, 6.0, 1.0, 1.0, 1.0, 1.0];
        let waking = [5.7, 5.7, 5.7, 1.0, 1.0, 1.0];
        let table = [
            ([awake, held_up], 0, 100.0, false),
            ([awake, waking], 0, 100.0, true),
            ([waking, awake], 1, 100.0, true),
            ([waking, awake], AFRESH, 100.0, false),
            ([waking, awake], 0, 41.3, true),
            ([waking, awake], 0, 41.1, false),
        ];
        for (samples, afresh, most_s, expected) in table {
            let lanes = samples.map(|seconds| lane(&seconds));
            assert_eq!(is_worth_again(&lanes, afresh, most_s), expected, "{samples:?}, {afresh}, {most_s}");
        }
        let mut waking = lane(&waking);
        waking.start_afresh();
        assert_eq!((waking.passes_s.len(), waking.sampled_s()), (0, 0.0));
        assert!((waking.spent_s - 21.1).abs() < 1e-9);
    }

    #[test]
    fn slopes_bear_a_pass_that_was_held_up() {
        let lane = |passes_s: &[f64], shorter_s: &[f64]| {
            let (passes_s, shorter_s) = (passes_s.to_vec(), shorter_s.to_vec());
            Lane { runs: 4, pass_s: 0.0, spent_s: 0.0, wanted: 3, passes_s, shorter_s }.seconds()
        };
        assert_eq!(lane(&[4.0, 8.0], &[]), [1.0, 2.0]);
        // An overhead of 2 and 1 for each run; the second shorter pass took longer than it should.
        assert_eq!(lane(&[10.0, 10.0, 14.0], &[6.0, 9.75, 6.0]), [1.0, 1.0, 2.0]);
        // No slope: too long rather than too short.
        assert_eq!(lane(&[8.0], &[9.0]), [1.0]);
    }
}
