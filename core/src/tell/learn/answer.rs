//! Judgment of whether an answer is right, by what it means.

use super::condition::{Situation, first_difference, same_function};
use super::exercise::Exercise;
use super::misconception::{Misconception, PARENTHESES};
use crate::evaluate;
use crate::int_tuple;
use crate::notebook::value::without_underscores;
use crate::notebook::{Settings, Value};
use crate::{IntTuple, Nested};

/// Maximum number of bytes of an answer.
pub const ANSWER_LIMIT: usize = 1 << 10;

/// Maximum length of a notebook that is looked through for an answer, in bytes.
const TOLD_LIMIT: usize = 4096;
/// The words that an answer may have; any other would have the notebook work it out.
const WORDS: [&str; 5] = ["Swizzle", "o", "true", "false", "E"];

/// Criterion by which an answer is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// The same value: an integer, a coordinate, a shape, a truth, static or not.
    Value,
    /// The same function with congruent coordinates.
    Layout,
    /// The same function, whatever its parentheses.
    Function,
    /// The number of the choice.
    Choice,
    /// Every one of these conditions, where the answer is called `ans`.
    Holds(Vec<String>),
}

/// Verdict on an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Right,
    /// It is not.
    Wrong {
        /// The ways by which people come to it; several where this exercise does not tell them apart.
        because: Vec<&'static Misconception>,
        /// Where it differs first: the 1-D coordinate, the index of the answer there, and the right one.
        first: Option<(i64, String, String)>,
    },
    /// It is no value of the kind that is asked for.
    Unreadable,
}

impl Exercise {
    /// Returns what is to be said of an answer. Law: the exercise's own answer is right, and none of its wrong ones.
    ///
    /// ```
    /// use colex::learn::answer::Verdict;
    /// use colex::learn::generators;
    ///
    /// let generator = generators::find("index-of-coordinate").ok_or("a generator")?;
    /// let exercise = generator.exercise(1, 7).ok_or("a level")?;
    /// assert_eq!(exercise.judge(&exercise.answer), Verdict::Right);
    /// assert!(exercise.wrong.iter().all(|wrong| matches!(exercise.judge(&wrong.answer), Verdict::Wrong { .. })));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn judge(&self, typed: &str) -> Verdict {
        if typed.len() > ANSWER_LIMIT || !is_plain(typed) {
            return Verdict::Unreadable;
        }
        match self.meets(typed) {
            None => Verdict::Unreadable,
            Some(true) => Verdict::Right,
            Some(false) => {
                let mut because = Vec::new();
                for wrong in &self.wrong {
                    if self.equals(typed, &wrong.answer) == Some(true) && !because.contains(&wrong.because) {
                        because.push(wrong.because);
                    }
                }
                if because.is_empty() && self.lacks_parentheses_alone(typed) == Some(true) {
                    because.push(PARENTHESES);
                }
                Verdict::Wrong { because, first: self.first_difference(typed) }
            }
        }
    }

    /// Reports whether a notebook that began as what is given says the answer: something in it that was not given has
    /// its value.
    pub fn is_told_by(&self, text: &str) -> bool {
        if text == self.given || text.len() > TOLD_LIMIT || self.meaning == Meaning::Choice {
            return false;
        }
        let told = |text: &str| {
            let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
            let values = evaluation.outcomes().filter_map(|outcome| outcome.value.as_ref().map(ToString::to_string));
            values.filter(|value| self.is_the_same(&without_underscores(value), &self.answer)).count()
        };
        told(text) > told(&self.given)
    }

    /// Reports whether two answers mean the same; what cannot be read is the same as nothing.
    pub fn is_the_same(&self, typed: &str, other: &str) -> bool {
        typed.len() <= ANSWER_LIMIT && self.equals(typed, other) == Some(true)
    }

    /// Reports whether an answer is right; `None` where it is not of the kind that is asked for.
    pub(super) fn meets(&self, typed: &str) -> Option<bool> {
        match &self.meaning {
            Meaning::Holds(conditions) => {
                let situation = Situation::of_text(&self.given);
                // Typed text has to be one value, and not the beginning of something else.
                situation.value(typed)?;
                let mut situation = situation;
                situation.know("ans", typed);
                let mut holds = true;
                for condition in conditions {
                    holds &= situation.holds(condition)?;
                }
                Some(holds)
            }
            _ => self.equals(typed, &self.answer),
        }
    }

    /// Reports whether two answers mean the same; `None` where one is not of the kind that is asked for.
    pub(super) fn equals(&self, typed: &str, other: &str) -> Option<bool> {
        if self.meaning == Meaning::Choice {
            let number = |text: &str| text.trim().parse::<usize>().ok();
            return Some(number(typed)? == number(other)?);
        }
        let situation = Situation::of_text(&self.given);
        let (left, right) = (situation.value(typed)?, situation.value(other)?);
        match &self.meaning {
            Meaning::Layout => {
                let (left, right) = (left.as_any_layout()?, right.as_any_layout()?);
                let congruent = crate::compatible::congruent(left.shape(), right.shape()).value;
                Some(congruent && same_function(&left, &right)?)
            }
            Meaning::Function => same_function(&left.as_any_layout()?, &right.as_any_layout()?),
            // A property has no one answer, so what is known of it is compared as a function where it is one.
            Meaning::Holds(_) => match (left.as_any_layout(), right.as_any_layout()) {
                (Some(left), Some(right)) => same_function(&left, &right),
                _ => Some(same_value(&left, &right).unwrap_or(false)),
            },
            Meaning::Value | Meaning::Choice => same_value(&left, &right),
        }
    }

    /// Reports whether the numbers of an answer are right, and only its parentheses are not.
    fn lacks_parentheses_alone(&self, typed: &str) -> Option<bool> {
        let situation = Situation::of_text(&self.given);
        let (left, right) = (situation.value(typed)?, situation.value(&self.answer)?);
        let numbers = |value: &Value| -> Option<Vec<i64>> {
            let mut numbers = Vec::new();
            value
                .as_layout()
                .is_some()
                .then_some(())
                .or_else(|| value.as_ints().filter(|ints| !is_leaf(ints)).map(|_| ()))?;
            value.numbers(&mut |int| numbers.push(int.value()));
            Some(numbers)
        };
        Some(left.kind() == right.kind() && numbers(&left)? == numbers(&right)?)
    }

    fn first_difference(&self, typed: &str) -> Option<(i64, String, String)> {
        let right = match &self.meaning {
            Meaning::Layout | Meaning::Function => &self.answer,
            // A property may ask for a function, among other things.
            Meaning::Holds(conditions) => conditions.iter().find_map(|condition| condition.strip_prefix("ans ~ "))?,
            Meaning::Value | Meaning::Choice => return None,
        };
        let situation = Situation::of_text(&self.given);
        first_difference(&situation.layout(typed)?, &situation.layout(right)?)
    }
}

/// Reports whether a text is an answer and no question to the notebook: it calls no function and no name.
fn is_plain(typed: &str) -> bool {
    let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words = typed.split(|letter| !is_of_word(letter)).map(|word| word.trim_start_matches('_'));
    words.all(|word| !word.starts_with(char::is_alphabetic) || WORDS.contains(&word))
}

/// Reports whether two values are the same, static or not; `None` where they are of different kinds.
fn same_value(left: &Value, right: &Value) -> Option<bool> {
    match (left, right, left.as_ints(), right.as_ints()) {
        (_, _, Some(left), Some(right)) => {
            let same = int_tuple::equal(&left, &right).value;
            // A coordinate where a number is asked for is no wrong number.
            (same || is_leaf(&left) == is_leaf(&right)).then_some(same)
        }
        (Value::Truth(left), Value::Truth(right), ..) => Some(left.value == right.value),
        (Value::Layout(_), Value::Layout(_), ..) => same_function(&left.as_any_layout()?, &right.as_any_layout()?),
        _ if left.kind() == right.kind() => Some(left == right),
        _ => None,
    }
}

fn is_leaf(tuple: &IntTuple) -> bool {
    matches!(tuple, Nested::Leaf(_))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_an_answer_and_no_question() {
        let exercise = Exercise::new("A = (4,2):(1,8)\nn = 12", ["?", "？"].map(str::to_owned), 12);
        for right in ["12", " 12", "_12", "3*4", "8 + 4"] {
            assert_eq!(exercise.judge(right), Verdict::Right, "{right}");
        }
        for other in ["cosize(A)", "A(7) + 1", "n", "ans", "12 // cosize", "(12,)", ""] {
            assert_eq!(exercise.judge(other), Verdict::Unreadable, "{other}");
        }
        for (text, told) in [
            ("A = (4,2):(1,8)\nn = 12", false),
            ("A = (4,2):(1,8)\nn = 12\ncosize(A)", true),
            ("A = (4,2):(1,8)\nn = 12\nsize(A)", false),
            ("A = (4,2):(1,8)\nn = 12\nm = 6 + 6", true),
            ("A = (4,", false),
        ] {
            assert_eq!(exercise.is_told_by(text), told, "{text}");
        }
    }
}
