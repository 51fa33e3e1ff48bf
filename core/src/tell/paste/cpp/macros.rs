//! Macros of the text: what they stand for takes their place, as the preprocessor has it.

use std::collections::{HashMap, HashSet};

use super::lines::{Define, Token};
use super::statement::is_decoration;
use crate::notebook::syntax::Span;
use crate::notebook::token::TokenKind;

/// Number of tokens that macros stand for, all together.
const TOKEN_LIMIT: usize = 1 << 16;

/// Depth to which macros stand for macros.
const DEPTH_LIMIT: usize = 32;

/// Words that begin a statement: what a macro does is no value.
const STATEMENTS: [&str; 7] = ["do", "if", "for", "while", "return", "switch", "asm"];

struct Macro<'a> {
    /// `None` of one without parentheses.
    parameters: Option<Vec<&'a str>>,
    body: &'a [Token],
}

/// A text whose macros are written out.
struct Writer<'a> {
    text: &'a str,
    macros: HashMap<&'a str, Macro<'a>>,
    /// Macros that do something and stand as they are: statements, with or without a semicolon.
    acting: HashSet<&'a str>,
    /// The words of the text, where macros put some together.
    words: HashMap<&'a str, Token>,
    written: usize,
}

/// Puts what macros stand for in their place; `undefined` says behind how many tokens a name stands for nothing again.
pub(super) fn write_out(
    text: &str,
    tokens: &[Token],
    bodies: &[Token],
    defines: &mut [Define],
    undefined: &[(usize, &str)],
) -> Vec<Token> {
    let mut seen = HashSet::new();
    let again = defines.iter().map(|define| define.name.of(text)).filter(|name| !seen.insert(*name));
    let mut open = again.chain(undefined.iter().map(|(_, name)| *name)).collect::<Vec<_>>();
    // What is made of a macro that changes changes with it, and so does what is made of one that follows.
    let first = defines.iter().enumerate().rev().map(|(place, define)| (define.name.of(text), place));
    let first = first.collect::<HashMap<_, _>>();
    let mut made_of = HashMap::<&str, Vec<&str>>::new();
    for (place, define) in defines.iter().enumerate() {
        let name = define.name.of(text);
        for token in bodies.get(define.body.clone()).unwrap_or_default() {
            let used = token.written.of(text);
            match first.get(used) {
                Some(of) if *of >= place => open.push(name),
                Some(_) => made_of.entry(used).or_default().push(name),
                None => {}
            }
        }
    }
    let mut changing = HashSet::new();
    while let Some(name) = open.pop() {
        if changing.insert(name) {
            open.extend(made_of.get(name).into_iter().flatten());
        }
    }
    let of = |define: &Define| {
        let (name, body) = (define.name.of(text), bodies.get(define.body.clone()).unwrap_or_default());
        let parameters = define.parameters.as_ref();
        let parameters = parameters.map(|all| all.iter().map(|name| name.of(text)).collect::<Vec<_>>());
        is_written_out(text, body, parameters.is_some(), changing.contains(name))
            .then_some((name, Macro { parameters, body }))
    };
    let all = defines.iter().map(|define| (define.before, of(define))).collect::<Vec<_>>();
    let acts = |define: &&Define| {
        let body = bodies.get(define.body.clone()).unwrap_or_default();
        define.parameters.is_some() && does_something(text, body)
    };
    let acting = defines.iter().filter(acts).map(|define| define.name.of(text)).collect::<HashSet<_>>();
    if acting.is_empty() && all.iter().all(|(_, found)| found.is_none()) {
        return tokens.to_vec();
    }
    let is_hash = |token: &Token| token.kind == TokenKind::Stray && token.written.of(text) == "#";
    let words = match bodies.windows(2).any(|pair| pair.iter().all(is_hash)) {
        true => tokens.iter().chain(bodies).map(|token| (token.written.of(text), *token)).collect(),
        false => HashMap::new(),
    };
    let mut writer = Writer { text, macros: HashMap::new(), acting, words, written: 0 };
    let mut out = Vec::with_capacity(tokens.len());
    // Pieces of the text between which macros change.
    let mut places = defines.iter().map(|define| define.before).chain(undefined.iter().map(|(before, _)| *before));
    let mut ends = places.by_ref().collect::<Vec<_>>();
    ends.push(tokens.len());
    ends.sort_unstable();
    ends.dedup();
    let (mut all, mut undefined) = (all.into_iter().zip(defines.iter_mut()).peekable(), undefined.iter().peekable());
    let mut at = 0;
    for end in ends {
        // Where a call goes on behind a directive it is read to its end.
        if let Some(piece) = tokens.get(at..).filter(|_| end > at) {
            at += writer.write(piece, end - at, None, &mut Vec::new(), &mut out);
        }
        loop {
            let next_define = all.peek().map(|((before, _), _)| *before).filter(|before| *before <= end);
            let next_end = undefined.peek().map(|(before, _)| *before).filter(|before| *before <= end);
            match (next_define, next_end) {
                (Some(define), before) if before.is_none_or(|before| define < before) => {
                    if let Some(((_, found), define)) = all.next() {
                        define.before = out.len();
                        if let Some((name, found)) = found {
                            define.is_written_out = true;
                            writer.macros.insert(name, found);
                        }
                    }
                }
                (_, Some(_)) => {
                    if let Some((_, name)) = undefined.next() {
                        writer.macros.remove(name);
                    }
                }
                _ => break,
            }
        }
    }
    out
}

/// Reports whether a macro stands for a statement.
fn does_something(text: &str, body: &[Token]) -> bool {
    body.first().is_some_and(|first| match first.kind {
        TokenKind::Name => STATEMENTS.contains(&first.written.of(text)),
        kind => kind == TokenKind::Mark('{'),
    })
}

/// Reports whether what a macro stands for is put in its place; else it is a constant or a function of its name.
fn is_written_out(text: &str, body: &[Token], is_function: bool, is_again: bool) -> bool {
    let word = |token: &Token| if token.kind == TokenKind::Name { token.written.of(text) } else { "" };
    if is_function {
        return !body.is_empty() && !does_something(text, body);
    }
    let is_words = !body.is_empty() && body.iter().all(|token| is_decoration(word(token)));
    if is_again || is_words {
        return true;
    }
    // `#define N 4 + 4` is no value of its own in `N * 2`.
    let mut depth = 0_usize;
    body.iter().enumerate().any(|(place, token)| {
        let TokenKind::Mark(mark) = token.kind else { return false };
        match mark {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && place > 0 && matches!(mark, '+' | '-' | '*' | '/' | '%' | '|' | '&' | '^')
    })
}

impl<'a> Writer<'a> {
    /// Writes at least so many tokens of a piece, with what macros stand for; answers how many were read. `site` is where
    /// the macro stands that all of it comes from.
    fn write(
        &mut self,
        piece: &[Token],
        count: usize,
        site: Option<Span>,
        hidden: &mut Vec<&'a str>,
        out: &mut Vec<Token>,
    ) -> usize {
        let mut at = 0;
        while at < count {
            let Some(token) = piece.get(at).copied() else { break };
            at += 1;
            let span = site.unwrap_or(token.span);
            let name = if token.kind == TokenKind::Name { token.written.of(self.text) } else { "" };
            // What stands behind a statement begins another.
            if self.acting.contains(name)
                && let Some((_, behind)) = arguments(piece, at)
                && !piece.get(behind).is_some_and(|next| next.kind == TokenKind::Mark(';'))
            {
                out.push(Token { span, ..token });
                let given = piece.get(at..behind).unwrap_or_default();
                self.write(given, given.len(), site, hidden, out);
                let end = out.last().map_or(span, |last| last.span).after();
                out.push(Token { kind: TokenKind::Mark(';'), span: end, written: end });
                at = behind;
                continue;
            }
            let found = self.macros.get_key_value(name).filter(|(name, _)| !hidden.contains(name));
            let Some((name, parameters, body)) = found.map(|(name, of)| (*name, of.parameters.clone(), of.body)) else {
                out.push(Token { span, ..token });
                continue;
            };
            // What is too long to be written out is not read.
            if self.written > TOKEN_LIMIT || hidden.len() >= DEPTH_LIMIT {
                out.push(Token { kind: TokenKind::Stray, span, written: span.after() });
                continue;
            }
            let made = match parameters {
                None => body.iter().map(|token| Token { span, ..*token }).collect::<Vec<_>>(),
                Some(parameters) => match arguments(piece, at) {
                    Some((arguments, behind)) => {
                        let last = piece.get(behind - 1).map_or(token.span, |last| last.span);
                        let whole = site.unwrap_or(token.span.to(last));
                        at = behind;
                        let mut written = Vec::with_capacity(arguments.len());
                        for argument in arguments {
                            let mut of = Vec::new();
                            let argument = piece.get(argument).unwrap_or_default();
                            self.write(argument, argument.len(), site, hidden, &mut of);
                            written.push(of);
                        }
                        self.filled(body, &parameters, &written, whole)
                    }
                    None => {
                        out.push(Token { span, ..token });
                        continue;
                    }
                },
            };
            self.written += made.len();
            hidden.push(name);
            self.write(&made, made.len(), None, hidden, out);
            hidden.pop();
        }
        at
    }

    /// The body of a macro with its arguments.
    fn filled(&self, body: &[Token], parameters: &[&str], arguments: &[Vec<Token>], whole: Span) -> Vec<Token> {
        let is_variadic = parameters.last().is_some_and(|last| last.ends_with("..."));
        let named = if is_variadic { parameters.len() - 1 } else { parameters.len() };
        let is_hash = |at: usize| {
            body.get(at).is_some_and(|token| token.kind == TokenKind::Stray && token.written.of(self.text) == "#")
        };
        let is_pasted = |at: usize| is_hash(at) && is_hash(at + 1);
        let mut made = Vec::with_capacity(body.len());
        let mut pasted = None;
        for (at, token) in body.iter().enumerate() {
            // `a ## b` is one word.
            if is_pasted(at) || at > 0 && is_pasted(at - 1) {
                if is_pasted(at) {
                    pasted = Some(made.len());
                }
                continue;
            }
            // `#x` is the letters of what it is given.
            if is_hash(at) {
                continue;
            }
            if at > 0 && is_hash(at - 1) && pasted.is_none() {
                made.push(Token { kind: TokenKind::Text, span: whole, written: whole.after() });
                continue;
            }
            let word = if token.kind == TokenKind::Name { token.written.of(self.text) } else { "" };
            let place = parameters.iter().take(named).position(|name| *name == word && !word.is_empty());
            if let Some(place) = place {
                made.extend(arguments.get(place).into_iter().flatten());
            } else if is_variadic && word == "__VA_ARGS__" {
                for (place, argument) in arguments.iter().skip(named).enumerate() {
                    if place > 0 {
                        made.push(Token { kind: TokenKind::Mark(','), span: whole, written: whole.after() });
                    }
                    made.extend(argument);
                }
            } else {
                made.push(Token { span: whole, ..*token });
            }
            if let Some(place) = pasted.take() {
                self.paste(&mut made, place, whole);
            }
            if made.len() > TOKEN_LIMIT {
                break;
            }
        }
        made
    }

    /// Makes one word of the tokens before and behind a place: where the text has that word elsewhere it is the same.
    fn paste(&self, made: &mut Vec<Token>, place: usize, whole: Span) {
        let Some(before) = place.checked_sub(1).filter(|_| place < made.len()) else { return };
        let letters = |at: usize| made.get(at).map_or("", |token| token.written.of(self.text));
        let word = format!("{}{}", letters(before), letters(place));
        let token = match self.words.get(word.as_str()) {
            Some(found) => Token { span: whole, ..*found },
            // Nobody says that word, so nothing is lost with it.
            None => Token { kind: TokenKind::Name, span: whole, written: whole },
        };
        made.splice(before..=place, [token]);
    }
}

/// The arguments of a macro whose parenthesis stands at a token, and where it is closed.
fn arguments(piece: &[Token], open: usize) -> Option<(Vec<std::ops::Range<usize>>, usize)> {
    let is_mark = |at: usize, mark: char| piece.get(at).is_some_and(|token| token.kind == TokenKind::Mark(mark));
    if !is_mark(open, '(') {
        return None;
    }
    let (mut found, mut first, mut depth) = (Vec::new(), open + 1, 0_usize);
    for at in open..piece.len() {
        if is_mark(at, '(') {
            depth += 1;
        } else if is_mark(at, ')') {
            depth -= 1;
            if depth == 0 {
                found.push(first..at);
                return Some((found, at + 1));
            }
        } else if is_mark(at, ',') && depth == 1 {
            found.push(first..at);
            first = at + 1;
        }
    }
    None
}
