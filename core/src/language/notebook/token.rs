//! Text to tokens. Nothing is refused here: a character that belongs nowhere becomes a token of its own.

use super::context::{Before, branches_not_taken};
use super::syntax::Span;

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// `4`, or `_4` and `_-4` when static. `None` where the digits do not fit in 64 bits.
    Int {
        /// The number.
        value: Option<i64>,
        /// Written with an underscore.
        is_static: bool,
    },
    /// Digits that run into letters, as in `4abc`.
    BrokenNumber,
    /// A name.
    Name,
    /// `_` by itself.
    Underscore,
    /// A single punctuation character. Full-width forms count as their ASCII twins.
    Mark(char),
    /// The end of a line.
    Newline,
    /// A comment, from its sign to its end.
    Comment,
    /// Text in double quotes.
    Text,
    /// A character that the language does not use.
    Stray,
}

/// A token and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Kind of the token.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// All tokens of a text, comments included. A branch of `#if` that is not taken is a comment.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::with_capacity(text.len() / 2);
    let mut lexer = Lexer::default();
    while let Some(token) = lexer.next(text) {
        found.push(token);
    }
    found
}

/// A text on its way to tokens.
#[derive(Debug, Clone, Default)]
pub(super) struct Lexer {
    /// Where the next token is sought.
    at: usize,
    /// Branches of `#if` that are not taken, once they are known, and how many of them lie behind.
    branches: Option<Vec<Span>>,
    passed: usize,
    before: Before,
    /// `true` if the kind of a token has depended on text around it.
    pub(super) is_contextual: bool,
}

impl Lexer {
    /// The next token of the text.
    ///
    /// Law: what is looked at lies in the token, right behind it, or within a bound; so that all tokens of a text take time
    /// in proportion to its length.
    pub(super) fn next(&mut self, text: &str) -> Option<Token> {
        loop {
            let start = self.at;
            let rest = text.get(start..)?;
            let first = rest.chars().next()?;
            let (kind, length) = match self.branch(start, text) {
                Some(branch) => (Some(TokenKind::Comment), branch.end - start),
                None if rest.starts_with("//") && self.before.divides(rest.get(2..).unwrap_or_default()) => {
                    self.is_contextual = true;
                    (Some(TokenKind::Mark('/')), 1)
                }
                None => scan(first, rest),
            };
            self.at += length;
            if let Some(kind) = kind {
                let token = Token { kind, span: Span { start, end: self.at } };
                self.before.push(token, text);
                return Some(token);
            }
        }
    }

    /// The branch that is not taken and holds this place.
    fn branch(&mut self, start: usize, text: &str) -> Option<Span> {
        let branches = self.branches.get_or_insert_with(|| branches_not_taken(text));
        self.is_contextual |= !branches.is_empty();
        while branches.get(self.passed).is_some_and(|branch| branch.end <= start) {
            self.passed += 1;
        }
        branches.get(self.passed).copied().filter(|branch| branch.start <= start)
    }
}

/// The token that a text begins with, or what is none, and how long it is.
pub(crate) fn scan(first: char, rest: &str) -> (Option<TokenKind>, usize) {
    match first {
        '\n' => (Some(TokenKind::Newline), 1),
        ' ' | '\t' | '\r' | '\u{a0}' | '\u{3000}' => (None, first.len_utf8()),
        '/' if rest.starts_with("//") => (Some(TokenKind::Comment), line_length(rest)),
        '/' if rest.starts_with("/*") => (Some(TokenKind::Comment), rest.find("*/").map_or(rest.len(), |end| end + 2)),
        '#' => (Some(TokenKind::Comment), line_length(rest)),
        '"' => {
            let inner = rest.get(1..).unwrap_or_default();
            // To the next quote, or to the end of the line: to look for that first would look at each line as often as
            // it has quotes.
            let length = inner.find(['"', '\n']).unwrap_or(inner.len());
            let quote = usize::from(inner.as_bytes().get(length) == Some(&b'"'));
            (Some(TokenKind::Text), 1 + length + quote)
        }
        '0'..='9' => number(rest, 0, false),
        // As an input method writes them.
        '０'..='９' => wide_number(rest),
        '_' if static_digits(rest) => number(rest, 1, true),
        '_' | 'a'..='z' | 'A'..='Z' => name(rest),
        // LaTeX writes composition so.
        '\\' if rest.starts_with("\\circ") => (Some(TokenKind::Mark('∘')), 5),
        _ if mark(first).is_some() => (mark(first).map(TokenKind::Mark), first.len_utf8()),
        _ if first.is_alphabetic() => name(rest),
        _ => (Some(TokenKind::Stray), first.len_utf8()),
    }
}

fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

fn static_digits(rest: &str) -> bool {
    let digits = rest.get(1..).unwrap_or_default();
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    count > 0 && !digits.get(count..).is_some_and(|after| after.starts_with(is_name_character))
}

fn number(rest: &str, skip: usize, is_static: bool) -> (Option<TokenKind>, usize) {
    let negative = rest.get(skip..).is_some_and(|digits| digits.starts_with('-'));
    let begin = skip + usize::from(negative);
    let count = rest.bytes().skip(begin).take_while(u8::is_ascii_digit).count();
    let end = begin + count;
    let tail: usize =
        rest.get(end..).unwrap_or_default().chars().take_while(|c| is_name_character(*c)).map(char::len_utf8).sum();
    let value = match rest.get(end..end + tail).unwrap_or_default() {
        "" => rest.get(skip..end).and_then(|digits| digits.parse().ok()),
        // C++ says so which type an integer has.
        "u" | "U" | "l" | "L" | "ul" | "UL" | "ll" | "LL" | "ull" | "ULL" if !is_static => {
            rest.get(..end).and_then(|digits| digits.parse().ok())
        }
        letters => match letters.strip_prefix(['x', 'X']) {
            Some(digits) if is_hexadecimal(rest, digits) && count == 1 => i64::from_str_radix(digits, 16).ok(),
            _ => return (Some(TokenKind::BrokenNumber), end + tail),
        },
    };
    (Some(TokenKind::Int { value, is_static }), end + tail)
}

/// A number in digits as wide as Chinese letters.
fn wide_number(rest: &str) -> (Option<TokenKind>, usize) {
    let end = rest.find(|letter: char| !is_name_character(letter)).unwrap_or(rest.len());
    let narrow = |letter: char| char::from_u32(u32::from(letter).wrapping_sub(0xff10) + 0x30).unwrap_or(letter);
    let digits = rest.get(..end).unwrap_or_default();
    let digits =
        digits.chars().map(|letter| if letter.is_ascii() { letter } else { narrow(letter) }).collect::<String>();
    match digits.bytes().all(|digit| digit.is_ascii_digit()) {
        true => (Some(TokenKind::Int { value: digits.parse().ok(), is_static: false }), end),
        false => (Some(TokenKind::BrokenNumber), end),
    }
}

/// Reports whether `rest` begins with `0x` and these digits.
fn is_hexadecimal(rest: &str, digits: &str) -> bool {
    rest.starts_with('0') && !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

fn name(rest: &str) -> (Option<TokenKind>, usize) {
    let length: usize = rest.chars().take_while(|c| is_name_character(*c)).map(char::len_utf8).sum();
    (Some(if length == 1 && rest.starts_with('_') { TokenKind::Underscore } else { TokenKind::Name }), length)
}

/// Reports whether a text is a name, and nothing else.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_alphabetic() || first == '_') && text.chars().all(is_name_character)
}

fn is_name_character(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn mark(c: char) -> Option<char> {
    Some(match c {
        '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ',' | ':' | ';' | '=' | '.' | '@' | '+' | '-' | '*' | '/'
        | '%' | '&' | '|' | '^' | '!' => c,
        '（' => '(',
        '）' => ')',
        '，' => ',',
        '：' => ':',
        '；' => ';',
        '＝' => '=',
        '＜' => '<',
        '＞' => '>',
        '\u{2212}' => '-',
        '∘' | '◦' => '∘',
        _ => return None,
    })
}
