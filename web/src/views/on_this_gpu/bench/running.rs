//! Running programs: check each, then time those that are right side by side. Kind to the GPU, and to the page.

mod known;
mod sizes;

use std::ops::ControlFlow;
use std::sync::Arc;

use colex::work::{Budget, Progress as Slice};
use colex_document::run::Asked;
use colex_shaders::bound::Bound;
use colex_shaders::device::{Fault, Gpu};
use colex_shaders::generator::Making;
use colex_shaders::kernel::Refusal;
use colex_shaders::prepared::Prepared;
use colex_shaders::program::{Program, Twin};
use colex_shaders::timing::{Next, Plan, Progress, forecast, time};
use colex_shaders::tune::{self, Tuned};
use colex_shaders::verify::{remembering, verify};

pub(super) use self::known::{Machine, machine, planned};
use self::known::{note, open};
use self::sizes::{find_common_size, find_size, measure_roofs};
use super::binding::asked;
use super::measured::{Measured, Timed};
use crate::browser;
use crate::views::on_this_gpu::part::watched;

/// The longest that work keeps the page from answering, in milliseconds.
const SLICE: f64 = 8.0;
/// Longest time that one run may be expected to take without asking, in seconds: a browser resets a GPU that is busy
/// for long.
pub(super) const ASK_ABOVE: f64 = 0.25;
/// Longest time that one run may be expected to take at all, in seconds.
pub(super) const REFUSE_ABOVE: f64 = 5.0;
/// Interval at which a hidden page looks whether it is seen again, in milliseconds.
const HIDDEN_PAUSE: i32 = 200;

/// Longest time that a search takes, in seconds.
const SEARCH_S: f64 = 20.0;

/// Part of a search that has to be done before that says how long the rest takes.
const TOLD_FROM: f32 = 0.05;

/// Work that is being done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Doing {
    /// The GPU is opened.
    Opening,
    /// Roofs of this GPU are measured.
    Roofs,
    /// A size is looked for.
    Sizing(u32),
    /// A program is compiled, its inputs are filled, and what it wrote is compared: which of how many, and how far.
    Checking(usize, usize, f32),
    /// They are timed.
    Timing(f32),
    /// The fastest is looked for.
    Searching {
        /// Number of programs in the running.
        left: usize,
        /// Part of it that is done.
        done: f32,
        /// The shortest time of a run so far, in picoseconds.
        best: Option<u64>,
        /// Seconds that it will take yet, where it has begun.
        seconds: Option<u32>,
    },
    /// The GPU has not answered for long.
    Silent,
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
        /// True if it is done if one asks for it.
        may_ask: bool,
    },
}

/// Trouble of a run that came to no figures, and what it was.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stopped {
    pub(super) trouble: Trouble,
    /// Configurations that would run if one insists.
    pub(super) again: Vec<Asked>,
}

impl Trouble {
    /// Reports whether one may insist on what was stopped.
    pub(super) fn may_insist(&self) -> bool {
        matches!(self, Trouble::TooLong { may_ask: true, .. })
    }

    /// Reports whether half the size may work.
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

/// Results of each program, in order.
pub(super) type Results = Vec<(Arc<Bound>, Result<Measured, Trouble>)>;

/// Runs programs, those of one kernel side by side. Where nobody chose a size the page does. `anyway` allows runs that
/// take longer than is done unasked. Errors: what concerns all of them.
pub(super) async fn run(bound: Vec<Arc<Bound>>, anyway: bool, told: impl Fn(Doing)) -> Result<Results, Trouble> {
    watched(|| told(Doing::Silent), run_watched(bound, anyway, &told)).await
}

async fn run_watched(bound: Vec<Arc<Bound>>, anyway: bool, told: &impl Fn(Doing)) -> Result<Results, Trouble> {
    let gpu = open(told).await?;
    match run_all(&gpu, bound, anyway, told).await {
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

/// Time that a browser may take to say that the device is lost of which a call has already failed, in milliseconds.
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

async fn run_all(gpu: &Gpu, bound: Vec<Arc<Bound>>, anyway: bool, told: &impl Fn(Doing)) -> Result<Results, Trouble> {
    match measure_roofs(gpu, told).await {
        Ok(()) => {}
        Err(Trouble::Fault(fault)) if concerns_all(&fault) => return Err(fault.into()),
        // Without roofs there is no part of them; everything else goes on.
        Err(_) => {}
    }
    let bound = bound.into_iter().map(for_this).collect::<Vec<_>>();
    let of = bound.len();
    let mut all = Results::with_capacity(of);
    for group in bound.chunk_by(|one, other| one.row.id() == other.row.id()) {
        let free = group.iter().filter(|bound| bound.is_free()).map(|bound| &**bound).collect::<Vec<_>>();
        let size = find_common_size(gpu, &free, told).await?;
        let sized = |bound: &Arc<Bound>| {
            size.filter(|_| bound.is_free()).map_or_else(|| Arc::clone(bound), |size| Arc::new(bound.at(size)))
        };
        let group = group.iter().map(sized).collect();
        all.extend(run_group(gpu, group, anyway, told, (all.len(), of)).await?);
    }
    Ok(all)
}

/// The same for the GPU that is open, of which more may be known by now.
fn for_this(bound: Arc<Bound>) -> Arc<Bound> {
    if bound.given.machine == planned() { bound } else { Arc::new(bound.on(planned())) }
}

async fn run_group(
    gpu: &Gpu,
    group: Vec<Arc<Bound>>,
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
pub(super) async fn search(bound: Arc<Bound>, told: impl Fn(Doing)) -> Result<(Arc<Bound>, Tuned), Trouble> {
    let search = async {
        let gpu = open(&told).await?;
        match search_on(&gpu, bound, &told).await {
            Ok(found) => Ok(found),
            Err(trouble) => Err(explained(&gpu, trouble).await),
        }
    };
    watched(|| told(Doing::Silent), search).await
}

async fn search_on(gpu: &Gpu, bound: Arc<Bound>, told: &impl Fn(Doing)) -> Result<(Arc<Bound>, Tuned), Trouble> {
    let bound = for_this(bound);
    let bound = if bound.is_free() { Arc::new(bound.at(find_size(gpu, &bound, told).await?)) } else { bound };
    let candidates = bound.candidates(&gpu.limits());
    if candidates.is_empty() {
        return Err(Refusal::Mismatched {
            what: "nothing that the search tries fits these layouts".to_owned(),
            chinese: "搜索的方案均不适合这些布局".to_owned(),
        }
        .into());
    }
    told(Doing::Searching { left: candidates.len(), done: 0.0, best: None, seconds: None });
    browser::breathe().await;
    let twin = made(bound.twin()?, || ()).await?;
    let began = browser::now();
    let mut since = began;
    let tell = async |progress: tune::Progress| {
        // How long the rest takes is told by what is done; it is at most what a search may take.
        let spent = (browser::now() - began) / 1000.0;
        let most = (SEARCH_S - spent).max(0.0);
        let rest = if progress.done < TOLD_FROM { most } else { spent / f64::from(progress.done) - spent };
        let seconds = Some(rest.clamp(0.0, most).ceil() as u32);
        let doing = Doing::Searching { left: progress.left, done: progress.done, best: progress.best, seconds };
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
    let tuned = tune::tune(gpu, &candidates, twin, &Plan::default(), SEARCH_S, clock, tell).await?;
    Ok((bound, tuned))
}

/// Reports whether a fault concerns everything that is asked of a GPU, and not one program.
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

/// Seconds since the page was opened.
fn clock() -> f64 {
    browser::now() / 1000.0
}

/// Makes a twin; what takes long in slices.
async fn made(making: Making, told: impl Fn()) -> Result<Twin, Trouble> {
    let mut work = match making {
        Making::Ready(twin) => return Ok(twin),
        Making::Work(work) => work,
    };
    loop {
        let since = browser::now();
        while browser::now() - since < SLICE {
            if let Slice::Done(twin) = work.resume(&mut Budget::new(UNITS_AT_ONCE)) {
                return Ok(twin);
            }
        }
        told();
        browser::breathe().await;
    }
}

/// Number of units of work that are done between two looks at the clock.
const UNITS_AT_ONCE: u64 = 1 << 15;

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
    let program = bound.program().as_ref().map_err(Clone::clone)?;
    program.fits(&gpu.limits())?;
    // A run that even the roofs do not allow needs no memory to be asked for.
    if let Some(seconds) = known::least(program.work).filter(|least| *least > REFUSE_ABOVE) {
        return Err(Trouble::TooLong { seconds, may_ask: false });
    }
    told(Doing::Checking(number, of, 0.0));
    browser::breathe().await;
    let prepared = Prepared::beside(gpu, program, other).await?;
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
        asked: asked(bound),
        key: bound.key.clone(),
        verdict,
        is_sampled: verdict.compared < written(program, twin),
        work: program.work,
        timed: None,
    };
    Ok((measured, prepared))
}

/// Counts the numbers that the buffer of the result has.
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

/// Waits while the page is hidden; what was measured meanwhile is measured again.
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
