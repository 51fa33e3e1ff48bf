//! Every recorded answer of CuTe, for the operations that the notebook has.

use std::collections::BTreeMap;

use crate::compare::{Count, compare};

#[test]
fn every_answer_agrees_with_cute() {
    let text = include_str!("golden/ops.jsonl");
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for line in text.lines() {
        compare(&serde_json::from_str(line).expect("a line of JSON"), &mut counts);
    }
    assert!(counts.len() >= 141, "operations were lost: {}", counts.len());
    for (operation, count) in &counts {
        assert!(count.agree > 0 && count.differ == 0 && count.missing == 0, "{operation}:\n{}", count.shown.join("\n"));
    }
}
