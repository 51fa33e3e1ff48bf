//! One row of the benchmark: a program with its twin, each made only when its turn comes.

use colex_shaders::generator::Generator;
use colex_shaders::kernel::Refusal;
use colex_shaders::program::{Elements, Program, Twin};

/// Number of elements that are compared where few are.
const FEW: usize = 1 << 10;

/// One row of the benchmark.
pub(crate) struct Case {
    /// Name of the case: `gemm/tuned/4096`.
    pub(crate) name: String,
    /// True if its rate is a roof for the others.
    pub(crate) is_roof: bool,
    /// True if only some of what the twin knows is compared.
    is_few: bool,
    generator: Box<dyn Fn() -> Result<Box<dyn Generator>, Refusal>>,
}

impl Case {
    pub(crate) fn new(name: String, generator: impl Fn() -> Result<Box<dyn Generator>, Refusal> + 'static) -> Self {
        Case { name, is_roof: false, is_few: false, generator: Box::new(generator) }
    }

    /// The same case with fewer elements compared.
    pub(crate) fn with_few(self, is_few: bool) -> Self {
        Case { is_few, ..self }
    }

    /// The same case as a roof for the others.
    pub(crate) fn into_roof(self) -> Self {
        Case { is_roof: true, ..self }
    }

    /// Returns true if it is one of a family from which the fastest is chosen.
    pub(crate) fn is_of_sweep(&self) -> bool {
        self.name.starts_with("sweep/")
    }

    /// Its program, as pages have it or for naga's checks.
    pub(crate) fn program(&self, has_checks: bool) -> Result<Program, Refusal> {
        let generator = (self.generator)()?;
        if has_checks { generator.draft_for_checks() } else { generator.draft() }
    }

    /// Returns what its program must compute.
    pub(crate) fn twin(&self) -> Result<Twin, Refusal> {
        let mut twin = (self.generator)()?.twin()?.finish();
        if let (true, Elements::Sampled(elements)) = (self.is_few, &mut twin.elements) {
            let step = elements.len().div_ceil(FEW);
            *elements = elements.iter().copied().step_by(step.max(1)).collect();
        }
        Ok(twin)
    }
}
