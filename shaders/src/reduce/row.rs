//! The sum in the table of kernels: of all numbers that a layout reaches.

use colex::work::{Budget, Progress, Work};

use super::{Configuration, Summing, Tuning, accesses, generate, twin_of};
use crate::accesses::Touches;
use crate::generator::{Generator, Making};
use crate::kernel::Refusal;
use crate::make::strided;
use crate::parameter::{Counted, Given, Kind, Parameter, Preference, Preset};
use crate::program::{Program, Twin};
use crate::row::{ELEMENT, Family, LARGE, Name, Row, Variant, element};

/// Name of the kernel.
pub const NAME: Name = Name { id: "sum", words: ["sum", "求和"] };

/// Its row.
pub static ROW: Row = Row {
    name: NAME,
    about: [
        "All numbers that a layout reaches, added up: what lies side by side is read four at a time",
        "把布局到达的所有数相加：相邻的数每次读四个",
    ],
    parameters: &[
        Parameter {
            key: "n",
            name: ["Numbers", "数的个数"],
            kind: Kind::Size { least: 1 << 14, most: 1 << 28, counts: Counted::Numbers },
        },
        ELEMENT,
        Parameter { key: FOUND, name: ["Found by a search", "搜索得到"], kind: Kind::Found },
        Parameter {
            key: "source",
            name: ["Source", "源"],
            kind: Kind::Layout {
                presets: &[
                    Preset {
                        key: "line",
                        name: ["side by side", "相邻"],
                        layout: |given| Some(strided(&[(given.number("n"), 1)])),
                    },
                    Preset {
                        key: "second",
                        name: ["every second", "每两个取一个"],
                        layout: |given| Some(strided(&[(given.number("n"), 2)])),
                    },
                    Preset {
                        key: "eighth",
                        name: ["every eighth", "每八个取一个"],
                        layout: |given| Some(strided(&[(given.number("n"), 8)])),
                    },
                ],
                prefers: Preference::Looked,
            },
        },
    ],
    is_idle: |_, _| false,
    ways: &[FOUND],
    variants: &[Variant::of("line", &[("source", "line")], false)],
    measured: LARGE,
    configuration: |given| Ok(Box::new(configuration(given)?)),
    family: Some(|given| {
        let configuration = configuration(given)?;
        let named = |tuning: Tuning| (tuning.to_string(), Box::new(configuration.with(tuning)) as Box<dyn Generator>);
        Ok(Tuning::family().into_iter().map(named).collect::<Family>())
    }),
};

impl Generator for Configuration {
    fn draft(&self) -> Result<Program, Refusal> {
        generate(self)
    }

    fn twin(&self) -> Result<Making, Refusal> {
        Ok(Making::Work(Box::new(Summed(Summing::new(self)?))))
    }

    fn accesses(&self) -> Result<Touches, Refusal> {
        accesses(self)
    }
}

/// The twin of a sum, once all numbers are added up.
struct Summed(Summing);

impl Work for Summed {
    type Output = Twin;

    fn resume(&mut self, budget: &mut Budget) -> Progress<Twin> {
        match self.0.resume(budget) {
            Progress::Done(sum) => Progress::Done(twin_of(sum)),
            Progress::More { done, total } => Progress::More { done, total },
        }
    }
}

/// The parameter that a search finds: a [`Tuning`] as it prints.
const FOUND: &str = "tuning";

fn configuration(given: &Given) -> Result<Configuration, Refusal> {
    let standard =
        Configuration { element: element(given), ..Configuration::for_layout(given.layout("source")?.clone()) };
    Ok(match Tuning::read(given.word(FOUND)) {
        Some(tuning) => standard.with(tuning),
        None => standard,
    })
}
