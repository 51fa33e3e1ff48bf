//! The check of a law, element by element.

use crate::called;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::map::{Domain, Map};
use super::{CounterExample, Premise, Reason, Side, Verdict};
use crate::coordinate::{Coordinate, Slot, crd2idx_shape, idx2crd};
use crate::int::Int;
use crate::layout::Shape;
use crate::nested::Nested;
use crate::work::{Budget, Progress, Work};

/// At most so many elements are checked.
pub const ELEMENT_LIMIT: u64 = 1 << 22;

/// Functions of more leaves cost more: a unit of a budget for each so many, and so many times fewer are checked.
const LEAVES_PER_UNIT: usize = 32;

/// At most so many elements are checked where all of them have to be remembered.
pub const SET_LIMIT: u64 = 1 << 18;

/// A function with the letter that stands for it.
pub(crate) type Named = (&'static str, Map);

/// Plan for checking an equation.
#[derive(Debug, Clone)]
pub(crate) enum Plan {
    /// Nothing can be said.
    Refused(Reason),
    /// Both chains of functions, the last applied first, agree everywhere. What the right chain's innermost function
    /// answers should lie within bounds; beyond them the equation need not hold.
    Same { domain: Domain, left: Vec<Named>, right: Vec<Named>, bounds: Option<Vec<i64>> },
    /// Coordinates with different owners have different indices; without owners every coordinate is its own. All
    /// indices lie from 0 to below an end, if there is one.
    Apart { domain: Domain, map: Named, owner: Option<Map>, end: Option<i64> },
    /// No index of the second but its first is one of the first.
    Avoid { of: [(Domain, Named); 2] },
    /// Every index is larger than the one before.
    Ordered { domain: Domain, map: Named },
    /// The indices of the first are those of the second, `down * (index / up) + k`; where `often`, as often. The second
    /// domain has the numbers `k < down` as its last digits.
    Images { of: [(Domain, Named); 2], up: i64, down: i64, often: bool },
    /// From every index that is a multiple of `length` on, so many indices are reached.
    Runs { domain: Domain, map: Named, length: i64 },
    /// `crd2idx(idx2crd(i,S),S) = i`.
    RoundTrip { domain: Domain, shape: Shape },
    /// Every coordinate of the first is one of the second.
    Accepts { domain: Domain, of: [Shape; 2] },
    /// A relation of two numbers.
    Numbers { left: (&'static str, i64), right: (&'static str, i64), holds: bool },
}

impl Plan {
    /// Returns the budget cost of an element.
    fn cost(&self) -> u64 {
        let chain = |functions: &[Named]| functions.iter().map(|(_, map)| map.leaf_count()).sum::<usize>();
        let leaves = match self {
            Plan::Refused(_) | Plan::Numbers { .. } => 0,
            Plan::Same { left, right, .. } => chain(left) + chain(right),
            Plan::Apart { map: (_, map), owner, .. } => map.leaf_count() + owner.as_ref().map_or(0, Map::leaf_count),
            Plan::Ordered { map: (_, map), .. } | Plan::Runs { map: (_, map), .. } => map.leaf_count(),
            Plan::Avoid { of: [(_, (_, first)), (_, (_, second))] }
            | Plan::Images { of: [(_, (_, first)), (_, (_, second))], .. } => {
                first.leaf_count().max(second.leaf_count())
            }
            // These divide by each extent, and make trees.
            Plan::RoundTrip { shape, .. } => 16 * shape.leaf_count(),
            Plan::Accepts { of: [a, b], .. } => 16 * (a.leaf_count() + b.leaf_count()),
        };
        1 + (leaves / LEAVES_PER_UNIT) as u64
    }

    /// The number of elements.
    pub(crate) fn total(&self) -> u64 {
        match self {
            Plan::Refused(_) | Plan::Numbers { .. } => 1,
            Plan::Same { domain, .. }
            | Plan::Apart { domain, .. }
            | Plan::Ordered { domain, .. }
            | Plan::Runs { domain, .. }
            | Plan::RoundTrip { domain, .. }
            | Plan::Accepts { domain, .. } => domain.total(),
            Plan::Avoid { of: [(first, _), (second, _)] } => first.total().saturating_add(second.total()),
            Plan::Images { of: [(first, _), (second, _)], .. } => {
                first.total().saturating_add(second.total().saturating_mul(2))
            }
        }
    }
}

/// Scatters indices over a table: they are no secret, and a multiplication is a tenth of the usual work.
#[derive(Debug, Clone, Default)]
struct Scatter(u64);

impl Hasher for Scatter {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_i64(i64::from(*byte));
        }
    }

    fn write_i64(&mut self, number: i64) {
        // The table takes its place from the low bits and a tag from the high ones: both have to depend on all.
        let product = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ (product >> 32);
    }
}

/// Outcome of a plan.
enum End {
    Holds,
    Fails(CounterExample),
    /// The equation fails where it need not hold.
    Beyond {
        outside: CounterExample,
        example: CounterExample,
    },
    Refused(Reason),
    Unfinished,
}

/// A plan on its way.
#[derive(Debug, Clone)]
struct Run {
    plan: Plan,
    checked: u64,
    /// Of each index: the owner or how often the second reaches it, how often the first does, the first coordinate.
    seen: HashMap<i64, (i64, u64, u64), BuildHasherDefault<Scatter>>,
    /// Which of several rounds it is.
    round: u8,
    /// The first failure where the equation need not hold: what lies outside, and both sides.
    beyond: Option<(CounterExample, CounterExample)>,
    last: i64,
    /// Budget cost of an element, and the most elements that are checked.
    cost: u64,
    limit: u64,
    scratch: [Vec<i64>; 2],
}

impl Run {
    fn new(plan: &Plan) -> Self {
        let cost = plan.cost();
        let remembers =
            matches!(plan, Plan::Apart { .. } | Plan::Avoid { .. } | Plan::Images { .. } | Plan::Runs { .. });
        let limit = if remembers { SET_LIMIT } else { ELEMENT_LIMIT } / cost;
        Run {
            cost,
            limit,
            plan: plan.clone(),
            checked: 0,
            seen: HashMap::default(),
            round: 0,
            beyond: None,
            last: 0,
            scratch: [Vec::new(), Vec::new()],
        }
    }

    /// One element.
    fn step(&mut self) -> Option<End> {
        if self.checked >= self.limit && self.checked < self.plan.total() {
            return Some(End::Unfinished);
        }
        let end = match self.element() {
            Ok(end) => end,
            Err(reason) => Some(End::Refused(reason)),
        };
        if end.is_none() {
            self.checked += 1;
        }
        end
    }

    fn element(&mut self) -> Result<Option<End>, Reason> {
        let [values, others] = &mut self.scratch;
        match &mut self.plan {
            Plan::Refused(reason) => return Err(reason.clone()),
            Plan::Numbers { left, right, holds } => {
                self.checked = 1;
                let (left, right) = (*left, *right);
                return Ok(Some(if *holds { End::Holds } else { End::Fails(CounterExample::Numbers { left, right }) }));
            }
            Plan::Same { domain, left, right, bounds } => {
                if domain.is_over() {
                    return Ok(Some(match self.beyond.take() {
                        Some((outside, example)) => End::Beyond { outside, example },
                        None => End::Holds,
                    }));
                }
                chain(left, domain.now(), values, &mut Vec::new(), false)?;
                let mut inner = Vec::new();
                chain(right, domain.now(), others, &mut inner, bounds.is_some())?;
                trim(values);
                trim(others);
                if values != others {
                    let outside = bounds.as_ref().and_then(|bounds| {
                        let mut pairs = inner.iter().zip(bounds);
                        pairs.find(|(index, end)| !(0..**end).contains(*index)).map(|(index, end)| (*index, *end))
                    });
                    if outside.is_none() || self.beyond.is_none() {
                        let example = CounterExample::Differ {
                            at: domain.coordinate(),
                            linear: domain.now().first().copied().unwrap_or_default() as u64,
                            left: side(left, domain.now())?,
                            right: side(right, domain.now())?,
                        };
                        let Some((index, end)) = outside else { return Ok(Some(End::Fails(example))) };
                        let function = right.last().map_or("B", |(name, _)| name);
                        let outside = CounterExample::Outside { function, at: domain.coordinate(), index, end };
                        self.beyond = Some((outside, example));
                    }
                }
                domain.advance();
            }
            Plan::Apart { domain, map: (function, map), owner, end } => {
                if domain.is_over() {
                    return Ok(Some(End::Holds));
                }
                let index = single(map, domain.now(), values)?;
                if let Some(end) = end
                    && !(0..*end).contains(&index)
                {
                    let at = domain.coordinate();
                    return Ok(Some(End::Fails(CounterExample::Outside { function, at, index, end: *end })));
                }
                let linear = domain.now().first().copied().unwrap_or_default();
                let own = match owner {
                    Some(owner) => single(owner, domain.now(), others)?,
                    None => linear,
                };
                let (first, _, place) = *self.seen.entry(index).or_insert((own, 0, linear as u64));
                if first != own {
                    let at = [domain.coordinate_at(place), domain.coordinate()];
                    return Ok(Some(End::Fails(CounterExample::Twice { function, at, index })));
                }
                domain.advance();
            }
            Plan::Avoid { of: [(first, (a, avoided)), (second, (r, map))] } => {
                if !first.is_over() {
                    let index = single(avoided, first.now(), values)?;
                    self.seen.entry(index).or_insert((0, 0, first.now().first().copied().unwrap_or_default() as u64));
                    first.advance();
                    return Ok(None);
                }
                if second.is_over() {
                    return Ok(Some(End::Holds));
                }
                let index = single(map, second.now(), values)?;
                let is_first = second.now().first() == Some(&0);
                if let Some((_, _, place)) = self.seen.get(&index).filter(|_| !is_first) {
                    let of = [(*a, first.coordinate_at(*place)), (*r, second.coordinate())];
                    return Ok(Some(End::Fails(CounterExample::Shared { of, index })));
                }
                second.advance();
            }
            Plan::Ordered { domain, map: (function, map) } => {
                if domain.is_over() {
                    return Ok(Some(End::Holds));
                }
                let index = single(map, domain.now(), values)?;
                let linear = domain.now().first().copied().unwrap_or_default();
                if linear > 0 && index <= self.last {
                    let (at, indices) = (linear as u64 - 1, [self.last, index]);
                    return Ok(Some(End::Fails(CounterExample::Descends { function, at, indices })));
                }
                self.last = index;
                domain.advance();
            }
            Plan::Images { of: [(first, (r, map)), (second, (a, other))], up, down, often } => {
                if self.checked == 0 && first.total().saturating_add(second.total().saturating_mul(2)) > self.limit {
                    return Ok(Some(End::Unfinished));
                }
                let over = if self.round == 1 { first.is_over() } else { second.is_over() };
                if over && self.round == 2 {
                    self.checked = first.total();
                    return Ok(Some(End::Holds));
                }
                if over {
                    self.round += 1;
                    second.begin();
                    return self.element();
                }
                if self.round == 1 {
                    let index = single(map, first.now(), values)?;
                    let entry = self.seen.entry(index).or_insert((0, 0, 0));
                    entry.1 += 1;
                    if entry.0 == 0 || (*often && entry.1 > entry.0 as u64) {
                        let of = [(*r, entry.1), (*a, entry.0 as u64)];
                        let at = first.coordinate();
                        return Ok(Some(End::Fails(CounterExample::Times { of, at, index })));
                    }
                    first.advance();
                    return Ok(None);
                }
                let index = single(other, second.now(), values)?.div_euclid(*up);
                let digit = if *down > 1 { second.now().last().copied().unwrap_or_default() } else { 0 };
                let index =
                    index.checked_mul(*down).and_then(|index| index.checked_add(digit)).ok_or(Reason::Overflow)?;
                let entry = self.seen.entry(index).or_insert((0, 0, 0));
                if self.round == 0 {
                    entry.0 += 1;
                } else if entry.1 == 0 || (*often && entry.1 < entry.0 as u64) {
                    let of = [(*r, entry.1), (*a, entry.0 as u64)];
                    let at = second.coordinate();
                    return Ok(Some(End::Fails(CounterExample::Times { of, at, index })));
                }
                second.advance();
            }
            Plan::Runs { domain, map: (function, map), length } => {
                if domain.is_over() && self.round == 1 {
                    return Ok(Some(End::Holds));
                }
                if domain.is_over() {
                    self.round = 1;
                    domain.begin();
                    return self.element();
                }
                let index = single(map, domain.now(), values)?;
                if self.round == 0 {
                    self.seen.entry(index).or_insert((0, 0, 0));
                } else if index.rem_euclid(*length) == 0 {
                    // Not more of a run than there are indices.
                    let end = index.saturating_add((*length).min(self.seen.len() as i64 + 1));
                    if let Some(index) = (index..end).find(|index| !self.seen.contains_key(index)) {
                        let at = domain.coordinate();
                        return Ok(Some(End::Fails(CounterExample::Gap { function, at, index })));
                    }
                }
                domain.advance();
            }
            Plan::RoundTrip { domain, shape } => {
                if domain.is_over() {
                    return Ok(Some(End::Holds));
                }
                let i = domain.now().first().copied().unwrap_or_default();
                let natural = idx2crd(&linear(i), shape).map_err(|_| Reason::Overflow)?;
                let back = crd2idx_shape(&Coordinate::from(&natural), shape).map_err(|_| Reason::Overflow)?;
                if back.value() != i {
                    let side = |functions: &[&'static str], values: &[String]| Side {
                        functions: functions.to_vec(),
                        values: values.to_vec(),
                    };
                    return Ok(Some(End::Fails(CounterExample::Differ {
                        at: i.to_string(),
                        linear: i as u64,
                        left: side(&[called::CRD2IDX, called::IDX2CRD], &[natural.to_string(), back.to_string()]),
                        right: side(&[], &[i.to_string()]),
                    })));
                }
                domain.advance();
            }
            Plan::Accepts { domain, of: [a, b] } => {
                if domain.is_over() {
                    return Ok(Some(End::Holds));
                }
                let i = domain.now().first().copied().unwrap_or_default();
                let natural = idx2crd(&linear(i), a).map_err(|_| Reason::Overflow)?;
                if idx2crd(&Coordinate::from(&natural), b).is_err() {
                    return Ok(Some(End::Fails(CounterExample::Refused { at: natural.to_string() })));
                }
                domain.advance();
            }
        }
        Ok(None)
    }
}

fn linear(i: i64) -> Coordinate {
    Nested::Leaf(Slot::Int(Int::dynamic(i)))
}

/// Drops zeros at the end: a direction along which nothing lies.
fn trim(values: &mut Vec<i64>) {
    while values.len() > 1 && values.last() == Some(&0) {
        values.pop();
    }
}

/// Computes what a chain of functions makes of the digits, and what its innermost function does.
fn chain(
    functions: &[Named],
    digits: &[i64],
    values: &mut Vec<i64>,
    inner: &mut Vec<i64>,
    keep: bool,
) -> Result<(), Reason> {
    let Some(((_, innermost), outer)) = functions.split_last() else {
        // Without a function the 1-D coordinate itself.
        values.clear();
        values.extend(digits.first());
        return Ok(());
    };
    innermost.index(digits, values).ok_or(Reason::Overflow)?;
    if keep {
        inner.clone_from(values);
    }
    for (_, map) in outer.iter().rev() {
        let before = std::mem::take(values);
        map.index(&before, values).ok_or(Reason::Overflow)?;
    }
    Ok(())
}

/// A chain with all its values, printed.
fn side(functions: &[Named], digits: &[i64]) -> Result<Side, Reason> {
    let mut values = Vec::new();
    for from in (0..functions.len()).rev() {
        let mut value = Vec::new();
        chain(functions.get(from..).unwrap_or_default(), digits, &mut value, &mut Vec::new(), false)?;
        values.push(printed(&value));
    }
    if functions.is_empty() {
        values.push(digits.first().copied().unwrap_or_default().to_string());
    }
    Ok(Side { functions: functions.iter().map(|(name, _)| *name).collect(), values })
}

fn printed(values: &[i64]) -> String {
    match values {
        [only] => only.to_string(),
        _ => format!("({})", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
    }
}

/// The index of a function that answers integers.
fn single(map: &Map, digits: &[i64], values: &mut Vec<i64>) -> Result<i64, Reason> {
    map.index(digits, values).ok_or(Reason::Overflow)?;
    match values.as_slice() {
        [only] => Ok(*only),
        _ => Err(Reason::Coordinates),
    }
}

/// The check of a law on its way: first its equation, and where that fails, the preconditions.
#[derive(Debug, Clone)]
pub struct LawCheck {
    run: Run,
    premises: Vec<(Premise, Plan)>,
    /// Progress of the equation, once it has ended.
    done: u64,
    total: u64,
    /// Units that no budget has paid yet.
    owed: u64,
    /// The failure whose preconditions are being checked, and which of them is.
    failure: Option<(CounterExample, Premise)>,
    verdict: Option<Verdict>,
}

impl LawCheck {
    pub(crate) fn new(plan: &Plan, premises: &[(Premise, Plan)]) -> Self {
        let run = Run::new(plan);
        let total = plan.total();
        LawCheck { run, premises: premises.to_vec(), done: 0, total, owed: 0, failure: None, verdict: None }
    }

    fn end(&mut self, end: End) -> Option<Verdict> {
        let (example, refuted) = match (self.failure.take(), end) {
            (None, End::Holds) => return Some(Verdict::Holds { checked: self.run.checked }),
            (None, End::Unfinished) => {
                return Some(Verdict::Unfinished { checked: self.run.checked, total: self.total });
            }
            (None, End::Refused(reason)) => return Some(Verdict::DoesNotApply { reason, example: None }),
            (None, End::Beyond { outside, example }) => {
                let reason = Reason::Violated(Premise::Within, Box::new(outside));
                return Some(Verdict::DoesNotApply { reason, example: Some(example) });
            }
            (None, End::Fails(example)) => (example, None),
            (Some((example, premise)), End::Fails(place) | End::Beyond { example: place, .. }) => {
                let reason = match place {
                    CounterExample::Numbers { left: ("", _), .. } => Reason::Unmet(premise),
                    place => Reason::Violated(premise, Box::new(place)),
                };
                (example, Some(reason))
            }
            (Some((example, _)), _) => (example, None),
        };
        if let Some(reason) = refuted {
            return Some(Verdict::DoesNotApply { reason, example: Some(example) });
        }
        if self.premises.is_empty() {
            return Some(Verdict::Fails(example));
        }
        let (premise, plan) = self.premises.remove(0);
        self.done += self.run.checked;
        self.run = Run::new(&plan);
        self.failure = Some((example, premise));
        None
    }
}

impl Work for LawCheck {
    type Output = Verdict;

    fn resume(&mut self, budget: &mut Budget) -> Progress<Verdict> {
        loop {
            if let Some(verdict) = &self.verdict {
                return Progress::Done(verdict.clone());
            }
            self.owed -= budget.spend_up_to(self.owed);
            if self.owed > 0 || budget.left() == 0 {
                return Progress::More { done: self.done + self.run.checked, total: Some(self.done.max(self.total)) };
            }
            self.owed = self.run.cost;
            if let Some(end) = self.run.step() {
                self.verdict = self.end(end);
            }
        }
    }
}
