//! Number of processors of a GPU, which nothing tells a page: counted by how the time of equal workgroups steps.
//!
//! One workgroup of multiply-adds keeps a processor busy. So as many as there are processors take as long as one, and one
//! more takes twice as long, because two of them share a processor.

use super::{Arithmetic, generate};
use crate::device::{Fault, Gpu};
use crate::prepared::Prepared;
use crate::timing::{Next, Plan, Progress, time};

/// Largest number of processors that is looked for.
pub const PROCESSORS_LIMIT: u32 = 1024;

/// Ratio to the time of one workgroup above which some of them share a processor.
const SHARED: f64 = 1.5;

/// Ratio of the times after and before a step, at least.
const STEP: f64 = 1.3;

/// Largest ratio to the time of one workgroup of that of twice as many as there are processors.
const TWICE: f64 = 2.5;

/// The workgroups that are timed: long against what it takes to start them.
const EQUAL: Arithmetic =
    Arithmetic { workgroups: 2 * PROCESSORS_LIMIT, threads: 256, chains: 8, unrolled: 16, steps: 254 };

/// Counts the processors; `None` where the time of equal workgroups does not step, and on a software adapter.
///
/// `clock` and `tell` are those of [`time`]. The GPU should be awake.
pub async fn processors(
    gpu: &Gpu,
    clock: impl Fn() -> f64,
    mut tell: impl AsyncFnMut(Progress) -> Next,
) -> Result<Option<u32>, Fault> {
    if gpu.adapter().is_software {
        return Ok(None);
    }
    let program = generate(&EQUAL)?;
    let all = Prepared::new(gpu, &program).await?;
    let plan = Plan { samples: 5, wake_s: 0.0, warm_up_s: 0.0, pass_s: 0.001, ..Plan::default() };
    counted(async |workgroups| {
        let mut part = program.clone();
        part.passes.iter_mut().for_each(|pass| pass.workgroups = [workgroups, 1, 1]);
        let part = Prepared::beside(gpu, &part, Some(&all)).await?;
        let timings = time(gpu, &[&part], &plan, &clock, &mut tell).await?;
        // What else the GPU has to do only ever makes it longer.
        Ok(timings.first().map_or(f64::INFINITY, |timing| timing.least()))
    })
    .await
}

/// The largest number of workgroups that take about as long as one; `None` where there is no such step.
async fn counted<E>(mut seconds: impl AsyncFnMut(u32) -> Result<f64, E>) -> Result<Option<u32>, E> {
    let one = seconds(1).await?;
    let mut fit = 1;
    let mut beyond = 2;
    while seconds(beyond).await? <= SHARED * one {
        fit = beyond;
        beyond *= 2;
        if fit >= PROCESSORS_LIMIT {
            return Ok(None);
        }
    }
    while beyond - fit > 1 {
        let middle = fit + (beyond - fit) / 2;
        *(if seconds(middle).await? <= SHARED * one { &mut fit } else { &mut beyond }) = middle;
    }
    // A step, and not a time that grows all along.
    let is_step = seconds(fit + 1).await? >= STEP * seconds(fit).await? && seconds(2 * fit).await? <= TWICE * one;
    Ok(is_step.then_some(fit))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;

    use super::*;

    fn count(seconds: impl Fn(u32) -> f64) -> Option<u32> {
        let Ok(count) = pollster::block_on(counted(async |workgroups| Ok::<_, Infallible>(seconds(workgroups))));
        count
    }

    #[test]
    fn processors_are_counted_by_the_steps_of_equal_workgroups() {
        // Starting them takes a third as long as one does, and each time is up to 7 % longer than it might be.
        let noise = Cell::new(1_u32);
        let noisy = |seconds: f64| {
            noise.set(noise.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
            seconds * (1.0 + 0.07 * f64::from(noise.get() >> 16) / 65536.0)
        };
        for processors in 1..PROCESSORS_LIMIT {
            let seconds = |workgroups: u32| 12.0 + 36.0 * f64::from(workgroups.div_ceil(processors));
            assert_eq!(count(seconds), Some(processors));
            assert_eq!(count(|workgroups| noisy(seconds(workgroups))), Some(processors));
        }
    }

    #[test]
    fn what_does_not_step_is_not_counted() {
        // Never longer; longer with each; longer bit by bit; a step that is too high.
        assert_eq!(count(|_| 36.0), None);
        assert_eq!(count(|workgroups| f64::from(workgroups.pow(2))), None);
        assert_eq!(count(|workgroups| f64::from(workgroups) + 36.0), None);
        assert_eq!(count(|workgroups| if workgroups > 20 { 100.0 } else { 36.0 }), None);
    }
}
