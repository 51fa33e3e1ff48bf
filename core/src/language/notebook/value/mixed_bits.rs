//! An offset of static and dynamic bits.

use std::fmt;

use super::{Item, Kind, Value, ValueKind};
use crate::emit::{Form, Known, Unspelled, cpp, json};
use crate::nested::Nested;
use crate::swizzle::MixedBits;

impl Kind for MixedBits {
    fn kind(&self) -> ValueKind {
        // It is an integer to whoever asks for one.
        ValueKind::Integer
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn into_mode(self) -> Result<Nested<Item>, ValueKind> {
        Err(ValueKind::Integer)
    }

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
