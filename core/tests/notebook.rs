//! The notebook as people type it: what it accepts, what it says of the rest, and that nothing brings it down.

use colex::evaluate;
use colex::notebook::{Evaluation, Settings, TEXT_LIMIT};
use colex::operations::parse;
use colex::words::{self, Tongue};
use colex::work::{Budget, Progress, Work};
use proptest::prelude::*;

fn page(text: &str) -> Evaluation {
    evaluate(text, Settings { compile_time: true, ..Settings::default() })
}

fn last_value(text: &str, compile_time: bool) -> String {
    let evaluation = evaluate(text, Settings { compile_time, ..Settings::default() });
    let sentences = sentences(&evaluation);
    assert!(sentences.is_empty(), "{text}: {sentences:?}");
    evaluation.outcomes().last().and_then(|outcome| outcome.value.as_ref()).map(ToString::to_string).unwrap_or_default()
}

fn sentences(evaluation: &Evaluation) -> Vec<String> {
    let line = |start: usize| {
        let before = &evaluation.text()[..start.min(evaluation.text().len())];
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("{}:{column}", before.matches('\n').count() + 1)
    };
    let all = evaluation.diagnostics().into_iter();
    all.map(|found| format!("{} {}", line(found.span.start), words::diagnostic(found, Tongue::English))).collect()
}

/// Spelling, and what it is worth with plain numbers dynamic, to the letter.
#[test]
fn small_functions_of_tuples_answer_as_cute_does() {
    for (text, printed) in [
        ("round_up(10,4)", "12"),
        ("round_up((_10,_7),(_4,_2))", "(_12,_8)"),
        ("elem_scale((_2,_3),(_4,(_2,_2)))", "(_8,_12)"),
        ("increment((2,0),(3,6))", "(0,1)"),
        ("increment((0,(1,0)),(3,(2,3)))", "(1,(1,0))"),
        ("increment((2,(1,2)),(3,(2,3)))", "(0,(0,3))"),
        ("repeat<3>(_)", "(_,_,_)"),
        ("repeat<1>(_)", "_"),
        ("Sw<2,0,2>(11)", "9"),
        ("Swizzle<2,0,2>{}(11)", "9"),
    ] {
        let evaluation = evaluate(text, Settings::default());
        assert_eq!(evaluation.value(0).map(ToString::to_string).unwrap_or_default(), printed, "{text}");
    }
}

#[test]
fn every_spelling_is_understood() {
    let cases = [
        ("(8,8):(8,1)", "(8,8):(8,1)"),
        ("(_8,8):(8,_1)", "(_8,8):(8,_1)"),
        ("8:-2", "8:-2"),
        ("_8:_-2", "_8:_-2"),
        ("（4，8）：（1，4）", "(4,8):(1,4)"),
        ("make_layout(Int<8>{})", "_8:_1"),
        ("make_layout(8)", "8:_1"),
        ("Layout s2xs4 = make_layout(make_shape(Int<2>{},Int<4>{}));", "(_2,_4):(_1,_2)"),
        (
            "Layout s2xd4_a = make_layout(make_shape (Int< 2>{},4),\n    make_stride(Int<12>{},Int<1>{}));",
            "(_2,4):(_12,_1)",
        ),
        ("auto x = make_layout(make_shape(Int<2>{},4), LayoutRight{});", "(_2,4):(4,_1)"),
        (
            "make_layout(make_shape (2,make_shape (2,2)),\n            make_stride(4,make_stride(2,1)))",
            "(2,(2,2)):(4,(2,1))",
        ),
        ("Layout<Shape<_4,Shape<_3,_6>>>{}", "(_4,(_3,_6)):(_1,(_4,_12))"),
        ("Layout<Shape<Shape<_4,_3>, _1>,\nStride<Stride<_3,_1>, _0>>{};", "((_4,_3),_1):((_3,_1),_0)"),
        ("Layout a = Layout<_3,_1>{};  // 3:1", "_3:_1"),
        ("Shape<_3,Shape<_2,_3>>{}", "(_3,(_2,_3))"),
        ("make_tuple(uint16_t{42}, make_tuple(Int<1>{}, int32_t{3}), Int<17>{})", "(42,(_1,3),_17)"),
        ("cute::size(make_shape(2,3))", "6"),
        ("cute.make_layout((4, 8), stride=(8, 1))", "(_4,_8):(_8,_1)"),
        ("cute.make_layout((4, 8))", "(_4,_8):(_1,_4)"),
        ("cute.size((4, 8), mode=[1])", "_8"),
        ("a = (2,3,5)\nb = group<0,2>(a);\nget<0,1>(b)", "3"),
        ("a = (4,8):(1,4)\na.get_hier_coord(13)", "(1,3)"),
        ("a = (4,8):(1,4)\na(_,3)", "(4):(1)"),
        ("a = (4,8):(1,4)\na(2,3)", "14"),
        ("auto layout = make_layout(make_shape(16, 32));\nlayout(5, 10)", "165"),
        ("auto layout = make_layout(make_shape(16, 32));\nauto s = layout.shape();\nlayout.shape<0>()", "16"),
        ("static_assert(congruent((2,3),(1,2)));", "true"),
        ("make_identity_layout((4,(2,8)))", "(4,(2,8)):(_1@0,(_1@0@1,_1@1@1))"),
        ("(4,(2,8)):(_1@0,(_1@0@1,_1@1@1))", "(4,(2,8)):(_1@0,(_1@0@1,_1@1@1))"),
        ("using namespace cute;\n4", "4"),
        ("print1D((2,2):(2,1))", "  0    2    1    3  "),
        ("print2D((2,2):(2,1))", "  0    1  \n  2    3  \n"),
        ("2 + 3*4 - (7 % 4)", "11"),
        ("1 << 4 >> 2", "4"),
        ("Layout<Shape<_4,Shape<_3,Int<6>>>>{}", "(_4,(_3,_6)):(_1,(_4,_12))"),
        ("take<1,-1>((2,3,5))", "(3,5)"),
        ("compact_col_major((2,(3,4)),(1,10))", "(1,(10,30))"),
        ("/* nothing */ 4 # and a comment", "4"),
        ("print(idx2crd(make_coord(_1{},5), Shape<_3,Shape<_2,_3>>{}));", "(_1,(1,2))"),
        ("idx2crd(_16{}, Shape<_3,Shape<_2,_3>>{})", "(_1,(_1,_2))"),
        ("crd2idx(make_coord(_1{},_5{}), Shape<_3,Shape<_2,_3>>{}, Stride<_3,Stride<_12,_1>>{})", "_17"),
        // A bare shape stands for the layout with its generated strides.
        ("A = (4,2)\nA(9)", "9"),
        ("A = (4,(2,2))\nA(1,(_,1))", "(2):(4)"),
        ("A = 8\nA(3)", "3"),
        ("(4,2)(1,1)", "5"),
        ("(4,8):(8,1)(2,3)", "19"),
        ("8:2(3)", "6"),
        // Printed text is a definition.
        ("s2xh4 : (2,(2,2)):(4,(2,1))\ns2xh4(1,2)", "5"),
        ("s2xh4: (2,(2,2)):(4,(2,1))", "(2,(2,2)):(4,(2,1))"),
        ("layout: (_2,(_1,_6)):(_1,(_6,_2))\nsize(layout)", "_12"),
        ("S = (2,4)\nD = (4,1)\nS:D", "(2,4):(4,1)"),
        ("Layout:  ((4,2)):((2,1))", "((4,2)):((2,1))"),
        // Declarations.
        ("Layout<Shape<_4>,Stride<_1>> x;\nx", "(_4):(_1)"),
        ("cute::Layout<Shape<_4,_8>> x{}\nsize(x)", "_32"),
        ("Layout<Shape<_4,_8>,\n       Stride<_8,_1>> x;\nx(1,2)", "10"),
        ("constexpr auto x = 4 + 1;\nx", "5"),
        ("const auto& x = make_shape(2, 3);", "(2,3)"),
        ("int const& x = 5;", "5"),
        ("using X = Layout<Shape<_2,_3>, Stride<_3,_1>>;\nX{}", "(_2,_3):(_3,_1)"),
        ("using X = Layout<Shape<_2,_3>, Stride<_3,_1>>;\nX{}(1,2)", "5"),
        ("using X = Layout<Shape<_2,_3>>;\nX y;\nsize(y)", "_6"),
        ("typedef cute::Layout<Shape<_2,_3>> X;\nX y{}", "(_2,_3):(_1,_2)"),
        ("cute::Layout<Shape<_4>> x = Layout<Shape<_4>>{};", "(_4):(_1)"),
        ("a: cute.Layout = cute.make_layout((4, 8))", "(_4,_8):(_1,_4)"),
        // Members, namespaces, prints.
        ("a = (4,8):(8,1)\na.layout()", "(4,8):(8,1)"),
        ("a = (4,8):(8,1)\na.shape", "(4,8)"),
        ("a = (4,8):(8,1)\na.shape[1]", "8"),
        ("a = (4,8):(8,1)\na[None, 3]", "(4):(8)"),
        ("a = (4,8):(8,1)\ncute::print(a); print(\"\\n\");\ncute::print(a)", "(4,8):(8,1)"),
        ("print_layout((1,1):(1,1))", "(1,1):(1,1)\n      0 \n    +---+\n 0  | 0 |\n    +---+\n"),
        ("import cutlass.cute as cute\nfrom cutlass import x\n#include <cute/layout.hpp>\n4", "4"),
        ("Layout<Shape<_4,_8>>{}(1,2)", "9"),
        ("Step<_1, X, _1>{}", "(_1,_,_1)"),
        ("make_shape(128u, 0x38, 4ULL)", "(128,56,4)"),
        ("make_swizzle<0x38,0x7>()", "Sw<3,0,3>"),
        ("auto a = Layout<Shape<_4,_8>>{};\nusing L = decltype(a);\nL{}(1,2)", "9"),
        ("auto a = Layout<Shape<_4,_8>>{};\ndecltype(a){}.shape()", "(_4,_8)"),
        ("Tensor t = make_tensor(counting_iterator(0), make_shape(4,8));\nt(1,2)", "9"),
        ("Tensor t = make_identity_tensor(make_shape(4,8));\nt(_,3)", "ArithTuple(_0,3) o (4):(_1@0)"),
        ("ArithTuple(8,_0,5) o (_4,_7,_1):(_1@0,_1@1,_0)", "ArithTuple(8,_0,5) o (_4,_7,_1):(_1@0,_1@1,_0)"),
        ("Sw<2,3,3> o M_0|(8&8)=8 o (_16):(_16)", "Sw<2,3,3> o M_0|(8&8)=8 o (_16):(_16)"),
        ("Swizzle<3,0,3>{}(9)", "8"),
        ("composition(Swizzle<3,0,3>{}, Layout<Shape<_8,_8>>{})", "Sw<3,0,3> o _0 o (_8,_8):(_1,_8)"),
        ("A = 20:2\nB = (4,5)\nA o B", "(4,5):(2,8)"),
        ("A = 20:2\nA ∘ (4,5):(1,4)", "(4,5):(2,8)"),
        ("20 o (4,5)", "(4,5):(_1,4)"),
        ("(_4,_8):(_8,_1) o <_2:_1, _>", "(_2,_8):(_8,_1)"),
        ("Swizzle<3,0,3>{} o Layout<Shape<_8,_8>>{}", "Sw<3,0,3> o _0 o (_8,_8):(_1,_8)"),
        ("make_step(_1{}, X{}, _1{})", "(_1,_,_1)"),
        ("make_step(_1{}, Underscore{}, _1{})", "(_1,_,_1)"),
        ("make_coord(_,_1{})", "(_,_1)"),
        ("<4:1, (2,4):(1,2), _>", "(4:1,(2,4):(1,2),_)"),
        ("<<(_2,_1):(_1,_2),(_2,_3):(_1,_4)>>", "(((_2,_1):(_1,_2),(_2,_3):(_1,_4)))"),
        ("<8:1>", "<8:1>"),
        ("<_4,_8>", "(_4,_8)"),
        ("make_tile(Layout<_4,_1>{}, Int<2>{})", "(_4:_1,_2)"),
        // Basis strides, swizzles and iterators as C++ and Python write them.
        ("Layout<Shape<_4,_8>,Stride<E<0>,ScaledBasis<_3,1,0>>>{}", "(_4,_8):(_1@0,_3@0@1)"),
        ("make_layout(make_shape(4,8), make_stride(2 * E<0>{}, Int<3>{} * E<0,1>{}))", "(4,8):(2@0,_3@1@0)"),
        ("cute.make_layout((4, 8), stride=(cute.E(0), cute.ScaledBasis(3, [0, 1])))", "(_4,_8):(_1@0,_3@1@0)"),
        ("E = 4\nE < 3", "false"),
        ("cute.make_swizzle(3, 0, 3)", "Sw<3,0,3>"),
        ("make_composed_layout(Swizzle<0,0,3>{}, Int<0>{}, Layout<_8,_1>{})", "Sw<0,0,3> o _0 o _8:_1"),
        (
            "cute.make_composed_layout(cute.make_swizzle(3, 0, 3), 0, cute.make_layout((8, 8)))",
            "Sw<3,0,3> o _0 o (_8,_8):(_1,_8)",
        ),
        ("make_mixed_bits(Int<1>{}, 8, Int<12>{})", "M_1|(8&12)=9"),
        ("make_tensor(ptr + 32, make_layout(8, 1))", "ptr(32) o 8:1"),
        ("make_tensor(counting_iterator{4}, Layout<_8,_1>{})", "counting_iter(4) o _8:_1"),
        ("make_tensor(make_inttuple_iter(make_coord(0, _1{})), make_layout(8, E<1>{}))", "ArithTuple(0,_1) o 8:_1@1"),
        ("cute.make_tensor((0, 1), cute.make_identity_layout((4, 8)))", "ArithTuple(_0,_1) o (_4,_8):(_1@0,_1@1)"),
        ("make_identity_tensor(8)", "ArithTuple_0 o 8:_1"),
        ("ArithTuple_0 o 8:_1", "ArithTuple_0 o 8:_1"),
        ("(cute.make_layout(4, stride=1),)", "<_4:_1>"),
        ("get<0>(<4:1,2>)(3)", "3"),
        ("cutlass.Int32(4)", "4"),
    ];
    for (text, expected) in cases {
        assert_eq!(last_value(text, false), expected, "{text}");
    }
}

#[test]
fn plain_numbers_are_static_by_the_switch_and_by_the_spelling() {
    let cases = [
        ("(2,4):(1,2)", true, "(_2,_4):(_1,_2)"),
        ("(2,4):(1,2)", false, "(2,4):(1,2)"),
        ("(_2,4):(1,2)", true, "(_2,4):(1,2)"),
        ("make_layout((2,4))", true, "(2,4):(_1,2)"),
        ("cute.make_layout((2,4))", false, "(_2,_4):(_1,_2)"),
        ("a = cute.make_ordered_layout((2,4),\n  order=(1,0))", false, "(_2,_4):(_4,_1)"),
        ("auto x = make_shape(2,4)", true, "(2,4)"),
        ("auto x = (2,4)", true, "4"),
        ("int x = 4;", true, "4"),
        ("x = 4", true, "_4"),
        ("x : (2,4):(1,2)", true, "(_2,_4):(_1,_2)"),
        ("group<0,1>((2,4))", true, "((2),4)"),
        ("<2:1,4>", true, "(_2:_1,_4)"),
    ];
    for (text, compile_time, expected) in cases {
        assert_eq!(last_value(text, compile_time), expected, "{text}");
    }
}

/// Checks typed text, and the sentences with their places.
#[test]
fn every_mistake_gets_a_sentence_with_a_place() {
    let cases: &[(&str, &[&str])] = &[
        ("", &[]),
        ("  \n\n", &[]),
        ("4abc", &["1:1 4abc is neither a number nor a name"]),
        ("A = (2,4", &["1:5 This ( is never closed"]),
        ("A = (2,(3,4):(1,2)\nB = 4:1", &["1:5 This ( is never closed"]),
        ("(2,4)):(1,2)", &["1:6 This ) closes nothing"]),
        (")", &["1:1 This ) closes nothing"]),
        ("2,4:1,2", &["1:1 Several numbers need parentheses around them"]),
        ("(2,4):", &["1:7 Expected the stride here"]),
        ("(2,4):(1,2) (3", &["1:13 Expected the end of the statement, not ("]),
        ("(2 4)", &["1:4 Expected a comma or ), not 4"]),
        ("(2,,4)", &["1:4 Expected a number, a tuple or a layout, not ,"]),
        ("A = ", &["1:4 Expected a number, a tuple or a layout here"]),
        (
            "(2,4):(1,(2,3))",
            &["1:7 Shape (_2,_4) and stride (_1,(_2,_3)) do not have the same parentheses, first at get<1>"],
        ),
        ("(2,4):3", &["1:7 Shape (_2,_4) and stride _3 do not have the same parentheses"]),
        ("99999999999999999999:1", &["1:1 99999999999999999999 does not fit in 64 bits"]),
        ("size((4611686018427387904,4))", &["1:1 4611686018427387904 * 4 does not fit in 64 bits"]),
        ("A = (2,4):(1,2)\nA(1,2,3)", &["2:3 (_1,_2,_3) and (_2,_4) do not have the same number of modes"]),
        ("A = 4:1\nA((1,2))", &["2:3 (_1,_2) is a tuple, but _4 is a single integer"]),
        ("B(3)", &["1:1 B is not defined yet. Add a line above: B = (4,8)"]),
        ("B", &["1:1 Nothing is called B"]),
        ("B(3)\nB = 4:1", &["1:1 B is defined below; a statement can only use what stands above it"]),
        ("A = (4;8):(8,1)", &["1:7 Expected a comma or ), not ;"]),
        ("A = (4,8; B = (4,2)", &["1:5 This ( is never closed"]),
        ("B\nB = 3", &["1:1 B is defined below; a statement can only use what stands above it"]),
        (
            "A = 4abc\nA",
            &["1:5 4abc is neither a number nor a name", "2:1 A has no value, because its own statement has a mistake"],
        ),
        ("make_layuot((2,4))", &["1:1 There is no function make_layuot"]),
        ("make_tiled_mma(1)", &["1:16 This is an integer, but an MMA atom is needed"]),
        ("A = A", &["1:5 A is defined by itself: nothing above is called A"]),
        ("A = size(A)", &["1:10 A is defined by itself: nothing above is called A"]),
        ("A = 3\nA = A + 1", &[]),
        (
            "A = B\nB = A",
            &[
                "1:5 B is defined below; a statement can only use what stands above it",
                "2:5 A has no value, because its own statement has a mistake",
            ],
        ),
        ("A = (4,2):(1,4)\nX", &["2:1 Nothing is called X"]),
        ("4:1 5:1", &["1:5 Expected the end of the statement, not 5"]),
        ("(4,2]", &["1:5 Expected a comma or ), not ]"]),
        ("size", &["1:1 size takes 1 argument, not 0"]),
        ("Layout<Shape<half_t,_4>> x;", &["1:13 The arguments in < > do not fit Shape"]),
        ("0xfffffffffffffffff", &["1:1 0xfffffffffffffffff does not fit in 64 bits"]),
        ("0x", &["1:1 0x is neither a number nor a name"]),
        ("siez<0>((2,4))", &["1:1 There is no function siez"]),
        ("flatten<0>((2,4))", &["1:8 flatten takes no arguments in < >"]),
        ("size<_>((2,4))", &["1:5 The arguments in < > do not fit size"]),
        ("take<1>((2,4))", &["1:5 The arguments in < > do not fit take"]),
        ("get<n>((2,4))", &["1:5 Nothing is called n"]),
        ("depth((2,4), 3, 4)", &["1:14 depth takes 1 argument, not 3"]),
        ("size()", &["1:1 size takes 1 argument, not 0"]),
        ("idx2crd(1)", &["1:1 idx2crd takes 2 to 3 arguments, not 1"]),
        ("cosize((2,_))", &["1:8 This is a coordinate, but a layout is needed"]),
        ("3(4)", &["1:2 Expected the end of the statement, not ("]),
        ("get<5>((2,4))", &["1:1 There is no mode 5: the rank is 2, so modes are 0 to 1"]),
        (
            "take<1,1>((2,4):(1,2))",
            &["1:1 The range from mode 1 to mode 1 is empty, and a layout needs at least one mode"],
        ),
        ("static_assert(congruent((2,3),4))", &["1:1 The assertion does not hold"]),
        ("5 / 0", &["1:1 Division by zero: 5 / 0"]),
        ("(2,4)🙂", &["1:6 🙂 means nothing here"]),
        ("(2,\u{200f}4)", &["1:4 U+200F means nothing here"]),
        ("مرحبا", &["1:1 Nothing is called مرحبا"]),
        ("template <class S>\nvoid f(S const& s)\n{\n  for (int i = 0; i < 3; ++i) {\n    g(i);\n  }\n}\n4", &[]),
        ("if (thread0()) {\n  print(4);\n}", &[]),
        ("def f(a):\n  b = a + 1\n  c\n\n4", &[]),
        ("(4,8) o ", &["1:8 Expected a number, a tuple or a layout here"]),
        ("Sw<3,0,3> o M_0|(8&12 o 8:1", &["1:23 Expected ), not o"]),
        ("cute.make_layout((4,8), strid=(8,1))", &["1:25 make_layout has no argument strid in this place"]),
    ];
    for (text, expected) in cases {
        assert_eq!(&sentences(&page(text)), expected, "{text}");
    }
}

/// A repair, applied, leaves nothing to complain about.
#[test]
fn repairs_mend() {
    let cases = [
        ("2,4:1,2", "(2,4):(1,2)"),
        ("2,4", "(2,4)"),
        ("A = (2,4", "A = (2,4)"),
        ("A = ((2,4", "A = ((2,4))"),
        ("(2,4)):(1,2)", "(2,4):(1,2)"),
        ("make_layuot((2,4))", "make_layout((2,4))"),
        ("Aa = 3\nAb", "Aa = 3\nAa"),
        ("(2,(3,4)):3", "(2,(3,4)):(3,(6,18))"),
        ("(2,\u{200f}4)", "(2,4)"),
        ("flatten<0>((2,4))", "flatten((2,4))"),
        ("depth((2,4), 3, 4)", "depth((2,4))"),
        ("append(4:1, (2,4))", "append(4:1, make_layout((2,4)))"),
        ("siez<0>((2,4))", "size<0>((2,4))"),
        ("cute.make_layout((4,8), strid=(8,1))", "cute.make_layout((4,8), stride=(8,1))"),
        ("B = 3\nAb = 4\nA", "B = 3\nAb = 4\nAb"),
    ];
    for (text, expected) in cases {
        let evaluation = page(text);
        let diagnostics = evaluation.diagnostics();
        let repair = diagnostics.first().and_then(|found| found.repairs.first()).unwrap_or_else(|| panic!("{text}"));
        let mut mended = text.to_string();
        mended.replace_range(repair.span.start..repair.span.end, &repair.text);
        assert_eq!(mended, expected);
        assert_eq!(sentences(&page(&mended)), Vec::<String>::new());
    }
}

#[test]
fn a_wrong_profile_offers_left_right_and_fill() {
    let evaluation = page("(4,(3,2)):(2,1)");
    let diagnostics = evaluation.diagnostics();
    let offers = diagnostics[0].repairs.iter().map(|repair| repair.text.as_str()).collect::<Vec<_>>();
    assert_eq!(offers, ["(2,(1,3))", "(1,(4,12))", "(6,(2,1))"]);
}

#[test]
fn one_broken_statement_does_not_stop_the_others() {
    let evaluation = page("A = (2,4):(1,2)\nB = (3,\nC = size(A)\nD = 4:");
    let values = (0..4).map(|index| evaluation.value(index).map(ToString::to_string)).collect::<Vec<_>>();
    assert_eq!(values, [Some("(_2,_4):(_1,_2)".into()), None, Some("_8".into()), None]);
}

#[test]
fn growth_is_bounded() {
    let wide = format!("A = 2:1\n{}", "A = make_layout(A,A)\n".repeat(12));
    let narrow = format!("A = 1:1\n{}", "A = make_layout(A,A)\n".repeat(10));
    let places = "@255".repeat(64);
    let deep = format!("A = {0}1,2{1}:{0}1,2{1}\n", "(".repeat(64), ")".repeat(64));
    let cases = [
        (format!("{wide}T = (A,A)"), "8192 modes are too many: the limit is 4096"),
        (format!("{wide}append<4096>(2:1, A)"), "steps are too many: the limit is 1048576"),
        (format!("{wide}select<{}0>(A)", "0,".repeat(1000)), "steps are too many: the limit is 1048576"),
        (format!("{narrow}composition(A, A)"), "steps are too many: the limit is 1048576"),
        (format!("(2:_1{places})(1)"), "4352 modes are too many: the limit is 4096"),
        (format!("{deep}T = (A,2)"), "Parentheses nest deeper than 64"),
    ];
    for (text, expected) in cases {
        let sentences = sentences(&page(&text));
        let last = sentences.last().map(String::as_str).unwrap_or_default();
        assert!(last.ends_with(expected), "{text}: {last}");
    }
    // A huge extent beside none.
    let empty = page("print_tensor(make_counting_tensor((1099511627776,0):(1,1)))");
    assert_eq!(sentences(&empty), ["1:1 The shape (_1099511627776,_0) has no elements"]);
    // Refused work is not paid for.
    let mut refused = Evaluation::start("replace<9223372036854775807>(2,3)", Settings::default(), None);
    let done = (0..10_000).find(|_| {
        colex::work::Work::resume(&mut refused, &mut colex::work::Budget::new(1)) == colex::work::Progress::Done(())
    });
    assert!(done.is_some());
    // Tables until all is full, and then not even a number.
    let tables = page(&format!("A = (512,512):(1,512)\n{}size(A)", "print_layout(A)\n".repeat(10)));
    let refused = tables.outcomes().rev().take_while(|outcome| outcome.value.is_none());
    assert_eq!(refused.count(), 8);
}

#[test]
fn depth_and_length_are_bounded() {
    let deep = format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(sentences(&page(&deep)), ["1:65 This nests deeper than 64 levels"]);
    let long = "(2,4):(1,2)\n".repeat(100_000);
    let evaluation = page(&long);
    assert_eq!(evaluation.outcomes().len(), colex::notebook::STATEMENT_LIMIT);
    assert!(!sentences(&evaluation).is_empty());
    let wide = format!("({})", "2,".repeat(200_000) + "2");
    assert_eq!(sentences(&page(&wide)), ["1:1 200001 modes are too many: the limit is 4096"]);
    let sum = "1+".repeat(100_000) + "1";
    assert_eq!(sentences(&page(&sum)).len(), 1);
    let name = "x".repeat(1_000_000);
    assert_eq!(sentences(&page(&name)), [format!("1:1 Nothing is called {}…", "x".repeat(32))]);
    let minus = "-".repeat(100_000) + "1";
    assert_eq!(sentences(&page(&minus)).len(), 1);
    let doubling = (0..64).map(|_| "A = append(A,A)\n").collect::<String>();
    assert!(!sentences(&page(&format!("A = (2,2)\n{doubling}"))).is_empty());
    for piece in
        ["a<1 ", "a<", "x : ", "A o ", "Layout<", "cute::", "cute.", "M_0|(", "a[", "for ", "> ", "auto a ", "1:(2)("]
    {
        let text = piece.repeat(TEXT_LIMIT / piece.len());
        assert!(!sentences(&page(&text)).is_empty() || piece == "> ", "{piece}");
    }
    let blank = format!("for\n{}  x", "\n".repeat(500_000));
    assert_eq!(sentences(&page(&blank)).len(), 1);
    let huge = page("A = (1000000000,1000000000):(1,1000000000)\nA(999999999999999999)\nsize(A)");
    assert_eq!(sentences(&huge), Vec::<String>::new());
}

/// An evaluation that takes over what did not change answers what a fresh one answers, and evaluates no more than what
/// depends on the edit: how many statements it took over.
#[test]
fn taking_over_changes_nothing() {
    let before = "A = (2,4):(1,2)\nB = size(A)\nC = B + 1\nD = (3,3)\nE = D";
    let cases = [
        (before, 5),
        ("A = (2,4):(1,2)\nB = size(A)\nC = B + 2\nD = (3,3)\nE = D", 4),
        ("A = (2,5):(1,2)\nB = size(A)\nC = B + 1\nD = (3,3)\nE = D", 2),
        ("A = (2,4):(1,2)\nB = size(A)\nB = 4\nC = B + 1\nD = (3,3)\nE = D", 4),
        ("A = (2,4):(1,2)\n\n// nothing\nB = size(A)\nC = B + 1\nZ\nD = (3,3)\nE = D", 5),
        ("B = size(A)\nC = B + 1\nD = (3,3)\nE = D", 2),
        ("D = 2\nE = D", 0),
        ("X = 1\nA = (2,4):(1,2)\nB = size(A)\nC = B + 1\nD = (3,3)\nE = D", 5),
        ("B = 1", 0),
        ("", 0),
    ];
    let earlier = page(before);
    for (text, taken_over) in cases {
        check_taken_over(&earlier, text, Some(taken_over));
    }
    // A name that is unknown so far, and then defined below.
    check_taken_over(&page("B\nB"), "B\nB = 3", Some(0));
    check_taken_over(&page("A\nA = 3"), "A\nB = 3", Some(0));
    check_taken_over(&page("size = 3\nA = (2,4)\nsize"), "A = (2,4)\nsize", None);
    check_taken_over(&page("layout = (2,4):(4,1)\nlayout(1,2)"), "layout(1,2)", None);
}

fn check_taken_over(earlier: &Evaluation, text: &str, expected: Option<usize>) {
    let fresh = page(text);
    let settings = Settings { compile_time: true, ..Settings::default() };
    let mut taken = Evaluation::start(text, settings, Some(earlier));
    while taken.resume(&mut Budget::new(1)) != Progress::Done(()) {}
    assert!(fresh.outcomes().eq(taken.outcomes()), "{text}");
    assert_eq!(expected.unwrap_or(taken.taken_over()), taken.taken_over(), "{text}");
}

/// The steps of a statement are those of its own place, whatever its names mean further down.
#[test]
fn steps_see_the_names_above() {
    let alone = page("A = (2,4):(1,2)\nB = coalesce(A)");
    let redefined = page("A = (2,4):(1,2)\nB = coalesce(A)\nA = (3,3):(1,9)");
    assert!(!alone.steps(1).is_empty());
    assert_eq!(format!("{:?}", alone.steps(1)), format!("{:?}", redefined.steps(1)));
}

/// A statement that would hold up the page says so, and one that takes long takes more of the budget.
#[test]
fn work_is_bounded_and_paid_for() {
    let wide = format!("A = ({})\n", "2,".repeat(2000) + "2");
    let greedy = format!("{wide}({})", "rank(A),".repeat(3000) + "1");
    assert_eq!(sentences(&page(&greedy)).len(), 1);
    assert!(sentences(&page(&greedy))[0].contains("steps are too many: the limit is 1048576"));
    let settings = Settings::default();
    let some = format!("{wide}({})\n1", "rank(A),".repeat(20) + "1");
    let mut evaluation = Evaluation::start(some.as_str(), settings, None);
    let mut slices = 0;
    while evaluation.resume(&mut Budget::new(10)) != Progress::Done(()) {
        slices += 1;
    }
    assert!(slices > 10, "{slices}");
    let mut budget = Budget::new(1_000_000);
    Evaluation::start(some.as_str(), settings, None).resume(&mut budget);
    assert!((slices * 10..slices * 10 + 10).contains(&(1_000_000 - budget.left())), "{slices}");
}

/// All statements together take a bounded number of steps; what an edit takes over is counted as if it were computed.
#[test]
fn all_statements_together_are_bounded() {
    let text = |last: &str| {
        let tower = "A = make_layout(A,A)\n".repeat(7);
        format!("A = (2,2):(1,2)\n{tower}{}{last}", "composition(A,A)\n".repeat(120))
    };
    let settings = Settings { compile_time: true, ..Settings::default() };
    let whole = page(&text("1"));
    let found = whole.outcomes().take_while(|outcome| outcome.value.is_some()).count();
    assert!((20..100).contains(&found), "{found}");
    assert!(whole.outcomes().skip(found).all(|outcome| outcome.value.is_none() && outcome.diagnostics.len() == 1));
    assert!(sentences(&whole)[0].contains("steps are too many: the limit is 16777216"), "{:?}", sentences(&whole)[0]);
    let mut edited = Evaluation::start(text("2"), settings, Some(&whole));
    while edited.resume(&mut Budget::new(1000)) != Progress::Done(()) {}
    assert_eq!(edited.taken_over(), found);
    assert!(edited.outcomes().eq(page(&text("2")).outcomes()));
}

/// A long text is read in slices too, and comes to what it comes to at once.
#[test]
fn a_long_text_is_read_in_slices() {
    let text = "A = (4,8):(8,1)\n// a note\nB = composition(A,(4,2):(1,4))\n".repeat(900) + "(((1,2\n";
    let settings = Settings { compile_time: true, ..Settings::default() };
    let mut evaluation = Evaluation::start(text.as_str(), settings, None);
    assert!(evaluation.is_reading() && evaluation.statements().is_empty() && evaluation.so_far().is_reading());
    let mut slices = 0;
    while evaluation.resume(&mut Budget::new(7)) != Progress::Done(()) {
        slices += 1;
        assert_eq!(evaluation.so_far().outcomes().len(), evaluation.outcomes().len());
    }
    assert!(slices > 100, "{slices}");
    let whole = page(&text);
    assert!(!evaluation.is_reading() && evaluation.statements() == whole.statements());
    assert!(evaluation.outcomes().eq(whole.outcomes()) && evaluation.diagnostics() == whole.diagnostics());
    // An edit while the text is being read takes over what the text before it had.
    let edited = text.replacen("(4,8)", "(2,8)", 1);
    let reading = Evaluation::start(edited.as_str(), settings, Some(&evaluation));
    assert!(reading.is_reading());
    let mut again = Evaluation::start(text.as_str(), settings, Some(&reading));
    while again.resume(&mut Budget::new(1000)) != Progress::Done(()) {}
    assert_eq!(again.taken_over(), 1800);
    assert!(again.outcomes().eq(whole.outcomes()));
    let one = "1,".repeat(colex::notebook::STATEMENT_TOKEN_LIMIT / 2 + 2);
    let said = sentences(&page(&format!("({one}1)\n(4,8):(8,1)")));
    assert_eq!(said, ["1:1 This statement has more than 524288 numbers, names and signs; it is not read"]);
}

#[test]
fn every_example_of_a_function_evaluates() {
    for (function, help) in colex::operations::explained() {
        let evaluation = page(help.example);
        assert_eq!(sentences(&evaluation), Vec::<String>::new(), "{}", function.name);
        assert!(!help.line[0].is_empty() && !help.line[1].is_empty());
    }
}

/// Text of the characters that the language uses, so that most of it nearly parses.
fn nearly() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("(".to_string()),
        Just(")".into()),
        Just(",".into()),
        Just(":".into()),
        Just("_".into()),
        Just("<".into()),
        Just(">".into()),
        Just("\n".into()),
        Just(" = ".into()),
        Just("A".into()),
        Just(";".into()),
        Just("{}".into()),
        Just("@".into()),
        Just("-".into()),
        Just(".".into()),
        Just("size".into()),
        Just("make_layout".into()),
        Just("group<0,1>".into()),
        Just("Layout<".into()),
        Just("append".into()),
        Just("slice_and_offset".into()),
        Just("print_layout".into()),
        Just("LayoutRight".into()),
        Just(" o ".into()),
        Just("∘".into()),
        Just("Sw<3,0,3>".into()),
        Just("M_0|(8&8)=8".into()),
        Just("ArithTuple".into()),
        Just("[".into()),
        Just("]".into()),
        Just("None".into()),
        Just("using X = ".into()),
        Just("Layout<Shape<_4>> ".into()),
        Just("cute::".into()),
        Just("cute.".into()),
        Just("E".into()),
        Just("for ".into()),
        Just("auto ".into()),
        Just("{".into()),
        Just("}".into()),
        Just("complement".into()),
        Just("zipped_divide".into()),
        Just("9223372036854775807".into()),
        (0_i64..20).prop_map(|number| number.to_string()),
        (0_i64..9).prop_map(|number| format!("_{number}")),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// A statement whose names others of its kind define.
fn line() -> impl Strategy<Value = String> {
    let name = prop_oneof![Just("A"), Just("B"), Just("size")];
    let operand =
        prop_oneof![Just("A"), Just("B"), Just("size"), Just("(2,3)"), Just("4"), Just("size((2,3))"), Just("(")];
    (prop::option::of(name), operand.clone(), prop::option::of(operand)).prop_map(|(name, left, right)| {
        let right = right.map(|right| format!(" + {right}")).unwrap_or_default();
        name.map(|name| format!("{name} = ")).unwrap_or_default() + left + &right
    })
}

fn shape() -> impl Strategy<Value = String> {
    let leaf = (0_i64..6, any::<bool>()).prop_map(|(value, fixed)| format!("{}{value}", if fixed { "_" } else { "" }));
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop::collection::vec(inner, 1..4).prop_map(|modes| format!("({})", modes.join(",")))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn nothing_that_is_typed_panics(text in nearly()) {
        let evaluation = page(&text);
        for diagnostic in evaluation.diagnostics() {
            prop_assert!(diagnostic.span.start <= diagnostic.span.end && diagnostic.span.end <= text.len());
            for tongue in [Tongue::English, Tongue::Chinese] {
                prop_assert!(!words::diagnostic(diagnostic, tongue).is_empty());
            }
        }
        for (statement, outcome) in evaluation.statements().iter().zip(evaluation.outcomes()) {
            let complained = evaluation.diagnostics().iter().any(|found| found.span.start >= statement.span.start);
            // Statements of a program that are no layout are stepped over.
            let is_program = evaluation.program().is_some();
            prop_assert!(outcome.value.is_some() || complained || is_program, "silent: {text:?}");
        }
    }

    #[test]
    fn any_edit_takes_over_what_a_fresh_evaluation_finds(
        lines in prop::collection::vec(line(), 0..8),
        place in 0_usize..8,
        removed in 0_usize..3,
        added in prop::collection::vec(line(), 0..3),
    ) {
        let earlier = page(&lines.join("\n"));
        let mut edited = lines;
        let begin = place.min(edited.len());
        let end = (begin + removed).min(edited.len());
        edited.splice(begin..end, added);
        check_taken_over(&earlier, &edited.join("\n"), None);
    }

    #[test]
    fn no_text_panics(text in any::<String>()) {
        let notebook = parse(&text);
        prop_assert!(notebook.statements.iter().all(|statement| statement.span.end <= text.len()));
        page(&text);
    }

    #[test]
    fn values_print_and_parse_back(text in shape()) {
        for source in [text.clone(), format!("make_layout({text})"), format!("make_layout({text}, LayoutRight)"), format!("make_identity_layout({text})")] {
            let evaluation = evaluate(&source, Settings { compile_time: false, ..Settings::default() });
            if let Some(value) = evaluation.value(0) {
                let again = evaluate(&value.to_string(), Settings { compile_time: false, ..Settings::default() });
                prop_assert_eq!(again.value(0), Some(value), "{}", source);
            }
        }
    }
}

/// Checks that CuTe's output, composed layouts and tilers included, is an expression.
#[test]
fn every_recorded_argument_parses() {
    let text = include_str!("golden/ops.jsonl");
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let is_operator = case["op"] == "arith";
        let arguments = case["args"].as_array().map(Vec::as_slice).unwrap_or_default();
        for argument in arguments.iter().skip(usize::from(is_operator)).filter_map(|argument| argument.as_str()) {
            let notebook = parse(argument);
            assert!(notebook.diagnostics.is_empty() && notebook.statements.len() == 1, "{argument}: {notebook:?}");
            prints_back(argument);
        }
        let outs = [&case["out"], &case["out"]["layout"], &case["out"]["offset"], &case["out"]["tiler"]];
        for out in outs.into_iter().filter_map(|out| out.as_str()).filter(|out| !out.contains('\n')) {
            prints_back(out);
        }
    }
}

/// Every value prints to the letter as it was written; of the name of an atom all that follows is printed.
fn prints_back(printed: &str) {
    let evaluation = evaluate(printed, Settings::default());
    let is_name = |c: char| c.is_ascii_alphabetic() && c != 'o' && c != 'M';
    let Some(value) = evaluation.value(0) else {
        assert!(printed.starts_with(is_name) && !printed.contains(" o "), "{printed}: {:?}", sentences(&evaluation));
        return;
    };
    if matches!(value, colex::notebook::Value::Made(_)) {
        assert!(printed.starts_with(is_name), "{printed}");
        return;
    }
    // A tiler is printed in parentheses, and a swizzle of no bits adds nothing.
    let in_parentheses = |text: &str| text.replace('<', "(").replace('>', ")");
    let value = value.to_string();
    let is_same = value == printed || printed.starts_with('<') && in_parentheses(&value) == in_parentheses(printed);
    assert!(is_same || printed.starts_with("Sw<0,"), "{printed}: {value}");
}

#[test]
fn what_cute_prints_of_swizzled_slices_parses() {
    let cases = [
        "Sw<3,0,3> o _0 o (_8,_8):(_8,_1)",
        "Sw<2,3,3> o M_0|(8&8)=8 o (_16):(_16)",
        "Sw<2,0,3> o _0 o Sw<2,0,3> o _0 o (_8,_8):(_1,_8)",
        "ArithTuple(8,_0,5) o (_4,_7,_1):(_1@0,_1@1,_0)",
        "a = Sw<3,2,-3> o 16 o ((_2),(_8)):((_8),(_1))",
        "A ∘ B",
        "20:2 \\circ (4,5) : (1,4)",
        "composition(A o B, <4:1, C o D>)",
        "composition(Swizzle<3,0,3>{}, Layout<Shape<_8,_8>>{})",
        "SM90_64x16x16_F16F16F16_RS<GMMA::Major::K,GMMA::Major::K>",
        "UniversalFMA<float,float,float,float>",
    ];
    for text in cases {
        let notebook = parse(text);
        assert!(notebook.diagnostics.is_empty() && notebook.statements.len() == 1, "{text}: {notebook:?}");
    }
}

#[test]
fn an_operator_between_integers_is_named_where_something_else_stands_beside_it() {
    for (text, said) in [
        ("S = (8,8) // 8", "// is an operator between integers, and this is an integer or a tuple of integers"),
        ("4 % Layout<_8>{}", "% is an operator between integers, and this is a layout"),
    ] {
        let evaluation = evaluate(text, Settings::default());
        let sentences = evaluation.diagnostics().into_iter().map(|found| words::diagnostic(found, Tongue::English));
        assert_eq!(sentences.collect::<Vec<_>>(), [said], "{text}");
    }
}

#[test]
fn a_tiler_of_one_layout_is_printed_as_cute_prints_it() {
    let printed = |text: &str| evaluate(text, Settings::default()).value(0).map(ToString::to_string);
    assert_eq!(printed("print(make_tile(Layout<_3,_4>{}))").as_deref(), Some("(_3:_4)"));
    assert_eq!(printed("print(make_tile(_8{}, Layout<_3,_4>{}))").as_deref(), Some("(_8,_3:_4)"));
    // Text that the notebook writes it reads back as the tiler that it is.
    assert_eq!(printed("make_tile(Layout<_3,_4>{})").as_deref(), Some("<_3:_4>"));
}
