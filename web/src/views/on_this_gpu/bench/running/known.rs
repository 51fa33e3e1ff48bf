//! Knowledge of the GPU that is open: its roofs, and the runs from which others are predicted.

use std::cell::RefCell;
use std::rc::Rc;

use colex_shaders::bound::Bound;
use colex_shaders::device::{Fault, Gpu};
use colex_shaders::machine::Machine as Planned;
use colex_shaders::program::Work;
use colex_shaders::rate::Rate;
use colex_shaders::roof::processors::PROCESSORS_LIMIT;

use super::Doing;
use crate::browser;
use crate::views::on_this_gpu::part::opened;

/// Least rates that any GPU, and any processor, reaches where nothing was measured.
const MODEST: [Rate; 2] =
    [Rate { bytes_per_s: 10e9, flops_per_s: 100e9 }, Rate { bytes_per_s: 0.5e9, flops_per_s: 0.5e9 }];
/// Factor by which a poor kernel stays below its roofs.
const POOR: f64 = 30.0;

/// A run from which others are predicted.
#[derive(Debug, Clone, PartialEq)]
struct Past {
    /// The kernel and its parameters but for the size.
    variant: String,
    work: Work,
    seconds: f64,
}

/// Knowledge of the GPU that is open.
#[derive(Debug, Clone, Default)]
struct Known {
    gpu: Option<Rc<Gpu>>,
    roofs: Option<Rate>,
    counted: Option<Counted>,
    past: Vec<Past>,
}

thread_local! {
    /// Before a GPU is opened, what was kept of the last one.
    static KNOWN: RefCell<Known> = RefCell::new(Known { counted: Counted::kept(), ..Known::default() });
}

/// Under which the machine is kept, with the name of the GPU.
const MACHINE_KEY: &str = "colex.machine";

/// A GPU whose processors were counted.
#[derive(Debug, Clone, PartialEq)]
struct Counted {
    machine: Planned,
    gpu: String,
}

impl Counted {
    fn kept() -> Option<Counted> {
        Counted::read(&browser::stored(MACHINE_KEY)?)
    }

    fn read(text: &str) -> Option<Counted> {
        let mut parts = text.splitn(3, ' ');
        let processors = parts.next()?.parse().ok().filter(|count| (1..=PROCESSORS_LIMIT).contains(count))?;
        let buffer_bytes = parts.next()?.parse().ok().filter(|bytes| *bytes >= Planned::USUAL.buffer_bytes)?;
        Some(Counted { machine: Planned { processors, buffer_bytes }, gpu: parts.next()?.to_owned() })
    }

    fn spelled(&self) -> String {
        let Planned { processors, buffer_bytes } = self.machine;
        format!("{processors} {buffer_bytes} {}", self.gpu)
    }
}

impl Known {
    /// Returns the roofs of this GPU, measured or at least.
    fn roofs(&self) -> Rate {
        let is_software = self.gpu.as_ref().is_some_and(|gpu| gpu.adapter().is_software);
        let [gpu, software] = MODEST;
        self.roofs.unwrap_or(if is_software { software } else { gpu })
    }

    /// Returns about how long a run takes: by the last one of its kind, or else as long as a poor kernel would.
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

/// Number of runs that are remembered.
const PAST_LIMIT: usize = 64;

/// Returns how long work takes where nothing but the roofs holds it up; never 0.
fn ideal(work: Work, roofs: Rate) -> f64 {
    (work.bytes as f64 / roofs.bytes_per_s).max(work.flops as f64 / roofs.flops_per_s).max(1e-9)
}

/// Facts that the page knows of the GPU that is open.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::views::on_this_gpu::bench) struct Machine {
    pub(in crate::views::on_this_gpu::bench) name: String,
    pub(in crate::views::on_this_gpu::bench) is_software: bool,
    pub(in crate::views::on_this_gpu::bench) roofs: Option<Rate>,
    /// Number of processors, where they were counted.
    pub(in crate::views::on_this_gpu::bench) processors: Option<u32>,
}

/// The GPU that is open, if one is.
pub(in crate::views::on_this_gpu::bench) fn machine() -> Option<Machine> {
    KNOWN.with_borrow(|known| {
        let adapter = known.gpu.as_ref()?.adapter();
        let processors = known.counted.as_ref().map(|counted| counted.machine.processors);
        Some(Machine { name: adapter.name.clone(), is_software: adapter.is_software, roofs: known.roofs, processors })
    })
}

/// The machine that products are planned for: this one as far as it is known, or the one that was here last.
pub(in crate::views::on_this_gpu::bench) fn planned() -> Planned {
    KNOWN.with_borrow(|known| known.counted.as_ref().map_or(Planned::USUAL, |counted| counted.machine))
}

/// Opens the GPU unless it is open. What was known of another one is forgotten.
pub(super) async fn open(told: &impl Fn(Doing)) -> Result<Rc<Gpu>, Fault> {
    told(Doing::Opening);
    let gpu = opened().await?;
    KNOWN.with_borrow_mut(|known| {
        if !known.gpu.as_ref().is_some_and(|known| Rc::ptr_eq(known, &gpu)) {
            // What was kept may be of a browser that allowed larger buffers.
            let is_it = |counted: &Counted| {
                counted.gpu == gpu.adapter().name && counted.machine.buffer_bytes <= gpu.limits().buffer_bytes
            };
            *known = Known { gpu: Some(Rc::clone(&gpu)), counted: Counted::kept().filter(is_it), ..Known::default() };
        }
    });
    Ok(gpu)
}

/// Returns about how many seconds a run takes, by what was measured before.
pub(super) fn expected(bound: &Bound, work: Work) -> f64 {
    KNOWN.with_borrow(|known| known.expected(&bound.variant(), work))
}

/// Remembers how many seconds a run took.
pub(super) fn note(bound: &Bound, work: Work, seconds: f64) {
    KNOWN.with_borrow_mut(|known| known.note(Past { variant: bound.variant(), work, seconds }));
}

/// Reports whether the roofs of this GPU are known.
pub(super) fn knows_roofs() -> bool {
    KNOWN.with_borrow(|known| known.roofs.is_some())
}

/// Remembers the roofs of this GPU.
pub(super) fn note_roofs(roofs: Rate) {
    KNOWN.with_borrow_mut(|known| known.roofs = Some(roofs));
}

/// Reports whether the processors of this GPU were counted.
pub(super) fn knows_processors() -> bool {
    KNOWN.with_borrow(|known| known.counted.is_some())
}

/// Remembers how many processors this GPU has, also for the next visit.
pub(super) fn note_processors(processors: u32) {
    KNOWN.with_borrow_mut(|known| {
        let Some(gpu) = &known.gpu else { return };
        let buffer_bytes = gpu.limits().buffer_bytes.max(Planned::USUAL.buffer_bytes);
        let counted = Counted { machine: Planned { processors, buffer_bytes }, gpu: gpu.adapter().name.clone() };
        // Where nothing can be kept, they are counted again.
        let _ = browser::store(MACHINE_KEY, &counted.spelled());
        known.counted = Some(counted);
    });
}

/// Returns the seconds that the roofs alone ask for, where they are known.
pub(super) fn least(work: Work) -> Option<f64> {
    KNOWN.with_borrow(|known| known.roofs.map(|roofs| ideal(work, roofs)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_kept_with_the_name_of_the_gpu() {
        let machine = Planned { processors: 132, buffer_bytes: (1 << 31) - 4 };
        let counted = Counted { machine, gpu: "NVIDIA H200".to_owned() };
        assert_eq!(Counted::read(&counted.spelled()), Some(counted));
        let most = 1_u64 << 31;
        for other in
            ["".to_owned(), "132".to_owned(), format!("132 {most}"), format!("0 {most} GPU"), "8 100 GPU".to_owned()]
        {
            assert_eq!(Counted::read(&other), None, "{other}");
        }
        for count in ["-1", "1025", "many", "99999999999"] {
            assert_eq!(Counted::read(&format!("{count} {most} GPU")), None, "{count}");
        }
    }

    #[test]
    fn what_was_measured_predicts_what_is_larger() {
        let mut known = Known { roofs: Some(Rate { bytes_per_s: 1e12, flops_per_s: 1e13 }), ..Known::default() };
        let product = |n: u64| Work { bytes: 12 * n * n, flops: 2 * n * n * n, is_integer: false };
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
