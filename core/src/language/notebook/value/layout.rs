//! A layout.

use std::fmt;

use super::{Item, Kind, Value, ValueKind};
use crate::composed::AnyLayout;
use crate::emit::{Known, Unspelled, cpp, json, python};
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;

impl Kind for Layout {
    fn kind(&self) -> ValueKind {
        ValueKind::Layout
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn leaf_count(&self) -> usize {
        2 * self.shape().leaf_count()
    }

    fn any_layout(&self) -> Option<AnyLayout> {
        Some(AnyLayout::Plain(self.clone()))
    }

    fn into_mode(self) -> Result<Nested<Item>, ValueKind> {
        Ok(Nested::Leaf(Item::Layout(Box::new(self))))
    }

    fn numbers(&self, each: &mut dyn FnMut(Int)) {
        super::numbers_of(self, each);
    }

    fn known(&self, known: Known) -> Value {
        Value::Layout(known.plain(self))
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        Ok(cpp::layout(self))
    }

    fn python(&self) -> Result<String, Unspelled> {
        python::layout(self)
    }

    fn json(&self) -> String {
        json::layout(self)
    }
}
