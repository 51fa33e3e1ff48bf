//! An offset of static and dynamic bits.

use std::fmt;

use super::{Item, Kind, Value, ValueKind};
use crate::composed::AnyLayout;
use crate::emit::{Form, Known, Unspelled, cpp, json};
use crate::int::Int;
use crate::nested::Nested;
use crate::swizzle::MixedBits;
use crate::tensor::Engine;

impl Kind for MixedBits {
    fn kind(&self) -> ValueKind {
        // It is an integer to whoever asks for one.
        ValueKind::Integer
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
        Err(ValueKind::Integer)
    }

    fn numbers(&self, _: &mut dyn FnMut(Int)) {}

    fn known(&self, _: Known) -> Value {
        Value::Mixed(*self)
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        Ok(cpp::mixed(*self))
    }

    fn python(&self) -> Result<String, Unspelled> {
        Err(Unspelled::new(Form::Python, self))
    }

    fn json(&self) -> String {
        json::mixed(*self)
    }
}
