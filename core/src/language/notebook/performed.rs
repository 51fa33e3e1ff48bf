//! The operation that a statement performs: which function, on which values, and where each of them is written.

use std::sync::{Arc, OnceLock};

use super::evaluate::Scope;
use super::evaluation::Evaluation;
use super::functions::{Answer, Arguments, Function, Problem, Subject};
use super::syntax::{Call, Code, Expression, ExpressionKind, Span};
use super::value::{Value, ValueKind};
use crate::called;
use crate::nested::Nested;
use crate::steps::Trace;

/// An operation with its operands.
#[derive(Debug, Clone)]
pub struct Performed {
    /// The function; of `A o B` it is composition.
    pub function: &'static Function,
    /// Where the operation stands.
    pub span: Span,
    /// Its template arguments and arguments.
    pub arguments: Arguments,
    /// Where the arguments stand.
    pub places: Vec<Span>,
    /// `true` if the first argument stands before a dot, where a layout needs parentheses.
    pub is_member: bool,
    /// `true` if it is written `A o B`, where a bare shape is a layout and no tiler.
    pub is_infix: bool,
    /// `true` if plain numbers are static where it stands.
    pub plain_is_static: bool,
    pub(super) answered: Answered,
}

/// The answer of an operation, once somebody asked for it.
#[derive(Debug, Default)]
pub(super) struct Answered(OnceLock<Answer>);

/// A copy is made to be given other arguments: it is asked anew.
impl Clone for Answered {
    fn clone(&self) -> Self {
        Answered::default()
    }
}

impl Performed {
    /// Returns its answer. It is computed once, or was when the statement was evaluated.
    pub fn answer(&self) -> &Answer {
        self.answered.0.get_or_init(|| self.function.call(&self.arguments, &mut Trace::silent()))
    }

    /// Returns its answer with other arguments.
    pub fn with(&self, values: Vec<Value>) -> Answer {
        let arguments = Arguments { template: self.arguments.template.clone(), values };
        self.function.call(&arguments, &mut Trace::silent())
    }
}

impl Evaluation {
    /// Returns the expression that is printed or asserted, and the one that stands in parentheses by itself.
    pub fn inner<'e>(&self, expression: &'e Expression) -> &'e Expression {
        let shows = |call: &Call| {
            let function = self.catalogue().find(&call.name);
            function.is_some_and(|function| function.subject == Subject::Shown)
        };
        match &expression.kind {
            ExpressionKind::Tuple(items) if items.len() == 1 => items.first().map_or(expression, |it| self.inner(it)),
            ExpressionKind::Call(call) if shows(call) => call.arguments.first().map_or(expression, |it| self.inner(it)),
            _ => expression,
        }
    }

    /// Where the text gives what a statement writes: behind the name that it is, before the statement, or where it stands
    /// among the operands.
    pub fn written_at(&self, statement: usize, written: &str) -> Option<Span> {
        let earlier = self.statements().get(..statement)?.iter().rev();
        let mut named = earlier.filter_map(|given| Some((given.name.as_ref()?.0.as_str(), given.expression.span)));
        named.find(|(name, _)| *name == written).map(|(_, span)| span).or_else(|| {
            let performed = self.performed(statement, None)?;
            performed.places.iter().find(|place| place.of(self.text()).trim() == written).copied()
        })
    }

    /// The operation that a statement performs: the outermost one, under printing and assertions, or the one that stands
    /// at `place`. `None` where there is none, or where an operand has no value.
    pub fn performed(&self, statement: usize, place: Option<Span>) -> Option<Arc<Performed>> {
        match place {
            None => self.memo(statement, |memo| &memo.performed, || self.find_performed(statement, None).map(Arc::new)),
            Some(_) => self.find_performed(statement, place).map(Arc::new),
        }
    }

    fn find_performed(&self, statement: usize, place: Option<Span>) -> Option<Performed> {
        let found = self.statements().get(statement).filter(|found| !found.is_broken)?;
        let scope = self.scope(statement, found, Trace::silent());
        let expression = match place {
            None => self.inner(&found.expression),
            Some(place) => at(&found.expression, place)?,
        };
        let performed = scope.performed(expression)?;
        // Where the operation is all of the statement, its answer is the statement's value.
        let is_whole = expression.span == found.expression.span && found.declared.is_none();
        if let Some(value) = self.value(statement).filter(|_| is_whole) {
            let _ = performed.answered.0.set(Ok(value.clone()));
        }
        Some(performed)
    }

    /// The slice that a statement such as `A(_,2)` takes, as the function `slice` would: under printing, not inside other
    /// expressions. `None` of any other statement.
    pub fn sliced(&self, statement: usize) -> Option<Arc<Performed>> {
        let has_slice = |applied: &Performed| {
            let coordinate = applied.arguments.values.first().and_then(Value::as_coordinate);
            coordinate.is_some_and(|coordinate| coordinate.has_underscore())
        };
        self.memo(statement, |memo| &memo.sliced, || self.applied(statement).filter(has_slice).map(Arc::new))
    }

    /// What a statement such as `A(4,0)` or `A(_,2)` applies to a coordinate: that coordinate, and `A`.
    pub fn applied(&self, statement: usize) -> Option<Performed> {
        let found = self.statements().get(statement).filter(|found| !found.is_broken)?;
        let scope = self.scope(statement, found, Trace::silent());
        scope.applied(self.inner(&found.expression))
    }
}

impl Scope<'_> {
    fn performed(&self, expression: &Expression) -> Option<Performed> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Call(call) if !self.is_application(call) => self.called(call, span),
            ExpressionKind::Code(code) => match &**code {
                // A member of what the program does not define itself.
                Code::Invoke(call) if call.is_member => {
                    let receiver = self.value(call.arguments.first()?).ok()?;
                    let is_own = matches!(receiver.kind(), ValueKind::Object | ValueKind::Function);
                    if is_own { None } else { self.called(call, span) }
                }
                Code::Typed(_, value) => self.performed(value),
                _ => None,
            },
            ExpressionKind::Compose(parts) => self.composition(parts, span),
            ExpressionKind::Binary("+", left, right) => {
                let values = [left, right].map(|operand| self.value(operand).ok());
                let values = values.into_iter().collect::<Option<Vec<_>>>()?;
                let function =
                    self.catalogue().find(called::LAYOUT_ADD).filter(|_| values.iter().all(Value::is_map))?;
                Some(self.infix(function, values, vec![left.span, right.span], span))
            }
            _ => None,
        }
    }

    /// Returns the operation that a call of a function of the notebook performs.
    fn called(&self, call: &Call, span: Span) -> Option<Performed> {
        let function = self.catalogue().find(&call.name)?;
        let (arguments, places) = self.given(function, call, span).ok()?;
        let (is_member, plain_is_static) = (call.is_member, self.plain_is_static);
        Some(Performed {
            function,
            span,
            arguments,
            places,
            is_member,
            is_infix: false,
            plain_is_static,
            answered: Answered::default(),
        })
    }

    /// Returns the operation that an operator between operands performs.
    fn infix(&self, function: &'static Function, values: Vec<Value>, places: Vec<Span>, span: Span) -> Performed {
        Performed {
            function,
            span,
            arguments: Arguments { template: Vec::new(), values },
            places,
            is_member: false,
            is_infix: true,
            plain_is_static: self.plain_is_static,
            answered: Answered::default(),
        }
    }

    fn applied(&self, expression: &Expression) -> Option<Performed> {
        let span = expression.span;
        let called = match &expression.kind {
            ExpressionKind::Call(call) if self.is_application(call) => Some(&**call),
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if !call.is_member && call.template.is_empty() => Some(call),
                _ => None,
            },
            _ => None,
        };
        let (callee, place_of_callee, given) = match (called, &expression.kind) {
            (Some(call), _) => {
                let name = ExpressionKind::Name(call.name.clone());
                let callee = self.value(&Expression { kind: name, span: call.name_span }).ok()?;
                (callee, call.name_span, &call.arguments)
            }
            (None, ExpressionKind::Apply(callee, given)) => (self.value(callee).ok()?, callee.span, given),
            _ => return None,
        };
        let place = given.first()?.span.to(given.last()?.span);
        let coordinate = match given.as_slice() {
            [only] => self.value(only).ok()?,
            several => {
                let modes = several.iter().map(|one| self.value(one).ok()?.into_mode().ok());
                Value::Tuple(Nested::Tuple(modes.collect::<Option<_>>()?))
            }
        };
        let function = self.catalogue().find(called::SLICE).filter(|_| coordinate.as_coordinate().is_some())?;
        let arguments = Arguments { template: Vec::new(), values: vec![coordinate, callee] };
        let (places, plain_is_static) = (vec![place, place_of_callee], self.plain_is_static);
        Some(Performed {
            function,
            span,
            arguments,
            places,
            is_member: false,
            is_infix: false,
            plain_is_static,
            answered: Answered::default(),
        })
    }

    /// Of `A o B o C` the composition of `A` with `B o C`, or where that has no value, of `B` with `C`.
    fn composition(&self, parts: &[Expression], span: Span) -> Option<Performed> {
        let mut values = self.composed(parts, span).ok()?;
        // A pointer before a layout is how a tensor is printed, and nothing that is done.
        if matches!(values.first(), Some(Value::Engine(_))) {
            return None;
        }
        let function = self.catalogue().find(called::COMPOSITION)?;
        let mut places = parts.iter().map(|part| part.span).collect::<Vec<_>>();
        while values.len() > 2 && !matches!(values.first(), Some(Value::Swizzle(_))) {
            let first = values.remove(0);
            match self.catalogue().compose(&values, &mut Trace::silent())? {
                Ok(right) => {
                    values = vec![first, right];
                    places = vec![*places.first()?, places.get(1)?.to(*places.last()?)];
                }
                Err(Problem::Algebra(_)) => drop(places.remove(0)),
                Err(_) => return None,
            }
        }
        let span = places.first().map_or(span, |first| first.to(span.after()));
        Some(self.infix(function, values, places, span))
    }
}

/// The outermost expression that stands at a place.
fn at(expression: &Expression, place: Span) -> Option<&Expression> {
    let holds = expression.span.start <= place.start && place.end <= expression.span.end;
    if expression.span == place && !matches!(expression.kind, ExpressionKind::Tuple(_)) {
        return Some(expression);
    }
    if !holds {
        return None;
    }
    match &expression.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::Tiler(items) | ExpressionKind::Compose(items) => {
            items.iter().find_map(|item| at(item, place))
        }
        ExpressionKind::Layout(left, right) | ExpressionKind::Binary(_, left, right) => {
            at(left, place).or_else(|| at(right, place))
        }
        ExpressionKind::Unary(_, inner) | ExpressionKind::Named(_, _, inner) => at(inner, place),
        ExpressionKind::Apply(callee, arguments) => {
            at(callee, place).or_else(|| arguments.iter().find_map(|argument| at(argument, place)))
        }
        ExpressionKind::Call(call) => {
            let named = call.named.iter().map(|(_, _, value)| value);
            call.arguments.iter().chain(&call.template).chain(named).find_map(|argument| at(argument, place))
        }
        _ => None,
    }
}
