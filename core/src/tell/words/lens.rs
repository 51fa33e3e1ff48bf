//! Static and dynamic integers, and what C++ checks of them, as sentences.

use super::Tongue;
use crate::lens::{Check, Condition, Staticness, When};

/// Tells how many integers are known when.
pub fn staticness(found: Staticness, tongue: Tongue) -> String {
    let Staticness { statics, dynamics } = found;
    match (statics, dynamics) {
        (0, 0) => tongue.pick("It has no integers".into(), "没有整数".into()),
        (_, 0) => tongue
            .pick("Every integer is static: known when C++ compiles".into(), "所有整数都是静态的：编译期已知".into()),
        (0, _) => tongue.pick(
            "Every integer is dynamic: known when the program runs".into(),
            "所有整数都是动态的：运行期才知道".into(),
        ),
        _ => tongue.pick(
            format!("Of {} integers, static: {statics}, dynamic: {dynamics}", statics + dynamics),
            format!("{statics} 个整数是静态的，{dynamics} 个是动态的"),
        ),
    }
}

/// Tells what is checked, at its numbers.
pub fn condition(check: &Check, tongue: Tongue) -> String {
    let (left, right) = check.numbers;
    match check.condition {
        Condition::StrideDivisibility => tongue.pick(
            format!("stride divisibility: {right} divides {left}, or {left} is less"),
            format!("步长整除：{right} 整除 {left}，或 {left} 更小"),
        ),
        Condition::ShapeDivisibility => {
            tongue.pick(format!("shape divisibility: {right} divides {left}"), format!("形状整除：{right} 整除 {left}"))
        }
        Condition::NotZero => tongue.pick(
            format!("the stride {left} is not 0, or it divides by zero"),
            format!("步长 {left} 不为 0，否则除以零"),
        ),
        Condition::WithinDomain => tongue.pick(
            match left.value() {
                1 => format!("1 element stays within the last extent {right}"),
                _ => format!("{left} elements stay within the last extent {right}"),
            },
            format!("{left} 个元素不超出最后的长度 {right}"),
        ),
        Condition::NotOverlapping => tongue.pick(
            format!("the stride {left} is at least the {right} that is reached"),
            format!("步长 {left} 不小于已到达的 {right}"),
        ),
        Condition::StrideMultiple => {
            tongue.pick(format!("the stride {left} is a multiple of {right}"), format!("步长 {left} 是 {right} 的倍数"))
        }
        Condition::FactorDivides => tongue.pick(
            format!("one of {left} and the factor {right} divides the other"),
            format!("{left} 与倍数 {right} 其一整除另一"),
        ),
        Condition::Contiguous => tongue.pick(
            format!("stride {left} continues into stride {right}, so the modes merge"),
            format!("步长 {left} 接上步长 {right}，mode 合并"),
        ),
    }
}

/// When it is checked.
pub fn when(when: When, tongue: Tongue) -> &'static str {
    match when {
        When::CompileTime => tongue.pick("at compile time", "编译期检查"),
        When::RunTime => tongue.pick("at run time", "运行期检查"),
        When::Never => tongue.pick("never", "不检查"),
    }
}
