//! What the algebra refuses, and the sentence it gives: the condition, the mode, the numbers.

use colex::evaluate;
use colex::notebook::Settings;
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
];

#[test]
fn every_refusal_has_its_sentence() {
    for (statement, sentence) in REFUSALS {
        let evaluation = evaluate(statement, Settings::default());
        let found = evaluation.diagnostics();
        let sentences = found.iter().map(|found| diagnostic(found, Tongue::English)).collect::<Vec<_>>();
        assert_eq!(sentences, [*sentence], "{statement}");
        assert!(found.iter().all(|found| !diagnostic(found, Tongue::Chinese).is_empty()), "{statement}");
        assert!(found.iter().all(|found| found.span.end <= statement.len()), "{statement}");
    }
}
