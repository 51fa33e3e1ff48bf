//! From coordinates to indices, and from numbers to coordinates.

use super::draw::{digits, extent, inner_product, layout, tuple};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{DIVIDES_FIRST, FORGETS_STRIDE, ROW_MAJOR, SWAPS_MODES};

/// The index at a natural coordinate.
pub(super) const INDEX_OF_COORDINATE: Generator = Generator {
    name: "index-of-coordinate",
    title: ["From a coordinate to its index", "由坐标求索引"],
    block: 2,
    lesson: "crd2idx",
    draw: |random, level| {
        let shape = [extent(random, level), extent(random, level), extent(random, level)];
        let stride = [random.pick(&[1, 2, 3, 5])?, random.pick(&[4, 6, 8, 10])?, random.pick(&[12, 16, 20, 30])?];
        let modes = if level == 1 { 2 } else { 3 };
        let (shape, stride) = (shape.get(..modes)?, stride.get(..modes)?);
        let coordinate = shape.iter().map(|extent| random.between(0, extent - 1)).collect::<Vec<_>>();
        let (spoken, given) = (tuple(&coordinate), layout(shape, stride));
        let mut exchanged = stride.to_vec();
        exchanged.reverse();
        let exercise = Exercise::new(
            format!("A = {given}"),
            [
                format!("What is the index of A at the coordinate {spoken}?"),
                format!("A 在坐标 {spoken} 处的索引是多少？"),
            ],
            inner_product(&coordinate, stride),
        );
        Some(
            exercise
                .wrong(FORGETS_STRIDE, coordinate.iter().sum::<i64>())
                .wrong(SWAPS_MODES, inner_product(&coordinate, &exchanged))
                .hint("Each coordinate is multiplied by the stride of its mode.", "每个坐标乘以所在 mode 的步长。")
                .solved(Solution::Point { layout: "A".into(), coordinate: spoken }),
        )
    },
};

/// `idx2crd` in a flat shape.
pub(super) const COORDINATE_OF_NUMBER: Generator = Generator {
    name: "coordinate-of-number",
    title: ["From a 1-D coordinate to the natural one", "由一维坐标求自然坐标"],
    block: 5,
    lesson: "idx2crd",
    draw: |random, level| {
        let modes = if level == 1 { 2 } else { 3 };
        let shape = (0..modes).map(|_| extent(random, level)).collect::<Vec<_>>();
        let number = random.between(1, shape.iter().product::<i64>() - 1);
        let right = digits(number, &shape);
        let mut reversed = shape.clone();
        reversed.reverse();
        let mut row_major = digits(number, &reversed);
        row_major.reverse();
        let first = *shape.first()?;
        let mut divided = vec![number / first];
        divided.extend(digits(number % first, shape.get(1..)?));
        let spoken = tuple(&shape);
        let exercise = Exercise::new(
            format!("S = {spoken}"),
            [
                format!("Which coordinate of the shape {spoken} is the 1-D coordinate {number}?"),
                format!("一维坐标 {number} 是形状 {spoken} 的哪个坐标？"),
            ],
            tuple(&right),
        );
        Some(
            exercise
                .typed(Field::Tuple, Meaning::Value)
                .wrong(ROW_MAJOR, tuple(&row_major))
                .wrong(DIVIDES_FIRST, tuple(&divided))
                .hint(
                    "The remainder by the first extent is the first coordinate; the quotient goes on.",
                    "除以第一个长度的余数是第一个坐标；商继续传下去。",
                )
                .solved(Solution::Steps(format!("idx2crd({number}, S)"))),
        )
    },
};
