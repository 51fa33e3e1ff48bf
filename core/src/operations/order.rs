//! Tuples that are compared by their numbers: leaf by leaf, or as words are ordered.

use super::alike::truth;
use crate::int::Truth;
use crate::int_tuple;
use crate::look::answer;
use crate::look::answer::{Question, Reason, Relation};
use crate::operations::prelude::*;

pub(super) const ELEM_LESS: Row = Row {
    name: "elem_less",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| compare(a, int_tuple::elem_less))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["Every leaf of a is less than that of b", "a 的每个叶子都小于 b"],
        example: "elem_less((1,2),(3,4))",
    }),
    laws: Some(Laws::None("its reasons compare the numbers")),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(|room, question| room.compared(question, Relation::Less)),
    ..USUAL
};

pub(super) const ELEM_LEQ: Row = Row {
    name: "elem_leq",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| compare(a, int_tuple::elem_leq))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["CuTe's elem_leq, which is !elem_less(b,a)", "CuTe 的 elem_leq，即 !elem_less(b,a)"],
        example: "elem_leq((1,2),(1,4))",
    }),
    laws: Some(Laws::None("its reasons compare the numbers")),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(|room, question| room.compared(question, Relation::AtMost)),
    ..USUAL
};

pub(super) const LEX_LESS: Row = Row {
    name: "lex_less",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| compare(a, int_tuple::lex_less))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: ["Lexicographical order: the leftmost mode that differs decides", "字典序：最左边不同的 mode 决定大小"],
        example: "lex_less((1,5),(2,0))",
    }),
    laws: Some(Laws::None("its reasons compare the numbers")),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(|room, question| ordered(room, question, false)),
    ..USUAL
};

pub(super) const COLEX_LESS: Row = Row {
    name: "colex_less",
    parameters: &["a", "b"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| compare(a, int_tuple::colex_less))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    help: Some(Help {
        line: [
            "Colexicographical order: the rightmost mode that differs decides",
            "余字典序（广义列优先）：最右边不同的 mode 决定大小",
        ],
        example: "colex_less((5,1),(0,2))",
    }),
    laws: Some(Laws::None("its reasons compare the numbers")),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Reasons::By(|room, question| ordered(room, question, true)),
    ..USUAL
};

fn compare(arguments: &Arguments, compare: fn(&IntTuple, &IntTuple) -> crate::error::Result<Truth>) -> Answer {
    truth(compare(&arguments.shape(0)?, &arguments.shape(1)?)?)
}

/// Sets the tuples side by side, and the numbers that decide: of the modes that differ the first, or the last.
fn ordered(room: &mut answer::Room<'_>, question: &Question<'_>, is_from_right: bool) -> Option<()> {
    room.compared(question, Relation::Equal)?;
    let found = std::mem::take(&mut room.reasons);
    let mut differing = found.into_iter().filter(|reason| reason.holds() == Some(false));
    let decisive = if is_from_right { differing.last() } else { differing.next() };
    if let Some(Reason::Numbers { path, left, right, .. }) = decisive {
        room.reasons.push(Reason::Numbers { path, left, relation: Relation::Less, right, holds: left < right });
    }
    Some(())
}
