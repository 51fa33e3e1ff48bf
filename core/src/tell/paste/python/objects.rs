//! Objects of the classes of a text: `config = Config(4, 8)` holds what `__init__` gives its members.

use super::callable::{self, Argument};
use super::names;
use crate::notebook::evaluate::{Evaluated, Frame, Scope};
use crate::notebook::syntax::{Code, Expression, ExpressionKind, Span};
use crate::notebook::value::Value;
use crate::notebook::written::Reason;
use crate::paste::call::{self, Given, document, unknown};
use crate::paste::document::{Document, Enumerates, Function, RoleKind, Type};
use crate::paste::user::User;

/// Where a frame has the object at hand: no statement has that number.
const AT_HAND: usize = usize::MAX;

/// The object at hand.
pub(super) fn this(scope: &Scope<'_>) -> Option<Value> {
    scope.frame.and_then(|frame| frame.get(&AT_HAND)).cloned().flatten()
}

/// The answer of a method of the object at hand, or of the class that it stands in.
pub(super) fn of_self(scope: &Scope<'_>, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let refused = || unknown(Reason::NotRead, None, span);
    let [Expression { kind: ExpressionKind::Text(class), .. }, made] = arguments else { return refused() };
    let (ExpressionKind::Code(code), Some(document)) = (&made.kind, document(scope)) else { return refused() };
    let Code::Invoke(call) = &**code else { return refused() };
    let object = scope.frame.and_then(|frame| frame.get(&AT_HAND)).and_then(Option::as_ref).and_then(User::of);
    let class = match object {
        Some(User::Object(class, ..)) => Some(*class),
        _ => document.type_named(class),
    };
    let found = class.and_then(|class| method(document, class, &call.name));
    // What a class leaves to those that are derived from it is as the first of them says.
    let found = match (object, found, class) {
        (None, Some((_, function)), Some(class)) if is_left_open(document, function) => {
            derived(document, class, &call.name).or(found)
        }
        _ => found,
    };
    let Some((number, function)) = found else {
        return scope.value(made);
    };
    let values = ordered(scope, document, function, &call.arguments);
    call::call(scope, number, &Given { template: &[], arguments: &values, this: None }, span)
}

/// Reports whether a method answers nothing: those of derived classes do.
fn is_left_open(document: &Document, function: &Function) -> bool {
    let answers = |index: usize| document.roles.get(index).is_some_and(|role| role.kind == RoleKind::Return);
    !function.range.clone().any(answers)
}

/// The method of the first class that is derived from another and has one of its own that answers something.
fn derived<'a>(document: &'a Document, class: usize, name: &str) -> Option<(usize, &'a Function)> {
    (0..document.types.len()).find_map(|other| {
        let number = *document.methods.get(&other)?.get(name)?;
        let function = document.functions.get(number)?;
        let is_one = other != class && line(document, other).any(|(of, _)| of == class);
        (is_one && !is_left_open(document, function)).then_some((number, function))
    })
}

/// Number of classes that one may be derived from, one after the other.
const BASES_LIMIT: usize = 16;

/// What a class is derived from, itself first.
fn line(document: &Document, number: usize) -> impl Iterator<Item = (usize, &Type)> {
    let base = |number: &usize| {
        let bases = &document.types.get(*number)?.bases;
        bases.iter().find_map(|base| match &base.kind {
            ExpressionKind::Name(name) => document.type_named(name).filter(|base| base != number),
            _ => None,
        })
    };
    let numbers = std::iter::successors(Some(number), base).take(BASES_LIMIT);
    numbers.filter_map(|number| Some((number, document.types.get(number)?)))
}

/// A member of an enumeration: its value, or an object of it that holds that.
fn enumerator(scope: &Scope<'_>, class: usize, found: &Type, index: usize) -> Option<Value> {
    scope.rests_on(index);
    let value = scope.value_at(index)?.clone();
    Some(match found.enumerates {
        Some(Enumerates::Objects) => {
            let name = format!("{}.{}", found.name, member_name(scope, index)?);
            let mut held = vec![(index, Some(value.clone()))];
            let document = document(scope)?;
            if let Some((number, function)) = method(document, class, "__init__") {
                let object = User::Object(class, name.clone(), Vec::new(), held.clone());
                let given = super::runtime::items(&value).unwrap_or_else(|| vec![value]);
                let arguments = given.into_iter().map(Some).collect::<Vec<_>>();
                let given = Given { template: &[], arguments: &arguments, this: Some(&object) };
                let (frame, _) = call::run(scope, number, &given, Span::default()).ok()?;
                held.extend(given_by(scope, document, function, &frame));
            }
            User::Object(class, name, Vec::new(), held).into()
        }
        _ => value,
    })
}

/// All members of an enumeration, in their order; `None` of any other class, and of an object.
fn enumerated(scope: &Scope<'_>, document: &Document, of: &User) -> Option<Vec<Value>> {
    let User::Object(class, _, _, held) = of else { return None };
    let found = document.types.get(*class).filter(|found| found.enumerates.is_some() && held.is_empty())?;
    scope.spend(found.range.len() as u64, Span::default()).ok()?;
    let is_it = |index: &usize| {
        document.roles.get(*index).is_some_and(|role| role.until == found.range.end && role.unit == found.unit)
            && member_name(scope, *index).is_some_and(|name| !name.starts_with('_'))
    };
    found.range.clone().filter(is_it).map(|index| enumerator(scope, *class, found, index)).collect()
}

/// The members of an object that is a tuple of them, in their order; `None` of any other, and where one is not known.
pub(super) fn parts(scope: &Scope<'_>, of: &Value, span: Span) -> Option<Vec<Value>> {
    let user = User::of(of)?;
    let document = document(scope)?;
    let class = user.class()?;
    if let Some(all) = enumerated(scope, document, user) {
        return Some(all);
    }
    if let Some((number, _)) = method(document, class, "__iter__") {
        let given = Given { template: &[], arguments: &[], this: Some(user) };
        return super::runtime::items(&call::call(scope, number, &given, span).ok()?);
    }
    line(document, class).find(|(_, found)| found.is_tuple)?;
    let (_, made) = method(document, class, "__init__")?;
    let names = made.parameters.iter().map(|parameter| member_name(scope, parameter.statement));
    names.map(|name| member(scope, user, name?, span).ok().flatten()).collect()
}

/// Reports whether an object of a class is one of others, as they are written; `None` of what the text has not.
pub(super) fn is_one(document: &Document, class: usize, written: &str) -> Option<bool> {
    document.types.get(class)?;
    let mut words = written.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    Some(words.any(|word| line(document, class).any(|(_, found)| found.name == word)))
}

/// Reports whether a class has all that it is derived from: it is no longer a line than is looked at.
pub(super) fn is_near(document: &Document, class: usize) -> bool {
    line(document, class).count() + 1 < BASES_LIMIT
}

/// The method of a class of the text, or of what it is derived from.
pub(in crate::paste) fn method<'a>(document: &'a Document, class: usize, name: &str) -> Option<(usize, &'a Function)> {
    line(document, class).find_map(|(class, _)| {
        let number = *document.methods.get(&class)?.get(name)?;
        Some((number, document.functions.get(number)?))
    })
}

/// What stands under a name in the body of a class, or is a field of its objects.
fn of_class(document: &Document, found: &Type, name: &str) -> Option<usize> {
    let fields = || document.functions_named("__init__").filter(|(_, function)| function.is_type);
    let is_field = |index: usize| {
        fields().any(|(_, function)| function.parameters.iter().any(|parameter| parameter.statement == index))
    };
    let is_it = |index: &&usize| {
        let role = document.roles.get(**index);
        found.range.contains(*index)
            && role.is_some_and(|role| role.until == found.range.end && (role.unit == found.unit || is_field(**index)))
    };
    document.definitions.get(name)?.iter().rev().find(is_it).copied()
}

/// Reports whether an expression is a class by its name.
pub(in crate::paste) fn is_class(of: &Expression) -> bool {
    let ExpressionKind::Code(code) = &of.kind else { return false };
    matches!(&**code, Code::Invoke(call) if call.name == names::CLASS)
}

/// A class by its name, as an object that has what the text reads its members as.
pub(super) fn class(scope: &Scope<'_>, name: &Expression) -> Option<Value> {
    let ExpressionKind::Text(name) = &name.kind else { return None };
    let number = document(scope)?.type_named(name)?;
    Some(User::object(number, name.clone(), Vec::new()).into())
}

/// An object with another value of a member: `config.stages = 4`.
pub(in crate::paste) fn with(scope: &Scope<'_>, of: &User, name: &str, value: Option<Value>) -> Option<User> {
    let User::Object(class, object, _, held) = of else { return None };
    let document = document(scope)?;
    let own = format!("self.{name}");
    let is_it = |index: usize| member_name(scope, index).is_some_and(|found| found == own || found == name);
    let known = || {
        line(document, *class).find_map(|(_, found)| {
            let mut all = document.definitions.get(&own).into_iter().flatten().rev();
            of_class(document, found, name).or_else(|| all.find(|index| found.range.contains(index)).copied())
        })
    };
    let index = held.iter().rev().find(|(index, _)| is_it(*index)).map(|(index, _)| *index).or_else(known)?;
    let others = held.iter().filter(|(other, _)| *other != index).cloned();
    Some(User::Object(*class, object.clone(), Vec::new(), others.chain([(index, value)]).collect()))
}

/// The object that a class makes of arguments.
pub(in crate::paste) fn made(
    scope: &Scope<'_>,
    class: usize,
    arguments: &[Expression],
    span: Span,
) -> Evaluated<Value> {
    match given(scope, arguments) {
        Some(given) => made_of(scope, class, given, span),
        None => unknown(Reason::NotRead, None, span),
    }
}

/// The same of what is given.
pub(super) fn made_of(scope: &Scope<'_>, class: usize, arguments: Vec<Argument>, span: Span) -> Evaluated<Value> {
    let Some(document) = document(scope) else { return unknown(Reason::NotRead, None, span) };
    let name = document.types.get(class).map_or_else(String::new, |found| found.name.clone());
    let object = User::object(class, name.clone(), Vec::new());
    // `Kind("padded")` is the member that has this value.
    if let (Some(all), [(None, Some(wanted))]) = (enumerated(scope, document, &object), arguments.as_slice()) {
        let is_it = |member: &Value| match User::of(member) {
            Some(User::Object(_, _, _, held)) => held.iter().any(|(_, value)| value.as_ref() == Some(wanted)),
            _ => member == wanted,
        };
        return match all.into_iter().find(|member| member == wanted || is_it(member)) {
            Some(member) => Ok(member),
            None => unknown(Reason::NotRead, None, span),
        };
    }
    let Some((number, function)) = method(document, class, "__init__") else { return Ok(object.into()) };
    let values = placed(scope, document, function, arguments);
    let given = Given { template: &[], arguments: &values, this: Some(&object) };
    let (frame, _) = call::run(scope, number, &given, span)?;
    let mut held = given_by(scope, document, function, &frame);
    // What a class of data does behind its `__init__`.
    if function.is_type
        && let Some((number, function)) = method(document, class, "__post_init__")
    {
        let object = User::Object(class, name.clone(), Vec::new(), held.clone());
        let given = Given { template: &[], arguments: &[], this: Some(&object) };
        let (frame, _) = call::run(scope, number, &given, span)?;
        replace(scope, &mut held, given_by(scope, document, function, &frame));
    }
    Ok(User::Object(class, name, Vec::new(), held).into())
}

/// An object as a method leaves it that is called for what it does: `state.advance(2)`.
pub(super) fn after(scope: &Scope<'_>, of: &Value, call: &[Expression], span: Span) -> Evaluated<Value> {
    let (Some(document), Some(user @ User::Object(class, name, _, held))) = (document(scope), User::of(of)) else {
        return Ok(of.clone());
    };
    let [Expression { kind: ExpressionKind::Text(method_name), .. }, arguments @ ..] = call else {
        return Ok(of.clone());
    };
    let Some((number, function)) = method(document, *class, method_name) else { return Ok(of.clone()) };
    let values = ordered(scope, document, function, arguments);
    let given = Given { template: &[], arguments: &values, this: Some(user) };
    let (frame, _) = call::run(scope, number, &given, span)?;
    let mut held = held.clone();
    replace(scope, &mut held, given_by(scope, document, function, &frame));
    scope.made(User::Object(*class, name.clone(), Vec::new(), held).into(), span)
}

/// Members and what they hold, `None` of what is not known.
type Held = Vec<(usize, Option<Value>)>;

/// Gives members other values.
fn replace(scope: &Scope<'_>, held: &mut Held, by: Held) {
    held.retain(|(old, _)| by.iter().all(|(new, _)| member_name(scope, *old) != member_name(scope, *new)));
    held.extend(by);
}

/// What a function gives the members of its object, by the names of its frame.
fn given_by(scope: &Scope<'_>, document: &Document, function: &Function, frame: &Frame) -> Held {
    let is_field = |index: usize| function.parameters.iter().any(|found| found.statement == index);
    let mut held = Vec::new();
    for index in function.range.clone() {
        let is_own = document.roles.get(index).is_some_and(|role| role.unit == function.unit);
        let Some(member) = member_name(scope, index).filter(|_| is_own) else { continue };
        // The fields of a class of data are what its `__init__` takes.
        if member.starts_with("self.") || function.is_type && is_field(index) {
            held.push((index, frame.get(&index).cloned().flatten()));
        }
    }
    held
}

/// Values of the parameters of a function, of arguments some of which have names.
pub(in crate::paste) fn ordered(
    scope: &Scope<'_>,
    document: &Document,
    function: &Function,
    arguments: &[Expression],
) -> Vec<Option<Value>> {
    match given(scope, arguments) {
        Some(given) => placed(scope, document, function, given),
        // Nobody knows how many they are.
        None => function.parameters.iter().map(|_| None).collect(),
    }
}

/// What a call is given; `None` where nobody knows how much `*x` stands for.
pub(super) fn given(scope: &Scope<'_>, arguments: &[Expression]) -> Option<Vec<Argument>> {
    let mut given = Vec::new();
    for argument in arguments {
        match (super::runtime::starred(scope, argument), &argument.kind) {
            (Some(items), _) => given.extend(items?.into_iter().map(|item| (None, Some(item)))),
            // What a dictionary says.
            (None, ExpressionKind::Named(name, _, value)) if name == names::NAMES => {
                let value = scope.value(value).ok()?;
                for pair in super::runtime::pairs(&value)?.chunks_exact(2) {
                    if let [Value::Text(name), value] = pair {
                        given.push((Some(name.clone()), Some(value.clone())));
                    }
                }
            }
            (None, ExpressionKind::Named(name, _, value)) => given.push((Some(name.clone()), scope.value(value).ok())),
            (None, _) => given.push((None, scope.value(argument).ok())),
        }
    }
    Some(given)
}

/// Values of the parameters of a function, of what a call is given.
pub(super) fn placed(
    scope: &Scope<'_>,
    document: &Document,
    function: &Function,
    given: Vec<Argument>,
) -> Vec<Option<Value>> {
    let (named, placed) = given.into_iter().partition::<Vec<_>, _>(|(name, _)| name.is_some());
    let mut values = placed.into_iter().map(|(_, value)| value).collect::<Vec<_>>();
    // `*modes` takes all that follow.
    if let Some(rest) = function.parameters.iter().position(|found| found.is_rest)
        && values.len() > rest
    {
        let all = values.split_off(rest).into_iter().collect::<Option<Vec<_>>>();
        values.push(all.and_then(super::runtime::tuple));
    }
    // `**options` has what no other takes.
    let others = function.parameters.iter().position(|found| found.is_names);
    let is_named = |place: usize, name: Option<&str>| {
        let statement = function.parameters.get(place).filter(|found| !found.is_names).map(|found| found.statement);
        statement.and_then(|statement| member_name(scope, statement)) == name
    };
    let (named, left) = named.into_iter().partition::<Vec<_>, _>(|(name, _)| {
        others.is_none() || (0..function.parameters.len()).any(|place| is_named(place, name.as_deref()))
    });
    let left = others.map(|place| {
        let pairs = left.into_iter().map(|(name, value)| Some([Value::Text(name?), value?]));
        let pairs = pairs.collect::<Option<Vec<_>>>();
        (place, pairs.map(|pairs| super::runtime::dictionary(pairs.into_iter().flatten().collect())))
    });
    let named = named.into_iter().map(|(name, value)| (Err(name), value));
    let all = named.chain(left.into_iter().map(|(place, value)| (Ok(place), value)));
    for (name, value) in all {
        let place = name
            .or_else(|name| (0..function.parameters.len()).find(|place| is_named(*place, name.as_deref())).ok_or(name));
        let Ok(place) = place else { continue };
        // What stands before it and is not given has its default.
        while values.len() <= place {
            let default = function.parameters.get(values.len()).filter(|_| values.len() < place);
            let default = default.and_then(|found| Some((found.statement, found.default.as_ref()?)));
            values.push(default.and_then(|(statement, default)| {
                let frame = Frame::new();
                let within = call::inner(scope, document, statement, &frame);
                let value = within.value(default).ok();
                scope.pay_for(&within);
                value
            }));
        }
        if let Some(found) = values.get_mut(place) {
            *found = value;
        }
    }
    values
}

fn member_name<'a>(scope: &Scope<'a>, index: usize) -> Option<&'a str> {
    Some(scope.evaluation().statements().get(index)?.name.as_ref()?.0.as_str())
}

/// Gives the names of a frame in a method what its object holds.
pub(in crate::paste) fn enter(scope: &Scope<'_>, of: &User, frame: &mut Frame, span: Span) -> Evaluated<()> {
    let User::Object(class, _, _, held) = of else { return Ok(()) };
    let Some(document) = document(scope) else { return Ok(()) };
    scope.spend(1 + held.len() as u64, span)?;
    frame.insert(AT_HAND, Some(of.clone().into()));
    // What a class has itself stands before what it is derived from has under the name.
    let mut above = Vec::<(&str, usize)>::new();
    for (_, found) in line(document, *class) {
        scope.spend(found.range.len() as u64, span)?;
        let is_own = |index: &usize| document.roles.get(*index).is_some_and(|role| role.unit == found.unit);
        for index in found.range.clone().filter(is_own) {
            let Some(name) = member_name(scope, index) else { continue };
            match above.iter().find(|(known, _)| *known == name) {
                Some((_, own)) if !found.range.contains(own) => {
                    frame.insert(index, scope.value_at(*own).cloned());
                }
                Some(_) => {}
                None => above.push((name, index)),
            }
        }
    }
    for (index, value) in held {
        // Whichever statement defines the member where it is asked for, this is what this object has.
        let all = member_name(scope, *index).and_then(|name| document.definitions.get(name));
        for (_, found) in line(document, *class) {
            let own = all.into_iter().flatten().filter(|index| found.range.contains(index));
            frame.extend(own.map(|index| (*index, value.clone())));
        }
    }
    Ok(())
}

/// A member of an object: what it holds, what its class has, or the answer of a property.
pub(in crate::paste) fn member(scope: &Scope<'_>, of: &User, name: &str, span: Span) -> Evaluated<Option<Value>> {
    let User::Object(class, _, _, held) = of else { return Ok(None) };
    let Some(document) = document(scope) else { return Ok(None) };
    let own = format!("self.{name}");
    let is_it = |index: usize| member_name(scope, index).is_some_and(|found| found == own || found == name);
    if let Some((_, value)) = held.iter().rev().find(|(index, _)| is_it(*index)) {
        return match value {
            Some(value) => Ok(Some(value.clone())),
            None => unknown(Reason::DependsOn, Some(name), span),
        };
    }
    // Of a member of an enumeration its value and its name.
    let is_member = document.types.get(*class).is_some_and(|found| found.enumerates == Some(Enumerates::Objects));
    if let ([(index, value), ..], true) = (held.as_slice(), is_member) {
        match name {
            "value" => return Ok(value.clone()),
            "name" => return Ok(member_name(scope, *index).map(|name| Value::Text(name.to_string()))),
            _ => {}
        }
    }
    // What a method gives it that is called later, as the text reads it.
    for (_, found) in line(document, *class) {
        let all = document.definitions.get(&own).into_iter().flatten().rev();
        let mut within = all.filter(|index| found.range.contains(index));
        let index = of_class(document, found, name).or_else(|| within.next().copied());
        if let Some(index) = index.filter(|_| found.enumerates.is_some() && held.is_empty()) {
            return match enumerator(scope, *class, found, index) {
                Some(value) => Ok(Some(value)),
                None => unknown(Reason::DependsOn, Some(name), span),
            };
        }
        if let Some(index) = index {
            scope.rests_on(index);
            return match scope.value_at(index) {
                Some(value) => Ok(Some(value.clone())),
                None => unknown(Reason::DependsOn, Some(name), span),
            };
        }
    }
    match method(document, *class, name) {
        Some((number, function)) if function.parameters.is_empty() => {
            call::call(scope, number, &Given { template: &[], arguments: &[], this: Some(of) }, span).map(Some)
        }
        Some((number, _)) => Ok(Some(callable::method(number, name, of))),
        None => Ok(None),
    }
}
