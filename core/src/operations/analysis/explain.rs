//! Derivation of an index or a result, as text.

use super::ALIKE;
use crate::operations::prelude::*;
use crate::worked_example::Chain;

pub(in crate::operations) const EXPLAIN: Row = Row {
    name: called::EXPLAIN,
    parameters: &["layout", "coordinate"],
    arity: 1..=2,
    apply: Some(Apply::Untraced(explain)),
    help: Some(Help {
        line: [
            "How f(x) comes about: the divisions and products of an index, the steps of an operation",
            "f(x) 的由来：索引的除法与乘法，或运算的各个步骤",
        ],
        example: "explain(((2,2),(4,2)):((1,4),(2,16))(13))",
    }),
    ..ALIKE
};

/// The lines of an index. What stands in the parentheses is taken apart by who evaluates it; a value alone is itself.
fn explain(arguments: &Arguments) -> Answer {
    if arguments.values.len() == 1 {
        return Ok(Value::Text(arguments.value(0)?.to_string()));
    }
    let value = arguments.value(0)?;
    let layout = value.as_any_layout().map_or_else(|| arguments.any(0), Ok)?;
    let place = arguments.coordinate(1)?;
    if place.has_underscore() {
        return Err(Problem::Kind { position: 1, expected: ValueKind::IntTuple });
    }
    let chain = Chain::of(&layout, &place)?;
    let mut text = String::new();
    for line in &chain.lines {
        text.push_str(&line.question);
        text.push_str(" = ");
        text.push_str(&line.answer);
        text.push('\n');
    }
    text.push_str(&format!("{layout}({}) = {}", value_of(arguments)?, chain.index));
    Ok(Value::Text(text))
}

fn value_of(arguments: &Arguments) -> Result<String, Problem> {
    let printed = crate::notebook::value::without_underscores(&arguments.value(1)?.to_string());
    let bare = printed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    Ok(bare.filter(|bare| !bare.contains('(')).unwrap_or(&printed).to_string())
}
