//! Errors of the algebra as sentences.

use std::fmt;

use super::Tongue;
use crate::error::Error;

/// Writes the English sentence.
///
/// ```
/// let error = colex::Swizzle::from_masks(1, 6).unwrap_err();
/// assert_eq!(error.to_string(), "No swizzle moves the bits of 1 onto those of 6");
/// ```
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&error(self, Tongue::English))
    }
}

impl std::error::Error for Error {}

/// The sentence of an error.
pub fn error(error: &Error, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    match error {
        Error::Overflow { expression } if english => format!("{expression} does not fit in 64 bits"),
        Error::Overflow { expression } => format!("{expression} 超出 64 位整数范围"),
        Error::DivisionByZero { expression } if english => format!("Division by zero: {expression}"),
        Error::DivisionByZero { expression } => format!("除以零：{expression}"),
        Error::NotCongruent { shape, stride, path } => {
            let place = place(path, tongue);
            if english {
                format!("Shape {shape} and stride {stride} do not have the same parentheses{place}")
            } else {
                format!("形状 {shape} 与步长 {stride} 的括号结构不同{place}")
            }
        }
        Error::RankMismatch { left, right, path } => {
            let place = place(path, tongue);
            if english {
                format!("{left} and {right} do not have the same number of modes{place}")
            } else {
                format!("{left} 与 {right} 的 mode 个数不同{place}")
            }
        }
        Error::TupleForInteger { tuple, integer } if english => {
            format!("{tuple} is a tuple, but {integer} is a single integer")
        }
        Error::TupleForInteger { tuple, integer } => format!("{tuple} 是元组，而 {integer} 是单个整数"),
        Error::NoSuchMode { within, mode, rank } if !within.is_empty() => {
            let within = within.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            tongue.pick(
                format!("Mode {within} has no mode {mode}: its rank is {rank}"),
                format!("mode {within} 中没有第 {mode} 个 mode：其 rank 为 {rank}"),
            )
        }
        Error::NoSuchMode { mode, rank, .. } if english => match rank {
            1 => format!("There is no mode {mode}: the rank is 1"),
            _ => format!("There is no mode {mode}: the rank is {rank}, so modes are 0 to {}", rank.saturating_sub(1)),
        },
        Error::NoSuchMode { mode, rank, .. } => format!("没有第 {mode} 个 mode：rank 为 {rank}"),
        Error::EmptyRange { begin, end } if english => {
            format!("The range from mode {begin} to mode {end} is empty, and a layout needs at least one mode")
        }
        Error::EmptyRange { begin, end } => format!("从 mode {begin} 到 {end} 的范围为空，布局至少要有一个 mode"),
        Error::NotDivisible { dividend, divisor } if english => {
            format!("Neither of the static integers {dividend} and {divisor} divides the other")
        }
        Error::NotDivisible { dividend, divisor } => format!("静态整数 {dividend} 与 {divisor} 互不整除"),
        Error::NeedsRank { expected, found } if english => {
            format!("This needs rank {expected}, but the rank is {found}")
        }
        Error::NeedsRank { expected, found } => format!("这里要求 rank 为 {expected}，实际为 {found}"),
        Error::TooLarge { what, count, limit } if english => {
            format!("{count} {what} are too many: the limit is {limit}")
        }
        Error::TooLarge { what, count, limit } => format!("{}太多：{count}，上限为 {limit}", counted(what)),
        Error::TooDeep { limit } if english => format!("Parentheses nest deeper than {limit}"),
        Error::TooDeep { limit } => format!("括号嵌套超过 {limit} 层"),
        Error::MixedIndices { left, right } if english => {
            format!("{left} and {right} do not add up: one is an integer, the other a coordinate")
        }
        Error::MixedIndices { left, right } => format!("{left} 与 {right} 不能相加：一个是整数，一个是坐标"),
        Error::StrideDivisibility { leaf, rest, mode, extent } => {
            let (count, stride) = leaf;
            let left = rest.1;
            if english {
                format!(
                    "Stride divisibility: the mode {count}:{stride} reaches mode {mode} (extent {extent}) with stride \
                     {left}, which is neither a multiple of {extent} nor less than it"
                )
            } else {
                format!(
                    "步长整除条件：mode {count}:{stride} 到达 mode {mode}（长度 {extent}）时步长为 {left}，\
                     既不是 {extent} 的倍数，也不小于 {extent}"
                )
            }
        }
        Error::ShapeDivisibility { leaf, rest, mode, extent, reach } => {
            let (count, stride) = leaf;
            let left = rest.0;
            if english {
                format!(
                    "Shape divisibility: of the mode {count}:{stride}, {left} elements are wanted from mode {mode} on, \
                     which (extent {extent}) gives {reach} of them; {reach} does not divide {left}"
                )
            } else {
                format!(
                    "形状整除条件：mode {count}:{stride} 从 mode {mode}（长度 {extent}）起还要取 {left} 个元素，\
                     该 mode 只能给 {reach} 个，{reach} 不整除 {left}"
                )
            }
        }
        Error::DynamicStrides { operation, layout, mode, stride } if english => {
            format!("{operation} of {layout} needs static strides, but mode {mode} (coalesced) has the stride {stride}")
        }
        Error::DynamicStrides { operation, layout, mode, stride } => {
            format!("{operation}({layout}) 需要静态步长，而合并后的 mode {mode} 步长为 {stride}")
        }
        Error::NotInjective { layout, mode, stride, reach } if english => format!(
            "{layout} is not injective, so it has no complement: mode {mode} (filtered) has stride {stride}, but the \
             modes before it already reach {reach}"
        ),
        Error::NotInjective { layout, mode, stride, reach } => {
            format!("{layout} 不是单射，没有补：过滤后的 mode {mode} 步长为 {stride}，而之前的 mode 已到达 {reach}")
        }
        Error::InverseDivisibility { layout, mode, stride, before } if english => format!(
            "{layout} has no left inverse: the stride {stride} of mode {mode} (coalesced) is not a multiple of {before}"
        ),
        Error::InverseDivisibility { layout, mode, stride, before } => {
            format!("{layout} 没有左逆：合并后的 mode {mode} 步长 {stride} 不是 {before} 的倍数")
        }
        Error::TilerTooLong { tiler, rank } if english => {
            format!("There are {tiler} modes to apply, but only {rank} to apply them to")
        }
        Error::TilerTooLong { tiler, rank } => format!("要作用 {tiler} 个 mode，但只有 {rank} 个 mode"),
        Error::SizesDiffer { shapes: [left, right], sizes: [first, second] } => tongue.pick(
            format!("{left} has {first} coordinates and {right} has {second}: both need as many"),
            format!("{left} 有 {first} 个坐标，{right} 有 {second} 个：两者必须一样多"),
        ),
        Error::NoCommonDomain { shapes: [left, right], common, .. }
            if matches!(common.as_str(), "(1):(0)" | "(_1):(_0)") =>
        {
            tongue.pick(
                format!("The sum is no layout: no step is even in both {left} and {right}"),
                format!("和不是布局：没有在 {left} 与 {right} 中步调都均匀的步"),
            )
        }
        Error::NoCommonDomain { shapes: [left, right], common, size } => tongue.pick(
            format!(
                "The sum is no layout: {left} and {right} step together only along {common}, not over all {size} \
                 coordinates"
            ),
            format!("和不是布局：{left} 与 {right} 只在 {common} 上步调一致，而不是全部 {size} 个坐标"),
        ),
        Error::SeveralDirections { stride } => tongue.pick(
            format!("The sum is no layout that CuTe prints: one stride of it would be the coordinate {stride}"),
            format!("和不是 CuTe 能打印的布局：它的一个步长会是坐标 {stride}"),
        ),
        Error::NoRefinement { modes: [left, right], path } => {
            let at = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            let (place, in_place) = match at.as_str() {
                "" => (String::new(), String::new()),
                at => (format!(" at mode {at}"), format!("在 mode {at} 处，")),
            };
            tongue.pick(
                format!("No shape refines both: {left} and {right} do not go together{place}"),
                format!("没有同时细化两者的形状：{in_place}{left} 与 {right} 不能对应"),
            )
        }
        Error::AnswersCoordinates { operation, layout } => tongue.pick(
            format!("{operation} needs integer strides, and {layout} answers coordinates; C++ does not compile this"),
            format!("{operation} 需要整数步长，而 {layout} 给出坐标；C++ 无法编译"),
        ),
        Error::NoTile { mode } => {
            let at = mode.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            tongue.pick(
                format!("Mode {at} of the tiler is _, which is all of a mode that is not known here"),
                format!("tiler 的 mode {at} 是 _，表示整个 mode，而这里不知道该 mode"),
            )
        }
        Error::NotSplit { mode, rank } if english => match rank {
            0 => format!("The mode {mode} is an integer, not a pair of tile and rest"),
            _ => format!("The mode {mode} has rank {rank}, not 2: it is no pair of tile and rest"),
        },
        Error::NotSplit { mode, .. } => format!("mode {mode} 不是（tile，余）二元组"),
        Error::BlockDoesNotDivide { block, target } if english => {
            format!("The block {block} does not divide the target {target}, or it is not known to when C++ compiles")
        }
        Error::BlockDoesNotDivide { block, target } => format!("块 {block} 不整除目标 {target}，或编译期无法得知"),
        Error::NeedsStatic { operation, integer } if english => {
            format!("{operation} needs static integers, but {integer} is dynamic")
        }
        Error::NeedsStatic { operation, integer } => format!("{operation} 需要静态整数，而 {integer} 是动态的"),
        Error::NoAdjacentElements { stride } if english => {
            format!("downcast needs adjacent elements: no stride of {stride} is the static 1")
        }
        Error::NoAdjacentElements { stride } => format!("downcast 需要相邻元素：{stride} 中没有静态步长 1"),
        Error::NotPositive { what, found } if english => format!("The {what} has to be at least 1, not {found}"),
        Error::NotPositive { what, found } => format!("{}至少为 1，而不是 {found}", counted(what)),
        Error::NotPowerOfTwo { what, found } => {
            // A power of two that is refused is dynamic.
            let is_power = *found > 0 && found.count_ones() == 1;
            let dynamic = if is_power { tongue.pick("a dynamic ", "动态的 ") } else { "" };
            tongue.pick(
                format!("The {what} has to be a static power of two, not {dynamic}{found}"),
                format!(
                    "{}必须是静态的 2 的幂，而不是{}{dynamic}{found}",
                    counted(what),
                    if is_power { "" } else { " " }
                ),
            )
        }
        Error::InvalidSwizzle { bits, base, shift } => {
            let why = no_swizzle([*bits, *base, *shift], tongue);
            tongue.pick(
                format!("Swizzle<{bits},{base},{shift}> is not valid: {why}"),
                format!("Swizzle<{bits},{base},{shift}> 无效：{why}"),
            )
        }
        Error::NoSwizzle { yyy, zzz } if english => format!("No swizzle moves the bits of {yyy} onto those of {zzz}"),
        Error::NoSwizzle { yyy, zzz } => format!("没有把 {yyy} 的位移到 {zzz} 的位上的 swizzle"),
        Error::NeedsNoOffset { layout } if english => format!("{layout} has an offset, and this needs offset _0"),
        Error::NeedsNoOffset { layout } => format!("{layout} 带有偏移，这里要求偏移为 _0"),
        Error::TwiceComposed { layout } if english => format!("{layout} has two swizzles, and this takes one at most"),
        Error::TwiceComposed { layout } => format!("{layout} 有两个 swizzle，这里最多一个"),
        Error::AtomDoesNotFit { what: "threads of an atom", .. } => tongue
            .pick(
                "An element of this type is no whole part of what a thread of this atom moves",
                "这种类型的元素不能整份地装进该 atom 一个线程搬运的内容",
            )
            .to_string(),
        Error::AtomDoesNotFit { what, found, wanted } => {
            let [what, chinese] = match what.strip_prefix("elements of ") {
                Some(mode) => [(*what).to_string(), format!("{mode} 方向的元素")],
                None if what.starts_with("values") => ["values of a thread".to_string(), "线程的值".to_string()],
                None => [(*what).to_string(), "线程".to_string()],
            };
            let is_whole = found.checked_rem(*wanted) == Some(0) && found >= wanted;
            let [because, why] = match is_whole {
                true => [String::new(), String::new()],
                false => [format!(", which is no multiple of {wanted}"), format!("，不是 {wanted} 的倍数")],
            };
            tongue.pick(
                format!("The atom takes {wanted} {what} at a time, and there are {found} here{because}"),
                format!("该 atom 每次用 {wanted} 个{chinese}，这里有 {found} 个{why}"),
            )
        }
        Error::OutsideData { values, data } if english => {
            format!("The values of a thread, {values}, lie where {data} has nothing")
        }
        Error::OutsideData { values, data } => format!("一个线程的值 {values} 落在 {data} 没有元素的地方"),
        Error::NoData => tongue.pick("The data of this tensor is not known", "该张量的数据未知").to_string(),
        Error::NoStrides { layout } if english => format!("{layout} is a composed layout, which has no strides"),
        Error::NoStrides { layout } => format!("{layout} 是复合布局，没有步长"),
        Error::Empty => tongue.pick("There is no mode here", "这里没有任何 mode").to_string(),
        Error::NoElements { shape } if english => format!("The shape {shape} has no elements"),
        Error::NoElements { shape } => format!("形状 {shape} 没有元素"),
    }
}

/// Why three numbers are no swizzle.
fn no_swizzle([bits, base, shift]: [i64; 3], tongue: Tongue) -> String {
    let distance = shift.unsigned_abs();
    match (bits, base) {
        (..0, _) => tongue.pick(format!("B = {bits} is negative"), format!("B = {bits} 为负")),
        (_, ..0) => tongue.pick(format!("M = {base} is negative"), format!("M = {base} 为负")),
        _ if distance < bits.unsigned_abs() => tongue
            .pick(format!("|S| = {distance} is less than B = {bits}"), format!("|S| = {distance} 小于 B = {bits}")),
        _ => tongue.pick("B, M and |S| together exceed 62".to_string(), "B、M 与 |S| 之和超过 62".to_string()),
    }
}

fn counted(what: &str) -> &str {
    match what {
        "modes" => "Mode",
        "cells" => "单元格",
        "elements" => "元素",
        "coordinates" => "坐标",
        "rows" => "行",
        "units of work" => "工作量",
        "factor" => "倍数",
        "bits" => "位数",
        "extent times stride" => "长度乘步长",
        "steps" => "步骤",
        "pairs" => "（线程，值）对",
        "threads" => "线程",
        "instructions" => "指令",
        "bytes" => "字节数",
        "element's bytes" => "元素的字节数",
        "vector's elements" => "向量的元素数",
        other => other,
    }
}

/// Where in a tuple, as CuTe's `get<I...>` spells it.
fn place(path: &[usize], tongue: Tongue) -> String {
    if path.is_empty() {
        return String::new();
    }
    let modes = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    match tongue {
        Tongue::English => format!(", first at get<{modes}>"),
        Tongue::Chinese => format!("，首先在 get<{modes}> 处"),
    }
}
