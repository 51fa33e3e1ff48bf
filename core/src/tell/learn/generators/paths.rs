//! Paths into the parentheses of a layout.

use super::reckon::printed;
use super::tree::{self, Profile};
use crate::Nested;
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{PATH_COUNTS_ON, PATH_FROM_ONE, PATH_REVERSED, PATH_SKIPS, PATH_STOPS, STRIDES_ANEW};
use crate::learn::random::Random;
use crate::learn::{Both, generators::draw};

/// Parentheses, extents and strides of a nested layout with a path of two or more numbers into it.
struct Drawn {
    profile: Profile,
    shape: Vec<i64>,
    stride: Vec<i64>,
    path: Vec<usize>,
}

impl Drawn {
    fn new(random: &mut Random, level: u8) -> Option<Drawn> {
        let profile = match level {
            1 => tree::nested(random)?,
            2 => tree::deep(random)?,
            _ => {
                let (inner, pair) = (tree::deep(random)?, tree::nested(random)?);
                Nested::Tuple(if random.flip() { vec![inner, pair] } else { vec![pair, inner] })
            }
        };
        let count = profile.leaf_count();
        let shape = tree::extents(random, count, if level == 3 { 3 } else { 5 });
        let stride = tree::strides(random, &shape);
        let paths = tree::paths(&profile, if level == 3 { 3 } else { 2 });
        let path = random.pick(&paths.iter().collect::<Vec<_>>())?.clone();
        // The first of the first is right however one counts.
        if path.iter().all(|place| *place == 0) {
            return None;
        }
        Some(Drawn { profile, shape, stride, path })
    }

    fn spoken(&self) -> String {
        tree::layout(&self.profile, &self.shape, &self.stride)
    }

    /// The layout at a path; `None` where there is none.
    fn at(&self, path: &[usize]) -> Option<String> {
        let (shape, stride) = (tree::fill(&self.profile, &self.shape), tree::fill(&self.profile, &self.stride));
        // A number is its own mode 0, which is of no use here.
        let parent = self.profile.at(path.get(..path.len().checked_sub(1)?)?).ok()?;
        (!parent.is_leaf()).then_some(())?;
        Some(format!("{}:{}", shape.at(path).ok()?, stride.at(path).ok()?))
    }

    /// Tells what stands at each beginning of the path.
    fn lines(&self) -> Option<Vec<Both>> {
        let line = |length: usize| {
            let path = self.path.get(..length)?;
            let (written, mode) = (listed(path), self.at(path)?);
            let digit = path.last()?;
            Some([
                format!("Mode {digit}, counted from 0: get<{written}>(A) = {mode}."),
                format!("从 0 数起的 mode {digit}：get<{written}>(A) = {mode}。"),
            ])
        };
        (1..=self.path.len()).map(line).collect()
    }
}

fn listed(path: &[usize]) -> String {
    path.iter().map(usize::to_string).collect::<Vec<_>>().join(",")
}

fn reversed(path: &[usize]) -> Vec<usize> {
    path.iter().rev().copied().collect()
}

/// `get` with a path.
pub(super) const MODE_AT_PATH: Generator = Generator {
    name: "mode-at-path",
    title: ["The mode at a path", "路径上的 mode"],
    block: 2,
    lesson: "paths",
    draw: |random, level| {
        let drawn = Drawn::new(random, level)?;
        let (spoken, path) = (drawn.spoken(), listed(&drawn.path));
        let given = format!("A = {spoken}");
        let right = printed(&given, &format!("get<{path}>(A)"))?;
        let from_one = drawn.path.iter().map(|place| place.checked_sub(1)).collect::<Option<Vec<_>>>();
        let outer = drawn.path.get(..drawn.path.len() - 1)?;
        let shape = tree::fill(&drawn.profile, &drawn.shape);
        let mode = shape.at(&drawn.path).ok()?;
        let leaves = mode.leaves().into_iter().copied().collect::<Vec<_>>();
        let left = tree::fill(&mode.map(&mut |_| ()), &draw::left_strides(&leaves));
        let exercise = Exercise::new(
            given,
            [format!("What layout is get<{path}>(A)?"), format!("get<{path}>(A) 是哪个布局？")],
            right,
        );
        Some(
            exercise
                .typed(Field::Layout, Meaning::Layout)
                .perhaps(PATH_REVERSED, drawn.at(&reversed(&drawn.path)))
                .perhaps(PATH_FROM_ONE, from_one.and_then(|path| drawn.at(&path)))
                .perhaps(PATH_STOPS, drawn.at(outer))
                .perhaps(STRIDES_ANEW, Some(format!("{mode}:{left}")))
                .hint(
                    "Read the path from the left, from the outer parentheses inwards, counting from 0; shape and stride go the same way.",
                    "路径从左往右读，由外层括号走向内层，从 0 数起；形状和步长走同一条路。",
                )
                .solved(Solution::Lines(drawn.lines()?)),
        )
    },
};

/// The path to a mode.
pub(super) const PATH_OF_MODE: Generator = Generator {
    name: "path-of-mode",
    title: ["The path to a mode", "mode 的路径"],
    block: 2,
    lesson: "paths",
    draw: |random, level| {
        let drawn = Drawn::new(random, level)?;
        let (spoken, mode) = (drawn.spoken(), drawn.at(&drawn.path)?);
        let given = format!("A = {spoken}");
        let tuple = |path: &[usize]| format!("({})", listed(path));
        let letters = ["I", "J", "K", "L"].get(..drawn.path.len())?.join(",");
        // The numbers that stand before the mode, all in one row.
        let counted_on = {
            let place = tree::paths(&drawn.profile, 1)
                .into_iter()
                .filter(|path| drawn.profile.at(path).is_ok_and(Nested::is_leaf))
                .position(|path| path.starts_with(&drawn.path))?;
            let mut path = drawn.path.clone();
            *path.last_mut()? = place;
            path
        };
        let one_more = drawn.path.iter().map(|place| place + 1).collect::<Vec<_>>();
        let exercise = Exercise::new(
            given,
            [
                format!(
                    "Which path leads to the mode {mode} of A? Write ({letters}) such that get<{letters}>(A) = {mode}."
                ),
                format!("A 的 mode {mode} 的路径是什么？写出使 get<{letters}>(A) = {mode} 的 ({letters})。"),
            ],
            tuple(&drawn.path),
        );
        let short = drawn.path.get(1..)?;
        Some(
            exercise
                .typed(Field::Tuple, Meaning::Value)
                .perhaps(PATH_REVERSED, Some(tuple(&reversed(&drawn.path))))
                .perhaps(PATH_FROM_ONE, Some(tuple(&one_more)))
                .perhaps(PATH_COUNTS_ON, Some(tuple(&counted_on)))
                .perhaps(PATH_SKIPS, (short.len() > 1).then(|| tuple(short)))
                .hint(
                    "Begin at the outer parentheses: in which of their modes does it stand, counted from 0? Then go on within that one.",
                    "从最外层括号开始：它在第几个 mode 里（从 0 数起）？再到那个 mode 里接着找。",
                )
                .solved(Solution::Lines(drawn.lines()?)),
        )
    },
};
