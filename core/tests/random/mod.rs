//! Random layouts: nested, static and dynamic, with ones, zeros and negative strides.
#![allow(dead_code, reason = "each test takes what it needs")]

use colex::int_tuple::product;
use colex::make::Major;
use colex::{Int, IntTuple, Layout, Nested};
use proptest::prelude::*;

/// Domains are scanned whole, so they are kept small.
pub(crate) const SIZE_LIMIT: i64 = 600;

pub(crate) fn int(values: impl Strategy<Value = i64>) -> impl Strategy<Value = Int> {
    (values, any::<bool>()).prop_map(|(value, known)| if known { Int::constant(value) } else { Int::dynamic(value) })
}

pub(crate) fn extent() -> impl Strategy<Value = Int> {
    int(prop_oneof![1 => Just(1_i64), 4 => 2_i64..6, 1 => 6_i64..14])
}

pub(crate) fn tree(leaf: impl Strategy<Value = Int> + 'static) -> impl Strategy<Value = IntTuple> {
    leaf.prop_map(Nested::Leaf)
        .prop_recursive(3, 7, 4, |inner| prop::collection::vec(inner, 1..4).prop_map(Nested::Tuple))
}

pub(crate) fn shape() -> impl Strategy<Value = IntTuple> {
    tree(extent()).prop_filter("small", |shape| size(shape) <= SIZE_LIMIT)
}

/// The number of coordinates, as a plain number.
pub(crate) fn size(shape: &IntTuple) -> i64 {
    product(shape).map_or(i64::MAX, Int::value)
}

pub(crate) fn stride() -> impl Strategy<Value = Int> {
    int(prop_oneof![Just(0_i64), Just(1), -9_i64..40, Just(64), Just(-17)])
}

/// Any shape with any strides.
pub(crate) fn layout() -> impl Strategy<Value = Layout> {
    shape().prop_flat_map(|shape| {
        let strides = prop::collection::vec(stride(), shape.leaf_count());
        (Just(shape), strides).prop_map(|(shape, strides)| {
            let mut strides = strides.into_iter();
            let stride = shape.map(&mut |_| strides.next().expect("one for each leaf"));
            Layout::with_ints(shape, &stride).expect("congruent")
        })
    })
}

/// Compact layouts: column-major, row-major, or by a random order of the leaves.
pub(crate) fn compact() -> impl Strategy<Value = Layout> {
    shape().prop_flat_map(|shape| {
        let order = Just((0..shape.leaf_count() as i64).collect::<Vec<_>>()).prop_shuffle();
        (Just(shape), order, 0..3).prop_map(|(shape, order, kind)| match kind {
            0 => Layout::compact(shape, Major::Left).expect("fits"),
            1 => Layout::compact(shape, Major::Right).expect("fits"),
            _ => {
                let mut order = order.into_iter();
                let order = shape.map(&mut |_| Int::constant(order.next().expect("one for each leaf")));
                Layout::ordered(shape, &order).expect("fits")
            }
        })
    })
}
