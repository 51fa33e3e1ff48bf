//! Every target over its kept inputs, over the examples of the notebook's functions, and over mutations of both.
//!
//! `COLEX_FUZZ_RUNS` and `COLEX_FUZZ_SEED` make a run longer or another one. What fails is shortened and printed; kept as
//! a file in `corpus/`, it stays tried. What ends the whole process, as a stack that is too small does, is left in
//! `target/tmp/last-` and the name of the target.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use colex_fuzz_targets::mutate::{Random, mutate};
use colex_fuzz_targets::{TARGETS, Target, examples};

/// The longest input, in bytes.
const LONGEST: usize = 4096;

fn target(name: &str) -> &'static Target {
    TARGETS.iter().find(|target| target.name == name).expect("a target of the table")
}

/// The kept inputs of a target in the order of their names, then the examples.
fn inputs(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.corpus);
    let entries = fs::read_dir(&folder).expect("a folder of kept inputs");
    let mut files = entries.map(|entry| entry.expect("an entry").path()).collect::<Vec<_>>();
    files.sort();
    assert!(!files.is_empty(), "nothing is kept in {}", folder.display());
    let kept = files.iter().map(|file| fs::read(file).expect("a kept input"));
    kept.chain(examples().map(|example| example.as_bytes().to_vec())).collect()
}

fn fails(target: &Target, input: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| (target.check)(input))).is_err()
}

/// Tries an input; what fails is shortened as long as it still does.
fn attempt(target: &Target, input: &[u8]) {
    if !fails(target, input) {
        return;
    }
    std::panic::set_hook(Box::new(|_| ()));
    let mut short = input.to_vec();
    let mut size = short.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at + size <= short.len() {
            let shorter = [&short[..at], &short[at + size..]].concat();
            if fails(target, &shorter) {
                short = shorter;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    let _ = std::panic::take_hook();
    println!(
        "{} fails on\n  b\"{}\"\nwhich is what is left of\n  b\"{}\"",
        target.name,
        short.escape_ascii(),
        input.escape_ascii()
    );
    (target.check)(&short);
    panic!("it failed once and not a second time");
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

fn run(name: &str) {
    let target = target(name);
    let last = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("last-{name}"));
    let tried = |input: &[u8]| {
        // A stack overflow cannot be caught, so the input lies here before it is tried.
        fs::write(&last, input).expect("a place for the last input");
        attempt(target, input);
    };
    let mut inputs = inputs(target);
    inputs.iter().for_each(|input| tried(input));
    let mut random = Random::new(number("COLEX_FUZZ_SEED", 1));
    let kept = inputs.len();
    for _ in 0..number("COLEX_FUZZ_RUNS", u64::from(target.mutations)) {
        let (one, other) = (random.below(inputs.len()), random.below(kept));
        let input = mutate(&mut random, &inputs[one], &inputs[other], LONGEST);
        tried(&input);
        // Some mutations are mutated further.
        if random.below(4) == 0 && inputs.len() < 4 * kept {
            inputs.push(input);
        } else if random.below(4) == 0 {
            let at = kept + random.below(inputs.len() - kept + 1);
            inputs.get_mut(at).into_iter().for_each(|old| *old = input.clone());
        }
    }
}

#[test]
fn parse() {
    run("parse");
}

#[test]
fn evaluate() {
    run("evaluate");
}

#[test]
fn print_parse() {
    run("print_parse");
}

#[test]
fn link() {
    run("link");
}

#[test]
fn edit() {
    run("edit");
}

#[test]
fn file() {
    run("file");
}

#[test]
fn table() {
    run("table");
}

#[test]
fn cost() {
    run("cost");
}

#[test]
fn atom() {
    run("atom");
}

#[test]
fn learn() {
    run("learn");
}

#[test]
fn asked_of_a_gpu() {
    run("run");
}

#[test]
fn paste() {
    run("paste");
}
