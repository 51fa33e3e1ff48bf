//! The copy in the table of kernels.

use super::{Configuration, accesses, generate, twin};
use crate::accesses::Touches;
use crate::generator::{Generator, Making};
use crate::kernel::Refusal;
use crate::make::{column_major, row_major};
use crate::parameter::{Counted, Given, Kind, Parameter, Preference, Preset};
use crate::program::Program;
use crate::row::{COLUMN_MAJOR, ELEMENT, LARGE, Name, ROW_MAJOR, Row, SQUARE, Variant, element};

/// Name of the kernel.
pub const NAME: Name = Name { id: "copy", words: ["copy", "复制"] };

/// Its row.
pub static ROW: Row = Row {
    name: NAME,
    about: [
        "destination(c) = source(c), by the threads that a thread-value layout assigns: what neighbours touch should lie side by side",
        "destination(c) = source(c)，由线程-值布局分配线程：相邻线程访问的元素应相邻",
    ],
    parameters: &[
        Parameter {
            key: "n",
            name: ["Size", "大小"],
            kind: Kind::Size { least: 128, most: 16_384, counts: Counted::Rows },
        },
        ELEMENT,
        Parameter {
            key: "source",
            name: ["Source", "源"],
            kind: Kind::Layout { presets: &SQUARE, prefers: Preference::Looked },
        },
        Parameter {
            key: "destination",
            name: ["Destination", "目标"],
            kind: Kind::Layout {
                presets: &[
                    Preset {
                        key: "same",
                        name: ["as the source", "与源相同"],
                        layout: |given| given.layout("source").ok().cloned(),
                    },
                    Preset {
                        key: "row",
                        name: ROW_MAJOR,
                        layout: |given| destination(given).map(|[rows, columns]| row_major(rows, columns, columns)),
                    },
                    Preset {
                        key: "column",
                        name: COLUMN_MAJOR,
                        layout: |given| destination(given).map(|[rows, columns]| column_major(rows, columns, rows)),
                    },
                ],
                prefers: Preference::ByHand,
            },
        },
        Parameter {
            key: "threads",
            name: ["Threads and values", "线程与值"],
            kind: Kind::Layout {
                presets: &[
                    Preset {
                        key: "fit",
                        name: ["along the source", "沿源的方向"],
                        layout: |given| Some(fitting(given)?.thread_values),
                    },
                    Preset { key: "rows", name: ["along rows", "沿行"], layout: |_| Some(along(true).thread_values) },
                    Preset {
                        key: "columns",
                        name: ["along columns", "沿列"],
                        layout: |_| Some(along(false).thread_values),
                    },
                ],
                prefers: Preference::ThreadValue,
            },
        },
    ],
    is_idle: |_, _| false,
    ways: &["threads"],
    variants: &[
        Variant::of("line", &[("source", "row")], false),
        Variant {
            layouts: &[("A", |rows| row_major(rows, rows, rows.saturating_add(4)))],
            ..Variant::of("matrix", &[("source", "_A")], false)
        },
        Variant {
            layouts: &[("A", |rows| row_major(rows.saturating_sub(1), rows.saturating_sub(1), rows.saturating_sub(1)))],
            ..Variant::of("odd", &[("source", "_A")], false)
        },
        Variant::of("f16", &[("source", "row"), ("element", "f16")], false),
    ],
    measured: LARGE,
    configuration: |given| {
        let [source, destination] = ["source", "destination"].map(|key| given.layout(key).cloned());
        let drafted = configuration(given)?;
        let own = Configuration { source: source?, destination: destination?, ..drafted.clone() };
        Ok(Box::new(Fitted { own, drafted }))
    },
    family: None,
};

impl Generator for Configuration {
    fn draft(&self) -> Result<Program, Refusal> {
        generate(self)
    }

    fn twin(&self) -> Result<Making, Refusal> {
        twin(self).map(Making::Ready)
    }

    fn accesses(&self) -> Result<Touches, Refusal> {
        accesses(self)
    }
}

/// A copy that is drafted as another one, of the same numbers.
struct Fitted {
    own: Configuration,
    drafted: Configuration,
}

impl Generator for Fitted {
    fn draft(&self) -> Result<Program, Refusal> {
        self.drafted.draft()
    }

    // The layouts themselves say what must be written, also where they are copied as one line.
    fn twin(&self) -> Result<Making, Refusal> {
        self.own.twin()
    }

    fn accesses(&self) -> Result<Touches, Refusal> {
        self.drafted.accesses()
    }
}

fn fitting(given: &Given) -> Option<Configuration> {
    let [source, destination] = ["source", "destination"].map(|key| given.layout(key).ok().cloned());
    Some(Configuration::fitting(source?, destination?))
}

/// Threads along the rows or the columns of a matrix.
fn along(is_rows: bool) -> Configuration {
    let matrix = if is_rows { row_major(1024, 1024, 1024) } else { column_major(1024, 1024, 1024) };
    Configuration::for_layouts(matrix.clone(), matrix)
}

fn configuration(given: &Given) -> Result<Configuration, Refusal> {
    let [source, destination, thread_values] =
        ["source", "destination", "threads"].map(|key| given.layout(key).cloned());
    let (source, destination, thread_values) = (source?, destination?, thread_values?);
    let tile = match given.word("threads") {
        "rows" => along(true).tile,
        "columns" => along(false).tile,
        "fit" => {
            let fitting = Configuration::fitting(source, destination);
            return Ok(Configuration { element: element(given), ..fitting });
        }
        _ => given.tile("threads", source.rank()),
    };
    Ok(Configuration { source, destination, element: element(given), tile, thread_values })
}

/// Rows and columns of the destination: the extents of the source.
fn destination(given: &Given) -> Option<[u32; 2]> {
    let [first, second] = [0, 1];
    Some([given.extent("source", first)?, given.extent("source", second)?])
}
