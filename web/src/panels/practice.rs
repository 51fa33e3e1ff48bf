//! Practice without end: what is practised, in boxes that this browser keeps and never sends.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex};

use colex::learn::boxes::{Boxes, Reason};
use colex::learn::place::Drawn;
use leptos::prelude::*;

use super::course::{COURSE, any_seed};
use super::progress::{PRACTICE_KEY, PROGRESS};
use crate::browser;

/// Returns the boxes of what is practised.
fn boxes() -> Boxes {
    Boxes::read(&browser::stored(PRACTICE_KEY).unwrap_or_default())
}

/// The exercises whose first answer was noted since the page was opened: beginning anew is no first answer.
static NOTED: LazyLock<Mutex<HashSet<Drawn>>> = LazyLock::new(Mutex::default);

/// Notes the first answer to an exercise: whether it was right, with nothing shown. Another answer to it is none.
pub fn practised(drawn: &Drawn, was_right: bool) {
    if !NOTED.lock().is_ok_and(|mut noted| noted.insert(drawn.clone())) {
        return;
    }
    let mut boxes = boxes();
    boxes.answered(&drawn.name, was_right, browser::day());
    browser::store(PRACTICE_KEY, &boxes.to_string());
}

/// Why an exercise comes now.
pub fn reason(name: &str) -> Reason {
    boxes().reason(name, browser::day())
}

/// Returns the exercise that is practised next: among the kinds of the lessons that were begun and those that were
/// tried, or of the first lesson where there are none.
pub fn next_practice(last: Option<&str>) -> Option<Drawn> {
    let boxes = boxes();
    let tried = boxes.names().collect::<Vec<_>>();
    let kinds = |all: bool| {
        PROGRESS.with_untracked(|progress| {
            let is_begun = |name: &str| COURSE.lesson(name).is_some_and(|lesson| all || progress.of(lesson).0 > 0);
            let known = colex::learn::generators::ALL.iter();
            let met = known.filter(|generator| is_begun(generator.lesson) || tried.contains(&generator.name));
            met.map(|generator| generator.name).collect::<Vec<_>>()
        })
    };
    let mut met = kinds(false);
    if met.is_empty() {
        met = kinds(true).into_iter().take(FIRST_KINDS).collect();
    }
    let (name, _) = boxes.next(&met, last, browser::day())?;
    Some(Drawn { name: name.to_owned(), level: boxes.level(name), seed: any_seed() })
}

/// Number of kinds that are practised before a lesson was begun.
const FIRST_KINDS: usize = 3;
