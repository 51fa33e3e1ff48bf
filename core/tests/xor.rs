//! Layouts over F2: what they answer, by the definition, and the laws of their operations on random ones.

use colex::coordinate::{Coordinate, Slot};
use colex::evaluate;
use colex::nested::Nested;
use colex::notebook::Settings;
use colex::notebook::value::Value;
use colex::xor::XorLayout;
use colex::{Int, Layout};
use proptest::prelude::*;

/// Returns what the last statement prints.
fn printed(text: &str) -> String {
    let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
    let last = evaluation.statements().len() - 1;
    match evaluation.value(last) {
        Some(value) => value.to_string().replace('_', ""),
        None => format!("{:?}", evaluation.outcome(last).map(|found| &found.diagnostics)),
    }
}

#[test]
fn strides_over_f2_are_written_read_and_asked() {
    for (text, expected) in [
        ("(8,8):(F1,F9)", "(8,8):(F1,F9)"),
        ("L = (4,8):(F1,F8)\nL(2,1)", "F10"),
        ("L = (4,8):(F1,F8)\nL(6)", "F10"),
        ("L = (4,8):(F1,F8)\nL(0,0)", "F0"),
        ("16:F9", "16:F9"),
        ("stride((8,8):(F1,F9))", "(F1,F9)"),
        ("shape((8,8):(F1,F9))", "(8,8)"),
        ("size((4,(4,3)):(F1,(F5,F16)))", "48"),
        ("coalesce((4,4):(F1,F4))", "16:F1"),
        ("coalesce((4,4):(F3,F12))", "16:F3"),
        ("coalesce((3,4):(F1,F3))", "(3,4):(F1,F3)"),
        ("coalesce((1,4):(F7,F1))", "4:F1"),
        // The paper's swizzle is its own right inverse.
        ("right_inverse((8,8):(F1,F9))", "(8,8):(F1,F9)"),
        ("right_inverse((8,8):(F9,F1))", "(8,8):(F8,F9)"),
        ("right_inverse((4,(4,3)):(F1,(F5,F16)))", "(4,4,3):(F1,F5,F16)"),
        ("right_inverse((4,8):(F1,0))", "4:F1"),
        ("right_inverse(8:F2)", "1:0"),
        // Any other profile leaves alone what it has no number for.
        ("coalesce_z(((2,(1,6)),(3,4,1)):((1,(6,2)),(100,300,0)),(_,1))", "((2,(1,6)),(12,1)):((1,(6,2)),(100,0))"),
        ("left_inverse((8,8):(F1,F9))", "(8,8):(F1,F9)"),
        ("layout_add(16:F9,16:0)", "16:F9"),
        ("layout_add(16:0,(4,4):(F1,F4))", "16:F1"),
        ("layout_add((4,4):(F1,F8),16:F9)", "(4,4):(F8,F44)"),
        ("layout_add((4,4):(F1,F8),(4,4):(F1,F8))", "16:F0"),
        // As a swizzle it is a layout to all other operations.
        ("composition((8,8):(F1,F9),(4,2):(1,8))", "Sw<3,0,3> o 0 o (4,2):(1,8)"),
        ("F3", "F3"),
        ("F1 = 4\nF1", "4"),
    ] {
        assert_eq!(printed(text), expected, "{text}");
    }
}

#[test]
fn what_does_not_go_over_f2_is_refused() {
    for text in [
        "(8,8):(F1,8)",
        "layout_add(16:F1,16:1)",
        "layout_add(16:F1,8:F1)",
        "layout_add(9:F1,(3,3):(F2,F4))",
        "(8,8):F1",
        "(4,4):(F1,F9223372036854775807)",
        "4:F99999999999999999999",
        "0:F1",
        "-4:F1",
    ] {
        let evaluation = evaluate(text, Settings::default());
        assert!(
            evaluation.value(0).is_none() && !evaluation.diagnostics().is_empty(),
            "{text}: {:?}",
            evaluation.value(0)
        );
    }
}

/// The product without carries, digit by digit.
fn product(left: i64, right: i64) -> i64 {
    let bits = (0..32).flat_map(|a| (0..32).map(move |b| (a, b)));
    bits.filter(|(a, b)| left >> a & 1 == 1 && right >> b & 1 == 1).fold(0, |sum, (a, b)| sum ^ (1 << (a + b)))
}

/// The index of a 1-D coordinate by the definition.
fn at(layout: &XorLayout, mut coordinate: i64) -> i64 {
    let leaves = layout.shape().leaves().into_iter().zip(layout.stride().leaves());
    leaves.fold(0, |sum, (extent, stride)| {
        let digit = coordinate % extent.value();
        coordinate /= extent.value();
        sum ^ product(digit, *stride)
    })
}

fn index(layout: &XorLayout, coordinate: i64) -> i64 {
    let coordinate: Coordinate = Nested::Leaf(Slot::Int(Int::constant(coordinate)));
    layout.index(&coordinate).expect("an index")
}

fn of(modes: &[(i64, i64)]) -> XorLayout {
    let extents = modes.iter().map(|(extent, _)| Nested::Leaf(Int::constant(*extent))).collect();
    let strides = modes.iter().map(|(_, stride)| Nested::Leaf(*stride)).collect();
    XorLayout::new(Nested::Tuple(extents), Nested::Tuple(strides)).expect("a layout")
}

fn modes(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::collection::vec((prop::sample::select(vec![1_i64, 2, 3, 4, 8]), 0_i64..80), count)
}

proptest! {
    #[test]
    fn a_layout_answers_by_the_definition_and_coalesces_to_the_same(modes in modes(1..5)) {
        let layout = of(&modes);
        let coalesced = layout.coalesce().expect("coalesces");
        for i in 0..layout.size().expect("a size") {
            prop_assert_eq!(index(&layout, i), at(&layout, i));
            prop_assert_eq!(index(&layout, i), index(&coalesced, i), "{} of {} at {}", coalesced, layout, i);
        }
        let again = printed(&layout.to_string());
        prop_assert_eq!(again, layout.to_string().replace('_', ""));
    }

    #[test]
    fn as_a_swizzle_it_is_the_same_function(modes in modes(1..5)) {
        let layout = of(&modes);
        let Some(reading) = layout.reading() else { return Ok(()) };
        for i in 0..layout.size().expect("a size") {
            let coordinate: Coordinate = Nested::Leaf(Slot::Int(Int::constant(i)));
            let read = reading.index(&coordinate).expect("an index").to_string().replace('_', "");
            prop_assert_eq!(read, index(&layout, i).to_string(), "{} as {} at {}", layout, reading, i);
        }
    }

    #[test]
    fn sums_are_taken_index_by_index(left in modes(1..4), right in modes(1..4)) {
        let (a, b) = (of(&left), of(&right));
        let Ok(sum) = a.layout_add(&b) else { return Ok(()) };
        for i in 0..a.size().expect("a size") {
            prop_assert_eq!(index(&sum, i), index(&a, i) ^ index(&b, i), "{} + {} = {} at {}", a, b, sum, i);
        }
        prop_assert_eq!(b.layout_add(&a).expect("commutes"), sum);
    }

    #[test]
    fn sums_of_the_same_shape_of_powers_are_there(modes in prop::collection::vec((0_u32..4, 0_i64..80, 0_i64..80), 1..4)) {
        let side = |pick: &dyn Fn(&(u32, i64, i64)) -> i64| of(&modes.iter().map(|mode| (1 << mode.0, pick(mode))).collect::<Vec<_>>());
        prop_assert!(side(&|mode| mode.1).layout_add(&side(&|mode| mode.2)).is_ok());
    }

    #[test]
    fn inverses_undo(modes in modes(1..5)) {
        let layout = of(&modes);
        let right = layout.right_inverse().expect("one");
        for k in 0..right.size().expect("a size") {
            prop_assert_eq!(index(&layout, index(&right, k)), k, "{} undone by {} at {}", layout, right, k);
        }
        if let Some(left) = layout.left_inverse().expect("none or one") {
            for i in 0..layout.size().expect("a size") {
                prop_assert_eq!(index(&left, index(&layout, i)), i, "{} undone by {} at {}", layout, left, i);
            }
        }
    }
}

#[test]
fn every_swizzle_of_a_compact_layout_has_strides_over_f2() {
    for (text, same) in [
        ("(8,8):(F1,F9)", "Sw<3,0,3> o _0 o (_8,_8):(_1,_8)"),
        ("(8,(8,4)):(F1,(F72,F512))", "Sw<3,3,3> o _0 o (_8,(_8,_4)):(_1,(_64,_512))"),
        ("(4,8):(F1,F4)", "(_4,_8):(_1,_4)"),
    ] {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        let Some(Value::Xor(layout)) = evaluation.value(0) else { panic!("{text}") };
        assert_eq!(layout.reading().map(ToString::to_string).as_deref(), Some(same), "{text}");
    }
    let zeros: Layout = "(_4,_2):(_0,_0)".parse().expect("a layout");
    assert!(XorLayout::of_zeros(&zeros).is_some());
}
