//! Statements of C++: which are about layouts, and what loops and branches leave behind.

use super::expression::{call_of, expression_of, int, name_of};
use super::reader::Reader;
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::token::TokenKind;
use crate::notebook::written::{Program, Reason};
use crate::operations::called;
use crate::paste::code::ENTRY;
use crate::paste::{BLOCK_DEPTH_LIMIT, Guard, Input, RoleKind, defaults};

/// Number of names on the way to a member that is given a value.
const MEMBER_DEPTH_LIMIT: usize = 8;

/// Number of tokens of a statement that is not followed in which one looks for what it changes.
const FORGET_LIMIT: usize = 1024;

/// Functions that are given an address and leave what stands there as far as it is followed here.
const KEEPS: [&str; 3] = ["memset", "cudaGetSymbolAddress", "prefetch_tma_descriptor"];

/// Number of tokens before an operator in which stands what it changes.
const LOOK_BACK: usize = 64;

/// Number of definitions of a name that are looked through for the type that it is declared with.
const DEFINITION_LIMIT: usize = 64;

/// What is given a value: a name, or a part of what it stands for.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) name: String,
    pub(super) place: Span,
    /// Modes by their numbers, members by their names, elements by the statement of their index.
    pub(super) path: Vec<String>,
    /// True of a tuple.
    pub(super) is_tuple: bool,
    /// The token behind it.
    pub(super) end: usize,
}

/// Macros in front of a statement or a declaration that say nothing of values.
pub(super) fn is_decoration(word: &str) -> bool {
    matches!(
        word,
        "static"
            | "inline"
            | "constexpr"
            | "consteval"
            | "constinit"
            | "extern"
            | "volatile"
            | "explicit"
            | "friend"
            | "virtual"
            | "mutable"
            | "register"
            | "thread_local"
            | "__global__"
            | "__device__"
            | "__host__"
            | "__shared__"
            | "__constant__"
            | "__forceinline__"
            | "__noinline__"
            | "CUTE_UNROLL"
            | "CUTE_NO_UNROLL"
            | "CUTLASS_PRAGMA_UNROLL"
            | "CUTLASS_PRAGMA_NO_UNROLL"
            | "CUTE_HOST_DEVICE"
            | "CUTE_DEVICE"
            | "CUTE_HOST"
            | "CUTE_INLINE_CONSTANT"
            | "CUTE_STL_NAMESPACE"
            | "CUTLASS_DEVICE"
            | "CUTLASS_HOST_DEVICE"
            | "CUTLASS_HOST"
            | "CUTLASS_GLOBAL"
            | "TYPED_TEST_SUITE_P"
    )
}

impl Reader<'_> {
    /// A block in braces, whose opening one is here.
    pub(super) fn block(&mut self) {
        if self.blocks >= BLOCK_DEPTH_LIMIT {
            let start = self.span();
            self.at = self.behind_bracket(self.at);
            self.builder.leave_out(start.to(self.before()), Reason::TooDeep);
            return;
        }
        self.blocks += 1;
        self.at += 1;
        while self.at < self.tokens.len() && !self.is_mark('}') {
            let before = self.at;
            self.statement();
            if self.at == before {
                self.at += 1;
            }
        }
        self.at += 1;
        self.blocks -= 1;
        self.references.retain(|(_, _, depth)| *depth <= self.blocks);
        self.parts.retain(|part| part.depth <= self.blocks);
    }

    /// The statement that begins here.
    pub(super) fn statement(&mut self) {
        self.take_defines(self.at);
        self.depth = 0;
        let start = self.span();
        let begin = self.at;
        if self.builder.is_full() {
            let end = self.tokens.last().map_or(start, |token| token.span);
            self.builder.leave_out(start.to(end), Reason::TooDeep);
            self.at = self.tokens.len();
            return;
        }
        if self.is_mark(';') {
            self.at += 1;
            return;
        }
        if self.is_mark('}') {
            // The end of a block, or one too many.
            return;
        }
        if self.is_mark('{') {
            self.builder.open();
            self.block();
            self.builder.close_through();
            return;
        }
        self.skip_decorations();
        let around = std::mem::take(&mut self.effects);
        let is_repeated = matches!(self.word(0), "for" | "while" | "do");
        match self.word(0) {
            "template" if self.is_mark_at(1, '<') => self.template(start),
            "namespace" => self.namespace(start),
            "using" => self.using(start, Vec::new()),
            "typedef" => self.typedef(start),
            "struct" | "class" | "union" if self.is_class() => self.class(start, Vec::new()),
            "enum" => self.enumeration(start),
            "if" => self.branch(),
            "for" => self.for_loop(),
            "while" => self.while_loop(),
            "do" => self.do_loop(),
            "switch" => self.switch(),
            "return" => self.answer(start),
            "public" | "private" | "protected" | "default" if self.is_mark_at(1, ':') => self.at += 2,
            "case" => {
                while self.at < self.tokens.len() && !self.is_mark(':') {
                    self.at += if self.is_mark_at(1, ':') && self.is_mark_at(2, ':') { 3 } else { 1 };
                }
                self.at += 1;
            }
            "else" => self.at += 1,
            "break" | "continue" => self.jump(start),
            "goto" | "asm" | "__asm__" | "throw" | "delete" | "try" | "catch" | "requires" | "concept" | "export"
            | "import" => {
                self.skip();
                self.builder.leave_out(start.to(self.before()), Reason::Action);
            }
            _ if self.at != begin && self.at >= self.tokens.len() => {}
            _ => {
                if !self.called_at_once() && !self.switch_of_macro() && !self.declaration(start, Vec::new()) {
                    self.plain(start);
                }
            }
        }
        self.make_effects(start, is_repeated);
        self.effects = around;
    }

    /// Attributes, and words that say nothing of values.
    pub(super) fn skip_decorations(&mut self) {
        loop {
            let word = self.word(0);
            if self.is_mark('[') && self.is_mark_at(1, '[') {
                self.at = self.behind_bracket(self.at);
            } else if matches!(word, "alignas" | "__launch_bounds__" | "__attribute__" | "__align__" | "explicit")
                && self.is_mark_at(1, '(')
            {
                self.at = self.behind_bracket(self.at + 1);
            } else if is_decoration(word) && !self.is_mark_at(1, '(') && !self.is_mark_at(1, '=') {
                let is_linkage =
                    word == "extern" && self.tokens.get(self.at + 1).is_some_and(|token| token.kind == TokenKind::Text);
                self.at += if is_linkage { 2 } else { 1 };
            } else {
                break;
            }
        }
    }

    /// To the end of the statement: behind its semicolon, or behind the block that ends it.
    pub(super) fn skip(&mut self) {
        while let Some(token) = self.peek() {
            match token.kind {
                TokenKind::Mark(';') => {
                    self.at += 1;
                    return;
                }
                TokenKind::Mark('}') => return,
                TokenKind::Mark('{') => {
                    self.at = self.behind_bracket(self.at);
                    // `= {…};` goes on, the block of a function ends it.
                    if !matches!(self.peek().map(|token| token.kind), Some(TokenKind::Mark(';' | ',' | ')' | '.'))) {
                        return;
                    }
                }
                TokenKind::Mark('(' | '[') => self.at = self.behind_bracket(self.at),
                _ => self.at += 1,
            }
        }
    }

    /// Behind the semicolon that has to stand here; what else stands here is stepped over. Whether it stood.
    pub(super) fn ends(&mut self) -> bool {
        if self.is_mark(';') {
            self.at += 1;
            return true;
        }
        if self.at >= self.tokens.len() || self.is_mark('}') {
            return true;
        }
        self.skip();
        false
    }

    /// An expression by itself: an assignment, a call, a value.
    fn plain(&mut self, start: Span) {
        let begin = self.at;
        let noted = self.noted();
        if self.changes(start) || self.grows(start) || self.exchanges(start) || self.assertion(start) {
            return;
        }
        self.at = begin;
        self.depth = 0;
        let is_step = self.is_mark('+') && self.is_mark_at(1, '+') || self.is_mark('-') && self.is_mark_at(1, '-');
        // `(void) x;` and `++x;` of what nobody knows have no value.
        if is_step || (self.is_mark('(') && self.word(1) == "void" && self.is_mark_at(2, ')')) {
            self.skip();
            return self.builder.leave_out(start.to(self.before()), Reason::Action);
        }
        let is_printing = matches!(self.word(0), "print" | "printf" | "std" | "cout" | "fprintf");
        if matches!(self.word(0), "printf" | "fprintf" | "puts") {
            self.skip();
            self.calls_within(begin, self.at);
            return self.builder.leave_out(start.to(self.before()), Reason::System);
        }
        let read = self.expression();
        let is_end = self.is_mark(';') || self.at >= self.tokens.len() || self.is_mark('}');
        match read {
            Ok(expression) if is_end => {
                self.ends();
                let span = start.to(expression.span);
                self.effects_of_stream(&expression);
                if is_foreign(&expression) {
                    self.builder.leave_out(span, Reason::System);
                } else if self.is_action_of_others(&expression) {
                    self.builder.leave_out(span, Reason::Action);
                } else {
                    let index = self.builder.push(span, None, expression, RoleKind::Value, false);
                    self.stands_in(noted, index);
                }
            }
            read => {
                // `frag(i) = x * y;` gives an element its value.
                let is_assignment = read.is_ok() && self.is_assignment_at(self.at);
                self.at = begin;
                self.skip();
                let reason = match is_printing {
                    true => Reason::System,
                    false if is_assignment => Reason::Action,
                    false => Reason::NotRead,
                };
                self.builder.leave_out(start.to(self.before()), reason);
            }
        }
        self.changes_by_address(begin, start);
        self.forget_changed(begin);
    }

    /// Calls of functions of the text among what is printed: they say what the parameters are, `printf("%d", f(2, 3));`.
    fn calls_within(&mut self, begin: usize, end: usize) {
        let mut at = begin + 1;
        while at < end {
            let name = self.word_at(at);
            let is_call = self.is_mark_of(at + 1, '(')
                && !self.is_mark_of(at - 1, '.')
                && !self.is_mark_of(at - 1, '>')
                && !self.is_mark_of(at - 1, ':')
                && self.document().functions_named(name).next().is_some();
            if is_call {
                self.at = at;
                if let Ok(call) = self.operand() {
                    let span = call.span;
                    self.builder.push(span, None, call, RoleKind::Hidden, false);
                    at = self.at.max(at);
                }
                self.at = end;
            }
            at += 1;
        }
    }

    /// `log << event;` of an object of the text.
    fn effects_of_stream(&mut self, expression: &Expression) {
        let (mut of, mut count) = (expression, 0);
        while let ExpressionKind::Binary(operator @ ("<<" | ">>"), left, right) = &of.kind {
            count += 1;
            if let ExpressionKind::Name(name) = &left.kind
                && self.has_members(left)
            {
                let operator = format!("operator{operator}");
                if count == 1 {
                    return self.effect_of_operator(&operator, name, std::slice::from_ref(right), expression.span);
                }
                let (name, place) = (name.clone(), left.span);
                if self.document().functions_named(&operator).next().is_some() {
                    self.builder.unknown(expression.span, (name, place), Reason::Memory, true);
                }
                return;
            }
            of = left;
        }
    }

    /// Makes names unknown that a statement changes which is not followed, from a token on: `(ok ? a : b)++`.
    pub(super) fn forget_changed(&mut self, begin: usize) {
        let end = self.at.min(begin + FORGET_LIMIT);
        let mut names = Vec::new();
        let mut is_first = true;
        let mut at = begin;
        while at < end {
            let is_step = ['+', '-']
                .iter()
                .any(|mark| self.is_mark_of(at, *mark) && self.is_mark_of(at + 1, *mark) && self.is_adjacent(at + 1));
            let is_assigned = self.is_assignment_at(at) && !self.is_mark_of(at.wrapping_sub(1), '=');
            if is_step || is_assigned {
                // What is changed stands before it, back to where the expression begins, or behind a step.
                let is_before = at > begin
                    && (self.is_mark_of(at - 1, ')')
                        || self.is_mark_of(at - 1, ']')
                        || !self.word_at(at - 1).is_empty());
                let place = if is_before { self.whole_before(begin, at) } else { at + 2..(at + 3).min(end) };
                let is_name = place.len() == 1;
                let found = self
                    .outside_indices(place.clone())
                    .into_iter()
                    .map(|at| (self.word_at(at).to_string(), self.tokens.get(at).map(|token| token.span)));
                for (name, span) in found.collect::<Vec<_>>() {
                    let name = self.referred_text(&name);
                    let is_part = self.is_table(&name) || self.has_members(&name_of(&name, Span::default()));
                    let is_chosen = self.is_mark_of(place.start, '(');
                    if self.defines(&name) && (is_name || is_part || is_chosen) && (is_step || !is_first || !is_name) {
                        names.extend(span.map(|span| (name, span)));
                    }
                }
                at += 2;
            }
            is_first = false;
            at += 1;
        }
        for (name, span) in names {
            self.builder.unknown(span, (name, span), Reason::Memory, true);
        }
    }

    /// The places between two that no index is of: what `a[i * n] = …` changes is `a`, neither `i` nor `n`.
    fn outside_indices(&self, place: std::ops::Range<usize>) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = place.start;
        while at < place.end {
            let is_index = self.is_mark_of(at, '[');
            if !is_index {
                found.push(at);
            }
            at = if is_index { self.behind_bracket(at) } else { at + 1 };
        }
        found
    }

    /// The tokens of what is given a value before a token: `(ok ? a : b)`, `stats.bucket(v)`, `n`.
    fn whole_before(&self, begin: usize, end: usize) -> std::ops::Range<usize> {
        let begin = begin.max(end.saturating_sub(LOOK_BACK));
        let mut at = end;
        while at > begin {
            let before = at - 1;
            let closes = self.is_mark_of(before, ')') || self.is_mark_of(before, ']');
            if closes {
                let opens = |open: &usize| self.is_mark_of(*open, '(') || self.is_mark_of(*open, '[');
                let open = (begin..before).rev().filter(opens).find(|open| self.behind_bracket(*open) == at);
                match open {
                    Some(open) => at = open,
                    None => break,
                }
                continue;
            }
            let is_part = !self.word_at(before).is_empty()
                || self.is_mark_of(before, '.')
                || self.is_mark_of(before, '>') && self.is_mark_of(before.wrapping_sub(1), '-')
                || self.is_mark_of(before, '-') && self.is_mark_of(at, '>');
            if !is_part {
                break;
            }
            at = before;
        }
        at..end
    }

    /// Reports whether a value is given at a token, to what stands before it.
    pub(super) fn is_assignment_at(&self, mut at: usize) -> bool {
        let begin = at;
        let is_operator =
            |mark| matches!(mark, TokenKind::Mark('+' | '-' | '*' | '/' | '%' | '^' | '|' | '&' | '<' | '>'));
        while self.tokens.get(at).is_some_and(|token| is_operator(token.kind)) && at < begin + 2 {
            at += 1;
        }
        let is_comparison = at == begin + 1 && (self.is_mark_of(begin, '<') || self.is_mark_of(begin, '>'));
        self.is_mark_of(at, '=') && !self.is_mark_of(at + 1, '=') && !is_comparison
    }

    /// `f(&m)` may change `m`.
    fn changes_by_address(&mut self, begin: usize, start: Span) {
        let followed = self.followed();
        for at in begin..self.at.saturating_sub(1) {
            let name = self.word_at(at + 1);
            let is_address = self.is_mark_of(at, '&')
                && !name.is_empty()
                && (self.is_mark_of(at.wrapping_sub(1), ',') || self.is_mark_of(at.wrapping_sub(1), '('))
                && (self.is_mark_of(at + 2, ',') || self.is_mark_of(at + 2, ')'));
            let is_kept = followed.iter().any(|one| one == name) || KEEPS.contains(&self.word_at(at.wrapping_sub(2)));
            let Some(statement) = self.document().defining(name, self.count()).filter(|_| is_address && !is_kept)
            else {
                continue;
            };
            let place = self.tokens.get(at + 1).map_or(start, |token| token.span);
            let (name, span) = (name.to_string(), start.to(self.before()));
            // `int sms; cudaDeviceGetAttribute(&sms, …);`: the machine says it.
            if self.unset.contains(&statement) {
                let (kind, default) = defaults::of_integer(&name);
                let default = default.to_string();
                let input = Input { name, statement: 0, kind, is_static: false, default, span: place };
                self.builder.input(input, span, None);
                continue;
            }
            // Members of what the text does not describe are asked for.
            if self.is_declared_alone(&name) {
                continue;
            }
            // Whatever address a pointer gets, it points at what it is declared to: `cudaMalloc(&a, n)`.
            let arguments = vec![name_of(&name, place)];
            let left = Call { arguments, ..super::function::call_of(ENTRY, place) };
            let left = expression_of(Code::Invoke(left), place);
            self.builder.push(span, Some((name, place)), left, RoleKind::Hidden, true);
        }
    }

    /// `x = …`, `x += …`, `++x`, `x++`; whether it was one.
    pub(super) fn changes(&mut self, start: Span) -> bool {
        // `this->m = 4`
        if self.word(0) == "this" && self.is_mark_at(1, '-') && self.is_mark_at(2, '>') && self.defines(self.word(3)) {
            self.at += 3;
        }
        // `*m = 4` of a parameter that is a pointer.
        let pointee = self.word(1).to_string();
        if self.is_mark('*') && self.is_mark_at(2, '=') && !self.is_mark_at(3, '=') && self.pointees.contains(&pointee)
        {
            let (at, place) = (self.at, self.tokens.get(self.at + 1).map_or(start, |token| token.span));
            let noted = self.noted();
            self.at += 3;
            let value = self.expression().ok();
            let is_end = self.is_mark(';') || self.at >= self.tokens.len() || self.is_mark('}');
            if let Some(value) = value.filter(|_| is_end && self.defines(&pointee)) {
                let span = start.to(value.span);
                let index = self.builder.push(span, Some((pointee, place)), value, RoleKind::Value, true);
                self.targets.insert(index);
                self.stands_in(noted, index);
                self.ends();
                return true;
            }
            self.at = at;
            return false;
        }
        let begin = self.at;
        let sign = |reader: &Self, at: usize| {
            ['+', '-'].into_iter().find(|mark| {
                reader.is_mark_of(at, *mark) && reader.is_mark_of(at + 1, *mark) && reader.is_adjacent(at + 1)
            })
        };
        let (name_at, step) = match sign(self, begin) {
            Some(mark) => (begin + 2, Some(mark)),
            None => (begin, sign(self, begin + 1)),
        };
        if self.changes_member(start) {
            return true;
        }
        if self.part_of(self.word_at(name_at)).is_some() {
            return false;
        }
        let name = self.referred(self.word_at(name_at));
        let Some(place) = self.tokens.get(name_at).map(|token| token.span).filter(|_| !name.is_empty()) else {
            return false;
        };
        let behind = name_at + 1;
        if let Some(mark) = step {
            let end = begin + 3;
            let ends = [';', ')', ','].iter().any(|mark| self.is_mark_of(end, *mark)) || end >= self.tokens.len();
            if !ends || !self.defines(name) {
                return false;
            }
            self.at = end;
            let span = start.to(self.before());
            // `++state` of an object whose class says what that does.
            let own = format!("operator{mark}{mark}");
            if self.has_members(&name_of(name, place)) && self.document().functions_named(&own).next().is_some() {
                let name = name.to_string();
                self.effect_of_operator(&own, &name, &[], span);
                self.builder.leave_out(span, Reason::Action);
                self.ends();
                return true;
            }
            let value = binary(if mark == '+' { "+" } else { "-" }, name_of(name, place), int(1, false, span), span);
            let value = match self.declared_type(name) {
                Some(of) => expression_of(Code::Typed(of, value), span),
                None => value,
            };
            self.builder.push(span, Some((name.to_string(), place)), value, RoleKind::Value, true);
            self.ends();
            return true;
        }
        let operators = [
            ("=", 1),
            ("+=", 2),
            ("-=", 2),
            ("*=", 2),
            ("/=", 2),
            ("%=", 2),
            ("^=", 2),
            ("|=", 2),
            ("&=", 2),
            ("<<=", 3),
            (">>=", 3),
        ];
        let found = operators.into_iter().find(|(operator, length)| {
            operator.chars().enumerate().all(|(place, mark)| self.is_mark_of(behind + place, mark))
                && !self.is_mark_of(behind + length, '=')
        });
        let Some((operator, length)) = found else { return false };
        let noted = self.noted();
        self.at = behind + length;
        let value = self.expression();
        let is_end = self.is_mark(';') || self.at >= self.tokens.len() || self.is_mark('}');
        let span = start.to(self.before());
        let changes = self.defines(name);
        let name = (name.to_string(), place);
        match value {
            Ok(value) if is_end => {
                let operator: Option<&'static str> = match operator {
                    "+=" => Some("+"),
                    "-=" => Some("-"),
                    "*=" => Some("*"),
                    "/=" => Some("/"),
                    "%=" => Some("%"),
                    "^=" => Some("^"),
                    "|=" => Some("|"),
                    "&=" => Some("&"),
                    "<<=" => Some("<<"),
                    ">>=" => Some(">>"),
                    _ => None,
                };
                // `sum += other` of an object whose class says what that does.
                if let Some(operator) = operator
                    && self.has_members(&name_of(&name.0, place))
                    && self.document().functions_named(&format!("operator{operator}=")).next().is_some()
                {
                    self.effect_of_operator(&format!("operator{operator}="), &name.0, &[value], span);
                    self.builder.leave_out(span, Reason::Action);
                    self.ends();
                    return true;
                }
                let value = match operator {
                    Some(operator) => {
                        let value = binary(operator, name_of(&name.0, place), value, span);
                        match self.declared_type(&name.0) {
                            Some(of) => expression_of(Code::Typed(of, value), span),
                            None => value,
                        }
                    }
                    // An integer known at run time stays one.
                    None if changes => expression_of(Code::Typed(name_of(&name.0, place), value), span),
                    None => value,
                };
                let index = self.builder.push(span, Some(name), value, RoleKind::Value, changes);
                self.stands_in(noted, index);
                self.ends();
            }
            _ => {
                self.at = behind;
                self.skip();
                let span = start.to(self.before());
                self.builder.unknown(span, name, Reason::NotRead, changes);
            }
        }
        true
    }

    /// `get<1,0>(shape)`: where the name of the tuple stands, the numbers of the modes, and where it ends.
    fn mode_path(&self) -> Option<(usize, Vec<String>, usize)> {
        let is_cute = self.word(0) == "cute" && self.is_mark_at(1, ':') && self.is_mark_at(2, ':');
        let begin = if is_cute { self.at + 3 } else { self.at };
        if self.word_at(begin) != "get" || !self.is_mark_of(begin + 1, '<') {
            return None;
        }
        let (mut path, mut at) = (Vec::new(), begin + 2);
        while path.len() < MEMBER_DEPTH_LIMIT {
            match self.tokens.get(at)?.kind {
                TokenKind::Int { value: Some(mode), .. } => path.push(mode.to_string()),
                TokenKind::Name if self.defines(self.word_at(at)) => path.push(format!("${}", self.word_at(at))),
                _ => return None,
            }
            at += 2;
            if !self.is_mark_of(at - 1, ',') {
                break;
            }
        }
        let is_whole = self.is_mark_of(at - 1, '>') && self.is_mark_of(at, '(') && self.is_mark_of(at + 2, ')');
        (is_whole && !self.word_at(at + 1).is_empty()).then_some((at + 1, path, at + 3))
    }

    /// What is given a value here, on the way to a member, a mode or an element of what a name stands for.
    pub(super) fn target(&mut self) -> Option<Target> {
        let begin = self.at;
        let mode = self.mode_path();
        let is_mode = mode.is_some();
        let (name_at, mut path, mut at) = mode.unwrap_or((begin, Vec::new(), begin + 1));
        let place = self.tokens.get(name_at)?.span;
        let mut name = self.word_at(name_at).to_string();
        if name.is_empty() {
            return None;
        }
        let mut is_tuple = is_mode;
        // `get<I>(t) = 4`
        for step in &mut path {
            if let Some(name) = step.strip_prefix('$') {
                let index = self.builder.push(place, None, name_of(name, place), RoleKind::Hidden, false);
                *step = format!("#{index}");
            }
        }
        if let Some(part) = self.part_of(&name) {
            let mut whole = part.path.clone();
            whole.append(&mut path);
            (name, path, is_tuple) = (part.of.clone(), whole, true);
        }
        let name = self.referred_text(&name);
        while !is_mode && path.len() < MEMBER_DEPTH_LIMIT {
            // `table[i] = 4`
            if self.is_mark_of(at, '[') {
                let behind = self.behind_bracket(at);
                self.at = at + 1;
                let index = if !path.is_empty() || self.is_table(&name) { self.expression().ok() } else { None };
                let index = index.filter(|_| self.at + 1 == behind);
                self.at = begin;
                let index = index?;
                let index = self.builder.push(index.span, None, index, RoleKind::Hidden, false);
                path.push(format!("#{index}"));
                at = behind;
                continue;
            }
            let dots = if self.is_mark_of(at, '.') { 1 } else { 2 };
            let is_member = dots == 1 || (self.is_mark_of(at, '-') && self.is_mark_of(at + 1, '>'));
            if !is_member || self.word_at(at + dots).is_empty() {
                break;
            }
            path.push(self.word_at(at + dots).to_string());
            at += dots + 1;
        }
        Some(Target { name, place, path, is_tuple, end: at })
    }

    /// Reports whether one may be before what is given a value at a token: an operator of assignment follows it.
    fn may_change(&self) -> bool {
        let mut at = self.at;
        for _ in 0..MEMBER_DEPTH_LIMIT * 4 {
            let is_step = ['+', '-'].iter().any(|mark| self.is_mark_of(at, *mark) && self.is_mark_of(at + 1, *mark));
            if is_step || self.is_assignment_at(at) {
                return at > self.at;
            }
            at = match self.tokens.get(at).map(|token| token.kind) {
                Some(TokenKind::Mark('[' | '(')) => self.behind_bracket(at),
                Some(TokenKind::Mark('<')) => match self.template_end(at) {
                    Some(end) => end + 1,
                    None => return false,
                },
                Some(TokenKind::Name | TokenKind::Mark('.' | '-' | '>' | ':')) => at + 1,
                _ => return false,
            };
        }
        false
    }

    /// The value that a part has.
    pub(super) fn value_of(&self, target: &Target) -> Expression {
        let Target { name, place, path, .. } = target;
        path.iter().fold(name_of(name, *place), |of, step| self.step_into(of, step, *place))
    }

    /// A mode, an element or a member.
    pub(super) fn step_into(&self, of: Expression, step: &str, place: Span) -> Expression {
        if let Some(index) = step.strip_prefix('#') {
            let index = expression_of(Code::Of(index.parse().unwrap_or(usize::MAX)), place);
            return Expression { kind: ExpressionKind::Apply(Box::new(of), vec![index]), span: place };
        }
        match step.parse() {
            Ok(mode) => call_of(called::GET, vec![int(mode, true, place)], vec![of], place),
            Err(_) => expression_of(Code::Member(of, step.to_string()), place),
        }
    }

    /// Gives a part of what a name stands for a value.
    pub(super) fn give(
        &mut self,
        target: Target,
        value: Expression,
        span: Span,
        noted: (usize, usize),
        kind: RoleKind,
    ) {
        let Target { name, place, path, .. } = target;
        if path.is_empty() {
            let value = match self.declared_type(&name) {
                Some(of) => expression_of(Code::Typed(of, value), span),
                None => value,
            };
            let index = self.builder.push(span, Some((name, place)), value, kind, true);
            return self.stands_in(noted, index);
        }
        let given = self.builder.push(span, None, value, kind, false);
        self.stands_in(noted, given);
        let object = name_of(&name, place);
        let value = expression_of(Code::With(object, path, expression_of(Code::Of(given), span)), span);
        let index = self.builder.push(span, Some((name, place)), value, RoleKind::Hidden, true);
        self.stands_in(noted, index);
    }

    /// `params.shape.m = 4;` and `get<1>(shape) = 4;`; whether it was one of an object whose class the text has, or of one that
    /// is not known.
    fn changes_member(&mut self, start: Span) -> bool {
        if !self.may_change() {
            return false;
        }
        let begin = self.at;
        let noted = self.noted();
        let Some(target) = self.target().filter(|target| !target.path.is_empty()) else {
            self.at = begin;
            return false;
        };
        let at = target.end;
        let is_assignment = self.is_mark_of(at, '=') && !self.is_mark_of(at + 1, '=');
        // `a.m += 4`
        let compound = [('+', "+"), ('-', "-"), ('*', "*"), ('/', "/"), ('%', "%"), ('|', "|"), ('&', "&"), ('^', "^")];
        let compound =
            compound.into_iter().find(|(mark, _)| self.is_mark_of(at, *mark) && self.is_mark_of(at + 1, '='));
        let step = [('+', "+"), ('-', "-")];
        let step = step.into_iter().find(|(mark, _)| self.is_mark_of(at, *mark) && self.is_mark_of(at + 1, *mark));
        let step = step.filter(|_| self.is_mark_of(at + 2, ';') || at + 2 >= self.tokens.len());
        let compound = step.or(compound);
        if !is_assignment && compound.is_none() {
            return false;
        }
        let object = name_of(&target.name, target.place);
        let is_own = match target.is_tuple {
            true => self.defines(&target.name),
            false => self.has_members(&object) || self.is_table(&target.name),
        };
        // Of another object each member that is given a value is a name of its own.
        let asked = format!("{}.{}", target.name, target.path.join("."));
        let is_other =
            || !target.is_tuple && (self.open_path(&object).is_some() || self.is_declared_alone(&target.name));
        // Which element of another object that is nobody follows.
        let has_index = target.path.iter().any(|step| step.starts_with('#'));
        if !is_own && (has_index || !is_other()) {
            return false;
        }
        self.at = at + if compound.is_some() { 2 } else { 1 };
        let value = if step.is_some() { Ok(int(1, false, target.place)) } else { self.expression() };
        let is_end = self.is_mark(';') || self.at >= self.tokens.len() || self.is_mark('}');
        let value = match (compound, value) {
            (Some((_, operator)), Ok(value)) => {
                let span = value.span;
                Ok(binary(operator, self.value_of(&target), value, span))
            }
            (_, value) => value,
        };
        let Ok(value) = value.map_err(|_| ()).and_then(|value| if is_end { Ok(value) } else { Err(()) }) else {
            self.at = begin;
            return false;
        };
        let span = start.to(value.span);
        let end = self.tokens.get(at.saturating_sub(1)).map_or(target.place, |token| token.span);
        if is_own {
            self.give(target, value, span, noted, RoleKind::Value);
        } else {
            let changes = self.defines(&asked);
            let name = (asked, target.place.to(end));
            let index = self.builder.push(span, Some(name), value, RoleKind::Value, changes);
            self.stands_in(noted, index);
        }
        self.ends();
        true
    }

    /// `std::swap(a, b);` and `std::tie(a, b) = …;`; whether it was one.
    fn exchanges(&mut self, start: Span) -> bool {
        let begin = self.at;
        while matches!(self.word(0), "std" | "cute") && self.is_mark_at(1, ':') && self.is_mark_at(2, ':') {
            self.at += 3;
        }
        let word = self.word(0);
        let is_one = matches!(word, "swap" | "tie")
            && self.is_mark_at(1, '(')
            && self.document().functions_named(word).next().is_none();
        if !is_one {
            self.at = begin;
            return false;
        }
        let noted = self.noted();
        let close = self.behind_bracket(self.at + 1).saturating_sub(1);
        self.at += 2;
        let mut targets = Vec::new();
        while self.at < close {
            while matches!(self.word(0), "std" | "cute") && self.is_mark_at(1, ':') && self.is_mark_at(2, ':') {
                self.at += 3;
            }
            let is_ignored = matches!(self.word(0), "ignore" | "_");
            let target = self.target();
            let end = target.as_ref().map_or(self.at + 1, |target| target.end);
            let target = target.filter(|target| !is_ignored && self.defines(&target.name));
            if !(end == close || self.is_mark_of(end, ',')) || target.is_none() && !is_ignored {
                self.at = begin;
                return false;
            }
            targets.push(target);
            self.at = end + 1;
        }
        self.at = close + 1;
        let mut values = Vec::new();
        if word == "swap" {
            if targets.len() != 2 || !self.is_at_end() {
                self.at = begin;
                return false;
            }
            for target in targets.iter().rev().flatten() {
                let value = self.value_of(target);
                let index = self.builder.push(target.place, None, value, RoleKind::Hidden, false);
                values.push(expression_of(Code::Of(index), target.place));
            }
        } else {
            self.at += 1;
            let is_assignment = self.is_mark_of(close + 1, '=') && !self.is_mark_of(close + 2, '=');
            let Some(value) = self.expression().ok().filter(|_| is_assignment && self.is_at_end()) else {
                self.at = begin;
                return false;
            };
            let span = value.span;
            let whole = self.builder.push(span, None, value, RoleKind::Hidden, false);
            for place in 0..targets.len() {
                let whole = expression_of(Code::Of(whole), span);
                values.push(call_of(called::GET, vec![int(place as i64, true, span)], vec![whole], span));
            }
        }
        let span = start.to(self.before());
        for (target, value) in targets.into_iter().zip(values) {
            if let Some(target) = target {
                self.give(target, value, span, noted, RoleKind::Value);
            }
        }
        self.ends();
        true
    }

    /// The type that a name is declared with, where that says how its numbers are held: `uint8_t`.
    pub(super) fn declared_type(&self, name: &str) -> Option<Expression> {
        let mut site = self.count();
        for _ in 0..DEFINITION_LIMIT {
            let made = self.document().defining(name, site)?;
            if let ExpressionKind::Code(code) = &self.builder.expression(made)?.kind
                && let Code::Typed(of, _) | Code::Construct(of, _) = &**code
            {
                return match &of.kind {
                    ExpressionKind::Name(of) if of == name => None,
                    ExpressionKind::Name(word) if super::expression::is_integral(word) => Some(of.clone()),
                    _ => None,
                };
            }
            let is_first = self.document().roles.get(made).is_some_and(|role| !role.changes);
            if is_first {
                return None;
            }
            site = made;
        }
        None
    }

    /// `static_assert(…)`, `CUTE_STATIC_ASSERT_V(…)`, `EXPECT_EQ(a, b)`: what is claimed, as a truth. Whether it was one.
    fn assertion(&mut self, start: Span) -> bool {
        let word = self.word(0);
        if !self.is_mark_at(1, '(') {
            return false;
        }
        let is_static =
            matches!(word, "static_assert" | "CUTE_STATIC_ASSERT" | "CUTE_STATIC_ASSERT_V" | "STATIC_ASSERT");
        let (is_true, comparison) = match word {
            "assert" | "CUTE_RUNTIME_ASSERT" | "EXPECT_TRUE" | "ASSERT_TRUE" | "CHECK" => (true, None),
            "EXPECT_FALSE" | "ASSERT_FALSE" => (false, None),
            "EXPECT_EQ" | "ASSERT_EQ" => (true, Some("==")),
            "EXPECT_NE" | "ASSERT_NE" => (true, Some("!=")),
            "EXPECT_LT" | "ASSERT_LT" => (true, Some("<")),
            "EXPECT_LE" | "ASSERT_LE" => (true, Some("<=")),
            "EXPECT_GT" | "ASSERT_GT" => (true, Some(">")),
            "EXPECT_GE" | "ASSERT_GE" => (true, Some(">=")),
            _ if is_static => (true, None),
            _ => return false,
        };
        let noted = self.noted();
        self.at += 1;
        let close = self.behind_bracket(self.at);
        self.at += 1;
        let first = self.expression();
        let value = match (first, comparison) {
            (Ok(first), None) => Some(first),
            (Ok(first), Some(operator)) if self.is_mark(',') => {
                self.at += 1;
                let second = self.expression().ok();
                second.map(|second| {
                    let span = first.span.to(second.span);
                    binary(operator, first, second, span)
                })
            }
            _ => None,
        };
        let is_end = self.is_mark(',') || self.at + 1 == close;
        self.at = close;
        let span = start.to(self.before());
        self.at = close;
        // `EXPECT_TRUE(x) << "…"`.
        self.ends();
        match value.filter(|_| is_end) {
            Some(value) => {
                let value = if is_true {
                    value
                } else {
                    Expression { kind: ExpressionKind::Unary("!", Box::new(value)), span }
                };
                let value =
                    if is_static { call_of(called::STATIC_ASSERT, Vec::new(), vec![value], span) } else { value };
                let index = self.builder.push(span, None, value, RoleKind::Value, false);
                self.stands_in(noted, index);
            }
            None => self.builder.leave_out(span, Reason::NotRead),
        }
        true
    }

    /// `return …;`
    fn answer(&mut self, start: Span) {
        self.at += 1;
        let noted = self.noted();
        let begin = self.at;
        if self.is_mark(';') {
            self.at += 1;
            self.builder.leave_out(start.to(self.before()), Reason::Action);
            return;
        }
        if self.is_inlined {
            if !self.called_at_once() {
                self.plain(start);
            }
            return;
        }
        let is_list = self.is_mark('{');
        let value = self.expression().map(|value| match (&self.returned, value.kind) {
            (Some(of), ExpressionKind::Tuple(items)) if is_list => {
                expression_of(Code::Construct(of.clone(), items), value.span)
            }
            (_, kind) => Expression { kind, span: value.span },
        });
        let is_end = self.is_mark(';') || self.is_mark('}') || self.at >= self.tokens.len();
        let (value, span) = match value {
            Ok(value) if is_end => {
                let span = start.to(value.span);
                (value, span)
            }
            _ => {
                self.at = begin;
                self.skip();
                let span = start.to(self.before());
                (expression_of(Code::Foreign, span), span)
            }
        };
        if self.builder.is_within_function() {
            // `return ++count;`
            let value = match self.effects.is_empty() {
                true => value,
                false => {
                    let before = self.builder.push(span, None, value, RoleKind::Hidden, false);
                    self.make_effects(span, false);
                    expression_of(Code::Of(before), span)
                }
            };
            let index = self.builder.push(span, None, value, RoleKind::Return, false);
            self.stands_in(noted, index);
        } else {
            // The end of a function whose beginning is not here.
            self.builder.leave_out(span, Reason::Action);
        }
        if is_end {
            self.ends();
        }
    }

    /// `if (…) … else …`
    fn branch(&mut self) {
        let start = self.span();
        self.at += 1;
        let is_constexpr = self.word(0) == "constexpr";
        self.at += usize::from(is_constexpr);
        // A switch of a macro says what its lambda does twice, of which one is done.
        let is_of_macro = self.peek().is_some_and(|token| token.span != token.written);
        let is_static = is_constexpr || self.is_inlined && is_of_macro;
        if !self.is_mark('(') {
            return;
        }
        if self.blocks >= BLOCK_DEPTH_LIMIT {
            self.at = self.behind_bracket(self.at);
            self.skip();
            self.builder.leave_out(start.to(self.before()), Reason::TooDeep);
            return;
        }
        self.blocks += 1;
        let close = self.behind_bracket(self.at);
        let noted = self.noted();
        self.at += 1;
        self.builder.open();
        // `if (int x = f(); x > 4)`.
        if (self.at..close).any(|at| self.is_mark_of(at, ';')) {
            self.statement();
        }
        self.depth = 0;
        let read = self.expression();
        let is_whole = self.at + 1 == close;
        self.at = close;
        let span = start.to(self.before());
        let condition = match read {
            Ok(condition) if is_whole => condition,
            _ => expression_of(Code::Foreign, span),
        };
        let condition = self.builder.push(span, None, condition, RoleKind::Condition(is_static), false);
        self.stands_in(noted, condition);
        self.make_effects(span, false);
        let before = self.builder.under(Some(Guard { condition, holds: true }));
        self.builder.open();
        self.inside();
        let yes = self.builder.close();
        let mut no = Vec::new();
        if self.word(0) == "else" {
            self.at += 1;
            self.builder.under(Some(Guard { condition, holds: false }));
            self.builder.open();
            self.inside();
            no = self.builder.close();
        }
        self.builder.under(before);
        let end = self.before();
        self.builder.join(end, condition, &yes, &no);
        self.builder.close_through();
        self.blocks -= 1;
    }

    /// Reads what a branch or a loop holds: a block, or one statement.
    pub(super) fn inside(&mut self) {
        self.skip_decorations();
        if self.is_mark('{') { self.block() } else { self.statement() }
    }

    /// `switch (x) { case 4: … break; default: … }`: branches, one after the other. What falls through is not known.
    fn switch(&mut self) {
        let start = self.span();
        self.at += 1;
        if !self.is_mark('(') || self.blocks >= BLOCK_DEPTH_LIMIT {
            self.skip();
            return;
        }
        self.blocks += 1;
        let close = self.behind_bracket(self.at);
        self.at += 1;
        self.depth = 0;
        let read = self.expression();
        let is_whole = self.at + 1 == close;
        self.at = close;
        let span = start.to(self.before());
        let subject = read.ok().filter(|_| is_whole).unwrap_or_else(|| expression_of(Code::Foreign, span));
        let of = self.builder.push(span, None, subject, RoleKind::Hidden, false);
        self.builder.leave_out(span, Reason::Action);
        self.rounds.push(None);
        if !self.is_mark('{') || !self.breaks(self.at) {
            let guard = self.builder.repeatedly(start);
            self.builder.open();
            self.inside();
            let changed = self.builder.close();
            self.builder.under(guard);
            let end = self.before();
            self.builder.forget(end, &changed, Reason::AfterBranch);
            self.rounds.pop();
            self.blocks -= 1;
            return;
        }
        let end = self.behind_bracket(self.at).saturating_sub(1);
        self.at += 1;
        let mut earlier = Vec::new();
        while self.at < end {
            let Some(condition) = self.label(of, end, &mut earlier) else {
                self.at += 1;
                continue;
            };
            let span = condition.span;
            let condition = self.builder.push(span, None, condition, RoleKind::Condition(false), false);
            let outer = self.builder.under(Some(Guard { condition, holds: true }));
            self.builder.open();
            while self.at < end && !self.is_label(self.at) {
                let before = self.at;
                self.statement();
                if self.at == before {
                    self.at += 1;
                }
            }
            let changed = self.builder.close();
            self.builder.under(outer);
            let end = self.before();
            self.builder.join(end, condition, &changed, &Vec::new());
        }
        self.at = end + 1;
        self.rounds.pop();
        self.blocks -= 1;
    }

    fn is_label(&self, at: usize) -> bool {
        self.word_at(at) == "case" || self.word_at(at) == "default" && self.is_mark_of(at + 1, ':')
    }

    /// The condition of the labels that stand here, one behind the other: `case 4: case 8:`, `default:`.
    fn label(&mut self, of: usize, end: usize, earlier: &mut Vec<Expression>) -> Option<Expression> {
        let start = self.span();
        let (mut values, mut is_rest) = (Vec::new(), false);
        while self.at < end && self.is_label(self.at) {
            if self.word(0) == "default" {
                is_rest = true;
                self.at += 2;
                continue;
            }
            self.at += 1;
            self.depth = 0;
            let value = self.expression();
            if !self.is_mark(':') {
                while self.at < end && !self.is_mark(':') {
                    self.at += 1;
                }
            }
            self.at += 1;
            let span = start.to(self.before());
            let value = value.unwrap_or_else(|_| expression_of(Code::Foreign, span));
            values.push(binary("==", expression_of(Code::Of(of), span), value, span));
        }
        let span = start.to(self.before());
        let any = |all: &[Expression]| {
            let mut all = all.iter().cloned();
            let first = all.next()?;
            Some(all.fold(first, |left, right| binary("||", left, right, span)))
        };
        earlier.extend(values.iter().cloned());
        match is_rest {
            true => Some(match any(earlier) {
                Some(taken) => Expression { kind: ExpressionKind::Unary("!", Box::new(taken)), span },
                None => int(1, true, span),
            }),
            false => any(&values),
        }
    }

    /// Reports whether each part of a block of labels ends where it does something else, and not at the next label.
    fn breaks(&self, open: usize) -> bool {
        let end = self.behind_bracket(open).saturating_sub(1);
        let (mut at, mut is_empty, mut last) = (open + 1, true, "");
        let mut labels = 0;
        while at < end {
            if self.is_label(at) {
                if !is_empty && !matches!(last, "break" | "return" | "throw" | "continue") {
                    return false;
                }
                labels += 1;
                is_empty = true;
                while at < end && !self.is_mark_of(at, ':') {
                    at += if self.is_mark_of(at + 1, ':') && self.is_mark_of(at + 2, ':') { 3 } else { 1 };
                }
                at += 1;
                continue;
            }
            // The last statement of a part, which may stand in a block.
            let begins = is_empty || [';', '{', '}'].iter().any(|mark| self.is_mark_of(at.wrapping_sub(1), *mark));
            if begins && !self.word_at(at).is_empty() {
                last = self.word_at(at);
            }
            is_empty = false;
            let is_bracket = self.is_mark_of(at, '(') || self.is_mark_of(at, '[');
            at = if is_bracket { self.behind_bracket(at) } else { at + 1 };
        }
        labels > 0 && labels < SWITCH_LIMIT
    }
}

/// Number of labels of a `switch` that are told from each other.
const SWITCH_LIMIT: usize = 64;

pub(super) fn binary(operator: &'static str, left: Expression, right: Expression, span: Span) -> Expression {
    Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), span }
}

/// Reports whether an expression prints a text, or streams.
fn is_foreign(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Call(call) => {
            call.name == called::PRINT
                && call.arguments.first().is_some_and(|first| match &first.kind {
                    ExpressionKind::Code(code) => matches!(**code, Code::Foreign),
                    _ => false,
                })
        }
        ExpressionKind::Binary("<<", left, _) => is_stream(left),
        ExpressionKind::Code(code) => matches!(**code, Code::Foreign),
        _ => false,
    }
}

fn is_stream(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Binary("<<", left, _) => is_stream(left),
        ExpressionKind::Name(name) => matches!(name.as_str(), "cout" | "cerr" | "os" | "stream" | "ss"),
        _ => false,
    }
}
