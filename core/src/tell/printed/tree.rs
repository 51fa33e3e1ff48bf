//! Numbers and tuples as programs print them: `_8`, `?{div=8}`, `1@0`, `((4,8),2)`.

use std::fmt;

use super::cursor::Cursor;
use crate::nested::DEPTH_LIMIT;

/// A number or a tuple of such.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tree {
    /// A number that stands there, `_`, or a basis stride, as the notebook writes it.
    Known(String),
    /// `?`: a number that is known at run time alone, and a number that divides it.
    Unknown {
        /// Number that divides it.
        divisor: i64,
    },
    /// A tuple.
    Tuple(Vec<Tree>),
}

impl Tree {
    /// Reports whether it has the same parentheses.
    pub(super) fn is_congruent(&self, other: &Tree) -> bool {
        match (self, other) {
            (Tree::Tuple(left), Tree::Tuple(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(left, right)| left.is_congruent(right))
            }
            (Tree::Tuple(_), _) | (_, Tree::Tuple(_)) => false,
            _ => true,
        }
    }

    /// Reports whether some number in it is written as C++ alone writes it, `_8`.
    pub(super) fn has_static(&self) -> bool {
        match self {
            Tree::Known(text) => text.len() > 1 && text.starts_with('_'),
            Tree::Unknown { .. } => false,
            Tree::Tuple(modes) => modes.iter().any(Tree::has_static),
        }
    }

    /// Reports whether some number in it says along which mode it goes: `1@0`.
    pub(super) fn has_path(&self) -> bool {
        match self {
            Tree::Known(text) => text.contains('@'),
            Tree::Unknown { .. } => false,
            Tree::Tuple(modes) => modes.iter().any(Tree::has_path),
        }
    }

    /// How many of its numbers are unknown.
    pub(super) fn unknowns(&self) -> usize {
        self.leaves().iter().filter(|leaf| matches!(leaf, Tree::Unknown { .. })).count()
    }

    /// Each of its unknown numbers as a part of what an expression makes: `get<0>(…)`.
    pub(super) fn unknown_parts(&self, of: &str) -> Vec<String> {
        match self {
            Tree::Known(_) => Vec::new(),
            Tree::Unknown { .. } => vec![of.to_string()],
            Tree::Tuple(modes) => {
                let part = |(place, mode): (usize, &Tree)| mode.unknown_parts(&format!("get<{place}>({of})"));
                modes.iter().enumerate().flat_map(part).collect()
            }
        }
    }

    /// Reports whether it is a tuple.
    pub(super) fn is_tuple(&self) -> bool {
        matches!(self, Tree::Tuple(_))
    }

    /// Reports whether a mode of it is a tuple.
    pub(super) fn is_nested(&self) -> bool {
        matches!(self, Tree::Tuple(modes) if modes.iter().any(Tree::is_tuple))
    }

    /// Its numbers from left to right.
    pub(super) fn leaves(&self) -> Vec<&Tree> {
        match self {
            Tree::Tuple(modes) => modes.iter().flat_map(Tree::leaves).collect(),
            leaf => vec![leaf],
        }
    }

    /// It as the notebook writes it; `name` says what a number that is not known is called.
    pub(super) fn write(&self, text: &mut String, name: &mut dyn FnMut(i64) -> String) {
        match self {
            Tree::Known(known) => text.push_str(known),
            Tree::Unknown { divisor } => text.push_str(&name(*divisor)),
            Tree::Tuple(modes) => {
                text.push('(');
                for (index, mode) in modes.iter().enumerate() {
                    if index > 0 {
                        text.push(',');
                    }
                    mode.write(text, name);
                }
                text.push(')');
            }
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text, &mut |divisor| format!("?{divisor}"));
        f.write_str(&text)
    }
}

/// A number or a tuple, if one stands here.
pub(super) fn tree(cursor: &mut Cursor<'_>) -> Option<Tree> {
    below(cursor, 0)
}

fn below(cursor: &mut Cursor<'_>, depth: usize) -> Option<Tree> {
    if depth > DEPTH_LIMIT {
        return None;
    }
    if !cursor.take("(") {
        return leaf(cursor);
    }
    let mut modes = Vec::new();
    loop {
        cursor.blanks();
        // `(4,)` is Python's tuple of one.
        if cursor.take(")") {
            return Some(Tree::Tuple(modes));
        }
        modes.push(below(cursor, depth + 1)?);
        cursor.blanks();
        if cursor.take(")") {
            return Some(Tree::Tuple(modes));
        }
        if !cursor.take(",") {
            return None;
        }
    }
}

/// A number: `8`, `_8`, `-2`, `?`, `Int32(?)`, `?{i64 div=8}`, `_`, `None`, `*`, `_1@0@1`, `1E1E0`.
fn leaf(cursor: &mut Cursor<'_>) -> Option<Tree> {
    if cursor.take("None") || cursor.take("*") {
        return Some(Tree::Known("_".to_string()));
    }
    // A number of a running program, as Python shows it: `Int32(?)`, `Int32(8)`.
    if ["Int32(", "Int64(", "Uint32(", "Uint64(", "Int16(", "Uint16(", "Int8(", "Uint8("]
        .iter()
        .any(|word| cursor.take(word))
    {
        let number = leaf(cursor)?;
        return cursor.take(")").then_some(number);
    }
    if cursor.take("?") {
        let divisor = facts(cursor)?;
        return match basis(cursor).or_else(|| path(cursor))? {
            // A coordinate times an unknown number: one of the modes is as long as one likes.
            path if path.is_empty() => Some(Tree::Unknown { divisor }),
            path => Some(Tree::Known(format!("{divisor}{path}"))),
        };
    }
    let begin = cursor.at();
    let is_static = cursor.take("_");
    let has_sign = cursor.take("-");
    let digits = cursor.digits();
    if digits == 0 {
        return (is_static && !has_sign).then(|| Tree::Known("_".to_string()));
    }
    // `1/2@0`: along bytes of which a copy counts two at once.
    let mut ahead = cursor.clone();
    if ahead.take("/") {
        ahead.take("_");
        if ahead.digits() > 0 && ahead.rest().starts_with('@') {
            *cursor = ahead;
        }
    }
    let number = cursor.since(begin).to_string();
    if let Some(path) = basis(cursor) {
        return Some(Tree::Known(number + &path));
    }
    let runs_on = cursor.rest().starts_with(|next: char| next.is_alphanumeric() || next == '_')
        || cursor.rest().starts_with('.') && !cursor.rest().starts_with("..");
    if digits > 18 || runs_on {
        return None;
    }
    // The divisor of a known number says nothing new.
    facts(cursor)?;
    let path = path(cursor)?;
    Some(Tree::Known(number + &path))
}

/// `{i64 div=8}` behind a number: what divides it, 1 where nothing is said.
fn facts(cursor: &mut Cursor<'_>) -> Option<i64> {
    if !cursor.take("{") {
        return Some(1);
    }
    let inner = cursor.until('}', 64)?;
    let divisor = inner.split("div=").nth(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default().parse::<i64>().unwrap_or(1)
    });
    Some(divisor.unwrap_or(1).max(1))
}

/// `@0@1` behind a number; empty where there is none.
fn path(cursor: &mut Cursor<'_>) -> Option<String> {
    let begin = cursor.at();
    while cursor.take("@") {
        if !(1..=3).contains(&cursor.digits()) {
            return None;
        }
    }
    Some(cursor.since(begin).to_string())
}

/// `E1E0` behind a number, the outer mode first, as `@0@1`.
fn basis(cursor: &mut Cursor<'_>) -> Option<String> {
    let mut ahead = cursor.clone();
    let mut modes = Vec::new();
    while ahead.take("E") {
        let begin = ahead.at();
        if !(1..=3).contains(&ahead.digits()) {
            return None;
        }
        modes.push(ahead.since(begin));
    }
    if modes.is_empty() || ahead.rest().starts_with(|next: char| next.is_alphanumeric() || matches!(next, '_' | '.')) {
        return None;
    }
    *cursor = ahead;
    Some(modes.iter().rev().map(|mode| format!("@{mode}")).collect())
}
