//! Elements spread over the modes of a shape.

use super::row::{BLANK, Row};
use crate::algebra::common::domain_distribute;
use crate::doctor::Advice;
use crate::laws::Laws;
use crate::look::answer::Reasons;
use crate::look::threads::Maps;
use crate::notebook::algebra::Apply;
use crate::notebook::brothers::Brothers;
use crate::notebook::evaluate::{Compared, Travel};
use crate::notebook::functions::{Answer, Arguments, Help, Holds, Subject};
use crate::notebook::value::Value;
use crate::scene::Picture;

pub(super) const DOMAIN_DISTRIBUTE: Row = Row {
    name: "domain_distribute",
    parameters: &["shape", "count"],
    arity: 2..=2,
    holds: Some(Holds::Arguments),
    subject: Some(Subject::Operands),
    python: Some(&[]),
    apply: Some(Apply::Silent(distribute)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("where a mode came from is not told")),
    remarks: Some(&[]),
    help: Some(Help {
        line: ["So many elements spread over the modes of a shape", "把若干元素分配到形状的各 mode 上"],
        example: "domain_distribute((_15,_14),_6)",
    }),
    laws: Some(Laws::None("a choice among layouts of a size, which others are as right")),
    picture: Some(Picture::Beside("a layout that is made anew shares no cells with what it is made of")),
    reasons: Some(Reasons::Operands),
    advice: Some(Advice::Operands),
    map: Some(Maps::Never),
    brothers: Some(Brothers::Alone),
    ..BLANK
};

fn distribute(arguments: &Arguments) -> Answer {
    Ok(Value::Layout(domain_distribute(&arguments.shape(0)?, arguments.int(1)?)?))
}
