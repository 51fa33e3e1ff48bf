//! Strides that are basis elements: layouts that give coordinates.

use super::draw::{digits, tuple};
use super::reckon::printed;
use super::tree::{self, Profile};
use crate::Nested;
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{BASIS_IS_PLACE, BASIS_REPLACED, BASIS_SCALE, ROW_MAJOR};
use crate::learn::random::Random;

/// A stride: how far, and in which place of what comes out.
type Basis = (i64, usize);

/// The coordinate that digits of strides add up to.
fn sum(digits: &[i64], strides: &[Basis], places: usize) -> String {
    let component = |place: usize| {
        let terms = digits.iter().zip(strides).filter(|(_, (_, at))| *at == place);
        terms.map(|(digit, (scale, _))| digit * scale).sum::<i64>()
    };
    tuple(&(0..places).map(component).collect::<Vec<_>>())
}

/// The parentheses of a level: two modes, three of them or one pair within, two pairs.
fn profile(random: &mut Random, level: u8) -> Option<Profile> {
    match level {
        1 => tree::profile(random, 1),
        2 if random.flip() => Some(Nested::Tuple(vec![Nested::Leaf(()); 3])),
        2 => tree::nested(random),
        _ => tree::deep(random),
    }
}

/// Which place of the result each stride moves, and how far: the numbers of one place follow one another.
fn strides(random: &mut Random, shape: &[i64], level: u8) -> Option<Vec<Basis>> {
    let places = if level == 1 || shape.len() > 3 || random.flip() { 2 } else { shape.len().min(3) };
    let mut order = (0..shape.len()).map(|number| number % places).collect::<Vec<_>>();
    random.shuffle(&mut order);
    let mut next = (0..places).map(|_| random.pick(&[1, 1, 2, 3])).collect::<Option<Vec<_>>>()?;
    let mut strides = Vec::new();
    for (place, extent) in order.iter().zip(shape) {
        let scale = next.get_mut(*place)?;
        strides.push((*scale, *place));
        *scale *= extent;
    }
    Some(strides)
}

/// Value that a layout with basis strides returns.
pub(super) const IDENTITY_VALUE: Generator = Generator {
    name: "identity-value",
    title: ["The coordinate that basis strides give", "基向量步长给出的坐标"],
    block: 17,
    lesson: "basis-strides",
    draw: |random, level| {
        let profile = profile(random, level)?;
        let shape = tree::extents(random, profile.leaf_count(), if level == 3 { 4 } else { 5 });
        let strides = strides(random, &shape, level)?;
        let places = strides.iter().map(|(_, place)| place + 1).max()?;
        // In order and without scale the layout gives back what one asks with.
        if shape.len() == places && strides.iter().enumerate().all(|(mode, stride)| *stride == (1, mode)) {
            return None;
        }
        let mut bases = strides.iter();
        let written =
            profile.map(&mut |()| bases.next().map(|(scale, place)| format!("{scale}@{place}")).unwrap_or_default());
        let given = format!("E = {}:{written}", tree::fill(&profile, &shape));
        let size = shape.iter().product::<i64>();
        if size > 200 {
            return None;
        }
        let number = random.between(2, size - 1);
        let natural = digits(number, &shape);
        if natural.iter().filter(|digit| **digit > 0).count() < 2 {
            return None;
        }
        let coordinate = tree::fill(&profile, &natural).to_string();
        let is_number = level > 1 && random.below(3) > 0;
        let spoken = if is_number { number.to_string() } else { coordinate.clone() };
        let call = if is_number { format!("E({number})") } else { format!("E{coordinate}") };
        let right = printed(&given, &call)?;
        let kind = if is_number { ["the 1-D coordinate", "一维坐标"] } else { ["the coordinate", "坐标"] };
        let exercise = Exercise::new(
            given,
            [
                format!("What does E return at {} {spoken}?", kind[0]),
                format!("E 在{} {spoken} 处的值是什么？", kind[1]),
            ],
            right.clone(),
        );
        let in_order = strides.iter().enumerate().map(|(mode, (scale, _))| (*scale, mode.min(places - 1)));
        let unscaled = strides.iter().map(|(_, place)| (1, *place)).collect::<Vec<_>>();
        let last_alone = {
            let component = |place: usize| {
                let mut terms = natural.iter().zip(&strides).filter(|(_, (_, at))| *at == place);
                terms.next_back().map(|(digit, (scale, _))| digit * scale).unwrap_or_default()
            };
            tuple(&(0..places).map(component).collect::<Vec<_>>())
        };
        let mut reversed = shape.clone();
        reversed.reverse();
        let mut row_major = digits(number, &reversed);
        row_major.reverse();
        let terms = natural.iter().zip(&strides).map(|(digit, (scale, place))| format!("{digit}·{scale}@{place}"));
        let terms = terms.collect::<Vec<_>>().join(" + ");
        let mut lines = Vec::new();
        if is_number {
            lines.push([
                format!("The natural coordinate of {number} is {coordinate}."),
                format!("{number} 的自然坐标是 {coordinate}。"),
            ]);
        }
        lines.push([format!("Each number times its stride: {terms}."), format!("每个数乘以步长：{terms}。")]);
        lines.push([
            format!("The number behind @ says to which component it is added: {right}."),
            format!("@ 后面的数说明加到第几个分量：{right}。"),
        ]);
        let exercise = exercise
            .typed(Field::Tuple, Meaning::Value)
            .perhaps(BASIS_IS_PLACE, Some(sum(&natural, &in_order.collect::<Vec<_>>(), places)))
            .perhaps(BASIS_SCALE, Some(sum(&natural, &unscaled, places)))
            .perhaps(BASIS_REPLACED, Some(last_alone))
            .perhaps(ROW_MAJOR, is_number.then(|| sum(&row_major, &strides, places)))
            .hint(
                "A stride s@i moves component i of the result by s for each step of its mode.",
                "步长 s@i：所在 mode 每走一步，结果的第 i 个分量加 s。",
            )
            .solved(Solution::Lines(lines));
        // With one way to go wrong it would be too easy.
        (exercise.wrong.len() > 1).then_some(exercise)
    },
};
