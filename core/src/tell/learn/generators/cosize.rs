//! Amount of memory that a layout reaches over, and which of it stays empty.

use super::draw::{inner_product, left_strides};
use super::profile::{self, filled, products};
use super::reckon::{indices, listed, number, printed};
use crate::learn::Both;
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    COUNTS_USED, EXTENTS_FOR_LAST, LARGEST_FOR_COSIZE, LARGEST_INDEX, OVERLAPS, PERIOD_FOR_COSIZE, RUNS_FOR_SLOTS,
    SIZE_FOR_COSIZE, STRIDE_OF_LEFT, STRIDE_OF_RIGHT, SUBTRACTS_COORDINATES,
};
use crate::learn::random::Random;

/// A layout that is drawn.
struct Drawn {
    /// Its parentheses.
    profile: &'static str,
    /// Its extents from left to right.
    shape: Vec<i64>,
    /// Their strides.
    stride: Vec<i64>,
}

impl Drawn {
    /// Its last coordinate.
    fn last(&self) -> Vec<i64> {
        self.shape.iter().map(|extent| extent - 1).collect()
    }

    /// The largest of its extents times their strides.
    fn period(&self) -> i64 {
        self.shape.iter().zip(&self.stride).map(|(extent, stride)| extent * stride).max().unwrap_or(0)
    }

    /// Its printed form.
    fn written(&self) -> String {
        profile::layout(self.profile, &self.shape, &self.stride)
    }
}

/// A layout with gaps; from level 2 on sometimes one whose modes overlap, or that has a stride 0.
fn drawn(random: &mut Random, level: u8) -> Option<Drawn> {
    let profile = profile::drawn(random, level)?;
    let shape = (0..profile::count(profile)).map(|_| random.between(2, if level == 3 { 4 } else { 5 }));
    let shape = shape.collect::<Vec<_>>();
    let mut next = random.between(1, 3);
    let mut stride = Vec::new();
    for extent in &shape {
        let is_free = level > 1 && random.below(4) == 0;
        stride.push(if is_free { random.between(0, 4) } else { next });
        next = if is_free { next } else { next * extent + random.pick(&[0, 0, 1, 2, 4])? };
    }
    let mut modes = shape.into_iter().zip(stride).collect::<Vec<_>>();
    random.shuffle(&mut modes);
    let (shape, stride) = modes.into_iter().unzip();
    Some(Drawn { profile, shape, stride })
}

/// The largest index, written out.
fn largest(drawn: &Drawn) -> Both {
    let (last, largest) = (drawn.last(), inner_product(&drawn.last(), &drawn.stride));
    let (spoken, sum) = (filled(drawn.profile, &last), products(&last, &drawn.stride));
    [
        format!("The last coordinate {spoken} has the largest index: {sum} = {largest}."),
        format!("最后一个坐标 {spoken} 的索引最大：{sum} = {largest}。"),
    ]
}

/// The line that adds one.
fn one_more(cosize: i64) -> Both {
    let largest = cosize - 1;
    [format!("Cosize is one more: {largest} + 1 = {cosize}."), format!("cosize 再加一：{largest} + 1 = {cosize}。")]
}

/// The cosize of a layout.
pub(super) const COSIZE_OF_LAYOUT: Generator = Generator {
    name: "cosize-of-layout",
    title: ["The cosize of a layout", "布局的 cosize"],
    block: 1,
    lesson: "cosize",
    draw: |random, level| {
        let drawn = drawn(random, level)?;
        let given = format!("A = {}", drawn.written());
        let (cosize, size) = (number(&given, "cosize(A)")?, number(&given, "size(A)")?);
        let mut used = indices(&given, "A")?;
        used.sort_unstable();
        used.dedup();
        let used = i64::try_from(used.len()).ok()?;
        if cosize == size || cosize == used {
            return None;
        }
        let exercise = Exercise::new(given, ["What is cosize(A)?".into(), "cosize(A) 是多少？".into()], cosize);
        Some(
            exercise
                .wrong(SIZE_FOR_COSIZE, size)
                .wrong(LARGEST_INDEX, cosize - 1)
                .perhaps(EXTENTS_FOR_LAST, Some(inner_product(&drawn.shape, &drawn.stride)))
                .perhaps(PERIOD_FOR_COSIZE, Some(drawn.period()))
                .perhaps(COUNTS_USED, (used != size).then_some(used))
                .hint(
                    "Reckon the index of the last coordinate; how many slots are there from 0 up to it?",
                    "先求最后一个坐标的索引；从 0 到它一共有多少个位置？",
                )
                .solved(Solution::Lines(vec![largest(&drawn), one_more(cosize)])),
        )
    },
};

/// Number of slots below cosize that hold nothing.
pub(super) const GAP_COUNT: Generator = Generator {
    name: "gap-count",
    title: ["How many slots stay empty", "有多少个位置空着"],
    block: 1,
    lesson: "cosize",
    draw: |random, level| {
        let drawn = drawn(random, level)?;
        let given = format!("A = {}", drawn.written());
        let (cosize, size) = (number(&given, "cosize(A)")?, number(&given, "size(A)")?);
        let mut used = indices(&given, "A")?;
        used.sort_unstable();
        used.dedup();
        let empty = (0..cosize).filter(|slot| used.binary_search(slot).is_err()).collect::<Vec<_>>();
        let runs = used.windows(2).filter(|pair| matches!(pair, [left, right] if left + 1 < *right)).count();
        let (gaps, held) = (i64::try_from(empty.len()).ok()?, i64::try_from(used.len()).ok()?);
        // Where modes overlap, there are few enough indices to be listed.
        let steps = drawn.shape.iter().zip(&drawn.stride).filter(|mode| *mode.1 > 0);
        if gaps == 0 || (held > 12 && steps.map(|mode| mode.0).product::<i64>() != held) {
            return None;
        }
        let mut lines = vec![largest(&drawn), one_more(cosize)];
        lines.push(if held == size {
            [
                format!("No two of the {size} coordinates share a slot, so {size} slots hold something."),
                format!("{size} 个坐标各占一个位置，所以有 {size} 个位置放了东西。"),
            ]
        } else {
            [
                format!("Of the {size} coordinates some share a slot: {held} slots hold something."),
                format!("{size} 个坐标中有的共用一个位置：有 {held} 个位置放了东西。"),
            ]
        });
        lines.push([
            format!("{cosize} - {held} = {gaps} stay empty."),
            format!("{cosize} - {held} = {gaps} 个位置空着。"),
        ]);
        if empty.len() <= 16 {
            let empty = listed(&empty);
            lines.push([format!("They are {empty}."), format!("空着的是 {empty}。")]);
        }
        let exercise = Exercise::new(
            given,
            [
                "How many of the slots from 0 up to cosize(A) - 1 does A leave empty?".into(),
                "从 0 到 cosize(A) - 1 的位置中，A 有多少个没有用到？".into(),
            ],
            gaps,
        );
        Some(
            exercise
                .perhaps(LARGEST_FOR_COSIZE, Some(gaps - 1).filter(|gaps| *gaps > 0))
                .perhaps(PERIOD_FOR_COSIZE, Some(drawn.period() - held).filter(|gaps| *gaps > 0))
                .perhaps(SUBTRACTS_COORDINATES, Some(cosize - size).filter(|gaps| *gaps > 0))
                .perhaps(RUNS_FOR_SLOTS, Some(runs))
                .hint(
                    "Reckon cosize, and take off how many different indices A has.",
                    "先求 cosize，再减去 A 的不同索引的个数。",
                )
                .solved(Solution::Lines(lines)),
        )
    },
};

/// A stride, or on level 3 all of them, that make a layout as large as is asked.
pub(super) const STRIDE_FOR_COSIZE: Generator = Generator {
    name: "stride-for-cosize",
    title: ["A stride for a cosize", "给定 cosize，求步长"],
    block: 1,
    lesson: "cosize",
    draw: |random, level| if level == 3 { strides_for_cosize(random) } else { stride_for_cosize(random, level) },
};

/// One stride is missing.
fn stride_for_cosize(random: &mut Random, level: u8) -> Option<Exercise> {
    let Drawn { profile, shape, stride } = drawn(random, level)?;
    let place = usize::try_from(random.below(i64::try_from(shape.len()).ok()?)).ok()?;
    let (extent, missing) = (*shape.get(place)?, *stride.get(place)?);
    // Question by a letter where the number stood.
    let with = |put: &str| {
        let mut stride = stride.iter().map(i64::to_string).collect::<Vec<_>>();
        stride.get_mut(place).into_iter().for_each(|stride| put.clone_into(stride));
        let mut stride = stride.into_iter();
        let stride = profile.chars().map(|letter| match letter {
            '_' => stride.next().unwrap_or_default(),
            _ => letter.to_string(),
        });
        format!("{}:{}", filled(profile, &shape), stride.collect::<String>())
    };
    let (given, asked) = (format!("S = {}", filled(profile, &shape)), with("d"));
    let whole = with(&missing.to_string());
    let cosize = number("", &format!("cosize({whole})"))?;
    let others = cosize - 1 - (extent - 1) * missing;
    let holds = with("ans");
    let holds = vec![format!("cosize({holds}) == {cosize}"), format!("injective {holds}"), "0 < ans".into()];
    let times = extent - 1;
    let mut lines = vec![[
        format!("The largest index is {cosize} - 1 = {}.", cosize - 1),
        format!("最大的索引是 {cosize} - 1 = {}。", cosize - 1),
    ]];
    lines.push([
        format!("The other modes make {others} of it, so {times} × d = {} and d = {missing}.", times * missing),
        format!("其他 mode 占其中的 {others}，所以 {times} × d = {}，d = {missing}。", times * missing),
    ]);
    let divided = |number: i64, by: i64| (by > 0 && number > 0 && number % by == 0).then(|| number / by);
    let exercise = Exercise::new(
        given,
        [
            format!("Which positive stride d gives {asked} the cosize {cosize}, with no two coordinates at one index?"),
            format!("正的步长 d 取多少，{asked} 的 cosize 才是 {cosize}，而且没有两个坐标的索引相同？"),
        ],
        missing,
    );
    let exercise = exercise.typed(Field::Number, Meaning::Holds(holds));
    let left = left_strides(&shape).get(place).copied();
    Some(
        exercise
            .perhaps(LARGEST_FOR_COSIZE, divided(cosize - others, times))
            .perhaps(EXTENTS_FOR_LAST, divided(cosize - 1 - others, extent))
            .perhaps(PERIOD_FOR_COSIZE, divided(cosize, extent))
            .perhaps(STRIDE_OF_LEFT, left)
            .hint(
                "The largest index is one less than cosize; each mode makes its extent less one times its stride of it.",
                "最大的索引比 cosize 小一；每个 mode 占其中的（长度减一）× 步长。",
            )
            .solved(Solution::Lines(lines)),
    )
}

/// All strides are asked for; several will do.
fn strides_for_cosize(random: &mut Random) -> Option<Exercise> {
    let profile = random.pick(&["(_,_)", "(_,_,_)", "((_,_),_)", "(_,(_,_))"])?;
    let shape = (0..profile::count(profile)).map(|_| random.between(2, 6)).collect::<Vec<_>>();
    // LayoutLeft, where the last mode, or all, are set further apart.
    let factor = random.between(1, 3);
    let mut stride = left_strides(&shape).iter().take(shape.len()).map(|stride| stride * factor).collect::<Vec<_>>();
    *stride.last_mut()? += random.between(1, 9);
    let (shape_text, right) = (filled(profile, &shape), profile::layout(profile, &shape, &stride));
    let given = format!("S = {shape_text}");
    let cosize = number("", &format!("cosize({right})"))?;
    let drawn = Drawn { profile, shape, stride };
    let Drawn { shape, .. } = &drawn;
    let holds = vec!["shape(ans) == S".into(), format!("cosize(ans) == {cosize}"), "injective ans".into()];
    let exercise = Exercise::new(
        given.clone(),
        [
            format!(
                "Write a layout of shape {shape_text} with the cosize {cosize} and no two coordinates at one index. Several answers are right."
            ),
            format!("写出一个形状为 {shape_text}、cosize 为 {cosize}、任何两个坐标的索引都不同的布局。答案不唯一。"),
        ],
        right.clone(),
    );
    let exercise = exercise.typed(Field::Layout, Meaning::Holds(holds));
    // As large as is asked, but all modes step by one and the last makes up for the rest.
    let (extent, others) = (*shape.last()?, shape.iter().rev().skip(1).map(|extent| extent - 1).sum::<i64>());
    let rest = cosize - 1 - others;
    let overlapping = (rest % (extent - 1) == 0).then(|| {
        let mut stride = vec![1; shape.len()];
        stride.last_mut().into_iter().for_each(|last| *last = rest / (extent - 1));
        profile::layout(profile, shape, &stride)
    });
    // One stride alone is not 0.
    let broadcast = ((cosize - 1) % (extent - 1) == 0).then(|| {
        let mut stride = vec![0; shape.len()];
        stride.last_mut().into_iter().for_each(|last| *last = (cosize - 1) / (extent - 1));
        profile::layout(profile, shape, &stride)
    });
    let mut lines = vec![[
        format!(
            "{right} is one: each stride is larger than all indices of the modes before it, so no index comes twice."
        ),
        format!("{right} 就是一个：每个步长都超过前面各 mode 所能到的最大索引，就没有重复的索引。"),
    ]];
    lines.push(largest(&drawn));
    lines.push(one_more(cosize));
    Some(
        exercise
            .perhaps(OVERLAPS, overlapping)
            .perhaps(OVERLAPS, broadcast)
            .perhaps(STRIDE_OF_LEFT, printed(&given, "make_layout(S, LayoutLeft)"))
            .perhaps(STRIDE_OF_RIGHT, printed(&given, "make_layout(S, LayoutRight)"))
            .hint(
                "Give all modes but one small strides that do not overlap; the last stride makes up the rest.",
                "先给其他 mode 取不重叠的小步长，再用最后一个步长补足。",
            )
            .solved(Solution::Lines(lines)),
    )
}
