//! What is measured: programs with their twins, each made only when its turn comes.

use colex_shaders::gemm::{self, Configuration, Rung};
use colex_shaders::kernel::Refusal;
use colex_shaders::program::{Program, Twin};

use crate::memory;

/// One row of the benchmark.
pub(crate) struct Case {
    /// What it is called: `gemm/tuned/4096`.
    pub(crate) name: String,
    /// Whether its rate is a roof for the others.
    pub(crate) is_roof: bool,
    program: Box<dyn Fn() -> Result<Program, Refusal>>,
    twin: Box<dyn Fn() -> Result<Twin, Refusal>>,
}

impl Case {
    pub(crate) fn new(
        name: String,
        program: impl Fn() -> Result<Program, Refusal> + 'static,
        twin: impl Fn() -> Result<Twin, Refusal> + 'static,
    ) -> Self {
        Case { name, is_roof: false, program: Box::new(program), twin: Box::new(twin) }
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
        (self.program)()
    }

    /// What its program must compute.
    pub(crate) fn twin(&self) -> Result<Twin, Refusal> {
        (self.twin)()
    }
}

/// All cases. Without `sizes` each kernel has its own; on a software adapter, small ones.
pub(crate) fn all(sizes: &[u32], is_quick: bool, is_software: bool) -> Vec<Case> {
    let sizes = |standard: &[u32], quick: u32, software: u32| match (sizes, is_software, is_quick) {
        ([_, ..], ..) => sizes.to_vec(),
        ([], true, _) => vec![software],
        ([], false, true) => vec![quick],
        ([], false, false) => standard.to_vec(),
    };
    let mut cases = memory::roofs(if is_software { 256 } else { 8192 }, is_software);
    for size in sizes(&[1024, 2048, 4096, 8192], 2048, 128) {
        cases.extend(Rung::ALL.map(|rung| product(rung, size)));
    }
    for size in sizes(&[8192, 16384], 8192, 256) {
        cases.extend(memory::cases(size));
        cases.extend(memory::sweep(size));
    }
    cases
}

fn product(rung: Rung, size: u32) -> Case {
    let name = format!("gemm/{}/{size}", format!("{rung:?}").to_lowercase());
    let configuration = move || Configuration::row_major([size; 3], Rung::Naive.algorithm([size; 3])).on(rung);
    Case::new(name, move || gemm::generate(&configuration()?), move || gemm::twin(&configuration()?))
}
