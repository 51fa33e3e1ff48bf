//! The laws of exercises, on many seeds: each has an answer that passes, none that people give instead passes, every
//! number stays within what one can do in the head, and a published one never changes.

use std::fmt::Write as _;

use colex::evaluate;
use colex::learn::answer::{Meaning, Verdict};
use colex::learn::exercise::{Exercise, Field, Generator, LEVELS, Solution, largest_number};
use colex::learn::{generators, misconception};
use colex::notebook::Settings;

/// Returns the number of seeds of each level that are tried: all ten thousand with `COLEX_SEEDS=10000`.
fn seeds() -> u64 {
    std::env::var("COLEX_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(150)
}

fn numbers(text: &str) -> impl Iterator<Item = i64> + '_ {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok())
}

fn check(generator: &Generator, level: u8, seed: u64, exercise: &Exercise) {
    let place = format!("{} {level} {seed}: {exercise:#?}", generator.name);
    assert_eq!(exercise.judge(&exercise.answer), Verdict::Right, "{place}");
    assert!(!exercise.wrong.is_empty(), "{place}");
    for wrong in &exercise.wrong {
        match exercise.judge(&wrong.answer) {
            Verdict::Wrong { because, .. } => assert!(because.contains(&wrong.because), "{place}"),
            other => panic!("{} is {other:?}: {place}", wrong.answer),
        }
    }
    let evaluation = evaluate(&exercise.given, Settings { compile_time: true, ..Settings::default() });
    let [english, chinese] = &exercise.question;
    assert!(!english.is_empty() && !chinese.is_empty() && !exercise.hint.iter().any(String::is_empty), "{place}");
    for text in [&exercise.given, english, chinese, &exercise.answer] {
        assert!(numbers(text).all(|number| number <= largest_number(level)), "{text}: {place}");
    }
    assert!(exercise.table.iter().flatten().all(|number| *number <= largest_number(level)), "{place}");
    assert!(exercise.table.iter().all(|row| Some(row.len()) == exercise.table.first().map(Vec::len)), "{place}");
    // Nothing that is shown is the answer.
    for (statement, outcome) in evaluation.statements().iter().zip(evaluation.outcomes()) {
        let is_layout = matches!(exercise.meaning, Meaning::Layout | Meaning::Function);
        let value = outcome.value.as_ref().map(|value| value.to_string().replace('_', ""));
        let is_answer = value.as_ref() == Some(&exercise.answer.replace('_', ""));
        assert!(!(is_layout && is_answer), "line {} is the answer: {place}", statement.span.start);
    }
    match &exercise.solution {
        Solution::Steps(expression) => {
            let text = format!("{}\n{expression}", exercise.given);
            let evaluation = evaluate(&text, Settings { compile_time: true, ..Settings::default() });
            let last = evaluation.statements().len() - 1;
            assert!(!evaluation.steps(last).is_empty(), "no steps: {place}");
        }
        Solution::Point { layout, coordinate } => {
            let text = format!("{}\ncrd2idx({coordinate}, {layout})", exercise.given);
            let evaluation = evaluate(&text, Settings { compile_time: true, ..Settings::default() });
            assert!(evaluation.value(evaluation.statements().len() - 1).is_some(), "{place}");
        }
        Solution::Lines(lines) => assert!(!lines.is_empty(), "{place}"),
    }
    if let Field::Choice(choices) = &exercise.field {
        assert!(choices.len() >= 2, "{place}");
        for (at, choice) in choices.iter().enumerate() {
            assert!(!choices[..at].contains(choice), "twice the same choice: {place}");
        }
        let right = exercise.answer.parse::<usize>().expect("a number");
        assert!(right < choices.len(), "{place}");
    }
}

#[test]
fn every_exercise_keeps_the_laws() {
    let check_one = |generator: &'static Generator| {
        for level in LEVELS {
            let mut different = std::collections::HashSet::new();
            for seed in 0..seeds() {
                let exercise = generator.exercise(level, seed);
                let exercise = exercise.unwrap_or_else(|| panic!("{} {level} {seed}", generator.name));
                check(generator, level, seed, &exercise);
                assert_eq!(generator.exercise(level, seed), Some(exercise.clone()));
                different.insert((exercise.given, exercise.table, exercise.question));
            }
            // Practice without end does not ask the same again and again.
            let least = (seeds() / 10).min(12) as usize;
            assert!(different.len() >= least, "{} {level}: {}", generator.name, different.len());
        }
    };
    std::thread::scope(|scope| {
        let workers = generators::ALL.chunks(generators::ALL.len().div_ceil(4).max(1));
        let workers = workers.map(|chunk| scope.spawn(move || chunk.iter().copied().for_each(check_one)));
        for worker in workers.collect::<Vec<_>>() {
            worker.join().expect("the laws hold");
        }
    });
}

#[test]
fn generators_and_misconceptions_have_names_of_their_own() {
    for generator in generators::ALL {
        assert!(generators::ALL.iter().filter(|other| other.name == generator.name).count() == 1, "{}", generator.name);
        assert!(
            generator.name.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'-'),
            "{}",
            generator.name
        );
        assert!(generator.exercise(0, 1).is_none() && generator.exercise(4, 1).is_none());
    }
    for one in misconception::ALL {
        assert!(misconception::ALL.iter().filter(|other| other.id == one.id).count() == 1, "{}", one.id);
        assert!(one.said[0].ends_with('.') && one.said[1].ends_with('。'), "{}", one.id);
    }
}

#[test]
fn published_exercises_never_change() {
    let mut text = String::new();
    for generator in generators::ALL {
        for level in LEVELS {
            for seed in [1, 20_260] {
                let exercise = generator.exercise(level, seed).expect("an exercise");
                let _ = writeln!(
                    text,
                    "{} {level} {seed}\n  {}\n{}  {}\n  {}",
                    generator.name,
                    exercise.given.replace('\n', "; "),
                    exercise.printed_table().lines().map(|row| format!("  {row}\n")).collect::<String>(),
                    exercise.question[0],
                    exercise.answer
                );
            }
        }
    }
    expect_test::expect_file!["exercises.txt"].assert_eq(&text);
}
