//! Evaluating: every statement gets a value or a reason, however it is cut into slices, and none takes long.

use colex::composed::AnyLayout;
use colex::layout::Shape;
use colex::nested::{DEPTH_LIMIT, LEAF_LIMIT, Nested};
use colex::notebook::evaluation::TOTAL_LEAF_LIMIT;
use colex::notebook::value::Item;
use colex::notebook::{Evaluation, Settings, Value};
use colex::work::{Budget, Progress, Work};

use crate::{parse, spent};

/// The most work that one statement may be, in units of [`spent`]: about what fits into 50 milliseconds. A statement is
/// what the page cannot interrupt.
pub const STATEMENT_WORK_LIMIT: u64 = 1 << 21;

/// Values print and keep the limits, diagnostics have places and sentences, the value of a statement does not depend on
/// how the work is cut, and no statement is more work than the limit.
pub fn evaluate(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for compile_time in [false, true] {
        let settings = Settings { compile_time, ..Settings::default() };
        let evaluation = in_slices(&text, settings);
        check(&evaluation, &text);
        let whole = colex::evaluate(&text, settings);
        assert!(whole.outcomes().eq(evaluation.outcomes()), "slices and the whole differ");
        // As somebody types: evaluated is the text before an edit, at its end or in its middle.
        let (third, half) = (boundary(&text, text.len() / 3), boundary(&text, text.len() / 2));
        for before in [text[..half].to_string(), format!("{}{}", &text[..third], &text[half..])] {
            let earlier = colex::evaluate(&before, settings);
            let mut taken = Evaluation::start(&*text, settings, Some(&earlier));
            assert_eq!(taken.resume(&mut Budget::new(u64::MAX)), Progress::Done(()));
            let differ = taken.outcomes().zip(evaluation.outcomes()).find(|(taken, fresh)| taken != fresh);
            assert!(differ.is_none(), "after {before:?}: {differ:?}");
        }
    }
}

fn boundary(text: &str, near: usize) -> usize {
    (0..=near).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

fn in_slices(text: &str, settings: Settings) -> Evaluation {
    let mut evaluation = Evaluation::start(text, settings, None);
    loop {
        let done = evaluation.outcomes().len();
        let (progress, units) = spent::spent(|| evaluation.resume(&mut Budget::new(1)));
        if units > STATEMENT_WORK_LIMIT {
            let statement = evaluation.statements().get(done).map_or("", |statement| statement.span.of(text));
            panic!("{units} units of work for {statement:?}");
        }
        match progress {
            Progress::Done(()) => return evaluation,
            Progress::More { done: now, .. } => assert!(now as usize <= done + 1, "one unit is at most one statement"),
        }
    }
}

fn check(evaluation: &Evaluation, text: &str) {
    assert_eq!(evaluation.outcomes().len(), evaluation.statements().len());
    let mut leaves = 0;
    for (statement, outcome) in evaluation.statements().iter().zip(evaluation.outcomes()) {
        let is_silent = outcome.value.is_none() && outcome.diagnostics.is_empty();
        // Statements of a program that are no layout are stepped over.
        if evaluation.program().is_none() {
            assert_eq!(is_silent, statement.is_broken, "{:?}", statement.span.of(text));
        }
        if let Some(value) = &outcome.value {
            let (depth, count) = size(value);
            assert!(depth <= DEPTH_LIMIT && count <= LEAF_LIMIT, "{depth} deep, {count} leaves");
            leaves += count;
            let printed = value.to_string();
            assert!(!printed.is_empty() || matches!(value, Value::Text(_)));
        }
    }
    assert!(leaves <= TOTAL_LEAF_LIMIT, "{leaves} leaves in all");
    let diagnostics = evaluation.diagnostics();
    assert!(diagnostics.is_sorted_by_key(|found| found.span.start));
    diagnostics.into_iter().for_each(|found| parse::diagnostic(found, text));
}

/// The depth of a value's parentheses and the number of its leaves, those of layouts in a tuple included.
fn size(value: &Value) -> (usize, usize) {
    fn below(tree: &Nested<Item>) -> (usize, usize) {
        match tree {
            Nested::Leaf(Item::Layout(layout)) => (layout.depth(), layout.shape().leaf_count()),
            Nested::Leaf(Item::Composed(layout)) => shape_size(AnyLayout::Composed((**layout).clone()).shape()),
            Nested::Leaf(Item::Tensor(tensor)) => shape_size(tensor.layout.shape()),
            Nested::Leaf(_) => (0, 1),
            Nested::Tuple(modes) => modes
                .iter()
                .map(below)
                .fold((1, 0), |(depth, count), (inner, more)| (depth.max(inner + 1), count + more)),
        }
    }
    match value {
        Value::Tuple(tuple) => below(tuple),
        value => value.as_any_layout().map_or((0, 1), |layout| shape_size(layout.shape())),
    }
}

fn shape_size(shape: &Shape) -> (usize, usize) {
    (shape.depth(), shape.leaf_count())
}
