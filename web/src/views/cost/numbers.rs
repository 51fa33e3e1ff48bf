//! The numbers, each with one sentence that says what it counts.

use colex::cost::Surveyed;
use colex::words::{self, Tongue, quotient};
use colex_document::MemorySpace;
use leptos::prelude::*;

use crate::languages::say;
use crate::session::Parts;

use super::subject::Subject;

/// A number: what it is, how much, and what that means.
struct Line {
    name: &'static str,
    number: String,
    sentence: String,
}

/// Lists what shared memory takes.
fn shared(found: &Surveyed, at_once: u64, tongue: Tongue) -> Vec<Line> {
    let cost = &found.shared;
    let bytes = found.vector.bytes();
    vec![
        Line {
            name: tongue.pick("Conflict degree", "冲突度"),
            number: cost.worst.to_string(),
            sentence: tongue
                .pick(
                    "The most words that one bank serves in a phase; 1 is free of conflicts",
                    "一个阶段中单个 bank 服务的最多字数；1 表示没有冲突",
                )
                .to_string(),
        },
        Line {
            name: tongue.pick("Turns of a phase", "每阶段轮数"),
            number: quotient(cost.turns, cost.phases),
            sentence: tongue
                .pick(
                    "On average: different words of one bank take turns, the same word is read once for all",
                    "平均值：同一 bank 的不同字轮流服务，同一个字只读一次",
                )
                .to_string(),
        },
        Line {
            name: tongue.pick("Phases of a request", "每次请求的阶段数"),
            number: quotient(cost.phases, cost.requests),
            sentence: say!(
                tongue,
                en(
                    "All banks together serve 128 bytes at once: {at_once} threads with {bytes} {} each, at most a warp",
                    if bytes == 1 { "byte" } else { "bytes" }
                ),
                zh("所有 bank 一轮共服务 128 字节：每阶段 {at_once} 个线程，每个 {bytes} 字节，最多一个 warp")
            ),
        },
    ]
}

/// Lists what global memory moves.
fn global(found: &Surveyed, tongue: Tongue) -> Vec<Line> {
    let cost = &found.global;
    let fewest = quotient(cost.fewest_sectors, cost.requests);
    vec![
        Line {
            name: tongue.pick("Sectors of a request", "每次请求的扇区数"),
            number: quotient(cost.sectors, cost.requests),
            sentence: say!(
                tongue,
                en("Of 32 bytes, the least that is moved; {fewest} would hold what is used"),
                zh("每个 32 字节，是传输的最小单位；容纳所用字节只需 {fewest} 个")
            ),
        },
        Line {
            name: tongue.pick("Lines of a request", "每次请求的缓存行数"),
            number: quotient(cost.lines, cost.requests),
            sentence: tongue.pick("Of 128 bytes, four sectors each", "每条 128 字节，含四个扇区").to_string(),
        },
        Line {
            name: tongue.pick("Efficiency", "利用率"),
            number: words::percent(cost.bytes_used, cost.bytes_moved),
            sentence: tongue
                .pick("The bytes used of those moved, each request by itself", "每次请求中被使用的字节占传输字节的比例")
                .to_string(),
        },
    ]
}

/// Tells what is not counted, because no element of the tile is there.
pub(super) fn missed(found: &Surveyed, tongue: Tongue) -> Option<String> {
    let all = found.looked.0.saturating_mul(found.looked.1);
    let missed = all.saturating_sub(found.facts?.accessed);
    (missed > 0).then(|| {
        say!(
            tongue,
            en("{missed} of {all} accesses lie outside the tile: nothing is counted of them"),
            zh("{all} 次访问中有 {missed} 次在 tile 之外，未计入")
        )
    })
}

/// The numbers as a list.
#[component]
pub(super) fn Numbers(subject: Subject) -> impl IntoView {
    let Parts { draft, tastes, .. } = *subject.session;
    let lines = move || {
        let tongue = tastes.tongue.get();
        let is_shared = subject.memory.get() == MemorySpace::Shared;
        let wanted = draft.options.with(|options| u64::from(options.held.vector));
        let element_bytes = subject.with(|found| found.element_bytes).unwrap_or(1);
        subject.surveyed.with(|found| {
            let found = found.as_ref()?;
            let at_once = subject.machine.with_value(|machine| machine.phase_threads(found.vector));
            let mut lines = if is_shared { shared(found, at_once, tongue) } else { global(found, tongue) };
            let mut sentence = words::widest(&found.widest, element_bytes, tongue);
            if wanted > found.widest.elements {
                sentence.push_str(&say!(
                    tongue,
                    en(". {wanted} at once are not legal here"),
                    zh("。这里一次 {wanted} 个不合法")
                ));
            }
            lines.push(Line {
                name: tongue.pick("Widest vector", "最宽的向量"),
                number: found.widest.elements.to_string(),
                sentence,
            });
            let line = |line: Line| {
                view! {
                    <div class="cost-line">
                        <dt class="small quiet">{line.name}</dt>
                        <dd><b class="mono">{line.number}</b> <span class="small quiet">{line.sentence}</span></dd>
                    </div>
                }
            };
            Some(lines.into_iter().map(line).collect_view())
        })
    };
    let facts = move || {
        let tongue = tastes.tongue.get();
        subject.surveyed.with(|found| {
            let found = found.as_ref()?;
            let mut facts = found.facts.map(|facts| words::access_facts(&facts, tongue)).unwrap_or_default();
            let is_shared = subject.memory.get() == MemorySpace::Shared;
            facts.extend(found.ranks.filter(|_| is_shared).map(|found| words::ranks(found, tongue)));
            if !found.is_whole() {
                let ((threads, values), (all, each)) = (found.looked, found.all);
                facts.push(say!(
                    tongue,
                    en("Counted are the first {threads} of {all} threads and {values} of {each} values"),
                    zh("统计了 {all} 个线程中的前 {threads} 个、{each} 个值中的前 {values} 个")
                ));
            }
            Some(facts.into_iter().map(|fact| view! { <li>{fact}</li> }).collect_view())
        })
    };
    view! {
        <dl class="cost-numbers">{lines}</dl>
        <ul class="cost-facts small">{facts}</ul>
        <p class="quiet small">{tastes.text(
            "32 banks of 4 bytes, sectors of 32, lines of 128 bytes, 32 threads a warp: as NVIDIA's GPUs have them. Index 0 begins a line",
            "32 个 4 字节 bank、32 字节扇区、128 字节缓存行、每 warp 32 个线程：与 NVIDIA GPU 相同。索引 0 位于一行的开头",
        )}</p>
    }
}
