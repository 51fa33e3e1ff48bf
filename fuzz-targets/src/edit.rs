//! Edits of a layout's tree: each keeps its law or says why it is impossible.
//!
//! The first line of an input is a layout; each further line is an edit: a word, the path, and the edit's own numbers,
//! as in `extent 0 1 8` or `group 0 2`.

use colex::coordinate::Slot;
use colex::evaluate;
use colex::make::Major;
use colex::nested::{DEPTH_LIMIT, LEAF_LIMIT, Nested};
use colex::notebook::{Settings, Value};
use colex::{Error, Int, Layout};
use colex_document::edit::{Field, TreeEdit, apply};
use colex_document::words::edit_sentence;

/// An edited layout keeps the limits, prints and reads back; grouping and ungrouping change no index; an edit that is
/// impossible has a sentence in both languages and leaves the layout as it is.
pub fn edit(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let first = evaluate(lines.next().unwrap_or_default(), Settings { compile_time: false, ..Settings::default() });
    let Some(Value::Layout(layout)) = first.value(0) else { return };
    let mut layout = layout.clone();
    for edit in lines.filter_map(edit_of).take(32) {
        match apply(&layout, &edit) {
            Ok(edited) => {
                check(&layout, &edit, &edited);
                layout = edited;
            }
            Err(error) => {
                assert!(!edit_sentence(&error, false).is_empty() && !edit_sentence(&error, true).is_empty());
            }
        }
    }
}

fn edit_of(line: &str) -> Option<TreeEdit> {
    let mut words = line.split_whitespace();
    let word = words.next()?;
    let mut numbers = words.filter_map(|number| number.parse::<i64>().ok()).collect::<Vec<_>>();
    let mut own = || numbers.pop().unwrap_or_default();
    let mode = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
    let (last, before) = match word {
        "extent" | "stride" | "more" | "further" | "move" => (own(), 0),
        "group" => (own(), own()),
        _ => (0, 0),
    };
    let path = numbers.into_iter().map(mode).collect::<Vec<_>>();
    Some(match word {
        "extent" => TreeEdit::SetShape { path, value: last },
        "stride" => TreeEdit::SetStride { path, value: last },
        "more" => TreeEdit::Step { path, field: Field::Shape, by: last },
        "further" => TreeEdit::Step { path, field: Field::Stride, by: last },
        "add" => TreeEdit::Add { path },
        "remove" => TreeEdit::Remove { path },
        "move" => TreeEdit::Move { path, to: mode(last) },
        "group" => TreeEdit::Group { path, begin: mode(before), end: mode(last) },
        "ungroup" => TreeEdit::Ungroup { path },
        "left" => TreeEdit::Compact(Major::Left),
        "right" => TreeEdit::Compact(Major::Right),
        _ => return None,
    })
}

fn check(before: &Layout, edit: &TreeEdit, after: &Layout) {
    assert!(after.depth() <= DEPTH_LIMIT && after.shape().leaf_count() <= LEAF_LIMIT);
    let overflows = |size: colex::Result<Int>| matches!(size, Err(Error::Overflow { .. }));
    assert!(!overflows(after.size()), "the size of {after} overflows");
    assert!(!matches!(after.coshape(), Err(Error::Overflow { .. })), "the cosize of {after} overflows");
    let printed = after.to_string();
    let again = evaluate(&printed, Settings { compile_time: false, ..Settings::default() });
    assert_eq!(again.value(0), Some(&Value::Layout(after.clone())), "{printed}");
    if matches!(edit, TreeEdit::Group { .. } | TreeEdit::Ungroup { .. }) {
        assert_eq!(before.size(), after.size());
        for at in [0, 1, 2, 5, 11, 1000, 123_456_789] {
            let coordinate = Nested::Leaf(Slot::Int(Int::dynamic(at)));
            let (one, other) = (before.index(&coordinate), after.index(&coordinate));
            let inside = before.size().is_ok_and(|size| at < size.value());
            assert!(!inside || one == other, "{before} and {after} differ at {at}: {one:?}, {other:?}");
        }
    }
}
