//! Expressions to values.

use std::cell::{Cell, RefCell};

use super::construct;
use super::diagnostic::{Diagnostic, DiagnosticKind, Repair, RepairKind, shorten};
use super::evaluation::{Evaluation, Use};
use super::functions::{self, Arguments, Function, Problem, Template};
use super::syntax::{Call, Expression, ExpressionKind, Span};
use super::value::{self, Item, Value, ValueKind};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::coordinate::{Coordinate, Slot};
use crate::error::Error;
use crate::int::{Int, Truth};
use crate::int_tuple::{self, IntTuple};
use crate::layout::Layout;
use crate::nested::Nested;
use crate::repair::stride_repairs;
use crate::steps::Listener;
use crate::swizzle::{MixedBits, Offset};

type Evaluated<T> = Result<T, Box<Diagnostic>>;

/// How many steps one statement may take: with more, it says so instead of holding up the page.
pub const STEP_LIMIT: u64 = 1 << 20;

/// What the names of an expression mean, and how much has been done to find its value.
pub(super) struct Scope<'a> {
    evaluation: &'a Evaluation,
    /// The statement whose expression this is; names mean what stands above it.
    statement: usize,
    plain_is_static: bool,
    listener: RefCell<&'a mut dyn Listener>,
    uses: RefCell<Vec<Use>>,
    steps: Cell<u64>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(
        evaluation: &'a Evaluation,
        statement: usize,
        plain_is_static: bool,
        listener: &'a mut dyn Listener,
    ) -> Self {
        let (listener, uses) = (RefCell::new(listener), RefCell::default());
        Scope { evaluation, statement, plain_is_static, listener, uses, steps: Cell::new(0) }
    }

    /// The names that were asked for, and the steps that were taken.
    pub(super) fn end(self) -> (Vec<Use>, u64) {
        (self.uses.into_inner(), self.steps.get())
    }

    /// The statement that a name means; remembered, since the value depends on it.
    fn find(&self, name: &str) -> Option<usize> {
        let found = self.evaluation.defining(name, self.statement);
        let mut uses = self.uses.borrow_mut();
        if !uses.iter().rev().take(16).any(|(used, _)| used == name) {
            uses.push((name.to_string(), found));
        }
        found
    }

    /// Counts what is about to be done with values of so many leaves. Operations may compare every leaf with every other.
    fn count(&self, leaves: usize, span: Span) -> Evaluated<()> {
        let leaves = leaves as u64;
        self.spend(1 + leaves + leaves * leaves / 256, span)
    }

    /// Counts a value that was made.
    fn made(&self, value: Value, span: Span) -> Evaluated<Value> {
        self.spend(value.leaf_count() as u64, span)?;
        match value {
            // `get<0>(tiler)` may be a layout, which is one by itself too.
            Value::Tuple(Nested::Leaf(Item::Layout(layout))) => Ok(Value::Layout(*layout)),
            Value::Tuple(Nested::Leaf(Item::Composed(layout))) => Ok(Value::Composed(*layout)),
            Value::Tuple(tuple) => self.limited(tuple, span),
            value => Ok(value),
        }
    }

    fn spend(&self, steps: u64, span: Span) -> Evaluated<()> {
        let steps = self.steps.get().saturating_add(steps);
        self.steps.set(steps);
        if steps <= STEP_LIMIT {
            return Ok(());
        }
        let error = Error::TooLarge { what: "steps", count: steps.to_string(), limit: STEP_LIMIT };
        Err(problem(DiagnosticKind::Algebra(error), span))
    }

    fn int(&self, value: i64, is_static: bool) -> Int {
        if is_static || self.plain_is_static { Int::constant(value) } else { Int::dynamic(value) }
    }

    pub(super) fn value(&self, expression: &Expression) -> Evaluated<Value> {
        let span = expression.span;
        self.count(0, span)?;
        match &expression.kind {
            ExpressionKind::Int { value, is_static } => Ok(Value::int(self.int(*value, *is_static))),
            ExpressionKind::Underscore => Ok(Value::Tuple(Nested::Leaf(Item::All))),
            ExpressionKind::Basis { value, is_static, modes } => {
                let path = modes.iter().rev().copied().collect();
                let basis = ScaledBasis { scale: self.int(*value, *is_static), path };
                Ok(Value::Tuple(Nested::Leaf(Item::Basis(basis))))
            }
            ExpressionKind::Text(text) => Ok(Value::Text(text.clone())),
            ExpressionKind::Name(name) => self.name(name, span),
            ExpressionKind::Tuple(items) => self.tuple(items, span),
            ExpressionKind::Tiler(items) => self.modes(items, span),
            ExpressionKind::Layout(shape, stride) => self.layout(shape, stride, span),
            ExpressionKind::Call(call) => self.call(call, span),
            ExpressionKind::Compose(parts) => self.compose(parts, span),
            ExpressionKind::MixedBits { fixed, dynamic, flags } => {
                Ok(match MixedBits::make(*fixed, Int::dynamic(*dynamic), *flags) {
                    Offset::Mixed(mixed) => Value::Mixed(mixed),
                    Offset::Int(int) => Value::int(int),
                })
            }
            ExpressionKind::Apply(callee, arguments) => self.apply(callee, arguments, span),
            ExpressionKind::Unary(operator, operand) => self.unary(operator, operand, span),
            ExpressionKind::Binary(operator, left, right) => self.binary(operator, left, right, span),
            ExpressionKind::Missing => Err(problem(DiagnosticKind::Nothing, span)),
        }
    }

    /// `A o B o C`, from the right. A bare shape at either end stands for its layout; between them it is an offset.
    fn compose(&self, parts: &[Expression], span: Span) -> Evaluated<Value> {
        let mut values = parts.iter().map(|part| self.value(part)).collect::<Evaluated<Vec<_>>>()?;
        self.count(values.iter().map(Value::leaf_count).sum(), span)?;
        let last = values.len().saturating_sub(1);
        for (value, part) in values.iter_mut().zip(parts).step_by(last.max(1)) {
            if let Some(shape) = value.as_ints() {
                *value = self.generated(shape, part.span)?;
            }
        }
        let answer = super::algebra::compose(&values, &mut **self.listener.borrow_mut());
        let answer = answer.or_else(|| {
            // By mode, where the right one is a tiler.
            let is_tiler = last == 1 && matches!(values.last(), Some(Value::Tuple(_)));
            let function = functions::find("composition").filter(|_| is_tiler)?;
            let arguments = Arguments { values: values.clone(), ..Arguments::default() };
            Some(function.call(&arguments, &mut **self.listener.borrow_mut()))
        });
        match answer {
            Some(Ok(value)) => self.made(value, span),
            Some(Err(Problem::Algebra(error))) => Err(problem(DiagnosticKind::Algebra(error), span)),
            _ => {
                let wrong = values.iter().zip(parts).find(|(value, _)| value.as_any_layout().is_none());
                let (found, place) = wrong.map_or((ValueKind::Layout, span), |(value, part)| (value.kind(), part.span));
                Err(wrong_kind(ValueKind::Layout, found, place))
            }
        }
    }

    /// The layout of a bare shape, whose strides are generated.
    fn generated(&self, shape: IntTuple, span: Span) -> Evaluated<Value> {
        let layout = Layout::compact(shape, self.evaluation.major());
        layout.map(Value::Layout).map_err(|error| problem(DiagnosticKind::Algebra(error), span))
    }

    fn name(&self, name: &str, span: Span) -> Evaluated<Value> {
        match self.find(name) {
            Some(index) => {
                let broken = || problem(DiagnosticKind::BrokenName(shorten(name)), span);
                let value = self.evaluation.value(index).ok_or_else(broken)?;
                self.count(value.leaf_count(), span)?;
                Ok(value.clone())
            }
            None => construct::predefined(name).ok_or_else(|| self.unknown_name(name, span)),
        }
    }

    fn unknown_name(&self, name: &str, span: Span) -> Box<Diagnostic> {
        let later = self.evaluation.statements().iter().filter_map(|statement| statement.name.as_ref());
        let defined = later.filter(|(other, _)| other == name).map(|(_, place)| *place).collect::<Vec<_>>();
        let now = self.evaluation.statements().get(self.statement);
        let is_own = now.and_then(|statement| statement.name.as_ref()).is_some_and(|(own, _)| own == name);
        let kind = if is_own {
            DiagnosticKind::OwnDefinition(shorten(name))
        } else {
            DiagnosticKind::UnknownName { name: shorten(name), defined_later: !defined.is_empty() }
        };
        let mut diagnostic = Diagnostic::new(kind, span);
        diagnostic.related = defined;
        let near = functions::nearest_of(name, self.evaluation.known_names().into_iter());
        for other in near {
            diagnostic = diagnostic.with_repair(RepairKind::Replace, span, other);
        }
        Box::new(diagnostic)
    }

    fn tuple(&self, items: &[Expression], span: Span) -> Evaluated<Value> {
        // `((8,8):(8,1))` is a layout in parentheses, not a tuple of one; that has Python's comma.
        if let [only] = items {
            let value = self.value(only)?;
            let written = span.of(self.evaluation.text()).strip_suffix([')', ']', '）']).unwrap_or_default();
            if !matches!(value, Value::Tuple(_)) && !written.trim_end().ends_with([',', '，']) {
                return Ok(value);
            }
            let mode = value.into_mode().map_err(|found| wrong_kind(ValueKind::IntTuple, found, only.span))?;
            return self.limited(Nested::Tuple(vec![mode]), span);
        }
        self.modes(items, span)
    }

    /// A tuple, even of one layout: `<4:1>` is a tiler of one mode.
    fn modes(&self, items: &[Expression], span: Span) -> Evaluated<Value> {
        let mut modes = Vec::with_capacity(items.len());
        for item in items {
            let value = self.value(item)?;
            modes.push(value.into_mode().map_err(|found| wrong_kind(ValueKind::IntTuple, found, item.span))?);
        }
        self.limited(Nested::Tuple(modes), span)
    }

    fn limited(&self, tuple: Nested<Item>, span: Span) -> Evaluated<Value> {
        let tuple = value::check_limits(tuple).map_err(|error| problem(DiagnosticKind::Algebra(error), span))?;
        Ok(Value::Tuple(tuple))
    }

    fn layout(&self, shape: &Expression, stride: &Expression, span: Span) -> Evaluated<Value> {
        let shape_value = self.value(shape)?;
        let stride_value = self.value(stride)?;
        let extents =
            shape_value.as_ints().ok_or_else(|| wrong_kind(ValueKind::IntTuple, shape_value.kind(), shape.span))?;
        let strides = match stride_value {
            Value::Major(major) => {
                let layout = Layout::compact(extents, major);
                return layout.map(Value::Layout).map_err(|error| problem(DiagnosticKind::Algebra(error), span));
            }
            other => other.as_stride().ok_or_else(|| wrong_kind(ValueKind::IntTuple, other.kind(), stride.span))?,
        };
        let Some(path) = extents.first_difference(&strides) else {
            return Layout::new(extents, strides)
                .map(Value::Layout)
                .map_err(|error| problem(DiagnosticKind::Algebra(error), span));
        };
        let error = Error::NotCongruent { shape: extents.to_string(), stride: strides.to_string(), path };
        let mut diagnostic = Diagnostic::new(DiagnosticKind::Algebra(error), stride.span);
        diagnostic.related.push(shape.span);
        for repair in stride_repairs(&extents, &strides.map(&mut StrideLeaf::scale)) {
            let printed = self.spell(&repair.layout.stride().to_string());
            diagnostic = diagnostic.with_repair(RepairKind::Strides(repair.kind), stride.span, printed);
        }
        Err(Box::new(diagnostic))
    }

    /// Printed numbers as this statement spells them: without underscores where plain numbers are static anyway.
    fn spell(&self, printed: &str) -> String {
        if self.plain_is_static { super::value::without_underscores(printed) } else { printed.to_string() }
    }

    fn apply(&self, callee: &Expression, arguments: &[Expression], span: Span) -> Evaluated<Value> {
        if let ExpressionKind::Name(name) = &callee.kind
            && self.find(name).is_none()
        {
            return Err(unknown_function(name, callee.span));
        }
        self.apply_value(self.value(callee)?, callee.span, arguments, span)
    }

    /// A layout called with a coordinate. A bare shape stands for its layout, whose strides are generated.
    fn apply_value(&self, callee: Value, place: Span, arguments: &[Expression], span: Span) -> Evaluated<Value> {
        let callee = match callee.as_ints() {
            Some(shape) => self.generated(shape, place)?,
            None => callee,
        };
        if !matches!(callee, Value::Layout(_) | Value::Composed(_) | Value::Tensor(_) | Value::Swizzle(_)) {
            return Err(problem(DiagnosticKind::NotCallable(callee.kind()), place));
        }
        let place_span = match (arguments.first(), arguments.last()) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => span,
        };
        let place = match arguments {
            [only] => self.value(only)?,
            many => self.tuple(many, place_span)?,
        };
        let coordinate =
            place.as_coordinate().ok_or_else(|| wrong_kind(ValueKind::Coordinate, place.kind(), place_span))?;
        let answer = applied(&callee, &coordinate, &mut **self.listener.borrow_mut());
        self.made(answer.map_err(|error| problem(DiagnosticKind::Algebra(error), place_span))?, span)
    }

    fn call(&self, call: &Call, span: Span) -> Evaluated<Value> {
        // A name of one's own wins: `layout = …` and then `layout(5,10)`.
        let is_plain = !call.is_member && call.template.is_empty() && call.named.is_empty();
        if is_plain && self.find(&call.name).is_some() {
            let callee = self.name(&call.name, call.name_span)?;
            return self.apply_value(callee, call.name_span, &call.arguments, span);
        }
        let Some(function) = functions::find(&call.name) else {
            return Err(unknown_function(&call.name, call.name_span));
        };
        if function.template == Template::None && !call.template.is_empty() {
            let diagnostic = Diagnostic::new(DiagnosticKind::NoTemplate(call.name.clone()), call.template_span);
            return Err(Box::new(diagnostic.with_repair(RepairKind::Remove, call.template_span, "")));
        }
        let mut arguments = Arguments {
            template: call.template.iter().map(|item| self.value(item)).collect::<Evaluated<_>>()?,
            values: call.arguments.iter().map(|item| self.value(item)).collect::<Evaluated<_>>()?,
        };
        let mut places = call.arguments.iter().map(|item| item.span).collect::<Vec<_>>();
        for (name, name_span, expression) in &call.named {
            let value = self.value(expression)?;
            if name == "mode" && function.template == Template::Modes {
                let Value::Tuple(tuple) = &value else {
                    return Err(wrong_kind(ValueKind::IntTuple, value.kind(), expression.span));
                };
                arguments.template =
                    tuple.leaves().into_iter().map(|item| Value::Tuple(Nested::Leaf(item.clone()))).collect();
                continue;
            }
            let position = function.parameters.iter().position(|parameter| parameter == name);
            if position != Some(arguments.values.len()) {
                let kind = DiagnosticKind::UnknownArgument { function: call.name.clone(), name: shorten(name) };
                let next = function.parameters.get(arguments.values.len()).copied();
                let near = next.filter(|next| functions::nearest_of(name, std::iter::once(*next)).len() == 1);
                let diagnostic = Diagnostic::new(kind, *name_span);
                return Err(Box::new(match near {
                    Some(next) => diagnostic.with_repair(RepairKind::Replace, *name_span, next),
                    None => diagnostic,
                }));
            }
            arguments.values.push(value);
            places.push(expression.span);
        }
        self.check_arity(function, call, &arguments, &places, span)?;
        self.count(arguments.values.iter().chain(&arguments.template).map(Value::leaf_count).sum(), span)?;
        self.count_copies(function, &arguments, span)?;
        match function.call(&arguments, &mut **self.listener.borrow_mut()) {
            Ok(Value::Truth(truth)) if functions::is_truth(&call.name) => {
                Ok(Value::Truth(Truth { is_static: self.plain_is_static, ..truth }))
            }
            Ok(value) => self.made(value, span),
            Err(reason) => Err(self.refusal(function, call, &arguments, &places, span, reason)),
        }
    }

    /// Counts what template arguments copy: `select<0,0,0>` and `append<3>` copy a mode as often as they say.
    fn count_copies(&self, function: &Function, arguments: &Arguments, span: Span) -> Evaluated<()> {
        let copies = match (arguments.template.as_slice(), arguments.values.len()) {
            ([rank], 2) => rank.as_int().map_or(0, |rank| u64::try_from(rank.value()).unwrap_or(0)),
            (modes, _) => modes.len() as u64,
        };
        let leaves = arguments.values.last().map_or(0, Value::leaf_count) as u64;
        let is_copying = function.template == Template::Modes && copies > 1;
        self.spend(if is_copying { leaves.saturating_mul(copies) } else { 0 }, span)
    }

    fn check_arity(
        &self,
        function: &Function,
        call: &Call,
        arguments: &Arguments,
        places: &[Span],
        span: Span,
    ) -> Evaluated<()> {
        let found = arguments.values.len();
        let by_template = function.template == Template::Values && !arguments.template.is_empty();
        if by_template || (function.least..=function.most).contains(&found) {
            return Ok(());
        }
        let kind = arity(function, &call.name, found);
        // What is too much is shown, and can be taken away from the comma on.
        let extra = function.most.checked_sub(1).and_then(|last| Some((places.get(last)?, places.get(last + 1)?)));
        let (Some((kept, first)), Some(last)) = (extra, places.last()) else { return Err(problem(kind, span)) };
        let diagnostic = Diagnostic::new(kind, first.to(*last));
        Err(Box::new(diagnostic.with_repair(RepairKind::Remove, kept.after().to(*last), "")))
    }

    fn refusal(
        &self,
        function: &Function,
        call: &Call,
        arguments: &Arguments,
        places: &[Span],
        span: Span,
        reason: Problem,
    ) -> Box<Diagnostic> {
        match reason {
            Problem::Algebra(error) => problem(DiagnosticKind::Algebra(error), span),
            Problem::Arity => problem(arity(function, &call.name, arguments.values.len()), span),
            Problem::Template => {
                let place = if call.template.is_empty() { call.name_span } else { call.template_span };
                problem(DiagnosticKind::TemplateArgument(call.name.clone()), place)
            }
            Problem::AssertionFailed => problem(DiagnosticKind::AssertionFailed, span),
            Problem::Kind { position, expected } => {
                let found = arguments.values.get(position).map_or(ValueKind::Text, Value::kind);
                let place = places.get(position).copied().unwrap_or(span);
                let mut diagnostic = wrong_kind(expected, found, place);
                // A shape becomes a layout where strides are generated.
                if expected == ValueKind::Layout && matches!(found, ValueKind::Integer | ValueKind::IntTuple) {
                    let shape = place.of(self.evaluation.text());
                    diagnostic.repairs.push(Repair {
                        kind: RepairKind::Replace,
                        span: place,
                        text: format!("make_layout({shape})"),
                    });
                }
                diagnostic
            }
        }
    }

    fn unary(&self, operator: &str, operand: &Expression, span: Span) -> Evaluated<Value> {
        let value = self.grouped(operand)?;
        if operator == "!" {
            return Ok(Value::Truth(!truth_of(&value, operand.span)?));
        }
        let int = int_of(&value, operand.span)?;
        let negative = Int::constant(0).minus(int).map_err(|error| problem(DiagnosticKind::Algebra(error), span))?;
        Ok(Value::int(negative))
    }

    /// An operand: parentheses around a single integer group it, they do not make a tuple.
    fn grouped(&self, operand: &Expression) -> Evaluated<Value> {
        match &operand.kind {
            ExpressionKind::Tuple(items) if items.len() == 1 => items
                .first()
                .map_or_else(|| Err(problem(DiagnosticKind::Nothing, operand.span)), |item| self.grouped(item)),
            _ => self.value(operand),
        }
    }

    fn binary(&self, operator: &str, left: &Expression, right: &Expression, span: Span) -> Evaluated<Value> {
        let (a, b) = (self.grouped(left)?, self.grouped(right)?);
        match operator {
            "&&" | "||" => {
                let (a, b) = (truth_of(&a, left.span)?, truth_of(&b, right.span)?);
                return Ok(Value::Truth(if operator == "&&" { a.and(b) } else { a.or(b) }));
            }
            "==" | "!=" if a.as_int().is_none() || b.as_int().is_none() => {
                let equal = equal(&a, &b);
                return Ok(Value::Truth(if operator == "==" { equal } else { !equal }));
            }
            _ => {}
        }
        if let Some(result) = construct::arithmetic(operator, &a, &b) {
            return result.map_err(|error| problem(DiagnosticKind::Algebra(error), span));
        }
        let (a, b) = (int_of(&a, left.span)?, int_of(&b, right.span)?);
        let result = match operator {
            "+" => a.plus(b),
            "-" => a.minus(b),
            "*" => a.times(b),
            "/" => a.over(b),
            "%" => a.modulo(b),
            "<<" => a.shift_left(b),
            ">>" => a.shift_right(b),
            "&" => Ok(a.bit_and(b)),
            "|" => Ok(a.bit_or(b)),
            "^" => Ok(a.bit_xor(b)),
            "==" => return Ok(Value::Truth(a.compare(b, i64::eq))),
            "!=" => return Ok(Value::Truth(a.compare(b, i64::ne))),
            "<" => return Ok(Value::Truth(a.compare(b, i64::lt))),
            ">" => return Ok(Value::Truth(a.compare(b, i64::gt))),
            "<=" => return Ok(Value::Truth(a.compare(b, i64::le))),
            _ => return Ok(Value::Truth(a.compare(b, i64::ge))),
        };
        result.map(Value::int).map_err(|error| problem(DiagnosticKind::Algebra(error), span))
    }
}

/// A layout, a tensor or a swizzle applied to a coordinate.
fn applied(callee: &Value, place: &Coordinate, listener: &mut dyn Listener) -> Result<Value, Error> {
    if let (Value::Swizzle(swizzle), Nested::Leaf(Slot::Int(offset))) = (callee, place) {
        return Ok(Value::int(swizzle.apply_told(*offset, listener)));
    }
    if let Value::Tensor(tensor) = callee {
        return if place.has_underscore() {
            tensor.slice(place).map(Value::Tensor)
        } else {
            let element = tensor.at(place)?;
            Ok(element.element().map_or(Value::Engine(element), |element| Value::ints(&element)))
        };
    }
    let layout = callee.as_any_layout().ok_or(Error::Empty)?;
    if place.has_underscore() {
        return Ok(layout.slice_and_offset(place)?.0.into());
    }
    Ok(Value::ints(&layout.index_told(place, listener)?))
}

fn unknown_function(name: &str, span: Span) -> Box<Diagnostic> {
    if functions::NOT_YET.contains(&name) {
        return problem(DiagnosticKind::NotYet(name.to_string()), span);
    }
    let diagnostic = Diagnostic::new(DiagnosticKind::UnknownFunction(shorten(name)), span);
    let near = functions::nearest(name).into_iter();
    Box::new(near.fold(diagnostic, |diagnostic, near| diagnostic.with_repair(RepairKind::Replace, span, near)))
}

fn equal(a: &Value, b: &Value) -> Truth {
    match (a, b, a.as_ints(), b.as_ints()) {
        (_, _, Some(a), Some(b)) => int_tuple::equal(&a, &b),
        (Value::Layout(a), Value::Layout(b), _, _) => {
            let shapes = int_tuple::equal(a.shape(), b.shape());
            match (a.int_stride(), b.int_stride()) {
                (Some(a), Some(b)) => shapes.and(int_tuple::equal(&a, &b)),
                _ => shapes.and(Truth::constant(a.stride() == b.stride())),
            }
        }
        _ => Truth::constant(a == b),
    }
}

fn truth_of(value: &Value, span: Span) -> Evaluated<Truth> {
    match (value, value.as_int()) {
        (Value::Truth(truth), _) => Ok(*truth),
        (_, Some(int)) => Ok(int.truth()),
        _ => Err(wrong_kind(ValueKind::Truth, value.kind(), span)),
    }
}

fn int_of(value: &Value, span: Span) -> Evaluated<Int> {
    value.as_int().ok_or_else(|| wrong_kind(ValueKind::Integer, value.kind(), span))
}

fn arity(function: &Function, name: &str, found: usize) -> DiagnosticKind {
    let expected = match (function.least, function.most) {
        (least, most) if least == most => least.to_string(),
        (least, most) if most >= 256 => format!("{least}+"),
        (least, most) => format!("{least}-{most}"),
    };
    DiagnosticKind::Arity { function: name.to_string(), expected, found }
}

fn wrong_kind(expected: ValueKind, found: ValueKind, span: Span) -> Box<Diagnostic> {
    problem(DiagnosticKind::Kind { expected, found }, span)
}

fn problem(kind: DiagnosticKind, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(kind, span))
}
