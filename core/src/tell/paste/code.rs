//! The value of what only programs write: members, calls of what the program defines, casts, conditions.

use super::call::{self, Given, document, unknown};
use super::cpp::{algorithms, ask, effects, overload, packs, ranges};
use super::custom;
use super::defaults;
use super::document::{Constructor, Document, Field, Function, Language, Type};
use super::form;
use super::python::{callable, content, host, objects};
use super::rounds;
use super::settle::{slip_of, truth};
use super::user::User;
use crate::atom::tiled_mma::{MmaSlice, TiledMma};
use crate::atom::tma_copy::INSTRUCTIONS;
use crate::composed::AnyLayout;
use crate::int::{Int, Truth};
use crate::nested::Nested;
use crate::notebook::construct;
use crate::notebook::diagnostic::{Diagnostic, DiagnosticKind, RepairKind};
use crate::notebook::evaluate::{Evaluated, Frame, Scope, problem};
use crate::notebook::evaluation::Settings;
use crate::notebook::functions;
use crate::notebook::made::{AtomValue, atom_value, tiler_value};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::value::{Element, Item, Value};
use crate::notebook::vector;
use crate::notebook::written::{Program, Reason};
use crate::operations::{self, called};
use crate::swizzle::Offset;
use crate::tensor::{Engine, TypedPointer};

/// The value of what only programs write.
pub(crate) fn code(scope: &Scope<'_>, expression: &Expression) -> Evaluated<Value> {
    let span = expression.span;
    let ExpressionKind::Code(code) = &expression.kind else {
        return unknown(Reason::NotRead, None, span);
    };
    match &**code {
        Code::Conditional(condition, yes, no) => match truth(Some(&scope.value(condition)?)) {
            Some(true) => scope.value(yes),
            Some(false) => scope.value(no),
            None => unknown(Reason::AfterBranch, None, span),
        },
        Code::Member(of, name) => member_of(scope, &scope.value(of)?, name, span),
        Code::Invoke(call) => invoke(scope, call, span),
        Code::Construct(type_, arguments) => construct(scope, type_, arguments, span),
        Code::Lambda(number) => Ok(User::Function(*number, String::new()).into()),
        Code::Pointer(to) => match scope.value(to)? {
            Value::Element(element) => Ok(Value::Engine(Engine::Typed(element.into()))),
            value => Ok(value),
        },
        // `Params params = {a, b};`
        Code::Typed(type_, Expression { kind: ExpressionKind::Tuple(items), .. })
            if scope.value(type_).is_ok_and(|of| matches!(User::of(&of), Some(User::Object(..)))) =>
        {
            construct(scope, type_, items, span)
        }
        // `Stride stride = {};`
        Code::Typed(type_, Expression { kind: ExpressionKind::Tuple(items), .. })
            if items.is_empty() && document(scope).is_some_and(|document| document.language == Language::Cpp) =>
        {
            construct(scope, type_, &[], span)
        }
        // An object of a class of Python that nothing tells is one as the text makes it.
        Code::Typed(type_, value) if objects::is_class(type_) => scope.value(value).or_else(|_| scope.value(type_)),
        Code::Typed(type_, value) => match scope.value(value) {
            Ok(value) => typed(scope, type_, value, span),
            // A pointer's type says what counts of it here.
            Err(refused) => match &type_.kind {
                ExpressionKind::Code(code) if matches!(**code, Code::Pointer(_)) => scope.value(type_),
                _ => Err(refused),
            },
        },
        Code::With(of, path, value) => {
            let of = scope.value(of)?;
            let value = scope.value(value).ok().or_else(|| in_braces(scope, &of, path, value));
            match with(scope, &of, path, value, span) {
                Some(changed) => Ok(changed),
                None => unknown(Reason::OtherValue, None, span),
            }
        }
        // `*this`
        Code::Deref(Expression { kind: ExpressionKind::Name(name), .. })
            if name == "this" && document(scope).is_some_and(|document| document.language == Language::Cpp) =>
        {
            let this = scope.value_at(call::THIS).cloned();
            this.map_or_else(|| unknown(Reason::OtherValue, None, span), Ok)
        }
        Code::Deref(value) => match scope.value(value)? {
            Value::Engine(engine) => match engine.element() {
                Some(element) => Ok(Value::ints(&element)),
                None => unknown(Reason::Memory, None, span),
            },
            value => Ok(value),
        },
        Code::Deduced(from, is_pointee) => {
            let name = scope.evaluation().statements().get(*from).and_then(|from| Some(from.name.as_ref()?.0.as_str()));
            let Some(value) = scope.value_at(*from) else { return unknown(Reason::DependsOn, name, span) };
            match if *is_pointee { element_of(value) } else { Some(value.clone()) } {
                Some(value) => Ok(value),
                None => unknown(Reason::DependsOn, name, span),
            }
        }
        Code::Of(index) => {
            scope.rests_on(*index);
            scope.value_at(*index).cloned().map_or_else(|| unknown(Reason::DependsOn, None, span), Ok)
        }
        Code::Foreign => unknown(Reason::OtherValue, None, span),
    }
}

/// Number of names that stand for each other one by one.
const NAMES_LIMIT: usize = 8;

/// The type of elements that a number is declared with which nobody knows: `half_t alpha = half_t(1.0f);`.
pub(super) fn declared_of(scope: &Scope<'_>, statement: usize) -> Option<Value> {
    let (document, evaluation) = (document(scope)?, scope.evaluation());
    let mut at = statement;
    for _ in 0..NAMES_LIMIT {
        let site = document.roles.get(at).and_then(|role| role.site).unwrap_or(at);
        match &evaluation.statements().get(at)?.expression.kind {
            ExpressionKind::Name(name) => at = document.defining(name, site)?,
            ExpressionKind::Code(code) => {
                let (Code::Typed(of, _) | Code::Construct(of, _)) = &**code else { return None };
                let within = super::settle::scope(document, evaluation, at, None, scope.depth).paid_by(scope);
                let of = within.value(of).ok();
                scope.pay_for(&within);
                return of.filter(|of| matches!(of, Value::Element(_)));
            }
            _ => return None,
        }
    }
    None
}

/// The type of the elements that a pointer is to; its name is empty where nobody said it.
pub(super) fn element_at(pointer: &TypedPointer) -> Element {
    let named = pointer.type_name.and_then(construct::element).filter(|element| element.bits == pointer.bits);
    named.unwrap_or(Element { name: "", bits: pointer.bits })
}

/// The type of elements that a tensor or a pointer has.
pub(super) fn element_of(value: &Value) -> Option<Value> {
    match value {
        Value::Tensor(tensor) => element_of(&Value::Engine(tensor.engine.clone())),
        Value::Engine(Engine::Typed(pointer)) => Some(Value::Element(
            Some(element_at(pointer)).filter(|of| !of.name.is_empty()).or_else(|| of_bits(pointer.bits))?,
        )),
        Value::Engine(Engine::Counting(_)) => construct::element("int").map(Value::Element),
        Value::Element(_) => Some(value.clone()),
        _ => None,
    }
}

/// The type of elements of so many bits: of which only the size counts.
fn of_bits(bits: u32) -> Option<Element> {
    let name = match bits {
        64 => "double",
        32 => "float",
        16 => "half_t",
        8 => "int8_t",
        4 => "int4_t",
        1 => "uint1_t",
        128 => "uint128_t",
        _ => return None,
    };
    construct::element(name)
}

/// Returns what a value becomes under the name of a declared type.
pub(super) fn typed(scope: &Scope<'_>, type_: &Expression, value: Value, span: Span) -> Evaluated<Value> {
    // What a vector holds is no memory here.
    let is_list = matches!(value, Value::Tuple(_) | Value::Made(_)) && ranges::is_list_type(type_);
    if objects::is_class(type_) || is_list {
        return Ok(value);
    }
    // A type's arguments tell what kind it makes: `Layout` alone says nothing that the value does not.
    let Ok(of) = scope.value(type_) else { return Ok(value) };
    cast(&of, value, span)
}

fn cast(of: &Value, value: Value, span: Span) -> Evaluated<Value> {
    let changed = match of {
        Value::Element(element) if element.name == "bool" => construct::as_truth(&value),
        Value::Element(element) if construct::is_integral(*element) => {
            construct::as_integer(&value).map(|value| within_bits(*element, value))
        }
        Value::Element(_) => None,
        // The first of elements that are known, which are followed as a list.
        Value::Engine(Engine::Typed(_)) if matches!(&value, Value::Tuple(Nested::Tuple(of)) if !of.is_empty()) => {
            Some(value)
        }
        Value::Engine(Engine::Typed(to)) => match &value {
            Value::Engine(_) | Value::Tuple(Nested::Leaf(_)) => construct::as_pointer(&value, element_at(to)),
            _ => Some(Value::Engine(Engine::Typed(element_at(to).into()))),
        },
        Value::Made(_) if host::is_parameter(of) => host::passed(value),
        Value::Made(_) if let Some(User::Object(class, ..)) = User::of(of) => match User::of(&value) {
            Some(User::Object(number, ..)) if number == class => Some(value),
            _ if matches!(value, Value::Tuple(_)) => None,
            _ => Some(of.clone()),
        },
        Value::Made(_) if User::of(of).is_some() => Some(of.clone()),
        // `Int<4> x = …`, `Shape<_4,int> s = …`: the type says what is static.
        Value::Tuple(_) if of.as_int().is_some_and(Int::is_static) && value.as_int().is_some() => Some(of.clone()),
        Value::Tuple(_) if of.as_int().is_some() => construct::as_integer(&value),
        // `Shape<int,_4> s = make_shape(_8{}, _4{});`: the type says what is static.
        Value::Tuple(of @ Nested::Tuple(_)) if let Value::Tuple(value) = &value => {
            Some(Value::Tuple(fitted(of, value)))
        }
        _ => Some(value),
    };
    match changed {
        Some(value) => Ok(value),
        None => unknown(Reason::OtherValue, None, span),
    }
}

/// A tuple as a type has it: integers that it knows, and others known only at run time.
fn fitted(of: &Nested<Item>, value: &Nested<Item>) -> Nested<Item> {
    match (of, value) {
        (Nested::Leaf(Item::Int(of)), Nested::Leaf(Item::Int(int))) => {
            Nested::Leaf(Item::Int(if of.is_static() { *of } else { Int::dynamic(int.value()) }))
        }
        (Nested::Tuple(modes), Nested::Tuple(values)) if modes.len() == values.len() => {
            Nested::Tuple(modes.iter().zip(values).map(|(of, value)| fitted(of, value)).collect())
        }
        // `{}` is what the type begins as.
        (Nested::Leaf(Item::Int(_)), Nested::Tuple(values)) if values.is_empty() => of.clone(),
        _ => value.clone(),
    }
}

/// An integer as so many bits hold it.
fn within_bits(element: Element, value: Value) -> Value {
    let Some(number) = value.as_int().map(Int::value).filter(|_| (1..64).contains(&element.bits)) else { return value };
    let span = 1_i64 << element.bits;
    let is_unsigned = element.name.starts_with('u');
    let low = number.rem_euclid(span);
    let held = if is_unsigned || low < span / 2 { low } else { low - span };
    Value::int(Int::dynamic(held))
}

/// An object of the class that a member has, where it is given in braces: `args.mainloop = {ptr, stride};`.
fn in_braces(scope: &Scope<'_>, of: &Value, path: &[String], value: &Expression) -> Option<Value> {
    let ExpressionKind::Code(code) = &value.kind else { return None };
    let Code::Of(given) = **code else { return None };
    let ExpressionKind::Tuple(items) = &scope.evaluation().statements().get(given)?.expression.kind else {
        return None;
    };
    let member =
        path.iter().try_fold(of.clone(), |of, name| call::member(scope, User::of(&of)?, name, value.span).ok());
    made(scope, User::of(&member?)?, items)
}

/// Reports whether an expression makes an object: `Kernel{}`.
fn is_made(of: &Expression) -> bool {
    matches!(&of.kind, ExpressionKind::Code(code) if matches!(**code, Code::Construct(..)))
}

fn construct(scope: &Scope<'_>, type_: &Expression, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    if let ExpressionKind::Code(code) = &type_.kind
        && let Code::Invoke(call) = &**code
        && call.name == "array"
        && document(scope).is_some_and(|document| document.type_named("array").is_none())
    {
        return array(scope, call, arguments, span);
    }
    // `tuple{m, n}`: its type is that of what it holds.
    if let ExpressionKind::Name(name) = &type_.kind
        && matches!(name.as_str(), "tuple" | "pair" | "array")
        && !arguments.is_empty()
        && document(scope).is_some_and(|document| document.type_named(name).is_none())
    {
        let values = arguments.iter().map(|argument| scope.value(argument)).collect::<Evaluated<Vec<_>>>()?;
        return match values.as_slice() {
            [only @ Value::Tuple(Nested::Tuple(_))] => Ok(only.clone()),
            _ => match values.into_iter().map(Value::into_mode).collect::<Result<Vec<_>, _>>() {
                Ok(modes) => Ok(Value::Tuple(Nested::Tuple(modes))),
                Err(_) => unknown(Reason::OtherValue, None, span),
            },
        };
    }
    let of = scope.value(type_)?;
    // `Grid{4, 8}()`: an object is called.
    if let Some(user @ User::Object(class, _, _, held)) = User::of(&of)
        && (!held.is_empty() || is_made(type_))
        && let Some(document) = document(scope).filter(|document| document.language == Language::Cpp)
        && let Some(number) = method_of(document, *class, "operator()")
    {
        let arguments = arguments.iter().map(|argument| scope.value(argument).ok()).collect::<Vec<_>>();
        return call::call(scope, number, &Given { template: &[], arguments: &arguments, this: Some(user) }, span);
    }
    if let Some(function) = algorithms::Function::object(&of).filter(|_| !arguments.is_empty()) {
        let arguments = arguments.iter().map(|argument| scope.value(argument)).collect::<Evaluated<Vec<_>>>()?;
        return function.call(scope, arguments, span);
    }
    if let Some(made) = User::of(&of).and_then(|of| made(scope, of, arguments)) {
        return Ok(made);
    }
    match arguments {
        // `[&] {…}()`
        [] if matches!(User::of(&of), Some(User::Function(_, name)) if name.is_empty())
            || matches!(User::of(&of), Some(User::Closure(..))) =>
        {
            let Some(callee) = User::of(&of) else { return Ok(of) };
            call::of(scope, callee, &Given { template: &[], arguments: &[], this: None }, span)
        }
        [] => Ok(match of {
            Value::Element(element) if construct::is_integral(element) => Value::int(Int::dynamic(0)),
            Value::Element(element) if element.name == "bool" => Value::Truth(Truth { value: false, is_static: false }),
            of => of,
        }),
        [only] => match User::of(&of) {
            Some(callee @ (User::Function(..) | User::Closure(..))) => {
                let arguments = [scope.value(only).ok()];
                call::of(scope, callee, &Given { template: &[], arguments: &arguments, this: None }, span)
            }
            Some(_) => Ok(of),
            None if matches!(of, Value::Layout(_) | Value::Composed(_) | Value::Tensor(_)) => {
                scope.apply(of, type_.span, arguments, span)
            }
            None => match scope.value(only) {
                // `tuple<int>{42}`: the value is its only mode.
                Ok(value @ Value::Tuple(Nested::Leaf(_)))
                    if let Value::Tuple(Nested::Tuple(modes)) = &of
                        && let [mode] = modes.as_slice() =>
                {
                    match cast(&Value::of_mode(mode.clone()), value, span)? {
                        Value::Tuple(mode) => Ok(Value::Tuple(Nested::Tuple(vec![mode]))),
                        _ => unknown(Reason::OtherValue, None, span),
                    }
                }
                Ok(value) => cast(&of, value, span),
                // Memory is memory whatever stands in it: `device_vector<T> d(h)`.
                Err(_) if matches!(of, Value::Engine(_)) => Ok(of),
                Err(refused) => Err(refused),
            },
        },
        _ => match &of {
            Value::Made(_) if User::of(&of).is_some_and(|user| user.callee().is_some()) => {
                let Some(callee) = User::of(&of) else { return Ok(of) };
                let arguments = arguments.iter().map(|argument| scope.value(argument).ok()).collect::<Vec<_>>();
                call::of(scope, callee, &Given { template: &[], arguments: &arguments, this: None }, span)
            }
            Value::Layout(_) | Value::Composed(_) | Value::Tensor(_) => scope.apply(of, type_.span, arguments, span),
            // `tuple<int,_4>(3, {})`
            Value::Tuple(Nested::Tuple(modes)) if modes.len() == arguments.len() => {
                let mut items = Vec::with_capacity(modes.len());
                for (mode, argument) in modes.iter().zip(arguments) {
                    let type_ = Value::of_mode(mode.clone());
                    let is_empty = matches!(&argument.kind, ExpressionKind::Tuple(items) if items.is_empty());
                    let value = if is_empty { type_ } else { cast(&type_, scope.value(argument)?, span)? };
                    match value {
                        Value::Tuple(item) => items.push(item),
                        _ => return unknown(Reason::OtherValue, None, span),
                    }
                }
                scope.made(Value::Tuple(Nested::Tuple(items)), span)
            }
            _ => Ok(of),
        },
    }
}

/// An object of a class that is made of values: `Params params(a, b);`. A constructor says which members they begin, else
/// they are those of its members in order; both tell template arguments that are not said.
fn made(scope: &Scope<'_>, of: &User, arguments: &[Expression]) -> Option<Value> {
    let User::Object(number, name, template, _) = of else { return None };
    let document = document(scope)?;
    let found = document.types.get(*number)?;
    let accepts = |constructor: &&Constructor| match constructor.function.and_then(|of| document.functions.get(of)) {
        Some(function) => function.accepts(arguments.len()),
        None => constructor.told.len() == arguments.len(),
    };
    let fitting = found.constructors.iter().filter(accepts).collect::<Vec<_>>();
    if arguments.is_empty() && fitting.iter().all(|constructor| constructor.function.is_none()) {
        return None;
    }
    let constructor = match fitting.as_slice() {
        [] => None,
        [only] => Some(*only),
        several => {
            let numbers = several.iter().filter_map(|constructor| constructor.function).collect();
            let values = arguments.iter().map(|argument| scope.value(argument).ok()).collect::<Vec<_>>();
            let chosen = chosen(document, numbers, &values);
            let is_chosen = |constructor: &&&Constructor| match constructor.function {
                Some(of) => chosen.first() == Some(&of),
                None => chosen.is_empty(),
            };
            several.iter().find(is_chosen).copied()
        }
    };
    let members = match constructor {
        Some(constructor) => {
            let member = |(name, place): &(String, usize)| Some((document.member(found, name)?, *place));
            constructor.members.iter().filter_map(member).collect::<Vec<_>>()
        }
        None if found.constructors.is_empty() && found.bases.is_empty() && arguments.len() <= found.fields.len() => {
            found.fields.iter().map(|field| field.statement).zip(0..arguments.len()).collect()
        }
        None => return None,
    };
    let members = members.into_iter().filter_map(|(member, place)| Some((member, arguments.get(place)?)));
    let members = match named(document, found, arguments) {
        Some(named) => named,
        None => members.collect(),
    };
    let value = |place: usize| scope.value(arguments.get(place)?).ok();
    let of_template = |place: usize| match constructor {
        Some(constructor) => value(constructor.told.iter().position(|told| *told == Some(place))?),
        None => {
            let template = found.templates.get(place)?;
            let is_of = |field: &Field| match &field.of.as_ref()?.kind {
                ExpressionKind::Name(name) => Some(document.defining(name, field.statement)? == *template),
                _ => None,
            };
            value(found.fields.iter().position(|field| is_of(field) == Some(true))?)
        }
    };
    let template = match template.is_empty() {
        true => (0..found.templates.len()).map_while(of_template).collect(),
        false => template.clone(),
    };
    if let Some(function) = constructor.and_then(|constructor| constructor.function) {
        let begun = User::object(*number, name.clone(), template.clone());
        let values = arguments.iter().map(|argument| scope.value(argument).ok()).collect::<Vec<_>>();
        let given = Given { template: &[], arguments: &values, this: Some(&begun) };
        let span = arguments.first().map_or(Span::default(), |first| first.span);
        return Some(match effects::left_by(scope, function, &given, &begun.clone().into(), span) {
            Ok(made) => made,
            Err(_) => {
                let fields = found.fields.iter().map(|field| (field.statement, None));
                User::Object(*number, name.clone(), template, fields.collect()).into()
            }
        });
    }
    let held = members.into_iter().map(|(member, argument)| (member, held(scope, document, found, member, argument)));
    Some(User::Object(*number, name.clone(), template, held.collect()).into())
}

/// Members of a class and what they are given by name: `{.m = 4, .n = 8}`.
fn named<'a>(document: &Document, of: &Type, arguments: &'a [Expression]) -> Option<Vec<(usize, &'a Expression)>> {
    let member = |argument: &'a Expression| match &argument.kind {
        ExpressionKind::Named(name, _, value) => Some((document.member(of, name)?, &**value)),
        _ => None,
    };
    arguments.iter().map(member).collect()
}

/// The value that a member holds which is made of an argument: braces make an object of its class.
fn held(scope: &Scope<'_>, document: &Document, of: &Type, member: usize, argument: &Expression) -> Option<Value> {
    if let ExpressionKind::Tuple(items) = &argument.kind
        && let Some(class) = of.fields.iter().find(|field| field.statement == member).and_then(|of| of.of.as_ref())
    {
        let frame = Frame::new();
        let within = call::inner(scope, document, member, &frame);
        let class = within.value(class);
        scope.pay_for(&within);
        if let Ok(class) = class
            && let Some(user @ User::Object(..)) = User::of(&class)
        {
            return made(scope, user, items).or(Some(class));
        }
    }
    scope.value(argument).ok()
}

/// An object with another value of a member, which may lie within what it holds; `None` of what has no such member.
pub(super) fn with(scope: &Scope<'_>, of: &Value, path: &[String], value: Option<Value>, span: Span) -> Option<Value> {
    let Some((first, rest)) = path.split_first() else { return value };
    // Modes by their numbers; `dim3` is a tuple here.
    if let Value::Tuple(Nested::Tuple(modes)) = of {
        let letter = || {
            let is_pair = |name: &&str| *name == first;
            ["x", "y", "z"].iter().position(is_pair).or_else(|| ["first", "second"].iter().position(is_pair))
        };
        let place = match first.strip_prefix('#') {
            Some(index) => usize::try_from(scope.value_at(index.parse().ok()?)?.as_int()?.value()).ok()?,
            None => first.parse().ok().or_else(letter)?,
        };
        let mode = Value::Tuple(modes.get(place)?.clone());
        let value = with(scope, &mode, rest, value, span)?;
        let mode = match value {
            Value::Tuple(Nested::Leaf(Item::Int(int))) => Nested::Leaf(Item::Int(Int::dynamic(int.value()))),
            Value::Tuple(mode) => mode,
            _ => return None,
        };
        let mut modes = modes.clone();
        *modes.get_mut(place)? = mode;
        return Some(Value::Tuple(Nested::Tuple(modes)));
    }
    // An element of a list of objects.
    if let (Some(index), Some(mut all)) =
        (first.strip_prefix('#'), super::python::runtime::items(of).filter(|_| matches!(of, Value::Made(_))))
    {
        let place = usize::try_from(scope.value_at(index.parse().ok()?)?.as_int()?.value()).ok()?;
        let element = with(scope, all.get(place)?, rest, value, span)?;
        *all.get_mut(place)? = element;
        return super::python::runtime::tuple(all);
    }
    let user = User::of(of)?;
    let User::Object(number, name, template, held) = user else { return None };
    let document = document(scope)?;
    if document.language == Language::Python {
        return rest.is_empty().then(|| objects::with(scope, user, first, value)).flatten().map(Value::from);
    }
    let of_class = |class: usize| document.member(document.types.get(class)?, first);
    let own = of_class(*number).filter(|member| !is_inherited(scope, *member));
    let base = || call::base(scope, user, |class| class != *number && of_class(class).is_some())?.class();
    let member = match own {
        Some(member) => member,
        None => of_class(base()?)?,
    };
    let value = match rest {
        [] => value,
        _ => call::member(scope, user, first, span).ok().and_then(|inner| with(scope, &inner, rest, value, span)),
    };
    let others = held.iter().filter(|(other, _)| *other != member).cloned();
    let held = others.chain([(member, value)]).collect();
    Some(User::Object(*number, name.clone(), template.clone(), held).into())
}

/// Number of elements of an array that are followed.
pub(super) const ARRAY_LIMIT: i64 = 1024;

/// Reports whether a member is one of a class that its class is derived from.
fn is_inherited(scope: &Scope<'_>, member: usize) -> bool {
    let made = scope.evaluation().statements().get(member).map(|found| &found.expression.kind);
    matches!(made, Some(ExpressionKind::Code(code)) if matches!(&**code, Code::Invoke(call) if call.name == call::INHERITED))
}

/// `array<int,2>{4, 8}`: a tuple of integers.
pub(super) fn array(scope: &Scope<'_>, call: &Call, arguments: &[Expression], span: Span) -> Evaluated<Value> {
    let count = call.template.get(1).map(|count| scope.value(count)).transpose()?.and_then(|count| count.as_int());
    let is_empty = count.is_some_and(|count| count.value() == 0);
    if arguments.is_empty() && !is_empty {
        return call.template.first().map_or_else(
            || unknown(Reason::NotRead, Some(&call.name), span),
            |element| match (scope.value(element)?, count.map(Int::value)) {
                // Of integers it is a tuple, of other elements memory.
                (Value::Element(element), Some(count @ 0..=ARRAY_LIMIT)) if element.name == "int" => {
                    let zero = || Nested::Leaf(Item::Int(Int::dynamic(0)));
                    Ok(Value::Tuple(Nested::Tuple((0..count).map(|_| zero()).collect())))
                }
                (Value::Tuple(mode @ Nested::Tuple(_)), Some(count @ 0..=ARRAY_LIMIT)) => {
                    scope.spend(count.unsigned_abs() * mode.leaf_count() as u64, span)?;
                    Ok(Value::Tuple(Nested::Tuple((0..count).map(|_| mode.clone()).collect())))
                }
                (Value::Element(element), _) => Ok(Value::Engine(Engine::Typed(element.into()))),
                (value, _) => Ok(value),
            },
        );
    }
    let mut modes = Vec::with_capacity(arguments.len());
    // `array<int,3>{{1, 2, 3}}`
    let arguments = match arguments {
        [Expression { kind: ExpressionKind::Tuple(items), .. }] => items,
        _ => arguments,
    };
    let element = call.template.first().and_then(|element| scope.value(element).ok());
    let element = element.filter(|element| matches!(element, Value::Tuple(Nested::Tuple(_))));
    for argument in arguments {
        match (scope.value(argument)?, &element) {
            (value, Some(of)) => match cast(of, value, span)? {
                Value::Tuple(mode) => modes.push(mode),
                _ => return unknown(Reason::OtherValue, Some(&call.name), span),
            },
            (value, None) => match value.as_int() {
                Some(int) => modes.push(Nested::Leaf(Item::Int(Int::dynamic(int.value())))),
                None => return unknown(Reason::OtherValue, Some(&call.name), span),
            },
        }
    }
    // The rest begins as zero.
    let rest = count.map_or(0, |count| count.value().clamp(0, ARRAY_LIMIT)) as usize;
    let filler = match element {
        Some(Value::Tuple(mode)) => mode,
        _ => Nested::Leaf(Item::Int(Int::dynamic(0))),
    };
    scope.spend(rest as u64, span)?;
    modes.resize(modes.len().max(rest), filler);
    scope.made(Value::Tuple(Nested::Tuple(modes)), span)
}

/// A member of a value.
pub(super) fn member_of(scope: &Scope<'_>, of: &Value, name: &str, span: Span) -> Evaluated<Value> {
    if let Some(tensor) = host::tensor_of(of) {
        return host::member(tensor, name).map_or_else(|| unknown(Reason::OtherValue, Some(name), span), Ok);
    }
    // Items of Python's list, as `atom` and `tma_tensor` name it.
    if (super::python::runtime::items(of).is_some() || super::python::runtime::pairs(of).is_some())
        && User::of(of).is_some()
        && let Some(value) = python_member(scope, of, name, span)?
    {
        return Ok(value);
    }
    if let Some(user) = User::of(of) {
        return call::member(scope, user, name, span);
    }
    if let Some(member) = atom_member(of, name) {
        return Ok(member);
    }
    if let Some(value) = python_member(scope, of, name, span)? {
        return Ok(value);
    }
    match (name, of) {
        ("value", Value::Tuple(_)) => {
            let known = |int: Int| if scope.plain_is_static { int } else { Int::dynamic(int.value()) };
            let int = of.as_int().map(|int| Value::int(known(int)));
            int.map_or_else(|| unknown(Reason::NotRead, Some(name), span), Ok)
        }
        ("value", Value::Truth(truth)) => {
            Ok(Value::Truth(Truth { is_static: truth.is_static && scope.plain_is_static, ..*truth }))
        }
        ("first" | "second", Value::Tuple(Nested::Tuple(items))) if items.len() == 2 => {
            let item = items.get(usize::from(name == "second")).cloned().map(Value::of_mode);
            item.map_or_else(|| unknown(Reason::NotRead, Some(name), span), Ok)
        }
        // `ThreadblockShape::kM`: extents of CUTLASS's shapes, and their products.
        (name, Value::Tuple(Nested::Tuple(items))) if name.starts_with('k') && extents(name, items).is_some() => {
            let known = |int: Int| if scope.plain_is_static { int } else { Int::dynamic(int.value()) };
            extents(name, items)
                .map_or_else(|| unknown(Reason::NotRead, Some(name), span), |of| Ok(Value::int(known(of))))
        }
        // A number where a `dim3` is wanted, as a launch takes it.
        ("x" | "y" | "z", Value::Tuple(Nested::Leaf(Item::Int(int)))) => {
            Ok(Value::int(Int::dynamic(if name == "x" { int.value() } else { 1 })))
        }
        // `dim3` and `uint2` are tuples here.
        ("x" | "y" | "z", Value::Tuple(Nested::Tuple(items))) => {
            let place = ["x", "y", "z"].iter().position(|one| *one == name).unwrap_or_default();
            let item = items.get(place).cloned().map(Value::Tuple);
            item.map_or_else(|| unknown(Reason::NotRead, Some(name), span), Ok)
        }
        ("type" | "value" | "layout_type" | "engine_type" | "iterator" | "data", _) if name == "type" => Ok(of.clone()),
        ("value_type" | "element_type" | "value_type_t", _) => {
            element_of(of).map_or_else(|| unknown(Reason::NotRead, Some(name), span), Ok)
        }
        _ => {
            let function = builtin_member(name);
            if operations::find(function).is_none() {
                return unknown(Reason::Elsewhere, Some(name), span);
            }
            given(scope, function, &[], vec![of.clone()], span)
        }
    }
}

/// What CUTLASS's coordinates answer, `coord.m()`; `None` of any other name.
fn of_coordinate(name: &str, items: &[Nested<Item>]) -> Option<Value> {
    let place = match (name, items.len()) {
        ("m", 3..=4) | ("row" | "contiguous", 2) => 0,
        ("n", 3..=4) | ("column" | "strided", 2) => 1,
        ("k", 3..=4) => 2,
        ("batch", 4) => 3,
        ("product", _) => {
            let numbers = items.iter().map(|item| Value::of_mode(item.clone()).as_int()).collect::<Option<Vec<_>>>()?;
            let product = numbers.into_iter().try_fold(1_i64, |product, one| product.checked_mul(one.value()))?;
            return Some(Value::int(Int::dynamic(product)));
        }
        _ => return None,
    };
    items.get(place).cloned().map(Value::of_mode)
}

/// Extents of a shape of CUTLASS by their letters, `kM`, `kMN`, `kCount`; `None` of what is none.
fn extents(name: &str, items: &[Nested<Item>]) -> Option<Int> {
    let number = |place: usize| Value::of_mode(items.get(place)?.clone()).as_int().filter(|int| int.is_static());
    let product = |places: &[usize]| {
        let numbers = places.iter().map(|place| Some(number(*place)?.value())).collect::<Option<Vec<_>>>()?;
        numbers.into_iter().try_fold(1_i64, i64::checked_mul).map(Int::constant)
    };
    match (name, items.len()) {
        ("kRow", 2) => number(0),
        ("kColumn", 2) => number(1),
        ("kCount", 2 | 3) => product(&(0..items.len()).collect::<Vec<_>>()),
        (_, 3) => {
            let places =
                name.strip_prefix('k')?.chars().map(|letter| "MNK".find(letter)).collect::<Option<Vec<_>>>()?;
            (!places.is_empty()).then(|| product(&places)).flatten()
        }
        _ => None,
    }
}

/// Returns what the classes of atoms say of themselves.
fn atom_member(of: &Value, name: &str) -> Option<Value> {
    let Value::Made(made) = of else { return None };
    let operand = |operand: &crate::atom::Operand| Some(Value::Element(construct::element(operand.element.cpp)?));
    match made.as_kind::<AtomValue>()? {
        AtomValue::MmaSlice(slice) if name == "thr_vmnk_" => Some(Value::ints(&slice.place)),
        AtomValue::CopySlice(slice) if name == "thr_idx_" => Some(Value::int(slice.thread)),
        // What `Copy_Traits` of an instruction says, in bits.
        AtomValue::Operation(operation) => Some(Value::Layout(match name {
            "ThrID" => operation.threads.clone(),
            "SrcLayout" => operation.source.clone(),
            "DstLayout" => operation.destination.clone(),
            "RefLayout" => operation.reference.clone(),
            _ => return None,
        })),
        AtomValue::TiledMma(TiledMma { atom, threads, .. })
        | AtomValue::MmaSlice(MmaSlice { mma: TiledMma { atom, threads, .. }, .. }) => match name {
            "AtomThrID" | "ThrID" => Some(Value::Layout(atom.threads.clone())),
            "ThrLayoutVMNK" => Some(Value::Layout(threads.clone())),
            "AtomLayoutA_TV" => Some(Value::Layout(atom.a.layout.clone())),
            "AtomLayoutB_TV" => Some(Value::Layout(atom.b.layout.clone())),
            "AtomLayoutC_TV" => Some(Value::Layout(atom.c.layout.clone())),
            "AtomShape_MNK" | "Shape_MNK" => Some(Value::ints(&atom.shape)),
            "ValTypeA" | "FrgTypeA" => operand(&atom.a),
            "ValTypeB" | "FrgTypeB" => operand(&atom.b),
            "ValTypeC" | "FrgTypeC" => operand(&atom.c),
            _ => None,
        },
        AtomValue::Mma(atom) => match name {
            "ThrID" => Some(Value::Layout(atom.threads.clone())),
            "Shape_MNK" => Some(Value::ints(&atom.shape)),
            "ALayout" | "LayoutA_TV" => Some(Value::Layout(atom.a.layout.clone())),
            "BLayout" | "LayoutB_TV" => Some(Value::Layout(atom.b.layout.clone())),
            "CLayout" | "LayoutC_TV" => Some(Value::Layout(atom.c.layout.clone())),
            "ValTypeA" => operand(&atom.a),
            "ValTypeB" => operand(&atom.b),
            "ValTypeC" => operand(&atom.c),
            _ => None,
        },
        AtomValue::TiledCopy(copy) => match name {
            "TiledLayout_TV" => Some(Value::Layout(copy.thread_values.clone())),
            "TiledNumThr" => copy.thread_values.at(&[0]).ok()?.size().ok().map(Value::int),
            "TiledNumVal" => copy.thread_values.at(&[1]).ok()?.size().ok().map(Value::int),
            "Tiler_MN" => Some(tiler_value(&copy.tiler)),
            "AtomNumThr" => copy.atom.reference.at(&[0]).ok()?.size().ok().map(Value::int),
            "AtomNumVal" => copy.atom.reference.at(&[1]).ok()?.size().ok().map(Value::int),
            "AtomThrID" => Some(Value::Layout(copy.atom.operation.threads.clone())),
            "AtomLayoutSrc" => Some(Value::Layout(copy.atom.source.clone())),
            "AtomLayoutDst" => Some(Value::Layout(copy.atom.destination.clone())),
            "AtomLayoutRef" => Some(Value::Layout(copy.atom.reference.clone())),
            "ValType" => construct::element(copy.atom.element).map(Value::Element),
            _ => None,
        },
        AtomValue::Copy(atom) => match name {
            "ValType" => construct::element(atom.element).map(Value::Element),
            "ValLayoutSrc" => Some(Value::Layout(atom.source.clone())),
            "ValLayoutDst" => Some(Value::Layout(atom.destination.clone())),
            "ValLayoutRef" => Some(Value::Layout(atom.reference.clone())),
            "ThrID" => Some(Value::Layout(atom.operation.threads.clone())),
            "NumValSrc" => atom.source.at(&[1]).ok()?.size().ok().map(Value::int),
            "NumValDst" => atom.destination.at(&[1]).ok()?.size().ok().map(Value::int),
            _ => None,
        },
        _ => None,
    }
}

/// A member as Python calls it, in a program of Python.
fn python_member(scope: &Scope<'_>, of: &Value, name: &str, span: Span) -> Evaluated<Option<Value>> {
    match document(scope) {
        Some(found) if found.language == Language::Python => super::python::runtime::member(scope, of, name, span),
        _ => Ok(None),
    }
}

/// Returns what a member of CuTe's own classes is called as a function.
fn builtin_member(name: &str) -> &str {
    match name {
        "layout_type" | "LayoutType" => "layout",
        name => name,
    }
}

/// The value of a function of the notebook for values.
pub(super) fn given(
    scope: &Scope<'_>,
    name: &str,
    template: &[Value],
    values: Vec<Value>,
    span: Span,
) -> Evaluated<Value> {
    let Some(function) = operations::find(name) else { return unknown(Reason::NotRead, Some(name), span) };
    let arguments = functions::Arguments { template: template.to_vec(), values };
    let answer = function.call(&arguments, &mut crate::steps::Trace::silent());
    match answer {
        Ok(value) => scope.made(value, span),
        Err(functions::Problem::Algebra(error)) => Err(problem(DiagnosticKind::Algebra(error), span)),
        Err(functions::Problem::Loading) => Err(problem(DiagnosticKind::Loading, span)),
        Err(functions::Problem::AssertionFailed) => Err(problem(DiagnosticKind::AssertionFailed, span)),
        Err(_) => unknown(Reason::NotRead, Some(name), span),
    }
}

/// A value at a coordinate. A slice of memory has the same layout wherever it begins, which may be known when the program
/// runs: after a loop.
fn sliced(scope: &Scope<'_>, value: Value, call: &Call, span: Span) -> Evaluated<Value> {
    let is_slice = call.arguments.iter().any(|argument| argument.kind == ExpressionKind::Underscore);
    let is_memory = |value: &Value| {
        matches!(value, Value::Tensor(tensor)
            if matches!(tensor.engine, Engine::Typed(_)) && matches!(tensor.layout, AnyLayout::Plain(_)))
    };
    if !is_slice || !is_memory(&value) {
        return scope.apply(value, call.name_span, &call.arguments, span);
    }
    let placed = call.arguments.iter().map(|argument| match argument.kind {
        ExpressionKind::Name(_) if scope.value(argument).is_err() => {
            Expression { kind: ExpressionKind::Int { value: 0, is_static: false }, span: argument.span }
        }
        _ => argument.clone(),
    });
    scope.apply(value, call.name_span, &placed.collect::<Vec<_>>(), span)
}

/// Number of functions of one name among which a call chooses.
const OVERLOADS_LIMIT: usize = 32;

/// The functions that arguments fit best, of several with one name; none where that depends on what is not known.
fn chosen(document: &Document, own: Vec<usize>, arguments: &[Option<Value>]) -> Vec<usize> {
    if own.len() < 2 {
        return own;
    }
    let found = |number: usize| document.functions.get(number);
    let fits = own.iter().filter_map(|number| Some((*number, overload::fit(document, found(*number)?, arguments)?)));
    let fits = fits.collect::<Vec<_>>();
    let Some(most) = fits.iter().map(|(_, fit)| *fit).max() else { return own };
    let best = fits.into_iter().filter(|(_, fit)| *fit == most).map(|(number, _)| number).collect::<Vec<_>>();
    let is_demanding = |number: &usize| found(*number).is_some_and(|function| function.is_constrained);
    if best.len() > 1 && best.iter().any(is_demanding) {
        return Vec::new();
    }
    let is_open = best.first().and_then(|first| found(*first)).is_some_and(|first| {
        best.iter().skip(1).filter_map(|number| found(*number)).any(|other| overload::is_open(first, other, arguments))
    });
    if is_open { Vec::new() } else { best }
}

/// The method of a class of C++, of this class itself.
pub(super) fn method_of(document: &Document, class: usize, name: &str) -> Option<usize> {
    let mut all = document.functions_named(name).rev();
    all.find(|(_, function)| function.owner == Some(class)).map(|(number, _)| number)
}

/// One of several names that an object or a tuple is given to: what is given, and the place.
pub(super) const BINDING: &str = "& binding";

/// What a `dim3` is that is given a value: itself, or a number along x.
pub(super) const VECTOR: &str = "& vector";

/// What stands at an address: a pointer, or else the one that is said, if one is: of a table of pointers what nobody knows.
pub(super) const ENTRY: &str = "& entry";

/// A function of a text of C++ that is given by its name.
fn function_called(scope: &Scope<'_>, of: &Expression) -> Option<Value> {
    let ExpressionKind::Name(name) = &of.kind else { return None };
    let document = document(scope).filter(|document| document.language == Language::Cpp)?;
    let mut all = document.functions_named(name).filter(|(_, function)| function.owner.is_none());
    let (number, _) = all.next()?;
    (all.next().is_none() && scope.find(name).is_none()).then(|| User::Function(number, String::new()).into())
}

/// A number that a program holds of itself.
fn place_of(of: &Expression) -> Option<usize> {
    match of.kind {
        ExpressionKind::Int { value, .. } => usize::try_from(value).ok(),
        _ => None,
    }
}

/// The value of a call of what the program defines, or of what nobody knows.
fn invoke(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Value> {
    if let Some(value) = super::python::runtime::value(scope, call, span)? {
        return Ok(value);
    }
    let values = |items: &[Expression]| items.iter().map(|item| scope.value(item)).collect::<Evaluated<Vec<_>>>();
    // The value of an argument may not matter for the answer.
    let known = |items: &[Expression]| {
        let value = |item: &Expression| scope.value(item).ok().or_else(|| function_called(scope, item));
        items.iter().map(value).collect::<Vec<_>>()
    };
    let Some(document) = document(scope) else { return scope.call(call, span) };
    if call.name == overload::TOLD {
        let [of, Expression { kind: ExpressionKind::Int { value: place, .. }, .. }] = call.arguments.as_slice() else {
            return unknown(Reason::NotRead, None, span);
        };
        let told = usize::try_from(*place).ok().and_then(|place| overload::told(&scope.value(of).ok()?, place));
        return told.map_or_else(|| unknown(Reason::DependsOn, None, span), Ok);
    }
    if let Some(value) = packs::value(scope, call, span) {
        return value;
    }
    match call.name.as_str() {
        effects::AFTER => return effects::after(scope, &call.arguments, span),
        effects::METHOD => return effects::left(scope, &call.arguments, span),
        effects::EACH => return effects::each(scope, &call.arguments, span),
        rounds::LOOP => {
            let number = call.arguments.first().and_then(place_of).unwrap_or(usize::MAX);
            return rounds::run(scope, document, number, span);
        }
        call::INHERITED => {
            let [Expression { kind: ExpressionKind::Text(name), .. }] = call.arguments.as_slice() else {
                return unknown(Reason::NotRead, None, span);
            };
            let this = scope.value_at(call::THIS).and_then(User::of);
            let base = this.and_then(|this| {
                let has = |number: usize| {
                    Some(number) != this.class()
                        && document.types.get(number).is_some_and(|found| document.member(found, name).is_some())
                };
                call::base(scope, this, has)
            });
            return match base {
                Some(base) => call::member(scope, &base, name, span),
                None => unknown(Reason::NotDefined, Some(name), span),
            };
        }
        // Each part is evaluated once, however many sums stand within each other.
        ask::MOVED => {
            let [of, by] = call.arguments.as_slice() else { return unknown(Reason::NotRead, None, span) };
            let by = match scope.value(by) {
                Ok(by) => by,
                Err(wrong) if wrong.kind == DiagnosticKind::Loading => return Err(wrong),
                Err(wrong) => match scope.value(of)? {
                    base @ Value::Engine(_) => return Ok(base),
                    _ => return Err(wrong),
                },
            };
            let Some(by) = by.as_int() else { return unknown(Reason::NotRead, None, span) };
            let by = ExpressionKind::Int { value: by.value(), is_static: by.is_static() };
            let sum = ExpressionKind::Binary("+", Box::new(of.clone()), Box::new(Expression { kind: by, span }));
            return scope.value(&Expression { kind: sum, span });
        }
        ask::HELD => {
            let [of, Expression { kind: ExpressionKind::Text(name), .. }] = call.arguments.as_slice() else {
                return unknown(Reason::NotRead, None, span);
            };
            let of = scope.value(of)?;
            let is_named = |statement: usize| {
                let named = scope.evaluation().statements().get(statement).and_then(|found| found.name.as_ref());
                named.is_some_and(|(own, _)| own == name)
            };
            return match User::of(&of) {
                Some(User::Object(_, _, _, held)) if held.iter().any(|(statement, _)| is_named(*statement)) => {
                    member_of(scope, &of, name, span)
                }
                _ => unknown(Reason::NotDefined, Some(name), span),
            };
        }
        BINDING => {
            let [of, place] = call.arguments.as_slice() else { return unknown(Reason::NotRead, None, span) };
            let (of, place) = (scope.value(of)?, place_of(place).unwrap_or(usize::MAX));
            return match User::of(&of) {
                Some(User::Object(number, ..)) => {
                    let field = document.types.get(*number).and_then(|found| found.fields.get(place));
                    let name =
                        field.and_then(|field| scope.evaluation().statements().get(field.statement)?.name.as_ref());
                    match name {
                        Some((name, _)) => member_of(scope, &of, name, span),
                        None => unknown(Reason::OtherValue, None, span),
                    }
                }
                _ => given(scope, called::GET, &[Value::int(Int::constant(place as i64))], vec![of], span),
            };
        }
        ranges::RANGE => return ranges::value(scope, call, span),
        VECTOR => {
            let [of] = call.arguments.as_slice() else { return unknown(Reason::NotRead, None, span) };
            let of = scope.value(of)?;
            let Some(x) = of.as_int() else { return Ok(of) };
            let along = [x.value(), 1, 1].map(|extent| Nested::Leaf(Item::Int(Int::dynamic(extent))));
            return Ok(Value::Tuple(Nested::Tuple(along.to_vec())));
        }
        // A pointer of a table of them, whichever: which memory it points at says nothing of a layout.
        ENTRY => {
            let [of, pointer @ ..] = call.arguments.as_slice() else { return unknown(Reason::NotRead, None, span) };
            return match (scope.value(of), pointer) {
                (Ok(found @ Value::Engine(_)), _) => Ok(found),
                (_, [pointer]) => scope.value(pointer),
                _ => unknown(Reason::Memory, None, span),
            };
        }
        rounds::LEFT | rounds::ELEMENT => {
            let [of, place] = call.arguments.as_slice() else { return unknown(Reason::NotRead, None, span) };
            let (of, place) = (scope.value(of), place_of(place).unwrap_or(usize::MAX));
            let Ok(of) = of else { return unknown(Reason::AfterLoop, None, span) };
            return match User::of(&of) {
                Some(User::Left(values, _)) => match values.get(place).cloned().flatten() {
                    Some(value) => Ok(value),
                    None => unknown(Reason::AfterLoop, None, span),
                },
                _ => rounds::element(scope, &of, place, span),
            };
        }
        _ => {}
    }
    if !call.is_member
        && custom::describes(&call.name)
        && let Some(number) = document.type_named(&call.name)
    {
        return custom::atom(scope, number, &call.name, span);
    }
    // Memory of a framework's tensor, whatever that is: `x.data_ptr<float>()`.
    if call.is_member
        && matches!(call.name.as_str(), "data_ptr" | "const_data_ptr" | "mutable_data_ptr")
        && let [element] = call.template.as_slice()
        && let Value::Element(element) = scope.value(element)?
    {
        return Ok(Value::Engine(Engine::Typed(element.into())));
    }
    if call.is_member {
        let (receiver, rest) = match call.arguments.split_first() {
            Some((receiver, rest)) => (scope.value(receiver)?, rest),
            None => return unknown(Reason::NotRead, Some(&call.name), span),
        };
        if let Some(tensor) = host::tensor_of(&receiver) {
            let answer = content::kept(&receiver, &call.name, host::method(tensor, &call.name, &values(rest)?));
            return answer.map_or_else(|| unknown(Reason::OtherValue, Some(&call.name), span), Ok);
        }
        if let Value::Tensor(tensor) = &receiver
            && let Some(marked) = host::marked(tensor, &call.name, &values(rest)?)
        {
            return Ok(marked);
        }
        if document.language == Language::Cpp
            && let Some(answer) = ranges::asked(scope, &receiver, call, rest)
        {
            return Ok(answer);
        }
        if let (Value::Tuple(Nested::Tuple(items)), [], Language::Cpp) = (&receiver, rest, document.language)
            && let Some(answer) = of_coordinate(&call.name, items)
        {
            return Ok(answer);
        }
        if let Some(user @ User::Object(of, ..)) = User::of(&receiver) {
            let is_own = |function: &Function| function.owner == Some(*of) || function.is_type;
            let is_python = document.language == Language::Python;
            let method = match is_python {
                true => objects::method(document, *of, &call.name),
                false => {
                    let own = document.functions_named(&call.name).rev();
                    let own = own.filter(|(_, function)| is_own(function)).collect::<Vec<_>>();
                    let fitting = own.iter().filter(|(_, function)| function.accepts(rest.len()) || function.is_type);
                    let numbers = fitting.map(|(number, _)| *number).collect::<Vec<_>>();
                    let first = match numbers.len() {
                        0 | 1 => numbers.first().copied(),
                        _ => chosen(document, numbers, &known(rest)).first().copied(),
                    };
                    let inherited = || {
                        let has = |number: usize| method_of(document, number, &call.name).is_some();
                        let base = call::base(scope, user, has)?.class()?;
                        method_of(document, base, &call.name)
                    };
                    let number = first.or_else(|| own.first().map(|(number, _)| *number)).or_else(inherited);
                    number.and_then(|number| Some((number, document.functions.get(number)?)))
                }
            };
            return match method {
                Some((number, function)) => {
                    let arguments = match is_python {
                        true => objects::ordered(scope, document, function, rest),
                        false => known(rest),
                    };
                    let template = values(&call.template)?;
                    let given = Given { template: &template, arguments: &arguments, this: Some(user) };
                    match function.returns_this {
                        true => effects::left_by(scope, number, &given, &receiver, span),
                        false => call::call(scope, number, &given, span),
                    }
                }
                None if operations::find(&call.name).is_some() => scope.call(call, span),
                None => unknown(Reason::Action, Some(&call.name), span),
            };
        }
        if vector::is_vector(&receiver) {
            let shape = rest.first().map(|shape| scope.value(shape)).transpose()?;
            let found = match (call.name.as_str(), shape.and_then(|shape| shape.as_ints())) {
                ("reshape", Some(shape)) => vector::reshaped(&receiver, &shape),
                _ => None,
            };
            return found.map_or_else(|| unknown(Reason::OtherValue, Some(&call.name), span), Ok);
        }
        return match (call.name.as_str(), &receiver) {
            // The part of a CTA, of a copy by TMA that nothing tells.
            ("get_slice" | "get_thread_slice", Value::Made(_)) if matches!(atom_value(&receiver), Some(AtomValue::Tag(tag)) if INSTRUCTIONS.contains(tag)) =>
            {
                let all = crate::evaluate(defaults::TMA_COPY, Settings::default());
                let Some(copy) = all.value(0) else { return unknown(Reason::NotRead, Some(&call.name), span) };
                given(scope, called::GET_SLICE, &[], vec![copy.clone(), Value::int(Int::constant(0))], span)
            }
            ("begin" | "data" | "get" | "data_ptr" | "device_data", Value::Engine(_)) if rest.is_empty() => {
                Ok(receiver)
            }
            ("front" | "back" | "at", Value::Tuple(Nested::Tuple(modes))) => {
                let place = match (call.name.as_str(), rest) {
                    ("at", [place]) => {
                        scope.value(place)?.as_int().and_then(|place| usize::try_from(place.value()).ok())
                    }
                    ("front", []) => Some(0),
                    ("back", []) => modes.len().checked_sub(1),
                    _ => None,
                };
                let item = place.and_then(|place| modes.get(place)).cloned().map(Value::of_mode);
                item.map_or_else(|| unknown(Reason::OtherValue, Some(&call.name), span), Ok)
            }
            // How often a set holds a number.
            ("count" | "contains", Value::Tuple(Nested::Tuple(modes))) if let [wanted] = rest => {
                let wanted = scope.value(wanted)?.as_int().map(Int::value);
                let is_it = |mode: &&Nested<Item>| match mode {
                    Nested::Leaf(Item::Int(int)) => Some(int.value()) == wanted,
                    _ => false,
                };
                let count = modes.iter().filter(is_it).count();
                match (wanted, call.name.as_str()) {
                    (None, _) => unknown(Reason::OtherValue, Some(&call.name), span),
                    (_, "count") => Ok(Value::int(Int::dynamic(count as i64))),
                    _ => Ok(Value::Truth(Truth { value: count > 0, is_static: false })),
                }
            }
            ("empty", Value::Tuple(Nested::Tuple(modes))) if rest.is_empty() => {
                Ok(Value::Truth(Truth { value: modes.is_empty(), is_static: false }))
            }
            // An array's size counts its elements; a tuple of CuTe's has no such member.
            ("size", Value::Tuple(Nested::Tuple(modes))) if rest.is_empty() => {
                Ok(Value::int(Int::dynamic(modes.len() as i64)))
            }
            ("layout_a", Value::Composed(composed)) if rest.is_empty() => {
                Ok(Value::Swizzle(composed.printed_swizzle()))
            }
            ("offset", Value::Composed(composed)) if rest.is_empty() => Ok(match composed.offset() {
                Offset::Flag(bits) => Value::Engine(Engine::Typed(TypedPointer::unset(bits))),
                Offset::Mixed(mixed) => Value::Mixed(mixed),
                Offset::Int(int) => Value::int(int),
            }),
            ("layout_b", Value::Composed(composed)) if rest.is_empty() => Ok(composed.inner().clone().into()),
            // Of a group of problems each has the shape that is assumed of all.
            ("get_problem_shape" | "get_host_problem_shape", Value::Tuple(_)) => Ok(receiver),
            ("is_host_problem_shape_available", Value::Tuple(_)) => {
                Ok(Value::Truth(Truth { value: true, is_static: false }))
            }
            // The DSL's copies retile themselves: the registers of each thread are the same.
            (called::RETILE_D, Value::Made(_)) if matches!(atom_value(&receiver), Some(AtomValue::TiledCopy(_))) => {
                let first = Value::int(Int::constant(0));
                let slice = given(scope, called::GET_SLICE, &[], vec![receiver, first], span)?;
                given(scope, called::RETILE_D, &[], std::iter::once(slice).chain(values(rest)?).collect(), span)
            }
            ("begin" | "data", Value::Tensor(tensor)) if rest.is_empty() => Ok(Value::Engine(tensor.engine.clone())),
            _ => scope.call(call, span),
        };
    }
    // `Atom<T>`, where `Atom` is a parameter that is a template.
    if !call.template.is_empty()
        && let Some(index) = scope.find(&call.name)
        && let Some(name) = scope.value_at(index).and_then(User::of).and_then(User::template)
        && *name != call.name
    {
        return invoke(scope, &Call { name: name.to_string(), ..call.clone() }, span);
    }
    // The innermost that is visible: a lambda, a function, a type.
    if call.template.is_empty()
        && let Some(index) = scope.find(&call.name)
    {
        let Some(value) = scope.value_at(index).cloned() else {
            return unknown(Reason::DependsOn, Some(&call.name), span);
        };
        if document.language == Language::Cpp
            && let Some(function) = algorithms::Function::object(&value)
            && !call.arguments.is_empty()
        {
            return function.call(scope, values(&call.arguments)?, span);
        }
        if let Some(answer) = User::of(&value).and_then(|user| callable::called(scope, user, &call.arguments, span)) {
            return answer;
        }
        return match User::of(&value) {
            Some(callee @ (User::Function(..) | User::Closure(..))) => {
                let arguments = known(&call.arguments);
                call::of(scope, callee, &Given { template: &[], arguments: &arguments, this: None }, span)
            }
            Some(user @ User::Object(class, ..))
                if let Some((number, function)) = objects::method(document, *class, "__call__") =>
            {
                let arguments = objects::ordered(scope, document, function, &call.arguments);
                call::call(scope, number, &Given { template: &[], arguments: &arguments, this: Some(user) }, span)
            }
            Some(User::Object(..)) if document.language == Language::Cpp && !call.arguments.is_empty() => {
                let of = Expression { kind: ExpressionKind::Name(call.name.clone()), span: call.name_span };
                let arguments = std::iter::once(of).chain(call.arguments.iter().cloned()).collect();
                let name = "operator()".to_string();
                invoke(scope, &Call { name, arguments, is_member: true, ..call.clone() }, span)
            }
            Some(_) => Ok(value),
            None if matches!(value, Value::Element(_)) => construct(
                scope,
                &Expression { kind: ExpressionKind::Name(call.name.clone()), span: call.name_span },
                &call.arguments,
                span,
            ),
            // `Shape()` makes one of a type.
            None if call.arguments.is_empty() => Ok(value),
            None => sliced(scope, value, call, span),
        };
    }
    let count = call.arguments.len();
    let own = document.functions_named(&call.name).rev().filter(|(_, function)| function.accepts(count));
    let own = own.take(OVERLOADS_LIMIT).map(|(number, _)| number).collect::<Vec<_>>();
    if !own.is_empty() {
        let template = values(&call.template)?;
        let is_python = document.language == Language::Python;
        // Of methods the one of the object's own class.
        let this = scope.value_at(call::THIS).and_then(User::of).filter(|_| !is_python);
        let of_this = this.and_then(|this| {
            let has = |number: usize| method_of(document, number, &call.name).is_some();
            let class = call::base(scope, this, has)?.class()?;
            let is_of = |number: &usize| document.functions.get(*number).is_some_and(|of| of.owner == Some(class));
            let own = own.iter().copied().filter(is_of).collect::<Vec<_>>();
            (!own.is_empty()).then_some(own)
        });
        let own = of_this.unwrap_or(own);
        let own = if is_python { own } else { chosen(document, own, &known(&call.arguments)) };
        // Of several that fit as well the first that answers.
        let mut refused = None;
        for number in own.into_iter().take(8) {
            let arguments = match document.functions.get(number) {
                Some(function) if document.language == Language::Python => {
                    objects::ordered(scope, document, function, &call.arguments)
                }
                _ => known(&call.arguments),
            };
            let given = Given { template: &template, arguments: &arguments, this: None };
            match call::call(scope, number, &given, span) {
                Ok(value) => return Ok(value),
                Err(diagnostic) => refused = refused.or(Some(diagnostic)),
            }
        }
        return refused.map_or_else(|| unknown(Reason::Action, Some(&call.name), span), Err);
    }
    if let Some(number) = document.type_at(&call.name, call.name_span.start) {
        if document.language == Language::Python {
            return objects::made(scope, number, &call.arguments, span);
        }
        let template = values(&call.template)?;
        let form = form::chosen(scope, document, &call.name, &template);
        let (number, template) = form.unwrap_or((number, template));
        let of = User::object(number, call.name.clone(), template);
        return Ok(made(scope, &of, &call.arguments).unwrap_or_else(|| of.into()));
    }
    if let Some(value) = super::cpp::traits::value(scope, call, span)? {
        return Ok(value);
    }
    if !call.is_member
        && let Some(meant) = slip_of(&call.name)
    {
        // What stands before it says where it comes from.
        let place = Span { start: call.name_span.end.saturating_sub(call.name.len()), ..call.name_span };
        let kind = DiagnosticKind::UnknownFunction(call.name.clone());
        let diagnostic = Diagnostic::new(kind, place).with_repair(RepairKind::Replace, place, meant);
        return Err(Box::new(diagnostic));
    }
    // Only names of atoms and types begin with a capital letter: of others nothing more is found.
    if operations::find(&call.name).is_none() && !call.name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return unknown(Reason::Action, Some(&call.name), span);
    }
    match scope.call(call, span) {
        Err(diagnostic)
            if matches!(diagnostic.kind, DiagnosticKind::UnknownFunction(_) | DiagnosticKind::Undefined { .. }) =>
        {
            let is_called = span != call.name_span;
            unknown(if is_called { Reason::Action } else { Reason::NotDefined }, Some(&call.name), span)
        }
        other => other,
    }
}
