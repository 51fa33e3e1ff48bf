//! Vectors and sets of numbers that grow, and the algorithms of the standard library that go through what they hold.

use super::algorithms::Function;
use super::effects;
use super::expression::{expression_of, is_integral};
use super::reader::Reader;
use crate::int::{Int, Truth};
use crate::nested::Nested;
use crate::notebook::evaluate::{Evaluated, Scope};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::token::TokenKind;
use crate::notebook::value::Value;
use crate::notebook::written::{Program, Reason};
use crate::paste::RoleKind;
use crate::paste::call::unknown;
use crate::paste::code::ARRAY_LIMIT;
use crate::paste::python::runtime;
use crate::paste::rounds::LEFT;
use crate::paste::settle::truth;

/// What an algorithm makes of a range: its name, the range, and what else it is given.
pub(in crate::paste) const RANGE: &str = "& range";

/// Number of tokens in which one looks for how a vector is used.
const LOOK_AHEAD: usize = 2048;

/// Number of names that stand for each other which are followed to a type.
const ALIAS_LIMIT: usize = 8;

/// Number of definitions of a name that are looked through for what it began as.
const DEFINITION_LIMIT: usize = 2048;

/// Methods that change what a vector or a set holds.
pub(super) fn is_growth(method: &str) -> bool {
    matches!(method, "push_back" | "emplace_back" | "pop_back" | "clear" | "resize" | "assign" | "insert" | "reserve")
}

/// Methods that only ask.
fn is_question(method: &str) -> bool {
    matches!(method, "size" | "at" | "front" | "back" | "empty" | "begin" | "end" | "cbegin" | "cend" | "count")
}

/// The list itself, where its first element is asked for: `problems.data()`.
fn is_first(method: &str) -> bool {
    method == "data"
}

/// Algorithms that answer a value.
fn answers(name: &str) -> bool {
    matches!(
        name,
        "accumulate"
            | "reduce"
            | "max_element"
            | "min_element"
            | "count"
            | "count_if"
            | "all_of"
            | "any_of"
            | "none_of"
            | "inner_product"
            | "is_sorted"
            | "find"
    )
}

/// Algorithms that give the range other values.
fn arranges(name: &str) -> bool {
    matches!(name, "sort" | "stable_sort" | "reverse" | "iota" | "fill")
}

/// The type of the elements of a vector or a set of the standard library, as it is written.
fn element_of(of: &Expression) -> Option<(&str, &Expression)> {
    let ExpressionKind::Code(code) = &of.kind else { return None };
    let Code::Invoke(call) = &**code else { return None };
    let [element] = call.template.as_slice() else { return None };
    let is_one = matches!(call.name.as_str(), "vector" | "set" | "unordered_set") && call.arguments.is_empty();
    is_one.then_some((call.name.as_str(), element))
}

/// Reports whether a type is that of a vector or a set.
pub(in crate::paste) fn is_list_type(of: &Expression) -> bool {
    element_of(of).is_some()
}

impl Reader<'_> {
    /// Reports whether elements of a type are followed: numbers, objects of the text, and tuples and vectors of them.
    pub(super) fn is_followed(&self, element: &Expression) -> bool {
        match &element.kind {
            ExpressionKind::Name(name) => {
                is_integral(name) || self.document().type_named(name).is_some() || self.is_tuple_type(element)
            }
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if matches!(call.name.as_str(), "pair" | "tuple" | "vector" | "array") => {
                    call.template.first().is_some_and(|first| self.is_followed(first))
                }
                Code::Invoke(call) => !call.is_member && self.document().type_named(&call.name).is_some(),
                _ => false,
            },
            _ => self.is_tuple_type(element),
        }
    }

    /// Reports whether a type is one of CuTe's tuples, `Shape<int,int>`, or another name for one.
    pub(super) fn is_tuple_type(&self, of: &Expression) -> bool {
        let (mut of, mut site) = (of, self.count());
        for _ in 0..ALIAS_LIMIT {
            match &of.kind {
                ExpressionKind::Name(name) => {
                    let Some(found) = self.document().defining(name, site) else { return false };
                    let Some(other) = self.builder.expression(found) else { return false };
                    (of, site) = (other, found);
                }
                ExpressionKind::Tuple(_) => return true,
                ExpressionKind::Call(call) => {
                    return matches!(call.name.as_str(), "Shape" | "Stride" | "Coord" | "Step" | "tuple")
                        && call.arguments.is_empty();
                }
                _ => return false,
            }
        }
        false
    }

    /// Reports whether a type is a class of the text.
    fn is_class_of_text(&self, of: &Expression) -> bool {
        match &of.kind {
            ExpressionKind::Name(name) => self.document().type_named(name).is_some(),
            ExpressionKind::Code(code) => {
                matches!(&**code, Code::Invoke(call) if self.document().type_named(&call.name).is_some())
            }
            _ => false,
        }
    }

    /// An element of a list as its class makes it: `{4, 8}` of one of the text.
    pub(super) fn as_element(&self, element: &Expression, item: Expression) -> Expression {
        let is_class = self.is_class_of_text(element);
        let span = item.span;
        match item.kind {
            ExpressionKind::Tuple(items) if is_class => expression_of(Code::Construct(element.clone(), items), span),
            kind if self.is_tuple_type(element) => {
                expression_of(Code::Typed(element.clone(), Expression { kind, span }), span)
            }
            kind => Expression { kind, span },
        }
    }

    /// `array<T, N>` of a class of the text.
    fn array_of_objects<'of>(&self, of: &'of Expression) -> Option<(&'of str, &'of Expression)> {
        let ExpressionKind::Code(code) = &of.kind else { return None };
        let Code::Invoke(call) = &**code else { return None };
        let [element, _] = call.template.as_slice() else { return None };
        let is_one = call.name == "array" && call.arguments.is_empty() && self.is_class_of_text(element);
        is_one.then_some((call.name.as_str(), element))
    }

    /// The elements of `std::vector<int> sizes;`, behind its name, where all of its uses are followed.
    pub(super) fn growing(&mut self, of: Option<&Expression>) -> Option<Expression> {
        let (class, element) = of.and_then(|of| element_of(of).or_else(|| self.array_of_objects(of)))?;
        let element = element.clone();
        let is_set = !matches!(class, "vector" | "array");
        let name = self.word_at(self.at.wrapping_sub(1));
        let is_number = matches!(&element.kind, ExpressionKind::Name(name) if is_integral(name));
        if !self.is_followed(&element) || name.is_empty() || !self.is_used_as_list(name, is_set, is_number) {
            return None;
        }
        let span = element.span;
        let at = self.at;
        let open = self.at + usize::from(self.is_mark('='));
        let is_list = self.is_mark_of(open, '{');
        let list = if is_list {
            self.at = open;
            self.list('{', '}').ok().map(|(items, end)| (if class == "array" { unbraced(items) } else { items }, end))
        } else if class == "array" {
            None
        } else if self.is_mark('(') && !is_set {
            self.list('(', ')').ok()
        } else if self.is_mark(';') || self.is_mark(',') {
            Some((Vec::new(), span))
        } else {
            None
        };
        let Some((items, end)) = list.filter(|_| self.is_at_end()) else {
            self.at = at;
            return None;
        };
        let span = span.to(end);
        let operation = match (is_set, is_list) {
            (true, _) => "set",
            (false, true) => "list",
            (false, false) => "filled",
        };
        // How many there are is no element.
        let counts = usize::from(operation == "filled");
        let items = items.into_iter().enumerate();
        let items = items.map(|(place, item)| if place < counts { item } else { self.as_element(&element, item) });
        Some(made(operation, items.collect(), Some(element), span))
    }

    /// Reports whether a vector is used as a list of numbers up to the end of its block, and not as memory.
    pub(super) fn is_used_as_list(&self, name: &str, is_set: bool, is_number: bool) -> bool {
        let mut depth = 0_usize;
        let begin = self.at;
        for at in begin..begin + LOOK_AHEAD {
            match self.tokens.get(at).map(|token| token.kind) {
                None => return true,
                Some(TokenKind::Mark('{')) => depth += 1,
                Some(TokenKind::Mark('}')) => match depth.checked_sub(1) {
                    Some(outer) => depth = outer,
                    None => return true,
                },
                Some(TokenKind::Name) if self.word_at(at) == name => {
                    let method = self.word_at(at + 2);
                    let is_asked = is_growth(method) || is_question(method) || is_first(method) && !is_number;
                    let is_method = self.is_mark_of(at + 1, '.') && is_asked;
                    let before = at.wrapping_sub(1);
                    let is_any = |at: usize, marks: &[char]| marks.iter().any(|mark| self.is_mark_of(at, *mark));
                    let is_argument = is_any(before, &['(', ',', '{']) && is_any(at + 1, &[')', ',', '}']);
                    let is_range = self.is_mark_of(before, ':') && self.is_mark_of(at + 1, ')');
                    let is_element = self.is_mark_of(at + 1, '[') && !self.is_mark_of(before, '&') && !is_set;
                    let is_answer = self.word_at(before) == "return" && self.is_mark_of(at + 1, ';');
                    let is_member = self.is_mark_of(before, '.');
                    if !(is_method || is_argument || is_range || is_element || is_answer || is_member) {
                        return false;
                    }
                }
                Some(_) => {}
            }
        }
        true
    }

    /// `sizes.push_back(4);`, `std::sort(v.begin(), v.end());`; whether it was one.
    pub(super) fn grows(&mut self, start: Span) -> bool {
        let begin = self.at;
        while self.word(0) == "std" && self.is_mark_at(1, ':') && self.is_mark_at(2, ':') {
            self.at += 3;
        }
        let word = self.word(0);
        let is_arrangement =
            arranges(word) && self.is_mark_at(1, '(') && self.document().functions_named(word).next().is_none();
        let is_method = (self.at..self.at + 32)
            .take_while(|at| !self.is_mark_of(*at, ';'))
            .any(|at| self.is_mark_of(at, '.') && is_growth(self.word_at(at + 1)) && self.is_mark_of(at + 2, '('));
        if !is_arrangement && !is_method {
            self.at = begin;
            return false;
        }
        let open = self.at + 1;
        self.at += if is_arrangement { 2 } else { 0 };
        let noted = self.noted();
        let target = self.target();
        let method = target.as_ref().and_then(|target| target.path.last().cloned()).unwrap_or_default();
        let is_one = match is_arrangement {
            true => matches!(method.as_str(), "begin" | "cbegin"),
            false => is_growth(&method),
        };
        let target = target.filter(|target| is_one && self.is_mark_of(target.end, '(')).map(|mut target| {
            target.path.pop();
            target
        });
        let is_list = |target: &super::statement::Target| {
            let is_element = |step: &String| step.starts_with('#');
            let members = target.path.iter().filter(|step| !is_element(step)).collect::<Vec<_>>();
            match members.as_slice() {
                [] => self.is_list(&target.name),
                [member] => self.is_list_of_class(member) && self.is_whole(&target.name),
                _ => false,
            }
        };
        let Some(target) = target.filter(is_list) else {
            self.at = begin;
            // What is not followed is not known.
            let word = self.word_at(if is_arrangement { open + 1 } else { begin });
            let name = self.referred_text(word);
            if self.is_table(&name)
                || self.is_list(&name)
                || self.has_members(&super::expression::name_of(&name, start))
            {
                self.skip();
                self.builder.unknown(start.to(self.before()), (name, start), Reason::NotRead, true);
                return true;
            }
            return false;
        };
        // What elements are worth that nobody follows changes nothing: `std::iota` of floating-point numbers.
        if is_arrangement
            && let Some(element) = self.element_of_list(target.path.last().unwrap_or(&target.name))
            && !self.is_followed(&element)
        {
            self.at = begin;
            self.skip();
            self.builder.leave_out(start.to(self.before()), Reason::Action);
            return true;
        }
        let close = match is_arrangement {
            true => self.behind_bracket(open),
            false => self.behind_bracket(target.end),
        };
        let place = target.place;
        let value = if is_arrangement {
            self.at = begin;
            self.depth = 0;
            self.expression().ok()
        } else {
            self.at = target.end;
            self.depth = 0;
            let list = self.list('(', ')').ok();
            let element = self.element_of_list(target.path.last().unwrap_or(&target.name));
            list.map(|(items, end)| {
                let items = match &element {
                    // `segments.emplace_back(4, 8)`
                    Some(element) if method == "emplace_back" && items.is_empty() => {
                        let span = place.to(end);
                        vec![match &element.kind {
                            ExpressionKind::Name(name) if is_integral(name) => super::expression::int(0, false, span),
                            _ => self.as_element(element, Expression { kind: ExpressionKind::Tuple(Vec::new()), span }),
                        }]
                    }
                    Some(element) if method == "emplace_back" && items.len() != 1 => {
                        let all = Expression { kind: ExpressionKind::Tuple(items), span: place.to(end) };
                        vec![self.as_element(element, all)]
                    }
                    Some(_) if matches!(method.as_str(), "resize" | "assign" | "reserve") => items,
                    Some(element) => items.into_iter().map(|item| self.as_element(element, item)).collect(),
                    None => items,
                };
                let all = std::iter::once(self.value_of(&target)).chain(items).collect();
                made(&method, all, element, place.to(end))
            })
        };
        let is_end = self.is_mark(';') || self.at >= self.tokens.len() || self.is_mark('}');
        match value.filter(|_| is_end) {
            Some(value) => {
                let span = start.to(value.span);
                self.give(target, value, span, noted, RoleKind::Hidden);
                self.builder.leave_out(span, Reason::Action);
                self.ends();
            }
            None => {
                self.at = close.max(begin + 1);
                self.skip();
                self.builder.unknown(start.to(self.before()), (target.name, place), Reason::NotRead, true);
            }
        }
        true
    }

    /// Reports whether a class of the text has a vector or a set under a name.
    fn is_list_of_class(&self, member: &str) -> bool {
        let fields = self.document().types.iter().flat_map(|found| &found.fields);
        let mut named = fields.filter(|field| self.builder.name_of(field.statement) == Some(member));
        named.any(|field| field.of.as_ref().and_then(element_of).is_some())
    }

    /// Reports whether a name may hold parts: an object.
    fn is_whole(&self, name: &str) -> bool {
        self.has_members(&super::expression::name_of(name, Span::default()))
    }

    /// The type of the elements of a vector that is followed.
    fn element_of_list(&self, name: &str) -> Option<Expression> {
        let mut site = self.count();
        for _ in 0..DEFINITION_LIMIT {
            site = self.document().defining(name, site)?;
            let ExpressionKind::Code(code) = &self.builder.expression(site)?.kind else { continue };
            match &**code {
                Code::Invoke(call) if call.name == RANGE && !call.template.is_empty() => {
                    return call.template.first().cloned();
                }
                Code::Construct(of, _) | Code::Typed(of, _) => {
                    return element_of(of).map(|(_, element)| element.clone());
                }
                _ => {}
            }
        }
        None
    }

    /// Reports whether a name is that of a vector or a set whose elements are followed.
    pub(super) fn is_list(&self, name: &str) -> bool {
        let mut site = self.count();
        let mut is_member = false;
        for _ in 0..DEFINITION_LIMIT {
            let Some(made) = self.document().defining(name, site) else { return is_member };
            let Some(of) = self.builder.expression(made) else { return false };
            match &of.kind {
                ExpressionKind::Missing => {}
                ExpressionKind::Code(code) => match &**code {
                    Code::With(..) => {}
                    Code::Invoke(call) if [effects::AFTER, LEFT].contains(&call.name.as_str()) => {}
                    Code::Invoke(call) if call.name == RANGE => match call.arguments.first().map(|first| &first.kind) {
                        Some(ExpressionKind::Text(of)) if matches!(of.as_str(), "set" | "list" | "filled") => {
                            return true;
                        }
                        _ => {}
                    },
                    // A parameter, or a member that each object has.
                    Code::Construct(of, _) | Code::Typed(of, _) => return element_of(of).is_some(),
                    Code::Invoke(call) if call.name == crate::paste::call::INHERITED => is_member = true,
                    // What a function of the text answers is seen when it is called.
                    Code::Invoke(call) if self.document().functions_named(&call.name).next().is_some() => return true,
                    _ => return false,
                },
                _ => return false,
            }
            site = made;
        }
        false
    }

    /// `std::find(v.begin(), v.end(), x) != v.end()` and `s.find(x) == s.end()`: whether it is there.
    pub(super) fn is_there(&self, operator: &str, left: &Expression, right: &Expression) -> Option<Expression> {
        let span = left.span.to(right.span);
        let ExpressionKind::Code(code) = &left.kind else { return None };
        let Code::Invoke(call) = &**code else { return None };
        let (of, wanted) = match call.arguments.as_slice() {
            [Expression { kind: ExpressionKind::Text(name), .. }, of, wanted]
                if call.name == RANGE && name == "find" =>
            {
                (of, wanted)
            }
            [of, wanted] if call.is_member && call.name == "find" => (of, wanted),
            _ => return None,
        };
        let end = range_of(right, "end").filter(|end| end.span.of(self.text) == of.span.of(self.text));
        end.filter(|_| matches!(operator, "==" | "!="))?;
        let found = made("contains", vec![of.clone(), wanted.clone()], None, span);
        Some(match operator {
            "!=" => found,
            _ => Expression { kind: ExpressionKind::Unary("!", Box::new(found)), span },
        })
    }

    /// An algorithm over a whole range, `std::accumulate(v.begin(), v.end(), 0)`.
    pub(super) fn over_range(&self, call: &Call, span: Span) -> Option<Expression> {
        if !answers(&call.name) && !arranges(&call.name) {
            return None;
        }
        let [first, last, rest @ ..] = call.arguments.as_slice() else { return None };
        let (of, end) = (range_of(first, "begin")?, range_of(last, "end")?);
        if of.span.of(self.text) != end.span.of(self.text) {
            return None;
        }
        // `inner_product(a.begin(), a.end(), b.begin(), 0)`
        let rest = rest.iter().map(|item| range_of(item, "begin").unwrap_or(item).clone());
        let all = std::iter::once(of.clone()).chain(rest).collect();
        Some(made(&call.name, all, None, span))
    }
}

/// The elements of an array whose braces stand within others: `{{{4, 8}, {2, 3}}}`.
fn unbraced(mut items: Vec<Expression>) -> Vec<Expression> {
    match items.as_mut_slice() {
        [Expression { kind: ExpressionKind::Tuple(inner), .. }]
            if inner.iter().all(|item| matches!(item.kind, ExpressionKind::Tuple(_))) =>
        {
            std::mem::take(inner)
        }
        _ => items,
    }
}

/// What `v.begin()` or `std::begin(v)` is of.
fn range_of<'a>(of: &'a Expression, which: &str) -> Option<&'a Expression> {
    let call = match &of.kind {
        ExpressionKind::Call(call) => call,
        ExpressionKind::Code(code) => match &**code {
            Code::Invoke(call) => call,
            _ => return None,
        },
        _ => return None,
    };
    let name = call.name.strip_prefix('c').filter(|name| *name == which).unwrap_or(&call.name);
    match call.arguments.as_slice() {
        [only] if name == which => Some(only),
        _ => None,
    }
}

pub(super) fn made(operation: &str, items: Vec<Expression>, element: Option<Expression>, span: Span) -> Expression {
    let name = Expression { kind: ExpressionKind::Text(operation.to_string()), span };
    let call = Call {
        name: RANGE.to_string(),
        template: element.into_iter().collect(),
        arguments: std::iter::once(name).chain(items).collect(),
        ..super::function::call_of(RANGE, span)
    };
    expression_of(Code::Invoke(call), span)
}

/// Reports whether a vector that is made within an expression holds numbers, or vectors of them.
pub(super) fn is_followed_list(call: &Call) -> bool {
    call.template.first().is_some_and(|element| match &element.kind {
        ExpressionKind::Name(name) => is_integral(name),
        ExpressionKind::Code(code) => {
            matches!(&**code, Code::Invoke(call) if matches!(call.name.as_str(), "pair" | "tuple" | "vector" | "array"))
        }
        _ => false,
    })
}

/// A vector that is made within an expression; what stands in braces is one argument.
pub(super) fn vector(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Value> {
    let made = match call.arguments.as_slice() {
        [Expression { kind: ExpressionKind::Tuple(items), .. }] => made("list", items.clone(), None, span),
        all => made("filled", all.to_vec(), call.template.first().cloned(), span),
    };
    scope.value(&made)
}

/// The elements that a value holds.
fn elements(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Tuple(Nested::Tuple(_)) | Value::Made(_) => runtime::items(value),
        _ => None,
    }
}

/// Values as elements of a list: numbers of the run.
fn list(values: Vec<Value>) -> Option<Value> {
    let plain = |value: Value| match value.as_int() {
        Some(int) => Value::int(Int::dynamic(int.value())),
        None => value,
    };
    let is_whole = values.len() as i64 <= ARRAY_LIMIT;
    is_whole.then(|| runtime::tuple(values.into_iter().map(plain).collect())).flatten()
}

/// What a list of objects answers a method with, or an index; `None` of anything else.
pub(in crate::paste) fn asked(scope: &Scope<'_>, of: &Value, call: &Call, rest: &[Expression]) -> Option<Value> {
    let all = elements(of)?;
    if is_first(&call.name) && rest.is_empty() {
        return Some(of.clone());
    }
    if !matches!(of, Value::Made(_)) {
        return None;
    }
    let number = |item: &Expression| usize::try_from(scope.value(item).ok()?.as_int()?.value()).ok();
    match (call.name.as_str(), rest) {
        ("operator[]" | "at", [index]) => all.get(number(index)?).cloned(),
        ("front", []) => all.first().cloned(),
        ("back", []) => all.last().cloned(),
        ("size", []) => Some(Value::int(Int::dynamic(all.len() as i64))),
        ("empty", []) => Some(Value::Truth(Truth { value: all.is_empty(), is_static: false })),
        _ => None,
    }
}

/// An element of a type to which nothing is given: 0, or what a tuple of CuTe's begins as.
fn begun(scope: &Scope<'_>, of: &Expression) -> Option<Value> {
    if matches!(&of.kind, ExpressionKind::Name(name) if is_integral(name)) {
        return Some(Value::int(Int::dynamic(0)));
    }
    scope.value(of).ok().filter(|value| matches!(value, Value::Tuple(Nested::Tuple(_))))
}

/// What an operation makes of a vector, a set or a range.
pub(in crate::paste) fn value(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Value> {
    let refused = || unknown(Reason::OtherValue, None, span);
    let Some((Expression { kind: ExpressionKind::Text(operation), .. }, items)) = call.arguments.split_first() else {
        return refused();
    };
    let number = |value: &Value| value.as_int().map(Int::value);
    if operation == "list" {
        let item = |item: &Expression| match &item.kind {
            // `{{0, 1}, {2, 3}}`
            ExpressionKind::Tuple(items) => {
                let values = items.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>()?;
                list(values).map_or_else(refused, Ok)
            }
            _ => scope.value(item),
        };
        let values = items.iter().map(item).collect::<Evaluated<Vec<_>>>()?;
        scope.spend(values.len() as u64, span)?;
        return list(values).map_or_else(refused, Ok);
    }
    // What a vector holds where only its size is said.
    if operation == "filled" {
        let Some((count, rest)) = items.split_first() else { return list(Vec::new()).map_or_else(refused, Ok) };
        let count = number(&scope.value(count)?).filter(|count| (0..=ARRAY_LIMIT).contains(count));
        let Some(count) = count else { return refused() };
        let first = match rest.first() {
            Some(first) => Some(scope.value(first)?),
            None => call.template.first().and_then(|of| begun(scope, of)),
        };
        let Some(first) = first else { return refused() };
        scope.spend(count.unsigned_abs() * first.leaf_count() as u64, span)?;
        return list(vec![first; usize::try_from(count).unwrap_or_default()]).map_or_else(refused, Ok);
    }
    let is_set = operation == "set";
    let Some((of, rest)) = items.split_first().filter(|_| !is_set) else {
        let values = items.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>()?;
        return sorted(values, true).and_then(list).map_or_else(refused, Ok);
    };
    let of = scope.value(of)?;
    let Some(mut all) = elements(&of) else { return refused() };
    scope.spend(1 + all.len() as u64 / 8, span)?;
    let value = |place: usize| rest.get(place).map(|item| scope.value(item)).transpose();
    let made = match operation.as_str() {
        "push_back" | "emplace_back" => {
            let values = rest.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>()?;
            match values.as_slice() {
                [only] => all.push(only.clone()),
                [] => return refused(),
                _ => match list(values) {
                    Some(tuple) => all.push(tuple),
                    None => return refused(),
                },
            }
            list(all)
        }
        "insert" if rest.len() == 1 => {
            all.extend(value(0)?);
            sorted(all, true).and_then(list)
        }
        "pop_back" => {
            all.pop();
            list(all)
        }
        "reserve" => Some(of),
        "clear" => list(Vec::new()),
        "resize" | "assign" => {
            let count = value(0)?.as_ref().and_then(number).filter(|count| (0..=ARRAY_LIMIT).contains(count));
            let Some(count) = count.and_then(|count| usize::try_from(count).ok()) else { return refused() };
            let filler = value(1)?.or_else(|| call.template.first().and_then(|of| begun(scope, of)));
            let filler = filler.unwrap_or_else(|| Value::int(Int::dynamic(0)));
            if operation == "assign" {
                all.clear();
            }
            all.resize(count, filler);
            list(all)
        }
        "sort" | "stable_sort" => {
            let compares = rest.first().map(|of| Function::of(scope, of));
            match compares {
                None => sorted(all, false).and_then(list),
                Some(compares) => ordered(scope, &compares?, all, span)?.and_then(list),
            }
        }
        "reverse" => {
            all.reverse();
            list(all)
        }
        "iota" => value(0)?.as_ref().and_then(number).and_then(|first| {
            let next = |place: usize| Some(Value::int(Int::dynamic(first.checked_add(place as i64)?)));
            list((0..all.len()).map(next).collect::<Option<Vec<_>>>()?)
        }),
        "fill" => value(0)?.and_then(|filler| list(vec![filler; all.len()])),
        "accumulate" | "reduce" => {
            let first = value(0)?.unwrap_or_else(|| Value::int(Int::dynamic(0)));
            let function = rest.get(1).map(|of| Function::of(scope, of)).transpose()?;
            let mut now = Value::int(Int::dynamic(match number(&first) {
                Some(first) => first,
                None => return refused(),
            }));
            for element in all {
                now = match &function {
                    Some(function) => function.call(scope, vec![now, element], span)?,
                    None => match (number(&now), number(&element)) {
                        (Some(left), Some(right)) => match left.checked_add(right) {
                            Some(sum) => Value::int(Int::dynamic(sum)),
                            None => return refused(),
                        },
                        _ => return refused(),
                    },
                };
            }
            Some(now)
        }
        "inner_product" => {
            let other = value(0)?.as_ref().and_then(elements);
            let first = value(1)?.as_ref().and_then(number);
            let products = other.filter(|other| other.len() >= all.len()).and_then(|other| {
                let products = all.iter().zip(&other).map(|(left, right)| number(left)?.checked_mul(number(right)?));
                products.collect::<Option<Vec<_>>>()
            });
            let sum = first.zip(products).and_then(|(first, products)| {
                products.into_iter().try_fold(first, |sum, product| sum.checked_add(product))
            });
            sum.map(|sum| Value::int(Int::dynamic(sum)))
        }
        "max_element" | "min_element" if rest.is_empty() => {
            let numbers = all.iter().map(number).collect::<Option<Vec<_>>>();
            let found = numbers.and_then(|all| match operation.as_str() {
                "max_element" => all.into_iter().max(),
                _ => all.into_iter().min(),
            });
            found.map(|found| Value::int(Int::dynamic(found)))
        }
        "contains" => {
            let wanted = value(0)?.as_ref().and_then(number);
            let numbers = all.iter().map(number).collect::<Option<Vec<_>>>();
            wanted
                .zip(numbers)
                .map(|(wanted, all)| Value::Truth(Truth { value: all.contains(&wanted), is_static: false }))
        }
        "count" => {
            let wanted = value(0)?.as_ref().and_then(number);
            let numbers = all.iter().map(number).collect::<Option<Vec<_>>>();
            wanted.zip(numbers).map(|(wanted, all)| {
                let count = all.into_iter().filter(|one| *one == wanted).count();
                Value::int(Int::dynamic(count as i64))
            })
        }
        "count_if" | "all_of" | "any_of" | "none_of" => {
            let Some(function) = rest.first().map(|of| Function::of(scope, of)).transpose()? else { return refused() };
            let answers = all.into_iter().map(|one| Ok(truth(Some(&function.call(scope, vec![one], span)?))));
            let answers = answers.collect::<Evaluated<Vec<_>>>()?.into_iter().collect::<Option<Vec<_>>>();
            let Some(answers) = answers else { return refused() };
            let is = |value: bool| Some(Value::Truth(Truth { value, is_static: false }));
            match operation.as_str() {
                "all_of" => is(answers.iter().all(|answer| *answer)),
                "any_of" => is(answers.contains(&true)),
                "none_of" => is(!answers.contains(&true)),
                _ => Some(Value::int(Int::dynamic(answers.iter().filter(|answer| **answer).count() as i64))),
            }
        }
        "is_sorted" => {
            let numbers = all.iter().map(number).collect::<Option<Vec<_>>>();
            numbers.map(|all| Value::Truth(Truth { value: all.is_sorted(), is_static: false }))
        }
        _ => None,
    };
    made.map_or_else(refused, Ok)
}

/// Numbers in order, of a set each once.
fn sorted(values: Vec<Value>, is_set: bool) -> Option<Vec<Value>> {
    let numbers = values.iter().map(|value| Some(value.as_int()?.value())).collect::<Option<Vec<_>>>();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    if is_set {
        numbers.dedup();
    }
    Some(numbers.into_iter().map(|number| Value::int(Int::dynamic(number))).collect())
}

/// Values in the order that a function says, `true` of what comes first.
fn ordered(scope: &Scope<'_>, compares: &Function, all: Vec<Value>, span: Span) -> Evaluated<Option<Vec<Value>>> {
    let mut found: Vec<Value> = Vec::with_capacity(all.len());
    for value in all {
        let (mut low, mut high) = (0, found.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let Some(other) = found.get(middle) else { return Ok(None) };
            match truth(Some(&compares.call(scope, vec![value.clone(), other.clone()], span)?)) {
                Some(true) => high = middle,
                Some(false) => low = middle + 1,
                None => return Ok(None),
            }
        }
        found.insert(low, value);
    }
    Ok(Some(found))
}
