//! Loops that are run: round by round, as long as it is known whether there is another one.

use std::ops::Range;

use super::call::{self, unknown};
use super::demands::operands;
use super::document::{Document, Language, RoleKind};
use super::settle::{Settled, settled, truth};
use super::user::User;
use crate::nested::Nested;
use crate::notebook::evaluate::{Evaluated, Frame, Scope};
use crate::notebook::syntax::{Code, ExpressionKind, Span, Statement};
use crate::notebook::value::Value;
use crate::notebook::written::{Program, Reason};

/// Number of statements that one loop may evaluate.
const ROUND_LIMIT: usize = 1 << 14;

/// Number of loops within each other that are run.
pub(super) const NEST_LIMIT: usize = 8;

/// Number of statements of a loop that is run.
pub(super) const SIZE_LIMIT: usize = 512;

/// Number of loops among which the one around a statement is looked for.
const LOOKED_THROUGH: usize = 64;

/// Number of rounds of a loop in a call in which all that it holds is run, not only what decides.
const MET_ROUNDS: usize = 2;

/// A loop, by its number.
pub(super) const LOOP: &str = "& loop";

/// The value of a name behind a loop: the loop, and the place of the name.
pub(super) const LEFT: &str = "& left";

/// An element that a loop goes through: what it goes through, and the place.
pub(super) const ELEMENT: &str = "& element";

/// A part of a loop that is run once in a round.
#[derive(Debug, Clone, Default)]
pub struct Phase {
    /// Its statements.
    pub range: Range<usize>,
    /// The statement that each name of the loop means where it begins.
    pub sees: Vec<Option<usize>>,
}

/// A loop.
#[derive(Debug, Clone, Default)]
pub struct Loop {
    /// Its statements; the one behind them has its value.
    pub range: Range<usize>,
    /// The statements that it begins with.
    pub first: Range<usize>,
    /// The statement of what it goes through, and the one of the name that has an element each round.
    pub over: Option<(usize, usize)>,
    /// The statement of its condition; without one it goes on until something ends it.
    pub condition: Option<usize>,
    /// The condition with what it changes, the body, the step.
    pub phases: [Phase; 3],
    /// True if the body is run before the condition is asked.
    pub tests_last: bool,
    /// Names that a round changes.
    pub names: Vec<String>,
    /// True if it may end the function that it stands in.
    pub answers: bool,
    /// Statements whose values count, in their order; found out once all is read.
    pub needed: Vec<usize>,
}

/// What ends a round early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jump {
    /// The first statement of the loop that it is one of.
    pub of: usize,
    /// True if it ends the loop.
    pub is_break: bool,
}

/// How a part of a round came to its end.
enum End {
    Through,
    Continue,
    Break,
    Answer(Value),
}

impl Loop {
    /// Finds the statements that names, conditions and ends of rounds rest on.
    pub(super) fn find_needed(&mut self, document: &Document, statements: &[Statement]) {
        self.needed = self.needed_for(document, statements, None);
    }

    /// The statements that names, conditions and ends of rounds rest on, and one statement of it.
    fn needed_for(&self, document: &Document, statements: &[Statement], one: Option<usize>) -> Vec<usize> {
        let is_inside = |index: &usize| self.range.contains(index);
        let is_in_phase = |index: usize| self.phases.iter().any(|phase| phase.range.contains(&index));
        let mut needed = vec![false; self.range.len()];
        let mut open = one.into_iter().collect::<Vec<_>>();
        let unit = document.roles.get(self.range.start).map(|role| role.unit);
        for index in self.range.clone() {
            let Some(role) = document.roles.get(index) else { continue };
            let name = statements.get(index).and_then(|found| found.name.as_ref()).map(|(name, _)| name);
            let is_change = role.changes && name.is_some_and(|name| self.names.contains(name)) && is_in_phase(index);
            // What a lambda or a comprehension answers ends no round.
            let is_answer = role.kind == RoleKind::Return && Some(role.unit) == unit;
            let is_end = is_answer || document.jumps.contains_key(&index);
            if is_change || is_end {
                open.push(index);
            }
        }
        open.extend(self.condition);
        open.extend(
            document.loops_within(&self.range).iter().filter(|inner| inner.answers).map(|inner| inner.range.end),
        );
        while let Some(index) = open.pop() {
            let Some(place) = index.checked_sub(self.range.start).filter(|place| *place < needed.len()) else {
                continue;
            };
            match needed.get_mut(place) {
                Some(needed) if !*needed => *needed = true,
                _ => continue,
            }
            if let Some(guard) = document.roles.get(index).and_then(|role| role.guard) {
                open.push(guard.condition);
            }
            if let Some(RoleKind::Join { condition, yes, no }) = document.roles.get(index).map(|role| role.kind) {
                open.push(condition);
                open.extend([yes, no].into_iter().flatten());
            }
            // A loop in it rests on what its own statements do, and a lambda on those of it.
            let within =
                document.loop_before(index).map(|(_, inner)| inner).filter(|inner| is_inside(&inner.range.start));
            for statement in within.map_or(index..index + 1, |inner| inner.range.clone()) {
                for used in used(document, statements, statement) {
                    if is_inside(&used) && !within.is_some_and(|inner| inner.range.contains(&used)) {
                        open.push(used);
                    }
                }
            }
        }
        // Their statements are run with the loops in it.
        for inner in document.loops_within(&self.range) {
            for place in inner.range.clone().filter_map(|index| index.checked_sub(self.range.start)) {
                if let Some(needed) = needed.get_mut(place) {
                    *needed = false;
                }
            }
        }
        let needed = self.range.clone().zip(needed).filter(|(_, is_needed)| *is_needed);
        needed.map(|(index, _)| index).collect()
    }
}

/// The statements whose values a statement uses.
fn used(document: &Document, statements: &[Statement], statement: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut open =
        statements.get(statement).map(|found| (statement, &found.expression)).into_iter().collect::<Vec<_>>();
    let mut lambdas = 0;
    while let Some((site, of)) = open.pop() {
        let mut name = |name: &str| found.extend(document.defining(name, site));
        match &of.kind {
            ExpressionKind::Name(of) => name(of),
            ExpressionKind::Call(call) => name(&call.name),
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) => name(&call.name),
                Code::Of(index) => found.push(*index),
                Code::With(_, path, _) => {
                    found.extend(path.iter().filter_map(|step| step.strip_prefix('#')?.parse::<usize>().ok()));
                }
                Code::Lambda(number) if lambdas < 16 => {
                    lambdas += 1;
                    let range = document.functions.get(*number).map_or(0..0, |lambda| lambda.range.clone());
                    open.extend(range.filter_map(|index| Some((index, &statements.get(index)?.expression))));
                }
                _ => {}
            },
            _ => {}
        }
        open.extend(operands(of).into_iter().map(|of| (site, of)));
    }
    found
}

/// The value of a loop: what it leaves its names, and what it answers.
pub(super) fn run(scope: &Scope<'_>, document: &Document, number: usize, span: Span) -> Evaluated<Value> {
    let Some(found) = document.loops.get(number) else { return unknown(Reason::AfterLoop, None, span) };
    if scope.depth >= super::CALL_DEPTH_LIMIT {
        return unknown(Reason::TooDeep, None, span);
    }
    let mut rounds = Rounds::new(scope, document, found);
    rounds.begin(span)?;
    let answer = rounds.all(span)?;
    Ok(User::Left(rounds.now, answer.map(Box::new)).into())
}

/// The value of a statement that the first round of its loop does not reach, in the round that reaches it first; `None` where
/// it is reached, or never is, or where that is not known.
pub(super) fn reached_later(scope: &Scope<'_>, document: &Document, index: usize) -> Option<Value> {
    let role = document.roles.get(index)?;
    role.guard?;
    let is_around = |of: &&Loop| {
        of.range.contains(&index) && document.roles.get(of.range.start).is_some_and(|first| first.unit == role.unit)
    };
    let around = document.loops.get(document.loops.partition_point(|of| of.range.end <= index)..)?;
    let found = around.iter().take(LOOKED_THROUGH).find(is_around)?;
    let mut at = index;
    let mut is_reached = true;
    for _ in 0..super::BLOCK_DEPTH_LIMIT {
        let guard = document.roles.get(at).and_then(|role| role.guard);
        let Some(guard) = guard.filter(|guard| found.range.contains(&guard.condition)) else { break };
        let is_condition =
            document.roles.get(guard.condition).is_some_and(|role| matches!(role.kind, RoleKind::Condition(_)));
        is_reached &= !is_condition || truth(scope.value_at(guard.condition)) != Some(!guard.holds);
        at = guard.condition;
    }
    if is_reached {
        return None;
    }
    let statements = scope.evaluation().statements();
    let span = statements.get(index)?.span;
    let needed = found.needed_for(document, statements, Some(index));
    let of = Loop { needed, ..found.clone() };
    let mut rounds = Rounds::new(scope, document, &of);
    rounds.awaited = Some(index);
    rounds.begin(span).ok()?;
    // Once it has come nothing more is asked for.
    let _ended = rounds.all(span);
    rounds.come
}

/// Elements of what a loop goes through.
fn elements(scope: &Scope<'_>, of: &Value, span: Span) -> Option<Vec<Value>> {
    let is_python = call::document(scope).is_some_and(|document| document.language == Language::Python);
    let of = if is_python { &super::python::runtime::gone_through(scope, of.clone(), span) } else { of };
    match of {
        Value::Tuple(Nested::Tuple(modes)) => Some(modes.iter().map(|mode| Value::of_mode(mode.clone())).collect()),
        Value::Made(_) => super::python::runtime::items(of).or_else(|| super::python::runtime::keys(of)),
        _ => None,
    }
}

/// The element of what a loop goes through.
pub(super) fn element(scope: &Scope<'_>, of: &Value, place: usize, span: Span) -> Evaluated<Value> {
    let element = elements(scope, of, span).and_then(|elements| elements.into_iter().nth(place));
    element.map_or_else(|| unknown(Reason::AfterLoop, None, span), Ok)
}

struct Rounds<'a, 'b> {
    scope: &'b Scope<'a>,
    document: &'b Document,
    of: &'b Loop,
    frame: Frame,
    /// The values of its names as they are now.
    now: Vec<Option<Value>>,
    count: usize,
    /// The rounds that are done.
    round: usize,
    /// The statement that is waited for, and its value once it is reached.
    awaited: Option<usize>,
    come: Option<Value>,
}

impl<'a, 'b> Rounds<'a, 'b> {
    fn new(scope: &'b Scope<'a>, document: &'b Document, of: &'b Loop) -> Self {
        let mut frame = scope.frame.cloned().unwrap_or_default();
        frame.extend(of.range.clone().map(|index| (index, None)));
        Rounds { scope, document, of, frame, now: Vec::new(), count: 0, round: 0, awaited: None, come: None }
    }

    /// What it begins with, and the values of its names there.
    fn begin(&mut self, span: Span) -> Evaluated<()> {
        for index in self.of.first.clone() {
            let Some(statement) = self.scope.evaluation().statements().get(index) else { continue };
            let value = {
                let within = call::inner(self.scope, self.document, index, &self.frame);
                let value = within.value(&statement.expression).ok();
                self.scope.pay_for(&within);
                value
            };
            self.scope.spend(1, span)?;
            if let Some(value) = value.as_ref().filter(|_| self.scope.depth > 0) {
                self.scope.meet(index, value);
            }
            self.frame.insert(index, value);
        }
        let [condition, ..] = &self.of.phases;
        for seen in &condition.sees {
            seen.iter().for_each(|seen| self.scope.rests_on(*seen));
            let value = seen.and_then(|seen| match self.frame.get(&seen) {
                Some(value) => value.clone(),
                None => self.scope.value_at(seen).cloned(),
            });
            self.now.push(value);
        }
        Ok(())
    }

    /// All rounds; what it answers where it ends the function.
    fn all(&mut self, span: Span) -> Evaluated<Option<Value>> {
        let [condition, body, step] = &self.of.phases;
        let elements = match self.of.over {
            Some((over, _)) => {
                let value = self.frame.get(&over).cloned().flatten();
                let Some(elements) = value.as_ref().and_then(|value| elements(self.scope, value, span)) else {
                    return unknown(Reason::AfterLoop, None, span);
                };
                Some(elements)
            }
            None => None,
        };
        let mut elements = elements.map(Vec::into_iter);
        for round in 0.. {
            if let (Some(elements), Some((_, name))) = (&mut elements, self.of.over) {
                let Some(element) = elements.next() else { break };
                if self.scope.depth > 0 {
                    self.scope.meet(name, &element);
                }
                self.frame.insert(name, Some(element));
            }
            let asks = round > 0 || !self.of.tests_last;
            if asks && elements.is_none() {
                self.phase(condition, span)?;
                if let Some(condition) = self.of.condition {
                    match truth(self.frame.get(&condition).and_then(Option::as_ref)) {
                        Some(true) => {}
                        Some(false) => break,
                        None => return unknown(Reason::AfterLoop, None, span),
                    }
                }
            }
            match self.phase(body, span)? {
                End::Answer(value) => return Ok(Some(value)),
                End::Break => break,
                End::Continue | End::Through => {}
            }
            self.phase(step, span)?;
            self.round += 1;
            self.count += 1;
            if self.count > ROUND_LIMIT {
                return unknown(Reason::AfterLoop, None, span);
            }
        }
        Ok(None)
    }

    fn phase(&mut self, phase: &Phase, span: Span) -> Evaluated<End> {
        for (seen, value) in phase.sees.iter().zip(&self.now) {
            if let Some(seen) = seen {
                self.frame.insert(*seen, value.clone());
            }
        }
        // In the first rounds of a call each statement is met.
        if self.scope.depth > 0 && self.scope.met.is_some() && self.round < MET_ROUNDS && self.awaited.is_none() {
            let loops = self.document.loops_within(&self.of.range);
            let is_within = |index: &usize| loops.iter().any(|inner| inner.range.contains(index));
            for index in phase.range.clone().filter(|index| !is_within(index)).collect::<Vec<_>>() {
                if let Some(end) = self.statement(index, span)? {
                    return Ok(end);
                }
            }
            return Ok(End::Through);
        }
        let first = self.of.needed.partition_point(|index| *index < phase.range.start);
        for index in self.of.needed.get(first..).unwrap_or_default() {
            if !phase.range.contains(index) {
                break;
            }
            if let Some(end) = self.statement(*index, span)? {
                return Ok(end);
            }
        }
        Ok(End::Through)
    }

    /// A statement; where it ends the round, how.
    fn statement(&mut self, index: usize, span: Span) -> Evaluated<Option<End>> {
        let Some(role) = self.document.roles.get(index) else { return Ok(None) };
        // What a lambda does is done when it is called.
        if self.document.roles.get(self.of.range.start).is_some_and(|first| first.unit != role.unit) {
            return Ok(None);
        }
        let jump = self.document.jumps.get(&index).filter(|jump| jump.of == self.of.range.start);
        let is_other_jump = jump.is_none() && self.document.jumps.contains_key(&index);
        let is_reached = self.is_reached(index);
        if is_other_jump || is_reached == Some(false) {
            self.frame.insert(index, None);
            return Ok(None);
        }
        let statements = self.scope.evaluation().statements();
        let name = statements.get(index).and_then(|found| found.name.as_ref()).map(|(name, _)| name);
        let of = name.filter(|_| role.changes).and_then(|name| self.of.names.iter().position(|one| one == name));
        let counts = of.is_some() || jump.is_some() || role.kind == RoleKind::Return;
        if is_reached.is_none() && counts {
            return unknown(Reason::AfterBranch, None, span);
        }
        if let Some(jump) = jump {
            return Ok(Some(if jump.is_break { End::Break } else { End::Continue }));
        }
        self.count += 1;
        if self.count > ROUND_LIMIT {
            return unknown(Reason::AfterLoop, None, span);
        }
        self.scope.spend(12, span)?;
        let found = {
            let within = call::inner(self.scope, self.document, index, &self.frame);
            // What a loop has of its own is not asked for in each round.
            let found = match (role.kind, statements.get(index)) {
                (RoleKind::Input(_), Some(statement)) => match within.value(&statement.expression) {
                    Ok(value) => Settled::Value(value),
                    Err(refused) => Settled::Wrong(refused),
                },
                _ => settled(self.document, &within, index),
            };
            self.scope.pay_for(&within);
            found
        };
        let value = match found {
            Settled::Value(value) => Some(value),
            _ => None,
        };
        if self.awaited == Some(index) {
            self.come = value.filter(|_| is_reached == Some(true));
            return unknown(Reason::AfterLoop, None, span);
        }
        if let Some(value) = value.as_ref().filter(|_| self.scope.depth > 0) {
            self.scope.meet(index, value);
        }
        // What is only met decides nothing.
        if self.of.needed.binary_search(&index).is_err() {
            self.frame.insert(index, value);
            return Ok(None);
        }
        // A loop in it may answer, and one that is not known may have.
        if self.document.loop_before(index).is_some() {
            match value.as_ref().and_then(User::of) {
                Some(User::Left(_, None)) => {}
                Some(User::Left(_, Some(answer))) => return Ok(Some(End::Answer((**answer).clone()))),
                _ => return unknown(Reason::AfterLoop, None, span),
            }
        }
        if role.kind == RoleKind::Return {
            return match value {
                Some(value) => Ok(Some(End::Answer(value))),
                None => unknown(Reason::AfterLoop, None, span),
            };
        }
        if let Some(now) = of.and_then(|of| self.now.get_mut(of)) {
            now.clone_from(&value);
        }
        self.frame.insert(index, value);
        Ok(None)
    }

    /// Reports whether the conditions within the loop that a statement stands under hold; `None` where that is not known.
    fn is_reached(&self, index: usize) -> Option<bool> {
        let mut at = index;
        let mut is_known = true;
        for _ in 0..super::BLOCK_DEPTH_LIMIT {
            let Some(guard) = self.document.roles.get(at).and_then(|role| role.guard) else { break };
            if !self.of.range.contains(&guard.condition) {
                break;
            }
            let is_loop = self.document.roles.get(guard.condition).is_some_and(|role| role.kind == RoleKind::Hidden);
            match truth(self.frame.get(&guard.condition).and_then(Option::as_ref)) {
                _ if is_loop => {}
                Some(decided) if decided != guard.holds => return Some(false),
                Some(_) => {}
                None => is_known = false,
            }
            at = guard.condition;
        }
        is_known.then_some(true)
    }
}
