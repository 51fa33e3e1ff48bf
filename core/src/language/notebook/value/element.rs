//! A type of elements of memory, of which only the size counts.

use std::fmt;

use super::{Element, Kind, Value, ValueKind};
use crate::emit::{Form, Known, Unspelled};
use crate::notebook::construct::in_python;

impl Kind for Element {
    fn kind(&self) -> ValueKind {
        ValueKind::Element
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }

    fn known(&self, _: Known) -> Value {
        Value::Element(*self)
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        Ok(self.name.to_string())
    }

    fn python(&self) -> Result<String, Unspelled> {
        match in_python(self) {
            Some(name) => Ok(format!("cutlass.{name}")),
            None => Err(Unspelled::new(Form::Python, self.name)),
        }
    }

    fn json(&self) -> String {
        format!("\"kind\":\"element\",\"bits\":{}", self.bits)
    }
}
