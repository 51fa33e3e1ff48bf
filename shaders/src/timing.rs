//! Time that a program takes on a device.

mod meter;
mod plan;
mod stamps;

use crate::device::{Fault, Gpu};
use crate::prepared::Prepared;
use meter::{Meter, Stop};

pub use plan::{AGAIN_LIMIT, LEAST_SAMPLES, Method, Next, Plan, Progress, RUNS_LIMIT, Stage, Timing, quartiles};
pub use stamps::quantum;

/// Times programs side by side: a sample of each, then the next of each, so that what changes with time changes all.
///
/// `clock` answers seconds of any clock that does not go back. `tell` is asked after each submission and may wait: for
/// the next frame of a page, or until a hidden one is seen again.
///
/// Each program runs once, then twice as often each time until that lasts [`Plan::pass_s`], then until
/// [`Plan::warm_up_s`] are over, the first until [`Plan::wake_s`] are; nothing is submitted that the run before predicts
/// to last longer than [`Plan::submit_s`], but that a single run is never cut. What would need longer than
/// [`Plan::most_s`] is [`Fault::TooLong`].
///
/// Where a quarter of the samples took half as long again as the least, the GPU was still waking up: all are taken
/// afresh, twice at most and within [`Plan::most_s`]; the last ones count, whatever they are.
pub async fn time(
    gpu: &Gpu,
    programs: &[&Prepared],
    plan: &Plan,
    clock: impl Fn() -> f64,
    mut tell: impl AsyncFnMut(Progress) -> Next,
) -> Result<Vec<Timing>, Fault> {
    gpu.begin()?;
    if gpu.has_timestamps() && !plan.on_the_wall {
        let mut meter = Meter::new(gpu, plan, &clock, true).await?;
        match meter.time(programs, &mut tell).await {
            Err(Stop::NoTimestamps) => {}
            Err(Stop::Fault(fault)) => return Err(fault),
            Ok(timings) => return Ok(timings),
        }
    }
    let mut meter = Meter::new(gpu, plan, &clock, false).await?;
    meter.time(programs, &mut tell).await.map_err(|stop| match stop {
        Stop::Fault(fault) => fault,
        Stop::NoTimestamps => Fault::Internal { message: String::new() },
    })
}

/// About how long one run of a program takes, from a part of its workgroups: before it runs for the first time, since a
/// browser resets a GPU that does not answer for seconds. What it writes is not what a run writes.
///
/// [`Fault::TooLong`] where that is longer than [`Plan::most_s`]. It may be too much, where a part does not keep the GPU
/// busy, but hardly too little: workgroups do the same work.
pub async fn forecast(gpu: &Gpu, prepared: &Prepared, plan: &Plan, clock: impl Fn() -> f64) -> Result<f64, Fault> {
    gpu.begin()?;
    let by_stamps = gpu.has_timestamps() && !plan.on_the_wall;
    Meter::new(gpu, plan, &clock, by_stamps).await?.forecast(prepared).await
}
