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
    processors: Option<Processors>,
    past: Vec<Past>,
}

thread_local! {
    /// Before a GPU is opened, what was kept of the last one.
    static KNOWN: RefCell<Known> = RefCell::new(Known { processors: Processors::kept(), ..Known::default() });
}

/// Under which the number of processors is kept, with the name of the GPU that has them.
const PROCESSORS_KEY: &str = "colex.processors";

/// Number of processors of a GPU, as counted.
#[derive(Debug, Clone, PartialEq)]
struct Processors {
    count: u32,
    gpu: String,
}

impl Processors {
    fn kept() -> Option<Processors> {
        Processors::read(&browser::stored(PROCESSORS_KEY)?)
    }

    fn read(text: &str) -> Option<Processors> {
        let (count, gpu) = text.split_once(' ')?;
        let count = count.parse().ok().filter(|count| (1..=PROCESSORS_LIMIT).contains(count))?;
        Some(Processors { count, gpu: gpu.to_owned() })
    }

    fn spelled(&self) -> String {
        format!("{} {}", self.count, self.gpu)
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
        let processors = known.processors.as_ref().map(|processors| processors.count);
        Some(Machine { name: adapter.name.clone(), is_software: adapter.is_software, roofs: known.roofs, processors })
    })
}

/// The machine that products are planned for: this one as far as it is known, or the one that was here last.
pub(in crate::views::on_this_gpu::bench) fn planned() -> Planned {
    let count = KNOWN.with_borrow(|known| known.processors.as_ref().map(|processors| processors.count));
    count.map_or(Planned::USUAL, Planned::of)
}

/// Opens the GPU unless it is open. What was known of another one is forgotten.
pub(super) async fn open(told: &impl Fn(Doing)) -> Result<Rc<Gpu>, Fault> {
    told(Doing::Opening);
    let gpu = opened().await?;
    KNOWN.with_borrow_mut(|known| {
        if !known.gpu.as_ref().is_some_and(|known| Rc::ptr_eq(known, &gpu)) {
            let processors = Processors::kept().filter(|processors| processors.gpu == gpu.adapter().name);
            *known = Known { gpu: Some(Rc::clone(&gpu)), processors, ..Known::default() };
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
    KNOWN.with_borrow(|known| known.processors.is_some())
}

/// Remembers how many processors this GPU has, also for the next visit.
pub(super) fn note_processors(count: u32) {
    KNOWN.with_borrow_mut(|known| {
        let Some(gpu) = &known.gpu else { return };
        let processors = Processors { count, gpu: gpu.adapter().name.clone() };
        // Where nothing can be kept, they are counted again.
        let _ = browser::store(PROCESSORS_KEY, &processors.spelled());
        known.processors = Some(processors);
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
    fn processors_are_kept_with_the_gpu_that_has_them() {
        let processors = Processors { count: 132, gpu: "NVIDIA H200".to_owned() };
        assert_eq!(Processors::read(&processors.spelled()), Some(processors));
        for other in ["", "132", "0 GPU", "-1 GPU", "1025 GPU", "many GPU", "99999999999 GPU"] {
            assert_eq!(Processors::read(other), None, "{other}");
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
