//! Result of a comparison of two values, as sentences.

use super::{Tongue, value_kind};
use crate::difference::{LayoutDifference, Place, Sameness, SharedCoordinates, ValueDifference};

/// The sentences of a comparison of two layouts that have these names: how much they are the same, at how many coordinates
/// they differ, and which coordinates they have in common.
pub fn layout_difference(found: &LayoutDifference, names: [&str; 2], tongue: Tongue) -> Vec<String> {
    let mut sentences = vec![sameness(found, names, tongue)];
    let [size, other_size] = found.sizes;
    let [name, other] = names;
    if let Some(place) = &found.first {
        sentences.push(first_place(place, names, tongue));
    }
    if found.sameness == Sameness::Differ {
        let (differing, looked, common) = (found.count.differing, found.count.looked, found.common);
        sentences.push(if looked == common {
            tongue.pick(
                format!("They differ at {differing} of {common} coordinates"),
                format!("在 {common} 个坐标中的 {differing} 个上不同"),
            )
        } else {
            tongue.pick(
                format!(
                    "They differ at {differing} of the first {looked} coordinates; the other {} were not looked at",
                    common - looked
                ),
                format!("在前 {looked} 个坐标中的 {differing} 个上不同；其余 {} 个未查看", common - looked),
            )
        });
    }
    if size != other_size {
        let common = found.common;
        sentences.push(tongue.pick(
            format!("{name} has size {size} and {other} has size {other_size}: the {common} coordinates that both have are compared"),
            format!("{name} 的大小为 {size}，{other} 的大小为 {other_size}：比较两者共有的 {common} 个坐标"),
        ));
    } else if !matches!(found.sameness, Sameness::Letter | Sameness::Numbers) {
        sentences.push(coordinates(&found.coordinates, names, tongue));
    }
    sentences
}

fn sameness(found: &LayoutDifference, [name, other]: [&str; 2], tongue: Tongue) -> String {
    let [size, other_size] = found.sizes;
    match found.sameness {
        Sameness::Letter => tongue.pick(
            format!("{name} and {other} are the same layout to the letter"),
            format!("{name} 与 {other} 是逐字相同的布局"),
        ),
        Sameness::Numbers => tongue.pick(
            format!(
                "{name} and {other} have the same numbers, of which some are static in one and dynamic in the other"
            ),
            format!("{name} 与 {other} 的数值相同，只是有些数在一边是静态的、在另一边是动态的"),
        ),
        Sameness::Function if size != other_size => tongue.pick(
            format!("{name} and {other} are the same on the coordinates they share"),
            format!("{name} 与 {other} 在共有的坐标上相同"),
        ),
        Sameness::Function => tongue.pick(
            format!("{name} and {other} are the same function of the 1-D coordinate, written in another way"),
            format!("{name} 与 {other} 是一维坐标的同一个函数，只是写法不同"),
        ),
        Sameness::Differ => tongue
            .pick(format!("{name} and {other} are different functions"), format!("{name} 与 {other} 是不同的函数")),
        Sameness::Unknown => tongue.pick(
            format!(
                "{name} and {other} are the same as far as was looked: at the first {} of {} coordinates",
                found.count.looked, found.common
            ),
            format!("在已查看的范围内 {name} 与 {other} 相同：{} 个坐标中的前 {} 个", found.common, found.count.looked),
        ),
    }
}

/// Where two layouts first differ: `First at 4: A(0,1) = 4, B(4) = 5`.
fn first_place(place: &Place, [name, other]: [&str; 2], tongue: Tongue) -> String {
    let [natural, others] = place.natural.each_ref().map(ToString::to_string);
    let [index, other_index] = &place.index;
    let at = place.coordinate;
    let call = |name: &str, at: &str| if at.starts_with('(') { format!("{name}{at}") } else { format!("{name}({at})") };
    let (left, right) = (call(name, &natural), call(other, &others));
    tongue.pick(
        format!("They first differ at 1-D coordinate {at}: {left} = {index}, but {right} = {other_index}"),
        format!("首个不同处是一维坐标 {at}：{left} = {index}，而 {right} = {other_index}"),
    )
}

fn coordinates(shared: &SharedCoordinates, [name, other]: [&str; 2], tongue: Tongue) -> String {
    match shared {
        SharedCoordinates::All => tongue.pick(
            format!("Every coordinate of {name} is one of {other}, and the other way round: the shapes are the same"),
            format!("{name} 与 {other} 的坐标完全相同：形状一样"),
        ),
        SharedCoordinates::First => tongue.pick(
            format!("Every coordinate of {name} is one of {other}, but not the other way round"),
            format!("{name} 的坐标都是 {other} 的坐标，反之不然"),
        ),
        SharedCoordinates::Second => tongue.pick(
            format!("Every coordinate of {other} is one of {name}, but not the other way round"),
            format!("{other} 的坐标都是 {name} 的坐标，反之不然"),
        ),
        SharedCoordinates::Shape(shape) => tongue.pick(
            format!("Both take the coordinates of {shape}; finer ones are compatible with one of them alone"),
            format!("两者都接受 {shape} 的坐标；更细的坐标只与其中一个兼容"),
        ),
        SharedCoordinates::Linear | SharedCoordinates::Sizes => tongue.pick(
            "They have only 1-D coordinates in common: their shapes are not compatible".into(),
            "两者只共有一维坐标：形状互不兼容".into(),
        ),
    }
}

/// The sentence of a comparison of two values that are not both layouts.
pub fn value_difference(found: &ValueDifference, [name, other]: [&str; 2], tongue: Tongue) -> String {
    let place = |path: &[usize]| {
        let path = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        match path.is_empty() {
            true => String::new(),
            false => tongue.pick(format!(" at mode {path}"), format!("（mode {path}）")),
        }
    };
    match found {
        ValueDifference::Equal => {
            tongue.pick(format!("{name} and {other} are equal"), format!("{name} 与 {other} 相等"))
        }
        ValueDifference::Staticness { path, leaves: [leaf, others] } => {
            let place = place(path);
            tongue.pick(
                format!("{name} and {other} have the same numbers; the first that is static in one alone{place}: {leaf} and {others}"),
                format!("{name} 与 {other} 的数值相同；首个只在一边为静态的数{place}：{leaf} 与 {others}"),
            )
        }
        ValueDifference::Leaf { path, leaves: [leaf, others] } => {
            let place = place(path);
            tongue.pick(
                format!("{name} and {other} first differ{place}: {leaf} is not {others}"),
                format!("{name} 与 {other} 首先不同{place}：{leaf} 不等于 {others}"),
            )
        }
        ValueDifference::Parentheses { path, parts: [part, others] } => {
            let place = place(path);
            tongue.pick(
                format!("{name} and {other} have other parentheses{place}: {part} and {others}"),
                format!("{name} 与 {other} 的括号结构不同{place}：{part} 与 {others}"),
            )
        }
        ValueDifference::Kinds([kind, others]) => {
            let (kind, others) = (value_kind(*kind, tongue), value_kind(*others, tongue));
            tongue.pick(
                format!("{name} is {kind}, but {other} is {others}"),
                format!("{name} 是{kind}，而 {other} 是{others}"),
            )
        }
        ValueDifference::Printed([printed, others]) => tongue.pick(
            format!("{name} and {other} differ: {printed} is not {others}"),
            format!("{name} 与 {other} 不同：{printed} 不等于 {others}"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::difference::{Compared, Comparison, pair};
    use crate::evaluate;
    use crate::notebook::Settings;
    use crate::work::finish;

    fn said(left: &str, right: &str, tongue: Tongue) -> Vec<String> {
        let evaluation = evaluate(&format!("{left}\n{right}"), Settings::default());
        let value = |statement| evaluation.value(statement).expect("a value");
        match pair(value(0), value(1)) {
            Compared::Values(found) => vec![value_difference(&found, ["A", "B"], tongue)],
            Compared::Layouts(layouts) => {
                let [left, right] = *layouts;
                let found = Comparison::new(&left, &right).and_then(|comparison| finish(comparison, 1 << 23));
                layout_difference(&found.expect("comparable"), ["A", "B"], tongue)
            }
        }
    }

    #[test]
    fn sentences() {
        let cases: &[(&str, &str, &[&str])] = &[
            ("(4,2):(1,4)", "(4,2):(1,4)", &["A and B are the same layout to the letter"]),
            (
                "(4,2):(1,4)",
                "8:1",
                &[
                    "A and B are the same function of the 1-D coordinate, written in another way",
                    "Every coordinate of B is one of A, but not the other way round",
                ],
            ),
            (
                "(4,2):(1,4)",
                "8:2",
                &[
                    "A and B are different functions",
                    "They first differ at 1-D coordinate 1: A(1,0) = 1, but B(1) = 2",
                    "They differ at 7 of 8 coordinates",
                    "Every coordinate of B is one of A, but not the other way round",
                ],
            ),
            (
                "(4,2):(1,4)",
                "6:1",
                &[
                    "A and B are the same on the coordinates they share",
                    "A has size 8 and B has size 6: the 6 coordinates that both have are compared",
                ],
            ),
            ("(4,(2,3))", "(4,(2,5))", &["A and B first differ at mode 1,1: 3 is not 5"]),
            ("4", "(4,2):(1,4)", &["A is an integer, but B is a layout"]),
        ];
        for (left, right, sentences) in cases {
            assert_eq!(said(left, right, Tongue::English), *sentences, "{left} and {right}");
            assert_eq!(said(left, right, Tongue::Chinese).len(), sentences.len());
        }
    }
}
