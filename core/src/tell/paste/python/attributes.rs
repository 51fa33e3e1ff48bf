//! Members that a loop gives an object, by names that a dictionary has.

use super::expression::invoke;
use super::lexer::{Kind, Token};
use super::names;
use super::reader::{NotRead, Reader, code, foreign};
use crate::notebook::syntax::{Code, Expression, ExpressionKind, Span};
use crate::notebook::written::Program;
use crate::paste::RoleKind;

impl Reader<'_> {
    /// `for name, value in options.items(): setattr(self, name, value)`: each member has what the dictionary says under its
    /// name; whether that stands here.
    pub(super) fn sets_attributes(&mut self, start: Span) -> bool {
        let begin = self.at;
        let [name, value] = [1, 3].map(|place| self.word_at(begin + place));
        let is_loop = self.is_mark_of(begin + 2, ",") && self.word_at(begin + 4) == "in" && self.class.is_some();
        if !is_loop || name.is_empty() || value.is_empty() {
            return false;
        }
        let mut at = begin + 5;
        while self.tokens.get(at).is_some_and(|token| token.kind != Kind::Newline) && !self.is_mark_of(at, ":") {
            at += 1;
        }
        let items = at.saturating_sub(4);
        let is_items = self.is_mark_of(items, ".") && self.word_at(items + 1) == "items";
        while matches!(
            self.tokens.get(at).map(|token| token.kind),
            Some(Kind::Newline | Kind::Indent | Kind::Mark(":"))
        ) {
            at += 1;
        }
        let words = [self.word_at(at), self.word_at(at + 2), self.word_at(at + 4), self.word_at(at + 6)];
        let is_end = matches!(self.tokens.get(at + 8).map(|token| token.kind), None | Some(Kind::Newline));
        if !is_items || !is_end || words != ["setattr", "self", name, value] {
            return false;
        }
        let written = self.tokens.get(begin + 5..items).unwrap_or_default().to_vec();
        let tokens = std::mem::replace(&mut self.tokens, written);
        self.at = 0;
        let of = self.expression().unwrap_or_else(|NotRead| foreign(start));
        self.tokens = tokens;
        self.at = begin;
        self.skip_line();
        self.skip_block();
        let span = start.to(self.before());
        let of = self.builder.push(start, None, of, RoleKind::Hidden, false);
        // What the class has itself, and what it was given before.
        let class = self.class.clone().unwrap_or_default();
        let document = self.builder.document();
        let known = |member: &&String| {
            let own = format!("self.{member}");
            [own.as_str(), member.as_str()].iter().any(|name| document.defining(name, self.builder.count()).is_some())
        };
        let is_method = |member: &&String| self.parameters.contains_key(*member);
        let own = self.has.iter().filter(|(of, _)| *of == class).map(|(_, member)| member);
        let mut members = own.filter(|member| known(member) && !is_method(member)).cloned().collect::<Vec<_>>();
        members.sort_unstable();
        for member in members {
            let own = format!("self.{member}");
            let before =
                if self.builder.document().defining(&own, self.builder.count()).is_some() { &own } else { &member };
            let before = self.as_it_is(before, start);
            let key = Expression { kind: ExpressionKind::Text(member.clone()), span: start };
            let value = invoke(names::GIVEN, vec![code(Code::Of(of), start), key, before], span);
            let index = self.builder.push(span, Some((own, start)), value, RoleKind::Hidden, true);
            self.members.push(index);
        }
        true
    }
}

/// Statements that give an object a member by its name, as those that give it that: `setattr(self, "m", 4)`,
/// `object.__setattr__(self, "m", 4)`.
pub(super) fn as_assignments(text: &str, tokens: &mut Vec<Token>) {
    let word = |token: Option<&Token>| token.map_or("", |token| token.span.of(text));
    let mut made = Vec::with_capacity(tokens.len());
    let mut at = 0;
    let mut depth = None;
    while let Some(token) = tokens.get(at) {
        let begins = at.checked_sub(1).and_then(|before| tokens.get(before)).is_none_or(|before| {
            matches!(before.kind, Kind::Newline | Kind::Indent | Kind::Dedent | Kind::Mark(":" | ";"))
        });
        let open = match word(Some(token)) {
            "setattr" if begins => Some(at + 1),
            "object" if begins && word(tokens.get(at + 2)) == "__setattr__" => Some(at + 3),
            _ => None,
        };
        let head = |place: usize| open.and_then(|open| tokens.get(open + place));
        let is_it = word(head(0)) == "(" && word(head(1)) == "self" && word(head(2)) == "," && word(head(4)) == ",";
        let name = head(3).filter(|name| is_it && name.kind == Kind::Text).map(|name| name.span);
        let within = |span: Span| Span { start: span.start + 1, end: span.end - 1 };
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|of| of.is_alphanumeric() || of == '_');
        let name = name.map(within).filter(|name| is_name(name.of(text)));
        if let (Some(name), Some(object), Some(comma), Some(open)) = (name, head(1), head(4), open) {
            let dot = Token { kind: Kind::Mark("."), span: comma.span };
            made.extend([*object, dot, Token { kind: Kind::Name, span: name }]);
            made.push(Token { kind: Kind::Mark("="), span: comma.span });
            (at, depth) = (open + 5, Some(0_usize));
            continue;
        }
        match (token.kind, depth) {
            (Kind::Newline, _) => depth = None,
            (Kind::Mark("(" | "[" | "{"), Some(open)) => depth = Some(open + 1),
            // The bracket that closes the call is none of the value's.
            (Kind::Mark(")"), Some(0)) => {
                (at, depth) = (at + 1, None);
                continue;
            }
            (Kind::Mark(")" | "]" | "}"), Some(open)) => depth = open.checked_sub(1),
            _ => {}
        }
        made.push(*token);
        at += 1;
    }
    *tokens = made;
}
