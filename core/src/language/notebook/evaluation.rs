//! A text on its way to values: statement by statement, in slices, taking over what an edit left as it was.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::diagnostic::{Diagnostic, DiagnosticKind};
use super::evaluate::Scope;
use super::functions::Catalogue;
use super::parse::Reading;
use super::performed::Performed;
use super::syntax::{Expression, Notebook, Spelling, Statement};
use super::value::Value;
use super::written::{Found, Given, State};
use crate::error::Error;
use crate::make::Major;
use crate::names::Names;
use crate::steps::{Step, Trace};
use crate::work::{Budget, Progress, Work};

/// Number of leaves that all values of a notebook may have together.
///
/// The first statement beyond it is refused, and so is all that follows.
pub const TOTAL_LEAF_LIMIT: usize = 1 << 20;

/// Number of steps that all statements of a notebook may take together.
///
/// The first statement that begins beyond it is refused, and so is all that follows.
pub const TOTAL_STEP_LIMIT: u64 = 1 << 24;

/// Number of steps that one unit of a budget pays for; a step is about a leaf that is read or written.
const STEPS_PER_UNIT: u64 = 1024;

/// Number of units of a budget for which a text is read before anybody sees it: as long as that suffices, nobody sees a
/// notebook that is not read yet. It is a few milliseconds, and more than most notebooks need.
const FIRST_UNITS: u64 = 128;

/// Number of undefined names of a notebook that are guessed at.
const GUESS_LIMIT: usize = 64;

/// Inputs of evaluation besides the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Settings {
    /// `true` if plain numbers are compile-time in statements that are neither C++ nor Python.
    pub compile_time: bool,
    /// Which strides a bare shape gets where it is used as a layout.
    pub major: Major,
}

/// Outcome of a statement.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// Its value, if it has one.
    pub value: Option<Value>,
    /// Names of the modes of the value, if any has a name.
    pub names: Option<Arc<Names>>,
    /// Problems of it besides those of its syntax.
    pub diagnostics: Vec<Diagnostic>,
    /// Facts that a person should know about the value.
    pub notes: Vec<Diagnostic>,
    /// State of it, in a program.
    pub state: State,
}

/// A name that a statement asked for, and the statement that it found.
pub type Use = (String, Option<usize>);

/// An outcome with what it depends on.
#[derive(Debug, Clone, Default)]
struct Settled {
    outcome: Arc<Outcome>,
    uses: Arc<[Use]>,
    /// The steps that it took.
    steps: u64,
    /// The statement of the earlier evaluation that this was taken from.
    origin: Option<usize>,
    /// Its names are not known yet because the code of the algebra is still on its way.
    awaits_names: bool,
}

/// A text on its way to values. It is [`Work`]: a statement is one unit, a long one several, and of a long text finding
/// the statements is work too. Until then there are none ([`Evaluation::is_reading`]).
///
/// Law: what is taken over from an earlier evaluation is what a fresh one would find.
#[derive(Debug, Clone)]
pub struct Evaluation {
    /// The functions that there are.
    catalogue: &'static Catalogue,
    text: Arc<str>,
    settings: Settings,
    /// Values given for the inputs of a program.
    given: Arc<Given>,
    /// Number of statements of a program that are evaluated.
    done: usize,
    /// Work under way before the statements are known.
    reading: Option<Box<Begun>>,
    notebook: Arc<Notebook>,
    settled: Vec<Settled>,
    /// What statements of a program came to in calls, each in the first.
    met: Arc<BTreeMap<usize, Value>>,
    /// Outcome of an earlier evaluation for the same words, for each statement; used where its names mean the same.
    known: Vec<Option<Settled>>,
    /// The statements that define each name, from the top down.
    definitions: Arc<HashMap<String, Vec<usize>>>,
    leaves: usize,
    steps: u64,
    /// Number of names that were guessed at.
    guesses: usize,
    /// Names of modes are not known yet because the code of the algebra is still on its way.
    awaits_names: bool,
    /// Why nothing more is evaluated.
    full: Option<Error>,
    /// Units of a long statement that no budget has paid yet.
    owed: u64,
    memos: Memos,
}

/// Answers about a statement that were asked for after it was evaluated. Laws, pictures and repairs ask alike.
#[derive(Debug, Default)]
pub(super) struct Memo {
    /// The operation that it performs.
    pub(super) performed: OnceLock<Option<Arc<Performed>>>,
    /// The slice that it takes.
    pub(super) sliced: OnceLock<Option<Arc<Performed>>>,
    /// Steps that its operations tell.
    steps: OnceLock<Arc<[Step]>>,
}

/// Answers asked for of each statement. A copy of an evaluation may go on to other values: it is asked anew.
#[derive(Debug, Default)]
struct Memos(Mutex<HashMap<usize, Arc<Memo>>>);

impl Clone for Memos {
    fn clone(&self) -> Self {
        Memos::default()
    }
}

/// A text that is being read, and the evaluation before the edit.
#[derive(Debug, Clone, Default)]
struct Begun {
    reading: Reading,
    earlier: Option<Evaluation>,
}

/// All statements of a text that is taken for a notebook, even if it is a program, at once.
pub(crate) fn evaluate_notebook(text: &str, settings: Settings, catalogue: &'static Catalogue) -> Evaluation {
    let mut evaluation = Evaluation { text: text.into(), settings, ..Evaluation::empty(catalogue) };
    evaluation.has_read(super::parse(text, catalogue), None);
    while let Progress::More { .. } = evaluation.resume(&mut Budget::new(u64::MAX)) {}
    evaluation
}

/// Reports whether a text has statements of a notebook, and is read and evaluated without a mistake. The first one
/// decides.
pub(crate) fn is_flawless(text: &str, settings: Settings, catalogue: &'static Catalogue) -> bool {
    let mut evaluation = Evaluation { text: text.into(), settings, ..Evaluation::empty(catalogue) };
    evaluation.has_read(super::parse(text, catalogue), None);
    let mut seen = 0;
    loop {
        let progress = evaluation.resume(&mut Budget::new(CHECKED_UNITS));
        let all = evaluation.outcomes().skip(seen);
        if !evaluation.notebook.diagnostics.is_empty() || all.into_iter().any(|outcome| !outcome.diagnostics.is_empty())
        {
            return false;
        }
        if let Progress::Done(()) = progress {
            return !evaluation.notebook.statements.is_empty();
        }
        seen = evaluation.settled.len();
    }
}

/// Number of units of work between two looks at mistakes.
const CHECKED_UNITS: u64 = 64;

/// All statements of a program that was read already.
pub(crate) fn evaluate_program(text: &str, notebook: Notebook, catalogue: &'static Catalogue) -> Evaluation {
    let empty = Evaluation { text: text.into(), ..Evaluation::empty(catalogue) };
    let mut evaluation = empty.of_program(notebook);
    while let Progress::More { .. } = evaluation.resume(&mut Budget::new(u64::MAX)) {}
    evaluation
}

impl Evaluation {
    /// The evaluation of no text.
    pub(crate) fn empty(catalogue: &'static Catalogue) -> Self {
        Evaluation {
            catalogue,
            text: Arc::default(),
            settings: Settings::default(),
            given: Arc::default(),
            done: 0,
            reading: None,
            notebook: Arc::default(),
            settled: Vec::new(),
            met: Arc::default(),
            known: Vec::new(),
            definitions: Arc::default(),
            leaves: 0,
            steps: 0,
            guesses: 0,
            awaits_names: false,
            full: None,
            owed: 0,
            memos: Memos::default(),
        }
    }

    /// The same of a text that is a program.
    fn of_program(self, notebook: Notebook) -> Self {
        let settled = vec![Settled::default(); notebook.statements.len()];
        Evaluation { notebook: Arc::new(notebook), settled, ..self }
    }

    /// Begins with a text, and keeps what an earlier evaluation found for statements that stand unchanged before and behind
    /// an edit; with what is said of the inputs of a program, or what was said before. `read` answers the program that a
    /// text is.
    pub(crate) fn begin(
        text: Arc<str>,
        settings: Settings,
        given: Option<Given>,
        earlier: Option<&Evaluation>,
        catalogue: &'static Catalogue,
        read: fn(&str) -> Option<Notebook>,
    ) -> Self {
        let before = || earlier.map(|earlier| Arc::clone(&earlier.given)).unwrap_or_default();
        let given = given.map_or_else(before, Arc::new);
        let program = read(&text);
        let mut started = Evaluation { text: Arc::clone(&text), settings, given, ..Evaluation::empty(catalogue) };
        if let Some(notebook) = program {
            return started.of_program(notebook);
        }
        let mut reading = Box::new(Begun { reading: Reading::new(&text), earlier: None });
        match reading.reading.resume(&text, catalogue, &mut Budget::new(FIRST_UNITS)) {
            Some(notebook) => started.has_read(notebook, earlier),
            None => {
                // Of an evaluation that was not read itself nothing can be taken over but what it would have taken.
                let earlier = earlier.map(|earlier| match &earlier.reading {
                    Some(begun) => begun.earlier.clone(),
                    None => Some(earlier.clone()),
                });
                reading.earlier = earlier.flatten();
                started.reading = Some(reading);
            }
        }
        started
    }

    fn has_read(&mut self, notebook: Notebook, earlier: Option<&Evaluation>) {
        let mut definitions = HashMap::<String, Vec<usize>>::new();
        for (index, statement) in notebook.statements.iter().enumerate() {
            if let Some((name, _)) = &statement.name {
                definitions.entry(name.clone()).or_default().push(index);
            }
        }
        self.definitions = Arc::new(definitions);
        self.notebook = Arc::new(notebook);
        let is_comparable = |earlier: &&Evaluation| {
            let is_contextual = self.notebook.is_contextual || earlier.notebook.is_contextual;
            // The same words may mean something else in a program.
            earlier.settings == self.settings && !is_contextual && earlier.notebook.program.is_none()
        };
        if let Some(earlier) = earlier.filter(is_comparable) {
            self.known = self.unchanged(earlier);
            self.take_over();
        }
    }

    /// Reports whether the statements are not known yet, because the text is long and still being read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Returns what is known so far, to look at while the work goes on. It is no work itself, and cheap however long
    /// the text is.
    pub fn so_far(&self) -> Self {
        let reading = self.reading.as_ref().map(|begun| {
            let earlier = begun.earlier.as_ref().map(Evaluation::so_far);
            Box::new(Begun { reading: Reading::default(), earlier })
        });
        Evaluation {
            text: Arc::clone(&self.text),
            settings: self.settings,
            given: self.given.clone(),
            done: self.done,
            reading,
            notebook: Arc::clone(&self.notebook),
            settled: self.settled.clone(),
            met: Arc::clone(&self.met),
            definitions: Arc::clone(&self.definitions),
            leaves: self.leaves,
            steps: self.steps,
            guesses: self.guesses,
            awaits_names: self.awaits_names,
            full: self.full.clone(),
            owed: self.owed,
            ..Evaluation::empty(self.catalogue)
        }
    }

    fn unchanged(&self, earlier: &Evaluation) -> Vec<Option<Settled>> {
        let (new, old) = (&self.notebook.statements, &earlier.notebook.statements);
        let same = |(new, old): &(&Statement, &Statement)| {
            new.spelling == old.spelling
                && new.is_broken == old.is_broken
                && new.span.of(&self.text) == old.span.of(&earlier.text)
        };
        let before = new.iter().zip(old).take_while(same).count();
        let most = new.len().min(old.len()) - before;
        let behind = new.iter().rev().zip(old.iter().rev()).take(most).take_while(same).count();
        let kept = |index: usize| {
            let from = if index < before { index } else { (index + old.len()).checked_sub(new.len())? };
            let is_same = index < before || index >= new.len() - behind;
            let settled = earlier.settled.get(from).filter(|_| is_same)?;
            // Problems have places, which move, and may depend on what stands further down.
            let said = settled.outcome.diagnostics.len() + settled.outcome.notes.len();
            let is_good = settled.outcome.value.is_some() && said == 0;
            let is_good = is_good && !settled.awaits_names;
            is_good.then(|| Settled { origin: Some(from), ..settled.clone() })
        };
        (0..new.len()).map(kept).collect()
    }

    /// Takes over outcomes as long as the next one is known.
    fn take_over(&mut self) {
        while let Some(settled) = self.known.get_mut(self.settled.len()).and_then(Option::take) {
            let same = settled.uses.iter().all(|(name, earlier)| {
                let now = self.defining(name, self.settled.len());
                let now = now.map(|index| self.settled.get(index).and_then(|found| found.origin));
                now == earlier.map(Some)
            });
            let leaves = settled.outcome.value.as_ref().map_or(0, Value::leaf_count);
            let has_room = self.leaves + leaves <= TOTAL_LEAF_LIMIT && self.steps <= TOTAL_STEP_LIMIT;
            if !same || self.full.is_some() || !has_room {
                return;
            }
            self.settle(settled);
        }
    }

    /// The functions that there are.
    pub(crate) fn catalogue(&self) -> &'static Catalogue {
        self.catalogue
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the settings by which it is read.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The program that the text is, where it is one.
    pub fn program(&self) -> Option<&dyn super::written::Program> {
        self.notebook.program.as_ref().map(super::Written::program)
    }

    /// Reports whether a statement is listed with its value: of a program not what the text says twice, or does not
    /// say.
    pub fn is_listed(&self, statement: usize) -> bool {
        self.program().is_none_or(|program| program.is_listed(statement))
    }

    /// Returns the values given for the inputs of a program.
    pub fn given(&self) -> &Given {
        &self.given
    }

    /// The statements.
    pub fn statements(&self) -> &[Statement] {
        &self.notebook.statements
    }

    /// A name that no statement has yet: `wanted`, or the first free one of `wanted2`, `wanted3`, …
    ///
    /// Example: where there is an `L` it is `L2`.
    pub fn free_name(&self, wanted: &str) -> String {
        let names = self.statements().iter().filter_map(|statement| Some(&statement.name.as_ref()?.0));
        let taken = names.collect::<HashSet<_>>();
        // One of more names than there are statements is free.
        let numbered = (2..=taken.len().saturating_add(2)).map(|number| format!("{wanted}{number}"));
        let mut names = std::iter::once(wanted.to_string()).chain(numbered);
        names.find(|name| !taken.contains(name)).unwrap_or_else(|| wanted.to_string())
    }

    /// Returns the outcome of each statement so far.
    pub fn outcomes(&self) -> impl ExactSizeIterator<Item = &Outcome> + DoubleEndedIterator {
        self.settled.iter().map(|settled| &*settled.outcome)
    }

    /// Counts the outcomes that were taken over from the evaluation before.
    pub fn taken_over(&self) -> usize {
        self.settled.iter().filter(|settled| settled.origin.is_some()).count()
    }

    /// The value of a statement.
    pub fn value(&self, statement: usize) -> Option<&Value> {
        self.settled.get(statement)?.outcome.value.as_ref()
    }

    /// What a statement of a program came to in the first call that came to it.
    pub(crate) fn met(&self, statement: usize) -> Option<&Value> {
        self.met.get(&statement)
    }

    /// Returns the names of the modes of a statement's value, if any has a name.
    pub fn names(&self, statement: usize) -> Option<&Arc<Names>> {
        self.settled.get(statement)?.outcome.names.as_ref()
    }

    /// The statements that ask for this one by its name, from the top.
    pub fn users(&self, statement: usize) -> impl Iterator<Item = usize> {
        let asks = move |settled: &Settled| settled.uses.iter().any(|(_, found)| *found == Some(statement));
        self.settled.iter().enumerate().filter(move |(_, settled)| asks(settled)).map(|(user, _)| user)
    }

    /// Reports whether names of modes are not known yet because the code of the algebra is still on its way.
    pub fn awaits_names(&self) -> bool {
        self.awaits_names
    }

    /// Everything that is wrong, in the order of the text.
    pub fn diagnostics(&self) -> Vec<&Diagnostic> {
        let own = self.outcomes().flat_map(|outcome| &outcome.diagnostics);
        let mut all = self.notebook.diagnostics.iter().chain(own).collect::<Vec<_>>();
        all.sort_by_key(|diagnostic| diagnostic.span.start);
        all
    }

    /// Returns the facts that a person should know about the values, in the order of the text.
    pub fn notes(&self) -> Vec<&Diagnostic> {
        self.outcomes().flat_map(|outcome| &outcome.notes).collect()
    }

    /// The statement that a name means in a statement: the last one above it that defines the name.
    pub fn defining(&self, name: &str, statement: usize) -> Option<usize> {
        if let Some(written) = &self.notebook.program {
            return written.program().defining(name, statement);
        }
        let all = self.definitions.get(name)?;
        all.get(all.partition_point(|index| *index < statement).checked_sub(1)?).copied()
    }

    /// The statements that define a name, wherever they stand.
    pub(super) fn definitions(&self, name: &str) -> &[usize] {
        self.definitions.get(name).map_or(&[], Vec::as_slice)
    }

    /// Reports whether one more name that nobody defined may be guessed at. Each is compared with every name there is,
    /// and nobody reads as many guesses.
    pub(super) fn may_guess(&self) -> bool {
        self.guesses < GUESS_LIMIT && self.notebook.program.is_none()
    }

    /// The names defined so far, sorted.
    pub(super) fn known_names(&self) -> Vec<&str> {
        let is_known = |all: &Vec<usize>| all.first().is_some_and(|first| *first < self.settled.len());
        let known = self.definitions.iter().filter(|(_, all)| is_known(all));
        let mut names = known.map(|(name, _)| name.as_str()).collect::<Vec<_>>();
        names.sort_unstable();
        names
    }

    pub(crate) fn major(&self) -> Major {
        self.settings.major
    }

    fn settle(&mut self, settled: Settled) {
        self.steps = self.steps.saturating_add(settled.steps);
        let is_unknown = |found: &&Diagnostic| matches!(found.kind, DiagnosticKind::UnknownName { .. });
        self.guesses += settled.outcome.diagnostics.iter().filter(is_unknown).count();
        self.awaits_names |= settled.awaits_names;
        self.leaves += settled.outcome.value.as_ref().map_or(0, Value::leaf_count);
        self.full = self.full.take().or_else(|| settled.outcome.diagnostics.iter().find_map(is_of_the_whole));
        self.settled.push(settled);
    }

    /// The names that a statement asked for, and the statements that it found.
    pub(crate) fn uses(&self, statement: usize) -> &[Use] {
        self.settled.get(statement).map_or(&[], |settled| &settled.uses)
    }

    /// Returns the outcome of a statement.
    pub fn outcome(&self, statement: usize) -> Option<&Outcome> {
        Some(&self.settled.get(statement)?.outcome)
    }

    /// Reports whether all values together have more leaves, or have taken more steps, than they may.
    pub(crate) fn is_spent(&self) -> bool {
        self.leaves > TOTAL_LEAF_LIMIT || self.steps > TOTAL_STEP_LIMIT
    }

    pub(crate) fn scope<'a>(&'a self, index: usize, statement: &Statement, trace: Trace<'a>) -> Scope<'a> {
        let plain_is_static = match statement.spelling {
            Spelling::Plain => self.settings.compile_time,
            Spelling::Cpp => false,
            Spelling::Python => true,
        };
        Scope::new(self, index, plain_is_static, trace).spelt(statement)
    }

    /// The value of a part of a statement's expression.
    pub fn value_of(&self, statement: usize, part: &Expression) -> Option<Value> {
        let found = self.notebook.statements.get(statement).filter(|found| !found.is_broken)?;
        self.scope(statement, found, Trace::silent()).value(part).ok()
    }

    /// The same where the statement has a mistake: of the part as far as it was read.
    pub(crate) fn value_as_written(&self, statement: usize, part: &Expression) -> Option<Value> {
        let found = self.notebook.statements.get(statement)?;
        self.scope(statement, found, Trace::silent()).value(part).ok()
    }

    /// Returns the answer to one kind of question about a statement, found once. Of one that is not evaluated yet
    /// nothing is kept.
    pub(super) fn memo<T: Clone>(
        &self,
        statement: usize,
        kind: impl FnOnce(&Memo) -> &OnceLock<T>,
        find: impl FnOnce() -> T,
    ) -> T {
        if statement >= self.settled.len() {
            return find();
        }
        let memo = {
            let mut memos = self.memos.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(memos.entry(statement).or_default())
        };
        kind(&memo).get_or_init(find).clone()
    }

    /// Returns the steps by which the value of a statement came about: it is computed once more, and its operations
    /// tell their steps.
    pub fn steps(&self, statement: usize) -> Arc<[Step]> {
        self.memo(statement, |memo| &memo.steps, || self.find_steps(statement).into())
    }

    fn find_steps(&self, statement: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let is_refused =
            |outcome: &Settled| outcome.outcome.diagnostics.iter().any(|own| is_of_the_whole(own).is_some());
        let was_evaluated = self.settled.get(statement).is_some_and(|outcome| !is_refused(outcome));
        let found = self.notebook.statements.get(statement);
        if let Some(found) = found.filter(|found| was_evaluated && !found.is_broken) {
            // A statement without a value has told how far it came.
            let _ = self.scope(statement, found, Trace::to(&mut steps)).value(&found.expression);
        }
        steps
    }

    fn evaluated(&self, statement: &Statement) -> Settled {
        if statement.is_broken {
            return Settled::default();
        }
        let is_spent = self.steps > TOTAL_STEP_LIMIT;
        let spent = || Error::TooLarge { what: "steps", count: self.steps.to_string(), limit: TOTAL_STEP_LIMIT };
        if let Some(error) = self.full.clone().or_else(|| is_spent.then(spent)) {
            let diagnostics = vec![Diagnostic::new(DiagnosticKind::Algebra(error), statement.span)];
            let outcome = Arc::new(Outcome { diagnostics, ..Outcome::default() });
            return Settled { outcome, ..Settled::default() };
        }
        let scope = self.scope(self.settled.len(), statement, Trace::silent());
        let value = scope.value(&statement.expression);
        let value = value.and_then(|value| scope.declared(value, statement)).and_then(|value| {
            let leaves = self.leaves + value.leaf_count();
            if leaves <= TOTAL_LEAF_LIMIT {
                return Ok(value);
            }
            let error = Error::TooLarge { what: "modes", count: leaves.to_string(), limit: TOTAL_LEAF_LIMIT as u64 };
            Err(Box::new(Diagnostic::new(DiagnosticKind::Algebra(error), statement.span)))
        });
        let outcome = match value {
            Ok(value) => Outcome { value: Some(value), notes: scope.notes(), ..Outcome::default() },
            Err(diagnostic) => Outcome { diagnostics: vec![*diagnostic], ..Outcome::default() },
        };
        let (uses, steps) = scope.end();
        let of_named = |(_, found): &Use| found.is_some_and(|found| self.names(found).is_some());
        if outcome.value.is_some() && (statement.names_modes || uses.iter().any(of_named)) {
            let scope = self.scope(self.settled.len(), statement, Trace::silent());
            let named = self.catalogue.names(&scope, &statement.expression);
            let awaits_names = named.is_err();
            let outcome = Outcome { names: named.ok().flatten().map(Arc::new), ..outcome };
            let steps = steps + scope.end().1;
            return Settled { outcome: Arc::new(outcome), uses: uses.into(), steps, origin: None, awaits_names };
        }
        Settled { outcome: Arc::new(outcome), uses: uses.into(), steps, ..Settled::default() }
    }
}

/// The error of a diagnostic that says that all values together have too many leaves, or took too many steps.
fn is_of_the_whole(diagnostic: &Diagnostic) -> Option<Error> {
    match &diagnostic.kind {
        DiagnosticKind::Algebra(error @ Error::TooLarge { what, limit, .. })
            if (*what, *limit) == ("modes", TOTAL_LEAF_LIMIT as u64)
                || (*what, *limit) == ("steps", TOTAL_STEP_LIMIT) =>
        {
            Some(error.clone())
        }
        _ => None,
    }
}

impl Work for Evaluation {
    type Output = ();

    fn resume(&mut self, budget: &mut Budget) -> Progress<()> {
        if let Some(mut begun) = self.reading.take() {
            let Some(notebook) = begun.reading.resume(&self.text, self.catalogue, budget) else {
                self.reading = Some(begun);
                return Progress::More { done: 0, total: None };
            };
            self.has_read(notebook, begun.earlier.as_ref());
        }
        while let Some(written) = self.notebook.program.clone() {
            let Some(index) = written.program().next(self.done) else { return Progress::Done(()) };
            self.owed -= budget.spend_up_to(self.owed);
            if self.owed > 0 || !budget.spend() {
                return Progress::More { done: self.done as u64, total: Some(self.settled.len() as u64) };
            }
            let Found { outcome, uses, steps, met } = written.program().settle(self, index);
            self.done += 1;
            if !met.is_empty() {
                self.leaves += met.values().map(Value::leaf_count).sum::<usize>();
                let all = Arc::make_mut(&mut self.met);
                met.into_iter().for_each(|(index, value)| {
                    all.entry(index).or_insert(value);
                });
            }
            self.owed = steps / STEPS_PER_UNIT;
            self.steps = self.steps.saturating_add(steps);
            self.leaves += outcome.value.as_ref().map_or(0, Value::leaf_count);
            if let Some(settled) = self.settled.get_mut(index) {
                *settled = Settled { outcome: Arc::new(outcome), uses: uses.into(), steps, ..Settled::default() };
            }
        }
        loop {
            self.take_over();
            let Some(statement) = self.notebook.statements.get(self.settled.len()) else { return Progress::Done(()) };
            self.owed -= budget.spend_up_to(self.owed);
            if self.owed > 0 || !budget.spend() {
                let total = self.notebook.statements.len() as u64;
                return Progress::More { done: self.settled.len() as u64, total: Some(total) };
            }
            let settled = self.evaluated(statement);
            self.owed = settled.steps / STEPS_PER_UNIT;
            self.settle(settled);
        }
    }
}
