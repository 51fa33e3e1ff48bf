//! Products: copies of a layout, blocked or raked.

use super::choices::{alike, choose};
use super::draw::{layout, left_strides, tuple};
use super::reckon::{indices, listed, number, printed};
use crate::learn::exercise::{Exercise, Generator, Solution};
use crate::learn::misconception::{BLOCKED_FOR_RAKED, FORGETS_COPY_SIZE, LOGICAL_FOR_BLOCKED, PRODUCT_ORDER};
use crate::learn::random::Random;

/// A compact layout with so many modes, its modes in the order of LayoutLeft or LayoutRight.
fn compact(random: &mut Random, shape: &[i64], always_left: bool) -> Option<String> {
    if always_left || random.flip() {
        return Some(layout(shape, left_strides(shape).get(..shape.len())?));
    }
    let reversed = shape.iter().rev().copied().collect::<Vec<_>>();
    let mut strides = left_strides(&reversed);
    strides.truncate(shape.len());
    strides.reverse();
    Some(layout(shape, &strides))
}

/// The block, the layout of its copies, and the extents of both.
fn pair(random: &mut Random, level: u8) -> Option<(String, [i64; 2], [i64; 2])> {
    let most = [3, 4, 5].get(usize::from(level.saturating_sub(1))).copied()?;
    let mut extents = || [random.between(2, most), random.between(2, most)];
    let (block, copies) = (extents(), extents());
    let given = format!("A = {}\nB = {}", compact(random, &block, level == 1)?, compact(random, &copies, level == 1)?);
    Some((given, block, copies))
}

/// The index at a coordinate of a product.
pub(super) const PRODUCT_INDEX: Generator = Generator {
    name: "product-index",
    title: ["An index of a product", "积在一个坐标处的索引"],
    block: 15,
    lesson: "products",
    draw: |random, level| {
        let (given, block, copies) = pair(random, level)?;
        let kinds = ["logical_product", "blocked_product", "raked_product"];
        let kind = random.pick(&kinds)?;
        let place = block.map(|extent| random.below(extent));
        let copy = copies.map(|extent| random.below(extent));
        if copy == [0, 0] {
            return None;
        }
        let ([x, y], [u, v], [m, n], [p, q]) = (place, copy, block, copies);
        let (blocked, raked) = ([x + m * u, y + n * v], [u + p * x, v + q * y]);
        let coordinate = match kind {
            "logical_product" => [x + m * y, u + p * v],
            "blocked_product" => blocked,
            _ => raked,
        };
        let spoken = tuple(&coordinate);
        let of = |kind: &str| number(&given, &format!("{kind}(A, B)({spoken})"));
        let of_block = number(&given, &format!("A({})", tuple(&place)))?;
        let of_copy = number(&given, &format!("B({})", tuple(&copy)))?;
        let (answer, size) = (of(kind)?, number(&given, "size(A)")?);
        let exercise = Exercise::new(
            given.clone(),
            [
                format!("What is the index of {kind}(A, B) at the coordinate {spoken}?"),
                format!("{kind}(A, B) 在坐标 {spoken} 处的索引是多少？"),
            ],
            answer,
        );
        let mut exercise = exercise.perhaps(FORGETS_COPY_SIZE, Some(of_block + of_copy));
        if kind == "blocked_product" {
            exercise = exercise.perhaps(BLOCKED_FOR_RAKED, of("raked_product"));
        }
        if kind == "raked_product" {
            exercise = exercise.perhaps(BLOCKED_FOR_RAKED, of("blocked_product"));
        }
        exercise = exercise
            .perhaps(PRODUCT_ORDER, number(&given, &format!("{kind}(B, A)({spoken})")).filter(|index| *index >= 0));
        let (place, copy) = (tuple(&place), tuple(&copy));
        Some(
            exercise
                .hint(
                    "Split the coordinate into the place in A and the number of the copy in B; a copy takes size(A) slots of memory.",
                    "把坐标拆成 A 里的位置和 B 里的副本号；一个副本占 size(A) 个内存位置。",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("In {spoken}, the place in A is {place}, and the copy is {copy} of B."),
                        format!("{spoken} 拆开来：A 里的位置是 {place}，副本是 B 的 {copy}。"),
                    ],
                    [
                        format!("A{place} is {of_block}, B{copy} is {of_copy}, and a copy takes {size} slots."),
                        format!("A{place} 是 {of_block}，B{copy} 是 {of_copy}，一个副本占 {size} 个位置。"),
                    ],
                    [
                        format!("{of_block} + {size} × {of_copy} = {answer}."),
                        format!("{of_block} + {size} × {of_copy} = {answer}。"),
                    ],
                ])),
        )
    },
};

/// The first column of a layout of two modes, or its first row.
fn line(given: &str, product: &str, is_row: bool) -> Option<Vec<i64>> {
    let shape = printed(given, &format!("product_each(shape({product}))"))?;
    let extents = shape.trim_matches(|letter| letter == '(' || letter == ')').split(',');
    let extents = extents.map(|extent| extent.parse().ok()).collect::<Option<Vec<usize>>>()?;
    let (rows, columns) = (*extents.first()?, *extents.get(1)?);
    let all = indices(given, product)?;
    Some(if is_row {
        all.into_iter().step_by(rows).take(columns).collect()
    } else {
        all.into_iter().take(rows).collect()
    })
}

/// Which product a line of indices belongs to.
pub(super) const BLOCKED_OR_RAKED: Generator = Generator {
    name: "blocked-or-raked",
    title: ["Blocked or raked", "blocked 还是 raked"],
    block: 15,
    lesson: "products",
    draw: |random, level| {
        let (given, ..) = pair(random, level)?;
        let is_row = random.flip();
        let choices =
            ["blocked_product(A, B)", "raked_product(A, B)", "logical_product(A, B)", "blocked_product(B, A)"];
        let (right, other) = if random.flip() { (0, 1) } else { (1, 0) };
        let right = *choices.get(right)?;
        let shown = line(&given, right, is_row)?;
        let mut wrong = Vec::new();
        for (because, choice) in [
            (BLOCKED_FOR_RAKED, *choices.get(other)?),
            (LOGICAL_FOR_BLOCKED, *choices.get(2)?),
            (PRODUCT_ORDER, *choices.get(3)?),
        ] {
            if line(&given, choice, is_row)? == shown {
                return None;
            }
            wrong.push((because, alike(choice)));
        }
        let indices = listed(&shown);
        let [english, chinese] = if is_row { ["row", "行"] } else { ["column", "列"] };
        let exercise = Exercise::new(
            given.clone(),
            [
                format!("The first {english} of a product has the indices {indices}. Which product is it?"),
                format!("某个积的第一{chinese}的索引是 {indices}。它是哪个积？"),
            ],
            "",
        );
        let size = number(&given, "size(A)")?;
        let exercise = choose(exercise, random, alike(right), wrong, 4)?;
        let [english, chinese] = if right.starts_with("blocked") {
            ["A's own indices come first, then those of the next copy", "先是 A 自己的索引，然后才是下一个副本的"]
        } else {
            [
                "every copy shows its first element before any shows its second",
                "每个副本先出第一个元素，然后才轮到第二个",
            ]
        };
        Some(
            exercise
                .hint(
                    format!("One copy of A has the indices below {size}. Do they stand together, or apart?"),
                    format!("A 的第一个副本的索引都小于 {size}。它们是连在一起，还是被隔开？"),
                )
                .solved(Solution::Lines(vec![[
                    format!(
                        "The first copy of A has the indices below {size}. In {indices} {english}, so it is {right}."
                    ),
                    format!("A 的第一个副本的索引都小于 {size}。在 {indices} 中，{chinese}，所以是 {right}。"),
                ]])),
        )
    },
};
