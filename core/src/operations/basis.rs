//! Strides along a mode.

use crate::basis::ScaledBasis;
use crate::nested::{DEPTH_LIMIT, LEAF_LIMIT};
use crate::notebook::value::Item;
use crate::operations::prelude::*;

pub(super) const UNIT_BASIS: Row = Row {
    name: called::UNIT_BASIS,
    parameters: &["mode"],
    arity: 0..=MANY,
    template: Template::Values,
    python: &[Pythonic { written: called::UNIT_BASIS, name: called::UNIT_BASIS, change: Change::Basis }],
    apply: Some(Apply::Untraced(unit_basis)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a stride names no mode")),
    help: Some(Help { line: ["A unit stride along a mode", "沿某个 mode 的单位步长"], example: "E<0>{}" }),
    laws: Some(Laws::None("a stride is what is written")),
    picture: Some(Picture::None("a stride is no layout")),
    ..USUAL
};

pub(super) const SCALED_BASIS: Row = Row {
    name: "ScaledBasis",
    parameters: &["scale", "mode"],
    arity: 1..=2,
    template: Template::Values,
    apply: Some(Apply::Untraced(scaled_basis)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a stride names no mode")),
    help: Some(Help {
        line: ["A multiple of a unit stride along a mode", "沿某个 mode 的单位步长的倍数"],
        example: "ScaledBasis<_3,1>{}",
    }),
    laws: Some(Laws::None("a stride is what is written")),
    picture: Some(Picture::None("a stride is no layout")),
    ..USUAL
};

/// The modes of a basis stride, one by one or as Python's list.
fn path(values: &[Value]) -> Result<Vec<usize>, Problem> {
    let mut modes = Vec::new();
    for value in values {
        let numbers = value.as_ints().ok_or(Problem::Template)?;
        for number in numbers.leaves() {
            let mode = usize::try_from(number.value()).ok().filter(|mode| *mode < LEAF_LIMIT);
            modes.push(mode.ok_or(Problem::Template)?);
        }
    }
    if modes.len() > DEPTH_LIMIT {
        return Err(Error::TooDeep { limit: DEPTH_LIMIT }.into());
    }
    Ok(modes)
}

/// Along no mode it is the integer itself: CuTe's `E<>` is `_1`.
fn basis_of(scale: Int, path: Vec<usize>) -> Value {
    match path.is_empty() {
        true => Value::int(scale),
        false => Value::Tuple(Nested::Leaf(Item::Basis(ScaledBasis { scale, path }))),
    }
}

fn unit_basis(arguments: &Arguments) -> Answer {
    let modes = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    Ok(basis_of(Int::ONE, path(modes)?))
}

fn scaled_basis(arguments: &Arguments) -> Answer {
    let values = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    let (scale, modes) = values.split_first().ok_or(Problem::Arity)?;
    Ok(basis_of(scale.as_int().ok_or(Problem::Template)?, path(modes)?))
}
