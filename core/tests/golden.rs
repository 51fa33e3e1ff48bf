//! Every recorded answer of CuTe, for the operations that the notebook has.

use std::collections::BTreeMap;

#[path = "../examples/conformance/compare.rs"]
mod compare;

use compare::{Count, compare};

/// Operations that have to be there, each with all of its cases.
const PRESENT: &[&str] = &[
    "print",
    "print_layout",
    "print_latex",
    "rank",
    "depth",
    "size",
    "cosize",
    "coshape",
    "coshape_identity",
    "get",
    "layout",
    "shape",
    "stride",
    "arith",
    "abs",
    "signum",
    "ceil_div",
    "shape_div",
    "product_each",
    "inner_product",
    "elem_less",
    "elem_leq",
    "lex_less",
    "colex_less",
    "evenly_divides",
    "make_layout",
    "make_layout_left",
    "make_layout_right",
    "make_layout_concat",
    "make_ordered_layout",
    "make_layout_like",
    "make_identity_layout",
    "identity_layout_call",
    "compact_col_major",
    "compact_row_major",
    "congruent",
    "weakly_congruent",
    "compatible",
    "weakly_compatible",
    "idx2crd",
    "idx2crd_stride",
    "crd2idx",
    "crd2idx_shape",
    "crd2crd",
    "get_hier_coord",
    "get_flat_coord",
    "get_1d_coord",
    "layout_call",
    "layout_table",
    "flatten",
    "unflatten",
    "select",
    "take",
    "append",
    "append_n",
    "prepend",
    "prepend_n",
    "replace",
    "group",
    "zip",
    "zip2",
    "slice",
    "dice",
    "slice_and_offset",
];

#[test]
fn every_answer_agrees_with_cute() {
    let text = include_str!("golden/ops.jsonl");
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for line in text.lines() {
        // Swizzled layouts are not there yet.
        if !line.contains("Sw<") {
            compare(&serde_json::from_str(line).expect("a line of JSON"), &mut counts);
        }
    }
    for operation in PRESENT {
        let count = counts.get(*operation).unwrap_or_else(|| panic!("no case of {operation}"));
        assert!(count.agree > 0 && count.differ == 0 && count.missing == 0, "{operation}:\n{}", count.shown.join("\n"));
    }
}
