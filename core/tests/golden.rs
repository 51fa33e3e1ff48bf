//! Every recorded answer of CuTe, for the operations that the notebook has.

use std::collections::BTreeMap;

#[path = "../examples/conformance/compare.rs"]
mod compare;

use compare::{Count, compare};

/// Operations of atoms, which are not there yet.
const ABSENT: &[&str] = &[
    "copy_partition_D",
    "copy_partition_S",
    "make_tiled_copy",
    "make_tiled_copy_A",
    "make_tiled_copy_B",
    "make_tiled_copy_C",
    "make_tiled_mma",
    "partition_A",
    "partition_B",
    "partition_C",
    "print_latex_copy",
    "print_latex_mma",
    "print_tiled_copy",
    "print_tiled_mma",
];

#[test]
fn every_answer_agrees_with_cute() {
    let text = include_str!("golden/ops.jsonl");
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for line in text.lines() {
        compare(&serde_json::from_str(line).expect("a line of JSON"), &mut counts);
    }
    assert!(counts.len() >= 141, "operations were lost: {}", counts.len());
    for (operation, count) in counts.iter().filter(|(operation, _)| !ABSENT.contains(&operation.as_str())) {
        assert!(count.agree > 0 && count.differ == 0 && count.missing == 0, "{operation}:\n{}", count.shown.join("\n"));
    }
}
