//! From a 1-D coordinate to an index.

use super::draw::{digits, inner_product, left_strides};
use super::reckon::{number, printed};
use super::tree;
use crate::learn::exercise::{Exercise, Generator, Solution};
use crate::learn::misconception::{COORDINATE_FOR_INDEX, FORGETS_STRIDE, ONE_STRIDE, ROW_MAJOR};

/// The index at a 1-D coordinate.
pub(super) const INDEX_OF_NUMBER: Generator = Generator {
    name: "index-of-number",
    title: ["From a 1-D coordinate to its index", "由一维坐标求索引"],
    block: 5,
    lesson: "crd2idx",
    draw: |random, level| {
        let profile = tree::profile(random, level)?;
        let shape = tree::extents(random, profile.leaf_count(), if level == 1 { 6 } else { 4 });
        let stride = tree::strides(random, &shape);
        let size = shape.iter().product::<i64>();
        if left_strides(&shape).starts_with(&stride) {
            return None;
        }
        let asked = random.between(1, size - 1);
        let spoken = tree::layout(&profile, &shape, &stride);
        let given = format!("A = {spoken}");
        let right = number(&given, &format!("A({asked})"))?;
        let natural = printed(&given, &format!("idx2crd({asked}, shape(A))"))?;
        let first = digits(asked, &shape);
        // Below the first extent there is nothing to divide; with one digit there is nothing to add.
        let is_large = size > 72 || first.iter().filter(|digit| **digit > 0).count() < 2;
        if right == asked || asked < *shape.first()? || is_large {
            return None;
        }
        let mut reversed = shape.clone();
        reversed.reverse();
        let mut row_major = digits(asked, &reversed);
        row_major.reverse();
        let products = first.iter().zip(&stride).map(|(digit, stride)| format!("{digit}·{stride}"));
        let products = products.collect::<Vec<_>>().join(" + ");
        let exercise = Exercise::new(
            given,
            [
                format!("What is A({asked}), the index of A at the 1-D coordinate {asked}?"),
                format!("A({asked})，即 A 在一维坐标 {asked} 处的索引，是多少？"),
            ],
            right,
        );
        Some(
            exercise
                .perhaps(ROW_MAJOR, Some(inner_product(&row_major, &stride)))
                .perhaps(COORDINATE_FOR_INDEX, Some(asked))
                .perhaps(FORGETS_STRIDE, Some(first.iter().sum::<i64>()))
                .perhaps(ONE_STRIDE, Some(asked * stride.first()?).filter(|index| *index != asked))
                .hint(
                    "First split the 1-D coordinate into digits of the shape, the first extent first; then multiply by the strides.",
                    "先按形状把一维坐标拆成各位，第一个长度先取余；再乘以步长。",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("The natural coordinate of {asked} is {natural}: the first mode runs first."),
                        format!("{asked} 的自然坐标是 {natural}：第一个 mode 先走。"),
                    ],
                    [
                        format!("Times the strides: {products} = {right}."),
                        format!("乘以步长：{products} = {right}。"),
                    ],
                ])),
        )
    },
};
