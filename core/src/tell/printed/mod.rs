//! Output of programs, read back: a log with values of CuTe's C++ or of the Python DSL among its lines, and the
//! messages of compilers in which a check of CuTe failed.
//!
//! Each value becomes a line of the notebook. Law: what CuTe printed of a value reads back as a value that prints the same,
//! but for addresses, which nobody knows any more.

mod atom;
mod compiler;
mod cursor;
mod ir;
mod table;
mod tree;
mod types;
mod value;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::notebook::token::{self, TokenKind};
use cursor::Cursor;
use ir::{Operation, Scalar, Typed};
use tree::Tree;
use value::{Part, Read, value};

/// Of how many values of a log one reads; further ones are left out.
pub const FOUND_LIMIT: usize = 1 << 14;

/// Number of lines that one types and mistypes; a page of words has more.
const FEW_LINES: usize = 3;

/// The longest line that is looked into, in bytes.
const LINE_LIMIT: usize = 1 << 16;

/// The longest label of a value, in bytes.
const LABEL_LIMIT: usize = 256;

/// A value that stands in a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Where it stands.
    pub span: Range<usize>,
    /// Name that the line gives it.
    pub name: Option<String>,
    /// It as the notebook writes it, with a name for each number that was not printed.
    pub text: String,
    /// The numbers that were not printed.
    pub unknowns: Vec<Unknown>,
}

/// A shape, a stride or a coordinate as it was printed, and what its unknown numbers are called.
type Named = (String, Vec<String>);

/// A number that a program knew at run time alone, printed as `?`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// Name that it has in [`Found::text`].
    pub name: String,
    /// A number that it may be: a multiple of what divides it, with which the layout is compact where it can be.
    pub sensible: i64,
}

/// Of a value of IR that takes more bytes the names of its numbers are not kept: each could have all of another's in it.
const VALUE_LIMIT: usize = 4096;

/// Number of lines of one operation that are read.
const OPERATION_LINES: usize = 64;

/// The values of a log in order.
pub fn read(text: &str) -> Vec<Found> {
    let is_ir = text.lines().any(ir::is_operation);
    let mut reader = Reader::default();
    if is_ir {
        (reader.defined, reader.used) = (ir::defined(text), ir::used(text));
    }
    let mut messages = compiler::Messages::default();
    let mut start = 0;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let mut place = start..start + line.trim_end_matches(['\n', '\r']).len();
        start += line.len();
        if is_ir && line.trim_start().starts_with("//") {
            continue;
        }
        // An operation goes on in the next lines.
        let mut joined = 1;
        while is_ir
            && joined < OPERATION_LINES
            && lines.peek().is_some_and(|next| ir::goes_on(text.get(place.clone()).unwrap_or_default(), next))
            && place.len() < LINE_LIMIT
            && let Some(next) = lines.next()
        {
            joined += 1;
            place.end = start + next.trim_end_matches(['\n', '\r']).len();
            start += next.len();
        }
        let line = text.get(place.clone()).unwrap_or_default();
        // Code that a compiler quotes, with a mark below it.
        let is_quoted = is_mark(line) || lines.peek().is_some_and(|next| is_mark(next));
        if is_quoted || reader.found.len() >= FOUND_LIMIT || line.len() > LINE_LIMIT {
            continue;
        }
        if table::is_line(line) && !line.trim().is_empty() {
            reader.table_line(&place);
        } else if !messages.take(line, &place, &mut reader) {
            reader.end_table(text);
            reader.line(line, place.start);
        }
    }
    messages.end(&mut reader);
    reader.end_table(text);
    reader.found
}

/// Number of numbers that are asked for; of more it is assumed what they are.
pub const UNKNOWN_LIMIT: usize = 256;

/// Reports whether a text is a log rather than a program: it has values that only programs print, or messages of a
/// compiler.
pub fn is_log(text: &str) -> bool {
    has_line(text, has_sign)
}

/// Reports whether a text has values that nobody types.
pub fn is_output(text: &str) -> bool {
    has_line(text, is_printed)
}

/// Reports whether a text has an error that a compiler found in a file: `layout.hpp:12:3: error: …`, `k.cu(7): error: …`.
pub fn is_of_compiler(text: &str) -> bool {
    has_line(text, |line| {
        let before = line.split_once("error:").map(|(before, _)| before.trim_end());
        let place = before.and_then(|before| before.strip_suffix(':'));
        place.is_some_and(|place| place.ends_with(|last: char| last.is_ascii_digit() || last == ')'))
    })
}

/// Reports whether a line has nothing but the mark below code that a compiler quotes: `    ^~~~`.
pub fn is_mark(line: &str) -> bool {
    let mark = line.trim();
    mark.starts_with(['^', '~']) && mark.contains('^') && mark.chars().all(|letter| matches!(letter, '^' | '~' | ' '))
}

fn has_line(text: &str, is: fn(&str) -> bool) -> bool {
    text.lines().take(4096).any(|line| {
        // Values in a comment of a program were printed, too.
        let line = line.trim_start();
        let code = line.split("//").next().unwrap_or_default();
        !line.starts_with('#') && is(code.split(" #").next().unwrap_or_default())
    })
}

/// Reports whether a text is a page of a document rather than a notebook: most of its lines are words or tables of
/// numbers, which no line of a notebook is.
pub fn is_page(text: &str) -> bool {
    let (mut lines, mut told) = (0_usize, 0_usize);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()).take(4096) {
        lines += 1;
        let code = line.split("//").next().unwrap_or_default().trim_end();
        let is_code = code.is_empty() || code.ends_with([';', '{', '}']);
        told += usize::from(table::is_line(line) || (!is_code && has_words(line)));
    }
    // Whoever types a few lines and nothing else is told what is wrong with them.
    told > 1 && 2 * told > lines && (lines > FEW_LINES || !read(text).is_empty())
}

/// Reports whether more lines of a text tell of a layout, as programs and people do, than are code: `mA layout: (4,8):(8,1)`,
/// `sA (4,8):(8,1) bytes 64`, `A: 4:1, B: 8:2`.
pub fn is_told(text: &str) -> bool {
    const LINES: usize = 4096;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(LINES).collect::<Vec<_>>();
    let is_one = lines.len() == 1;
    let told = lines.iter().filter(|line| tells(line, is_one)).count();
    told > lines.iter().filter(|line| is_code(line)).count()
}

/// Reports whether a line is one of a program: it calls something, or ends as a statement does.
fn is_code(line: &str) -> bool {
    let begins = ["def ", "class ", "import ", "from ", "return ", "@", "#", "//", "auto ", "using "];
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '>' | ')');
    let mut calls =
        line.match_indices('(').filter(|(at, _)| line.get(..*at).is_some_and(|before| before.ends_with(is_word)));
    // `#blocked = #ttg.blocked<{…}>` is an attribute of IR.
    if line.starts_with('#') && line.contains(" = #") {
        return false;
    }
    begins.iter().any(|begin| line.starts_with(begin)) || line.ends_with([';', '{', '}']) || calls.next().is_some()
}

/// Reports whether a line says of a layout what it is, or something more than that.
fn tells(line: &str, is_one: bool) -> bool {
    if line.len() > 4 * LABEL_LIMIT || is_code(line) {
        return false;
    }
    let found = read(line);
    let is_layout = |found: &Found| found.text.contains(':') || found.text.contains(" o ");
    let (Some(first), Some(last)) = (found.first(), found.last()) else { return false };
    let label = line.get(..first.span.start).unwrap_or_default();
    let behind = line.get(last.span.end..).unwrap_or_default();
    let goes_on = behind.starts_with([' ', '.', ',', ';']);
    let behind = behind.trim_start();
    let is_comment = behind.starts_with("//") || behind.starts_with('#');
    let says_more = goes_on && !is_comment && behind.contains(|letter: char| letter.is_alphabetic());
    let has_layout = found.iter().any(is_layout);
    // `shape: (4,8)`; `A:(4,8)` is a layout.
    if label.trim_end().ends_with(':')
        && label.ends_with([' ', '\t'])
        && (named(label).is_some() || labelled(label).is_some())
    {
        return true;
    }
    let bare = label.trim();
    // Whoever types `B (4,8):(8,1)` and nothing else is told what is missing.
    let is_typed = is_one && !bare.contains(' ') && label.len() == bare.len() + 1;
    let is_composed = bare == "o" || bare.ends_with(" o");
    let is_bare = bare.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_') && !is_typed && !is_composed;
    // `A o 4:1`, of an `A` that nothing defines, is a mistake.
    if is_composed || behind.starts_with("o ") {
        return false;
    }
    let is_named = found.iter().filter(|found| found.name.is_some()).count() > 1;
    is_named || has_layout && (is_bare || line.contains("=>") || says_more)
}

/// Reports whether words or numbers stand behind each other outside of brackets, a line says more than once what is equal,
/// or it has a sign that only documents have.
fn has_words(line: &str) -> bool {
    const SIGNS: [&str; 6] = ["=>", "->", ":=", "...", "`", "---"];
    if SIGNS.iter().any(|sign| line.contains(sign)) || line.starts_with(['>', '=']) {
        return true;
    }
    let (mut depth, mut equal) = (0_usize, 0_usize);
    let mut was_word = false;
    for token in token::tokens(line.get(..line.len().min(256)).unwrap_or(line)) {
        let text = line.get(token.span.start..token.span.end).unwrap_or_default();
        let is_word = match token.kind {
            TokenKind::Int { .. } | TokenKind::BrokenNumber => true,
            TokenKind::Name => text != "o",
            _ => false,
        };
        match token.kind {
            TokenKind::Mark('(' | '<' | '[') => depth += 1,
            TokenKind::Mark(')' | ']') => depth = depth.saturating_sub(1),
            TokenKind::Mark('>') if depth > 0 => depth -= 1,
            TokenKind::Mark('=') if depth == 0 => equal += 1,
            _ => {}
        }
        if depth == 0 && ((is_word && was_word) || equal > 1) {
            return true;
        }
        was_word = is_word;
    }
    false
}

/// Reports whether a line has what is printed and nothing that one types looks like.
fn is_printed(line: &str) -> bool {
    const SIGNS: [&str; 9] = [
        "tensor<ptr",
        "tensor<(",
        "tensor_value<",
        "raw_ptr(",
        "!cute.",
        "!fly.",
        "static assertion failed",
        "static_assert failed",
        "?{div=",
    ];
    let names_layout = || ["Layout<", "Tensor<"].iter().any(|name| line.contains(name));
    SIGNS.iter().any(|sign| line.contains(sign)) || line.contains(" error: ") && names_layout()
}

/// Reports whether a line has what only programs print: code writes `ptr[i]`, `S<T>` and `ArithTuple(1, 2)`, too, but
/// no bits of an element, no numbers of a swizzle, and no layout behind it.
fn has_sign(line: &str) -> bool {
    let behind = |sign: &'static str| {
        line.match_indices(sign).map(move |(at, sign)| {
            let (before, behind) =
                (line.get(..at).unwrap_or_default(), line.get(at + sign.len()..).unwrap_or_default());
            (before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_'), behind)
        })
    };
    let is_number = |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit());
    let has_bits = |text: &str| {
        is_number(text) && text.trim_start_matches(|letter: char| letter.is_ascii_digit()).starts_with("b]")
    };
    is_printed(line)
        || value::has_named_type(line)
        || ["ptr[", "tmem_["].into_iter().any(|sign| behind(sign).any(|(_, text)| has_bits(text)))
        || behind("S<").any(|(is_within, text)| !is_within && is_number(text))
        || behind("(?").any(|(_, text)| text.starts_with([',', ')', '{']))
        || behind("ArithTuple(").any(|(_, text)| text.contains(") o "))
}

/// Part of a log read so far.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    found: Vec<Found>,
    extents: usize,
    strides: usize,
    /// The lines are elements of the tensor before them.
    in_list: bool,
    /// The lines of a table so far; empty where none is.
    table: Range<usize>,
    /// Where the last line ends that has a value.
    shown: usize,
    /// Name of what the line before had printed: `> print_layout(a)`.
    echo: Option<String>,
    /// The values of IR.
    values: ir::Values,
    /// Names that operations of IR define.
    defined: HashSet<String>,
    /// Names of values that stand in it more than once.
    used: HashSet<String>,
    /// Types of IR by the names that it gives them.
    aliases: HashMap<String, Read>,
}

impl Reader {
    /// The values of one line, which begins at `start` of the text.
    fn line(&mut self, line: &str, start: usize) {
        if line.trim().is_empty() || self.in_list && is_element_line(line) {
            return;
        }
        self.in_list = false;
        if let Some((name, read)) = ir::alias(line) {
            // Unknown numbers are those of the values of the type, each of which has its own.
            if read.is_known() {
                let (text, unknowns) = self.written(&read.parts);
                let name = token::is_name(name).then(|| name.to_string());
                self.found.push(Found { span: start..start + line.len(), name, text, unknowns });
            }
            self.aliases.insert(name.to_string(), read);
            return;
        }
        for name in ir::parameters(line) {
            self.parameter(name, EXTENT, start..start + line.len());
        }
        if let Some((name, first)) = ir::counted(line) {
            // The first round is shown.
            let first = self.values.get(first).and_then(|value| value.text.parse().ok()).unwrap_or(0);
            self.parameter(name, first, start..start + line.len());
        }
        if let Some(operation) = Operation::of(line, &self.aliases) {
            return self.operation(&operation, start);
        }
        let number = ir::constant(line).or_else(|| ir::scalar(line, &self.values));
        if let Some((name, number)) = number {
            return self.scalar(name, number, start..start + line.len());
        }
        if ir::is_of_types(line) {
            return;
        }
        let told = echoed(line).map(str::to_string).or_else(|| heading(line));
        let mut echo = std::mem::replace(&mut self.echo, told);
        let mut behind = 0;
        let mut at = 0;
        while let Some(next) = begins(line, at) {
            let mut cursor = Cursor::new(line, next);
            let read = value(&mut cursor)
                .filter(|read| ends_well(&cursor, read.is_certain) && self.is_value(read, line, behind..next, &cursor));
            let Some(read) = read else {
                at = behind_word(line, next);
                continue;
            };
            self.in_list = read.has_list;
            let label = line.get(behind..next).unwrap_or_default();
            let name = named(label).or_else(|| bare(label)).map(str::to_string).or_else(|| labelled(label));
            let name = name.or(echo.take());
            let (text, unknowns) = self.written(&read.parts);
            self.shown = start + line.len();
            self.found.push(Found { span: start + next..start + cursor.at(), name, text, unknowns });
            self.join();
            (behind, at) = (cursor.at(), cursor.at());
        }
        self.compose(line, start);
    }

    /// What an operation of IR results in; of one without a result what it takes, and of any what nothing said before.
    fn operation(&mut self, operation: &Operation<'_>, start: usize) {
        if operation.is_told(&self.values) {
            return;
        }
        for typed in &operation.taken {
            if operation.is_new(typed, &self.values) {
                self.typed(typed, &[], &[], start);
            }
        }
        for typed in &operation.types {
            let known = operation.known(typed, &self.values);
            let made_of = match (operation.computed(&self.values), typed.read.parts.as_slice()) {
                (Some(text), [Part::Tree(tree)]) => tree.unknown_parts(&text).into_iter().map(Some).collect(),
                _ => operation.made_of(&self.values),
            };
            self.typed(typed, &known, &made_of, start);
        }
        // A number alone has no type of a dialect: `cute.get_scalars(%t) : !cute.int_tuple<"?"> -> i32`.
        if let ([], Some(result), [operand]) =
            (operation.types.as_slice(), operation.result, operation.taken.as_slice())
            && let Some(number) = operation.number(&self.values)
        {
            self.scalar(result, Scalar::Text(number), start + operand.place.start..start + operand.place.end);
        }
    }

    fn typed(&mut self, typed: &Typed<'_>, known: &[Named], made_of: &[Option<String>], start: usize) {
        let mut called = Vec::new();
        let parts = &typed.read.parts;
        let of = match parts.as_slice() {
            [Part::Tree(tree)] if !made_of.is_empty() && tree.unknowns() == made_of.len() => Some(tree.to_string()),
            _ => None,
        };
        let mut missing = Vec::new();
        let made_of = of.map(|printed| {
            let name = |name: &Option<String>| match name {
                Some(name) => name.clone(),
                None => self.unknown(false, typed.least, &mut missing),
            };
            (printed, made_of.iter().map(name).collect::<Vec<_>>())
        });
        let known = known.iter().cloned().chain(made_of).collect::<Vec<_>>();
        let (text, mut unknowns) = self.written_with(parts, typed.least, &known, &mut called);
        unknowns.append(&mut missing);
        let name = typed.name.filter(|name| token::is_name(name) && *name != "_").map(str::to_string);
        if let Some(name) = typed.name {
            let value = ir::Value { named: called, text: text.clone() };
            self.values.insert(name.to_string(), if text.len() <= VALUE_LIMIT { value } else { ir::Value::default() });
        }
        let span = start + typed.place.start..start + typed.place.end;
        self.found.push(Found { span, name, text, unknowns });
    }

    /// A number that a function of IR takes or a loop counts, under its own name where nothing else is called so.
    fn parameter(&mut self, name: &str, sensible: i64, span: Range<usize>) {
        if !self.used.contains(name) {
            return;
        }
        let mut unknowns = Vec::new();
        let is_free = token::is_name(name) && name != "_" && name != "o" && !self.defined.contains(name);
        let text = match is_free {
            true => {
                unknowns.push(Unknown { name: name.to_string(), sensible });
                name.to_string()
            }
            false => self.unknown(false, sensible, &mut unknowns),
        };
        let value = ir::Value { named: vec![("?1".to_string(), vec![text.clone()])], text: text.clone() };
        self.values.insert(name.to_string(), value);
        self.found.push(Found { span, name: None, text, unknowns });
    }

    /// A number of IR that no type tells.
    fn scalar(&mut self, name: &str, number: Scalar, span: Range<usize>) {
        let mut unknowns = Vec::new();
        let text = match number {
            Scalar::Text(text) => text,
            Scalar::Unknown(name, sensible) => {
                unknowns.push(Unknown { name: name.to_string(), sensible });
                name.to_string()
            }
        };
        let value = ir::Value { named: vec![("?1".to_string(), vec![text.clone()])], text: text.clone() };
        self.values.insert(name.to_string(), value);
        let name = token::is_name(name).then(|| name.to_string());
        self.found.push(Found { span, name, text, unknowns });
    }

    /// `unable to compute the following composition: 'A' o 'B'`: the composition, which says why.
    fn compose(&mut self, line: &str, start: usize) {
        let [.., left, right] = self.found.as_slice() else { return };
        let between =
            left.span.end.checked_sub(start).and_then(|end| line.get(end..right.span.start.checked_sub(start)?));
        if between == Some("' o '") {
            let span = left.span.start..right.span.end;
            // What its types write is known when it compiles.
            let text = format!("{} o {}", as_static(&left.text), as_static(&right.text));
            let unknowns = Vec::new();
            self.found.push(Found { span, name: None, text, unknowns });
        }
    }

    /// A line of a table.
    fn table_line(&mut self, place: &Range<usize>) {
        match self.table.is_empty() {
            true => self.table = place.clone(),
            false => self.table.end = place.end,
        }
    }

    /// The layout of the table that the last lines were, unless they are what a value above them is made of.
    fn end_table(&mut self, text: &str) {
        let place = std::mem::take(&mut self.table);
        let between = text.get(self.shown..place.start).unwrap_or_default();
        let is_shown =
            self.shown > 0 && !between.trim_matches(['\n', '\r']).contains('\n') && between.trim().is_empty();
        if place.is_empty() || self.in_list || is_shown {
            return;
        }
        if let Some(layout) = text.get(place.clone()).and_then(table::layout) {
            self.found.push(Found { span: place, name: self.echo.take(), text: layout, unknowns: Vec::new() });
        }
    }

    /// Makes one layout of a shape and of the stride in the line below it.
    fn join(&mut self) {
        let is = |found: &Found, name: &str| {
            found.unknowns.is_empty() && found.name.as_ref().is_some_and(|found| found.eq_ignore_ascii_case(name))
        };
        let [.., shape, stride] = self.found.as_slice() else { return };
        if !is(shape, "shape") || !is(stride, "stride") {
            return;
        }
        let text = format!("{}:{}", shape.text, stride.text);
        let mut cursor = Cursor::new(&text, 0);
        let is_layout = value::layouts(&mut cursor).is_some_and(|parts| matches!(parts.as_slice(), [Part::Layout(..)]));
        if is_layout && cursor.rest().is_empty() {
            let span = stride.span.clone();
            self.found.push(Found { span, name: None, text, unknowns: Vec::new() });
        }
    }

    /// Reports whether what reads like a value is one: a number or a tuple counts where a name or nothing stands before
    /// it and nothing behind it.
    fn is_value(&self, read: &Read, line: &str, before: Range<usize>, cursor: &Cursor<'_>) -> bool {
        if read.is_certain {
            return true;
        }
        if before.len() > LABEL_LIMIT {
            return false;
        }
        let is_further = before.start > 0;
        let label = line.get(before).unwrap_or_default().trim().trim_start_matches([',', ';', '|', ' ']);
        let is_labelled = label.ends_with([':', '=']) || label.ends_with("=>") || label.ends_with("->");
        // `tiler = (16, 256) per block`
        let says_more = !is_further
            && label.ends_with('=')
            && named(label).is_some()
            && cursor.rest().strip_prefix(' ').is_some_and(|rest| rest.starts_with(|of: char| of.is_ascii_lowercase()));
        if !(cursor.rest().trim().is_empty() || says_more || begins_label(cursor.rest()))
            || is_further && !(is_labelled && named(label).is_some() || token::is_name(label))
        {
            return false;
        }
        match read.parts.as_slice() {
            [Part::Tree(tree)] if !tree.is_tuple() => {
                is_labelled && (named(label).is_some() || !is_further && labelled(label).is_some())
            }
            [Part::Tree(Tree::Tuple(modes))] if modes.is_empty() => false,
            _ => is_labelled || label.is_empty() || label.ends_with([')', '>']) || token::is_name(label),
        }
    }

    /// The parts as the notebook writes them, and what was not printed.
    fn written(&mut self, parts: &[Part]) -> (String, Vec<Unknown>) {
        self.written_with(parts, 1, &[], &mut Vec::new())
    }

    /// The same, where numbers of a tuple are at least so large, and those of what is printed so have names already; adds what
    /// all of them are called.
    fn written_with(
        &mut self,
        parts: &[Part],
        least: i64,
        known: &[Named],
        called: &mut Vec<Named>,
    ) -> (String, Vec<Unknown>) {
        let mut text = String::new();
        let mut unknowns = Vec::new();
        let mut write = |text: &mut String, tree: &Tree, is_stride: bool, values: Option<Vec<i64>>| {
            let printed = tree.to_string();
            let names = known.iter().find(|(before, _)| *before == printed).map(|(_, names)| names.as_slice());
            let (mut names, mut values) = (names.unwrap_or_default().iter(), values.map(Vec::into_iter));
            let mut own = Vec::new();
            tree.write(text, &mut |divisor| {
                let value = values.as_mut().map_or(Some(rounded(least, divisor)), Iterator::next).unwrap_or(1);
                let name = names.next().cloned().unwrap_or_else(|| self.unknown(is_stride, value, &mut unknowns));
                own.push(name.clone());
                name
            });
            called.push((printed, own));
        };
        for part in parts {
            match part {
                Part::Text(part) => text.push_str(part),
                Part::Around(pointer, _) => text.push_str(pointer),
                Part::Tree(tree) => write(&mut text, tree, false, None),
                Part::Layout(shape, stride) => {
                    let (extents, strides) = sensible(shape, stride);
                    write(&mut text, shape, false, Some(extents));
                    text.push(':');
                    write(&mut text, stride, true, Some(strides));
                }
            }
        }
        (text, unknowns)
    }

    /// A name for a number that was not printed; of more than are asked for the number itself, as it is assumed.
    fn unknown(&mut self, is_stride: bool, sensible: i64, all: &mut Vec<Unknown>) -> String {
        if self.strides + self.extents >= UNKNOWN_LIMIT {
            return sensible.to_string();
        }
        let (letter, count) = if is_stride { ("d", &mut self.strides) } else { ("n", &mut self.extents) };
        *count += 1;
        let name = format!("{letter}{count}");
        all.push(Unknown { name: name.clone(), sensible });
        name
    }
}

/// The least multiple of `divisor` from `least` on.
fn rounded(least: i64, divisor: i64) -> i64 {
    let over = least.saturating_add(divisor - 1);
    over - over % divisor.max(1)
}

/// Value that an extent of which nothing is known may have.
const EXTENT: i64 = 64;

/// Numbers for the extents and strides that were not printed, each from left to right: strides so that what is known and
/// what is not lie behind each other.
fn sensible(shape: &Tree, stride: &Tree) -> (Vec<i64>, Vec<i64>) {
    let known = |tree: &Tree| match tree {
        Tree::Known(text) => text.trim_start_matches('_').parse::<i64>().ok(),
        _ => None,
    };
    let (shape, stride) = (shape.leaves(), stride.leaves());
    let extent = |tree: &Tree| match tree {
        Tree::Unknown { divisor } => rounded(EXTENT, *divisor),
        tree => known(tree).unwrap_or(1),
    };
    let mut running = 1_i64;
    for (mode, step) in shape.iter().zip(&stride) {
        if let Some(step) = known(step) {
            running = running.max(step.saturating_mul(extent(mode)));
        }
    }
    let mut strides = Vec::new();
    for (mode, step) in shape.iter().zip(&stride) {
        if let Tree::Unknown { divisor } = step {
            let step = rounded(running, *divisor).min(1 << 40);
            strides.push(step);
            running = step.saturating_mul(extent(mode).max(1));
        }
    }
    let extents = shape.iter().filter(|mode| matches!(mode, Tree::Unknown { .. })).map(|mode| extent(mode)).collect();
    (extents, strides)
}

/// The next byte at which a value may begin.
fn begins(line: &str, from: usize) -> Option<usize> {
    let bytes = line.as_bytes();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (from..bytes.len()).find(|at| {
        let byte = bytes.get(*at).copied().unwrap_or_default();
        let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
        let may = byte.is_ascii_digit()
            || matches!(byte, b'(' | b'_' | b'?' | b'!' | b'[' | b'-' | b'S' | b'A')
            || matches!(byte, b'g' | b's' | b'r' | b't' | b'c' | b'p' | b'N' | b'C' | b'I' | b'L' | b'P' | b'T');
        // `f(4,8)` is a call and `a.4` no number; behind a value stands one without a gap where a program printed no end of
        // the line.
        let follows = is_word(before) || matches!(before, b'.' | b'@' | b'%' | b'$' | b'/' | b'&');
        // `12:30:45` is a time, `kernel.py:12:30` a place.
        let two = at.checked_sub(2).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
        let is_of_file = || {
            let near = bytes.get(at.saturating_sub(LABEL_LIMIT)..*at).unwrap_or_default();
            let word = near.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
            word.iter().any(|byte| matches!(byte, b'.' | b'/'))
        };
        let is_time = before == b':' && byte.is_ascii_digit() && (two.is_ascii_digit() || is_of_file());
        may && line.is_char_boundary(*at) && (!follows && !is_time || byte == b'!')
    })
}

/// Behind the word or sign at `at`.
fn behind_word(line: &str, at: usize) -> usize {
    let rest = line.get(at..).unwrap_or_default();
    let word = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    at + word.max(rest.chars().next().map_or(1, char::len_utf8))
}

/// Reports whether nothing stands behind a value that makes it something else: `12:30:45`, `4:1 ratio` are none, but a
/// line that goes on with a comma, a bracket or a blank is.
fn ends_well(cursor: &Cursor<'_>, is_certain: bool) -> bool {
    let rest = cursor.rest();
    match rest.chars().next() {
        None => true,
        Some(':') => rest.trim_end() == ":" || rest.starts_with(": "),
        // `(4,8):(1,4)[3] = 3`: an element of it.
        Some('[') if is_certain => true,
        Some(next) => {
            !next.is_alphanumeric() && !matches!(next, '_' | '(' | '[' | '@' | '{' | '%') || starts_value(rest)
        }
    }
}

/// Reports whether the next value begins without a gap.
fn starts_value(rest: &str) -> bool {
    ["gmem_", "smem_", "rmem_", "tmem_", "ptr[", "Sw<", "ArithTuple", "tensor<", "tensor_value<"]
        .iter()
        .any(|begin| rest.starts_with(begin))
}

/// The name in front of a value: `tCsA : `, `>>> Original: `, `layout = `.
fn named(label: &str) -> Option<&str> {
    words(label).filter(|name| token::is_name(name) && *name != "_")
}

/// The only word in front of a value: `tiler (4,8)`.
fn bare(label: &str) -> Option<&str> {
    const OTHERS: [&str; 16] =
        ["a", "an", "and", "are", "as", "at", "be", "by", "for", "in", "is", "of", "the", "to", "was", "with"];
    let word = label.strip_suffix([' ', '\t'])?.trim().trim_start_matches(['>', ',', ';', '|', '-', '*', ' ']);
    (token::is_name(word) && !OTHERS.contains(&word) && word != "o" && word != "_").then_some(word)
}

/// The few words in front of a value as a name: `TV Layout A: ` is `TV_Layout_A`.
fn labelled(label: &str) -> Option<String> {
    let words = words(label)?.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>();
    let is_word = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let name = words.join("_");
    ((2..=WORDS).contains(&words.len()) && words.iter().all(is_word) && token::is_name(&name)).then_some(name)
}

/// The name that a line gives what is printed below it: `sA layout:`.
fn heading(line: &str) -> Option<String> {
    line.trim_end().ends_with(':').then(|| named(line).map(str::to_string).or_else(|| labelled(line)))?
}

/// Reports whether another name and what it is stand behind a value: ` stride=(1,4)`, `, n: 8`, ` stride (1,4)`.
fn begins_label(rest: &str) -> bool {
    let rest = rest.trim_start_matches([',', ';', '|', ' ', '\t']);
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    let (name, behind) = rest.split_at(end);
    let behind = behind.trim_start();
    let is_sign = behind.starts_with([':', '=']) && !behind.starts_with("==");
    token::is_name(name) && name != "o" && (is_sign || behind.starts_with('('))
}

/// Words of a label; of more it is a sentence.
const WORDS: usize = 4;

/// What stands before the sign that ends a label.
fn words(label: &str) -> Option<&str> {
    let label = label.trim().trim_start_matches(['>', '?', ',', ';', '|', '-', '*', '.', ' ']);
    let label =
        label.strip_suffix("=>").or_else(|| label.strip_suffix("->")).or_else(|| label.strip_suffix([':', '=']))?;
    let label = label.trim_end();
    // `[0] `, `(block 0) ` and the like stand before what a thread prints.
    match label.rfind([']', ')']) {
        Some(end) => Some(label.get(end + 1..)?.trim_start()),
        None => Some(label),
    }
}

/// A text whose numbers are all known when a program is compiled: `(2,_3)` as `(_2,_3)`.
fn as_static(text: &str) -> String {
    let mut written = String::with_capacity(2 * text.len());
    let mut before = ' ';
    for letter in text.chars() {
        if letter.is_ascii_digit() && !before.is_alphanumeric() && before != '_' {
            written.push('_');
        }
        written.push(letter);
        before = letter;
    }
    written
}

/// The name of what a line has printed: `> print_layout(a)`.
fn echoed(line: &str) -> Option<&str> {
    let (_, call) = line.split_once("print")?;
    let (_, printed) = call.trim_end_matches([';', ' ']).strip_suffix(')')?.split_once('(')?;
    (token::is_name(printed) && printed != "_").then_some(printed)
}

/// Reports whether a line has only elements of a tensor, as `print_tensor` writes them: numbers, coordinates,
/// separators.
fn is_element_line(line: &str) -> bool {
    let is_element = |c: char| c.is_ascii_digit() || "+-.eE_,()[]|= \t\rnaif*".contains(c);
    line.chars().all(is_element)
}

#[cfg(test)]
mod tests;
