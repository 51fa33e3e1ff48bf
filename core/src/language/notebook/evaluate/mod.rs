//! Expressions to values: names, tuples, layouts, compositions, coordinates.

mod call;
mod explained;
mod naming;
mod operator;

use crate::called;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::rc::Rc;

pub(crate) use call::Remarked;
use call::arity;
pub(super) use naming::names;
pub(crate) use naming::{Partition, Tracing, Travel};

use super::construct;
use super::diagnostic::{Diagnostic, DiagnosticKind, Remark, RepairKind, shorten};
use super::evaluation::{Evaluation, Use};
use super::functions::{self, Arguments, Catalogue, Problem};
use super::syntax::{Declared, Expression, ExpressionKind, Span, Spelling, Statement};
use super::value::{self, Item, Value, ValueKind};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::composed::AnyLayout;
use crate::emit::Known;
use crate::error::Error;
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::nested::{LEAF_LIMIT, Nested};
use crate::repair::stride_repairs;
use crate::steps::Trace;
use crate::swizzle::{MixedBits, Offset};

pub(crate) type Evaluated<T> = Result<T, Box<Diagnostic>>;

/// Number of steps that one statement may take: with more, it says so instead of holding up the page.
pub const STEP_LIMIT: u64 = 1 << 20;

/// Number of other places that a diagnostic names.
const RELATED_LIMIT: usize = 8;

/// Number of names that one repair defines.
const INSERTED: usize = 6;
/// Values of these names: a third is more than the product of two, as a cotarget is.
const NUMBERS: [u64; INSERTED] = [4, 8, 64, 16, 32, 128];

/// Frequency with which an operation sets the leaves of its operands against each other.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Compared {
    /// It only reads them.
    Never,
    /// At times, as sorting does.
    Seldom,
    /// Each mode of one operand meets each of the other, as in a composition.
    Always,
}

/// Values of the statements of a function in one call of it; `None` where that is not known.
pub(crate) type Frame = BTreeMap<usize, Option<Value>>;

/// What statements of functions come to in the first call that comes to them, of all calls that an expression makes.
pub(crate) type Met = Rc<RefCell<BTreeMap<usize, Value>>>;

/// Number of leaves of a value that is kept so.
const MET_LIMIT: usize = 1 << 10;

/// Meanings of the names of an expression, and the work done so far to find its value.
pub struct Scope<'a> {
    evaluation: &'a Evaluation,
    /// The statement whose expression this is; names mean what stands above it.
    statement: usize,
    pub(crate) plain_is_static: bool,
    /// `true` if parentheses around a single value only group it.
    groups: bool,
    /// `true` if it is C++, where a comma between parentheses makes no tuple.
    is_cpp: bool,
    is_python: bool,
    /// The call of a function of the program that this is within, and how many calls deep.
    pub(crate) frame: Option<&'a Frame>,
    pub(crate) depth: usize,
    /// What is met in calls, where somebody wants it.
    pub(crate) met: Option<Met>,
    /// Within how many written layouts: there parentheses make tuples.
    written: Cell<usize>,
    trace: RefCell<Trace<'a>>,
    uses: RefCell<Vec<Use>>,
    steps: Cell<u64>,
    notes: RefCell<Vec<Diagnostic>>,
}

impl<'a> Scope<'a> {
    pub(crate) fn new(evaluation: &'a Evaluation, statement: usize, plain_is_static: bool, trace: Trace<'a>) -> Self {
        let (trace, uses) = (RefCell::new(trace), RefCell::default());
        let (written, steps, notes) = (Cell::new(0), Cell::new(0), RefCell::default());
        let (groups, is_cpp, is_python) = (false, false, false);
        let (frame, depth, met) = (None, 0, None);
        Scope {
            evaluation,
            statement,
            plain_is_static,
            groups,
            is_cpp,
            is_python,
            frame,
            depth,
            met,
            written,
            trace,
            uses,
            steps,
            notes,
        }
    }

    /// The functions that there are.
    pub(super) fn catalogue(&self) -> &'static Catalogue {
        self.evaluation.catalogue()
    }

    /// The evaluation whose names these are.
    pub(crate) fn evaluation(&self) -> &'a Evaluation {
        self.evaluation
    }

    /// The value of a statement, in the call that this is within.
    pub(crate) fn value_at(&self, statement: usize) -> Option<&'a Value> {
        match self.frame.and_then(|frame| frame.get(&statement)) {
            Some(value) => value.as_ref(),
            None => self.evaluation.value(statement),
        }
    }

    /// Remembers that the value depends on that of a statement which has no name.
    pub(crate) fn rests_on(&self, statement: usize) {
        self.uses.borrow_mut().push((String::new(), Some(statement)));
    }

    /// Returns the work done so far.
    pub(crate) fn taken(&self) -> u64 {
        self.steps.get()
    }

    /// The same for a statement of this spelling.
    pub(super) fn spelt(self, statement: &Statement) -> Self {
        let is_python = statement.spelling == Spelling::Python;
        Scope { groups: statement.groups, is_cpp: statement.is_cpp, is_python, ..self }
    }

    /// Takes back a remark that does not hold after all.
    pub(crate) fn forget_remark(&self, remark: Remark) {
        self.notes.borrow_mut().retain(|note| note.kind != DiagnosticKind::Remark(remark));
    }

    /// Returns facts that a person should know about what was computed.
    pub(crate) fn notes(&self) -> Vec<Diagnostic> {
        self.notes.take()
    }

    /// The names that were asked for, and the steps that were taken.
    pub(crate) fn end(self) -> (Vec<Use>, u64) {
        (self.uses.into_inner(), self.steps.get())
    }

    /// The statement that a name means; remembered, since the value depends on it.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let found = self.evaluation.defining(name, self.statement);
        let mut uses = self.uses.borrow_mut();
        if !uses.iter().rev().take(16).any(|(used, _)| used == name) {
            uses.push((name.to_string(), found));
        }
        found
    }

    /// Counts what is about to be done with values of so many leaves: each is looked at, and where they are `compared`,
    /// every one with so many others.
    fn count(&self, leaves: usize, compared: Compared, span: Span) -> Evaluated<()> {
        let leaves = leaves as u64;
        let pairs = match compared {
            Compared::Never => 0,
            Compared::Seldom => leaves * leaves / 256,
            Compared::Always => leaves * leaves / 4,
        };
        self.spend(1 + leaves + pairs, span)
    }

    /// Counts a value that was made.
    pub(crate) fn made(&self, value: Value, span: Span) -> Evaluated<Value> {
        self.spend(value.leaf_count() as u64, span)?;
        match value {
            // `get<0>(tiler)` may be a layout, which is one by itself too.
            Value::Tuple(tuple) => match Value::of_mode(tuple) {
                Value::Tuple(tuple) => self.limited(tuple, span),
                value => Ok(value),
            },
            value => Ok(value),
        }
    }

    pub(crate) fn spend(&self, steps: u64, span: Span) -> Evaluated<()> {
        let steps = self.steps.get().saturating_add(steps);
        if steps <= STEP_LIMIT {
            self.steps.set(steps);
            return Ok(());
        }
        // Refused steps are not done, so nobody has to pay for them.
        let error = Error::TooLarge { what: "steps", count: steps.to_string(), limit: STEP_LIMIT };
        Err(problem(DiagnosticKind::Algebra(error), span))
    }

    /// The same names, with so many steps left as another scope has, which pays for them.
    pub(crate) fn paid_by(self, payer: &Scope<'_>) -> Self {
        self.steps.set(payer.taken());
        Scope { met: payer.met.clone(), ..self }
    }

    /// The statement whose names these are.
    pub(crate) fn statement(&self) -> usize {
        self.statement
    }

    /// Keeps what a statement comes to in a call, if it is the first that comes to it.
    pub(crate) fn meet(&self, statement: usize, value: &Value) {
        if let Some(met) = &self.met
            && self.evaluation.met(statement).is_none()
            && let Entry::Vacant(place) = met.borrow_mut().entry(statement)
            && value.leaf_count() <= MET_LIMIT
        {
            place.insert(value.clone());
        }
    }

    /// Pays for what was done in a scope that is [`Scope::paid_by`] this one.
    pub(crate) fn pay_for(&self, within: &Scope<'_>) {
        self.steps.set(within.taken());
    }

    fn int(&self, value: i64, is_static: bool) -> Int {
        if is_static || self.plain_is_static { Int::constant(value) } else { Int::dynamic(value) }
    }

    pub(crate) fn value(&self, expression: &Expression) -> Evaluated<Value> {
        let span = expression.span;
        self.count(0, Compared::Never, span)?;
        match &expression.kind {
            ExpressionKind::Int { value, is_static } => Ok(Value::int(self.int(*value, *is_static))),
            ExpressionKind::Underscore => Ok(Value::Tuple(Nested::Leaf(Item::All))),
            ExpressionKind::Basis { value, per, is_static, modes } => {
                let path = modes.iter().rev().copied().collect();
                let scale = match per {
                    1 => self.int(*value, *is_static),
                    per => Int::ratio(*value, *per)
                        .map_err(|error| problem(DiagnosticKind::Algebra(error.into()), span))?,
                };
                let basis = ScaledBasis { scale, path };
                Ok(Value::Tuple(Nested::Leaf(Item::Basis(basis))))
            }
            ExpressionKind::Text(text) => Ok(Value::Text(text.clone())),
            ExpressionKind::Name(name) => self.name(name, span),
            ExpressionKind::Tuple(items) => self.tuple(items, span),
            ExpressionKind::Named(_, _, mode) => self.value(mode),
            ExpressionKind::Tiler(items) => self.modes(items, span),
            ExpressionKind::Layout(shape, stride) => self.layout(shape, stride, span),
            ExpressionKind::Call(call) if self.is_application(call) => {
                let callee = self.name(&call.name, call.name_span)?;
                self.apply(callee, call.name_span, &call.arguments, span)
            }
            ExpressionKind::Apply(callee, arguments) if !self.is_unknown(callee) => {
                let of = self.value(callee)?;
                if self.is_cpp && operator::is_object(&of) {
                    let all = std::iter::once(&**callee).chain(arguments).cloned().collect::<Vec<_>>();
                    let element = self.called_operator("[]", true, all.clone(), span);
                    return element.or_else(|_| self.called_operator("()", true, all, span));
                }
                self.apply(of, callee.span, arguments, span)
            }
            ExpressionKind::Code(..) => match self.evaluation.program() {
                Some(program) => program.value(self, expression),
                None => Err(problem(DiagnosticKind::Nothing, expression.span)),
            },
            ExpressionKind::Missing => Err(problem(DiagnosticKind::Nothing, span)),
            _ => self.catalogue().value(self, expression),
        }
    }

    fn is_unknown(&self, callee: &Expression) -> bool {
        matches!(&callee.kind, ExpressionKind::Name(name) if self.find(name).is_none())
    }

    /// The value of what only the algebra computes: a call, a composition, an operator.
    pub(super) fn computed(&self, expression: &Expression) -> Evaluated<Value> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Call(call) if call.name == called::EXPLAIN => self.explained(call, span),
            ExpressionKind::Call(call) => self.call(call, span),
            ExpressionKind::Compose(parts) => self.compose(parts, span),
            ExpressionKind::MixedBits { fixed, dynamic, flags } => {
                Ok(match MixedBits::make(*fixed, Int::dynamic(*dynamic), *flags) {
                    Offset::Mixed(mixed) => Value::Mixed(mixed),
                    offset => Value::int(offset.int()),
                })
            }
            ExpressionKind::Apply(callee, arguments) => {
                let name = callee.span.of(self.evaluation.text());
                Err(self.unknown_function(name, callee.span, arguments, span))
            }
            ExpressionKind::Unary(operator, operand) => self.unary(operator, operand, span),
            ExpressionKind::Binary(operator, left, right) => self.binary(operator, left, right, span),
            _ => Err(problem(DiagnosticKind::Nothing, span)),
        }
    }

    /// `A o B o C`, from the right. A bare shape at either end stands for its layout; between them it is an offset.
    fn compose(&self, parts: &[Expression], span: Span) -> Evaluated<Value> {
        let values = self.composed(parts, span)?;
        let last = values.len().saturating_sub(1);
        let answer = self.catalogue().compose(&values, &mut self.trace.borrow_mut());
        let answer = answer.or_else(|| {
            // By mode, where the right one is a tiler.
            let is_tiler = last == 1 && matches!(values.last(), Some(Value::Tuple(_)));
            let function = self.catalogue().find(called::COMPOSITION).filter(|_| is_tiler)?;
            let arguments = Arguments { values: values.clone(), ..Arguments::default() };
            Some(function.call(&arguments, &mut self.trace.borrow_mut()))
        });
        match answer {
            Some(Ok(value)) => self.made(value, span),
            Some(Err(Problem::Algebra(error))) => Err(problem(DiagnosticKind::Algebra(error), span)),
            Some(Err(Problem::Loading)) => Err(problem(DiagnosticKind::Loading, span)),
            _ => {
                let wrong = values.iter().zip(parts).find(|(value, _)| value.as_any_layout().is_none());
                let (found, place) = wrong.map_or((ValueKind::Layout, span), |(value, part)| (value.kind(), part.span));
                Err(wrong_kind(ValueKind::Layout, found, place))
            }
        }
    }

    /// Returns the operands of a composition: a bare shape at either end stands for its layout.
    pub(super) fn composed(&self, parts: &[Expression], span: Span) -> Evaluated<Vec<Value>> {
        let mut values = parts.iter().map(|part| self.value(part)).collect::<Evaluated<Vec<_>>>()?;
        self.count(values.iter().map(Value::leaf_count).sum(), Compared::Always, span)?;
        let last = values.len().saturating_sub(1);
        for (value, part) in values.iter_mut().zip(parts).step_by(last.max(1)) {
            if let Some(shape) = value.as_ints() {
                *value = self.generated(shape, part.span)?;
            }
        }
        Ok(values)
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
                let value = self.value_at(index).ok_or_else(broken)?;
                self.count(value.leaf_count(), Compared::Never, span)?;
                let is_constant = self.plain_is_static
                    && self.evaluation.program().is_some_and(|program| program.is_constant(self.evaluation, index));
                Ok(if is_constant { value.known(Known::Static) } else { value.clone() })
            }
            None if name == "X" && span.of(self.evaluation.text()).ends_with('}') => {
                Ok(Value::Tuple(Nested::Leaf(Item::All)))
            }
            None => self.catalogue().predefined(self, name, span),
        }
    }

    /// The value of a name that nothing defines.
    pub(super) fn predefined(&self, name: &str, span: Span) -> Evaluated<Value> {
        if let Some(value) = super::construct::predefined(name) {
            return Ok(value);
        }
        if self.catalogue().find(name).is_none()
            && !self.is_defined_below(name)
            && let Some(found) = self.atom_named(name, &[], span, span)?
        {
            return Ok(found);
        }
        Err(self.unknown_name(name, span))
    }

    /// Reports whether a statement behind this one defines a name.
    pub(super) fn is_defined_below(&self, name: &str) -> bool {
        self.evaluation.definitions(name).iter().any(|definition| *definition > self.statement)
    }

    pub(super) fn unknown_name(&self, name: &str, span: Span) -> Box<Diagnostic> {
        let place = |index: &usize| self.evaluation.statements().get(*index)?.name.as_ref().map(|(_, place)| *place);
        let defined =
            self.evaluation.definitions(name).iter().take(RELATED_LIMIT).filter_map(place).collect::<Vec<_>>();
        let now = self.evaluation.statements().get(self.statement);
        let is_own = now.and_then(|statement| statement.name.as_ref()).is_some_and(|(own, _)| own == name);
        let function = self.catalogue().find(name).filter(|function| function.least > 0 && defined.is_empty());
        let kind = if is_own {
            DiagnosticKind::OwnDefinition(shorten(name))
        } else if let Some(function) = function {
            arity(function, name, 0)
        } else {
            DiagnosticKind::UnknownName { name: shorten(name), defined_later: !defined.is_empty() }
        };
        let mut diagnostic = Diagnostic::new(kind, span);
        diagnostic.related = defined;
        // A tag or a function is meant by a word, not by a letter.
        let is_word = name.chars().count() > 2;
        let others = self.catalogue().all_names().filter(|other| is_word && other.len() > 2);
        if self.evaluation.may_guess() {
            for other in functions::nearest_of(name, self.evaluation.known_names().into_iter().chain(others)) {
                diagnostic = diagnostic.with_repair(RepairKind::Replace, span, other);
            }
        }
        // An extent or a stride may be any number; short names are near each other.
        if let (true, Some(now)) = (matches!(diagnostic.kind, DiagnosticKind::UnknownName { .. }), now)
            && diagnostic.related.is_empty()
            && (diagnostic.repairs.is_empty() || name.is_ascii())
            && self.evaluation.program().is_none()
            && let numbers = now.expression.numbers()
            && numbers.iter().any(|(_, place)| *place == span)
        {
            let line = Span { start: now.span.start, end: now.span.start };
            diagnostic = diagnostic.with_repair(RepairKind::Insert, line, self.numbers_for(name, &numbers));
        }
        Box::new(diagnostic)
    }

    /// Lines that define a name, and the others of its statement that nothing defines: each another number, a tile `BM` a
    /// quarter of its `M`.
    fn numbers_for(&self, name: &str, numbers: &[(&str, Span)]) -> String {
        let is_free = |other: &str| {
            let is_defined = !self.evaluation.definitions(other).is_empty() || self.catalogue().find(other).is_some();
            !is_defined && super::construct::predefined(other).is_none()
        };
        let mut names = Vec::new();
        for (other, _) in numbers {
            if !names.contains(other) && (*other == name || is_free(other)) {
                names.push(*other);
            }
        }
        if names.len() > INSERTED || !names.contains(&name) {
            names = vec![name];
        }
        let is_part = |name: &str, whole: &str| name != whole && name.ends_with(whole);
        let has_parts = names.iter().any(|name| names.iter().any(|whole| is_part(name, whole)));
        let known = self.evaluation.known_names().len();
        let number = |place: usize| match has_parts {
            true => 16_u64 << place.min(4),
            false => NUMBERS.get((known + place) % NUMBERS.len()).copied().unwrap_or(4),
        };
        let line = |name: &&str| {
            let whole = names.iter().position(|whole| is_part(name, whole));
            let own = names.iter().position(|own| own == name).unwrap_or_default();
            format!("{name} = {}\n", whole.map_or_else(|| number(own), |whole| number(whole) / 4))
        };
        names.iter().map(line).collect()
    }

    fn tuple(&self, items: &[Expression], span: Span) -> Evaluated<Value> {
        // `((8,8):(8,1))` is a layout in parentheses, not a tuple of one; that has Python's comma.
        if let [only] = items {
            let value = self.value(only)?;
            let is_sum = matches!(only.kind, ExpressionKind::Unary(..) | ExpressionKind::Binary(..));
            let groups = (self.groups || is_sum) && self.written.get() == 0;
            if (groups || !matches!(value, Value::Tuple(_))) && self.is_group(items, span) {
                return Ok(value);
            }
            let mode = value.into_mode().map_err(|found| wrong_kind(ValueKind::IntTuple, found, only.span))?;
            return self.limited(Nested::Tuple(vec![mode]), span);
        }
        if let (true, Some(last)) = (self.is_comma(span), items.last()) {
            return self.comma(last, span);
        }
        self.modes(items, span)
    }

    /// Reports whether these are parentheses of C++ without a name before them.
    fn is_comma(&self, span: Span) -> bool {
        let written = span.of(self.evaluation.text());
        self.is_cpp && self.written.get() == 0 && written.starts_with('(') && written.ends_with(')')
    }

    /// The comma operator of C++: what stands last. Whoever wrote it most often meant a tuple.
    fn comma(&self, last: &Expression, span: Span) -> Evaluated<Value> {
        let value = self.value(last)?;
        let written = span.of(self.evaluation.text());
        let is_coordinate = written.contains('_') && !written.contains('{');
        let word = if is_coordinate { called::MAKE_COORD } else { called::MAKE_SHAPE };
        let remark = Remark::Comma { is_coordinate };
        let diagnostic = Diagnostic::new(DiagnosticKind::Remark(remark), span);
        let place = Span { start: span.start, end: span.start };
        self.notes.borrow_mut().push(diagnostic.with_repair(RepairKind::Insert, place, word));
        Ok(value)
    }

    /// Reports whether these are parentheses around one value without the comma, or the name, that makes a tuple of it.
    fn is_group(&self, items: &[Expression], span: Span) -> bool {
        let written = span.of(self.evaluation.text());
        let inner = written.strip_suffix([')', '）']).unwrap_or_default();
        let is_named = items.iter().any(|item| matches!(item.kind, ExpressionKind::Named(..)));
        items.len() == 1 && !is_named && !inner.is_empty() && !inner.trim_end().ends_with([',', '，'])
    }

    /// A tuple, even of one layout: `<4:1>` is a tiler of one mode.
    fn modes(&self, items: &[Expression], span: Span) -> Evaluated<Value> {
        if items.len() > LEAF_LIMIT {
            let (count, limit) = (items.len().to_string(), LEAF_LIMIT as u64);
            return Err(problem(DiagnosticKind::Algebra(Error::TooLarge { what: "modes", count, limit }), span));
        }
        let values = items.iter().map(|item| self.value(item)).collect::<Evaluated<Vec<_>>>()?;
        let program = self.evaluation.program().filter(|_| self.is_python);
        let is_list = program.is_some() && values.iter().any(|value| value.clone().into_mode().is_err());
        if let Some(list) = program.filter(|_| is_list).and_then(|program| program.list(values.clone())) {
            return self.made(list, span);
        }
        let mut modes = Vec::with_capacity(items.len());
        for (item, value) in items.iter().zip(values) {
            modes.push(value.into_mode().map_err(|found| wrong_kind(ValueKind::IntTuple, found, item.span))?);
        }
        self.limited(Nested::Tuple(modes), span)
    }

    /// Converts a value under the name of a declared type.
    pub(crate) fn declared(&self, value: Value, statement: &Statement) -> Evaluated<Value> {
        let Some(declared) = &statement.declared else { return Ok(value) };
        let place = statement.expression.span;
        let changed = match declared {
            Declared::Int => construct::as_integer(&value).ok_or(ValueKind::Integer),
            Declared::Truth => construct::as_truth(&value).ok_or(ValueKind::Truth),
            // `char const* name = "A";`
            Declared::Pointer(_) if matches!(value, Value::Text(_)) => Ok(value.clone()),
            Declared::Pointer(element) => match self.name(element, place) {
                Ok(Value::Element(element)) => construct::as_pointer(&value, element).ok_or(ValueKind::Engine),
                _ => Ok(value.clone()),
            },
        };
        changed.map_err(|expected| wrong_kind(expected, value.kind(), place))
    }

    fn limited(&self, tuple: Nested<Item>, span: Span) -> Evaluated<Value> {
        let tuple = value::check_limits(tuple).map_err(|error| problem(DiagnosticKind::Algebra(error), span))?;
        Ok(Value::Tuple(tuple))
    }

    fn layout(&self, shape: &Expression, stride: &Expression, span: Span) -> Evaluated<Value> {
        self.written.set(self.written.get() + 1);
        let values = self.value(shape).and_then(|shape| Ok((shape, self.value(stride)?)));
        self.written.set(self.written.get() - 1);
        let (shape_value, stride_value) = values?;
        let extents =
            shape_value.as_ints().ok_or_else(|| wrong_kind(ValueKind::IntTuple, shape_value.kind(), shape.span))?;
        let strides = match stride_value {
            Value::Major(major) => {
                let layout = Layout::compact(extents, major);
                return layout.map(Value::Layout).map_err(|error| problem(DiagnosticKind::Algebra(error), span));
            }
            other if let Some(strides) = other.as_xor() => {
                let layout = self.catalogue().xor(extents, strides).map_err(|reason| match reason {
                    Problem::Algebra(error) => problem(DiagnosticKind::Algebra(error), span),
                    _ => problem(DiagnosticKind::Loading, span),
                })?;
                let remark = Remark::OverF2(layout.reading().map(AnyLayout::swizzle));
                self.notes.borrow_mut().push(Diagnostic::new(DiagnosticKind::Remark(remark), stride.span));
                return Ok(Value::Xor(layout));
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

    /// A layout called with a coordinate. A bare shape stands for its layout, whose strides are generated.
    pub(crate) fn apply(
        &self,
        callee: Value,
        callee_span: Span,
        arguments: &[Expression],
        span: Span,
    ) -> Evaluated<Value> {
        // In a program a tuple is called by nobody: `a[1]` is its element.
        if let (Value::Tuple(Nested::Tuple(modes)), [only]) = (&callee, arguments)
            && self.evaluation.program().is_some()
            && let Some(place) = self.value(only)?.as_int()
        {
            let mode = usize::try_from(place.value()).ok().and_then(|place| modes.get(place));
            let outside = || problem(DiagnosticKind::NotCallable(callee.kind()), callee_span);
            return mode.map(|mode| Value::of_mode(mode.clone())).ok_or_else(outside);
        }
        let callee = match callee.as_ints() {
            Some(shape) => self.generated(shape, callee_span)?,
            None => callee,
        };
        let is_field = matches!(callee, Value::Tuple(Nested::Leaf(Item::Xor(2))));
        if !is_field && !callee.is_map() && !matches!(callee, Value::Composed(_) | Value::Tensor(_) | Value::Swizzle(_))
        {
            return Err(problem(DiagnosticKind::NotCallable(callee.kind()), callee_span));
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
        let answer = match &callee {
            Value::Layout(layout) if !coordinate.has_underscore() && !self.trace.borrow().listens() => {
                let index = layout.index(&coordinate).map_err(Problem::Algebra);
                index.map(|index| Value::index(&index, layout.stride()))
            }
            _ => self.catalogue().apply(&callee, &coordinate, &mut self.trace.borrow_mut()),
        };
        let value = answer.map_err(|reason| match reason {
            Problem::Loading => problem(DiagnosticKind::Loading, span),
            Problem::Algebra(error) => problem(DiagnosticKind::Algebra(error), place_span),
            _ => problem(DiagnosticKind::NotCallable(callee.kind()), callee_span),
        })?;
        self.made(value, span)
    }
}

fn wrong_kind(expected: ValueKind, found: ValueKind, span: Span) -> Box<Diagnostic> {
    problem(DiagnosticKind::Kind { expected, found }, span)
}

pub(crate) fn problem(kind: DiagnosticKind, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(kind, span))
}
