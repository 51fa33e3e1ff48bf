//! Divides: the tile, the rest, and how the four of them group the same elements.

use super::draw::{digits, layout, left_strides, tuple};
use super::reckon::{indices, printed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    DIVIDES_FIRST, FLOOR_FOR_CEIL, OTHER_DIVIDE, REST_SUBTRACTED, TILE_FOR_REST, TILER_STRIDE, TILES_FOR_TILE,
};

/// A pair as a tuple of two parts.
fn parts(tile: &[i64], rest: &[i64]) -> String {
    format!("({},{})", tuple(tile), tuple(rest))
}

fn each(left: &[i64], right: &[i64], of: fn(i64, i64) -> i64) -> Vec<i64> {
    left.iter().zip(right).map(|(left, right)| of(*left, *right)).collect()
}

/// The tile of an element, and its place in it.
pub(super) const TILE_OF_COORDINATE: Generator = Generator {
    name: "tile-of-coordinate",
    title: ["Which tile an element lies in", "元素在哪个 tile"],
    block: 14,
    lesson: "divides",
    draw: |random, level| {
        let modes = if level == 1 { 1 } else { 2 };
        let tile = (0..modes).map(|_| random.between(2, if level == 1 { 8 } else { 4 })).collect::<Vec<_>>();
        let tiles = (0..modes).map(|_| random.between(2, if level == 1 { 7 } else { 4 })).collect::<Vec<_>>();
        let shape = each(&tile, &tiles, |tile, tiles| tile * tiles);
        // On level 3 a tile takes every so-many-th row or column.
        let spread = (0..modes).map(|place| level == 3 && (place == 0 || random.flip())).collect::<Vec<_>>();
        let tiler = tile.iter().zip(&tiles).zip(&spread).map(|((tile, tiles), spread)| {
            let stride = if *spread { *tiles } else { 1 };
            format!("{tile}:{stride}")
        });
        let tiler = tiler.collect::<Vec<_>>().join(",");
        let tiler = if level == 3 { format!("<{tiler}>") } else { tuple(&tile) };
        let element = shape.iter().map(|extent| random.below(*extent)).collect::<Vec<_>>();
        let given = format!("A = {}\nT = {tiler}", layout(&shape, left_strides(&shape).get(..shape.len())?));
        let place = element.iter().zip(left_strides(&shape)).map(|(digit, stride)| digit * stride).sum::<i64>();
        let found = indices(&given, "zipped_divide(A, T)")?.iter().position(|index| *index == place)?;
        let right = printed(&given, &format!("idx2crd({found}, shape(zipped_divide(A, T)))"))?;
        let remainder = each(&element, &tile, |element, tile| element % tile);
        let quotient = each(&element, &tile, |element, tile| element / tile);
        if level < 3 && quotient.iter().all(|tile| *tile == 0) {
            return None;
        }
        let fine = each(&element, &tiles, |element, tiles| element % tiles);
        let coarse = each(&element, &tiles, |element, tiles| element / tiles);
        let spoken = if modes == 1 { element.first()?.to_string() } else { tuple(&element) };
        let exercise = Exercise::new(
            given.clone(),
            if modes == 1 {
                [
                    format!(
                        "Which coordinate of zipped_divide(A, T) is A's element {spoken}? Write (place in the tile, tile)."
                    ),
                    format!("A 的元素 {spoken} 是 zipped_divide(A, T) 的哪个坐标？写成 (tile 内位置, 第几个 tile)。"),
                ]
            } else {
                [
                    format!(
                        "Which coordinate of zipped_divide(A, T) is A's element {spoken}? Write (place in the tile, tile), both as (i,j)."
                    ),
                    format!(
                        "A 的元素 {spoken} 是 zipped_divide(A, T) 的哪个坐标？写成 (tile 内位置, 第几个 tile)，两者都写成 (i,j)。"
                    ),
                ]
            },
            right.clone(),
        );
        let digits = digits(i64::try_from(found).ok()?, &[tile.as_slice(), &tiles].concat());
        let (within, number) = digits.split_at_checked(modes)?;
        let mixed = |first: &[i64], second: &[i64]| Some(parts(first, second));
        let exercise = exercise.typed(Field::Tuple, Meaning::Value).perhaps(TILE_FOR_REST, mixed(number, within));
        let exercise = if level < 3 {
            exercise.perhaps(TILES_FOR_TILE, mixed(&fine, &coarse)).perhaps(DIVIDES_FIRST, mixed(&quotient, &remainder))
        } else {
            exercise.perhaps(TILER_STRIDE, mixed(&remainder, &quotient))
        };
        let lines = if level < 3 {
            [
                format!(
                    "By the tile {}: the remainders of {spoken} are the place, the quotients the tile: {right}.",
                    tuple(&tile)
                ),
                format!("按 tile {} 来除 {spoken}：余数是 tile 内位置，商是第几个 tile：{right}。", tuple(&tile)),
            ]
        } else {
            [
                format!(
                    "Where a tile has the stride n, it takes every n-th: there the quotient by n is the place and the remainder the tile. Together {right}."
                ),
                format!(
                    "tile 的步长为 n 时每隔 n 取一个：除以 n 的商是 tile 内位置，余数是第几个 tile。合起来是 {right}。"
                ),
            ]
        };
        Some(
            exercise
                .hint(
                    "In each mode: which coordinates does the first tile take? What is left says which tile it is.",
                    "逐个 mode 看：第一个 tile 取哪些坐标？剩下的就是第几个 tile。",
                )
                .solved(Solution::Lines(vec![lines])),
        )
    },
};

/// The shape of a divide.
pub(super) const DIVIDE_SHAPE: Generator = Generator {
    name: "divide-shape",
    title: ["The shape of a divide", "divide 结果的形状"],
    block: 14,
    lesson: "divides",
    draw: |random, level| {
        let modes = if level == 3 { 3 } else { 2 };
        let tile = (0..modes).map(|_| random.between(2, 5)).collect::<Vec<_>>();
        let rests = (0..modes).map(|_| random.between(2, if level == 3 { 3 } else { 5 })).collect::<Vec<_>>();
        // From level 2 on the tiles may hang over.
        let shape = each(&tile, &rests, |tile, rest| tile * rest);
        let shape = shape
            .iter()
            .zip(&tile)
            .map(|(extent, tile)| if level > 1 && random.flip() { extent - random.below(*tile) } else { *extent });
        let shape = shape.collect::<Vec<_>>();
        let given = format!("A = {}\nT = {}", layout(&shape, left_strides(&shape).get(..modes)?), tuple(&tile));
        let kinds = ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"];
        let kind = random.pick(if level == 1 { kinds.get(..2)? } else { &kinds })?;
        let of = |kind: &str, tile: &[i64], rest: &[i64]| {
            let pairs = tile.iter().zip(rest).map(|(tile, rest)| format!("({tile},{rest})"));
            let one = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
            match kind {
                "logical_divide" => format!("({})", pairs.collect::<Vec<_>>().join(",")),
                "zipped_divide" => parts(tile, rest),
                "tiled_divide" => format!("({},{})", tuple(tile), one(rest)),
                _ => format!("({},{})", one(tile), one(rest)),
            }
        };
        let answer = printed(&given, &format!("shape({kind}(A, T))"))?;
        let exercise = Exercise::new(
            given.clone(),
            [
                format!("Write the shape of {kind}(A, T), with its parentheses."),
                format!("写出 {kind}(A, T) 的形状，括号也要写对。"),
            ],
            answer,
        );
        let mut exercise = exercise.typed(Field::Tuple, Meaning::Value);
        for other in kinds {
            exercise = exercise.perhaps(OTHER_DIVIDE, printed(&given, &format!("shape({other}(A, T))")));
        }
        let floor = each(&shape, &tile, |extent, tile| extent / tile);
        let left = each(&shape, &tile, |extent, tile| extent - tile);
        Some(
            exercise
                .perhaps(TILE_FOR_REST, Some(of(kind, &rests, &tile)))
                .perhaps(FLOOR_FOR_CEIL, Some(of(kind, &tile, &floor)))
                .perhaps(REST_SUBTRACTED, Some(of(kind, &tile, &left)))
                .hint(
                    "Each mode of A becomes a tile and a rest, the number of tiles rounded up. Then mind the grouping.",
                    "A 的每个 mode 变成 tile 和 rest，rest 是 tile 的个数（向上取整）。再看怎么加括号。",
                )
                .solved(Solution::Steps(format!("{kind}(A, T)"))),
        )
    },
};
