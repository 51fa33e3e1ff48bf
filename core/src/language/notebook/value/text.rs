//! A text, as printing a table writes.

use std::fmt;

use super::{Kind, Value, ValueKind};
use crate::emit::{Form, Known, Unspelled};

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
