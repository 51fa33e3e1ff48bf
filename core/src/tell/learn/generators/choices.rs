//! Choices in an order that the seed gives, each wrong one with the way to it.

use crate::learn::Both;
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field};
use crate::learn::misconception::Misconception;
use crate::learn::random::Random;

/// A choice that says the same in both languages.
pub(super) fn alike(text: impl Into<String>) -> Both {
    let text = text.into();
    [text.clone(), text]
}

/// The exercise with its right choice among wrong ones; of equal ones one is kept. `None` where a wrong one is the right
/// one, or there are fewer than `least` in all.
pub(super) fn choose(
    exercise: Exercise,
    random: &mut Random,
    right: Both,
    wrong: Vec<(&'static Misconception, Both)>,
    least: usize,
) -> Option<Exercise> {
    let mut choices = vec![right.clone()];
    for (_, choice) in &wrong {
        if *choice == right {
            return None;
        }
        if !choices.contains(choice) {
            choices.push(choice.clone());
        }
    }
    if choices.len() < least {
        return None;
    }
    random.shuffle(&mut choices);
    let place = |choice: &Both| choices.iter().position(|other| other == choice);
    let mut exercise = Exercise { answer: place(&right)?.to_string(), ..exercise };
    for (because, choice) in &wrong {
        exercise = exercise.wrong(because, place(choice)?);
    }
    Some(exercise.typed(Field::Choice(choices), Meaning::Choice))
}
