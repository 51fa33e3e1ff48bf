//! Context of a caret: its brackets, the mode it is in, the number, the call, and what a name could become.
//!
//! All of it is read off the tokens around the caret, so that it holds in a text that is broken, too. Nothing here
//! fails, and at most [`REACH`] bytes before and behind the caret are looked at.

mod bracket;
mod completion;
mod number;
mod signature;
#[cfg(test)]
mod tests;

pub use bracket::{Brackets, Mode, Part};
pub use completion::{CANDIDATE_LIMIT, Candidate, Completion, Known};
pub use number::{Number, Turn, written};
pub use signature::{Callee, Parameter, Signature, parameters};

use super::functions::{Catalogue, Function, Holds, Template};
use super::parse::{DECLARATION_WORDS, KEYWORDS};
use super::syntax::Span;
use super::token::{Token, TokenKind, tokens};

/// Distance before and behind the caret within which the text is read, in bytes; whole lines as long as they fit.
pub const REACH: usize = 4096;

/// The tokens around a caret with their brackets matched.
///
/// ```
/// use colex::notebook::caret::Caret;
/// use colex::operations::CATALOGUE;
///
/// let caret = Caret::new("A = (3,(2,3)):(3,(12,1))", 8, &CATALOGUE);
/// assert_eq!(caret.mode().map(|mode| mode.path), Some(vec![1, 0]));
/// ```
#[derive(Debug, Clone)]
pub struct Caret<'a> {
    catalogue: &'static Catalogue,
    text: &'a str,
    /// The byte before which it stands.
    at: usize,
    tokens: Vec<Token>,
    /// For a bracket the other one of its pair.
    mates: Vec<Option<usize>>,
    /// The innermost bracket that is open around each token.
    parents: Vec<Option<usize>>,
    /// The innermost bracket that is open around the caret.
    around: Option<usize>,
    /// `true` if it stands in a comment or in quotes.
    is_prose: bool,
}

/// Content of a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Listing {
    /// Modes in parentheses, or in a call that makes a tuple of them, whose name stands at this token.
    Tuple(Option<usize>),
    /// Arguments of the function whose name stands at this token.
    Arguments(usize),
    /// Template arguments of the function whose name stands at this token.
    Template(usize),
    /// A coordinate that the name at this token is applied to.
    Coordinate(Option<usize>),
    /// A tiler in angles, or anything else.
    Other,
}

impl<'a> Caret<'a> {
    /// The caret before a byte of a text; beyond its end the end.
    pub fn new(text: &'a str, at: usize, catalogue: &'static Catalogue) -> Self {
        let at = boundary(text, at.min(text.len()));
        let (start, end) = window(text, at);
        let mut found = tokens(text.get(start..end).unwrap_or_default());
        for token in &mut found {
            token.span = Span { start: token.span.start + start, end: token.span.end + start };
        }
        let is_inside = |token: &Token| match token.kind {
            TokenKind::Comment => token.span.start < at && at <= token.span.end,
            TokenKind::Text => token.span.start < at && at < token.span.end,
            _ => false,
        };
        let is_prose = found.iter().any(is_inside);
        found.retain(|token| token.kind != TokenKind::Comment);
        let count = found.len();
        let mut caret = Caret {
            catalogue,
            text,
            at,
            tokens: found,
            mates: vec![None; count],
            parents: vec![None; count],
            around: None,
            is_prose,
        };
        caret.match_brackets();
        caret
    }

    fn match_brackets(&mut self) {
        let mut open = Vec::new();
        // Numbers of open brackets of each kind: what closes nothing need not be sought among all that is open.
        let mut kinds = [0_usize; 4];
        let mut is_passed = false;
        for index in 0..self.tokens.len() {
            let Some(token) = self.tokens.get(index).copied() else { break };
            if !is_passed && token.span.end > self.at {
                is_passed = true;
                self.around = open.last().copied();
            }
            match token.kind {
                TokenKind::Mark(';') => (open, kinds) = (Vec::new(), [0; 4]),
                TokenKind::Newline if self.begins_statement(index + 1) => (open, kinds) = (Vec::new(), [0; 4]),
                // An angle closes only what was opened last: else it compares.
                TokenKind::Mark('>') if open.last().is_none_or(|&last| self.mark(last) != Some('<')) => {}
                TokenKind::Mark(close @ (')' | ']' | '}' | '>')) => {
                    while kinds.get(kind_of(opening(close))).is_some_and(|count| *count > 0)
                        && let Some(last) = open.pop()
                    {
                        let mark = self.mark(last).unwrap_or_default();
                        kinds.get_mut(kind_of(mark)).into_iter().for_each(|count| *count -= 1);
                        if mark == opening(close) {
                            self.pair_up(Some(last), index);
                            break;
                        }
                    }
                }
                _ => {}
            }
            if let Some(parent) = self.parents.get_mut(index) {
                *parent = open.last().copied();
            }
            let opens = match token.kind {
                TokenKind::Mark('(' | '[' | '{') => true,
                TokenKind::Mark('<') => self.opens_angle(index),
                _ => false,
            };
            if opens {
                open.push(index);
                let kind = self.mark(index).map_or(0, kind_of);
                kinds.get_mut(kind).into_iter().for_each(|count| *count += 1);
            }
        }
        if !is_passed {
            self.around = open.last().copied();
        }
    }

    fn pair_up(&mut self, open: Option<usize>, close: usize) {
        if let Some(mate) = open.and_then(|open| self.mates.get_mut(open)) {
            *mate = Some(close);
        }
        if let Some(mate) = self.mates.get_mut(close) {
            *mate = open;
        }
    }

    /// Reports whether `<` at a token opens a list: behind a name that takes template arguments, and where a value
    /// begins.
    fn opens_angle(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else { return true };
        match self.kind(before) {
            Some(TokenKind::Name) => self.catalogue.takes_template(self.word(before)) || self.word(before) == "o",
            Some(TokenKind::Int { .. } | TokenKind::Underscore | TokenKind::BrokenNumber | TokenKind::Text) => false,
            Some(TokenKind::Mark(')' | ']' | '}' | '>' | '<')) => false,
            _ => true,
        }
    }

    /// Reports whether a line that begins at a token is a new statement rather than more of an open list.
    fn begins_statement(&self, index: usize) -> bool {
        if self.kind(index) != Some(TokenKind::Name) {
            return false;
        }
        let word = self.word(index);
        match self.kind(index + 1) {
            Some(TokenKind::Mark('=')) => self.mark(index + 2) != Some('=') && !KEYWORDS.contains(&word),
            Some(TokenKind::Name) => true,
            _ => DECLARATION_WORDS.contains(&word),
        }
    }

    /// Returns the content of the bracket that opens at a token.
    fn listing(&self, open: usize) -> Listing {
        let before = open.checked_sub(1);
        let is_adjacent = before.is_some_and(|before| self.span(before).end == self.span(open).start);
        let kind = before.and_then(|before| self.kind(before));
        match (self.mark(open), kind) {
            (Some('('), Some(TokenKind::Name)) => before.map_or(Listing::Tuple(None), |name| self.called(name)),
            (Some('(' | '{'), Some(TokenKind::Mark('>'))) => {
                // Behind template arguments.
                let name = before.and_then(|angle| self.mate(angle)).and_then(|angle| angle.checked_sub(1));
                match name.filter(|&name| self.kind(name) == Some(TokenKind::Name)) {
                    Some(name) => self.called(name),
                    None if self.mark(open) == Some('(') => Listing::Coordinate(None),
                    None => Listing::Other,
                }
            }
            (Some('('), Some(TokenKind::Mark(')' | ']' | '}') | TokenKind::Int { .. })) if is_adjacent => {
                Listing::Coordinate(None)
            }
            (Some('('), _) => Listing::Tuple(None),
            (Some('['), Some(TokenKind::Name | TokenKind::Mark(')' | ']'))) if is_adjacent => Listing::Coordinate(None),
            (Some('['), _) => Listing::Tuple(None),
            (Some('<'), Some(TokenKind::Name)) => match before {
                Some(name) if self.is_type_of_tuple(name) => Listing::Tuple(Some(name)),
                Some(name) if self.word(name) != "o" => Listing::Template(name),
                _ => Listing::Other,
            },
            (Some('{'), Some(TokenKind::Name)) => before.map_or(Listing::Other, Listing::Arguments),
            _ => Listing::Other,
        }
    }

    /// Returns the content of parentheses behind a name.
    fn called(&self, name: usize) -> Listing {
        let word = self.word(name);
        if word == "o" && name.checked_sub(1).is_some_and(|before| self.ends_value(before)) {
            return Listing::Tuple(None);
        }
        match self.catalogue.find(word) {
            Some(function) if function.holds == Holds::Modes && function.template == Template::None => {
                Listing::Tuple(Some(name))
            }
            Some(_) => Listing::Arguments(name),
            None => Listing::Coordinate(Some(name)),
        }
    }

    /// Reports whether a token can be the last of a value, or of what was meant as one: without the sign behind it, the
    /// number behind `1_` in `1_-1` would become a part of it.
    fn ends_value(&self, index: usize) -> bool {
        match self.kind(index) {
            Some(TokenKind::Int { .. } | TokenKind::BrokenNumber | TokenKind::Name | TokenKind::Underscore) => true,
            Some(TokenKind::Mark('>')) => self.mate(index).is_some(),
            Some(TokenKind::Mark(')' | ']' | '}')) => true,
            _ => false,
        }
    }

    /// In which of the places that commas divide a token stands, within the bracket that is open around it.
    fn place_in(&self, open: usize, index: usize) -> usize {
        let inside = (open + 1..index).filter(|&at| self.mark(at) == Some(',') && self.parent(at) == Some(open));
        inside.count()
    }

    /// Counts the commas before the caret in a bracket that is open around it.
    fn place_of_caret(&self, open: usize) -> usize {
        let behind = self.tokens.iter().position(|token| token.span.start >= self.at).unwrap_or(self.tokens.len());
        self.place_in(open, behind)
    }

    fn kind(&self, index: usize) -> Option<TokenKind> {
        self.tokens.get(index).map(|token| token.kind)
    }

    fn mark(&self, index: usize) -> Option<char> {
        match self.kind(index) {
            Some(TokenKind::Mark(mark)) => Some(mark),
            _ => None,
        }
    }

    fn span(&self, index: usize) -> Span {
        self.tokens.get(index).map_or(Span { start: self.at, end: self.at }, |token| token.span)
    }

    fn word(&self, index: usize) -> &'a str {
        self.tokens.get(index).map_or("", |token| token.span.of(self.text))
    }

    fn mate(&self, index: usize) -> Option<usize> {
        self.mates.get(index).copied().flatten()
    }

    fn parent(&self, index: usize) -> Option<usize> {
        self.parents.get(index).copied().flatten()
    }

    fn function(&self, name: usize) -> Option<&'static Function> {
        self.catalogue.find(self.word(name))
    }

    /// Reports whether angles behind that name hold modes.
    fn is_type_of_tuple(&self, name: usize) -> bool {
        self.function(name)
            .is_some_and(|function| function.holds == Holds::Modes && function.template == Template::Values)
    }
}

/// Which of the four kinds of brackets one is that opens.
fn kind_of(open: char) -> usize {
    match open {
        '(' => 0,
        '[' => 1,
        '{' => 2,
        _ => 3,
    }
}

fn opening(close: char) -> char {
    match close {
        ')' => '(',
        ']' => '[',
        '}' => '{',
        _ => '<',
    }
}

/// The nearest place at or before a byte at which a character begins.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The lines around a byte that fit into the reach; of a line that does not, as much as does.
fn window(text: &str, at: usize) -> (usize, usize) {
    let least = boundary(text, at.saturating_sub(REACH));
    let most = boundary(text, at.saturating_add(REACH).min(text.len()));
    let before = text.get(least..at).unwrap_or_default();
    let behind = text.get(at..most).unwrap_or_default();
    let start = if least == 0 { 0 } else { before.find('\n').map_or(least, |line| least + line + 1) };
    let end = if most == text.len() { most } else { behind.rfind('\n').map_or(most, |line| at + line) };
    (start, end)
}
