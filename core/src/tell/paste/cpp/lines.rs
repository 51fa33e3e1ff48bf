//! A text of C++ to tokens: comments and lines that begin with `#` are taken out, of branches between `#if` and `#endif`
//! those that are compiled stay.

use std::collections::HashMap;

use crate::notebook::syntax::Span;
use crate::notebook::token::{TokenKind, scan};
use crate::notebook::written::Reason;

/// A token, and where it stands: of what a macro stands for that is the place of the macro.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
    /// Its letters.
    pub(super) written: Span,
}

/// What is defined, with its value where that is a number.
type Defined<'a> = HashMap<&'a str, Option<i64>>;

/// A text without its comments and directives.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) tokens: Vec<Token>,
    /// The tokens of what is defined.
    pub(super) bodies: Vec<Token>,
    pub(super) defines: Vec<Define>,
    pub(super) left_out: Vec<(Span, Reason)>,
}

/// `#define NAME body`, or `#define NAME(a, b) body`.
#[derive(Debug, Clone)]
pub(super) struct Define {
    pub(super) name: Span,
    pub(super) parameters: Option<Vec<Span>>,
    /// Which of the bodies' tokens it is worth.
    pub(super) body: std::ops::Range<usize>,
    pub(super) span: Span,
    /// The token before which it stands.
    pub(super) before: usize,
    /// True if what it stands for was put in its place wherever it is used.
    pub(super) is_written_out: bool,
}

/// A branch that is open: whether it is read, whether one of it has been, whether what is around it is read.
struct Branch {
    is_read: bool,
    has_been: bool,
    around: bool,
}

pub(super) fn lines(text: &str) -> Lines {
    let mut found = Lines::default();
    let mut defined = Defined::new();
    let mut undefined = Vec::new();
    let mut branches: Vec<Branch> = Vec::new();
    let mut at = 0;
    let mut begins_line = true;
    let mut since = None;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if begins_line && rest.trim_start_matches([' ', '\t', '\r']).starts_with('#') {
            let end = at + directive_length(rest);
            let span = Span { start: end - rest.get(..end - at).unwrap_or_default().trim_start().len(), end };
            let was_read = branches.last().is_none_or(|branch| branch.is_read);
            directive(text, span, &mut found, &mut defined, &mut branches, &mut undefined);
            let is_read = branches.last().is_none_or(|branch| branch.is_read);
            match (was_read, is_read) {
                (true, false) => since = Some(end),
                (false, true) => {
                    if let Some(start) = since.take() {
                        found.left_out.push((Span { start, end: span.start.max(start) }, Reason::NotTaken));
                    }
                }
                _ => {}
            }
            at = end;
            continue;
        }
        if branches.last().is_some_and(|branch| !branch.is_read) {
            at += rest.find('\n').map_or(rest.len(), |end| end + 1);
            begins_line = true;
            continue;
        }
        let (kind, length) = one(rest);
        let span = Span { start: at, end: at + length.max(1) };
        begins_line = kind == Some(TokenKind::Newline) || (begins_line && kind.is_none());
        at = span.end;
        match kind {
            None | Some(TokenKind::Newline | TokenKind::Comment) => {}
            Some(TokenKind::Name) if is_qualifier(span.of(text)) => {}
            Some(kind) => found.tokens.push(Token { kind, span, written: span }),
        }
    }
    let tokens = super::macros::write_out(text, &found.tokens, &found.bodies, &mut found.defines, &undefined);
    found.tokens = super::outside::moved(text, tokens, &mut found.defines);
    found
}

/// Reports whether a word says how a parameter is passed, wherever it stands, and nothing of its value.
fn is_qualifier(word: &str) -> bool {
    matches!(word, "__grid_constant__" | "CUTE_GRID_CONSTANT" | "CUTLASS_GRID_CONSTANT" | "__restrict__" | "__restrict")
}

/// The next token of C++, or what stands between two.
fn one(rest: &str) -> (Option<TokenKind>, usize) {
    let bytes = rest.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
    match byte(0) {
        b'\'' => {
            // A letter: to the next quote of the same line.
            let mut end = 1;
            while end < bytes.len().min(16) && byte(end) != b'\'' && byte(end) != b'\n' {
                end += if byte(end) == b'\\' { 2 } else { 1 };
            }
            let mut end = (end + 1).min(rest.len());
            while !rest.is_char_boundary(end) {
                end += 1;
            }
            // A letter is an integer.
            let mut inner = rest.get(1..end.saturating_sub(1)).unwrap_or_default().chars();
            let value = match (inner.next(), inner.next()) {
                (Some(letter), None) => Some(i64::from(u32::from(letter))),
                _ => None,
            };
            let is_static = false;
            (Some(value.map_or(TokenKind::BrokenNumber, |_| TokenKind::Int { value, is_static })), end)
        }
        b'"' => {
            let mut end = 1;
            while end < bytes.len() && byte(end) != b'"' && byte(end) != b'\n' {
                end += if byte(end) == b'\\' { 2 } else { 1 };
            }
            let mut end = (end + 1).min(rest.len());
            while !rest.is_char_boundary(end) {
                end += 1;
            }
            (Some(TokenKind::Text), end)
        }
        b'\\' => (None, 1),
        b'#' => (Some(TokenKind::Stray), 1),
        b'0'..=b'9' => number(rest),
        b'.' if byte(1).is_ascii_digit() => number(rest),
        b'/' if byte(1) == b'/' => (Some(TokenKind::Comment), rest.find('\n').unwrap_or(rest.len())),
        _ => {
            let first = rest.chars().next().unwrap_or(' ');
            scan(first, rest)
        }
    }
}

/// A number: of a suffix of CuTe's `1_c` it is static, with a point or an exponent it is none that is computed with.
fn number(rest: &str) -> (Option<TokenKind>, usize) {
    let bytes = rest.as_bytes();
    let is_hex = rest.starts_with("0x") || rest.starts_with("0X");
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        let is_sign = matches!(byte, b'+' | b'-')
            && !is_hex
            && end > 0
            && matches!(bytes.get(end - 1), Some(b'e' | b'E' | b'p' | b'P'));
        let is_quote = *byte == b'\'' && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric);
        if byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || is_sign || is_quote {
            end += 1;
        } else {
            break;
        }
    }
    let written = rest.get(..end).unwrap_or_default().replace('\'', "");
    let (digits, is_static) = match written.strip_suffix("_c") {
        Some(digits) => (digits, true),
        None => (written.as_str(), false),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let value = if let Some(digits) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        i64::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = digits.strip_prefix("0b") {
        i64::from_str_radix(digits, 2).ok()
    } else if let Some(digits) = digits.strip_prefix('0').filter(|digits| !digits.is_empty()) {
        // A zero before it makes a number one of base 8.
        i64::from_str_radix(digits, 8).ok()
    } else {
        digits.parse().ok()
    };
    match value {
        Some(value) => (Some(TokenKind::Int { value: Some(value), is_static }), end),
        None => (Some(TokenKind::BrokenNumber), end),
    }
}

/// Returns how long a directive is, with the lines that go on.
fn directive_length(rest: &str) -> usize {
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    end
}

fn directive<'a>(
    text: &'a str,
    span: Span,
    found: &mut Lines,
    defined: &mut Defined<'a>,
    branches: &mut Vec<Branch>,
    undefined: &mut Vec<(usize, &'a str)>,
) {
    let line = span.of(text);
    let rest = line.get(1..).unwrap_or_default().trim_start();
    let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    let (word, condition) = rest.split_at_checked(length).unwrap_or((rest, ""));
    let condition = condition.split("//").next().unwrap_or_default().trim();
    let is_read = branches.last().is_none_or(|branch| branch.is_read);
    match word {
        "if" | "ifdef" | "ifndef" => {
            let holds = match word {
                "ifdef" => known(condition, defined),
                "ifndef" => known(condition, defined).map(|holds| !holds).or(Some(true)),
                _ => Condition { rest: condition, defined, depth: 0 }.value(0).map(|value| value != 0),
            };
            // An unknown branch is taken: it is what the program is about.
            let holds = is_read && holds.unwrap_or(true);
            branches.push(Branch { is_read: holds, has_been: holds, around: is_read });
        }
        "elif" | "else" => {
            if let Some(branch) = branches.last_mut() {
                let holds = word == "else"
                    || Condition { rest: condition, defined, depth: 0 }.value(0).is_none_or(|value| value != 0);
                branch.is_read = branch.around && !branch.has_been && holds;
                branch.has_been |= branch.is_read;
            }
        }
        "endif" => {
            branches.pop();
        }
        "define" if is_read => define(text, span, condition, found, defined),
        "undef" if is_read => {
            defined.remove(condition);
            undefined.push((found.tokens.len(), condition));
        }
        _ if is_read => found.left_out.push((trimmed(span, text), Reason::Declaration)),
        _ => {}
    }
}

/// A span without the white space at its end.
fn trimmed(span: Span, text: &str) -> Span {
    Span { start: span.start, end: span.start + span.of(text).trim_end().len() }
}

fn define<'a>(text: &'a str, span: Span, rest: &'a str, found: &mut Lines, defined: &mut Defined<'a>) {
    let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    let Some((name, body)) = rest.split_at_checked(length).filter(|(name, _)| !name.is_empty()) else { return };
    let plain = body.trim().trim_matches(['(', ')']).trim_end_matches(['u', 'U', 'l', 'L']);
    defined.insert(name, plain.parse().ok());
    let place = |part: &str| {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        Span { start, end: start + part.len() }
    };
    let (parameters, body) = match body.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((parameters, body)) => {
            let parameters = parameters.split(',').map(str::trim).filter(|name| !name.is_empty()).map(place);
            (Some(parameters.collect()), body)
        }
        None => (None, body),
    };
    let start = place(body).start;
    let first = found.bodies.len();
    let mut at = 0;
    while let Some(rest) = body.get(at..).filter(|rest| !rest.is_empty()) {
        let (kind, length) = one(rest);
        let length = length.max(1);
        if let Some(kind) = kind.filter(|kind| !matches!(kind, TokenKind::Newline | TokenKind::Comment)) {
            let span = Span { start: start + at, end: start + at + length };
            found.bodies.push(Token { kind, span, written: span });
        }
        at += length;
    }
    let before = found.tokens.len();
    let body = first..found.bodies.len();
    found.defines.push(Define {
        name: place(name),
        parameters,
        body,
        span: trimmed(span, text),
        before,
        is_written_out: false,
    });
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// Reports whether a name is defined, where that is known: what the text defines is, of the rest nobody knows.
fn known(name: &str, defined: &Defined<'_>) -> Option<bool> {
    defined.contains_key(name).then_some(true)
}

/// Depth to which the parentheses of a condition are followed.
const DEPTH: usize = 32;

/// Condition that stands behind `#if`, where it is known.
struct Condition<'a, 'b> {
    rest: &'a str,
    defined: &'b Defined<'a>,
    depth: usize,
}

impl<'a> Condition<'a, '_> {
    fn takes(&mut self, mark: &str) -> bool {
        match self.rest.trim_start().strip_prefix(mark) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn value(&mut self, row: usize) -> Option<i64> {
        const ROWS: [&[&str]; 3] = [&["||"], &["&&"], &["==", "!=", "<=", ">=", "<", ">"]];
        let Some(operators) = ROWS.get(row) else { return self.single() };
        let mut left = self.value(row + 1);
        while let Some(operator) = operators.iter().copied().find(|operator| self.takes(operator)) {
            let right = self.value(row + 1);
            left = match (operator, left, right) {
                ("||", Some(1..), _) | ("||", _, Some(1..)) => Some(1),
                ("&&", Some(0), _) | ("&&", _, Some(0)) => Some(0),
                (_, None, _) | (_, _, None) => None,
                (operator, Some(left), Some(right)) => Some(i64::from(match operator {
                    "||" => left != 0 || right != 0,
                    "&&" => left != 0 && right != 0,
                    "==" => left == right,
                    "!=" => left != right,
                    "<=" => left <= right,
                    ">=" => left >= right,
                    "<" => left < right,
                    _ => left > right,
                })),
            };
        }
        left
    }

    fn single(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > DEPTH {
            return None;
        }
        if self.takes("!") {
            let inner = self.rest.trim_start();
            let of = self.single();
            // `!defined(X)` of what nobody defines holds.
            return match of {
                None if inner.starts_with("defined") => Some(1),
                of => of.map(|value| i64::from(value == 0)),
            };
        }
        if self.takes("(") {
            let value = self.value(0);
            self.takes(")");
            self.depth = self.depth.saturating_sub(1);
            return value;
        }
        let word = self.word();
        if word.is_empty() {
            let skip = self.rest.chars().next().map_or(0, char::len_utf8);
            self.rest = self.rest.get(skip..).unwrap_or_default();
            return None;
        }
        if word != "defined" {
            let value = word.trim_end_matches(['u', 'U', 'l', 'L']).parse().ok();
            let value = value.or_else(|| self.defined.get(word).copied().flatten());
            if value.is_none() && self.rest.starts_with('(') {
                self.takes("(");
                self.value(0);
                self.takes(")");
            }
            return value;
        }
        let is_open = self.takes("(");
        let name = self.word();
        if is_open {
            self.takes(")");
        }
        self.defined.contains_key(name).then_some(1)
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest.trim_start();
        let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (word, rest) = rest.split_at_checked(length).unwrap_or_default();
        self.rest = rest;
        word
    }
}
