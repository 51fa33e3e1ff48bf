//! A swizzle.

use std::fmt;

use super::{Kind, Value, ValueKind};
use crate::emit::{Known, Unspelled, cpp, json, python};
use crate::swizzle::Swizzle;

impl Kind for Swizzle {
    fn kind(&self) -> ValueKind {
        ValueKind::Swizzle
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

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
