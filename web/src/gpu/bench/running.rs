//! Running programs: check each, then time those that are right side by side. Kind to the GPU, and to the page.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use colex::document::run::Asked;
use colex::work::{Budget, Progress as Slice, Work as _};
use colex_shaders::device::{Fault, Gpu};
use colex_shaders::kernel::Refusal;
use colex_shaders::prepared::Prepared;
use colex_shaders::program::{Program, Twin, Work};
use colex_shaders::rate::Rate;
use colex_shaders::reduce::twin_of;
use colex_shaders::timing::{Next, Plan, Progress, Timing, forecast, time};
use colex_shaders::tune::{self, Tuned};
use colex_shaders::verify::{remembering, verify};

use super::binding::Bound;
use super::kernels::Making;
use super::kernels::roofs::{ARITHMETIC, MEMORY, ROOFS};
use super::measured::{Measured, Timed};
use crate::browser;
use crate::gpu::part::opened;

/// The longest that work keeps the page from answering, in milliseconds.
const SLICE: f64 = 8.0;
/// How long one run may be expected to take without asking, in seconds: a browser resets a GPU that is busy for long.
pub(super) const ASK_ABOVE: f64 = 0.25;
/// How long one run may be expected to take at all, in seconds.
pub(super) const REFUSE_ABOVE: f64 = 5.0;
/// How long a run at a size that the page chooses takes about, in seconds.
const GOAL: f64 = 0.004;
/// How many runs it takes at most to find a size.
const PROBES: u32 = 12;
/// How often a hidden page looks whether it is seen again, in milliseconds.
const HIDDEN_PAUSE: i32 = 200;
/// What any GPU, and any processor, reaches at least where nothing was measured.
const MODEST: [Rate; 2] =
    [Rate { bytes_per_s: 10e9, flops_per_s: 100e9 }, Rate { bytes_per_s: 0.5e9, flops_per_s: 0.5e9 }];
/// How far below its roofs a poor kernel stays.
const POOR: f64 = 30.0;

/// A run from which others are predicted.
#[derive(Debug, Clone, PartialEq)]
struct Past {
    /// The kernel and its parameters but for the size.
    variant: String,
    work: Work,
    seconds: f64,
}

/// What is known of the GPU that is open.
#[derive(Debug, Clone, Default)]
struct Known {
    gpu: Option<Rc<Gpu>>,
    roofs: Option<Rate>,
    past: Vec<Past>,
}

thread_local! {
    static KNOWN: RefCell<Known> = RefCell::new(Known::default());
}

impl Known {
    /// What this GPU reaches, measured or at least.
    fn roofs(&self) -> Rate {
        let is_software = self.gpu.as_ref().is_some_and(|gpu| gpu.adapter().is_software);
        let [gpu, software] = MODEST;
        self.roofs.unwrap_or(if is_software { software } else { gpu })
    }

    /// How long a run takes about: by the last one of its kind, or else as long as a poor kernel would.
    fn expected(&self, variant: &str, work: Work) -> f64 {
        let ideal = |work: Work| ideal(work, self.roofs());
        match self.past.iter().find(|past| past.variant == variant) {
            Some(past) => past.seconds * ideal(work) / ideal(past.work),
            None if self.roofs.is_some() => ideal(work) * POOR,
            None => ideal(work),
        }
    }

    fn note(&mut self, past: Past) {
        self.past.retain(|other| other.variant != past.variant);
        self.past.push(past);
        let beyond = self.past.len().saturating_sub(PAST_LIMIT);
        self.past.drain(..beyond);
    }
}

/// How many runs are remembered.
const PAST_LIMIT: usize = 64;

/// How long work takes where nothing but the roofs holds it up; never 0.
fn ideal(work: Work, roofs: Rate) -> f64 {
    (work.bytes as f64 / roofs.bytes_per_s).max(work.flops as f64 / roofs.flops_per_s).max(1e-9)
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Doing {
    /// The GPU is opened.
    Opening,
    /// What this GPU can do is measured.
    Roofs,
    /// A size is looked for.
    Sizing(u32),
    /// A program is compiled, its inputs are filled, and what it wrote is compared: which of how many, and how far.
    Checking(usize, usize, f32),
    /// They are timed.
    Timing(f32),
    /// The fastest is looked for: how many are in the running, and how far it is.
    Searching(usize, f32),
    /// The page is hidden.
    Hidden,
}

/// Why there are no figures.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Trouble {
    /// The GPU or the kernel says no.
    Fault(Fault),
    /// A run would take so many seconds: longer than is done unasked, or at all.
    TooLong {
        /// Expected seconds of one run.
        seconds: f64,
        /// Whether it is done if one asks for it.
        may_ask: bool,
    },
}

/// What there is to say about a run that came to no figures, and what it was.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stopped {
    pub(super) trouble: Trouble,
    /// What would run if one insists.
    pub(super) again: Vec<Asked>,
}

impl Trouble {
    /// Whether one may insist on what was stopped.
    pub(super) fn may_insist(&self) -> bool {
        matches!(self, Trouble::TooLong { may_ask: true, .. })
    }

    /// Whether half the size may work.
    pub(super) fn is_worth_half(&self) -> bool {
        match self {
            Trouble::Fault(fault) => fault.is_worth_half(),
            Trouble::TooLong { .. } => true,
        }
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Trouble::Fault(fault)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Trouble::Fault(refusal.into())
    }
}

/// What the page knows of the GPU that is open.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Machine {
    pub(super) name: String,
    pub(super) is_software: bool,
    pub(super) roofs: Option<Rate>,
}

/// The GPU that is open, if one is.
pub(super) fn machine() -> Option<Machine> {
    KNOWN.with_borrow(|known| {
        let adapter = known.gpu.as_ref()?.adapter();
        Some(Machine { name: adapter.name.clone(), is_software: adapter.is_software, roofs: known.roofs })
    })
}

/// What came out of each program, in order.
pub(super) type Results = Vec<(Bound, Result<Measured, Trouble>)>;

/// Runs programs, those of one kernel side by side. Where nobody chose a size the page does. `anyway` allows runs that
/// take longer than is done unasked. Errors: what concerns all of them.
pub(super) async fn run(bound: Vec<Bound>, anyway: bool, told: impl Fn(Doing)) -> Result<Results, Trouble> {
    let gpu = open(&told).await?;
    match run_all(&gpu, bound, anyway, &told).await {
        Err(trouble) => Err(explained(&gpu, trouble).await),
        Ok(results) => {
            let trouble = results.iter().find_map(|(_, result)| result.as_ref().err());
            match trouble {
                Some(trouble) => match explained(&gpu, trouble.clone()).await {
                    Trouble::Fault(lost @ Fault::DeviceLost { .. }) => Err(lost.into()),
                    _ => Ok(results),
                },
                None => Ok(results),
            }
        }
    }
}

/// How long a browser may take to say that the device is lost of which a call has already failed, in milliseconds.
const LATE: i32 = 100;

/// The better explanation of what a browser or a driver says failed by itself: that the device is lost.
async fn explained(gpu: &Gpu, trouble: Trouble) -> Trouble {
    let is_vague = matches!(
        trouble,
        Trouble::Fault(Fault::ReadBack { .. } | Fault::Internal { .. } | Fault::Invalid { .. } | Fault::OutOfMemory)
    );
    if !is_vague {
        return trouble;
    }
    browser::wait(LATE).await;
    gpu.lost().map_or(trouble, Trouble::from)
}

async fn run_all(gpu: &Gpu, bound: Vec<Bound>, anyway: bool, told: &impl Fn(Doing)) -> Result<Results, Trouble> {
    match measure_roofs(gpu, told).await {
        Ok(()) => {}
        Err(Trouble::Fault(fault)) if concerns_all(&fault) => return Err(fault.into()),
        // Without roofs there is no part of them; everything else goes on.
        Err(_) => {}
    }
    let of = bound.len();
    let mut all = Results::with_capacity(of);
    for group in bound.chunk_by(|one, other| one.kernel.id == other.kernel.id) {
        let free = group.iter().filter(|bound| bound.is_free()).collect::<Vec<_>>();
        let size = find_common_size(gpu, &free, told).await?;
        let sized =
            |bound: &Bound| size.filter(|_| bound.is_free()).map_or_else(|| bound.clone(), |size| bound.at(size));
        let group = group.iter().map(sized).collect();
        all.extend(run_group(gpu, group, anyway, told, (all.len(), of)).await?);
    }
    Ok(all)
}

async fn run_group(
    gpu: &Gpu,
    group: Vec<Bound>,
    anyway: bool,
    told: &impl Fn(Doing),
    (before, of): (usize, usize),
) -> Result<Results, Trouble> {
    let mut results = Results::with_capacity(group.len());
    let mut ready: Vec<(usize, Prepared)> = Vec::new();
    let mut known_twin = None;
    for (number, bound) in group.into_iter().enumerate() {
        let place = (before + number + 1, of);
        // Kernels for one task share their buffers and what they must write.
        let other = ready.last().map(|(_, prepared)| prepared);
        match check(gpu, &bound, anyway, told, place, other, &mut known_twin).await {
            Ok((measured, prepared)) => {
                if measured.verdict.is_right() {
                    ready.push((number, prepared));
                }
                results.push((bound, Ok(measured)));
            }
            Err(Trouble::Fault(fault)) if concerns_all(&fault) => return Err(fault.into()),
            Err(trouble) => results.push((bound, Err(trouble))),
        }
    }
    let programs = ready.iter().map(|(_, prepared)| prepared).collect::<Vec<_>>();
    if programs.is_empty() {
        return Ok(results);
    }
    let most_s = if anyway { 10.0 * REFUSE_ABOVE } else { Plan::default().most_s };
    let plan = Plan { most_s, ..Plan::default() };
    told(Doing::Timing(0.0));
    let timings =
        time(gpu, &programs, &plan, clock, async |progress| tell(progress, told, Doing::Timing).await).await?;
    for ((number, _), timing) in ready.iter().zip(&timings) {
        if let Some((bound, Ok(measured))) = results.get_mut(*number) {
            note(bound, measured.work, timing.median());
            measured.timed = Some(Timed::of(timing));
        }
    }
    Ok(results)
}

/// Finds the fastest way to run a kernel on this GPU; answers at which size, too.
pub(super) async fn search(bound: Bound, told: impl Fn(Doing)) -> Result<(Bound, Tuned), Trouble> {
    let gpu = open(&told).await?;
    match search_on(&gpu, bound, &told).await {
        Ok(found) => Ok(found),
        Err(trouble) => Err(explained(&gpu, trouble).await),
    }
}

async fn search_on(gpu: &Gpu, bound: Bound, told: &impl Fn(Doing)) -> Result<(Bound, Tuned), Trouble> {
    let bound = if bound.is_free() { bound.at(find_size(gpu, &bound, told).await?) } else { bound };
    let candidates = bound.kernel.candidates.map(|candidates| candidates(&bound.given, &gpu.limits()));
    let candidates = candidates.unwrap_or_default();
    told(Doing::Searching(candidates.len(), 0.0));
    browser::breathe().await;
    let twin = made(bound.twin()?, || ()).await?;
    let mut since = browser::now();
    let tell = async |progress: tune::Progress| {
        let doing = Doing::Searching(progress.left, progress.done);
        // A comparison asks every few numbers, which are many.
        let is_comparing = progress.stage == tune::Stage::Compare;
        if is_comparing && browser::now() - since <= SLICE {
            return Next::On;
        }
        let next = wait_while_hidden(told).await;
        told(doing);
        browser::breathe().await;
        since = browser::now();
        next
    };
    let tuned = tune::tune(gpu, &candidates, twin, &Plan::default(), clock, tell).await?;
    Ok((bound, tuned))
}

/// Whether a fault concerns everything that is asked of a GPU, and not one program.
fn concerns_all(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::NoAdapter { .. }
            | Fault::NoDevice { .. }
            | Fault::DeviceLost { .. }
            | Fault::OutOfMemory
            | Fault::Cancelled
    )
}

/// Opens the GPU unless it is open. What was known of another one is forgotten.
async fn open(told: &impl Fn(Doing)) -> Result<Rc<Gpu>, Fault> {
    told(Doing::Opening);
    let gpu = opened().await?;
    KNOWN.with_borrow_mut(|known| {
        if !known.gpu.as_ref().is_some_and(|known| Rc::ptr_eq(known, &gpu)) {
            *known = Known { gpu: Some(Rc::clone(&gpu)), ..Known::default() };
        }
    });
    Ok(gpu)
}

/// Seconds since the page was opened.
fn clock() -> f64 {
    browser::now() / 1000.0
}

fn expected(bound: &Bound, work: Work) -> f64 {
    KNOWN.with_borrow(|known| known.expected(&bound.variant(), work))
}

fn note(bound: &Bound, work: Work, seconds: f64) {
    KNOWN.with_borrow_mut(|known| known.note(Past { variant: bound.variant(), work, seconds }));
}

/// Measures what this GPU can do, once.
async fn measure_roofs(gpu: &Gpu, told: &impl Fn(Doing)) -> Result<(), Trouble> {
    if KNOWN.with_borrow(|known| known.roofs.is_some()) {
        return Ok(());
    }
    told(Doing::Roofs);
    let told = |doing| told(if doing == Doing::Hidden { doing } else { Doing::Roofs });
    let [moved, computed] = [MEMORY, ARITHMETIC].map(|way| Asked::of(ROOFS.id).with("way", way));
    let moved = roof(gpu, &moved, &told).await?.bytes_per_s;
    let computed = roof(gpu, &computed, &told).await?.flops_per_s;
    KNOWN.with_borrow_mut(|known| known.roofs = Some(Rate { bytes_per_s: moved, flops_per_s: computed }));
    Ok(())
}

async fn roof(gpu: &Gpu, asked: &Asked, told: &impl Fn(Doing)) -> Result<Rate, Trouble> {
    let bound = Bound::new(&ROOFS, asked, &Arc::from([]));
    let bound = bound.at(find_size(gpu, &bound, told).await?);
    let prepared = Prepared::new(gpu, &bound.program()?).await?;
    let plan = Plan { samples: 5, ..Plan::default() };
    let timings =
        time(gpu, &[&prepared], &plan, clock, async |progress| tell(progress, told, Doing::Timing).await).await?;
    let seconds = timings.first().map_or(f64::INFINITY, Timing::median);
    note(&bound, prepared.program().work, seconds);
    Ok(Rate::of(prepared.program().work, seconds))
}

/// Makes a twin; what takes long in slices.
async fn made(making: Making, told: impl Fn()) -> Result<Twin, Trouble> {
    let mut summing = match making {
        Making::Ready(twin) => return Ok(twin),
        Making::Sum(summing) => summing,
    };
    loop {
        let since = browser::now();
        while browser::now() - since < SLICE {
            if let Slice::Done(sum) = summing.resume(&mut Budget::new(SUMMED_AT_ONCE)) {
                return Ok(twin_of(sum));
            }
        }
        told();
        browser::breathe().await;
    }
}

/// How many numbers are added up between two looks at the clock.
const SUMMED_AT_ONCE: u64 = 1 << 15;

/// The size at which one run takes about [`GOAL`], found from small to large; on a software adapter the smallest.
async fn find_size(gpu: &Gpu, bound: &Bound, told: &impl Fn(Doing)) -> Result<u32, Trouble> {
    let (least, most) = bound.sizes();
    let mut size = least;
    if gpu.adapter().is_software {
        return Ok(size);
    }
    let mut fitting = None;
    for _ in 0..PROBES {
        told(Doing::Sizing(size));
        let seconds = match probe(gpu, &bound.at(size), told).await {
            Ok(seconds) => seconds,
            // What a smaller size did not meet is no reason not to take that one.
            Err(trouble) => return fitting.ok_or(trouble),
        };
        fitting = Some(size);
        // The next one, or the largest of which it can be said that it stays below the goal.
        let larger =
            std::iter::successors(size.checked_mul(2), |size| size.checked_mul(2)).take_while(|size| *size <= most);
        let fits = |size: &u32| {
            let bound = bound.at(*size);
            let Ok(program) = bound.program() else { return false };
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
async fn find_common_size(gpu: &Gpu, free: &[&Bound], told: &impl Fn(Doing)) -> Result<Option<u32>, Trouble> {
    let Some((first, others)) = free.split_first() else { return Ok(None) };
    let mut size = find_size(gpu, first, told).await?;
    let (least, _) = first.sizes();
    for other in others {
        if size <= least || gpu.adapter().is_software {
            break;
        }
        // One that does not even run small says so when it is its turn.
        match probe(gpu, &other.at(least), told).await {
            Err(Trouble::Fault(fault)) if concerns_all(&fault) => return Err(fault.into()),
            Err(_) => continue,
            Ok(_) => {}
        }
        let is_long = |size: u32| {
            let bound = other.at(size);
            bound.program().is_ok_and(|program| expected(&bound, program.work) > ASK_ABOVE / 2.0)
        };
        while size / 2 >= least && is_long(size) {
            size /= 2;
        }
    }
    Ok(Some(size))
}

/// One short measurement, from which larger ones are predicted.
async fn probe(gpu: &Gpu, bound: &Bound, told: &impl Fn(Doing)) -> Result<f64, Trouble> {
    let program = bound.program()?;
    let prepared = Prepared::new(gpu, &program).await?;
    foresee(gpu, &prepared, false).await?;
    let plan = Plan { samples: 3, warm_up_s: 0.0, pass_s: 0.001, ..Plan::default() };
    let sizing = Doing::Sizing(bound.size());
    let timings =
        time(gpu, &[&prepared], &plan, clock, async |progress| tell(progress, told, |_| sizing).await).await?;
    let seconds = timings.first().map_or(0.0, Timing::median);
    note(bound, program.work, seconds);
    Ok(seconds)
}

/// Runs a program once and compares what it wrote with its twin; first of all it says how long that will take.
async fn check(
    gpu: &Gpu,
    bound: &Bound,
    anyway: bool,
    told: &impl Fn(Doing),
    (number, of): (usize, usize),
    other: Option<&Prepared>,
    known_twin: &mut Option<(String, Twin)>,
) -> Result<(Measured, Prepared), Trouble> {
    let program = bound.program()?;
    program.fits(&gpu.limits())?;
    // What even the roofs do not allow needs no memory to be asked for.
    let least = KNOWN.with_borrow(|known| known.roofs.map(|roofs| ideal(program.work, roofs)));
    if let Some(seconds) = least.filter(|least| *least > REFUSE_ABOVE) {
        return Err(Trouble::TooLong { seconds, may_ask: false });
    }
    told(Doing::Checking(number, of, 0.0));
    browser::breathe().await;
    let prepared = Prepared::beside(gpu, &program, other).await?;
    foresee(gpu, &prepared, anyway).await?;
    let task = bound.task();
    let (_, twin) = match known_twin.take().filter(|(known, _)| *known == task) {
        Some(known) => known_twin.insert(known),
        None => {
            let twin = made(bound.twin()?, || told(Doing::Checking(number, of, 0.0))).await?;
            known_twin.insert((task, remembering(twin)))
        }
    };
    let mut since = browser::now();
    let verdict = verify(gpu, &prepared, twin, async |done| {
        if browser::now() - since > SLICE {
            told(Doing::Checking(number, of, done));
            browser::breathe().await;
            since = browser::now();
        }
        ControlFlow::Continue(())
    })
    .await?;
    let measured = Measured {
        asked: bound.asked.clone(),
        key: bound.key.clone(),
        verdict,
        is_sampled: verdict.compared < written(&program, twin),
        work: program.work,
        timed: None,
    };
    Ok((measured, prepared))
}

/// How many numbers the buffer of the result has.
fn written(program: &Program, twin: &Twin) -> u64 {
    program.bindings.get(twin.binding).map_or(0, |binding| binding.elements * binding.element.lanes())
}

/// Refuses a run that would take long, or asks first: a part of its workgroups says how long.
async fn foresee(gpu: &Gpu, prepared: &Prepared, anyway: bool) -> Result<(), Trouble> {
    let most_s = if anyway { REFUSE_ABOVE } else { ASK_ABOVE };
    match forecast(gpu, prepared, &Plan { most_s, ..Plan::default() }, clock).await {
        Ok(_) => Ok(()),
        Err(Fault::TooLong { milliseconds, .. }) => {
            let seconds = milliseconds as f64 / 1000.0;
            Err(Trouble::TooLong { seconds, may_ask: seconds <= REFUSE_ABOVE })
        }
        Err(fault) => Err(fault.into()),
    }
}

/// Says how far it is, lets the page answer, and waits while nobody sees it: a hidden page is slowed down.
async fn tell(progress: Progress, told: &impl Fn(Doing), doing: impl Fn(f32) -> Doing) -> Next {
    let next = wait_while_hidden(told).await;
    told(doing(progress.done));
    browser::breathe().await;
    next
}

/// What was measured while the page was hidden is measured again.
async fn wait_while_hidden(told: &impl Fn(Doing)) -> Next {
    if !browser::is_hidden() {
        return Next::On;
    }
    told(Doing::Hidden);
    while browser::is_hidden() {
        browser::wait(HIDDEN_PAUSE).await;
    }
    Next::Again
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_predicts_what_is_larger() {
        let mut known = Known { roofs: Some(Rate { bytes_per_s: 1e12, flops_per_s: 1e13 }), ..Known::default() };
        let product = |n: u64| Work { bytes: 12 * n * n, flops: 2 * n * n * n };
        // Of nothing, a poor kernel: 2 * 1024^3 operations at 10 TFLOP/s take 0.2 ms.
        let seconds = known.expected("gemm", product(1024));
        assert!((seconds - 30.0 * 0.000_214_7).abs() < 1e-5, "{seconds}");
        known.note(Past { variant: "gemm".to_owned(), work: product(1024), seconds: 0.001 });
        let seconds = known.expected("gemm", product(2048));
        assert!((seconds - 0.008).abs() < 1e-6, "{seconds}");
        // The last measurement counts, and not too many are kept.
        known.note(Past { variant: "gemm".to_owned(), work: product(8192), seconds: 0.2 });
        assert_eq!(known.past.len(), 1);
        assert!((known.expected("gemm", product(8192)) - 0.2).abs() < 1e-9);
        (0..200).for_each(|number| known.note(Past { variant: number.to_string(), work: product(2), seconds: 1.0 }));
        assert_eq!(known.past.len(), PAST_LIMIT);
        // Nothing is measured of no work.
        assert!(known.expected("nothing", Work::default()) > 0.0);
    }
}
