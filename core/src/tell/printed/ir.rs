//! A line of a compiler's IR: an operation with the types that it takes and results in.
//!
//! `%t = cute.get_shape(%l) : (!cute.layout<"(8,?):(?,1)">) -> !cute.shape<"(8,?)">`: a number that was not printed is that of the
//! operand from which it is taken.

use std::collections::HashMap;
use std::ops::Range;

use super::cursor::Cursor;
use super::value::{Part, Read, value};
use super::{EXTENT, Named};

/// Types and operands of one line that are looked at.
const TYPES: usize = 64;

/// A type that stands in a line, and the name of the value that has it.
#[derive(Debug)]
pub(super) struct Typed<'a> {
    pub(super) place: Range<usize>,
    pub(super) name: Option<&'a str>,
    pub(super) read: Read,
    /// A number of it that was not printed is at least so large.
    pub(super) least: i64,
}

/// An operation, or the head of a function.
#[derive(Debug)]
pub(super) struct Operation<'a> {
    /// What it results in; of one without a result what it takes.
    pub(super) types: Vec<Typed<'a>>,
    /// What one with a result takes.
    pub(super) taken: Vec<Typed<'a>>,
    operands: Vec<&'a str>,
    is_result: bool,
    /// What it results in has the numbers of what it takes, or what it takes is all there is.
    keeps: bool,
}

impl<'a> Operation<'a> {
    /// The operation of a line; `None` of any other line.
    pub(super) fn of(line: &'a str, aliases: &HashMap<String, Read>) -> Option<Self> {
        if !line.contains('!') || line.trim_start().starts_with('!') {
            return None;
        }
        let mut types = typed(line, aliases);
        let before = line.get(..types.first()?.place.start)?;
        let result = before.trim_start().strip_prefix('%').map(word).filter(|name| !name.is_empty());
        let (left, right) = match before.split_once('=') {
            Some((left, right)) if result.is_some() => (left, right),
            _ => ("", before),
        };
        let operands =
            right.split('%').skip(1).map(word).filter(|name| !name.is_empty()).take(TYPES).collect::<Vec<_>>();
        let is_result = !left.is_empty();
        if !is_result && operands.is_empty() {
            return None;
        }
        let mut taken = Vec::new();
        if is_result {
            types.iter_mut().for_each(|typed| typed.name = None);
        }
        if is_result {
            let arrow = line.rfind("->").or_else(|| line.rfind(" to !")).unwrap_or(0);
            let first = types.iter().position(|typed| typed.place.start > arrow).unwrap_or(0);
            let results = types.split_off(first);
            taken = std::mem::replace(&mut types, results);
            if taken.len() == operands.len() {
                taken.iter_mut().zip(&operands).for_each(|(typed, name)| typed.name = Some(name));
            }
            // `%0:2 = …` are several.
            if let [only] = types.as_mut_slice() {
                only.read.part_of(right);
                only.name = result.filter(|name| left.trim().len() == name.len() + 1);
            }
        }
        const KEEPING: [&str; 10] = [
            "get_shape",
            "get_stride",
            "get_layout",
            "get_leaves",
            "get_scalars",
            "to_int_tuple",
            "make_layout",
            "make_view",
            "make_composed",
            "cast",
        ];
        let keeps = !is_result || KEEPING.iter().any(|name| right.contains(name));
        Some(Operation { types, taken, operands, is_result, keeps })
    }

    /// Reports whether nothing said before what it takes by one of its types.
    pub(super) fn is_new(&self, taken: &Typed<'_>, values: &HashMap<String, Vec<Named>>) -> bool {
        match taken.name {
            Some(name) => !values.contains_key(name),
            None => !self.operands.iter().all(|name| values.contains_key(*name)),
        }
    }

    /// What numbers of one of its types are called already.
    pub(super) fn known(&self, typed: &Typed<'_>, values: &HashMap<String, Vec<Named>>) -> Vec<Named> {
        let operands = match typed.name {
            // What a function takes has numbers of its own.
            Some(name) if !self.is_result => vec![name],
            _ if self.keeps => self.operands.clone(),
            _ => return Vec::new(),
        };
        let of = operands.into_iter().filter_map(|name| values.get(name)).flatten();
        of.filter(|(printed, names)| printed.len() > 1 && !names.is_empty()).cloned().collect()
    }
}

impl Read {
    /// Leaves what an operation takes from a tensor whose type is told: `%l = cute.get_layout(%t) : !cute.memref<…>`.
    fn part_of(&mut self, operation: &str) {
        let Some(at) = self.parts.iter().position(|part| *part == Part::Text(" o ".to_string())) else { return };
        if operation.contains("get_iter(") {
            self.parts.truncate(at);
        } else if operation.contains("get_layout(") {
            self.parts.drain(..=at);
        }
    }
}

/// The types that a line has, each with the name of what it is said of: `%arg0: !cute.…`.
fn typed<'a>(line: &'a str, aliases: &HashMap<String, Read>) -> Vec<Typed<'a>> {
    let mut types = Vec::new();
    let mut at = 0;
    while let Some(next) = line.get(at..).and_then(|rest| rest.find('!')).map(|next| at + next) {
        let rest = line.get(next..).unwrap_or_default();
        let mut cursor = Cursor::new(line, next);
        let name = word(rest.get(1..).unwrap_or_default());
        let (read, end) = match aliases.get(name) {
            Some(read) => (Some(read.clone()), next + 1 + name.len()),
            None if rest.starts_with("!cute") => (value(&mut cursor), cursor.at()),
            None => (None, next + 1),
        };
        let Some(read) = read.filter(|_| types.len() < TYPES) else {
            at = next + 1;
            continue;
        };
        at = end;
        let label = line.get(..next).and_then(|label| label.trim_end().strip_suffix(':'));
        let name = label.and_then(|label| label.rsplit('%').next().filter(|name| word(name) == *name));
        let least = if rest.starts_with("!cute.shape") { EXTENT } else { 1 };
        types.push(Typed { place: next..end, name, read, least });
    }
    types
}

/// A name that a line gives a type: `!memref = !cute.memref<…>`.
pub(super) fn alias(line: &str) -> Option<(&str, Read)> {
    let (name, of) = line.trim_start().strip_prefix('!')?.split_once(" = ")?;
    let read = value(&mut Cursor::new(of, 0)).filter(|_| of.starts_with("!cute."))?;
    (word(name) == name).then_some((name, read))
}

/// The name, the place and the number of a constant: `%c4 = arith.constant 4 : i32`.
pub(super) fn constant(line: &str) -> Option<(&str, Range<usize>)> {
    let (left, right) = line.split_once(" = arith.constant ")?;
    let name = left.trim_start().strip_prefix('%').filter(|name| word(name) == *name)?;
    let end = right.find(' ').unwrap_or(right.len());
    right.get(..end)?.parse::<i32>().ok()?;
    let begin = line.len() - right.len();
    Some((name, begin..begin + end))
}

/// The name that a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}
