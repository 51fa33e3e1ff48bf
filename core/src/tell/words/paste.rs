//! Sentences about programs: why a statement has no value, and how many are about layouts.

use super::Tongue;
use crate::notebook::Evaluation;
use crate::notebook::written::{Reason, State};
use crate::paste::{Counts, InputKind, Line};

/// Why a statement of a program has no value; `of` is the name that is to blame, where one is.
pub fn reason(reason: Reason, of: Option<&str>, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    let sentence = match (reason, of) {
        (Reason::NotDefined, Some(name)) if english => {
            return format!("Not known: nothing in this text defines {name}");
        }
        (Reason::NotDefined, Some(name)) => return format!("未知：文中没有定义 {name}"),
        (Reason::DependsOn, Some(name)) if english => {
            return format!("Not known: it depends on {name}, which is not known");
        }
        (Reason::DependsOn, Some(name)) => return format!("未知：它依赖于未知的 {name}"),
        (Reason::AfterLoop, Some(name)) if english => {
            return format!("Not known: it depends on {name}, which a loop changes");
        }
        (Reason::AfterLoop, Some(name)) => return format!("未知：它依赖于 {name}，而循环会改变 {name}"),
        (Reason::AfterBranch, Some(name)) if english => {
            return format!(
                "Not known: it depends on {name}, and whether the branch is taken that changes that is not known"
            );
        }
        (Reason::AfterBranch, Some(name)) => {
            return format!("未知：它依赖于 {name}，而不知道改变 {name} 的分支是否会执行");
        }
        (Reason::TooDeep, Some(name)) if english => return format!("Left out: {name} is called too deep"),
        (Reason::TooDeep, Some(name)) => return format!("略过：{name} 的调用层数过深"),
        (Reason::Action, _) => ["Left out: it does something, and has no value", "略过：它执行操作，没有值"],
        (Reason::Declaration, _) => ["Left out: a declaration without a value", "略过：没有值的声明"],
        (Reason::OtherValue, _) => [
            "Left out: its value is neither a layout, a tuple nor an integer",
            "略过：它的值既不是布局，也不是元组或整数",
        ],
        (Reason::Elsewhere, _) => {
            ["Left out: it comes from what this text does not have", "略过：它来自文中没有的内容"]
        }
        (Reason::Memory, _) => {
            ["Left out: it comes from what memory holds when the program runs", "略过：它来自程序运行时内存中的内容"]
        }
        (Reason::System, _) => ["Left out: it prints text, or asks the system", "略过：它输出文字，或访问系统"],
        (Reason::Words, _) => ["Left out: words, or numbers without a name", "略过：文字，或没有名称的数字"],
        (Reason::Beside, _) => [
            "Left out: it stands beside the code that is read, as words, output or code of another language",
            "略过：它在所读的代码之外：文字、输出，或另一种语言的代码",
        ],
        (Reason::NotRead, _) => ["Left out: written in a way that is not read here", "略过：这里不读取这种写法"],
        (Reason::Unclosed, _) => ["Not read: a bracket in it is never closed", "未读取：其中有括号没有闭合"],
        (Reason::NotTaken, _) => ["Left out: this branch is not taken", "略过：不会执行这个分支"],
        (Reason::NotDefined, None) => {
            ["Not known: it depends on what this text does not define", "未知：它依赖于文中没有定义的内容"]
        }
        (Reason::DependsOn, None) => ["Not known: it depends on what is not known", "未知：它依赖于未知的值"],
        (Reason::AfterLoop, _) => ["Not known: a loop changes it", "未知：循环会改变它"],
        (Reason::AfterBranch, _) => [
            "Not known: whether the branch is taken that changes it is not known",
            "未知：不知道改变它的分支是否会执行",
        ],
        (Reason::Assumed, _) => {
            ["Not known: with the values assumed of the inputs there is no answer", "未知：按假定的输入值没有结果"]
        }
        (Reason::TooDeep, None) => ["Left out: it nests or takes too much", "略过：嵌套过深或计算量过大"],
    };
    let [in_english, in_chinese] = sentence;
    tongue.pick(in_english, in_chinese).to_string()
}

/// Why a line of a program has no value; of one that has a value, nothing.
pub fn line(evaluation: &Evaluation, line: &Line, tongue: Tongue) -> String {
    let state = line.statement.and_then(|statement| evaluation.outcome(statement)).map(|outcome| &outcome.state);
    let of = match state {
        Some(State::Unknown(_, of)) => of.as_deref(),
        _ => None,
    };
    line.reason.map(|why| reason(why, of, tongue)).unwrap_or_default()
}

/// Tells how much of a program is about layouts, in one line.
pub fn counts(counts: &Counts, tongue: Tongue) -> String {
    let Counts { about, unknown, left_out, .. } = *counts;
    let noun = |count: usize| if count == 1 { "statement" } else { "statements" };
    let others = if left_out == 1 { "other" } else { "others" };
    match (tongue, unknown) {
        (Tongue::English, 0) => format!("{about} {} about layouts, {left_out} {others} left out", noun(about)),
        (Tongue::English, _) => {
            format!("{about} {} about layouts, {unknown} not known, {left_out} {others} left out", noun(about))
        }
        (Tongue::Chinese, 0) => format!("{about} 条语句与布局有关，略过其余 {left_out} 条"),
        (Tongue::Chinese, _) => format!("{about} 条语句与布局有关，{unknown} 条未知，略过其余 {left_out} 条"),
    }
}

/// Tells what kind of value an input has, for its label.
pub fn input_kind(kind: InputKind, tongue: Tongue) -> &'static str {
    match kind {
        InputKind::Index => tongue.pick("index", "索引"),
        InputKind::Size => tongue.pick("size", "大小"),
        InputKind::Truth => tongue.pick("truth value", "真值"),
        InputKind::Element => tongue.pick("type of elements", "元素类型"),
        InputKind::Value => tongue.pick("layout, tuple or atom", "布局、元组或 atom"),
    }
}
