//! The predicate of what overhangs, as a kernel writes it: it holds for the cells inside, and for no others.

use std::collections::HashMap;

use colex::evaluate;
use colex::notebook::{Evaluation, Settings};
use colex::operations::beyond;
use colex::scene::{Dialect, Predicate};
use proptest::prelude::*;

fn page(text: &str) -> Evaluation {
    evaluate(text, Settings { compile_time: true, ..Settings::default() })
}

fn predicate(text: &str) -> Option<Predicate> {
    let evaluation = page(text);
    beyond(&evaluation, evaluation.statements().len() - 1)?.predicate()
}

/// The value of `m0 + 4*m1 - 3`.
fn value(sum: &str, names: &HashMap<String, i64>) -> i64 {
    let text = sum.replace(" - ", " + -");
    let factor = |word: &str| match word.strip_prefix('-') {
        Some(word) => -word.parse::<i64>().unwrap_or_else(|_| names[word]),
        None => word.parse::<i64>().unwrap_or_else(|_| names[word]),
    };
    text.split(" + ").map(|term| term.split('*').map(factor).product::<i64>()).sum()
}

/// Returns true if inequalities hold, read as they are written.
fn holds(text: &str, names: &HashMap<String, i64>) -> bool {
    let one = |inequality: &str| match inequality.split_once(" < ") {
        Some((left, right)) => value(left, names) < value(right, names),
        None => {
            let (left, right) = inequality.split_once(" >= ").expect("an inequality");
            value(left, names) >= value(right, names)
        }
    };
    text.split(" && ").all(one)
}

/// The names of a coordinate with the numbers of a 1-D coordinate.
fn named(coordinate: &str, extents: &[i64], linear: i64) -> HashMap<String, i64> {
    let words = coordinate.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut rest = linear;
    let numbers = extents.iter().map(|extent| {
        let digit = rest % extent;
        rest /= extent;
        digit
    });
    words.map(str::to_string).zip(numbers).collect()
}

/// The law, for the last line of a text; whether there is a predicate.
fn check(text: &str) -> bool {
    let evaluation = page(text);
    let last = evaluation.statements().len() - 1;
    let Some(found) = beyond(&evaluation, last) else { return false };
    let Some(predicate) = found.predicate() else { return false };
    let layout = evaluation.value(last).and_then(|value| value.as_any_layout()).expect("a layout");
    let extents = layout.shape().leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
    let written = predicate.inequalities(Dialect::Cpp);
    for linear in 0..found.size() {
        let is_inside = !found.holds(linear);
        assert_eq!(predicate.holds(linear), is_inside, "{text}: {linear}");
        let names = named(&predicate.coordinate(), &extents, linear);
        assert_eq!(holds(&written, &names), is_inside, "{text}: {written} at {linear}");
    }
    true
}

#[test]
fn a_predicate_is_what_a_kernel_writes() {
    // The last line, the coordinate that the predicate speaks of, its inequalities, and what a kernel writes.
    let cases = [
        (
            "zipped_divide(A, (4,4))",
            "((m0,n0),(m1,n1))",
            "m0 + 4*m1 < 10",
            [
                "elem_less(make_coord(m0 + 4*m1, n0 + 4*n1), shape(A))",
                "cute.elem_less((m0 + 4*m1, n0 + 4*n1), A.shape)",
            ],
        ),
        (
            "logical_divide(A, (4,3))",
            "((m0,m1),(n0,n1))",
            "m0 + 4*m1 < 10 && n0 + 3*n1 < 8",
            [
                "elem_less(make_coord(m0 + 4*m1, n0 + 3*n1), shape(A))",
                "cute.elem_less((m0 + 4*m1, n0 + 3*n1), A.shape)",
            ],
        ),
        (
            "local_tile(make_tensor(make_gmem_ptr(0), A), (4,4), (2,1))",
            "(m,n)",
            "m + 8 < 10",
            ["m + 8 < 10", "m + 8 < 10"],
        ),
        ("zipped_divide(V, 4)", "(i0,i1)", "i0 + 4*i1 < 10", ["i0 + 4*i1 < size(V)", "i0 + 4*i1 < cute.size(V)"]),
        (
            "zipped_divide(N, (4,4))",
            "((m0,n0),(m1,n1))",
            "m0 + 4*m1 < 10",
            ["m0 + 4*m1 < size<0>(N)", "m0 + 4*m1 < cute.size(N, mode=[0])"],
        ),
        // The tiles of another line, then one of them.
        (
            "T = zipped_divide(A, (4,4))\nT(_,(2,1))",
            "((m,n))",
            "m + 8 < 10",
            ["elem_less(make_coord(m + 8, n + 4), shape(A))", "cute.elem_less((m + 8, n + 4), A.shape)"],
        ),
        ("T = zipped_divide(A, (4,4))\nget<0>(T)", "", "", ["", ""]),
        ("zipped_divide(A, (5,4))", "", "", ["", ""]),
    ];
    for (last, coordinate, inequalities, [cpp, python]) in cases {
        let text = format!("A = (10,8):(1,10)\nV = 10:1\nN = ((2,5),8):((1,2),10)\n{last}");
        let Some(found) = predicate(&text) else {
            assert_eq!(inequalities, "", "{last}: no predicate");
            continue;
        };
        assert_eq!(
            (found.coordinate().as_str(), found.inequalities(Dialect::Cpp).as_str()),
            (coordinate, inequalities)
        );
        assert_eq!([found.written(Dialect::Cpp), found.written(Dialect::Python)], [cpp, python]);
        assert!(check(&text), "{last}");
    }
}

#[test]
fn what_no_sum_says_has_no_predicate() {
    let cases = [
        // A swizzle follows.
        "A = 10:1\ncomposition(A, Sw<1,0,2> o _0 o 12:1)",
    ];
    for text in cases {
        if let Some(found) = predicate(text) {
            panic!("{text}: {found:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// By mode, as one Layout, and then one of the tiles.
    #[test]
    fn a_predicate_holds_inside_and_nowhere_else(
        (m, n) in (1..14_i64, 1..9_i64),
        (x, y) in (1..6_i64, 1..5_i64),
        (dx, dy) in (1..4_i64, 1..3_i64),
        at in 0..9_i64,
    ) {
        let tilers = [format!("<{x}:{dx},{y}:{dy}>"), format!("({x},{y})"), format!("{x}:{dx}"), format!("<_,{y}:{dy}>")];
        for tiler in tilers {
            for name in ["zipped_divide", "logical_divide", "tiled_divide", "flat_divide"] {
                for shape in [format!("({m},{n}):({n},1)"), format!("(({m},2),{n})"), format!("{m}:2")] {
                    let text = format!("A = {shape}\nT = {name}(A, {tiler})");
                    check(&text);
                    check(&format!("{text}\nT(_,{at})"));
                    check(&format!("{text}\nlogical_divide(T, 2)"));
                }
            }
            check(&format!("A = ({m},{n}):({n},1)\nlocal_tile(A, {tiler}, ({at},0))"));
            check(&format!("A = ({m},{n}):({n},1)\nA o {x}:{dx}"));
        }
    }

    /// Of a divide by extents there always is one.
    #[test]
    fn a_divide_by_extents_has_its_predicate((m, n) in (2..14_i64, 2..9_i64), (x, y) in (2..6_i64, 2..5_i64)) {
        prop_assume!(m % x != 0 || n % y != 0);
        let text = format!("A = ({m},{n}):({n},1)\nT = zipped_divide(A, ({x},{y}))");
        prop_assert!(check(&text), "{text}");
    }
}
