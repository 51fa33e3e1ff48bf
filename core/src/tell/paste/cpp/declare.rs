//! Declarations of C++: variables, aliases, classes, enumerations, constants that `#define` names.

use super::effects;
use super::expression::{Read, expression_of, int, is_integral, name_of};
use super::function::TemplateParameter;
use super::lines::Define;
use super::ranges::RANGE;
use super::reader::{Part, Reader};
use super::statement::{Target, binary, is_decoration};
use crate::notebook::construct;
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::token::TokenKind;
use crate::notebook::written::{Program, Reason};
use crate::operations::{self, called};
use crate::paste::code::{BINDING, VECTOR};
use crate::paste::rounds::LEFT;
use crate::paste::settle::is_about_layouts;
use crate::paste::{Function, Input, InputKind, Parameter, RoleKind, defaults};

/// Information that a declared type gives about the value behind it.
pub(super) enum Declared {
    /// Nothing: `auto`, or a class whose arguments are found out.
    Nothing,
    /// Type that it makes.
    Type(Expression),
    /// It is no type that is known.
    Foreign,
}

/// Numbers of one of CUDA's vectors of integers, or of CUTLASS's coordinates, by its name.
fn vector_extent(name: &str) -> Option<usize> {
    Some(match name {
        "dim3" | "uint3" | "int3" | "GemmCoord" => 3,
        "uint2" | "int2" | "MatrixCoord" | "PitchLinearCoord" => 2,
        "uint4" | "int4" | "BatchedGemmCoord" => 4,
        _ => return None,
    })
}

/// A `dim3` or another of CUDA's vectors of integers, as a tuple; `None` of any other name.
pub(super) fn vector_of(name: &str, mut items: Vec<Expression>, span: Span) -> Option<Expression> {
    let count = vector_extent(name)?;
    // Their members are numbers of the run, whatever they are made of.
    for item in &mut items {
        let (span, number) = (item.span, std::mem::replace(item, int(0, false, item.span)));
        let of = if name.ends_with("Coord") { "int" } else { "unsigned" };
        *item = expression_of(Code::Typed(name_of(of, span), number), span);
    }
    let rest = i64::from(name == "dim3");
    while items.len() < count {
        items.push(int(rest, false, span));
    }
    Some(Expression { kind: ExpressionKind::Tuple(items), span })
}

/// Number of names that stand for each other, and of functions of one name, that are looked at.
const OBJECT_LIMIT: usize = 16;

/// Number of tokens in which one looks for what changes a table.
const TABLE_LOOK_AHEAD: usize = 2048;

impl Reader<'_> {
    /// Where the type ends that begins at a token.
    pub(super) fn scan_type(&self, begin: usize) -> Option<usize> {
        let mut at = begin;
        while matches!(
            self.word_at(at),
            "const" | "volatile" | "typename" | "struct" | "class" | "constexpr" | "static" | "inline"
        ) {
            at += 1;
        }
        let word = self.word_at(at);
        if word.is_empty()
            || matches!(
                word,
                "return"
                    | "delete"
                    | "new"
                    | "throw"
                    | "goto"
                    | "case"
                    | "else"
                    | "operator"
                    | "sizeof"
                    | "not"
                    | "if"
                    | "for"
            )
        {
            return None;
        }
        if word == "decltype" {
            at = self.behind_bracket(at + 1);
        } else if matches!(word, "unsigned" | "signed" | "long" | "short") {
            while matches!(self.word_at(at), "unsigned" | "signed" | "long" | "short" | "int" | "char" | "double") {
                at += 1;
            }
        } else {
            at += 1;
        }
        loop {
            if self.is_mark_of(at, '<') && !self.is_mark_of(at + 1, '<') {
                at = self.template_end(at)? + 1;
            } else if self.is_mark_of(at, ':') && self.is_mark_of(at + 1, ':') {
                at += 2;
                while matches!(self.word_at(at), "template" | "typename") {
                    at += 1;
                }
                if self.word_at(at).is_empty() || self.word_at(at) == "operator" {
                    return None;
                }
                at += 1;
            } else {
                break;
            }
        }
        loop {
            match self.tokens.get(at).map(|token| token.kind) {
                Some(TokenKind::Mark('*')) => at += 1,
                Some(TokenKind::Mark('&')) => at += 1,
                Some(TokenKind::Name) if matches!(self.word_at(at), "const" | "volatile" | "constexpr") => at += 1,
                _ => return Some(at),
            }
        }
    }

    /// Where the name stands behind a type: `void __launch_bounds__(256, 1) kernel(…)`.
    fn behind_decorations(&self, mut at: usize) -> usize {
        loop {
            let word = self.word_at(at);
            if matches!(word, "__launch_bounds__" | "__attribute__") && self.is_mark_of(at + 1, '(') {
                at = self.behind_bracket(at + 1);
            } else if is_decoration(word) && !self.word_at(at + 1).is_empty() {
                at += 1;
            } else {
                return at;
            }
        }
    }

    /// The type that stands from here to `end`, which is passed.
    pub(super) fn declared(&mut self, end: usize) -> Declared {
        let begin = self.at;
        while matches!(
            self.word(0),
            "const" | "volatile" | "typename" | "constexpr" | "static" | "inline" | "struct" | "class"
        ) {
            self.at += 1;
        }
        let head = self.at;
        // The word that the type is of, behind its namespaces.
        let mut word = self.word_at(head);
        let mut at = head;
        while self.is_mark_of(at + 1, ':') && self.is_mark_of(at + 2, ':') && !self.word_at(at + 3).is_empty() {
            at += 3;
            word = self.word_at(at);
        }
        let has_template = self.is_mark_of(at + 1, '<');
        if word == "auto" || (head < end && begin == end) {
            self.at = end;
            return Declared::Nothing;
        }
        let has_pointer = (head..end).any(|at| self.is_mark_of(at, '*'));
        // A member of a parameter or of a class of the text.
        let is_member = at > head && self.type_names.contains(self.word_at(head));
        let is_own = is_member
            || self.defines(word)
            || self.document().type_named(word).is_some()
            || self.type_names.contains(word);
        let is_known = is_own
            || construct::element(word).is_some()
            || is_integral(word)
            || word == "decltype"
            || (has_template && operations::find(word).is_some())
            || (has_template && super::traits::is_known(word))
            || matches!(self.word_at(head), "typename")
            || word.starts_with("SM");
        // A class that nothing defines, and whose name says what it is: as if it were a parameter of a template.
        let is_given = ['=', '{', '('].iter().any(|mark| self.is_mark_of(end + 1, *mark));
        let is_asked = !is_known && !has_template && at == head && !is_given && self.ask_class(word);
        if !is_known && !is_asked {
            self.at = end;
            // What it holds says of which type it is: `tuple m{a, 2};`.
            let is_listed = self.is_mark_of(end + 1, '{') && !self.is_mark_of(end + 2, '}');
            if matches!(word, "tuple" | "pair" | "array" | "Layout") && !has_template && !has_pointer && is_listed {
                let span = self.tokens.get(at).map_or(self.before(), |token| token.written);
                return Declared::Type(match word {
                    "Layout" => {
                        let call = Box::new(super::function::call_of(word, span));
                        Expression { kind: ExpressionKind::Call(call), span }
                    }
                    word => name_of(word, span),
                });
            }
            let is_deduced = matches!(
                word,
                "Tensor"
                    | "Layout"
                    | "TiledCopy"
                    | "TiledMMA"
                    | "TiledMma"
                    | "ThrCopy"
                    | "ThrMMA"
                    | "ThrMma"
                    | "Copy_Atom"
                    | "MMA_Atom"
                    | "Shape"
                    | "Stride"
                    | "Swizzle"
                    | "ComposedLayout"
                    | "Coord"
                    | "Tile"
            );
            if word == "vector"
                && !has_template
                && let Some(element) = self.deduced_element(end + 1 + usize::from(self.is_mark_of(end + 1, '=')))
            {
                let span = self.before();
                let call = Call { template: vec![name_of(element, span)], ..super::function::call_of(word, span) };
                return Declared::Type(expression_of(Code::Invoke(call), span));
            }
            return if is_deduced && !has_template && !has_pointer { Declared::Nothing } else { Declared::Foreign };
        }
        self.depth = 0;
        let read: Read<Expression> = self.type_expression();
        let is_whole = self.at == end;
        self.at = end;
        match read {
            // Of a pack nobody knows what it holds: `ThrMMA<Args...>`.
            Ok(of) if is_whole && (is_own || !self.is_unpacked(&of)) => Declared::Type(of),
            _ => Declared::Foreign,
        }
    }

    /// A declaration of variables or of a function, behind words that say nothing; whether it was one. `templates` are those
    /// of a function.
    pub(super) fn declaration(&mut self, start: Span, templates: Vec<TemplateParameter>) -> bool {
        let begin = self.at;
        // `NAME(…) {`: a function whose type a macro hides, or a constructor.
        if !self.word(0).is_empty() && self.is_mark_at(1, '(') {
            let behind = self.behind_bracket(begin + 1);
            let name = self.word(0);
            let is_test =
                self.is_mark_of(behind, '{') && !self.builder.is_within_function() && !self.type_names.contains(name);
            if is_test
                || (self.type_names.contains(name)
                    && self.opens_body(behind).is_some()
                    && !self.builder.is_within_function())
            {
                if is_test {
                    self.at = behind;
                    self.function_body(start, format!("{name}@{}", start.start), templates, None, behind);
                } else {
                    self.constructor(start, templates);
                }
                return true;
            }
            let is_default = self.type_names.contains(name) && self.is_mark_of(behind, '=');
            if !templates.is_empty() || is_default {
                self.skip();
                self.builder.leave_out(start.to(self.before()), Reason::Declaration);
                return true;
            }
        }
        let Some(behind) = self.scan_type(begin) else {
            if self.word(0) == "operator" || self.is_text("~") {
                self.skip();
                self.builder.leave_out(start.to(self.before()), Reason::Declaration);
                return true;
            }
            return false;
        };
        let behind = self.behind_decorations(behind);
        let is_behind_word = !self.word_at(behind.wrapping_sub(1)).is_empty();
        if self.is_mark_of(behind, '[') && (is_behind_word || self.is_mark_of(behind.wrapping_sub(1), '&')) {
            let is_auto = (begin..behind).any(|at| self.word_at(at) == "auto");
            if is_auto {
                self.at = behind;
                return self.structured(start);
            }
        }
        if self.word_at(behind) == "operator" {
            // `operator()(…) {…}`: what a kernel or a collective does; `operator+(…) {…}`.
            let is_call = self.is_mark_of(behind + 1, '(') && self.is_mark_of(behind + 2, ')');
            let mut open = behind + if is_call { 3 } else { 1 };
            let mut operator = if is_call { "operator()".to_string() } else { "operator".to_string() };
            while !is_call && open < behind + 4 && !self.is_mark_of(open, '(') {
                match self.tokens.get(open).map(|token| token.kind) {
                    Some(TokenKind::Mark(mark)) => operator.push(mark),
                    _ => break,
                }
                open += 1;
            }
            if self.is_mark_of(open, '(')
                && let Some(body) = self.opens_body(self.behind_bracket(open))
            {
                self.at = open;
                self.function_body(start, operator, templates, Some(open), body);
                return true;
            }
            self.skip();
            self.builder.leave_out(start.to(self.before()), Reason::Declaration);
            return true;
        }
        let name = self.word_at(behind);
        let is_member_of = self.is_mark_of(behind + 1, ':') && self.is_mark_of(behind + 2, ':');
        if name.is_empty() || is_member_of || behind == begin {
            return false;
        }
        let next = self.tokens.get(behind + 1).map(|token| token.kind);
        match next {
            Some(TokenKind::Mark('(')) => {
                let close = self.behind_bracket(behind + 1);
                if let Some(body) = self.opens_body(close) {
                    let name = name.to_string();
                    let is_own = self.type_names.contains(self.word_at(behind.wrapping_sub(1))) && behind > 0;
                    self.returns = is_own.then_some(begin..behind);
                    self.at = behind + 1;
                    self.function_body(start, name, templates, Some(behind + 1), body);
                    return true;
                }
                let is_object = templates.is_empty() && self.begins_value(behind + 2);
                if !templates.is_empty() || !self.builder.is_within_function() && !is_object {
                    self.skip();
                    self.builder.leave_out(start.to(self.before()), Reason::Declaration);
                    return true;
                }
            }
            Some(TokenKind::Mark('=' | ';' | '{' | '[' | ',')) => {
                let is_comparison = self.is_mark_of(behind + 1, '=') && self.is_mark_of(behind + 2, '=');
                if is_comparison {
                    return false;
                }
            }
            Some(TokenKind::Mark(':')) => {}
            _ => return false,
        }
        if !templates.is_empty() && self.is_mark_of(behind + 1, '=') {
            self.variable_template(start, behind, templates);
            return true;
        }
        let noted = self.noted();
        let declared = self.declared(behind);
        self.variables(start, &declared, noted);
        true
    }

    /// `template <class T> constexpr int width = …;`, whose name stands at a token: a function of what stands in its angles.
    fn variable_template(&mut self, start: Span, name_at: usize, templates: Vec<TemplateParameter>) {
        let name = self.word_at(name_at);
        let begin = self.at;
        let first = self.count();
        self.builder.open();
        let templates = self.template_statements(templates);
        self.at = begin;
        let declared = self.declared(name_at);
        self.at = name_at + 2;
        self.depth = 0;
        let before = self.builder.within_function(true);
        let value = self.expression().ok().filter(|_| self.is_mark(';'));
        let span = start.to(self.before());
        let value = match (value, declared) {
            (Some(value), Declared::Type(of)) => expression_of(Code::Typed(of, value), span),
            (Some(value), _) => value,
            (None, _) => expression_of(Code::Foreign, span),
        };
        self.builder.push(span, None, value, RoleKind::Return, false);
        self.builder.within_function(before);
        self.builder.close();
        self.type_names.insert(name);
        let (name, range) = (name.to_string(), first..self.count());
        self.builder.function(Function { name, templates, range, ..Function::default() });
        self.ends();
    }

    /// Where the body of a function opens whose parameters close before `at`.
    pub(super) fn opens_body(&self, mut at: usize) -> Option<usize> {
        for _ in 0..256 {
            match self.tokens.get(at)?.kind {
                TokenKind::Mark('{') => return Some(at),
                TokenKind::Mark(';' | ',' | '=' | '}') => return None,
                TokenKind::Mark('(') => at = self.behind_bracket(at),
                // Members that a constructor begins with.
                TokenKind::Mark(':') if !self.is_mark_of(at + 1, ':') && !self.is_mark_of(at.wrapping_sub(1), ':') => {
                    while self.tokens.get(at).is_some() {
                        if self.is_mark_of(at, '{') && self.is_mark_of(at.wrapping_sub(1), ')') {
                            return Some(at);
                        }
                        at = match self.tokens.get(at)?.kind {
                            TokenKind::Mark('(' | '{') => self.behind_bracket(at),
                            TokenKind::Mark(';') => return None,
                            _ => at + 1,
                        };
                    }
                    return None;
                }
                TokenKind::Name | TokenKind::Mark(_) => at += 1,
                _ => return None,
            }
        }
        None
    }

    /// Steps over a function whose body opens at or behind a token.
    pub(super) fn skip_body(&mut self, start: Span, behind: usize) {
        self.at = match self.opens_body(behind) {
            Some(open) => self.behind_bracket(open),
            None => behind,
        };
        self.builder.leave_out(start.to(self.before()), Reason::Declaration);
    }

    /// The names of a declaration with their values, the first of which is here.
    fn variables(&mut self, start: Span, declared: &Declared, noted: (usize, usize)) {
        let mut start = start;
        loop {
            while self.is_mark('*') || self.is_mark('&') {
                self.at += 1;
            }
            let place = self.span();
            let name = self.word(0).to_string();
            if name.is_empty() {
                self.skip();
                return;
            }
            self.at += 1;
            self.variable(start, (name, place), declared, noted);
            if self.is_mark(',') {
                self.at += 1;
                start = self.span();
                continue;
            }
            // `int n = ...` may stand without a semicolon.
            let is_left_out = self.tokens.get(self.at.wrapping_sub(1)).is_some_and(|last| {
                matches!(last.written.of(self.text), "." | "..." | "=") && self.is_on_next_line(self.at)
            });
            if !is_left_out {
                self.ends();
            }
            return;
        }
    }

    /// The numbers of `constexpr int table[] = {8, 16};`, and of a table that nobody changes.
    fn table(&mut self, start: Span, place: Span, of: Option<&Expression>, extent: usize) -> Option<Expression> {
        let of = of.filter(|of| self.is_followed(of))?;
        let is_number = matches!(&of.kind, ExpressionKind::Name(name) if is_integral(name));
        if !is_number {
            return self.table_of_tuples(of, extent);
        }
        if !start.to(place).of(self.text).contains("const") && !self.is_only_read(place.of(self.text)) {
            return None;
        }
        let at = self.at;
        if self.behind_bracket(extent) != at || self.builder.is_within_class() && !self.is_mark('=') {
            return None;
        }
        self.at = extent + 1;
        let said = if self.is_mark(']') { None } else { self.expression().ok().filter(|_| self.at + 1 == at) };
        self.at = at;
        if self.is_mark('=') {
            self.at += 1;
        }
        let list = if self.is_mark('{') { self.list('{', '}').ok() } else { Some((Vec::new(), place)) };
        let list = list.filter(|(items, _)| self.is_at_end() && (!items.is_empty() || said.is_some()));
        let Some((items, end)) = list else {
            self.at = at;
            return None;
        };
        let items = if items.is_empty() { vec![int(0, false, end)] } else { items };
        let count = said.unwrap_or_else(|| int(items.len() as i64, true, end));
        let span = of.span.to(end);
        match super::expression::call_of("array", vec![of.clone(), count], items, span).kind {
            ExpressionKind::Call(call) => Some(expression_of(Code::Invoke(*call), span)),
            _ => None,
        }
    }

    /// `Problem all[2] = {{64, 32}, {8, 4}};` of tuples or of a class of the text.
    fn table_of_tuples(&mut self, of: &Expression, extent: usize) -> Option<Expression> {
        let at = self.at;
        let name = self.word_at(extent.wrapping_sub(1));
        if self.behind_bracket(extent) != at
            || self.builder.is_within_class()
            || !self.is_used_as_list(name, false, false)
        {
            return None;
        }
        self.at = extent + 1;
        let said = if self.is_mark(']') { None } else { self.expression().ok().filter(|_| self.at + 1 == at) };
        self.at = at;
        self.at += usize::from(self.is_mark('='));
        let list = if self.is_mark('{') { self.list('{', '}').ok() } else { Some((Vec::new(), of.span)) };
        let Some((items, end)) = list.filter(|_| self.is_at_end()) else {
            self.at = at;
            return None;
        };
        let span = of.span.to(end);
        if items.is_empty() {
            return said.map(|count| super::ranges::made("filled", vec![count], Some(of.clone()), span));
        }
        let items = items.into_iter().map(|item| self.as_element(of, item)).collect();
        Some(super::ranges::made("list", items, Some(of.clone()), span))
    }

    /// Reports whether an array is used by its elements alone up to the end of its block: `table[2]`.
    fn is_only_read(&self, name: &str) -> bool {
        let mut depth = 0_usize;
        for at in self.at..self.at + TABLE_LOOK_AHEAD {
            match self.tokens.get(at).map(|token| token.kind) {
                None => return true,
                Some(TokenKind::Mark('{')) => depth += 1,
                Some(TokenKind::Mark('}')) => match depth.checked_sub(1) {
                    Some(outer) => depth = outer,
                    None => return true,
                },
                Some(TokenKind::Name) if self.word_at(at) == name => {
                    let behind = self.behind_bracket(at + 1);
                    let is_list = self.is_mark_of(at.wrapping_sub(1), ':')
                        && !self.is_mark_of(at.wrapping_sub(2), ':')
                        && self.is_mark_of(at + 1, ')');
                    let is_size = self.is_mark_of(at.wrapping_sub(1), '(')
                        && self.is_mark_of(at + 1, ')')
                        && matches!(self.word_at(at.wrapping_sub(2)), "sizeof" | "size");
                    let is_element = self.is_mark_of(at + 1, '[')
                        && !self.is_mark_of(behind, '[')
                        && !self.is_mark_of(at.wrapping_sub(1), '&');
                    if !is_element && !is_list && !is_size {
                        return false;
                    }
                }
                Some(_) => {}
            }
        }
        false
    }

    /// `std::vector<int> sizes = {64, 128};`: the numbers that it holds.
    fn listed_vector(&mut self, of: Option<&Expression>) -> Option<Expression> {
        let ExpressionKind::Code(code) = &of?.kind else { return None };
        let Code::Invoke(call) = &**code else { return None };
        let [element] = call.template.as_slice() else { return None };
        let is_list = self.is_mark('{') || self.is_mark('=') && self.is_mark_at(1, '{');
        let is_number = matches!(&element.kind, ExpressionKind::Name(name) if is_integral(name));
        if call.name != "vector" || !is_list || !is_number {
            return None;
        }
        // One that grows or shrinks later is not followed.
        let name = self.word_at(self.at.wrapping_sub(1));
        let is_resized = |at: usize| {
            self.word_at(at) == name
                && self.is_mark_of(at + 1, '.')
                && !matches!(self.word_at(at + 2), "size" | "at" | "front" | "back" | "empty" | "data")
        };
        if (self.at..self.tokens.len().min(self.at + TABLE_LOOK_AHEAD)).any(is_resized) {
            return None;
        }
        let at = self.at;
        self.at += usize::from(self.is_mark('='));
        let list = self.list('{', '}').ok().filter(|(items, _)| self.is_at_end() && !items.is_empty());
        let Some((items, end)) = list else {
            self.at = at;
            return None;
        };
        let span = element.span.to(end);
        let array =
            Call { template: vec![element.clone()], arguments: items, ..super::function::call_of("array", span) };
        Some(expression_of(Code::Invoke(array), span))
    }

    /// The class of the text that a value is made of.
    fn class_made(&self, value: &Expression) -> Option<usize> {
        let ExpressionKind::Code(code) = &value.kind else { return None };
        let name = match &**code {
            Code::Construct(of, _) | Code::Typed(of, _) => match &of.kind {
                ExpressionKind::Name(name) => name,
                ExpressionKind::Code(code) => match &**code {
                    Code::Invoke(call) if !call.is_member => &call.name,
                    _ => return None,
                },
                _ => return None,
            },
            Code::Invoke(call) if !call.is_member => &call.name,
            _ => return None,
        };
        self.document().type_named(name)
    }

    /// Notes that an object of a class of the text is made of values.
    fn constructs(&mut self, of: &Expression, arguments: &[Expression]) {
        let name = match &of.kind {
            ExpressionKind::Name(name) => name,
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if call.arguments.is_empty() && !call.is_member => &call.name,
                _ => return,
            },
            _ => return,
        };
        if !arguments.is_empty() && self.document().type_named(name).is_some() {
            let call = Call { arguments: arguments.to_vec(), ..super::function::call_of(name, of.span) };
            let site = self.count();
            self.called(&call, site);
        }
    }

    /// A vector of numbers whose elements are not followed: memory.
    fn vector_as_memory(&mut self, of: Option<&Expression>) -> Option<Expression> {
        let ExpressionKind::Code(code) = &of?.kind else { return None };
        let Code::Invoke(call) = &**code else { return None };
        let [element @ Expression { kind: ExpressionKind::Name(name), .. }] = call.template.as_slice() else {
            return None;
        };
        let is_number = is_integral(name) || construct::element(name).is_some();
        if call.name != "vector" || !is_number || !(self.is_mark('(') || self.is_mark('{')) || self.defines(name) {
            return None;
        }
        let (span, element) = (element.span, element.clone());
        self.at = self.behind_bracket(self.at);
        Some(expression_of(Code::Pointer(element), span))
    }

    /// Reports whether the address of an array is taken up to the end of its block: `a.data()`, `&a[0]`.
    fn is_used_as_memory(&self, name: &str) -> bool {
        let mut depth = 0_usize;
        for at in self.at..self.at + TABLE_LOOK_AHEAD {
            match self.tokens.get(at).map(|token| token.kind) {
                None => return false,
                Some(TokenKind::Mark('{')) => depth += 1,
                Some(TokenKind::Mark('}')) => match depth.checked_sub(1) {
                    Some(outer) => depth = outer,
                    None => return false,
                },
                Some(TokenKind::Name) if self.word_at(at) == name => {
                    let is_data = self.is_mark_of(at + 1, '.') && matches!(self.word_at(at + 2), "data" | "begin");
                    let is_address = self.is_mark_of(at.wrapping_sub(1), '&')
                        && self.is_mark_of(at + 1, '[')
                        && ['(', ',', '='].iter().any(|mark| self.is_mark_of(at.wrapping_sub(2), *mark));
                    let of_algorithm = self.is_mark_of(at + 3, '(')
                        && self.word_at(at + 2) == "begin"
                        && self.is_mark_of(at.wrapping_sub(1), '(')
                        && self.word_at(at.wrapping_sub(2)) != "make_tensor";
                    if is_data && !of_algorithm || is_address {
                        return true;
                    }
                }
                Some(_) => {}
            }
        }
        false
    }

    fn is_table_value(&self, value: &Expression) -> bool {
        matches!(&value.kind, ExpressionKind::Code(code) if matches!(&**code, Code::Invoke(call) if call.name == "array"))
    }

    /// Reports whether a name is that of an array whose elements are followed.
    pub(super) fn is_table(&self, name: &str) -> bool {
        let mut site = self.count();
        for _ in 0..TABLE_LOOK_AHEAD {
            let Some(made) = self.document().defining(name, site) else { return false };
            let Some(of) = self.builder.expression(made) else { return false };
            match &of.kind {
                ExpressionKind::Missing => {}
                ExpressionKind::Code(code) => match &**code {
                    Code::With(..) => {}
                    Code::Invoke(call) if call.name == RANGE => return self.is_list(name),
                    Code::Invoke(call) if [effects::AFTER, LEFT].contains(&call.name.as_str()) => {}
                    Code::Invoke(call) => return call.name == "array",
                    Code::Construct(of, _) | Code::Typed(of, _) => return self.is_array_type(of, made),
                    _ => return false,
                },
                _ => return false,
            }
            site = made;
        }
        false
    }

    /// Reports whether a type is `array<T, N>`, whatever it is called there.
    fn is_array_type(&self, of: &Expression, site: usize) -> bool {
        let (mut of, mut site) = (of, site);
        for _ in 0..OBJECT_LIMIT {
            let ExpressionKind::Name(name) = &of.kind else { return element_of_array(of).is_some() };
            let Some(made) = self.document().defining(name, site) else { return false };
            let Some(found) = self.builder.expression(made) else { return false };
            (of, site) = (found, made);
        }
        false
    }

    /// A variable behind its name.
    fn variable(&mut self, start: Span, name: (String, Span), declared: &Declared, noted: (usize, usize)) {
        let of = match declared {
            Declared::Type(of) => Some(of.clone()),
            _ => None,
        };
        let is_integer =
            matches!(of.as_ref().map(|of| &of.kind), Some(ExpressionKind::Name(name)) if is_integral(name));
        let begin = self.at;
        self.field(start, of.as_ref());
        self.depth = 0;
        let mut is_array = false;
        let extent = self.at;
        while self.is_mark('[') {
            self.at = self.behind_bracket(self.at);
            is_array = true;
        }
        // Bits of a field.
        if self.is_mark(':') && !self.is_mark_at(1, ':') {
            self.at += 2;
        }
        let place = name.1;
        let elided = self.elided();
        // `TiledMMA tiled_mma;`: which one is not said.
        let class = self.word_at(begin.wrapping_sub(2));
        let is_untold = matches!(class, "TiledMMA" | "TiledCopy" | "ThrMMA" | "ThrCopy")
            && self.is_mark(';')
            && !self.builder.is_within_class()
            && !self.type_names.contains(class)
            && !self.defines(class);
        let untold = defaults::of_object(class, self.instructions).filter(|_| is_untold);
        let listed = if is_array { None } else { self.growing(of.as_ref()) };
        let listed = if is_array || listed.is_some() { listed } else { self.listed_vector(of.as_ref()) };
        let listed = if is_array || listed.is_some() { listed } else { self.vector_as_memory(of.as_ref()) };
        // Elements of an array that a tensor is made of are written through that.
        let memory = of.as_ref().filter(|_| !is_array).and_then(element_of_array).cloned();
        let memory = memory.filter(|_| self.is_used_as_memory(&name.0));
        let value = if untold.is_some() {
            None
        } else if let Some(element) = memory {
            while !self.is_at_end() {
                let is_open = ['(', '{', '['].iter().any(|mark| self.is_mark(*mark));
                self.at = if is_open { self.behind_bracket(self.at) } else { self.at + 1 };
            }
            Some(expression_of(Code::Pointer(element), place))
        } else if listed.is_some() {
            listed
        } else if let Some(end) = elided {
            self.at = end;
            of.filter(is_pointer)
        } else if !is_array && let Some(vector) = self.vector(begin) {
            Some(vector)
        } else if is_array && let Some(table) = self.table(start, place, of.as_ref(), extent) {
            Some(table)
        } else if is_array {
            if self.is_mark('=') || self.is_mark('{') {
                while !matches!(self.peek().map(|token| token.kind), None | Some(TokenKind::Mark(';' | '}'))) {
                    self.at =
                        if self.is_mark('{') || self.is_mark('(') { self.behind_bracket(self.at) } else { self.at + 1 };
                }
            }
            of.map(|of| expression_of(Code::Pointer(of), place))
        } else if self.is_mark('=') {
            self.at += 1;
            let read = self.expression().ok().filter(|_| self.is_at_end());
            match (read, of, declared) {
                (None, ..) => None,
                (Some(mut value), Some(of), _) => {
                    if matches!(&of.kind, ExpressionKind::Name(name) if is_integral(name)) {
                        self.ask_as_numbers(&mut value);
                    }
                    let span = value.span;
                    Some(expression_of(Code::Typed(of, value), span))
                }
                // A list in braces of which a class makes who knows what.
                (Some(value), None, Declared::Foreign)
                    if matches!(value.kind, ExpressionKind::Tuple(_))
                        && vector_extent(self.word_at(begin.wrapping_sub(2))).is_none()
                        && !is_about_layouts(&start.to(place).of(self.text).to_ascii_lowercase()) =>
                {
                    Some(expression_of(Code::Foreign, value.span))
                }
                (Some(value), None, _) => Some(value),
            }
        } else if self.is_mark('(') || self.is_mark('{') {
            let (open, close) = if self.is_mark('(') { ('(', ')') } else { ('{', '}') };
            let list = self.list(open, close).ok().filter(|_| self.is_at_end());
            match (list, of) {
                (Some((mut arguments, _)), None) if matches!(declared, Declared::Nothing) && arguments.len() == 1 => {
                    arguments.pop()
                }
                (Some((arguments, end)), Some(of)) => {
                    let span = of.span.to(end);
                    self.constructs(&of, &arguments);
                    Some(match of.kind {
                        ExpressionKind::Call(mut call) if call.arguments.is_empty() => {
                            call.arguments = arguments;
                            Expression { kind: ExpressionKind::Call(call), span }
                        }
                        kind => expression_of(Code::Construct(Expression { kind, span: of.span }, arguments), span),
                    })
                }
                _ => None,
            }
        } else {
            // `TiledMma mma;` of a class that nothing tells and whose name does.
            let word = self.word_at(begin.wrapping_sub(2)).to_string();
            let is_told = !matches!(declared, Declared::Type(_))
                && defaults::of_object(&word, self.instructions).is_some()
                && !self.builder.is_within_class();
            let of = of.or_else(|| {
                is_told.then(|| {
                    self.ask(&word, start, false);
                    name_of(&word, start)
                })
            });
            of.filter(|of| !is_number_type(of)).map(|of| {
                let span = of.span;
                match element_of_array(&of) {
                    // Its elements are written later.
                    Some(element) => expression_of(Code::Pointer(element.clone()), span),
                    None => expression_of(Code::Construct(of, Vec::new()), span),
                }
            })
        };
        if elided.is_none() && !self.is_at_end() {
            self.at = begin;
            let mut depth_end = self.at;
            while !matches!(self.tokens.get(depth_end).map(|token| token.kind), None | Some(TokenKind::Mark(';' | '}')))
            {
                depth_end = match self.tokens.get(depth_end).map(|token| token.kind) {
                    Some(TokenKind::Mark('(' | '[' | '{')) => self.behind_bracket(depth_end),
                    _ => depth_end + 1,
                };
            }
            self.at = depth_end;
        }
        let span = start.to(self.before());
        match value {
            Some(value) => {
                let is_deduced = !matches!(declared, Declared::Type(_));
                if is_deduced
                    && (self.is_answer_of_others(&value) || self.is_mode_of_open(&value))
                    && let Some(index) = self.ask_for_answer(&name, span, &value)
                {
                    return self.stands_in(noted, index);
                }
                self.note_alias(&name.0, &value);
                self.is_only_defined(&value);
                self.note_reference(begin);
                // What an array holds that is given nothing is not told.
                let is_told = !is_array
                    || self
                        .tokens
                        .get(begin..self.at)
                        .unwrap_or_default()
                        .iter()
                        .any(|token| matches!(token.kind, TokenKind::Mark('=' | '{')));
                let kind = if is_told || !self.is_table_value(&value) { RoleKind::Value } else { RoleKind::Hidden };
                let class = self.class_made(&value);
                let index = self.builder.push(span, Some(name), value, kind, false);
                if let Some(class) = class.filter(|_| !self.builder.is_within_class()) {
                    self.builder.object(class, index);
                }
                self.stands_in(noted, index);
            }
            None if let Some((kind, default)) = match untold {
                Some(default) => Some((InputKind::Value, default.to_string())),
                None => elided.and_then(|_| self.told_by_name(&name.0, declared)),
            } =>
            {
                let input = Input { name: name.0, statement: 0, kind, is_static: false, default, span: place };
                let index = self.builder.input(input, span, None);
                self.stands_in(noted, index);
            }
            None => {
                self.forget_changed(begin);
                let is_empty = self.at == begin;
                let reason = if is_empty || matches!(declared, Declared::Foreign) {
                    Reason::Declaration
                } else if self.is_unclosed(begin) {
                    Reason::Unclosed
                } else {
                    Reason::NotRead
                };
                let index = self.builder.unknown(span, name, reason, false);
                if is_empty && is_integer {
                    self.unset.insert(index);
                }
            }
        }
    }

    /// Reports whether a bracket opens between a token and here that does not close.
    fn is_unclosed(&self, begin: usize) -> bool {
        let mut open = Vec::new();
        for token in self.tokens.get(begin..self.at).unwrap_or_default() {
            match token.kind {
                TokenKind::Mark(mark @ ('(' | '[' | '{')) => open.push(mark),
                TokenKind::Mark(mark @ (')' | ']' | '}')) => {
                    let opened = match mark {
                        ')' => '(',
                        ']' => '[',
                        _ => '{',
                    };
                    if open.pop() != Some(opened) {
                        return true;
                    }
                }
                _ => {}
            }
        }
        !open.is_empty()
    }

    /// Where `= …;` and `= /* … */;` end, in which whoever wrote it left the value out.
    fn elided(&self) -> Option<usize> {
        if !self.is_mark('=') {
            return None;
        }
        let mut at = self.at + 1;
        while self.is_mark_of(at, '.') || self.tokens.get(at).is_some_and(|token| token.written.of(self.text) == "...")
        {
            at += 1;
        }
        let is_end = at > self.at + 1 && self.is_on_next_line(at);
        (is_end || self.is_mark_of(at, ';')).then_some(at)
    }

    /// Reports whether a token stands in another line than the one before it, or nothing stands there.
    pub(super) fn is_on_next_line(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|before| self.tokens.get(before)) else { return true };
        let next = self.tokens.get(at).map_or(self.text.len(), |token| token.span.start);
        self.text.get(before.span.end..next).is_some_and(|between| between.contains('\n'))
    }

    /// What a variable is asked for as, by its type and its name.
    fn told_by_name(&self, name: &str, declared: &Declared) -> Option<(InputKind, String)> {
        let integral = match declared {
            Declared::Type(of) => matches!(&of.kind, ExpressionKind::Name(of) if is_integral(of)),
            _ => false,
        };
        if integral {
            let (kind, default) = defaults::of_integer(name);
            return Some((kind, default.to_string()));
        }
        if matches!(declared, Declared::Type(_)) {
            return None;
        }
        let default = match defaults::of_object(name, self.instructions) {
            Some(default) => default,
            None if super::ask::is_size(name) => {
                let (kind, default) = defaults::of_integer(name);
                return Some((kind, default.to_string()));
            }
            None => defaults::LAYOUT,
        };
        matches!(declared, Declared::Nothing).then(|| (InputKind::Value, default.to_string()))
    }

    /// Reports whether a value stands at a token, and not the type of a parameter: a number, or a name that has a value.
    fn begins_value(&self, at: usize) -> bool {
        let text = self.tokens.get(at).map_or("", |token| token.written.of(self.text));
        let is_number = text.starts_with(|first: char| first.is_ascii_digit());
        is_number || !self.type_names.contains(text) && self.defines(text)
    }

    /// `dim3 grid(4, 2)` and `uint2 at = {x, y}` behind the name: a tuple.
    fn vector(&mut self, behind: usize) -> Option<Expression> {
        let place = behind.checked_sub(2)?;
        let (word, start) = (self.word_at(place), self.tokens.get(place)?.span);
        vector_extent(word)?;
        let is_given = self.is_mark('=');
        self.at += usize::from(is_given);
        let close = match self.peek()?.kind {
            TokenKind::Mark('{') => '}',
            TokenKind::Mark('(') if !is_given => ')',
            // `dim3 block = 128;`
            _ if is_given && word == "dim3" => {
                let is_machine = |of: &Expression| matches!(&of.kind, ExpressionKind::Name(name) if super::expression::MACHINE.contains(&name.as_str()));
                if let Ok(of) = self.expression()
                    && self.is_at_end()
                    && !is_machine(&of)
                {
                    let span = of.span;
                    let call = Call { arguments: vec![of], ..super::function::call_of(VECTOR, span) };
                    return Some(expression_of(Code::Invoke(call), span));
                }
                self.at = behind;
                return None;
            }
            _ => {
                self.at = behind;
                return None;
            }
        };
        let open = if close == ')' { '(' } else { '{' };
        let Ok((mut items, end)) = self.list(open, close) else {
            self.at = behind;
            return None;
        };
        // Not from the parenthesis of the first on: that would be one around all of them.
        let span = start.to(end);
        // `dim3 grid = dim3(4, 2);` and `dim3 grid{other};`
        let is_other = |item: &Expression| !matches!(item.kind, ExpressionKind::Int { .. }) && self.is_vector(item);
        if let [item] = items.as_slice()
            && is_other(item)
        {
            return items.pop();
        }
        vector_of(word, items, span)
    }

    /// Reports whether an expression is a `dim3` or the like, or the name of one.
    fn is_vector(&self, of: &Expression) -> bool {
        let of = match &of.kind {
            ExpressionKind::Name(name) => {
                let found = self.document().defining(name, self.count());
                match found.and_then(|found| self.builder.expression(found)) {
                    Some(of) => of,
                    None => return false,
                }
            }
            _ => of,
        };
        matches!(of.kind, ExpressionKind::Tuple(_))
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.is_mark(';') || self.is_mark(',') || self.is_mark('}') || self.at >= self.tokens.len()
    }

    /// Notes that a name stands for a function: `auto kernel = device<decltype(a)>;`
    /// Notes that a name stands for another one from here on: `int& x = y;`, whose value opens at a token.
    fn note_reference(&mut self, behind: usize) {
        let own = self.word_at(behind.wrapping_sub(1));
        self.references.retain(|(name, ..)| *name != own);
        self.parts.retain(|part| part.own != own);
        let is_reference =
            self.is_mark_of(behind.wrapping_sub(2), '&') && !self.is_mark_of(behind.wrapping_sub(3), '&');
        let of = self.referred(self.word_at(behind + 1));
        let ends = self.is_mark_of(behind + 2, ';') || self.is_mark_of(behind + 2, ',');
        let is_name = self.is_mark_of(behind, '=') && ends && self.defines(of);
        if is_reference && is_name && of != own {
            self.references.push((own, of, self.blocks));
        }
        // `int& m = get<0>(shape);`, `auto& m = params.m;`
        if is_reference && !is_name && self.is_mark_of(behind, '=') {
            let at = std::mem::replace(&mut self.at, behind + 1);
            let target = self.target();
            self.at = at;
            if let Some(target) = target.filter(|target| self.is_mark_of(target.end, ';') && self.is_part(target)) {
                let own = own.to_string();
                self.parts.push(Part { own, of: target.name, path: target.path, depth: self.blocks });
            }
        }
        // `Params* p = &params;` of an object whose members are asked through it.
        let pointee = self.referred(self.word_at(behind + 2));
        let is_address = self.is_mark_of(behind.wrapping_sub(2), '*')
            && self.is_mark_of(behind, '=')
            && self.is_mark_of(behind + 1, '&')
            && self.is_mark_of(behind + 3, ';')
            && self.defines(pointee);
        if is_address && pointee != own && self.has_members(&name_of(pointee, Span::default())) {
            self.references.push((own, pointee, self.blocks));
        }
    }

    /// Reports whether a part is one of what is followed here.
    fn is_part(&self, target: &Target) -> bool {
        let has_parts = || match target.is_tuple {
            true => self.defines(&target.name),
            false => self.has_members(&name_of(&target.name, target.place)) || self.is_table(&target.name),
        };
        !target.path.is_empty() && has_parts()
    }

    fn note_alias(&mut self, name: &str, value: &Expression) {
        let mut value = value;
        for _ in 0..8 {
            match &value.kind {
                ExpressionKind::Code(code) => match &**code {
                    Code::Typed(_, inner) | Code::Deref(inner) => value = inner,
                    Code::Invoke(call) => {
                        let is_alias = call.arguments.is_empty()
                            && !call.template.is_empty()
                            && !call.is_member
                            && self.document().functions_named(&call.name).next().is_some();
                        if is_alias {
                            self.aliases.insert(name.to_string(), call.clone());
                        }
                        return;
                    }
                    _ => return,
                },
                ExpressionKind::Name(of) if self.document().functions_named(of).next().is_some() => {
                    let call = Call {
                        name: of.clone(),
                        name_span: value.span,
                        template: Vec::new(),
                        template_span: value.span,
                        arguments: Vec::new(),
                        is_member: false,
                        named: Vec::new(),
                    };
                    self.aliases.insert(name.to_string(), call);
                    return;
                }
                _ => return,
            }
        }
    }

    /// `auto [a, b] = value;` from its bracket on.
    fn structured(&mut self, start: Span) -> bool {
        let close = self.behind_bracket(self.at);
        let names = (self.at + 1..close).filter(|at| !self.word_at(*at).is_empty());
        let names =
            names.filter_map(|at| Some((self.word_at(at).to_string(), self.tokens.get(at)?.span))).collect::<Vec<_>>();
        let is_reference =
            self.is_mark_of(self.at.wrapping_sub(1), '&') && !self.is_mark_of(self.at.wrapping_sub(2), '&');
        self.at = close;
        let noted = self.noted();
        // `auto& [m, n] = shape;`
        let of_name = self.referred(self.word(1)).to_string();
        let is_name = is_reference && self.is_mark('=') && self.is_mark_at(2, ';') && self.defines(&of_name);
        let value = if self.is_mark('=') {
            self.at += 1;
            self.expression().ok().filter(|_| self.is_at_end())
        } else {
            None
        };
        self.ends();
        let is_object = value.as_ref().is_some_and(|value| self.is_own_object(value));
        let span = start.to(self.before());
        let asks = value.as_ref().is_some_and(|value| {
            // `auto block_coord = scheduler.get_block_coord();`
            let made = match &value.kind {
                ExpressionKind::Name(name) => self.document().defining(name, self.count()),
                _ => None,
            };
            let made = made.and_then(|made| self.builder.expression(made)).unwrap_or(value);
            self.is_open(value) || self.is_answer_of_others(made)
        });
        let whole = value.map(|value| {
            let index = self.builder.push(span, None, value, RoleKind::Hidden, false);
            self.stands_in(noted, index);
            index
        });
        for (mode, name) in names.into_iter().enumerate() {
            match whole {
                Some(whole) => {
                    let place = int(mode as i64, true, name.1);
                    let of = expression_of(Code::Of(whole), span);
                    let value = match is_object {
                        true => expression_of(Code::Invoke(binding(of, place, span)), span),
                        false => super::expression::call_of(called::GET, vec![place], vec![of], span),
                    };
                    // Of what nothing tells each name is asked for.
                    if asks && self.ask_for_answer(&name, span, &value).is_some() {
                        continue;
                    }
                    self.references.retain(|(own, ..)| *own != name.0);
                    self.parts.retain(|part| part.own != name.0);
                    let own = name.0.clone();
                    self.builder.push(span, Some(name), value, RoleKind::Value, false);
                    if is_name && !is_object {
                        self.parts.push(Part {
                            own,
                            of: of_name.clone(),
                            path: vec![mode.to_string()],
                            depth: self.blocks,
                        });
                    }
                }
                None => {
                    self.builder.unknown(span, name, Reason::NotRead, false);
                }
            }
        }
        true
    }

    /// Reports whether a value is an object of a class of the text, as far as that is seen here.
    fn is_own_object(&self, value: &Expression) -> bool {
        let mut value = value;
        // A name is what it was made of.
        let mut site = self.count();
        for _ in 0..OBJECT_LIMIT {
            let ExpressionKind::Name(name) = &value.kind else { break };
            let Some(made) = self.document().defining(name, site) else { return false };
            let Some(of) = self.builder.expression(made) else { return false };
            (value, site) = (of, made);
        }
        let is_function = match &value.kind {
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if call.is_member => {
                    let is_own = |function: &Function| function.owner.is_some();
                    self.document().functions_named(&call.name).take(OBJECT_LIMIT).any(|(_, function)| is_own(function))
                }
                Code::Invoke(call) => self.document().functions_named(&call.name).next().is_some(),
                _ => false,
            },
            _ => false,
        };
        is_function || self.has_members(value) && !matches!(&value.kind, ExpressionKind::Tuple(_))
    }

    /// `using X = …;`, and what says nothing: `using namespace cute;`
    pub(super) fn using(&mut self, start: Span, templates: Vec<TemplateParameter>) {
        let place = self.tokens.get(self.at + 1).map_or(start, |token| token.span);
        let name = self.word(1).to_string();
        if name.is_empty() || !self.is_mark_at(2, '=') {
            self.skip();
            self.builder.leave_out(start.to(self.before()), Reason::Declaration);
            return;
        }
        self.at += 3;
        if !templates.is_empty() {
            return self.template_alias(start, name, templates);
        }
        let noted = self.noted();
        let begin = self.at;
        self.depth = 0;
        let value = self.type_expression().ok().filter(|_| self.is_at_end());
        if value.is_none() {
            self.at = begin;
        }
        self.ends();
        let span = start.to(self.before());
        match value {
            Some(value) => {
                let index = match self.ask_for_type(&(name.clone(), place), span, &value) {
                    Some(index) => index,
                    None => self.builder.push(span, Some((name, place)), value, RoleKind::Value, false),
                };
                self.stands_in(noted, index);
            }
            None => {
                self.builder.unknown(span, (name, place), Reason::NotRead, false);
            }
        }
    }

    /// `template <class T> using X = …;`: a function from types to a type.
    fn template_alias(&mut self, start: Span, name: String, templates: Vec<TemplateParameter>) {
        let begin = self.count();
        self.builder.open();
        let templates = self.template_statements(templates);
        let at = self.at;
        self.depth = 0;
        let value = self.type_expression().ok().filter(|_| self.is_at_end());
        if value.is_none() {
            self.at = at;
        }
        self.ends();
        let span = start.to(self.before());
        match value {
            Some(value) => {
                self.builder.push(span, None, value, RoleKind::Return, false);
            }
            None => self.builder.leave_out(span, Reason::NotRead),
        }
        self.builder.close();
        let range = begin..self.count();
        let packs = templates.iter().copied().filter(|index| self.packs.contains(index)).collect();
        self.builder.function(Function { name, templates, packs, range, is_type: true, ..Function::default() });
    }

    pub(super) fn typedef(&mut self, start: Span) {
        self.at += 1;
        let begin = self.at;
        self.depth = 0;
        let value = self.type_expression().ok();
        let (name, place) = (self.word(0).to_string(), self.span());
        if let Some(value) = value.filter(|_| !name.is_empty() && self.is_mark_at(1, ';')) {
            self.at += 2;
            self.builder.push(start.to(self.before()), Some((name, place)), value, RoleKind::Value, false);
            return;
        }
        self.at = begin;
        self.skip();
        self.builder.leave_out(start.to(self.before()), Reason::NotRead);
    }

    pub(super) fn namespace(&mut self, start: Span) {
        while self.at < self.tokens.len() && !self.is_mark('{') && !self.is_mark(';') && !self.is_mark('=') {
            self.at += 1;
        }
        if !self.is_mark('{') {
            // `namespace gmma = cute::SM90::GMMA;`
            let (own, equals) = (self.word_at(self.at.wrapping_sub(1)), self.is_mark('='));
            self.skip();
            let of = self.word_at(self.at.saturating_sub(2));
            if equals && !own.is_empty() && !of.is_empty() {
                self.namespaces.insert(own.to_string());
                self.namespace_aliases.insert(own, of);
            }
            self.builder.leave_out(start.to(self.before()), Reason::Declaration);
            return;
        }
        // Its names are seen behind it too: with their namespace, which is not looked at.
        self.block();
    }

    /// Reports whether a class is declared here, and not only named.
    pub(super) fn is_class(&self) -> bool {
        let mut at = self.at + 1;
        for _ in 0..256 {
            match self.tokens.get(at).map(|token| token.kind) {
                Some(TokenKind::Mark('{')) => return true,
                Some(TokenKind::Mark(';')) => return self.is_mark_of(at, ';') && at == self.at + 2,
                Some(TokenKind::Mark('=' | ')')) | None => return false,
                Some(TokenKind::Mark('(')) => at = self.behind_bracket(at),
                Some(TokenKind::Mark('<')) => match self.template_end(at) {
                    Some(end) => at = end + 1,
                    None => return false,
                },
                _ => at += 1,
            }
        }
        false
    }

    /// `enum class X { A, B = 4 };`: its words are integers.
    pub(super) fn enumeration(&mut self, start: Span) {
        // Words of `enum class` stand behind its name.
        let scope = if matches!(self.word(1), "class" | "struct") { self.word(2) } else { "" };
        if !scope.is_empty() {
            self.enumerations.insert(scope);
        }
        while self.at < self.tokens.len() && !self.is_mark('{') && !self.is_mark(';') {
            self.at += 1;
        }
        if !self.is_mark('{') {
            self.skip();
            self.builder.leave_out(start.to(self.before()), Reason::Declaration);
            return;
        }
        let close = self.behind_bracket(self.at);
        self.at += 1;
        self.enumeration = scope;
        let mut before: Option<(String, Span)> = None;
        while self.at + 1 < close {
            let (name, place) = (self.word(0).to_string(), self.span());
            let name = if scope.is_empty() || name.is_empty() { name } else { format!("{scope}::{name}") };
            self.at += 1;
            self.depth = 0;
            let value = if self.is_mark('=') {
                self.at += 1;
                self.expression().ok()
            } else {
                Some(match &before {
                    None => int(0, false, place),
                    Some((name, _)) => binary("+", name_of(name, place), int(1, false, place), place),
                })
            };
            if let Some(value) = value.filter(|_| !name.is_empty()) {
                self.builder.push(place, Some((name.clone(), place)), value, RoleKind::Value, false);
                before = Some((name, place));
            }
            while self.at + 1 < close && !self.is_mark(',') {
                self.at += 1;
            }
            self.at += 1;
        }
        self.at = close;
        self.enumeration = "";
        self.ends();
    }

    /// `#define NAME value`, and `#define NAME(a) value`, which is a function.
    pub(super) fn define(&mut self, define: &Define) {
        let name = define.name.of(self.text).to_string();
        if define.body.is_empty() || define.is_written_out && define.parameters.is_some() {
            self.builder.leave_out(define.span, Reason::Declaration);
            return;
        }
        let body = self.bodies.get(define.body.clone()).unwrap_or_default();
        let (tokens, at) = (std::mem::replace(&mut self.tokens, body), std::mem::take(&mut self.at));
        self.depth = 0;
        let first = self.count();
        let is_read = match &define.parameters {
            None => {
                let value = self.expression().ok().filter(|_| self.at == body.len());
                let name = Some((name, define.name));
                value.map(|value| self.builder.push(define.span, name, value, RoleKind::Value, false)).is_some()
            }
            Some(spans) => {
                self.builder.open();
                let mut parameters = Vec::with_capacity(spans.len());
                for span in spans {
                    let name = (span.of(self.text).to_string(), *span);
                    let statement = self.builder.unknown(*span, name, Reason::NotDefined, false);
                    parameters.push(Parameter { statement, ..Parameter::default() });
                }
                let value = self.expression().ok().filter(|_| self.at == body.len());
                let found = value.map(|value| self.builder.push(define.span, None, value, RoleKind::Return, false));
                self.builder.close();
                let range = first..self.count();
                self.builder.function(Function { name, parameters, range, ..Function::default() });
                found.is_some()
            }
        };
        (self.tokens, self.at) = (tokens, at);
        if !is_read {
            self.builder.leave_out(define.span, Reason::NotRead);
        }
    }
}

/// Reports whether a type is one of numbers, of which a variable has no value before it is given one.
fn is_number_type(of: &Expression) -> bool {
    matches!(&of.kind, ExpressionKind::Name(name) if construct::element(name).is_some() || is_integral(name))
}

/// The type of the elements of `array<T, N>`.
fn element_of_array(of: &Expression) -> Option<&Expression> {
    match &of.kind {
        ExpressionKind::Code(code) => match &**code {
            Code::Invoke(call) if call.name == "array" && call.template.len() == 2 => call.template.first(),
            _ => None,
        },
        _ => None,
    }
}

/// Reports whether a type is one of a pointer.
fn is_pointer(of: &Expression) -> bool {
    matches!(&of.kind, ExpressionKind::Code(code) if matches!(**code, Code::Pointer(_)))
}

/// One of several names that an object or a tuple is given to.
fn binding(of: Expression, place: Expression, span: Span) -> Call {
    Call {
        name: BINDING.to_string(),
        name_span: span,
        template: Vec::new(),
        template_span: span,
        arguments: vec![of, place],
        is_member: false,
        named: Vec::new(),
    }
}
