//! The sum of all numbers that a layout reaches.

use colex_shaders::kernel::Refusal;
use colex_shaders::make::strided;
use colex_shaders::program::Limits;
use colex_shaders::reduce::{Configuration, Summing, Tuning, accesses, generate};
use colex_shaders::tune::Candidate;

use super::{ALL_OVER, ELEMENT, Kernel, Making, candidate, element};
use crate::gpu::bench::binding::{Given, Kind, Parameter, Preference, Preset};

/// The row of the table.
pub(super) static SUM: Kernel = Kernel {
    id: "sum",
    name: ["sum", "求和"],
    about: [
        "All numbers that a layout reaches, added up: what lies side by side is read four at a time",
        "把布局到达的所有数相加：相邻的数每次读四个",
    ],
    parameters: &[
        Parameter { key: "n", name: ["Numbers", "数的个数"], kind: Kind::Size { least: 1 << 14, most: 1 << 28 } },
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
    experiment: &[],
    program: |given| generate(&configuration(given)?),
    twin: |given| Ok(Making::Sum(Box::new(Summing::new(&configuration(given)?)?))),
    accesses: Some(|given| accesses(&configuration(given)?)),
    touched_by: ALL_OVER,
    candidates: Some(candidates),
};

/// The parameter that a search finds: a [`Tuning`] as it prints.
const FOUND: &str = "tuning";

fn candidates(given: &Given, limits: &Limits) -> Vec<Candidate> {
    let Ok(configuration) = configuration(given) else { return Vec::new() };
    let made = |tuning: Tuning| candidate(tuning.to_string(), generate(&configuration.with(tuning)), limits);
    Tuning::family().into_iter().filter_map(made).collect()
}

fn configuration(given: &Given) -> Result<Configuration, Refusal> {
    let standard =
        Configuration { element: element(given), ..Configuration::for_layout(given.layout("source")?.clone()) };
    Ok(match Tuning::read(given.word(FOUND)) {
        Some(tuning) => standard.with(tuning),
        None => standard,
    })
}
