//! Values in the Python DSL. Its plain numbers are compile-time; those known at run time only are `Int32`.

use super::{Form, Unspelled, joined};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::called;
use crate::composed::{AnyLayout, ComposedLayout};
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::notebook::value::Item;
use crate::swizzle::{Offset, Swizzle};
use crate::tensor::{Engine, Tensor};

type Spelled = Result<String, Unspelled>;

pub(crate) fn int(int: Int) -> String {
    match (int.is_static(), i32::try_from(int.value())) {
        (true, _) => int.value().to_string(),
        (false, Ok(number)) => format!("cutlass.Int32({number})"),
        (false, Err(_)) => format!("cutlass.Int64({})", int.value()),
    }
}

fn basis(basis: &ScaledBasis) -> String {
    let modes = match basis.path.as_slice() {
        [only] => only.to_string(),
        modes => format!("[{}]", modes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    };
    if let Some((value, per)) = basis.scale.fraction() {
        return format!("cute.ScaledBasis(cute.Ratio({value}, {per}), {modes})");
    }
    match basis.scale.is_constant(1) {
        true => format!("cute.E({modes})"),
        false => format!("cute.ScaledBasis({}, {modes})", int(basis.scale)),
    }
}

pub(crate) fn item(item: &Item) -> Spelled {
    match item {
        Item::Int(value) => Ok(int(*value)),
        Item::All => Ok("None".to_string()),
        Item::Basis(value) => Ok(basis(value)),
        Item::Xor(value) => Ok(value.to_string()),
        Item::Layout(value) => layout(value),
        Item::Composed(value) => composed(value),
        Item::Tensor(value) => tensor(value),
    }
}

/// A tree as tuples; a tuple of one has a comma.
pub(crate) fn tuple<T>(tree: &Nested<T>, leaf: &dyn Fn(&T) -> Spelled) -> Spelled {
    match tree {
        Nested::Leaf(value) => leaf(value),
        Nested::Tuple(modes) => {
            let comma = if modes.len() == 1 { "," } else { "" };
            Ok(format!("({}{comma})", joined(modes, |mode| tuple(mode, leaf))?))
        }
    }
}

pub(crate) fn layout(layout: &Layout) -> Spelled {
    let shape = tuple(layout.shape(), &|extent| Ok(int(*extent)))?;
    let stride = tuple(layout.stride(), &|leaf| {
        Ok(match leaf {
            StrideLeaf::Int(value) => int(*value),
            StrideLeaf::Basis(value) => basis(value),
        })
    })?;
    Ok(format!("cute.make_layout({shape}, stride={stride})"))
}

pub(crate) fn any_layout(any: &AnyLayout) -> Spelled {
    match any {
        AnyLayout::Plain(value) => layout(value),
        AnyLayout::Composed(value) => composed(value),
    }
}

pub(crate) fn swizzle(swizzle: Swizzle) -> String {
    format!("cute.make_swizzle({}, {}, {})", swizzle.bits(), swizzle.base(), swizzle.shift())
}

pub(crate) fn composed(composed: &ComposedLayout) -> Spelled {
    let offset = match composed.offset() {
        Offset::Int(value) => int(value),
        Offset::Mixed(bits) => return Err(Unspelled::new(Form::Python, bits)),
        Offset::Flag(_) => return Err(Unspelled::new(Form::Python, composed)),
    };
    let (swizzle, inner) = (swizzle(composed.swizzle()), any_layout(composed.inner())?);
    let outer = match composed.outer() {
        Some(outer) => layout(outer)?,
        None => swizzle,
    };
    Ok(format!("cute.make_composed_layout({outer}, {offset}, {inner})"))
}

pub(crate) fn pointer(begin: Int) -> String {
    if begin.value() == 0 { called::PTR.to_string() } else { format!("ptr + {}", begin.value()) }
}

/// An iterator over coordinates is the coordinate that it is at.
pub(crate) fn tensor(tensor: &Tensor) -> Spelled {
    let iterator = match &tensor.engine {
        Engine::Pointer(begin) => pointer(*begin),
        Engine::Coordinates(begin) => tuple(begin, &|value| Ok(int(*value)))?,
        engine => return Err(Unspelled::engine(Form::Python, engine)),
    };
    Ok(format!("cute.make_tensor({iterator}, {})", any_layout(&tensor.layout)?))
}
