//! Lines that engineers write, to the letter: each as CuTe's own program answers it, with plain numbers dynamic and
//! underscores shown.

use colex::evaluate;
use colex::notebook::{Evaluation, Settings};
use serde_json::Value as Json;

/// Returns the value of the last statement of a text.
fn last(text: &str, compile_time: bool) -> Result<String, String> {
    let evaluation = evaluate(text, Settings { compile_time, ..Settings::default() });
    let wrong = sentences(&evaluation);
    let value = evaluation.outcomes().last().and_then(|outcome| outcome.value.as_ref()).map(ToString::to_string);
    value.filter(|_| wrong.is_empty()).ok_or_else(|| wrong.join("; "))
}

fn sentences(evaluation: &Evaluation) -> Vec<String> {
    let sentence = |found: &colex::notebook::Diagnostic| colex::words::diagnostic(found, colex::words::Tongue::English);
    evaluation.diagnostics().into_iter().map(sentence).collect()
}

fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(last(text, false), Ok((*expected).to_string()), "{text}");
    }
}

/// 1,464 random expressions, and what a program compiled with CuTe printed for them. What the compiler refuses may have a
/// right answer here.
#[test]
fn random_expressions_agree_with_cute() {
    let text = include_str!("golden/fuzz-cpp.jsonl");
    let mut differ = Vec::new();
    for line in text.lines() {
        let case: Json = serde_json::from_str(line).expect("a line of JSON");
        let expression = case["text"].as_str().expect("a text");
        let Some(printed) = case["out"].as_str() else { continue };
        let answer = last(expression, false);
        if answer.as_deref() != Ok(printed) {
            differ.push(format!("{expression}\n  CuTe:  {printed}\n  Colex: {answer:?}"));
        }
    }
    assert_eq!(text.lines().count(), 1464);
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

/// Copies by TMA and of tensor memory: atoms, tiled copies, and what one instruction gets of a tile.
#[test]
fn copies_by_tma_agree_with_cute() {
    for line in include_str!("golden/tma.jsonl").lines() {
        let case: Json = serde_json::from_str(line).expect("a line of JSON");
        let expression = case["text"].as_str().expect("a text");
        assert_eq!(last(expression, false), Ok(case["out"].as_str().expect("a text").to_string()), "{expression}");
    }
}

/// Asks every row of an operation what no other record has: its example, or one near it.
#[test]
fn rows_agree_with_cute() {
    let mut differ = Vec::new();
    for line in include_str!("golden/rows.jsonl").lines() {
        let case: Json = serde_json::from_str(line).expect("a line of JSON");
        let (expression, printed) = (case["text"].as_str().expect("a text"), case["out"].as_str().expect("a text"));
        let answer = last(expression, false);
        if answer.as_deref() != Ok(printed) {
            differ.push(format!("{expression}\n  CuTe:  {printed}\n  Colex: {answer:?}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn an_index_along_one_mode_is_a_multiple_of_its_unit() {
    check(&[
        ("make_identity_layout((_16))(13)", "13@0"),
        ("make_identity_layout((4))(_2)", "_2@0"),
        ("make_identity_layout(make_tuple(make_tuple(Int<10>{})))(Int<4>{})", "_4@0@0"),
        ("make_identity_layout(make_shape(_16{}))(_0{})", "_0@0"),
        ("make_identity_layout(make_shape(_4{},_8{}))(_0{})", "(_0,_0)"),
        ("make_layout(make_shape(_4{},_8{}), make_stride(_0{},E<1>{}))(13)", "3@1"),
        ("make_layout(make_shape(_4{},_8{}), make_stride(E<1>{},E<1>{}))(13)", "(_0,4)"),
        ("crd2idx(13, make_shape(_16{}), make_stride(E<0>{}))", "13@0"),
        (
            "get<1>(slice_and_offset(make_coord(_,3), make_layout(make_shape(_4{},_8{}), make_stride(_0{},E<1>{}))))",
            "3@1",
        ),
        ("make_identity_tensor(make_shape(_16{}))(13)", "(13)"),
        ("get<0>(make_identity_layout(make_shape(_4{},_8{})))(2)", "2@0"),
        ("E<0>{} + E<1>{}", "(_1,_1)"),
        ("E<0>{} + E<0>{}", "(_2)"),
    ]);
}

/// Of equal strides the order decides, and CuTe's is that of its exchanges.
#[test]
fn inverses_take_equal_strides_as_cute_sorts_them() {
    check(&[
        ("left_inverse((_8,_4,_4):(_4,_4,_1))", "(_4,_8):(_32,_1)"),
        ("left_inverse(Layout<Shape<_4,_8,_4>,Stride<_4,_4,_1>>{})", "(_4,_4):(_32,_1)"),
        ("right_inverse(Layout<Shape<_4,_2,_3,_5>,Stride<_8,_1,_1,_0>>{})", "_3:_8"),
        ("right_inverse(Layout<Shape<_2,_4,_3>,Stride<_8,_1,_1>>{})", "_4:_2"),
    ]);
}

#[test]
fn tilers_that_divide_evenly() {
    check(&[
        ("evenly_divides(_16{}, Shape<_16>{})", "true"),
        ("evenly_divides(Int<12>{}, make_tuple(Int<4>{}))", "true"),
        ("evenly_divides(make_tuple(Int<12>{},Int<4>{}), make_tuple(make_tuple(Int<4>{})))", "true"),
        ("evenly_divides(Int<12>{}, make_layout(Int<4>{},Int<2>{}))", "false"),
        ("evenly_divides(make_layout(make_shape(_12{},_4{})), make_tile(Layout<_3,_4>{},_2{}))", "true"),
        ("evenly_divides(make_shape(_12{},_4{}), Layout<_6,_2>{})", "true"),
        ("evenly_divides(make_shape(make_shape(12,4),8), make_tile(Layout<_6,_2>{}))", "true"),
        ("evenly_divides(8, make_shape(4,_1{}))", "false"),
        ("evenly_divides(8, make_shape(make_shape(3)))", "false"),
    ]);
}

#[test]
fn parentheses_around_one_value_group_it_in_programs() {
    check(&[
        ("make_shape((4), 5)", "(4,5)"),
        ("make_shape(((4)), (_5{}))", "(4,_5)"),
        ("make_stride(_1{}, (_128{}+_4{}))", "(_1,_132)"),
        ("int x = (3+4); make_shape(x)", "(7)"),
        ("auto x = (_4{}); make_shape(x)", "(_4)"),
        ("make_layout((Int<4>{}))", "_4:_1"),
        ("cute.make_layout((1))", "_1:_0"),
        ("cute.make_layout((1,))", "(_1):(_0)"),
        ("cute.make_layout((4, (8)), stride=((8), 1))", "(_4,_8):(_8,_1)"),
        ("x = (3 + 4)", "7"),
        // As CuTe prints it, it is a tuple.
        ("(4):(1)", "(4):(1)"),
        ("(_4)", "(_4)"),
        ("make_layout((_4))", "(_4):(_1)"),
        ("coalesce((_4):(_1), (_1))", "(_4):(_1)"),
        ("((4),8):((1),4)", "((4),8):((1),4)"),
    ]);
}

#[test]
fn a_declared_type_decides() {
    check(&[
        ("int n = _8{}; make_shape(n,n)", "(8,8)"),
        ("int n = size(Shape<_2,_3>{}); make_layout(n)", "6:_1"),
        ("constexpr int n = size(Shape<_2,_3>{}); make_layout(n)", "6:_1"),
        ("uint32_t n = cosize(Layout<_4,_2>{}); make_layout(n)", "7:_1"),
        ("static constexpr unsigned long n = Int<6>{}; n", "6"),
        ("const std::size_t n = rank(Shape<_2,_3>{}); n", "2"),
        ("auto n = size(Shape<_2,_3>{}); make_layout(n)", "_6:_1"),
        ("int n = compatible(_4{}, Shape<_4>{}); make_shape(n)", "(1)"),
        ("int m = 4, n = _8{}; make_shape(m,n)", "(4,8)"),
        ("int x{_5{}}; const int y(3); make_shape(x,y)", "(5,3)"),
        ("int n = 8; Layout<Shape<Int<n>>>{}", "(_8):(_1)"),
        ("bool b = compatible(_4{}, Shape<_4>{}); b", "true"),
    ]);
    for (text, expected) in [
        ("int n = Layout<_4>{};", "This is a layout, but an integer is needed"),
        ("int m = 4, n", "Expected the end of the statement, not ,"),
    ] {
        assert_eq!(last(text, false), Err(expected.to_string()), "{text}");
    }
}

#[test]
fn python_divides_with_two_slashes() {
    check(&[
        ("x = 256 // 8", "32"),
        ("x = 256 // 8 // 2", "16"),
        ("n = 7\nx = -n // 2", "-4"),
        ("n = 8\nx = 256 // n  # threads", "32"),
        ("x = (256 // 8, 4):(4, 1)", "(32,4):(4,1)"),
        ("256 // 8", "32"),
        ("cute.make_layout((256 // 8, 4 // 2))", "(_32,_2):(_1,_32)"),
        ("cute.size((256, 2)) // 8", "_64"),
        ("x: int = 256 // 8", "32"),
        // A comment in all these.
        ("int x = 256; // 8", "256"),
        ("int x = 256 // 8\n;", "256"),
        ("A = (4,8):(8,1) // 32", "(4,8):(8,1)"),
        ("Layout a = Layout<_3,_1>{};  // 3:1", "_3:_1"),
        ("size((4,8)) // 32", "32"),
        ("x = 256 // the number of threads", "256"),
        ("x = 256 // threads", "256"),
        ("make_shape(4, // 2)\n 8)", "(4,8)"),
        ("make_shape(4 // rows\n, 8)", "(4,8)"),
        ("x = 256 //", "256"),
    ]);
}

#[test]
fn one_branch_is_read() {
    check(&[
        ("#if 1\nA = 4\n#else\nA = 5\n#endif\nA", "4"),
        ("#if 0\nA = 4\n#else\nA = 5\n#endif\nA", "5"),
        ("#ifdef TILE\nA = 4\n#elif 1 > 2\nA = 3\n#else\nA = 5\n#endif\nA", "5"),
        ("#define TILE 8\n#if defined(TILE) && !0\nA = 4\n#else\nA = 5\n#endif\nA", "4"),
        ("#if 0\n#if 1\nA = 1\n#else\nA = 2\n#endif\nA = 3\n#else\nA = 4\n#endif\nA", "4"),
        ("make_shape(\n#if 1\n 4,\n#else\n 5,\n#endif\n 8)", "(4,8)"),
        ("#ifndef TILE\nmake_shape(1)\n#endif\n", "(1)"),
        // Python's comments.
        ("# if nothing closes it, this is a comment\nA = 4", "4"),
        ("#if so\nA = 4\n# else\nB = 5", "5"),
    ]);
}

/// The DSL's own names and arguments, with C++'s answers.
#[test]
fn python_gets_the_answers_of_cpp() {
    check(&[
        ("cute.recast_layout(32, 16, cute.make_layout((8, 4)))", "(_4,_4):(_1,_4)"),
        ("cute.product_like(((4, 6), (2, 2)), target_profile=(1, 1))", "(_24,_4)"),
        ("cute.append_ones(cute.make_layout((16,)), up_to_rank=3)", "(_16,_1,_1):(_1,_0,_0)"),
        ("cute.prepend_ones(cute.make_layout(16), 2)", "(_1,_16):(_0,_1)"),
        ("cute.increment_coord((2, 0), (3, 6))", "(0,1)"),
        (
            "cute.local_tile(cute.make_identity_tensor((8, 48)), (8, 8, 8), (None, 1, None), proj=(None, 1, 1))",
            "ArithTuple(_0,_0) o (_8,_8,_6):(_1@0,_1@1,_8@1)",
        ),
        ("cute.slice_(cute.make_layout((4, (2, 8))), (None, (1, None)))", "(_4,_8):(_1,_8)"),
        ("cute.make_identity_layout((16,))(13)", "_13@0"),
        ("cute.left_inverse(cute.make_layout((8, 4, 4), stride=(4, 4, 1)))", "(_4,_8):(_32,_1)"),
        ("cute.make_layout((cutlass.Int32(4), 8))", "(4,_8):(_1,4)"),
        ("cute.logical_divide(cute.make_layout((8, 8)), (4,))", "((_4,_2),_8):((_1,_4),_8)"),
    ]);
}

/// Plain numbers are compile-time by the switch in all that is no C++.
#[test]
fn the_switch_holds_in_what_is_no_program() {
    for (text, expected) in [
        ("Sw<3,3,3> o 0 o (8,64):(64,1)", "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)"),
        ("recast_layout<16,32>((8,4):(1,8))", "(_4,_4):(_1,_4)"),
        ("upcast<2>((8,4):(1,8))", "(_4,_4):(_1,_4)"),
        ("get<0>((4,8):(1,4))", "_4:_1"),
        ("make_layout_tv((4,8):(8,1), (2,2):(2,1))", "((_8,_16),((_8,_4),(_2,_2)):((_16,_2),(_8,_1)))"),
        ("composition((4,8):(8,1), <2:1,4:2>)", "(_2,_4):(_8,_2)"),
        // C++.
        ("Swizzle<3,3,3>{} o make_layout((8,64))", "Sw<3,3,3> o _0 o (8,64):(_1,8)"),
        ("group<0,1>((2,4))", "((2),4)"),
        ("auto x = make_shape(2,4)", "(2,4)"),
        ("auto x = (2,4)", "4"),
        ("make_layout(8)", "8:_1"),
    ] {
        assert_eq!(last(text, true).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn kinds_are_those_of_cute() {
    check(&[
        ("float* p = 0; make_tensor(p, make_shape(8,24))", "ptr[32b](…) o (8,24):(_1,8)"),
        (
            "half_t const* p = nullptr; make_tensor(make_gmem_ptr(p), make_shape(8,24), LayoutRight{})",
            "gmem_ptr[16b](…) o (8,24):(24,_1)",
        ),
        ("make_tensor(make_smem_ptr((half_t*)nullptr), Layout<_8>{})", "smem_ptr[16b](…) o _8:_1"),
        ("make_tensor(static_cast<float*>(nullptr), Layout<_8>{})", "ptr[32b](…) o _8:_1"),
        ("make_tensor(make_gmem_ptr<half_t>(nullptr), make_shape(8,24))(_,2)", "gmem_ptr[16b](…+16) o (8):(_1)"),
        ("make_tensor<float>(Shape<_8,_4>{}, LayoutRight{})", "ptr[32b](…) o (_8,_4):(_4,_1)"),
        (
            "float* p = 0; Tensor t = make_tensor(p, Layout<Shape<_8,_4>>{}); make_fragment_like(t)",
            "ptr[32b](…) o (_8,(_4)):(_1,(_8))",
        ),
        ("make_fragment_like<half_t>(Layout<Shape<_8,_4>>{})", "ptr[16b](…) o (_8,(_4)):(_1,(_8))"),
        ("make_fragment_like(make_counting_tensor(Layout<_8>{}))", "ptr[32b](…) o _8:_1"),
        ("make_fragment_like(Layout<Shape<_8,_4>>{})", "(_8,(_4)):(_1,(_8))"),
        ("make_tensor(counting_iterator<int>{4}, Layout<_8>{})", "counting_iter(4) o _8:_1"),
        ("float* p = 0; Tensor t = make_tensor(p, Layout<Shape<_8,_4>>{}); t.layout()", "(_8,_4):(_1,_8)"),
        ("float* p = 0; layout<0>(make_tensor(p, Layout<Shape<_8,_4>>{}))", "_8:_1"),
        ("make_tile(Layout<_3,_4>{}, Layout<_8,_2>{})", "(_3:_4,_8:_2)"),
        ("make_tile(make_tile(Layout<_3,_4>{}, _2{}), _)", "((_3:_4,_2),_)"),
        ("make_swizzle_ptr((half_t*)nullptr, Swizzle<3,3,3>{})", "Sw<3,3,3>_ptr[16b](…)"),
        (
            "make_tensor(make_smem_ptr(make_swizzle_ptr((half_t*)nullptr, Swizzle<3,3,3>{})), Layout<_8>{})",
            "smem_Sw<3,3,3>_ptr[16b](…) o _8:_1",
        ),
        (
            "make_tensor(make_smem_ptr((half_t*)nullptr), composition(Swizzle<3,3,3>{}, Layout<_8>{}))",
            "smem_ptr[16b](…) o Sw<3,3,3> o _0 o _8:_1",
        ),
        // Printed text reads back.
        ("smem_Sw<3,3,3>_ptr[16b](…) o _8:_1", "smem_Sw<3,3,3>_ptr[16b](…) o _8:_1"),
        ("gmem_ptr[16b](…+16) o (8):(_1)", "gmem_ptr[16b](…+16) o (8):(_1)"),
        (
            "select<1,0>(composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}))",
            "(Sw<3,3,3> o _0 o _64:_1,Sw<3,3,3> o _0 o _8:_64)",
        ),
    ]);
}

#[test]
fn types_stand_for_their_bits_and_x_leaves_out() {
    check(&[
        ("recast_layout<uint8_t,uint32_t>(make_layout(make_tuple(Int<10>{})))", "(_3):(_1)"),
        ("recast_layout<unsigned char, cutlass::half_t>(Layout<_8>{})", "_4:_1"),
        ("using T = half_t; recast_layout<T,float>(Layout<_8>{})", "_4:_1"),
        ("recast_layout<float_e2m1_t,uint8_t>(Layout<_8>{})", "_4:_1"),
        ("make_tuple(X{},_1{},_1{})", "(_,_1,_1)"),
        ("Step<_1, X, _1>{}", "(_1,_,_1)"),
        ("using X = Layout<Shape<_2,_3>>; X{}", "(_2,_3):(_1,_2)"),
    ]);
}

/// A stride that is divided to nothing is said, and so is where the Python DSL parts from C++: text, and words of the note.
#[test]
fn notes_say_what_differs() {
    let cases: &[(&str, &[&str])] = &[
        ("recast_layout<16,32>((8,4):(1,8))", &["does not know the stride 1"]),
        (
            "recast_layout<uint8_t,uint16_t>(make_layout(make_shape(8,4), make_stride(1,8)))",
            &["does not know the stride 1"],
        ),
        ("upcast<2>((8,4):(_1,8))", &[]),
        ("cute.flat_divide(cute.make_layout((8, 4)), (4,))", &["tiler of one element"]),
        ("cute.tiled_divide(cute.make_layout(32), (4,))", &["tiler of one element"]),
        ("cute.tiled_divide(cute.make_layout((8, 4)), (4,))", &[]),
        ("cute.zipped_divide(cute.make_layout((8, 4)), (4,))", &[]),
        ("cute.composition(cute.make_layout((8, 4)), (4,))", &[]),
        ("cute.raked_product(cute.make_layout((4, 8)), cute.make_layout((2, 2)))", &[]),
        ("cute.make_layout_tv(cute.make_layout((4, 32), stride=(32, 1)), cute.make_layout((4, 4)))", &[]),
        ("cute.raked_product(cute.make_layout((2, 2)), cute.make_layout(3))", &["raked products"]),
        ("cute.make_swizzle(0, 4, 3)", &["swizzle of no bits"]),
        ("cute.make_layout((8, 1))", &[]),
        ("cute.make_layout((8, 4))", &[]),
        ("zipped_divide(Layout<Shape<_8,_4>>{}, make_tile(_4{}))", &[]),
    ];
    for (text, expected) in cases {
        let evaluation = evaluate(text, Settings::default());
        assert!(evaluation.value(0).is_some(), "{text}: {:?}", sentences(&evaluation));
        let notes = evaluation.notes();
        assert_eq!(notes.len(), expected.len(), "{text}: {notes:?}");
        for (note, words) in notes.into_iter().zip(*expected) {
            let [english, chinese] = [colex::words::Tongue::English, colex::words::Tongue::Chinese]
                .map(|tongue| colex::words::diagnostic(note, tongue));
            assert!(english.contains(words), "{text}: {english}");
            assert!(chinese.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{text}: {chinese}");
        }
    }
}

/// Checks what is said of a name that is not there, and what the first repair makes of the text.
#[test]
fn what_is_missing_is_said_with_what_to_write() {
    let cases = [
        ("A(4,8)", "A is not defined yet. Add a line above: A = (4,8)", "A = (4,8)"),
        ("A((2,2),8)", "A is not defined yet. Add a line above: A = ((2,2),8)", "A = ((2,2),8)"),
        ("size(A(4,8))", "A is not defined yet. Add a line above: A = (4,8)", "A = (4,8)\nsize(A(4,8))"),
        ("A(3)", "A is not defined yet. Add a line above: A = (4,8)", "A = (4,8)\nA(3)"),
        ("A(_,3)", "A is not defined yet. Add a line above: A = (4,8)", "A = (4,8)\nA(_,3)"),
        ("Zed(1,2)", "Zed is not defined yet. Add a line above: Zed = (1,2)", "Zed = (1,2)"),
        ("make_layuot((2,4))", "There is no function make_layuot", "make_layout((2,4))"),
        ("Tile = (4,8)\nTlie(1,2)", "There is no function Tlie", "Tile = (4,8)\nTile(1,2)"),
        ("make_layout((4,8), LayoutRigth)", "Nothing is called LayoutRigth", "make_layout((4,8), LayoutRight)"),
        (
            "S = (4,8)\nLayoutRight(S)",
            "LayoutRight says how strides are generated, it is no function: write make_layout(S, LayoutRight)",
            "S = (4,8)\nmake_layout(S, LayoutRight)",
        ),
        (
            "LayoutLeft(4,8)",
            "LayoutLeft says how strides are generated, it is no function: write make_layout((4,8), LayoutLeft)",
            "make_layout((4,8), LayoutLeft)",
        ),
        ("A = (4 8):(8 1)", "Expected a comma or ), not 8", "A = (4,8):(8,1)"),
        ("((2 2) 8):((1 2) 4)", "Expected a comma or ), not 2", "((2,2),8):((1,2),4)"),
    ];
    for (text, sentence, mended) in cases {
        let evaluation = evaluate(text, Settings::default());
        let diagnostics = evaluation.diagnostics();
        let first = diagnostics.first().unwrap_or_else(|| panic!("{text}"));
        assert_eq!(colex::words::diagnostic(first, colex::words::Tongue::English), sentence, "{text}");
        let repair = first.repairs.first().unwrap_or_else(|| panic!("{text}"));
        let mut changed = text.to_string();
        changed.replace_range(repair.span.start..repair.span.end, &repair.text);
        assert_eq!(changed, mended, "{text}");
        assert!(sentences(&evaluate(&changed, Settings::default())).is_empty(), "{changed}");
    }
}
