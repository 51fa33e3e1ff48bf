//! Which of several programs for one task is the fastest on a device.
//!
//! Successive halving (Karnin, Koren and Somekh, 2013): all are compared with their twin and timed shortly, the better
//! half is timed for twice as long, and so on; the last few are timed side by side, as long as anything else is.

mod table;
mod text;

use std::ops::ControlFlow;

use crate::device::{Fault, Gpu};
use crate::prepared::Prepared;
use crate::program::{Program, Twin};
use crate::timing::{Next, Plan, forecast, time};
use crate::verify::{remembering, verify};

pub use table::{Fate, Row, Tuned};
pub use text::{NAME_LIMIT, ROW_LIMIT};

/// Largest number of programs that are tried. More are left out, and the table is that much shorter.
pub const CANDIDATE_LIMIT: usize = 64;

/// Number of programs that are timed side by side at the end.
pub const FINALISTS: usize = 3;

/// Number of samples that are taken before the end.
const SAMPLES: u32 = 3;

/// Duration of a pass of the first round; each round twice as long as the one before, but not longer than at the end.
const FIRST_PASS_S: f64 = 0.002;

/// Time that a program runs before the samples of the first round.
const FIRST_WARM_UP_S: f64 = 0.01;

/// Part of the progress that the comparisons are, and of the time that a search may take.
const COMPARING_PART: f32 = 0.4;

/// Part of the time that a search may take after which only the last few are timed.
const ROUNDS_PART: f64 = 0.75;

/// One of the programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Name in the table.
    pub name: String,
    /// The program. All have the same inputs and the same result.
    pub program: Program,
}

/// Progress of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// The program, by its place in the list.
    pub candidate: usize,
    /// Stage of its test.
    pub stage: Stage,
    /// Number of programs still in the running.
    pub left: usize,
    /// Which part of everything is done, from 0 to 1: never falling, and rough.
    pub done: f32,
    /// The shortest time of a run so far, in picoseconds.
    pub best: Option<u64>,
}

/// Stage of the test of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It is compared with its twin.
    Compare,
    /// It is timed.
    Round {
        /// In which round, from 1.
        number: u32,
        /// Number of rounds.
        of: u32,
    },
}

/// A program in the running.
struct Runner {
    candidate: usize,
    prepared: Prepared,
    /// The median of the last round.
    picoseconds: u64,
    /// The least of it: few samples have a poor median where something else keeps the GPU for a moment.
    least: u64,
}

/// Finds the fastest of some programs for one task, whose result must be that of the twin: wrong ones are dropped, and
/// so are those that the device does not run.
///
/// The last round follows `plan`; `clock` and `tell` are as in [`time`], and `tell` may be asked every few numbers of a
/// comparison. Within about `limit_s` seconds it comes to an end: what there was no time to try is not in the table, and
/// what there was no time to time again leaves. Errors are those that end everything: a lost device, [`Fault::Cancelled`], and where no program runs, why
/// the first does not.
pub async fn tune(
    gpu: &Gpu,
    candidates: &[Candidate],
    twin: Twin,
    plan: &Plan,
    limit_s: f64,
    clock: impl Fn() -> f64,
    mut tell: impl AsyncFnMut(Progress) -> Next,
) -> Result<Tuned, Fault> {
    let began = clock();
    let is_past = |part: f64| clock() - began > limit_s * part;
    let candidates = candidates.get(..CANDIDATE_LIMIT).unwrap_or(candidates);
    let mut table = candidates
        .iter()
        .map(|candidate| Row { name: candidate.name.clone(), fate: Fate::Refused })
        .collect::<Vec<_>>();
    let mut decide = |candidate: usize, fate| {
        if let Some(row) = table.get_mut(candidate) {
            row.fate = fate;
        }
    };
    let twin = remembering(twin);
    let mut runners: Vec<Runner> = Vec::new();
    let mut refused = None;
    let mut tried = 0;
    for (candidate, Candidate { program, .. }) in candidates.iter().enumerate() {
        if runners.len() >= FINALISTS && is_past(f64::from(COMPARING_PART)) {
            break;
        }
        tried = candidate + 1;
        let left = candidates.len();
        let part = |done: f32| COMPARING_PART * (candidate as f32 + done) / candidates.len() as f32;
        let other = runners.last().map(|runner| &runner.prepared);
        let compared = match Prepared::beside(gpu, program, other).await {
            Ok(prepared) => {
                let forecast = forecast(gpu, &prepared, plan, &clock).await;
                let pause = async |done: f32| {
                    let progress = Progress { candidate, stage: Stage::Compare, left, done: part(done), best: None };
                    match tell(progress).await {
                        Next::On | Next::Again => ControlFlow::Continue(()),
                        Next::Stop => ControlFlow::Break(()),
                    }
                };
                match forecast {
                    Ok(_) => verify(gpu, &prepared, &twin, pause).await.map(|verdict| (prepared, verdict)),
                    Err(fault) => Err(fault),
                }
            }
            Err(fault) => Err(fault),
        };
        match compared {
            Ok((prepared, verdict)) if verdict.is_right() => {
                runners.push(Runner { candidate, prepared, picoseconds: 0, least: 0 });
            }
            Ok(_) => decide(candidate, Fate::Wrong),
            Err(fault) if ends_all(&fault) => return Err(fault),
            Err(fault) => refused = refused.or(Some(fault)),
        }
    }
    if let (true, Some(fault)) = (runners.is_empty(), refused) {
        return Err(fault);
    }

    let mut best = None;
    let rounds = rounds(runners.len());
    let mut spent = 0.0;
    let all = (1..=rounds).map(|round| keep(runners.len(), round - 1) as f32).sum::<f32>().max(1.0);
    for round in 1..rounds {
        let plan = round_plan(plan, round);
        let left = runners.len();
        let mut timed = 0;
        for (place, runner) in runners.iter_mut().enumerate() {
            if place >= FINALISTS && is_past(ROUNDS_PART) {
                break;
            }
            timed = place + 1;
            // The first one wakes the GPU for all of its round.
            let plan = if place == 0 { plan } else { Plan { wake_s: 0.0, ..plan } };
            let stage = Stage::Round { number: round, of: rounds };
            let before = spent;
            let told = async |progress: crate::timing::Progress| {
                let done = COMPARING_PART + (1.0 - COMPARING_PART) * (before + progress.done) / all;
                tell(Progress { candidate: runner.candidate, stage, left, done: done.min(1.0), best }).await
            };
            (runner.picoseconds, runner.least) = match time(gpu, &[&runner.prepared], &plan, &clock, told).await {
                Ok(timings) => timings
                    .first()
                    .map_or((u64::MAX, u64::MAX), |timing| (picoseconds(timing.median()), picoseconds(timing.least()))),
                Err(fault) if ends_all(&fault) => return Err(fault),
                Err(_) => (u64::MAX, u64::MAX),
            };
            spent += 1.0;
            best = best.into_iter().chain([runner.picoseconds]).min().filter(|best| *best < u64::MAX);
        }
        // Those for which there was no time have that of the round before, or none.
        for runner in runners.drain(timed..) {
            if runner.picoseconds > 0 {
                decide(runner.candidate, Fate::Timed { picoseconds: runner.picoseconds, rounds: round - 1 });
            }
        }
        runners.sort_by_key(|runner| runner.least);
        let kept = keep(runners.len(), 1);
        for (place, runner) in runners.iter().enumerate() {
            let timed = Fate::Timed { picoseconds: runner.picoseconds, rounds: round };
            let fate = if runner.picoseconds == u64::MAX { Fate::Refused } else { timed };
            if place >= kept || fate == Fate::Refused {
                decide(runner.candidate, fate);
            }
        }
        runners.truncate(kept);
        runners.retain(|runner| runner.picoseconds != u64::MAX);
    }

    let finalists = runners.iter().map(|runner| &runner.prepared).collect::<Vec<_>>();
    let stage = Stage::Round { number: rounds, of: rounds };
    let left = finalists.len();
    let mut last = 0.0;
    let told = async |progress: crate::timing::Progress| {
        let candidate = runners.get(progress.program).map_or(0, |runner| runner.candidate);
        let done = COMPARING_PART + (1.0 - COMPARING_PART) * (spent + left as f32 * progress.done) / all;
        last = done.clamp(last, 1.0);
        tell(Progress { candidate, stage, left, done: last, best }).await
    };
    let timings = time(gpu, &finalists, plan, &clock, told).await?;
    for (runner, timing) in runners.iter().zip(&timings) {
        decide(runner.candidate, Fate::Timed { picoseconds: picoseconds(timing.median()), rounds });
    }
    table.truncate(tried);
    table.sort_by_key(|row| row.fate.place());
    Ok(Tuned { table })
}

/// Returns true if there is no use in trying another program.
fn ends_all(fault: &Fault) -> bool {
    matches!(fault, Fault::DeviceLost { .. } | Fault::Cancelled | Fault::NoAdapter { .. } | Fault::NoDevice { .. })
}

/// Returns the number of `runners` that are left after some rounds: half of them each time, but for [`FINALISTS`].
fn keep(runners: usize, rounds: u32) -> usize {
    (0..rounds).fold(runners, |left, _| left.div_ceil(2).max(FINALISTS.min(left)))
}

/// Returns the number of rounds: the last is that of the finalists.
fn rounds(runners: usize) -> u32 {
    (0..).find(|rounds| keep(runners, *rounds) <= FINALISTS).unwrap_or(0) + 1
}

/// Returns the plan by which a round before the last is timed.
fn round_plan(last: &Plan, round: u32) -> Plan {
    let longer = f64::from(1 << round.min(16)) / 2.0;
    Plan {
        samples: last.samples.min(SAMPLES),
        warm_up_s: last.warm_up_s.min(FIRST_WARM_UP_S * longer),
        pass_s: last.pass_s.min(FIRST_PASS_S * longer),
        ..*last
    }
}

fn picoseconds(seconds: f64) -> u64 {
    // The cast saturates; the largest number is kept for what was not timed.
    ((seconds * 1e12).round() as u64).min(u64::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_round_halves_until_the_finalists() {
        let table = [(0, 1), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (12, 3), (13, 4), (24, 4), (64, 6)];
        for (runners, expected) in table {
            assert_eq!(rounds(runners), expected, "{runners}");
            assert!(keep(runners, expected - 1) <= FINALISTS);
            assert_eq!(keep(runners, expected - 1) == 0, runners == 0);
        }
    }

    #[test]
    fn rounds_grow_up_to_the_plan() {
        let last = Plan::default();
        let passes = (1..=6).map(|round| round_plan(&last, round).pass_s).collect::<Vec<_>>();
        assert_eq!(passes, [0.002, 0.004, 0.008, 0.016, 0.02, 0.02]);
        assert_eq!(round_plan(&last, u32::MAX).warm_up_s, last.warm_up_s);
    }
}
