//! Printing and parsing: what is printed is what is read.

use colex::evaluate;
use colex::nested::Nested;
use colex::notebook::value::Item;
use colex::notebook::{Settings, Value};

/// Every value, printed and typed again where plain numbers are dynamic, is the same value.
pub fn print_parse(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let to_the_letter = Settings { compile_time: false, ..Settings::default() };
    for compile_time in [false, true] {
        for outcome in evaluate(&text, Settings { compile_time, ..Settings::default() }).outcomes() {
            let Some(value) = outcome.value.as_ref().filter(|value| has_spelling(value)) else { continue };
            let printed = value.to_string();
            let again = evaluate(&printed, to_the_letter);
            let same = match (value, again.value(0)) {
                // Both kinds of truth print the same.
                (Value::Truth(one), Some(Value::Truth(other))) => one.value == other.value,
                (one, Some(other)) => one == other,
                (_, None) => false,
            };
            assert!(same, "{printed} reads back as {:?}, {:?}", again.value(0), again.diagnostics());
        }
    }
}

/// Returns true if the notation can say it: a text is no value that one types, of an atom a description is printed that
/// does not name it, and a layout alone in parentheses is the layout.
fn has_spelling(value: &Value) -> bool {
    fn is_ambiguous(tree: &Nested<Item>) -> bool {
        match tree {
            Nested::Leaf(_) => false,
            Nested::Tuple(modes) => {
                matches!(modes.as_slice(), [Nested::Leaf(Item::Layout(_) | Item::Composed(_) | Item::Tensor(_))])
                    || modes.iter().any(is_ambiguous)
            }
        }
    }
    match value {
        Value::Text(_) | Value::Made(_) => false,
        Value::Tuple(tuple) => !is_ambiguous(tuple),
        _ => true,
    }
}
