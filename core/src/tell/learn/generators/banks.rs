//! Banks of shared memory: where an element lies, and how many turns a warp's access takes.

use super::draw::{layout, tuple};
use super::reckon::{indices, number, printed};
use crate::cost::{Machine, Request, Vector, phases};
use crate::learn::exercise::{Exercise, Generator, Solution};
use crate::learn::misconception::{
    BANK_NO_WRAP, BYTE_FOR_BANK, ELEMENT_FOR_BANK, FORGETS_SWIZZLE, SAME_WORD, STRIDE_FOR_WAYS,
};
use crate::learn::random::Random;

/// Returns how many bits of an index lie within a word of 4 bytes.
pub(super) fn word_bits(bytes: u64) -> i64 {
    match bytes {
        1 => 2,
        2 => 1,
        _ => 0,
    }
}

fn request(indices: &[i64]) -> Request {
    Request { warp: 0, instruction: 0, indices: indices.iter().copied().map(Some).collect() }
}

/// The most different words of one bank that threads want at once, each the elements from its index on.
pub(super) fn degree(indices: &[i64], bytes: u64, elements: u64) -> Option<u64> {
    let machine = Machine::default();
    let vector = Vector::new(bytes, elements, &machine).ok()?;
    phases(&request(indices), vector, &machine).iter().map(crate::cost::Phase::degree).max()
}

/// The bank in which the element of an index begins.
fn bank(index: i64, bytes: u64) -> Option<u64> {
    let machine = Machine::default();
    let vector = Vector::new(bytes, 1, &machine).ok()?;
    request(&[index]).banks_of(0, vector, &machine).first().copied()
}

/// So many bytes, in English.
pub(super) fn counted(bytes: u64) -> String {
    if bytes == 1 { "1 byte".into() } else { format!("{bytes} bytes") }
}

/// A swizzle that keeps within the numbers of a level.
fn swizzle(random: &mut Random) -> String {
    let b = random.between(2, 3);
    format!("Sw<{b},{},{}>", random.between(0, 2), random.between(b, 4))
}

/// The bank of an element.
pub(super) const BANK_OF_INDEX: Generator = Generator {
    name: "bank-of-index",
    title: ["Which bank an element lies in", "元素在哪个 bank"],
    block: 18,
    lesson: "swizzle",
    draw: |random, level| {
        let bytes = random.pick(&[1_u64, 2, 4, 4, 8])?;
        let (given, called, plain) = match level {
            1 => {
                let index = random.between(3, 63);
                ("A = 64:1".to_owned(), format!("A({index})"), None)
            }
            _ => {
                let rows = random.between(4, 8);
                let columns = random.pick(&[16, 20, 24, 32, 32, 36])?;
                let flat = layout(&[rows, columns], &[columns + random.pick(&[0, 0, 1, 4])?, 1]);
                let at = tuple(&[random.between(1, rows - 1), random.below(columns)]);
                let plain = (level == 3).then(|| number("", &format!("({flat}){at}"))).flatten();
                let given =
                    if level == 3 { format!("A = {} o 0 o {flat}", swizzle(random)) } else { format!("A = {flat}") };
                (given, format!("A{at}"), plain)
            }
        };
        let index = number(&given, &called)?;
        let answer = bank(index, bytes)?;
        let byte = index * i64::try_from(bytes).ok()?;
        let exercise = Exercise::new(
            given,
            [
                format!(
                    "A's elements have {}. In which of the 32 banks of 4 bytes does {called} begin?",
                    counted(bytes)
                ),
                format!("A 的元素每个 {bytes} 字节。{called} 从 32 个 4 字节 bank 中的哪一个开始？"),
            ],
            answer,
        );
        let unswizzled = plain.and_then(|plain| bank(plain, bytes));
        Some(
            exercise
                .perhaps(ELEMENT_FOR_BANK, Some(index % 32))
                .perhaps(BANK_NO_WRAP, Some(byte / 4))
                .perhaps(BYTE_FOR_BANK, Some(byte % 32))
                .perhaps(FORGETS_SWIZZLE, unswizzled)
                .hint(
                    "From the index to the byte, from the byte to the word of 4 bytes; every 32 words the banks begin again.",
                    "由索引得到字节，由字节得到 4 字节的字；每 32 个字 bank 从头开始。",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("{called} has the index {index}, so it begins at byte {index} × {bytes} = {byte}."),
                        format!("{called} 的索引是 {index}，从第 {index} × {bytes} = {byte} 字节开始。"),
                    ],
                    [
                        format!("That is word {}, and the remainder by 32 is bank {answer}.", byte / 4),
                        format!("也就是第 {} 个字，除以 32 的余数是 bank {answer}。", byte / 4),
                    ],
                ])),
        )
    },
};

/// Number of turns that a warp's access takes.
pub(super) const BANK_CONFLICT: Generator = Generator {
    name: "bank-conflict",
    title: ["How many ways an access conflicts", "几路 bank 冲突"],
    block: 18,
    lesson: "swizzle",
    draw: |random, level| {
        let bytes = random.pick(if level == 3 { &[4_u64, 4, 2] } else { &[4_u64, 4, 2, 1] })?;
        let stride = match level {
            1 => random.between(1, 64),
            2 => random.pick(&[32, 64, 128])? + random.pick(&[0, 1, 2, 4, 8, 16])?,
            _ => random.pick(&[16, 32, 64, 128])? + random.pick(&[0, 0, 0, 2, 4, 8])?,
        };
        // Threads a whole number of words apart, or nobody could follow them in the head.
        if stride * i64::try_from(bytes).ok()? % 4 != 0 {
            return None;
        }
        // Every thread has a coordinate of its own: thread t reads A(t), or A(t,j).
        let (given, read, threads, offset) = match level {
            1 => (format!("A = 32:{stride}"), "A(t)".to_owned(), "A".to_owned(), 0),
            2 => {
                let columns = random.pick(&[16, 32, 32, 64, 128])?;
                let column = random.below(8);
                if columns > stride {
                    return None;
                }
                let given = format!("A = (32,{columns}):({stride},1)");
                (given, format!("A(t,{column})"), "composition(A, 32:1)".to_owned(), column)
            }
            _ => {
                let (rows, columns) = random.pick(&[(4, 8), (8, 4), (16, 2)])?;
                let flat = layout(&[rows, columns], &[stride, random.pick(&[1, 1, 2])?]);
                let swizzled = if bytes == 4 && u64::try_from(stride).is_ok_and(u64::is_power_of_two) {
                    format!("{} o 0 o {flat}", swizzle(random))
                } else {
                    flat
                };
                (format!("A = {swizzled}"), "A(t)".to_owned(), "A".to_owned(), 0)
            }
        };
        // The column lies `column` elements further, in each row.
        let touched = indices(&given, &threads)?.into_iter().map(|index| index + offset).collect::<Vec<_>>();
        let answer = degree(&touched, bytes, 1)?;
        let as_words = degree(&touched, 4, 1)?;
        let in_bank = |number: u64| touched.iter().filter(|index| bank(**index, bytes) == Some(number)).count();
        let crowded = (0..32).map(in_bank).max()?;
        let plain = given.split_once(" o 0 o ").and_then(|(_, flat)| degree(&indices("", flat)?, bytes, 1));
        let fullest = (0..32).find(|number| {
            let mut words = touched.iter().filter(|index| bank(**index, bytes) == Some(*number));
            let mut words =
                words.by_ref().map(|index| index * i64::try_from(bytes).unwrap_or(4) / 4).collect::<Vec<_>>();
            words.sort_unstable();
            words.dedup();
            words.len() as u64 == answer
        })?;
        let first = touched.get(..6).map(super::reckon::listed)?;
        let banks =
            touched.iter().take(6).filter_map(|index| i64::try_from(bank(*index, bytes)?).ok()).collect::<Vec<_>>();
        let banks = super::reckon::listed(&banks);
        let exercise = Exercise::new(
            given.clone(),
            [
                format!(
                    "Thread t of a warp of 32 reads {read}; an element has {}. How many different words does the busiest bank serve (1: no conflict)?",
                    counted(bytes)
                ),
                format!(
                    "warp 的 32 个线程中，线程 t 读 {read}，每个元素 {bytes} 字节。最忙的 bank 要服务几个不同的字（1 表示没有冲突）？"
                ),
            ],
            answer,
        );
        let is_plain = printed(&given, "A").is_some_and(|printed| !printed.contains("Sw"));
        Some(
            exercise
                .perhaps(STRIDE_FOR_WAYS, (level < 3 && is_plain).then_some(stride.min(32)))
                .perhaps(ELEMENT_FOR_BANK, Some(as_words))
                .perhaps(SAME_WORD, Some(crowded))
                .perhaps(FORGETS_SWIZZLE, plain)
                .hint(
                    "Write down the words of the first threads: index times bytes, by 4. After how many threads does a bank come again?",
                    "写出前几个线程访问的字：索引乘以字节数再除以 4。隔几个线程会回到同一个 bank？",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("The threads read the indices {first}, …; the word is index × {bytes} / 4, the bank its remainder by 32."),
                        format!("线程读的索引是 {first}, …；字是 索引 × {bytes} / 4，除以 32 的余数是 bank。"),
                    ],
                    [format!("So their banks are {banks}, …"), format!("所以 bank 是 {banks}, …")],
                    [
                        match answer {
                            1 => "Each bank has one word to serve at most.".to_owned(),
                            _ => format!("Bank {fullest} has {answer} different words to serve, and no bank has more."),
                        },
                        match answer {
                            1 => "每个 bank 最多服务一个字。".to_owned(),
                            _ => format!("bank {fullest} 要服务 {answer} 个不同的字，没有别的 bank 更多。"),
                        },
                    ],
                ])),
        )
    },
};
