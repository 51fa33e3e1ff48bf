//! A statement of a program to its outcome.

use std::rc::Rc;

use super::defaults;
use super::demands::operands;
use super::document::{Document, InputKind, Language, Parameter, RoleKind, Type};
use super::python::runtime;
use super::rounds;
use super::user::User;
use crate::emit::Known;
use crate::error::Error;
use crate::nested::Nested;
use crate::notebook::diagnostic::{Diagnostic, DiagnosticKind};
use crate::notebook::evaluate::{Frame, Met, Scope};
use crate::notebook::evaluation::{Evaluation, Outcome, Use};
use crate::notebook::functions::slip_of as slip;
use crate::notebook::refused::Subject;
use crate::notebook::syntax::{Code, Expression, ExpressionKind, Statement};
use crate::notebook::value::{Value, ValueKind};
use crate::notebook::written::{Found, Program, Reason, State};
use crate::operations;
use crate::steps::Trace;

/// Outcome of a statement, in a call or by itself.
pub(super) enum Settled {
    Value(Value),
    Wrong(Box<Diagnostic>),
    Not(State),
}

/// The outcome of a statement, and what is found with it.
pub(super) fn settle(document: &Document, evaluation: &Evaluation, index: usize) -> Found {
    let at_hand = document.at_hand(evaluation, index);
    let mut scope = scope(document, evaluation, index, at_hand.as_ref().map(|(frame, _)| frame), 0);
    let met = Met::default();
    scope.met = Some(Rc::clone(&met));
    if let Some((_, object)) = &at_hand {
        scope.rests_on(*object);
    }
    // A line shows what it comes to where it is run first.
    let first = given_elsewhere(document, &scope, index).or_else(|| rounds::reached_later(&scope, document, index));
    let settled = match first {
        Some(value) => Settled::Value(value),
        None => match (settled(document, &scope, index), evaluation.met(index)) {
            // What it came to in a call.
            (Settled::Not(_), Some(met)) => Settled::Value(met.clone()),
            (settled, _) => settled,
        },
    };
    let notes = scope.notes();
    let (mut uses, steps) = scope.end();
    if let Some(RoleKind::Join { yes, no, .. }) = document.roles.get(index).map(|role| role.kind) {
        uses.extend([yes, no].into_iter().flatten().map(|index| (String::new(), Some(index))));
    }
    let outcome = match settled {
        Settled::Value(value) => Outcome { value: Some(value), notes, ..Outcome::default() },
        // What is asserted of objects, or where nobody knows whether the program comes there, is no mistake about layouts.
        Settled::Wrong(diagnostic)
            if document.language == Language::Python
                && diagnostic.kind == DiagnosticKind::AssertionFailed
                && is_apart(document, evaluation, index) =>
        {
            Outcome { state: State::LeftOut(Reason::OtherValue), ..Outcome::default() }
        }
        // What a compiler refused is wrong whatever the numbers are that it did not know.
        Settled::Wrong(diagnostic)
            if document.roles.get(index).is_some_and(|role| role.is_lambda)
                || !document.is_printed && is_assumed(document, evaluation, &uses) =>
        {
            let state = State::Unknown(Reason::Assumed, None);
            Outcome { notes: vec![*diagnostic], state, ..Outcome::default() }
        }
        Settled::Wrong(diagnostic) => Outcome { diagnostics: vec![*diagnostic], ..Outcome::default() },
        Settled::Not(state) => {
            let state = match (blamed(document, evaluation, index, state), evaluation.statements().get(index)) {
                // `x += 1`, or `x = f()` with an `x` of its own: another value of that name is not known.
                (
                    State::Unknown(reason @ (Reason::DependsOn | Reason::AfterLoop | Reason::AfterBranch), Some(of)),
                    Some(Statement { name: Some((name, _)), .. }),
                ) if of == *name => State::Unknown(reason, None),
                (state, _) => state,
            };
            Outcome { state, ..Outcome::default() }
        }
    };
    Found { outcome, uses, steps, met: met.take() }
}

/// What a parameter is given by the first call that is come to, where the one that stands first is not.
fn given_elsewhere(document: &Document, scope: &Scope<'_>, index: usize) -> Option<Value> {
    let others = document.other_calls.get(&index)?;
    let (evaluation, role) = (scope.evaluation(), document.roles.get(index)?);
    let is_given = match role.kind {
        RoleKind::Input(number) => document.inputs.get(number).and_then(|input| document.given(evaluation, input)),
        _ => None,
    };
    if is_given.is_some() || is_come_to(document, scope, role.site?) {
        return None;
    }
    let (site, value) = others.iter().find(|(site, _)| is_come_to(document, scope, *site))?;
    let within = evaluation.scope(*site, evaluation.statements().get(index)?, Trace::silent()).paid_by(scope);
    let value = within.value(value).ok();
    scope.pay_for(&within);
    within.end().0.into_iter().filter_map(|(_, found)| found).for_each(|found| scope.rests_on(found));
    value
}

/// Reports whether no condition says that a statement is not come to, nor the first call of the function that it stands in.
fn is_come_to(document: &Document, scope: &Scope<'_>, statement: usize) -> bool {
    let mut at = statement;
    for _ in 0..super::BLOCK_DEPTH_LIMIT {
        let Some(role) = document.roles.get(at) else { return true };
        match role.guard {
            Some(guard) => {
                let is_condition =
                    document.roles.get(guard.condition).is_some_and(|role| matches!(role.kind, RoleKind::Condition(_)));
                scope.rests_on(guard.condition);
                if is_condition && truth(scope.value_at(guard.condition)) == Some(!guard.holds) {
                    return false;
                }
                at = guard.condition;
            }
            None => match document.used_at.get(&role.unit) {
                Some(site) if role.unit > 0 => at = *site,
                _ => return true,
            },
        }
    }
    true
}

/// Reports whether an assertion is one of objects, `x is not None`, or stands where nobody knows whether it is reached.
fn is_apart(document: &Document, evaluation: &Evaluation, index: usize) -> bool {
    let guard = document.roles.get(index).and_then(|role| role.guard);
    let is_decided = |condition: usize| {
        matches!(document.roles.get(condition).map(|role| role.kind), Some(RoleKind::Condition(true)))
            && truth(evaluation.value(condition)).is_some()
    };
    if guard.is_some_and(|guard| !is_decided(guard.condition)) {
        return true;
    }
    let mut open =
        evaluation.statements().get(index).map(|statement| &statement.expression).into_iter().collect::<Vec<_>>();
    while let Some(of) = open.pop() {
        if let ExpressionKind::Code(code) = &of.kind
            && let Code::Invoke(call) = &**code
            && super::python::is_of_objects(&call.name)
        {
            return true;
        }
        open.extend(operands(of));
    }
    false
}

/// Reports whether the text itself says what a parameter is, where it calls what the parameter is of.
pub(super) fn is_said(document: &Document, evaluation: &Evaluation, index: usize) -> bool {
    let (Some(role), Some(statement)) = (document.roles.get(index), evaluation.statements().get(index)) else {
        return false;
    };
    // Of what is asked for where it stands, `tidx`, a call says nothing.
    let is_asked_there = statement.expression.kind == ExpressionKind::Missing
        && document.functions.iter().any(|function| {
            let is_parameter = |parameter: &Parameter| parameter.statement == index;
            function.range.contains(&index)
                && !function.parameters.iter().any(is_parameter)
                && !function.templates.contains(&index)
        });
    if evaluation.met(index).is_some() && !is_asked_there {
        return true;
    }
    if evaluation.outcome(index).is_some_and(|outcome| outcome.state == State::LeftOut(Reason::OtherValue)) {
        return true;
    }
    // A member of an object that a call gives is said as that is: `params.M`.
    let object = match &statement.expression.kind {
        ExpressionKind::Code(code) => match &**code {
            Code::Member(Expression { kind: ExpressionKind::Name(object), .. }, _) => document.defining(object, index),
            // A mode of a parameter: `m, n = shape`.
            Code::Invoke(call) => match call.arguments.first().map(|of| &of.kind) {
                Some(ExpressionKind::Code(of)) => match &**of {
                    Code::Of(of) => {
                        match evaluation.statements().get(*of).map(|statement| &statement.expression.kind) {
                            Some(ExpressionKind::Name(object)) => document.defining(object, *of),
                            _ => None,
                        }
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    let object = object.and_then(|object| document.roles.get(object));
    let is_given = role.site.or_else(|| object.and_then(|object| object.site)).is_some();
    is_given && scope(document, evaluation, index, None, 0).value(&statement.expression).is_ok()
}

/// The names of a statement, of a call where `frame` is one.
pub(super) fn scope<'a>(
    document: &Document,
    evaluation: &'a Evaluation,
    index: usize,
    frame: Option<&'a Frame>,
    depth: usize,
) -> Scope<'a> {
    let site = document.roles.get(index).and_then(|role| role.site).unwrap_or(index);
    let mut scope = match evaluation.statements().get(index) {
        Some(statement) => evaluation.scope(site, statement, Trace::silent()),
        None => Scope::new(evaluation, site, false, Trace::silent()),
    };
    (scope.frame, scope.depth) = (frame, depth);
    scope
}

/// Returns what a statement comes to.
pub(super) fn settled(document: &Document, scope: &Scope<'_>, index: usize) -> Settled {
    let evaluation = scope.evaluation();
    let (Some(role), Some(statement)) = (document.roles.get(index), evaluation.statements().get(index)) else {
        return Settled::Not(State::LeftOut(Reason::NotRead));
    };
    if evaluation.is_spent() {
        return Settled::Not(State::LeftOut(Reason::TooDeep));
    }
    if let Some(guard) = role.guard {
        let condition = document.roles.get(guard.condition).map(|role| role.kind);
        let decided = truth(scope.value_at(guard.condition));
        let is_static = matches!(condition, Some(RoleKind::Condition(true)));
        if (is_static || scope.depth > 0) && decided == Some(!guard.holds) {
            return Settled::Not(State::LeftOut(Reason::NotTaken));
        }
        // Within what is not taken conditions are not decided.
        let is_out = |index: usize| {
            evaluation.outcome(index).is_some_and(|outcome| outcome.state == State::LeftOut(Reason::NotTaken))
        };
        if scope.depth == 0 && is_out(guard.condition) {
            return Settled::Not(State::LeftOut(Reason::NotTaken));
        }
    }
    let name = statement.name.as_ref().map(|(name, _)| name.as_str());
    match role.kind {
        RoleKind::Unknown(reason) => Settled::Not(State::Unknown(reason, None)),
        RoleKind::Join { condition, yes, no } => {
            let side = |side: Option<usize>| side.and_then(|index| scope.value_at(index)).cloned();
            let of = match truth(scope.value_at(condition)) {
                Some(true) => side(yes),
                Some(false) => side(no),
                None => None,
            };
            match of {
                Some(value) => Settled::Value(value),
                None => Settled::Not(State::Unknown(Reason::AfterBranch, None)),
            }
        }
        RoleKind::Input(number) => {
            let Some(input) = document.inputs.get(number) else {
                return Settled::Not(State::LeftOut(Reason::NotRead));
            };
            // A plain number of Python is known when the program is compiled, and so is an extent of a tile that nobody gave.
            let is_known =
                input.is_static && (document.language == Language::Python || defaults::is_block(&input.name));
            let typed = |text: &str| {
                defaults::typed(input, text).map(|value| if is_known { value.known(Known::Static) } else { value })
            };
            let given = document.given(evaluation, input);
            if let Some(value) = given.and_then(typed) {
                return Settled::Value(value);
            }
            let awaited = || Settled::Wrong(Box::new(Diagnostic::new(DiagnosticKind::Loading, input.span)));
            if given.is_some_and(defaults::is_awaited) {
                return awaited();
            }
            let met = || evaluation.met(index).filter(|_| scope.depth == 0).cloned();
            let said = match statement.expression.kind {
                ExpressionKind::Missing => None,
                _ => match scope.value(&statement.expression) {
                    Ok(value) => Some(value),
                    // A function, or a time, that a call passes is no number that one may choose.
                    Err(diagnostic)
                        if document.untold.contains(&index)
                            && input.kind == InputKind::Size
                            && met().is_none()
                            && is_of_other(document, scope, index, (*diagnostic).clone()) =>
                    {
                        return Settled::Not(State::LeftOut(Reason::OtherValue));
                    }
                    Err(_) => None,
                },
            };
            let first = || evaluation.value(input.statement).filter(|_| input.statement != index).cloned();
            match said.or_else(met).or_else(first).or_else(|| typed(&input.default)) {
                Some(value) => Settled::Value(value),
                // An atom is known once the code that knows atoms has arrived.
                None if defaults::is_awaited(&input.default) => awaited(),
                None => Settled::Not(State::Unknown(Reason::NotDefined, Some(input.name.clone()))),
            }
        }
        RoleKind::Value | RoleKind::Hidden | RoleKind::Condition(_) | RoleKind::Return => {
            let value = scope.value(&statement.expression);
            match value {
                // Only who takes it apart has what is known of it.
                Ok(value) if role.kind == RoleKind::Value && document.is_in_parts(&value) => {
                    Settled::Not(State::LeftOut(Reason::OtherValue))
                }
                // What stands in memory is known when the program runs.
                Ok(value)
                    if role.kind == RoleKind::Value && runtime::is_element(scope, &statement.expression, &value) =>
                {
                    Settled::Not(State::LeftOut(Reason::Memory))
                }
                Ok(value) => Settled::Value(value),
                // Python's classes of instructions are not all atoms here.
                Err(diagnostic)
                    if document.language == Language::Python
                        && matches!(diagnostic.kind, DiagnosticKind::UnknownAtom(_)) =>
                {
                    Settled::Not(State::LeftOut(Reason::NotRead))
                }
                Err(diagnostic) => match refused(*diagnostic, name, &statement.expression) {
                    Settled::Not(State::Unknown(..)) if let Some(value) = told(document, scope, index) => {
                        Settled::Value(value)
                    }
                    settled => settled,
                },
            }
        }
    }
}

/// Reports whether a statement has no value because it is of what is not about layouts.
fn is_of_other(document: &Document, scope: &Scope<'_>, index: usize, diagnostic: Diagnostic) -> bool {
    let evaluation = scope.evaluation();
    let Some(statement) = evaluation.statements().get(index) else { return false };
    match refused(diagnostic, None, &statement.expression) {
        Settled::Not(state) => blamed(document, evaluation, index, state) == State::LeftOut(Reason::OtherValue),
        _ => false,
    }
}

/// Returns what is said of a parameter's type where its argument is not known: by the input, or where that is declared.
fn told(document: &Document, scope: &Scope<'_>, parameter: usize) -> Option<Value> {
    let input = document.inputs.get(*document.told_by.get(&parameter)?)?;
    let given = document.given(scope.evaluation(), input).and_then(|text| defaults::typed(input, text));
    let declared = || super::code::declared_of(scope, parameter);
    given.or_else(declared).or_else(|| defaults::typed(input, &input.default))
}

/// Returns what a refusal says of a statement: whether it is a mistake about layouts, or not about them, or not known.
fn refused(diagnostic: Diagnostic, name: Option<&str>, expression: &Expression) -> Settled {
    let not = |reason| Settled::Not(State::LeftOut(reason));
    let is_missing = matches!(
        diagnostic.kind,
        DiagnosticKind::UnknownName { .. } | DiagnosticKind::BrokenName(_) | DiagnosticKind::Unknown(..)
    );
    if is_missing && is_declared_as_other(expression) {
        return not(Reason::OtherValue);
    }
    match diagnostic.kind {
        DiagnosticKind::UnknownName { name, .. } | DiagnosticKind::OwnDefinition(name) => {
            Settled::Not(State::Unknown(Reason::NotDefined, Some(name)))
        }
        DiagnosticKind::BrokenName(name) => Settled::Not(State::Unknown(Reason::DependsOn, Some(name))),
        DiagnosticKind::Unknown(reason, of) => match reason {
            Reason::NotDefined | Reason::DependsOn | Reason::AfterLoop | Reason::AfterBranch | Reason::Assumed => {
                Settled::Not(State::Unknown(reason, of))
            }
            // A value of a function that is about layouts is missed, and said so.
            Reason::Action if name.is_some() && of.as_deref().is_some_and(is_about_layouts) => {
                Settled::Not(State::Unknown(Reason::NotDefined, of))
            }
            Reason::Action if name.is_some() => not(Reason::Elsewhere),
            _ => not(reason),
        },
        DiagnosticKind::UnknownFunction(ref name) if slip_of(name).is_some() => Settled::Wrong(Box::new(diagnostic)),
        DiagnosticKind::UnknownFunction(_) | DiagnosticKind::Undefined { .. } => {
            not(if name.is_none() { Reason::Action } else { Reason::Elsewhere })
        }
        DiagnosticKind::Algebra(Error::TooLarge { .. }) => not(Reason::TooDeep),
        // Memory's content is known when the program runs: `print_tensor(gC)`, `int row = rows[3];`.
        DiagnosticKind::Algebra(Error::NoData) | DiagnosticKind::NotCallable(ValueKind::Engine) => {
            not(if name.is_none() { Reason::Action } else { Reason::Memory })
        }
        DiagnosticKind::Kind {
            expected: ValueKind::Layout | ValueKind::ShapeOrLayout | ValueKind::Tiler,
            found: ValueKind::Layout | ValueKind::Composed,
        } => Settled::Wrong(Box::new(diagnostic)),
        // A name that is near none is no slip: an instruction that is not described here.
        DiagnosticKind::UnknownAtom(refused) if refused.subject() == Subject::Name && refused.nearest().is_empty() => {
            not(Reason::Elsewhere)
        }
        DiagnosticKind::Algebra(_) | DiagnosticKind::AssertionFailed | DiagnosticKind::UnknownAtom(_) => {
            Settled::Wrong(Box::new(diagnostic))
        }
        DiagnosticKind::Loading => Settled::Wrong(Box::new(diagnostic)),
        _ if matches!(&expression.kind, ExpressionKind::Code(code) if matches!(**code, Code::Foreign)) => {
            not(Reason::OtherValue)
        }
        _ => not(Reason::NotRead),
    }
}

/// Reports whether a value is declared as a truth or a number with a point: what nobody can tell of it is not about layouts.
fn is_declared_as_other(expression: &Expression) -> bool {
    let ExpressionKind::Code(code) = &expression.kind else { return false };
    let Code::Typed(declared, _) = &**code else { return false };
    matches!(&declared.kind, ExpressionKind::Name(name) if matches!(name.as_str(), "bool" | "float" | "double"))
}

/// Reports whether a condition holds; `None` where that is not known. Of Python nothing, an empty text and an empty tuple
/// are false.
pub(super) fn truth(value: Option<&Value>) -> Option<bool> {
    match value? {
        Value::Truth(truth) => Some(truth.value),
        Value::Text(text) => Some(!text.is_empty()),
        Value::Tuple(Nested::Tuple(items)) => Some(!items.is_empty()),
        value if runtime::is_none(value) => Some(false),
        value => Some(value.as_int()?.value() != 0),
    }
}

/// The function that was meant by a name that is none.
pub(super) fn slip_of(name: &str) -> Option<&'static str> {
    slip(name, operations::all_names())
}

/// Reports whether a function is about layouts, by its name.
pub(super) fn is_about_layouts(name: &str) -> bool {
    let words =
        ["make_", "partition", "layout", "tile", "slice", "tensor", "stride", "shape", "coord", "divide", "product"];
    let others = [
        "pipeline",
        "state",
        "participant",
        "barrier",
        "storage",
        "scheduler",
        "workspace",
        "stream",
        "make_float",
        "make_half",
        "make_int",
        "make_uint",
        "make_bfloat",
    ];
    words.iter().any(|word| name.contains(word))
        && !others.iter().any(|word| name.contains(word))
        && !name.contains('<')
}

/// Reports whether a name that nothing defines is that of something else than layouts: a class, a number with a point,
/// a word of an instruction.
fn is_foreign(name: &str) -> bool {
    if matches!(name, "INFINITY" | "NAN" | "FLT_MAX" | "void" | "cout" | "cerr")
        || name.contains("MMA::")
        || name.starts_with("OpClass")
        || ["cuda", "CUDA", "CUDART_"].iter().any(|beginning| name.starts_with(beginning))
    {
        return true;
    }
    let words = ["Layout", "Shape", "Stride", "Tiler", "Tile", "Tensor", "Copy", "Mma", "MMA", "Atom", "Swizzle"];
    let ends = ["Scheduler", "Pipeline", "Params", "Arguments", "Storage", "Barrier", "Store", "Kernel", "Config"];
    if name.starts_with(|first: char| first.is_ascii_uppercase()) && ends.iter().any(|end| name.ends_with(end)) {
        return true;
    }
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.contains(|letter: char| letter.is_ascii_lowercase())
        && !words.iter().any(|word| name.contains(word))
}

/// Marks what depends on a name whose value is no layout as not about layouts either.
fn blamed(document: &Document, evaluation: &Evaluation, index: usize, state: State) -> State {
    // A function of the text that is passed on is no layout.
    let is_function = |name: &String| {
        let is_name = evaluation
            .statements()
            .get(index)
            .is_some_and(|found| found.expression.kind == ExpressionKind::Name(name.clone()));
        is_name && document.functions_named(name).next().is_some()
    };
    // A kernel that is not launched yet: `kernel = multiply(a, b)`.
    let is_called = |name: &String| {
        let found = evaluation.statements().get(index).map(|found| &found.expression.kind);
        let is_call = matches!(found, Some(ExpressionKind::Code(code)) if matches!(&**code, Code::Invoke(call) if call.name == *name));
        is_call && document.functions_named(name).next().is_some()
    };
    if let State::Unknown(Reason::NotDefined, Some(name)) = &state
        && (is_foreign(name) || is_function(name) || is_called(name))
    {
        return State::LeftOut(Reason::OtherValue);
    }
    let site = document.roles.get(index).and_then(|role| role.site).unwrap_or(index);
    let state = match state {
        // A name of a function that was called says nothing where it is called.
        State::Unknown(Reason::DependsOn, Some(name))
            if document.definitions.contains_key(&name) && document.defining(&name, site).is_none() =>
        {
            State::Unknown(Reason::DependsOn, None)
        }
        state => state,
    };
    let State::Unknown(Reason::DependsOn, name) = &state else { return state };
    // `barrier.arrive_and_wait()` of whatever that is.
    if evaluation.statements().get(index).is_some_and(|found| found.name.is_none() && is_done(&found.expression)) {
        return State::LeftOut(Reason::Action);
    }
    let culprit = match name {
        Some(name) => document.defining(name, site),
        // One of several names that one value is given to.
        None => evaluation.statements().get(index).and_then(|statement| unpacked(&statement.expression)),
    };
    let culprit = culprit.and_then(|culprit| evaluation.outcome(culprit));
    let is_of_layouts = evaluation.statements().get(index).is_some_and(|found| is_of_layouts(&found.expression));
    match culprit.map(|outcome| &outcome.state) {
        // Whoever takes it hears what makes it unknown.
        Some(State::Unknown(reason @ (Reason::AfterLoop | Reason::AfterBranch), None)) if name.is_some() => {
            State::Unknown(*reason, name.clone())
        }
        // What is unknown of a value is unknown of each of its parts.
        Some(found @ (State::Unknown(_, Some(_)) | State::Unknown(Reason::Assumed, _))) if name.is_none() => {
            found.clone()
        }
        // A tensor that is made of what nobody knows is a tensor.
        _ if is_of_layouts => state,
        Some(State::LeftOut(reason @ (Reason::Elsewhere | Reason::Memory))) => State::LeftOut(*reason),
        Some(State::LeftOut(
            Reason::OtherValue | Reason::Declaration | Reason::Action | Reason::System | Reason::NotTaken,
        )) => State::LeftOut(Reason::OtherValue),
        Some(State::Unknown(Reason::OtherValue | Reason::Declaration | Reason::System, _)) => {
            State::LeftOut(Reason::OtherValue)
        }
        Some(found @ State::Unknown(..)) if name.is_none() => found.clone(),
        _ => state,
    }
}

/// Reports whether a statement asks an object to do something that is not about layouts.
fn is_done(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Code(code) => {
            matches!(&**code, Code::Invoke(call) if call.is_member && !is_about_layouts(&call.name))
        }
        _ => false,
    }
}

/// Reports whether an expression is a call of a function about layouts, of CuTe's or of the text.
fn is_of_layouts(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Call(call) => is_about_layouts(&call.name),
        ExpressionKind::Code(code) => match &**code {
            Code::Invoke(call) => is_about_layouts(&call.name),
            Code::Typed(_, value) => is_of_layouts(value),
            _ => false,
        },
        _ => false,
    }
}

/// The statement whose value is given to several names, of which an expression takes one: `a, b = f()`.
fn unpacked(expression: &Expression) -> Option<usize> {
    let ExpressionKind::Code(code) = &expression.kind else { return None };
    match &**code {
        Code::Of(statement) => Some(*statement),
        Code::Invoke(call) => unpacked(call.arguments.first()?),
        _ => None,
    }
}

/// Reports whether what a statement asks for rests on the value of an input that nobody gave.
fn is_assumed(document: &Document, evaluation: &Evaluation, uses: &[Use]) -> bool {
    const LOOKED_AT: usize = 4096;
    let mut open = uses.iter().filter_map(|(_, found)| *found).collect::<Vec<_>>();
    let mut seen = std::collections::HashSet::new();
    while let Some(index) = open.pop() {
        if !seen.insert(index) || seen.len() > LOOKED_AT {
            continue;
        }
        if let Some(RoleKind::Input(number)) = document.roles.get(index).map(|role| role.kind) {
            let input = document.inputs.get(number);
            if input.is_some_and(|input| document.given(evaluation, input).is_none()) && evaluation.met(index).is_none()
            {
                return true;
            }
        }
        open.extend(evaluation.uses(index).iter().filter_map(|(_, found)| *found));
        // An object is as its class is made, and those around that.
        let class = evaluation.value(index).and_then(User::of).and_then(User::class);
        if let Some(class) = class.and_then(|class| document.types.get(class)) {
            let is_around = |of: &&Type| of.range.start <= class.range.start && class.range.end <= of.range.end;
            open.extend(document.types.iter().filter(is_around).flat_map(|of| of.templates.iter().copied()));
        }
    }
    false
}
