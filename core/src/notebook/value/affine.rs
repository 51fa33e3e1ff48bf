//! A layout after an offset after a layout.

use std::any::Any;
use std::fmt;

use super::{Made, MadeValue, Value, ValueKind};
use crate::algebra::affine::AffineLayout;
use crate::called;
use crate::composed::AnyLayout;
use crate::coordinate::Coordinate;
use crate::emit::{Unspelled, cpp, json, python};
use crate::error::Result;
use crate::layout::Shape;
use crate::swizzle::{Offset, Swizzle};

impl Made for AffineLayout {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Made) -> bool {
        other.as_any().downcast_ref::<AffineLayout>().is_some_and(|other| self == other)
    }

    fn kind(&self) -> ValueKind {
        ValueKind::Composed
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }

    fn leaf_count(&self) -> usize {
        2 * (self.outer().shape().leaf_count() + self.inner().shape().leaf_count()) + 1
    }

    fn drawn(&self) -> Option<AnyLayout> {
        match self.as_layout() {
            Some((first, layout)) => Some(AnyLayout::composed(Swizzle::IDENTITY, Offset::Int(first), layout.into())),
            None => self.as_composed().map(AnyLayout::Composed),
        }
    }

    fn shape(&self) -> Option<&Shape> {
        Some(self.inner().shape())
    }

    fn apply(&self, place: &Coordinate) -> Option<Result<Value>> {
        Some(match place.has_underscore() {
            true => self.slice(place).map(|part| Value::Made(MadeValue::new(part))),
            false => self.index(place).map(|index| Value::index(&index, self.outer().stride())),
        })
    }

    fn cpp(&self) -> std::result::Result<String, Unspelled> {
        let [outer, inner] = [self.outer(), self.inner()].map(cpp::layout);
        Ok(format!("{}({outer}, {}, {inner})", called::COMPOSITION, cpp::int(self.offset())))
    }

    fn python(&self) -> std::result::Result<String, Unspelled> {
        let (outer, inner) = (python::layout(self.outer())?, python::layout(self.inner())?);
        Ok(format!("cute.make_composed_layout({outer}, {}, {inner})", python::int(self.offset())))
    }

    fn json(&self) -> String {
        let (outer, inner) = (json::layout(self.outer()), json::layout(self.inner()));
        let offset = json::int(self.offset());
        format!("\"kind\":\"composed\",\"outer\":{{{outer}}},\"offset\":{offset},\"layout\":{{{inner}}}")
    }
}
