//! Answers that are no pictures, in words: what is asked and what it comes to, and why.

use super::Tongue;
use crate::look::answer::{Answer, Exchanged, Reason, Relation};
use crate::notebook::Value;
use crate::notebook::value::without_underscores;
use crate::operations::called;

/// The most modes or factors that a sentence lists.
const LISTED: usize = 16;

/// Tells what a statement answers.
pub fn answer(answer: &Answer, tongue: Tongue) -> String {
    let Answer { asked, value, .. } = answer;
    match value {
        Value::Truth(truth) if [called::TRUE, called::FALSE].contains(&asked.as_str()) => truth.to_string(),
        // C++ asks when it compiles.
        Value::Truth(truth)
            if truth.value && !truth.is_static && asked.to_ascii_lowercase().contains(called::STATIC_ASSERT) =>
        {
            tongue.pick(
                format!("{asked} holds for these numbers, but C++ does not know them when it compiles"),
                format!("{asked} 对这些数成立，但 C++ 编译时并不知道它们"),
            )
        }
        Value::Truth(truth) if truth.value => tongue.pick(format!("{asked} holds"), format!("{asked} 成立")),
        Value::Truth(_) => tongue.pick(format!("{asked} does not hold"), format!("{asked} 不成立")),
        Value::Text(_) => asked.clone(),
        value if without_underscores(&value.to_string()) == without_underscores(asked) => asked.clone(),
        value => format!("{asked} = {value}"),
    }
}

/// Tells whether a relation holds with its sides exchanged:
/// `The other way round it does not hold: compatible(B, A) is false.`
pub fn exchanged(answer: &Answer, tongue: Tongue) -> Option<String> {
    let (Value::Truth(truth), Some(exchanged), [left, right]) = (&answer.value, answer.exchanged, &answer.sides[..])
    else {
        return None;
    };
    let Exchanged { relation, holds } = exchanged;
    let way = tongue.pick(
        format!("{relation}({}, {}) is {holds}", right.called, left.called),
        format!("{relation}({}, {}) 为 {holds}", right.called, left.called),
    );
    Some(match (truth.value, holds) {
        (true, true) => {
            tongue.pick(format!("The other way round it holds too: {way}."), format!("反过来也成立：{way}。"))
        }
        (true, false) => {
            tongue.pick(format!("The other way round it does not hold: {way}."), format!("反过来则不成立：{way}。"))
        }
        (false, true) => tongue.pick(format!("The other way round it holds: {way}."), format!("反过来则成立：{way}。")),
        (false, false) => tongue
            .pick(format!("The other way round it does not hold either: {way}."), format!("反过来也不成立：{way}。")),
    })
}

/// Why an answer is what it is.
pub fn reason(reason: &Reason, tongue: Tongue) -> String {
    match reason {
        Reason::Compared { step, .. } => super::step(step, tongue),
        Reason::Numbers { path, left, relation, right, holds } => {
            let place = place(path);
            match (relation, holds) {
                (Relation::Less, true) => format!("{place}{left} < {right}"),
                (Relation::Less, false) => format!("{place}{left} ≥ {right}"),
                (Relation::AtMost, true) => format!("{place}{left} ≤ {right}"),
                (Relation::AtMost, false) => format!("{place}{left} > {right}"),
                (Relation::Equal, true) => format!("{place}{left} = {right}"),
                (Relation::Equal, false) => format!("{place}{left} ≠ {right}"),
                (Relation::DividedBy, true) => {
                    tongue.pick(format!("{place}{right} divides {left}"), format!("{place}{right} 整除 {left}"))
                }
                (Relation::DividedBy, false) => tongue
                    .pick(format!("{place}{right} does not divide {left}"), format!("{place}{right} 不整除 {left}")),
            }
        }
        Reason::Dynamic { path, number, is_stride } => {
            let place = place(path);
            match is_stride {
                true => tongue.pick(
                    format!("{place}the stride {number} is known only at run time"),
                    format!("{place}步长 {number} 到运行时才知道"),
                ),
                false => tongue.pick(
                    format!("{place}{number} is known only at run time"),
                    format!("{place}{number} 到运行时才知道"),
                ),
            }
        }
        Reason::AllStatic => tongue.pick("Every number is known at compile time", "每个数在编译期都已知").to_string(),
        Reason::Product { factors, size } if factors.len() < 2 => format!("{size}"),
        Reason::Product { factors, size } => {
            let listed = factors.iter().take(LISTED).map(ToString::to_string).collect::<Vec<_>>().join(" · ");
            format!("{listed}{} = {size}", if factors.len() > LISTED { " · …" } else { "" })
        }
        Reason::LastIndex { called, last, index, before_swizzle, beyond } => {
            let sum = format!("{}({last}) + 1 = {index} + 1 = {}", applied(called), index.saturating_add(1));
            match before_swizzle {
                true => {
                    let reached = beyond.map(|greatest| {
                        let room = greatest.saturating_add(1);
                        tongue.pick(
                            format!(". Behind the swizzle indices reach {greatest}: memory needs {room}"),
                            format!("。swizzle 之后索引达到 {greatest}：内存需要 {room}"),
                        )
                    });
                    let reached = reached.unwrap_or_default();
                    tongue.pick(
                        format!("The last index of the layout before the swizzle, plus one: {sum}{reached}"),
                        format!("swizzle 之前的布局的最后一个索引加一：{sum}{reached}"),
                    )
                }
                false => tongue.pick(format!("The last index plus one: {sum}"), format!("最后一个索引加一：{sum}")),
            }
        }
        Reason::Unsigned { terms, cosize, indices: (least, greatest) } => {
            let listed = terms.iter().take(LISTED).map(|(last, stride)| format!("{last}·{stride}")).collect::<Vec<_>>();
            let more = if terms.len() > LISTED { " + …" } else { "" };
            let sum = format!("{}{more} + 1 = {cosize}", listed.join(" + "));
            tongue.pick(
                format!("Strides count without their sign: {sum}. Indices run from {least} to {greatest}"),
                format!("步长按绝对值计：{sum}。索引从 {least} 到 {greatest}"),
            )
        }
        Reason::Digit { path, index, stride, extent, digit } => {
            format!("{}({index} div {stride}) mod {extent} = {digit}", place(path))
        }
        Reason::Modes(modes) if modes.is_empty() => {
            tongue.pick("One mode: a number without parentheses", "一个 mode：没有括号的数").to_string()
        }
        Reason::Modes(modes) => {
            let count = modes.len();
            let listed = modes.iter().take(LISTED).cloned().collect::<Vec<_>>().join(tongue.pick(", ", "、"));
            let more = if count > LISTED { "…" } else { "" };
            let noun = if count == 1 { "mode" } else { "modes" };
            tongue.pick(format!("{count} {noun}: {listed}{more}"), format!("{count} 个 mode：{listed}{more}"))
        }
        Reason::Deepest { path, number } if path.is_empty() => {
            tongue.pick(format!("{number} stands in no parentheses"), format!("{number} 不在任何括号中"))
        }
        Reason::Deepest { path, number } => {
            let count = path.len();
            let pairs = if count == 1 { "pair" } else { "pairs" };
            tongue.pick(
                format!("{}{number} stands in {count} {pairs} of parentheses", place(path)),
                format!("{}{number} 在 {count} 层括号中", place(path)),
            )
        }
        Reason::Operand { written, value } => format!("{written} = {value}"),
    }
}

/// An expression that is called: in parentheses unless it is a name or a call.
fn applied(called: &str) -> String {
    let is_bare = called.starts_with(char::is_alphabetic) && !called.contains([':', ' ']);
    if is_bare { called.to_string() } else { format!("({called})") }
}

fn place(path: &[usize]) -> String {
    if path.is_empty() {
        return String::new();
    }
    let modes = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    format!("get<{modes}>: ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::notebook::Settings;
    use crate::operations;

    /// Returns what is said of the last statement that answers something: the sentence, then the reasons.
    fn said(text: &str, tongue: Tongue) -> Vec<String> {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        let last = evaluation.statements().len() - 1;
        let found = operations::answer(&evaluation, last).unwrap_or_else(|| panic!("{text} has no answer"));
        let reasons = found.reasons.iter().map(|found| reason(found, tongue));
        let all = std::iter::once(super::answer(&found, tongue)).chain(reasons);
        all.map(|sentence| without_underscores(&sentence)).collect()
    }

    #[test]
    fn the_last_index_is_the_index_of_what_is_called() {
        for layout in [
            "Swizzle<3,3,3> o (8,64):(64,1)",
            "Sw<3,0,3> o _0 o (8,8):(8,1)",
            "Sw<2,1,3> o _16 o (8,(4,2)):(8,(1,4))",
            "composition(Swizzle<1,2,3>{}, make_layout((4,8), LayoutRight))",
            "tile_to_shape(Sw<3,3,3> o _0 o (_8,_64):(_64,_1), (16,128))",
            "make_tensor(counting_iterator(12), (4,8):(8,1))",
            "(3,(2,3)):(3,(12,1))",
        ] {
            for question in ["cosize(S)", "cosize<1>(S)"] {
                let text = format!("S = {layout}\n{question}");
                let evaluation = evaluate(&text, Settings { compile_time: true, ..Settings::default() });
                let found = operations::answer(&evaluation, 1).expect(&text);
                let [Reason::LastIndex { called, last, index, .. }] = &found.reasons[..] else {
                    panic!("{text}: {:?}", found.reasons)
                };
                let text = format!("S = {layout}\n{}({last})", applied(called));
                let evaluation = evaluate(&text, Settings { compile_time: true, ..Settings::default() });
                let value = evaluation.value(1).map(|value| without_underscores(&value.to_string()));
                assert_eq!(value, Some(index.to_string()), "{text}");
                assert_eq!(without_underscores(&found.value.to_string()), (index + 1).to_string(), "{text}");
            }
        }
    }

    #[test]
    fn every_answer_says_why() {
        let cases: &[(&str, &[&str])] = &[
            (
                "A = ((2,3),4):((1,2),6)\nB = ((2,2),(3,2)):((1,2),(4,12))\ncompatible(A, B)",
                &[
                    "compatible(A, B) does not hold",
                    "get<0,0> 2 and 2: the integer is the size of the mode",
                    "get<0,1> 3 and 2: the integer is not the size of the mode",
                    "get<1> 4 and (3,2): the integer is not the size of the mode",
                ],
            ),
            (
                "congruent(4, 8)",
                &["congruent(4, 8) holds", "4 and 8: both are integers here, so the parentheses agree"],
            ),
            ("elem_less((1,9),(4,8))", &["elem_less((1,9),(4,8)) does not hold", "get<0>: 1 < 4", "get<1>: 9 ≥ 8"]),
            (
                "evenly_divides((10,8),(4,2))",
                &["evenly_divides((10,8),(4,2)) does not hold", "get<0>: 4 does not divide 10", "get<1>: 2 divides 8"],
            ),
            ("is_static((_4,int{8}))", &["is_static((4,int{8})) does not hold", "get<1>: 8 is known only at run time"]),
            ("is_static(4:1)", &["is_static(4:1) holds", "Every number is known at compile time"]),
            ("A = (4,8):(8,1)\nsize(A)", &["size(A) = 32", "4 · 8 = 32"]),
            ("A = (3,(2,3)):(3,(12,1))\nsize<1>(A)", &["size<1>(A) = 6", "2 · 3 = 6"]),
            (
                "A = (3,(2,3)):(3,(12,1))\ncosize(A)",
                &["cosize(A) = 21", "The last index plus one: A(17) + 1 = 20 + 1 = 21"],
            ),
            (
                "cosize(Sw<2,0,2> o (3,5):(5,1))",
                &[
                    "cosize(Sw<2,0,2> o (3,5):(5,1)) = 15",
                    "The last index of the layout before the swizzle, plus one: ((3,5):(5,1))(14) + 1 = 14 + 1 = 15. Behind \
                     the swizzle indices reach 15: memory needs 16",
                ],
            ),
            (
                "A = (4,8):(1,-4)\ncosize(A)",
                &["cosize(A) = 32", "Strides count without their sign: 3·1 + 7·4 + 1 = 32. Indices run from -28 to 3"],
            ),
            (
                "cosize((4,8):(8,1))",
                &["cosize((4,8):(8,1)) = 32", "The last index plus one: ((4,8):(8,1))(31) + 1 = 31 + 1 = 32"],
            ),
            ("rank((3,(2,3)))", &["rank((3,(2,3))) = 2", "2 modes: 3, (2,3)"]),
            ("depth((3,(2,3)))", &["depth((3,(2,3))) = 2", "get<1,0>: 2 stands in 2 pairs of parentheses"]),
            ("A = 8:2\nn = size(A)\nn == 9", &["n == 9 does not hold", "n = 8"]),
            ("(4,8) == (4,9)", &["(4,8) == (4,9) does not hold", "get<0>: 4 = 4", "get<1>: 8 ≠ 9"]),
            ("A = 8:2\nstatic_assert(size(A) == 8)", &["static_assert(size(A) == 8) holds", "size(A) = 8"]),
            ("colex_less((1,5), (2,0))", &["colex_less((1,5), (2,0)) does not hold", "get<1>: 5 ≥ 0"]),
            ("lex_less((1,5), (2,0))", &["lex_less((1,5), (2,0)) holds", "get<0>: 1 < 2"]),
            (
                "idx2crd(1,(2,3),(3,1))",
                &["idx2crd(1,(2,3),(3,1)) = (0,1)", "get<0>: (1 div 3) mod 2 = 0", "get<1>: (1 div 1) mod 3 = 1"],
            ),
            (
                "static_assert(int{4} == 4)",
                &[
                    "static_assert(int{4} == 4) holds for these numbers, but C++ does not know them when it compiles",
                    "int{4} = 4",
                ],
            ),
            ("17", &["17"]),
            ("true", &["true"]),
            ("S = (3,(2,3))\nidx2crd(16, S)", &["idx2crd(16, S) = (1,(1,2))", "S = (3,(2,3))"]),
        ];
        for (text, expected) in cases {
            assert_eq!(said(text, Tongue::English), *expected, "{text}");
            assert!(!said(text, Tongue::Chinese).is_empty());
        }
    }
}
