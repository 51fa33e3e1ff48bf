//! The terms of `docs/glossary.md`: each is used, and what it is not to be called stands nowhere on the page.

use std::fs;
use std::path::{Path, PathBuf};

/// Where sentences stand.
const PLACES: [&str; 7] = ["core/src", "document/src", "shaders/src", "web/src", "public", "xtask/page", "index.html"];
/// Prefixes of what somebody may type who calls things otherwise.
const TYPED: [&str; 2] = ["also: ", "-> "];

fn files(place: &Path, found: &mut Vec<PathBuf>) {
    if place.is_dir() {
        let entries = fs::read_dir(place).expect("a folder").map(|entry| entry.expect("an entry").path());
        entries.for_each(|entry| files(&entry, found));
    } else if place.extension().is_some_and(|ending| ["rs", "txt", "html", "js"].iter().any(|it| ending == *it)) {
        found.push(place.to_path_buf());
    }
}

#[test]
fn sentences_keep_to_the_glossary() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let mut found = Vec::new();
    PLACES.iter().for_each(|place| files(&root.join(place), &mut found));
    let texts = found.iter().map(|file| (file, fs::read_to_string(file).expect("a source"))).collect::<Vec<_>>();
    let is_typed = |line: &str| TYPED.iter().any(|typed| line.contains(typed)) && !line.contains("=>");
    let glossary = fs::read_to_string(root.join("docs/glossary.md")).expect("the glossary");
    let rows = glossary.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut terms = 0;
    for row in rows {
        let cells = row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
        let [english, chinese, others] = cells[..] else { panic!("{row}") };
        terms += 1;
        for term in [english, chinese] {
            let is_used = texts.iter().any(|(_, text)| text.to_lowercase().contains(term));
            assert!(is_used, "{term} stands nowhere");
        }
        for other in others.split(", ").filter(|other| !other.is_empty()) {
            for (file, text) in &texts {
                for (number, line) in text.lines().enumerate().filter(|(_, line)| !is_typed(line)) {
                    assert!(!line.contains(other), "{}:{}: {other} is called {chinese}", file.display(), number + 1);
                }
            }
        }
    }
    assert!(terms >= 25, "{terms}");
}
