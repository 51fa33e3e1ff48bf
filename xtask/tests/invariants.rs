//! Rules about what a room may not know, read off the sources. `ARCHITECTURE.md` gives their reasons.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_path_buf()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Lines of code in `folder`, but not below `except`, that hold one of `words`. Tests at the end of a file and comments
/// are left out.
fn offenders(folder: &str, except: &[&str], words: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    sources(&root().join(folder), &mut files);
    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        // A room's tests may have a file of their own.
        if except.iter().any(|except| name.starts_with(except)) || name.ends_with("/tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let is_comment = line.trim_start().starts_with("//");
            if !is_comment && words.iter().any(|word| line.contains(word)) {
                found.push(format!("{name}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    found
}

#[test]
fn core_is_pure_and_never_panics() {
    let input_and_output =
        ["std::fs", "std::net", "std::env", "std::time", "println!", "eprintln!", "std::io", "rand::"];
    // The command line is the one file that may, and it is no part of the library.
    assert_eq!(offenders("core/src", &["core/src/bin/colex.rs"], &input_and_output), Vec::<String>::new());
    let binaries = fs::read_dir(root().join("core/src/bin")).expect("a folder").count();
    let manifest = fs::read_to_string(root().join("core/Cargo.toml")).expect("a manifest");
    assert_eq!((binaries, manifest.matches("required-features = [\"cli\"]").count()), (1, 2));
    let panics =
        [".unwrap()", ".expect(", "panic!", "unreachable!", "todo!", "unimplemented!", "assert!(", "assert_eq!("];
    assert_eq!(offenders("core/src", &[], &panics), Vec::<String>::new());
    let library = fs::read_to_string(root().join("core/src/lib.rs")).expect("the library");
    assert!(library.contains("#![forbid(unsafe_code)]"));
}

#[test]
fn core_depends_on_three_things() {
    let manifest = fs::read_to_string(root().join("core/Cargo.toml")).expect("a manifest");
    let section = manifest.split("[dependencies]").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap_or_default();
    let names = section.lines().filter(|line| line.contains('=') || line.contains(".workspace"));
    // What is optional belongs to the command line.
    let names = names.filter(|line| !line.contains("optional = true"));
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["miniz_oxide.workspace = true", "serde.workspace = true", "serde_json.workspace = true"]
    );
    assert!(manifest.contains("[features]\ncli = [\"dep:lexopt\"]\n") && !manifest.contains("default = ["));
}

#[test]
fn only_one_room_of_the_page_knows_the_browser() {
    assert_eq!(offenders("web/src", &["web/src/browser"], &["web_sys::", "js_sys::"]), Vec::<String>::new());
}

#[test]
fn only_the_shaders_know_wgpu() {
    assert_eq!(offenders("web/src", &[], &["wgpu::"]), Vec::<String>::new());
    assert_eq!(offenders("core/src", &[], &["wgpu"]), Vec::<String>::new());
}

#[test]
fn the_page_asks_no_other_origin() {
    // Addresses that are shown or written into an export are text; what is fetched is relative.
    assert_eq!(offenders("web/src", &[], &["fetch(\"http", "src=\"http", "href=\"http"]), Vec::<String>::new());
    let frame = fs::read_to_string(root().join("index.html")).expect("the frame");
    assert!(!frame.contains("=\"http"), "the frame names another origin");
}
