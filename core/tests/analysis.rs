//! Questions asked of layouts as functions: each question, its answer, and why there is none.

use colex::evaluate;
use colex::notebook::Settings;
use colex::words::{self, Tongue};

/// A question and its answer.
const ANSWERS: [(&str, &str); 43] = [
    ("functionally_equal((4,2):(1,4), 8:1)", "true"),
    ("functionally_equal((4,2):(2,1), 8:1)", "false"),
    ("functionally_equal((4,2):(1,4), 4:1)", "false"),
    ("functionally_equal(Sw<1,0,2> o _0 o (4,4):(4,1), (4,4):(4,1))", "false"),
    // A layout that comes last may join what strides keep apart.
    ("functionally_equal(make_composed_layout((4):(0),0,(4):(1)), make_composed_layout((4):(0),0,(4):(2)))", "true"),
    ("functionally_equal(make_composed_layout((2,4):(0,1),0,8:1), make_composed_layout((2,4):(1,1),0,8:1))", "false"),
    ("is_injective(make_composed_layout((2,4):(0,1),0,8:1))", "false"),
    ("image(make_composed_layout((2,4):(0,3),1,8:1))", "(0,3,6,9,12)"),
    ("bank_conflicts(make_composed_layout((32,32):(32,1),0,(32,1):(1,32)), float)", "31"),
    ("is_injective((4,8):(8,1))", "true"),
    ("is_injective((4,8):(1,2))", "false"),
    ("is_injective((1048576,8):(1,1048576))", "true"),
    ("is_injective((1048576,8):(1,3))", "false"),
    ("is_surjective((4,8):(1,2))", "true"),
    ("is_surjective((4,8):(1,8))", "false"),
    ("is_surjective((4,8):(1,8), 4)", "true"),
    ("is_bijective((4,8):(8,1))", "true"),
    ("is_bijective(Sw<2,0,3> o _0 o (8,8):(8,1))", "true"),
    ("is_bijective((4,8):(8,1), 33)", "false"),
    ("is_contiguous((4,8):(16,1))", "false"),
    ("is_contiguous((4,8):(-1,4))", "true"),
    ("image((2,3):(1,4))", "(0,1,4,5,8,9)"),
    ("image((_2,_2):(_0,_3))", "(_0,_3)"),
    ("footprint((4,8):(16,1))", "56"),
    ("footprint((4,8):(16,1), half_t)", "112"),
    ("bank_conflicts((32,1):(32,1), float)", "31"),
    ("bank_conflicts((32,1):(33,1), float)", "0"),
    ("bank_conflicts(32:1, double)", "0"),
    ("sectors((32,1):(1,1), float)", "4"),
    ("sectors(32:32, float)", "32"),
    ("widest_vector((32,8):(8,1), half_t)", "8"),
    ("widest_vector((32,4):(1,32), float)", "1"),
    ("owner(((4,8),(2,2)):((32,1),(16,8)), 17)", "(4,1)"),
    ("owner((4,8):(0,1), 3)", "((0,3),(1,3),(2,3),(3,3))"),
    ("owner(make_identity_layout((4,8)), (2,3))", "(2,3)"),
    ("holds(((4,8),(2,2)):((32,1),(16,8)), 5)", "(33,49,41,57)"),
    ("bases(Sw<1,0,2> o _0 o (4,4):(4,1))", "((5,8),(1,2))"),
    ("linear_layout(((4,8),(1,2)))", "(4,4):(4,1)"),
    ("linear_layout(bases(Sw<1,0,2> o _0 o (4,4):(4,1)))", "Sw<1,0,2> o _0 o (4,4):(4,1)"),
    ("linear_layout((((0,1),(0,2)),((1,0),(2,0))), (4,4))", "(4,4):(4,1)"),
    ("f2_matrix((2,4):(4,1))", "((0,1,0),(0,0,1),(1,0,0))"),
    ("from_f2_matrix(f2_matrix((2,4):(4,1)))", "(2,4):(4,1)"),
    ("explain((4,8):(8,1)(2,3))", "2·8 = 16\n3·1 = 3\n16 + 3 = 19\n(4,8):(8,1)(2,3) = 19"),
];

#[test]
fn questions_have_answers() {
    for (question, answer) in ANSWERS {
        let evaluation = evaluate(question, Settings::default());
        assert_eq!(evaluation.value(0).map(ToString::to_string).as_deref(), Some(answer), "{question}");
    }
}

/// A question without an answer, and a part of the sentence that says why.
const REFUSALS: [(&str, &str); 6] = [
    ("bases((3,4):(1,3))", "the extent 3 is no power of two"),
    ("bases((4,4):(1,1))", "at 5 its index is 2"),
    ("linear_layout((1,1,1))", "No CuTe layout has the bases (1,1,1)"),
    ("image((100,100):(1,100))", "too many"),
    ("holds((4,8):(0,1), 4)", "too many"),
    ("is_injective((1048576,3):(2,3))", "too many"),
];

#[test]
fn what_has_no_answer_says_why() {
    for (question, why) in REFUSALS {
        let evaluation = evaluate(question, Settings::default());
        let said = evaluation
            .diagnostics()
            .first()
            .map(|diagnostic| words::diagnostic(diagnostic, Tongue::English))
            .unwrap_or_default();
        assert!(evaluation.value(0).is_none() && said.contains(why), "{question}: {said}");
    }
}
