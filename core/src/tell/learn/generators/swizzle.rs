//! Swizzles on numbers, and which one leaves no bank conflict.

use super::banks::{counted, degree, word_bits};
use super::choices::{alike, choose};
use super::reckon::number;
use crate::learn::exercise::{Exercise, Generator, Solution};
use crate::learn::misconception::{
    ADDS_FOR_XOR, FEW_BITS, FORGETS_BASE, FORGETS_SWIZZLE, REPLACES_BITS, S_FOR_B, WRONG_BASE, WRONG_SHIFT,
    XOR_WRONG_WAY,
};

/// Some bits of a number, as a number.
fn bits(number: i64, from: i64, count: i64) -> i64 {
    (number >> from) & ((1 << count) - 1)
}

/// Returns what a swizzle gives if `of` joins the bits at M and those that are S higher; with a negative S they change
/// places.
fn swizzled([b, m, s]: [i64; 3], number: i64, of: fn(i64, i64) -> i64) -> i64 {
    let (low, high) = (m, m + s.abs());
    let (to, from) = if s < 0 { (high, low) } else { (low, high) };
    let (old, source) = (bits(number, to, b), bits(number, from, b));
    number + ((of(old, source) - old) << to)
}

/// Image of a number under a swizzle.
pub(super) const SWIZZLE_INDEX: Generator = Generator {
    name: "swizzle-index",
    title: ["What a swizzle makes of an index", "swizzle 把索引变成什么"],
    block: 18,
    lesson: "swizzle",
    draw: |random, level| {
        let [most_bits, most_base, most_shift, bits_in_all] = match level {
            1 => [2, 1, 3, 6],
            2 => [3, 2, 4, 8],
            _ => [3, 4, 5, 10],
        };
        let b = random.between(1, most_bits);
        let (m, s) = (random.between(0, most_base), random.between(b, most_shift));
        if m + s + b > bits_in_all {
            return None;
        }
        let s = if level == 3 && random.below(4) == 0 { -s } else { s };
        let end = 1 << bits_in_all;
        let index = random.between(end / 8, end - 1);
        let given = format!("W = Sw<{b},{m},{s}>");
        let answer = number(&given, &format!("W({index})"))?;
        if answer == index && random.below(8) > 0 {
            return None;
        }
        let exercise = Exercise::new(given, [format!("What is W({index})?"), format!("W({index}) 是多少？")], answer);
        let exchanged = (s > b).then(|| swizzled([s, m, b], index, |old, source| old ^ source));
        let (from, onto) = (m + s.max(0), m - s.min(0));
        let [source, target] = [from, onto].map(|bit| (index >> bit) & ((1 << b) - 1));
        let (xored, width) = (source ^ target, usize::try_from(b).ok()?);
        Some(
            exercise
                .perhaps(FORGETS_SWIZZLE, Some(index))
                .perhaps(XOR_WRONG_WAY, Some(swizzled([b, m, -s], index, |old, source| old ^ source)))
                .perhaps(S_FOR_B, exchanged)
                .perhaps(FORGETS_BASE, (m > 0).then(|| swizzled([b, 0, s], index, |old, source| old ^ source)))
                .perhaps(ADDS_FOR_XOR, Some(swizzled([b, m, s], index, |old, source| old + source)))
                .perhaps(REPLACES_BITS, Some(swizzled([b, m, s], index, |_, source| source)))
                .hint(
                    format!("Write {index} in binary. The {b} bits from bit {from} on are XORed onto the {b} bits from bit {onto} on: B = {b}, M = {m}, S = {s}."),
                    format!("把 {index} 写成二进制。从第 {from} 位起的 {b} 位异或到从第 {onto} 位起的 {b} 位：B = {b}，M = {m}，S = {s}。"),
                )
                .solved(Solution::Lines(vec![
                    [format!("{index} is {index:b} in binary."), format!("{index} 的二进制是 {index:b}。")],
                    [
                        format!("From bit {from} on stands {source:0width$b}, from bit {onto} on {target:0width$b}: XOR gives {xored:0width$b}."),
                        format!("第 {from} 位起是 {source:0width$b}，第 {onto} 位起是 {target:0width$b}：异或得 {xored:0width$b}。"),
                    ],
                    [
                        format!("In the place of the latter that makes {answer:b}, which is {answer}."),
                        format!("放到后者的位置，得到 {answer:b}，即 {answer}。"),
                    ],
                ])),
        )
    },
};

/// The swizzle that leaves no conflict.
pub(super) const CHOOSE_SWIZZLE: Generator = Generator {
    name: "choose-swizzle",
    title: ["Choose a swizzle", "选一个 swizzle"],
    block: 18,
    lesson: "swizzle",
    draw: |random, level| {
        let (bytes, elements): (u64, u64) = match level {
            1 => (4, 1),
            2 => (random.pick(&[2, 4])?, 1),
            _ => random.pick(&[(2, 8), (4, 4), (1, 16), (2, 4), (4, 2), (2, 2), (4, 1)])?,
        };
        // Numbers of elements that share a word, of rows and of columns: all as powers of two.
        let word = word_bits(bytes);
        let vector = i64::from(elements.ilog2());
        let row = 5 + word + random.between(0, if level == 1 { 1 } else { 2 });
        let most_rows = 5 + word - vector.max(word);
        let b = random.between(2, most_rows.min(if level == 1 { 3 } else { 5 }));
        let m = random.between(vector.max(word), 5 + word - b);
        let s = row - m;
        if s < b || b < 2 {
            return None;
        }
        let (rows, columns) = (1_i64 << b, 1_i64 << row);
        let column = random.below(if level == 1 { 4 } else { 8 }) * i64::from(elements as i32);
        let given = format!("A = ({rows},{columns}):({columns},1)");
        let ways = |[b, m, s]: [i64; 3]| {
            let swizzle = format!("Sw<{b},{m},{s}>");
            let indices = (0..rows).map(|row| format!("({swizzle})({})", row * columns + column));
            let indices = indices.map(|call| number("", &call)).collect::<Option<Vec<_>>>()?;
            degree(&indices, bytes, elements)
        };
        let right = [b, m, s];
        if ways(right)? != 1 {
            return None;
        }
        let mut wrong = Vec::new();
        for (because, [b, m, s]) in [
            (FEW_BITS, [b - 1, m, s]),
            (WRONG_SHIFT, [b, m, s + random.between(1, 2)]),
            (WRONG_SHIFT, [b, m, s - random.between(1, 2)]),
            (WRONG_BASE, [b, m + random.between(1, 2), s]),
            (S_FOR_B, [s, m, b]),
        ] {
            if b >= 1 && s >= b && wrong.len() < 3 && ways([b, m, s])? > 1 {
                wrong.push((because, alike(format!("Sw<{b},{m},{s}>"))));
            }
        }
        let size = counted(bytes);
        let question = if elements == 1 {
            [
                format!(
                    "Thread t reads A(t,{column}), for t below {rows}; an element has {size}. Which swizzle of A leaves no bank conflict?"
                ),
                format!(
                    "线程 t（t 小于 {rows}）读 A(t,{column})，每个元素 {bytes} 字节。给 A 加哪个 swizzle 就没有 bank 冲突？"
                ),
            ]
        } else {
            [
                format!(
                    "Thread t reads the {elements} elements from A(t,{column}) on, for t below {rows}; an element has {size}. Which swizzle of A leaves no bank conflict?"
                ),
                format!(
                    "线程 t（t 小于 {rows}）从 A(t,{column}) 起读 {elements} 个元素，每个元素 {bytes} 字节。给 A 加哪个 swizzle 就没有 bank 冲突？"
                ),
            ]
        };
        let exercise = Exercise::new(given, question, "");
        let right_text = format!("Sw<{b},{m},{s}>");
        let exercise = choose(exercise, random, alike(right_text.clone()), wrong, 3)?;
        Some(
            exercise
                .hint(
                    format!("Rows lie {columns} elements apart. Which bits of the index count the rows, and which choose the bank?"),
                    format!("相邻两行相隔 {columns} 个元素。索引的哪些位在数行，哪些位决定 bank？"),
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("{columns} is 2 to the {row}: the {b} bits from bit {row} on count the {rows} rows."),
                        format!("{columns} 是 2 的 {row} 次方：从第 {row} 位起的 {b} 位在数这 {rows} 行。"),
                    ],
                    [
                        format!("{right_text} XORs them onto the {b} bits from bit {m} on, as {m} + {s} = {row}; those choose the bank."),
                        format!("{right_text} 把它们 XOR 到从第 {m} 位起的 {b} 位上，因为 {m} + {s} = {row}；这些位决定 bank。"),
                    ],
                ])),
        )
    },
};
