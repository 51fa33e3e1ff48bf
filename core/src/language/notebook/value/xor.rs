//! A layout with strides over F2.

use std::fmt;

use super::{Kind, Value, ValueKind};
use crate::composed::AnyLayout;
use crate::emit::{Form, Known, Unspelled, cpp, json, python};
use crate::int::Int;
use crate::xor::XorLayout;

impl Kind for XorLayout {
    fn kind(&self) -> ValueKind {
        ValueKind::Xor
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn leaf_count(&self) -> usize {
        2 * self.shape().leaf_count()
    }

    fn any_layout(&self) -> Option<AnyLayout> {
        self.reading().cloned()
    }

    fn numbers(&self, each: &mut dyn FnMut(Int)) {
        self.shape().leaves().into_iter().copied().for_each(each);
    }

    fn known(&self, known: Known) -> Value {
        let shape = self.shape().map(&mut |extent| known.int(*extent));
        Value::Xor(XorLayout::new(shape, self.stride().clone()).unwrap_or_else(|_| self.clone()))
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        match self.reading() {
            Some(AnyLayout::Plain(layout)) => Ok(cpp::layout(layout)),
            Some(AnyLayout::Composed(layout)) => Ok(cpp::composed(layout)),
            None => Err(Unspelled::new(Form::Cpp, self)),
        }
    }

    fn python(&self) -> Result<String, Unspelled> {
        match self.reading() {
            Some(AnyLayout::Plain(layout)) => python::layout(layout),
            Some(AnyLayout::Composed(layout)) => python::composed(layout),
            None => Err(Unspelled::new(Form::Python, self)),
        }
    }

    fn json(&self) -> String {
        json::xor(self)
    }
}
