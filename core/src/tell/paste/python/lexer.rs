//! Python's text to tokens, with the indentation of its lines.

use crate::notebook::syntax::Span;

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a word of the language.
    Name,
    /// An integer; `None` where it does not fit in 64 bits.
    Int(Option<i64>),
    /// A number with a point.
    Float,
    /// Text in quotes, its prefix included.
    Text,
    /// A sign.
    Mark(&'static str),
    /// The end of a logical line.
    Newline,
    /// The next line is indented further.
    Indent,
    /// It is indented less; one for each block that ends.
    Dedent,
    /// A line that is no Python: `%%time`, `!pip install …`.
    Magic,
}

/// A token and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// Signs, the longest first.
const MARKS: [&str; 42] = [
    "**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", ":=", "(", ")", "[", "]", "{", "}", ",", ":", ";", "=", ".", "+", "-", "*", "/", "%", "<",
    ">", "&",
];

/// Further signs of one character.
const MORE: [&str; 5] = ["|", "^", "~", "@", "!"];

/// The tokens of a part of a text; `is_inner` within a line, where there is no indentation.
pub(super) fn tokens(text: &str, part: Span, is_inner: bool) -> Vec<Token> {
    let mut lexer = Lexer {
        text,
        end: part.end.min(text.len()),
        at: part.start,
        depth: 0,
        indents: Vec::new(),
        tokens: Vec::new(),
    };
    if is_inner {
        lexer.depth = 1;
    } else {
        lexer.line_begin();
    }
    while lexer.at < lexer.end {
        lexer.step();
    }
    if !is_inner {
        lexer.push(Kind::Newline, lexer.end, lexer.end);
        for _ in 1..lexer.indents.len() {
            lexer.push(Kind::Dedent, lexer.end, lexer.end);
        }
    }
    lexer.tokens
}

struct Lexer<'a> {
    text: &'a str,
    end: usize,
    at: usize,
    /// Number of brackets that are open.
    depth: usize,
    /// The indentation of each block that is open.
    indents: Vec<usize>,
    tokens: Vec<Token>,
}

/// Length of a prompt that a line begins with: `>>> `, `In [3]: `, and behind a first line `... ` and `...: `.
pub(super) fn prompt(line: &str, goes_on: bool) -> Option<usize> {
    let numbered = || {
        let rest = line.strip_prefix("In [")?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        rest.get(digits..)?.strip_prefix("]: ")?;
        Some("In [".len() + digits + "]: ".len())
    };
    match line {
        _ if line.starts_with(">>> ") => Some(4),
        _ if goes_on && line.starts_with("... ") => Some(4),
        _ if goes_on && line.starts_with("...: ") => Some(5),
        _ => numbered(),
    }
}

impl Lexer<'_> {
    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.tokens.push(Token { kind, span: Span { start, end } });
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    fn skip_to_line_end(&mut self) {
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        self.at += length;
    }

    /// The beginning of a logical line: its indentation, prompts, and lines without any code.
    fn line_begin(&mut self) {
        loop {
            let start = self.at;
            let mut width = 0;
            loop {
                let rest = self.rest();
                if rest.starts_with(' ') {
                    width += 1;
                    self.at += 1;
                } else if rest.starts_with('\t') {
                    width = (width / 8 + 1) * 8;
                    self.at += 1;
                } else if let Some(length) = prompt(rest, !self.tokens.is_empty()) {
                    width = 0;
                    self.at += length;
                } else {
                    break;
                }
            }
            let rest = self.rest();
            if rest.is_empty() {
                return;
            }
            if rest.starts_with('\n') || rest.starts_with("\r\n") || rest.starts_with('#') {
                self.skip_to_line_end();
                self.at = (self.at + 1).min(self.end);
                continue;
            }
            // A line that only says that it goes on begins with the next.
            if let Some(rest) = rest.strip_prefix('\\')
                && (rest.starts_with('\n') || rest.starts_with("\r\n"))
            {
                self.skip_to_line_end();
                self.at = (self.at + 1).min(self.end);
                continue;
            }
            if rest.starts_with('%') || rest.starts_with('!') || rest.starts_with("Out[") {
                let begin = self.at;
                self.skip_to_line_end();
                self.push(Kind::Magic, begin, self.at);
                self.at = (self.at + 1).min(self.end);
                continue;
            }
            self.indent(width, start);
            return;
        }
    }

    fn indent(&mut self, width: usize, start: usize) {
        let Some(&current) = self.indents.last() else { return self.indents.push(width) };
        if width > current {
            self.indents.push(width);
            return self.push(Kind::Indent, start, self.at);
        }
        while self.indents.len() > 1 && self.indents.last().is_some_and(|current| *current > width) {
            self.indents.pop();
            self.push(Kind::Dedent, self.at, self.at);
        }
        // A paste may begin within a block and leave it.
        if let Some(first) = self.indents.last_mut().filter(|first| **first > width) {
            *first = width;
        }
    }

    fn step(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        match first {
            '\n' => {
                self.at += 1;
                if self.depth == 0 {
                    self.push(Kind::Newline, start, start);
                    self.line_begin();
                }
            }
            ' ' | '\t' | '\r' | '\u{a0}' | '\u{3000}' => self.at += first.len_utf8(),
            '\\' => self.at += 1,
            '#' => self.skip_to_line_end(),
            '"' | '\'' => self.quoted(start),
            '0'..='9' => self.number(start),
            '_' => self.name(start),
            _ if first.is_alphabetic() => self.name(start),
            _ => {
                let found = MARKS.iter().chain(&MORE).find(|mark| rest.starts_with(**mark));
                match found {
                    Some(mark) => {
                        match *mark {
                            "(" | "[" | "{" => self.depth += 1,
                            ")" | "]" | "}" => self.depth = self.depth.saturating_sub(1),
                            _ => {}
                        }
                        self.at += mark.len();
                        self.push(Kind::Mark(mark), start, self.at);
                    }
                    None => {
                        self.at += first.len_utf8();
                        self.push(Kind::Mark("?"), start, self.at);
                    }
                }
            }
        }
    }

    /// Text in quotes of one kind or three, whose prefix begins at `start`; the quote is here.
    fn quoted(&mut self, start: usize) {
        let rest = self.rest();
        let quote = rest.get(..1).unwrap_or("\"").to_string();
        let triple = quote.repeat(3);
        if rest.starts_with(&triple) {
            let inner = rest.get(3..).unwrap_or_default();
            let length = inner.find(&triple).map_or(inner.len(), |end| end + 3);
            self.at += 3 + length;
        } else {
            let mut length = 1;
            let mut is_escaped = false;
            for c in rest.chars().skip(1) {
                if c == '\n' {
                    break;
                }
                length += c.len_utf8();
                if is_escaped {
                    is_escaped = false;
                } else if c == '\\' {
                    is_escaped = true;
                } else if quote.starts_with(c) {
                    break;
                }
            }
            self.at += length;
        }
        self.at = self.at.min(self.end);
        self.push(Kind::Text, start, self.at);
    }

    fn number(&mut self, start: usize) {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut length: usize = rest.chars().take_while(|c| is_part(*c)).count();
        let digits = rest.get(..length).unwrap_or_default().replace('_', "");
        let is_float = rest.get(length..).is_some_and(|after| after.starts_with('.')) && !digits.starts_with("0x");
        if is_float {
            length += 1;
            length += rest.get(length..).unwrap_or_default().chars().take_while(|c| is_part(*c)).count();
        }
        // `1e-5`
        if rest.get(..length).is_some_and(|so_far| so_far.ends_with(['e', 'E']) && !so_far.starts_with("0x"))
            && rest.get(length..).is_some_and(|after| after.starts_with(['-', '+']))
        {
            length += 1;
            length += rest.get(length..).unwrap_or_default().chars().take_while(char::is_ascii_digit).count();
        }
        self.at += length;
        let value = match digits.get(..2) {
            Some("0x" | "0X") => i64::from_str_radix(digits.get(2..).unwrap_or_default(), 16).ok(),
            Some("0b" | "0B") => i64::from_str_radix(digits.get(2..).unwrap_or_default(), 2).ok(),
            _ => digits.parse().ok(),
        };
        let is_int = !is_float && (value.is_some() || digits.bytes().all(|digit| digit.is_ascii_digit()));
        self.push(if is_int { Kind::Int(value) } else { Kind::Float }, start, self.at);
    }

    fn name(&mut self, start: usize) {
        let rest = self.rest();
        let length: usize = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
        let word = rest.get(..length).unwrap_or_default();
        let is_prefix = word.len() <= 2 && word.chars().all(|c| "fFrRbBuU".contains(c));
        let has_quote = rest.get(length..).is_some_and(|after| after.starts_with(['"', '\'']));
        self.at += length;
        if is_prefix && has_quote {
            return self.quoted(start);
        }
        self.push(Kind::Name, start, self.at);
    }
}
