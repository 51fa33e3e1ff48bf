//! What a tensor's layout points into.

use std::fmt;

use super::{Item, Kind, Value, ValueKind};
use crate::composed::AnyLayout;
use crate::emit::{Form, Known, Unspelled, cpp, json, python};
use crate::int::Int;
use crate::nested::Nested;
use crate::tensor::Engine;

impl Kind for Engine {
    fn kind(&self) -> ValueKind {
        ValueKind::Engine
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn leaf_count(&self) -> usize {
        1
    }

    fn any_layout(&self) -> Option<AnyLayout> {
        None
    }

    fn drawn(&self) -> Option<AnyLayout> {
        None
    }

    fn engine(&self) -> Option<&Engine> {
        None
    }

    fn into_mode(self) -> Result<Nested<Item>, ValueKind> {
        Err(ValueKind::Engine)
    }

    fn numbers(&self, _: &mut dyn FnMut(Int)) {}

    fn known(&self, _: Known) -> Value {
        Value::Engine(self.clone())
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        cpp::engine(self)
    }

    fn python(&self) -> Result<String, Unspelled> {
        match self {
            Engine::Pointer(begin) => Ok(python::pointer(*begin)),
            _ => Err(Unspelled::new(Form::Python, self)),
        }
    }

    fn json(&self) -> String {
        json::iterator(self)
    }
}
