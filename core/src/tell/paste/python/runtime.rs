//! The value of what only Python writes: indices and slices, functions of the DSL that C++ has not, items of a
//! comprehension.

use super::callable;
use super::content;
use super::fly;
use super::helpers::{self, is_row_major, kind_of, shared_atom};
use super::host;
use super::names;
use crate::atom::MmaAtom;
use crate::atom::tiled_mma::{MmaSlice, TiledMma};
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, Slot};
use crate::int::{Int, Truth};
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::{LEAF_LIMIT, Nested};
use crate::notebook::construct;
use crate::notebook::diagnostic::{DiagnosticKind, PythonDiffers, Remark};
use crate::notebook::evaluate::{Evaluated, Scope, problem};
use crate::notebook::made::{AtomValue, atom_value, tiler_value};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::value::{Element, Item, Value};
use crate::notebook::vector;
use crate::notebook::written::{Program, Reason};
use crate::operations::called;
use crate::paste::CALL_DEPTH_LIMIT;
use crate::paste::call::{self, Given, unknown};
use crate::paste::code::{element_of, given};
use crate::paste::document::Document;
use crate::paste::settle;
use crate::paste::user::User;
use crate::swizzle::Swizzle;
use crate::tensor::{Engine, Space, Tensor, TypedPointer};

/// CTAs of a cluster that a mask has a bit for.
const MASK_BITS: u32 = 16;

/// Number of items that a comprehension makes.
const ITEM_LIMIT: usize = 1024;

/// The value of a call of what only Python has; `None` of any other.
pub(in crate::paste) fn value(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Option<Value>> {
    if let Some(name) = call.name.strip_prefix(names::SPREAD) {
        let values = spread(scope, &call.arguments)?;
        let template = call.template.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>()?;
        return given(scope, name, &template, values, span).map(Some);
    }
    if !call.name.starts_with("py ") {
        return Ok(None);
    }
    scope.spend(1, span)?;
    let refused = || unknown(Reason::NotRead, None, span);
    match call.name.as_str() {
        names::FOR => return each(scope, &call.arguments, span).map(Some),
        names::OR => return either(scope, &call.arguments, span).map(Some),
        names::AND => return both(scope, &call.arguments, span).map(Some),
        names::GIVEN => {
            let [of, key, default @ ..] = call.arguments.as_slice() else { return refused() };
            let found = scope.value(of).ok().and_then(|of| match &key.kind {
                ExpressionKind::Int { value, .. } => items(&of)?.into_iter().nth(usize::try_from(*value).ok()?),
                ExpressionKind::Text(key) => member(scope, &of, key, span).ok()?,
                _ => None,
            });
            return match (found, default) {
                (Some(found), _) => Ok(Some(found)),
                (None, [default, ..]) => scope.value(default).map(Some),
                (None, []) => refused(),
            };
        }
        names::GET_ITEM => {
            let Some((of, rest)) = call.arguments.split_first() else { return refused() };
            let of = scope.value(of)?;
            let Some(pairs) = pairs(&of) else { return Ok(None) };
            let key = rest.first().map(|key| scope.value(key)).transpose()?;
            let found = pairs.chunks(2).find(|pair| pair.first() == key.as_ref()).and_then(|pair| pair.get(1).cloned());
            return match (found, rest.get(1)) {
                (Some(value), _) => Ok(Some(value)),
                (None, Some(other)) => scope.value(other).map(Some),
                (None, None) => refused(),
            };
        }
        names::CLASS => {
            let class = call.arguments.first().and_then(|class| super::objects::class(scope, class));
            return class.map_or_else(refused, |class| Ok(Some(class)));
        }
        names::OPENED => {
            let [Expression { kind: ExpressionKind::Text(name), .. }, cut] = call.arguments.as_slice() else {
                return refused();
            };
            let value = scope.value(cut)?;
            scope.forget_remark(Remark::Python(PythonDiffers::TilerOfOne));
            let first = usize::from(name == called::TILED_DIVIDE);
            let open = |layout: &Layout| {
                let mode = |place: usize| {
                    let mode = layout.at(&[place])?;
                    if mode.rank() == 1 && !mode.shape().is_leaf() && place >= first { mode.at(&[0]) } else { Ok(mode) }
                };
                Layout::concatenate(&(0..layout.rank()).map(mode).collect::<Result<Vec<_>, _>>()?)
            };
            let opened = match &value {
                Value::Layout(layout) => open(layout).map(Value::Layout),
                Value::Tensor(tensor) => match tensor.layout.plain() {
                    Some(layout) => open(layout)
                        .map(|layout| Value::Tensor(Tensor { engine: tensor.engine.clone(), layout: layout.into() })),
                    None => Ok(value.clone()),
                },
                _ => Ok(value.clone()),
            };
            return Ok(Some(opened.unwrap_or(value)));
        }
        names::SWIZZLE => {
            let Some(of) = call.arguments.first() else { return refused() };
            return match scope.value(of)? {
                Value::Swizzle(swizzle) if swizzle.is_identity() => {
                    scope.forget_remark(Remark::Python(PythonDiffers::SwizzleOfNoBits));
                    Swizzle::new(0, 4, 3).map_or_else(|_| refused(), |none| Ok(Some(Value::Swizzle(none))))
                }
                value => Ok(Some(value)),
            };
        }
        names::THIS => return super::objects::this(scope).map_or_else(refused, |this| Ok(Some(this))),
        names::MATCHES => {
            let [of, pattern] = call.arguments.as_slice() else { return refused() };
            let (of, pattern) = (scope.value(of)?, scope.value(pattern)?);
            let is_it = match (of.as_int(), pattern.as_int()) {
                (Some(of), Some(pattern)) => of.value() == pattern.value(),
                _ => of == pattern,
            };
            return Ok(Some(truth(is_it)));
        }
        names::SELF => return super::objects::of_self(scope, &call.arguments, span).map(Some),
        names::FUNCTION => {
            let function = call.arguments.first().and_then(|name| callable::function(scope, name));
            return function.map_or_else(refused, |function| Ok(Some(function)));
        }
        names::PARTIAL => {
            return match callable::partial(scope, &call.arguments)? {
                Some(function) => scope.made(function, span).map(Some),
                None => refused(),
            };
        }
        names::APPLY => {
            // A function is given some of its arguments by name.
            if let Some((callee, arguments)) = call.arguments.split_first()
                && let Some(answer) =
                    User::of(&scope.value(callee)?).and_then(|user| callable::called(scope, user, arguments, span))
            {
                return answer.map(Some);
            }
        }
        names::AT => return at(scope, &call.arguments, span).map(Some),
        names::REAL | names::EACH => {
            let of = call.arguments.first().map(|of| scope.value(of)).transpose()?;
            return match of.filter(vector::is_vector) {
                Some(of) => Ok(Some(of)),
                None => unknown(Reason::OtherValue, None, span),
            };
        }
        names::ABSOLUTE => {
            let of = call.arguments.first().map(|of| scope.value(of)).transpose()?;
            return match of {
                Some(of) if vector::is_vector(&of) => Ok(Some(of)),
                Some(of) => given(scope, "abs", &[], vec![of], span).map(Some),
                None => refused(),
            };
        }
        names::RATIO | names::POWER
            if let [left, right] = call.arguments.as_slice()
                && let (left, right) = (scope.value(left), scope.value(right))
                && let Some(answer) = vector::combined(
                    if call.name == names::RATIO { "/" } else { "**" },
                    left.as_ref().ok(),
                    right.as_ref().ok(),
                ) =>
        {
            return scope.made(answer, span).map(Some);
        }
        name if names::VECTORS.contains(&name) => {
            let known = call.arguments.iter().map(|of| scope.value(of).ok()).collect::<Vec<_>>();
            return match vectors(name, &known) {
                Some(found) => scope.made(found, span).map(Some),
                None => unknown(Reason::OtherValue, None, span),
            };
        }
        names::CEILING | names::FLOOR | names::TRUNCATED => {
            return rounded(scope, call, span)?.map_or_else(refused, |found| Ok(Some(found)));
        }
        "py to" => {
            let of = call.arguments.first().map(|first| scope.value(first)).transpose()?;
            if let Some(of) = of.as_ref().filter(|of| vector::is_vector(of)) {
                let to = call.arguments.get(1).map(|to| scope.value(to)).transpose()?;
                let found = type_of(to.as_ref()).and_then(|to| vector::converted(of, to));
                return found.map_or_else(refused, |found| scope.made(found, span).map(Some));
            }
            if let Some(tensor) = of.as_ref().and_then(host::tensor_of) {
                // Of its arguments the type of elements and the device count.
                let given = call.arguments.iter().skip(1).filter_map(|given| scope.value(given).ok());
                let moved = host::method(tensor, "to", &given.collect::<Vec<_>>());
                return moved.map_or_else(refused, |moved| Ok(Some(moved)));
            }
            let Some(number) = of.as_ref().and_then(Value::as_int) else { return refused() };
            let to = call.arguments.get(1).and_then(|to| scope.value(to).ok());
            return Ok(Some(Value::int(type_of(to.as_ref()).map_or(number, |to| wrapped(number, to)))));
        }
        host::NUMBERS => {
            let of = call.arguments.first().map(|first| scope.value(first)).transpose()?;
            return of.map_or_else(refused, |of| Ok(Some(host::at_runtime(of))));
        }
        host::PARAMETER => return Ok(Some(host::parameter())),
        names::DICTIONARY => {
            // What a key stands for may not be known, and the others are.
            let mut pairs = Vec::new();
            for pair in call.arguments.chunks_exact(2) {
                if let [of, _] = pair
                    && let Some((names::STAR, [of])) = callable::invoked(of)
                {
                    let of = scope.value(of)?;
                    let Some(all) = self::pairs(&of) else { return refused() };
                    if pairs.len() + all.len() > ITEM_LIMIT {
                        return unknown(Reason::TooDeep, None, span);
                    }
                    scope.spend(all.len() as u64, span)?;
                    pairs.extend(all.iter().cloned());
                    continue;
                }
                if let [key, value] = pair
                    && let (Ok(key), Ok(value)) = (scope.value(key), scope.value(value))
                {
                    pairs.extend([key, value]);
                }
            }
            return scope.made(dictionary(pairs), span).map(Some);
        }
        names::OF_CUTE => {
            let Some((Expression { kind: ExpressionKind::Text(name), .. }, rest)) = call.arguments.split_first() else {
                return refused();
            };
            let values = rest.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>()?;
            return given(scope, name, &[], values, span).map(Some);
        }
        names::OF_MODULE => {
            let [name] = call.arguments.as_slice() else { return refused() };
            return match scope.value(name)? {
                Value::Text(name) => construct::element(&name).map_or_else(refused, |of| Ok(Some(Value::Element(of)))),
                _ => refused(),
            };
        }
        names::GET_ATTRIBUTE => {
            let Some((member, other)) = call.arguments.split_first() else { return refused() };
            let found = scope.value(member);
            let is_missing = match &found {
                Ok(_) => false,
                Err(diagnostic) => match diagnostic.kind {
                    DiagnosticKind::Unknown(Reason::NotDefined, _) => true,
                    _ => return refused(),
                },
            };
            return match (other, found) {
                ([], _) => Ok(Some(truth(!is_missing))),
                ([other, ..], _) if is_missing => scope.value(other).map(Some),
                (_, found) => found.map(Some),
            };
        }
        names::FLAT | names::OF_PAIRS => {
            let all = spread(scope, &call.arguments)?;
            let Some(all) = all.first().and_then(items) else { return refused() };
            let Some(lists) = all.iter().map(items).collect::<Option<Vec<_>>>() else { return refused() };
            let flat = lists.concat();
            return match call.name.as_str() {
                names::FLAT => tuple(flat).map_or_else(refused, |flat| scope.made(flat, span).map(Some)),
                _ => scope.made(dictionary(flat), span).map(Some),
            };
        }
        names::TRANSFORM => {
            let [f, g, tuples @ ..] = call.arguments.as_slice() else { return refused() };
            let (f, g) = (Callee::of(scope, f)?, Callee::of(scope, g)?);
            let lists = tuples.iter().map(|list| Ok(items(&scope.value(list)?))).collect::<Evaluated<Vec<_>>>()?;
            let Some(lists) = lists.into_iter().collect::<Option<Vec<_>>>() else { return refused() };
            let count = lists.iter().map(Vec::len).min().unwrap_or(0);
            let row = |row: usize| lists.iter().filter_map(|list| list.get(row).cloned()).collect::<Vec<_>>();
            let all = (0..count.min(ITEM_LIMIT)).map(|place| f.call(scope, row(place), span));
            return g.call(scope, all.collect::<Evaluated<Vec<_>>>()?, span).map(Some);
        }
        names::BY_KEY => {
            return by_key(scope, call, span)?.map_or_else(refused, |found| scope.made(found, span).map(Some));
        }
        names::MAP | names::FILTER | names::REDUCE => {
            return through(scope, call, span)?.map_or_else(refused, |found| scope.made(found, span).map(Some));
        }
        _ => {}
    }
    if let Some(view) = call.name.strip_prefix(names::DICTIONARY) {
        let of = call.arguments.first().map(|of| scope.value(of)).transpose()?;
        let pairs = of.as_ref().and_then(pairs).map(|pairs| pairs.chunks_exact(2));
        let views = pairs.map(|pairs| match view.trim() {
            "keys" => pairs.filter_map(|pair| pair.first().cloned()).collect::<Vec<_>>(),
            "values" => pairs.filter_map(|pair| pair.get(1).cloned()).collect(),
            _ => pairs.filter_map(|pair| tuple(pair.to_vec())).collect(),
        });
        return views.and_then(tuple).map_or_else(refused, |views| scope.made(views, span).map(Some));
    }
    if call.name == names::SET_ITEM {
        return match call.arguments.as_slice() {
            [of, key, value] => with_item(scope, of, key, value, span).map(Some),
            _ => refused(),
        };
    }
    if call.name == names::AFTER {
        let (of, rest) = match call.arguments.split_first() {
            Some((of, rest)) => (scope.value(of)?, rest),
            None => return refused(),
        };
        return super::objects::after(scope, &of, rest, span).map(Some);
    }
    let values = match spread(scope, &call.arguments) {
        // Of a machine that nobody names it is that of Hopper and Blackwell.
        Err(_) if call.name == names::SHARED_CAPACITY => Vec::new(),
        // Where shared memory lies is known whatever it holds.
        Err(_) if call.name == names::GET_TENSOR && call.arguments.len() > 2 => {
            spread(scope, call.arguments.get(..2).unwrap_or_default())?
        }
        values => values?,
    };
    // An object that is a tuple goes through its members.
    let goes_through = |name: &str| {
        matches!(
            name,
            "len" | "sum" | "zip" | "enumerate" | "+" | "reversed" | "sorted" | "min" | "max" | "all" | "any" | "prod"
        )
    };
    // A dictionary goes through its keys.
    let of_keys =
        matches!(call.name.as_str(), "py list" | names::SET | "py enumerate" | "py sorted" | "py min" | "py max");
    let values = match values.first().filter(|_| of_keys).and_then(keys) {
        Some(keys) => tuple(keys).into_iter().chain(values.iter().skip(1).cloned()).collect(),
        None => values,
    };
    let values = match call.name.as_str() {
        "py zip" | "py enumerate" | "py list" => values.into_iter().map(letters).collect(),
        _ => values,
    };
    let values = match call.name.strip_prefix("py ").is_some_and(goes_through) {
        true => values.into_iter().map(|value| as_tuple(scope, value, span)).collect(),
        false => values,
    };
    // `sum(x > 4 for x in …)` counts.
    let values = match (call.name.as_str(), values.first().and_then(items)) {
        ("py sum", Some(all)) if all.iter().any(|one| matches!(one, Value::Truth(_))) => {
            let numbers = all.into_iter().map(|one| match one {
                Value::Truth(of) => number(i64::from(of.value)),
                other => other,
            });
            tuple(numbers.collect()).into_iter().chain(values.into_iter().skip(1)).collect()
        }
        _ => values,
    };
    match call.name.strip_prefix("py ").and_then(|name| special(scope, name, &values, span).transpose()) {
        Some(found) => scope.made(found?, span).map(Some),
        None => refused(),
    }
}

/// A dictionary of keys and values by turns.
pub(super) fn dictionary(pairs: Vec<Value>) -> Value {
    User::object(DICTIONARY, "dict", last_of_each(pairs)).into()
}

/// Keys and values by turns, of each key what is said last.
fn last_of_each(pairs: Vec<Value>) -> Vec<Value> {
    let mut kept = Vec::<Value>::with_capacity(pairs.len());
    for pair in pairs.chunks_exact(2) {
        let [key, value] = pair else { continue };
        match kept.chunks_exact_mut(2).find(|known| known.first() == Some(key)).and_then(|known| known.get_mut(1)) {
            Some(known) => *known = value.clone(),
            None => kept.extend([key.clone(), value.clone()]),
        }
    }
    kept
}

/// A function that stands as an argument.
enum Callee<'a> {
    /// One of Python's own, by its name.
    Own(&'a str),
    /// What a dictionary says, `d.get`.
    Dictionary(Value),
    /// One of the text, or what can be called as one.
    Value(Value),
}

impl<'a> Callee<'a> {
    fn of(scope: &Scope<'_>, of: &'a Expression) -> Evaluated<Self> {
        if let ExpressionKind::Text(name) = &of.kind {
            return Ok(Callee::Own(name));
        }
        if let ExpressionKind::Code(code) = &of.kind
            && let Code::Member(dictionary, name) = &**code
            && name == "get"
        {
            return Ok(Callee::Dictionary(scope.value(dictionary)?));
        }
        scope.value(of).map(Callee::Value)
    }

    fn call(&self, scope: &Scope<'_>, values: Vec<Value>, span: Span) -> Evaluated<Value> {
        let answer = match self {
            Callee::Own(name) => of_builtin(scope, name, &values, span)?,
            Callee::Dictionary(of) => pairs(of).and_then(|pairs| {
                let found = pairs.chunks_exact(2).rev().find(|pair| pair.first() == values.first());
                found.and_then(|pair| pair.get(1)).cloned()
            }),
            Callee::Value(of @ Value::Layout(_)) => match values.first().and_then(Value::as_coordinate) {
                Some(_) => Some(given(scope, called::CRD2IDX, &[], vec![values[0].clone(), of.clone()], span)?),
                None => None,
            },
            Callee::Value(function) => match User::of(function) {
                Some(user) => {
                    let arguments = values.into_iter().map(|value| (None, Some(value))).collect();
                    Some(callable::with(scope, user, arguments, span)?)
                }
                None => None,
            },
        };
        answer.map_or_else(|| unknown(Reason::NotRead, None, span), Ok)
    }
}

/// The least, the greatest or all of some values, in the order of what a function makes of them.
fn by_key(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Option<Value>> {
    let [Expression { kind: ExpressionKind::Text(how), .. }, key, default, reverse, rest @ ..] =
        call.arguments.as_slice()
    else {
        return Ok(None);
    };
    let said = |of: &Expression| !matches!(of.kind, ExpressionKind::Underscore);
    let values = spread(scope, rest)?;
    let all = match values.as_slice() {
        [only] => keys(only).or_else(|| items(&as_tuple(scope, only.clone(), span))),
        _ => Some(values.clone()),
    };
    let Some(all) = all.filter(|all: &Vec<Value>| all.len() <= ITEM_LIMIT) else { return Ok(None) };
    if all.is_empty() && how != "sorted" {
        return if said(default) { scope.value(default).map(Some) } else { Ok(None) };
    }
    let callee = if said(key) { Some(Callee::of(scope, key)?) } else { None };
    let mut keyed = Vec::with_capacity(all.len());
    for one in all {
        let by = match &callee {
            Some(callee) => callee.call(scope, vec![one.clone()], span)?,
            None => one.clone(),
        };
        let Some(by) = key_of(&by) else { return Ok(None) };
        keyed.push((by, one));
    }
    let is_reverse = match said(reverse) {
        true => crate::paste::settle::truth(Some(&scope.value(reverse)?)),
        false => Some(false),
    };
    let Some(is_reverse) = is_reverse else { return Ok(None) };
    // Of those that are alike the first counts.
    Ok(match how.as_str() {
        "min" => keyed.into_iter().min_by(|one, other| one.0.cmp(&other.0)).map(|(_, one)| one),
        "max" => keyed.into_iter().rev().max_by(|one, other| one.0.cmp(&other.0)).map(|(_, one)| one),
        _ => {
            keyed.sort_by(|one, other| if is_reverse { other.0.cmp(&one.0) } else { one.0.cmp(&other.0) });
            tuple(keyed.into_iter().map(|(_, one)| one).collect())
        }
    })
}

/// What `map`, `filter` and `reduce` make of items.
fn through(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Option<Value>> {
    let Some((callee, rest)) = call.arguments.split_first() else { return Ok(None) };
    let is_none = matches!(&callee.kind, ExpressionKind::Underscore);
    let callee = if is_none { Callee::Own("bool") } else { Callee::of(scope, callee)? };
    let apply = |values: Vec<Value>| callee.call(scope, values, span);
    let lists = rest.iter().map(|list| {
        let list = gone_through(scope, scope.value(list)?, span);
        Ok(keys(&list).or_else(|| items(&list)))
    });
    let lists = lists.collect::<Evaluated<Vec<_>>>()?;
    let Some(first) = lists.first().cloned().flatten() else { return Ok(None) };
    if first.len() > ITEM_LIMIT {
        return unknown(Reason::TooDeep, None, span);
    }
    match call.name.as_str() {
        names::MAP => {
            let Some(lists) = lists.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
            let count = lists.iter().map(Vec::len).min().unwrap_or(0);
            let row = |row: usize| apply(lists.iter().filter_map(|list| list.get(row).cloned()).collect());
            Ok(tuple((0..count).map(row).collect::<Evaluated<Vec<_>>>()?))
        }
        names::FILTER => {
            let mut kept = Vec::new();
            for one in first {
                match is_something(&apply(vec![one.clone()])?) {
                    Some(true) => kept.push(one),
                    Some(false) => {}
                    None => return Ok(None),
                }
            }
            Ok(tuple(kept))
        }
        _ => {
            let start = rest.get(1).map(|start| scope.value(start)).transpose()?;
            let mut all = first.into_iter();
            let Some(first) = start.or_else(|| all.next()) else { return Ok(None) };
            all.try_fold(first, |now, one| apply(vec![now, one])).map(Some)
        }
    }
}

/// What a function of Python's own answers that stands as an argument: `map(len, lists)`.
pub(super) fn of_builtin(scope: &Scope<'_>, name: &str, values: &[Value], span: Span) -> Evaluated<Option<Value>> {
    let ints = values.iter().map(Value::as_int).collect::<Option<Vec<_>>>();
    let made = |found: Option<Int>| Ok(found.map(Value::int));
    match (name, ints.as_deref()) {
        ("int", Some([only])) => made(Some(*only)),
        ("int", None) if let [Value::Truth(of)] = values => Ok(Some(number(i64::from(of.value)))),
        ("int", None) if let [Value::Text(text)] = values => Ok(text.trim().parse::<i64>().ok().map(number)),
        ("bool", _) => Ok(values.first().and_then(is_something).map(truth)),
        ("mul", Some([left, right])) => made(left.times(*right).ok()),
        ("add", Some([left, right])) => made(left.plus(*right).ok()),
        ("sub", Some([left, right])) => made(left.minus(*right).ok()),
        (
            "len" | "max" | "min" | "sum" | "gcd" | "tuple_cat" | "all" | "any" | "abs" | "prod" | "set" | "reversed",
            _,
        ) => special(scope, name, values, span),
        ("tuple" | "list", _) => Ok(values.first().and_then(items).and_then(tuple)),
        ("rank" | "size" | "cosize" | "depth" | "product", _) if values.len() == 1 => {
            let name = if name == "product" { called::SIZE } else { name };
            given(scope, name, &[], values.to_vec(), span).map(Some)
        }
        // Of the DSL's functions, and of methods of its classes, `LayoutEnum.from_tensor`.
        _ => {
            let word = name.rsplit('.').next().unwrap_or(name);
            if let Some((special_name, _)) = names::special(word) {
                let bare = special_name.strip_prefix("py ").unwrap_or(special_name);
                return special(scope, bare, values, span);
            }
            match crate::operations::find(names::method(word)) {
                Some(_) => given(scope, names::method(word), &[], values.to_vec(), span).map(Some),
                None => Ok(None),
            }
        }
    }
}

/// The logarithm of an integer to the base 2, or its square root, rounded down or up.
fn rounded_root(name: &str, of: Int, is_up: bool) -> Option<Value> {
    let of = u64::try_from(of.value()).ok().filter(|of| *of > 0 || name == names::ROOT)?;
    let (down, is_whole) = match name {
        names::LOGARITHM => (u64::from(of.ilog2()), of.is_power_of_two()),
        names::ROOT => (of.isqrt(), of.isqrt() * of.isqrt() == of),
        _ => return None,
    };
    i64::try_from(down + u64::from(is_up && !is_whole)).ok().map(number)
}

/// A quotient, a logarithm or a root rounded up or down, or an integer, which is.
fn rounded(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Option<Value>> {
    let [of] = call.arguments.as_slice() else { return Ok(None) };
    if let ExpressionKind::Code(code) = &of.kind
        && let Code::Invoke(root) = &**code
        && [names::LOGARITHM, names::ROOT].contains(&root.name.as_str())
        && let [of] = root.arguments.as_slice()
    {
        let of = match callable::invoked(of) {
            Some((names::REAL, [real])) => real,
            _ => of,
        };
        let of = match callable::invoked(of) {
            // `math.log2(64 / 8)`, which is one of a whole number.
            Some((names::RATIO, [left, right])) => {
                let (left, right) = (scope.value(left)?.as_int(), scope.value(right)?.as_int());
                left.zip(right)
                    .filter(|(left, right)| left.value().checked_rem(right.value()) == Some(0))
                    .and_then(|(left, right)| left.value().checked_div(right.value()).map(Int::constant))
            }
            _ => scope.value(of)?.as_int(),
        };
        return Ok(of.and_then(|of| rounded_root(&root.name, of, call.name == names::CEILING)));
    }
    if let ExpressionKind::Code(code) = &of.kind
        && let Code::Invoke(ratio) = &**code
        && ratio.name == names::RATIO
        && let [left, right] = ratio.arguments.as_slice()
    {
        let (left, right) = (scope.value(left)?, scope.value(right)?);
        let (Some(left), Some(right)) = (left.as_int(), right.as_int()) else { return Ok(None) };
        let down = |left: i64, right: i64| {
            let quotient = left.checked_div_euclid(right)?;
            // Euclid rounds up where the divisor is negative.
            Some(if right < 0 && left.checked_rem_euclid(right)? != 0 { quotient - 1 } else { quotient })
        };
        let quotient = match call.name.as_str() {
            names::TRUNCATED => left.value().checked_div(right.value()),
            names::CEILING => left.value().checked_neg().and_then(|left| down(left, right.value())).map(|found| -found),
            _ => down(left.value(), right.value()),
        };
        return quotient.map_or_else(|| unknown(Reason::NotRead, None, span), |found| Ok(Some(number(found))));
    }
    match scope.value(of)? {
        // `int(True)`
        Value::Truth(truth) => {
            let value = i64::from(truth.value);
            Ok(Some(Value::int(if truth.is_static { Int::constant(value) } else { Int::dynamic(value) })))
        }
        // `int("4")`
        Value::Text(text) => match text.trim().parse::<i64>() {
            Ok(value) => Ok(Some(number(value))),
            Err(_) => unknown(Reason::NotRead, None, span),
        },
        value => Ok(Some(value).filter(|value| call.name == names::TRUNCATED || value.as_int().is_some())),
    }
}

/// The values of arguments, of `*x` each.
fn spread(scope: &Scope<'_>, arguments: &[Expression]) -> Evaluated<Vec<Value>> {
    let span = arguments.first().map_or(Span::default(), |first| first.span);
    let mut values = Vec::with_capacity(arguments.len());
    for argument in arguments {
        if let ExpressionKind::Code(code) = &argument.kind
            && let Code::Invoke(call) = &**code
            && call.name == names::STAR
            && let [inner] = call.arguments.as_slice()
        {
            values.extend(listed(as_tuple(scope, scope.value(inner)?, span)));
            continue;
        }
        values.push(scope.value(argument)?);
    }
    Ok(values)
}

/// The items of a tuple; of a shape of one mode that.
fn listed(of: Value) -> Vec<Value> {
    match items(&of) {
        Some(all) => all,
        None => of.as_int().map(|_| of).into_iter().collect(),
    }
}

/// What a method or a function of vectors answers, of arguments that may not be known; `None` of anything else.
fn vectors(name: &str, known: &[Option<Value>]) -> Option<Value> {
    let [first, rest @ ..] = known else { return None };
    let first = first.as_ref()?;
    let argument = |place: usize| rest.get(place).and_then(Option::as_ref).filter(|value| !is_none(value));
    match name {
        "py load" => match first {
            Value::Tensor(tensor) => vector::of(tensor.layout.shape(), type_of(Some(first))?),
            _ => None,
        },
        "py reduce" => match rest.get(2)?.as_ref()? {
            whole if is_none(whole) => Some(first.clone()),
            profile => match profile.as_coordinate()? {
                modes @ Nested::Tuple(_) => vector::sliced(first, &modes),
                Nested::Leaf(_) => None,
            },
        },
        "py broadcast_to" => vector::broadcast_to(first, &argument(0)?.as_ints()?),
        "py bitcast" if vector::is_vector(first) => {
            let (before, after) = (type_of(Some(first))?, type_of(argument(0))?);
            let count = first.as_any_layout()?.size().ok()?.value();
            let count = count.checked_mul(i64::from(before.bits))?.checked_div(i64::from(after.bits))?;
            vector::of(&Nested::Tuple(vec![Nested::Leaf(Int::constant(count))]), after)
        }
        "py full" => vector::of(&first.as_ints()?, type_of(argument(1))?),
        "py full_like" | "py like" => {
            let to = argument(usize::from(name == "py full_like"));
            let Value::Tensor(tensor) = first else { return None };
            vector::of(tensor.layout.shape(), type_of(to.or(Some(first)))?)
        }
        "py where" => vector::chosen(first, argument(0), argument(1)),
        _ => None,
    }
}

/// The items of a tuple.
pub(in crate::paste) fn items(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Tuple(Nested::Tuple(modes)) => Some(modes.iter().cloned().map(Value::of_mode).collect()),
        Value::Made(_) => match User::of(value) {
            Some(User::Object(LIST, _, all, _)) => Some(all.clone()),
            _ => None,
        },
        Value::Layout(layout) if !layout.shape().is_leaf() => {
            (0..layout.rank()).map(|mode| layout.at(&[mode]).ok().map(Value::Layout)).collect()
        }
        _ => None,
    }
}

/// The method of an object of a class of the text.
fn own_method(scope: &Scope<'_>, of: &Value, name: &str) -> Option<usize> {
    let Some(User::Object(class, ..)) = User::of(of) else { return None };
    super::objects::method(call::document(scope)?, *class, name).map(|(number, _)| number)
}

/// An object that is a tuple of its members, as one; any other value as it is.
fn as_tuple(scope: &Scope<'_>, value: Value, span: Span) -> Value {
    super::objects::parts(scope, &value, span).and_then(tuple).unwrap_or(value)
}

/// What is gone through: an object that is a tuple as one, a text as its letters.
pub(in crate::paste) fn gone_through(scope: &Scope<'_>, value: Value, span: Span) -> Value {
    letters(as_tuple(scope, value, span))
}

/// The letters of a text that is gone through; any other value as it is.
fn letters(value: Value) -> Value {
    let of = match &value {
        Value::Text(text) => tuple(text.chars().map(|letter| Value::Text(letter.to_string())).collect()),
        _ => None,
    };
    of.unwrap_or(value)
}

/// Number of names that one may follow to where a tuple is written.
const NAMES_LIMIT: usize = 16;

/// An item of the tuple that a name is given, where others of it are not known.
fn item(scope: &Scope<'_>, of: &Expression, place: usize) -> Option<Value> {
    let document = call::document(scope).filter(|_| scope.depth < CALL_DEPTH_LIMIT)?;
    let evaluation = scope.evaluation();
    let mut index = match &of.kind {
        ExpressionKind::Name(name) => scope.find(name)?,
        ExpressionKind::Code(code) => of_statement(code)?,
        _ => return None,
    };
    for _ in 0..NAMES_LIMIT {
        if scope.frame.is_some_and(|frame| frame.contains_key(&index)) {
            return None;
        }
        let of = evaluation.statements().get(index)?;
        let site = document.roles.get(index)?.site.unwrap_or(index);
        index = match &of.expression.kind {
            ExpressionKind::Name(name) => document.defining(name, site)?,
            ExpressionKind::Tuple(items) => return item_at(scope, document, index, items.get(place)?),
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if call.name == names::TUPLE => {
                    let is_star = |item: &Expression| {
                        matches!(&item.kind, ExpressionKind::Code(code)
                            if matches!(&**code, Code::Invoke(call) if call.name == names::STAR))
                    };
                    let before = call.arguments.get(..=place)?;
                    return before
                        .last()
                        .filter(|_| !before.iter().any(is_star))
                        .and_then(|of| item_at(scope, document, index, of));
                }
                code => of_statement(code)?,
            },
            _ => return None,
        };
    }
    None
}

/// The statement whose value an expression of a program is.
fn of_statement(code: &Code) -> Option<usize> {
    match code {
        Code::Of(statement) => Some(*statement),
        _ => None,
    }
}

/// An item as the statement knows it in which it is written.
fn item_at(scope: &Scope<'_>, document: &Document, index: usize, item: &Expression) -> Option<Value> {
    scope.rests_on(index);
    let within = settle::scope(document, scope.evaluation(), index, None, scope.depth + 1).paid_by(scope);
    let value = within.value(item).ok();
    scope.pay_for(&within);
    value
}

/// What `*x` stands for among arguments, nothing of it where that is not known; `None` of any other argument.
pub(super) fn starred(scope: &Scope<'_>, argument: &Expression) -> Option<Option<Vec<Value>>> {
    let ExpressionKind::Code(code) = &argument.kind else { return None };
    match &**code {
        Code::Invoke(call) if call.name == names::STAR => {
            let listed = |value: Value| Some(listed(value)).filter(|all| !all.is_empty());
            Some(call.arguments.first().and_then(|of| {
                let value = as_tuple(scope, scope.value(of).ok()?, of.span);
                items(&value).or_else(|| listed(value))
            }))
        }
        _ => None,
    }
}

/// A list or a dictionary with another item.
fn with_item(scope: &Scope<'_>, of: &Expression, key: &Expression, value: &Expression, span: Span) -> Evaluated<Value> {
    let (of, key, value) = (scope.value(of)?, scope.value(key)?, scope.value(value)?);
    if let Some(pairs) = pairs(&of) {
        let others = pairs.chunks_exact(2).filter(|pair| pair.first() != Some(&key)).flatten().cloned();
        let mut pairs = others.collect::<Vec<_>>();
        pairs.extend([key, value]);
        return scope.made(User::object(DICTIONARY, "dict", pairs).into(), span);
    }
    let place = key.as_int().map(Int::value);
    let changed = items(&of).zip(place).and_then(|(mut items, place)| {
        let place = if place < 0 { place.saturating_add(items.len() as i64) } else { place };
        *items.get_mut(usize::try_from(place).ok()?)? = value;
        tuple(items)
    });
    changed.map_or_else(|| unknown(Reason::Memory, None, span), |changed| scope.made(changed, span))
}

/// The keys of a dictionary.
pub(in crate::paste) fn keys(value: &Value) -> Option<Vec<Value>> {
    Some(pairs(value)?.chunks_exact(2).filter_map(|pair| pair.first().cloned()).collect())
}

/// The keys and values of a dictionary, by turns.
pub(in crate::paste) fn pairs(value: &Value) -> Option<&[Value]> {
    match User::of(value) {
        Some(User::Object(DICTIONARY, _, pairs, _)) => Some(pairs),
        _ => None,
    }
}

/// The number of the class of dictionaries, which no program defines.
const DICTIONARY: usize = usize::MAX - 1;

/// The number of the class of lists, which no program defines.
const LIST: usize = usize::MAX;

/// A tuple of values; a list where one is nothing that a tuple holds, such as a type or a tensor.
pub(in crate::paste) fn tuple(values: Vec<Value>) -> Option<Value> {
    if values.len() > LEAF_LIMIT {
        return None;
    }
    let modes = values.iter().map(|value| value.clone().into_mode().ok()).collect::<Option<Vec<_>>>();
    Some(match modes {
        Some(modes) => Value::Tuple(Nested::Tuple(modes)),
        None => User::object(LIST, "list", values).into(),
    })
}

/// What an operator answers between tensors of the host, or between tuples, lists and texts: `+` joins those, `*` says them
/// again.
pub(in crate::paste) fn combined(operator: &str, left: &Value, right: &Value) -> Option<Value> {
    if host::tensor_of(left).is_some() || host::tensor_of(right).is_some() {
        return host::combined(operator, left, right);
    }
    let is_sequence = |value: &Value| matches!(value, Value::Tuple(Nested::Tuple(_)) | Value::Made(_));
    let of = |value: &Value| items(value).filter(|_| is_sequence(value));
    match (operator, left, right) {
        ("+", Value::Text(one), Value::Text(other)) => Some(Value::Text(format!("{one}{other}"))),
        ("+", ..) => {
            let (one, other) = (of(left)?, of(right)?);
            tuple(one.into_iter().chain(other).collect())
        }
        ("*", ..) => {
            let (all, count) = of(left).zip(right.as_int()).or_else(|| of(right).zip(left.as_int()))?;
            let count = usize::try_from(count.value()).unwrap_or(0);
            (count.checked_mul(all.len())? <= LEAF_LIMIT)
                .then(|| tuple(std::iter::repeat_n(all, count).flatten().collect()))?
        }
        _ => None,
    }
}

fn truth(value: bool) -> Value {
    Value::Truth(Truth::constant(value))
}

pub(super) fn number(value: i64) -> Value {
    Value::int(Int::constant(value))
}

/// `x[…]`: a mode, a slice of modes, a coordinate of a tensor.
fn at(scope: &Scope<'_>, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let refused = || unknown(Reason::NotRead, None, span);
    let Some((receiver, indices)) = arguments.split_first() else { return refused() };
    let value = match (scope.value(receiver), indices) {
        (Ok(value), _) => value,
        // Of a tuple that is not known as a whole an item may be.
        (Err(refused), [Expression { kind: ExpressionKind::Int { value, .. }, .. }]) => {
            return usize::try_from(*value).ok().and_then(|place| item(scope, receiver, place)).ok_or(refused);
        }
        (Err(refused), _) => return Err(refused),
    };
    // What a function answers of which not all is known.
    if let Some(User::Left(parts, None)) = User::of(&value) {
        let [Expression { kind: ExpressionKind::Int { value: place, .. }, .. }] = indices else { return refused() };
        let part = usize::try_from(*place).ok().and_then(|place| parts.get(place)?.clone());
        return part.map_or_else(|| unknown(Reason::OtherValue, None, span), Ok);
    }
    let value = match own_method(scope, &value, "__getitem__") {
        Some(_) => value,
        None => as_tuple(scope, value, span),
    };
    if let Some(tensor) = host::tensor_of(&value) {
        let indices = match indices {
            [Expression { kind: ExpressionKind::Tuple(all), .. }] => all,
            all => all,
        };
        let indices = indices.iter().map(|index| place_of(scope, index)).collect::<Evaluated<Option<Vec<_>>>>()?;
        let part = indices.and_then(|indices| host::indexed(tensor, &indices));
        return part.map(|part| content::filled(part, content::of(&value))).map_or_else(refused, Ok);
    }
    let is_slice = |expression: &Expression| slice_of(expression).is_some();
    if let [only] = indices
        && is_slice(only)
    {
        return sliced(scope, &value, only, span);
    }
    match &value {
        Value::Tensor(_) if vector::is_vector(&value) => {
            let place = match indices {
                [one] => scope.value(one)?,
                all => tuple(all.iter().map(|index| scope.value(index)).collect::<Evaluated<_>>()?)
                    .map_or_else(refused, Ok)?,
            };
            if is_none(&place) {
                return Ok(value);
            }
            let found = place.as_coordinate().and_then(|place| vector::sliced(&value, &place));
            found.map_or_else(|| unknown(Reason::OtherValue, None, span), Ok)
        }
        Value::Tensor(_) => {
            // `t[:, 0]` is `t[None, 0]`.
            let indices = indices.iter().map(|index| match is_slice(index) {
                true => Expression { kind: ExpressionKind::Underscore, span: index.span },
                false => index.clone(),
            });
            let indices = indices.collect::<Vec<_>>();
            let one = match indices.as_slice() {
                [Expression { kind: ExpressionKind::Tuple(inner), .. }] if inner.len() > 1 => inner.clone(),
                _ => indices,
            };
            // A slice lies as it does wherever it begins, which memory may say.
            let is_cut = one.iter().any(|index| index.kind == ExpressionKind::Underscore);
            let one = if is_cut && is_plain_memory(&value) { placed(scope, one)? } else { one };
            scope.apply(value, receiver.span, &one, span)
        }
        Value::Made(_) if let (Some(pairs), [key]) = (pairs(&value), indices) => {
            let key = scope.value(key)?;
            let found = pairs.chunks_exact(2).rev().find(|pair| pair.first() == Some(&key));
            found.and_then(|pair| pair.get(1)).map_or_else(refused, |found| scope.made(found.clone(), span))
        }
        Value::Made(_) if let (Some(number), [index]) = (own_method(scope, &value, "__getitem__"), indices) => {
            let arguments = [scope.value(index).ok()];
            let with = Given { template: &[], arguments: &arguments, this: User::of(&value) };
            call::call(scope, number, &with, span)
        }
        Value::Made(_) => {
            let (Some(all), [index]) = (items(&value), indices) else { return refused() };
            let Some(place) = scope.value(index)?.as_int().map(Int::value) else { return refused() };
            let place = if place < 0 { place.saturating_add(all.len() as i64) } else { place };
            let found = usize::try_from(place).ok().and_then(|place| all.get(place)).cloned();
            found.map_or_else(refused, |found| scope.made(found, span))
        }
        Value::Tuple(_) | Value::Layout(_) | Value::Composed(_) => {
            let mut found = value;
            for index in indices {
                let path = match scope.value(index)? {
                    Value::Tuple(Nested::Tuple(path)) => path,
                    Value::Tuple(leaf) => vec![leaf],
                    _ => return refused(),
                };
                for step in path {
                    let Nested::Leaf(Item::Int(step)) = step else { return refused() };
                    found = mode(&found, step.value(), index.span)?;
                }
            }
            scope.made(found, span)
        }
        _ => refused(),
    }
}

/// Reports whether a value is memory with a layout that says all of where its elements lie.
fn is_plain_memory(value: &Value) -> bool {
    matches!(value, Value::Tensor(tensor)
        if matches!(tensor.engine, Engine::Typed(_)) && matches!(tensor.layout, AnyLayout::Plain(_)))
}

/// Reports whether an expression reads an element of a tensor, by what it is worth.
pub(in crate::paste) fn is_element(scope: &Scope<'_>, of: &Expression, value: &Value) -> bool {
    let Some((names::AT, [tensor, ..])) = callable::invoked(of) else { return false };
    matches!(value, Value::Engine(Engine::Typed(_))) && matches!(scope.value(tensor), Ok(Value::Tensor(_)))
}

/// A coordinate with the first place for what is not known of it.
fn placed(scope: &Scope<'_>, indices: Vec<Expression>) -> Evaluated<Vec<Expression>> {
    let place = |index: Expression| match index.kind {
        ExpressionKind::Underscore | ExpressionKind::Int { .. } | ExpressionKind::Tuple(_) => Ok(index),
        _ => match scope.value(&index) {
            Err(refused) if refused.kind == DiagnosticKind::Loading => Err(refused),
            Ok(known) if !matches!(known, Value::Engine(_)) => Ok(index),
            _ => Ok(Expression { kind: ExpressionKind::Int { value: 0, is_static: false }, span: index.span }),
        },
    };
    indices.into_iter().map(place).collect()
}

/// The bounds of `1:4:2`, as they are written.
fn slice_of(expression: &Expression) -> Option<&[Expression]> {
    let ExpressionKind::Code(code) = &expression.kind else { return None };
    match &**code {
        Code::Invoke(call) if call.name == names::SLICE => Some(&call.arguments),
        _ => None,
    }
}

/// Returns what an index of a tensor of the host takes; `None` where it is neither a number nor a slice.
fn place_of(scope: &Scope<'_>, index: &Expression) -> Evaluated<Option<host::Place>> {
    let Some(bounds) = slice_of(index) else {
        return Ok(scope.value(index)?.as_int().map(|one| host::Place::One(one.value())));
    };
    let mut all = [None; 3];
    for (place, bound) in all.iter_mut().zip(bounds) {
        if !matches!(bound.kind, ExpressionKind::Underscore) {
            *place = scope.value(bound)?.as_int().map(Int::value);
        }
    }
    let [begin, end, step] = all;
    Ok(Some(host::Place::Some { begin, end, step: step.unwrap_or(1) }))
}

/// A mode, from the end where it is negative.
fn mode(value: &Value, index: i64, span: Span) -> Evaluated<Value> {
    let rank = match value {
        Value::Tuple(Nested::Tuple(modes)) => modes.len(),
        // The shape of one mode.
        Value::Tuple(Nested::Leaf(Item::Int(_))) if matches!(index, 0 | -1) => return Ok(value.clone()),
        Value::Layout(_) | Value::Composed(_) => value.as_any_layout().map_or(0, |layout| layout.rank()),
        _ => return unknown(Reason::NotRead, None, span),
    };
    let place = if index < 0 { index.saturating_add(rank as i64) } else { index };
    let place = usize::try_from(place).ok().filter(|place| *place < rank);
    let missing = || {
        problem(
            DiagnosticKind::Algebra(crate::error::Error::NoSuchMode { within: Vec::new(), mode: index, rank }),
            span,
        )
    };
    let place = place.ok_or_else(missing)?;
    match value {
        Value::Tuple(Nested::Tuple(modes)) => modes.get(place).cloned().map(Value::of_mode).ok_or_else(missing),
        _ => {
            let layout = value.as_any_layout().ok_or_else(missing)?;
            layout.at(&[place]).map(Value::from).map_err(|error| problem(DiagnosticKind::Algebra(error), span))
        }
    }
}

/// `x[1:]`, `x[:2]`, `x[::-1]` of modes.
fn sliced(scope: &Scope<'_>, value: &Value, slice: &Expression, span: Span) -> Evaluated<Value> {
    let refused = || unknown(Reason::NotRead, None, span);
    let (Some(written), all) = (slice_of(slice), listed(value.clone())) else { return refused() };
    if all.is_empty() && items(value).is_none() {
        return refused();
    }
    let mut bounds = Vec::new();
    for bound in written {
        bounds.push(match bound.kind {
            ExpressionKind::Underscore => None,
            _ => Some(scope.value(bound)?.as_int().map_or(0, Int::value)),
        });
    }
    let step = bounds.get(2).copied().flatten().unwrap_or(1);
    let count = all.len() as i64;
    let from_end = |bound: i64| if bound < 0 { bound.saturating_add(count) } else { bound };
    let (least, most) = if step < 0 { (-1, count - 1) } else { (0, count) };
    let begin = bounds
        .first()
        .copied()
        .flatten()
        .map_or(if step < 0 { most } else { least }, |bound| from_end(bound).clamp(least, most));
    let end = bounds
        .get(1)
        .copied()
        .flatten()
        .map_or(if step < 0 { least } else { most }, |bound| from_end(bound).clamp(least, most));
    let mut chosen = Vec::new();
    let mut place = begin;
    for _ in 0..all.len() {
        if step == 0 || (step > 0 && place >= end) || (step < 0 && place <= end) {
            break;
        }
        chosen.extend(usize::try_from(place).ok().and_then(|place| all.get(place)).cloned());
        place = place.saturating_add(step);
    }
    match value {
        Value::Layout(_) => given(scope, called::MAKE_LAYOUT, &[], chosen, span),
        _ => tuple(chosen).map_or_else(refused, |found| scope.made(found, span)),
    }
}

/// Returns what a comprehension makes: its function for each item of what it goes through.
fn each(scope: &Scope<'_>, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let refused = || unknown(Reason::NotRead, None, span);
    let function = |expression: &Expression| match &expression.kind {
        ExpressionKind::Code(code) => match &**code {
            Code::Lambda(number) => Some(*number),
            _ => None,
        },
        _ => None,
    };
    let [body, iterable, rest @ ..] = arguments else { return refused() };
    let Some(body) = function(body) else { return refused() };
    let filter = rest.first().and_then(function);
    let iterable = gone_through(scope, scope.value(iterable)?, span);
    let Some(all) = keys(&iterable).or_else(|| items(&iterable)) else { return refused() };
    if all.len() > ITEM_LIMIT {
        return unknown(Reason::TooDeep, None, span);
    }
    let mut found = Vec::with_capacity(all.len());
    for one in all {
        let parameters = crate::paste::of(scope.evaluation())
            .and_then(|document| document.functions.get(body))
            .map_or(1, |function| function.parameters.len());
        let arguments = if parameters > 1 { items(&one).unwrap_or_default() } else { vec![one] };
        let with = Given { template: &[], arguments: &known(&arguments), this: None };
        if let Some(filter) = filter {
            let kept = call::call(scope, filter, &with, span)?;
            match is_something(&kept) {
                Some(true) => {}
                Some(false) => continue,
                None => return unknown(Reason::OtherValue, None, span),
            }
        }
        found.push(call::call(scope, body, &with, span)?);
    }
    tuple(found).map_or_else(refused, |found| scope.made(found, span))
}

fn layout_of(value: &Value) -> Option<AnyLayout> {
    value.as_any_layout().or_else(|| Some(Layout::compact(value.as_ints()?, Major::Left).ok()?.into()))
}

/// The bits of a type of elements, or of those of a tensor.
pub(super) fn bits_of(value: Option<&Value>) -> Option<u32> {
    type_of(value).map(|element| element.bits)
}

/// A type of elements, or that of those of a tensor.
pub(super) fn type_of(value: Option<&Value>) -> Option<Element> {
    match element_of(value?)? {
        Value::Element(element) => Some(element),
        _ => None,
    }
}

/// Elements of which only the size is known.
fn of_bits(bits: u32) -> Element {
    Element { name: "", bits }
}

/// A number as an integer of so many bits holds it.
fn wrapped(number: Int, of: Element) -> Int {
    let unused = 64_u32.saturating_sub(of.bits);
    if !construct::is_integral(of) || unused == 0 {
        return number;
    }
    let high = number.value() << unused;
    let value = if of.name.starts_with('u') { (high.cast_unsigned() >> unused).cast_signed() } else { high >> unused };
    if number.is_static() { Int::constant(value) } else { Int::dynamic(value) }
}

/// What an element takes in registers: a truth takes a byte.
fn stored(element: Element) -> Element {
    construct::element("uint8_t").filter(|_| element.name == "bool").unwrap_or(element)
}

fn pointer(space: Space, element: Element) -> TypedPointer {
    TypedPointer { space, ..element.into() }
}

/// The numbers of a tuple, flat.
fn leaves(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Tuple(tree) => {
            Some(tree.leaves().into_iter().cloned().map(|leaf| Value::of_mode(Nested::Leaf(leaf))).collect())
        }
        _ => None,
    }
}

/// Evaluates what only Python has, of values; `None` where it does not fit them.
fn special(scope: &Scope<'_>, name: &str, values: &[Value], span: Span) -> Evaluated<Option<Value>> {
    let name_of_tuple = names::TUPLE.strip_prefix("py ").unwrap_or_default();
    let first = values.first();
    let second = values.get(1).filter(|value| !is_none(value));
    let of = |function: &str, template: &[Value], values: Vec<Value>| {
        given(scope, function, template, values, span).map(Some)
    };
    let lift = |found: crate::error::Result<Value>| {
        found.map(Some).map_err(|error| problem(DiagnosticKind::Algebra(error), span))
    };
    if let Some(name) = name.strip_prefix("host ") {
        return match name.strip_prefix('.') {
            Some(method) => match first.and_then(host::tensor_of) {
                Some(tensor) => {
                    let answer = host::method(tensor, method, values.get(1..).unwrap_or_default());
                    Ok(first.and_then(|first| content::kept(first, method, answer)))
                }
                None if method == "item" && first.is_some_and(|first| first.as_int().is_some()) => Ok(first.cloned()),
                None => unknown(Reason::OtherValue, None, span),
            },
            None => Ok(host::made(name, values)),
        };
    }
    if name.starts_with("fly ") {
        return Ok(fly::value(name, values));
    }
    Ok(match (name, first) {
        ("from_dlpack", Some(first)) => match host::tensor_of(first) {
            Some(tensor) => host::from_dlpack(tensor).map(Value::Tensor),
            None => Some(first.clone()).filter(|first| matches!(first, Value::Tensor(_))),
        },
        ("is_fp8_dtype", Some(of)) => type_of(Some(of)).map(|of| truth(host::is_fp8(of))),
        ("create_cute_tensor_for_fp8", Some(first)) => {
            let is_marked = values.get(5).is_none_or(|marked| settle::truth(Some(marked)) != Some(false));
            match (host::tensor_of(first), type_of(second)) {
                (Some(tensor), Some(element)) => {
                    host::of_storage(tensor, element, values.get(2).filter(|_| is_marked)).map(Value::Tensor)
                }
                // Whoever was given it has it as one of the DSL already.
                (None, Some(_)) => Some(first.clone()).filter(|first| matches!(first, Value::Tensor(_))),
                _ => None,
            }
        }
        (name, _) if name == name_of_tuple => tuple(values.to_vec()),
        ("+", Some(_)) => {
            let joined = values.iter().map(items).collect::<Option<Vec<_>>>();
            joined.and_then(|joined| tuple(joined.concat()))
        }
        ("repeat", Some(first)) => {
            // `(0,) * 3` and `3 * (0,)`
            let (list, count) = match (items(first), second.and_then(Value::as_int)) {
                (Some(list), Some(count)) => (list, count),
                (None, Some(count)) if second.and_then(items).is_none() => (vec![first.clone()], count),
                (None, _) => match (second.and_then(items), first.as_int()) {
                    (Some(list), Some(count)) => (list, count),
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            };
            let count = usize::try_from(count.value()).unwrap_or(0);
            if count.saturating_mul(list.len().max(1)) > LEAF_LIMIT {
                return unknown(Reason::TooDeep, None, span);
            }
            tuple(list.iter().cycle().take(count * list.len()).cloned().collect())
        }
        // A number with a fraction is no integer.
        ("/", Some(first)) => {
            let (Some(left), Some(right)) = (first.as_int(), second.and_then(Value::as_int)) else { return Ok(None) };
            let quotient = left.value().checked_div(right.value());
            quotient.filter(|quotient| quotient.wrapping_mul(right.value()) == left.value()).map(number)
        }
        ("**", Some(first)) => {
            let (Some(base), Some(power)) = (first.as_int(), second.and_then(Value::as_int)) else { return Ok(None) };
            let power = u32::try_from(power.value()).ok();
            power
                .and_then(|power| base.value().checked_pow(power))
                .map(|found| Value::int(if base.is_static() { Int::constant(found) } else { Int::dynamic(found) }))
        }
        ("is", Some(first)) => match values.get(1) {
            Some(second) if is_none(second) => Some(truth(is_none(first))),
            Some(second) => Some(truth(first == second)),
            None => None,
        },
        ("isinstance", Some(first)) => match values.get(1) {
            Some(Value::Text(class)) => match User::of(first) {
                Some(User::Object(number, ..)) => {
                    let document = call::document(scope);
                    document.and_then(|document| super::objects::is_one(document, *number, class)).map(truth)
                }
                _ => is_instance(first, class).map(truth),
            },
            _ => None,
        },
        ("in", Some(first)) if let Some(pairs) = values.get(1).and_then(pairs) => {
            Some(truth(pairs.chunks_exact(2).any(|pair| pair.first() == Some(first))))
        }
        ("in", Some(first))
            if let Some((of, number)) =
                values.get(1).and_then(|of| Some((of, own_method(scope, of, "__contains__")?))) =>
        {
            let arguments = [Some(first.clone())];
            let with = Given { template: &[], arguments: &arguments, this: User::of(of) };
            return call::call(scope, number, &with, span).map(Some);
        }
        // A flag among others.
        ("in", Some(first))
            if let (Some(flag), Some(all)) = (first.as_int(), values.get(1).and_then(Value::as_int)) =>
        {
            Some(truth(all.value() & flag.value() == flag.value()))
        }
        ("in", Some(first)) => values.get(1).and_then(items).map(|all| truth(all.contains(first))),
        ("()", Some(first)) => return apply(first, values.get(1..).unwrap_or_default(), span).map(Some),
        ("length", Some(first)) => Some(items(first).map_or_else(none, |all| number(all.len() as i64))),
        ("len", Some(first)) if let Some(pairs) = pairs(first) => Some(number((pairs.len() / 2) as i64)),
        ("len", Some(first)) if let Some(number) = own_method(scope, first, "__len__") => {
            let with = Given { template: &[], arguments: &[], this: User::of(first) };
            return call::call(scope, number, &with, span).map(Some);
        }
        ("len", Some(Value::Text(text))) => Some(number(text.chars().count() as i64)),
        ("len", Some(first)) => items(first).map(|all| number(all.len() as i64)),
        ("range", Some(first)) => {
            let first = first.as_int();
            let (begin, end) = match second.and_then(Value::as_int) {
                Some(end) => (first, Some(end)),
                None => (Some(Int::ZERO), first),
            };
            let step = values.get(2).and_then(Value::as_int).map_or(1, Int::value);
            let (Some(begin), Some(end)) = (begin, end) else { return Ok(None) };
            let mut all = Vec::new();
            let mut at = begin.value();
            while step != 0 && (if step > 0 { at < end.value() } else { at > end.value() }) {
                if all.len() >= ITEM_LIMIT {
                    return unknown(Reason::TooDeep, None, span);
                }
                all.push(number(at));
                let Some(next) = at.checked_add(step) else { break };
                at = next;
            }
            tuple(all)
        }
        ("bit_length", Some(first)) => {
            first.as_int().map(|int| number(i64::from(u64::BITS - int.value().unsigned_abs().leading_zeros())))
        }
        ("bit_count", Some(first)) => {
            first.as_int().map(|int| number(i64::from(int.value().unsigned_abs().count_ones())))
        }
        ("list", None) => tuple(Vec::new()),
        ("list", Some(first)) => items(&as_tuple(scope, first.clone(), span)).and_then(tuple),
        ("set", None) => tuple(Vec::new()),
        ("set", Some(first)) => {
            let Some(all) = items(first).filter(|all| all.len() <= LEAF_LIMIT) else { return Ok(None) };
            let keys = all.iter().map(key_of).collect::<Option<Vec<_>>>();
            match keys {
                // Numbers and tuples of them in their order.
                Some(keys) => {
                    let mut all = keys.into_iter().zip(all).collect::<Vec<_>>();
                    all.sort_by(|one, other| one.0.cmp(&other.0));
                    all.dedup_by(|one, other| one.0 == other.0);
                    tuple(all.into_iter().map(|(_, value)| value).collect())
                }
                None if all.len() <= ITEM_LIMIT => {
                    let mut kept = Vec::<Value>::new();
                    for one in all {
                        if !kept.contains(&one) {
                            kept.push(one);
                        }
                    }
                    tuple(kept)
                }
                None => None,
            }
        }
        ("reversed", Some(first)) => items(first).and_then(|all| tuple(all.into_iter().rev().collect())),
        // From a mode on to the last one.
        ("group_modes", Some(first)) => {
            let rank = match first.as_any_layout() {
                Some(layout) => layout.rank(),
                None => items(first).map_or(0, |all| all.len()),
            };
            let Some(begin) = second.and_then(Value::as_int) else { return Ok(None) };
            return of("group_modes", &[Value::int(begin), number(rank as i64)], vec![first.clone()]);
        }
        ("enumerate", Some(first)) => items(first).and_then(|all| {
            let start = second.map_or(Some(0), |start| Some(start.as_int()?.value()))?;
            let number_of = |place: usize| start.checked_add(i64::try_from(place).ok()?).map(number);
            let pairs = all.into_iter().enumerate().map(|(place, item)| tuple(vec![number_of(place)?, item]));
            tuple(pairs.collect::<Option<_>>()?)
        }),
        ("str", Some(first)) => words_of(first).map(Value::Text),
        ("join", Some(Value::Text(separator))) => second.and_then(items).and_then(|all| {
            let words = all.into_iter().map(|word| match word {
                Value::Text(word) => Some(word),
                _ => None,
            });
            Some(Value::Text(words.collect::<Option<Vec<_>>>()?.join(separator)))
        }),
        ("strip", Some(Value::Text(text))) => Some(Value::Text(text.trim().to_string())),
        ("lower", Some(Value::Text(text))) => Some(Value::Text(text.to_lowercase())),
        ("upper", Some(Value::Text(text))) => Some(Value::Text(text.to_uppercase())),
        ("replace", Some(Value::Text(text))) => match (second, values.get(2)) {
            (Some(Value::Text(from)), Some(Value::Text(to))) if text.len().max(to.len()) <= ITEM_LIMIT => {
                Some(Value::Text(text.replace(from.as_str(), to)))
            }
            _ => None,
        },
        ("startswith" | "endswith" | "removeprefix" | "removesuffix", Some(Value::Text(text))) => {
            let Some(Value::Text(part)) = second else { return Ok(None) };
            let rest = match name.ends_with("prefix") || name == "startswith" {
                true => text.strip_prefix(part.as_str()),
                false => text.strip_suffix(part.as_str()),
            };
            match name.starts_with("remove") {
                true => Some(Value::Text(rest.unwrap_or(text).to_string())),
                false => Some(truth(rest.is_some())),
            }
        }
        ("split", Some(Value::Text(text))) => match second {
            Some(Value::Text(separator)) if !separator.is_empty() => {
                let words = text.split(separator.as_str()).take(ITEM_LIMIT);
                tuple(words.map(|word| Value::Text(word.to_string())).collect())
            }
            _ => None,
        },
        ("accumulate", Some(first)) => {
            let start = second.map(|start| start.as_int());
            let all = items(first).and_then(|all| all.iter().map(Value::as_int).collect::<Option<Vec<_>>>());
            let (Some(all), Some(start)) = (all, start.map_or(Some(None), |start| start.map(Some))) else {
                return Ok(None);
            };
            let mut sums = Vec::with_capacity(all.len() + 1);
            for one in start.into_iter().chain(all) {
                let Ok(sum) = sums.last().copied().unwrap_or(Int::ZERO).plus(one) else { return Ok(None) };
                sums.push(sum);
            }
            tuple(sums.into_iter().map(Value::int).collect())
        }
        ("cartesian", Some(_)) => {
            let Some(lists) = values.iter().map(items).collect::<Option<Vec<_>>>() else { return Ok(None) };
            let count = lists.iter().try_fold(1_usize, |count, list| count.checked_mul(list.len()));
            if count.is_none_or(|count| count > ITEM_LIMIT) {
                return unknown(Reason::TooDeep, None, span);
            }
            let mut rows = vec![Vec::new()];
            for list in lists {
                let longer = |row: &Vec<Value>| {
                    list.iter().map(|one| row.iter().cloned().chain([one.clone()]).collect()).collect::<Vec<_>>()
                };
                rows = rows.iter().flat_map(longer).collect();
            }
            rows.into_iter().map(tuple).collect::<Option<Vec<_>>>().and_then(tuple)
        }
        ("zip", Some(_)) => {
            let Some(lists) = values.iter().map(items).collect::<Option<Vec<_>>>() else { return Ok(None) };
            let count = lists.iter().map(Vec::len).min().unwrap_or(0);
            let rows = (0..count).map(|row| tuple(lists.iter().filter_map(|list| list.get(row).cloned()).collect()));
            rows.collect::<Option<Vec<_>>>().and_then(tuple)
        }
        ("sum", Some(first)) if second.is_some() => {
            let all = items(first).and_then(|all| all.iter().map(Value::as_int).collect::<Option<Vec<_>>>());
            let start = second.and_then(Value::as_int);
            let (Some(all), Some(start)) = (all, start) else { return Ok(None) };
            let sum = all.iter().try_fold(start, |sum, one| sum.plus(*one).ok());
            sum.map(Value::int)
        }
        // Tuples are compared item by item.
        ("min" | "max", Some(first)) if compared(first, values).is_some() => {
            let Some(mut all) = compared(first, values) else { return Ok(None) };
            all.sort_by(|one, other| one.0.cmp(&other.0));
            let found = if name == "min" { all.into_iter().next() } else { all.into_iter().next_back() };
            found.map(|(_, value)| value)
        }
        ("sorted", Some(first)) => {
            let is_reverse = second.is_some_and(|of| crate::paste::settle::truth(Some(of)) == Some(true));
            let Some(all) = items(first) else { return Ok(None) };
            let keys = all.iter().map(key_of).collect::<Option<Vec<_>>>();
            let Some(keys) = keys else { return Ok(None) };
            let mut all = keys.into_iter().zip(all).collect::<Vec<_>>();
            all.sort_by(|one, other| if is_reverse { other.0.cmp(&one.0) } else { one.0.cmp(&other.0) });
            tuple(all.into_iter().map(|(_, value)| value).collect())
        }
        ("sum" | "min" | "max", Some(first)) => {
            let function = match name {
                "sum" => called::SUM,
                "min" => called::MIN,
                _ => called::MAX,
            };
            let all = if values.len() == 1 { items(first).unwrap_or_else(|| values.to_vec()) } else { values.to_vec() };
            match name {
                "sum" => match tuple(all) {
                    Some(all) => return of(function, &[], vec![all]),
                    None => None,
                },
                _ => return of(function, &[], all),
            }
        }
        // Of powers of two; of any other it is no integer.
        ("log2", Some(first)) => first
            .as_int()
            .filter(|int| int.value().count_ones() == 1)
            .and_then(|int| rounded_root(names::LOGARITHM, int, false)),
        ("prod", Some(first)) if second.is_some() => {
            let size = of(called::SIZE, &[], vec![first.clone()])?;
            let sizes = (size.as_ref().and_then(Value::as_int), second.and_then(Value::as_int));
            let (Some(size), Some(start)) = sizes else { return Ok(None) };
            size.times(start).ok().map(Value::int)
        }
        ("prod", Some(first)) => return of(called::SIZE, &[], vec![first.clone()]),
        ("gcd", Some(_)) => return of(called::GCD, &[], values.to_vec()),
        ("divmod", Some(first)) => match (first.as_int(), second.and_then(Value::as_int)) {
            (Some(left), Some(right)) if right.value() != 0 => tuple(vec![
                number(left.value().div_euclid(right.value())),
                number(left.value().rem_euclid(right.value())),
            ]),
            _ => None,
        },
        ("all" | "any", Some(first)) => items(first).and_then(|all| {
            let truths = all.iter().map(|one| crate::paste::settle::truth(Some(one))).collect::<Option<Vec<_>>>()?;
            Some(truth(if name == "all" {
                truths.into_iter().all(|one| one)
            } else {
                truths.into_iter().any(|one| one)
            }))
        }),
        ("Int32", Some(first)) => construct::as_integer(first),
        ("Int32", None) => Some(Value::int(Int::dynamic(0))),
        // Nothing takes no room.
        ("size_in_bytes", Some(Value::Element(_))) if values.get(1).is_some_and(is_none) => Some(number(0)),
        ("size_in_bytes", Some(first)) => {
            let (Some(bits), Some(layout)) = (bits_of(Some(first)), second.and_then(layout_of)) else {
                return Ok(None);
            };
            let cosize = layout.innermost().cosize().map_err(|error| problem(DiagnosticKind::Algebra(error), span))?;
            let bytes = cosize.value().saturating_mul(i64::from(bits)).saturating_add(7) / 8;
            Some(Value::int(if cosize.is_static() { Int::constant(bytes) } else { Int::dynamic(bytes) }))
        }
        ("get_leaves", Some(first)) => leaves(first).and_then(tuple),
        ("append_ones" | "prepend_ones", Some(first)) => {
            let Some(layout) = first.as_any_layout() else { return Ok(None) };
            let rank = layout.rank() as i64;
            let wanted = second.and_then(Value::as_int).map_or(rank.saturating_add(1), Int::value);
            let function = if name == "append_ones" { called::APPEND } else { called::PREPEND };
            if let Value::Tensor(tensor) = first {
                let rank = usize::try_from(wanted).unwrap_or(0);
                let padded = tensor.with(&mut |inner| match name {
                    "append_ones" => inner.append_to(rank, &Layout::trivial()),
                    _ => inner.prepend_to(rank, &Layout::trivial()),
                });
                return lift(padded.map(Value::Tensor));
            }
            return of(function, &[number(wanted)], vec![first.clone(), Value::Layout(Layout::trivial())]);
        }
        ("leading_dim", Some(_)) => {
            let Some(strides) = second.and_then(|stride| stride.as_ints()) else { return Ok(None) };
            let Nested::Tuple(modes) = &strides else { return Ok(Some(number(0))) };
            let is_one = |mode: &Nested<Int>| mode.leaves().into_iter().any(|stride| stride.is_constant(1));
            modes.iter().position(is_one).map(|place| number(place as i64))
        }
        ("make_layout", Some(first)) => {
            // `make_layout((A, B))` puts layouts side by side.
            let layouts = items(first).filter(|all| all.iter().any(|one| one.as_layout().is_some()));
            let values = match layouts {
                Some(layouts) => layouts,
                None => values.iter().filter(|value| !is_none(value)).cloned().collect(),
            };
            return of(called::MAKE_LAYOUT, &[], values);
        }
        ("get_divisibility", Some(first)) => {
            Some(number(first.as_int().filter(|int| int.is_static()).map_or(1, Int::value)))
        }
        ("make_rmem_tensor", Some(first)) => {
            let (Some(layout), Some(element)) = (layout_of(first), type_of(second)) else { return Ok(None) };
            let element = stored(element);
            Some(Value::Tensor(Tensor { engine: Engine::Typed(pointer(Space::Any, element)), layout }))
        }
        ("make_rmem_tensor_like" | "make_fragment_like", Some(first)) => {
            let element = type_of(second).or_else(|| type_of(Some(first))).map(stored);
            let Some(layout) = first.as_any_layout() else { return Ok(None) };
            let layout = match &layout {
                AnyLayout::Composed(composed) => composed.inner().clone(),
                AnyLayout::Plain(_) => layout,
            };
            // Of a tensor all modes keep the order of their strides; of a layout the first one comes first, as in C++.
            let is_layout = name == "make_fragment_like" && first.as_layout().is_some();
            let function = if is_layout { called::MAKE_FRAGMENT_LIKE } else { called::MAKE_LAYOUT_LIKE };
            let made = given(scope, function, &[], vec![layout.into()], span)?;
            // The second of two modes has no parentheses of its own here.
            let made = match made.as_layout().filter(|made| is_layout && made.rank() == 2) {
                Some(of) => {
                    let modes = [of.at(&[0]), of.at(&[1, 0])].into_iter().collect::<Result<Vec<_>, _>>();
                    modes.and_then(|modes| Layout::concatenate(&modes)).map_or(made.clone(), Value::Layout)
                }
                None => made,
            };
            match (element, made.as_any_layout()) {
                (Some(element), Some(layout)) => {
                    Some(Value::Tensor(Tensor { engine: Engine::Typed(pointer(Space::Any, element)), layout }))
                }
                _ => Some(made),
            }
        }
        // The CTAs that a layout of a cluster names along a mode, a bit each.
        ("make_layout_image_mask", Some(Value::Layout(layout))) => {
            let coordinate = second.and_then(Value::as_coordinate);
            let mode = values.get(2).and_then(Value::as_int).and_then(|mode| usize::try_from(mode.value()).ok());
            let (Some(Nested::Tuple(mut modes)), Some(mode)) = (coordinate, mode) else { return Ok(None) };
            let Some(extent) = layout.at(&[mode]).and_then(|mode| mode.size()).ok() else { return Ok(None) };
            let mut mask = 0_i64;
            for place in 0..extent.value().min(i64::from(MASK_BITS)) {
                let Some(slot) = modes.get_mut(mode) else { return Ok(None) };
                *slot = Nested::Leaf(Slot::Int(Int::dynamic(place)));
                let Ok(index) = layout.index(&Nested::Tuple(modes.clone())) else { return Ok(None) };
                let bit = index.leaves().into_iter().map(|bit| bit.value()).sum::<i64>();
                mask |= u32::try_from(bit).ok().filter(|bit| *bit < MASK_BITS).map_or(0, |bit| 1 << bit);
            }
            Some(Value::int(Int::dynamic(mask)))
        }
        // The pointer moves, and the layout stays, under a swizzle too.
        ("domain_offset", Some(first)) => match (first.as_coordinate(), second) {
            (Some(coordinate), Some(Value::Tensor(tensor))) => {
                let moved = tensor.at(&coordinate).map_err(|error| problem(DiagnosticKind::Algebra(error), span))?;
                Some(Value::Tensor(Tensor { engine: moved, layout: tensor.layout.clone() }))
            }
            _ => None,
        },
        ("allocate_tensor", Some(first)) => {
            let (Some(element), Some(layout)) = (type_of(Some(first)), second.and_then(layout_of)) else {
                return Ok(None);
            };
            return Ok(Some(shared(element, layout, values.get(3))));
        }
        ("data_ptr" | "get_dyn_smem", Some(first)) => {
            type_of(Some(first)).map(|element| Value::Engine(Engine::Typed(pointer(Space::Shared, element))))
        }
        ("storage", Some(_)) => storage(values),
        ("get_tensor", Some(first)) => {
            let Some(layout) = layout_of(first) else { return Ok(None) };
            return Ok(Some(shared(type_of(values.get(2)).unwrap_or(of_bits(16)), layout, second)));
        }
        ("retrieve_ptr", _) => {
            Some(Value::Engine(Engine::Typed(pointer(Space::Tensor, type_of(values.first()).unwrap_or(of_bits(32))))))
        }
        ("recast_tensor", Some(Value::Tensor(tensor))) => {
            let (Some(old), Some(new)) = (bits_of(first), type_of(second)) else { return Ok(None) };
            let layout: Value = tensor.layout.clone().into();
            let bits = [number(i64::from(old)), number(i64::from(new.bits))];
            let recast = given(scope, called::RECAST_LAYOUT, &bits, vec![layout], span)?;
            let engine = match &tensor.engine {
                Engine::Typed(before) => Engine::Typed(before.to(new)),
                other => other.clone(),
            };
            recast.as_any_layout().map(|layout| Value::Tensor(Tensor { engine, layout }))
        }
        ("recast_ptr", Some(Value::Engine(Engine::Typed(before)))) => {
            let swizzle = match second {
                Some(Value::Swizzle(swizzle)) if !swizzle.is_identity() => Some(*swizzle),
                _ => None,
            };
            let after = type_of(values.get(2)).or_else(|| type_of(second)).map_or(*before, |new| before.to(new));
            Some(Value::Engine(Engine::Typed(TypedPointer { swizzle: swizzle.or(before.swizzle), ..after })))
        }
        ("make_ptr", Some(first)) => {
            let Some(element) = type_of(Some(first)) else { return Ok(None) };
            let space = values.iter().find_map(|value| match value {
                Value::Text(word) => space_of(word),
                _ => None,
            });
            Some(Value::Engine(Engine::Typed(pointer(space.unwrap_or(Space::Any), element))))
        }
        ("select", Some(first)) => {
            let Some(modes) = second.and_then(numbers) else { return Ok(None) };
            match first {
                // C++ answers each mode by itself, Python a layout.
                Value::Composed(_) => {
                    let places =
                        modes.iter().map(|mode| usize::try_from(*mode).unwrap_or(usize::MAX)).collect::<Vec<_>>();
                    let Some(layout) = first.as_any_layout() else { return Ok(None) };
                    return lift(layout.map(&mut |inner| inner.select(&places)).map(Value::from));
                }
                _ => {
                    return of(
                        called::SELECT,
                        &modes.iter().map(|mode| number(*mode)).collect::<Vec<_>>(),
                        vec![first.clone()],
                    );
                }
            }
        }
        ("from_tensor", Some(first)) => {
            let Some(layout) = first.as_any_layout() else { return Ok(None) };
            let strides = layout.innermost().stride().leaves().into_iter().map(|stride| stride.scale().value());
            let is_column = strides.into_iter().next() == Some(1);
            Some(Value::Text(format!("LayoutEnum.{}", if is_column { "COL_MAJOR" } else { "ROW_MAJOR" })))
        }
        ("is_row_major", Some(Value::Text(major))) => Some(truth(is_row_major(major))),
        ("is_column_major", Some(Value::Text(major))) => Some(truth(!is_row_major(major))),
        ("align", Some(Value::Engine(engine))) => Some(Value::Engine(engine.clone())),
        ("get_tile_size", Some(first)) => match second.and_then(Value::as_int) {
            Some(mode) => return of(called::TILE_SIZE, &[number(mode.value())], vec![first.clone()]),
            None => None,
        },
        // FlashAttention's, of Ampere: by the type of the elements and the length of a line.
        ("get_smem_layout_atom", Some(Value::Element(element))) => {
            let Some(line) = second.and_then(Value::as_int) else { return Ok(None) };
            helpers::atom_of_ampere(element.bits, line.value()).map(Value::from)
        }
        ("get_smem_layout_atom", Some(Value::Text(major))) => {
            let (Some(bits), Some(size)) = (bits_of(second), values.get(2).and_then(Value::as_int)) else {
                return Ok(None);
            };
            Some(Value::Text(format!("SmemLayoutAtomKind.{}", kind_of(is_row_major(major), bits, size.value()))))
        }
        ("make_smem_layout_atom", Some(Value::Text(kind))) => {
            let Some(bits) = bits_of(second) else { return Ok(None) };
            let kind = kind.rsplit('.').next().unwrap_or_default();
            match shared_atom(kind, bits) {
                Some(atom) => return lift(atom.map(Value::from)),
                None => None,
            }
        }
        ("inner", Some(Value::Composed(layout))) => Some(Value::Swizzle(layout.swizzle())),
        ("inner", Some(Value::Layout(_))) => {
            return of(called::MAKE_SWIZZLE, &[], vec![number(0), number(4), number(3)]);
        }
        ("outer", Some(Value::Composed(layout))) => Some(layout.inner().clone().into()),
        ("outer", Some(Value::Layout(layout))) => Some(Value::Layout(layout.clone())),
        ("has_underscore", Some(first)) => first.as_coordinate().map(|place| truth(place.has_underscore())),
        ("is_integer", Some(first)) => Some(truth(first.as_int().is_some())),
        ("is_int_tuple", Some(first)) => Some(truth(first.as_ints().is_some())),
        ("repeat_like", Some(first)) => {
            // An element of a tensor is one number.
            if matches!(second, Some(Value::Engine(_))) {
                return Ok(Some(first.clone()));
            }
            let Some(target) = second.and_then(Value::as_ints) else { return Ok(None) };
            let Ok(leaf) = first.clone().into_mode() else { return Ok(None) };
            Some(Value::Tuple(repeated(&target, &leaf)))
        }
        ("wrap", Some(first)) => match items(first) {
            Some(_) => Some(first.clone()),
            None => tuple(vec![first.clone()]),
        },
        ("unwrap", Some(first)) => match items(first) {
            Some(all) if all.len() == 1 => all.into_iter().next(),
            _ => Some(first.clone()),
        },
        ("basis_value", Some(Value::Tuple(Nested::Leaf(Item::Basis(basis))))) => Some(Value::int(basis.scale)),
        ("basis_value", Some(first)) => Some(first.clone()),
        ("basis_get", Some(Value::Tuple(Nested::Leaf(Item::Basis(basis))))) => {
            let Some(Value::Tuple(tree)) = second else { return Ok(None) };
            tree.at(&basis.path).ok().cloned().map(Value::of_mode)
        }
        ("find", Some(Value::Tuple(tree))) => {
            let Some(wanted) = second.and_then(Value::as_int) else { return Ok(None) };
            let is_it = |leaf: &Item, _: &[usize]| match leaf {
                Item::Int(int) => Ok(Some(int.value() == wanted.value())),
                _ => Ok(Some(false)),
            };
            return found(tree, &is_it);
        }
        ("find_if", Some(Value::Tuple(tree))) => {
            let Some(User::Function(..) | User::Closure(..) | User::Bound(_)) = values.get(1).and_then(User::of) else {
                return Ok(None);
            };
            let is_it = |leaf: &Item, path: &[usize]| {
                let Some(function) = values.get(1).and_then(User::of) else { return Ok(None) };
                let arguments =
                    vec![(None, Some(Value::of_mode(Nested::Leaf(leaf.clone())))), (None, Some(position(path)))];
                callable::with(scope, function, arguments, span).map(|answer| is_something(&answer))
            };
            return found(tree, &is_it);
        }
        ("tuple_cat", Some(_)) => {
            let all = values.iter().map(|one| items(one).unwrap_or_else(|| vec![one.clone()]));
            tuple(all.collect::<Vec<_>>().concat())
        }
        ("next", Some(first)) => match items(first).and_then(|all| all.into_iter().next()) {
            Some(next) => Some(next),
            None => items(first).and(values.get(1).cloned()),
        },
        ("repeat_tuple", Some(first)) => {
            let Some(count) = second.and_then(Value::as_int).and_then(|count| usize::try_from(count.value()).ok())
            else {
                return Ok(None);
            };
            match count {
                0 => None,
                1 => Some(first.clone()),
                _ if count.saturating_mul(first.leaf_count()) > LEAF_LIMIT => {
                    return unknown(Reason::TooDeep, None, span);
                }
                _ => tuple(vec![first.clone(); count]),
            }
        }
        // What a thread has of C, each mode in one number.
        ("partition_shape_C", Some(first)) => {
            let shape = of(called::PARTITION_SHAPE_C, &[], vec![first.clone(), second.cloned().unwrap_or_else(none)])?;
            let Some(mut modes) = shape.as_ref().and_then(items) else { return Ok(None) };
            let has_layouts = match atom_value(first) {
                Some(AtomValue::TiledMma(mma)) => {
                    mma.permutation.iter().any(|mode| !matches!(tiler_value(mode), Value::Tuple(_)))
                }
                Some(AtomValue::MmaSlice(slice)) => {
                    slice.mma.permutation.iter().any(|mode| !matches!(tiler_value(mode), Value::Tuple(_)))
                }
                _ => false,
            };
            if has_layouts {
                for mode in modes.iter_mut().skip(1) {
                    *mode = given(scope, called::SIZE, &[], vec![mode.clone()], span)?;
                }
            }
            tuple(modes)
        }
        ("front", Some(first)) => {
            let mut found = first.clone();
            while let Some(mut all) = items(&found).filter(|all| !all.is_empty()) {
                found = all.swap_remove(0);
            }
            Some(found)
        }
        ("is_major", Some(first)) => {
            let (Some(place), Some(Value::Tuple(stride))) = (first.as_int(), second) else { return Ok(None) };
            let place = usize::try_from(place.value()).unwrap_or(usize::MAX);
            let leading = stride.at(&[place]).ok().map(|mode| {
                mode.leaves().first().is_some_and(|leaf| matches!(leaf, Item::Int(int) if int.is_constant(1)))
            });
            leading.map(truth)
        }
        ("transform_leaf", Some(first)) => {
            let Some(function) = User::of(first) else { return Ok(None) };
            let Some(Value::Tuple(tree)) = second else { return Ok(None) };
            let mut failed = None;
            let mapped = tree.map(&mut |leaf| {
                let arguments = vec![(None, Some(Value::of_mode(Nested::Leaf(leaf.clone()))))];
                match callable::with(scope, function, arguments, span).map(Value::into_mode) {
                    Ok(Ok(Nested::Leaf(leaf))) => leaf,
                    Ok(_) => leaf.clone(),
                    Err(diagnostic) => {
                        failed = Some(diagnostic);
                        leaf.clone()
                    }
                }
            });
            if let Some(diagnostic) = failed {
                return Err(diagnostic);
            }
            Some(Value::Tuple(mapped))
        }
        _ => return helpers::value(scope, name, values, span),
    })
}

/// A tree with a leaf, or a tuple, at each of its leaves.
fn repeated(target: &Nested<Int>, leaf: &Nested<Item>) -> Nested<Item> {
    match target {
        Nested::Leaf(_) => leaf.clone(),
        Nested::Tuple(modes) => Nested::Tuple(modes.iter().map(|mode| repeated(mode, leaf)).collect()),
    }
}

/// The numbers of a tuple, or a number alone.
pub(super) fn numbers(value: &Value) -> Option<Vec<i64>> {
    Some(value.as_ints()?.leaves().into_iter().map(|int| int.value()).collect())
}

/// A memory by the word of Python for it.
fn space_of(word: &str) -> Option<Space> {
    Some(match word.rsplit('.').next()? {
        "gmem" => Space::Global,
        "smem" => Space::Shared,
        "rmem" => Space::Register,
        "tmem" => Space::Tensor,
        _ => return None,
    })
}

/// Reports whether a value is of one of the classes that are written: `(int, tuple)`. `None` where that is not known.
fn is_instance(value: &Value, classes: &str) -> Option<bool> {
    let own: &[&str] = match value {
        value if is_none(value) => &["NoneType"],
        Value::Tuple(Nested::Tuple(_)) => &["tuple", "list", "Sequence", "Iterable"],
        Value::Tuple(Nested::Leaf(Item::Int(int))) if int.is_static() => &["int", "Integer", "Number"],
        // A number of the run is none of Python's own.
        Value::Tuple(Nested::Leaf(Item::Int(_))) if is_plain(classes) => &[],
        Value::Truth(truth) if truth.is_static => &["bool", "int"],
        Value::Layout(_) => &["Layout", "_Layout"],
        Value::Composed(_) => &["ComposedLayout"],
        Value::Tensor(_) => &["Tensor", "_Tensor"],
        Value::Text(_) => &["str"],
        Value::Element(_) => &["type", "NumericMeta"],
        _ => return None,
    };
    let mut written = classes.split(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '.');
    Some(written.any(|class| own.contains(&class.rsplit('.').next().unwrap_or(class))))
}

/// Reports whether classes are all of Python's own.
fn is_plain(classes: &str) -> bool {
    let mut words = classes.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.all(|word| matches!(word, "int" | "float" | "bool" | "str" | "tuple" | "list"))
}

pub(in crate::paste) fn is_none(value: &Value) -> bool {
    matches!(value, Value::Tuple(Nested::Leaf(Item::All)))
}

/// Reports whether a value is as good as true; `None` where that is not known.
fn is_something(value: &Value) -> Option<bool> {
    match value {
        Value::Truth(_) | Value::Text(_) | Value::Tuple(_) => settle::truth(Some(value)),
        _ => Some(true),
    }
}

/// What `str` makes of a number, a truth or a text.
fn words_of(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Truth(truth) => Some(if truth.value { "True" } else { "False" }.to_string()),
        value => value.as_int().map(|int| int.value().to_string()),
    }
}

/// `a and b`: the first that does not hold, else the last.
fn both(scope: &Scope<'_>, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let [first, second] = arguments else { return unknown(Reason::NotRead, None, span) };
    let value = scope.value(first)?;
    match is_something(&value) {
        Some(true) => scope.value(second),
        Some(false) => Ok(value),
        None => unknown(Reason::OtherValue, None, span),
    }
}

/// The integers that a value is sorted by, item by item.
fn key_of(value: &Value) -> Option<Vec<i64>> {
    match value.as_int() {
        Some(int) => Some(vec![int.value()]),
        None => items(value)?.iter().map(|item| Some(item.as_int()?.value())).collect(),
    }
}

fn none() -> Value {
    Value::Tuple(Nested::Leaf(Item::All))
}

/// Where a leaf stands: a number at the top, a tuple of them further in.
fn position(path: &[usize]) -> Value {
    let one = |place: &usize| Nested::Leaf(Item::Int(Int::constant(*place as i64)));
    match path {
        [only] => Value::Tuple(one(only)),
        path => Value::Tuple(Nested::Tuple(path.iter().map(one).collect())),
    }
}

/// Reports whether a leaf, which stands at a place, is the one that is looked for; `None` where that is not known.
type IsIt<'a> = dyn Fn(&Item, &[usize]) -> Evaluated<Option<bool>> + 'a;

/// Where the first leaf stands that is the one; `None` of Python where there is none.
fn found(tree: &Nested<Item>, is_it: &IsIt<'_>) -> Evaluated<Option<Value>> {
    let mut open = vec![(tree, Vec::new())];
    while let Some((tree, path)) = open.pop() {
        match tree {
            Nested::Leaf(leaf) => match is_it(leaf, &path)? {
                Some(true) => return Ok(Some(position(&path))),
                Some(false) => {}
                None => return Ok(None),
            },
            Nested::Tuple(modes) => {
                let inner = modes.iter().enumerate().rev();
                open.extend(inner.map(|(place, mode)| (mode, path.iter().copied().chain([place]).collect::<Vec<_>>())));
            }
        }
    }
    Ok(Some(none()))
}

/// Tuples that are compared with each other, and what they are compared by; `None` of plain numbers.
fn compared(first: &Value, values: &[Value]) -> Option<Vec<(Vec<i64>, Value)>> {
    let all = if values.len() == 1 { items(first)? } else { values.to_vec() };
    let are_tuples = all.iter().all(|one| one.as_int().is_none());
    let keyed = all.into_iter().map(|one| Some((key_of(&one)?, one))).collect::<Option<Vec<_>>>()?;
    (are_tuples && !keyed.is_empty()).then_some(keyed)
}

/// `a or b`: the first that is something.
fn either(scope: &Scope<'_>, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let [first, second] = arguments else { return unknown(Reason::NotRead, None, span) };
    match scope.value(first) {
        Ok(value) => match is_something(&value) {
            Some(true) => Ok(value),
            Some(false) => scope.value(second),
            None => unknown(Reason::AfterBranch, None, span),
        },
        // Whatever the first is, where the second is true one of both is.
        Err(refused) => match scope.value(second) {
            Ok(value @ Value::Truth(Truth { value: true, .. })) => Ok(value),
            _ => Err(refused),
        },
    }
}

/// A tensor in shared memory. Its pointer has the swizzle that is given besides; that of a layout stays there.
fn shared(element: Element, layout: AnyLayout, swizzle: Option<&Value>) -> Value {
    let swizzle = match swizzle {
        Some(Value::Swizzle(swizzle)) if !swizzle.is_identity() => Some(*swizzle),
        _ => None,
    };
    Value::Tensor(Tensor { engine: Engine::Typed(TypedPointer { swizzle, ..pointer(Space::Shared, element) }), layout })
}

/// Size and alignment of a struct in shared memory, in bytes: each member begins at a multiple of its alignment, and the whole
/// is one of the largest.
fn storage(members: &[Value]) -> Option<Value> {
    let (mut size, mut align) = (0_i64, 1_i64);
    let up = |size: i64, align: i64| Some(size.checked_add(align - 1)? / align * align).filter(|_| align > 0);
    for member in members.chunks_exact(3) {
        let [of, count, said] = member else { continue };
        let said = said.as_int()?.value();
        let (bytes, own) = match (items(of).as_deref(), type_of(Some(of))) {
            (Some([bytes, align]), _) => (bytes.as_int()?.value(), align.as_int()?.value()),
            (_, Some(element)) => {
                let width = i64::from(if element.name == "bool" { 8 } else { element.bits });
                match is_none(count) {
                    true => ((width / 8).max(1), (width / 8).max(1)),
                    false => (count.as_int()?.value().checked_mul(width)? / 8, width / 8),
                }
            }
            _ => return None,
        };
        let own = own.max(said);
        size = up(size, own)?.checked_add(bytes)?;
        align = align.max(own);
    }
    tuple(vec![number(up(size, align)?), number(align)])
}

/// A layout at a coordinate of values.
fn apply(callee: &Value, arguments: &[Value], span: Span) -> Evaluated<Value> {
    let coordinates = arguments.iter().map(Value::as_coordinate).collect::<Option<Vec<_>>>();
    let (Some(layout), Some(mut coordinates)) = (callee.as_any_layout(), coordinates) else {
        return unknown(Reason::NotRead, None, span);
    };
    let place: Coordinate =
        if coordinates.len() == 1 { coordinates.swap_remove(0) } else { Nested::Tuple(coordinates) };
    let index = layout.index(&place).map_err(|error| problem(DiagnosticKind::Algebra(error), span))?;
    Ok(Value::index(&index, layout.innermost().stride()))
}

/// A member of a value that Python calls otherwise; `None` of any other.
pub(in crate::paste) fn member(scope: &Scope<'_>, of: &Value, name: &str, span: Span) -> Evaluated<Option<Value>> {
    let given = |function: &str| given(scope, function, &[], vec![of.clone()], span).map(Some);
    // `SimpleNamespace(m=4).m`
    if let Some(pairs) = pairs(of) {
        let is_it = |pair: &&[Value]| matches!(pair.first(), Some(Value::Text(key)) if key == name);
        return Ok(pairs.chunks_exact(2).find(is_it).and_then(|pair| pair.get(1).cloned()));
    }
    match (name, of) {
        ("width", Value::Element(element)) => Ok(Some(number(i64::from(element.bits)))),
        ("bytes", Value::Element(element)) => Ok(Some(number(i64::from(element.bits.div_ceil(8))))),
        ("is_integer" | "is_float", Value::Element(element)) => {
            Ok(Some(truth((construct::is_integral(*element) || element.name == "bool") == (name == "is_integer"))))
        }
        ("signed", Value::Element(element)) if construct::is_integral(*element) => {
            Ok(Some(truth(!element.name.starts_with('u'))))
        }
        ("iterator", Value::Tensor(tensor)) => Ok(Some(Value::Engine(tensor.engine.clone()))),
        ("element_type" | "dtype" | "value_type", _) => Ok(element_of(of)),
        ("num_tiles_executed", _) => Ok(match items(of).as_deref() {
            Some([Value::Text(word), ..]) if word == helpers::SCHEDULER => Some(number(0)),
            _ => None,
        }),
        ("tile_idx" | "is_valid_tile", _) => Ok(match items(of).as_deref() {
            Some([Value::Text(word), tile]) if word == helpers::WORK_TILE => {
                Some(if name == "tile_idx" { tile.clone() } else { truth(true) })
            }
            _ => None,
        }),
        ("inner", Value::Composed(layout)) => Ok(Some(Value::Swizzle(layout.swizzle()))),
        ("outer", Value::Composed(layout)) => Ok(Some(layout.inner().clone().into())),
        ("outer", Value::Layout(_)) => Ok(Some(of.clone())),
        ("offset", Value::Composed(layout)) => Ok(Some(Value::int(layout.offset().int()))),
        ("num_bits", Value::Swizzle(swizzle)) => Ok(Some(number(i64::from(swizzle.bits())))),
        ("num_base", Value::Swizzle(swizzle)) => Ok(Some(number(i64::from(swizzle.base())))),
        ("num_shift", Value::Swizzle(swizzle)) => Ok(Some(number(i64::from(swizzle.shift())))),
        ("type" | "value" | "ir_value", Value::Tuple(_) | Value::Layout(_)) => Ok(Some(of.clone())),
        // A copy by TMA, with the tensor that it counts by.
        ("atom" | "tma_tensor" | "smem_layout", Value::Made(_)) if items(of).is_some() => {
            let place = ["atom", "tma_tensor", "smem_layout"].iter().position(|part| *part == name);
            Ok(items(of).and_then(|all| all.into_iter().nth(place?)))
        }
        ("op", _) => Ok(match atom_value(of) {
            Some(AtomValue::Mma(_)) => Some(of.clone()),
            Some(AtomValue::TiledMma(mma)) => Some(AtomValue::Mma(mma.atom.clone()).into()),
            Some(AtomValue::MmaSlice(slice)) => Some(AtomValue::Mma(slice.mma.atom.clone()).into()),
            _ => None,
        }),
        ("a_dtype" | "b_dtype" | "acc_dtype" | "a_major_mode" | "b_major_mode", _) => Ok(match atom_value(of) {
            Some(AtomValue::Mma(atom)) => of_instruction(atom, name),
            _ => None,
        }),
        ("thr_id", _) => Ok(match atom_value(of) {
            Some(AtomValue::Mma(atom)) => Some(Value::Layout(atom.threads.clone())),
            Some(AtomValue::TiledMma(mma)) => Some(Value::Layout(mma.atom.threads.clone())),
            _ => None,
        }),
        ("shape_mnk", _) => Ok(match atom_value(of) {
            Some(AtomValue::Mma(atom)) => Some(Value::ints(&atom.shape)),
            Some(AtomValue::TiledMma(mma)) => Some(Value::ints(&mma.atom.shape)),
            Some(AtomValue::MmaSlice(slice)) => Some(Value::ints(&slice.mma.atom.shape)),
            _ => None,
        }),
        ("tiler_mn" | "tile_mn", _) => Ok(match atom_value(of) {
            Some(AtomValue::TiledCopy(copy)) => Some(tiler_value(&copy.tiler)),
            Some(AtomValue::CopySlice(slice)) => Some(tiler_value(&slice.copy.tiler)),
            _ => None,
        }),
        ("size", Value::Made(_)) => match atom_value(of) {
            Some(AtomValue::TiledCopy(copy)) => {
                let threads = copy.thread_values.at(&[0]).and_then(|threads| threads.size());
                Ok(threads.ok().map(Value::int))
            }
            _ => given(called::THR_SIZE),
        },
        ("thr_layout_vmnk", _) => given(called::GET_THR_LAYOUT_VMNK),
        ("tile_size_mnk", Value::Made(_)) => given("tile_shape"),
        // Those of the atom, and those of its tiles.
        ("tv_layout_A" | "tv_layout_B" | "tv_layout_C" | "permutation_mnk", _) => Ok(match atom_value(of) {
            Some(AtomValue::TiledMma(TiledMma { atom, permutation, .. }))
            | Some(AtomValue::MmaSlice(MmaSlice { mma: TiledMma { atom, permutation, .. }, .. })) => match name {
                "tv_layout_A" => Some(Value::Layout(atom.a.layout.clone())),
                "tv_layout_B" => Some(Value::Layout(atom.b.layout.clone())),
                "tv_layout_C" => Some(Value::Layout(atom.c.layout.clone())),
                _ => tuple(permutation.iter().map(tiler_value).collect()),
            },
            Some(AtomValue::Mma(atom)) => match name {
                "tv_layout_A" => Some(Value::Layout(atom.a.layout.clone())),
                "tv_layout_B" => Some(Value::Layout(atom.b.layout.clone())),
                "tv_layout_C" => Some(Value::Layout(atom.c.layout.clone())),
                _ => None,
            },
            _ => None,
        }),
        ("layout_src_tv" | "layout_dst_tv", _) => Ok(match atom_value(of) {
            Some(AtomValue::Copy(atom)) => Some(side(atom, name)),
            Some(AtomValue::TiledCopy(copy)) => Some(side(&copy.atom, name)),
            Some(AtomValue::CopySlice(slice)) => Some(side(&slice.copy.atom, name)),
            _ => None,
        }),
        ("tv_layout_A_tiled", _) => given(called::GET_LAYOUT_A_TV),
        ("tv_layout_B_tiled", _) => given(called::GET_LAYOUT_B_TV),
        ("tv_layout_C_tiled", _) => given(called::GET_LAYOUT_C_TV),
        ("layout_tv_tiled", _) => Ok(match atom_value(of) {
            Some(AtomValue::TiledCopy(copy)) => Some(Value::Layout(copy.thread_values.clone())),
            Some(AtomValue::CopySlice(slice)) => Some(Value::Layout(slice.copy.thread_values.clone())),
            _ => None,
        }),
        ("layout_src_tv_tiled", _) => given(called::GET_LAYOUT_S_TV),
        ("layout_dst_tv_tiled", _) => given(called::GET_LAYOUT_D_TV),
        ("is_static", _) => given(called::IS_STATIC),
        _ => Ok(None),
    }
}

/// Which thread of a copy has which element as which value.
fn side(atom: &crate::atom::tiled_copy::CopyAtom, name: &str) -> Value {
    Value::Layout(if name == "layout_src_tv" { atom.source.clone() } else { atom.destination.clone() })
}

/// Returns what a member of an instruction's class says: a type of elements, or how a factor lies.
fn of_instruction(atom: &MmaAtom, name: &str) -> Option<Value> {
    let element = |element: &str| construct::element(element).map(Value::Element);
    match name {
        "a_dtype" => element(atom.a.element.cpp),
        "b_dtype" => element(atom.b.element.cpp),
        "acc_dtype" => element(atom.d.cpp),
        _ => {
            // The majors stand in the name of the instruction, that of A first.
            let mut majors = atom.name.split([',', '<', '>']).filter(|word| word.contains("Major::"));
            let major = majors.nth(usize::from(name == "b_major_mode"))?;
            let word = if major.ends_with("::K") { "OperandMajorMode.K" } else { "OperandMajorMode.MN" };
            Some(AtomValue::Tag(word).into())
        }
    }
}

/// Arguments all of which have a value.
fn known(arguments: &[Value]) -> Vec<Option<Value>> {
    arguments.iter().cloned().map(Some).collect()
}
