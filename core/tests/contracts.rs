//! The laws against every recorded answer of CuTe: what is marked as not the mathematical answer is refuted, and what is
//! right is not.

use colex::evaluate;
use colex::laws::{Contract, LawKind, Premise, Reason, Verdict};
use colex::notebook::Settings;
use colex::operations::contract;
use colex::words::Tongue;
use colex::work::{Budget, Progress, Work, finish};
use serde_json::Value as Json;

use crate::compare;

/// Answers that no flag marks and that are not the mathematical ones: the statement, the law, and why CuTe accepts it.
const UNMARKED: &[(&str, LawKind, &str)] = &[
    (
        "tiled_product(((_8),_4):((_1),_24), (_2,_2):(_2,_1))",
        LawKind::CopiesApart,
        "modes of B carry into each other: (2,2):(2,1) over the complement (3,2):(8,96), whose 3 does not divide 4",
    ),
    (
        "composition(((6),6):((6),1), 5:3)",
        LawKind::Compatible,
        "nothing is checked where a number is dynamic: of 5 elements 4 remain",
    ),
];

/// Which laws need not hold where: a violated precondition that CuTe does not check.
const EXCUSES: &[(LawKind, Premise, &str)] = &[
    (LawKind::Composition, Premise::Divisible, "C++ checks less than that"),
    (LawKind::Copies, Premise::Divisible, "the complement has no such steps"),
    (LawKind::Composition, Premise::Apart("B"), "modes of B carry into each other"),
    (LawKind::Composition, Premise::Within, "the last mode of A goes on; an inner one that does not divide carries"),
    (LawKind::SameIndices, Premise::Divides, "sizes round up"),
    (LawKind::Divide, Premise::Divides, "sizes round up"),
    (LawKind::Tile, Premise::Divides, "sizes round up"),
    (LawKind::Covers, Premise::Reach("A"), "the gap before a stride is rounded down"),
    (LawKind::Covers, Premise::Target, "a tuple of a cotarget is divided mode by mode"),
    (LawKind::Bounded, Premise::Target, "a tuple of a cotarget is divided mode by mode"),
    (LawKind::LeftInverse, Premise::NotNegative("A"), "negative strides make shapes that are none"),
    (LawKind::LeftInverseExact, Premise::NotNegative("A"), "negative strides make shapes that are none"),
    (LawKind::LeftInverseExact, Premise::Injective("A"), "two coordinates have one index"),
    (LawKind::Found, Premise::InRange, "remainders bring any index into the shape"),
    (LawKind::Compact, Premise::Orders, "equal orders overlap"),
    (LawKind::Compact, Premise::Injective("A"), "strides of zero stay"),
    (LawKind::Recast, Premise::StaticNumbers, "a dynamic stride is divided and its extent stays"),
];

fn of(statement: &str) -> Option<Contract> {
    contract(&evaluate(statement, Settings::default()), 0)
}

fn verdicts(contract: &Contract) -> Vec<(LawKind, Verdict)> {
    contract.laws.iter().map(|law| (law.kind, finish(law.check(), u64::MAX).expect("ends"))).collect()
}

#[test]
fn every_law_agrees_with_cute() {
    let (mut lines, mut marked, mut unmarked) = (0, 0, 0);
    let mut used = vec![false; EXCUSES.len()];
    for line in include_str!("golden/ops.jsonl").lines() {
        let case: Json = serde_json::from_str(line).expect("a line of JSON");
        let operation = case["op"].as_str().unwrap_or_default();
        let arguments = case["args"].as_array().map(Vec::as_slice).unwrap_or_default();
        let arguments = arguments.iter().map(|argument| argument.as_str().unwrap_or_default()).collect::<Vec<_>>();
        let Some(statement) = compare::spell(operation, &arguments) else { continue };
        let Some(contract) = of(&statement) else { continue };
        let verdicts = verdicts(&contract);
        lines += usize::from(!verdicts.is_empty());
        let is_marked = case["functional"].as_bool() == Some(false);
        if is_marked {
            marked += 1;
            let example = verdicts.iter().find_map(|(_, verdict)| verdict.example());
            assert!(example.is_some(), "{statement} is not refuted: {verdicts:?}");
        }
        for (kind, verdict) in verdicts {
            match verdict {
                Verdict::Holds { .. } => {}
                Verdict::Fails(_) if is_marked => {}
                Verdict::Fails(_) => {
                    let known = UNMARKED.iter().any(|(known, law, _)| *known == statement && *law == kind);
                    assert!(known, "{kind:?} of {statement}: {verdict:?}");
                    unmarked += 1;
                }
                Verdict::DoesNotApply { reason: Reason::Violated(premise, _) | Reason::Unmet(premise), .. } => {
                    let known = EXCUSES.iter().position(|(law, known, _)| *law == kind && *known == premise);
                    used[known.unwrap_or_else(|| panic!("{kind:?} of {statement}: {premise:?}"))] = true;
                }
                other => panic!("{kind:?} of {statement}: {other:?}"),
            }
        }
    }
    assert_eq!(unmarked, UNMARKED.len());
    let unused = EXCUSES.iter().zip(&used).filter(|(_, used)| !**used).map(|(excuse, _)| excuse).collect::<Vec<_>>();
    assert!(unused.is_empty(), "{unused:?}");
    assert!(marked == 30 && lines > 2000, "{marked} {lines}");
}

#[test]
fn the_first_counter_example_has_all_its_numbers() {
    let contract = of("composition((_4,_3):(_1,_5), _4:_3)").unwrap();
    assert_eq!(contract.operation, "composition");
    let operands = contract.operands.iter().map(|(letter, value)| format!("{letter} = {value}")).collect::<Vec<_>>();
    assert_eq!(operands, ["A = (_4,_3):(_1,_5)", "B = _4:_3", "R = (_2,_2):(_3,_5)"]);
    let found = verdicts(&contract);
    let Some(colex::laws::CounterExample::Differ { at, linear, left, right }) = found[0].1.example() else {
        panic!("{found:?}")
    };
    assert_eq!((at.as_str(), *linear), ("2", 2));
    assert_eq!((left.functions.as_slice(), left.values.as_slice()), (&["R"][..], &["5".to_string()][..]));
    assert_eq!((right.functions.as_slice(), right.values.as_slice()), (&["A", "B"][..], &["6".into(), "7".into()][..]));
}

#[test]
fn what_leaves_the_domain_is_shown_and_excused() {
    let found = verdicts(&of("composition((_4,_3,_2):(_1,_5,_100), _6:_12)").unwrap());
    assert!(matches!(found[0].1, Verdict::Holds { checked: 6 }), "{found:?}");
    let found = verdicts(&of("composition((_4,_2):(_1,_8), (_4,_4):(_1,_4))").unwrap());
    assert!(matches!(found[0].1, Verdict::Holds { checked: 16 }), "the last mode goes on: {found:?}");
    let found = verdicts(&of("composition((4,2,2):(1,8,32), 8:4)").unwrap());
    assert!(matches!(found[0].1, Verdict::Holds { .. }), "{found:?}");
}

#[test]
fn checks_are_cut_into_slices_and_end_at_a_bound() {
    let contract = of("coalesce((4096,4096):(1,4096))").unwrap();
    let law = &contract.laws[0];
    assert_eq!(law.kind.equation(), "R(i) = A(i)");
    let mut check = law.check();
    let mut before = 0;
    let verdict = loop {
        match check.resume(&mut Budget::new(1 << 20)) {
            Progress::Done(verdict) => break verdict,
            Progress::More { done, total } => {
                assert!(done > before && total == Some(1 << 24));
                before = done;
            }
        }
    };
    assert_eq!(verdict, Verdict::Unfinished { checked: colex::laws::ELEMENT_LIMIT, total: 1 << 24 });
}

#[test]
fn a_domain_as_large_as_the_bound_is_checked_whole() {
    let found = verdicts(&of("coalesce((2048,2048):(1,4096))").unwrap());
    assert_eq!(found[0].1, Verdict::Holds { checked: colex::laws::ELEMENT_LIMIT });
    let found = verdicts(&of("logical_divide(_24:_1, _4)").unwrap());
    assert_eq!(found[0], (LawKind::SameIndices, Verdict::Holds { checked: 24 }));
    let found = verdicts(&of("logical_divide((1024,1024):(1,1024), 4)").unwrap());
    assert!(matches!(found[0].1, Verdict::Unfinished { checked: 0, .. }), "too many to remember: {found:?}");
}

#[test]
fn a_layout_of_many_leaves_costs_more() {
    let layout = format!("({}):({})", ["2"; 40].join(","), ["1"; 40].join(","));
    let contract = of(&format!("coalesce({layout})")).unwrap();
    let mut budget = Budget::new(3 * (1 << 20));
    let Progress::More { done, .. } = contract.laws[0].check().resume(&mut budget) else { panic!("too easy") };
    assert_eq!((done, budget.left()), (1 << 20, 0), "80 leaves are three units");
    let verdict = finish(contract.laws[0].check(), u64::MAX).unwrap();
    assert_eq!(verdict, Verdict::Unfinished { checked: colex::laws::ELEMENT_LIMIT / 3, total: 1 << 40 });
}

#[test]
fn other_spellings_have_the_same_contract() {
    let cases = [
        ("(_4,_3):(_1,_5) o _4:_3", "composition"),
        ("A = (_4,_3):(_1,_5)\nA.compose(_4:_3)", "composition"),
        ("print(composition((_4,_3):(_1,_5), _4:_3))", "composition"),
        ("A = (_4,_3):(_1,_5)\nB = _4:_3\nB = (A o B)", "composition"),
    ];
    for (text, operation) in cases {
        let evaluation = evaluate(text, Settings::default());
        let last = evaluation.statements().len() - 1;
        let contract = contract(&evaluation, last).unwrap();
        assert_eq!(contract.operation, operation, "{text}");
        assert!(verdicts(&contract)[0].1.example().is_some(), "{text}");
    }
    assert!(of("(4,2):(1,4)").is_none());
    assert!(of("composition((_4,_3):(_1,_5), _6:_1)").is_none(), "what is refused promises nothing");
}

#[test]
fn verdicts_are_sentences() {
    let cases = [
        (
            "composition((_4,_3):(_1,_5), _4:_3)",
            0,
            "Does not hold here: R(2) = 5, but A(B(2)) = A(6) = 7. It holds where strides and extents of B divide the \
             extents of A that they meet, or are multiples of them, but stride of B = 3 and extent of A = 4",
            "此处不成立：R(2) = 5，而 A(B(2)) = A(6) = 7。前提：B 的步长与长度整除所遇 A 的长度，或为其倍数，而 B 的步长 = 3 和 A 的长度 \
             = 4",
        ),
        ("coalesce((_2,_4):(_1,_2))", 0, "Holds at all 8", "8 处全部成立"),
        (
            "logical_divide(_10:_1, _4)",
            0,
            "Does not hold here: R(2,2) = 10, which R reaches once and A never. It holds where the \
             tiler divides A, but size(R) = 12 and size(A) = 10",
            "此处不成立：R(2,2) = 10，R 到达它 1 次，A 到达它 0 次。前提：tiler 整除 A，而 size(R) = 12 和 size(A) = 10",
        ),
        (
            "left_inverse((_4,_2):(_1,_0))",
            1,
            "Does not hold here: R(A(0,1)) = R(0) = 0, but (0,1) = 4. It holds where A is injective, but \
             A(0,0) = A(0,1) = 0",
            "此处不成立：R(A(0,1)) = R(0) = 0，而 (0,1) = 4。前提：A 是单射，而 A(0,0) = A(0,1) = 0",
        ),
    ];
    for (statement, law, english, chinese) in cases {
        let found = verdicts(&of(statement).unwrap());
        assert_eq!(colex::words::verdict(&found[law].1, Tongue::English), english);
        assert_eq!(colex::words::verdict(&found[law].1, Tongue::Chinese), chinese);
    }
}

#[test]
fn letters_are_the_notebooks_own_names() {
    let settings = Settings { compile_time: true, ..Settings::default() };
    // Each law of the last line as an equation and as a title, in the notebook's names.
    let cases: &[(&str, &[&str], &str)] = &[
        (
            "A = (6,2):(8,2)\nB = composition(A, (4,3):(3,1))",
            &["B(c) = A(rhs(c))", "compatible(rhs, B)"],
            "First rhs, then A",
        ),
        ("composition(20:2, (4,5):(5,1))", &["result(c) = A(B(c))", "compatible(B, result)"], "First B, then A"),
        (
            "outer = 20:2\ninner = (4,5):(5,1)\nC = outer o inner",
            &["C(c) = outer(inner(c))", "compatible(inner, C)"],
            "",
        ),
        ("B = 8:1\ncomposition(B, 4:2)", &["result(c) = B(rhs(c))", "compatible(rhs, result)"], "First rhs, then B"),
        ("A = 8:3\nR = logical_divide(A, 4:2)", &["#{i: R(i) = k} = #{i: A(i) = k}", "R(x,0) = A(tiler(x))"], ""),
        ("B = left_inverse((4,2):(2,1))", &["layout(B(layout(i))) = layout(i)", "B(layout(i)) = i"], ""),
        ("A = 4:1\nrest = complement(A, 24)", &["A(x) ≠ rest(y), y > 0", "rest(y) < rest(y+1)"], ""),
        ("A = (2,2):(4,1)\nlogical_product(A, 6:1)", &["result(x,0) = A(x)", "result(0,y) = A*(copies(y))"], ""),
        ("B = (4,8)\nA = (4,(2,4))\ncompatible(B, A)", &["size(B) = size(A)", "idx2crd(i,B) ∈ A"], ""),
    ];
    for (text, expected, wanted) in cases {
        let evaluation = evaluate(text, settings);
        let found =
            contract(&evaluation, evaluation.statements().len() - 1).unwrap_or_else(|| panic!("{text}: no laws"));
        let equations = found.laws.iter().map(|law| colex::words::equation(law.kind, &found.letters, Tongue::English));
        let equations = equations.collect::<Vec<_>>();
        assert!(expected.iter().all(|wanted| equations.iter().any(|own| own == wanted)), "{text}: {equations:?}");
        let title = colex::words::law(found.laws[0].kind, Tongue::English);
        let title = colex::words::in_names(title, &found.letters, Tongue::English);
        assert!(wanted.is_empty() || title == *wanted, "{text}: {title}");
    }
    let evaluation = evaluate("B = left_inverse((_4,_2):(_1,_0))", settings);
    let found = contract(&evaluation, 0).expect("laws");
    let verdict = &verdicts(&found)[1].1;
    let said = |tongue| colex::words::in_names(&colex::words::verdict(verdict, tongue), &found.letters, tongue);
    assert!(said(Tongue::English).starts_with("Does not hold here: B(layout(0,1)) = B(0) = 0, but (0,1) = 4."));
    assert!(said(Tongue::Chinese).starts_with("此处不成立：B(布局(0,1)) = B(0) = 0"));
}

#[test]
fn the_examples_of_the_functions_keep_their_laws() {
    let mut laws = 0;
    for (_, help) in colex::operations::explained() {
        let Some(contract) = of(help.example) else { continue };
        for (kind, verdict) in verdicts(&contract) {
            assert!(verdict.example().is_none(), "{kind:?} of {}: {verdict:?}", help.example);
            assert!(!kind.equation().is_empty() && !colex::words::law(kind, Tongue::Chinese).is_empty());
            laws += 1;
        }
    }
    assert!(laws > 60, "{laws}");
}
