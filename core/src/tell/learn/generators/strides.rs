//! The strides of LayoutLeft and LayoutRight.

use super::draw;
use super::reckon::printed;
use super::tree::{self, Profile};
use crate::Nested;
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    Misconception, NEIGHBOUR_EXTENT, STARTS_ANEW, STRIDE_OF_LEFT, STRIDE_OF_RIGHT, STRIDES_FLATTENED,
};
use crate::learn::random::Random;

/// From which side strides grow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

impl Side {
    /// The strides of extents that follow one another.
    fn strides(self, extents: &[i64]) -> Vec<i64> {
        let turned = self.turned(extents.to_vec());
        let mut strides = draw::left_strides(&turned);
        strides.pop();
        self.turned(strides)
    }

    /// For each extent the one before it, 1 for the first.
    fn neighbours(self, extents: &[i64]) -> Vec<i64> {
        let mut neighbours = self.turned(extents.to_vec());
        neighbours.pop();
        neighbours.insert(0, 1);
        self.turned(neighbours)
    }

    fn turned(self, mut numbers: Vec<i64>) -> Vec<i64> {
        if self == Side::Right {
            numbers.reverse();
        }
        numbers
    }

    fn name(self) -> &'static str {
        match self {
            Side::Left => "LayoutLeft",
            Side::Right => "LayoutRight",
        }
    }

    fn other(self) -> (Side, &'static Misconception) {
        match self {
            Side::Left => (Side::Right, STRIDE_OF_RIGHT),
            Side::Right => (Side::Left, STRIDE_OF_LEFT),
        }
    }
}

/// The strides that begin with 1 in each outer mode.
fn anew(side: Side, shape: &Nested<i64>) -> Vec<i64> {
    let mode = |mode: &Nested<i64>| side.strides(&mode.leaves().into_iter().copied().collect::<Vec<_>>());
    shape.modes().iter().flat_map(mode).collect()
}

/// The parentheses of a level: two or three numbers, one pair within, more.
fn profile(random: &mut Random, level: u8) -> Option<Profile> {
    match level {
        1 => Some(Nested::Tuple(vec![Nested::Leaf(()); 3])),
        _ => tree::profile(random, level),
    }
}

fn draw(random: &mut Random, level: u8, side: Side) -> Option<Exercise> {
    let profile = profile(random, level)?;
    let extents = tree::extents(random, profile.leaf_count(), if level == 2 { 6 } else { 5 });
    let strides = side.strides(&extents);
    // Numbers for the head.
    if strides.iter().any(|stride| *stride > if level == 1 { 30 } else { 200 }) {
        return None;
    }
    let shape = tree::fill(&profile, &extents);
    let given = format!("S = {shape}");
    let name = side.name();
    let right = printed(&given, &format!("make_layout(S, {name})"))?;
    let written = |strides: &[i64]| tree::layout(&profile, &extents, strides);
    let (other, because) = side.other();
    let products = side.turned(strides.clone()).iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    let (side_en, side_zh) = if side == Side::Left { ("left", "左") } else { ("right", "右") };
    let exercise = Exercise::new(
        given,
        [
            format!("Write make_layout(S, {name}) as shape and stride."),
            format!("写出 make_layout(S, {name})，即“形状:步长”。"),
        ],
        right.clone(),
    );
    Some(
        exercise
            .typed(Field::Layout, Meaning::Layout)
            .perhaps(because, Some(written(&other.strides(&extents))))
            .perhaps(STARTS_ANEW, (level > 1).then(|| written(&anew(side, &shape))))
            .perhaps(NEIGHBOUR_EXTENT, Some(written(&side.neighbours(&extents))))
            .perhaps(STRIDES_FLATTENED, (level > 1).then(|| draw::layout(&extents, &strides)))
            .hint(
                format!("The stride of a number is the product of all extents to its {side_en}, across parentheses."),
                format!("每个数的步长是它{side_zh}边所有长度的乘积，不管括号。"),
            )
            .solved(Solution::Lines(vec![
                [
                    format!(
                        "From the {side_en} the strides are {products}: each is the one before times the extent there."
                    ),
                    format!("从{side_zh}边起，步长依次是 {products}：每个等于前一个乘以前一个的长度。"),
                ],
                [format!("In the parentheses of S: {right}."), format!("按 S 的括号写：{right}。")],
            ])),
    )
}

/// The strides of LayoutLeft.
pub(super) const LEFT_STRIDES: Generator = Generator {
    name: "left-strides",
    title: ["The strides of LayoutLeft", "LayoutLeft 的步长"],
    block: 8,
    lesson: "left-right",
    draw: |random, level| draw(random, level, Side::Left),
};

/// The strides of LayoutRight.
pub(super) const RIGHT_STRIDES: Generator = Generator {
    name: "right-strides",
    title: ["The strides of LayoutRight", "LayoutRight 的步长"],
    block: 8,
    lesson: "left-right",
    draw: |random, level| draw(random, level, Side::Right),
};
