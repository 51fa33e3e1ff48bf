//! Layouts and what they are made of as text in any format of serde's: what `Display` prints and `FromStr` reads.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::algebra::Tiler;
use crate::composed::AnyLayout;
use crate::coordinate::Coordinate;
use crate::from_str::ParseError;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::swizzle::Swizzle;

/// Reads a value from the text that a format holds.
struct Text<T> {
    expected: &'static str,
    read: PhantomData<T>,
}

impl<T: FromStr<Err = ParseError>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// `Serialize` and `Deserialize` by the printed text.
macro_rules! as_text {
    ($($kind:ty: $expected:literal,)+) => {$(
        /// As the text that `Display` prints.
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        /// From a text that `FromStr` reads.
        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text { expected: $expected, read: PhantomData })
            }
        }
    )+};
}

as_text! {
    Layout: "a layout such as (4,8):(8,1)",
    AnyLayout: "a layout such as Sw<3,0,3> o _0 o (8,8):(8,1)",
    IntTuple: "a tuple of integers such as (4,(_2,2))",
    Coordinate: "a coordinate such as (1,(_,2))",
    Tiler: "a tiler such as (4:1,_,8)",
    Swizzle: "a swizzle such as Sw<3,0,3>",
}
