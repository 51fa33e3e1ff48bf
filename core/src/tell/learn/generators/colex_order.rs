//! Colexicographic order: what comes next, what comes first, and the number of a coordinate in it.

use super::draw::{inner_product, left_strides, tuple};
use super::orders::{inner, inner_number, row_major, row_major_number};
use super::profile::{self, filled, groups, numbers, products};
use super::reckon::{number, printed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    ADDS_COORDINATES, FLAT_PARENTHESES, INNER_ROW_MAJOR, NO_CARRY, NO_RESET, ONE_EXTENT, OWN_EXTENT, ROW_MAJOR,
};
use crate::learn::random::Random;

/// The parentheses and the extents of a shape.
fn shape(random: &mut Random, level: u8) -> Option<(&'static str, Vec<i64>)> {
    let profile = profile::drawn(random, level)?;
    let most = if level == 3 { 4 } else { 6 };
    Some((profile, (0..profile::count(profile)).map(|_| random.between(2, most)).collect()))
}

/// The coordinate after another, where at least one number begins anew.
pub(super) const NEXT_COORDINATE: Generator = Generator {
    name: "next-coordinate",
    title: ["The coordinate that comes next", "下一个坐标"],
    block: 4,
    lesson: "colex-order",
    draw: |random, level| {
        let (profile, shape) = shape(random, level)?;
        let given = format!("S = {}", filled(profile, &shape));
        // Count of numbers that begin anew: not all.
        let carried = random.between(1, i64::try_from(shape.len()).ok()? - 1);
        let carried = usize::try_from(carried).ok()?;
        let mut natural = Vec::new();
        for (place, extent) in shape.iter().enumerate() {
            natural.push(match place.cmp(&carried) {
                std::cmp::Ordering::Less => extent - 1,
                std::cmp::Ordering::Equal => random.between(0, extent - 2),
                std::cmp::Ordering::Greater => random.between(0, extent - 1),
            });
        }
        let from = filled(profile, &natural);
        let linear = number(&given, &format!("crd2idx({from}, S)"))?;
        let right = printed(&given, &format!("idx2crd({linear} + 1, S)"))?;
        let mut lines = Vec::new();
        for (number, extent) in natural.iter().zip(&shape).take(carried) {
            lines.push([
                format!("{number} is the last below {extent}: it goes back to 0, and the number to its right goes up."),
                format!("{number} 是长度 {extent} 里最后的一个：回到 0，右边的数加一。"),
            ]);
        }
        let up = *natural.get(carried)?;
        lines.push([
            format!("{up} + 1 = {} is below its extent, so the next coordinate is {right}.", up + 1),
            format!("{up} + 1 = {}，没有达到它的长度，所以下一个坐标是 {right}。", up + 1),
        ]);
        // The number at a place goes up, and nothing else happens.
        let raised = |at: usize| {
            let raised = natural.iter().enumerate().map(|(place, number)| number + i64::from(place == at));
            filled(profile, &raised.collect::<Vec<_>>())
        };
        let size = shape.iter().product::<i64>();
        let by_row = row_major((row_major_number(&natural, &shape) + 1) % size, &shape);
        let groups = groups(profile);
        let by_inner = inner((inner_number(&natural, &shape, &groups) + 1) % size, &shape, &groups);
        let exercise = Exercise::new(
            given,
            [
                format!("Which natural coordinate of S comes right after {from} in colexicographic order?"),
                format!("按余字典序，S 中紧接在 {from} 之后的自然坐标是哪个？"),
            ],
            right.clone(),
        );
        Some(
            exercise
                .typed(Field::Tuple, Meaning::Value)
                .perhaps(ROW_MAJOR, Some(filled(profile, &by_row)))
                .perhaps(INNER_ROW_MAJOR, (groups.len() < shape.len()).then(|| filled(profile, &by_inner)))
                .perhaps(NO_CARRY, Some(raised(0)))
                .perhaps(NO_RESET, Some(raised(carried)))
                .perhaps(FLAT_PARENTHESES, Some(tuple(&numbers(&right))))
                .hint(
                    "The leftmost number goes up; at its extent it goes back to 0, and the number to its right goes up.",
                    "最左边的数加一；达到它的长度就回到 0，右边的数加一。",
                )
                .solved(Solution::Lines(lines)),
        )
    },
};

/// Which of some coordinates comes first.
pub(super) const ORDER_OF_COORDINATES: Generator = Generator {
    name: "order-of-coordinates",
    title: ["Which coordinate comes first", "哪个坐标在前"],
    block: 4,
    lesson: "colex-order",
    draw: |random, level| {
        let (profile, shape) = shape(random, level)?;
        let given = format!("S = {}", filled(profile, &shape));
        let size = shape.iter().product::<i64>();
        let count = if level == 1 { 3 } else { 4 };
        let mut linears = Vec::new();
        for _ in 0..count {
            let linear = random.below(size);
            if linears.contains(&linear) {
                return None;
            }
            linears.push(linear);
        }
        let coordinate = |linear: &i64| printed(&given, &format!("idx2crd({linear}, S)"));
        let spoken = linears.iter().map(coordinate).collect::<Option<Vec<_>>>()?;
        let coordinates = spoken.iter().map(|spoken| numbers(spoken)).collect::<Vec<_>>();
        let asks_last = level > 1 && random.flip();
        // The place of the one that comes first, or last, by a key.
        let place = |key: &dyn Fn(&[i64]) -> i64| {
            let keys = coordinates.iter().map(|coordinate| key(coordinate)).collect::<Vec<_>>();
            let end = if asks_last { keys.iter().max() } else { keys.iter().min() };
            keys.iter().position(|key| Some(key) == end)
        };
        let right = place(&|natural| inner_product(natural, &left_strides(&shape)))?;
        let by_row = place(&|natural| row_major_number(natural, &shape))?;
        let groups = groups(profile);
        let is_nested = groups.len() < shape.len();
        let by_inner = place(&|natural| inner_number(natural, &shape, &groups)).filter(|_| is_nested);
        if by_row == right || (level == 3 && by_inner == Some(right)) {
            return None;
        }
        // The last number alone does not tell, except on level 1.
        let last = coordinates.get(right)?.last();
        if level > 1 && coordinates.iter().filter(|coordinate| coordinate.last() == last).count() < 2 {
            return None;
        }
        let sum = place(&|natural| natural.iter().sum());
        let mut lines = Vec::new();
        for ((spoken, natural), linear) in spoken.iter().zip(&coordinates).zip(&linears) {
            let sum = products(natural, &left_strides(&shape));
            lines.push([
                format!("{spoken} is the 1-D coordinate {sum} = {linear}."),
                format!("{spoken} 是一维坐标 {sum} = {linear}。"),
            ]);
        }
        let chosen = spoken.get(right)?;
        let [english, chinese] = if asks_last { ["largest", "最大"] } else { ["smallest", "最小"] };
        lines.push([format!("{chosen} is the {english}."), format!("{chosen} 的{chinese}。")]);
        let [english, chinese] = if asks_last { ["last", "最后"] } else { ["first", "最前"] };
        let exercise = Exercise::new(
            given.clone(),
            [
                format!("Which of these coordinates of S comes {english} in colexicographic order?"),
                format!("按余字典序，S 的这些坐标中哪个排在{chinese}？"),
            ],
            right,
        );
        let choices = spoken.iter().map(|spoken| [spoken.clone(), spoken.clone()]).collect();
        Some(
            exercise
                .typed(Field::Choice(choices), Meaning::Choice)
                .wrong(ROW_MAJOR, by_row)
                .perhaps(INNER_ROW_MAJOR, by_inner)
                .perhaps(ADDS_COORDINATES, sum)
                .hint(
                    "Compare the rightmost numbers first; where they are equal, the next ones to the left.",
                    "先比较最右边的数；相同时再比较它左边的数。",
                )
                .solved(Solution::Lines(lines)),
        )
    },
};

/// The 1-D coordinate of a natural one.
pub(super) const NUMBER_OF_COORDINATE: Generator = Generator {
    name: "number-of-coordinate",
    title: ["From a natural coordinate to the 1-D one", "由自然坐标求一维坐标"],
    block: 4,
    lesson: "crd2idx",
    draw: |random, level| {
        let (profile, shape) = shape(random, level)?;
        let given = format!("S = {}", filled(profile, &shape));
        let natural = shape.iter().map(|extent| random.between(0, extent - 1)).collect::<Vec<_>>();
        if natural.iter().skip(1).filter(|number| **number > 0).count() < usize::from(level.min(2)) {
            return None;
        }
        let spoken = filled(profile, &natural);
        let right = number(&given, &format!("crd2idx({spoken}, S)"))?;
        let strides = left_strides(&shape);
        let mut own = shape.clone();
        own.first_mut().into_iter().for_each(|first| *first = 1);
        let mut before = vec![1];
        before.extend(&shape);
        let groups = groups(profile);
        let by_inner = inner_number(&natural, &shape, &groups);
        let steps = strides.iter().take(shape.len()).map(i64::to_string).collect::<Vec<_>>().join(", ");
        let exercise = Exercise::new(
            given,
            [
                format!("Which 1-D coordinate of S is {spoken}: what is crd2idx({spoken}, S)?"),
                format!("{spoken} 是 S 的哪个一维坐标，即 crd2idx({spoken}, S) 是多少？"),
            ],
            right,
        );
        Some(
            exercise
                .perhaps(ROW_MAJOR, Some(row_major_number(&natural, &shape)))
                .perhaps(INNER_ROW_MAJOR, (groups.len() < shape.len()).then_some(by_inner))
                .perhaps(ADDS_COORDINATES, Some(natural.iter().sum::<i64>()))
                .perhaps(OWN_EXTENT, Some(inner_product(&natural, &own)))
                .perhaps(ONE_EXTENT, Some(inner_product(&natural, &before)))
                .hint(
                    "Each number counts as many times as there are coordinates in the extents to its left.",
                    "每个数都要乘以它左边各长度的乘积。",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("From left to right, the products of the extents before are {steps}."),
                        format!("从左到右，左边各长度的乘积依次是 {steps}。"),
                    ],
                    [
                        format!("{} = {right}.", products(&natural, &strides)),
                        format!("{} = {right}。", products(&natural, &strides)),
                    ],
                ])),
        )
    },
};
