//! One row of the benchmark: a program with its twin, each made only when its turn comes.

use colex_shaders::generator::Generator;
use colex_shaders::kernel::Refusal;
use colex_shaders::program::{Program, Twin};

/// One row of the benchmark.
pub(crate) struct Case {
    /// What it is called: `gemm/tuned/4096`.
    pub(crate) name: String,
    /// Whether its rate is a roof for the others.
    pub(crate) is_roof: bool,
    generator: Box<dyn Fn() -> Result<Box<dyn Generator>, Refusal>>,
}

impl Case {
    pub(crate) fn new(name: String, generator: impl Fn() -> Result<Box<dyn Generator>, Refusal> + 'static) -> Self {
        Case { name, is_roof: false, generator: Box::new(generator) }
    }

    /// The same case as a roof for the others.
    pub(crate) fn into_roof(self) -> Self {
        Case { is_roof: true, ..self }
    }

    /// Whether it is one of a family from which the fastest is chosen.
    pub(crate) fn is_of_sweep(&self) -> bool {
        self.name.starts_with("sweep/")
    }

    /// Its program.
    pub(crate) fn program(&self) -> Result<Program, Refusal> {
        (self.generator)()?.draft()
    }

    /// What its program must compute.
    pub(crate) fn twin(&self) -> Result<Twin, Refusal> {
        Ok((self.generator)()?.twin()?.finish())
    }
}
