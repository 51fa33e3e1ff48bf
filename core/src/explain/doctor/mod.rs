//! Repairs that would work instead: where an operation is refused, or accepted and wrong, the nearest operands that are
//! right.
//!
//! A [`Consultation`] is [`Work`]. Where a statement has a value it first checks the laws of its operation; where one of
//! them fails, or where the operation was refused, it tries operands that differ in one number, have their numbers known
//! when C++ compiles, cut by mode, or are rounded up. What evaluates and keeps all its laws becomes a repair.

mod candidate;

use std::sync::Arc;

use crate::error::Error;
use crate::laws::{self, Law, LawCheck, Promise};
use crate::notebook::functions::Function;
use crate::notebook::value::without_underscores;
use crate::notebook::{Diagnostic, DiagnosticKind, Evaluation, Performed, Repair, RepairKind, Value};
use crate::verdict::{CounterExample, LawKind, Letters, Premise, Reason, Verdict};
use crate::work::{Budget, Progress, Work};
pub(crate) use candidate::Advice;
use candidate::{Candidate, candidates, projection_written};

/// At most so many repairs are offered.
pub const REPAIR_LIMIT: usize = 5;

/// At most so many repairs change the same number.
const ALIKE_LIMIT: usize = 2;

/// At most so many operands are tried.
const TRIAL_LIMIT: usize = 1024;

/// The laws of what is tried are checked where their domains are at most so large; of larger ones, whether they have to
/// hold.
const ELEMENT_LIMIT: u64 = 1 << 16;

/// Budget cost of trying one operand, besides checking its laws.
const TRIAL_COST: u64 = 64;

/// The examination of a statement. One unit of its budget is one element of a law.
#[derive(Debug, Clone)]
pub struct Consultation {
    performed: Arc<Performed>,
    /// Promise of its operation, and advice on what may be tried instead of its operands.
    promise: Option<&'static Promise>,
    advice: Option<&'static Advice>,
    /// Meanings of the letters of its laws.
    letters: Letters,
    /// Mistake, once it is known.
    complaint: Option<Diagnostic>,
    /// The laws not yet checked: of the statement, or of what is tried.
    laws: Vec<Law>,
    check: Option<(LawKind, LawCheck)>,
    /// Candidate that is tried now, and those to be tried, the nearest last.
    trial: Option<(Candidate, Value)>,
    candidates: Option<Vec<Candidate>>,
    tried: usize,
    taken: Vec<(usize, usize)>,
    owed: u64,
    /// The last argument as it is written.
    last: String,
}

/// Examines a statement: `None` where it performs no operation, or is refused for something that other operands of the
/// same kind would not mend.
pub(crate) fn consult(
    evaluation: &Evaluation,
    statement: usize,
    promised: fn(&Function) -> Option<&'static Promise>,
    advised: fn(&Function) -> Option<&'static Advice>,
) -> Option<Consultation> {
    let outcome = evaluation.outcomes().nth(statement)?;
    let last = |performed: &Performed| {
        let place = performed.places.last();
        place.map_or_else(String::new, |place| place.of(evaluation.text()).trim().to_string())
    };
    let begin = |performed: Arc<Performed>, complaint: Option<Diagnostic>, laws: Vec<Law>| Consultation {
        letters: laws::letters(evaluation, statement, &performed, promised(performed.function)),
        promise: promised(performed.function),
        advice: advised(performed.function),
        last: last(&performed),
        performed,
        complaint,
        laws,
        check: None,
        trial: None,
        candidates: None,
        tried: 0,
        taken: Vec::new(),
        owed: 0,
    };
    if outcome.value.is_some() {
        let performed = evaluation.performed(statement, None)?;
        let mut laws = laws::contract(&performed, performed.answer().as_ref().ok()?, promised(performed.function)).laws;
        laws.reverse();
        return (!laws.is_empty()).then(|| begin(performed, None, laws));
    }
    let diagnostic = outcome.diagnostics.first()?;
    let DiagnosticKind::Algebra(error) = &diagnostic.kind else { return None };
    let performed = evaluation.performed(statement, Some(diagnostic.span))?;
    can_mend(error).then(|| begin(performed, Some(diagnostic.clone()), Vec::new()))
}

/// Returns true if other numbers would mend it.
fn can_mend(error: &Error) -> bool {
    matches!(
        error,
        Error::StrideDivisibility { .. }
            | Error::ShapeDivisibility { .. }
            | Error::DynamicStrides { .. }
            | Error::NotInjective { .. }
            | Error::InverseDivisibility { .. }
            | Error::TilerTooLong { .. }
            | Error::NotSplit { .. }
            | Error::BlockDoesNotDivide { .. }
            | Error::NotDivisible { .. }
            | Error::NeedsStatic { .. }
            | Error::NoAdjacentElements { .. }
            | Error::AtomDoesNotFit { .. }
            | Error::DivisionByZero { .. }
    )
}

/// Returns true if a verdict shows that the answer is not the mathematical one. That a divide rounds up, and that what
/// is not injective has no inverse, is no mistake of its own.
fn is_wrong(kind: LawKind, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Fails(_) => true,
        Verdict::DoesNotApply { reason, example: Some(_) } => {
            let is_plain =
                matches!(reason, Reason::Violated(Premise::Injective(_), _) | Reason::Unmet(Premise::Injective(_)));
            let leaves_out = match reason {
                Reason::Violated(Premise::Reach(_), _) => true,
                // Overhanging elements are masked; elements in no tile are lost.
                Reason::Violated(Premise::Divides, sizes) => {
                    matches!(**sizes, CounterExample::Numbers { left: (_, cut), right: (_, all) } if cut < all)
                }
                _ => false,
            };
            !is_plain && (kind != LawKind::SameIndices || leaves_out)
        }
        _ => false,
    }
}

impl Consultation {
    /// Returns what was found so far: the mistake, with the repairs.
    pub fn so_far(&self) -> Option<&Diagnostic> {
        self.complaint.as_ref()
    }

    /// The next candidate is tried.
    fn next(&mut self) -> bool {
        let candidates = self.candidates.get_or_insert_with(|| candidates(&self.performed, self.advice));
        let enough = self.complaint.as_ref().is_none_or(|found| found.repairs.len() >= REPAIR_LIMIT);
        let Some(candidate) = candidates.pop().filter(|_| !enough && self.tried < TRIAL_LIMIT) else { return false };
        self.tried += 1;
        self.owed = TRIAL_COST;
        let alike = self.taken.iter().filter(|taken| **taken == candidate.place()).count();
        let Some(value) = candidate.value(&self.performed).filter(|_| alike < ALIKE_LIMIT) else { return true };
        // Between operands of `o` a tuple of numbers is a layout.
        if self.performed.is_infix && value.as_ints().is_some() {
            return true;
        }
        let mut performed = Performed::clone(&self.performed);
        match performed.arguments.values.get_mut(candidate.position) {
            Some(written) => *written = value.clone(),
            None => performed.arguments.values.push(value.clone()),
        }
        let Ok(result) = performed.answer() else { return true };
        self.laws = laws::contract(&performed, result, self.promise).laws;
        self.trial = Some((candidate, value));
        true
    }

    /// Turns a tried operand that keeps its laws into a repair.
    fn accept(&mut self, candidate: &Candidate, value: &Value) {
        let places = &self.performed.places;
        let place = if candidate.is_added() { places.last() } else { places.get(candidate.position) };
        let Some(span) = place.copied() else { return };
        let printed = value.to_string();
        let printed = if self.performed.plain_is_static { without_underscores(&printed) } else { printed };
        let is_receiver = self.performed.is_member && candidate.position == 0;
        let text = match (candidate.is_added(), is_receiver) {
            (true, _) => {
                let is_python = self.last.contains("None");
                format!("{}, {}", self.last, projection_written(value, is_python))
            }
            (false, true) => format!("({printed})"),
            (false, false) => printed,
        };
        let kind = if candidate.is_known(&self.performed) { RepairKind::Static } else { RepairKind::Replace };
        let Some(complaint) = &mut self.complaint else { return };
        let repair = Repair { kind, span, text };
        if !complaint.repairs.contains(&repair) {
            complaint.repairs.push(repair);
            self.taken.push(candidate.place());
        }
    }

    /// One law is checked to its end.
    fn judge(&mut self, kind: LawKind, verdict: Verdict) {
        let is_wrong = is_wrong(kind, &verdict) || (self.trial.is_some() && verdict.example().is_some());
        if !is_wrong {
            return;
        }
        self.laws.clear();
        if self.trial.take().is_none() {
            let kind = DiagnosticKind::Wrong(kind, Box::new(verdict), Box::new(self.letters.clone()));
            self.complaint = Some(Diagnostic::new(kind, self.performed.span));
        }
    }
}

impl Work for Consultation {
    type Output = Option<Diagnostic>;

    /// `None` where nothing is wrong.
    fn resume(&mut self, budget: &mut Budget) -> Progress<Option<Diagnostic>> {
        loop {
            self.owed -= budget.spend_up_to(self.owed);
            let more = Progress::More { done: self.tried as u64, total: None };
            if self.owed > 0 {
                return more;
            }
            if let Some((kind, check)) = &mut self.check {
                let kind = *kind;
                match check.resume(budget) {
                    Progress::More { .. } => return more,
                    Progress::Done(verdict) => {
                        self.check = None;
                        self.judge(kind, verdict);
                    }
                }
            } else if let Some(law) = self.laws.pop() {
                if self.trial.is_none() || law.size() <= ELEMENT_LIMIT {
                    self.check = Some((law.kind, law.check()));
                } else {
                    self.laws.extend(law.premises().filter(|premise| premise.size() <= ELEMENT_LIMIT));
                }
            } else if let Some((candidate, value)) = self.trial.take() {
                self.accept(&candidate, &value);
            } else if self.complaint.is_none() || !self.next() {
                return Progress::Done(self.complaint.clone());
            }
        }
    }
}
