//! A line of a compiler's IR: an operation with the types that it takes and results in.
//!
//! `%t = cute.get_shape(%l) : (!cute.layout<"(8,?):(?,1)">) -> !cute.shape<"(8,?)">`: a number that was not printed is that of the
//! operand from which it is taken.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::cursor::Cursor;
use super::value::{Part, Read, is_type, value};
use super::{EXTENT, Named};
use crate::notebook::token;

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
    /// Name of what it results in.
    pub(super) result: Option<&'a str>,
    name: &'a str,
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
        let begins = before.trim_start();
        if !is_result && begins.contains("func") && begins.contains('@') {
            types.retain(|typed| typed.name.is_some());
        } else if !is_result && operands.is_empty() {
            return None;
        }
        let mut taken = Vec::new();
        let result = result.filter(|name| left.trim().len() == name.len() + 1);
        if is_result {
            types.iter_mut().for_each(|typed| typed.name = None);
            let arrow = arrow(line).or_else(|| line.rfind(" to "));
            let first = arrow.map_or(Some(0), |arrow| types.iter().position(|typed| typed.place.start > arrow));
            let first = first.unwrap_or(types.len());
            let results = types.split_off(first);
            taken = std::mem::replace(&mut types, results);
            if taken.len() == operands.len() {
                taken.iter_mut().zip(&operands).for_each(|(typed, name)| typed.name = Some(name));
            }
            // `%0:2 = …` are several.
            if let [only] = types.as_mut_slice() {
                only.read.part_of(right);
                only.name = result;
            }
        }
        const KEEPING: [&str; 10] = [
            "get_shape",
            "get_stride",
            "get_layout",
            "get_leaves",
            "get_scalar",
            "to_int_tuple",
            "make_layout",
            "make_view",
            "make_composed",
            "cast",
        ];
        let name = right.trim_start().trim_start_matches('"');
        let name = name.get(..name.find(|letter: char| !is_of_word(letter) && letter != '.').unwrap_or(name.len()));
        let name = name.unwrap_or_default().rsplit('.').next().unwrap_or_default();
        let keeps = !is_result || KEEPING.iter().any(|keeping| name.contains(keeping));
        Some(Operation { types, taken, result, name, operands, is_result, keeps })
    }

    /// Reports whether it says only again what is known: `return %layout : !cute.layout<…>`.
    pub(super) fn is_told(&self, values: &Values) -> bool {
        !self.is_result && self.name == "return" && self.operands.iter().all(|name| values.contains_key(*name))
    }

    /// Reports whether nothing said before what it takes by one of its types.
    pub(super) fn is_new(&self, taken: &Typed<'_>, values: &Values) -> bool {
        match taken.name {
            Some(name) => !values.contains_key(name),
            None => !self.operands.iter().all(|name| values.contains_key(*name)),
        }
    }

    /// What numbers of one of its types are called already.
    pub(super) fn known(&self, typed: &Typed<'_>, values: &Values) -> Vec<Named> {
        let operands = match typed.name {
            // What a function takes has numbers of its own.
            Some(name) if !self.is_result => vec![name],
            _ if self.keeps => self.operands.clone(),
            _ => return Vec::new(),
        };
        let of = operands.into_iter().filter_map(|name| values.get(name)).flat_map(|value| &value.named);
        of.filter(|(printed, names)| printed.len() > 1 && !names.is_empty()).cloned().collect()
    }

    /// The names of its operands' numbers, where what it results in is made of these: `make_coord(%0, %1)`; `None` of an operand
    /// that nothing says.
    pub(super) fn made_of(&self, values: &Values) -> Vec<Option<String>> {
        if !self.is_result || !self.name.starts_with("make_") && !self.keeps {
            return Vec::new();
        }
        let of = |name: &&str| match values.get(*name) {
            Some(value) => value.named.iter().flat_map(|(_, names)| names).cloned().map(Some).collect(),
            None => vec![None],
        };
        self.operands.iter().flat_map(of).collect()
    }

    /// The number that it takes out of a tuple of one.
    pub(super) fn number(&self, values: &Values) -> Option<String> {
        let [operand] = self.operands.as_slice() else { return None };
        let text = &values.get(*operand)?.text;
        let is_number = self.taken.first().is_some_and(|typed| typed.read.is_number());
        (self.name.starts_with("get_scalar") && is_number).then(|| text.clone())
    }

    /// What it results in as the notebook computes it: an offset.
    pub(super) fn computed(&self, values: &Values) -> Option<String> {
        let operands = self.operands.iter().map(|name| Some(values.get(*name)?.text.as_str()));
        let operands = operands.collect::<Option<Vec<_>>>()?;
        let text = match (self.name, operands.as_slice()) {
            ("crd2idx", [coordinate, layout]) => format!("crd2idx({coordinate},{layout})"),
            // By the strides of a layout, too.
            ("idx2crd", [index, of]) => match of.split_once(':') {
                Some((shape, stride)) => format!("idx2crd({index},{shape},{stride})"),
                None => format!("idx2crd({index},{of})"),
            },
            _ => return None,
        };
        (text.len() <= TEXT).then_some(text)
    }
}

/// A number of a program that no type tells: `%0 = arith.divsi %tid, %c32_i32 : i32`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// What the notebook computes.
    Text(String),
    /// What is known at run time alone, by a name of its own: a thread's place, how many there are.
    Unknown(&'static str, i64),
}

/// The names that the operations of a text define.
pub(super) fn defined(text: &str) -> HashSet<String> {
    let name = |line: &'_ str| {
        let (left, _) = line.split_once(" = ")?;
        left.trim_start().strip_prefix('%').map(|name| word(name).to_string())
    };
    text.lines().filter_map(name).collect()
}

/// The names of values that a text has more than once.
pub(super) fn used(text: &str) -> HashSet<String> {
    let mut all = HashSet::new();
    let names = text.split('%').skip(1).map(word).filter(|name| !name.is_empty());
    names.filter(|name| !all.insert(*name)).map(str::to_string).collect()
}

/// The numbers that a function takes: `func.func @k(%n: i32)`.
pub(super) fn parameters(line: &str) -> Vec<&str> {
    let begins = line.trim_start();
    if !(begins.starts_with("func.func ") || begins.starts_with("gpu.func ")) {
        return Vec::new();
    }
    let is_number = |rest: &str| ["i32", "i64", "index"].iter().any(|of| rest.strip_prefix(of).is_some_and(ends));
    let parameter = |piece: &'_ str| {
        let (name, of) = piece.split_once(':')?;
        (word(name) == name && !name.is_empty() && is_number(of.trim_start())).then_some(name.len())
    };
    line.split('%').skip(1).take(TYPES).filter_map(|piece| piece.get(..parameter(piece)?)).collect()
}

/// The number that a loop counts, and the name of the first: `scf.for %i = %lb to %ub step %s`.
pub(super) fn counted(line: &str) -> Option<(&str, &str)> {
    let (_, counted) = line.split_once("scf.for %").or_else(|| line.split_once("scf.for unsigned %"))?;
    let (name, rest) = counted.split_once(" = ")?;
    let first = word(rest.strip_prefix('%')?);
    (word(name) == name && !name.is_empty()).then_some((name, first))
}

fn ends(rest: &str) -> bool {
    !rest.starts_with(is_of_word)
}

/// The name of a number, and what it is.
pub(super) fn scalar<'a>(line: &'a str, values: &Values) -> Option<(&'a str, Scalar)> {
    let (left, right) = line.split_once(" = ")?;
    let name = left.trim_start().strip_prefix('%').filter(|name| word(name) == *name)?;
    let end = right.find([' ', '(']).unwrap_or(right.len());
    let (operation, rest) = right.split_at(end);
    let operation = operation.trim_matches('"');
    if let Some((asked, sensible)) = machine(operation, rest) {
        return Some((name, Scalar::Unknown(asked, sensible)));
    }
    let operands = rest.split('%').skip(1).map(|operand| values.get(word(operand)).map(|value| value.text.as_str()));
    let operands = operands.take(3).collect::<Option<Vec<_>>>()?;
    // In brackets a number alone would be a tuple.
    let of = |operand: &str| match token::is_name(operand) || operand.parse::<i64>().is_ok() {
        true => operand.to_string(),
        false => format!("({operand})"),
    };
    let text = match (operation.strip_prefix("arith.")?, operands.as_slice()) {
        ("addi", [left, right]) => format!("{}+{}", of(left), of(right)),
        ("subi", [left, right]) => format!("{}-{}", of(left), of(right)),
        ("muli", [left, right]) => format!("{}*{}", of(left), of(right)),
        ("divsi" | "divui", [left, right]) => format!("{}/{}", of(left), of(right)),
        ("remsi" | "remui", [left, right]) => format!("{}%{}", of(left), of(right)),
        ("index_cast" | "index_castui" | "extsi" | "extui" | "trunci", [operand]) => (*operand).to_string(),
        _ => return None,
    };
    (text.len() <= TEXT).then_some((name, Scalar::Text(text)))
}

/// The input that an operation stands for which asks the machine, and what that is where nobody says:
/// `nvvm.read.ptx.sreg.tid.x`, `gpu.thread_id x`.
fn machine(operation: &str, rest: &str) -> Option<(&'static str, i64)> {
    const THREADS: i64 = 128;
    let (register, axis) = match operation.strip_prefix("nvvm.read.ptx.sreg.") {
        Some(register) => register.split_once('.').unwrap_or((register, "")),
        None => (operation.strip_prefix("gpu.")?, rest.trim().get(..1)?),
    };
    let of = |names: [&'static str; 3]| Some(names[["x", "y", "z"].iter().position(|of| *of == axis)?]);
    Some(match register {
        "tid" | "thread_id" => (of(["threadIdx_x", "threadIdx_y", "threadIdx_z"])?, 0),
        "ctaid" | "block_id" => (of(["blockIdx_x", "blockIdx_y", "blockIdx_z"])?, 0),
        "ntid" | "block_dim" => {
            (of(["blockDim_x", "blockDim_y", "blockDim_z"])?, if axis == "x" { THREADS } else { 1 })
        }
        "nctaid" | "grid_dim" => (of(["gridDim_x", "gridDim_y", "gridDim_z"])?, 1),
        "laneid" => ("lane_id", 0),
        "warpid" => ("warp_id", 0),
        _ => return None,
    })
}

/// A value of IR: what it is printed as with the names of its unknown numbers, and as the notebook writes it.
#[derive(Debug, Default)]
pub(super) struct Value {
    pub(super) named: Vec<Named>,
    pub(super) text: String,
}

/// Values of IR by their names.
pub(super) type Values = HashMap<String, Value>;

/// Bytes of what a number is computed from.
const TEXT: usize = 256;

impl Read {
    /// Reports whether all of its numbers were printed.
    pub(super) fn is_known(&self) -> bool {
        self.parts.iter().all(|part| match part {
            Part::Tree(tree) => tree.unknowns() == 0,
            Part::Layout(shape, stride) => shape.unknowns() + stride.unknowns() == 0,
            Part::Text(_) | Part::Around(..) => true,
        })
    }

    /// Reports whether it is a number alone.
    pub(super) fn is_number(&self) -> bool {
        matches!(self.parts.as_slice(), [Part::Tree(tree)] if !tree.is_tuple())
    }

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

/// Where the arrow stands before what an operation results in; those within types are no such.
fn arrow(line: &str) -> Option<usize> {
    let (mut depth, mut before, mut found) = (0_i32, ' ', None);
    for (at, letter) in line.char_indices() {
        match letter {
            '>' if before == '-' => found = if depth == 0 { at.checked_sub(1) } else { found },
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            _ => {}
        }
        before = letter;
    }
    found
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
            None if is_type(rest) => (value(&mut cursor), cursor.at()),
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

/// Reports whether a line is of a compiler's IR: it has a type of a dialect behind the name of a value.
pub(super) fn is_operation(line: &str) -> bool {
    let line = line.trim_start();
    !line.starts_with("//") && line.split_once('!').is_some_and(|(before, _)| before.contains('%')) && has_type(line)
}

/// Reports whether a line has nothing to read but types: what stands within one that is not known is none of its own.
pub(super) fn is_of_types(line: &str) -> bool {
    has_type(line) && (line.contains('%') || ["->", ": ("].iter().any(|begin| line.trim_start().starts_with(begin)))
}

fn has_type(line: &str) -> bool {
    line.match_indices('!').any(|(at, _)| is_type(line.get(at..).unwrap_or_default()))
}

/// Reports whether an operation goes on in the next line: what it takes, or its types.
pub(super) fn goes_on(line: &str, next: &str) -> bool {
    let next = next.trim_start();
    let begins = line.trim_start();
    let is_next = next.starts_with('%') && next.contains(" = ") || next.starts_with('^');
    let is_operation =
        begins.starts_with('%') && line.contains('=') || begins.contains("func.func ") || begins.contains("gpu.func ");
    let count = |bracket: char| line.matches(bracket).count();
    is_operation && !is_next && (next.starts_with(": (") || next.starts_with("-> ") || count('(') > count(')'))
}

/// A name that a line gives a type: `!memref = !cute.memref<…>`.
pub(super) fn alias(line: &str) -> Option<(&str, Read)> {
    let (name, of) = line.trim_start().strip_prefix('!')?.split_once(" = ")?;
    let read = value(&mut Cursor::new(of, 0)).filter(|_| is_type(of))?;
    (word(name) == name).then_some((name, read))
}

/// The name and the number of a constant: `%c4 = arith.constant 4 : i32`.
pub(super) fn constant(line: &str) -> Option<(&str, Scalar)> {
    let (left, right) = line.split_once(" = ")?;
    let name = left.trim_start().strip_prefix('%').filter(|name| word(name) == *name)?;
    let right =
        ["arith.constant ", "\"arith.constant\"() <{value = "].iter().find_map(|begin| right.strip_prefix(begin))?;
    let number = right.split(' ').next()?;
    number.parse::<i32>().ok()?;
    Some((name, Scalar::Text(number.to_string())))
}

/// The name that a text begins with.
fn word(text: &str) -> &str {
    text.get(..text.find(|letter| !is_of_word(letter)).unwrap_or(text.len())).unwrap_or_default()
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}
