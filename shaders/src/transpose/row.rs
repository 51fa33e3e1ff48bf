//! The transpose in the table of kernels: through workgroup memory of any layout.

use colex::AnyLayout;

use super::{Configuration, Kind as Way, Tiling, accesses, generate, twin};
use crate::accesses::Touches;
use crate::gemm::scheme::vector_mode;
use crate::generator::{Generator, Making};
use crate::kernel::Refusal;
use crate::make::{column_major, row_major, swizzled};
use crate::parameter::{Choice, Counted, Given, Kind, Parameter, Preference, Preset};
use crate::program::Program;
use crate::row::{COLUMN_MAJOR, ELEMENT, Family, LARGE, Name, ROW_MAJOR, Row, SQUARE, Variant, element};

/// Rows and columns of a tile where no layout says it.
const TILE: u32 = 32;

/// Rows and columns of a tile that blocks of 4x4 fill.
const BLOCKS_TILE: u32 = 64;

const WAYS: &[Choice] = &[
    Choice { key: "fit", name: ["the best known", "已知最佳"] },
    Choice { key: "blocks", name: ["4×4 blocks in registers", "寄存器中的 4×4 块"] },
    Choice { key: "registers", name: ["4×4 blocks, without a tile", "4×4 块，不用 tile"] },
    Choice { key: "scalars", name: ["number by number", "逐个数"] },
    Choice { key: "naive", name: ["naive, without a tile", "朴素，不用 tile"] },
];

/// Name of the kernel.
pub const NAME: Name = Name { id: "transpose", words: ["transpose", "转置"] };

/// Its row.
pub static ROW: Row = Row {
    name: NAME,
    about: [
        "Through a tile in workgroup memory: its layout decides how often the banks collide",
        "经过工作组内存中的一块：其布局决定 bank 冲突的多少",
    ],
    parameters: &[
        Parameter { key: "way", name: ["Way", "方式"], kind: Kind::Choice(WAYS) },
        Parameter {
            key: "n",
            name: ["Size", "大小"],
            kind: Kind::Size { least: 128, most: 16_384, counts: Counted::Rows },
        },
        ELEMENT,
        Parameter { key: FOUND, name: ["Found by a search", "搜索得到"], kind: Kind::Found },
        Parameter {
            key: "source",
            name: ["Source", "源"],
            kind: Kind::Layout { presets: &SQUARE, prefers: Preference::ByHand },
        },
        Parameter {
            key: "destination",
            name: ["Destination", "目标"],
            kind: Kind::Layout {
                presets: &[
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
            key: "tile",
            name: ["Workgroup memory", "工作组内存"],
            kind: Kind::Layout {
                presets: &[
                    Preset {
                        key: "fit",
                        name: ["swizzled to fit", "相配的 swizzle"],
                        layout: |given| Some(fitting(given)),
                    },
                    Preset { key: "row", name: ROW_MAJOR, layout: |_| Some(row_major(TILE, TILE, TILE)) },
                    Preset { key: "column", name: COLUMN_MAJOR, layout: |_| Some(column_major(TILE, TILE, TILE)) },
                    Preset {
                        key: "padded",
                        name: ["row-major, padded", "行优先，带填充"],
                        layout: |_| Some(row_major(TILE, TILE, TILE + 1)),
                    },
                    Preset {
                        key: "swizzled",
                        name: ["row-major, swizzled", "行优先，swizzle"],
                        layout: |_| swizzled((5, 0, 5), row_major(TILE, TILE, TILE)).ok(),
                    },
                ],
                prefers: Preference::ByHand,
            },
        },
    ],
    is_idle: |given, key| key == "tile" && given.word("way") == "naive",
    ways: &["way", "tile", FOUND],
    variants: &[
        Variant::of("naive", &[("way", "naive")], true),
        Variant::of("row-major", &[("way", "scalars"), ("tile", "row")], true),
        Variant::of("padded", &[("way", "scalars"), ("tile", "padded")], true),
        Variant::of("swizzled", &[("way", "scalars"), ("tile", "swizzled")], true),
        Variant::of("blocks", &[("way", "blocks"), ("tile", "fit")], true),
        Variant::of("registers", &[("way", "registers"), ("tile", "fit")], false),
        Variant::of("tuned", &[], false),
        // Matrices that no four divides, and numbers half as wide.
        Variant {
            layouts: &[("A", |rows| row_major(rows.saturating_sub(1), rows.saturating_sub(3), rows.saturating_sub(3)))],
            ..Variant::of("odd", &[("source", "_A")], false)
        },
        Variant::of("f16", &[("element", "f16")], false),
    ],
    measured: LARGE,
    configuration: |given| Ok(Box::new(configuration(given)?)),
    family: Some(|given| {
        let configuration = configuration(given)?;
        let named = |tiling: Tiling| (tiling.to_string(), Box::new(configuration.with(tiling)) as Box<dyn Generator>);
        Ok(Tiling::family().into_iter().map(named).collect::<Family>())
    }),
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

/// The parameter that a search finds: a [`Tiling`] as it prints.
const FOUND: &str = "tiling";

/// The swizzle under which this way has no conflict.
fn fitting(given: &Given) -> AnyLayout {
    let plain = row_major(TILE, TILE, TILE);
    match way(given) {
        "blocks" | "registers" => Configuration::block_swizzle([BLOCKS_TILE, BLOCKS_TILE]),
        "scalars" => Configuration::for_size(ODD, ODD).shared,
        _ => plain,
    }
}

/// A size that no four divides.
const ODD: u32 = 129;

/// Returns the way in which it is done: where nobody chose, in blocks of 4x4 if both matrices are made of them.
fn way(given: &Given) -> &str {
    match given.word("way") {
        "fit" if has_blocks(given).unwrap_or(true) => "blocks",
        "fit" => "scalars",
        way => way,
    }
}

/// Returns true if four numbers of a row lie together in both, as blocks need it; none where a layout is missing.
fn has_blocks(given: &Given) -> Option<bool> {
    let [source, destination] = ["source", "destination"].map(|key| given.layout(key).ok());
    Some(vector_mode(source?) == Some(1) && vector_mode(destination?) == Some(1))
}

fn configuration(given: &Given) -> Result<Configuration, Refusal> {
    let n = given.number("n");
    let start = match way(given) {
        "naive" => Configuration::naive(n, n),
        "scalars" if given.word("tile") == "fit" => {
            Configuration { kind: Way::Scalars, ..Configuration::for_size(ODD, ODD) }
        }
        "scalars" => Configuration { kind: Way::Scalars, ..Configuration::naive(n, n) },
        "registers" => Configuration { kind: Way::Registers, ..Configuration::for_size(n, n) },
        _ => Configuration { kind: Way::Blocks, ..Configuration::for_size(n, n) },
    };
    let [shared, source, destination] = ["tile", "source", "destination"].map(|key| given.layout(key).cloned());
    let tile = [given.extent("tile", 0).unwrap_or(TILE), given.extent("tile", 1).unwrap_or(TILE)];
    // Each thread has a block, or a few numbers.
    let threads = match start.kind {
        Way::Blocks | Way::Registers => (tile[0].saturating_mul(tile[1]) / 16).clamp(1, 256),
        Way::Naive | Way::Scalars => start.threads,
    };
    let (source, destination, shared) = (source?, destination?, shared?);
    let chosen = Configuration { source, destination, element: element(given), shared, tile, threads, ..start };
    Ok(match Tiling::read(given.word(FOUND)) {
        Some(tiling) => chosen.with(tiling),
        None => chosen,
    })
}

/// Rows and columns of the destination: the extents of the source, turned.
fn destination(given: &Given) -> Option<[u32; 2]> {
    let [first, second] = [1, 0];
    Some([given.extent("source", first)?, given.extent("source", second)?])
}
