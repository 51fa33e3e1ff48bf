//! The kernels: one row each, with its parameters and what makes its program and its twin of them.

mod copy;
mod gemm;
pub(super) mod roofs;
mod sum;
mod transpose;

use colex_shaders::accesses::Instruction;
use colex_shaders::kernel::Refusal;
use colex_shaders::make::{column_major, row_major};
use colex_shaders::program::{Element, Limits, Program, Twin};
use colex_shaders::reduce::Summing;
use colex_shaders::tune::Candidate;

use super::binding::{Choice, Given, Kind, Parameter, Preset};

/// A twin, or what it takes to make it.
pub(super) enum Making {
    /// It is there.
    Ready(Twin),
    /// All numbers are to be added up first.
    Sum(Box<Summing>),
}

/// What says which places a warp touches, instruction by instruction.
type Touches = fn(&Given) -> Result<Vec<Instruction>, Refusal>;

/// What makes programs for one task, from which the fastest is to be found, and what each is called in links.
type Candidates = fn(&Given, &Limits) -> Vec<Candidate>;

/// A kernel.
pub(super) struct Kernel {
    /// Its name in links.
    pub(super) id: &'static str,
    /// Its name in English and Chinese.
    pub(super) name: [&'static str; 2],
    /// What it does, in English and Chinese.
    pub(super) about: [&'static str; 2],
    /// Its parameters. The presets of a layout may follow from those before it, and from all that are no layouts.
    pub(super) parameters: &'static [Parameter],
    /// Which parameters mean nothing beside the values of others.
    pub(super) is_idle: fn(&Given, &str) -> bool,
    /// The parameters that say how it is done, and nothing of what must come out.
    pub(super) ways: &'static [&'static str],
    /// What is chosen of it for the guided experiment, one after the other: keys and values.
    pub(super) experiment: &'static [&'static [(&'static str, &'static str)]],
    /// Its program.
    pub(super) program: fn(&Given) -> Result<Program, Refusal>,
    /// What the program must write.
    pub(super) twin: fn(&Given) -> Result<Making, Refusal>,
    /// What its warps touch, where the kernel can say it.
    pub(super) accesses: Option<Touches>,
    /// Of which warps that is, in English and Chinese.
    pub(super) touched_by: [&'static str; 2],
    /// What a search for the fastest on this GPU tries; the name of the best becomes the parameter of [`Kind::Found`].
    pub(super) candidates: Option<Candidates>,
}

impl std::fmt::Debug for Kernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Kernel").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Kernel {
    /// The parameter that a search finds.
    pub(super) fn found(&self) -> Option<&'static str> {
        self.parameters.iter().find(|parameter| matches!(parameter.kind, Kind::Found)).map(|parameter| parameter.key)
    }

    /// The parameter that is its size: key, smallest, largest.
    pub(super) fn size(&self) -> Option<(&'static str, u32, u32)> {
        self.parameters.iter().find_map(|parameter| match parameter.kind {
            Kind::Size { least, most } => Some((parameter.key, least, most)),
            _ => None,
        })
    }
}

/// All of them.
pub(super) static KERNELS: [&Kernel; 5] = [&copy::COPY, &transpose::TRANSPOSE, &gemm::GEMM, &sum::SUM, &roofs::ROOFS];

/// The kernel of a name in links.
pub(super) fn kernel(id: &str) -> Option<&'static Kernel> {
    KERNELS.iter().copied().find(|kernel| kernel.id == id)
}

/// The parameter that says what the numbers in memory are.
const ELEMENT: Parameter = Parameter {
    key: "element",
    name: ["Element", "元素"],
    kind: Kind::Choice(&[Choice { key: "f32", name: ["f32", "f32"] }, Choice { key: "f16", name: ["f16", "f16"] }]),
};

fn element(given: &Given) -> Element {
    if given.word("element") == "f16" { Element::F16 } else { Element::F32 }
}

/// Warps that stand for all.
const ALL_OVER: [&str; 2] = ["warps all over the grid, one round of their loops", "取自整个网格的线程束，循环的一轮"];

const ROW_MAJOR: [&str; 2] = ["row-major", "行优先"];
const COLUMN_MAJOR: [&str; 2] = ["column-major", "列优先"];

/// The layouts of a matrix with as many rows as columns.
static SQUARE: [Preset; 2] = [
    Preset {
        key: "row",
        name: ROW_MAJOR,
        layout: |given| Some(row_major(given.number("n"), given.number("n"), given.number("n"))),
    },
    Preset {
        key: "column",
        name: COLUMN_MAJOR,
        layout: |given| Some(column_major(given.number("n"), given.number("n"), given.number("n"))),
    },
];

/// A program that a search may try; none where there is no such program, or this GPU cannot run it.
fn candidate(name: String, program: Result<Program, Refusal>, limits: &Limits) -> Option<Candidate> {
    let program = program.ok()?;
    program.fits(limits).ok()?;
    Some(Candidate { name, program })
}

/// The extent of a mode of a matrix that is bound.
fn extent(given: &Given, key: &str, mode: usize) -> Option<u32> {
    let layout = given.layout(key).ok()?;
    u32::try_from(layout.at(&[mode]).ok()?.size().ok()?.value()).ok()
}
