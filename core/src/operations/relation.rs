//! Relations of shapes: which parentheses agree, and which coordinates another shape accepts.

use super::alike::truth;
use crate::compatible::Relation;
use crate::int_tuple::product;
use crate::laws::operands::{domain, number, numbers, shape_of};
use crate::look::answer;
use crate::look::answer::Question;
use crate::operations::prelude::*;

pub(super) const CONGRUENT: Row = Row {
    name: "congruent",
    parameters: &["a", "b"],
    arity: 2..=2,
    python: &[Pythonic { written: "is_congruent", name: "congruent", change: Change::Nothing }],
    apply: Some(Apply::Traced(|a, l| relation(a, Relation::Congruent, l))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["The same parentheses", "括号结构相同"], example: "congruent((3,(2,3)),(1,(4,1)))"
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["first", "前者"]), Letter::operand("B", 1, ["second", "后者"])],
        state: of_congruent,
    })),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(related),
    ..USUAL
};

pub(super) const WEAKLY_CONGRUENT: Row = Row {
    name: "weakly_congruent",
    parameters: &["a", "b"],
    arity: 2..=2,
    python: &[Pythonic { written: "is_weakly_congruent", name: "weakly_congruent", change: Change::Nothing }],
    apply: Some(Apply::Traced(|a, l| relation(a, Relation::WeaklyCongruent, l))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["The parentheses of a are those of b or coarser", "a 的括号结构与 b 相同或更粗"],
        example: "weakly_congruent((3,6),(3,(2,3)))",
    }),
    laws: Some(Laws::None("its steps compare mode by mode")),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(related),
    ..USUAL
};

pub(super) const COMPATIBLE: Row = Row {
    name: "compatible",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, l| relation(a, Relation::Compatible, l))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["Every coordinate of a is a coordinate of b", "a 的每个坐标都是 b 的合法坐标"],
        example: "compatible(24,(4,6))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("A", 0, ["first", "前者"]), Letter::operand("B", 1, ["second", "后者"])],
        state: of_compatible,
    })),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(related),
    ..USUAL
};

pub(super) const WEAKLY_COMPATIBLE: Row = Row {
    name: "weakly_compatible",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Traced(|a, l| relation(a, Relation::WeaklyCompatible, l))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: [
            "Every integer of a divides its mode of b (CuTe up to 3.5.1)",
            "a 的每个整数整除 b 的对应 mode（CuTe 3.5.1 及以前）",
        ],
        example: "weakly_compatible((2,3),(4,6))",
    }),
    laws: Some(Laws::None("its steps compare mode by mode")),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(related),
    ..USUAL
};

fn relation(arguments: &Arguments, relation: Relation, trace: &mut Trace<'_>) -> Answer {
    truth(relation.told(&arguments.shape(0)?, &arguments.shape(1)?, trace)?)
}

/// Says where two shapes go together, step by step.
fn related(room: &mut answer::Room<'_>, question: &Question<'_>) -> Option<()> {
    room.steps();
    room.side_by_side([question.called(0), question.called(1)], [&question.tuple(0)?, &question.tuple(1)?]);
    Some(())
}

/// States that every coordinate of A is one of B.
fn of_compatible(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let (a, b) = (shape_of(values.first()?)?, shape_of(values.get(1)?)?);
    room.operand("A", &a);
    room.operand("B", &b);
    if matches!(result, Value::Truth(truth) if truth.value) {
        let sizes = [number(&product(&a).ok()?), number(&product(&b).ok()?)];
        let plan = numbers(("size(A)", sizes[0]), ("size(B)", sizes[1]), sizes[0] == sizes[1]);
        room.law(LawKind::SameTotal, plan, Vec::new());
        let plan = Plan::Accepts { domain: domain(&Nested::Leaf(product(&a).ok()?))?, of: [a, b] };
        room.law(LawKind::Accepts, plan, Vec::new());
    }
    Some(())
}

/// States that the other way round holds, too.
fn of_congruent(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let (a, b) = (shape_of(values.first()?)?, shape_of(values.get(1)?)?);
    room.operand("A", &a);
    room.operand("B", &b);
    let Value::Truth(truth) = result else { return None };
    let back = b.is_congruent_to(&a);
    let plan = numbers(("congruent(B,A)", back.into()), ("R", truth.value.into()), back == truth.value);
    room.law(LawKind::Symmetric, plan, Vec::new());
    Some(())
}
