//! Costs of accesses, as sentences.

use super::Tongue;
use crate::cost::{Facts, GlobalCost, Obstacle, Phase, Request, Sector, SharedCost, Vector, Widest};
use crate::thread_value::Pair;

/// The most threads, banks or words that a sentence lists.
const LISTED_MOST: usize = 8;

/// A quotient with at most one digit behind the point: `12.5`, `8`.
pub fn quotient(dividend: u64, divisor: u64) -> String {
    let (dividend, divisor) = (u128::from(dividend), u128::from(divisor.max(1)));
    let tenths = (dividend * 20 + divisor) / (divisor * 2);
    match (tenths / 10, tenths % 10) {
        (whole, 0) => whole.to_string(),
        (whole, tenth) => format!("{whole}.{tenth}"),
    }
}

/// Formats how many hundredths one number is of another: `12.5 %`. What is not all of it is never said to be.
pub fn percent(part: u64, whole: u64) -> String {
    let said = quotient(part.saturating_mul(100), whole);
    if said == "100" && part < whole { "99.9 %".to_string() } else { format!("{said} %") }
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// A pair as CuTe writes it: `T3 V1`.
fn name(pair: Pair) -> String {
    format!("T{} V{}", pair.thread, pair.value)
}

/// The first of some numbers, each run of them as `0–3`, and how many are left out.
fn listed(numbers: impl IntoIterator<Item = u64>, tongue: Tongue) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let count = |runs: &[(u64, u64)]| runs.iter().map(|(first, last)| last - first + 1).sum::<u64>();
    let (said, more) = runs.split_at(runs.len().min(LISTED_MOST));
    let said = said.iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}{}{last}", tongue.pick(", ", "、")),
        _ => format!("{first}–{last}"),
    });
    let said = said.collect::<Vec<_>>().join(tongue.pick(", ", "、"));
    match count(more) {
        0 => said,
        more => tongue.pick(format!("{said} and {more} more"), format!("{said} 等，另有 {more} 个")),
    }
}

/// Says what shared memory takes for all requests: `32-way bank conflict: …`.
pub fn shared_cost(cost: &SharedCost, tongue: Tongue) -> String {
    let SharedCost { phases, turns, worst, .. } = *cost;
    match worst {
        0 => tongue.pick("Nothing is accessed".into(), "没有任何访问".into()),
        1 if phases == 1 => {
            tongue.pick("No bank conflicts: one phase, one turn".into(), "没有 bank 冲突：一个阶段，一轮完成".into())
        }
        1 => tongue.pick(
            format!("No bank conflicts: each of the {phases} phases takes one turn"),
            format!("没有 bank 冲突：{phases} 个阶段，各一轮完成"),
        ),
        _ => {
            let average = quotient(turns, phases);
            tongue.pick(
                format!(
                    "{worst}-way bank conflict: {} for {}, {average} on average",
                    counted(turns, "turn"),
                    counted(phases, "phase"),
                ),
                format!("{worst} 路 bank 冲突：{phases} 个阶段需要 {turns} 轮，平均 {average} 轮"),
            )
        }
    }
}

/// Why every phase has the same degree: the bits that tell its words and its banks apart.
pub fn ranks((words, banks): (u32, u32), tongue: Tongue) -> String {
    let each = words.saturating_sub(banks);
    tongue.pick(
        format!("By bits: every phase reaches 2^{words} words in 2^{banks} banks, 2^{each} in each"),
        format!("按位看：每个阶段到达 2^{banks} 个 bank 中的 2^{words} 个字，每个 bank 2^{each} 个"),
    )
}

/// Says what global memory moves for all requests: `8 sectors and 2 lines a request, 50 % of the bytes used`.
pub fn global_cost(cost: &GlobalCost, tongue: Tongue) -> String {
    let GlobalCost { requests, sectors, lines, bytes_used, bytes_moved, .. } = *cost;
    if requests == 0 {
        return tongue.pick("Nothing is accessed".into(), "没有任何访问".into());
    }
    let (sectors, lines) = (quotient(sectors, requests), quotient(lines, requests));
    let used = percent(bytes_used, bytes_moved);
    let plural = |count: &str, what: &'static str| format!("{count} {what}{}", if count == "1" { "" } else { "s" });
    tongue.pick(
        format!("{} and {} a request, {used} of the bytes used", plural(&sectors, "sector"), plural(&lines, "line")),
        format!("每次请求 {sectors} 个扇区、{lines} 条缓存行，字节利用率 {used}"),
    )
}

/// Says how wide a vector is legal, and why none is wider.
pub fn widest(widest: &Widest, element_bytes: u64, tongue: Tongue) -> String {
    let (elements, bytes) = (widest.elements, widest.elements.saturating_mul(element_bytes));
    let why = obstacle(&widest.obstacle, tongue);
    tongue.pick(
        format!("{}, {}: {why}", counted(elements, "element"), counted(bytes, "byte")),
        format!("{elements} 个元素，{bytes} 字节：{why}"),
    )
}

fn obstacle(obstacle: &Obstacle, tongue: Tongue) -> String {
    match *obstacle {
        Obstacle::Machine => tongue.pick("the widest access of a thread".into(), "已是单个线程最宽的访问".into()),
        Obstacle::Values { values: 1 } => {
            tongue.pick("each thread has only one value".into(), "每个线程只有一个值".into())
        }
        Obstacle::Values { values } => tongue.pick(
            format!("{values} values do not divide into wider vectors"),
            format!("{values} 个值不能分成更宽的向量"),
        ),
        Obstacle::Gap { pair, before, index } => tongue.pick(
            format!("{} lies at {index}, not next to the value before it at {before}", name(pair)),
            format!("{} 位于 {index}，不紧跟在前一个值（{before}）之后", name(pair)),
        ),
        Obstacle::Alignment { pair, index, elements } => tongue.pick(
            format!("{} lies at {index}, which is no multiple of {elements}", name(pair)),
            format!("{} 位于 {index}，不是 {elements} 的倍数", name(pair)),
        ),
        Obstacle::Outside { pair } => tongue.pick(
            format!("only one of {} and the value before it is accessed", name(pair)),
            format!("{} 与前一个值中只有一个被访问", name(pair)),
        ),
    }
}

/// Says what kind of function it is: injective or not, without a gap or not, onto all indices from 0 or not.
pub fn access_facts(facts: &Facts, tongue: Tongue) -> Vec<String> {
    let Facts { least, greatest, .. } = *facts;
    let injective = match facts.twice {
        None => tongue.pick("Injective: no index is accessed twice".into(), "单射：没有索引被访问两次".into()),
        Some((index, pair)) => tongue.pick(
            format!("Not injective: {} accesses index {index} again", name(pair)),
            format!("不是单射：{} 再次访问索引 {index}", name(pair)),
        ),
    };
    let contiguous = match (facts.gap, least) {
        (None, 0) => tongue.pick(
            format!("Contiguous and surjective: every index from 0 to {greatest} is accessed"),
            format!("连续且满射：从 0 到 {greatest} 的每个索引都被访问"),
        ),
        (None, _) => tongue.pick(
            format!("Contiguous: every index from {least} to {greatest} is accessed"),
            format!("连续：从 {least} 到 {greatest} 的每个索引都被访问"),
        ),
        (Some(gap), _) => tongue.pick(
            format!("Not contiguous: between {least} and {greatest}, {gap} is the first index without an access"),
            format!("不连续：在 {least} 与 {greatest} 之间，{gap} 是首个未被访问的索引"),
        ),
    };
    vec![injective, contiguous]
}

/// One phase: which threads, in how many turns, and which banks make it so. `first` is the first thread of the warp.
pub fn phase(phase: &Phase, first: u64, tongue: Tongue) -> String {
    let from = first.saturating_add(phase.first);
    let threads = match phase.threads {
        0 | 1 => tongue.pick(format!("Thread {from}"), format!("线程 {from}")),
        threads => tongue.pick(
            format!("Threads {from}–{}", from.saturating_add(threads - 1)),
            format!("线程 {from}–{}", from.saturating_add(threads - 1)),
        ),
    };
    let count = phase.conflicting().count();
    let list = listed(phase.conflicting().map(|bank| bank as u64), tongue);
    let said = match (phase.degree(), count) {
        (0, _) => tongue.pick("nothing".to_string(), "没有访问".to_string()),
        (1, _) => tongue.pick("1 turn, no conflict".to_string(), "1 轮，没有冲突".to_string()),
        (turns, 1) => {
            tongue.pick(format!("{turns} turns, conflict in bank {}", list), format!("{turns} 轮，bank {} 冲突", list))
        }
        (turns, _) => tongue
            .pick(format!("{turns} turns, conflicts in banks {}", list), format!("{turns} 轮，bank {} 冲突", list)),
    };
    format!("{threads}{}{said}", tongue.pick(": ", "："))
}

/// One bank in a phase: the words it serves, each with the threads that want it.
pub fn bank(
    request: &Request,
    number: u64,
    phase: &Phase,
    first: u64,
    vector: Vector,
    machine: &crate::cost::Machine,
    tongue: Tongue,
) -> String {
    let words = request.words_of(number, phase, vector, machine);
    let count = words.len();
    let said = words.iter().take(LISTED_MOST).map(|(word, threads)| {
        let threads = listed(threads.iter().map(|thread| first.saturating_add(*thread)), tongue);
        tongue.pick(format!("word {word} for T{threads}"), format!("字 {word} 给 T{threads}"))
    });
    let mut said = said.collect::<Vec<_>>().join(tongue.pick(", ", "，"));
    if count > LISTED_MOST {
        let more = count - LISTED_MOST;
        said.push_str(
            &tongue.pick(format!(" and {} more", counted(more as u64, "word")), format!(" 等，另有 {more} 个字")),
        );
    }
    match count {
        0 => tongue.pick(format!("Bank {number}: nothing"), format!("bank {number}：没有访问")),
        1 => tongue.pick(format!("Bank {number}: {said}"), format!("bank {number}：{said}")),
        _ => tongue.pick(
            format!("Bank {number} serves {count} words one after the other: {said}"),
            format!("bank {number} 依次服务 {count} 个字：{said}"),
        ),
    }
}

/// One sector: how many of its bytes are used, and by whom. `first` is the first thread of the warp.
pub fn sector(sector: &Sector, first: u64, machine: &crate::cost::Machine, tongue: Tongue) -> String {
    let size = machine.sector_bytes;
    let begin = sector.number * i128::from(size);
    let (end, bytes) = (begin + i128::from(size) - 1, sector.bytes);
    let threads = listed(sector.threads.iter().map(|thread| first.saturating_add(*thread)), tongue);
    tongue.pick(
        format!("Bytes {begin}–{end}: {bytes} of {size} are used, by T{threads}"),
        format!("字节 {begin}–{end}：使用了 {size} 个中的 {bytes} 个，访问者 T{threads}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::{Group, Machine, Survey, phases, sectors};
    use crate::evaluate;
    use crate::notebook::Settings;
    use crate::work::finish;

    #[test]
    fn quotients_have_one_digit() {
        for (dividend, divisor, said) in [(0, 0, "0"), (8, 2, "4"), (1, 8, "0.1"), (25, 2, "12.5"), (199, 100, "2")] {
            assert_eq!(quotient(dividend, divisor), said);
        }
        assert_eq!([percent(1, 8), percent(1, 1), percent(9999, 10000)], ["12.5 %", "100 %", "99.9 %"]);
        assert_eq!(listed([0, 1, 2, 3, 5, 8, 9], Tongue::English), "0–3, 5, 8, 9");
        assert_eq!(listed((0..20).map(|it| it * 2), Tongue::English), "0, 2, 4, 6, 8, 10, 12, 14 and 12 more");
    }

    fn said(layout: &str, element_bytes: u64, elements: Option<u64>, tongue: Tongue) -> Vec<String> {
        let machine = Machine::default();
        let evaluation = evaluate(layout, Settings::default());
        let layout = evaluation.value(0).and_then(|value| value.as_any_layout()).expect("a layout");
        let group = Group::of_layout(&layout).expect("a group");
        let survey = Survey::new(group.clone(), element_bytes, elements, &machine).expect("a survey");
        let found = finish(survey, 1 << 20).expect("small");
        let request = group.request(0, 0, found.vector, &machine);
        let of_phase = phases(&request, found.vector, &machine).into_iter().next().expect("a phase");
        let of_sector = sectors(&request, found.vector, &machine).into_iter().next().expect("a sector");
        let mut said = vec![
            shared_cost(&found.shared, tongue),
            phase(&of_phase, 0, tongue),
            bank(&request, 0, &of_phase, 0, found.vector, &machine, tongue),
            global_cost(&found.global, tongue),
            sector(&of_sector, 0, &machine, tongue),
            widest(&found.widest, element_bytes, tongue),
            found.ranks.map(|found| ranks(found, tongue)).unwrap_or_default(),
        ];
        said.extend(access_facts(&found.facts.expect("small"), tongue));
        said
    }

    #[test]
    fn sentences() {
        assert_eq!(
            said("(32,32):(32,1)", 4, Some(1), Tongue::English),
            [
                "32-way bank conflict: 1024 turns for 32 phases, 32 on average",
                "Threads 0–31: 32 turns, conflict in bank 0",
                "Bank 0 serves 32 words one after the other: word 0 for T0, word 32 for T1, word 64 for T2, word 96 for \
                 T3, word 128 for T4, word 160 for T5, word 192 for T6, word 224 for T7 and 24 words more",
                "32 sectors and 32 lines a request, 12.5 % of the bytes used",
                "Bytes 0–31: 4 of 32 are used, by T0",
                "4 elements, 16 bytes: the widest access of a thread",
                "By bits: every phase reaches 2^5 words in 2^0 banks, 2^5 in each",
                "Injective: no index is accessed twice",
                "Contiguous and surjective: every index from 0 to 1023 is accessed",
            ]
        );
        assert_eq!(
            said("(32,2):(1,48)", 2, None, Tongue::English),
            [
                "No bank conflicts: each of the 2 phases takes one turn",
                "Threads 0–31: 1 turn, no conflict",
                "Bank 0: word 0 for T0, 1",
                "2 sectors and 1.5 lines a request, 100 % of the bytes used",
                "Bytes 0–31: 32 of 32 are used, by T0–15",
                "1 element, 2 bytes: T0 V1 lies at 48, not next to the value before it at 0",
                "",
                "Injective: no index is accessed twice",
                "Not contiguous: between 0 and 79, 32 is the first index without an access",
            ]
        );
        assert_eq!(
            said("(32,32):(32,1)", 4, Some(1), Tongue::Chinese).first().map(String::as_str),
            Some("32 路 bank 冲突：32 个阶段需要 1024 轮，平均 32 轮")
        );
        for layout in ["(4,3):(1,1)", "(4,4):(5,1)", "(4,2):(-2,-1)"] {
            assert_eq!(said(layout, 4, None, Tongue::Chinese).len(), 9, "{layout}");
        }
    }
}
