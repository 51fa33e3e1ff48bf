//! Results of a student on a class's sheets, kept in this browser and never sent.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use colex::learn::class::result::{Attempt, StudentResult};
use colex::learn::class::sheet::Sheet;
use colex::learn::class::{folded, tidy};
use leptos::prelude::*;

use crate::browser;

/// Where the browser keeps who does a sheet, and below it what each has done.
const SHEETS: &str = "colex.sheet.";

/// Texts that the browser would not keep, by their keys: they are there until the page is left. It changes whenever
/// something is kept.
static UNKEPT: LazyLock<ArcRwSignal<BTreeMap<String, String>>> = LazyLock::new(|| ArcRwSignal::new(BTreeMap::new()));

fn get(key: &str) -> Option<String> {
    UNKEPT.with(|unkept| unkept.get(key).cloned()).or_else(|| browser::stored(key))
}

fn put(key: String, text: &str) {
    let was_kept = browser::store(&key, text);
    UNKEPT.update(|unkept| {
        if was_kept {
            unkept.remove(&key);
        } else {
            unkept.insert(key, text.to_owned());
        }
    });
}

/// Reports whether something is lost when the page is left.
pub fn is_unkept() -> bool {
    UNKEPT.with(|unkept| !unkept.is_empty())
}

/// Follows what another page of this browser keeps of sheets.
pub fn follow() {
    browser::on_storage(|key, _, _| {
        if key.starts_with(SHEETS) {
            UNKEPT.update(|_| ());
        }
    });
}

fn key_of(sheet: &Sheet) -> String {
    format!("{SHEETS}{}", sheet.mark())
}

fn key(sheet: &Sheet, name: &str) -> String {
    format!("{}.{}", key_of(sheet), folded(&browser::in_nfkc(name)))
}

/// Returns the student who does a sheet in this browser; `None` before somebody began.
pub fn student(sheet: &Sheet) -> Option<String> {
    let name = tidy(&get(&key_of(sheet))?);
    (!name.is_empty()).then_some(name)
}

/// Returns the result of a student on a sheet.
fn result_of(sheet: &Sheet, name: &str) -> StudentResult {
    let kept = get(&key(sheet, name)).and_then(|word| StudentResult::read(&word).ok());
    kept.unwrap_or_else(|| StudentResult::new(sheet, name))
}

/// Returns the result on a sheet of the student who does it now.
pub fn result(sheet: &Sheet) -> Option<StudentResult> {
    Some(result_of(sheet, &student(sheet)?))
}

/// A student begins with a sheet, or goes on with it; an empty name begins nothing.
pub fn begin(sheet: &Sheet, name: &str) -> bool {
    let name = tidy(&browser::in_nfkc(name));
    if !name.is_empty() {
        put(key_of(sheet), &name);
    }
    !name.is_empty()
}

/// The next student of a sheet in this browser; what was done stays.
pub fn leave(sheet: &Sheet) {
    browser::forget(&key_of(sheet));
    UNKEPT.update(|unkept| {
        unkept.remove(&key_of(sheet));
    });
}

/// Notes something of a student's exercise, counted from 0.
pub fn note(sheet: &Sheet, name: &str, at: usize, change: impl FnOnce(&mut Attempt)) {
    let key = key(sheet, name);
    let unread = untrack(|| get(&key)).filter(|word| StudentResult::read(word).is_err());
    if let Some(unread) = unread {
        // Of another version of the page: it stays, beside what comes now.
        browser::store(&format!("{key}.unread"), &unread);
    }
    let mut result = untrack(|| result_of(sheet, name));
    if let Some(attempt) = result.attempt_mut(at) {
        change(attempt);
        put(key, &result.to_string());
    }
}
