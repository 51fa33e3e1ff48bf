//! Which form of a class some template arguments choose.

use super::cpp::{overload, packs};
use super::demands::operands;
use super::document::{Document, Form};
use super::user::User;
use crate::nested::Nested;
use crate::notebook::evaluate::Scope;
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind};
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
    let packs = &document.types.get(form.number)?.packs;
    let is_pack = own.iter().map(|statement| packs.contains(statement)).collect();
    let mut pattern = Match { scope, document, names: &names, is_pack, found: vec![None; names.len()] };
    pattern.all(&form.arguments, template)?;
    let Match { found, is_pack, .. } = pattern;
    // A pack that nothing fills is empty.
    let found = found.into_iter().zip(is_pack).map(|(value, is_pack)| match (value, is_pack) {
        (None, true) => Some(User::Left(Vec::new(), None).into()),
        (value, _) => value,
    });
    found.collect()
}

/// Number of classes that a pattern names, one in another.
const DEPTH_LIMIT: usize = 16;

/// A pattern on its way to be matched.
struct Match<'a, 'b> {
    scope: &'b Scope<'a>,
    document: &'b Document,
    names: &'b [&'b str],
    is_pack: Vec<bool>,
    found: Vec<Option<Value>>,
}

impl Match<'_, '_> {
    fn all(&mut self, patterns: &[Expression], values: &[Value]) -> Option<()> {
        for (place, pattern) in patterns.iter().enumerate() {
            // `Rest...` takes what is left.
            if let Some(inner) = expanded(pattern) {
                let rest = values.get(place..).unwrap_or_default();
                return self.rest(inner, rest);
            }
            self.one(pattern, values.get(place)?, 0)?;
        }
        (patterns.len() == values.len()).then_some(())
    }

    fn rest(&mut self, pattern: &Expression, values: &[Value]) -> Option<()> {
        let name = match &pattern.kind {
            ExpressionKind::Name(name) => self.names.iter().position(|own| own == name),
            _ => None,
        };
        if let Some(place) = name {
            return self.give(place, User::Left(values.iter().cloned().map(Some).collect(), None).into());
        }
        // `Int<N>...`: each of them is one, and `N` what they have.
        let of =
            self.names.iter().zip(&self.is_pack).position(|(name, is_pack)| *is_pack && names_it(pattern, name))?;
        let mut all = Vec::with_capacity(values.len());
        for value in values {
            let before = self.found.clone();
            self.one(pattern, value, 0)?;
            all.push(self.found.get(of)?.clone());
            self.found = before;
        }
        self.give(of, User::Left(all, None).into())
    }

    fn give(&mut self, place: usize, value: Value) -> Option<()> {
        let slot = self.found.get_mut(place)?;
        if slot.as_ref().is_some_and(|known| !is_same(known, &value)) {
            return None;
        }
        *slot = Some(value);
        Some(())
    }

    fn one(&mut self, pattern: &Expression, value: &Value, depth: usize) -> Option<()> {
        if let ExpressionKind::Name(name) = &pattern.kind
            && let Some(place) = self.names.iter().position(|own| own == name)
        {
            return self.give(place, value.clone());
        }
        // `Layout<S, D>`, `Int<N>`: what the class is made of is told by the value.
        let call = as_template(pattern).filter(|call| call.template.iter().any(|item| self.names_own(item)));
        let Some(call) = call.filter(|_| depth < DEPTH_LIMIT) else {
            return is_same(&wanted(self.scope, pattern)?, value).then_some(());
        };
        if !is_of_class(self.document, &call.name, value) {
            return None;
        }
        for (place, item) in call.template.iter().enumerate() {
            if let Some(inner) = expanded(item) {
                let rest = (place..).map_while(|place| overload::told(value, place)).take(REST_LIMIT);
                return self.rest(inner, &rest.collect::<Vec<_>>());
            }
            // `integral_constant<int, N>` says its type first.
            let at = if call.name == "integral_constant" { 0 } else { place };
            if call.name == "integral_constant" && place == 0 {
                continue;
            }
            self.one(item, &overload::told(value, at)?, depth + 1)?;
        }
        let is_tuple = matches!(value, Value::Tuple(Nested::Tuple(_)));
        (!is_tuple || overload::told(value, call.template.len()).is_none()).then_some(())
    }

    fn names_own(&self, of: &Expression) -> bool {
        self.names.iter().any(|name| !name.is_empty() && names_it(of, name))
    }
}

/// Number of arguments that a pack takes.
const REST_LIMIT: usize = 256;

/// Reports whether an expression has a name somewhere.
fn names_it(of: &Expression, name: &str) -> bool {
    let mut open = vec![of];
    while let Some(of) = open.pop() {
        if matches!(&of.kind, ExpressionKind::Name(other) if other == name) {
            return true;
        }
        open.extend(operands(of));
    }
    false
}

/// What stands before dots.
fn expanded(of: &Expression) -> Option<&Expression> {
    let ExpressionKind::Code(code) = &of.kind else { return None };
    match &**code {
        Code::Invoke(call) if call.name == packs::EXPAND => call.arguments.first(),
        _ => None,
    }
}

/// A class with its arguments, some of which may stand for many.
fn as_template(of: &Expression) -> Option<&Call> {
    match &of.kind {
        ExpressionKind::Call(call) if call.arguments.is_empty() && !call.template.is_empty() => Some(call),
        ExpressionKind::Code(code) => match &**code {
            Code::Invoke(call) if call.name == packs::UNPACK => call.arguments.first().and_then(as_template),
            Code::Invoke(call) if call.arguments.is_empty() && !call.template.is_empty() => Some(call),
            _ => None,
        },
        _ => None,
    }
}

/// Reports whether a value is one of a class, by its name.
fn is_of_class(document: &Document, name: &str, value: &Value) -> bool {
    match name {
        "tuple" | "Shape" | "Stride" | "Coord" | "Step" | "Tile" | "seq" | "index_sequence" | "integer_sequence"
        | "int_sequence" => matches!(value, Value::Tuple(Nested::Tuple(_))),
        "Int" | "C" | "constant" | "integral_constant" => value.as_int().is_some_and(|int| int.is_static()),
        "bool_constant" => matches!(value, Value::Truth(truth) if truth.is_static),
        "Layout" => matches!(value, Value::Layout(_)),
        "ComposedLayout" => matches!(value, Value::Composed(_)),
        "Swizzle" => matches!(value, Value::Swizzle(_)),
        "Tensor" => matches!(value, Value::Tensor(_)),
        _ => {
            let of = User::of(value).and_then(User::class);
            of.is_some() && (of == document.type_named(name) || of.is_some_and(|of| document.is_form_of(of, name)))
        }
    }
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
