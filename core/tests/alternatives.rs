//! Alternatives for an operation on the same operands, and the forms of a tiler, as edits of the text.

use colex::alternatives::{alternatives, tile, tiler_forms, with_tile};
use colex::evaluate;
use colex::notebook::{Evaluation, Repair, Settings};
use proptest::prelude::*;

fn page(text: &str) -> Evaluation {
    evaluate(text, Settings { compile_time: true, ..Settings::default() })
}

fn edited(text: &str, edit: &Repair) -> String {
    format!("{}{}{}", &text[..edit.span.start], edit.text, &text[edit.span.end..])
}

fn last(evaluation: &Evaluation) -> usize {
    evaluation.statements().len() - 1
}

/// The words of the alternatives of the last statement, that which is written in brackets, those that cannot be behind a `-`.
fn words(text: &str) -> String {
    let evaluation = page(text);
    let words = alternatives(&evaluation, last(&evaluation)).into_iter().map(|alternative| {
        match (alternative.is_own, &alternative.edit) {
            (true, _) => format!("[{}]", alternative.word),
            (false, None) => format!("-{}", alternative.word),
            (false, Some(_)) => alternative.word.to_string(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn alternatives_are_those_that_take_the_operands() {
    let cases = [
        ("zipped_divide((4,6):(6,1), (2,3))", "logical [zipped] tiled flat"),
        ("A = (4,6):(6,1)\nprint(flat_divide(A, (2,3)))", "logical zipped tiled [flat]"),
        ("blocked_product((2,5):(5,1), (3,4):(1,3))", "logical zipped tiled flat [blocked] raked"),
        // Mode by mode there is nothing to block or to rake.
        ("logical_product((2,5):(5,1), <3:2,4:1>)", "[logical] zipped tiled flat -blocked -raked"),
        ("right_inverse((4,8):(8,1))", "[right] left"),
        ("coalesce((2,(1,6)):(1,(6,2)))", "[coalesce] filter filter_zeros"),
        ("upcast<2>((8,4):(1,8))", "[up] down"),
        ("composition((6,2):(8,2), (4,3):(3,1))", ""),
        ("(6,2):(8,2)", ""),
        ("size(zipped_divide((4,6):(6,1), (2,3)))", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(words(text), expected, "{text}");
    }
}

/// A text, the word of an alternative, and the text with it.
#[test]
fn a_alternative_changes_the_name_and_nothing_else() {
    let cases = [
        ("T = zipped_divide((4,6):(6,1), (2,3)) // why", "flat", "T = flat_divide((4,6):(6,1), (2,3)) // why"),
        ("auto t = cute::zipped_divide(a, b);", "logical", "auto t = cute::logical_divide(a, b);"),
        ("t = cute.zipped_divide(a, tiler=b)", "tiled", "t = cute.tiled_divide(a, tiler=b)"),
        // A member of C++ has alternatives that are none.
        ("auto t = a.tile(b);", "zipped", "auto t = zipped_divide(a, b);"),
        ("print(tile(a, b))", "zipped", "print(zipped_divide(a, b))"),
        ("zipped_divide(logical_divide(a, b), b)", "tiled", "tiled_divide(logical_divide(a, b), b)"),
    ];
    for (statement, word, expected) in cases {
        let text = format!("a = 24:1\nb = 4:2\n{statement}");
        let evaluation = page(&text);
        let all = alternatives(&evaluation, 2);
        let alternative =
            all.iter().find(|alternative| alternative.word == word).unwrap_or_else(|| panic!("{statement}: {word}"));
        let edit = alternative.edit.as_ref().unwrap_or_else(|| panic!("{statement}: no edit"));
        assert_eq!(edited(&text, edit), format!("a = 24:1\nb = 4:2\n{expected}"));
    }
}

/// The forms of the tiler of the last statement, that which is written in brackets.
fn forms(text: &str) -> String {
    let evaluation = page(text);
    let forms = tiler_forms(&evaluation, last(&evaluation)).into_iter();
    let forms = forms.map(|form| if form.is_own { format!("[{}]", form.text) } else { form.text });
    forms.collect::<Vec<_>>().join("  ")
}

#[test]
fn a_tiler_is_written_by_mode_or_as_a_layout() {
    let cases = [
        ("zipped_divide((4,6):(1,4), (2,3))", "[(2,3)]  (2,3):(1,4)  (2,3):(1,2)"),
        ("zipped_divide((4,6):(1,4), (2,3):(1,4))", "(2,3)  [(2,3):(1,4)]  (2,3):(1,2)"),
        ("zipped_divide((4,6):(1,4), (2,3):(1,2))", "(2,3)  (2,3):(1,4)  [(2,3):(1,2)]"),
        // Six elements one behind the other are no part of a mode of four.
        ("zipped_divide((4,6):(6,1), (2,3))", "[(2,3)]  (2,3):(1,4)"),
        ("logical_divide((4,6):(6,1), <2:1,3:2>)", "[<2:1,3:2>]  (2,3):(1,8)"),
        ("logical_divide((4,6):(6,1), (2,3):(1,8))", "(2,3:2)  [(2,3):(1,8)]"),
        ("logical_product((2,5):(5,1), <3,4>)", "[<3,4>]  (3,4):(1,3)"),
        ("blocked_product((2,5):(5,1), (3,4):(1,3))", ""),
        (
            "auto t = zipped_divide(make_layout(make_shape(_4{},_6{})), Shape<_2,_3>{});",
            "[Shape<_2,_3>{}]  Layout<Shape<_2,_3>,Stride<_1,_4>>{}  Layout<Shape<_2,_3>,Stride<_1,_2>>{}",
        ),
        (
            "t = cute.zipped_divide(cute.make_layout((4,6)), (2,3))",
            "[(2,3)]  cute.make_layout((2, 3), stride=(1, 4))  cute.make_layout((2, 3), stride=(1, 2))",
        ),
        ("logical_divide(24:1, 4:6)", ""),
        ("composition((6,2):(8,2), (4,3):(3,1))", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(forms(text), expected, "{text}");
    }
}

/// A text, another tile for its last statement, and the text with it.
#[test]
fn a_tile_is_written_where_it_is_given() {
    let cases = [
        ("zipped_divide((10,8):(8,1), (4,2))", [5, 3], "zipped_divide((10,8):(8,1), (5,3))"),
        // A tile that takes the same elements as a Layout stays one.
        ("zipped_divide((10,8):(8,1), (4,2):(1,10))", [2, 4], "zipped_divide((10,8):(8,1), (2,4):(1,10))"),
        (
            "auto A = make_layout(make_shape(_8{},_8{}));\nauto t = local_tile(A, Shape<_4,_2>{}, make_coord(0,0));",
            [2, 2],
            "auto A = make_layout(make_shape(_8{},_8{}));\nauto t = local_tile(A, Shape<_2,_2>{}, make_coord(0,0));",
        ),
        ("T = (4,2)\nzipped_divide((10,8):(8,1), T)", [5, 2], "T = (5,2)\nzipped_divide((10,8):(8,1), T)"),
        (
            "a = cute.make_layout((8,8))\nt = cute.zipped_divide(a, tiler=(4,2))",
            [8, 1],
            "a = cute.make_layout((8,8))\nt = cute.zipped_divide(a, tiler=(8,1))",
        ),
    ];
    for (text, extents, expected) in cases {
        let evaluation = page(text);
        let edit = with_tile(&evaluation, last(&evaluation), &extents).unwrap_or_else(|| panic!("{text}: no edit"));
        assert_eq!(edited(text, &edit), expected);
        let other = page(expected);
        assert_eq!(tile(&other, last(&other)), Some(extents.to_vec()), "{expected}");
    }
    for text in [
        "blocked_product((2,5):(5,1), (3,4):(1,3))",
        "zipped_divide((4,6):(6,1), <2:2,3:1>)",
        "zipped_divide((8,6):(6,1), (4,2):(1,4))",
        "(4,2):(2,1)",
    ] {
        let evaluation = page(text);
        assert_eq!(tile(&evaluation, 0), None, "{text}");
    }
}

fn pair() -> impl Strategy<Value = (i64, i64)> {
    (1..=4_i64, prop_oneof![Just(0), 1..=6_i64])
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Checks that the text of an edit has the value that was promised, and that every way back is there.
    #[test]
    fn every_edit_is_legal((m, n) in (pair(), pair()), (x, y) in (pair(), pair()), name in 0..10_usize) {
        let names = [
            "logical_divide", "zipped_divide", "tiled_divide", "flat_divide", "logical_product", "zipped_product",
            "tiled_product", "flat_product", "blocked_product", "raked_product",
        ];
        let tilers = [format!("({},{})", x.0, y.0), format!("({},{}):({},{})", x.0, y.0, x.1, y.1)];
        for tiler in tilers {
            let text = format!("A = ({},{}):({},{})\n{}(A, {tiler})", m.0, n.0, m.1, n.1, names[name]);
            let evaluation = page(&text);
            if evaluation.value(1).is_none() {
                continue;
            }
            for alternative in alternatives(&evaluation, 1) {
                let Some(edit) = alternative.edit else { continue };
                let other = page(&edited(&text, &edit));
                prop_assert!(other.value(1).is_some(), "{text}: {}", alternative.name);
                prop_assert_eq!(other.performed(1, None).map(|it| it.function.name), Some(alternative.name));
                prop_assert!(alternatives(&other, 1).iter().any(|back| back.name == names[name]));
            }
            // A tile that is pulled is the tile that was asked for.
            if let (Some(_), Some(edit)) = (tile(&evaluation, 1), with_tile(&evaluation, 1, &[m.0, n.0])) {
                let changed = edited(&text, &edit);
                let other = page(&changed);
                prop_assert_eq!(tile(&other, 1), Some(vec![m.0, n.0]), "{}", changed);
            }
            for form in tiler_forms(&evaluation, 1) {
                let Some(edit) = form.edit else { continue };
                let changed = edited(&text, &edit);
                let other = page(&changed);
                prop_assert!(other.value(1).is_some(), "{text}: {}", form.text);
                prop_assert!(tiler_forms(&other, 1).iter().any(|own| own.is_own && own.text == form.text), "{changed}");
            }
        }
    }
}
