//! A condition that has to hold.

use super::row::{BLANK, Origin, Row};
use crate::called;
use crate::doctor::Advice;
use crate::int::Truth;
use crate::laws::Laws;
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::notebook::algebra::Apply;
use crate::notebook::brothers::Brothers;
use crate::notebook::evaluate::{Compared, Remarked, Travel};
use crate::notebook::functions::{Answer, Arguments, Help, Holds, Problem, Subject};
use crate::notebook::value::{Value, ValueKind};
use crate::scene::Picture;

pub(super) const STATIC_ASSERT: Row = Row {
    name: called::STATIC_ASSERT,
    aliases: &["CUTE_STATIC_ASSERT_V", "CUTE_STATIC_ASSERT", called::ASSERT],
    origin: Origin::Other("a word of C++, which prints nothing"),
    parameters: &["condition", "message"],
    arity: 1..=2,
    holds: Some(Holds::Arguments),
    subject: Some(Subject::Shown),
    python: Some(&[]),
    apply: Some(Apply::Silent(assertion)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    remarks: Some(&[Remarked::Constant]),
    help: Some(Help {
        line: ["A condition that has to hold", "必须成立的条件"],
        example: "static_assert(congruent((2,3),(1,2)))",
    }),
    laws: Some(Laws::None("what is asserted has its own")),
    picture: Some(Picture::None("a truth is no layout")),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::Operands),
    map: Some(Maps::Never),
    brothers: Some(Brothers::Alone),
    ..BLANK
};

fn assertion(arguments: &Arguments) -> Answer {
    match arguments.value(0)? {
        Value::Truth(Truth { value: true, .. }) => Ok(arguments.value(0)?.clone()),
        Value::Truth(_) => Err(Problem::AssertionFailed),
        _ => Err(Problem::Kind { position: 0, expected: ValueKind::Truth }),
    }
}
