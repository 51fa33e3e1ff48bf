//! A value of a kind that arrives after the others: of atoms, and of what is made of them.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::{Kind, Value, ValueKind};
use crate::composed::AnyLayout;
use crate::coordinate::Coordinate;
use crate::emit::{Known, Unspelled};
use crate::int::Int;
use crate::layout::{Layout, Shape};

/// Description that such a value gives of itself: what a `Kind` does, but behind a pointer, so that the module that
/// every page begins with has none of its code.
pub trait Made: fmt::Debug + Send + Sync {
    /// It, for whoever knows its type.
    fn as_any(&self) -> &dyn Any;
    /// Reports whether another one is the same.
    fn is(&self, other: &dyn Made) -> bool;
    /// Returns its kind.
    fn kind(&self) -> ValueKind;
    /// Writes it as CuTe prints it.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Counts the leaves that it takes to hold it.
    fn leaf_count(&self) -> usize;
    /// The layout by which it is drawn.
    fn drawn(&self) -> Option<AnyLayout> {
        None
    }
    /// The shape of what it maps, where it is a map.
    fn shape(&self) -> Option<&Shape> {
        None
    }
    /// Returns the answer to a coordinate, where it is a map; with `_` a part of it.
    fn apply(&self, _: &Coordinate) -> Option<crate::error::Result<Value>> {
        None
    }
    /// Its integers, one after the other.
    fn numbers(&self, _: &mut dyn FnMut(Int)) {}
    /// The threads that `size` counts.
    fn threads(&self) -> Option<Layout> {
        None
    }
    /// Returns the text that `print_latex` writes.
    fn latex(&self) -> Option<crate::error::Result<String>> {
        None
    }
    /// It as an expression of C++.
    fn cpp(&self) -> Result<String, Unspelled>;
    /// It as an expression of Python.
    fn python(&self) -> Result<String, Unspelled>;
    /// Its fields in JSON, `kind` first.
    fn json(&self) -> String;
}

/// A value of a kind that arrives after the others.
#[derive(Debug, Clone)]
pub struct MadeValue(Arc<dyn Made>);

impl MadeValue {
    /// The value.
    pub fn new(made: impl Made + 'static) -> Self {
        MadeValue(Arc::new(made))
    }

    /// The value as what it is, if it is that.
    pub fn as_kind<T: 'static>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }
}

impl MadeValue {
    /// The shape of what it maps, where it is a map.
    pub fn shape(&self) -> Option<&Shape> {
        self.0.shape()
    }

    /// Returns the answer to a coordinate, where it is a map; with `_` a part of it.
    pub fn apply(&self, place: &Coordinate) -> Option<crate::error::Result<Value>> {
        self.0.apply(place)
    }

    /// The threads that `size` counts.
    pub fn threads(&self) -> Option<Layout> {
        self.0.threads()
    }

    /// Returns the text that `print_latex` writes.
    pub fn latex(&self) -> Option<crate::error::Result<String>> {
        self.0.latex()
    }
}

impl PartialEq for MadeValue {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

impl Kind for MadeValue {
    fn kind(&self) -> ValueKind {
        self.0.kind()
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.print(f)
    }

    fn leaf_count(&self) -> usize {
        self.0.leaf_count()
    }

    fn drawn(&self) -> Option<AnyLayout> {
        self.0.drawn()
    }

    fn numbers(&self, each: &mut dyn FnMut(Int)) {
        self.0.numbers(each);
    }

    fn known(&self, _: Known) -> Value {
        Value::Made(self.clone())
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        self.0.cpp()
    }

    fn python(&self) -> Result<String, Unspelled> {
        self.0.python()
    }

    fn json(&self) -> String {
        self.0.json()
    }
}
