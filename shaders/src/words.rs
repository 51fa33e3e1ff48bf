//! The sentences of refusals, faults and results, in English and Chinese. Nothing else in this crate speaks.

use colex::cost::SharedCost;
use colex::words::{Tongue, global_cost, quotient};

use crate::accesses::Covers;
use crate::device::Fault;
use crate::kernel::Refusal;
use crate::predicted::{Cost, Predicted};
use crate::run::Check;
use crate::section::Part;

/// Why there is no kernel for a layout, and what would help.
pub fn refusal(refusal: &Refusal, tongue: Tongue) -> String {
    let chinese = tongue == Tongue::Chinese;
    match refusal {
        Refusal::BasisStride { stride, .. } if chinese => {
            format!("步长 {stride} 是基向量：这个布局的结果是坐标而不是数字，GPU kernel 无法写出。请改用整数步长。")
        }
        Refusal::BasisStride { stride, .. } => format!(
            "The stride {stride} is a basis vector: this layout answers coordinates, not numbers, and the kernel \
             writes numbers. Use integer strides."
        ),
        Refusal::NoElements { shape } if chinese => {
            format!("形状 {shape} 中有小于 1 的维度，因此没有任何坐标可以计算。")
        }
        Refusal::NoElements { shape } => {
            format!("The shape {shape} has an extent below 1, so there is no coordinate to compute.")
        }
        Refusal::TooManyElements { elements, limit } => {
            let limit = grouped((*limit).into());
            match elements.map(|elements| grouped(elements.into())) {
                Some(elements) if chinese => {
                    format!("这个布局有 {elements} 个元素，而 kernel 最多写 {limit} 个。请选小一些的形状。")
                }
                Some(elements) => format!(
                    "The layout has {elements} elements, and a kernel writes at most {limit}. Take a smaller shape."
                ),
                None if chinese => {
                    format!("这个布局的元素多到 64 位整数都数不下，而 kernel 最多写 {limit} 个。请选小一些的形状。")
                }
                None => format!(
                    "The layout has more elements than 64 bits can count, and a kernel writes at most {limit}. Take a \
                     smaller shape."
                ),
            }
        }
        Refusal::IndexTooWide { smallest, largest } => {
            let (smallest, largest) = (grouped(*smallest), grouped(*largest));
            if chinese {
                format!("索引范围从 {smallest} 到 {largest}，超出了 GPU kernel 所用的 32 位整数。请减小步长。")
            } else {
                format!(
                    "The indices run from {smallest} to {largest}, which the 32-bit integers of the kernel cannot \
                     hold. Take smaller strides."
                )
            }
        }
        Refusal::SwizzleTooWide { swizzle } if chinese => {
            format!("{swizzle} 会移动 kernel 所用 32 位整数之外的位。请选位数更低的 swizzle。")
        }
        Refusal::SwizzleTooWide { swizzle } => format!(
            "{swizzle} moves bits that the 32-bit integers of the kernel do not have. Take a swizzle of lower bits."
        ),
        Refusal::TooLargeForDevice { bytes, limit } => {
            let (bytes, limit) = (grouped((*bytes).into()), grouped((*limit).into()));
            if chinese {
                format!("结果需要 {bytes} 字节，而这个 GPU 的单个缓冲区最多 {limit} 字节。请选小一些的形状。")
            } else {
                format!(
                    "The result takes {bytes} bytes, and a buffer of this GPU at most {limit}. Take a smaller shape."
                )
            }
        }
        Refusal::NegativeIndex { smallest } if chinese => {
            format!("这个布局的索引小到 {smallest}，而缓冲区从 0 开始。请使用非负步长。")
        }
        Refusal::NegativeIndex { smallest } => format!(
            "The indices of this layout go down to {smallest}, and a buffer starts at 0. Use strides that are not \
             negative."
        ),
        Refusal::WrongRank { layout, rank, needed } if chinese => {
            format!("{layout} 有 {rank} 个 mode，而这个 kernel 需要 {needed} 个。")
        }
        Refusal::WrongRank { layout, rank, needed } => {
            format!("{layout} has rank {rank}, and this kernel needs rank {needed}.")
        }
        Refusal::Mismatched { chinese: text, .. } if chinese => format!("参数不相配：{text}。"),
        Refusal::Mismatched { what, .. } => format!("The parameters do not fit together: {what}."),
        Refusal::NoHalf if chinese => "这个 GPU 不支持 16 位浮点数（shader-f16）。请改用 f32。".to_owned(),
        Refusal::NoHalf => "This GPU has no 16-bit floating point (shader-f16). Use f32.".to_owned(),
        Refusal::NoMatrices { is_of_bytes: true } if chinese => {
            "这里没有 i8 的子组矩阵（张量核心）。Chrome 在 chrome://flags/#enable-unsafe-webgpu 打开后提供。请改用 f32 的其他级别。"
                .to_owned()
        }
        Refusal::NoMatrices { is_of_bytes: true } => {
            "No subgroup matrices (tensor cores) of i8 here. Chrome offers them with chrome://flags/#enable-unsafe-webgpu. \
             Take another rung, in f32."
                .to_owned()
        }
        Refusal::NoMatrices { .. } if chinese => {
            "这里没有子组矩阵（张量核心）。Chrome 在 chrome://flags/#enable-unsafe-webgpu 打开后提供；在 NVIDIA 上还需以 \
             --enable-dawn-features=vulkan_enable_f16_on_nvidia 启动。请改用 f32 的其他级别。"
                .to_owned()
        }
        Refusal::NoMatrices { .. } => {
            "No subgroup matrices (tensor cores) here. Chrome offers them with chrome://flags/#enable-unsafe-webgpu, and \
             on NVIDIA when started with --enable-dawn-features=vulkan_enable_f16_on_nvidia. Take another rung, in f32."
                .to_owned()
        }
        Refusal::TooMuchShared { bytes, limit } => {
            let (bytes, limit) = (grouped((*bytes).into()), grouped((*limit).into()));
            if chinese {
                format!("kernel 需要 {bytes} 字节工作组内存，而这个 GPU 最多 {limit} 字节。请选小一些的 tile。")
            } else {
                format!(
                    "The kernel needs {bytes} bytes of workgroup memory, and this GPU has {limit}. Take a smaller tile."
                )
            }
        }
        Refusal::TooManyThreads { threads, limit } if chinese => {
            format!("kernel 的工作组需要 {threads} 个线程，而这个 GPU 最多 {limit} 个。请减少线程。")
        }
        Refusal::TooManyThreads { threads, limit } => format!(
            "The kernel needs {threads} threads in a workgroup, and this GPU has at most {limit}. Take fewer threads."
        ),
        Refusal::TooManyWorkgroups { workgroups, limit } if chinese => {
            format!(
                "kernel 在一个维度上需要 {workgroups} 个工作组，而这个 GPU 最多 {limit} 个。请选更大的 tile 或更小的形状。"
            )
        }
        Refusal::TooManyWorkgroups { workgroups, limit } => format!(
            "The kernel needs {workgroups} workgroups in one dimension, and this GPU dispatches at most {limit}. Take a \
             larger tile or a smaller shape."
        ),
        Refusal::NotInjective { layout } if chinese => {
            format!("{layout} 的多个坐标有同一个索引：写入的布局必须是单射。请换用步长不重叠的布局。")
        }
        Refusal::NotInjective { layout } => format!(
            "{layout} has one index for several coordinates, and what is written must be injective. Use strides that \
             do not overlap."
        ),
        Refusal::Algebra(_) if chinese => "布局代数无法计算这个布局的索引。".to_owned(),
        Refusal::Algebra(_) => "The algebra has no index for a coordinate of this layout.".to_owned(),
    }
}

/// Why a kernel did not run to its end, and what would help.
pub fn fault(fault: &Fault, tongue: Tongue) -> String {
    let chinese = tongue == Tongue::Chinese;
    let (sentence, message) = match fault {
        Fault::Refused(reason) => return refusal(reason, tongue),
        Fault::NoAdapter { .. } if chinese => {
            ("没有可用的 GPU：浏览器没有 WebGPU，或者 WebGPU 已被关闭。其余功能不受影响。", "")
        }
        Fault::NoAdapter { .. } => (
            "No GPU is available: the browser has no WebGPU, or it is switched off. Everything else works without it.",
            "",
        ),
        Fault::NoDevice { message } if chinese => ("找到了 GPU，但无法打开。", message.as_str()),
        Fault::NoDevice { message } => ("There is a GPU, but it could not be opened.", message.as_str()),
        Fault::DeviceLost { message } if chinese => ("GPU 连接已中断。请再试一次。", message.as_str()),
        Fault::DeviceLost { message } => ("The GPU went away. Try once more.", message.as_str()),
        Fault::OutOfMemory if chinese => ("GPU 内存不足。请选小一些的形状，或关闭其他标签页。", ""),
        Fault::OutOfMemory => ("The GPU has not enough memory. Take a smaller shape, or close other tabs.", ""),
        Fault::Invalid { message } if chinese => ("GPU 驱动或浏览器不接受这个 kernel。", message.as_str()),
        Fault::Invalid { message } => ("The driver or the browser does not accept this kernel.", message.as_str()),
        Fault::Internal { message } if chinese => ("GPU 驱动或浏览器内部出错。请再试一次。", message.as_str()),
        Fault::Internal { message } => ("The driver or the browser failed. Try once more.", message.as_str()),
        Fault::Cancelled if chinese => ("已取消。", ""),
        Fault::Cancelled => ("Cancelled.", ""),
        Fault::TooLong { milliseconds, most } => {
            let (milliseconds, most) = (grouped((*milliseconds).into()), grouped((*most).into()));
            return if chinese {
                format!("这会占用 GPU 约 {milliseconds} 毫秒，而允许的最长时间是 {most} 毫秒。请选小一些的形状。")
            } else {
                format!(
                    "This would keep the GPU busy for about {milliseconds} ms, and {most} ms are allowed. Take a smaller \
                     shape."
                )
            };
        }
        Fault::ReadBack { message } if chinese => ("无法从 GPU 读回结果。请再试一次。", message.as_str()),
        Fault::ReadBack { message } => {
            ("The result could not be read back from the GPU. Try once more.", message.as_str())
        }
    };
    // Drivers and browsers like to answer with several lines.
    let message = plain(message).split_whitespace().collect::<Vec<_>>().join(" ");
    match (message.as_str(), chinese) {
        ("", _) => sentence.to_owned(),
        (message, true) => format!("{sentence}（{message}）"),
        (message, false) => format!("{sentence} ({message})"),
    }
}

/// The message of an error of the browser, without the place in the program that wgpu prints behind it.
fn plain(message: &str) -> &str {
    let Some((_, inner)) = message.split_once("JsValue(") else { return message };
    inner.lines().next().unwrap_or_default().trim_end_matches(')')
}

/// Says what a check came to, with the adapter it ran on.
pub fn check(check: &Check, tongue: Tongue) -> String {
    let chinese = tongue == Tongue::Chinese;
    let elements = grouped(check.elements.into());
    let software = match (check.adapter.is_software, chinese) {
        (false, _) => "",
        (true, true) => "（软件模拟）",
        (true, false) => " (software)",
    };
    let adapter = format!("{}{software}", check.adapter.name);
    match (&check.first, chinese) {
        (None, true) => format!("{adapter}：全部 {elements} 个索引与代数计算的结果一致。"),
        (None, false) => {
            let (subject, verb) = if check.elements == 1 { ("The only index", "equals") } else { ("indices", "equal") };
            let subject = if check.elements == 1 { subject.to_owned() } else { format!("All {elements} {subject}") };
            format!("{subject} computed on {adapter} {verb} the algebra's.")
        }
        (Some(first), _) => {
            let (coordinate, mismatches) = (grouped(first.coordinate.into()), grouped(check.mismatches.into()));
            let (gpu, core) = (grouped(first.gpu.into()), grouped(first.core.into()));
            if chinese {
                format!(
                    "{adapter}：{elements} 个索引中有 {mismatches} 个不一致；第一个在坐标 {coordinate}：GPU 得到 {gpu}，\
                     代数得到 {core}。"
                )
            } else {
                format!(
                    "{mismatches} of {elements} indices computed on {adapter} differ from the algebra's; the first at \
                     coordinate {coordinate}: the GPU says {gpu}, the algebra {core}."
                )
            }
        }
    }
}

/// Names a section of a kernel's text.
pub fn part(part: Part, tongue: Tongue) -> &'static str {
    let (english, chinese) = match part {
        Part::Head => ("Layouts", "布局"),
        Part::Memory => ("Buffers and workgroup memory", "缓冲区与工作组内存"),
        Part::Packing => ("Packing of the operands", "操作数重排"),
        Part::Places => ("Tile and addresses", "tile 与地址"),
        Part::Copies => ("Copies", "复制"),
        Part::Products => ("Products, the inner loop", "乘加，内层循环"),
        Part::Sums => ("Partial sums", "部分和"),
        Part::Total => ("Sum of the partial sums", "部分和之和"),
        Part::WriteBack => ("Write back", "写回"),
    };
    tongue.pick(english, chinese)
}

/// Says what a prediction covers of a kernel.
pub fn covers(covers: Covers, tongue: Tongue) -> String {
    let whole = tongue.pick("all workgroups, all rounds, all passes", "所有工作组、所有循环轮次、所有遍次");
    let fragments = tongue.pick(", but for what tensor cores write", "，不含张量核心的写入");
    let sample = tongue.pick(", estimated from some of the warps", "，由部分 warp 估计");
    let parts = [Some(whole), covers.is_without_fragments.then_some(fragments), covers.is_sample.then_some(sample)];
    parts.into_iter().flatten().collect()
}

/// Says what is touched, and what that costs in all.
pub fn predicted(predicted: &Predicted, tongue: Tongue) -> String {
    let memory = predicted.memory;
    let touched = match predicted.is_store {
        true => tongue.pick(format!("Writes {memory}"), format!("写入 {memory}")),
        false => tongue.pick(format!("Reads {memory}"), format!("读取 {memory}")),
    };
    let plural = |count: u64, what: &str| {
        let count_ = grouped(count.into());
        if count == 1 { format!("{count_} {what}") } else { format!("{count_} {what}s") }
    };
    let cost = match &predicted.cost {
        Cost::Shared(SharedCost { phases, turns, worst, .. }) => {
            let (all, average) = (plural(*turns, "turn"), quotient(*turns, *phases));
            let chinese = grouped((*turns).into());
            match worst {
                0 | 1 => {
                    tongue.pick(format!("No bank conflicts; {all} in all"), format!("没有 bank 冲突；共 {chinese} 轮"))
                }
                worst => tongue.pick(
                    format!("{worst}-way bank conflict, {average} turns a phase on average; {all} in all"),
                    format!("{worst} 路 bank 冲突，平均每个阶段 {average} 轮；共 {chinese} 轮"),
                ),
            }
        }
        Cost::Global(cost) => {
            let (each, bytes) = (global_cost(cost, tongue), amount(cost.bytes_moved));
            tongue.pick(
                format!("{each}; {}, {bytes} in all", plural(cost.requests, "request")),
                format!("{each}；共 {} 次请求，{bytes}", grouped(cost.requests.into())),
            )
        }
    };
    tongue.pick(format!("{touched}: {cost}"), format!("{touched}：{cost}"))
}

/// Bytes to three digits: `134 MB`.
fn amount(bytes: u64) -> String {
    let mut number = bytes as f64;
    let mut units = ["B", "kB", "MB", "GB", "TB", "PB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    // What would be printed as 1000 is one of the next.
    while number >= 999.5 {
        let Some(next) = units.next() else { break };
        (number, unit) = (number / 1000.0, next);
    }
    let digits = if number >= 99.95 || unit == "B" {
        0
    } else if number >= 9.995 {
        1
    } else {
        2
    };
    let text = format!("{number:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} {unit}")
}

/// All that is touched in a few words: the worst bank conflict of what takes a hundredth of all turns or more, and how many
/// times the fewest sectors.
pub fn predicted_in_short(predicted: &[Predicted], tongue: Tongue) -> String {
    let shared = predicted.iter().filter_map(|part| match &part.cost {
        Cost::Shared(cost) => Some(cost),
        Cost::Global(_) => None,
    });
    let turns = shared.clone().fold(0_u64, |turns, cost| turns.saturating_add(cost.turns));
    let worst = shared.filter(|cost| cost.turns.saturating_mul(100) >= turns).map(|cost| cost.worst);
    let (sectors, fewest) = predicted.iter().fold((0, 0), |(sectors, fewest), part| match &part.cost {
        Cost::Global(cost) => (sectors + cost.sectors, fewest + cost.fewest_sectors),
        Cost::Shared(_) => (sectors, fewest),
    });
    let conflicts = worst.max().map(|worst| match worst {
        0 | 1 => tongue.pick("no bank conflict".to_owned(), "无 bank 冲突".to_owned()),
        worst => tongue.pick(format!("{worst}-way bank conflict"), format!("{worst} 路 bank 冲突")),
    });
    // A few at the ends of lines are nothing that a kernel is known by.
    let times = quotient(sectors, fewest);
    let sectors = (sectors > fewest && times != "1")
        .then(|| tongue.pick(format!("{times} times the sectors"), format!("扇区为 {times} 倍")));
    conflicts.into_iter().chain(sectors).collect::<Vec<_>>().join(tongue.pick(", ", "，"))
}

/// A number with a comma between each three digits: `65,535`.
pub fn grouped(number: i128) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if number < 0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use colex::cost::GlobalCost;

    use super::*;

    #[test]
    fn bytes_have_three_digits() {
        let cases = [(0, "0 B"), (32, "32 B"), (999, "999 B"), (1000, "1 kB"), (1536, "1.54 kB"), (999_999, "1 MB")];
        cases.iter().for_each(|(bytes, expected)| assert_eq!(amount(*bytes), *expected));
        assert_eq!(
            (amount(1 << 27), amount(12_340_000), amount(u64::MAX)),
            ("134 MB".into(), "12.3 MB".into(), "18447 PB".into())
        );
    }

    #[test]
    fn what_is_covered_is_said() {
        let said = |is_without_fragments, is_sample, tongue| covers(Covers { is_without_fragments, is_sample }, tongue);
        assert_eq!(said(false, false, Tongue::English), "all workgroups, all rounds, all passes");
        assert_eq!(
            said(true, true, Tongue::English),
            "all workgroups, all rounds, all passes, but for what tensor cores write, estimated from some of the warps"
        );
        assert_eq!(said(false, true, Tongue::Chinese), "所有工作组、所有循环轮次、所有遍次，由部分 warp 估计");
    }

    #[test]
    fn totals_are_said() {
        let whole = GlobalCost {
            requests: 1 << 20,
            sectors: 1 << 22,
            lines: 1 << 20,
            bytes_used: 1 << 27,
            bytes_moved: 1 << 27,
            fewest_sectors: 1 << 22,
            ..GlobalCost::default()
        };
        let shared = SharedCost { requests: 10, phases: 2000, turns: 3000, worst: 2, ..SharedCost::default() };
        let said = |memory, is_store, cost, tongue| predicted(&Predicted { memory, is_store, cost }, tongue);
        assert_eq!(
            said("a", false, Cost::Global(whole), Tongue::English),
            "Reads a: 4 sectors and 1 line a request, 100 % of the bytes used; 1,048,576 requests, 134 MB in all"
        );
        assert_eq!(
            said("a", false, Cost::Global(whole), Tongue::Chinese),
            "读取 a：每次请求 4 个扇区、1 条缓存行，字节利用率 100 %；共 1,048,576 次请求，134 MB"
        );
        assert_eq!(
            said("tile", true, Cost::Shared(shared), Tongue::English),
            "Writes tile: 2-way bank conflict, 1.5 turns a phase on average; 3,000 turns in all"
        );
        let free = SharedCost { turns: 1, phases: 1, worst: 1, ..shared };
        assert_eq!(
            said("tile", true, Cost::Shared(free), Tongue::English),
            "Writes tile: No bank conflicts; 1 turn in all"
        );
    }

    #[test]
    fn of_an_error_of_the_browser_only_its_message_is_told() {
        let printed =
            "JsValue(OperationError: no such thing\nOperationError: no such thing\n    at wasm://wasm-function[7])";
        let said = fault(&Fault::NoDevice { message: printed.to_owned() }, Tongue::English);
        assert_eq!(said, "There is a GPU, but it could not be opened. (OperationError: no such thing)");
        assert_eq!(plain("a shader\nis wrong"), "a shader\nis wrong");
    }
}
