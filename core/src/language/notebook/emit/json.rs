//! Values in JSON: one object a value, in one line.
//!
//! | field | of | holds |
//! |---|---|---|
//! | `version` | every value | [`JSON_VERSION`]; fields may be added without a new version, never changed or removed |
//! | `name` | values with a name | the name |
//! | `kind` | every value | `tuple`, `layout`, `composed`, `swizzle`, `tensor`, `iterator`, `mixed_bits`, `truth`, `major`, `element`, `text` |
//! | `modes` | values with names of modes | an array of `{"path":[1,0],"name":"a"}`, from the outside in |
//! | `text` | every value | the printed form |
//! | `tree` | `tuple` | a leaf, or an array of trees |
//! | `shape`, `stride` | `layout` | trees with the same arrays |
//! | `bits`, `base`, `shift` | `swizzle` | B, M and S |
//! | `swizzle`, `offset`, `layout` | `composed` | objects of the kinds `swizzle`, an integer or `mixed_bits`, `layout` or `composed` |
//! | `iterator`, `layout` | `tensor` | objects of the kinds `iterator`, `layout` or `composed` |
//! | `of` | `iterator` | `memory`, `counting`, `coordinates`, `random` |
//! | `begin` | `iterator` | a tree: where it is |
//! | `seed` | `iterator` of `random` | an integer |
//! | `bits`, `space`, `swizzle` | `iterator` of `memory` with a type | bits of an element; `any`, `global`, `shared`, `tensor`, `warpgroup_descriptor` or `tensor_descriptor`; an object of the kind `swizzle`, where there is one |
//! | `bits` | `element`, a type of elements | bits of an element |
//! | `fixed`, `dynamic`, `flags` | `mixed_bits` | numbers: static bits, dynamic bits, and which bits are dynamic |
//! | `value`, `static` | `truth` | whether it holds, and whether that is known at compile time |
//!
//! A leaf is an integer `{"value":4,"static":true}`, a basis stride `{"value":1,"static":true,"modes":[1,0]}` with the
//! outermost mode first, `null` for `_`, or an object of the kind `layout` or `composed`. Objects inside others have no
//! `version`, `name` and `text`.

use std::fmt::Write;

use crate::basis::{ScaledBasis, StrideLeaf};
use crate::composed::{AnyLayout, ComposedLayout};
use crate::int::Int;
use crate::layout::Layout;
use crate::names::Names;
use crate::nested::Nested;
use crate::notebook::Value;
use crate::notebook::value::Item;
use crate::swizzle::{MixedBits, Offset, Swizzle};
use crate::tensor::{Engine, Space, Tensor, TypedPointer};
use crate::xor::XorLayout;

/// The version of the schema.
pub const JSON_VERSION: u32 = 1;

/// The object of a value.
pub(super) fn object(name: Option<&str>, value: &Value) -> String {
    let name = name.map(|name| format!("\"name\":{},", string(name))).unwrap_or_default();
    let text = string(&value.to_string());
    format!("{{\"version\":{JSON_VERSION},{name}{},\"text\":{text}}}", value.json())
}

/// An object with what the modes of the value are called as one more field, the last one.
pub(super) fn with_modes(object: &str, names: &Names) -> String {
    let modes = names.listed().into_iter().map(|(path, name)| {
        let path = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        format!("{{\"path\":[{path}],\"name\":{}}}", string(&name))
    });
    let modes = modes.collect::<Vec<_>>().join(",");
    let open = object.strip_suffix('}').unwrap_or(object);
    format!("{open},\"modes\":[{modes}]}}")
}

/// A text in quotes.
pub(crate) fn string(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => {
                // Writing into a string does not fail.
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

pub(crate) fn tree<T>(nested: &Nested<T>, leaf: &dyn Fn(&T) -> String) -> String {
    match nested {
        Nested::Leaf(value) => leaf(value),
        Nested::Tuple(modes) => {
            format!("[{}]", modes.iter().map(|mode| tree(mode, leaf)).collect::<Vec<_>>().join(","))
        }
    }
}

pub(crate) fn int(int: Int) -> String {
    format!("{{\"value\":{},\"static\":{}}}", int.value(), int.is_static())
}

fn basis(basis: &ScaledBasis) -> String {
    let modes = basis.path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let (value, per) = match basis.scale.fraction() {
        Some((value, per)) => (value, format!(",\"per\":{per}")),
        None => (basis.scale.value(), String::new()),
    };
    format!("{{\"value\":{value}{per},\"static\":{},\"modes\":[{modes}]}}", basis.scale.is_static())
}

pub(crate) fn item(item: &Item) -> String {
    match item {
        Item::Int(value) => int(*value),
        Item::All => "null".to_string(),
        Item::Basis(value) => basis(value),
        Item::Xor(value) => format!("{{\"value\":{value},\"over\":\"F2\"}}"),
        Item::Layout(value) => format!("{{{}}}", layout(value)),
        Item::Composed(value) => format!("{{{}}}", composed(value)),
        Item::Tensor(value) => format!("{{{}}}", tensor(value)),
    }
}

pub(crate) fn layout(layout: &Layout) -> String {
    let shape = tree(layout.shape(), &|extent| int(*extent));
    let stride = tree(layout.stride(), &|leaf| match leaf {
        StrideLeaf::Int(value) => int(*value),
        StrideLeaf::Basis(value) => basis(value),
    });
    format!("\"kind\":\"layout\",\"shape\":{shape},\"stride\":{stride}")
}

pub(crate) fn any_layout(any: &AnyLayout) -> String {
    match any {
        AnyLayout::Plain(value) => layout(value),
        AnyLayout::Composed(value) => composed(value),
    }
}

pub(crate) fn swizzle(swizzle: Swizzle) -> String {
    let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
    format!("\"kind\":\"swizzle\",\"bits\":{bits},\"base\":{base},\"shift\":{shift}")
}

pub(crate) fn mixed(bits: MixedBits) -> String {
    let (fixed, dynamic, flags) = (bits.static_bits(), bits.dynamic(), bits.flags());
    format!("\"kind\":\"mixed_bits\",\"fixed\":{fixed},\"dynamic\":{dynamic},\"flags\":{flags}")
}

pub(crate) fn composed(composed: &ComposedLayout) -> String {
    let offset = match composed.offset() {
        Offset::Int(value) => int(value),
        Offset::Mixed(bits) => format!("{{{}}}", mixed(bits)),
        // A pointer to shared memory that is not set yet.
        Offset::Flag(bits) => format!("{{\"kind\":\"pointer\",\"bits\":{bits}}}"),
    };
    let outer = match composed.outer() {
        Some(outer) => format!("\"outer\":{{{}}}", layout(outer)),
        None => format!("\"swizzle\":{{{}}}", swizzle(composed.swizzle())),
    };
    format!("\"kind\":\"composed\",{outer},\"offset\":{offset},\"layout\":{{{}}}", any_layout(composed.inner()))
}

pub(crate) fn xor(layout: &XorLayout) -> String {
    let shape = tree(layout.shape(), &|extent| int(*extent));
    let stride = tree(layout.stride(), &|stride| item(&Item::Xor(*stride)));
    format!("\"kind\":\"layout_over_f2\",\"shape\":{shape},\"stride\":{stride}")
}

pub(crate) fn tensor(tensor: &Tensor) -> String {
    let (iterator, layout) = (iterator(&tensor.engine), any_layout(&tensor.layout));
    format!("\"kind\":\"tensor\",\"iterator\":{{{iterator}}},\"layout\":{{{layout}}}")
}

pub(crate) fn iterator(engine: &Engine) -> String {
    let fields = match engine {
        Engine::Pointer(begin) => format!("\"of\":\"memory\",\"begin\":{}", int(*begin)),
        Engine::Typed(TypedPointer { space, bits, swizzle: around, begin, .. }) => {
            let space = match space {
                Space::Any => "any",
                Space::Global => "global",
                Space::Shared => "shared",
                Space::WarpgroupDescriptor => "warpgroup_descriptor",
                Space::TensorDescriptor => "tensor_descriptor",
                Space::Register => "register",
                Space::Vector => "vector",
                Space::Tensor => "tensor",
            };
            let around = around.map_or_else(String::new, |around| format!(",\"swizzle\":{{{}}}", swizzle(around)));
            format!("\"of\":\"memory\",\"begin\":{},\"bits\":{bits},\"space\":\"{space}\"{around}", int(*begin))
        }
        Engine::Counting(begin) => format!("\"of\":\"counting\",\"begin\":{}", int(*begin)),
        Engine::Coordinates(begin) => {
            format!("\"of\":\"coordinates\",\"begin\":{}", tree(begin, &|value| int(*value)))
        }
        Engine::Random { seed, offset } => {
            format!("\"of\":\"random\",\"begin\":{},\"seed\":{}", int(*offset), int(*seed))
        }
    };
    format!("\"kind\":\"iterator\",{fields}")
}
