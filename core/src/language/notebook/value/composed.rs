//! A layout with a swizzle.

use std::fmt;

use super::{Item, Kind, Value, ValueKind, composed_extent};
use crate::composed::{AnyLayout, ComposedLayout};
use crate::emit::{Known, Unspelled, cpp, json, python};
use crate::int::Int;
use crate::nested::Nested;

impl Kind for ComposedLayout {
    fn kind(&self) -> ValueKind {
        ValueKind::Composed
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn leaf_count(&self) -> usize {
        2 * composed_extent(self).1
    }

    fn any_layout(&self) -> Option<AnyLayout> {
        Some(AnyLayout::Composed(self.clone()))
    }

    fn into_mode(self) -> Result<Nested<Item>, ValueKind> {
        Ok(Nested::Leaf(Item::Composed(Box::new(self))))
    }

    fn numbers(&self, each: &mut dyn FnMut(Int)) {
        super::numbers_of(AnyLayout::Composed(self.clone()).innermost(), each);
    }

    fn known(&self, known: Known) -> Value {
        Value::Composed(known.composed(self))
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        Ok(cpp::composed(self))
    }

    fn python(&self) -> Result<String, Unspelled> {
        python::composed(self)
    }

    fn json(&self) -> String {
        json::composed(self)
    }
}
