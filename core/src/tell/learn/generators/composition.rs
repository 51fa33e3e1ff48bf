//! Composition: B first, then A, and when it is refused.

use super::choices::{alike, choose};
use super::draw::{digits, left_strides};
use super::nest;
use super::reckon::{indices, number, printed};
use crate::learn::Both;
use crate::learn::answer::Meaning;
use crate::learn::condition::Situation;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    FIRST_STRIDE, FORGETS_INNER_STRIDE, INNER_ONLY, OTHER_ORDER, OUT_OF_DOMAIN, ROW_MAJOR, SHAPE_NOT_REFUSED,
    SHAPE_NOT_STRIDE, STRIDE_NOT_REFUSED, STRIDE_NOT_SHAPE,
};
use crate::learn::random::Random;

/// An extent and a stride.
type Mode = (i64, i64);

/// The left layout as it is printed, and its modes without parentheses: LayoutLeft of another order of its modes, some
/// with gaps.
fn left(random: &mut Random, level: u8) -> Option<(String, Vec<Mode>)> {
    let count = if level == 1 { 2 } else { random.between(2, 3) };
    let shape = (0..count).map(|_| random.pick(&[2, 3, 4, 4, 6, 8])).collect::<Option<Vec<i64>>>()?;
    let mut order = (0..shape.len()).collect::<Vec<_>>();
    random.shuffle(&mut order);
    let mut modes = shape.iter().map(|extent| (*extent, 0)).collect::<Vec<Mode>>();
    let mut stride = random.pick(&[1, 1, 2])?;
    for place in order {
        let mode = modes.get_mut(place)?;
        mode.1 = stride;
        stride = stride * mode.0 + if random.below(3) == 0 { random.between(1, 4) } else { 0 };
    }
    let groups = if level == 3 { nest::groups(random, modes.len(), 2) } else { vec![1; modes.len()] };
    let layout = nest::layout(&modes, &groups);
    // A layout of one mode in truth teaches nothing.
    let truly = number("", &format!("rank(flatten(coalesce({layout})))"))?;
    (truly > 1 && (level == 3 || truly == count)).then_some((layout, modes))
}

/// Reports whether a stride comes out even in each mode that it steps in: it divides the extent, or is a multiple of
/// it.
fn is_even(stride: i64, left: &[Mode]) -> bool {
    let mut rest = stride;
    for (extent, _) in left.iter().take(left.len().saturating_sub(1)) {
        match (rest % extent, extent % rest) {
            (0, _) => rest /= extent,
            (_, 0) => rest = 1,
            _ => return false,
        }
    }
    true
}

/// A right layout whose indices are 1-D coordinates of the left: one mode on level 1.
fn right(random: &mut Random, level: u8, left: &[Mode]) -> Option<Vec<Mode>> {
    let count = if level == 1 { 1 } else { 2 };
    let mut room = nest::size(left);
    let mut modes = Vec::new();
    for _ in 0..count {
        let stride = random.pick(&[1, 2, 2, 3, 4, 6, 8, 12])?;
        let extent = random.pick(&[2, 3, 4, 4, 6, 8])?;
        room -= (extent - 1) * stride;
        modes.push((extent, stride));
    }
    (room > 0).then_some(modes)
}

/// Reports whether the composition is taken, and is what it ought to be: A at the 1-D coordinate that B gives.
fn is_sound(given: &str) -> Option<bool> {
    let (left, right) = (indices(given, "A")?, indices(given, "B")?);
    let expected =
        right.iter().map(|index| left.get(usize::try_from(*index).ok()?).copied()).collect::<Option<Vec<_>>>()?;
    Some(indices(given, "composition(A, B)")? == expected)
}

/// Two layouts whose composition is sound, and the modes of both.
fn pair(random: &mut Random, level: u8) -> Option<(String, Vec<Mode>, Vec<Mode>)> {
    let (printed_left, left) = left(random, level)?;
    let right = right(random, level, &left)?;
    let given = format!("A = {printed_left}\nB = {}", nest::flat(&right));
    let crosses = right.iter().map(|mode| (mode.0 - 1) * mode.1).sum::<i64>() >= left.first()?.0;
    let even = right.iter().all(|mode| is_even(mode.1, &left));
    (crosses && even && is_sound(&given)?).then_some((given, left, right))
}

/// A composition as a layout.
pub(super) const COMPOSITION_LAYOUT: Generator = Generator {
    name: "composition-layout",
    title: ["Work out a composition", "求两个布局的复合"],
    block: 11,
    lesson: "composition",
    draw: |random, level| {
        let (given, left, right) = pair(random, level)?;
        let first = left.first()?;
        let answer = printed(&given, "composition(A, B)")?;
        let shape = right.iter().map(|mode| mode.0).collect::<Vec<_>>();
        let unstrided = shape.iter().copied().zip(left_strides(&shape)).collect::<Vec<_>>();
        let scaled = right.iter().map(|mode| (mode.0, mode.1 * first.1)).collect::<Vec<_>>();
        let exercise = Exercise::new(
            given.clone(),
            [
                "Write composition(A, B): the layout R with R(c) = A(B(c)) and with B's coordinates.".into(),
                "写出 composition(A, B)：坐标与 B 相同、且 R(c) = A(B(c)) 的布局 R。".into(),
            ],
            answer,
        );
        let holds = ["ans ~ composition(A, B)", "compatible(shape(B), shape(ans))"].map(str::to_owned);
        Some(
            exercise
                .typed(Field::Layout, Meaning::Holds(holds.to_vec()))
                .perhaps(OTHER_ORDER, printed(&given, "composition(B, A)"))
                .perhaps(FIRST_STRIDE, Some(nest::flat(&scaled)))
                .perhaps(FORGETS_INNER_STRIDE, printed(&given, &format!("composition(A, {})", nest::flat(&unstrided))))
                .hint(
                    "B's stride first takes elements of A's first mode; when that mode is used up, the next one follows.",
                    "B 的步长先在 A 的第一个 mode 里取元素；用完以后再到下一个 mode。",
                )
                .solved(Solution::Steps("composition(A, B)".into())),
        )
    },
};

/// The index at a coordinate of a composition.
pub(super) const COMPOSITION_POINT: Generator = Generator {
    name: "composition-point",
    title: ["A composition at one coordinate", "复合在一个坐标处的值"],
    block: 11,
    lesson: "composition",
    draw: |random, level| {
        let (given, left, right) = pair(random, level)?;
        let place = random.between(1, nest::size(&right) - 1);
        let shape = right.iter().map(|mode| mode.0).collect::<Vec<_>>();
        let coordinate = super::draw::tuple(&digits(place, &shape));
        let called = if right.len() == 1 { format!("({coordinate})") } else { coordinate.clone() };
        let inner = number(&given, &format!("B{called}"))?;
        let answer = number(&given, &format!("composition(A, B){called}"))?;
        let natural = printed(&given, &format!("idx2crd({inner}, shape(A))"))?;
        let (mut extents, mut strides): (Vec<_>, Vec<_>) = left.iter().copied().unzip();
        let first = *strides.first()?;
        extents.reverse();
        strides.reverse();
        let lexicographic = super::draw::inner_product(&digits(inner, &extents), &strides);
        let exchanged = number(&given, &format!("A({place})")).and_then(|index| number(&given, &format!("B({index})")));
        let exercise = Exercise::new(
            given,
            [
                format!("R = composition(A, B). What is R{called}?"),
                format!("R = composition(A, B)。R{called} 是多少？"),
            ],
            answer,
        );
        Some(
            exercise
                .perhaps(OTHER_ORDER, exchanged)
                .perhaps(INNER_ONLY, Some(inner))
                .perhaps(FIRST_STRIDE, Some(inner * first))
                .perhaps(ROW_MAJOR, Some(lexicographic))
                .hint("What B gives is a 1-D coordinate of A.", "B 给出的是 A 的一维坐标。")
                .solved(Solution::Lines(vec![
                    [format!("B{called} is {inner}."), format!("B{called} 是 {inner}。")],
                    [
                        format!("The 1-D coordinate {inner} of A is {natural}."),
                        format!("A 的一维坐标 {inner} 就是 {natural}。"),
                    ],
                    [format!("A at {natural} is {answer}."), format!("A 在 {natural} 处是 {answer}。")],
                ])),
        )
    },
};

fn is_refused(given: &str, expression: &str) -> bool {
    Situation::of_text(given).holds(&format!("refused {expression}")) == Some(true)
}

/// Which composition is refused, or why.
pub(super) const COMPOSITION_REFUSED: Generator = Generator {
    name: "composition-refused",
    title: ["When a composition is refused", "复合何时被拒绝"],
    block: 11,
    lesson: "composition",
    draw: |random, level| {
        let (printed_left, left) = left(random, level)?;
        let given = format!("A = {printed_left}");
        let mut refused = None;
        let mut taken = Vec::new();
        for _ in 0..24 {
            let Some(modes) = right(random, 1, &left) else { continue };
            let right = nest::flat(&modes);
            let stride = modes.first()?.1;
            if is_refused(&given, &format!("composition(A, {right})")) {
                refused = Some(modes);
            } else if is_even(stride, &left) && is_sound(&format!("{given}\nB = {right}")) == Some(true) {
                let because = if stride == 1 { SHAPE_NOT_REFUSED } else { STRIDE_NOT_REFUSED };
                let choice = (because, alike(right));
                if taken.len() < 3 && !taken.contains(&choice) {
                    taken.push(choice);
                }
            }
            if taken.len() == 3 && refused.is_some() {
                break;
            }
        }
        let refused = refused?;
        let (extent, stride) = *refused.first()?;
        let is_stride = is_refused(&given, &format!("composition(A, 1:{stride})"));
        if !is_stride && !is_even(stride, &left) {
            return None;
        }
        let reasons: [Both; 3] = [
            [
                format!(
                    "The stride {stride} is neither a multiple of the extent of a mode of A that it steps through, nor less than it"
                ),
                format!("步长 {stride} 既不是所经过的 A 的 mode 长度的倍数，也不小于该长度"),
            ],
            [
                format!(
                    "{extent} elements are more than a mode of A gives at this stride, and no multiple of what it gives"
                ),
                format!("{extent} 个元素多于 A 的某个 mode 按此步长能给的个数，又不是那个数的倍数"),
            ],
            ["B reaches beyond the domain of A".into(), "B 超出了 A 的定义域".into()],
        ];
        let [of_stride, of_shape, of_domain] = reasons.clone();
        let reason = if is_stride { &of_stride } else { &of_shape };
        let line = [
            format!("composition(A, {}) is refused: {}.", nest::flat(&refused), uncapitalized(&reason[0])),
            format!("composition(A, {}) 会被拒绝：{}。", nest::flat(&refused), reason[1]),
        ];
        let mut lines = vec![line];
        lines.splice(0..0, short(&refused, &left).filter(|_| !is_stride).map(|[mode, of, at, gives]| {
            [
                format!("At the stride {at} mode {mode} of A, {of} long, gives {gives}: {extent} is more, and no multiple of {gives}."),
                format!("按步长 {at}，A 的 mode {mode}（长度 {of}）能给 {gives} 个：{extent} 更多，又不是 {gives} 的倍数。"),
            ]
        }));
        let asks_why = random.below(3) == 0;
        let exercise = if asks_why {
            let exercise = Exercise::new(
                format!("{given}\nB = {}", nest::flat(&refused)),
                ["Why is composition(A, B) refused?".into(), "composition(A, B) 为什么会被拒绝？".into()],
                "",
            );
            let (right, other, because) = if is_stride {
                (of_stride, of_shape, STRIDE_NOT_SHAPE)
            } else {
                (of_shape, of_stride, SHAPE_NOT_STRIDE)
            };
            choose(exercise, random, right, vec![(because, other), (OUT_OF_DOMAIN, of_domain)], 3)?
        } else {
            let exercise = Exercise::new(
                given,
                [
                    "Which of these layouts can composition(A, B) not take for B?".into(),
                    "下面哪个布局作 B 时，composition(A, B) 会被拒绝？".into(),
                ],
                "",
            );
            choose(exercise, random, alike(nest::flat(&refused)), taken, 3)?
        };
        Some(
            exercise
                .hint(
                    "In each mode of A but the last, the stride has to fit the extent, and so has the number of elements.",
                    "在 A 除最后一个以外的每个 mode 里，步长要与长度相配，元素个数也要相配。",
                )
                .solved(Solution::Lines(lines)),
        )
    },
};

/// The mode of A that gives fewer elements than are wanted, where these are no multiple of it: which, its extent, the
/// stride that is left there, and how many it gives.
fn short(right: &[Mode], left: &[Mode]) -> Option<[i64; 4]> {
    let (extent, mut stride) = *right.first()?;
    for (mode, (of, _)) in (0..).zip(left.iter().take(left.len().saturating_sub(1))) {
        if stride % of == 0 {
            stride /= of;
            continue;
        }
        let gives = (of + stride - 1) / stride;
        return (extent > gives && extent % gives != 0).then_some([mode, *of, stride, gives]);
    }
    None
}

/// A sentence's beginning within another sentence.
fn uncapitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
