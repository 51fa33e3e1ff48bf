//! A tag of how strides are generated.

use crate::called;
use std::fmt;

use super::{Kind, Value, ValueKind};
use crate::emit::{Form, Known, Unspelled};
use crate::make::Major;

impl Kind for Major {
    fn kind(&self) -> ValueKind {
        ValueKind::Major
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(called(*self))
    }

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
