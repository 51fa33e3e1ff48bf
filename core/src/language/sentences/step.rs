//! Steps of the algebra as sentences: what happens, with its numbers, and why.

use super::Tongue;
use crate::int::Int;
use crate::steps::{CoalesceRule, CoordinateStep, Pair, Step};

/// The sentence of a step.
pub fn step(step: &Step, tongue: Tongue) -> String {
    match tongue {
        Tongue::English => english(step),
        Tongue::Chinese => chinese(step),
    }
}

fn pair(pair: &Pair) -> String {
    format!("{}:{}", pair.extent, pair.stride)
}

/// Which of the conditions of a composition a mode of the left operand does not meet, so that what is over is lost: the
/// stride that is left and the extent divide neither way, or what is in reach does not divide what is wanted.
fn over(left: &Pair, (count, stride): (Int, Int), reach: Int, tongue: Tongue) -> String {
    let (extent, count, stride, reach) = (left.extent.value(), count.value(), stride.value().abs(), reach.value());
    let divides = |of: i64, by: i64| of.checked_rem(by).is_none_or(|rest| rest == 0);
    // All that is wanted lies in this mode.
    if count <= 1 || (count - 1).checked_mul(stride).is_some_and(|last| last < extent) {
        return String::new();
    }
    if !divides(extent, stride) && !divides(stride, extent) {
        return tongue.pick(
            format!(
                ". But neither of {stride} and {extent} divides the other, and CuTe does not carry the remainder on"
            ),
            format!("。但 {stride} 与 {extent} 互不整除，CuTe 不会把余数带到下一 mode"),
        );
    }
    if reach < count && !divides(count, reach) {
        let left_out = count - count / reach * reach;
        return tongue.pick(
            format!(". But {reach} does not divide {count}: the last {left_out} have no place in the result"),
            format!("。但 {reach} 不整除 {count}：最后 {left_out} 个在结果中没有位置"),
        );
    }
    String::new()
}

fn english(step: &Step) -> String {
    match step {
        Step::Enter { operation, operands } => format!("{operation}({})", operands.join(", ")),
        Step::Define { definition } => format!("is by definition {definition}"),
        Step::Coordinate(CoordinateStep::Divide { path, dividend, extent, digit, quotient }) => format!(
            "{}{dividend} mod {extent} is {digit}, the coordinate here; {dividend} div {extent} is {quotient}, which goes on \
             to the right",
            place(path)
        ),
        Step::Coordinate(CoordinateStep::Rest { path, digit }) => {
            format!("{}{digit} is left, and the last mode takes it as it is", place(path))
        }
        Step::Coordinate(CoordinateStep::Product { path, coordinate, stride, product }) => {
            format!("{}{coordinate} * {stride} is {}", place(path), stride.with_scale(*product))
        }
        Step::Result { operation, result } => format!("{operation} gives {result}"),
        Step::Leave { operation, result, .. } => format!("{operation} gives {result}"),
        Step::Coalesce { leaf, pair: mode, front, rule, .. } => {
            let (mode_text, front_text) = (pair(mode), pair(front));
            match rule {
                CoalesceRule::Skip => format!("Mode {leaf} {mode_text}: a mode of extent _1 is dropped"),
                CoalesceRule::Replace => {
                    format!("Mode {leaf} {mode_text}: it takes the place of {front_text}, whose extent is _1")
                }
                CoalesceRule::Merge => format!(
                    "Mode {leaf} {mode_text} and the next, {front_text}: {} = {}·{}, so they are one",
                    front.stride, mode.extent, mode.stride
                ),
                CoalesceRule::Apart => format!(
                    "Mode {leaf} {mode_text} and the next, {front_text}: {} ≠ {}·{}, so they stay apart",
                    front.stride, mode.extent, mode.stride
                ),
                CoalesceRule::Dynamic => format!(
                    "Mode {leaf} {mode_text}: it would continue into {front_text}, but a number is dynamic, which C++ \
                     cannot know when it compiles, so it stays"
                ),
            }
        }
        Step::AddMode { place, extent, left, right, sum } => {
            format!("Coordinate {place}, of which {extent} steps are even in both: {left} + {right} = {sum}")
        }
        Step::DropZeroStride { leaf, extent } => {
            format!("Mode {leaf}: the stride is _0, so its {extent} coordinates are one index; the extent becomes _1")
        }
        Step::ComposeLeaf { leaf, pair: mode, left } => {
            format!("Mode {leaf} of the second operand, {}, is read through {left}", pair(mode))
        }
        Step::ComposeZero { pair: mode } => format!("{}: stride _0 reaches only index 0, so it stays", pair(mode)),
        Step::ComposeSingle { left, result, .. } => {
            format!("The first operand is one mode {}, so the stride is multiplied: {}", pair(left), pair(result))
        }
        Step::ComposeMode { mode, left, rest, reach, next_stride, taken } => {
            let (count, stride) = rest;
            let text = format!(
                "Mode {mode} {}: stepping by {stride} hits {reach} of its {} elements, and {count} are wanted",
                pair(left),
                left.extent
            );
            let over = over(left, *rest, *reach, Tongue::English);
            match taken {
                Some(part) => {
                    format!("{text}; that gives {}, and the next mode steps by {next_stride}{over}", pair(part))
                }
                None => format!("{text}; that gives nothing, and the next mode steps by {next_stride}{over}"),
            }
        }
        Step::ComposeLast { left, rest: (count, stride), taken } => match taken {
            Some(part) => {
                format!("The last mode {} takes what is left, {count}:{stride}: {}", pair(left), pair(part))
            }
            None => format!("One element is left for the last mode {}, so it gives nothing", pair(left)),
        },
        Step::ComplementGap { mode, pair: own, gap, end, .. } if gap.value() == 1 => {
            format!("Mode {mode} {}: no gap before it; what follows begins at {end}", pair(own))
        }
        Step::ComplementGap { mode, pair: own, begin, gap, end } => format!(
            "Mode {mode} {}: the gap from {begin} to {} takes {gap} copies {begin} apart; what follows begins at {end}",
            pair(own),
            own.stride
        ),
        Step::ComplementRest { cotarget, end, extent } => {
            format!("From {end} on, {extent} copies fill the cotarget {cotarget}: ceil_div({cotarget}, {end})")
        }
        Step::ComplementAll { cotarget } => {
            format!("The layout reaches only index 0, so the complement is all of {cotarget}")
        }
        Step::InverseTake { mode, pair: own, expected, taken } => match taken {
            Some(domain) => format!(
                "Mode {mode} {}: its stride is the {expected} that comes next, so the inverse gets {}:{domain}",
                pair(own),
                own.extent
            ),
            None => format!("Mode {mode} {}: the next stride would be {expected}, so it is skipped", pair(own)),
        },
        Step::InverseFill { mode, pair: own, before, extent, domain } => format!(
            "Mode {mode} {}: {} / {before} = {extent} indices lead up to it; from there on the inverse goes by {domain}",
            pair(own),
            own.stride
        ),
        Step::Recast { leaf, before, after, factor, up } => format!(
            "Mode {leaf}: {} becomes {}, as {}",
            pair(before),
            pair(after),
            if *up { format!("{factor} elements become one") } else { format!("one element becomes {factor}") }
        ),
        Step::Stop => "The steps stop here: there are too many of them".to_string(),
        Step::Swizzle { offset, yyy, zzz, result, .. } => {
            let (from, onto) = (bits(*yyy, Some(*offset)), bits(*zzz, Some(*offset)));
            format!(
                "{offset} is {offset:b} in binary; its bits {from} are XORed onto bits {onto}: {result:b}, which is {result}"
            )
        }
        Step::Compare { left, right, path, reason } => {
            let place = place(path);
            format!("{place}{left} and {right}: {}", reason.english())
        }
    }
}

/// The places of a mask's bits, counted from the lowest, and what stands there in a number: `4-3 (11)`.
pub fn bits(mask: i64, number: Option<i64>) -> String {
    let (lowest, beyond) = (mask.trailing_zeros(), i64::BITS - mask.leading_zeros());
    let (highest, width) = (beyond.saturating_sub(1), beyond.saturating_sub(lowest) as usize);
    let places = if highest <= lowest { lowest.to_string() } else { format!("{highest}-{lowest}") };
    match number {
        Some(number) => format!("{places} ({:0width$b})", ((number & mask) as u64).checked_shr(lowest).unwrap_or(0)),
        None => places,
    }
}

fn chinese(step: &Step) -> String {
    match step {
        Step::Enter { operation, operands } => format!("{operation}({})", operands.join(", ")),
        Step::Define { definition } => format!("按定义为 {definition}"),
        Step::Coordinate(CoordinateStep::Divide { path, dividend, extent, digit, quotient }) => format!(
            "{}{dividend} mod {extent} 得 {digit}，是此处的坐标；{dividend} div {extent} 得 {quotient}，留给右边",
            place(path)
        ),
        Step::Coordinate(CoordinateStep::Rest { path, digit }) => {
            format!("{}剩下 {digit}，最后一个 mode 直接取走", place(path))
        }
        Step::Coordinate(CoordinateStep::Product { path, coordinate, stride, product }) => {
            format!("{}{coordinate} * {stride} 得 {}", place(path), stride.with_scale(*product))
        }
        Step::Result { operation, result } => format!("{operation} 的结果是 {result}"),
        Step::Leave { operation, result, .. } => format!("{operation} 的结果是 {result}"),
        Step::Coalesce { leaf, pair: mode, front, rule, .. } => {
            let (mode_text, front_text) = (pair(mode), pair(front));
            match rule {
                CoalesceRule::Skip => format!("mode {leaf} {mode_text}：长度为 _1 的 mode 去掉"),
                CoalesceRule::Replace => format!("mode {leaf} {mode_text}：取代长度为 _1 的 {front_text}"),
                CoalesceRule::Merge => format!(
                    "mode {leaf} {mode_text} 与后一个 {front_text}：{} = {}·{}，合并",
                    front.stride, mode.extent, mode.stride
                ),
                CoalesceRule::Apart => format!(
                    "mode {leaf} {mode_text} 与后一个 {front_text}：{} ≠ {}·{}，并列",
                    front.stride, mode.extent, mode.stride
                ),
                CoalesceRule::Dynamic => {
                    format!("mode {leaf} {mode_text}：本可接上 {front_text}，但有动态数，C++ 在编译期无法判断，保留")
                }
            }
        }
        Step::AddMode { place, extent, left, right, sum } => {
            format!("坐标 {place}，在两者中都均匀走 {extent} 步：{left} + {right} = {sum}")
        }
        Step::DropZeroStride { leaf, extent } => {
            format!("mode {leaf}：步长为 _0，{extent} 个坐标同一索引，长度改为 _1")
        }
        Step::ComposeLeaf { leaf, pair: mode, left } => {
            format!("第二操作数的 mode {leaf}（{}）遍历 {left}", pair(mode))
        }
        Step::ComposeZero { pair: mode } => format!("{}：步长 _0 只到达索引 0，保持不变", pair(mode)),
        Step::ComposeSingle { left, result, .. } => {
            format!("第一操作数只有一个 mode {}，步长相乘：{}", pair(left), pair(result))
        }
        Step::ComposeMode { mode, left, rest, reach, next_stride, taken } => {
            let (count, stride) = rest;
            let text = format!(
                "mode {mode} {}：以 {stride} 为步长，在其 {} 个元素中取到 {reach} 个，需要 {count} 个",
                pair(left),
                left.extent
            );
            let over = over(left, *rest, *reach, Tongue::Chinese);
            match taken {
                Some(part) => format!("{text}；得到 {}，下一 mode 的步长为 {next_stride}{over}", pair(part)),
                None => format!("{text}；不取，下一 mode 的步长为 {next_stride}{over}"),
            }
        }
        Step::ComposeLast { left, rest: (count, stride), taken } => match taken {
            Some(part) => format!("最后的 mode {} 取走剩下的 {count}:{stride}：{}", pair(left), pair(part)),
            None => format!("留给最后的 mode {} 的只有一个元素，不取", pair(left)),
        },
        Step::ComplementGap { mode, pair: own, gap, end, .. } if gap.value() == 1 => {
            format!("mode {mode} {}：之前没有空隙；其后从 {end} 开始", pair(own))
        }
        Step::ComplementGap { mode, pair: own, begin, gap, end } => format!(
            "mode {mode} {}：从 {begin} 到 {} 的空隙放 {gap} 份、间隔 {begin}；其后从 {end} 开始",
            pair(own),
            own.stride
        ),
        Step::ComplementRest { cotarget, end, extent } => {
            format!("从 {end} 起用 {extent} 份填满 cotarget {cotarget}：ceil_div({cotarget}, {end})")
        }
        Step::ComplementAll { cotarget } => format!("布局只到达索引 0，补就是整个 {cotarget}"),
        Step::InverseTake { mode, pair: own, expected, taken } => match taken {
            Some(domain) => {
                format!("mode {mode} {}：步长正是接下来的 {expected}，逆得到 {}:{domain}", pair(own), own.extent)
            }
            None => format!("mode {mode} {}：接下来的步长应为 {expected}，跳过", pair(own)),
        },
        Step::InverseFill { mode, pair: own, before, extent, domain } => format!(
            "mode {mode} {}：先有 {} / {before} = {extent} 个索引；从这里起逆以 {domain} 为步长",
            pair(own),
            own.stride
        ),
        Step::Recast { leaf, before, after, factor, up } => format!(
            "mode {leaf}：{} 变为 {}，{}",
            pair(before),
            pair(after),
            if *up { format!("{factor} 个元素合为一个") } else { format!("一个元素拆成 {factor} 个") }
        ),
        Step::Stop => "步骤太多，到此为止".to_string(),
        Step::Swizzle { offset, yyy, zzz, result, .. } => {
            let (from, onto) = (bits(*yyy, Some(*offset)), bits(*zzz, Some(*offset)));
            format!("{offset} 的二进制为 {offset:b}；第 {from} 位异或到第 {onto} 位：{result:b}，即 {result}")
        }
        Step::Compare { left, right, path, reason } => {
            let place = place(path);
            format!("{place}{left} 与 {right}：{}", reason.chinese())
        }
    }
}

fn place(path: &[usize]) -> String {
    if path.is_empty() {
        return String::new();
    }
    let modes = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    format!("get<{modes}> ")
}

impl crate::steps::Comparison {
    fn english(self) -> &'static str {
        match self {
            Self::SameParentheses => "both are integers here, so the parentheses agree",
            Self::OtherParentheses => "the nesting differs here",
            Self::Coarser => "an integer faces a tuple, which the weak form allows",
            Self::SameSize => "the integer is the size of the mode",
            Self::OtherSize => "the integer is not the size of the mode",
            Self::Divides => "the integer divides the size of the mode",
            Self::DoesNotDivide => "the integer does not divide the size of the mode",
            Self::OtherRank => "they do not have the same number of modes",
            Self::TupleForInteger => "a tuple faces an integer, so coordinates of the first are none of the second",
        }
    }

    fn chinese(self) -> &'static str {
        match self {
            Self::SameParentheses => "此处都是整数，括号结构一致",
            Self::OtherParentheses => "括号结构在此处不同",
            Self::Coarser => "整数对元组，弱形式允许",
            Self::SameSize => "整数等于该 mode 的大小",
            Self::OtherSize => "整数不等于该 mode 的大小",
            Self::Divides => "整数整除该 mode 的大小",
            Self::DoesNotDivide => "整数不整除该 mode 的大小",
            Self::OtherRank => "mode 个数不同",
            Self::TupleForInteger => "元组对整数，前者的坐标不是后者的坐标",
        }
    }
}
