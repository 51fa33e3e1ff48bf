//! Members that are defined outside of their class, `int Plan::tiles() const {…}`: they are read where it ends.

use std::collections::HashMap;

use super::lines::{Define, Token};
use crate::notebook::syntax::Span;
use crate::notebook::token::TokenKind;

/// Number of members that are moved into their classes.
const MEMBER_LIMIT: usize = 1 << 10;

/// A definition that stands outside of its class: its tokens from its first word to its last brace.
struct Member {
    first: usize,
    /// The first of those that stand in the class: the parameters of its template are the class's own.
    begin: usize,
    end: usize,
    /// Where the class is named that it belongs to, with what stands before it: `ns::`.
    qualifier: usize,
    /// The name of the member.
    name: usize,
    /// Where its parameters open.
    open: usize,
    /// Names of the template parameters of the class as they are written here.
    templates: Vec<usize>,
    /// The class, by where its braces open.
    class: usize,
}

/// A class: where its braces open and close, and the names of its template parameters.
struct Class {
    open: usize,
    close: usize,
    templates: Vec<usize>,
}

/// A text that is looked through for members outside of their classes.
struct Finder<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// For each bracket that opens the token behind the one that closes it.
    behind: Vec<usize>,
}

/// Puts what is defined outside of a class at its end.
pub(super) fn moved(text: &str, tokens: Vec<Token>, defines: &mut [Define]) -> Vec<Token> {
    let finder = Finder { text, tokens: &tokens, behind: brackets(&tokens) };
    let has_one = |at: usize| finder.is_mark(at, ':') && finder.is_mark(at + 1, ':');
    if !(0..tokens.len()).any(|at| has_one(at) && finder.opens_parameters(at + 2).is_some()) {
        return tokens;
    }
    let mut classes = HashMap::new();
    for at in 0..tokens.len() {
        if let Some((name, class)) = finder.class(at) {
            classes.entry(name).or_insert(class);
        }
    }
    if classes.is_empty() {
        return tokens;
    }
    let mut members = Vec::new();
    finder.members(&classes, &mut members);
    members.truncate(MEMBER_LIMIT);
    if members.is_empty() {
        return tokens;
    }
    let by_open = classes.values().map(|class| (class.open, class)).collect::<HashMap<_, _>>();
    let mut put = HashMap::<usize, Vec<Token>>::new();
    for member in &members {
        if let Some(class) = by_open.get(&member.class) {
            put.entry(class.close).or_default().extend(finder.written(member, class));
        }
    }
    // Where each token stands now that something is put before it and something is taken away.
    let mut out = Vec::with_capacity(tokens.len());
    let mut places = Vec::with_capacity(tokens.len() + 1);
    let mut gone = members.iter().peekable();
    for (at, token) in tokens.iter().enumerate() {
        while gone.next_if(|member| member.end <= at).is_some() {}
        out.extend(put.remove(&at).into_iter().flatten());
        places.push(out.len());
        if gone.peek().is_none_or(|member| member.first > at) {
            out.push(*token);
        }
    }
    places.push(out.len());
    for define in defines {
        define.before = places.get(define.before).copied().unwrap_or(out.len());
    }
    out
}

/// Where each bracket closes.
fn brackets(tokens: &[Token]) -> Vec<usize> {
    let (mut open, mut found) = (Vec::new(), vec![tokens.len(); tokens.len()]);
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Mark('(' | '[' | '{') => open.push(at),
            TokenKind::Mark(')' | ']' | '}') => {
                if let Some(slot) = open.pop().and_then(|first| found.get_mut(first)) {
                    *slot = at + 1;
                }
            }
            _ => {}
        }
    }
    found
}

impl<'a> Finder<'a> {
    fn word(&self, at: usize) -> &'a str {
        match self.tokens.get(at) {
            Some(Token { kind: TokenKind::Name, written, .. }) => written.of(self.text),
            _ => "",
        }
    }

    fn is_mark(&self, at: usize, mark: char) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Mark(mark))
    }

    fn behind(&self, open: usize) -> usize {
        self.behind.get(open).copied().unwrap_or(self.tokens.len())
    }

    /// Behind the angles that open at a token.
    fn behind_angles(&self, open: usize) -> Option<usize> {
        let (mut depth, mut at) = (0_usize, open);
        while let Some(token) = self.tokens.get(at) {
            match token.kind {
                TokenKind::Mark('<') => depth += 1,
                TokenKind::Mark('>') => {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                TokenKind::Mark('(' | '[' | '{') => {
                    at = self.behind(at);
                    continue;
                }
                TokenKind::Mark(';' | ')' | '}') => return None,
                _ => {}
            }
            at += 1;
        }
        None
    }

    /// Where the parameters open of a member whose name stands at a token: `tiles(`, `operator+(`, `operator()(`.
    fn opens_parameters(&self, name: usize) -> Option<usize> {
        if self.word(name) != "operator" {
            return (!self.word(name).is_empty() && self.is_mark(name + 1, '(')).then_some(name + 1);
        }
        if self.is_mark(name + 1, '(') && self.is_mark(name + 2, ')') {
            return self.is_mark(name + 3, '(').then_some(name + 3);
        }
        (name + 1..name + 5).find(|at| self.is_mark(*at, '('))
    }

    /// The class that is defined at a token, with its name.
    fn class(&self, at: usize) -> Option<(&'a str, Class)> {
        if !matches!(self.word(at), "struct" | "class" | "union") || self.word(at.wrapping_sub(1)) == "enum" {
            return None;
        }
        let name = self.word(at + 1);
        let mut open = at + 2;
        if self.word(open) == "final" {
            open += 1;
        }
        if self.is_mark(open, ':') && !self.is_mark(open + 1, ':') {
            while !self.is_mark(open, '{') {
                self.tokens.get(open).filter(|token| token.kind != TokenKind::Mark(';'))?;
                open += 1;
            }
        }
        if name.is_empty() || !self.is_mark(open, '{') {
            return None;
        }
        // `template <…>` before it.
        let mut templates = Vec::new();
        if self.is_mark(at.wrapping_sub(1), '>') {
            let head = (0..at).rev().take(256).find(|at| self.word(*at) == "template");
            if let Some(head) = head.filter(|head| self.behind_angles(head + 1) == Some(at)) {
                templates = self.parameters(head + 1, at - 1);
            }
        }
        Some((name, Class { open, close: self.behind(open).saturating_sub(1), templates }))
    }

    /// Where the names of template parameters stand between angles.
    fn parameters(&self, open: usize, close: usize) -> Vec<usize> {
        let (mut found, mut at, mut last) = (Vec::new(), open + 1, None);
        let mut has_default = false;
        while at < close {
            if self.is_mark(at, ',') {
                found.extend(last.take());
                has_default = false;
            } else if self.is_mark(at, '=') {
                has_default = true;
            } else if self.is_mark(at, '<') {
                at = self.behind_angles(at).unwrap_or(close);
                continue;
            } else if !has_default && !self.word(at).is_empty() {
                last = Some(at);
            }
            at += 1;
        }
        found.extend(last);
        found
    }

    /// The members that are defined outside of classes.
    fn members(&self, classes: &HashMap<&'a str, Class>, found: &mut Vec<Member>) {
        let (mut at, mut first) = (0, 0);
        let mut heads = Vec::new();
        let mut is_class = false;
        while let Some(token) = self.tokens.get(at) {
            if at == first {
                heads.clear();
                is_class = false;
            }
            match token.kind {
                TokenKind::Name if self.word(at) == "template" && self.is_mark(at + 1, '<') => {
                    let Some(behind) = self.behind_angles(at + 1) else { return };
                    heads.push(at..behind);
                    at = behind;
                    continue;
                }
                TokenKind::Name if matches!(self.word(at), "struct" | "class" | "union" | "enum") => is_class = true,
                TokenKind::Name if self.word(at) == "namespace" || self.word(at) == "extern" => {
                    let open = (at..at + 16).find(|at| self.is_mark(*at, '{') || self.is_mark(*at, ';'));
                    let open = open.unwrap_or(at);
                    at = open + 1;
                    first = at;
                    continue;
                }
                TokenKind::Mark(';' | '}') => {
                    first = at + 1;
                }
                TokenKind::Mark('{') => {
                    at = self.behind(at);
                    if !is_class {
                        first = at;
                    }
                    continue;
                }
                TokenKind::Mark('(' | '[') => {
                    at = self.behind(at);
                    continue;
                }
                TokenKind::Mark(':') if self.is_mark(at + 1, ':') && !is_class => {
                    if let Some(member) = self.member(classes, first, at, &heads) {
                        at = member.end;
                        first = at;
                        found.push(member);
                        continue;
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The member whose class stands before two colons.
    fn member(
        &self,
        classes: &HashMap<&'a str, Class>,
        first: usize,
        colons: usize,
        heads: &[std::ops::Range<usize>],
    ) -> Option<Member> {
        let name = colons + 2;
        let open = self.opens_parameters(name)?;
        // `Plan` or `Plan<T>`.
        let mut of = colons.checked_sub(1)?;
        if self.is_mark(of, '>') {
            of = (first..of).rev().find(|at| {
                !self.word(*at).is_empty() && self.is_mark(at + 1, '<') && self.behind_angles(at + 1) == Some(colons)
            })?;
        }
        let class = classes.get(self.word(of)).filter(|class| class.close < first)?;
        // Where its body opens: behind what a constructor begins its members with.
        let mut at = self.behind(open);
        let mut begins = false;
        let body = loop {
            match self.tokens.get(at)?.kind {
                TokenKind::Mark('{') if begins && !self.word(at - 1).is_empty() => at = self.behind(at),
                TokenKind::Mark('{') => break at,
                TokenKind::Mark(';' | '=' | '}' | ')') => return None,
                TokenKind::Mark('(') => at = self.behind(at),
                TokenKind::Mark(':') if !self.is_mark(at + 1, ':') && !self.is_mark(at - 1, ':') => {
                    begins = true;
                    at += 1;
                }
                _ => at += 1,
            }
        };
        let mut qualifier = of;
        while qualifier >= first + 3
            && self.is_mark(qualifier - 1, ':')
            && self.is_mark(qualifier - 2, ':')
            && !self.word(qualifier - 3).is_empty()
        {
            qualifier -= 3;
        }
        let is_within = qualifier < of && !self.is_mark(qualifier + 1, ':');
        let own = if class.templates.is_empty() && !is_within { None } else { heads.first() };
        let templates = own.map_or_else(Vec::new, |head| self.parameters(head.start + 1, head.end - 1));
        // Of a class for some arguments alone, `template <> int Plan<4>::tiles()`.
        if !class.templates.is_empty() && templates.len() != class.templates.len() {
            return None;
        }
        let begin = own.map_or(first, |head| head.end);
        Some(Member { first, begin, end: self.behind(body), qualifier, name, open, templates, class: class.open })
    }

    /// The tokens of a member as they would stand in its class.
    fn written(&self, member: &Member, class: &Class) -> Vec<Token> {
        let renamed = member.templates.iter().zip(&class.templates);
        let renamed = renamed.filter_map(|(here, there)| Some((self.word(*here), self.tokens.get(*there)?.written)));
        let renamed = renamed.collect::<HashMap<&str, Span>>();
        let defaults = self.defaults(member, class);
        let close = self.behind(member.open).saturating_sub(1);
        let (mut out, mut place, mut depth) = (Vec::with_capacity(member.end - member.begin), 0, 0_usize);
        for at in member.begin..member.end {
            if (member.qualifier..member.name).contains(&at) {
                continue;
            }
            let Some(token) = self.tokens.get(at) else { break };
            let is_angle = |mark: char| token.kind == TokenKind::Mark(mark);
            if at > member.open && at < close && (is_angle('<') || is_angle('(')) {
                depth += 1;
            } else if at > member.open && at < close && (is_angle('>') || is_angle(')')) {
                depth = depth.saturating_sub(1);
            }
            let is_end = at == close || at > member.open && at < close && depth == 0 && is_angle(',');
            if is_end {
                let default = defaults.get(place).cloned().unwrap_or_default();
                out.extend(default.filter_map(|at| self.tokens.get(at)));
                place += 1;
            }
            let written = renamed.get(self.word(at)).copied().unwrap_or(token.written);
            out.push(Token { written, ..*token });
        }
        out
    }

    /// What its declaration in the class says of each parameter where nothing is given: `= 4`.
    fn defaults(&self, member: &Member, class: &Class) -> Vec<std::ops::Range<usize>> {
        let name = self.word(member.name);
        let count = self.listed(member.open).len();
        let mut at = class.open + 1;
        while at < class.close {
            let is_here = self.word(at) == name && self.opens_parameters(at).is_some();
            if is_here && let Some(open) = self.opens_parameters(at) {
                let all = self.listed(open);
                let is_declaration = !self.is_mark(at.wrapping_sub(1), '.') && all.len() == count;
                if is_declaration && all.iter().any(|range| self.default_in(range).is_some()) {
                    let default = |range: &std::ops::Range<usize>| match self.default_in(range) {
                        Some(equals) => equals..range.end,
                        None => range.end..range.end,
                    };
                    return all.iter().map(default).collect();
                }
            }
            at = match self.tokens.get(at).map(|token| token.kind) {
                Some(TokenKind::Mark('{')) => self.behind(at),
                _ => at + 1,
            };
        }
        Vec::new()
    }

    fn default_in(&self, range: &std::ops::Range<usize>) -> Option<usize> {
        range.clone().find(|at| self.is_mark(*at, '='))
    }

    /// The tokens of each of the parameters that open at a token.
    fn listed(&self, open: usize) -> Vec<std::ops::Range<usize>> {
        let close = self.behind(open).saturating_sub(1);
        let (mut found, mut first, mut at, mut depth) = (Vec::new(), open + 1, open + 1, 0_usize);
        while at < close {
            match self.tokens.get(at).map(|token| token.kind) {
                Some(TokenKind::Mark('(' | '[' | '{')) => {
                    at = self.behind(at);
                    continue;
                }
                Some(TokenKind::Mark('<')) => depth += 1,
                Some(TokenKind::Mark('>')) => depth = depth.saturating_sub(1),
                Some(TokenKind::Mark(',')) if depth == 0 => {
                    found.push(first..at);
                    first = at + 1;
                }
                _ => {}
            }
            at += 1;
        }
        if first < close {
            found.push(first..close);
        }
        found
    }
}
