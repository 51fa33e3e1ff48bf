//! Expressions to values: operators between integers, truth values and layouts.

use super::super::construct;
use super::super::diagnostic::DiagnosticKind;
use super::super::functions::{Arguments, Problem};
use super::super::syntax::{Call, Code, Expression, ExpressionKind, Span};
use super::super::value::{Value, ValueKind};
use super::super::vector;
use super::{Compared, Evaluated, Scope, problem, wrong_kind};
use crate::called;
use crate::int::{Int, Truth};
use crate::int_tuple;

impl Scope<'_> {
    pub(super) fn unary(&self, operator: &str, operand: &Expression, span: Span) -> Evaluated<Value> {
        let value = self.grouped(operand)?;
        if operator == "-" && vector::is_vector(&value) {
            return Ok(value);
        }
        if operator == "!" {
            return Ok(Value::Truth(!truth_of(&value, operand.span)?));
        }
        let program = self.evaluation.program().filter(|_| self.is_python && operator == "-");
        if let Some(answer) = program.and_then(|program| program.combined("-", &Value::int(Int::ZERO), &value)) {
            return self.made(answer, span);
        }
        let int = int_of(&value, operand.span)?;
        let negative =
            Int::constant(0).minus(int).map_err(|error| problem(DiagnosticKind::Algebra(error.into()), span))?;
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

    /// What an operator of a class of the text answers.
    pub(super) fn called_operator(
        &self,
        operator: &str,
        is_member: bool,
        arguments: Vec<Expression>,
        span: Span,
    ) -> Evaluated<Value> {
        let call = |is_member: bool| {
            let call = Call {
                name: format!("operator{operator}"),
                name_span: span,
                template: Vec::new(),
                template_span: span,
                arguments: arguments.clone(),
                is_member,
                named: Vec::new(),
            };
            self.value(&Expression { kind: Code::Invoke(call).kind(), span })
        };
        if is_member { call(true).or_else(|_| call(false)) } else { call(false) }
    }

    pub(super) fn binary(&self, operator: &str, left: &Expression, right: &Expression, span: Span) -> Evaluated<Value> {
        let (a, b) = (self.grouped(left), self.grouped(right));
        if let Some(answer) = vector::combined(operator, a.as_ref().ok(), b.as_ref().ok()) {
            return self.made(answer, span);
        }
        // What stands behind decides nothing more.
        if matches!(operator, "&&" | "||")
            && (self.is_cpp || self.is_python)
            && let Ok(Value::Truth(first)) = &a
            && first.value == (operator == "||")
        {
            return Ok(Value::Truth(*first));
        }
        let (a, b) = (a?, b?);
        let (a, b) = self.as_numbers(operator, a, b);
        if self.is_cpp && (is_object(&a) || is_object(&b)) {
            return self.called_operator(operator, is_object(&a), vec![left.clone(), right.clone()], span);
        }
        let program = self.evaluation.program().filter(|_| self.is_python);
        if let Some(answer) = program.and_then(|program| program.combined(operator, &a, &b)) {
            return self.made(answer, span);
        }
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
        if operator == "+" && a.is_map() && b.is_map() {
            return self.sum(vec![a, b], span);
        }
        let int_of = |value: &Value, span: Span| {
            let found = DiagnosticKind::Operand { operator: operator.to_owned(), found: value.kind() };
            value.as_int().ok_or_else(|| problem(found, span))
        };
        let (a, b) = (int_of(&a, left.span)?, int_of(&b, right.span)?);
        let result = match operator {
            "+" => a.plus(b),
            "-" => a.minus(b),
            "*" => a.times(b),
            "/" => a.over(b),
            "//" => a.over_down(b),
            "%" if self.is_python => a.modulo_down(b),
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
        result.map(Value::int).map_err(|error| problem(DiagnosticKind::Algebra(error.into()), span))
    }

    /// Truths that a program computes with are 0 or 1.
    fn as_numbers(&self, operator: &str, left: Value, right: Value) -> (Value, Value) {
        let (is_left, is_right) = (matches!(left, Value::Truth(_)), matches!(right, Value::Truth(_)));
        let is_compared = matches!(operator, "==" | "!=");
        let is_logic = matches!(operator, "&&" | "||");
        if !(self.is_cpp || self.is_python) || is_logic || !(is_left || is_right) || is_compared && is_left && is_right
        {
            return (left, right);
        }
        let number = |value: Value| match value {
            Value::Truth(Truth { value, is_static: true }) => Value::int(Int::constant(i64::from(value))),
            Value::Truth(Truth { value, .. }) => Value::int(Int::dynamic(i64::from(value))),
            other => other,
        };
        (number(left), number(right))
    }

    /// The sum of two layouts, as the paper and Python write it.
    fn sum(&self, values: Vec<Value>, span: Span) -> Evaluated<Value> {
        self.count(values.iter().map(Value::leaf_count).sum(), Compared::Always, span)?;
        let function =
            self.catalogue().find(called::LAYOUT_ADD).ok_or_else(|| problem(DiagnosticKind::Loading, span))?;
        let arguments = Arguments { values, ..Arguments::default() };
        match function.call(&arguments, &mut self.trace.borrow_mut()) {
            Ok(value) => self.made(value, span),
            Err(Problem::Algebra(error)) => Err(problem(DiagnosticKind::Algebra(error), span)),
            Err(Problem::Kind { position, expected }) => {
                let found = arguments.values.get(position).map_or(ValueKind::Layout, Value::kind);
                Err(wrong_kind(expected, found, span))
            }
            Err(_) => Err(problem(DiagnosticKind::Loading, span)),
        }
    }
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

/// Reports whether a value is an object of a class of the text.
pub(super) fn is_object(value: &Value) -> bool {
    matches!(value, Value::Made(_)) && value.kind() == ValueKind::Object
}
