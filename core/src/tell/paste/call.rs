//! Calls of a program's own functions, and members of its own types: each call has a frame of its own.

use super::CALL_DEPTH_LIMIT;
use super::cpp::{overload, packs};
use super::document::{Document, Entry, Function, Language, RoleKind};
use super::python::{callable, host, objects};
use super::settle::{Settled, scope as scope_of, settled, truth};
use super::user::User;
use crate::notebook::diagnostic::DiagnosticKind;
use crate::notebook::evaluate::{Evaluated, Frame, Scope, problem};
use crate::notebook::syntax::Span;
use crate::notebook::value::Value;
use crate::notebook::written::{Program, Reason, State};

/// Where a frame of C++ has the object whose method is called.
pub(super) const THIS: usize = usize::MAX;

/// Says of a frame that it is what a function sees that another one answered.
const CLOSED: usize = usize::MAX - 1;

/// A member that a class has from one that it is derived from: its name.
pub(super) const INHERITED: &str = "& inherited";

/// Number of classes that one is derived from, one from the other.
const BASE_LIMIT: usize = 8;

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
    let of = of.map(|of| super::python::scopes::as_written(of).to_string());
    Err(problem(DiagnosticKind::Unknown(reason, of), span))
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

/// The same of a call whose answer does not count: where it is not known, its names are known as far as it came.
pub(super) fn run_through(
    scope: &Scope<'_>,
    number: usize,
    given: &Given<'_>,
    span: Span,
) -> Evaluated<(Frame, Option<Value>)> {
    run_to(scope, number, given, true, span)
}

/// The value of a call of what is a function.
pub(super) fn of(scope: &Scope<'_>, callee: &User, given: &Given<'_>, span: Span) -> Evaluated<Value> {
    let found = callee.callee().zip(document(scope));
    let Some(((number, around), document)) = found else { return unknown(Reason::NotRead, None, span) };
    let Some(frame) = around else { return call(scope, number, given, span) };
    let start = document.functions.get(number).map_or(0, |function| function.range.start);
    let within = inner(scope, document, start, frame);
    let value = call(&within, number, given, span);
    scope.pay_for(&within);
    value
}

/// What a function answers: of one that it defines itself that sees what is here.
fn closed(document: &Document, function: &Function, frame: &Frame, value: Value) -> Value {
    let Some(User::Function(number, _)) = User::of(&value) else { return value };
    let is_inside = |inner: &Function| function.range.contains(&inner.range.start) && inner.range != function.range;
    match document.functions.get(*number).is_some_and(is_inside) {
        true => {
            let mut frame = frame.clone();
            frame.insert(CLOSED, None);
            User::Closure(*number, Box::new(frame)).into()
        }
        false => value,
    }
}

/// What a call gives its names, and what it answers.
pub(super) fn run(
    scope: &Scope<'_>,
    number: usize,
    given: &Given<'_>,
    span: Span,
) -> Evaluated<(Frame, Option<Value>)> {
    run_to(scope, number, given, false, span)
}

fn run_to(
    scope: &Scope<'_>,
    number: usize,
    given: &Given<'_>,
    is_through: bool,
    span: Span,
) -> Evaluated<(Frame, Option<Value>)> {
    let Some((document, function)) = document(scope).and_then(|found| Some((found, found.functions.get(number)?)))
    else {
        return unknown(Reason::NotRead, None, span);
    };
    if scope.depth >= CALL_DEPTH_LIMIT {
        return unknown(Reason::TooDeep, Some(&function.name), span);
    }
    if function.is_stateful {
        return unknown(Reason::Memory, Some(&function.name), span);
    }
    // Each of its statements is looked up, evaluated and kept.
    scope.spend(12 * (1 + function.range.len() as u64), span)?;
    // A lambda sees what is around it, a method called by another one the same object.
    let is_closed = scope.frame.is_some_and(|frame| frame.contains_key(&CLOSED));
    let is_within = function.name.is_empty() || function.owner.is_some() || is_closed;
    let mut frame = scope.frame.filter(|_| is_within).cloned().unwrap_or_default();
    frame.remove(&CLOSED);
    if let Some(of) = given.this {
        match document.language {
            Language::Python => objects::enter(scope, of, &mut frame, span)?,
            Language::Cpp => {
                // A method of a class that it is derived from sees the members of that.
                let base = function.owner.and_then(|owner| base(scope, of, |number| number == owner));
                if let Some(base) = base.filter(|base| base.class() != of.class()) {
                    type_frame(scope, &base, None, &mut frame, span)?;
                }
                type_frame(scope, of, None, &mut frame, span)?;
                // What the object is once it is changed is told by its members.
                frame.insert(THIS, function.members.is_empty().then(|| of.clone().into()));
            }
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
    // Statements about something else than layouts.
    let mut others = Vec::new();
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
        // What it answers is told by its members.
        if role.kind == RoleKind::Return && function.returns_this {
            return Ok((frame, None));
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
            Settled::Value(value) if role.kind == RoleKind::Return => {
                let value = closed(document, function, &frame, value);
                scope.meet(index, &value);
                scope.spend(value.leaf_count() as u64, span)?;
                return Ok((frame, Some(value)));
            }
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
                scope.meet(index, &value);
                frame.insert(index, Some(value));
            }
            Settled::Not(State::LeftOut(Reason::NotTaken)) => {}
            Settled::Not(_)
                if role.kind == RoleKind::Return
                    && let Some(parts) = in_parts(scope, index, &frame) =>
            {
                return Ok((frame, Some(parts)));
            }
            _ if role.kind == RoleKind::Return && is_through => return Ok((frame, None)),
            Settled::Wrong(diagnostic) if role.kind == RoleKind::Return => return Err(diagnostic),
            Settled::Wrong(_) => {}
            Settled::Not(state) if role.kind == RoleKind::Return => {
                let (reason, of) = match state {
                    State::LeftOut(reason) => (reason, None),
                    // What rests on something else than layouts is no layout either.
                    State::Unknown(Reason::DependsOn, Some(name))
                        if document.defining(&name, index).is_some_and(|told| others.contains(&told)) =>
                    {
                        (Reason::OtherValue, None)
                    }
                    State::Unknown(reason, of) => (reason, of),
                    State::Evaluated => (Reason::NotRead, None),
                };
                return unknown(reason, of.as_deref(), span);
            }
            Settled::Not(State::LeftOut(Reason::OtherValue | Reason::Action | Reason::System)) => others.push(index),
            Settled::Not(_) => {}
        }
    }
    Ok((frame, None))
}

/// The items of a tuple of Python that a function answers of which not all are known; `None` where none is.
fn in_parts(scope: &Scope<'_>, answer: usize, frame: &Frame) -> Option<Value> {
    let document = document(scope).filter(|document| document.language == Language::Python)?;
    let items = callable::items_of(&scope.evaluation().statements().get(answer)?.expression)?;
    let within = inner(scope, document, answer, frame);
    let parts = items.iter().map(|item| within.value(item).ok()).collect::<Vec<_>>();
    scope.pay_for(&within);
    parts.iter().any(Option::is_some).then(|| User::Left(parts, None).into())
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
    for (place, statement) in function.templates.iter().enumerate() {
        if function.packs.contains(statement) {
            let rest = given.template.get(place..).unwrap_or_default();
            // What stands behind it may be told by arguments.
            if !rest.is_empty() {
                frame.insert(*statement, Some(User::Left(rest.iter().cloned().map(Some).collect(), None).into()));
            }
        } else if let Some(value) = given.template.get(place) {
            frame.insert(*statement, Some(value.clone()));
        }
    }
    // What is compiled takes numbers that are known when it runs, from outside of it.
    let is_entered = match function.entry {
        Entry::None => false,
        Entry::Kernel => true,
        Entry::Jit => !document
            .functions
            .iter()
            .any(|around| around.entry != Entry::None && around.range.contains(&scope.statement())),
    };
    for (place, parameter) in function.parameters.iter().enumerate() {
        if parameter.is_rest && document.language == Language::Cpp {
            let rest = given.arguments.get(place..).unwrap_or_default().to_vec();
            let pack = Value::from(User::Left(rest, None));
            if let Some(deduces) = parameter.deduces {
                frame.insert(deduces.template, Some(pack.clone()));
            }
            frame.insert(parameter.statement, Some(pack));
            continue;
        }
        let value = match given.arguments.get(place) {
            Some(value) => value.clone(),
            None => match &parameter.default {
                Some(default) => {
                    // `Tiler tiler = {}` is one of what the template has where nothing is said.
                    if document.language == Language::Cpp {
                        defaults(scope, document, function, frame, span)?;
                    }
                    let within = inner(scope, document, parameter.statement, frame);
                    let value = within.value(default).ok();
                    scope.pay_for(&within);
                    value
                }
                None => None,
            },
        };
        let Some(value) = value else { continue };
        let value = match parameter.passed.is_some() && is_entered {
            true => host::at_runtime(value),
            false => value,
        };
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
                && let Some(told) = match function.packs.contains(template) {
                    true => Some(overload::all_told(&value, *place)),
                    false => overload::told(&value, *place),
                }
            {
                frame.insert(*template, Some(told));
            }
        }
        scope.meet(parameter.statement, &value);
        frame.insert(parameter.statement, Some(value));
    }
    for template in &function.templates {
        if let Some(value) = frame.get(template).and_then(Option::as_ref) {
            scope.meet(*template, value);
        }
    }
    defaults(scope, document, function, frame, span)
}

/// Template parameters that nothing tells have defaults, or are not known.
fn defaults(
    scope: &Scope<'_>,
    document: &Document,
    function: &Function,
    frame: &mut Frame,
    span: Span,
) -> Evaluated<()> {
    for (place, statement) in function.templates.iter().enumerate() {
        if !matches!(frame.get(statement), Some(None)) {
            continue;
        }
        let default = function.defaults.get(place).and_then(Option::as_ref);
        let value = match default {
            Some(default) => {
                let within = inner(scope, document, *statement, frame);
                let value = within.value(default).ok();
                scope.pay_for(&within);
                value
            }
            None => match one(scope, document, *statement, frame, span)? {
                Settled::Value(value) => Some(value),
                _ => None,
            },
        };
        if value.is_some() {
            frame.insert(*statement, value);
        }
    }
    Ok(())
}

/// What an object is as one of the classes that its class is derived from.
fn bases(scope: &Scope<'_>, of: &User) -> Vec<User> {
    let (User::Object(number, _, _, held), Some(document)) = (of, document(scope)) else { return Vec::new() };
    let Some(found) = document.types.get(*number).filter(|found| !found.bases.is_empty()) else { return Vec::new() };
    let mut frame = Frame::new();
    frame.extend(own(document, found.range.clone(), found.unit).map(|index| (index, None)));
    if let User::Object(_, _, template, _) = of {
        frame.extend(found.templates.iter().copied().zip(template.iter().cloned().map(Some)));
    }
    let mut all = Vec::new();
    for base in found.bases.iter().take(BASE_LIMIT) {
        let within = inner(scope, document, found.range.end.saturating_sub(1), &frame);
        let value = within.value(base);
        scope.pay_for(&within);
        if let Some(User::Object(number, name, template, _)) = value.ok().as_ref().and_then(User::of) {
            all.push(User::Object(*number, name.clone(), template.clone(), held.clone()));
        }
    }
    all
}

/// The object as one of the first class that is meant, of its own and those that it is derived from.
pub(super) fn base(scope: &Scope<'_>, of: &User, is: impl Fn(usize) -> bool) -> Option<User> {
    let mut open = std::collections::VecDeque::from([of.clone()]);
    for _ in 0..BASE_LIMIT {
        let of = open.pop_front()?;
        if of.class().is_some_and(&is) {
            return Some(of);
        }
        open.extend(bases(scope, &of));
    }
    None
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
    if document.language == Language::Cpp {
        frame.insert(THIS, Some(of.clone().into()));
    }
    frame.extend(own(document, found.range.clone(), found.unit).map(|index| (index, None)));
    for (place, statement) in found.templates.iter().enumerate() {
        let value = match template.get(place) {
            Some(pack) if packs::values(pack).is_some() => Some(pack.clone()),
            _ if found.packs.contains(statement) => {
                let rest = template.get(place..).unwrap_or_default();
                Some(User::Left(rest.iter().cloned().map(Some).collect(), None).into())
            }
            Some(value) => Some(value.clone()),
            None => {
                let default = found.defaults.get(place).and_then(Option::as_ref);
                let within = inner(scope, document, *statement, frame);
                let value = default.map(|default| within.value(default).ok());
                scope.pay_for(&within);
                match value {
                    Some(value) => value,
                    None => match one(scope, document, *statement, frame, span)? {
                        Settled::Value(value) => Some(value),
                        _ => None,
                    },
                }
            }
        };
        if let Some(value) = &value {
            scope.meet(*statement, value);
        }
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
            scope.meet(index, &value);
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
    let own_member = document.member(found, name);
    let mut frame = Frame::new();
    frame.insert(THIS, Some(of.clone().into()));
    type_frame(scope, of, own_member, &mut frame, span)?;
    if let Some(index) = own_member {
        return match frame.remove(&index).flatten() {
            Some(value) => Ok(value),
            None => unknown(Reason::DependsOn, Some(name), span),
        };
    }
    let has = |number: usize| document.types.get(number).is_some_and(|base| document.member(base, name).is_some());
    if let Some(base) = base(scope, of, |class| Some(class) != of.class() && has(class)) {
        let within = inner(scope, document, found.range.end.saturating_sub(1), &frame);
        let value = member(&within, &base, name, span);
        scope.pay_for(&within);
        return value;
    }
    // `struct is_even : std::true_type {}`
    for base in &found.bases {
        let within = inner(scope, document, found.range.end.saturating_sub(1), &frame);
        let value = within.value(base).ok().filter(|value| User::of(value).is_none());
        scope.pay_for(&within);
        if let Some(value) = value {
            return super::code::member_of(scope, &value, name, span);
        }
    }
    // A class within the class.
    match document.type_within(name, found) {
        Some(inner) => Ok(User::object(inner, name, Vec::new()).into()),
        None => unknown(Reason::NotDefined, Some(name), span),
    }
}
