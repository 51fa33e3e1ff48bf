//! Expressions to values: calls by name, and why they are refused.

use super::super::construct;
use super::super::diagnostic::{Diagnostic, DiagnosticKind, PythonDiffers, Remark, Repair, RepairKind, shorten};
use super::super::functions::{self, Arguments, Function, Holds, Problem, Template};
use super::super::syntax::{Call, Expression, ExpressionKind, Span};
use super::super::value::{Item, Value, ValueKind};
use super::{Compared, Evaluated, Scope, problem, wrong_kind};
use crate::called;
use crate::int::{Int, Truth};
use crate::layout::Layout;
use crate::nested::Nested;
use crate::steps::Trace;

/// Fact that a person should know about a function's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remarked {
    /// A stride that does not fit the new elements becomes 0.
    LostStrides,
    /// Python takes a tiler of one mode for that mode.
    TilerOfOne,
    /// Python does that where the layout has one mode.
    TilerOfVector,
    /// Python rakes another operand.
    Raked,
    /// C++ has to know it when it compiles.
    Constant,
}

impl Scope<'_> {
    /// Reports whether a call is of a name of one's own, which wins: `layout = …` and then `layout(5,10)`.
    pub(in super::super) fn is_application(&self, call: &Call) -> bool {
        let is_plain = !call.is_member && call.template.is_empty() && call.named.is_empty();
        is_plain && self.find(&call.name).is_some()
    }

    pub(crate) fn call(&self, call: &Call, span: Span) -> Evaluated<Value> {
        let Some(function) = self.catalogue().find(&call.name) else {
            if let Some(found) = self.atom(call, span)? {
                return Ok(found);
            }
            return Err(self.unknown_function(&call.name, call.name_span, &call.arguments, span));
        };
        let (arguments, places) = self.given(function, call, span)?;
        match function.call(&arguments, &mut self.trace.borrow_mut()) {
            Ok(Value::Truth(truth)) if functions::is_truth(&call.name) => {
                Ok(Value::Truth(Truth { is_static: self.plain_is_static, ..truth }))
            }
            Ok(value) => {
                self.remark(function, call, &arguments, &value, span);
                let is_asserted = function.remarked().contains(&Remarked::Constant) && call.name != called::ASSERT;
                match value {
                    // What C++ asserts when it compiles is known then.
                    Value::Truth(truth) if is_asserted && self.is_constant(call, &value) => {
                        Ok(Value::Truth(Truth { is_static: true, ..truth }))
                    }
                    value => self.made(value, span),
                }
            }
            Err(reason) => Err(self.refusal(function, call, &arguments, &places, span, reason)),
        }
    }

    /// An atom with its template arguments, `UniversalFMA<float,float,float>`; `None` where it is no name of one.
    fn atom(&self, call: &Call, span: Span) -> Evaluated<Option<Value>> {
        // `Atom<>{}` is written with angles, and `Atom{}` is no call.
        let has_angles = !call.template.is_empty() || call.template_span.start < call.template_span.end;
        if call.is_member || !call.arguments.is_empty() || !has_angles {
            return self.atom_named(&call.name, &[], call.name_span, span).map(|_| None);
        }
        let template = call.template.iter().map(|item| self.value(item).map(construct::as_word));
        let template = template.collect::<Evaluated<Vec<_>>>()?;
        self.atom_named(&call.name, &template, call.name_span.to(call.template_span), span)
    }

    /// Returns the meaning among atoms of a name that nothing defines.
    pub(super) fn atom_named(
        &self,
        name: &str,
        template: &[Value],
        place: Span,
        span: Span,
    ) -> Evaluated<Option<Value>> {
        match self.catalogue().atom(name, template) {
            Ok(Some(Ok(value))) => self.made(value, span).map(Some),
            Ok(Some(Err(unknown))) => {
                let nearest = unknown.nearest().to_vec();
                let diagnostic = Diagnostic::new(DiagnosticKind::UnknownAtom(unknown), place);
                let with =
                    |found: Diagnostic, near: &String| found.with_repair(RepairKind::Replace, place, near.clone());
                Err(Box::new(nearest.iter().fold(diagnostic, with)))
            }
            Ok(None) => Ok(None),
            Err(_) => Err(problem(DiagnosticKind::Loading, span)),
        }
    }

    /// Says what a person should know about the value of a call.
    fn remark(&self, function: &Function, call: &Call, arguments: &Arguments, value: &Value, span: Span) {
        let add = |remark: Remark| {
            let kind = DiagnosticKind::Remark(remark);
            let mut notes = self.notes.borrow_mut();
            if notes.iter().all(|note| note.kind != kind) {
                notes.push(Diagnostic::new(kind, span));
            }
        };
        let remarked = function.remarked();
        let before = arguments.values.first().filter(|_| remarked.contains(&Remarked::LostStrides));
        if let (Some(before), Some(after)) = (before.and_then(Value::as_any_layout), value.as_any_layout()) {
            let (before, after) = (before.innermost().stride().leaves(), after.innermost().stride().leaves());
            let mut pairs = before.into_iter().zip(after).map(|(before, after)| (before.scale(), after.scale()));
            if let Some((lost, _)) = pairs.find(|(before, after)| before.value() != 0 && after.value() == 0) {
                add(Remark::StrideLost(lost.value()));
            }
        }
        if remarked.contains(&Remarked::Constant) && call.name != called::ASSERT && !self.is_constant(call, value) {
            let kind = DiagnosticKind::Remark(Remark::NotConstant);
            let place = call.name_span;
            let note = Diagnostic::new(kind, span).with_repair(RepairKind::Replace, place, called::ASSERT);
            self.notes.borrow_mut().push(note);
        }
        if !self.is_python {
            return;
        }
        let is_of_one = |tiler: &Value| matches!(tiler, Value::Tuple(Nested::Tuple(modes)) if modes.len() == 1);
        let is_vector = |of: &Value| of.as_any_layout().is_none_or(|of| of.innermost().rank() == 1);
        let is_vector = arguments.values.first().is_some_and(is_vector);
        let differs =
            remarked.contains(&Remarked::TilerOfOne) || is_vector && remarked.contains(&Remarked::TilerOfVector);
        if differs && arguments.values.get(1).is_some_and(is_of_one) {
            add(Remark::Python(PythonDiffers::TilerOfOne));
        }
        // The DSL coalesces each mode of it.
        let is_coalesced = |layout: &Layout| {
            let one = Nested::Leaf(Int::constant(1));
            let profile = Nested::Tuple(vec![one; layout.rank()]);
            layout.coalesce_by(&profile).is_ok_and(|coalesced| coalesced == *layout)
        };
        if remarked.contains(&Remarked::Raked) && !matches!(value, Value::Layout(layout) if is_coalesced(layout)) {
            add(Remark::Python(PythonDiffers::RakedProduct));
        }
        if matches!(value, Value::Swizzle(swizzle) if swizzle.is_identity()) {
            add(Remark::Python(PythonDiffers::SwizzleOfNoBits));
        }
    }

    /// Reports whether C++ knows a call's first argument when it compiles: there a number that is written is a
    /// constant.
    fn is_constant(&self, call: &Call, value: &Value) -> bool {
        let is_static = |value: &Value| matches!(value, Value::Truth(Truth { is_static: true, .. }));
        let constant = || {
            let scope = Scope::new(self.evaluation, self.statement, true, Trace::silent());
            let scope =
                Scope { frame: self.frame, depth: self.depth, groups: self.groups, is_cpp: self.is_cpp, ..scope };
            call.arguments.first().is_none_or(|condition| scope.value(condition).is_ok_and(|value| is_static(&value)))
        };
        is_static(value) || constant()
    }

    /// A name in front of parentheses that is no function and that nothing defines.
    pub(super) fn unknown_function(
        &self,
        name: &str,
        place: Span,
        arguments: &[Expression],
        whole: Span,
    ) -> Box<Diagnostic> {
        if self.is_defined_below(name) {
            return self.unknown_name(name, place);
        }
        // One letter is no misspelling of another; two may be, where they begin alike.
        let is_word = name.chars().count() > 2;
        let begins_alike = |other: &&str| name.len() > 1 && other.chars().next() == name.chars().next();
        let is_meant = |other: &&str| is_word || begins_alike(other) || other.eq_ignore_ascii_case(name);
        let own = self.evaluation.known_names().into_iter().filter(is_meant);
        let others = self.catalogue().all_names().filter(|other| is_word && other.len() > 2);
        let near = match self.evaluation.may_guess() {
            true => functions::nearest_of(name, own.chain(others)),
            false => Vec::new(),
        };
        // A layout is called with a coordinate, and by its name alone.
        let text = self.evaluation.text();
        let is_qualified = text.get(..place.start).is_some_and(|before| before.ends_with(['.', ':']));
        let is_capital = name.starts_with(char::is_uppercase);
        let is_coordinate = !arguments.is_empty() && arguments.iter().all(|written| is_written(written, true));
        if !near.is_empty() || is_qualified || is_word && !(is_capital && is_coordinate) {
            let diagnostic = Diagnostic::new(DiagnosticKind::UnknownFunction(shorten(name)), place);
            let near = near.into_iter();
            return Box::new(near.fold(diagnostic, |found, near| found.with_repair(RepairKind::Replace, place, near)));
        }
        // Contents of the parentheses may be the shape that was meant.
        let is_shape = arguments.len() > 1 && arguments.iter().all(|written| is_written(written, false));
        let shape = match (arguments.first(), arguments.last()) {
            (Some(first), Some(last)) if is_shape => first.span.to(last.span).of(text),
            _ => "4,8",
        };
        let line = format!("{} = ({shape})", shorten(name));
        let kind = DiagnosticKind::Undefined { name: shorten(name), line: line.clone() };
        let diagnostic = Diagnostic::new(kind, place);
        let statement = self.evaluation.statements().get(self.statement);
        Box::new(match statement {
            Some(alone) if alone.name.is_none() && alone.expression.span == whole && is_shape => {
                diagnostic.with_repair(RepairKind::Replace, whole, line)
            }
            Some(statement) => {
                let start = Span { start: statement.span.start, end: statement.span.start };
                diagnostic.with_repair(RepairKind::Insert, start, format!("{line}\n"))
            }
            None => diagnostic,
        })
    }

    /// Returns the arguments of a call, and where each stands.
    pub(in super::super) fn given(
        &self,
        function: &Function,
        call: &Call,
        span: Span,
    ) -> Evaluated<(Arguments, Vec<Span>)> {
        if function.template == Template::None && !call.template.is_empty() {
            let diagnostic = Diagnostic::new(DiagnosticKind::NoTemplate(call.name.clone()), call.template_span);
            return Err(Box::new(diagnostic.with_repair(RepairKind::Remove, call.template_span, "")));
        }
        // `Step<_1,X,_1>`: there CuTe calls the underscore X.
        let is_step = called::STEPS.contains(&call.name.as_str());
        // There parentheses around one mode mean nothing, whatever else the statement is.
        let is_maker = function.holds == Holds::Modes && function.template == Template::None;
        let mut value = |item: &Expression| match &item.kind {
            ExpressionKind::Tuple(items) if is_maker && self.is_group(items, item.span) => self.group(item),
            ExpressionKind::Name(name) if is_step && name == "X" && self.find(name).is_none() => {
                Ok(Value::Tuple(Nested::Leaf(Item::All)))
            }
            _ => self.value(item),
        };
        let mut arguments = Arguments {
            template: call.template.iter().map(&mut value).collect::<Evaluated<_>>()?,
            values: call.arguments.iter().map(&mut value).collect::<Evaluated<_>>()?,
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
        let leaves = arguments.values.iter().chain(&arguments.template).map(Value::leaf_count).sum();
        let is_alone = arguments.values.len() < 2;
        self.count(leaves, if is_alone { Compared::Seldom } else { function.compared }, span)?;
        self.count_copies(function, &arguments, span)?;
        Ok((arguments, places))
    }

    /// A value in parentheses that only group it.
    fn group(&self, item: &Expression) -> Evaluated<Value> {
        match &item.kind {
            ExpressionKind::Tuple(items) if self.is_group(items, item.span) => {
                items.first().map_or_else(|| Err(problem(DiagnosticKind::Nothing, item.span)), |item| self.group(item))
            }
            _ => self.value(item),
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
        if function.holds == Holds::Nothing {
            let text = self.evaluation.text();
            let shape = places.first().zip(places.last()).map_or("(4,8)", |(first, last)| first.to(*last).of(text));
            let shape = if found > 1 { format!("({shape})") } else { shape.to_string() };
            let instead = format!("{}({shape}, {})", called::MAKE_LAYOUT, call.name);
            let kind = DiagnosticKind::MajorCall { name: call.name.clone(), instead: instead.clone() };
            return Err(Box::new(Diagnostic::new(kind, span).with_repair(RepairKind::Replace, span, instead)));
        }
        let kind = arity(function, &call.name, found);
        // Surplus arguments are shown, and can be taken away from the comma on.
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
            Problem::Loading => problem(DiagnosticKind::Loading, span),
            Problem::NoAtom(refused) => problem(DiagnosticKind::UnknownAtom(refused), span),
            Problem::Kind { position, expected } => {
                let given = arguments.values.get(position).or_else(|| arguments.template.get(position));
                let found = given.map_or(ValueKind::Text, Value::kind);
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
}

/// Reports whether an expression is written of integers alone, or of integers and `_`.
fn is_written(expression: &Expression, with_underscores: bool) -> bool {
    match &expression.kind {
        ExpressionKind::Int { .. } => true,
        ExpressionKind::Underscore => with_underscores,
        ExpressionKind::Tuple(modes) => modes.iter().all(|mode| is_written(mode, with_underscores)),
        _ => false,
    }
}

pub(super) fn arity(function: &Function, name: &str, found: usize) -> DiagnosticKind {
    let expected = match (function.least, function.most) {
        (least, most) if least == most => least.to_string(),
        (least, most) if most >= 256 => format!("{least}+"),
        (least, most) => format!("{least}-{most}"),
    };
    DiagnosticKind::Arity { function: name.to_string(), expected, found }
}
