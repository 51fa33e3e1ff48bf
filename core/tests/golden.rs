//! Every recorded answer of CuTe, for the operations that the notebook has.

use std::collections::{BTreeMap, BTreeSet};

use colex::notebook::token::{TokenKind, tokens};
use colex::operations::{Origin, find, origins};
use serde_json::Value as Json;

use crate::compare::{Count, compare, spell};

#[test]
fn every_answer_agrees_with_cute() {
    let text = include_str!("golden/ops.jsonl");
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for line in text.lines() {
        compare(&serde_json::from_str(line).expect("a line of JSON"), &mut counts);
    }
    for (operation, count) in &counts {
        assert!(count.agree > 0 && count.differ == 0 && count.missing == 0, "{operation}:\n{}", count.shown.join("\n"));
    }
}

/// The statement of which a line records what CuTe answered; `None` where it refused, or where no line has one.
fn answered(line: &str) -> Option<String> {
    let case: Json = serde_json::from_str(line).expect("a line of JSON");
    case.get("out")?;
    match case["text"].as_str() {
        Some(text) => Some(text.to_string()),
        None => {
            let arguments = case["args"].as_array()?.iter().filter_map(Json::as_str).collect::<Vec<_>>();
            spell(case["op"].as_str()?, &arguments)
        }
    }
}

/// The operations that a statement names.
fn named(statement: &str) -> impl Iterator<Item = &'static str> {
    let words = tokens(statement).into_iter().filter(|token| token.kind == TokenKind::Name);
    words.filter_map(|token| find(token.span.of(statement))).map(|function| function.name)
}

/// Describes what is wrong with whose an operation is said to be, where these are recorded.
fn complaint(name: &str, origin: Origin, recorded: &BTreeSet<&str>) -> Option<String> {
    match (origin, recorded.contains(name)) {
        (Origin::Cute, false) => Some(format!("{name} is CuTe's, and no answer of CuTe is recorded for it")),
        (Origin::Other(why), true) => Some(format!("{name} is recorded, and is not CuTe's: {why}")),
        _ => None,
    }
}

#[test]
fn every_operation_of_cute_has_an_answer_of_cute() {
    let files = [
        include_str!("golden/ops.jsonl"),
        include_str!("golden/rows.jsonl"),
        include_str!("golden/tma.jsonl"),
        include_str!("golden/fuzz-cpp.jsonl"),
    ];
    let statements = files.into_iter().flat_map(str::lines).filter_map(answered).collect::<Vec<_>>();
    let recorded = statements.iter().flat_map(|statement| named(statement)).collect::<BTreeSet<_>>();
    let found = origins().filter_map(|(function, origin)| complaint(function.name, origin, &recorded));
    let found = found.collect::<Vec<_>>();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn whose_an_operation_is_is_no_empty_word() {
    let recorded = BTreeSet::from(["coalesce"]);
    assert_eq!(complaint("coalesce", Origin::Cute, &recorded), None);
    assert_eq!(complaint("owner", Origin::Other("a view"), &recorded), None);
    let said = complaint("filter", Origin::Cute, &recorded);
    assert_eq!(said.as_deref(), Some("filter is CuTe's, and no answer of CuTe is recorded for it"));
    let said = complaint("coalesce", Origin::Other("a view"), &recorded);
    assert_eq!(said.as_deref(), Some("coalesce is recorded, and is not CuTe's: a view"));
}
