//! Functions that say of a layout what the views say: whether it is one-to-one, what it reaches, what accesses cost,
//! who holds what. On a page they arrive with the atoms.

pub(crate) mod cost;
pub(crate) mod explain;
pub(crate) mod function;
pub(crate) mod image;
pub(crate) mod linear;
pub(crate) mod owner;

use crate::error::Result;
use crate::operations::prelude::*;
use crate::table::FlatLayout;

/// Of how many elements each is looked at. A notebook may ask in each of its statements.
const ELEMENT_LIMIT: u64 = 1 << 16;

/// Facets that these operations share; what differs, a row says itself.
const ALIKE: Row = Row {
    origin: Origin::Other("what a view of the page says, as a function"),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("what is found has no modes of the layout")),
    laws: Some(Laws::None("it looks at the indices themselves, as laws do")),
    picture: Some(Picture::None("what is found is no layout")),
    advice: Advice::None("a question about a layout is right as it is asked"),
    ..USUAL
};

/// The indices of a layout in the order of its 1-D coordinates.
fn indices(layout: &AnyLayout) -> Result<Vec<i64>> {
    let flat = FlatLayout::any(layout)?;
    let count = usize::try_from(flat.size()).ok().filter(|_| flat.size() <= ELEMENT_LIMIT);
    let too_many = || Error::TooLarge { what: "elements", count: flat.size().to_string(), limit: ELEMENT_LIMIT };
    let mut found = vec![0; count.ok_or_else(too_many)?];
    flat.fill(0, &mut found)?;
    Ok(found)
}

/// Reports whether everything in a layout is known at compile time.
fn is_static(layout: &AnyLayout) -> bool {
    let inner = layout.innermost();
    let is_constant = |of: &Layout| of.stride().leaves().into_iter().all(|stride| stride.scale().is_static());
    let outer = match layout {
        AnyLayout::Composed(composed) => composed.outer(),
        AnyLayout::Plain(_) => None,
    };
    inner.size().is_ok_and(Int::is_static) && is_constant(inner) && outer.is_none_or(is_constant)
}

/// A number found of a layout: known at compile time where the layout is.
fn number(found: u64, is_static: bool) -> Int {
    let found = i64::try_from(found).unwrap_or(i64::MAX);
    if is_static { Int::constant(found) } else { Int::dynamic(found) }
}

/// The bits of an element that an argument says, by a type or a number; 32 where it says nothing.
fn bits(arguments: &Arguments, position: usize) -> std::result::Result<u64, Problem> {
    match arguments.values.get(position) {
        None => Ok(32),
        Some(Value::Element(element)) => Ok(u64::from(element.bits)),
        Some(value) => {
            let number = value.as_int().and_then(|bits| u64::try_from(bits.value()).ok());
            number.filter(|bits| *bits > 0).ok_or(Problem::Kind { position, expected: ValueKind::Element })
        }
    }
}
