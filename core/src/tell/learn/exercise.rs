//! An exercise: what is given and asked, what is right, what people answer instead, and how it is worked out.

use super::Both;
use super::answer::Meaning;
use super::misconception::Misconception;
use super::random::Random;

/// The levels, from the easiest.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=3;

/// Number of times that a seed is drawn anew until an exercise is fit.
const DRAWS: usize = 200;

/// Kind of answer that is typed, and what the field says of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Field {
    /// A number.
    Number,
    /// A coordinate, a shape or a tuple.
    Tuple,
    /// A layout.
    Layout,
    /// One of these.
    Choice(Vec<Both>),
}

/// Way to work out an exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Solution {
    /// The steps of an operation: an expression over what is given.
    Steps(String),
    /// A coordinate worked out in a layout: both as expressions.
    Point {
        /// The layout.
        layout: String,
        /// The coordinate in any form.
        coordinate: String,
    },
    /// Sentences.
    Lines(Vec<Both>),
}

/// An answer that people give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrong {
    /// Misconception by which they come to it.
    pub because: &'static Misconception,
    /// The answer.
    pub answer: String,
}

/// An exercise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exercise {
    /// The notebook that is given.
    pub given: String,
    /// A table of indices that is shown beside it, row by row; empty for most.
    pub table: Vec<Vec<i64>>,
    /// Question that is asked, in a sentence.
    pub question: Both,
    /// Kind of answer that is typed.
    pub field: Field,
    /// Criterion by which an answer is right.
    pub meaning: Meaning,
    /// One right answer; of a choice its number, from 0.
    pub answer: String,
    /// Wrong answers that people give instead.
    pub wrong: Vec<Wrong>,
    /// A nudge.
    pub hint: Both,
    /// Way to work it out.
    pub solution: Solution,
}

impl Exercise {
    /// An exercise with a number or a tuple for an answer, and nothing else said yet.
    pub fn new(given: impl Into<String>, question: [String; 2], answer: impl ToString) -> Exercise {
        Exercise {
            given: given.into(),
            table: Vec::new(),
            question,
            field: Field::Number,
            meaning: Meaning::Value,
            answer: answer.to_string(),
            wrong: Vec::new(),
            hint: Both::default(),
            solution: Solution::Lines(Vec::new()),
        }
    }

    /// With what is typed, and what makes it right.
    pub fn typed(mut self, field: Field, meaning: Meaning) -> Exercise {
        (self.field, self.meaning) = (field, meaning);
        self
    }

    /// With a table of indices that is shown: its rows, each as long as the others.
    pub fn table(mut self, rows: Vec<Vec<i64>>) -> Exercise {
        self.table = rows;
        self
    }

    /// The table as text, a line for each row; nothing where there is none.
    pub fn printed_table(&self) -> String {
        let width = self.table.iter().flatten().map(|index| index.to_string().len()).max().unwrap_or(0);
        let row = |row: &Vec<i64>| row.iter().map(|index| format!("{index:>width$}")).collect::<Vec<_>>().join(" ");
        self.table.iter().map(|one| row(one) + "\n").collect()
    }

    /// With one more answer that people give.
    pub fn wrong(mut self, because: &'static Misconception, answer: impl ToString) -> Exercise {
        self.wrong.push(Wrong { because, answer: answer.to_string() });
        self
    }

    /// With one more answer that people give, where there is one and it is not right.
    pub fn perhaps(self, because: &'static Misconception, answer: Option<impl ToString>) -> Exercise {
        match answer.map(|answer| answer.to_string()) {
            Some(answer) if self.meets(&answer) == Some(false) => self.wrong(because, answer),
            _ => self,
        }
    }

    /// With a nudge.
    pub fn hint(mut self, english: impl Into<String>, chinese: impl Into<String>) -> Exercise {
        self.hint = [english.into(), chinese.into()];
        self
    }

    /// With how it is worked out.
    pub fn solved(mut self, solution: Solution) -> Exercise {
        self.solution = solution;
        self
    }

    /// Reports whether no number in what is given, asked and answered is too large for a level.
    fn is_within(&self, level: u8) -> bool {
        let [english, chinese] = &self.question;
        [&self.given, english, chinese, &self.answer].iter().all(|text| {
            let mut numbers = text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
            numbers.all(|digits| digits.parse::<i64>().is_ok_and(|number| number <= largest_number(level)))
        })
    }

    /// Leaves out what does not fit, or answers `None` where the exercise is not fit to be given: its own answer is not
    /// right, or one that people give is.
    fn fit(mut self) -> Option<Exercise> {
        if self.meets(&self.answer) != Some(true) {
            return None;
        }
        let mut wrong = std::mem::take(&mut self.wrong);
        // Answers that cannot be typed are nobody's.
        wrong.retain(|wrong| self.meets(&wrong.answer).is_some());
        if wrong.is_empty() || wrong.iter().any(|wrong| self.meets(&wrong.answer) == Some(true)) {
            return None;
        }
        self.wrong = wrong;
        Some(self)
    }
}

/// Maker of exercises of one kind.
pub struct Generator {
    /// Its name in links and results, which never changes.
    pub name: &'static str,
    /// Subject that it practices, in English and Chinese.
    pub title: [&'static str; 2],
    /// The stumbling block that it is about: a number from 1 to 22; 0 is none of them.
    pub block: u8,
    /// The lesson that explains it.
    pub lesson: &'static str,
    /// Draws an exercise of a level; `None` where what was drawn is of no use.
    pub draw: fn(&mut Random, u8) -> Option<Exercise>,
}

impl Generator {
    /// The exercise of a level and a seed, the same for ever; `None` for a level that there is not.
    ///
    /// Law: its answer is right, none of its wrong answers is, and there is at least one of these; no number is above
    /// [`largest_number`].
    ///
    /// ```
    /// use colex::learn::answer::Verdict;
    /// use colex::learn::generators;
    ///
    /// let generator = generators::find("index-of-coordinate").ok_or("a generator")?;
    /// let exercise = generator.exercise(2, 41).ok_or("a level")?;
    /// assert_eq!(exercise.judge(&exercise.answer), Verdict::Right);
    /// assert!(!exercise.wrong.is_empty());
    /// assert!(exercise.wrong.iter().all(|wrong| exercise.judge(&wrong.answer) != Verdict::Right));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn exercise(&self, level: u8, seed: u64) -> Option<Exercise> {
        if !LEVELS.contains(&level) {
            return None;
        }
        let mut random = Random::new(self.name, level, seed);
        (0..DRAWS).find_map(|_| (self.draw)(&mut random, level)?.fit().filter(|one| one.is_within(level)))
    }
}

/// The largest number that an exercise of a level shows or asks for: what one can do in the head.
pub fn largest_number(level: u8) -> i64 {
    match level {
        1 => 64,
        2 => 256,
        _ => 1024,
    }
}
