//! `colex lesson check`: whether lessons hold what they promise, and `colex lesson exercise`, which shows one.

use std::ffi::OsString;

use colex::learn::check::{check, check_together};
use colex::learn::exercise::{Field, Solution};
use colex::learn::generators;
use colex::learn::lesson::{Complaint, parse};
use colex::notebook::TEXT_LIMIT;
use colex::words::Tongue;

/// Does what the words behind `lesson` ask for: what is to be printed, and the exit status.
pub(crate) fn run(arguments: &[OsString], tongue: Tongue) -> (String, u8) {
    let words = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>();
    match words.split_first() {
        Some((word, files)) if word == "check" && !files.is_empty() => check_files(files, tongue),
        Some((word, rest)) if word == "exercise" => exercise(rest, tongue),
        _ => ("colex lesson check FILE…, or colex lesson exercise NAME LEVEL SEED\n".to_owned(), 2),
    }
}

fn check_files(files: &[String], tongue: Tongue) -> (String, u8) {
    let (mut out, mut status, mut all) = (String::new(), 0, Vec::new());
    let mut complain = |file: &str, complaint: &Complaint| {
        let [english, chinese] = &complaint.said;
        out.push_str(&format!("{file}:{}: {}\n", complaint.line, tongue.pick(english, chinese)));
        status = 1;
    };
    for file in files {
        let text = match std::fs::metadata(file).map(|found| found.len()) {
            Ok(length) if length > TEXT_LIMIT as u64 => Err(format!("longer than {TEXT_LIMIT} bytes")),
            _ => std::fs::read_to_string(file).map_err(|reason| reason.to_string()),
        };
        let text = match text {
            Ok(text) => text,
            Err(reason) => return (format!("colex: {file}: {reason}\n"), 2),
        };
        let (lessons, complaints) = parse(&text);
        let found = complaints.into_iter().chain(lessons.iter().flat_map(check)).collect::<Vec<_>>();
        found.iter().for_each(|complaint| complain(file, complaint));
        all.extend(lessons);
    }
    // Of one file by itself nobody knows what else there is.
    if files.len() > 1 {
        check_together(&all).iter().for_each(|complaint| complain("together", complaint));
    }
    let cards = all.iter().map(|lesson| lesson.cards.len()).sum::<usize>();
    out.push_str(
        &tongue
            .pick(format!("{} lessons, {cards} cards\n", all.len()), format!("{} 节课，{cards} 张卡片\n", all.len())),
    );
    (out, status)
}

fn exercise(words: &[String], tongue: Tongue) -> (String, u8) {
    let [name, level, seed] = words else { return ("colex lesson exercise NAME LEVEL SEED\n".to_owned(), 2) };
    let found = generators::find(name).and_then(|found| found.exercise(level.parse().ok()?, seed.parse().ok()?));
    let Some(exercise) = found else {
        let names = generators::ALL.iter().map(|generator| generator.name).collect::<Vec<_>>().join(", ");
        return (format!("colex: there is no such exercise; there are {names}\n"), 2);
    };
    let [english, chinese] = &exercise.question;
    let mut out = format!("{}\n{}{}\n", exercise.given, exercise.printed_table(), tongue.pick(english, chinese));
    if let Field::Choice(choices) = &exercise.field {
        for (number, [english, chinese]) in choices.iter().enumerate() {
            out.push_str(&format!("{number}) {}\n", tongue.pick(english, chinese)));
        }
    }
    out.push_str(&format!("= {}\n", exercise.answer));
    for wrong in &exercise.wrong {
        out.push_str(&format!("≠ {}  {}\n", wrong.answer, tongue.pick(wrong.because.said[0], wrong.because.said[1])));
    }
    let [english, chinese] = &exercise.hint;
    out.push_str(&format!("{}\n", tongue.pick(english, chinese)));
    match &exercise.solution {
        Solution::Steps(expression) => out.push_str(&format!("{expression}\n")),
        Solution::Point { layout, coordinate } => out.push_str(&format!("{layout}({coordinate})\n")),
        Solution::Lines(lines) => {
            lines.iter().for_each(|[english, chinese]| out.push_str(&format!("{}\n", tongue.pick(english, chinese))));
        }
    }
    (out, 0)
}
