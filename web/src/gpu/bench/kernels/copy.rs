//! The copy from one layout to another, by a thread-value layout.

use colex_shaders::copy::{Configuration, accesses, generate, twin};
use colex_shaders::kernel::Refusal;
use colex_shaders::make::{column_major, row_major};

use super::{ALL_OVER, COLUMN_MAJOR, ELEMENT, Kernel, Making, ROW_MAJOR, SQUARE, element, extent};
use crate::gpu::bench::binding::{Given, Kind, Parameter, Preference, Preset};

/// The row of the table.
pub(super) static COPY: Kernel = Kernel {
    id: "copy",
    name: ["copy", "复制"],
    about: [
        "destination(c) = source(c), by the threads that a thread-value layout assigns: what neighbours touch should lie side by side",
        "destination(c) = source(c)，由线程-值布局分配线程：相邻线程访问的元素应相邻",
    ],
    parameters: &[
        Parameter { key: "n", name: ["Size", "大小"], kind: Kind::Size { least: 128, most: 16_384 } },
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
    experiment: &[],
    program: |given| generate(&configuration(given)?),
    // What must be written is what the layouts themselves say, also where they are copied as one line.
    twin: |given| {
        let [source, destination] = ["source", "destination"].map(|key| given.layout(key).cloned());
        let own = Configuration { source: source?, destination: destination?, ..configuration(given)? };
        twin(&own).map(Making::Ready)
    },
    accesses: Some(|given| accesses(&configuration(given)?)),
    touched_by: ALL_OVER,
    candidates: None,
};

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
    Some([extent(given, "source", first)?, extent(given, "source", second)?])
}
