//! Calls of a program's own functions, and members of its own types: each call has a frame of its own.

use super::CALL_DEPTH_LIMIT;
use super::cpp::overload;
use super::document::{Document, Function, Language, RoleKind};
use super::python::objects;
use super::settle::{Settled, scope as scope_of, settled, truth};
use super::user::User;
use crate::notebook::diagnostic::DiagnosticKind;
use crate::notebook::evaluate::{Evaluated, Frame, Scope, problem};
use crate::notebook::syntax::Span;
use crate::notebook::value::Value;
use crate::notebook::written::{Program, Reason, State};

/// Values given to a call of a function of the program.
pub(super) struct Given<'a> {
    pub(super) template: &'a [Value],
    /// `None` of what is not known.
    pub(super) arguments: &'a [Option<Value>],
    /// The object whose method it is.
    pub(super) this: Option<&'a User>,
}

/// Why there is no value.
pub(super) fn unknown<T>(reason: Reason, of: Option<&str>, span: Span) -> Evaluated<T> {
    Err(problem(DiagnosticKind::Unknown(reason, of.map(str::to_string)), span))
}

/// The statements of a function or a type, without those of functions and types in it.
fn own(document: &Document, range: std::ops::Range<usize>, unit: usize) -> impl Iterator<Item = usize> {
    range.filter(move |index| document.roles.get(*index).is_some_and(|role| role.unit == unit))
}

/// The document of a scope.
pub(super) fn document<'a>(scope: &Scope<'a>) -> Option<&'a Document> {
    super::of(scope.evaluation())
}

/// The value of a call.
pub(super) fn call(scope: &Scope<'_>, number: usize, given: &Given<'_>, span: Span) -> Evaluated<Value> {
    match run(scope, number, given, span)? {
        (_, Some(value)) => Ok(value),
        _ => {
            let function = document(scope).and_then(|found| found.functions.get(number));
            unknown(Reason::Action, function.map(|function| function.name.as_str()), span)
        }
    }
}

/// What a call gives its names, and what it answers.
pub(super) fn run(
    scope: &Scope<'_>,
    number: usize,
    given: &Given<'_>,
    span: Span,
) -> Evaluated<(Frame, Option<Value>)> {
    let Some((document, function)) = document(scope).and_then(|found| Some((found, found.functions.get(number)?)))
    else {
        return unknown(Reason::NotRead, None, span);
    };
    if scope.depth >= CALL_DEPTH_LIMIT {
        return unknown(Reason::TooDeep, Some(&function.name), span);
    }
    // Each of its statements is looked up, evaluated and kept.
    scope.spend(12 * (1 + function.range.len() as u64), span)?;
    // A lambda sees what is around it, a method called by another one the same object.
    let is_within = function.name.is_empty() || function.owner.is_some();
    let mut frame = scope.frame.filter(|_| is_within).cloned().unwrap_or_default();
    if let Some(of) = given.this {
        match document.language {
            Language::Python => objects::enter(scope, of, &mut frame, span)?,
            Language::Cpp => type_frame(scope, of, None, &mut frame, span)?,
        }
    }
    let outer = function.changes.iter().filter(|change| change.place.is_none()).map(|change| &change.name);
    for name in outer.chain(&function.seen) {
        if let (Some(before), Some(now)) = (document.defining(name, function.range.start), scope.find(name)) {
            frame.insert(before, scope.value_at(now).cloned());
        }
    }
    frame.extend(own(document, function.range.clone(), function.unit).map(|index| (index, None)));
    fill(scope, document, function, given, &mut frame, span)?;
    // Of a loop that is run its own statements are.
    let mut loops = document.loops_within(&function.range).iter().map(|found| found.range.clone()).collect::<Vec<_>>();
    loops.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut loops = loops.into_iter().peekable();
    let mut behind = 0;
    for index in function.range.clone() {
        while let Some(range) = loops.next_if(|range| range.start <= index) {
            behind = behind.max(range.end);
        }
        if index < behind {
            continue;
        }
        let Some(role) = document.roles.get(index).filter(|role| role.unit == function.unit) else { continue };
        let is_given = function.templates.contains(&index)
            || function.parameters.iter().any(|parameter| parameter.statement == index);
        if is_given {
            continue;
        }
        // A loop may answer in any round of it.
        if role.kind == RoleKind::Return && is_in_loop(document, &frame, index) {
            return unknown(Reason::AfterLoop, None, span);
        }
        if role.kind == RoleKind::Return
            && let Some(guard) = role.guard
        {
            let condition = frame.get(&guard.condition).and_then(Option::as_ref);
            match truth(condition) {
                None if !is_out(document, &frame, guard.condition) => {
                    return unknown(Reason::AfterBranch, None, span);
                }
                None => continue,
                Some(_) => {}
            }
        }
        match one(scope, document, index, &frame, span)? {
            Settled::Value(value) if role.kind == RoleKind::Return => return Ok((frame, Some(value))),
            found if document.loop_before(index).is_some_and(|(_, found)| found.answers) => {
                // Where it stands in a branch that is not taken it is not run.
                let is_out = role.guard.is_some_and(|_| is_out(document, &frame, index));
                match found {
                    Settled::Value(value) => {
                        if let Some(User::Left(_, Some(answer))) = User::of(&value) {
                            return Ok((frame, Some((**answer).clone())));
                        }
                        frame.insert(index, Some(value));
                    }
                    _ if is_out => {}
                    _ => return unknown(Reason::AfterLoop, None, span),
                }
            }
            Settled::Value(value) => {
                frame.insert(index, Some(value));
            }
            Settled::Wrong(diagnostic) if role.kind == RoleKind::Return => return Err(diagnostic),
            Settled::Not(State::LeftOut(Reason::NotTaken)) | Settled::Wrong(_) => {}
            Settled::Not(state) if role.kind == RoleKind::Return => {
                let (reason, of) = match state {
                    State::LeftOut(reason) => (reason, None),
                    State::Unknown(reason, of) => (reason, of),
                    State::Evaluated => (Reason::NotRead, None),
                };
                return unknown(reason, of.as_deref(), span);
            }
            Settled::Not(_) => {}
        }
    }
    Ok((frame, None))
}

/// Reports whether a statement stands in a loop that is come to.
fn is_in_loop(document: &Document, frame: &Frame, statement: usize) -> bool {
    let mut at = statement;
    for _ in 0..super::BLOCK_DEPTH_LIMIT {
        let Some(guard) = document.roles.get(at).and_then(|role| role.guard) else { return false };
        if document.roles.get(guard.condition).is_some_and(|role| role.kind == RoleKind::Hidden) {
            return !is_out(document, frame, guard.condition);
        }
        at = guard.condition;
    }
    false
}

/// Reports whether a condition stands in a branch that is not taken itself.
fn is_out(document: &Document, frame: &Frame, condition: usize) -> bool {
    let mut at = condition;
    for _ in 0..super::BLOCK_DEPTH_LIMIT {
        let Some(guard) = document.roles.get(at).and_then(|role| role.guard) else { return false };
        let decided = truth(frame.get(&guard.condition).and_then(Option::as_ref));
        if decided == Some(!guard.holds) {
            return true;
        }
        at = guard.condition;
    }
    false
}

/// The names of a statement in a frame. What is done in it is paid for by who asks: else calls that call each other twice
/// would each have steps of their own.
pub(super) fn inner<'a: 'b, 'b>(scope: &Scope<'a>, document: &Document, index: usize, frame: &'b Frame) -> Scope<'b> {
    scope_of(document, scope.evaluation(), index, Some(frame), scope.depth + 1).paid_by(scope)
}

/// Returns what a statement comes to in a frame; what it took is counted.
fn one(scope: &Scope<'_>, document: &Document, index: usize, frame: &Frame, span: Span) -> Evaluated<Settled> {
    let within = inner(scope, document, index, frame);
    let found = settled(document, &within, index);
    scope.pay_for(&within);
    scope.spend(0, span)?;
    Ok(found)
}

/// Gives a function its parameters.
fn fill(
    scope: &Scope<'_>,
    document: &Document,
    function: &Function,
    given: &Given<'_>,
    frame: &mut Frame,
    span: Span,
) -> Evaluated<()> {
    for (statement, value) in function.templates.iter().zip(given.template) {
        frame.insert(*statement, Some(value.clone()));
    }
    for (place, parameter) in function.parameters.iter().enumerate() {
        let value = match given.arguments.get(place) {
            Some(value) => value.clone(),
            None => match &parameter.default {
                Some(default) => {
                    let within = inner(scope, document, parameter.statement, frame);
                    let value = within.value(default).ok();
                    scope.pay_for(&within);
                    value
                }
                None => None,
            },
        };
        let Some(value) = value else { continue };
        let declared = parameter.declared.as_ref().and_then(|declared| {
            let within = inner(scope, document, parameter.statement, frame);
            let value = super::code::typed(&within, declared, value.clone(), span).ok();
            scope.pay_for(&within);
            value
        });
        let value = declared.unwrap_or(value);
        if let Some(deduces) =
            parameter.deduces.filter(|deduces| !matches!(frame.get(&deduces.template), Some(Some(_))))
        {
            let of = if deduces.is_pointee { super::code::element_of(&value) } else { Some(value.clone()) };
            frame.insert(deduces.template, of);
        }
        for (place, template) in &parameter.tells {
            if !matches!(frame.get(template), Some(Some(_)))
                && let Some(told) = overload::told(&value, *place)
            {
                frame.insert(*template, Some(told));
            }
        }
        frame.insert(parameter.statement, Some(value));
    }
    // Template parameters that nothing tells have defaults, or are not known.
    for statement in &function.templates {
        if matches!(frame.get(statement), Some(None))
            && let Settled::Value(value) = one(scope, document, *statement, frame, span)?
        {
            frame.insert(*statement, Some(value));
        }
    }
    Ok(())
}

/// The members of a type or of an object, up to one of them where only that is asked for.
pub(super) fn type_frame(
    scope: &Scope<'_>,
    of: &User,
    until: Option<usize>,
    frame: &mut Frame,
    span: Span,
) -> Evaluated<()> {
    let User::Object(number, _, template, held) = of else { return Ok(()) };
    let Some((document, found)) = document(scope).and_then(|document| Some((document, document.types.get(*number)?)))
    else {
        return Ok(());
    };
    scope.spend(1 + found.range.len() as u64, span)?;
    frame.extend(own(document, found.range.clone(), found.unit).map(|index| (index, None)));
    for (place, statement) in found.templates.iter().enumerate() {
        let value = match template.get(place) {
            Some(value) => Some(value.clone()),
            None => match one(scope, document, *statement, frame, span)? {
                Settled::Value(value) => Some(value),
                _ => None,
            },
        };
        frame.insert(*statement, value);
    }
    for index in found.range.clone() {
        if until.is_some_and(|until| index > until) {
            break;
        }
        let is_own = document.roles.get(index).is_some_and(|role| role.unit == found.unit);
        if !is_own || found.templates.contains(&index) {
            continue;
        }
        if let Some((_, value)) = held.iter().find(|(member, _)| *member == index) {
            let declared =
                found.fields.iter().find(|field| field.statement == index).and_then(|field| field.of.as_ref());
            let within = inner(scope, document, index, frame);
            let typed = |value: Value| match declared {
                Some(of) => super::code::typed(&within, of, value, span).ok(),
                None => Some(value),
            };
            let value = value.clone().and_then(typed);
            scope.pay_for(&within);
            frame.insert(index, value);
            continue;
        }
        if let Settled::Value(value) = one(scope, document, index, frame, span)? {
            frame.insert(index, Some(value));
        }
    }
    Ok(())
}

/// A member of a type of the program with these template arguments.
pub(super) fn member(scope: &Scope<'_>, of: &User, name: &str, span: Span) -> Evaluated<Value> {
    let User::Object(number, own, ..) = of else { return unknown(Reason::NotRead, Some(name), span) };
    let Some((document, found)) = document(scope).and_then(|document| Some((document, document.types.get(*number)?)))
    else {
        return unknown(Reason::NotRead, Some(name), span);
    };
    if scope.depth >= CALL_DEPTH_LIMIT {
        return unknown(Reason::TooDeep, Some(own), span);
    }
    if document.language == Language::Python {
        return match objects::member(scope, of, name, span)? {
            Some(value) => Ok(value),
            None => unknown(Reason::NotDefined, Some(name), span),
        };
    }
    let member = document.member(found, name);
    let mut frame = Frame::new();
    type_frame(scope, of, member, &mut frame, span)?;
    if let Some(index) = member {
        return match frame.remove(&index).flatten() {
            Some(value) => Ok(value),
            None => unknown(Reason::DependsOn, Some(name), span),
        };
    }
    for base in &found.bases {
        let within = inner(scope, document, found.range.end.saturating_sub(1), &frame);
        let base = within.value(base);
        scope.pay_for(&within);
        if let Ok(base) = base {
            return super::code::member_of(scope, &base, name, span);
        }
    }
    // A class within the class.
    match document.type_named(name) {
        Some(inner) => Ok(User::object(inner, name, Vec::new()).into()),
        None => unknown(Reason::NotDefined, Some(name), span),
    }
}
