//! The same mode several times.

use crate::nested::LEAF_LIMIT;
use crate::operations::prelude::*;

pub(super) const REPEAT: Row = Row {
    name: "repeat",
    aliases: &["tuple_repeat"],
    parameters: &["value"],
    arity: 1..=1,
    template: Template::Modes,
    apply: Some(Apply::Untraced(repeat)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("its modes are copies of one")),
    help: Some(Help { line: ["N times the same mode", "同一 mode 重复 N 次"], example: "repeat<3>(_)" }),
    laws: Some(Laws::None("modes written several times")),
    picture: Some(Picture::Beside("copies of a mode correspond to nothing")),
    ..USUAL
};

/// One time is the mode itself, as CuTe has it.
fn repeat(arguments: &Arguments) -> Answer {
    let (count, mode) = (arguments.one_mode()?, arguments.tree(0)?);
    if count == 1 {
        return Ok(Value::Tuple(mode));
    }
    let leaves = count.saturating_mul(Value::Tuple(mode.clone()).leaf_count().max(1));
    if leaves > LEAF_LIMIT {
        return Err(Error::TooLarge { what: "modes", count: leaves.to_string(), limit: LEAF_LIMIT as u64 }.into());
    }
    Ok(Value::Tuple(Nested::Tuple(vec![mode; count]).check_limits()?))
}
