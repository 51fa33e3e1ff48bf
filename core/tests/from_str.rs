//! Output of `Display` is read again as the same value; text that is none says what it is and where.

use crate::random;

use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use colex::coordinate::{Coordinate, Slot};
use colex::{AnyLayout, Int, IntTuple, Layout, Nested, ParseError, Swizzle, Tiler, TilerLeaf};
use proptest::prelude::*;

fn check<T: Display + Debug + PartialEq + FromStr<Err = ParseError>>(value: &T) {
    assert_eq!(value.to_string().parse().as_ref(), Ok(value), "{value}");
}

fn refusal<T: Debug + FromStr<Err = ParseError>>(text: &str, sentence: &str, place: &str) {
    let error = text.parse::<T>().expect_err(text);
    assert_eq!((error.to_string().as_str(), text.get(error.place())), (sentence, Some(place)), "{text}");
}

fn swizzle() -> impl Strategy<Value = Swizzle> {
    let numbers = (0_i64..5, 0_i64..6, 0_i64..5, any::<bool>());
    numbers.prop_map(|(bits, base, more, left)| {
        let shift = bits + more;
        Swizzle::new(bits, base, if left { -shift } else { shift }).expect("a swizzle")
    })
}

fn coordinate() -> impl Strategy<Value = Coordinate> {
    (random::shape(), any::<u64>()).prop_map(|(shape, keep)| {
        let mut leaf = 0;
        shape.map(&mut |int| {
            leaf += 1;
            if keep >> (leaf % 64) & 1 == 1 { Slot::All } else { Slot::Int(*int) }
        })
    })
}

fn leaf_of_tiler() -> impl Strategy<Value = TilerLeaf> {
    prop_oneof![
        Just(TilerLeaf::All),
        random::extent().prop_map(TilerLeaf::Extent),
        random::layout().prop_map(TilerLeaf::Layout),
    ]
}

proptest! {
    #[test]
    fn what_is_printed_is_read(
        layout in random::layout(),
        coordinate in coordinate(),
        swizzle in swizzle(),
        offset in random::int(0_i64..64),
        leaves in prop::collection::vec(leaf_of_tiler(), 2..4),
    ) {
        check(&layout);
        check(layout.shape());
        check(&layout.int_stride().expect("integers"));
        check(&coordinate);
        check(&swizzle);
        check(&Tiler::from(&layout));
        check(&Nested::Tuple(leaves.into_iter().map(Nested::Leaf).collect()));
        check(&AnyLayout::from(layout.clone()));
        let offset = colex::swizzle::Offset::Int(offset);
        check(&AnyLayout::composed(swizzle, offset, layout.into()));
    }

    #[test]
    fn no_text_brings_it_down(text in prop_oneof![".{0,60}", "[-0-9_(){}<>:,@ o;\nASwM=.]{0,60}"]) {
        let _ = (text.parse::<Layout>(), text.parse::<IntTuple>(), text.parse::<Coordinate>());
        let _ = (text.parse::<Swizzle>(), text.parse::<AnyLayout>(), text.parse::<Tiler>());
    }
}

#[test]
fn what_is_rare_is_read() {
    check(&IntTuple::Tuple(Vec::new()));
    check(&Nested::Tuple(vec![Nested::Leaf(Int::constant(5))]));
    check(&Nested::Leaf(Int::dynamic(i64::MIN)));
    check(&Nested::Leaf(Int::constant(i64::MAX)));
    check(&Layout::identity((4, (Int::constant(2), 3)).into()));
    check(&Nested::Leaf(Slot::All));
    assert_eq!(
        " ( _4 , 8 ) : ( 8 , _1 )\n".parse::<Layout>().map(|layout| layout.to_string()).as_deref(),
        Ok("(_4,8):(8,_1)")
    );
}

#[test]
fn a_refusal_says_what_it_is_and_where() {
    refusal::<Layout>("", "A value is missing here", "");
    refusal::<Layout>("(4,8)", "This is an integer or a tuple of integers, but a layout is needed", "(4,8)");
    refusal::<Layout>(
        "Sw<3,0,3> o _0 o _8:_1",
        "This is a composed layout, but a layout is needed",
        "Sw<3,0,3> o _0 o _8:_1",
    );
    refusal::<IntTuple>(" 4:1 ", "This is a layout, but an integer or a tuple of integers is needed", "4:1");
    refusal::<IntTuple>("(4,_)", "This is a coordinate, but an integer or a tuple of integers is needed", "(4,_)");
    refusal::<Coordinate>("4@0", "This is a stride, but a coordinate is needed", "4@0");
    refusal::<Swizzle>("_3", "This is an integer, but a swizzle is needed", "_3");
    refusal::<AnyLayout>("_3", "This is an integer, but a layout is needed", "_3");
    refusal::<Tiler>("3@0", "This is a stride, but a tuple with layouts in it is needed", "3@0");
    refusal::<Swizzle>("Sw<0,-1,3>", "Swizzle<0,-1,3> is not valid: M = -1 is negative", "Sw<0,-1,3>");
    refusal::<Layout>("(4,8:1", "This ( is never closed", "(");
    refusal::<Layout>("4:1\n8:1", "Expected the end of the statement, not another statement", "8:1");
    refusal::<Layout>("A = 4:1", "Expected a number, a tuple or a layout, not a name that is defined", "A");
    refusal::<Layout>("A", "Nothing is called A", "A");
    refusal::<IntTuple>("9223372036854775808", "9223372036854775808 does not fit in 64 bits", "9223372036854775808");
}

#[test]
fn errors_are_errors() {
    fn fails() -> Result<(), Box<dyn Error + Send + Sync>> {
        "(_4,_2):(_1,_1)".parse::<Layout>()?.complement()?;
        Ok(())
    }
    let sentence = "(_4,_2):(_1,_1) is not injective";
    assert!(fails().expect_err("refused").to_string().starts_with(sentence));
}
