//! Working of an exercise, in sentences with its own numbers.

use super::condition::Situation;
use super::exercise::{Exercise, Solution};
use crate::coordinate::Coordinate;
use crate::evaluate;
use crate::look;
use crate::notebook::Settings;
use crate::notebook::value::without_underscores;
use crate::operations::CATALOGUE;
use crate::steps::Step;
use crate::verdict::Letters;
use crate::words::{self, Tongue};
use crate::worked_example::{Chain, Line};

/// Number of sentences that are told.
pub const SENTENCES_LIMIT: usize = 40;

impl Exercise {
    /// The sentences of its solution in order; what an operation does within another is not told by itself.
    pub fn sentences(&self, tongue: Tongue) -> Vec<String> {
        let mut sentences = match &self.solution {
            Solution::Steps(expression) => self.steps(expression, tongue),
            Solution::Point { layout, coordinate } => self.products(layout, coordinate, tongue).unwrap_or_default(),
            Solution::Lines(lines) => {
                lines.iter().map(|[english, chinese]| tongue.pick(english, chinese).clone()).collect()
            }
        };
        sentences.truncate(SENTENCES_LIMIT);
        sentences
    }

    /// Returns what is written in the notebook to see its solution on the page; `None` where sentences are all there
    /// is.
    pub fn shown_by(&self) -> Option<String> {
        match &self.solution {
            Solution::Steps(expression) => Some(expression.clone()),
            Solution::Point { layout, coordinate } => Some(format!("crd2idx({coordinate}, {layout})")),
            Solution::Lines(_) => None,
        }
    }

    fn steps(&self, expression: &str, tongue: Tongue) -> Vec<String> {
        let settings = Settings { compile_time: true, ..Settings::default() };
        let evaluation = evaluate(&format!("{}\n{expression}", self.given), settings);
        let last = evaluation.statements().len().saturating_sub(1);
        let mut operations: Vec<&'static str> = Vec::new();
        let mut sentences = Vec::new();
        for step in evaluation.steps(last).iter() {
            if matches!(step, Step::Leave { .. } | Step::Result { .. }) {
                operations.pop();
            }
            let sentence = words::step(step, tongue);
            let sentence = match (step, operations.last()) {
                (Step::Define { .. }, Some(operation)) => {
                    words::in_names(&sentence, &Letters { operation, ..Letters::default() }, tongue)
                }
                _ => sentence,
            };
            // The call itself is the question once more.
            let is_call = operations.is_empty() && matches!(step, Step::Enter { .. });
            if operations.len() <= 2 && !is_call {
                sentences.push(without_underscores(&sentence));
            }
            if let Step::Enter { operation, .. } = step {
                operations.push(operation);
            }
        }
        sentences
    }

    fn products(&self, layout: &str, coordinate: &str, tongue: Tongue) -> Option<Vec<String>> {
        let situation = Situation::of_text(&self.given);
        let layout = situation.layout(layout)?;
        let point = look::read_point(&layout, &situation.value(coordinate)?.to_string(), &CATALOGUE).ok()?;
        let typed: Coordinate = point.typed;
        let chain = Chain::of(&layout, &typed).ok()?;
        let told = |line: &Line| {
            format!("{} = {}{}{}", line.question, line.answer, tongue.pick(", ", "，"), line.words(false, tongue))
        };
        Some(chain.lines.iter().map(told).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::generators;

    #[test]
    fn every_exercise_is_worked_out_in_sentences() {
        for generator in generators::ALL {
            for level in 1..=3 {
                let exercise = generator.exercise(level, 5).expect("an exercise");
                for tongue in [Tongue::English, Tongue::Chinese] {
                    let sentences = exercise.sentences(tongue);
                    assert!(!sentences.is_empty(), "{} {level}", generator.name);
                    assert!(sentences.iter().all(|sentence| !sentence.trim().is_empty()), "{} {level}", generator.name);
                }
            }
        }
    }
}
