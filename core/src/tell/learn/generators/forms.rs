//! One coordinate in several forms: a number, a number for each mode, or as deep as the shape.

use super::draw::{digits, inner_product, left_strides, tuple};
use super::orders::{self, row_major, row_major_number};
use super::profile::{self, filled, numbers, products};
use super::reckon::printed;
use crate::learn::Both;
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    ADDS_COORDINATES, DIVIDES_FIRST, FLAT_PARENTHESES, INNER_EXTENT, INNER_ROW_MAJOR, OWN_EXTENT, ROW_MAJOR,
};

/// A form of a coordinate: what it is called, and the shape whose natural coordinate it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// One number for all.
    One,
    /// One number for each outer mode.
    Modes,
    /// As deep as the shape.
    Natural,
}

impl Form {
    /// Returns what it is called; the form that has a number for each outer mode is only asked of two modes.
    fn called(self) -> [&'static str; 2] {
        match self {
            Form::One => ["1-D", "一维"],
            Form::Modes => ["2-D", "二维"],
            Form::Natural => ["natural", "自然"],
        }
    }

    /// The coordinate of this form, from its 1-D coordinate in `S`.
    fn of(self, given: &str, linear: i64) -> Option<String> {
        match self {
            Form::One => Some(linear.to_string()),
            Form::Modes => printed(given, &format!("idx2crd({linear}, (size<0>(S),size<1>(S)))")),
            Form::Natural => printed(given, &format!("idx2crd({linear}, S)")),
        }
    }
}

/// The way from one form to another: by a number for each mode.
fn worked_out(
    (from, to): (Form, Form),
    linear: i64,
    (outer, natural): (&[i64], &[i64]),
    modes: &[Vec<i64>; 2],
) -> Option<Vec<Both>> {
    let mut lines = Vec::new();
    let height = modes.first()?.iter().product::<i64>();
    let [left, right] = outer else { return None };
    if from == Form::One {
        lines.push([
            format!(
                "Mode 0 has {height} coordinates: {linear} mod {height} = {left} is for mode 0, {linear} div {height} = \
                 {right} for mode 1."
            ),
            format!("mode 0 有 {height} 个坐标：{linear} 除以 {height}，余数 {left} 给 mode 0，商 {right} 给 mode 1。"),
        ]);
    }
    if from == Form::Natural || to == Form::Natural {
        let mut rest = natural;
        for (number, mode) in outer.iter().zip(modes) {
            let (own, after) = rest.split_at_checked(mode.len())?;
            rest = after;
            if mode.len() > 1 {
                let (own, sum, mode) = (tuple(own), products(own, &left_strides(mode)), tuple(mode));
                lines.push([
                    format!("In the mode {mode}, {own} and {number} are the same: {sum} = {number}."),
                    format!("在 mode {mode} 里，{own} 就是 {number}：{sum} = {number}。"),
                ]);
            }
        }
    }
    if to == Form::One {
        lines.push([
            format!("Mode 0 has {height} coordinates: {left} + {right} × {height} = {linear}."),
            format!("mode 0 有 {height} 个坐标：{left} + {right} × {height} = {linear}。"),
        ]);
    }
    Some(lines)
}

/// One form of a coordinate from another.
pub(super) const FORMS_OF_COORDINATE: Generator = Generator {
    name: "forms-of-coordinate",
    title: ["A coordinate in another form", "坐标的另一种形式"],
    block: 6,
    lesson: "coordinates",
    draw: |random, level| {
        // Two outer modes, and how many numbers the first of them has.
        let profiles: &[(&str, usize)] = match level {
            1 => &[("(_,_)", 1)],
            2 => &[("((_,_),_)", 2), ("(_,(_,_))", 1)],
            _ => &[("((_,_),(_,_))", 2), ("((_,_,_),_)", 3), ("(_,(_,_,_))", 1)],
        };
        let (profile, first) = random.pick(profiles)?;
        let shape =
            (0..profile::count(profile)).map(|_| random.between(2, 6 - i64::from(level.min(2)))).collect::<Vec<_>>();
        let (left, right) = shape.split_at_checked(first)?;
        let modes = [left.to_vec(), right.to_vec()];
        let sizes = modes.each_ref().map(|mode| mode.iter().product::<i64>());
        let given = format!("S = {}", filled(profile, &shape));
        let linear = random.between(1, shape.iter().product::<i64>() - 2);
        let forms: &[(Form, Form)] = if level == 1 {
            &[(Form::One, Form::Natural), (Form::Natural, Form::One)]
        } else {
            &[
                (Form::One, Form::Natural),
                (Form::One, Form::Modes),
                (Form::Modes, Form::Natural),
                (Form::Modes, Form::One),
                (Form::Natural, Form::Modes),
                (Form::Natural, Form::One),
            ]
        };
        let (from, to) = random.pick(forms)?;
        let (typed, answer) = (from.of(&given, linear)?, to.of(&given, linear)?);
        let outer = numbers(&Form::Modes.of(&given, linear)?);
        let natural = numbers(&Form::Natural.of(&given, linear)?);
        if natural.iter().filter(|number| **number > 0).count() < 2 || outer.contains(&0) {
            return None;
        }
        let [from_english, from_chinese] = from.called();
        let [to_english, to_chinese] = to.called();
        let field = if to == Form::One { Field::Number } else { Field::Tuple };
        let exercise = Exercise::new(
            given.clone(),
            [
                format!("Write the {from_english} coordinate {typed} of S as a {to_english} coordinate."),
                format!("把 S 的{from_chinese}坐标 {typed} 写成{to_chinese}坐标。"),
            ],
            answer.clone(),
        );
        let exercise = exercise.typed(field, Meaning::Value);
        let short = modes.each_ref().map(|mode| mode.first().copied().unwrap_or(1));
        let groups = modes.each_ref().map(Vec::len);
        let inner_number = orders::inner_number(&natural, &shape, &groups);
        let inner = filled(profile, &orders::inner(linear, &shape, &groups));
        let nested = level > 1;
        let exercise = match (from, to) {
            (Form::One, Form::Modes) => exercise
                .perhaps(ROW_MAJOR, Some(tuple(&row_major(linear, &sizes))))
                .perhaps(INNER_EXTENT, Some(tuple(&digits(linear, &short))))
                .perhaps(DIVIDES_FIRST, sizes.first().map(|size| tuple(&[linear / size, linear % size]))),
            (Form::One, _) => exercise
                .perhaps(ROW_MAJOR, Some(filled(profile, &row_major(linear, &shape))))
                .perhaps(INNER_ROW_MAJOR, Some(inner).filter(|_| nested))
                .perhaps(
                    DIVIDES_FIRST,
                    sizes.first().filter(|_| !nested).map(|size| tuple(&[linear / size, linear % size])),
                )
                .perhaps(FLAT_PARENTHESES, nested.then(|| tuple(&natural))),
            (Form::Modes, Form::Natural) => {
                exercise.perhaps(INNER_ROW_MAJOR, Some(inner)).perhaps(FLAT_PARENTHESES, Some(tuple(&natural)))
            }
            (_, Form::Modes) => exercise.perhaps(INNER_ROW_MAJOR, Some(tuple(&digits(inner_number, &sizes)))),
            (Form::Modes, _) => exercise
                .perhaps(ROW_MAJOR, sizes.last().map(|size| inner_product(&outer, &[*size, 1])))
                .perhaps(INNER_EXTENT, Some(inner_product(&outer, &left_strides(&short)))),
            (Form::Natural, _) => exercise
                .perhaps(ADDS_COORDINATES, Some(natural.iter().sum::<i64>()))
                .perhaps(OWN_EXTENT, sizes.last().filter(|_| !nested).map(|size| inner_product(&natural, &[1, *size])))
                .perhaps(ROW_MAJOR, Some(row_major_number(&natural, &shape)))
                .perhaps(INNER_ROW_MAJOR, nested.then_some(inner_number)),
        };
        let lines = worked_out((from, to), linear, (&outer, &natural), &modes)?;
        Some(
            exercise
                .hint(
                    "In every pair of parentheses the first number runs first; a mode's extent is the product within.",
                    "每一层括号里都是第一个数先走；一个 mode 的长度是其中各数的乘积。",
                )
                .solved(Solution::Lines(lines)),
        )
    },
};
