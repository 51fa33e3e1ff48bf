//! Costs of the accesses of threads, and the width that they may have.

use super::{ALIKE, ELEMENT_LIMIT, bits, is_static, number};
use crate::cost::{Group, Machine, Survey, Surveyed};
use crate::operations::alike::int;
use crate::operations::prelude::*;
use crate::thread_value::Pair;
use crate::work::finish;

pub(in crate::operations) const BANK_CONFLICTS: Row = Row {
    name: "bank_conflicts",
    parameters: &["layout", "element", "vector"],
    arity: 1..=3,
    apply: Some(Apply::Untraced(|a| costs(a, |found| found.shared.turns.saturating_sub(found.shared.phases)))),
    help: Some(Help {
        line: [
            "How many more turns shared memory takes than without bank conflicts, of a layout (thread, value)",
            "共享内存因 bank 冲突多用的轮数；布局为（线程，值）",
        ],
        example: "bank_conflicts((32,1):(32,1),float)",
    }),
    ..ALIKE
};

pub(in crate::operations) const SECTORS: Row = Row {
    name: "sectors",
    parameters: &["layout", "element", "vector"],
    arity: 1..=3,
    apply: Some(Apply::Untraced(|a| costs(a, |found| found.global.sectors))),
    help: Some(Help {
        line: [
            "How many sectors of 32 bytes global memory moves, of a layout (thread, value)",
            "全局内存搬运的 32 字节扇区数；布局为（线程，值）",
        ],
        example: "sectors((32,1):(1,1),float)",
    }),
    ..ALIKE
};

pub(in crate::operations) const WIDEST_VECTOR: Row = Row {
    name: "widest_vector",
    parameters: &["layout", "element"],
    arity: 1..=2,
    apply: Some(Apply::Untraced(|a| costs(a, |found| found.widest.elements))),
    help: Some(Help {
        line: [
            "How many elements each thread may move at once, of a layout (thread, value)",
            "每个线程一次可搬运的元素数；布局为（线程，值）",
        ],
        example: "widest_vector((32,4):(4,1),float)",
    }),
    ..ALIKE
};

/// A number of the survey of all accesses.
fn costs(arguments: &Arguments, asked: impl Fn(&Surveyed) -> u64) -> Answer {
    let given = arguments.function(0)?;
    let group = Group::of_any(&given)?;
    let count = group.threads().saturating_mul(group.values());
    if count > ELEMENT_LIMIT {
        return Err(Error::TooLarge { what: "pairs", count: count.to_string(), limit: ELEMENT_LIMIT }.into());
    }
    let bits = bits(arguments, 1)?;
    let bytes = bits.div_ceil(8);
    let vector = match arguments.values.len() {
        3 => Some(
            u64::try_from(arguments.int(2)?.value())
                .map_err(|_| Problem::Kind { position: 2, expected: ValueKind::Integer })?,
        ),
        _ => None,
    };
    // Elements smaller than a byte share one: the threads access its bytes.
    let group = match 8_i64.checked_div(i64::try_from(bits).unwrap_or(8)) {
        Some(each) if each > 1 => {
            let inner = group.clone();
            Group::new(group.threads(), group.values(), move |pair: Pair| Some(inner.index(pair)?.div_euclid(each)))
        }
        _ => group,
    };
    let survey = Survey::new(group, bytes, vector, &Machine::default())?;
    let found = finish(survey, 4 * ELEMENT_LIMIT)?;
    int(Ok(number(asked(&found), is_static(&given))))
}
