//! Lambdas that are called where they stand, `[&] { … }();`, and the switches that are made of them: what they hold is read as
//! the block that it is, so that each statement sees the names around it.

use super::expression::{call_of, name_of};
use super::reader::Reader;
use crate::notebook::syntax::{Expression, Span};
use crate::notebook::token::TokenKind;
use crate::paste::RoleKind;

/// Number of tokens between what a lambda takes and its body.
const HEAD_LIMIT: usize = 64;

/// End of the names of macros that turn a condition into a constant of a lambda: `BOOL_SWITCH(is_causal, Is_causal, [&] {…})`.
const SWITCH: &str = "_SWITCH";

impl Reader<'_> {
    /// The body of a lambda whose first bracket stands at a token: where it opens.
    pub(super) fn body_of_lambda(&self, at: usize) -> Option<usize> {
        let mut at = self.behind_bracket(at);
        if self.is_mark_of(at, '<') {
            at = self.template_end(at)? + 1;
        }
        if self.is_mark_of(at, '(') {
            at = self.behind_bracket(at);
        }
        for _ in 0..HEAD_LIMIT {
            match self.tokens.get(at).map(|token| token.kind) {
                Some(TokenKind::Mark('{')) => return Some(at),
                Some(TokenKind::Name | TokenKind::Mark('-' | '>' | '<' | ':' | ',' | '&' | '*')) => at += 1,
                Some(TokenKind::Mark('(')) => at = self.behind_bracket(at),
                _ => return None,
            }
        }
        None
    }

    /// The body of a lambda here that takes nothing and whose block does what it does, and the token behind it: nothing of
    /// it is left before its end.
    fn lambda_as_block(&self) -> Option<(usize, usize)> {
        if !self.is_mark('[') || self.is_mark_at(1, '[') {
            return None;
        }
        let open = self.behind_bracket(self.at);
        // `[n = 10]` has names of its own.
        let has_own = (self.at + 2..open).any(|at| self.is_mark_of(at, '='));
        let takes = self.is_mark_of(open, '(') && !self.is_mark_of(open + 1, ')');
        let body = self.body_of_lambda(self.at).filter(|_| !has_own && !takes && !self.is_mark_of(open, '<'))?;
        if (open..body).any(|at| self.word_at(at) == "mutable") {
            return None;
        }
        let end = self.behind_bracket(body);
        self.is_left_at_end(body, end).then_some((body, end))
    }

    /// Reports whether each `return` within two brackets is the last that is run there.
    fn is_left_at_end(&self, open: usize, end: usize) -> bool {
        let mut at = open + 1;
        while at + 1 < end {
            match self.word_at(at) {
                // A round, or a case, that answers ends what is around it.
                "for" | "while" | "do" | "switch" => {
                    let body = (at..end).find(|at| self.is_mark_of(*at, '{') || self.is_mark_of(*at, ';'));
                    let behind = body.map_or(end, |body| self.behind_bracket(body).max(body + 1));
                    if (at..behind).any(|at| self.word_at(at) == "return") {
                        return false;
                    }
                    at = behind;
                }
                "return" => {
                    at = self.behind_statement(at, end);
                    if !self.is_last(at, end) {
                        return false;
                    }
                }
                "" if self.is_mark_of(at, '[') => {
                    let is_index = at > open
                        && (!self.word_at(at - 1).is_empty() && self.word_at(at - 1) != "return"
                            || self.is_mark_of(at - 1, ']')
                            || self.is_mark_of(at - 1, ')'));
                    let body = if is_index { None } else { self.body_of_lambda(at) };
                    at = body.map_or(at + 1, |body| self.behind_bracket(body));
                }
                _ => at += 1,
            }
        }
        true
    }

    /// Behind the semicolon of the statement at a token, or behind the block that it ends with.
    fn behind_statement(&self, mut at: usize, end: usize) -> usize {
        while at + 1 < end && !self.is_mark_of(at, ';') {
            let is_open = ['(', '[', '{'].iter().any(|mark| self.is_mark_of(at, *mark));
            at = if is_open { self.behind_bracket(at) } else { at + 1 };
        }
        at + 1
    }

    /// Reports whether nothing more is run from a token on, but what other branches hold.
    fn is_last(&self, mut at: usize, end: usize) -> bool {
        while at + 1 < end {
            if self.is_mark_of(at, '}') {
                at += 1;
            } else if self.word_at(at) == "else" {
                at += 1;
                if self.word_at(at) == "if" {
                    at += 1 + usize::from(self.word_at(at + 1) == "constexpr");
                    at = self.behind_bracket(at);
                }
                at = if self.is_mark_of(at, '{') { self.behind_bracket(at) } else { self.behind_statement(at, end) };
            } else {
                return false;
            }
        }
        true
    }

    /// `[&] { … }();`: whether one stands here, which is read then.
    pub(super) fn called_at_once(&mut self) -> bool {
        let Some((body, end)) = self.lambda_as_block() else { return false };
        if !self.is_mark_of(end, '(') || !self.is_mark_of(end + 1, ')') || !self.is_mark_of(end + 2, ';') {
            return false;
        }
        let of_macro = self.peek().filter(|token| token.span != token.written).map(|token| token.span);
        let first = self.count();
        self.as_block(body);
        if let Some(of_macro) = of_macro {
            self.builder.unlist(&(first..self.count()), of_macro);
        }
        self.at = end + 3;
        true
    }

    /// Reads the block of a lambda where it stands.
    fn as_block(&mut self, body: usize) {
        let is_inlined = std::mem::replace(&mut self.is_inlined, true);
        self.at = body;
        self.builder.open();
        self.block();
        self.builder.close_through();
        self.is_inlined = is_inlined;
    }

    /// `BOOL_SWITCH(is_causal, Is_causal, [&] { … });` of a macro that stands elsewhere: whether one stands here.
    pub(super) fn switch_of_macro(&mut self) -> bool {
        let begin = self.at;
        let word = self.word(0);
        if !word.ends_with(SWITCH) || !self.is_mark_at(1, '(') || self.blocks >= crate::paste::BLOCK_DEPTH_LIMIT {
            return false;
        }
        let behind = self.behind_bracket(begin + 1);
        self.at = begin + 2;
        let noted = self.noted();
        let condition = self.expression();
        let place = self.at + 1;
        let is_named = !self.word_at(place).is_empty() && self.is_mark_of(place + 1, ',');
        let (name, value) = match (condition, word) {
            (Ok(condition), _) if is_named && self.is_mark(',') => (self.word_at(place), condition),
            (Ok(condition), "FP16_SWITCH") => {
                let of = |name: &str| name_of(name, condition.span);
                let types = vec![condition.clone(), of("half_t"), of("bfloat16_t")];
                ("elem_type", call_of("conditional_t", types, Vec::new(), condition.span))
            }
            (Ok(condition), "HEADDIM_SWITCH") => ("kHeadDim", condition),
            _ => {
                self.at = begin;
                return false;
            }
        };
        self.at = if is_named { place + 2 } else { place };
        let Some((body, _)) = self.lambda_as_block().filter(|(_, end)| end + 1 == behind) else {
            self.at = begin;
            return false;
        };
        self.builder.open();
        let span = self.place_of(place, is_named, &value);
        let index = self.builder.push(value.span, Some((name.to_string(), span)), value, RoleKind::Value, false);
        self.stands_in(noted, index);
        self.as_block(body);
        self.builder.close_through();
        self.at = behind;
        self.ends();
        true
    }

    /// Where the name stands that a switch gives a value.
    fn place_of(&self, at: usize, is_named: bool, value: &Expression) -> Span {
        let found = self.tokens.get(at).filter(|_| is_named).map(|token| token.span);
        found.unwrap_or(value.span)
    }
}
