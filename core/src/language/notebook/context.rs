//! Meaning of a piece of text by what stands around it: the branches between `#if` and `#endif`, and whether `//`
//! begins a comment or divides.

use std::collections::HashSet;

use super::syntax::Span;
use super::token::{Token, TokenKind};

/// A line that begins with `#` and one of the words that choose a branch.
struct Directive<'a> {
    /// The line without its end.
    line: Span,
    word: &'a str,
    condition: &'a str,
}

/// The branches that are not taken, in order. Only what has an `#endif` is meant so: in Python `#if` begins a comment.
pub(super) fn branches_not_taken(text: &str) -> Vec<Span> {
    let mut directives: Vec<Directive<'_>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some((word, condition)) = directive(line) {
            let line = Span { start, end: start + line.trim_end_matches('\n').len() };
            directives.push(Directive { line, word, condition });
        }
        start += line.len();
    }
    let closed = closed(&directives);
    let mut defined = HashSet::new();
    let mut left_out = Vec::new();
    // Three flags: the branch is read; one of this `#if` has been; what is around it is read.
    let mut open: Vec<(bool, bool, bool)> = Vec::new();
    let mut since = 0;
    let mut is_read = true;
    for (directive, is_closed) in directives.iter().zip(closed) {
        if matches!(directive.word, "define" | "undef") {
            let name = directive.condition.split(|c: char| !is_word(c)).next().unwrap_or_default();
            if is_read && directive.word == "define" {
                defined.insert(name);
            } else if is_read {
                defined.remove(name);
            }
            continue;
        }
        if !is_closed {
            continue;
        }
        let holds = || match directive.word {
            "if" | "elif" => Condition { rest: directive.condition, defined: &defined, depth: 0 }.holds(),
            "ifdef" => defined.contains(directive.condition.trim()),
            "ifndef" => !defined.contains(directive.condition.trim()),
            _ => true,
        };
        let now = match directive.word {
            "if" | "ifdef" | "ifndef" => {
                let is_taken = is_read && holds();
                open.push((is_taken, is_taken, is_read));
                is_taken
            }
            "endif" => open.pop().is_none_or(|(_, _, around)| around),
            _ => match open.last_mut() {
                Some((here, before, around)) => {
                    *here = *around && !*before && holds();
                    *before |= *here;
                    *here
                }
                None => true,
            },
        };
        if is_read && !now {
            since = directive.line.end;
        } else if !is_read && now {
            left_out.push(Span { start: since, end: directive.line.start });
        }
        is_read = now;
    }
    left_out
}

/// The word and the rest of a line that chooses or defines.
fn directive(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    let (word, condition) = rest.split_at_checked(length)?;
    let is_known = matches!(word, "if" | "ifdef" | "ifndef" | "elif" | "else" | "endif" | "define" | "undef");
    is_known.then(|| (word, condition.trim()))
}

/// For each line whether it belongs to an `#if` that has an `#endif`.
fn closed(directives: &[Directive<'_>]) -> Vec<bool> {
    let mut closed = vec![false; directives.len()];
    let mut open: Vec<Vec<usize>> = Vec::new();
    for (index, directive) in directives.iter().enumerate() {
        match directive.word {
            "if" | "ifdef" | "ifndef" => open.push(vec![index]),
            "elif" | "else" => {
                if let Some(branches) = open.last_mut() {
                    branches.push(index);
                }
            }
            "endif" => {
                for place in open.pop().into_iter().flatten().chain([index]) {
                    if let Some(closed) = closed.get_mut(place) {
                        *closed = true;
                    }
                }
            }
            _ => {}
        }
    }
    closed
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Depth to which the parentheses of a condition are followed.
const DEPTH: usize = 32;

/// Condition behind `#if`: numbers, `defined(NAME)`, `!`, `&&`, `||` and comparisons. What is not defined is 0.
struct Condition<'a, 'b> {
    rest: &'a str,
    defined: &'b HashSet<&'a str>,
    depth: usize,
}

impl<'a> Condition<'a, '_> {
    fn holds(mut self) -> bool {
        self.value(0) != 0
    }

    fn takes(&mut self, mark: &str) -> bool {
        match self.rest.trim_start().strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, row: usize) -> i64 {
        const ROWS: [&[&str]; 3] = [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"]];
        let Some(operators) = ROWS.get(row) else { return self.single() };
        let mut left = self.value(row + 1);
        while let Some(operator) = operators.iter().copied().find(|operator| self.takes(operator)) {
            let right = self.value(row + 1);
            left = i64::from(match operator {
                "||" => left != 0 || right != 0,
                "&&" => left != 0 && right != 0,
                "==" => left == right,
                "!=" => left != right,
                "<=" => left <= right,
                ">=" => left >= right,
                "<" => left < right,
                _ => left > right,
            });
        }
        left
    }

    fn single(&mut self) -> i64 {
        self.depth += 1;
        if self.depth > DEPTH {
            return 0;
        }
        if self.takes("!") {
            return i64::from(self.single() == 0);
        }
        if self.takes("(") {
            let value = self.value(0);
            self.takes(")");
            self.depth = self.depth.saturating_sub(1);
            return value;
        }
        let word = self.word();
        if word != "defined" {
            return word.trim_end_matches(['u', 'U', 'l', 'L']).parse().unwrap_or(0);
        }
        let is_open = self.takes("(");
        let name = self.word();
        if is_open {
            self.takes(")");
        }
        i64::from(self.defined.contains(name))
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest.trim_start();
        let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (word, rest) = rest.split_at_checked(length).unwrap_or_default();
        self.rest = rest;
        word
    }
}

/// Number of bytes behind `//` that are looked at.
const LOOK_AHEAD: usize = 512;

/// Facts read so far of a text and of the statement that is being read: whether `//` behind it divides, as in Python.
#[derive(Debug, Clone, Default)]
pub(super) struct Before {
    /// Names that statements have defined.
    names: HashSet<String>,
    /// Something in the text is only Python.
    is_python: bool,
    /// Brackets that are open.
    depth: usize,
    /// The last token of the statement, and how many there were.
    last: Option<Token>,
    count: usize,
    /// The statement defines a name, is C++ or writes a layout.
    is_definition: bool,
    is_cpp: bool,
    has_layout: bool,
}

impl Before {
    /// Takes the next token in.
    pub(super) fn push(&mut self, token: Token, text: &str) {
        let word = token.span.of(text);
        let last = self.last.map(|last| (last.kind, last.span.of(text)));
        let is_mark = |mark: char| matches!(last, Some((TokenKind::Mark(last), _)) if last == mark);
        match token.kind {
            TokenKind::Comment => return,
            TokenKind::Newline if self.depth > 0 => return,
            TokenKind::Newline | TokenKind::Mark(';') => {
                let (names, is_python) = (std::mem::take(&mut self.names), self.is_python);
                *self = Before { names, is_python, ..Before::default() };
                return;
            }
            TokenKind::Mark('(' | '[' | '{') => {
                self.depth += 1;
                self.is_cpp |= word == "{";
            }
            TokenKind::Mark(')' | ']' | '}') => self.depth = self.depth.saturating_sub(1),
            TokenKind::Mark('=') => {
                // In front of it stood a name, or the name and its type.
                if let (0, Some((TokenKind::Name, name))) = (self.depth, last) {
                    self.names.insert(name.to_string());
                    (self.is_definition, self.has_layout) = (true, false);
                }
            }
            TokenKind::Mark(':') => {
                self.is_cpp |= is_mark(':');
                self.has_layout = true;
            }
            TokenKind::Mark('.') => self.is_python |= matches!(last, Some((_, "cute" | "cutlass"))),
            TokenKind::Int { is_static: true, .. } => self.is_cpp = true,
            TokenKind::Name => {
                let is_import = matches!(word, "import" | "from") && self.count == 0;
                self.is_python |= is_import;
                self.is_cpp |= !is_import && matches!(last, Some((TokenKind::Name, _)));
            }
            _ => {}
        }
        self.last = Some(token);
        self.count += 1;
    }

    /// Reports whether a `//` that stands here divides: Python's division, and not a comment. What is before it has to
    /// be a value, what is behind it up to the end of the line a value too, and the statement no C++.
    pub(super) fn divides(&self, rest: &str) -> bool {
        let Some(last) = self.last else { return false };
        let is_number = match last.kind {
            TokenKind::Int { is_static: false, .. } => true,
            TokenKind::Name | TokenKind::Mark(')' | ']') => false,
            _ => return false,
        };
        if self.is_cpp && !self.is_python {
            return false;
        }
        let reading = Reading { names: &self.names, is_python: self.is_python, depth: self.depth };
        match reading.of(rest) {
            Found::Nothing => false,
            // Behind the bracket that closes there stands more, which no comment would hold.
            Found::Closing => true,
            Found::Value if self.depth > 0 => self.is_python,
            Found::Value => !self.has_layout && (self.is_definition || self.is_python || is_number),
        }
    }
}

/// Text behind `//` to the end of its line.
enum Found {
    /// No value.
    Nothing,
    /// A value, and a bracket that closes one from before.
    Closing,
    /// A value and nothing else.
    Value,
}

struct Reading<'a> {
    names: &'a HashSet<String>,
    is_python: bool,
    depth: usize,
}

impl Reading<'_> {
    fn of(&self, rest: &str) -> Found {
        let mut bytes = rest.bytes().take(LOOK_AHEAD + 1).enumerate().peekable();
        let mut open = 0_usize;
        let mut wants_value = true;
        while let Some((at, byte)) = bytes.next() {
            match byte {
                _ if at >= LOOK_AHEAD => return Found::Nothing,
                b'\n' | b'#' => break,
                b' ' | b'\t' | b'\r' => {}
                b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' if wants_value => {
                    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
                    let mut end = at + 1;
                    while bytes.next_if(|(_, byte)| is_inside(*byte)).is_some() {
                        end += 1;
                    }
                    let Some(word) = rest.get(at..end).filter(|word| self.is_value(word)) else {
                        return Found::Nothing;
                    };
                    wants_value = word.ends_with('.');
                }
                b'-' | b'+' if wants_value => {}
                b'(' | b'[' => {
                    open += 1;
                    wants_value = true;
                }
                b')' | b']' if open > 0 => {
                    open -= 1;
                    wants_value = false;
                }
                b')' | b']' if self.depth > 0 && !wants_value => return Found::Closing,
                b'+' | b'-' | b'*' | b'/' | b'%' if !wants_value => {
                    wants_value = true;
                    if byte == b'/' {
                        bytes.next_if(|(_, byte)| *byte == b'/');
                    }
                }
                b',' if !wants_value && (open > 0 || self.depth > 0) => wants_value = true,
                b'=' if !wants_value && open > 0 => wants_value = true,
                _ => return Found::Nothing,
            }
        }
        if wants_value || open > 0 { Found::Nothing } else { Found::Value }
    }

    /// A number, or a name that has been defined; in Python any name.
    fn is_value(&self, word: &str) -> bool {
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            return word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
        }
        let first = word.split('.').next().unwrap_or_default();
        self.is_python || matches!(first, "cute" | "cutlass") || self.names.contains(first)
    }
}
