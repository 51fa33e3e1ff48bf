//! A row of the table of kernels: everything about one that is not its generator.

use colex::AnyLayout;

use crate::generator::Generator;
use crate::kernel::Refusal;
use crate::make::{column_major, row_major};
use crate::parameter::{Choice, Given, Kind, Parameter, Preset};
use crate::program::Element;

/// Name of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// In links, and in the names of the benchmark's cases.
    pub id: &'static str,
    /// On the screen, in English and Chinese.
    pub words: [&'static str; 2],
}

/// A configuration, made of the values of a row's parameters.
pub type Configured = Result<Box<dyn Generator>, Refusal>;

/// Configurations for one task by their names in links, from which the fastest is to be found.
pub type Family = Vec<(String, Box<dyn Generator>)>;

/// Function that makes a family, of the values of a row's parameters.
pub type MakeFamily = fn(&Given) -> Result<Family, Refusal>;

/// A layout for so many rows.
pub type OfRows = fn(u32) -> AnyLayout;

/// A kernel.
pub struct Row {
    /// Its name.
    pub name: Name,
    /// Description of it, in English and Chinese.
    pub about: [&'static str; 2],
    /// Its parameters. The presets of a layout may follow from those before it, and from all that are no layouts.
    pub parameters: &'static [Parameter],
    /// Which parameters mean nothing beside the values of others.
    pub is_idle: fn(&Given, &str) -> bool,
    /// The parameters that say how it is done, and nothing of what must come out.
    pub ways: &'static [&'static str],
    /// Choices of it in the guided experiment and in the benchmark, one after the other.
    pub variants: &'static [Variant],
    /// Sizes at which the benchmark takes it.
    pub measured: Measured,
    /// Function that makes its program, its twin and its accesses of the values.
    pub configuration: fn(&Given) -> Configured,
    /// Candidates that a search for the fastest on a GPU tries; the name of the best becomes the parameter of
    /// [`Kind::Found`].
    pub family: Option<MakeFamily>,
}

/// Values of the parameters that have a name together.
#[derive(Debug, Clone, Copy)]
pub struct Variant {
    /// Its name in the benchmark.
    pub name: &'static str,
    /// Keys and values.
    pub values: &'static [(&'static str, &'static str)],
    /// Layouts that stand there as if a notebook had them, by their names in it, for so many rows.
    pub layouts: &'static [(&'static str, OfRows)],
    /// True if the guided experiment shows it.
    pub is_guided: bool,
}

impl Variant {
    /// A variant without layouts of its own.
    pub const fn of(name: &'static str, values: &'static [(&'static str, &'static str)], is_guided: bool) -> Variant {
        Variant { name, values, layouts: &[], is_guided }
    }
}

/// Number of rows of square matrices in the benchmark.
#[derive(Debug, Clone, Copy)]
pub struct Measured {
    /// Where nothing else is asked for.
    pub standard: &'static [u32],
    /// Where it must be quick.
    pub quick: u32,
    /// On a software adapter.
    pub software: u32,
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Row").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Row {
    /// Returns its name in links.
    pub const fn id(&self) -> &'static str {
        self.name.id
    }

    /// Returns the parameter that a search finds.
    pub fn found(&self) -> Option<&'static str> {
        self.parameters.iter().find(|parameter| matches!(parameter.kind, Kind::Found)).map(|parameter| parameter.key)
    }

    /// Returns the parameter that is its size: key, smallest, largest.
    pub fn size(&self) -> Option<(&'static str, u32, u32)> {
        self.parameters.iter().find_map(|parameter| match parameter.kind {
            Kind::Size { least, most, .. } => Some((parameter.key, least, most)),
            _ => None,
        })
    }

    /// Returns its size for square matrices of so many rows.
    pub fn size_of_rows(&self, rows: u32) -> u32 {
        let counted = self.parameters.iter().find_map(|parameter| match parameter.kind {
            Kind::Size { counts, .. } => Some(counts),
            _ => None,
        });
        counted.map_or(0, |counted| counted.of_rows(rows))
    }
}

/// The parameter that says what the numbers in memory are.
pub(crate) const ELEMENT: Parameter = Parameter {
    key: "element",
    name: ["Element", "元素"],
    kind: Kind::Choice(&[Choice { key: "f32", name: ["f32", "f32"] }, Choice { key: "f16", name: ["f16", "f16"] }]),
};

/// The value of [`ELEMENT`].
pub(crate) fn element(given: &Given) -> Element {
    if given.word(ELEMENT.key) == "f16" { Element::F16 } else { Element::F32 }
}

pub(crate) const ROW_MAJOR: [&str; 2] = ["row-major", "行优先"];
pub(crate) const COLUMN_MAJOR: [&str; 2] = ["column-major", "列优先"];

/// The layouts of a matrix with as many rows as columns.
pub(crate) static SQUARE: [Preset; 2] = [
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

/// Sizes at which matrices are measured that memory bounds.
pub(crate) const LARGE: Measured = Measured { standard: &[8192, 16384], quick: 8192, software: 256 };
