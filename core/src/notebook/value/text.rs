//! A text, as printing a table writes.

use std::fmt;

use super::{Item, Kind, Value, ValueKind};
use crate::composed::AnyLayout;
use crate::emit::{Form, Known, Unspelled};
use crate::int::Int;
use crate::nested::Nested;
use crate::tensor::Engine;

impl Kind for String {
    fn kind(&self) -> ValueKind {
        ValueKind::Text
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }

    fn leaf_count(&self) -> usize {
        // One for every 16 bytes.
        self.len() / 16
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
        Err(ValueKind::Text)
    }

    fn numbers(&self, _: &mut dyn FnMut(Int)) {}

    fn known(&self, _: Known) -> Value {
        Value::Text(self.clone())
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        Err(Unspelled::new(Form::Cpp, ""))
    }

    fn python(&self) -> Result<String, Unspelled> {
        Err(Unspelled::new(Form::Python, ""))
    }

    fn json(&self) -> String {
        "\"kind\":\"text\"".to_string()
    }
}
