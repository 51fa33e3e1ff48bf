//! The product of all extents.

use super::alike::{int, shape_at};
use crate::int_tuple;
use crate::int_tuple::product;
use crate::look::answer;
use crate::look::answer::{Question, Reason};
use crate::operations::prelude::*;

pub(super) const SIZE: Row = Row {
    name: "size",
    aliases: &["product"],
    parameters: &["tuple or layout"],
    arity: 1..=1,
    template: Template::Modes,
    subject: Subject::Counted,
    apply: Some(Apply::Untraced(size)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help {
        line: ["The product of all extents: the size of the domain", "所有长度的乘积，即定义域的大小"],
        example: "size((3,(2,3)))",
    }),
    laws: Some(Laws::None("a number, which its reasons explain")),
    picture: Some(Picture::None("a number is no layout")),
    reasons: Reasons::By(explained),
    ..USUAL
};

/// Of a tiled MMA or a tiled copy, how many threads it has.
fn size(arguments: &Arguments) -> Answer {
    if let Value::Made(made) = arguments.value(0)?
        && let Some(threads) = made.threads()
    {
        return int(int_tuple::product(threads.shape().at(&arguments.modes()?)?));
    }
    int(int_tuple::product(&shape_at(arguments)?))
}

/// Says why the number is what it is.
fn explained(room: &mut answer::Room<'_>, question: &Question<'_>) -> Option<()> {
    let shape = question.tuple(0)?;
    let shape = shape.at(&question.path()).ok()?;
    let factors = shape.leaves().into_iter().map(|extent| extent.value()).collect();
    room.reasons.push(Reason::Product { factors, size: product(shape).ok()?.value() });
    Some(())
}
