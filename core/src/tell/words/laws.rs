//! Laws as sentences: what they are called, what they need, what became of them.

use super::Tongue;
use crate::laws::letters::said;
use crate::operations;
use crate::verdict::{CounterExample, LawKind, Letters, Premise, Reason, Side, Verdict};

/// The concept that explains a law, as the page's cards are called.
pub const fn concept(kind: LawKind) -> &'static str {
    match kind {
        LawKind::SameFunction => "concept equal",
        LawKind::SameSize | LawKind::SameTotal => "concept size",
        LawKind::SameCosize | LawKind::Bounded => "concept cosize",
        LawKind::SameImage | LawKind::SameIndices => "concept gaps",
        LawKind::Composition | LawKind::Offset => "concept composition",
        LawKind::Compatible | LawKind::Accepts => "concept compatible",
        LawKind::Symmetric => "concept congruent",
        LawKind::Disjoint | LawKind::Ordered | LawKind::Covers => "concept complement",
        LawKind::RightInverse | LawKind::LeftInverse | LawKind::LeftInverseExact => "concept inverse",
        LawKind::Tile | LawKind::Divide | LawKind::Takes => "concept tile",
        LawKind::Block | LawKind::Copies | LawKind::CopiesApart => "concept product",
        LawKind::Kernel => "concept filter",
        LawKind::CommonFirst
        | LawKind::CommonSecond
        | LawKind::VectorFirst
        | LawKind::VectorSecond
        | LawKind::Aligned => "concept vectorization",
        LawKind::Involution => "concept swizzle",
        LawKind::Injective => "concept injective",
        LawKind::Compact => "concept compact",
        LawKind::RoundTrip | LawKind::Found => "concept idx2crd",
        LawKind::ThreadValue => "concept tv layout",
        LawKind::Recast => "concept recast",
        LawKind::Slice => "concept slice",
        LawKind::Sum | LawKind::EvenFirst | LawKind::EvenSecond => "concept sum",
        LawKind::SameBeyond => "concept equal",
        LawKind::DividesFirst | LawKind::DividesSecond => "concept size",
        LawKind::RefinesFirst | LawKind::RefinesSecond | LawKind::CoarsensFirst | LawKind::CoarsensSecond => {
            "concept compatible"
        }
    }
}

/// A law as an equation in the notebook's names; what has no name is called by the field's word for it.
pub fn equation(kind: LawKind, letters: &Letters, tongue: Tongue) -> String {
    replaced(kind.equation(), letters, tongue, false)
}

/// A sentence of a law with its letters replaced likewise.
pub fn in_names(text: &str, letters: &Letters, tongue: Tongue) -> String {
    let said = replaced(text, letters, tongue, tongue == Tongue::English);
    match said.strip_prefix("the ") {
        Some(rest) => format!("The {rest}"),
        None if tongue == Tongue::Chinese => super::without_stray_blanks(said),
        None => said,
    }
}

fn replaced(text: &str, letters: &Letters, tongue: Tongue, with_article: bool) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut said = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(begin) = rest.find(is_part) {
        let (before, from) = rest.split_at(begin);
        let (word, behind) = from.split_at(from.find(|c| !is_part(c)).unwrap_or(from.len()));
        said.push_str(before);
        let called = called(word, letters, tongue);
        // In a term it stands by itself, in a sentence behind an article.
        let is_term = behind.starts_with(['(', ')', '*', '+']) || said.ends_with(['(', ',', '+']);
        let is_word = called != word && letters.name(word).is_none() && !PARAMETERS.contains(&called.as_str());
        if with_article && is_word && !is_term {
            said.push_str("the ");
        }
        said.push_str(&called);
        rest = behind;
    }
    said.push_str(rest);
    said
}

/// Names that CuTe gives to what it composes, where the notebook means something else by the letters.
const PARAMETERS: [&str; 2] = ["lhs", "rhs"];

/// Returns what a letter is called; any other word is itself.
pub fn called(letter: &str, letters: &Letters, tongue: Tongue) -> String {
    if let Some(name) = letters.name(letter) {
        return name.to_string();
    }
    let said = said(operations::find(letters.operation).and_then(operations::promised), letter);
    let [english, chinese] = match (letter, said) {
        ("R", _) => ["result", "结果"],
        (_, Some(said)) => said.word,
        ("A", None) => ["layout", "布局"],
        _ => return letter.to_string(),
    };
    let word = tongue.pick(english, chinese);
    // A name of the notebook is not a word for something else.
    let is_taken = |word: &str| letters.taken.iter().any(|taken| taken == word);
    match word {
        _ if PARAMETERS.contains(&word) && !is_taken(letter) => letter.to_string(),
        _ if is_taken(word) => format!("{word}′"),
        _ => word.to_string(),
    }
}

/// Returns what a law is called.
pub fn law(kind: LawKind, tongue: Tongue) -> &'static str {
    let (english, chinese) = match kind {
        LawKind::SameFunction => ("The same function", "函数不变"),
        LawKind::SameSize => ("The size is kept", "大小不变"),
        LawKind::SameCosize => ("The cosize is kept", "值域上界不变"),
        LawKind::SameImage => ("The same indices are reached", "到达的索引相同"),
        LawKind::Composition => ("First B, then A", "先 B 后 A"),
        LawKind::Compatible => ("Coordinates of B are coordinates of R", "B 的坐标都是 R 的坐标"),
        LawKind::Disjoint => ("A and R share only index 0", "A 与 R 只共有索引 0"),
        LawKind::Ordered => ("R is ordered", "R 递增"),
        LawKind::Covers => ("A and R together cover M", "A 与 R 合起来覆盖 M"),
        LawKind::Bounded => ("R stays within M", "R 不超出 M"),
        LawKind::RightInverse => ("A undoes R", "A 还原 R"),
        LawKind::LeftInverse => ("A after R after A is A", "A、R、A 依次作用即 A"),
        LawKind::LeftInverseExact => ("R undoes A", "R 还原 A"),
        LawKind::SameIndices => ("The same indices, equally often", "索引相同，次数也相同"),
        LawKind::Tile => ("Mode 0 is the tile", "mode 0 是 tile"),
        LawKind::Divide => ("Mode 1 runs over the tiles", "mode 1 遍历各 tile"),
        LawKind::Block => ("Each copy is A shifted", "每个副本都是平移后的 A"),
        LawKind::Copies => ("Copies lie where B says", "副本位于 B 指定之处"),
        LawKind::CopiesApart => ("Copies are disjoint", "副本互不相交"),
        LawKind::Kernel => ("A maps R to 0", "A 把 R 映射到 0"),
        LawKind::CommonFirst | LawKind::VectorFirst => ("Contiguous in A", "在 A 中连续"),
        LawKind::CommonSecond | LawKind::VectorSecond => ("Contiguous in B", "在 B 中连续"),
        LawKind::Aligned => ("Runs begin at multiples of R", "R 的倍数处开始连续段"),
        LawKind::Involution => ("Twice is the identity", "作用两次即恒等"),
        LawKind::Injective => ("No index twice", "索引不重复"),
        LawKind::Compact => ("Every index once", "每个索引恰好一次"),
        LawKind::RoundTrip => ("There and back", "往返不变"),
        LawKind::Found => ("The coordinate has the index", "该坐标的索引正确"),
        LawKind::Accepts => ("Coordinates of A are coordinates of B", "A 的坐标都是 B 的坐标"),
        LawKind::SameTotal => ("Both have the same size", "两者大小相同"),
        LawKind::Symmetric => ("Both ways alike", "对称"),
        LawKind::ThreadValue => ("Thread t holds its value v", "线程 t 持有其第 v 个值"),
        LawKind::Recast => ("The same memory in other elements", "同一内存，元素不同"),
        LawKind::Sum => ("R is the sum of A and B", "R 是 A 与 B 之和"),
        LawKind::SameBeyond => ("The same function beyond the size", "定义域之外函数也不变"),
        LawKind::DividesFirst => ("R divides A", "R 整除 A"),
        LawKind::DividesSecond => ("R divides B", "R 整除 B"),
        LawKind::RefinesFirst => ("Coordinates of A are coordinates of R", "A 的坐标都是 R 的坐标"),
        LawKind::RefinesSecond => ("Coordinates of B are coordinates of R", "B 的坐标都是 R 的坐标"),
        LawKind::CoarsensFirst => ("Coordinates of R are coordinates of A", "R 的坐标都是 A 的坐标"),
        LawKind::CoarsensSecond => ("Coordinates of R are coordinates of B", "R 的坐标都是 B 的坐标"),
        LawKind::EvenFirst => ("Each mode of R takes even steps in A", "R 的每个 mode 在 A 中步调均匀"),
        LawKind::EvenSecond => ("Each mode of R takes even steps in B", "R 的每个 mode 在 B 中步调均匀"),
        LawKind::Takes => ("Each mode of R takes what T takes there", "R 的每个 mode 与 T 在该处取法相同"),
        LawKind::Offset => ("First C, then k, then A", "先 C，再加 k，后 A"),
        LawKind::Slice => ("The slice is A at the other coordinates", "切片即 A 在其余坐标上的值"),
    };
    tongue.pick(english, chinese)
}

/// Tells what a law needs, as a condition.
pub fn premise(premise: Premise, tongue: Tongue) -> String {
    match premise {
        Premise::Within => tongue.pick("the image of B lies within the domain of A", "B 的像在 A 的定义域内").into(),
        Premise::Injective(of) => tongue.pick(format!("{of} is injective"), format!("{of} 是单射")),
        Premise::NotNegative(of) => tongue.pick(format!("{of} has no negative stride"), format!("{of} 没有负步长")),
        Premise::Apart(of) => tongue.pick(
            format!("the strides of {of} differ, and each is at least what the smaller ones reach"),
            format!("{of} 的步长互不相同，且都不小于较小步长所及的范围"),
        ),
        Premise::Compact(of) => tongue.pick(format!("{of} is compact"), format!("{of} 是紧凑的")),
        Premise::Divisible => tongue
            .pick(
                "strides and extents of B divide the extents of A that they meet, or are multiples of them",
                "B 的步长与长度整除所遇 A 的长度，或为其倍数",
            )
            .into(),
        Premise::Divides => tongue.pick("the tiler divides A", "tiler 整除 A").into(),
        Premise::Reach(of) => tongue.pick(
            format!("each stride of {of} is a multiple of what the smaller ones reach"),
            format!("{of} 的每个步长都是较小步长所及范围的倍数"),
        ),
        Premise::Target => tongue
            .pick(
                "the cotarget is an integer, or what A reaches divides its modes",
                "cotarget 是整数，或 A 所及范围整除其各 mode",
            )
            .into(),
        Premise::StaticNumbers => tongue.pick("extents and strides are static", "长度与步长都是静态的").into(),
        Premise::Orders => tongue.pick("no two orders are equal", "次序两两不同").into(),
        Premise::InRange => tongue.pick("the index lies within the domain", "索引在定义域内").into(),
    }
}

/// Tells what became of a law.
pub fn verdict(verdict: &Verdict, tongue: Tongue) -> String {
    match verdict {
        Verdict::Holds { checked: 1 } => tongue.pick("Holds", "成立").to_string(),
        Verdict::Holds { checked } => tongue.pick(format!("Holds at all {checked}"), format!("{checked} 处全部成立")),
        Verdict::Fails(example) => {
            let example = counter_example(example, tongue);
            tongue.pick(format!("Fails: {example}"), format!("不成立：{example}"))
        }
        Verdict::DoesNotApply { reason, example } => {
            let why = self::reason(reason, tongue);
            match example {
                Some(example) => {
                    let example = counter_example(example, tongue);
                    tongue
                        .pick(format!("Does not hold here: {example}. {why}"), format!("此处不成立：{example}。{why}"))
                }
                None => tongue.pick(format!("Does not apply. {why}"), format!("不适用。{why}")),
            }
        }
        Verdict::Unfinished { checked: 0, total } => tongue.pick(
            format!("Not checked: {total} elements are more than are gone through here"),
            format!("未检查：{total} 个元素超过此处检查的上限"),
        ),
        Verdict::Unfinished { checked, total } => tongue.pick(
            format!("Holds as far as it was checked: {checked} of {total}"),
            format!("在已检查的范围内成立：{total} 处中的 {checked} 处"),
        ),
    }
}

/// Why a law has nothing to say, as a sentence.
pub fn reason(reason: &Reason, tongue: Tongue) -> String {
    match reason {
        Reason::Unmet(premise) => {
            let premise = self::premise(*premise, tongue);
            tongue.pick(format!("It holds where {premise}"), format!("前提：{premise}"))
        }
        Reason::Violated(premise, example) => {
            let (premise, example) = (self::premise(*premise, tongue), counter_example(example, tongue));
            tongue.pick(format!("It holds where {premise}, but {example}"), format!("前提：{premise}，而 {example}"))
        }
        Reason::Coordinates => tongue
            .pick("Its indices are coordinates, which this law does not compare", "索引是坐标，此性质不作比较")
            .into(),
        Reason::Overflow => tongue.pick("An index does not fit in 64 bits", "有索引超出 64 位整数范围").into(),
    }
}

/// Numbers that refute an equation: `at c = 2, R(2) = 5, but A(B(2)) = A(6) = 7`.
pub fn counter_example(example: &CounterExample, tongue: Tongue) -> String {
    let but = tongue.pick(", but ", "，而 ");
    let and = tongue.pick(" and ", " 和 ");
    match example {
        CounterExample::Differ { at, left, right, .. } => format!("{}{but}{}", side(left, at), side(right, at)),
        CounterExample::Twice { function, at: [first, second], index } => {
            format!("{} = {} = {index}", call(function, first), call(function, second))
        }
        CounterExample::Shared { of: [(first, at), (second, place)], index } => {
            format!("{} = {} = {index}", call(first, at), call(second, place))
        }
        CounterExample::Descends { function, at, indices: [first, second] } => {
            format!("{function}({at}) = {first}{and}{function}({}) = {second}", at + 1)
        }
        CounterExample::Times { of: [(first, times), (second, others)], at, index } => {
            let function = if times > others { first } else { second };
            let place = call(function, at);
            let [often, others_often] = [*times, *others].map(times_english);
            tongue.pick(
                match times {
                    0 => format!("{place} = {index}, which {first} never reaches and {second} reaches {others_often}"),
                    _ => format!("{place} = {index}, which {first} reaches {often} and {second} {others_often}"),
                },
                format!("{place} = {index}，{first} 到达它 {times} 次，{second} 到达它 {others} 次"),
            )
        }
        CounterExample::Outside { function, at, index, end } => {
            let place = call(function, at);
            let last = end.saturating_sub(1);
            tongue.pick(
                format!("{place} = {index} is not from 0 to {last}"),
                format!("{place} = {index} 不在 0 到 {last} 之间"),
            )
        }
        CounterExample::Numbers { left, right } => {
            let [first, second] = [left.0, right.0].map(|name| number_of(name, tongue));
            format!("{first} = {}{and}{second} = {}", left.1, right.1)
        }
        CounterExample::Gap { function, at, index } => {
            let place = call(function, at);
            tongue.pick(
                format!("a run begins at {place}, and {index} is not reached"),
                format!("{place} 处开始一段，而 {index} 未被到达"),
            )
        }
        CounterExample::Refused { at } => tongue.pick(format!("{at} is none"), format!("{at} 不是")),
    }
}

/// Returns what a number is of, as laws call it.
fn number_of(name: &'static str, tongue: Tongue) -> &'static str {
    match (tongue, name) {
        (Tongue::Chinese, "stride of B") => "B 的步长",
        (Tongue::Chinese, "extent of B") => "B 的长度",
        (Tongue::Chinese, "extent of A") => "A 的长度",
        (Tongue::Chinese, "what is taken of A") => "从 A 中所取个数",
        _ => name,
    }
}

/// Tells how often, in English.
fn times_english(count: u64) -> String {
    match count {
        0 => "never".to_string(),
        1 => "once".to_string(),
        _ => format!("{count} times"),
    }
}

/// A function called with a coordinate, whose own parentheses do.
fn call(function: &str, at: &str) -> String {
    let mut depth = 0_usize;
    let closes = at.char_indices().find_map(|(place, c)| {
        depth = if c == '(' { depth + 1 } else { depth.saturating_sub(usize::from(c == ')')) };
        (depth == 0).then_some(place)
    });
    let is_tuple = at.starts_with('(') && closes.is_some_and(|place| place + 1 == at.len());
    if is_tuple { format!("{function}{at}") } else { format!("{function}({at})") }
}

/// `A(B(2)) = A(6) = 7`.
fn side(side: &Side, at: &str) -> String {
    // A constant is a function without a name.
    if side.functions == [""] {
        return side.values.concat();
    }
    let mut terms = Vec::new();
    for (done, value) in std::iter::once(at).chain(side.values.iter().map(String::as_str)).enumerate() {
        let left = side.functions.len().saturating_sub(done);
        let outer = side.functions.get(..left).unwrap_or_default();
        terms.push(outer.iter().rev().fold(value.to_string(), |inner, function| call(function, &inner)));
    }
    terms.dedup();
    terms.join(" = ")
}
