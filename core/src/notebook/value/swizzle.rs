//! A swizzle.

use std::fmt;

use super::{Item, Kind, Value, ValueKind};
use crate::composed::AnyLayout;
use crate::emit::{Known, Unspelled, cpp, json, python};
use crate::int::Int;
use crate::nested::Nested;
use crate::swizzle::Swizzle;
use crate::tensor::Engine;

impl Kind for Swizzle {
    fn kind(&self) -> ValueKind {
        ValueKind::Swizzle
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
        Err(ValueKind::Swizzle)
    }

    fn numbers(&self, _: &mut dyn FnMut(Int)) {}

    fn known(&self, _: Known) -> Value {
        Value::Swizzle(*self)
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        Ok(cpp::swizzle(*self))
    }

    fn python(&self) -> Result<String, Unspelled> {
        Ok(python::swizzle(*self))
    }

    fn json(&self) -> String {
        json::swizzle(*self)
    }
}
