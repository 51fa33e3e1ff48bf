//! A value as a formula in the numbers that it depends on: `complement(N:X)` is `(X,1):(1,N*X)`, for any N and X above 1.
//!
//! Nothing is computed with letters. The statement is evaluated again with other numbers in the place of those that it
//! depends on; each number that it prints is fitted as a polynomial, and the formula is checked on numbers that it was not
//! fitted to. So every operation has one, whatever it does, and what limits the formula is found as it was: the least
//! multiples, the bounds, and the pairs of numbers that have to differ for it to have held. It is checked, not proved.

mod polynomial;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::notebook::diagnostic::DiagnosticKind;
use crate::notebook::syntax::{Expression, ExpressionKind, Span};
use crate::notebook::value::without_underscores;
use crate::notebook::written::Given;
use crate::notebook::{Evaluation, Value};
use crate::paste::{self, InputKind};
use crate::work::{Budget, Progress, Work};
use polynomial::Polynomial;

/// Of a longer text no formulas are looked for: it is evaluated a hundred times.
const TEXT_LIMIT: usize = 1 << 14;
/// Number of numbers of a program that are tried, each alone, to see whether they matter.
const TRIED: usize = 16;
/// In how many numbers there is a formula.
const SYMBOLS: usize = 5;
/// Up to how many of them a square is looked for.
const SQUARES: usize = 3;
/// Number of choices of numbers that a formula is checked with and was not fitted to.
const CHECKS: usize = 16;
/// Below this multiple of a step formulas are not fitted, so that bounds are found by themselves.
const LOW: i64 = 8;
/// Values of each number where a polynomial is fitted, times its step: no two alike, and none a multiple of another.
const NODES: [[i64; 3]; SYMBOLS] = [[11, 13, 17], [19, 23, 29], [31, 37, 41], [43, 47, 53], [59, 61, 67]];
/// Multiples that are tried where a formula does not hold for any number.
const STEPS: [i64; 4] = [16, 64, 256, 3840];
/// The most that the numbers of a text may have as their common multiple.
const STEP_LIMIT: i64 = 1 << 14;
/// Distance above the others to which a number is raised to see whether they matter.
const FAR: i64 = 1 << 12;
/// Cost of an evaluation in units of work, and cost of a byte of its text.
const UNITS: u64 = 2000;
const UNITS_OF_BYTE: u64 = 50;

/// A value in the numbers that it depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// As the value is printed, with products and sums of names where numbers were.
    pub text: String,
    /// For what it holds: something of each number, then of pairs.
    pub conditions: Vec<Condition>,
    /// With how many choices of numbers it was evaluated and held.
    pub checked: usize,
}

/// Condition on the numbers for a formula to hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// Nothing.
    Any(String),
    /// A number is a multiple of another, or of a product of others.
    Multiple(String, String),
    /// A number is greater than another, or than a product of others.
    Above(String, String),
    /// Two numbers differ.
    Differ(String, String),
}

/// Where the text has a number.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Site {
    /// Nowhere: nothing defines its name.
    Free,
    /// Where a statement defines it.
    Defined(Span),
    /// It is an input of a program.
    Input,
}

/// A number that a value may depend on.
#[derive(Debug, Clone)]
struct Symbol {
    name: String,
    site: Site,
    now: Option<i64>,
}

/// A printed value: what stands around its numbers, and these.
#[derive(Debug, PartialEq, Eq)]
struct Printed {
    around: Vec<String>,
    numbers: Vec<i64>,
}

impl Printed {
    fn new(text: &str) -> Printed {
        let (mut around, mut numbers) = (vec![String::new()], Vec::new());
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let before = around.last().and_then(|text| text.chars().next_back());
            let is_in_word = before.is_some_and(|before| before.is_alphanumeric() || before == '_');
            let unsigned = rest.strip_prefix('-').unwrap_or(rest);
            let digits = unsigned.len() - unsigned.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
            let end = rest.len() - unsigned.len() + digits;
            match rest.get(..end).filter(|_| digits > 0 && !is_in_word).and_then(|number| number.parse().ok()) {
                Some(number) => {
                    numbers.push(number);
                    around.push(String::new());
                    rest = rest.get(end..).unwrap_or_default();
                }
                None => {
                    if let Some(last) = around.last_mut() {
                        last.push(letter);
                    }
                    rest = rest.get(letter.len_utf8()..).unwrap_or_default();
                }
            }
        }
        Printed { around, numbers }
    }
}

/// Which choices of numbers a formula is fitted to: each is a multiple of its step and, it may be, of another number.
#[derive(Debug, Clone)]
struct Lattice {
    steps: Vec<(i64, Vec<usize>)>,
}

impl Lattice {
    /// The numbers for multiples of the steps.
    fn numbers(&self, multiples: &[i64]) -> Option<Vec<i64>> {
        let own = |place: usize| self.steps.get(place)?.0.checked_mul(*multiples.get(place)?);
        let number = |(place, (_, over)): (usize, &(i64, Vec<usize>))| {
            over.iter().try_fold(own(place)?, |number, over| number.checked_mul(own(*over)?))
        };
        self.steps.iter().enumerate().map(number).collect()
    }

    fn step(&self, place: usize) -> i64 {
        self.steps.get(place).map_or(1, |(step, _)| *step)
    }

    /// The numbers that a number is a multiple of.
    fn over(&self, place: usize) -> &[usize] {
        self.steps.get(place).map_or(&[], |(_, over)| over)
    }
}

/// Numbers that look drawn, the same ones each time.
struct Drawn(u64);

impl Drawn {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below.max(1)
    }
}

/// The budget is spent.
struct Pause;

/// The search for the formula of a statement. It is [`Work`]: an evaluation of the text is 2000 units and 50 for each byte.
#[derive(Debug, Clone)]
pub struct Search {
    base: Evaluation,
    statement: usize,
    symbols: Vec<Symbol>,
    asked: HashMap<Vec<i64>, Option<Arc<Printed>>>,
    found: Option<Option<Formula>>,
}

impl Search {
    /// Of a statement. Nothing is looked for yet.
    pub fn new(evaluation: &Evaluation, statement: usize) -> Search {
        Search { base: evaluation.clone(), statement, symbols: Vec::new(), asked: HashMap::new(), found: None }
    }

    /// Finds the numbers that the value may depend on, once.
    fn begin(&mut self) {
        if !self.symbols.is_empty() || self.base.text().len() > TEXT_LIMIT {
            return;
        }
        if self.base.program().is_some() {
            self.symbols = inputs(&self.base);
        } else {
            self.symbols = named(&self.base, self.statement);
            self.find_free_names();
        }
        self.symbols.truncate(TRIED);
    }

    /// Adds the names that nothing defines: behind one of them another may turn up.
    fn find_free_names(&mut self) {
        for _ in 0..SYMBOLS {
            let numbers = vec![LOW; self.symbols.len()];
            let evaluation = self.evaluated(&numbers);
            let statement = self.statement + self.free();
            let reached = reached(&evaluation, statement);
            let unknown = reached.iter().filter_map(|statement| evaluation.outcome(*statement));
            let unknown = unknown.flat_map(|outcome| &outcome.diagnostics).find_map(|found| match &found.kind {
                DiagnosticKind::UnknownName { name, defined_later: false } => Some(name.clone()),
                _ => None,
            });
            let expression = self.base.statements().get(self.statement).map(|statement| &statement.expression);
            match unknown {
                // Composed names are layouts, and a name alone is nothing yet.
                Some(name) if expression.is_some_and(|whole| is_name(whole) || composes(whole, &name)) => {
                    return self.symbols.clear();
                }
                Some(name) if self.symbols.iter().all(|symbol| symbol.name != name) => {
                    self.symbols.push(Symbol { name, site: Site::Free, now: None });
                }
                _ => return,
            }
        }
    }

    /// Returns how many statements stand before the text, each a name that nothing defines.
    fn free(&self) -> usize {
        self.symbols.iter().filter(|symbol| symbol.site == Site::Free).count()
    }

    /// The text with other numbers, evaluated.
    fn evaluated(&self, numbers: &[i64]) -> Evaluation {
        let (text, settings) = (self.base.text(), self.base.settings());
        let with_numbers = || self.symbols.iter().zip(numbers);
        if self.base.program().is_some() {
            let given = with_numbers().map(|(symbol, number)| (symbol.name.clone(), number.to_string()));
            let given = self.base.given().clone().into_iter().chain(given).collect::<Given>();
            return crate::evaluate_given(text, settings, given);
        }
        let mut edited = text.to_string();
        let mut edits = with_numbers()
            .filter_map(|(symbol, number)| match &symbol.site {
                Site::Defined(span) => Some((*span, number)),
                _ => None,
            })
            .collect::<Vec<_>>();
        edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        for (span, number) in edits {
            edited.replace_range(span.start..span.end, &number.to_string());
        }
        let free = with_numbers().filter(|(symbol, _)| symbol.site == Site::Free);
        let before = free.map(|(symbol, number)| format!("{} = {number}\n", symbol.name)).collect::<String>();
        let mut evaluation = Evaluation::start(before + &edited, settings, Some(&self.base));
        while let Progress::More { .. } = evaluation.resume(&mut Budget::new(u64::MAX)) {}
        evaluation
    }

    /// Returns what the statement prints with other numbers; `None` where it has no value then.
    fn ask(&mut self, numbers: &[i64], budget: &mut Budget) -> Result<Option<Arc<Printed>>, Pause> {
        if let Some(known) = self.asked.get(numbers) {
            return Ok(known.clone());
        }
        if budget.left() == 0 {
            return Err(Pause);
        }
        budget.spend_up_to(UNITS + UNITS_OF_BYTE * self.base.text().len() as u64);
        let evaluation = self.evaluated(numbers);
        let printed = evaluation.value(self.statement + self.free()).map(Value::to_string);
        let printed = printed.filter(|printed| !printed.contains('\n'));
        let printed = printed.map(|printed| Arc::new(Printed::new(&without_underscores(&printed))));
        self.asked.insert(numbers.to_vec(), printed.clone());
        Ok(printed)
    }

    fn find(&mut self, budget: &mut Budget) -> Result<Option<Formula>, Pause> {
        if self.symbols.is_empty() {
            return Ok(None);
        }
        let matter = self.matter(budget)?;
        if matter.is_empty() || matter.len() > SYMBOLS {
            return Ok(None);
        }
        let count = matter.len();
        let mut own = vec![1];
        own.extend(self.common_multiple());
        let mut steps = own.clone();
        steps.extend(STEPS);
        let alike = |step: i64| Lattice { steps: vec![(step, Vec::new()); count] };
        for step in steps {
            let mut attempt = self.attempt(&matter, alike(step));
            if let Some(fitted) = attempt.fit(budget)? {
                return attempt.formula(&fitted, budget);
            }
        }
        for step in own {
            // Of several the one that says most: what one number divides, the others do not divide too.
            let mut best = None::<(usize, Fitted, Lattice)>;
            for related in relations(count) {
                let mut lattice = alike(step);
                for (place, over) in related {
                    if let Some(slot) = lattice.steps.get_mut(place) {
                        slot.1 = over;
                    }
                }
                let found = self.attempt(&matter, lattice.clone()).fit(budget)?;
                let said = |fitted: &Fitted| fitted.numbers.iter().filter(|number| !number.is_constant()).count();
                if let Some(fitted) = found
                    && best.as_ref().is_none_or(|(before, ..)| *before < said(&fitted))
                {
                    best = Some((said(&fitted), fitted, lattice));
                }
            }
            if let Some((_, fitted, lattice)) = best {
                return self.attempt(&matter, lattice).formula(&fitted, budget);
            }
        }
        Ok(None)
    }

    fn attempt(&mut self, matter: &[usize], lattice: Lattice) -> Attempt<'_> {
        let (matter, bounds) = (matter.to_vec(), vec![None; matter.len()]);
        Attempt { search: self, matter, drawn: Drawn(1), lattice, bounds, reach: 1, checked: 0 }
    }

    /// The numbers that the value depends on, by their place among the symbols.
    fn matter(&mut self, budget: &mut Budget) -> Result<Vec<usize>, Pause> {
        if self.symbols.iter().any(|symbol| symbol.now.is_none()) {
            return Ok((0..self.symbols.len()).collect());
        }
        let now = self.now();
        // Beside the numbers as they are, and beside each of them far above the others: there it may be another that matters.
        let far =
            (0..=self.symbols.len()).map(|far| {
                (now.iter().enumerate().map(move |(place, number)| {
                    if place + 1 == far { number.saturating_mul(FAR).max(FAR) } else { *number }
                }))
                .collect::<Vec<_>>()
            });
        let mut matter = BTreeSet::new();
        for base in far.collect::<Vec<_>>() {
            let printed = self.ask(&base, budget)?;
            for place in 0..self.symbols.len() {
                for times in [2, 3] {
                    if matter.contains(&place) {
                        break;
                    }
                    let mut other = base.clone();
                    if let Some(number) = other.get_mut(place) {
                        *number = number.saturating_mul(times).max(times);
                    }
                    if self.ask(&other, budget)? != printed {
                        matter.insert(place);
                    }
                }
            }
        }
        Ok(matter.into_iter().collect())
    }

    /// The numbers as they stand in the text; of names that nothing defines the least of which formulas are fitted.
    fn now(&self) -> Vec<i64> {
        self.symbols.iter().map(|symbol| symbol.now.unwrap_or(LOW)).collect()
    }

    /// The least common multiple of the numbers in the text that are none of the symbols, where it is small.
    fn common_multiple(&self) -> Option<i64> {
        let text = Printed::new(&without_underscores(self.base.text()));
        let now = self.symbols.iter().filter_map(|symbol| symbol.now).collect::<Vec<_>>();
        let numbers = text.numbers.into_iter().filter(|number| (2..=4096).contains(number) && !now.contains(number));
        let multiple = numbers.collect::<BTreeSet<_>>().into_iter().try_fold(1_i64, |all, number| {
            let multiple = all / gcd(all, number) * number;
            (multiple <= STEP_LIMIT).then_some(multiple)
        });
        multiple.filter(|multiple| *multiple > 1)
    }
}

impl Work for Search {
    type Output = Option<Formula>;

    fn resume(&mut self, budget: &mut Budget) -> Progress<Option<Formula>> {
        let found = match self.found.clone() {
            Some(found) => Ok(found),
            None => {
                self.begin();
                self.find(budget)
            }
        };
        match found {
            Ok(found) => {
                self.found = Some(found.clone());
                Progress::Done(found)
            }
            Err(Pause) => Progress::More { done: self.asked.len() as u64, total: None },
        }
    }
}

/// A formula that is looked for over one lattice.
struct Attempt<'a> {
    search: &'a mut Search,
    /// The symbols that vary; the others are what they are.
    matter: Vec<usize>,
    drawn: Drawn,
    lattice: Lattice,
    /// The greatest number for which the formula did not hold, where that was looked for.
    bounds: Vec<Option<i64>>,
    /// Up to where bounds are looked for.
    reach: i64,
    checked: usize,
}

/// Text around the numbers, and a polynomial for each.
struct Fitted {
    around: Vec<String>,
    numbers: Vec<Polynomial>,
}

impl Fitted {
    fn holds(&self, printed: Option<&Printed>, numbers: &[i64]) -> bool {
        printed.is_some_and(|printed| {
            let mut each = self.numbers.iter().zip(&printed.numbers);
            printed.around == self.around && each.all(|(own, found)| own.at(numbers) == Some(*found))
        })
    }
}

impl Attempt<'_> {
    /// Returns what is printed for numbers of the symbols that vary.
    fn ask(&mut self, numbers: &[i64], budget: &mut Budget) -> Result<Option<Arc<Printed>>, Pause> {
        let mut all = self.search.now();
        for (place, number) in self.matter.iter().zip(numbers) {
            if let Some(slot) = all.get_mut(*place) {
                *slot = *number;
            }
        }
        self.search.ask(&all, budget)
    }

    fn fit(&mut self, budget: &mut Budget) -> Result<Option<Fitted>, Pause> {
        let count = self.matter.len();
        for degree in if count <= SQUARES { 1..=2 } else { 1..=1 } {
            let nodes = NODES.iter().take(count).map(|nodes| nodes.iter().copied().take(degree + 1).collect());
            let nodes = nodes.collect::<Vec<Vec<i64>>>();
            let Some(fitted) = self.fit_to(&nodes, budget)? else { return Ok(None) };
            if self.is_right(&fitted, budget)? {
                return Ok(Some(fitted));
            }
        }
        Ok(None)
    }

    fn fit_to(&mut self, nodes: &[Vec<i64>], budget: &mut Budget) -> Result<Option<Fitted>, Pause> {
        let count = nodes.iter().map(Vec::len).product::<usize>();
        let mut all = Vec::<Arc<Printed>>::with_capacity(count);
        for place in 0..count {
            let mut rest = place;
            let mut multiples = Vec::with_capacity(nodes.len());
            for own in nodes.iter().rev() {
                multiples.push(own.get(rest % own.len()).copied().unwrap_or(1));
                rest /= own.len();
            }
            multiples.reverse();
            let Some(numbers) = self.lattice.numbers(&multiples) else { return Ok(None) };
            match self.ask(&numbers, budget)? {
                Some(printed) if all.first().is_none_or(|first| first.around == printed.around) => all.push(printed),
                _ => return Ok(None),
            }
        }
        let Some(first) = all.first() else { return Ok(None) };
        let fit = |place: usize| {
            let values = all.iter().map(|printed| printed.numbers.get(place).copied()).collect::<Option<Vec<_>>>()?;
            Polynomial::fit(nodes, &values)?.changed(&self.lattice.steps)
        };
        let numbers = (0..first.numbers.len()).map(fit).collect::<Option<Vec<_>>>();
        Ok(numbers.map(|numbers| Fitted { around: first.around.clone(), numbers }))
    }

    /// Returns how large a multiple may be where so many are: small enough for their product to be an index.
    fn most(&self, count: usize) -> i64 {
        let step = self.lattice.steps.iter().map(|(step, _)| *step).max().unwrap_or(1);
        let bits = u32::try_from(44 / count.max(1)).unwrap_or(8).min(20);
        ((1_i64 << bits) / step).max(40)
    }

    /// Multiples of the steps above the bounds, as many small ones as large ones.
    fn multiples(&mut self) -> Vec<i64> {
        let count = self.matter.len();
        let most = u64::try_from(self.most(count).min(4096)).unwrap_or(40);
        let drawn = |place: usize| {
            let bound = most >> self.drawn.next(8).min(u64::from(most.ilog2()) - 4);
            self.least(place) + i64::try_from(self.drawn.next(bound)).unwrap_or_default()
        };
        (0..count).map(drawn).collect()
    }

    /// The least multiple that is drawn.
    fn least(&self, place: usize) -> i64 {
        let bound = self.bounds.get(place).copied().flatten();
        bound.map_or(LOW, |bound| bound / self.lattice.step(place) + 1)
    }

    /// Reports whether the formula holds with some multiples, those of some symbols chosen.
    fn holds(&mut self, fitted: &Fitted, chosen: &[(usize, i64)], budget: &mut Budget) -> Result<bool, Pause> {
        let count = self.matter.len();
        let mut multiples = self.multiples();
        for (place, multiple) in chosen {
            if let Some(slot) = multiples.get_mut(*place) {
                *slot = *multiple;
            }
        }
        let Some(mut numbers) = self.lattice.numbers(&multiples) else { return Ok(false) };
        // That two are the same by chance says nothing of either.
        for _ in 0..count {
            let is_twin = |place: &usize| {
                let own = numbers.get(*place);
                let is_chosen = chosen.iter().any(|(chosen, _)| chosen == place);
                !is_chosen && numbers.iter().filter(|number| Some(*number) == own).count() > 1
            };
            let Some(slot) = (0..count).find(is_twin).and_then(|place| multiples.get_mut(place)) else { break };
            *slot += 1;
            let Some(others) = self.lattice.numbers(&multiples) else { return Ok(false) };
            numbers = others;
        }
        let holds = fitted.holds(self.ask(&numbers, budget)?.as_deref(), &numbers);
        self.checked += usize::from(holds);
        Ok(holds)
    }

    /// Reports whether the formula holds on numbers that it was not fitted to: any, and each large among small ones and
    /// small among large ones, where a ceiling or the order of strides shows.
    fn is_right(&mut self, fitted: &Fitted, budget: &mut Budget) -> Result<bool, Pause> {
        let count = self.matter.len();
        for place in 0..count {
            for own_is_large in [true, false] {
                let chosen = self.extreme(place, own_is_large);
                if !self.holds(fitted, &chosen, budget)? {
                    return Ok(false);
                }
            }
        }
        for _ in 0..CHECKS {
            if !self.holds(fitted, &[], budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One number far above the product of the others, or far below each of them.
    fn extreme(&mut self, place: usize, is_large: bool) -> Vec<(usize, i64)> {
        let count = self.matter.len();
        let low = (0..count).map(|other| self.least(other) + i64::try_from(self.drawn.next(8)).unwrap_or_default());
        let mut multiples = low.collect::<Vec<_>>();
        let numbers = self.lattice.numbers(&multiples).unwrap_or_default();
        let others = numbers.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, number)| number);
        let product = others.fold(1_i64, |product, number| product.saturating_mul(*number)).min(1 << 40);
        let most = self.most(count.saturating_sub(1));
        for (other, multiple) in multiples.iter_mut().enumerate() {
            match (other == place, is_large) {
                (true, true) => *multiple += product,
                (false, false) => *multiple += most,
                _ => {}
            }
        }
        multiples.into_iter().enumerate().collect()
    }

    /// The greatest number for which the formula does not hold, 0 where there is none; and whether it holds for none below
    /// that.
    fn bound(&mut self, place: usize, fitted: &Fitted, budget: &mut Budget) -> Result<(i64, bool), Pause> {
        let step = self.lattice.step(place);
        // Every one of the least, and some of those up to a few times the step that is known to do.
        let reach = self.reach / step;
        let mut tried = (1..LOW * 2).collect::<BTreeSet<_>>();
        for _ in 0..LOW * 3 {
            tried.insert(1 + i64::try_from(self.drawn.next(u64::try_from(reach).unwrap_or(1))).unwrap_or_default());
        }
        let (mut fails, mut holds) = (0, i64::MAX);
        for multiple in tried {
            match self.holds_at(place, multiple, fitted, budget)? {
                true => holds = holds.min(multiple),
                false => fails = multiple,
            }
        }
        if holds < fails || holds == i64::MAX {
            return Ok((fails * step, false));
        }
        while fails + 1 < holds {
            let middle = fails + (holds - fails) / 2;
            if self.holds_at(place, middle, fitted, budget)? {
                holds = middle;
            } else {
                fails = middle;
            }
        }
        Ok((fails * step, true))
    }

    /// Reports whether the formula holds where all numbers are just above their bounds: each was found beside large
    /// ones.
    fn holds_together(&mut self, fitted: &Fitted, budget: &mut Budget) -> Result<bool, Pause> {
        for above in 0..CHECKS as u64 * 2 {
            let mut low = Vec::with_capacity(self.matter.len());
            for place in 0..self.matter.len() {
                let drawn = i64::try_from(self.drawn.next(1 + above / 2)).unwrap_or_default();
                low.push((place, self.least(place) + drawn));
            }
            let numbers = low.iter().map(|(_, multiple)| *multiple).collect::<Vec<_>>();
            let numbers = self.lattice.numbers(&numbers).unwrap_or_default();
            let distinct = numbers.iter().collect::<BTreeSet<_>>().len();
            if distinct == numbers.len() && !self.holds(fitted, &low, budget)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn holds_at(&mut self, place: usize, multiple: i64, fitted: &Fitted, budget: &mut Budget) -> Result<bool, Pause> {
        let chosen = [(place, multiple)];
        Ok(self.holds(fitted, &chosen, budget)? && self.holds(fitted, &chosen, budget)?)
    }

    /// The formula with the weakest conditions that are found; none that does not hold for the numbers that the text has.
    fn formula(mut self, fitted: &Fitted, budget: &mut Budget) -> Result<Option<Formula>, Pause> {
        let count = self.matter.len();
        let now = self.matter.iter().filter_map(|place| self.search.symbols.get(*place)?.now).collect::<Vec<_>>();
        if now.len() == count && !fitted.holds(self.ask(&now, budget)?.as_deref(), &now) {
            return Ok(None);
        }
        for place in 0..count {
            let (bound, _) = self.bound(place, fitted, budget)?;
            if let Some(slot) = self.bounds.get_mut(place) {
                *slot = Some(bound);
            }
        }
        for place in 0..count {
            self.lessen(place, fitted, budget)?;
        }
        if !self.holds_together(fitted, budget)? {
            for place in 0..count {
                let low = (LOW - 1) * self.lattice.step(place);
                if let Some(bound) = self.bounds.get_mut(place) {
                    *bound = Some(low).max(*bound);
                }
            }
        }
        let names = self.matter.iter().filter_map(|place| self.search.symbols.get(*place));
        let names = names.map(|symbol| symbol.name.clone()).collect::<Vec<_>>();
        let mut conditions = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let (step, bound) = (self.lattice.step(place), self.bounds.get(place).copied().flatten().unwrap_or(0));
            let over = self.lattice.over(place).iter().filter_map(|place| names.get(*place).cloned());
            let over = over.collect::<Vec<_>>().join("*");
            let times = |factor: i64| match (over.is_empty(), factor) {
                (true, factor) => factor.to_string(),
                (false, 1) => over.clone(),
                (false, factor) => format!("{factor}*{over}"),
            };
            let before = conditions.len();
            if step > 1 || !over.is_empty() {
                conditions.push(Condition::Multiple(name.clone(), times(step)));
            }
            // A multiple is not below the least one.
            if bound > 0 && bound >= step {
                conditions.push(Condition::Above(name.clone(), times(bound)));
            }
            if conditions.len() == before {
                conditions.push(Condition::Any(name.clone()));
            }
        }
        for (left, name) in names.iter().enumerate() {
            for (right, other) in names.iter().enumerate().skip(left + 1) {
                let [first, second] = [left, right].map(|place| self.lattice.step(place));
                let shared = first / gcd(first, second) * second;
                let same = |times: i64| [(left, shared / first * times), (right, shared / second * times)];
                if self.lattice.over(left).contains(&right) || self.lattice.over(right).contains(&left) {
                    continue;
                }
                let least = self.least(left).max(self.least(right)).max(LOW);
                let holds =
                    self.holds(fitted, &same(least + 1), budget)? && self.holds(fitted, &same(least + 5), budget)?;
                if !holds {
                    conditions.push(Condition::Differ(name.clone(), other.clone()));
                }
            }
        }
        Ok(Some(Formula { text: written(fitted, &names), conditions, checked: self.checked }))
    }

    /// Makes the step of a number the least with which the formula holds.
    fn lessen(&mut self, place: usize, fitted: &Fitted, budget: &mut Budget) -> Result<(), Pause> {
        let (own, bound) = (self.lattice.clone(), self.bounds.get(place).copied().flatten());
        let step = own.step(place);
        let reach = std::mem::replace(&mut self.reach, step * 4);
        for less in (1..step).filter(|less| step % less == 0) {
            if let (Some(slot), Some(bound)) = (self.lattice.steps.get_mut(place), self.bounds.get_mut(place)) {
                slot.0 = less;
                *bound = Some(step * LOW);
            }
            let mut holds = true;
            for _ in 0..CHECKS {
                holds = holds && self.holds(fitted, &[], budget)?;
            }
            let found = match holds {
                true => Some(self.bound(place, fitted, budget)?).filter(|(_, is_all)| *is_all).map(|(bound, _)| bound),
                false => None,
            };
            if let Some(slot) = self.bounds.get_mut(place) {
                *slot = found.or(bound);
            }
            if found.is_some() {
                break;
            }
            self.lattice = own.clone();
        }
        self.reach = reach;
        Ok(())
    }
}

/// Which of so many numbers may have to be multiples of which others: one of another, one of the product of all others, both
/// others of one, two of two.
fn relations(count: usize) -> Vec<Vec<(usize, Vec<usize>)>> {
    let others = |place: usize| (0..count).filter(move |other| *other != place);
    let single = (0..count).flat_map(|place| others(place).map(move |other| vec![(place, vec![other])]));
    let product = (0..count).rev().map(|place| vec![(place, others(place).collect::<Vec<_>>())]);
    let both = (0..count).rev().map(|one| others(one).map(|place| (place, vec![one])).collect::<Vec<_>>());
    match count {
        2 => single.collect(),
        3 => single.chain(product).chain(both).collect(),
        4 => {
            let twice =
                [[0, 2, 1, 3], [0, 3, 1, 2], [0, 1, 2, 3], [0, 1, 3, 2], [1, 0, 2, 3], [2, 0, 3, 1], [3, 0, 2, 1]];
            let twice = twice.map(|[first, by, second, also]| vec![(first, vec![by]), (second, vec![also])]);
            single.chain(twice).collect()
        }
        _ => Vec::new(),
    }
}

/// The formula as the value is printed.
fn written(fitted: &Fitted, names: &[String]) -> String {
    let mut around = fitted.around.iter();
    let mut text = around.next().cloned().unwrap_or_default();
    for (number, after) in fitted.numbers.iter().zip(around) {
        let (written, is_sum) = number.written(names);
        // `(M + 1)@0`, a stride, is a product.
        let is_factor = after.starts_with('@') && !number.is_constant();
        text.push_str(&if is_factor && is_sum { format!("({written})") } else { written });
        text.push_str(after);
    }
    text
}

fn is_name(expression: &Expression) -> bool {
    matches!(expression.kind, ExpressionKind::Name(_))
}

/// Reports whether a name is an operand of `o`.
fn composes(expression: &Expression, name: &str) -> bool {
    match &expression.kind {
        ExpressionKind::Compose(parts) => {
            parts.iter().any(|part| matches!(&part.kind, ExpressionKind::Name(own) if own == name))
        }
        ExpressionKind::Call(call) => call.arguments.iter().any(|part| composes(part, name)),
        _ => false,
    }
}

/// The statements that a statement's value is made of, itself first.
fn reached(evaluation: &Evaluation, statement: usize) -> Vec<usize> {
    let mut all = vec![statement];
    let mut next = 0;
    while let Some(one) = all.get(next).copied() {
        let more = evaluation.uses(one).iter().filter_map(|(_, found)| *found);
        let more = more.filter(|found| !all.contains(found)).collect::<BTreeSet<_>>();
        all.extend(more);
        next += 1;
    }
    all
}

/// The numbers with a name that a statement of a notebook depends on.
fn named(evaluation: &Evaluation, statement: usize) -> Vec<Symbol> {
    let mut all = reached(evaluation, statement);
    all.retain(|found| *found != statement);
    all.sort_unstable();
    let symbol = |place: usize| {
        let found = evaluation.statements().get(place)?;
        let ExpressionKind::Int { value, .. } = found.expression.kind else { return None };
        let (name, _) = found.name.clone()?;
        Some(Symbol { name, site: Site::Defined(found.expression.span), now: Some(value) })
    };
    all.into_iter().filter_map(symbol).collect()
}

/// The sizes that a program asks for.
fn inputs(evaluation: &Evaluation) -> Vec<Symbol> {
    let inputs = paste::of(evaluation).map_or(&[][..], |document| &document.inputs);
    let mut symbols = Vec::<Symbol>::new();
    for input in inputs.iter().filter(|input| input.kind == InputKind::Size && !paste::is_said(evaluation, input)) {
        let now = paste::value_of(evaluation, input).and_then(Value::as_int).map(crate::int::Int::value);
        if now.is_some() && symbols.iter().all(|symbol| symbol.name != input.name) {
            symbols.push(Symbol { name: input.name.clone(), site: Site::Input, now });
        }
    }
    symbols
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
