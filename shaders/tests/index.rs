//! The index of a layout as an expression is the index that the algebra gives.

mod common;

use colex::coordinate::{Coordinate, Slot};
use colex::{AnyLayout, Int, Nested};
use colex_shaders::expression::{Expressions, Range};
use colex_shaders::index::{Bounds, index};
use colex_shaders::kernel::Refusal;
use common::{LAYOUTS, layout, layouts};
use proptest::prelude::*;

/// Compares every index (of a large layout the first few thousand), for 1-D coordinates and for one of each mode.
fn check(layout: &AnyLayout) {
    let bounds = match Bounds::of(layout) {
        Ok(bounds) => bounds,
        Err(Refusal::NegativeIndex { .. } | Refusal::IndexTooWide { .. }) => return,
        Err(refusal) => panic!("{layout}: {refusal:?}"),
    };
    let mut all = Expressions::new();
    let whole = all.variable("i", Range::up_to(bounds.elements - 1));
    let from_one = index(&mut all, layout, &[whole]).expect("an index");
    let sizes = (0..layout.rank())
        .map(|mode| layout.at(&[mode]).and_then(|mode| mode.size()).expect("a size").value() as u32)
        .collect::<Vec<_>>();
    let each = sizes.iter().map(|size| all.variable("m", Range::up_to(size - 1))).collect::<Vec<_>>();
    let from_each = (each.len() > 1).then(|| index(&mut all, layout, &each).expect("an index"));
    for i in 0..bounds.elements.min(4096) {
        let Ok(Nested::Leaf(expected)) = layout.index(&Coordinate::Leaf(Slot::Int(Int::dynamic(i.into())))) else {
            panic!("{layout} has no index for {i}");
        };
        let mut rest = i;
        let mut variables = vec![i];
        for size in &sizes {
            variables.push(rest % size);
            rest /= size;
        }
        for expression in [Some(from_one), from_each].into_iter().flatten() {
            let answer = all.evaluate(expression, &variables).expect("every variable");
            assert_eq!(i64::from(answer), expected.value(), "{layout} at {i}");
            assert!(u64::from(answer) < bounds.cosize, "{layout} at {i}");
            assert!(all.range(expression).contains(answer), "{layout} at {i}");
        }
    }
}

#[test]
fn the_table_of_layouts() {
    LAYOUTS.iter().for_each(|text| check(&layout(text)));
}

proptest! {
    #[test]
    fn random_layouts(layout in layouts()) {
        check(&layout);
    }
}

#[test]
fn what_no_buffer_is_indexed_by() {
    assert_eq!(Bounds::of(&layout("(4,8):(-1,4)")), Err(Refusal::NegativeIndex { smallest: -3 }));
    assert_eq!(Bounds::of(&layout("(4,8):(8,1)")), Ok(Bounds { elements: 32, cosize: 32 }));
    let mut all = Expressions::new();
    let i = all.variable("i", Range::up_to(3));
    let refusal = index(&mut all, &layout("(4,8,2):(8,1,32)"), &[i, i]).expect_err("two of three");
    assert!(matches!(refusal, Refusal::WrongRank { rank: 3, needed: 2, .. }), "{refusal:?}");
}
