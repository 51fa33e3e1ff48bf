//! Tiles that do not divide a tensor: how many there are, what lies beyond, and who takes part.

use super::draw::tuple;
use super::reckon::number;
use crate::learn::exercise::{Exercise, Generator, Solution};
use crate::learn::misconception::{
    ADDS_MODES, ADDS_OVERHANGS, BY_AREA, CORNER_ONLY, COUNTS_BEYOND, FLOOR_FOR_CEIL, NO_PREDICATE,
    REMAINDER_FOR_MISSING,
};
use crate::learn::random::Random;

/// The extents of a tensor, of a tile that does not divide it, and how many tiles of each mode there are.
struct Drawn {
    shape: Vec<i64>,
    tile: Vec<i64>,
    tiles: Vec<i64>,
}

fn drawn(random: &mut Random, level: u8) -> Option<Drawn> {
    let modes = if level == 3 { random.between(2, 3) } else { i64::from(level) };
    let (largest, most) = match modes {
        1 => (9, 60),
        2 => (8, 20),
        _ => (4, 9),
    };
    let tile = (0..modes).map(|_| random.between(2, largest)).collect::<Vec<_>>();
    let shape = tile.iter().map(|tile| random.between(tile + 1, most)).collect::<Vec<_>>();
    let divides = shape.iter().zip(&tile).all(|(extent, tile)| extent % tile == 0);
    let given = given(&shape, &tile);
    let count = |mode| number(&given, &format!("ceil_div(get<{mode}>(S), get<{mode}>(T))"));
    let tiles = if modes == 1 {
        vec![number(&given, "ceil_div(S, T)")?]
    } else {
        (0..modes).map(count).collect::<Option<_>>()?
    };
    (!divides).then_some(Drawn { shape, tile, tiles })
}

fn given(shape: &[i64], tile: &[i64]) -> String {
    format!("S = {}\nT = {}", tuple(shape), tuple(tile))
}

/// A product written out.
fn times(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" × ")
}

fn product(numbers: &[i64]) -> i64 {
    numbers.iter().product()
}

/// The quotients of each mode, rounded up.
fn quotients(drawn: &Drawn) -> String {
    let one = |((extent, tile), tiles): ((&i64, &i64), &i64)| format!("ceil({extent} / {tile}) = {tiles}");
    drawn.shape.iter().zip(&drawn.tile).zip(&drawn.tiles).map(one).collect::<Vec<_>>().join(", ")
}

/// Number of tiles that cover a tensor.
pub(super) const TILE_COUNT: Generator = Generator {
    name: "tile-count",
    title: ["How many tiles cover a tensor", "要多少个 tile 才能盖住"],
    block: 22,
    lesson: "predication",
    draw: |random, level| {
        let drawn = drawn(random, level)?;
        let Drawn { shape, tile, tiles } = &drawn;
        let given = given(shape, tile);
        let answer = number(&given, "size(ceil_div(S, T))")?;
        let (shape_text, tile_text) = (tuple(shape), tuple(tile));
        let floor = shape.iter().zip(tile).map(|(extent, tile)| extent / tile).product::<i64>();
        let area = (product(shape) + product(tile) - 1) / product(tile);
        let exercise = Exercise::new(
            given,
            [
                format!("How many tiles of shape {tile_text} cover a tensor of shape {shape_text}?"),
                format!("盖住形状为 {shape_text} 的张量，需要多少个形状为 {tile_text} 的 tile？"),
            ],
            answer,
        );
        let exercise = exercise.perhaps(FLOOR_FOR_CEIL, Some(floor)).perhaps(BY_AREA, Some(area));
        let exercise =
            if tiles.len() > 1 { exercise.perhaps(ADDS_MODES, Some(tiles.iter().sum::<i64>())) } else { exercise };
        let quotients = quotients(&drawn);
        Some(
            exercise
                .hint(
                    "Divide in each mode and round up: a tile that is begun counts whole.",
                    "在每个 mode 里相除并向上取整：不满一个 tile 也要用一个。",
                )
                .solved(Solution::Lines(vec![[
                    format!("{quotients}; in all {} = {answer} tiles.", times(tiles)),
                    format!("{quotients}；一共 {} = {answer} 个 tile。", times(tiles)),
                ]])),
        )
    },
};

/// Number of coordinates of the tiles that lie beyond a tensor.
pub(super) const BEYOND_COUNT: Generator = Generator {
    name: "beyond-count",
    title: ["How many coordinates lie beyond", "有多少个坐标越界"],
    block: 22,
    lesson: "predication",
    draw: |random, level| {
        let drawn = drawn(random, level)?;
        let Drawn { shape, tile, tiles } = &drawn;
        let given = given(shape, tile);
        let covered =
            number(&given, "size(ceil_div(S, T)) * size(T)").or_else(|| Some(product(tiles) * product(tile)))?;
        let inside = number(&given, "size(S)")?;
        let answer = covered - inside;
        let (shape_text, tile_text) = (tuple(shape), tuple(tile));
        let remainders = shape.iter().zip(tile).map(|(extent, tile)| extent % tile).collect::<Vec<_>>();
        let missing = remainders.iter().zip(tile).map(|(rest, tile)| (tile - rest) % tile).collect::<Vec<_>>();
        let exercise = Exercise::new(
            given,
            [
                format!(
                    "Tiles of shape {tile_text} cover a tensor of shape {shape_text}. How many of their coordinates lie beyond it?"
                ),
                format!(
                    "用形状为 {tile_text} 的 tile 盖住形状为 {shape_text} 的张量。这些 tile 里一共有多少个坐标越界？"
                ),
            ],
            answer,
        );
        let exercise = exercise.perhaps(REMAINDER_FOR_MISSING, Some(product(&remainders)).filter(|count| *count > 0));
        let exercise = if tiles.len() > 1 {
            let last = remainders.iter().zip(tile).map(|(rest, tile)| if *rest == 0 { *tile } else { *rest });
            exercise
                .perhaps(CORNER_ONLY, Some(product(&missing)).filter(|count| *count > 0))
                .perhaps(CORNER_ONLY, Some(product(tile) - last.product::<i64>()))
                .perhaps(ADDS_OVERHANGS, Some(missing.iter().sum::<i64>()))
        } else {
            exercise
        };
        Some(
            exercise
                .hint(
                    "How many coordinates have all tiles together, and how many has the tensor?",
                    "所有 tile 一共有多少个坐标？张量有多少个？",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("There are {} tiles of {} coordinates: {covered}.", times(tiles), times(tile)),
                        format!("有 {} 个 tile，每个 {} 个坐标：共 {covered} 个。", times(tiles), times(tile)),
                    ],
                    [
                        format!("The tensor has {inside}, so {answer} lie beyond."),
                        format!("张量有 {inside} 个，所以 {answer} 个越界。"),
                    ],
                ])),
        )
    },
};

/// Number of threads of a block that take part.
pub(super) const PREDICATE: Generator = Generator {
    name: "predicate",
    title: ["How many threads take part", "有多少线程参与"],
    block: 22,
    lesson: "predication",
    draw: |random, level| {
        let drawn = drawn(random, level)?;
        let Drawn { shape, tile, tiles } = &drawn;
        let given = given(shape, tile);
        let which = tiles
            .iter()
            .map(|tiles| if random.below(3) > 0 { tiles - 1 } else { random.below(*tiles) })
            .collect::<Vec<_>>();
        let modes = shape.iter().zip(tile).zip(&which);
        let inside = modes.map(|((extent, tile), which)| (extent - which * tile).min(*tile)).collect::<Vec<_>>();
        let (answer, all) = (product(&inside), product(tile));
        if answer == all {
            return None;
        }
        let (shape_text, tile_text, which_text) = (tuple(shape), tuple(tile), tuple(&which));
        let begin = which.iter().zip(tile).map(|(which, tile)| which * tile).collect::<Vec<_>>();
        let missing = inside.iter().zip(tile).map(|(inside, tile)| tile - inside).collect::<Vec<_>>();
        let cut = missing.iter().zip(tile).map(|(missing, tile)| if *missing == 0 { *tile } else { *missing });
        let cut = cut.product::<i64>();
        let exercise = Exercise::new(
            given,
            [
                format!(
                    "A tensor of shape {shape_text} is cut into tiles of shape {tile_text}, one thread a coordinate. How many threads of tile {which_text} lie within the tensor?"
                ),
                format!(
                    "形状为 {shape_text} 的张量切成形状为 {tile_text} 的 tile，每个坐标一个线程。tile {which_text} 里有多少个线程没有越界？"
                ),
            ],
            answer,
        );
        let exercise = exercise
            .perhaps(NO_PREDICATE, Some(all))
            .perhaps(COUNTS_BEYOND, Some(all - answer))
            .perhaps(REMAINDER_FOR_MISSING, (cut != all - answer).then_some(cut));
        let exercise =
            if inside.len() > 1 { exercise.perhaps(ADDS_MODES, Some(inside.iter().sum::<i64>())) } else { exercise };
        let begin = tuple(&begin);
        Some(
            exercise
                .hint(
                    "Where does the tile begin? From there to the end of the tensor, and no more than the tile, in each mode.",
                    "这个 tile 从哪里开始？在每个 mode 里，从那里数到张量末尾，最多数一个 tile。",
                )
                .solved(Solution::Lines(vec![[
                    format!("The tile begins at {begin}; within the tensor it has {} = {answer} coordinates.", times(&inside)),
                    format!("这个 tile 从 {begin} 开始；在张量之内有 {} = {answer} 个坐标。", times(&inside)),
                ]])),
        )
    },
};
