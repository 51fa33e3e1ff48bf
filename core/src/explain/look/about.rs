//! Subject of a statement: a shape or a layout by itself, or the one of which it asks a coordinate, an index, a number
//! or a truth. A tuple does not say what it is; the call that it came from does.

use std::cell::Cell;

use super::{pictured, thread_values};
use crate::called;
use crate::int::Int;
use crate::int_tuple::{IntTuple, product};
use crate::nested::Nested;
use crate::notebook::functions::Subject;
use crate::notebook::syntax::Call;
use crate::notebook::{Evaluation, Expression, ExpressionKind, Value};

/// Number of expressions that are read; what needs more is about nothing.
const READ_LIMIT: usize = 64;

/// Subject of a question, as it is written.
#[derive(Debug, Clone, Copy)]
pub(super) enum Holder<'a> {
    /// The value of a name.
    Name(&'a str),
    /// The value of an expression.
    Expression(&'a Expression),
}

/// The layout or the shape that a statement asks something of.
#[derive(Debug, Clone)]
pub(super) struct Asked<'a> {
    /// The statement in which it is written.
    pub(super) statement: usize,
    /// Its written form.
    pub(super) holder: Holder<'a>,
    /// The strides that belong to it, where it is a shape and the question has some.
    pub(super) strides: Option<IntTuple>,
    /// The coordinate that is asked for, or that is the answer.
    pub(super) point: Option<Value>,
}

/// Subject of an expression.
#[derive(Debug, Clone)]
pub(super) enum About<'a> {
    /// Its own value.
    Itself,
    /// A layout or a shape that it asks something of.
    Asked(Asked<'a>),
    /// Nothing that can be drawn: a number by itself, a coordinate of an unknown shape.
    Nothing,
}

/// Finds the subject of a statement.
pub(super) fn about(evaluation: &Evaluation, statement: usize) -> About<'_> {
    let Some(found) = evaluation.statements().get(statement) else { return About::Nothing };
    let reader = Reader { evaluation, left: Cell::new(READ_LIMIT) };
    match reader.about(statement, &found.expression) {
        // A text that is printed of a layout is about that layout.
        About::Itself if !evaluation.value(statement).is_some_and(|value| drawable(value) != Drawable::Not) => {
            reader.asked(statement, reader.named(&found.expression), None)
        }
        found => found,
    }
}

struct Reader<'a> {
    evaluation: &'a Evaluation,
    left: Cell<usize>,
}

/// Role of an operand in the value that is made of it.
enum Operand<'a> {
    Layout(Holder<'a>),
    Shape(Holder<'a>),
    Part { asked: Asked<'a>, is_tuple: bool },
}

impl<'a> Reader<'a> {
    fn about(&self, statement: usize, expression: &'a Expression) -> About<'a> {
        let Some(left) = self.left.get().checked_sub(1) else { return About::Nothing };
        self.left.set(left);
        let expression = self.inside(expression);
        match &expression.kind {
            ExpressionKind::Name(name) => {
                let defining = self.evaluation.defining(name, statement);
                let found = defining.and_then(|defining| Some((defining, self.evaluation.statements().get(defining)?)));
                found.map_or(About::Nothing, |(defining, found)| self.about(defining, &found.expression))
            }
            ExpressionKind::Apply(callee, given) => self.point_of(statement, self.named(callee), given),
            ExpressionKind::Call(call) if self.is_application(statement, call) => {
                self.point_of(statement, Holder::Name(&call.name), &call.arguments)
            }
            ExpressionKind::Call(call) => self.about_call(statement, expression, call),
            ExpressionKind::Unary(_, operand) => self.made_of(statement, expression, &[operand]),
            ExpressionKind::Binary(_, left, right) => self.made_of(statement, expression, &[left, right]),
            ExpressionKind::Tuple(_) | ExpressionKind::Layout(..) | ExpressionKind::Compose(_) => About::Itself,
            // Code that only programs write, `thr_mma.partition_C(gC)`, is a layout or is not.
            ExpressionKind::Code(_) => {
                let found = self.evaluation.statements().get(statement);
                let is_whole = found.is_some_and(|found| std::ptr::eq(self.inside(&found.expression), expression));
                let own = if is_whole {
                    self.evaluation.value(statement).cloned()
                } else {
                    self.value(statement, expression)
                };
                match own.as_ref().map_or(Drawable::Not, drawable) {
                    Drawable::Layout => About::Itself,
                    _ => About::Nothing,
                }
            }
            _ => About::Nothing,
        }
    }

    fn asked(&self, statement: usize, holder: Holder<'a>, point: Option<Value>) -> About<'a> {
        About::Asked(Asked { statement, holder, strides: None, point })
    }

    fn value(&self, statement: usize, expression: &Expression) -> Option<Value> {
        self.evaluation.value_of(statement, expression)
    }

    /// `A(2,3)`: a coordinate of `A`, or a slice, which is drawn by itself.
    fn point_of(&self, statement: usize, holder: Holder<'a>, given: &'a [Expression]) -> About<'a> {
        let point = match given {
            [only] => self.value(statement, only),
            several => {
                let modes = several.iter().map(|one| self.value(statement, one)?.into_mode().ok());
                modes.collect::<Option<Vec<_>>>().map(|modes| Value::Tuple(Nested::Tuple(modes)))
            }
        };
        match point.as_ref().and_then(Value::as_coordinate) {
            Some(place) if place.has_underscore() => About::Itself,
            _ => self.asked(statement, holder, point),
        }
    }

    /// A coordinate in a shape; where that is the shape of a layout, it is a coordinate of the layout.
    fn coordinate_in(&self, statement: usize, shape: &'a Expression, point: Option<Value>) -> About<'a> {
        let mut at = (statement, self.inside(shape));
        if let ExpressionKind::Name(name) = &at.1.kind
            && let Some(defining) = self.evaluation.defining(name, statement)
            && let Some(found) = self.evaluation.statements().get(defining)
        {
            at = (defining, self.inside(&found.expression));
        }
        if let ExpressionKind::Call(call) = &at.1.kind
            && call.name == called::SHAPE
            && call.template.is_empty()
            && let [of] = call.arguments.as_slice()
            && self.value(at.0, of).is_some_and(|value| drawable(&value) == Drawable::Layout)
        {
            return self.asked(at.0, self.named(of), point);
        }
        self.asked(statement, self.named(shape), point)
    }

    /// Returns true if a call is of a name of one's own, which wins.
    fn is_application(&self, statement: usize, call: &Call) -> bool {
        let is_plain = !call.is_member && call.template.is_empty() && call.named.is_empty();
        is_plain && self.evaluation.defining(&call.name, statement).is_some()
    }

    fn about_call(&self, statement: usize, expression: &'a Expression, call: &'a Call) -> About<'a> {
        let Some(function) = self.evaluation.catalogue().find(&call.name) else { return About::Nothing };
        let given = call.arguments.iter().chain(call.named.iter().map(|(_, _, value)| value)).collect::<Vec<_>>();
        let own = || self.value(statement, expression);
        let ints = |value: Option<Value>| value.and_then(|value| value.as_ints());
        let held = |by: &'a Expression, strides: Option<IntTuple>, point: Option<Value>| {
            About::Asked(Asked { statement, holder: self.named(by), strides, point })
        };
        match (function.subject, given.as_slice()) {
            (Subject::Found, [place, shape]) => self.coordinate_in(statement, shape, self.value(statement, place)),
            (Subject::Place, [place, shape]) => held(shape, None, self.value(statement, place)),
            (Subject::Found, [_, shape, strides]) => held(shape, ints(self.value(statement, strides)), own()),
            (Subject::Place, [place, shape, strides]) => {
                held(shape, ints(self.value(statement, strides)), self.value(statement, place))
            }
            (Subject::AnswerInLast, given) if given.len() == function.most => match given.last() {
                Some(shape) => self.coordinate_in(statement, shape, own()),
                None => About::Nothing,
            },
            (Subject::AnswerInFirst, [layout, _]) => held(layout, None, own()),
            // Counted coordinates end with the last one.
            (Subject::Counted, [layout]) if call.template.is_empty() && call.named.is_empty() => {
                held(layout, None, self.value(statement, layout).and_then(|value| last(&value)))
            }
            (Subject::Holder, [layout]) => held(layout, None, None),
            (Subject::Strides, [shape, ..]) => held(shape, ints(own()), None),
            _ if called::NO_SHAPES.contains(&call.name.as_str()) => About::Nothing,
            _ => self.made_of(statement, expression, &given),
        }
    }

    /// A layout is about itself, and so is a tuple, unless it is part of a coordinate or of strides; any other value is
    /// about the first layout that it is made of, or else the first shape.
    fn made_of(&self, statement: usize, expression: &'a Expression, operands: &[&'a Expression]) -> About<'a> {
        let own = self.value(statement, expression);
        let kind = own.as_ref().map_or(Drawable::Not, drawable);
        if kind == Drawable::Layout {
            return About::Itself;
        }
        let is_tuple = matches!(own, Some(Value::Tuple(Nested::Tuple(_))));
        let mut found = None;
        for operand in operands {
            match self.operand(statement, operand) {
                Some(Operand::Layout(holder)) if !is_tuple => return self.asked(statement, holder, None),
                Some(Operand::Part { asked, is_tuple: true }) if is_tuple => return About::Asked(asked),
                Some(Operand::Part { asked, .. }) if !is_tuple => found = found.or(Some(About::Asked(asked))),
                Some(Operand::Shape(holder)) if !is_tuple => {
                    found = found.or_else(|| Some(self.asked(statement, holder, None)));
                }
                _ => {}
            }
        }
        match kind {
            Drawable::Shape => About::Itself,
            _ => found.unwrap_or(About::Nothing),
        }
    }

    fn operand(&self, statement: usize, operand: &'a Expression) -> Option<Operand<'a>> {
        let value = self.value(statement, operand)?;
        match (drawable(&value), self.about(statement, operand)) {
            (Drawable::Layout, _) => Some(Operand::Layout(self.named(operand))),
            (_, About::Asked(asked)) => {
                Some(Operand::Part { asked, is_tuple: matches!(value, Value::Tuple(Nested::Tuple(_))) })
            }
            (Drawable::Shape, About::Itself) => Some(Operand::Shape(self.named(operand))),
            _ => None,
        }
    }

    /// Returns what is printed or asserted, and what stands in parentheses by itself; those around a number make a
    /// shape of it.
    fn inside(&self, expression: &'a Expression) -> &'a Expression {
        let found = self.evaluation.inner(expression);
        match (&found.kind, &expression.kind) {
            (ExpressionKind::Int { .. }, ExpressionKind::Call(call)) => {
                call.arguments.first().map_or(expression, |it| self.inside(it))
            }
            (ExpressionKind::Int { .. }, _) => expression,
            _ => found,
        }
    }

    fn named(&self, expression: &'a Expression) -> Holder<'a> {
        let expression = self.inside(expression);
        match &expression.kind {
            ExpressionKind::Name(name) => Holder::Name(name),
            _ => Holder::Expression(expression),
        }
    }
}

/// Kind of a value by whether it can be drawn by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Drawable {
    Not,
    Shape,
    Layout,
}

fn drawable(value: &Value) -> Drawable {
    match value {
        _ if pictured(value).is_some() || thread_values(value).is_some() => Drawable::Layout,
        _ if shape(value).is_some() => Drawable::Shape,
        _ => Drawable::Not,
    }
}

/// The last 1-D coordinate of a layout or a shape.
fn last(value: &Value) -> Option<Value> {
    let shape = pictured(value).map(|layout| layout.shape().clone()).or_else(|| value.as_ints())?;
    let last = product(&shape).ok()?.minus(Int::ONE).ok()?;
    (last.value() >= 0).then(|| Value::int(last))
}

/// The tuple of a value that may be a shape: there is something in each of its modes.
pub(super) fn shape(value: &Value) -> Option<IntTuple> {
    let shape = value.as_ints().filter(|shape| !shape.is_leaf() && shape.leaf_count() > 0)?;
    shape.leaves().into_iter().all(|extent| extent.value() > 0).then_some(shape)
}
