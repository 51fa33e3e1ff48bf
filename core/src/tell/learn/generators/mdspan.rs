//! Mappings of `std::mdspan` written as CuTe layouts.

use super::draw::{extent, layout, left_strides, tuple};
use crate::learn::Both;
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    FORGETS_PADDING, MODES_REVERSED, PADDED_SHAPE, PADDING_AS_STRIDE, STRIDE_OF_LEFT, STRIDE_OF_RIGHT, SWAPS_MODES,
};
use crate::learn::random::Random;

/// The mapping of an mdspan as a CuTe layout.
pub(super) const MDSPAN_MAPPING: Generator = Generator {
    name: "mdspan-mapping",
    title: ["An mdspan's mapping as a layout", "把 mdspan 的映射写成布局"],
    block: 0,
    lesson: "mdspan",
    draw: |random, level| match (level, random.below(3)) {
        (1, 0) => strided(random),
        (1, _) => dense(random, 2, level),
        (2, 0) => dense(random, 3, level),
        (2, _) => padded(random, 2),
        _ => padded(random, 3),
    },
};

/// The numbers in the other order.
fn reversed(numbers: &[i64]) -> Vec<i64> {
    numbers.iter().rev().copied().collect()
}

/// Strides that grow from the left, or from the right.
fn strides(shape: &[i64], from_left: bool) -> Vec<i64> {
    let compact = |shape: &[i64]| left_strides(shape).into_iter().take(shape.len()).collect::<Vec<_>>();
    if from_left { compact(shape) } else { reversed(&compact(&reversed(shape))) }
}

/// The question about a mapping of extents.
fn exercise(shape: &[i64], mapping: &str, more: Both, stride: &[i64]) -> Exercise {
    let extents = tuple(shape);
    let [english, chinese] = more;
    let exercise = Exercise::new(
        format!("E = {extents}"),
        [
            format!("An mdspan has {mapping} and the extents {extents}{english}. Write its mapping as a CuTe layout."),
            format!("一个 mdspan 采用 {mapping}，extents 为 {extents}{chinese}。把它的映射写成 CuTe 布局。"),
        ],
        layout(shape, stride),
    );
    exercise.typed(Field::Layout, Meaning::Layout).perhaps(MODES_REVERSED, {
        let (shape, stride) = (reversed(shape), reversed(stride));
        Some(layout(&shape, &stride))
    })
}

/// The line of the stride of each mode: from the fastest one, each the one before times what it is filled up to.
fn worked_out(shape: &[i64], filled: &[i64], stride: &[i64], from_left: bool) -> Vec<Both> {
    let mut modes = shape.iter().zip(filled).zip(stride).enumerate().collect::<Vec<_>>();
    if !from_left {
        modes.reverse();
    }
    let mut lines = Vec::new();
    let mut before = None;
    for (mode, ((_, filled), stride)) in modes {
        lines.push(match before {
            None => {
                [format!("Mode {mode} is the fastest: its stride is 1."), format!("mode {mode} 走得最快：步长是 1。")]
            }
            Some((length, step)) => [
                format!("The stride of mode {mode} is {length} × {step} = {stride}."),
                format!("mode {mode} 的步长是 {length} × {step} = {stride}。"),
            ],
        });
        before = Some((*filled, *stride));
    }
    let right = layout(shape, stride);
    lines.push([format!("The layout is {right}."), format!("布局是 {right}。")]);
    lines
}

/// `layout_left` or `layout_right`.
fn dense(random: &mut Random, modes: usize, level: u8) -> Option<Exercise> {
    let shape = (0..modes).map(|_| extent(random, level) + 1).collect::<Vec<_>>();
    let from_left = random.flip();
    let stride = strides(&shape, from_left);
    let other = layout(&shape, &strides(&shape, !from_left));
    let mapping = if from_left { "layout_left" } else { "layout_right" };
    let exercise = exercise(&shape, mapping, Both::default(), &stride);
    let because = if from_left { STRIDE_OF_RIGHT } else { STRIDE_OF_LEFT };
    let hint = if from_left {
        ["The leftmost extent is the fastest.", "最左边的长度走得最快。"]
    } else {
        ["The rightmost extent is the fastest.", "最右边的长度走得最快。"]
    };
    let [english, chinese] = hint;
    Some(
        exercise
            .perhaps(because, Some(other))
            .hint(english, chinese)
            .solved(Solution::Lines(worked_out(&shape, &shape, &stride, from_left))),
    )
}

/// `layout_stride`.
fn strided(random: &mut Random) -> Option<Exercise> {
    let shape = [random.between(2, 6), random.between(2, 6)];
    let from_left = random.flip();
    let (step, gap) = (random.between(1, 3), random.between(0, 4));
    let [height, width] = shape;
    let stride = if from_left { [step, height * step + gap] } else { [width * step + gap, step] };
    let [down, along] = stride;
    if step == 1 && gap == 0 {
        return None;
    }
    let spoken = tuple(&stride);
    let right = layout(&shape, &stride);
    let more = [format!(", with the strides {spoken}"), format!("，strides 为 {spoken}")];
    Some(
        exercise(&shape, "layout_stride", more, &stride)
            .perhaps(SWAPS_MODES, Some(layout(&shape, &[along, down])))
            .perhaps(STRIDE_OF_LEFT, Some(layout(&shape, &strides(&shape, true))))
            .perhaps(STRIDE_OF_RIGHT, Some(layout(&shape, &strides(&shape, false))))
            .hint("Both count elements, mode by mode, in the same order.", "两者都按元素计数，mode 的次序也相同。")
            .solved(Solution::Lines(vec![
                [
                    format!("The element at (i,j) is i × {down} + j × {along} elements from the first."),
                    format!("(i,j) 处的元素距第一个元素 i × {down} + j × {along} 个元素。"),
                ],
                [
                    format!("Extents are the shape, strides the strides: {right}."),
                    format!("extents 就是形状，strides 就是步长：{right}。"),
                ],
            ])),
    )
}

/// `layout_left_padded` or `layout_right_padded`; on two modes sometimes in the words of BLAS.
fn padded(random: &mut Random, modes: usize) -> Option<Exercise> {
    let is_small = modes == 2;
    let padding = random.pick(if is_small { &[4, 8, 16] } else { &[4, 8] })?;
    let mut shape = (0..modes).map(|_| random.between(2, if is_small { 8 } else { 5 })).collect::<Vec<_>>();
    let from_left = random.flip();
    let fast = if from_left { shape.first_mut()? } else { shape.last_mut()? };
    *fast = random.between(3, if is_small { padding - 1 } else { 2 * padding - 1 });
    let (length, leading) = (*fast, (*fast + padding - 1) / padding * padding);
    if leading == length {
        return None;
    }
    // The extents as far as memory is set aside for them.
    let with = |length: i64| {
        let mut filled = shape.clone();
        let fast = if from_left { filled.first_mut() } else { filled.last_mut() };
        fast.into_iter().for_each(|fast| *fast = length);
        filled
    };
    let filled = with(leading);
    let stride = strides(&filled, from_left);
    let mapping = if from_left { "layout_left" } else { "layout_right" };
    let exercise = if is_small && random.flip() {
        let more = [
            format!(", but the leading dimension is padded to {leading}"),
            format!("，但 leading dimension 填充到 {leading}"),
        ];
        exercise(&shape, mapping, more, &stride)
    } else {
        exercise(&shape, &format!("{mapping}_padded<{padding}>"), Both::default(), &stride)
    };
    let mut lines = vec![[
        format!("The fastest mode has {length} elements; in memory it takes {leading}, a multiple of {padding}."),
        format!("走得最快的 mode 有 {length} 个元素，在内存中占 {leading} 个（{padding} 的倍数）。"),
    ]];
    lines.append(&mut worked_out(&shape, &filled, &stride, from_left));
    // The wrong side padded.
    let mut turned = shape.clone();
    let slow = if from_left { turned.last_mut()? } else { turned.first_mut()? };
    *slow = (*slow + padding - 1) / padding * padding;
    let because = if from_left { STRIDE_OF_RIGHT } else { STRIDE_OF_LEFT };
    let one_padding = (padding != leading).then(|| layout(&shape, &strides(&with(padding), from_left)));
    Some(
        exercise
            .perhaps(FORGETS_PADDING, Some(layout(&shape, &strides(&shape, from_left))))
            .perhaps(PADDED_SHAPE, Some(layout(&filled, &stride)))
            .perhaps(PADDING_AS_STRIDE, one_padding)
            .perhaps(because, Some(layout(&shape, &strides(&turned, !from_left))))
            .hint(
                "The padded length of the fastest mode is the next stride; the shape stays as it is.",
                "走得最快的 mode 填充后的长度就是下一个步长；形状不变。",
            )
            .solved(Solution::Lines(lines)),
    )
}
