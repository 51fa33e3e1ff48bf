//! Thread-value layouts: which element a thread's value is, and whose an element is.

use super::draw::{digits, layout, left_strides, tuple};
use super::reckon::{indices, number, printed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    FORGETS_THREAD_STRIDE, ROW_MAJOR, THREAD_FOR_VALUE, THREAD_ORDER, VALUES_APART, VALUES_TOGETHER,
};
use crate::learn::random::Random;

/// The thread-value layout of what is given.
const TV: &str = "get<1>(make_layout_tv(thr, val))";

/// Threads and the values of each, both of two modes.
struct Drawn {
    given: String,
    threads: [i64; 2],
    values: [i64; 2],
    /// True if the threads run down first.
    down: bool,
}

fn ordered(shape: &[i64; 2], down: bool) -> String {
    let [rows, columns] = *shape;
    layout(shape, &if down { [1, rows] } else { [columns, 1] })
}

fn drawn(random: &mut Random, level: u8) -> Drawn {
    let most = if level == 3 { 3 } else { 2 };
    let threads = [random.between(2, 4), random.between(2, 4)];
    let values = [random.between(1, most), random.between(if level == 3 { 2 } else { 1 }, most)];
    let down = random.below(3) == 0;
    let given = format!("thr = {}\nval = {}", ordered(&threads, down), ordered(&values, random.flip()));
    Drawn { given, threads, values, down }
}

impl Drawn {
    fn tile(&self) -> [i64; 2] {
        let ([m, n], [p, q]) = (self.threads, self.values);
        [m * p, n * q]
    }
}

/// A vector dealt out to threads, each with some values: level 1 of both.
fn vector(random: &mut Random) -> (String, i64, i64, bool) {
    let (threads, values) = (random.between(2, 8), random.between(2, 8));
    let is_block = random.below(3) > 0;
    let stride = if is_block { [values, 1] } else { [1, threads] };
    (format!("TV = {}", layout(&[threads, values], &stride)), threads, values, is_block)
}

/// The element that is a thread's value.
pub(super) const ELEMENT_OF_THREAD: Generator = Generator {
    name: "element-of-thread",
    title: ["Which element a thread's value is", "线程的某个值是哪个元素"],
    block: 19,
    lesson: "thread-value",
    draw: |random, level| {
        if level == 1 {
            return element_in_vector(random);
        }
        let drawn = drawn(random, level);
        let ([m, n], [p, q]) = (drawn.threads, drawn.values);
        let (thread, value) = (random.between(1, m * n - 1), random.below(p * q));
        if p * q == 1 {
            return None;
        }
        let tile = drawn.tile();
        let index = number(&drawn.given, &format!("{TV}({thread},{value})"))?;
        let answer = printed("", &format!("idx2crd({index}, {})", tuple(&tile)))?;
        let shown = level == 3 && random.flip();
        let given = if shown { format!("TV = {}", printed(&drawn.given, TV)?) } else { drawn.given.clone() };
        let tile_text = tuple(&tile);
        let question = if shown {
            [
                format!(
                    "TV takes (thread, value) to a 1-D coordinate of a tile of shape {tile_text}. Which coordinate (i,j) of the tile is value {value} of thread {thread}?"
                ),
                format!(
                    "TV 把 (线程, 值) 变成形状为 {tile_text} 的 tile 的一维坐标。线程 {thread} 的值 {value} 是 tile 的哪个坐标 (i,j)？"
                ),
            ]
        } else {
            [
                format!(
                    "make_layout_tv(thr, val) gives each thread a block of values. Which coordinate (i,j) of the tile is value {value} of thread {thread}?"
                ),
                format!(
                    "make_layout_tv(thr, val) 给每个线程一块值。线程 {thread} 的值 {value} 是 tile 的哪个坐标 (i,j)？"
                ),
            ]
        };
        let own = digits(number(&drawn.given, &format!("right_inverse(thr)({thread})"))?, &drawn.threads);
        let held = digits(number(&drawn.given, &format!("right_inverse(val)({value})"))?, &drawn.values);
        let other = if drawn.down { [thread / n, thread % n] } else { [thread % m, thread / m] };
        let ([ti, tj], [vi, vj]) = (pair(&own)?, pair(&held)?);
        let exchanged = number(&drawn.given, &format!("{TV}({value},{thread})"))
            .filter(|_| value < m * n && thread < p * q)
            .map(|index| tuple(&[index % tile[0], index / tile[0]]));
        let exercise = Exercise::new(given, question, &answer)
            .typed(Field::Tuple, Meaning::Value)
            .perhaps(THREAD_ORDER, (!shown).then(|| tuple(&[other[0] * p + vi, other[1] * q + vj])))
            .perhaps(VALUES_APART, (!shown).then(|| tuple(&[ti + vi * m, tj + vj * n])))
            .perhaps(ROW_MAJOR, shown.then(|| tuple(&[index / tile[1], index % tile[1]])))
            .perhaps(THREAD_FOR_VALUE, exchanged);
        let (own, held) = (tuple(&own), tuple(&held));
        let solution = if shown {
            vec![
                [format!("TV({thread},{value}) is {index}."), format!("TV({thread},{value}) 是 {index}。")],
                [
                    format!("In the shape {tile_text} the 1-D coordinate {index} is {answer}."),
                    format!("在形状 {tile_text} 里，一维坐标 {index} 就是 {answer}。"),
                ],
            ]
        } else {
            vec![
                [
                    format!("thr has the number {thread} at {own}; val has {value} at {held}."),
                    format!("thr 在 {own} 处是 {thread}；val 在 {held} 处是 {value}。"),
                ],
                [
                    format!(
                        "Each thread covers {} elements: ({ti} × {p} + {vi}, {tj} × {q} + {vj}) is {answer}.",
                        tuple(&[p, q])
                    ),
                    format!(
                        "每个线程占 {} 个元素：({ti} × {p} + {vi}, {tj} × {q} + {vj}) 就是 {answer}。",
                        tuple(&[p, q])
                    ),
                ],
            ]
        };
        let [english, chinese] = if shown {
            [
                "Work out TV at (thread, value); what comes out counts down the columns of the tile.",
                "先求 TV 在 (线程, 值) 处的值；这个数是沿 tile 的列往下数的。",
            ]
        } else {
            [
                "Find the thread's number in the table of thr: that is where its block of values lies.",
                "在 thr 的表里找到这个线程号：它的那一块值就在那里。",
            ]
        };
        Some(exercise.hint(english, chinese).solved(Solution::Lines(solution)))
    },
};

fn pair(numbers: &[i64]) -> Option<[i64; 2]> {
    numbers.try_into().ok()
}

fn element_in_vector(random: &mut Random) -> Option<Exercise> {
    let (given, threads, values, is_block) = vector(random);
    let (thread, value) = (random.between(1, threads - 1), random.below(values));
    let answer = number(&given, &format!("TV({thread},{value})"))?;
    let exercise = Exercise::new(
        given,
        [
            format!(
                "TV takes (thread, value) to an element of a vector. Which element is value {value} of thread {thread}?"
            ),
            format!("TV 把 (线程, 值) 变成向量的元素编号。线程 {thread} 的值 {value} 是第几个元素（从 0 数）？"),
        ],
        answer,
    );
    let other = if is_block { thread + value * threads } else { thread * values + value };
    Some(
        exercise
            .perhaps(if is_block { VALUES_APART } else { VALUES_TOGETHER }, Some(other))
            .perhaps(FORGETS_THREAD_STRIDE, Some(thread + value))
            .hint(
                "The thread times the first stride, and the value times the second.",
                "线程号乘以第一个步长，值号乘以第二个步长。",
            )
            .solved(Solution::Point { layout: "TV".into(), coordinate: format!("({thread},{value})") }),
    )
}

/// The thread that holds an element.
pub(super) const THREAD_OF_ELEMENT: Generator = Generator {
    name: "thread-of-element",
    title: ["Which thread holds an element", "元素在哪个线程手里"],
    block: 19,
    lesson: "thread-value",
    draw: |random, level| {
        if level == 1 {
            return thread_in_vector(random);
        }
        let drawn = drawn(random, level);
        let ([m, n], [p, q], tile) = (drawn.threads, drawn.values, drawn.tile());
        let [i, j] = [random.below(tile[0]), random.below(tile[1])];
        if p * q == 1 {
            return None;
        }
        let all = indices(&drawn.given, TV)?;
        let place = i64::try_from(all.iter().position(|index| *index == i + j * tile[0])?).ok()?;
        let (thread, value) = (place % (m * n), place / (m * n));
        let asks_both = level == 3;
        let at = tuple(&[i, j]);
        let (answer, question) = if asks_both {
            (
                tuple(&[thread, value]),
                [
                    format!(
                        "make_layout_tv(thr, val) gives each thread a block of values. Who holds {at} of the tile? Write (thread,value)."
                    ),
                    format!("make_layout_tv(thr, val) 给每个线程一块值。tile 的 {at} 在谁手里？写成 (线程,值)。"),
                ],
            )
        } else {
            (
                thread.to_string(),
                [
                    format!(
                        "make_layout_tv(thr, val) gives each thread a block of values. Which thread holds {at} of the tile?"
                    ),
                    format!("make_layout_tv(thr, val) 给每个线程一块值。tile 的 {at} 在哪个线程手里？"),
                ],
            )
        };
        let field = if asks_both { Field::Tuple } else { Field::Number };
        let typed = |thread: i64, value: i64| if asks_both { tuple(&[thread, value]) } else { thread.to_string() };
        let other = if drawn.down { (i / p) * n + j / q } else { i / p + (j / q) * m };
        let apart = number(&drawn.given, &format!("thr({},{})", i % m, j % n))?;
        let apart_value = number(&drawn.given, &format!("val({},{})", i / m, j / n))?;
        let of_thread = tuple(&[i / p, j / q]);
        let of_value = tuple(&[i % p, j % q]);
        Some(
            Exercise::new(drawn.given.clone(), question, answer)
                .typed(field, Meaning::Value)
                .perhaps(THREAD_ORDER, Some(typed(other, value)))
                .perhaps(VALUES_APART, Some(typed(apart, apart_value)))
                .perhaps(THREAD_FOR_VALUE, Some(typed(value, thread)))
                .hint(
                    "Divide by the shape of val: the quotients are the place among the threads, the remainders that among the values.",
                    "除以 val 的形状：商是在线程中的位置，余数是在值中的位置。",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("By {}, {at} is place {of_value} of the threads' place {of_thread}.", tuple(&[p, q])),
                        format!("按 {} 来除，{at} 的商是 {of_thread}，余数是 {of_value}。", tuple(&[p, q])),
                    ],
                    [
                        format!("thr{of_thread} is {thread}, val{of_value} is {value}."),
                        format!("thr{of_thread} 是 {thread}，val{of_value} 是 {value}。"),
                    ],
                ])),
        )
    },
};

fn thread_in_vector(random: &mut Random) -> Option<Exercise> {
    let (given, threads, values, is_block) = vector(random);
    let element = random.below(threads * values);
    let place = indices(&given, "TV")?.iter().position(|index| *index == element)?;
    let found = digits(i64::try_from(place).ok()?, &[threads, values]);
    let [thread, value] = pair(&found)?;
    let exercise = Exercise::new(
        given,
        [
            format!("TV takes (thread, value) to an element of a vector. Which thread holds the element {element}?"),
            format!("TV 把 (线程, 值) 变成向量的元素编号。第 {element} 个元素（从 0 数）在哪个线程手里？"),
        ],
        thread,
    );
    let stride = left_strides(&[if is_block { values } else { threads }]).last().copied()?;
    let [quotient, remainder] = [element / stride, element % stride];
    let [english, chinese] = if is_block { ["quotient", "商"] } else { ["remainder", "余数"] };
    Some(
        exercise
            .perhaps(THREAD_FOR_VALUE, Some(value))
            .perhaps(if is_block { VALUES_APART } else { VALUES_TOGETHER }, Some(if is_block { element % threads } else { element / values }))
            .hint(
                "Divide by the larger stride: does the thread have it, or the value?",
                "除以较大的步长：它是线程的，还是值的？",
            )
            .solved(Solution::Lines(vec![[
                format!("{element} by the larger stride {stride} is {quotient}, and {remainder} is left; the {english} is the thread: {thread}."),
                format!("{element} 除以较大的步长 {stride}，商 {quotient} 余 {remainder}；{chinese}就是线程：{thread}。"),
            ]])),
    )
}
