//! For the tests: layouts read from text, a table of them, random ones, and the device.
#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod device;

use colex::swizzle::Offset;
use colex::{AnyLayout, Int, IntTuple, Layout, Nested, Swizzle};
use proptest::prelude::*;

/// Layouts that a kernel exists for.
pub(crate) const LAYOUTS: &[&str] = &[
    "1:0",
    "8:1",
    "8:2",
    "7:0",
    "5:-3",
    "(1):(9)",
    "():()",
    "(8):(1)",
    "(1,1,1):(5,6,7)",
    "(4,8):(8,1)",
    "(4,8):(1,4)",
    "(4,1,8):(8,99999999999,1)",
    "((2,4),8):((1,16),2)",
    "((2,4),(3,5)):((60,1),(4,12))",
    "(((2,2),2),((2,2),2)):(((1,8),4),((16,2),32))",
    "((((3))),(5)):((((5))),(1))",
    "(3,5,7):(35,7,1)",
    "(4,1,8):(0,0,0)",
    "(4,8):(0,1)",
    "(4,8):(-1,4)",
    "(4,8):(-8,-1)",
    "(2,3,5):(-100,7,-2147)",
    "(2,2):(2147483647,-2147483648)",
    "(2,2):(2147483647,2147483648)",
    "2:4294967295",
    "2:-2147483648",
    "255:1",
    "256:1",
    "257:1",
    "(3,1000):(1000,1)",
    "((16,16),(8,4)):((1,512),(16,128))",
    "((4,8),(2,2)):((32,1),(16,8))",
    "(2,2,2,2,2,2,2,2,2,2,2,2):(2048,1,1024,2,512,4,256,8,128,16,64,32)",
    "Sw<3,0,3> o 0 o (8,8):(8,1)",
    "Sw<2,1,-3> o 5 o ((2,4),8):((1,16),2)",
    "Sw<3,4,3> o -7 o (64,8):(-1,64)",
    "Sw<1,0,1> o 2 o Sw<2,3,3> o 1 o (4,8,4):(1,4,32)",
    "Sw<0,0,1> o 4294967295 o 1:0",
    "Sw<1,30,-1> o 0 o (4,8):(8,1)",
    "Sw<1,29,1> o -3 o (4,8):(-536870912,1)",
];

/// A layout that needs more than one row of workgroups: 64 * 64 * 64 * 65 > 65,535 * 256.
pub(crate) const LARGE: &str = "((64,64),(64,65)):((1,4160),(64,-266240))";

/// `shape:stride` as a layout of dynamic integers, after swizzles with offsets where there are any.
pub(crate) fn layout(text: &str) -> AnyLayout {
    if let Some((swizzle, rest)) = text.strip_prefix("Sw<").and_then(|text| text.split_once("> o ")) {
        let parameters = swizzle.split(',').map(|number| number.parse().expect("an integer")).collect::<Vec<_>>();
        let [bits, base, shift] = parameters.try_into().expect("three parameters");
        let (offset, inner) = rest.split_once(" o ").expect("an offset and a layout");
        let offset = Offset::Int(Int::dynamic(offset.parse().expect("an integer")));
        return AnyLayout::composed(Swizzle::new(bits, base, shift).expect("a swizzle"), offset, layout(inner));
    }
    let (shape, stride) = text.split_once(':').expect("a layout has a colon");
    Layout::with_ints(tuple(shape), &tuple(stride)).expect("shape and stride are congruent").into()
}

fn tuple(text: &str) -> IntTuple {
    let (tree, rest) = read(text);
    assert_eq!(rest, "", "all of {text} is read");
    tree
}

fn read(text: &str) -> (IntTuple, &str) {
    let Some(mut rest) = text.strip_prefix('(') else {
        let end = text.find([',', ')']).unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        return (Nested::Leaf(Int::dynamic(number.parse().expect("an integer"))), rest);
    };
    let mut modes = Vec::new();
    while !rest.starts_with(')') {
        let (mode, after) = read(rest);
        modes.push(mode);
        rest = after.strip_prefix(',').unwrap_or(after);
    }
    (Nested::Tuple(modes), &rest[1..])
}

/// Random layouts of at most a few thousand elements: nested, with ones, zero strides and negative strides, every other
/// one after a swizzle or two.
pub(crate) fn layouts() -> impl Strategy<Value = AnyLayout> {
    let parameters = (0_i64..=4, 0_i64..=8, 0_i64..=3, any::<bool>());
    let swizzle = parameters.prop_map(|(bits, base, more, up)| {
        Swizzle::new(bits, base, if up { -bits - more } else { bits + more }).expect("a swizzle")
    });
    let offset = prop_oneof![Just(0_i64), -100_i64..5000];
    let after = prop_oneof![Just(Vec::new()), prop::collection::vec((swizzle, offset), 1..=2)];
    (plain(), after).prop_map(|(layout, after)| {
        after.into_iter().fold(AnyLayout::from(layout), |inner, (swizzle, offset)| {
            AnyLayout::composed(swizzle, Offset::Int(Int::dynamic(offset)), inner)
        })
    })
}

fn plain() -> impl Strategy<Value = Layout> {
    let extent = prop_oneof![1 => Just(1i64), 6 => 2i64..=5];
    let stride = prop_oneof![1 => Just(0i64), 4 => 1i64..=64, 1 => -64i64..0, 1 => -90_000i64..90_000];
    let leaf = (extent, stride, any::<bool>()).prop_map(Nested::Leaf);
    let tree = leaf.prop_recursive(3, 6, 3, |inner| prop::collection::vec(inner, 0..=3).prop_map(Nested::Tuple));
    tree.prop_map(|tree| {
        let int = |value, is_static| if is_static { Int::constant(value) } else { Int::dynamic(value) };
        let shape = tree.map(&mut |&(extent, _, is_static)| int(extent, is_static));
        let stride = tree.map(&mut |&(_, stride, is_static)| int(stride, is_static));
        Layout::with_ints(shape, &stride).expect("shape and stride are congruent")
    })
}
