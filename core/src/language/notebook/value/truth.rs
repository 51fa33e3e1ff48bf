//! A truth value.

use std::fmt;

use super::{Kind, Value, ValueKind};
use crate::emit::{Known, Unspelled};
use crate::int::Truth;

impl Kind for Truth {
    fn kind(&self) -> ValueKind {
        ValueKind::Truth
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn known(&self, known: Known) -> Value {
        Value::Truth(Truth { is_static: self.is_static || matches!(known, Known::Static), ..*self })
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        Ok(if self.is_static { format!("{}_type{{}}", self.value) } else { self.value.to_string() })
    }

    fn python(&self) -> Result<String, Unspelled> {
        let name = if self.value { "True" } else { "False" };
        Ok(if self.is_static { name.to_string() } else { format!("cutlass.Boolean({name})") })
    }

    fn json(&self) -> String {
        format!("\"kind\":\"truth\",\"value\":{},\"static\":{}", self.value, self.is_static)
    }
}
