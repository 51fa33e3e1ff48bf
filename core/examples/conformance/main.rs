//! Compares Colex with recorded answers of CuTe: `conformance [--show N] FILE.jsonl...`.
//!
//! Each line is one operation with its arguments and CuTe's printed answer (`core/tests/golden/README.md`). It is spelt
//! as a notebook statement and evaluated to the letter: plain numbers dynamic, underscores shown.

use std::collections::BTreeMap;
use std::process::ExitCode;

use serde_json::Value as Json;

mod compare;

use compare::{Count, compare};

fn main() -> ExitCode {
    let mut show = 0;
    let mut files = Vec::new();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--show" => show = words.next().and_then(|count| count.parse().ok()).unwrap_or(10),
            _ => files.push(word),
        }
    }
    if files.is_empty() {
        eprintln!("usage: conformance [--show N] FILE.jsonl...");
        return ExitCode::from(2);
    }
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for file in &files {
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(reason) => {
                eprintln!("{file}: {reason}");
                return ExitCode::from(2);
            }
        };
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str::<Json>(line) {
                Ok(case) => compare(&case, &mut counts),
                Err(reason) => {
                    eprintln!("{file}:{}: {reason}", number + 1);
                    return ExitCode::from(2);
                }
            }
        }
    }
    let (mut passed, mut failed) = (0, 0);
    for (operation, count) in &counts {
        let Count { agree, differ, missing, shown } = count;
        println!("{operation}: {agree} agree, {differ} differ, {missing} not implemented");
        shown.iter().take(show).for_each(|case| println!("{case}"));
        passed += agree;
        failed += differ + missing;
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
