//! Parameter packs: `f(x...)`, `(x + ...)`, `sizeof...(x)`.

use super::expression::{NotRead, Read, expression_of, int};
use super::reader::Reader;
use crate::int::{Int, Truth};
use crate::notebook::evaluate::{Evaluated, Scope};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::value::Value;
use crate::notebook::written::Reason;
use crate::paste::call::unknown;
use crate::paste::rounds::LEFT;
use crate::paste::user::User;

/// An item that stands for as many as a pack has.
pub(in crate::paste) const EXPAND: &str = "& expand";

/// An expression some of whose items stand for many.
pub(in crate::paste) const UNPACK: &str = "& unpack";

/// A pack as one value.
pub(in crate::paste) const PACK: &str = "& pack";

/// A fold: the operator, the two sides.
pub(in crate::paste) const FOLD: &str = "& fold";

/// The number of values of a pack.
pub(in crate::paste) const COUNT: &str = "& count";

/// Number of values of a pack.
const PACK_LIMIT: usize = 256;

/// Operators that are folded.
const OPERATORS: [&str; 14] = ["&&", "||", "+", "-", "*", "/", "%", "&", "|", "^", "==", "<<", ">>", ","];

/// A call of what a program has of itself.
pub(in crate::paste) fn own_call(name: &str, arguments: Vec<Expression>, span: Span) -> Expression {
    let call = Call {
        name: name.to_string(),
        name_span: span,
        template: Vec::new(),
        template_span: span,
        arguments,
        is_member: false,
        named: Vec::new(),
    };
    expression_of(Code::Invoke(call), span)
}

fn is_own_call(of: &Expression, name: &str) -> bool {
    matches!(&of.kind, ExpressionKind::Code(code) if matches!(&**code, Code::Invoke(call) if call.name == name))
}

impl Reader<'_> {
    /// The number of tokens that `...` has at a token, if it stands there.
    pub(super) fn dots(&self, at: usize) -> Option<usize> {
        let is_one = self.tokens.get(at).is_some_and(|token| token.written.of(self.text) == "...");
        let is_three = (at..at + 3).all(|at| self.is_mark_of(at, '.'));
        is_one.then_some(1).or(is_three.then_some(3))
    }

    /// An item of a list, with the dots that may stand behind it.
    pub(super) fn expanded(&mut self, item: Expression) -> Expression {
        match self.dots(self.at) {
            Some(length) => {
                self.at += length;
                let span = item.span;
                own_call(EXPAND, vec![item], span)
            }
            None => item,
        }
    }

    /// An expression, marked where its items stand for many.
    pub(super) fn packed(&self, of: Expression) -> Expression {
        let has = |items: &[Expression]| items.iter().any(|item| is_own_call(item, EXPAND));
        let is_open = match &of.kind {
            ExpressionKind::Call(call) => has(&call.template) || has(&call.arguments),
            ExpressionKind::Tuple(items) | ExpressionKind::Apply(_, items) => has(items),
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) => call.name != UNPACK && (has(&call.template) || has(&call.arguments)),
                Code::Construct(_, items) => has(items),
                _ => false,
            },
            _ => false,
        };
        let span = of.span;
        if is_open { own_call(UNPACK, vec![of], span) } else { of }
    }

    /// Reports whether some of an expression's items stand for many.
    pub(super) fn is_unpacked(&self, of: &Expression) -> bool {
        is_own_call(of, UNPACK)
    }

    /// `sizeof...(x)`, behind its first word.
    pub(super) fn count_of_pack(&mut self, span: Span) -> Read<Expression> {
        self.at += self.dots(self.at).ok_or(NotRead)?;
        let (mut arguments, end) = self.list('(', ')')?;
        let of = arguments.pop().ok_or(NotRead)?;
        Ok(own_call(COUNT, vec![of], span.to(end)))
    }

    /// The operator at a token that a fold has, and its length.
    fn fold_operator(&self, at: usize) -> Option<(&'static str, usize)> {
        let is_here =
            |operator: &&&str| operator.chars().enumerate().all(|(place, mark)| self.is_mark_of(at + place, mark));
        OPERATORS.iter().find(is_here).map(|operator| (*operator, operator.len()))
    }

    /// Reports whether `...` stands behind an operator at a token.
    pub(super) fn is_folded(&self, at: usize) -> bool {
        self.fold_operator(at).is_some_and(|(_, length)| self.dots(at + length).is_some())
    }

    /// `(... + x)`, whose parenthesis is passed.
    pub(super) fn fold_to_left(&mut self, span: Span) -> Read<Expression> {
        self.at += self.dots(self.at).ok_or(NotRead)?;
        let (operator, length) = self.fold_operator(self.at).ok_or(NotRead)?;
        self.at += length;
        let of = self.operand()?;
        let close = self.span();
        self.wants(')')?;
        Ok(fold(operator, vec![of], true, span.to(close)))
    }

    /// `(x + ...)`, `(x + ... + 4)`, behind what stands first.
    pub(super) fn fold_behind(&mut self, first: Expression, span: Span) -> Read<Expression> {
        let (operator, length) = self.fold_operator(self.at).ok_or(NotRead)?;
        self.at += length;
        self.at += self.dots(self.at).ok_or(NotRead)?;
        let mut sides = vec![first];
        if let Some((_, length)) = self.fold_operator(self.at).filter(|(again, _)| *again == operator) {
            self.at += length;
            sides.push(self.operand()?);
        }
        let close = self.span();
        self.wants(')')?;
        Ok(fold(operator, sides, false, span.to(close)))
    }
}

fn fold(operator: &str, mut sides: Vec<Expression>, is_left: bool, span: Span) -> Expression {
    sides.insert(0, Expression { kind: ExpressionKind::Text(operator.to_string()), span });
    sides.insert(1, int(i64::from(is_left), false, span));
    own_call(FOLD, sides, span)
}

/// The values of a pack; `None` of what is none.
pub(in crate::paste) fn values(of: &Value) -> Option<&[Option<Value>]> {
    match User::of(of)? {
        User::Left(values, None) => Some(values),
        _ => None,
    }
}

/// The value of what stands for a pack, or is made of one; `None` of another call.
pub(in crate::paste) fn value(scope: &Scope<'_>, call: &Call, span: Span) -> Option<Evaluated<Value>> {
    Some(match call.name.as_str() {
        UNPACK => call.arguments.first().map_or_else(|| unknown(Reason::NotRead, None, span), |of| unpacked(scope, of)),
        PACK => {
            let all = call.arguments.iter().map(|argument| scope.value(argument).ok());
            Ok(User::Left(all.collect(), None).into())
        }
        COUNT => call.arguments.first().map_or_else(
            || unknown(Reason::NotRead, None, span),
            |of| match values(&scope.value(of)?) {
                Some(values) => Ok(Value::int(Int::dynamic(values.len() as i64))),
                None => unknown(Reason::NotRead, None, span),
            },
        ),
        FOLD => folded(scope, &call.arguments, span),
        EXPAND => unknown(Reason::NotRead, None, span),
        _ => return None,
    })
}

fn unpacked(scope: &Scope<'_>, of: &Expression) -> Evaluated<Value> {
    let mut made = of.clone();
    match &mut made.kind {
        ExpressionKind::Call(call) => {
            expand(scope, &mut call.template)?;
            expand(scope, &mut call.arguments)?;
        }
        ExpressionKind::Tuple(items) | ExpressionKind::Apply(_, items) => expand(scope, items)?,
        ExpressionKind::Code(code) => match &mut **code {
            Code::Invoke(call) => {
                expand(scope, &mut call.template)?;
                expand(scope, &mut call.arguments)?;
            }
            Code::Construct(_, items) => expand(scope, items)?,
            _ => {}
        },
        _ => {}
    }
    scope.value(&made)
}

/// Writes items out that stand for many.
fn expand(scope: &Scope<'_>, items: &mut Vec<Expression>) -> Evaluated<()> {
    let mut all = Vec::with_capacity(items.len());
    for item in std::mem::take(items) {
        match &item.kind {
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if call.name == EXPAND => match call.arguments.first() {
                    Some(pattern) => all.extend(written_out(scope, pattern)?),
                    None => return unknown(Reason::NotRead, None, item.span),
                },
                _ => all.push(item),
            },
            _ => all.push(item),
        }
    }
    *items = all;
    Ok(())
}

/// What a pattern is for each value of the packs in it.
fn written_out(scope: &Scope<'_>, pattern: &Expression) -> Evaluated<Vec<Expression>> {
    let span = pattern.span;
    let Some(count) = count_in(scope, pattern) else { return unknown(Reason::DependsOn, None, span) };
    if count > PACK_LIMIT {
        return unknown(Reason::TooDeep, None, span);
    }
    let mut all = Vec::with_capacity(count);
    for place in 0..count {
        let mut made = pattern.clone();
        let size = take(scope, &mut made, place);
        scope.spend(size, span)?;
        all.push(made);
    }
    Ok(all)
}

fn is_pack(scope: &Scope<'_>, name: &str) -> Option<usize> {
    let found = scope.find(name).and_then(|index| scope.value_at(index))?;
    values(found).map(<[_]>::len)
}

/// Number of values of the first pack in a pattern.
fn count_in(scope: &Scope<'_>, pattern: &Expression) -> Option<usize> {
    let mut open = vec![pattern];
    while let Some(of) = open.pop() {
        let name = match &of.kind {
            ExpressionKind::Name(name) => Some(name),
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) => Some(&call.name),
                _ => None,
            },
            _ => None,
        };
        if let Some(count) = name.and_then(|name| is_pack(scope, name)) {
            return Some(count);
        }
        let inner = crate::paste::demands::operands(of);
        open.extend(inner.into_iter().rev());
    }
    None
}

/// Puts one of its values where a pattern names a pack; answers how much there is of it.
fn take(scope: &Scope<'_>, of: &mut Expression, place: usize) -> u64 {
    let span = of.span;
    if let ExpressionKind::Name(name) = &of.kind
        && is_pack(scope, name).is_some()
    {
        let pack = std::mem::replace(of, int(0, false, span));
        *of = own_call(LEFT, vec![pack, int(place as i64, false, span)], span);
        return 1;
    }
    // `fs(x)...`
    if let ExpressionKind::Code(code) = &mut of.kind
        && let Code::Invoke(call) = &mut **code
        && !call.is_member
        && is_pack(scope, &call.name).is_some()
    {
        let name = Expression { kind: ExpressionKind::Name(call.name.clone()), span };
        let callee = own_call(LEFT, vec![name, int(place as i64, false, span)], span);
        let mut arguments = std::mem::take(&mut call.arguments);
        let size = arguments.iter_mut().map(|argument| take(scope, argument, place)).sum::<u64>();
        *of = expression_of(Code::Construct(callee, arguments), span);
        return 1 + size;
    }
    let size = match &mut of.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::Tiler(items) | ExpressionKind::Compose(items) => {
            items.iter_mut().map(|item| take(scope, item, place)).sum()
        }
        ExpressionKind::Named(_, _, of) | ExpressionKind::Unary(_, of) => take(scope, of, place),
        ExpressionKind::Layout(a, b) | ExpressionKind::Binary(_, a, b) => take(scope, a, place) + take(scope, b, place),
        ExpressionKind::Call(call) => {
            call.template.iter_mut().chain(&mut call.arguments).map(|item| take(scope, item, place)).sum()
        }
        ExpressionKind::Apply(of, arguments) => {
            take(scope, of, place) + arguments.iter_mut().map(|item| take(scope, item, place)).sum::<u64>()
        }
        ExpressionKind::Code(code) => match &mut **code {
            Code::Conditional(a, b, c) => [a, b, c].into_iter().map(|item| take(scope, item, place)).sum(),
            Code::Member(of, _) | Code::Pointer(of) | Code::Deref(of) => take(scope, of, place),
            Code::Invoke(call) => {
                call.template.iter_mut().chain(&mut call.arguments).map(|item| take(scope, item, place)).sum()
            }
            Code::Construct(of, arguments) => {
                take(scope, of, place) + arguments.iter_mut().map(|item| take(scope, item, place)).sum::<u64>()
            }
            Code::Typed(a, b) | Code::With(a, _, b) => take(scope, a, place) + take(scope, b, place),
            _ => 0,
        },
        _ => 0,
    };
    1 + size
}

fn folded(scope: &Scope<'_>, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let [Expression { kind: ExpressionKind::Text(operator), .. }, is_left, sides @ ..] = arguments else {
        return unknown(Reason::NotRead, None, span);
    };
    let mut is_left = matches!(is_left.kind, ExpressionKind::Int { value: 1, .. });
    let (pattern, first) = match sides {
        [pattern] => (pattern, None),
        // What is no pack is what it begins with.
        [first, pattern] if count_in(scope, first).is_none() => {
            is_left = true;
            (pattern, Some(first))
        }
        [pattern, last] => (pattern, Some(last)),
        _ => return unknown(Reason::NotRead, None, span),
    };
    let mut all = written_out(scope, pattern)?;
    match first {
        Some(first) if is_left => all.insert(0, first.clone()),
        Some(last) => all.push(last.clone()),
        None => {}
    }
    if all.is_empty() {
        let is_all = operator == "&&";
        return match operator.as_str() {
            "&&" | "||" => Ok(Value::Truth(Truth { value: is_all, is_static: false })),
            _ => unknown(Reason::OtherValue, None, span),
        };
    }
    let operator = OPERATORS.iter().find(|one| *one == operator).copied().unwrap_or(",");
    if operator == "," {
        return all.last().map_or_else(|| unknown(Reason::NotRead, None, span), |last| scope.value(last));
    }
    let join = |left: Expression, right: Expression| Expression {
        kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)),
        span,
    };
    // Term by term: a long pack is no deep expression.
    let mut all = if is_left { all } else { all.into_iter().rev().collect() }.into_iter();
    let Some(first) = all.next() else { return unknown(Reason::NotRead, None, span) };
    let mut sum = scope.value(&first)?;
    for next in all {
        sum = operated(scope, &join, sum, next, is_left, span)?;
    }
    Ok(sum)
}

/// One step of a fold.
fn operated(
    scope: &Scope<'_>,
    join: &impl Fn(Expression, Expression) -> Expression,
    sum: Value,
    next: Expression,
    is_left: bool,
    span: Span,
) -> Evaluated<Value> {
    let held = |value: &Value| value.as_int().map(|int_| int(int_.value(), int_.is_static(), span));
    let truth = |value: &Value| match value {
        Value::Truth(truth) => Some(int(i64::from(truth.value), truth.is_static, span)),
        _ => None,
    };
    let Some(sum) = held(&sum).or_else(|| truth(&sum)) else { return unknown(Reason::OtherValue, None, span) };
    scope.value(&if is_left { join(sum, next) } else { join(next, sum) })
}
