//! The sentences of the panel, in English and Chinese.

use colex::words::Tongue;
use colex_document::run::Times;
use colex_shaders::rate::Rate;
use colex_shaders::timing::Method;
use colex_shaders::verify::Verdict;
use colex_shaders::words::{fault, grouped};

use super::figures::{percent, seconds, times};
use super::measured::{ABOVE, Measured, differ, part_of_roof};
use super::running::{Doing, Machine, Trouble};
use crate::views::on_this_gpu::SILENT;

/// Says what is being done.
pub(super) fn doing(doing: Doing, tongue: Tongue) -> String {
    match doing {
        Doing::Opening => tongue.pick("Opening the GPU".to_owned(), "正在打开 GPU".to_owned()),
        Doing::Roofs => {
            tongue.pick("Measuring what this GPU can do at most".to_owned(), "正在测量本机 GPU 的上限".to_owned())
        }
        Doing::Sizing(size) => tongue.pick(
            format!("Finding a size for this GPU: {}", grouped(size.into())),
            format!("正在为本机 GPU 选择大小：{}", grouped(size.into())),
        ),
        Doing::Checking(_, 1, _) => {
            tongue.pick("Running once and checking".to_owned(), "正在运行一次并核对".to_owned())
        }
        Doing::Checking(number, of, _) => tongue.pick(
            format!("Running once and checking: {number} of {of}"),
            format!("正在运行一次并核对：第 {number} 个，共 {of} 个"),
        ),
        Doing::Timing(_) => tongue.pick("Timing".to_owned(), "正在计时".to_owned()),
        Doing::Searching { left, best, seconds: rest, .. } => {
            let mut sentence = tongue.pick(
                format!("Looking for the fastest: {left} in the running"),
                format!("正在寻找最快的方案：还剩 {left} 个候选"),
            );
            if let Some(best) = best {
                let best = seconds(best as f64 * 1e-12);
                sentence += &tongue.pick(format!("; the best so far takes {best}"), format!("；目前最快为 {best}"));
            }
            if let Some(rest) = rest {
                sentence += &tongue.pick(format!("; about {rest} s to go"), format!("；约剩 {rest} 秒"));
            }
            sentence
        }
        Doing::Silent => {
            let [english, chinese] = SILENT;
            tongue.pick(english, chinese).to_owned()
        }
        Doing::Hidden => tongue.pick(
            "Paused: the page is hidden, and browsers slow hidden pages down. It goes on when it is seen again"
                .to_owned(),
            "已暂停：页面处于隐藏状态，浏览器会放慢隐藏的页面。重新显示后继续".to_owned(),
        ),
    }
}

/// Returns how far it is, from 0 to 1.
pub(super) fn part_done(doing: Doing) -> Option<f32> {
    match doing {
        Doing::Timing(done) | Doing::Searching { done, .. } => Some(done),
        Doing::Checking(number, of, done) => Some((number as f32 - 1.0 + done) / of.max(1) as f32),
        Doing::Opening | Doing::Roofs | Doing::Sizing(_) | Doing::Silent | Doing::Hidden => None,
    }
}

/// Why there are no figures, and what helps.
pub(super) fn trouble(trouble: &Trouble, tongue: Tongue) -> String {
    match trouble {
        Trouble::Fault(reason) => fault(reason, tongue),
        Trouble::TooLong { seconds: expected, may_ask } => {
            let expected = seconds(*expected);
            match may_ask {
                true => tongue.pick(
                    format!("One run is expected to take {expected}, during which the screen may stand still"),
                    format!("预计一次运行需要 {expected}，期间画面可能停顿"),
                ),
                false => tongue.pick(
                    format!("One run is expected to take {expected}, and a browser resets a GPU that is busy for so long: take a smaller size"),
                    format!("预计一次运行需要 {expected}，浏览器会重置忙碌这么久的 GPU：请选小一些的大小"),
                ),
            }
        }
    }
}

/// Says whether the result is right, and where it is not.
pub(super) fn verdict(verdict: &Verdict, is_sampled: bool, tongue: Tongue) -> String {
    let compared = grouped(verdict.compared.into());
    let Some(first) = verdict.first else {
        let error = verdict.largest_error;
        let (english, chinese) = if error > 0.0 {
            (
                format!("; the largest error is {error:.1e}, within what rounding allows"),
                format!("；最大误差 {error:.1e}，在舍入允许的范围内"),
            )
        } else {
            (String::new(), String::new())
        };
        return match is_sampled {
            _ if verdict.compared == 1 => tongue.pick(
                format!("Right: the number that it writes is what it must be{english}"),
                format!("正确：写出的数符合预期{chinese}"),
            ),
            true => tongue.pick(
                format!("Right: {compared} numbers, chosen all over the result, are what they must be{english}"),
                format!("正确：在结果各处抽取的 {compared} 个数均符合预期{chinese}"),
            ),
            false => tongue.pick(
                format!("Right: all {compared} numbers are what they must be{english}"),
                format!("正确：全部 {compared} 个数均符合预期{chinese}"),
            ),
        };
    };
    let wrong = grouped(verdict.wrong.into());
    let number = grouped(first.number.into());
    let (gpu, expected) = (first.gpu, first.expected);
    tongue.pick(
        format!("Wrong, so no time is shown: {wrong} of {compared} numbers; the first is number {number}, where the GPU wrote {gpu} and it must be {expected}"),
        format!("错误，因此不显示时间：{compared} 个数中有 {wrong} 个；第一个是第 {number} 个数，GPU 写入 {gpu}，应为 {expected}"),
    )
}

/// Names a GPU, with its processors where they were counted.
pub(super) fn machine(machine: &Machine, tongue: Tongue) -> String {
    let Machine { name, processors, .. } = machine;
    let Some(count) = processors else { return name.clone() };
    let processors = if *count == 1 { "processor" } else { "processors" };
    tongue.pick(
        format!("{name}, {count} {processors} as counted by timing equal workgroups"),
        format!("{name}，对等量工作组计时得出 {count} 个处理器"),
    )
}

/// Says how time was told.
pub(super) fn method(method: Method, tongue: Tongue) -> &'static str {
    match method {
        Method::Timestamps { is_quantised: false } => tongue.pick("timestamps of the GPU", "GPU 时间戳"),
        Method::Timestamps { is_quantised: true } => tongue.pick(
            "timestamps of the GPU, which this browser rounds; the samples are longer for that",
            "GPU 时间戳，本浏览器会取整，因此样本取得更长",
        ),
        Method::WallClock => tongue.pick(
            "this GPU tells no timestamps, so by the clock on the wall: less exact",
            "本机 GPU 不提供时间戳，因此按时钟计时，精度较低",
        ),
    }
}

/// A word for a method in links.
pub(super) fn method_word(method: Method) -> &'static str {
    match method {
        Method::Timestamps { .. } => "timestamps",
        Method::WallClock => "clock",
    }
}

/// Says what there is to say of the times of a software adapter.
pub(super) fn software(tongue: Tongue) -> &'static str {
    tongue.pick(
        "Here the processor plays the GPU: the result counts, the times say nothing about a GPU",
        "这里由处理器模拟 GPU：结果有效，时间不代表任何 GPU",
    )
}

/// Says what was seen of programs of one kernel side by side: each against the one above it, for a list is often a
/// ladder; and the fastest against the first and against the roof. Ratios are measured, and where two differ by less
/// than their samples do that is said instead.
pub(super) fn seen(measured: &[(String, &Measured)], roofs: Option<Rate>, tongue: Tongue) -> Vec<String> {
    let timed = measured.iter().filter_map(|(name, measured)| Some((name, *measured, measured.timed?.times)));
    let timed = timed.collect::<Vec<_>>();
    let neighbours = timed.iter().zip(timed.iter().skip(1));
    let mut said = neighbours
        .map(|((above, first, base), (name, second, other))| {
            against(above, *base, name, *other, first.work == second.work, tongue)
        })
        .collect::<Vec<_>>();
    let (Some((first, of, base)), Some((name, measured, times))) =
        (timed.first(), timed.iter().min_by_key(|(_, _, times)| times.median))
    else {
        return said;
    };
    // The smallest is no winner.
    if timed.iter().any(|(_, other, _)| other.work != of.work) {
        return said;
    }
    if timed.len() > 2 && name != first && differ(*base, *times) {
        said.push(against(first, *base, name, *times, true, tongue));
    }
    let part = roofs.map(|roofs| part_of_roof(measured.work, *times, roofs));
    // Tensor cores do more than this GPU can without them.
    if let Some(part) = part.filter(|part| timed.len() > 1 && *part <= ABOVE) {
        let part = percent(part);
        said.push(tongue.pick(
            format!("The fastest is {name}: {part} of what this GPU can do"),
            format!("最快的是{name}：达到本机 GPU 上限的 {part}"),
        ));
    }
    said
}

/// The part by which two times differ that a ratio of two decimals would not show.
const SAME: f64 = 0.005;

/// One time against another; what does not do the same work is not as fast as anything, it takes as long.
fn against(first: &str, base: Times, name: &str, other: Times, is_same_work: bool, tongue: Tongue) -> String {
    if !differ(base, other) {
        return tongue.pick(
            format!("{name} and {first} differ by less than their samples do"),
            format!("{name}与{first}的差异小于各自样本的波动"),
        );
    }
    let ratio = base.median as f64 / other.median.max(1) as f64;
    if (ratio - 1.0).abs() < SAME {
        return tongue.pick(
            format!("{name} and {first} take the same time, to half a per cent"),
            format!("{name}与{first}用时相同，相差不到千分之五"),
        );
    }
    if ratio >= 1.0 && !is_same_work {
        return against(name, other, first, base, false, tongue);
    }
    if ratio >= 1.0 {
        tongue.pick(
            format!("{name} is {} as fast as {first}", times(ratio)),
            format!("{name}的速度是{first}的 {} 倍", times(ratio).trim_end_matches('×')),
        )
    } else {
        tongue.pick(
            format!("{name} takes {} as long as {first}", times(1.0 / ratio)),
            format!("{name}的用时是{first}的 {} 倍", times(1.0 / ratio).trim_end_matches('×')),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex_document::run::Asked;
    use colex_shaders::program::Work;
    use colex_shaders::verify::Wrong;

    use crate::views::on_this_gpu::bench::measured::Timed;

    fn measured(microseconds: f64) -> Measured {
        let times = Times::of_seconds([1.0, 0.98, 0.99, 1.01].map(|part| part * microseconds * 1e-6));
        let method = Method::Timestamps { is_quantised: false };
        Measured {
            asked: Asked::of("copy"),
            key: microseconds.to_string(),
            verdict: Verdict { compared: 4, ..Verdict::default() },
            is_sampled: false,
            work: Work { bytes: 1_000_000, flops: 0, is_integer: false },
            timed: Some(Timed { times, samples: 9, runs: 8, method }),
        }
    }

    #[test]
    fn ratios_are_measured_and_small_differences_are_none() {
        let (rows, padded, same) = (measured(5.0), measured(2.5), measured(5.01));
        let all = [("rows".to_owned(), &rows), ("same".to_owned(), &same), ("padded".to_owned(), &padded)];
        let roofs = Some(Rate { bytes_per_s: 1e12, flops_per_s: 1e13 });
        assert_eq!(
            seen(&all, roofs, Tongue::English),
            [
                "same and rows differ by less than their samples do",
                "padded is 2.00× as fast as same",
                "padded is 2.00× as fast as rows",
                "The fastest is padded: 40.0 % of what this GPU can do",
            ]
        );
        let steady = |microseconds: f64| {
            let all = measured(microseconds);
            let times = Times::of_seconds([microseconds * 1e-6; 4]);
            Measured { timed: all.timed.map(|timed| Timed { times, ..timed }), ..all }
        };
        let (one, other) = (steady(5.0), steady(5.02));
        assert_eq!(
            seen(&[("one".to_owned(), &one), ("other".to_owned(), &other)], None, Tongue::English),
            ["other and one take the same time, to half a per cent"]
        );
        let back = [all[2].clone(), all[1].clone()];
        assert_eq!(seen(&back, None, Tongue::English), ["same takes 2.00× as long as padded"]);
        let small = Measured { work: Work { bytes: 1000, flops: 0, is_integer: false }, ..padded.clone() };
        assert_eq!(
            seen(&[all[0].clone(), ("small".to_owned(), &small)], roofs, Tongue::English),
            ["rows takes 2.00× as long as small"]
        );
        assert!(seen(&all[..1], roofs, Tongue::English).is_empty() && seen(&[], roofs, Tongue::Chinese).is_empty());
    }

    #[test]
    fn a_wrong_result_says_where() {
        let first = Some(Wrong { number: 1025, gpu: 1.5, expected: 2.0, tolerance: 0.0 });
        let wrong = Verdict { compared: 2048, wrong: 3, first, largest_error: 0.5 };
        assert_eq!(
            verdict(&wrong, false, Tongue::English),
            "Wrong, so no time is shown: 3 of 2,048 numbers; the first is number 1,025, where the GPU wrote 1.5 and it must be 2"
        );
        let right = Verdict { compared: 2048, ..Verdict::default() };
        assert_eq!(verdict(&right, false, Tongue::English), "Right: all 2,048 numbers are what they must be");
    }
}
