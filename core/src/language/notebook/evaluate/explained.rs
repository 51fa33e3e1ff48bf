//! Expressions to values: `explain(f(x))`, which asks how a value comes about and not for the value.

use super::super::syntax::{Call, Expression, ExpressionKind, Span};
use super::super::value::Value;
use super::{Evaluated, Scope};
use crate::sentences::{self, Tongue};
use crate::steps::{Step, Trace};

/// Number of steps that are told.
const TOLD: usize = 256;

impl Scope<'_> {
    /// `explain(L(3))` with the layout and the coordinate apart; of an operation its steps.
    pub(super) fn explained(&self, call: &Call, span: Span) -> Evaluated<Value> {
        let [Expression { kind, span: place }] = call.arguments.as_slice() else { return self.call(call, span) };
        let apart = |callee: Expression, arguments: &[Expression]| {
            let coordinate = match arguments {
                [only] => only.clone(),
                many => Expression { kind: ExpressionKind::Tuple(many.to_vec()), span: *place },
            };
            self.call(&Call { arguments: vec![callee, coordinate], ..call.clone() }, span)
        };
        match kind {
            ExpressionKind::Apply(callee, arguments) => apart((**callee).clone(), arguments),
            ExpressionKind::Call(inner) if self.is_application(inner) => {
                let callee = Expression { kind: ExpressionKind::Name(inner.name.clone()), span: inner.name_span };
                apart(callee, &inner.arguments)
            }
            ExpressionKind::Call(inner) => match self.catalogue().find(&inner.name) {
                Some(function) if function.tells => {
                    let (arguments, _) = self.given(function, inner, *place)?;
                    let mut steps = Vec::new();
                    // A refusal is said as it is without the question.
                    if function.call(&arguments, &mut Trace::to(&mut steps)).is_err() {
                        return self.call(inner, *place);
                    }
                    self.made(Value::Text(told(&steps)), span)
                }
                _ => self.call(call, span),
            },
            _ => self.call(call, span),
        }
    }
}

/// Steps as lines.
fn told(steps: &[Step]) -> String {
    let lines = steps.iter().take(TOLD).map(|step| sentences::step(step, Tongue::English));
    lines.collect::<Vec<_>>().join("\n")
}
