//! Edits of a layout's tree, whose modes have names.

use colex::evaluate;
use colex::notebook::Settings;
use colex::notebook::value::without_underscores;
use colex_document::edit::{self, TreeEdit};
use colex_document::words::edit_sentence;

#[test]
fn edits_of_the_tree_keep_names() {
    let text = "(M=8,K=(a=2,b=2)):(4,(1,2))";
    let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
    let layout = evaluation.value(0).and_then(|value| value.as_layout().cloned()).expect("a layout");
    let names = evaluation.names(0).expect("names");
    let cases = [
        (TreeEdit::SetShape { path: vec![0], value: 5 }, "(M=5,K=(a=2,b=2)):(4,(1,2))"),
        (TreeEdit::Add { path: vec![0] }, "(M=8,2,K=(a=2,b=2)):(4,32,(1,2))"),
        (TreeEdit::Add { path: vec![1, 0] }, "(M=8,K=(a=2,2,b=2)):(4,(1,32,2))"),
        (TreeEdit::Remove { path: vec![0] }, "(K=(a=2,b=2)):((1,2))"),
        (TreeEdit::Remove { path: vec![1, 0] }, "(M=8,K=(b=2)):(4,(2))"),
        (TreeEdit::Move { path: vec![1], to: 0 }, "(K=(a=2,b=2),M=8):((1,2),4)"),
        (TreeEdit::Group { path: vec![], begin: 0, end: 2 }, "((M=8,K=(a=2,b=2))):((4,(1,2)))"),
        (TreeEdit::Ungroup { path: vec![1] }, "(M=8,a=2,b=2):(4,1,2)"),
        (TreeEdit::Name { path: vec![0], name: Some("N".into()) }, "(N=8,K=(a=2,b=2)):(4,(1,2))"),
        (TreeEdit::Name { path: vec![1], name: None }, "(M=8,(a=2,b=2)):(4,(1,2))"),
    ];
    for (edit, expected) in cases {
        let edited = edit::apply(&layout, &edit).expect("a layout");
        let named = edit::apply_to_names(names, &edit).expect("names");
        assert_eq!(without_underscores(&named.written_layout(&edited)), expected, "{edit:?}");
    }
    let taken = TreeEdit::Name { path: vec![0], name: Some("K".into()) };
    let refused = edit::apply_to_names(names, &taken).expect_err("taken");
    assert_eq!(edit_sentence(&refused, false), "Two modes in the same parentheses are called K.");
}
