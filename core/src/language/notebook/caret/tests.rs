//! Tables of texts with a caret, written `|`.

use super::*;
use crate::operations::{CATALOGUE, explained, find};

/// The text without its mark, and where the mark stood.
fn marked(text: &str) -> (String, usize) {
    let at = text.find('|').expect("a caret");
    (text.replacen('|', "", 1), at)
}

#[test]
fn brackets_are_matched() {
    let cases = [
        ("A = |(3,(2,3)):(3,(12,1))", Some(("(", ")", 4, 12))),
        ("A = (3,(2,3))|:(3,(12,1))", Some(("(", ")", 4, 12))),
        ("A = (3,(2|,3)):(3,(12,1))", Some(("(", ")", 7, 11))),
        ("A = (3,(2,3)|):(3,(12,1))", Some(("(", ")", 7, 11))),
        ("A = (3,(2,3))|:(3,(12,1))", Some(("(", ")", 4, 12))),
        ("A = (3,|(2,3)):(3,(12,1))", Some(("(", ")", 7, 11))),
        ("(|(2,3),4)", Some(("(", ")", 1, 5))),
        ("A = (3,(2,3|)):(3,(12,1))", Some(("(", ")", 7, 11))),
        ("zipped_divide(A, <4:1, 2|:1>)", Some(("<", ">", 17, 26))),
        ("Layout<Shape<_2,_4>>|{}", Some(("{", "}", 20, 21))),
        ("Layout<Shape<_2,_4>|>{}", Some(("<", ">", 12, 18))),
        ("1 < |2", None),
        ("1 | 2", None),
        ("A = (3,(2\nB = (1,2|)", Some(("(", ")", 14, 18))),
        ("// (1,|2)", None),
    ];
    for (text, expected) in cases {
        let (text, at) = marked(text);
        let found = Caret::new(&text, at, &CATALOGUE).pair().and_then(|pair| {
            let close = pair.close?;
            Some((pair.open.of(&text), close.of(&text), pair.open.start, close.start))
        });
        assert_eq!(found, expected, "{text} at {at}");
    }
    let (text, at) = marked("A = (3,(2|");
    let pair = Caret::new(&text, at, &CATALOGUE).pair();
    assert_eq!(pair, Some(Brackets { open: Span { start: 7, end: 8 }, close: None }));
}

#[test]
fn a_parenthesis_belongs_to_a_mode() {
    use Part::{Shape, Stride, Tuple};
    type Found<'a> = (Part, &'a [usize], &'a str);
    let cases: &[(&str, Option<Found<'_>>)] = &[
        ("A = |(3,(2,3)):(3,(12,1))", Some((Shape, &[], "(3,(2,3)):(3,(12,1))"))),
        ("A = (|3,(2,3)):(3,(12,1))", Some((Shape, &[0], "3:3"))),
        ("A = (3|,(2,3)):(3,(12,1))", Some((Shape, &[0], "3:3"))),
        ("A = (3,|(2,3)):(3,(12,1))", Some((Shape, &[1], "(2,3):(12,1)"))),
        ("A = (3,(2,3|)):(3,(12,1))", Some((Shape, &[1, 1], "3:1"))),
        ("A = (3,(2,3)|):(3,(12,1))", Some((Shape, &[1], "(2,3):(12,1)"))),
        ("A = (3, |(2,3)):(3,(12,1))", Some((Shape, &[1], "(2,3):(12,1)"))),
        ("A = (3, | (2,3)):(3,(12,1))", Some((Shape, &[], "(3,(2,3)):(3,(12,1))"))),
        // A blank alone between two numbers is no comma and makes no third one of them.
        ("A = (4 8):(8 1)|", Some((Stride, &[], "(4 8):(8 1)"))),
        ("A = (3,(2,|3)):(3,(12,1))", Some((Shape, &[1, 1], "3:1"))),
        ("A = (3,(2,3)):(3,(1|2,1))", Some((Stride, &[1, 0], "2:12"))),
        ("A = (3,(2,3)):(3,|(12,1))", Some((Stride, &[1], "(2,3):(12,1)"))),
        ("A = (3,(2,3)):(3,(12,1)|)", Some((Stride, &[1], "(2,3):(12,1)"))),
        ("A = (3,(2,3)):(3,(12,1))|", Some((Stride, &[], "(3,(2,3)):(3,(12,1))"))),
        ("A = (3,(2,3|", None),
        ("8|:1", Some((Shape, &[], "8:1"))),
        ("8:-|1", Some((Stride, &[], "8:-1"))),
        ("(4,8):(1@0,1|@1)", Some((Stride, &[1], "8:1@1"))),
        ("(_4,_8|):(_1,_4)", Some((Shape, &[1], "_8:_4"))),
        ("(3,|(2,3))", Some((Tuple, &[1], "(2,3)"))),
        ("A(1,|(2,0))", Some((Tuple, &[], "(2,0)"))),
        ("(4,8):(1,4)(2|,3)", None),
        ("size|(A)", None),
        ("composition((4,3):(1,5), |(2,2):(2,1))", Some((Shape, &[], "(2,2):(2,1)"))),
        ("A = (8:1, 4|:2)", Some((Shape, &[], "4:2"))),
        ("zipped_divide(A, <4:1, 2:1|>)", Some((Stride, &[], "2:1"))),
        (
            "Layout<Shape<_2,Shape|<_4,_3>>,Stride<_3,Stride<_6,_1>>>{}",
            Some((Shape, &[1], "Shape<_4,_3>:Stride<_6,_1>")),
        ),
        ("Layout<Shape<_2,_4>,Stride<_3,_6|>>{}", Some((Stride, &[1], "_4:_6"))),
        (
            "make_layout(make_shape(2,make_shape|(4,3)), make_stride(3,make_stride(6,1)))",
            Some((Shape, &[1], "make_shape(4,3):make_stride(6,1)")),
        ),
        ("make_layout(make_shape(2,Int<8|>{}), LayoutRight{})", Some((Shape, &[1], "Int<8>{}"))),
        ("cute.make_layout((4,8), stride=(8|,1))", Some((Stride, &[0], "4:8"))),
        ("cute.make_layout((4|,8), stride=(8,1))", Some((Shape, &[0], "4:8"))),
        ("make_layout((2,4):(1,2), (3|,5):(1,3))", Some((Shape, &[0], "3:1"))),
        ("A : (4|,2):(1,4)", Some((Shape, &[0], "4:1"))),
        ("A o (2|,3):(3,1)", Some((Shape, &[0], "2:3"))),
        ("(（2，3|）：（3，1）)", Some((Shape, &[1], "3:1"))),
        ("(2,3|):(3", Some((Shape, &[1], "3"))),
    ];
    for (text, expected) in cases {
        let (text, at) = marked(text);
        let found = Caret::new(&text, at, &CATALOGUE).mode();
        let found = found.as_ref().map(|mode| (mode.part, mode.path.as_slice(), mode.written(&text)));
        let expected = expected.map(|(part, path, written)| (part, path, written.to_string()));
        assert_eq!(found, expected, "{text} at {at}");
    }
}

#[test]
fn the_whole_layout_is_where_it_is_written() {
    for (text, whole) in [
        ("A = (3,(2,|3)):(3,(12,1))", "(3,(2,3)):(3,(12,1))"),
        ("A = (3,(2,3)):(3,(1|2,1))", "(3,(2,3)):(3,(12,1))"),
        ("(3,|(2,3))", "(3,(2,3))"),
    ] {
        let (text, at) = marked(text);
        assert_eq!(
            Caret::new(&text, at, &CATALOGUE).mode().map(|mode| mode.whole.of(&text).to_string()).as_deref(),
            Some(whole)
        );
    }
}

#[test]
fn a_mode_is_found_by_its_path() {
    let of = |text: &str, path: &[usize]| {
        let (text, at) = marked(text);
        let mode = Caret::new(&text, at, &CATALOGUE).mode_of(path)?;
        let of = |span: Span| span.of(&text).to_string();
        Some((of(mode.span), mode.partner.map(of).unwrap_or_default(), of(mode.whole)))
    };
    let found = |one: &str, other: &str, whole: &str| Some((one.to_string(), other.to_string(), whole.to_string()));
    let whole = "(3,(2,4)):(3,(12,1))";
    assert_eq!(of("A = |(3,(2,4)):(3,(12,1))", &[1]), found("(2,4)", "(12,1)", whole));
    assert_eq!(of("A = |(3,(2,4)):(3,(12,1))", &[1, 0]), found("2", "12", whole));
    assert_eq!(of("A = |(3,(2,4)):(3,(12,1))", &[]), found("(3,(2,4))", "(3,(12,1))", whole));
    for (text, path) in [("A = |(3,(2,4)):(3,(12,1))", &[2][..]), ("A = |8:1", &[0]), ("|A = 8:1", &[]), ("|", &[0])] {
        assert_eq!(of(text, path), None, "{text} {path:?}");
    }
}

#[test]
fn numbers_are_turned_as_they_are_written() {
    let cases = [
        ("(3,|12):(1,3)", Turn::By(1), Some("(3,13):(1,3)")),
        ("(3,12|):(1,3)", Turn::By(-1), Some("(3,11):(1,3)")),
        ("(_8|,1)", Turn::Double, Some("(_16,1)")),
        ("(|_8,1)", Turn::Halve, Some("(_4,1)")),
        ("Int<8|>{}", Turn::By(1), Some("Int<9>{}")),
        ("_8|{}", Turn::By(1), Some("_9{}")),
        ("8:-1|", Turn::By(1), Some("8:0")),
        ("8:|-1", Turn::By(-1), Some("8:-2")),
        ("8:-|1", Turn::By(2), Some("8:1")),
        ("8:_-1|", Turn::By(-1), Some("8:_-2")),
        ("8:1|", Turn::By(-2), Some("8:-1")),
        ("8 -3|", Turn::By(1), Some("8 -4")),
        ("0x10|", Turn::By(1), Some("0x11")),
        ("8u|", Turn::By(1), Some("9u")),
        // An extent is at least 1, a mode at least 0.
        ("1|:1", Turn::By(-5), Some("1:1")),
        ("1|:1", Turn::Halve, Some("1:1")),
        ("(2,1|):(0,1)", Turn::By(-1), Some("(2,1):(0,1)")),
        ("make_shape(1|,2)", Turn::By(-1), Some("make_shape(0,2)")),
        ("make_layout(make_shape(1|,2))", Turn::By(-1), Some("make_layout(make_shape(1,2))")),
        ("0|:1", Turn::By(-1), Some("0:1")),
        ("8:0|", Turn::Double, Some("8:1")),
        ("_1@0|", Turn::By(-1), Some("_1@0")),
        ("get<1,0|>(A)", Turn::By(1), Some("get<1,1>(A)")),
        ("Sw<0|,0,1> o 8:1", Turn::By(-1), Some("Sw<0,0,1> o 8:1")),
        ("Sw<0,0,-1|> o 8:1", Turn::By(-1), Some("Sw<0,0,-2> o 8:1")),
        ("9223372036854775807|", Turn::By(1), Some("9223372036854775807")),
        ("9223372036854775807|", Turn::Double, Some("9223372036854775807")),
        ("A(16|)", Turn::By(1), Some("A(17)")),
        ("A|16", Turn::By(1), None),
        ("4x|", Turn::By(1), None),
        ("// 4|", Turn::By(1), None),
        ("99999999999999999999|", Turn::By(1), None),
        ("|", Turn::By(1), None),
    ];
    for (text, turn, expected) in cases {
        let (text, at) = marked(text);
        let number = Caret::new(&text, at, &CATALOGUE).number();
        let turned = number.map(|number| {
            let mut text = text.clone();
            text.replace_range(number.span.start..number.span.end, &number.written(number.turned(turn)));
            text
        });
        assert_eq!(turned.as_deref(), expected, "{text} at {at}");
    }
}

#[test]
fn signatures_know_the_argument() {
    let cases = [
        ("composition(|", Some("composition 0")),
        ("composition(A, |", Some("composition 1")),
        ("composition(A, B, C|", Some("composition 2")),
        ("composition((4,3|):(1,5), B)", Some("composition 0")),
        ("composition((4,3):(1,5), |B)", Some("composition 1")),
        ("composition(A, logical_divide(B, |", Some("logical_divide 1")),
        ("composition(A, logical_divide(B, 4)|", Some("composition 1")),
        ("a.compose(|", Some("compose 1 member")),
        ("a.compose(B, |C)", Some("compose 2 member")),
        ("cute.make_layout((4,8), stride=|(8,1))", Some("make_layout 1")),
        ("cute::size(|A)", Some("size 0")),
        ("tile_to_shape(A, order=|", Some("tile_to_shape 2")),
        ("get<|1,0>(A)", Some("get -")),
        ("get<1,0>(|A)", Some("get 0")),
        ("make_layout(make_shape(2,|4), LayoutRight{})", Some("make_shape 1")),
        ("make_layout(make_shape(2,4), |LayoutRight{})", Some("make_layout 1")),
        ("size(A, |", Some("size -")),
        ("A(|1)", Some("A value")),
        ("layout(|5)", Some("layout value")),
        ("layout<0>(|A)", Some("layout 0")),
        ("unknown(|", None),
        ("size(unknown(|", Some("size 0")),
        ("(1,|2)", None),
        ("size(A)|", None),
        ("size|(A)", None),
        ("size(A\nB = |", None),
        ("coalesce(\n  A,\n  |", Some("coalesce 1")),
        ("// size(|", None),
    ];
    for (text, expected) in cases {
        let (text, at) = marked(text);
        let found = Caret::new(&text, at, &CATALOGUE).signature(|name| matches!(name, "A" | "layout")).map(|found| {
            let name = found.name.of(&text);
            match (found.callee, found.active) {
                (Callee::Value, _) => format!("{name} value"),
                (_, active) => {
                    let active = active.map_or("-".to_string(), |active| active.to_string());
                    format!("{name} {active}{}", if found.is_member { " member" } else { "" })
                }
            }
        });
        assert_eq!(found.as_deref(), expected, "{text} at {at}");
    }
}

#[test]
fn parameters_say_what_may_be_left_out() {
    let listed = |name: &str| {
        let parameters = parameters(find(name).expect("a function"));
        let written =
            parameters.iter().map(|one| if one.is_optional { format!("[{}]", one.name) } else { one.name.into() });
        written.collect::<Vec<String>>().join(" ")
    };
    for (name, expected) in [
        ("coalesce", "layout [profile]"),
        ("composition", "A B […]"),
        ("LayoutLeft", ""),
        ("make_layout", "shape [stride] […]"),
    ] {
        assert_eq!(listed(name), expected, "{name}");
    }
}

fn completed(text: &str, asked: bool) -> Option<(String, Vec<String>)> {
    let (text, at) = marked(text);
    let known = [("tile", 0), ("A", 1), ("composed", 2), ("tile", 3), ("布局", 4)];
    let known = known.map(|(name, statement)| Known { name, statement });
    let completion = Caret::new(&text, at, &CATALOGUE).completion(known, explained(), asked)?;
    let names = completion.candidates.iter().take(4).map(|candidate| candidate.name().to_string()).collect();
    Some((completion.span.of(&text).to_string(), names))
}

#[test]
fn names_are_completed_best_first() {
    type Found<'a> = (&'a str, &'a [&'a str]);
    let cases: &[(&str, Option<Found<'_>>)] = &[
        ("compo|", Some(("compo", &["composed", "compose", "composition"]))),
        ("COMPO|", Some(("COMPO", &["composed", "compose", "composition"]))),
        ("ld|", Some(("ld", &["logical_divide"]))),
        ("logdiv|", Some(("logdiv", &["logical_divide"]))),
        ("rinv|", Some(("rinv", &["right_inverse"]))),
        ("LayoutR|", Some(("LayoutR", &["LayoutRight"]))),
        ("size(tiled|", Some(("tiled", &["tiled_divide", "tiled_product"]))),
        ("a.compo|", Some(("compo", &["compose", "composition"]))),
        ("cute.make_la|", Some(("make_la", &["make_layout", "make_layout_tv", "make_layout_like"]))),
        ("cute::cosi|", Some(("cosi", &["cosize"]))),
        ("comp|osition(A)", Some(("composition", &["composed", "compose", "compatible"]))),
        ("布|", Some(("布", &["布局"]))),
        // Nothing to say: a whole name, one that is being defined, a number, a comment, no name.
        ("coalesce|", None),
        ("coa| = 4", None),
        ("auto coa| = 4", None),
        ("4|", None),
        ("_4|", None),
        ("// compo|", None),
        ("\"compo|\"", None),
        ("(4,|", None),
        ("|", None),
        ("zzz|", None),
        ("1@comp|", None),
    ];
    for (text, expected) in cases {
        let found = completed(text, false);
        let Some((replaced, names)) = expected else {
            assert_eq!(found, None, "{text}");
            continue;
        };
        let (span, found) = found.unwrap_or_else(|| panic!("nothing for {text}"));
        assert_eq!(&span, replaced, "{text}");
        let found = found.iter().take(names.len()).map(String::as_str).collect::<Vec<_>>();
        assert_eq!(found, *names, "{text}");
    }
}

#[test]
fn who_asks_is_shown_everything_within_a_limit() {
    let (text, at) = marked("size(|");
    let known = [Known { name: "A", statement: 0 }, Known { name: "B", statement: 1 }];
    let completion = Caret::new(&text, at, &CATALOGUE).completion(known, explained(), true).expect("candidates");
    let first = completion.candidates.iter().take(2).map(|candidate| candidate.name().to_string()).collect::<Vec<_>>();
    assert_eq!(first, ["B", "A"]);
    assert_eq!(completion.candidates.len(), CANDIDATE_LIMIT);
    let names = explained().map(|(function, _)| 1 + function.aliases.len()).sum::<usize>();
    assert_eq!(completion.more, names + 2 - CANDIDATE_LIMIT);
    assert_eq!(
        completed("coalesce|", true).map(|(_, names)| names),
        Some(vec!["coalesce".to_string(), "coalesce_z".to_string()])
    );
}

#[test]
fn far_from_the_caret_nothing_is_read() {
    let far = "(".repeat(REACH * 4);
    let text = format!("{far}\nA = (3,4):(1,3)\n{far}");
    let at = far.len() + 7;
    let caret = Caret::new(&text, at, &CATALOGUE);
    assert_eq!(caret.mode().map(|mode| mode.written(&text)).as_deref(), Some("3:1"));
    assert!(caret.tokens.len() <= 2 * REACH);
    for at in 0..=far.len().min(64) {
        let _ = Caret::new(&far, at, &CATALOGUE).pair();
    }
}

#[test]
fn printed_numbers_are_those_that_are_written() {
    let cases = [
        ("(10,8):(8,1)", "(10,8):(8,1)", "10 8 8 1"),
        ("Layout<Shape<_4,_8>>{}", "(_4,_8):(_1,_4)", "4 8"),
        ("make_layout((4, 8), stride=(8, -1))", "(4,8):(8,-1)", "4 8 8 -1"),
        ("zipped_divide(A, (4,2))", "((4,2),(3,4)):((8,1),(32,2))", "4 2"),
        ("coalesce((2,4):(1,2))", "8:1", ""),
        ("composition(A2, 4:1)", "4:8", ""),
        ("(4,(2", "(4,2):(1,4)", "4 2"),
        ("", "4:1", ""),
    ];
    for (text, printed, expected) in cases {
        let text = format!("B3 = {text} // 7");
        let expression = Span { start: 5, end: text.len() - 5 };
        let found = super::written(&text, expression, printed, &CATALOGUE);
        let shown = found.iter().map(|(span, _)| span.of(printed).trim_start_matches('_'));
        assert_eq!(shown.collect::<Vec<_>>().join(" "), expected, "{text}");
        assert!(
            found.iter().all(|(_, number)| text[number.span.start..number.span.end].trim_start_matches('_').parse()
                == Ok(number.value)),
            "{text}"
        );
    }
}
