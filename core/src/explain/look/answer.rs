//! Answer of a statement that is no picture by itself: a truth, a number, a coordinate, a text; and why that is so.

use super::about::{About, about};
use crate::int::Int;
use crate::int_tuple::{IntTuple, product};
use crate::nested::Nested;
use crate::notebook::functions::Function;
use crate::notebook::{Evaluation, Expression, ExpressionKind, Performed, Span, Value};
use crate::steps::Step;

/// Number of reasons that are given, and of factors that a product is written out with.
const REASON_LIMIT: usize = 64;

/// An answer with its reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The statement.
    pub statement: usize,
    /// Question, as the notebook writes it.
    pub asked: String,
    /// The answer.
    pub value: Value,
    /// Tuples that are compared, side by side, where there are two.
    pub sides: Vec<Side>,
    /// A relation of two shapes with its sides exchanged.
    pub exchanged: Option<Exchanged>,
    /// Why it is so, in the order in which it is found.
    pub reasons: Vec<Reason>,
}

/// A relation of two shapes with its sides exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchanged {
    /// The relation, as the notebook calls it.
    pub relation: &'static str,
    /// `true` if it holds.
    pub holds: bool,
}

/// One of two tuples that are compared, cut at the first place where they part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// Its name in the notebook.
    pub called: String,
    /// Text that is printed before that place; all of it where they do not part.
    pub before: String,
    /// That place.
    pub part: String,
    /// Text that is printed behind it.
    pub after: String,
}

/// Why an answer is what it is.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// Finding of the comparison of two modes.
    Compared {
        /// The step.
        step: Step,
        /// `true` if the two go together there.
        holds: bool,
    },
    /// Two numbers that are compared.
    Numbers {
        /// The mode, from the outside in.
        path: Vec<usize>,
        /// The number on the left.
        left: i64,
        /// The relation: `<`, `=`, `divides`.
        relation: Relation,
        /// The number on the right.
        right: i64,
        /// `true` if it holds.
        holds: bool,
    },
    /// A number that is known only at run time.
    Dynamic {
        /// The mode, from the outside in.
        path: Vec<usize>,
        /// The number.
        number: i64,
        /// `true` if it is a stride.
        is_stride: bool,
    },
    /// No number is left to run time.
    AllStatic,
    /// The extents multiplied.
    Product {
        /// The extents.
        factors: Vec<i64>,
        /// Their product.
        size: i64,
    },
    /// The last index plus one; of a composed layout that of the layout before the swizzle.
    LastIndex {
        /// Name of the layout.
        called: String,
        /// The last 1-D coordinate.
        last: i64,
        /// Its index.
        index: i64,
        /// `true` if that is the layout before a swizzle, which has other indices.
        before_swizzle: bool,
        /// The largest index behind the swizzle, where that is larger.
        beyond: Option<i64>,
    },
    /// Strides below 0, which count without their sign: how far each mode reaches, and from where to where indices run.
    Unsigned {
        /// Of each mode the last coordinate and the stride without its sign.
        terms: Vec<(i64, i64)>,
        /// Their products together, plus one.
        cosize: i64,
        /// The least index and the greatest.
        indices: (i64, i64),
    },
    /// A digit of a coordinate by the stride of its mode.
    Digit {
        /// The mode, from the outside in.
        path: Vec<usize>,
        /// The index.
        index: i64,
        /// The stride, by which it is divided.
        stride: i64,
        /// The extent, which leaves the digit.
        extent: i64,
        /// The digit.
        digit: i64,
    },
    /// The modes counted.
    Modes(Vec<String>),
    /// The leaf with the most parentheses around it.
    Deepest {
        /// Where it is, from the outside in.
        path: Vec<usize>,
        /// The number.
        number: i64,
    },
    /// Value of an operand.
    Operand {
        /// As it is written.
        written: String,
        /// Its value.
        value: Value,
    },
}

/// Relation by which two numbers are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The left one is smaller.
    Less,
    /// The left one is not larger.
    AtMost,
    /// They are the same.
    Equal,
    /// The right one is a divisor of the left one.
    DividedBy,
}

/// Source of the explanation of an operation's answer.
pub(crate) type Explained = fn(&Function) -> Option<&'static Reasons>;

/// Answers a statement; `None` where its value is a picture by itself, or where it has none.
pub(crate) fn answer(evaluation: &Evaluation, statement: usize, explained: Explained) -> Option<Answer> {
    let found = evaluation.statements().get(statement)?;
    let value = evaluation.value(statement)?;
    let is_picture = super::pictured(value).is_some() || super::thread_values(value).is_some();
    // An atom, and what is built of one, has a view of its own.
    let is_printed = matches!(value, Value::Made(_)) && value.to_string().contains('\n');
    if is_picture || is_printed || matches!((about(evaluation, statement), value), (About::Itself, Value::Tuple(_))) {
        return None;
    }
    let written = |span: Span| span.of(evaluation.text()).trim().to_string();
    let mut room = Room { evaluation, statement, explained, sides: Vec::new(), exchanged: None, reasons: Vec::new() };
    room.explain(statement, &found.expression);
    let Room { sides, exchanged, mut reasons, .. } = room;
    // The finding has to agree with the answer.
    if let Value::Truth(truth) = value
        && reasons.iter().filter_map(Reason::holds).any(|holds| !holds) == truth.value
        && reasons.iter().any(|reason| reason.holds().is_some())
    {
        reasons.retain(|reason| reason.holds().is_none());
    }
    reasons.truncate(REASON_LIMIT);
    Some(Answer { statement, asked: written(found.expression.span), value: value.clone(), sides, exchanged, reasons })
}

impl Reason {
    /// Reports whether what is compared goes together.
    pub fn holds(&self) -> Option<bool> {
        match self {
            Reason::Compared { holds, .. } | Reason::Numbers { holds, .. } => Some(*holds),
            _ => None,
        }
    }

    /// The mode that it is about.
    fn path(&self) -> Option<&[usize]> {
        match self {
            Reason::Compared { step: Step::Compare { path, .. }, .. } | Reason::Numbers { path, .. } => Some(path),
            _ => None,
        }
    }
}

/// A row's statement about its answer.
#[derive(Clone, Copy)]
pub(crate) enum Reasons {
    /// Values of its operands say it.
    Operands,
    /// It finds them.
    By(fn(&mut Room<'_>, &Question<'_>) -> Option<()>),
}

/// The call that is answered.
pub(crate) struct Question<'a> {
    performed: &'a Performed,
    text: &'a str,
}

impl Question<'_> {
    /// Its arguments.
    pub(crate) fn values(&self) -> &[Value] {
        &self.performed.arguments.values
    }

    /// Returns its answer.
    pub(crate) fn answer(&self) -> Option<&Value> {
        self.performed.answer().as_ref().ok()
    }

    /// Returns the notebook's name for an argument.
    pub(crate) fn called(&self, number: usize) -> String {
        let place = self.performed.places.get(number);
        place.map_or_else(String::new, |place| place.of(self.text).trim().to_string())
    }

    /// An argument as a tuple, of a layout its shape.
    pub(crate) fn tuple(&self, number: usize) -> Option<IntTuple> {
        self.values().get(number).and_then(shape_of)
    }

    /// Reports whether a relation of two shapes holds with its sides exchanged.
    fn exchanged(&self) -> Option<Exchanged> {
        let [left, right] = self.values() else { return None };
        shape_of(left).and(shape_of(right))?;
        match self.performed.with(vec![right.clone(), left.clone()]) {
            Ok(Value::Truth(truth)) => Some(Exchanged { relation: self.performed.function.name, holds: truth.value }),
            _ => None,
        }
    }

    /// The modes in angles.
    pub(crate) fn path(&self) -> Vec<usize> {
        let path = self.performed.arguments.template.iter();
        path.map(|mode| usize::try_from(mode.as_int()?.value()).ok()).collect::<Option<_>>().unwrap_or_default()
    }
}

/// Findings about an answer.
pub(crate) struct Room<'a> {
    evaluation: &'a Evaluation,
    statement: usize,
    explained: Explained,
    sides: Vec<Side>,
    exchanged: Option<Exchanged>,
    pub(crate) reasons: Vec<Reason>,
}

impl<'a> Room<'a> {
    fn explain(&mut self, statement: usize, expression: &'a Expression) -> Option<()> {
        let expression = self.evaluation.inner(expression);
        match &expression.kind {
            // The value of a name is explained where it was given.
            ExpressionKind::Name(name) => {
                let defining = self.evaluation.defining(name, statement)?;
                self.statement = defining;
                let found = self.evaluation.statements().get(defining)?;
                (defining < statement).then(|| self.explain(defining, &found.expression))?
            }
            ExpressionKind::Binary(operator, left, right) => self.operator(operator, [left, right]),
            ExpressionKind::Unary(_, operand) => {
                self.operand(operand);
                Some(())
            }
            _ => self.call(),
        }
    }

    fn operand(&mut self, operand: &Expression) {
        let is_written = matches!(operand.kind, ExpressionKind::Int { .. } | ExpressionKind::Text(_));
        let written = operand.span.of(self.evaluation.text()).trim().to_string();
        if let Some(value) = self.evaluation.value_of(self.statement, operand).filter(|_| !is_written) {
            self.given(written, value);
        }
    }

    /// An operand whose value is not what is written.
    fn given(&mut self, written: String, value: Value) {
        let printed = crate::notebook::value::without_underscores(&value.to_string());
        if printed != crate::notebook::value::without_underscores(&written) {
            self.reasons.push(Reason::Operand { written, value });
        }
    }

    fn operator(&mut self, operator: &str, operands: [&'a Expression; 2]) -> Option<()> {
        let values = operands.map(|operand| self.evaluation.value_of(self.statement, operand));
        let ints = values.each_ref().map(|value| value.as_ref().and_then(Value::as_ints));
        if let ("==" | "!=", [Some(left), Some(right)]) = (operator, &ints)
            && !left.is_leaf()
        {
            let called = operands.map(|operand| operand.span.of(self.evaluation.text()).trim().to_string());
            self.compare(called, [left, right], Relation::Equal);
            return Some(());
        }
        operands.into_iter().for_each(|operand| self.operand(operand));
        Some(())
    }

    fn call(&mut self) -> Option<()> {
        let performed = self.evaluation.performed(self.statement, None)?;
        let question = Question { performed: &performed, text: self.evaluation.text() };
        self.exchanged = question.exchanged();
        if let Some(Reasons::By(explain)) = (self.explained)(performed.function) {
            return explain(self, &question);
        }
        self.operands(&question);
        Some(())
    }

    /// Gives the values of the operands of a call.
    pub(crate) fn operands(&mut self, question: &Question<'_>) {
        for (number, value) in question.values().iter().enumerate() {
            self.given(question.called(number), value.clone());
        }
    }

    /// The steps by which two tuples are compared.
    pub(crate) fn steps(&mut self) {
        let steps = self.evaluation.steps(self.statement);
        let steps = steps.iter().filter_map(|step| match step {
            Step::Compare { reason, .. } => Some(Reason::Compared { holds: reason.holds(), step: step.clone() }),
            _ => None,
        });
        self.reasons.extend(steps);
    }

    /// Both operands, number by number.
    pub(crate) fn compared(&mut self, question: &Question<'_>, relation: Relation) -> Option<()> {
        let called = [question.called(0), question.called(1)];
        self.compare(called, [&question.tuple(0)?, &question.tuple(1)?], relation);
        Some(())
    }

    /// Leaf by leaf; a leaf of the right tuple faces the size of its mode on the left.
    fn compare(&mut self, called: [String; 2], [left, right]: [&IntTuple; 2], relation: Relation) {
        fn below(
            left: &IntTuple,
            right: &IntTuple,
            relation: Relation,
            path: &mut Vec<usize>,
            found: &mut Vec<Reason>,
        ) {
            match (left, right) {
                (Nested::Tuple(lefts), Nested::Tuple(rights)) => {
                    for (mode, (left, right)) in lefts.iter().zip(rights).enumerate() {
                        path.push(mode);
                        below(left, right, relation, path, found);
                        path.pop();
                    }
                }
                (left, Nested::Leaf(right)) => {
                    let Ok(left) = product(left).map(Int::value) else { return };
                    let right = right.value();
                    let holds = match relation {
                        Relation::Less => left < right,
                        Relation::AtMost => left <= right,
                        Relation::Equal => left == right,
                        Relation::DividedBy => left.checked_rem(right) == Some(0),
                    };
                    found.push(Reason::Numbers { path: path.clone(), left, relation, right, holds });
                }
                (Nested::Leaf(_), Nested::Tuple(_)) => {}
            }
        }
        below(left, right, relation, &mut Vec::new(), &mut self.reasons);
        self.side_by_side(called, [left, right]);
    }

    /// Two tuples, cut at the first place where they do not go together.
    pub(crate) fn side_by_side(&mut self, called: [String; 2], tuples: [&IntTuple; 2]) {
        let parting = self.reasons.iter().find(|reason| reason.holds() == Some(false));
        let path = parting.and_then(Reason::path).map(<[usize]>::to_vec);
        let sides = called.into_iter().zip(tuples).map(|(called, tuple)| {
            let [before, part, after] = cut(tuple, path.as_deref());
            Side { called, before, part, after }
        });
        self.sides = sides.collect();
    }
}

/// The shape that is compared: of a layout its own.
fn shape_of(value: &Value) -> Option<IntTuple> {
    value.as_any_layout().map(|layout| layout.shape().clone()).or_else(|| value.as_ints())
}

/// A tuple as it is printed: before the mode at the end of a path, that mode, and behind it.
fn cut(tuple: &IntTuple, path: Option<&[usize]>) -> [String; 3] {
    let Some(path) = path else { return [tuple.to_string(), String::new(), String::new()] };
    let (Some((mode, rest)), Nested::Tuple(modes)) = (path.split_first(), tuple) else {
        return [String::new(), tuple.to_string(), String::new()];
    };
    let mut parts = ["(".to_string(), String::new(), String::new()];
    for (number, inner) in modes.iter().enumerate() {
        let comma = if number > 0 { "," } else { "" };
        let [before, part, after] = &mut parts;
        match number.cmp(mode) {
            std::cmp::Ordering::Less => before.push_str(&format!("{comma}{inner}")),
            std::cmp::Ordering::Equal => {
                let [own, found, behind] = cut(inner, Some(rest));
                before.push_str(&format!("{comma}{own}"));
                part.push_str(&found);
                after.push_str(&behind);
            }
            std::cmp::Ordering::Greater => after.push_str(&format!("{comma}{inner}")),
        }
    }
    parts[2].push(')');
    parts
}
