//! Functions as values: `make = layout_of`, `partial(layout_of, 4)`, a method of an object without its brackets.

use super::{names, objects};
use crate::notebook::evaluate::{Evaluated, Scope};
use crate::notebook::syntax::{Expression, ExpressionKind, Span};
use crate::notebook::value::{Made, Value};
use crate::notebook::written::Reason;
use crate::operations;
use crate::paste::call::{self, Given, document, unknown};
use crate::paste::document::Language;
use crate::paste::user::User;

/// What a call is given at a place: its name, where it has one, and its value, where that is known.
pub(in crate::paste) type Argument = (Option<String>, Option<Value>);

/// Number of arguments that are given to a function before it is called.
const GIVEN_LIMIT: usize = 256;

/// A function, or a class, with what it is given before it is called.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::paste) struct Bound {
    /// The function or the class itself.
    pub(in crate::paste) callee: User,
    /// The object whose method it is.
    this: Option<User>,
    given: Vec<Argument>,
}

impl Bound {
    pub(in crate::paste) fn leaf_count(&self) -> usize {
        let values = self.given.iter().filter_map(|(_, value)| value.as_ref());
        self.callee.leaf_count()
            + self.this.as_ref().map_or(0, User::leaf_count)
            + values.map(Value::leaf_count).sum::<usize>()
    }
}

/// The function of a name: `make`, or `self.make` of the object at hand.
pub(super) fn function(scope: &Scope<'_>, name: &Expression) -> Option<Value> {
    let ExpressionKind::Text(name) = &name.kind else { return None };
    match document(scope)?.functions_named(name).next_back() {
        Some((number, _)) => Some(User::Function(number, name.clone()).into()),
        None => is_of_dsl(name).then(|| User::Template(name.clone()).into()),
    }
}

/// Reports whether a name is that of a function of the DSL that is known here.
pub(super) fn is_of_dsl(name: &str) -> bool {
    operations::find(names::method(name)).is_some() || names::special(name).is_some()
}

/// `partial(f, 4, stride=2)`: a function with some of its arguments; `None` of what is no function of the text.
pub(super) fn partial(scope: &Scope<'_>, arguments: &[Expression]) -> Evaluated<Option<Value>> {
    let Some((callee, given)) = arguments.split_first() else { return Ok(None) };
    let callee = scope.value(callee)?;
    let (Some(of), Some(mut given)) = (User::of(&callee), objects::given(scope, given)) else { return Ok(None) };
    let bound = match of {
        User::Bound(bound) => {
            let all = bound.given.iter().cloned().chain(given).collect();
            Bound { given: all, ..(**bound).clone() }
        }
        User::Function(..) | User::Closure(..) | User::Object(..) => {
            given.truncate(GIVEN_LIMIT);
            Bound { callee: of.clone(), this: None, given }
        }
        User::Template(_) | User::Left(..) => return Ok(None),
    };
    Ok((bound.given.len() <= GIVEN_LIMIT).then(|| User::Bound(Box::new(bound)).into()))
}

/// The method of an object as a function of its own.
pub(super) fn method(number: usize, name: &str, this: &User) -> Value {
    let callee = User::Function(number, name.to_string());
    User::Bound(Box::new(Bound { callee, this: Some(this.clone()), given: Vec::new() })).into()
}

/// Returns the answer of a value that is called; `None` of what is no function.
pub(in crate::paste) fn called(
    scope: &Scope<'_>,
    callee: &User,
    arguments: &[Expression],
    span: Span,
) -> Option<Evaluated<Value>> {
    if !matches!(document(scope)?.language, Language::Python) {
        return None;
    }
    let given = || match objects::given(scope, arguments) {
        Some(given) => Ok(given),
        None => unknown(Reason::NotRead, None, span),
    };
    match callee {
        User::Function(..) | User::Closure(..) | User::Bound(_) | User::Template(_) => {
            Some(given().and_then(|given| with(scope, callee, given, span)))
        }
        User::Object(..) | User::Left(..) => None,
    }
}

/// The same with arguments that are values.
pub(super) fn with(scope: &Scope<'_>, callee: &User, arguments: Vec<Argument>, span: Span) -> Evaluated<Value> {
    let (callee, this, arguments) = match callee {
        User::Bound(bound) => {
            // What is given last by a name counts.
            let is_again = |name: &Option<String>| name.is_some() && arguments.iter().any(|(other, _)| other == name);
            let before = bound.given.iter().filter(|(name, _)| !is_again(name)).cloned();
            let all = before.chain(arguments.iter().cloned()).collect::<Vec<_>>();
            (&bound.callee, bound.this.as_ref(), all)
        }
        callee => (callee, None, arguments),
    };
    match callee {
        User::Function(number, _) | User::Closure(number, _) => {
            let function = document(scope).and_then(|document| Some((document, document.functions.get(*number)?)));
            let Some((document, function)) = function else { return unknown(Reason::NotRead, None, span) };
            let values = objects::placed(scope, document, function, arguments);
            call::of(scope, callee, &Given { template: &[], arguments: &values, this }, span)
        }
        User::Object(class, ..) => objects::made_of(scope, *class, arguments, span),
        // A function of the DSL takes what has a name at its place.
        User::Template(name) => {
            let (named, placed) = arguments.into_iter().partition::<Vec<_>, _>(|(name, _)| name.is_some());
            let mut values = placed.into_iter().map(|(_, value)| value).collect::<Option<Vec<_>>>();
            let parameters = names::special(name).map_or(&[][..], |(_, parameters)| parameters);
            for (name, value) in named {
                let place = parameters.iter().position(|own| Some(*own) == name.as_deref());
                values = match (values, place, value) {
                    (Some(mut values), Some(place), Some(value)) if place == values.len() => {
                        values.push(value);
                        Some(values)
                    }
                    _ => None,
                };
            }
            let answer = values.map(|values| super::runtime::of_builtin(scope, name, &values, span)).transpose()?;
            answer.flatten().map_or_else(|| unknown(Reason::NotRead, None, span), Ok)
        }
        User::Bound(_) | User::Left(..) => unknown(Reason::NotRead, None, span),
    }
}

/// Reports whether an expression is a function or a class of the text, or one with some of its arguments.
pub(super) fn is_callable(of: &Expression) -> bool {
    invoked(of).is_some_and(|(name, _)| [names::FUNCTION, names::PARTIAL, names::CLASS].contains(&name))
}

/// The name that an expression is, or that of the function of the text that it is.
pub(super) fn name_of(of: &Expression) -> Option<&str> {
    match (&of.kind, invoked(of)) {
        (ExpressionKind::Name(name), _) => Some(name),
        (_, Some((names::FUNCTION, [Expression { kind: ExpressionKind::Text(name), .. }]))) => Some(name),
        _ => None,
    }
}

/// The items of a tuple as it is written, each of which is one value.
pub(in crate::paste) fn items_of(of: &Expression) -> Option<&[Expression]> {
    let items = match (&of.kind, invoked(of)) {
        (ExpressionKind::Tuple(items), _) => items.as_slice(),
        (_, Some((names::TUPLE, items))) => items,
        _ => return None,
    };
    let is_several = |item: &Expression| invoked(item).is_some_and(|(name, _)| name == names::STAR);
    (items.len() > 1 && !items.iter().any(is_several)).then_some(items)
}

/// What Python alone has that an expression calls, with its arguments.
pub(super) fn invoked(of: &Expression) -> Option<(&str, &[Expression])> {
    use crate::notebook::syntax::Code;

    let ExpressionKind::Code(code) = &of.kind else { return None };
    match &**code {
        Code::Invoke(call) => Some((&call.name, &call.arguments)),
        _ => None,
    }
}
