//! Text below a value: why it is so, which laws hold of it, and what its accesses cost.

use colex::cost::{Group, Machine, Survey};
use colex::formula::Search;
use colex::insight::insights;
use colex::laws::ELEMENT_LIMIT;
use colex::notebook::{Evaluation, Value};
use colex::operations::{self, contract};
use colex::tensor::{Engine, Tensor};
use colex::words::{self, Tongue};
use colex::work::finish;

use super::{Output, Stop};

/// Number of accesses counted for one statement.
const COST_LIMIT: u64 = 1 << 18;

/// Number of elements that all laws may go through together.
const CHECK_LIMIT: u64 = 1 << 26;

/// The bytes of an element whose type is not known.
const ELEMENT_BYTES: u64 = 4;

/// Choice of what is said.
#[derive(Clone, Copy, Default)]
pub(super) struct Told {
    pub(super) why: bool,
    pub(super) check: bool,
    pub(super) cost: bool,
    pub(super) formula: bool,
}

/// Budget left to check with, and whether all laws held so far.
pub(super) struct Checked {
    left: u64,
    pub(super) holds: bool,
}

impl Default for Checked {
    fn default() -> Self {
        Checked { left: CHECK_LIMIT, holds: true }
    }
}

impl Told {
    pub(super) fn any(self) -> bool {
        self.why || self.check || self.cost || self.formula
    }

    /// Says it of a statement, as comments, so that the output stays a notebook.
    pub(super) fn tell(
        self,
        evaluation: &Evaluation,
        statement: usize,
        (comment, tongue): (&str, Tongue),
        checked: &mut Checked,
        out: &mut Output,
    ) -> Result<(), Stop> {
        let mut said = Vec::new();
        if self.why {
            said.extend(why(evaluation, statement, tongue));
        }
        if self.check {
            said.extend(laws(evaluation, statement, tongue, checked));
        }
        if self.cost {
            said.extend(evaluation.value(statement).and_then(|value| cost(value, tongue)));
        }
        if self.formula {
            said.extend(formula(evaluation, statement, tongue));
        }
        said.iter().try_for_each(|sentence| out.line(&format!("{comment} {sentence}")))
    }
}

/// The reasons of an answer, and what surprises about a value.
fn why(evaluation: &Evaluation, statement: usize, tongue: Tongue) -> Vec<String> {
    let answer = operations::answer(evaluation, statement);
    let reasons = answer.iter().flat_map(|answer| &answer.reasons).map(|reason| words::answer_reason(reason, tongue));
    let insights = insights(evaluation, statement);
    reasons.chain(insights.iter().map(|insight| words::insight(insight, tongue))).collect()
}

/// The laws of an operation, each with what became of it.
fn laws(evaluation: &Evaluation, statement: usize, tongue: Tongue, checked: &mut Checked) -> Vec<String> {
    let Some(contract) = contract(evaluation, statement) else { return Vec::new() };
    let said = contract.laws.iter().map(|law| {
        let equation = words::equation(law.kind, &contract.letters, tongue);
        let budget = ELEMENT_LIMIT.min(checked.left);
        checked.left = checked.left.saturating_sub(law.size().min(budget));
        match finish(law.check(), budget) {
            Ok(verdict) => {
                checked.holds &= !matches!(verdict, colex::laws::Verdict::Fails(_));
                let verdict = words::verdict(&verdict, tongue);
                format!("{equation}{}{verdict}", tongue.pick(": ", "："))
            }
            Err(_) => {
                tongue.pick(format!("{equation}: not checked, it is too large"), format!("{equation}：过大，未检查"))
            }
        }
    });
    said.collect()
}

/// The value in the numbers that it depends on, and for which it holds.
fn formula(evaluation: &Evaluation, statement: usize, tongue: Tongue) -> Option<String> {
    let formula = finish(Search::new(evaluation, statement), u64::MAX).ok()??;
    Some(format!("{} {}", formula.text, words::formula_conditions(&formula, tongue)))
}

/// Says what accesses of a layout cost.
fn cost(value: &Value, tongue: Tongue) -> Option<String> {
    let layout = value.as_any_layout()?;
    let group = Group::of_any(&layout).ok().filter(|group| {
        let pairs = group.threads().saturating_mul(group.values());
        (1..=COST_LIMIT).contains(&pairs)
    })?;
    let bits = match value {
        Value::Tensor(Tensor { engine: Engine::Typed(pointer), .. }) => Some(pointer.bits),
        _ => None,
    };
    let bytes = bits.map_or(ELEMENT_BYTES, |bits| u64::from(bits).div_ceil(8));
    let survey = Survey::new(group, bytes, None, &Machine::default()).ok()?;
    let found = finish(survey, 4 * COST_LIMIT).ok()?;
    let (shared, global) = (words::shared_cost(&found.shared, tongue), words::global_cost(&found.global, tongue));
    let widest = words::widest(&found.widest, bytes, tongue);
    Some(tongue.pick(
        format!("As (thread, value) of {bytes} bytes: {widest}; shared memory: {shared}; global memory: {global}"),
        format!("读作（线程，值），每元素 {bytes} 字节：{widest}；共享内存：{shared}；全局内存：{global}"),
    ))
}
