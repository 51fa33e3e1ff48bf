//! Compatible shapes: one refines another.

use super::choices::{alike, choose};
use super::draw;
use super::reckon::printed;
use super::tree;
use crate::Nested;
use crate::learn::Both;
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution, largest_number};
use crate::learn::misconception::{
    AS_CONGRUENT, COARSER, FLATTENED, PART_REFINES, REFINES_OTHER_MODE, SIZE_ALONE, SPLITS_SUM,
};
use crate::learn::random::Random;

/// A shape.
type Shape = Nested<i64>;

/// Extents that are products, the smaller ones first.
const PRODUCTS: [i64; 8] = [4, 6, 8, 9, 10, 12, 15, 16];

/// A shape of a level of which every extent is a product.
fn shape(random: &mut Random, level: u8) -> Option<Shape> {
    let profile = tree::profile(random, level)?;
    let most = if level == 2 { 6 } else { 5 };
    let products = PRODUCTS.get(..most)?;
    let extents = (0..profile.leaf_count()).map(|_| random.pick(products)).collect::<Option<Vec<_>>>()?;
    Some(tree::fill(&profile, &extents))
}

/// Two factors of an extent.
fn factors(random: &mut Random, extent: i64) -> Option<[i64; 2]> {
    let least = (2..extent).filter(|factor| extent % factor == 0).collect::<Vec<_>>();
    let factor = random.pick(&least)?;
    Some([factor, extent / factor])
}

fn pair(numbers: [i64; 2]) -> Shape {
    Nested::Tuple(numbers.map(Nested::Leaf).to_vec())
}

/// A shape with the extents at some places, counted from the left, replaced by pairs.
fn replaced(shape: &Shape, places: &[(usize, [i64; 2])]) -> Shape {
    let mut place = 0;
    put(shape, places, &mut place)
}

fn put(shape: &Shape, places: &[(usize, [i64; 2])], place: &mut usize) -> Shape {
    match shape {
        Nested::Leaf(extent) => {
            let found = places.iter().find(|(at, _)| at == place);
            *place += 1;
            found.map_or(Nested::Leaf(*extent), |(_, numbers)| pair(*numbers))
        }
        Nested::Tuple(modes) => Nested::Tuple(modes.iter().map(|mode| put(mode, places, place)).collect()),
    }
}

fn size(shape: &Shape) -> i64 {
    shape.leaves().into_iter().product()
}

fn reversed(shape: &Shape) -> Shape {
    Nested::Tuple(shape.modes().iter().rev().cloned().collect())
}

/// Tells what each number of one shape faces in the other, up to the first that does not fit.
fn facing(left: &Shape, right: &Shape, lines: &mut Vec<Both>) -> bool {
    match (left, right) {
        (Nested::Leaf(extent), _) => {
            let (fits, size) = (*extent == size(right), size(right));
            lines.push(match (right, fits) {
                (Nested::Leaf(_), true) => [format!("{extent} faces {right}."), format!("{extent} 对着 {right}。")],
                (_, true) => [
                    format!("{extent} faces {right}, which has the size {size}."),
                    format!("{extent} 对着 {right}，它的 size 是 {size}。"),
                ],
                (_, false) => [
                    format!("{extent} faces {right}, which has the size {size}: this does not fit."),
                    format!("{extent} 对着 {right}，它的 size 是 {size}：不符。"),
                ],
            });
            fits
        }
        (Nested::Tuple(modes), Nested::Tuple(others)) if modes.len() == others.len() => {
            modes.iter().zip(others).all(|(mode, other)| facing(mode, other, lines))
        }
        (_, Nested::Leaf(_)) => {
            lines.push([
                format!("{left} faces the number {right}: parentheses face parentheses alone."),
                format!("{left} 对着数 {right}：括号只能对着括号。"),
            ]);
            false
        }
        _ => {
            lines.push([
                format!("{left} has {} modes and {right} has {}: this does not fit.", left.rank(), right.rank()),
                format!("{left} 有 {} 个 mode，{right} 有 {} 个：不符。", left.rank(), right.rank()),
            ]);
            false
        }
    }
}

/// The lines of [`facing`] behind what is asked.
fn reasoned(names: [&str; 2], left: &Shape, right: &Shape) -> Vec<Both> {
    let mut lines = Vec::new();
    let holds = facing(left, right, &mut lines);
    let call = format!("compatible({}, {})", names[0], names[1]);
    lines.push([format!("So {call} is {holds}."), format!("所以 {call} 是 {holds}。")]);
    lines
}

const HINT: [&str; 2] = [
    "Go from the outside in: a number of the first shape may face parentheses of the same size, and nothing else may differ.",
    "由外向内比：第一个形状里的数可以对着 size 相同的括号，除此之外处处相同。",
];

/// Which shapes are compatible.
pub(super) const COMPATIBLE_SHAPES: Generator = Generator {
    name: "compatible-shapes",
    title: ["Compatible or not", "是否 compatible"],
    block: 7,
    lesson: "compatible",
    draw: |random, level| {
        if level > 1 && random.flip() { which_way(random, level) } else { which_shape(random, level) }
    },
};

/// Which of some shapes refines another.
fn which_shape(random: &mut Random, level: u8) -> Option<Exercise> {
    let shape = shape(random, level)?;
    let leaves = shape.leaves().into_iter().copied().collect::<Vec<_>>();
    let place = usize::try_from(random.below(i64::try_from(leaves.len()).ok()?)).ok()?;
    let extent = *leaves.get(place)?;
    let numbers = factors(random, extent)?;
    let right = replaced(&shape, &[(place, numbers)]);
    let part = numbers[0].min(extent - 1);
    let sum = replaced(&shape, &[(place, [part, extent - part])]);
    let coarser = {
        // The outermost mode that has parentheses, or else all.
        let mut modes = shape.modes().to_vec();
        match modes.iter_mut().find(|mode| !mode.is_leaf()) {
            Some(mode) => {
                *mode = Nested::Leaf(size(mode));
                Nested::Tuple(modes)
            }
            None => Nested::Leaf(size(&shape)),
        }
    };
    let given = format!("S = {shape}");
    let does_fit = |shape: &Shape| printed(&given, &format!("compatible(S, {shape})")).as_deref() == Some("true");
    let exchanged = reversed(&right);
    let wrong = [(SIZE_ALONE, exchanged), (COARSER, coarser), (FLATTENED, right.flatten()), (SPLITS_SUM, sum)];
    let is_small = |shape: &Shape| shape.leaves().into_iter().all(|extent| *extent <= largest_number(level));
    let wrong = wrong.into_iter().filter(|(_, shape)| is_small(shape) && !does_fit(shape));
    let wrong = wrong.map(|(because, shape)| (because, alike(shape.to_string()))).collect();
    let exercise = Exercise::new(
        given.clone(),
        [
            "For which of these shapes T is compatible(S, T) true?".into(),
            "对哪一个形状 T，compatible(S, T) 成立？".into(),
        ],
        "",
    );
    let exercise = exercise.hint(HINT[0], HINT[1]).solved(Solution::Lines(reasoned(["S", "T"], &shape, &right)));
    choose(exercise, random, alike(right.to_string()), wrong, 3)
}

/// Asks whether one of two shapes refines the other, and which.
fn which_way(random: &mut Random, level: u8) -> Option<Exercise> {
    let shape = shape(random, level)?;
    let leaves = shape.leaves().into_iter().copied().collect::<Vec<_>>();
    let mut places = (0..leaves.len()).collect::<Vec<_>>();
    random.shuffle(&mut places);
    let (first, second) = (*places.first()?, *places.get(1)?);
    let one = replaced(&shape, &[(first, factors(random, *leaves.get(first)?)?)]);
    let numbers = factors(random, *leaves.get(second)?)?;
    let kind = random.below(5);
    let (left, right) = match kind {
        0 | 1 => (shape, one),
        2 => (one, shape),
        3 => (one, replaced(&shape, &[(second, numbers)])),
        _ => (shape.clone(), reversed(&one)),
    };
    let given = format!("S = {left}\nT = {right}");
    let holds = |expression: &str| Some(printed(&given, expression)? == "true");
    let (forth, back) = (holds("compatible(S, T)")?, holds("compatible(T, S)")?);
    let only = |call: &str| [format!("{call} alone"), format!("只有 {call}")];
    let (forth_alone, back_alone) = (only("compatible(S, T)"), only("compatible(T, S)"));
    let both: Both = ["Both of them".into(), "两个都成立".into()];
    let neither: Both = ["Neither of them".into(), "两个都不成立".into()];
    let in_part = if kind == 3 { PART_REFINES } else { SIZE_ALONE };
    let (answer, wrong) = match (forth, back) {
        (true, false) => (forth_alone, vec![(COARSER, back_alone), (SIZE_ALONE, both), (AS_CONGRUENT, neither)]),
        (false, true) => (back_alone, vec![(COARSER, forth_alone), (SIZE_ALONE, both), (AS_CONGRUENT, neither)]),
        (false, false) => (neither, vec![(SIZE_ALONE, both), (in_part, forth_alone), (in_part, back_alone)]),
        (true, true) => return None,
    };
    let mut lines = reasoned(["S", "T"], &left, &right);
    lines.extend(reasoned(["T", "S"], &right, &left));
    let exercise = Exercise::new(
        given.clone(),
        [
            "Which is true: compatible(S, T), compatible(T, S), both or neither?".into(),
            "compatible(S, T) 与 compatible(T, S) 哪个成立？".into(),
        ],
        "",
    );
    choose(exercise.hint(HINT[0], HINT[1]).solved(Solution::Lines(lines)), random, answer, wrong, 4)
}

/// A shape that refines another into parentheses.
pub(super) const REFINE_SHAPE: Generator = Generator {
    name: "refine-shape",
    title: ["Refine a shape", "细分一个形状"],
    block: 7,
    lesson: "compatible",
    draw: |random, level| {
        let shape = if level < 3 {
            let extents = [random.pick(&PRODUCTS)?, random.pick(&PRODUCTS)?, random.between(2, 5)];
            let mut extents = extents.get(..usize::from(level) + 1)?.to_vec();
            random.shuffle(&mut extents);
            Nested::Tuple(extents.into_iter().map(Nested::Leaf).collect())
        } else {
            shape(random, 3)?
        };
        let leaves = shape.leaves().into_iter().copied().collect::<Vec<_>>();
        let mut places = (0..leaves.len())
            .filter(|place| leaves.get(*place).is_some_and(|extent| PRODUCTS.contains(extent)))
            .collect::<Vec<_>>();
        random.shuffle(&mut places);
        let splits = places
            .iter()
            .take(if level == 1 { 1 } else { 2 })
            .map(|place| Some((*place, factors(random, *leaves.get(*place)?)?)));
        let splits = splits.collect::<Option<Vec<_>>>()?;
        let right = replaced(&shape, &splits);
        let profile = right.map(&mut |_| 1);
        let count = right.leaf_count();
        let given = format!("S = {shape}\nP = {profile}");
        let sums =
            splits.iter().map(|(place, [left, right])| (*place, [*left, left * right - left])).collect::<Vec<_>>();
        let flat = right.leaves().into_iter().copied().collect::<Vec<_>>();
        let mut exchanged = flat.clone();
        exchanged.reverse();
        let in_profile = |numbers: &[i64]| tree::fill(&profile.map(&mut |_| ()), numbers);
        let holds = vec![
            "compatible(S, ans)".to_owned(),
            "congruent(P, ans)".to_owned(),
            // In the strides of LayoutRight no mode runs on into the next, so that coalesce drops the extents 1 alone.
            format!("rank(flatten(coalesce(make_layout(ans, LayoutRight)))) == {count}"),
        ];
        let mut lines = Vec::new();
        facing(&shape, &right, &mut lines);
        lines.push([
            format!("So one such shape is {right}; other factors do as well."),
            format!("所以 {right} 是其中一个；换成别的因数也可以。"),
        ]);
        let exercise = Exercise::new(
            given,
            [
                "Write a shape T with the parentheses of P for which compatible(S, T) is true, with no extent 1."
                    .into(),
                "写出一个形状 T：括号与 P 相同，compatible(S, T) 成立，且没有长度 1。".into(),
            ],
            right.to_string(),
        );
        Some(
            exercise
                .typed(Field::Tuple, Meaning::Holds(holds))
                .perhaps(SPLITS_SUM, Some(replaced(&shape, &sums)))
                .perhaps(REFINES_OTHER_MODE, Some(in_profile(&exchanged)))
                .perhaps(FLATTENED, Some(draw::tuple(&flat)))
                .hint(
                    "Where S has a number and P has parentheses, the numbers in them multiply to that number.",
                    "S 是一个数而 P 是括号的地方，括号里各数的乘积等于这个数。",
                )
                .solved(Solution::Lines(lines)),
        )
    },
};
