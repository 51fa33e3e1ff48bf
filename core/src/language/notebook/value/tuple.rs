//! An integer or a tuple: a shape, a stride, a coordinate, a tiler.

use std::fmt;

use super::{Item, Kind, Value, ValueKind, extent};
use crate::called;
use crate::emit::{Known, Unspelled, cpp, json, python};
use crate::int::Int;
use crate::nested::Nested;
use crate::tensor::Tensor;

impl Kind for Nested<Item> {
    fn kind(&self) -> ValueKind {
        match self {
            Nested::Leaf(Item::Int(_)) => ValueKind::Integer,
            tuple => tuple.leaves().into_iter().fold(ValueKind::IntTuple, |kind, item| match item {
                Item::Int(_) => kind,
                Item::All => ValueKind::Coordinate,
                Item::Basis(_) => ValueKind::Stride,
                Item::Xor(_) => ValueKind::Xor,
                Item::Layout(_) | Item::Composed(_) => ValueKind::Tiler,
                Item::Tensor(_) => ValueKind::Tensors,
            }),
        }
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One of a single layout or tensor stands in angles, since in parentheses it would be that alone.
        let Nested::Tuple(modes) = self else { return fmt::Display::fmt(self, f) };
        let [open, close] = match modes.as_slice() {
            [Nested::Leaf(Item::Layout(_) | Item::Composed(_) | Item::Tensor(_))] => ["<", ">"],
            _ => ["(", ")"],
        };
        f.write_str(open)?;
        for (index, mode) in modes.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            Kind::print(mode, f)?;
        }
        f.write_str(close)
    }

    fn leaf_count(&self) -> usize {
        extent(self).1
    }

    fn into_mode(self) -> Result<Nested<Item>, ValueKind> {
        Ok(self)
    }

    fn numbers(&self, each: &mut dyn FnMut(Int)) {
        for item in self.leaves() {
            match item {
                Item::Int(int) => each(*int),
                Item::Basis(basis) => each(basis.scale),
                Item::Layout(layout) => Kind::numbers(&**layout, each),
                Item::Tensor(tensor) => Kind::numbers(&**tensor, each),
                Item::All | Item::Xor(_) | Item::Composed(_) => {}
            }
        }
    }

    fn known(&self, known: Known) -> Value {
        Value::Tuple(self.map(&mut |item| match item {
            Item::Int(int) => Item::Int(known.int(*int)),
            Item::Layout(layout) => Item::Layout(Box::new(known.plain(layout))),
            Item::Composed(composed) => Item::Composed(Box::new(known.composed(composed))),
            Item::Tensor(tensor) => {
                Item::Tensor(Box::new(Tensor { engine: tensor.engine.clone(), layout: known.layout(&tensor.layout) }))
            }
            item => item.clone(),
        }))
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        let make = match Kind::kind(self) {
            ValueKind::Coordinate => called::MAKE_COORD,
            ValueKind::Stride => called::MAKE_STRIDE,
            ValueKind::Tiler => called::MAKE_TILE,
            _ => called::MAKE_TUPLE,
        };
        for item in self.leaves() {
            if let Item::Tensor(tensor) = item {
                cpp::tensor(tensor)?;
            }
        }
        Ok(cpp::made(make, self, &cpp::item))
    }

    fn python(&self) -> Result<String, Unspelled> {
        python::tuple(self, &python::item)
    }

    fn json(&self) -> String {
        format!("\"kind\":\"tuple\",\"tree\":{}", json::tree(self, &json::item))
    }
}
