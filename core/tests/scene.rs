//! The pictures of operations: which cells correspond, what colours them, and how steps change that.

use colex::evaluate;
use colex::notebook::{Evaluation, Settings};
use colex::operations::{beyond, cut_by, scene};
use colex::scene::{Class, Colours, Kind, Meaning, Role, Scene};
use colex::words::{self, Tongue};
use proptest::prelude::*;

fn page(text: &str) -> Evaluation {
    evaluate(text, Settings { compile_time: true, ..Settings::default() })
}

/// The scene of the last statement.
fn of(text: &str) -> Scene {
    let evaluation = page(text);
    let last = evaluation.statements().len() - 1;
    scene(&evaluation, last).unwrap_or_else(|| panic!("{text}: no scene"))
}

/// The classes of a panel as a line: `.` where there is none, `!` behind one that lies beyond A.
fn line(scene: &Scene, role: Role, colours: &Colours) -> String {
    let panel = scene.panel(role).unwrap_or_else(|| panic!("no {role:?}"));
    let size = scene.panels.get(panel).map_or(0, |panel| panel.size);
    let classes = scene.classes(panel, 0..size, colours).into_iter().map(|class| match class {
        Class::Of(number) => number.to_string(),
        Class::Beyond(number) => format!("{number}!"),
        Class::None => ".".to_string(),
        Class::Index => "i".to_string(),
    });
    classes.collect::<Vec<_>>().join(" ")
}

/// A statement, its kind, and the classes of some of its panels.
type Case = (&'static str, Kind, &'static [(Role, &'static str)]);

#[test]
fn operations_colour_operands_and_results_alike() {
    use Role::{Copies, First, Operand, Result, Space, Tiler};
    let cases: &[Case] = &[
        (
            "logical_divide(8:1, 4:2)",
            Kind::Divide,
            &[(Operand, "0 1 0 1 0 1 0 1"), (Tiler, "0 0 0 0"), (Result, "0 0 0 0 1 1 1 1")],
        ),
        (
            "zipped_divide((4,4):(1,4), <2:1, 2:2>)",
            Kind::Divide,
            &[
                (Operand, "0 0 1 1 2 2 3 3 0 0 1 1 2 2 3 3"),
                (Tiler, "0 0 0 0"),
                (Result, "0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3"),
            ],
        ),
        // The last tile does not fit.
        ("logical_divide(5:1, 2:1)", Kind::Divide, &[(Operand, "0 0 1 1 2"), (Result, "0 0 1 1 2 2!")]),
        (
            "logical_divide((4,3):(1,4), <_,2>)",
            Kind::Divide,
            &[(Operand, "0 0 0 0 0 0 0 0 1 1 1 1"), (Result, "0 0 0 0 0 0 0 0 1 1 1 1 1! 1! 1! 1!")],
        ),
        ("logical_product(2:1, 3:1)", Kind::Product, &[(Operand, "0 0"), (Copies, "0 1 2"), (Result, "0 0 1 1 2 2")]),
        (
            "blocked_product((2,2):(1,2), (2,1):(1,1))",
            Kind::Product,
            &[(Operand, "0 0 0 0"), (Copies, "0 1"), (Result, "0 0 1 1 0 0 1 1")],
        ),
        ("raked_product((2,2):(1,2), (2,1):(1,1))", Kind::Product, &[(Copies, "0 1"), (Result, "0 1 0 1 0 1 0 1")]),
        ("tile_to_shape((2,1):(1,2), (4,2))", Kind::Product, &[(Operand, "0 0"), (Result, "0 0 1 1 2 2 3 3")]),
        (
            "composition(8:2, 3:2)",
            Kind::Composition,
            &[(First, "0 1 2"), (Operand, "0 . 1 . 2 . . ."), (Result, "0 1 2")],
        ),
        (
            "(4,4):(4,1) o (2,2):(1,4)",
            Kind::Composition,
            &[(First, "0 1 2 3"), (Operand, "0 1 . . 2 3 . . . . . . . . . ."), (Result, "0 1 2 3")],
        ),
        // CuTe lets the last mode run on.
        ("composition(4:1, 3:2)", Kind::Composition, &[(Operand, "0 . 1 ."), (Result, "0 1 2!")]),
        (
            "composition((4,4):(4,1), <2:2, 2>)",
            Kind::Composition,
            &[(First, "0 1 2 3"), (Operand, "0 . 1 . 2 . 3 . . . . . . . . ."), (Result, "0 1 2 3")],
        ),
        (
            "(4,3):(1,4) o (3,4):(1@1,1@0)",
            Kind::Composition,
            &[(Operand, "0 3 6 9 1 4 7 10 2 5 8 11"), (Result, "0 1 2 3 4 5 6 7 8 9 10 11")],
        ),
        ("complement(2:2, 8)", Kind::Complement, &[(Operand, "0 0"), (Result, "0 1 2 3"), (Space, "0 1 0 1 2 3 2 3")]),
        ("right_inverse((2,3):(3,1))", Kind::Inverse, &[(Operand, "0 3 1 4 2 5"), (Result, "0 1 2 3 4 5")]),
        ("left_inverse((2,3):(4,1))", Kind::Inverse, &[(Operand, "0 1 2 3 4 5"), (Result, "0 2 4 . 1 3 5 .")]),
        ("coalesce((2,(1,6)):(1,(6,2)))", Kind::Reshape, &[(Operand, "i i i i i i i i i i i i")]),
        ("filter((2,3):(0,1))", Kind::Reshape, &[(Result, "i i i")]),
        (
            "get<1>((3,(2,3)):(3,(12,1)))",
            Kind::Part,
            &[(Operand, "0 . . 1 . . 2 . . 3 . . 4 . . 5 . ."), (Result, "0 1 2 3 4 5")],
        ),
        ("select<1,0>((2,3):(3,1))", Kind::Part, &[(Operand, "0 3 1 4 2 5")]),
        (
            "A = (3,(2,3)):(3,(12,1))\nA(1,(_,2))",
            Kind::Part,
            &[(Operand, ". . . . . . . . . . . . . 0 . . 1 ."), (Result, "0 1")],
        ),
        ("upcast<2>((_4,_3):(_1,_4))", Kind::Recast, &[(Operand, "0 0 1 1 2 2 3 3 4 4 5 5"), (Result, "0 1 2 3 4 5")]),
        ("downcast<2>((_2,_2):(_1,_2))", Kind::Recast, &[(Operand, "0 1 2 3"), (Result, "0 0 1 1 2 2 3 3")]),
        ("Sw<1,0,1> o (2,4):(4,1)", Kind::Swizzle, &[(Operand, "0 0 1 1 0 0 1 1"), (Result, "0 0 1 1 1 1 0 0")]),
        ("zipped_divide(Sw<1,0,1> o (4,4):(4,1), <2,2>)", Kind::Divide, &[]),
        ("_4:_1 o Sw<1,0,1>", Kind::Composition, &[(Operand, "0 1 3 2"), (Result, "0 1 2 3")]),
        ("append((2,3):(1,2), 4:6)", Kind::Other, &[]),
    ];
    for (text, kind, lines) in cases {
        let scene = of(text);
        assert_eq!(scene.kind, *kind, "{text}");
        for (role, expected) in *lines {
            assert_eq!(line(&scene, *role, &scene.colours), *expected, "{text}: {role:?}");
        }
    }
}

#[test]
fn operations_have_acts() {
    let cases: &[(&str, &[&str])] = &[
        (
            "A = (10,8):(8,1)\nB = zipped_divide(A, (4,2))",
            &[
                "Cut the rows by _4: _10 becomes (_4,_3) · ([(_4,_3)],_8)",
                "Cut the columns by _2: _8 becomes (_2,_4) · ((_4,_3),[(_2,_4)])",
                "Mode 0 is within a tile, mode 1 runs over tiles · ([(_4,_2)],(_3,_4))",
            ],
        ),
        (
            "logical_divide((4,2,6):(2,1,8), <_,_,3:2>)",
            // One act says no more than its steps.
            &[],
        ),
        (
            "A = (4,2,6):(2,1,8)\nlogical_divide(A, <2:1,_,3:2>)",
            &[
                "Cut mode 0 by _2: _4 becomes (_2,_2) · ([(_2,_2)],_2,_6)",
                "Cut mode 2 by _3:_2: _6 becomes (_3,_2) · ((_2,_2),_2,[(_3,_2)])",
            ],
        ),
        // A tiler deeper in a mode lights its own bracket.
        (
            "A = ((4,6),8):((1,4),24)\nzipped_divide(A, ((2,3),4))",
            &[
                "Cut mode 0,0 by _2: _4 becomes (_2,_2) · (([(_2,_2)],_6),_8)",
                "Cut mode 0,1 by _3: _6 becomes (_3,_2) · (((_2,_2),[(_3,_2)]),_8)",
                "Cut the columns by _4: _8 becomes (_4,_2) · (((_2,_2),(_3,_2)),[(_4,_2)])",
                "Mode 0 is within a tile, mode 1 runs over tiles · ([((_2,_3),_4)],((_2,_2),_2))",
            ],
        ),
        (
            "A = (4,2,3):(2,1,8)\nlogical_divide(A, 4:2)",
            &[
                "_4:_2 is one tile: it takes 4 elements of A",
                "Its complement (_2,_3):(_1,_8) says where the tile comes again: 6 tiles",
                "A read in this order is ((_2,_2),(_2,_3)):((_4,_1),(_2,_8))",
            ],
        ),
        (
            "blocked_product((2,5):(5,1),(3,4):(1,3))",
            &[
                "The block (_2,_5):(_5,_1) stays as it is: copy 0",
                "Its complement _12:_10 says where copies may begin",
                "(_3,_4):(_1,_3) chooses 12 of these places, which gives (_3,_4):(_10,_30)",
                "Each mode has its own bracket: (block, copies) · (([_2],_3),([_5],_4))",
            ],
        ),
        (
            "A = (6,2):(8,2)\nB = (4,3):(3,1)\nC = composition(A, B)",
            &[
                "Mode 0 of B, _4:_3, read through A is (_2,_2):(_24,_2)",
                "Mode 1 of B, _3:_1, read through A is _3:_8",
                "Together they are ((_2,_2),_3):((_24,_2),_8)",
            ],
        ),
        (
            "complement((2,2):(1,6),24)",
            &[
                "Mode 0 _2:_1: no gap before it; what follows begins at _2",
                "Mode 1 _2:_6: the gap from _2 to _6 takes _3 copies _2 apart; what follows begins at _12",
                "From _12 on, _2 copies fill the cotarget _24: ceil_div(_24, _12)",
            ],
        ),
        (
            "coalesce((2,(1,6)):(1,(6,2)))",
            &[
                "Mode 1 _1:_6: a mode of extent _1 is dropped",
                "Mode 0 _2:_1 and the next, _6:_2: _2 = _2·_1, so they are one",
            ],
        ),
        ("A = (8,8):(8,1)\nlocal_tile(A, (4,4), (1,0))", &[]),
    ];
    for (text, expected) in cases {
        let evaluation = page(text);
        let last = evaluation.statements().len() - 1;
        let scene = of(text);
        let said = scene.acts(&evaluation.steps(last)).into_iter().map(|act| {
            let sentence = words::act(&scene, &act, Tongue::English);
            match &act.shape {
                Some((shape, made)) => format!("{sentence} · {}", lit(shape, made)),
                None => sentence,
            }
        });
        assert_eq!(said.collect::<Vec<_>>(), *expected, "{text}");
    }
}

/// A shape with `[…]` around what is lit.
fn lit(shape: &str, ranges: &[std::ops::Range<usize>]) -> String {
    let mut shape = shape.to_string();
    for range in ranges.iter().rev() {
        shape.insert(range.end, ']');
        shape.insert(range.start, '[');
    }
    shape
}

#[test]
fn brackets_of_what_differs_in_brackets_alone() {
    type Case = (&'static str, &'static str, &'static [(&'static str, &'static str)]);
    let cases: &[Case] = &[
        (
            "A = (10,8):(8,1)",
            "(A, (4,2))",
            &[
                ("logical_divide", "(([_4],_3),([_2],_4))"),
                ("zipped_divide", "([(_4,_2)],(_3,_4))"),
                ("tiled_divide", "([(_4,_2)],_3,_4)"),
                ("flat_divide", "([_4],[_2],_3,_4)"),
            ],
        ),
        (
            "A = (4,6,5):(1,4,24)",
            "(A, <2,3:2>)",
            &[
                ("logical_divide", "(([_2],_2),([_3],_2),_5)"),
                ("zipped_divide", "([(_2,_3)],(_2,_2,_5))"),
                ("tiled_divide", "([(_2,_3)],_2,_2,_5)"),
                ("flat_divide", "([_2],[_3],_2,_2,_5)"),
            ],
        ),
        // One tiler for all: its own modes are those of the tile.
        (
            "A = (4,2,3):(2,1,8)",
            "(A, (2,2):(1,4))",
            &[
                ("logical_divide", "([(_2,_2)],(_2,_3))"),
                ("zipped_divide", "([(_2,_2)],(_2,_3))"),
                ("tiled_divide", "([(_2,_2)],_2,_3)"),
                ("flat_divide", "([_2],[_2],_2,_3)"),
            ],
        ),
        (
            "A = (2,5):(5,1)",
            "(A, (3,4):(1,3))",
            &[
                ("logical_product", "([(_2,_5)],(_3,_4))"),
                ("flat_product", "([_2],[_5],_3,_4)"),
                ("blocked_product", "(([_2],_3),([_5],_4))"),
                ("raked_product", "((_3,[_2]),(_4,[_5]))"),
            ],
        ),
        ("A = 8", "(A, 4)", &[("blocked_product", "(([_8],_4))"), ("raked_product", "((_4,[_8]))")]),
    ];
    for (first, operands, forms) in cases {
        for (operation, expected) in *forms {
            let text = format!("{first}\n{operation}{operands}");
            let brackets = of(&text).brackets().expect("brackets");
            assert_eq!(lit(&brackets.shape, &brackets.within), *expected, "{text}");
        }
    }
    assert_eq!(of("A = (4,2):(2,1)\ncoalesce(A)").brackets(), None);
}

#[test]
fn the_first_act_shows_one_tile_and_the_last_shows_all() {
    let text = "A = (4,2):(2,1)\nlogical_divide(A, 2:2)";
    let (evaluation, scene) = (page(text), of(text));
    let acts = scene.acts(&evaluation.steps(1));
    let lines = acts.iter().map(|act| line(&scene, Role::Operand, &act.colours)).collect::<Vec<_>>();
    let all = "0 1 0 1 2 3 2 3";
    assert_eq!(lines, ["0 . 0 . . . . .", all, all]);
}

#[test]
fn tiles_have_numbers_and_sides() {
    let numbers = |text: &str, role: Role| {
        let scene = of(text);
        let panel = scene.panel(role).expect("a panel");
        let size = scene.panels.get(panel).map_or(0, |panel| panel.size);
        let tiles = scene.tiles(panel, 0..size)?;
        let number = |tile: Option<i64>| tile.map_or_else(|| ".".to_string(), |tile| tile.to_string());
        Some((tiles.into_iter().map(number).collect::<Vec<_>>().join(" "), scene.boxes(panel)))
    };
    type Case = (&'static str, Role, Option<(&'static str, Option<(i64, i64)>)>);
    let cases: &[Case] = &[
        // Elements that one tile leaves lie in others.
        (
            "local_tile((4,4):(4,1), (2,2), (1,0))",
            Role::Operand,
            Some(("0 0 1 1 0 0 1 1 2 2 3 3 2 2 3 3", Some((2, 2)))),
        ),
        ("local_tile((4,4):(4,1), (2,2), (1,0))", Role::Result, None),
        ("local_tile((5,2):(2,1), (2,2), (2,_))", Role::Operand, Some(("0 0 1 1 2 0 0 1 1 2", Some((2, 2))))),
        (
            "local_partition((4,4):(4,1), (2,2):(2,1), 3)",
            Role::Operand,
            Some(("0 0 1 1 0 0 1 1 2 2 3 3 2 2 3 3", Some((2, 2)))),
        ),
        ("zipped_divide((4,2):(2,1), (2,2))", Role::Result, Some(("0 0 0 0 1 1 1 1", Some((4, 1))))),
        ("flat_divide((4,2):(2,1), (2,2))", Role::Result, Some(("0 0 0 0 1 1 1 1", Some((2, 2))))),
        ("logical_divide((4,2):(2,1), (2,1))", Role::Result, Some(("0 0 1 1 2 2 3 3", Some((2, 1))))),
        // Scattered, in one mode, and by a mode that stays whole.
        ("zipped_divide((4,2):(2,1), (2:2, 2))", Role::Operand, Some(("0 1 0 1 0 1 0 1", None))),
        ("logical_divide(8:1, 4:1)", Role::Operand, Some(("0 0 0 0 1 1 1 1", None))),
        ("logical_divide((4,3):(1,4), <_,2>)", Role::Operand, Some(("0 0 0 0 0 0 0 0 1 1 1 1", Some((4, 2))))),
        ("raked_product((2,2):(1,2), (2,1):(1,1))", Role::Result, Some(("0 1 0 1 0 1 0 1", None))),
        ("blocked_product((2,2):(1,2), (2,1):(1,1))", Role::Result, Some(("0 0 1 1 0 0 1 1", Some((2, 2))))),
        ("composition(8:2, 3:2)", Role::Operand, None),
    ];
    for (text, role, expected) in cases {
        let expected = expected.map(|(line, boxes)| (line.to_string(), boxes));
        assert_eq!(numbers(text, *role), expected, "{text}: {role:?}");
    }
    // As many as there are: nothing is counted one by one.
    let scene = of("local_tile((1048576,1048576):(1048576,1), (256,128), (3,5))");
    assert_eq!(scene.boxes(0), Some((256, 128)));
    assert_eq!(scene.tiles(0, [3 * 256 + 5 * 128 * 1_048_576]), Some(vec![Some(3 + 5 * 4096)]));
}

#[test]
fn what_is_no_operation_has_no_scene() {
    for text in ["A = (4,8):(8,1)", "size((4,8):(8,1))", "A = 4:1\nA(2)", "zipped_divide(8:1, foo)", "(4,8)"] {
        let evaluation = page(text);
        assert!(scene(&evaluation, evaluation.statements().len() - 1).is_none(), "{text}");
    }
}

#[test]
fn panels_are_called_as_the_notebook_writes_them() {
    let scene = of("Tile = (8,8):(8,1)\nD = zipped_divide(Tile, <4:1, 2:1>)");
    let written = scene.panels.iter().map(|panel| panel.written.as_deref().unwrap_or("-")).collect::<Vec<_>>();
    assert_eq!(written, ["Tile", "<4:1, 2:1>", "D"]);
    let names = scene.panels.iter().map(|panel| panel.name()).collect::<Vec<_>>();
    assert_eq!(names, [Some("Tile"), None, Some("D")]);
    assert_eq!(scene.panels[1].layout.to_string(), "(_4,_2):(_1@0,_1@1)");
}

#[test]
fn thousands_of_modes_of_extent_1_cost_nothing() {
    // Each cell would go through all of them, once for each: 10^9 steps and more for a panel.
    let tuple = |first: &str, each: &dyn Fn(usize) -> String| {
        let rest = (1..4000).map(each).collect::<Vec<_>>().join(",");
        format!("({first},{rest})")
    };
    let one = |_: usize| "1".to_string();
    let ones = tuple("65536", &one);
    let a = format!("{ones}:{}", tuple("_1", &|_| "_0".to_string()));
    for (text, last) in [
        (format!("upcast<2>({a})"), 32767),
        (format!("downcast<2>({ones}:{})", tuple("_1", &|_| "_4".to_string())), 65535),
        (format!("right_inverse({a})"), 65535),
    ] {
        let scene = of(&text);
        let short = text.chars().take(24).collect::<String>();
        assert_ne!(scene.kind, Kind::Other, "{short}");
        for (number, panel) in scene.panels.iter().enumerate().filter(|(_, panel)| panel.role != Role::Tiler) {
            let classes = scene.classes(number, 0..panel.size, &scene.colours);
            assert_eq!(classes.first(), Some(&Class::Of(0)), "{short} {:?}", panel.role);
            assert_eq!(classes.last(), Some(&Class::Of(last)), "{short} {:?}", panel.role);
            assert_eq!(panel.labels([panel.size - 1]), [panel.index(panel.size - 1)], "{short}");
            let same = scene.all_corresponding(0, 0, number, 0..panel.size);
            assert!(same.first() == Some(&true) && same.last() == Some(&false), "{short}");
        }
    }
}

#[test]
fn a_point_goes_its_way() {
    let way = |text: &str, role: Role, coordinate: i64| {
        let scene = of(text);
        let from = scene.panel(role).expect("a panel");
        words::way(&scene, from, coordinate, Tongue::English)
    };
    assert_eq!(way("A = (4,4):(4,1)\nB = (2,2):(1,4)\nR = A o B", Role::First, 2), "R(2) = A(B(2)) = A(4) = 1");
    assert_eq!(way("A = 8:3\nR = logical_divide(A, 4:2)", Role::Result, 5), "R(5) = 9 is A(3), element 1 of tile 1");
    assert_eq!(way("A = 8:3\nR = logical_divide(A, 4:2)", Role::Operand, 3), "A(3) = 9 is R(5), element 1 of tile 1");
    assert_eq!(
        way("R = logical_divide(5:1, 2:1)", Role::Result, 5),
        "Coordinate 5 of R lies beyond the layout: R(5) = 5, element 1 of tile 2"
    );
    assert_eq!(way("R = logical_product(2:1, 3:1)", Role::Result, 5), "R(5) = 5 is element 1 of copy 2; block(1) = 1");
    assert_eq!(way("R = complement(2:2, 8)", Role::Space, 5), "Slot 5 is filled by copy 3: layout(0) = 0 and R(3) = 5");
}

#[test]
fn what_cute_answers_is_said_and_not_what_it_should_be() {
    let way = |text: &str, role: Role, coordinate: i64, compile_time: bool| {
        let scene = made_as(text, compile_time).expect("a scene");
        words::way(&scene, scene.panel(role).expect("a panel"), coordinate, Tongue::English)
    };
    let text = "composition(make_layout(make_shape(4,3), make_stride(3,1)), make_layout(2,6))";
    assert_eq!(
        way(text, Role::Result, 1, false),
        "result(1) = A(8) = 2, where A(B(1)) = A(6) = 7: CuTe's answer is another function"
    );
    assert_eq!(way(text, Role::Result, 0, false), "result(0) = A(B(0)) = A(0) = 0");
    let text = "zipped_divide((10,8):(8,1),(4,2):(1,4))";
    assert_eq!(way(text, Role::Result, 16, true), "result(16) = 1 is layout(10), element 0 of tile 2");
}

#[test]
fn merged_modes_say_where_they_came_from() {
    for (text, expected) in [
        ("coalesce((_2,(_1,_6)):(_1,(_6,_2)))", vec![(0, 2)]),
        ("coalesce((_2,_3,_4):(_1,_2,_9))", vec![(0, 1), (2, 2)]),
        ("filter((_2,_3,_4):(_0,_1,_3))", vec![(1, 2)]),
        ("flatten((2,(3,4)):(1,(2,6)))", vec![]),
    ] {
        assert_eq!(of(text).merged, expected, "{text}");
    }
}

#[test]
fn steps_recolour() {
    let at = |text: &str, role: Role, wanted: &str| {
        let evaluation = page(text);
        let last = evaluation.statements().len() - 1;
        let (scene, steps) = (scene(&evaluation, last).expect("a scene"), evaluation.steps(last));
        let sentences = steps.iter().map(|step| words::step(step, Tongue::English)).collect::<Vec<_>>();
        let number = sentences.iter().position(|sentence| sentence.contains(wanted));
        let number = number.unwrap_or_else(|| panic!("{wanted} in {sentences:#?}"));
        line(&scene, role, &scene.at_step(&steps, number))
    };
    let divide = "logical_divide(8:1, 2:2)";
    assert_eq!(at(divide, Role::Operand, "is by definition"), "0 1 0 1 2 3 2 3");
    assert_eq!(at(divide, Role::Operand, "the gap from _1 to _2"), "0 1 0 1 . . . .");
    assert_eq!(at(divide, Role::Operand, "copies fill the cotarget"), "0 1 0 1 2 3 2 3");
    assert_eq!(at(divide, Role::Operand, "Mode 0 of the second operand"), "0 0 1 1 0 0 1 1");
    assert_eq!(at(divide, Role::Result, "Mode 0 of the second operand"), "0 1 0 1 0 1 0 1");
    let complement = "complement(2:2, 8)";
    assert_eq!(at(complement, Role::Space, "the gap from _1 to _2"), "0 1 0 1 . . . .");
    assert_eq!(at(complement, Role::Space, "copies fill"), "0 1 0 1 2 3 2 3");
    assert_eq!(
        at("composition((4,4):(4,1), (2,2):(1,4))", Role::Operand, "Mode 1 of the second"),
        "0 0 . . 1 1 . . . . . . . . . ."
    );
    assert_eq!(at("coalesce((2,3):(1,2))", Role::Operand, "so they are one"), "0 1 2 3 4 5");
    assert_eq!(at("coalesce((2,3):(1,9))", Role::Operand, "so they stay apart"), "0 1 0 1 0 1");
    assert_eq!(at("right_inverse((2,3):(3,1))", Role::Operand, "the inverse gets"), "0 0 1 1 2 2");
    assert_eq!(at("upcast<2>((_4,_3):(_1,_4))", Role::Operand, "Mode 1:"), "0 0 0 0 1 1 1 1 2 2 2 2");
    assert_eq!(at("logical_product(2:1, 3:1)", Role::Result, "Mode 0 of the second"), "0 0 1 1 2 2");
    // The operands' own steps have no picture here.
    let nested = "zipped_divide(composition(16:1, 8:2), 4)";
    assert_eq!(at(nested, Role::Operand, "composition(_16"), "0 0 0 0 1 1 1 1");
}

/// Extents and strides as a layout is written.
fn written(modes: &[(i64, i64)]) -> String {
    let list =
        |pick: fn(&(i64, i64)) -> i64| modes.iter().map(|mode| pick(mode).to_string()).collect::<Vec<_>>().join(",");
    format!("({}):({})", list(|mode| mode.0), list(|mode| mode.1))
}

fn modes(count: usize) -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::collection::vec((1_i64..5, prop_oneof![Just(0_i64), Just(1), -3_i64..20]), 1..=count)
}

/// Scenes of random statements of a kind, where CuTe accepts them.
fn made(text: &str) -> Option<Scene> {
    made_as(text, true)
}

fn made_as(text: &str, compile_time: bool) -> Option<Scene> {
    scene(&evaluate(text, Settings { compile_time, ..Settings::default() }), 0)
}

fn index(scene: &Scene, role: Role, coordinate: i64) -> Option<String> {
    scene.panel(role).and_then(|panel| scene.panels.get(panel)).map(|panel| panel.index(coordinate))
}

/// Every cell of the result that corresponds to a cell of A has its index and its class.
fn agrees(scene: &Scene) -> Result<(), TestCaseError> {
    let (Some(operand), Some(result)) = (scene.panel(Role::Operand), scene.panel(Role::Result)) else { return Ok(()) };
    // Nothing is said to correspond.
    if scene.kind == Kind::Other {
        return Ok(());
    }
    let classes = scene.classes(operand, 0..scene.panels[operand].size, &scene.colours);
    let found = scene.classes(result, 0..scene.panels[result].size, &scene.colours);
    for (cell, class) in (0..).zip(&found) {
        match scene.corresponding(result, cell, operand) {
            Some(own) => {
                prop_assert_eq!(index(scene, Role::Result, cell), index(scene, Role::Operand, own));
                prop_assert!(matches!(class, Class::Of(_)));
                // Where several cells of the result are one of A, A has the class of the first.
                let back = scene.corresponding(operand, own, result).expect("a way back");
                prop_assert_eq!(&classes[own as usize], &found[back as usize]);
                prop_assert_eq!(scene.corresponding(result, back, operand), Some(own));
            }
            None => prop_assert!(matches!(class, Class::Beyond(_))),
        }
    }
    Ok(())
}

/// Returns true if cells have the same number exactly where they lie in the same box.
fn stands_in_boxes(scene: &Scene, panel: usize) -> Result<bool, TestCaseError> {
    let (Some((high, wide)), Some(own)) = (scene.boxes(panel), scene.panels.get(panel)) else { return Ok(false) };
    let rows = own.layout.innermost().at(&[0]).expect("rows").size().expect("a size").value();
    let numbers = scene.tiles(panel, 0..own.size).expect("tiles");
    let mut seen = std::collections::HashMap::new();
    for (cell, number) in (0..).zip(numbers) {
        let number = number.expect("every cell lies in a tile");
        let place = (cell % rows / high, cell / rows / wide);
        prop_assert_eq!(*seen.entry(place).or_insert(number), number, "cell {}", cell);
    }
    let numbers = seen.values().collect::<std::collections::HashSet<_>>();
    prop_assert_eq!(numbers.len(), seen.len(), "two boxes have one number");
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_box_is_a_tile(
        operation in prop::sample::select(&["logical_divide", "zipped_divide", "tiled_divide", "flat_divide", "local_tile", "local_partition", "blocked_product"][..]),
        extents in prop::collection::vec(1..9_i64, 2..4),
        tiles in prop::collection::vec(1..5_i64, 2),
    ) {
        let joined = |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
        let (a, tiler) = (joined(&extents), joined(&tiles));
        let text = match operation {
            "local_tile" => format!("local_tile(({a}), ({tiler}), 0)"),
            "local_partition" => format!("local_partition(({a}), make_layout(({tiler})), 0)"),
            "blocked_product" => format!("blocked_product(make_layout(({a})), make_layout(({tiler})))"),
            _ => format!("{operation}(make_layout(({a})), ({tiler}))"),
        };
        let Some(scene) = made(&text) else { return Ok(()) };
        let operand = scene.panel(Role::Operand).expect("an operand");
        let found = stands_in_boxes(&scene, operand)?;
        prop_assert!(found || extents.len() > 2 || operation == "blocked_product", "{text}");
        if let Some(result) = scene.result() {
            stands_in_boxes(&scene, result)?;
        }
    }

    #[test]
    fn a_divide_by_mode_agrees_cell_by_cell(
        // CuTe's composition is right where tiles divide, or strides are 1.
        extents in prop::collection::vec((1_i64..4, 1_i64..4), 1..4),
        strides in prop::collection::vec(0_i64..30, 3),
        operation in prop::sample::select(vec!["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"]),
        cut in 1_usize..4,
    ) {
        let a = extents.iter().zip(&strides).map(|((tile, count), stride)| (tile * count, *stride)).collect::<Vec<_>>();
        let tiles = extents.iter().take(cut).map(|(tile, count)| format!("{tile}:{count}")).collect::<Vec<_>>();
        let text = format!("{operation}({}, <{}>)", written(&a), tiles.join(","));
        let scene = made(&text).expect("a scene");
        prop_assert_eq!(scene.kind, Kind::Divide);
        agrees(&scene)?;
        // Each tile has as many cells as the tiler.
        let result = scene.panel(Role::Result).expect("a result");
        let size = scene.panels[result].size;
        let classes = scene.classes(result, 0..size, &scene.colours);
        for tile in 0..scene.colours.count {
            let own = classes.iter().filter(|class| **class == Class::Of(tile)).count() as i64;
            prop_assert_eq!(own, size / scene.colours.count, "{}", text);
        }
    }

    #[test]
    fn a_divide_that_does_not_fit_reaches_beyond(extent in 1_i64..40, tile in 1_i64..9, stride in 0_i64..5) {
        let scene = made(&format!("logical_divide({extent}:{stride}, {tile})")).expect("a scene");
        agrees(&scene)?;
        let result = scene.panel(Role::Result).expect("a result");
        let classes = scene.classes(result, 0..scene.panels[result].size, &scene.colours);
        let beyond = classes.iter().filter(|class| matches!(class, Class::Beyond(_))).count() as i64;
        prop_assert_eq!(beyond, (extent + tile - 1) / tile * tile - extent);
    }

    #[test]
    fn a_product_is_shifted_copies(block in modes(3), tiler in modes(2), operation in prop::sample::select(vec!["logical_product", "zipped_product", "blocked_product", "raked_product"])) {
        let Some(scene) = made(&format!("{operation}({}, {})", written(&block), written(&tiler))) else { return Ok(()) };
        prop_assert_eq!(scene.kind, Kind::Product);
        let [a, b, r] = [Role::Operand, Role::Copies, Role::Result].map(|role| scene.panel(role).expect("a panel"));
        let number = |panel: usize, cell: i64| scene.panels[panel].index(cell).parse::<i64>().expect("an integer");
        let classes = scene.classes(r, 0..scene.panels[r].size, &scene.colours);
        for (cell, class) in (0..).zip(classes) {
            let own = scene.corresponding(r, cell, a).unwrap_or(0);
            let copy = scene.corresponding(r, cell, b).unwrap_or(0);
            prop_assert_eq!(class, Class::Of(copy));
            let begin = scene.corresponding(b, copy, r).unwrap_or(0);
            prop_assert_eq!(number(r, cell), number(a, own) + number(r, begin) - number(r, 0));
            // All of a copy corresponds to its cell of B, and to nothing else of B.
            let all = scene.all_corresponding(r, cell, b, 0..scene.panels[b].size);
            prop_assert!(scene.panels[b].size == 1 || all.iter().filter(|is| **is).count() == 1);
        }
    }

    #[test]
    fn a_composition_goes_through_a(a in modes(3), extent in 1_i64..6, stride in 0_i64..4) {
        let a = written(&a);
        let text = format!("composition({a}, {extent}:{stride})");
        // Plain numbers, which CuTe checks, and those of run time, which it does not.
        for compile_time in [true, false] {
            let Some(scene) = made_as(&text, compile_time) else { continue };
            agrees(&scene)?;
        }
    }

    #[test]
    fn a_divide_by_layouts_is_drawn_as_cute_answers_it(
        a in modes(3),
        tiler in prop::collection::vec((1_i64..5, 1_i64..7), 1..3),
        by_mode in any::<bool>(),
        operation in prop::sample::select(vec!["logical_divide", "zipped_divide", "composition"]),
    ) {
        let tiles = tiler.iter().map(|(extent, stride)| format!("{extent}:{stride}")).collect::<Vec<_>>();
        let tiler = if by_mode { format!("<{}>", tiles.join(",")) } else { written(&tiler) };
        let text = format!("{operation}({}, {tiler})", written(&a));
        for compile_time in [true, false] {
            let Some(scene) = made_as(&text, compile_time) else { continue };
            agrees(&scene)?;
        }
    }

    #[test]
    fn a_complement_fills_each_slot_once(extent in 1_i64..6, stride in 1_i64..6, more in 1_i64..6, target in 1_i64..80) {
        let text = format!("complement(({extent},{more}):({stride},{}), {target})", extent * stride * 2);
        let scene = made(&text).expect("a scene");
        let [a, r, space] = [Role::Operand, Role::Result, Role::Space].map(|role| scene.panel(role).expect("a panel"));
        let classes = scene.classes(space, 0..scene.panels[space].size, &scene.colours);
        for (slot, class) in (0..).zip(classes) {
            let Class::Of(copy) = class else { return Err(TestCaseError::fail(format!("{text}: slot {slot} {class:?}"))) };
            let own = scene.corresponding(space, slot, a).unwrap_or(0);
            let index = |panel: usize, cell: i64| scene.panels[panel].index(cell).parse::<i64>().expect("an integer");
            prop_assert_eq!(slot, index(a, own) + index(r, copy));
        }
    }
}

#[test]
fn sentences_use_the_notebooks_own_names() {
    // The result is called B, what is applied first has no name: it is CuTe's parameter.
    let text = "A = (6,2):(8,2)\nB = composition(A,(4,3):(3,1))";
    let found = of(text);
    let said = |role: Role, cell: i64, tongue| words::way(&found, found.panel(role).expect("a panel"), cell, tongue);
    assert_eq!(said(Role::Result, 11, Tongue::English), "B(11) = A(rhs(11)) = A(11) = 42");
    assert_eq!(said(Role::Result, 11, Tongue::Chinese), "B(11) = A(rhs(11)) = A(11) = 42");
    // Nothing has a name: CuTe's letters do.
    let found = of("composition(20:2,(4,5):(5,1))");
    let said = |role: Role| words::way(&found, found.panel(role).expect("a panel"), 7, Tongue::English);
    assert_eq!(said(Role::Result), "result(7) = A(B(7)) = A(16) = 32");
    // A name that is such a word means what it names.
    let found = of("layout = 8:3\nlogical_divide((4,2):(1,4), 2:1)");
    let result = found.panel(Role::Result).expect("a result");
    assert_eq!(
        words::way(&found, result, 3, Tongue::English),
        "result(3) = 3 is ((4,2):(1,4))(3), element 1 of tile 1"
    );
    let found = of("S = 4:2\nrest = complement(S, 24)");
    let meaning = found.colours.meaning.expect("a meaning");
    assert_eq!(words::class(&found, meaning, 0, Tongue::English), "S itself");
}

#[test]
fn what_lies_beyond_the_operand_is_known() {
    // The coordinates of the last line that lie beyond, and the operand that they lie beyond.
    let cases: &[(&str, &[i64], &str)] = &[
        ("logical_divide(5:1, 2:1)", &[5], "5:1"),
        ("A = 5:3\nlogical_divide(A, 2)", &[5], "A"),
        ("zipped_divide((3,2):(2,1), (2,2))", &[5, 7], "(3,2):(2,1)"),
        ("tiled_divide((3,2):(2,1), (2,2))", &[5, 7], "(3,2):(2,1)"),
        ("flat_divide((3,2):(2,1), (2,2))", &[5, 7], "(3,2):(2,1)"),
        ("A = (3,2):(2,1)\nT = zipped_divide(A, (2,2))\nT", &[5, 7], "A"),
        ("A = (3,2):(2,1)\nT = zipped_divide(A, (2,2))\nT(_,1)", &[1, 3], "A"),
        ("A = (3,2):(2,1)\nT = zipped_divide(A, (2,2))\nT(_,0)", &[], ""),
        ("A = (3,2):(2,1)\nT = zipped_divide(A, (2,2))\nU = coalesce(T)\nU", &[5, 7], "A"),
        ("zipped_divide((5,3):(3,1), (4,2))((_,_),(1,0))", &[1, 2, 3, 5, 6, 7], "(5,3):(3,1)"),
        ("T = zipped_divide((5,3):(3,1), (4,2))\nT((_,_),(1,0))", &[1, 2, 3, 5, 6, 7], "(5,3):(3,1)"),
        ("A = (5,3):(3,1)\nlocal_tile(A, (4,2), (1,1))", &[1, 2, 3, 4, 5, 6, 7], "A"),
        ("local_tile(make_counting_tensor((5,3):(3,1)), (4,2), (0,0))", &[], ""),
        ("local_tile(make_identity_layout((5,3)), (4,2), (1,0))", &[1, 2, 3, 5, 6, 7], "make_identity_layout((5,3))"),
        ("A = 5:1\nlocal_partition(A, 2:1, 1)", &[2], "A"),
        ("A = 5:1\nouter_partition(A, 2, 0)", &[], ""),
        ("composition(4:1, 6:1)", &[4, 5], "4:1"),
        ("composition((3,2):(2,1), <2:1, 4:1>)", &[4, 5, 6, 7], "(3,2):(2,1)"),
        ("20:2 o (4,5):(5,1)", &[], ""),
        ("A = (8,8):(8,1)\nzipped_divide(A, (4,2))", &[], ""),
        ("logical_product(3:1, 2:1)", &[], ""),
        ("A = 5:1", &[], ""),
        // Where CuTe walks mode by mode: rows 10 and 11 of a matrix with 10.
        ("A = (10,2):(2,1)\nlogical_divide(A, (4,1):(1,4))", &[10, 11, 22, 23], "A"),
    ];
    for (text, expected, operand) in cases {
        let evaluation = page(text);
        let last = evaluation.statements().len() - 1;
        let value = evaluation.value(last).and_then(|value| value.as_any_layout());
        let size =
            value.unwrap_or_else(|| panic!("{text}: {:?}", evaluation.diagnostics())).size().expect("a size").value();
        let found = beyond(&evaluation, last);
        let all = (0..size).filter(|linear| found.as_ref().is_some_and(|found| found.holds(*linear)));
        assert_eq!(all.collect::<Vec<_>>(), *expected, "{text}");
        let found = found.map(|found| (found.operand().map(|(written, _)| written.to_string()), found.count()));
        let wanted = (!expected.is_empty()).then(|| (Some((*operand).to_string()), Some(expected.len() as i64)));
        assert_eq!(found, wanted, "{text}");
    }
    // The example that gave rise to it: two rows of the last tiles.
    let evaluation = page("logical_divide((10,8):(8,1),(4,2))");
    let found = beyond(&evaluation, 0).expect("an overhang");
    assert_eq!((found.count(), found.size()), (Some(16), 96));
    assert_eq!(found.operand(), Some(("(10,8):(8,1)", "(_10,_8)".to_string())));
    assert!((0..96).all(|linear| found.holds(linear) == (linear % 12 >= 10)));
}

#[test]
fn a_tiler_is_seen_where_it_cuts() {
    let found = |text: &str| cut_by(&page(text), 1).map(|(statement, scene)| (statement, scene.operation.to_string()));
    let cases = [
        ("A = (8,6):(6,1)\nT = (4,3)\nsize(T)\nB = zipped_divide(A, T)", Some((3, "zipped_divide"))),
        ("A = (8,6):(6,1)\nT = (4:1,3:1)\nlogical_divide(A, T)\ntiled_divide(A, T)", Some((2, "logical_divide"))),
        // A shape that nothing cuts with, a layout, which has its own grid, and a name that another line takes over.
        ("A = (8,6):(6,1)\nT = (4,3)\nmake_layout(T)", None),
        ("A = (8,6):(6,1)\nT = 4:1\nlogical_divide(A, T)", None),
        ("A = (8,6):(6,1)\nT = (4,3)\nT = (2,2)\nzipped_divide(A, T)", None),
    ];
    for (text, expected) in cases {
        assert_eq!(found(text), expected.map(|(line, name)| (line, name.to_string())), "{text}");
    }
}

#[test]
fn a_swizzle_is_coloured_by_the_bits_that_it_changes() {
    let scene = of("S = Sw<2,1,3> o (4,8):(8,1)");
    assert_eq!(scene.kind, Kind::Swizzle);
    let colours = scene.colours.clone();
    assert_eq!(colours.meaning, Some(Meaning::Bits { least: 1, count: 2 }));
    for role in [Role::Operand, Role::Result] {
        let panel = scene.panel(role).expect("a panel");
        let classes = scene.classes(panel, 0..32, &colours);
        for (coordinate, class) in (0..).zip(classes) {
            let index = scene.panels[panel].index(coordinate).parse::<i64>().expect("an index");
            assert_eq!(class, Class::Of(index >> 1 & 3), "{role:?} {coordinate}");
        }
    }
    assert_eq!(words::class(&scene, Meaning::Bits { least: 1, count: 2 }, 2, Tongue::English), "10");
    assert_eq!(of("S = Sw<0,4,3> o (4,8):(8,1)").colours.meaning, None);
}

#[test]
fn what_a_member_of_a_program_does_is_drawn_as_in_a_notebook() {
    let mma = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})";
    let layout = "Layout<Shape<_64,_32>,Stride<_32,_1>>{}";
    let notebook = format!("{mma}.get_slice(40).partition_C(make_tensor(make_gmem_ptr<float>(nullptr), {layout}))");
    let program = |declared: &str| {
        format!(
            "float* C;\nauto mma = {mma};\nauto gC = make_tensor(make_gmem_ptr(C), {layout});\nauto thr = \
             mma.get_slice(40);\n{declared} tCgC = thr.partition_C(gC);"
        )
    };
    let expected = of(&notebook);
    for text in [program("auto"), program("Tensor")] {
        let found = of(&text);
        assert_eq!((found.operation, found.kind), (expected.operation, expected.kind), "{text}");
        for role in [Role::Operand, Role::Result] {
            let [found, expected] = [&found, &expected].map(|scene| line(scene, role, &scene.colours));
            assert_eq!(found, expected, "{text}");
        }
    }
    // Definitions of the program itself are none of the notebook's.
    let text = "struct S { int partition_C(int x) { return x; } };\nS s;\nauto c = s.partition_C(3);";
    let evaluation = page(text);
    assert!((0..evaluation.statements().len()).all(|statement| scene(&evaluation, statement).is_none()));
}
