//! The law of linear time over a table of texts and everything that is done with them.
//!
//! Allocations are counted, which is the same on every machine. What looks without allocating is timed, with
//! `COLEX_TABLE=all` alone and by what the thread itself computes: only the best of several runs counts, a text is
//! given several chances, and what squares its work is far beyond what is refused.

use std::hint::black_box;
use std::time::Duration;

use colex_fuzz_targets::linear::{CONSTRUCTS, Repeated, STAGES, Stage, TOKENS};
use colex_fuzz_targets::spent::{computed, spent};

/// Length of the longest text, in bytes.
const LONGEST: usize = 24 << 10;
/// The same of a pair of tokens.
const PAIRS_LONGEST: usize = 2 << 10;
/// Of how many pieces it is at most: what is evaluated ends there, and beyond no work would grow.
const MOST_PIECES: usize = 2000;
/// Largest factor of work for a text four times as long; four would be exact, sixteen the square.
const MOST: u32 = 8;
/// Shortest time that is compared; less is too short.
const SHORT: Duration = Duration::from_millis(4);
/// Number of times that a text is timed before it is refused.
const CHANCES: usize = 6;

fn repeated(piece: &'static str) -> Repeated {
    Repeated { head: "", piece, tail: "" }
}

/// The text at a quarter of the length, at half of it, and at the whole.
fn texts(repeated: &Repeated, longest: usize) -> [String; 3] {
    let is_statement = repeated.piece.ends_with(['\n', ';']) && repeated.head.is_empty();
    let most = if is_statement { MOST_PIECES } else { usize::MAX };
    let count = (longest / repeated.piece.len()).min(most);
    [count / 4, count / 2, count].map(|count| repeated.text(count))
}

/// The best of two runs.
fn timed(stage: &Stage, text: &str) -> Duration {
    let run = || {
        let begin = computed();
        black_box((stage.run)(black_box(text)));
        computed().saturating_sub(begin)
    };
    run().min(run())
}

/// Describes what is wrong with how the work of a stage grows with a text.
fn refusal(stage: &Stage, repeated: &Repeated, longest: usize) -> Option<String> {
    let texts = texts(repeated, longest);
    let [quarter, half, whole] = texts.each_ref().map(|text| spent(|| (stage.run)(text)).1);
    // So much may every text take whatever its length.
    let some = 1500;
    for (less, more, times) in [(quarter, half, 3), (half, whole, 3), (quarter, whole, 6)] {
        if more > times * less + some {
            return Some(format!("{} allocates {less}, then {more}, for {repeated:?}", stage.name));
        }
    }
    if std::env::var_os("COLEX_TABLE").is_none_or(|asked| asked != "all") {
        return None;
    }
    let (mut least, mut most) = (Duration::MAX, Duration::MAX);
    for _ in 0..CHANCES {
        least = least.min(timed(stage, &texts[0]));
        most = most.min(timed(stage, &texts[2]));
        if most <= SHORT || most <= MOST * least {
            return None;
        }
    }
    Some(format!("{} takes {least:?}, and {most:?} for four times as much of {repeated:?}", stage.name))
}

fn every_construct(name: &str) {
    let stage = STAGES.iter().find(|stage| stage.name == name).expect("a stage");
    let refusals = TOKENS.map(repeated).into_iter().chain(CONSTRUCTS).filter_map(|text| refusal(stage, &text, LONGEST));
    let refusals = refusals.collect::<Vec<_>>();
    assert!(refusals.is_empty(), "{}", refusals.join("\n"));
}

#[test]
fn a_text_is_divided_into_tokens() {
    every_construct("tokens");
}

#[test]
fn tokens_become_statements() {
    every_construct("parse");
}

#[test]
fn statements_get_their_values() {
    every_construct("evaluate");
}

#[test]
fn what_is_wrong_is_said() {
    every_construct("say");
}

#[test]
fn values_are_written() {
    every_construct("emit");
}

#[test]
fn steps_are_told() {
    every_construct("steps");
}

#[test]
fn what_stands_at_the_caret_is_found() {
    every_construct("caret");
}

#[test]
fn an_edit_leaves_what_it_leaves() {
    every_construct("edit");
}

#[test]
fn links_are_written_and_read() {
    every_construct("link");
}

/// Two tokens in turn: each with each.
#[test]
fn no_pair_of_tokens_squares_what_is_read() {
    let stage = STAGES.iter().find(|stage| stage.name == "parse").expect("a stage");
    for one in TOKENS {
        for other in TOKENS {
            let piece: &'static str = Box::leak([one, other].concat().into_boxed_str());
            // In turn, and all of the one before all of the other.
            let head: &'static str = Box::leak(one.repeat(PAIRS_LONGEST / 8 / one.len()).into_boxed_str());
            for pair in [repeated(piece), Repeated { head, piece: other, tail: "" }] {
                let refusal = refusal(stage, &pair, PAIRS_LONGEST);
                assert!(refusal.is_none(), "{refusal:?}");
            }
        }
    }
}
