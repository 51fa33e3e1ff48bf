//! Why a typed coordinate, or a typed shape, cannot be used.

use super::Tongue;
use crate::evaluate;
use crate::int_tuple::product;
use crate::look::Unreadable;
use crate::notebook::value::without_underscores;
use crate::notebook::{DiagnosticKind, Settings};
use crate::{Nested, Shape};

/// Why a typed coordinate or shape cannot be used.
pub fn unreadable(reason: &Unreadable, tongue: Tongue) -> String {
    match reason {
        Unreadable::Text(diagnostic) if is_about_numbers(&diagnostic.kind) => super::diagnostic(diagnostic, tongue),
        Unreadable::Text(_) | Unreadable::NotACoordinate => tongue
            .pick(
                "A coordinate is an integer or a tuple of integers, such as 16 or (1,5)",
                "坐标是整数或整数元组，如 16 或 (1,5)",
            )
            .to_string(),
        Unreadable::Algebra(error) => super::error(error, tongue),
        Unreadable::NotCompatible { typed, shape } => match tongue {
            Tongue::English => format!("{typed} is not compatible with the shape {shape}"),
            Tongue::Chinese => format!("{typed} 与形状 {shape} 不兼容"),
        },
    }
}

/// Reports whether a mistake could be made in writing numbers and tuples; the sentences about all others speak of
/// functions and statements, which a coordinate or a shape has none of.
fn is_about_numbers(kind: &DiagnosticKind) -> bool {
    matches!(
        kind,
        DiagnosticKind::Unclosed(_)
            | DiagnosticKind::Unopened(_)
            | DiagnosticKind::NumberTooLarge(_)
            | DiagnosticKind::TooDeep(_)
            | DiagnosticKind::TextTooLong(_)
            | DiagnosticKind::UnknownName { .. }
            | DiagnosticKind::Algebra(_)
    )
}

/// Why something typed is no set of coordinates, and of an incompatible shape where and why.
pub fn no_set(error: &Unreadable, shape: Option<&Shape>, tongue: Tongue) -> String {
    match error {
        Unreadable::NotCompatible { typed, shape: printed } => {
            let (typed, printed) = (without_underscores(typed), without_underscores(printed));
            let read = evaluate(&typed, Settings { compile_time: false, ..Settings::default() })
                .value(0)
                .and_then(|value| value.as_ints());
            let because = read.zip(shape).and_then(|(read, shape)| clash(&read, shape, &mut Vec::new(), tongue));
            let because = because.unwrap_or_default();
            tongue.pick(
                format!("{typed} is not compatible with {printed}{because}"),
                format!("{typed} 与 {printed} 不兼容{because}"),
            )
        }
        Unreadable::Text(diagnostic) if is_about_numbers(&diagnostic.kind) => unreadable(error, tongue),
        Unreadable::NotACoordinate | Unreadable::Text(_) => {
            tongue.pick("This is not a shape such as 18 or (3,6)", "这不是形状；形状形如 18 或 (3,6)").to_string()
        }
        _ => unreadable(error, tongue),
    }
}

/// `1 mode`, `2 modes`.
pub fn modes_in_words(count: usize) -> String {
    if count == 1 { "1 mode".to_string() } else { format!("{count} modes") }
}

/// Where two shapes first cease to be compatible, and why.
fn clash(typed: &Shape, shape: &Shape, path: &mut Vec<usize>, tongue: Tongue) -> Option<String> {
    let place = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let place = if path.is_empty() {
        tongue.pick("the shape".to_string(), "整个形状".to_string())
    } else {
        tongue.pick(format!("mode {place}"), format!("mode {place} "))
    };
    match (typed, shape) {
        (Nested::Leaf(extent), _) => {
            let (extent, size) = (extent.value(), product(shape).ok()?.value());
            (extent != size).then(|| {
                tongue.pick(
                    format!(": {place} has size {size}, not {extent}"),
                    format!("：{place}的大小是 {size}，不是 {extent}"),
                )
            })
        }
        (Nested::Tuple(_), Nested::Leaf(int)) => Some(tongue.pick(
            format!(": {place} is the single number {}, which has no modes to name", int.value()),
            format!("：{place}是单个数 {}，没有可以分别指定的 mode", int.value()),
        )),
        (Nested::Tuple(typed), Nested::Tuple(modes)) if typed.len() != modes.len() => Some(tongue.pick(
            format!(": {place} has {}, not {}", modes_in_words(modes.len()), typed.len()),
            format!("：{place}有 {} 个 mode，不是 {} 个", modes.len(), typed.len()),
        )),
        (Nested::Tuple(typed), Nested::Tuple(modes)) => {
            typed.iter().zip(modes).enumerate().find_map(|(index, (typed, mode))| {
                path.push(index);
                let found = clash(typed, mode, path, tongue);
                path.pop();
                found
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::look;
    use crate::notebook::Settings;
    use crate::operations::CATALOGUE;

    #[test]
    fn unreadable_coordinates_are_told_what_a_coordinate_is() {
        let evaluation = evaluate("(3,(2,3)):(3,(12,1))", Settings { compile_time: true, ..Settings::default() });
        let layout = evaluation.value(0).and_then(|value| value.as_any_layout()).expect("a layout");
        let coordinate = "A coordinate is an integer or a tuple of integers, such as 16 or (1,5)";
        let cases = [
            ("1.5", coordinate),
            ("1.", coordinate),
            ("4abc", coordinate),
            ("(1,_)", coordinate),
            ("1:2", coordinate),
            ("(1,", "This ( is never closed"),
            ("99999999999999999999", "99999999999999999999 does not fit in 64 bits"),
        ];
        for (typed, sentence) in cases {
            let reason = look::read_point(&layout, typed, &CATALOGUE).expect_err(typed);
            assert_eq!(unreadable(&reason, Tongue::English), sentence, "{typed}");
            assert!(!unreadable(&reason, Tongue::Chinese).is_ascii(), "{typed}");
        }
    }

    #[test]
    fn a_shape_that_is_not_compatible_is_told_where() {
        let evaluation = evaluate("(3,(2,3)):(3,(12,1))", Settings { compile_time: true, ..Settings::default() });
        let layout = evaluation.value(0).and_then(|value| value.as_any_layout()).expect("a layout");
        let cases = [
            ("20", "20 is not compatible with (3,(2,3)): the shape has size 18, not 20"),
            ("(6,3)", "(6,3) is not compatible with (3,(2,3)): mode 0 has size 3, not 6"),
            ("(3,(3,2))", "(3,(3,2)) is not compatible with (3,(2,3)): mode 1,0 has size 2, not 3"),
            ("1.5", "This is not a shape such as 18 or (3,6)"),
            ("(18,", "This ( is never closed"),
            ("(3,2,3)", "(3,2,3) is not compatible with (3,(2,3)): the shape has 2 modes, not 3"),
            (
                "((3),6)",
                "((3),6) is not compatible with (3,(2,3)): mode 0 is the single number 3, which has no modes to name",
            ),
        ];
        for (typed, sentence) in cases {
            let error = look::read_coordinate_set(&layout, typed, &CATALOGUE).expect_err(typed);
            assert_eq!(no_set(&error, Some(layout.shape()), Tongue::English), sentence);
            assert!(!no_set(&error, Some(layout.shape()), Tongue::Chinese).is_ascii());
        }
    }
}
