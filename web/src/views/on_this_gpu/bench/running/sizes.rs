//! Roofs of this GPU, and the sizes at which a run takes a good time on it: found from small to large.

use std::sync::Arc;

use colex_shaders::bound::Bound;
use colex_shaders::device::Gpu;
use colex_shaders::kernel::Refusal;
use colex_shaders::prepared::Prepared;
use colex_shaders::program::Program;
use colex_shaders::rate::Rate;
use colex_shaders::roof::processors::processors;
use colex_shaders::roof::row::{ARITHMETIC, MEMORY, ROW, WAY};
use colex_shaders::timing::{Plan, Timing, time};

use super::known::{expected, knows_processors, knows_roofs, note, note_processors, note_roofs};
use super::{ASK_ABOVE, Doing, Trouble, clock, concerns_all, foresee, tell};

/// Approximate time of a run at a size that the page chooses, in seconds.
const GOAL: f64 = 0.004;
/// Largest number of runs that it takes to find a size.
const PROBES: u32 = 12;

/// Measures what this GPU can do, once, and counts its processors.
pub(super) async fn measure_roofs(gpu: &Gpu, told: &impl Fn(Doing)) -> Result<(), Trouble> {
    if knows_roofs() {
        return Ok(());
    }
    told(Doing::Roofs);
    let told = |doing| told(if doing == Doing::Hidden { doing } else { Doing::Roofs });
    let moved = roof(gpu, MEMORY, &told).await?.bytes_per_s;
    let computed = roof(gpu, ARITHMETIC, &told).await?.flops_per_s;
    note_roofs(Rate { bytes_per_s: moved, flops_per_s: computed });
    if !knows_processors() {
        let count = processors(gpu, clock, async |progress| tell(progress, &told, |_| Doing::Roofs).await).await?;
        count.into_iter().for_each(note_processors);
    }
    Ok(())
}

async fn roof(gpu: &Gpu, way: &str, told: &impl Fn(Doing)) -> Result<Rate, Trouble> {
    let bound = Bound::new(&ROW, &[(WAY.to_owned(), way.to_owned())], &Arc::from([]));
    let bound = bound.at(find_size(gpu, &bound, told).await?);
    let prepared = Prepared::new(gpu, program(&bound)?).await?;
    let plan = Plan { samples: 5, ..Plan::default() };
    let timings =
        time(gpu, &[&prepared], &plan, clock, async |progress| tell(progress, told, Doing::Timing).await).await?;
    let seconds = timings.first().map_or(f64::INFINITY, Timing::median);
    note(&bound, prepared.program().work, seconds);
    Ok(Rate::of(prepared.program().work, seconds))
}

/// The program of a kernel, or why it has none.
fn program(bound: &Bound) -> Result<&Program, Refusal> {
    bound.program().as_ref().map_err(Clone::clone)
}

/// The size at which one run takes about [`GOAL`], found from small to large; on a software adapter the smallest.
pub(super) async fn find_size(gpu: &Gpu, bound: &Bound, told: &impl Fn(Doing)) -> Result<u32, Trouble> {
    let (least, most) = bound.sizes();
    let mut size = least;
    if gpu.adapter().is_software {
        return Ok(size);
    }
    let mut fitting = None;
    for _ in 0..PROBES {
        told(Doing::Sizing(size));
        // The first probe wakes the GPU for those that follow.
        let wake_s = if fitting.is_none() { Plan::default().wake_s } else { 0.0 };
        let seconds = match probe(gpu, &bound.at(size), wake_s, told).await {
            Ok(seconds) => seconds,
            // Trouble that a smaller size did not meet is no reason not to take that one.
            Err(trouble) => return fitting.ok_or(trouble),
        };
        fitting = Some(size);
        // The next one, or the largest of which it can be said that it stays below the goal.
        let larger =
            std::iter::successors(size.checked_mul(2), |size| size.checked_mul(2)).take_while(|size| *size <= most);
        let fits = |size: &u32| {
            let bound = bound.at(*size);
            let Ok(program) = program(&bound) else { return false };
            program.fits(&gpu.limits()).is_ok() && expected(&bound, program.work) <= GOAL
        };
        match larger.take_while(fits).last() {
            Some(larger) if seconds < GOAL / 2.0 => size = larger,
            _ => break,
        }
    }
    Ok(size)
}

/// The size at which one run of the first takes about [`GOAL`], and none of the others so long that it would be asked for.
pub(super) async fn find_common_size(
    gpu: &Gpu,
    free: &[&Bound],
    told: &impl Fn(Doing),
) -> Result<Option<u32>, Trouble> {
    let Some((first, others)) = free.split_first() else { return Ok(None) };
    let mut size = find_size(gpu, first, told).await?;
    let (least, _) = first.sizes();
    for other in others {
        if size <= least || gpu.adapter().is_software {
            break;
        }
        // One that does not even run small says so when it is its turn.
        match probe(gpu, &other.at(least), 0.0, told).await {
            Err(Trouble::Fault(fault)) if concerns_all(&fault) => return Err(fault.into()),
            Err(_) => continue,
            Ok(_) => {}
        }
        let is_long = |size: u32| {
            let bound = other.at(size);
            program(&bound).is_ok_and(|program| expected(&bound, program.work) > ASK_ABOVE / 2.0)
        };
        while size / 2 >= least && is_long(size) {
            size /= 2;
        }
    }
    Ok(Some(size))
}

/// One short measurement, from which larger ones are predicted; it wakes the GPU for so many seconds before.
async fn probe(gpu: &Gpu, bound: &Bound, wake_s: f64, told: &impl Fn(Doing)) -> Result<f64, Trouble> {
    let program = program(bound)?;
    let prepared = Prepared::new(gpu, program).await?;
    foresee(gpu, &prepared, false).await?;
    let plan = Plan { samples: 3, wake_s, warm_up_s: 0.0, pass_s: 0.001, ..Plan::default() };
    let sizing = Doing::Sizing(bound.size());
    let timings =
        time(gpu, &[&prepared], &plan, clock, async |progress| tell(progress, told, |_| sizing).await).await?;
    let seconds = timings.first().map_or(0.0, Timing::median);
    note(bound, program.work, seconds);
    Ok(seconds)
}
