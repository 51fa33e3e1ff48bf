//! One case after the other, or several side by side: compared first, then timed. A wrong result shows no time.

use std::ops::ControlFlow;
use std::time::Instant;

use colex_shaders::device::{Fault, Gpu};
use colex_shaders::prepared::Prepared;
use colex_shaders::program::{Program, Twin, Work};
use colex_shaders::timing::{Next, Plan, Timing, forecast, time};
use colex_shaders::verify::{Verdict, verify};
use pollster::block_on;

use crate::trusted;

/// Outcome of a case.
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) work: Work,
    pub(crate) verdict: Option<Verdict>,
    pub(crate) timing: Option<Timing>,
    pub(crate) fault: Option<Fault>,
}

impl Outcome {
    /// Makes the outcome of a case that did not run.
    pub(crate) fn failed(name: &str, fault: Fault) -> Self {
        Outcome { name: name.to_owned(), work: Work::default(), verdict: None, timing: None, fault: Some(fault) }
    }
}

/// Settings of a measurement.
pub(crate) struct Measuring<'a> {
    pub(crate) gpu: &'a Gpu,
    pub(crate) plan: Plan,
    pub(crate) is_trusted: bool,
}

impl Measuring<'_> {
    /// Compares programs and times those that are right, a sample of each in turn.
    pub(crate) fn measure(&self, programs: &[(String, Program, Twin)]) -> Vec<Outcome> {
        self.time(self.prepare(programs))
    }

    /// Compares programs.
    pub(crate) fn prepare(&self, programs: &[(String, Program, Twin)]) -> (Vec<Outcome>, Vec<Option<Prepared>>) {
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut prepared: Vec<Option<Prepared>> = Vec::new();
        for (name, program, twin) in programs {
            let other = prepared.iter().flatten().last();
            let mut outcome =
                Outcome { name: name.clone(), work: program.work, verdict: None, timing: None, fault: None };
            match self.compared(program, twin, other) {
                Ok((ready, verdict)) => {
                    outcome.verdict = Some(verdict);
                    prepared.push(verdict.is_right().then_some(ready));
                }
                Err(fault) => {
                    outcome.fault = Some(fault);
                    prepared.push(None);
                }
            }
            outcomes.push(outcome);
        }
        (outcomes, prepared)
    }

    /// Times those that are right, a sample of each in turn.
    pub(crate) fn time(&self, (mut outcomes, prepared): (Vec<Outcome>, Vec<Option<Prepared>>)) -> Vec<Outcome> {
        let right = prepared.iter().flatten().collect::<Vec<_>>();
        if right.is_empty() {
            return outcomes;
        }
        let began = Instant::now();
        let timings =
            block_on(time(self.gpu, &right, &self.plan, || began.elapsed().as_secs_f64(), async |_| Next::On));
        let timed = outcomes.iter_mut().zip(&prepared).filter(|(_, ready)| ready.is_some());
        match timings {
            Ok(timings) => timed.zip(timings).for_each(|((outcome, _), timing)| outcome.timing = Some(timing)),
            Err(fault) => timed.for_each(|(outcome, _)| outcome.fault = Some(fault.clone())),
        }
        outcomes
    }

    /// A program that is ready, and what became of its comparison. Without checks it is compared with checks first.
    fn compared(&self, program: &Program, twin: &Twin, other: Option<&Prepared>) -> Result<(Prepared, Verdict), Fault> {
        let compare = |ready: &Prepared| block_on(verify(self.gpu, ready, twin, async |_| ControlFlow::Continue(())));
        let ready = block_on(Prepared::beside(self.gpu, program, other))?;
        let began = Instant::now();
        block_on(forecast(self.gpu, &ready, &self.plan, || began.elapsed().as_secs_f64()))?;
        let verdict = compare(&ready)?;
        if !self.is_trusted || !verdict.is_right() {
            return Ok((ready, verdict));
        }
        let ready = block_on(Prepared::with_module(self.gpu, program, Some(&ready), trusted::module))?;
        let verdict = compare(&ready)?;
        Ok((ready, verdict))
    }
}
