//! Stride 0: coordinates that read the same element.

use super::draw::{inner_product, left_strides};
use super::reckon::{indices, listed, number};
use super::tree::{self, Profile};
use crate::Nested;
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    BROADCASTS_OTHER, COUNTS_COORDINATES, COUNTS_USED, EXCHANGES_ZERO, EXTENT_ONE, LARGEST_INDEX, NO_BROADCAST,
    SIZE_FOR_COSIZE, SPAN_FOR_INDICES, ZERO_AS_ONE,
};
use crate::learn::random::Random;

/// Extents and strides, some of them 0, in parentheses.
struct Drawn {
    profile: Profile,
    shape: Vec<i64>,
    stride: Vec<i64>,
}

impl Drawn {
    /// A layout of a level with at least one stride 0 and one that is not; the others leave gaps of `step`.
    fn new(random: &mut Random, profile: Profile, step: i64) -> Option<Drawn> {
        let count = profile.leaf_count();
        let shape = tree::extents(random, count, if count > 3 { 4 } else { 6 });
        let mut is_zero = (0..count).map(|place| place > 0 && random.flip()).collect::<Vec<_>>();
        random.shuffle(&mut is_zero);
        let mut next = step;
        let mut stride = Vec::new();
        for (extent, zero) in shape.iter().zip(&is_zero) {
            stride.push(if *zero { 0 } else { next });
            next *= if *zero { 1 } else { *extent };
        }
        (stride.contains(&0) && shape.iter().product::<i64>() <= 200).then_some(Drawn { profile, shape, stride })
    }

    fn spoken(&self, shape: &[i64], stride: &[i64]) -> String {
        tree::layout(&self.profile, shape, stride)
    }

    /// The product of the extents whose stride is 0, or of the others.
    fn product(&self, zero: bool) -> i64 {
        let modes = self.shape.iter().zip(&self.stride);
        modes.filter(|(_, stride)| (**stride == 0) == zero).map(|(extent, _)| *extent).product()
    }

    /// The strides with something else in place of each 0.
    fn without_zero(&self, other: impl Fn(i64) -> i64) -> Vec<i64> {
        self.stride
            .iter()
            .zip(&self.shape)
            .map(|(stride, extent)| if *stride == 0 { other(*extent) } else { *stride })
            .collect()
    }
}

/// The parentheses of a level: two modes, three of them, parentheses within.
fn profile(random: &mut Random, level: u8) -> Option<Profile> {
    match level {
        1 => tree::profile(random, 1),
        2 => Some(Nested::Tuple(vec![Nested::Leaf(()); 3])),
        _ if random.flip() => tree::nested(random),
        _ => tree::deep(random),
    }
}

/// The layout that broadcasts.
pub(super) const BROADCAST_STRIDE: Generator = Generator {
    name: "broadcast-stride",
    title: ["Broadcast with stride 0", "用步长 0 广播"],
    block: 16,
    lesson: "stride-zero",
    draw: |random, level| {
        let step = if level == 1 { random.between(1, 4) } else { random.between(1, 3) };
        let profile = profile(random, level)?;
        let drawn = Drawn::new(random, profile, step)?;
        let letters = ["i", "j", "k", "l", "m"].get(..drawn.shape.len())?;
        let coordinate = {
            let mut letters = letters.iter();
            drawn.profile.map(&mut |()| letters.next().copied().unwrap_or_default())
        };
        let terms = letters.iter().zip(&drawn.stride).filter(|(_, stride)| **stride != 0);
        let terms =
            terms.map(|(letter, stride)| if *stride == 1 { (*letter).into() } else { format!("{stride}·{letter}") });
        let formula = terms.collect::<Vec<_>>().join(" + ");
        let absent = letters.iter().zip(&drawn.stride).filter(|(_, stride)| **stride == 0).map(|(letter, _)| *letter);
        let absent = absent.collect::<Vec<_>>();
        let free_zh = absent.join("、");
        let free = free_zh.replace('、', " and ");
        let are = if absent.len() == 1 { "is" } else { "are" };
        let shape = tree::fill(&drawn.profile, &drawn.shape);
        let question = match (level, drawn.stride.first()? == &0) {
            (1, first_is_zero) => {
                let [rows, columns] = drawn.shape.get(..2)? else { return None };
                let count = if first_is_zero { *columns } else { *rows };
                let vector = listed(&(0..count).map(|place| place * step).collect::<Vec<_>>());
                let (line, line_zh) = if first_is_zero { ("row", "行") } else { ("column", "列") };
                [
                    format!(
                        "A vector has its elements at the indices {vector}. Write the layout of the shape {shape} in which every {line} reads this vector: i is the row, j the column."
                    ),
                    format!(
                        "一个向量的元素在索引 {vector} 处。写出形状为 {shape} 的布局，使每一{line_zh}读到的都是这个向量（i 是行，j 是列）。"
                    ),
                ]
            }
            _ => [
                format!(
                    "Write the layout of the shape {shape} whose index at {coordinate} is {formula}, whatever {free} {are}."
                ),
                format!("写出形状为 {shape} 的布局，使坐标 {coordinate} 处的索引是 {formula}，与 {free_zh} 无关。"),
            ],
        };
        let right = drawn.spoken(&drawn.shape, &drawn.stride);
        let exercise = Exercise::new(format!("S = {shape}"), question, right);
        let shrunk =
            drawn.shape.iter().zip(&drawn.stride).map(|(extent, stride)| if *stride == 0 { 1 } else { *extent });
        let shrunk = shrunk.collect::<Vec<_>>();
        let mut exchanged = drawn.stride.clone();
        exchanged.reverse();
        let mut compact = left_strides(&drawn.shape);
        compact.pop();
        let lines = letters.iter().zip(&drawn.stride).zip(&drawn.shape).map(|((letter, stride), extent)| {
            if *stride == 0 {
                [
                    format!("{letter} does not change the index: the mode of extent {extent} has the stride 0."),
                    format!("{letter} 不改变索引：长度 {extent} 的 mode 步长为 0。"),
                ]
            } else {
                [
                    format!("Each step of {letter} moves the index by {stride}: the mode of extent {extent} has the stride {stride}."),
                    format!("{letter} 每加 1，索引加 {stride}：长度 {extent} 的 mode 步长为 {stride}。"),
                ]
            }
        });
        Some(
            exercise
                .typed(Field::Layout, Meaning::Layout)
                .perhaps(BROADCASTS_OTHER, Some(drawn.spoken(&drawn.shape, &exchanged)))
                .perhaps(EXTENT_ONE, Some(drawn.spoken(&shrunk, &drawn.without_zero(|_| 1))))
                .perhaps(ZERO_AS_ONE, Some(drawn.spoken(&drawn.shape, &drawn.without_zero(|_| 1))))
                .perhaps(NO_BROADCAST, Some(drawn.spoken(&drawn.shape, &compact)))
                .hint(
                    "By how much does the index grow when one number of the coordinate grows by 1? That is the stride of its mode.",
                    "坐标中的一个数加 1 时索引加多少？那就是它所在 mode 的步长。",
                )
                .solved(Solution::Lines(lines.collect())),
        )
    },
};

/// Effect of strides of 0 on the number of indices.
pub(super) const INDICES_OF_BROADCAST: Generator = Generator {
    name: "indices-of-broadcast",
    title: ["The indices of a broadcast", "广播布局的索引"],
    block: 16,
    lesson: "stride-zero",
    draw: |random, level| {
        let step = random.between(1, if level == 1 { 2 } else { 4 });
        let profile = profile(random, level)?;
        let drawn = Drawn::new(random, profile, step)?;
        let given = format!("A = {}", drawn.spoken(&drawn.shape, &drawn.stride));
        match random.below(4) {
            0 => different(&drawn, given, step),
            1 => cosize(&drawn, given),
            2 => at_coordinate(random, &drawn, given),
            _ => sharing(random, &drawn, given),
        }
    },
};

/// Asks how many indices there are.
fn different(drawn: &Drawn, given: String, step: i64) -> Option<Exercise> {
    let mut all = indices(&given, "A")?;
    all.sort_unstable();
    all.dedup();
    let (size, cosize) = (number(&given, "size(A)")?, number(&given, "cosize(A)")?);
    let (used, zero) = (drawn.product(false), drawn.product(true));
    let exercise = Exercise::new(
        given,
        ["How many different indices does A have?".into(), "A 有多少个不同的索引？".into()],
        all.len(),
    );
    Some(
        exercise
            .perhaps(COUNTS_COORDINATES, Some(size))
            .perhaps(SPAN_FOR_INDICES, (step > 1).then_some(cosize))
            .perhaps(EXCHANGES_ZERO, Some(zero))
            .hint(HINT[0], HINT[1])
            .solved(Solution::Lines(vec![
                [
                    format!("The modes with stride 0 do not change the index: {zero} coordinates share each of them."),
                    format!("步长为 0 的 mode 不改变索引：每个索引由 {zero} 个坐标共用。"),
                ],
                [
                    format!("The other modes have {used} coordinates: {size} / {zero} = {used} indices."),
                    format!("其余 mode 有 {used} 个坐标：{size} / {zero} = {used} 个索引。"),
                ],
            ])),
    )
}

/// Asks how much memory it needs.
fn cosize(drawn: &Drawn, given: String) -> Option<Exercise> {
    let (size, cosize) = (number(&given, "size(A)")?, number(&given, "cosize(A)")?);
    let used = drawn.product(false);
    let terms = drawn.shape.iter().zip(&drawn.stride).map(|(extent, stride)| format!("{}·{stride}", extent - 1));
    let terms = terms.collect::<Vec<_>>().join(" + ");
    let last = cosize - 1;
    let ones = drawn.without_zero(|_| 1);
    let reach = drawn.shape.iter().map(|extent| extent - 1).collect::<Vec<_>>();
    let exercise = Exercise::new(given, ["What is cosize(A)?".into(), "cosize(A) 是多少？".into()], cosize);
    Some(
        exercise
            .perhaps(SIZE_FOR_COSIZE, Some(size))
            .perhaps(LARGEST_INDEX, Some(last).filter(|last| *last > 0))
            .perhaps(COUNTS_USED, Some(used))
            .perhaps(ZERO_AS_ONE, Some(inner_product(&reach, &ones) + 1))
            .hint(HINT[0], HINT[1])
            .solved(Solution::Lines(vec![
                [
                    format!("The largest index is at the last coordinate: {terms} = {last}."),
                    format!("最大的索引在最后一个坐标处：{terms} = {last}。"),
                ],
                [format!("cosize(A) = {last} + 1 = {cosize}."), format!("cosize(A) = {last} + 1 = {cosize}。")],
            ])),
    )
}

/// The index at a coordinate.
fn at_coordinate(random: &mut Random, drawn: &Drawn, given: String) -> Option<Exercise> {
    let coordinate = drawn.shape.iter().map(|extent| random.between(1, extent - 1)).collect::<Vec<_>>();
    let spoken = tree::fill(&drawn.profile, &coordinate).to_string();
    let right = number(&given, &format!("A{spoken}"))?;
    let mut compact = left_strides(&drawn.shape);
    compact.pop();
    let exercise = Exercise::new(
        given,
        [format!("What is the index of A at the coordinate {spoken}?"), format!("A 在坐标 {spoken} 处的索引是多少？")],
        right,
    );
    Some(
        exercise
            .perhaps(ZERO_AS_ONE, Some(inner_product(&coordinate, &drawn.without_zero(|_| 1))))
            .perhaps(NO_BROADCAST, Some(inner_product(&coordinate, &compact)))
            .hint(HINT[0], HINT[1])
            .solved(Solution::Point { layout: "A".into(), coordinate: spoken }),
    )
}

/// Asks how many coordinates share an index.
fn sharing(random: &mut Random, drawn: &Drawn, given: String) -> Option<Exercise> {
    let all = indices(&given, "A")?;
    let asked = random.pick(&all)?;
    let count = all.iter().filter(|index| **index == asked).count();
    let (size, zero, used) = (i64::try_from(all.len()).ok()?, drawn.product(true), drawn.product(false));
    let zeros = drawn.stride.iter().zip(&drawn.shape).filter(|(stride, _)| **stride == 0);
    let product = zeros.map(|(_, extent)| extent.to_string()).collect::<Vec<_>>().join("·");
    let exercise = Exercise::new(
        given,
        [format!("How many coordinates of A have the index {asked}?"), format!("A 有多少个坐标的索引是 {asked}？")],
        count,
    );
    let products = if product.contains('·') { format!("{product} = {zero}") } else { product };
    Some(
        exercise
            .perhaps(NO_BROADCAST, Some(1))
            .perhaps(EXCHANGES_ZERO, Some(used))
            .perhaps(COUNTS_COORDINATES, Some(size))
            .hint(HINT[0], HINT[1])
            .solved(Solution::Lines(vec![
                [
                    "The modes whose stride is not 0 give every index once, so their coordinates are settled.".into(),
                    "步长不为 0 的 mode 使每个索引只出现一次，所以它们的坐标已经定了。".into(),
                ],
                [
                    format!("The coordinates of the modes with stride 0 are free: {products} of them."),
                    format!("步长为 0 的 mode 的坐标任意：共 {products} 个。"),
                ],
            ])),
    )
}

const HINT: [&str; 2] = [
    "A mode with stride 0 adds nothing to the index, whatever its coordinate.",
    "步长为 0 的 mode 无论坐标是多少，都不给索引加东西。",
];
