//! A layout of which a stride is a coordinate.

use std::any::Any;
use std::fmt;

use super::{Made, Value, ValueKind};
use crate::algebra::wide::WideLayout;
use crate::coordinate::Coordinate;
use crate::emit::{Form, Unspelled, json};
use crate::error::Result;
use crate::int::Int;
use crate::layout::Shape;

impl Made for WideLayout {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Made) -> bool {
        other.as_any().downcast_ref::<WideLayout>().is_some_and(|other| self == other)
    }

    fn kind(&self) -> ValueKind {
        ValueKind::Wide
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn leaf_count(&self) -> usize {
        self.strides().iter().map(|stride| 1 + stride.leaf_count()).sum()
    }

    fn shape(&self) -> Option<&Shape> {
        Some(self.shape())
    }

    fn apply(&self, place: &Coordinate) -> Option<Result<Value>> {
        (!place.has_underscore()).then(|| self.index(place).map(|index| Value::ints(&index)))
    }

    fn numbers(&self, each: &mut dyn FnMut(Int)) {
        let strides = self.strides().iter().flat_map(|stride| stride.leaves());
        self.shape().leaves().into_iter().chain(strides).copied().for_each(each);
    }

    fn cpp(&self) -> std::result::Result<String, Unspelled> {
        Err(Unspelled::new(Form::Cpp, self))
    }

    fn python(&self) -> std::result::Result<String, Unspelled> {
        Err(Unspelled::new(Form::Python, self))
    }

    fn json(&self) -> String {
        let mut strides = self.strides().iter();
        let stride = self.shape().map(&mut |_| strides.next().map_or_else(String::new, ToString::to_string));
        let shape = json::tree(self.shape(), &|extent| json::int(*extent));
        format!(
            "\"kind\":\"wide_layout\",\"shape\":{shape},\"stride\":{}",
            json::tree(&stride, &|text| json::string(text))
        )
    }
}
