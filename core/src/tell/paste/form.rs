//! Which form of a class some template arguments choose.

use super::document::{Document, Form};
use crate::notebook::evaluate::Scope;
use crate::notebook::syntax::{Expression, ExpressionKind};
use crate::notebook::value::Value;

/// Number of forms of a class that are looked at.
const FORMS_LIMIT: usize = 64;

/// The form of a class for template arguments, with the arguments of its own parameters: of those that fit the one that
/// leaves the fewest open. `None` where the class itself is meant.
pub(super) fn chosen(
    scope: &Scope<'_>,
    document: &Document,
    name: &str,
    template: &[Value],
) -> Option<(usize, Vec<Value>)> {
    let forms = document.forms.get(name)?.iter().rev().take(FORMS_LIMIT);
    forms.filter_map(|form| Some((form.number, fit(scope, document, form, template)?))).min_by_key(|(_, own)| own.len())
}

/// The arguments of a form's own parameters, where its pattern fits.
fn fit(scope: &Scope<'_>, document: &Document, form: &Form, template: &[Value]) -> Option<Vec<Value>> {
    let own = &document.types.get(form.number)?.templates;
    let statements = scope.evaluation().statements();
    let names = own.iter().map(|statement| statements.get(*statement)?.name.as_ref().map(|(name, _)| name.as_str()));
    let names = names.collect::<Option<Vec<_>>>()?;
    let mut found = vec![None; names.len()];
    if form.arguments.len() != template.len() {
        return None;
    }
    for (pattern, value) in form.arguments.iter().zip(template) {
        let place = match &pattern.kind {
            ExpressionKind::Name(name) => names.iter().position(|own| own == name),
            _ => None,
        };
        match place {
            Some(place) => {
                let slot = found.get_mut(place)?;
                if slot.as_ref().is_some_and(|known| !is_same(known, value)) {
                    return None;
                }
                *slot = Some(value.clone());
            }
            None if !is_same(&wanted(scope, pattern)?, value) => return None,
            None => {}
        }
    }
    found.into_iter().collect()
}

fn wanted(scope: &Scope<'_>, pattern: &Expression) -> Option<Value> {
    scope.value(pattern).ok()
}

/// Reports whether two arguments are the same; numbers are, whenever they are known.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Truth(one), Value::Truth(other)) => one.value == other.value,
        _ => match (one.as_int(), other.as_int()) {
            (Some(one), Some(other)) => one.value() == other.value(),
            _ => one == other,
        },
    }
}
