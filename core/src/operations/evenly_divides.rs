//! Test of whether every mode of a tiler divides a shape.

use super::alike::truth;
use crate::algebra::tile::evenly_divides;
use crate::look::answer::Relation;
use crate::operations::prelude::*;

pub(super) const EVENLY_DIVIDES: Row = Row {
    name: "evenly_divides",
    parameters: &["shape", "tiler"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| truth(evenly_divides(&a.shape(0)?, &a.tiler(1)?)?))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["Whether every mode of the tiler divides the shape", "tiler 的每个 mode 是否整除形状"],
        example: "evenly_divides((8,6),(4,3))",
    }),
    laws: Some(Laws::None("its reasons compare the numbers")),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(|room, question| room.compared(question, Relation::DividedBy)),
    ..USUAL
};
