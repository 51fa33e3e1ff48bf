//! What a statement changes besides what it gives a name: `bump(x)` by a reference, `count()` by what it captures, `i++`.

use super::expression::{expression_of, int, name_of};
use super::reader::Reader;
use super::statement::{Target, binary};
use crate::notebook::evaluate::{Evaluated, Frame, Scope};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::value::Value;
use crate::notebook::written::{Program, Reason};
use crate::paste::call::{self, Given, document, unknown};
use crate::paste::document::{Change, Document, Function};
use crate::paste::python::runtime;
use crate::paste::rounds::LEFT;
use crate::paste::user::User;
use crate::paste::{Changed, RoleKind};

/// What a name is worth behind a call that changes it: the name within the function, and the call.
pub(in crate::paste) const AFTER: &str = "& after";

/// An object as a method leaves it: the call of the method.
pub(in crate::paste) const METHOD: &str = "& method";

/// What names are worth that a lambda changes which is called with each of some values: the values, the lambda, the names.
pub(in crate::paste) const EACH: &str = "& each";

/// Steps that are counted for an object that a method changes.
const CHANGE_COST: u64 = 128;

/// Number of changes that one statement makes.
const EFFECT_LIMIT: usize = 64;

/// A change that an expression makes, seen from the next statement on.
#[derive(Debug, Clone)]
pub(super) enum Effect {
    /// `i++`, `--i`.
    Step { name: String, place: Span, operator: &'static str },
    /// A call of a function of the text that changes an argument or what it sees.
    Call { call: Call, span: Span, changes: Vec<Change> },
    /// A call of a method that changes its object.
    Method { object: String, call: Call, span: Span },
    /// `(x = 4)`, `seen[i]++`: what is given the value of a statement.
    Give { target: Target, made: usize, span: Span },
    /// `for_each(t, [&](auto x) { sum += x; })`: what is gone through, the lambda, and the names around it that it changes.
    Each { sequence: Expression, lambda: usize, names: Vec<String>, span: Span },
    /// A lambda that nobody has called yet, which changes names around it.
    Captured { names: Vec<String>, span: Span },
}

impl Effect {
    fn span(&self) -> Span {
        match self {
            Effect::Step { place, .. } => *place,
            Effect::Call { span, .. }
            | Effect::Captured { span, .. }
            | Effect::Each { span, .. }
            | Effect::Method { span, .. }
            | Effect::Give { span, .. } => *span,
        }
    }
}

impl Reader<'_> {
    /// Notes a change; an expression that is read twice makes it once.
    pub(super) fn effect(&mut self, effect: Effect) {
        let effect = if self.maybe == 0 { effect } else { self.perhaps(effect) };
        // A chain of methods is one change.
        if let Effect::Method { object, span, .. } = &effect {
            let is_part = |other: &Effect| match other {
                Effect::Method { object: other, span: part, .. } => {
                    other == object && part.start == span.start && part.end < span.end
                }
                _ => false,
            };
            self.effects.retain(|other| !is_part(other));
        }
        if self.effects.len() < EFFECT_LIMIT && self.effects.iter().all(|other| other.span() != effect.span()) {
            self.effects.push(effect);
        }
    }

    /// A change that is made or not.
    fn perhaps(&self, effect: Effect) -> Effect {
        let span = effect.span();
        let names = match effect {
            Effect::Step { name, .. } => vec![name],
            Effect::Method { object, .. } => vec![object],
            Effect::Give { target, .. } => vec![target.name],
            Effect::Call { call, changes, .. } => {
                self.changed_by(&call, &changes).into_iter().map(|(name, _)| name).collect()
            }
            Effect::Captured { names, .. } | Effect::Each { names, .. } => names,
        };
        Effect::Captured { names, span }
    }

    /// Notes what a call of a function of the text changes, or of a lambda that has a name.
    pub(super) fn effects_of(&mut self, call: &Call, span: Span) {
        let document = self.document();
        let count = call.arguments.len();
        let function = match document.defining(&call.name, self.count()) {
            // `tally(true)` of an object.
            Some(_) if self.has_members(&name_of(&call.name, span)) => {
                return self.effect_of_operator("operator()", &call.name, &call.arguments, span);
            }
            Some(statement) => self.builder.expression(statement).and_then(lambda_of),
            None => {
                document.functions_named(&call.name).rev().find(|(_, found)| found.accepts(count)).map(|found| found.0)
            }
        };
        let changes = function.and_then(|number| document.functions.get(number)).map(|found| found.changes.clone());
        if let Some(changes) = changes.filter(|changes| !changes.is_empty()) {
            self.effect(Effect::Call { call: call.clone(), span, changes });
        }
    }

    /// Notes that a lambda is called with each of some values, which so far was one that nobody has called.
    pub(super) fn effects_of_each(&mut self, call: &Call) {
        let ("for_each", [sequence, lambda]) = (call.name.as_str(), call.arguments.as_slice()) else { return };
        let Some(number) = lambda_of(lambda) else { return };
        let changes = self.document().functions.get(number).map(|found| found.changes.clone()).unwrap_or_default();
        if changes.is_empty() || changes.iter().any(|change| change.place.is_some()) {
            return;
        }
        let (span, sequence) = (lambda.span, sequence.clone());
        let names = changes.into_iter().map(|change| change.name).collect();
        for effect in &mut self.effects {
            if matches!(effect, Effect::Captured { span: of, .. } if *of == span) {
                *effect = Effect::Each { sequence, lambda: number, names, span };
                return;
            }
        }
    }

    /// Notes what an operator of an object's class changes of it.
    pub(super) fn effect_of_operator(&mut self, operator: &str, object: &str, arguments: &[Expression], span: Span) {
        let changes = |(_, function): (usize, &Function)| !function.members.is_empty();
        if !self.document().functions_named(operator).take(EFFECT_LIMIT).any(changes) {
            return;
        }
        let own = super::function::call_of(operator, span);
        let all = std::iter::once(name_of(object, span)).chain(arguments.iter().cloned()).collect();
        let call = Call { arguments: all, is_member: true, ..own };
        self.effect(Effect::Method { object: object.to_string(), call, span });
    }

    /// Notes what a method of an object of the text changes of it, or several in a chain that answer the object.
    pub(super) fn effects_of_method(&mut self, call: &Call, span: Span) {
        let document = self.document();
        let by_reference = document.functions_named(&call.name).rev().take(EFFECT_LIMIT);
        let by_reference = by_reference.filter(|(_, function)| function.owner.is_some());
        let given = by_reference.flat_map(|(_, function)| function.changes.iter().filter_map(|change| change.place));
        let named = |place: usize| match call.arguments.get(place + 1).map(|of| &of.kind) {
            Some(ExpressionKind::Name(name)) if self.defines(name) => Some(name.clone()),
            _ => None,
        };
        let names = given.filter_map(named).collect::<Vec<_>>();
        if !names.is_empty() {
            let place = Span { start: span.end.saturating_sub(1), end: span.end };
            self.effect(Effect::Captured { names, span: place });
        }
        let document = self.document();
        let any = |call: &Call, is: fn(&Function) -> bool| {
            document.functions_named(&call.name).rev().take(EFFECT_LIMIT).any(|(_, function)| is(function))
        };
        let mut changes = any(call, |function| !function.members.is_empty());
        let mut of = call.arguments.first();
        let mut is_direct = true;
        for _ in 0..EFFECT_LIMIT {
            match of.map(|of| &of.kind) {
                Some(ExpressionKind::Name(name)) if changes && self.defines(name) => {
                    let (object, names) = (name.clone(), vec![name.clone()]);
                    return self.effect(match is_direct {
                        true => Effect::Method { object, call: call.clone(), span },
                        false => Effect::Captured { names, span },
                    });
                }
                Some(ExpressionKind::Code(code)) => match &**code {
                    Code::Invoke(inner) if inner.is_member => {
                        changes |= any(inner, |function| !function.members.is_empty());
                        is_direct &= any(inner, |function| function.returns_this);
                        of = inner.arguments.first();
                    }
                    _ => return,
                },
                _ => return,
            }
        }
    }

    /// A lambda that is the value of a name changes nothing until it is called.
    pub(super) fn is_only_defined(&mut self, value: &Expression) {
        if lambda_of(value).is_some() {
            self.effects.retain(|effect| !matches!(effect, Effect::Captured { span, .. } if *span == value.span));
        }
    }

    /// Makes the changes of a statement that ends here. Where it is run again and again, nobody knows what they come to.
    pub(super) fn make_effects(&mut self, start: Span, is_repeated: bool) {
        for effect in std::mem::take(&mut self.effects) {
            let span = start.to(self.before());
            match effect {
                Effect::Step { name, place, operator } if !is_repeated => {
                    let value = binary(operator, name_of(&name, place), int(1, false, place), place);
                    self.builder.push(span, Some((name, place)), value, RoleKind::Hidden, true);
                }
                Effect::Give { target, made, span: of } if !is_repeated => {
                    let noted = self.noted();
                    self.give(target, expression_of(Code::Of(made), of), span, noted, RoleKind::Hidden);
                }
                Effect::Give { target, span: of, .. } => {
                    self.builder.unknown(span, (target.name, of), Reason::AfterLoop, true);
                }
                Effect::Call { call, span: of, changes } if !is_repeated => {
                    // All of them are what the call leaves: `swap(a, b)`.
                    let mut left = Vec::new();
                    for (name, change) in self.changed_by(&call, &changes) {
                        let inner = Expression { kind: ExpressionKind::Text(change), span: of };
                        let made = expression_of(Code::Invoke(call.clone()), of);
                        let after = Call { name: AFTER.to_string(), arguments: vec![inner, made], ..call.clone() };
                        let after = expression_of(Code::Invoke(Call { template: Vec::new(), ..after }), of);
                        left.push((name, self.builder.push(span, None, after, RoleKind::Hidden, false)));
                    }
                    for (name, after) in left {
                        let after = expression_of(Code::Of(after), of);
                        self.builder.push(span, Some((name, of)), after, RoleKind::Value, true);
                    }
                }
                Effect::Method { object, call, span: of } if !is_repeated => {
                    let made = expression_of(Code::Invoke(call.clone()), of);
                    let left = Call { name: METHOD.to_string(), is_member: false, arguments: vec![made], ..call };
                    let left = expression_of(Code::Invoke(Call { template: Vec::new(), ..left }), of);
                    self.builder.push(span, Some((object, of)), left, RoleKind::Hidden, true);
                }
                Effect::Method { object, span: of, .. } => {
                    self.builder.unknown(span, (object, of), Reason::AfterLoop, true);
                }
                Effect::Step { name, place, .. } => {
                    self.builder.unknown(span, (name, place), Reason::AfterLoop, true);
                }
                Effect::Call { call, span: of, changes } => {
                    for (name, _) in self.changed_by(&call, &changes) {
                        self.builder.unknown(span, (name, of), Reason::AfterLoop, true);
                    }
                }
                Effect::Each { sequence, lambda, names, span: of } if !is_repeated => {
                    let text = |name: &String| Expression { kind: ExpressionKind::Text(name.clone()), span: of };
                    let lambda = expression_of(Code::Lambda(lambda), of);
                    let arguments = [sequence, lambda].into_iter().chain(names.iter().map(text)).collect();
                    let call = Call { arguments, ..super::function::call_of(EACH, of) };
                    let all = expression_of(Code::Invoke(call), of);
                    let all = self.builder.push(span, None, all, RoleKind::Hidden, false);
                    for (place, name) in names.into_iter().enumerate() {
                        let place = int(i64::try_from(place).unwrap_or_default(), true, of);
                        let call = super::function::call_of(LEFT, of);
                        let left = Call { arguments: vec![expression_of(Code::Of(all), of), place], ..call };
                        let left = expression_of(Code::Invoke(left), of);
                        self.builder.push(span, Some((name, of)), left, RoleKind::Value, true);
                    }
                }
                Effect::Captured { names, span: of } | Effect::Each { names, span: of, .. } => {
                    for name in names.into_iter().filter(|name| self.defines(name)).collect::<Vec<_>>() {
                        self.builder.unknown(span, (name, of), Reason::Memory, true);
                    }
                }
            }
        }
    }

    /// The names that calls of the statement change whose functions the text has.
    pub(super) fn followed(&self) -> Vec<String> {
        let mut names = Vec::new();
        for effect in &self.effects {
            if let Effect::Call { call, changes, .. } = effect {
                names.extend(self.changed_by(call, changes).into_iter().map(|(name, _)| name));
            }
        }
        names
    }

    /// The names here that a call changes, and what each is called in the function.
    fn changed_by(&self, call: &Call, changes: &[Change]) -> Vec<(String, String)> {
        let name_here = |change: &Change| match change.place {
            None => Some(change.name.clone()),
            Some(place) => match &call.arguments.get(place)?.kind {
                ExpressionKind::Name(name) => Some(name.clone()),
                _ => None,
            },
        };
        let all = changes.iter().filter_map(|change| Some((name_here(change)?, change.name.clone())));
        all.filter(|(name, _)| self.defines(name)).collect()
    }

    /// What a function changes of its arguments, which it is given by reference, and of the names around it.
    pub(super) fn changes_of(&self, parameters: &[crate::paste::document::Parameter], outer: Changed) -> Vec<Change> {
        let is_given = |statement: usize, name: &str| {
            (statement + 1..self.count()).any(|later| self.builder.name_of(later) == Some(name))
        };
        let by_reference = parameters.iter().enumerate().filter(|(_, parameter)| parameter.is_reference);
        let mut changes = Vec::new();
        for (place, parameter) in by_reference {
            let name = self.builder.name_of(parameter.statement).unwrap_or_default();
            // A pointer that is moved is the function's own.
            let is_moved = parameter.is_pointer
                && (parameter.statement + 1..self.count()).any(|later| {
                    let is_part = |of: &Expression| match &of.kind {
                        ExpressionKind::Code(code) => matches!(**code, Code::With(..)),
                        ExpressionKind::Missing => true,
                        _ => self.targets.contains(&later),
                    };
                    self.builder.name_of(later) == Some(name) && !self.builder.expression(later).is_some_and(is_part)
                });
            if !name.is_empty() && !is_moved && is_given(parameter.statement, name) {
                changes.push(Change { place: Some(place), name: name.to_string() });
            }
        }
        changes.extend(outer.into_iter().map(|(name, _)| Change { place: None, name }));
        changes
    }
}

fn lambda_of(of: &Expression) -> Option<usize> {
    match &of.kind {
        ExpressionKind::Code(code) => match **code {
            Code::Lambda(number) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// What a name of a function is worth when a call of it ends.
pub(in crate::paste) fn after(scope: &Scope<'_>, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let refused = || unknown(Reason::NotRead, None, span);
    let [Expression { kind: ExpressionKind::Text(name), .. }, made] = arguments else { return refused() };
    let ExpressionKind::Code(code) = &made.kind else { return refused() };
    let (Code::Invoke(call), Some(document)) = (&**code, document(scope)) else { return refused() };
    let lambda = scope.find(&call.name).and_then(|index| scope.value_at(index)).and_then(User::of);
    let number = match lambda {
        Some(User::Function(number, _)) => Some(*number),
        Some(User::Closure(..)) => return refused(),
        _ => {
            let own = document.functions_named(&call.name).rev();
            own.filter(|(_, found)| found.accepts(call.arguments.len())).map(|(number, _)| number).next()
        }
    };
    let Some((number, function)) = number.and_then(|number| Some((number, document.functions.get(number)?))) else {
        return refused();
    };
    let template = call.template.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>()?;
    let arguments = call.arguments.iter().map(|item| scope.value(item).ok()).collect::<Vec<_>>();
    let given = Given { template: &template, arguments: &arguments, this: None };
    let (frame, _) = call::run_through(scope, number, &given, span)?;
    let unknown = || unknown(Reason::DependsOn, Some(name), span);
    match at_end(scope, document, function, &frame, name) {
        AtEnd::Value(value) => Ok(value),
        AtEnd::Unknown => unknown(),
        // It is what it was.
        AtEnd::Unchanged => {
            let named = |statement: usize| {
                let statement = scope.evaluation().statements().get(statement);
                statement.and_then(|found| found.name.as_ref()).is_some_and(|(found, _)| found == name)
            };
            let parameter = function.parameters.iter().find(|parameter| named(parameter.statement));
            let before = match parameter {
                Some(parameter) => frame.get(&parameter.statement).cloned().flatten(),
                None => scope.find(name).and_then(|index| scope.value_at(index)).cloned(),
            };
            before.map_or_else(unknown, Ok)
        }
    }
}

/// What a lambda leaves the names around it that is called with each of some values.
pub(in crate::paste) fn each(scope: &Scope<'_>, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let refused = || unknown(Reason::NotRead, None, span);
    let [sequence, lambda, names @ ..] = arguments else { return refused() };
    let found = lambda_of(lambda).zip(document(scope));
    let found = found.and_then(|(number, document)| Some((number, document, document.functions.get(number)?)));
    let Some((number, document, function)) = found else { return refused() };
    let Some(all) = runtime::items(&scope.value(sequence)?) else { return refused() };
    let names = names.iter().filter_map(|name| match &name.kind {
        ExpressionKind::Text(name) => Some((name.as_str(), document.defining(name, function.range.start)?)),
        _ => None,
    });
    let names = names.collect::<Vec<_>>();
    let mut frame = scope.frame.cloned().unwrap_or_default();
    for (_, index) in &names {
        frame.insert(*index, scope.value_at(*index).cloned());
    }
    for one in all {
        let within = call::inner(scope, document, function.range.start, &frame);
        let given = Given { template: &[], arguments: &[Some(one)], this: None };
        let ended = call::run_through(&within, number, &given, span);
        scope.pay_for(&within);
        let (ended, _) = ended?;
        let left = names.iter().map(|(name, index)| {
            let value = match at_end(scope, document, function, &ended, name) {
                AtEnd::Unchanged => frame.get(index).cloned().flatten(),
                AtEnd::Value(value) => Some(value),
                AtEnd::Unknown => None,
            };
            (*index, value)
        });
        let left = left.collect::<Vec<_>>();
        frame.extend(left);
    }
    let left = names.iter().map(|(_, index)| frame.get(index).cloned().flatten());
    Ok(User::Left(left.collect(), None).into())
}

/// An object as a method leaves it.
pub(in crate::paste) fn left(scope: &Scope<'_>, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let refused = || unknown(Reason::NotRead, None, span);
    let [Expression { kind: ExpressionKind::Code(code), .. }] = arguments else { return refused() };
    let (Code::Invoke(call), Some(document)) = (&**code, document(scope)) else { return refused() };
    let Some((receiver, rest)) = call.arguments.split_first() else { return refused() };
    let object = scope.value(receiver)?;
    let Some(user @ User::Object(class, ..)) = User::of(&object) else { return Ok(object) };
    let is_own = |function: &Function| function.owner == Some(*class);
    let method = document.functions_named(&call.name).rev().find(|(_, function)| is_own(function));
    let Some((number, function)) = method else { return Ok(object) };
    // A program that is started without arguments keeps what it assumes: `options.parse(argc, argv)`.
    let first = function.parameters.first().and_then(|first| scope.evaluation().statements().get(first.statement));
    if first.and_then(|first| first.name.as_ref()).is_some_and(|(name, _)| name == "argc") {
        return Ok(object);
    }
    let template = call.template.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>()?;
    let values = rest.iter().map(|item| scope.value(item).ok()).collect::<Vec<_>>();
    left_by(scope, number, &Given { template: &template, arguments: &values, this: Some(user) }, &object, span)
}

/// An object as a method or a constructor leaves it.
pub(in crate::paste) fn left_by(
    scope: &Scope<'_>,
    number: usize,
    given: &Given<'_>,
    object: &Value,
    span: Span,
) -> Evaluated<Value> {
    let refused = || unknown(Reason::NotRead, None, span);
    let found = document(scope).and_then(|document| Some((document, document.functions.get(number)?)));
    let Some((document, function)) = found else { return refused() };
    scope.spend(CHANGE_COST, span)?;
    let (frame, _) = call::run_through(scope, number, given, span)?;
    let mut left = object.clone();
    for member in &function.members {
        let value = match at_end(scope, document, function, &frame, member) {
            AtEnd::Unchanged => continue,
            AtEnd::Value(value) => Some(value),
            AtEnd::Unknown => None,
        };
        match crate::paste::code::with(scope, &left, std::slice::from_ref(member), value, span) {
            Some(changed) => left = changed,
            None => return refused(),
        }
    }
    Ok(left)
}

/// What a name is worth where a function ends that was run; nothing where nothing there gave it a value.
enum AtEnd {
    Unchanged,
    Value(Value),
    Unknown,
}

fn at_end(scope: &Scope<'_>, document: &Document, function: &Function, frame: &Frame, name: &str) -> AtEnd {
    let is_own = |index: &usize| document.roles.get(*index).is_some_and(|role| role.unit == function.unit);
    let value = |index: usize| frame.get(&index).and_then(Option::as_ref);
    // It ends at the first answer that is come to.
    let mut end = function.range.end;
    for index in function.range.clone().filter(is_own) {
        if let Some(User::Left(_, Some(_))) = value(index).and_then(User::of) {
            end = index;
            break;
        }
        if document.roles.get(index).is_some_and(|role| role.kind == RoleKind::Return) {
            match is_reached(document, function, frame, index) {
                Some(true) => {
                    end = index;
                    break;
                }
                Some(false) => {}
                None => return AtEnd::Unknown,
            }
        }
    }
    let is_named = |index: &usize| {
        let statement = scope.evaluation().statements().get(*index);
        let is_parameter = function.parameters.iter().any(|parameter| parameter.statement == *index);
        !is_parameter && statement.and_then(|found| found.name.as_ref()).is_some_and(|(found, _)| found == name)
    };
    for index in (function.range.start..end).rev().filter(is_own).filter(is_named) {
        match is_reached(document, function, frame, index) {
            Some(true) => return value(index).cloned().map_or(AtEnd::Unknown, AtEnd::Value),
            Some(false) => {}
            None => return AtEnd::Unknown,
        }
    }
    AtEnd::Unchanged
}

/// Reports whether the conditions that a statement of a function stands under hold; `None` where that is not known.
/// What stands in a loop is told behind it.
fn is_reached(document: &Document, function: &Function, frame: &Frame, index: usize) -> Option<bool> {
    let mut at = index;
    let mut is_known = true;
    for _ in 0..crate::paste::BLOCK_DEPTH_LIMIT {
        let Some(guard) = document.roles.get(at).and_then(|role| role.guard) else { break };
        if !function.range.contains(&guard.condition) {
            break;
        }
        if document.roles.get(guard.condition).is_some_and(|role| role.kind == RoleKind::Hidden) {
            return Some(false);
        }
        match crate::paste::settle::truth(frame.get(&guard.condition).and_then(Option::as_ref)) {
            Some(decided) if decided != guard.holds => return Some(false),
            Some(_) => {}
            None => is_known = false,
        }
        at = guard.condition;
    }
    is_known.then_some(true)
}
