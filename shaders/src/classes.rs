//! Accesses of all warps of a kernel, counted by classes: warps whose requests cost the same are one instruction with a
//! count.
//!
//! An index is a sum. What of it depends on one variable of the grid and not on the thread only moves a request: of that
//! nothing but the place in a line of 128 bytes matters, and how often there is which is a convolution over the terms.
//! What depends on both is looked at for each value of the variable, up to where it goes on alike (its period); so each
//! mode of a layout is walked once, and never the grid. Where that is still too much, as where a swizzle joins modes that
//! nothing divides, values from all over stand for all, and that is said.

use std::collections::{BTreeMap, BTreeSet};

use crate::accesses::{Covers, Instruction, Space, Touches, WARP};
use crate::expression::{Expression, Expressions, Lanes, WIDTH, gcd};
use crate::kernel::THREAD_LIMIT;
use crate::random::hash;

/// Bytes after which banks, sectors and lines repeat themselves.
const LINE: u64 = 128;

/// At how many requests of a kernel at most is looked, before of an instruction some stand for all.
const REQUESTS: u64 = 1 << 17;

/// How many do then.
const SAMPLES: u64 = 1 << 11;

/// The memory that an instruction touches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    pub(crate) name: &'static str,
    pub(crate) space: Space,
    pub(crate) bytes: u64,
    pub(crate) places: u64,
}

/// Values of a variable: `first`, `first + step`, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Values {
    pub(crate) first: u32,
    pub(crate) step: u32,
    pub(crate) count: u32,
}

impl Values {
    /// From 0 to below `count`.
    pub(crate) const fn up_to(count: u32) -> Values {
        Values { first: 0, step: 1, count }
    }

    /// One value.
    pub(crate) const fn only(first: u32) -> Values {
        Values { first, step: 1, count: 1 }
    }

    /// From `first` to below `end`.
    pub(crate) const fn between(first: u32, end: u32) -> Values {
        Values { first, step: 1, count: end.saturating_sub(first) }
    }

    fn at(self, number: u32) -> u32 {
        self.first.wrapping_add(self.step.wrapping_mul(number))
    }
}

/// What a variable of an index is.
pub(crate) enum Domain<'a> {
    /// It follows from the thread.
    Thread(&'a dyn Fn(u32) -> u32),
    /// It has each of these values, whatever the others have: a part of a workgroup's number, or a loop's counter.
    Each(Vec<Values>),
}

impl Domain<'_> {
    /// Each value below a number.
    pub(crate) fn up_to(count: u32) -> Self {
        Domain::Each(vec![Values::up_to(count)])
    }

    /// One value.
    pub(crate) fn only(value: u32) -> Self {
        Domain::Each(vec![Values::only(value)])
    }
}

/// An instruction of a kernel's text, with all that executes it.
pub(crate) struct Touch<'a> {
    pub(crate) memory: Memory,
    pub(crate) is_store: bool,
    pub(crate) index: Expression,
    /// A thread takes part where each of these is below its number.
    pub(crate) guards: &'a [(Expression, u32)],
    /// The index is no larger than this: `min(index, most)`.
    pub(crate) most: Option<u32>,
    /// Number of threads of a workgroup, from the first on, that come to it.
    pub(crate) threads: u32,
    /// The variables in their order.
    pub(crate) domains: &'a [Domain<'a>],
    /// How often it is executed for each of their values.
    pub(crate) times: u64,
}

impl<'a> Touch<'a> {
    /// Of all threads, once for each value of the variables.
    pub(crate) fn of(
        memory: Memory,
        is_store: bool,
        index: Expression,
        threads: u32,
        domains: &'a [Domain<'a>],
    ) -> Self {
        Touch { memory, is_store, index, guards: &[], most: None, threads, domains, times: 1 }
    }
}

/// What tells an instruction from others: memory, whether it writes, and the places relative to the first of them and to
/// the line in which that lies.
type Class = (&'static str, Space, bool, u64, u32, Vec<u32>);

/// The instructions of a kernel, collected while it is written.
#[derive(Debug, Default)]
pub(crate) struct Touched {
    is_wanted: bool,
    instructions: Vec<Instruction>,
    known: BTreeMap<Class, usize>,
    /// Number of requests that were looked at.
    looked: u64,
    is_sample: bool,
}

impl Touched {
    /// Of nothing: where only the text is wanted.
    pub(crate) fn of_none() -> Self {
        Touched::default()
    }

    /// Of nothing yet.
    pub(crate) fn new() -> Self {
        Touched { is_wanted: true, ..Touched::default() }
    }

    pub(crate) fn finish(self) -> Touches {
        Touches { instructions: self.instructions, covers: Covers { is_sample: self.is_sample, ..Covers::ALL } }
    }

    /// One more instruction.
    pub(crate) fn push(&mut self, all: &Expressions, touch: &Touch<'_>) {
        if !self.is_wanted || touch.times == 0 || !(1..=THREAD_LIMIT).contains(&touch.threads) {
            return;
        }
        let warps = touch.threads.div_ceil(WARP);
        let table = |domain: &Domain<'_>| match domain {
            Domain::Thread(of) => {
                (0..warps).map(|warp| std::array::from_fn(|lane| of(warp * WARP + lane as u32))).collect()
            }
            Domain::Each(_) => Vec::new(),
        };
        let counted = Counted { all, touch, warps, tables: touch.domains.iter().map(table).collect() };
        // One run of each variable.
        let mut each = vec![Vec::new()];
        for domain in touch.domains {
            let runs = match domain {
                Domain::Thread(_) => vec![None],
                Domain::Each(runs) => runs.iter().filter(|run| run.count > 0).copied().map(Some).collect(),
            };
            each =
                each.iter().flat_map(|before| runs.iter().map(|run| [before.as_slice(), &[*run]].concat())).collect();
        }
        each.into_iter().for_each(|runs| counted.split(self, runs, touch.guards.to_vec()));
    }

    fn insert(&mut self, all: &Expressions, touch: &Touch<'_>, class: &Relative, base: u32, times: u64) {
        let active = (0..WIDTH).filter(|lane| class.mask >> lane & 1 == 1);
        let places = active.map(|lane| base.wrapping_add(class.lanes.get(lane).copied().unwrap_or(0)));
        let places = places.collect::<Vec<_>>();
        let Some(first) = places.first().copied() else { return };
        let Memory { name, space, bytes, places: of_memory } = touch.memory;
        let relative = places.iter().map(|place| place.wrapping_sub(first)).collect();
        let key = (name, space, touch.is_store, bytes, first % residues(bytes), relative);
        let times = times.saturating_mul(touch.times);
        match self.known.get(&key).and_then(|place| self.instructions.get_mut(*place)) {
            Some(known) => known.times = known.times.saturating_add(times),
            None => {
                self.known.insert(key, self.instructions.len());
                let largest = u64::from(touch.most.unwrap_or_else(|| all.range(touch.index).high()));
                self.instructions.push(Instruction {
                    memory: name,
                    space,
                    is_store: touch.is_store,
                    bytes,
                    indices: places.into_iter().map(u64::from).collect(),
                    times,
                    // What lies beyond a buffer no thread takes part in.
                    largest: if space == Space::Global { largest.min(of_memory.saturating_sub(1)) } else { largest },
                    places: of_memory,
                });
            }
        }
    }
}

/// Number of places of a line.
fn residues(bytes: u64) -> u32 {
    u32::try_from(LINE / bytes.clamp(1, LINE)).unwrap_or(1)
}

/// The threads of a warp: places from that of the first on, and which of them take part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Relative {
    lanes: [u32; WIDTH],
    mask: u32,
    /// The place of the first in its line.
    residue: u32,
}

/// Classes: of each the place of the first thread in one of its warps, and how many there are.
type Classes = BTreeMap<Relative, (u32, u64)>;

/// Places, by where they lie in a line, and how many there are.
type Bases = BTreeMap<u32, (u32, u64)>;

fn more<K: Ord>(classes: &mut BTreeMap<K, (u32, u64)>, key: K, base: u32, count: u64) {
    let known = classes.entry(key).or_insert((base, 0));
    known.1 = known.1.saturating_add(count);
}

/// Terms of an index, and conditions, that share variables of the grid; or those of none.
#[derive(Debug, Default)]
struct Terms {
    addends: Vec<(u32, Expression)>,
    guards: Vec<(Expression, u32)>,
    variables: BTreeSet<usize>,
}

/// A variable along which terms are looked at: how many of its values, and what is added when they come again.
struct Walked {
    variable: usize,
    count: u32,
    every: u32,
    more: u32,
}

/// An instruction while it is counted.
struct Counted<'a> {
    all: &'a Expressions,
    touch: &'a Touch<'a>,
    warps: u32,
    /// By variable that follows from the thread, its values warp by warp.
    tables: Vec<Vec<[u32; WIDTH]>>,
}

impl Counted<'_> {
    fn variable(&self, runs: &[Option<Values>], chosen: &[u32], warp: u32, variable: usize) -> [u32; WIDTH] {
        match runs.get(variable) {
            Some(Some(run)) => [run.at(chosen.get(variable).copied().unwrap_or(0)); WIDTH],
            _ => {
                let table = self.tables.get(variable).and_then(|table| table.get(warp as usize));
                table.copied().unwrap_or([0; WIDTH])
            }
        }
    }

    /// The lanes of a warp that are there.
    fn lanes(&self, warp: u32) -> usize {
        self.touch.threads.saturating_sub(warp * WARP).min(WARP) as usize
    }

    /// Counts it apart where a condition holds for all threads, which it does up to some value of a variable.
    fn split(&self, touched: &mut Touched, runs: Vec<Option<Values>>, guards: Vec<(Expression, u32)>) {
        let last = runs.iter().map(|run| run.map_or(0, |run| run.count.saturating_sub(1))).collect::<Vec<_>>();
        let moves = |variable: usize| matches!(runs.get(variable), Some(Some(_)));
        for (place, (value, limit)) in guards.iter().enumerate() {
            if !self.all.is_rising(*value, &moves) {
                continue;
            }
            let mut lanes = Lanes::of(self.all, [*value]);
            let mut holds = |chosen: &[u32]| {
                (0..self.warps).all(|warp| {
                    lanes.compute(|variable| self.variable(&runs, chosen, warp, variable));
                    lanes.roots().all(|values| values.iter().take(self.lanes(warp)).all(|value| value < limit))
                })
            };
            let others = || {
                let mut others = guards.clone();
                others.remove(place);
                others
            };
            if holds(&last) {
                return self.split(touched, runs, others());
            }
            for variable in self.all.variables_of(*value) {
                let Some(Some(run)) = runs.get(variable).copied() else { continue };
                let mut chosen = last.clone();
                let (mut low, mut high) = (0, run.count.saturating_sub(1));
                while low < high {
                    let middle = low + (high - low) / 2;
                    if let Some(chosen) = chosen.get_mut(variable) {
                        *chosen = middle;
                    }
                    if holds(&chosen) { low = middle + 1 } else { high = middle }
                }
                if low > 0 {
                    let with = |run: Values| {
                        let mut runs = runs.clone();
                        runs.iter_mut().skip(variable).take(1).for_each(|own| *own = Some(run));
                        runs
                    };
                    self.split(touched, with(Values { count: low, ..run }), others());
                    let rest = Values { first: run.at(low), count: run.count - low, ..run };
                    return self.split(touched, with(rest), guards.clone());
                }
            }
        }
        self.count(touched, &runs, &guards);
    }

    fn count(&self, touched: &mut Touched, runs: &[Option<Values>], guards: &[(Expression, u32)]) {
        let many = |expression: Expression| {
            let of = self.all.variables_of(expression).into_iter();
            of.filter(|variable| matches!(runs.get(*variable), Some(Some(run)) if run.count > 1))
                .collect::<BTreeSet<_>>()
        };
        let is_least = self.touch.most.is_some();
        let index = if is_least { vec![(1, self.touch.index)] } else { self.all.addends(self.touch.index) };
        let addends = index.into_iter().map(|addend| Terms {
            variables: many(addend.1),
            addends: vec![addend],
            guards: Vec::new(),
        });
        let conditions =
            guards.iter().map(|guard| Terms { variables: many(guard.0), addends: Vec::new(), guards: vec![*guard] });
        let mut groups: Vec<Terms> = Vec::new();
        for mut terms in addends.chain(conditions) {
            let is_one = |other: &Terms| {
                let is_none = other.variables.is_empty() && terms.variables.is_empty();
                is_least || is_none || !other.variables.is_disjoint(&terms.variables)
            };
            let (joined, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_one);
            for other in joined {
                terms.addends.extend(other.addends);
                terms.guards.extend(other.guards);
                terms.variables.extend(other.variables);
            }
            groups = others;
            groups.push(terms);
        }
        let used = groups.iter().flat_map(|terms| terms.variables.iter().copied()).collect::<BTreeSet<_>>();
        let unused = runs.iter().enumerate().filter(|(variable, _)| !used.contains(variable));
        let times = unused.filter_map(|(_, run)| *run).fold(1_u64, |times, run| times.saturating_mul(run.count.into()));

        let modulus = residues(self.touch.memory.bytes);
        let is_moved = |terms: &Terms| {
            let is_of_thread = |(_, addend): &(u32, Expression)| {
                self.all.variables_of(*addend).iter().any(|variable| !matches!(runs.get(*variable), Some(Some(_))))
            };
            terms.guards.is_empty() && !is_least && !terms.addends.iter().any(is_of_thread)
        };
        let (moves, shapes): (Vec<_>, Vec<_>) = groups.into_iter().partition(is_moved);
        let mut bases = Bases::from([(0, (0, 1))]);
        for terms in &moves {
            let own = self.walk(touched, runs, terms, 0);
            let mut all = Bases::new();
            for ((base, count), (class, (other, others))) in
                bases.values().flat_map(|base| own.iter().map(move |own| (base, own)))
            {
                let base = base.wrapping_add(*other).wrapping_add(class.lanes.first().copied().unwrap_or(0));
                more(&mut all, base % modulus, base, count.saturating_mul(*others));
            }
            bases = all;
        }
        for warp in 0..self.warps {
            let mask = if self.lanes(warp) >= WIDTH { u32::MAX } else { (1 << self.lanes(warp)) - 1 };
            let none = Relative { lanes: [0; WIDTH], mask, residue: 0 };
            let mut classes = Classes::from([(none, (0, times))]);
            for terms in &shapes {
                let own = self.walk(touched, runs, terms, warp);
                let mut all = Classes::new();
                for ((one, (base, count)), (two, (other, others))) in
                    classes.iter().flat_map(|class| own.iter().map(move |own| (class, own)))
                {
                    let mut lanes = one.lanes;
                    lanes.iter_mut().zip(two.lanes).for_each(|(lane, other)| *lane = lane.wrapping_add(other));
                    let (base, mask) = (base.wrapping_add(*other), one.mask & two.mask);
                    let class = Relative { lanes, mask, residue: base % modulus };
                    more(&mut all, class, base, count.saturating_mul(*others));
                }
                classes = all;
            }
            for (class, (base, count)) in &classes {
                for (other, others) in bases.values() {
                    touched.insert(
                        self.all,
                        self.touch,
                        class,
                        base.wrapping_add(*other),
                        count.saturating_mul(*others),
                    );
                }
            }
        }
    }

    /// The classes that terms have for a warp.
    fn walk(&self, touched: &mut Touched, runs: &[Option<Values>], terms: &Terms, warp: u32) -> Classes {
        let expressions =
            terms.addends.iter().map(|(_, addend)| *addend).chain(terms.guards.iter().map(|guard| guard.0));
        let mut lanes = Lanes::of(self.all, expressions);
        let walked = terms
            .variables
            .iter()
            .filter_map(|variable| self.walked(*(runs.get(*variable)?.as_ref()?), terms, *variable));
        let walked = walked.collect::<Vec<_>>();
        let modulus = residues(self.touch.memory.bytes);
        let mut classes = Classes::new();
        let mut see = |chosen: &[u32], moved: &Bases| {
            lanes.compute(|variable| self.variable(runs, chosen, warp, variable));
            let mut roots = lanes.roots();
            let mut places = [0_u32; WIDTH];
            for ((times, _), values) in terms.addends.iter().zip(roots.by_ref()) {
                places
                    .iter_mut()
                    .zip(values)
                    .for_each(|(place, value)| *place = place.wrapping_add(value.wrapping_mul(*times)));
            }
            if let Some(most) = self.touch.most {
                places.iter_mut().for_each(|place| *place = (*place).min(most));
            }
            let mut mask = u32::MAX;
            for ((_, limit), values) in terms.guards.iter().zip(roots) {
                let holds = (0..).zip(values).filter(|(_, value)| *value < limit);
                mask &= holds.fold(0, |mask, (lane, _)| mask | 1_u32 << lane);
            }
            let first = places[0];
            let lanes = places.map(|place| place.wrapping_sub(first));
            for (base, count) in moved.values() {
                let base = base.wrapping_add(first);
                more(&mut classes, Relative { lanes, mask, residue: base % modulus }, base, *count);
            }
        };
        let product = |of: fn(&Walked) -> u32| walked.iter().fold(1_u64, |all, own| all.saturating_mul(of(own).into()));
        let (states, whole) = (product(|own| own.every), product(|own| own.count));
        let mut chosen = vec![0; runs.len()];
        let samples = (SAMPLES / u64::from(self.warps)).max(1);
        touched.looked = touched.looked.saturating_add(states.min(samples));
        let of_all = states.saturating_mul(self.warps.into());
        if states > samples && touched.looked.saturating_add(of_all) > REQUESTS {
            touched.is_sample = true;
            for sample in 0..samples {
                for own in &walked {
                    if let Some(chosen) = chosen.get_mut(own.variable) {
                        let number = u32::try_from(sample).unwrap_or(0);
                        *chosen = hash(own.variable as u32, number) % own.count.max(1);
                    }
                }
                // Together they count as often as all.
                see(&chosen, &Bases::from([(0, (0, whole / samples + u64::from(sample < whole % samples)))]));
            }
            return classes;
        }
        touched.looked = touched.looked.saturating_add(states.saturating_sub(samples));
        for state in 0..states {
            let mut rest = state;
            let mut moved = Bases::from([(0, (0, 1))]);
            for own in &walked {
                let every = u64::from(own.every.max(1));
                let digit = u32::try_from(rest % every).unwrap_or(0);
                rest /= every;
                if let Some(chosen) = chosen.get_mut(own.variable) {
                    *chosen = digit;
                }
                moved = again(&moved, own.more, (own.count - digit).div_ceil(own.every.max(1)), modulus);
            }
            see(&chosen, &moved);
        }
        classes
    }

    /// How terms go on along a variable; where that is not found, all its values are looked at.
    fn walked(&self, run: Values, terms: &Terms, variable: usize) -> Option<Walked> {
        let found = || {
            let of = |expression: &Expression| self.all.period(*expression, variable);
            let periods = terms.addends.iter().map(|(_, addend)| of(addend)).collect::<Option<Vec<_>>>()?;
            let guards = terms.guards.iter().map(|(guard, _)| of(guard).filter(|period| period.more == 0));
            let guards = guards.collect::<Option<Vec<_>>>()?;
            let mut common = 1_u32;
            for period in periods.iter().chain(&guards) {
                common = common.checked_mul(period.every / gcd(common, period.every).max(1))?;
            }
            let more = periods.iter().zip(&terms.addends).fold(0_u32, |more, (period, (times, _))| {
                more.wrapping_add(times.wrapping_mul(period.more).wrapping_mul(common / period.every.max(1)))
            });
            let shared = gcd(common, run.step).max(1);
            let (every, more) = (common / shared, more.wrapping_mul(run.step / shared));
            (every < run.count).then_some(Walked { variable, count: run.count, every, more })
        };
        let is_plain = self.touch.most.is_none();
        Some(found().filter(|_| is_plain).unwrap_or(Walked { variable, count: run.count, every: run.count, more: 0 }))
    }
}

/// All tiles but those that are whole along every mode, of `[whole, all]` along each, as products of runs.
pub(crate) fn beyond(modes: &[[u32; 2]]) -> Vec<Vec<Values>> {
    let of_mode = |cut: usize| {
        let run = |(mode, [whole, all]): (usize, &[u32; 2])| match mode.cmp(&cut) {
            std::cmp::Ordering::Less => Values::up_to(*whole),
            std::cmp::Ordering::Equal => Values::between(*whole, *all),
            std::cmp::Ordering::Greater => Values::up_to(*all),
        };
        modes.iter().enumerate().map(run).collect()
    };
    (0..modes.len()).map(of_mode).collect()
}

/// Places, and those moved on from there so many times in all.
fn again(bases: &Bases, by: u32, times: u32, modulus: u32) -> Bases {
    // After so many they lie alike.
    let every = modulus / gcd(modulus, by % modulus).max(1);
    let mut all = Bases::new();
    for number in 0..every.min(times) {
        let count = u64::from((times - number).div_ceil(every.max(1)));
        for (base, own) in bases.values() {
            let base = base.wrapping_add(by.wrapping_mul(number));
            more(&mut all, base % modulus, base, own.saturating_mul(count));
        }
    }
    all
}
