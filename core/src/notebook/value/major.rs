//! A tag of how strides are generated.

use crate::called;
use std::fmt;

use super::{Item, Kind, Value, ValueKind};
use crate::composed::AnyLayout;
use crate::emit::{Form, Known, Unspelled};
use crate::int::Int;
use crate::make::Major;
use crate::nested::Nested;
use crate::tensor::Engine;

impl Kind for Major {
    fn kind(&self) -> ValueKind {
        ValueKind::Major
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(called(*self))
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
        Err(ValueKind::Major)
    }

    fn numbers(&self, _: &mut dyn FnMut(Int)) {}

    fn known(&self, _: Known) -> Value {
        Value::Major(*self)
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        Ok(format!("{}{{}}", called(*self)))
    }

    fn python(&self) -> Result<String, Unspelled> {
        Err(Unspelled::new(Form::Python, called(*self)))
    }

    fn json(&self) -> String {
        "\"kind\":\"major\"".to_string()
    }
}

fn called(major: Major) -> &'static str {
    match major {
        Major::Left => called::LAYOUT_LEFT,
        Major::Right => called::LAYOUT_RIGHT,
    }
}
