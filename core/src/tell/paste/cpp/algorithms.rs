//! Algorithms on tuples, as CuTe's `tuple_algorithms.hpp` has them: only programs write them.

use super::expression::int;
use crate::int::{Int, Truth};
use crate::nested::Nested;
use crate::notebook::evaluate::{Evaluated, Scope};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::value::{Item, Value};
use crate::notebook::written::Reason;
use crate::paste::call::{self, Given, unknown};
use crate::paste::settle;
use crate::paste::user::User;

/// The most that a number of a template may be here.
const MODES: i64 = 256;

/// Reports whether a function is one of these.
pub(super) fn is_known(name: &str) -> bool {
    functions(name).is_some()
}

/// Returns how many functions an algorithm is given, behind the tuples; `None` of what is none of these.
fn functions(name: &str) -> Option<usize> {
    Some(match name {
        "reverse" | "tuple_cat" | "wrap" | "unwrap" | "flatten_to_tuple" | "front" | "back" | "insert" | "remove"
        | "replace_front" | "replace_back" | "tuple_repeat" | "repeat_like" | "find" => 0,
        "transform" | "transform_leaf" | "for_each" | "apply" | "fold" | "fold_first" | "any_of" | "all_of"
        | "none_of" | "find_if" | "filter_tuple" | "iscan" | "escan" => 1,
        "transform_apply" => 2,
        _ => return None,
    })
}

/// Function that is called with elements.
pub(in crate::paste) enum Function {
    /// A lambda, a function of the text.
    Own(Value),
    /// `plus{}`: what it does, as C++ or CuTe writes it.
    Operator(&'static str),
}

impl Function {
    pub(super) fn of(scope: &Scope<'_>, item: &Expression) -> Evaluated<Function> {
        let known = match &item.kind {
            ExpressionKind::Code(code) => match &**code {
                // `std::multiplies<int>()`
                Code::Invoke(call) if call.arguments.is_empty() => operator(&call.name),
                Code::Construct(of, arguments) if arguments.is_empty() => match &of.kind {
                    ExpressionKind::Name(name) => operator(name).or_else(|| match scope.value(of) {
                        Ok(value) => User::of(&value).and_then(User::template).and_then(operator),
                        Err(_) => None,
                    }),
                    ExpressionKind::Code(code) => match &**code {
                        Code::Invoke(call) if call.arguments.is_empty() => operator(&call.name),
                        _ => None,
                    },
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        match known {
            Some(operator) => Ok(Function::Operator(operator)),
            None => {
                let value = scope.value(item)?;
                Ok(Function::object(&value).unwrap_or(Function::Own(value)))
            }
        }
    }

    /// A function object of CuTe's, of its value.
    pub(in crate::paste) fn object(value: &Value) -> Option<Function> {
        User::of(value).and_then(User::template).and_then(operator).map(Function::Operator)
    }

    pub(in crate::paste) fn call(&self, scope: &Scope<'_>, arguments: Vec<Value>, span: Span) -> Evaluated<Value> {
        match self {
            Function::Own(function) => match User::of(function) {
                Some(callee) if callee.callee().is_some() => {
                    let arguments = arguments.into_iter().map(Some).collect::<Vec<_>>();
                    let given = Given { template: &[], arguments: &arguments, this: None };
                    call::of(scope, callee, &given, span)
                }
                _ => unknown(Reason::NotRead, None, span),
            },
            Function::Operator(operator) => {
                let literal = |value: &Value| match value {
                    Value::Truth(truth) => Some(int(i64::from(truth.value), truth.is_static, span)),
                    _ => value.as_int().map(|number| int(number.value(), number.is_static(), span)),
                };
                let numbers = arguments.iter().map(literal).collect::<Option<Vec<_>>>();
                match numbers.and_then(|numbers| applied(operator, numbers, span)) {
                    Some(made) => scope.value(&made),
                    None => unknown(Reason::OtherValue, None, span),
                }
            }
        }
    }
}

/// An operator or a function between integers.
fn applied(operator: &'static str, numbers: Vec<Expression>, span: Span) -> Option<Expression> {
    let kind = match (operator, <[Expression; 1]>::try_from(numbers)) {
        ("max" | "min", Err(all)) => {
            ExpressionKind::Call(Box::new(Call { arguments: all, ..super::function::call_of(operator, span) }))
        }
        ("abs", Ok([one])) => {
            ExpressionKind::Call(Box::new(Call { arguments: vec![one], ..super::function::call_of(operator, span) }))
        }
        ("", Ok([one])) => return Some(one),
        ("-" | "!", Ok([one])) => ExpressionKind::Unary(operator, Box::new(one)),
        (_, Err(all)) => {
            let [left, right] = <[Expression; 2]>::try_from(all).ok()?;
            ExpressionKind::Binary(operator, Box::new(left), Box::new(right))
        }
        _ => return None,
    };
    Some(Expression { kind, span })
}

/// Reports whether a name is that of a function object of CuTe's.
pub(super) fn is_operator(name: &str) -> bool {
    operator(name).is_some()
}

/// What a function object of CuTe's `functional.hpp` does.
fn operator(name: &str) -> Option<&'static str> {
    Some(match name {
        "identity" | "unary_plus" => "",
        "plus" => "+",
        "minus" | "negate" => "-",
        "multiplies" => "*",
        "divides" => "/",
        "modulus" => "%",
        "bit_and" => "&",
        "bit_or" => "|",
        "bit_xor" => "^",
        "left_shift" => "<<",
        "right_shift" => ">>",
        "logical_and" => "&&",
        "logical_or" => "||",
        "logical_not" => "!",
        "equal_to" => "==",
        "not_equal_to" => "!=",
        "greater" => ">",
        "less" => "<",
        "greater_equal" => ">=",
        "less_equal" => "<=",
        "abs_fn" => "abs",
        "max_fn" => "max",
        "min_fn" => "min",
        _ => return None,
    })
}

/// The modes of a tuple.
fn modes(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Tuple(Nested::Tuple(modes)) => Some(modes.iter().map(|mode| Value::of_mode(mode.clone())).collect()),
        _ => None,
    }
}

fn of_modes(values: Vec<Value>, span: Span) -> Evaluated<Value> {
    let modes = values.into_iter().map(Value::into_mode).collect::<Result<Vec<_>, _>>();
    match modes {
        Ok(modes) => Ok(Value::Tuple(Nested::Tuple(modes))),
        Err(_) => unknown(Reason::OtherValue, None, span),
    }
}

/// The elements of several tuples that stand at one place; of what are no tuples all of them.
fn together(tuples: &[Value]) -> Option<Vec<Vec<Value>>> {
    let all = tuples.iter().map(modes).collect::<Option<Vec<_>>>()?;
    let first = all.first()?;
    let at = |place: usize| all.iter().map(|modes| modes.get(place).cloned()).collect::<Option<Vec<_>>>();
    (0..first.len()).map(at).collect()
}

/// The value of a call of an algorithm; `None` where it has none.
pub(super) fn value(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Option<Value>> {
    let Some(count) = functions(&call.name) else { return Ok(None) };
    let Some(split) = call.arguments.len().checked_sub(count) else { return Ok(None) };
    let (tuples, last) = call.arguments.split_at(split);
    let values = tuples.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>()?;
    let given = last.iter().map(|item| Function::of(scope, item)).collect::<Evaluated<Vec<_>>>()?;
    let number = match call.template.first() {
        Some(item) => scope.value(item)?.as_int().map(Int::value),
        None => None,
    };
    let number = number.filter(|number| (0..=MODES).contains(number)).and_then(|number| usize::try_from(number).ok());
    match given.as_slice() {
        [] => without_function(&call.name, &values, number, span),
        [function, rest @ ..] => with_function(scope, (&call.name, span), &values, (function, rest)),
    }
}

fn without_function(name: &str, values: &[Value], number: Option<usize>, span: Span) -> Evaluated<Option<Value>> {
    let Some(first) = values.first() else { return Ok(None) };
    let all = modes(first);
    let replaced = |place: fn(usize) -> usize| match (all.clone(), values.get(1)) {
        (Some(mut modes), Some(new)) => {
            let place = place(modes.len());
            if let Some(slot) = modes.get_mut(place) {
                *slot = new.clone();
            }
            of_modes(modes, span).map(Some)
        }
        (None, new) => Ok(new.cloned()),
        _ => Ok(None),
    };
    match (name, all.clone(), number) {
        // A layout is no tuple, and stays as it is.
        ("reverse", ..) if first.as_any_layout().is_some() => Ok(Some(first.clone())),
        ("reverse", Some(mut modes), _) => {
            modes.reverse();
            of_modes(modes, span).map(Some)
        }
        ("reverse", None, _) => Ok(first.as_int().map(Value::int)),
        ("tuple_cat", ..) => match values.iter().map(modes).collect::<Option<Vec<_>>>() {
            Some(all) => of_modes(all.concat(), span).map(Some),
            None => Ok(None),
        },
        ("wrap", None, _) => of_modes(vec![first.clone()], span).map(Some),
        ("wrap", Some(_), _) => Ok(Some(first.clone())),
        ("unwrap", ..) => {
            let mut found = first.clone();
            while let Some([only]) = modes(&found).as_deref() {
                found = only.clone();
            }
            Ok(Some(found))
        }
        ("front" | "back", ..) => {
            let mut found = first.clone();
            while let Some(mut modes) = modes(&found).filter(|modes| !modes.is_empty()) {
                found = if name == "front" { modes.swap_remove(0) } else { modes.pop().unwrap_or(found) };
            }
            Ok(Some(found))
        }
        ("flatten_to_tuple", ..) => match first {
            Value::Tuple(tuple) => {
                let leaves = tuple.leaves().into_iter().cloned().map(Nested::Leaf).collect();
                Ok(Some(Value::Tuple(Nested::Tuple(leaves))))
            }
            _ => Ok(None),
        },
        ("insert", Some(mut modes), Some(place)) if place <= modes.len() => match values.get(1) {
            Some(new) => {
                modes.insert(place, new.clone());
                of_modes(modes, span).map(Some)
            }
            None => Ok(None),
        },
        ("remove", Some(mut modes), Some(place)) if place < modes.len() => {
            modes.remove(place);
            of_modes(modes, span).map(Some)
        }
        ("replace_front", ..) => replaced(|_| 0),
        ("replace_back", ..) => replaced(|count| count.saturating_sub(1)),
        ("tuple_repeat", _, Some(count)) => of_modes(vec![first.clone(); count], span).map(Some),
        ("repeat_like", ..) => Ok(match (first, values.get(1).map(|value| value.clone().into_mode())) {
            (Value::Tuple(tree), Some(Ok(mode))) => Some(Value::Tuple(filled(tree, &mode))),
            _ => None,
        }),
        ("find", Some(modes), _) => {
            let place = modes.iter().position(|mode| match (mode.as_int(), values.get(1).and_then(Value::as_int)) {
                (Some(own), Some(wanted)) => own.value() == wanted.value(),
                _ => Some(mode) == values.get(1),
            });
            Ok(Some(Value::int(Int::constant(place.unwrap_or(modes.len()) as i64))))
        }
        _ => Ok(None),
    }
}

/// A tree with one mode at each of its leaves.
fn filled(tree: &Nested<Item>, mode: &Nested<Item>) -> Nested<Item> {
    match tree {
        Nested::Leaf(_) => mode.clone(),
        Nested::Tuple(modes) => Nested::Tuple(modes.iter().map(|own| filled(own, mode)).collect()),
    }
}

fn with_function(
    scope: &Scope<'_>,
    (name, span): (&str, Span),
    values: &[Value],
    (function, rest): (&Function, &[Function]),
) -> Evaluated<Option<Value>> {
    let apply = |arguments: Vec<Value>| function.call(scope, arguments, span);
    // The answers at each place of the tuples.
    let each = |tuples: &[Value]| match together(tuples) {
        Some(all) => all.into_iter().map(apply).collect::<Evaluated<Vec<_>>>().map(Some),
        None => Ok(None),
    };
    Ok(match (name, values) {
        ("transform", tuples) => match each(tuples)? {
            Some(answers) => Some(of_modes(answers, span)?),
            None if tuples.iter().all(|value| modes(value).is_none()) => Some(apply(tuples.to_vec())?),
            None => None,
        },
        ("transform_leaf", tuples) => Some(leafwise(scope, function, tuples, span)?),
        ("transform_apply", tuples) => match (each(tuples)?, rest.first()) {
            (Some(answers), Some(last)) => Some(last.call(scope, answers, span)?),
            _ => None,
        },
        ("apply", [tuple]) => match modes(tuple) {
            Some(modes) => Some(apply(modes)?),
            None => None,
        },
        ("filter_tuple", tuples) => match each(tuples)? {
            Some(answers) => match answers.iter().map(modes).collect::<Option<Vec<_>>>() {
                Some(all) => Some(of_modes(all.concat(), span)?),
                None => None,
            },
            None => None,
        },
        ("fold", [tuple, first]) => match modes(tuple) {
            Some(modes) => Some(folded(&apply, first.clone(), modes)?),
            None => Some(apply(vec![first.clone(), tuple.clone()])?),
        },
        ("fold_first", [tuple]) => match modes(tuple) {
            Some(mut modes) if !modes.is_empty() => {
                let first = modes.remove(0);
                Some(folded(&apply, first, modes)?)
            }
            Some(_) => None,
            None => Some(tuple.clone()),
        },
        ("iscan" | "escan", [tuple, first]) => match modes(tuple) {
            Some(modes) => {
                let (mut now, count) = (first.clone(), modes.len());
                let mut scanned = Vec::with_capacity(count);
                for (place, mode) in modes.into_iter().enumerate() {
                    // The last of an exclusive scan is asked of nobody.
                    let is_last = name == "escan" && place + 1 == count;
                    let next = if is_last { now.clone() } else { apply(vec![now.clone(), mode])? };
                    scanned.push(if name == "iscan" { next.clone() } else { now });
                    now = next;
                }
                Some(of_modes(scanned, span)?)
            }
            None => None,
        },
        ("any_of" | "all_of" | "none_of" | "find_if", tuples @ [one]) => {
            let answers = each(tuples)?.map_or_else(|| apply(vec![one.clone()]).map(|answer| vec![answer]), Ok)?;
            let truths = answers.iter().map(|answer| settle::truth(Some(answer))).collect::<Option<Vec<_>>>();
            let is_static = answers.iter().all(|answer| match answer {
                Value::Truth(truth) => truth.is_static,
                other => other.as_int().is_some_and(Int::is_static),
            });
            truths.map(|truths| {
                let any = truths.contains(&true);
                let truth = |value: bool| Value::Truth(Truth { value, is_static });
                match name {
                    "any_of" => truth(any),
                    "none_of" => truth(!any),
                    "all_of" => truth(!truths.contains(&false)),
                    _ => {
                        let place = truths.iter().position(|truth| *truth).unwrap_or(truths.len());
                        Value::int(Int::constant(place as i64))
                    }
                }
            })
        }
        _ => None,
    })
}

fn folded(
    apply: &dyn Fn(Vec<Value>) -> Evaluated<Value>,
    first: Value,
    modes: impl IntoIterator<Item = Value>,
) -> Evaluated<Value> {
    modes.into_iter().try_fold(first, |value, mode| apply(vec![value, mode]))
}

fn leafwise(scope: &Scope<'_>, function: &Function, values: &[Value], span: Span) -> Evaluated<Value> {
    match together(values) {
        Some(all) => {
            let each = all.iter().map(|values| leafwise(scope, function, values, span));
            of_modes(each.collect::<Evaluated<_>>()?, span)
        }
        None => function.call(scope, values.to_vec(), span),
    }
}
