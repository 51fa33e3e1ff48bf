//! Values as text in a format of serde's.

use colex::coordinate::Coordinate;
use colex::{AnyLayout, IntTuple, Layout, Swizzle, Tiler};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a text, and writes the result again.
fn again<T: Serialize + DeserializeOwned>(text: &str) -> String {
    let read = serde_json::from_str::<T>(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    serde_json::to_string(&read).expect("a text")
}

#[test]
fn values_come_back_as_they_were_written() {
    type Case = (fn(&str) -> String, &'static str);
    let cases: &[Case] = &[
        (again::<Layout>, "\"((_2,2),_8):((_4,1),2)\""),
        (again::<AnyLayout>, "\"Sw<3,0,3> o _0 o (_8,_8):(_8,_1)\""),
        (again::<AnyLayout>, "\"(4,8):(8,1)\""),
        (again::<IntTuple>, "\"(4,(_2,2))\""),
        (again::<Coordinate>, "\"(1,(_,2))\""),
        (again::<Tiler>, "\"(_4:_1,_,_8)\""),
        (again::<Swizzle>, "\"Sw<3,0,3>\""),
    ];
    for (again, text) in cases {
        assert_eq!(again(text), *text);
    }
}

#[test]
fn what_cannot_be_read_is_a_sentence() {
    let error = |text: &str| serde_json::from_str::<Layout>(text).expect_err(text).to_string();
    assert!(error("\"(4,8):(1,4,2)\"").starts_with("Shape (4,8) and stride (1,4,2) do not have the same parentheses"));
    assert!(error("[4, 8]").contains("a layout such as (4,8):(8,1)"));
}
