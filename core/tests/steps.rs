//! Details that operations tell while they work: results that are what they answer, and origins of their leaves.

use colex::evaluate;
use colex::notebook::{Evaluation, Settings, Value};
use colex::operations::explained;
use colex::steps::{CoalesceRule, Origin, Step};
use colex::words::{Tongue, step};

fn page(text: &str) -> Evaluation {
    evaluate(text, Settings { compile_time: true, ..Settings::default() })
}

/// The result that the outermost operation told, and its origins.
fn told(text: &str) -> (String, Vec<Origin>) {
    let steps = page(text).steps(0);
    match steps.last() {
        Some(Step::Leave { result, origins, .. }) => (result.to_string(), origins.clone()),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn every_operation_tells_its_result() {
    for (function, help) in explained().filter(|(function, _)| function.tells) {
        let evaluation = page(help.example);
        let steps = evaluation.steps(0);
        assert!(!steps.is_empty(), "{}", function.name);
        for found in steps.iter() {
            for tongue in [Tongue::English, Tongue::Chinese] {
                assert!(!step(found, tongue).is_empty(), "{found:?}");
            }
        }
        let enters = steps.iter().filter(|step| matches!(step, Step::Enter { .. })).count();
        let leaves = steps.iter().filter(|step| matches!(step, Step::Leave { .. } | Step::Result { .. })).count();
        assert_eq!(enters, leaves, "{}", help.example);
        if let (Some(Value::Layout(layout)), Some(Step::Leave { result, .. })) = (evaluation.value(0), steps.last()) {
            assert_eq!(layout, result, "{}", help.example);
        }
    }
}

#[test]
fn leaves_know_where_they_came_from() {
    let of = |left: Option<usize>, right: Option<usize>| Origin { left: left.map(|leaf| (leaf, leaf)), right };
    let cases = [
        (
            "zipped_divide((8,8):(1,8), <4:1,2:1>)",
            "((_4,_2),(_2,_4)):((_1,_8),(_4,_16))",
            vec![of(Some(0), Some(0)), of(Some(1), Some(1)), of(Some(0), None), of(Some(1), None)],
        ),
        (
            "flat_divide((8,6,5):(1,8,48), <4,2>)",
            "(_4,_2,_2,_3,_5):(_1,_8,_4,_16,_48)",
            vec![of(Some(0), Some(0)), of(Some(1), Some(1)), of(Some(0), None), of(Some(1), None), of(Some(2), None)],
        ),
        (
            "blocked_product((2,5):(5,1), (3,4):(1,3))",
            "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))",
            vec![of(Some(0), None), of(None, Some(0)), of(Some(1), None), of(None, Some(1))],
        ),
        (
            "raked_product((2,5):(5,1), (3,4):(1,3))",
            "((_3,_2),(_4,_5)):((_10,_5),(_30,_1))",
            vec![of(None, Some(0)), of(Some(0), None), of(None, Some(1)), of(Some(1), None)],
        ),
        (
            "composition((6,2):(8,2), (4,3):(3,1))",
            "((_2,_2),_3):((_24,_2),_8)",
            vec![of(Some(0), Some(0)), of(Some(1), Some(0)), of(Some(0), Some(1))],
        ),
        ("coalesce((2,(1,6)):(1,(6,2)))", "_12:_1", vec![Origin { left: Some((0, 2)), right: None }]),
    ];
    for (text, result, origins) in cases {
        assert_eq!(told(text), (result.to_string(), origins), "{text}");
    }
}

#[test]
fn what_is_refused_tells_how_far_it_came() {
    let evaluation = page("composition((4,3):(1,5), 6:1)");
    assert!(evaluation.value(0).is_none());
    assert!(matches!(evaluation.steps(0).last(), Some(Step::ComposeLeaf { leaf: 0, .. })));
}

#[test]
fn a_dynamic_number_keeps_modes_apart_and_says_so() {
    let steps = evaluate("coalesce((_2,4):(_1,_2))", Settings::default()).steps(0);
    let rules = steps.iter().filter_map(|step| match step {
        Step::Coalesce { rule, .. } => Some(*rule),
        _ => None,
    });
    assert_eq!(rules.collect::<Vec<_>>(), [CoalesceRule::Dynamic]);
}

#[test]
fn operations_of_the_algebra_promise_something() {
    use colex::laws::LawKind;
    use colex::operations::promises;
    assert_eq!(promises("composition((6,2):(8,2), (4,3):(3,1))"), [LawKind::Composition, LawKind::Compatible]);
    let silent = ["print", "size", "rank", "make_tensor"];
    for name in silent {
        let (_, help) = explained().find(|(function, _)| function.name == name).expect(name);
        assert!(promises(help.example).is_empty(), "{name}");
    }
    for (function, help) in explained() {
        let ends = |end: &&str| function.name.ends_with(*end);
        if ["_divide", "l_product", "d_product", "t_product", "inverse", "composition"].iter().any(ends) {
            assert!(!promises(help.example).is_empty(), "{}", function.name);
        }
    }
}
