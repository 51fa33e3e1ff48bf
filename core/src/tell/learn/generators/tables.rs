//! Layouts written from the table of their indices.

use super::nest;
use super::reckon::{indices, listed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution, largest_number};
use crate::learn::misconception::{EXCHANGES_STRIDES, FIRST_STEP, STRIDE_OF_LEFT, STRIDE_OF_RIGHT, TRANSPOSED};
use crate::learn::random::Random;

/// An extent and a stride.
type Mode = (i64, i64);

/// The modes that run along one side of the table: one, or two of which the first does not run on into the second.
fn side(random: &mut Random, level: u8, nested: bool) -> Option<Vec<Mode>> {
    let strides: &[i64] = match level {
        1 => &[1, 2, 3, 4, 5, 6, 8],
        2 => &[1, 2, 3, 4, 6, 8, 10, 12],
        _ => &[0, 1, 2, 4, 6, 8, 10, 16, 20, 32],
    };
    let mut modes = vec![(random.between(2, if nested { 3 } else { 4 }), random.pick(strides)?)];
    if nested {
        modes.push((random.between(2, if level == 3 { 4 } else { 2 }), random.pick(strides)?));
    }
    let runs_on = modes.windows(2).any(|pair| match pair {
        [left, right] => left.0 * left.1 == right.1,
        _ => false,
    });
    (!runs_on).then_some(modes)
}

/// The table's layout: its rows are mode 0, its columns mode 1.
fn written(rows: &[Mode], columns: &[Mode]) -> String {
    nest::layout(&[rows, columns].concat(), &[rows.len(), columns.len()])
}

/// One mode where there were several: all of the extents and the first stride.
fn first_step(modes: &[Mode]) -> Vec<Mode> {
    modes.first().map(|first| (nest::size(modes), first.1)).into_iter().collect()
}

/// Tells what one reads along a side, in both languages.
fn told(indices: &[i64], modes: &[Mode], english: &str, chinese: &str) -> [String; 2] {
    let written = nest::flat(modes);
    let listed = listed(indices);
    let [first, second] = match modes {
        [(extent, stride)] => [format!("{extent} indices {stride} apart"), format!("{extent} 个索引，间距 {stride}")],
        [(extent, stride), (times, step)] => [
            format!("{extent} indices {stride} apart, {times} times, each {step} further"),
            format!("{extent} 个索引，间距 {stride}；这样的共 {times} 组，每组再移 {step}"),
        ],
        _ => [written.clone(), written.clone()],
    };
    [format!("{english} {listed}: {first}, {written}."), format!("{chinese} {listed}：{second}，即 {written}。")]
}

/// The layout of a table.
pub(super) const LAYOUT_OF_TABLE: Generator = Generator {
    name: "layout-of-table",
    title: ["From a table to its layout", "由表写出布局"],
    block: 3,
    lesson: "table",
    draw: |random, level| {
        let (nested_rows, nested_columns) = match level {
            1 => (false, false),
            2 => (true, false),
            _ => (true, random.flip()),
        };
        let (rows, columns) = (side(random, level, nested_rows)?, side(random, level, nested_columns)?);
        let (rows, columns) = if level > 1 && random.flip() { (columns, rows) } else { (rows, columns) };
        let right = written(&rows, &columns);
        let (height, width) = (nest::size(&rows), nest::size(&columns));
        let all = indices("", &right)?;
        let tall = usize::try_from(height).ok()?;
        let table = (0..tall).map(|row| all.iter().skip(row).step_by(tall).copied().collect::<Vec<_>>());
        let table = table.collect::<Vec<_>>();
        // Both sides step, and no two modes alike, so that they can be told apart.
        let zeros = [&rows, &columns].iter().any(|side| side.iter().all(|mode| mode.1 == 0));
        let same = rows.iter().any(|row| columns.iter().any(|column| row.1 == column.1 && row.1 > 0));
        if zeros || same || all.iter().any(|index| *index > largest_number(level)) {
            return None;
        }
        let (first_column, first_row) = (all.get(..tall)?, table.first()?.clone());
        let lines = vec![
            told(first_column, &rows, "Down the first column stand", "第一列从上到下是"),
            told(&first_row, &columns, "Along the first row stand", "第一行从左到右是"),
            [format!("So the layout is {right}."), format!("所以布局是 {right}。")],
        ];
        let shape = format!("({height},{width})");
        let exercise = Exercise::new(
            "",
            [
                "The table shows a layout's indices: rows are its mode 0, columns its mode 1. Write the layout.".into(),
                "表中是一个布局的索引：行是 mode 0，列是 mode 1。写出这个布局。".into(),
            ],
            right.clone(),
        );
        let holds = vec![format!("compatible({shape}, shape(ans))"), format!("ans ~ {right}")];
        let exercise = exercise.typed(Field::Layout, Meaning::Holds(holds)).table(table);
        let stepped = written(&first_step(&rows), &first_step(&columns));
        let steps = |side: &[Mode]| side.iter().map(|mode| mode.1).collect::<Vec<_>>();
        let exchanged = format!("{shape}:{}", nest::grouped(&[steps(&columns), steps(&rows)].concat(), &[1, 1]));
        Some(
            exercise
                .perhaps(EXCHANGES_STRIDES, (level == 1).then_some(exchanged))
                .perhaps(FIRST_STEP, Some(stepped).filter(|_| level > 1))
                .perhaps(TRANSPOSED, Some(written(&columns, &rows)))
                .perhaps(STRIDE_OF_LEFT, Some(format!("{shape}:(1,{height})")))
                .perhaps(STRIDE_OF_RIGHT, Some(format!("{shape}:({width},1)")))
                .hint(
                    "Down the first column mode 0 steps, along the first row mode 1; where the step changes, a mode begins.",
                    "沿第一列向下走的是 mode 0，沿第一行向右走的是 mode 1；间距改变的地方就是下一个 mode。",
                )
                .solved(Solution::Lines(lines)),
        )
    },
};
