//! Knowledge at compile time: static numbers and dynamic ones.

use super::choices::{alike, choose};
use super::draw;
use super::tree::{self, Profile};
use crate::Nested;
use crate::learn::Both;
use crate::learn::condition::Situation;
use crate::learn::exercise::{Exercise, Generator, Solution};
use crate::learn::misconception::{DYNAMIC_MERGED, DYNAMIC_OF_SHAPE, DYNAMIC_SPREADS, MISSES_DYNAMIC, Misconception};
use crate::learn::random::Random;

/// The value of an expression as CuTe prints it: static numbers with an underscore.
fn exact(given: &str, expression: &str) -> Option<String> {
    Some(Situation::of_text(given).value(expression)?.to_string())
}

/// A printed value with all numbers dynamic.
fn all_dynamic(printed: &str) -> String {
    printed.replace('_', "")
}

/// A printed value with all numbers static.
fn all_static(printed: &str) -> String {
    let mut text = String::new();
    let mut is_within = false;
    for letter in printed.chars().filter(|letter| *letter != '_') {
        if letter.is_ascii_digit() && !is_within {
            text.push('_');
        }
        is_within = letter.is_ascii_digit();
        text.push(letter);
    }
    text
}

/// A number as it is written in a notebook, and as it is printed.
fn written(number: i64, is_static: bool) -> String {
    if is_static { format!("_{number}") } else { format!("int({number})") }
}

fn number(number: i64, is_static: bool) -> String {
    if is_static { format!("_{number}") } else { number.to_string() }
}

/// Distinction between what is static and what is not.
pub(super) const STATIC_RESULT: Generator = Generator {
    name: "static-result",
    title: ["Static or dynamic", "静态还是动态"],
    block: 9,
    lesson: "static",
    draw: |random, level| match random.below(if level == 3 { 4 } else { 3 }) {
        0 => strides(random, level),
        1 => which_one(random, level, true),
        2 => which_one(random, level, false),
        _ => coalesced(random),
    },
};

/// A number, and whether it is static.
type Known = (i64, bool);

/// Extents of a level in parentheses, some of them dynamic.
fn extents(random: &mut Random, level: u8) -> Option<(Profile, Vec<Known>)> {
    let profile = match level {
        1 => Nested::Tuple(vec![Nested::Leaf(()); 3]),
        2 => tree::nested(random)?,
        _ => tree::deep(random)?,
    };
    let count = profile.leaf_count();
    let mut extents = Vec::new();
    for _ in 0..count {
        extents.push((random.pick(&[2, 3, 4, 8])?, random.below(3) > 0));
    }
    let statics = extents.iter().filter(|(_, is_static)| *is_static).count();
    let size = extents.iter().map(|(extent, _)| extent).product::<i64>();
    let limit = if level == 1 { 64 } else { 256 };
    (statics > 0 && statics < count && size <= limit).then_some((profile, extents))
}

/// Texts in parentheses.
fn fill(profile: &Profile, texts: &[String]) -> String {
    let mut texts = texts.iter();
    profile.map(&mut |()| texts.next().cloned().unwrap_or_default()).to_string()
}

/// Which strides of a compact layout are static.
fn strides(random: &mut Random, level: u8) -> Option<Exercise> {
    let (profile, extents) = extents(random, level)?;
    let is_right = level > 1 && random.flip();
    let shape = fill(&profile, &extents.iter().map(|(extent, fixed)| written(*extent, *fixed)).collect::<Vec<_>>());
    let given = format!("S = {shape}");
    let call = if is_right { "make_layout(S, LayoutRight)" } else { "make_layout(S)" };
    let right = exact(&given, call)?;
    let mut along = extents.clone();
    if is_right {
        along.reverse();
    }
    let mut strides = draw::left_strides(&along.iter().map(|(extent, _)| *extent).collect::<Vec<_>>());
    strides.pop();
    let mut lines = Vec::new();
    for (place, stride) in strides.iter().enumerate() {
        let is_known = along.iter().take(place).all(|(_, is_static)| *is_static);
        let printed = number(*stride, is_known);
        lines.push(match (place, is_known) {
            (0, _) => ["The first stride is always _1.".into(), "第一个步长总是 _1。".into()],
            (_, true) => [
                format!("All extents before {printed} are static, so it is static."),
                format!("{printed} 之前的长度都是静态的，所以它是静态的。"),
            ],
            (_, false) => [
                format!("A dynamic extent enters {printed}, so it is dynamic."),
                format!("{printed} 用到了动态的长度，所以它是动态的。"),
            ],
        });
    }
    if is_right {
        strides.reverse();
        lines.insert(0, ["LayoutRight begins at the right.".into(), "LayoutRight 从右边开始。".into()]);
    }
    let extents_printed =
        fill(&profile, &extents.iter().map(|(extent, fixed)| number(*extent, *fixed)).collect::<Vec<_>>());
    let with_strides = |is_static: &dyn Fn(bool) -> bool| {
        let texts = strides.iter().zip(&extents).map(|(stride, (_, fixed))| number(*stride, is_static(*fixed)));
        format!("{extents_printed}:{}", fill(&profile, &texts.collect::<Vec<_>>()))
    };
    let wrong = vec![
        (MISSES_DYNAMIC, with_strides(&|_| true)),
        (DYNAMIC_SPREADS, with_strides(&|_| false)),
        (DYNAMIC_OF_SHAPE, with_strides(&|fixed| fixed)),
    ];
    let wrong = wrong.into_iter().filter(|(_, text)| *text != right).map(|(because, text)| (because, alike(text)));
    let exercise = Exercise::new(
        given.clone(),
        [
            format!("What does CuTe print for {call}? There _4 is static, 4 is dynamic."),
            format!("CuTe 把 {call} 打印成什么？其中 _4 是静态的，4 是动态的。"),
        ],
        "",
    );
    choose(
        exercise.hint(HINT[0], HINT[1]).solved(Solution::Lines(lines)),
        random,
        alike(right.as_str()),
        wrong.collect(),
        3,
    )
}

/// Which of some numbers is static, or dynamic.
fn which_one(random: &mut Random, level: u8, asks_static: bool) -> Option<Exercise> {
    let (profile, extents) = extents(random, level)?;
    let shape = fill(&profile, &extents.iter().map(|(extent, fixed)| written(*extent, *fixed)).collect::<Vec<_>>());
    let given = format!("A = make_layout({shape})");
    let mut calls = vec!["size(A)".to_owned(), "cosize(A)".to_owned()];
    if level < 3 {
        calls.push("rank(A)".to_owned());
    }
    for path in tree::paths(&profile, 1) {
        let path = path.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        calls.extend(["size", "stride"].map(|name| format!("{name}<{path}>(A)")));
    }
    let mut right = Vec::new();
    let mut wrong = Vec::new();
    for call in calls {
        let printed = exact(&given, &call)?;
        // Several numbers may be static in part.
        if printed.contains('(') {
            continue;
        }
        if printed.starts_with('_') == asks_static { right.push((call, printed)) } else { wrong.push((call, printed)) }
    }
    random.shuffle(&mut wrong);
    wrong.truncate(3);
    random.shuffle(&mut right);
    let right = right.into_iter().next()?;
    let because: &'static Misconception = if asks_static { MISSES_DYNAMIC } else { DYNAMIC_SPREADS };
    let mut all = wrong.clone();
    all.push(right.clone());
    all.sort();
    let mut lines = vec![{
        let printed = exact(&given, "A")?;
        [format!("A is {printed}."), format!("A 是 {printed}。")]
    }];
    lines.extend(all.into_iter().map(|(call, printed)| {
        if printed.starts_with('_') {
            [
                format!("{call} is {printed}: no dynamic number enters it."),
                format!("{call} 是 {printed}：没有用到动态的数。"),
            ]
        } else {
            [
                format!("{call} is {printed}: a dynamic number enters it."),
                format!("{call} 是 {printed}：用到了动态的数。"),
            ]
        }
    }));
    let question: Both = if asks_static {
        ["Which of these is static, known at compile time?".into(), "下面哪一个是静态的，即编译期已知？".into()]
    } else {
        ["Which of these is dynamic, known only at run time?".into(), "下面哪一个是动态的，即运行期才知道？".into()]
    };
    let exercise = Exercise::new(given, question, "");
    let exercise = exercise.hint(HINT[0], HINT[1]).solved(Solution::Lines(lines));
    let wrong = wrong.into_iter().map(|(call, _)| (because, alike(call))).collect();
    choose(exercise, random, alike(right.0), wrong, 4)
}

/// Coalesce merges where the compiler can tell that it may.
fn coalesced(random: &mut Random) -> Option<Exercise> {
    let count = 3_usize;
    let mut extents = Vec::new();
    for _ in 0..count {
        extents.push((random.pick(&[2, 3, 4, 5, 8])?, random.below(3) > 0));
    }
    let plain = extents.iter().map(|(extent, _)| *extent).collect::<Vec<_>>();
    let mut strides = draw::left_strides(&plain);
    strides.pop();
    let mut is_known = true;
    let mut texts = Vec::new();
    for (stride, (_, is_static)) in strides.iter().zip(&extents) {
        texts.push(written(*stride, is_known));
        is_known &= is_static;
    }
    let shape = extents.iter().map(|(extent, fixed)| written(*extent, *fixed)).collect::<Vec<_>>();
    let given = format!("A = ({}):({})", shape.join(","), texts.join(","));
    let (right, own) = (exact(&given, "coalesce(A)")?, exact(&given, "A")?);
    let size = plain.iter().product::<i64>();
    if all_dynamic(&right) == format!("{size}:1") {
        return None;
    }
    let wrong = [
        (DYNAMIC_MERGED, format!("{size}:_1")),
        (MISSES_DYNAMIC, format!("_{size}:_1")),
        (DYNAMIC_SPREADS, if right == own { all_dynamic(&right) } else { own.clone() }),
        (MISSES_DYNAMIC, all_static(&right)),
    ];
    let wrong = wrong.into_iter().filter(|(_, text)| *text != right).map(|(because, text)| (because, alike(text)));
    let exercise = Exercise::new(
        given.clone(),
        [
            "What does CuTe print for coalesce(A)? There _4 is static, 4 is dynamic.".into(),
            "CuTe 把 coalesce(A) 打印成什么？其中 _4 是静态的，4 是动态的。".into(),
        ],
        "",
    );
    let lines = vec![
        [
            "Whether a mode runs on into the next is asked at compile time, so only static numbers can answer it."
                .into(),
            "一个 mode 能否接上下一个是在编译期判断的，所以只有静态的数才能给出答案。".into(),
        ],
        [
            "Modes merge where both extents and both strides are static; where one is dynamic they stay apart.".into(),
            "两个长度和两个步长都是静态的才合并；只要有一个是动态的就保持分开。".into(),
        ],
        [format!("So coalesce(A) is {right}."), format!("所以 coalesce(A) 是 {right}。")],
    ];
    let exercise = exercise
        .hint("Does the type alone say that two modes are one?", "只看类型能判断两个 mode 相接吗？")
        .solved(Solution::Lines(lines));
    choose(exercise, random, alike(right.as_str()), wrong.collect(), 3)
}

const HINT: [&str; 2] = [
    "A result is static where everything that it is computed from is static.",
    "计算结果所用到的数全是静态的，结果才是静态的。",
];
