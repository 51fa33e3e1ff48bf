//! Diagnostics and repairs of the notebook as sentences.

use super::{Tongue, error, value_kind};
use crate::notebook::diagnostic::{Expected, PythonDiffers, Remark};
use crate::notebook::{Diagnostic, DiagnosticKind, Repair, RepairKind};
use crate::repair::StrideRepairKind;
use crate::verdict::{LawKind, Verdict};

/// The sentence of a diagnostic.
pub fn diagnostic(diagnostic: &Diagnostic, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    match &diagnostic.kind {
        DiagnosticKind::StrayCharacter(stray) => {
            let shown = character(*stray);
            if english { format!("{shown} means nothing here") } else { format!("{shown} 在这里没有意义") }
        }
        DiagnosticKind::BrokenNumber(text) if english => format!("{text} is neither a number nor a name"),
        DiagnosticKind::BrokenNumber(text) => format!("{text} 既不是数字也不是名称"),
        DiagnosticKind::NumberTooLarge(text) if english => format!("{text} does not fit in 64 bits"),
        DiagnosticKind::NumberTooLarge(text) => format!("{text} 超出 64 位整数范围"),
        DiagnosticKind::Unclosed(open) if english => format!("This {open} is never closed"),
        DiagnosticKind::Unclosed(open) => format!("这个 {open} 没有闭合"),
        DiagnosticKind::Unopened(close) if english => format!("This {close} closes nothing"),
        DiagnosticKind::Unopened(close) => format!("这个 {close} 没有对应的开括号"),
        DiagnosticKind::Unexpected { found, expected } => {
            let wanted = wanted(*expected, tongue);
            match (found.is_empty(), english) {
                (true, true) => format!("Expected {wanted} here"),
                (true, false) => format!("这里缺少{wanted}"),
                (false, true) => format!("Expected {wanted}, not {found}"),
                (false, false) => format!("这里是 {found}，应为{wanted}"),
            }
        }
        DiagnosticKind::BareTuple => {
            tongue.pick("Several numbers need parentheses around them", "多个数字需要用括号括起来").to_string()
        }
        DiagnosticKind::ModeName { name, problem } => super::name_problem(name, *problem, tongue),
        DiagnosticKind::TooDeep(limit) if english => format!("This nests deeper than {limit} levels"),
        DiagnosticKind::TooDeep(limit) => format!("嵌套超过 {limit} 层"),
        DiagnosticKind::TextTooLong(limit) if english => {
            format!("The text is longer than {} KiB; what follows is not read", limit / 1024)
        }
        DiagnosticKind::TextTooLong(limit) => format!("文本超过 {} KiB，其后的内容不再读取", limit / 1024),
        DiagnosticKind::StatementTooLong(limit) if english => {
            format!("This statement has more than {limit} numbers, names and signs; it is not read")
        }
        DiagnosticKind::StatementTooLong(limit) => format!("这条语句的数字、名称和符号超过 {limit} 个，不予读取"),
        DiagnosticKind::TooManyStatements(limit) if english => {
            format!("There are more than {limit} statements; what follows is not evaluated")
        }
        DiagnosticKind::TooManyStatements(limit) => format!("语句超过 {limit} 条，其后的内容不再求值"),
        DiagnosticKind::ControlFlow(word) if english => {
            format!("The notebook computes values; it does not run the {word} of a program")
        }
        DiagnosticKind::ControlFlow(word) => format!("笔记本只求值，不运行程序中的 {word}"),
        DiagnosticKind::UnknownName { name, defined_later: true } if english => {
            format!("{name} is defined below; a statement can only use what stands above it")
        }
        DiagnosticKind::UnknownName { name, defined_later: true } => {
            format!("{name} 在下面才定义，语句只能使用上面的名称")
        }
        DiagnosticKind::UnknownName { name, .. } if english => format!("Nothing is called {name}"),
        DiagnosticKind::UnknownName { name, .. } => format!("没有名为 {name} 的值"),
        DiagnosticKind::OwnDefinition(name) if english => {
            format!("{name} is defined by itself: nothing above is called {name}")
        }
        DiagnosticKind::OwnDefinition(name) => format!("{name} 的定义用到了它自己，而前面没有名为 {name} 的值"),
        DiagnosticKind::Loading => tongue.pick("The algebra is being loaded", "正在加载布局代数").to_string(),
        DiagnosticKind::UnknownAtom(refused) => refused.reason(tongue),
        DiagnosticKind::UnknownFunction(name) if english => format!("There is no function {name}"),
        DiagnosticKind::UnknownFunction(name) => format!("没有函数 {name}"),
        DiagnosticKind::Undefined { name, line } if english => {
            format!("{name} is not defined yet. Add a line above: {line}")
        }
        DiagnosticKind::Undefined { name, line } => format!("{name} 尚未定义。请在上面加一行：{line}"),
        DiagnosticKind::MajorCall { name, instead } if english => {
            format!("{name} says how strides are generated, it is no function: write {instead}")
        }
        DiagnosticKind::MajorCall { name, instead } => format!("{name} 指定步长的生成方式，不是函数：请写 {instead}"),
        DiagnosticKind::Remark(Remark::StrideLost(stride)) if english => format!(
            "CuTe does not know the stride {stride} when it compiles and makes 0 of it, so that all elements of the mode fall together; of _{stride} it would divide the extent"
        ),
        DiagnosticKind::Remark(Remark::StrideLost(stride)) => {
            format!(
                "CuTe 在编译期不知道步长 {stride}，除成了 0，该 mode 的所有元素落在同一处；若写成 _{stride}，则会缩小长度"
            )
        }
        DiagnosticKind::Remark(Remark::NotConstant) => tongue.pick(
            "It holds for these numbers, but C++ has to know it when it compiles, and some of them are known only when the program runs".to_string(),
            "对这些数成立，但 C++ 编译时就须知道，而其中有的数运行时才知道".to_string(),
        ),
        DiagnosticKind::Remark(Remark::Comma { is_coordinate }) => {
            let make = if *is_coordinate { crate::called::MAKE_COORD } else { crate::called::MAKE_SHAPE };
            tongue.pick(
                format!("In C++ this is the comma operator, whose value is what stands last, and no tuple; {make}(…) makes one"),
                format!("在 C++ 中这是逗号运算符，其值是最后一项，不是元组；{make}(…) 才构造元组"),
            )
        }
        DiagnosticKind::Remark(Remark::OverF2(swizzle)) => {
            let same = match (swizzle, tongue) {
                (Some(swizzle), Tongue::English) if !swizzle.is_identity() => {
                    format!("; the same function is {swizzle} after a layout of integers")
                }
                (Some(swizzle), Tongue::Chinese) if !swizzle.is_identity() => {
                    format!("；同一函数即整数步长的布局之后接 {swizzle}")
                }
                (Some(_), _) => tongue.pick("; here nothing carries, and integers do the same", "；此处没有进位，与整数步长相同").to_string(),
                (None, _) => tongue.pick("; no single swizzle does the same", "；没有单个 swizzle 与之相同").to_string(),
            };
            tongue.pick(
                format!("Over F2 a stride multiplies without carry, and products add by exclusive or{same}"),
                format!("F2 上的步长按无进位乘法相乘，各积以异或相加{same}"),
            )
        }
        DiagnosticKind::Remark(Remark::Python(differs)) => {
            let [where_english, where_chinese] = match differs {
                PythonDiffers::TilerOfOne => ["for a tiler of one element", "单元素 tiler"],
                PythonDiffers::RakedProduct => ["for raked products", "raked product"],
                PythonDiffers::SwizzleOfNoBits => ["for a swizzle of no bits", "位数为 0 的 swizzle"],
            };
            tongue.pick(
                format!("This is C++'s answer; {where_english} the Python DSL prints something else"),
                format!("这是 C++ 的结果；对于{where_chinese}，Python DSL 的输出与此不同"),
            )
        }
        DiagnosticKind::BrokenName(name) if english => {
            format!("{name} has no value, because its own statement has a mistake")
        }
        DiagnosticKind::BrokenName(name) => format!("{name} 没有值，因为它自己的语句有错误"),
        // A call for an element means an atom's matrix.
        DiagnosticKind::Arity { function, .. } if function == crate::called::WIDE_INT => tongue.pick(
            "C<2> is an integer that C++ knows when it compiles; which thread holds an element of the matrix C is asked in the view Atom, under its picture",
            "C<2> 是 C++ 编译期的整数；矩阵 C 的某个元素由哪个线程持有，请在 Atom 视图的图下询问",
        ).to_string(),
        DiagnosticKind::Arity { function, expected, found } if english => {
            let noun = if expected.trim_end_matches('+') == "1" { "argument" } else { "arguments" };
            format!("{function} takes {} {noun}, not {found}", spoken(expected))
        }
        DiagnosticKind::Arity { function, expected, found } => {
            format!("{function} 需要 {} 个参数，而不是 {found} 个", expected.replace('-', "～"))
        }
        DiagnosticKind::UnknownArgument { function, name } if english => {
            format!("{function} has no argument {name} in this place")
        }
        DiagnosticKind::UnknownArgument { function, name } => format!("{function} 在这里没有参数 {name}"),
        DiagnosticKind::Kind { expected, found } => {
            let (expected, found) = (value_kind(*expected, tongue), value_kind(*found, tongue));
            if english {
                format!("This is {found}, but {expected} is needed")
            } else {
                format!("这里是{found}，需要{expected}")
            }
        }
        DiagnosticKind::Operand { operator, found } => {
            let found = value_kind(*found, tongue);
            if english {
                format!("{operator} is an operator between integers, and this is {found}")
            } else {
                format!("{operator} 是整数之间的运算符，而这里是{found}")
            }
        }
        DiagnosticKind::NotCallable(kind) => {
            let kind = value_kind(*kind, tongue);
            if english {
                format!("This is {kind}; only a layout takes a coordinate")
            } else {
                format!("这里是{kind}，只有布局才能接受坐标")
            }
        }
        DiagnosticKind::TemplateArgument(name) if english => format!("The arguments in < > do not fit {name}"),
        DiagnosticKind::TemplateArgument(name) => format!("尖括号中的参数不适合 {name}"),
        DiagnosticKind::NoTemplate(name) if english => format!("{name} takes no arguments in < >"),
        DiagnosticKind::NoTemplate(name) => format!("{name} 不接受尖括号中的参数"),
        DiagnosticKind::Nothing => tongue.pick("A value is missing here", "这里缺少一个值").to_string(),
        DiagnosticKind::Unknown(..) => tongue.pick("Its value is not known here", "这里不知道它的值").to_string(),
        DiagnosticKind::Algebra(reason) => error(reason, tongue),
        DiagnosticKind::AssertionFailed => tongue.pick("The assertion does not hold", "断言不成立").to_string(),
        DiagnosticKind::Wrong(kind, verdict, letters) => {
            super::in_names(&wrong(*kind, verdict, tongue), letters, tongue)
        }
    }
}

/// Tells what is wrong with an answer that CuTe accepts.
fn wrong(kind: LawKind, verdict: &Verdict, tongue: Tongue) -> String {
    let example = verdict.example().map(|example| super::counter_example(example, tongue)).unwrap_or_default();
    let equation = kind.equation();
    let sentence = tongue.pick(
        format!("CuTe accepts this, but {equation} fails: {example}"),
        format!("CuTe 接受此操作，但 {equation} 不成立：{example}"),
    );
    match verdict {
        Verdict::DoesNotApply { reason, .. } => {
            let why = super::reason(reason, tongue);
            tongue.pick(format!("{sentence}. {why}"), format!("{sentence}。{why}"))
        }
        _ => sentence,
    }
}

/// Tells what a repair does, for its button.
pub fn repair(repair: &Repair, tongue: Tongue) -> String {
    // A line that is put above ends one.
    let text = repair.text.trim_end_matches('\n').replace('\n', tongue.pick(", ", "，"));
    match repair.kind {
        RepairKind::Insert => tongue.pick(format!("Insert {text}"), format!("插入 {text}")),
        RepairKind::Remove => tongue.pick("Remove it".to_string(), "删除".to_string()),
        RepairKind::Replace => tongue.pick(format!("Write {text}"), format!("改为 {text}")),
        RepairKind::Static => {
            tongue.pick(format!("Write {text}, known at compile time"), format!("改为编译期已知的 {text}"))
        }
        RepairKind::Strides(StrideRepairKind::LayoutLeft) => format!("LayoutLeft {text}"),
        RepairKind::Strides(StrideRepairKind::LayoutRight) => format!("LayoutRight {text}"),
        RepairKind::Strides(StrideRepairKind::KeepAndFill) => {
            tongue.pick(format!("Keep and fill {text}"), format!("保留并补全 {text}"))
        }
    }
}

fn wanted(expected: Expected, tongue: Tongue) -> String {
    match expected {
        Expected::Value => tongue.pick("a number, a tuple or a layout", "数字、元组或布局").to_string(),
        Expected::End => tongue.pick("the end of the statement", "语句的结尾").to_string(),
        Expected::CommaOrClose(close) => tongue.pick(format!("a comma or {close}"), format!("逗号或 {close}")),
        Expected::Stride => tongue.pick("the stride", "步长").to_string(),
        Expected::Mode => tongue.pick("the number of a mode", "mode 编号").to_string(),
        Expected::Mark(mark) => mark.to_string(),
        Expected::Member => tongue.pick("the name of a function", "函数名").to_string(),
    }
}

fn spoken(count: &str) -> String {
    match count.split_once('-') {
        Some((least, most)) => format!("{least} to {most}"),
        None => count.strip_suffix('+').map_or_else(|| count.to_string(), |least| format!("at least {least}")),
    }
}

/// A character that can be seen; of others the code point.
fn character(c: char) -> String {
    let code = u32::from(c);
    let invisible = c.is_control()
        || c.is_whitespace()
        || matches!(code, 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2069 | 0xFEFF | 0xFE00..=0xFE0F);
    if invisible { format!("U+{code:04X}") } else { c.to_string() }
}
