//! Loops of C++: their body is shown as the first round has it, and where all of it is read they are run.

use std::ops::Range;

use super::expression::{expression_of, int};
use super::reader::Reader;
use crate::notebook::syntax::{Call, Code, Span};
use crate::notebook::written::{Program, Reason};
use crate::paste::document::Guard;
use crate::paste::rounds::{ELEMENT, Loop, NEST_LIMIT};
use crate::paste::{BLOCK_DEPTH_LIMIT, Changed, Input, InputKind, Jump, RoleKind};

/// Number of tokens of a loop in which one looks for what it changes.
const LOOK_AHEAD: usize = 4096;

/// A loop that is being read.
struct Begun {
    start: Span,
    /// Where its tokens begin.
    at: usize,
    first: usize,
    guard: Option<Guard>,
    found: Loop,
    /// Names that its parts change.
    changed: Changed,
    is_run: bool,
}

impl Reader<'_> {
    /// Opens a loop, whose word is here.
    fn begin_loop(&mut self) -> Begun {
        let start = self.span();
        self.blocks += 1;
        self.builder.open();
        let first = self.count();
        self.rounds.push(Some(first));
        let found = Loop { range: first..first, ..Loop::default() };
        Begun { start, at: self.at, first, guard: None, found, changed: Vec::new(), is_run: true }
    }

    /// The condition between two tokens, the second of which is not part of it.
    fn loop_condition(&mut self, begun: &mut Begun, tokens: Range<usize>) {
        let first = self.count();
        self.at = tokens.start;
        if !tokens.is_empty() {
            let is_known = tokens.clone().all(|at| self.is_known_word(at));
            self.depth = 0;
            match self.expression() {
                Ok(condition) if is_known && self.at == tokens.end => {
                    let span = condition.span;
                    begun.found.condition = Some(self.builder.push(span, None, condition, RoleKind::Hidden, false));
                    self.builder.open();
                    self.make_effects(span, false);
                    begun.changed.extend(self.builder.close());
                }
                _ => begun.is_run = false,
            }
        }
        begun.found.phases[0].range = first..self.count();
        self.at = tokens.end;
    }

    /// Reports whether a token is no name that the text would have to be asked for.
    fn is_known_word(&self, at: usize) -> bool {
        let word = self.word_at(at);
        let is_member = self.is_mark_of(at.wrapping_sub(1), '.')
            || self.is_mark_of(at.wrapping_sub(1), ':')
            || self.is_mark_of(at.wrapping_sub(1), '>') && self.is_mark_of(at.wrapping_sub(2), '-');
        let is_other = [('('), ('<'), (':')].iter().any(|mark| self.is_mark_of(at + 1, *mark));
        word.is_empty()
            || is_member
            || is_other
            || self.defines(self.referred(word))
            || self.is_type_name(word)
            || super::expression::is_integral(word)
            || crate::notebook::construct::is_predefined(word)
            || crate::operations::find(word).is_some()
    }

    /// The body, which begins here.
    fn loop_body(&mut self, begun: &mut Begun) {
        begun.guard = self.builder.repeatedly(begun.start);
        let first = self.count();
        self.builder.open();
        self.inside();
        begun.changed.extend(self.builder.close());
        begun.found.phases[1].range = first..self.count();
        self.builder.under(begun.guard);
    }

    /// The steps between two tokens, apart by commas: `++i, j -= 2`.
    fn loop_steps(&mut self, begun: &mut Begun, tokens: Range<usize>) {
        let (all, after) = (self.tokens, self.at);
        let first = self.count();
        self.builder.open();
        for Range { start: from, end } in self.parts(tokens) {
            self.tokens = all.get(..end).unwrap_or(all);
            (self.at, self.depth) = (from, 0);
            let start = self.span();
            let is_void = self.is_mark('(') && self.word(1) == "void";
            let mut is_read = !is_void && self.changes(start) && self.at == end;
            if !is_read && !is_void {
                // `it.advance()`
                (self.at, self.depth) = (from, 0);
                let around = std::mem::take(&mut self.effects);
                let is_whole = self.expression().is_ok() && self.at == end;
                is_read = is_whole && !self.effects.is_empty();
                if is_read {
                    self.make_effects(start, false);
                }
                self.effects = around;
            }
            begun.is_run &= is_read;
            self.tokens = all;
        }
        begun.changed.extend(self.builder.close());
        for index in first..self.count() {
            if let Some(role) = self.builder.role(index).filter(|role| role.kind == RoleKind::Value) {
                role.kind = RoleKind::Hidden;
            }
        }
        begun.found.phases[2].range = first..self.count();
        self.at = after;
    }

    /// What stands between commas.
    fn parts(&self, tokens: Range<usize>) -> Vec<Range<usize>> {
        let (mut found, mut first, mut at) = (Vec::new(), tokens.start, tokens.start);
        while at < tokens.end {
            let is_bracket = ['(', '[', '{'].iter().any(|mark| self.is_mark_of(at, *mark));
            if self.is_mark_of(at, ',') {
                found.push(first..at);
                first = at + 1;
            }
            at = if is_bracket { self.behind_bracket(at).min(tokens.end) } else { at + 1 };
        }
        if first < tokens.end {
            found.push(first..tokens.end);
        }
        found
    }

    /// Closes a loop: what it leaves its names is found out by running it, where all of it is read.
    fn end_loop(&mut self, mut begun: Begun) {
        self.rounds.pop();
        let outer = self.builder.close();
        begun.changed.extend(outer);
        let mut names = begun.changed.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        names.sort();
        names.dedup();
        let range = begun.first..self.count();
        let roles = &self.document().roles;
        let is_own = |index: usize| roles.get(index).is_some_and(|role| !role.changes);
        let declared = range.clone().filter(|index| is_own(*index)).filter_map(|index| self.builder.name_of(index));
        let declared = declared.take(LOOK_AHEAD).map(str::to_string).collect::<Vec<_>>();
        // Names that are changed where that is not read.
        let missed = self.changed_within(begun.at..self.at);
        let missed = missed.into_iter().filter(|name| !names.contains(name) && !declared.contains(name));
        let missed = missed.collect::<Vec<_>>();
        let own = begun.found.first.clone().chain(begun.found.over.map(|(_, name)| name));
        let own = own.filter_map(|index| self.builder.name_of(index)).map(str::to_string).collect::<Vec<_>>();
        let is_shadowed = |name: &String| declared.contains(name) && !own.contains(name);
        let answers = |index: usize| roles.get(index).is_some_and(|role| role.kind == RoleKind::Return);
        let inner = self.document().loops_within(&(range.start..range.end + 1));
        let is_run_in = |index: usize| inner.iter().any(|inner| inner.range.contains(&index));
        let is_in_unrun = |index: usize| {
            self.unrun.iter().rev().take(BLOCK_DEPTH_LIMIT).any(|unrun| unrun.contains(&index)) && !is_run_in(index)
        };
        let lambdas = self.document().functions.iter().rev().take_while(|of| of.range.start >= range.start);
        let lambdas = lambdas.map(|of| of.range.clone()).collect::<Vec<_>>();
        let is_in_lambda = |index: usize| lambdas.iter().any(|lambda| lambda.contains(&index));
        let mut returns = range.clone().filter(|index| answers(*index) && !is_in_lambda(*index)).peekable();
        begun.found.answers = returns.peek().is_some();
        let is_answered_unrun = returns.any(is_in_unrun);
        begun.is_run &= !std::mem::take(&mut self.has_lost_jump) && self.rounds.len() < NEST_LIMIT;
        let leaves_something = !names.is_empty() || begun.found.answers;
        let is_followed = missed.is_empty() && !is_answered_unrun && !names.iter().any(is_shadowed);
        begun.is_run &= leaves_something && is_followed && range.len() <= crate::paste::rounds::SIZE_LIMIT;
        let end = self.before();
        if begun.is_run {
            for phase in &mut begun.found.phases {
                let at = |name: &String| self.builder.document().defining(name, phase.range.start);
                phase.sees = names.iter().map(at).collect();
            }
            begun.found.names = names;
            self.builder.run_loop(begun.found, end);
        } else {
            self.unrun.push(range.clone());
            let mut changed = begun.changed;
            changed.extend(missed.into_iter().map(|name| (name, 0)));
            changed.retain(|(name, _)| self.document().defining(name, range.start).is_some() && self.defines(name));
            changed.sort();
            changed.dedup_by(|one, other| one.0 == other.0);
            self.builder.forget(end, &changed, Reason::AfterLoop);
        }
        self.blocks -= 1;
    }

    /// Names that are given values between two tokens, as far as one sees from the letters.
    fn changed_within(&self, tokens: Range<usize>) -> Vec<String> {
        let mut found = Vec::new();
        for at in tokens.take(LOOK_AHEAD) {
            let name = self.word_at(at);
            if name.is_empty() || [('.'), (':')].iter().any(|mark| self.is_mark_of(at.wrapping_sub(1), *mark)) {
                continue;
            }
            let is_arrow = self.is_mark_of(at.wrapping_sub(1), '>') && self.is_mark_of(at.wrapping_sub(2), '-');
            let is_step = |first: usize| {
                ['+', '-'].iter().any(|mark| self.is_mark_of(first, *mark) && self.is_mark_of(first + 1, *mark))
            };
            let is_element = self.is_mark_of(at + 1, '[') && self.is_table(self.referred(name));
            let behind = if is_element { self.behind_bracket(at + 1) } else { at + 1 };
            let is_grown = self.is_mark_of(at + 1, '.')
                && super::ranges::is_growth(self.word_at(at + 2))
                && self.is_list(self.referred(name));
            let is_changed = is_grown
                || is_element && (is_step(behind) || self.is_assignment_at(behind))
                || is_step(at + 1)
                || is_step(at.wrapping_sub(2))
                || self.is_assignment_at(at + 1);
            let name = self.referred(name);
            if is_changed && !is_arrow && self.defines(name) && !found.iter().any(|one| one == name) {
                found.push(name.to_string());
            }
        }
        found
    }

    /// `break;` and `continue;`.
    pub(super) fn jump(&mut self, start: Span) {
        let is_break = self.word(0) == "break";
        self.skip();
        let span = start.to(self.before());
        self.builder.leave_out(span, Reason::Action);
        // `continue` in a `switch` goes on with the loop around it.
        let of = match is_break {
            true => self.rounds.last().copied().flatten(),
            false => self.rounds.iter().rev().find_map(|of| *of),
        };
        if !is_break && self.rounds.last().is_some_and(Option::is_none) {
            self.has_lost_jump = true;
        }
        if let Some(of) = of {
            let nothing = expression_of(Code::Foreign, span);
            let index = self.builder.push(span, None, nothing, RoleKind::Hidden, false);
            self.builder.jump(index, Jump { of, is_break });
        }
    }

    /// `for (…; …; …) …`: its inside once, with the loop's variable as an input.
    pub(super) fn for_loop(&mut self) {
        let start = self.span();
        if !self.is_mark_at(1, '(') || self.blocks >= BLOCK_DEPTH_LIMIT {
            self.skip();
            self.builder.leave_out(start.to(self.before()), Reason::TooDeep);
            return;
        }
        let mut begun = self.begin_loop();
        self.at += 1;
        let close = self.behind_bracket(self.at);
        self.at += 1;
        let mut semicolons = (self.at..close).filter(|at| self.is_mark_of(*at, ';')).collect::<Vec<_>>();
        semicolons.truncate(3);
        let mut steps = close..close;
        match semicolons.as_slice() {
            [] => self.range_loop(&mut begun, close),
            [first, second] => {
                if self.at == *first {
                    self.at += 1;
                } else {
                    self.statement();
                    self.loop_inputs(begun.first);
                }
                begun.is_run &= self.at == *first + 1;
                begun.found.first = begun.first..self.count();
                self.loop_condition(&mut begun, *first + 1..*second);
                steps = *second + 1..close.saturating_sub(1);
            }
            _ => {
                self.statement();
                begun.is_run = false;
            }
        }
        self.at = close;
        self.loop_body(&mut begun);
        self.loop_steps(&mut begun, steps);
        self.end_loop(begun);
    }

    /// `for (auto x : list)`, whose first word is here.
    fn range_loop(&mut self, begun: &mut Begun, close: usize) {
        let colon = |at: &usize| {
            self.is_mark_of(*at, ':') && !self.is_mark_of(at + 1, ':') && !self.is_mark_of(at.wrapping_sub(1), ':')
        };
        let colon = (self.at..close).find(colon).unwrap_or(close);
        let name_at = colon.wrapping_sub(1);
        let (name, start) = (self.word_at(name_at).to_string(), self.span());
        let is_reference = self.is_mark_of(name_at.wrapping_sub(1), '&')
            && !(self.at..name_at).any(|at| matches!(self.word_at(at), "const"));
        let place = self.tokens.get(name_at).map_or(start, |token| token.span);
        begun.is_run = false;
        if name.is_empty() {
            return;
        }
        self.at = colon + 1;
        self.depth = 0;
        let is_known = (self.at..close).all(|at| self.is_known_word(at));
        let over = self.expression().ok().filter(|_| is_known && self.at + 1 == close);
        let Some(over) = over else {
            self.builder.unknown(start.to(place), (name, place), Reason::AfterLoop, false);
            return;
        };
        let span = over.span;
        let over = self.builder.push(span, None, over, RoleKind::Hidden, false);
        begun.found.first = begun.first..self.count();
        let call = Call {
            name: ELEMENT.to_string(),
            name_span: place,
            template: Vec::new(),
            template_span: place,
            arguments: vec![expression_of(Code::Of(over), span), int(0, false, place)],
            is_member: false,
            named: Vec::new(),
        };
        let first = expression_of(Code::Invoke(call), place);
        let of = self.builder.push(start.to(place), Some((name, place)), first, RoleKind::Hidden, false);
        begun.found.over = Some((over, of));
        begun.found.phases[0].range = self.count()..self.count();
        // What an element is given by reference its list has.
        begun.is_run = !is_reference
            || !self
                .changed_within(close..self.tokens.len().min(close + 64))
                .iter()
                .any(|one| self.builder.name_of(of) == Some(one));
    }

    /// Makes inputs of the names that a loop begins with.
    fn loop_inputs(&mut self, first: usize) {
        for index in first..self.count() {
            let Some((name, span)) = self.builder.statement(index).and_then(|statement| statement.name.clone()) else {
                continue;
            };
            let is_value = self.builder.role(index).is_some_and(|role| role.kind == RoleKind::Value);
            let is_object = self.builder.expression(index).is_some_and(|of| self.has_members(of));
            if !is_value || is_object {
                continue;
            }
            let default = "0".to_string();
            let input = Input { name, statement: index, kind: InputKind::Index, is_static: false, default, span };
            self.builder.make_input(index, input);
        }
    }

    pub(super) fn while_loop(&mut self) {
        let start = self.span();
        if !self.is_mark_at(1, '(') || self.blocks >= BLOCK_DEPTH_LIMIT {
            self.skip();
            self.builder.leave_out(start.to(self.before()), Reason::TooDeep);
            return;
        }
        let mut begun = self.begin_loop();
        self.at += 1;
        let (open, close) = (self.at, self.behind_bracket(self.at));
        self.loop_condition(&mut begun, open + 1..close.saturating_sub(1));
        self.at = close;
        self.builder.leave_out(start.to(self.before()), Reason::Action);
        self.loop_body(&mut begun);
        begun.found.phases[2].range = self.count()..self.count();
        self.end_loop(begun);
    }

    pub(super) fn do_loop(&mut self) {
        if self.blocks >= BLOCK_DEPTH_LIMIT {
            self.at += 1;
            return self.skip();
        }
        let mut begun = self.begin_loop();
        begun.found.tests_last = true;
        self.at += 1;
        self.loop_body(&mut begun);
        let start_of_condition = self.span();
        if self.word(0) == "while" && self.is_mark_at(1, '(') {
            let (open, close) = (self.at + 1, self.behind_bracket(self.at + 1));
            self.loop_condition(&mut begun, open + 1..close.saturating_sub(1));
            self.at = close;
            self.ends();
            self.builder.leave_out(start_of_condition.to(self.before()), Reason::Action);
        } else {
            begun.is_run = false;
        }
        begun.found.phases[2].range = self.count()..self.count();
        self.end_loop(begun);
    }
}
