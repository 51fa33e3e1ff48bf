//! Complement: what fills the gaps of a layout, and copies it up to a cotarget.

use super::nest;
use super::reckon::{number, printed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    COSIZE_FOR_PERIOD, FLOOR_FOR_CEIL, GAPS_UNFILLED, ONLY_GAPS, SIZE_FOR_COSIZE, SUBTRACTS_SIZE,
};
use crate::learn::random::Random;

/// A layout with gaps, and what its complement is made of.
struct Drawn {
    layout: String,
    size: i64,
    cosize: i64,
    /// The gaps: how many copies, how far apart.
    gaps: Vec<(i64, i64)>,
    /// Distance between the copies of the whole.
    period: i64,
    cotarget: i64,
}

fn drawn(random: &mut Random, level: u8, divides: bool) -> Option<Drawn> {
    let mut period = 1;
    let (mut modes, mut gaps) = (Vec::new(), Vec::new());
    for _ in 0..level {
        let gap = random.between(1, if level == 3 { 3 } else { 5 });
        let extent = random.between(2, if level == 3 { 4 } else { 6 });
        gaps.push((gap, period));
        modes.push((extent, period * gap));
        period *= gap * extent;
    }
    random.shuffle(&mut modes);
    let copies = random.between(1, 5);
    let cosize = modes.iter().map(|mode| (mode.0 - 1) * mode.1).sum::<i64>() + 1;
    let cotarget = period * copies - if divides { 0 } else { random.below(period - cosize + 1) };
    let groups = nest::groups(random, modes.len(), level);
    // A complete layout has nothing to be filled.
    (cotarget > nest::size(&modes)).then(|| Drawn {
        layout: nest::layout(&modes, &groups),
        size: nest::size(&modes),
        cosize,
        gaps,
        period,
        cotarget,
    })
}

impl Drawn {
    fn gap_size(&self) -> i64 {
        nest::size(&self.gaps)
    }

    /// The gaps, and copies of the whole some distance apart.
    fn with_copies(&self, distance: i64) -> String {
        let mut modes = self.gaps.clone();
        modes.push((rounded_up(self.cotarget, distance), distance));
        nest::flat(&modes)
    }
}

fn rounded_up(number: i64, by: i64) -> i64 {
    (number + by - 1) / by
}

/// The complement as a layout.
pub(super) const COMPLEMENT_LAYOUT: Generator = Generator {
    name: "complement-layout",
    title: ["Work out a complement", "求补"],
    block: 12,
    lesson: "complement",
    draw: |random, level| {
        let drawn = drawn(random, level, level < 3)?;
        let cotarget = drawn.cotarget;
        let given = format!("A = {}", drawn.layout);
        let answer = printed(&given, &format!("complement(A, {cotarget})"))?;
        let rest = (rounded_up(cotarget, drawn.period), drawn.period);
        let exercise = Exercise::new(
            given,
            [
                format!(
                    "Write complement(A, {cotarget}): what fills A's gaps and copies it up to the cotarget {cotarget}."
                ),
                format!("写出 complement(A, {cotarget})：它填满 A 的空隙，再把 A 一直铺到 cotarget {cotarget}。"),
            ],
            answer,
        );
        Some(
            exercise
                .typed(Field::Layout, Meaning::Function)
                .perhaps(GAPS_UNFILLED, Some(nest::flat(&[rest])))
                .perhaps(ONLY_GAPS, Some(nest::flat(&drawn.gaps)))
                .perhaps(COSIZE_FOR_PERIOD, Some(drawn.with_copies(drawn.cosize)))
                .perhaps(SUBTRACTS_SIZE, Some(format!("{}:{}", (cotarget - drawn.size).max(1), drawn.size)))
                .hint(
                    "Sort A's modes by stride. Before each, how many copies fit between what was reached and its stride?",
                    "把 A 的 mode 按步长排序。在每个 mode 之前，从已填到的位置到它的步长之间能放几份？",
                )
                .solved(Solution::Steps(format!("complement(A, {cotarget})"))),
        )
    },
};

/// Size of a complement.
pub(super) const COMPLEMENT_SIZE: Generator = Generator {
    name: "complement-size",
    title: ["Size or cosize of a complement", "补的 size 或 cosize"],
    block: 12,
    lesson: "complement",
    draw: |random, level| {
        let divides = level == 1;
        let drawn = drawn(random, level.min(2), divides)?;
        let (cotarget, gaps) = (drawn.cotarget, drawn.gap_size());
        let given = format!("A = {}", drawn.layout);
        let asks_cosize = level > 1 && random.flip();
        let called = if asks_cosize { "cosize" } else { "size" };
        let size = number(&given, &format!("size(complement(A, {cotarget}))"))?;
        let answer = number(&given, &format!("{called}(complement(A, {cotarget}))"))?;
        let exercise = Exercise::new(
            given.clone(),
            [
                format!("What is the {called} of complement(A, {cotarget})?"),
                format!("complement(A, {cotarget}) 的 {called} 是多少？"),
            ],
            answer,
        );
        let copies = rounded_up(cotarget, drawn.period);
        let exercise = if asks_cosize {
            exercise
                .perhaps(SIZE_FOR_COSIZE, Some(size))
                .perhaps(COSIZE_FOR_PERIOD, number(&given, &format!("cosize({})", drawn.with_copies(drawn.cosize))))
        } else {
            exercise
                .perhaps(FLOOR_FOR_CEIL, Some(gaps * (cotarget / drawn.period)))
                .perhaps(COSIZE_FOR_PERIOD, Some(gaps * rounded_up(cotarget, drawn.cosize)))
                .perhaps(GAPS_UNFILLED, Some(copies))
        };
        let layout = printed(&given, &format!("complement(A, {cotarget})"))?;
        let (period, size_of_a) = (drawn.period, drawn.size);
        Some(
            exercise
                .perhaps(SUBTRACTS_SIZE, Some(cotarget - size_of_a))
                .perhaps(ONLY_GAPS, (!asks_cosize && copies > 1).then_some(gaps))
                .hint(
                    "First the gaps within A, then how many copies of the whole there are, rounded up.",
                    "先算 A 内部的空隙，再算整体要铺几份（向上取整）。",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("The gaps of A are filled {gaps} times; then everything begins again every {period}."),
                        format!("A 的空隙要填 {gaps} 份；然后每隔 {period} 从头再来。"),
                    ],
                    [
                        format!("Up to {cotarget} there are {copies} copies of that, rounded up: {gaps} × {copies} = {size}."),
                        format!("铺到 {cotarget} 要 {copies} 份（向上取整）：{gaps} × {copies} = {size}。"),
                    ],
                    [
                        format!("complement(A, {cotarget}) is {layout}, and its {called} is {answer}."),
                        format!("complement(A, {cotarget}) 是 {layout}，它的 {called} 是 {answer}。"),
                    ],
                ])),
        )
    },
};
