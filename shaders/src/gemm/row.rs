//! The matrix product in the table of kernels, from naive to tuned.

use super::matrices::Fragments;
use super::scheme::{Lanes, Order, Scheme};
use super::{Algorithm, Configuration, Major, Rung, accesses, generate, matrix, twin};
use crate::accesses::Touches;
use crate::generator::{Generator, Making};
use crate::kernel::Refusal;
use crate::parameter::{Choice, Counted, Given, Kind, Parameter, Preference, Preset};
use crate::program::{Element, Program};
use crate::row::{COLUMN_MAJOR, ELEMENT, Family, Measured, Name, ROW_MAJOR, Row, Variant, element};

/// The rungs by their names.
const RUNGS: [(Rung, Choice); 8] = [
    (Rung::Tuned, Choice { key: "tuned", name: ["tuned", "已调优"] }),
    (Rung::Naive, Choice { key: "naive", name: ["naive", "朴素"] }),
    (Rung::Tutorial, Choice { key: "tutorial", name: ["CuTe's tutorial", "CuTe 教程"] }),
    (Rung::Tiled, Choice { key: "tiled", name: ["tiled", "tile"] }),
    (Rung::RegisterTiled, Choice { key: "register", name: ["register tile", "寄存器 tile"] }),
    (Rung::Vectorised, Choice { key: "vector", name: ["vectorised", "向量化"] }),
    (Rung::DoubleBuffered, Choice { key: "double", name: ["double-buffered", "双缓冲"] }),
    (Rung::TensorCores, Choice { key: TENSOR_CORES, name: ["tensor cores", "张量核心"] }),
];

/// Parameter of that rung: bytes between the lines of a tile in workgroup memory.
const LINES: &str = "lines";
const PADDINGS: [Choice; 2] = [
    Choice { key: "padded", name: ["padded by 16 bytes", "每行填充 16 字节"] },
    Choice { key: "plain", name: ["not padded", "不填充"] },
];

/// Parameter of that rung: a TiledMMA, whose warps share out a tile.
const MMA: &str = "mma";

/// Parameter of that rung: the numbers that it multiplies.
const NUMBERS: &str = "numbers";
const BYTES: Choice = Choice { key: "i8", name: ["i8, sums i32", "i8，和为 i32"] };
const MULTIPLIED: [Choice; 2] = [Choice { key: "f16", name: ["f16, sums f32", "f16，和为 f32"] }, BYTES];

/// Key of the rung that has numbers of its own, whatever element was chosen.
const TENSOR_CORES: &str = "tensor";

const CHOICES: [Choice; 8] =
    [RUNGS[0].1, RUNGS[1].1, RUNGS[2].1, RUNGS[3].1, RUNGS[4].1, RUNGS[5].1, RUNGS[6].1, RUNGS[7].1];

const fn layout(key: &'static str, name: [&'static str; 2], presets: &'static [Preset]) -> Parameter {
    Parameter { key, name, kind: Kind::Layout { presets, prefers: Preference::ByHand } }
}

/// Name of the kernel.
pub const NAME: Name = Name { id: "gemm", words: ["gemm", "gemm"] };

/// Its row.
pub static ROW: Row = Row {
    name: NAME,
    about: [
        "C = A B: every rung of the ladder is the same product with one layout decision more",
        "C = A B：阶梯的每一级都是同一个乘积，只多一个布局上的决定",
    ],
    parameters: &[
        Parameter { key: "rung", name: ["Rung", "级别"], kind: Kind::Choice(&CHOICES) },
        Parameter {
            key: "n",
            name: ["Size", "大小"],
            kind: Kind::Size { least: 128, most: 8192, counts: Counted::Rows },
        },
        ELEMENT,
        Parameter { key: NUMBERS, name: ["Numbers", "数"], kind: Kind::Choice(&MULTIPLIED) },
        Parameter { key: MMA, name: ["TiledMMA", "TiledMMA"], kind: Kind::TiledMma },
        Parameter { key: LINES, name: ["Lines of a tile", "tile 的行"], kind: Kind::Choice(&PADDINGS) },
        Parameter { key: FOUND, name: ["Found by a search", "搜索得到"], kind: Kind::Found },
        layout(
            "a",
            ["A (M,K)", "A (M,K)"],
            &[
                Preset {
                    key: "row",
                    name: ROW_MAJOR,
                    layout: |given| Some(matrix(given.number("n"), given.number("n"), Major::Row, 0)),
                },
                Preset {
                    key: "column",
                    name: COLUMN_MAJOR,
                    layout: |given| Some(matrix(given.number("n"), given.number("n"), Major::Column, 0)),
                },
            ],
        ),
        layout(
            "b",
            ["B (N,K)", "B (N,K)"],
            &[
                Preset {
                    key: "column",
                    name: COLUMN_MAJOR,
                    layout: |given| Some(matrix(given.number("n"), given.extent("a", 1)?, Major::Column, 0)),
                },
                Preset {
                    key: "row",
                    name: ROW_MAJOR,
                    layout: |given| Some(matrix(given.number("n"), given.extent("a", 1)?, Major::Row, 0)),
                },
            ],
        ),
        layout(
            "c",
            ["C (M,N)", "C (M,N)"],
            &[
                Preset {
                    key: "row",
                    name: ROW_MAJOR,
                    layout: |given| Some(matrix(given.extent("a", 0)?, given.extent("b", 0)?, Major::Row, 0)),
                },
                Preset {
                    key: "column",
                    name: COLUMN_MAJOR,
                    layout: |given| Some(matrix(given.extent("a", 0)?, given.extent("b", 0)?, Major::Column, 0)),
                },
            ],
        ),
    ],
    is_idle: |given, key| match key {
        LINES | NUMBERS | MMA => !is_by_matrices(given),
        key => key == ELEMENT.key && is_by_matrices(given),
    },
    ways: &["rung", MMA, LINES, FOUND],
    variants: &[
        Variant::of("naive", &[("rung", "naive")], true),
        Variant::of("tutorial", &[("rung", "tutorial")], true),
        Variant::of("tiled", &[("rung", "tiled")], true),
        Variant::of("registertiled", &[("rung", "register")], true),
        Variant::of("vectorised", &[("rung", "vector")], true),
        Variant::of("doublebuffered", &[("rung", "double")], true),
        Variant::of("tuned", &[("rung", "tuned")], true),
    ],
    measured: Measured { standard: &[1024, 2048, 4096, 8192], quick: 2048, software: 128 },
    configuration: |given| Ok(Box::new(configuration(given)?)),
    family: Some(family),
};

impl Generator for Configuration {
    fn draft(&self) -> Result<Program, Refusal> {
        generate(self)
    }

    fn draft_for_checks(&self) -> Result<Program, Refusal> {
        let Algorithm::Tiled(scheme) = self.algorithm else { return generate(self) };
        generate(&Configuration { algorithm: Algorithm::Tiled(Scheme { has_lines: true, ..scheme }), ..self.clone() })
    }

    fn twin(&self) -> Result<Making, Refusal> {
        twin(self).map(Making::Ready)
    }

    fn accesses(&self) -> Result<Touches, Refusal> {
        accesses(self)
    }
}

/// The parameter that a search finds: a scheme as [`spelled`].
const FOUND: &str = "scheme";

/// A scheme in links: tile, values of a thread, warp, then fragment, stages, tiles written out together, raster, rest,
/// a letter each for the order of lanes and of products, `k` where operands are packed and `kt` where a B along K is turned
/// then, `s4` where K is cut in four, and `e2` where up to two lines beyond the last tile have a pass of their own.
pub fn spelled(scheme: &Scheme) -> String {
    let Scheme { tile: [m, n, k], values: [x, y], warp: [u, v], fragment, stages, together, raster, rest, .. } = scheme;
    let letter = |letters: &[(char, bool)]| letters.iter().find(|(_, is)| *is).map_or('-', |(letter, _)| *letter);
    let lanes = letter(&LANES.map(|(letter, lanes)| (letter, lanes == scheme.lanes)));
    let order = letter(&ORDERS.map(|(letter, order)| (letter, order == scheme.order)));
    let packed = match (scheme.is_packed, scheme.is_turned) {
        (true, true) => "kt",
        (true, false) => "k",
        _ => "",
    };
    let split = if scheme.split > 1 { format!("s{}", scheme.split) } else { String::new() };
    let edge = if scheme.edge > 0 { format!("e{}", scheme.edge) } else { String::new() };
    let lines = if scheme.has_lines { "l" } else { "" };
    format!(
        "{m}x{n}x{k}.{x}x{y}.{u}x{v}.{fragment}.{stages}.{together}.{raster}.{rest}.{lanes}{order}{packed}{split}{edge}{lines}"
    )
}

const LANES: [(char, Lanes); 3] = [('n', Lanes::AlongN), ('m', Lanes::AlongM), ('b', Lanes::Blocks)];
const ORDERS: [(char, Order); 4] =
    [('v', Order::Vectors), ('r', Order::Rows), ('p', Order::Pairs), ('c', Order::Columns)];

/// The scheme of [`spelled`]; `None` of any other text.
pub fn scheme(text: &str) -> Option<Scheme> {
    let (numbers, letters) = text.rsplit_once('.')?;
    let mut numbers = numbers.split(['x', '.']).map(|number| number.parse::<u32>().ok());
    let mut next = || numbers.next().flatten();
    let tile = [next()?, next()?, next()?];
    let values = [next()?, next()?];
    let warp = [next()?, next()?];
    let (fragment, stages, together, raster, rest) = (next()?, next()?, next()?, next()?, next()?);
    let mut letters = letters.chars();
    let (lane, order) = (letters.next()?, letters.next()?);
    let lanes = LANES.iter().find(|(letter, _)| *letter == lane)?.1;
    let order = ORDERS.iter().find(|(letter, _)| *letter == order)?.1;
    let rest_of_letters = letters.as_str();
    let (is_packed, after) = rest_of_letters.strip_prefix('k').map_or((false, rest_of_letters), |after| (true, after));
    let (is_turned, after) = match after.strip_prefix('t') {
        Some(after) if is_packed => (true, after),
        _ => (false, after),
    };
    let (has_lines, after) = after.strip_suffix('l').map_or((false, after), |after| (true, after));
    let (after, edge) = after.split_once('e').unwrap_or((after, ""));
    let edge = if edge.is_empty() { Some(0) } else { edge.parse::<u32>().ok() }?;
    let split = after.strip_prefix('s').map_or(Some(1), |number| number.parse::<u32>().ok())?;
    let base = Scheme { is_packed, is_turned, split, edge, has_lines, ..Scheme::DOUBLE_BUFFERED };
    let scheme = Scheme { tile, values, warp, fragment, stages, together, raster, rest, lanes, order, ..base };
    (spelled(&scheme) == text).then_some(scheme)
}

/// Tiles and values of a thread that a search tries, the usual ones first.
const TILES: [([u32; 3], [u32; 2]); 10] = [
    ([128, 128, 8], [8, 8]),
    ([64, 128, 8], [8, 8]),
    ([64, 64, 16], [8, 4]),
    ([64, 64, 8], [4, 4]),
    ([128, 64, 8], [8, 8]),
    ([64, 128, 8], [4, 8]),
    ([64, 64, 16], [8, 8]),
    ([128, 128, 16], [8, 8]),
    ([256, 128, 8], [8, 8]),
    ([32, 32, 16], [4, 4]),
];

/// Stages, tiles written out together, lanes and order.
const WAYS: [(u32, u32, Lanes, Order); 4] = [
    (2, 4, Lanes::Blocks, Order::Rows),
    (2, 2, Lanes::AlongN, Order::Vectors),
    (2, 2, Lanes::Blocks, Order::Columns),
    (1, 1, Lanes::AlongN, Order::Vectors),
];

/// Returns true if a scheme writes an operand once more.
fn packs(configuration: &Configuration, scheme: &Scheme) -> bool {
    let algorithm = Algorithm::Tiled(*scheme);
    generate(&Configuration { algorithm, ..configuration.clone() }).is_ok_and(|program| program.passes.len() > 1)
}

fn family(given: &Given) -> Result<Family, Refusal> {
    let configuration = configuration(given)?;
    let base = Scheme { raster: 8, ..Scheme::DOUBLE_BUFFERED };
    let all = TILES.iter().flat_map(|&(tile, values)| {
        WAYS.map(|(stages, together, lanes, order)| Scheme { tile, values, stages, together, lanes, order, ..base })
    });
    // A scheme that is best elsewhere may be best here.
    let tuned = match configuration.clone().on_machine(Rung::Tuned, given.machine).map(|tuned| tuned.algorithm) {
        Ok(Algorithm::Tiled(tuned)) => Some(tuned),
        _ => None,
    };
    // An operand that is packed is packed in all of them, and once it is not.
    let is_packed = tuned.is_some_and(|tuned| tuned.is_packed);
    let plain = tuned.filter(|_| is_packed).map(|tuned| Scheme { is_packed: false, ..tuned });
    let all = all.map(|scheme| Scheme { is_packed, ..scheme });
    // Where it changes something, once at least.
    let packed = tuned.map(|tuned| Scheme { is_packed: true, ..tuned }).filter(|packed| packs(&configuration, packed));
    let tuned = tuned.into_iter().chain(plain).chain(packed);
    let mut seen = Vec::new();
    let all = tuned.chain(all).filter(|scheme| {
        let is_new = !seen.contains(scheme);
        seen.push(*scheme);
        is_new
    });
    let named = |scheme: Scheme| {
        let algorithm = Algorithm::Tiled(scheme);
        let generator: Box<dyn Generator> = Box::new(Configuration { algorithm, ..configuration.clone() });
        (spelled(&scheme), generator)
    };
    Ok(all.map(named).collect())
}

/// Returns true if subgroup matrices multiply it.
fn is_by_matrices(given: &Given) -> bool {
    given.word("rung") == TENSOR_CORES && scheme(given.word(FOUND)).is_none()
}

fn configuration(given: &Given) -> Result<Configuration, Refusal> {
    let rung = RUNGS.iter().find(|(_, choice)| choice.key == given.word("rung")).map_or(Rung::Tuned, |(rung, _)| *rung);
    let [a, b, c] = ["a", "b", "c"].map(|key| given.layout(key).cloned());
    let algorithm = Rung::Naive.algorithm([1; 3]);
    let element = match is_by_matrices(given) {
        true if given.word(NUMBERS) == BYTES.key => Element::I8,
        true => Element::F16,
        false => element(given),
    };
    let configuration = Configuration { a: a?, b: b?, c: c?, element, algorithm };
    match scheme(given.word(FOUND)) {
        Some(scheme) => Ok(Configuration { algorithm: Algorithm::Tiled(scheme), ..configuration }),
        None => {
            let configuration = configuration.on_machine(rung, given.machine)?;
            let algorithm = match configuration.algorithm {
                Algorithm::Matrices(fragments) => {
                    let subgroups = given.subgroups(MMA)?;
                    let fragments = subgroups.map_or(fragments, |of| fragments.of_subgroups(of, element));
                    let is_plain = given.word(LINES) == PADDINGS[1].key;
                    Algorithm::Matrices(if is_plain { Fragments { padding: 0, ..fragments } } else { fragments })
                }
                algorithm => algorithm,
            };
            Ok(Configuration { algorithm, ..configuration })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scheme_comes_back_as_it_was_spelled() {
        let written = Scheme { lanes: Lanes::Blocks, order: Order::Columns, rest: 2, ..Scheme::DOUBLE_BUFFERED };
        assert_eq!(spelled(&written), "128x128x8.8x8.4x8.4.2.1.1.2.bc");
        for (tile, values) in TILES {
            for (stages, together, lanes, order) in WAYS {
                let written = Scheme { tile, values, stages, together, lanes, order, raster: 4, ..written };
                assert_eq!(scheme(&spelled(&written)), Some(written));
                let packed = Scheme { is_packed: true, ..written };
                assert_eq!(scheme(&spelled(&packed)), Some(packed));
            }
        }
        for other in [
            "",
            "128x128x8",
            "128x128x8.8x8.4x8.4.2.1.1.2.bx",
            "128x128x8.8x8.4x8.4.2.1.1.2.bcx",
            "128x128x8.8x8.4x8.4.2.1.1.2.bckk",
            "128.128.8.8x8.4x8.4.2.1.1.2.bc",
            "ax1x1.1x1.1x1.1.1.1.1.1.bc",
        ] {
            assert_eq!(scheme(other), None, "{other}");
        }
    }
}
