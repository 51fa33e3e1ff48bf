//! Owners of the elements of a thread-value layout.

use super::{ALIKE, ELEMENT_LIMIT};
use crate::coordinate::{Coordinate, Slot};
use crate::nested::LEAF_LIMIT;
use crate::notebook::value::Item;
use crate::operations::prelude::*;
use crate::table::FlatLayout;

/// Of how many pairs each is looked at where elements are coordinates.
const COORDINATE_LIMIT: u64 = 1 << 13;

pub(in crate::operations) const OWNER: Row = Row {
    name: "owner",
    parameters: &["layout", "element"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(owner)),
    help: Some(Help {
        line: [
            "The thread and the value that hold an element; of several, all of them",
            "持有某元素的（线程，值）；若有多个则全部列出",
        ],
        example: "owner(((4,8),(2,2)):((32,1),(16,8)),17)",
    }),
    ..ALIKE
};

pub(in crate::operations) const HOLDS: Row = Row {
    name: "holds",
    parameters: &["layout", "thread"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(holds)),
    help: Some(Help {
        line: ["The elements that a thread holds, in the order of its values", "某线程持有的元素，按值的顺序"],
        example: "holds(((4,8),(2,2)):((32,1),(16,8)),5)",
    }),
    ..ALIKE
};

/// The layout `(thread, value)` that an argument is, of a tiled copy or MMA too, with its numbers of both.
fn map(arguments: &Arguments) -> Result<(AnyLayout, u64, u64), Problem> {
    let value = arguments.value(0)?;
    let layout = value
        .as_any_layout()
        .or_else(|| value.drawn())
        .ok_or(Problem::Kind { position: 0, expected: ValueKind::Layout })?;
    let rank = layout.shape().rank();
    if rank != 2 || layout.shape().is_leaf() {
        return Err(Error::NeedsRank { expected: "2", found: rank }.into());
    }
    let size =
        |mode: usize| -> Result<u64, Problem> { Ok(u64::try_from(layout.at(&[mode])?.size()?.value()).unwrap_or(0)) };
    let (threads, values) = (size(0)?, size(1)?);
    Ok((layout, threads, values))
}

/// The element of a pair.
fn element(layout: &AnyLayout, thread: u64, value: u64) -> Result<Value, Problem> {
    let slot = |number: u64| Nested::Leaf(Slot::Int(Int::dynamic(i64::try_from(number).unwrap_or(i64::MAX))));
    let place: Coordinate = Nested::Tuple(vec![slot(thread), slot(value)]);
    Ok(Value::index(&layout.index(&place)?, layout.innermost().stride()))
}

fn pair(thread: u64, value: u64) -> Nested<Item> {
    let leaf = |number: u64| Nested::Leaf(Item::Int(Int::dynamic(i64::try_from(number).unwrap_or(i64::MAX))));
    Nested::Tuple(vec![leaf(thread), leaf(value)])
}

fn owner(arguments: &Arguments) -> Answer {
    let (layout, threads, values) = map(arguments)?;
    let wanted = arguments.value(1)?;
    let count = threads.saturating_mul(values);
    let mut found = Vec::new();
    let too_many = |limit: u64| Error::TooLarge { what: "pairs", count: count.to_string(), limit };
    if let (Ok(flat), Some(wanted)) = (FlatLayout::any(&layout), wanted.as_int()) {
        if count > ELEMENT_LIMIT {
            return Err(too_many(ELEMENT_LIMIT).into());
        }
        for linear in 0..count {
            if flat.index(linear)? == wanted.value() {
                found.push(pair(linear.checked_rem(threads).unwrap_or(0), linear.checked_div(threads).unwrap_or(0)));
            }
        }
    } else {
        if count > COORDINATE_LIMIT {
            return Err(too_many(COORDINATE_LIMIT).into());
        }
        let wanted = numbers(wanted).ok_or(Problem::Kind { position: 1, expected: ValueKind::Coordinate })?;
        for linear in 0..count {
            let (thread, value) = (linear.checked_rem(threads).unwrap_or(0), linear.checked_div(threads).unwrap_or(0));
            if numbers(&element(&layout, thread, value)?) == Some(wanted.clone()) {
                found.push(pair(thread, value));
            }
        }
    }
    found.truncate(LEAF_LIMIT / 2);
    Ok(Value::Tuple(match <[Nested<Item>; 1]>::try_from(found) {
        Ok([only]) => only,
        Err(all) => Nested::Tuple(all),
    }))
}

/// The numbers of a coordinate, static or not.
fn numbers(value: &Value) -> Option<Nested<i64>> {
    value.as_ints().map(|tuple| tuple.map(&mut |int| int.value()))
}

fn holds(arguments: &Arguments) -> Answer {
    let (layout, threads, values) = map(arguments)?;
    let thread = arguments.int(1)?.value();
    let wrong = Problem::Algebra(Error::TooLarge {
        what: "threads",
        count: thread.to_string(),
        limit: threads.saturating_sub(1),
    });
    let thread = u64::try_from(thread).ok().filter(|thread| *thread < threads).ok_or(wrong)?;
    if values > LEAF_LIMIT as u64 {
        return Err(Error::TooLarge { what: "elements", count: values.to_string(), limit: LEAF_LIMIT as u64 }.into());
    }
    let mut found = Vec::new();
    for value in 0..values {
        let element = element(&layout, thread, value)?;
        found.push(element.into_mode().map_err(|_| Problem::Kind { position: 0, expected: ValueKind::Layout })?);
    }
    Ok(Value::Tuple(Nested::Tuple(found)))
}
