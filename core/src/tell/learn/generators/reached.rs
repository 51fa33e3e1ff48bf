//! From an index back to the coordinates that reach it.

use super::draw::{digits, extent, left_strides, tuple};
use super::orders::row_major_number;
use super::profile::{self, filled, products};
use super::reckon::{indices, number, printed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    APPLIED_FORWARD, COUNTS_FORMS, DIGITS_BY_STRIDE, FLAT_PARENTHESES, INDEX_FOR_COORDINATE, ONLY_ONE, ROW_MAJOR,
};

/// The one natural coordinate that a compact layout takes to an index.
pub(super) const COORDINATE_OF_INDEX: Generator = Generator {
    name: "coordinate-of-index",
    title: ["From an index to its coordinate", "由索引求坐标"],
    block: 5,
    lesson: "idx2crd",
    draw: |random, level| {
        let profile = profile::drawn(random, level)?;
        let shape =
            (0..profile::count(profile)).map(|_| random.between(2, if level == 2 { 5 } else { 4 })).collect::<Vec<_>>();
        // The modes from the fastest to the slowest.
        let mut order = (0..shape.len()).collect::<Vec<_>>();
        random.shuffle(&mut order);
        let extents = order.iter().filter_map(|place| shape.get(*place).copied()).collect::<Vec<_>>();
        let mut modes = order.iter().zip(left_strides(&extents)).collect::<Vec<_>>();
        modes.sort_unstable();
        let stride = modes.into_iter().map(|(_, stride)| stride).collect::<Vec<_>>();
        let index = random.between(1, shape.iter().product::<i64>() - 2);
        let given = format!("A = {}", profile::layout(profile, &shape, &stride));
        let right = printed(&given, &format!("idx2crd({index}, shape(A), stride(A))"))?;
        let as_number = printed(&given, &format!("idx2crd({index}, shape(A))"))?;
        if as_number == right {
            return None;
        }
        let natural = profile::numbers(&right);
        if level > 1 && natural.iter().filter(|number| **number > 0).count() < 2 {
            return None;
        }
        let by_stride = order.iter().filter_map(|place| natural.get(*place).copied()).collect::<Vec<_>>();
        let by_stride = filled(profile, &by_stride);
        let mut lines = Vec::new();
        let mut left = index;
        for place in order.iter().rev() {
            let (extent, stride) = (shape.get(*place)?, stride.get(*place)?);
            let (quotient, rest) = (left / stride, left % stride);
            lines.push([
                format!(
                    "{left} div {stride} = {quotient} is the number in the mode {extent}:{stride}; {rest} is left."
                ),
                format!("{left} 除以 {stride} 商 {quotient}，是 mode {extent}:{stride} 里的数；余 {rest}。"),
            ]);
            left = rest;
        }
        lines.push([
            format!("So the coordinate is {right}: {} = {index}.", products(&natural, &stride)),
            format!("所以坐标是 {right}：{} = {index}。", products(&natural, &stride)),
        ]);
        let exercise = Exercise::new(
            given,
            [
                format!("Which natural coordinate of A has the index {index}?"),
                format!("A 的哪个自然坐标的索引是 {index}？"),
            ],
            right,
        );
        Some(
            exercise
                .typed(Field::Tuple, Meaning::Value)
                .wrong(INDEX_FOR_COORDINATE, as_number)
                .perhaps(DIGITS_BY_STRIDE, Some(by_stride))
                .perhaps(FLAT_PARENTHESES, Some(tuple(&natural)))
                .hint(
                    "Divide the index by the strides, the largest first; what is left goes on to the next smaller one.",
                    "用索引去除以步长，从最大的开始；余数交给下一个较小的步长。",
                )
                .solved(Solution::Lines(lines)),
        )
    },
};

/// The several 1-D coordinates that a layout takes to an index.
pub(super) const COORDINATES_OF_INDEX: Generator = Generator {
    name: "coordinates-of-index",
    title: ["The 1-D coordinates that reach an index", "到达一个索引的一维坐标"],
    block: 6,
    lesson: "coordinates",
    draw: |random, level| {
        let profile = profile::drawn(random, level)?;
        let strides: &[i64] = match level {
            1 => &[0, 1, 1, 2, 3],
            2 => &[0, 1, 2, 3, 4, 6],
            _ => &[0, 1, 2, 4, 6, 8, 12],
        };
        let shape = (0..profile::count(profile)).map(|_| extent(random, level.min(2)).min(5)).collect::<Vec<_>>();
        let stride = (0..shape.len()).map(|_| random.pick(strides)).collect::<Option<Vec<_>>>()?;
        let given = format!("A = {}", profile::layout(profile, &shape, &stride));
        let all = indices(&given, "A")?;
        let index = random.between(1, *all.iter().max()?);
        let reaching = (0_i64..).zip(&all).filter(|(_, other)| **other == index).map(|(linear, _)| linear);
        let reaching = reaching.collect::<Vec<_>>();
        let (first, last) = (*reaching.first()?, *reaching.last()?);
        if !(2..=8).contains(&reaching.len()) || all.len() > 256 {
            return None;
        }
        let natural = |linear: i64| digits(linear, &shape);
        let mut lines = Vec::new();
        for linear in &reaching {
            let natural = natural(*linear);
            let (spoken, sum) = (filled(profile, &natural), products(&natural, &stride));
            lines.push([
                format!("{spoken}, the 1-D coordinate {linear}: {sum} = {index}."),
                format!("{spoken}，一维坐标 {linear}：{sum} = {index}。"),
            ]);
        }
        let asked = random.below(i64::from(level.min(2)) + 1);
        let count = i64::try_from(reaching.len()).ok()?;
        let (english, chinese, answer) = match asked {
            0 => ("How many coordinates of A have", "的坐标有多少个", count),
            1 => ("Which is the smallest 1-D coordinate of A that has", "的一维坐标中最小的是哪个", first),
            _ => ("Which is the largest 1-D coordinate of A that has", "的一维坐标中最大的是哪个", last),
        };
        if asked > 0 && answer == index {
            return None;
        }
        let exercise = Exercise::new(
            given.clone(),
            [format!("{english} the index {index}?"), format!("A 中索引为 {index} {chinese}？")],
            answer,
        );
        let exercise = if asked == 0 {
            exercise.wrong(ONLY_ONE, 1).wrong(COUNTS_FORMS, 2 * reaching.len())
        } else {
            let by_row = reaching.iter().map(|linear| row_major_number(&natural(*linear), &shape));
            let by_row = if asked == 1 { by_row.min() } else { by_row.max() };
            let forward = usize::try_from(index).ok().and_then(|index| all.get(index)).copied();
            exercise
                .perhaps(ONLY_ONE, Some(if asked == 1 { last } else { first }))
                .perhaps(INDEX_FOR_COORDINATE, Some(index).filter(|_| number(&given, "size(A)") > Some(index)))
                .perhaps(ROW_MAJOR, by_row)
                .perhaps(APPLIED_FORWARD, forward)
        };
        Some(
            exercise
                .hint(
                    "Look for every way to make the index from multiples of the strides, each number below its extent.",
                    "把索引写成各步长的倍数之和，每个数要小于所在的长度；每一种写法都是一个坐标。",
                )
                .solved(Solution::Lines(lines)),
        )
    },
};
