//! Figures: what stands in them, that they are XML, and that they are bounded whatever the layout.

use colex::draw::palette::{Palette, Theme};
use colex::evaluate;
use colex::figure::{Figure, Fill, Part};
use colex::look::{self, Held, Label, View};
use colex::notebook::Settings;
use colex::operations::{CATALOGUE, scene};
use colex::words::Tongue;

/// The figure of a statement, and which parts it could have.
fn drawn(text: &str, view: &View, parts: &[Part], tongue: Tongue) -> (String, Vec<Part>) {
    let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
    let look = look::look(&evaluation, view).expect(text);
    let scene = scene(&evaluation, look.statement);
    let chosen = view.point.as_ref().and_then(|typed| Some(look.read_point(typed, &CATALOGUE).ok()?.linear));
    let index = chosen.and_then(|linear| look.point_at(linear).ok()?.index.to_string().parse().ok());
    let figure = Figure {
        evaluation: &evaluation,
        look: &look,
        view,
        held: Held::default(),
        label: Label::default(),
        theme: Theme::Light,
        tongue,
        underscores: false,
        chosen,
        index,
        fill: Fill::Index,
        slots: Fill::Index,
        legend: Vec::new(),
        operation: scene.as_ref().map(|scene| (scene, &scene.colours)),
    };
    (figure.svg(parts).expect(text), figure.parts())
}

fn last(text: &str) -> View {
    let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
    View { statement: evaluation.statements().len().checked_sub(1), ..View::default() }
}

/// The texts of a picture; fails where it is no well-formed XML, or says anything that needs a style sheet or a script.
fn texts(svg: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut texts = Vec::new();
    let mut rest = svg.trim_end();
    assert!(rest.chars().all(|c| c == '\n' || !c.is_control()), "a control character");
    while let Some(after) = rest.strip_prefix('<') {
        let (tag, behind) = after.split_once('>').expect("an end of the tag");
        let (text, _) = behind.split_at(behind.find('<').unwrap_or(behind.len()));
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().expect("a name");
        assert!(["svg", "title", "desc", "g", "rect", "path", "text"].contains(&name), "{tag}");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!tag.contains('<') && !tag.contains('&'), "{tag}");
        for absent in ["style=", "class=", "id=", "href", "on", "url("] {
            assert!(!tag.split('"').step_by(2).any(|outside| outside.contains(&format!(" {absent}"))), "{tag}");
        }
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        for entity in text.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;"].iter().any(|known| entity.starts_with(known)), "{text}");
        }
        if !text.trim().is_empty() {
            texts.push(text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"));
        }
        rest = behind.get(text.len()..).unwrap_or_default();
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest}");
    texts
}

/// Width and height, which the view box says too.
fn size(svg: &str) -> (u32, u32) {
    let number = |name: &str| {
        let value = svg.split_once(&format!(" {name}=\"")).and_then(|(_, rest)| rest.split_once('"')).expect(name).0;
        value.parse::<u32>().expect(name)
    };
    let (width, height) = (number("width"), number("height"));
    assert!(svg.contains(&format!("viewBox=\"0 0 {width} {height}\"")));
    (width, height)
}

/// A notebook, what of it is looked at, the parts that are drawn, those that there are, and texts of the picture.
type Case<'a> = (&'a str, View, &'a [Part], &'a [Part], &'a [&'a str]);

#[test]
fn a_figure_is_what_is_seen() {
    use Part::{Grid, Memory, Operation, Threads};
    let first = "A = (3,(2,3)):(3,(12,1))";
    let divide = "A = (10,8):(8,1)\nT = zipped_divide(A, <4:1,2:1>)";
    let map = "T = make_layout_tv((4,8):(8,1), (2,2):(2,1))\nR = (T=4,V=2):(2,1)";
    let cases: [Case<'_>; 8] = [
        (
            first,
            View { point: Some("16".into()), ..View::default() },
            &[Grid, Memory, Operation],
            &[Grid, Memory],
            &["A = (3,(2,3)):(3,(12,1))", "Grid", "Memory", "(0,2)", "18 of 21 slots used; 9–11 unused; each once"],
        ),
        (
            divide,
            last(divide),
            &[Grid, Memory, Operation],
            &[Grid, Memory, Operation],
            &["zipped_divide. Same colour, same tile", "beyond A", "tile 0, 8", "tiler", "<4:1,2:1> = (4,2):(1@0,1@1)"],
        ),
        (map, last(map), &[Threads], &[Grid, Memory, Threads], &["R = (4,2):(2,1)", "T3", "V1"]),
        ("(8,8):(1@0,1@1)", View::default(), &[Grid, Memory], &[Grid], &["(7,7)"]),
        // A layout that nothing says is of threads and values is drawn so where the reader says it.
        ("(4,2):(2,1)", View { read: vec![0], ..View::default() }, &[Threads], &[Grid, Memory, Threads], &["T3", "V1"]),
        (
            "Sw<2,0,3> o _0 o (8,4):(4,1)",
            View::default(),
            &[Grid],
            &[Grid, Memory, Operation],
            &["Sw<2,0,3> o 0 o (8,4):(4,1)", "31"],
        ),
        (
            "(2,3,L=4):(12,4,1)",
            View { slice: vec![2], ..View::default() },
            &[Grid],
            &[Grid, Memory],
            &["mode L at 2", "22"],
        ),
        (
            "(M=2,K=2):(0,1)",
            View::default(),
            &[Grid, Memory],
            &[Grid, Memory],
            &["rows M, columns K", "reached more than once"],
        ),
    ];
    for (text, view, parts, all, expected) in cases {
        let (svg, has) = drawn(text, &view, parts, Tongue::English);
        let said = texts(&svg);
        size(&svg);
        assert_eq!(has, all, "{text}");
        for wanted in expected {
            assert!(said.iter().any(|text| text == wanted), "{text}: {wanted} in {said:#?}");
        }
        assert!(svg.contains(&Palette::of(Theme::Light).ground.to_string()), "{text}");
    }
}

#[test]
fn what_is_marked_is_marked_and_said() {
    let view = View { point: Some("16".into()), ..View::default() };
    let (svg, _) = drawn("A = (3,(2,3)):(3,(12,1))", &view, &[Part::Grid, Part::Memory], Tongue::English);
    assert_eq!(svg.matches(&format!("stroke=\"{}\"", Palette::of(Theme::Light).accent)).count(), 2);
    assert!(texts(&svg).iter().any(|text| text.ends_with("Marked: coordinate 16, which is (1,(1,2)), index 17")));
    let (svg, _) = drawn("A = (3,(2,3)):(3,(12,1))", &View::default(), &[Part::Grid], Tongue::Chinese);
    assert!(!svg.contains("Marked") && !svg.contains(&Palette::of(Theme::Light).accent.to_string()));
    assert!(svg.contains("<desc>网格</desc>"));
}

#[test]
fn one_thread_alone_is_framed() {
    let text = "(T=4,V=4):(4,1)";
    let view = View { thread: Some(1), ..View::default() };
    let (svg, _) = drawn(text, &view, &[Part::Threads], Tongue::English);
    let frame = format!("stroke=\"{}\" stroke-width=\"2\"", Palette::of(Theme::Light).ink);
    assert_eq!(svg.matches(&frame).count(), 4 + 1);
}

#[test]
fn whatever_the_layout_a_figure_is_bounded() {
    let ones = "1,".repeat(900);
    let long = format!("A = (({ones}2),({ones}2)):(({ones}1),({ones}2))");
    let deep = format!("A = {}2{}", "(".repeat(60), ")".repeat(60));
    let cases = [
        "A = (1000000000,1000000000):(1,1000000000)",
        "A = 1000000000000:3",
        "A = (100000,(3000,7)):(7,(1,0))",
        "A = (1000000,1000000):(1@0,1@1)",
        "A = zipped_divide((100000,8000):(8000,1), (4,2))",
        "A = (2,2):(4611686018427387904,1)",
        "A = (1000,1000):(-7,-1000000)",
        "A = make_layout_tv((32,1):(1,0), (512,512):(1,512))",
        &long,
        &deep,
    ];
    for text in cases {
        let (svg, parts) = drawn(text, &View::default(), &Part::ALL, Tongue::English);
        let said = texts(&svg);
        let (width, height) = size(&svg);
        assert!(
            width < 40_000 && height < 16_000 && svg.len() < 6 << 20,
            "{text:.60}: {width} x {height}, {}",
            svg.len()
        );
        let is_large = text.contains("000");
        assert!(!is_large || said.iter().any(|text| text.contains(" are shown")), "{text:.60} {parts:?}");
    }
    let (svg, _) = drawn("A = 1000000000000:3", &View::default(), &[Part::Grid], Tongue::English);
    assert!(texts(&svg).iter().any(|text| text == "128 of 1000000000000 cells are shown"));
}

#[test]
fn nothing_that_is_written_leaves_its_place() {
    let text = "A = (4,4):(4,1)\nB = logical_divide(A, </* <script>&\u{1}\" */ 2:1, 2:1>)";
    let (svg, _) = drawn(text, &last(text), &Part::ALL, Tongue::English);
    assert!(!svg.contains("<script") && texts(&svg).len() > 10);
}

#[test]
fn names_of_parts_are_read_again() {
    for part in Part::ALL {
        assert_eq!(Part::of_word(part.word()), Some(part));
    }
    assert_eq!(Part::of_word("Grid"), None);
}
