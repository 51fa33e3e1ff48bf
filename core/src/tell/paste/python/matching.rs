//! `match x:`: a branch for each of its patterns.

use super::expression::invoke;
use super::function::Rank;
use super::lexer::Kind;
use super::names;
use super::reader::{NotRead, Reader, code, foreign, int};
use crate::notebook::syntax::{Code, Expression, ExpressionKind, Span};
use crate::paste::{BLOCK_DEPTH_LIMIT, Guard, RoleKind};

impl Reader<'_> {
    /// `match x:`, a branch for each of its patterns.
    pub(super) fn matching(&mut self, start: Span) {
        self.at += 1;
        let of = self.expressions().unwrap_or_else(|NotRead| foreign(start));
        self.skip_head();
        let of = self.builder.push(start.to(self.before()), None, of, RoleKind::Hidden, false);
        self.skip_blank_lines();
        if self.kind() == Some(Kind::Indent) && self.blocks < BLOCK_DEPTH_LIMIT {
            self.at += 1;
            self.case(of);
            while self.kind().is_some_and(|kind| kind != Kind::Dedent) {
                self.at += 1;
            }
            self.at += usize::from(self.kind() == Some(Kind::Dedent));
        }
    }

    /// `case 64 | 128:` and all that follow.
    fn case(&mut self, of: usize) {
        self.skip_blank_lines();
        if self.word() != "case" {
            return;
        }
        let start = self.span();
        self.at += 1;
        let subject = code(Code::Of(of), start);
        let mut given = Vec::new();
        let pattern = self.patterns(&subject, &mut given);
        let (pattern, is_read) = match pattern {
            Ok(pattern) if self.is_mark(":") || self.word() == "if" => (pattern, true),
            _ => (Some(foreign(start)), false),
        };
        // What a pattern names is seen in the condition behind it.
        let names = |reader: &mut Self, given: &[(String, Span, Expression)]| {
            for (name, place, value) in given {
                reader.builder.push(*place, Some((name.clone(), *place)), value.clone(), RoleKind::Value, true);
            }
        };
        let filter = if is_read && self.take_word("if") {
            names(self, &given);
            Some(self.expression().unwrap_or_else(|NotRead| foreign(start)))
        } else {
            None
        };
        self.skip_head();
        let span = start.to(self.before());
        let is_filtered = filter.is_some();
        let condition = match (pattern, filter) {
            (None, None) => {
                names(self, &given);
                return self.block();
            }
            (Some(one), None) | (None, Some(one)) => one,
            (Some(one), Some(other)) => {
                Expression { kind: ExpressionKind::Binary("&&", Box::new(one), Box::new(other)), span }
            }
        };
        let index = self.builder.push(span, None, condition, RoleKind::Condition(false), false);
        self.in_branch += 1;
        self.builder.open();
        let before = self.builder.under(Some(Guard { condition: index, holds: true }));
        if !is_filtered {
            names(self, &given);
        }
        self.block();
        self.builder.under(before);
        let yes = self.builder.close();
        self.in_branch -= 1;
        let no = self.other_side(index, |reader| reader.case(of));
        let joined = self.builder.join(span, index, &yes, &no);
        let is_member = |index: &usize| self.builder.name_of(*index).is_some_and(|name| name.starts_with("self."));
        self.members.extend(joined.filter(is_member));
    }

    /// Patterns of a value up to `:` or `if`: several with commas are those of its items. Answers the condition, `None` of
    /// what takes any, and what is named.
    fn patterns(
        &mut self,
        of: &Expression,
        given: &mut Vec<(String, Span, Expression)>,
    ) -> Result<Option<Expression>, NotRead> {
        let begin = self.at;
        let first = self.pattern(of, given)?;
        if !self.is_mark(",") {
            return Ok(first);
        }
        self.at = begin;
        given.clear();
        self.sequence(of, given)
    }

    /// Patterns of the items of a tuple, up to what closes it.
    fn sequence(
        &mut self,
        of: &Expression,
        given: &mut Vec<(String, Span, Expression)>,
    ) -> Result<Option<Expression>, NotRead> {
        let start = self.span();
        let mut all = Vec::new();
        let mut count = 0;
        while !matches!(self.kind(), None | Some(Kind::Mark(")" | "]" | ":") | Kind::Newline)) && self.word() != "if" {
            let item = invoke(names::AT, vec![of.clone(), int(count, start)], start);
            all.extend(self.pattern(&item, given)?);
            count += 1;
            if !self.take(",") {
                break;
            }
        }
        let length = invoke(names::LENGTH, vec![of.clone()], start);
        let is_long = invoke(names::MATCHES, vec![length, int(count, start)], start);
        let join = |one: Expression, other: Expression| Expression {
            kind: ExpressionKind::Binary("&&", Box::new(one), Box::new(other)),
            span: start,
        };
        Ok(Some(all.into_iter().fold(is_long, join)))
    }

    /// A pattern: numbers, texts, words of an enumeration, names, tuples of them, and several with `|`.
    fn pattern(
        &mut self,
        of: &Expression,
        given: &mut Vec<(String, Span, Expression)>,
    ) -> Result<Option<Expression>, NotRead> {
        self.descend()?;
        let start = self.span();
        let mut any: Option<Expression> = None;
        loop {
            let one = match self.kind() {
                Some(Kind::Mark(open @ ("(" | "["))) => {
                    let close = if open == "(" { ")" } else { "]" };
                    let is_one = open == "(" && self.rank_at(self.at) == Some(Rank::Modes(1));
                    self.at += 1;
                    let all = if is_one { self.pattern(of, given)? } else { self.sequence(of, given)? };
                    if !self.take(close) {
                        return Err(NotRead);
                    }
                    all
                }
                Some(Kind::Name) if self.word() == "_" => {
                    self.at += 1;
                    None
                }
                // A name alone takes whatever there is.
                Some(Kind::Name)
                    if !matches!(self.word(), "None" | "True" | "False")
                        && !self.is_mark_of(self.at + 1, ".")
                        && !self.is_mark_of(self.at + 1, "(") =>
                {
                    given.push((self.word().to_string(), self.span(), of.clone()));
                    self.at += 1;
                    None
                }
                Some(Kind::Int(_) | Kind::Text | Kind::Name | Kind::Mark("-")) => {
                    let begin = self.at;
                    while !matches!(
                        self.kind(),
                        None | Some(Kind::Mark("|" | "," | ")" | "]" | ":" | "(") | Kind::Newline)
                    ) && self.word() != "if"
                    {
                        self.at += 1;
                    }
                    if self.is_mark("(") {
                        return Err(NotRead);
                    }
                    let end = std::mem::replace(&mut self.at, begin);
                    let written = self.tokens.get(begin..end).unwrap_or_default().to_vec();
                    let (tokens, at) =
                        (std::mem::replace(&mut self.tokens, written), std::mem::replace(&mut self.at, 0));
                    let value = self.expression();
                    self.tokens = tokens;
                    self.at = at + (end - begin);
                    Some(invoke(names::MATCHES, vec![of.clone(), value?], start))
                }
                _ => return Err(NotRead),
            };
            any = match (any, one) {
                (None, one) => one,
                (Some(_), None) => return Err(NotRead),
                (Some(one), Some(other)) => {
                    Some(Expression { kind: ExpressionKind::Binary("||", Box::new(one), Box::new(other)), span: start })
                }
            };
            if !self.take("|") {
                break;
            }
        }
        self.depth -= 1;
        Ok(any)
    }
}
