//! Engine that a tensor's layout points into.

use std::fmt;

use super::{Kind, Value, ValueKind};
use crate::emit::{Form, Known, Unspelled, cpp, json, python};
use crate::tensor::Engine;

impl Kind for Engine {
    fn kind(&self) -> ValueKind {
        ValueKind::Engine
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

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
