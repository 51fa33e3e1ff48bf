//! A kernel with the values of all its parameters, and what follows from them; each kernel once, however often it is asked
//! for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::accesses::Covers;
use crate::generator::Making;
use crate::kernel::Refusal;
use crate::machine::Machine;
use crate::parameter::{Given, Known, Parameter, Sizes, Value};
use crate::predicted::{Predicted, predicted};
use crate::program::{Limits, Program};
use crate::row::{Configured, Row, Variant};
use crate::tune::Candidate;

/// Keys of parameters and what was chosen for each.
pub type Chosen = [(String, String)];

/// The value that was chosen for a parameter.
fn chosen<'a>(all: &'a Chosen, key: &str) -> Option<&'a str> {
    all.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
}

/// A parameter and its value as they are: of a layout itself, not what it is called.
fn spelled(key: &str, value: &Value) -> String {
    match &value.layout {
        Some(layout) => format!("{key}={layout}"),
        None => format!("{key}={}", value.key),
    }
}

/// Finds the values of all parameters. Layouts come last, for they may follow from numbers and words.
fn given(row: &Row, chosen: &Chosen, known: &[Known], sizes: Sizes, machine: Machine) -> Given {
    let mut given = Given::of(machine);
    let of_kind = |is_layout: bool| row.parameters.iter().filter(move |parameter| parameter.is_layout() == is_layout);
    for parameter in of_kind(false).chain(of_kind(true)) {
        let value = parameter.value(self::chosen(chosen, parameter.key), known, &given, sizes);
        given.push(parameter.key, value);
    }
    given
}

/// A kernel with everything that it needs.
#[derive(Debug)]
pub struct Bound {
    /// The kernel.
    pub row: &'static Row,
    /// The layouts of the notebook.
    known: Arc<[Known]>,
    /// Choices, in the order in which they were made.
    pub chosen: Vec<(String, String)>,
    /// The values of its parameters.
    pub given: Given,
    /// True if its size follows from its size parameter.
    pub is_sized: bool,
    /// Kernel and values as one text.
    pub key: String,
    program: OnceLock<Result<Program, Refusal>>,
    predicted: OnceLock<(Vec<Predicted>, Covers)>,
    counts: Arc<Counts>,
}

impl Bound {
    /// Finds the value of each parameter: what was chosen if it is there, or else what fits; the smallest size. On the
    /// usual machine.
    pub fn new(row: &'static Row, chosen: &Chosen, known: &Arc<[Known]>) -> Bound {
        Bound::with_sizes(row, chosen, known, Sizes::Offered, Machine::USUAL, Arc::default())
    }

    /// Binds a variant, for square matrices of so many rows: of any size, also one that the page does not offer.
    pub fn of_variant(row: &'static Row, variant: &Variant, rows: u32) -> Bound {
        let known = variant.layouts.iter().map(|(name, layout)| Known {
            name: (*name).to_owned(),
            layout: layout(rows),
            is_map: false,
            tile: Vec::new(),
            is_looked_at: false,
            subgroups: None,
        });
        let known: Arc<[Known]> = known.collect();
        let values = variant.values.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
        let size = row.size().map(|(key, ..)| (key.to_owned(), row.size_of_rows(rows).to_string()));
        let chosen = values.chain(size).collect::<Vec<_>>();
        Bound::with_sizes(row, &chosen, &known, Sizes::Any, Machine::USUAL, Arc::default())
    }

    /// Makes its configuration.
    ///
    /// Errors: where the notebook does not have a layout, or none follows from the others.
    pub fn configuration(&self) -> Configured {
        (self.row.configuration)(&self.given)
    }

    fn with_sizes(
        row: &'static Row,
        chosen: &Chosen,
        known: &Arc<[Known]>,
        sizes: Sizes,
        machine: Machine,
        counts: Arc<Counts>,
    ) -> Bound {
        counts.bound.fetch_add(1, Ordering::Relaxed);
        let given = given(row, chosen, known, sizes, machine);
        // Where all layouts are the notebook's, the size is theirs.
        let is_sized = row.size().is_some_and(|(key, least, most)| {
            if given.values().all(|(_, value)| value.layout.is_none()) {
                return true;
            }
            let mut layouts = row.parameters.iter().filter(|parameter| parameter.is_layout());
            if layouts.all(|parameter| given.value(parameter.key).is_some_and(Value::is_of_notebook)) {
                return false;
            }
            let other = if given.number(key) == least { most } else { least };
            let other = self::given(row, &with(chosen, key, other), known, sizes, machine);
            given.values().zip(other.values()).any(|((_, own), (_, other))| own.layout != other.layout)
        });
        let mut bound = Bound {
            row,
            known: Arc::clone(known),
            chosen: chosen.to_vec(),
            given,
            is_sized,
            key: String::new(),
            program: OnceLock::new(),
            predicted: OnceLock::new(),
            counts,
        };
        let values = bound.given.values().filter(|(key, _)| bound.counts(key));
        let values = values.map(|(key, value)| spelled(key, value));
        bound.key = values.fold(row.id().to_owned(), |text, value| format!("{text};{value}"));
        bound
    }

    /// Returns true if the same choice among other layouts of a notebook would find the same values.
    fn is_still(&self, known: &[Known]) -> bool {
        self.row.parameters.iter().all(|parameter| {
            let value = self.given.value(parameter.key);
            value.is_some_and(|value| parameter.is_still(value, chosen(&self.chosen, parameter.key), known))
        })
    }

    /// Returns the value that was chosen for a parameter.
    pub fn chosen(&self, key: &str) -> Option<&str> {
        chosen(&self.chosen, key)
    }

    /// Returns true if a parameter has a say in what runs: a size has none where the layouts say how large it is.
    fn counts(&self, key: &str) -> bool {
        let idle_size = self.row.size().filter(|_| !self.is_sized).map(|(key, ..)| key);
        Some(key) != idle_size && !(self.row.is_idle)(&self.given, key)
    }

    /// Returns the value of a parameter that has a say in what runs.
    pub fn counted(&self, key: &str) -> Option<&Value> {
        self.given.value(key).filter(|_| self.counts(key))
    }

    /// Returns true if something of it is the notebook's, which may change.
    pub fn is_of_notebook(&self) -> bool {
        self.given.values().any(|(key, value)| value.is_of_notebook() && self.counts(key))
    }

    /// The parameter that is its size, with the smallest and the largest; none where its layouts say how large it is.
    fn sized(&self) -> Option<(&'static str, u32, u32)> {
        self.row.size().filter(|_| self.is_sized)
    }

    /// Spells kernel and values for somebody who does not have the notebook.
    pub fn in_full(&self) -> String {
        let (kernel, values) = self.key.split_once(';').unwrap_or((&self.key, ""));
        let values = values.split(';').filter(|value| !value.ends_with('=')).collect::<Vec<_>>();
        colex::notebook::value::without_underscores(&format!("{kernel}: {}", values.join(", ")))
    }

    /// Returns a number that tells it from what is made of other values.
    pub fn check(&self) -> u32 {
        hash(&self.key)
    }

    /// Returns the same of what must be written.
    pub fn task_check(&self) -> u32 {
        hash(&self.task())
    }

    /// Returns the program, or why there is none; drafted when it is first asked for.
    pub fn program(&self) -> &Result<Program, Refusal> {
        self.program.get_or_init(|| {
            self.counts.drafted.fetch_add(1, Ordering::Relaxed);
            self.configuration()?.draft()
        })
    }

    /// Makes what the program must write.
    ///
    /// Errors: why there is no such kernel.
    pub fn twin(&self) -> Result<Making, Refusal> {
        self.configuration()?.twin()
    }

    /// Returns what the analysis says of it; nothing of a kernel that does not say what it touches. Worked out when it is
    /// first asked for.
    pub fn predicted(&self) -> &[Predicted] {
        let (predicted, _) = self.predicted.get_or_init(|| {
            self.counts.predicted.fetch_add(1, Ordering::Relaxed);
            let touches = self.configuration().and_then(|generator| generator.accesses());
            touches.map(|touches| (predicted(&touches.instructions), touches.covers)).unwrap_or_default()
        });
        predicted
    }

    /// Returns what the analysis says of it, if that was worked out already.
    pub fn known_prediction(&self) -> Option<&[Predicted]> {
        self.predicted.get().map(|(predicted, _)| predicted.as_slice())
    }

    /// Returns what that covers of the kernel.
    pub fn covers(&self) -> Covers {
        self.predicted.get().map_or(Covers::ALL, |(_, covers)| *covers)
    }

    /// Drafts what a search for the fastest tries, as far as it runs within these limits.
    pub fn candidates(&self, limits: &Limits) -> Vec<Candidate> {
        let family = self.row.family.and_then(|family| family(&self.given).ok()).unwrap_or_default();
        let drafted = family.into_iter().filter_map(|(name, generator)| {
            let program = generator.draft().ok()?;
            program.fits(limits).ok()?;
            Some(Candidate { name, program })
        });
        drafted.collect()
    }

    /// Spells kernel and values but for the size.
    pub fn variant(&self) -> String {
        let size = self.row.size().map(|(key, ..)| key);
        let values = self.given.values().filter(|(key, _)| Some(*key) != size);
        let values = values.map(|(key, value)| format!("{key}={}", value.key));
        values.fold(self.row.id().to_owned(), |text, value| format!("{text};{value}"))
    }

    /// Spells everything on which depends what must be written: programs of one task write the same.
    pub fn task(&self) -> String {
        let size = self.row.size().filter(|_| !self.is_sized).map(|(key, ..)| key);
        let counts = |key: &str| !self.row.ways.contains(&key) && Some(key) != size;
        let values = self.given.values().filter(|(key, _)| counts(key));
        values
            .map(|(key, value)| spelled(key, value))
            .fold(self.row.id().to_owned(), |text, value| format!("{text};{value}"))
    }

    /// Returns the size; 0 of a kernel that has none.
    pub fn size(&self) -> u32 {
        self.sized().map_or(0, |(key, ..)| self.given.number(key))
    }

    /// Returns the smallest and the largest size.
    pub fn sizes(&self) -> (u32, u32) {
        self.sized().map_or((0, 0), |(_, least, most)| (least, most))
    }

    /// Returns true if nobody chose its size.
    pub fn is_free(&self) -> bool {
        self.sized().is_some_and(|(key, ..)| self.chosen(key).is_none())
    }

    /// Binds the same kernel at another size; the same where it has none.
    pub fn at(&self, size: u32) -> Bound {
        let chosen = self.sized().map_or_else(|| self.chosen.clone(), |(key, ..)| with(&self.chosen, key, size));
        let counts = Arc::clone(&self.counts);
        Bound::with_sizes(self.row, &chosen, &self.known, Sizes::Offered, self.given.machine, counts)
    }

    /// Binds the same for another machine.
    pub fn on(&self, machine: Machine) -> Bound {
        let counts = Arc::clone(&self.counts);
        Bound::with_sizes(self.row, &self.chosen, &self.known, Sizes::Offered, machine, counts)
    }

    /// Binds the same at half the size, if it can be halved.
    pub fn halved(&self) -> Option<Bound> {
        let half = self.size() / 2;
        (half > 0 && half >= self.sizes().0).then(|| self.at(half))
    }

    /// Returns the parameters with the values that have a say in what runs.
    pub fn counted_parameters(&self) -> impl Iterator<Item = (&'static Parameter, &Value)> {
        self.row.parameters.iter().filter_map(|parameter| Some((parameter, self.counted(parameter.key)?)))
    }
}

/// Returns what was chosen, with another number.
fn with(chosen: &Chosen, key: &str, number: u32) -> Vec<(String, String)> {
    let mut all = chosen.to_vec();
    match all.iter_mut().find(|(known, _)| known == key) {
        Some((_, value)) => *value = number.to_string(),
        None => all.push((key.to_owned(), number.to_string())),
    }
    all
}

/// FNV-1a.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum: u32, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Counters of what was computed.
#[derive(Debug, Default)]
struct Counts {
    bound: AtomicUsize,
    drafted: AtomicUsize,
    predicted: AtomicUsize,
}

/// Numbers of kernels that were bound, drafted and analyzed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Effort {
    /// Kernels whose parameters were given values.
    pub bound: usize,
    /// Kernels whose text was written.
    pub drafted: usize,
    /// Kernels whose accesses were analysed.
    pub predicted: usize,
}

/// Number of kernels that are kept: all that may stand beside each other, in several states of a notebook.
const KEPT_LIMIT: usize = 64;

/// The kernels that were bound, each with what was drafted and worked out of it: asked for again with the same values, it
/// is the same one. A kernel depends on those layouts of a notebook that its parameters are, and on no others.
#[derive(Debug, Default)]
pub struct Bindings {
    /// Last the one that was asked for last.
    kept: Mutex<Vec<Arc<Bound>>>,
    counts: Arc<Counts>,
}

impl Bindings {
    /// Binds a kernel for a machine, or finds it where it was bound before.
    pub fn bind(&self, row: &'static Row, chosen: &Chosen, known: &Arc<[Known]>, machine: Machine) -> Arc<Bound> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |bound: &Arc<Bound>| {
            let is_same = bound.row.id() == row.id() && bound.chosen == chosen && bound.given.machine == machine;
            is_same && bound.is_still(known)
        };
        let bound = match kept.iter().position(is_it) {
            Some(place) => kept.remove(place),
            None => {
                let counts = Arc::clone(&self.counts);
                Arc::new(Bound::with_sizes(row, chosen, known, Sizes::Offered, machine, counts))
            }
        };
        kept.push(Arc::clone(&bound));
        let beyond = kept.len().saturating_sub(KEPT_LIMIT);
        kept.drain(..beyond);
        bound
    }

    /// Returns how much was computed so far.
    pub fn effort(&self) -> Effort {
        let read = |count: &AtomicUsize| count.load(Ordering::Relaxed);
        let Counts { bound, drafted, predicted } = &*self.counts;
        Effort { bound: read(bound), drafted: read(drafted), predicted: read(predicted) }
    }
}
