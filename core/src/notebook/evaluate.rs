//! The syntax tree to values, statement by statement, in slices.

use std::cell::RefCell;
use std::collections::HashMap;

use super::diagnostic::{Diagnostic, DiagnosticKind, RepairKind, shorten};
use super::functions::{self, Arguments, Function, Problem, Template};
use super::parse::parse;
use super::syntax::{Call, Expression, ExpressionKind, Notebook, Span, Spelling, Statement};
use super::value::{Item, Value, ValueKind};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::coordinate::{Coordinate, Slot};
use crate::error::Error;
use crate::int::{Int, Truth};
use crate::int_tuple;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::repair::stride_repairs;
use crate::steps::{Listener, Record, Silence, Step};
use crate::swizzle::{MixedBits, Offset};
use crate::work::{Budget, Progress, Work};

/// How many leaves all values of a notebook may have together.
pub const TOTAL_LEAF_LIMIT: usize = 1 << 20;

/// What evaluation depends on besides the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// Whether plain numbers are compile-time in statements that are neither C++ nor Python.
    pub compile_time: bool,
    /// Which strides a bare shape gets where it is used as a layout.
    pub major: Major,
}

/// What became of a statement.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// Its value, if it has one.
    pub value: Option<Value>,
    /// What is wrong with it besides its syntax.
    pub diagnostics: Vec<Diagnostic>,
}

/// A text on its way to values. It is [`Work`]: one statement is one unit.
#[derive(Debug, Clone, Default)]
pub struct Evaluation {
    text: String,
    settings: Settings,
    notebook: Notebook,
    outcomes: Vec<Outcome>,
    names: HashMap<String, usize>,
    leaves: usize,
}

/// All statements at once, for tests and the command line.
pub fn evaluate(text: &str, settings: Settings) -> Evaluation {
    let mut evaluation = Evaluation::start(text, settings, None);
    while let Progress::More { .. } = evaluation.resume(&mut Budget::new(u64::MAX)) {}
    evaluation
}

impl Evaluation {
    /// Parses the text, and takes over what an earlier evaluation found for the statements before the first change.
    pub fn start(text: &str, settings: Settings, earlier: Option<&Evaluation>) -> Self {
        let notebook = parse(text);
        let mut started = Evaluation { text: text.to_string(), settings, notebook, ..Evaluation::default() };
        let Some(earlier) = earlier.filter(|earlier| earlier.settings == settings) else { return started };
        let pairs = started.notebook.statements.iter().zip(&earlier.notebook.statements).zip(&earlier.outcomes);
        let same = pairs.take_while(|((new, old), _)| new == old && new.span.of(text) == old.span.of(&earlier.text));
        let kept = same.map(|(_, outcome)| outcome.clone()).collect::<Vec<_>>();
        for mut outcome in kept {
            outcome.diagnostics.iter_mut().for_each(|diagnostic| started.look_below(diagnostic));
            started.settle(outcome);
        }
        started
    }

    /// What a statement says of an unknown name depends on those below it too, which may have changed.
    fn look_below(&self, diagnostic: &mut Diagnostic) {
        if let DiagnosticKind::UnknownName { defined_later, .. } = &mut diagnostic.kind {
            // `cute::` may stand before it.
            let written = diagnostic.span.of(&self.text).rsplit(|c: char| c != '_' && !c.is_alphanumeric());
            diagnostic.related = self.definitions(written.into_iter().next().unwrap_or_default());
            *defined_later = !diagnostic.related.is_empty();
        }
    }

    /// Where statements define a name.
    fn definitions(&self, name: &str) -> Vec<Span> {
        let named = self.notebook.statements.iter().filter_map(|statement| statement.name.as_ref());
        named.filter(|(other, _)| other == name).map(|(_, place)| *place).collect()
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The statements.
    pub fn statements(&self) -> &[Statement] {
        &self.notebook.statements
    }

    /// What became of each statement so far.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The value of a statement.
    pub fn value(&self, statement: usize) -> Option<&Value> {
        self.outcomes.get(statement)?.value.as_ref()
    }

    /// Everything that is wrong, in the order of the text.
    pub fn diagnostics(&self) -> Vec<&Diagnostic> {
        let own = self.outcomes.iter().flat_map(|outcome| &outcome.diagnostics);
        let mut all = self.notebook.diagnostics.iter().chain(own).collect::<Vec<_>>();
        all.sort_by_key(|diagnostic| diagnostic.span.start);
        all
    }

    fn settle(&mut self, outcome: Outcome) {
        let index = self.outcomes.len();
        if let Some((name, _)) = self.notebook.statements.get(index).and_then(|statement| statement.name.as_ref()) {
            self.names.insert(name.clone(), index);
        }
        self.leaves += outcome.value.as_ref().map_or(0, leaf_count);
        self.outcomes.push(outcome);
    }

    fn value_of(&self, statement: &Statement, listener: &mut dyn Listener) -> Evaluated<Value> {
        let plain_is_static = match statement.spelling {
            Spelling::Plain => self.settings.compile_time,
            Spelling::Cpp => false,
            Spelling::Python => true,
        };
        let scope = Scope { evaluation: self, plain_is_static, listener: RefCell::new(listener) };
        scope.value(&statement.expression)
    }

    /// How the value of a statement came about: it is computed once more, and its operations tell their steps.
    pub fn steps(&self, statement: usize) -> Vec<Step> {
        let mut record = Record::default();
        if let Some(statement) = self.notebook.statements.get(statement).filter(|statement| !statement.is_broken) {
            // A statement without a value has told how far it came.
            let _ = self.value_of(statement, &mut record);
        }
        record.steps
    }

    fn statement(&self, statement: &Statement) -> Outcome {
        if statement.is_broken {
            return Outcome::default();
        }
        match self.value_of(statement, &mut Silence) {
            Ok(value) if self.leaves + leaf_count(&value) > TOTAL_LEAF_LIMIT => {
                let count = (self.leaves + leaf_count(&value)).to_string();
                let error = Error::TooLarge { what: "modes", count, limit: TOTAL_LEAF_LIMIT as u64 };
                let diagnostic = Diagnostic::new(DiagnosticKind::Algebra(error), statement.span);
                Outcome { value: None, diagnostics: vec![diagnostic] }
            }
            Ok(value) => Outcome { value: Some(value), diagnostics: Vec::new() },
            Err(diagnostic) => Outcome { value: None, diagnostics: vec![*diagnostic] },
        }
    }
}

impl Work for Evaluation {
    type Output = ();

    fn resume(&mut self, budget: &mut Budget) -> Progress<()> {
        while let Some(statement) = self.notebook.statements.get(self.outcomes.len()) {
            if !budget.spend() {
                let total = self.notebook.statements.len() as u64;
                return Progress::More { done: self.outcomes.len() as u64, total: Some(total) };
            }
            let outcome = self.statement(statement);
            self.settle(outcome);
        }
        Progress::Done(())
    }
}

fn leaf_count(value: &Value) -> usize {
    match value {
        Value::Tuple(tuple) => tuple.leaf_count(),
        Value::Layout(layout) => 2 * layout.shape().leaf_count(),
        Value::Composed(_) | Value::Tensor(_) => {
            value.as_any_layout().map_or(1, |layout| 2 * layout.shape().leaf_count())
        }
        Value::Text(text) => text.len() / 16,
        _ => 1,
    }
}

type Evaluated<T> = Result<T, Box<Diagnostic>>;

/// What the names of an expression mean.
struct Scope<'a> {
    evaluation: &'a Evaluation,
    plain_is_static: bool,
    listener: RefCell<&'a mut dyn Listener>,
}

impl Scope<'_> {
    fn int(&self, value: i64, is_static: bool) -> Int {
        if is_static || self.plain_is_static { Int::constant(value) } else { Int::dynamic(value) }
    }

    fn value(&self, expression: &Expression) -> Evaluated<Value> {
        let span = expression.span;
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
            ExpressionKind::Missing => Err(problem(DiagnosticKind::TemplateArgument, span)),
        }
    }

    /// `A o B o C`, from the right.
    fn compose(&self, parts: &[Expression], span: Span) -> Evaluated<Value> {
        let values = parts.iter().map(|part| self.value(part)).collect::<Evaluated<Vec<_>>>()?;
        let answer = super::algebra::compose(&values, &mut **self.listener.borrow_mut());
        match answer {
            Some(Ok(value)) => Ok(value),
            Some(Err(Problem::Algebra(error))) => Err(problem(DiagnosticKind::Algebra(error), span)),
            _ => {
                let wrong = values.iter().zip(parts).find(|(value, _)| value.as_any_layout().is_none());
                let (found, place) = wrong.map_or((ValueKind::Layout, span), |(value, part)| (value.kind(), part.span));
                Err(wrong_kind(ValueKind::Layout, found, place))
            }
        }
    }

    fn name(&self, name: &str, span: Span) -> Evaluated<Value> {
        match self.evaluation.names.get(name) {
            Some(&index) => self
                .evaluation
                .value(index)
                .cloned()
                .ok_or_else(|| problem(DiagnosticKind::BrokenName(shorten(name)), span)),
            // `Step<_1,X,_1>`: CuTe calls the underscore X there.
            None if matches!(name, "X" | "Underscore") => Ok(Value::Tuple(Nested::Leaf(Item::All))),
            None => Err(self.unknown_name(name, span)),
        }
    }

    fn unknown_name(&self, name: &str, span: Span) -> Box<Diagnostic> {
        let defined = self.evaluation.definitions(name);
        let kind = DiagnosticKind::UnknownName { name: shorten(name), defined_later: !defined.is_empty() };
        let mut diagnostic = Diagnostic::new(kind, span);
        diagnostic.related = defined;
        let mut known = self.evaluation.names.keys().map(String::as_str).collect::<Vec<_>>();
        known.sort_unstable();
        let near = functions::nearest_of(name, known.into_iter());
        for other in near {
            diagnostic = diagnostic.with_repair(RepairKind::Replace, span, other);
        }
        Box::new(diagnostic)
    }

    fn tuple(&self, items: &[Expression], span: Span) -> Evaluated<Value> {
        // `((8,8):(8,1))` is a layout in parentheses, not a tuple of one.
        if let [only] = items {
            let value = self.value(only)?;
            if !matches!(value, Value::Tuple(_)) {
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
        let tuple = tuple.check_limits().map_err(|error| problem(DiagnosticKind::Algebra(error), span))?;
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
            && !self.evaluation.names.contains_key(name)
        {
            return Err(unknown_function(name, callee.span));
        }
        self.apply_value(self.value(callee)?, callee.span, arguments, span)
    }

    /// A layout called with a coordinate. A bare shape stands for its layout, whose strides are generated.
    fn apply_value(&self, callee: Value, place: Span, arguments: &[Expression], span: Span) -> Evaluated<Value> {
        let callee = match callee.as_ints() {
            Some(shape) => Layout::compact(shape, self.evaluation.settings.major)
                .map(Value::Layout)
                .map_err(|error| problem(DiagnosticKind::Algebra(error), place))?,
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
        answer.map_err(|error| problem(DiagnosticKind::Algebra(error), place_span))
    }

    fn call(&self, call: &Call, span: Span) -> Evaluated<Value> {
        // A name of one's own wins: `layout = …` and then `layout(5,10)`.
        let is_plain = !call.is_member && call.template.is_empty() && call.named.is_empty();
        if is_plain && self.evaluation.names.contains_key(&call.name) {
            let callee = self.name(&call.name, call.name_span)?;
            return self.apply_value(callee, call.name_span, &call.arguments, span);
        }
        let Some(function) = functions::find(&call.name) else {
            return Err(unknown_function(&call.name, call.name_span));
        };
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
                let kind = DiagnosticKind::UnknownArgument { function: call.name.clone(), name: name.clone() };
                return Err(problem(kind, *name_span));
            }
            arguments.values.push(value);
            places.push(expression.span);
        }
        self.check_arity(function, call, &arguments, span)?;
        match function.call(&arguments, &mut **self.listener.borrow_mut()) {
            Ok(Value::Tuple(tuple)) => self.limited(tuple, span),
            Ok(value) => Ok(value),
            Err(reason) => Err(self.refusal(function, call, &arguments, &places, span, reason)),
        }
    }

    fn check_arity(&self, function: &Function, call: &Call, arguments: &Arguments, span: Span) -> Evaluated<()> {
        let found = arguments.values.len();
        let by_template = function.template == Template::Values && !arguments.template.is_empty();
        if by_template || (function.least..=function.most).contains(&found) {
            return Ok(());
        }
        Err(problem(arity(function, &call.name, found), span))
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
            Problem::Template => problem(DiagnosticKind::TemplateArgument, call.name_span),
            Problem::AssertionFailed => problem(DiagnosticKind::AssertionFailed, span),
            Problem::Kind { position, expected } => {
                let found = arguments.values.get(position).map_or(ValueKind::Text, Value::kind);
                wrong_kind(expected, found, places.get(position).copied().unwrap_or(span))
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
            ExpressionKind::Tuple(items) if items.len() == 1 => items.first().map_or_else(
                || Err(problem(DiagnosticKind::TemplateArgument, operand.span)),
                |item| self.grouped(item),
            ),
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
