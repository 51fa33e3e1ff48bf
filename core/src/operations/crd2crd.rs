//! A coordinate of one shape as that of another.

use super::alike::ints;
use crate::coordinate;
use crate::operations::prelude::*;

pub(super) const CRD2CRD: Row = Row {
    name: "crd2crd",
    parameters: &["coord", "source", "destination"],
    arity: 3..=3,
    subject: Subject::AnswerInLast,
    apply: Some(Apply::Untraced(|a| ints(coordinate::crd2crd(&a.coordinate(0)?, &a.shape(1)?, &a.shape(2)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a coordinate has no modes")),
    help: Some(Help {
        line: ["A coordinate of one shape as that of another", "把一个形状的坐标换成另一个形状的坐标"],
        example: "crd2crd((1,5),(3,6),(3,(2,3)))",
    }),
    laws: Some(Laws::None("idx2crd and crd2idx promise what it is made of")),
    picture: Some(Picture::None("a coordinate is chosen in the picture of its shape")),
    advice: Advice::None("a question about one index is right as it is asked"),
    ..USUAL
};
