//! A layout with data.

use std::fmt;

use super::{Item, Kind, Value, ValueKind};
use crate::composed::AnyLayout;
use crate::emit::{Known, Unspelled, cpp, json, python};
use crate::int::Int;
use crate::nested::Nested;
use crate::tensor::{Engine, Tensor};

impl Kind for Tensor {
    fn kind(&self) -> ValueKind {
        ValueKind::Tensor
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn leaf_count(&self) -> usize {
        match &self.layout {
            AnyLayout::Plain(layout) => Kind::leaf_count(layout),
            AnyLayout::Composed(layout) => Kind::leaf_count(layout),
        }
    }

    fn any_layout(&self) -> Option<AnyLayout> {
        Some(self.layout.clone())
    }

    fn drawn(&self) -> Option<AnyLayout> {
        // From where its data begin.
        Some(self.engine.drawn(&self.layout))
    }

    fn engine(&self) -> Option<&Engine> {
        Some(&self.engine)
    }

    fn into_mode(self) -> Result<Nested<Item>, ValueKind> {
        Ok(Nested::Leaf(Item::Tensor(Box::new(self))))
    }

    fn numbers(&self, each: &mut dyn FnMut(Int)) {
        super::numbers_of(self.layout.innermost(), each);
    }

    fn known(&self, known: Known) -> Value {
        Value::Tensor(Tensor { engine: self.engine.clone(), layout: known.layout(&self.layout) })
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        cpp::tensor(self)
    }

    fn python(&self) -> Result<String, Unspelled> {
        python::tensor(self)
    }

    fn json(&self) -> String {
        json::tensor(self)
    }
}
