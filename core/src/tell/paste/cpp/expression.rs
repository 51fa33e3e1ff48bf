//! Tokens of C++ to expressions, with types where they stand: a type is the value that it makes.

use super::effects::Effect;
use super::reader::Reader;
use super::statement::Target;
use crate::called;
use crate::nested::DEPTH_LIMIT;
use crate::notebook::functions::{self, Template};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::token::TokenKind;
use crate::notebook::written::Program;
use crate::operations;
use crate::paste::code::ENTRY;
use crate::paste::{RoleKind, custom};

/// Why there is no expression: it is written in a way that is not read.
pub(super) struct NotRead;

pub(super) type Read<T> = Result<T, NotRead>;

/// Operators between values, loosest first.
const ROWS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Namespaces that say nothing of what a name means.
const NAMESPACES: [&str; 11] =
    ["std", "cute", "cutlass", "detail", "thrust", "gemm", "collective", "arch", "tutorial", "numeric", "lazy"];

/// Namespaces of words that choose among variants of an instruction.
const TAGS: [&str; 7] = ["GMMA", "UMMA", "SM90", "SM100", "TMA", "TMEM", "SPARSE"];

/// Functions that say of which thread or block this is, or how many there are.
pub(super) const MACHINE: [&str; 13] = [
    "block_rank_in_cluster",
    "block_id_in_cluster",
    "cluster_id_in_grid",
    "cluster_grid_dims",
    "cluster_shape",
    "canonical_thread_idx",
    "canonical_warp_idx",
    "canonical_warp_idx_sync",
    "canonical_warp_group_idx",
    "canonical_lane_idx",
    "thread_rank_in_cluster",
    "lane_id",
    "elect_one_sync",
];

/// Number of tokens that one looks ahead for the end of template arguments.
const LOOK_AHEAD: usize = 1024;

/// Number of operators, calls or members that one expression has in a row.
const CHAIN_LIMIT: usize = 512;

pub(super) fn expression_of(code: Code, span: Span) -> Expression {
    Expression { kind: code.kind(), span }
}

pub(super) fn name_of(name: &str, span: Span) -> Expression {
    Expression { kind: ExpressionKind::Name(name.to_string()), span }
}

pub(super) fn call_of(name: &str, template: Vec<Expression>, arguments: Vec<Expression>, span: Span) -> Expression {
    let call = Call {
        name: name.to_string(),
        name_span: span,
        template_span: span.after(),
        template,
        arguments,
        is_member: false,
        named: Vec::new(),
    };
    Expression { kind: ExpressionKind::Call(Box::new(call)), span }
}

/// Reports whether a word names a type of integers.
pub(super) fn is_integral(word: &str) -> bool {
    matches!(
        word,
        "int"
            | "unsigned"
            | "signed"
            | "long"
            | "short"
            | "char"
            | "size_t"
            | "ssize_t"
            | "ptrdiff_t"
            | "int8_t"
            | "int16_t"
            | "int32_t"
            | "int64_t"
            | "uint8_t"
            | "uint16_t"
            | "uint32_t"
            | "uint64_t"
            | "uint"
            | "uintptr_t"
            // Divisors of CUTLASS, which are numbers with methods.
            | "FastDivmod"
            | "FastDivmodU64"
    )
}

impl Reader<'_> {
    /// A whole expression.
    pub(super) fn expression(&mut self) -> Read<Expression> {
        let begin = self.at;
        let value = self.conditional(false)?;
        match self.is_assignment_at(self.at) {
            true => self.assigned(begin, value),
            false => Ok(value),
        }
    }

    /// `x = 4` within an expression, whose operator is here, behind what is given a value: it is worth what that becomes.
    fn assigned(&mut self, begin: usize, value: Expression) -> Read<Expression> {
        let operator_at = self.at;
        let Some(target) = self.target_before(begin, operator_at) else { return Ok(value) };
        let marks = (operator_at..operator_at + 3).take_while(|at| !self.is_mark_of(*at, '='));
        let marks = marks.filter_map(|at| match self.tokens.get(at)?.kind {
            TokenKind::Mark(mark) => Some(mark),
            _ => None,
        });
        let marks = marks.collect::<String>();
        let Some(operator) =
            ["", "+", "-", "*", "/", "%", "^", "|", "&", "<<", ">>"].into_iter().find(|of| *of == marks)
        else {
            return Ok(value);
        };
        // It may not be run, and what stands beside it may see what it was.
        if self.maybe > 0 {
            let span = value.span;
            self.effect(Effect::Give { target, made: 0, span });
            return Err(NotRead);
        }
        self.at = operator_at + marks.len() + 1;
        self.descend()?;
        let given = self.expression()?;
        self.depth -= 1;
        let span = value.span.to(given.span);
        let given = match operator {
            "" => given,
            operator => super::statement::binary(operator, self.value_of(&target), given, span),
        };
        let given = match self.declared_type(&target.name).filter(|_| target.path.is_empty()) {
            Some(of) => expression_of(Code::Typed(of, given), span),
            None => given,
        };
        let made = self.builder.push(span, None, given, RoleKind::Hidden, false);
        self.effect(Effect::Give { target, made, span });
        Ok(expression_of(Code::Of(made), span))
    }

    /// What is given a value between two tokens: a name that is followed here, or a part of what one stands for.
    fn target_before(&mut self, begin: usize, end: usize) -> Option<Target> {
        let at = std::mem::replace(&mut self.at, begin);
        let target = self.target();
        self.at = at;
        let target = target.filter(|target| target.end == end)?;
        let is_followed = match target.path.as_slice() {
            [] => self.defines(&target.name) && self.part_of(&target.name).is_none(),
            _ if target.is_tuple => self.defines(&target.name),
            _ => self.has_members(&name_of(&target.name, target.place)) || self.is_table(&target.name),
        };
        is_followed.then_some(target)
    }

    fn conditional(&mut self, in_angles: bool) -> Read<Expression> {
        let condition = self.binary(0, in_angles)?;
        if !self.is_text("?") {
            return Ok(condition);
        }
        self.descend()?;
        self.at += 1;
        // Of these one is run.
        self.maybe += 1;
        let both = self.branches(in_angles);
        self.maybe -= 1;
        let (yes, no) = both?;
        self.depth -= 1;
        let span = condition.span.to(no.span);
        Ok(expression_of(Code::Conditional(condition, yes, no), span))
    }

    /// Reports whether a number is one of 32 bits without a sign, by how it is written: what is computed of it wraps.
    fn is_unsigned(&self, of: &Expression) -> bool {
        match &of.kind {
            ExpressionKind::Int { .. } => {
                let written = of.span.of(self.text);
                written.starts_with(|first: char| first.is_ascii_digit())
                    && written.ends_with(['u', 'U'])
                    && written.len() < 12
            }
            ExpressionKind::Name(name) => self.declared_type(name).is_some_and(|of| is_unsigned_type(&of)),
            ExpressionKind::Code(code) => match &**code {
                Code::Typed(of, _) => is_unsigned_type(of),
                Code::Construct(of, arguments) => arguments.len() == 1 && is_unsigned_type(of),
                _ => false,
            },
            _ => false,
        }
    }

    /// Reports whether a number may have more than 32 bits, or is none.
    fn is_wide(&self, of: &Expression) -> bool {
        match &of.kind {
            ExpressionKind::Int { is_static, .. } => {
                *is_static || of.span.of(self.text).ends_with(['l', 'L'])
            }
            ExpressionKind::Name(name) => !self.declared_type(name).is_some_and(|of| {
                matches!(&of.kind, ExpressionKind::Name(name) if matches!(name.as_str(), "int" | "unsigned" | "uint" | "uint32_t" | "int32_t" | "uint16_t" | "uint8_t"))
            }),
            ExpressionKind::Code(code) => match &**code {
                Code::Typed(of, _) => !is_unsigned_type(of),
                _ => true,
            },
            _ => true,
        }
    }

    fn branches(&mut self, in_angles: bool) -> Read<(Expression, Expression)> {
        let yes = self.conditional(false)?;
        self.wants(':')?;
        Ok((yes, self.conditional(in_angles)?))
    }

    fn binary(&mut self, row: usize, in_angles: bool) -> Read<Expression> {
        let Some(operators) = ROWS.get(row) else { return self.unary() };
        let mut left = self.binary(row + 1, in_angles)?;
        let mut links = 0;
        while let Some((operator, length)) = self.operator(operators, in_angles) {
            links += 1;
            if links > CHAIN_LIMIT.min(DEPTH_LIMIT) {
                return Err(NotRead);
            }
            // `(x + ...)`
            if self.dots(self.at + length).is_some() {
                break;
            }
            self.at += length;
            // What stands behind `&&` may not be run.
            let is_maybe = usize::from(matches!(operator, "&&" | "||"));
            self.maybe += is_maybe;
            let right = self.binary(row + 1, in_angles);
            self.maybe -= is_maybe;
            let right = right?;
            let span = left.span.to(right.span);
            if let Some(found) = self.is_there(operator, &left, &right) {
                left = found;
                continue;
            }
            let is_unsigned = matches!(operator, "+" | "-" | "*" | "<<")
                && (self.is_unsigned(&left) && (operator == "<<" || !self.is_wide(&right))
                    || operator != "<<" && self.is_unsigned(&right) && !self.is_wide(&left));
            left = Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), span };
            if is_unsigned {
                left = expression_of(Code::Typed(name_of("uint32_t", span), left), span);
            }
        }
        Ok(left)
    }

    /// The operator that stands here, if it is one of these, and how many tokens it has.
    fn operator(&self, operators: &[&'static str], in_angles: bool) -> Option<(&'static str, usize)> {
        let word = self.word(0);
        for (written, operator) in [("and", "&&"), ("or", "||")] {
            if word == written {
                return operators.iter().find(|one| **one == operator).map(|one| (*one, 1));
            }
        }
        for operator in operators {
            if in_angles && matches!(*operator, ">" | ">>") {
                continue;
            }
            let mut marks = operator.chars().enumerate();
            let is_here = marks
                .all(|(place, mark)| self.is_mark_at(place, mark) && (place == 0 || self.is_adjacent(self.at + place)));
            if !is_here {
                continue;
            }
            let length = operator.len();
            let next = |mark: char| self.is_mark_at(length, mark) && self.is_adjacent(self.at + length);
            let goes_on = match *operator {
                "<" => next('<') || next('='),
                ">" => next('>') || next('='),
                "&" => next('&') || next('='),
                "|" => next('|') || next('='),
                "+" | "-" | "*" | "/" | "%" | "^" | "<<" | ">>" => next('='),
                "==" | "!=" | "<=" | ">=" => false,
                _ => false,
            };
            if !goes_on {
                return Some((operator, length));
            }
        }
        None
    }

    /// What stands on one side of an operator.
    pub(super) fn operand(&mut self) -> Read<Expression> {
        self.unary()
    }

    fn unary(&mut self) -> Read<Expression> {
        let span = self.span();
        let mark = match self.peek().map(|token| token.kind) {
            Some(TokenKind::Mark(mark @ ('-' | '!' | '+' | '*' | '&'))) => mark,
            _ if self.is_text("~") => '~',
            _ if self.word(0) == "not" => '!',
            _ => {
                if let Some(cast) = self.cast()? {
                    return Ok(cast);
                }
                return self.postfix();
            }
        };
        self.descend()?;
        self.at += 1;
        if matches!(mark, '+' | '-') && self.is_mark(mark) && self.is_adjacent(self.at) {
            // `++x` is worth what it becomes.
            self.at += 1;
            let place = self.span();
            let name = self.word(0).to_string();
            let operator = if mark == '+' { "+" } else { "-" };
            if !self.defines(&name) || self.is_mark_at(1, '.') || self.is_mark_at(1, '-') || self.is_mark_at(1, '[') {
                // `++seen[i]`
                let begin = self.at;
                let target = self.target().filter(|target| !target.path.is_empty()).ok_or(NotRead)?;
                self.at = target.end;
                let target = self.target_before(begin, self.at).ok_or(NotRead)?;
                self.depth -= 1;
                let span = span.to(self.before());
                let was = self.builder.push(span, None, self.value_of(&target), RoleKind::Hidden, false);
                let made = self.step_part(target, was, operator, span);
                return Ok(expression_of(Code::Of(made), span));
            }
            self.at += 1;
            self.depth -= 1;
            self.step_name(name.clone(), place, operator);
            return Ok(super::statement::binary(operator, name_of(&name, place), int(1, false, place), span.to(place)));
        }
        let operand = self.unary()?;
        self.depth -= 1;
        let span = span.to(operand.span);
        Ok(match (mark, operand.kind) {
            ('-', ExpressionKind::Int { value, is_static }) => {
                Expression { kind: ExpressionKind::Int { value: value.wrapping_neg(), is_static }, span }
            }
            ('+', kind) => Expression { kind, span },
            ('*', kind) => {
                // `*observed_tma_load_a_`, which a member points to.
                if let ExpressionKind::Name(name) = &kind {
                    self.ask(name, span, false);
                }
                expression_of(Code::Deref(Expression { kind, span }), span)
            }
            ('&', kind) => Expression { kind, span },
            ('~', kind) => {
                let (one, operand) = (int(1, false, span), Expression { kind, span });
                let negative = Expression { kind: ExpressionKind::Unary("-", Box::new(operand)), span };
                Expression { kind: ExpressionKind::Binary("-", Box::new(negative), Box::new(one)), span }
            }
            (mark, kind) => {
                let operand = Box::new(Expression { kind, span: operand.span });
                Expression { kind: ExpressionKind::Unary(if mark == '-' { "-" } else { "!" }, operand), span }
            }
        })
    }

    /// `(int) x`, `(float*) p`.
    fn cast(&mut self) -> Read<Option<Expression>> {
        if !self.is_mark('(') {
            return Ok(None);
        }
        let begin = self.at;
        self.at += 1;
        // `(typename T::Layout){}` makes one of a type.
        if self.scan_type(self.at).is_some_and(|end| self.is_mark_of(end, ')') && self.is_mark_of(end + 1, '{')) {
            let type_ = self.type_expression()?;
            self.wants(')')?;
            let (arguments, end) = self.list('{', '}')?;
            let span = type_.span.to(end);
            return Ok(Some(expression_of(Code::Construct(type_, arguments), span)));
        }
        let is_type = self.scan_type(self.at).is_some_and(|end| {
            let is_plain = self.word_at(begin + 1);
            self.is_mark_of(end, ')')
                && (is_integral(is_plain) || is_plain == "const" || is_plain == "bool" || self.is_mark_of(end - 1, '*'))
                && !self.is_mark_of(end + 1, ')')
        });
        if !is_type {
            self.at = begin;
            return Ok(None);
        }
        let type_ = self.type_expression()?;
        self.wants(')')?;
        self.descend()?;
        let value = self.unary()?;
        self.depth -= 1;
        let span = type_.span.to(value.span);
        Ok(Some(expression_of(Code::Typed(type_, value), span)))
    }

    /// A type, with what points to it or refers to it behind it.
    pub(super) fn type_expression(&mut self) -> Read<Expression> {
        self.is_type = true;
        let of = self.postfix();
        self.is_type = false;
        self.behind_type(of?)
    }

    /// `const`, `*` and `&` behind a type.
    fn behind_type(&mut self, mut of: Expression) -> Read<Expression> {
        for _ in 0..8 {
            if matches!(self.word(0), "const" | "volatile") || self.is_mark('&') {
                self.at += 1;
            } else if self.is_mark('*') {
                let span = of.span.to(self.span());
                self.at += 1;
                of = expression_of(Code::Pointer(of), span);
            } else {
                break;
            }
        }
        Ok(of)
    }

    pub(super) fn postfix(&mut self) -> Read<Expression> {
        let is_type = std::mem::take(&mut self.is_type);
        let begin = self.at;
        let mut value = self.primary_of(is_type)?;
        for _ in 0..CHAIN_LIMIT {
            value = self.packed(value);
            if self.dots(self.at).is_some() {
                break;
            }
            let span = value.span;
            if self.is_mark('(') {
                // `Plus{}(a, b)`: an object is called.
                if self.is_object_of_text(&value) {
                    value = expression_of(Code::Construct(value, Vec::new()), span);
                }
                let (arguments, end) = self.list('(', ')')?;
                let span = span.to(end);
                value = match value.kind {
                    ExpressionKind::Call(_) | ExpressionKind::Apply(..) | ExpressionKind::Name(_) => {
                        Expression { kind: ExpressionKind::Apply(Box::new(value), arguments), span }
                    }
                    kind => expression_of(Code::Construct(Expression { kind, span: value.span }, arguments), span),
                };
            } else if self.is_mark('{') && self.is_constructible(&value) {
                let (arguments, end) = self.list('{', '}')?;
                let span = span.to(end);
                value = match &value.kind {
                    // CuTe's `X` is `_`.
                    ExpressionKind::Name(name) if name == "X" && arguments.is_empty() && !self.defines(name) => {
                        Expression { kind: ExpressionKind::Underscore, span }
                    }
                    _ => expression_of(Code::Construct(value, arguments), span),
                };
            } else if self.is_mark('[') {
                let (mut arguments, end) = self.list('[', ']')?;
                let Some(index) = arguments.pop() else { return Err(NotRead) };
                let span = span.to(end);
                let table = match &value.kind {
                    ExpressionKind::Name(name) => self.document().defining(name, self.count()),
                    _ => None,
                };
                let pointer = table.and_then(|table| self.tables_of_pointers.get(&table)).cloned();
                value = Expression { kind: ExpressionKind::Apply(Box::new(value), vec![index]), span };
                if let Some(pointer) = pointer {
                    let call = super::function::call_of(ENTRY, span);
                    value = expression_of(Code::Invoke(Call { arguments: vec![value, pointer], ..call }), span);
                }
            } else if self.is_mark('.') || (self.is_mark('-') && self.is_mark_at(1, '>')) {
                self.at += if self.is_mark('.') { 1 } else { 2 };
                value = self.member(value)?;
            } else if self.is_mark(':') && self.is_mark_at(1, ':') {
                self.at += 2;
                value = self.static_member(value)?;
            } else if let (Some(operator), ExpressionKind::Name(name)) = (self.step(), &value.kind)
                && self.defines(name)
            {
                // `x++` is worth what it was.
                let name = name.clone();
                self.step_name(name, span, operator);
                self.at += 2;
            } else if let Some(operator) = self.step()
                && let Some(target) = self.target_before(begin, self.at)
            {
                // `seen[i]++`
                let span = span.to(self.span());
                let was = self.builder.push(span, None, self.value_of(&target), RoleKind::Hidden, false);
                self.step_part(target, was, operator, span);
                value = expression_of(Code::Of(was), span);
                self.at += 2;
            } else {
                break;
            }
        }
        Ok(value)
    }

    /// Notes a step of what a name stands for: of a number, or of an object whose class says what that does.
    fn step_name(&mut self, name: String, place: Span, operator: &'static str) {
        let own = format!("operator{operator}{operator}");
        if self.has_members(&name_of(&name, place)) && self.document().functions_named(&own).next().is_some() {
            return self.effect_of_operator(&own, &name, &[], place);
        }
        self.effect(Effect::Step { name, place, operator });
    }

    /// Notes a step of a part of what a name stands for, and answers the statement that has what it becomes.
    fn step_part(&mut self, target: Target, was: usize, operator: &'static str, span: Span) -> usize {
        let value = expression_of(Code::Of(was), span);
        let value = super::statement::binary(operator, value, int(1, false, span), span);
        let made = self.builder.push(span, None, value, RoleKind::Hidden, false);
        self.effect(Effect::Give { target, made, span });
        made
    }

    /// Reports whether a function is the text's own, whatever CuTe has of that name: of a text that is no part of CuTe.
    fn is_own_function(&self, name: &str) -> bool {
        self.document().functions_named(name).next().is_some() && !self.namespaces.contains("cute")
    }

    /// The operator of `++` or `--` behind a name, which no value follows.
    fn step(&self) -> Option<&'static str> {
        let (mark, operator) = [('+', "+"), ('-', "-")].into_iter().find(|(mark, _)| self.is_mark(*mark))?;
        let ends = [';', ')', ',', ']', '}', '?', ':', '<', '>', '=', '*', '/', '%'];
        let is_step = self.is_mark_at(1, mark)
            && self.is_adjacent(self.at + 1)
            && (ends.iter().any(|end| self.is_mark_at(2, *end))
                || ['+', '-', '&', '|'].iter().any(|end| self.is_mark_at(2, *end)) && !self.is_adjacent(self.at + 2));
        is_step.then_some(operator)
    }

    /// Reports whether braces behind it make a value of it: not those of a block.
    /// Reports whether what ends here is an object of a class of the text, and not that class.
    fn is_object_of_text(&self, value: &Expression) -> bool {
        let ExpressionKind::Code(code) = &value.kind else { return false };
        let Code::Invoke(call) = &**code else { return false };
        let ends = self.at.checked_sub(1).is_some_and(|at| self.is_mark_of(at, '}') || self.is_mark_of(at, ')'));
        ends && !call.is_member && self.document().type_named(&call.name).is_some()
    }

    fn is_constructible(&self, value: &Expression) -> bool {
        match &value.kind {
            ExpressionKind::Name(_) | ExpressionKind::Call(_) => true,
            ExpressionKind::Code(code) => {
                matches!(**code, Code::Member(..) | Code::Invoke(_) | Code::Construct(..))
            }
            _ => false,
        }
    }

    fn member(&mut self, receiver: Expression) -> Read<Expression> {
        while matches!(self.word(0), "template") {
            self.at += 1;
        }
        let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Name) else { return Err(NotRead) };
        let name = token.written.of(self.text).to_string();
        self.at += 1;
        let mut call = Call {
            name,
            name_span: token.span,
            template: Vec::new(),
            template_span: token.span.after(),
            arguments: vec![receiver],
            is_member: true,
            named: Vec::new(),
        };
        let start = call.arguments.first().map_or(token.span, |receiver| receiver.span);
        let mut span = start.to(token.span);
        if self.opens_template(&call.name) {
            let (template, end) = self.angles(&call.name)?;
            (call.template, call.template_span) = (template, token.span.after().to(end));
            span = span.to(end);
        }
        if !self.is_mark('(') {
            // A member that is a value; of CuTe's own it is a function without arguments.
            let Some(receiver) = call.arguments.pop() else { return Err(NotRead) };
            if let Some(asked) = self.ask_of_object(&receiver, &call.name, span) {
                return Ok(name_of(&asked, span));
            }
            return Ok(expression_of(Code::Member(receiver, call.name), span));
        }
        let (arguments, end) = self.list('(', ')')?;
        // `layout.compose(_4{}, _8{})` composes mode by mode.
        match (call.name.as_str(), arguments.len()) {
            ("compose", 2..) => call.arguments.push(Expression { kind: ExpressionKind::Tuple(arguments), span: end }),
            _ => call.arguments.extend(arguments),
        }
        span = span.to(end);
        if let Some(asked) = self.ask_of_host_tensor(&call, span) {
            return Ok(name_of(&asked, span));
        }
        if let Some(divided) = self.divided(&call, span) {
            return Ok(divided);
        }
        self.called_method(&call.name, call.name_span, call.arguments.get(1..).unwrap_or_default());
        self.effects_of_method(&call, span);
        let made = expression_of(Code::Invoke(call), span);
        self.ask_wanted(&made);
        Ok(made)
    }

    /// What a divisor of CUTLASS makes of a number: `divmod.divide(n)`, `divmod.divmod(rest, n)`.
    fn divided(&mut self, call: &Call, span: Span) -> Option<Expression> {
        let is_own = self.document().functions_named(&call.name).next().is_some();
        let [divisor, rest @ .., number] = call.arguments.as_slice() else { return None };
        if is_own || self.has_members(divisor) {
            return None;
        }
        let by = |operator| super::statement::binary(operator, number.clone(), divisor.clone(), span);
        match (call.name.as_str(), rest) {
            ("divide" | "div", []) => Some(by("/")),
            ("remainder" | "rem", []) => Some(by("%")),
            ("divmod", [Expression { kind: ExpressionKind::Name(name), span: place }]) if self.defines(name) => {
                let (quotient, remainder) = (by("/"), by("%"));
                let (name, place) = (name.clone(), *place);
                let target = Target { name, place, path: Vec::new(), is_tuple: false, end: 0 };
                let made = self.builder.push(span, None, remainder, RoleKind::Hidden, false);
                self.effect(Effect::Give { target, made, span });
                Some(quotient)
            }
            _ => None,
        }
    }

    /// `::name` behind a type.
    fn static_member(&mut self, of: Expression) -> Read<Expression> {
        while matches!(self.word(0), "template" | "typename") {
            self.at += 1;
        }
        let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Name) else { return Err(NotRead) };
        let name = token.written.of(self.text).to_string();
        self.at += 1;
        let span = of.span.to(token.span);
        // `typename Policy::ClusterShape()` makes one of a class.
        if self.is_mark('(')
            && self.is_mark_at(1, ')')
            && name.starts_with(|first: char| first.is_ascii_uppercase())
            && let Some(asked) = self.ask_member(&of, &name, span)
        {
            self.at += 2;
            return Ok(name_of(&asked, span));
        }
        if self.is_mark('(') || self.opens_template(&name) {
            let template = if self.is_mark('<') { self.angles(&name)?.0 } else { Vec::new() };
            let mut arguments = vec![of];
            let mut end = span;
            if self.is_mark('(') {
                let (more, close) = self.list('(', ')')?;
                arguments.extend(more);
                end = close;
            }
            let (name_span, template_span) = (token.span, token.span.after());
            if let [of] = arguments.as_slice()
                && let Some(limit) = limit_of_type(of, &name)
            {
                return Ok(int(limit, false, span.to(end)));
            }
            self.called_method(&name, token.span, arguments.get(1..).unwrap_or_default());
            let call = Call { name, name_span, template, template_span, arguments, is_member: true, named: Vec::new() };
            return Ok(expression_of(Code::Invoke(call), span.to(end)));
        }
        if let Some(asked) = self.ask_member(&of, &name, span) {
            return Ok(name_of(&asked, span));
        }
        Ok(expression_of(Code::Member(of, name), span))
    }

    fn primary(&mut self) -> Read<Expression> {
        self.primary_of(false)
    }

    fn primary_of(&mut self, is_type: bool) -> Read<Expression> {
        let Some(token) = self.peek() else { return Err(NotRead) };
        let span = token.span;
        match token.kind {
            TokenKind::Int { value: Some(value), is_static } => {
                self.at += 1;
                if is_static && self.is_mark('{') && self.is_mark_at(1, '}') {
                    self.at += 2;
                }
                Ok(int(value, is_static, span))
            }
            TokenKind::Underscore => {
                self.at += 1;
                Ok(Expression { kind: ExpressionKind::Underscore, span })
            }
            TokenKind::Text => {
                let mut end = span;
                while let Some(token) = self.peek().filter(|token| token.kind == TokenKind::Text) {
                    (end, self.at) = (token.span, self.at + 1);
                }
                Ok(expression_of(Code::Foreign, span.to(end)))
            }
            TokenKind::BrokenNumber => {
                self.at += 1;
                Ok(expression_of(Code::Foreign, span))
            }
            TokenKind::Mark('(') => {
                self.descend()?;
                self.at += 1;
                if self.dots(self.at).is_some() {
                    let folded = self.fold_to_left(span)?;
                    self.depth -= 1;
                    return Ok(folded);
                }
                let before = self.effects.len();
                let first = self.expression()?;
                if self.is_folded(self.at) {
                    // What each of them changes is not followed.
                    if self.effects.len() > before {
                        return Err(NotRead);
                    }
                    let folded = self.fold_behind(first, span)?;
                    self.depth -= 1;
                    return Ok(folded);
                }
                let mut items = vec![first];
                while self.is_mark(',') {
                    // What stands behind it sees what was changed before it.
                    let earlier = self.effects.len().min(before);
                    let rest = self.effects.split_off(earlier);
                    let around = std::mem::replace(&mut self.effects, rest);
                    if self.maybe == 0 && items.len() < CHAIN_LIMIT {
                        self.make_effects(span, false);
                    }
                    let rest = std::mem::replace(&mut self.effects, around);
                    self.effects.extend(rest);
                    self.at += 1;
                    items.push(self.expression()?);
                }
                self.depth -= 1;
                let close = self.span();
                self.wants(')')?;
                let span = span.to(close);
                match items.pop() {
                    Some(only) if items.is_empty() => Ok(Expression { kind: only.kind, span }),
                    // The comma operator.
                    last => {
                        items.extend(last);
                        Ok(Expression { kind: ExpressionKind::Tuple(items), span })
                    }
                }
            }
            TokenKind::Mark('{') => {
                let (items, end) = self.list('{', '}')?;
                Ok(self.packed(Expression { kind: ExpressionKind::Tuple(items), span: span.to(end) }))
            }
            TokenKind::Mark('[') => self.lambda(),
            TokenKind::Mark(':') if self.is_mark_at(1, ':') => {
                self.at += 2;
                self.primary()
            }
            TokenKind::Name => self.named(is_type),
            _ => Err(NotRead),
        }
    }

    /// Values between brackets; the current token opens them.
    pub(super) fn list(&mut self, open: char, close: char) -> Read<(Vec<Expression>, Span)> {
        self.descend()?;
        self.wants(open)?;
        let mut items = Vec::new();
        while !self.is_mark(close) {
            let item = match self.is_mark('.') {
                true => self.designated()?,
                false => self.expression()?,
            };
            items.push(self.expanded(item));
            if self.is_mark(',') {
                self.at += 1;
            } else if !self.is_mark(close) {
                return Err(NotRead);
            }
        }
        let end = self.span();
        self.at += 1;
        self.depth -= 1;
        Ok((items, end))
    }

    /// `.m = 4` and `.m{4, 8}`: what a member begins with.
    fn designated(&mut self) -> Read<Expression> {
        self.at += 1;
        let (name, place) = (self.word(0).to_string(), self.span());
        if name.is_empty() {
            return Err(NotRead);
        }
        self.at += 1;
        if !self.is_mark('{') {
            self.wants('=')?;
        }
        let value = self.conditional(false)?;
        let span = place.to(value.span);
        Ok(Expression { kind: ExpressionKind::Named(name, place, Box::new(value)), span })
    }

    /// Reports whether template arguments open here, behind a name.
    pub(super) fn opens_template(&self, name: &str) -> bool {
        if !self.is_mark('<') || self.is_mark_at(1, '<') {
            return false;
        }
        let Some(end) = self.template_end(self.at) else { return false };
        if operations::CATALOGUE.takes_template(name) || self.document().type_named(name).is_some() {
            return true;
        }
        match self.tokens.get(end + 1).map(|token| token.kind) {
            None => true,
            Some(TokenKind::Mark('(' | '{' | ',' | ')' | '>' | ';' | ':' | '&' | '*' | '}' | '=' | '.')) => true,
            // `kernel<T><<<grid, block>>>`
            Some(TokenKind::Mark('<')) => self.is_mark_of(end + 2, '<') && self.is_mark_of(end + 3, '<'),
            Some(TokenKind::Mark('|' | '+' | '-' | '/' | '%' | '!' | ']')) => {
                name.ends_with("_v") || super::traits::is_known(name)
            }
            Some(_) if self.tokens.get(end + 1).is_some_and(|token| token.written.of(self.text) == "?") => {
                name.ends_with("_v") || super::traits::is_known(name)
            }
            Some(TokenKind::Name) => self
                .tokens
                .get(end + 1)
                .is_some_and(|token| matches!(token.written.of(self.text), "const" | "volatile")),
            _ => false,
        }
    }

    /// Where the template arguments close that open at `open`.
    pub(super) fn template_end(&self, open: usize) -> Option<usize> {
        let (mut angles, mut round) = (0_usize, 0_usize);
        for at in open..open + LOOK_AHEAD {
            match self.tokens.get(at)?.kind {
                TokenKind::Mark('<') if round == 0 => angles += 1,
                TokenKind::Mark('>') if round == 0 && self.is_mark_of(at.checked_sub(1)?, '-') => {}
                // `>=` closes nothing.
                TokenKind::Mark('>')
                    if round == 0
                        && self.is_mark_of(at + 1, '=')
                        && self.is_adjacent(at + 1)
                        && !self.is_mark_of(at + 2, '=') => {}
                TokenKind::Mark('>') if angles == 1 && round == 0 => return Some(at),
                TokenKind::Mark('>') if round == 0 => angles = angles.checked_sub(1).filter(|left| *left > 0)?,
                TokenKind::Mark('(' | '{' | '[') => round += 1,
                TokenKind::Mark(')' | '}' | ']') => round = round.checked_sub(1)?,
                TokenKind::Mark(';') => return None,
                TokenKind::Mark('&' | '|')
                    if round == 0 && self.is_mark_of(at + 1, '&') && self.is_mark_of(at + 2, '&') =>
                {
                    return None;
                }
                _ => {}
            }
        }
        None
    }

    /// Template arguments; the current token opens them.
    pub(super) fn angles(&mut self, of: &str) -> Read<(Vec<Expression>, Span)> {
        self.descend()?;
        self.wants('<')?;
        let mut items = Vec::new();
        while !self.is_mark('>') {
            let item = match self.template_item(of)? {
                Some(item) => item,
                None => return Err(NotRead),
            };
            items.push(item);
            if self.is_mark(',') {
                self.at += 1;
            } else if !self.is_mark('>') {
                return Err(NotRead);
            }
        }
        let end = self.span();
        self.at += 1;
        self.depth -= 1;
        Ok((items, end))
    }

    pub(super) fn template_item(&mut self, of: &str) -> Read<Option<Expression>> {
        while matches!(self.word(0), "const" | "typename" | "class" | "struct") {
            self.at += 1;
        }
        let begin = self.at;
        // CuTe's `X` is `_`: `Step<_1, X, _1>`.
        let is_behind = self.is_mark_at(1, ',') || self.is_mark_at(1, '>');
        if self.word(0) == "X" && is_behind && !self.defines("X") && !self.type_names.contains("X") {
            let span = self.span();
            self.at += 1;
            return Ok(Some(Expression { kind: ExpressionKind::Underscore, span }));
        }
        let item = self.conditional(true)?;
        let item = if self.is_mark('>') || self.is_mark(',') { item } else { self.behind_type(item)? };
        let item = self.expanded(item);
        if self.is_mark('.') {
            return Err(NotRead);
        }
        // There an integer type is an integer that is known at run time.
        let is_tuple =
            matches!(of, "Shape" | "Stride" | "Coord" | "Step" | "Tile" | "tuple" | "pair" | "Layout" | "IntTuple");
        let is_int = match &item.kind {
            ExpressionKind::Name(name) => is_tuple && self.at == begin + 1 && is_integral(name),
            _ => false,
        };
        Ok(Some(if is_int { int(0, false, item.span) } else { item }))
    }

    /// Reads what begins with a name.
    fn named(&mut self, is_type: bool) -> Read<Expression> {
        while matches!(self.word(0), "typename" | "const" | "constexpr" | "volatile" | "struct" | "template") {
            self.at += 1;
        }
        let Some(mut token) = self.peek().filter(|token| token.kind == TokenKind::Name) else {
            return self.primary_behind_words();
        };
        let start = token.span;
        let is_order = loop {
            let word = token.written.of(self.text);
            // A namespace of words that choose among variants, by another name.
            if self.namespace_aliases.get(word).is_some_and(|of| TAGS.contains(of)) {
                break false;
            }
            let is_order = word == "layout" && matches!(self.word(3), "RowMajor" | "ColumnMajor");
            let is_namespace =
                is_order || NAMESPACES.contains(&word) || self.is_namespace(word) || self.is_foreign_namespace(word);
            if !(is_namespace && self.is_mark_at(1, ':') && self.is_mark_at(2, ':')) {
                break false;
            }
            self.at += 3;
            while self.word(0) == "template" {
                self.at += 1;
            }
            // `torch::kHalf`: words of a framework are no numbers here.
            let mut letters = self.word(0).chars();
            let is_word = letters.next() == Some('k') && letters.next().is_some_and(char::is_uppercase);
            if matches!(word, "torch" | "at" | "c10") && is_word && !self.is_mark_at(1, '(') {
                let span = start.to(self.span());
                self.at += 1;
                return Ok(expression_of(Code::Foreign, span));
            }
            match self.peek().filter(|token| token.kind == TokenKind::Name) {
                Some(next) => token = next,
                None => return self.primary_behind_words(),
            }
            if is_order {
                break true;
            }
        };
        // `std::size(a)` counts elements.
        if token.written.of(self.text) == "size" && self.text.get(start.start..token.span.start) == Some("std::") {
            self.at += 1;
            let (arguments, end) = self.list('(', ')')?;
            let call = Call { arguments, is_member: true, ..super::function::call_of("size", token.span) };
            return Ok(expression_of(Code::Invoke(call), start.to(end)));
        }
        if let Some(part) = self.part_of(token.written.of(self.text)).cloned() {
            self.at += 1;
            let span = start.to(token.span);
            let of = name_of(&part.of, span);
            return Ok(part.path.iter().fold(of, |of, step| self.step_into(of, step, span)));
        }
        let mut name = self.referred(token.written.of(self.text)).to_string();
        if let Some(of) = self.namespace_aliases.get(name.as_str()).filter(|of| TAGS.contains(of))
            && self.is_mark_at(1, ':')
        {
            name = (*of).to_string();
        }
        // Words of an enumeration know each other.
        if !self.enumeration.is_empty() {
            let word = format!("{}::{name}", self.enumeration);
            if self.defines(&word) {
                self.at += 1;
                return Ok(name_of(&word, start.to(token.span)));
            }
        }
        // A word of an enumeration.
        if self.enumerations.contains(name.as_str())
            && self.is_mark_at(1, ':')
            && self.is_mark_at(2, ':')
            && !self.word(3).is_empty()
        {
            let name = format!("{name}::{}", self.word(3));
            let end = self.tokens.get(self.at + 3).map_or(start, |token| token.span);
            self.at += 4;
            return Ok(name_of(&name, start.to(end)));
        }
        // What CUTLASS calls an order of a matrix is one of strides here.
        if is_order {
            let order = if name == "RowMajor" { called::LAYOUT_RIGHT } else { called::LAYOUT_LEFT };
            name = order.to_string();
        }
        let mut span = start.to(token.span);
        self.at += 1;
        match name.as_str() {
            "unsigned" | "signed" | "long" | "short" => {
                let mut last = name.clone();
                while matches!(self.word(0), "unsigned" | "char" | "short" | "int" | "long") {
                    (last, span) = (self.word(0).to_string(), span.to(self.span()));
                    self.at += 1;
                }
                name = match (name.as_str(), last.as_str()) {
                    ("unsigned", "char") => "uint8_t",
                    ("unsigned", "short") => "uint16_t",
                    ("unsigned", "long") => "uint64_t",
                    ("unsigned", _) => "uint32_t",
                    ("long", _) => "int64_t",
                    ("short", _) => "int16_t",
                    _ => "int32_t",
                }
                .to_string();
            }
            // `this->m` is the member of that name.
            "this" if self.is_mark('-') && self.is_mark_at(1, '>') && self.defines(self.word(2)) => {
                self.at += 2;
                return self.named(false);
            }
            "this" => return Ok(name_of("this", span)),
            "static_cast" | "reinterpret_cast" | "const_cast" | "bit_cast" | "recast_ptr" if self.is_mark('<') => {
                self.at += 1;
                let type_ = self.type_expression()?;
                self.wants('>')?;
                let (mut arguments, end) = self.list('(', ')')?;
                let Some(mut value) = arguments.pop() else { return Err(NotRead) };
                // Elements of another type are what memory has, not what the list had.
                if matches!(name.as_str(), "reinterpret_cast" | "recast_ptr") {
                    self.as_memory(&mut value);
                }
                let type_ = if name == "recast_ptr" {
                    let span = type_.span;
                    expression_of(Code::Pointer(type_), span)
                } else {
                    type_
                };
                return Ok(expression_of(Code::Typed(type_, value), span.to(end)));
            }
            // `new half_t[n]`: memory of its elements.
            "new" if !self.word(0).is_empty() => {
                let mut behind = self.at + 1;
                while self.is_mark_of(behind, ':') || !self.word_at(behind).is_empty() {
                    behind += 1;
                }
                let (tokens, end) = (self.tokens, behind);
                self.tokens = tokens.get(..end).unwrap_or(tokens);
                let of = self.type_expression();
                self.tokens = tokens;
                let of = of?;
                while self.is_mark('[') || self.is_mark('(') || self.is_mark('{') {
                    self.at = self.behind_bracket(self.at);
                }
                return Ok(expression_of(Code::Pointer(of), span.to(self.before())));
            }
            "new" | "delete" | "throw" | "operator" | "co_await" | "noexcept" => return Err(NotRead),
            "sizeof" if self.dots(self.at).is_some() => return self.count_of_pack(span),
            "threadIdx" | "blockIdx" | "blockDim" | "gridDim" if self.is_mark('.') => {
                let member = self.word(1);
                if !matches!(member, "x" | "y" | "z") {
                    return Err(NotRead);
                }
                let whole = format!("{name}.{member}");
                self.at += 1;
                let span = span.to(self.span());
                self.at += 1;
                self.ask(&whole, span, false);
                return Ok(name_of(&whole, span));
            }
            // All three of them.
            "threadIdx" | "blockIdx" | "blockDim" | "gridDim" if self.is_free(&name) => {
                let items = ["x", "y", "z"].map(|member| {
                    let whole = format!("{name}.{member}");
                    self.ask(&whole, span, false);
                    name_of(&whole, span)
                });
                return Ok(Expression { kind: ExpressionKind::Tuple(items.to_vec()), span });
            }
            // Which thread or block this is, or how many there are, as a function says it.
            name if MACHINE.contains(&name) && self.is_mark('(') && self.is_mark_at(1, ')') => {
                let name = name.to_string();
                self.at += 2;
                let members = matches!(self.word(1), "x" | "y" | "z") && self.is_mark('.');
                let whole = match members {
                    true => format!("{name}.{}", self.word(1)),
                    false => name,
                };
                self.at += if members { 2 } else { 0 };
                let span = span.to(self.before());
                self.ask_number(&whole, span);
                return Ok(name_of(&whole, span));
            }
            constant if let Some(value) = limit_of(constant).filter(|_| self.is_free(constant)) => {
                return Ok(int(value, false, span));
            }
            // `plus{}`, and `plus` as an argument of a template.
            object
                if super::algorithms::is_operator(object)
                    && (self.is_mark(',') || self.is_mark('>') || self.is_mark('{') && self.is_mark_at(1, '}'))
                    && self.is_free(object) =>
            {
                self.at += if self.is_mark('{') { 2 } else { 0 };
                let span = span.to(self.before());
                return Ok(expression_of(Code::Invoke(super::function::call_of(object, span)), span));
            }
            // `dim3(4, 2)`, `uint3{x, y, z}`, and the type alone.
            vector if super::declare::vector_of(vector, Vec::new(), span).is_some() && self.is_free(vector) => {
                let name = name.clone();
                let (items, end) = match (self.is_mark('('), self.is_mark('{')) {
                    (true, _) => self.list('(', ')')?,
                    (_, true) => self.list('{', '}')?,
                    _ => (Vec::new(), span),
                };
                return super::declare::vector_of(&name, items, span.to(end)).ok_or(NotRead);
            }
            "decltype" | "sizeof" | "alignof" if self.is_mark('(') => {
                self.at += 1;
                let of = self.type_expression()?;
                let end = self.span();
                self.wants(')')?;
                return Ok(match name.as_str() {
                    "decltype" => Expression { kind: of.kind, span: span.to(end) },
                    _ => {
                        let span = span.to(end);
                        let call = Call {
                            name,
                            name_span: span,
                            template_span: span.after(),
                            template: Vec::new(),
                            arguments: vec![of],
                            is_member: false,
                            named: Vec::new(),
                        };
                        expression_of(Code::Invoke(call), span)
                    }
                });
            }
            _ => {}
        }
        // Words that choose among variants of an instruction are one name.
        if TAGS.contains(&name.as_str()) {
            while self.is_mark(':') && self.is_mark_at(1, ':') && !self.word(2).is_empty() {
                let next = self.word(2).to_string();
                name = if TAGS.contains(&name.as_str()) && TAGS.contains(&next.as_str()) {
                    next
                } else {
                    format!("{name}::{next}")
                };
                self.at += 2;
                span = span.to(self.span());
                self.at += 1;
            }
        }
        // `_m1` is CuTe's -1.
        if let Some(value) = name.strip_prefix("_m").and_then(|digits| digits.parse::<i64>().ok()) {
            if self.is_mark('{') && self.is_mark_at(1, '}') {
                self.at += 2;
            }
            return Ok(int(-value, true, span));
        }
        let mut call = Call {
            name,
            name_span: span,
            template: Vec::new(),
            template_span: span.after(),
            arguments: Vec::new(),
            is_member: false,
            named: Vec::new(),
        };
        let mut whole = span;
        let mut is_call = false;
        let opens = self.is_mark('<') && !self.is_mark_at(1, '<') && is_type;
        if opens || self.opens_template(&call.name) {
            let (template, end) = self.angles(&call.name)?;
            (call.template, call.template_span) = (template, span.after().to(end));
            whole = whole.to(end);
            is_call = true;
        }
        // `std::vector{1, 2}` finds its type out by itself.
        if call.name == "vector"
            && call.template.is_empty()
            && let Some(element) = self.deduced_element(self.at)
        {
            call.template = vec![name_of(element, span)];
            is_call = true;
        }
        self.finish_named(call, whole, is_call)
    }

    /// The type of the numbers that stand in braces, by the first of them.
    pub(super) fn deduced_element(&self, open: usize) -> Option<&'static str> {
        if !self.is_mark_of(open, '{') {
            return None;
        }
        let first = self.tokens.get(open + 1 + usize::from(self.is_mark_of(open + 1, '-')))?;
        let written = first.span.of(self.text);
        match first.kind {
            TokenKind::Int { .. } => Some("int"),
            TokenKind::BrokenNumber if !written.contains(['.', 'e', 'E']) => None,
            TokenKind::BrokenNumber => Some(if written.ends_with(['f', 'F']) { "float" } else { "double" }),
            _ => None,
        }
    }

    /// Reports whether a text gives a name no meaning of its own.
    fn is_free(&self, name: &str) -> bool {
        !self.defines(name) && !self.type_names.contains(name) && self.document().functions_named(name).next().is_none()
    }

    /// Reports whether a name before `::` that nothing defines is that of a namespace elsewhere, by its letters:
    /// classes begin with a capital letter.
    fn is_foreign_namespace(&self, word: &str) -> bool {
        let is_small = word.chars().all(|letter| !letter.is_ascii_uppercase());
        let is_macro = word.len() > 3 && word.chars().all(|letter| !letter.is_ascii_lowercase());
        (is_small || is_macro)
            && !TAGS.contains(&word)
            && !self.defines(word)
            && !self.type_names.contains(word)
            && !self.aliases.contains_key(word)
            && operations::find(word).is_none()
            && self.document().type_named(word).is_none()
    }

    /// Reads what stands behind a name and its template arguments.
    fn finish_named(&mut self, mut call: Call, mut whole: Span, mut is_call: bool) -> Read<Expression> {
        let (count, span) = (self.count(), call.name_span);
        // An operation that the text describes itself.
        if self.operations.contains(&call.name)
            && call.template.is_empty()
            && let Some(class) =
                custom::classes(&call.name).into_iter().find(|class| self.document().type_named(class).is_some())
        {
            if self.is_mark('{') && self.is_mark_at(1, '}') {
                self.at += 2;
                whole = whole.to(self.before());
            }
            return Ok(expression_of(Code::Invoke(Call { name: class, ..call }), whole));
        }
        let is_local = self.defines(&call.name);
        let is_function = !is_local && operations::find(&call.name).is_some() && !self.is_own_function(&call.name);
        if self.is_mark('{') && !is_local && (is_function || self.is_type_name(&call.name)) {
            let (arguments, end) = self.list('{', '}')?;
            call.arguments = match call.name == "vector" && !arguments.is_empty() {
                true => vec![Expression { kind: ExpressionKind::Tuple(arguments), span: end }],
                false => arguments,
            };
            whole = whole.to(end);
            is_call = true;
            if !is_function && !call.arguments.is_empty() && self.document().type_named(&call.name).is_some() {
                self.called(&call, count);
            }
        } else if self.is_mark('(') {
            let (arguments, end) = self.list('(', ')')?;
            if call.arguments.is_empty() {
                call.arguments = arguments;
            }
            whole = whole.to(end);
            is_call = true;
            // `Role(x)` of an enumeration is the number.
            if self.enumerations.contains(call.name.as_str()) && !is_local && call.arguments.len() == 1 {
                let Some(value) = call.arguments.pop() else { return Err(NotRead) };
                return Ok(expression_of(Code::Typed(name_of("int", span), value), whole));
            }
            // `int32_t(x)` has as many bits as it says.
            if is_integral(&call.name) && !is_local && call.template.is_empty() && call.arguments.len() == 1 {
                let Some(value) = call.arguments.pop() else { return Err(NotRead) };
                return Ok(expression_of(Code::Typed(name_of(&call.name, span), value), whole));
            }
            if is_local && !call.is_member {
                self.called_by_name(&call);
            }
            if !is_function && !is_local {
                self.ask_called(&call, whole);
                if !self.defines(&call.name) {
                    self.called(&call, count);
                }
            }
        } else if self.is_mark('<') && self.is_mark_at(1, '<') && self.is_mark_at(2, '<') {
            return self.launch(call);
        }
        if is_call
            && !is_local
            && !self.is_own_function(&call.name)
            && let Some(made) = self.over_range(&call, whole)
        {
            return Ok(made);
        }
        if is_call
            && !is_local
            && !self.is_own_function(&call.name)
            && let Some(made) = super::cutlass::in_words_of_cute(&call, whole)
        {
            for part in crate::paste::demands::operands(&made) {
                self.ask_wanted(part);
            }
            return Ok(made);
        }
        if is_call && is_function && call.name == "layout" && call.arguments.len() > 1 {
            // A layout of that name: the function takes one.
            self.ask_called(&call, whole);
            return Ok(expression_of(Code::Invoke(call), whole));
        }
        if is_call && is_function {
            self.memory_of_list(&mut call);
            self.ask_pointer(&mut call);
            if matches!(call.name.as_str(), "make_shape" | "make_stride" | "make_coord" | "ceil_div" | "round_up") {
                call.arguments.iter_mut().for_each(|argument| self.ask_as_numbers(argument));
            }
            // `is_static<T>` asks the same of a type as `is_static(t)` of a value.
            let takes_none = operations::find(&call.name).is_some_and(|found| found.template == Template::None);
            if takes_none && call.arguments.is_empty() {
                call.arguments = std::mem::take(&mut call.template);
                call.template_span = call.name_span.after();
            }
            // `std::min<int>(a, b)` says the type alone, `make_stride<int64_t>(n, 1)` that of what it is given first.
            if matches!(call.name.as_str(), "min" | "max" | "make_shape" | "make_stride" | "make_coord") {
                call.template.clear();
                call.template_span = call.name_span.after();
            }
            let made = Expression { kind: ExpressionKind::Call(Box::new(call)), span: whole };
            self.ask_wanted(&made);
            return Ok(made);
        }
        if is_call {
            if call.arguments.is_empty() && !call.template.is_empty() {
                self.used_type(&call);
                self.mentions(&call);
            }
            self.effects_of(&call, whole);
            return Ok(expression_of(Code::Invoke(call), whole));
        }
        if !is_local && functions::is_constant(&call.name) {
            return Ok(Expression { kind: ExpressionKind::Call(Box::new(call)), span: whole });
        }
        let is_template = call.name.contains("::Layout_");
        if !is_local && (is_template || self.type_names.contains(call.name.as_str())) {
            return Ok(expression_of(Code::Invoke(call), whole));
        }
        let is_type = self.is_mark('{') || (self.is_mark(':') && self.is_mark_at(1, ':'));
        self.ask(&call.name, span, is_type);
        Ok(Expression { kind: ExpressionKind::Name(call.name), span: whole })
    }

    fn primary_behind_words(&mut self) -> Read<Expression> {
        match self.peek().map(|token| token.kind) {
            Some(TokenKind::Int { .. } | TokenKind::Underscore | TokenKind::Mark('(')) => self.primary(),
            _ => Err(NotRead),
        }
    }
}

/// The largest and the smallest integers of types, as `<climits>` and `<cstdint>` call them.
fn limit_of(name: &str) -> Option<i64> {
    Some(match name {
        "INT8_MAX" | "SCHAR_MAX" => i8::MAX.into(),
        "INT8_MIN" | "SCHAR_MIN" => i8::MIN.into(),
        "UINT8_MAX" | "UCHAR_MAX" => u8::MAX.into(),
        "INT16_MAX" | "SHRT_MAX" => i16::MAX.into(),
        "INT16_MIN" | "SHRT_MIN" => i16::MIN.into(),
        "UINT16_MAX" | "USHRT_MAX" => u16::MAX.into(),
        "INT_MAX" | "INT32_MAX" => i32::MAX.into(),
        "INT_MIN" | "INT32_MIN" => i32::MIN.into(),
        "UINT_MAX" | "UINT32_MAX" => u32::MAX.into(),
        "LONG_MAX" | "LLONG_MAX" | "INT64_MAX" | "PTRDIFF_MAX" => i64::MAX,
        "LONG_MIN" | "LLONG_MIN" | "INT64_MIN" => i64::MIN,
        "EXIT_SUCCESS" => 0,
        "EXIT_FAILURE" => 1,
        _ => return None,
    })
}

/// The same of `std::numeric_limits<T>`.
fn limit_of_type(of: &Expression, which: &str) -> Option<i64> {
    let ExpressionKind::Code(code) = &of.kind else { return None };
    let Code::Invoke(call) = &**code else { return None };
    let [Expression { kind: ExpressionKind::Name(element), .. }] = call.template.as_slice() else { return None };
    let bits = match element.as_str() {
        "int" | "unsigned" => 32,
        "long" | "size_t" | "ptrdiff_t" => 64,
        "short" => 16,
        "char" => 8,
        name => name.trim_end_matches("_t").trim_start_matches(['u', 'i', 'n', 't']).parse::<u32>().ok()?,
    };
    let is_unsigned = element.starts_with('u') || element == "size_t";
    if call.name != "numeric_limits" || !(8..=64).contains(&bits) {
        return None;
    }
    match (which, is_unsigned) {
        ("max", true) => i64::try_from(u64::MAX >> (64 - bits)).ok(),
        ("max", false) => Some(i64::MAX >> (64 - bits)),
        ("min" | "lowest", true) => Some(0),
        ("min" | "lowest", false) => Some(i64::MIN >> (64 - bits)),
        _ => None,
    }
}

fn is_unsigned_type(of: &Expression) -> bool {
    matches!(&of.kind, ExpressionKind::Name(name) if matches!(name.as_str(), "unsigned" | "uint" | "uint32_t"))
}

pub(super) fn int(value: i64, is_static: bool, span: Span) -> Expression {
    Expression { kind: ExpressionKind::Int { value, is_static }, span }
}
