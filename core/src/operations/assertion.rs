//! A condition that has to hold.

use crate::int::Truth;
use crate::operations::prelude::*;

pub(super) const STATIC_ASSERT: Row = Row {
    name: called::STATIC_ASSERT,
    aliases: &["CUTE_STATIC_ASSERT_V", "CUTE_STATIC_ASSERT", called::ASSERT],
    origin: Origin::Other("a word of C++, which prints nothing"),
    parameters: &["condition", "message"],
    arity: 1..=2,
    subject: Subject::Shown,
    apply: Some(Apply::Untraced(assertion)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a truth has no modes")),
    remarks: &[Remarked::Constant],
    help: Some(Help {
        line: ["A condition that has to hold", "必须成立的条件"],
        example: "static_assert(congruent((2,3),(1,2)))",
    }),
    laws: Some(Laws::None("what is asserted has its own")),
    picture: Some(Picture::None("a truth is no layout")),
    ..USUAL
};

fn assertion(arguments: &Arguments) -> Answer {
    match arguments.value(0)? {
        Value::Truth(Truth { value: true, .. }) => Ok(arguments.value(0)?.clone()),
        Value::Truth(_) => Err(Problem::AssertionFailed),
        _ => Err(Problem::Kind { position: 0, expected: ValueKind::Truth }),
    }
}
