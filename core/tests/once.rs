//! Cost of an edit, counted: an operation is computed for its value and told once more, however many ask.

use colex::evaluate;
use colex::notebook::algebra::calls;
use colex::notebook::{Evaluation, Settings};
use colex::operations::{beyond, consult, contract, scene};

const TEXT: &str = "A = (8,8):(8,1)\nB = zipped_divide(A, (4,2))\nC = coalesce(B)";

/// Counts the operations that something computes.
fn counted<T>(work: impl FnOnce() -> T) -> (u64, T) {
    let before = calls();
    let done = work();
    (calls() - before, done)
}

/// Asks everything that the views ask of a statement.
fn looked_at(evaluation: &Evaluation, statement: usize) {
    assert!(!evaluation.steps(statement).is_empty());
    assert!(contract(evaluation, statement).is_some());
    assert!(scene(evaluation, statement).is_some());
    let _ = (beyond(evaluation, statement), consult(evaluation, statement));
}

#[test]
fn an_operation_is_computed_once_and_told_once() {
    let (first, evaluation) = counted(|| evaluate(TEXT, Settings::default()));
    assert_eq!(first, 2, "a value each");
    let (views, ()) = counted(|| looked_at(&evaluation, 1));
    assert_eq!(views, 1, "the steps are told by computing it once more");
    let (again, ()) = counted(|| looked_at(&evaluation, 1));
    assert_eq!(again, 0, "what was asked is known");
}

#[test]
fn an_edit_computes_what_it_changes() {
    let before = evaluate(TEXT, Settings::default());
    let edited = TEXT.replace("coalesce(B)", "coalesce(A)");
    let (calls, _) = counted(|| {
        let mut after = Evaluation::start(edited.as_str(), Settings::default(), Some(&before));
        while !matches!(
            colex::work::Work::resume(&mut after, &mut colex::work::Budget::new(u64::MAX)),
            colex::work::Progress::Done(())
        ) {}
    });
    assert_eq!(calls, 1);
}
