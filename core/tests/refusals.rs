//! Refusals of the algebra, and the sentence it gives: the condition, the mode, the numbers.

use std::collections::BTreeSet;

use colex::evaluate;
use colex::notebook::{Diagnostic, DiagnosticKind, Settings};
use colex::words::{Tongue, diagnostic};

#[rustfmt::skip]
const REFUSALS: &[(&str, &str)] = &[
    (
        "composition((_4,_3):(_1,_5), _6:_1)",
        "Shape divisibility: of the mode _6:_1, _6 elements are wanted from mode 0 on, which (extent _4) gives _4 of them; _4 does not divide _6",
    ),
    (
        "composition((_6,_3):(_1,_8), _2:_8)",
        "Stride divisibility: the mode _2:_8 reaches mode 0 (extent _6) with stride _8, which is neither a multiple of _6 nor less than it",
    ),
    (
        "composition((_4,_3):(_1,_5), 2:0)",
        "Division by zero: 4 / 0",
    ),
    (
        "complement((_4,_4):(_1,_2))",
        "(_4,_4):(_1,_2) is not injective, so it has no complement: mode 1 (filtered) has stride _2, but the modes before it already reach _4",
    ),
    (
        "complement((4,4):(1,4))",
        "complement of (4,4):(1,4) needs static strides, but mode 0 (coalesced) has the stride 1",
    ),
    (
        "left_inverse((4,4):(1,4))",
        "left_inverse of (4,4):(1,4) needs static strides, but mode 0 (coalesced) has the stride 1",
    ),
    (
        "left_inverse((_4,_4):(_2,_3))",
        "(_4,_4):(_2,_3) has no left inverse: the stride _3 of mode 1 (coalesced) is not a multiple of _2",
    ),
    (
        "logical_divide((_4,_3):(_1,_4), <_2,_3,_4>)",
        "There are 3 modes to apply, but only 2 to apply them to",
    ),
    (
        "zipped_divide((_4,_3):(_1,_4), <_2,_>)",
        "The mode _3 is an integer, not a pair of tile and rest",
    ),
    (
        "zipped_divide((_4,(_3,_2,_2)):(_1,(_4,_12,_24)), <_2,_>)",
        "The mode (_3,_2,_2) has rank 3, not 2: it is no pair of tile and rest",
    ),
    (
        "tile_to_shape((_4,_4):(_4,_1), (_6,_8))",
        "The block (_4,_4) does not divide the target (_6,_8), or it is not known to when C++ compiles",
    ),
    (
        "domain_distribute((4,_3), _6)",
        "domain_distribute needs static integers, but 4 is dynamic",
    ),
    (
        "upcast<4>((_2,_1):(_5,_12))",
        "Neither of the static integers _5 and _4 divides the other",
    ),
    (
        "downcast<2>((_4,_4):(_4,_2))",
        "downcast needs adjacent elements: no stride of (_4,_2) is the static 1",
    ),
    (
        "upcast<0>((_4,_4):(_4,_1))",
        "The factor has to be at least 1, not 0",
    ),
    (
        "Swizzle<3,0,2>{}",
        "Swizzle<3,0,2> is not valid: |S| = 2 is less than B = 3",
    ),
    (
        "upcast<3>(Swizzle<3,0,3>{})",
        "The factor has to be a static power of two, not 3",
    ),
    (
        "make_swizzle<6,1>()",
        "No swizzle moves the bits of 6 onto those of 1",
    ),
    (
        "composition((_8,_8):(_8,_1), Sw<1,0,2> o _1 o _8:_1)",
        "Sw<1,0,2> o _1 o _8:_1 has an offset, and this needs offset _0",
    ),
    (
        "stride(Sw<1,0,2> o _0 o _8:_1)",
        "Sw<1,0,2> o _0 o _8:_1 is a composed layout, which has no strides",
    ),
    (
        "print_tensor(make_tensor(ptr(0), (4,4)))",
        "The data of this tensor is not known",
    ),
    (
        "make_layout_tv((_4,_8):(_8,_1))",
        "make_layout_tv takes 2 arguments, not 1",
    ),
    ("make_layout_like((4,8):(1@0,1@1))", "make_layout_like needs integer strides, and (4,8):(1@0,1@1) answers coordinates; C++ does not compile this"),
    ("make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<_16,_1>{}, Layout<_3,_1>{})", "The atom takes 8 values of a thread at a time, and there are 3 here, which is no multiple of 8"),
    ("tile_to_shape((8):(_1), (_16))", "The block (8) does not divide the target (_16), or it is not known to when C++ compiles"),
    ("5 / 0", "Division by zero: 5 / 0"),
    ("max(())", "There is no mode here"),
    ("take<1,1>((2,4):(1,2))", "The range from mode 1 to mode 1 is empty, and a layout needs at least one mode"),
    ("Sw<0,-1,3>", "Swizzle<0,-1,3> is not valid: M = -1 is negative"),
    ("layout_add(4:F1,4:1)", "4:1 and F1 do not add up: one is an integer, the other a coordinate"),
    ("composition((8:1), Sw<1,0,2> o 0 o 8:1)", "Sw<1,0,2> o 0 o 8:1 has an offset, and this needs offset _0"),
    ("print_layout(_4:_1)", "This needs rank 2, but the rank is 1"),
    ("downcast<2>(_1:_0)", "downcast needs adjacent elements: no stride of _0 is the static 1"),
    ("layout_add((2,3):(5,7),(3,2):(1,11))", "The sum is no layout: no step is even in both (_2,_3) and (_3,_2)"),
    ("layout_add((4,9):(5,7),(6,6):(1,11))", "The sum is no layout: (_4,_9) and (_6,_6) step together only along (_2,_3):(_1,_12), not over all 36 coordinates"),
    ("print_tensor(make_counting_tensor((1099511627776,0):(1,1)))", "The shape (1099511627776,0) has no elements"),
    ("common_refinement((2,3),(3,2))", "No shape refines both: 2 and 3 do not go together at mode 0"),
    ("size<3>((4,8))", "There is no mode 3: the rank is 2, so modes are 0 to 1"),
    ("tiler_to_layout(<_4:_1,_>)", "Mode 1 of the tiler is _, which is all of a mode that is not known here"),
    ("(2,(3,4)):(1,(2,3,4))", "Shape (2,(3,4)) and stride (1,(2,3,4)) do not have the same parentheses, first at get<1>"),
    ("0:F1", "The extent has to be at least 1, not 0"),
    ("tile_unzip((4,8):(1,4),(2,2))", "The mode 4 is an integer, not a pair of tile and rest"),
    ("make_cotiled_copy(Copy_Atom<UniversalCopy<uint64_t>, half_t>{}, Layout<Shape<_32,_4>,Stride<_4,_1>>{}, Layout<_64,_2>{})", "The values of a thread, _4:_1, lie where _64:_2 has nothing"),
    ("9223372036854775807 * 2", "9223372036854775807 * 2 does not fit in 64 bits"),
    ("inner_product((1,2),(1,2,3))", "(1,2) and (1,2,3) do not have the same number of modes"),
    ("layout_add(4:1, 8:1)", "4 has 4 coordinates and 8 has 8: both need as many"),
    ("tile_to_shape((2,4):(4,1), 8)", "There are 2 modes to apply, but only 1 to apply them to"),
    ("E<0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0>{}", "Parentheses nest deeper than 64"),
    ("repeat<100000>(_)", "100000 modes are too many: the limit is 4096"),
    ("crd2idx((1,2),4)", "(1,2) is a tuple, but 4 is a single integer"),
    ("slice((_,1), Sw<1,0,2> o _0 o (Sw<1,0,2> o _0 o (_8,_8):(_8,_1)))", "Sw<1,0,2> o _0 o Sw<1,0,2> o _0 o (_8,_8):(_8,_1) has two swizzles, and this takes one at most"),
    ("size()", "size takes 1 argument, not 0"),
    ("static_assert(false)", "The assertion does not hold"),
    ("2,4", "Several numbers need parentheses around them"),
    ("A = 5 / 0\nA", "A has no value, because its own statement has a mistake"),
    ("4abc", "4abc is neither a number nor a name"),
    ("for i in x:", "The notebook computes values; it does not run the for of a program"),
    ("cosize(LayoutLeft)", "This is LayoutLeft or LayoutRight, but a layout is needed"),
    ("LayoutLeft(4,8)", "LayoutLeft says how strides are generated, it is no function: write make_layout((4,8), LayoutLeft)"),
    ("(_M=8)", "_M cannot name a mode: a letter, then letters, digits and underscores"),
    ("flatten<0>(4)", "flatten takes no arguments in < >"),
    ("(2,_)(1)", "This is a coordinate; only a layout takes a coordinate"),
    ("99999999999999999999", "99999999999999999999 does not fit in 64 bits"),
    ("(8,8) % 8", "% is an operator between integers, and this is an integer or a tuple of integers"),
    ("A = A", "A is defined by itself: nothing above is called A"),
    ("4 ? 5", "? means nothing here"),
    ("size<_>(4)", "The arguments in < > do not fit size"),
    ("((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((4))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))", "This nests deeper than 64 levels"),
    ("(2,4", "This ( is never closed"),
    ("B(3)", "B is not defined yet. Add a line above: B = (4,8)"),
    ("A =", "Expected a number, a tuple or a layout here"),
    ("cute.make_layout((4,8), strid=(8,1))", "make_layout has no argument strid in this place"),
    ("MMA_Atom<SM80_16x8x17_F32F16F16F32_TN>{}", "There is no atom SM80_16x8x17_F32F16F16F32_TN: K is 17; with F16 it may be 8 or 16"),
    ("make_layuot((2,4))", "There is no function make_layuot"),
    ("A", "Nothing is called A"),
    (")", "This ) closes nothing"),
];

#[test]
fn every_refusal_has_its_sentence() {
    let is_chinese = |sentence: &str| sentence.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for (text, sentence) in REFUSALS {
        let evaluation = evaluate(text, Settings::default());
        let found = evaluation.diagnostics();
        let sentences = found.iter().map(|found| diagnostic(found, Tongue::English)).collect::<Vec<_>>();
        assert_eq!(sentences.last().map(String::as_str), Some(*sentence), "{text}");
        assert!(sentences.len() == 1 || text.contains('\n'), "{text}: {sentences:?}");
        assert!(found.iter().all(|found| is_chinese(&diagnostic(found, Tongue::Chinese))), "{text}");
        assert!(found.iter().all(|found| found.span.end <= text.len()), "{text}");
    }
}

/// Kinds of mistakes that no text here is refused for, each with the reason.
const ELSEWHERE: &[(&str, &str)] = &[
    ("SeveralDirections", "layout_add goes on with strides that are coordinates"),
    ("TextTooLong", "`depth_and_length_are_bounded`"),
    ("StatementTooLong", "`depth_and_length_are_bounded`"),
    ("TooManyStatements", "`depth_and_length_are_bounded`"),
    ("Loading", "on a page whose parts have not arrived"),
    ("Nothing", "of a tree that the parser does not make"),
    ("Unknown", "of a program, which says so of a line"),
    ("Remark", "a note, and no mistake"),
    ("Wrong", "said of a value by who checks its laws"),
    ("Algebra", "it holds an error of the algebra"),
];

/// The variants of an enumeration, read off its source.
pub(crate) fn variants(source: &str, name: &str) -> BTreeSet<String> {
    let (_, rest) = source.split_once(&format!("pub enum {name} {{\n")).expect("the enumeration");
    let lines = rest.lines().take_while(|line| *line != "}").filter_map(|line| line.strip_prefix("    "));
    lines.map(word).filter(|word| word.starts_with(|first: char| first.is_ascii_uppercase())).collect()
}

/// The first word of a text.
pub(crate) fn word(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric()).collect()
}

/// Lists what is wrong with the kinds of mistakes: each is found in a text, or excused.
fn missing(kinds: &BTreeSet<String>, found: &BTreeSet<String>) -> Vec<String> {
    let excused = ELSEWHERE.iter().map(|(kind, _)| (*kind).to_string()).collect::<BTreeSet<_>>();
    let unseen = kinds.iter().filter(|kind| !found.contains(*kind) && !excused.contains(*kind));
    let idle = excused.iter().filter(|kind| found.contains(*kind) || !kinds.contains(*kind));
    let unseen = unseen.map(|kind| format!("no text is refused as {kind}"));
    unseen.chain(idle.map(|kind| format!("{kind} needs no excuse"))).collect()
}

#[test]
fn every_kind_of_mistake_is_refused_somewhere() {
    let mut kinds = variants(include_str!("../src/layout/error.rs"), "Error");
    kinds.extend(variants(include_str!("../src/language/notebook/diagnostic.rs"), "DiagnosticKind"));
    let kind_of = |found: &&Diagnostic| match &found.kind {
        DiagnosticKind::Algebra(error) => word(&format!("{error:?}")),
        kind => word(&format!("{kind:?}")),
    };
    let mut found = BTreeSet::new();
    for (text, _) in REFUSALS {
        found.extend(evaluate(text, Settings::default()).diagnostics().iter().map(kind_of));
    }
    let missing = missing(&kinds, &found);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_kind_without_a_text_is_complained_of() {
    let kinds =
        variants("pub enum Error {\n    /// Lost.\n    Lost {\n        by: u8,\n    },\n    Algebra,\n}\n", "Error");
    assert_eq!(kinds, BTreeSet::from(["Lost", "Algebra"].map(str::to_string)));
    assert!(missing(&kinds, &BTreeSet::new()).contains(&"no text is refused as Lost".to_string()));
}
