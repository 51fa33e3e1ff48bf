//! Inverses: from an index back to the 1-D coordinate.

use super::draw::digits;
use super::nest;
use super::reckon::{number, printed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{APPLIED_FORWARD, IDENTITY_FOR_INVERSE, ITSELF, NOT_INVERTED, ROW_MAJOR};
use crate::learn::random::Random;

/// A compact layout whose modes are not in the order of LayoutLeft, and its modes without parentheses.
fn compact(random: &mut Random, level: u8) -> Option<(String, Vec<(i64, i64)>)> {
    let count = if level == 1 { 2 } else { 3 };
    let count = if level == 3 && random.flip() { 4 } else { count };
    let most = if level == 1 { 16 } else { 5 };
    let mut modes = (0..count).map(|_| (random.between(2, most), 0)).collect::<Vec<_>>();
    let mut order = (0..modes.len()).collect::<Vec<_>>();
    random.shuffle(&mut order);
    let mut stride = 1;
    for place in order {
        let mode = modes.get_mut(place)?;
        mode.1 = stride;
        stride *= mode.0;
    }
    // LayoutLeft is its own inverse.
    let is_left = modes.windows(2).all(|pair| matches!(pair, [left, right] if left.1 < right.1));
    let groups = if level == 3 { nest::groups(random, modes.len(), 2) } else { vec![1; modes.len()] };
    (!is_left).then(|| (nest::layout(&modes, &groups), modes))
}

/// The right inverse of a compact layout.
pub(super) const RIGHT_INVERSE: Generator = Generator {
    name: "right-inverse",
    title: ["Invert a layout", "求布局的逆"],
    block: 0,
    lesson: "inverses",
    draw: |random, level| {
        let (layout, modes) = compact(random, level)?;
        let given = format!("A = {layout}");
        let answer = printed(&given, "right_inverse(A)")?;
        let mut sorted = modes.clone();
        sorted.sort_by_key(|mode| mode.1);
        let kept = sorted.iter().zip(&modes).map(|(sorted, own)| (sorted.0, own.1)).collect::<Vec<_>>();
        let size = nest::size(&modes);
        let exercise = Exercise::new(
            given,
            [
                format!("Write right_inverse(A): the layout R of size {size} with A(R(k)) = k for every index k."),
                format!("写出 right_inverse(A)：大小为 {size}、对每个索引 k 都有 A(R(k)) = k 的布局 R。"),
            ],
            answer,
        );
        Some(
            exercise
                .typed(Field::Layout, Meaning::Function)
                .wrong(ITSELF, layout)
                .perhaps(IDENTITY_FOR_INVERSE, Some(format!("{size}:1")))
                .perhaps(NOT_INVERTED, Some(nest::flat(&kept)))
                .hint(
                    "Take the modes in the order of their strides; the stride of each in R is how far A's 1-D coordinate moves.",
                    "按步长从小到大取 A 的 mode；每个 mode 在 R 中的步长是 A 的一维坐标移动多少。",
                )
                .solved(Solution::Steps("right_inverse(A)".into())),
        )
    },
};

/// The 1-D coordinate that has an index.
pub(super) const INVERSE_POINT: Generator = Generator {
    name: "inverse-point",
    title: ["From an index back to the coordinate", "由索引回到坐标"],
    block: 0,
    lesson: "inverses",
    draw: |random, level| {
        let (layout, modes) = compact(random, level)?;
        let given = format!("A = {layout}");
        let index = random.between(1, nest::size(&modes) - 1);
        let answer = number(&given, &format!("right_inverse(A)({index})"))?;
        let shape = modes.iter().map(|mode| mode.0).collect::<Vec<_>>();
        let coordinate = digits(answer, &shape);
        let horner = coordinate.iter().zip(&shape).fold(0, |number, (digit, extent)| number * extent + digit);
        let natural = printed(&given, &format!("idx2crd({answer}, shape(A))"))?;
        let exercise = Exercise::new(
            given.clone(),
            [
                format!(
                    "R = right_inverse(A). What is R({index}), the 1-D coordinate at which A has the index {index}?"
                ),
                format!("R = right_inverse(A)。R({index}) 是多少，也就是 A 在哪个一维坐标处索引为 {index}？"),
            ],
            answer,
        );
        Some(
            exercise
                .perhaps(APPLIED_FORWARD, number(&given, &format!("A({index})")))
                .perhaps(ROW_MAJOR, Some(horner))
                .perhaps(IDENTITY_FOR_INVERSE, Some(index))
                .hint(
                    "Divide the index by the largest stride: the quotient is the coordinate in that mode, the remainder goes on.",
                    "用索引除以最大的步长：商是那个 mode 的坐标，余数继续除下去。",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("By the largest stride first, {index} comes apart into the coordinate {natural} of A."),
                        format!("从最大的步长开始除，{index} 对应 A 的坐标 {natural}。"),
                    ],
                    [
                        format!("In the shape of A, {natural} is the 1-D coordinate {answer}."),
                        format!("在 A 的形状里，{natural} 的一维坐标是 {answer}。"),
                    ],
                ])),
        )
    },
};
