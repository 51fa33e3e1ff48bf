//! Progress of the reader in the course, kept in this browser and never sent.

use std::sync::LazyLock;

use colex::learn::progress::Progress;
use colex_document::file::Learnt;
use leptos::prelude::*;

use crate::browser;

/// Where the browser keeps it.
const KEY: &str = "colex.learn";
/// Where the browser keeps what is practised.
pub const PRACTICE_KEY: &str = "colex.practice";

/// Record of what was done, as far as it was kept, and since then.
pub static PROGRESS: LazyLock<ArcRwSignal<Progress>> =
    LazyLock::new(|| ArcRwSignal::new(Progress::read(&browser::stored(KEY).unwrap_or_default())));

/// Notes that a card or an exercise of a lesson was done. What another page of this browser noted meanwhile stays.
pub fn did(lesson: &str, number: usize) {
    let kept = Progress::read(&browser::stored(KEY).unwrap_or_default());
    let mut is_new = false;
    PROGRESS.update(|progress| {
        let mut all = std::mem::take(progress).with(&kept);
        is_new = all.did(lesson, number);
        *progress = all;
    });
    if is_new {
        browser::store(KEY, &PROGRESS.with_untracked(Progress::to_string));
    }
}

/// Returns what was learnt, as a file of all documents has it.
pub fn learnt() -> Learnt {
    let stored = |key: &str| browser::stored(key).unwrap_or_default();
    Learnt { progress: stored(KEY), practice: stored(PRACTICE_KEY) }
}

/// Takes in what was learnt elsewhere: what was done there or here is done. What is practised here stays.
pub fn take_in(learnt: &Learnt) {
    let theirs = Progress::read(&learnt.progress);
    PROGRESS.update(|progress| *progress = std::mem::take(progress).with(&theirs));
    browser::store(KEY, &PROGRESS.with_untracked(Progress::to_string));
    if browser::stored(PRACTICE_KEY).is_none() && !learnt.practice.is_empty() {
        browser::store(PRACTICE_KEY, &learnt.practice);
    }
}
